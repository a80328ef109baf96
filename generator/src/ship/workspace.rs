//! The packages around: where their programs and libraries are, as cargo tells it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::ShipError;

/// A cargo workspace.
#[derive(Debug, Deserialize)]
pub struct Workspace {
    packages: Vec<Package>,
    /// Where cargo builds.
    pub target_directory: PathBuf,
    /// The directory of the workspace.
    pub workspace_root: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Package {
    name: String,
    features: std::collections::BTreeMap<String, Vec<String>>,
    targets: Vec<Target>,
}

#[derive(Debug, Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
    src_path: PathBuf,
}

/// A crate: its root file and the features it is built with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crate {
    /// The name of its package.
    pub package: String,
    /// The name by which code refers to it.
    pub name: String,
    /// Its root file.
    pub root: PathBuf,
    /// Features that are on.
    pub features: BTreeSet<String>,
    /// Whether it is an example and not a program.
    pub example: bool,
}

impl Workspace {
    /// The workspace around a directory.
    ///
    /// # Errors
    ///
    /// When cargo cannot be run or finds no workspace.
    pub fn around(directory: &Path) -> Result<Workspace, ShipError> {
        let output = Command::new("cargo")
            .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
            .current_dir(directory)
            .output()
            .map_err(ShipError::io("cargo"))?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            return Err(ShipError::Cargo(format!("cargo metadata: {}", message.trim())));
        }
        serde_json::from_slice(&output.stdout)
            .map_err(|error| ShipError::Cargo(format!("cargo metadata: {error}")))
    }

    /// The program or example of this name.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn program(&self, name: &str) -> Result<Crate, ShipError> {
        let found = ["bin", "example"]
            .iter()
            .find_map(|&kind| self.crates(kind).find(|program| program.name == name));
        found.ok_or_else(|| {
            let names: Vec<String> = self.crates("bin").map(|program| program.name).collect();
            ShipError::Cargo(format!("there is no program {name}; there are {}", names.join(", ")))
        })
    }

    /// All libraries.
    pub fn libraries(&self) -> Vec<Crate> {
        self.crates("lib").collect()
    }

    fn crates<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = Crate> + 'a {
        self.packages.iter().flat_map(move |package| {
            let targets = package.targets.iter().filter(move |t| t.kind.iter().any(|k| k == kind));
            targets.map(move |target| Crate {
                package: package.name.clone(),
                name: target.name.clone(),
                root: target.src_path.clone(),
                features: package.default_features(),
                example: kind == "example",
            })
        })
    }
}

impl Package {
    /// The features that are on by default, directly or by others.
    fn default_features(&self) -> BTreeSet<String> {
        let mut on = BTreeSet::new();
        let mut open = vec!["default".to_owned()];
        while let Some(name) = open.pop() {
            if let Some(more) = self.features.get(&name) {
                if on.insert(name) {
                    open.extend(more.iter().cloned());
                }
            }
        }
        on
    }
}
