//! One rock that nobody has seen yet.
//!
//! It may be listed at any entrance in any turn: each such pair is a *future*. A plan is played as if
//! no rock came, and for each future the search is asked whether there is a safe plan once the rock is
//! listed. Where there is none the future is *lost*. This takes much longer than to add up the
//! [risk](super::threats) of a plan, but counts detours and what the rocks do to each other.

use gridlock_patterns::crusade::room::{Passage, Side};
use gridlock_patterns::crusade::turn::Command;

use super::follow::End;
use super::joint::{Rock, ALL, NOWHERE};
use super::planner::Planner;
use super::search::{Job, Position, Search};

/// What it costs to lose a future.
pub(super) const LOST: u32 = 2;

/// What it costs to rotate the entrance in the turn before: an error under half of the settings.
const HALF_LOST: u32 = 1;

/// How often a future counts in which somebody aims at Indy. Games are lost to such rocks mostly, and
/// any number from 4 to 31 saves as many.
const AIMED: u32 = 5;

/// Positions to look at in answer to a rock.
const ANSWER_LIMIT: usize = 100;

/// What a turn costs, and each room of the maze in a search, counted in steps of a rock.
const TURN_WORK: usize = 10;
const ANSWER_WORK: usize = 4;

/// Where rocks roll in the maze as it is at first: makers of levels aim them by that.
pub(super) struct Aims {
    /// The cells, for each entrance.
    ways: Vec<Vec<u16>>,
}

impl Aims {
    pub(super) fn new(planner: &Planner<'_>, position: &Position) -> Aims {
        let way = |&(mut cell, mut side): &(u16, Side)| {
            let mut way = Vec::new();
            while cell != NOWHERE {
                let out = match position.rooms[cell as usize].passage(side) {
                    Passage::Out(out) => out,
                    _ => break,
                };
                way.push(cell);
                cell = planner.grid.next(cell, out);
                side = out.entry();
            }
            way
        };
        Aims { ways: planner.entrances.iter().map(way).collect() }
    }

    /// For each entrance the turn in which a rock must be listed to meet Indy where it first comes to
    /// his route, which begins with the first turn of the game.
    fn turns(&self, route: &[(u16, Side)], cells: usize) -> Vec<Option<usize>> {
        let mut visits = vec![None; cells];
        for (turn, step) in route.iter().enumerate() {
            visits[step.0 as usize] = Some(turn);
        }
        let turn = |way: &Vec<u16>| {
            let mut meetings = way
                .iter()
                .enumerate()
                .filter_map(|(length, &cell)| Some((visits[cell as usize]?, length)));
            meetings.next().and_then(|(turn, length)| turn.checked_sub(length))
        };
        self.ways.iter().map(turn).collect()
    }
}

/// The futures in one turn of a game.
pub(super) struct Futures<'p, 'a> {
    pub(super) planner: &'p Planner<'a>,
    pub(super) aims: &'p Aims,
    /// Where Indy was in the turns before.
    pub(super) trail: &'p [(u16, Side)],
    /// Turns played and searches so far.
    pub(super) work: usize,
}

impl Futures<'_, '_> {
    /// What the futures cost that are lost by a plan, or nothing when that is `most` or more, or when
    /// the plan is not safe without them.
    pub(super) fn losses(&mut self, position: &Position, jobs: &[Job], most: u32) -> Option<u32> {
        let (planner, cells) = (self.planner, self.planner.grid.cells());
        let End { works, route, .. } = planner.follow(position, jobs);
        self.work += TURN_WORK * route.len();
        if works != ALL {
            return None;
        }
        let mut is_turned = vec![false; cells];
        for job in jobs {
            is_turned[job.cell as usize] = true;
        }
        let aimed = self.aims.turns(&[self.trail, &route].concat(), cells);
        let mut position = position.clone();
        let mut jobs = jobs.to_vec();
        let mut sum = 0;
        for turn in 1..=route.len() {
            let command = next_command(&mut jobs);
            if !position.advance(planner.tables, &planner.grid, command)? {
                return Some(sum);
            }
            self.work += TURN_WORK;
            let plan = Plan { jobs: &jobs, route: &route[turn..], is_turned: &is_turned };
            for (&entrance, &aimed) in planner.entrances.iter().zip(&aimed) {
                let loss = self.loss(&position, plan, command, entrance);
                let is_aimed = aimed == Some(self.trail.len() + turn);
                sum += if is_aimed { AIMED * loss } else { loss };
                if sum >= most {
                    return None;
                }
            }
        }
        None
    }

