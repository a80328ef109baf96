//! Bringing the parts of a plan together.
//!
//! A unit holds wall classes by their number of walls, a table has them by their walls. So the units
//! are read side by side, one for each number of walls, and a table never takes more memory than
//! these and its payload.

use gridlock_patterns::sokoban::table::Packed;
use gridlock_patterns::sokoban::window::Site;

use super::directory::{Directory, Problem};
use super::plan::Unit;
use super::unit::{Flaw, Reader, Size};
use crate::sokoban::enumerate::Harvest;
use crate::sokoban::job::{Assembly, Job};

/// Megabytes that it takes to put a table together, besides its payload and the units that are read
/// side by side: most of it is the compressor's.
pub const MB_BESIDES: u64 = 120;

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
    /// It would take too much memory.
    #[error("--memory-limit {limit}: to put {table} together takes {needed} MB; its units are finished, `gridlock-gen merge` does the rest where there is as much")]
    Memory {
        /// The limit in megabytes.
        limit: u64,
        /// The table.
        table: Site,
        /// What it needs in megabytes.
        needed: u64,
    },
}

/// Where the units of a table are, in their order.
type Held<'a> = Vec<(&'a Unit, &'a Directory)>;

/// Hands `each` the tables of a plan whose units are spread over these directories, small windows
/// first.
///
/// # Errors
///
/// When the plans differ, a unit is missing, damaged, or there twice, or it would take more than
/// `limit` megabytes.
pub fn merge(
    directories: &[Directory],
    limit: Option<u64>,
    mut each: impl FnMut(Packed) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let Some(first) = directories.first() else { return Ok(()) };
    let held = holders(directories)?;
    for (site, units) in first.plan().sites().unwrap_or_default() {
        let held: Held = held.iter().filter(|(unit, _)| units.contains(unit)).copied().collect();
        let sizes = verify(&held)?;
        if let Some(limit) = limit {
            let needed = megabytes(site, &sizes);
            if limit < needed {
                return Err(MergeError::Memory { limit, table: site, needed }.into());
            }
        }
        let job = first.job(site)?;
        let mut harvests = Harvests::new(&job, held);
        let mut assembly = Assembly::new(&job);
        for class in job.by_walls() {
            assembly.add(class as usize, &harvests.of(class as usize)?);
        }
        drop(harvests);
        each(assembly.finish())?;
    }
    Ok(())
}

/// Who has each unit of the plan.
fn holders(directories: &[Directory]) -> Result<Held<'_>, MergeError> {
    let first = &directories[0];
    let name = |directory: &Directory| directory.path().display().to_string();
    if let Some(other) = directories.iter().find(|other| other.plan() != first.plan()) {
        return Err(MergeError::OtherPlan(name(other), name(first)));
    }
    let mut held = Vec::new();
    let mut missing = Vec::new();
    for unit in &first.plan().units {
        let mut having = directories.iter().filter(|directory| directory.has(unit));
        match (having.next(), having.next()) {
            (Some(one), Some(other)) => {
                let (unit, one, other) = (unit.name(), name(one), name(other));
                return Err(MergeError::Overlap { unit, one, other });
            }
            (Some(one), None) => held.push((unit, one)),
            _ => missing.push(unit),
        }
    }
    gap(&missing)?;
    Ok(held)
}

fn gap(missing: &[&Unit]) -> Result<(), MergeError> {
    match missing.first() {
        Some(first) => Err(MergeError::Gap { count: missing.len(), first: first.name() }),
        None => Ok(()),
    }
}

/// Reads all units of a table once, so that every damaged one is put aside and told at once.
fn verify(held: &Held) -> Result<Vec<Size>, MergeError> {
    let mut sizes = Vec::new();
    let mut damaged = Vec::new();
    for &(unit, directory) in held {
        match directory.verify(unit, |line| eprintln!("{line}"))? {
            Some(size) => sizes.push(size),
            None => damaged.push(unit),
        }
    }
    gap(&damaged)?;
    Ok(sizes)
}

