//! A serial loop around parallel ones moves into them where all of its iterations change the same elements.
//!
//! ```text
//! for k { for i { for j { c[i,j] += a[i,k]*b[k,j] } } }
//! for i { for j { for k { c[i,j] += a[i,k]*b[k,j] } } }
//! ```
//!
//! An element is then in a register while the serial loop runs, and there is one launch instead of one for each of its iterations. That pays
//! where the parallel loops share what they read, as those of products of matrices do, and where the elements that one iteration of the parallel
//! loop reads lie side by side, as those of a row whose sum it adds up. Where bounds of a parallel loop depend on the serial one, the iterations of
//! both are a triangle or a band, whose other half of bounds the serial loop gets:
//!
//! ```text
//! for j = 0..n-1 { for i = j+1..n-1 { y[i] += a[i,j]*x[j] } }
//! for i = 1..n-1 { for j = 0..min(n-1, i-1) { y[i] += a[i,j]*x[j] } }
//! ```
//!
//! *Invariant:* what one iteration of the parallel loops does, it does in the order of the serial one; no two of them use the same element.

use super::build::{Outside, replace, where_different, with_body};
use super::{Reordered, contains_loop, independent, label, lies_apart_in, only_loop_of, position};
use crate::analysis::loops::affine::{AffineForm, Atom};
use crate::analysis::loops::band::{can_compute, can_hoist, can_repeat, is_short};
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::dependence::Different;
use crate::analysis::loops::nest::{Nest, NestAccess, Role};
use crate::analysis::loops::verdict::Order;
use crate::mir::liveness::{Live, Liveness};
use crate::mir::passes::copy::Renaming;
use crate::mir::{BinaryOp, Block, CompareOp, Const, Label, LoopDirective, Op, Stmt, Value};
use crate::opt::loops::emit::Emitter;
use std::collections::{BTreeMap, BTreeSet};

/// Loops that share what they read, at least.
pub(super) const FEWEST_PARALLEL: usize = 2;
/// Places that the loops store in, at most: what is there is in registers while the serial loop runs.
const MOST_STORES: u32 = 4;
/// Iterations of rows that are better read one after the other, by a launch for each. Measured, 300 rows of 300 floats take 0.033 ms row by row,
/// 0.007 ms down the columns; 6000 of 6000 take 8.3 ms, and 12.
const LONG_ROW: i32 = 4096;

/// The function with the first serial loop moved that gains by it, of those that have not been tried, into so many loops at least.
pub(super) fn first(
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
    let change = moved.next()?;
    drop(moved);
    // What stays as it was for long rows is no other loop to try.
    tried.extend(change.marks.copies.difference(&reordered.marks.copies));
    Some(change)
}

fn index(stmt: &Stmt) -> Value {
    ForParts::of(stmt).expect("a loop").index
}

/// Loops that end in a loop and store in a few places, each with the indices of the loops around it that have nothing else to do.
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
            && inner.is_some_and(|last| ForParts::of(last).is_some() && only_stores(last))
        {
            found.push((stmt, around.to_vec()));
        }
        let around: Vec<Value> = around.iter().copied().chain([parts.index]).collect();
        collect(parts.body, &around, found);
    }
}

/// Whether a statement stores in a few places, and does nothing else that others see.
fn only_stores(stmt: &Stmt) -> bool {
    let (mut stores, mut plain) = (0, true);
    stmt.for_each_stmt(&mut |inner| match &inner.op {
        Op::Store(..) => stores += 1,
        Op::For { .. } | Op::If { .. } | Op::Get(_) | Op::Set(..) | Op::Load(_) => {}
        op => plain &= op.is_pure(),
    });
    plain && (1..=MOST_STORES).contains(&stores)
}

/// A serial loop that moves.
struct Sinking<'a, 'f, 's> {
    def_use: &'a DefUse<'f>,
    nest: &'a Nest,
    serial: &'s Stmt,
    /// The loops that it moves into, outer ones first.
    parallel: Vec<Inner<'s>>,
    different: BTreeSet<Different>,
}

/// A loop that the serial one moves into.
struct Inner<'s> {
    stmt: &'s Stmt,
    /// What stands before it.
    before: &'s [Stmt],
    /// How its start and its stop depend on the index of the serial loop.
    bounds: [Slant; 2],
}

