//! Calls by name: which of variable, function, builtin or special form a name means.
//!
//! *Invariant:* in `f(…)` a variable hides functions and builtins, a function of the program hides builtins.

use crate::base::{Span, Symbol};
use crate::builtins::special_forms::{self, SPECIAL_FORMS, SpecialForm};
use crate::builtins::{self, ROWS};
use crate::check::environment::Binding;
use crate::check::trees::{error, unsupported_expr};
use crate::check::{BodyState, Checker, DefId};
use crate::diag::{Code, Place, Report, counted, instead};
use crate::hir::Expr;
use crate::syntax::ast;

use super::definition::Callee;

impl<'a> Checker<'a> {
    /// `name(args)`: a variable, else the function being checked, a launch, a function of the program, a builtin.
    pub(super) fn call_name(
        &mut self,
        f: &mut BodyState<'a>,
        name: Symbol,
        name_span: Span,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        if let Some(binding) = self.lookup(f, name) {
            return match binding {
                Binding::Nested(nested) => {
                    let value = self.nested_value(f, &nested, name_span);
                    self.call_value(f, value, args, span)
                }
                Binding::Variable(variable) => {
                    let value = self.definitions.read_variable(name, &variable, name_span);
                    let before = self.reports.len();
                    let result = self.call_value(f, value, args, span);
                    self.explain_hidden_function(before, name, variable.span);
                    result
                }
                Binding::Conflict { .. } => self.expr_conflict(name, name_span),
            };
        }
        if let Some((own, def, Some(closure))) = f.own
            && own == name
        {
            return self.call_self(f, def, closure, args, span);
        }
        let text = self.text(name);
        let form = special_forms::find(text);
        // Launches come before functions of the program; `schedule` may be one of its own.
        match form.map(|row| row.form) {
            Some(SpecialForm::ParallelDo) => return self.launch(f, args, false, span),
            Some(SpecialForm::SerialDo) => return self.launch(f, args, true, span),
            Some(_) | None => {}
        }
        if let Some(defs) = self.definitions.functions.get(&name).cloned() {
            return self.call_overloaded(f, name, &defs, args, span);
        }
        if let Some(builtin) = builtins::find(text) {
            return self.call_builtin(f, builtin, args, span);
        }
        if let Some(row) = form
            && let Some(value) = self.special_form(f, row, args, span)
        {
            return value;
        }
        self.unknown_function(f, name, name_span)
    }

    /// Says of a variable that cannot be called that it hides a function.
    fn explain_hidden_function(&mut self, before: usize, name: Symbol, variable: Span) {
        let text = self.text(name);
        let is_function =
            self.definitions.functions.contains_key(&name) || builtins::find(text).is_some();
        let Some(last) = self
            .reports
            .len()
            .checked_sub(1)
            .filter(|last| *last >= before)
        else {
            return;
        };
        if is_function && self.reports[last].code == Code::NotCallable {
            let report = self.reports.remove(last);
            let report = report
                .also(
                    variable,
                    format!("a variable that hides the function `{text}`"),
                )
                .help("give the variable another name");
            self.report(report);
        }
    }

    fn expr_conflict(&mut self, name: Symbol, span: Span) -> Expr {
        let text = self.text(name);
        unsupported_expr(
            &mut self.reports,
            span,
            &format!("calls of `{text}`, whose type depends on the path taken,"),
        )
    }

    fn unknown_function(&mut self, f: &BodyState<'a>, name: Symbol, span: Span) -> Expr {
        let text = self.text(name);
        let candidates = f
            .env
            .names
            .keys()
            .chain(self.definitions.functions.keys())
            .chain(self.definitions.type_defs.keys())
            .map(|symbol| self.text(*symbol))
            .chain(ROWS.iter().map(|row| row.name))
            .chain(SPECIAL_FORMS.iter().map(|form| form.name));
        let kept = self.definitions.modules.hidden.get(&name).cloned();
        let help = kept.or_else(|| instead(Place::Function, text)).or_else(|| self.meant(text, candidates))
            .unwrap_or_else(|| format!("define it by `function y = {text}(x)`, or import its file; an element of an array is written `{text}[0]`"));
        self.report(
            Report::new(
                Code::UnknownFunction,
                span,
                format!("unknown function `{text}`"),
            )
            .label("nobody defines it")
            .help(help),
        );
        error(span)
    }

    /// The first generic function of that name, unless a variable hides it.
    fn generic_named(&self, f: &BodyState<'a>, base: &ast::Expr) -> Option<DefId> {
        let name = base.as_name()?.name;
        if self.lookup(f, name).is_some() {
            return None;
        }
        let mut defs = self.definitions.functions.get(&name)?.iter().copied();
        defs.find(|def| !self.functions.generics_of(*def).is_empty())
    }

    /// `f[3](…)`: an explicit instance of a generic function.
    pub(super) fn call_instance(
        &mut self,
        f: &mut BodyState<'a>,
        index: &'a ast::Index,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let Some(def) = self.generic_named(f, &index.base) else {
            let callee = self.index(f, index, span);
            return self.call_value(f, callee, args, span);
        };
        let params = self.functions.generics_of(def);
        if index.args.len() > params.len() {
            let message = format!(
                "`{}` has {}, not {}",
                self.functions.defs[def].name,
                counted(params.len(), "generic parameter"),
                index.args.len()
            );
            self.report(
                Report::new(Code::ArgumentCount, index.base.span, message)
                    .label("too many values in brackets")
                    .also(self.functions.defs[def].span, "defined here"),
            );
            return error(span);
        }
        let mut generics = Vec::new();
        for (param, arg) in params.iter().zip(&index.args) {
            let own = f.generics.clone();
            if let Some(value) = self.constant_int(f, &own, &arg.value) {
                generics.push((param.name.name, value));
            }
        }
        let values = self.arguments(f, args);
        self.call_def(f, Callee::generic(def, generics), values, span)
    }
}
