//! Is a level dead before the first push, and which pattern proves it?

use gridlock_patterns::sokoban::explain::Explanation;
use gridlock_patterns::sokoban::game::Region;
use gridlock_patterns::sokoban::lookup::{Knowledge, Lookup};

use super::board::Board;
use super::level::Level;
use super::mask::Wide;
use super::matching::Matching;

/// What is known of the start position of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Nothing speaks against a solution.
    NotKnownDead,
    /// A pattern is there; its drawing has the rows and columns of the level.
    Pattern {
        /// One mark for each cell; [`LEGEND`] says what they mean.
        drawing: Vec<String>,
        /// Whether the player must be beyond the window, and not on a cell marked as the player's.
        beyond: bool,
    },
    /// Some box or goal is out of reach.
    OutOfReach,
    /// There is no way to give every box a goal of its own that it can be pushed to.
    Unmatched,
}

/// What the marks of a drawing mean.
pub const LEGEND: [(char, &str); 7] = [
    ('#', "wall"),
    ('$', "box and no goal"),
    ('*', "box, on a goal or not"),
    ('x', "no goal"),
    ('@', "player"),
    ('X', "player and no goal"),
    ('?', "anything"),
];

/// Looks at the start position only.
pub fn check(level: &Level, knowledge: &Knowledge) -> Finding {
    // One position only: the largest mask serves every level.
    let board = Board::<Wide<256>>::new(level);
    let fixed = board.fixed();
    let lookup = Lookup::new(knowledge, &fixed);
    if let Some(mut pattern) = lookup.explain(&fixed, &board.boxes, board.player) {
        pattern.top += board.layout.top;
        pattern.left += board.layout.left;
        let beyond = pattern.region == Region::Outside;
        return Finding::Pattern { drawing: draw(level, &pattern), beyond };
    }
    if board.hopeless {
        Finding::OutOfReach
    } else if Matching::new(&board).assign(&board, board.boxes).is_none() {
        Finding::Unmatched
    } else {
        Finding::NotKnownDead
    }
}

/// Draws a pattern, whose window is given in rows and columns of the level.
fn draw(level: &Level, pattern: &Explanation) -> Vec<String> {
    let row = |row| (0..level.cols()).map(|col| mark(level, pattern, row, col)).collect();
    (0..level.rows()).map(row).collect()
}

/// The number of a cell in the window, if it lies there.
fn cell_of(pattern: &Explanation, row: usize, col: usize) -> Option<usize> {
    let (row, col) = (row.wrapping_sub(pattern.top), col.wrapping_sub(pattern.left));
    if row < pattern.rows && col < pattern.cols {
        Some(row * pattern.cols + col)
    } else {
        None
    }
}

fn mark(level: &Level, pattern: &Explanation, row: usize, col: usize) -> char {
    match cell_of(pattern, row, col) {
        Some(cell) => mark_inside(pattern, cell),
        // The walls behind the window.
        None if !level.floor()[row * level.cols() + col] && touches(pattern, row, col) => '#',
        None => ' ',
    }
}

fn touches(pattern: &Explanation, row: usize, col: usize) -> bool {
    let (up, left) = (row.wrapping_sub(1), col.wrapping_sub(1));
    let beside = [(up, col), (row + 1, col), (row, left), (row, col + 1)];
    beside.iter().any(|&(row, col)| cell_of(pattern, row, col).is_some())
}

fn mark_inside(pattern: &Explanation, cell: usize) -> char {
    let is_in = |mask: u32| mask >> cell & 1 != 0;
    let pocket = match pattern.region {
        Region::Outside => 0,
        Region::Pocket(cells) => cells,
    };
    match (is_in(pattern.walls), is_in(pattern.boxes), is_in(pattern.no_goals), is_in(pocket)) {
        (true, ..) => '#',
        (_, true, true, _) => '$',
        (_, true, false, _) => '*',
        (_, _, true, true) => 'X',
        (_, _, true, false) => 'x',
        (_, _, false, true) => '@',
        (_, _, false, false) => '?',
    }
}
