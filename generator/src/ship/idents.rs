//! Every identifier of a program, and the part it plays.

use std::collections::BTreeSet;
use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{
    Attribute, ExprField, ExprMethodCall, ExprPath, Field, FieldPat, FieldValue, Ident, ImplItem,
    Item, Lifetime, LitStr, Macro, Member, PatIdent, Path, QSelf, Signature, TraitItem, TypePath,
    UseTree, Visibility,
};

use super::load::range;
use super::{macros, ShipError};

/// The part an identifier plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Names a new item, variant or generic parameter.
    Item,
    /// Names a new variable.
    Local,
    /// Stands alone or first in a path.
    Plain,
    /// Names a module, type or other item behind this first segment of a path.
    Inner(String),
    /// Stands last in a path behind this first segment: an item, or what belongs to a type.
    Last(String),
    /// Stands in a path behind a type in angle brackets.
    Associated,
    /// Names a new field, or something new that belongs to a type or trait.
    MemberDefinition,
    /// Names what a trait from elsewhere asks for.
    ForeignMember,
    /// Names a field, method or associated type in use.
    Member,
    /// A lifetime or label; the range includes the quote.
    Lifetime,
}

/// An identifier where it stands.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    pub(super) name: String,
    pub(super) range: Range<usize>,
    pub(super) role: Role,
    /// When it names a field and a variable at once: where the name of the field would stand. Such
    /// a one comes twice, first as the field.
    pub(super) shorthand: Option<usize>,
}

/// Collects identifiers. What it visits must have been parsed from the text whose bytes the ranges
/// shall count.
#[derive(Default)]
pub(super) struct Walker {
    /// Traits that the program itself defines.
    own_traits: BTreeSet<String>,
    found: Vec<Occurrence>,
    error: Option<ShipError>,
}

/// All identifiers of a text, in no order.
pub(super) fn all(file: &syn::File) -> Result<Vec<Occurrence>, ShipError> {
    let mut traits = Traits::default();
    traits.visit_file(file);
    let mut walker = Walker { own_traits: traits.0, ..Walker::default() };
    walker.visit_file(file);
    walker.finish()
}

/// The names in a part of a program.
pub(super) fn names(visit: impl FnOnce(&mut Walker)) -> Result<BTreeSet<String>, ShipError> {
    let mut walker = Walker::default();
    visit(&mut walker);
    Ok(walker.finish()?.into_iter().map(|found| found.name).collect())
}

/// Names of the traits defined in a file, at any depth.
#[derive(Default)]
struct Traits(BTreeSet<String>);

impl<'ast> Visit<'ast> for Traits {
    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.0.insert(item.ident.to_string());
    }
}

impl Walker {
    fn finish(self) -> Result<Vec<Occurrence>, ShipError> {
        self.error.map_or(Ok(self.found), Err)
    }

    fn add(&mut self, ident: &Ident, role: Role) {
        let (name, range) = (ident.to_string(), ident.span().byte_range());
        self.found.push(Occurrence { name, range, role, shorthand: None });
    }

    /// A path; its first `of_trait` segments name the trait of a qualified path.
    fn path(&mut self, path: &Path, qself: Option<&QSelf>) {
        if let Some(qself) = qself {
            self.visit_type(&qself.ty);
        }
        let of_trait = qself.map_or(path.segments.len(), |qself| qself.position);
        let first = path.segments.first().map_or_else(String::new, |s| s.ident.to_string());
        for (i, segment) in path.segments.iter().enumerate() {
            let role = match i {
                _ if i >= of_trait => Role::Associated,
                0 if path.leading_colon.is_none() => Role::Plain,
                _ if i + 1 < path.segments.len() => Role::Inner(first.clone()),
                _ => Role::Last(first.clone()),
            };
            self.add(&segment.ident, role);
            self.visit_path_arguments(&segment.arguments);
        }
    }

    fn use_tree(&mut self, tree: &UseTree, first: Option<&str>) {
        let role = || first.map_or(Role::Plain, |first| Role::Inner(first.to_owned()));
        match tree {
            UseTree::Path(path) => {
                self.add(&path.ident, role());
                let name = path.ident.to_string();
                self.use_tree(&path.tree, Some(first.unwrap_or(&name)));
            }
            UseTree::Name(name) => self.add(&name.ident, role()),
            UseTree::Rename(rename) => {
                self.add(&rename.ident, role());
                if rename.rename != "_" {
                    self.add(&rename.rename, Role::Item);
                }
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.use_tree(tree, first));
            }
            UseTree::Glob(_) => {}
        }
    }

    /// Notes the last two identifiers, which stand in the same place, as a shorthand.
    fn mark_shorthand(&mut self, from: usize, start: usize) {
        for found in &mut self.found[from..] {
            found.shorthand = Some(start);
        }
    }

    fn format_string(&mut self, format: &LitStr) {
        let start = format.span().byte_range().start;
        let Some(source) = format.span().source_text() else { return };
        for range in captured(&source) {
            let name = source[range.clone()].to_owned();
            let range = start + range.start..start + range.end;
            self.found.push(Occurrence { name, range, role: Role::Plain, shorthand: None });
        }
    }
}

