//! The deadlock tables built into this crate.

use gridlock_patterns::sokoban::lookup::Knowledge;

/// Per placement: the names of the sites and the text of their seeds, written by the build script.
pub const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/sokoban.in"));

/// Decodes the tables; do it once and use it for all levels.
///
/// # Panics
/// If the texts cannot be decoded, which would be a mistake in the build script.
pub fn knowledge() -> Knowledge {
    Knowledge::decode(TEXTS).expect("the build script wrote texts that can be read")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_are_small_and_can_be_read() {
        knowledge();
        assert!(TEXTS.iter().map(|(_, text)| text.len()).sum::<usize>() < 12_000);
    }
}
