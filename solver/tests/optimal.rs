//! Shortest solutions against a plain breadth-first search.

use std::collections::{HashMap, HashSet};

use gridlock_solver::sokoban::level::Level;
use gridlock_solver::sokoban::replay::replay;
use gridlock_solver::sokoban::solve::{solve, Aim, Limits, Technique, Techniques, Verdict};

mod random;

/// A position of the plain search: the cells with boxes, and the player's.
type Position = (Vec<bool>, usize);

/// The positions one step away, each with whether the step is a push.
fn steps(level: &Level, (boxes, player): &Position) -> Vec<(Position, bool)> {
    let cols = level.cols() as isize;
    let mut found = Vec::new();
    for step in [-cols, cols, -1, 1] {
        let next = player.wrapping_add_signed(step);
        if level.walls()[next] {
            continue;
        }
        if !boxes[next] {
            found.push(((boxes.clone(), next), false));
            continue;
        }
        let beyond = next.wrapping_add_signed(step);
        if !level.walls()[beyond] && !boxes[beyond] {
            let mut boxes = boxes.clone();
            boxes.swap(next, beyond);
            found.push(((boxes, next), true));
        }
    }
    found
}

/// The fewest moves of a solution, or the fewest pushes, if there is one: by layers of equal cost.
/// Gives up with an error beyond a few positions.
fn fewest(level: &Level, count_moves: bool) -> Result<Option<usize>, ()> {
    let solved = |boxes: &[bool]| boxes.iter().zip(level.goals()).all(|(&b, &g)| g || !b);
    let mut seen = HashSet::new();
    let mut layer = vec![(level.boxes().to_vec(), level.player())];
    for cost in 0.. {
        let mut next = Vec::new();
        while let Some(position) = layer.pop() {
            if !seen.insert(position.clone()) {
                continue;
            }
            if solved(&position.0) {
                return Ok(Some(cost));
            }
            for (after, pushed) in steps(level, &position) {
                let list = if pushed || count_moves { &mut next } else { &mut layer };
                list.push(after);
            }
        }
        if next.is_empty() {
            return Ok(None);
        }
        if seen.len() > 5_000 {
            return Err(());
        }
        layer = next;
    }
    unreachable!("a search ends");
}

/// The cost of a solution by this metric.
fn found(level: &Level, aim: Aim, techniques: Techniques) -> Option<usize> {
    let limits = Limits { aim, techniques, ..Limits::default() };
    match solve(level, &limits).verdict {
        Verdict::Solved(solution) => {
            let played = replay(level, &solution).unwrap();
            assert!(played.solved);
            Some(if aim == Aim::FewestMoves { played.moves } else { played.pushes })
        }
        Verdict::Unsolvable => None,
        Verdict::Limit => panic!("there is no limit"),
    }
}

#[test]
fn solutions_are_as_short_as_plain_search_finds() {
    let mut random = random::Random(11);
    let mut compared: HashMap<bool, usize> = HashMap::new();
    while compared.values().sum::<usize>() < 600 {
        let Some(level) = random.room() else { continue };
        let (Ok(pushes), Ok(moves)) = (fewest(&level, false), fewest(&level, true)) else {
            continue;
        };
        let hasty = Techniques::ALL.without(Technique::Patience);
        for techniques in [Techniques::ALL, hasty, hasty.without(Technique::Areas)] {
            assert_eq!(found(&level, Aim::FewestPushes, techniques), pushes, "{level}");
            assert_eq!(found(&level, Aim::FewestMoves, techniques), moves, "{level}");
            assert_eq!(found(&level, Aim::Any, techniques).is_some(), pushes.is_some(), "{level}");
        }
        *compared.entry(pushes.is_some()).or_default() += 1;
    }
    assert!(compared.values().all(|&count| count > 100), "{compared:?}");
}
