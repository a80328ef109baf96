//! A lookup with windows of up to 20 cells on whole levels.
//!
//! Rooms made at random are solved completely, and every position is put to a lookup that knows the
//! windows up to 4x4 and to one that knows the larger ones as well.

mod common;

use std::collections::BTreeMap;

use common::chance::{spread, Chance};
use common::data;
use common::room::{Noisy, Room};
use gridlock_patterns::embed;
use gridlock_patterns::sokoban::lookup::{Knowledge, Lookup};
use gridlock_patterns::sokoban::window::Placement;

/// The knowledge of the tables in some directories, by way of the texts that a solver embeds.
fn knowledge(directories: &[&str]) -> Knowledge {
    let mut tables = BTreeMap::new();
    for directory in directories {
        for table in embed::read_tables(&data().join(directory)).expect("sound tables") {
            let place = Placement::ALL.iter().position(|place| *place == table.site.placement);
            tables.insert((place, table.site.window.cells(), table.site), table);
        }
    }
    let tables: Vec<_> = tables.into_values().collect();
    let texts = embed::texts(&embed::seeds(&tables));
    let names: Vec<String> = texts.iter().map(embed::PlacementText::names).collect();
    let named: Vec<(&str, &str)> = names
        .iter()
        .zip(&texts)
        .map(|(names, part)| (names.as_str(), part.text.as_str()))
        .collect();
    Knowledge::decode(&named).expect("a text that was just written")
}

#[test]
fn larger_windows_know_more_and_nothing_false() {
    const ROOMS: u64 = 40;
    let (small, large) = (knowledge(&["."]), knowledge(&[".", "beyond", "4x5"]));
    let tallies = spread(ROOMS, |seed| {
        let mut chance = Chance(seed);
        let room = std::iter::repeat_with(|| Room::new(&mut chance)).find_map(|room| room);
        let room = room.expect("one at last");
        let solvable = room.solvable();
        let (small, large) =
            (Lookup::new(&small, &room.board()), Lookup::new(&large, &room.board()));
        let mut tally = [0u64; 3];
        for position in room.positions(room.floor) {
            let (boxes, player) =
                (Noisy(position.boxes), position.region.trailing_zeros() as usize);
            let known = [small.dead(&boxes, player), large.dead(&boxes, player)];
            assert!(known[1] >= known[0], "lost:\n{}", room.draw(position));
            let alive = solvable.contains(&position);
            assert!(!(known[1] && alive), "can be solved:\n{}", room.draw(position));
            tally[0] += u64::from(!alive);
            tally[1] += u64::from(known[0]);
            tally[2] += u64::from(known[1]);
        }
        tally
    });
    let sum = |i: usize| tallies.iter().map(|tally| tally[i]).sum::<u64>();
    println!(
        "of {} unsolvable positions: {} known, {} with larger windows",
        sum(0),
        sum(1),
        sum(2)
    );
    assert!(sum(2) > sum(1) && sum(1) > sum(0) / 2);
}
