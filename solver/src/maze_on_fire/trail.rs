//! When the character reached which cell, and the way it came.

use super::tile::{origins, Layout};
use super::walk::Step;

/// For each cell the turn in which the character reached it at the earliest, modulo 3.
///
/// The turns of two neighbours differ by at most one, so that remainders are enough to find the way
/// back.
pub(super) struct Trail {
    layout: Layout,
    /// The [`stamp`] of each cell of a tile: a bit of it in each word.
    stamps: Vec<[u64; 2]>,
}

impl Trail {
    /// Of a character that has been nowhere.
    pub(super) fn new(layout: Layout) -> Trail {
        Trail { layout, stamps: vec![[0; 2]; layout.tiles] }
    }

    /// Notes the cells of a tile that are reached in a turn with this [`stamp`].
    #[inline]
    pub(super) fn note(&mut self, at: usize, cells: u64, stamp: [u64; 2]) {
        let [low, high] = &mut self.stamps[at];
        *low |= cells & stamp[0];
        *high |= cells & stamp[1];
    }

    /// The cells of a tile that the character reached.
    pub(super) fn reached(&self, at: usize) -> u64 {
        let [low, high] = self.stamps[at];
        low | high
    }

    /// The steps of a shortest way from the start to a cell that the character reached, both as tiles
    /// with the numbers of their bits.
    pub(super) fn way(&self, start: (usize, usize), refuge: (usize, usize)) -> Vec<Step> {
        let (mut steps, mut place) = (Vec::new(), refuge);
        let mut turn = (0..3).find(|&turn| self.is_reached(place, turn)).unwrap_or(0);
        while place != start {
            let before = (turn + 2) % 3;
            let tries = [Step::Up, Step::Left, Step::Right, Step::Down].into_iter();
            let mut tries = tries.map(|step| (step, self.layout.origin(place, step)));
            let found = tries.find(|&(_, from)| self.is_reached(from, before));
            let (step, (at, bit)) = found.expect("it was entered from another cell");
            // Most steps go the same way as the one after.
            let (more, cell) = self.straight(at, 1 << bit, step, before);
            steps.resize(steps.len() + 1 + more, step);
            place = (at, cell.trailing_zeros() as usize);
            turn = (before + 2 * more) % 3;
        }
        steps.reverse();
        steps
    }

    /// How many more such steps in a row lead to a cell of a tile which was reached in a turn, and from
    /// which cell of the tile.
    fn straight(&self, at: usize, cell: u64, step: Step, turn: usize) -> (usize, u64) {
        let [low, high] = self.stamps[at];
        let mut turns = [low & !high, !low & high, low & high];
        // Turn by turn back from there.
        turns.rotate_left(turn);
        let [mut third, mut second, mut first] = turns;
        let (mut cell, mut more) = (cell, 0);
        loop {
            let from = origins(cell, step) & first;
            if from == 0 {
                return (more, cell);
            }
            (cell, more) = (from, more + 1);
            (first, second, third) = (second, third, first);
        }
    }

    /// Whether a cell was reached in such a turn, modulo 3.
    fn is_reached(&self, (at, bit): (usize, usize), turn: usize) -> bool {
        let ([low, high], [for_low, for_high]) = (self.stamps[at], STAMPS[turn]);
        ((low ^ for_low) | (high ^ for_high)) >> bit & 1 == 0
    }
}

/// For each turn modulo 3 two bits that tell it from the others and are never both 0; each is spread
/// over a word.
static STAMPS: [[u64; 2]; 3] = [[!0, 0], [0, !0], [!0, !0]];

/// The bits of a turn.
#[inline]
pub(super) fn stamp(turn: u64) -> [u64; 2] {
    // What is built anew each time cannot be read at once, so they are static.
    STAMPS[(turn % 3) as usize]
}
