//! Expressions: names, literals, operators.
//!
//! *Invariant:* the operands of an operator in the typed tree have one element type; conversions stand where they happen.

use crate::base::{Span, Symbol};
use crate::builtins::groups::group_parameter;
use crate::diag::{self, Code, Place, Report, instead};
use crate::hir::{Expr, ExprKind, Space, Stmt, StmtKind};
use crate::syntax::ast;
use crate::types::Type;

use super::definitions::Definitions;
use super::environment::{Binding, Slot, Variable};
use super::trees::{
    convert_to, error, int, int_literal, misplaced, type_as_value, unsupported_expr,
};
use super::{BodyState, Checker};

/// What stands before elements of an array are stored.
fn missing_array(name: &str) -> String {
    format!(
        "make the array first, `{name} = zeros(n)`; a vector gets longer by `{name} = append({name}, v)`, from `{name} = []` on"
    )
}

impl<'a> Checker<'a> {
    /// The value of an expression; a report when it has none.
    pub(super) fn expr(&mut self, f: &mut BodyState<'a>, e: &'a ast::Expr) -> Expr {
        let value = self.expr_or_void(f, e);
        self.with_value(f, value, e)
    }

    /// The value of an expression that was found to be `value`; a report when it has none.
    fn with_value(&mut self, f: &mut BodyState<'a>, value: Expr, e: &'a ast::Expr) -> Expr {
        match value.ty {
            Type::Void => {
                self.report_no_value(e);
                error(e.span)
            }
            Type::Tuple(ref parts) if !parts.is_empty() => f.first_of(value),
            _ => value,
        }
    }

    /// Something without a value stands where one is needed.
    pub(super) fn report_no_value(&mut self, e: &ast::Expr) {
        let called = match &e.kind {
            ast::ExprKind::Call(call) => call.callee.as_name(),
            _ => None,
        };
        let what = called.map_or("this".to_string(), |name| {
            format!("`{}`", self.text(name.name))
        });
        // What a library's own call would give shows how, where there is such a call.
        let timer = called.is_some_and(|name| matches!(self.text(name.name), "tic" | "toc"));
        let help = match timer {
            true => "`t = toc(\"\")` gives the milliseconds since the last `tic()`",
            false => "a function gives what its outputs hold: `function y = f(x)`",
        };
        self.report(
            Report::new(Code::NoValue, e.span, format!("{what} gives no value"))
                .label("a value is needed here")
                .help(help),
        );
    }

    /// The value of an expression, of type `Void` when it has none, a tuple for a call with several outputs. Reductions rewrite
    /// the expression first, as a whole.
    pub(super) fn expr_or_void(&mut self, f: &mut BodyState<'a>, e: &'a ast::Expr) -> Expr {
        if f.settled {
            return self.expr_as_it_is(f, e);
        }
        let Some(reduced) = self.rewrite(f, e) else {
            return error(e.span);
        };
        f.settled = true;
        let value = self.expr_as_it_is(f, reduced);
        f.settled = false;
        self.assert_told(&value);
        value
    }

    /// An expression with the error type has a report; without one it would vanish from the program. Only what nobody knows yet
    /// has it too: outputs of functions that call themselves, elements of cells before all stores are found, what is tried out.
    fn assert_told(&self, value: &Expr) {
        let unknown_yet = self.untyped_parameters
            || self.mistaken
            || self.instances.any_recursive()
            || self.cells.grown
            || self.cells.empty_read
            || self.is_speculating();
        let told = unknown_yet
            || diag::has_errors(&self.reports)
            || diag::has_errors(&self.definition_reports);
        debug_assert!(
            value.ty != Type::Error || told,
            "an error type without a report: {value:?}"
        );
    }

