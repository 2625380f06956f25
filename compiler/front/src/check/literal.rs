//! Literals: ranges, vectors, matrices, and the unpacking of vectors.
//!
//! *Invariant:* the parts of a literal have its element type.

use crate::base::Span;
use crate::diag::{Code, Report};
use crate::hir::{BinaryOp, Expr, ExprKind, Stmt};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, Size, Type, join_elem};

use super::annotation::unfit_for_arrays;
use super::cell::typed_element;
use super::convert::to_int;
use super::environment::Slot;
use super::trees::{convert_to, error, int, unsupported_expr};
use super::window;
use super::{BodyState, Checker, Reports};

/// Elements of a vector that code is made for one by one.
const MOST_UNPACKED: usize = 4096;

impl<'a> Checker<'a> {
    pub(super) fn range(
        &mut self,
        f: &mut BodyState<'a>,
        range: &'a ast::Range,
        span: Span,
    ) -> Expr {
        let start = self.number(f, &range.start, "the start of a range");
        let step = range
            .step
            .as_ref()
            .map(|step| self.number(f, step, "the step of a range"));
        let stop = self.number(f, &range.stop, "the end of a range");
        let parts = [Some(&start), step.as_ref(), Some(&stop)];
        if parts
            .into_iter()
            .flatten()
            .any(|part| part.ty == Type::Error)
        {
            return error(span);
        }
        if let Some(step) = step
            .as_ref()
            .filter(|step| self.known_size(f, step) == Size::Known(0))
        {
            self.report(
                Report::new(Code::BadRange, step.span, "the step of this range is 0")
                    .label("the range never gets to its end")
                    .help("a range is written `first..step..last`"),
            );
            return error(span);
        }
        let whole = start.ty == Type::Int
            && stop.ty == Type::Int
            && step.as_ref().is_none_or(|step| step.ty == Type::Int);
        let elem = if whole { Elem::Int } else { Elem::Scalar };
        let count = if whole {
            self.range_count(f, &start, step.as_ref(), &stop)
        } else {
            Size::Open
        };
        let ty = Type::Array(ArrayType::new(elem, vec![count]));
        let convert = |value: Expr| Box::new(convert_to(value, &elem.value_type()));
        Expr {
            ty,
            span,
            kind: ExprKind::Range {
                start: convert(start),
                step: step.map(convert),
                stop: convert(stop),
            },
        }
    }

    /// The number of values of an int range.
    pub(super) fn range_count(
        &self,
        f: &BodyState<'a>,
        start: &Expr,
        step: Option<&Expr>,
        stop: &Expr,
    ) -> Size {
        let step = step.map_or(Size::Known(1), |step| self.known_size(f, step));
        match (self.known_size(f, start), step, self.known_size(f, stop)) {
            (Size::Known(a), Size::Known(step), Size::Known(b)) => {
                window::values(i64::from(b) - i64::from(a), step)
            }
            (_, Size::Known(step), _) => {
                let distance = window::distance(start, stop);
                distance.map_or(Size::Open, |distance| window::values(distance, step))
            }
            _ => Size::Open,
        }
    }

    pub(super) fn number(&mut self, f: &mut BodyState<'a>, e: &'a ast::Expr, what: &str) -> Expr {
        let value = self.expr(f, e);
        match value.ty {
            Type::Int | Type::Scalar | Type::Error => value,
            Type::Long => to_int(&mut self.reports, value, what),
            _ => {
                self.report(
                    Report::new(
                        Code::TypeMismatch,
                        e.span,
                        format!("{what} is a `{}`, not a real number", value.ty),
                    )
                    .label("a number is needed"),
                );
                error(e.span)
            }
        }
    }

    pub(super) fn vector(
        &mut self,
        f: &mut BodyState<'a>,
        items: &'a [ast::Expr],
        span: Span,
    ) -> Expr {
        let values = self.items(f, items);
        if let [single] = values.as_slice()
            && single.ty.as_array().is_some()
        {
            let is_row = matches!(items[0].kind, ast::ExprKind::Vector(_));
            if !is_row {
                return values.into_iter().next().expect("one value");
            }
        }
        if values.iter().any(|value| value.ty == Type::Error) {
            return error(span);
        }
        if values.iter().any(|value| value.ty.as_array().is_some()) {
            return matrix(&mut self.reports, values, span);
        }
        self.vector_of(values, span)
    }

    /// The values of a list, with spreads unpacked.
    pub(super) fn items(&mut self, f: &mut BodyState<'a>, items: &'a [ast::Expr]) -> Vec<Expr> {
        let mut values = Vec::new();
        for item in items {
            match &item.kind {
                ast::ExprKind::Spread(inner) => {
                    let vector = self.expr(f, inner);
                    values.extend(self.unpack(f, vector, item.span));
                }
                _ => values.push(self.expr(f, item)),
            }
        }
        values
    }

