//! Short names for whatever the program itself defines.
//!
//! One name becomes one other name, everywhere, so nothing is confused that was not before. Fields,
//! methods and other members of types are told from the standard library's by their types only; so
//! the compiler is asked. First their definitions alone get new names; where the compiler then
//! misses a member, the member is our own, and gets the new name too, until it misses none. A name
//! that the compiler did not miss somewhere is (also) the standard library's and stays as it is.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::Visit;

use super::edits::Edits;
use super::idents::{self, Occurrence, Role};
use super::layout::{self, Kind};
use super::rustc::{Compiler, Message};
use super::uses::leaves;
use super::{bundle, ShipError};

/// A program with short names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The program.
    pub text: String,
    /// The short name of each name that has one.
    pub names: BTreeMap<String, String>,
}

/// Words that are keywords somewhere, today or in a later edition.
const KEYWORDS: &str = "\
abstract as async await auto become box break const continue crate default do dyn else enum extern \
false final fn for gen if impl in let loop macro macro_rules match mod move mut override priv pub raw \
ref return safe self Self static struct super trait true try type typeof union unsafe unsized use \
virtual where while yield";

/// What is there without an import, and `main`.
const PRELUDE: &str = "\
main std core alloc bool char str i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f16 f32 f64 f128 \
Option Some None Result Ok Err Vec String Box ToString ToOwned Clone Copy Send Sync Sized Unpin Drop \
Fn FnMut FnOnce AsyncFn AsyncFnMut AsyncFnOnce drop size_of size_of_val align_of align_of_val AsRef \
AsMut Into From Default Iterator IntoIterator Extend DoubleEndedIterator ExactSizeIterator Eq \
PartialEq Ord PartialOrd TryFrom TryInto FromIterator Debug Hash";

/// Where our own paths may start from.
const PLACES: [&str; 4] = ["self", "Self", "super", "crate"];

/// To which of its two lists of names an occurrence belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Items, variables, variants: names in scope.
    Plain,
    /// What is found by a type.
    Member,
    /// Lifetimes and labels.
    Lifetime,
    /// Not ours, or not to be told.
    Fixed,
}

/// Gives short names to everything that a program defines; the types in `shown` may be printed and
/// keep theirs.
///
/// # Errors
///
/// When the compiler refuses the outcome.
pub fn rename(
    text: &str,
    shown: &BTreeSet<String>,
    compiler: &Compiler,
) -> Result<Renamed, ShipError> {
    let mut names = Names::new(text, shown)?;
    names.find_members(compiler)?;
    loop {
        let short = names.choose()?;
        let renamed = names.apply(&short);
        let messages = compiler.check(&renamed)?;
        let errors: Vec<Message> = messages.into_iter().filter(|m| m.error).collect();
        if errors.is_empty() {
            return Ok(Renamed { text: renamed, names: short });
        }
        // A name that came with a glob import of the standard library, say.
        if !names.fix(&hit_by(&renamed, &errors)?) {
            return Err(compiler
                .refusal("after renaming", &errors)
                .unwrap_or_else(|| ShipError::Wrong("renaming failed".to_owned())));
        }
    }
}

struct Names<'a> {
    text: &'a str,
    found: Vec<Occurrence>,
    class: Vec<Class>,
    /// Names in scope, and names of members, that stay.
    fixed: [BTreeSet<String>; 2],
}

