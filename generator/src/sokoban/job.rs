//! One table: all wall classes of a site, in parallel, in one go or unit by unit.

use std::ops::Range;

use gridlock_patterns::sokoban::symmetry::{symmetries, Orientation};
use gridlock_patterns::sokoban::table::{frames, Counts, Packed, Packer};
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
    /// A board takes 1 to 2 microseconds, in the windows with few walls up to 5: so a range takes
    /// about as long as the others, and those at the end rather less.
    pub fn ranges(&self, most: usize) -> Vec<Range<usize>> {
        let share = self.boards(0..self.classes.len()).div_ceil(most as u64);
        let (mut ranges, mut from, mut gathered) = (Vec::new(), 0, 0);
        for (number, &class) in self.classes.iter().enumerate() {
            gathered += boards_of(self.site, class);
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

    /// The walls of a class.
    pub(crate) fn walls(&self, class: usize) -> u32 {
        self.classes[class].walls
    }

    /// All classes in the order in which a table has their patterns.
    pub(crate) fn by_walls(&self) -> Vec<u32> {
        let mut classes: Vec<u32> = (0..self.classes.len() as u32).collect();
        classes.sort_unstable_by_key(|&class| self.walls(class as usize));
        classes
    }
}

/// A table in the making. Patterns of a class have its walls and are in order, so they follow those
/// of the class before, and nothing but the payload has to be kept.
pub(crate) struct Assembly<'a> {
    job: &'a Job,
    symmetries: Vec<Orientation>,
    counts: Counts,
    packer: Packer,
}

impl<'a> Assembly<'a> {
    pub(crate) fn new(job: &'a Job) -> Assembly<'a> {
        let counts = Counts { wall_classes: job.classes.len() as u64, ..Counts::default() };
        Assembly { job, symmetries: symmetries(job.site), counts, packer: Packer::default() }
    }

    /// Adds the contribution of a class; they come in the order of [`Job::by_walls`].
    pub(crate) fn add(&mut self, class: usize, harvest: &Harvest) {
        let (job, counts, class) = (self.job, &mut self.counts, self.job.classes[class]);
        counts.states += harvest.states;
        counts.stuck += harvest.stuck;
        counts.boards += u64::from(class.size) * (boards_of(job.site, class) - 1);
        counts.dead_boards += u64::from(class.size) * harvest.stuck_outside;
        if class.walls == 0 {
            counts.open_dead = harvest.dead;
        }
        counts.patterns += harvest.patterns.len() as u64;
        // A frame, like a pattern, has the walls of its class, so no other class has it too.
        counts.frames += frames(&harvest.patterns, &self.symmetries).len() as u64;
        self.packer.add(&harvest.patterns);
    }

    /// The table, when all contributions are there.
    pub(crate) fn finish(self) -> Packed {
        let Assembly { job: &Job { site, ref enumerator, .. }, mut counts, packer, .. } = self;
        if site.window.rows() == 4 && site.window.cols() == 4 {
            counts.open_new = account(site, enumerator);
        }
        Packed { site, counts, payload: packer.finish() }
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
/// All its patterns are in memory, 20 bytes each.
pub fn table(site: Site, watch: &impl Watch) -> Option<Packed> {
    let job = Job::new(site);
    let classes = (0..job.classes()).into_par_iter().with_max_len(1);
    let harvests: Vec<Option<Harvest>> = classes.map(|class| job.harvest(class, watch)).collect();
    let mut harvests = harvests.into_iter().collect::<Option<Vec<Harvest>>>()?;
    let mut assembly = Assembly::new(&job);
    for class in job.by_walls() {
        let class = class as usize;
        assembly.add(class, &std::mem::take(&mut harvests[class]));
    }
    Some(assembly.finish())
}
