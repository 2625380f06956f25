//! A solve that subtracts each result from all that come behind it (right-looking) becomes one that gathers for each result what was before it
//! (left-looking), where that reads elements that lie side by side.
//!
//! ```text
//! for j = a..b { x[j] /= l[j,j]  for i = j+1..b { x[i] -= l[i,j]*x[j] } }
//! for i = a..b { for j = a..i-1 { x[i] -= l[i,j]*x[j] }  x[i] /= l[i,i] }
//! ```
//!
//! Result `j` is finished by the statements in front of the inner loop, when all results before it have been subtracted, in their order. The new
//! order does the same to each element.
//!
//! *Technique:* the forms of triangular solves (Dongarra, Duff, Sorensen and van der Vorst, "Numerical Linear Algebra for High-Performance
//! Computers", 1998, chapter 5).
//!
//! *Invariant:* each element is changed by the same statements in the same order, and read by others when it is finished.

use super::build::{replace, where_different, with_body};
use super::{Reordered, label, position};
use crate::analysis::loops::affine::{AffineForm, Atom};
use crate::analysis::loops::band::{can_repeat, lies_apart};
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::dependence::{Different, question};
use crate::analysis::loops::nest::{Nest, NestAccess, Role};
use crate::analysis::loops::verdict::Order;
use crate::mir::families::pure_op;
use crate::mir::passes::copy::Renaming;
use crate::mir::{BinaryOp, Block, Const, Label, LoopDirective, Op, Stmt};
use crate::opt::loops::emit::Emitter;
use std::collections::BTreeSet;

/// The function with the first solve turned that gains by it, of those that have not been tried.
pub(super) fn first(
    reordered: &Reordered,
    names: &Names,
    tried: &mut BTreeSet<Label>,
) -> Option<Reordered> {
    let function = &reordered.function;
    let mut found = Vec::new();
    function.body.for_each_stmt(&mut |stmt| {
        found.extend(Solve::of(stmt).filter(|_| !tried.contains(&label(stmt))));
    });
    if found.is_empty() {
        return None;
    }
    let def_use = DefUse::of(function, names);
    let mut turned = found.iter().filter_map(|solve| {
        tried.insert(label(solve.outer));
        let nest = Nest::of(&def_use, solve.outer);
        let different = solve.questions(&def_use, &nest)?;
        Some(solve.turned(&nest, &different, reordered))
    });
    turned.next()
}

/// A loop that finishes a result and subtracts it from those behind it, as far as the text tells.
struct Solve<'s> {
    outer: &'s Stmt,
    /// What finishes a result.
    finish: &'s [Stmt],
    inner: &'s Stmt,
}

