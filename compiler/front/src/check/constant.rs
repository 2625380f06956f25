//! What is known of values at compile time: ints, sizes, texts.
//!
//! *Invariant:* what is known holds for every run of the program.

use std::collections::BTreeMap;

use crate::base::Symbol;
use crate::diag::{Code, Report};
use crate::hir::{BinaryOp, Expr, ExprKind, UnaryOp, has_effects};
use crate::resolve::names;
use crate::syntax::ast;
use crate::types::{ArrayType, Size, Type};

use super::environment::Slot;
use super::generics::Generics;
use super::{BodyState, Checker};

impl<'a> Checker<'a> {
    /// The extent that an int expression is.
    pub(super) fn known_size(&self, f: &BodyState<'a>, value: &Expr) -> Size {
        match &value.kind {
            ExprKind::Int(number) => Size::Known(*number),
            ExprKind::Var(var) => f
                .env
                .known
                .get(&Slot::Var(*var))
                .copied()
                .unwrap_or(Size::Open),
            ExprKind::Global(var) => f
                .env
                .known
                .get(&Slot::Global(*var))
                .or_else(|| self.script.known.get(&Slot::Global(*var)))
                .copied()
                .unwrap_or(Size::Open),
            ExprKind::Unary(UnaryOp::Neg, inner) => match self.known_size(f, inner) {
                Size::Known(number) => fitting(number.checked_neg()),
                Size::Symbol(_) | Size::Open => Size::Open,
            },
            ExprKind::Binary(op, left, right) => self.known_operation(f, *op, left, right),
            ExprKind::Convert(_, inner) if value.ty == Type::Int => self.known_truncation(f, inner),
            ExprKind::Builtin(crate::builtins::Builtin::Int, args) => {
                self.known_truncation(f, &args[0])
            }
            ExprKind::Builtin(crate::builtins::Builtin::Size, args) if args.len() == 2 => {
                self.known_dim(f, &args[0], &args[1])
            }
            ExprKind::Builtin(crate::builtins::Builtin::Numel, args) if has_effects(&args[0]) => {
                Size::Open
            }
            ExprKind::Builtin(crate::builtins::Builtin::Numel, args) => args[0]
                .ty
                .as_array()
                .and_then(ArrayType::known_numel)
                .map_or(Size::Open, |count| Size::Known(count as i32)),
            _ => Size::Open,
        }
    }

    pub(super) fn known_dim(&self, f: &BodyState<'a>, array: &Expr, dim: &Expr) -> Size {
        // Whoever knows the size does without the array.
        if has_effects(array) {
            return Size::Open;
        }
        let (Type::Array(array), Size::Known(dim)) = (&array.ty, self.known_size(f, dim)) else {
            return Size::Open;
        };
        // A dimension below 0 is an error when running.
        usize::try_from(dim).map_or(Size::Open, |dim| super::kinds::extent(array, dim))
    }

    pub(super) fn known_operation(
        &self,
        f: &BodyState<'a>,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
    ) -> Size {
        let (Size::Known(a), Size::Known(b)) =
            (self.known_size(f, left), self.known_size(f, right))
        else {
            return Size::Open;
        };
        match op {
            BinaryOp::Add => fitting(a.checked_add(b)),
            BinaryOp::Sub => fitting(a.checked_sub(b)),
            BinaryOp::Mul => fitting(a.checked_mul(b)),
            BinaryOp::Pow if b >= 0 => fitting(a.checked_pow(b as u32)),
            _ => Size::Open,
        }
    }

    /// `int(a / b)` and alike of known ints.
    pub(super) fn known_truncation(&self, f: &BodyState<'a>, value: &Expr) -> Size {
        fn number(checker: &Checker<'_>, f: &BodyState<'_>, value: &Expr) -> Option<f64> {
            match &value.kind {
                ExprKind::Scalar(number) => Some(*number),
                ExprKind::Convert(_, inner) if inner.ty == Type::Int => number(checker, f, inner),
                ExprKind::Binary(op, a, b) if value.ty == Type::Scalar => {
                    let (a, b) = (number(checker, f, a)?, number(checker, f, b)?);
                    match op {
                        BinaryOp::Add => Some(a + b),
                        BinaryOp::Sub => Some(a - b),
                        BinaryOp::Mul => Some(a * b),
                        BinaryOp::Div => Some(a / b),
                        _ => None,
                    }
                }
                _ if value.ty == Type::Int => match checker.known_size(f, value) {
                    Size::Known(number) => Some(f64::from(number)),
                    Size::Symbol(_) | Size::Open => None,
                },
                _ => None,
            }
        }
        number(self, f, value).map_or(Size::Open, |value| Size::Known(value as i32))
    }

