//! Attributes of kernels: kept with their values and with the conditions that they stand under.
//!
//! *Invariant:* nothing here changes what a kernel computes; what an attribute says wrongly is an error.

use crate::builtins::Builtin;
use crate::builtins::attributes::{self, Place, Row, Value};
use crate::builtins::profile::{Guard, KernelAttribute, PropertyValue};
use crate::diag::{Code, Report, did_you_mean};
use crate::hir::{BinaryOp, Expr, ExprKind, Space, Stmt, StmtKind, UnaryOp};
use crate::syntax::ast;
use crate::syntax::print::print_compact;
use crate::types::Size;

use super::convert::to_int;
use super::{BodyState, Checker};

/// Among how many conditions around it a condition is looked for: in a long `elseif` each would be compared with all before it.
const NEAR_GUARDS: usize = 64;

impl<'a> Checker<'a> {
    /// Keeps an attribute that speaks of the kernel around it.
    pub(super) fn kernel_attribute(
        &mut self,
        f: &mut BodyState<'a>,
        attribute: &'a ast::Attribute,
        out: &mut Vec<Stmt>,
    ) {
        let Some(row) = attributes::row(self.text(attribute.name.name)) else {
            return;
        };
        let speaks_of_kernel = row.place == Place::Kernel || row.name == "kernel";
        if !speaks_of_kernel || is_contradiction(&f.guards) {
            return;
        }
        let properties = attribute.properties.iter();
        let properties = properties.map(|property| self.property(f, row, property));
        let kept = KernelAttribute {
            name: row.name.to_owned(),
            properties: properties.collect(),
            guards: f.guards.clone(),
            span: attribute.span,
        };
        if row.name == "kernel_arg" && f.space == Space::Kernel {
            self.check_kernel_arg(f, attribute, out);
        }
        if !f.profile.attributes.contains(&kept) {
            f.profile.attributes.push(kept);
        }
    }

    /// `{!sched gpu_index=…}` in host code.
    pub(super) fn device_attribute(
        &mut self,
        f: &mut BodyState<'a>,
        attribute: &'a ast::Attribute,
        out: &mut Vec<Stmt>,
    ) {
        if self.text(attribute.name.name) != "sched" || f.space != Space::Host {
            return;
        }
        for property in &attribute.properties {
            // Of a literal that is no int was told before.
            let is_ignored = matches!(
                property.value.kind,
                ast::ExprKind::String(_) | ast::ExprKind::Scalar(_)
            );
            if self.text(property.name.name) == "gpu_index" && !is_ignored {
                let index = self.expr(f, &property.value);
                let index = to_int(&mut self.reports, index, "the number of a GPU");
                out.push(Stmt {
                    kind: StmtKind::SelectDevice(index),
                    span: attribute.span,
                });
            }
        }
    }

    /// On how many devices `{!unroll times=…; multi_device=true}` lets iterations take turns; 0 for one that does not.
    pub(super) fn devices_of_iterations(&mut self, attribute: &ast::Attribute) -> i32 {
        let (mut times, mut is_wanted) = (0, false);
        let mut unknown = None;
        for property in &attribute.properties {
            match (self.text(property.name.name), &property.value.kind) {
                ("times", ast::ExprKind::Int(number)) => {
                    times = i32::try_from(*number).unwrap_or(0);
                }
                ("times", _) => unknown = Some(property.value.span),
                ("multi_device", ast::ExprKind::Bool(on)) => is_wanted = *on,
                _ => {}
            }
        }
        if let Some(span) = unknown.filter(|_| is_wanted) {
            let message = "with `multi_device=true`, `times` of `unroll` is a literal int";
            self.report(
                Report::new(Code::AttributeArgument, span, message)
                    .label("ignored")
                    .help("write the number of GPUs, as `times=2`"),
            );
        }
        if is_wanted { times } else { 0 }
    }

    /// Warns of variables of `{!parallel for; private=…; reduction=…}` that are not there.
    pub(super) fn loop_variables(&mut self, f: &BodyState<'a>, attribute: &ast::Attribute) {
        let name = self.text(attribute.name.name);
        let Some(row) = attributes::row(name).filter(|row| row.place == Place::Loop) else {
            return;
        };
        for property in &attribute.properties {
            let kind = property_kind(row, self.text(property.name.name));
            let items = match &property.value.kind {
                ast::ExprKind::Cell(items) | ast::ExprKind::Vector(items) => items.as_slice(),
                _ => std::slice::from_ref(&property.value),
            };
            // Behind the name of a reduction stands its operator, which is a text.
            if matches!(kind, Some(Value::Names | Value::Reduction)) {
                for item in items {
                    self.attribute_variable(f, row, item);
                }
            }
        }
    }

