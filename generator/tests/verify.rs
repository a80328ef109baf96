//! `gridlock-gen verify --deep` on good tables and on forged ones.

mod common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use gridlock_patterns::file;
use gridlock_patterns::fingerprints::{self, Fingerprint};
use gridlock_patterns::sokoban::game::Region;
use gridlock_patterns::sokoban::pattern::Pattern;
use gridlock_patterns::sokoban::window::Site;
use tempfile::{tempdir, TempDir};

use common::{gen, run};

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The tables of 2x2 and 3x3 windows.
fn tables() -> TempDir {
    let data = tempdir().unwrap();
    assert!(run("generate --window 2x2 --window 3x3", data.path()).status.success());
    data
}

/// Adds a pattern to a table; header, checksums and fingerprint fit.
fn forge(data: &Path, site: &str, pattern: Pattern) {
    let site: Site = site.parse().unwrap();
    let mut table = file::read(data, site).unwrap();
    table.patterns.push(pattern);
    table.patterns.sort_unstable();
    table.counts.patterns = table.patterns.len() as u64;
    table.counts.frames = table.frames().len() as u64;
    let bytes = file::encode(&table.pack(), "forged").unwrap();
    file::replace(&file::table_path(data, site), &bytes).unwrap();
    let mut rows = fingerprints::read(data).unwrap();
    let row = rows.iter_mut().find(|row| row.name == file::table_name(site)).unwrap();
    *row = Fingerprint::new(&table.pack(), bytes.len() as u64);
    fingerprints::write(data, &rows).unwrap();
}

const OUTSIDE: Region = Region::Outside;

#[test]
fn good_tables_are_proved_completely() {
    let data = tables();
    let output = run("verify --deep --sample 20", data.path());
    assert!(output.status.success(), "{}", stdout(&output));
    let lines = stdout(&output);
    assert_eq!(lines.lines().count(), 6);
    assert!(lines.contains("3x3-edge: checksum right, all 672 patterns dead and minimal"));
    let one = run("verify --deep --window 3x3 --placement corner --threads 1", data.path());
    assert!(stdout(&one).contains("all 693 patterns"), "{}", stdout(&one));
    assert_eq!(stdout(&one).lines().count(), 1);
    let none = run("verify --deep --window 4x4", data.path());
    assert_eq!(none.status.code(), Some(3));
}

#[test]
fn a_pattern_that_is_not_dead_is_found_and_drawn() {
    let data = tables();
    let alone = Pattern { walls: 0, boxes: 1, region: OUTSIDE, no_goals: 1 };
    forge(data.path(), "3x3-interior", alone);
    // All checksums fit, and a sample may miss it.
    assert!(run("verify --sample 0", data.path()).status.success());
    let output = run("verify --deep --sample 0", data.path());
    assert_eq!(output.status.code(), Some(1));
    let wrong = "sokoban-3x3-interior: WRONG, 1 times\nsokoban-3x3-interior: not dead\n\
                 3x3-interior, player outside\n    $x. . \n    . . . \n    . . . \n";
    assert!(stdout(&output).contains(wrong), "{}", stdout(&output));
    assert!(stdout(&output).contains("3x3-corner: checksum right, all 693"), "{}", stdout(&output));
}

#[test]
fn a_pattern_that_is_not_minimal_is_found_with_what_is_idle() {
    let idle = |boxes, walls, no_goals| Pattern { walls, boxes, region: OUTSIDE, no_goals };
    for (pattern, fault) in [
        (idle(0b0001, 0, 0b0011), "goal condition in row 1, column 2"),
        (idle(0b1001, 0, 0b0001), "box in row 2, column 2"),
        (idle(0b0001, 0b1000, 0b0001), "wall in row 2, column 2"),
    ] {
        let data = tables();
        forge(data.path(), "2x2-corner", pattern);
        let output = run("verify --deep --sample 0", data.path());
        assert_eq!(output.status.code(), Some(1), "{fault}");
        let wrong = format!("sokoban-2x2-corner: not minimal: dead without the {fault}\n");
        assert!(stdout(&output).contains(&wrong), "{}", stdout(&output));
    }
}

#[cfg(unix)]
#[test]
fn it_can_be_stopped() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
    let arguments = "verify --deep --window 4x4 --placement edge --progress always";
    let mut command = gen(arguments, &data);
    let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    assert!(first.contains("checks/s"), "{first}");
    let kill = ["-s", "INT", &child.id().to_string()];
    assert!(Command::new("kill").args(kill).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(lines.last().unwrap().unwrap().contains("only the tables listed above were checked"));
}
