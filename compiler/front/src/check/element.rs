//! Indexing: elements, slices, positions and masks, read and written.
//!
//! *Invariant:* the subscripts of an access are as many as the array has dimensions, or one for linear addressing.

use crate::base::Span;
use crate::builtins::{Builtin, Reduced, Rule, row};
use crate::diag::{Code, Report};
use crate::hir::{Element, Expr, ExprKind, Place, Space, Subscript, has_effects};
use crate::syntax::ast;
use crate::types::{AccessMode, ArrayType, Elem, Modifiers, Size, Type};

use super::cell::typed_element;
use super::convert::{to_elem, to_int};
use super::dictionary::dictionary_class;
use super::kinds::{extent, holds_cells, is_union, numel};
use super::trees::{error, int, type_as_value};
use super::union::report_dynamic;
use super::{BodyState, Checker, Reports};

/// The parts of an index list before they are fitted to the array.
pub(super) enum Part {
    Subscript(Subscript, Size),
    Position(Expr),
    Mask(Expr),
}

impl<'a> Checker<'a> {
    /// `base[args]` as a value: an element, a slice, or an explicit instance of a generic function.
    pub(super) fn index(
        &mut self,
        f: &mut BodyState<'a>,
        index: &'a ast::Index,
        span: Span,
    ) -> Expr {
        if self.names_type(f, &index.base) {
            return type_as_value(&mut self.reports, span);
        }
        let base = self.expr(f, &index.base);
        self.index_of(f, base, index, span)
    }

    /// The same for a base that is known.
    pub(super) fn index_of(
        &mut self,
        f: &mut BodyState<'a>,
        base: Expr,
        index: &'a ast::Index,
        span: Span,
    ) -> Expr {
        if let Some(end) = self.cut_short(&base) {
            return end;
        }
        if is_union(&base.ty) {
            return self.distribute(f, vec![base], span, &mut |checker, f, mut values| {
                let base = values.remove(0);
                checker.index_value(f, base, index, span)
            });
        }
        self.index_value(f, base, index, span)
    }

    /// `base[args]` of an array as a value.
    fn index_value(
        &mut self,
        f: &mut BodyState<'a>,
        base: Expr,
        index: &'a ast::Index,
        span: Span,
    ) -> Expr {
        if is_reduction(&base) && index.args.iter().all(is_zero) {
            return base;
        }
        let base = match self.texture_value(f, base, index, span) {
            Ok(value) => return value.unwrap_or_else(|| error(span)),
            Err(base) => base,
        };
        if let Some(empty) = self.empty_entry(&base, span) {
            return empty;
        }
        let Some((element, ty)) = self.element(f, base, &index.args, span) else {
            return error(span);
        };
        self.read_element(element, ty, span)
    }

    /// The value of an element or slice; `ty` as [`element`](Self::element) gave it.
    pub(super) fn read_element(&mut self, element: Element, ty: Type, span: Span) -> Expr {
        let ty = match ty {
            Type::Unknown(_) => match self.element_type(array_elem(&element)) {
                Some(ty) => ty,
                None => return self.empty_element(span),
            },
            ty => ty,
        };
        Expr {
            ty,
            span,
            kind: ExprKind::Element(element),
        }
    }

