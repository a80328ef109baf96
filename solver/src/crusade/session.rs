//! The player's side of a game, line by line.

use std::io::{self, BufRead, Write};

use gridlock_patterns::crusade::maze::Maze;
use gridlock_patterns::crusade::turn::Command;

use super::level::LevelError;
use super::player::Player;
use super::protocol::{command_text, Reader, Trouble};
use super::tables::Tables;

/// Reads the maze and then one listing after the other, and answers each with one line, until the
/// input ends. Malformed input is reported through `complain` and answered with `WAIT`.
///
/// # Errors
/// When the input cannot be read or the answers cannot be written.
pub fn play(
    input: impl BufRead,
    mut output: impl Write,
    mut complain: impl FnMut(&LevelError),
) -> io::Result<()> {
    let mut reader = Reader::new(input);
    let maze = match reader.maze() {
        Ok(maze) => Some(maze),
        Err(trouble) => {
            if let Some(error) = explain(trouble)? {
                complain(&error);
            }
            None
        }
    };
    let tables = Tables::new();
    let mut player = maze.as_ref().map(|maze| Player::new(maze, &tables));
    loop {
        let command = match reader.listing(maze.as_ref()) {
            Ok(listing) => player.as_mut().map_or(Command::Wait, |player| player.play(&listing)),
            Err(Trouble::End) => return Ok(()),
            Err(trouble) => {
                // Without a maze all listings are wrong, and that was said already.
                if let Some(error) = explain(trouble)?.filter(|_| maze.is_some()) {
                    complain(&error);
                }
                Command::Wait
            }
        };
        answer(&mut output, maze.as_ref(), command)?;
    }
}

/// The line that is wrong; an end is nothing to complain about.
fn explain(trouble: Trouble) -> io::Result<Option<LevelError>> {
    match trouble {
        Trouble::End => Ok(None),
        Trouble::Io(error) => Err(error),
        Trouble::Bad(error) | Trouble::Lost(error) => Ok(Some(error)),
    }
}

fn answer(output: &mut impl Write, maze: Option<&Maze>, command: Command) -> io::Result<()> {
    let text = maze.map_or_else(|| "WAIT".to_owned(), |maze| command_text(maze, command));
    output.write_all((text + "\n").as_bytes())?;
    output.flush()
}