/// How a bound depends on the index of the serial loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slant {
    /// Not at all.
    No,
    /// As the index and something that does not change.
    Rising,
    /// As something that does not change, less the index.
    Falling,
}

impl Inner<'_> {
    fn is_slanted(&self) -> bool {
        self.bounds != [Slant::No; 2]
    }
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
            && let Some((bounds, different)) = sinking.moves_into(inner)
        {
            sinking.parallel.push(Inner {
                stmt: inner,
                before,
                bounds,
            });
            sinking.different.extend(different);
            outer = inner;
        }
        Some(sinking)
    }

    /// Whether it moves into enough loops to gain. A question about arrays would stand within the loops around, which keeps them from becoming
    /// one kernel with a single loop in them.
    fn pays(&self, around: &[Value], fewest: usize) -> bool {
        let count = self.parallel.len();
        let is_plain = count >= FEWEST_PARALLEL || self.different.is_empty() || around.is_empty();
        let gains = self.shares(around) || self.has_sums();
        count >= fewest && is_plain && gains
    }

    /// Whether there is one loop to move into, each iteration of which has something like a sum: of elements that lie side by side, where those of
    /// a vector are far apart; or of elements of which those of a vector lie side by side.
    fn has_sums(&self) -> bool {
        let [inner] = self.parallel.as_slice() else {
            return false;
        };
        let mut body = ForParts::of(inner.stmt).expect("a loop").body.stmts.iter();
        let position = self.position(inner.stmt);
        let gains = match lies_apart_in(self.nest, position) {
            0 => !is_short(self.nest, position),
            of_vectors => lies_apart_in(self.nest, self.position(self.serial)) < of_vectors,
        };
        gains && self.changes_the_same() && !body.any(contains_loop)
    }

    /// Whether sums go down columns: where rows are long, it is better to read them one after the other.
    fn has_columns(&self) -> bool {
        match self.parallel.as_slice() {
            [inner] => lies_apart_in(self.nest, self.position(inner.stmt)) == 0,
            _ => false,
        }
    }

    fn position(&self, stmt: &Stmt) -> usize {
        position(self.nest, stmt)
    }

    /// How the bounds of a loop depend on the index of the serial one, and the arrays that must be different for that to move into it.
    fn moves_into(&self, inner: &Stmt) -> Option<([Slant; 2], BTreeSet<Different>)> {
        let range = ForParts::of(inner)?.range;
        let position = self.position(inner);
        let shape = &self.nest.loops[position];
        let bounds = [
            self.slant(range.start, &shape.start)?,
            self.slant(range.stop, &shape.stop)?,
        ];
        let is_slanted = bounds != [Slant::No; 2];
        let counts_up = |at: usize| self.nest.loops[at].step.as_constant() == Some(1);
        let steps = match is_slanted {
            true => counts_up(position) && counts_up(self.position(self.serial)),
            false => can_hoist(self.def_use, self.nest, range.step),
        };
        let different = independent(self.def_use, self.nest, inner, position, 1)?;
        steps.then_some((bounds, different))
    }

    /// How a bound depends on the index of the serial loop; none where it depends on more than that and the loops that are around then.
    fn slant(&self, bound: Value, form: &AffineForm) -> Option<Slant> {
        let parallel = self.parallel.iter().map(|inner| index(inner.stmt));
        let mut known: Vec<Value> = parallel.collect();
        if can_compute(self.def_use, self.nest, bound, &known) {
            return Some(Slant::No);
        }
        let own = self.position(self.serial);
        let (factor, rest) = form.coefficient_and_rest(Atom::Index(own))?;
        let slant = match factor.as_constant()? {
            1 => Slant::Rising,
            -1 => Slant::Falling,
            _ => return None,
        };
        known.push(index(self.serial));
        let is_known = can_compute(self.def_use, self.nest, bound, &known);
        (is_known && self.nest.form_depth(&rest) == 0).then_some(slant)
    }

    /// Whether all iterations change the same elements.
    fn changes_the_same(&self) -> bool {
        let own = Atom::Index(self.position(self.serial));
        let (reads, mut writes) = self.reads_and_writes();
        writes.all(|write| {
            let is_read = reads.clone().any(|read| is_same(read, write));
            write.role == Role::Write && !has(write, own) && is_read
        })
    }

    fn reads_and_writes(
        &self,
    ) -> (
        impl Iterator<Item = &NestAccess> + Clone,
        impl Iterator<Item = &NestAccess> + Clone,
    ) {
        let accesses = self.nest.accesses.iter();
        let reads = accesses.clone().filter(|one| one.role == Role::Read);
        (reads, accesses.filter(|one| one.role != Role::Read))
    }

    /// Whether all iterations change the same elements, and the loops that are parallel share all others.
    fn shares(&self, around: &[Value]) -> bool {
        let mut parallel: Vec<Atom> = around.iter().map(|index| Atom::Value(*index)).collect();
        let inner = self.parallel.iter();
        parallel.extend(inner.map(|inner| Atom::Index(self.position(inner.stmt))));
        let most = self.parallel.len().max(FEWEST_PARALLEL);
        let parallel = &parallel[parallel.len().saturating_sub(most)..];
        let is_slanted = self.parallel.iter().any(Inner::is_slanted);
        let is_shared = |read: &&NestAccess| parallel.iter().any(|one| !has(read, *one));
        let (mut reads, writes) = self.reads_and_writes();
        let is_changed = |read: &NestAccess| writes.clone().any(|write| is_same(read, write));
        !is_slanted
            && parallel.len() >= FEWEST_PARALLEL
            && self.changes_the_same()
            && reads.all(|read| is_changed(read) || is_shared(&read))
    }

    fn build(&self, before: &Reordered) -> Reordered {
        let mut made = Reordered::of(self.def_use.function.clone(), before.marks.clone());
        let outside = Outside {
            def_use: self.def_use,
            nest: self.nest,
        };
        let mut emitter = Emitter::new(&mut made.function, self.serial.loc);
        let innermost = self.parallel.last().expect("a loop").stmt;
        let prefixes = self.parallel.iter().flat_map(|inner| inner.before.iter());
        let body = &ForParts::of(innermost).expect("a loop").body.stmts;
        let body = prefixes.chain(body).cloned().collect();
        let range = self.range_within(&outside, &mut emitter);
        let mut stmts = std::mem::take(&mut emitter.stmts);
        stmts.push(with_range(with_body(self.serial, body), range));
        for inner in self.parallel.iter().rev() {
            let range = self.range_of_all(&outside, &mut emitter, inner);
            let made = with_range(with_body(inner.stmt, stmts), range);
            stmts = std::mem::take(&mut emitter.stmts);
            stmts.push(made);
        }
        let outermost = label(self.parallel[0].stmt);
        made.orders.insert(outermost, self.order());
        let stmts = match self.has_columns() {
            true => self.where_short(&outside, stmts, &mut made),
            false => where_different(self.nest, &self.different, self.serial, stmts, &mut made),
        };
        replace(
            &mut made.function.body,
            label(self.serial),
            &mut Some(stmts),
        );
        made
    }

    /// The new loops where the rows are short and the arrays different that must be; else the loops as they were.
    fn where_short(&self, outside: &Outside, stmts: Vec<Stmt>, made: &mut Reordered) -> Vec<Stmt> {
        let mut emitter = Emitter::new(&mut made.function, self.serial.loc);
        let [start, stop, _] = self.range_of_all(outside, &mut emitter, &self.parallel[0]);
        let length = emitter.binary(BinaryOp::Sub, stop, start);
        let most = emitter.constant(Const::I32(LONG_ROW));
        let is_short = emitter.compare(CompareOp::Lt, length, most);
        let mut before = emitter.stmts;
        let block = Block {
            stmts: vec![self.serial.clone()],
        };
        let renaming = Renaming::of_definitions(&block, &mut made.function);
        made.marks.copies.extend(renaming.labels.values());
        let otherwise = renaming.block(&block);
        let then = where_different(self.nest, &self.different, self.serial, stmts, made);
        before.push(Stmt {
            op: Op::If {
                cond: is_short,
                then: Block { stmts: then },
                otherwise,
            },
            results: Vec::new(),
            loc: self.serial.loc,
        });
        before
    }

    /// The range of a loop that holds its iterations in all of the serial one.
    fn range_of_all(&self, outside: &Outside, emitter: &mut Emitter, inner: &Inner) -> [Value; 3] {
        let parts = ForParts::of(inner.stmt).expect("a loop");
        let serial = ForParts::of(self.serial).expect("a loop");
        let mut bound = |value: Value, end: Value| {
            outside.compute(emitter, value, &mut BTreeMap::from([(serial.index, end)]))
        };
        let (low, high) = (serial.range.start, serial.range.stop);
        let [start, stop] = inner.bounds;
        let least = if start == Slant::Falling { high } else { low };
        let greatest = if stop == Slant::Falling { low } else { high };
        [
            bound(parts.range.start, least),
            bound(parts.range.stop, greatest),
            bound(parts.range.step, low),
        ]
    }

    /// The range of the serial loop within the others: of its iterations those that have these iterations of them.
    fn range_within(&self, outside: &Outside, emitter: &mut Emitter) -> [Value; 3] {
        let serial = ForParts::of(self.serial).expect("a loop");
        let (mut low, mut high) = (serial.range.start, serial.range.stop);
        for inner in &self.parallel {
            let parts = ForParts::of(inner.stmt).expect("a loop");
            let [start, stop] = inner.bounds;
            for (slant, bound, is_start) in [
                (start, parts.range.start, true),
                (stop, parts.range.stop, false),
            ] {
                if slant == Slant::No {
                    continue;
                }
                let zero = emitter.constant(Const::I32(0));
                let rest =
                    outside.compute(emitter, bound, &mut BTreeMap::from([(serial.index, zero)]));
                let rises = slant == Slant::Rising;
                let limit = match rises {
                    true => emitter.binary(BinaryOp::Sub, parts.index, rest),
                    false => emitter.binary(BinaryOp::Sub, rest, parts.index),
                };
                // A start that rises is below the index up to a place, as is a stop that falls.
                let (limited, op, own) = match is_start == rises {
                    true => (&mut high, BinaryOp::Min, serial.range.stop),
                    false => (&mut low, BinaryOp::Max, serial.range.start),
                };
                *limited = match *limited == own && self.is_tighter(inner, is_start, rises) {
                    true => limit,
                    false => emitter.binary(op, *limited, limit),
                };
            }
        }
        [low, high, serial.range.step]
    }

    /// Whether the serial loop never gets as far, within a loop, as a bound of that which moves with it lets it: its own bound is not needed then.
    fn is_tighter(&self, inner: &Inner, is_start: bool, rises: bool) -> bool {
        let shape = &self.nest.loops[self.position(inner.stmt)];
        let serial = &self.nest.loops[self.position(self.serial)];
        let (bound, other, other_slant) = match is_start {
            true => (&shape.start, &shape.stop, inner.bounds[1]),
            false => (&shape.stop, &shape.start, inner.bounds[0]),
        };
        let own = Atom::Index(self.position(self.serial));
        let Some((_, rest)) = bound.coefficient_and_rest(own) else {
            return false;
        };
        let furthest = match rises {
            true => other.minus(&rest),
            false => rest.minus(other),
        };
        let room = match is_start == rises {
            true => serial.stop.minus(&furthest),
            false => furthest.minus(&serial.start),
        };
        other_slant == Slant::No && room.as_constant().is_some_and(|room| room >= 0)
    }

    fn order(&self) -> Order {
        let loops = self.parallel.iter().map(|inner| inner.stmt);
        let names = loops
            .chain([self.serial])
            .filter_map(|stmt| ForParts::of(stmt)?.name.map(str::to_owned));
        Order {
            variables: names.collect(),
            interchanged: true,
        }
    }
}

/// Whether an index of an access has an atom.
fn has(access: &NestAccess, atom: Atom) -> bool {
    let mut forms = access.index.iter();
    forms.any(|form| form.atoms().any(|one| one == atom))
}

fn is_same(left: &NestAccess, right: &NestAccess) -> bool {
    left.root == right.root && left.index == right.index
}

/// The same loop with another range.
fn with_range(mut stmt: Stmt, [first, last, by]: [Value; 3]) -> Stmt {
    if let Op::For {
        start, stop, step, ..
    } = &mut stmt.op
    {
        (*start, *stop, *step) = (first, last, by);
    }
    stmt
}
