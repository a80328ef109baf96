//! Makes random levels: a hidden way for Indy, rocks that roll towards it, and a proof.
//!
//! Indy's way is laid first, with rooms turned away from it as often as there is time to turn them
//! back. Then paths are laid from the rim for the rocks, many of them timed to meet Indy. Then the
//! hidden solution is played: Indy keeps to his way, and each rock is dealt with once it is listed.
//! Levels where that fails may still have a solution for somebody who knows all rocks beforehand; the
//! search decides, and such levels are made on request, as well as those without any solution. Every
//! solution is played under all settings of the open rules before the level is handed out.

use std::fmt;

use gridlock_patterns::crusade::maze::{Maze, Mover, LONGEST_SIDE};
use gridlock_patterns::crusade::room::{Passage, Room, Side, Turn, Way};
use gridlock_patterns::crusade::rules::Rules;
use gridlock_patterns::crusade::turn::{Command, Fate};

use super::follow::follow;
use super::game::Game;
use super::joint::{Grid, Rock, ALL};
use super::level::{Arrival, Level};
use super::search::{Job, Position, Search};
use super::tables::Tables;
use crate::random::Random;

/// Which levels to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Rooms in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Rocks.
    pub rocks: usize,
    /// Whether all rocks are there from the first turn on.
    pub visible: bool,
    /// What kind of levels.
    pub kind: Kind,
    /// The same seed gives the same levels.
    pub seed: u64,
}

/// Kinds of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// There is a solution that deals with each rock after it was listed.
    Fair,
    /// There is a solution for somebody who knows all rocks beforehand.
    Hindsight,
    /// There is no solution.
    Unsolvable,
}

/// The most rocks of a level.
pub const MOST_ROCKS: usize = 10;

/// The shortest side.
const SHORTEST_SIDE: usize = 3;

/// Positions that the proof may look at.
const LIMIT: usize = 100_000;

/// Levels to try before giving up on one.
const TRIES: usize = 2_000;

/// What is wrong with a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadPlan {
    /// A side is too short or too long.
    Size,
    /// Too many rocks.
    Rocks,
}

impl fmt::Display for BadPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPlan::Size => {
                write!(f, "each side must have {SHORTEST_SIDE} to {LONGEST_SIDE} rooms")
            }
            BadPlan::Rocks => write!(f, "a level has at most {MOST_ROCKS} rocks"),
        }
    }
}

impl std::error::Error for BadPlan {}

/// A level with what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The level.
    pub level: Level,
    /// A command for each turn, which works under all settings of the open rules; empty for a level
    /// without a solution.
    pub solution: Vec<Command>,
}

/// How many levels were not used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rejected {
    /// They could be decided, and were not asked for.
    pub others: usize,
    /// They could not be decided within the limit.
    pub undecided: usize,
}

/// What a search for a solution with all rocks known says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A command for each turn.
    Solution(Vec<Command>),
    /// There is none that works under all settings.
    None,
    /// The search ran into its limit.
    Undecided,
}

/// Looks for commands that work under all settings of the open rules, knowing all rocks to come.
/// Looks at no more than `limit` positions.
pub fn prove(level: &Level, tables: &Tables, limit: usize) -> Proof {
    let grid = Grid::new(&level.maze);
    let position = start(level);
    let (plan, cut) = Search::new(tables, &grid, &position, limit).safe_plan();
    match plan {
        Some(jobs) => Proof::Solution(commands(&jobs)),
        None if cut => Proof::Undecided,
        None => Proof::None,
    }
}

/// The first turn of a level, with all rocks to come.
pub(super) fn start(level: &Level) -> Position {
    let mut position = Position {
        rooms: level.maze.rooms().to_vec(),
        indy: (level.indy.cell as u16, level.indy.side),
        rocks: Vec::new(),
        coming: Vec::new(),
    };
    for (id, arrival) in level.rocks.iter().enumerate() {
        let Mover { cell, side } = arrival.rock;
        let rock = Rock { cell: cell as u16, side, id: (id & 63) as u8, alive: ALL };
        if arrival.turn > 0 {
            position.coming.push((arrival.turn, rock));
        } else if matches!(level.maze.passage(arrival.rock), Passage::Out(_)) {
            position.rocks.push(rock);
        }
    }
    position
}

fn commands(jobs: &[Job]) -> Vec<Command> {
    let turns = jobs.iter().map(|job| job.slot + 1).max().unwrap_or(0);
    (0..turns).map(|turn| command(jobs, turn)).collect()
}

