//! Updates of whole variables: `x op= value`.
//!
//! *Invariant:* an array is changed in place exactly if its element type stays.

use crate::base::{Span, Symbol};
use crate::check::convert::to_elem;
use crate::check::environment::{Binding, Variable};
use crate::check::operator::elementwise;
use crate::check::trees::{convert_to, error};
use crate::check::{BodyState, Checker, Reports, operator};
use crate::diag::{Code, Report};
use crate::hir::families::bitwise_op;
use crate::hir::{Assign, AssignOp, BinaryOp, Expr, ExprKind, Target, UnaryOp};
use crate::syntax::ast;
use crate::types::{self, Elem, ElemKind, Type};

use super::variable::{is_kernel_output, report_constant};

impl<'a> Checker<'a> {
    /// `x op= value` for a whole variable.
    pub(super) fn update_variable(
        &mut self,
        f: &mut BodyState<'a>,
        name: ast::Ident,
        assign: &'a ast::Assign,
        span: Span,
    ) -> Option<Assign> {
        let value = self.expr(f, &assign.value);
        let variable = match self.lookup(f, name.name) {
            Some(Binding::Variable(variable)) => variable,
            Some(Binding::Nested(_) | Binding::Conflict { .. }) | None => {
                self.report_no_old_value(name);
                self.set_variable(f, name, error(name.span), name.span);
                return None;
            }
        };
        if variable.constant {
            report_constant(&mut self.reports, name.span);
            return None;
        }
        if variable.captured && !matches!(variable.ty, Type::Array(_)) {
            let help = "return the new value, or keep it in an element of an array";
            self.report_captured_update(name.name, &variable, span, help);
            return None;
        }
        let old = self
            .definitions
            .read_variable(name.name, &variable, name.span);
        if let Some(op) = update_in_place(&variable.ty, assign, &value) {
            return Some(op.on(variable.slot.target(), span));
        }
        if variable.captured {
            self.report_captured_replaced(name.name, &variable, span);
            return None;
        }
        let new = self.updated(f, assign, old, value, span)?;
        let declared = variable.declared.clone();
        let new = match &declared {
            Some(ty) => self.coerce(f, new, &ty.clone(), "the new value"),
            None => new,
        };
        if is_kernel_output(f, name.name) {
            return update_output(&variable, assign, update_value(new)?, span);
        }
        Some(self.bind_value(f, name, new, declared, span))
    }

    fn report_no_old_value(&mut self, name: ast::Ident) {
        let text = self.text(name.name);
        self.report(
            Report::new(
                Code::UnknownName,
                name.span,
                format!("`{text}` has no value to update"),
            )
            .label("not assigned before")
            .help(format!("give it a start value: `{text} = 0`")),
        );
    }

    /// A captured variable, or a field of its value, can only be read.
    pub(in crate::check) fn report_captured_update(
        &mut self,
        name: Symbol,
        variable: &Variable,
        span: Span,
        help: &str,
    ) {
        let text = self.text(name);
        self.report(
            Report::new(
                Code::CapturedUpdate,
                span,
                format!("`{text}` belongs to an enclosing function and is read-only here"),
            )
            .label("an update of a captured variable")
            .also(variable.span, "the variable")
            .help(help),
        );
    }

    /// An array of an enclosing function that an update cannot change in place.
    fn report_captured_replaced(&mut self, name: Symbol, variable: &Variable, span: Span) {
        let text = self.text(name);
        self.report(
            Report::new(
                Code::CapturedUpdate,
                span,
                format!("`{text}` belongs to an enclosing function; this update would replace it"),
            )
            .label("an update that changes its type or size")
            .also(variable.span, "the variable"),
        );
    }

    /// The new value of `old op= value`.
    pub(in crate::check) fn updated(
        &mut self,
        f: &mut BodyState<'a>,
        assign: &'a ast::Assign,
        old: Expr,
        value: Expr,
        span: Span,
    ) -> Option<Expr> {
        if old.ty == Type::Error || value.ty == Type::Error {
            return None;
        }
        let binary = match assign.op {
            ast::AssignOp::Set => return Some(value),
            ast::AssignOp::Add => ast::BinaryOp::Add,
            ast::AssignOp::Subtract => ast::BinaryOp::Subtract,
            ast::AssignOp::Multiply => ast::BinaryOp::Multiply,
            ast::AssignOp::Divide => ast::BinaryOp::Divide,
            ast::AssignOp::Power => ast::BinaryOp::Power,
            ast::AssignOp::PointMultiply => ast::BinaryOp::PointMultiply,
            ast::AssignOp::PointDivide => ast::BinaryOp::PointDivide,
            ast::AssignOp::PointPower => ast::BinaryOp::PointPower,
            ast::AssignOp::Max
            | ast::AssignOp::Min
            | ast::AssignOp::And
            | ast::AssignOp::Or
            | ast::AssignOp::Xor => {
                return updated_by_function(&mut self.reports, assign, old, value, span);
            }
        };
        let value = self.beside(value, &old.ty);
        let new = self.operate(f, binary, old, value, span, assign.op_span);
        (new.ty != Type::Error).then_some(new)
    }
}

/// An update that an array takes where it lies: the operator and its operand.
pub(in crate::check) struct InPlace {
    op: BinaryOp,
    value: Expr,
}

