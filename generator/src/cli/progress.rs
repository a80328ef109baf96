//! Progress of a long job: a bar on a terminal, a line every few seconds elsewhere.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// When to show progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Show {
    /// A bar on a terminal; elsewhere a line every five seconds.
    Auto,
    /// A bar on a terminal; elsewhere a line every second, the first one at once.
    Always,
    /// Nothing.
    Never,
}

/// Counts work done out of a known total.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// What is counted.
    unit: &'static str,
    /// Where there is no terminal: the time between lines, and when the last one was due.
    lines: Option<(Duration, Mutex<Instant>)>,
    start: Instant,
}

impl Progress {
    /// A job of `total` units of work, which are called `unit`.
    pub(crate) fn new(show: Show, unit: &'static str, total: u64) -> Progress {
        let terminal = std::io::stderr().is_terminal();
        let start = Instant::now();
        let (target, every) = match (show, terminal) {
            (Show::Never, _) => (ProgressDrawTarget::hidden(), None),
            (_, true) => (ProgressDrawTarget::stderr(), None),
            (Show::Auto, false) => (ProgressDrawTarget::hidden(), Some(5)),
            (Show::Always, false) => (ProgressDrawTarget::hidden(), Some(1)),
        };
        let lines = every.map(|seconds| {
            let every = Duration::from_secs(seconds);
            let last = if show == Show::Always { start.checked_sub(every) } else { None };
            (every, Mutex::new(last.unwrap_or(start)))
        });
        let style = ProgressStyle::with_template(&format!(
            "{{msg}} [{{bar:30}}] {{percent:>3}} %, {{per_sec}} {unit}, {{elapsed}} gone, {{eta}} left"
        ));
        let bar = ProgressBar::with_draw_target(Some(total), target)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Progress { bar, unit, lines, start }
    }

    /// Notes `amount` units of work as done; `message` says what there is so far.
    pub(crate) fn advance(&self, amount: u64, message: impl FnOnce() -> String) {
        self.bar.inc(amount);
        let Some((every, last)) = &self.lines else {
            if !self.bar.is_hidden() {
                self.bar.set_message(message());
            }
            return;
        };
        // Whoever comes while another thread prints has nothing to add.
        let Ok(mut last) = last.try_lock() else { return };
        if last.elapsed() >= *every {
            *last = Instant::now();
            self.print_line(&message());
        }
    }

    fn print_line(&self, message: &str) {
        let total = self.bar.length().unwrap_or(0).max(1);
        let done = self.bar.position().min(total);
        let share = done as f64 / total as f64;
        let elapsed = self.start.elapsed();
        let left = elapsed.mul_f64((1.0 - share) / share.max(1e-9));
        eprintln!(
            "{message}: {:.0} %, {:.0} {}/s, {} gone, {} left",
            100.0 * share,
            done as f64 / elapsed.as_secs_f64().max(1e-9),
            self.unit,
            HumanDuration(elapsed),
            HumanDuration(left),
        );
    }

    /// Prints a line of results without disturbing the bar.
    pub(crate) fn print(&self, line: &str) -> io::Result<()> {
        self.bar.suspend(|| writeln!(io::stdout(), "{line}"))
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