impl<'a> Names<'a> {
    fn new(text: &'a str, shown: &BTreeSet<String>) -> Result<Names<'a>, ShipError> {
        let file = bundle::parse(text)?;
        let found = idents::all(&file)?;
        let mut scope = Scope { shown: shown.clone(), ..Scope::default() };
        scope.visit_file(&file);
        let list =
            |words: &str| words.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>();
        let mut plain = list(KEYWORDS);
        plain.extend(list(PRELUDE));
        plain.extend(scope.foreign.iter().cloned());
        plain.extend(scope.seen.iter().cloned());
        let of = |role: fn(&Role) -> bool| -> BTreeSet<String> {
            found.iter().filter(|f| role(&f.role)).map(|f| f.name.clone()).collect()
        };
        let items = of(|role| *role == Role::Item);
        let locals = of(|role| *role == Role::Local);
        let members = of(|role| *role == Role::MemberDefinition);
        let mut member = of(|role| *role == Role::ForeignMember);
        member.extend(list(KEYWORDS));
        member.extend(scope.seen.iter().cloned());
        let mut names = Names { text, class: Vec::new(), found, fixed: [plain, member] };
        let foreign = |name: &String| scope.foreign.contains(name) || list(PRELUDE).contains(name);
        for occurrence in &names.found {
            let name = &occurrence.name;
            let item = items.contains(name);
            let as_member = if members.contains(name) { Class::Member } else { Class::Fixed };
            let as_item = if item { Class::Plain } else { Class::Fixed };
            let class = match &occurrence.role {
                Role::Item | Role::Local => Class::Plain,
                Role::Plain if locals.contains(name) => Class::Plain,
                Role::Plain => as_item,
                Role::ForeignMember => Class::Fixed,
                Role::MemberDefinition | Role::Member | Role::Associated => as_member,
                Role::Lifetime => Class::Lifetime,
                Role::Inner(first) | Role::Last(first) => {
                    let own = items.contains(first) || PLACES.contains(&first.as_str());
                    let inner = matches!(occurrence.role, Role::Inner(_));
                    match (own, foreign(first)) {
                        (false, true) => Class::Fixed,
                        (true, false) if inner => as_item,
                        (true, false) if as_member == Class::Fixed => as_item,
                        (true, false) if !item => as_member,
                        // Whose this is cannot be told.
                        _ => {
                            names.fixed.iter_mut().for_each(|list| {
                                list.insert(name.clone());
                            });
                            Class::Fixed
                        }
                    }
                }
            };
            names.class.push(class);
        }
        Ok(names)
    }

    /// Whether an occurrence gets a new name when its name has one.
    fn is_open(&self, i: usize) -> bool {
        let name = &self.found[i].name;
        match self.class[i] {
            Class::Plain => !self.fixed[0].contains(name),
            Class::Member => !self.fixed[1].contains(name),
            Class::Lifetime => name != "'static" && name != "'_",
            Class::Fixed => false,
        }
    }

    /// The text where `new_name` says how occurrences are called.
    fn write(&self, new_name: impl Fn(usize) -> Option<String>) -> String {
        let mut edits = Edits::default();
        let mut i = 0;
        while i < self.found.len() {
            let occurrence = &self.found[i];
            let name = |i: usize| new_name(i).unwrap_or_else(|| self.found[i].name.clone());
            let range = occurrence.range.clone();
            match occurrence.shorthand {
                Some(start) => {
                    let (field, variable) = (name(i), name(i + 1));
                    if field != variable {
                        edits.insert(start, format!("{field}: "));
                    }
                    edits.replace(range, variable);
                    i += 1;
                }
                None => edits.replace(range, name(i)),
            }
            i += 1;
        }
        edits.apply(self.text)
    }

    /// Keeps the names of these occurrences; false when all were kept before.
    fn fix(&mut self, which: &BTreeSet<usize>) -> bool {
        let open: Vec<usize> = which.iter().copied().filter(|&i| self.is_open(i)).collect();
        for &i in &open {
            let list = usize::from(self.class[i] == Class::Member);
            self.fixed[list].insert(self.found[i].name.clone());
        }
        !open.is_empty()
    }

    /// Finds out which names of members are ours alone.
    fn find_members(&mut self, compiler: &Compiler) -> Result<(), ShipError> {
        let mut ours = BTreeSet::new();
        loop {
            let probe = |i: usize| {
                let defined = self.found[i].role == Role::MemberDefinition || ours.contains(&i);
                let open = self.class[i] == Class::Member && self.is_open(i);
                (open && defined).then(|| format!("{}_of_ours", self.found[i].name))
            };
            let changed = self.write(probe);
            let messages = compiler.check(&changed)?;
            let errors: Vec<Message> = messages.into_iter().filter(|m| m.error).collect();
            let known = ours.len();
            let candidate = |&i: &usize| self.class[i] == Class::Member && self.is_open(i);
            let hit = hit_by(&changed, &errors)?;
            ours.extend(hit.into_iter().filter(candidate));
            if ours.len() > known {
                continue;
            }
            // What was never missed is not ours alone.
            let missed =
                |i: &usize| self.found[*i].role == Role::MemberDefinition || ours.contains(i);
            let others: BTreeSet<usize> =
                (0..self.found.len()).filter(candidate).filter(|i| !missed(i)).collect();
            let progress = self.fix(&others);
            if errors.is_empty() {
                return Ok(());
            }
            if !progress {
                return Err(compiler
                    .refusal("while telling names apart", &errors)
                    .unwrap_or_else(|| ShipError::Wrong("names cannot be told apart".to_owned())));
            }
        }
    }

    /// Short names, the shortest for the most frequent.
    fn choose(&self) -> Result<BTreeMap<String, String>, ShipError> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut starts = BTreeSet::new();
        let mut taken: BTreeSet<String> = self.fixed[0].clone();
        for (i, occurrence) in self.found.iter().enumerate() {
            if self.is_open(i) {
                *counts.entry(&occurrence.name).or_default() += 1;
                starts.insert(occurrence.range.start);
            } else {
                taken.insert(occurrence.name.clone());
            }
        }
        // Names of macros and attributes stay as well.
        for token in layout::tokens(self.text)? {
            if token.kind == Kind::Word && !starts.contains(&token.start) {
                taken.insert(token.text);
            }
        }
        let mut order: Vec<(&str, usize)> = counts.into_iter().collect();
        order.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
        let (lifetimes, others): (Vec<_>, Vec<_>) =
            order.into_iter().partition(|(name, _)| name.starts_with('\''));
        let mut short = BTreeMap::new();
        let mut next = short_names().filter(|name| !taken.contains(name));
        for (name, _) in others {
            short.insert(name.to_owned(), next.next().expect("there are names without end"));
        }
        for ((name, _), new) in lifetimes.into_iter().zip(short_names()) {
            short.insert(name.to_owned(), format!("'{new}"));
        }
        Ok(short)
    }

