//! Makes hard levels: boxes are pulled away from their goals, so every level has a solution.
//!
//! How hard a level is only the solver can tell. So a random room is made harder step by step: some
//! more pulls, solve, keep the position if it took more nodes than the one before. Of many rooms
//! the hardest remain, and these are worked on again.

use std::fmt;
use std::ops::RangeInclusive;

use super::level::Level;
use super::solve::{solve, Limits, Verdict};
use crate::random::Random;

/// Which levels to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Numbers of boxes.
    pub boxes: RangeInclusive<usize>,
    /// Rows inside the outer wall.
    pub rows: usize,
    /// Columns inside the outer wall.
    pub cols: usize,
    /// How many levels of each number of boxes.
    pub count: usize,
    /// How many tries for each level; every other one goes to a new room.
    pub tries: usize,
    /// The same seed gives the same levels.
    pub seed: u64,
}

/// A level, and what the solver needed for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The level.
    pub level: Level,
    /// Positions that the solver met.
    pub nodes: usize,
    /// A solution in LURD notation.
    pub solution: String,
}

/// What is wrong with a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadPlan {
    /// The range of boxes is empty or has a zero.
    Boxes,
    /// A side is too short or too long.
    Size,
    /// No room to move that many boxes.
    TooManyBoxes {
        /// Boxes asked for.
        boxes: usize,
        /// The most that may be.
        most: usize,
    },
}

impl fmt::Display for BadPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPlan::Boxes => write!(f, "no number of boxes; ask for one or more, as in 12..13"),
            BadPlan::Size => {
                let (least, most) = (SIDES.start(), SIDES.end());
                write!(f, "each side of the room must have {least} to {most} cells")
            }
            BadPlan::TooManyBoxes { boxes, most } => {
                write!(f, "{boxes} boxes are too many; a room of this size has room for {most}")
            }
        }
    }
}

impl std::error::Error for BadPlan {}

/// How long a side may be.
const SIDES: RangeInclusive<usize> = 3..=20;

/// One inner wall for so many cells is the most.
const CELLS_PER_WALL: usize = 18;

/// How many steps a room is given in one try.
const STEPS: usize = 4;

/// The most pulls of one step.
const LONGEST_WALK: usize = 12;

/// Bytes for the solver; what it cannot solve with them is not used. Never a time limit, so that
/// the levels do not depend on the machine.
const MEMORY: usize = 32 << 20;

impl Plan {
    /// Whether such levels can be made.
    ///
    /// # Errors
    /// What stands against it.
    pub fn check(&self) -> Result<(), BadPlan> {
        if !SIDES.contains(&self.rows) || !SIDES.contains(&self.cols) {
            return Err(BadPlan::Size);
        }
        // The player needs a cell to stand on and one to step back to.
        let (boxes, most) = (*self.boxes.end(), self.rows * self.cols - 2);
        if self.boxes.is_empty() || *self.boxes.start() == 0 {
            Err(BadPlan::Boxes)
        } else if boxes > most {
            Err(BadPlan::TooManyBoxes { boxes, most })
        } else {
            Ok(())
        }
    }

    /// The hardest levels found with this number of boxes, hardest first; fewer than asked for when
    /// the tries were not enough.
    ///
    /// # Errors
    /// When the plan cannot be carried out.
    pub fn make(&self, boxes: usize) -> Result<Vec<Made>, BadPlan> {
        self.check()?;
        let mut random = Random::new(self.seed, boxes as u64);
        let mut climbs: Vec<Climb> = Vec::new();
        for i in 0..self.count.saturating_mul(self.tries) {
            // Every other try goes on with a room that has proved hard.
            if i % 2 == 1 && !climbs.is_empty() {
                let chosen = random.below(climbs.len());
                climbs[chosen].go_on(&mut random);
            } else if let Some(room) = Room::random(self, boxes, &mut random) {
                let mut climb = Climb::new(room, &mut random);
                climb.go_on(&mut random);
                let is_new = climbs.iter().all(|other| other.room != climb.room);
                climbs.extend(Some(climb).filter(|climb| is_new && climb.best.is_some()));
            }
            // The sort is stable: rooms as hard as each other stay in the order of their making.
            climbs.sort_by_key(|climb| std::cmp::Reverse(climb.nodes()));
            climbs.truncate(self.count);
        }
        Ok(climbs.into_iter().filter_map(|climb| climb.best).collect())
    }
}

