//! Files of levels as found in the wild: which lines are boards, which are titles, which are noise.

use std::fmt;

use super::level::{Flaw, Level};
use super::rows::{self, Kind};
use super::titles::{self, Chunk};

/// One level of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its title, or nothing.
    pub title: String,
    /// The line where its board begins, from 1.
    pub line: usize,
    /// The level, or why it is none.
    pub level: Result<Level, LevelError>,
}

/// What is wrong, and where in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError {
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1, when there is one.
    pub column: Option<usize>,
    /// What is wrong.
    pub flaw: Flaw,
}

/// Writes `line:column: what is wrong; what to do`, to be put behind the name of the file.
impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.line)?;
        if let Some(column) = self.column {
            write!(f, "{column}:")?;
        }
        write!(f, " {}", self.flaw)
    }
}

impl std::error::Error for LevelError {}

/// A file with more boards than this and no level among them is noise.
const MOST_BAD_BOARDS: usize = 20;

/// All levels of a file, good and bad.
///
/// # Errors
/// When there is no level at all, or nothing but a great many bad ones.
pub fn parse(bytes: &[u8]) -> Result<Vec<Entry>, LevelError> {
    let mut reader = Reader { chunks: vec![Chunk::default()], ..Reader::default() };
    for line in lines(bytes) {
        reader.take(line);
    }
    reader.flush();
    if reader.boards.is_empty() {
        let blank = rows::trim(bytes).is_empty();
        let flaw = if blank { Flaw::EmptyFile } else { Flaw::NoLevel };
        return Err(LevelError { line: 1, column: None, flaw });
    }
    if let Some(noise) = noise(&reader.boards) {
        return Err(noise);
    }
    let titles = titles::titles(&reader.chunks);
    let entries = reader.boards.into_iter().zip(titles);
    Ok(entries.map(|((line, level), title)| Entry { title, line, level }).collect())
}

/// One error in place of very many.
fn noise(boards: &[Board]) -> Option<LevelError> {
    if boards.len() <= MOST_BAD_BOARDS || boards.iter().any(|(_, level)| level.is_ok()) {
        return None;
    }
    let first = boards[0].1.clone().err()?;
    let flaw = Flaw::Noise { boards: boards.len(), first: Box::new(first.flaw) };
    Some(LevelError { flaw, ..first })
}

/// The number of its first line, and what it is.
type Board = (usize, Result<Level, LevelError>);

/// A line without its quotation marks and the white space behind it.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    /// How many bytes of quotation stood in front.
    quoted: usize,
    text: &'a [u8],
    kind: Kind,
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut number = 0;
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let all = rest?;
        number += 1;
        let end = all.iter().position(|&b| b == b'\n' || b == b'\r').unwrap_or(all.len());
        let width = if all[end..].starts_with(b"\r\n") { 2 } else { 1 };
        rest = all.get(end + width..);
        Some(Line::new(number, &all[..end]))
    })
}

impl<'a> Line<'a> {
    fn new(number: usize, whole: &'a [u8]) -> Line<'a> {
        let mut text = whole;
        while let Some(inner) = rows::trim(text).strip_prefix(b">") {
            // Trimming cut blanks behind as well; only what is in front matters here.
            let front = text.iter().position(|&b| b == b'>').unwrap_or(0);
            text = if inner.is_empty() { inner } else { &text[front + 1..] };
        }
        let quoted = if text.is_empty() { 0 } else { whole.len() - text.len() };
        let end = text.iter().rposition(|b| !b.is_ascii_whitespace()).map_or(0, |last| last + 1);
        Line { number, quoted, text: &text[..end], kind: rows::kind(&text[..end]) }
    }

    fn has(&self, symbols: &[u8]) -> bool {
        let board = matches!(self.kind, Kind::Row | Kind::Loose);
        board && self.text.iter().any(|b| symbols.contains(b))
    }

    fn has_player(&self) -> bool {
        self.has(b"@+pP")
    }

    /// Whether this is no row unless rows stand above and below: a ruler or a title perhaps.
    fn is_doubtful(&self) -> bool {
        match self.kind {
            Kind::Loose => !self.has(b"@+$"),
            Kind::Spoiled => self.text.is_ascii() || rows::count(self.text, b'#') < 4,
            _ => false,
        }
    }

    /// About how many rows the line stands for.
    fn height(&self) -> usize {
        1 + rows::count(self.text, b'|')
    }
}

/// Collects boards, and the text between them.
#[derive(Default)]
struct Reader<'a> {
    /// Lines that may be rows, without a blank or a text line between them.
    block: Vec<Line<'a>>,
    boards: Vec<Board>,
    /// The text before the first board, and behind each board.
    chunks: Vec<Chunk<'a>>,
}

