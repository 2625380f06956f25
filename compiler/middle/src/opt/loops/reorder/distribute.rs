//! A nest that adds to elements of different arrays by different loops becomes a nest for each.
//!
//! ```text
//! for j { for i { y[j] += a[i,j]*x[i]  z[i] += a[i,j]*w[j] } }
//! for j { for i { y[j] += a[i,j]*x[i] } }  for j { for i { z[i] += a[i,j]*w[j] } }
//! ```
//!
//! No loop of the nest is parallel: each of them changes some element in all of its iterations. Of each part one is.
//!
//! *Technique:* loop distribution (Allen and Kennedy, "Optimizing Compilers for Modern Architectures", 2001, chapter 2).
//!
//! *Invariant:* no part reads or changes an array that another one changes, so that their order among each other is free.

use super::build::{replace, where_different, with_body};
use super::{Reordered, label};
use crate::analysis::loops::affine::{Atom, Root};
use crate::analysis::loops::band::can_repeat;
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::dependence::{Different, question};
use crate::analysis::loops::nest::{Nest, NestAccess, Role};
use crate::mir::families::pure_op;
use crate::mir::passes::copy::Renaming;
use crate::mir::{Access, Block, Function, Label, LoopDirective, Op, Stmt, Value};
use std::collections::BTreeSet;

/// Stores of a body that is divided, at most.
const MOST_STORES: usize = 4;
/// Pairs of arrays that may be asked whether they are one.
const MOST_QUESTIONS: usize = 8;

/// The function with the first nest divided that may be, of those that have not been tried.
pub(super) fn first(
    reordered: &Reordered,
    names: &Names,
    tried: &mut BTreeSet<Label>,
) -> Option<Reordered> {
    let function = &reordered.function;
    let mut found = Vec::new();
    function.body.for_each_stmt(&mut |stmt| {
        found.extend(Chain::of(stmt).filter(|_| !tried.contains(&label(stmt))));
    });
    if found.is_empty() {
        return None;
    }
    let def_use = DefUse::of(function, names);
    let mut divided = found.iter().filter_map(|chain| {
        tried.insert(label(chain.loops[0]));
        chain.divided(&def_use, reordered)
    });
    divided.next()
}

/// Loops that have nothing to do but the next one, and at last a body that stores more than once.
struct Chain<'s> {
    /// Outer ones first.
    loops: Vec<&'s Stmt>,
    body: &'s Block,
}

/// What is stored in one place, or in several that belong together.
struct Part<'n> {
    /// Its statements of the body.
    stmts: BTreeSet<usize>,
    accesses: Vec<&'n NestAccess>,
    /// The loops whose indices its places have.
    loops: BTreeSet<usize>,
}

impl<'s> Chain<'s> {
    fn of(stmt: &'s Stmt) -> Option<Chain<'s>> {
        let mut loops = vec![stmt];
        let mut body = ForParts::of(stmt)?.body;
        while let Some((last, before)) = body.stmts.split_last()
            && let Some(parts) = ForParts::of(last)
            && before.iter().all(can_repeat)
        {
            loops.push(last);
            body = parts.body;
        }
        let is_plain = |stmt: &&Stmt| {
            let parts = ForParts::of(stmt).expect("a loop");
            *parts.directive == LoopDirective::default()
        };
        let is_simple = |stmt: &Stmt| {
            matches!(
                stmt.op,
                pure_op!() | Op::Get(_) | Op::Load(_) | Op::Store(..)
            )
        };
        let stores = body.stmts.iter().filter(|stmt| stored(stmt).is_some());
        let fits = loops.len() > 1
            && loops.iter().all(is_plain)
            && body.stmts.iter().all(is_simple)
            && (2..=MOST_STORES).contains(&stores.count());
        fits.then_some(Chain { loops, body })
    }

    /// The function with a nest for each part.
    fn divided(&self, def_use: &DefUse, before: &Reordered) -> Option<Reordered> {
        let outermost = self.loops[0];
        let nest = Nest::of(def_use, outermost);
        let is_regular = nest.loops.iter().all(|one| !one.irregular);
        if nest.obstacle.is_some() || !nest.assigned.is_empty() || !is_regular {
            return None;
        }
        let parts = self.parts(&nest)?;
        let common = |at: &usize| parts.iter().all(|part| part.loops.contains(at));
        if parts.len() < 2 || (0..nest.loops.len()).any(|at| common(&at)) {
            return None;
        }
        let different = questions(def_use, &parts)?;
        let mut made = Reordered::of(def_use.function.clone(), before.marks.clone());
        let mut stmts = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let nest = self.nest_of(part);
            match number {
                0 => stmts.push(nest),
                _ => stmts.extend(renamed(nest, &mut made)),
            }
        }
        let stmts = where_different(&nest, &different, outermost, stmts, &mut made);
        let body = &mut made.function.body;
        replace(body, label(outermost), &mut Some(stmts));
        Some(made)
    }

