//! Types as callees: `vec[int](4)`, `cube(h, w, 3)`, `scalar(x)`; the sizes of new arrays.
//!
//! *Invariant:* the sizes of a new array are ints, or one vector of them; of at most 16 dimensions where their number is known.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::check::annotation::names::number_elem;
use crate::check::convert::to_elem;
use crate::check::environment::Slot;
use crate::check::trees::{error, int, type_as_value, unsupported_expr};
use crate::check::{BodyState, Checker, Reports};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Fill};
use crate::syntax::ast;
use crate::types::families::number_type;
use crate::types::{ArrayType, Elem, Size, Type};
use quasar_abi::{ElemKind, MAXIMUM_DIMENSIONS};

impl<'a> Checker<'a> {
    /// `vec[int](4)`, `cube(h, w, 3)`, `scalar(x)`.
    pub(super) fn construct(
        &mut self,
        f: &mut BodyState<'a>,
        callee: &'a ast::Expr,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let Some(annotation) = callee.as_type() else {
            return type_as_value(&mut self.reports, span);
        };
        let annotation: &'a ast::TypeExpr = self.arenas.types.alloc(annotation);
        if self.definitions.names_class(annotation) {
            let ty = self.annotation(f, annotation, None);
            return self.record(f, ty, args, span);
        }
        if let Some(name) = args.iter().find_map(|arg| arg.name) {
            return report_named_size(&mut self.reports, name);
        }
        let mut values: Vec<Expr> = args.iter().map(|arg| self.expr(f, &arg.value)).collect();
        let named = self.named_numbers(annotation);
        if let (Some((name, elem)), [value]) = (named, values.as_slice())
            && (matches!(value.ty, Type::Array(_)) || is_of_elements(elem))
            && value.ty != Type::Error
        {
            return self.converted(elem, values.remove(0), name, span);
        }
        let ty = self.annotation(f, annotation, None);
        if named.is_some_and(|(_, elem)| is_of_elements(elem)) {
            return error(span);
        }
        match ty {
            Type::Array(array) if matches!(array.elem, Elem::Compound(Type::Tuple(_))) => {
                self.new_typed_cell(f, array, values, span)
            }
            Type::Array(array) if values.is_empty() && array.known_sizes().is_none() => {
                let message = format!("a new `{array}` needs its sizes");
                self.report(
                    Report::new(Code::ArgumentCount, span, message)
                        .label("no sizes")
                        .help("`vec(4)` has 4 elements, `mat(2,3)` 2 rows and 3 columns, `vec(0)` none"),
                );
                error(span)
            }
            Type::Array(array) => {
                let elements = self.fixed_elements(f, annotation);
                let array = self.new_array(f, Fill::Zeros, array, values, span);
                match elements {
                    Some(elements) => f.with_elements(array, &elements),
                    None => array,
                }
            }
            number_type!() | Type::Enum(_) if values.len() == 1 => {
                let value = values.into_iter().next().expect("one value");
                self.coerce(f, value, &ty, "the argument")
            }
            Type::String if values.len() == 1 => {
                self.apply_builtin(f, Builtin::Num2Str, values, span)
            }
            Type::Error => error(span),
            _ => unsupported_expr(&mut self.reports, span, "constructors of this type"),
        }
    }

    /// The type of numbers that a callee names, as in `uint8(x)`.
    fn named_numbers(&self, annotation: &ast::TypeExpr) -> Option<(&'a str, Elem)> {
        let ast::TypeKind::Named(named) = &annotation.kind else {
            return None;
        };
        let name = self.text(named.name.name);
        Some((name, number_elem(name)?))
    }

    /// A new array of an element type for dimension arguments; `base` gives element type and, for `cube(…)`, what is known.
    pub(in crate::check) fn new_array(
        &mut self,
        f: &mut BodyState<'a>,
        fill: Fill,
        base: ArrayType,
        dims: Vec<Expr>,
        span: Span,
    ) -> Expr {
        if dims.iter().any(|dim| dim.ty == Type::Error) {
            return error(span);
        }
        let mut dims = if dims.is_empty() && base.known_sizes().is_some() {
            base.known_sizes()
                .into_iter()
                .flatten()
                .map(|size| int(size, span))
                .collect()
        } else {
            dims
        };
        if base.modifiers.column && dims.len() == 1 && dims[0].ty.is_number() {
            dims.push(int(1, span));
        }
        let (dims, sizes) = match self.dimensions_of(f, dims, span) {
            Some(found) => found,
            None => return error(span),
        };
        let ty = match sizes {
            Some(sizes) => Type::Array(ArrayType {
                elem: base.elem,
                sizes,
                any_rank: false,
                modifiers: base.modifiers,
            }),
            None if base.any_rank => Type::Array(base),
            None => Type::Array(ArrayType {
                any_rank: true,
                sizes: Vec::new(),
                ..base
            }),
        };
        Expr {
            ty,
            span,
            kind: ExprKind::NewArray { fill, dims },
        }
    }

    /// Dimension arguments as ints (or one vector), with the sizes they give; none for the sizes: unknown number of dimensions.
    pub(in crate::check) fn dimensions_of(
        &mut self,
        f: &mut BodyState<'a>,
        dims: Vec<Expr>,
        span: Span,
    ) -> Option<(Vec<Expr>, Option<Vec<Size>>)> {
        if dims.len() == 1
            && let Type::Array(array) = &dims[0].ty
        {
            let array = array.clone();
            let vector = dims.into_iter().next().expect("one value");
            if !may_be_sizes(&mut self.reports, &array, vector.span) {
                return None;
            }
            let count = array.known_numel().unwrap_or(0);
            return may_have_dimensions(&mut self.reports, count, span)
                .then(|| self.vector_dimensions(f, vector, span));
        }
        let mut ints = Vec::new();
        for dim in dims {
            ints.push(self.one_size(f, dim)?);
        }
        if !may_have_dimensions(&mut self.reports, ints.len(), span) {
            return None;
        }
        let sizes = ints.iter().map(|dim| self.size_of(f, dim)).collect();
        Some((ints, Some(sizes)))
    }

    /// One of the sizes of an array as an int, or a report.
    fn one_size(&mut self, f: &mut BodyState<'a>, dim: Expr) -> Option<Expr> {
        match dim.ty {
            Type::Int | Type::Long | Type::Scalar | Type::Enum(_) | Type::Union(_) => {
                Some(self.to_whole(f, dim, "a size"))
            }
            Type::Error => None,
            _ => {
                let message = format!("a size is an int, not a `{}`", dim.ty);
                let help = (dim.ty == Type::String)
                    .then(|| "the number that a text says is `int(str2num(text))`".to_string());
                self.report(
                    Report::new(Code::TypeMismatch, dim.span, message)
                        .label("a number is needed")
                        .maybe_help(help),
                );
                None
            }
        }
    }

    fn vector_dimensions(
        &mut self,
        f: &mut BodyState<'a>,
        vector: Expr,
        span: Span,
    ) -> (Vec<Expr>, Option<Vec<Size>>) {
        if let ExprKind::Builtin(Builtin::Size, args) = &vector.kind
            && args.len() == 1
            && let Type::Array(array) = &args[0].ty
        {
            let sizes = (!array.any_rank).then(|| array.sizes.clone());
            return (vec![vector], sizes);
        }
        let vector = to_elem(vector, Elem::Int);
        match vector.ty.as_array().and_then(ArrayType::known_numel) {
            Some(count) if count <= MAXIMUM_DIMENSIONS => {
                let values = self.unpack(f, vector, span);
                let sizes = values.iter().map(|dim| self.size_of(f, dim)).collect();
                (values, Some(sizes))
            }
            _ => (vec![vector], None),
        }
    }

    /// The size that an int is; unknown ones are remembered by name for variables.
    pub(in crate::check) fn size_of(&mut self, f: &mut BodyState<'a>, value: &Expr) -> Size {
        match self.known_size(f, value) {
            Size::Open => {
                if let ExprKind::Var(var) = value.kind {
                    let size = self.fresh_size();
                    f.env.known.insert(Slot::Var(var), size);
                    return size;
                }
                Size::Open
            }
            size => size,
        }
    }
}

