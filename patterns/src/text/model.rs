//! Predicts the next bit: a logistic regression that learns while it codes.
//!
//! Every bit comes with a few *contexts*, numbers that say what is known where it stands. Each
//! context has a weight; the sum of the weights is the logarithm of the odds that the bit is set.
//! After the bit is known its weights are moved towards it, young ones further than old ones. Short
//! texts gain most: what one context has learnt helps wherever it occurs, in whatever company.

use super::range::{Coder, ONE};

/// Slots for weights. Two contexts that meet in one slot cost a little space and no correctness.
const SLOTS: u32 = 18;

/// A coder together with all it has learnt.
pub(super) struct Model<C> {
    /// Where the bits go to or come from.
    pub(super) coder: C,
    /// Per context: its weight, and how often it was moved.
    weights: Vec<(f32, f32)>,
}

impl<C: Coder> Model<C> {
    /// A model that knows nothing yet.
    pub(super) fn new(coder: C) -> Model<C> {
        Model { coder, weights: vec![(0.0, 0.0); 1 << SLOTS] }
    }

    /// Codes `bit` as [`Coder::bit`] does, in at most 16 contexts.
    pub(super) fn bit(&mut self, bit: bool, contexts: &[u32]) -> bool {
        let mut slots = [0; 16];
        let mut sum = 0.0;
        for (k, context) in contexts.iter().enumerate() {
            let hash = (context * 16 + k as u32).wrapping_mul(0x9E37_79B1);
            slots[k] = ((hash ^ hash >> 15).wrapping_mul(0x85EB_CA6B) >> (32 - SLOTS)) as usize;
            sum += self.weights[slots[k]].0;
        }
        let p = squash(sum).clamp(0.0005, 0.9995);
        let bit = self.coder.bit((p * ONE as f32) as u32, bit);
        let miss = if bit { 1.0 - p } else { -p };
        for &slot in &slots[..contexts.len()] {
            let (weight, age) = &mut self.weights[slot];
            *weight += miss * (1.0 / (*age + 3.0)).max(0.02);
            *age += 1.0;
        }
        bit
    }
}

/// The logistic function. Only operations that give the same result on every machine: a writer and
/// a reader that differ in one last digit would lose each other.
fn squash(x: f32) -> f32 {
    let mut power = (1.0 - x / 256.0).max(0.0);
    for _ in 0..8 {
        power *= power;
    }
    1.0 / (1.0 + power)
}
