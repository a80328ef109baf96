//! The cheapest way to give every box its own goal, a lower bound of the pushes left.
//!
//! The Hungarian method with potentials (Kuhn 1955, in the shortest path form of Jonker and
//! Volgenant 1987). Moving one box costs one augmentation instead of a new matching.

use super::board::{Board, NEVER};
use super::mask::Mask;

const NOBODY: usize = usize::MAX;
const INFINITE: i32 = i32::MAX / 4;

/// A cheapest matching of boxes, in the order of their cells, to goals.
#[derive(Clone, Default)]
pub struct Matching {
    boxes: Vec<usize>,
    box_potential: Vec<i32>,
    goal_potential: Vec<i32>,
    /// The box of each goal; one more place for the box that is looking for a goal.
    owner: Vec<usize>,
    // Working memory of one augmentation.
    slack: Vec<i32>,
    came_from: Vec<usize>,
    done: Vec<bool>,
}

impl Matching {
    /// Matches these boxes; `None` when some box cannot get a goal.
    pub fn assign<M: Mask>(&mut self, board: &Board<M>, boxes: M) -> Option<u32> {
        let count = board.goal_cells.len();
        self.boxes.clear();
        boxes.for_each(|cell| self.boxes.push(cell));
        refill(&mut self.box_potential, count, 0);
        refill(&mut self.goal_potential, count + 1, 0);
        refill(&mut self.owner, count + 1, NOBODY);
        for i in 0..self.boxes.len() {
            self.augment(board, i)?;
        }
        Some(self.cost(board))
    }

    /// Changes this matching into that of `before` with one box moved.
    pub fn assign_moved<M: Mask>(
        &mut self,
        board: &Board<M>,
        before: &Matching,
        from: usize,
        to: usize,
    ) -> Option<u32> {
        self.boxes.clone_from(&before.boxes);
        self.box_potential.clone_from(&before.box_potential);
        self.goal_potential.clone_from(&before.goal_potential);
        self.owner.clone_from(&before.owner);
        let moved = self.boxes.iter().position(|&cell| cell == from)?;
        self.boxes[moved] = to;
        self.box_potential[moved] = 0;
        let freed = self.owner.iter().position(|&owner| owner == moved)?;
        self.owner[freed] = NOBODY;
        self.augment(board, moved)?;
        Some(self.cost(board))
    }

    fn cost<M: Mask>(&self, board: &Board<M>) -> u32 {
        let goals = 0..board.goal_cells.len();
        goals.map(|goal| u32::from(board.distances(self.boxes[self.owner[goal]])[goal])).sum()
    }

    /// Finds a goal for a box without one along the cheapest alternating path.
    fn augment<M: Mask>(&mut self, board: &Board<M>, newcomer: usize) -> Option<()> {
        let count = board.goal_cells.len();
        refill(&mut self.slack, count, INFINITE);
        refill(&mut self.came_from, count, count);
        refill(&mut self.done, count + 1, false);
        self.owner[count] = newcomer;
        self.goal_potential[count] = 0;
        let mut goal = count;
        while self.owner[goal] != NOBODY {
            goal = self.nearest(board, goal)?;
        }
        while goal != count {
            let previous = self.came_from[goal];
            self.owner[goal] = self.owner[previous];
            goal = previous;
        }
        Some(())
    }

    /// Settles `goal` and returns the nearest goal that is not settled yet.
    fn nearest<M: Mask>(&mut self, board: &Board<M>, goal: usize) -> Option<usize> {
        let count = board.goal_cells.len();
        let owner = self.owner[goal];
        let distances = board.distances(self.boxes[owner]);
        self.done[goal] = true;
        let (mut best, mut delta) = (count, INFINITE);
        for other in (0..count).filter(|&other| !self.done[other]) {
            if distances[other] != NEVER {
                let reduced = i32::from(distances[other])
                    - self.box_potential[owner]
                    - self.goal_potential[other];
                if reduced < self.slack[other] {
                    self.slack[other] = reduced;
                    self.came_from[other] = goal;
                }
            }
            if self.slack[other] < delta {
                (best, delta) = (other, self.slack[other]);
            }
        }
        if best == count {
            return None;
        }
        for other in 0..=count {
            if self.done[other] {
                self.box_potential[self.owner[other]] += delta;
                self.goal_potential[other] -= delta;
            } else if other < count && self.slack[other] < INFINITE {
                self.slack[other] -= delta;
            }
        }
        Some(best)
    }
}

fn refill<T: Clone>(list: &mut Vec<T>, len: usize, value: T) {
    list.clear();
    list.resize(len, value);
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
    fn every_move_of_every_box_costs_what_trying_all_says() {
        let level = parse(ROOM.as_bytes()).unwrap()[0].level.clone().unwrap();
        let board = Board::<u64>::new(&level);
        let (mut before, mut after) = (Matching::default(), Matching::default());
        let list = |mask: u64| (0..64).filter(|&c| mask.has(c)).collect::<Vec<usize>>();
        assert_eq!(before.assign(&board, board.boxes), slow(&board, &list(board.boxes), 31));
        for from in list(board.boxes) {
            for to in list(board.floor & !board.boxes) {
                let moved = board.boxes & !(1 << from) | 1 << to;
                let expected = slow(&board, &list(moved), 31);
                assert_eq!(after.assign_moved(&board, &before, from, to), expected);
                assert_eq!(after.clone().assign(&board, moved), expected);
            }
        }
    }
}
