//! The player: one command a turn.
//!
//! A plan is kept from turn to turn as long as it brings Indy to the exit past all rocks listed;
//! otherwise a new one is searched.

use gridlock_patterns::crusade::maze::{Maze, Mover};
use gridlock_patterns::crusade::room::{Passage, Room, Side, Turn, Way};
use gridlock_patterns::crusade::turn::Command;

use super::game::Listing;
use super::joint::{kills, survivors, Grid, Rock, Rolling, Settings, ALL, NOWHERE};
use super::search::{Found, Job, Position, Search};
use super::tables::Tables;
use super::threats::{self, Timeline};

/// Positions to look at in one turn.
const LIMIT: usize = 20_000;

/// Positions to look at for one other plan.
const DETOUR_LIMIT: usize = 200;

/// Rooms to think of rotating in one turn against rocks that may come.
const MOST_ROOMS: usize = 8;

/// Plans to compare in one turn.
const MOST_DETOURS: usize = 24;

/// Somebody who plays a game.
pub struct Player<'a> {
    tables: &'a Tables,
    grid: Grid,
    rooms: Vec<Room>,
    /// The rest of the plan: rotations by the number of turns from now.
    jobs: Vec<Job>,
    /// Where rocks can appear.
    entrances: Vec<(u16, Side)>,
    /// The settings under which the plan of the last turn works, if no other rocks come.
    pub works: Settings,
    /// Positions looked at so far.
    pub nodes: usize,
}

