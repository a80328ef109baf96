//! Random small levels.

use gridlock_solver::sokoban::level::Level;

/// A small reproducible random number generator (Marsaglia's xorshift).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below the bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % bound
    }

    /// A room of at most 8x8 with some walls, boxes and goals in it, no box at the rim.
    #[allow(dead_code)] // Not every test makes rooms.
    pub(crate) fn room(&mut self) -> Option<Level> {
        let (rows, cols) = (4 + self.below(5), 4 + self.below(5));
        let mut cells = vec![b' '; rows * cols];
        let symbols =
            [b"@".to_vec(), vec![b'#'; self.below(6)], vec![b'*'; self.below(3)]].concat();
        let pairs = b"$.".repeat(1 + self.below(4));
        for &symbol in symbols.iter().chain(&pairs) {
            let inside = |cell: &usize| {
                let (row, col) = (cell / cols, cell % cols);
                symbol != b'$' || row > 0 && col > 0 && row + 1 < rows && col + 1 < cols
            };
            let free = (0..cells.len()).filter(|&cell| cells[cell] == b' ').filter(inside);
            let free: Vec<usize> = free.collect();
            if free.is_empty() {
                return None;
            }
            cells[free[self.below(free.len())]] = symbol;
        }
        let rim = vec![b'#'; cols + 2];
        let inner = cells.chunks(cols).map(|row| [b"#", row, b"#"].concat());
        let rows: Vec<_> = [rim.clone()].into_iter().chain(inner).chain([rim]).collect();
        Level::new(&rows).ok()
    }
}
