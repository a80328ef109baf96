//! The deadlock tables built into this crate.

use std::sync::{Arc, Mutex, PoisonError};

use gridlock_patterns::sokoban::lookup::Knowledge;

/// Per placement: the names of the sites and the text of their seeds, written by the build script.
pub const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/sokoban.in"));

/// What was decoded already.
static DECODED: Mutex<Option<Arc<Knowledge>>> = Mutex::new(None);

/// The tables, decoded when they are asked for first.
///
/// # Panics
/// If the texts cannot be decoded, which would be a mistake in the build script.
pub fn knowledge() -> Arc<Knowledge> {
    let mut decoded = DECODED.lock().unwrap_or_else(PoisonError::into_inner);
    let decode =
        || Knowledge::decode(TEXTS).expect("the build script wrote texts that can be read");
    Arc::clone(decoded.get_or_insert_with(|| Arc::new(decode())))
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
