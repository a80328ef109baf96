//! Plans that are safe from the rocks listed so far, and ways to change them for those to come.

use gridlock_patterns::crusade::maze::Maze;
use gridlock_patterns::crusade::room::{Room, Side, Turn};

use super::follow::{follow, End};
use super::futures::next_command;
use super::joint::{Grid, ALL};
use super::search::{Found, Job, Position, Search};
use super::tables::Tables;
use super::threats::{self, Timeline};

/// Positions to look at for one other plan.
const DETOUR_LIMIT: usize = 200;

/// Plans to compare in one turn.
const MOST_DETOURS: usize = 24;

/// Rooms to think of rotating in one turn against rocks that may come.
const MOST_ROOMS: usize = 8;

/// Plans to compare to prepare a new plan.
const MOST_PREPARED: usize = 100;

/// Makes plans for one maze.
pub(super) struct Planner<'a> {
    pub(super) tables: &'a Tables,
    pub(super) grid: Grid,
    /// Where rocks can appear.
    pub(super) entrances: Vec<(u16, Side)>,
}

impl<'a> Planner<'a> {
    pub(super) fn new(maze: &Maze, tables: &'a Tables) -> Planner<'a> {
        let grid = Grid::new(maze);
        let entrances = threats::entrances(&tables.steering, &grid, maze.rooms());
        Planner { tables, grid, entrances }
    }

    /// Plays a plan to its end.
    pub(super) fn follow(&self, position: &Position, jobs: &[Job]) -> End {
        follow(self.tables, &self.grid, position, jobs)
    }

    /// A new plan unless the old one is better, and how many positions were looked at.
    pub(super) fn search(
        &self,
        position: &Position,
        jobs: Vec<Job>,
        limit: usize,
    ) -> (Vec<Job>, usize) {
        let Found { jobs: new, nodes, .. } =
            Search::new(self.tables, &self.grid, position, limit).run();
        let better = self.follow(position, &new).rank() >= self.follow(position, &jobs).rank();
        (if better { new } else { jobs }, nodes)
    }

    /// The risk of a plan.
    fn risk(&self, rooms: &[Room], jobs: &[Job], route: &[(u16, Side)]) -> u32 {
        let timeline = Timeline::new(&self.tables.steering, &self.grid, rooms, jobs, route);
        self.entrances.iter().map(|&entrance| timeline.risk(entrance, |_, _| ())).sum()
    }

    /// Looks for a safe plan with less risk: one that leaves the route of this safe plan somewhere.
    pub(super) fn improve(&self, position: &Position, mut jobs: Vec<Job>) -> Vec<Job> {
        let rooms = &position.rooms;
        let mut end = self.follow(position, &jobs);
        let mut risk = self.risk(rooms, &jobs, &end.route);
        let search = Search::new(self.tables, &self.grid, position, DETOUR_LIMIT);
        let mut banned = Vec::new();
        let mut step = 1;
        let mut detours = 0;
        while risk > 0 && step + 1 < end.route.len() && detours < MOST_DETOURS {
            let way = end.way(step, self.grid.width);
            let cell = end.route[step].0;
            step += 1;
            if cell == self.grid.exit || !rooms[cell as usize].can_turn() {
                continue;
            }
            detours += 1;
            banned.push((cell, way));
            if let Some(others) = search.clone().without(banned.clone()).safe_plan().0 {
                let other = self.follow(position, &others);
                let other_risk = self.risk(rooms, &others, &other.route);
                if other.works == ALL && other_risk < risk {
                    // Go on from this plan; what was banned stays so.
                    (jobs, end, risk, step) = (others, other, other_risk, 1);
                    continue;
                }
            }
            banned.pop();
        }
        jobs
    }

    /// The risk of a plan, and the rooms that rocks come through that would kill Indy, with the
    /// weights of those rocks, the largest first.
    fn threats(
        &self,
        rooms: &[Room],
        jobs: &[Job],
        route: &[(u16, Side)],
    ) -> (u32, Vec<(u32, u16)>) {
        let timeline = Timeline::new(&self.tables.steering, &self.grid, rooms, jobs, route);
        let mut gains: Vec<(u32, u16)> = Vec::new();
        let mut note = |cell: u16, weight: u32| match gains.iter_mut().find(|gain| gain.1 == cell) {
            Some(gain) => gain.0 += weight,
            None => gains.push((weight, cell)),
        };
        let risk = self.entrances.iter().map(|&entrance| timeline.risk(entrance, &mut note)).sum();
        gains.sort_unstable_by_key(|gain| std::cmp::Reverse(*gain));
        (risk, gains)
    }

    /// Uses a spare turn against rocks that may come: adds the rotation that takes most of the risk
    /// away from a safe plan. Counts the plans compared.
    fn prepare(&self, position: &Position, jobs: &[Job], compared: &mut usize) -> Vec<Job> {
        let route = self.follow(position, jobs).route;
        let (risk, gains) = self.threats(&position.rooms, jobs, &route);
        let mut best = (risk, jobs.to_vec());
        for &(gain, cell) in gains.iter().take(MOST_ROOMS) {
            // A room can hardly save more than all rocks that come through it.
            if best.0 + gain <= risk {
                break;
            }
            for jobs in turned_first(jobs, cell) {
                *compared += 1;
                let other = self.follow(position, &jobs);
                if other.works == ALL && other.route == route {
                    let risk = self.risk(&position.rooms, &jobs, &route);
                    if risk < best.0 {
                        best = (risk, jobs);
                    }
                }
            }
        }
        best.1
    }

    /// Prepares one turn of a safe plan after the other.
    pub(super) fn prepared(&self, position: &Position, mut jobs: Vec<Job>) -> Vec<Job> {
        let mut position = position.clone();
        let mut all = Vec::new();
        let mut compared = 0;
        for turn in 0.. {
            if compared < MOST_PREPARED {
                jobs = self.prepare(&position, &jobs, &mut compared);
            }
            all.extend(
                jobs.iter().filter(|job| job.slot == 0).map(|job| Job { slot: turn, ..*job }),
            );
            let command = next_command(&mut jobs);
            if position.advance(self.tables, &self.grid, command) != Some(true) {
                break;
            }
        }
        all
    }

    /// Plans that use this turn in another way than a safe one, or leave one of its rotations out.
    /// They may not be safe.
    pub(super) fn variants(&self, position: &Position, jobs: &[Job]) -> Vec<Vec<Job>> {
        let route = self.follow(position, jobs).route;
        let (_, gains) = self.threats(&position.rooms, jobs, &route);
        let mut cells: Vec<u16> = gains.iter().take(MOST_ROOMS).map(|gain| gain.1).collect();
        for job in jobs {
            if !cells.contains(&job.cell) {
                cells.push(job.cell);
            }
        }
        let mut variants = Vec::new();
        for &cell in &cells {
            variants.extend(turned_first(jobs, cell));
            let others: Vec<Job> = jobs.iter().filter(|job| job.cell != cell).copied().collect();
            if others.len() < jobs.len() {
                variants.extend(turned_first(&others, cell));
            }
        }
        for left_out in 0..jobs.len() {
            let mut jobs = jobs.to_vec();
            jobs.remove(left_out);
            variants.push(jobs);
        }
        variants.push(delayed(jobs, 0));
        variants
    }
}

/// A plan with a room rotated in front, in all ways.
fn turned_first(jobs: &[Job], cell: u16) -> impl Iterator<Item = Vec<Job>> {
    let once = delayed(jobs, 0);
    let twice = delayed(&once, 1);
    [(Turn::Left, once.clone(), 1), (Turn::Right, once, 1), (Turn::Right, twice, 2)]
        .into_iter()
        .map(move |(turn, mut jobs, rotations)| {
            jobs.extend((0..rotations).map(|slot| Job { slot, cell, turn }));
            jobs.sort_unstable();
            jobs
        })
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
