//! One turn: a command, then Indy and all rocks move at once.

use std::fmt;

use super::maze::{Maze, Mover};
use super::room::{Passage, Room, Turn};
use super::rules::Rules;

/// What the player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Nothing.
    Wait,
    /// Rotates the room of a cell once.
    Rotate {
        /// The cell.
        cell: usize,
        /// The direction.
        turn: Turn,
    },
}

/// Why a room cannot be rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadCommand {
    /// No such cell, or solid rock.
    NoRoom,
    /// The room is locked.
    Locked,
    /// It is the exit.
    Exit,
    /// Indy is in it.
    Indy,
    /// A rock is in it.
    Rock,
    /// A rock that is not listed yet appears in it next turn.
    Arrival,
}

impl fmt::Display for BadCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadCommand::NoRoom => "there is no room to rotate",
            BadCommand::Locked => "the room is locked",
            BadCommand::Exit => "the exit cannot be rotated",
            BadCommand::Indy => "Indy is in the room",
            BadCommand::Rock => "a rock is in the room",
            BadCommand::Arrival => "a rock appears in the room next turn",
        })
    }
}

impl std::error::Error for BadCommand {}

/// What has become of Indy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// He is in a room and alive.
    Alive,
    /// He is in the exit.
    Won,
    /// A rock is in his room, or he met one on the way.
    Crushed,
    /// His room has no way out.
    Trapped,
    /// The next room has a wall there.
    Blocked,
    /// There is no next room.
    LeftGrid,
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fate::Alive => "Indy is alive",
            Fate::Won => "Indy reached the exit",
            Fate::Crushed => "Indy was crushed by a rock",
            Fate::Trapped => "Indy crashed in a room without a way out",
            Fate::Blocked => "Indy ran against the wall of the next room",
            Fate::LeftGrid => "Indy left the maze",
        })
    }
}

/// Everybody after a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct After {
    /// Where Indy is; where he was when he could not go on.
    pub indy: Mover,
    /// What has become of him.
    pub fate: Fate,
    /// The rocks to be listed next: those that are left, in their order, then the new ones.
    pub rocks: Vec<Mover>,
    /// For each of them its number among the old ones and then the new ones.
    pub origins: Vec<usize>,
}

/// Where a mover goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Enters(Mover),
    /// Into a room without a way out.
    Crashes(Mover),
    Stopped,
    Leaves,
    /// It is in a room without a way out already.
    Trapped,
}

impl Step {
    fn target(self) -> Option<Mover> {
        match self {
            Step::Enters(to) | Step::Crashes(to) => Some(to),
            _ => None,
        }
    }
}

/// Carries out a command.
///
/// `arriving` are the rocks that will be listed next turn for the first time.
///
/// # Errors
///
/// When the room cannot be rotated; the maze is then as before.
pub fn command(
    maze: &mut Maze,
    command: Command,
    indy: Mover,
    rocks: &[Mover],
    arriving: &[Mover],
    rules: Rules,
) -> Result<(), BadCommand> {
    let (cell, turn) = match command {
        Command::Wait => return Ok(()),
        Command::Rotate { cell, turn } => (cell, turn),
    };
    let room = maze.rooms().get(cell).copied().unwrap_or(Room::NONE);
    let holds = |movers: &[Mover]| movers.iter().any(|mover| mover.cell == cell);
    if room == Room::NONE {
        Err(BadCommand::NoRoom)
    } else if !room.can_turn() {
        Err(BadCommand::Locked)
    } else if cell == maze.exit() {
        Err(BadCommand::Exit)
    } else if indy.cell == cell {
        Err(BadCommand::Indy)
    } else if holds(rocks) {
        Err(BadCommand::Rock)
    } else if rules.arrival_locks && holds(arriving) {
        Err(BadCommand::Arrival)
    } else {
        maze.set(cell, room.turned(turn));
        Ok(())
    }
}

