//! Which tables a program carries as text.
//!
//! A window whose placement is not described by a text is solved on the board, so a program knows
//! the same with any choice of tables; texts make it start faster, or slower.

use std::str::FromStr;

use gridlock_patterns::embed::{self, PlacementText};
use gridlock_patterns::sokoban::seed::Seed;
use gridlock_patterns::sokoban::table::Table;
use gridlock_patterns::sokoban::window::Site;
use gridlock_patterns::text;

/// The file of the Sokoban tables that the build script of the solver writes.
pub const FILE: &str = "sokoban.in";

/// The one of the tables of The Last Crusade. They are small and always carried.
pub const CRUSADE_FILE: &str = "crusade.in";

/// A choice of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// All there are.
    All,
    /// Those that make the shipped programs start fastest. At present that is none: solving a window
    /// on the board takes no longer than reading what its text knows.
    Mix,
    /// None.
    None,
    /// These.
    Sites(Vec<Site>),
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice, String> {
        match text {
            "all" => Ok(Choice::All),
            "mix" => Ok(Choice::Mix),
            "none" => Ok(Choice::None),
            names => {
                let site = |name: &str| {
                    name.parse().map_err(|_| {
                        format!("{name:?} is no table; write all, mix, none or names such as 4x4-edge,3x4-corner")
                    })
                };
                names.split(',').map(site).collect::<Result<_, _>>().map(Choice::Sites)
            }
        }
    }
}

impl Choice {
    /// The tables chosen, in their order.
    ///
    /// # Errors
    ///
    /// When one that is asked for by name is not there.
    pub fn of(&self, tables: &[Table]) -> Result<Vec<Table>, String> {
        match self {
            Choice::All => Ok(tables.to_vec()),
            Choice::Mix | Choice::None => Ok(Vec::new()),
            Choice::Sites(sites) => {
                let known = |site: &&Site| tables.iter().all(|table| table.site != **site);
                if let Some(site) = sites.iter().find(known) {
                    return Err(format!(
                        "there is no table {site}; `gridlock-gen stats` lists all"
                    ));
                }
                Ok(tables.iter().filter(|table| sites.contains(&table.site)).cloned().collect())
            }
        }
    }
}

/// The texts of some tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    parts: Vec<PlacementText>,
    /// How much each table adds to the text of its placement, in bytes.
    pub bytes: Vec<(Site, usize)>,
}

impl Texts {
    /// The texts themselves.
    pub fn parts(&self) -> &[PlacementText] {
        &self.parts
    }

    /// Encodes tables, which are in the order of [`embed::read_tables`].
    pub fn new(tables: &[Table]) -> Texts {
        let seeds = embed::seeds(tables);
        Texts { parts: embed::texts(&seeds), bytes: text_bytes(seeds.sites()) }
    }

    /// The source of a constant that holds them.
    pub fn source(&self) -> String {
        embed::source_of(&self.parts)
    }
}

/// By how much each table makes the text of its placement longer.
pub fn text_bytes(seeds: &[(Site, Vec<Seed>)]) -> Vec<(Site, usize)> {
    let mut part: Vec<(Site, Vec<Seed>)> = Vec::new();
    let mut before = 0;
    let mut added = Vec::new();
    for (site, seeds) in seeds {
        if part.last().is_some_and(|(last, _)| last.placement != site.placement) {
            part.clear();
            before = 0;
        }
        part.push((*site, seeds.clone()));
        let length = text::encode(&part).len();
        added.push((*site, length.saturating_sub(before)));
        before = length;
    }
    added
}
