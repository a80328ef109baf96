//! Patterns and frames.

use super::game::Region;
use super::symmetry::Orientation;

/// A deadlock pattern. Any board with walls on `walls`, boxes on `boxes`, no goal on `no_goals` and
/// the player in `region` is unsolvable.
///
/// Masks number the cells of the window row by row. `walls`, `boxes` are disjoint, and so are
/// `walls`, `no_goals`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    /// Cells that must be walls.
    pub walls: u32,
    /// Cells that must hold boxes.
    pub boxes: u32,
    /// Where the player is when only `walls` and `boxes` are solid.
    pub region: Region,
    /// Cells that must not be goals.
    pub no_goals: u32,
}

impl Pattern {
    /// The frame of this pattern.
    pub fn frame(&self) -> Frame {
        Frame { walls: self.walls, boxes: self.boxes, region: self.region }
    }

    /// The smallest image of this pattern under the symmetries of its site.
    #[must_use]
    pub fn canonical(&self, symmetries: &[Orientation]) -> Pattern {
        symmetries.iter().map(|s| s.pattern(self)).min().unwrap_or(*self)
    }
}

/// A pattern without its goal condition: walls, boxes and the player's region.
///
/// The goal sets for which it is dead follow from it by playing the local game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Frame {
    /// Cells that must be walls.
    pub walls: u32,
    /// Cells that must hold boxes.
    pub boxes: u32,
    /// Where the player is when only `walls` and `boxes` are solid.
    pub region: Region,
}

impl Frame {
    /// The smallest image of this frame under the symmetries of its site.
    #[must_use]
    pub fn canonical(&self, symmetries: &[Orientation]) -> Frame {
        symmetries
            .iter()
            .map(|s| Frame {
                walls: s.mask(self.walls),
                boxes: s.mask(self.boxes),
                region: s.region(self.region),
            })
            .min()
            .unwrap_or(*self)
    }
}
