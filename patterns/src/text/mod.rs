//! The compact text code: frames as a short string of printable characters.
//!
//! An adaptive range coder writes base-93 digits, so that a character carries 6.5 bits. The model of
//! what to expect learns from one table for the next; therefore all tables that are needed together
//! are coded together, smaller windows first.
//!
//! One function describes the code for both directions, so reader and writer cannot disagree. The
//! reader uses no dependency.

mod ascii;
mod diagram;
mod encoder;
mod model;
mod range;
mod sets;

use self::encoder::Encoder;
use self::range::Decoder;
use self::sets::Split;
use crate::sokoban::game::{LocalGame, Region};
use crate::sokoban::pattern::Frame;
use crate::sokoban::seed::Seed;
use crate::sokoban::symmetry::{symmetries, Orientation};
use crate::sokoban::window::Site;

/// Why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextError {
    /// A character that is not in the alphabet, at this byte.
    Character(usize),
    /// The text does not hold the tables of these sites: it was changed, cut or made for others.
    Damaged,
}

impl std::fmt::Display for TextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TextError::Character(at) => write!(f, "byte {at} of the text is not in its alphabet"),
            TextError::Damaged => f.write_str("the text is damaged or holds other tables"),
        }
    }
}

impl std::error::Error for TextError {}

/// The text of the frames of some sites.
///
/// Frames are taken as sets and up to symmetry.
///
/// # Panics
///
/// When the region of a frame is none of the regions its solid cells leave, and for lists of more
/// than a million frames.
pub fn encode(tables: &[(Site, Vec<Frame>)]) -> String {
    let splits = |(site, frames): &(Site, Vec<Frame>)| {
        let game = LocalGame::new(*site);
        let symmetries = symmetries(*site);
        (*site, frames.iter().map(|f| split(&game, &symmetries, f)).collect())
    };
    write(tables.iter().map(splits).collect(), regions)
}

/// The frames of these sites, each list canonical and sorted; `sites` are those of the writer, in
/// the same order.
///
/// # Errors
///
/// When the text is not one that [`encode`] wrote for these sites. One damaged text in 8,000 is read
/// as a wrong list.
pub fn decode(sites: &[Site], text: &str) -> Result<Vec<Vec<Frame>>, TextError> {
    let frames = |(&site, splits): (&Site, Vec<Split>)| {
        let game = LocalGame::new(site);
        let symmetries = symmetries(site);
        let frame = |(solid, class, walls)| {
            let region = match class {
                0 => Region::Outside,
                _ => game.regions(solid)[class as usize],
            };
            Frame { walls, boxes: solid & !walls, region }.canonical(&symmetries)
        };
        let mut frames: Vec<Frame> = splits.into_iter().map(frame).collect();
        frames.sort_unstable();
        frames
    };
    Ok(sites.iter().zip(read(sites, text, regions)?).map(frames).collect())
}

/// The text of the seeds of some sites. Seeds are taken as sets, and as they are.
///
/// # Panics
///
/// When the walls of a seed are not all solid, and for lists of more than a million seeds.
pub fn encode_seeds(tables: &[(Site, Vec<Seed>)]) -> String {
    let splits = |(site, seeds): &(Site, Vec<Seed>)| {
        (*site, seeds.iter().map(|s| (s.solid, 0, s.walls)).collect())
    };
    write(tables.iter().map(splits).collect(), |_, _| 1)
}

/// The seeds of these sites, each list sorted; `sites` are those of the writer, in the same order.
///
/// # Errors
///
/// When the text is not one that [`encode_seeds`] wrote for these sites, as for [`decode`].
pub fn decode_seeds(sites: &[Site], text: &str) -> Result<Vec<Vec<Seed>>, TextError> {
    let seed = |(solid, _, walls)| Seed { solid, walls };
    let found = read(sites, text, |_, _| 1)?;
    Ok(found.into_iter().map(|splits| splits.into_iter().map(seed).collect()).collect())
}

/// The number of regions a shape leaves.
fn regions(site: Site, solid: u32) -> u32 {
    LocalGame::new(site).regions(solid).len() as u32
}

/// The image of a frame with the smallest shape, its region numbered.
fn split(game: &LocalGame, symmetries: &[Orientation], frame: &Frame) -> Split {
    let image = |o: &Orientation| {
        (o.mask(frame.walls | frame.boxes), o.mask(frame.walls), o.region(frame.region))
    };
    let images = symmetries.iter().map(image);
    let (solid, walls, region) = images.min().expect("the identity is a symmetry");
    let class = game.regions(solid).iter().position(|&r| r == region);
    (solid, class.expect("the region is one of its shape") as u32, walls)
}

fn write(mut tables: Vec<(Site, Vec<Split>)>, classes: impl Fn(Site, u32) -> u32) -> String {
    for (_, splits) in &mut tables {
        splits.sort_unstable();
        splits.dedup();
    }
    let (found, _, encoder) = sets::tables(Encoder::new(), &tables, classes);
    let complete = found.iter().zip(&tables).all(|(found, (_, known))| found == known);
    assert!(complete, "a list is longer than a text can hold");
    encoder.finish()
}

