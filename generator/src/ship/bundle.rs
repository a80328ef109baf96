//! A program and the libraries it uses, as one text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use syn::{Item, Visibility};

use super::edits::Edits;
use super::load::{self, Loader};
use super::workspace::{Crate, Workspace};
use super::ShipError;

/// Puts a program and the libraries of the workspace that it uses into one text, each library as a
/// module of its name. `generated` gives the files that build scripts write.
///
/// # Errors
///
/// When a file cannot be read or holds what a single file cannot.
pub fn bundle(
    workspace: &Workspace,
    program: &Crate,
    generated: &dyn Fn(&str) -> Option<String>,
) -> Result<String, ShipError> {
    let libraries = workspace.libraries();
    let names: BTreeSet<String> = libraries.iter().map(|library| library.name.clone()).collect();
    let loader = Loader { libraries: &names, generated };
    let root = loader.load(program, None)?;
    let mut modules = BTreeMap::new();
    let mut open: Vec<String> = root.uses.into_iter().collect();
    while let Some(name) = open.pop() {
        let library = libraries.iter().find(|library| library.name == name);
        if let Some(library) = library.filter(|_| !modules.contains_key(&name)) {
            let loaded = loader.load(library, Some(&name))?;
            open.extend(loaded.uses);
            modules.insert(name, loaded.text);
        }
    }
    let mut text = root.text.trim().to_owned() + "\n";
    for (name, module) in &modules {
        let _ = writeln!(text, "\nmod {name} {{\n{}\n}}", module.trim());
    }
    let file = parse(&text)?;
    let mut edits = Edits::default();
    open_types(&file.items, &mut edits);
    Ok(edits.apply(&text))
}

/// Parses a text that was made here.
pub(super) fn parse(text: &str) -> Result<syn::File, ShipError> {
    load::parse(text, Path::new("the bundle"))
}

/// A private type may be part of what child modules offer to its own module. What they offer is
/// public now, so the type must be as well.
fn open_types(items: &[Item], edits: &mut Edits) {
    let children = items.iter().any(|item| matches!(item, Item::Mod(_)));
    for item in items {
        let (visibility, at) = match item {
            Item::Mod(module) => {
                let content = module.content.as_ref().map_or(&[][..], |(_, items)| items);
                open_types(content, edits);
                continue;
            }
            Item::Struct(item) => (&item.vis, item.struct_token.span),
            Item::Enum(item) => (&item.vis, item.enum_token.span),
            Item::Union(item) => (&item.vis, item.union_token.span),
            Item::Trait(item) if item.unsafety.is_none() => (&item.vis, item.trait_token.span),
            Item::Type(item) => (&item.vis, item.type_token.span),
            _ => continue,
        };
        if children && matches!(visibility, Visibility::Inherited) {
            edits.insert(at.byte_range().start, "pub ");
        }
    }
}
