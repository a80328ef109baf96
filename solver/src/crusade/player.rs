//! The player: one command a turn.
//!
//! A plan is kept from turn to turn as long as it brings Indy to the exit past all rocks listed;
//! otherwise a new one is searched. In each turn the plan is compared with some that differ a little,
//! by the rocks to come that each would be lost to.

use gridlock_patterns::crusade::maze::{Maze, Mover};
use gridlock_patterns::crusade::room::{Room, Side};
use gridlock_patterns::crusade::turn::Command;

use super::futures::{next_command, Aims, Futures};
use super::game::Listing;
use super::joint::{Rock, Settings, ALL};
use super::planner::Planner;
use super::search::{Job, Position};
use super::tables::Tables;

/// Positions to look at in one turn.
const LIMIT: usize = 20_000;

/// What may be done to compare plans in one turn, counted in steps of a rock: some two milliseconds.
const WORK: usize = 200_000;

/// Somebody who plays a game.
pub struct Player<'a> {
    planner: Planner<'a>,
    rooms: Vec<Room>,
    /// The rest of the plan: rotations by the number of turns from now.
    jobs: Vec<Job>,
    /// Where Indy was in the turns so far.
    trail: Vec<(u16, Side)>,
    /// Set in the first turn.
    aims: Option<Aims>,
    /// The settings under which the plan of the last turn works, if no other rocks come.
    pub works: Settings,
    /// What it cost in the last turn that single rocks might come that the plan could not meet; none
    /// when it could meet each of them.
    pub losses: u32,
    /// Positions looked at so far.
    pub nodes: usize,
}

impl<'a> Player<'a> {
    /// A player who has seen the maze.
    pub fn new(maze: &Maze, tables: &'a Tables) -> Player<'a> {
        Player {
            planner: Planner::new(maze, tables),
            rooms: maze.rooms().to_vec(),
            jobs: Vec::new(),
            trail: Vec::new(),
            aims: None,
            works: 0,
            losses: 0,
            nodes: 0,
        }
    }

    /// The command for this turn.
    pub fn play(&mut self, listing: &Listing) -> Command {
        let position = self.position(listing);
        let planner = &self.planner;
        let is_safe = |jobs: &[Job]| planner.follow(&position, jobs).works == ALL;
        if self.trail.is_empty() || !is_safe(&self.jobs) {
            let old = std::mem::take(&mut self.jobs);
            let (jobs, nodes) = planner.search(&position, old, LIMIT);
            self.nodes += nodes;
            self.jobs = jobs;
            if is_safe(&self.jobs) {
                let jobs = std::mem::take(&mut self.jobs);
                self.jobs = planner.prepared(&position, planner.improve(&position, jobs));
            }
        }
        self.works = planner.follow(&position, &self.jobs).works;
        if self.works == ALL {
            self.compare(&position);
        }
        self.trail.push(position.indy);
        let command = next_command(&mut self.jobs);
        if let Command::Rotate { cell, turn } = command {
            self.rooms[cell] = self.rooms[cell].turned(turn);
        }
        command
    }

    /// Changes the plan as long as that loses fewer futures.
    fn compare(&mut self, position: &Position) {
        let Player { planner, trail, jobs, .. } = self;
        let aims = self.aims.get_or_insert_with(|| Aims::new(planner, position));
        let mut futures = Futures { planner, aims, trail, work: 0 };
        let mut best = futures.losses(position, jobs, u32::MAX).unwrap_or(0);
        let mut variants = planner.variants(position, jobs).into_iter();
        while best > 0 && futures.work < WORK {
            let variant = match variants.next() {
                Some(variant) => variant,
                None => break,
            };
            if let Some(losses) = futures.losses(position, &variant, best) {
                best = losses;
                *jobs = variant;
                variants = planner.variants(position, jobs).into_iter();
            }
        }
        self.losses = best;
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
