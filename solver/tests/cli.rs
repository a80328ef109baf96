//! The real program on files as found in the wild, on bad files and on bad arguments.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const ONE: &str = "#####\n#@$.#\n#####\n";

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    /// The JSON objects, one a line.
    fn records(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    fn statuses(&self) -> Vec<String> {
        let status = |r: &Value| r["status"].as_str().unwrap().to_owned();
        self.records().iter().map(status).collect()
    }
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridlock"));
    command.args(args).stdin(Stdio::null());
    command
}

fn gridlock(args: &[&str]) -> Run {
    finished(command(args).output().unwrap())
}

fn finished(output: Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).expect("all output is UTF-8");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the program with `input` as its standard input.
fn gridlock_reading(args: &[&str], input: &[u8]) -> Run {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let run = finished(child.wait_with_output().unwrap());
    let _ = writer.join();
    run
}

/// A file in a folder that belongs to this test run.
fn file(name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

fn example_levels() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/levels/first_steps.xsb");
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_example_levels_are_solved_and_the_last_two_proved_unsolvable() {
    let run = gridlock(&["solve", "--json", &example_levels()]);
    assert_eq!(run.code, Some(1));
    let records = run.records();
    assert_eq!(records.len(), 11);
    for (i, record) in records.iter().enumerate() {
        let expected = if i < 9 { "solved" } else { "unsolvable" };
        assert_eq!(record["status"], expected, "{record}");
        assert_eq!(record["level"], i + 1);
        assert_eq!(record["file"], example_levels());
        let keys: Vec<&String> = record.as_object().unwrap().keys().collect();
        assert_eq!(keys.len(), 10, "{keys:?}");
        if i < 9 {
            let (number, solution) = ((i + 1).to_string(), record["solution"].as_str().unwrap());
            let replay = gridlock(&["replay", &example_levels(), "--level", &number, solution]);
            assert_eq!(replay.code, Some(0), "{}", replay.out);
            let counts = format!("{} moves, {} pushes", record["moves"], record["pushes"]);
            assert!(replay.out.contains(&counts), "{}", replay.out);
        }
    }
}

#[test]
fn human_output_has_a_line_and_the_solution() {
    let name = file("human.xsb", format!("; One\n{ONE}"));
    let run = gridlock(&["solve", &name]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with(&format!("{name} level 1 (One): solved, 1 moves, 1 pushes")));
    assert_eq!(lines[1..], ["R"]);
}

#[test]
fn files_as_found_in_the_wild() {
    let quoted =
        "Hi,\n\n> ; First\n> #####\n> #@$.#\n> #####\n>\n> # 2\n> #####\n> #@$.#\n> #####\n";
    let sok = "Title: My set\nAuthor: me\n\n#####\n#@$.#\n#####\nTitle: A\nComment: #1!\n\
               Solution/Moves 1/Pushes 1:\nR\n\n#####\n#@$.#\n#####\nTitle: B\n";
    let packed = "; A\n5#\n#@$.#\n5#\n\n; B\n5#|#@$.#|5#\n";
    let floors =
        "; A\n#####\n#@$.#\n#####\n--_--\n ###\n # #\n ###\n\n; B\n-#####\n_#@$.#\n-#####\n";
    let prose =
        "# Levels\nWhere # is a wall and $ is a box. ##\n\n###\n\n# 1\n#####\n#@$.#\n#####\n\n\
                 #2 by x\n#####\n#pbo#\n##*##\n#####\n";
    let cases: [(&str, Vec<u8>, usize); 9] = [
        ("quoted", quoted.into(), 2),
        ("sok", sok.into(), 2),
        ("crlf", sok.replace('\n', "\r\n").into(), 2),
        ("mac", sok.replace('\n', "\r").into(), 2),
        ("packed", packed.into(), 2),
        ("floors", floors.into(), 2),
        ("prose", prose.into(), 2),
        ("bom", format!("\u{feff}{ONE}").into(), 1),
        ("latin1", [b"; caf\xe9\n", ONE.trim_end().as_bytes()].concat(), 1),
    ];
    for (name, bytes, count) in cases {
        let run = gridlock(&["solve", "--json", &file(&format!("wild_{name}.xsb"), bytes)]);
        assert_eq!(run.statuses(), vec!["solved"; count], "{name}: {}", run.out);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{name}");
    }
}

#[test]
fn solved_empty_and_dead_starts() {
    let text = "#####\n#@* #\n#####\n\n####\n#@ #\n####\n\n######\n#$ @.#\n######\n";
    let run = gridlock(&["solve", "--json", &file("starts.xsb", text)]);
    assert_eq!(run.statuses(), ["solved", "solved", "unsolvable"]);
    assert_eq!(run.records()[0]["solution"], "");
    assert_eq!(run.records()[1]["solution"], "");
    assert_eq!(run.code, Some(1));
}

/// What is wrong, the board, the line of the file and the reason that must be named.
const BAD: [(&str, &str, usize, &str); 10] = [
    ("no_player", "#####\n# $.#\n#####\n", 6, "no player"),
    ("two_players", "######\n#@$@.#\n######\n", 7, "second player"),
    ("more_boxes", "######\n#@$$.#\n######\n", 6, "more boxes than goals, 2 and 1"),
    ("fewer_boxes", "######\n#@$..#\n######\n", 6, "fewer boxes than goals, 1 and 2"),
    ("open_right", "#####\n#@$.\n#####\n", 7, "open wall"),
    ("open_below", "#####\n#@$.#\n## ##\n", 8, "open wall"),
    ("tab", "######\n#@\t$.#\n######\n", 7, "tab inside a row"),
    ("non_ascii", "######\n#@\u{e9}$.#\n######\n", 7, "non-ASCII"),
    ("bad_utf8", "######\n#@~$.#\n######\n", 7, "means nothing"),
    ("top_missing", "#@$.#\n#####\n", 6, "open wall"),
];

#[test]
fn each_bad_level_gives_one_line_and_the_others_are_solved() {
    for (name, board, line, reason) in BAD {
        let text = format!("; first\n{ONE}\n{board}\n; last\n{ONE}");
        let name = file(&format!("bad_{name}.xsb"), text);
        let run = gridlock(&["solve", &name]);
        assert_eq!(run.code, Some(2), "{name}");
        assert_eq!(run.out.matches(": solved").count(), 2, "{name}: {}", run.out);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        assert!(run.err.starts_with(&format!("{name}:{line}:")), "{}", run.err);
        assert!(run.err.contains(reason), "{}", run.err);

        let json = gridlock(&["solve", "--json", &name]);
        assert_eq!((json.code, json.err.as_str()), (Some(2), ""));
        assert_eq!(json.statuses(), ["solved", "error", "solved"], "{name}");
        assert_eq!(json.records()[1]["message"], run.err.trim_end());
    }
}

#[test]
fn files_without_a_level_give_one_line() {
    let noise: Vec<u8> = {
        let mut seed = 1u64;
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed as u8
        };
        (0..10 << 20).map(|_| next()).collect()
    };
    let symbols: Vec<u8> = noise.iter().map(|&b| b"#@$.* \n-"[usize::from(b % 8)]).collect();
    let letters: Vec<u8> = noise.iter().map(|&b| b"#x \n"[usize::from(b % 4)]).collect();
    for (name, bytes) in [
        ("empty", Vec::new()),
        ("blank", b" \n\t\n".to_vec()),
        ("prose", b"no level here\n# only talk\n".to_vec()),
        ("hashes", b"#\n".repeat(5 << 20)),
        ("wall", vec![b'#'; 10 << 20]),
        ("lines", vec![b'\n'; 10 << 20]),
        ("packed", b"999#\n".repeat(2 << 20)),
        ("letters", letters),
        ("noise", noise),
    ] {
        let name = file(&format!("nothing_{name}.xsb"), bytes);
        let run = gridlock(&["solve", &name]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{name}");
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        assert!(run.err.starts_with(&format!("{name}:")), "{}", run.err);
        let json = gridlock(&["solve", "--json", &name]);
        assert_eq!((json.code, json.statuses()), (Some(2), vec!["error".to_owned()]));
    }
    let run = gridlock(&["solve", &file("nothing_symbols.xsb", symbols)]);
    assert_eq!(run.code, Some(2));
}

#[test]
fn a_file_that_cannot_be_read_does_not_stop_the_next() {
    let good = file("next.xsb", ONE);
    let run = gridlock(&["solve", "/nonexistent/levels.xsb", env!("CARGO_TARGET_TMPDIR"), &good]);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.err.lines().count(), 2, "{}", run.err);
    assert!(run.err.starts_with("/nonexistent/levels.xsb: cannot read"));
    assert!(run.out.contains("solved"));
}

