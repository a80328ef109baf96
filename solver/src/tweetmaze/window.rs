//! 64 neighbouring squares, with their digits as sets of squares.

use crate::bits::gather;

/// The longest jump.
pub(super) const REACH: usize = 9;

/// Squares of a window.
pub(super) const WIDTH: usize = 64;

/// As wide as what fits into the middle wherever it is: windows begin at each eighth square.
const WIDEST: usize = WIDTH - 2 * REACH - 7;

/// Squares from which the same jumps start.
pub(super) struct Window {
    /// For each digit from 1 on the squares with it, the first square's bit lowest.
    digits: [u64; REACH],
    /// Those that there are, with their squares, and how many they are.
    present: [(u32, u64); REACH],
    count: usize,
}

impl Window {
    /// The squares such that all jumps onto them start in the window.
    pub(super) const MIDDLE: u64 = !0 << REACH & !0 >> REACH;

    /// The window that begins `base` squares behind the place which is `margin` squares in front of
    /// the string. There are no digits outside of the string, nor in place of foreign characters.
    #[inline]
    pub(super) fn new(squares: &[u8], margin: usize, base: usize) -> Window {
        let inside = base.checked_sub(margin).and_then(|at| squares.get(at..at + WIDTH));
        let digits = inside.map_or_else(
            || {
                let byte = |i: usize| (base + i).checked_sub(margin).and_then(|at| squares.get(at));
                let mut bytes = [0; WIDTH];
                (0..WIDTH).for_each(|i| bytes[i] = byte(i).copied().unwrap_or(0));
                sets(&bytes)
            },
            |inside| sets(inside.try_into().expect("it is as long")),
        );
        let (mut present, mut count) = ([(0, 0); REACH], 0);
        for (jump, &digit) in (1..).zip(&digits) {
            present[count] = (jump, digit);
            count += usize::from(digit != 0);
        }
        // The last one is written always, and may be none.
        if let Some(spare) = present.get_mut(count) {
            spare.1 = 0;
        }
        Window { digits, present, count }
    }

    /// Where a window begins that has some squares in its middle, as far on one side as can be to have
    /// room for many jumps; `None` when they are too far apart.
    pub(super) fn place(low: usize, high: usize, to_left: bool) -> Option<usize> {
        if high - low >= WIDEST {
            return None;
        }
        Some(if to_left { (high + REACH + 8 - WIDTH) / 8 * 8 } else { (low - REACH) / 8 * 8 })
    }

    /// The squares from which a jump to the left, and those from which one to the right leads to some
    /// squares.
    #[inline]
    pub(super) fn origins(&self, cells: u64) -> (u64, u64) {
        let (mut left, mut right) = (0, 0);
        for (i, digit) in self.digits.iter().enumerate() {
            left |= cells << (i + 1) & digit;
            right |= cells >> (i + 1) & digit;
        }
        (left, right)
    }

    /// The same when there are at most so many digits.
    #[inline]
    pub(super) fn some_origins<const DIGITS: usize>(&self, cells: u64) -> (u64, u64) {
        let (mut left, mut right) = (0, 0);
        for &(jump, digit) in &self.present[..DIGITS] {
            left |= cells << jump & digit;
            right |= cells >> jump & digit;
        }
        (left, right)
    }

    /// The digit, other than 0, that all squares have of the window which begins there.
    #[inline]
    pub(super) fn only_digit(squares: &[u8], margin: usize, base: usize) -> Option<u32> {
        let squares = base.checked_sub(margin).and_then(|at| squares.get(at..at + WIDTH))?;
        // Looking at all of them without a branch lets the compiler use vectors.
        let other = squares.iter().fold(0, |other, &square| other | square ^ squares[0]);
        let digit = u32::from(squares[0].wrapping_sub(b'0'));
        if other == 0 && (1..=REACH as u32).contains(&digit) {
            Some(digit)
        } else {
            None
        }
    }

    /// How many digits there are, 0 left out.
    pub(super) fn digits(&self) -> usize {
        self.count
    }
}

/// For each digit from 1 on where it is among the characters of a window.
fn sets(bytes: &[u8; WIDTH]) -> [u64; REACH] {
    // The four low bits of the characters, and whether they are no digits.
    let mut bits = [0; 4];
    let mut foreign = 0;
    for (i, eight) in bytes.chunks_exact(8).enumerate() {
        let word = u64::from_le_bytes(eight.try_into().expect("there are eight"));
        for (k, bits) in bits.iter_mut().enumerate() {
            *bits |= gather(word >> k) << (8 * i);
        }
        let other = (word ^ ZEROS) & HIGH;
        if other != 0 {
            foreign |= gather(other >> 4 | other >> 5 | other >> 6 | other >> 7) << (8 * i);
        }
    }
    let [one, two, four, eight] = bits;
    let small = !(eight | foreign);
    let none = !(two | four);
    [
        small & one & none,
        small & !one & two & !four,
        small & one & two & !four,
        small & !one & !two & four,
        small & one & !two & four,
        small & !one & two & four,
        small & one & two & four,
        eight & !foreign & !one & none,
        eight & !foreign & one & none,
    ]
}

/// The character 0, eight times, and the bits that all digits share with it.
const ZEROS: u64 = 0x3030_3030_3030_3030;
const HIGH: u64 = 0xf0f0_f0f0_f0f0_f0f0;
