//! A second simulator of The Last Crusade, written from the rules alone: slow, and sharing no code
//! with the library.

#![allow(dead_code)] // Each test uses a part of it.

use std::collections::{BTreeMap, BTreeSet};

/// Column, row and side of entry (`T`, `L` or `R`).
pub(crate) type Spot = (i32, i32, char);

/// The rules as words of the rule book.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each is a switch of its own.
pub(crate) struct PlainRules {
    pub(crate) indy_swap_dies: bool,
    pub(crate) rock_swap_vanish: bool,
    pub(crate) crash_enters: bool,
    pub(crate) stopped_vanishes: bool,
    pub(crate) exit_dies: bool,
    pub(crate) arrival_error: bool,
}

/// A game between two turns.
#[derive(Clone, Debug)]
pub(crate) struct PlainGame {
    pub(crate) rooms: BTreeMap<(i32, i32), i32>,
    pub(crate) exit: (i32, i32),
    pub(crate) indy: Spot,
    pub(crate) rocks: Vec<Spot>,
    /// "alive", "won" or how he died.
    pub(crate) fate: &'static str,
}

/// `entry -> exit` for each type, as in the rule book; `!` is a crash.
const BOOK: [&str; 14] = [
    "",
    "T>B L>B R>B",
    "L>R R>L",
    "T>B",
    "T>L R>B L>!",
    "T>R L>B R>!",
    "L>R R>L T>!",
    "T>B R>B",
    "L>B R>B",
    "T>B L>B",
    "T>L L>!",
    "T>R R>!",
    "R>B",
    "L>B",
];

/// Each circle of types in clockwise order.
const CIRCLES: [&[i32]; 5] = [&[1], &[2, 3], &[4, 5], &[6, 7, 8, 9], &[10, 11, 12, 13]];

fn exit_of(room: i32, side: char) -> Option<char> {
    let page = BOOK[room.unsigned_abs() as usize];
    page.split(' ').find(|rule| rule.starts_with(side)).and_then(|rule| rule.chars().nth(2))
}

pub(crate) fn rotated(room: i32, clockwise: bool) -> i32 {
    let circle = CIRCLES.iter().find(|circle| circle.contains(&room)).unwrap();
    let place = circle.iter().position(|&kind| kind == room).unwrap();
    let step = if clockwise { 1 } else { circle.len() - 1 };
    circle[(place + step) % circle.len()]
}

/// A rock on its way.
struct Roll {
    from: Option<(i32, i32)>,
    to: Option<Spot>,
    stopped: bool,
    doomed: bool,
}

impl PlainGame {
    fn room(&self, x: i32, y: i32) -> Option<i32> {
        self.rooms.get(&(x, y)).copied()
    }

    /// Rotates a room; false when that is an error.
    pub(crate) fn rotate(
        &mut self,
        (x, y): (i32, i32),
        clockwise: bool,
        arriving: &[Spot],
        rules: &PlainRules,
    ) -> bool {
        let room = self.room(x, y).unwrap_or(0);
        let here = |s: &Spot| s.0 == x && s.1 == y;
        if room <= 0
            || self.exit == (x, y)
            || here(&self.indy)
            || self.rocks.iter().any(here)
            || (rules.arrival_error && arriving.iter().any(here))
        {
            return false;
        }
        self.rooms.insert((x, y), rotated(room, clockwise));
        true
    }

    /// Where the way out leads: `Err` with a reason when there is none.
    fn target(&self, (x, y, side): Spot) -> Result<Spot, &'static str> {
        match exit_of(self.room(x, y).unwrap(), side) {
            Some('B') => Ok((x, y + 1, 'T')),
            Some('L') => Ok((x - 1, y, 'R')),
            Some('R') => Ok((x + 1, y, 'L')),
            _ => Err("trapped"),
        }
    }

    fn roll(&self, from: Option<(i32, i32)>, to: Spot, rules: &PlainRules) -> Roll {
        let Some(room) = self.room(to.0, to.1) else {
            return Roll { from, to: None, stopped: false, doomed: false };
        };
        match exit_of(room, to.2) {
            None => Roll { from, to: None, stopped: true, doomed: false },
            Some('!') if !rules.crash_enters => {
                Roll { from, to: None, stopped: true, doomed: false }
            }
            Some(way) => Roll { from, to: Some(to), stopped: false, doomed: way == '!' },
        }
    }

    /// All move at once.
    pub(crate) fn advance(&mut self, arriving: &[Spot], rules: &PlainRules) {
        let mut rolls = Vec::new();
        for &rock in &self.rocks {
            let from = Some((rock.0, rock.1));
            rolls.push(match self.target(rock) {
                Ok(to) => self.roll(from, to, rules),
                Err(_) => Roll { from, to: None, stopped: true, doomed: false },
            });
        }
        for &rock in arriving {
            rolls.push(self.roll(None, rock, rules));
        }
        self.move_indy(&rolls, rules);
        let place = |to: Option<Spot>| to.map(|s| (s.0, s.1));
        let mut gone = BTreeSet::new();
        for i in 0..rolls.len() {
            for k in 0..rolls.len() {
                let (a, b) = (&rolls[i], &rolls[k]);
                if i == k || a.to.is_none() {
                    continue;
                }
                if place(a.to) == place(b.to) {
                    gone.insert(i);
                }
                let crossed = a.from.is_some() && place(a.to) == b.from && place(b.to) == a.from;
                if crossed && rules.rock_swap_vanish {
                    gone.insert(i);
                }
                if b.stopped && b.from == place(a.to) && b.from.is_some() && rules.stopped_vanishes
                {
                    gone.insert(i);
                }
            }
        }
        let mut left = Vec::new();
        for (i, roll) in rolls.iter().enumerate() {
            let Some(to) = roll.to else { continue };
            let crushes = self.fate == "crushed" && (to.0, to.1) == (self.indy.0, self.indy.1);
            if !roll.doomed && (crushes || !gone.contains(&i)) {
                left.push(to);
            }
        }
        self.rocks = left;
    }

    fn move_indy(&mut self, rolls: &[Roll], rules: &PlainRules) {
        let old = (self.indy.0, self.indy.1);
        let to = match self.target(self.indy) {
            Ok(to) => to,
            Err(reason) => {
                self.fate = reason;
                return;
            }
        };
        let Some(room) = self.room(to.0, to.1) else {
            self.fate = "left";
            return;
        };
        if exit_of(room, to.2).is_none() {
            self.fate = "blocked";
            return;
        }
        self.indy = to;
        let new = (to.0, to.1);
        let out = new == self.exit;
        let hit = rolls.iter().any(|r| r.to.map(|s| (s.0, s.1)) == Some(new));
        let swapped =
            rolls.iter().any(|r| r.from == Some(new) && r.to.map(|s| (s.0, s.1)) == Some(old));
        self.fate = if (hit && (!out || rules.exit_dies)) || (swapped && rules.indy_swap_dies) {
            "crushed"
        } else if out {
            "won"
        } else {
            "alive"
        };
    }
}
