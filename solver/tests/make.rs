//! The level maker as its users run it.

use std::process::{Command, Output};

use gridlock_solver::sokoban::collection::{parse, Entry};
use gridlock_solver::sokoban::replay::replay;
use gridlock_solver::sokoban::solve::{solve, Limits, Technique, Techniques, Verdict};
use serde_json::Value;

fn make(args: &[&str]) -> Output {
    let common = ["make", "sokoban-levels", "--tries", "6"];
    Command::new(env!("CARGO_BIN_EXE_gridlock")).args(common).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Boxes and nodes by the title `N boxes, M nodes, seed S`.
fn title(entry: &Entry, seed: &str) -> (usize, usize) {
    let (boxes, rest) = entry.title.split_once(" boxes, ").expect(&entry.title);
    let (nodes, rest) = rest.split_once(" nodes, ").expect(&entry.title);
    assert_eq!(rest, format!("seed {seed}"));
    (boxes.parse().unwrap(), nodes.parse().unwrap())
}

#[test]
fn levels_in_groups_hardest_first() {
    let args = ["--boxes", "3..4", "--count", "3", "--seed", "5", "--size", "4x6"];
    let run = make(&args);
    assert!(run.status.success(), "{run:?}");
    let entries = parse(&run.stdout).unwrap();
    let titles: Vec<_> = entries.iter().map(|entry| title(entry, "5")).collect();
    let boxes: Vec<_> = titles.iter().map(|&(boxes, _)| boxes).collect();
    assert_eq!(boxes, [3, 3, 3, 4, 4, 4]);
    let falls = |group: &[(usize, usize)]| group.windows(2).all(|pair| pair[0].1 >= pair[1].1);
    assert!(titles.chunks(3).all(falls), "{titles:?}");
    // Without the tables, so that nothing of what chose the levels is believed.
    let techniques = Techniques::ALL.without(Technique::Tables).without(Technique::Areas);
    let plain = Limits { techniques, ..Limits::default() };
    for (entry, (boxes, _)) in entries.iter().zip(titles) {
        let level = entry.level.as_ref().unwrap();
        assert_eq!((level.rows(), level.cols()), (6, 8), "{level}");
        assert_eq!(level.boxes().iter().filter(|&&is_box| is_box).count(), boxes, "{level}");
        let Verdict::Solved(lurd) = solve(level, &plain).verdict else {
            panic!("no solution of\n{level}")
        };
        assert!(!lurd.is_empty() && replay(level, &lurd).unwrap().solved);
    }
    let err = text(&run.stderr);
    let summaries: Vec<_> = err.lines().map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(summaries, ["3 boxes: 3 levels", "4 boxes: 3 levels"]);
}

#[test]
fn the_same_seed_gives_the_same_levels() {
    let levels = |seed| {
        let run = make(&["--boxes=5..6", "--count=1", "--seed", seed]);
        assert!(run.status.success(), "{run:?}");
        run.stdout
    };
    assert_eq!(levels("7"), levels("7"));
    assert_ne!(levels("7"), levels("8"));
}

#[test]
fn json_has_the_solution() {
    let run = make(&["--boxes", "4", "--count", "2", "--seed", "1", "--size", "5x5", "--json"]);
    assert!(run.status.success(), "{run:?}");
    let out = text(&run.stdout);
    assert_eq!(out.lines().count(), 2);
    for line in out.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        assert_eq!((&record["boxes"], &record["seed"]), (&4.into(), &1.into()));
        let entries = parse(record["level"].as_str().unwrap().as_bytes()).unwrap();
        let level = entries[0].level.as_ref().unwrap();
        let played = replay(level, record["solution"].as_str().unwrap()).unwrap();
        assert!(played.solved);
        assert_eq!(record["pushes"], played.pushes);
        assert_eq!(record["moves"], played.moves);
    }
}

#[test]
fn too_few_levels_are_told() {
    // With one free cell beside the player hardly any room lets a box move.
    let run = make(&["--boxes", "7", "--count", "9", "--seed", "1", "--size", "3x3"]);
    assert_eq!(run.status.code(), Some(1), "{run:?}");
    assert!(text(&run.stderr).contains("of 9 levels with 7 boxes were found"), "{run:?}");
}

#[test]
fn mistakes_get_one_clear_line() {
    for (args, reason) in [
        (["--boxes=0..2", "--size=6x6"], "ask for one or more"),
        (
            ["--boxes=35", "--size=6x6"],
            "35 boxes are too many; a room of this size has room for 34",
        ),
        (["--boxes=3", "--size=2x9"], "must have 3 to 20 cells"),
        (["--boxes=3", "--size=6x99"], "must have 3 to 20 cells"),
        (["--boxes=5..3", "--size=6x6"], "the range is empty; write 3..5"),
        (["--boxes=a..3", "--size=6x6"], "expected one number or two"),
        (["--boxes=-3", "--size=6x6"], "expected one number or two"),
        (["--boxes=3", "--size=36"], "expected rows and columns"),
    ] {
        let run = make(&[&args[..], &["--count=1", "--seed=1"]].concat());
        assert_eq!((run.status.code(), text(&run.stdout)), (Some(2), String::new()), "{args:?}");
        let err = text(&run.stderr);
        assert!(err.lines().next().unwrap().contains(reason), "{args:?}: {err}");
    }
}
