//! Jobs in a directory: stopped, killed, damaged, spread over several, and brought together.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use gridlock_generator::work::plan::Plan;
use tempfile::{tempdir, TempDir};

/// A job of several hundred units that takes a moment.
const TABLES: &str = "--window 3x3 --window 3x4 --placement interior";

fn gen(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridlock-gen"));
    command.args(arguments.split_whitespace());
    command
}

fn run(arguments: &str) -> Output {
    gen(arguments).output().unwrap()
}

fn succeed(arguments: &str) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments}: {}", stderr(&output));
    stderr(&output)
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A temporary directory with room for `work` and `data`.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn show(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn generate(&self, more: &str) -> String {
        let (work, data) = (self.show("work"), self.show("data"));
        format!("generate {TABLES} --data {data} --work {work} {more}")
    }

    fn fingerprints(&self, data: &str) -> String {
        fs::read_to_string(self.path(data).join("FINGERPRINTS.csv")).unwrap()
    }
}

/// The fingerprints of one run without a stop and without a directory.
fn expected() -> String {
    let place = Place::new();
    succeed(&format!("generate {TABLES} --data {}", place.show("data")));
    place.fingerprints("data")
}

fn units(work: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(work).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut units: Vec<_> =
        entries.filter(|p| p.extension().is_some_and(|e| e == "unit")).collect();
    units.sort();
    units
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn killed_at_any_moment_it_goes_on_where_it_was() {
    let expected = expected();
    let mut killed = 0;
    let mut delay = 7u64;
    let left_over = |directory: &Path| {
        let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().starts_with('.')).count()
    };
    while killed < 50 {
        let place = Place::new();
        let work = place.path("work");
        let mut saved = Vec::new();
        loop {
            // Spread over the time that the job takes.
            delay = (delay * 37 + 11) % 101;
            let threads = [1, 2, 8][killed % 3];
            let mut command = gen(&place
                .generate(&format!("--resume --overwrite --threads {threads} --progress never")));
            let child = command.stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
            sleep(Duration::from_millis(delay));
            kill(child);
            killed += 1;
            let now = units(&work);
            assert!(saved.iter().all(|unit| now.contains(unit)), "a unit is lost");
            saved = now;
            if killed % 5 == 0 {
                break;
            }
        }
        let told = succeed(&place.generate("--resume --overwrite"));
        assert!(!told.contains("damaged"), "{told}");
        assert_eq!(place.fingerprints("data"), expected);
        for directory in [work, place.path("data")] {
            assert_eq!(left_over(&directory), 0, "unfinished files are swept away");
        }
    }
}

/// What is on disk when a kill comes between two units: the plan, the lock file, the units so far,
/// and of the next one perhaps a part under a temporary name.
#[test]
fn it_goes_on_from_every_unit_boundary() {
    let place = Place::new();
    let tables = "--window 2x2 --placement edge --window 2x3";
    let (work, data) = (place.show("work"), place.show("data"));
    let generate = format!("generate {tables} --work {work} --data {data} --resume --overwrite");
    succeed(&generate);
    let expected = place.fingerprints("data");
    let all = units(&place.path("work"));
    assert!(all.len() > 5);
    for (done, threads) in (0..all.len()).zip([1, 2, 8].into_iter().cycle()) {
        let torn = fs::read(&all[done]).unwrap();
        fs::write(place.path("work").join(".gridlock-torn"), &torn[..torn.len() / 2]).unwrap();
        all[done..].iter().for_each(|unit| fs::remove_file(unit).unwrap());
        let told = succeed(&format!("{generate} --threads {threads}"));
        assert!(!place.path("work").join(".gridlock-torn").exists());
        let finished = format!("{done} of {} units are finished", all.len());
        assert!(done == 0 || told.contains(&finished), "{told}");
        assert_eq!(units(&place.path("work")), all);
        assert_eq!(place.fingerprints("data"), expected);
    }
}

#[test]
fn stopped_by_a_signal_it_says_how_to_go_on() {
    let place = Place::new();
    let mut command = gen(&format!(
        "generate --window 4x4 --placement edge --data {} --work {}",
        place.show("data"),
        place.show("work")
    ));
    let child = command.stderr(Stdio::piped()).spawn().unwrap();
    sleep(Duration::from_millis(300));
    let locked = run(&place.generate("--resume"));
    assert_eq!(locked.status.code(), Some(3));
    let holder = format!("another run works here: process {} on", child.id());
    assert!(stderr(&locked).contains(&holder), "{}", stderr(&locked));
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(stderr(&output).contains("--resume goes on"), "{}", stderr(&output));
    assert!(!place.path("data").join("FINGERPRINTS.csv").exists());
}

