//! Takes out what no name leads to from `main`.
//!
//! A name may mean several things; whatever bears a name that some kept item mentions is kept. So
//! nothing that is needed goes. An implementation of a trait is kept when its trait and its type
//! are, because operators, formatting and the like mention no name.

use std::collections::BTreeSet;

use syn::visit::Visit;
use syn::{ImplItem, Item, ItemImpl, ItemUse, TraitItem, Type};

use super::edits::Edits;
use super::idents;
use super::load::range;
use super::uses::{leaves, tree_of, Leaf};
use super::{bundle, ShipError};

/// The crates that need no import of their own.
const STANDARD: [&str; 3] = ["std", "core", "alloc"];

/// Something that is kept or goes as a whole.
struct Node<'a> {
    module: usize,
    kept: bool,
    what: What<'a>,
}

enum What<'a> {
    /// An item with a name; `None` for `const _`.
    Item(&'a Item, Option<String>),
    /// Something in an implementation without a trait.
    Member(&'a ItemImpl, &'a ImplItem, String),
    TraitImpl(&'a ItemImpl),
    Import(Leaf),
}

/// A module; number 0 is the root.
struct Module<'a> {
    parent: usize,
    item: Option<&'a syn::ItemMod>,
}

/// What there is, and what is mentioned.
#[derive(Default)]
struct Program<'a> {
    modules: Vec<Module<'a>>,
    nodes: Vec<Node<'a>>,
    imports: Vec<&'a ItemUse>,
    /// Implementations without a trait.
    impls: Vec<&'a ItemImpl>,
    types: BTreeSet<String>,
    traits: BTreeSet<String>,
    enums: Vec<&'a syn::ItemEnum>,
    mentioned: BTreeSet<String>,
}

/// The text without what `main` does not reach.
///
/// # Errors
///
/// When something is reached that cannot be shipped.
pub fn reach(text: &str) -> Result<String, ShipError> {
    let file = bundle::parse(text)?;
    let mut program = Program::default();
    program.mentioned.insert("main".to_owned());
    program.collect(&file.items, 0, None);
    program.spread()?;
    Ok(program.edits(text).apply(text))
}

/// The last name of a type, when it has one.
pub(super) fn self_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        Type::Group(group) => self_name(&group.elem),
        Type::Paren(paren) => self_name(&paren.elem),
        _ => None,
    }
}

fn item_name(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        _ => return None,
    };
    Some(ident.to_string()).filter(|name| name != "_")
}

fn member_name(item: &ImplItem) -> String {
    match item {
        ImplItem::Const(item) => item.ident.to_string(),
        ImplItem::Fn(item) => item.sig.ident.to_string(),
        ImplItem::Type(item) => item.ident.to_string(),
        _ => String::new(),
    }
}

impl<'a> Program<'a> {
    fn collect(&mut self, items: &'a [Item], parent: usize, item: Option<&'a syn::ItemMod>) {
        let module = self.modules.len();
        self.modules.push(Module { parent, item });
        for item in items {
            match item {
                Item::Mod(inner) => {
                    let content = inner.content.as_ref().map_or(&[][..], |(_, items)| items);
                    self.collect(content, module, Some(inner));
                }
                Item::Use(item) => {
                    self.imports.push(item);
                    for leaf in leaves(item) {
                        self.add(module, What::Import(leaf));
                    }
                }
                Item::Impl(item) if item.trait_.is_some() => {
                    self.add(module, What::TraitImpl(item));
                }
                Item::Impl(item) => {
                    self.impls.push(item);
                    for member in &item.items {
                        self.add(module, What::Member(item, member, member_name(member)));
                    }
                }
                _ => {
                    let name = item_name(item);
                    self.note_type(item, name.as_deref());
                    self.add(module, What::Item(item, name));
                }
            }
        }
    }

    fn add(&mut self, module: usize, what: What<'a>) {
        self.nodes.push(Node { module, kept: false, what });
    }

    fn note_type(&mut self, item: &'a Item, name: Option<&str>) {
        let Some(name) = name else { return };
        match item {
            Item::Trait(_) => {
                self.traits.insert(name.to_owned());
            }
            Item::Enum(item) => {
                self.enums.push(item);
                self.types.insert(name.to_owned());
            }
            Item::Struct(_) | Item::Union(_) | Item::Type(_) => {
                self.types.insert(name.to_owned());
            }
            _ => {}
        }
    }

    /// Keeps more and more until nothing is mentioned that is not kept.
    fn spread(&mut self) -> Result<(), ShipError> {
        loop {
            let wanted: Vec<usize> =
                (0..self.nodes.len()).filter(|&i| !self.nodes[i].kept && self.wants(i)).collect();
            if wanted.is_empty() {
                return Ok(());
            }
            for i in wanted {
                self.nodes[i].kept = true;
                let names = mentions(&self.nodes[i].what)?;
                self.mentioned.extend(names);
            }
        }
    }

    /// Whether something from elsewhere, or mentioned.
    fn is_there(&self, name: &str) -> bool {
        let own = self.types.contains(name) || self.traits.contains(name);
        !own || self.mentioned.contains(name)
    }

