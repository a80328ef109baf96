//! What referee and player say to each other, line by line.
//!
//! First the maze as in level files, then in each turn `x y POS` of Indy, the number of rocks, and
//! `x y POS` of each. The answer is `x y LEFT`, `x y RIGHT` or `WAIT`.

use std::fmt::Write as _;
use std::io::{self, BufRead};

use gridlock_patterns::crusade::maze::Maze;
use gridlock_patterns::crusade::room::Turn;
use gridlock_patterns::crusade::turn::Command;

use super::game::Listing;
use super::level::{
    exit, fields, number, place, row, size, write_maze, write_place, Flaw, LevelError,
};

/// The most rocks of a turn: more cannot be in the largest maze.
const MOST_LISTED: usize = 400;

/// Longer lines are cut; no line comes near this.
const LONGEST_LINE: u64 = 1 << 16;

/// Reads the player's side of the protocol.
pub struct Reader<R> {
    input: R,
    line: usize,
}

/// What came instead of a message.
#[derive(Debug)]
pub enum Trouble {
    /// The input has ended.
    End,
    /// The input cannot be read.
    Io(io::Error),
    /// A line is wrong. The following lines were read as far as they belong to the message.
    Bad(LevelError),
    /// A line is wrong, and it cannot be known which lines belong to the message.
    Lost(LevelError),
}

impl<R: BufRead> Reader<R> {
    /// A reader that has read nothing.
    pub fn new(input: R) -> Reader<R> {
        Reader { input, line: 0 }
    }

    /// The next line that is not blank.
    fn line(&mut self) -> Result<String, Trouble> {
        loop {
            let mut bytes = Vec::new();
            let mut input = io::Read::take(&mut self.input, LONGEST_LINE);
            if input.read_until(b'\n', &mut bytes).map_err(Trouble::Io)? == 0 {
                return Err(Trouble::End);
            }
            self.line += 1;
            let line = String::from_utf8_lossy(&bytes);
            if !line.trim().is_empty() {
                return Ok(line.into_owned());
            }
        }
    }

    fn error(&self, flaw: Flaw) -> LevelError {
        LevelError { line: self.line, flaw }
    }

    /// Reads the maze.
    ///
    /// # Errors
    /// When there is none.
    pub fn maze(&mut self) -> Result<Maze, Trouble> {
        let (width, height) =
            size(&self.line()?).map_err(|flaw| Trouble::Lost(self.error(flaw)))?;
        let mut rooms = Vec::new();
        let mut bad = None;
        for _ in 0..height {
            match row(&self.line()?, width) {
                Ok(row) => rooms.extend(row),
                Err(flaw) => bad = bad.or_else(|| Some(self.error(flaw))),
            }
        }
        let exit = exit(&self.line()?, width).map_err(|flaw| Trouble::Bad(self.error(flaw)))?;
        match bad {
            Some(error) => Err(Trouble::Bad(error)),
            None => Ok(Maze::new(width, rooms, exit).expect("rows and exit fit the size")),
        }
    }

    /// Reads the listing of one turn. Without a maze the places are only skipped.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn listing(&mut self, maze: Option<&Maze>) -> Result<Listing, Trouble> {
        let mut bad = None;
        let mut place = |line: String, number: usize| {
            let mover = fields(&line, 3, "a place as x y POS").and_then(|f| match maze {
                Some(maze) => place(&f, maze),
                None => Err(Flaw::Outside),
            });
            mover.map_err(|flaw| bad = bad.take().or(Some(LevelError { line: number, flaw }))).ok()
        };
        let line = self.line()?;
        let indy = place(line, self.line);
        let count = self.line()?;
        let count = fields(&count, 1, "the number of rocks")
            .and_then(|f| number(f[0], MOST_LISTED, "a number of rocks"))
            .map_err(|flaw| Trouble::Lost(self.error(flaw)))?;
        let mut rocks = Vec::new();
        for _ in 0..count {
            let line = self.line()?;
            rocks.extend(place(line, self.line));
        }
        match (indy, bad) {
            (Some(indy), None) => Ok(Listing { indy, rocks }),
            (_, Some(error)) => Err(Trouble::Bad(error)),
            (None, None) => Err(Trouble::Bad(self.error(Flaw::Outside))),
        }
    }
}

/// The maze, as the referee sends it.
pub fn maze_text(maze: &Maze) -> String {
    let mut text = String::new();
    let _ = write_maze(maze, &mut text);
    text
}

/// A listing, as the referee sends it.
pub fn listing_text(maze: &Maze, listing: &Listing) -> String {
    let mut text = String::new();
    let _ = write_place(maze, listing.indy, &mut text);
    let _ = write!(text, "\n{}\n", listing.rocks.len());
    for &rock in &listing.rocks {
        let _ = write_place(maze, rock, &mut text);
        text.push('\n');
    }
    text
}

/// A command, as the player sends it.
pub fn command_text(maze: &Maze, command: Command) -> String {
    match command {
        Command::Wait => "WAIT".to_owned(),
        Command::Rotate { cell, turn } => {
            let (x, y) = maze.position(cell);
            format!("{x} {y} {}", turn.name())
        }
    }
}

/// Reads a command.
///
/// # Errors
/// One line that says what is wrong.
pub fn parse_command(maze: &Maze, line: &str) -> Result<Command, String> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let command = match fields[..] {
        ["WAIT"] => Some(Command::Wait),
        [x, y, turn] => {
            let turn = Turn::ALL.into_iter().find(|known| known.name() == turn);
            let place = x.parse().ok().and_then(|x| Some((x, y.parse().ok()?)));
            let cell = place.map(|(x, y)| maze.cell(x, y).unwrap_or(usize::MAX));
            cell.and_then(|cell| Some(Command::Rotate { cell, turn: turn? }))
        }
        _ => None,
    };
    let shown: String = line.trim_end().chars().take(40).collect();
    command.ok_or_else(|| format!("expected WAIT, x y LEFT or x y RIGHT, not {shown:?}"))
}
