//! Working through a plan, and bringing its parts together.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use gridlock_patterns::sokoban::table::Table;
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
            if directory.load(unit, &complain)?.is_none() {
                rest.units.push(unit);
                if let Some(site) = unit.site() {
                    rest.jobs.entry(site).or_insert_with(|| Job::new(site));
                }
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
    /// # Errors
    ///
    /// The first unit that could not be saved stops the work.
    pub fn work(&self, watch: &impl Watch) -> Result<bool, Problem> {
        let failure = Mutex::new(None);
        let failed = || failure.lock().map_or(true, |failure| failure.is_some());
        let done = self.units.par_iter().with_max_len(1).map(|unit| {
            let job = self.job(unit);
            let harvest = |class| if failed() { None } else { job.harvest(class, watch) };
            let harvests: Option<Vec<Harvest>> = unit.classes().map(harvest).collect();
            let saved = harvests.map(|harvests| self.directory.save(unit, &harvests));
            match saved {
                Some(Err(problem)) => {
                    let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                    failure.get_or_insert(problem);
                    false
                }
                saved => saved.is_some(),
            }
        });
        let complete = done.reduce(|| true, |a, b| a && b);
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(problem) => Err(problem),
            None => Ok(complete),
        }
    }
}

/// Why directories cannot be brought together.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A directory or file of its.
    #[error(transparent)]
    Problem(#[from] Problem),
    /// Two directories have different plans.
    #[error("{0}: has another plan than {1}")]
    OtherPlan(String, String),
    /// Nobody did these.
    #[error("{count} units are missing, the first is {first}; finish them, or name the directories that have them")]
    Gap {
        /// How many.
        count: usize,
        /// One of them.
        first: String,
    },
    /// Two directories have the same unit.
    #[error("unit {unit} is both in {one} and in {other}; name only one of them")]
    Overlap {
        /// The unit.
        unit: String,
        /// A directory.
        one: String,
        /// Another one.
        other: String,
    },
}

/// The tables of a plan whose units are spread over these directories, small windows first.
///
/// # Errors
///
/// When the plans differ, a unit is missing, damaged, or there twice.
pub fn merge(
    directories: &[Directory],
    mut each: impl FnMut(Table) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let Some(first) = directories.first() else { return Ok(()) };
    let name = |directory: &Directory| directory.path().display().to_string();
    if let Some(other) = directories.iter().find(|other| other.plan() != first.plan()) {
        return Err(MergeError::OtherPlan(name(other), name(first)).into());
    }
    let mut holders: Vec<(&Unit, &Directory)> = Vec::new();
    let mut missing = Vec::new();
    for unit in &first.plan().units {
        let mut having = directories.iter().filter(|directory| directory.has(unit));
        match (having.next(), having.next()) {
            (Some(one), Some(other)) => {
                let (unit, one, other) = (unit.name(), name(one), name(other));
                return Err(MergeError::Overlap { unit, one, other }.into());
            }
            (Some(one), None) => holders.push((unit, one)),
            _ => missing.push(unit.name()),
        }
    }
    let gap = |missing: Vec<String>| match missing.first() {
        Some(first) => Err(MergeError::Gap { count: missing.len(), first: first.clone() }),
        None => Ok(()),
    };
    gap(missing)?;
    for (site, units) in first.plan().sites().unwrap_or_default() {
        let mut harvests = Vec::new();
        let mut damaged = Vec::new();
        for (unit, directory) in holders.iter().filter(|(unit, _)| units.contains(unit)) {
            match directory.load(unit, |line| eprintln!("{line}"))? {
                Some(some) => harvests.extend(some),
                None => damaged.push(unit.name()),
            }
        }
        gap(damaged)?;
        each(Job::new(site).assemble(harvests))?;
    }
    Ok(())
}
