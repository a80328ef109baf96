//! The cheapest way to give every box its own goal, a lower bound of the pushes left.
//!
//! Shortest augmenting paths with potentials (Jonker and Volgenant 1987). From one position to the
//! next the matching is kept and only boxes that moved look for a goal again; what a push would
//! change is read off the potentials without touching the matching.
//!
//! Most of the time tight edges are enough, those whose distance is exactly the two potentials: a box
//! that moved finds its goal along them, or none. The cells are coloured like a chessboard, so a push
//! changes the cost of a cheapest matching by an odd number; if tight edges do not make it fall by
//! one, it grows by one, unless the box has got much further from its goal.

use super::board::{Board, NEVER};
use super::mask::Mask;

const NOBODY: usize = usize::MAX;
const INFINITE: i32 = i32::MAX / 4;

/// A cheapest matching of boxes to goals.
pub struct Matching<M> {
    placed: M,
    cost: u32,
    /// The cell and the potential of each box; boxes are numbered as they came.
    boxes: Vec<(usize, i32)>,
    /// The box on each cell; meaningless where there is none.
    box_at: Vec<usize>,
    /// The box of each goal.
    owner: Vec<usize>,
    goal_potential: Vec<i32>,
    // Working memory of one search for a goal.
    length: Vec<i32>,
    came_from: Vec<usize>,
    settled: Vec<bool>,
}

impl<M: Mask> Matching<M> {
    /// A matching for this board, of no boxes yet.
    pub fn new(board: &Board<M>) -> Matching<M> {
        let count = board.goal_cells.len();
        Matching {
            placed: M::empty(),
            cost: 0,
            boxes: Vec::with_capacity(count),
            box_at: vec![NOBODY; board.layout.cells()],
            owner: vec![NOBODY; count],
            goal_potential: vec![0; count],
            length: vec![0; count],
            came_from: vec![NOBODY; count],
            settled: vec![false; count],
        }
    }

    /// Matches these boxes, as many as goals; `None` when some box cannot get a goal.
    ///
    /// After `None` this matching cannot be used any more.
    pub fn assign(&mut self, board: &Board<M>, boxes: M) -> Option<u32> {
        if boxes == self.placed {
            return Some(self.cost);
        }
        let mut gone = self.placed.and(boxes.not());
        let first = boxes.and(self.placed.not());
        self.placed = boxes;
        // Boxes that left make room for those that came, and their goals are free again.
        first.for_each(|cell| {
            if self.boxes.len() < board.goal_cells.len() {
                self.box_at[cell] = self.boxes.len();
                self.boxes.push((cell, 0));
            } else {
                let old = gone.lowest();
                gone.remove(old);
                let number = self.box_at[old];
                self.box_at[cell] = number;
                self.boxes[number] = (cell, 0);
                let goal = self.goal_of(number);
                self.owner[goal] = NOBODY;
            }
        });
        let mut matched = true;
        first
            .for_each(|cell| matched = matched && self.augment(board, self.box_at[cell]).is_some());
        if !matched {
            return None;
        }
        let cost = |(&owner, goal): (&usize, usize)| board.distances(self.boxes[owner].0)[goal];
        self.cost = self.owner.iter().zip(0..).map(|pair| u32::from(cost(pair))).sum();
        Some(self.cost)
    }

    /// What the matching would cost after a push; `None` when the box could not get a goal then.
    pub fn after_push(&mut self, board: &Board<M>, from: usize, to: usize) -> Option<u32> {
        let freed = self.goal_of(self.box_at[from]);
        let (before, now) = (board.distances(from)[freed], board.distances(to)[freed]);
        // One push makes the whole at most one cheaper.
        if now < before {
            return Some(self.cost - 1);
        }
        // Then the same matching is one dearer, if the goal is not much further away now.
        let owner = std::mem::replace(&mut self.owner[freed], NOBODY);
        if now == before + 1 && self.owner.len() <= 64 {
            let cheaper = self.tight_path(board, to, self.boxes[owner].1 - 1).is_some();
            self.owner[freed] = owner;
            return Some(if cheaper { self.cost - 1 } else { self.cost + 1 });
        }
        let found = self.nearest_free(board, to);
        self.owner[freed] = owner;
        found?;
        let change = self.length[freed] + self.goal_potential[freed] - i32::from(before);
        Some((self.cost as i32 + change) as u32)
    }

    /// The free goal at the end of a path of tight edges from a box of this potential on `cell`;
    /// leaves where the path came from. For at most 64 goals.
    fn tight_path(&mut self, board: &Board<M>, cell: usize, potential: i32) -> Option<usize> {
        let mut open = self.tight(board, cell, potential);
        let mut seen = open;
        self.came_from.fill(NOBODY);
        while open != 0 {
            let goal = open.trailing_zeros() as usize;
            open &= open - 1;
            let owner = self.owner[goal];
            if owner == NOBODY {
                return Some(goal);
            }
            let (cell, potential) = self.boxes[owner];
            let mut new = self.tight(board, cell, potential) & !seen;
            seen |= new;
            open |= new;
            while new != 0 {
                self.came_from[new.trailing_zeros() as usize] = goal;
                new &= new - 1;
            }
        }
        None
    }

    /// The goals at a distance of exactly the potentials.
    #[inline]
    fn tight(&self, board: &Board<M>, cell: usize, potential: i32) -> u64 {
        let pairs = board.distances(cell).iter().zip(&self.goal_potential).rev();
        pairs.fold(0, |mask, (&d, &p)| mask << 1 | u64::from(i32::from(d) - p == potential))
    }

