//! The real program, run as a user runs it.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::{tempdir, TempDir};

use common::{gen, run};

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn small_tables() -> TempDir {
    let data = tempdir().unwrap();
    let made = run("generate --window 2x2 --window 2x3", data.path());
    assert!(made.status.success(), "{}", stderr(&made));
    data
}

fn fingerprints(data: &Path) -> String {
    fs::read_to_string(data.join("FINGERPRINTS.csv")).unwrap()
}

#[test]
fn any_number_of_threads_makes_the_same_tables() {
    let made = [1, 2, 8].map(|threads| {
        let data = tempdir().unwrap();
        let made =
            run(&format!("generate --window 3x3 --window 3x4 --threads {threads}"), data.path());
        assert!(made.status.success(), "{}", stderr(&made));
        fingerprints(data.path())
    });
    assert_eq!(made[0].lines().count(), 1 + 6);
    assert_eq!(made[0], made[1]);
    assert_eq!(made[0], made[2]);
}

#[test]
fn programs_that_run_at_once_put_all_their_tables_into_the_list() {
    let data = tempdir().unwrap();
    let tables = ["2x2", "2x3", "2x4", "3x3"].map(|window| {
        ["interior", "edge", "corner"].map(|placement| {
            let arguments = format!("generate --window {window} --placement {placement}");
            gen(&arguments, data.path()).stdout(Stdio::null()).spawn().unwrap()
        })
    });
    for mut child in tables.into_iter().flatten() {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(fingerprints(data.path()).lines().count(), 1 + 12);
    assert!(run("stats", data.path()).status.success());
}

#[test]
fn tables_are_replaced_only_on_request() {
    let data = small_tables();
    let before = fingerprints(data.path());
    let refused = run("generate --window 2x2", data.path());
    assert_eq!(refused.status.code(), Some(3));
    assert!(stderr(&refused).contains("--overwrite"), "{}", stderr(&refused));
    assert!(run("generate --window 2x2 --overwrite", data.path()).status.success());
    assert_eq!(before, fingerprints(data.path()));
}

#[test]
fn a_window_is_asked_for_by_either_transpose() {
    let data = tempdir().unwrap();
    assert!(run("generate --window 3x2", data.path()).status.success());
    let made = fingerprints(data.path());
    let names: Vec<&str> = made.lines().skip(1).map(|row| row.split('@').next().unwrap()).collect();
    assert_eq!(names, ["sokoban-2x3-interior", "sokoban-2x3-corner", "sokoban-3x2-edge"]);
}

#[test]
fn check_finds_a_changed_fingerprint() {
    let data = small_tables();
    assert!(run("generate --check --window 2x2 --window 2x3", data.path()).status.success());
    let path = data.path().join("FINGERPRINTS.csv");
    fs::write(&path, fingerprints(data.path()).replace(",29,7,5,4,", ",29,7,6,4,")).unwrap();
    let output = run("generate --check --window 2x2", data.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("sokoban-2x2-interior: differs"));
    let missing = run("generate --check --window 3x3", data.path());
    assert_eq!(missing.status.code(), Some(1));
}

#[test]
fn damaged_data_is_named_and_refused() {
    for command in ["stats", "stats --json", "show", "verify"] {
        let data = small_tables();
        let path = data.path().join("sokoban-2x3-edge.bin.zst");
        let mut bytes = fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&path, bytes).unwrap();
        let output = run(command, data.path());
        assert_eq!(output.status.code(), Some(3), "{command}");
        assert_eq!(stderr(&output).lines().count(), 1, "{command}");
        assert!(stderr(&output).contains("sokoban-2x3-edge.bin.zst"), "{command}");
    }
    let nowhere = run("stats", Path::new("/nonexistent"));
    assert_eq!(nowhere.status.code(), Some(3));
    assert!(stderr(&nowhere).contains("/nonexistent/FINGERPRINTS.csv"));
}

