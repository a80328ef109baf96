//! The shipped code, asked through a program made of it.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::super::ShipError;

/// The program `audit`, built from one source file.
#[derive(Clone, Debug)]
pub struct Oracle {
    /// The program.
    pub program: PathBuf,
}

impl Oracle {
    /// Asks for something with this input; see the program itself.
    ///
    /// # Errors
    ///
    /// When it cannot be run or complains.
    pub fn ask(&self, request: &str, input: &str) -> Result<String, ShipError> {
        let io = |error| ShipError::Io { path: self.program.clone(), error };
        let mut child = Command::new(&self.program)
            .arg(request)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(io)?;
        // It reads everything before it writes anything.
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(input.as_bytes()).map_err(io)?;
        }
        let mut answer = String::new();
        if let Some(mut stdout) = child.stdout.take() {
            stdout.read_to_string(&mut answer).map_err(io)?;
        }
        let output = child.wait_with_output().map_err(io)?;
        if output.status.success() {
            return Ok(answer);
        }
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(ShipError::Wrong(format!("{} {request}: {message}", self.program.display())))
    }
}