    fn wants(&self, node: usize) -> bool {
        let is_there = |ty: &Type| self_name(ty).is_none_or(|name| self.is_there(&name));
        match &self.nodes[node].what {
            What::Item(item, name) => {
                name.as_ref().is_none_or(|name| self.mentioned.contains(name))
                    || self.is_called(item)
            }
            What::Member(of, _, name) => is_there(&of.self_ty) && self.mentioned.contains(name),
            What::TraitImpl(item) => {
                let path = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
                path.is_none_or(|segment| self.is_there(&segment.ident.to_string()))
                    && is_there(&item.self_ty)
            }
            What::Import(leaf) => self.wants_import(leaf),
        }
    }

    /// Whether this is a trait with a member that is mentioned.
    fn is_called(&self, item: &Item) -> bool {
        let members = match item {
            Item::Trait(item) => &item.items[..],
            _ => return false,
        };
        members.iter().any(|member| {
            let name = match member {
                TraitItem::Const(item) => &item.ident,
                TraitItem::Fn(item) => &item.sig.ident,
                TraitItem::Type(item) => &item.ident,
                _ => return false,
            };
            self.mentioned.contains(&name.to_string())
        })
    }

    fn wants_import(&self, leaf: &Leaf) -> bool {
        let last = leaf.path.last().map_or("", String::as_str);
        if leaf.glob {
            let of_enum = self.enums.iter().find(|item| item.ident == last);
            return of_enum.is_none_or(|item| {
                item.variants.iter().any(|v| self.mentioned.contains(&v.ident.to_string()))
            });
        }
        // A trait is needed for its methods, whose calls do not mention it.
        let standard = STANDARD.contains(&leaf.path[0].as_str());
        let may_be_trait = if standard {
            last.starts_with(char::is_uppercase)
        } else {
            self.traits.contains(last) && self.mentioned.contains(last)
        };
        may_be_trait || self.mentioned.contains(&leaf.alias)
    }

    /// The modules that something other than an import is kept in.
    fn kept_modules(&self) -> Vec<bool> {
        let mut kept = vec![false; self.modules.len()];
        kept[0] = true;
        for node in self.nodes.iter().filter(|node| node.kept) {
            let mut module = node.module;
            while !matches!(node.what, What::Import(_)) && !kept[module] {
                kept[module] = true;
                module = self.modules[module].parent;
            }
        }
        kept
    }

    fn edits(&self, text: &str) -> Edits {
        let mut edits = Edits::default();
        let modules = self.kept_modules();
        for (module, kept) in self.modules.iter().zip(&modules) {
            if let Some(item) = module.item.filter(|_| !kept) {
                edits.remove(text, range(item));
            }
        }
        let gone: BTreeSet<String> = self
            .modules
            .iter()
            .zip(&modules)
            .filter_map(|(module, kept)| Some(module.item.filter(|_| !kept)?.ident.to_string()))
            .collect();
        for node in self.nodes.iter().filter(|node| !node.kept) {
            match &node.what {
                What::Item(item, _) => edits.remove(text, range(*item)),
                What::TraitImpl(item) => edits.remove(text, range(*item)),
                What::Member(_, item, _) => edits.remove(text, range(*item)),
                What::Import(_) => {}
            }
        }
        let keeps_part = |of: &ItemImpl| {
            let part = |what: &What| matches!(what, What::Member(o, ..) if std::ptr::eq(*o, of));
            self.nodes.iter().any(|node| node.kept && part(&node.what))
        };
        for of in self.impls.iter().filter(|of| !keeps_part(of)) {
            edits.remove(text, range(*of));
        }
        self.import_edits(text, &gone, &mut edits);
        edits
    }

    /// Makes imports smaller. A glob of a module that goes has nothing to offer.
    fn import_edits(&self, text: &str, gone: &BTreeSet<String>, edits: &mut Edits) {
        let kept: BTreeSet<usize> = self
            .nodes
            .iter()
            .filter_map(|node| match &node.what {
                What::Import(leaf) => {
                    let empty = leaf.glob && leaf.path.last().is_some_and(|m| gone.contains(m));
                    (node.kept && !empty).then_some(leaf.range.start)
                }
                _ => None,
            })
            .collect();
        let mut pass = Imports { text, edits, keep: &|leaf| kept.contains(&leaf.range.start) };
        self.imports.iter().for_each(|item| pass.import(item));
    }
}

/// Makes the imports of modules smaller.
pub(super) struct Imports<'a> {
    pub(super) text: &'a str,
    pub(super) edits: &'a mut Edits,
    pub(super) keep: &'a dyn Fn(&Leaf) -> bool,
}

impl Imports<'_> {
    /// Leaves of one item what is to be kept.
    pub(super) fn import(&mut self, item: &ItemUse) {
        let found = leaves(item);
        let kept: Vec<bool> = found.iter().map(|leaf| (self.keep)(leaf)).collect();
        if kept.iter().all(|&kept| kept) {
            return;
        }
        let mut next = kept.into_iter();
        match tree_of(&item.tree, &mut || next.next().unwrap_or(true)) {
            Some(tree) => self.edits.replace(range(&item.tree), tree),
            None => self.edits.remove(self.text, range(item)),
        }
    }
}

/// All names that something mentions.
fn mentions(what: &What) -> Result<BTreeSet<String>, ShipError> {
    match what {
        What::Item(item, _) => idents::names(|walker| walker.visit_item(item)),
        What::TraitImpl(item) => idents::names(|walker| walker.visit_item_impl(item)),
        What::Member(of, member, _) => idents::names(|walker| {
            walker.visit_generics(&of.generics);
            walker.visit_type(&of.self_ty);
            walker.visit_impl_item(member);
        }),
        What::Import(leaf) => Ok(leaf.path.iter().cloned().collect()),
    }
}
