//! The directory of a job.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gridlock_patterns::file::{self, FileError};
use gridlock_patterns::sokoban::window::Site;

use super::lock::Lock;
use super::plan::{Plan, Unit, FORMAT};
use super::unit::{self, Flaw, Reader, Size};
use crate::sokoban::enumerate::Harvest;
use crate::sokoban::job::Job;

/// Why a directory cannot be worked in.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The operating system refused.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// A file could not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is a job already.
    #[error("{}: holds a job already; add --resume to go on with it", .0.display())]
    Occupied(PathBuf),
    /// There is no job.
    #[error("{}: holds no job; start one with `gridlock-gen generate --work`", .0.display())]
    Empty(PathBuf),
    /// Something else is planned there.
    #[error("{}: the job there is for other tables or another version; give it what it was started with, or take another directory", .0.display())]
    OtherPlan(PathBuf),
    /// The plan cannot be read.
    #[error("{}: {reason}", path.display())]
    Plan {
        /// The file.
        path: PathBuf,
        /// What is wrong and what to do.
        reason: String,
    },
    /// Another run is at it.
    #[error("{}: another run works here: {holder}", path.display())]
    Locked {
        /// The directory.
        path: PathBuf,
        /// Who.
        holder: String,
    },
    /// A unit file that must not be touched.
    #[error("{}: {reason}", path.display())]
    Unit {
        /// The file.
        path: PathBuf,
        /// What is wrong and what to do.
        reason: String,
    },
}

/// A directory with a plan.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    plan: Plan,
    _lock: Option<Lock>,
}

/// Turns an error of the operating system into a [`Problem`] with this path.
fn at(path: &Path) -> impl FnOnce(io::Error) -> Problem + '_ {
    |error| Problem::Io { path: path.to_owned(), error }
}

impl Directory {
    /// Starts a job, or goes on with the one that is there, by the plan that is there.
    ///
    /// # Errors
    ///
    /// When there is a job and `resume` was not asked for, the job there is another one, another run
    /// works on it, or the directory cannot be written.
    pub fn open(path: &Path, mut plan: Plan, resume: bool) -> Result<Directory, Problem> {
        fs::create_dir_all(path).map_err(at(path))?;
        let lock_path = path.join("lock");
        let lock = Lock::take(&lock_path).map_err(at(&lock_path))?;
        let lock = lock.map_err(|holder| Problem::Locked { path: path.to_owned(), holder })?;
        // Nobody else writes here now, so these were left behind by a run that was killed.
        file::sweep(path)?;
        let plan_path = path.join(PLAN);
        if plan_path.exists() {
            let found = read_plan(&plan_path)?;
            if !found.is_for_the_same_as(&plan) {
                return Err(Problem::OtherPlan(path.to_owned()));
            }
            if !resume {
                return Err(Problem::Occupied(path.to_owned()));
            }
            plan = found;
        } else {
            let text = serde_json::to_string_pretty(&plan).expect("a plan is plain data") + "\n";
            file::replace(&plan_path, text.as_bytes())?;
        }
        Ok(Directory { path: path.to_owned(), plan, _lock: Some(lock) })
    }

