//! The compact text code: seeds as a short string of printable characters.
//!
//! An adaptive range coder writes base-93 digits, so that a character carries 6.5 bits. The model of
//! what to expect learns from one table for the next; therefore all tables that are needed together
//! are coded together, smaller windows first.
//!
//! One function describes the code for both directions, so reader and writer cannot disagree. The
//! reader uses no dependency.

mod ascii;
mod bytes;
mod encoder;
mod model;
mod range;
mod sets;

use self::encoder::Encoder;
use self::range::Decoder;
use crate::sokoban::seed::Seed;
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

/// The text of the seeds of some sites. Seeds are taken as sets.
///
/// # Panics
///
/// When the walls of a seed are not all solid, and for lists of more than a million seeds.
pub fn encode(tables: &[(Site, Vec<Seed>)]) -> String {
    let mut tables = tables.to_vec();
    for (_, seeds) in &mut tables {
        seeds.sort_unstable();
        seeds.dedup();
    }
    let (found, _, encoder) = sets::tables(Encoder::new(), &tables);
    let complete = found.iter().zip(&tables).all(|(found, (_, known))| found == known);
    assert!(complete, "the walls of a seed are solid, and a list fits into a text");
    encoder.finish()
}

/// The seeds of these sites, each list sorted; `sites` are those of the writer, in the same order.
///
/// # Errors
///
/// When the text is not one that [`encode`] wrote for these sites. One damaged text in 8,000 is read
/// as a wrong list.
pub fn decode(sites: &[Site], text: &str) -> Result<Vec<(Site, Vec<Seed>)>, TextError> {
    if let Some(at) = text.bytes().position(|c| ascii::digit(c).is_none()) {
        return Err(TextError::Character(at));
    }
    let unknown: Vec<_> = sites.iter().map(|&site| (site, Vec::new())).collect();
    let (found, right, decoder) = sets::tables(Decoder::new(text), &unknown);
    if right && decoder.at_end() {
        Ok(sites.iter().copied().zip(found).collect())
    } else {
        Err(TextError::Damaged)
    }
}

/// The text of some bytes.
///
/// # Panics
///
/// For more than 65,536 bytes.
pub fn encode_bytes(bytes: &[u8]) -> String {
    let (found, _, encoder) = bytes::bytes(Encoder::new(), bytes);
    assert!(found == bytes, "a text holds no more than 65,536 bytes");
    encoder.finish()
}

/// The bytes of a text.
///
/// # Errors
///
/// When the text is not one that [`encode_bytes`] wrote. One damaged text in 8,000 is read as wrong
/// bytes.
pub fn decode_bytes(text: &str) -> Result<Vec<u8>, TextError> {
    if let Some(at) = text.bytes().position(|c| ascii::digit(c).is_none()) {
        return Err(TextError::Character(at));
    }
    let (found, right, decoder) = bytes::bytes(Decoder::new(text), &[]);
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

    fn tables(max: usize) -> impl Strategy<Value = Vec<(Site, Vec<Seed>)>> {
        let masks = proptest::collection::vec(any::<(u32, u32)>(), 0..max);
        let table = (0..Site::all(5).len(), masks).prop_map(|(site, masks)| {
            let site = Site::all(5)[site];
            (site, seeds(site, masks))
        });
        proptest::collection::vec(table, 0..4)
    }

    fn seeds(site: Site, masks: impl IntoIterator<Item = (u32, u32)>) -> Vec<Seed> {
        let full = (1 << site.window.cells()) - 1;
        let seed = |(s, w): (u32, u32)| Seed { solid: s & full, walls: s & w & full };
        let mut seeds: Vec<Seed> = masks.into_iter().map(seed).collect();
        seeds.sort_unstable();
        seeds.dedup();
        seeds
    }

    fn sites(tables: &[(Site, Vec<Seed>)]) -> Vec<Site> {
        tables.iter().map(|t| t.0).collect()
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(tables in tables(200)) {
            let text = encode(&tables);
            prop_assert!(text.bytes().all(|c| ascii::digit(c).is_some()));
            prop_assert_eq!(decode(&sites(&tables), &text), Ok(tables));
        }

        #[test]
        fn bytes_are_written_and_read(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            prop_assert_eq!(decode_bytes(&encode_bytes(&bytes)), Ok(bytes));
        }

        #[test]
        fn noise_is_no_text_of_bytes(noise in "[ !#-\\[\\]-~]{0,300}") {
            if let Ok(bytes) = decode_bytes(&noise) {
                prop_assert_eq!(decode_bytes(&encode_bytes(&bytes)), Ok(bytes));
            }
        }

        #[test]
        fn noise_is_read_to_an_end(tables in tables(1), text in "[ !#-\\[\\]-~]{0,300}") {
            // One noise in 8,192 has the right check.
            prop_assert!(matches!(decode(&sites(&tables), &text), Ok(_) | Err(TextError::Damaged)));
        }
    }

    /// A few thousand seeds without a table file.
    fn sample() -> Vec<(Site, Vec<Seed>)> {
        let spread = |k: u32| k.wrapping_mul(0x9E37_79B1);
        let masks = || (0..400).map(|k| (spread(k) >> 7, spread(k) >> 3 & spread(k) >> 11));
        Site::all(3).into_iter().map(|site| (site, seeds(site, masks()))).collect()
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
            missed += u32::from(decode(&sites(&tables), &changed).is_ok());
        }
        assert!(missed <= 2, "{missed} of {}", text.len());
    }

    #[test]
    fn long_noise_does_not_fill_the_memory() {
        let digit = |k: u32| ascii::character((k.wrapping_mul(0x9E37_79B1) >> 8) as u8 % 93);
        let noise: String = (0..20_000).map(digit).collect();
        assert_eq!(decode(&Site::all(5), &noise), Err(TextError::Damaged));
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
