//! Working through a plan.

use std::collections::hash_map::{Entry, HashMap};
use std::sync::mpsc::{sync_channel, Receiver};
use std::sync::{Mutex, PoisonError};
use std::thread;

use gridlock_patterns::sokoban::window::Site;
use rayon::prelude::*;

use super::directory::{Directory, Problem};
use super::plan::Unit;
use crate::sokoban::enumerate::Harvest;
use crate::sokoban::job::{Job, Watch};

/// What is left to do in a directory.
pub struct Rest<'a> {
    directory: &'a Directory,
    jobs: HashMap<Site, Job>,
    units: Vec<&'a Unit>,
}

impl<'a> Rest<'a> {
    /// Of these units, those that are not finished. Every file is verified; `complain` is told of
    /// damaged ones.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, or was not written for this plan by this or an older version.
    pub fn new(
        directory: &'a Directory,
        units: Vec<&'a Unit>,
        complain: impl Fn(&str),
    ) -> Result<Rest<'a>, Problem> {
        let mut rest = Rest { directory, jobs: HashMap::new(), units: Vec::new() };
        for unit in units {
            if directory.verify(unit, &complain)?.is_none() {
                rest.units.push(unit);
            }
        }
        for site in rest.units.iter().filter_map(|unit| unit.site()) {
            if let Entry::Vacant(entry) = rest.jobs.entry(site) {
                entry.insert(directory.job(site)?);
            }
        }
        Ok(rest)
    }

    /// How many units are left.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    fn job(&self, unit: &Unit) -> &Job {
        &self.jobs[&unit.site().expect("plans are checked when they are read")]
    }

    /// The boards that are left.
    pub fn boards(&self) -> u64 {
        self.units.iter().map(|unit| self.job(unit).boards(unit.classes())).sum()
    }

    /// Does the work, in parallel, and saves each unit as soon as it is done; false when it was
    /// stopped. What was not saved then is lost.
    ///
    /// A unit counts as saved when it is synced, and that takes the disk up to some milliseconds: so
    /// others do it while the workers go on.
    ///
    /// # Errors
    ///
    /// The first unit that could not be saved stops the work.
    pub fn work(&self, watch: &impl Watch) -> Result<bool, Problem> {
        let failure = Mutex::new(None);
        let (send, receive) = sync_channel(WAITING);
        let receive = Mutex::new(receive);
        let all_sent = thread::scope(|scope| {
            for _ in 0..WRITERS {
                scope.spawn(|| self.save_all(&receive, &failure));
            }
            // Moved in, so that the writers end when the work has.
            let send = send;
            let units = self.units.par_iter().with_max_len(1);
            let sent = units.map(|unit| {
                let job = self.job(unit);
                let harvest =
                    |class| if is_set(&failure) { None } else { job.harvest(class, watch) };
                let harvests: Option<Vec<Harvest>> = unit.classes().map(harvest).collect();
                let bytes = harvests.map(|harvests| self.directory.encode(unit, &harvests));
                bytes.is_some_and(|bytes| send.send((*unit, bytes)).is_ok())
            });
            sent.reduce(|| true, |a, b| a && b)
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(problem) => Err(problem),
            None => Ok(all_sent),
        }
    }

    /// Saves what comes, and after a failure only takes it, so that nobody waits.
    fn save_all(&self, receive: &Mutex<Receiver<Finished>>, failure: &Mutex<Option<Problem>>) {
        let next = || receive.lock().unwrap_or_else(PoisonError::into_inner).recv();
        while let Ok((unit, bytes)) = next() {
            if !is_set(failure) {
                if let Err(problem) = self.directory.save(unit, &bytes) {
                    let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                    failure.get_or_insert(problem);
                }
            }
        }
    }
}

/// A unit and the bytes of its file.
type Finished<'a> = (&'a Unit, Vec<u8>);

/// So many threads save units, which mostly means that they wait for the disk. Where others write much
/// to it, too, a sync takes a tenth of a second, however many files it is for.
const WRITERS: usize = 16;

/// So many finished units may wait to be saved; then whoever finishes another one waits.
const WAITING: usize = 16;

fn is_set(failure: &Mutex<Option<Problem>>) -> bool {
    failure.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}
