//! White space only where two tokens need it.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use super::{idents, ShipError};

/// A token as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) text: String,
    /// The byte where it starts.
    pub(super) start: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An identifier or keyword.
    Word,
    Lifetime,
    Literal,
    /// One character of an operator, and whether the next token belongs to the same operator.
    Mark {
        joint: bool,
    },
    /// A bracket.
    Bracket,
}

/// Pairs of characters that mean something else when they stand together.
const OPERATORS: [&str; 25] = [
    "==", "!=", "<=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<<", "::", "->",
    "=>", "..", "<-", "//", "/*", ">=", ">>", "*/", ".=",
];

/// Reads tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, ShipError> {
    let stream = TokenStream::from_str(text)
        .map_err(|error| ShipError::Wrong(format!("the text does not lex: {error}")))?;
    let mut found = Vec::new();
    flatten(stream, &mut found);
    for i in 0..found.len() {
        // Only what would be one operator matters; `=-` is two tokens with or without a blank.
        let next = found.get(i + 1).filter(|next| matches!(next.kind, Kind::Mark { .. }));
        let operator = next.is_some_and(|next| is_operator(&found[i].text, &next.text));
        if let Kind::Mark { joint } = &mut found[i].kind {
            *joint &= operator;
        }
    }
    Ok(found)
}

fn is_operator(first: &str, second: &str) -> bool {
    OPERATORS.iter().any(|pair| pair.starts_with(first) && pair.ends_with(second))
}

fn flatten(stream: TokenStream, found: &mut Vec<Token>) {
    let mut quote = false;
    for tree in stream {
        let span = tree.span().byte_range();
        let mut add = |kind, text: String, start| found.push(Token { kind, text, start });
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                add(Kind::Bracket, open.to_owned(), span.start);
                flatten(group.stream(), found);
                let (kind, start) = (Kind::Bracket, span.end - close.len());
                found.push(Token { kind, text: close.to_owned(), start });
            }
            TokenTree::Ident(ident) if quote => {
                add(Kind::Lifetime, format!("'{ident}"), span.start - 1);
            }
            TokenTree::Ident(ident) => add(Kind::Word, ident.to_string(), span.start),
            TokenTree::Literal(literal) => add(Kind::Literal, literal.to_string(), span.start),
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                quote = true;
                continue;
            }
            TokenTree::Punct(punct) => {
                let joint = punct.spacing() == Spacing::Joint;
                add(Kind::Mark { joint }, punct.as_char().to_string(), span.start);
            }
        }
        quote = false;
    }
}

/// Whether two tokens would be read as something else without a blank, given the one behind them.
fn need_space(first: &Token, second: &Token, third: Option<&Token>) -> bool {
    use Kind::{Lifetime, Literal, Mark, Word};
    match (first.kind, second.kind) {
        (Word | Literal | Lifetime, Word | Literal | Lifetime) => true,
        // `r#` and its like are prefixes.
        (Word, Mark { .. }) => second.text == "#",
        // `0.1` would be one number, `0..1` is three tokens.
        (Literal, Mark { .. }) => {
            let number = third.is_some_and(|third| third.kind == Literal);
            second.text == "." && (first.text.ends_with('.') || number)
        }
        // The parser takes `>=` and `>>` apart where a list of types ends.
        (Mark { joint: false }, Mark { .. }) => {
            first.text != ">" && is_operator(&first.text, &second.text)
        }
        _ => false,
    }
}

/// The same tokens with as little between them as possible.
///
/// # Errors
///
/// When the text does not lex.
pub fn squeeze(text: &str) -> Result<String, ShipError> {
    let tokens = tokens(text)?;
    let mut small = String::with_capacity(text.len());
    for (i, token) in tokens.iter().enumerate() {
        if i > 0 && need_space(&tokens[i - 1], token, tokens.get(i + 1)) {
            small.push(' ');
        }
        small.push_str(&token.text);
    }
    small.push('\n');
    Ok(small)
}

/// The same text with at most one empty line in a row.
///
/// # Errors
///
/// When the text does not lex.
pub fn tidy(text: &str) -> Result<String, ShipError> {
    let mut tidy = String::with_capacity(text.len());
    let mut at = 0;
    for token in tokens(text)? {
        tidy += &collapsed(&text[at..token.start]);
        tidy += &token.text;
        at = token.start + token.text.len();
    }
    Ok(tidy + "\n")
}

/// What stands between two tokens, with at most one empty line in a row.
fn collapsed(gap: &str) -> String {
    let lines: Vec<&str> = gap.split('\n').collect();
    let empty = |i: usize| lines[i].trim().is_empty();
    let spare = |i: usize| i > 1 && i + 1 < lines.len() && empty(i) && empty(i - 1);
    let kept = (0..lines.len()).filter(|&i| !spare(i));
    kept.map(|i| lines[i]).collect::<Vec<_>>().join("\n")
}

