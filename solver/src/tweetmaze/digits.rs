//! Reading a string of digits.

use std::fmt;

/// What is wrong with a string of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DigitsError {
    /// No digit at all.
    Empty,
    /// Something that is no digit.
    Foreign {
        /// What it is.
        character: char,
        /// The square where it stands, from 0 as in routes.
        position: usize,
    },
}

impl fmt::Display for DigitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DigitsError::Empty => write!(f, "no digits; a maze has one digit for each square"),
            DigitsError::Foreign { character, position } => write!(
                f,
                "{character:?} at position {position} (from 0) is no digit; use only 0 to 9"
            ),
        }
    }
}

impl std::error::Error for DigitsError {}

/// The digits of a text, without the white space around them.
///
/// # Errors
/// When there are none, or something else is among them.
pub fn digits(text: &[u8]) -> Result<&[u8], DigitsError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let inked = |b: &u8| !b.is_ascii_whitespace();
    let start = text.iter().position(inked).ok_or(DigitsError::Empty)?;
    let end = text.iter().rposition(inked).map_or(start, |last| last + 1);
    let squares = &text[start..end];
    match squares.iter().position(|b| !b.is_ascii_digit()) {
        None => Ok(squares),
        Some(position) => {
            let first = &squares[position..squares.len().min(position + 4)];
            let character = String::from_utf8_lossy(first).chars().next().unwrap_or('\u{fffd}');
            Err(DigitsError::Foreign { character, position })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_around_does_not_matter() {
        for text in ["0123", "0123\n", "\u{feff} 0123\r\n\n"] {
            assert_eq!(digits(text.as_bytes()), Ok(&b"0123"[..]), "{text:?}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        let foreign = |character, position| Err(DigitsError::Foreign { character, position });
        assert_eq!(digits(b""), Err(DigitsError::Empty));
        assert_eq!(digits(b" \r\n"), Err(DigitsError::Empty));
        assert_eq!(digits(b" 12x4"), foreign('x', 2));
        assert_eq!(digits(b"12\n34"), foreign('\n', 2));
        assert_eq!(digits(b"-1"), foreign('-', 0));
        assert_eq!(digits("1\u{661}".as_bytes()), foreign('\u{661}', 1));
        assert_eq!(digits(b"1\xff2"), foreign('\u{fffd}', 1));
        let message = foreign('x', 2).unwrap_err().to_string();
        assert_eq!(message, "'x' at position 2 (from 0) is no digit; use only 0 to 9");
    }
}
