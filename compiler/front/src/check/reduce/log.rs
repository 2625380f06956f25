//! What is told of reductions: every step and the result.
//!
//! *Invariant:* a line of the log shows expressions as a program could write them.

use crate::check::definitions::Definitions;
use crate::diag::{Code, Report};
use crate::resolve::pragmas::Switch;
use crate::syntax::ast::{AssignOp, Expr, ExprKind};
use crate::syntax::print::{print_compact, print_lambda_header};

use super::inference::Rewriter;
use super::search::Search;

impl<'a> Rewriter<'_, 'a> {
    /// One report on all steps of one expression.
    pub(super) fn log_steps(&mut self, original: &'a Expr, search: &Search<'a>) {
        let Some(((from, to), rest)) = search.steps.split_first() else {
            return;
        };
        if self.body.reductions().speculating > 0
            || !self
                .body
                .reductions()
                .rules
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
            self.lambda_header(original),
            self.definitions.shown_result(search.tree)
        );
        let report = report.note(result);
        if !self.body.reports().contains(&report) {
            self.body.report(report);
        }
    }

    /// `f=(x:mat) -> ` when the expression is the body of a lambda.
    fn lambda_header(&self, body: &'a Expr) -> String {
        let Some((lambda, own)) = self.body.lambda_of(body) else {
            return String::new();
        };
        let name = own.map_or_else(String::new, |name| {
            format!("{}=", self.definitions.text(name))
        });
        format!(
            "{name}{} -> ",
            print_lambda_header(lambda, self.definitions.names)
        )
    }
}

impl<'a> Definitions<'a> {
    /// An expression in one short line.
    pub(super) fn compact(&self, expr: &Expr) -> String {
        print_compact(expr, self.names)
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
}
