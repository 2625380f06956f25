//! Tests of types: `type(x, "cube")`, `isscalar(x)`, `isreal(x)`, `iscomplex(x)`.
//!
//! What is known of a value decides when compiling; a value whose type is known only when running is tested then.
//!
//! *Invariant:* a value passes the test for an array type when it could be passed where that type is declared without losing
//! elements or dimensions: a vector passes as a matrix, a matrix as a cube.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::diag::{Code, Report};
use crate::hir::{BinaryOp, Expr, ExprKind};
use crate::syntax::ast;
use crate::types::families::number_type;
use crate::types::{ArrayType, Elem, Type};

use super::annotation::names::{array_name, cell_name, simple_type, storage_elem};
use super::convert::Fit;
use super::defined::DefinedTypes;
use super::kinds::is_union;
use super::trees::{error, int, unsupported_expr};
use super::{BodyState, Checker};

/// What is asked for.
#[derive(Clone, Debug)]
enum Wanted {
    /// This type.
    One(Type),
    /// Values of this class, or pointers to it.
    Class(String, bool),
    /// Arrays that fit this type.
    Array(ArrayType),
    /// Arrays of elements of any type.
    Cell(usize),
    /// Any function.
    Function,
    /// Any object with open fields.
    Object,
    /// Anything.
    Anything,
}