impl<'a> Reader<'a> {
    fn take(&mut self, line: Line<'a>) {
        if matches!(line.kind, Kind::Blank | Kind::Text) {
            self.flush();
            self.text(&[line]);
        } else {
            self.block.push(line);
        }
    }

    fn text(&mut self, lines: &[Line<'a>]) {
        if let Some(chunk) = self.chunks.last_mut() {
            for line in lines {
                chunk.push(rows::trim(line.text));
            }
        }
    }

    /// Turns the block into boards and text.
    fn flush(&mut self) {
        let block = std::mem::take(&mut self.block);
        for piece in pieces(&block) {
            let sure = |line: &Line| !line.is_doubtful();
            let start = piece.iter().position(sure).unwrap_or(piece.len());
            let end = piece.iter().rposition(sure).map_or(start, |last| last + 1);
            self.text(&piece[..start]);
            if is_board(&piece[start..end]) {
                self.boards.push((piece[start].number, level(&piece[start..end])));
                self.chunks.push(Chunk::default());
            } else {
                self.text(&piece[start..end]);
            }
            self.text(&piece[end..]);
        }
    }
}

/// Cuts a block at the doubtful lines that have a player above and another one below.
fn pieces<'b, 'a>(block: &'b [Line<'a>]) -> Vec<&'b [Line<'a>]> {
    let mut stretches: Vec<(usize, bool)> = Vec::new();
    for (i, line) in block.iter().enumerate() {
        if i == 0 || line.is_doubtful() {
            stretches.push((i, false));
        }
        if let Some(last) = stretches.last_mut() {
            last.1 |= line.has_player();
        }
    }
    stretches.dedup_by(|next, piece| {
        let joined = !(piece.1 && next.1);
        piece.1 |= next.1;
        joined
    });
    let ends = stretches.iter().skip(1).map(|s| s.0).chain([block.len()]);
    stretches.iter().zip(ends).map(|(s, end)| &block[s.0..end]).collect()
}

/// Whether these rows are meant as a board, and not as a ruler, a banner or a stray `#`.
fn is_board(lines: &[Line]) -> bool {
    let load = lines.iter().any(|line| line.has(b"$*.bBo"));
    let player = lines.iter().any(Line::has_player);
    let high = || lines.iter().map(Line::height).sum::<usize>() >= 3;
    player && load || (player || load || is_room(lines)) && high()
}

/// Whether the rows are an empty room with walls all around.
fn is_room(lines: &[Line]) -> bool {
    let solid = |line: &Line| rows::trim(line.text).iter().all(|&b| b == b'#');
    let walled = |line: &Line| {
        let text = rows::trim(line.text);
        text.starts_with(b"#") && text.ends_with(b"#")
    };
    let rims = [lines.first(), lines.last()];
    rims.iter().all(|rim| rim.map_or(false, solid))
        && lines.iter().all(walled)
        && !lines.iter().all(solid)
}

/// The level that these lines are.
fn level(lines: &[Line]) -> Result<Level, LevelError> {
    let indent = common_indent(lines);
    let mut rows = Vec::new();
    // Per row: the line it comes from, and the column of its first cell when cells are columns.
    let mut places = Vec::new();
    for line in lines {
        if let Some(unpacked) = rows::unpack(line.text) {
            places.resize(places.len() + unpacked.len(), (line.number, None));
            rows.extend(unpacked);
        } else {
            let first = line.quoted + indent + 1;
            rows.push(rows::plain(&line.text[indent..]).map_err(|(flaw, at)| LevelError {
                line: line.number,
                column: Some(first + at),
                flaw,
            })?);
            places.push((line.number, Some(first)));
        }
    }
    Level::new(&rows).map_err(|misplaced| {
        let (line, column) = misplaced.at.map_or((lines[0].number, None), |(row, col)| {
            (places[row].0, places[row].1.map(|first| first + col))
        });
        LevelError { line, column, flaw: misplaced.flaw }
    })
}

