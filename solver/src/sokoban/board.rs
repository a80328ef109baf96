//! A level prepared for search: cropped to the cells that matter, as masks and push distances.

use gridlock_patterns::sokoban::board::Board as Fixed;
use gridlock_patterns::sokoban::game::Dir;

use super::level::Level;
use super::mask::Mask;

/// The distance of a cell from which a goal cannot be reached.
pub const NEVER: u16 = u16::MAX;

/// Where the cropped board lies in its level, and how its cells are numbered.
///
/// Cell `row * stride + col`; the outermost rows and columns hold no floor, so that a step in any
/// direction from a floor cell stays on the board. Boards of up to 8x8 have a stride of 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// From one row to the next.
    pub stride: usize,
    /// The row of the level that is the first row here.
    pub top: usize,
    /// The column of the level that is the first column here.
    pub left: usize,
    level_cols: usize,
}

impl Layout {
    /// The layout for a level.
    pub fn new(level: &Level) -> Layout {
        let (down, across) = level.extent();
        let (rows, cols) = (down.end - down.start, across.end - across.start);
        let stride = if rows <= 8 && cols <= 8 { 8 } else { cols };
        let (top, left) = (down.start, across.start);
        Layout { rows, cols, stride, top, left, level_cols: level.cols() }
    }

    /// How many cells a mask must have room for.
    pub fn cells(&self) -> usize {
        self.rows * self.stride
    }

    /// The cell of the board for a cell of the level that lies on it.
    fn cell(&self, in_level: usize) -> usize {
        let (row, col) = (in_level / self.level_cols, in_level % self.level_cols);
        (row - self.top) * self.stride + col - self.left
    }
}

/// A level as masks.
pub struct Board<M> {
    /// Size and numbering.
    pub layout: Layout,
    /// Cells the player could reach if there were no boxes. All others are walls.
    pub floor: M,
    /// Goals on the floor.
    pub goals: M,
    /// Boxes on the floor at the start.
    pub boxes: M,
    /// Where the player starts.
    pub player: usize,
    /// Floor cells from which a lone box can be pushed to some goal.
    pub alive: M,
    /// Whether no play can put all boxes on goals, because some are out of reach.
    pub hopeless: bool,
    /// The cells of the goals.
    pub goal_cells: Vec<usize>,
    /// Pushes from each cell to each goal on the board without other boxes.
    distances: Vec<u16>,
    /// The least of them for each cell, 0 where there is none.
    nearest: Vec<u16>,
}

impl<M: Mask> Board<M> {
    /// The board of a level, which must have room in the mask.
    pub fn new(level: &Level) -> Board<M> {
        let layout = Layout::new(level);
        let on_floor = |set: &[bool]| {
            let mut mask = M::empty();
            for cell in (0..set.len()).filter(|&cell| set[cell] && level.floor()[cell]) {
                mask.insert(layout.cell(cell));
            }
            mask
        };
        let (floor, goals) = (on_floor(level.floor()), on_floor(level.goals()));
        let boxes = on_floor(level.boxes());
        let mut goal_cells = Vec::new();
        goals.for_each(|cell| goal_cells.push(cell));
        let mut box_count = 0;
        boxes.for_each(|_| box_count += 1);
        // Out of reach a box on a goal is as good as a wall, and any other box or goal is the end.
        let lost =
            |cell: usize| level.boxes()[cell] && !level.goals()[cell] && !level.floor()[cell];
        let hopeless = box_count != goal_cells.len() || (0..level.boxes().len()).any(lost);
        let player = layout.cell(level.player());
        let (alive, distances, nearest) = (M::empty(), Vec::new(), Vec::new());
        let mut board = Board {
            layout,
            floor,
            goals,
            boxes,
            player,
            alive,
            hopeless,
            goal_cells,
            distances,
            nearest,
        };
        board.measure();
        board
    }

    /// Pulls a box away from each goal to find the push distances.
    fn measure(&mut self) {
        let count = self.goal_cells.len();
        self.distances = vec![NEVER; self.layout.cells() * count];
        for goal in 0..count {
            let mut queue = vec![self.goal_cells[goal]];
            self.distances[queue[0] * count + goal] = 0;
            let mut next = 0;
            while let Some(&cell) = queue.get(next) {
                next += 1;
                self.alive.insert(cell);
                let distance = self.distances[cell * count + goal] + 1;
                for dir in Dir::ALL {
                    let from = self.step(cell, dir);
                    // The player stands on `from`'s far side, or walks backwards onto it.
                    if self.floor.has(from) && self.floor.has(self.step(from, dir)) {
                        let known = &mut self.distances[from * count + goal];
                        if *known == NEVER {
                            *known = distance;
                            queue.push(from);
                        }
                    }
                }
            }
        }
        let least = |cell| self.distances(cell).iter().min().map_or(0, |&least| least);
        let nearest = (0..self.layout.cells()).map(least);
        self.nearest = nearest.map(|least| if least == NEVER { 0 } else { least }).collect();
    }

    /// Pushes from a cell to the goal that takes the fewest; 0 for cells that are not alive.
    #[inline]
    pub fn nearest(&self, cell: usize) -> u32 {
        u32::from(self.nearest[cell])
    }

