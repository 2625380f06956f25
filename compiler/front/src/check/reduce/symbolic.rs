//! Symbolic names: they stand for themselves in expressions that reductions rewrite, and have no value at run time.
//!
//! *Invariant:* what is compiled contains no symbolic name.

use crate::base::{Span, Symbol};
use crate::check::trees::error;
use crate::check::{BodyState, Checker};
use crate::diag::{Code, Report};
use crate::hir;
use crate::syntax::ast::{
    Arg, Block, Call, Conditional, Expr, ExprKind, Stmt, StmtKind, SymbolicName,
};
use crate::types::Type;

use super::inference::Rewriter;
use super::pattern::{called_name, parts, parts_mut};
use super::search::Search;

impl<'a> Checker<'a> {
    /// `symbolic x : scalar`
    pub(in crate::check) fn symbolic_statement(
        &mut self,
        f: &mut BodyState<'a>,
        names: &'a [SymbolicName],
    ) {
        for symbol in names {
            let ty = self.annotation(f, &symbol.ty, None);
            self.reductions.symbols.insert(symbol.name.name, ty);
        }
    }

    /// A symbolic name where a value is needed: it has a type, for which it may be asked, and no value.
    pub(in crate::check) fn symbolic_value(
        &mut self,
        f: &mut BodyState<'a>,
        name: Symbol,
        span: Span,
    ) -> Option<hir::Expr> {
        let ty = self.rewriting(f, |rewriter| rewriter.symbol_type(name))?;
        if self.reductions.speculating == 0 {
            self.report_symbol(name, span);
            return Some(error(span));
        }
        let var = f.temporary("symbolic", ty.clone(), span);
        Some(hir::Expr {
            ty,
            span,
            kind: hir::ExprKind::Var(var),
        })
    }

    fn report_symbol(&mut self, name: Symbol, span: Span) {
        let text = self.text(name);
        self.report(
            Report::new(
                Code::SymbolicValue,
                span,
                format!("the symbolic name `{text}` has no value when the program runs"),
            )
            .label("used as a value")
            .help(format!(
                "give it one (`{text} = …`), or a reduction that makes it vanish"
            )),
        );
    }
}

impl<'a> Rewriter<'_, 'a> {
    /// The type of a symbolic name that no variable hides.
    pub(super) fn symbol_type(&self, name: Symbol) -> Option<Type> {
        let ty = self.body.reductions().symbols.get(&name)?;
        self.body.lookup(name).is_none().then(|| ty.clone())
    }

    /// Whether a call's outermost operation is one that only reductions know.
    pub(super) fn is_symbolic(&self, call: &Expr) -> bool {
        called_name(call).is_some_and(|name| {
            !self.definitions.is_function(name) && self.body.lookup(name).is_none()
        })
    }

    /// Whether a call is one that some rule looks for and nobody else defines.
    fn is_unreduced(&self, call: &Expr) -> bool {
        let Some(name) = called_name(call) else {
            return false;
        };
        let heads = |rule: &super::Rule<'_>| {
            called_name(&rule.source.pattern) == Some(name) && rule.reaches(call.span)
        };
        self.is_symbolic(call) && self.body.reductions().rules.all.iter().any(heads)
    }

    /// Whether rewriting made all symbolic operations vanish; a report when not.
    pub(super) fn no_symbol_is_left(&mut self, original: &'a Expr, result: &'a Expr) -> bool {
        let stuck = |node: &Expr| {
            self.is_unreduced(node) || (self.is_symbolic(node) && self.contains_symbol(node))
        };
        let Some(left) = find(result, &stuck) else {
            return true;
        };
        // What is left over as the program writes it: that very operation, or the one it came from.
        let text = self.definitions.compact(left);
        let same = |node: &Expr| self.definitions.compact(node) == text;
        let culprit = find(original, &same)
            .or_else(|| find(original, &stuck))
            .unwrap_or(left);
        self.report_stuck(culprit);
        false
    }

    /// An operation that only reductions know, left for the case that no condition holds at run time: there the last condition
    /// is asserted.
    pub(super) fn close_choices(&mut self, search: &mut Search<'a>) {
        if search.steps.is_empty() {
            return;
        }
        let mut tree = search.tree.clone();
        self.close_choices_in(&mut tree);
        search.tree = self.exprs.alloc(tree);
    }

    fn close_choices_in(&mut self, expr: &mut Expr) {
        let closed = match &expr.kind {
            ExprKind::Conditional(choice) if self.is_left_open(&choice.otherwise) => {
                Some(self.asserted_choice(expr.span, choice))
            }
            _ => None,
        };
        if let Some(closed) = closed {
            *expr = closed;
        }
        for part in parts_mut(expr) {
            self.close_choices_in(part);
        }
    }

    fn is_left_open(&self, expr: &Expr) -> bool {
        !self.body.reductions().blocked(expr).is_empty() && self.is_unreduced(expr)
    }

    /// `(assert(condition, "no reduction fits …"); value)`.
    fn asserted_choice(&mut self, span: Span, choice: &Conditional) -> Expr {
        let text = format!(
            "no reduction fits {}",
            self.definitions.compact(&choice.otherwise)
        );
        let assert = self.body.reductions().rules.assert;
        let mut made = |kind| Expr {
            id: self.body.reductions_mut().made_id(),
            span,
            kind,
        };
        let arg = |value: Expr| Arg {
            span,
            name: None,
            value,
            ty: None,
        };
        let message = made(ExprKind::String(text.into()));
        let callee = made(ExprKind::Name(assert));
        let call = Call {
            callee,
            args: vec![arg(choice.condition.clone()), arg(message)],
        };
        let call = made(ExprKind::Call(Box::new(call)));
        let stmts = [call, choice.then.clone()].map(|value| Stmt {
            span,
            kind: StmtKind::Expr(value),
        });
        let stmts = stmts.into_iter().collect();
        made(ExprKind::Block(Block { span, stmts }))
    }

    fn contains_symbol(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(name) => self.symbol_type(*name).is_some(),
            _ => parts(expr)
                .into_iter()
                .any(|part| self.contains_symbol(part)),
        }
    }

    fn report_stuck(&mut self, call: &Expr) {
        let (line, text) = (
            self.body.reductions().rules.line_of(call.span),
            self.definitions.compact(call),
        );
        self.body.report(
            Report::new(
                Code::SymbolicFailed,
                call.span,
                format!(
                    "Line {line}: Symbolic operation failed - no reductions available for '{text}'"
                ),
            )
            .label("no reduction gives it a value")
            .help("define a `reduction` whose pattern and types fit, or a function of this name"),
        );
    }
}

/// The outermost and first node that passes a test.
fn find<'e>(expr: &'e Expr, test: &dyn Fn(&Expr) -> bool) -> Option<&'e Expr> {
    if test(expr) {
        return Some(expr);
    }
    parts(expr).into_iter().find_map(|part| find(part, test))
}
