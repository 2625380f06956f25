//! Handles: values that stand for something outside of the program, as forms and their parts (`stdlib/form.q`) and figures.
//!
//! What a handle of the class `qslider` can do are functions of the library: `s.reset()` calls `qslider_reset(s)`, `s.value` is
//! `qslider_get_value(s)`, and `s.value = x` is `qslider_set_value(s, x)`. Figures are ints, whose functions begin with `figure_`.
//! Where a program has forms, calls that show something or wait let the handlers of events run first.
//!
//! *Invariant:* nothing here is found in a program that does not use the module of forms: without its functions there are no handles.

use crate::base::{Span, Symbol};
use crate::builtins::{Builtin, DISPLAY_METHODS, HANDLES};
use crate::diag::{Code, Report, counted, did_you_mean};
use crate::hir::{Assign, Expr, ExprKind, Stmt, StmtKind, Target};
use crate::syntax::ast;
use crate::types::Type;

use super::call::{Argument, Callee, required};
use super::defined::DefinedTypes;
use super::definitions::Definitions;
use super::trees::error;
use super::{BodyState, Checker, DefId};

/// Runs the handlers of what has happened.
const HANDLE_EVENTS: &str = "form_events";
/// Waits and does so.
const PAUSE: &str = "form_pause";

impl<'a> Checker<'a> {
    /// `base.name` of a handle, if it has such a property; a report if it is a handle without one.
    pub(super) fn handle_property(
        &mut self,
        f: &mut BodyState<'a>,
        base: &Expr,
        name: ast::Ident,
        span: Span,
    ) -> Option<Expr> {
        let defs = self
            .definitions
            .handle_functions(&base.ty, "get_", name.name);
        if let [def] = defs[..] {
            let values = vec![Argument::new(None, base.clone())];
            return Some(self.call_def(f, Callee::function(def), values, span));
        }
        if self.types.is_other_member(&base.ty, name) {
            return None;
        }
        Some(self.report_no_member(&base.ty, name))
    }

    /// `base.name op= value` of a handle.
    pub(super) fn set_handle_property(
        &mut self,
        f: &mut BodyState<'a>,
        assign: &'a ast::Assign,
        base: Expr,
        name: ast::Ident,
        value: Expr,
        span: Span,
    ) -> Option<Option<Assign>> {
        let defs = self
            .definitions
            .handle_functions(&base.ty, "set_", name.name);
        let [def] = defs[..] else {
            if self.types.is_other_member(&base.ty, name) {
                return None;
            }
            let is_read = !self
                .definitions
                .handle_functions(&base.ty, "get_", name.name)
                .is_empty();
            match is_read {
                true => self.report_not_set(&base.ty, name),
                false => {
                    self.report_no_member(&base.ty, name);
                }
            }
            return Some(None);
        };
        let value = match assign.op {
            ast::AssignOp::Set => Some(value),
            _ => {
                let old = self.handle_property(f, &base, name, span)?;
                self.updated(f, assign, old, value, span)
            }
        };
        let Some(value) = value.filter(|value| value.ty != Type::Error) else {
            return Some(None);
        };
        let values = vec![Argument::new(None, base), Argument::new(None, value)];
        let call = self.call_def(f, Callee::function(def), values, span);
        Some((call.ty != Type::Error).then_some(Assign::set(Target::Ignore, call, span)))
    }

    fn report_not_set(&mut self, ty: &Type, name: ast::Ident) {
        let text = self.text(name.name);
        self.report(
            Report::new(
                Code::UnknownField,
                name.span,
                format!("`{text}` of a `{ty}` cannot be assigned"),
            )
            .label("only read")
            .help("handlers of events are added: `….add(f)`"),
        );
    }

    /// A handle has no such member.
    pub(super) fn report_no_member(&mut self, ty: &Type, name: ast::Ident) -> Expr {
        let text = self.text(name.name);
        let prefix = format!("{}_", prefix_of(ty).expect("a handle"));
        let functions = self
            .definitions
            .functions
            .keys()
            .map(|name| self.text(*name));
        let members = functions.filter_map(|name| name.strip_prefix(&prefix));
        let displays = DISPLAY_METHODS.iter().map(|(name, _)| *name);
        let displays = displays.filter(|_| prefix == "qdisplay_");
        let mut members: Vec<&str> = members
            .map(|name| {
                let property = name.strip_prefix("get_").or(name.strip_prefix("set_"));
                property.unwrap_or(name)
            })
            .chain(displays)
            .collect();
        members.sort_unstable();
        members.dedup();
        let is_method = members.contains(&text);
        let help = match is_method {
            true => Some(format!("a method is called: `….{text}()`")),
            false => did_you_mean(text, members.clone()),
        };
        let help = help.unwrap_or_else(|| format!("it has {}", members.join(", ")));
        self.report(
            Report::new(
                Code::UnknownField,
                name.span,
                format!("a `{ty}` has no member `{text}`"),
            )
            .label("neither a property nor a method of it")
            .help(help),
        );
        error(name.span)
    }