    /// A directory to take finished units from.
    ///
    /// # Errors
    ///
    /// When there is no readable plan.
    pub fn read(path: &Path) -> Result<Directory, Problem> {
        let plan_path = path.join(PLAN);
        if !plan_path.exists() {
            return Err(Problem::Empty(path.to_owned()));
        }
        Ok(Directory { path: path.to_owned(), plan: read_plan(&plan_path)?, _lock: None })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    fn unit_path(&self, unit: &Unit) -> PathBuf {
        self.path.join(format!("{}.unit", unit.name()))
    }

    /// Whether there is a file for a unit.
    pub fn has(&self, unit: &Unit) -> bool {
        self.unit_path(unit).exists()
    }

    /// Reads a unit to its end, if it is finished, and says how much that is. A damaged file is put
    /// aside, named `.bad`, and `complain` is told.
    pub(crate) fn verify(
        &self,
        unit: &Unit,
        complain: impl FnOnce(&str),
    ) -> Result<Option<Size>, Problem> {
        let path = self.unit_path(unit);
        let bytes = match fs::read(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(at(&path))?,
        };
        match Reader::new(&self.plan, unit, bytes).and_then(Reader::measure) {
            Ok(size) => Ok(Some(size)),
            Err(Flaw::Damaged) => {
                let bad = path.with_extension("bad");
                fs::rename(&path, &bad).map_err(|e| Problem::Unit {
                    path: path.clone(),
                    reason: format!("damaged, and cannot be renamed: {e}"),
                })?;
                complain(&format!(
                    "{}: damaged; it is done again, see {}",
                    path.display(),
                    bad.display()
                ));
                Ok(None)
            }
            Err(flaw) => Err(self.flaw(unit, &flaw)),
        }
    }

    /// Reads a unit that was verified.
    pub(crate) fn reader(&self, unit: &Unit) -> Result<Reader, Problem> {
        let path = self.unit_path(unit);
        let bytes = fs::read(&path).map_err(at(&path))?;
        Reader::new(&self.plan, unit, bytes).map_err(|flaw| self.flaw(unit, &flaw))
    }

    /// What is wrong with the file of a unit.
    pub(super) fn flaw(&self, unit: &Unit, flaw: &Flaw) -> Problem {
        Problem::Unit { path: self.unit_path(unit), reason: flaw.to_string() }
    }

    /// The work for a table of the plan.
    ///
    /// # Errors
    ///
    /// When the units in the plan are not all of it.
    pub(crate) fn job(&self, site: Site) -> Result<Job, Problem> {
        let job = Job::new(site);
        let units = self.plan.units.iter().filter(|unit| unit.site() == Some(site));
        if units.map(|unit| unit.to).max() == Some(job.classes()) {
            return Ok(job);
        }
        let reason =
            format!("its units are not all of {site}; start the job anew in another directory");
        Err(Problem::Plan { path: self.path.join(PLAN), reason })
    }

    /// The bytes of the file of a finished unit.
    pub(crate) fn encode(&self, unit: &Unit, harvests: &[Harvest]) -> Vec<u8> {
        unit::encode(&self.plan, unit, harvests)
    }

    /// Saves a finished unit: when this returns, it is on disk.
    pub(crate) fn save(&self, unit: &Unit, bytes: &[u8]) -> Result<(), Problem> {
        Ok(file::replace(&self.unit_path(unit), bytes)?)
    }
}

/// The file with the plan.
const PLAN: &str = "plan.json";

/// What to do about a plan that cannot be used.
const DAMAGED: &str = "damaged; restore it, or remove it and begin the job again there: finished units of the same plan are kept";

fn read_plan(path: &Path) -> Result<Plan, Problem> {
    let text = fs::read_to_string(path).map_err(at(path))?;
    let wrong = |reason: String| Problem::Plan { path: path.to_owned(), reason };
    let value: serde_json::Value =
        serde_json::from_str(&text).map_err(|e| wrong(format!("{DAMAGED} ({e})")))?;
    match value.get("format").and_then(serde_json::Value::as_u64) {
        Some(format) if format > u64::from(FORMAT) => {
            let newer =
                format!("format {format} is newer than this program reads; update Gridlock");
            return Err(wrong(newer));
        }
        Some(format) if format < u64::from(FORMAT) => {
            return Err(wrong(format!(
                "format {format} is no longer read; finish this job with the version that began it, \
                 or start it anew in another directory"
            )));
        }
        _ => {}
    }
    let plan: Plan =
        serde_json::from_value(value).map_err(|e| wrong(format!("{DAMAGED} ({e})")))?;
    if plan.hash == plan.own_hash() && plan.sites().is_some() {
        Ok(plan)
    } else {
        Err(wrong(DAMAGED.to_owned()))
    }
}