/// Where somebody who comes to a room goes: in, or not.
fn enter(maze: &Maze, to: Mover) -> Step {
    match maze.passage(to) {
        Passage::Out(_) => Step::Enters(to),
        Passage::Crash => Step::Crashes(to),
        Passage::Refused => Step::Stopped,
    }
}

fn step(maze: &Maze, mover: Mover) -> Step {
    let next = match maze.passage(mover) {
        Passage::Out(way) => maze.next(mover.cell, way).map(|cell| (cell, way)),
        Passage::Crash | Passage::Refused => return Step::Trapped,
    };
    match next {
        Some((cell, way)) => enter(maze, Mover { cell, side: way.entry() }),
        None => Step::Leaves,
    }
}

/// A rock with the cell it comes from, if that is in the maze, and its step.
struct Rolling {
    from: Option<usize>,
    step: Step,
}

impl Rolling {
    fn cell(&self) -> Option<usize> {
        self.step.target().map(|to| to.cell)
    }

    /// Whether it stays in this cell because it was stopped.
    fn stopped_in(&self, cell: usize) -> bool {
        self.from == Some(cell) && matches!(self.step, Step::Stopped | Step::Trapped)
    }

    /// Whether the two swap rooms.
    fn swaps_with(&self, from: Option<usize>, to: Option<usize>) -> bool {
        from.is_some() && to.is_some() && self.cell() == from && self.from == to
    }
}

/// Moves Indy and all rocks, those that appear included.
pub fn advance(
    maze: &Maze,
    indy: Mover,
    rocks: &[Mover],
    arriving: &[Mover],
    rules: Rules,
) -> After {
    let old = rocks.iter().map(|&rock| (Some(rock.cell), step(maze, rock)));
    let new = arriving.iter().map(|&rock| (None, enter(maze, rock)));
    let rolling: Vec<Rolling> = old
        .chain(new)
        .map(|(from, step)| match step {
            Step::Crashes(_) if !rules.crash_enters => Rolling { from, step: Step::Stopped },
            _ => Rolling { from, step },
        })
        .collect();
    let (at, fate) = fate(maze, indy, &rolling, rules);
    let is_left = |rock: &Rolling| match rock.step {
        // A rock that crushes Indy is listed with him.
        Step::Enters(to) => {
            fate == Fate::Crushed && to.cell == at.cell || !is_destroyed(rock, &rolling, rules)
        }
        _ => false,
    };
    let left = rolling.iter().enumerate().filter(|(_, rock)| is_left(rock));
    let left = left.filter_map(|(number, rock)| Some((number, rock.step.target()?)));
    let (origins, rocks) = left.unzip();
    After { indy: at, fate, rocks, origins }
}

/// Where Indy is after his move, and how he is.
fn fate(maze: &Maze, indy: Mover, rolling: &[Rolling], rules: Rules) -> (Mover, Fate) {
    let to = match step(maze, indy) {
        Step::Enters(to) | Step::Crashes(to) => to,
        Step::Stopped => return (indy, Fate::Blocked),
        Step::Leaves => return (indy, Fate::LeftGrid),
        Step::Trapped => return (indy, Fate::Trapped),
    };
    let won = to.cell == maze.exit();
    let meets = rolling.iter().any(|rock| rock.cell() == Some(to.cell));
    let swaps = rolling.iter().any(|rock| rock.swaps_with(Some(indy.cell), Some(to.cell)));
    let crushed = meets && (!won || rules.exit_kills) || swaps && rules.indy_swap_kills;
    let fate = if crushed {
        Fate::Crushed
    } else if won {
        Fate::Won
    } else {
        Fate::Alive
    };
    (to, fate)
}

/// Whether other rocks destroy a rock that moves.
fn is_destroyed(rock: &Rolling, rolling: &[Rolling], rules: Rules) -> bool {
    let to = rock.cell();
    rolling.iter().filter(|other| !std::ptr::eq(*other, rock)).any(|other| {
        other.cell() == to
            || rules.rock_swap_destroys && other.swaps_with(rock.from, to)
            || rules.stopped_destroys && to.map_or(false, |cell| other.stopped_in(cell))
    })
}