    /// Whether what is added to an event can be called for it: without arguments, or with the position of a pixel.
    pub(super) fn fits_event(&mut self, values: &[Argument], name: ast::Ident) -> bool {
        let [event, handler] = values else {
            return true;
        };
        let (count, wanted) = match prefix_of(&event.value.ty).as_deref() {
            Some("qevent") => (0, "no arguments"),
            Some("qpointevent") => (1, "one argument, the position of a pixel"),
            _ => return true,
        };
        let Type::Closure(closure) = handler.value.ty else {
            return true;
        };
        let def = self.functions.closures[closure].def;
        let params = self.functions.params(def);
        let is_open = params.last().is_some_and(|param| param.variadic);
        if required(params.iter()) <= count && (count <= params.len() || is_open) {
            return true;
        }
        let report = Report::new(
            Code::ArgumentCount,
            handler.value.span,
            format!("a handler of this event is called with {wanted}"),
        )
        .label(format!("takes {}", counted(params.len(), "argument")))
        .also(name.span, "added here")
        .help("what it needs besides it can capture: `() -> act(x)`");
        self.report(report);
        false
    }

    /// `display.imshow(…)` and the like: the builtin, which shows in the display. Its arguments are computed before it is known where.
    pub(super) fn display_method(
        &mut self,
        f: &mut BodyState<'a>,
        base: &Expr,
        name: ast::Ident,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Option<Expr> {
        if prefix_of(&base.ty).as_deref() != Some("qdisplay") {
            return None;
        }
        let text = self.text(name.name);
        let row = DISPLAY_METHODS.iter().find(|(method, _)| *method == text)?;
        let mut call = self.call_builtin_on(f, row.1, Vec::new(), args, span);
        let mut stmts = self.events(f, span).into_iter().collect::<Vec<_>>();
        let base = f.held_part(base.clone(), &mut stmts);
        if let ExprKind::Builtin(_, values) = &mut call.kind {
            for value in values {
                *value = f.held_part(value.clone(), &mut stmts);
            }
        }
        let number = Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Field(Box::new(base), 0),
        };
        let target = Expr {
            ty: Type::Void,
            span,
            kind: ExprKind::Builtin(Builtin::FormTarget, vec![number]),
        };
        stmts.push(Stmt {
            span,
            kind: StmtKind::Expr(target),
        });
        Some(behind(stmts, call))
    }

    /// The statement that runs the handlers, where the program has forms.
    fn events(&mut self, f: &mut BodyState<'a>, span: Span) -> Option<Stmt> {
        let def = self.definitions.library_function(HANDLE_EVENTS)?;
        let call = self.call_def(f, Callee::function(def), Vec::new(), span);
        Some(Stmt {
            span,
            kind: StmtKind::Expr(call),
        })
    }

    /// A call of a builtin that shows something or waits, with the handlers of events before it.
    pub(super) fn with_events(&mut self, f: &mut BodyState<'a>, call: Expr, span: Span) -> Expr {
        let ExprKind::Builtin(builtin, _) = &call.kind else {
            return call;
        };
        let shows = match builtin {
            Builtin::Imshow | Builtin::Plot | Builtin::Scatter | Builtin::Hold => true,
            Builtin::Pause => {
                let ExprKind::Builtin(_, values) = call.kind.clone() else {
                    unreachable!("it is one");
                };
                let Some(def) = self.definitions.library_function(PAUSE) else {
                    return call;
                };
                let values = values.into_iter().map(|value| Argument::new(None, value));
                let values = values.collect();
                return self.call_def(f, Callee::function(def), values, span);
            }
            _ => false,
        };
        if !shows {
            return call;
        }
        match self.events(f, span) {
            Some(events) => behind(vec![events], call),
            None => call,
        }
    }
}

impl<'a> Definitions<'a> {
    /// The functions of a handle with that name.
    pub(super) fn handle_functions(&self, ty: &Type, kind: &str, name: Symbol) -> Vec<DefId> {
        let Some(prefix) = prefix_of(ty) else {
            return Vec::new();
        };
        let name = format!("{prefix}_{kind}{}", self.text(name));
        let found = self.names.find(&name);
        let defs = found.and_then(|name| self.functions.get(&name));
        defs.cloned().unwrap_or_default()
    }

    fn library_function(&self, name: &str) -> Option<DefId> {
        let name = self.names.find(name)?;
        self.functions.get(&name)?.first().copied()
    }
}

impl<'a> DefinedTypes<'a> {
    /// Whether the value is no handle, or the member is one of its fields: they are found as those of all classes.
    fn is_other_member(&self, ty: &Type, name: ast::Ident) -> bool {
        match ty {
            Type::Class(class) => {
                prefix_of(ty).is_none() || self.find_field(class, name.name).is_some()
            }
            _ => true,
        }
    }
}

/// An expression behind statements.
fn behind(stmts: Vec<Stmt>, value: Expr) -> Expr {
    Expr {
        ty: value.ty.clone(),
        span: value.span,
        kind: ExprKind::Sequence(stmts, Box::new(value)),
    }
}

/// What the names of the functions of a handle begin with.
fn prefix_of(ty: &Type) -> Option<String> {
    match ty {
        Type::Int => Some("figure".to_string()),
        Type::Class(class) => {
            let name = HANDLES.iter().find(|name| **name == &*class.name)?;
            Some((*name).to_string())
        }
        _ => None,
    }
}

/// Whether a value is a handle of a class.
pub(super) fn is_handle(ty: &Type) -> bool {
    matches!(ty, Type::Class(_)) && prefix_of(ty).is_some()
}
