//! What is told of reductions: every step and the result.
//!
//! *Invariant:* a line of the log shows expressions as a program could write them.

use crate::check::{Checker, DefSource, Frame};
use crate::diag::{Code, Report};
use crate::resolve::pragmas::Switch;
use crate::syntax::ast::{AssignOp, Expr, ExprKind, Lambda};
use crate::syntax::print::{print_compact, print_lambda_header};

use super::search::Search;

impl<'a> Checker<'a> {
    /// An expression in one short line.
    pub(super) fn compact(&self, expr: &Expr) -> String {
        print_compact(expr, self.definitions.names)
    }

    /// One report on all steps of one expression.
    pub(super) fn log_steps(&mut self, f: &Frame<'a>, original: &'a Expr, search: &Search<'a>) {
        let Some(((from, to), rest)) = search.steps.split_first() else {
            return;
        };
        if self.reductions.speculating > 0
            || !self
                .reductions
                .switches
                .is_on(Switch::ShowReductions, original.span)
        {
            return;
        }
        let line = |from: &String, to: &String| format!("Applied reduction {from} -> {to}");
        let mut report = Report::new(Code::ReductionApplied, original.span, line(from, to))
            .label("rewritten by reductions");
        for (from, to) in rest {
            report = report.note(line(from, to));
        }
        let result = format!(
            "Result after {} reduction{}: {}{}",
            search.steps.len(),
            if rest.is_empty() { "" } else { "s" },
            self.lambda_header(f, original),
            self.shown_result(search.tree)
        );
        let report = report.note(result);
        if !self.reports.contains(&report) {
            self.report(report);
        }
    }

    /// The result; of an assignment to a variable, what is assigned.
    fn shown_result(&self, tree: &Expr) -> String {
        match &tree.kind {
            ExprKind::Assign(assign)
                if assign.op == AssignOp::Set && assign.target.as_name().is_some() =>
            {
                self.compact(&assign.value)
            }
            _ => self.compact(tree),
        }
    }

    /// `f=(x:mat) -> ` when the expression is the body of a lambda.
    fn lambda_header(&self, f: &Frame<'a>, body: &'a Expr) -> String {
        let Some(lambda) = self.lambda_of(f, body) else {
            return String::new();
        };
        let name = match f.own {
            Some((name, _, _)) => format!("{}=", self.text(name)),
            None => String::new(),
        };
        format!(
            "{name}{} -> ",
            print_lambda_header(lambda, self.definitions.names)
        )
    }

    fn lambda_of(&self, f: &Frame<'a>, body: &'a Expr) -> Option<&'a Lambda> {
        match self.functions.defs[f.def?].source {
            DefSource::Lambda(lambda) if std::ptr::eq(&lambda.body, body) => Some(lambda),
            DefSource::Lambda(_) | DefSource::Function(_) => None,
        }
    }
}
