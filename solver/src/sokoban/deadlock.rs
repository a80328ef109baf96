//! The deadlock tests of a position, and when they are worth asking.

use std::time::{Duration, Instant};

use gridlock_patterns::sokoban::area::Areas;
use gridlock_patterns::sokoban::lookup::Lookup;

use super::board::Board;
use super::mask::Mask;
use super::technique::{Technique, Techniques};
use super::{freeze, tables};

/// So many positions for each floor cell are met before the tables are specialised to the level,
/// which takes about as long as meeting them: an easy level is solved before.
const TABLES_AFTER: usize = 80;

/// The same for the areas.
const AREAS_AFTER: usize = 120;

/// How often a deadlock test was asked, and how often it had something to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions it was asked about.
    pub asked: u64,
    /// Positions it said something about.
    pub fired: u64,
    /// The time it took, if that was measured.
    pub time: Duration,
}

impl Tally {
    /// Asks a test and counts its answer.
    #[inline]
    pub(super) fn ask<T>(&mut self, timed: bool, test: impl FnOnce() -> (T, bool)) -> T {
        let start = if timed { Some(Instant::now()) } else { None };
        let (answer, fired) = test();
        self.asked += 1;
        self.fired += u64::from(fired);
        self.time += start.map_or(Duration::ZERO, |start| start.elapsed());
        answer
    }
}

/// What each deadlock test did in a search, in the order in which they are asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tests {
    /// Boxes frozen off their goals; asked while the tables are not.
    pub freeze: Tally,
    /// The windows of the deadlock tables.
    pub tables: Tally,
    /// Larger parts of the level; asked instead of the windows.
    pub areas: Tally,
    /// A box that cannot get a goal of its own.
    pub matching: Tally,
    /// Corrals that leave fewer pushes to try, or none.
    pub corrals: Tally,
}

impl Tests {
    /// All of them with their names.
    pub fn list(&self) -> [(&'static str, Tally); 5] {
        [
            ("freeze", self.freeze),
            ("tables", self.tables),
            ("areas", self.areas),
            ("matching", self.matching),
            ("corrals", self.corrals),
        ]
    }
}

/// What is known of the level.
enum Known {
    Nothing,
    Windows(Lookup),
    Areas(Areas),
}

/// Tells positions that are known to be dead, the better the longer the search takes.
pub(super) struct Deadlocks<'a, M> {
    board: &'a Board<M>,
    techniques: Techniques,
    timed: bool,
    known: Known,
    bytes: usize,
    /// What comes next, and after how many positions.
    next: Option<(usize, Technique)>,
}

impl<'a, M: Mask> Deadlocks<'a, M> {
    pub(super) fn new(board: &'a Board<M>, techniques: Techniques, timed: bool) -> Self {
        let (known, bytes, next) = (Known::Nothing, 0, None);
        let mut new = Deadlocks { board, techniques, timed, known, bytes, next };
        new.next = new.after(None);
        new
    }

    /// What comes after this technique.
    fn after(&self, done: Option<Technique>) -> Option<(usize, Technique)> {
        let patient = self.techniques.has(Technique::Patience);
        let cells = if patient { self.board.floor.count() } else { 0 };
        let has = |technique| self.techniques.has(technique);
        // On boards of one word areas take no longer than windows, and know more.
        let at_once = M::CELLS <= 64 && has(Technique::Areas);
        let next = match done {
            None if at_once => Technique::Areas,
            None if has(Technique::Tables) => Technique::Tables,
            None | Some(Technique::Tables) if has(Technique::Areas) => Technique::Areas,
            _ => return None,
        };
        let after = if next == Technique::Tables { TABLES_AFTER } else { AREAS_AFTER };
        Some((cells * after, next))
    }

    /// Whether more is known now that so many positions were met.
    #[inline]
    pub(super) fn learn(&mut self, positions: usize) -> bool {
        match self.next {
            Some((after, technique)) if positions >= after => {
                self.prepare(technique);
                true
            }
            _ => false,
        }
    }

    #[cold]
    fn prepare(&mut self, technique: Technique) {
        let fixed = self.board.fixed();
        if technique == Technique::Areas {
            let areas = Areas::new(&fixed);
            self.bytes = areas.bytes();
            self.known = Known::Areas(areas);
        } else {
            let lookup = Lookup::new(&tables::knowledge(), &fixed);
            self.bytes = lookup.bytes();
            self.known = Known::Windows(lookup);
        }
        self.next = self.after(Some(technique));
    }

    /// Bytes of memory.
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether the push of a box from one cell to another is known to be the end.
    #[inline]
    pub(super) fn after_push(&self, tests: &mut Tests, boxes: M, from: usize, to: usize) -> bool {
        let twice = |dead| (dead, dead);
        match &self.known {
            // The windows see nearly all freezes on real levels; then asking for them does not pay.
            Known::Nothing => {
                self.techniques.has(Technique::Freeze)
                    && tests.freeze.ask(self.timed, || twice(freeze::is_dead(self.board, boxes)))
            }
            Known::Windows(lookup) => {
                tests.tables.ask(self.timed, || twice(lookup.dead_after_push(&boxes, to, from)))
            }
            Known::Areas(areas) => {
                tests.areas.ask(self.timed, || twice(areas.dead_after_push(&boxes, to, from)))
            }
        }
    }

    /// Asks everywhere, not only around the last push.
    pub(super) fn anywhere(&self, tests: &mut Tests, boxes: M, player: usize) -> bool {
        let twice = |dead| (dead, dead);
        match &self.known {
            Known::Nothing => false,
            Known::Windows(lookup) => {
                tests.tables.ask(self.timed, || twice(lookup.dead(&boxes, player)))
            }
            Known::Areas(areas) => {
                tests.areas.ask(self.timed, || twice(areas.dead(&boxes, player)))
            }
        }
    }
}
