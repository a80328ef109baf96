//! Changes of a text, by byte ranges.

use std::cmp::Reverse;
use std::ops::Range;

/// A list of changes, in any order.
#[derive(Default)]
pub(super) struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    /// Puts something else in the place of these bytes.
    pub(super) fn replace(&mut self, range: Range<usize>, by: impl Into<String>) {
        self.0.push((range, by.into()));
    }

    /// Puts something before this byte.
    pub(super) fn insert(&mut self, at: usize, what: impl Into<String>) {
        self.replace(at..at, what);
    }

    /// Takes out these bytes, and the whole lines when nothing else is on them.
    pub(super) fn remove(&mut self, text: &str, range: Range<usize>) {
        let blank = |c: char| c == ' ' || c == '\t';
        let before = text[..range.start].trim_end_matches(blank);
        let after = text[range.end..].trim_start_matches(blank);
        let alone = (before.is_empty() || before.ends_with('\n')) && after.starts_with('\n');
        let range = if alone { before.len()..text.len() - after.len() + 1 } else { range };
        self.replace(range, "");
    }

    /// Takes out a member of a list and the comma behind it.
    pub(super) fn remove_member(&mut self, text: &str, range: Range<usize>) {
        let rest = text[range.end..].trim_start();
        let end = if rest.starts_with(',') { text.len() - rest.len() + 1 } else { range.end };
        self.remove(text, range.start..end);
    }

    /// Whether there is nothing to change.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The changed text. Of two changes one inside the other the outer one counts.
    pub(super) fn apply(mut self, text: &str) -> String {
        self.0.sort_by_key(|(range, _)| (range.start, !range.is_empty(), Reverse(range.end)));
        let mut changed = String::with_capacity(text.len());
        let mut at = 0;
        for (range, by) in self.0 {
            if range.start >= at {
                changed.push_str(&text[at..range.start]);
                changed.push_str(&by);
                at = range.end;
            }
        }
        changed.push_str(&text[at..]);
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines_go_and_inner_changes_give_way() {
        let text = "a\n  b c\nd, e\n";
        let mut edits = Edits::default();
        edits.remove(text, 4..7);
        edits.replace(4..5, "never");
        edits.remove_member(text, 8..9);
        edits.replace(11..12, "f");
        edits.insert(11, "x");
        assert_eq!(edits.apply(text), "a\n xf\n");
    }
}
