//! All modules of a crate in one text, without tests, docs and lint attributes.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprLit, Item, Lit, Macro, Meta, Token, UseTree, Visibility};

use super::edits::Edits;
use super::workspace::Crate;
use super::{cfg, macros, ShipError};

/// Gives the text for a file that the build script writes.
pub(super) type Generated<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Reads the crates of a bundle.
pub(super) struct Loader<'a> {
    /// The names of all libraries that may be used.
    pub(super) libraries: &'a BTreeSet<String>,
    pub(super) generated: Generated<'a>,
}

/// The text of a crate, and which libraries it names.
pub(super) struct Loaded {
    pub(super) text: String,
    pub(super) uses: BTreeSet<String>,
}

impl Loader<'_> {
    /// Reads a crate. Its paths will start from the module `home`, or from the root of the bundle.
    pub(super) fn load(&self, source: &Crate, home: Option<&str>) -> Result<Loaded, ShipError> {
        let directory = source.root.parent().unwrap_or(Path::new("")).to_owned();
        let mut uses = BTreeSet::new();
        let text = self.file(&source.root, &directory, source, home, &mut uses)?;
        Ok(Loaded { text, uses })
    }

    /// Reads a file whose child modules lie in `directory`.
    fn file(
        &self,
        path: &Path,
        directory: &Path,
        source: &Crate,
        home: Option<&str>,
        uses: &mut BTreeSet<String>,
    ) -> Result<String, ShipError> {
        let text = std::fs::read_to_string(path).map_err(ShipError::io(path))?;
        let file = parse(&text, path)?;
        let mut pass = Pass {
            loader: self,
            source,
            home,
            uses,
            path,
            directory: directory.to_owned(),
            text: &text,
            edits: Edits::default(),
            error: None,
        };
        pass.visit_file(&file);
        match pass.error {
            Some(error) => Err(error),
            None => Ok(pass.edits.apply(&text)),
        }
    }
}

/// Parses a file.
pub(super) fn parse(text: &str, path: &Path) -> Result<syn::File, ShipError> {
    syn::parse_file(text).map_err(|error| {
        let start = error.span().start();
        ShipError::Syntax {
            path: path.to_owned(),
            line: start.line,
            column: start.column + 1,
            message: error.to_string(),
        }
    })
}

/// The bytes of a piece of syntax.
pub(super) fn range(node: &impl Spanned) -> Range<usize> {
    node.span().byte_range()
}

/// The changes of one file.
struct Pass<'a> {
    loader: &'a Loader<'a>,
    source: &'a Crate,
    home: Option<&'a str>,
    uses: &'a mut BTreeSet<String>,
    path: &'a Path,
    /// Where the files of child modules are.
    directory: PathBuf,
    text: &'a str,
    edits: Edits,
    error: Option<ShipError>,
}

/// Attributes that say nothing to the compiler of a finished program.
const IDLE: [&str; 12] = [
    "allow",
    "clippy",
    "deny",
    "deprecated",
    "doc",
    "expect",
    "forbid",
    "must_use",
    "non_exhaustive",
    "rustfmt",
    "rustversion",
    "warn",
];

/// What becomes of an attribute.
enum Fate {
    Keep,
    Drop,
    /// What it stands on goes.
    DropAll,
    Become(String),
}

