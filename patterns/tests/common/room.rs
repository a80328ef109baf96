//! Small rooms made at random, and the whole game in them.
#![allow(dead_code, unreachable_pub)] // Every test uses a part of it.

use std::collections::HashSet;

use gridlock_patterns::sokoban::board::Board;
use gridlock_patterns::sokoban::lookup::BoxSet;

use super::chance::Chance;

/// Cells of a board as bits.
pub type Cells = u128;

/// A room with walls all around, and so many boxes to be anywhere in it.
pub struct Room {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// From one row to the next.
    pub stride: usize,
    /// Cells the player could reach without boxes.
    pub floor: Cells,
    /// Goals among them.
    pub goals: Cells,
    /// Number of boxes.
    pub boxes: usize,
}

impl Room {
    /// A room of at most 6x6 cells with walls in it and 2 to 5 boxes, or `None` when chance left too
    /// little room.
    pub fn new(chance: &mut Chance) -> Option<Room> {
        let mut size = || 3 + chance.below(4).max(chance.below(4)).max(chance.below(4));
        let (height, width) = (size(), size());
        let (top, left) = (1 + chance.below(2), 1 + chance.below(2));
        let rows = (top + height + 1 + chance.below(2)).min(8);
        let cols = left + width + 1 + chance.below(2);
        let stride = if cols <= 8 && chance.below(2) == 0 { 8 } else { cols + chance.below(4) };
        // A second wall is only there where the board has room for it.
        let height = height.min(rows - 1 - top);

        let percent = *chance.pick(&[0, 0, 5, 10, 15, 25]);
        let inner = (0..height * width).filter(|_| chance.below(100) >= percent);
        let free = inner.map(|i| 1 << ((top + i / width) * stride + left + i % width)).sum();
        let mut room =
            Room { rows, cols, stride, floor: free, goals: 0, boxes: 2 + chance.below(4) };
        room.cut_corner(chance, (top, left), (height, width));
        let start = *some(&list(room.floor), chance)?;
        room.floor = room.reach(1 << start, 0);
        for _ in 0..room.boxes + chance.below(3) {
            room.goals |= 1 << *some(&list(room.floor & !room.goals), chance)?;
        }
        (list(room.floor).len() > room.boxes + 1).then_some(room)
    }

    /// Makes the outline irregular: one rectangle in a corner of the room becomes wall.
    fn cut_corner(&mut self, chance: &mut Chance, from: (usize, usize), size: (usize, usize)) {
        let (high, wide) = (chance.below(size.0 - 1), chance.below(size.1 - 1));
        let row = from.0 + [0, size.0 - high][chance.below(2)];
        let col = from.1 + [0, size.1 - wide][chance.below(2)];
        for cell in (0..high * wide).map(|i| (row + i / wide) * self.stride + col + i % wide) {
            self.floor &= !(1 << cell);
        }
    }

    /// The room as the lookup wants to know it.
    pub fn board(&self) -> Board {
        let has = |set: Cells| (0..self.rows * self.stride).map(|c| set >> c & 1 == 1).collect();
        let Room { rows, cols, stride, .. } = *self;
        Board { rows, cols, stride, floor: has(self.floor), goal: has(self.goals) }
    }

