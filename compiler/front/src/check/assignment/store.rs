//! Stores: `x[i] = value`, `x.name = value`.
//!
//! *Invariant:* the value of a store is converted to what its place holds, or is a number or an array that the place takes.

use crate::base::Span;
use crate::check::class::may_store_within;
use crate::check::convert::Fit;
use crate::check::dictionary::dictionary_class;
use crate::check::environment::Binding;
use crate::check::kinds::{fits_union, is_union, rounds};
use crate::check::object::{is_carried, is_open_field};
use crate::check::trees::{computed_as, convert_to, error, exact_for, sequence};
use crate::check::{BodyState, Checker, Reports, element};
use crate::diag::{Code, Report};
use crate::hir::{Assign, Expr, ExprKind, Target};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, Size, Type};

use super::element::update_elements;
use super::variable::report_constant;

impl<'a> Checker<'a> {
    /// `x[i] op= value` and members.
    pub(super) fn store(
        &mut self,
        f: &mut BodyState<'a>,
        assign: &'a ast::Assign,
        span: Span,
    ) -> Option<Assign> {
        let value = self.expr(f, &assign.value);
        if let ast::ExprKind::Index(index) = &assign.target.kind {
            let base = self.stored_array(f, &index.base);
            if !self.may_store_in_field(f, &index.base) {
                return None;
            }
            if is_union(&base.ty) {
                return Some(self.store_in_any(f, base, index, assign, value, span));
            }
            if dictionary_class(&base.ty).is_some() {
                return self.store_by_key(f, base, index, assign, value, span);
            }
        }
        if let ast::ExprKind::Member(member) = &assign.target.kind
            && !self.names_type(f, &member.base)
        {
            let reported = self.reports.len();
            let base = self.expr(f, &member.base);
            if base.ty == Type::Error {
                self.explain_missing_object(reported, &member.base);
                return None;
            }
            if is_carried(&base) {
                return Some(self.store_field_in_any(f, base, member, Some(assign), value, span));
            }
            let (name, value) = (member.name, value.clone());
            if let Some(set) = self.set_handle_property(f, assign, base, name, value, span) {
                return set;
            }
        }
        let (target, ty) = self.place_target(f, &assign.target)?;
        self.store_in(f, assign, target, ty, value, span)
    }

    /// Says of an unknown name whose field is assigned how an object is made.
    fn explain_missing_object(&mut self, reported: usize, base: &ast::Expr) {
        let Some(name) = base.as_name() else {
            return;
        };
        if let Some(report) = self.reports.get_mut(reported)
            && report.code == Code::UnknownName
            && report.helps.is_empty()
        {
            let text = self.definitions.names.text(name.name);
            report.helps.push(format!(
                "an object that gets its fields by assignments is made before: `{text} = object()`"
            ));
        }
    }

    /// `x[i] op= value` where x is one of several arrays.
    fn store_in_any(
        &mut self,
        f: &mut BodyState<'a>,
        base: Expr,
        index: &'a ast::Index,
        assign: &'a ast::Assign,
        value: Expr,
        span: Span,
    ) -> Assign {
        let values = vec![value, base];
        let value = self.distribute(f, values, span, &mut |checker, f, mut values| {
            let base = values.remove(1);
            let value = values.remove(0);
            if dictionary_class(&base.ty).is_some() {
                let set = checker.store_by_key(f, base, index, assign, value, span);
                return done(set, span);
            }
            let Some((element, ty)) = checker.element(f, base, &index.args, span) else {
                return error(span);
            };
            let target = Target::Element(element);
            done(checker.store_in(f, assign, target, ty, value, span), span)
        });
        of_arms(value, span)
    }