#[test]
fn arguments_as_users_write_them() {
    let run = gridlock_reading(&["solve", "-", "--json", "--time-limit", "0.1"], ONE.as_bytes());
    assert_eq!((run.code, run.statuses()), (Some(0), vec!["solved".to_owned()]));
    assert_eq!(run.records()[0]["file"], "-");

    let folder = env!("CARGO_TARGET_TMPDIR");
    file("--json", ONE);
    let run = finished(command(&["solve", "--", "--json"]).current_dir(folder).output().unwrap());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.starts_with("--json level 1: solved"), "{}", run.out);

    for bad in ["-1", "x", "nan", "inf", ""] {
        let run = gridlock(&["solve", &format!("--time-limit={bad}"), "x.xsb"]);
        assert_eq!(run.code, Some(2), "{bad}");
        assert!(run.err.contains("--time-limit"), "{}", run.err);
    }
    assert_eq!(gridlock(&["solve"]).code, Some(2));
    assert_eq!(gridlock(&["no-such-command"]).code, Some(2));
    for command in ["solve", "check", "replay"] {
        let help = gridlock(&[command, "--help"]);
        assert_eq!(help.code, Some(0));
        assert!(help.out.contains("Example: gridlock"), "{}", help.out);
        assert!(help.out.contains("Exit codes:"), "{}", help.out);
    }
}