/// A room that is being made harder.
struct Climb {
    room: Room,
    /// The hardest position so far, and the solved one before there is any.
    position: Position,
    best: Option<Made>,
}

impl Climb {
    /// The solved position, with the player anywhere.
    fn new(room: Room, random: &mut Random) -> Climb {
        let is_free = |cell: &usize| !room.walls[*cell] && !room.goals[*cell];
        let free: Vec<usize> = (0..room.walls.len()).filter(is_free).collect();
        let position =
            Position { boxes: room.goals.clone(), player: free[random.below(free.len())] };
        Climb { room, position, best: None }
    }

    fn nodes(&self) -> usize {
        self.best.as_ref().map_or(0, |best| best.nodes)
    }

    /// Pulls boxes and keeps what is harder, some times over.
    fn go_on(&mut self, random: &mut Random) {
        for _ in 0..STEPS {
            let mut position = self.position.clone();
            for _ in 0..=random.below(LONGEST_WALK) {
                self.room.pull(&mut position, random);
            }
            let made = self.room.solved(&position);
            if let Some(made) = made.filter(|made| made.nodes > self.nodes()) {
                self.best = Some(made);
                self.position = position;
            }
        }
    }
}

/// A room with its walls and goals.
#[derive(PartialEq)]
struct Room {
    /// From one row to the next, the outer wall included.
    stride: usize,
    walls: Vec<bool>,
    goals: Vec<bool>,
}

/// Boxes, and a cell where the player may be.
#[derive(Clone)]
struct Position {
    boxes: Vec<bool>,
    player: usize,
}

impl Room {
    /// Random inner walls and goals; `None` when the walls cut the room into parts.
    fn random(plan: &Plan, boxes: usize, random: &mut Random) -> Option<Room> {
        let stride = plan.cols + 2;
        let mut walls = vec![true; (plan.rows + 2) * stride];
        let mut cells: Vec<usize> = (0..plan.rows * plan.cols)
            .map(|i| (i / plan.cols + 1) * stride + i % plan.cols + 1)
            .collect();
        random.shuffle(&mut cells);
        let most = (cells.len() / CELLS_PER_WALL).min(cells.len() - boxes - 2);
        let floor = cells.split_off(random.below(most + 1));
        for &cell in &floor {
            walls[cell] = false;
        }
        let mut goals = vec![false; walls.len()];
        for &cell in &floor[..boxes] {
            goals[cell] = true;
        }
        let room = Room { stride, walls, goals };
        let nothing = vec![false; room.walls.len()];
        let connected = room.reach(&nothing, floor[0]).len() == floor.len();
        Some(room).filter(|_| connected)
    }

    /// Makes a random pull, if there is any.
    fn pull(&self, position: &mut Position, random: &mut Random) {
        let Position { boxes, player } = position;
        let mut pulls = Vec::new();
        for cell in self.reach(boxes, *player) {
            for (behind, ahead) in self.lines(cell) {
                if boxes[behind] && !boxes[ahead] && !self.walls[ahead] {
                    pulls.push((behind, cell, ahead));
                }
            }
        }
        if !pulls.is_empty() {
            let (behind, cell, ahead) = pulls[random.below(pulls.len())];
            boxes.swap(behind, cell);
            *player = ahead;
        }
    }

    /// The two cells beside a floor cell that lie in one line with it, for each direction.
    fn lines(&self, cell: usize) -> [(usize, usize); 4] {
        let (up, down, left, right) = (cell - self.stride, cell + self.stride, cell - 1, cell + 1);
        [(up, down), (down, up), (left, right), (right, left)]
    }

