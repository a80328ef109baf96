//! One table: all wall classes of a site, in parallel.

use gridlock_patterns::sokoban::table::{Counts, Table};
use gridlock_patterns::sokoban::window::Site;
use rayon::prelude::*;

use super::account::account;
use super::enumerate::{Enumerator, Harvest, WallClass};

/// Somebody who follows a job and may stop it. Called from many threads.
pub trait Watch: Sync {
    /// Whether the job should stop.
    fn stopped(&self) -> bool;

    /// A unit of work is done: how many boards it had, and how many patterns were found on them.
    fn unit_done(&self, boards: u64, patterns: u64);
}

/// Nobody follows the job.
pub struct Unwatched;

impl Watch for Unwatched {
    fn stopped(&self) -> bool {
        false
    }

    fn unit_done(&self, _: u64, _: u64) {}
}

/// The boards of a site, one set of walls of each class: the measure of work.
pub fn boards(site: Site) -> u64 {
    Enumerator::new(site).wall_classes().iter().map(|class| boards_of(site, *class)).sum()
}

fn boards_of(site: Site, class: WallClass) -> u64 {
    1 << (site.window.cells() as u32 - class.walls.count_ones())
}

/// Enumerates the table of a site, or `None` when it was stopped.
///
/// A site of 16 cells takes some 300 MB with two threads.
pub fn table(site: Site, watch: &impl Watch) -> Option<Table> {
    let enumerator = Enumerator::new(site);
    let mut classes = enumerator.wall_classes();
    // The classes with few walls are by far the largest; starting with them evens out the load.
    classes.sort_by_key(|class| (class.walls.count_ones(), class.walls));
    let harvests: Vec<Option<Harvest>> = classes
        .par_iter()
        .with_max_len(1)
        .map_init(
            || enumerator.explorer(),
            |explorer, class| {
                if watch.stopped() {
                    return None;
                }
                let harvest = enumerator.harvest(explorer, class.walls);
                watch.unit_done(boards_of(site, *class), harvest.patterns.len() as u64);
                Some(harvest)
            },
        )
        .collect();
    let harvests: Vec<Harvest> = harvests.into_iter().collect::<Option<_>>()?;
    Some(assemble(site, &enumerator, &classes, harvests))
}

fn assemble(
    site: Site,
    enumerator: &Enumerator,
    classes: &[WallClass],
    harvests: Vec<Harvest>,
) -> Table {
    let mut counts = Counts { wall_classes: classes.len() as u64, ..Counts::default() };
    let mut patterns = Vec::new();
    for (class, harvest) in classes.iter().zip(harvests) {
        counts.states += harvest.states;
        counts.stuck += harvest.stuck;
        counts.boards += u64::from(class.size) * (boards_of(site, *class) - 1);
        counts.dead_boards += u64::from(class.size) * harvest.stuck_outside;
        if class.walls == 0 {
            counts.open_dead = harvest.dead;
        }
        patterns.extend(harvest.patterns);
    }
    if site.window.rows() == 4 && site.window.cols() == 4 {
        counts.open_new = account(site, enumerator);
    }
    patterns.sort_unstable();
    let mut table = Table { site, counts, patterns };
    table.counts.patterns = table.patterns.len() as u64;
    table.counts.frames = table.frames().len() as u64;
    table
}
