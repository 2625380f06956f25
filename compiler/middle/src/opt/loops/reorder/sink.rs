//! A serial loop around parallel ones moves into them where all of its iterations change the same elements.
//!
//! ```text
//! for k { for i { for j { c[i,j] += a[i,k]*b[k,j] } } }
//! for i { for j { for k { c[i,j] += a[i,k]*b[k,j] } } }
//! ```
//!
//! An element is then in a register while the serial loop runs, and there is one launch instead of one for each of its iterations. That pays
//! where the parallel loops share what they read, as those of products of matrices do; a sum over the rows of one array reads each element
//! once, and had better read it row by row.
//!
//! *Invariant:* what one iteration of the parallel loops does, it does in the order of the serial one; no two of them use the same element.

use super::build::{Outside, replace, where_different, with_body};
use super::{Reordered, independent, only_loop_of, position};
use crate::analysis::loops::affine::Atom;
use crate::analysis::loops::band::{can_hoist, can_repeat};
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::dependence::Different;
use crate::analysis::loops::nest::{Nest, NestAccess, Role};
use crate::analysis::loops::verdict::Order;
use crate::mir::liveness::{Live, Liveness};
use crate::mir::{Block, Label, LoopDirective, Op, Stmt, Value};
use crate::opt::loops::emit::Emitter;
use std::collections::{BTreeMap, BTreeSet};

/// Loops that share what they read, at least.
pub(super) const FEWEST_PARALLEL: usize = 2;

/// The first serial loop that moves, of those that have not been tried.
fn first(
    reordered: &Reordered,
    names: &Names,
    fewest: usize,
    tried: &mut BTreeSet<Label>,
) -> Option<Reordered> {
    let function = &reordered.function;
    let mut found = Vec::new();
    collect(&function.body, &[], &mut found);
    found.retain(|(stmt, _)| !tried.contains(&label(stmt)));
    if found.is_empty() {
        return None;
    }
    let def_use = DefUse::of(function, names);
    let live_after = Liveness::of(function).after;
    let mut moved = found.into_iter().filter_map(|(stmt, around)| {
        tried.insert(label(stmt));
        let nest = Nest::of(&def_use, stmt);
        let live = &live_after[&label(stmt)];
        let sinking = Sinking::of(&def_use, &nest, stmt, live)?;
        (sinking.pays(&around, fewest)).then(|| sinking.build(reordered))
    });
    moved.next()
}

fn label(stmt: &Stmt) -> Label {
    ForParts::of(stmt).expect("a loop").label
}

/// Loops that end in a loop and store once, each with the indices of the loops around it that have nothing else to do.
fn collect<'s>(block: &'s Block, around: &[Value], found: &mut Vec<(&'s Stmt, Vec<Value>)>) {
    for (at, stmt) in block.stmts.iter().enumerate() {
        let is_last = at + 1 == block.stmts.len();
        let alone = is_last && block.stmts[..at].iter().all(can_repeat);
        let around = if alone { around } else { &[] };
        let Some(parts) = ForParts::of(stmt) else {
            for inner in stmt.op.blocks() {
                collect(inner, &[], found);
            }
            continue;
        };
        let inner = parts.body.stmts.last();
        if *parts.directive == LoopDirective::default()
            && inner.is_some_and(|last| ForParts::of(last).is_some() && stores_once(last))
        {
            found.push((stmt, around.to_vec()));
        }
        let around: Vec<Value> = around.iter().copied().chain([parts.index]).collect();
        collect(parts.body, &around, found);
    }
}

/// Whether a statement stores in one place, and does nothing else that others see.
fn stores_once(stmt: &Stmt) -> bool {
    let (mut stores, mut plain) = (0, true);
    stmt.for_each_stmt(&mut |inner| match &inner.op {
        Op::Store(..) => stores += 1,
        Op::For { .. } | Op::If { .. } | Op::Get(_) | Op::Set(..) | Op::Load(_) => {}
        op => plain &= op.is_pure(),
    });
    plain && stores == 1
}

/// A serial loop that moves.
struct Sinking<'a, 'f, 's> {
    def_use: &'a DefUse<'f>,
    nest: &'a Nest,
    serial: &'s Stmt,
    /// The loops that it moves into, outer ones first, with what stands before each.
    parallel: Vec<(&'s Stmt, &'s [Stmt])>,
    different: BTreeSet<Different>,
}

impl<'a, 'f, 's> Sinking<'a, 'f, 's> {
    fn of(
        def_use: &'a DefUse<'f>,
        nest: &'a Nest,
        serial: &'s Stmt,
        live_after: &Live,
    ) -> Option<Self> {
        if nest.obstacle.is_some() || nest.assigned.iter().any(|one| live_after.contains(one)) {
            return None;
        }
        let mut sinking = Sinking {
            def_use,
            nest,
            serial,
            parallel: Vec::new(),
            different: BTreeSet::new(),
        };
        let mut outer = serial;
        while let Some((inner, before)) = only_loop_of(def_use, nest, outer)
            && let Some(different) = sinking.moves_into(inner)
        {
            sinking.parallel.push((inner, before));
            sinking.different.extend(different);
            outer = inner;
        }
        Some(sinking)
    }