    /// An access to elements of `base` and the type of what it reads.
    pub(super) fn element(
        &mut self,
        f: &mut BodyState<'a>,
        base: Expr,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Option<(Element, Type)> {
        if dictionary_class(&base.ty).is_some() {
            return self.entry(f, base, args, span);
        }
        let array = match &base.ty {
            Type::Error => {
                for arg in args {
                    if !matches!(
                        arg.value.kind,
                        ast::ExprKind::All | ast::ExprKind::Spread(_)
                    ) {
                        self.expr(f, &arg.value);
                    }
                }
                return None;
            }
            Type::Array(_) if f.space != Space::Host && holds_cells(&base.ty) => {
                report_dynamic(&mut self.reports, &base.ty, base.span);
                return None;
            }
            Type::Array(array) => array.clone(),
            _ => {
                report_not_indexable(&mut self.reports, &base, span);
                return None;
            }
        };
        let parts = self.parts(f, &array, args)?;
        self.element_of_parts(f, base, parts, span)
    }

    /// The same with indices that are evaluated.
    pub(super) fn element_of_parts(
        &mut self,
        f: &mut BodyState<'a>,
        base: Expr,
        parts: Vec<Part>,
        span: Span,
    ) -> Option<(Element, Type)> {
        let array = base.ty.as_array()?.clone();
        let (place, ty) = self.place(f, &array, parts, span)?;
        let ty = match is_single(&place) {
            true => typed_element(&array, &place).unwrap_or(ty),
            false => loose_slice(ty),
        };
        check_constant_bounds(&mut self.reports, f, &array, &place);
        let read = f.read_mode(&array);
        let write = array.modifiers.access.unwrap_or(AccessMode::Checked);
        Some((
            Element {
                array: Box::new(base),
                place,
                read,
                write,
            },
            ty,
        ))
    }

    fn parts(
        &mut self,
        f: &mut BodyState<'a>,
        array: &ArrayType,
        args: &'a [ast::Arg],
    ) -> Option<Vec<Part>> {
        let mut parts = Vec::new();
        let only = args.len() == 1;
        for (dim, arg) in args.iter().enumerate() {
            self.written_parts(f, array, arg, dim, only, &mut parts)?;
        }
        Some(parts)
    }

    /// The parts that one argument stands for: that number, and whether it is the only one.
    pub(super) fn written_parts(
        &mut self,
        f: &mut BodyState<'a>,
        array: &ArrayType,
        arg: &'a ast::Arg,
        dim: usize,
        only: bool,
        parts: &mut Vec<Part>,
    ) -> Option<()> {
        if let Some(name) = arg.name {
            self.report(
                Report::new(Code::Misplaced, name.span, "an index has no name").label("named"),
            );
            return None;
        }
        match &arg.value.kind {
            ast::ExprKind::All => {
                let size = if only {
                    numel(array)
                } else {
                    extent(array, dim)
                };
                parts.push(Part::Subscript(Subscript::All, size));
            }
            ast::ExprKind::Spread(inner) => {
                let vector = self.expr(f, inner);
                for value in self.unpack(f, vector, arg.span) {
                    let value = self.to_whole(f, value, "an index");
                    parts.push(Part::Subscript(Subscript::Index(value), Size::Known(1)));
                }
            }
            ast::ExprKind::Range(_) => {
                let range = self.expr(f, &arg.value);
                parts.push(self.range_part(f, range)?);
            }
            _ => {
                let value = self.expr(f, &arg.value);
                parts.push(self.value_part(f, array, value, only)?);
            }
        }
        Some(())
    }

    /// A range as a subscript; bounds that are known are numbers, as those of generic sizes are.
    fn range_part(&mut self, f: &BodyState<'a>, range: Expr) -> Option<Part> {
        let count = range
            .ty
            .as_array()
            .and_then(|array| array.sizes.first().copied())
            .unwrap_or(Size::Open);
        match range.kind {
            ExprKind::Range { start, step, stop } => {
                let mut to_int = |value: Expr| {
                    let value = to_int(&mut self.reports, value, "an index");
                    let known = self.known_size(f, &value);
                    Box::new(match known {
                        Size::Known(number) if !has_effects(&value) => int(number, value.span),
                        Size::Known(_) | Size::Symbol(_) | Size::Open => value,
                    })
                };
                let part = Subscript::Range {
                    start: to_int(*start),
                    step: step.map(|step| to_int(*step)),
                    stop: to_int(*stop),
                };
                Some(Part::Subscript(part, count))
            }
            _ => None,
        }
    }

    pub(super) fn value_part(
        &mut self,
        f: &mut BodyState<'a>,
        array: &ArrayType,
        value: Expr,
        only: bool,
    ) -> Option<Part> {
        match &value.ty {
            Type::Error => None,
            Type::Int | Type::Long | Type::Scalar | Type::Enum(_) | Type::Union(_) => {
                let value = self.to_whole(f, value, "an index");
                Some(Part::Subscript(Subscript::Index(value), Size::Known(1)))
            }
            Type::Array(index) if index.elem.is_real() => {
                let index = index.clone();
                if index.modifiers.mask && !only {
                    return self.mask_along(f, &index, value);
                }
                let value = to_elem(value, Elem::Int);
                if only && array.rank() == Some(1) && is_list_of_positions(&index) {
                    return Some(self.places_in_vector(f, value));
                }
                if !only {
                    return Some(Part::Subscript(Subscript::Vector(value), numel(&index)));
                }
                Some(single_array(array, &index, value))
            }
            _ => {
                self.report(
                    Report::new(
                        Code::BadIndex,
                        value.span,
                        format!("a `{}` cannot be an index", value.ty),
                    )
                    .label("an int, a range or a vector of ints is needed"),
                );
                None
            }
        }
    }

    /// `x[mask, :]`: the places along a dimension where a vector of truth values holds.
    fn mask_along(&mut self, f: &mut BodyState<'a>, index: &ArrayType, mask: Expr) -> Option<Part> {
        let is_line = match index.sizes[..] {
            [_] => true,
            [rows, columns] => [rows, columns].contains(&Size::Known(1)),
            _ => false,
        };
        if !is_line {
            self.report(mask_of_no_vector(&mask));
            return None;
        }
        let span = mask.span;
        let found = self.apply_builtin(f, Builtin::Find, vec![mask], span);
        Some(self.places_in_vector(f, found))
    }

    /// Positions in a vector, which is a row or a column, so that one of their two numbers is 0: the other one is the place.
    fn places_in_vector(&mut self, f: &mut BodyState<'a>, positions: Expr) -> Part {
        let span = positions.span;
        let places = self.apply_builtin(f, Builtin::Sum, vec![positions, int(1, span)], span);
        Part::Subscript(Subscript::Vector(to_elem(places, Elem::Int)), Size::Open)
    }

    fn place(
        &mut self,
        f: &mut BodyState<'a>,
        array: &ArrayType,
        mut parts: Vec<Part>,
        span: Span,
    ) -> Option<(Place, Type)> {
        if parts.len() == 1 {
            match parts.pop() {
                Some(Part::Mask(mask)) => {
                    self.check_mask(array, &mask);
                    return Some(mask_place(array, mask));
                }
                Some(Part::Position(position)) => {
                    return self.position_place(f, array, position, span);
                }
                Some(part @ Part::Subscript(..)) => parts.push(part),
                None => return None,
            }
        }
        let mut subscripts = Vec::new();
        let mut sizes = Vec::new();
        for part in parts {
            if let Part::Subscript(subscript, size) = part {
                subscripts.push(subscript);
                sizes.push(size);
            }
        }
        if subscripts.is_empty() {
            self.report(
                Report::new(Code::IndexCount, span, "an index is needed").label("empty brackets"),
            );
            return None;
        }
        fit(&mut self.reports, array, &mut subscripts, &mut sizes, span)?;
        let ty = selected(array, &subscripts, sizes);
        Some((Place::Subscripts(subscripts), ty))
    }

    /// A mask has the size of the array, as far as both are known.
    fn check_mask(&mut self, array: &ArrayType, mask: &Expr) {
        let Type::Array(of) = &mask.ty else {
            return;
        };
        let (Some(rank), Some(found)) = (array.rank(), of.rank()) else {
            return;
        };
        let differ = |dim| match (extent(array, dim), extent(of, dim)) {
            (Size::Known(a), Size::Known(b)) => a != b,
            _ => false,
        };
        if rank < 2 || found < 2 || !(0..rank.max(found)).any(differ) {
            return;
        }
        let message = format!("a mask `{of}` for a `{array}`");
        let report = Report::new(Code::SizeMismatch, mask.span, message)
            .label("a mask has the size of the array");
        self.report(report.maybe_help((found < rank).then(|| {
            "for whole pixels write a loop over them with `if mask[m,n]`, or take each channel, `c = x[:,:,0]`, `c[mask] = 0`".to_string()
        })));
    }

    fn position_place(
        &mut self,
        f: &mut BodyState<'a>,
        array: &ArrayType,
        position: Expr,
        span: Span,
    ) -> Option<(Place, Type)> {
        let length = position.ty.as_array().and_then(ArrayType::known_numel);
        let ty = array.elem.value_type();
        match (length, array.rank()) {
            (Some(count), Some(rank)) => {
                if count > rank.max(2) && !array.sizes.is_empty() {
                    report_count(&mut self.reports, array, count, span);
                    return None;
                }
                let values = self.unpack(f, position, span);
                let mut subscripts: Vec<Subscript> =
                    values.into_iter().map(Subscript::Index).collect();
                let mut sizes = vec![Size::Known(1); subscripts.len()];
                fit(&mut self.reports, array, &mut subscripts, &mut sizes, span)?;
                Some((Place::Subscripts(subscripts), ty))
            }
            _ => Some((Place::Position(Box::new(position)), ty)),
        }
    }
}

impl<'a> BodyState<'a> {
    /// What a read outside means: the variable's modifier, else the rule for the place.
    pub(super) fn read_mode(&self, array: &ArrayType) -> AccessMode {
        match array.modifiers.access {
            Some(mode) => mode,
            None if self.space != Space::Host || self.serial_loops => AccessMode::Safe,
            None => AccessMode::Checked,
        }
    }
}

/// What was probably meant by an index outside of an array.
fn help_for_outside(index: i32, size: i32, is_vector: bool) -> Option<String> {
    let text = match (is_vector, index) {
        (true, 0..) => {
            "a vector is a row, `zeros(n)` one of n elements; a square matrix is `zeros(n,n)`"
        }
        (_, ..0) => "the last element of a vector x is `x[numel(x)-1]`",
        (false, _) if index == size => {
            "indices start at 0, and a vector gets longer by `x = append(x, v)`"
        }
        (false, _) => return None,
    };
    Some(text.to_string())
}

/// Whether a number is what an array was reduced to: `median(x)[0]` is its only element, as if one dimension had been left.
fn is_reduction(value: &Expr) -> bool {
    let ExprKind::Builtin(builtin, args) = &value.kind else {
        return false;
    };
    let reduces = match row(*builtin).rule {
        Rule::Reduce(reduced, _) => reduced != Reduced::Along,
        Rule::Extreme(..) => true,
        Rule::Elementwise(..) | Rule::Everywhere(_) | Rule::Host(_) => false,
    };
    reduces && value.ty.is_number() && args.iter().any(|arg| arg.ty.as_array().is_some())
}

/// Whether an index is written as 0.
fn is_zero(arg: &ast::Arg) -> bool {
    matches!(arg.value.kind, ast::ExprKind::Int(0))
}

/// The element type of the array of an access.
fn array_elem(element: &Element) -> Elem {
    element
        .array
        .ty
        .elem()
        .expect("elements are those of an array")
}

/// Whether a place is one element.
pub(super) fn is_single(place: &Place) -> bool {
    match place {
        Place::Subscripts(subscripts) => subscripts
            .iter()
            .all(|subscript| matches!(subscript, Subscript::Index(_))),
        Place::Position(_) => true,
        Place::Mask(_) => false,
    }
}

/// A slice of a typed cell: which element has which type is not followed.
fn loose_slice(ty: Type) -> Type {
    let Type::Array(array) = ty else {
        return ty;
    };
    let elem = array.elem.without_places();
    Type::Array(ArrayType { elem, ..array })
}

/// The element of a vector at a constant index, without a check.
pub(super) fn linear(base: Expr, index: i32, span: Span) -> Expr {
    let ty = base.ty.elem().map_or(Type::Error, Elem::value_type);
    let element = Element {
        array: Box::new(base),
        place: Place::Subscripts(vec![Subscript::Index(int(index, span))]),
        read: AccessMode::Unchecked,
        write: AccessMode::Unchecked,
    };
    Expr {
        ty,
        span,
        kind: ExprKind::Element(element),
    }
}

/// Whether a vector is written element by element, converted or not.
fn is_list(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::ArrayLiteral(_) => true,
        ExprKind::Convert(_, inner) => is_list(inner),
        _ => false,
    }
}

