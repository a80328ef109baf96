//! One turn under all settings of the open rules at once.
//!
//! How rocks move does not depend on the open rules, only whether they are still there. So a rock is
//! followed once, with the set of settings in which it exists.

use gridlock_patterns::crusade::collision::{Meeting, Pair};
use gridlock_patterns::crusade::maze::Maze;
use gridlock_patterns::crusade::room::{Passage, Room, Side, Way};
use gridlock_patterns::crusade::rules::Rules;

use super::tables::Tables;

/// A set of settings: one bit for each combination of the four rules that matter to a plan.
pub type Settings = u16;

/// Every combination.
pub const ALL: Settings = 0xFFFF;
/// Two rocks that swap rooms vanish.
const SWAP_DESTROYS: Settings = 0xAAAA;
/// A rock that moves into the cell of a stopped rock vanishes.
const STOPPED_DESTROYS: Settings = 0xCCCC;
/// A rock enters by a side without a way out.
const CRASH_ENTERS: Settings = 0xF0F0;
/// A rock in the exit kills Indy.
const EXIT_KILLS: Settings = 0xFF00;

/// The set with the one setting that stands for these rules.
pub fn setting(rules: Rules) -> Settings {
    let part = |is_set: bool, set: Settings| if is_set { set } else { !set };
    part(rules.rock_swap_destroys, SWAP_DESTROYS)
        & part(rules.stopped_destroys, STOPPED_DESTROYS)
        & part(rules.crash_enters, CRASH_ENTERS)
        & part(rules.exit_kills, EXIT_KILLS)
}

/// No cell.
pub const NOWHERE: u16 = u16::MAX;

/// The cells beside and below each cell, and the exit.
#[derive(Clone, Debug)]
pub struct Grid {
    next: Vec<[u16; 3]>,
    /// The cell of the exit.
    pub exit: u16,
    /// Rooms in a row.
    pub width: usize,
}

impl Grid {
    /// The grid of a maze.
    pub fn new(maze: &Maze) -> Grid {
        let next = |cell, way| maze.next(cell, way).map_or(NOWHERE, |next| next as u16);
        let cells = 0..maze.rooms().len();
        Grid {
            next: cells.map(|cell| Way::ALL.map(|way| next(cell, way))).collect(),
            exit: maze.exit() as u16,
            width: maze.width(),
        }
    }

    /// Cells.
    pub fn cells(&self) -> usize {
        self.next.len()
    }

    /// The cell one comes to; [`NOWHERE`] beyond the rim.
    #[inline]
    pub fn next(&self, cell: u16, way: Way) -> u16 {
        self.next[cell as usize][way as usize]
    }
}

/// A rock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rock {
    /// Its cell.
    pub cell: u16,
    /// The side by which it came in.
    pub side: Side,
    /// Its number.
    pub id: u8,
    /// The settings in which it exists.
    pub alive: Settings,
}

/// A rock on its way.
#[derive(Clone, Copy, Debug)]
pub struct Rolling {
    /// The rock as it will be if it comes in. A rock that goes nowhere has no cell.
    pub rock: Rock,
    /// The cell it comes from, or [`NOWHERE`].
    pub from: u16,
    /// Whether it comes in and finds a way out there.
    goes_on: bool,
}

impl Rolling {
    /// A rock that leaves its room; how it fares in the next one is not known yet.
    pub fn leaving(rock: Rock, rooms: &[Room], grid: &Grid) -> Rolling {
        let mut rolling = Rolling { rock, from: rock.cell, goes_on: false };
        if let Passage::Out(way) = rooms[rock.cell as usize].passage(rock.side) {
            rolling.rock.cell = grid.next(rock.cell, way);
            rolling.rock.side = way.entry();
        } else {
            rolling.rock.cell = NOWHERE;
        }
        rolling
    }

    /// A rock that comes into the maze.
    pub fn arriving(rock: Rock) -> Rolling {
        Rolling { rock, from: NOWHERE, goes_on: false }
    }