    fn expr_as_it_is(&mut self, f: &mut BodyState<'a>, e: &'a ast::Expr) -> Expr {
        let span = e.span;
        match &e.kind {
            ast::ExprKind::Error => error(span),
            ast::ExprKind::Int(value) => {
                self.keep_whole(*value, span);
                int_literal(*value, span)
            }
            ast::ExprKind::Scalar(value) => Expr {
                ty: Type::Scalar,
                span,
                kind: ExprKind::Scalar(*value),
            },
            ast::ExprKind::Imaginary(value) => Expr {
                ty: Type::Complex,
                span,
                kind: ExprKind::Complex(0.0, *value),
            },
            ast::ExprKind::String(text) => Expr {
                ty: Type::String,
                span,
                kind: ExprKind::String(text.to_string()),
            },
            ast::ExprKind::Bool(value) => int(i32::from(*value), span),
            ast::ExprKind::Null => {
                self.null_pointer = Some(span);
                Expr {
                    ty: Type::Null,
                    span,
                    kind: ExprKind::Null,
                }
            }
            ast::ExprKind::Name(name) => self.name(f, *name, span),
            ast::ExprKind::Meta(name) => self.meta(*name, span),
            ast::ExprKind::All => misplaced(
                &mut self.reports,
                span,
                "`:` selects a whole dimension and stands only in an index",
            ),
            ast::ExprKind::Spread(_) => misplaced(
                &mut self.reports,
                span,
                "`...` unpacks a vector and stands only in an index, an argument list or a literal",
            ),
            ast::ExprKind::Range(range) => self.range(f, range, span),
            ast::ExprKind::Vector(items) => self.vector(f, items, span),
            ast::ExprKind::Cell(items) => self.cell(f, items, span),
            ast::ExprKind::Unary(op, operand) => self.unary(f, *op, operand, span),
            ast::ExprKind::Binary(binary) => self.binary(f, binary, span),
            ast::ExprKind::Conditional(conditional) => self.conditional(f, conditional, span),
            ast::ExprKind::Call(call) => self.call(f, call, span),
            ast::ExprKind::Index(index) => self.index(f, index, span),
            ast::ExprKind::Member(member) => self.member(f, member, span),
            ast::ExprKind::Lambda(lambda) => self.lambda(f, lambda, span, None),
            ast::ExprKind::Assign(assign) => self.assign_expr(f, assign, span),
            ast::ExprKind::Exchange(exchange) => self.exchange(f, exchange, span),
            ast::ExprKind::Block(block) => self.sequence(f, block, span),
            ast::ExprKind::Type(ty) => match &ty.kind {
                ast::TypeKind::Named(named) if self.lookup(f, named.name.name).is_some() => {
                    self.braces_as_index(named.name, span)
                }
                _ => type_as_value(&mut self.reports, span),
            },
        }
    }

    /// `c{1}` of a variable.
    fn braces_as_index(&mut self, name: ast::Ident, span: Span) -> Expr {
        let text = self.text(name.name);
        let message = format!("`{text}` is a variable: braces behind it have no meaning");
        self.report(
            Report::new(Code::TypeAsValue, span, message)
                .label("reads like a type")
                .help(format!(
                    "elements are read with brackets, counted from 0: `{text}[0]`, of cells too"
                )),
        );
        error(span)
    }

    // ------------------------------------------------------------------------------------------------------- names

    pub(super) fn name(&mut self, f: &mut BodyState<'a>, name: Symbol, span: Span) -> Expr {
        if let Some(binding) = self.lookup(f, name) {
            return self.read_binding(f, name, binding, span);
        }
        if let Some(value) = self.symbolic_value(f, name, span) {
            return value;
        }
        if let Some(value) = self.function_value(f, name, span) {
            return value;
        }
        if let Some(value) =
            super::constant::constant(self.text(name), self.definitions.options.double)
        {
            return Expr {
                ty: Type::Scalar,
                span,
                kind: ExprKind::Scalar(value),
            };
        }
        if super::annotation::names::is_type_name(self.text(name))
            || self.definitions.type_defs.contains_key(&name)
        {
            return type_as_value(&mut self.reports, span);
        }
        self.unknown_name(f, name, span)
    }

    /// The binding of a name: of this function, or a top-level variable.
    pub(super) fn lookup(&self, f: &BodyState<'a>, name: Symbol) -> Option<Binding> {
        if let Some(binding) = f.env.names.get(&name) {
            return Some(binding.clone());
        }
        if f.script {
            return None;
        }
        if let Some((_, def, _)) = f.own
            && let Some(variable) = self.functions.defs[def].snapshot.get(&name)
        {
            return Some(Binding::Variable(variable.clone()));
        }
        match self.script.names.get(&name) {
            Some(Binding::Variable(variable)) if matches!(variable.slot, Slot::Global(_)) => {
                Some(Binding::Variable(Variable {
                    captured: true,
                    ..variable.clone()
                }))
            }
            Some(Binding::Variable(_) | Binding::Nested(_) | Binding::Conflict { .. }) | None => {
                None
            }
        }
    }