/// `x[v]`: a mask when v is a truth value per element, a list of indices of a vector, else a position.
fn single_array(array: &ArrayType, index: &ArrayType, value: Expr) -> Part {
    if index.modifiers.mask {
        return Part::Mask(value);
    }
    let is_vector = array.rank() == Some(1);
    if is_vector && index.known_numel() != Some(1) && index.known_numel() != Some(2) {
        return Part::Subscript(Subscript::Vector(value), numel(index));
    }
    if is_vector && is_list(&value) && index.known_numel() != Some(1) {
        return Part::Subscript(Subscript::Vector(value), numel(index));
    }
    if index.rank().is_some_and(|rank| rank > 1) && index.known_numel().is_none() {
        return Part::Mask(value);
    }
    Part::Position(value)
}

/// Whether an array is a list of positions, of which nobody knows how many there are: a row of two for each, as `find(x > 0)` gives them.
fn is_list_of_positions(index: &ArrayType) -> bool {
    matches!(
        index.sizes[..],
        [Size::Open | Size::Symbol(_), Size::Known(2)]
    )
}

/// A mask among several indices that is no vector.
fn mask_of_no_vector(mask: &Expr) -> Report {
    Report::new(
        Code::BadIndex,
        mask.span,
        "a mask along one dimension is a vector of truth values",
    )
    .label(format!("`{}`", mask.ty))
    .help("a mask with the size of the array is the only index: `x[mask]`")
}

