//! The search with the deadlock tables against the plain search.

use std::path::Path;

use gridlock_solver::sokoban::collection::parse;
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
