//! Predicts the next bit from counts.
//!
//! Every bit comes with a few *contexts*, from the general to the special: numbers that say what is
//! known where it stands. For each one the model counts the zeros and ones seen. The guess of a
//! general context is the start for the next more special one, which corrects it by its own counts,
//! the more it has seen the more (the blending of prediction by partial matching). So a context that
//! is new does no harm, and short texts gain from all of them.

use super::range::{Coder, ONE};

/// The logarithm of the number of counters. Contexts that meet in one counter cost a little space
/// and no correctness.
const SLOTS: u32 = 15;
/// For how many bits of its own the guess of the context before counts.
const PRIOR: f32 = 1.6;
/// Counts are halved when they get here, so that old habits fade.
const FULL: f32 = 250.0;

/// A coder together with all it has learnt.
pub(super) struct Model<C> {
    /// Where the bits go to or come from.
    pub(super) coder: C,
    /// Zeros and ones seen.
    counts: Vec<[f32; 2]>,
}

impl<C: Coder> Model<C> {
    /// A model that knows nothing yet.
    pub(super) fn new(coder: C) -> Model<C> {
        Model { coder, counts: vec![[0.0; 2]; 1 << SLOTS] }
    }

    /// Codes `bit` as [`Coder::bit`] does.
    pub(super) fn bit<const N: usize>(&mut self, bit: bool, contexts: [u32; N]) -> bool {
        let mut slots = [0; N];
        let mut p = 0.5;
        for (k, slot) in slots.iter_mut().enumerate() {
            let hash = (contexts[k] * 4 + k as u32).wrapping_mul(0x9E37_79B1);
            *slot = (hash >> (32 - SLOTS)) as usize;
            let [zeros, ones] = self.counts[*slot];
            p = (ones + PRIOR * p) / (zeros + ones + PRIOR);
        }
        let p = p.clamp(0.0005, 0.9995);
        let bit = self.coder.bit((p * ONE as f32) as u32, bit);
        for slot in slots {
            let counts = &mut self.counts[slot];
            counts[bit as usize] += 1.0;
            if counts[bit as usize] > FULL {
                *counts = counts.map(|count| count / 2.0);
            }
        }
        bit
    }
}