    /// Whether it moves into enough loops to gain. A question about arrays would stand within the loops around, which keeps them from becoming
    /// one kernel with a single loop in them.
    fn pays(&self, around: &[Value], fewest: usize) -> bool {
        let count = self.parallel.len();
        let is_plain = count >= FEWEST_PARALLEL || self.different.is_empty();
        count >= fewest && is_plain && self.shares(around)
    }

    fn position(&self, stmt: &Stmt) -> usize {
        position(self.nest, stmt)
    }

    /// The arrays that must be different for the serial loop to move into another one.
    fn moves_into(&self, inner: &Stmt) -> Option<BTreeSet<Different>> {
        let range = ForParts::of(inner)?.range;
        let bounds = [range.start, range.stop, range.step];
        let before = |bound: &Value| can_hoist(self.def_use, self.nest, *bound);
        if !bounds.iter().all(before) {
            return None;
        }
        independent(self.def_use, self.nest, inner, self.position(inner), 1)
    }

    /// Whether all iterations change the same elements, and the loops that are parallel share all others.
    fn shares(&self, around: &[Value]) -> bool {
        let own = Atom::Index(self.position(self.serial));
        let has = |access: &NestAccess, atom: Atom| {
            let mut forms = access.index.iter();
            forms.any(|form| form.atoms().any(|one| one == atom))
        };
        let mut parallel: Vec<Atom> = around.iter().map(|index| Atom::Value(*index)).collect();
        let inner = self.parallel.iter();
        parallel.extend(inner.map(|(stmt, _)| Atom::Index(self.position(stmt))));
        let most = self.parallel.len().max(FEWEST_PARALLEL);
        let parallel = &parallel[parallel.len().saturating_sub(most)..];
        let (writes, reads): (Vec<&NestAccess>, Vec<&NestAccess>) = self
            .nest
            .accesses
            .iter()
            .partition(|access| access.role != Role::Read);
        let &[write] = writes.as_slice() else {
            return false;
        };
        let is_changed = |read: &&NestAccess| read.root == write.root && read.index == write.index;
        let is_shared = |read: &&NestAccess| parallel.iter().any(|one| !has(read, *one));
        parallel.len() >= FEWEST_PARALLEL
            && write.role == Role::Write
            && !has(write, own)
            && reads.iter().any(is_changed)
            && reads.iter().all(|read| is_changed(read) || is_shared(read))
    }

    fn build(&self, before: &Reordered) -> Reordered {
        let mut made = Reordered {
            function: self.def_use.function.clone(),
            originals: BTreeSet::new(),
            orders: BTreeMap::new(),
            marks: before.marks.clone(),
        };
        let outside = Outside {
            def_use: self.def_use,
            nest: self.nest,
        };
        let mut emitter = Emitter::new(&mut made.function, self.serial.loc);
        let innermost = self.parallel.last().expect("a loop").0;
        let prefixes = self.parallel.iter().flat_map(|(_, prefix)| prefix.iter());
        let body = &ForParts::of(innermost).expect("a loop").body.stmts;
        let body = prefixes.chain(body).cloned().collect();
        let mut around = with_body(self.serial, body);
        let mut known = BTreeMap::new();
        for (stmt, _) in self.parallel.iter().rev() {
            let mut own = with_body(stmt, vec![around]);
            if let Op::For {
                start, stop, step, ..
            } = &mut own.op
            {
                for bound in [start, stop, step] {
                    *bound = outside.compute(&mut emitter, *bound, &mut known);
                }
            }
            around = own;
        }
        let mut stmts = std::mem::take(&mut emitter.stmts);
        stmts.push(around);
        let outermost = label(self.parallel[0].0);
        made.orders.insert(outermost, self.order());
        let stmts = where_different(self.nest, &self.different, self.serial, stmts, &mut made);
        replace(
            &mut made.function.body,
            label(self.serial),
            &mut Some(stmts),
        );
        made
    }

    fn order(&self) -> Order {
        let loops = self.parallel.iter().map(|(stmt, _)| *stmt);
        let names = loops
            .chain([self.serial])
            .filter_map(|stmt| ForParts::of(stmt)?.name.map(str::to_owned));
        Order {
            variables: names.collect(),
            interchanged: true,
        }
    }
}

/// Moves the serial loops of a function that gain by it, into so many loops at least.
pub(super) fn sink(reordered: &mut Reordered, names: &Names, fewest: usize) {
    let mut tried = reordered.originals.clone();
    while let Some(change) = first(reordered, names, fewest, &mut tried) {
        reordered.function = change.function;
        tried.extend(&change.originals);
        reordered.originals.extend(change.originals);
        reordered.orders.extend(change.orders);
        reordered.marks = change.marks;
    }
}