/// What a plan does in a turn.
fn command(jobs: &[Job], turn: usize) -> Command {
    let job = jobs.iter().find(|job| job.slot == turn);
    job.map_or(Command::Wait, |job| Command::Rotate { cell: job.cell.into(), turn: job.turn })
}

/// Plays commands, then waits; says how the game ends.
pub fn replay(level: &Level, commands: &[Command], rules: Rules) -> Fate {
    let mut game = Game::new(level, rules);
    while game.fate() == Fate::Alive {
        let command = commands.get(game.turn()).copied().unwrap_or(Command::Wait);
        if game.play(command).is_err() {
            return game.fate();
        }
    }
    game.fate()
}

impl Plan {
    /// Whether such levels can be made.
    ///
    /// # Errors
    /// What stands against it.
    pub fn check(&self) -> Result<(), BadPlan> {
        let sides = SHORTEST_SIDE..=LONGEST_SIDE;
        if !sides.contains(&self.width) || !sides.contains(&self.height) {
            Err(BadPlan::Size)
        } else if self.rocks > MOST_ROCKS {
            Err(BadPlan::Rocks)
        } else {
            Ok(())
        }
    }

    /// The level of this number, and how many were rejected on the way. Levels of the same plan with
    /// different numbers have nothing to do with each other. `None` when many tries brought none.
    ///
    /// # Errors
    /// When the plan cannot be carried out.
    pub fn make(&self, number: u64, tables: &Tables) -> Result<(Option<Made>, Rejected), BadPlan> {
        self.check()?;
        let mut random = Random::new(self.seed, number);
        let mut rejected = Rejected::default();
        for _ in 0..TRIES {
            let (level, route) = match Builder::new(self, &mut random).level() {
                Some(built) => built,
                None => continue,
            };
            let solution = match self.kind {
                Kind::Fair => hidden_solution(&level, &route, tables),
                Kind::Hindsight | Kind::Unsolvable => match prove(&level, tables, LIMIT) {
                    Proof::Solution(solution) => Some(solution),
                    Proof::None => None,
                    Proof::Undecided => {
                        rejected.undecided += 1;
                        continue;
                    }
                },
            };
            match (solution, self.kind) {
                (Some(solution), Kind::Fair | Kind::Hindsight) => {
                    let plays = |rules| replay(&level, &solution, rules) == Fate::Won;
                    assert!(Rules::all().all(plays), "the plan works under all settings");
                    return Ok((Some(Made { level, solution }), rejected));
                }
                (None, Kind::Unsolvable) => {
                    return Ok((Some(Made { level, solution: Vec::new() }), rejected));
                }
                _ => rejected.others += 1,
            }
        }
        Ok((None, rejected))
    }
}

/// Plays Indy along his laid way and deals with each rock once it is listed, under all settings at
/// once. `None` when that fails, or would rotate a room in the turn before a rock appears in it.
fn hidden_solution(
    level: &Level,
    route: &[(usize, Side)],
    tables: &Tables,
) -> Option<Vec<Command>> {
    let grid = Grid::new(&level.maze);
    let banned = other_ways(&level.maze, route);
    let mut position = start(level);
    let coming = std::mem::take(&mut position.coming);
    let mut jobs: Vec<Job> = Vec::new();
    let mut commands = Vec::new();
    loop {
        if follow(tables, &grid, &position, &jobs).works != ALL {
            let search = Search::new(tables, &grid, &position, LIMIT / 10);
            jobs = search.without(banned.clone()).safe_plan().0?;
        }
        let turn = commands.len();
        position.coming = coming.iter().filter(|(t, _)| *t > turn).copied().collect();
        for (turns, _) in &mut position.coming {
            *turns -= turn;
        }
        commands.push(command(&jobs, 0));
        let done = !position.advance(tables, &grid, commands[turn])?;
        position.coming.clear();
        if done {
            return Some(commands);
        }
        jobs.retain(|job| job.slot > 0);
        for job in &mut jobs {
            job.slot -= 1;
        }
    }
}

/// The ways that lead off a route.
fn other_ways(maze: &Maze, route: &[(usize, Side)]) -> Vec<(u16, Way)> {
    let mut ways = Vec::new();
    for steps in route.windows(2) {
        let (cell, next) = (steps[0].0, steps[1]);
        let leads_on = |way: Way| maze.next(cell, way) == Some(next.0) && way.entry() == next.1;
        let others = Way::ALL.into_iter().filter(|&way| !leads_on(way));
        ways.extend(others.map(|way| (cell as u16, way)));
    }
    ways
}

