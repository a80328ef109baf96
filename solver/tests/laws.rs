//! Laws of reading and writing levels, on random input.

use gridlock_solver::sokoban::collection::parse;
use gridlock_solver::sokoban::level::Level;
use proptest::prelude::*;

/// A random room with walls around it, one player, and as many boxes as goals.
fn level() -> impl Strategy<Value = Level> {
    (1..7usize, 2..9usize)
        .prop_flat_map(|(rows, cols)| {
            let cells = prop::collection::vec(prop::sample::select(&b"  #"[..]), rows * cols);
            let order = Just((0..rows * cols).collect::<Vec<_>>()).prop_shuffle();
            (cells, order, 0..4usize, 0..4usize).prop_map(
                move |(mut cells, order, loose, placed)| {
                    let mut order = order.into_iter();
                    let mut put = |symbol| {
                        if let Some(cell) = order.next() {
                            cells[cell] = symbol;
                        }
                    };
                    put(b'@');
                    (0..placed).for_each(|_| put(b'*'));
                    (0..loose).for_each(|_| put(b'$'));
                    (0..loose).for_each(|_| put(b'.'));
                    let rim = vec![b'#'; cols + 2];
                    let inner = cells.chunks(cols).map(|row| [b"#", row, b"#"].concat());
                    [rim.clone()].into_iter().chain(inner).chain([rim]).collect::<Vec<_>>()
                },
            )
        })
        .prop_filter_map("more boxes than fit", |rows| Level::new(&rows).ok())
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(levels in prop::collection::vec(level(), 1..4)) {
        let texts: Vec<_> = levels.iter().enumerate().map(|(i, l)| format!("; {i}\n{l}\n")).collect();
        let entries = parse(texts.concat().as_bytes()).unwrap();
        prop_assert_eq!(entries.len(), levels.len());
        for (i, (entry, level)) in entries.into_iter().zip(levels).enumerate() {
            prop_assert_eq!(entry.title, i.to_string());
            prop_assert_eq!(entry.level, Ok(level));
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = parse(&bytes);
    }

    #[test]
    fn any_board_like_bytes_are_read_without_a_panic(text in "[#@+$*. bBpPo|>;:\t\r\n_0-9é-]{0,300}") {
        let _ = parse(text.as_bytes());
    }
}
