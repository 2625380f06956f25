//! The pass `dominating-conditions`: what conditions prove is not tested again, and an access that is proven to be inside needs no check.
//!
//! A fact comes from a condition on a way that is the only one to go on: from `assert`, from a branch whose other side raises, jumps or
//! returns, from the branch that the statement stands in; and from the bounds of a counted loop. Facts are about values, which never
//! change; so a fact holds where it is known and in all blocks below.
//!
//! *Invariant:* an access becomes `Unchecked` only when each index is proven to be at least 0 and below its extent.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::IndexVec;
use crate::mir::data::*;
use crate::mir::query::KernelError;

/// How many facts one proof may chain.
const DEEPEST: u32 = 4;

/// Runs the pass on every function.
pub fn dominating_conditions(program: &mut Program) {
    for function in program.functions.iter_mut() {
        let mut body = std::mem::take(&mut function.body);
        let mut prover = Prover {
            values: &mut function.values,
            definitions: IndexVec::new(),
            truths: BTreeMap::new(),
            trail: Vec::new(),
            order: Vec::new(),
            contents: BTreeMap::new(),
            assigned: BTreeSet::new(),
            numbers: BTreeMap::new(),
        };
        prover.block(&mut body);
        function.body = body;
    }
}

/// `left < right`, or `left <= right`.
#[derive(Clone, Copy, Debug)]
struct Less {
    left: Value,
    right: Value,
    strict: bool,
}

/// What an index must be below.
#[derive(Clone, Copy, Debug)]
enum Limit {
    Value(Value),
    /// The extent of an array along an axis; without one the number of its elements.
    Extent(Value, Option<u8>),
}

struct Prover<'a> {
    values: &'a mut IndexVec<Value, ValueData>,
    /// The pure operations and arrays that were defined so far.
    definitions: IndexVec<Value, Option<Op>>,
    /// Conditions that are known.
    truths: BTreeMap<Value, bool>,
    /// The keys of `truths` in the order in which they were learnt.
    trail: Vec<Value>,
    order: Vec<Less>,
    /// What locals of this block hold, as far as it is known.
    contents: BTreeMap<Local, Op>,
    /// The locals that this block has assigned so far, and blocks in it.
    assigned: BTreeSet<Local>,
    /// The first value that is a number: constants may occur more than once.
    numbers: BTreeMap<i64, Value>,
}

