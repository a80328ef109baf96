//! The file of a finished unit.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic `GRIDUNIT` |
//! | 4 | format |
//! | 64 | hash of the plan, in hexadecimal |
//! | 64 | BLAKE3 of the rest, likewise |
//! | rest | serde and bincode of the unit and its contributions |

use gridlock_patterns::file::payload_hash;
use gridlock_patterns::sokoban::game::Region;
use gridlock_patterns::sokoban::pattern::Pattern;
use serde::{Deserialize, Serialize};

use super::plan::{Plan, Unit};
use crate::sokoban::enumerate::Harvest;

const MAGIC: &[u8; 8] = b"GRIDUNIT";
const FORMAT: u32 = 1;
/// Where the hash of the rest ends.
const HEADER: usize = 8 + 4 + 64 + 64;

/// Why a unit file cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Flaw {
    /// It is not what was written; the work has to be done again.
    #[error("damaged")]
    Damaged,
    /// It belongs to another plan.
    #[error("it belongs to another plan; use a directory for each")]
    OtherPlan,
    /// A newer generator wrote it.
    #[error("format {0} is newer than this program reads; update Gridlock")]
    Newer(u32),
    /// Nothing that this program writes.
    #[error("its patterns are not those of its walls; remove it, then it is done again")]
    Foreign,
    /// A generator that is too old wrote it.
    #[error("format {0} is no longer read; finish this job with the version that began it, or start it anew in another directory")]
    Older(u32),
}

/// How much is in a unit file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    /// Of the file.
    pub(crate) bytes: u64,
    pub(crate) patterns: u64,
    pub(crate) frames: u64,
}

/// A [`Harvest`] in numbers.
#[derive(Serialize, Deserialize)]
struct Class {
    counts: [u64; 4],
    /// Walls, boxes, the cells of the player's pocket (0 for the outside), cells that are no goals.
    patterns: Vec<[u32; 4]>,
}

impl From<&Harvest> for Class {
    fn from(harvest: &Harvest) -> Class {
        let Harvest { states, stuck, stuck_outside, dead, .. } = *harvest;
        let numbers = |pattern: &Pattern| {
            let pocket = match pattern.region {
                Region::Outside => 0,
                Region::Pocket(cells) => cells,
            };
            [pattern.walls, pattern.boxes, pocket, pattern.no_goals]
        };
        let patterns = harvest.patterns.iter().map(numbers).collect();
        Class { counts: [states, stuck, stuck_outside, dead], patterns }
    }
}

impl From<&Class> for Harvest {
    fn from(class: &Class) -> Harvest {
        let [states, stuck, stuck_outside, dead] = class.counts;
        let pattern = |&[walls, boxes, pocket, no_goals]: &[u32; 4]| {
            let region = if pocket == 0 { Region::Outside } else { Region::Pocket(pocket) };
            Pattern { walls, boxes, region, no_goals }
        };
        let patterns = class.patterns.iter().map(pattern).collect();
        Harvest { states, stuck, stuck_outside, dead, patterns }
    }
}

/// The bytes of a unit file.
pub(super) fn encode(plan: &Plan, unit: &Unit, harvests: &[Harvest]) -> Vec<u8> {
    let classes: Vec<Class> = harvests.iter().map(Class::from).collect();
    let content = bincode::serde::encode_to_vec((unit, classes), bincode::config::standard());
    let content = content.expect("lists of numbers encode");
    let hash = payload_hash(&content);
    [MAGIC, &FORMAT.to_le_bytes()[..], plan.hash.as_bytes(), hash.as_bytes(), &content].concat()
}

/// Reads the contributions in a unit file, class after class.
pub(crate) struct Reader {
    bytes: Vec<u8>,
    /// How far it is read.
    at: usize,
    /// Classes that are not read yet.
    left: usize,
}

