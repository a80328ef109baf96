//! The judge program on all shapes of input, each in a process of its own.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use gridlock_solver::sokoban::collection::parse;
use gridlock_solver::sokoban::level::Level;
use gridlock_solver::sokoban::replay::replay;

/// Runs the program on some input; also how long it took from its start.
fn judge(input: &[u8]) -> (Output, Duration) {
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_timus1589"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    (output, start.elapsed())
}

/// Fails unless the program writes one line, which solves the level.
fn assert_solves(input: &[u8], level: &Level) -> Duration {
    let (output, time) = judge(input);
    let shown = String::from_utf8_lossy(input);
    assert!(output.status.success() && output.stderr.is_empty(), "{shown}\n{output:?}");
    let out = String::from_utf8(output.stdout).unwrap();
    let line = out.strip_suffix('\n').expect("a line");
    assert!(line.chars().all(|step| "lurdLURD".contains(step)), "{shown}\n{line}");
    assert!(replay(level, line).unwrap().solved, "{shown}\n{line}");
    time
}

fn level(text: &str) -> Level {
    parse(text.as_bytes()).unwrap()[0].level.clone().unwrap()
}

const ROOM: &str = "########\n#  .   #\n# $$ # #\n#   .* #\n# #   @#\n########\n";
const INNER: &str = "  .   \n $$ # \n   .* \n #   @\n";

#[test]
fn one_level_in_many_shapes() {
    let room = level(ROOM);
    let packed = |text: &str, blank: &str| text.replace(' ', blank);
    let between = |front: &str, behind: &str| {
        let rows: Vec<_> = ROOM.lines().map(|row| [front, row, behind, "\n"].concat()).collect();
        rows.concat()
    };
    let letters: String = packed(ROOM, "-").replace('@', "p").replace('$', "b");
    for text in [
        ROOM.to_owned(),
        ROOM.trim_end().to_owned(),
        ROOM.replace('\n', "\r\n"),
        ROOM.replace('\n', "\r"),
        format!("; 1\n\n{ROOM}\n\nAuthor: me\n"),
        format!("\u{feff}{ROOM}"),
        packed(ROOM, "-"),
        packed(ROOM, "_"),
        letters.replace('*', "B").replace('.', "o"),
        between("    ", "   "),
        between("\t", "\t"),
        between("##", "##"),
        INNER.to_owned(),
        INNER.trim_end().to_owned(),
        INNER.replace('\n', "\r\n"),
        packed(INNER, "-"),
        format!("\n\n{INNER}\n\n"),
        // An editor cut off the blanks at the ends of the rows.
        "  .\n $$ #\n   .*\n #   @\n".to_owned(),
        // The wall on some sides only.
        "########\n#  .\n# $$ #\n#   .*\n# #   @\n########\n".to_owned(),
    ] {
        assert_solves(text.as_bytes(), &room);
    }
}

#[test]
fn short_rows_end_at_a_wall() {
    // With floor behind the last row the way around the box would be shorter there.
    let walled = level("#######\n#     #\n#.  $ #\n# @####\n#######\n");
    assert_solves(b"     \n.  $ \n @\n", &walled);
}

#[test]
fn blank_rows_belong_to_a_board_without_walls() {
    let walled = level("#####\n#   #\n# @ #\n# $ #\n#   #\n# . #\n#####\n");
    assert_solves(b"   \n @ \n $ \n   \n . \n", &walled);
}

#[test]
fn all_symbols() {
    let text = "#######\n#+  $ #\n#  *  #\n#  $. #\n#     #\n#######\n";
    assert_solves(text.as_bytes(), &level(text));
}

#[test]
fn a_solved_level_gives_an_empty_line() {
    for text in ["####\n#@*#\n####\n", "@*", " *\n@ \r\n", "###\n#@#\n###\n", "@"] {
        let (output, _) = judge(text.as_bytes());
        assert_eq!(
            (output.status.code(), output.stdout.as_slice()),
            (Some(0), &b"\n"[..]),
            "{text}"
        );
    }
}

#[test]
fn without_a_solution_nothing_is_written() {
    for (text, reason) in [
        ("#####\n#$@.#\n#####\n", "no solution"),
        ("$@.", "no solution"),
        ("", "no player"),
        ("hello\n", "no player"),
        ("#####\n# $.#\n#####\n", "no player"),
        ("@@$.", "second player"),
        ("@$$.", "more boxes than goals"),
        ("\u{0}\u{ff}", "no player"),
    ] {
        let (output, _) = judge(text.as_bytes());
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]), "{text}");
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.lines().count() == 1 && err.contains(reason), "{text}: {err}");
    }
}

#[test]
fn every_level_of_the_corpus_in_a_process_of_its_own() {
    let Some(corpus) = std::env::var_os("GRIDLOCK_CORPUS") else {
        eprintln!("skipped: GRIDLOCK_CORPUS does not name a folder of levels");
        return;
    };
    let bytes = std::fs::read(Path::new(&corpus).join("sokoban/six_dev.xsb")).unwrap();
    let levels = parse(&bytes).unwrap().into_iter().map(|entry| entry.level.unwrap());
    let mut times: Vec<_> = levels.map(|l| assert_solves(l.to_string().as_bytes(), &l)).collect();
    times.sort_unstable();
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    let count = times.len();
    println!("{count} levels, from process start: median {median:.2?}, worst {worst:.2?}");
}
