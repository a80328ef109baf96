//! What a job consists of, fixed before it starts.

use std::collections::BTreeMap;
use std::ops::Range;

use gridlock_patterns::file::{parse_table_name, payload_hash, table_name};
use gridlock_patterns::sokoban::window::Site;
use serde::{Deserialize, Serialize};

use crate::sokoban::job::Job;

/// The format of plans that this version writes.
pub const FORMAT: u32 = 1;

/// Into so many units the work for a table is cut, about.
const UNITS: usize = 256;

/// A job: its tables, and the units of work they are cut into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The format of this file.
    pub format: u32,
    /// The version of the generator that made it.
    pub generator: String,
    /// All units, table after table.
    pub units: Vec<Unit>,
    /// BLAKE3 of all before.
    pub hash: String,
}

/// A range of the wall classes of a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Unit {
    /// The name of the table.
    pub table: String,
    /// The first class, in the order of [`Job`].
    pub from: usize,
    /// One more than the last class.
    pub to: usize,
}

impl Unit {
    /// The name of its file without the ending.
    pub fn name(&self) -> String {
        format!("{}.{:05}-{:05}", self.table, self.from, self.to)
    }

    /// Its wall classes.
    pub fn classes(&self) -> Range<usize> {
        self.from..self.to
    }

    /// The site of its table.
    pub fn site(&self) -> Option<Site> {
        parse_table_name(&self.table)
    }
}

impl Plan {
    /// The plan for the tables of these sites.
    pub fn new(sites: &[Site]) -> Plan {
        let units = sites.iter().flat_map(|&site| {
            let unit = move |classes: Range<usize>| Unit {
                table: table_name(site),
                from: classes.start,
                to: classes.end,
            };
            Job::new(site).ranges(UNITS).into_iter().map(unit)
        });
        let generator = env!("CARGO_PKG_VERSION").to_owned();
        let mut plan =
            Plan { format: FORMAT, generator, units: units.collect(), hash: String::new() };
        plan.hash = plan.own_hash();
        plan
    }

    /// What the hash of this plan should be.
    pub fn own_hash(&self) -> String {
        let units: Vec<String> = self.units.iter().map(Unit::name).collect();
        let text = format!("{}\n{}\n{}\n", self.format, self.generator, units.join("\n"));
        payload_hash(text.as_bytes())
    }

    /// Whether it was made for the same tables by the same version, into whatever units it cuts them.
    pub fn is_for_the_same_as(&self, other: &Plan) -> bool {
        let tables = |plan: &Plan| {
            let mut tables: Vec<String> =
                plan.units.iter().map(|unit| unit.table.clone()).collect();
            tables.dedup();
            tables
        };
        self.generator == other.generator && tables(self) == tables(other)
    }

    /// The sites of its tables, with the units of each in order. `None` when a table is unknown, or
    /// its units do not follow one another.
    pub fn sites(&self) -> Option<BTreeMap<Site, Vec<&Unit>>> {
        let mut sites: BTreeMap<Site, Vec<&Unit>> = BTreeMap::new();
        for unit in &self.units {
            let units = sites.entry(unit.site()?).or_default();
            let next = units.last().map_or(0, |last| last.to);
            if unit.from != next || unit.to <= unit.from {
                return None;
            }
            units.push(unit);
        }
        Some(sites)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_cover_all_classes_in_even_parts() {
        let sites = ["3x3-edge".parse().unwrap(), "3x4-interior".parse().unwrap()];
        let plan = Plan::new(&sites);
        assert_eq!(plan, Plan::new(&sites));
        assert_ne!(plan.hash, Plan::new(&sites[..1]).hash);
        for (site, units) in plan.sites().unwrap() {
            let job = Job::new(site);
            assert_eq!(units.last().unwrap().to, job.classes());
            assert!((10..=UNITS + 1).contains(&units.len()), "{}", units.len());
        }
    }
}
