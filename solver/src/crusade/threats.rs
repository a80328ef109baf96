//! Rocks that nobody has seen yet.
//!
//! A rock can appear at any entrance on the rim in any turn. For a plan this module asks of each
//! entrance and each turn: would such a rock kill Indy, and how many rooms on its way could still be
//! rotated against it once it is seen? The answers add up to the *risk* of the plan.

use gridlock_patterns::crusade::room::{Passage, Room, Side};
use gridlock_patterns::crusade::steering::Steering;

use super::bounds::choices;
use super::joint::{Grid, NOWHERE};
use super::search::Job;

/// The weight of a rock against which 0, 1, 2, ... rooms help.
const WEIGHTS: [u32; 4] = [1000, 30, 6, 1];

/// The weight of a rock that appears in a room right after the plan rotates it, and would not meet
/// Indy: an error under half of the settings.
const ROTATED: u32 = WEIGHTS[0] / 2;

/// The entrances of a maze: each cell on the rim that somebody could come into from outside.
pub(super) fn entrances(steering: &Steering, grid: &Grid, rooms: &[Room]) -> Vec<(u16, Side)> {
    let (width, cells) = (grid.width, grid.cells());
    let mut entrances = Vec::new();
    for cell in 0..cells {
        let sides = [
            (Side::Top, cell < width),
            (Side::Left, cell % width == 0),
            (Side::Right, cell % width + 1 == width),
        ];
        for (side, on_rim) in sides {
            let open = |c: u16| {
                let all = choices(steering, grid, rooms, c, side);
                all.iter().any(|choice| choice.passage != Passage::Refused)
            };
            if on_rim && open(cell as u16) {
                entrances.push((cell as u16, side));
            }
        }
    }
    entrances
}

/// A plan as time goes by.
pub(super) struct Timeline<'a> {
    steering: &'a Steering,
    grid: &'a Grid,
    rooms: &'a [Room],
    jobs: &'a [Job],
    /// For each cell whether the plan rotates it.
    has_job: Vec<bool>,
    /// The cells of Indy, by turns from now, and by which side he comes in.
    route: Vec<u16>,
    sides: Vec<Side>,
    /// For each cell the turn in which Indy is there, plus one.
    visit: Vec<u16>,
    /// For each rotation its turn and the last turn in which it is early enough.
    deadlines: Vec<(usize, usize)>,
}

