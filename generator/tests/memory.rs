//! The most memory that jobs take, against the limit they are given.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::tempdir;

/// Runs the program, and returns the most megabytes that it held at any time.
fn peak(arguments: &[&str], directory: &Path) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridlock-gen"));
    command.args(arguments).current_dir(directory).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let exit = loop {
        // The kernel keeps the highest figure, so only the last moments are missed.
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak = line.and_then(|kb| kb.split_whitespace().next()?.parse().ok()).unwrap_or(peak);
        match child.try_wait().unwrap() {
            Some(exit) => break exit,
            None => sleep(Duration::from_millis(2)),
        }
    };
    assert!(exit.success(), "{arguments:?}");
    peak / 1024
}

#[test]
fn jobs_stay_below_their_limit() {
    let place = tempdir().unwrap();
    let tables = ["--window", "4x4", "--placement", "interior", "--progress", "never"];
    let run = |arguments: &[&str]| peak(&[arguments, &tables].concat(), place.path());
    let part = run(&[
        "generate",
        "--work",
        "one",
        "--shard",
        "0/1",
        "--memory-limit",
        "40",
        "--threads",
        "2",
    ]);
    assert!((3..40).contains(&part), "{part} MB for the units");
    let merge = ["merge", "one", "--data", "merged", "--memory-limit", "125"];
    let merged = peak(&merge, place.path());
    assert!((50..125).contains(&merged), "{merged} MB for the table");
    let whole = run(&["generate", "--work", "two", "--data", "whole", "--memory-limit", "125"]);
    assert!((50..125).contains(&whole), "{whole} MB for both");
    println!("units {part} MB, table {merged} MB, both {whole} MB");
}

#[test]
fn a_table_beyond_the_limit_is_not_put_together() {
    let place = tempdir().unwrap();
    let run = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridlock-gen"));
        command.args(arguments.split(' ')).current_dir(place.path()).output().unwrap()
    };
    assert!(run("generate --window 3x4 --placement edge --work job --shard 0/1").status.success());
    let refused = run("merge job --data data --memory-limit 120");
    assert_eq!(refused.status.code(), Some(3));
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("to put 3x4-edge together takes 121 MB"), "{told}");
    assert!(!place.path().join("data/FINGERPRINTS.csv").exists());
    assert!(run("merge job --data data --memory-limit 121").status.success());
}