#[test]
fn a_job_is_not_taken_for_another() {
    let place = Place::new();
    succeed(&place.generate("--shard 0/2"));
    let occupied = run(&place.generate("--shard 1/2"));
    assert!(stderr(&occupied).contains("add --resume"), "{}", stderr(&occupied));
    let other = place.generate("--resume").replace("--window 3x3", "--window 2x2");
    assert!(stderr(&run(&other)).contains("is for other tables"), "{}", stderr(&run(&other)));
    let plan = place.path("work").join("plan.json");
    let text = fs::read_to_string(&plan).unwrap();
    fs::write(&plan, text.replace("\"format\": 1", "\"format\": 2")).unwrap();
    let newer = run(&place.generate("--resume"));
    assert!(stderr(&newer).contains("format 2 is newer"), "{}", stderr(&newer));
    fs::write(&plan, text.replacen("\"to\": 1", "\"to\": 2", 1)).unwrap();
    let forged = run(&place.generate("--resume"));
    assert!(stderr(&forged).contains("plan.json: damaged"), "{}", stderr(&forged));
    // Every plan that is cut short is noticed, and without it nothing is lost.
    let done = units(&place.path("work")).len();
    for end in [0, 1, text.len() / 2, text.len() - 3] {
        fs::write(&plan, &text[..end]).unwrap();
        let cut = stderr(&run(&place.generate("--resume")));
        assert!(cut.contains("plan.json: damaged; restore it, or remove it"), "{cut}");
    }
    fs::remove_file(&plan).unwrap();
    let told = succeed(&place.generate("--shard 0/2"));
    assert!(told.contains(&format!("{done} of {done} units are finished")), "{told}");
    assert_eq!(fs::read_to_string(&plan).unwrap(), text);
}

#[test]
fn damaged_units_are_put_aside_and_done_again() {
    let place = Place::new();
    succeed(&place.generate(""));
    let units = units(&place.path("work"));
    let mut bytes = fs::read(&units[3]).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&units[3], &bytes).unwrap();
    fs::write(&units[5], "").unwrap();
    fs::copy(&units[8], &units[9]).unwrap();
    let told = succeed(&place.generate("--resume --overwrite"));
    assert_eq!(told.matches(": damaged; it is done again").count(), 3, "{told}");
    assert_eq!(fs::read(units[3].with_extension("bad")).unwrap(), bytes);
    assert_eq!(place.fingerprints("data"), expected());
}

#[test]
fn parts_make_the_whole() {
    let expected = expected();
    for count in [1, 3, 7] {
        let place = Place::new();
        let part = |k: usize| place.show(&format!("part{k}"));
        for k in 0..count {
            // The last one is told by its variables.
            let shard = if k + 1 == count {
                "--shard-from slurm".into()
            } else {
                format!("--shard {k}/{count}")
            };
            let threads = [1, 2, 8][k % 3];
            let mut command = gen(&format!(
                "generate {TABLES} --work {} {shard} --threads {threads} --resume",
                part(k)
            ));
            command.env("SLURM_ARRAY_TASK_ID", k.to_string());
            command.env("SLURM_ARRAY_TASK_COUNT", count.to_string());
            // Each part is killed once before it is complete.
            let child = command.stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
            sleep(Duration::from_millis(10 + 60 / count as u64));
            kill(child);
            assert!(command.output().unwrap().status.success());
        }
        let parts: Vec<String> = (0..count).map(part).collect();
        let data = place.show("data");
        if count > 1 {
            let gap = run(&format!("merge {} --data {data}", parts[1..].join(" ")));
            assert_eq!(gap.status.code(), Some(3));
            assert!(stderr(&gap).contains("units are missing, the first is"), "{}", stderr(&gap));
            let unit = &units(Path::new(&parts[0]))[0];
            let copy = Path::new(&parts[1]).join(unit.file_name().unwrap());
            fs::copy(unit, &copy).unwrap();
            let overlap = run(&format!("merge {} --data {data}", parts.join(" ")));
            assert!(stderr(&overlap).contains("is both in"), "{}", stderr(&overlap));
            fs::remove_file(copy).unwrap();
        }
        succeed(&format!("merge {} --data {data}", parts.join(" ")));
        assert_eq!(place.fingerprints("data"), expected);
        let there = run(&format!("merge {} --data {data}", parts.join(" ")));
        assert!(stderr(&there).contains("add --overwrite"), "{}", stderr(&there));
    }
}

