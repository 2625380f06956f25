//! Calls of the runtime: strings and files.
//!
//! *Invariant:* the arguments are of the classes that the row in `builtins::calls` names, and none is missing.

use crate::base::Span;
use crate::builtins::calls::{Call, Gives, Takes};
use crate::builtins::{self, Builtin};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, Size, Type};
use quasar_abi::ElemKind;

use super::builtin::argument::bad_argument;
use super::convert::to_int;
use super::exception::exceptions_as_text;
use super::trees::error;
use super::{BodyState, Checker, Reports};

/// What the third argument of `load` names.
const LOADED: &[(&str, Elem)] = &[
    ("complex", Elem::Complex),
    ("int", Elem::Int),
    ("int8", Elem::Storage(ElemKind::I8)),
    ("int16", Elem::Storage(ElemKind::I16)),
    ("int32", Elem::Int),
    ("int64", Elem::Storage(ElemKind::I64)),
    ("uint8", Elem::Storage(ElemKind::U8)),
    ("uint16", Elem::Storage(ElemKind::U16)),
    ("uint32", Elem::Storage(ElemKind::U32)),
    ("uint64", Elem::Storage(ElemKind::U64)),
];

impl<'a> Checker<'a> {
    /// `imread(path)` has three channels, `imread(path, "native")` those of the file.
    pub(super) fn image_read(&mut self, f: &BodyState<'a>, values: Vec<Expr>, span: Span) -> Expr {
        let channels = match values.get(1) {
            None => Size::Known(3),
            Some(form) if f.known_text(form).as_deref() == Some("native") => Size::Open,
            Some(form) => {
                let wanted = "\"native\" or nothing as its second argument";
                return bad_argument(&mut self.reports, "imread", form, wanted, span);
            }
        };
        let sizes = vec![Size::Open, Size::Open, channels];
        let ty = Type::Array(ArrayType::new(Elem::Scalar, sizes));
        let params = [Type::String, Type::String];
        self.typed_call(Builtin::Imread, values, &params, ty, span)
    }

    /// `load(path)`, `load(path, which)`, `load(path, which, "complex")`, and the names of integers in its place.
    pub(super) fn load(&mut self, f: &mut BodyState<'a>, values: Vec<Expr>, span: Span) -> Expr {
        let mut values = values.into_iter();
        let path = values.next().expect("the arity was checked");
        let (which, elem) = (values.next(), values.next());
        let named = |text: Option<String>| {
            let text = text?;
            let mut rows = LOADED.iter();
            rows.find(|(name, _)| *name == text).map(|(_, elem)| *elem)
        };
        let elem = match elem.map(|elem| (named(f.known_text(&elem)), elem)) {
            None => Elem::Scalar,
            Some((Some(found), _)) => found,
            Some((None, elem)) => {
                let wanted = "\"complex\", \"int\", \"uint8\" or the name of other integers, or nothing as its third argument";
                return bad_argument(&mut self.reports, "load", &elem, wanted, span);
            }
        };
        if path.ty != Type::String {
            return bad_argument(&mut self.reports, "load", &path, "a path", span);
        }
        let which = match which {
            Some(which) if !matches!(which.ty, Type::String | Type::Int) => {
                return bad_argument(
                    &mut self.reports,
                    "load",
                    &which,
                    "a name or a number as its second argument",
                    span,
                );
            }
            Some(which) => self.to_text(f, "load", which),
            None => string("0", span),
        };
        Expr {
            ty: Type::Array(ArrayType::any(elem)),
            span,
            kind: ExprKind::Builtin(Builtin::Load, vec![path, which]),
        }
    }

    /// `save(path, a, b, …)`: the values with the names of the variables that they are.
    pub(super) fn save(&mut self, f: &mut BodyState<'a>, args: &'a [ast::Arg], span: Span) -> Expr {
        let values = self.arguments(f, args);
        let plain = values.len() == args.len();
        let mut values: Vec<Expr> = values.into_iter().map(|argument| argument.value).collect();
        if values.iter().any(|value| value.ty == Type::Error) {
            return error(span);
        }
        let path = values.remove(0);
        if path.ty != Type::String {
            return bad_argument(&mut self.reports, "save", &path, "a path first", span);
        }
        let mut list = vec![path];
        for (index, value) in values.into_iter().enumerate() {
            let name = plain.then(|| args[index + 1].value.as_name()).flatten();
            let name = name.map_or_else(
                || format!("value{index}"),
                |name| self.text(name.name).to_string(),
            );
            let Some(array) = as_array(value.clone()) else {
                return bad_argument(
                    &mut self.reports,
                    "save",
                    &value,
                    "numbers and arrays of numbers",
                    span,
                );
            };
            list.push(string(&name, span));
            list.push(array);
        }
        Expr {
            ty: Type::Void,
            span,
            kind: ExprKind::Builtin(Builtin::Save, list),
        }
    }
}

/// A real number or an array of them.
fn is_real(ty: &Type) -> bool {
    ty.elem().is_some_and(Elem::is_real)
}

fn result_type(gives: Gives) -> Type {
    let array = |elem, rank| Type::Array(ArrayType::open(elem, rank));
    match gives {
        Gives::Nothing => Type::Void,
        Gives::Text => Type::String,
        Gives::Int => Type::Int,
        Gives::Long => Type::Long,
        Gives::Scalar => Type::Scalar,
        Gives::Vector => array(Elem::Scalar, 1),
        Gives::Ints => array(Elem::Int, 1),
        Gives::Matrix => array(Elem::Scalar, 2),
        Gives::Texts => array(Elem::String, 1),
        Gives::Cube => array(Elem::Scalar, 3),
        Gives::Bytes => array(Elem::Storage(ElemKind::U8), 3),
    }
}

