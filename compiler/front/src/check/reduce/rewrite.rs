//! The right side of a reduction with expressions in place of its variables.
//!
//! *Invariant:* an expression with effects is evaluated exactly once, whatever the right side does with it; a parameter of a
//! lambda on the right side never captures a name of an expression that is put in.

use crate::base::{Span, Symbol};
use crate::syntax::ast::{
    Arg, Assign, AssignOp, Block, Conditional, Expr, ExprId, ExprKind, Stmt, StmtKind,
};

use super::inference::Rewriter;
use super::pattern::{Bindings, Bound, called_name, parts, parts_mut, value_names};
use super::{Rule, TEMPORARIES};

/// How an expression is used in a right side.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    count: usize,
    /// Some use is not reached on every path, or runs later.
    conditional: bool,
}

impl<'a> Rewriter<'_, 'a> {
    /// The rule's right side for what its variables stand for; with `guarded`, under its condition at run time.
    pub(super) fn rewritten(
        &mut self,
        rule: usize,
        node: &'a Expr,
        bound: &Bindings<'a>,
        guarded: bool,
    ) -> Expr {
        let source = self.body.reductions().rules.all[rule].clone();
        let bare = self.right_side(&source, node, bound, guarded, rule);
        let held = self.held(&source, &bare, bound);
        if held.is_empty() {
            return self.with_values(&bare, bound, node.span);
        }
        let mut bound = bound.clone();
        let mut stmts = Vec::new();
        for name in held {
            let Some(Bound::One(value)) = bound.get(&name).cloned() else {
                continue;
            };
            let Some(temporary) = self.free_temporary(node, stmts.len()) else {
                continue;
            };
            stmts.push(holding(
                temporary,
                value,
                node.span,
                self.body.reductions_mut().made_id(),
            ));
            let read = name_expr(self.body.reductions_mut().made_id(), temporary, value.span);
            bound.insert(name, Bound::One(self.exprs.alloc(read)));
        }
        let value = self.with_values(&bare, &bound, node.span);
        self.block_of(stmts, value, node.span)
    }

    /// The right side with its variables still in it.
    fn right_side(
        &mut self,
        source: &Rule<'a>,
        node: &'a Expr,
        bound: &Bindings<'a>,
        guarded: bool,
        rule: usize,
    ) -> Expr {
        let mut replacement = source.source.replacement.clone();
        self.protect_parameters(&mut replacement, bound);
        let Some(condition) = source.source.condition.as_ref().filter(|_| guarded) else {
            return replacement;
        };
        let mut original = match source.repeated {
            true => name_expr(
                self.body.reductions_mut().made_id(),
                self.body.reductions().rules.whole,
                node.span,
            ),
            false => source.source.pattern.clone(),
        };
        original.id = self.body.reductions_mut().made_id();
        let mut blocked = self.body.reductions().blocked(node).to_vec();
        blocked.push(rule);
        self.body
            .reductions_mut()
            .blocked
            .insert(original.id, blocked);
        Expr {
            id: self.body.reductions_mut().made_id(),
            span: node.span,
            kind: ExprKind::Conditional(Box::new(Conditional {
                condition: condition.clone(),
                then: replacement,
                otherwise: original,
            })),
        }
    }

    fn block_of(&mut self, mut stmts: Vec<Stmt>, value: Expr, span: Span) -> Expr {
        stmts.push(Stmt {
            span,
            kind: StmtKind::Expr(value),
        });
        Expr {
            id: self.body.reductions_mut().made_id(),
            span,
            kind: ExprKind::Block(Block { span, stmts }),
        }
    }

    /// The variables whose expressions must be evaluated in front, in the order of the pattern: those with effects unless they
    /// are evaluated once and in this order anyway, then all with them; those that are costly and needed more than once.
    /// Operands of operations that only rules know are expressions rather than values, and stay.
    fn held(&self, source: &Rule<'a>, right: &Expr, bound: &Bindings<'a>) -> Vec<Symbol> {
        let order = weighty(&source.source.pattern, bound);
        let effects = |name: &Symbol| one(bound, *name).is_some_and(|e| self.has_effects(e));
        let in_order = weighty(right, bound) == order;
        let once = order.iter().filter(|name| effects(name)).all(|name| {
            let uses = uses_of(right, *name);
            uses.count == 1 && !uses.conditional
        });
        let disturbed = order.iter().any(effects) && !(in_order && once);
        let symbolic = self.is_symbolic(&source.source.pattern);
        let held = |name: &Symbol| {
            let Some(value) = one(bound, *name) else {
                return false;
            };
            let costly = !symbolic && uses_of(right, *name).count > 1 && has_call(value);
            let operand = self.is_operand(&source.source.replacement, *name);
            (disturbed || costly) && !operand && !self.mentions_symbol(value)
        };
        order.into_iter().filter(held).collect()
    }

    /// Whether a name stands within an operation that only rules know.
    fn is_operand(&self, expr: &Expr, name: Symbol) -> bool {
        if self.is_symbolic(expr) {
            return mentions(expr, name);
        }
        parts(expr)
            .into_iter()
            .any(|part| self.is_operand(part, name))
    }

    /// Whether evaluating an expression may do something besides giving its value.
    fn has_effects(&self, expr: &Expr) -> bool {
        let own = match &expr.kind {
            ExprKind::Assign(assign) => !matches!(assign.target.kind, ExprKind::Call(_)),
            ExprKind::Exchange(_) | ExprKind::Block(_) => true,
            ExprKind::Call(_) => match called_name(expr) {
                Some(name) => self.call_has_effects(name),
                None => true,
            },
            _ => false,
        };
        own || parts(expr).into_iter().any(|part| self.has_effects(part))
    }

    fn call_has_effects(&self, name: Symbol) -> bool {
        let text = self.definitions.text(name);
        let impure = matches!(
            text,
            "rand"
                | "randn"
                | "seed"
                | "tic"
                | "toc"
                | "printf"
                | "imread"
                | "imwrite"
                | "imshow"
                | "plot"
                | "scatter"
                | "hold"
                | "pause"
                | "print"
                | "error"
                | "assert"
                | "parallel_do"
                | "serial_do"
        );
        let user =
            self.body.lookup(name).is_some() || self.definitions.functions.contains_key(&name);
        impure || (user && !crate::check::annotation::names::is_type_name(text))
    }

    fn mentions_symbol(&self, expr: &Expr) -> bool {
        let mut names = Vec::new();
        value_names(expr, &mut names);
        names
            .iter()
            .any(|name| self.symbol_type(name.name).is_some())
    }

    /// A name for a value that is held, unlike all names in use.
    fn free_temporary(&self, node: &Expr, already: usize) -> Option<Symbol> {
        let text = self.definitions.compact(node);
        (0..TEMPORARIES)
            .filter_map(|index| self.definitions.names.find(&format!("$r{index}")))
            .filter(|name| {
                !self.body.has_name(*name) && !text.contains(self.definitions.text(*name))
            })
            .nth(already)
    }

    /// An expression of a rule with values in place of variables; its own nodes move to `span`.
    pub(super) fn with_values(&mut self, expr: &Expr, bound: &Bindings<'a>, span: Span) -> Expr {
        if let Some(name) = expr.as_name() {
            return match bound.get(&name.name) {
                Some(Bound::One(value)) => (*value).clone(),
                Some(Bound::Many(values)) => self.list_of(values, span),
                None => Expr {
                    span,
                    ..expr.clone()
                },
            };
        }
        let mut copy = Expr {
            span,
            ..expr.clone()
        };
        match &mut copy.kind {
            ExprKind::Lambda(lambda) => {
                let mut inner = bound.clone();
                for param in &mut lambda.params {
                    inner.remove(&param.name.name);
                    param.name.span = span;
                }
                lambda.body = self.with_values(&lambda.body, &inner, span);
            }
            ExprKind::Block(block) => self.block_with_values(block, bound, span),
            ExprKind::Vector(items) | ExprKind::Cell(items) => {
                let old = std::mem::take(items);
                for item in &old {
                    items.extend(self.item_with_values(item, bound, span));
                }
            }
            ExprKind::Call(call) => {
                call.callee = self.with_values(&call.callee, bound, span);
                call.args = self.args_with_values(&call.args, bound, span);
            }
            ExprKind::Index(index) => {
                index.base = self.with_values(&index.base, bound, span);
                index.args = self.args_with_values(&index.args, bound, span);
            }
            _ => {
                for part in parts_mut(&mut copy) {
                    *part = self.with_values(part, bound, span);
                }
            }
        }
        copy
    }

    /// One item of a list: `...name` of a variadic variable gives all of its expressions.
    fn item_with_values(&mut self, item: &Expr, bound: &Bindings<'a>, span: Span) -> Vec<Expr> {
        if let ExprKind::Spread(inner) = &item.kind {
            let name = inner.as_name().map(|name| name.name);
            if let Some(Bound::Many(values)) = name.and_then(|name| bound.get(&name)) {
                return values.iter().map(|value| (*value).clone()).collect();
            }
        }
        vec![self.with_values(item, bound, span)]
    }

    fn args_with_values(&mut self, args: &[Arg], bound: &Bindings<'a>, span: Span) -> Vec<Arg> {
        let mut filled = Vec::new();
        for arg in args {
            for value in self.item_with_values(&arg.value, bound, span) {
                filled.push(Arg {
                    value,
                    span,
                    ..arg.clone()
                });
            }
        }
        filled
    }

    fn block_with_values(&mut self, block: &mut Block, bound: &Bindings<'a>, span: Span) {
        block.span = span;
        for stmt in &mut block.stmts {
            stmt.span = span;
            match &mut stmt.kind {
                StmtKind::Expr(value) => *value = self.with_values(value, bound, span),
                StmtKind::Assign(assign) => {
                    assign.target = self.with_values(&assign.target, bound, span);
                    assign.value = self.with_values(&assign.value, bound, span);
                }
                _ => {}
            }
        }
    }

    /// What a variadic variable is by itself: a vector, or a cell of functions.
    fn list_of(&mut self, values: &[&'a Expr], span: Span) -> Expr {
        let items: Vec<Expr> = values.iter().map(|value| (*value).clone()).collect();
        let functions = items
            .iter()
            .any(|item| matches!(item.kind, ExprKind::Lambda(_)));
        Expr {
            id: self.body.reductions_mut().made_id(),
            span,
            kind: match functions {
                true => ExprKind::Cell(items),
                false => ExprKind::Vector(items),
            },
        }
    }

    /// Renames parameters of lambdas that a name of an expression to be put in would be confused with.
    fn protect_parameters(&mut self, expr: &mut Expr, bound: &Bindings<'a>) {
        if let ExprKind::Lambda(lambda) = &mut expr.kind {
            for index in 0..lambda.params.len() {
                let name = lambda.params[index].name.name;
                if !clashes(name, bound) {
                    continue;
                }
                let Some(fresh) = self.definitions.names.find(&format!("$p{index}")) else {
                    continue;
                };
                lambda.params[index].name.name = fresh;
                rename(&mut lambda.body, name, fresh);
            }
            self.protect_parameters(&mut lambda.body, bound);
            return;
        }
        for part in parts_mut(expr) {
            self.protect_parameters(part, bound);
        }
    }
}