    /// Remembers the value of an int or string variable.
    pub(super) fn note_known(&mut self, f: &mut BodyState<'a>, slot: Slot, value: &Expr) {
        match f.known_text(value).filter(|_| value.ty == Type::String) {
            Some(text) => f.env.texts.insert(slot, text),
            None => {
                f.env.texts.remove(&slot);
            }
        }
        let known = if value.ty == Type::Int {
            self.known_size(f, value)
        } else {
            Size::Open
        };
        match known {
            Size::Open => {
                f.env.known.remove(&slot);
            }
            Size::Known(_) | Size::Symbol(_) => {
                f.env.known.insert(slot, known);
            }
        }
    }

    /// A constant int, or a report.
    pub(super) fn constant_int(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        e: &'a ast::Expr,
    ) -> Option<i32> {
        let found = self.constant_int_quietly(f, generics, e);
        if found.is_none() {
            self.report(
                Report::new(
                    Code::NotConstant,
                    e.span,
                    "this must be an int that is known at compile time",
                )
                .label("not constant"),
            );
        }
        found
    }

    /// A constant int, if it is one.
    pub(super) fn constant_int_quietly(
        &mut self,
        f: &mut BodyState<'a>,
        generics: &Generics,
        e: &'a ast::Expr,
    ) -> Option<i32> {
        let reports = self.reports.len();
        if generics.late.iter().any(|name| names::reads(e, *name)) {
            return None;
        }
        if let Some(value) = value_of_generics(&generics.sizes, e) {
            return Some(value);
        }
        let value = self.expr(f, e);
        self.reports.truncate(reports);
        match self.known_size(f, &value) {
            Size::Known(number) if value.ty == Type::Int => Some(number),
            Size::Known(_) | Size::Symbol(_) | Size::Open => None,
        }
    }
}

impl<'a> BodyState<'a> {
    /// The text that a string expression is known to be.
    pub(super) fn known_text(&self, value: &Expr) -> Option<String> {
        match &value.kind {
            ExprKind::String(text) => Some(text.clone()),
            ExprKind::Var(var) => self.env.texts.get(&Slot::Var(*var)).cloned(),
            _ => None,
        }
    }
}

/// What a written size is for known generic sizes: `2*N-1`. None where it mentions other names.
fn value_of_generics(generics: &BTreeMap<Symbol, i32>, e: &ast::Expr) -> Option<i32> {
    match &e.kind {
        ast::ExprKind::Int(number) => i32::try_from(*number).ok(),
        ast::ExprKind::Name(name) => generics.get(name).copied(),
        ast::ExprKind::Unary(ast::UnaryOp::Negate, inner) => {
            value_of_generics(generics, inner)?.checked_neg()
        }
        ast::ExprKind::Binary(binary) => {
            let left = value_of_generics(generics, &binary.left)?;
            let right = value_of_generics(generics, &binary.right)?;
            match binary.op {
                ast::BinaryOp::Add => left.checked_add(right),
                ast::BinaryOp::Subtract => left.checked_sub(right),
                ast::BinaryOp::Multiply => left.checked_mul(right),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A known int; of one that wraps nothing is known, so that a size of it is looked at when running.
fn fitting(number: Option<i32>) -> Size {
    number.map_or(Size::Open, Size::Known)
}

/// The constants of the language with their values in single and in double precision.
pub const CONSTANTS: &[(&str, f64, f64)] = &[
    ("pi", std::f64::consts::PI, std::f64::consts::PI),
    ("inf", f64::INFINITY, f64::INFINITY),
    ("nan", f64::NAN, f64::NAN),
    ("eps", f32::EPSILON as f64, f64::EPSILON),
];

/// Whether a name is a constant.
pub fn is_constant(name: &str) -> bool {
    CONSTANTS.iter().any(|(constant, ..)| *constant == name)
}

/// The value of a constant in a program of double or single precision.
pub(super) fn constant(name: &str, double: bool) -> Option<f64> {
    let found = CONSTANTS.iter().find(|(constant, ..)| *constant == name);
    found.map(|(_, in_single, in_double)| if double { *in_double } else { *in_single })
}
