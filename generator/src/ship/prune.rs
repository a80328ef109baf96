//! Takes out what the compiler calls unused, and the `Debug` and `Error` nobody asks for.
//!
//! Names alone cannot tell two methods called `new` apart; the compiler can.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item};

use super::edits::Edits;
use super::load::range;
use super::reach::{reach, self_name, Imports};
use super::rustc::{Compiler, Message};
use super::{bundle, ShipError};

/// A program without what is unused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pruned {
    /// The program.
    pub text: String,
    /// Types that somebody may print with `{:?}`, by which their names would be seen.
    pub shown: BTreeSet<String>,
}

/// The program without what the compiler calls unused.
///
/// # Errors
///
/// When the program does not compile as it is.
pub fn prune(text: &str, compiler: &Compiler) -> Result<Pruned, ShipError> {
    let mut text = text.to_owned();
    let mut messages = compiler.check(&text)?;
    if let Some(refusal) = compiler.refusal("the bundle", &messages) {
        return Err(refusal);
    }
    let mut keep = BTreeSet::new();
    loop {
        let edits = unused(&text, &messages, &keep)?;
        if edits.is_empty() {
            return without_debug(&text, compiler);
        }
        let less = reach(&edits.apply(&text))?;
        let said = compiler.check(&less)?;
        // What is used only by something unused that stays here cannot go either.
        let missed = said.iter().filter(|m| m.error).flat_map(|m| m.places.iter().cloned());
        let missed: BTreeSet<String> = missed.map(|place| less[place].to_owned()).collect();
        match compiler.refusal("the bundle without what is unused", &said) {
            None => (text, messages) = (less, said),
            Some(refusal) if missed.is_subset(&keep) => return Err(refusal),
            Some(_) => keep.extend(missed),
        }
    }
}

/// The changes that take out what these messages call unused, but for some names.
fn unused(text: &str, messages: &[Message], keep: &BTreeSet<String>) -> Result<Edits, ShipError> {
    let places = |code: &str| -> Vec<Range<usize>> {
        let of_code = messages.iter().filter(|message| message.code == code);
        of_code.flat_map(|message| message.places.iter().cloned()).collect()
    };
    let file = bundle::parse(text)?;
    let mut dead = places("dead_code");
    dead.retain(|place| !keep.contains(&text[place.clone()]));
    let mut types = Types { dead: &dead, module: Vec::new(), found: BTreeMap::new() };
    types.visit_file(&file);
    let types = types.found;
    let imports = places("unused_imports");
    let mut edits = Edits::default();
    let module = Vec::new();
    Unused { text, dead, types, module, imports, edits: &mut edits }.visit_file(&file);
    Ok(edits)
}

/// A module, as the names that lead to it.
type Place = Vec<String>;

/// The types and traits of each name: where they are, and whether nobody uses them.
struct Types<'a> {
    dead: &'a [Range<usize>],
    module: Place,
    found: BTreeMap<String, BTreeMap<Place, bool>>,
}

impl<'ast> Visit<'ast> for Types<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if let Some(name) = type_name(item) {
            let dead = self.dead.contains(&name.span().byte_range());
            self.found.entry(name.to_string()).or_default().insert(self.module.clone(), dead);
        }
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }
}

fn type_name(item: &Item) -> Option<&syn::Ident> {
    match item {
        Item::Struct(item) => Some(&item.ident),
        Item::Enum(item) => Some(&item.ident),
        Item::Union(item) => Some(&item.ident),
        Item::Type(item) => Some(&item.ident),
        Item::Trait(item) => Some(&item.ident),
        _ => None,
    }
}

struct Unused<'a> {
    text: &'a str,
    dead: Vec<Range<usize>>,
    /// Those that go, go with all that is implemented for them.
    types: BTreeMap<String, BTreeMap<Place, bool>>,
    module: Place,
    imports: Vec<Range<usize>>,
    edits: &'a mut Edits,
}

