//! The player: one command a turn.
//!
//! A plan is kept from turn to turn as long as it brings Indy to the exit past all rocks listed;
//! otherwise a new one is searched.

use gridlock_patterns::crusade::maze::{Maze, Mover};
use gridlock_patterns::crusade::room::{Passage, Room, Side, Turn, Way};
use gridlock_patterns::crusade::steering::Steering;
use gridlock_patterns::crusade::turn::Command;

use super::game::Listing;
use super::joint::{kills, survivors, Grid, Rock, Rolling, Settings, ALL, NOWHERE};
use super::search::{Found, Job, Position, Search};
use super::threats::{self, Timeline};

/// Positions to look at in one turn.
const LIMIT: usize = 20_000;

/// Positions to look at for one other plan.
const DETOUR_LIMIT: usize = 200;

/// Plans to compare in one turn.
const MOST_DETOURS: usize = 24;

/// Somebody who plays a game.
pub struct Player {
    steering: Steering,
    grid: Grid,
    rooms: Vec<Room>,
    /// The rest of the plan: rotations by the number of turns from now.
    jobs: Vec<Job>,
    /// Where rocks can appear.
    entrances: Vec<(u16, Side)>,
    /// Positions looked at so far.
    pub nodes: usize,
}

impl Player {
    /// A player who has seen the maze.
    pub fn new(maze: &Maze) -> Player {
        let (steering, grid) = (Steering::enumerate(), Grid::new(maze));
        let entrances = threats::entrances(&steering, &grid, maze.rooms());
        Player {
            steering,
            grid,
            rooms: maze.rooms().to_vec(),
            jobs: Vec::new(),
            entrances,
            nodes: 0,
        }
    }

    /// The command for this turn.
    pub fn play(&mut self, listing: &Listing) -> Command {
        let position = self.position(listing);
        if follow(&self.grid, &position, &self.jobs).works != ALL {
            let found = Search::new(&self.steering, &self.grid, &position, LIMIT).run();
            self.nodes += found.nodes;
            self.take(&position, found);
            self.improve(&position);
        }
        if self.jobs.iter().all(|job| job.slot > 0) {
            self.prepare(&position);
        }
        let first = self.jobs.iter().find(|job| job.slot == 0).copied();
        self.jobs.retain(|job| job.slot > 0);
        self.jobs.iter_mut().for_each(|job| job.slot -= 1);
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
        let old = follow(&self.grid, position, &self.jobs);
        let new = follow(&self.grid, position, &found.jobs);
        if new.rank() >= old.rank() {
            self.jobs = found.jobs;
        }
    }

    /// The risk of a plan.
    fn risk(&self, jobs: &[Job], route: &[(u16, Side)]) -> u32 {
        let timeline = Timeline::new(&self.steering, &self.grid, &self.rooms, jobs, route);
        let mut threats = Vec::new();
        self.entrances.iter().for_each(|&entrance| timeline.threats(entrance, &mut threats));
        threats.iter().map(|threat| threat.weight).sum()
    }

    /// Looks for another safe plan with less risk: one that leaves the route of the plan somewhere.
    fn improve(&mut self, position: &Position) {
        let mut end = follow(&self.grid, position, &self.jobs);
        if end.works != ALL {
            return;
        }
        let mut risk = self.risk(&self.jobs, &end.route);
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
            let search = Search::new(&self.steering, &self.grid, position, DETOUR_LIMIT);
            if let Some(jobs) = search.without(banned.clone()).safe_plan() {
                let other = follow(&self.grid, position, &jobs);
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
        let end = follow(&self.grid, position, &self.jobs);
        if end.works != ALL {
            return;
        }
        let mut threats = Vec::new();
        let timeline =
            Timeline::new(&self.steering, &self.grid, &self.rooms, &self.jobs, &end.route);
        self.entrances.iter().for_each(|&entrance| timeline.threats(entrance, &mut threats));
        let risk: u32 = threats.iter().map(|threat| threat.weight).sum();
        let mut gains: Vec<(u32, u16)> = Vec::new();
        for threat in &threats {
            for &cell in &threat.rooms {
                match gains.iter_mut().find(|gain| gain.1 == cell) {
                    Some(gain) => gain.0 += threat.weight,
                    None => gains.push((threat.weight, cell)),
                }
            }
        }
        gains.sort_unstable_by_key(|gain| std::cmp::Reverse(*gain));
        let mut best = (risk, Vec::new());
        for &(_, cell) in gains.iter().take(8) {
            self.try_rotations(position, cell, &end, &mut best);
        }
        if !best.1.is_empty() {
            self.jobs = best.1;
        }
    }

    /// Adds rotations of one room to the plan, and keeps the result if it is better.
    fn try_rotations(&self, position: &Position, cell: u16, end: &End, best: &mut (u32, Vec<Job>)) {
        let occupied = |c: u16| c == position.indy.0 || position.rocks.iter().any(|r| r.cell == c);
        let on_rim = self.entrances.iter().any(|entrance| entrance.0 == cell);
        if occupied(cell) || on_rim {
            return;
        }
        for (turn, rotations) in [(Turn::Left, 1), (Turn::Right, 1), (Turn::Right, 2)] {
            if rotations == 2 && self.jobs.iter().any(|job| job.slot == 1) {
                continue;
            }
            let mut jobs = self.jobs.clone();
            jobs.extend((0..rotations).map(|slot| Job { slot, cell, turn }));
            jobs.sort_unstable();
            let other = follow(&self.grid, position, &jobs);
            if other.works == ALL && other.route == end.route {
                let risk = self.risk(&jobs, &other.route);
                if risk < best.0 {
                    *best = (risk, jobs);
                }
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
pub fn follow(grid: &Grid, position: &Position, jobs: &[Job]) -> End {
    let mut rooms = position.rooms.clone();
    let mut indy = position.indy;
    let mut rocks = position.rocks.clone();
    let mut rolling: Vec<Rolling> = Vec::new();
    let mut jobs = jobs.iter().peekable();
    let mut end = End { works: ALL, turns: 0, route: vec![indy] };
    loop {
        while let Some(job) = jobs.next_if(|job| job.slot <= end.turns) {
            let soon = position
                .coming
                .iter()
                .any(|(turns, r)| *turns == end.turns + 1 && r.cell == job.cell);
            let used = job.cell == indy.0 || rocks.iter().any(|rock| rock.cell == job.cell);
            let room = &mut rooms[job.cell as usize];
            if used || soon || !room.can_turn() || job.cell == grid.exit || job.slot < end.turns {
                return End { works: 0, ..end };
            }
            *room = room.turned(job.turn);
        }
        end.turns += 1;
        let from = indy.0;
        let to = match rooms[from as usize].passage(indy.1) {
            Passage::Out(way) => (grid.next(from, way), way.entry()),
            _ => (NOWHERE, indy.1),
        };
        if to.0 == NOWHERE || rooms[to.0 as usize].passage(to.1) == Passage::Refused {
            return End { works: 0, ..end };
        }
        rolling.clear();
        rolling.extend(rocks.iter().map(|&rock| Rolling::leaving(rock, &rooms, grid)));
        let due = position.coming.iter().filter(|(turns, _)| *turns == end.turns);
        rolling.extend(due.map(|&(_, rock)| Rolling::arriving(rock)));
        for one in &mut rolling {
            one.come(&rooms);
            end.works &= !kills(one, from, to.0, grid.exit);
        }
        end.route.push(to);
        if to.0 == grid.exit || end.works == 0 {
            return end;
        }
        survivors(&rolling, &mut rocks);
        indy = to;
    }
}