fn mask_place(array: &ArrayType, mask: Expr) -> (Place, Type) {
    let ty = Type::Array(ArrayType::new(array.elem, vec![Size::Open]));
    (Place::Mask(Box::new(mask)), ty)
}

/// The type of what subscripts select.
fn selected(array: &ArrayType, subscripts: &[Subscript], mut sizes: Vec<Size>) -> Type {
    if subscripts
        .iter()
        .all(|subscript| matches!(subscript, Subscript::Index(_)))
    {
        return array.elem.value_type();
    }
    let modifiers = Modifiers {
        access: array.modifiers.access,
        mask: array.modifiers.mask,
        ..Modifiers::default()
    };
    if let [Subscript::Vector(indices)] = subscripts
        && let Some((sizes, any_rank)) = shape_of_table(&indices.ty)
    {
        return Type::Array(ArrayType {
            elem: array.elem,
            sizes,
            any_rank,
            modifiers,
        });
    }
    while sizes.len() > 1 && matches!(subscripts[sizes.len() - 1], Subscript::Index(_)) {
        sizes.pop();
    }
    if sizes.len() == 2 && sizes[0] == Size::Known(1) {
        sizes.remove(0);
    } else if sizes.len() == 1 && subscripts.len() > 1 {
        // The first dimension alone: a column.
        sizes.push(Size::Known(1));
    }
    Type::Array(ArrayType {
        elem: array.elem,
        sizes,
        any_rank: false,
        modifiers,
    })
}