#[test]
fn statistics_are_one_json_object() {
    let data = small_tables();
    let output = run("stats --json", data.path());
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let tables = report["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 6);
    let edge = tables.iter().find(|t| t["window"] == "2x2" && t["placement"] == "edge").unwrap();
    for (key, count) in
        [("wall_classes", 10), ("states", 43), ("stuck", 19), ("patterns", 9), ("frames", 8)]
    {
        assert_eq!(edge[key], count, "{key}");
    }
}

#[test]
fn patterns_are_shown_in_all_formats() {
    let data = small_tables();
    let all = "--limit 1000 --placement interior --window 2x2";
    let text = run(&format!("show {all}"), data.path());
    assert_eq!(String::from_utf8_lossy(&text.stdout).matches("2x2-interior").count(), 5);
    let json = run(&format!("show {all} --format json"), data.path());
    let lines: Vec<serde_json::Value> = String::from_utf8_lossy(&json.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 5);
    assert!(lines.iter().all(|line| line["player"] == "outside"));
    let xsb = run(&format!("show {all} --format xsb"), data.path());
    assert_eq!(String::from_utf8_lossy(&xsb.stdout).matches("; 2x2-interior").count(), 5);
    let first = run("show --limit 3 --seed 9", data.path()).stdout;
    assert_eq!(first, run("show --limit 3 --seed 9", data.path()).stdout);
    assert_ne!(first, run("show --limit 3 --seed 10", data.path()).stdout);
}

#[test]
fn levels_of_narrow_boards_have_a_goal_for_each_box() {
    let data = tempfile::tempdir().unwrap();
    let narrow = "--placement corridor --placement alcove --window 2x3 --window 3x2";
    assert!(run(&format!("generate {narrow}"), data.path()).status.success());
    let levels = run("show --limit 1000 --format xsb", data.path()).stdout;
    let levels = String::from_utf8_lossy(&levels);
    let count = |level: &str, marks: &str| level.chars().filter(|&c| marks.contains(c)).count();
    let mut seen = 0;
    for level in levels.split("; ").skip(1) {
        assert_eq!(count(level, "$*"), count(level, "+.*"), "{level}");
        assert_eq!(count(level, "@+"), 1, "{level}");
        seen += 1;
    }
    assert_eq!(seen, 29 + 13 + 35 + 64);
}

#[test]
fn crusade_tables_are_made_beside_others() {
    let data = small_tables();
    let sokoban = fingerprints(data.path());
    let made = run("generate --kind crusade", data.path());
    assert!(made.status.success(), "{}", stderr(&made));
    let both = fingerprints(data.path());
    assert!(both.starts_with(&sokoban));
    assert_eq!(both.lines().count(), sokoban.lines().count() + 2);
    let real = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
    let row = |csv: &str| csv.lines().filter(|r| r.starts_with("crusade")).count();
    assert_eq!(row(&fingerprints(&real)), 2);
    assert!(run("generate --kind crusade --check", data.path()).status.success());
    assert!(run("generate --kind crusade --check", &real).status.success());
    assert!(run("generate --window 2x2 --overwrite", data.path()).status.success());
    assert_eq!(fingerprints(data.path()), both);
    assert!(run("stats", data.path()).status.success());
    fs::write(data.path().join("FINGERPRINTS.csv"), both.replace(",165,", ",164,")).unwrap();
    let differs = run("generate --kind crusade --check", data.path());
    assert_eq!(differs.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&differs.stdout).contains("crusade-steering: differs"));
}

#[test]
fn verify_passes_on_good_tables() {
    let data = small_tables();
    let output = run("verify --sample 200", data.path());
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 6);
}

#[cfg(unix)]
#[test]
fn signals_stop_it_cleanly() {
    for signal in ["INT", "TERM"] {
        let data = tempdir().unwrap();
        let mut child = gen("generate --window 4x4 --threads 1", data.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(400));
        let kill = ["-s", signal, &child.id().to_string()];
        assert!(Command::new("kill").args(kill).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        // What is there is complete.
        for entry in fs::read_dir(data.path()).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(name.starts_with("sokoban-") || name == "FINGERPRINTS.csv", "{name}");
        }
        if data.path().join("FINGERPRINTS.csv").exists() {
            assert!(run("stats", data.path()).status.success());
        }
    }
}

#[test]
fn a_directory_that_cannot_be_written_is_named() {
    let data = tempdir().unwrap();
    let file = data.path().join("file");
    fs::write(&file, "").unwrap();
    let output = run("generate --window 2x2", &file);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("file"), "{}", stderr(&output));
}

#[test]
fn what_does_not_fit_is_refused_before_it_is_written() {
    let out = tempdir().unwrap();
    let file = out.path().join("shipped.rs");
    let ship = |arguments: &str| {
        Command::new(env!("CARGO_BIN_EXE_gridlock-gen"))
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
            .arg("ship")
            .args(arguments.split_whitespace())
            .arg("--out")
            .arg(&file)
            .output()
            .unwrap()
    };
    for (arguments, problem) in [
        ("nothing", "nothing is no target; there are timus1589"),
        ("maze-on-fire --limit 1000", "the code alone takes"),
        ("maze-on-fire --tables 9x9-edge", "no table"),
        ("maze-on-fire --rustc missing-compiler", "cannot run missing-compiler"),
        ("maze-on-fire --golden data", "data/maze-on-fire"),
    ] {
        let output = ship(arguments);
        assert!(!output.status.success());
        assert!(stderr(&output).contains(problem), "{arguments}: {}", stderr(&output));
        assert!(!file.exists(), "{arguments}");
    }
}
