//! Tweetmaze against a plain search; the command, the maker and the judge program as their users run
//! them.

use std::collections::VecDeque;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use gridlock_solver::tweetmaze::make::turns;
use gridlock_solver::tweetmaze::solve;
use proptest::prelude::*;
use serde_json::Value;

mod random;
use random::Random;

const EXAMPLE: &str = "7347737258493420";
const ROUTE: &str = "0 7 5 8 3 10 14 12 15";

/// The route of a plain breadth-first search which tries left before right.
fn plain(digits: &[u8]) -> Option<Vec<usize>> {
    let mut before = vec![None; digits.len()];
    let mut queue = VecDeque::from([0]);
    before[0] = Some(0);
    while let Some(square) = queue.pop_front() {
        let jump = usize::from(digits[square] - b'0');
        for next in [square.checked_sub(jump), square.checked_add(jump)].into_iter().flatten() {
            if next < digits.len() && before[next].is_none() {
                before[next] = Some(square);
                queue.push_back(next);
            }
        }
    }
    let (mut route, mut square) = (vec![digits.len() - 1], digits.len() - 1);
    while square != 0 {
        square = before[square]?;
        route.push(square);
    }
    route.reverse();
    Some(route)
}

/// The fewest jumps, by relaxing all of them until nothing changes.
fn fewest(digits: &[u8]) -> Option<usize> {
    let mut jumps = vec![usize::MAX - 1; digits.len()];
    jumps[0] = 0;
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for (square, digit) in digits.iter().enumerate() {
            let jump = usize::from(digit - b'0');
            for next in [square.wrapping_sub(jump), square + jump] {
                if next < digits.len() && jumps[next] > jumps[square] + 1 {
                    jumps[next] = jumps[square] + 1;
                    is_changed = true;
                }
            }
        }
    }
    jumps.last().copied().filter(|&jumps| jumps < usize::MAX - 1)
}

/// Random digits from `least` on.
fn digits(random: &mut Random, length: usize, least: usize) -> Vec<u8> {
    (0..length).map(|_| b'0' + (least + random.below(10 - least)) as u8).collect()
}

#[test]
fn routes_of_a_plain_search() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut solved, mut longest) = (0, 0);
    for i in 0..20_000 {
        let length = 1 + random.below(if i % 10 == 0 { 400 } else { 30 });
        let digits = digits(&mut random, length, i % 3);
        let route = solve(&digits);
        let text = String::from_utf8_lossy(&digits);
        assert_eq!(route, plain(&digits), "{text}");
        assert_eq!(route.as_ref().map(|route| route.len() - 1), fewest(&digits), "{text}");
        solved += usize::from(route.is_some());
        longest = longest.max(route.map_or(0, |route| route.len()));
    }
    assert!((5_000..19_000).contains(&solved) && longest > 80, "{solved}, {longest}");
}

#[test]
fn fronts_of_any_width() {
    // Where digits come again and again, some squares are passed quickly and others slowly.
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut solved, mut longest) = (0, 0);
    for _ in 0..4000 {
        let period = 1 + random.below(24);
        let most = 1 + random.below(9);
        let pattern: Vec<u8> = (0..period).map(|_| b'1' + random.below(most) as u8).collect();
        let length = 1 + random.below(1500);
        let mut digits: Vec<u8> = pattern.iter().copied().cycle().take(length).collect();
        for _ in 0..random.below(4) {
            digits[random.below(length)] = b'0' + random.below(10) as u8;
        }
        let route = solve(&digits);
        assert_eq!(route, plain(&digits), "{}", String::from_utf8_lossy(&digits));
        solved += usize::from(route.is_some());
        longest = longest.max(route.map_or(0, |route| route.len()));
    }
    assert!((1_000..3_500).contains(&solved) && longest > 700, "{solved}, {longest}");
    // A lane of nines, and squares beside it that it leaves far behind.
    for length in 1000..1010 {
        let digits: Vec<u8> = b"911111111".iter().copied().cycle().take(length).collect();
        assert_eq!(solve(&digits), plain(&digits), "{length}");
    }
}

#[test]
fn long_strings_with_lanes_of_several_speeds() {
    let mut random = Random(0x6a09_e667_f3bc_c908);
    let (mut solved, mut longest) = (0, 0);
    for i in 0..300 {
        // Few digits, short periods, and more or fewer other digits among them.
        let all = digits(&mut random, 3, 0);
        let few = 1 + random.below(3);
        let pattern: Vec<u8> = (0..=random.below(12)).map(|_| all[random.below(few)]).collect();
        let length = 1 + random.below(20_000);
        let mut digits: Vec<u8> = pattern.iter().copied().cycle().take(length).collect();
        for _ in 0..[0, 3, length / 50][i % 3] {
            digits[random.below(length)] = b'1' + random.below(9) as u8;
        }
        let route = solve(&digits);
        assert_eq!(route, plain(&digits), "{}", String::from_utf8_lossy(&digits));
        solved += usize::from(route.is_some());
        longest = longest.max(route.map_or(0, |route| route.len()));
    }
    assert!((30..270).contains(&solved) && longest > 5_000, "{solved}, {longest}");
}

