//! What a line of a level file is: part of a board, perhaps part of one, or text.

use super::level::Flaw;

/// What one line looks like by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing but white space.
    Blank,
    /// A row of a board.
    Row,
    /// Board symbols without any wall. Between rows it is a row; above or below them it may as well
    /// be a ruler such as `-----` or `* * *`.
    Loose,
    /// A row with characters that belong on no board, or a title such as `# 1 #`.
    Spoiled,
    /// Anything else.
    Text,
}

/// What one line looks like by itself.
pub fn kind(line: &[u8]) -> Kind {
    let line = trim(line);
    if line.is_empty() {
        return Kind::Blank;
    }
    if line[0] == b';' {
        return Kind::Text;
    }
    let tally = Tally::of(line);
    let walled = count(&[line[0], line[line.len() - 1]], b'#');
    let sound = tally.strange + tally.foreign == 0;
    if sound && tally.letters == 0 {
        return if tally.walls > 0 { Kind::Row } else { Kind::Loose };
    }
    if sound && walled == 2 || unpack(line).is_some() {
        return Kind::Row;
    }
    let other = tally.letters + tally.strange;
    let mostly_sound = tally.plain * walled >= 2 * (other + tally.foreign);
    if walled > 0 && mostly_sound || walled == 2 && other == 0 {
        Kind::Spoiled
    } else {
        Kind::Text
    }
}

/// How many characters of each sort a line has.
#[derive(Default)]
struct Tally {
    walls: usize,
    /// Plain board symbols, walls included, blanks not.
    plain: usize,
    /// Letters that stand for board symbols in some files.
    letters: usize,
    /// ASCII characters that mean nothing on a board.
    strange: usize,
    /// Characters beyond ASCII.
    foreign: usize,
}

impl Tally {
    fn of(line: &[u8]) -> Tally {
        let mut tally = Tally::default();
        for &byte in line {
            match byte {
                b'#' => {
                    tally.walls += 1;
                    tally.plain += 1;
                }
                b'@' | b'+' | b'$' | b'*' | b'.' | b'-' | b'_' => tally.plain += 1,
                b'b' | b'B' | b'p' | b'P' | b'o' => tally.letters += 1,
                // Blanks, and the later bytes of a UTF-8 character.
                b' ' | b'\t' | 0x80..=0xbf => {}
                0xc0..=0xff => tally.foreign += 1,
                _ => tally.strange += 1,
            }
        }
        // Stray bytes from the middle of a character count as one.
        if tally.foreign == 0 && !line.is_ascii() {
            tally.foreign = 1;
        }
        tally
    }
}

/// The longest run that a number in a run-length row may stand for.
const LONGEST_RUN: usize = 999;

/// The rows of a run-length line such as `4#`, `#3-#` or `3#|#@#|3#`; `None` when it is no such line.
///
/// Every row must have walls at both ends, or be all floor between others: `#1.` is a title.
pub fn unpack(line: &[u8]) -> Option<Vec<Vec<u8>>> {
    let line = trim(line);
    if !line.iter().any(|b| b.is_ascii_digit() || *b == b'|') {
        return None;
    }
    let line = line.strip_suffix(b"|").unwrap_or(line);
    let rows = line.split(|&b| b == b'|').map(unpack_row).collect::<Option<Vec<_>>>()?;
    let floor = |row: &Vec<u8>| trim(row).is_empty();
    let walled = |row: &Vec<u8>| trim(row).starts_with(b"#") && trim(row).ends_with(b"#");
    let sound = rows.iter().all(|row| walled(row) || rows.len() > 1 && floor(row));
    if sound && rows.iter().any(walled) {
        Some(rows)
    } else {
        None
    }
}

fn unpack_row(packed: &[u8]) -> Option<Vec<u8>> {
    let mut row = Vec::new();
    let mut run = None;
    for &byte in packed {
        if byte.is_ascii_digit() {
            let longer = run.unwrap_or(0) * 10 + usize::from(byte - b'0');
            run = Some(longer).filter(|&n| n <= LONGEST_RUN);
            run?;
        } else if byte == b' ' && run.is_some() {
            return None;
        } else {
            let symbol = symbol(byte)?;
            row.resize(row.len() + run.take().unwrap_or(1), symbol);
        }
    }
    if run.is_some() || row.is_empty() {
        None
    } else {
        Some(row)
    }
}