impl<'s> Solve<'s> {
    fn of(stmt: &'s Stmt) -> Option<Solve<'s>> {
        let parts = ForParts::of(stmt)?;
        let (inner, finish) = parts.body.stmts.split_last()?;
        let inner_parts = ForParts::of(inner)?;
        let is_simple = |stmt: &Stmt| {
            matches!(
                stmt.op,
                pure_op!() | Op::Get(_) | Op::Load(_) | Op::Store(..)
            )
        };
        let stores = |stmts: &[Stmt]| {
            let stores = stmts.iter().filter(|one| matches!(one.op, Op::Store(..)));
            stores.count()
        };
        let body = &inner_parts.body.stmts;
        let fits = *parts.directive == LoopDirective::default()
            && *inner_parts.directive == LoopDirective::default()
            && finish.iter().chain(body).all(is_simple)
            && stores(finish) > 0
            && stores(body) == 1;
        fits.then_some(Solve {
            outer: stmt,
            finish,
            inner,
        })
    }

    /// The arrays that must be different for the new order; none where that is another one, or no gain.
    fn questions(&self, def_use: &DefUse, nest: &Nest) -> Option<BTreeSet<Different>> {
        let (outer, inner) = (0, position(nest, self.inner));
        let [of_outer, of_inner] = [outer, inner].map(|at| &nest.loops[at]);
        let one = AffineForm::constant(1);
        let is_triangle = of_inner.start == AffineForm::atom(Atom::Index(outer)).plus(&one)
            && of_inner.stop == of_outer.stop
            && nest.form_depth(&of_outer.stop) == 0
            && [of_outer, of_inner]
                .iter()
                .all(|one| one.step.as_constant() == Some(1) && !one.irregular);
        if !is_triangle || nest.obstacle.is_some() || !nest.assigned.is_empty() {
            return None;
        }
        let mut writes = nest.accesses.iter().filter(|one| one.role != Role::Read);
        let change = writes.find(|one| one.in_loop == inner)?;
        let along = place_of(nest, change, inner)?;
        let finished = |access: &NestAccess| is_at(access, change, along, outer);
        let is_known = |access: &NestAccess| {
            let is_change = access.in_loop == inner && access.index == change.index;
            match access.role {
                Role::Read => is_change || finished(access),
                _ => access.role == Role::Write && (is_change || finished(access)),
            }
        };
        let root = change.root?;
        let mut found = BTreeSet::new();
        for access in nest.accesses.iter().filter(|one| one.kind == change.kind) {
            if access.root? == root {
                (access.mode.is_exact() && is_known(access)).then_some(())?;
            } else if access.role == Role::Read {
                found.extend(question(def_use, change, access).ok()?);
            } else {
                return None;
            }
        }
        let others = nest.accesses.iter().filter(|one| one.kind != change.kind);
        let only_reads = others.clone().all(|one| one.role == Role::Read);
        let apart = |along: usize| {
            let within = nest.accesses.iter().filter(|one| one.in_loop == inner);
            within.filter(|one| lies_apart(one, along)).count()
        };
        let gains = apart(outer) < apart(inner);
        (only_reads && gains && self.is_divisible()).then_some(found)
    }

    /// Whether the inner loop needs of what is before it only what may be computed again.
    fn is_divisible(&self) -> bool {
        let own = self.finish.iter().filter(|stmt| !can_repeat(stmt));
        let own: BTreeSet<_> = own.flat_map(|stmt| &stmt.results).collect();
        let mut apart = true;
        self.inner.for_each_stmt(&mut |stmt| {
            stmt.op
                .for_each_operand(|value| apart &= !own.contains(value));
        });
        let mut repeated = self.finish.iter().filter(|stmt| can_repeat(stmt));
        apart
            && repeated.all(|stmt| {
                let mut free = true;
                stmt.op
                    .for_each_operand(|value| free &= !own.contains(value));
                free
            })
    }

    fn turned(
        &self,
        nest: &Nest,
        different: &BTreeSet<Different>,
        before: &Reordered,
    ) -> Reordered {
        let mut made = Reordered::of(before.function.clone(), before.marks.clone());
        let [outer, inner] =
            [self.outer, self.inner].map(|stmt| ForParts::of(stmt).expect("a loop"));
        let block = Block {
            stmts: self.finish.to_vec(),
        };
        let renaming = Renaming::of_definitions(&block, &mut made.function);
        let mut finish = renaming.block(&block).stmts;
        for stmt in &mut finish {
            stmt.op.for_each_operand_mut(|operand| {
                if *operand == outer.index {
                    *operand = inner.index;
                }
            });
        }
        let mut emitter = Emitter::new(&mut made.function, self.outer.loc);
        let one = emitter.constant(Const::I32(1));
        let last = emitter.binary(BinaryOp::Sub, inner.index, one);
        let mut stmts = emitter.stmts;
        let repeated = self.finish.iter().filter(|stmt| can_repeat(stmt));
        let body = repeated.chain(&inner.body.stmts).cloned().collect();
        let mut gathering = with_body(self.outer, body);
        if let Op::For { stop, .. } = &mut gathering.op {
            *stop = last;
        }
        stmts.push(gathering);
        stmts.extend(finish);
        let mut around = with_body(self.inner, stmts);
        if let Op::For {
            start, stop, step, ..
        } = &mut around.op
        {
            (*start, *stop, *step) = (outer.range.start, outer.range.stop, outer.range.step);
        }
        let names = [inner.name, outer.name].into_iter().flatten();
        let order = Order {
            variables: names.map(str::to_owned).collect(),
            interchanged: true,
        };
        made.orders.insert(inner.label, order);
        let stmts = where_different(nest, different, self.outer, vec![around], &mut made);
        let body = &mut made.function.body;
        replace(body, outer.label, &mut Some(stmts));
        made
    }
}

/// The one dimension of an access that is the index of a loop, where the others do not change.
fn place_of(nest: &Nest, access: &NestAccess, at: usize) -> Option<usize> {
    let own = AffineForm::atom(Atom::Index(at));
    let along = access.index.iter().position(|form| *form == own)?;
    let mut others = access.index.iter().enumerate();
    others
        .all(|(dimension, form)| dimension == along || nest.form_depth(form) == 0)
        .then_some(along)
}

/// Whether an access is at the place of another one, at the index of a loop instead of its own.
fn is_at(access: &NestAccess, other: &NestAccess, along: usize, at: usize) -> bool {
    let own = AffineForm::atom(Atom::Index(at));
    let mut dimensions = access.index.iter().zip(&other.index).enumerate();
    access.index.len() == other.index.len()
        && dimensions.all(|(dimension, (form, of_other))| match dimension == along {
            true => *form == own,
            false => form == of_other,
        })
}
