//! What rewriting asks of the inference around it: the whole interface between the two.
//!
//! *Invariant:* rules are looked for and applied without knowing the checker; whoever answers [`Inference`] can rewrite.

use crate::base::Symbol;
use crate::check::convert::Fit;
use crate::check::definitions::Definitions;
use crate::check::environment::{Binding, Slot};
use crate::check::generics::Generics;
use crate::check::{BodyState, Checker, DefSource};
use crate::diag::Report;
use crate::syntax::ast::{Expr, Lambda, TypeExpr};
use crate::types::Type;

use super::Reductions;
use super::pattern::PatternVariable;

/// Something that is tried in one place and leaves no trace there.
pub(super) type Trial<'t, 'a> = &'t mut dyn FnMut(&mut dyn Inference<'a>);

/// The place in a program where an expression is rewritten.
pub(super) trait Inference<'a> {
    /// What is remembered of the use of rules.
    fn reductions(&self) -> &Reductions<'a>;
    /// The same, to be changed.
    fn reductions_mut(&mut self) -> &mut Reductions<'a>;

    /// What a name is bound to here.
    fn lookup(&self, name: Symbol) -> Option<Binding>;
    /// Whether a variable of the body has the name.
    fn has_name(&self, name: Symbol) -> bool;
    /// Whether a name is a variable of an enclosing scope that is assigned more than once there.
    fn changes_outside(&self, name: Symbol) -> bool;
    /// The lambda that an expression is the body of, with the name that it calls itself by.
    fn lambda_of(&self, body: &'a Expr) -> Option<(&'a Lambda, Option<Symbol>)>;

    /// The type of an expression, which is checked for nothing else; `Type::Error` when it has none.
    fn type_of(&mut self, expr: &'a Expr) -> Type;
    /// Whether a condition is known to hold, or not to.
    fn decided(&mut self, condition: &'a Expr) -> Option<bool>;
    /// The type that is written, for a value of a type if there is one.
    fn annotation(&mut self, written: &'a TypeExpr, value: Option<&Type>) -> Type;
    /// How well a value of a type fits a variable of a pattern.
    fn fit_of(&mut self, variable: &PatternVariable<'a>, ty: &Type) -> Fit;

    /// Tries something here.
    fn try_out(&mut self, trial: Trial<'_, 'a>);
    /// Tries something at the top level of the program.
    fn try_at_top_level(&mut self, trial: Trial<'_, 'a>);

    /// What was reported so far.
    fn reports(&self) -> &[Report];
    /// Tells of something.
    fn report(&mut self, report: Report);
}

/// The application of rules at one place.
pub(super) struct Rewriter<'r, 'a> {
    pub(super) body: &'r mut dyn Inference<'a>,
    pub(super) definitions: &'a Definitions<'a>,
    /// Where the expressions go that rewriting makes.
    pub(super) exprs: &'a typed_arena::Arena<Expr>,
}

impl<'a> Rewriter<'_, 'a> {
    /// Rewrites something at this place, which leaves no trace.
    pub(super) fn try_out<T>(&mut self, mut trial: impl FnMut(&mut Rewriter<'_, 'a>) -> T) -> T {
        let (definitions, exprs) = (self.definitions, self.exprs);
        let mut result = None;
        self.body.try_out(&mut |body| {
            result = Some(trial(&mut Rewriter {
                body,
                definitions,
                exprs,
            }));
        });
        result.expect("a trial is made")
    }

    /// The same at the top level of the program.
    pub(super) fn try_at_top_level<T>(
        &mut self,
        mut trial: impl FnMut(&mut Rewriter<'_, 'a>) -> T,
    ) -> T {
        let (definitions, exprs) = (self.definitions, self.exprs);
        let mut result = None;
        self.body.try_at_top_level(&mut |body| {
            result = Some(trial(&mut Rewriter {
                body,
                definitions,
                exprs,
            }));
        });
        result.expect("a trial is made")
    }
}

/// The checker within one body.
struct Here<'c, 'a> {
    checker: &'c mut Checker<'a>,
    f: &'c mut BodyState<'a>,
}

impl<'a> Checker<'a> {
    /// Does something with the rewriter of a place within a body.
    pub(super) fn rewriting<T>(
        &mut self,
        f: &mut BodyState<'a>,
        action: impl FnOnce(&mut Rewriter<'_, 'a>) -> T,
    ) -> T {
        let (definitions, exprs) = (self.definitions, &self.arenas.exprs);
        let mut here = Here { checker: self, f };
        action(&mut Rewriter {
            body: &mut here,
            definitions,
            exprs,
        })
    }
}

impl<'a> Inference<'a> for Here<'_, 'a> {
    fn reductions(&self) -> &Reductions<'a> {
        &self.checker.reductions
    }

    fn reductions_mut(&mut self) -> &mut Reductions<'a> {
        &mut self.checker.reductions
    }

    fn lookup(&self, name: Symbol) -> Option<Binding> {
        self.checker.lookup(self.f, name)
    }

    fn has_name(&self, name: Symbol) -> bool {
        self.f.env.names.contains_key(&name)
    }

    fn changes_outside(&self, name: Symbol) -> bool {
        let Some(Binding::Variable(variable)) = self.lookup(name) else {
            return false;
        };
        if self.f.script || !variable.captured {
            return false;
        }
        match variable.slot {
            Slot::Global(_) => {
                let assigned = &self.checker.definitions.script_assignments;
                assigned.get(&name).is_some_and(|places| places.len() > 1)
            }
            Slot::Var(_) => {
                let defs = &self.checker.functions.defs;
                let def = self.f.def;
                def.is_some_and(|def| defs[def].reassigned.contains(&name))
            }
        }
    }

    fn lambda_of(&self, body: &'a Expr) -> Option<(&'a Lambda, Option<Symbol>)> {
        match self.checker.functions.defs[self.f.def?].source {
            DefSource::Lambda(lambda) if std::ptr::eq(&lambda.body, body) => {
                Some((lambda, self.f.own.map(|(name, _, _)| name)))
            }
            DefSource::Lambda(_) | DefSource::Function(_) => None,
        }
    }

    fn type_of(&mut self, expr: &'a Expr) -> Type {
        self.checker.speculate(self.f, |checker, f| {
            let errors = checker.reports.len();
            checker.reductions.shares_types = !checker.reductions.types.is_empty();
            let value = checker.expr_or_void(f, expr);
            checker.reductions.shares_types = false;
            let failed = checker.reports[errors.min(checker.reports.len())..]
                .iter()
                .any(Report::is_error);
            if failed { Type::Error } else { value.ty }
        })
    }

    fn decided(&mut self, condition: &'a Expr) -> Option<bool> {
        self.checker.speculate(self.f, |checker, f| {
            let value = checker.condition_expr(f, condition);
            if value.ty == Type::Error {
                return None;
            }
            checker.decided(f, &value)
        })
    }

    fn annotation(&mut self, written: &'a TypeExpr, value: Option<&Type>) -> Type {
        self.checker.annotation(self.f, written, value)
    }

    fn fit_of(&mut self, variable: &PatternVariable<'a>, ty: &Type) -> Fit {
        match variable.variadic {
            true => self.checker.variadic_fit(self.f, variable.ty, ty),
            false => {
                let names = Generics::default();
                self.checker.fit_of(self.f, &names, variable.ty, ty)
            }
        }
    }

    fn try_out(&mut self, trial: Trial<'_, 'a>) {
        self.checker
            .speculate(self.f, |checker, f| trial(&mut Here { checker, f }));
    }

    fn try_at_top_level(&mut self, trial: Trial<'_, 'a>) {
        let mut f = self.checker.script_state();
        self.checker
            .speculate(&mut f, |checker, f| trial(&mut Here { checker, f }));
    }

    fn reports(&self) -> &[Report] {
        &self.checker.reports
    }

    fn report(&mut self, report: Report) {
        self.checker.report(report);
    }
}
