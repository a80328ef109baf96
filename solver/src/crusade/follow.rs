//! Plays a plan, turn by turn, under all settings of the open rules at once.

use gridlock_patterns::crusade::room::{Passage, Room, Side, Way};
use gridlock_patterns::crusade::turn::Command;

use super::joint::{kills, survivors, Grid, Rock, Rolling, Settings, ALL, NOWHERE};
use super::search::{Job, Position};
use super::tables::Tables;

/// How a plan ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct End {
    /// The settings under which Indy reaches the exit.
    pub works: Settings,
    /// Turns until Indy is at the exit, or until he is dead under all settings.
    pub turns: usize,
    /// The cells and sides of entry of Indy, the present one first.
    pub route: Vec<(u16, Side)>,
}

impl End {
    /// How Indy leaves the room of a step.
    pub(super) fn way(&self, step: usize, width: usize) -> Way {
        let (from, to) = (self.route[step].0 as usize, self.route[step + 1].0 as usize);
        if to == from + width && self.route[step + 1].1 == Side::Top {
            Way::Bottom
        } else if to > from {
            Way::Right
        } else {
            Way::Left
        }
    }

    /// Larger for better plans.
    pub(super) fn rank(&self) -> (u32, usize) {
        (self.works.count_ones(), if self.works == 0 { self.turns } else { 0 })
    }
}

/// Plays a plan to its end, rotation by rotation. Rotations must be in the order of their turns.
pub fn follow(tables: &Tables, grid: &Grid, position: &Position, jobs: &[Job]) -> End {
    let mut state = State::new(position);
    let mut jobs = jobs.iter().peekable();
    let mut end = End { works: ALL, turns: 0, route: vec![position.indy] };
    loop {
        while let Some(job) = jobs.next_if(|job| job.slot <= end.turns) {
            if job.slot < end.turns || !state.rotate(grid, position, end.turns, *job) {
                return End { works: 0, ..end };
            }
        }
        match state.advance(tables, grid, position, end.turns) {
            None => return End { works: 0, ..end },
            Some(killed) => end.works &= !killed,
        }
        end.turns += 1;
        end.route.push(state.indy);
        if state.indy.0 == grid.exit || end.works == 0 {
            return end;
        }
    }
}

/// A game under all settings at once.
struct State {
    rooms: Vec<Room>,
    indy: (u16, Side),
    rocks: Vec<Rock>,
    rolling: Vec<Rolling>,
}

impl State {
    fn new(position: &Position) -> State {
        let Position { rooms, indy, rocks, .. } = position;
        State { rooms: rooms.clone(), indy: *indy, rocks: rocks.clone(), rolling: Vec::new() }
    }

    /// Rotates a room, unless that is an error under some setting.
    fn rotate(&mut self, grid: &Grid, position: &Position, turn: usize, job: Job) -> bool {
        let here = |rock: &Rock| rock.cell == job.cell;
        let soon = position.coming.iter().any(|(t, rock)| *t == turn + 1 && here(rock));
        let used = job.cell == self.indy.0 || self.rocks.iter().any(here);
        let room = &mut self.rooms[job.cell as usize];
        let allowed = !used && !soon && room.can_turn() && job.cell != grid.exit;
        *room = room.turned(job.turn);
        allowed
    }

    /// Moves everybody. Returns the settings under which Indy is killed by a rock, or nothing when he
    /// dies otherwise.
    fn advance(
        &mut self,
        tables: &Tables,
        grid: &Grid,
        position: &Position,
        turn: usize,
    ) -> Option<Settings> {
        let from = self.indy.0;
        let to = match self.rooms[from as usize].passage(self.indy.1) {
            Passage::Out(way) => (grid.next(from, way), way.entry()),
            _ => return None,
        };
        if to.0 == NOWHERE || self.rooms[to.0 as usize].passage(to.1) == Passage::Refused {
            return None;
        }
        let (rooms, rolling) = (&self.rooms, &mut self.rolling);
        rolling.clear();
        rolling.extend(self.rocks.iter().map(|&rock| Rolling::leaving(rock, rooms, grid)));
        let due = position.coming.iter().filter(|(turns, _)| *turns == turn + 1);
        rolling.extend(due.map(|&(_, rock)| Rolling::arriving(rock)));
        let mut killed = 0;
        for one in rolling.iter_mut() {
            one.come(rooms);
            killed |= kills(tables, rooms, one, (from, to.0, to.1), grid.exit);
        }
        survivors(tables, rooms, rolling, grid.exit, &mut self.rocks);
        self.indy = to;
        Some(killed)
    }
}

impl Position {
    /// Plays one turn under all settings at once. Returns whether Indy is still on his way; nothing
    /// when the command is an error, or Indy dies, under some setting.
    pub fn advance(&mut self, tables: &Tables, grid: &Grid, command: Command) -> Option<bool> {
        let mut state = State::new(self);
        if let Command::Rotate { cell, turn } = command {
            let job = Job { slot: 0, cell: cell as u16, turn };
            if !state.rotate(grid, self, 0, job) {
                return None;
            }
        }
        if state.advance(tables, grid, self, 0)? != 0 {
            return None;
        }
        self.rooms = state.rooms;
        self.indy = state.indy;
        self.rocks = state.rocks;
        Some(self.indy.0 != grid.exit)
    }
}