/// A plan that leaves something out, and says so nowhere else.
#[test]
fn a_plan_for_a_part_of_a_table_is_refused() {
    let place = Place::new();
    let tables = "--window 2x2 --placement interior";
    let work = place.show("work");
    succeed(&format!("generate {tables} --work {work} --shard 0/1"));
    let path = place.path("work").join("plan.json");
    let mut plan: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    plan["units"].as_array_mut().unwrap().pop();
    let mut plan: Plan = serde_json::from_value(plan).unwrap();
    plan.hash = plan.own_hash();
    fs::write(&path, serde_json::to_string(&plan).unwrap()).unwrap();
    for unit in units(&place.path("work")) {
        fs::remove_file(unit).unwrap();
    }
    let refused = run(&format!("generate {tables} --work {work} --shard 0/1 --resume"));
    assert_eq!(refused.status.code(), Some(3));
    let told = stderr(&refused);
    assert!(told.contains("plan.json: its units are not all of 2x2-interior"), "{told}");
}

#[test]
fn other_plans_are_not_merged() {
    let place = Place::new();
    succeed(&format!("generate --window 2x2 --work {} --shard 0/1", place.show("one")));
    succeed(&format!("generate --window 2x3 --work {} --shard 0/1", place.show("two")));
    let merge =
        format!("merge {} {} --data {}", place.show("one"), place.show("two"), place.show("data"));
    let refused = run(&merge);
    assert!(stderr(&refused).contains("has another plan than"), "{}", stderr(&refused));
    let empty = run(&format!("merge {}", place.show("three")));
    assert!(stderr(&empty).contains("holds no job"), "{}", stderr(&empty));
}

#[test]
fn what_cannot_work_is_said_at_once() {
    let place = Place::new();
    fs::write(place.path("work"), "a file").unwrap();
    let blocked = run(&place.generate(""));
    assert_eq!(blocked.status.code(), Some(3));
    assert!(stderr(&blocked).contains(&place.show("work")), "{}", stderr(&blocked));
    let little = run("generate --window 2x2 --memory-limit 20");
    assert!(stderr(&little).contains("one thread needs 30 MB"), "{}", stderr(&little));
    let whole = run("generate --window 2x2 --memory-limit 100");
    assert!(stderr(&whole).contains("table together takes 120 MB"), "{}", stderr(&whole));
    let large = run("generate --window 4x5 --memory-limit 1000");
    assert!(stderr(&large).contains("more than 16 cells need --work"), "{}", stderr(&large));
    let part = format!("--memory-limit 100 --shard 0/2 --work {}", place.show("part"));
    succeed(&format!("generate --window 2x2 {part}"));
    let alone =
        gen("generate --window 2x2 --work nowhere --shard-from kubernetes").output().unwrap();
    assert!(stderr(&alone).contains("JOB_COMPLETION_INDEX is not set"), "{}", stderr(&alone));
    assert_eq!(run("generate --resume").status.code(), Some(2));
    assert_eq!(run("generate --work x --shard 3/3").status.code(), Some(2));
}

/// Where nothing is lost by leaving, the first signal is enough.
#[test]
fn a_signal_ends_a_merge_at_once() {
    let place = Place::new();
    let (work, data) = (place.show("work"), place.show("data"));
    succeed(&format!("generate --window 3x5 --placement edge --work {work} --shard 0/1"));
    let merge = format!("merge {work} --data {data}");
    // The directory of the tables is made when the program listens to signals and begins.
    let mut child = gen(&merge).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    while !place.path("data").exists() {
        sleep(Duration::from_millis(1));
    }
    sleep(Duration::from_millis(20));
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let code = child.wait().unwrap().code();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!(code, Some(130), "{told}");
    assert!(told.contains("--overwrite makes all again"), "{told}");
    assert!(!place.path("data").join("FINGERPRINTS.csv").exists());
    succeed(&merge);
    assert!(place.fingerprints("data").contains("sokoban-3x5-edge"));
}

