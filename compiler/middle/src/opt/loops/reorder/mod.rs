//! Loops put into an order in which the vectors of a kernel go along elements that lie side by side.
//!
//! ```text
//! for i { for j { c[i,j] *= b }  for k { for j { c[i,j] += a[i,k]*b[k,j] } } }
//! for i { for j { c[i,j] *= b } }  for i { for j { s = c[i,j]  for k { s += a[i,k]*b[k,j] }  c[i,j] = s } }
//! ```
//!
//! The iterations of `i` are independent, so its body may be divided: each part gets a loop over `i` of its own. In a part, a serial
//! loop `k` around a loop `j` moves to the inside where no two iterations with different `j` use the same element, whatever `k` is
//! in them; so do several serial loops, one in the other, which keep their order. What `parallelise` finds in the new order decides whether it stays.
//!
//! *Technique:* loop distribution and interchange (Allen and Kennedy, "Optimizing Compilers for Modern Architectures", 2001, chapters 5 and
//! 6), for memory order (Carr, McKinley and Tseng, "Compiler Optimizations for Improving Data Locality", ASPLOS 1994).
//!
//! | file | what it does |
//! |---|---|
//! | `distribute` | nests that add to different arrays by different loops |
//! | `left_looking` | triangular solves |
//! | `sink` | serial loops that move into parallel ones |
//! | `divide`, `build` | the parts of the body of a parallel loop, and their new order |
//!
//! *Invariant:* the statements of one iteration of the parallel loops keep their order wherever they may touch the same element.

mod build;
mod distribute;
mod divide;
mod left_looking;
mod sink;

use super::marks::Marks;
use crate::analysis::loops::Options;
use crate::analysis::loops::affine::Atom;
use crate::analysis::loops::band::{self, Band, can_repeat, lies_apart};
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::dependence::{self, Changes, Different};
use crate::analysis::loops::nest::{Nest, NestAccess, NestLoop};
use crate::analysis::loops::privatise::classify;
use crate::analysis::loops::verdict::Order;
use crate::mir::kernel::MAXIMUM_RANK;
use crate::mir::liveness::{Live, Liveness};
use crate::mir::{Block, Function, Label, LoopDirective, Op, Stmt, Value};
use build::Expected;
pub(super) use build::replace;
use divide::{divide, in_order};
use std::collections::{BTreeMap, BTreeSet};

/// As many serial loops as move into another one, at most: two along an image's window and one along its channels.
const MOST_SERIAL: usize = 3;

/// A function with its loops in their new order.
#[derive(Debug)]
pub struct Reordered {
    /// The function.
    pub function: Function,
    /// Loops as they were before, taken where arrays are the same that must be different: they stay as they are.
    pub originals: BTreeSet<Label>,
    /// For the outermost loops of nests in a new order: that order.
    pub orders: BTreeMap<Label, Order>,
    /// What was split before.
    pub marks: Marks,
}

impl Reordered {
    /// A function whose loops are in the order that it has.
    fn of(function: Function, marks: Marks) -> Reordered {
        Reordered {
            function,
            originals: BTreeSet::new(),
            orders: BTreeMap::new(),
            marks,
        }
    }

    /// Makes the changes that are found, one after the other; what is found is told the loops that were tried, and adds its own to them.
    fn while_found(
        &mut self,
        mut find: impl FnMut(&Reordered, &mut BTreeSet<Label>) -> Option<Reordered>,
    ) {
        let mut tried = self.originals.clone();
        while let Some(change) = find(self, &mut tried) {
            tried.extend(&change.originals);
            self.function = change.function;
            self.originals.extend(change.originals);
            self.orders.extend(change.orders);
            self.marks = change.marks;
        }
    }
}

impl Order {
    /// That of a band whose loops change places.
    pub fn of(band: &Band) -> Order {
        let loops = band.order.iter().map(|&at| band.loops[at].stmt);
        let names = loops.filter_map(|stmt| ForParts::of(stmt)?.name.map(str::to_owned));
        Order {
            variables: names.collect(),
            interchanged: true,
        }
    }
}

