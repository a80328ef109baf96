//! `gridlock tweetmaze`.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use gridlock_solver::decimal;
use gridlock_solver::tweetmaze::digits::digits;
use gridlock_solver::tweetmaze::{picture, solve};
use serde::Serialize;

use super::input::Source;
use super::{output, Exit};

pub(super) const EXAMPLE: &str = "\
Example: gridlock tweetmaze --picture maze.svg 7347737258493420

Exit codes: 0 there is a route; 1 there is none; 2 a bad maze, an unreadable file or wrong options; \
3 the results could not be written.";

/// Options of `gridlock tweetmaze`.
#[derive(Args)]
pub(super) struct Options {
    /// The digits, or a file that holds them (./FILE if its name is all digits); - is standard input
    #[arg(value_name = "DIGITS|FILE")]
    maze: OsString,
    /// Print one JSON object, or null when there is no route
    #[arg(long)]
    json: bool,
    /// Draw the squares and the jumps as SVG
    #[arg(long, value_name = "FILE.svg")]
    picture: Option<PathBuf>,
}

/// The most characters of a name that are printed.
const LONGEST_NAME: usize = 255;

/// A route for a program to read.
#[derive(Serialize)]
struct Record<'a> {
    route: &'a [usize],
    jumps: usize,
}

/// Solves the maze and prints its route.
pub(super) fn run(options: &Options, out: &mut impl Write) -> io::Result<Exit> {
    let squares = match squares(&options.maze) {
        Ok(squares) => squares,
        Err(message) => {
            super::complain(&message);
            return Ok(Exit::BadInput);
        }
    };
    let route = solve(&squares);
    if let Some(file) = &options.picture {
        let route = route.as_deref().unwrap_or(&[]);
        if let Err(e) = output::replace(file, |out| picture::draw(&squares, route, out)) {
            super::complain(&format!("{}: cannot write the picture: {e}", file.display()));
            return Ok(Exit::Output);
        }
    }
    let mut out = io::BufWriter::new(out);
    let record = route.as_ref().map(|route| Record { route, jumps: route.len() - 1 });
    match &record {
        _ if options.json => {
            serde_json::to_writer(&mut out, &record)?;
            writeln!(out)?;
        }
        None => writeln!(out, "no route")?,
        Some(Record { route, jumps }) => {
            out.write_all(&decimal::join(route))?;
            writeln!(out, "\n{jumps} jumps")?;
        }
    }
    out.flush()?;
    Ok(if record.is_some() { Exit::Success } else { Exit::Failure })
}

/// The digits that an argument stands for, or one line that says why there are none.
fn squares(maze: &OsString) -> Result<Vec<u8>, String> {
    let argument = maze.as_encoded_bytes();
    let flaw = match digits(argument) {
        Ok(squares) => return Ok(squares.to_vec()),
        Err(flaw) => flaw,
    };
    if argument.is_empty() {
        return Err(format!("gridlock: {flaw}"));
    }
    let source = Source::from(maze.clone());
    let name = shortened(source.to_string());
    let text = source.read().map_err(|e| match argument {
        b"-" => format!("{source}: cannot read the file: {e}"),
        _ => format!("{name}: neither digits ({flaw}) nor a file that can be read ({e})"),
    })?;
    digits(&text).map(<[u8]>::to_vec).map_err(|e| format!("{source}: {e}"))
}

/// The beginning of what is too long to be the name of a file, as a string of digits may be.
fn shortened(mut name: String) -> String {
    if let Some((end, _)) = name.char_indices().nth(LONGEST_NAME) {
        name.truncate(end);
        name.push_str("...");
    }
    name
}