    /// The parts of the body: stores to one array, and to places of the same loops, are together.
    fn parts<'n>(&self, nest: &'n Nest) -> Option<Vec<Part<'n>>> {
        let mut parts: Vec<Part> = Vec::new();
        for (at, stmt) in self.body.stmts.iter().enumerate() {
            if stored(stmt).is_none() {
                continue;
            }
            let mut part = self.part(nest, at)?;
            let (tied, free) = parts.into_iter().partition(|other| part.is_tied_to(other));
            parts = free;
            for other in tied {
                part.stmts.extend(other.stmts);
                part.accesses.extend(other.accesses);
                part.loops.extend(other.loops);
            }
            parts.push(part);
        }
        Some(parts)
    }

    /// A store with all that it is computed from.
    fn part<'n>(&self, nest: &'n Nest, store: usize) -> Option<Part<'n>> {
        let mut stmts = BTreeSet::from([store]);
        let mut needed: BTreeSet<Value> = BTreeSet::new();
        for at in (0..=store).rev() {
            let stmt = &self.body.stmts[at];
            if at == store || stmt.results.iter().any(|one| needed.contains(one)) {
                stmts.insert(at);
                stmt.op.for_each_operand(|value| {
                    needed.insert(*value);
                });
            }
        }
        let mut accesses = Vec::new();
        for &at in &stmts {
            let (access, is_read) = match &self.body.stmts[at].op {
                Op::Load(access) => (access, true),
                Op::Store(access, _) => (access, false),
                _ => continue,
            };
            accesses.push(access_of(nest, access, is_read)?);
        }
        let write = accesses.iter().find(|one| one.role != Role::Read)?;
        let atoms = write.index.iter().flat_map(|form| form.atoms());
        let loops = atoms.filter_map(|atom| match atom {
            Atom::Index(position) => Some(position),
            _ => None,
        });
        let loops = loops.collect();
        Some(Part {
            stmts,
            accesses,
            loops,
        })
    }

    /// The loops around the statements of a part.
    fn nest_of(&self, part: &Part) -> Stmt {
        let own = part.stmts.iter().map(|at| self.body.stmts[*at].clone());
        let mut stmts: Vec<Stmt> = own.collect();
        let mut around = self.loops.iter().rev().peekable();
        while let Some(stmt) = around.next() {
            let made = with_body(stmt, stmts);
            let outer = around.peek().and_then(|outer| ForParts::of(outer));
            let before = outer.and_then(|outer| Some(outer.body.stmts.split_last()?.1));
            stmts = before.unwrap_or_default().to_vec();
            stmts.push(made);
        }
        stmts.pop().expect("the outermost loop")
    }
}

impl Part<'_> {
    fn is_tied_to(&self, other: &Part) -> bool {
        let has =
            |part: &Part, root: Option<Root>| part.accesses.iter().any(|one| one.root == root);
        let writes = |part: &Part, others: &Part| {
            let mut written = part.accesses.iter().filter(|one| one.role != Role::Read);
            written.any(|one| has(others, one.root))
        };
        self.loops == other.loops || writes(self, other) || writes(other, self)
    }
}

/// What a statement stores to.
fn stored(stmt: &Stmt) -> Option<&Access> {
    match &stmt.op {
        Op::Store(access, _) => Some(access),
        _ => None,
    }
}

/// What is known of an access of the text, if its array is.
fn access_of<'n>(nest: &'n Nest, access: &Access, is_read: bool) -> Option<&'n NestAccess> {
    let is_it = |one: &&NestAccess| {
        (one.role == Role::Read) == is_read
            && one.operands.0 == access.array
            && one.operands.1 == access.index
    };
    nest.accesses
        .iter()
        .find(is_it)
        .filter(|one| one.root.is_some())
}

/// The arrays that must be different for the parts to have nothing in common; none if there are too many.
fn questions(def_use: &DefUse, parts: &[Part]) -> Option<BTreeSet<Different>> {
    let mut found = BTreeSet::new();
    for (at, part) in parts.iter().enumerate() {
        let others = parts.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<_> = others.flat_map(|(_, other)| &other.accesses).collect();
        for write in part.accesses.iter().filter(|one| one.role != Role::Read) {
            for other in others.iter().filter(|one| one.kind == write.kind) {
                found.extend(question(def_use, write, other).ok()?);
            }
        }
    }
    (found.len() <= MOST_QUESTIONS).then_some(found)
}

/// A further nest, with names of its own.
fn renamed(nest: Stmt, made: &mut Reordered) -> Vec<Stmt> {
    let block = Block { stmts: vec![nest] };
    let function: &mut Function = &mut made.function;
    let renaming = Renaming::of_definitions(&block, function);
    made.marks.follow(&renaming);
    renaming.block(&block).stmts
}