/// The length of the white space that all lines begin with.
fn common_indent(lines: &[Line]) -> usize {
    let first = lines.first().map_or(&[][..], |line| line.text);
    let blank = first.iter().take_while(|b| b.is_ascii_whitespace()).count();
    lines.iter().fold(blank, |indent, line| {
        first[..indent].iter().zip(line.text).take_while(|(a, b)| a == b).count()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "#####\n#@$.#\n#####\n";

    fn summary(text: &str) -> Vec<(String, usize, bool)> {
        let entries = parse(text.as_bytes()).unwrap();
        entries.into_iter().map(|e| (e.title, e.line, e.level.is_ok())).collect()
    }

    fn error(text: &str) -> String {
        match parse(text.as_bytes()) {
            Err(e) => e.to_string(),
            Ok(entries) => entries[0].level.clone().unwrap_err().to_string(),
        }
    }

    #[test]
    fn the_same_level_in_many_dresses() {
        let plain = parse(ONE.as_bytes()).unwrap()[0].level.clone().unwrap().to_string();
        let tabbed = ONE.replace('#', "\t#").replace("\t#\t#\t#\t#\t#", "\t#####");
        for text in [
            "#####\r\n#@$.#\r\n#####",
            "#####\r#@$.#\r#####\r",
            "\u{feff}#####\n#@$.#\n#####",
            "> #####\n> #@$.#\n> #####\n>\n> bye\n",
            ">> #####\n>> #@$.#\n>> #####\n",
            "5#\n#@$.#\n5#\n",
            "5#|#@$.#|5#",
            "\t#####\n\t#@$.#\n\t#####\n",
            "#####\n#pbo#\n#####\n",
            "-----\n#####\n#@$.#\n#####\n-----\n",
            "# 1 #\n#####\n#@$.#\n#####\n* * *\n",
            "#\n\n##\n##\n\n#####\n#@$.#  \n#####\t\n\n#######\n# stray #\n#######\n",
        ] {
            let entries = parse(text.as_bytes()).unwrap();
            assert_eq!(entries.len(), 1, "{text}");
            let level = entries[0].level.as_ref().unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(level.to_string(), plain, "{text}");
        }
        assert!(error(&tabbed).contains("tab inside a row"));
    }

    #[test]
    fn floor_rows_stay_inside_a_board_and_rulers_part_two() {
        let cross = "#####\n#@$.#\n#####\n-\n___\n ###\n # #\n ###\n";
        assert_eq!(summary(cross), [(String::new(), 1, true)]);
        let two = format!("{ONE}-----\n{ONE}");
        assert_eq!(summary(&two), [(String::new(), 1, true), (String::new(), 5, true)]);
    }

    #[test]
    fn bad_levels_are_told_with_their_place() {
        assert_eq!(error("#####\n# $.#\n#####\n"), "1: no player; mark it with @, or + on a goal");
        let places = [
            ("; x\n\n#####\n#@$@.#\n######\n", "4:4: a second player"),
            ("#######\n#@$$ .#\n#######\n", "1: more boxes than goals, 2 and 1"),
            ("#######\n#@$. .#\n#######\n", "1: fewer boxes than goals, 1 and 2"),
            ("> #####\n> #@$.#\n> ## ##\n", "3:5: open wall"),
            ("#####\n#@$.\n#####\n", "2:5: open wall"),
            ("#####\n#@\t$.#\n#####\n", "2:3: tab inside a row"),
            ("#####\n#@ \u{e9}.#\n#####\n", "2:4: non-ASCII"),
            ("##\u{d7}###\n#@ $.#\n######\n", "1:3: non-ASCII"),
            ("######\n#@ x.#\n######\n", "2:4: 'x' means nothing"),
            ("####\n#  #\n####\n", "1: no player"),
            ("#@$.#", "1:2: open wall"),
            ("", "1: the file is empty"),
            (" \n\n\t\n", "1: the file is empty"),
            ("Hello # world\n#\n", "1: no level found"),
        ];
        for (text, expected) in places {
            let message = error(text);
            assert!(message.starts_with(expected), "{text}\n{message}");
            assert!(!message.contains('\n'));
        }
    }

    #[test]
    fn a_bad_level_does_not_hide_the_others() {
        let text = format!("; a\n{ONE}\n; b\n#####\n# $.#\n#####\n\n; c\n{ONE}");
        let good: Vec<_> = summary(&text).into_iter().map(|(t, _, ok)| (t, ok)).collect();
        assert_eq!(good, [("a".to_owned(), true), ("b".to_owned(), false), ("c".to_owned(), true)]);
    }
}