/// The expression that a variable stands for.
fn one<'a>(bound: &Bindings<'a>, name: Symbol) -> Option<&'a Expr> {
    match bound.get(&name) {
        Some(Bound::One(value)) => Some(*value),
        Some(Bound::Many(_)) | None => None,
    }
}

fn uses_of(expr: &Expr, name: Symbol) -> Uses {
    let mut uses = Uses::default();
    count_uses(expr, name, false, &mut uses);
    uses
}

/// `name = value`.
fn holding(name: Symbol, value: &Expr, span: Span, id: ExprId) -> Stmt {
    Stmt {
        span,
        kind: StmtKind::Assign(Assign {
            target: name_expr(id, name, span),
            op: AssignOp::Set,
            op_span: span,
            value: value.clone(),
        }),
    }
}

fn name_expr(id: ExprId, name: Symbol, span: Span) -> Expr {
    Expr {
        id,
        span,
        kind: ExprKind::Name(name),
    }
}

/// Whether evaluating it again costs nothing.
fn is_trivial(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Scalar(_)
        | ExprKind::Imaginary(_)
        | ExprKind::String(_)
        | ExprKind::Bool(_)
        | ExprKind::Null
        | ExprKind::Name(_)
        | ExprKind::Meta(_)
        | ExprKind::All
        | ExprKind::Lambda(_)
        | ExprKind::Type(_) => true,
        ExprKind::Unary(_, inner) => is_trivial(inner),
        _ => false,
    }
}

