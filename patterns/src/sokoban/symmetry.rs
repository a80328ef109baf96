//! Symmetries of a site, and the eight orientations in which a site can lie on a board.

use super::game::Region;
use super::pattern::Pattern;
use super::window::{Placement, Site, Window};

/// One way to lay a site's window on a board: reflected and turned.
///
/// It maps a cell of the site to a cell of the oriented window, whose rows and columns are exchanged
/// when `transposed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orientation {
    flip_rows: bool,
    flip_cols: bool,
    transposed: bool,
    cells: Vec<u8>,
}

impl Orientation {
    /// All eight orientations of a site, the identity first.
    pub fn all(site: Site) -> Vec<Orientation> {
        (0..8).map(|k| Orientation::new(site, k & 1 != 0, k & 2 != 0, k & 4 != 0)).collect()
    }

    fn new(site: Site, flip_rows: bool, flip_cols: bool, transposed: bool) -> Orientation {
        let (rows, cols) = (site.window.rows(), site.window.cols());
        let cells = (0..rows * cols)
            .map(|i| {
                let r = if flip_rows { rows - 1 - i / cols } else { i / cols };
                let c = if flip_cols { cols - 1 - i % cols } else { i % cols };
                (if transposed { c * rows + r } else { r * cols + c }) as u8
            })
            .collect();
        Orientation { flip_rows, flip_cols, transposed, cells }
    }

    /// What becomes of the site's window.
    pub fn window(&self, window: Window) -> Window {
        if self.transposed {
            window.transposed()
        } else {
            window
        }
    }

    /// Which sides of the oriented window are backed by walls: up, down, left, right.
    pub fn backed(&self, placement: Placement) -> [bool; 4] {
        let [up, down, left, right] = placement.backed();
        let (mut rows, mut cols) = ([up, down], [left, right]);
        if self.flip_rows {
            rows.reverse();
        }
        if self.flip_cols {
            cols.reverse();
        }
        let (upright, across) = if self.transposed { (cols, rows) } else { (rows, cols) };
        [upright[0], upright[1], across[0], across[1]]
    }

    /// The image of a cell number.
    pub fn cell(&self, cell: usize) -> usize {
        self.cells[cell] as usize
    }

    /// The image of a mask.
    pub fn mask(&self, mut mask: u32) -> u32 {
        let mut image = 0;
        while mask != 0 {
            image |= 1 << self.cells[mask.trailing_zeros() as usize];
            mask &= mask - 1;
        }
        image
    }

    /// The mask whose image is `image`.
    pub fn undo(&self, image: u32) -> u32 {
        self.cells.iter().enumerate().map(|(i, &cell)| (image >> cell & 1) << i).sum()
    }

    /// The image of a region.
    pub fn region(&self, region: Region) -> Region {
        match region {
            Region::Outside => Region::Outside,
            Region::Pocket(cells) => Region::Pocket(self.mask(cells)),
        }
    }

    /// The image of a pattern.
    pub fn pattern(&self, p: &Pattern) -> Pattern {
        Pattern {
            walls: self.mask(p.walls),
            boxes: self.mask(p.boxes),
            no_goals: self.mask(p.no_goals),
            region: self.region(p.region),
        }
    }
}

/// The orientations that map a site onto itself: 8 for a square interior window, 4 for an oblong
/// one and for a corridor, 2 for an edge, an alcove and a square corner, 1 for an oblong corner.
pub fn symmetries(site: Site) -> Vec<Orientation> {
    let square = site.window.rows() == site.window.cols();
    let identity = &Orientation::new(site, false, false, false);
    let backed = identity.backed(site.placement);
    Orientation::all(site)
        .into_iter()
        .filter(|o| (square || !o.transposed) && o.backed(site.placement) == backed)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetry_counts() {
        let count = |r, c, p| symmetries(Site::new(Window::new(r, c).unwrap(), p)).len();
        assert_eq!(count(3, 3, Placement::Interior), 8);
        assert_eq!(count(3, 4, Placement::Interior), 4);
        assert_eq!(count(4, 4, Placement::Edge), 2);
        assert_eq!(count(4, 2, Placement::Edge), 2);
        assert_eq!(count(4, 4, Placement::Corner), 2);
        assert_eq!(count(3, 4, Placement::Corner), 1);
        assert_eq!(count(4, 4, Placement::Corridor), 4);
        assert_eq!(count(4, 3, Placement::Corridor), 4);
        assert_eq!(count(4, 4, Placement::Alcove), 2);
        assert_eq!(count(3, 4, Placement::Alcove), 2);
    }
}
