//! How many positions the search meets on the example levels: a change of behaviour shows here.
//!
//! When a change is meant to, put the new counts in and say in the change what they were before.

use gridlock_solver::sokoban::collection::parse;
use gridlock_solver::sokoban::solve::{solve, Aim, Limits};

const LEVELS: &[u8] = include_bytes!("../../data/levels/first_steps.xsb");

fn nodes(aim: Aim) -> Vec<usize> {
    let limits = Limits { aim, ..Limits::default() };
    let count = |level| solve(&level, &limits).nodes;
    parse(LEVELS).unwrap().into_iter().map(|entry| count(entry.level.unwrap())).collect()
}

#[test]
fn any_solution() {
    assert_eq!(nodes(Aim::Any), [2, 4, 24, 1, 32, 292, 102, 507, 599, 27905, 1]);
}

#[test]
fn fewest_pushes() {
    assert_eq!(nodes(Aim::FewestPushes), [2, 4, 28, 1, 32, 185, 146, 13432, 1207, 27601, 1]);
}