impl Unused<'_> {
    fn is_dead(&self, name: &syn::Ident) -> bool {
        self.dead.contains(&name.span().byte_range())
    }

    /// Whether what this name stands for here goes: what this module defines, or else, for it must
    /// have come by an import, whatever bears the name.
    fn is_type_gone(&self, name: &str) -> bool {
        let places = self.types.get(name);
        places.is_some_and(|places| match places.get(&self.module) {
            Some(dead) => *dead,
            None => places.values().all(|dead| *dead),
        })
    }

    /// Whether an implementation is for a type or of a trait that goes.
    fn is_idle(&self, item: &syn::ItemImpl) -> bool {
        let trait_name = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        self_name(&item.self_ty).is_some_and(|name| self.is_type_gone(&name))
            || trait_name.is_some_and(|name| self.is_type_gone(&name.ident.to_string()))
    }
}

impl<'ast> Visit<'ast> for Unused<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let dead = match item {
            Item::Const(item) => self.is_dead(&item.ident),
            Item::Fn(item) => self.is_dead(&item.sig.ident),
            Item::Static(item) => self.is_dead(&item.ident),
            Item::Impl(item) => self.is_idle(item),
            _ => type_name(item).is_some_and(|name| self.is_dead(name)),
        };
        if dead {
            self.edits.remove(self.text, range(item));
        } else {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        for member in &item.items {
            let dead = item.trait_.is_none()
                && match member {
                    ImplItem::Const(item) => self.is_dead(&item.ident),
                    ImplItem::Fn(item) => self.is_dead(&item.sig.ident),
                    _ => false,
                };
            if dead {
                self.edits.remove(self.text, range(member));
            } else {
                self.visit_impl_item(member);
            }
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let imports = &self.imports;
        let used = |leaf: &super::uses::Leaf| {
            !imports.iter().any(|i| i.start <= leaf.range.start && leaf.range.end <= i.end)
        };
        Imports { text: self.text, edits: self.edits, keep: &used }.import(item);
    }
}

/// Takes `Debug` out of the derives of all types that do without, and `Error` away from them: the
/// names in types that can be printed must stay.
fn without_debug(text: &str, compiler: &Compiler) -> Result<Pruned, ShipError> {
    let file = bundle::parse(text)?;
    let mut frills = Frills { text, found: BTreeMap::new() };
    frills.visit_file(&file);
    let found = frills.found;
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    loop {
        let mut edits = Edits::default();
        for (_, frills) in found.iter().filter(|(name, _)| !wanted.contains(*name)) {
            for (range, by) in frills {
                match by.as_str() {
                    "" => edits.remove(text, range.clone()),
                    by => edits.replace(range.clone(), by),
                }
            }
        }
        let changed = edits.apply(text);
        let messages = compiler.check(&changed)?;
        let errors = || messages.iter().filter(|message| message.error);
        if errors().next().is_none() {
            return Ok(Pruned { text: changed, shown: wanted });
        }
        let known = wanted.len();
        for error in errors() {
            let words = error.text.split(|c: char| !c.is_alphanumeric() && c != '_');
            wanted.extend(words.filter(|word| found.contains_key(*word)).map(str::to_owned));
        }
        if wanted.len() == known {
            if known == found.len() {
                let stage = "the bundle without Debug";
                return Err(compiler.refusal(stage, &messages).expect("there was an error"));
            }
            // It cannot be told who needs it, so all keep it.
            wanted.extend(found.keys().cloned());
        }
    }
}

/// For each type what may go, and what comes in its place.
struct Frills<'a> {
    text: &'a str,
    found: BTreeMap<String, Vec<(Range<usize>, String)>>,
}

impl Frills<'_> {
    fn note(&mut self, name: &syn::Ident, attributes: &[Attribute]) {
        for attribute in attributes.iter().filter(|a| a.path().is_ident("derive")) {
            let (mut debug, mut others) = (false, Vec::new());
            // Whatever else it may be is the compiler's business.
            let _ = attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("Debug") {
                    debug = true;
                } else {
                    others.push(self.text[range(&meta.path)].to_owned());
                }
                Ok(())
            });
            let rest = match others.as_slice() {
                [] => String::new(),
                others => format!("#[derive({})]", others.join(", ")),
            };
            if debug {
                self.found.entry(name.to_string()).or_default().push((range(attribute), rest));
            }
        }
    }
}

impl<'ast> Visit<'ast> for Frills<'_> {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.note(&item.ident, &item.attrs);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.note(&item.ident, &item.attrs);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let name = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        if let (true, Some(of)) =
            (name.is_some_and(|name| name.ident == "Error"), self_name(&item.self_ty))
        {
            self.found.entry(of).or_default().push((range(item), String::new()));
        }
    }
}
