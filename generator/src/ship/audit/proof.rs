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

/// Searches on one level, each of which goes on from what the ones before have proved.
pub struct Prover<'a> {
    level: &'a Level,
    most: usize,
    unsolvable: HashSet<State>,
}

impl<'a> Prover<'a> {
    /// A search may meet so many positions.
    pub fn new(level: &'a Level, most: usize) -> Self {
        Prover { level, most, unsolvable: HashSet::new() }
    }

    /// Searches all positions after this one. Fewer boxes than on the level make it only easier to
    /// solve, so what holds for some boxes holds for all.
    pub fn prove(&mut self, start: State) -> Outcome {
        let start = self.normal(start);
        let mut seen = HashSet::from([start]);
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            if state.boxes & !self.level.goals == 0 {
                return Outcome::Solvable;
            }
            if self.unsolvable.contains(&state) || state.boxes & !self.level.alive != 0 {
                continue;
            }
            if seen.len() > self.most {
                return Outcome::Unknown;
            }
            self.level.for_each_push(state, |next| {
                let next = self.normal(next);
                if seen.insert(next) {
                    open.push(next);
                }
            });
        }
        self.keep(seen);
        Outcome::Unsolvable
    }

    /// The player's first cell stands for all it can walk to.
    fn normal(&self, state: State) -> State {
        let player = self.level.reach(state.boxes, state.player).trailing_zeros() as u8;
        State { player, ..state }
    }

    /// All that was met cannot be solved. Memory stays within a few searches.
    fn keep(&mut self, seen: HashSet<State>) {
        if self.unsolvable.len() > 4 * self.most {
            self.unsolvable.clear();
        }
        self.unsolvable.extend(seen);
    }
}