    pub(super) fn read_binding(
        &mut self,
        f: &mut BodyState<'a>,
        name: Symbol,
        binding: Binding,
        span: Span,
    ) -> Expr {
        match binding {
            Binding::Variable(variable) => self.definitions.read_variable(name, &variable, span),
            Binding::Nested(nested) => self.nested_value(f, &nested, span),
            Binding::Conflict { types } => {
                let text = self.text(name);
                let message = format!("`{text}` holds a `{}` or a `{}` here", types.0, types.1);
                let report = match f.space {
                    Space::Host => Report::new(
                        Code::NotSupportedYet,
                        span,
                        format!("{message}: variables of such types are not supported yet"),
                    ),
                    Space::Device | Space::Kernel => Report::new(Code::HostOnly, span, message),
                };
                self.report(
                    report
                        .label("its type depends on the path taken")
                        .help("use two variables"),
                );
                error(span)
            }
        }
    }

    pub(super) fn unknown_name(&mut self, f: &BodyState<'a>, name: Symbol, span: Span) -> Expr {
        let text = self.text(name);
        if crate::builtins::find(text).is_some() {
            self.report(
                Report::new(
                    Code::FunctionAsValue,
                    span,
                    format!("`{text}` is a function; it is called with parentheses"),
                )
                .label("not a value")
                .maybe_help(instead(Place::Infix, text))
                .help(format!("as a function value write `x -> {text}(x)`")),
            );
            return error(span);
        }
        let candidates = f
            .env
            .names
            .keys()
            .chain(self.definitions.functions.keys())
            .chain(self.definitions.type_defs.keys())
            .map(|symbol| self.text(*symbol))
            .chain(crate::builtins::ROWS.iter().map(|row| row.name))
            .chain(super::constant::CONSTANTS.iter().map(|(name, ..)| *name));
        let report = Report::new(Code::UnknownName, span, format!("unknown name `{text}`"));
        // A name that one function uses in several places is one mistake; where there are more than anybody reads, the last of them are looked at.
        let said = self.reports.iter().skip(f.first_report);
        let mut said = said.rev().take(super::MOST_SUGGESTED);
        if !said.any(|earlier| earlier.message == report.message) {
            let of_kernels = group_parameter(text)
                .map(|_| format!("a kernel gets it as a parameter: `{text} : thread_block`"))
                .or_else(|| position_parameter(f, text));
            let kept = self.definitions.modules.hidden.get(&name).cloned();
            let help = of_kernels
                .or(kept)
                .or_else(|| instead(Place::Value, text))
                .or_else(|| self.types.help_for_key(name))
                .or_else(|| self.meant(text, candidates))
                .or_else(|| (f.stored == Some(name)).then(|| missing_array(text)));
            self.report(report.label("has no value here").maybe_help(help));
        }
        error(span)
    }

    pub(super) fn meta(&mut self, name: Symbol, span: Span) -> Expr {
        let text = self.text(name).to_string();
        unsupported_expr(&mut self.reports, span, &format!("uses of `{text}`"))
    }

    pub(super) fn conditional(
        &mut self,
        f: &mut BodyState<'a>,
        conditional: &'a ast::Conditional,
        span: Span,
    ) -> Expr {
        let cond = self.condition_expr(f, &conditional.condition);
        if let ExprKind::Int(value) = cond.kind {
            return if value != 0 {
                self.expr(f, &conditional.then)
            } else {
                self.expr(f, &conditional.otherwise)
            };
        }
        let then = self.expr_or_void(f, &conditional.then);
        let otherwise = self.expr_or_void(f, &conditional.otherwise);
        if let Some(choice) = choice_of_effects(&cond, &then, &otherwise, span) {
            return choice;
        }
        let then = self.with_value(f, then, &conditional.then);
        let otherwise = self.with_value(f, otherwise, &conditional.otherwise);
        match self.join_in(f.space, &then.ty, &otherwise.ty) {
            Some(ty) => {
                let (then, otherwise) = (convert_to(then, &ty), convert_to(otherwise, &ty));
                Expr {
                    ty,
                    span,
                    kind: ExprKind::Ternary(Box::new(cond), Box::new(then), Box::new(otherwise)),
                }
            }
            None => {
                self.report(
                    Report::new(
                        Code::TypeMismatch,
                        span,
                        "both sides of `? :` must have one type",
                    )
                    .label(format!("`{}` or `{}`", then.ty, otherwise.ty)),
                );
                error(span)
            }
        }
    }

