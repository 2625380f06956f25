//! Variables of ints that become sizes of arrays: what does not fit an int is looked for where they are computed.
//!
//! Layer: `tree`.
//!
//! *Invariant:* a variable is found only by sums, products and powers that lead to a size; what goes through a function is a new number.

use std::collections::BTreeSet;

use crate::builtins::Builtin;
use crate::hir::walk::{Visitor, walk_assign, walk_block, walk_expr};
use crate::hir::{Assign, AssignOp, BinaryOp, Expr, ExprKind, Instance, Target, VarId};
use crate::lower::tree::expression::has_effects;
use crate::types::Type;

/// The variables of an instance whose values become sizes of arrays or bounds of ranges, as they are or by arithmetic.
pub(in crate::lower) fn size_variables(instance: &Instance) -> BTreeSet<VarId> {
    let mut uses = SizeUses::default();
    walk_block(&mut uses, &instance.body);
    let mut sizes = uses.direct;
    loop {
        let known = sizes.len();
        for (to, from) in &uses.made_of {
            if sizes.contains(to) {
                sizes.extend(from);
            }
        }
        if sizes.len() == known {
            return sizes;
        }
    }
}

/// Whether a value has products or powers of ints, and all of them lead to the value by arithmetic alone.
pub(in crate::lower) fn is_product(value: &Expr) -> bool {
    let mut all = Products(0);
    all.expr(value);
    all.0 > 0 && all.0 == products_of(value) && !has_effects(value)
}

#[derive(Default)]
struct SizeUses {
    direct: BTreeSet<VarId>,
    /// Variables, and those that their values are computed from.
    made_of: Vec<(VarId, Vec<VarId>)>,
}

impl Visitor for SizeUses {
    fn expr(&mut self, expr: &Expr) {
        let lengths: Vec<&Expr> = match &expr.kind {
            ExprKind::NewArray { dims, .. } => dims.iter().collect(),
            ExprKind::Builtin(Builtin::Rand | Builtin::Randn, dims) => dims.iter().collect(),
            ExprKind::Builtin(Builtin::Reshape | Builtin::Repmat, args) => {
                args.iter().skip(1).collect()
            }
            ExprKind::Range { start, stop, .. } => vec![start, stop],
            _ => Vec::new(),
        };
        self.direct
            .extend(lengths.into_iter().flat_map(variables_of));
        walk_expr(self, expr);
    }

    fn assign(&mut self, assign: &Assign) {
        if let (Target::Var(to), AssignOp::Set | AssignOp::Update(_)) = (&assign.target, assign.op)
        {
            self.made_of.push((*to, variables_of(&assign.value)));
        }
        walk_assign(self, assign);
    }
}

/// The parts of an expression that it is computed from as ints are; none where it is no such arithmetic.
fn terms(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Pow, a, b)
            if expr.ty == Type::Int =>
        {
            vec![a, b]
        }
        ExprKind::Unary(_, a) | ExprKind::Convert(_, a) if a.ty == Type::Int => vec![a],
        ExprKind::ArrayLiteral(items) => items.iter().collect(),
        _ => Vec::new(),
    }
}

fn variables_of(expr: &Expr) -> Vec<VarId> {
    match &expr.kind {
        ExprKind::Var(var) => vec![*var],
        // A list of sizes that has a name of its own.
        ExprKind::Element(element) => variables_of(&element.array),
        _ => terms(expr).into_iter().flat_map(variables_of).collect(),
    }
}

fn products_of(expr: &Expr) -> usize {
    let within: usize = terms(expr).into_iter().map(products_of).sum();
    within + usize::from(is_int_product(expr))
}

fn is_int_product(expr: &Expr) -> bool {
    let product = matches!(
        expr.kind,
        ExprKind::Binary(BinaryOp::Mul | BinaryOp::Pow, ..)
    );
    product && expr.ty == Type::Int
}

/// Counts the products of ints in an expression.
struct Products(usize);

impl Visitor for Products {
    fn expr(&mut self, expr: &Expr) {
        self.0 += usize::from(is_int_product(expr));
        walk_expr(self, expr);
    }
}
