//! Which `cfg` conditions hold in a shipped program, as far as that is known.

use std::collections::BTreeSet;

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, LitStr, Token};

/// A condition as written in `#[cfg(...)]`.
enum Condition {
    Name(String, Option<String>),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

impl Parse for Condition {
    fn parse(input: ParseStream) -> syn::Result<Condition> {
        let name = input.parse::<Ident>()?.to_string();
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            return Ok(Condition::Name(name, Some(input.parse::<LitStr>()?.value())));
        }
        if !input.peek(syn::token::Paren) {
            return Ok(Condition::Name(name, None));
        }
        let content;
        syn::parenthesized!(content in input);
        let parts = Punctuated::<Condition, Token![,]>::parse_terminated(&content)?;
        let mut parts: Vec<Condition> = parts.into_iter().collect();
        match (name.as_str(), parts.len()) {
            ("all", _) => Ok(Condition::All(parts)),
            ("any", _) => Ok(Condition::Any(parts)),
            ("not", 1) => Ok(Condition::Not(Box::new(parts.remove(0)))),
            _ => Err(input.error("expected all, any or not")),
        }
    }
}

impl Condition {
    /// `None` when only the compiler can tell.
    fn holds(&self, features: &BTreeSet<String>) -> Option<bool> {
        let each = |parts: &[Condition]| -> Vec<Option<bool>> {
            parts.iter().map(|part| part.holds(features)).collect()
        };
        match self {
            Condition::Name(name, None) if ["test", "doc", "doctest"].contains(&name.as_str()) => {
                Some(false)
            }
            Condition::Name(name, Some(value)) if name == "feature" => {
                Some(features.contains(value))
            }
            Condition::Name(..) => None,
            Condition::Not(part) => part.holds(features).map(|holds| !holds),
            Condition::All(parts) => match each(parts) {
                parts if parts.contains(&Some(false)) => Some(false),
                parts if parts.contains(&None) => None,
                _ => Some(true),
            },
            Condition::Any(parts) => match each(parts) {
                parts if parts.contains(&Some(true)) => Some(true),
                parts if parts.contains(&None) => None,
                _ => Some(false),
            },
        }
    }
}

/// Whether a condition holds with these features and without tests; `None` when that depends on
/// the machine.
pub(super) fn holds(
    condition: ParseStream,
    features: &BTreeSet<String>,
) -> syn::Result<Option<bool>> {
    Ok(condition.parse::<Condition>()?.holds(features))
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse::Parser;

    #[test]
    fn what_is_not_known_stays_open() {
        let features = BTreeSet::from(["on".to_owned()]);
        let check = |text: &str| {
            Parser::parse_str(|input: ParseStream| holds(input, &features), text).unwrap()
        };
        assert_eq!(check("test"), Some(false));
        assert_eq!(check("all(unix, feature = \"off\")"), Some(false));
        assert_eq!(check("all(unix, feature = \"on\")"), None);
        assert_eq!(check("any(unix, not(test))"), Some(true));
        assert_eq!(check("not(any(test, feature = \"off\"))"), Some(true));
        assert_eq!(check("not(target_os = \"linux\")"), None);
    }
}