    /// The elements of a vector of known length.
    pub(super) fn unpack(&mut self, f: &mut BodyState<'a>, vector: Expr, span: Span) -> Vec<Expr> {
        if let ExprKind::ArrayLiteral(items) = &vector.kind {
            return items.clone();
        }
        let Some(array) = vector.ty.as_array().cloned() else {
            if vector.ty.is_number() {
                return vec![vector];
            }
            if vector.ty != Type::Error {
                self.report(
                    Report::new(
                        Code::TypeMismatch,
                        span,
                        format!("`...` unpacks a vector, not a `{}`", vector.ty),
                    )
                    .label("not a vector")
                    .maybe_help(super::kinds::is_union(&vector.ty).then(|| LISTS.to_string())),
                );
            }
            return vec![error(span)];
        };
        let Some(count) = array.known_numel() else {
            self.report(
                Report::new(
                    Code::UnknownLength,
                    span,
                    "`...` needs a vector whose length is known at compile time",
                )
                .label(format!("`{array}`"))
                .help(help_for_open_spread(&array)),
            );
            return vec![error(span)];
        };
        if count > MOST_UNPACKED {
            self.report(
                Report::new(
                    Code::UnknownLength,
                    span,
                    format!("a vector of {count} elements is too long to be taken apart"),
                )
                .label(format!("at most {MOST_UNPACKED}"))
                .help("read the elements in a loop"),
            );
            return vec![error(span)];
        }
        let (var, first) = f.hold(vector);
        (0..count)
            .map(|index| {
                let base = if index == 0 {
                    first.clone()
                } else {
                    var.clone()
                };
                self.unpacked(base, index as i32, span)
            })
            .collect()
    }

    /// The elements of a vector that must have that many, which is checked when running; the statements come first.
    pub(super) fn exactly(
        &mut self,
        f: &mut BodyState<'a>,
        vector: Expr,
        count: usize,
        span: Span,
    ) -> (Vec<crate::hir::Stmt>, Vec<Expr>) {
        let ty = vector.ty.clone();
        let var = f.temporary("unpacked", ty.clone(), span);
        let set = Stmt::set(crate::hir::Target::Var(var), vector, span);
        let read = Slot::Var(var).read(ty, span);
        let check = count_check(read.clone(), count, span);
        let values = (0..count)
            .map(|index| self.unpacked(read.clone(), index as i32, span))
            .collect();
        (vec![set, check], values)
    }

    /// The element of a vector at a constant index that is inside.
    pub(super) fn unpacked(&mut self, base: Expr, index: i32, span: Span) -> Expr {
        let element = super::element::linear(base, index, span);
        let ExprKind::Element(place) = &element.kind else {
            return element;
        };
        let array = place.array.ty.as_array().cloned();
        let ty = array.and_then(|array| typed_element(&array, &place.place));
        let place = place.clone();
        self.read_element(place, ty.unwrap_or(element.ty), span)
    }

    pub(super) fn vector_of(&mut self, values: Vec<Expr>, span: Span) -> Expr {
        let mut elem: Option<Elem> = None;
        for value in &values {
            self.same_dictionaries(&values[0].ty, &value.ty);
            let joined = match (elem, self.types.element_of(&value.ty)) {
                (None, found) => found,
                (Some(a), Some(b)) => join_elem(a, b),
                (Some(_), None) => None,
            };
            match (joined, &value.ty) {
                (Some(joined), _) => elem = Some(joined),
                (None, Type::Class(class)) if !self.types.fits_array(&value.ty) => {
                    return unsupported_expr(
                        &mut self.reports,
                        value.span,
                        &unfit_for_arrays(&class.name),
                    );
                }
                (None, _) => {
                    let first = values[0].ty.clone();
                    self.report(
                        Report::new(
                            Code::MixedLiteral,
                            value.span,
                            format!("a vector of `{first}` cannot hold a `{}`", value.ty),
                        )
                        .label(format!("`{}`", value.ty))
                        .also(values[0].span, format!("`{first}`"))
                        .help("all parts of `[…]` have one type"),
                    );
                    return error(span);
                }
            }
        }
        let elem = elem.unwrap_or(Elem::Scalar);
        let count = values.len() as i32;
        let values = values
            .into_iter()
            .map(|value| convert_to(value, &elem.value_type()))
            .collect();
        Expr {
            ty: Type::Array(ArrayType::new(elem, vec![Size::Known(count)])),
            span,
            kind: ExprKind::ArrayLiteral(values),
        }
    }
}