/// The sizes of what is read by a matrix of indices, those of the matrix, and whether they may be more; none where the indices are a row or a column.
fn shape_of_table(indices: &Type) -> Option<(Vec<Size>, bool)> {
    let indices = indices.as_array()?;
    let counted = indices.sizes.iter();
    let counted = counted.filter(|size| **size != Size::Known(1)).count();
    (counted > 1 || indices.any_rank).then(|| (indices.sizes.clone(), indices.any_rank))
}

pub(in crate::check) fn report_not_indexable(reports: &mut Reports, base: &Expr, span: Span) {
    let mut report = Report::new(
        Code::NotIndexable,
        base.span,
        format!("a `{}` has no elements", base.ty),
    )
    .label(format!("`{}`", base.ty));
    if matches!(base.ty, Type::Closure(_)) {
        report = report.help("a function is called with parentheses");
    } else if base.ty == Type::String {
        report = report.help("a part of a text is `substr(s, first, count)`; one character of it `substr(s, i, 1)`; the codes of all of them are `toascii(s)`");
    } else if base.ty.is_number() && matches!(base.kind, ExprKind::Element(_)) {
        report = report
            .help("an element of a matrix has both its indices in one pair of brackets: `x[i,j]`");
    }
    let _ = span;
    reports.push(report);
}