/// Whether a name occurs, also as that of a function, also within lambdas.
fn mentions(expr: &Expr, name: Symbol) -> bool {
    match &expr.kind {
        ExprKind::Name(found) => *found == name,
        ExprKind::Lambda(lambda) => mentions(&lambda.body, name),
        ExprKind::Block(_) => true,
        _ => parts(expr).into_iter().any(|part| mentions(part, name)),
    }
}

fn rename(expr: &mut Expr, from: Symbol, to: Symbol) {
    match &mut expr.kind {
        ExprKind::Name(name) if *name == from => *name = to,
        ExprKind::Lambda(lambda) => {
            if lambda.params.iter().all(|param| param.name.name != from) {
                rename(&mut lambda.body, from, to);
            }
        }
        _ => {
            for part in parts_mut(expr) {
                rename(part, from, to);
            }
        }
    }
}

/// The variables in the order in which their expressions are evaluated, each once.
fn variable_order(expr: &Expr, bound: &Bindings<'_>) -> Vec<Symbol> {
    fn collect(expr: &Expr, bound: &Bindings<'_>, order: &mut Vec<Symbol>) {
        match &expr.kind {
            ExprKind::Name(name) if bound.contains_key(name) && !order.contains(name) => {
                order.push(*name);
            }
            ExprKind::Lambda(lambda) => collect(&lambda.body, bound, order),
            _ => {
                for part in parts(expr) {
                    collect(part, bound, order);
                }
            }
        }
    }
    let mut order = Vec::new();
    collect(expr, bound, &mut order);
    order
}

