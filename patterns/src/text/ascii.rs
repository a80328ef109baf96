//! The alphabet of constant strings: 93 printable characters, one per digit.

/// Number of characters: all of printable ASCII but the quote and the backslash.
pub(super) const BASE: u64 = 93;

/// The character of a digit below [`BASE`].
pub(super) fn character(digit: u8) -> char {
    let c = digit + b' ' + u8::from(digit > 1);
    char::from(c + u8::from(c > 91))
}

/// The digit of a character, or `None` when it is not in the alphabet.
pub(super) fn digit(c: u8) -> Option<u8> {
    match c {
        b'"' | b'\\' | 0..=31 | 127..=255 => None,
        _ => Some(c - b' ' - u8::from(c > b'"') - u8::from(c > b'\\')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_has_its_own_printable_character() {
        let text: Vec<u8> = (0..BASE as u8).map(|d| character(d) as u8).collect();
        assert!(text.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(text.iter().all(|c| (b' '..=b'~').contains(c) && !b"\"\\".contains(c)));
        let digits: Vec<u8> = (0..=255).filter_map(digit).collect();
        assert_eq!(digits, (0..BASE as u8).collect::<Vec<_>>());
    }
}
