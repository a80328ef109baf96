//! One turn under all settings of the open rules at once.
//!
//! How rocks move does not depend on the open rules, only whether they are still there. So a rock is
//! followed once, with the set of settings in which it exists.

use gridlock_patterns::crusade::maze::Maze;
use gridlock_patterns::crusade::room::{Passage, Room, Side, Way};
use gridlock_patterns::crusade::rules::Rules;

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
    /// The rock as it will be if it comes in.
    pub rock: Rock,
    /// The cell it comes from, or [`NOWHERE`].
    pub from: u16,
    /// The settings in which it comes in.
    pub enters: Settings,
    /// The settings in which it is stopped.
    pub stopped: Settings,
    /// Whether it finds a way out where it comes in.
    pub goes_on: bool,
}

impl Rolling {
    /// A rock that leaves its room; how it fares in the next one is not known yet. A rock that leaves
    /// the maze has no cell.
    pub fn leaving(rock: Rock, rooms: &[Room], grid: &Grid) -> Rolling {
        let mut rolling = Rolling { rock, from: rock.cell, enters: 0, stopped: 0, goes_on: false };
        if let Passage::Out(way) = rooms[rock.cell as usize].passage(rock.side) {
            rolling.rock.cell = grid.next(rock.cell, way);
            rolling.rock.side = way.entry();
        } else {
            // It cannot move, and is gone.
            rolling.rock.cell = NOWHERE;
            rolling.stopped = rock.alive;
        }
        rolling
    }

    /// A rock that comes into the maze.
    pub fn arriving(rock: Rock) -> Rolling {
        Rolling { rock, from: NOWHERE, enters: 0, stopped: 0, goes_on: false }
    }

    /// Lets it come to its next room, which stands as it will.
    #[inline]
    pub fn come(&mut self, rooms: &[Room]) {
        if self.rock.cell == NOWHERE {
            return;
        }
        let alive = self.rock.alive;
        let passage = rooms[self.rock.cell as usize].passage(self.rock.side);
        self.goes_on = matches!(passage, Passage::Out(_));
        let (enters, stopped) = match passage {
            Passage::Out(_) => (alive, 0),
            Passage::Crash => (alive & CRASH_ENTERS, alive & !CRASH_ENTERS),
            Passage::Refused => (0, alive),
        };
        self.enters = enters;
        self.stopped = stopped;
    }
}

/// The settings in which a rock kills Indy, who goes from one cell to another.
#[inline]
pub fn kills(rolling: &Rolling, from: u16, to: u16, exit: u16) -> Settings {
    if rolling.rock.cell == to {
        let deadly = if to == exit { EXIT_KILLS } else { ALL };
        rolling.enters & deadly
    } else if rolling.rock.cell == from && rolling.from == to {
        rolling.enters
    } else {
        0
    }
}

/// The settings in which another rock destroys a rock that comes in.
#[inline]
fn destroys(other: &Rolling, rolling: &Rolling) -> Settings {
    if other.rock.cell == rolling.rock.cell {
        other.enters
    } else if other.from == rolling.rock.cell {
        let swaps = other.rock.cell == rolling.from && rolling.from != NOWHERE;
        let swaps = if swaps { other.enters & SWAP_DESTROYS } else { 0 };
        swaps | other.stopped & STOPPED_DESTROYS
    } else {
        0
    }
}

/// The rocks that are left, in their order. All must have [come](Rolling::come) to their rooms.
pub fn survivors(rolling: &[Rolling], left: &mut Vec<Rock>) {
    left.clear();
    for (i, one) in rolling.iter().enumerate() {
        if !one.goes_on {
            continue;
        }
        let mut alive = one.enters;
        for (k, other) in rolling.iter().enumerate() {
            if i != k {
                alive &= !destroys(other, one);
            }
        }
        if alive != 0 {
            left.push(Rock { alive, ..one.rock });
        }
    }
}
