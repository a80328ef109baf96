//! Tables: all minimal patterns of one site, and their payload in a file.

use serde::{Deserialize, Serialize};

use super::game::{LocalGame, Region};
use super::pattern::{Frame, Pattern};
use super::symmetry::{symmetries, Orientation};
use super::window::Site;

/// What an enumeration counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Wall masks up to symmetry.
    pub wall_classes: u64,
    /// States: one wall mask of each class, every non-empty box set, every player region.
    pub states: u64,
    /// States from which the window cannot be emptied.
    pub stuck: u64,
    /// Minimal patterns up to symmetry.
    pub patterns: u64,
    /// Their frames up to symmetry.
    pub frames: u64,
    /// Boards: every cell floor, wall or box, at least one box; all wall masks.
    pub boards: u64,
    /// Boards that are dead when the player is outside and no cell is a goal.
    pub dead_boards: u64,
    /// Without walls in the window: triples of boxes, goals and player region that are dead.
    pub open_dead: u64,
    /// Those of them that no wall line, 2x2 or 3x3 window inside shows. Counted for 4x4 only.
    pub open_new: u64,
}

impl Counts {
    /// The counts in the order of a file header.
    pub fn to_array(self) -> [u64; 9] {
        [
            self.wall_classes,
            self.states,
            self.stuck,
            self.patterns,
            self.frames,
            self.boards,
            self.dead_boards,
            self.open_dead,
            self.open_new,
        ]
    }

    /// The counts as they stand in a file header.
    pub fn from_array(counts: [u64; 9]) -> Counts {
        let [wall_classes, states, stuck, patterns, frames, boards, dead_boards, open_dead, open_new] =
            counts;
        Counts {
            wall_classes,
            states,
            stuck,
            patterns,
            frames,
            boards,
            dead_boards,
            open_dead,
            open_new,
        }
    }
}

/// All minimal patterns of one site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The window and its placement.
    pub site: Site,
    /// What the enumeration counted.
    pub counts: Counts,
    /// The patterns, each the smallest of its images, sorted.
    pub patterns: Vec<Pattern>,
}

/// Why a payload is not that of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PayloadError {
    /// The bytes do not decode.
    #[error("the payload does not decode: {0}")]
    Decode(String),
    /// There are bytes behind the table.
    #[error("{0} bytes are left over behind the table")]
    TrailingBytes(usize),
    /// A frame cannot be part of this table.
    #[error(
        "frame {0} has cells outside of the window, or walls, boxes and player in each other's way"
    )]
    Frame(usize),
    /// The patterns of a frame cannot be part of this table.
    #[error("a pattern of frame {0} has a goal condition outside of the window or on a wall")]
    Goals(usize),
    /// The patterns are not the smallest of their images in ascending order.
    #[error("frame {0} is out of order, repeated or not in its smallest image")]
    Order(usize),
    /// The counts of the header are others.
    #[error("the header counts {expected} {what}, the payload has {found}")]
    Count {
        /// What was counted.
        what: &'static str,
        /// In the header.
        expected: u64,
        /// In the payload.
        found: u64,
    },
}

/// One frame with the goal conditions of its patterns.
#[derive(Serialize, Deserialize)]
struct Record {
    walls: u32,
    boxes: u32,
    /// The cells of the player's pocket, 0 for the outside.
    pocket: u32,
    no_goals: Vec<u32>,
}

impl Table {
    /// The frames of the patterns, each the smallest of its images, sorted.
    pub fn frames(&self) -> Vec<Frame> {
        frames(&self.patterns, &symmetries(self.site))
    }

    /// The payload alone.
    pub fn to_payload(&self) -> Vec<u8> {
        self.pack().payload
    }

    /// The table as it goes into a file. The same patterns give the same bytes.
    pub fn pack(&self) -> Packed {
        let mut packer = Packer::default();
        packer.add(&self.patterns);
        Packed { site: self.site, counts: self.counts, payload: packer.finish() }
    }

