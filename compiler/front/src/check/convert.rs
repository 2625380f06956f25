//! Conversions between types: what fits where, and the explicit conversions.
//!
//! *Invariant:* a value that does not fit gives one report and an expression of the wanted type.

use crate::base::Span;
use crate::diag::{Code, Report};
use crate::hir::{Conversion, Expr, ExprKind, Space};
use crate::types::families::number_type;
use crate::types::{ArrayType, Elem, ElemKind, Size, Type, carries_type, settled};

use super::class::report_object_on_device;
use super::fraction::warn_constant;
use super::functions::Functions;
use super::kinds::is_union;
use super::trees::{convert_by, convert_to, exact_for, long};
use super::{BodyState, Checker, Reports};

/// From here on numbers are infinite as halves: the largest half is 65504, and this lies in the middle to the next one.
const INFINITE_HALF: f64 = 65520.0;

/// How well a value of one type fits a place of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// Nothing happens.
    Same,
    /// The same value seen differently: fewer facts.
    View,
    /// The same value with more dimensions, and how many more.
    Widen(u8),
    /// A promotion of numbers, and over how many kinds of numbers and dimensions.
    Promote(u8),
    /// No type was wanted.
    Untyped,
    /// A check at run time.
    Checked,
    /// A conversion that may lose (scalar to int).
    Convert,
    /// Does not fit.
    No,
}

/// As how many more dimensions any number of them counts: every number that is written fits better.
pub(super) const ANY: u8 = 16;

/// What a kind of numbers between two types counts beside dimensions.
const KIND: u8 = 32;

/// Over how many kinds of numbers one type is promoted to another; 0: it is not.
fn steps(from: &Type, to: &Type) -> u8 {
    let kinds = [Type::Int, Type::Long, Type::Scalar, Type::Complex];
    // What is none of them, as an enumeration, stands in front.
    let place = |wanted: &Type| {
        (1..)
            .zip(&kinds)
            .find(|kind| kind.1 == wanted)
            .map_or(0, |kind| kind.0)
    };
    u8::saturating_sub(place(to), place(from))
}

impl Fit {
    /// The fit of something that is also seen with more dimensions.
    pub(super) fn widened(self, dimensions: u8) -> Fit {
        match self {
            Fit::Promote(kinds) => Fit::Promote(kinds + dimensions),
            Fit::Same
            | Fit::View
            | Fit::Widen(_)
            | Fit::Untyped
            | Fit::Checked
            | Fit::Convert
            | Fit::No => self.max(Fit::Widen(dimensions)),
        }
    }
}

impl<'a> Checker<'a> {
    /// The value as the wanted type, or a report that names `what`.
    pub(super) fn coerce(
        &mut self,
        f: &mut BodyState<'a>,
        value: Expr,
        to: &Type,
        what: &str,
    ) -> Expr {
        if matches!((to, &value.ty), (Type::Pointer(_), Type::Class(_))) && f.space != Space::Host {
            report_object_on_device(&mut self.reports, value.span);
        }
        let value = super::together::as_declared(value, to);
        let value = self.exact(value, to);
        let value = self.with_long_items(value, to);
        self.same_cells(to, &value.ty);
        if is_union(&value.ty) || is_union(to) {
            return self.coerce_union(f, value, to, what);
        }
        match self.functions.accepts(to, &value.ty) {
            Fit::Same if value.ty == Type::Error => Expr {
                ty: to.clone(),
                ..value
            },
            Fit::Same
            | Fit::View
            | Fit::Widen(_)
            | Fit::Promote(_)
            | Fit::Untyped
            | Fit::Checked => {
                warn_saturation(&mut self.reports, &value, to);
                convert_to(reshaped(value, to), to)
            }
            Fit::Convert => {
                warn_saturation(&mut self.reports, &value, to);
                self.warn_fraction(f, &value, to);
                convert_to(value, to)
            }
            Fit::No => {
                report_mismatch(&mut self.reports, &value, to, what);
                Expr {
                    ty: to.clone(),
                    ..value
                }
            }
        }
    }

