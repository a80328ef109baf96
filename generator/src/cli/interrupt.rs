//! Ctrl-C and SIGTERM.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::OnceLock;

use anyhow::Context;

use super::exit::Exit;

static STOP: AtomicBool = AtomicBool::new(false);

/// What to say when nothing is lost by leaving at once.
static ADVICE: OnceLock<&'static str> = OnceLock::new();

/// From now on the first signal asks the work to stop, the second one leaves at once.
pub(crate) fn install() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        let again = STOP.swap(true, Ordering::SeqCst);
        if let Some(advice) = ADVICE.get() {
            leave(advice);
        }
        if again {
            std::process::exit(Exit::Interrupted as i32);
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// Whether the work should stop.
pub(crate) fn requested() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// From now on nothing is lost by leaving: the first signal says this and does so.
pub(crate) fn leave_at_once(advice: &'static str) {
    let advice = ADVICE.get_or_init(|| advice);
    if STOP.load(Ordering::SeqCst) {
        leave(advice);
    }
}

fn leave(advice: &str) -> ! {
    eprintln!("interrupted; {advice}");
    std::process::exit(Exit::Interrupted as i32)
}