    fn apply(&self, short: &BTreeMap<String, String>) -> String {
        self.write(|i| short.get(&self.found[i].name).filter(|_| self.is_open(i)).cloned())
    }
}

/// The occurrences that the compiler's errors point at, in a text that [`Names::write`] made.
fn hit_by(changed: &str, errors: &[Message]) -> Result<BTreeSet<usize>, ShipError> {
    // The walk is the same for both texts, so occurrences keep their numbers.
    let found = idents::all(&bundle::parse(changed)?)?;
    let places: BTreeSet<(usize, usize)> =
        errors.iter().flat_map(|e| &e.places).map(|place| (place.start, place.end)).collect();
    let hit = |f: &Occurrence| places.contains(&(f.range.start, f.range.end));
    Ok((0..found.len()).filter(|&i| hit(&found[i])).collect())
}

/// All names, shorter ones first.
fn short_names() -> impl Iterator<Item = String> {
    let letters = || ('a'..='z').chain('A'..='Z');
    let mut longest: Vec<String> = vec![String::new()];
    std::iter::repeat_with(move || {
        let more = |name: &String| -> Vec<String> {
            let digits = ('0'..='9').chain(['_']).filter(|_| !name.is_empty());
            letters().chain(digits).map(|c| format!("{name}{c}")).collect()
        };
        longest = longest.iter().flat_map(more).collect();
        longest.clone()
    })
    .flatten()
}

/// Which names come from the standard library by imports, and which are seen when `shown` types are
/// printed.
#[derive(Default)]
struct Scope {
    shown: BTreeSet<String>,
    foreign: BTreeSet<String>,
    seen: BTreeSet<String>,
}

impl Scope {
    fn see_fields(&mut self, fields: &syn::Fields) {
        self.seen.extend(fields.iter().filter_map(|f| f.ident.as_ref()).map(ToString::to_string));
    }
}

impl<'ast> Visit<'ast> for Scope {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        for leaf in leaves(item) {
            if ["std", "core", "alloc"].contains(&leaf.path[0].as_str()) {
                self.foreign.insert(leaf.alias);
                self.foreign.extend(leaf.path);
            }
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        if self.shown.contains(&item.ident.to_string()) {
            self.seen.insert(item.ident.to_string());
            self.see_fields(&item.fields);
        }
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        if self.shown.contains(&item.ident.to_string()) {
            self.seen.insert(item.ident.to_string());
            for variant in &item.variants {
                self.seen.insert(variant.ident.to_string());
                self.see_fields(&variant.fields);
            }
        }
    }
}
