//! Disks that are full or read-only: one message, nothing damaged, and the work goes on afterwards.
//!
//! The disks are real ones in memory, mounted where nobody else sees them: root in a namespace of its
//! own may do that, permissions would not stop root. Where the system forbids such namespaces the
//! tests say that they are skipped.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

use tempfile::tempdir;

/// The start of every script: a disk of so many bytes, and what must be written on it by hand.
const PRELUDE: &str = r#"
tables='--window 3x3 --window 3x4 --placement interior --progress never'
disk() { mkdir -p "$1"; mount -t tmpfs -o "size=$2" tmpfs "$1"; }
# refused WORDS COMMAND: it ends with code 3 and one error, a line that has these words.
refused() {
    words=$1; shift; code=0
    "$@" > out 2> err || code=$?
    [ "$code" = 3 ] || { echo "exit code $code: $*"; cat out err; exit 1; }
    # What is finished already may be said before.
    ! grep -v 'units are finished$' err | tail -n +2 | grep . || { echo "not one line: $*"; exit 1; }
    tail -n 1 err | grep -q "^error: .*$words" || { echo "no '$words': $*"; cat err; exit 1; }
}
# Takes all space that is left.
fill() { cat /dev/zero > "$1/ballast" 2> /dev/null || true; }
no_torn_files() { [ -z "$(find "$1" -name '.gridlock-*')" ]; }
"#;

/// Runs a script in a directory and a namespace of its own, with `$gen` and `$root`.
fn script(text: &str) {
    let namespace = ["--user", "--map-root-user", "--mount"];
    let place = tempdir().unwrap();
    let probe = "mount -t tmpfs tmpfs .";
    let mut may = Command::new("unshare");
    may.args(namespace).args(["sh", "-c", probe]).current_dir(place.path());
    if !may.output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: this system lets nobody mount a disk in a namespace");
        return;
    }
    let output = Command::new("unshare")
        .args(namespace)
        .args(["sh", "-euc", &format!("{PRELUDE}{text}")])
        .current_dir(place.path())
        .env("gen", env!("CARGO_BIN_EXE_gridlock-gen"))
        .env("root", Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .output()
        .unwrap();
    let told = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", told(&output.stdout), told(&output.stderr));
}

#[test]
fn a_job_whose_disk_is_full_goes_on_when_there_is_room() {
    script(
        r#"
        "$gen" generate $tables --data whole > out
        disk disk 300k
        refused 'No space left on device.*the same command with --resume goes on' \
            "$gen" generate $tables --work disk/work --data disk/data
        no_torn_files disk
        saved=$(ls disk/work/*.unit | wc -l)
        [ "$saved" -gt 5 ]
        refused 'No space left on device' \
            "$gen" generate $tables --work disk/work --data disk/data --resume
        mount -o remount,size=64m disk
        "$gen" generate $tables --work disk/work --data disk/data --resume > out 2> err
        grep -q 'units are finished' err
        ! grep -q damaged err
        cmp disk/data/FINGERPRINTS.csv whole/FINGERPRINTS.csv
        "#,
    );
}

#[test]
fn tables_on_a_full_disk_stay_what_they_were() {
    script(
        r#"
        "$gen" generate $tables --work work --shard 0/1 > out
        disk data 64m
        "$gen" generate $tables --data data > out
        cp -r data before
        fill data
        refused 'No space left on device' "$gen" generate $tables --data data --overwrite
        refused 'No space left on device' "$gen" merge work --data data --overwrite
        rm data/ballast
        diff -r before data
        "$gen" merge work --data data --overwrite > out
        diff -r before data
        "#,
    );
}

#[test]
fn a_read_only_directory_is_named() {
    script(
        r#"
        "$gen" generate $tables --data whole > out
        disk disk 64m
        "$gen" generate $tables --work disk/work --shard 0/2 > out
        mount -o remount,ro disk
        refused 'disk/work/lock: Read-only' \
            "$gen" generate $tables --work disk/work --shard 0/2 --resume
        refused 'disk/new: Read-only' "$gen" generate $tables --work disk/new --shard 0/2
        refused 'disk/data.*Read-only' "$gen" generate $tables --data disk/data
        # Parts are only read.
        "$gen" generate $tables --work other --shard 1/2 > out
        refused 'disk/data.*Read-only' "$gen" merge disk/work other --data disk/data
        "$gen" merge disk/work other --data merged > out
        cmp merged/FINGERPRINTS.csv whole/FINGERPRINTS.csv
        "#,
    );
}

#[test]
fn what_ships_to_a_full_disk_is_refused() {
    script(
        r#"
        disk disk 1m
        echo 'fn main() {}' > disk/old.rs
        fill disk
        out=$PWD/disk/old.rs
        ship() { (cd "$root" && "$gen" ship maze-on-fire --out "$out"); }
        refused 'disk/old.rs: No space left on device' ship
        [ "$(cat disk/old.rs)" = 'fn main() {}' ]
        no_torn_files disk
        "#,
    );
}

#[test]
fn what_ships_to_a_read_only_disk_is_refused() {
    script(
        r#"
        disk disk 1m
        echo 'fn main() {}' > disk/old.rs
        mount -o remount,ro disk
        ship() { (cd "$root" && "$gen" ship maze-on-fire --out "$1"); }
        refused 'disk/old.rs: Read-only file system' ship "$PWD/disk/old.rs"
        refused 'disk/more.*Read-only file system' ship "$PWD/disk/more/new.rs"
        [ "$(cat disk/old.rs)" = 'fn main() {}' ]
        [ "$(ls -A disk)" = old.rs ]
        "#,
    );
}