impl Pass<'_> {
    fn fail(&mut self, error: ShipError) {
        self.error.get_or_insert(error);
    }

    fn unsupported(&mut self, node: &impl Spanned, what: &str, advice: &'static str) {
        let start = node.span().start();
        let what = format!("{}:{}:{}: {what}", self.path.display(), start.line, start.column + 1);
        self.fail(ShipError::Unsupported { what, advice });
    }

    fn fate(&self, attribute: &Attribute) -> syn::Result<Fate> {
        let name = attribute.path().segments[0].ident.to_string();
        if IDLE.contains(&name.as_str()) {
            return Ok(Fate::Drop);
        }
        let features = &self.source.features;
        let list = |parser: &dyn Fn(ParseStream) -> syn::Result<Fate>| match &attribute.meta {
            Meta::List(list) => parser.parse2(list.tokens.clone()),
            _ => Ok(Fate::Keep),
        };
        match name.as_str() {
            "cfg" => list(&|input| {
                Ok(match cfg::holds(input, features)? {
                    Some(true) => Fate::Drop,
                    Some(false) => Fate::DropAll,
                    None => Fate::Keep,
                })
            }),
            "cfg_attr" => list(&|input| {
                let holds = cfg::holds(input, features)?;
                input.parse::<Token![,]>()?;
                let metas = Punctuated::<Meta, Token![,]>::parse_terminated(input)?;
                let idle =
                    |meta: &Meta| IDLE.iter().any(|name| meta.path().segments[0].ident == name);
                let kept: Vec<&Meta> = metas.iter().filter(|meta| !idle(meta)).collect();
                Ok(match holds {
                    _ if kept.is_empty() => Fate::Drop,
                    Some(true) => {
                        let text = |meta: &&Meta| format!("#[{}]", &self.text[range(*meta)]);
                        Fate::Become(kept.iter().map(text).collect())
                    }
                    Some(false) => Fate::Drop,
                    None => Fate::Keep,
                })
            }),
            "path" => Ok(Fate::Drop),
            "test" => Ok(Fate::DropAll),
            _ => Ok(Fate::Keep),
        }
    }

    /// Sees to the attributes of something; false when it goes with them.
    fn attributes(&mut self, attributes: &[Attribute]) -> bool {
        for attribute in attributes {
            match self.fate(attribute) {
                Ok(Fate::Keep) => {}
                Ok(Fate::Drop) => self.edits.remove(self.text, range(attribute)),
                Ok(Fate::DropAll) => return false,
                Ok(Fate::Become(text)) => self.edits.replace(range(attribute), text),
                Err(error) => {
                    let advice = "correct the attribute";
                    self.unsupported(attribute, &error.to_string(), advice);
                }
            }
        }
        true
    }

    /// Puts the file of a module in its place.
    fn module(&mut self, item: &syn::ItemMod) {
        let name = item.ident.to_string();
        let directory = self.directory.join(&name);
        if item.content.is_some() {
            let outer = std::mem::replace(&mut self.directory, directory);
            visit::visit_item_mod(self, item);
            self.directory = outer;
            return;
        }
        self.visit_visibility(&item.vis);
        let (path, directory) = match named_path(&item.attrs) {
            Some(path) => {
                let path = self.path.parent().unwrap_or(Path::new("")).join(path);
                let directory = path.parent().unwrap_or(Path::new("")).to_owned();
                (path, directory)
            }
            None if directory.join("mod.rs").exists() => (directory.join("mod.rs"), directory),
            None => (self.directory.join(format!("{name}.rs")), directory),
        };
        let loaded = self.loader.file(&path, &directory, self.source, self.home, self.uses);
        match loaded {
            Ok(text) => {
                let end = range(item).end;
                self.edits.replace(end - 1..end, format!(" {{\n{}\n}}", text.trim()));
            }
            Err(error) => self.fail(error),
        }
    }

    /// The first segment of a path that may have to start from somewhere else now.
    /// `colon` is the one in front of it.
    fn first_segment(&mut self, ident: &syn::Ident, colon: Option<Token![::]>, more: bool) {
        let range = ident.span().byte_range();
        if ident == "crate" {
            if let Some(home) = self.home {
                self.edits.insert(range.end, format!("::{home}"));
            }
        } else if (more || colon.is_some()) && self.loader.libraries.contains(&ident.to_string()) {
            self.uses.insert(ident.to_string());
            match colon {
                Some(colon) => self.edits.insert(self::range(&colon).start, "crate"),
                None => self.edits.insert(range.start, "crate::"),
            }
        }
    }

    fn use_root(&mut self, tree: &UseTree, colon: Option<Token![::]>) {
        match tree {
            UseTree::Path(path) => self.first_segment(&path.ident, colon, true),
            UseTree::Name(name) => self.first_segment(&name.ident, colon, true),
            UseTree::Rename(rename) => self.first_segment(&rename.ident, colon, true),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.use_root(tree, colon));
            }
            UseTree::Glob(_) => {}
        }
    }

    /// Puts an included file in the place of the macro.
    fn include(&mut self, mac: &Macro, whole: Range<usize>) {
        let advice = "include OUT_DIR files that this version knows, or plain relative paths";
        let Some((generated, name)) = included(mac) else {
            return self.unsupported(mac, "cannot tell what is included here", advice);
        };
        let text = if generated {
            (self.loader.generated)(name.trim_start_matches('/'))
        } else {
            let path = self.path.parent().unwrap_or(Path::new("")).join(&name);
            std::fs::read_to_string(path).ok()
        };
        match text {
            Some(text) => self.edits.replace(whole, text.trim()),
            None => self.unsupported(mac, &format!("cannot include {name}"), advice),
        }
    }
}

