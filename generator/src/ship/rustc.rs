//! The compiler as a command, and what it says.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::ShipError;

/// A compiler with its options, as a judge would call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiler {
    program: PathBuf,
    options: Vec<String>,
}

/// Something the compiler says.
#[derive(Clone, Debug)]
pub struct Message {
    /// Whether it is an error.
    pub error: bool,
    /// The name of the lint or the number of the error.
    pub code: String,
    /// The text, with those of its notes.
    pub text: String,
    /// As the compiler would show it.
    pub rendered: String,
    /// The places it is about, in bytes.
    pub places: Vec<Range<usize>>,
}

#[derive(Deserialize)]
struct Diagnostic {
    message: String,
    code: Option<Code>,
    level: String,
    spans: Vec<Span>,
    children: Vec<Diagnostic>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Span {
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
}

impl From<Diagnostic> for Message {
    fn from(diagnostic: Diagnostic) -> Message {
        let primary = diagnostic.spans.iter().filter(|span| span.is_primary);
        let notes = diagnostic.children.iter().map(|child| child.message.as_str());
        Message {
            error: diagnostic.level.starts_with("error"),
            code: diagnostic.code.map_or_else(String::new, |code| code.code),
            places: primary.map(|span| span.byte_start..span.byte_end).collect(),
            text: std::iter::once(diagnostic.message.as_str())
                .chain(notes)
                .collect::<Vec<_>>()
                .join("\n"),
            rendered: diagnostic.rendered.unwrap_or(diagnostic.message),
        }
    }
}

impl Compiler {
    /// The compiler of a command line such as `rustc --edition 2021 -O`.
    ///
    /// # Errors
    ///
    /// When the line is empty.
    pub fn new(command: &str) -> Result<Compiler, ShipError> {
        let mut words = command.split_whitespace().map(str::to_owned);
        let program = words.next().ok_or_else(|| ShipError::Unsupported {
            what: "the command of the compiler is empty".to_owned(),
            advice: "write it as for a shell, for example: rustc --edition 2021 -O",
        })?;
        Ok(Compiler { program: program.into(), options: words.collect() })
    }

    /// The command line.
    pub fn command(&self) -> String {
        let program = self.program.display().to_string();
        std::iter::once(program).chain(self.options.iter().cloned()).collect::<Vec<_>>().join(" ")
    }

    /// What `--version` prints; `None` when there is no such compiler.
    pub fn version(&self) -> Option<String> {
        let output = Command::new(&self.program).arg("--version").output().ok()?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Some(version).filter(|version| output.status.success() && !version.is_empty())
    }

    /// Checks a program without building it.
    ///
    /// # Errors
    ///
    /// When the compiler cannot be run.
    pub fn check(&self, text: &str) -> Result<Vec<Message>, ShipError> {
        let directory = tempfile::tempdir().map_err(ShipError::io("a temporary directory"))?;
        let source = directory.path().join("main.rs");
        std::fs::write(&source, text).map_err(ShipError::io(&source))?;
        self.run(&source, &directory.path().join("main.rmeta"), &["--emit=metadata"])
    }

    /// Builds a program and keeps silent about some lints.
    ///
    /// # Errors
    ///
    /// When the compiler cannot be run.
    pub fn build(
        &self,
        source: &Path,
        program: &Path,
        allowed: &[&str],
    ) -> Result<Vec<Message>, ShipError> {
        let options: Vec<&str> = allowed.iter().flat_map(|lint| ["-A", lint]).collect();
        self.run(source, program, &options)
    }

    fn run(&self, source: &Path, out: &Path, more: &[&str]) -> Result<Vec<Message>, ShipError> {
        let output = Command::new(&self.program)
            .args(&self.options)
            .args(["--error-format=json", "--crate-type=bin", "--crate-name=shipped"])
            .args(more)
            .arg("-o")
            .arg(out)
            .arg(source)
            .output()
            .map_err(ShipError::io(&self.program))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let mut messages: Vec<Message> = said
            .lines()
            .filter_map(|line| serde_json::from_str::<Diagnostic>(line).ok())
            .map(Message::from)
            .collect();
        if !output.status.success() && !messages.iter().any(|message| message.error) {
            let (code, places) = (String::new(), Vec::new());
            let text = said.trim().to_owned();
            messages.push(Message { error: true, code, rendered: text.clone(), text, places });
        }
        Ok(messages)
    }

    /// The first error among these messages, as one line.
    pub(super) fn refusal(&self, stage: &'static str, messages: &[Message]) -> Option<ShipError> {
        let message = messages.iter().find(|message| message.error)?;
        let message = message.rendered.trim().to_owned();
        Some(ShipError::Compiler { stage, compiler: self.command(), message })
    }
}
