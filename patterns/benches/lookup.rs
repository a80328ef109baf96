//! Decoding the texts, specialising them to a level, and asking after a push.
#![allow(clippy::incompatible_msrv)]

use std::hint::black_box;
use std::path::Path;

use criterion::{criterion_group, criterion_main, Criterion};
use gridlock_patterns::embed;
use gridlock_patterns::sokoban::board::Board;
use gridlock_patterns::sokoban::lookup::{Knowledge, Lookup};
use gridlock_patterns::sokoban::plain::{self, Player};

const LEVEL: [&[u8]; 8] = [
    b"########",
    b"#      #",
    b"# .$ $.#",
    b"# $.$. #",
    b"# .$.$ #",
    b"#  $.$ #",
    b"# .  . #",
    b"########",
];

fn board() -> Board {
    let squares = LEVEL.concat();
    Board {
        rows: 8,
        cols: 8,
        stride: 8,
        floor: squares.iter().map(|&c| c != b'#').collect(),
        goal: squares.iter().map(|&c| c == b'.').collect(),
    }
}

/// Positions as they come up in a search: eight boxes somewhere, one of them just moved.
fn positions(board: &Board) -> Vec<(u64, usize, usize)> {
    let floor: Vec<usize> = (0..64).filter(|&cell| board.floor[cell]).collect();
    let mut random = 1u64;
    let mut next = |below: usize| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let mut positions = Vec::new();
    while positions.len() < 1000 {
        let cells: Vec<usize> = (0..9).map(|_| floor[next(floor.len())]).collect();
        let boxes = cells[1..].iter().fold(0u64, |all, cell| all | 1 << cell);
        if boxes.count_ones() == 8 && boxes >> cells[0] & 1 == 0 {
            positions.push((boxes, cells[1], cells[0]));
        }
    }
    positions
}

fn lookup(criterion: &mut Criterion) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
    let texts = embed::texts(&embed::seeds(&embed::read_tables(&data).unwrap()));
    let names: Vec<String> = texts.iter().map(embed::PlacementText::names).collect();
    let texts: Vec<(&str, &str)> = names
        .iter()
        .zip(&texts)
        .map(|(names, part)| (names.as_str(), part.text.as_str()))
        .collect();
    let knowledge = Knowledge::decode(&texts).unwrap();
    let board = board();
    let ready = Lookup::new(&knowledge, &board);
    let positions = positions(&board);

    let mut group = criterion.benchmark_group("lookup");
    group.bench_function("decode all texts", |b| b.iter(|| Knowledge::decode(black_box(&texts))));
    group.bench_function("specialise to a 6x6 board", |b| {
        b.iter(|| Lookup::new(&knowledge, black_box(&board)));
    });
    group.bench_function("1000 pushes, all windows", |b| {
        b.iter(|| {
            let dead = |&&(boxes, moved, player): &&(u64, usize, usize)| {
                ready.dead_after_push(&boxes, moved, player)
            };
            black_box(&positions).iter().filter(dead).count()
        });
    });
    group.bench_function("one window, plain search", |b| {
        let site = "4x4-interior".parse().unwrap();
        let goals = window_mask(|cell| board.goal[cell]);
        let boxes = window_mask(|cell| LEVEL.concat()[cell] == b'$');
        b.iter(|| plain::is_dead(site, 0, black_box(boxes), goals, Player::Outside));
    });
    group.finish();
}

/// The mask of the cells of the 4x4 window in the middle of the board.
fn window_mask(wanted: impl Fn(usize) -> bool) -> u32 {
    (0..16).map(|i| u32::from(wanted((2 + i / 4) * 8 + 2 + i % 4)) << i).sum()
}

criterion_group!(benches, lookup);
criterion_main!(benches);
