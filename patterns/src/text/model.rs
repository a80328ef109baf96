//! Predicts the next bit.
//!
//! Every bit comes with a *context*, a number that says what is known where it stands. For each
//! context the model keeps the probability of a one, which moves towards every bit seen: at first
//! as the mean of all bits would, later by a fixed part of the way, so that old habits fade.
//!
//! Mixing the guesses of several contexts makes the texts a sixth shorter and twice as slow to read.
//! They are read at every start and are small already.

use super::range::{Coder, ONE};

/// The logarithm of the number of contexts told apart. Those that meet cost a little space and no
/// correctness.
const SLOTS: u32 = 12;
/// After so many bits the mean becomes a moving one.
const MEMORY: u32 = 31;

/// A coder together with all it has learnt.
pub(super) struct Model<C> {
    /// Where the bits go to or come from.
    pub(super) coder: C,
    slots: Vec<Slot>,
}

/// What a context has learnt.
#[derive(Clone, Copy)]
struct Slot {
    /// The probability of a one, as for [`Coder::bit`].
    ones: u32,
    /// Bits seen, at most [`MEMORY`].
    seen: u32,
}

impl<C: Coder> Model<C> {
    /// A model that knows nothing yet.
    pub(super) fn new(coder: C) -> Model<C> {
        Model { coder, slots: vec![Slot { ones: ONE / 2, seen: 0 }; 1 << SLOTS] }
    }

    /// Codes `bit` as [`Coder::bit`] does.
    #[inline]
    pub(super) fn bit(&mut self, bit: bool, context: u32) -> bool {
        let slot = &mut self.slots[(context.wrapping_mul(0x9E37_79B1) >> (32 - SLOTS)) as usize];
        let bit = self.coder.bit(slot.ones, bit);
        let step = 2 * slot.seen + 3;
        // Never quite certain: a probability of 0 or 1 could not be corrected.
        if bit {
            slot.ones += 2 * (ONE - 16 - slot.ones) / step;
        } else {
            slot.ones -= 2 * (slot.ones - 16) / step;
        }
        slot.seen = (slot.seen + 1).min(MEMORY);
        bit
    }
}