/// Whether only elements of arrays have a type.
fn is_of_elements(elem: Elem) -> bool {
    matches!(elem, Elem::Storage(kind) if kind != ElemKind::I64)
}

/// Whether all elements of an array may lie along one dimension.
fn may_be_line(array: &ArrayType) -> bool {
    let longer = array.sizes.iter().filter(|&&size| size != Size::Known(1));
    let modifiers = array.modifiers;
    array.any_rank || modifiers.row || modifiers.column || longer.count() <= 1
}

/// `vec(n := 3)`: sizes have no names.
fn report_named_size(reports: &mut Reports, name: ast::Ident) -> Expr {
    let report = Report::new(
        Code::NamedArgument,
        name.span,
        "the sizes of a new array have no names",
    );
    reports.push(
        report
            .label("named")
            .help("write the sizes in order: `mat(rows, columns)`"),
    );
    error(name.span)
}

/// Whether the elements of an array may be the sizes of another, or a report.
fn may_be_sizes(reports: &mut Reports, array: &ArrayType, span: Span) -> bool {
    let (right, label) = match (array.elem.is_real(), may_be_line(array)) {
        (false, _) => ("ints", "no sizes"),
        (true, false) => ("a vector", "has more than one dimension"),
        (true, true) => return true,
    };
    let message = format!("the sizes of an array are {right}, not a `{array}`");
    reports.push(
        Report::new(Code::TypeMismatch, span, message)
            .label(label)
            .help("`size(x)` gives the sizes of an array `x`"),
    );
    false
}

/// Whether an array may have so many dimensions, or a report.
fn may_have_dimensions(reports: &mut Reports, count: usize, span: Span) -> bool {
    if count <= MAXIMUM_DIMENSIONS {
        return true;
    }
    let message = format!("an array cannot have {count} dimensions");
    reports.push(
        Report::new(Code::TooManyDimensions, span, message)
            .label(format!("1 to {MAXIMUM_DIMENSIONS}")),
    );
    false
}