impl<'a> Timeline<'a> {
    /// A plan: rotations in the order of their turns, and where they lead Indy.
    pub(super) fn new(
        steering: &'a Steering,
        grid: &'a Grid,
        rooms: &'a [Room],
        jobs: &'a [Job],
        route: &[(u16, Side)],
    ) -> Timeline<'a> {
        let mut has_job = vec![false; grid.cells()];
        for job in jobs {
            has_job[job.cell as usize] = true;
        }
        let mut visit = vec![0; grid.cells()];
        for (turn, step) in route.iter().enumerate() {
            visit[step.0 as usize] = turn as u16 + 1;
        }
        // Rooms that are turned for Indy can be turned until he comes; others are best left alone.
        let deadline = |job: &Job| match visit[job.cell as usize] as usize {
            visit if visit > job.slot + 1 => (job.slot, visit - 2),
            _ => (job.slot, job.slot),
        };
        let deadlines = jobs.iter().map(deadline).collect();
        let (route, sides) = route.iter().copied().unzip();
        Timeline { steering, grid, rooms, jobs, has_job, route, sides, visit, deadlines }
    }

    /// How a room stands when somebody comes to it in a turn.
    #[inline]
    fn room(&self, cell: u16, turn: usize) -> Room {
        let mut room = self.rooms[cell as usize];
        if self.has_job[cell as usize] {
            for job in self.jobs.iter().filter(|job| job.cell == cell && job.slot <= turn) {
                room = room.turned(job.turn);
            }
        }
        room
    }

    /// The risk that one entrance brings. Calls `note` with each room on the way of a rock that would
    /// kill Indy, and the weight of that rock.
    pub(super) fn risk(&self, entrance: (u16, Side), mut note: impl FnMut(u16, u32)) -> u32 {
        let mut risk = 0;
        let mut rooms = Vec::new();
        let mut turns = vec![false; self.route.len()];
        self.meetings(entrance, 0, &mut turns);
        for job in self.jobs.iter().filter(|job| job.cell == entrance.0) {
            // Makers of levels time rocks to meet Indy, so such a turn is as bad as a rock that kills,
            // and counts once, though the rock may do both.
            let meets = turns.get_mut(job.slot + 1).map_or(false, std::mem::take);
            risk += if meets { WEIGHTS[0] } else { ROTATED };
        }
        let mut spare = Vec::new();
        for listed in (1..turns.len()).filter(|&turn| turns[turn]) {
            rooms.clear();
            self.spare_turns(listed, &mut spare);
            if let Some(weight) = self.threat(entrance, listed, &spare, &mut rooms) {
                for &room in &rooms {
                    note(room, weight);
                }
                risk += weight;
            }
        }
        risk
    }

    /// For each turn, how many rotations can be added from one turn up to that one, so that all of the
    /// plan that is still to be done then can be done in time.
    fn spare_turns(&self, first: usize, spare: &mut Vec<u16>) {
        spare.clear();
        spare.resize(self.route.len(), 0);
        for &(slot, deadline) in &self.deadlines {
            if slot >= first && deadline < spare.len() {
                spare[deadline] += 1;
            }
        }
        let mut due = 0;
        for (turns, place) in spare.iter_mut().skip(first).enumerate() {
            due += *place;
            *place = (turns as u16 + 1).saturating_sub(due);
        }
        for turn in (first + 1..spare.len()).rev() {
            spare[turn - 1] = spare[turn - 1].min(spare[turn]);
        }
    }

    /// Marks the turns in which a rock may have to be listed to meet Indy: no other turn is a threat.
    /// The rock comes to a room so many turns after that.
    fn meetings(&self, (mut cell, mut side): (u16, Side), mut length: usize, turns: &mut [bool]) {
        loop {
            let visit = self.visit[cell as usize] as usize;
            // Both come to the room in the same turn, or they swap rooms one turn later.
            for listed in [visit.wrapping_sub(length + 1), visit.wrapping_sub(length)] {
                if let Some(marked) = turns.get_mut(listed) {
                    *marked = true;
                }
            }
            if self.has_job[cell as usize] {
                return self.meetings_through(cell, side, length, turns);
            }
            let way = match self.rooms[cell as usize].passage(side) {
                Passage::Out(way) => way,
                _ => return,
            };
            cell = self.grid.next(cell, way);
            if cell == NOWHERE {
                return;
            }
            side = way.entry();
            length += 1;
        }
    }

    /// The same behind a room that the plan rotates, for all the ways in which it stands.
    fn meetings_through(&self, cell: u16, side: Side, length: usize, turns: &mut [bool]) {
        let mut room = self.rooms[cell as usize];
        let mut known = [false; 3];
        let rotations = self.jobs.iter().filter(|job| job.cell == cell).map(|job| job.turn);
        for rotation in std::iter::once(None).chain(rotations.map(Some)) {
            room = rotation.map_or(room, |turn| room.turned(turn));
            if let Passage::Out(way) = room.passage(side) {
                let next = self.grid.next(cell, way);
                if next != NOWHERE && !known[way as usize] {
                    known[way as usize] = true;
                    self.meetings((next, way.entry()), length + 1, turns);
                }
            }
        }
    }

    /// Follows a rock that is listed for the first time so many turns from now. If it kills Indy,
    /// returns its weight; adds the rooms on its way that can be rotated. `spare` are the rotations that
    /// can be added from then on.
    fn threat(
        &self,
        (mut cell, mut side): (u16, Side),
        listed: usize,
        spare: &[u16],
        rooms: &mut Vec<u16>,
    ) -> Option<u32> {
        let passage = self.room(cell, listed - 1).passage(side);
        if passage == Passage::Refused {
            return None;
        }
        if self.can_turn(cell) {
            rooms.push(cell);
        }
        // Here a rock that finds no way out kills as well.
        if self.route[listed] == cell {
            return Some(WEIGHTS[0]);
        }
        let mut way = match passage {
            Passage::Out(way) => way,
            _ => return None,
        };
        let mut helpful = 0;
        let turns = spare.iter().enumerate().take(self.route.len() - 1).skip(listed);
        for (turn, &spare) in turns {
            let (old, next) = (cell, self.grid.next(cell, way));
            if next == NOWHERE {
                return None;
            }
            cell = next;
            side = way.entry();
            let passage = self.room(cell, turn).passage(side);
            if passage == Passage::Refused {
                return None;
            }
            let (indy_old, indy_new) = (self.route[turn], self.route[turn + 1]);
            if cell == indy_new || cell == indy_old && old == indy_new {
                return Some(WEIGHTS[helpful.min(WEIGHTS.len() - 1)]);
            }
            way = match passage {
                Passage::Out(way) => way,
                _ => return None,
            };
            if self.can_turn(cell) {
                helpful += usize::from(self.can_answer(cell, side, turn, spare));
                rooms.push(cell);
            }
        }
        None
    }

    fn can_turn(&self, cell: u16) -> bool {
        cell != self.grid.exit && self.rooms[cell as usize].can_turn()
    }

    /// Whether a rock can be stopped in front of a room that it comes to in some turn, without stopping
    /// Indy, when so many rotations can be added.
    fn can_answer(&self, cell: u16, side: Side, turn: usize, spare: u16) -> bool {
        let room = self.room(cell, turn);
        let visit = self.visit[cell as usize] as usize;
        if self.has_job[cell as usize] && visit > turn {
            return false;
        }
        self.steering.choices(room, side).iter().any(|choice| {
            let stops = !matches!(choice.passage, Passage::Out(_));
            let passes = visit <= turn || {
                let side = self.sides[visit - 1];
                choice.room.passage(side) == room.passage(side)
            };
            stops && passes && u16::from(choice.rotations) <= spare
        })
    }
}

