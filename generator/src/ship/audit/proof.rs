//! Proof by search that a position cannot be solved.

use std::collections::HashSet;

use super::level::{Level, State};

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is no way to bring these boxes to goals.
    Unsolvable,
    /// There is one.
    Solvable,
    /// It takes more positions than allowed.
    Unknown,
}

/// Searches all positions after this one. Fewer boxes than on the level make it only easier to solve,
/// so what holds for some boxes holds for all.
pub fn search(level: &Level, start: State, most: usize) -> Outcome {
    let normal = |state: State| State {
        player: level.reach(state.boxes, state.player).trailing_zeros() as u8,
        ..state
    };
    let start = normal(start);
    let mut seen = HashSet::from([start]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        if state.boxes & !level.goals == 0 {
            return Outcome::Solvable;
        }
        if seen.len() > most {
            return Outcome::Unknown;
        }
        level.for_each_push(state, |next| {
            let next = normal(next);
            if seen.insert(next) {
                open.push(next);
            }
        });
    }
    Outcome::Unsolvable
}
