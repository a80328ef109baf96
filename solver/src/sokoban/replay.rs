//! The simulator: plays a solution in LURD notation by the rules of the game.

use std::fmt;

use super::level::Level;

/// What a sequence of steps came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Steps of the player, pushes included.
    pub moves: usize,
    /// Steps that pushed a box.
    pub pushes: usize,
    /// Boxes that are on no goal at the end.
    pub misplaced: usize,
    /// Whether all boxes are on goals at the end.
    pub solved: bool,
}

/// A step that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadStep {
    /// Which step, from 1.
    pub step: usize,
    /// Its letter.
    pub letter: char,
    /// Why.
    pub fault: Fault,
}

/// Why a step cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Not one of `lurdLURD`.
    NoLetter,
    /// The player would walk into a wall.
    Wall,
    /// The pushed box would go into a wall or another box.
    Blocked,
    /// A capital letter, but there is no box to push.
    NoBox,
    /// A small letter, but there is a box in the way.
    SmallPush,
}

impl fmt::Display for BadStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self.fault {
            Fault::NoLetter => "is none of l u r d L U R D",
            Fault::Wall => "walks into a wall",
            Fault::Blocked => "pushes a box that cannot move",
            Fault::NoBox => "is a capital letter, but there is no box to push",
            Fault::SmallPush => "pushes a box, so it must be a capital letter",
        };
        write!(f, "step {} ({:?}) {}", self.step, self.letter, why)
    }
}

impl std::error::Error for BadStep {}

/// Plays `lurd`, small letters for moves and capital letters for pushes, and counts.
///
/// # Errors
/// The first step that breaks the rules.
pub fn replay(level: &Level, lurd: &str) -> Result<Replay, BadStep> {
    let mut boxes = level.boxes().to_vec();
    let mut player = level.player();
    let mut result = Replay { moves: 0, pushes: 0, misplaced: 0, solved: false };
    for (i, letter) in lurd.chars().enumerate() {
        let bad = |fault| BadStep { step: i + 1, letter, fault };
        let ahead = |cell: usize| match letter.to_ascii_lowercase() {
            'u' => Some(cell - level.cols()),
            'd' => Some(cell + level.cols()),
            'l' => Some(cell - 1),
            'r' => Some(cell + 1),
            _ => None,
        };
        let next = ahead(player).ok_or_else(|| bad(Fault::NoLetter))?;
        if level.walls()[next] {
            return Err(bad(Fault::Wall));
        }
        if boxes[next] != letter.is_ascii_uppercase() {
            return Err(bad(if boxes[next] { Fault::SmallPush } else { Fault::NoBox }));
        }
        if boxes[next] {
            let target = ahead(next).ok_or_else(|| bad(Fault::NoLetter))?;
            if level.walls()[target] || boxes[target] {
                return Err(bad(Fault::Blocked));
            }
            boxes.swap(next, target);
            result.pushes += 1;
        }
        player = next;
        result.moves += 1;
    }
    result.misplaced = boxes.iter().zip(level.goals()).filter(|(&b, &g)| b && !g).count();
    result.solved = result.misplaced == 0;
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::super::collection::parse;
    use super::*;

    fn level() -> Level {
        let text = b"######\n#@ $.#\n#  ###\n####\n";
        parse(text).unwrap()[0].level.clone().unwrap()
    }

    #[test]
    fn steps_are_counted() {
        let expected = Replay { moves: 2, pushes: 1, misplaced: 0, solved: true };
        assert_eq!(replay(&level(), "rR"), Ok(expected));
        let idle = replay(&level(), "drul").unwrap();
        assert_eq!((idle.moves, idle.pushes, idle.misplaced, idle.solved), (4, 0, 1, false));
    }

    #[test]
    fn faults_are_told_with_their_step() {
        let fault = |lurd| {
            let bad = replay(&level(), lurd).unwrap_err();
            (bad.step, bad.fault)
        };
        assert_eq!(fault("rr"), (2, Fault::SmallPush));
        assert_eq!(fault("R"), (1, Fault::NoBox));
        assert_eq!(fault("l"), (1, Fault::Wall));
        assert_eq!(fault("rRR"), (3, Fault::Blocked));
        assert_eq!(fault("rx"), (2, Fault::NoLetter));
    }
}
