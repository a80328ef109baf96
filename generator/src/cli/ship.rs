//! `gridlock-gen ship`: one source file of a program, checked and measured.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{anyhow, bail, ensure, Context};
use clap::Args;
use gridlock_generator::ship::audit::level::Level;
use gridlock_generator::ship::audit::oracle::Oracle;
use gridlock_generator::ship::make::{self, Source};
use gridlock_generator::ship::rustc::Compiler;
use gridlock_generator::ship::tables::{self, Choice, Texts};
use gridlock_generator::ship::targets::{Target, TARGETS};
use gridlock_generator::ship::workspace::{Crate, Workspace};
use gridlock_generator::ship::{golden, layout, value};
use gridlock_patterns::sokoban::table::Table;
use gridlock_patterns::{embed, file};

use super::exit::Exit;
use super::{audit, interrupt};

/// Options of `ship`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The program, or `all`
    #[arg(value_name = "TARGET")]
    target: String,
    /// Where to put the file; default: target/ship/TARGET.rs
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The largest size; default: what the judge takes
    #[arg(long, value_name = "BYTES")]
    limit: Option<usize>,
    /// Tables to carry as text: all, mix, none, or names separated by commas
    #[arg(long, value_name = "LIST", default_value = "mix")]
    tables: Choice,
    /// Keep names and layout; without a limit; default: to target/ship/TARGET-readable.rs
    #[arg(long)]
    readable: bool,
    /// The compiler of the judge
    #[arg(long, value_name = "COMMAND", default_value = "rustc --edition 2021 -O")]
    rustc: String,
    /// The oldest compiler to build with, when it is there
    #[arg(long, value_name = "COMMAND", default_value = "/usr/bin/rustc --edition 2021 -O")]
    old_rustc: String,
    /// The directory of the golden inputs: TARGET/*.in
    #[arg(long, value_name = "DIR", default_value = "data/golden")]
    golden: PathBuf,
    /// The directory of the tables
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    #[command(flatten)]
    audit: audit::Options,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<Exit> {
    let targets: Vec<&Target> = match options.target.as_str() {
        "all" => TARGETS.iter().collect(),
        name => TARGETS.iter().filter(|target| target.name == name).collect(),
    };
    if targets.is_empty() {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        bail!("{} is no target; there are {} and all", options.target, names.join(", "));
    }
    ensure!(targets.len() == 1 || options.out.is_none(), "--out is for one target, not for all");
    let shop = Shop::open(options)?;
    let mut exit = Exit::Success;
    for target in targets {
        if interrupt::requested() {
            return Ok(Exit::Interrupted);
        }
        let chosen = shop.ship(target).with_context(|| target.name)?;
        if let (Some(file), Some(tables)) = (options.audit.file(), chosen) {
            if !audit::run(&options.audit, &shop, &tables, file)? {
                exit = Exit::Failed;
            }
        }
    }
    Ok(exit)
}

/// What all targets need.
pub(crate) struct Shop<'a> {
    options: &'a Options,
    workspace: Workspace,
    compiler: Compiler,
    /// The oldest compiler, when it is installed.
    old: Option<Compiler>,
    tables: Vec<Table>,
    /// The constant that holds the tables of The Last Crusade.
    crusade: String,
}

/// A program that is ready to be checked.
struct Draft {
    source: Source,
    /// `None` when the program has no place for tables.
    texts: Option<Texts>,
    tables: Vec<Table>,
}

impl Draft {
    /// Bytes of the constant that holds the tables.
    fn table_bytes(&self) -> usize {
        self.texts.as_ref().map_or(0, |texts| constant(texts).len())
    }

    fn code_bytes(&self) -> usize {
        self.source.small.len() - self.table_bytes()
    }
}

/// The constant that holds the tables, as it stands in a shipped source.
pub(crate) fn constant(texts: &Texts) -> String {
    layout::squeeze(&texts.source()).map_or_else(|_| String::new(), |text| text.trim().to_owned())
}