    /// What it costs if a rock is listed at an entrance now, after a command.
    fn loss(
        &mut self,
        position: &Position,
        plan: Plan<'_>,
        command: Command,
        (cell, side): (u16, Side),
    ) -> u32 {
        let passage = position.rooms[cell as usize].passage(side);
        if passage != Passage::Refused && position.indy.0 == cell {
            return LOST;
        }
        let rotated = matches!(command, Command::Rotate { cell: c, .. } if c == cell as usize);
        let least = if rotated { HALF_LOST } else { 0 };
        let rock = Rock { cell, side, id: 63, alive: ALL };
        let comes_in = matches!(passage, Passage::Out(_));
        let alone = position.rocks.iter().all(|other| other.cell != cell);
        if !comes_in || !alone || !self.is_in_the_way(position, plan, rock) {
            return least;
        }
        self.work += ANSWER_WORK * position.rooms.len();
        let Planner { tables, grid, .. } = self.planner;
        let mut position = position.clone();
        position.rocks.push(rock);
        let is_safe = self.planner.follow(&position, plan.jobs).works == ALL
            || Search::new(tables, grid, &position, ANSWER_LIMIT).safe_plan().0.is_some();
        if is_safe {
            least
        } else {
            LOST
        }
    }

    /// Whether a rock, if no other stops it, meets Indy or stands in a room that is to be rotated.
    fn is_in_the_way(&mut self, position: &Position, plan: Plan<'_>, rock: Rock) -> bool {
        let Rock { mut cell, mut side, .. } = rock;
        for (turn, steps) in plan.route.windows(2).enumerate() {
            self.work += 1;
            let mut room = position.rooms[cell as usize];
            if plan.is_turned[cell as usize] {
                for job in plan.jobs.iter().filter(|job| job.cell == cell && job.slot <= turn) {
                    if job.slot == turn {
                        return true;
                    }
                    room = room.turned(job.turn);
                }
            }
            let way = match room.passage(side) {
                Passage::Out(way) => way,
                _ => return false,
            };
            let (old, new) = (steps[0].0, steps[1].0);
            let next = self.planner.grid.next(cell, way);
            if next == new || next == old && cell == new {
                return true;
            }
            if next == NOWHERE {
                return false;
            }
            cell = next;
            side = way.entry();
        }
        false
    }
}

/// The rest of a plan.
#[derive(Clone, Copy)]
struct Plan<'p> {
    jobs: &'p [Job],
    route: &'p [(u16, Side)],
    /// For each cell whether the plan rotates it at any time.
    is_turned: &'p [bool],
}

/// Takes the command of this turn out of a plan.
pub(super) fn next_command(jobs: &mut Vec<Job>) -> Command {
    let first = jobs.iter().find(|job| job.slot == 0).copied();
    jobs.retain(|job| job.slot > 0);
    for job in jobs {
        job.slot -= 1;
    }
    first.map_or(Command::Wait, |job| Command::Rotate { cell: job.cell.into(), turn: job.turn })
}

#[cfg(test)]
mod tests {
    use gridlock_patterns::crusade::maze::{Maze, Mover};
    use gridlock_patterns::crusade::room::Room;
    use gridlock_patterns::crusade::rules::Rules;
    use gridlock_patterns::crusade::turn::Fate;

    use super::*;
    use crate::crusade::game::Game;
    use crate::crusade::level::{Arrival, Level};
    use crate::crusade::make::{self, prove, Kind, Proof};
    use crate::crusade::tables::Tables;