    /// `d[k] op= value` of a dictionary.
    fn store_by_key(
        &mut self,
        f: &mut BodyState<'a>,
        base: Expr,
        index: &'a ast::Index,
        assign: &'a ast::Assign,
        value: Expr,
        span: Span,
    ) -> Option<Assign> {
        if assign.op == ast::AssignOp::Set {
            return self.store_entry(f, base, &index.args, value, span);
        }
        self.learn_update(&base, assign, &value);
        let mut stmts = Vec::new();
        let value = self.before_entry(f, value, &mut stmts);
        let (mut element, ty) = self.entry(f, base, &index.args, span)?;
        if let ExprKind::Sequence(before, contents) = element.array.kind {
            stmts.extend(before);
            element.array = contents;
        }
        let target = Target::Element(element);
        let update = match ty {
            Type::String => self.update_reference(f, assign, target, ty, value, span),
            ty => self.store_in(f, assign, target, ty, value, span),
        };
        let update = sequence(stmts, done(update, span), span);
        (update.ty != Type::Error).then(|| of_arms(update, span))
    }

    fn store_in(
        &mut self,
        f: &mut BodyState<'a>,
        assign: &'a ast::Assign,
        target: Target,
        ty: Type,
        value: Expr,
        span: Span,
    ) -> Option<Assign> {
        if value.ty == Type::Error {
            return None;
        }
        let value = self.beside(value, &ty);
        let value = self.fraction_for_elements(f, assign, &target, value);
        if assign.op == ast::AssignOp::Set {
            return self.set_place(f, target, ty, value, span);
        }
        if compound_element(&target).is_some() {
            return self.update_reference(f, assign, target, ty, value, span);
        }
        if is_open_field(&target) || (matches!(target, Target::Field(..)) && !ty.is_number()) {
            return self.update_field(f, assign, target, ty, value, span);
        }
        update_elements(&mut self.reports, assign, target, ty, value, span)
    }

    /// `place = value`.
    pub(super) fn set_place(
        &mut self,
        f: &mut BodyState<'a>,
        target: Target,
        ty: Type,
        value: Expr,
        span: Span,
    ) -> Option<Assign> {
        if rounds(&target) && is_union(&value.ty) {
            return Some(self.set_by_type(f, target, ty, value, span));
        }
        let value = match compound_element(&target) {
            Some(elem) => self.reference_value(f, elem, value, &ty)?,
            None => self.placed_value(f, &target, value, &ty, span)?,
        };
        Some(Assign::set(target, value, span))
    }

    /// A value of several types that is stored as its type demands: a scalar rounds.
    fn set_by_type(
        &mut self,
        f: &mut BodyState<'a>,
        target: Target,
        ty: Type,
        value: Expr,
        span: Span,
    ) -> Assign {
        let value = self.distribute(f, vec![value], span, &mut |checker, f, mut values| {
            let (target, ty) = (target.clone(), ty.clone());
            let set = checker.set_place(f, target, ty, values.remove(0), span);
            done(set, span)
        });
        of_arms(value, span)
    }

    /// An update of an element that is a reference or a cell's.
    fn update_reference(
        &mut self,
        f: &mut BodyState<'a>,
        assign: &'a ast::Assign,
        target: Target,
        ty: Type,
        value: Expr,
        span: Span,
    ) -> Option<Assign> {
        let Target::Element(element) = &target else {
            return None;
        };
        let old = self.read_element(element.clone(), ty.clone(), span);
        let value = self.updated(f, assign, old, value, span)?;
        self.set_place(f, target, ty, value, span)
    }

    /// What is stored for a value in an array of references.
    pub(in crate::check) fn reference_value(
        &mut self,
        f: &mut BodyState<'a>,
        elem: Elem,
        value: Expr,
        ty: &Type,
    ) -> Option<Expr> {
        if matches!(value.ty, Type::Void | Type::Tuple(_)) {
            self.report(Report::new(
                Code::NoValue,
                value.span,
                "this gives no single value",
            ));
            return None;
        }
        if !matches!(ty, Type::Unknown(_)) {
            return Some(self.coerce(f, value, ty, "the value"));
        }
        if !fits_union(&value.ty) {
            self.unsupported(value.span, format!("cells with a `{}`", value.ty));
            return None;
        }
        self.learn_value(elem, &value);
        let settled = self.functions.settle_type(&value.ty);
        Some(convert_to(value, &settled))
    }

