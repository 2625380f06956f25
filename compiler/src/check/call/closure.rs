//! Functions as values: named functions, nested functions, lambdas, with what they capture.
//!
//! *Invariant:* the same definition with captures of the same types, among the same generic types, is one closure type.

use std::collections::BTreeMap;

use crate::base::{Span, Symbol};
use crate::check::environment::{Binding, Nested, Variable};
use crate::check::{Checker, ClosureData, DefId, Frame, Signature};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind};
use crate::syntax::ast;
use crate::types::{ClosureId, Type};

impl<'a> Checker<'a> {
    /// A named function as a value.
    pub(in crate::check) fn function_value(&mut self, name: Symbol, span: Span) -> Option<Expr> {
        let defs = self.functions.get(&name)?;
        let def = defs[0];
        let closure = self.closure(ClosureData {
            def,
            captures: Vec::new(),
            types: Vec::new(),
        });
        Some(Expr {
            ty: Type::Closure(closure),
            span,
            kind: ExprKind::MakeClosure(closure, Vec::new()),
        })
    }

    pub(in crate::check) fn closure(&mut self, data: ClosureData) -> ClosureId {
        if let Some(id) = self.closure_ids.get(&data) {
            return *id;
        }
        let id = self.closures.push(data.clone());
        self.closure_ids.insert(data, id);
        id
    }

    /// A lambda where it is evaluated: it captures what it reads now.
    pub(in crate::check) fn lambda(
        &mut self,
        f: &mut Frame<'a>,
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
        self.check_lambda_body(&lambda.body);
        let def = self.define_lambda(lambda, span, signature);
        self.capture(f, def, &BTreeMap::new(), span)
    }

    /// Statements within a lambda have no blocks of their own.
    fn check_lambda_body(&mut self, body: &ast::Expr) {
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
            self.report(
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

    /// The value of a nested function where its name is evaluated.
    pub(in crate::check) fn nested_value(
        &mut self,
        f: &mut Frame<'a>,
        nested: &Nested,
        span: Span,
    ) -> Expr {
        self.capture(f, nested.def, &nested.snapshot, span)
    }

    /// Whether all values of a type are made by one definition.
    fn is_closure_of(&self, ty: &Type, def: DefId) -> bool {
        matches!(ty, Type::Closure(closure) if self.closures[*closure].def == def)
    }

    /// A function value: what it reads from outside, from the snapshot of its definition or as it is now.
    fn capture(
        &mut self,
        f: &mut Frame<'a>,
        def: DefId,
        snapshot: &BTreeMap<Symbol, Variable>,
        span: Span,
    ) -> Expr {
        let free = self.defs[def].free.clone();
        let mut captures = Vec::new();
        let mut values = Vec::new();
        for name in free {
            let binding = match snapshot.get(&name) {
                Some(variable) => Some(Binding::Variable(variable.clone())),
                None => f.env.names.get(&name).cloned(),
            };
            let value = match binding {
                // The same lambda, kept from the round before of a loop.
                Some(Binding::Variable(variable))
                    if self.defs[def].own_name == Some(name)
                        && self.is_closure_of(&variable.ty, def) =>
                {
                    continue;
                }
                Some(Binding::Variable(variable)) => self.read_variable(name, &variable, span),
                Some(Binding::Nested(nested)) if nested.def != def => {
                    self.nested_value(f, &nested, span)
                }
                Some(Binding::Nested(_) | Binding::Conflict { .. }) | None => continue,
            };
            captures.push((name, value.ty.clone()));
            values.push(value);
        }
        self.note_reassigned(f, def);
        self.defs[def].outer_types = f.generic_types.clone();
        let types = f.generic_types.clone().into_iter().collect();
        let closure = self.closure(ClosureData {
            def,
            captures,
            types,
        });
        Expr {
            ty: Type::Closure(closure),
            span,
            kind: ExprKind::MakeClosure(closure, values),
        }
    }
}
