//! Measures the Sokoban solver on files of levels, each level in a process of its own.
//!
//! ```text
//! cargo run --release -p gridlock-solver --example bench -- levels.xsb
//! ```

use std::io::{ErrorKind, Read, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{anyhow, ensure, Context, Result};
use clap::{Parser, ValueEnum};
use gridlock_solver::sokoban::collection;
use gridlock_solver::sokoban::level::Level;
use gridlock_solver::sokoban::solve::{solve, Aim, Limits, Technique, Techniques, Verdict};

const COLUMNS: &str = "\
Columns: `time` is the wall time of the whole process, from its start to its end, reading the
tables included; `search` is the time of the solver alone, and nodes/s refers to it; `peak` is the
most memory that the process held at any time (VmHWM; Linux only, elsewhere 0).

The signature is one number for all node counts and results in their order. It changes when the
search changes its behaviour, and stays when the program only gets faster. A level that runs into
the time limit makes it worthless.

Exit codes: 0 all levels were measured; 2 a bad level, an unreadable file or wrong options.";

/// Measures the Sokoban solver on files of levels, each level in a process of its own.
#[derive(Parser)]
#[command(name = "bench", after_help = COLUMNS)]
struct Options {
    /// Files of levels in XSB format
    #[arg(required_unless_present = "child", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Give up on a level after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    time_limit: f64,
    /// Give up on a level when its positions need so many megabytes
    #[arg(long, value_name = "MB", default_value_t = 64)]
    memory_limit: usize,
    /// Search without a technique; may be given several times
    #[arg(long, value_name = "TECHNIQUE")]
    without: Vec<Technique>,
    /// Measure with all techniques and then without each in turn; print one line for each run
    #[arg(long, conflicts_with = "without")]
    ablation: bool,
    /// Search for a solution with the fewest pushes or moves
    #[arg(long, value_name = "METRIC")]
    optimal: Option<Metric>,
    /// Solve the one level on standard input and print one line for the parent process
    #[arg(long, hide = true)]
    child: bool,
}

/// What an optimal solution has fewest of.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Metric {
    Pushes,
    Moves,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number, for example 0.5".to_owned())?;
    Duration::try_from_secs_f64(number).map(|_| number).map_err(|e| e.to_string())
}

/// What was measured on one level.
struct Sample {
    status: String,
    nodes: u64,
    time: f64,
    search: f64,
    /// In megabytes.
    peak: f64,
}

fn main() -> ExitCode {
    let mut options = Options::parse();
    let mut out = std::io::stdout().lock();
    let result =
        if options.child { child(&options, &mut out) } else { measure(&mut options, &mut out) };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(2),
        // Whoever reads the results has seen enough.
        Err(e) if e.downcast_ref().map(std::io::Error::kind) == Some(ErrorKind::BrokenPipe) => {
            ExitCode::SUCCESS
        }
        Err(e) => {
            eprintln!("bench: {e:#}");
            ExitCode::from(2)
        }
    }
}

/// Measures all levels of all files; false if some of them could not be read.
fn measure(options: &mut Options, out: &mut impl Write) -> Result<bool> {
    let (levels, all_read) = read(&options.files);
    if options.ablation {
        writeln!(out, "{ABLATION}")?;
        for without in std::iter::once(None).chain(Technique::ALL.map(Some)) {
            options.without = without.into_iter().collect();
            let samples: Result<Vec<_>> = levels.iter().map(|one| options.in_child(one)).collect();
            writeln!(out, "{}", ablation_row(without, &samples?))?;
        }
        return Ok(all_read);
    }
    writeln!(out, "{HEADING}")?;
    let mut samples = Vec::new();
    for one in &levels {
        let sample = options.in_child(one)?;
        writeln!(out, "{}", row(one.number, &sample, &one.title))?;
        samples.push(sample);
    }
    write_summary(&samples, out)?;
    Ok(all_read)
}

/// A level to measure.
struct One {
    /// Its place in its file, from 1.
    number: usize,
    title: String,
    level: Level,
}

/// The levels of all files, and whether all could be read; complains about those that could not.
fn read(files: &[PathBuf]) -> (Vec<One>, bool) {
    let mut levels = Vec::new();
    let mut all_read = true;
    let mut complain = |message: String| {
        eprintln!("{message}");
        all_read = false;
    };
    for file in files {
        let name = file.display();
        let entries = std::fs::read(file)
            .map_err(|e| format!("{name}: cannot read the file: {e}"))
            .and_then(|bytes| collection::parse(&bytes).map_err(|e| format!("{name}:{e}")));
        match entries {
            Err(message) => complain(message),
            Ok(entries) => {
                for (number, entry) in (1..).zip(entries) {
                    match entry.level {
                        Err(e) => complain(format!("{name}:{e}")),
                        Ok(level) => levels.push(One { number, title: entry.title, level }),
                    }
                }
            }
        }
    }
    (levels, all_read)
}

impl Options {
    /// Solves a level in a new process of this same program.
    fn in_child(&self, One { level, .. }: &One) -> Result<Sample> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("--child").args(["--time-limit", &self.time_limit.to_string()]);
        command.args(["--memory-limit", &self.memory_limit.to_string()]);
        for technique in &self.without {
            command.args(["--without", technique.name()]);
        }
        if let Some(metric) = self.optimal {
            let name = if metric == Metric::Pushes { "pushes" } else { "moves" };
            command.args(["--optimal", name]);
        }
        let start = Instant::now();
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut input = process.stdin.take().context("no pipe")?;
        input.write_all(level.to_string().as_bytes())?;
        drop(input);
        let output = process.wait_with_output()?;
        let time = start.elapsed().as_secs_f64();
        ensure!(output.status.success(), "the solver failed on this level:\n{level}");
        let line = String::from_utf8(output.stdout)?;
        Sample::read(&line, time).with_context(|| format!("unexpected output {line:?}"))
    }
}