#[test]
fn optimal_solutions_and_statistics() {
    let text = "; Two ways\n########\n#@$   .#\n#      #\n########\n";
    let name = file("optimal.xsb", text);
    for metric in ["pushes", "moves"] {
        let run = gridlock(&["solve", "--json", "--stats", "--optimal", metric, &name]);
        let record = &run.records()[0];
        assert_eq!((&record["status"], &record["pushes"]), (&"solved".into(), &4.into()));
        assert_eq!(record["tests"]["matching"]["fired"], 0, "{record}");
        assert!(record["tests"]["freeze"]["asked"].as_u64() > Some(0), "{record}");
    }
    let run = gridlock(&["solve", "--stats", &name]);
    assert!(run.out.contains("\n  matching: asked "), "{}", run.out);
    assert_eq!(gridlock(&["solve", "--optimal", "steps", &name]).code, Some(2));
}

#[test]
fn limits_end_a_search() {
    let hard = "; hard\n##########\n#    #   #\n# $$$ $$ #\n#   .    #\n# $ .. $ #\n#   ..  @#\n\
                # $$  $$ #\n#  ......#\n#  #  #  #\n##########\n";
    let name = file("limit.xsb", hard);
    for limit in ["--time-limit=0", "--memory-limit=0"] {
        let run = gridlock(&["solve", "--json", limit, &name]);
        assert_eq!((run.code, run.statuses()), (Some(1), vec!["limit".to_owned()]), "{}", run.out);
    }
}

#[test]
fn check_draws_the_pattern_where_it_stands() {
    let text =
        "; fine\n#####\n#@$.#\n#####\n\n; square\n  #######\n  #     #\n  # $$ @#\n  # $$..#\n  \
                #   ..#\n  #######\n\n; far\n######\n#@$  #\n#  ###\n#.   #\n######\n\n\
                ; lost\n#######\n#@ $ ##\n#    ##\n#######\n#    .#\n#######\n";
    let name = file("check.xsb", text);
    let run = gridlock(&["check", &name]);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    assert!(run.out.contains("level 1 (fine): not known to be dead"), "{}", run.out);
    assert!(run.out.contains("level 2 (square): dead, this pattern"), "{}", run.out);
    let rows: Vec<&str> = run.out.lines().filter(|line| line.contains("$$")).collect();
    let marks = |row: &str, of: &str| of.contains(row.chars().nth(2 + 7 + 4 + 2).unwrap());
    assert_eq!(rows.len(), 2, "{}", run.out);
    assert!(rows.iter().all(|row| marks(row, "$*")), "{}", run.out);
    assert!(run.out.contains("level 4 (lost): dead"), "{}", run.out);
    assert_eq!(gridlock(&["check", &file("fine.xsb", ONE)]).code, Some(0));
    assert_eq!(gridlock(&["check", &file("check_bad.xsb", "#@$.#")]).code, Some(2));
}

#[test]
fn replay_says_what_is_wrong() {
    let name = file("replay.xsb", format!("{ONE}\n{ONE}"));
    let replay = |args: &[&str]| gridlock(&[&["replay", name.as_str()], args].concat());
    assert_eq!(replay(&["--level", "2", " R\n"]).code, Some(0));
    let cases = [
        (&["r"][..], 1, "step 1 ('r') pushes a box"),
        (&["RR"], 1, "step 2 ('R') pushes a box that cannot move"),
        (&["Rx"], 1, "step 2 ('x') is none of"),
        (&[""], 1, "not solved, 1 boxes"),
    ];
    for (args, code, message) in cases {
        let run = replay(args);
        assert_eq!(run.code, Some(code));
        assert!(run.out.contains(message), "{}", run.out);
    }
    for level in ["0", "3"] {
        let run = replay(&["--level", level, "R"]);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains("it has 1 to 2"), "{}", run.err);
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let many = file("many.xsb", format!("{ONE}\n").repeat(20_000));
    let mut child =
        command(&["solve", &many]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let run = finished(child.wait_with_output().unwrap());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

/// The corpus of levels by third parties, when there is one.
fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("GRIDLOCK_CORPUS").map(|dir| Path::new(&dir).join("sokoban"));
    if folder.is_none() {
        eprintln!("skipped: GRIDLOCK_CORPUS does not name a folder of levels");
    }
    folder
}

#[test]
fn every_level_of_the_corpus_is_read() {
    let Some(folder) = corpus() else { return };
    for (name, count) in
        [("six_dev", 265), ("microban1", 155), ("sokevo107", 107), ("boxoban_hard100", 100)]
    {
        let bytes = std::fs::read(folder.join(name).with_extension("xsb")).unwrap();
        let entries = gridlock_solver::sokoban::collection::parse(&bytes).unwrap();
        assert_eq!(entries.len(), count, "{name}");
        assert!(entries.iter().all(|e| e.level.is_ok() && !e.title.is_empty()), "{name}");
    }
}