    /// Lets it come to its next room, which stands as it will.
    #[inline]
    pub fn come(&mut self, rooms: &[Room]) {
        let cell = self.rock.cell as usize;
        // There is no room where a rock leaves the maze.
        self.goes_on = rooms
            .get(cell)
            .map_or(false, |room| matches!(room.passage(self.rock.side), Passage::Out(_)));
    }
}

/// A step from one cell to another, by which side.
#[derive(Clone, Copy)]
struct Step {
    from: u16,
    to: u16,
    side: Side,
}

impl Step {
    #[inline]
    fn of(rolling: &Rolling) -> Step {
        Step { from: rolling.from, to: rolling.rock.cell, side: rolling.rock.side }
    }

    #[inline]
    fn room(self, rooms: &[Room]) -> Room {
        rooms.get(self.to as usize).copied().unwrap_or(Room::NONE)
    }
}

/// How two steps meet, if they do, and whether the first mover is the first of the meeting.
#[inline]
fn meeting(a: Step, b: Step, rooms: &[Room], exit: u16) -> Option<(Meeting, bool)> {
    let follow = |first: Step, second: Step| Meeting::Follow {
        room: first.room(rooms),
        side: first.side,
        ahead: second.room(rooms),
        entry: second.side,
    };
    if a.to == NOWHERE || b.to == NOWHERE {
        // Who leaves the maze meets nobody.
        None
    } else if a.to == b.to {
        let sides = [a.side, b.side];
        Some((Meeting::Together { room: a.room(rooms), sides, exit: a.to == exit }, true))
    } else if a.to == b.from && b.to == a.from {
        let a_is_left = a.from < b.from;
        let rooms = if a_is_left { [b, a] } else { [a, b] }.map(|step| step.room(rooms));
        Some((Meeting::Swap { rooms }, a_is_left))
    } else if a.to == b.from {
        Some((follow(a, b), true))
    } else if b.to == a.from {
        Some((follow(b, a), false))
    } else {
        None
    }
}

/// The settings in which a rock kills Indy, who goes from one cell to another.
#[inline]
pub fn kills(
    tables: &Tables,
    rooms: &[Room],
    rolling: &Rolling,
    indy: (u16, u16, Side),
    exit: u16,
) -> Settings {
    let step = Step { from: indy.0, to: indy.1, side: indy.2 };
    match meeting(step, Step::of(rolling), rooms, exit) {
        None => 0,
        Some((meeting, true)) => tables.gone(Pair::IndyFirst, meeting)[0] & rolling.rock.alive,
        Some((meeting, false)) => tables.gone(Pair::IndySecond, meeting)[1] & rolling.rock.alive,
    }
}

/// The rocks that are left, in their order. All must have [come](Rolling::come) to their rooms.
pub fn survivors(
    tables: &Tables,
    rooms: &[Room],
    rolling: &[Rolling],
    exit: u16,
    left: &mut Vec<Rock>,
) {
    left.clear();
    for (i, one) in rolling.iter().enumerate() {
        if !one.goes_on {
            continue;
        }
        let mut alive = one.rock.alive;
        for other in rolling[..i].iter().chain(&rolling[i + 1..]) {
            if let Some((meeting, is_first)) = meeting(Step::of(one), Step::of(other), rooms, exit)
            {
                let gone = tables.gone(Pair::Rocks, meeting)[usize::from(!is_first)];
                alive &= !(gone & other.rock.alive);
            }
        }
        if alive != 0 {
            left.push(Rock { alive, ..one.rock });
        }
    }
}

#[cfg(test)]
mod tests {
    use gridlock_patterns::crusade::maze::Mover;
    use gridlock_patterns::crusade::turn::{advance, Fate};

    use super::*;
    use crate::random::Random;

