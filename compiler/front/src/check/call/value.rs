//! Calls of function values: of one function, of one of several, of the function being checked.
//!
//! *Invariant:* the captured values of a call are those of the value that is called, never those at the place of the call.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::check::environment::Slot;
use crate::check::trees::error;
use crate::check::{BodyState, Checker, DefId, Reports};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Space};
use crate::syntax::ast;
use crate::types::families::{class_type, number_type};
use crate::types::{ClosureId, Type};

use super::arguments::{Argument, put_together, taken_apart};
use super::definition::Callee;

impl<'a> Checker<'a> {
    /// Calls a function value.
    pub(in crate::check) fn call_value(
        &mut self,
        f: &mut BodyState<'a>,
        callee: Expr,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        if let Some(end) = self.cut_short(&callee) {
            return end;
        }
        match &callee.ty {
            Type::Error => {
                self.arguments(f, args);
                error(span)
            }
            Type::Union(_) => {
                let arguments = self.arguments(f, args);
                self.call_any(f, callee, arguments, span)
            }
            Type::Closure(closure) => {
                let (closure, def) = (*closure, self.functions.closures[*closure].def);
                let values = self.arguments_to(f, args, Some(def));
                self.call_def(f, Callee::value(def, closure, callee), values, span)
            }
            _ => not_callable(&mut self.reports, &callee, args),
        }
    }

    /// Calls a value that is one of several functions.
    fn call_any(
        &mut self,
        f: &mut BodyState<'a>,
        callee: Expr,
        arguments: Vec<Argument>,
        span: Span,
    ) -> Expr {
        let (forms, given) = taken_apart(arguments);
        let mut values = vec![callee];
        values.extend(given);
        if values.iter().any(|value| value.ty == Type::Error) {
            return error(span);
        }
        if f.space != Space::Host && self.definitions.options.refuses_chosen_functions {
            return refuse_chosen_function(&mut self.reports, &values[0]);
        }
        self.distribute(f, values, span, &mut |checker, f, mut values| {
            let callee = values.remove(0);
            let Type::Closure(closure) = callee.ty else {
                return not_callable(&mut checker.reports, &callee, &[]);
            };
            let def = checker.functions.closures[closure].def;
            let arguments = put_together(&forms, values);
            checker.call_def(f, Callee::value(def, closure, callee), arguments, span)
        })
    }

    /// A nested function calls itself: its captures are handed on.
    pub(super) fn call_self(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        closure: ClosureId,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let captures = self.functions.closures[closure].captures.iter();
        let captured = captures
            .map(|(name, ty)| match f.slots.get(&(*name, ty.clone())) {
                Some(var) => Slot::Var(*var).read(ty.clone(), span),
                None => error(span),
            })
            .collect();
        let value = Expr {
            ty: Type::Closure(closure),
            span,
            kind: ExprKind::MakeClosure(closure, captured),
        };
        let values = self.arguments_to(f, args, Some(def));
        self.call_def(f, Callee::value(def, closure, value), values, span)
    }
}

/// The error that COMPILER_USEFUNCTIONPOINTERS asks for.
fn refuse_chosen_function(reports: &mut Reports, callee: &Expr) -> Expr {
    let message =
        "a function that is chosen when the program runs is called in a kernel or device function";
    let report = Report::new(Code::HostOnly, callee.span, message);
    let report = report.label("one of several functions");
    reports.push(report.help(
        "give the kernel one function, or set COMPILER_USEFUNCTIONPOINTERS to SmartlyAvoid, which makes code for each of them",
    ));
    error(callee.span)
}

fn not_callable(reports: &mut Reports, callee: &Expr, args: &[ast::Arg]) -> Expr {
    let report = Report::new(
        Code::NotCallable,
        callee.span,
        format!("a `{}` cannot be called", callee.ty),
    )
    .label(format!("`{}`", callee.ty));
    reports.push(report.maybe_help(instead_of_call(callee, args)));
    error(callee.span)
}

/// What is written where a value that is no function has parentheses behind it.
fn instead_of_call(callee: &Expr, args: &[ast::Arg]) -> Option<String> {
    match &callee.ty {
        Type::Array(_) => Some(match (&callee.kind, args) {
            (ExprKind::Builtin(Builtin::Size, _), _) => {
                "the size along dimension d, which counts from 0, is `size(x, d)`".to_string()
            }
            (_, [only]) if matches!(only.value.kind, ast::ExprKind::All) => {
                "all elements in one row are `reshape(x, [1,numel(x)])`; single ones are read with brackets, counted from 0: `x[0]`".to_string()
            }
            _ => format!(
                "elements are read with brackets and counted from 0: `x[{}]`",
                indices(args)
            ),
        }),
        Type::String => Some("a part of a text is `substr(s, first, count)`, counted from 0".into()),
        number_type!() => Some("a product is written with `*`: `a*(b + c)`".into()),
        class_type!() => Some("several objects are an array of a class, `s = vec[point](n)`, whose elements are written `s[0].x`".into()),
        _ => None,
    }
}

/// Arguments that count from 1 as indices that count from 0.
fn indices(args: &[ast::Arg]) -> String {
    let index = |(position, arg): (usize, &ast::Arg)| match &arg.value.kind {
        ast::ExprKind::Int(number @ 1..) => (number - 1).to_string(),
        ast::ExprKind::All => ":".to_string(),
        _ => ["i", "j", "k"][position.min(2)].to_string(),
    };
    let written: Vec<String> = args.iter().enumerate().map(index).collect();
    match written.is_empty() {
        true => "i".to_string(),
        false => written.join(","),
    }
}
