//! What it costs to keep finished units on disk: the same tables with and without a job directory,
//! in turn, on this machine and in this run.
//!
//! `cargo bench -p gridlock-generator --bench checkpoints -- 4x4-interior 4x4-edge` names the
//! tables; `--rounds N` repeats both. The disk is that of the system's temporary directory (`TMPDIR`).

use std::time::{Duration, Instant};

use anyhow::Context;
use gridlock_generator::sokoban::job::{self, Unwatched};
use gridlock_generator::work::merge::merge;
use gridlock_generator::work::plan::Plan;
use gridlock_generator::work::run::Rest;
use gridlock_generator::work::{Directory, Shard};
use gridlock_patterns::sokoban::table::Packed;
use gridlock_patterns::sokoban::window::Site;

fn without(sites: &[Site]) -> anyhow::Result<Vec<Packed>> {
    sites.iter().map(|&site| job::table(site, &Unwatched).context("nobody stops it")).collect()
}

fn with(sites: &[Site]) -> anyhow::Result<Vec<Packed>> {
    let place = tempfile::tempdir()?;
    let directory = Directory::open(place.path(), Plan::new(sites), false)?;
    Rest::new(&directory, Shard::ALL.units(directory.plan()), |_| ())?.work(&Unwatched)?;
    let mut tables = Vec::new();
    merge(&[directory], None, |table| {
        tables.push(table);
        Ok(())
    })?;
    Ok(tables)
}

/// The processor time of this process so far, in hundredths of a second, where the system tells.
fn ticks() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?)
}

/// Time on the wall, and of the processor.
fn measure<T>(what: impl FnOnce() -> T) -> (T, Duration, Option<f64>) {
    let (start, before) = (Instant::now(), ticks());
    let result = what();
    (result, start.elapsed(), before.and_then(|before| Some(ticks()? - before)))
}

fn main() -> anyhow::Result<()> {
    let mut sites: Vec<Site> = Vec::new();
    let mut rounds = 3;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rounds" => rounds = arguments.next().context("--rounds N")?.parse()?,
            // Cargo says that to every benchmark.
            "--bench" => {}
            name => sites.push(name.parse()?),
        }
    }
    if sites.is_empty() {
        sites.push("4x4-interior".parse()?);
    }
    let (mut walls, mut processors) = (Vec::new(), Vec::new());
    for round in 1..=rounds {
        let (plain, plain_time, plain_ticks) = measure(|| without(&sites));
        let (kept, kept_time, kept_ticks) = measure(|| with(&sites));
        anyhow::ensure!(plain? == kept?, "the tables differ");
        let wall = plain_time.as_secs_f64() / kept_time.as_secs_f64();
        let processor = plain_ticks.zip(kept_ticks).map_or(f64::NAN, |(plain, kept)| plain / kept);
        println!(
            "round {round}: {plain_time:.2?} without, {kept_time:.2?} with a directory: throughput \
             {:.1} %, by processor time {:.1} %",
            100.0 * wall,
            100.0 * processor
        );
        walls.push(wall);
        processors.push(processor);
    }
    let median = |values: &mut Vec<f64>| {
        values.sort_by(f64::total_cmp);
        100.0 * values[values.len() / 2]
    };
    println!(
        "median: throughput {:.1} %, by processor time {:.1} %",
        median(&mut walls),
        median(&mut processors)
    );
    Ok(())
}