    /// Indy and some rocks, all able to leave their rooms, and some rocks that come in.
    fn scene(random: &mut Random) -> (Maze, Mover, Vec<Mover>, Vec<Mover>) {
        let (width, height) = (2 + random.below(4), 2 + random.below(3));
        let number = |random: &mut Random| {
            [1, 2, 2, 2, 3, 4, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13][random.below(16)]
        };
        let rooms = (0..width * height).map(|_| Room::new(number(random)).unwrap()).collect();
        let maze = Maze::new(width, rooms, random.below(width)).unwrap();
        let mut spots: Vec<Mover> = Vec::new();
        for cell in 0..width * height {
            let mover = Mover { cell, side: Side::ALL[random.below(3)] };
            // Nobody stays in the exit but rocks, and the tables take it that nobody is trapped.
            if matches!(maze.passage(mover), Passage::Out(_)) {
                spots.push(mover);
            }
        }
        random.shuffle(&mut spots);
        let indy = spots.pop().unwrap_or(Mover { cell: 0, side: Side::Top });
        let rocks = spots.split_off(spots.len() - spots.len().min(random.below(8)));
        let cell = random.below(width * height);
        let arriving = Mover { cell, side: Side::ALL[random.below(3)] };
        let arriving = Some(arriving).filter(|&rock| maze.is_entrance(rock));
        (maze, indy, rocks, arriving.into_iter().collect())
    }

    #[test]
    fn all_settings_at_once_are_each_setting_by_itself() {
        let tables = Tables::new();
        let mut random = Random::new(7, 0);
        let mut met = [0; 3];
        for _ in 0..20_000 {
            let (maze, indy, rocks, arriving) = scene(&mut random);
            let grid = Grid::new(&maze);
            let rock = |(id, rock): (usize, &Mover)| Rock {
                cell: rock.cell as u16,
                side: rock.side,
                id: id as u8,
                alive: ALL,
            };
            let rooms = maze.rooms();
            let old = rocks.iter().enumerate().map(rock);
            let mut rolling: Vec<Rolling> =
                old.map(|rock| Rolling::leaving(rock, rooms, &grid)).collect();
            let new = arriving.iter().enumerate().map(|(i, mover)| rock((rocks.len() + i, mover)));
            rolling.extend(new.map(Rolling::arriving));
            for one in &mut rolling {
                one.come(rooms);
            }
            let way = match maze.passage(indy) {
                Passage::Out(way) => way,
                _ => continue,
            };
            let (from, to) = (indy.cell as u16, grid.next(indy.cell as u16, way));
            let step = (from, to, way.entry());
            let comes_in = to != NOWHERE && rooms[to as usize].passage(step.2) != Passage::Refused;
            let killed = rolling.iter().map(|one| kills(&tables, rooms, one, step, grid.exit));
            let killed = killed.fold(0, |all, by_this| all | by_this);
            let mut left = Vec::new();
            survivors(&tables, rooms, &rolling, grid.exit, &mut left);
            for rules in Rules::all().filter(|rules| rules.indy_swap_kills) {
                let after = advance(&maze, indy, &rocks, &arriving, rules);
                let bit = setting(rules);
                if comes_in && matches!(rooms[to as usize].passage(step.2), Passage::Out(_)) {
                    assert_eq!(
                        killed & bit != 0,
                        after.fate == Fate::Crushed,
                        "{rules} {maze:?} {indy:?} {rocks:?} {arriving:?}"
                    );
                    met[0] += u32::from(after.fate == Fate::Crushed);
                }
                if after.fate != Fate::Crushed {
                    let here: Vec<usize> =
                        left.iter().filter(|r| r.alive & bit != 0).map(|r| r.id.into()).collect();
                    assert_eq!(here, after.origins, "{rules} {maze:?} {rocks:?} {arriving:?}");
                    met[1 + usize::from(here.len() < rolling.len())] += 1;
                }
            }
        }
        assert!(met.iter().all(|&count| count > 10_000), "{met:?}");
    }
}