/// Where a format string, as it stands in the source, names variables.
pub(super) fn captured(source: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let bytes = source.as_bytes();
    let raw = source.starts_with('r');
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            // `\u{feff}` and the like.
            b'\\' if !raw => {
                at += 2;
                if bytes[at - 1] == b'u' {
                    at += source[at..].find('}').map_or(0, |end| end + 1);
                }
            }
            b'{' if bytes.get(at + 1) == Some(&b'{') => at += 2,
            b'{' => {
                let end = source[at..].find('}').map_or(bytes.len(), |end| at + end);
                found.extend(argument(source, at + 1..end));
                at = end + 1;
            }
            _ => at += 1,
        }
    }
    found
}

/// The variables in one `{argument:width$.precision$}`.
fn argument(source: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let inner = &source[range.clone()];
    let colon = inner.find(':').unwrap_or(inner.len());
    let word = |from: usize, to: usize| {
        let word = &inner[from..to];
        let start = from + word.len() - word.trim_start().len();
        (start, start + word.trim().len())
    };
    let mut words = vec![word(0, colon)];
    for (dollar, _) in inner[colon..].match_indices('$') {
        let end = colon + dollar;
        let part = |c: char| c.is_alphanumeric() || c == '_';
        let start = inner[..end].trim_end_matches(part).len();
        // A fill character or a number of padding zeros may stand before the name.
        words.push((start, end));
    }
    let is_name = |text: &str| text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let names = words.into_iter().filter(|&(from, to)| is_name(&inner[from..to]));
    names.map(|(from, to)| range.start + from..range.start + to).collect()
}