/// The file that `include!` names, and whether it is one of the build script.
fn included(mac: &Macro) -> Option<(bool, String)> {
    let literal = |expr: &Expr| match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    };
    match mac.parse_body::<Expr>().ok()? {
        Expr::Macro(expr) if macros::name(&expr.mac) == "concat" => {
            let list = Punctuated::<Expr, Token![,]>::parse_terminated;
            let parts = expr.mac.parse_body_with(list).ok()?;
            let out = matches!(&parts[0], Expr::Macro(env) if macros::name(&env.mac) == "env");
            Some((true, literal(parts.get(1)?)?)).filter(|_| out && parts.len() == 2)
        }
        expr => Some((false, literal(&expr)?)),
    }
}

/// The value of `#[path = "..."]`.
fn named_path(attributes: &[Attribute]) -> Option<String> {
    let path = attributes.iter().find(|attribute| attribute.path().is_ident("path"))?;
    match &path.meta.require_name_value().ok()?.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

/// The attributes of an item.
pub(super) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

impl<'ast> Visit<'ast> for Pass<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !self.attributes(attributes(item)) {
            return self.edits.remove(self.text, range(item));
        }
        match item {
            Item::Mod(item) => self.module(item),
            Item::ExternCrate(_) => self.edits.remove(self.text, range(item)),
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_file(&mut self, file: &'ast syn::File) {
        self.attributes(&file.attrs);
        file.items.iter().for_each(|item| self.visit_item(item));
    }

    /// What may carry a condition and is no item comes by here as well, a second time for items.
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        match self.fate(attribute) {
            Ok(Fate::DropAll) => {
                let advice = "put the condition on an item, a field, a variant or an arm";
                self.unsupported(attribute, "a condition in an unusual place", advice);
            }
            _ => {
                self.attributes(std::slice::from_ref(attribute));
            }
        }
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        let attributes = match item {
            syn::ImplItem::Const(item) => &item.attrs,
            syn::ImplItem::Fn(item) => &item.attrs,
            syn::ImplItem::Type(item) => &item.attrs,
            _ => return visit::visit_impl_item(self, item),
        };
        if self.attributes(attributes) {
            visit::visit_impl_item(self, item);
        } else {
            self.edits.remove(self.text, range(item));
        }
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        let attributes = match item {
            syn::TraitItem::Const(item) => &item.attrs,
            syn::TraitItem::Fn(item) => &item.attrs,
            syn::TraitItem::Type(item) => &item.attrs,
            _ => return visit::visit_trait_item(self, item),
        };
        if self.attributes(attributes) {
            visit::visit_trait_item(self, item);
        } else {
            self.edits.remove(self.text, range(item));
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if self.attributes(&field.attrs) {
            visit::visit_field(self, field);
        } else {
            self.edits.remove_member(self.text, range(field));
        }
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        if self.attributes(&variant.attrs) {
            visit::visit_variant(self, variant);
        } else {
            self.edits.remove_member(self.text, range(variant));
        }
    }

    fn visit_field_value(&mut self, field: &'ast syn::FieldValue) {
        if self.attributes(&field.attrs) {
            visit::visit_field_value(self, field);
        } else {
            self.edits.remove_member(self.text, range(field));
        }
    }

    fn visit_field_pat(&mut self, field: &'ast syn::FieldPat) {
        if self.attributes(&field.attrs) {
            visit::visit_field_pat(self, field);
        } else {
            self.edits.remove_member(self.text, range(field));
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if self.attributes(&arm.attrs) {
            visit::visit_arm(self, arm);
        } else {
            self.edits.remove(self.text, range(arm));
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if self.attributes(&local.attrs) {
            visit::visit_local(self, local);
        } else {
            self.edits.remove(self.text, range(local));
        }
    }

    fn visit_visibility(&mut self, visibility: &'ast Visibility) {
        // In one crate these come to the same, and nobody else looks in.
        if let Visibility::Restricted(_) = visibility {
            self.edits.replace(range(visibility), "pub");
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let more = path.segments.len() > 1;
        self.first_segment(&path.segments[0].ident, path.leading_colon, more);
        visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.visit_visibility(&item.vis);
        self.use_root(&item.tree, item.leading_colon);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Macro(mac) if macros::name(&mac.mac) == "include" => {
                self.include(&mac.mac, range(expr));
            }
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        // What is not understood may still be unreachable; if not, it is refused later.
        if let Ok(parts) = macros::parts(mac) {
            for expr in &parts.exprs {
                <Pass as Visit<'_>>::visit_expr(self, expr);
            }
            for pat in &parts.pats {
                <Pass as Visit<'_>>::visit_pat(self, pat);
            }
        }
    }
}
