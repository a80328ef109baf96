//! The writing side of the range coder. It is not needed where text is only read.

use super::ascii::{character, BASE};
use super::range::{Coder, ONE, TOP};

/// Writes bits as text.
#[derive(Default)]
pub(super) struct Encoder {
    digits: Vec<u8>,
    low: u64,
    range: u64,
}

impl Encoder {
    /// A writer of an empty text.
    pub(super) fn new() -> Encoder {
        Encoder { digits: Vec::new(), low: 0, range: TOP * BASE }
    }

    /// The shortest text from which a reader gets back the bits.
    pub(super) fn finish(mut self) -> String {
        // Take the number of the interval that ends in the most zeros: they need not be written.
        let mut unit = TOP * BASE;
        let up = |low: u64, unit: u64| (low + unit - 1) / unit * unit;
        while up(self.low, unit) >= self.low + self.range {
            unit /= BASE;
        }
        self.low = up(self.low, unit);
        self.carry();
        while self.low > 0 {
            self.shift();
        }
        self.digits.into_iter().map(character).collect()
    }

    /// Takes what exceeds the nine digits of `low` over into the digits already written.
    fn carry(&mut self) {
        if self.low >= TOP * BASE {
            self.low -= TOP * BASE;
            for digit in self.digits.iter_mut().rev() {
                *digit += 1;
                if *digit < BASE as u8 {
                    break;
                }
                *digit = 0;
            }
        }
    }

    fn shift(&mut self) {
        self.digits.push((self.low / TOP) as u8);
        self.low = self.low % TOP * BASE;
        self.range = self.range.wrapping_mul(BASE);
    }
}

impl Coder for Encoder {
    fn bit(&mut self, p: u32, bit: bool) -> bool {
        let bound = self.range / ONE as u64 * p as u64;
        if bit {
            self.range = bound;
        } else {
            self.low += bound;
            self.range -= bound;
            self.carry();
        }
        while self.range <= TOP {
            self.shift();
        }
        bit
    }
}
