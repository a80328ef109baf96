//! Sets of board cells as bit masks: one word for small boards, several for larger ones.

use gridlock_patterns::sokoban::lookup::BoxSet;

/// A position as the search stores it: boxes and the player's cell.
pub trait State: Copy + Eq {
    /// No position.
    const NONE: Self;

    /// A number whose top bits differ from position to position.
    fn hash(&self) -> u64;
}

/// 2^64 over the golden ratio, which spreads numbers that are close together.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A set of cells; bit `cell % 64` of word `cell / 64` says whether `cell` is in it.
pub trait Mask: Copy + Eq + BoxSet {
    /// A position with such a set of boxes.
    type State: State;

    /// Packs a position. No box and not the player is on a cell below `low`, which is the lowest
    /// floor cell.
    fn pack(self, player: usize, low: usize) -> Self::State;

    /// Boxes and player of a position.
    fn unpack(state: Self::State, low: usize) -> (Self, usize);

    /// How many cells there is room for.
    const CELLS: usize;

    /// The empty set.
    fn empty() -> Self;

    /// The words of the mask, lowest cells first.
    fn words(&self) -> &[u64];

    /// The same, to be changed.
    fn words_mut(&mut self) -> &mut [u64];

    /// The cells in both sets.
    #[must_use]
    fn and(self, other: Self) -> Self;

    /// The cells in either set.
    #[must_use]
    fn or(self, other: Self) -> Self;

    /// Every cell moved `by` numbers up.
    #[must_use]
    fn up(self, by: usize) -> Self;

    /// Every cell moved `by` numbers down.
    #[must_use]
    fn down(self, by: usize) -> Self;

    /// The cells not in this set, those beyond the board included.
    #[must_use]
    fn not(self) -> Self;

