//! One site lying inside another: how what is known of small windows serves larger ones.

use super::symmetry::Orientation;
use super::window::{Placement, Site};

/// Where a cell of the inner site lies: a cell of the outer window, or in the wall behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    Cell(u8),
    Wall,
}

/// One way in which the window of a site lies inside the window of another one and the walls behind
/// its sides.
///
/// An interior window may lie partly in the wall of an edge window: its cells there are walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embedding {
    spots: Vec<Spot>,
}

impl Embedding {
    /// All ways in which `inner` lies inside `outer`.
    pub fn all(inner: Site, outer: Site) -> Vec<Embedding> {
        let mut found: Vec<Embedding> = Vec::new();
        let north = outer.placement != Placement::Interior;
        let west = outer.placement == Placement::Corner;
        let (rows, cols) = (outer.window.rows() as i32, outer.window.cols() as i32);
        for orientation in Orientation::all(inner) {
            let window = orientation.window(inner.window);
            let backed = orientation.backed(inner.placement);
            for top in -i32::from(north)..=rows - window.rows() as i32 {
                for left in -i32::from(west)..=cols - window.cols() as i32 {
                    let up_fits = !backed[0] || (north && top == 0);
                    let left_fits = !backed[2] || (west && left == 0);
                    if up_fits && left_fits && !backed[1] && !backed[3] {
                        let embedding = Embedding::new(inner, outer, &orientation, top, left);
                        if !found.contains(&embedding) {
                            found.push(embedding);
                        }
                    }
                }
            }
        }
        found
    }

    fn new(inner: Site, outer: Site, way: &Orientation, top: i32, left: i32) -> Embedding {
        let inner_cols = way.window(inner.window).cols();
        let outer_cols = outer.window.cols() as i32;
        let spot = |cell| {
            let image = way.cell(cell);
            let row = (image / inner_cols) as i32 + top;
            let col = (image % inner_cols) as i32 + left;
            if row < 0 || col < 0 {
                Spot::Wall
            } else {
                Spot::Cell((row * outer_cols + col) as u8)
            }
        };
        Embedding { spots: (0..inner.window.cells()).map(spot).collect() }
    }

    /// The part of the image of a mask that lies on cells of the outer window.
    pub fn mask(&self, mut mask: u32) -> u32 {
        let mut image = 0;
        while mask != 0 {
            if let Spot::Cell(cell) = self.spots[mask.trailing_zeros() as usize] {
                image |= 1 << cell;
            }
            mask &= mask - 1;
        }
        image
    }

    /// The cells of the inner window that are walls when `walls` are those of the outer one.
    pub fn walls(&self, walls: u32) -> u32 {
        let is_wall = |spot: &Spot| match *spot {
            Spot::Cell(cell) => walls >> cell & 1,
            Spot::Wall => 1,
        };
        self.spots.iter().enumerate().map(|(i, spot)| is_wall(spot) << i).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sokoban::window::Window;

    fn count(inner: (usize, usize, Placement), outer: (usize, usize, Placement)) -> usize {
        let site = |(r, c, p)| Site::new(Window::new(r, c).unwrap(), p);
        Embedding::all(site(inner), site(outer)).len()
    }

    #[test]
    fn counts() {
        use Placement::{Corner, Edge, Interior};
        assert_eq!(count((2, 2, Interior), (2, 2, Interior)), 8);
        assert_eq!(count((2, 2, Interior), (3, 3, Interior)), 4 * 8);
        assert_eq!(count((2, 3, Interior), (3, 3, Interior)), 4 * 4);
        // One row up into the wall as well.
        assert_eq!(count((2, 2, Interior), (2, 2, Edge)), 2 * 8);
        assert_eq!(count((2, 2, Edge), (2, 2, Edge)), 2);
        assert_eq!(count((2, 2, Edge), (2, 2, Interior)), 0);
        // Under the north wall or along the west wall, in place or moved into the other wall.
        assert_eq!(count((2, 2, Edge), (2, 2, Corner)), 2 * 2 * 2);
    }
}