/// Starts a job, sends signals from `delay` after its plan is there until it ends; what it said.
fn interrupted_again_and_again(delay: Duration) -> String {
    let place = Place::new();
    // The first wall class alone keeps one thread busy for most of a second.
    let mut command = gen(&format!(
        "generate --window 4x4 --placement corner --threads 1 --data {} --work {}",
        place.show("data"),
        place.show("work")
    ));
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    while !place.path("work").join("plan.json").exists() {
        sleep(Duration::from_millis(5));
    }
    sleep(delay);
    // Signals that come while one is pending are one, so there may have to be more than two.
    while child.try_wait().unwrap().is_none() {
        Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().unwrap();
        sleep(Duration::from_millis(30));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    stderr(&output)
}

#[test]
fn a_second_signal_leaves_at_once() {
    // Between two wall classes the first signal is enough, and it says how to go on. In the middle
    // of one the second comes before that: then there is no time for a word.
    let mut delays = (1..=20).map(|k| Duration::from_millis(50 * k));
    assert!(delays.any(|delay| interrupted_again_and_again(delay).is_empty()));
}

#[test]
fn what_is_left_is_measured_from_where_it_goes_on() {
    let place = Place::new();
    let generate = format!(
        "generate --window 3x4 --placement corner --shard 0/1 --work {} --threads 1 --resume",
        place.show("work")
    );
    succeed(&generate);
    let all = units(&place.path("work"));
    all[all.len() / 2..].iter().for_each(|unit| fs::remove_file(unit).unwrap());
    let told = succeed(&format!("{generate} --progress always"));
    // More than half of all was there before this run, which starts at nothing nevertheless.
    let line = told.lines().find(|line| line.contains("boards/s")).unwrap();
    let percent = line.split_once(" so far: ").unwrap().1.split_once(" %").unwrap().0;
    let percent: f64 = percent.parse().unwrap();
    assert!(percent < 20.0, "{told}");
    assert!(line.contains(" left"), "{line}");
}

#[test]
fn without_a_terminal_a_line_comes_every_few_seconds() {
    let place = Place::new();
    let mut command = gen(&format!(
        "generate --window 4x4 --placement corner --threads 1 --data {} --work {}",
        place.show("data"),
        place.show("work")
    ));
    let start = Instant::now();
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let first = BufReader::new(child.stderr.take().unwrap()).lines().next().unwrap().unwrap();
    let elapsed = start.elapsed().as_secs();
    kill(child);
    assert!(first.contains("patterns so far: ") && first.contains(" left"), "{first}");
    assert!((5..30).contains(&elapsed), "{elapsed}");
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/jobs").join(name)
}

/// A directory as version 0.1.0 left it, for the table of 2x2 interior windows.
#[test]
fn the_first_format_is_still_read() {
    let place = Place::new();
    let old = fixture("format-1").display().to_string();
    succeed(&format!("merge {old} --data {}", place.show("merged")));
    succeed(&format!("generate --window 2x2 --placement interior --data {}", place.show("data")));
    assert_eq!(place.fingerprints("merged"), place.fingerprints("data"));
}

/// A job that was cut into units of other sizes, with some of them done.
#[test]
fn a_job_goes_on_by_the_plan_that_it_began_with() {
    let place = Place::new();
    let work = place.path("work");
    fs::create_dir(&work).unwrap();
    for entry in fs::read_dir(fixture("other-cut")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, work.join(path.file_name().unwrap())).unwrap();
    }
    let begun = units(&work);
    let plan = fs::read(work.join("plan.json")).unwrap();
    let tables = "--window 2x3 --placement interior";
    let data = place.show("data");
    let told =
        succeed(&format!("generate {tables} --work {} --data {data} --resume", place.show("work")));
    assert!(told.contains(&format!("{} of 19 units are finished", begun.len())), "{told}");
    assert_eq!(fs::read(work.join("plan.json")).unwrap(), plan);
    assert!(begun.len() > 2 && units(&work).len() == 19);
    succeed(&format!("generate {tables} --data {}", place.show("expected")));
    assert_eq!(place.fingerprints("data"), place.fingerprints("expected"));
    // Today it would be cut in another way.
    succeed(&format!("generate {tables} --work {} --shard 0/1", place.show("new")));
    assert_ne!(fs::read(place.path("new").join("plan.json")).unwrap(), plan);
}

#[test]
fn what_other_versions_began_is_refused_with_advice() {
    let merge = |name: &str| {
        let place = Place::new();
        let refused =
            run(&format!("merge {} --data {}", fixture(name).display(), place.show("data")));
        assert_eq!(refused.status.code(), Some(3), "{name}");
        assert!(!place.path("data").join("FINGERPRINTS.csv").exists());
        stderr(&refused)
    };
    for (name, advice) in [
        ("older-plan", "plan.json: format 0 is no longer read; finish this job with the version"),
        ("newer-plan", "plan.json: format 2 is newer than this program reads; update Gridlock"),
        ("older-unit", ".unit: format 0 is no longer read; finish this job with the version"),
        ("newer-unit", ".unit: format 2 is newer than this program reads; update Gridlock"),
    ] {
        let told = merge(name);
        assert!(told.contains(advice) && told.lines().count() == 1, "{name}: {told}");
    }
    // A plan of this format by another version may cut the work in other ways.
    let place = Place::new();
    fs::create_dir(place.path("work")).unwrap();
    let plan = fs::read(fixture("other-version/plan.json")).unwrap();
    fs::write(place.path("work").join("plan.json"), plan).unwrap();
    let other = run(&format!(
        "generate --window 2x2 --placement interior --work {} --resume",
        place.show("work")
    ));
    assert_eq!(other.status.code(), Some(3));
    assert!(stderr(&other).contains("for other tables or another version"), "{}", stderr(&other));
}
