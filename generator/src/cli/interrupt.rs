//! Ctrl-C and SIGTERM.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use super::exit::Exit;

static STOP: AtomicBool = AtomicBool::new(false);

/// From now on the first signal asks the work to stop, the second one leaves at once.
pub(crate) fn install() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(Exit::Interrupted as i32);
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// Whether the work should stop.
pub(crate) fn requested() -> bool {
    STOP.load(Ordering::Relaxed)
}
