//! The loops of a nest built anew in the order that was chosen.
//!
//! *Invariant:* where arrays must be different for the order, a test chooses between the loops in their new order and as they were.

use super::super::emit::Emitter;
use super::{Exchange, Part, Planner, Reordered};
use crate::analysis::loops::affine::{AffineForm, Atom, Root};
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::DefUse;
use crate::analysis::loops::dependence::Different;
use crate::analysis::loops::nest::{Nest, NestAccess};
use crate::analysis::loops::verdict::Order;
use crate::mir::passes::copy::Renaming;
use crate::mir::{BinaryOp, Block, CompareOp, Const, Label, Loc, Op, RtFn, Stmt, Ty, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The loops that must be found in one band.
pub(super) struct Expected {
    pub(super) outermost: Label,
    pub(super) along: Label,
}

impl Planner<'_, '_, '_> {
    pub(super) fn build(&self, parts: &[Part]) -> (Reordered, Vec<Expected>) {
        let outermost = self.band.loops[0].stmt;
        let mut maker = Maker {
            planner: self,
            reordered: Reordered::of(self.def_use.function.clone(), self.marks.clone()),
            expected: Vec::new(),
            before: Vec::new(),
            loc: outermost.loc,
        };
        let mut stmts = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let made = maker.part(number, part);
            stmts.append(&mut maker.before);
            stmts.push(made);
        }
        let stmts = maker.where_different(parts, outermost, stmts);
        let label = ForParts::of(outermost).expect("a loop").label;
        replace(&mut maker.reordered.function.body, label, &mut Some(stmts));
        (maker.reordered, maker.expected)
    }
}

/// Puts statements in the place of a loop.
pub fn replace(block: &mut Block, label: Label, stmts: &mut Option<Vec<Stmt>>) {
    let is_it = |stmt: &Stmt| ForParts::of(stmt).is_some_and(|parts| parts.label == label);
    if let Some(at) = block.stmts.iter().position(is_it) {
        let stmts = stmts.take().expect("a label is that of one loop");
        block.stmts.splice(at..=at, stmts);
        return;
    }
    for stmt in &mut block.stmts {
        for inner in stmt.op.blocks_mut() {
            if stmts.is_some() {
                replace(inner, label, stmts);
            }
        }
    }
}

pub(super) struct Maker<'a, 'b, 'f, 's> {
    pub(super) planner: &'a Planner<'b, 'f, 's>,
    pub(super) reordered: Reordered,
    expected: Vec<Expected>,
    /// What is computed before the loops of the part.
    before: Vec<Stmt>,
    pub(super) loc: Loc,
}

impl Maker<'_, '_, '_, '_> {
    pub(super) fn emit<R>(&mut self, body: impl FnOnce(&mut Emitter) -> R) -> (R, Vec<Stmt>) {
        let mut emitter = Emitter::new(&mut self.reordered.function, self.loc);
        let result = body(&mut emitter);
        (result, emitter.stmts)
    }

    /// The band's loops around a part of the body.
    fn part(&mut self, number: usize, part: &Part) -> Stmt {
        let mut stmts = Vec::new();
        for &stmt in &part.stmts {
            let moves = part.exchange.as_ref().filter(|exchange| {
                let around = exchange.serial.first().map(|(around, _)| *around);
                std::ptr::eq(around.unwrap_or(exchange.along), stmt)
            });
            match moves {
                Some(exchange) => stmts.push(self.exchanged(exchange)),
                None => stmts.push(stmt.clone()),
            }
        }
        for one in self.planner.band.loops.iter().rev() {
            let around = with_body(one.stmt, stmts);
            stmts = one.before.to_vec();
            stmts.push(around);
        }
        let mut made = stmts.pop().expect("the outermost loop");
        let mut renaming = Renaming::default();
        if number > 0 {
            let block = Block { stmts: vec![made] };
            renaming = Renaming::of_definitions(&block, &mut self.reordered.function);
            made = renaming.block(&block).stmts.pop().expect("the loop");
            self.reordered.marks.follow(&renaming);
        }
        if let Some(exchange) = &part.exchange {
            self.note(&made, exchange, &renaming);
        }
        made
    }

