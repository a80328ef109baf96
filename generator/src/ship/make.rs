//! All passes, one after the other.

use std::collections::BTreeMap;
use std::path::Path;

use super::rustc::Compiler;
use super::workspace::{Crate, Workspace};
use super::{bundle, layout, prune, reach, rename, ShipError};

/// A program as one source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// With the names and the layout of the original.
    pub readable: String,
    /// With short names and no white space to spare.
    pub small: String,
}

/// Makes one source file of a program; see [`bundle::bundle`] for `generated`.
///
/// # Errors
///
/// When the program holds something that cannot be shipped, or a compiler refuses it.
pub fn make(
    workspace: &Workspace,
    program: &Crate,
    generated: &dyn Fn(&str) -> Option<String>,
    compiler: &Compiler,
) -> Result<Source, ShipError> {
    let all = bundle::bundle(workspace, program, generated)?;
    let pruned = prune::prune(&reach::reach(&all)?, compiler)?;
    let renamed = rename::rename(&pruned.text, &pruned.shown, compiler)?;
    let small = layout::squeeze(&renamed.text)?;
    layout::verify(&pruned.text, &small, &renamed.names)?;
    let readable = layout::tidy(&pruned.text)?;
    layout::verify(&pruned.text, &readable, &BTreeMap::new())?;
    Ok(Source { readable, small })
}

/// What is no concern to anybody in a source file that is made: the style of names, and what is
/// never read or made, which is a matter of the original.
const IDLE: [&str; 2] = ["nonstandard_style", "dead_code"];

/// Builds a shipped source; with `strict`, every warning that matters is an error.
///
/// # Errors
///
/// When the compiler refuses it or warns of something.
pub fn build(
    compiler: &Compiler,
    source: &Path,
    program: &Path,
    strict: bool,
) -> Result<(), ShipError> {
    let mut messages = compiler.build(source, program, &IDLE)?;
    for message in &mut messages {
        message.error |= strict && !message.code.is_empty();
    }
    compiler.refusal("the shipped file", &messages).map_or(Ok(()), Err)
}
