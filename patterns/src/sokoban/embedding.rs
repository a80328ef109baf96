//! One site lying inside another: how what is known of small windows serves larger ones.

use super::symmetry::Orientation;
use super::window::Site;

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
        let [north, south, west, east] = outer.placement.backed();
        let (rows, cols) = (outer.window.rows() as i32, outer.window.cols() as i32);
        for orientation in Orientation::all(inner) {
            let window = orientation.window(inner.window);
            let [up, down, to_left, to_right] = orientation.backed(inner.placement);
            let lowest = rows - window.rows() as i32;
            let rightmost = cols - window.cols() as i32;
            for top in -i32::from(north)..=lowest + i32::from(south) {
                for left in -i32::from(west)..=rightmost + i32::from(east) {
                    let fits = (!up || north && top == 0)
                        && (!down || south && top == lowest)
                        && (!to_left || west && left == 0)
                        && (!to_right || east && left == rightmost);
                    if fits {
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
        let (rows, cols) = (outer.window.rows() as i32, outer.window.cols() as i32);
        let spot = |cell| {
            let image = way.cell(cell);
            let row = (image / inner_cols) as i32 + top;
            let col = (image % inner_cols) as i32 + left;
            if (0..rows).contains(&row) && (0..cols).contains(&col) {
                Spot::Cell((row * cols + col) as u8)
            } else {
                Spot::Wall
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
    use crate::sokoban::window::{Placement, Window};

    fn count(inner: (usize, usize, Placement), outer: (usize, usize, Placement)) -> usize {
        let site = |(r, c, p)| Site::new(Window::new(r, c).unwrap(), p);
        Embedding::all(site(inner), site(outer)).len()
    }

    #[test]
    fn counts() {
        use Placement::{Alcove, Corner, Corridor, Edge, Interior};
        assert_eq!(count((2, 2, Interior), (2, 2, Interior)), 8);
        assert_eq!(count((2, 2, Interior), (3, 3, Interior)), 4 * 8);
        assert_eq!(count((2, 3, Interior), (3, 3, Interior)), 4 * 4);
        // One row up into the wall as well.
        assert_eq!(count((2, 2, Interior), (2, 2, Edge)), 2 * 8);
        assert_eq!(count((2, 2, Edge), (2, 2, Edge)), 2);
        assert_eq!(count((2, 2, Edge), (2, 2, Interior)), 0);
        // Under the north wall or along the west wall, in place or moved into the other wall.
        assert_eq!(count((2, 2, Edge), (2, 2, Corner)), 2 * 2 * 2);
        // Under each of the two walls, in three places.
        assert_eq!(count((2, 2, Edge), (2, 4, Corridor)), 2 * 3 * 2);
        // One row in the one wall or in the other, or one in each.
        assert_eq!(count((2, 3, Interior), (2, 2, Corridor)), 2 * 4);
        assert_eq!(count((2, 4, Interior), (2, 2, Corridor)), 4);
        assert_eq!(count((2, 2, Corner), (2, 2, Alcove)), 2 * 2);
        assert_eq!(count((2, 2, Alcove), (2, 3, Corridor)), 0);
    }
}