    fn note(&mut self, made: &Stmt, exchange: &Exchange, renaming: &Renaming) {
        let outermost = ForParts::of(made).expect("a loop").label;
        let along = ForParts::of(exchange.along).expect("a loop").label;
        self.expected.push(Expected {
            outermost,
            along: renaming.labels.get(&along).copied().unwrap_or(along),
        });
        let band = self.planner.band.loops.iter().map(|one| one.stmt);
        let serial = exchange.serial.iter().map(|(stmt, _)| *stmt);
        let order = band.chain([exchange.along]).chain(serial);
        let names = order.filter_map(|stmt| ForParts::of(stmt)?.name.map(str::to_owned));
        let order = Order {
            variables: names.collect(),
            interchanged: !exchange.serial.is_empty(),
        };
        self.reordered.orders.insert(outermost, order);
    }

    /// The loop that becomes the innermost dimension, with what it runs.
    fn exchanged(&mut self, exchange: &Exchange) -> Stmt {
        let parts = ForParts::of(exchange.along).expect("a loop");
        let mut body = parts.body.stmts.clone();
        for (serial, prefix) in exchange.serial.iter().rev() {
            let inner = prefix.iter().cloned().chain(body).collect();
            body = vec![with_body(serial, inner)];
        }
        if exchange.slanted.is_some() {
            body = self.guarded(parts, body);
        }
        let (start, stop) = self.bounds(exchange, parts);
        let mut made = with_body(exchange.along, body);
        if let Op::For {
            start: first,
            stop: last,
            step,
            ..
        } = &mut made.op
        {
            *step = self.computed_before(*step, &mut BTreeMap::new());
            (*first, *last) = (start, stop);
        }
        made
    }

    /// Bounds that hold all iterations of the band.
    fn bounds(&mut self, exchange: &Exchange, parts: ForParts) -> (Value, Value) {
        let Some(outer) = exchange.slanted else {
            let start = self.computed_before(parts.range.start, &mut BTreeMap::new());
            return (
                start,
                self.computed_before(parts.range.stop, &mut BTreeMap::new()),
            );
        };
        let shape = &self.planner.nest.loops[exchange.position];
        let around = self
            .planner
            .band
            .loops
            .iter()
            .find(|one| one.position == outer);
        let around = ForParts::of(around.expect("a loop of the band").stmt).expect("a loop");
        let rises = |form: &AffineForm| {
            let factor = form
                .coefficient_and_rest(Atom::Index(outer))
                .and_then(|(factor, _)| factor.as_constant());
            factor.is_none_or(|factor| factor >= 0)
        };
        let (low, high) = (around.range.start, around.range.stop);
        let (first, last) = match (rises(&shape.start), rises(&shape.stop)) {
            (true, true) => (low, high),
            (true, false) => (low, low),
            (false, true) => (high, high),
            (false, false) => (high, low),
        };
        let mut ends = [first, last]
            .into_iter()
            .zip([parts.range.start, parts.range.stop]);
        let mut next = || {
            let (end, bound) = ends.next().expect("two bounds");
            let end = self.computed_before(end, &mut BTreeMap::new());
            self.computed_before(bound, &mut BTreeMap::from([(around.index, end)]))
        };
        (next(), next())
    }

    /// A value of the nest, computed before it, with some of its values known.
    fn computed_before(&mut self, value: Value, known: &mut BTreeMap<Value, Value>) -> Value {
        let planner = self.planner;
        let outside = planner.outside();
        let (made, stmts) = self.emit(|emitter| outside.compute(emitter, value, known));
        self.before.extend(stmts);
        made
    }

    /// The iterations that the loop had, of those that it has now.
    fn guarded(&mut self, parts: ForParts, body: Vec<Stmt>) -> Vec<Stmt> {
        let planner = self.planner;
        let outside = planner.outside();
        let (cond, mut stmts) = self.emit(|emitter| {
            let start = outside.compute(emitter, parts.range.start, &mut BTreeMap::new());
            let stop = outside.compute(emitter, parts.range.stop, &mut BTreeMap::new());
            let from = emitter.compare(CompareOp::Ge, parts.index, start);
            let to = emitter.compare(CompareOp::Le, parts.index, stop);
            emitter.define(Op::Binary(BinaryOp::And, from, to), Ty::Bool)
        });
        stmts.push(self.when(cond, body));
        stmts
    }

    pub(super) fn when(&self, cond: Value, then: Vec<Stmt>) -> Stmt {
        let op = Op::If {
            cond,
            then: Block { stmts: then },
            otherwise: Block::default(),
        };
        Stmt {
            op,
            results: Vec::new(),
            loc: self.loc,
        }
    }