impl Sample {
    /// What [`child`] wrote.
    fn read(line: &str, time: f64) -> Option<Sample> {
        let mut words = line.split_whitespace();
        let status = words.next()?.to_owned();
        let nodes = words.next()?.parse().ok()?;
        let search = words.next()?.parse().ok()?;
        let peak = words.next()?.parse().ok()?;
        Some(Sample { status, nodes, time, search, peak })
    }
}

/// The process for one level.
fn child(options: &Options, out: &mut impl Write) -> Result<bool> {
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text)?;
    let entries = collection::parse(&text)?;
    let level = entries[0].level.as_ref().map_err(|e| anyhow!("{e}"))?;
    let start = Instant::now();
    let deadline = start.checked_add(Duration::from_secs_f64(options.time_limit));
    let memory = options.memory_limit.saturating_mul(1 << 20);
    let aim = match options.optimal {
        None => Aim::Any,
        Some(Metric::Pushes) => Aim::FewestPushes,
        Some(Metric::Moves) => Aim::FewestMoves,
    };
    let without = options.without.iter();
    let techniques = without.fold(Techniques::ALL, |all, &technique| all.without(technique));
    let limits = Limits { deadline, memory, aim, techniques, timed: false };
    let report = solve(level, &limits);
    let status = match report.verdict {
        Verdict::Solved(_) => "solved",
        Verdict::Unsolvable => "unsolvable",
        Verdict::Limit => "limit",
    };
    writeln!(out, "{status} {} {} {}", report.nodes, start.elapsed().as_secs_f64(), peak())?;
    Ok(true)
}

/// The most memory this process held so far, in megabytes.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}

const HEADING: &str =
    "level  status        time ms   search ms       nodes    nodes/s   peak MB  title";

fn row(number: usize, sample: &Sample, title: &str) -> String {
    let Sample { status, nodes, time, search, peak } = sample;
    let (rate, time, search) = (rate(*nodes, *search), time * 1e3, search * 1e3);
    format!(
        "{number:5}  {status:10}  {time:9.2}  {search:10.2}  {nodes:10}  {rate:9.0}  {peak:8.1}  {title}"
    )
}

const ABLATION: &str =
    "without     solved       nodes   median ms      max ms    total ms  (times are of processes)";

fn ablation_row(without: Option<Technique>, samples: &[Sample]) -> String {
    let name = without.map_or("nothing", Technique::name);
    let solved = samples.iter().filter(|sample| sample.status == "solved").count();
    let nodes: u64 = samples.iter().map(|sample| sample.nodes).sum();
    let (median, max, total) = spread(samples, |sample| sample.time * 1e3);
    format!("{name:10}  {solved:6}  {nodes:10}  {median:10.2}  {max:10.2}  {total:10.2}")
}

fn rate(nodes: u64, seconds: f64) -> f64 {
    if seconds > 0.0 {
        nodes as f64 / seconds
    } else {
        0.0
    }
}

/// One figure of a sample.
type Figure = fn(&Sample) -> f64;

fn write_summary(samples: &[Sample], out: &mut impl Write) -> Result<()> {
    let count = |status| samples.iter().filter(|sample| sample.status == status).count();
    let (solved, unsolvable, limit) = (count("solved"), count("unsolvable"), count("limit"));
    writeln!(
        out,
        "\nlevels {}: {solved} solved, {unsolvable} unsolvable, {limit} at a limit",
        samples.len()
    )?;
    writeln!(out, "              median         max       total")?;
    let figures: [(&str, Figure); 4] = [
        ("time ms", |sample| sample.time * 1e3),
        ("search ms", |sample| sample.search * 1e3),
        ("nodes", |sample| sample.nodes as f64),
        ("peak MB", |sample| sample.peak),
    ];
    for (name, of) in figures {
        let (median, max, total) = spread(samples, of);
        write!(out, "{name:10} {median:9.2}  {max:10.2}")?;
        // Processes that run one after the other do not add up to more memory.
        writeln!(
            out,
            "{}",
            if name == "peak MB" { String::new() } else { format!("  {total:10.2}") }
        )?;
    }
    let nodes = samples.iter().map(|sample| sample.nodes).sum();
    let seconds = samples.iter().map(|sample| sample.search).sum();
    writeln!(out, "nodes/s    {:9.0}", rate(nodes, seconds))?;
    writeln!(out, "signature  {:016x}", signature(samples))?;
    Ok(())
}

/// Median, maximum and sum of a figure.
fn spread(samples: &[Sample], of: Figure) -> (f64, f64, f64) {
    let mut values: Vec<f64> = samples.iter().map(of).collect();
    values.sort_by(f64::total_cmp);
    let median = values.get(values.len() / 2).unwrap_or(&0.0);
    let max = values.last().unwrap_or(&0.0);
    (*median, *max, values.iter().sum())
}

/// Mixes the node counts and results in their order (FNV-1a on 64-bit words).
fn signature(samples: &[Sample]) -> u64 {
    let words = samples.iter().flat_map(|sample| [sample.nodes, sample.status.len() as u64]);
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| (hash ^ word).wrapping_mul(0x0100_0000_01b3))
}
