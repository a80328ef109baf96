//! Bytes as a sequence of bits: each byte is expected to be as it was after the same two bytes.

use super::model::Model;
use super::range::{Coder, ONE};

/// Damaged text must not fill the memory.
const LIMIT: usize = 1 << 16;

/// Codes some bytes; a reader knows none. Returns the bytes, whether the check at the end was right,
/// and the coder.
pub(super) fn bytes<C: Coder>(mut coder: C, known: &[u8]) -> (Vec<u8>, bool, C) {
    let mut number = |bits: u32, known: u32| {
        (0..bits).fold(0, |all, i| all | u32::from(coder.bit(ONE / 2, known >> i & 1 != 0)) << i)
    };
    let length = number(17, known.len() as u32) as usize;
    let mut model = Model::new(coder);
    let mut check = 1u32;
    let mut found: Vec<u8> = Vec::new();
    for i in 0..length.min(LIMIT) {
        let before = |n: usize| found.len().checked_sub(n).map_or(0, |at| u32::from(found[at]));
        let context = before(1) << 8 | before(2) << 16;
        let byte = u32::from(known.get(i).copied().unwrap_or(0));
        let mut node = 1;
        for bit in (0..8).rev() {
            node = node << 1 | u32::from(model.bit(byte >> bit & 1 != 0, context | node));
        }
        found.push(node as u8);
        check = (check ^ (node & 0xFF)).wrapping_mul(0x9E37_79B1);
        check ^= check >> 15;
    }
    // As much as two characters hold.
    let mut coder = model.coder;
    let right = (0..13).all(|i| coder.bit(ONE / 2, check >> i & 1 != 0) == (check >> i & 1 != 0));
    (found, right && length <= LIMIT, coder)
}