impl InPlace {
    /// The assignment that does it.
    pub(in crate::check) fn on(self, target: Target, span: Span) -> Assign {
        Assign {
            target,
            op: AssignOp::Update(self.op),
            value: self.value,
            span,
        }
    }
}

/// Whether an array keeps its elements whatever it is updated by: small integers round and saturate.
fn rounds(elem: Elem) -> bool {
    matches!(elem, Elem::Storage(kind) if kind.saturation().is_some())
}

/// The operand of `old op value`.
fn update_value(new: Expr) -> Option<Expr> {
    match new.kind {
        ExprKind::Binary(_, _, value) => Some(*value),
        ExprKind::Convert(_, inner) => {
            let value = update_value(*inner)?;
            Some(convert_to(value, &new.ty))
        }
        _ => None,
    }
}

/// The operator of a compound assignment on elements; none where it is not element-wise for that value.
pub(super) fn elementwise_update(op: ast::AssignOp, value: &Expr) -> Option<BinaryOp> {
    let number = value.ty.is_number();
    match op {
        ast::AssignOp::Multiply | ast::AssignOp::Divide | ast::AssignOp::Power if !number => None,
        ast::AssignOp::Power => None,
        ast::AssignOp::Set => None,
        _ => Some(update_operator(op)),
    }
}

/// The operator of a compound assignment on numbers.
pub(super) fn update_operator(op: ast::AssignOp) -> BinaryOp {
    match op {
        ast::AssignOp::Set | ast::AssignOp::Add => BinaryOp::Add,
        ast::AssignOp::Subtract => BinaryOp::Sub,
        ast::AssignOp::Multiply | ast::AssignOp::PointMultiply => BinaryOp::Mul,
        ast::AssignOp::Divide | ast::AssignOp::PointDivide => BinaryOp::Div,
        ast::AssignOp::Power | ast::AssignOp::PointPower => BinaryOp::Pow,
        ast::AssignOp::And => BinaryOp::BitAnd,
        ast::AssignOp::Or => BinaryOp::BitOr,
        ast::AssignOp::Xor => BinaryOp::BitXor,
        ast::AssignOp::Max => BinaryOp::Max,
        ast::AssignOp::Min => BinaryOp::Min,
    }
}

/// The element type that numbers of a type are computed in; none for arrays of arrays and the like.
pub(super) fn number_of(ty: &Type) -> Option<Elem> {
    ty.elem()
        .filter(|elem| elem.is_number())?
        .value_type()
        .elem()
}

/// `y += v` of an output that all positions of a kernel share.
fn update_output(
    variable: &Variable,
    assign: &ast::Assign,
    value: Expr,
    span: Span,
) -> Option<Assign> {
    let op = update_operator(assign.op);
    let value = if op == BinaryOp::Sub {
        let ty = value.ty.clone();
        Expr {
            ty,
            span,
            kind: ExprKind::Unary(UnaryOp::Neg, Box::new(value)),
        }
    } else {
        value
    };
    let op = if op == BinaryOp::Sub {
        BinaryOp::Add
    } else {
        op
    };
    Some(Assign {
        target: variable.slot.target(),
        op: AssignOp::Update(op),
        value,
        span,
    })
}

/// `x += M` changes the array itself when its element type stays: the sizes of both must be the same.
pub(in crate::check) fn update_in_place(
    ty: &Type,
    assign: &ast::Assign,
    value: &Expr,
) -> Option<InPlace> {
    let array = ty.as_array().filter(|array| array.elem.is_number())?;
    let op = elementwise_update(assign.op, value)?;
    let elem = array.elem.value_type().elem()?;
    let found = number_of(&value.ty)?;
    let joined = match op {
        BinaryOp::Div if found.value_type().is_integer() => Elem::Scalar,
        _ => found,
    };
    let joined = types::join_elem(elem, joined)?;
    let bits = matches!(op, bitwise_op!());
    let rounded = matches!(joined, Elem::Scalar | Elem::Storage(ElemKind::I64))
        && rounds(array.elem)
        && !bits;
    if joined != elem && !rounded {
        return None;
    }
    if let Some(other) = value.ty.as_array() {
        operator::join_shapes(array, other)?;
    }
    let value = to_elem(value.clone(), joined);
    Some(InPlace { op, value })
}

fn updated_by_function(
    reports: &mut Reports,
    assign: &ast::Assign,
    old: Expr,
    value: Expr,
    span: Span,
) -> Option<Expr> {
    let op = update_operator(assign.op);
    for side in [&old, &value] {
        let real = matches!(
            side.ty.elem().map(Elem::value_type),
            Some(Type::Int | Type::Long | Type::Scalar)
        );
        if !real {
            reports.push(
                Report::new(
                    Code::BadOperand,
                    side.span,
                    format!("`{}` does not work on a `{}`", assign.op.text(), side.ty),
                )
                .label(format!("`{}`", side.ty)),
            );
            return None;
        }
    }
    let bits = matches!(op, bitwise_op!());
    let (old, value) = if bits {
        let elem = operator::bits_of([&old, &value]);
        (to_elem(old, elem), to_elem(value, elem))
    } else {
        (old, value)
    };
    let new = elementwise(reports, op, old, value, span);
    (new.ty != Type::Error).then_some(new)
}