    /// A conversion from or to a union: a test at run time, or the member that fits best.
    fn coerce_union(&mut self, f: &mut BodyState<'a>, value: Expr, to: &Type, what: &str) -> Expr {
        let span = value.span;
        if value.ty == *to || value.ty == Type::Error {
            return value;
        }
        if is_union(&value.ty) {
            let result = self.distribute(f, vec![value], span, &mut |checker, f, mut values| {
                let value = values.remove(0);
                checker.coerce(f, value, to, what)
            });
            return Expr {
                ty: to.clone(),
                ..result
            };
        }
        let members = super::kinds::members(to);
        let best = members
            .iter()
            .min_by_key(|member| self.functions.accepts(member, &value.ty))
            .cloned()
            .filter(|member| self.functions.accepts(member, &value.ty) != Fit::No);
        match best {
            Some(member) => {
                let value = self.coerce(f, value, &member, what);
                convert_to(value, to)
            }
            None => {
                report_mismatch(&mut self.reports, &value, to, what);
                Expr {
                    ty: to.clone(),
                    ..value
                }
            }
        }
    }

    /// A list for elements of 64 bits: of its constants the program's precision may lose digits.
    fn with_long_items(&self, value: Expr, to: &Type) -> Expr {
        let wide = to
            .as_array()
            .is_some_and(|array| array.elem.value_type() == Type::Long);
        let (ExprKind::ArrayLiteral(items), Type::Array(array), true) =
            (&value.kind, &value.ty, wide)
        else {
            return value;
        };
        let items: Vec<Expr> = items.iter().map(|item| self.long_item(item, to)).collect();
        if !items.iter().all(|item| item.ty.elem() == Some(Elem::LONG)) {
            return value;
        }
        let elem = Elem::LONG;
        Expr {
            ty: Type::Array(ArrayType {
                elem,
                ..array.clone()
            }),
            span: value.span,
            kind: ExprKind::ArrayLiteral(items),
        }
    }

    /// An item of such a list: an integer of 64 bits where it is a constant or an integer.
    fn long_item(&self, item: &Expr, to: &Type) -> Expr {
        if let Some(whole) = self.whole(item) {
            return long(whole, item.span);
        }
        match (&item.ty, &item.kind) {
            (Type::Array(_), _) => self.with_long_items(item.clone(), to),
            (Type::Scalar, ExprKind::Convert(_, inner)) if inner.ty.is_integer() => {
                convert_to((**inner).clone(), &Type::Long)
            }
            (Type::Scalar, _) => exact_for(item.clone(), to),
            (Type::Int, _) => convert_to(item.clone(), &Type::Long),
            _ => item.clone(),
        }
    }

    /// The same for a value whose type may be known only when running.
    pub(super) fn to_whole(&mut self, f: &mut BodyState<'a>, value: Expr, what: &str) -> Expr {
        if !is_union(&value.ty) {
            return to_int(&mut self.reports, value, what);
        }
        let span = value.span;
        self.distribute(f, vec![value], span, &mut |checker, _, mut values| {
            to_int(&mut checker.reports, values.remove(0), what)
        })
    }

    /// A value as a condition: one int, zero or not.
    pub(super) fn condition(&mut self, f: &mut BodyState<'a>, value: Expr) -> Expr {
        let span = value.span;
        match &value.ty {
            Type::Union(_) => {
                self.distribute(f, vec![value], span, &mut |checker, f, mut values| {
                    checker.condition(f, values.remove(0))
                })
            }
            Type::Int | Type::Error => value,
            Type::Enum(_) => convert_to(value, &Type::Int),
            Type::Long | Type::Scalar | Type::Complex => number_truth(value),
            Type::Array(array) if !array.elem.is_number() => {
                report_condition(&mut self.reports, &value, "compare it with something");
                Expr {
                    ty: Type::Int,
                    span,
                    kind: ExprKind::Int(0),
                }
            }
            Type::Array(_) => Expr {
                ty: Type::Int,
                span,
                kind: ExprKind::ArrayTruth(Box::new(value)),
            },
            Type::Pointer(_) | Type::Null => {
                report_condition(&mut self.reports, &value, "compare it with `nullptr`");
                Expr {
                    ty: Type::Int,
                    span,
                    kind: ExprKind::Int(0),
                }
            }
            Type::String
            | Type::Exception
            | Type::Group(_)
            | Type::Closure(_)
            | Type::Class(_)
            | Type::Tuple(_)
            | Type::Unknown(_)
            | Type::Void => {
                report_condition(&mut self.reports, &value, "compare it with something");
                Expr {
                    ty: Type::Int,
                    span,
                    kind: ExprKind::Int(0),
                }
            }
        }
    }
}

