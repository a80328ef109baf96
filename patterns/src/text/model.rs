//! Predicts the next bit: a logistic regression that learns while it codes.
//!
//! Every bit comes with a few *contexts*, numbers that say what is known where it stands. Each
//! context has a weight; the sum of the weights is the logarithm of the odds that the bit is set.
//! Once the bit is known its weights move towards it, young ones further than old ones. Short texts
//! gain most: what a context has learnt helps wherever it occurs, in whatever company.

use super::range::{Coder, ONE};

/// The logarithm of the number of weights for one place in the list of contexts. Contexts that meet
/// in one weight cost a little space and no correctness.
const SLOTS: u32 = 14;

/// A coder together with all it has learnt.
pub(super) struct Model<C> {
    /// Where the bits go to or come from.
    pub(super) coder: C,
    /// Weights, each with an age from 0 to 3: the older, the less it moves.
    weights: Vec<(f32, f32)>,
}

impl<C: Coder> Model<C> {
    /// A model that knows nothing yet.
    pub(super) fn new(coder: C) -> Model<C> {
        Model { coder, weights: vec![(0.0, 0.0); 8 << SLOTS] }
    }

    /// Codes `bit` as [`Coder::bit`] does, in at most eight contexts. Bits of different kinds share
    /// none.
    pub(super) fn bit<const N: usize>(&mut self, bit: bool, kind: u32, contexts: [u32; N]) -> bool {
        let mut slots = [0; N];
        let mut sum = 0.0;
        for (k, slot) in slots.iter_mut().enumerate() {
            let hash = (contexts[k] as u64 * 8 + kind as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            *slot = k << SLOTS | (hash >> (64 - SLOTS)) as usize;
            sum += self.weights[*slot].0;
        }
        let p = squash(sum).clamp(0.0005, 0.9995);
        let bit = self.coder.bit((p * ONE as f32) as u32, bit);
        let miss = (bit as u32 as f32 - p) / N as f32;
        for slot in slots {
            let (weight, age) = &mut self.weights[slot];
            *weight += miss * (4.0 - *age);
            *age += (3.0 - *age) * 0.1;
        }
        bit
    }
}

/// The logistic function, near enough, by operations that have the same result on every machine: a
/// writer and a reader that differ in one last digit would lose each other.
fn squash(x: f32) -> f32 {
    let mut power = (1.0 - x / 16.0).max(0.0);
    for _ in 0..4 {
        power *= power;
    }
    1.0 / (1.0 + power)
}
