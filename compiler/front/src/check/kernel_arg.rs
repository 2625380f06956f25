//! `{!kernel_arg}`: what it says of windows and of sizes, as checks at its place in the kernel.
//!
//! *Invariant:* what is known to hold leaves nothing behind; what is known to be wrong is an error when compiling.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::diag::{Code, Report};
use crate::hir::{BinaryOp, Expr, ExprKind, Stmt, StmtKind};
use crate::syntax::ast;
use crate::types::{Size, Type};

use super::definitions::Definitions;
use super::trees::int;
use super::{BodyState, Checker, Reports};

impl<'a> Checker<'a> {
    /// Checks of the numbers that the attribute gives.
    pub(super) fn check_kernel_arg(
        &mut self,
        f: &mut BodyState<'a>,
        attribute: &'a ast::Attribute,
        out: &mut Vec<Stmt>,
    ) {
        let (Some(name), span) = (self.definitions.given(attribute, "name"), attribute.span) else {
            return;
        };
        let Some(array) = name.as_name().map(|name| self.text(name.name).to_owned()) else {
            return;
        };
        let low = self.given_ints(f, attribute, "min");
        let high = self.given_ints(f, attribute, "max");
        if !low.is_empty() && !high.is_empty() && low.len() != high.len() {
            let message = format!(
                "the window of `{array}` begins with {} numbers and ends with {}",
                low.len(),
                high.len()
            );
            return wrong_fact(&mut self.reports, span, message);
        }
        let window: Vec<_> = low.into_iter().zip(high).collect();
        for (low, high) in &window {
            let text = format!("the window of `{array}` ends before it begins");
            self.fact(f, BinaryOp::Le, low, high, text, out);
        }
        let Some(limit) = self.given_ints(f, attribute, "numel").pop() else {
            return;
        };
        if let Some((count, what)) = self.kept_close(f, attribute, &array, name, window) {
            let text = format!("{what} of `{array}` has more elements than `numel` says");
            self.fact(f, BinaryOp::Le, &count, &limit, text, out);
        }
    }

    /// How many elements the attribute wants to have close to the threads, at least, and in words what they are.
    fn kept_close(
        &mut self,
        f: &mut BodyState<'a>,
        attribute: &'a ast::Attribute,
        array: &str,
        name: &'a ast::Expr,
        window: Vec<(Expr, Expr)>,
    ) -> Option<(Expr, &'static str)> {
        let span = attribute.span;
        let access = self
            .definitions
            .given(attribute, "access")
            .map(|value| &value.kind);
        let Some(ast::ExprKind::String(access)) = access else {
            return None;
        };
        if &**access == "localwindow" {
            let extents = window.into_iter().map(|(low, high)| {
                let distance = binary(BinaryOp::Sub, high, low, span);
                binary(BinaryOp::Add, distance, int(1, span), span)
            });
            return product(extents.collect(), span).map(|count| (count, "the window"));
        }
        let slice = self.definitions.given(attribute, "cache_slices");
        if let Some(ast::ExprKind::Index(index)) = slice.map(|slice| &slice.kind) {
            let base = index.base.as_name().map(|base| self.text(base.name));
            if base == Some(array) {
                let whole = self.expr(f, &index.base);
                let indices = index.args.iter().enumerate();
                let counts: Option<Vec<_>> = indices
                    .map(|(at, arg)| self.index_count(f, &whole, at, &arg.value))
                    .collect();
                return product(counts?, span).map(|count| (count, "the slice"));
            }
        }
        let whole = self.expr(f, name);
        whole.ty.as_array()?;
        Some((call(Builtin::Numel, vec![whole], span), "the whole"))
    }

    /// How many places of a dimension an index means; none: that cannot be told without making the index.
    fn index_count(
        &mut self,
        f: &mut BodyState<'a>,
        whole: &Expr,
        dimension: usize,
        index: &'a ast::Expr,
    ) -> Option<Expr> {
        let span = index.span;
        match &index.kind {
            ast::ExprKind::All => {
                let arguments = vec![whole.clone(), int(dimension as i32, span)];
                Some(call(Builtin::Size, arguments, span))
            }
            ast::ExprKind::Range(range) if range.step.is_none() => {
                let start = self.expr(f, &range.start);
                let stop = self.expr(f, &range.stop);
                if start.ty != Type::Int || stop.ty != Type::Int {
                    return None;
                }
                let distance = binary(BinaryOp::Sub, stop, start, span);
                Some(binary(BinaryOp::Add, distance, int(1, span), span))
            }
            _ => {
                let value = self.expr(f, index);
                value.ty.is_number().then(|| int(1, span))
            }
        }
    }

    /// Asks that a comparison holds: now where it is known, otherwise when the kernel runs.
    fn fact(
        &mut self,
        f: &mut BodyState<'a>,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        text: String,
        out: &mut Vec<Stmt>,
    ) {
        let span = right.span;
        let known = (self.known_size(f, left), self.known_size(f, right));
        if let (Size::Known(a), Size::Known(b)) = known {
            if op.compare(a, b) == Some(false) {
                wrong_fact(&mut self.reports, span, format!("{text}: {a} and {b}"));
            }
            return;
        }
        let message = Expr {
            ty: Type::String,
            span,
            kind: ExprKind::String(text),
        };
        let kind = StmtKind::Assert {
            cond: binary(op, left.clone(), right.clone(), span),
            message: Some(message),
        };
        out.push(Stmt { kind, span });
    }

    /// The ints of a property: those of a vector, or one; none when they are something else.
    fn given_ints(
        &mut self,
        f: &mut BodyState<'a>,
        attribute: &'a ast::Attribute,
        name: &str,
    ) -> Vec<Expr> {
        let Some(value) = self.definitions.given(attribute, name) else {
            return Vec::new();
        };
        let items = match &value.kind {
            ast::ExprKind::Vector(items) => items.as_slice(),
            _ => std::slice::from_ref(value),
        };
        let ints: Vec<_> = items.iter().map(|item| self.expr(f, item)).collect();
        match ints.iter().all(|int| int.ty == Type::Int) {
            true => ints,
            false => Vec::new(),
        }
    }
}

impl<'a> Definitions<'a> {
    /// The value of a property.
    fn given(&self, attribute: &'a ast::Attribute, name: &str) -> Option<&'a ast::Expr> {
        let mut properties = attribute.properties.iter();
        let found = properties.find(|property| self.text(property.name.name) == name)?;
        Some(&found.value)
    }
}

fn product(factors: Vec<Expr>, span: Span) -> Option<Expr> {
    let multiply = |left, right| binary(BinaryOp::Mul, left, right, span);
    factors.into_iter().reduce(multiply)
}

fn binary(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
    Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
    }
}

fn call(builtin: Builtin, arguments: Vec<Expr>, span: Span) -> Expr {
    Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Builtin(builtin, arguments),
    }
}

fn wrong_fact(reports: &mut Reports, span: Span, message: String) {
    let report = Report::new(Code::AttributeFact, span, message);
    reports.push(report.label("this is not so"));
}
