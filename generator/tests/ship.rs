//! Programs put into one file behave as they did.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use gridlock_generator::ship::make::{self, Source};
use gridlock_generator::ship::rustc::Compiler;
use gridlock_generator::ship::workspace::Workspace;
use gridlock_generator::ship::ShipError;
use tempfile::{tempdir, TempDir};

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/awkward")
}

/// The compiler in use, and the system's, which is older, when there is one.
fn compilers() -> Vec<Compiler> {
    let all = ["rustc --edition 2021 -O", "/usr/bin/rustc --edition 2021 -O"];
    let all = all.map(|command| Compiler::new(command).unwrap());
    all.into_iter().filter(|compiler| compiler.version().is_some()).collect()
}

fn shipped(root: &Path) -> Result<Source, ShipError> {
    let workspace = Workspace::around(root)?;
    make::make(&workspace, &workspace.program("awkward")?, &|_| None, &compilers()[0])
}

fn output(program: &Path, input: &str) -> (String, Option<i32>) {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

/// The fixture as cargo builds it.
fn original(directory: &TempDir) -> PathBuf {
    let built = Command::new("cargo")
        .args(["build", "--release", "--quiet", "--offline", "--target-dir"])
        .arg(directory.path())
        .current_dir(fixture())
        .env("RUSTFLAGS", "-Awarnings")
        .status();
    assert!(built.unwrap().success());
    directory.path().join("release/awkward")
}

#[test]
fn awkward_code_behaves_the_same_in_one_file() {
    let directory = tempdir().unwrap();
    let original = original(&directory);
    let Source { readable, small } = shipped(&fixture()).unwrap();
    assert!(small.len() * 4 < readable.len() * 3, "{} {}", small.len(), readable.len());
    let inputs = ["7", "0", "999", "1000", "no number", ""];
    let expected = inputs.map(|input| output(&original, input));
    assert!(expected[0].0.lines().count() > 30 && expected[0].1 == Some(0));
    for text in [readable, small] {
        let source = directory.path().join("main.rs");
        std::fs::write(&source, text).unwrap();
        for compiler in compilers() {
            let program = directory.path().join("shipped");
            make::build(&compiler, &source, &program, false).unwrap();
            assert_eq!(inputs.map(|input| output(&program, input)), expected);
        }
    }
}

#[test]
fn what_is_not_needed_is_gone_and_what_is_seen_keeps_its_name() {
    let Source { readable, small } = shipped(&fixture()).unwrap();
    for gone in
        ["macro_rules", "unused", "missing", "#[doc", "clippy", "cfg(test)", "idle", "never_"]
    {
        assert!(!readable.contains(gone), "{gone} is still there");
    }
    assert!(readable.contains("cfg(unix)") && readable.contains("cfg(not(unix))"));
    for kept in ["FirstVariant", "field_one", "Green", "depth", "swap_bytes", "count", "Less"] {
        assert!(small.contains(kept), "{kept} got another name");
    }
    for renamed in ["alpha", "beta", "Wrapper", "transposed", "wanted", "'rows", "twice", "WIDTH"] {
        assert!(!small.contains(renamed), "{renamed} kept its name");
    }
}

#[test]
fn the_same_from_a_copy_elsewhere() {
    let copy = tempdir().unwrap();
    let copied = Command::new("cp").arg("-r").arg(fixture()).arg(copy.path()).status().unwrap();
    assert!(copied.success());
    assert_eq!(shipped(&fixture()).unwrap(), shipped(&copy.path().join("awkward")).unwrap());
}

#[test]
fn what_cannot_be_shipped_is_named() {
    let copy = tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = copy.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write(
        "Cargo.toml",
        "[package]\nname = \"awkward\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n",
    );
    for (text, problem) in [
        ("fn main() {", "main.rs:1:"),
        ("macro_rules! m { () => {} }\nfn main() { m!() }", "the macro m! is used"),
        ("mod gone;\nfn main() {}", "gone.rs"),
        ("fn main() { missing(); }", "cannot find function"),
        ("static X: [u8; 1] = include!(\"none.in\");\nfn main() {}", "cannot include none.in"),
        ("fn f(#[cfg(test)] _: u8) {}\nfn main() { f() }", "unusual place"),
        ("use serde::Serialize;\nfn main() { let _: Option<Serialize> = None; }", "serde"),
    ] {
        write("src/main.rs", text);
        let error = shipped(copy.path()).unwrap_err().to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
    write("src/main.rs", "fn main() {}");
    let workspace = Workspace::around(copy.path()).unwrap();
    let error = workspace.program("other").unwrap_err().to_string();
    assert_eq!(error, "there is no program other; there are awkward");
}
