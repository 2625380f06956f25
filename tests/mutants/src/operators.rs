//! The changes that are made: what an expression becomes, and what a function gives without its body.
//!
//! *Invariant:* every change could be a slip of a person who writes the code; none changes the types.

use quote::ToTokens;
use syn::{BinOp, Block, Expr, Lit, LitInt, ReturnType, Stmt, Type, UnOp, parse_quote};

/// Methods that are easily confused.
const CONFUSED: &[(&str, &str)] = &[
    ("all", "any"),
    ("min", "max"),
    ("first", "last"),
    ("plus", "minus"),
    ("checked_add", "checked_sub"),
    ("wrapping_add", "wrapping_sub"),
    ("saturating_add", "saturating_sub"),
];

/// How the names of functions begin that say yes or no.
const PREDICATES: &[&str] = &[
    "is_",
    "has_",
    "are_",
    "may_",
    "can_",
    "contains",
    "any",
    "all",
    "starts_with",
    "ends_with",
    "never_",
    "same_",
    "needs_",
    "must_",
];

/// What an expression becomes, apart from what its parts become. `negated`: also the negation of what says yes or no.
pub fn changes(expr: &Expr, negated: bool) -> Vec<Expr> {
    let mut changes = match expr {
        Expr::Binary(binary) if !has_let(expr) => other_operators(&binary.op)
            .into_iter()
            .map(|op| {
                let mut changed = binary.clone();
                changed.op = op;
                Expr::Binary(changed)
            })
            .collect(),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) => {
            vec![(*unary.expr).clone()]
        }
        Expr::Lit(literal) => literals(&literal.lit),
        Expr::MethodCall(call) => other_method(&call.method.to_string())
            .map(|name| {
                let mut changed = call.clone();
                changed.method = syn::Ident::new(name, call.method.span());
                Expr::MethodCall(changed)
            })
            .into_iter()
            .collect(),
        _ => Vec::new(),
    };
    if negated && is_predicate(expr) {
        changes.push(parse_quote!(!#expr));
    }
    changes
}

/// Whether an expression holds `let` outside of blocks, as conditions do: it is no value then.
pub fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn other_operators(op: &BinOp) -> Vec<BinOp> {
    let text: &[&str] = match op.to_token_stream().to_string().as_str() {
        "<" => &["<=", ">="],
        "<=" => &["<", ">"],
        ">" => &[">=", "<="],
        ">=" => &[">", "<"],
        "==" => &["!="],
        "!=" => &["=="],
        "&&" => &["||"],
        "||" => &["&&"],
        "+" => &["-"],
        "-" => &["+"],
        "*" => &["+"],
        "/" => &["*"],
        "%" => &["/"],
        "&" => &["|"],
        "|" => &["&"],
        "^" => &["|"],
        "<<" => &[">>"],
        ">>" => &["<<"],
        "+=" => &["-="],
        "-=" => &["+="],
        "*=" => &["+="],
        "|=" => &["&="],
        "&=" => &["|="],
        _ => &[],
    };
    let parse = |text: &&str| syn::parse_str(text).expect("an operator");
    text.iter().map(parse).collect()
}

fn literals(literal: &Lit) -> Vec<Expr> {
    match literal {
        Lit::Bool(truth) => {
            let other = !truth.value;
            vec![parse_quote!(#other)]
        }
        Lit::Int(number) => {
            let value: u128 = number.base10_parse().expect("a whole number");
            let beside = [value.checked_add(1), value.checked_sub(1)];
            let literal = |value: u128| {
                let text = format!("{value}{}", number.suffix());
                let literal = LitInt::new(&text, number.span());
                parse_quote!(#literal)
            };
            beside.into_iter().flatten().map(literal).collect()
        }
        _ => Vec::new(),
    }
}

fn other_method(name: &str) -> Option<&'static str> {
    CONFUSED.iter().find_map(|&(one, other)| match name {
        _ if name == one => Some(other),
        _ if name == other => Some(one),
        _ => None,
    })
}

fn is_predicate(expr: &Expr) -> bool {
    let name = match expr {
        Expr::MethodCall(call) => call.method.to_string(),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => match path.path.segments.last() {
                Some(last) => last.ident.to_string(),
                None => return false,
            },
            _ => return false,
        },
        Expr::Macro(call) => return call.mac.path.is_ident("matches"),
        _ => return false,
    };
    PREDICATES.iter().any(|start| name.starts_with(start))
}

/// The negation of a condition whose own changes do not include it.
pub fn negation(cond: &Expr) -> Option<Expr> {
    let covered = match cond {
        Expr::Binary(_) | Expr::Unary(_) | Expr::Lit(_) | Expr::Let(_) => true,
        _ => is_predicate(cond),
    };
    (!covered).then(|| parse_quote!(!(#cond)))
}

/// What an operand of `&&` or `||` becomes where it is forgotten.
pub fn forgotten(op: &BinOp, operand: &Expr) -> Option<Expr> {
    let neutral = match op {
        BinOp::And(_) => true,
        BinOp::Or(_) => false,
        _ => return None,
    };
    let same = matches!((op, operand), (BinOp::And(_), Expr::Binary(inner)) if matches!(inner.op, BinOp::And(_)))
        || matches!((op, operand), (BinOp::Or(_), Expr::Binary(inner)) if matches!(inner.op, BinOp::Or(_)));
    (!same && !has_let(operand)).then(|| parse_quote!(#neutral))
}

/// Whether a statement is deleted: it does something, and is not there for the compiler's own checks.
pub fn is_deleted(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Expr(expr, Some(_)) => has_effect(expr),
        Stmt::Macro(stmt) => stmt.mac.path.is_ident("write") || stmt.mac.path.is_ident("writeln"),
        Stmt::Expr(_, None) | Stmt::Local(_) | Stmt::Item(_) => false,
    }
}

fn has_effect(expr: &Expr) -> bool {
    match expr {
        Expr::Try(inner) => has_effect(&inner.expr),
        Expr::Binary(binary) => binary.op.to_token_stream().to_string().ends_with('='),
        Expr::MethodCall(_)
        | Expr::Call(_)
        | Expr::Assign(_)
        | Expr::Return(_)
        | Expr::Break(_)
        | Expr::Continue(_) => true,
        _ => false,
    }
}

/// What a function of this type gives at once; none where nothing simple has the type.
pub fn at_once(output: &ReturnType, body: &Block) -> Vec<Option<Expr>> {
    let values = match output {
        ReturnType::Default => vec![Some(parse_quote!(()))],
        ReturnType::Type(_, ty) => simple(ty),
    };
    let same = |value: &Option<Expr>| {
        value.as_ref().is_some_and(|value| {
            let stands = match body.stmts.as_slice() {
                [Stmt::Expr(only, None)] => only.to_token_stream().to_string(),
                _ => return body.stmts.is_empty(),
            };
            stands == value.to_token_stream().to_string()
        })
    };
    values.into_iter().filter(|value| !same(value)).collect()
}

/// Simple values of a type.
fn simple(ty: &Type) -> Vec<Option<Expr>> {
    match ty {
        Type::Path(path) => of_path(path.path.segments.last().expect("a path has a name")),
        Type::Tuple(tuple) => {
            let parts: Option<Vec<Expr>> = tuple
                .elems
                .iter()
                .map(|part| simple(part).into_iter().next().flatten())
                .collect();
            vec![parts.map(|parts| parse_quote!((#(#parts),*)))]
        }
        Type::Reference(inner) => match &*inner.elem {
            Type::Slice(_) => vec![Some(parse_quote!(&[]))],
            Type::Path(path) if path.path.is_ident("str") => vec![Some(parse_quote!(""))],
            _ => vec![None],
        },
        Type::Never(_) => Vec::new(),
        _ => vec![None],
    }
}

fn of_path(last: &syn::PathSegment) -> Vec<Option<Expr>> {
    let one = |value: Expr| vec![Some(value)];
    match last.ident.to_string().as_str() {
        "bool" => vec![Some(parse_quote!(true)), Some(parse_quote!(false))],
        "i8" | "i16" | "i32" | "i64" | "i128" | "u8" | "u16" | "u32" | "u64" | "u128" | "usize"
        | "isize" => {
            vec![Some(parse_quote!(0)), Some(parse_quote!(1))]
        }
        "f32" | "f64" => one(parse_quote!(0.0)),
        "Option" => one(parse_quote!(None)),
        "Result" => match first_argument(last).map(simple) {
            Some(values) => values
                .into_iter()
                .map(|value| value.map(|value| parse_quote!(Ok(#value))))
                .collect(),
            None => vec![None],
        },
        "String" => one(parse_quote!(String::new())),
        "Vec" => one(parse_quote!(Vec::new())),
        _ => one(parse_quote!(Default::default())),
    }
}

fn first_argument(segment: &syn::PathSegment) -> Option<&Type> {
    let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}
