//! `gridlock-gen stats`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use gridlock_patterns::embed;
use gridlock_patterns::file;
use gridlock_patterns::sokoban::table::Table;
use serde::Serialize;

use super::exit::Exit;
use gridlock_generator::ship::tables::text_bytes;

/// Options of `stats`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The directory of the tables
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    tables: Vec<Row>,
}

/// The figures of one table.
#[derive(Serialize)]
struct Row {
    kind: &'static str,
    window: String,
    placement: &'static str,
    wall_classes: u64,
    states: u64,
    stuck: u64,
    patterns: u64,
    frames: u64,
    boards: u64,
    dead_boards: u64,
    open_dead: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_new: Option<u64>,
    payload_bytes: usize,
    file_bytes: u64,
    /// What this table adds to the text of its placement.
    text_bytes: usize,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<Exit> {
    let tables = embed::read_tables(&options.data)?;
    let mut rows = Vec::new();
    let bytes = text_bytes(embed::seeds(&tables).sites());
    for (table, (_, text_bytes)) in tables.iter().zip(bytes) {
        let path = file::table_path(&options.data, table.site);
        rows.push(Row::new(table, std::fs::metadata(path)?.len(), text_bytes));
    }
    let report = Report { tables: rows };
    let mut out = std::io::stdout().lock();
    if options.json {
        serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        report.print(&mut out)?;
    }
    Ok(Exit::Success)
}

impl Row {
    fn new(table: &Table, file_bytes: u64, text_bytes: usize) -> Row {
        let counts = table.counts;
        Row {
            kind: "sokoban",
            window: table.site.window.to_string(),
            placement: table.site.placement.name(),
            wall_classes: counts.wall_classes,
            states: counts.states,
            stuck: counts.stuck,
            patterns: counts.patterns,
            frames: counts.frames,
            boards: counts.boards,
            dead_boards: counts.dead_boards,
            open_dead: counts.open_dead,
            open_new: Some(counts.open_new).filter(|&new| new > 0),
            payload_bytes: table.to_payload().len(),
            file_bytes,
            text_bytes,
        }
    }
}

impl Report {
    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(
            out,
            "{:8} {:6} {:9} {:>8} {:>10} {:>10} {:>8} {:>7} {:>9} {:>8} {:>6}",
            "kind",
            "window",
            "placement",
            "walls",
            "states",
            "stuck",
            "patterns",
            "frames",
            "payload",
            "file",
            "text"
        )?;
        for row in &self.tables {
            writeln!(
                out,
                "{:8} {:6} {:9} {:>8} {:>10} {:>10} {:>8} {:>7} {:>9} {:>8} {:>6}",
                row.kind,
                row.window,
                row.placement,
                row.wall_classes,
                row.states,
                row.stuck,
                row.patterns,
                row.frames,
                row.payload_bytes,
                row.file_bytes,
                row.text_bytes
            )?;
        }
        let text: usize = self.tables.iter().map(|row| row.text_bytes).sum();
        let files: u64 = self.tables.iter().map(|row| row.file_bytes).sum();
        writeln!(out, "\n{files} bytes of files, {text} bytes of embedded text\n")?;
        writeln!(
            out,
            "boards with a box (each cell floor, wall or box), dead without goals inside:"
        )?;
        for row in &self.tables {
            let share = 100.0 * row.dead_boards as f64 / row.boards as f64;
            let name = format!("{} {}", row.window, row.placement);
            writeln!(
                out,
                "  {name:13} {:>10} of {:>10}, {share:.1} %",
                row.dead_boards, row.boards
            )?;
        }
        for row in &self.tables {
            if let Some(new) = row.open_new {
                writeln!(
                    out,
                    "\n{} {} without inner walls: {} dead combinations of boxes, goals and player,\n  \
                     {new} of them new beyond wall lines, 2x2 and 3x3",
                    row.window, row.placement, row.open_dead
                )?;
            }
        }
        Ok(())
    }
}
