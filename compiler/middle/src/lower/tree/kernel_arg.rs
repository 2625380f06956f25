//! Whether a kernel uses its arrays as `{!kernel_arg}` says: `type` and `op`.
//!
//! Layer: `tree`.
//!
//! *Invariant:* looks at accesses in the kernel itself; what device functions do with an array that they are given stays open.

use crate::base::Span;
use crate::builtins::profile::KernelAttribute;
use crate::diag::{Code, Report};
use crate::hir::families::{comparison_op, logical_op};
use crate::hir::walk::{Visitor, walk_assign, walk_block, walk_expr};
use crate::hir::{
    Assign, AssignOp, BinaryOp, Element, Expr, ExprKind, Instance, Program, Target, VarId,
};

/// The reports on the attributes of all kernels; versions of a kernel give one.
pub(in crate::lower) fn contradictions(program: &Program) -> Vec<Report> {
    let mut reports = Vec::new();
    for instance in program.instances.iter() {
        for report in of_instance(instance) {
            if !reports.contains(&report) {
                reports.push(report);
            }
        }
    }
    reports
}

fn of_instance(instance: &Instance) -> Vec<Report> {
    let mut uses = Uses(Vec::new());
    let attributes = instance.profile.attributes.iter();
    let mut attributes = attributes
        .filter(|attribute| attribute.name == "kernel_arg")
        .peekable();
    if attributes.peek().is_some() {
        walk_block(&mut uses, &instance.body);
    }
    attributes
        .filter_map(|attribute| contradiction(instance, &uses, attribute))
        .collect()
}

/// The first use that is not as the attribute says.
fn contradiction(instance: &Instance, uses: &Uses, attribute: &KernelAttribute) -> Option<Report> {
    let name = attribute.text("name")?;
    let mut params = instance.params.iter().chain(&instance.captures);
    let var = *params.find(|&&var| instance.vars[var].name == name)?;
    let is_against = |how: How| match (attribute.text("type"), attribute.text("op"), how) {
        (Some("in"), _, How::Stored | How::Updated(_)) => {
            Some("type=\"in\", and it is stored into here")
        }
        (Some("out"), _, How::Read | How::Updated(_)) => Some("type=\"out\", and it is read here"),
        (_, Some(op), How::Updated(other)) if other != Some(op) => {
            Some("`op` names another operator than this")
        }
        (_, Some(_), How::Stored) => {
            Some("`op` names an operator, and it is simply stored into here")
        }
        (_, _, How::Read | How::Stored | How::Updated(_)) => None,
    };
    let mut found = uses.0.iter().filter(|one| one.var == var);
    let (one, why) = found.find_map(|one| Some((one, is_against(one.how)?)))?;
    let message = format!("the kernel does not use `{name}` as its attribute says");
    let report = Report::new(Code::AttributeFact, one.span, message).label(why);
    Some(report.also(attribute.span, "this says so"))
}

#[derive(Clone, Copy)]
enum How {
    Read,
    Stored,
    /// With the operator, where the attribute can name it.
    Updated(Option<&'static str>),
}

struct Use {
    var: VarId,
    how: How,
    span: Span,
}

/// The accesses to elements, in order.
struct Uses(Vec<Use>);

impl Uses {
    fn note(&mut self, element: &Element, how: How, span: Span) {
        if let ExprKind::Var(var) = element.array.kind {
            self.0.push(Use { var, how, span });
        }
    }
}

impl Visitor for Uses {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Element(element) = &expr.kind {
            self.note(element, How::Read, expr.span);
        }
        walk_expr(self, expr);
    }

    fn assign(&mut self, assign: &Assign) {
        if let Target::Element(element) = &assign.target {
            let how = match assign.op {
                AssignOp::Set => How::Stored,
                AssignOp::Update(op) => How::Updated(operator(op)),
                AssignOp::Exchange | AssignOp::CompareExchange => How::Updated(None),
            };
            self.note(element, how, assign.span);
        }
        walk_assign(self, assign);
    }
}

/// The compound assignment with an operator.
fn operator(op: BinaryOp) -> Option<&'static str> {
    match op {
        BinaryOp::Add => Some("+="),
        BinaryOp::Sub => Some("-="),
        BinaryOp::Mul => Some("*="),
        BinaryOp::Max => Some("^^="),
        BinaryOp::Min => Some("__="),
        BinaryOp::BitAnd => Some("&="),
        BinaryOp::BitOr => Some("|="),
        BinaryOp::BitXor => Some("~="),
        BinaryOp::Div | BinaryOp::Pow | comparison_op!() | logical_op!() => None,
    }
}