impl<'a> BodyState<'a> {
    /// Evaluates an expression once: gives a cheap way to read it again, and the expression to use first.
    pub(super) fn hold(&mut self, value: Expr) -> (Expr, Expr) {
        if matches!(
            value.kind,
            ExprKind::Var(_) | ExprKind::Global(_) | ExprKind::Int(_) | ExprKind::Scalar(_)
        ) {
            return (value.clone(), value);
        }
        let (ty, span) = (value.ty.clone(), value.span);
        let var = self.temporary("held", ty.clone(), span);
        let again = Slot::Var(var).read(ty.clone(), span);
        let set = Stmt::set(crate::hir::Target::Var(var), value, span);
        let first = Expr {
            ty,
            span,
            kind: ExprKind::Sequence(vec![set], Box::new(again.clone())),
        };
        (again, first)
    }
}

/// The elements of a literal, at every depth, as another element type.
fn literal_to_elem(value: Expr, elem: Elem) -> Expr {
    match (value.kind, value.ty) {
        (ExprKind::ArrayLiteral(items), Type::Array(array)) => Expr {
            ty: Type::Array(ArrayType { elem, ..array }),
            span: value.span,
            kind: ExprKind::ArrayLiteral(
                items
                    .into_iter()
                    .map(|item| literal_to_elem(item, elem))
                    .collect(),
            ),
        },
        (kind, ty) => convert_to(
            Expr {
                ty,
                span: value.span,
                kind,
            },
            &elem.value_type(),
        ),
    }
}

const LISTS: &str = "a list gets longer by `c = append(c, v)`; where its final length is known, make it before, `c = vec[??](n)`, and set `c[k]`";

/// What to write instead of a list that would grow.
fn help_for_open_spread(array: &ArrayType) -> &'static str {
    match array.elem.is_number() {
        true => {
            "give its type a size, as in `v : vec(3)`; a longer vector is made by `append(v, x)`"
        }
        false => LISTS,
    }
}

fn count_check(vector: Expr, count: usize, span: Span) -> crate::hir::Stmt {
    let text = |text: String| Expr {
        ty: Type::String,
        span,
        kind: ExprKind::String(text),
    };
    let numel = Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Builtin(crate::builtins::Builtin::Numel, vec![vector]),
    };
    let cond = Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Binary(
            BinaryOp::Eq,
            Box::new(numel.clone()),
            Box::new(int(count as i32, span)),
        ),
    };
    let join = |a: Expr, b: Expr| Expr {
        ty: Type::String,
        span,
        kind: ExprKind::Concat(Box::new(a), Box::new(b)),
    };
    let has = text("unpacking: the vector has ".to_string());
    let found = convert_to(numel, &Type::String);
    let wanted = text(format!(" elements, not {count}"));
    crate::hir::Stmt {
        kind: crate::hir::StmtKind::Assert {
            cond,
            message: Some(join(join(has, found), wanted)),
        },
        span,
    }
}

/// `[[a,b],[c,d]]`: rows of equal length; deeper nests are cubes.
pub(super) fn matrix(reports: &mut Reports, values: Vec<Expr>, span: Span) -> Expr {
    let mut rows: Vec<ArrayType> = Vec::new();
    for value in &values {
        match &value.ty {
            Type::Array(row) if matches!(value.kind, ExprKind::ArrayLiteral(_)) => {
                rows.push(row.clone())
            }
            _ => return concatenation(reports, value.span, span),
        }
    }
    let elem = rows
        .iter()
        .map(|row| Some(row.elem))
        .reduce(|a, b| join_elem(a?, b?))
        .flatten();
    let Some(elem) = elem else {
        return concatenation(reports, values[0].span, span);
    };
    if let Some(odd) = rows.iter().position(|row| row.sizes != rows[0].sizes) {
        reports.push(
            Report::new(
                Code::SizeMismatch,
                values[odd].span,
                "the rows of a matrix have equal lengths",
            )
            .label(format!("`{}`", rows[odd]))
            .also(values[0].span, format!("`{}`", rows[0])),
        );
        return error(span);
    }
    let mut sizes = vec![Size::Known(values.len() as i32)];
    sizes.extend(rows[0].sizes.iter().copied());
    let values = values
        .into_iter()
        .map(|value| literal_to_elem(value, elem))
        .collect();
    Expr {
        ty: Type::Array(ArrayType::new(elem, sizes)),
        span,
        kind: ExprKind::ArrayLiteral(values),
    }
}

pub(super) fn concatenation(reports: &mut Reports, part: Span, span: Span) -> Expr {
    reports.push(
        Report::new(Code::ArrayInLiteral, part, "`[…]` does not join arrays")
            .label("an array")
            .help("use `vertcat`, `horzcat` or `cat`; `append(v, x)` puts x behind the elements of a vector, and `...v` puts those of one with a known length here"),
    );
    error(span)
}