fn string(text: &str, span: Span) -> Expr {
    Expr {
        ty: Type::String,
        span,
        kind: ExprKind::String(text.to_string()),
    }
}

/// The types of what a format reads: whole numbers, real numbers, words.
fn conversions(format: &str) -> Vec<Type> {
    let mut found = Vec::new();
    let mut rest = format.chars();
    while let Some(character) = rest.next() {
        if character != '%' {
            continue;
        }
        let letters = rest
            .clone()
            .skip_while(|letter| letter.is_ascii_digit() || "*lh".contains(*letter));
        let dropped = rest.as_str().starts_with('*');
        let ty = match letters.clone().next() {
            Some('%') | None => {
                rest.next();
                continue;
            }
            Some('s' | 'c') => Type::String,
            Some('d' | 'i' | 'u' | 'x' | 'X' | 'o') => Type::Int,
            Some(_) => Type::Scalar,
        };
        if !dropped {
            found.push(ty);
        }
    }
    found
}

/// A number or an array of numbers as an array.
pub(super) fn as_array(value: Expr) -> Option<Expr> {
    match value.ty.elem() {
        Some(elem) if !elem.is_number() => None,
        None => None,
        Some(_) if value.ty.as_array().is_some() => Some(value),
        Some(elem) => Some(Expr {
            ty: Type::Array(ArrayType::new(elem, vec![Size::Known(1)])),
            span: value.span,
            kind: ExprKind::ArrayLiteral(vec![value]),
        }),
    }
}

/// A builtin that is one call of the runtime.
pub(super) fn runtime_call(
    reports: &mut Reports,
    call: &Call,
    values: Vec<Expr>,
    span: Span,
) -> Expr {
    let mut given = exceptions_as_text(values).into_iter();
    let mut args = Vec::new();
    for takes in call.takes {
        if takes.is_list() {
            for value in given.by_ref() {
                match taken(reports, call, value, *takes) {
                    Some(value) => args.push(value),
                    None => return error(span),
                }
            }
            continue;
        }
        match (given.next(), takes) {
            (Some(value), takes) => match taken(reports, call, value, *takes) {
                Some(value) => args.push(value),
                None => return error(span),
            },
            (None, Takes::TextOr(text)) => args.push(string(text, span)),
            (None, other) => panic!("the arity demands {other:?}"),
        }
    }
    Expr {
        ty: result_type(call.gives),
        span,
        kind: ExprKind::Builtin(call.builtin, args),
    }
}

/// An argument as the row takes it.
fn taken(reports: &mut Reports, call: &Call, value: Expr, takes: Takes) -> Option<Expr> {
    let name = builtins::row(call.builtin).name;
    let wanted = match takes {
        Takes::Text | Takes::TextOr(_) if value.ty == Type::String => return Some(value),
        Takes::Text | Takes::TextOr(_) => "a string",
        Takes::Int if matches!(value.ty, Type::Int | Type::Long | Type::Scalar) => {
            return Some(to_int(reports, value, "the argument"));
        }
        Takes::Long if matches!(value.ty, Type::Int | Type::Long) => return Some(value),
        Takes::Int | Takes::Long => "a whole number",
        Takes::Array => match as_array(value.clone()) {
            Some(array) => return Some(array),
            None => "a number or an array of numbers",
        },
        Takes::Texts
            if value
                .ty
                .as_array()
                .is_some_and(|array| array.elem == Elem::String) =>
        {
            return Some(value);
        }
        Takes::Texts => "a vector of strings",
        Takes::Number if matches!(value.ty, Type::Int | Type::Long | Type::Scalar) => {
            return Some(value);
        }
        Takes::Number => "a real number",
        Takes::Numbers if is_real(&value.ty) => return Some(value),
        Takes::Numbers => "real numbers",
        Takes::Names if value.ty.elem() == Some(Elem::String) => return Some(value),
        Takes::Names => "strings",
        Takes::Series if is_real(&value.ty) || value.ty == Type::String => return Some(value),
        Takes::Series => "vectors of real numbers and styles",
        Takes::Values => return Some(value),
    };
    bad_argument(reports, name, &value, wanted, value.span);
    None
}

/// `sscanf(text, format)`, `fscanf(file, format)`: the values of a constant format, each of its type; of another the numbers.
pub(super) fn scan(
    reports: &mut Reports,
    f: &mut BodyState<'_>,
    builtin: Builtin,
    values: Vec<Expr>,
    span: Span,
) -> Expr {
    let [source, format]: [Expr; 2] = values.try_into().expect("the arity was checked");
    let wanted = match (builtin, &source.ty) {
        (Builtin::Sscanf, Type::String) | (Builtin::Fscanf, Type::Int) => None,
        (Builtin::Sscanf, _) => Some((&source, "a string")),
        _ => Some((&source, "the number of an open file")),
    };
    let wanted = wanted.or((format.ty != Type::String).then_some((&format, "a format string")));
    if let Some((value, wanted)) = wanted {
        return bad_argument(
            reports,
            builtins::row(builtin).name,
            &value.clone(),
            wanted,
            span,
        );
    }
    let ty = match f.known_text(&format) {
        None => Type::Array(ArrayType::open(Elem::Scalar, 1)),
        Some(text) => match &conversions(&text)[..] {
            [] => {
                reports.push(
                    Report::new(Code::BadArgument, format.span, "the format reads nothing")
                        .label("no conversion, as `%d`"),
                );
                return error(span);
            }
            [one] => one.clone(),
            several => Type::Tuple(several.to_vec()),
        },
    };
    let args = vec![source, format];
    Expr {
        ty,
        span,
        kind: ExprKind::Builtin(builtin, args),
    }
}