/// Fails unless a squeezed text has the same tokens as the original up to these names.
///
/// # Errors
///
/// When it has not, or when two names became one.
pub fn verify(
    original: &str,
    small: &str,
    names: &BTreeMap<String, String>,
) -> Result<(), ShipError> {
    let wrong =
        |what: String| Err(ShipError::Wrong(format!("the shortened text is wrong: {what}")));
    let short: BTreeSet<&String> = names.values().collect();
    if short.len() != names.len() {
        return wrong("two names became one".to_owned());
    }
    let (before, after) = (tokens(original)?, tokens(small)?);
    let mut after = after.iter().peekable();
    for (i, token) in before.iter().enumerate() {
        let Some(mut found) = after.next() else {
            return wrong(format!("it ends before `{}`", token.text));
        };
        // A field and a variable of one name that were given two.
        let colon = before.get(i + 1).is_some_and(|next| next.text == ":");
        if token.kind == Kind::Word && !colon && after.peek().is_some_and(|t| t.text == ":") {
            if !same(token, found, names) {
                return wrong(format!("`{}` became `{}`", token.text, found.text));
            }
            after.next();
            found = match after.next() {
                Some(found) => found,
                None => return wrong("it ends too early".to_owned()),
            };
        }
        if !same(token, found, names) {
            return wrong(format!("`{}` became `{}`", token.text, found.text));
        }
    }
    match after.next() {
        Some(more) => wrong(format!("it goes on with `{}`", more.text)),
        None => Ok(()),
    }
}

fn same(before: &Token, after: &Token, names: &BTreeMap<String, String>) -> bool {
    let renamed = |text: &str| names.get(text).cloned().unwrap_or_else(|| text.to_owned());
    let greater = before.text == ">";
    match (before.kind, after.kind) {
        (Kind::Word, Kind::Word) | (Kind::Lifetime, Kind::Lifetime) => {
            before.text == after.text || renamed(&before.text) == after.text
        }
        (Kind::Literal, Kind::Literal) => {
            before.text == after.text || {
                let mut text = String::new();
                let mut at = 0;
                for range in idents::captured(&before.text) {
                    text += &before.text[at..range.start];
                    text += &renamed(&before.text[range.clone()]);
                    at = range.end;
                }
                text + &before.text[at..] == after.text
            }
        }
        (Kind::Mark { joint }, Kind::Mark { joint: tight }) => {
            before.text == after.text && (joint == tight || greater)
        }
        (kind, other) => kind == other && before.text == after.text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_stay_where_they_matter() {
        for (text, small) in [
            ("let x = 0. ..1. ;", "let x=0. ..1.;"),
            ("a < -1 && b & &c | | d", "a< -1&&b& &c| |d"),
            ("a / *b - -c", "a/ *b--c"),
            ("let v: Vec<Vec<u8>> = 0 .. 1;", "let v:Vec<Vec<u8>>=0..1;"),
            ("1 .max(2) + 1.0.sqrt()", "1.max(2)+1.0.sqrt()"),
            ("break 'a 'x' ; &'b str", "break 'a 'x';&'b str"),
            ("r \"x\" ; return \"a\" ; r#\"\"q\"\"#", "r \"x\";return \"a\";r#\"\"q\"\"#"),
            ("T: ::std::fmt::Debug", "T: ::std::fmt::Debug"),
            ("|x| |y| x as u8 || b", "|x| |y|x as u8||b"),
            ("'\\'' , b'\"' , \"\\u{1F600} \\\n   x\"", "'\\'',b'\"',\"\\u{1F600} \\\n   x\""),
            ("x.0.1; x.0 .1 .2", "x.0.1;x.0 .1 .2"),
        ] {
            assert_eq!(squeeze(text).unwrap(), format!("{small}\n"), "{text}");
        }
    }

    #[test]
    fn changes_are_noticed() {
        let names = BTreeMap::from([("long".to_owned(), "a".to_owned())]);
        let check = |before: &str, after: &str| verify(before, after, &names).is_ok();
        assert!(check("f(long, \"{long}\") & x", "f(a,\"{a}\")&x"));
        assert!(check("S { long }", "S{long:a}"));
        assert!(!check("f(long)", "f(b)"));
        assert!(!check("a & &b", "a&&b"));
        assert!(!check("\"{long}\"", "\"{x}\""));
        assert!(!check("f(x)", "f(x)y"));
        assert!(!check("f(x)y", "f(x)"));
        let twice =
            BTreeMap::from([("x", "a"), ("y", "a")].map(|(n, s)| (n.to_owned(), s.to_owned())));
        assert!(verify("", "", &twice).is_err());
    }
}
