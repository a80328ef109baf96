//! What stands between the brackets of the standard library's macros.

use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, LitStr, Macro, Pat, Token};

use super::ShipError;

/// The parts of a macro's arguments that hold names.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) exprs: Vec<Expr>,
    pub(super) pats: Vec<Pat>,
    /// The format string, which may name variables between braces.
    pub(super) format: Option<LitStr>,
}

/// The last name in the path of a macro.
pub(super) fn name(mac: &Macro) -> String {
    mac.path.segments.last().map_or_else(String::new, |segment| segment.ident.to_string())
}

/// Which argument is the format string.
fn format_position(name: &str) -> Option<usize> {
    match name {
        "format" | "print" | "println" | "eprint" | "eprintln" | "panic" | "todo"
        | "unimplemented" | "unreachable" | "format_args" => Some(0),
        "write" | "writeln" | "assert" | "debug_assert" => Some(1),
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => Some(2),
        _ => None,
    }
}

/// Reads the arguments of a macro.
pub(super) fn parts(mac: &Macro) -> Result<Parts, ShipError> {
    let name = name(mac);
    let tokens = mac.tokens.clone();
    let parsed = match name.as_str() {
        "matches" => matches.parse2(tokens),
        "vec" => vec.parse2(tokens),
        "dbg" => list.parse2(tokens),
        "concat" | "env" | "option_env" | "line" | "column" | "file" | "module_path" | "cfg" => {
            Ok(Parts::default())
        }
        name if format_position(name).is_some() => list.parse2(tokens),
        _ => {
            return Err(ShipError::Unsupported {
                what: format!("the macro {name}! is used"),
                advice: "shipped code may use the usual macros of the standard library only",
            })
        }
    };
    let mut parts = parsed.map_err(|error| ShipError::Unsupported {
        what: format!("cannot read the arguments of {name}!: {error}"),
        advice: "write them as plain expressions",
    })?;
    let format = format_position(&name).and_then(|at| parts.exprs.get(at));
    if let Some(Expr::Lit(ExprLit { lit: Lit::Str(format), .. })) = format {
        parts.format = Some(format.clone());
    }
    Ok(parts)
}

fn list(input: ParseStream) -> syn::Result<Parts> {
    let exprs = Punctuated::<Expr, Token![,]>::parse_terminated(input)?;
    Ok(Parts { exprs: exprs.into_iter().collect(), ..Parts::default() })
}

fn vec(input: ParseStream) -> syn::Result<Parts> {
    if input.is_empty() {
        return Ok(Parts::default());
    }
    let first: Expr = input.parse()?;
    if input.parse::<Option<Token![;]>>()?.is_some() {
        return Ok(Parts { exprs: vec![first, input.parse()?], ..Parts::default() });
    }
    input.parse::<Option<Token![,]>>()?;
    let mut parts = list(input)?;
    parts.exprs.insert(0, first);
    Ok(parts)
}

fn matches(input: ParseStream) -> syn::Result<Parts> {
    let mut exprs = vec![input.parse()?];
    input.parse::<Token![,]>()?;
    let pats = vec![Pat::parse_multi_with_leading_vert(input)?];
    if input.parse::<Option<Token![if]>>()?.is_some() {
        exprs.push(input.parse()?);
    }
    input.parse::<Option<Token![,]>>()?;
    Ok(Parts { exprs, pats, format: None })
}
