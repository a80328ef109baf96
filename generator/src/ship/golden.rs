//! Golden inputs: what is run to see that a shipped program does what the original does.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::ShipError;

/// No program takes longer over a golden input.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a program makes of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What it writes.
    pub output: Vec<u8>,
    /// How it ends; `None` when a signal ended it.
    pub code: Option<i32>,
}

/// The golden inputs of a program, sorted: all files `*.in` of a directory.
///
/// # Errors
///
/// When there are none.
pub fn inputs(directory: &Path) -> Result<Vec<PathBuf>, ShipError> {
    let mut found = Vec::new();
    for entry in directory.read_dir().map_err(ShipError::io(directory))? {
        let path = entry.map_err(ShipError::io(directory))?.path();
        if path.extension().is_some_and(|extension| extension == "in") {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() {
        let name = directory.display();
        return Err(ShipError::Wrong(format!("{name} holds no golden inputs; add files NAME.in")));
    }
    Ok(found)
}

/// Runs a program on an input.
///
/// # Errors
///
/// When it cannot be run or does not come to an end.
pub fn run(program: &Path, input: &Path) -> Result<Outcome, ShipError> {
    let stdin = File::open(input).map_err(ShipError::io(input))?;
    let mut child = Command::new(program)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(ShipError::io(program))?;
    let stdout = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut output = Vec::new();
        // What cannot be read is not there, and will differ.
        let _ = stdout.map(|mut stdout| stdout.read_to_end(&mut output));
        output
    });
    let code = wait(&mut child).map_err(ShipError::io(program))?;
    let output = reader.join().unwrap_or_default();
    code.map(|code| Outcome { output, code }).ok_or_else(|| {
        ShipError::Wrong(format!("{} does not finish {}", program.display(), input.display()))
    })
}

/// The exit code, or `None` when patience ran out.
#[allow(clippy::option_option)] // A program that a signal ended has no code.
fn wait(child: &mut Child) -> std::io::Result<Option<Option<i32>>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status.code()));
        }
        if start.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        sleep(Duration::from_millis(2));
    }
}

/// Fails unless both programs make the same of all inputs.
///
/// # Errors
///
/// Names the first input with another outcome.
pub fn compare(original: &Path, shipped: &Path, inputs: &[PathBuf]) -> Result<(), ShipError> {
    for input in inputs {
        if run(original, input)? != run(shipped, input)? {
            return Err(ShipError::Wrong(format!(
                "on {} the shipped program does not do what {} does",
                input.display(),
                original.display()
            )));
        }
    }
    Ok(())
}
