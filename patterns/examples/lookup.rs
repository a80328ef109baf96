//! How a Sokoban solver of your own uses the tables. Run it from the top of the workspace:
//!
//! ```text
//! cargo run --release -p gridlock-patterns --features files --example lookup
//! ```
//!
//! A solver that wants no file access and no dependency embeds the texts instead, as the build
//! script of the solver crate does, and calls `Knowledge::decode`.

use std::path::Path;

use gridlock_patterns::embed;
use gridlock_patterns::sokoban::board::Board;
use gridlock_patterns::sokoban::lookup::{Knowledge, Lookup};

const LEVEL: [&[u8]; 8] = [
    b"########",
    b"#  $   #",
    b"#   $. #",
    b"#      #",
    b"#  .   #",
    b"#  $   #",
    b"#  .@  #",
    b"########",
];

fn main() -> Result<(), embed::EmbedError> {
    // Once for the program.
    let seeds = embed::seeds(&embed::read_tables(Path::new("data"))?);
    let knowledge = Knowledge::new(seeds);

    // Once for a level: which cells are floor and which are goals. Any stride from the number of
    // columns up will do; with 8 a board of at most 8x8 is one 64-bit mask.
    let squares = LEVEL.concat();
    let board = Board {
        rows: 8,
        cols: 8,
        stride: 8,
        floor: squares.iter().map(|&c| c != b'#').collect(),
        goal: squares.iter().map(|&c| c == b'.').collect(),
    };
    let lookup = Lookup::new(&knowledge, &board);

    // For a start position: is it dead?
    let boxes: u64 = (0..64).map(|cell| u64::from(squares[cell] == b'$') << cell).sum();
    let player = squares.iter().position(|&c| c == b'@').expect("there is a player");
    println!("start position dead: {}", lookup.dead(&boxes, player));

    // After each push: the boxes, the box's new cell, and any cell the player can reach.
    let push = |from: usize, to: usize| {
        let after = boxes & !(1 << from) | 1 << to;
        let dead = lookup.dead_after_push(&after, to, from);
        println!("box {from} -> {to}: {}", if dead { "dead" } else { "not known to be dead" });
        if let Some(pattern) = lookup.explain(&board, &after, from) {
            println!("  because of {pattern:?}");
        }
    };
    push(20, 21);
    push(20, 12);
    Ok(())
}
