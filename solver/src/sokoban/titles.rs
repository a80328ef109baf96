//! The titles of the levels of a file, which stand before the boards or behind them.

/// The text between two boards: trimmed lines, where one empty line stands for any blank lines.
#[derive(Default)]
pub struct Chunk<'a> {
    lines: Vec<&'a [u8]>,
}

/// Words that begin a line about something else than the title, when a colon follows.
const OTHER_KEYS: [&str; 18] = [
    "author",
    "collection",
    "comment",
    "copyright",
    "created",
    "date",
    "difficulty",
    "e-mail",
    "email",
    "homepage",
    "id",
    "moves",
    "note",
    "optimizer",
    "pushes",
    "set",
    "solution",
    "url",
];

/// From this length on a line of only `lurdLURD` is a solution and no title.
const SOLUTION_LENGTH: usize = 8;

/// Longer titles are cut.
const LONGEST_TITLE: usize = 200;

/// What a line of text is.
enum Role<'a> {
    Break,
    /// `Title: ...`.
    Named(&'a [u8]),
    /// `; ...`.
    Comment(&'a [u8]),
    Plain(&'a [u8]),
    /// Author, solution, ruler and the like.
    Other,
}

impl<'a> Chunk<'a> {
    /// Adds a trimmed line.
    pub fn push(&mut self, line: &'a [u8]) {
        if !line.is_empty() || self.lines.last().map_or(true, |last| !last.is_empty()) {
            self.lines.push(line);
        }
    }

    fn roles(&self) -> impl DoubleEndedIterator<Item = Role<'a>> + '_ {
        self.lines.iter().map(|line| role(line))
    }

    fn named(&self) -> Option<&'a [u8]> {
        self.roles().find_map(|role| match role {
            Role::Named(title) => Some(title),
            _ => None,
        })
    }

    fn has_title(&self) -> bool {
        self.roles().any(|role| !matches!(role, Role::Break | Role::Other))
    }

    /// Whether a title follows the board above without a blank line.
    fn touches_above(&self) -> bool {
        self.roles().next().map_or(false, |role| !matches!(role, Role::Break | Role::Other))
    }

    /// Whether text touches the board below.
    fn touches_below(&self) -> bool {
        self.lines.last().map_or(false, |line| !line.is_empty())
    }

    /// The title that stands nearest to the board below.
    fn last_title(&self) -> Option<&'a [u8]> {
        nearest(self.roles().rev())
    }

    /// The title that stands nearest to the board above.
    fn first_title(&self) -> Option<&'a [u8]> {
        nearest(self.roles())
    }
}

/// The first comment of the first paragraph with a title in it, or else its first line.
fn nearest<'a>(roles: impl Iterator<Item = Role<'a>>) -> Option<&'a [u8]> {
    let mut plain = None;
    for role in roles {
        match role {
            Role::Named(title) | Role::Comment(title) => return Some(title),
            Role::Plain(title) => plain = plain.or(Some(title)),
            Role::Break if plain.is_some() => break,
            Role::Break | Role::Other => {}
        }
    }
    plain
}

fn role(line: &[u8]) -> Role<'_> {
    if line.is_empty() {
        return Role::Break;
    }
    let marks = line.iter().take_while(|&&b| b == b';' || b == b' ').count();
    let text = &line[marks..];
    let letters = text.iter().any(|b| b.is_ascii_alphanumeric() || !b.is_ascii());
    if !letters || is_solution(text) {
        return Role::Other;
    }
    let key = text.split(|&b| b == b':').next().unwrap_or(text);
    if key.len() < text.len() {
        let word: Vec<u8> =
            key.iter().take_while(|b| b.is_ascii_alphabetic() || **b == b'-').copied().collect();
        let word = String::from_utf8_lossy(&word).to_ascii_lowercase();
        if word == "title" {
            return Role::Named(&text[key.len() + 1..]);
        }
        if OTHER_KEYS.iter().any(|other| word.starts_with(other)) {
            return Role::Other;
        }
    }
    if marks > 0 {
        Role::Comment(text)
    } else {
        Role::Plain(text)
    }
}