    /// Whether `cell` is in the set.
    #[inline]
    fn has(&self, cell: usize) -> bool {
        self.words()[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// Puts `cell` in.
    #[inline]
    fn insert(&mut self, cell: usize) {
        self.words_mut()[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes `cell` out.
    #[inline]
    fn remove(&mut self, cell: usize) {
        self.words_mut()[cell / 64] &= !(1 << (cell % 64));
    }

    /// The lowest cell of the set, or the number of cells there is room for.
    #[inline]
    fn lowest(&self) -> usize {
        match self.words().iter().position(|&word| word != 0) {
            Some(i) => i * 64 + self.words()[i].trailing_zeros() as usize,
            None => Self::CELLS,
        }
    }

    /// How many cells are in the set.
    #[inline]
    fn count(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Calls `visit` for every cell, lowest first.
    #[inline]
    fn for_each(&self, mut visit: impl FnMut(usize)) {
        for (i, &word) in self.words().iter().enumerate() {
            let mut left = word;
            while left != 0 {
                visit(i * 64 + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    /// The cells moved by a signed number.
    #[inline]
    #[must_use]
    fn shift(self, by: isize) -> Self {
        if by < 0 {
            self.down(by.unsigned_abs())
        } else {
            self.up(by as usize)
        }
    }
}

/// Boxes from bit 0, the player from bit 58: between the walls around a board of 64 cells lie less
/// than 58 cells from the first to the last.
impl State for u64 {
    const NONE: u64 = u64::MAX;

    #[inline]
    fn hash(&self) -> u64 {
        // The product alone would send positions that differ in the player only far from each
        // other and those that differ in the lowest boxes close together.
        let mixed = (self ^ self >> 29).wrapping_mul(SPREAD);
        (mixed ^ mixed >> 32).wrapping_mul(SPREAD)
    }
}

impl Mask for u64 {
    type State = u64;

    #[inline]
    fn pack(self, player: usize, low: usize) -> u64 {
        self >> low | ((player - low) as u64) << 58
    }

    #[inline]
    fn unpack(state: u64, low: usize) -> (u64, usize) {
        let boxes = state & ((1 << 58) - 1);
        (boxes << low, (state >> 58) as usize + low)
    }

    const CELLS: usize = 64;

    #[inline]
    fn empty() -> u64 {
        0
    }

    #[inline]
    fn words(&self) -> &[u64] {
        std::slice::from_ref(self)
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        std::slice::from_mut(self)
    }

    #[inline]
    fn and(self, other: u64) -> u64 {
        self & other
    }

    #[inline]
    fn or(self, other: u64) -> u64 {
        self | other
    }

    #[inline]
    fn up(self, by: usize) -> u64 {
        self << by
    }

    #[inline]
    fn down(self, by: usize) -> u64 {
        self >> by
    }

    #[inline]
    fn not(self) -> u64 {
        !self
    }
}

/// A mask of `N` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> State for (Wide<N>, u16) {
    const NONE: Self = (Wide([0; N]), u16::MAX);

    #[inline]
    fn hash(&self) -> u64 {
        let (Wide(words), player) = self;
        words
            .iter()
            .fold(u64::from(*player), |hash, word| {
                let product = (hash ^ word).wrapping_mul(SPREAD);
                product ^ product >> 32
            })
            .wrapping_mul(SPREAD)
    }
}

impl<const N: usize> Mask for Wide<N> {
    type State = (Wide<N>, u16);

    #[inline]
    fn pack(self, player: usize, _: usize) -> (Wide<N>, u16) {
        (self, player as u16)
    }

    #[inline]
    fn unpack((boxes, player): (Wide<N>, u16), _: usize) -> (Wide<N>, usize) {
        (boxes, usize::from(player))
    }

    const CELLS: usize = 64 * N;

    fn empty() -> Self {
        Wide([0; N])
    }

    #[inline]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    #[inline]
    fn up(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |i: usize| if i < N { self.0[i] } else { 0 };
        Wide(std::array::from_fn(|i| {
            // Beyond the low end the numbers wrap around and are out of range as well.
            let high = word(i.wrapping_sub(words)) << bits;
            let low = word(i.wrapping_sub(words + 1)) >> 1 >> (63 - bits);
            high | low
        }))
    }

    #[inline]
    fn down(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |i: usize| if i < N { self.0[i] } else { 0 };
        Wide(std::array::from_fn(|i| {
            word(i + words) >> bits | word(i + words + 1) << 1 << (63 - bits)
        }))
    }

    #[inline]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const N: usize> BoxSet for Wide<N> {
    #[inline]
    fn bits(&self, at: usize) -> u32 {
        let (word, bit) = (at / 64, at % 64);
        let above = if word + 1 < N { self.0[word + 1] << 1 << (63 - bit) } else { 0 };
        (self.0[word] >> bit | above) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells<M: Mask>(mask: M) -> Vec<usize> {
        let mut cells = Vec::new();
        mask.for_each(|cell| cells.push(cell));
        cells
    }

    fn check<M: Mask + std::fmt::Debug>() {
        let mut mask = M::empty();
        assert_eq!(mask.lowest(), M::CELLS);
        let set: Vec<usize> = (0..M::CELLS).filter(|cell| cell * cell % 7 == 2).collect();
        for &cell in &set {
            mask.insert(cell);
        }
        assert_eq!(cells(mask), set);
        assert_eq!(mask.lowest(), set[0]);
        for by in [0, 1, 8, 63] {
            let moved: Vec<usize> =
                set.iter().map(|cell| cell + by).filter(|&c| c < M::CELLS).collect();
            assert_eq!(cells(mask.up(by)), moved);
            let moved: Vec<usize> = set.iter().filter_map(|cell| cell.checked_sub(by)).collect();
            assert_eq!(cells(mask.down(by)), moved);
            assert_eq!(mask.shift(-(by as isize)), mask.down(by));
        }
        for at in 0..M::CELLS {
            let bits = (at..M::CELLS).take(5).map(|cell| u32::from(mask.has(cell)) << (cell - at));
            assert_eq!(mask.bits(at) & 31, bits.sum::<u32>());
        }
        // From the lowest cell to the highest there is room for 58.
        let inner = mask.up(9).and(mask.not().down(9));
        for player in [9, 17, 54] {
            assert!(M::unpack(inner.pack(player, 9), 9) == (inner, player));
        }
        assert_eq!(mask.and(mask.not()), M::empty());
        assert_eq!(mask.or(mask.not()), M::empty().not());
        for &cell in &set {
            assert!(mask.has(cell));
            mask.remove(cell);
        }
        assert_eq!(mask, M::empty());
    }

    #[test]
    fn masks_are_sets() {
        check::<u64>();
        check::<Wide<2>>();
        check::<Wide<5>>();
    }

    #[test]
    fn wide_masks_move_by_more_than_a_word() {
        let mut mask = Wide::<4>::empty();
        mask.insert(3);
        assert_eq!(cells(mask.up(130)), [133]);
        assert_eq!(cells(mask.up(130).down(131)), [2]);
        assert_eq!(cells(mask.up(64)), [67]);
    }
}