#[cfg(test)]
mod tests {
    use gridlock_patterns::crusade::maze::Maze;
    use gridlock_patterns::crusade::room::Turn;

    use super::*;

    /// Indy falls through a room in the second row; the risk of a rock from the left there.
    fn risk_beside(number: i32) -> u32 {
        let rooms = [-3, 0, number, 0, -3, 0].map(|n| Room::new(n).unwrap());
        let grid = Grid::new(&Maze::new(2, rooms.to_vec(), 0).unwrap());
        let route = [(0, Side::Top), (2, Side::Top), (4, Side::Top)];
        let steering = Steering::enumerate();
        Timeline::new(&steering, &grid, &rooms, &[], &route).risk((2, Side::Left), |_, _| ())
    }

    #[test]
    fn a_rock_kills_where_it_comes_in_even_without_a_way_out() {
        assert_eq!(risk_beside(-3), 0);
        assert_eq!(risk_beside(-9), WEIGHTS[0]);
        // It comes in, and crashes, where Indy would go to the left.
        assert_eq!(risk_beside(-10), WEIGHTS[0]);
    }

    #[test]
    fn an_entrance_is_rotated_rather_when_no_rock_would_meet_indy_there() {
        // Indy comes from the left to a room that is open to the right until it is rotated.
        let rooms = [-3, 0, -5, 8, 0, -3].map(|n| Room::new(n).unwrap());
        let grid = Grid::new(&Maze::new(2, rooms.to_vec(), 1).unwrap());
        let route = [(0, Side::Top), (2, Side::Top), (3, Side::Left), (5, Side::Top)];
        let steering = Steering::enumerate();
        let risk = |slot: Option<usize>| {
            let job = slot.map(|slot| Job { slot, cell: 3, turn: Turn::Right });
            let jobs: Vec<Job> = job.into_iter().collect();
            let timeline = Timeline::new(&steering, &grid, &rooms, &jobs, &route);
            timeline.risk((3, Side::Right), |_, _| ())
        };
        assert_eq!(risk(None), WEIGHTS[0]);
        assert_eq!(risk(Some(0)), ROTATED);
        // Right after that rotation Indy is in the room, and whoever aims at him lets a rock in then.
        assert_eq!(risk(Some(1)), WEIGHTS[0]);
    }
}
