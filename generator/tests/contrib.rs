//! The scripts in contrib/ do what they say.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::tempdir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_gridlock-gen");
const TABLES: [&str; 4] = ["--window", "2x3", "--window", "3x3"];

fn contrib(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../contrib").join(name)
}

fn succeed(command: &mut Command) {
    let output = command.env("GRIDLOCK_GEN", PROGRAM).output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Merges the parts under `work` and compares them with one run.
fn compare(work: &Path, parts: usize) {
    let place = tempdir().unwrap();
    let (merged, whole) = (place.path().join("merged"), place.path().join("whole"));
    let parts = (0..parts).map(|k| work.join(format!("part{k}")));
    succeed(Command::new(PROGRAM).arg("merge").args(parts).arg("--data").arg(&merged));
    succeed(Command::new(PROGRAM).arg("generate").args(TABLES).arg("--data").arg(&whole));
    let rows = |data: &Path| {
        let csv = fs::read_to_string(data.join("FINGERPRINTS.csv")).unwrap();
        // Tables of The Last Crusade belong to no plan.
        csv.lines().filter(|row| !row.starts_with("crusade")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(rows(&merged), rows(&whole));
}

#[test]
fn tasks_of_a_slurm_array_make_the_whole() {
    let work = tempdir().unwrap();
    for task in ["0", "1", "2"] {
        let mut command = Command::new(contrib("slurm.sbatch"));
        command.arg(work.path()).args(TABLES);
        command.env("SLURM_ARRAY_TASK_ID", task).env("SLURM_ARRAY_TASK_COUNT", "3");
        succeed(&mut command);
    }
    compare(work.path(), 3);
}

#[test]
fn gnu_parallel_makes_the_whole() {
    let help = Command::new("parallel").arg("--version").output();
    if !help.is_ok_and(|output| output.stdout.starts_with(b"GNU parallel")) {
        eprintln!("skipped: there is no GNU parallel");
        return;
    }
    let place = tempdir().unwrap();
    // A path with a blank must come through.
    let work = place.path().join("a job");
    for _ in 0..2 {
        succeed(Command::new(contrib("parallel.sh")).arg(&work).arg("3").args(TABLES));
    }
    compare(&work, 3);
}

/// The text behind the first `key` of the manifest.
fn field<'a>(manifest: &'a str, key: &str) -> &'a str {
    manifest.split_once(key).unwrap().1.lines().next().unwrap().trim().trim_matches('"')
}

#[test]
fn pods_of_the_kubernetes_job_make_the_whole() {
    let manifest = fs::read_to_string(contrib("kubernetes.yaml")).unwrap();
    let completions = field(&manifest, "\n  completions:");
    let told = manifest.split_once("name: JOB_COMPLETIONS").unwrap().1;
    assert_eq!(field(told, "value:"), completions, "pods must be told how many there are");
    // The script that a pod runs, with another volume and smaller tables.
    let script = manifest.split_once(">-\n").unwrap().1.split_once("env:").unwrap().0;
    let work = tempdir().unwrap();
    let script: Vec<&str> = script.split_whitespace().collect();
    let script = script.join(" ").replace("/jobs", &work.path().display().to_string());
    let script = script.replace("gridlock-gen", PROGRAM).replace("--window 4x4", &TABLES.join(" "));
    for pod in ["0", "1"] {
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(&script);
        succeed(command.env("JOB_COMPLETION_INDEX", pod).env("JOB_COMPLETIONS", "2"));
    }
    compare(work.path(), 2);
}
