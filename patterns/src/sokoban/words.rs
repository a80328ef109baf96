//! Families of sets as strings of bits: set number `n` is bit `n % 64` of word `n / 64`.
//!
//! Element `i` of a set is bit `i` of its number. So for elements from 6 up it is the word that tells
//! whether a set has them; for those below it is the place in the word.

/// Bit `n` of `WITHOUT[i]` tells whether bit `i` of `n` is clear, for `n < 64`: the sets of a word
/// that do not have element `i`.
pub const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];