impl<'a> Functions<'a> {
    /// How well a value of type `from` fits a place of type `to`.
    pub(super) fn accepts(&self, to: &Type, from: &Type) -> Fit {
        match (to, from) {
            (Type::Error, _) | (_, Type::Error) => Fit::Same,
            (to, from) if to == from => Fit::Same,
            (number_type!(), number_type!() | Type::Enum(_)) if steps(from, to) > 0 => {
                Fit::Promote(steps(from, to) * KIND)
            }
            (Type::Int, Type::Long | Type::Scalar) | (Type::Long, Type::Scalar) => Fit::Convert,
            (Type::Enum(_), Type::Int) => Fit::Convert,
            (Type::Pointer(_), Type::Null) => Fit::View,
            (Type::Pointer(to), Type::Class(from)) | (Type::Class(to), Type::Pointer(from))
                if to == from =>
            {
                Fit::Promote(KIND)
            }
            (Type::Array(to), Type::Array(from)) => accepts_array(to, from),
            (Type::Union(members), from) if !is_union(from) => self.best_fit(members, from),
            (to, Type::Union(members)) => {
                let fits = members.iter().map(|member| self.accepts(to, member));
                let best = fits.min().unwrap_or(Fit::No);
                if best == Fit::No {
                    Fit::No
                } else {
                    best.max(Fit::Promote(KIND))
                }
            }
            (Type::Closure(to), Type::Closure(from))
                if self.closures[*to].def == self.closures[*from].def =>
            {
                Fit::Same
            }
            _ => Fit::No,
        }
    }

    /// How well a value fits the member of a union that it fits best.
    fn best_fit(&self, members: &[Type], from: &Type) -> Fit {
        let fits = members.iter().map(|member| self.accepts(member, from));
        fits.min().unwrap_or(Fit::No)
    }
}

/// A declared type with the sizes that are known of the value: a declaration takes no knowledge away. What has no elements yet starts a
/// vector that gets some.
pub(super) fn with_known_sizes(declared: Type, value: &Type) -> Type {
    match (declared, value) {
        (Type::Array(declared), Type::Array(value))
            if value.known_numel() != Some(0)
                && !declared.any_rank
                && declared.sizes.len() == value.sizes.len() =>
        {
            let sizes = declared
                .sizes
                .iter()
                .zip(&value.sizes)
                .map(|(declared, value)| {
                    if matches!(declared, Size::Known(_)) {
                        *declared
                    } else {
                        *value
                    }
                })
                .collect();
            Type::Array(ArrayType { sizes, ..declared })
        }
        (declared, _) => declared,
    }
}

/// A value of known sizes with singleton dimensions elsewhere than the wanted type has them: the same elements under the wanted sizes.
pub(super) fn reshaped(value: Expr, to: &Type) -> Expr {
    let (Type::Array(from), Type::Array(wanted)) = (&value.ty, to) else {
        return value;
    };
    let (Some(sizes), Some(target)) = (from.known_sizes(), wanted.known_sizes()) else {
        return value;
    };
    if stored(&sizes) == stored(&target) {
        return value;
    }
    let span = value.span;
    let ty = Type::Array(ArrayType {
        sizes: wanted.sizes.clone(),
        ..from.clone()
    });
    let mut args = vec![value];
    args.extend(target.into_iter().map(|size| Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Int(size),
    }));
    Expr {
        ty,
        span,
        kind: ExprKind::Builtin(crate::builtins::Builtin::Reshape, args),
    }
}