    /// What it costs that one more rock comes, by games under all rules and a proof from then on.
    /// Nothing where the rules alone make a difference before, or rocks fall upon each other.
    fn slow_loss(
        level: &Level,
        commands: &[Command],
        arrival: Arrival,
        tables: &Tables,
    ) -> Option<u32> {
        let mut level = level.clone();
        level.rocks.push(arrival);
        let mut after = Vec::new();
        let mut least = 0;
        for rules in Rules::all().filter(|rules| rules.indy_swap_kills) {
            let mut game = Game::new(&level, rules);
            for &command in &commands[..arrival.turn] {
                if game.play(command).is_err() {
                    assert!(rules.arrival_locks);
                    least = HALF_LOST;
                    break;
                }
            }
            if game.turn() == arrival.turn {
                after.push((game.fate(), game.maze().clone(), game.listing()));
            }
        }
        if after.iter().any(|one| one != &after[0]) {
            return None;
        }
        let (fate, maze, listing) = after.pop()?;
        if fate != Fate::Alive {
            return Some(LOST);
        }
        let rocks: Vec<Arrival> =
            listing.rocks.iter().map(|&rock| Arrival { turn: 0, rock }).collect();
        let cell = |arrival: &Arrival| arrival.rock.cell;
        if rocks.iter().filter(|rock| cell(rock) == arrival.rock.cell).count() == 0 {
            // It did not come in; or it met another, which is left out of the account.
            let passage = maze.passage(arrival.rock);
            return (!matches!(passage, Passage::Out(_))).then_some(least);
        }
        let proof = prove(&Level { maze, indy: listing.indy, rocks }, tables, 1_000_000);
        Some(if matches!(proof, Proof::Solution(_)) { least } else { LOST })
    }

    #[test]
    fn what_is_lost_is_what_games_with_one_more_rock_lose() {
        let tables = Tables::new();
        let mut met = [0; 3];
        for number in 0..60 {
            let rocks = number as usize % 3;
            let plan =
                make::Plan { width: 5, height: 5, rocks, visible: true, kind: Kind::Fair, seed: 5 };
            let level = plan.make(number, &tables).unwrap().0.unwrap().level;
            let mut planner = Planner::new(&level.maze, &tables);
            let position = crate::crusade::make::start(&level);
            let (jobs, _) = planner.search(&position, Vec::new(), 10_000);
            let jobs = planner.prepared(&position, jobs);
            let turns = planner.follow(&position, &jobs).turns;
            let mut rest = jobs.clone();
            let commands: Vec<Command> = (0..turns).map(|_| next_command(&mut rest)).collect();
            for (cell, side) in std::mem::take(&mut planner.entrances) {
                planner.entrances = vec![(cell, side)];
                let rock = Mover { cell: cell.into(), side };
                let slow = (1..turns)
                    .map(|turn| slow_loss(&level, &commands, Arrival { turn, rock }, &tables));
                let Some(slow) = slow.collect::<Option<Vec<u32>>>() else { continue };
                // Nobody aims.
                let aims = Aims { ways: vec![Vec::new()] };
                let mut futures = Futures { planner: &planner, aims: &aims, trail: &[], work: 0 };
                let losses = futures.losses(&position, &jobs, u32::MAX);
                assert_eq!(losses, Some(slow.iter().sum()), "{cell} {side:?} {slow:?}\n{level}");
                for loss in slow {
                    met[loss as usize] += 1;
                }
            }
        }
        assert!(met.iter().all(|&count| count > 20), "{met:?}");
    }

    #[test]
    fn rocks_are_aimed_at_the_first_room_of_the_route_that_they_come_to() {
        // Indy falls down on the right; a rock from the left meets him in the second row, behind a
        // room where he never is.
        let rooms = [-3, -3, -2, -9, 0, -3].map(|n| Room::new(n).unwrap());
        let maze = Maze::new(2, rooms.to_vec(), 1).unwrap();
        let tables = Tables::new();
        let mut planner = Planner::new(&maze, &tables);
        planner.entrances = vec![(2, Side::Left), (0, Side::Top), (4, Side::Left)];
        let route = [(1, Side::Top), (3, Side::Top), (5, Side::Top)];
        let position = Position {
            rooms: rooms.to_vec(),
            indy: route[0],
            rocks: Vec::new(),
            coming: Vec::new(),
        };
        let aims = Aims::new(&planner, &position);
        assert_eq!(aims.turns(&route, 6), [Some(0), None, None]);
        let later = [&[(0, Side::Top)], &route[..]].concat();
        assert_eq!(aims.turns(&later, 6), [Some(1), Some(0), None]);
    }
}
