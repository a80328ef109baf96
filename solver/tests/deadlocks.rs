//! Each deadlock test of the search, alone, against all positions of small levels.

use std::collections::HashMap;

use gridlock_patterns::sokoban::game::Dir;
use gridlock_solver::sokoban::board::{Board, Layout};
use gridlock_solver::sokoban::mask::Mask;
use gridlock_solver::sokoban::{corral, freeze};

mod random;

/// Boxes, and the lowest cell the player can reach.
type Position = (u64, usize);

/// What exhaustive search knows of a position.
struct Known {
    /// The boxes that can be pushed, and what comes of it.
    pushes: Vec<(usize, Position)>,
    /// The fewest pushes to the end.
    left: Option<usize>,
}

fn pushes(board: &Board<u64>, (boxes, player): Position) -> Vec<(usize, Position)> {
    let reach = board.reach(player, boxes);
    let mut found = Vec::new();
    for from in (0..64).filter(|&cell| boxes.has(cell)) {
        for dir in Dir::ALL {
            let (to, behind) = (board.step(from, dir), board.step(from, dir.opposite()));
            if reach.has(behind) && board.floor.has(to) && !boxes.has(to) {
                let after = boxes & !(1 << from) | 1 << to;
                found.push((from, (after, board.reach(from, after).lowest())));
            }
        }
    }
    found
}

/// All positions from the start on; `None` when there are too many.
fn explore(board: &Board<u64>) -> Option<HashMap<Position, Known>> {
    let start = (board.boxes, board.reach(board.player, board.boxes).lowest());
    let mut known = HashMap::new();
    let mut before: HashMap<Position, Vec<Position>> = HashMap::new();
    let mut open = vec![start];
    let mut layer = Vec::new();
    while let Some(position) = open.pop() {
        if known.len() > 20_000 {
            return None;
        }
        if known.contains_key(&position) {
            continue;
        }
        let pushes = pushes(board, position);
        for &(_, after) in &pushes {
            before.entry(after).or_default().push(position);
            open.push(after);
        }
        if position.0 == board.goals {
            layer.push(position);
        }
        known.insert(position, Known { pushes, left: None });
    }
    // Backwards from the solved positions, layer by layer.
    for count in 0.. {
        let mut next = Vec::new();
        for position in std::mem::take(&mut layer) {
            let left = &mut known.get_mut(&position)?.left;
            if left.is_none() {
                *left = Some(count);
                next.extend(before.get(&position).into_iter().flatten());
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    Some(known)
}

/// Calls `check` for every position of many levels.
fn on_all_positions(mut check: impl FnMut(&Board<u64>, &HashMap<Position, Known>, Position)) {
    let mut random = random::Random(23);
    for _ in 0..800 {
        let Some(level) = random.room() else { continue };
        if Layout::new(&level).cells() > 64 {
            continue;
        }
        let board = Board::<u64>::new(&level);
        let Some(known) = explore(&board) else { continue };
        for &position in known.keys() {
            check(&board, &known, position);
        }
    }
}

#[test]
fn frozen_boxes_off_their_goals_are_the_end() {
    let mut fired = 0;
    on_all_positions(|board, known, position| {
        if freeze::is_dead(board, position.0) {
            assert_eq!(known[&position].left, None);
            fired += 1;
        }
    });
    assert!(fired > 1000, "{fired}");
}

#[test]
fn a_corral_leaves_a_shortest_solution() {
    let (mut fired, mut proved) = (0, 0);
    on_all_positions(|board, known, position| {
        let reach = board.reach(position.1, position.0);
        let Some(only) = corral::next_boxes(board, position.0, reach) else { return };
        fired += 1;
        let Known { pushes, left } = &known[&position];
        let Some(left) = left else {
            proved += usize::from(pushes.iter().all(|push| !only.has(push.0)));
            return;
        };
        let shortest =
            |push: &&(usize, Position)| only.has(push.0) && known[&push.1].left == Some(left - 1);
        assert!(pushes.iter().any(|push| shortest(&push)), "{position:?}");
    });
    assert!(fired > 1000 && proved > 100, "{fired} {proved}");
}