/// Whether a parameter of type `ivecN` is given scalars: a position or a size may have been computed with them, and fractions are cut
/// off as for a single number. Where no length is written, that would hide a mistake.
pub(super) fn is_position_of_scalars(declared: &Type, given: &Type) -> bool {
    let (Type::Array(declared), Type::Array(given)) = (declared, given) else {
        return false;
    };
    let short = declared.known_numel().is_some_and(|count| count <= 16);
    let vector = declared.elem == Elem::Int && declared.rank() == Some(1) && short;
    vector && given.elem == Elem::Scalar && accepts_shape(declared, given) != Fit::No
}

/// Sizes as they are stored: a vector is 1×n, trailing singletons are gone.
pub(super) fn stored(sizes: &[i32]) -> Vec<i32> {
    let mut sizes = sizes.to_vec();
    if sizes.len() == 1 {
        sizes.insert(0, 1);
    }
    while sizes.len() > 1 && sizes.last() == Some(&1) {
        sizes.pop();
    }
    sizes
}

/// `value != 0`.
fn number_truth(value: Expr) -> Expr {
    let span = value.span;
    let zero = convert_to(
        Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Int(0),
        },
        &value.ty,
    );
    Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Binary(crate::hir::BinaryOp::Ne, Box::new(value), Box::new(zero)),
    }
}

fn accepts_array(to: &ArrayType, from: &ArrayType) -> Fit {
    let elem = match (to.elem, from.elem) {
        (a, b) if a == b => Fit::Same,
        (Elem::String | Elem::Compound(_), _) if from.is_start() => Fit::Promote(KIND),
        (Elem::Compound(to), Elem::Compound(from)) => accepts_elements(to, from),
        (Elem::String | Elem::Compound(_), _) | (_, Elem::String | Elem::Compound(_)) => {
            return Fit::No;
        }
        (a, b) => match (a.value_type(), b.value_type()) {
            (to, from) if to.is_integer() && from.is_integer() => Fit::Convert,
            // A vector of such numbers is a value, and they round as they do when they are stored.
            (Type::Int | Type::Long, Type::Scalar) if to.is_small() && rounds(a) => Fit::Convert,
            (Type::Int | Type::Long, Type::Scalar) => return Fit::No,
            (Type::Int | Type::Long | Type::Scalar, Type::Complex) => return Fit::No,
            (to, from) => Fit::Promote(steps(&from, &to).max(1) * KIND),
        },
    };
    match (elem, accepts_shape(to, from)) {
        (Fit::No, _) => Fit::No,
        (elem, Fit::Widen(dimensions)) => elem.widened(dimensions),
        (elem, shape) => elem.max(shape),
    }
}

/// Elements that are references: arrays stay what they are, cells are seen as other cells and checked when they are read.
fn accepts_elements(to: &Type, from: &Type) -> Fit {
    match (carries_type(to), carries_type(from)) {
        (true, true) => Fit::View,
        (false, false) if settled(to) == settled(from) => Fit::View,
        _ => Fit::No,
    }
}

