//! Outputs of functions, kernels and lambdas.
//!
//! *Invariant:* wherever a function ends, its outputs are moved to variables of the types that all ends share.

use crate::base::{Span, Symbol};
use crate::check::environment::{Binding, Slot, Variable};
use crate::check::expression::read_checked;
use crate::check::trees::convert_to;
use crate::check::{BodyState, Checker, Def, DefSource};
use crate::diag::{Code, Report};
use crate::hir::{Expr, Space, Stmt, StmtKind, Var, VarId};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, ElemKind, Type, join};

/// An output of the instance being checked.
pub(in crate::check) struct Output<'a> {
    /// None for the values of a lambda.
    pub name: Option<Symbol>,
    pub span: Span,
    pub annotation: Option<&'a ast::TypeExpr>,
    /// The variable that holds the result; made when its type is known.
    pub var: Option<VarId>,
    /// The type as known so far.
    pub ty: Option<Type>,
    /// The type that this walk found.
    pub found: Option<Type>,
}

impl<'a> Checker<'a> {
    pub(super) fn prepare_outputs(
        &mut self,
        f: &mut BodyState<'a>,
        def: &Def<'a>,
        known: &[Option<Type>],
    ) {
        let DefSource::Function(function) = def.source else {
            return;
        };
        for (index, output) in function.outputs.iter().enumerate() {
            let name = output.name;
            let ty = known.get(index).cloned().flatten();
            f.outputs.push(Output {
                name: Some(name.name),
                span: name.span,
                annotation: output.ty.as_ref(),
                var: None,
                ty,
                found: None,
            });
            if f.space == Space::Kernel {
                self.kernel_output(f, index);
            }
        }
    }

    /// A kernel's output is a variable that all positions share; it starts at 0.
    fn kernel_output(&mut self, f: &mut BodyState<'a>, index: usize) {
        let output = &f.outputs[index];
        let (Some(name), span, annotation) = (output.name, output.span, output.annotation) else {
            return;
        };
        let ty = match annotation {
            Some(annotation) => self.annotation(f, annotation, None),
            None => Type::Scalar,
        };
        let vector = |array: &ArrayType| {
            let number = matches!(
                array.elem,
                Elem::Int | Elem::Storage(ElemKind::I64) | Elem::Scalar | Elem::Complex
            );
            number && array.rank() == Some(1) && array.is_small()
        };
        if !ty.is_number() && !ty.as_array().is_some_and(vector) && ty != Type::Error {
            self.report(
                Report::new(
                    Code::KernelOutput,
                    span,
                    format!("a kernel cannot have an output of type `{ty}`"),
                )
                .label("shared by all positions")
                .help("outputs are numbers or vectors of a known length, such as `vec3`; use an array parameter that the kernel writes to"),
            );
        }
        let slot = self.slot(f, name, &ty, span);
        let Slot::Var(var) = slot else { return };
        f.outputs[index].var = Some(var);
        f.outputs[index].found = Some(ty.clone());
        f.env.bind(
            name,
            Variable {
                declared: Some(ty.clone()),
                ..Variable::local(slot, ty, span)
            },
        );
    }

    /// Moves the output variables' values into the results; at the end of a function and before `return`.
    pub(in crate::check) fn finish(
        &mut self,
        f: &mut BodyState<'a>,
        out: &mut Vec<Stmt>,
        span: Span,
    ) {
        if f.space == Space::Kernel {
            return;
        }
        for index in 0..f.outputs.len() {
            let annotation = f.outputs[index].annotation;
            let Some(name) = f.outputs[index].name else {
                continue;
            };
            let value = match f.env.names.get(&name).cloned() {
                // Of several outputs the caller may not want the one that has no value.
                Some(Binding::Variable(variable)) if f.outputs.len() == 1 => {
                    let what = self.output_in_words(f, name);
                    read_checked(&variable, what, span)
                }
                Some(Binding::Variable(variable)) => variable.slot.read(variable.ty.clone(), span),
                Some(Binding::Nested(nested)) => self.nested_value(f, &nested, span),
                Some(Binding::Conflict { .. }) | None => continue,
            };
            self.finish_output(f, index, value, annotation, out, span);
        }
    }

    fn output_in_words(&self, f: &BodyState<'a>, name: Symbol) -> String {
        let name = self.text(name);
        match f.own {
            Some((_, def, _)) => {
                format!("the output '{name}' of '{}'", self.functions.defs[def].name)
            }
            None => format!("the output '{name}'"),
        }
    }