impl<'ast> Visit<'ast> for Walker {
    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_ident(&mut self, ident: &'ast Ident) {
        self.add(ident, Role::Item);
    }

    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        let (name, range) = (lifetime.to_string(), lifetime.span().byte_range());
        self.found.push(Occurrence { name, range, role: Role::Lifetime, shorthand: None });
    }

    fn visit_path(&mut self, path: &'ast Path) {
        self.path(path, None);
    }

    fn visit_expr_path(&mut self, expr: &'ast ExprPath) {
        self.path(&expr.path, expr.qself.as_ref());
    }

    fn visit_type_path(&mut self, ty: &'ast TypePath) {
        self.path(&ty.path, ty.qself.as_ref());
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.use_tree(&item.tree, None);
    }

    fn visit_item_extern_crate(&mut self, _: &'ast syn::ItemExternCrate) {}

    fn visit_field(&mut self, field: &'ast Field) {
        if let Some(ident) = &field.ident {
            self.add(ident, Role::MemberDefinition);
        }
        self.visit_type(&field.ty);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.visit_generics(&item.generics);
        let mut foreign = false;
        if let Some((_, path, _)) = &item.trait_ {
            self.path(path, None);
            let name = path.segments.last().map_or_else(String::new, |s| s.ident.to_string());
            foreign = !self.own_traits.contains(&name);
        }
        self.visit_type(&item.self_ty);
        for member in &item.items {
            let from = self.found.len();
            self.visit_impl_item(member);
            // The name of the member comes first, before all that is in it.
            match self.found.get_mut(from) {
                Some(found) if foreign => found.role = Role::ForeignMember,
                _ => {}
            }
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        match item {
            ImplItem::Fn(item) => self.add(&item.sig.ident, Role::MemberDefinition),
            ImplItem::Const(item) => self.add(&item.ident, Role::MemberDefinition),
            ImplItem::Type(item) => self.add(&item.ident, Role::MemberDefinition),
            _ => {}
        }
        visit::visit_impl_item(self, item);
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.visit_generics(&item.generics);
        self.visit_type(&item.ty);
        self.visit_expr(&item.expr);
    }

    fn visit_impl_item_type(&mut self, item: &'ast syn::ImplItemType) {
        self.visit_generics(&item.generics);
        self.visit_type(&item.ty);
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        match item {
            TraitItem::Fn(item) => self.add(&item.sig.ident, Role::MemberDefinition),
            TraitItem::Const(item) => self.add(&item.ident, Role::MemberDefinition),
            TraitItem::Type(item) => self.add(&item.ident, Role::MemberDefinition),
            _ => {}
        }
        visit::visit_trait_item(self, item);
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.visit_generics(&item.generics);
        self.visit_type(&item.ty);
        if let Some((_, expr)) = &item.default {
            self.visit_expr(expr);
        }
    }

    fn visit_trait_item_type(&mut self, item: &'ast syn::TraitItemType) {
        self.visit_generics(&item.generics);
        item.bounds.iter().for_each(|bound| self.visit_type_param_bound(bound));
        if let Some((_, ty)) = &item.default {
            self.visit_type(ty);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.add(&item.sig.ident, Role::Item);
        visit::visit_item_fn(self, item);
    }

    /// All but the name, which whoever owns the signature has seen to.
    fn visit_signature(&mut self, signature: &'ast Signature) {
        self.visit_generics(&signature.generics);
        signature.inputs.iter().for_each(|input| self.visit_fn_arg(input));
        self.visit_return_type(&signature.output);
    }

    fn visit_receiver(&mut self, receiver: &'ast syn::Receiver) {
        // Without a colon the type is made up by the parser.
        if receiver.colon_token.is_some() {
            self.visit_type(&receiver.ty);
        } else if let Some((_, Some(lifetime))) = &receiver.reference {
            self.visit_lifetime(lifetime);
        }
    }

    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        // With a capital it is a constant or a variant, of whomever.
        let constant = pat.ident.to_string().starts_with(char::is_uppercase);
        self.add(&pat.ident, if constant { Role::Plain } else { Role::Local });
        if let Some((_, pat)) = &pat.subpat {
            self.visit_pat(pat);
        }
    }

    fn visit_field_pat(&mut self, field: &'ast FieldPat) {
        let from = self.found.len();
        self.visit_member(&field.member);
        self.visit_pat(&field.pat);
        if field.colon_token.is_none() {
            self.mark_shorthand(from, range(&field.pat).start);
        }
    }

    fn visit_field_value(&mut self, field: &'ast FieldValue) {
        let from = self.found.len();
        self.visit_member(&field.member);
        self.visit_expr(&field.expr);
        if field.colon_token.is_none() {
            self.mark_shorthand(from, range(&field.expr).start);
        }
    }

    fn visit_expr_field(&mut self, expr: &'ast ExprField) {
        self.visit_expr(&expr.base);
        self.visit_member(&expr.member);
    }

    fn visit_member(&mut self, member: &'ast Member) {
        if let Member::Named(ident) = member {
            self.add(ident, Role::Member);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.visit_expr(&call.receiver);
        self.add(&call.method, Role::Member);
        if let Some(arguments) = &call.turbofish {
            self.visit_angle_bracketed_generic_arguments(arguments);
        }
        call.args.iter().for_each(|arg| self.visit_expr(arg));
    }

    fn visit_assoc_type(&mut self, assoc: &'ast syn::AssocType) {
        self.add(&assoc.ident, Role::Member);
        if let Some(arguments) = &assoc.generics {
            self.visit_angle_bracketed_generic_arguments(arguments);
        }
        self.visit_type(&assoc.ty);
    }

    fn visit_assoc_const(&mut self, assoc: &'ast syn::AssocConst) {
        self.add(&assoc.ident, Role::Member);
        self.visit_expr(&assoc.value);
    }

    fn visit_constraint(&mut self, constraint: &'ast syn::Constraint) {
        self.add(&constraint.ident, Role::Member);
        constraint.bounds.iter().for_each(|bound| self.visit_type_param_bound(bound));
    }

    fn visit_item(&mut self, item: &'ast Item) {
        if let Item::Macro(item) = item {
            if item.ident.is_some() {
                self.error.get_or_insert_with(|| ShipError::Unsupported {
                    what: "a macro is defined in code that is shipped".to_owned(),
                    advice: "write a function instead",
                });
                return;
            }
        }
        visit::visit_item(self, item);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        match macros::parts(mac) {
            Ok(parts) => {
                for expr in &parts.exprs {
                    <Walker as Visit<'_>>::visit_expr(self, expr);
                }
                for pat in &parts.pats {
                    <Walker as Visit<'_>>::visit_pat(self, pat);
                }
                if let Some(format) = &parts.format {
                    self.format_string(format);
                }
            }
            Err(error) => {
                self.error.get_or_insert(error);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_strings_name_variables() {
        let names = |source: &str| -> Vec<String> {
            captured(source).into_iter().map(|range| source[range].to_owned()).collect()
        };
        assert_eq!(
            names(r#""{a} {{b}} {c:?} {} {0} {d:>width$.precision$}""#),
            ["a", "c", "d", "width", "precision"]
        );
        assert_eq!(names(r#""\u{feff}{a}\"{b:}""#), ["a", "b"]);
        assert_eq!(names(r##"r#"\{a}"{b:05}"#"##), ["a", "b"]);
        assert_eq!(names(r#""{:.*} {:1$} {x:*^n$}""#), ["x", "n"]);
    }
}