/// A level in the making.
struct Builder<'a> {
    plan: &'a Plan,
    random: &'a mut Random,
    /// Rooms as they should stand; `None` where nothing is laid yet.
    rooms: Vec<Option<Room>>,
    /// Indy's way: cell and side of entry, the exit last.
    route: Vec<(usize, Side)>,
}

impl Builder<'_> {
    fn new<'a>(plan: &'a Plan, random: &'a mut Random) -> Builder<'a> {
        let rooms = vec![None; plan.width * plan.height];
        Builder { plan, random, rooms, route: Vec::new() }
    }

    /// The level and Indy's way through it.
    fn level(mut self) -> Option<(Level, Vec<(usize, Side)>)> {
        let start = self.random.below(self.plan.width);
        self.lay_route(start);
        let exit = self.route.last()?.0;
        let indy = Mover { cell: start, side: Side::Top };
        if self.route.len() < 3 {
            return None;
        }
        let rocks = self.lay_rocks();
        let rooms = self.finish(exit);
        let maze = Maze::new(self.plan.width, rooms, exit % self.plan.width)?;
        let level = Level { maze, indy, rocks };
        // What is written must be read as the same level.
        Some((super::level::parse(&level.to_string()).ok()?, self.route))
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    /// The cell beside or below.
    fn next(&self, cell: usize, way: Way) -> Option<usize> {
        let width = self.plan.width;
        match way {
            Way::Left => (cell % width > 0).then(|| cell - 1),
            Way::Right => (cell % width + 1 < width).then(|| cell + 1),
            Way::Bottom => Some(cell + width).filter(|&next| next < self.rooms.len()),
        }
    }

    /// A random room that leads from one side to another.
    fn room_for(&mut self, side: Side, way: Way) -> Option<Room> {
        let fits = |number: &i32| {
            Room::new(*number).map_or(false, |room| room.passage(side) == Passage::Out(way))
        };
        let fitting: Vec<i32> = (1..14).filter(fits).collect();
        (!fitting.is_empty()).then(|| fitting[self.random.below(fitting.len())]).and_then(Room::new)
    }

    /// A random way on from a cell.
    fn way_on(&mut self, cell: usize, side: Side) -> Option<(Way, usize)> {
        let mut ways = match side {
            Side::Top => vec![Way::Left, Way::Right, Way::Bottom],
            Side::Left => vec![Way::Right, Way::Right, Way::Bottom],
            Side::Right => vec![Way::Left, Way::Left, Way::Bottom],
        };
        self.random.shuffle(&mut ways);
        ways.into_iter().find_map(|way| Some((way, self.next(cell, way)?)))
    }

    /// Lays Indy's way from the top to the bottom row.
    fn lay_route(&mut self, start: usize) {
        let bottom = self.plan.width * (self.plan.height - 1);
        let (mut cell, mut side) = (start, Side::Top);
        loop {
            self.route.push((cell, side));
            let ends = cell >= bottom && (side == Side::Top || self.chance(30));
            let step = if ends { None } else { self.way_on(cell, side) };
            let (way, next) = match step {
                Some(step) => step,
                None => break,
            };
            self.rooms[cell] = self.room_for(side, way);
            cell = next;
            side = way.entry();
        }
        let end = self.room_for(side, Way::Bottom);
        self.rooms[cell] = end.map(Room::locked);
    }

    /// Lays a path for each rock and times it.
    fn lay_rocks(&mut self) -> Vec<Arrival> {
        let mut rocks: Vec<Arrival> = Vec::new();
        for _ in 0..self.plan.rocks {
            let entry = self.entrance();
            let meeting = self.lay_path(entry);
            // As in the published levels, few rooms that rocks appear in can be rotated.
            if self.chance(75) {
                self.rooms[entry.0] = self.rooms[entry.0].map(Room::locked);
            }
            let last = self.route.len() - 1;
            let turn = match meeting {
                _ if self.plan.visible => 0,
                // Indy is in the room of this step in the turn of the same number.
                Some((step, length)) if step > length && self.chance(60) => step - length,
                _ => self.random.below(last),
            };
            let rock = Mover { cell: entry.0, side: entry.1 };
            let taken = |other: &Arrival| other.rock.cell == rock.cell && other.turn == turn;
            let start = rock.cell == self.route[0].0 && turn == 0;
            if !start && !rocks.iter().any(taken) {
                rocks.push(Arrival { turn, rock });
            }
        }
        rocks
    }

    /// A random place on the rim.
    fn entrance(&mut self) -> (usize, Side) {
        let (width, height) = (self.plan.width, self.plan.height);
        match self.random.below(3) {
            0 => (self.random.below(width), Side::Top),
            1 => (self.random.below(height) * width, Side::Left),
            _ => (self.random.below(height) * width + width - 1, Side::Right),
        }
    }

    /// Lays a path up to Indy's way. Returns the step of the way where it ends, and its length.
    fn lay_path(&mut self, (mut cell, mut side): (usize, Side)) -> Option<(usize, usize)> {
        for length in 0..self.rooms.len() {
            if let Some(step) = self.route.iter().position(|step| step.0 == cell) {
                return Some((step, length));
            }
            let old = self.rooms[cell].map(|room| room.passage(side));
            let (way, next) = if let Some(Passage::Out(way)) = old {
                (way, self.next(cell, way)?)
            } else {
                let (way, next) = self.way_on(cell, side)?;
                let room = self.room_for(side, way)?;
                let locked = self.chance(30);
                self.rooms[cell] = Some(if locked { room.locked() } else { room });
                (way, next)
            };
            cell = next;
            side = way.entry();
        }
        None
    }

    /// Locks and turns the rooms of Indy's way, and fills the rest.
    fn finish(&mut self, exit: usize) -> Vec<Room> {
        let locked = 20 + self.random.below(50);
        // Turns without a rotation so far, that of the first move included.
        let mut spare = 0;
        for step in 1..self.route.len() - 1 {
            spare += 1;
            let cell = self.route[step].0;
            if let Some(room) = self.rooms[cell] {
                let rotations = self.random.below(3).min(spare);
                self.rooms[cell] = Some(if self.chance(locked) {
                    room.locked()
                } else {
                    spare -= rotations;
                    (0..rotations).fold(room, |room, _| room.turned(Turn::Right))
                });
            }
        }
        let start = self.route[0].0;
        self.rooms[start] = self.rooms[start].map(Room::locked);
        let empty = 10 + self.random.below(70);
        let mut rooms = Vec::new();
        for cell in 0..self.rooms.len() {
            let laid = self.rooms[cell];
            let filling = match laid {
                Some(room) => room,
                None if cell == exit || self.chance(empty) => Room::NONE,
                None => {
                    let number = 1 + self.random.below(13) as i32;
                    let sign = if self.chance(locked) { -1 } else { 1 };
                    Room::new(sign * number).unwrap_or(Room::NONE)
                }
            };
            rooms.push(filling);
        }
        rooms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(rocks: usize, kind: Kind) -> Plan {
        Plan { width: 6, height: 5, rocks, visible: false, kind, seed: 1 }
    }

    #[test]
    fn levels_are_as_planned_and_solvable() {
        for number in 0..20 {
            let kind = [Kind::Fair, Kind::Hindsight][number as usize % 2];
            let plan = plan(number as usize % 4, kind);
            let made = plan.make(number, &Tables::new()).unwrap().0.unwrap();
            assert_eq!((made.level.maze.width(), made.level.maze.height()), (6, 5));
            assert!(made.level.rocks.len() <= plan.rocks);
            for rules in Rules::all() {
                assert_eq!(replay(&made.level, &made.solution, rules), Fate::Won);
            }
            assert_eq!(plan.make(number, &Tables::new()).unwrap().0.unwrap(), made);
        }
        assert_ne!(
            plan(3, Kind::Fair).make(1, &Tables::new()),
            plan(3, Kind::Fair).make(2, &Tables::new())
        );
    }

    #[test]
    fn unsolvable_levels_are_made_on_request() {
        for number in 0..5 {
            let made = plan(3, Kind::Unsolvable).make(number, &Tables::new()).unwrap().0.unwrap();
            assert!(made.solution.is_empty());
            assert_eq!(prove(&made.level, &Tables::new(), LIMIT), Proof::None);
        }
    }

    #[test]
    fn bad_plans_are_refused() {
        assert_eq!(Plan { width: 2, ..plan(0, Kind::Fair) }.check(), Err(BadPlan::Size));
        assert_eq!(Plan { height: 21, ..plan(0, Kind::Fair) }.check(), Err(BadPlan::Size));
        assert_eq!(plan(11, Kind::Fair).check(), Err(BadPlan::Rocks));
    }
}
