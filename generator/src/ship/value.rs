//! What each table is worth: the positions that a search is spared, for each byte of text.
//!
//! A program solves on the board what no text describes, so with fewer tables it knows the same and
//! only starts otherwise. To tell what a text knows by itself, it is counted how many positions a
//! plain breadth-first search meets when nothing but the texts is known.

use gridlock_patterns::embed;
use gridlock_patterns::sokoban::seed::Seeds;
use gridlock_patterns::sokoban::table::Table;
use gridlock_patterns::sokoban::window::{Placement, Site, Window};

use super::audit::oracle::Oracle;
use super::tables::Texts;
use super::ShipError;

/// A choice of tables, when one after the other is left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The table that was left out last; `None` for the full choice.
    pub dropped: Option<Site>,
    /// What is left.
    pub left: Vec<Site>,
    /// Bytes of text.
    pub bytes: usize,
    /// Positions met.
    pub nodes: u64,
}

impl Step {
    /// What leaving this table out cost: positions for each byte that it saved.
    pub fn price(&self, before: &Step) -> f64 {
        let bytes = before.bytes.saturating_sub(self.bytes).max(1);
        (self.nodes as f64 - before.nodes as f64) / bytes as f64
    }
}

/// Leaves tables out, always one that costs the fewest positions for each byte, until none is left.
///
/// Only the largest table of a placement can go, as what it needs of smaller ones is in them.
///
/// # Errors
///
/// When the program that counts fails.
pub fn steps(oracle: &Oracle, tables: &[Table], levels: &str) -> Result<Vec<Step>, ShipError> {
    let mut chosen = tables.to_vec();
    let mut steps = vec![measure(oracle, &chosen, None, levels)?];
    while !chosen.is_empty() {
        let before = steps[steps.len() - 1].clone();
        let mut best: Option<Step> = None;
        for placement in Placement::ALL {
            let Some(last) = chosen.iter().rfind(|t| t.site.placement == placement) else {
                continue;
            };
            let site = last.site;
            let rest: Vec<Table> = chosen.iter().filter(|t| t.site != site).cloned().collect();
            let step = measure(oracle, &rest, Some(site), levels)?;
            if best.as_ref().is_none_or(|best| step.price(&before) < best.price(&before)) {
                best = Some(step);
            }
        }
        let best = best.expect("every table has a placement");
        chosen.retain(|table| best.left.contains(&table.site));
        steps.push(best);
    }
    Ok(steps)
}

fn measure(
    oracle: &Oracle,
    tables: &[Table],
    dropped: Option<Site>,
    levels: &str,
) -> Result<Step, ShipError> {
    let left = tables.iter().map(|table| table.site).collect();
    let bytes = Texts::new(tables).bytes.iter().map(|(_, bytes)| bytes).sum();
    let answer = oracle.ask("nodes", &format!("{}\n{levels}", texts_alone(tables)))?;
    let wrong = |_| ShipError::Wrong(format!("no number of positions: {answer}"));
    let nodes = answer.trim().parse().map_err(wrong)?;
    Ok(Step { dropped, left, bytes, nodes })
}

/// Texts that leave nothing to be solved on the board: largest windows that are not there are
/// named as if they knew nothing.
fn texts_alone(tables: &[Table]) -> String {
    let mut sites = embed::seeds(tables).sites().to_vec();
    let window = Window::new(4, 4).expect("4x4 is a window");
    for placement in Placement::ALL {
        let site = Site::new(window, placement);
        if sites.iter().all(|(known, _)| *known != site) {
            sites.push((site, Vec::new()));
        }
    }
    let texts = embed::texts(&Seeds::from_sites(sites));
    let lines = texts.iter().map(|part| [&part.names(), "\t", &part.text, "\n"].concat());
    lines.collect()
}
