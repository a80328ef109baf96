//! The search with the deadlock tables against the plain search.

use std::path::Path;

use gridlock_solver::sokoban::collection::parse;
use gridlock_solver::sokoban::level::Level;
use gridlock_solver::sokoban::solve::{solve, Aim, Limits, Technique, Techniques, Verdict};

mod random;
use random::Random;

/// Enough for most of these rooms.
const SMALL: Limits = Limits {
    deadline: None,
    memory: 20 << 20,
    aim: Aim::Any,
    techniques: Techniques::ALL,
    timed: false,
};

#[test]
fn tables_never_change_what_is_solvable() {
    let hasty = Techniques::ALL.without(Technique::Patience);
    let plain = hasty.without(Technique::Tables).without(Technique::Areas);
    let with = |techniques| Limits { techniques, ..SMALL };
    let mut random = Random(7);
    let mut compared = [0, 0];
    for _ in 0..400 {
        let Some(level) = random.room() else { continue };
        let plain = solve(&level, &with(plain)).verdict;
        let solved = |verdict: &Verdict| matches!(verdict, Verdict::Solved(_));
        for quick in [hasty, hasty.without(Technique::Areas), hasty.without(Technique::Tables)] {
            let quick = solve(&level, &with(quick)).verdict;
            if plain != Verdict::Limit && quick != Verdict::Limit {
                assert_eq!(solved(&plain), solved(&quick), "{level}");
                compared[usize::from(solved(&plain))] += 1;
            }
        }
    }
    assert!(compared.iter().all(|&count| count > 120), "{compared:?}");
}

#[test]
fn every_level_of_the_corpus_with_a_6x6_interior_is_solved() {
    let Some(corpus) = std::env::var_os("GRIDLOCK_CORPUS") else {
        eprintln!("skipped: GRIDLOCK_CORPUS does not name a folder of levels");
        return;
    };
    let bytes = std::fs::read(Path::new(&corpus).join("sokoban/six_dev.xsb")).unwrap();
    for (i, entry) in parse(&bytes).unwrap().into_iter().enumerate() {
        let report = solve(&entry.level.unwrap(), &Limits::default());
        assert!(matches!(report.verdict, Verdict::Solved(_)), "level {}: {report:?}", i + 1);
    }
}

/// The level with one of its goals on another floor cell.
fn with_a_goal_moved(level: &Level, random: &mut Random) -> Option<Level> {
    let cells = 0..level.rows() * level.cols();
    let goals: Vec<_> = cells.clone().filter(|&cell| level.goals()[cell]).collect();
    let others: Vec<_> = cells.filter(|&c| level.floor()[c] && !level.goals()[c]).collect();
    let (from, to) = (goals[random.below(goals.len())], others[random.below(others.len())]);
    let symbol = |cell: usize| {
        let goal = level.goals()[cell] && cell != from || cell == to;
        match (level.symbol(cell), goal) {
            ('$' | '*', true) => b'*',
            ('$' | '*', false) => b'$',
            ('@' | '+', true) => b'+',
            ('@' | '+', false) => b'@',
            ('#', _) => b'#',
            (_, true) => b'.',
            (_, false) => b' ',
        }
    };
    let row = |row| (row * level.cols()..(row + 1) * level.cols()).map(symbol).collect();
    Level::new(&(0..level.rows()).map(row).collect::<Vec<Vec<u8>>>()).ok()
}

#[test]
fn variants_of_the_corpus_are_judged_as_plain_search_does() {
    let Some(corpus) = std::env::var_os("GRIDLOCK_CORPUS") else {
        eprintln!("skipped: GRIDLOCK_CORPUS does not name a folder of levels");
        return;
    };
    let bytes = std::fs::read(Path::new(&corpus).join("sokoban/six_dev.xsb")).unwrap();
    // No pruning but by the distance of single boxes.
    let plain = Technique::ALL.into_iter().fold(Techniques::ALL, Techniques::without);
    let mut random = Random(5);
    let mut compared = [0, 0];
    for entry in parse(&bytes).unwrap() {
        let Some(level) = with_a_goal_moved(&entry.level.unwrap(), &mut random) else { continue };
        let quick = solve(&level, &SMALL).verdict;
        assert!(quick != Verdict::Limit, "{level}");
        let solved = |verdict: &Verdict| matches!(verdict, Verdict::Solved(_));
        let plain = solve(&level, &Limits { techniques: plain, ..SMALL }).verdict;
        if plain != Verdict::Limit {
            assert_eq!(solved(&plain), solved(&quick), "{level}");
            compared[usize::from(solved(&plain))] += 1;
        }
    }
    assert!(compared.iter().all(|&count| count > 20), "{compared:?}");
}
