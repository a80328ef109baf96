//! The audit's own parts: tables laid on levels, samples and proofs.

use std::path::Path;

use gridlock_generator::ship::audit::level::{Level, State};
use gridlock_generator::ship::audit::overlay::{Atlas, Overlay};
use gridlock_generator::ship::audit::proof::{Outcome, Prover};
use gridlock_generator::ship::audit::sample;
use gridlock_patterns::embed;
use gridlock_patterns::sokoban::board::Board;
use gridlock_patterns::sokoban::lookup::{Knowledge, Lookup};
use gridlock_patterns::sokoban::table::Table;

const ROOMS: [&[&str]; 3] = [
    &["######", "#.   #", "# $$ #", "# @  #", "#  . #", "######"],
    &["#######", "#  #  #", "#@$  .#", "# $ ###", "#  .#", "#####"],
    &["  #####", "###.  #", "#  $$ #", "# #.$ #", "#@  . #", "#######"],
];

fn tables() -> Vec<Table> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
    let mut tables = embed::read_tables(&data).unwrap();
    // The largest ones take long to spread and are for the command itself.
    tables.retain(|table| table.site.window.cells() < 16);
    tables
}

/// The level as the lookup sees it: cells keep their numbers.
fn board(level: &Level) -> Board {
    let mut floor = vec![false; level.rows * level.cols];
    let mut goal = floor.clone();
    for (i, &cell) in level.cells.iter().enumerate() {
        floor[cell] = true;
        goal[cell] = level.goals >> i & 1 == 1;
    }
    Board { rows: level.rows, cols: level.cols, stride: level.cols, floor, goal }
}

/// Boxes by the cells of the level.
fn on_board(level: &Level, state: State) -> u64 {
    let boxes = (0..level.cells.len()).filter(|i| state.boxes >> i & 1 == 1);
    boxes.map(|i| 1u64 << level.cells[i]).sum()
}

#[test]
fn where_a_pattern_fits_the_lookup_knows_and_search_agrees() {
    let tables = tables();
    let knowledge = Knowledge::new(embed::seeds(&tables));
    let atlas = Atlas::new(&tables);
    let mut counts = [0, 0];
    for rows in ROOMS {
        let level = Level::new(rows).unwrap();
        let overlay = Overlay::new(&atlas, &level);
        let lookup = Lookup::new(&knowledge, &board(&level));
        for state in sample::states(&level, 600, 3) {
            let player = level.cells[usize::from(state.player)];
            let known = lookup.dead(&on_board(&level, state), player);
            let listed = overlay.is_dead(state);
            assert!(known || !listed, "{}\n{}", level.text, level.line(state));
            if listed {
                let outcome = Prover::new(&level, 1_000_000).prove(state);
                assert_eq!(outcome, Outcome::Unsolvable, "{}", level.line(state));
            }
            counts[usize::from(listed)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
}

#[test]
fn samples_are_different_and_repeat_with_their_seed() {
    let level = Level::new(ROOMS[2]).unwrap();
    let states = sample::states(&level, 500, 9);
    let mut sorted = states.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!((states.len(), sorted.len()), (500, 500));
    assert_eq!(states, sample::states(&level, 500, 9));
    assert_ne!(states, sample::states(&level, 500, 10));
    assert!(states.iter().all(|state| state.boxes >> state.player & 1 == 0));
}

#[test]
fn proofs_tell_what_can_be_solved() {
    let level = Level::new(ROOMS[0]).unwrap();
    let start = State { boxes: level.boxes, player: level.player };
    let prove = |state, most| Prover::new(&level, most).prove(state);
    assert_eq!(prove(start, 100_000), Outcome::Solvable);
    // A box in the upper right corner of the room.
    let stuck = State { boxes: 1 << 3, player: level.player };
    assert_eq!(prove(stuck, 100_000), Outcome::Unsolvable);
    assert_eq!(prove(start, 0), Outcome::Unknown);
}

#[test]
fn what_is_proved_already_changes_no_proof() {
    let mut counts = [0, 0];
    for rows in ROOMS {
        let level = Level::new(rows).unwrap();
        let mut prover = Prover::new(&level, 1_000);
        for state in sample::states(&level, 300, 5) {
            let outcome = prover.prove(state);
            let alone = Prover::new(&level, usize::MAX).prove(state);
            assert!(outcome == alone || outcome == Outcome::Unknown, "{}", level.line(state));
            counts[usize::from(outcome == Outcome::Solvable)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn levels_that_cannot_be_audited_are_named() {
    for (rows, problem) in [
        (vec!["####", "# .#", "####"], "player"),
        (vec!["####", "#@$.", "####"], "not closed"),
        (vec!["####", "#@@#", "####"], "player"),
    ] {
        assert!(Level::new(&rows).unwrap_err().contains(problem), "{rows:?}");
    }
    let row = format!("#@{}#", " ".repeat(70));
    let rim = "#".repeat(72);
    assert_eq!(Level::new(&[&rim, &row, &rim]).unwrap_err(), "too large");
}