    /// The cells that the player can walk to.
    fn reach(&self, boxes: &[bool], player: usize) -> Vec<usize> {
        let mut seen = vec![false; self.walls.len()];
        seen[player] = true;
        let mut reached = vec![player];
        let mut next = 0;
        while next < reached.len() {
            for (beside, _) in self.lines(reached[next]) {
                if !self.walls[beside] && !boxes[beside] && !seen[beside] {
                    seen[beside] = true;
                    reached.push(beside);
                }
            }
            next += 1;
        }
        reached
    }

    /// The level that starts here, if there is something to do and the solver can do it.
    fn solved(&self, position: &Position) -> Option<Made> {
        let level = self.level(position);
        let limits = Limits { memory: MEMORY, ..Limits::default() };
        let report = solve(&level, &limits);
        match report.verdict {
            Verdict::Solved(solution) if !solution.is_empty() => {
                Some(Made { level, nodes: report.nodes, solution })
            }
            _ => None,
        }
    }

    fn level(&self, position: &Position) -> Level {
        let symbol = |cell: usize| {
            let (is_box, is_player) = (position.boxes[cell], position.player == cell);
            match (self.walls[cell], self.goals[cell]) {
                (true, _) => b'#',
                (_, false) if is_box => b'$',
                (_, true) if is_box => b'*',
                (_, false) if is_player => b'@',
                (_, true) if is_player => b'+',
                (_, true) => b'.',
                (_, false) => b' ',
            }
        };
        let cells: Vec<u8> = (0..self.walls.len()).map(symbol).collect();
        let rows: Vec<_> = cells.chunks(self.stride).map(<[u8]>::to_vec).collect();
        Level::new(&rows).expect("a closed room with as many boxes as goals")
    }
}

#[cfg(test)]
mod tests {
    use super::super::replay::replay;
    use super::*;

    fn plan() -> Plan {
        Plan { boxes: 2..=4, rows: 4, cols: 5, count: 3, tries: 3, seed: 1 }
    }

    #[test]
    fn levels_are_as_planned_and_solvable() {
        for boxes in plan().boxes {
            let made = plan().make(boxes).unwrap();
            assert_eq!(made.len(), 3);
            assert!(made.windows(2).all(|pair| pair[0].nodes >= pair[1].nodes));
            for Made { level, solution, .. } in &made {
                assert_eq!((level.rows(), level.cols()), (6, 7));
                assert_eq!(level.boxes().iter().filter(|&&is_box| is_box).count(), boxes);
                assert!(replay(level, solution).unwrap().solved);
                assert!(!solution.is_empty());
            }
            assert_eq!(plan().make(boxes).unwrap(), made);
        }
        let other = Plan { seed: 2, ..plan() };
        assert_ne!(other.make(3), plan().make(3));
    }

    #[test]
    fn full_rooms_end_without_a_panic() {
        let plan = Plan { boxes: 1..=7, rows: 3, cols: 3, count: 2, tries: 5, seed: 3 };
        for boxes in 1..=7 {
            assert!(plan.make(boxes).unwrap().len() <= 2);
        }
    }

    #[test]
    fn bad_plans_are_refused() {
        let bad = |plan: Plan| plan.check().unwrap_err();
        #[allow(clippy::reversed_empty_ranges)]
        let reversed = 4..=2;
        assert_eq!(bad(Plan { boxes: reversed, ..plan() }), BadPlan::Boxes);
        assert_eq!(bad(Plan { boxes: 0..=2, ..plan() }), BadPlan::Boxes);
        assert_eq!(bad(Plan { rows: 2, ..plan() }), BadPlan::Size);
        assert_eq!(bad(Plan { cols: 21, ..plan() }), BadPlan::Size);
        let too_many = BadPlan::TooManyBoxes { boxes: 19, most: 18 };
        assert_eq!(bad(Plan { boxes: 1..=19, ..plan() }), too_many);
    }
}