/// Gives the loops of a host function the order that suits vectors.
pub fn reorder(function: Function, marks: Marks, names: &Names, options: &Options) -> Reordered {
    let mut reordered = Reordered::of(function, marks);
    reordered.while_found(|before, tried| distribute::first(before, names, tried));
    reordered.while_found(|before, tried| left_looking::first(before, names, tried));
    let fewest = sink::FEWEST_PARALLEL;
    reordered.while_found(|before, tried| sink::first(before, names, fewest, tried));
    reordered.while_found(|before, tried| {
        let change = first_change(before, names, options, tried)?;
        tried.extend(change.orders.keys());
        Some(change)
    });
    // What is between parallel loops still has found no better place.
    reordered.while_found(|before, tried| sink::first(before, names, 1, tried));
    reordered
}

/// The first loop that has not been tried and gains, in its new order.
fn first_change(
    reordered: &Reordered,
    names: &Names,
    options: &Options,
    tried: &mut BTreeSet<Label>,
) -> Option<Reordered> {
    let function = &reordered.function;
    let mut nests = Vec::new();
    collect_nests(&function.body, tried, &mut nests);
    if nests.is_empty() {
        return None;
    }
    let def_use = DefUse::of(function, names);
    let live_after = Liveness::of(function).after;
    let mut inside = BTreeSet::new();
    for stmt in nests {
        let label = ForParts::of(stmt).expect("a loop").label;
        tried.insert(label);
        if inside.contains(&label) {
            continue;
        }
        let nest = Nest::of(&def_use, stmt);
        let Ok(band) = band::find(&def_use, &nest, stmt, &live_after, options) else {
            continue;
        };
        inside.extend(nest.loops.iter().map(|one| one.label));
        let planner = Planner {
            def_use: &def_use,
            nest: &nest,
            band: &band,
            options,
            marks: &reordered.marks,
        };
        if let Some(change) = planner.change() {
            return Some(change);
        }
    }
    None
}

/// The loops in the body of a band that become its innermost dimension.
pub(super) fn exchanged(
    def_use: &DefUse,
    nest: &Nest,
    band: &Band,
    options: &Options,
) -> BTreeSet<Label> {
    let planner = Planner {
        def_use,
        nest,
        band,
        options,
        marks: &Marks::default(),
    };
    if !planner.is_plain() {
        return BTreeSet::new();
    }
    let parts = planner.parts();
    let exchanges = parts.iter().filter_map(|part| part.exchange.as_ref());
    exchanges
        .filter_map(|exchange| ForParts::of(exchange.along).map(|parts| parts.label))
        .collect()
}

/// The loops that have loops inside and have not been tried, outer ones first.
fn collect_nests<'s>(block: &'s Block, tried: &BTreeSet<Label>, nests: &mut Vec<&'s Stmt>) {
    for stmt in &block.stmts {
        if let Some(parts) = ForParts::of(stmt)
            && parts.body.stmts.iter().any(contains_loop)
            && !tried.contains(&parts.label)
            && *parts.directive == LoopDirective::default()
        {
            nests.push(stmt);
        }
        for inner in stmt.op.blocks() {
            collect_nests(inner, tried, nests);
        }
    }
}

fn contains_loop(stmt: &Stmt) -> bool {
    let mut found = false;
    stmt.for_each_stmt(&mut |inner| found |= matches!(inner.op, Op::For { .. }));
    found
}

/// A loop that becomes the innermost of a kernel.
struct Exchange<'s> {
    /// The loop.
    along: &'s Stmt,
    position: usize,
    /// The serial loops around it that move inside, outer ones first, each with what stands before the next loop in its body.
    serial: Vec<(&'s Stmt, &'s [Stmt])>,
    /// The loop of the band that its bounds depend on.
    slanted: Option<usize>,
    different: BTreeSet<Different>,
}

/// Statements of the body that get loops of their own.
struct Part<'s> {
    stmts: Vec<&'s Stmt>,
    exchange: Option<Exchange<'s>>,
}

struct Planner<'a, 'f, 's> {
    def_use: &'a DefUse<'f>,
    nest: &'a Nest,
    band: &'a Band<'s>,
    options: &'a Options,
    marks: &'a Marks,
}

impl<'s> Planner<'_, '_, 's> {
    /// Whether the body may be divided, and the kernel have one more dimension.
    fn is_plain(&self) -> bool {
        self.band.variables.accumulators.is_empty()
            && self.band.variables.last_values.is_empty()
            && self.band.variables.inherited.is_empty()
            && self.band.changes == Changes::Plain
            && self.band.loops.len() < MAXIMUM_RANK
    }

