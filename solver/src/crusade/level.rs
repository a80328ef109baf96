//! Level files: the maze, where Indy starts, and when which rock appears.
//!
//! ```text
//! W H
//! H rows of W numbers, negative ones for locked rooms
//! column of the exit
//! x y POS            Indy; POS is TOP, LEFT or RIGHT
//! N
//! x y POS turn       N times: a rock, and the turn in which it is first listed
//! ```
//!
//! Numbers are separated by blanks or tabs; blank lines do not count.

use std::fmt;

use gridlock_patterns::crusade::maze::{Maze, Mover, LONGEST_SIDE};
use gridlock_patterns::crusade::room::{Passage, Room, Side};

/// The latest turn in which a rock may appear. No game lasts that long.
pub const LAST_TURN: usize = 999;

/// The most rocks that a level may have.
pub const MOST_ROCKS: usize = 1000;

/// A rock that is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival {
    /// The turn in which it is first listed.
    pub turn: usize,
    /// Where.
    pub rock: Mover,
}

/// A level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The rooms at the start.
    pub maze: Maze,
    /// Where Indy starts.
    pub indy: Mover,
    /// The rocks, in the order of the file.
    pub rocks: Vec<Arrival>,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The text ends too early.
    Missing(&'static str),
    /// The line has other fields than it should have.
    Fields {
        /// What the line should be.
        expected: &'static str,
        /// How many fields there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// Not a number, or out of range.
    Number {
        /// The text.
        text: String,
        /// What was expected.
        expected: &'static str,
    },
    /// Not a side.
    Side(String),
    /// The place is not in the maze.
    Outside,
    /// Indy cannot be in his room as it is said.
    Indy,
    /// Indy starts in the exit.
    Exit,
    /// Two at one place at the start.
    Together,
    /// Text behind the last line.
    Rest,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Missing(what) => write!(f, "the text ends here; {what} should follow"),
            Flaw::Fields { expected, found, wanted } => {
                write!(f, "expected {expected}: {wanted} fields, not {found}")
            }
            Flaw::Number { text, expected } => write!(f, "expected {expected}, not {text:?}"),
            Flaw::Side(text) => write!(f, "expected TOP, LEFT or RIGHT, not {text:?}"),
            Flaw::Outside => write!(f, "this place is not in the maze"),
            Flaw::Indy => write!(f, "nobody can be in this room by this side"),
            Flaw::Exit => write!(f, "Indy is in the exit already; let him start elsewhere"),
            Flaw::Together => write!(f, "somebody else starts in this room in the same turn"),
            Flaw::Rest => write!(f, "nothing may follow the rocks; remove this line"),
        }
    }
}

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub flaw: Flaw,
}

/// Writes `line: what is wrong`, to be put behind the name of the file.
impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.flaw)
    }
}

impl std::error::Error for LevelError {}

/// The fields of a line.
pub(super) fn fields<'a>(
    line: &'a str,
    wanted: usize,
    expected: &'static str,
) -> Result<Vec<&'a str>, Flaw> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    if fields.len() == wanted {
        Ok(fields)
    } else {
        Err(Flaw::Fields { expected, found: fields.len(), wanted })
    }
}

/// A number from 0 up to `most`.
pub(super) fn number(text: &str, most: usize, expected: &'static str) -> Result<usize, Flaw> {
    let number = text.parse().ok().filter(|&number| number <= most);
    number.ok_or_else(|| Flaw::Number { text: shortened(text), expected })
}

/// Messages stay on one line, whatever was read.
fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Reads `W H`.
pub(super) fn size(line: &str) -> Result<(usize, usize), Flaw> {
    let size = fields(line, 2, "the width and the height")?;
    let side = |text: &str| match number(text, LONGEST_SIDE, "a side of 1 to 20 rooms") {
        Ok(0) => Err(Flaw::Number { text: text.into(), expected: "a side of 1 to 20 rooms" }),
        side => side,
    };
    Ok((side(size[0])?, side(size[1])?))
}