    /// The most that the potential of a box on `cell` can be.
    #[inline]
    fn potential(&self, board: &Board<M>, cell: usize) -> i32 {
        let pairs = board.distances(cell).iter().zip(&self.goal_potential);
        pairs.map(|(&d, &p)| i32::from(d) - p).min().unwrap_or(0)
    }

    fn goal_of(&self, number: usize) -> usize {
        self.owner.iter().position(|&owner| owner == number).expect("every box has a goal")
    }

    /// Finds a goal for a box without one along the cheapest alternating path.
    fn augment(&mut self, board: &Board<M>, newcomer: usize) -> Option<()> {
        let cell = self.boxes[newcomer].0;
        let potential = self.potential(board, cell);
        let short = self.owner.len() <= 64 && potential < i32::from(NEVER) / 2;
        let tight = if short { self.tight_path(board, cell, potential) } else { None };
        let mut goal = match tight {
            Some(goal) => {
                self.boxes[newcomer].1 = potential;
                goal
            }
            None => self.cheapest_path(board, newcomer)?,
        };
        loop {
            let previous = self.came_from[goal];
            if previous == NOBODY {
                self.owner[goal] = newcomer;
                return Some(());
            }
            self.owner[goal] = self.owner[previous];
            goal = previous;
        }
    }

    /// The same along any edges, which changes the potentials.
    fn cheapest_path(&mut self, board: &Board<M>, newcomer: usize) -> Option<usize> {
        let goal = self.nearest_free(board, self.boxes[newcomer].0)?;
        let total = self.length[goal];
        self.boxes[newcomer].1 = total;
        for other in (0..self.owner.len()).filter(|&other| self.settled[other]) {
            self.boxes[self.owner[other]].1 += total - self.length[other];
            self.goal_potential[other] -= total - self.length[other];
        }
        Some(goal)
    }

    /// The free goal at the end of the cheapest alternating path from a box on `cell`; leaves the
    /// lengths of the paths, in reduced costs, and where they came from.
    fn nearest_free(&mut self, board: &Board<M>, cell: usize) -> Option<usize> {
        for (goal, &distance) in board.distances(cell).iter().enumerate() {
            self.length[goal] = far(distance) - self.goal_potential[goal];
            self.came_from[goal] = NOBODY;
            self.settled[goal] = false;
        }
        loop {
            let (mut nearest, mut length) = (NOBODY, INFINITE / 2);
            for goal in 0..self.owner.len() {
                let closer = self.length[goal] < length;
                let as_close = self.length[goal] == length && self.owner[goal] == NOBODY;
                if !self.settled[goal] && (closer || as_close) {
                    (nearest, length) = (goal, self.length[goal]);
                }
            }
            if nearest == NOBODY {
                return None;
            }
            let owner = self.owner[nearest];
            if owner == NOBODY {
                return Some(nearest);
            }
            self.settled[nearest] = true;
            let (cell, potential) = self.boxes[owner];
            for (goal, &distance) in board.distances(cell).iter().enumerate() {
                let through = length + far(distance) - potential - self.goal_potential[goal];
                if through < self.length[goal] {
                    self.length[goal] = through;
                    self.came_from[goal] = nearest;
                }
            }
        }
    }
}

#[inline]
fn far(distance: u16) -> i32 {
    if distance == NEVER {
        INFINITE
    } else {
        i32::from(distance)
    }
}

#[cfg(test)]
mod tests {
    use super::super::collection::parse;
    use super::*;

    const ROOM: &str = "\
########
#@ $  .#
# $  $ #
# . $  #
#. $ . #
#   .  #
########
";

    /// The cheapest matching by trying all.
    fn slow(board: &Board<u64>, boxes: &[usize], free: u32) -> Option<u32> {
        let Some((&first, rest)) = boxes.split_first() else { return Some(0) };
        let goals = (0..board.goal_cells.len()).filter(|goal| free >> goal & 1 != 0);
        goals
            .filter(|&goal| board.distances(first)[goal] != NEVER)
            .filter_map(|goal| {
                let others = slow(board, rest, free & !(1 << goal))?;
                Some(others + u32::from(board.distances(first)[goal]))
            })
            .min()
    }

    #[test]
    fn every_push_along_many_walks_costs_what_trying_all_says() {
        let level = parse(ROOM.as_bytes()).unwrap()[0].level.clone().unwrap();
        let board = Board::<u64>::new(&level);
        let list = |mask: u64| (0..64).filter(|&c| mask.has(c)).collect::<Vec<usize>>();
        let (mut matching, mut boxes) = (Matching::new(&board), board.boxes);
        for step in 0..60 {
            assert_eq!(matching.assign(&board, boxes), slow(&board, &list(boxes), 31));
            let mut next = boxes;
            for (i, from) in list(boxes).into_iter().enumerate() {
                for dir in gridlock_patterns::sokoban::game::Dir::ALL {
                    let (to, behind) = (board.step(from, dir), board.step(from, dir.opposite()));
                    if !(board.alive & !boxes).has(to) || !board.floor.has(behind) {
                        continue;
                    }
                    let moved = boxes & !(1 << from) | 1 << to;
                    let expected = slow(&board, &list(moved), 31);
                    assert_eq!(matching.after_push(&board, from, to), expected);
                    if (step + i) % 3 == 0 && expected.is_some() {
                        next = moved;
                    }
                }
            }
            boxes = next;
        }
    }
}
