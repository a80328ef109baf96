//! Part of a plan, for one of several machines.

use std::str::FromStr;

use gridlock_patterns::file::payload_hash;

use super::plan::{Plan, Unit};

/// Part `index` of `count`, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part.
    pub index: usize,
    /// How many parts there are.
    pub count: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| {
            Some(Shard { index: index.parse().ok()?, count: count.parse().ok()? })
        });
        numbers
            .filter(|shard| shard.index < shard.count)
            .ok_or_else(|| "expected k/n with 0 <= k < n, for example 0/4".to_owned())
    }
}

impl Shard {
    /// Everything.
    pub const ALL: Shard = Shard { index: 0, count: 1 };

    /// Its units. Every n-th one in the order of their hashes: units that follow one another, and
    /// take about as long, go to different parts.
    pub fn units(self, plan: &Plan) -> Vec<&Unit> {
        let mut units: Vec<(String, &Unit)> =
            plan.units.iter().map(|unit| (payload_hash(unit.name().as_bytes()), unit)).collect();
        units.sort_unstable();
        let mut own: Vec<&Unit> =
            units.into_iter().skip(self.index).step_by(self.count).map(|(_, unit)| unit).collect();
        own.sort_unstable_by_key(|unit| plan.units.iter().position(|other| other == *unit));
        own
    }
}

/// A system that starts the parts and says in its variables which one this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A Slurm array: `SLURM_ARRAY_TASK_ID`, `_COUNT`, `_MIN` and `_STEP`.
    Slurm,
    /// A Kubernetes Indexed Job: `JOB_COMPLETION_INDEX`; the job has to set `JOB_COMPLETIONS`.
    Kubernetes,
}

impl Source {
    /// The part that these variables name.
    ///
    /// # Errors
    ///
    /// A line that names the variable that is missing or makes no sense.
    pub fn shard(self, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
        let number = |name: &str, default: Option<usize>| match variable(name) {
            Some(text) => text.parse().map_err(|_| format!("{name} is {text:?}, not a number")),
            None => default.ok_or_else(|| format!("{name} is not set; is this part of an array?")),
        };
        let (index, count) = match self {
            Source::Slurm => {
                let task = number("SLURM_ARRAY_TASK_ID", None)?;
                let least = number("SLURM_ARRAY_TASK_MIN", Some(0))?;
                let step = number("SLURM_ARRAY_TASK_STEP", Some(1))?.max(1);
                let index = task.checked_sub(least).map(|above| above / step);
                (index, number("SLURM_ARRAY_TASK_COUNT", None)?)
            }
            Source::Kubernetes => {
                (Some(number("JOB_COMPLETION_INDEX", None)?), number("JOB_COMPLETIONS", None)?)
            }
        };
        match index {
            Some(index) if index < count => Ok(Shard { index, count }),
            _ => Err(format!("the index of this part is beyond the {count} parts there are")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read() {
        assert_eq!("2/7".parse(), Ok(Shard { index: 2, count: 7 }));
        for bad in ["7/7", "1", "a/2", "0/0", "-1/2", ""] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    #[test]
    fn every_unit_is_in_one_part() {
        let plan = Plan::new(&["3x3-edge".parse().unwrap(), "2x3-corner".parse().unwrap()]);
        for count in [1, 3, 7] {
            let parts = (0..count).map(|index| Shard { index, count }.units(&plan));
            let parts: Vec<Vec<&Unit>> = parts.collect();
            let mut all: Vec<&Unit> = parts.concat();
            all.sort_unstable();
            let mut expected: Vec<&Unit> = plan.units.iter().collect();
            expected.sort_unstable();
            assert_eq!(all, expected);
            let sizes: Vec<usize> = parts.iter().map(Vec::len).collect();
            assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
        }
    }

    #[test]
    fn variables_name_the_part() {
        let with = |set: &[(&str, &str)], source: Source| {
            let set: Vec<(String, String)> =
                set.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
            source.shard(|name| set.iter().find(|(set, _)| set == name).map(|pair| pair.1.clone()))
        };
        let array = [
            ("SLURM_ARRAY_TASK_ID", "5"),
            ("SLURM_ARRAY_TASK_MIN", "1"),
            ("SLURM_ARRAY_TASK_STEP", "2"),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
        ];
        assert_eq!(with(&array, Source::Slurm), Ok(Shard { index: 2, count: 4 }));
        assert!(with(&array[..3], Source::Slurm).unwrap_err().contains("TASK_COUNT is not set"));
        assert!(with(&array, Source::Kubernetes).is_err());
        let job = [("JOB_COMPLETION_INDEX", "3"), ("JOB_COMPLETIONS", "3")];
        assert!(with(&job, Source::Kubernetes).unwrap_err().contains("beyond"));
        let job = [("JOB_COMPLETION_INDEX", "x"), ("JOB_COMPLETIONS", "3")];
        assert!(with(&job, Source::Kubernetes).unwrap_err().contains("not a number"));
    }
}