    /// The target of a store and the type of what it holds.
    pub(super) fn place_target(
        &mut self,
        f: &mut BodyState<'a>,
        place: &'a ast::Expr,
    ) -> Option<(Target, Type)> {
        match &place.kind {
            ast::ExprKind::Index(index) => {
                let base = self.stored_array(f, &index.base);
                if let Some(name) = index.base.as_name() {
                    let constant = self
                        .lookup(f, name.name)
                        .is_some_and(|binding| match binding {
                            Binding::Variable(variable) => variable.constant,
                            Binding::Nested(_) | Binding::Conflict { .. } => false,
                        });
                    if constant {
                        report_constant(&mut self.reports, place.span);
                        return None;
                    }
                }
                warn_lost_store(&mut self.reports, &base, place.span);
                let (element, ty) = self.element(f, base, &index.args, place.span)?;
                if !may_store_within(&mut self.reports, &element, place.span) {
                    return None;
                }
                Some((Target::Element(element), ty))
            }
            ast::ExprKind::Member(member) => self.field_target(f, member, place.span),
            _ => {
                self.report(
                    Report::new(
                        Code::InvalidTarget,
                        place.span,
                        "this cannot be assigned to",
                    )
                    .label("not a variable or an element"),
                );
                None
            }
        }
    }

    /// The array that something is stored in.
    fn stored_array(&mut self, f: &mut BodyState<'a>, base: &'a ast::Expr) -> Expr {
        f.stored = base.as_name().map(|name| name.name);
        let array = self.expr(f, base);
        f.stored = None;
        array
    }

    /// A value that goes to a place: a field takes a value of its type, elements as [`Self::stored_value`] says.
    fn placed_value(
        &mut self,
        f: &mut BodyState<'a>,
        target: &Target,
        value: Expr,
        ty: &Type,
        span: Span,
    ) -> Option<Expr> {
        if let Target::Element(_) = target
            && matches!(&value.kind, ExprKind::ArrayLiteral(elements) if elements.is_empty())
            && !matches!(ty, Type::Unknown(_))
        {
            self.report(nothing_is_stored(value.span));
            return None;
        }
        let value = only_element(value, ty, span);
        match (target, ty) {
            (Target::Element(_), _) if rounds(target) && is_limited(&value.ty, ty) => {
                Some(exact_for(value, ty))
            }
            (Target::Field(..), Type::Array(_)) => Some(self.coerce(f, value, ty, "the value")),
            _ => self.stored_value(f, value, ty, span),
        }
    }

    /// A value that goes to elements of a type: a number for one element, a number or an array for a slice.
    pub(in crate::check) fn stored_value(
        &mut self,
        f: &mut BodyState<'a>,
        value: Expr,
        ty: &Type,
        span: Span,
    ) -> Option<Expr> {
        match ty {
            Type::Unknown(_) => Some(self.field_content(f, ty, value)),
            Type::Array(slice) => {
                let elem = slice.elem.value_type();
                if !slice.elem.is_number() && slice.elem != Elem::String {
                    return self.stored_references(f, slice, value, span);
                }
                if value.ty.as_array().is_some() {
                    let Type::Array(given) = value.ty.clone() else {
                        return None;
                    };
                    let mismatch = match (slice.known_numel(), given.known_numel()) {
                        (Some(a), Some(b)) => a != b && b != 1,
                        _ => false,
                    };
                    if mismatch
                        || Fit::No == self.functions.accepts(&elem, &given.elem.value_type())
                    {
                        self.report(
                            Report::new(
                                Code::SizeMismatch,
                                span,
                                format!("a `{given}` does not fit into a `{slice}`"),
                            )
                            .label(unfit_slice(slice, &given))
                            .maybe_help(one_for_many(slice, &given)),
                        );
                        return None;
                    }
                    return Some(value);
                }
                Some(self.coerce(f, value, &elem, "the value"))
            }
            _ => {
                let value = only_element(value, ty, span);
                Some(self.coerce(f, value, ty, "the value"))
            }
        }
    }

