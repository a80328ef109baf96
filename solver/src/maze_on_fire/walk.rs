//! What the character does.

/// A step to a side-adjacent cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// One row up.
    Up,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// One row down.
    Down,
}

impl Step {
    /// The cell, as row and column, that is reached from a cell of the maze.
    fn target(self, (row, column): (usize, usize)) -> (usize, usize) {
        match self {
            Step::Up => (row - 1, column),
            Step::Left => (row, column - 1),
            Step::Right => (row, column + 1),
            Step::Down => (row + 1, column),
        }
    }
}

/// How long the character survives, and how: it walks, and then it waits.
///
/// Steps take a byte each, as a walk can be nearly as long as the maze has cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survival {
    /// Turns, the one in which it burns included; `None` when it never burns.
    pub turns: Option<u64>,
    /// Row and column where it starts, from 0.
    pub start: (usize, usize),
    /// The steps, one a turn; it waits in all turns that are left.
    pub steps: Vec<Step>,
}

impl Survival {
    /// Rows and columns from 0: where the character starts and where it is after each turn, the last
    /// of them the turn in which it burns. When it never burns, the list ends where the waiting
    /// begins.
    pub fn positions(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let walked = self.steps.len() as u64;
        let turns = self.turns.unwrap_or(walked);
        let mut cell = self.start;
        std::iter::once(cell).chain((0..turns).map(move |turn| {
            if let Some(step) = self.steps.get(turn as usize) {
                cell = step.target(cell);
            }
            cell
        }))
    }
}