/// Reads one row of rooms.
pub(super) fn row(line: &str, width: usize) -> Result<Vec<Room>, Flaw> {
    let room = |text: &&str| {
        text.parse().ok().and_then(Room::new).ok_or_else(|| Flaw::Number {
            text: shortened(text),
            expected: "a room from -13 to 13",
        })
    };
    fields(line, width, "a row of rooms")?.iter().map(room).collect()
}

/// Reads the column of the exit.
pub(super) fn exit(line: &str, width: usize) -> Result<usize, Flaw> {
    let exit = fields(line, 1, "the column of the exit")?[0];
    number(exit, width - 1, "a column of the maze for the exit")
}

/// Reads the three fields of a place.
pub(super) fn place(fields: &[&str], maze: &Maze) -> Result<Mover, Flaw> {
    let coordinate = |text| number(text, usize::MAX, "a column and a row");
    let (x, y) = (coordinate(fields[0])?, coordinate(fields[1])?);
    let side = Side::from_name(fields[2]).ok_or_else(|| Flaw::Side(shortened(fields[2])))?;
    let cell = maze.cell(x, y).ok_or(Flaw::Outside)?;
    Ok(Mover { cell, side })
}

/// The lines of a text that are not blank, with their numbers.
struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Split<'a, char>>,
    /// The number of the line at hand, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let (number, line) = self.lines.find(|(_, line)| !line.trim().is_empty())?;
        self.number = number + 1;
        Some(line)
    }

    /// Reads the next line, or says where and why it cannot be read.
    fn read<T>(
        &mut self,
        what: &'static str,
        read: impl FnOnce(&str) -> Result<T, Flaw>,
    ) -> Result<T, LevelError> {
        let result = self.next().ok_or(Flaw::Missing(what)).and_then(read);
        result.map_err(|flaw| LevelError { line: self.number.max(1), flaw })
    }
}

/// Reads a level file.
///
/// # Errors
/// The first line that is wrong.
pub fn parse(text: &str) -> Result<Level, LevelError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = Lines { lines: text.split('\n').enumerate(), number: 0 };
    let (width, height) = lines.read("the width and the height", size)?;
    let mut rooms = Vec::new();
    for _ in 0..height {
        rooms.extend(lines.read("a row of rooms", |line| row(line, width))?);
    }
    let exit = lines.read("the column of the exit", |line| exit(line, width))?;
    let maze = Maze::new(width, rooms, exit).expect("rows and exit fit the size");
    let indy = lines.read("the place of Indy", |line| {
        let indy = place(&fields(line, 3, "the place of Indy")?, &maze)?;
        match maze.passage(indy) {
            Passage::Refused => Err(Flaw::Indy),
            _ if indy.cell == maze.exit() => Err(Flaw::Exit),
            _ => Ok(indy),
        }
    })?;
    let count = lines.read("the number of rocks", |line| {
        let count = fields(line, 1, "the number of rocks")?[0];
        number(count, MOST_ROCKS, "a number of rocks up to 1000")
    })?;
    let mut rocks: Vec<Arrival> = Vec::new();
    for _ in 0..count {
        let arrival = lines.read("a rock", |line| {
            let fields = fields(line, 4, "a rock as x y POS turn")?;
            let rock = place(&fields, &maze)?;
            let turn = number(fields[3], LAST_TURN, "a turn from 0 to 999")?;
            let same = |a: &Arrival| a.turn == turn && a.rock.cell == rock.cell;
            if rocks.iter().any(same) || turn == 0 && rock.cell == indy.cell {
                return Err(Flaw::Together);
            }
            Ok(Arrival { turn, rock })
        })?;
        rocks.push(arrival);
    }
    match lines.next() {
        None => Ok(Level { maze, indy, rocks }),
        Some(_) => Err(LevelError { line: lines.number, flaw: Flaw::Rest }),
    }
}

/// Reads the bytes of a level file.
///
/// # Errors
/// As [`parse`].
pub fn parse_bytes(bytes: &[u8]) -> Result<Level, LevelError> {
    parse(&String::from_utf8_lossy(bytes))
}

