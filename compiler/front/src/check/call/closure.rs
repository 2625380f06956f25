//! Functions as values: named functions, nested functions, lambdas, with what they capture.
//!
//! *Invariant:* the same definition with captures of the same types, among the same generic types, is one closure type.

use std::collections::BTreeMap;

use crate::base::{Span, Symbol};
use crate::check::definitions::space_of;
use crate::check::environment::{Binding, Nested, Variable};
use crate::check::extent::Extent;
use crate::check::functions::Functions;
use crate::check::trees::error;
use crate::check::{BodyState, Checker, ClosureData, DefId, Reports, Signature};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Space};
use crate::syntax::ast;
use crate::types::{Size, Type};

use super::arguments::Argument;

/// How deep functions may lie in those that capture them, on a whole stack: as deep as they may call each other.
const DEEPEST_CAPTURES: usize = 3000;

impl<'a> Checker<'a> {
    /// A named function as a value: the one of that name, or of a host and a device function with one header that of this place.
    pub(in crate::check) fn function_value(
        &mut self,
        f: &BodyState<'a>,
        name: Symbol,
        span: Span,
    ) -> Option<Expr> {
        let defs = self.definitions.functions.get(&name)?.clone();
        let mut here = defs.clone();
        if f.space == Space::Host {
            here.retain(|def| !self.functions.has_host_twin(*def, &defs));
        } else {
            here.retain(|def| self.functions.defs[*def].space == Space::Device);
        }
        Some(match (&here[..], &defs[..]) {
            ([one], _) | ([], [one, ..]) => self.functions.value_of(*one, span),
            _ => self.report_several(name, &here, span),
        })
    }

    /// A name of several functions where one value is needed.
    fn report_several(&mut self, name: Symbol, defs: &[DefId], span: Span) -> Expr {
        let text = self.text(name);
        let message = format!("`{text}` is the name of {} functions", defs.len());
        let mut report = Report::new(Code::NoOverload, span, message)
            .label("which of them?")
            .help(format!(
                "write a lambda, whose call chooses: `x -> {text}(x)`, or declare the type: `g : [scalar -> scalar] = {text}`"
            ));
        for def in defs {
            report = report.also(self.functions.defs[*def].span, "one of them");
        }
        self.report(report);
        error(span)
    }

    /// The function of several of one name whose parameters take the inputs of a written function type; none where the value
    /// is no such name.
    pub(in crate::check) fn overload_for(
        &mut self,
        f: &mut BodyState<'a>,
        value: &ast::Expr,
        annotation: &ast::TypeExpr,
        signature: &Signature,
    ) -> Option<Expr> {
        let mut defs = self.overloads_named(f, value)?;
        if let ast::TypeKind::Function(function) = &annotation.kind
            && let Some(qualifier) = function.qualifier
        {
            let space = space_of(Some(qualifier));
            defs.retain(|def| self.functions.defs[*def].space == space);
        }
        let input = |ty: &Type| Expr {
            ty: ty.clone(),
            span: value.span,
            kind: ExprKind::Int(0),
        };
        let inputs = signature.inputs.iter();
        let inputs: Vec<Argument> = inputs.map(|ty| Argument::new(None, input(ty))).collect();
        let def = self.best_overload(f, &defs, &inputs)?;
        Some(self.functions.value_of(def, value.span))
    }

    /// The only kernel among several functions of one name, for a launch; none where the value is no such name.
    pub(in crate::check) fn kernel_named(
        &mut self,
        f: &BodyState<'a>,
        value: &ast::Expr,
    ) -> Option<Expr> {
        let mut defs = self.overloads_named(f, value)?;
        defs.retain(|def| self.functions.defs[*def].space == Space::Kernel);
        match &defs[..] {
            [kernel] => Some(self.functions.value_of(*kernel, value.span)),
            _ => None,
        }
    }

    /// The definitions of a name that has several, unless a variable hides them.
    fn overloads_named(&self, f: &BodyState<'a>, value: &ast::Expr) -> Option<Vec<DefId>> {
        let name = value.as_name()?.name;
        if self.lookup(f, name).is_some() {
            return None;
        }
        let defs = self.definitions.functions.get(&name)?;
        (defs.len() > 1).then(|| defs.clone())
    }

    /// A lambda where it is evaluated: it captures what it reads now.
    pub(in crate::check) fn lambda(
        &mut self,
        f: &mut BodyState<'a>,
        lambda: &'a ast::Lambda,
        span: Span,
        signature: Option<Signature>,
    ) -> Expr {
        for param in &lambda.params {
            if let Some(default) = &param.default {
                self.report(
                    Report::new(
                        Code::LambdaRestriction,
                        default.span,
                        "a lambda has no optional parameters",
                    )
                    .label("a default value")
                    .help("write a `function`"),
                );
            }
        }
        check_lambda_body(&mut self.reports, &lambda.body);
        let def = self.functions.define_lambda(lambda, span, signature);
        self.capture(f, def, &BTreeMap::new(), span)
    }

