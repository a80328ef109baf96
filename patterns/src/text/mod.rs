//! The compact text code: frames as a short string of printable characters.
//!
//! An adaptive range coder writes base-93 digits, so that a character carries 6.5 bits. The model of
//! what to expect learns from one table for the next; therefore all tables that are needed together
//! are coded together, smaller windows first.
//!
//! One function describes the code for both directions, so reader and writer cannot disagree. The
//! reader uses no dependency.

mod ascii;
mod encoder;
mod frames;
mod model;
mod range;

use crate::sokoban::pattern::Frame;
use crate::sokoban::symmetry::symmetries;
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
/// When the region of a frame is none of the regions its solid cells leave.
pub fn encode(tables: &[(Site, Vec<Frame>)]) -> String {
    let laid: Vec<_> = tables
        .iter()
        .map(|(site, frames)| {
            let symmetries = symmetries(*site);
            let mut laid: Vec<_> = frames.iter().map(|f| frames::lay(f, &symmetries)).collect();
            laid.sort_unstable();
            laid.dedup();
            (*site, laid)
        })
        .collect();
    let (found, _, encoder) = frames::tables(encoder::Encoder::new(), &laid);
    let complete = found.iter().zip(&laid).all(|(found, laid)| found.len() == laid.1.len());
    assert!(complete, "a frame has an impossible region");
    encoder.finish()
}

/// The frames of these sites, each list canonical and sorted; `sites` are those of the writer, in
/// the same order.
///
/// # Errors
///
/// When the text is not one that [`encode`] wrote for these sites. One damaged text in 8,000 is read
/// as a wrong list.
pub fn decode(sites: &[Site], text: &str) -> Result<Vec<Vec<Frame>>, TextError> {
    if let Some(at) = text.bytes().position(|c| ascii::digit(c).is_none()) {
        return Err(TextError::Character(at));
    }
    let empty: Vec<_> = sites.iter().map(|&site| (site, Vec::new())).collect();
    let (found, right, decoder) = frames::tables(range::Decoder::new(text), &empty);
    if right && decoder.at_end() {
        Ok(found)
    } else {
        Err(TextError::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sokoban::game::LocalGame;
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
