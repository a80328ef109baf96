//! One table: all wall classes of a site, in parallel, in one go or unit by unit.

use std::ops::Range;

use gridlock_patterns::sokoban::table::{Counts, Table};
use gridlock_patterns::sokoban::window::Site;
use rayon::prelude::*;

use super::account::account;
use super::enumerate::{Enumerator, Harvest, WallClass};

/// Somebody who follows a job and may stop it. Called from many threads.
pub trait Watch: Sync {
    /// Whether the job should stop.
    fn stopped(&self) -> bool;

    /// A wall class is done: how many boards it had, and how many patterns were found on them.
    fn class_done(&self, boards: u64, patterns: u64);
}

/// Nobody follows the job.
pub struct Unwatched;

impl Watch for Unwatched {
    fn stopped(&self) -> bool {
        false
    }

    fn class_done(&self, _: u64, _: u64) {}
}

/// The enumeration of a site, cut into wall classes.
pub struct Job {
    site: Site,
    enumerator: Enumerator,
    /// Those with few walls, which are by far the largest, come first: that evens out the load.
    classes: Vec<WallClass>,
}

impl Job {
    /// The work for a site.
    pub fn new(site: Site) -> Job {
        let enumerator = Enumerator::new(site);
        let mut classes = enumerator.wall_classes();
        classes.sort_by_key(|class| (class.walls.count_ones(), class.walls));
        Job { site, enumerator, classes }
    }

    /// How many wall classes there are.
    pub fn classes(&self) -> usize {
        self.classes.len()
    }

    /// The boards of some wall classes, one set of walls of each: the measure of work.
    pub fn boards(&self, classes: Range<usize>) -> u64 {
        self.classes[classes].iter().map(|&class| boards_of(self.site, class)).sum()
    }

    /// Consecutive classes in ranges that take about the same time, at most so many and one more.
    ///
    /// The time of a class grows with the pairs of a box set and a goal set.
    pub fn ranges(&self, most: usize) -> Vec<Range<usize>> {
        let cost = |class: WallClass| boards_of(self.site, class).pow(2);
        let total: u64 = self.classes.iter().map(|&class| cost(class)).sum();
        let share = total.div_ceil(most as u64);
        let (mut ranges, mut from, mut gathered) = (Vec::new(), 0, 0);
        for (number, &class) in self.classes.iter().enumerate() {
            gathered += cost(class);
            if gathered >= share || number + 1 == self.classes.len() {
                ranges.push(from..number + 1);
                (from, gathered) = (number + 1, 0);
            }
        }
        ranges
    }

    /// What one class contributes, or `None` when it should stop.
    pub(crate) fn harvest(&self, class: usize, watch: &impl Watch) -> Option<Harvest> {
        if watch.stopped() {
            return None;
        }
        let class = self.classes[class];
        let harvest = self.enumerator.harvest(class.walls);
        watch.class_done(boards_of(self.site, class), harvest.patterns.len() as u64);
        Some(harvest)
    }

    /// The table, from the contributions of all classes in their order.
    pub(crate) fn assemble(&self, harvests: Vec<Harvest>) -> Table {
        let mut counts = Counts { wall_classes: self.classes.len() as u64, ..Counts::default() };
        let mut patterns = Vec::new();
        for (class, harvest) in self.classes.iter().zip(harvests) {
            counts.states += harvest.states;
            counts.stuck += harvest.stuck;
            counts.boards += u64::from(class.size) * (boards_of(self.site, *class) - 1);
            counts.dead_boards += u64::from(class.size) * harvest.stuck_outside;
            if class.walls == 0 {
                counts.open_dead = harvest.dead;
            }
            patterns.extend(harvest.patterns);
        }
        if self.site.window.rows() == 4 && self.site.window.cols() == 4 {
            counts.open_new = account(self.site, &self.enumerator);
        }
        patterns.sort_unstable();
        let mut table = Table { site: self.site, counts, patterns };
        table.counts.patterns = table.patterns.len() as u64;
        table.counts.frames = table.frames().len() as u64;
        table
    }
}

/// The boards of a site, one set of walls of each class.
pub fn boards(site: Site) -> u64 {
    let job = Job::new(site);
    job.boards(0..job.classes())
}

fn boards_of(site: Site, class: WallClass) -> u64 {
    1 << (site.window.cells() as u32 - class.walls.count_ones())
}

/// Enumerates the table of a site, or `None` when it was stopped.
///
/// A site of 16 cells takes some 300 MB with two threads.
pub fn table(site: Site, watch: &impl Watch) -> Option<Table> {
    let job = Job::new(site);
    let classes = (0..job.classes()).into_par_iter().with_max_len(1);
    let harvests: Vec<Option<Harvest>> = classes.map(|class| job.harvest(class, watch)).collect();
    Some(job.assemble(harvests.into_iter().collect::<Option<_>>()?))
}