/// Pads missing dimensions with 0 and drops indices of dimensions that do not exist.
fn fit(
    reports: &mut Reports,
    array: &ArrayType,
    subscripts: &mut Vec<Subscript>,
    sizes: &mut Vec<Size>,
    span: Span,
) -> Option<()> {
    let Some(rank) = array.rank() else {
        return Some(());
    };
    if subscripts.len() == 1 {
        return Some(());
    }
    // A vector is stored 1×n, so two indices address it as a matrix.
    let dims = rank.max(2);
    while subscripts.len() > dims {
        let is_zero = matches!(
            subscripts.last(),
            Some(
                Subscript::Index(Expr {
                    kind: ExprKind::Int(0),
                    ..
                }) | Subscript::All
            )
        );
        if !is_zero {
            report_count(reports, array, subscripts.len(), span);
            return None;
        }
        subscripts.pop();
        sizes.pop();
    }
    while subscripts.len() < dims {
        subscripts.push(Subscript::Index(int(0, span)));
        sizes.push(Size::Known(1));
    }
    Some(())
}

pub(super) fn report_count(reports: &mut Reports, array: &ArrayType, count: usize, span: Span) {
    reports.push(
        Report::new(
            Code::IndexCount,
            span,
            format!("{count} indices for a `{array}`"),
        )
        .label("too many indices")
        .help("an array has one index per dimension"),
    );
}

/// An index that is always outside of a known size is an error now. In a branch that may not be taken it is one when running, where
/// the array is not declared to be checked: a function may ask for other things than the size of what it is given.
fn check_constant_bounds(
    reports: &mut Reports,
    f: &BodyState<'_>,
    array: &ArrayType,
    place: &Place,
) {
    if array.modifiers.access.is_none() && !f.guards.is_empty() {
        return;
    }
    if !matches!(array.modifiers.access, None | Some(AccessMode::Checked)) {
        return;
    }
    let Place::Subscripts(subscripts) = place else {
        return;
    };
    if array.modifiers.access.is_none() && array.known_sizes().is_none() {
        return;
    }
    for (dim, subscript) in subscripts.iter().enumerate() {
        let size = if subscripts.len() == 1 {
            numel(array)
        } else {
            extent(array, dim)
        };
        if let (
            Subscript::Index(Expr {
                kind: ExprKind::Int(index),
                span,
                ..
            }),
            Size::Known(size),
        ) = (subscript, size)
            && (*index < 0 || *index >= size)
        {
            let (index, span) = (*index, *span);
            let is_vector = array.sizes.len() == 1 && subscripts.len() > 1;
            reports.push(
                Report::new(
                    Code::IndexOutOfBounds,
                    span,
                    format!("Index out-of-bounds: {index} of {size}"),
                )
                .label(if size > 0 {
                    format!("the last index is {}", size - 1)
                } else {
                    "the array is empty".to_string()
                })
                .note(format!("the array is a `{array}`"))
                .maybe_help(help_for_outside(index, size, is_vector)),
            );
        }
    }
}