impl Reader {
    /// Starts with the bytes of the file of a unit.
    pub(super) fn new(plan: &Plan, unit: &Unit, bytes: Vec<u8>) -> Result<Reader, Flaw> {
        let (header, content) = bytes.split_at_checked(HEADER).ok_or(Flaw::Damaged)?;
        let (magic, rest) = header.split_at(8);
        let (format, rest) = rest.split_at(4);
        let (plan_hash, hash) = rest.split_at(64);
        if magic != MAGIC || hash != payload_hash(content).as_bytes() {
            return Err(Flaw::Damaged);
        }
        let format = u32::from_le_bytes(format.try_into().map_err(|_| Flaw::Damaged)?);
        if format > FORMAT {
            return Err(Flaw::Newer(format));
        }
        if format < FORMAT {
            return Err(Flaw::Older(format));
        }
        if plan_hash != plan.hash.as_bytes() {
            return Err(Flaw::OtherPlan);
        }
        let mut reader = Reader { bytes, at: HEADER, left: 0 };
        let (own, classes): (Unit, u64) = reader.decode()?;
        reader.left = unit.classes().len();
        if own == *unit && classes == reader.left as u64 {
            Ok(reader)
        } else {
            Err(Flaw::Damaged)
        }
    }

    fn decode<T: for<'de> Deserialize<'de>>(&mut self) -> Result<T, Flaw> {
        let config = bincode::config::standard().with_limit::<{ 1 << 30 }>();
        let (value, used) = bincode::serde::decode_from_slice(&self.bytes[self.at..], config)
            .map_err(|_| Flaw::Damaged)?;
        self.at += used;
        Ok(value)
    }

    /// The contribution of the next class, or `None` behind the last one.
    pub(super) fn next(&mut self) -> Result<Option<Harvest>, Flaw> {
        if self.left == 0 {
            return if self.at == self.bytes.len() { Ok(None) } else { Err(Flaw::Damaged) };
        }
        self.left -= 1;
        Ok(Some(Harvest::from(&self.decode::<Class>()?)))
    }

    /// Reads everything, and says how much that is.
    pub(super) fn measure(mut self) -> Result<Size, Flaw> {
        let mut size = Size { bytes: self.bytes.len() as u64, ..Size::default() };
        while let Some(harvest) = self.next()? {
            size.patterns += harvest.patterns.len() as u64;
            size.frames += harvest.patterns.chunk_by(|a, b| a.frame() == b.frame()).count() as u64;
        }
        Ok(size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sokoban::job::{Job, Unwatched};

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let site = "2x3-corner".parse().unwrap();
        let plan = Plan::new(&[site]);
        let job = Job::new(site);
        let unit = &plan.units[plan.units.len() / 3];
        let harvests: Option<Vec<Harvest>> =
            unit.classes().map(|class| job.harvest(class, &Unwatched)).collect();
        let harvests = harvests.unwrap();
        let decode = |plan: &Plan, unit: &Unit, bytes: &[u8]| {
            let mut reader = Reader::new(plan, unit, bytes.to_owned())?;
            let mut harvests = Vec::new();
            while let Some(harvest) = reader.next()? {
                harvests.push(harvest);
            }
            Ok(harvests)
        };
        let bytes = encode(&plan, unit, &harvests);
        assert_eq!(decode(&plan, unit, &bytes), Ok(harvests));
        assert_eq!(decode(&plan, &plan.units[0], &bytes), Err(Flaw::Damaged));
        let other = Plan::new(&["2x2-edge".parse().unwrap()]);
        assert_eq!(decode(&other, unit, &bytes), Err(Flaw::OtherPlan));
        for at in 0..bytes.len() {
            assert!(decode(&plan, unit, &bytes[..at]).is_err());
            let mut changed = bytes.clone();
            changed[at] ^= 0x40;
            assert!(decode(&plan, unit, &changed).is_err(), "{at}");
        }
        let mut newer = bytes;
        newer[8] += 1;
        assert_eq!(decode(&plan, unit, &newer), Err(Flaw::Newer(FORMAT + 1)));
    }
}
