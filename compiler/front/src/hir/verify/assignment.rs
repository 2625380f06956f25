//! Rules of assignments.
//!
//! *Invariant:* a target's type is that of what it holds: an element's that of the number it is computed as.

use super::super::data::{Assign, AssignOp, BinaryOp, Expr, ExprKind, Target};
use super::super::families::{bitwise_op, comparison_op, logical_op};
use super::types::number_of;
use super::{Checker, Stage};
use crate::hir::Conversion;
use crate::types::{ArrayType, Elem, Type, member_of, settled};

impl Checker<'_> {
    pub(super) fn check_assign(&mut self, assign: &Assign) {
        let value = &assign.value;
        match assign.op {
            AssignOp::Set => self.check_set(&assign.target, value),
            AssignOp::Update(op) => self.check_update(&assign.target, op, value),
            AssignOp::Exchange => {
                let ty = self.target_type(&assign.target);
                let number = ty.is_some_and(|ty| ty == value.ty && number_of(&ty).is_some());
                self.require_of(value, number, || "this cannot be exchanged".to_string());
            }
            AssignOp::CompareExchange => {
                let pair = value.ty.as_array().and_then(ArrayType::known_numel) == Some(2);
                let element = matches!(assign.target, Target::Element(_));
                self.require_of(value, pair && element, || "no pair to compare".to_string());
            }
        }
    }

    fn check_set(&mut self, target: &Target, value: &Expr) {
        if *target != Target::Ignore {
            self.check_stored(target, &value.ty);
        }
        let cut = matches!(&value.kind, ExprKind::Convert(Conversion::Implicit, inner)
            if inner.ty == Type::Scalar && value.ty.is_integer());
        self.require_of(value, !(cut && rounds(target)), || {
            "a fraction is cut off that the elements round".to_string()
        });
    }

    /// A value of the type that a target takes as it is.
    pub(super) fn check_stored(&mut self, target: &Target, ty: &Type) {
        let fits = match target {
            Target::Ignore => true,
            Target::Element(element) => self.element_takes(target, &element.array, ty),
            Target::Field(..) => self
                .target_type(target)
                .is_none_or(|it| field_takes(&it, ty)),
            Target::Var(_) | Target::Global(_) | Target::Deref(_) | Target::Entry(..) => {
                self.target_type(target).is_none_or(|wanted| wanted == *ty)
            }
        };
        let wanted = self.target_type(target);
        self.require(fits, || {
            let wanted = wanted.map_or_else(|| "?".to_string(), |ty| ty.to_string());
            format!("a {ty} is stored where a {wanted} is held")
        });
    }

    /// Whether elements of an array, one or several, take a value.
    fn element_takes(&self, target: &Target, array: &Expr, ty: &Type) -> bool {
        let Some(elem) = array.ty.elem() else {
            return false;
        };
        let single =
            matches!(target, Target::Element(element) if super::access::is_single(&element.place));
        let holds = elem.value_type();
        match (elem, ty) {
            (Elem::Compound(_), _) => true,
            (_, Type::Array(given)) if !single => {
                given.elem.is_number() == elem.is_number()
                    && (given.elem.is_real() || !elem.is_real())
            }
            (Elem::Storage(kind), Type::Scalar | Type::Long) if kind.is_integer() => true,
            (_, ty) => *ty == holds,
        }
    }

    fn check_update(&mut self, target: &Target, op: BinaryOp, value: &Expr) {
        match op {
            comparison_op!() | logical_op!() => {
                self.require(false, || format!("{op:?} is no update"));
            }
            _ => {}
        }
        let Some(ty) = self.target_type(target) else {
            return;
        };
        if ty == Type::String {
            let text = op == BinaryOp::Add && value.ty == Type::String;
            return self.require_of(value, text, || "this is not appended".to_string());
        }
        let (Some(old), Some(new)) = (number_of(&ty), number_of(&value.ty)) else {
            return self.require_of(value, false, || format!("an update of a {ty}"));
        };
        // An int may be updated by a real number: what that gives is rounded or cut.
        let real = old.is_integer() && new == Type::Scalar;
        let wide = old == Type::Int && new == Type::Long;
        self.require_of(value, old == new || real || wide, || {
            format!("an update of a {ty}")
        });
        let whole = new != Type::Complex || !matches!(op, bitwise_op!());
        self.require_of(value, whole, || "bits of a complex number".to_string());
        let shape = value.ty.as_array().is_none() || ty.as_array().is_some() || !is_one(target);
        self.require_of(value, shape, || "an array updates a number".to_string());
    }

    pub(super) fn check_target(&mut self, target: &Target) {
        match target {
            Target::Var(var) => {
                let known = self.instance.vars.get(*var).is_some();
                self.require(known, || format!("the variable {var} does not exist"));
            }
            Target::Global(global) => {
                let known = self.program.globals.get(*global).is_some();
                self.require(known, || format!("the variable {global} does not exist"));
            }
            Target::Field(..) | Target::Deref(_) => {
                let whole = self.stage == Stage::Checked;
                self.require(whole, || {
                    "a class is stored behind scalar replacement".to_string()
                });
            }
            Target::Entry(..) => {
                let replaced = self.stage == Stage::Sroa;
                self.require(replaced, || {
                    "an entry before scalar replacement".to_string()
                });
            }
            Target::Element(_) | Target::Ignore => {}
        }
    }

    /// The type of what a target holds, where the tree says it.
    pub(super) fn target_type(&self, target: &Target) -> Option<Type> {
        match target {
            Target::Var(var) => self.instance.vars.get(*var).map(|var| var.ty.clone()),
            Target::Global(global) => self.program.globals.get(*global).map(|it| it.ty.clone()),
            Target::Element(element) => element.array.ty.elem().map(Elem::value_type),
            Target::Field(base, index) => {
                let class = self.target_type(base)?.class()?.id;
                let field = self.program.classes.get(class)?.fields.get(*index)?;
                Some(field.ty.clone())
            }
            Target::Deref(pointer) => pointer.ty.class().cloned().map(Type::Class),
            Target::Entry(..) | Target::Ignore => None,
        }
    }
}

/// Whether a field takes a value as it is: a field that may hold several types keeps the value with its type.
pub(super) fn field_takes(field: &Type, ty: &Type) -> bool {
    match field {
        Type::Union(members) => field == ty || member_of(members, &settled(ty)).is_some(),
        Type::Unknown(_) => true,
        _ => field == ty,
    }
}

/// Whether a target is elements of integers that round what they get.
fn rounds(target: &Target) -> bool {
    let Target::Element(element) = target else {
        return false;
    };
    matches!(element.array.ty.elem(), Some(Elem::Storage(kind)) if kind.is_integer())
}

/// Whether a target holds one value.
fn is_one(target: &Target) -> bool {
    match target {
        Target::Element(element) => super::access::is_single(&element.place),
        Target::Var(_)
        | Target::Global(_)
        | Target::Field(..)
        | Target::Deref(_)
        | Target::Entry(..)
        | Target::Ignore => true,
    }
}