    /// The value of a nested function where its name is evaluated.
    pub(in crate::check) fn nested_value(
        &mut self,
        f: &mut BodyState<'a>,
        nested: &Nested,
        span: Span,
    ) -> Expr {
        self.capture(f, nested.def, &nested.snapshot, span)
    }

    /// A function value: what it reads from outside, from the snapshot of its definition or as it is now.
    fn capture(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        snapshot: &BTreeMap<Symbol, Variable>,
        span: Span,
    ) -> Expr {
        let free = self.functions.defs[def].free.clone();
        let (mut captures, mut known) = (Vec::new(), Vec::new());
        let mut values = Vec::new();
        for name in free {
            let binding = match snapshot.get(&name) {
                Some(variable) => Some(Binding::Variable(variable.clone())),
                None => f.env.names.get(&name).cloned(),
            };
            let value = match binding {
                // The same lambda, kept from the iteration before of a loop.
                Some(Binding::Variable(variable))
                    if self.functions.defs[def].own_name == Some(name)
                        && self.functions.is_closure_of(&variable.ty, def) =>
                {
                    continue;
                }
                Some(Binding::Variable(variable)) => {
                    known.extend(known_generic(f, name, &variable));
                    self.definitions.read_variable(name, &variable, span)
                }
                Some(Binding::Nested(nested)) if nested.def != def => {
                    self.nested_value(f, &nested, span)
                }
                Some(Binding::Nested(_) | Binding::Conflict { .. }) | None => continue,
            };
            captures.push((name, value.ty.clone()));
            values.push(value);
        }
        self.note_reassigned(f, def);
        self.functions.defs[def].outer_types = f.generics.types.clone();
        let types = f.generics.types.clone().into_iter().collect();
        let inner = values.iter().map(|value| self.extent_of(&value.ty));
        let extent = Extent::around(inner);
        if !extent.is_within(DEEPEST_CAPTURES) {
            self.report_large_function(span);
            return error(span);
        }
        let closure = self.functions.closure(ClosureData {
            def,
            captures,
            known,
            types,
            extent,
        });
        Expr {
            ty: Type::Closure(closure),
            span,
            kind: ExprKind::MakeClosure(closure, values),
        }
    }
}

impl<'a> Functions<'a> {
    /// The value of a top-level function.
    fn value_of(&mut self, def: DefId, span: Span) -> Expr {
        let closure = self.closure(ClosureData::of_function(def));
        Expr {
            ty: Type::Closure(closure),
            span,
            kind: ExprKind::MakeClosure(closure, Vec::new()),
        }
    }

    /// Whether a device function has the parameters of a host function, which host code means then.
    fn has_host_twin(&self, def: DefId, defs: &[DefId]) -> bool {
        let twin = |other: &DefId| {
            self.defs[*other].space == Space::Host && self.same_parameters(*other, def)
        };
        self.defs[def].space == Space::Device && defs.iter().any(twin)
    }

    /// Whether all values of a type are made by one definition.
    fn is_closure_of(&self, ty: &Type, def: DefId) -> bool {
        matches!(ty, Type::Closure(closure) if self.closures[*closure].def == def)
    }
}

/// The value of a captured generic size, or of a parameter that the instance is made for one value of.
fn known_generic(f: &BodyState<'_>, name: Symbol, variable: &Variable) -> Option<(Symbol, i32)> {
    let known = f
        .env
        .known
        .get(&variable.slot)
        .filter(|_| variable.constant)?;
    match known {
        Size::Known(value) => Some((name, *value)),
        Size::Symbol(_) | Size::Open => None,
    }
}

/// Statements within a lambda have no blocks of their own.
fn check_lambda_body(reports: &mut Reports, body: &ast::Expr) {
    let ast::ExprKind::Block(block) = &body.kind else {
        return;
    };
    for stmt in &block.stmts {
        let what = match &stmt.kind {
            ast::StmtKind::Function(_) => "nested functions",
            ast::StmtKind::If(_)
            | ast::StmtKind::For(_)
            | ast::StmtKind::While(_)
            | ast::StmtKind::Repeat(_)
            | ast::StmtKind::Match(_)
            | ast::StmtKind::Try(_) => "control structures",
            _ => continue,
        };
        reports.push(
            Report::new(
                Code::LambdaRestriction,
                stmt.span,
                format!("a lambda has no {what}"),
            )
            .label("not within a lambda")
            .help("write a `function`"),
        );
    }
}