/// No more than so many megabytes are needed for a table whose units have these sizes.
fn megabytes(site: Site, sizes: &[Size]) -> u64 {
    // Numbers take up to five bytes, and a frame is four of them besides its goal conditions.
    let payload: u64 = sizes.iter().map(|size| 5 * size.patterns + 20 * size.frames).sum();
    let largest = sizes.iter().map(|size| size.bytes).max().unwrap_or(0);
    let side_by_side = largest * (site.window.cells() as u64 + 1);
    // The file is smaller than the payload, by a half at least.
    MB_BESIDES + (payload + payload / 2 + side_by_side).div_ceil(1 << 20)
}

/// The contributions of all classes, asked for in the order of [`Job::by_walls`].
struct Harvests<'a> {
    job: &'a Job,
    held: Held<'a>,
    /// For each number of walls the unit that is being read.
    open: Vec<Option<Open<'a>>>,
}

/// A unit, read up to a class.
struct Open<'a> {
    unit: &'a Unit,
    directory: &'a Directory,
    next: usize,
    reader: Reader,
}

impl<'a> Harvests<'a> {
    fn new(job: &'a Job, held: Held<'a>) -> Harvests<'a> {
        Harvests { job, held, open: (0..=32).map(|_| None).collect() }
    }

    fn of(&mut self, class: usize) -> Result<Harvest, Problem> {
        let walls = self.job.walls(class);
        let slot = walls.count_ones() as usize;
        let mut open = match self.open[slot].take() {
            Some(open) => open,
            None => self.open(class)?,
        };
        let harvest = open.read(class, walls)?;
        let more = open.next < open.unit.to
            && self.job.walls(open.next).count_ones() == walls.count_ones();
        self.open[slot] = Some(open).filter(|_| more);
        Ok(harvest)
    }

    /// Opens the unit that has a class.
    fn open(&self, class: usize) -> Result<Open<'a>, Problem> {
        let (unit, directory) = self.held[self.held.partition_point(|(unit, _)| unit.to <= class)];
        let reader = directory.reader(unit)?;
        Ok(Open { unit, directory, next: unit.from, reader })
    }
}

impl Open<'_> {
    /// The contribution of a class at or behind the place that is reached.
    fn read(&mut self, class: usize, walls: u32) -> Result<Harvest, Problem> {
        let mut harvest = None;
        while self.next <= class {
            harvest = self.reader.next().map_err(|flaw| self.directory.flaw(self.unit, &flaw))?;
            self.next += 1;
        }
        let own = |harvest: &Harvest| {
            harvest.patterns.iter().all(|pattern| pattern.walls == walls)
                && harvest.patterns.is_sorted_by(|a, b| a < b)
        };
        harvest.filter(own).ok_or_else(|| self.directory.flaw(self.unit, &Flaw::Foreign))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sokoban::job::{self, Unwatched};
    use crate::work::plan::Plan;
    use crate::work::run::Rest;
    use crate::work::Shard;

    #[test]
    fn units_give_the_table_and_units_of_others_do_not() {
        let site: Site = "2x3-edge".parse().unwrap();
        let place = tempfile::tempdir().unwrap();
        let directory = Directory::open(place.path(), Plan::new(&[site]), false).unwrap();
        let rest = Rest::new(&directory, Shard::ALL.units(directory.plan()), |_| ()).unwrap();
        assert!(rest.work(&Unwatched).unwrap());
        let directories = [directory];
        let merged = || {
            let mut tables = Vec::new();
            merge(&directories, None, |table| {
                tables.push(table);
                Ok(())
            })?;
            anyhow::Ok(tables)
        };
        let expected = job::table(site, &Unwatched).unwrap();
        assert_eq!(merged().unwrap(), [expected]);

        // The checksum of a file is right, and what it holds is not.
        let [directory] = &directories;
        let unit = &directory.plan().units[1];
        let mut reader = directory.reader(unit).unwrap();
        let harvest = reader.next().unwrap().unwrap();
        assert!(unit.classes().len() == 1 && harvest.patterns.len() > 1);
        let mut reversed = harvest.clone();
        reversed.patterns.reverse();
        let mut with_other_walls = harvest.clone();
        with_other_walls.patterns[0].walls ^= 1;
        for wrong in [reversed, with_other_walls] {
            directory.save(unit, &directory.encode(unit, &[wrong])).unwrap();
            let told = merged().unwrap_err().to_string();
            assert!(told.contains("its patterns are not those of its walls"), "{told}");
        }
        directory.save(unit, &directory.encode(unit, &[harvest])).unwrap();
        assert_eq!(merged().unwrap().len(), 1);
    }
}