    /// Where a player on one of the cells `from` can walk to.
    fn reach(&self, from: Cells, boxes: Cells) -> Cells {
        let mut reached = from;
        loop {
            let beside = reached << 1 | reached >> 1;
            let above_or_below = reached << self.stride | reached >> self.stride;
            let grown = (reached | beside | above_or_below) & self.floor & !boxes;
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// The regions of the player among these boxes.
    fn regions(&self, boxes: Cells) -> Vec<Cells> {
        let mut rest = self.floor & !boxes;
        let mut regions = Vec::new();
        while rest != 0 {
            let region = self.reach(lowest(rest), boxes);
            regions.push(region);
            rest &= !region;
        }
        regions
    }

    /// All positions one push forwards: the box is then on the cell that stands beside.
    pub fn pushes(&self, position: Position) -> Vec<(Position, usize)> {
        let mut pushes = Vec::new();
        for from in list(position.region) {
            for step in self.steps() {
                let (at, to) =
                    (from.wrapping_add(step), from.wrapping_add(step).wrapping_add(step));
                let blocked = !self.floor | position.boxes;
                if position.boxes >> at & 1 == 1 && blocked >> to & 1 == 0 {
                    let boxes = position.boxes ^ 1 << at ^ 1 << to;
                    pushes.push((Position { boxes, region: self.reach(1 << at, boxes) }, to));
                }
            }
        }
        pushes
    }

    /// All positions one push backwards.
    fn pulls(&self, position: Position) -> Vec<Position> {
        let mut pulls = Vec::new();
        for from in list(position.region) {
            for step in self.steps() {
                let (at, to) = (from.wrapping_add(step), from.wrapping_sub(step));
                if position.boxes >> at & 1 == 1 && position.region >> to & 1 == 1 {
                    let boxes = position.boxes ^ 1 << at ^ 1 << from;
                    pulls.push(Position { boxes, region: self.reach(1 << to, boxes) });
                }
            }
        }
        pulls
    }

    fn steps(&self) -> [usize; 4] {
        [1, self.stride, 1usize.wrapping_neg(), self.stride.wrapping_neg()]
    }

    /// All placements of the boxes on the cells, with every region of the player.
    pub fn positions(&self, cells: Cells) -> impl Iterator<Item = Position> + '_ {
        let placements = choose(&list(cells), self.boxes).into_iter();
        placements.flat_map(|boxes| {
            self.regions(boxes).into_iter().map(move |region| Position { boxes, region })
        })
    }

    /// All positions from which the boxes can be brought to goals, found from the end.
    pub fn solvable(&self) -> HashSet<Position> {
        let mut queue: Vec<Position> = self.positions(self.goals).collect();
        let mut solvable: HashSet<Position> = queue.iter().copied().collect();
        while let Some(position) = queue.pop() {
            queue
                .extend(self.pulls(position).into_iter().filter(|&before| solvable.insert(before)));
        }
        solvable
    }

    /// The position as in a level file.
    pub fn draw(&self, position: Position) -> String {
        let symbol = |cell: usize| {
            let has = |set: Cells| set >> cell & 1 == 1;
            let player = has(lowest(position.region));
            match (has(self.floor), has(position.boxes), player, has(self.goals)) {
                (false, ..) => '#',
                (_, true, _, goal) => ['$', '*'][usize::from(goal)],
                (_, _, true, goal) => ['@', '+'][usize::from(goal)],
                (.., goal) => [' ', '.'][usize::from(goal)],
            }
        };
        let row = |row| (0..self.cols).map(|col| symbol(row * self.stride + col)).collect();
        (0..self.rows).map(row).collect::<Vec<String>>().join("\n")
    }
}

/// Boxes and all the cells the player can walk to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The boxes.
    pub boxes: Cells,
    /// Where the player can walk.
    pub region: Cells,
}

/// Boxes with noise in all bits that the lookup must not look at.
pub struct Noisy(pub Cells);

impl BoxSet for Noisy {
    fn bits(&self, at: usize) -> u32 {
        (self.0 >> at) as u32 | !0xff
    }
}

/// The first cell of a set.
pub fn lowest(set: Cells) -> Cells {
    set & set.wrapping_neg()
}

/// The cells of a set.
pub fn list(set: Cells) -> Vec<usize> {
    (0..128).filter(|cell| set >> cell & 1 == 1).collect()
}

/// One of a list, if there is any.
pub fn some<'a, T>(items: &'a [T], chance: &mut Chance) -> Option<&'a T> {
    (!items.is_empty()).then(|| chance.pick(items))
}

/// All ways to choose `count` of the cells.
fn choose(cells: &[usize], count: usize) -> Vec<Cells> {
    match (count, cells.split_first()) {
        (0, _) => vec![0],
        (_, None) => vec![],
        (_, Some((first, rest))) => {
            let with = choose(rest, count - 1).into_iter().map(|set| set | 1 << first);
            with.chain(choose(rest, count)).collect()
        }
    }
}