    /// What never changes on this board, as the lookup wants to know it.
    pub fn fixed(&self) -> Fixed {
        let Layout { rows, cols, stride, .. } = self.layout;
        let list = |mask: M| (0..self.layout.cells()).map(|cell| mask.has(cell)).collect();
        Fixed { rows, cols, stride, floor: list(self.floor), goal: list(self.goals) }
    }

    /// The number by which a cell changes with a step.
    #[inline]
    pub fn offset(&self, dir: Dir) -> isize {
        match dir {
            Dir::Up => -(self.layout.stride as isize),
            Dir::Down => self.layout.stride as isize,
            Dir::Left => -1,
            Dir::Right => 1,
        }
    }

    /// The neighbour of a floor cell.
    #[inline]
    pub fn step(&self, cell: usize, dir: Dir) -> usize {
        cell.wrapping_add(self.offset(dir) as usize)
    }

    /// Pushes from a cell to each goal, in the order of `goal_cells`.
    #[inline]
    pub fn distances(&self, cell: usize) -> &[u16] {
        let count = self.goal_cells.len();
        &self.distances[cell * count..(cell + 1) * count]
    }

    /// The cells the player can walk to from `cell`.
    #[inline]
    pub fn reach(&self, cell: usize, boxes: M) -> M {
        let mut start = M::empty();
        start.insert(cell);
        self.flood(start, boxes)
    }

    /// The cells the player can walk to from a cell of `reached`, which are free.
    #[inline]
    pub fn flood(&self, mut reached: M, boxes: M) -> M {
        let free = self.floor.and(boxes.not());
        loop {
            let next = self.spread(reached).and(free);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// These cells and their neighbours.
    #[inline]
    pub fn spread(&self, cells: M) -> M {
        let stride = self.layout.stride;
        let sideways = cells.or(cells.up(1)).or(cells.down(1));
        sideways.or(cells.up(stride)).or(cells.down(stride))
    }

    /// Where the player can walk after a push from `from` to `to`, given where before it, and the
    /// boxes after it.
    #[inline]
    pub fn reach_after(&self, reach: M, from: usize, to: usize, boxes: M) -> M {
        let mut start = reach;
        if reach.has(to) {
            if self.may_split(reach, to) {
                return self.reach(from, boxes);
            }
            start.remove(to);
        }
        start.insert(from);
        self.flood(start, boxes)
    }

    /// Whether a box on `cell` may cut these cells in two: false when the neighbours of the cell
    /// hang together by the cells all around it.
    #[inline]
    fn may_split(&self, cells: M, cell: usize) -> bool {
        let (above, below) = (cell - self.layout.stride, cell + self.layout.stride);
        let round = [above - 1, above, above + 1, cell + 1, below + 1, below, below - 1, cell - 1];
        let ring = (0..8).map(|i| u32::from(cells.has(round[i])) << i).sum::<u32>();
        // Corners count only between two sides, so a corner without its neighbour is no way.
        let sides = ring & 0b1010_1010;
        let ahead = |by: u32| (ring >> by | ring << (8 - by)) & 0xff;
        let linked = sides & ahead(1) & ahead(2);
        (sides & !linked).count_ones() > 1
    }

    /// The boxes that a player within `reach` can push this way, onto a cell that is alive.
    #[inline]
    pub fn pushable(&self, boxes: M, reach: M, dir: Dir) -> M {
        let offset = self.offset(dir);
        let ahead = self.alive.and(boxes.not()).shift(-offset);
        boxes.and(reach.shift(offset)).and(ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::super::collection::parse;
    use super::super::mask::Wide;
    use super::*;

    fn level(text: &str) -> Level {
        parse(text.as_bytes()).unwrap()[0].level.clone().unwrap()
    }

    #[test]
    fn boards_are_cropped_to_what_can_be_reached() {
        let level =
            level("##########\n##########\n####   ###\n####@$.###\n##########\n*#########\n");
        let board = Board::<u64>::new(&level);
        assert_eq!((board.layout.rows, board.layout.cols, board.layout.stride), (4, 5, 8));
        assert_eq!(board.player, 17);
        assert_eq!(board.goals, 1 << 19);
        assert!(!board.hopeless);
    }

    #[test]
    fn distances_count_pushes_and_corners_are_dead() {
        let level = level("######\n#@   #\n# $  #\n#  . #\n#    #\n######\n");
        let narrow = Board::<u64>::new(&level);
        assert_eq!(narrow.distances(2 * 8 + 2), [2]);
        assert_eq!(narrow.alive, 0b110 << 17 | 0b110 << 25);
        let wide = Board::<Wide<3>>::new(&level);
        assert_eq!(wide.alive.words()[0], narrow.alive);
    }

    #[test]
    fn boxes_or_goals_out_of_reach_are_hopeless_unless_paired() {
        let hopeless = |row| {
            let text = format!("#######\n#@ $. #\n#######\n{row}\n#######\n");
            Board::<u64>::new(&level(&text)).hopeless
        };
        assert!(!hopeless("#*#####"));
        assert!(hopeless("#$.####"));
        let text = "#######\n#@ $$.#\n#######\n#.#####\n#######\n";
        assert!(Board::<u64>::new(&level(text)).hopeless);
    }
}
