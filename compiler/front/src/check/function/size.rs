//! Sizes of parameters that are known only when running: `f[N](x : vec(N), z : vec(2*N))` for arrays of unknown lengths.
//!
//! Such an `N` is a variable of the instance, computed from the first argument that gives it; sizes that mention it, or
//! another parameter, are compared at the start of the function.
//!
//! *Invariant:* behind the start of a function its arguments have the sizes that its header says.

use std::collections::BTreeSet;

use crate::base::{Span, Symbol};
use crate::builtins::Builtin;
use crate::check::annotation::linear;
use crate::check::environment::{Slot, Variable};
use crate::check::trees::int;
use crate::check::{BodyState, Checker, Def, DefSource, InstanceKey};
use crate::hir::{BinaryOp, Conversion, Expr, ExprKind, Space, Stmt, StmtKind, Var};
use crate::resolve::names::reads;
use crate::syntax::ast::{self, TypeKind};
use crate::syntax::print::print_compact;
use crate::types::{ArrayType, Size, Type};

/// One written size of a parameter.
#[derive(Clone, Copy)]
struct Written<'a> {
    param: &'a ast::Param,
    /// Which one, from 0.
    dim: usize,
    size: &'a ast::Expr,
}

impl<'a> Checker<'a> {
    /// Generic sizes that the key does not know, and the checks of sizes that only the running program can do.
    pub(super) fn bind_late_sizes(
        &mut self,
        f: &mut BodyState<'a>,
        key: &InstanceKey,
        def: &Def<'a>,
        body: &mut Vec<Stmt>,
    ) {
        let DefSource::Function(function) = def.source else {
            return;
        };
        if f.space == Space::Kernel {
            return;
        }
        let written = f.written_sizes(&function.params);
        let mut late: BTreeSet<Symbol> = function
            .params
            .iter()
            .map(|param| param.name.name)
            .collect();
        let mut defined = Vec::new();
        for generic in &function.generics {
            let name = generic.name.name;
            let known = key.generics.iter().any(|(known, _)| *known == name);
            if known || f.generics.types.contains_key(&name) {
                continue;
            }
            let gives = |written: &&Written<'a>| {
                linear(written.size, name).is_some_and(|(factor, _)| factor != 0)
            };
            if let Some(giver) = written.iter().find(gives).copied() {
                self.bind_late_size(f, generic.name, giver, body);
                late.insert(name);
                defined.push((giver.param.name.name, giver.dim, name));
            }
        }
        for one in written {
            let plain = |(param, dim, name): &(Symbol, usize, Symbol)| {
                *param == one.param.name.name
                    && *dim == one.dim
                    && linear(one.size, *name).is_some_and(|(factor, _)| factor == 1)
            };
            if late.iter().any(|name| reads(one.size, *name)) && !defined.iter().any(plain) {
                self.check_late_size(f, def, one, body);
            }
        }
    }

    /// `N` from the extent that is `factor*N + rest`.
    fn bind_late_size(
        &mut self,
        f: &mut BodyState<'a>,
        name: ast::Ident,
        giver: Written<'a>,
        body: &mut Vec<Stmt>,
    ) {
        let span = giver.size.span;
        let Some((factor, rest)) = linear(giver.size, name.name) else {
            return;
        };
        let extent = f.extent_of(giver);
        let known = self.known_size(f, &extent);
        let slot = Slot::Var(f.vars.push(Var {
            name: self.text(name.name).to_string(),
            ty: Type::Int,
            span,
        }));
        let difference = binary(BinaryOp::Sub, extent, int(rest, span));
        let value = quotient(difference, factor);
        body.push(Stmt::set(slot.target(), value, span));
        let variable = Variable::local(slot, Type::Int, span);
        f.env.bind(
            name.name,
            Variable {
                constant: true,
                ..variable
            },
        );
        if factor == 1 && rest == 0 && known != Size::Open {
            f.env.known.insert(slot, known);
        }
    }

    /// An error at the start of the function unless an extent is what is written.
    fn check_late_size(
        &mut self,
        f: &mut BodyState<'a>,
        def: &Def<'a>,
        written: Written<'a>,
        body: &mut Vec<Stmt>,
    ) {
        let span = written.size.span;
        let before = self.reports.len();
        let wanted = self.expr(f, written.size);
        if wanted.ty != Type::Int {
            // What is no int is no size; names that nobody defines were never read here.
            self.reports.truncate(before);
            return;
        }
        let extent = f.extent_of(written);
        let (given, needed) = (self.known_size(f, &extent), self.known_size(f, &wanted));
        if given == needed && given != Size::Open {
            return;
        }
        let message = self.late_message(f, def, written, &extent, &wanted);
        let raise = Stmt {
            span,
            kind: StmtKind::Error(message),
        };
        let kind = StmtKind::If {
            cond: binary(BinaryOp::Ne, extent, wanted),
            then: vec![raise],
            otherwise: Vec::new(),
        };
        body.push(Stmt { span, kind });
    }

    /// What is wrong; in device functions, whose messages are constant, without the numbers.
    fn late_message(
        &self,
        f: &BodyState<'a>,
        def: &Def<'a>,
        written: Written<'a>,
        extent: &Expr,
        wanted: &Expr,
    ) -> Expr {
        let span = written.size.span;
        let (name, size) = (
            self.text(written.param.name.name),
            print_compact(written.size, self.definitions.names),
        );
        let place = match written.dim {
            0 => "extent".to_string(),
            dim => format!("extent in dimension {dim}"),
        };
        let start = format!("'{}': the {place} of '{name}' is ", def.name);
        if f.space != Space::Host {
            return text(format!("{start}not {size}"), span);
        }
        let wrong = concat(text(start, span), number(extent));
        let wanted = concat(text(format!(", not {size} = "), span), number(wanted));
        concat(wrong, wanted)
    }
}