    /// A slice of references takes a slice of such references.
    fn stored_references(
        &mut self,
        f: &mut BodyState<'a>,
        slice: &ArrayType,
        value: Expr,
        span: Span,
    ) -> Option<Expr> {
        let whole = Type::Array(slice.clone());
        self.same_cells(&whole, &value.ty);
        if self.functions.accepts(&whole, &value.ty) != Fit::No {
            return Some(value);
        }
        if let Elem::Compound(Type::Class(_)) = slice.elem {
            let elem = slice.elem.value_type();
            return Some(self.coerce(f, value, &elem, "the value"));
        }
        self.unsupported(span, "stores of one value into several elements of a cell");
        None
    }
}

/// The element type when the target is one element that is a reference or a cell's.
pub(super) fn compound_element(target: &Target) -> Option<Elem> {
    let Target::Element(element) = target else {
        return None;
    };
    let elem = element.array.ty.elem()?;
    let compound = match elem {
        Elem::Compound(Type::Class(_) | Type::Pointer(_)) => false,
        Elem::Compound(_) => element::is_single(&element.place),
        Elem::Int | Elem::Scalar | Elem::Complex | Elem::String | Elem::Storage(_) => false,
    };
    compound.then_some(elem)
}

/// `A[0,:][1] = 3`: a slice is a copy, which goes when the statement ends.
fn warn_lost_store(reports: &mut Reports, base: &Expr, place: Span) {
    let ExprKind::Element(slice) = &base.kind else {
        return;
    };
    if element::is_single(&slice.place) {
        return;
    }
    let message = "this store changes a copy, which nothing keeps";
    reports.push(
        Report::new(Code::CopiedArgument, place, message)
            .label("not an element of the array")
            .also(base.span, "a slice is a copy")
            .help("put all indices into one pair of brackets: `A[0,1] = …` is element 1 of row 0"),
    );
}

/// The number of a vector of one, where a number is wanted.
fn only_element(value: Expr, ty: &Type, span: Span) -> Expr {
    let is_only = |array: &ArrayType| array.known_numel() == Some(1);
    match ty {
        Type::Int | Type::Long | Type::Scalar if value.ty.as_array().is_some_and(is_only) => {
            element::linear(value, 0, span)
        }
        _ => value,
    }
}

/// Whether a number may lie beyond elements of the type that round and saturate what they are given.
fn is_limited(value: &Type, place: &Type) -> bool {
    *value == Type::Scalar || (*value == Type::Long && computed_as(place) == Some(Type::Int))
}

/// A store as an expression.
fn done(assign: Option<Assign>, span: Span) -> Expr {
    match assign {
        Some(assign) => Expr {
            ty: Type::Void,
            span,
            kind: ExprKind::Assign(Box::new(assign)),
        },
        None => error(span),
    }
}

/// The assignment that stands for stores in the arms of a value.
fn of_arms(value: Expr, span: Span) -> Assign {
    Assign::set(Target::Ignore, value, span)
}

/// `x[k] = []`, which takes elements out of an array in MATLAB.
fn nothing_is_stored(span: Span) -> Report {
    Report::new(
        Code::TypeMismatch,
        span,
        "elements cannot be taken out of an array by storing nothing",
    )
    .label("no elements")
    .help("select those that stay: `x = x[find((0..numel(x)-1) != k)]` leaves out element k of a vector, `x = x[(0..size(x,0)-1) != k, :]` row k")
}

/// What differs between the elements that are set and those of the value.
fn unfit_slice(slice: &ArrayType, given: &ArrayType) -> String {
    match (slice.known_numel(), given.known_numel()) {
        (Some(set), Some(given)) if set != given && given != 1 => {
            format!("{set} elements are set, the value has {given}")
        }
        _ => "different element types".to_string(),
    }
}

/// What is written where one vector, such as a colour, is meant for each place of a slice.
fn one_for_many(slice: &ArrayType, given: &ArrayType) -> Option<String> {
    let last = slice.sizes.last().copied();
    let is_one = matches!(last, Some(Size::Known(extent)) if extent > 1)
        && given.known_numel().map(|count| Size::Known(count as i32)) == last;
    is_one.then(|| {
        "a vector is set at one place: `x[m,n,:] = v` in a loop, or each of its numbers in a slice, `x[0..9,n,0] = v[0]`".to_string()
    })
}
