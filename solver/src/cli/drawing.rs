//! Draws a game of The Last Crusade with characters.

use std::fmt;

use gridlock_patterns::crusade::maze::Maze;
use gridlock_solver::crusade::game::Game;

/// A drawing: each room has three rows of three characters, `#` where it is solid. Indy is `I`, a
/// rock `o`, a locked room has a dot in the middle, and the exit stands below its room.
pub(super) struct Drawing<'a>(pub(super) &'a Game);

/// The rows of each type of room.
const SHAPES: [[&str; 3]; 14] = [
    ["###", "###", "###"],
    ["# #", "   ", "# #"],
    ["###", "   ", "###"],
    ["# #", "# #", "# #"],
    ["#/ ", " / ", "  #"],
    [" \\#", " \\ ", "#  "],
    ["# #", "   ", "###"],
    ["# #", "#  ", "# #"],
    ["###", "   ", "# #"],
    ["# #", "  #", "# #"],
    ["# #", "  #", "###"],
    ["# #", "#  ", "###"],
    ["###", "#  ", "# #"],
    ["###", "  #", "# #"],
];

fn shape(maze: &Maze, cell: usize, row: usize) -> &'static str {
    SHAPES[usize::from(maze.room(cell).kind())][row]
}

impl Drawing<'_> {
    /// What stands in the middle of a room.
    fn middle(&self, maze: &Maze, cell: usize, empty: char) -> char {
        let listing = self.0.listing();
        if listing.indy.cell == cell {
            'I'
        } else if listing.rocks.iter().any(|rock| rock.cell == cell) {
            'o'
        } else if maze.room(cell).number() < 0 {
            '.'
        } else {
            empty
        }
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let maze = self.0.maze();
        for y in 0..maze.height() {
            for part in 0..3 {
                for x in 0..maze.width() {
                    let cell = y * maze.width() + x;
                    for (place, c) in shape(maze, cell, part).chars().enumerate() {
                        let centre = part == 1 && place == 1;
                        let c = if centre { self.middle(maze, cell, c) } else { c };
                        write!(f, "{c}")?;
                    }
                }
                writeln!(f)?;
            }
        }
        let exit = maze.position(maze.exit()).0;
        writeln!(f, "{:1$}^", "", 3 * exit + 1)
    }
}