fn read(
    sites: &[Site],
    text: &str,
    classes: impl Fn(Site, u32) -> u32,
) -> Result<Vec<Vec<Split>>, TextError> {
    if let Some(at) = text.bytes().position(|c| ascii::digit(c).is_none()) {
        return Err(TextError::Character(at));
    }
    let unknown: Vec<_> = sites.iter().map(|&site| (site, Vec::new())).collect();
    let (found, right, decoder) = sets::tables(Decoder::new(text), &unknown, classes);
    if right && decoder.at_end() {
        Ok(found)
    } else {
        Err(TextError::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn frame(site: Site, solid: u32, walls: u32, region: u32) -> Frame {
        let game = LocalGame::new(site);
        let solid = solid & game.full();
        let regions = game.regions(solid);
        let region = regions[region as usize % regions.len()];
        Frame { walls: walls & solid, boxes: solid & !walls, region }
    }

    fn tables(max: usize) -> impl Strategy<Value = Vec<(Site, Vec<Frame>)>> {
        let masks = proptest::collection::vec(any::<(u32, u32, u32)>(), 0..max);
        let table = (0..Site::all(5).len(), masks).prop_map(|(site, masks)| {
            let site = Site::all(5)[site];
            let symmetries = symmetries(site);
            let mut frames: Vec<Frame> = masks
                .into_iter()
                .map(|(s, w, r)| frame(site, s, w, r).canonical(&symmetries))
                .collect();
            frames.sort_unstable();
            frames.dedup();
            (site, frames)
        });
        proptest::collection::vec(table, 0..4)
    }

    fn sites(tables: &[(Site, Vec<Frame>)]) -> Vec<Site> {
        tables.iter().map(|t| t.0).collect()
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(tables in tables(60)) {
            let text = encode(&tables);
            prop_assert!(text.bytes().all(|c| ascii::digit(c).is_some()));
            let lists: Vec<_> = tables.iter().map(|t| t.1.clone()).collect();
            prop_assert_eq!(decode(&sites(&tables), &text), Ok(lists));
        }

        #[test]
        fn any_seeds_are_read_back(seeds in proptest::collection::vec(any::<(u32, u32)>(), 0..200)) {
            let site = Site::all(4)[14];
            let mask = |m: u32| m & ((1 << site.window.cells()) - 1);
            let mut seeds: Vec<Seed> = seeds
                .into_iter()
                .map(|(s, w)| Seed { solid: mask(s & s >> 16), walls: mask(s & s >> 16 & w) })
                .collect();
            seeds.sort_unstable();
            seeds.dedup();
            let text = encode_seeds(&[(site, seeds.clone())]);
            prop_assert_eq!(decode_seeds(&[site], &text), Ok(vec![seeds]));
        }

        #[test]
        fn noise_is_read_to_an_end(tables in tables(1), text in "[ !#-\\[\\]-~]{0,300}") {
            // One noise in 8,192 has the right check.
            prop_assert!(matches!(decode(&sites(&tables), &text), Ok(_) | Err(TextError::Damaged)));
        }
    }

    /// A few thousand frames, some with pockets, without a table file.
    fn sample() -> Vec<(Site, Vec<Frame>)> {
        let sample = |site: Site| {
            let symmetries = symmetries(site);
            let mut frames: Vec<_> = (0..400u32)
                .map(|k| {
                    let solid = k.wrapping_mul(0x9E37_79B1) >> 7;
                    frame(site, solid, k, k).canonical(&symmetries)
                })
                .collect();
            frames.sort_unstable();
            frames.dedup();
            (site, frames)
        };
        Site::all(3).into_iter().map(sample).collect()
    }

    #[test]
    fn every_cut_is_noticed() {
        let tables = sample();
        let text = encode(&tables);
        let missed = (0..text.len()).filter(|&n| decode(&sites(&tables), &text[..n]).is_ok());
        assert!(missed.count() <= 2);
    }

    #[test]
    fn changed_characters_are_noticed() {
        let tables = sample();
        let text = encode(&tables);
        let mut missed = 0;
        for at in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[at] = if changed[at] == b'~' { b'#' } else { b'~' };
            let changed = String::from_utf8(changed).unwrap();
            missed += decode(&sites(&tables), &changed).is_ok() as u32;
        }
        assert!(missed <= 2, "{missed} of {}", text.len());
    }

    #[test]
    fn long_noise_does_not_fill_the_memory() {
        let digit = |k: u32| ascii::character((k.wrapping_mul(0x9E37_79B1) >> 8) as u8 % 93);
        let noise: String = (0..20_000).map(digit).collect();
        assert_eq!(decode(&Site::all(5), &noise), Err(TextError::Damaged));
        assert_eq!(decode_seeds(&Site::all(5), &noise), Err(TextError::Damaged));
        assert!(decode(&Site::all(5), &"~".repeat(20_000)).is_err());
    }

    #[test]
    fn a_character_outside_the_alphabet_is_named() {
        assert_eq!(decode(&[], "ab\"c"), Err(TextError::Character(2)));
        assert_eq!(decode(&[], "abé"), Err(TextError::Character(2)));
    }

    #[test]
    fn nothing_takes_next_to_nothing() {
        assert!(encode(&[]).len() <= 2);
        let empty: Vec<_> = Site::all(4).into_iter().map(|s| (s, Vec::new())).collect();
        assert!(encode(&empty).len() <= 6);
    }
}