fn accepts_shape(to: &ArrayType, from: &ArrayType) -> Fit {
    if to.any_rank {
        return Fit::View;
    }
    if from.any_rank {
        return Fit::Checked;
    }
    if let ([wanted], [Size::Known(1), given]) = (to.sizes.as_slice(), from.sizes.as_slice()) {
        return accepts_size(*wanted, *given).max(Fit::View);
    }
    if is_row(from) && to.modifiers.column {
        return Fit::No;
    }
    if to.sizes.len() == from.sizes.len() {
        return to
            .sizes
            .iter()
            .zip(&from.sizes)
            .map(|(to, from)| accepts_size(*to, *from))
            .max()
            .unwrap_or(Fit::Same);
    }
    if let (Some(to_known), Some(from_known)) = (to.known_sizes(), from.known_sizes()) {
        let squeeze = |sizes: Vec<i32>| sizes.into_iter().filter(|n| *n != 1).collect::<Vec<_>>();
        return if squeeze(to_known) == squeeze(from_known) {
            Fit::Checked
        } else {
            Fit::No
        };
    }
    if to.sizes.len() > from.sizes.len() {
        return accept_more_dimensions(to, from);
    }
    let extra = &from.sizes[to.sizes.len()..];
    let singleton = |size: &Size| matches!(size, Size::Known(1) | Size::Symbol(_) | Size::Open);
    // A vector takes n×1, 1×n and 1×1×n; what is not known of the sizes is checked at run time.
    let long = |size: &&Size| matches!(size, Size::Known(extent) if *extent != 1);
    let row = to.sizes.len() == 1 && from.sizes.iter().filter(long).count() < 2;
    if row || extra.iter().all(singleton) {
        Fit::Checked
    } else {
        Fit::No
    }
}

/// A vector of more than one element, or of unknown length, lies along a row.
fn is_row(array: &ArrayType) -> bool {
    array.rank() == Some(1) && array.known_numel() != Some(1)
}

/// A vector where a matrix is wanted, a matrix where a cube is wanted.
fn accept_more_dimensions(to: &ArrayType, from: &ArrayType) -> Fit {
    let mut as_stored = from.sizes.clone();
    if as_stored.len() == 1 {
        as_stored.insert(0, Size::Known(1));
    }
    as_stored.resize(to.sizes.len().max(as_stored.len()), Size::Known(1));
    let worst = to
        .sizes
        .iter()
        .zip(&as_stored)
        .map(|(to, from)| accepts_size(*to, *from))
        .max()
        .unwrap_or(Fit::Same);
    worst.max(Fit::Widen((to.sizes.len() - from.sizes.len()) as u8))
}

fn accepts_size(to: Size, from: Size) -> Fit {
    match (to, from) {
        (a, b) if a == b => Fit::Same,
        (Size::Open | Size::Symbol(_), _) => Fit::View,
        (Size::Known(_), Size::Known(_)) => Fit::No,
        (Size::Known(_), Size::Symbol(_) | Size::Open) => Fit::Checked,
    }
}

/// The span that covers an expression, for reports about two of them.
pub(super) fn both(a: &Expr, b: &Expr) -> Span {
    if a.span.file == b.span.file {
        a.span.to(b.span)
    } else {
        a.span
    }
}

/// Whether elements of the type round what they are given.
fn rounds(elem: Elem) -> bool {
    matches!(elem, Elem::Storage(kind) if kind.is_integer())
}

/// A constant that elements of the kind cannot hold, and what becomes of it.
fn saturated(constant: &Expr, kind: ElemKind) -> Option<[String; 2]> {
    let number = match constant.kind {
        ExprKind::Int(number) => f64::from(number),
        ExprKind::Scalar(number) => number,
        _ => return None,
    };
    let kept = match kind.saturation() {
        Some((low, high)) => number.round().clamp(low as f64, high as f64),
        None if kind == ElemKind::F16 && number.abs() >= INFINITE_HALF => {
            number.signum() * f64::INFINITY
        }
        None => return None,
    };
    let differs = kept != number.round() && !number.is_nan();
    differs.then(|| [number, kept].map(|number| number.to_string()))
}

/// How a text becomes a number, and a number a text.
fn help_for_text(given: &Type, wanted: &Type) -> Option<String> {
    match (given, wanted) {
        (Type::String, wanted) if wanted.is_number() => {
            Some("a text becomes a number by `str2num(text)`".to_string())
        }
        (given, Type::String) if given.is_number() => {
            Some("a number becomes text by `num2str(x)`".to_string())
        }
        _ => None,
    }
}

