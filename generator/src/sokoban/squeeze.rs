//! Masks without gaps.

/// Numbers the cells of a mask without gaps: bit `i` stands for the `i`-th cell of the mask.
pub(crate) struct Squeeze {
    pub(crate) cells: Vec<u32>,
    by_byte: [[u32; 256]; 3],
}

impl Squeeze {
    pub(crate) fn new(mask: u32) -> Squeeze {
        let cells: Vec<u32> = (0..32).filter(|c| mask >> c & 1 == 1).collect();
        let mut by_byte = [[0; 256]; 3];
        for (k, table) in by_byte.iter_mut().enumerate() {
            for (byte, entry) in table.iter_mut().enumerate() {
                for (i, &cell) in cells.iter().enumerate() {
                    if cell as usize / 8 == k && byte >> (cell % 8) & 1 == 1 {
                        *entry |= 1 << i;
                    }
                }
            }
        }
        Squeeze { cells, by_byte }
    }

    pub(crate) fn apply(&self, mask: u32) -> u32 {
        let [low, middle, high] = &self.by_byte;
        low[mask as usize & 255] | middle[mask as usize >> 8 & 255] | high[mask as usize >> 16]
    }

    pub(crate) fn undo(&self, squeezed: u32) -> u32 {
        let chosen = |i: usize| squeezed >> i & 1 == 1;
        self.cells.iter().enumerate().filter(|(i, _)| chosen(*i)).map(|(_, c)| 1 << c).sum()
    }
}