    fn change(&self) -> Option<Reordered> {
        if !self.is_plain() {
            return None;
        }
        let parts = self.parts();
        let changes = parts.iter().any(|part| part.exchange.is_some());
        let reordered = changes.then(|| self.build(&parts))?;
        self.is_confirmed(&reordered).then_some(reordered.0)
    }

    /// The parts of the body; neighbours that gain nothing stay together.
    fn parts(&self) -> Vec<Part<'s>> {
        let mut parts: Vec<Part<'s>> = Vec::new();
        let (shared, groups) = divide(self.nest, self.band.body);
        for group in groups {
            let exchange = match group.as_slice() {
                [one] => self.exchange(one),
                _ => None,
            };
            match parts.last_mut() {
                Some(last) if last.exchange.is_none() && exchange.is_none() => {
                    last.stmts.extend(group);
                }
                _ => parts.push(Part {
                    stmts: group,
                    exchange,
                }),
            }
        }
        for part in &mut parts {
            part.stmts = in_order(self.band.body, &shared, &part.stmts);
        }
        parts
    }

    /// How a loop of the body, or one inside of it, becomes the innermost dimension, when that is allowed and pays.
    fn exchange(&self, stmt: &'s Stmt) -> Option<Exchange<'s>> {
        ForParts::of(stmt)?;
        let found = self.as_it_is(stmt).or_else(|| self.moved(stmt))?;
        let short = band::is_short(self.nest, found.position);
        let pays = !short && self.strided(stmt, found.position) < self.strided_now(stmt);
        (pays || self.options.always_reorder).then_some(found)
    }

    /// The loop itself.
    fn as_it_is(&self, stmt: &'s Stmt) -> Option<Exchange<'s>> {
        let position = self.position(stmt);
        let level = self.nest.loops[position].depth;
        let different = independent(self.def_use, self.nest, stmt, position, level)?;
        Some(Exchange {
            along: stmt,
            position,
            serial: Vec::new(),
            slanted: self.slant(stmt, position)?,
            different,
        })
    }

    /// A loop that makes up the body of serial ones, the first that is independent of them.
    fn moved(&self, stmt: &'s Stmt) -> Option<Exchange<'s>> {
        let level = self.nest.loops[self.position(stmt)].depth;
        let (mut serial, mut around) = (Vec::new(), stmt);
        while serial.len() < MOST_SERIAL {
            let (along, prefix) = only_loop_of(self.def_use, self.nest, around)?;
            serial.push((around, prefix));
            let position = self.position(along);
            if let Some(different) = independent(self.def_use, self.nest, along, position, level)
                && let Some(slanted) = self.slant(along, position)
            {
                return Some(Exchange {
                    along,
                    position,
                    serial,
                    slanted,
                    different,
                });
            }
            around = along;
        }
        None
    }

    fn position(&self, stmt: &Stmt) -> usize {
        position(self.nest, stmt)
    }

    /// The loop of the band that the bounds depend on, if any; nothing when they depend on more.
    fn slant(&self, stmt: &Stmt, position: usize) -> Option<Option<usize>> {
        let parts = ForParts::of(stmt)?;
        let one = &self.nest.loops[position];
        let mut indices = BTreeSet::new();
        for bound in [parts.range.start, parts.range.stop, parts.range.step] {
            self.indices(bound, &mut indices)?;
        }
        let Some(&index) = indices.first() else {
            return Some(None);
        };
        let outer = self.nest.loops.iter().position(|one| one.index == index)?;
        let in_band = self.band.loops.iter().any(|one| one.position == outer);
        let counts_up = |at: &NestLoop| at.step.as_constant() == Some(1);
        let level = self.nest.loops[outer].depth;
        let monotone = [&one.start, &one.stop].iter().all(|bound| {
            let parts = bound.coefficient_and_rest(Atom::Index(outer));
            parts.is_some_and(|(factor, rest)| {
                factor.as_constant().is_some() && self.nest.form_depth(&rest) < level
            })
        });
        let fits = indices.len() == 1
            && in_band
            && monotone
            && counts_up(one)
            && counts_up(&self.nest.loops[outer]);
        fits.then_some(Some(outer))
    }

    /// The loop indices that a value is computed from; nothing when it depends on more than those and what the nest leaves alone.
    fn indices(&self, value: Value, found: &mut BTreeSet<Value>) -> Option<()> {
        let value = self.def_use.see_through(value);
        if !self.nest.defines(value) {
            return Some(());
        }
        let Some(definition) = self.def_use.definition(value) else {
            found.insert(value);
            return Some(());
        };
        let steady = match &definition.op {
            Op::Get(local) => !self.nest.assigned.contains(local),
            Op::GetGlobal(_) => true,
            op => op.is_pure(),
        };
        let mut all = steady.then_some(());
        definition
            .op
            .for_each_operand(|&operand| all = all.and_then(|()| self.indices(operand, found)));
        all
    }

    /// How often elements that do not lie side by side are used below a statement when vectors go along a loop.
    fn strided(&self, stmt: &Stmt, along: usize) -> u64 {
        let mut labels = BTreeSet::new();
        stmt.for_each_stmt(&mut |inner| {
            labels.extend(ForParts::of(inner).map(|parts| parts.label));
        });
        let below = |access: &&NestAccess| labels.contains(&self.nest.loops[access.in_loop].label);
        band::strided(self.nest, self.nest.accesses.iter().filter(below), along)
    }

    fn strided_now(&self, stmt: &Stmt) -> u64 {
        self.strided(stmt, self.band.along().position)
    }

    /// Whether the new order becomes the kernels that it was made for.
    fn is_confirmed(&self, (reordered, expected): &(Reordered, Vec<Expected>)) -> bool {
        let function = &reordered.function;
        let def_use = DefUse::of(function, self.def_use.names);
        let live_after = Liveness::of(function).after;
        let mut confirmed = BTreeSet::new();
        function.body.for_each_stmt(&mut |stmt| {
            let Some(parts) = ForParts::of(stmt) else {
                return;
            };
            for one in expected.iter().filter(|one| one.outermost == parts.label) {
                let nest = Nest::of(&def_use, stmt);
                if let Ok(found) = band::find(&def_use, &nest, stmt, &live_after, self.options)
                    && found
                        .loops
                        .iter()
                        .any(|of| nest.loops[of.position].label == one.along)
                {
                    confirmed.insert(one.outermost);
                }
            }
        });
        expected
            .iter()
            .all(|one| confirmed.contains(&one.outermost))
    }
}

fn label(stmt: &Stmt) -> Label {
    ForParts::of(stmt).expect("a loop").label
}

/// How many accesses of a nest have elements that do not lie side by side in neighbouring iterations of a loop.
fn lies_apart_in(nest: &Nest, position: usize) -> usize {
    let accesses = nest.accesses.iter();
    accesses.filter(|one| lies_apart(one, position)).count()
}

fn position(nest: &Nest, stmt: &Stmt) -> usize {
    let label = label(stmt);
    let mut loops = nest.loops.iter();
    loops
        .position(|one| one.label == label)
        .expect("the nest knows its loops")
}

/// The loop that ends the body of a serial loop which may move into it, and what stands in front of that.
fn only_loop_of<'s>(
    def_use: &DefUse,
    nest: &Nest,
    stmt: &'s Stmt,
) -> Option<(&'s Stmt, &'s [Stmt])> {
    let outer = ForParts::of(stmt)?;
    let (along, prefix) = outer.body.stmts.split_last()?;
    ForParts::of(along)?;
    let regular = !nest.loops[position(nest, stmt)].irregular
        && *outer.directive == LoopDirective::default()
        && prefix.iter().all(can_repeat);
    let variables = classify(def_use, outer.body, &Live::default(), outer.directive).ok()?;
    (regular && variables.accumulators.is_empty()).then_some((along, prefix))
}

/// Whether the iterations of a loop are independent while everything from a depth on varies.
fn independent(
    def_use: &DefUse,
    nest: &Nest,
    stmt: &Stmt,
    position: usize,
    level: usize,
) -> Option<BTreeSet<Different>> {
    let parts = ForParts::of(stmt)?;
    let plain = *parts.directive == LoopDirective::default();
    let variables = classify(def_use, parts.body, &Live::default(), parts.directive).ok()?;
    if !plain || !variables.accumulators.is_empty() || nest.loops[position].irregular {
        return None;
    }
    dependence::test_varying(def_use, nest, position, level).ok()
}