#[test]
fn even_stretches_between_others() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut solved = 0;
    for _ in 0..2000 {
        let mut digits = Vec::new();
        while digits.len() < 400 {
            let digit = b'0' + random.below(10) as u8;
            let stretch = if random.below(3) == 0 { 1 } else { random.below(200) };
            // Ones join what comes before and after.
            let digit = if random.below(2) == 0 { b'1' } else { digit };
            digits.resize(digits.len() + stretch, digit);
        }
        let route = solve(&digits);
        assert_eq!(route, plain(&digits), "{}", String::from_utf8_lossy(&digits));
        solved += usize::from(route.is_some());
    }
    assert!((100..1_900).contains(&solved), "{solved}");
}

#[test]
fn long_strings() {
    let ones = vec![b'1'; 300_000];
    assert_eq!(solve(&ones), Some((0..300_000).collect()));
    // All squares are entered, and the last one cannot be.
    let mut lost = vec![b'1'; 300_000];
    lost[299_998] = b'0';
    assert_eq!(solve(&lost), None);
}

proptest! {
    #[test]
    fn a_jump_more_at_the_front(text in "[0-9]{1,60}") {
        let route = solve(text.as_bytes());
        // From a square in front one can only jump to the old beginning, and back to it.
        let longer = solve(format!("1{text}").as_bytes());
        match (route, longer) {
            (Some(route), Some(longer)) => prop_assert_eq!(longer.len(), route.len() + 1),
            (None, None) => {}
            // Nor does the new square help where there was no way, unless by jumps onto it.
            (None, Some(longer)) => prop_assert!(longer[2..].contains(&0), "{:?}", longer),
            (Some(_), None) => prop_assert!(false, "a route is lost"),
        }
    }

    #[test]
    fn any_bytes_can_be_solved(bytes in prop::collection::vec(any::<u8>(), 0..50)) {
        let zeros: Vec<u8> =
            bytes.iter().map(|&b| if b.is_ascii_digit() { b } else { b'0' }).collect();
        prop_assert_eq!(solve(&bytes), solve(&zeros));
    }
}

fn run(program: &str, args: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

fn command(args: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    run(env!("CARGO_BIN_EXE_gridlock"), &[&["tweetmaze"], args].concat(), input)
}

fn judge(input: &[u8]) -> (Option<i32>, String, String) {
    run(env!("CARGO_BIN_EXE_tweetmaze"), &[], input)
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn printed(code: i32, out: &str) -> (Option<i32>, String, String) {
    (Some(code), out.to_owned(), String::new())
}

#[test]
fn the_command_takes_digits_a_file_or_standard_input() {
    let expected = printed(0, &format!("{ROUTE}\n8 jumps\n"));
    assert_eq!(command(&[EXAMPLE], b""), expected);
    assert_eq!(command(&["-"], format!("{EXAMPLE}\r\n").as_bytes()), expected);
    let file = scratch("tweetmaze.txt");
    std::fs::write(&file, format!("{EXAMPLE}\n")).unwrap();
    assert_eq!(command(&[file.to_str().unwrap()], b""), expected);
    assert_eq!(command(&["5"], b""), printed(0, "0\n0 jumps\n"));
    assert_eq!(command(&["20"], b""), printed(1, "no route\n"));
}

#[test]
fn json_is_one_line() {
    let expected = "{\"route\":[0,7,5,8,3,10,14,12,15],\"jumps\":8}\n";
    assert_eq!(command(&["--json", EXAMPLE], b""), printed(0, expected));
    assert_eq!(command(&["--json", "7"], b""), printed(0, "{\"route\":[0],\"jumps\":0}\n"));
    assert_eq!(command(&["--json", "20"], b""), printed(1, "null\n"));
}

#[test]
fn pictures_are_files() {
    let file = scratch("tweetmaze.svg");
    std::fs::write(&file, "old").unwrap();
    let (code, out, _) = command(&["--picture", file.to_str().unwrap(), EXAMPLE], b"");
    assert_eq!((code, out.lines().next()), (Some(0), Some(ROUTE)));
    let drawing = std::fs::read_to_string(&file).unwrap();
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
    assert_eq!(drawing.matches("marker-end").count(), 8);
    let missing = scratch("no/such/folder/maze.svg");
    let (code, out, err) = command(&["--picture", missing.to_str().unwrap(), EXAMPLE], b"");
    assert_eq!((code, out.as_str(), err.lines().count()), (Some(3), "", 1));
    assert!(err.contains("maze.svg: cannot write the picture"), "{err}");
}

/// As root, a program that puts a file in the place of whatever is there destroys devices.
#[cfg(unix)]
#[test]
fn pictures_go_through_links_and_into_pipes() {
    use std::os::unix::fs::{symlink, FileTypeExt};

    let [file, link, pipe] = ["linked.svg", "link.svg", "pipe.svg"].map(scratch);
    for path in [&link, &pipe] {
        let _ = std::fs::remove_file(path);
    }
    std::fs::write(&file, "old").unwrap();
    symlink("linked.svg", &link).unwrap();
    assert_eq!(command(&["--picture", link.to_str().unwrap(), EXAMPLE], b"").0, Some(0));
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("<svg "));

    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).unwrap()
    });
    assert_eq!(command(&["--picture", pipe.to_str().unwrap(), EXAMPLE], b"").0, Some(0));
    // Nobody writes to the reader when this is a file now.
    assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
    assert!(reader.join().unwrap().ends_with("</svg>\n"));
}