impl<'a> BodyState<'a> {
    /// The sizes that are written for parameters which have an argument.
    fn written_sizes(&self, params: &'a [ast::Param]) -> Vec<Written<'a>> {
        let mut written = Vec::new();
        for param in params {
            let variable = self.env.variable(param.name.name);
            let array = variable.is_some_and(|variable| variable.ty.as_array().is_some());
            let Some(annotation) = param.ty.as_ref().filter(|_| array && !param.variadic) else {
                continue;
            };
            if let TypeKind::Named(named) = &annotation.kind {
                let sizes = named.sizes.iter().flatten().enumerate();
                written.extend(sizes.map(|(dim, size)| Written { param, dim, size }));
            }
        }
        written
    }

    /// The extent of an argument that a written size is about.
    fn extent_of(&self, written: Written<'a>) -> Expr {
        let span = written.size.span;
        let Some(variable) = self.env.variable(written.param.name.name) else {
            return int(0, span);
        };
        let array = variable.slot.read(variable.ty.clone(), span);
        let vector = variable.ty.as_array().and_then(ArrayType::rank) == Some(1);
        let kind = match vector {
            true => ExprKind::Builtin(Builtin::Numel, vec![array]),
            false => ExprKind::Builtin(Builtin::Size, vec![array, int(written.dim as i32, span)]),
        };
        let ty = Type::Int;
        Expr { ty, span, kind }
    }
}

/// `value/factor` of ints, toward zero: the second step mends what the first one rounds.
fn quotient(value: Expr, factor: i32) -> Expr {
    if factor == 1 {
        return value;
    }
    let span = value.span;
    let about = |value: Expr| {
        let scalar = |inner: Expr| Expr {
            ty: Type::Scalar,
            span,
            kind: ExprKind::Convert(Conversion::Implicit, Box::new(inner)),
        };
        let ratio = Expr {
            ty: Type::Scalar,
            ..binary(BinaryOp::Div, scalar(value), scalar(int(factor, span)))
        };
        Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Convert(Conversion::Explicit, Box::new(ratio)),
        }
    };
    let first = about(value.clone());
    let product = binary(BinaryOp::Mul, first.clone(), int(factor, span));
    let rest = about(binary(BinaryOp::Sub, value, product));
    binary(BinaryOp::Add, first, rest)
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr {
        ty: Type::Int,
        span: left.span,
        kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
    }
}

fn text(text: String, span: Span) -> Expr {
    Expr {
        ty: Type::String,
        span,
        kind: ExprKind::String(text),
    }
}

fn number(value: &Expr) -> Expr {
    Expr {
        ty: Type::String,
        span: value.span,
        kind: ExprKind::Convert(Conversion::Implicit, Box::new(value.clone())),
    }
}

fn concat(left: Expr, right: Expr) -> Expr {
    Expr {
        ty: Type::String,
        span: left.span,
        kind: ExprKind::Concat(Box::new(left), Box::new(right)),
    }
}
