//! From a level to its solution in LURD notation.

use gridlock_patterns::sokoban::game::Dir;

use super::board::{Board, Layout};
pub use super::deadlock::{Tally, Tests};
use super::level::Level;
use super::mask::{Mask, Wide};
use super::replay::replay;
pub use super::search::{Aim, Limits};
use super::search::{End, Push, Search};
pub use super::technique::{Technique, Techniques};

/// What the solver found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A solution in LURD notation, replayed on the level.
    Solved(String),
    /// There is no solution.
    Unsolvable,
    /// Time or memory ran out.
    Limit,
}

/// The verdict and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// Different positions that were met.
    pub nodes: usize,
    /// What the deadlock tests did.
    pub tests: Tests,
}

/// Solves a level.
///
/// # Panics
/// If the simulator refuses the solution, which would be a mistake in this program.
pub fn solve(level: &Level, limits: &Limits) -> Report {
    // The smallest mask with room for the board; `Level::MAX_CELLS` is the room of the largest.
    match Layout::new(level).cells() {
        0..=64 => solve_with::<u64>(level, limits),
        65..=128 => solve_with::<Wide<2>>(level, limits),
        129..=256 => solve_with::<Wide<4>>(level, limits),
        257..=1024 => solve_with::<Wide<16>>(level, limits),
        1025..=4096 => solve_with::<Wide<64>>(level, limits),
        _ => solve_with::<Wide<256>>(level, limits),
    }
}

fn solve_with<M: Mask>(level: &Level, limits: &Limits) -> Report {
    let board = Board::<M>::new(level);
    let mut search = Search::new(&board, limits);
    let verdict = match search.run() {
        End::Solved(pushes) => Verdict::Solved(checked(level, lurd(&board, &pushes))),
        End::Exhausted => Verdict::Unsolvable,
        End::Limit => Verdict::Limit,
    };
    Report { verdict, nodes: search.nodes(), tests: search.tests() }
}

fn checked(level: &Level, solution: String) -> String {
    match replay(level, &solution) {
        Ok(outcome) => assert!(outcome.solved, "{solution} leaves boxes off their goals"),
        Err(bad) => panic!("{solution}: {bad}"),
    }
    solution
}

/// The steps that make these pushes, walking by the shortest way in between.
fn lurd<M: Mask>(board: &Board<M>, pushes: &[Push]) -> String {
    let mut steps = String::new();
    let (mut boxes, mut player) = (board.boxes, board.player);
    for push in pushes {
        let behind = board.step(push.from, push.dir.opposite());
        walk(board, boxes, player, behind, &mut steps);
        steps.push(letter(push.dir).to_ascii_uppercase());
        boxes.remove(push.from);
        boxes.insert(board.step(push.from, push.dir));
        player = push.from;
    }
    steps
}

/// Adds the steps of a shortest way from one cell to another, which is in reach.
fn walk<M: Mask>(board: &Board<M>, boxes: M, from: usize, to: usize, steps: &mut String) {
    // Backwards from the end, so that the way can be read off forwards.
    let mut onward = vec![None; board.layout.cells()];
    let mut queue = vec![to];
    let mut next = 0;
    while onward[from].is_none() && from != to && next < queue.len() {
        let cell = queue[next];
        next += 1;
        for dir in Dir::ALL {
            let before = board.step(cell, dir.opposite());
            let free = board.floor.has(before) && !boxes.has(before);
            if free && before != to && onward[before].is_none() {
                onward[before] = Some(dir);
                queue.push(before);
            }
        }
    }
    let mut cell = from;
    while let Some(dir) = onward[cell] {
        steps.push(letter(dir));
        cell = board.step(cell, dir);
    }
}

fn letter(dir: Dir) -> char {
    match dir {
        Dir::Up => 'u',
        Dir::Down => 'd',
        Dir::Left => 'l',
        Dir::Right => 'r',
    }
}

#[cfg(test)]
mod tests {
    use super::super::collection::parse;
    use super::*;

    fn verdict(text: &str) -> Verdict {
        let level = parse(text.as_bytes()).unwrap()[0].level.clone().unwrap();
        solve(&level, &Limits::default()).verdict
    }

    #[test]
    fn small_levels() {
        let solved = |lurd: &str| Verdict::Solved(lurd.to_owned());
        assert_eq!(verdict("#####\n#@$.#\n#####\n"), solved("R"));
        assert_eq!(verdict("######\n# @$.#\n#  ###\n####\n"), solved("R"));
        assert_eq!(verdict("#####\n#@* #\n#####\n"), solved(""));
        assert_eq!(verdict("###\n#@#\n###\n"), solved(""));
        assert_eq!(verdict("#####\n#$@.#\n#####\n"), Verdict::Unsolvable);
        assert_eq!(verdict("#####\n#@#.#\n# #$#\n#####\n"), Verdict::Unsolvable);
    }

    #[test]
    fn limits_are_kept() {
        let text = "########\n#  .   #\n# $$   #\n#   .. #\n#  $   #\n#  @   #\n########\n";
        let level = parse(text.as_bytes()).unwrap()[0].level.clone().unwrap();
        let late = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
        assert_eq!(solve(&level, &late).verdict, Verdict::Limit);
        let full = Limits { memory: 100, ..Limits::default() };
        assert_eq!(solve(&level, &full).verdict, Verdict::Limit);
        assert!(matches!(verdict(text), Verdict::Solved(_)));
    }

    #[test]
    fn the_same_room_in_every_mask() {
        for width in [1, 5, 12, 50, 200, 900] {
            let (rim, room) = ("#".repeat(width), " ".repeat(width));
            let rows = ["   ", " $ ", "@  ", "   ", " ##", ".  "].map(|row| match row {
                " ##" => format!("#{row}{rim}#\n"),
                _ => format!("#{row}{room}#\n"),
            });
            let text = format!("####{rim}#\n{}####{rim}#\n", rows.concat());
            assert!(matches!(verdict(&text), Verdict::Solved(_)), "{text}");
        }
    }
}