impl Prover<'_> {
    /// A block: what is learnt in it is forgotten behind it. Whether control can reach its end, by structure alone: asked of each block
    /// anew, that would be a walk over all blocks in it.
    fn block(&mut self, block: &mut Block) -> bool {
        let known = self.known();
        let outer = std::mem::take(&mut self.contents);
        let around = std::mem::take(&mut self.assigned);
        let mut output = Vec::with_capacity(block.stmts.len());
        let mut completes = true;
        for mut stmt in std::mem::take(&mut block.stmts) {
            completes &= self.stmt(&mut stmt, &mut output);
            output.push(stmt);
        }
        block.stmts = output;
        self.contents = outer;
        let assigned = std::mem::replace(&mut self.assigned, around);
        for local in &assigned {
            self.contents.remove(local);
        }
        self.note_assigned(assigned);
        self.forget(known);
        completes
    }

    /// Adds locals to those that are assigned, the fewer to the more: each is moved by few of the blocks that it stands in.
    fn note_assigned(&mut self, mut more: BTreeSet<Local>) {
        if more.len() > self.assigned.len() {
            std::mem::swap(&mut more, &mut self.assigned);
        }
        self.assigned.append(&mut more);
    }

    /// How much is known.
    fn known(&self) -> (usize, usize) {
        (self.trail.len(), self.order.len())
    }

    /// Forgets what was learnt since.
    fn forget(&mut self, (truths, order): (usize, usize)) {
        for cond in self.trail.drain(truths..) {
            self.truths.remove(&cond);
        }
        self.order.truncate(order);
    }

    /// A statement; whether control can go on behind it, by structure alone.
    fn stmt(&mut self, stmt: &mut Stmt, output: &mut Vec<Stmt>) -> bool {
        let mut completes = None;
        let short = self.short_circuit(&stmt.op);
        match &mut stmt.op {
            Op::Set(local, value) => {
                self.assigned.insert(*local);
                // A variable that holds a value is that value twice.
                let same = Op::Binary(BinaryOp::And, *value, *value);
                self.contents.insert(*local, same);
            }
            Op::Get(local) => {
                if let Some(held) = self.contents.get(local).cloned() {
                    self.define(stmt.results[0], held);
                }
            }
            Op::If {
                cond,
                then,
                otherwise,
            } => {
                let tested = *cond;
                if let Some(holds) = self.decide(tested, DEEPEST) {
                    *cond = self.constant(holds, stmt.loc, output);
                }
                let ends = [(true, then), (false, otherwise)].map(|(holds, block)| {
                    let reaches_end = self.branch(tested, holds, block);
                    (reaches_end, reaches_end && !raises(block))
                });
                if !ends[0].1 {
                    self.assume(tested, false);
                }
                if !ends[1].1 {
                    self.assume(tested, true);
                }
                completes = Some(ends[0].0 || ends[1].0);
                self.contents.extend(short);
            }
            Op::For {
                index,
                start,
                stop,
                step,
                body,
                ..
            } => {
                let known = self.known();
                self.loop_bounds(*index, *start, *stop, *step);
                self.block(body);
                self.forget(known);
            }
            Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) => {
                let tested = matches!(access.mode, AccessMode::Checked | AccessMode::Safe);
                if tested && self.is_inside(access) {
                    access.mode = AccessMode::Unchecked;
                }
            }
            op => {
                if op.is_pure() || matches!(op, Op::NewArray { .. }) || copied(op).is_some() {
                    self.define(stmt.results[0], op.clone());
                }
                for inner in stmt.op.blocks_mut() {
                    self.block(inner);
                }
            }
        }
        completes.unwrap_or_else(|| stmt.op.completes())
    }

    /// `a && b` and `a || b` as they are lowered: `set x, a`, then, where `a` has not decided yet, `set x, b`.
    fn short_circuit(&self, op: &Op) -> Option<(Local, Op)> {
        let Op::If {
            cond,
            then,
            otherwise,
        } = op
        else {
            return None;
        };
        // Whether the second part is computed where the condition holds.
        let (last, when_true) = match (&then.stmts[..], &otherwise.stmts[..]) {
            ([.., last], []) => (last, true),
            ([], [.., last]) => (last, false),
            _ => return None,
        };
        let Op::Set(local, second) = last.op else {
            return None;
        };
        let first = match self.contents.get(&local)? {
            Op::Binary(BinaryOp::And, left, right) if left == right => *left,
            _joined => return None,
        };
        let same = *cond == first;
        if !same && !self.are_opposite(*cond, first) {
            return None;
        }
        let joined = if same == when_true {
            BinaryOp::And
        } else {
            BinaryOp::Or
        };
        // The first part is a condition, so the variable holds truth values, and what else that block does leaves it its second part.
        Some((local, Op::Binary(joined, first, second)))
    }

    /// Whether one condition holds exactly where the other does not.
    fn are_opposite(&self, one: Value, other: Value) -> bool {
        match (self.definition(one), self.definition(other)) {
            (Some(Op::Unary(UnaryOp::Not, inner)), _) if *inner == other => true,
            (_, Some(Op::Unary(UnaryOp::Not, inner))) if *inner == one => true,
            (Some(Op::Compare(op, left, right)), Some(Op::Compare(opposite, first, second))) => {
                let same = |one, other| self.representative(one) == self.representative(other);
                let sides = same(*left, *first) && same(*right, *second);
                sides && self.values[*left].ty == Ty::I32 && *opposite == op.opposite()
            }
            _other => false,
        }
    }

    fn branch(&mut self, cond: Value, holds: bool, block: &mut Block) -> bool {
        let known = self.known();
        self.assume(cond, holds);
        let completes = self.block(block);
        self.forget(known);
        completes
    }

    fn define(&mut self, value: Value, op: Op) {
        while self.definitions.len() <= crate::base::Id::index(value) {
            self.definitions.push(None);
        }
        self.definitions[value] = Some(op);
        if let Some(number) = self.number(value) {
            self.numbers.entry(number).or_insert(value);
        }
    }

    /// The value that stands for this one and its equals.
    fn representative(&self, value: Value) -> Value {
        let number = self.number(value);
        let first = number.and_then(|number| self.numbers.get(&number));
        first.copied().unwrap_or(value)
    }

    fn definition(&self, value: Value) -> Option<&Op> {
        self.definitions.get(value)?.as_ref()
    }

    fn constant(&mut self, holds: bool, loc: Loc, output: &mut Vec<Stmt>) -> Value {
        let value = self.values.push(ValueData { ty: Ty::Bool });
        output.push(Stmt {
            op: Op::Const(Const::Bool(holds)),
            results: vec![value],
            loc,
        });
        value
    }

    // ---- Learning

    /// From here on a condition holds, or does not.
    fn assume(&mut self, cond: Value, holds: bool) {
        if self.truths.contains_key(&cond) {
            return;
        }
        self.truths.insert(cond, holds);
        self.trail.push(cond);
        match self.definition(cond).cloned() {
            Some(Op::Unary(UnaryOp::Not, inner)) => self.assume(inner, !holds),
            Some(Op::Binary(BinaryOp::And, left, right)) if holds => {
                self.assume(left, true);
                self.assume(right, true);
            }
            Some(Op::Binary(BinaryOp::Or, left, right)) if !holds => {
                self.assume(left, false);
                self.assume(right, false);
            }
            Some(Op::Compare(op, left, right)) if self.values[left].ty == Ty::I32 => {
                self.compare(op, left, right, holds);
            }
            _other => {}
        }
    }

    fn compare(&mut self, op: CompareOp, left: Value, right: Value, holds: bool) {
        let (left, right) = (self.representative(left), self.representative(right));
        let less = |left, right, strict| Less {
            left,
            right,
            strict,
        };
        match (op, holds) {
            (CompareOp::Lt, true) | (CompareOp::Ge, false) => {
                self.order.push(less(left, right, true))
            }
            (CompareOp::Le, true) | (CompareOp::Gt, false) => {
                self.order.push(less(left, right, false))
            }
            (CompareOp::Gt, true) | (CompareOp::Le, false) => {
                self.order.push(less(right, left, true))
            }
            (CompareOp::Ge, true) | (CompareOp::Lt, false) => {
                self.order.push(less(right, left, false))
            }
            (CompareOp::Eq, true) | (CompareOp::Ne, false) => {
                self.order.push(less(left, right, false));
                self.order.push(less(right, left, false));
            }
            (CompareOp::Eq, false) | (CompareOp::Ne, true) => self.differs(left, right),
        }
    }

    /// Two values differ: a truth value as a number that is not 0 was true.
    fn differs(&mut self, left: Value, right: Value) {
        if let (Some(Op::Convert(inner)), Some(0)) = (self.definition(left), self.number(right)) {
            let inner = *inner;
            if self.values[inner].ty == Ty::Bool {
                self.assume(inner, true);
            }
        }
    }

    /// Between its bounds a loop's index stays, whichever way it counts.
    fn loop_bounds(&mut self, index: Value, start: Value, stop: Value, step: Value) {
        let (least, most) = match self.number(step) {
            Some(1..) => (start, stop),
            Some(..=-1) => (stop, start),
            Some(0) | None => return,
        };
        for (left, right) in [(least, index), (index, most)] {
            self.order.push(Less {
                left,
                right,
                strict: false,
            });
        }
    }

    // ---- Proving

    /// The number that a value is.
    fn number(&self, value: Value) -> Option<i64> {
        match self.definition(value)? {
            Op::Const(Const::I32(number)) => Some(i64::from(*number)),
            _other => None,
        }
    }

    /// Whether a condition is known to hold or not.
    fn decide(&self, cond: Value, depth: u32) -> Option<bool> {
        if let Some(known) = self.truths.get(&cond) {
            return Some(*known);
        }
        let depth = depth.checked_sub(1)?;
        match self.definition(cond)? {
            Op::Unary(UnaryOp::Not, inner) => self.decide(*inner, depth).map(|holds| !holds),
            Op::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let sides = [left, right].map(|side| self.decide(*side, depth));
                let decisive = *op == BinaryOp::Or;
                match sides {
                    [Some(side), _] | [_, Some(side)] if side == decisive => Some(decisive),
                    [Some(_), Some(_)] => Some(!decisive),
                    [None, _] | [_, None] => None,
                }
            }
            Op::Compare(op, left, right) if self.values[*left].ty == Ty::I32 => {
                self.decide_order(*op, *left, *right)
            }
            _other => None,
        }
    }

    fn decide_order(&self, op: CompareOp, left: Value, right: Value) -> Option<bool> {
        let less = |left, right, strict| self.is_less(left, Limit::Value(right), strict, DEEPEST);
        let (yes, no) = match op {
            CompareOp::Lt => (less(left, right, true), less(right, left, false)),
            CompareOp::Le => (less(left, right, false), less(right, left, true)),
            CompareOp::Gt => (less(right, left, true), less(left, right, false)),
            CompareOp::Ge => (less(right, left, false), less(left, right, true)),
            CompareOp::Eq | CompareOp::Ne => return None,
        };
        match (yes, no) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }

    fn is_inside(&self, access: &Access) -> bool {
        let single = access.index.len() == 1;
        access.index.iter().enumerate().all(|(axis, index)| {
            let axis = (!single).then_some(axis as u8);
            let limit = Limit::Extent(access.array, axis);
            self.least(*index, DEEPEST).is_some_and(|least| least >= 0)
                && self.is_less(*index, limit, true, DEEPEST)
        })
    }

    /// Whether a value is below a limit, or at most the limit.
    fn is_less(&self, value: Value, limit: Limit, strict: bool, depth: u32) -> bool {
        let value = self.representative(value);
        if self.is_limit(value, limit) {
            return !strict;
        }
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        if let (Some(most), Some(least)) = (self.most(value, depth), self.least_of(limit, depth))
            && (most < least || !strict && most == least)
        {
            return true;
        }
        if let Some(size) = self.made_with(limit)
            && self.is_less(value, Limit::Value(size), strict, depth)
        {
            return true;
        }
        match self.definition(value) {
            Some(Op::Binary(BinaryOp::Min, left, right)) => {
                return [left, right]
                    .into_iter()
                    .any(|side| self.is_less(*side, limit, strict, depth));
            }
            // What a number that is not negative is lessened by does not wrap.
            Some(Op::Binary(BinaryOp::Sub, whole, part))
                if self.number(*part).is_some_and(|part| part > 0)
                    && (self.is_extent(*whole)
                        || self.least(*whole, depth).is_some_and(|least| least >= 0))
                    && self.is_less(*whole, limit, false, depth) =>
            {
                return true;
            }
            Some(Op::Binary(BinaryOp::Add, left, right))
                if self.is_less_by_steps(*left, *right, limit, strict) =>
            {
                return true;
            }
            _other => {}
        }
        let known = self.order.iter().filter(|known| known.left == value);
        known
            .into_iter()
            .any(|known| self.is_less(known.right, limit, strict && !known.strict, depth))
    }

    /// Whether a value and some more are below a limit, or at most it: what stops at an extent less at least as much, as the index of a loop that
    /// leaves out the last elements. The sum is then at most an extent, and does not wrap.
    fn is_less_by_steps(&self, left: Value, right: Value, limit: Limit, strict: bool) -> bool {
        let Some((value, more)) = self.value_and_more(left, right) else {
            return false;
        };
        let reaches = |known: &Less| match self.definition(known.right) {
            Some(Op::Binary(BinaryOp::Sub, whole, part)) if self.is_extent(*whole) => {
                let left_out = self.number(*part).filter(|part| *part >= 0);
                let apart = left_out.map(|part| part - more + i64::from(known.strict));
                apart.is_some_and(|apart| apart >= i64::from(strict))
                    && self.is_limit(self.representative(*whole), limit)
            }
            _other => false,
        };
        let mut known = self.order.iter().filter(|known| known.left == value);
        more >= 0 && known.any(reaches)
    }

    fn is_limit(&self, value: Value, limit: Limit) -> bool {
        let same = |of, array| self.original(of) == self.original(array);
        match (limit, self.definition(value)) {
            (Limit::Value(limit), _) => value == limit,
            (Limit::Extent(array, None), Some(Op::Numel(of))) => same(*of, array),
            (Limit::Extent(array, Some(axis)), Some(Op::Dim(of, along))) => {
                same(*of, array) && *along == axis
            }
            (Limit::Extent(..), _) => false,
        }
    }

    fn is_extent(&self, value: Value) -> bool {
        matches!(self.definition(value), Some(Op::Dim(..) | Op::Numel(_)))
    }

    /// The array that one is a copy of, perhaps of a copy: its extents are the same.
    fn original(&self, array: Value) -> Value {
        let mut array = array;
        while let Some(of) = self.definition(array).and_then(copied) {
            array = of;
        }
        array
    }

    /// The value that an extent was made with; one that is negative would have raised an error.
    fn made_with(&self, limit: Limit) -> Option<Value> {
        let Limit::Extent(array, axis) = limit else {
            return None;
        };
        let Some(Op::NewArray { dims, .. }) = self.definition(self.original(array)) else {
            return None;
        };
        match (axis, &dims[..]) {
            (None, dims) => {
                let mut others = dims.iter().filter(|dim| self.number(**dim) != Some(1));
                others.next().filter(|_| others.next().is_none()).copied()
            }
            (Some(axis), [_, _, ..]) => dims.get(usize::from(axis)).copied(),
            (Some(_), _) => None,
        }
    }

    /// A number that a limit is at least.
    fn least_of(&self, limit: Limit, depth: u32) -> Option<i64> {
        match limit {
            Limit::Value(value) => self.least(value, depth),
            Limit::Extent(..) => match self.made_with(limit) {
                Some(size) => self.least(size, depth),
                None => Some(0),
            },
        }
    }

    /// A number that a value is at least.
    fn least(&self, value: Value, depth: u32) -> Option<i64> {
        if let Some(number) = self.number(value) {
            return Some(number);
        }
        let depth = depth.checked_sub(1)?;
        let own = match self.definition(value) {
            Some(Op::Dim(..) | Op::Numel(_)) => Some(0),
            Some(Op::Binary(BinaryOp::Max, left, right)) => {
                self.least(*left, depth).max(self.least(*right, depth))
            }
            Some(Op::Binary(BinaryOp::Min, left, right)) => {
                let sides = self.least(*left, depth).zip(self.least(*right, depth));
                sides.map(|(left, right)| left.min(right))
            }
            Some(Op::Binary(BinaryOp::Add, left, right)) => self.least_of_sum(*left, *right, depth),
            // From a number that is not negative a smaller one can be taken.
            Some(Op::Binary(BinaryOp::Sub, whole, part)) => {
                let part = self.number(*part).filter(|part| *part >= 0);
                let whole = self.least(*whole, depth).filter(|least| *least >= 0);
                whole.zip(part).map(|(whole, part)| whole - part)
            }
            _other => None,
        };
        let known = self.order.iter().filter(|known| known.right == value);
        let bounds = known
            .filter_map(|known| Some(self.least(known.left, depth)? + i64::from(known.strict)));
        bounds.chain(own).max()
    }

    /// The parts of the sum of a value and a constant.
    fn value_and_more(&self, left: Value, right: Value) -> Option<(Value, i64)> {
        match (self.number(left), self.number(right)) {
            (_, Some(more)) => Some((left, more)),
            (Some(more), None) => Some((right, more)),
            (None, None) => None,
        }
    }

    /// A number that the sum of a value and a constant is at least, if it cannot wrap.
    fn least_of_sum(&self, left: Value, right: Value, depth: u32) -> Option<i64> {
        let (value, more) = self.value_and_more(left, right)?;
        let least = self.least(value, depth)?;
        let room = more <= 0 || self.room_above(value) >= more;
        let fits = room && least + more >= i64::from(i32::MIN);
        fits.then_some(least + more)
    }

    /// By how much a value is certainly below the greatest number: an index, which stops at an extent less something, or is below another.
    fn room_above(&self, value: Value) -> i64 {
        let known = self.order.iter().filter(|known| known.left == value);
        let rooms = known.map(|known| {
            let below = match self.definition(known.right) {
                Some(Op::Const(Const::I32(most))) => i64::from(i32::MAX) - i64::from(*most),
                Some(Op::Binary(BinaryOp::Sub, whole, part)) if self.is_extent(*whole) => {
                    self.number(*part).unwrap_or(0).max(0)
                }
                _other => 0,
            };
            below + i64::from(known.strict)
        });
        rooms.max().unwrap_or(0)
    }

    /// A number that a value is at most.
    fn most(&self, value: Value, depth: u32) -> Option<i64> {
        if let Some(number) = self.number(value) {
            return Some(number);
        }
        let depth = depth.checked_sub(1)?;
        let known = self.order.iter().filter(|known| known.left == value);
        let bounds = known
            .filter_map(|known| Some(self.most(known.right, depth)? - i64::from(known.strict)));
        bounds.min()
    }
}

/// What an operation copies, if it copies an array as it is.
fn copied(op: &Op) -> Option<Value> {
    match op {
        Op::Runtime {
            func: RtFn::array_copy,
            args,
            ..
        } => args.first().copied(),
        _other => None,
    }
}

/// Whether a statement of a block always raises, so that control does not reach what is behind it.
fn raises(block: &Block) -> bool {
    block.stmts.iter().any(|stmt| always_raises(&stmt.op))
}

fn always_raises(op: &Op) -> bool {
    match op {
        Op::Runtime { func, .. } => *func == RtFn::error_again || KernelError::of(*func).is_some(),
        _other => false,
    }
}

#[cfg(test)]
mod tests;