fn count_uses(expr: &Expr, name: Symbol, conditional: bool, uses: &mut Uses) {
    use crate::syntax::ast::BinaryOp;
    match &expr.kind {
        ExprKind::Name(found) if *found == name => {
            uses.count += 1;
            uses.conditional |= conditional;
        }
        ExprKind::Lambda(lambda) => count_uses(&lambda.body, name, true, uses),
        ExprKind::Conditional(choice) => {
            count_uses(&choice.condition, name, conditional, uses);
            count_uses(&choice.then, name, true, uses);
            count_uses(&choice.otherwise, name, true, uses);
        }
        ExprKind::Binary(binary) if matches!(binary.op, BinaryOp::And | BinaryOp::Or) => {
            count_uses(&binary.left, name, conditional, uses);
            count_uses(&binary.right, name, true, uses);
        }
        _ => {
            for part in parts(expr) {
                count_uses(part, name, conditional, uses);
            }
        }
    }
}

/// The variables that stand for more than a name or a literal, in the order of their evaluation.
fn weighty(expr: &Expr, bound: &Bindings<'_>) -> Vec<Symbol> {
    let mut order = variable_order(expr, bound);
    order.retain(|name| one(bound, *name).is_some_and(|value| !is_trivial(value)));
    order
}

fn has_call(expr: &Expr) -> bool {
    called_name(expr).is_some() || parts(expr).into_iter().any(has_call)
}

fn clashes(name: Symbol, bound: &Bindings<'_>) -> bool {
    bound.values().any(|value| {
        let values: &[&Expr] = match value {
            Bound::One(value) => std::slice::from_ref(value),
            Bound::Many(values) => values,
        };
        values.iter().any(|value| mentions(value, name))
    })
}
