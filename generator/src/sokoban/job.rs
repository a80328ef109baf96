//! One table: all wall classes of a site, in parallel.

use std::sync::atomic::{AtomicU64, Ordering};

use gridlock_patterns::sokoban::table::{Counts, Table};
use gridlock_patterns::sokoban::window::Site;
use rayon::prelude::*;

use super::account::account;
use super::enumerate::{Enumerator, Harvest, WallClass};
use crate::interrupt;
use crate::progress::Progress;

/// Boards of a site up to symmetry of the walls, about: the measure of work for the progress bar.
pub(crate) fn work(site: Site) -> u64 {
    Enumerator::new(site).wall_classes().iter().map(|class| boards(site, *class)).sum()
}

fn boards(site: Site, class: WallClass) -> u64 {
    1 << (site.window.cells() as u32 - class.walls.count_ones())
}

/// Enumerates a table, or `None` when the work was interrupted.
pub(crate) fn table(site: Site, progress: &Progress, found: &AtomicU64) -> Option<Table> {
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
                if interrupt::requested() {
                    return None;
                }
                let harvest = enumerator.harvest(explorer, class.walls);
                let patterns = harvest.patterns.len() as u64;
                let so_far = found.fetch_add(patterns, Ordering::Relaxed) + patterns;
                progress.advance(boards(site, *class), || format!("{site}: {so_far} patterns"));
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
        counts.boards += u64::from(class.size) * (boards(site, *class) - 1);
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