impl<'a> Shop<'a> {
    fn open(options: &'a Options) -> anyhow::Result<Shop<'a>> {
        let compiler = Compiler::new(&options.rustc)?;
        compiler.version().ok_or_else(|| anyhow!("cannot run {}", options.rustc))?;
        let old = Compiler::new(&options.old_rustc)?;
        Ok(Shop {
            options,
            workspace: Workspace::around(Path::new("."))?,
            compiler,
            old: Some(old).filter(|old| old.version().is_some()),
            tables: embed::read_tables(&options.data)?,
            crusade: embed::crusade_source(&[&options.data])?,
        })
    }

    /// All tables there are.
    pub(crate) fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Ships a program; returns the tables it carries, if it can carry any.
    fn ship(&self, target: &Target) -> anyhow::Result<Option<Vec<Table>>> {
        let program = self.workspace.program(target.name)?;
        let limit = self.options.limit.unwrap_or(target.limit);
        let draft = self.fitting(target, &program, limit)?;
        let inputs = golden::inputs(&self.options.golden.join(target.name))?;
        let text = if self.options.readable { &draft.source.readable } else { &draft.source.small };
        self.check(&program, text, &inputs)?;
        let out = self.out(target);
        if let Some(directory) = out.parent().filter(|d| !d.as_os_str().is_empty()) {
            std::fs::create_dir_all(directory)
                .with_context(|| format!("cannot create {}", directory.display()))?;
        }
        file::replace(&out, text.as_bytes())?;
        self.report(&draft, &out, text.len(), limit, inputs.len());
        Ok(draft.texts.map(|_| draft.tables))
    }

    /// A draft within the limit, with fewer tables when that helps.
    fn fitting(&self, target: &Target, program: &Crate, limit: usize) -> anyhow::Result<Draft> {
        let chosen = self.options.tables.of(&self.tables).map_err(|message| anyhow!(message))?;
        let draft = self.draft(program, &chosen)?;
        let size = draft.source.small.len();
        if self.options.readable || size <= limit {
            return Ok(draft);
        }
        let room = limit.checked_sub(draft.code_bytes() + constant(&Texts::default()).len());
        let (Some(_), Some(_)) = (room, &draft.texts) else {
            bail!(
                "the code alone takes {} bytes, {} more than the limit of {limit}; raise --limit or \
                 shorten the program",
                draft.code_bytes(),
                draft.code_bytes().saturating_sub(limit)
            );
        };
        println!("{}: {size} bytes with these tables, {} too many", target.name, size - limit);
        self.with_fewer(target, program, &chosen, limit - draft.code_bytes())
    }

    /// Leaves out the tables that are worth least until the others fit.
    fn with_fewer(
        &self,
        target: &Target,
        program: &Crate,
        chosen: &[Table],
        room: usize,
    ) -> anyhow::Result<Draft> {
        let directory = tempfile::tempdir().context("cannot make a temporary directory")?;
        let oracle = self.oracle(chosen, directory.path())?;
        let levels = self.measuring_levels(target)?;
        let steps = value::steps(&oracle, chosen, &levels)?;
        for pair in steps.windows(2) {
            let (before, step) = (&pair[0], &pair[1]);
            let left: Vec<Table> =
                chosen.iter().filter(|t| step.left.contains(&t.site)).cloned().collect();
            let site = step.dropped.map_or_else(String::new, |site| site.to_string());
            println!(
                "  without {site}: {} bytes less, {:.2} more positions of a plain search a byte; \
                 solved on the board instead",
                before.bytes.saturating_sub(step.bytes),
                step.price(before)
            );
            if constant(&Texts::new(&left)).len() <= room {
                return self.draft(program, &left);
            }
        }
        bail!("not even a program without tables fits")
    }

    /// The golden inputs that are closed levels.
    fn measuring_levels(&self, target: &Target) -> anyhow::Result<String> {
        let mut levels = Vec::new();
        for input in golden::inputs(&self.options.golden.join(target.name))? {
            let text = std::fs::read_to_string(&input).unwrap_or_default();
            let lines: Vec<&str> = text.lines().collect();
            if Level::new(&lines)
                .is_ok_and(|level| level.boxes.count_ones() == level.goals.count_ones())
            {
                levels.push(lines.join("\n"));
            }
        }
        Ok(levels.join("\n\n"))
    }

    /// Builds the program that answers for the shipped code with these tables.
    pub(crate) fn oracle(&self, tables: &[Table], directory: &Path) -> anyhow::Result<Oracle> {
        let draft = self.draft(&self.workspace.program("audit")?, tables)?;
        let (source, program) = (directory.join("audit.rs"), directory.join("audit"));
        std::fs::write(&source, &draft.source.small).context("cannot write a temporary file")?;
        make::build(&self.compiler, &source, &program, true)?;
        Ok(Oracle { program })
    }

    fn out(&self, target: &Target) -> PathBuf {
        let suffix = if self.options.readable { "-readable" } else { "" };
        let name = format!("{}{suffix}.rs", target.name);
        let usual = || self.workspace.target_directory.join("ship").join(name);
        self.options.out.clone().unwrap_or_else(usual)
    }

    /// Makes the source with these tables.
    fn draft(&self, program: &Crate, chosen: &[Table]) -> anyhow::Result<Draft> {
        let texts = Texts::new(chosen);
        let generated = |name: &str| match name {
            tables::FILE => Some(texts.source()),
            tables::CRUSADE_FILE => Some(self.crusade.clone()),
            _ => None,
        };
        let source = make::make(&self.workspace, program, &generated, &self.compiler)?;
        let carried = source.small.contains(&format!("={};", constant(&texts)));
        let texts = Some(texts).filter(|_| carried);
        Ok(Draft { source, texts, tables: chosen.to_vec() })
    }

    /// Builds the source with each compiler, and runs it on all golden inputs.
    fn check(&self, program: &Crate, text: &str, inputs: &[PathBuf]) -> anyhow::Result<()> {
        let original = self.original(program)?;
        let directory = tempfile::tempdir().context("cannot make a temporary directory")?;
        let source = directory.path().join("main.rs");
        std::fs::write(&source, text).context("cannot write a temporary file")?;
        let shipped = directory.path().join("program");
        make::build(&self.compiler, &source, &shipped, true)?;
        golden::compare(&original, &shipped, inputs)?;
        if let Some(old) = &self.old {
            make::build(old, &source, &shipped, false)?;
            golden::compare(&original, &shipped, inputs)?;
        }
        Ok(())
    }

    /// Builds the program as it is.
    fn original(&self, program: &Crate) -> anyhow::Result<PathBuf> {
        let kind = if program.example { "--example" } else { "--bin" };
        let built = Command::new("cargo")
            .args(["build", "--release", "--quiet", "--package", &program.package])
            .args([kind, &program.name])
            .current_dir(&self.workspace.workspace_root)
            .status()
            .context("cannot run cargo")?;
        ensure!(built.success(), "cargo cannot build {}", program.name);
        let folder = if program.example { "release/examples" } else { "release" };
        Ok(self.workspace.target_directory.join(folder).join(&program.name))
    }

    fn report(&self, draft: &Draft, out: &Path, bytes: usize, limit: usize, inputs: usize) {
        println!("{}: {bytes} bytes", out.display());
        if !self.options.readable {
            println!("  {:14} {:>6}", "code", draft.code_bytes());
            if let Some(texts) = &draft.texts {
                for (site, bytes) in &texts.bytes {
                    println!("  {:14} {bytes:>6}", site.to_string());
                }
                let text: usize = texts.bytes.iter().map(|(_, bytes)| bytes).sum();
                println!("  {:14} {:>6}", "their frame", draft.table_bytes() - text);
            }
            println!("  {:14} {:>6} of {limit}", "left", limit - bytes);
        }
        let compilers = std::iter::once(&self.compiler).chain(&self.old);
        let versions: Vec<String> = compilers.filter_map(Compiler::version).collect();
        println!("  built by {}", versions.join(" and "));
        println!("  {inputs} golden inputs: output equal to that of the original");
    }
}
