//! The referee, the player and the maker of levels as real programs, and programs that misbehave.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const PLAYER: &str = env!("CARGO_BIN_EXE_crusade");

/// Indy falls into the exit by himself; in the second level he has to turn a room.
const FALL: &str = "1 3\n-3\n-3\n-3\n0\n0 0 TOP\n0\n";
const ONE_TURN: &str = "2 3\n-3 0\n2 0\n-3 0\n0\n0 0 TOP\n0\n";
/// No rotation helps.
const HOPELESS: &str = "1 3\n-3\n-2\n-3\n0\n0 0 TOP\n0\n";

fn gridlock(args: &[&str]) -> Output {
    gridlock_reading(args, "")
}

fn gridlock_reading(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridlock"));
    run(command.args(args), input)
}

fn run(command: &mut Command, input: &str) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A file in a folder that belongs to this test run.
fn file(name: &str, content: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The referee's record of one level.
fn record(level: &str, options: &[&str], command: &[&str]) -> (Value, Option<i32>) {
    let args = [&["referee", "--json"], options, &[level, "--"], command].concat();
    let output = gridlock(&args);
    let out = text(&output.stdout);
    let record = serde_json::from_str(out.trim()).unwrap_or_else(|e| panic!("{e}: {output:?}"));
    (record, output.status.code())
}

#[test]
fn the_summary_has_the_usual_form() {
    let (fall, turn, hopeless) =
        (file("fall.in", FALL), file("turn.in", ONE_TURN), file("hopeless.in", HOPELESS));
    let output = gridlock(&["referee", &fall, &turn, "--", PLAYER]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let out = text(&output.stdout);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert_eq!(lines[0], "Summary:");
    assert!(lines[1].starts_with("* Success in 0."), "{out}");
    assert!(lines[1].ends_with(" seconds in level fall.in"), "{out}");

    let output = gridlock(&["referee", &hopeless, &fall, "--", PLAYER]);
    assert_eq!(output.status.code(), Some(1));
    let out = text(&output.stdout);
    assert!(out.contains("* Fail in 0."), "{out}");
    assert!(out.contains("  * Turn 1: Indy ran against the wall of the next room\n"), "{out}");
    assert!(out.contains("* Success in"), "{out}");
}

#[test]
fn a_slow_turn_is_mentioned() {
    let fall = file("late.in", FALL);
    let script = "while read x; do case $x in *TOP) n=$((n+1)); [ $n = 2 ] && sleep 0.2; read r; \
                  echo WAIT;; esac; done";
    let output = gridlock(&["referee", "--turn-limit", "400", &fall, "--", "sh", "-c", script]);
    assert!(!text(&output.stdout).contains("slow"), "{output:?}");
    let output = gridlock(&["referee", "--turn-limit", "210", &fall, "--", "sh", "-c", script]);
    let out = text(&output.stdout);
    // Late or only slow, the turn is named.
    assert!(out.contains("  * Longest turn was slow at 0.2"), "{out}");
}

#[test]
fn misbehaving_programs_are_survived() {
    // Long enough for whoever speaks unasked to be noticed.
    let shaft = format!("1 20\n{}0\n0 0 TOP\n0\n", "-3\n".repeat(20));
    let fall = file("misbehaving.in", &shaft);
    let limits = ["--turn-limit", "200", "--first-turn-limit", "200"];
    let shell = |script: &str| {
        let start = Instant::now();
        let (record, code) = record(&fall, &limits, &["sh", "-c", script]);
        assert!(start.elapsed() < Duration::from_secs(30), "{script}");
        assert_eq!(code, Some(1), "{script}: {record}");
        assert_eq!(record["success"], false);
        record["reason"].as_str().unwrap().to_owned()
    };
    assert_eq!(shell("exit 3"), "the program ended (exit status: 3)");
    assert!(shell("kill -SEGV $$").contains("signal"));
    assert_eq!(shell("sleep 60; true"), "no answer within 200 ms");
    assert_eq!(shell("exec >&-; sleep 60"), "the program closed its output");
    assert_eq!(shell("exec <&-; sleep 60"), "no answer within 200 ms");
    assert!(
        shell("read x; echo TURN LEFT; cat").starts_with("expected WAIT, x y LEFT or x y RIGHT")
    );
    assert!(shell("read x; head -c 100000 /dev/zero; cat").starts_with("expected WAIT"));
    assert!(shell("printf 'WAIT'; sleep 60").contains("no answer"));
    assert!(shell("cat > /dev/null & yes garbage").contains("garbage"));
    for script in ["yes WAIT", "read x; printf 'WAIT\\nWAIT\\n'; sleep 60"] {
        let unasked = shell(script);
        assert!(unasked.starts_with("unasked output"), "{unasked}");
    }
    assert_eq!(shell("read x; echo 0 1 LEFT; sleep 60"), "0 1 LEFT: the room is locked");
    assert_eq!(shell("read x; echo 7 7 LEFT; sleep 60"), "7 7 LEFT: there is no room to rotate");
}

#[test]
fn mistakes_of_the_user_are_explained() {
    let fall = file("mistakes.in", FALL);
    let bad = file("bad.in", "2 2\n-3 x\n");
    let complaint = |args: &[&str]| {
        let output = gridlock(args);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        text(&output.stderr)
    };
    let told = complaint(&["referee", &bad, "--", PLAYER]);
    assert!(told.ends_with("bad.in:2: expected a room from -13 to 13, not \"x\"\n"), "{told}");
    let told = complaint(&["referee", &fall, "--", "/no/such/program"]);
    assert!(told.starts_with("gridlock: cannot start /no/such/program"), "{told}");
    let told = complaint(&["referee", "--rule", "rock-swap=maybe", &fall, "--", PLAYER]);
    assert!(told.contains("rock-swap=vanish or rock-swap=go-on"), "{told}");
    complaint(&["referee", &fall]);
    complaint(&["make", "crusade-levels", "--count", "1", "--seed", "1", "--size", "2x2"]);
}

#[test]
fn watching_draws_every_turn() {
    let output = gridlock(&["referee", "--watch", &file("watch.in", ONE_TURN), "--", PLAYER]);
    let out = text(&output.stdout);
    assert_eq!(out.matches("watch.in, turn ").count(), 3, "{out}");
    assert_eq!(out.matches('I').count(), 3, "{out}");
}

#[test]
fn malformed_input_is_answered_with_wait() {
    let play = |input: &str| {
        let output = run(&mut Command::new(PLAYER), input);
        assert!(output.status.success(), "{input:?}");
        (text(&output.stdout), text(&output.stderr))
    };
    let maze = "2 3\n-3 0\n2 0\n-3 0\n0\n";
    assert_eq!(play(&format!("{maze}0 0 TOP\n0\n")), ("0 1 LEFT\n".into(), String::new()));
    for (turn, complaint) in [
        ("0 0\n0\n", "line 6: expected a place as x y POS: 3 fields, not 2\n"),
        ("0 9 TOP\n0\n", "line 6: this place is not in the maze\n"),
        ("0 0 TOP\nmany\n", "line 7: expected a number of rocks, not \"many\"\n"),
        ("0 0 TOP\n1\n0 0 UP\n", "line 8: expected TOP, LEFT or RIGHT, not \"UP\"\n"),
    ] {
        let (out, told) = play(&format!("{maze}{turn}0 0 TOP\n0\n"));
        assert_eq!(told, complaint);
        assert_eq!(out, "WAIT\n0 1 LEFT\n", "{turn:?}");
    }
    let (out, told) = play("2 3\n-3 zero\n2 0\n-3 0\n0\n0 0 TOP\n0\n0 1 TOP\n0\n");
    assert_eq!(told, "line 2: expected a room from -13 to 13, not \"zero\"\n");
    assert_eq!(out, "WAIT\nWAIT\n");
    assert_eq!(play(""), (String::new(), String::new()));
    // Rocks and Indy in one room, and Indy where he cannot be: still an answer.
    let (out, _) = play(&format!("{maze}0 1 TOP\n1\n0 1 TOP\n1 1 LEFT\n0\n"));
    assert_eq!(out, "WAIT\nWAIT\n");
}

#[test]
fn made_levels_are_solved_under_both_rule_sets() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("made");
    let name = directory.to_str().unwrap();
    let options = ["--count", "4", "--seed", "3", "--size", "9x7", "--rocks", "3"];
    let args = [&["make", "crusade-levels", "--directory", name][..], &options].concat();
    let output = gridlock(&args);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text(&output.stderr).starts_with("4 of 4 levels; left out: "), "{output:?}");
    let levels: Vec<String> = (0..4)
        .map(|i| directory.join(format!("level-3-{i}.in")).to_str().unwrap().into())
        .collect();
    let levels: Vec<&str> = levels.iter().map(String::as_str).collect();
    for rules in ["strict", "lenient"] {
        let args = [&["referee", "--rules", rules], &levels[..], &["--", PLAYER]].concat();
        let output = gridlock(&args);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let unsolvable = ["make", "crusade-levels", "--unsolvable", "--count", "1", "--seed", "1"];
    let output = gridlock(&unsolvable);
    let level = file("unsolvable.in", &text(&output.stdout));
    let (record, _) = record(&level, &[], &[PLAYER]);
    assert_eq!(record["success"], false, "{record}");
}

#[test]
fn the_own_levels_are_solved_under_both_rule_sets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/levels/crusade");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<String> = files.map(|path| path.to_str().unwrap().to_owned()).collect();
    let levels: Vec<&str> = files.iter().map(String::as_str).collect();
    assert!(levels.len() >= 3);
    for rules in ["strict", "lenient"] {
        let args = [&["referee", "--rules", rules], &levels[..], &["--", PLAYER]].concat();
        let output = gridlock(&args);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
}

#[test]
fn routes_are_listed() {
    let level = file("routes.in", "3 3\n-3 0 0\n4 2 2\n-3 3 9\n2\n0 0 TOP\n0\n");
    let output = gridlock(&["crusade", "--routes", &level]);
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert_eq!(out, "0 routes, 0 variants\n");
    let level = file("routes.in", "3 3\n-3 0 0\n4 2 3\n-3 3 1\n2\n0 0 TOP\n0\n");
    let output = gridlock(&["crusade", "--routes", &level, "--json"]);
    let listing: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert_eq!(listing["variants"], 0, "{listing}");
    let Some(corpus) = std::env::var_os("GRIDLOCK_CORPUS") else {
        eprintln!("skipped the public level: GRIDLOCK_CORPUS is not set");
        return;
    };
    let level = PathBuf::from(corpus).join("crusade/broken_secret_passages.in");
    let output = gridlock(&["crusade", "--routes", level.to_str().unwrap()]);
    assert!(text(&output.stdout).starts_with("2 routes, 6 variants\n"), "{output:?}");
}
