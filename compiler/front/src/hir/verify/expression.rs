//! Rules of expressions: operators, conversions, literals, values of classes.
//!
//! *Invariant:* every kind of expression has a rule, which names the types of its parts and of its result.

use super::super::data::{BinaryOp, Conversion, Expr, ExprKind, UnaryOp};
use super::super::families::{arithmetic_op, bitwise_op, comparison_op, logical_op};
use super::assignment::field_takes;
use super::types::{converts, number_of};
use super::{Checker, Stage, is_nothing};
use crate::types::{Elem, Type, member_of, settled};

impl Checker<'_> {
    pub(super) fn check_expr(&mut self, expr: &Expr) {
        self.require_of(expr, !expr.ty.holds_error(), || {
            "this has the error type".to_string()
        });
        match &expr.kind {
            ExprKind::Int(_) => {
                let int = matches!(expr.ty, Type::Int | Type::Enum(_));
                self.require_of(expr, int, || "a whole number of another type".to_string());
            }
            ExprKind::Scalar(_) => self.check_type(expr, &Type::Scalar, "a number"),
            ExprKind::Complex(..) => self.check_type(expr, &Type::Complex, "a complex number"),
            ExprKind::String(_) => self.check_type(expr, &Type::String, "a text"),
            ExprKind::Var(var) => {
                let ty = self.instance.vars.get(*var).map(|var| &var.ty);
                self.check_read(expr, ty.cloned());
            }
            ExprKind::Global(global) => {
                let ty = self.program.globals.get(*global).map(|var| &var.ty);
                self.check_read(expr, ty.cloned());
            }
            ExprKind::Unary(op, a) => self.check_unary(expr, *op, a),
            ExprKind::Binary(op, a, b) => self.check_binary(expr, *op, a, b),
            ExprKind::ArraysEqual(a, b) => {
                let arrays = a.ty.as_array().is_some() && b.ty.as_array().is_some();
                self.check_test(expr, arrays, "arrays");
            }
            ExprKind::ArrayTruth(a) => {
                let numbers = a.ty.as_array().is_some_and(|array| array.elem.is_number());
                self.check_test(expr, numbers, "an array of numbers");
            }
            ExprKind::MatMul(a, b) => {
                let same = number_of(&a.ty).is_some() && number_of(&a.ty) == number_of(&b.ty);
                let same = same && number_of(&a.ty) == number_of(&expr.ty);
                self.require_of(expr, same, || "a product of other elements".to_string());
            }
            ExprKind::MatPow(a, b) => {
                let fits = a.ty.as_array().is_some() && number_of(&a.ty) == number_of(&expr.ty);
                self.require_of(expr, fits, || "a power of no matrix".to_string());
                self.check_type(b, &Type::Int, "an exponent");
            }
            ExprKind::Concat(a, b) => {
                self.check_type(expr, &Type::String, "a joined text");
                self.check_type(a, &Type::String, "a part of a text");
                self.check_type(b, &Type::String, "a part of a text");
            }
            ExprKind::Ternary(cond, then, otherwise) => {
                self.check_ternary(expr, cond, [then, otherwise]);
            }
            ExprKind::Convert(by, inner) => self.check_convert(expr, *by, inner),
            ExprKind::IsMember(value, ty) => {
                let member = matches!(&value.ty, Type::Union(members)
                    if member_of(members, &settled(ty)).is_some());
                self.check_test(expr, member, "a union with that member");
            }
            ExprKind::ArrayLiteral(items) => self.check_literal(expr, items),
            ExprKind::Range { start, step, stop } => {
                let elem = number_of(&expr.ty).filter(|ty| *ty != Type::Complex);
                let vector = expr.ty.as_array().is_some() && elem.is_some();
                self.require_of(expr, vector, || "a range of no numbers".to_string());
                for part in [Some(start), step.as_ref(), Some(stop)]
                    .into_iter()
                    .flatten()
                {
                    let same = elem.as_ref() == Some(&part.ty);
                    self.require_of(part, same, || "a part of a range".to_string());
                }
            }
            ExprKind::Element(element) => self.check_read_element(expr, element),
            ExprKind::Builtin(builtin, args) => self.check_builtin(expr, *builtin, args),
            ExprKind::NewArray { dims, .. } => self.check_new_array(expr, dims),
            ExprKind::Call { .. } => self.check_call(expr),
            ExprKind::Launch { .. } => self.check_launch(expr),
            ExprKind::MakeClosure(closure, values) => self.check_closure(expr, *closure, values),
            ExprKind::ExceptionField(field, value) => {
                self.check_type(value, &Type::Exception, "what has a message");
                self.check_type(expr, &field.ty(), "a field of an error");
            }
            ExprKind::Record(_)
            | ExprKind::Field(..)
            | ExprKind::Deref(_)
            | ExprKind::NewObject(_)
            | ExprKind::Null
            | ExprKind::IsNull(_)
            | ExprKind::SameObject(..)
            | ExprKind::Object(_)
            | ExprKind::Entry(..) => self.check_object(expr),
            ExprKind::Assign(assign) => {
                let stored = self.target_type(&assign.target);
                let fits = match stored {
                    Some(ty) => expr.ty == ty || expr.ty == Type::Void,
                    None => expr.ty == assign.value.ty || expr.ty == Type::Void,
                };
                self.require_of(expr, fits, || "the value of an assignment".to_string());
            }
            ExprKind::Sequence(_, value) => {
                let same = expr.ty == value.ty;
                self.require_of(expr, same, || format!("a value of type {}", value.ty));
            }
        }
    }

    fn check_read(&mut self, expr: &Expr, ty: Option<Type>) {
        match ty {
            None => self.require_of(expr, false, || "no such variable".to_string()),
            Some(ty) => self.require_of(expr, expr.ty == ty, || format!("a variable of type {ty}")),
        }
    }

    /// A test: of operands that have what it asks for, with an int as its result.
    fn check_test(&mut self, expr: &Expr, fits: bool, of: &str) {
        self.require_of(expr, fits, || format!("a test of something else than {of}"));
        self.check_type(expr, &Type::Int, "the result of a test");
    }

    fn check_unary(&mut self, expr: &Expr, op: UnaryOp, a: &Expr) {
        let wanted = match op {
            UnaryOp::Neg => number_of(&a.ty),
            UnaryOp::Not => number_of(&a.ty).map(|_| Type::Int),
        };
        let fits = wanted.is_some() && number_of(&expr.ty) == wanted;
        self.require_of(expr, fits, || format!("{op:?} of a {}", a.ty));
        self.check_shape(expr, &[a]);
    }

    fn check_binary(&mut self, expr: &Expr, op: BinaryOp, a: &Expr, b: &Expr) {
        let text = a.ty == Type::String && b.ty == Type::String;
        if text {
            let compared = matches!(op, comparison_op!());
            return self.check_test(expr, compared, "numbers");
        }
        let same = number_of(&a.ty).filter(|ty| number_of(&b.ty).as_ref() == Some(ty));
        let Some(ty) = same else {
            return self.require_of(expr, false, || {
                format!("{op:?} of a {} and a {}", a.ty, b.ty)
            });
        };
        self.require_of(expr, takes(op, &ty), || format!("{op:?} of a {ty}"));
        let gives = match op {
            arithmetic_op!() | bitwise_op!() => ty,
            comparison_op!() | logical_op!() => Type::Int,
        };
        let fits = number_of(&expr.ty).as_ref() == Some(&gives);
        self.require_of(expr, fits, || format!("{op:?} gives a {gives}"));
        self.check_shape(expr, &[a, b]);
    }

    /// Element by element: an array among the operands gives an array, numbers give a number.
    pub(super) fn check_shape(&mut self, expr: &Expr, operands: &[&Expr]) {
        let array = operands.iter().any(|it| it.ty.as_array().is_some());
        let same = expr.ty.as_array().is_some() == array;
        self.require_of(expr, same, || {
            "an array for a number or a number for an array".to_string()
        });
    }

    fn check_ternary(&mut self, expr: &Expr, cond: &Expr, sides: [&Expr; 2]) {
        let number = matches!(cond.ty, Type::Int | Type::Scalar);
        self.require_of(cond, number, || "a choice by no number".to_string());
        for side in sides {
            let same = side.ty == expr.ty;
            self.require_of(side, same, || format!("a side of a choice of {}", expr.ty));
        }
    }

    fn check_convert(&mut self, expr: &Expr, by: Conversion, inner: &Expr) {
        let exists = converts(&inner.ty, &expr.ty);
        self.require_of(expr, exists, || format!("no conversion from {}", inner.ty));
        let number = |ty: &Type| number_of(ty).is_some() || matches!(ty, Type::Enum(_));
        let written = by == Conversion::Implicit || (number(&inner.ty) && number(&expr.ty));
        self.require_of(expr, written, || {
            "a program writes no such conversion".to_string()
        });
    }

    fn check_literal(&mut self, expr: &Expr, items: &[Expr]) {
        if is_nothing(expr) && expr.ty == Type::Void {
            return;
        }
        let Some(array) = expr.ty.as_array() else {
            return self.require_of(expr, false, || "a list that is no array".to_string());
        };
        for item in items {
            let row = item.ty.as_array().filter(|_| array.rank() != Some(1));
            let fits = match (array.elem, row) {
                (Elem::Compound(_), _) => true,
                (elem, Some(row)) => row.elem == elem || number_of(&item.ty) == number_of(&expr.ty),
                (elem, None) => {
                    item.ty == elem.value_type() || (elem.is_number() && item.ty.is_number())
                }
            };
            self.require_of(item, fits, || format!("a part of a {}", expr.ty));
        }
    }

    // ---- Classes -----------------------------------------------------------------------------------------------------

    fn check_object(&mut self, expr: &Expr) {
        let stage = match &expr.kind {
            ExprKind::Object(_) | ExprKind::Entry(..) => Stage::Sroa,
            ExprKind::Null | ExprKind::IsNull(_) | ExprKind::SameObject(..) => self.stage,
            _ => Stage::Checked,
        };
        let here = self.stage == stage;
        let after = self.stage.name();
        self.require_of(expr, here, || format!("this does not stand behind {after}"));
        match &expr.kind {
            ExprKind::Record(fields) => self.check_record(expr, fields),
            ExprKind::Field(base, index) => {
                let class = base
                    .ty
                    .class()
                    .filter(|_| matches!(base.ty, Type::Class(_)));
                let field = class
                    .and_then(|class| self.program.classes.get(class.id))
                    .and_then(|class| class.fields.get(*index));
                let fits = field.is_some_and(|field| field_takes(&field.ty, &expr.ty));
                self.require_of(expr, fits, || format!("no such field of a {}", base.ty));
            }
            ExprKind::Deref(pointer) => {
                let fits = matches!((&pointer.ty, &expr.ty), (Type::Pointer(a), Type::Class(b)) if a.id == b.id);
                self.require_of(expr, fits, || format!("what a {} refers to", pointer.ty));
            }
            ExprKind::NewObject(value) => {
                let fits = matches!((&value.ty, &expr.ty), (Type::Class(a), Type::Pointer(b)) if a.id == b.id);
                self.require_of(expr, fits, || format!("a new {}", value.ty));
            }
            ExprKind::Null => {
                let fits = matches!(expr.ty, Type::Null | Type::Pointer(_));
                self.require_of(expr, fits, || "a null of another type".to_string());
            }
            ExprKind::IsNull(pointer) => {
                let fits = matches!(pointer.ty, Type::Pointer(_) | Type::Null);
                self.check_test(expr, fits, "a pointer");
            }
            ExprKind::SameObject(a, b) => {
                let pointer = |ty: &Type| matches!(ty, Type::Pointer(_) | Type::Null);
                self.check_test(expr, pointer(&a.ty) && pointer(&b.ty), "pointers");
            }
            _ => {}
        }
    }

    fn check_record(&mut self, expr: &Expr, fields: &[Expr]) {
        let wanted: Option<Vec<Type>> = match &expr.ty {
            // The fields of such an object appear later.
            Type::Class(class) if class.open => Some(Vec::new()),
            Type::Class(class) => self.program.classes.get(class.id).map(|class| {
                let fields = class.fields.iter();
                fields.map(|field| field.ty.clone()).collect()
            }),
            Type::Tuple(types) => Some(types.clone()),
            _ => None,
        };
        let Some(wanted) = wanted else {
            return self.require_of(expr, false, || "fields of no class".to_string());
        };
        let count = fields.len() == wanted.len();
        self.require_of(expr, count, || {
            "other fields than the class has".to_string()
        });
        for (value, field) in fields.iter().zip(&wanted) {
            let fits = field_takes(field, &value.ty);
            self.require_of(value, fits, || format!("the field of type {field}"));
        }
    }
}

/// Whether an operator works on numbers of a type.
fn takes(op: BinaryOp, ty: &Type) -> bool {
    match op {
        BinaryOp::Div => !ty.is_integer(),
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => ty.is_integer(),
        BinaryOp::Min
        | BinaryOp::Max
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge => *ty != Type::Complex,
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Pow
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::And
        | BinaryOp::Or => true,
    }
}