impl<'a> Player<'a> {
    /// A player who has seen the maze.
    pub fn new(maze: &Maze, tables: &'a Tables) -> Player<'a> {
        let grid = Grid::new(maze);
        let entrances = threats::entrances(&tables.steering, &grid, maze.rooms());
        Player {
            tables,
            grid,
            rooms: maze.rooms().to_vec(),
            jobs: Vec::new(),
            entrances,
            works: 0,
            nodes: 0,
        }
    }

    /// The command for this turn.
    pub fn play(&mut self, listing: &Listing) -> Command {
        let position = self.position(listing);
        if follow(self.tables, &self.grid, &position, &self.jobs).works != ALL {
            let found = Search::new(self.tables, &self.grid, &position, LIMIT).run();
            self.nodes += found.nodes;
            self.take(&position, found);
            self.improve(&position);
        }
        self.prepare(&position);
        let first = self.jobs.iter().find(|job| job.slot == 0).copied();
        self.jobs.retain(|job| job.slot > 0);
        for job in &mut self.jobs {
            job.slot -= 1;
        }
        match first {
            Some(Job { cell, turn, .. }) => {
                let room = &mut self.rooms[cell as usize];
                *room = room.turned(turn);
                Command::Rotate { cell: cell.into(), turn }
            }
            None => Command::Wait,
        }
    }

    /// Takes a new plan unless the old one is better.
    fn take(&mut self, position: &Position, found: Found) {
        let old = follow(self.tables, &self.grid, position, &self.jobs);
        let new = follow(self.tables, &self.grid, position, &found.jobs);
        if new.rank() >= old.rank() {
            self.jobs = found.jobs;
        }
    }

    /// The risk of a plan.
    fn risk(&self, jobs: &[Job], route: &[(u16, Side)]) -> u32 {
        let timeline = Timeline::new(&self.tables.steering, &self.grid, &self.rooms, jobs, route);
        self.entrances.iter().map(|&entrance| timeline.risk(entrance, |_, _| ())).sum()
    }

    /// Looks for another safe plan with less risk: one that leaves the route of the plan somewhere.
    fn improve(&mut self, position: &Position) {
        let mut end = follow(self.tables, &self.grid, position, &self.jobs);
        if end.works != ALL {
            return;
        }
        let mut risk = self.risk(&self.jobs, &end.route);
        let search = Search::new(self.tables, &self.grid, position, DETOUR_LIMIT);
        let mut banned = Vec::new();
        let mut step = 1;
        let mut detours = 0;
        while risk > 0 && step + 1 < end.route.len() && detours < MOST_DETOURS {
            let way = end.way(step, self.grid.width);
            let cell = end.route[step].0;
            step += 1;
            if self.is_fixed(cell) {
                continue;
            }
            detours += 1;
            banned.push((cell, way));
            if let Some(jobs) = search.clone().without(banned.clone()).safe_plan().0 {
                let other = follow(self.tables, &self.grid, position, &jobs);
                let other_risk = self.risk(&jobs, &other.route);
                if other.works == ALL && other_risk < risk {
                    // Go on from this plan; what was banned stays so.
                    (self.jobs, end, risk, step) = (jobs, other, other_risk, 1);
                    continue;
                }
            }
            banned.pop();
        }
    }

    fn is_fixed(&self, cell: u16) -> bool {
        cell == self.grid.exit || !self.rooms[cell as usize].can_turn()
    }

    /// Uses a spare turn against rocks that may come: adds the rotation that takes most of the risk
    /// away.
    fn prepare(&mut self, position: &Position) {
        let end = follow(self.tables, &self.grid, position, &self.jobs);
        self.works = end.works;
        if end.works != ALL {
            return;
        }
        let timeline =
            Timeline::new(&self.tables.steering, &self.grid, &self.rooms, &self.jobs, &end.route);
        let mut gains: Vec<(u32, u16)> = Vec::new();
        let mut note = |cell: u16, weight: u32| match gains.iter_mut().find(|gain| gain.1 == cell) {
            Some(gain) => gain.0 += weight,
            None => gains.push((weight, cell)),
        };
        for &entrance in &self.entrances {
            timeline.risk(entrance, &mut note);
        }
        gains.sort_unstable_by_key(|gain| std::cmp::Reverse(*gain));
        let mut best = (self.risk(&self.jobs, &end.route), Vec::new());
        let delayed = delayed(&self.jobs, 0);
        for &(_, cell) in gains.iter().take(MOST_ROOMS) {
            for (turn, rotations) in [(Turn::Left, 1), (Turn::Right, 1), (Turn::Right, 2)] {
                let mut jobs = delayed.clone();
                if rotations == 2 {
                    jobs = self::delayed(&jobs, 1);
                }
                jobs.extend((0..rotations).map(|slot| Job { slot, cell, turn }));
                jobs.sort_unstable();
                self.keep_better(position, &end, jobs, &mut best);
            }
        }
        if !best.1.is_empty() {
            self.jobs = best.1;
        }
    }

    /// Keeps a plan with additional rotations of a room if it is better.
    fn keep_better(
        &self,
        position: &Position,
        end: &End,
        jobs: Vec<Job>,
        best: &mut (u32, Vec<Job>),
    ) {
        let other = follow(self.tables, &self.grid, position, &jobs);
        if other.works == ALL && other.route == end.route {
            let risk = self.risk(&jobs, &other.route);
            if risk < best.0 {
                *best = (risk, jobs);
            }
        }
    }

    fn position(&self, listing: &Listing) -> Position {
        let place = |mover: Mover| (mover.cell as u16, mover.side);
        let rocks = listing.rocks.iter().enumerate().map(|(id, &rock)| {
            let (cell, side) = place(rock);
            // More rocks than fit into a set share a number; that only costs time.
            Rock { cell, side, id: (id & 63) as u8, alive: ALL }
        });
        Position {
            rooms: self.rooms.clone(),
            indy: place(listing.indy),
            rocks: rocks.collect(),
            coming: Vec::new(),
        }
    }
}

/// The rotations, with those from this turn on delayed until a turn without one is found.
fn delayed(jobs: &[Job], turn: usize) -> Vec<Job> {
    let mut end = turn;
    let mut delayed = Vec::with_capacity(jobs.len() + 1);
    for &job in jobs {
        let moves = job.slot == end;
        end += usize::from(moves);
        delayed.push(Job { slot: job.slot + usize::from(moves), ..job });
    }
    delayed
}

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
    fn way(&self, step: usize, width: usize) -> Way {
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
    fn rank(&self) -> (u32, usize) {
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