/// How an array gets the elements that are needed, where they are all that differs.
fn help_for_elements(given: &ArrayType, wanted: &ArrayType) -> Option<String> {
    let numbers = given.elem.is_number() && wanted.elem.is_number();
    if !numbers || given.elem == wanted.elem || given.rank() > wanted.rank() {
        return None;
    }
    match wanted.elem {
        Elem::Int => Some("`int(x)` cuts the fractions of all elements".to_string()),
        Elem::Storage(_) => Some(format!(
            "a variable of this type converts: `y : {wanted} = x`"
        )),
        _ => None,
    }
}

/// Both numbers or arrays with a common element type.
pub(super) fn to_elem(value: Expr, elem: Elem) -> Expr {
    convert_elem(Conversion::Implicit, value, elem)
}

/// A number, or the elements of an array, as elements of a type.
pub(super) fn convert_elem(by: Conversion, value: Expr, elem: Elem) -> Expr {
    let ty = match &value.ty {
        Type::Array(array) => Type::Array(ArrayType {
            elem,
            ..array.clone()
        }),
        Type::Error => return value,
        _ => elem.value_type(),
    };
    convert_by(by, value, &ty)
}

/// A literal with a constant that the elements of the wanted array cannot hold.
fn warn_saturation(reports: &mut Reports, value: &Expr, to: &Type) {
    let (Some(Elem::Storage(kind)), ExprKind::ArrayLiteral(items)) = (to.elem(), &value.kind)
    else {
        return;
    };
    let found = items
        .iter()
        .find_map(|item| Some((item, saturated(item, kind)?)));
    let Some((item, [number, kept])) = found else {
        return items
            .iter()
            .for_each(|item| warn_saturation(reports, item, to));
    };
    let elem = Elem::Storage(kind);
    let message = format!("{number} becomes {kept} as an element of type `{elem}`");
    reports.push(
        Report::new(Code::Saturated, item.span, message)
            .label("outside of the range of these elements")
            .help("choose elements with more bits"),
    );
}

fn report_mismatch(reports: &mut Reports, value: &Expr, to: &Type, what: &str) {
    let (Type::Array(wanted), Type::Array(given)) = (to, &value.ty) else {
        reports.push(
            Report::new(
                Code::TypeMismatch,
                value.span,
                format!("{what} is a `{}` where a `{to}` is needed", value.ty),
            )
            .label(format!("`{}`", value.ty))
            .maybe_help(help_for_text(&value.ty, to)),
        );
        return;
    };
    let row = wanted.modifiers.column && is_row(given);
    let colours = wanted.rank() == Some(2) && given.rank() == Some(3);
    let help = match (row, colours) {
        (true, _) => Some("a vector is a row: `transpose(x)` makes a column of it".to_string()),
        (_, true) => Some(
            "one channel of a picture is `x[:,:,0]`, the mean of its channels `mean(x, 2)`"
                .to_string(),
        ),
        (false, false) => help_for_elements(given, wanted),
    };
    reports.push(
        Report::new(
            Code::SizeMismatch,
            value.span,
            format!("{what} is a `{given}` where a `{wanted}` is needed"),
        )
        .label(format!("`{given}`"))
        .maybe_help(help),
    );
}

/// A number as an int, or a report.
pub(super) fn to_int(reports: &mut Reports, value: Expr, what: &str) -> Expr {
    match value.ty {
        Type::Int | Type::Error => value,
        Type::Long | Type::Scalar | Type::Enum(_) => {
            warn_constant(reports, &value, &Type::Int);
            convert_to(value, &Type::Int)
        }
        _ => {
            reports.push(
                Report::new(
                    Code::TypeMismatch,
                    value.span,
                    format!("{what} is a `{}`, not a number", value.ty),
                )
                .label("a number is needed"),
            );
            Expr {
                ty: Type::Int,
                span: value.span,
                kind: ExprKind::Int(0),
            }
        }
    }
}

fn report_condition(reports: &mut Reports, value: &Expr, help: &str) {
    reports.push(
        Report::new(
            Code::BadCondition,
            value.span,
            format!("a `{}` is neither true nor false", value.ty),
        )
        .label("used as a condition")
        .help(help),
    );
}
