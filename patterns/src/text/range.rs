//! A binary range coder whose digits are the characters of the alphabet.
//!
//! It narrows an interval of numbers written in base 93 and so loses nothing to a second layer that
//! would turn bytes into text. What is to be coded is described once, by a function over a [`Coder`]:
//! running it with an [`Encoder`] writes, running it with a [`Decoder`] reads.

use super::ascii::{digit, BASE};

/// One more than the largest probability: probabilities are in 1/65536.
pub(super) const ONE: u32 = 1 << 16;
/// The interval is longer than this before a bit is coded.
pub(super) const TOP: u64 = BASE.pow(8);

/// Either direction of the coder.
pub(super) trait Coder {
    /// Codes one bit that is set with probability `p` / [`ONE`], 0 < p < [`ONE`]. A writer writes
    /// `bit` and returns it, a reader ignores it and returns the bit it read.
    fn bit(&mut self, p: u32, bit: bool) -> bool;
}

/// Reads bits from text. Well beyond its end all bits are 0, so that readers come to an end too.
pub(super) struct Decoder<'a> {
    text: &'a [u8],
    at: usize,
    range: u64,
    value: u64,
}

impl<'a> Decoder<'a> {
    /// A reader of `text`.
    pub(super) fn new(text: &'a str) -> Decoder<'a> {
        let mut decoder = Decoder { text: text.as_bytes(), at: 0, range: 1, value: 0 };
        decoder.refill();
        decoder
    }

    fn refill(&mut self) {
        while self.range <= TOP {
            let next = self.text.get(self.at).map_or(0, |&c| digit(c).unwrap_or(0));
            self.value = self.value * BASE + next as u64;
            self.range *= BASE;
            self.at += 1;
        }
    }

    /// Whether more was read than the writer can have written.
    fn overrun(&self) -> bool {
        self.at > self.text.len() + 9
    }

    /// Whether the bits read so far are what the writer wrote, and all of it.
    pub(super) fn at_end(&self) -> bool {
        !self.overrun() && self.at >= self.text.len()
    }
}

impl Coder for Decoder<'_> {
    fn bit(&mut self, p: u32, _: bool) -> bool {
        let bound = self.range / ONE as u64 * p as u64;
        let bit = self.value < bound;
        if bit {
            self.range = bound;
        } else {
            self.value -= bound;
            self.range -= bound;
        }
        self.refill();
        bit && !self.overrun()
    }
}