/// The plain XSB symbol that a byte of a row stands for.
fn symbol(byte: u8) -> Option<u8> {
    match byte {
        b'#' | b' ' | b'@' | b'+' | b'$' | b'*' | b'.' => Some(byte),
        b'-' | b'_' => Some(b' '),
        b'p' => Some(b'@'),
        b'P' => Some(b'+'),
        b'b' => Some(b'$'),
        b'B' => Some(b'*'),
        b'o' => Some(b'.'),
        _ => None,
    }
}

/// The plain XSB row that a line stands for.
///
/// # Errors
/// The first byte that cannot be on a board: what is wrong with it and where it is, from 0.
pub fn plain(line: &[u8]) -> Result<Vec<u8>, (Flaw, usize)> {
    line.iter()
        .enumerate()
        .map(|(i, &byte)| {
            symbol(byte).ok_or(match byte {
                b'\t' => (Flaw::Tab, i),
                0x80..=0xff => (Flaw::NonAscii, i),
                _ => (Flaw::Unknown(byte as char), i),
            })
        })
        .collect()
}

/// How often a byte occurs.
#[allow(clippy::naive_bytecount)] // Lines are short, and a dependency is not.
pub fn count(line: &[u8], byte: u8) -> usize {
    line.iter().filter(|&&b| b == byte).count()
}

/// The line without white space around it.
pub fn trim(line: &[u8]) -> &[u8] {
    let inked = |b: &u8| !b.is_ascii_whitespace();
    let start = line.iter().position(inked).unwrap_or(line.len());
    let end = line.iter().rposition(inked).map_or(start, |last| last + 1);
    &line[start..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        let kinds = [
            (Kind::Blank, vec!["", "  ", "\t "]),
            (Kind::Row, vec!["####", " #@ $.#", "#-_*+#", "#\t#", "\t##", "#poBbP#", "#  b #"]),
            (Kind::Row, vec!["4#", "#3-#", "2-3#", "5#|#@$.#|5#", "3#|#@#|3#|", "12#"]),
            (Kind::Loose, vec!["-----", "_", "* * *", "...", " @$. "]),
            (
                Kind::Spoiled,
                vec![
                    "#@ x.#",
                    "##\u{e9}##",
                    "#@\u{e9}$.#",
                    "# 1 #",
                    "#1.",
                    "2 ##",
                    "#\u{e9}\u{e9}\u{e9} #",
                ],
            ),
            (Kind::Text, vec!["; ####", "# 1", "#1", "#12", "Level #3", "# Second #", "bob"]),
            (Kind::Text, vec!["# The level by Bob #", "1.", "9999#", "\u{80}", "a|b", "|"]),
        ];
        for (expected, lines) in kinds {
            for line in lines {
                assert_eq!(kind(line.as_bytes()), expected, "{line:?}");
            }
        }
    }

    #[test]
    fn runs_are_unpacked() {
        let unpacked = unpack(b"4#|#3-#|2_#p2b2o#|--|11#").unwrap();
        let expected = ["####", "#   #", "  #@$$..#", "  ", "###########"];
        assert_eq!(unpacked, expected.map(|row| row.as_bytes().to_vec()));
        assert_eq!(unpack(b"####"), None, "not packed at all");
    }

    #[test]
    fn the_first_bad_byte_is_named() {
        assert_eq!(plain(b"#-_ p#").unwrap(), b"#   @#");
        assert_eq!(plain(b"# \t#"), Err((Flaw::Tab, 2)));
        assert_eq!(plain("#\u{e9}#".as_bytes()), Err((Flaw::NonAscii, 1)));
        assert_eq!(plain(b"#x#"), Err((Flaw::Unknown('x'), 1)));
    }
}