    fn finish_output(
        &mut self,
        f: &mut BodyState<'a>,
        index: usize,
        mut value: Expr,
        annotation: Option<&'a ast::TypeExpr>,
        out: &mut Vec<Stmt>,
        span: Span,
    ) {
        if let Some(annotation) = annotation {
            let declared = self.annotation(f, annotation, Some(&value.ty));
            value = self.coerce(f, value, &declared, "the output");
            let own = f.generics.clone();
            self.check_function_value(f, &own, annotation, &value);
        }
        let output = &f.outputs[index];
        let (known, name) = ([output.found.clone(), output.ty.clone()], output.name);
        let mut ty = value.ty.clone();
        for other in known.iter().flatten() {
            let joined = match f.space {
                Space::Host => self.join_values(&ty, other),
                Space::Device | Space::Kernel => join(&ty, other),
            };
            match joined {
                Some(joined) => ty = joined,
                None => {
                    let (name, other) =
                        (name.map_or("value", |name| self.text(name)), other.clone());
                    self.report(
                        Report::new(
                            Code::NotSupportedYet,
                            span,
                            format!("the output `{name}` is `{ty}` here and `{other}` elsewhere: such outputs are not supported yet"),
                        )
                        .label("a value of another type"),
                    );
                    return;
                }
            }
        }
        if f.outputs[index].var.is_none_or(|var| f.vars[var].ty != ty) {
            let name = format!("$out${}", name.map_or("", |name| self.text(name)));
            let var = f.vars.push(Var {
                name,
                ty: ty.clone(),
                span,
            });
            f.outputs[index].var = Some(var);
        }
        let var = f.outputs[index].var.expect("made above");
        f.outputs[index].found = Some(ty.clone());
        out.push(Stmt::set(
            Slot::Var(var).target(),
            convert_to(value, &ty),
            span,
        ));
    }

    pub(super) fn lambda_body(
        &mut self,
        f: &mut BodyState<'a>,
        def: &Def<'a>,
        lambda: &'a ast::Lambda,
        body: &mut Vec<Stmt>,
    ) {
        let span = lambda.body.span;
        let values: Vec<Expr> = match &lambda.body.kind {
            ast::ExprKind::Cell(items) => items.iter().map(|item| self.expr(f, item)).collect(),
            ast::ExprKind::Assign(assign) => {
                self.assign_statement(f, assign, span, body);
                Vec::new()
            }
            ast::ExprKind::Block(block) => self.lambda_block(f, block, body),
            _ => {
                let value = self.expr_or_void(f, &lambda.body);
                vec![value]
            }
        };
        let signature = def.signature.clone();
        for (index, value) in values.into_iter().enumerate() {
            if matches!(value.ty, Type::Void | Type::Tuple(_)) {
                body.push(Stmt {
                    span,
                    kind: StmtKind::Expr(value),
                });
                continue;
            }
            let value = match signature
                .as_ref()
                .and_then(|signature| signature.outputs.get(index))
            {
                Some(ty) => self.coerce(f, value, &ty.clone(), "the lambda's value"),
                None => value,
            };
            let ty = value.ty.clone();
            let var = f.vars.push(Var {
                name: format!("$out{index}"),
                ty: ty.clone(),
                span,
            });
            body.push(Stmt::set(Slot::Var(var).target(), value, span));
            f.outputs.push(Output {
                name: None,
                span,
                annotation: None,
                var: Some(var),
                ty: None,
                found: Some(ty),
            });
        }
    }

    fn lambda_block(
        &mut self,
        f: &mut BodyState<'a>,
        block: &'a ast::Block,
        body: &mut Vec<Stmt>,
    ) -> Vec<Expr> {
        let Some((last, rest)) = block.stmts.split_last() else {
            return Vec::new();
        };
        for stmt in rest {
            self.statement(f, stmt, body);
        }
        match &last.kind {
            ast::StmtKind::Expr(value) => vec![self.expr_or_void(f, value)],
            _ => {
                self.statement(f, last, body);
                Vec::new()
            }
        }
    }

    /// A call's view of an output type: named sizes of the callee mean nothing outside.
    pub(in crate::check) fn outside(&mut self, ty: &Type) -> Type {
        self.with_symbols(ty)
    }
}
