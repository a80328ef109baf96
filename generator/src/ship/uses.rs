//! The single imports of a `use` item.

use std::ops::Range;

use syn::{ItemUse, UseTree};

use super::load::range;

/// One import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// All segments; for a glob those before the star, for `a::{self}` those before `self`.
    pub(super) path: Vec<String>,
    pub(super) glob: bool,
    /// The name by which it is known here; `_` when it has none.
    pub(super) alias: String,
    /// The bytes of its last word.
    pub(super) range: Range<usize>,
}

/// The imports of an item, in their order.
pub(super) fn leaves(item: &ItemUse) -> Vec<Leaf> {
    let mut found = Vec::new();
    collect(&item.tree, &mut Vec::new(), &mut found);
    found
}

fn collect(tree: &UseTree, path: &mut Vec<String>, found: &mut Vec<Leaf>) {
    let depth = path.len();
    let (glob, alias, range) = match tree {
        UseTree::Path(part) => {
            path.push(part.ident.to_string());
            collect(&part.tree, path, found);
            path.pop();
            return;
        }
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| collect(tree, path, found));
            return;
        }
        UseTree::Glob(_) => (true, "_".to_owned(), range(tree)),
        UseTree::Name(name) => {
            if name.ident != "self" || path.is_empty() {
                path.push(name.ident.to_string());
            }
            (false, path.last().cloned().unwrap_or_default(), range(name))
        }
        UseTree::Rename(rename) => {
            if rename.ident != "self" || path.is_empty() {
                path.push(rename.ident.to_string());
            }
            (false, rename.rename.to_string(), rename.ident.span().byte_range())
        }
    };
    found.push(Leaf { path: path.clone(), glob, alias, range });
    path.truncate(depth);
}

/// The tree with some of its imports only, which are asked for in their order.
pub(super) fn tree_of(tree: &UseTree, keep: &mut impl FnMut() -> bool) -> Option<String> {
    match tree {
        UseTree::Path(part) => Some(format!("{}::{}", part.ident, tree_of(&part.tree, keep)?)),
        UseTree::Group(group) => {
            let kept: Vec<String> =
                group.items.iter().filter_map(|tree| tree_of(tree, keep)).collect();
            match kept.as_slice() {
                [] => None,
                [one] if one != "self" && !one.starts_with("self as ") => Some(one.clone()),
                _ => Some(format!("{{{}}}", kept.join(", "))),
            }
        }
        UseTree::Glob(_) => keep().then(|| "*".to_owned()),
        UseTree::Name(name) => keep().then(|| name.ident.to_string()),
        UseTree::Rename(rename) => keep().then(|| format!("{} as {}", rename.ident, rename.rename)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_of_a_group() {
        let item: ItemUse = syn::parse_str("use a::{self, b::{C as D, *}, e};").unwrap();
        let found = leaves(&item);
        let shown: Vec<String> =
            found.iter().map(|l| format!("{} {} {}", l.path.join("."), l.alias, l.glob)).collect();
        assert_eq!(shown, ["a a false", "a.b.C D false", "a.b _ true", "a.e e false"]);
        let some = |wanted: &[usize]| {
            let mut next = 0..;
            tree_of(&item.tree, &mut || wanted.contains(&next.next().unwrap()))
        };
        assert_eq!(some(&[0]).unwrap(), "a::{self}");
        assert_eq!(some(&[1]).unwrap(), "a::b::C as D");
        assert_eq!(some(&[2, 3]).unwrap(), "a::{b::*, e}");
        assert_eq!(some(&[]), None);
    }
}