impl<'a> Checker<'a> {
    /// `type(x, "name")`.
    pub(super) fn type_is(
        &mut self,
        f: &mut BodyState<'a>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let Some(mut values) = self.values(f, args) else {
            return error(span);
        };
        let name = values.remove(1);
        let ExprKind::String(text) = &name.kind else {
            self.report(
                Report::new(
                    Code::TypeMismatch,
                    name.span,
                    "the name of the type is a constant",
                )
                .label(format!("a `{}`", name.ty))
                .help("write the type in quotes: `type(x, \"cube\")`"),
            );
            return error(span);
        };
        let Some(wanted) = self.wanted(text, name.span) else {
            return error(span);
        };
        if !is_union(&values[0].ty) {
            return self.passes(f, values.remove(0), &wanted, span);
        }
        self.distribute(f, values, span, &mut |checker, f, mut values| {
            checker.passes(f, values.remove(0), &wanted, span)
        })
    }

    /// The type that a text names.
    fn wanted(&mut self, text: &str, span: Span) -> Option<Wanted> {
        let text: String = text.split_whitespace().collect();
        match text.as_str() {
            "??" => return Some(Wanted::Anything),
            "object" => return Some(Wanted::Object),
            "function" | "lambda_expr" => return Some(Wanted::Function),
            _ => {}
        }
        if let Some(ty) = simple_type(&text) {
            return Some(Wanted::One(ty));
        }
        if let Some(rank) = cell_name(&text) {
            return Some(Wanted::Cell(rank));
        }
        let (name, inner) = match text.split_once('[') {
            Some((name, inner)) => (name, inner.strip_suffix(']')),
            None => (text.as_str(), None),
        };
        if let Some((elem, rank, sizes)) = array_name(name) {
            let elem = match inner {
                Some("??") => return Some(Wanted::Cell(rank)),
                Some(inner) => simple_type(inner)
                    .and_then(|ty| ty.elem())
                    .or_else(|| storage_elem(inner)),
                None => Some(elem),
            };
            let Some(elem) = elem else {
                return self.wanted_class(&text, span);
            };
            let mut array = ArrayType::open(elem, rank);
            if let Some(sizes) = sizes {
                array.sizes = sizes.into_iter().map(crate::types::Size::Known).collect();
            }
            return Some(Wanted::Array(array));
        }
        self.wanted_class(&text, span)
    }

    fn wanted_class(&mut self, text: &str, span: Span) -> Option<Wanted> {
        let (name, pointer) = match text.strip_prefix('^') {
            Some(name) => (name, true),
            None => (text, false),
        };
        let defined: Vec<&str> = self
            .definitions
            .type_defs
            .keys()
            .map(|key| self.text(*key))
            .collect();
        if defined.contains(&name) {
            return Some(Wanted::Class(name.to_string(), pointer));
        }
        self.report_unknown_type(name, span);
        None
    }

    /// Whether a value of a known type passes: a constant, but for dimensions that are known only when running.
    fn passes(&mut self, f: &mut BodyState<'a>, value: Expr, wanted: &Wanted, span: Span) -> Expr {
        let passed = match (wanted, &value.ty) {
            (Wanted::Anything, _) => true,
            (Wanted::One(wanted), ty) => wanted == ty,
            (Wanted::Function, ty) => matches!(ty, Type::Closure(_)),
            (Wanted::Object, ty) => ty.open_class().is_some(),
            (Wanted::Class(name, pointer), ty) => self.types.is_of_class(ty, name, *pointer),
            (Wanted::Cell(rank), Type::Array(array)) => {
                matches!(array.elem, Elem::Compound(_))
                    && array.rank().is_none_or(|own| own <= *rank)
            }
            (Wanted::Array(wanted), Type::Array(array)) => {
                return self.array_passes(f, value.clone(), &array.clone(), wanted, span);
            }
            (Wanted::Cell(_) | Wanted::Array(_), _) => false,
        };
        int(i32::from(passed), span)
    }

    fn array_passes(
        &mut self,
        f: &mut BodyState<'a>,
        value: Expr,
        array: &ArrayType,
        wanted: &ArrayType,
        span: Span,
    ) -> Expr {
        if array.elem != wanted.elem {
            return int(0, span);
        }
        let (to, from) = (Type::Array(wanted.clone()), Type::Array(array.clone()));
        let shapes_known = wanted.known_sizes().is_none();
        let fit = self.functions.accepts(&to, &from);
        if matches!(fit, Fit::Same | Fit::View | Fit::Widen(_)) {
            return int(1, span);
        }
        if fit == Fit::No && array.rank() <= wanted.rank() {
            return int(0, span);
        }
        if shapes_known {
            return self.dimensions_pass(f, value, wanted.sizes.len(), span);
        }
        let what = "tests of sizes that are known only when running";
        unsupported_expr(&mut self.reports, span, what)
    }

    /// `ndims(x) <= rank`, and a single row for a vector.
    fn dimensions_pass(
        &mut self,
        f: &mut BodyState<'a>,
        value: Expr,
        rank: usize,
        span: Span,
    ) -> Expr {
        let count = self.apply_builtin(f, Builtin::NDims, vec![value.clone()], span);
        let few = compared(BinaryOp::Le, count, rank.max(2) as i32, span);
        if rank > 1 {
            return few;
        }
        let rows = self.apply_builtin(f, Builtin::Size, vec![value, int(0, span)], span);
        let row = compared(BinaryOp::Eq, rows, 1, span);
        Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Binary(BinaryOp::And, Box::new(few), Box::new(row)),
        }
    }
}

impl<'a> DefinedTypes<'a> {
    fn is_of_class(&self, ty: &Type, name: &str, pointer: bool) -> bool {
        match ty {
            Type::Class(class) => !pointer && self.classes[class.id].name == name,
            Type::Pointer(class) => pointer != class.open && self.classes[class.id].name == name,
            Type::Enum(keys) => !pointer && &*keys.name == name,
            number_type!()
            | Type::String
            | Type::Array(_)
            | Type::Exception
            | Type::Group(_)
            | Type::Closure(_)
            | Type::Null
            | Type::Tuple(_)
            | Type::Union(_)
            | Type::Unknown(_)
            | Type::Void
            | Type::Error => false,
        }
    }
}

fn compared(op: BinaryOp, left: Expr, right: i32, span: Span) -> Expr {
    Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Binary(op, Box::new(left), Box::new(int(right, span))),
    }
}