    /// Reads a payload back.
    ///
    /// # Errors
    ///
    /// A [`PayloadError`] when the bytes are not the payload of a table with this site and counts.
    pub fn from_payload(site: Site, counts: Counts, payload: &[u8]) -> Result<Table, PayloadError> {
        let config = bincode::config::standard().with_limit::<{ 1 << 30 }>();
        let (records, used): (Vec<Record>, usize) =
            bincode::serde::decode_from_slice(payload, config)
                .map_err(|e| PayloadError::Decode(e.to_string()))?;
        if used != payload.len() {
            return Err(PayloadError::TrailingBytes(payload.len() - used));
        }
        let patterns = read_records(site, &records)?;
        let table = Table { site, counts, patterns };
        let found = [
            ("patterns", counts.patterns, table.patterns.len() as u64),
            ("frames", counts.frames, table.frames().len() as u64),
        ];
        match found.into_iter().find(|(_, expected, found)| expected != found) {
            None => Ok(table),
            Some((what, expected, found)) => Err(PayloadError::Count { what, expected, found }),
        }
    }
}

/// The frames of some patterns, each the smallest of its images, sorted.
pub fn frames(patterns: &[Pattern], symmetries: &[Orientation]) -> Vec<Frame> {
    let mut frames: Vec<Frame> = patterns.iter().map(Pattern::frame).collect();
    frames.dedup();
    for frame in &mut frames {
        *frame = frame.canonical(symmetries);
    }
    frames.sort_unstable();
    frames.dedup();
    frames
}

/// A table as it goes into a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The window and its placement.
    pub site: Site,
    /// What the enumeration counted.
    pub counts: Counts,
    /// The patterns grouped by frame, in order: serde and bincode.
    pub payload: Vec<u8>,
}

/// Packs patterns that come in their order, so that nobody has to hold all of them.
#[derive(Debug, Default)]
pub struct Packer {
    records: u64,
    body: Vec<u8>,
}

impl Packer {
    /// Adds patterns; all those of a frame at once.
    ///
    /// # Panics
    ///
    /// Never: lists of numbers always encode.
    pub fn add(&mut self, patterns: &[Pattern]) {
        for group in patterns.chunk_by(|a, b| a.frame() == b.frame()) {
            let Frame { walls, boxes, region } = group[0].frame();
            let pocket = match region {
                Region::Outside => 0,
                Region::Pocket(cells) => cells,
            };
            let no_goals = group.iter().map(|p| p.no_goals).collect();
            let record = Record { walls, boxes, pocket, no_goals };
            let config = bincode::config::standard();
            bincode::serde::encode_into_std_write(&record, &mut self.body, config)
                .expect("lists encode");
            self.records += 1;
        }
    }

    /// The payload.
    ///
    /// # Panics
    ///
    /// Never: a number always encodes.
    pub fn finish(mut self) -> Vec<u8> {
        let length = bincode::serde::encode_to_vec(self.records, bincode::config::standard());
        self.body.splice(0..0, length.expect("a number encodes"));
        self.body
    }
}

fn read_records(site: Site, records: &[Record]) -> Result<Vec<Pattern>, PayloadError> {
    let game = LocalGame::new(site);
    let symmetries = symmetries(site);
    let mut patterns: Vec<Pattern> = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let &Record { walls, boxes, pocket, .. } = record;
        let solid = walls | boxes;
        let inside = (solid | pocket) & !game.full() == 0;
        let region = match pocket {
            0 => Region::Outside,
            cells => Region::Pocket(cells),
        };
        if !inside || walls & boxes != 0 || boxes == 0 || game.regrown(solid, region) != region {
            return Err(PayloadError::Frame(number));
        }
        for &no_goals in &record.no_goals {
            if no_goals & (!game.full() | walls) != 0 || no_goals & boxes == 0 {
                return Err(PayloadError::Goals(number));
            }
            let pattern = Pattern { walls, boxes, region, no_goals };
            let ordered = patterns.last().map_or(true, |last| *last < pattern);
            if !ordered || pattern.canonical(&symmetries) != pattern {
                return Err(PayloadError::Order(number));
            }
            patterns.push(pattern);
        }
    }
    Ok(patterns)
}