/// Writes width, height, rows and exit, as levels and the protocol begin.
pub(super) fn write_maze(maze: &Maze, f: &mut impl fmt::Write) -> fmt::Result {
    writeln!(f, "{} {}", maze.width(), maze.height())?;
    for row in maze.rooms().chunks(maze.width()) {
        let numbers: Vec<String> = row.iter().map(|room| room.number().to_string()).collect();
        writeln!(f, "{}", numbers.join(" "))?;
    }
    writeln!(f, "{}", maze.position(maze.exit()).0)
}

/// Writes `x y POS`.
pub(super) fn write_place(maze: &Maze, mover: Mover, f: &mut impl fmt::Write) -> fmt::Result {
    let (x, y) = maze.position(mover.cell);
    write!(f, "{x} {y} {}", mover.side.name())
}

/// Writes the level as a level file.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_maze(&self.maze, f)?;
        write_place(&self.maze, self.indy, f)?;
        writeln!(f, "\n{}", self.rocks.len())?;
        for arrival in &self.rocks {
            write_place(&self.maze, arrival.rock, f)?;
            writeln!(f, " {}", arrival.turn)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "2 2\n-3 2\n3\t-13\n0\n0 0 TOP\n1\n1 0 RIGHT 3\n";

    #[test]
    fn a_level_is_read_and_written() {
        let level = parse(SMALL).unwrap();
        assert_eq!(
            level.maze.rooms().iter().map(|r| r.number()).collect::<Vec<_>>(),
            [-3, 2, 3, -13]
        );
        assert_eq!(level.maze.exit(), 2);
        assert_eq!(level.rocks[0].turn, 3);
        assert_eq!(level.to_string(), SMALL.replace('\t', " "));
        let messy = format!("\u{feff}{}\n \n", SMALL.replace('\n', " \r\n\r\n"));
        assert_eq!(parse(&messy).unwrap(), level);
    }

    /// Replaces a line of the small level and says what the parser says.
    fn complaint(line: usize, text: &str) -> String {
        let lines: Vec<&str> = SMALL.lines().collect();
        let changed: Vec<&str> =
            lines.iter().enumerate().map(|(i, &l)| if i + 1 == line { text } else { l }).collect();
        let error = parse(&changed.join("\n")).unwrap_err().to_string();
        assert_eq!(error.lines().count(), 1);
        error
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        for (line, text, expected) in [
            (1, "2", "1: expected the width and the height: 2 fields, not 1"),
            (1, "0 2", "1: expected a side of 1 to 20 rooms, not \"0\""),
            (1, "21 2", "1: expected a side of 1 to 20 rooms, not \"21\""),
            (2, "-3", "2: expected a row of rooms: 2 fields, not 1"),
            (3, "3 14", "3: expected a room from -13 to 13, not \"14\""),
            (3, "3 x", "3: expected a room from -13 to 13, not \"x\""),
            (4, "2", "4: expected a column of the maze for the exit, not \"2\""),
            (5, "0 0 UP", "5: expected TOP, LEFT or RIGHT, not \"UP\""),
            (5, "0 2 TOP", "5: this place is not in the maze"),
            (5, "0 0 LEFT", "5: nobody can be in this room by this side"),
            (5, "0 1 TOP", "5: Indy is in the exit already; let him start elsewhere"),
            (6, "-1", "6: expected a number of rocks up to 1000, not \"-1\""),
            (6, "2", "7: the text ends here; a rock should follow"),
            (6, "0", "7: nothing may follow the rocks; remove this line"),
            (7, "1 0 RIGHT", "7: expected a rock as x y POS turn: 4 fields, not 3"),
            (7, "0 0 TOP 0", "7: somebody else starts in this room in the same turn"),
            (7, "1 0 RIGHT 1000", "7: expected a turn from 0 to 999, not \"1000\""),
        ] {
            assert_eq!(complaint(line, text), expected);
        }
        assert_eq!(parse("").unwrap_err().line, 1);
    }
}
