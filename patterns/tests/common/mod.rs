//! What several tests need: the committed tables, all images of their patterns, and chance.
#![allow(dead_code, unreachable_pub)] // Every test uses a part of it.

pub mod chance;
pub mod room;

use std::path::{Path, PathBuf};

use gridlock_patterns::file;
use gridlock_patterns::sokoban::game::Region;
use gridlock_patterns::sokoban::pattern::{Frame, Pattern};
use gridlock_patterns::sokoban::plain::{self, Player};
use gridlock_patterns::sokoban::table::Table;
use gridlock_patterns::sokoban::window::{Placement, Site};

/// The directory of the committed tables.
pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data")
}

/// The committed table of a site; those beyond 4x4 and those of narrow boards have directories of
/// their own.
pub fn table(site: Site) -> Table {
    let side = site.window.rows().max(site.window.cols());
    let directory = if side > 4 {
        data().join("beyond")
    } else if Placement::WIDE.contains(&site.placement) {
        data()
    } else {
        data().join("narrow")
    };
    file::read(&directory, site).unwrap_or_else(|error| panic!("{error}"))
}

/// All cells of a site as a mask.
pub fn full(site: Site) -> u32 {
    (1 << site.window.cells()) - 1
}

/// All subsets of a mask, the empty one first.
pub fn subsets(mask: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(0u32);
    std::iter::from_fn(move || {
        let subset = next?;
        next = Some(subset.wrapping_sub(mask) & mask).filter(|&after| after != 0);
        Some(subset)
    })
}

/// The image of a mask under a map of cells.
pub fn moved(image: &[usize], mask: u32) -> u32 {
    image.iter().enumerate().map(|(cell, &to)| (mask >> cell & 1) << to).sum()
}

/// The image of a region under a map of cells.
pub fn moved_region(image: &[usize], region: Region) -> Region {
    match region {
        Region::Outside => Region::Outside,
        Region::Pocket(cells) => Region::Pocket(moved(image, cells)),
    }
}

/// The image of a frame under a map of cells.
pub fn moved_frame(image: &[usize], f: &Frame) -> Frame {
    Frame {
        walls: moved(image, f.walls),
        boxes: moved(image, f.boxes),
        region: moved_region(image, f.region),
    }
}

/// The image of a pattern under a map of cells.
pub fn moved_pattern(image: &[usize], p: &Pattern) -> Pattern {
    Pattern {
        walls: moved(image, p.walls),
        boxes: moved(image, p.boxes),
        region: moved_region(image, p.region),
        no_goals: moved(image, p.no_goals),
    }
}

/// The patterns of a table with all their images, by the walls they ask for.
pub struct Matcher {
    /// The site of the table.
    pub site: Site,
    by_walls: Vec<Vec<Pattern>>,
}

impl Matcher {
    /// Spreads a table over its symmetries.
    pub fn new(table: &Table) -> Matcher {
        let mut by_walls = vec![Vec::new(); full(table.site) as usize + 1];
        for image in plain::symmetries(table.site) {
            for pattern in &table.patterns {
                let pattern = moved_pattern(&image, pattern);
                by_walls[pattern.walls as usize].push(pattern);
            }
        }
        Matcher { site: table.site, by_walls }
    }

    /// The goal conditions of all patterns that lie below a state: each of them is a set of cells
    /// that must not be goals for the state to be dead.
    pub fn conditions(&self, walls: u32, boxes: u32, player: Player) -> Vec<u32> {
        let mut conditions: Vec<u32> = subsets(walls)
            .flat_map(|walls| &self.by_walls[walls as usize])
            .filter(|p| p.boxes & !boxes == 0)
            .filter(|p| match player {
                Player::Outside => p.region == Region::Outside,
                at @ Player::At(_) => plain::region(self.site, p.walls | p.boxes, at) == p.region,
            })
            .map(|p| p.no_goals)
            .collect();
        conditions.sort_unstable();
        conditions.dedup();
        conditions
    }
}