    /// The parts, where the arrays are different that must be; else the loops as they were.
    fn where_different(&mut self, parts: &[Part], original: &Stmt, made: Vec<Stmt>) -> Vec<Stmt> {
        let mut pairs = self.planner.band.different.clone();
        let exchanges = parts.iter().filter_map(|part| part.exchange.as_ref());
        pairs.extend(exchanges.flat_map(|exchange| exchange.different.iter().cloned()));
        where_different(
            self.planner.nest,
            &pairs,
            original,
            made,
            &mut self.reordered,
        )
    }
}

/// Statements that stand for a loop where pairs of arrays are different ones; else the loop as it was.
pub(super) fn where_different(
    nest: &Nest,
    pairs: &BTreeSet<Different>,
    original: &Stmt,
    made: Vec<Stmt>,
    reordered: &mut Reordered,
) -> Vec<Stmt> {
    if pairs.is_empty() {
        return made;
    }
    let mut emitter = Emitter::new(&mut reordered.function, original.loc);
    let tests: Vec<Value> = pairs
        .iter()
        .map(|((left, _), (right, _))| are_same(nest, &mut emitter, *left, *right))
        .collect();
    let same = tests
        .into_iter()
        .reduce(|a, b| emitter.binary(BinaryOp::Or, a, b));
    let zero = emitter.constant(Const::I32(0));
    let different = emitter.compare(CompareOp::Eq, same.expect("a pair of arrays"), zero);
    let mut stmts = emitter.stmts;
    let block = Block {
        stmts: vec![original.clone()],
    };
    let renaming = Renaming::of_definitions(&block, &mut reordered.function);
    reordered.originals.extend(renaming.labels.values());
    stmts.push(Stmt {
        op: Op::If {
            cond: different,
            then: Block { stmts: made },
            otherwise: renaming.block(&block),
        },
        results: Vec::new(),
        loc: original.loc,
    });
    stmts
}

/// The same loop with another body.
pub(super) fn with_body(stmt: &Stmt, stmts: Vec<Stmt>) -> Stmt {
    let mut copy = stmt.clone();
    if let Op::For { body, .. } = &mut copy.op {
        *body = Block { stmts };
    }
    copy
}

impl<'f> Planner<'_, 'f, '_> {
    fn outside(&self) -> Outside<'_, 'f> {
        Outside {
            def_use: self.def_use,
            nest: self.nest,
        }
    }
}

/// Where only the indices of a nest and what it leaves alone are defined.
pub(super) struct Outside<'a, 'f> {
    pub(super) def_use: &'a DefUse<'f>,
    pub(super) nest: &'a Nest,
}

impl Outside<'_, '_> {
    /// Computes a value once more.
    pub(super) fn compute(
        &self,
        emitter: &mut Emitter,
        value: Value,
        known: &mut BTreeMap<Value, Value>,
    ) -> Value {
        let value = self.def_use.see_through(value);
        if let Some(&made) = known.get(&value) {
            return made;
        }
        let definition = self
            .def_use
            .definition(value)
            .filter(|_| self.nest.defines(value));
        let Some(definition) = definition else {
            return value;
        };
        let mut op = definition.op.clone();
        op.for_each_operand_mut(|operand| *operand = self.compute(emitter, *operand, known));
        let made = emitter.define(op, self.def_use.function.values[value].ty);
        known.insert(value, made);
        made
    }
}

/// Not 0 where two arrays are one.
fn are_same(nest: &Nest, emitter: &mut Emitter, left: Root, right: Root) -> Value {
    let args = vec![array(nest, emitter, left), array(nest, emitter, right)];
    let op = Op::Runtime {
        func: RtFn::object_same,
        args,
        list: Vec::new(),
    };
    emitter.define(op, Ty::I32)
}

fn array(nest: &Nest, emitter: &mut Emitter, root: Root) -> Value {
    match root {
        Root::Local(local) => emitter.get(local),
        Root::Value(value) => value,
        Root::Global(global) => {
            let of_root = |access: &&NestAccess| access.root == Some(root);
            let access = nest.accesses.iter().find(of_root);
            let kind = access.expect("an access to the array").kind;
            emitter.define(Op::GetGlobal(global), Ty::Array(kind))
        }
    }
}
