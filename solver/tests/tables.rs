//! The search with the deadlock tables against the plain search.

use std::path::Path;

use gridlock_solver::sokoban::collection::parse;
use gridlock_solver::sokoban::level::Level;
use gridlock_solver::sokoban::solve::{solve, Limits, Verdict};
use gridlock_solver::sokoban::tables;

/// A small reproducible random number generator (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % bound
    }

    /// A room of at most 8x8 with some walls, boxes and goals in it, no box at the rim.
    fn room(&mut self) -> Option<Level> {
        let (rows, cols) = (4 + self.below(5), 4 + self.below(5));
        let mut cells = vec![b' '; rows * cols];
        let symbols =
            [b"@".to_vec(), vec![b'#'; self.below(6)], vec![b'*'; self.below(3)]].concat();
        let pairs = b"$.".repeat(1 + self.below(4));
        for &symbol in symbols.iter().chain(&pairs) {
            let inside = |cell: &usize| {
                let (row, col) = (cell / cols, cell % cols);
                symbol != b'$' || row > 0 && col > 0 && row + 1 < rows && col + 1 < cols
            };
            let free = (0..cells.len()).filter(|&cell| cells[cell] == b' ').filter(inside);
            let free: Vec<usize> = free.collect();
            if free.is_empty() {
                return None;
            }
            cells[free[self.below(free.len())]] = symbol;
        }
        let rim = vec![b'#'; cols + 2];
        let inner = cells.chunks(cols).map(|row| [b"#", row, b"#"].concat());
        let rows: Vec<_> = [rim.clone()].into_iter().chain(inner).chain([rim]).collect();
        Level::new(&rows).ok()
    }
}

/// Enough for most of these rooms.
const SMALL: Limits = Limits { deadline: None, memory: 20 << 20 };

#[test]
fn tables_never_change_what_is_solvable() {
    let knowledge = tables::knowledge();
    let mut random = Random(7);
    let mut compared = [0, 0];
    for _ in 0..400 {
        let Some(level) = random.room() else { continue };
        let plain = solve(&level, None, &SMALL);
        let quick = solve(&level, Some(&knowledge), &SMALL);
        if plain.verdict == Verdict::Limit || quick.verdict == Verdict::Limit {
            continue;
        }
        let solved = |verdict: &Verdict| matches!(verdict, Verdict::Solved(_));
        assert_eq!(solved(&plain.verdict), solved(&quick.verdict), "{level}");
        compared[usize::from(solved(&plain.verdict))] += 1;
    }
    assert!(compared.iter().all(|&count| count > 40), "{compared:?}");
}

#[test]
fn every_level_of_the_corpus_with_a_6x6_interior_is_solved() {
    let Some(corpus) = std::env::var_os("GRIDLOCK_CORPUS") else {
        eprintln!("skipped: GRIDLOCK_CORPUS does not name a folder of levels");
        return;
    };
    let bytes = std::fs::read(Path::new(&corpus).join("sokoban/six_dev.xsb")).unwrap();
    let knowledge = tables::knowledge();
    for (i, entry) in parse(&bytes).unwrap().into_iter().enumerate() {
        let report = solve(&entry.level.unwrap(), Some(&knowledge), &Limits::default());
        assert!(matches!(report.verdict, Verdict::Solved(_)), "level {}: {report:?}", i + 1);
    }
}