    /// `(a = 1; b = 2;)`: its value is that of the last statement.
    pub(super) fn sequence(
        &mut self,
        f: &mut BodyState<'a>,
        block: &'a ast::Block,
        span: Span,
    ) -> Expr {
        let Some((last, rest)) = block.stmts.split_last() else {
            return Expr {
                ty: Type::Void,
                span,
                kind: ExprKind::ArrayLiteral(Vec::new()),
            };
        };
        let mut stmts = Vec::new();
        let settled = std::mem::replace(&mut f.settled, false);
        for stmt in rest {
            self.statement(f, stmt, &mut stmts);
        }
        let value = match &last.kind {
            ast::StmtKind::Expr(value) => self.expr_or_void(f, value),
            ast::StmtKind::Assign(assign) => self.assign_expr(f, assign, last.span),
            _ => {
                self.statement(f, last, &mut stmts);
                Expr {
                    ty: Type::Void,
                    span,
                    kind: ExprKind::ArrayLiteral(Vec::new()),
                }
            }
        };
        f.settled = settled;
        Expr {
            ty: value.ty.clone(),
            span,
            kind: ExprKind::Sequence(stmts, Box::new(value)),
        }
    }
}

impl<'a> Definitions<'a> {
    /// The value of a variable, after a test that it has one where that is not certain.
    pub(super) fn read_variable(&self, name: Symbol, variable: &Variable, span: Span) -> Expr {
        let what = format!("the variable '{}'", self.text(name));
        read_checked(variable, what, span)
    }
}

impl<'a> BodyState<'a> {
    /// The first value of a call with several outputs.
    pub(super) fn first_of(&mut self, value: Expr) -> Expr {
        let Type::Tuple(parts) = &value.ty else {
            return value;
        };
        let (ty, span) = (parts[0].clone(), value.span);
        let var = self.temporary("first", ty.clone(), span);
        let unpack = crate::hir::Stmt {
            span,
            kind: crate::hir::StmtKind::Unpack {
                targets: vec![crate::hir::Target::Var(var)],
                value,
            },
        };
        let result = Slot::Var(var).read(ty.clone(), span);
        Expr {
            ty,
            span,
            kind: ExprKind::Sequence(vec![unpack], Box::new(result)),
        }
    }
}

/// `c ? act() : []`: a choice between effects, if one side has no value and the other one neither or is `[]`.
fn choice_of_effects(cond: &Expr, then: &Expr, otherwise: &Expr, span: Span) -> Option<Expr> {
    let is_void = |value: &Expr| value.ty == Type::Void;
    let has_no_value = |value: &Expr| {
        is_void(value) || matches!(&value.kind, ExprKind::ArrayLiteral(parts) if parts.is_empty())
    };
    let both = has_no_value(then) && has_no_value(otherwise);
    if !both || !(is_void(then) || is_void(otherwise)) {
        return None;
    }
    let branch = |value: &Expr| match is_void(value) {
        true => vec![Stmt {
            span: value.span,
            kind: StmtKind::Expr(value.clone()),
        }],
        false => Vec::new(),
    };
    let choice = Stmt {
        span,
        kind: StmtKind::If {
            cond: cond.clone(),
            then: branch(then),
            otherwise: branch(otherwise),
        },
    };
    let nothing = Expr {
        ty: Type::Void,
        span,
        kind: ExprKind::ArrayLiteral(Vec::new()),
    };
    Some(Expr {
        ty: Type::Void,
        span,
        kind: ExprKind::Sequence(vec![choice], Box::new(nothing)),
    })
}

/// What to write where a kernel reads a position that it has no parameter for.
fn position_parameter(f: &BodyState, name: &str) -> Option<String> {
    let ty = match name {
        "pos" | "blkpos" | "blkidx" | "blkdim" | "blkcnt" => "ivec2",
        "warpsize" => "int",
        _ => return None,
    };
    (f.space == Space::Kernel)
        .then(|| format!("the launch gives it to a kernel that has the parameter `{name} : {ty}`"))
}

/// The value of a variable, which the message names as `what` when there is none.
pub(super) fn read_checked(variable: &Variable, what: String, span: Span) -> Expr {
    let value = variable.slot.read(variable.ty.clone(), span);
    let Some(flag) = variable.flag else {
        return value;
    };
    let flag = flag.read(Type::Int, span);
    let check = crate::hir::Stmt {
        span,
        kind: crate::hir::StmtKind::HasValue { flag, what },
    };
    Expr {
        ty: value.ty.clone(),
        span,
        kind: ExprKind::Sequence(vec![check], Box::new(value)),
    }
}
