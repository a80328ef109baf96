//! `gridlock solve`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use gridlock_solver::sokoban::collection::Entry;
use gridlock_solver::sokoban::replay;
use gridlock_solver::sokoban::solve::{self, Aim, Limits, Tally, Technique, Techniques, Verdict};
use serde::Serialize;

use super::input::Source;
use super::Exit;

/// Options of `gridlock solve`.
#[derive(Args)]
pub(super) struct Options {
    /// Files of levels in XSB format; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<Source>,
    /// Give up on a level after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Give up on a level when its positions need so many megabytes
    #[arg(long, value_name = "MB", default_value_t = 4096)]
    memory_limit: usize,
    /// Find a solution with the fewest pushes or moves, not just any
    #[arg(long, value_name = "METRIC")]
    optimal: Option<Metric>,
    /// Search without the deadlock tables, those made for the level included
    #[arg(long)]
    no_tables: bool,
    /// Say how often each deadlock test was asked, how often it fired, and how long it took
    #[arg(long)]
    stats: bool,
    /// Print one JSON object for each level, one a line
    #[arg(long)]
    json: bool,
}

/// What an optimal solution has fewest of.
#[derive(Clone, Copy, ValueEnum)]
enum Metric {
    Pushes,
    Moves,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number, for example 0.5".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|e| e.to_string())
}

/// What is known about one level in the end.
#[derive(Serialize)]
struct Record<'a> {
    file: &'a str,
    level: usize,
    title: &'a str,
    status: Status,
    solution: String,
    moves: usize,
    pushes: usize,
    nodes: usize,
    seconds: f64,
    message: String,
    /// By name, when they are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    tests: Option<BTreeMap<&'static str, Count>>,
}

/// What a deadlock test did.
#[derive(Serialize)]
struct Count {
    asked: u64,
    fired: u64,
    seconds: f64,
}

#[derive(Clone, Copy, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Status {
    Solved,
    Unsolvable,
    Limit,
    Error,
}

impl Status {
    fn exit(self) -> Exit {
        match self {
            Status::Solved => Exit::Success,
            Status::Unsolvable | Status::Limit => Exit::Failure,
            Status::Error => Exit::BadInput,
        }
    }
}

/// Solves all levels of all files and prints each result as soon as it is known.
pub(super) fn run(options: &Options, out: &mut impl Write) -> io::Result<Exit> {
    let mut exit = Exit::Success;
    for source in &options.files {
        let file = source.to_string();
        let mut report = |record: Record| {
            exit = exit.max(record.status.exit());
            print(&record, options.json, out)
        };
        match source.levels() {
            Err(message) => report(Record::error(&file, 0, "", message))?,
            Ok(entries) => {
                for (i, entry) in entries.iter().enumerate() {
                    report(options.solve(&file, i + 1, entry))?;
                }
            }
        }
    }
    Ok(exit)
}

impl<'a> Record<'a> {
    fn error(file: &'a str, level: usize, title: &'a str, message: String) -> Record<'a> {
        let solution = String::new();
        let (moves, pushes, nodes, seconds) = (0, 0, 0, 0.0);
        let status = Status::Error;
        let tests = None;
        Record {
            file,
            level,
            title,
            status,
            solution,
            moves,
            pushes,
            nodes,
            seconds,
            message,
            tests,
        }
    }
}

impl Options {
    fn solve<'a>(&self, file: &'a str, number: usize, entry: &'a Entry) -> Record<'a> {
        let start = Instant::now();
        let level = match &entry.level {
            Ok(level) => level,
            Err(e) => return Record::error(file, number, &entry.title, format!("{file}:{e}")),
        };
        // A time limit beyond what the clock can hold is none.
        let deadline = self.time_limit.and_then(|limit| start.checked_add(limit));
        let memory = self.memory_limit.saturating_mul(1 << 20);
        let aim = match self.optimal {
            None => Aim::Any,
            Some(Metric::Pushes) => Aim::FewestPushes,
            Some(Metric::Moves) => Aim::FewestMoves,
        };
        let mut techniques = Techniques::ALL;
        if self.no_tables {
            techniques = techniques.without(Technique::Tables).without(Technique::Areas);
        }
        let limits = Limits { deadline, memory, aim, techniques, timed: self.stats };
        let report = solve::solve(level, &limits);
        let mut record = Record::error(file, number, &entry.title, String::new());
        record.nodes = report.nodes;
        if self.stats {
            let count = |(name, Tally { asked, fired, time })| {
                (name, Count { asked, fired, seconds: time.as_secs_f64() })
            };
            record.tests = Some(report.tests.list().into_iter().map(count).collect());
        }
        record.status = match report.verdict {
            Verdict::Unsolvable => Status::Unsolvable,
            Verdict::Limit => Status::Limit,
            Verdict::Solved(solution) => {
                if let Ok(played) = replay::replay(level, &solution) {
                    record.moves = played.moves;
                    record.pushes = played.pushes;
                }
                record.solution = solution;
                Status::Solved
            }
        };
        record.seconds = start.elapsed().as_secs_f64();
        record
    }
}

fn print(record: &Record, json: bool, out: &mut impl Write) -> io::Result<()> {
    if json {
        serde_json::to_writer(&mut *out, record)?;
        writeln!(out)?;
    } else if record.status == Status::Error {
        super::complain(&record.message);
    } else {
        write!(out, "{}", super::label(&record.file, record.level, record.title))?;
        let cost = format!("{} nodes, {:.3} s", record.nodes, record.seconds);
        match record.status {
            Status::Solved => {
                let Record { moves, pushes, solution, .. } = record;
                writeln!(out, ": solved, {moves} moves, {pushes} pushes, {cost}\n{solution}")?;
            }
            Status::Unsolvable => writeln!(out, ": unsolvable, {cost}")?,
            Status::Limit | Status::Error => writeln!(out, ": limit, {cost}")?,
        }
        for (name, Count { asked, fired, seconds }) in record.tests.iter().flatten() {
            writeln!(out, "  {name}: asked {asked}, fired {fired}, {seconds:.6} s")?;
        }
    }
    out.flush()
}