fn is_solution(text: &[u8]) -> bool {
    let lurd = text.iter().all(|b| b"lurdLURD".contains(b));
    lurd && text.len() >= SOLUTION_LENGTH || text.eq_ignore_ascii_case(b"solution")
}

/// The title of each board: `chunks` holds the text before the first board and behind each board.
///
/// Whether titles stand before or behind is a habit of the whole file.
pub fn titles(chunks: &[Chunk]) -> Vec<String> {
    let behind = titles_behind(chunks);
    let of_board = |pair: &[Chunk]| {
        let chunk = if behind { &pair[1] } else { &pair[0] };
        let near = if behind { chunk.first_title() } else { chunk.last_title() };
        chunk.named().or(near).map_or_else(String::new, printable)
    };
    chunks.windows(2).map(of_board).collect()
}

fn titles_behind(chunks: &[Chunk]) -> bool {
    let (first, last) = match chunks {
        [first, .., last] => (first, last),
        _ => return false,
    };
    if chunks.iter().any(|chunk| chunk.named().is_some()) {
        return last.named().is_some();
    }
    let glued =
        || chunks.windows(2).all(|pair| pair[1].touches_above() && !pair[0].touches_below());
    last.has_title() && (!first.has_title() || glued())
}

/// The text for a terminal: no control characters, not too long.
fn printable(title: &[u8]) -> String {
    let text = String::from_utf8_lossy(title);
    text.trim().chars().filter(|c| !c.is_control()).take(LONGEST_TITLE).collect()
}

#[cfg(test)]
mod tests {
    use super::super::collection::parse;

    const BOARD: &str = "#####\n#@$.#\n#####\n";

    fn titles(pattern: &str) -> Vec<String> {
        let text = pattern.replace("BOARD\n", BOARD);
        parse(text.as_bytes()).unwrap().into_iter().map(|e| e.title).collect()
    }

    #[test]
    fn titles_before_the_board() {
        assert_eq!(titles("; a\nBOARD\n\n; b\n\nBOARD\n"), ["a", "b"]);
        assert_eq!(titles("Header\n\n; a\n'hint'\n\nBOARD\n\nb\nBOARD\n"), ["a", "b"]);
        assert_eq!(titles("# 1\nBOARD\n#2 - x\nBOARD\n"), ["# 1", "#2 - x"]);
        assert_eq!(titles("Title: a\nBOARD\nTitle: b\nAuthor: me\nBOARD\n"), ["a", "b"]);
        assert_eq!(
            titles("a\nBOARD\nSolution:\nrrrrUUUUllll\n\nb\nBOARD\nlLLLLLLLL\n"),
            ["a", "b"]
        );
    }

    #[test]
    fn titles_behind_the_board() {
        assert_eq!(titles("BOARD\n; a\n\nBOARD\n; b\n"), ["a", "b"]);
        assert_eq!(titles("Set\nAuthor: me\n\nBOARD\na\n\nBOARD\nb\n"), ["a", "b"]);
        let named = "Title: set\nAuthor: x\n\nBOARD\nAuthor: me\nTitle: a\n\nBOARD\nTitle: b\n";
        assert_eq!(titles(named), ["a", "b"]);
    }

    #[test]
    fn odd_titles() {
        assert_eq!(titles("BOARD\n"), [""]);
        assert_eq!(titles("; \u{e9}t\u{e9} \u{1b}[31m\nBOARD\n"), ["\u{e9}t\u{e9} [31m"]);
        let text = [b"; \xff\xfe x\n", BOARD.as_bytes()].concat();
        assert_eq!(parse(&text).unwrap()[0].title, "\u{fffd}\u{fffd} x");
    }
}