#[test]
fn bad_mazes_get_one_clear_line() {
    let empty = "no digits; a maze has one digit for each square\n";
    assert_eq!(command(&[""], b"").2, format!("gridlock: {empty}"));
    for (input, reason) in [
        (&b""[..], empty),
        (b"\n", empty),
        (b"12x4\n", "'x' at position 2 (from 0) is no digit; use only 0 to 9\n"),
        (b"12\n34\n", "'\\n' at position 2 (from 0) is no digit; use only 0 to 9\n"),
        (b"\xff1", "'\u{fffd}' at position 0 (from 0) is no digit; use only 0 to 9\n"),
    ] {
        assert_eq!(command(&["-"], input), (Some(2), String::new(), format!("-: {reason}")));
        assert_eq!(judge(input), (Some(1), String::new(), reason.to_owned()));
    }
    let (code, out, err) = command(&["12x4"], b"");
    assert_eq!((code, out.as_str(), err.lines().count()), (Some(2), "", 1));
    assert!(err.starts_with("12x4: neither digits ('x' at position 2 (from 0)"), "{err}");
    let long = format!("{}x", "1".repeat(100_000));
    let (_, _, err) = command(&[&long], b"");
    assert!(err.contains("...: neither digits ('x' at position 100000 "), "{err}");
    assert!(err.len() < 500, "{err}");
    for args in [&[][..], &["1", "2"], &["--picture"]] {
        assert_eq!(command(args, b"").0, Some(2), "{args:?}");
    }
}

#[test]
fn the_judge_program_prints_the_route() {
    for end in ["", "\n", "\r\n"] {
        let expected = printed(0, &format!("{ROUTE}\n"));
        assert_eq!(judge(format!("{EXAMPLE}{end}").as_bytes()), expected);
    }
    assert_eq!(judge(b"1\n"), printed(0, "0\n"));
    assert_eq!(judge(b"20\n"), printed(0, "no route\n"));
}

fn make(args: &[&str]) -> (Option<i32>, String, String) {
    run(env!("CARGO_BIN_EXE_gridlock"), &[&["make", "tweetmaze"], args].concat(), b"")
}

#[test]
fn made_strings_have_the_routes_they_are_said_to_have() {
    for (length, least_turns) in [(1, 0), (2, 0), (3, 0), (5, 2), (16, 14), (19, 14), (40, 24)] {
        let args = ["--length", &length.to_string(), "--seed", "1", "--rounds", "2", "--json"];
        let (code, out, _) = make(&args);
        let record: Value = serde_json::from_str(&out).unwrap();
        let route = solve(record["digits"].as_str().unwrap().as_bytes()).unwrap();
        assert_eq!((code, route.len()), (Some(0), length), "{out}");
        assert_eq!(
            (&record["jumps"], &record["most_jumps"]),
            (&record["most_jumps"], &(length - 1).into())
        );
        assert_eq!(record["turns"], turns(&route));
        assert!(turns(&route) >= least_turns, "{out}");
        assert_eq!(record["most_turns"].is_u64(), length <= 20, "{out}");
        let most = record["most_turns"].as_u64().unwrap_or(turns(&route) as u64);
        assert_eq!(most, turns(&route) as u64, "{out}");
    }
}

#[test]
fn the_same_seed_gives_the_same_string() {
    let text = |seed, threads| {
        let out = Command::new(env!("CARGO_BIN_EXE_gridlock"))
            .args(["make", "tweetmaze", "--length", "30", "--rounds", "3", "--seed", seed])
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .unwrap();
        String::from_utf8(out.stdout).unwrap()
    };
    assert_eq!(text("5", "1"), text("5", "3"));
    assert_ne!(text("5", "1"), text("6", "1"));
}

#[test]
fn bounds_are_told() {
    let (code, out, err) = make(&["--length", "16", "--seed", "1", "--rounds", "1"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines.len(), lines[0].len()), (4, 16), "{out}");
    assert_eq!(lines[1], "15 jumps, 14 turns");
    assert!(lines[2].starts_with("the most jumps are 15,"), "{out}");
    assert!(lines[3].starts_with("the most turns with them are 14:"), "{out}");
    for args in [["--length=0", "--seed=1"], ["--length=99999", "--seed=1"]] {
        let (code, out, err) = make(&args);
        assert_eq!((code, out.as_str()), (Some(2), ""));
        assert!(err.contains("--length must be from 1 to 2000"), "{err}");
    }
    assert_eq!(make(&["--length=9", "--seed=1", "--rounds=0"]).0, Some(2));
    assert_eq!(make(&["--length=9"]).0, Some(2));
}