    /// Warns of an attribute that speaks of a variable that is not there.
    fn attribute_variable(&mut self, f: &BodyState<'a>, row: &Row, value: &ast::Expr) {
        let Some(name) = value.as_name() else { return };
        let outputs = f.outputs.iter().filter_map(|output| output.name);
        let assigned = f.assignments.keys().copied();
        let known = f.env.names.keys().copied().chain(outputs).chain(assigned);
        let known: Vec<_> = known.collect();
        if known.contains(&name.name) {
            return;
        }
        let text = self.text(name.name);
        let known = known.into_iter().map(|known| self.text(known));
        let help = did_you_mean(text, known);
        let message = format!(
            "`{}` speaks of `{text}`, which is no variable here",
            row.name
        );
        self.report(
            Report::new(Code::AttributeArgument, value.span, message)
                .label("ignored")
                .maybe_help(help),
        );
    }

    /// The name of a property with its value, as far as this is known.
    fn property(
        &mut self,
        f: &mut BodyState<'a>,
        row: &Row,
        property: &'a ast::Property,
    ) -> (String, PropertyValue) {
        let name = self.text(property.name.name).to_owned();
        let kind = property_kind(row, &name);
        if kind == Some(Value::Name) {
            self.attribute_variable(f, row, &property.value);
        }
        let is_number = matches!(kind, Some(Value::Int | Value::Ints | Value::Dimensions));
        let value = match (&property.value.kind, is_number) {
            (ast::ExprKind::String(text), _) => PropertyValue::Text(text.to_string()),
            (_, true) => self.property_number(f, &property.value),
            (_, false) => {
                PropertyValue::Written(print_compact(&property.value, self.definitions.names))
            }
        };
        (name, value)
    }

    /// An int or a vector of ints; `auto` and what is not known stay as they are written.
    fn property_number(&mut self, f: &mut BodyState<'a>, value: &'a ast::Expr) -> PropertyValue {
        if let ast::ExprKind::Vector(items) = &value.kind {
            let items = items.iter().map(|item| self.property_number(f, item));
            return PropertyValue::List(items.collect());
        }
        let written = || PropertyValue::Written(print_compact(value, self.definitions.names));
        if value
            .as_name()
            .is_some_and(|name| self.text(name.name) == "auto")
        {
            return written();
        }
        let number = self.expr(f, value);
        match self.known_size(f, &number) {
            Size::Known(number) => PropertyValue::Int(number),
            Size::Symbol(_) | Size::Open => {
                PropertyValue::Written(print_compact(value, self.definitions.names))
            }
        }
    }

    /// Adds what a condition says of the attributes under it, or of those in the other branch.
    pub(super) fn push_guards(
        &self,
        f: &mut BodyState<'a>,
        cond: &Expr,
        written: Option<&ast::Expr>,
        holds: bool,
    ) {
        let joins = if holds { BinaryOp::And } else { BinaryOp::Or };
        if let ExprKind::Binary(op, left, right) = &cond.kind
            && let Some(ast::ExprKind::Binary(parts)) = written.map(|written| &written.kind)
            && *op == joins
        {
            self.push_guards(f, left, Some(&parts.left), holds);
            return self.push_guards(f, right, Some(&parts.right), holds);
        }
        let guard = match (platform(cond), self.known_truth(f, cond)) {
            (_, Some(truth)) if truth == holds => return,
            (_, Some(_)) => Guard::Never,
            (Some(gpu), None) => Guard::Platform(gpu == holds),
            (None, None) => {
                let text = written.map(|written| print_compact(written, self.definitions.names));
                Guard::Condition(
                    text.unwrap_or_else(|| "an arm of `match`".to_owned()),
                    holds,
                )
            }
        };
        let near = f.guards.len().saturating_sub(NEAR_GUARDS);
        if !f.guards[near..].contains(&guard) {
            f.guards.push(guard);
        }
    }

    /// Whether a condition holds, where it compares known ints.
    fn known_truth(&self, f: &BodyState<'a>, cond: &Expr) -> Option<bool> {
        let ExprKind::Binary(op, left, right) = &cond.kind else {
            return match self.known_size(f, cond) {
                Size::Known(number) => Some(number != 0),
                Size::Symbol(_) | Size::Open => None,
            };
        };
        let (Size::Known(left), Size::Known(right)) =
            (self.known_size(f, left), self.known_size(f, right))
        else {
            return None;
        };
        op.compare(left, right)
    }
}

/// What the values of a property are.
fn property_kind(row: &Row, name: &str) -> Option<Value> {
    let known = row.properties.iter().find(|known| known.name == name);
    known.map(|known| known.value)
}

/// Whether a condition asks for a GPU (true) or against one.
fn platform(cond: &Expr) -> Option<bool> {
    match &cond.kind {
        ExprKind::Builtin(Builtin::Target, _) => Some(true),
        ExprKind::Unary(UnaryOp::Not, inner) => platform(inner).map(|gpu| !gpu),
        ExprKind::Binary(BinaryOp::Ne, left, right) if right.kind == ExprKind::Int(0) => {
            platform(left)
        }
        _ => None,
    }
}

/// Whether nothing fulfils all of them.
fn is_contradiction(guards: &[Guard]) -> bool {
    guards.contains(&Guard::Never)
        || guards.contains(&Guard::Platform(true)) && guards.contains(&Guard::Platform(false))
}
