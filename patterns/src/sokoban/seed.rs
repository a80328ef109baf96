//! Seeds: the least that must be stored to find every frame again.
//!
//! On a board the walls of a window are known. Then a frame on the solid shape `S` (its walls and
//! boxes) can only be there with boxes on the cells of `S` that are no walls. So it is enough to
//! store the solid shapes, each with the smallest sets of cells that must be walls for any frame on
//! that shape. What is dead, for which player regions and which goals, comes out of the local game.

use std::collections::BTreeMap;

use super::embedding::Embedding;
use super::pattern::Frame;
use super::symmetry::symmetries;
use super::window::Site;

/// A solid shape, and the cells of it that must be walls.
///
/// With the walls `w` of a window it proposes the box set `solid & !w` when `w` contains `walls`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seed {
    /// Cells that must be walls or boxes.
    pub solid: u32,
    /// The cells among them that must be walls.
    pub walls: u32,
}

/// The seeds of several sites.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seeds {
    sites: Vec<(Site, Vec<Seed>)>,
}

impl Seeds {
    /// Seeds as given, site by site.
    pub fn from_sites(sites: Vec<(Site, Vec<Seed>)>) -> Seeds {
        Seeds { sites }
    }

    /// Adds the seeds of a site, given all its frames. What the seeds of the sites added before it
    /// propose already is not stored again.
    pub fn add_frames(&mut self, site: Site, frames: &[Frame]) {
        let mut known = Proposals::default();
        for seed in self.inside(site) {
            known.add(seed);
        }
        let symmetries = symmetries(site);
        let mut splits: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for frame in frames.iter().filter(|f| !known.contain(f)) {
            let images = || symmetries.iter().map(|s| (s.mask(frame.walls), s.mask(frame.boxes)));
            let shape = images().map(|(w, b)| w | b).min().expect("the identity is a symmetry");
            splits
                .entry(shape)
                .or_default()
                .extend(images().filter(|(w, b)| w | b == shape).map(|(walls, _)| walls));
        }
        let mut seeds = Vec::new();
        for (&solid, walls) in &splits {
            let of_shape: Vec<_> = symmetries.iter().filter(|s| s.mask(solid) == solid).collect();
            for walls in minimal(walls) {
                if of_shape.iter().all(|s| s.mask(walls) >= walls) {
                    seeds.push(Seed { solid, walls });
                }
            }
        }
        seeds.sort_unstable();
        self.sites.push((site, seeds));
    }

    /// The stored seeds, site by site.
    pub fn sites(&self) -> &[(Site, Vec<Seed>)] {
        &self.sites
    }

    /// All seeds that hold in the window of `site`, its own and those of sites inside it, in its
    /// cell numbers, in no order; some come more than once.
    pub fn inside(&self, site: Site) -> Vec<Seed> {
        let mut seeds = Vec::new();
        for (inner, own) in self.sites.iter().filter(|(_, own)| !own.is_empty()) {
            for embedding in Embedding::all(*inner, site) {
                seeds.extend(own.iter().map(|seed| Seed {
                    solid: embedding.mask(seed.solid),
                    walls: embedding.mask(seed.walls),
                }));
            }
        }
        seeds.retain(|seed| seed.solid != seed.walls);
        seeds
    }
}

/// The members of a list of sets that contain no other one, sorted.
fn minimal(sets: &[u32]) -> Vec<u32> {
    let contains_other = |s: u32| sets.iter().any(|&t| t != s && t & s == t);
    let mut minimal: Vec<u32> = sets.iter().copied().filter(|&s| !contains_other(s)).collect();
    minimal.sort_unstable();
    minimal.dedup();
    minimal
}

/// The frames that seeds lead to, by solid shape.
#[derive(Default)]
struct Proposals {
    walls_of: BTreeMap<u32, Vec<u32>>,
}

impl Proposals {
    fn add(&mut self, seed: Seed) {
        self.walls_of.entry(seed.solid).or_default().push(seed.walls);
    }

    fn contain(&self, frame: &Frame) -> bool {
        self.walls_of
            .get(&(frame.walls | frame.boxes))
            .map_or(false, |walls| walls.iter().any(|w| w & !frame.walls == 0))
    }
}
