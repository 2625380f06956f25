//! The pass `unroll`: a short counted loop that chooses by its index is written out.
//!
//! A small array of fixed size is one local per element, so `a[k]` with a computed `k` is a chain of choices. With a constant `k` it is
//! one local. Where the choice is by the indices of several loops within each other, all of them are written out, from the outside in.
//! In kernels, loops are written out too whose index gives the place of an element by a quotient or a remainder, and those over the
//! channels of a position's pixel, which vectors load as a whole then. Other loops stay: the code generators decide about them.
//!
//! *Invariant:* iterations keep their order, and a jump out of an iteration reaches what it reached.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use super::copy::{Renaming, new_label, replace_stmts};
use crate::mir::data::*;

/// Iterations that are written out at most.
const MOST_ITERATIONS: i64 = 16;
/// Statements that all iterations together may have.
const MOST_STMTS: usize = 2048;

/// Channels of a pixel at most.
const MOST_CHANNELS: usize = 4;

/// As [`MOST_STMTS`], where only places of elements are known then.
const MOST_STMTS_OF_PLACES: usize = 512;

/// Runs the pass on every function.
pub fn unroll(program: &mut Program) {
    for function in program.functions.iter_mut() {
        let mut body = std::mem::take(&mut function.body);
        Unroller::of(function, Reason::Choices).run(&mut body);
        function.body = body;
    }
}

/// What makes it worth to write out a loop.
pub(super) enum Reason {
    /// Its index chooses between variables or bends the place of an element.
    Choices,
    /// Its index, and constants, give the place of an element of one of these arrays; loops around it are not looked at.
    Elements(BTreeSet<Value>),
}

/// What an iteration knows once the index of its loop is a constant.
struct Known {
    /// What is computed from the index, and from what is known besides.
    by_index: BTreeSet<Value>,
    /// Constants, the indices of other loops that are written out too, and what is computed from these alone.
    fixed: BTreeSet<Value>,
}

impl Known {
    fn of(index: Value, constants: &BTreeMap<Value, i32>) -> Known {
        Known {
            by_index: BTreeSet::from([index]),
            fixed: constants.keys().copied().collect(),
        }
    }

    /// Takes down the result of arithmetic, and tells whether it is computed from the index.
    fn note(&mut self, stmt: &Stmt) -> bool {
        let (mut depends, mut is_known) = (false, true);
        stmt.op.for_each_operand(|value| {
            depends |= self.by_index.contains(value);
            is_known &= self.by_index.contains(value) || self.fixed.contains(value);
        });
        let results = match (is_known, depends) {
            (true, true) => &mut self.by_index,
            (true, false) => &mut self.fixed,
            (false, _) => return false,
        };
        results.extend(&stmt.results);
        depends
    }
}

/// Writes out the loops of a function.
pub(super) struct Unroller<'a> {
    function: &'a mut Function,
    /// Whole numbers that are known.
    pub(super) constants: BTreeMap<Value, i32>,
    reason: Reason,
    /// Values that differ between neighbouring positions of a kernel.
    varying: BTreeSet<Value>,
    /// Indices of the loops around the block, and whether these are short.
    around: Vec<(Option<Value>, bool)>,
}

impl<'a> Unroller<'a> {
    pub(super) fn of(function: &'a mut Function, reason: Reason) -> Unroller<'a> {
        Unroller {
            function,
            constants: BTreeMap::new(),
            reason,
            varying: BTreeSet::new(),
            around: Vec::new(),
        }
    }

    /// Writes out the loops of the function's body.
    pub(super) fn run(&mut self, body: &mut Block) {
        self.note_constants(body);
        self.note_varying(body);
        self.block(body);
    }

    /// Constants, and whole numbers that are computed from them: bounds and indices of loops inside of one that is written out.
    fn note_constants(&mut self, block: &Block) {
        block.for_each_stmt(&mut |stmt| {
            let constant = |value: &Value| self.constants.get(value).copied();
            let number = match &stmt.op {
                Op::Const(Const::I32(number)) => Some(*number),
                Op::Unary(UnaryOp::Neg, a) => constant(a).map(i32::wrapping_neg),
                Op::Binary(op, a, b) => constant(a).zip(constant(b)).and_then(|(a, b)| match op {
                    BinaryOp::Add => Some(a.wrapping_add(b)),
                    BinaryOp::Sub => Some(a.wrapping_sub(b)),
                    BinaryOp::Mul => Some(a.wrapping_mul(b)),
                    _ => None,
                }),
                _ => None,
            };
            if let Some(number) = number {
                self.constants.insert(stmt.results[0], number);
            }
        });
    }

    /// Inner loops first: what they become counts for the size of the outer ones.
    fn block(&mut self, block: &mut Block) {
        let mut output = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            let depth = self.around.len();
            self.enter(&stmt.op);
            for inner in stmt.op.blocks_mut() {
                self.block(inner);
            }
            self.around.truncate(depth);
            match self.iterations(&stmt.op) {
                Some(iterations) => self.write_out(stmt, &iterations, &mut output),
                None => output.push(stmt),
            }
        }
        block.stmts = output;
    }

    /// Notes a loop around what comes next.
    fn enter(&mut self, op: &Op) {
        match op {
            Op::For { index, .. } => {
                let is_short = self.few_iterations(op).is_some();
                self.around.push((Some(*index), is_short));
            }
            Op::Loop { .. } => self.around.push((None, false)),
            _other => {}
        }
    }

    /// The indices of a loop that shall be written out.
    fn iterations(&self, op: &Op) -> Option<Vec<i32>> {
        let Op::For { index, body, .. } = op else {
            return None;
        };
        let iterations = self.few_iterations(op)?;
        let size = self.size(body).saturating_mul(iterations.len());
        let is_kernel = matches!(self.function.kind, FuncKind::Kernel(_));
        let is_wanted = match &self.reason {
            Reason::Choices => {
                (size <= MOST_STMTS && self.chooses_by(*index, body))
                    || (is_kernel && size <= MOST_STMTS_OF_PLACES && self.places_by(*index, body))
                    || (size <= MOST_STMTS_OF_PLACES
                        && iterations.len() <= MOST_CHANNELS
                        && self.is_over_channels(*index, body))
            }
            Reason::Elements(arrays) => {
                let is_inner = !self.around.is_empty() && size <= MOST_STMTS_OF_PLACES;
                is_inner && self.reads_by(*index, body, arrays)
            }
        };
        is_wanted.then_some(iterations)
    }

    /// Whether a loop without others in it reads, by its index, the last dimension of elements that lie at neighbouring positions of a kernel in
    /// the dimension before.
    fn is_over_channels(&self, index: Value, body: &Block) -> bool {
        let FuncKind::Kernel(data) = &self.function.kind else {
            return false;
        };
        let is_varying = |value: &Value| self.varying.contains(value);
        let (mut is_simple, mut reads) = (data.position.len() > 1, false);
        body.for_each_stmt(&mut |stmt| match &stmt.op {
            Op::Load(access) => {
                if let [.., before, last] = access.index[..] {
                    reads |= last == index && is_varying(&before);
                }
            }
            op => is_simple &= op.blocks().next().is_none(),
        });
        is_simple && reads
    }

    /// What is computed from the last position of a kernel, but by way of variables.
    fn note_varying(&mut self, block: &Block) {
        if let FuncKind::Kernel(data) = &self.function.kind {
            self.varying.extend(data.position.last());
        }
        block.for_each_stmt(&mut |stmt| {
            let mut varies = false;
            stmt.op
                .for_each_operand(|value| varies |= self.varying.contains(value));
            if varies && stmt.op.is_pure() {
                self.varying.extend(&stmt.results);
            }
        });
    }

    /// Whether the place of an element of one of the arrays is computed from the index, those of short loops around and constants alone.
    fn reads_by(&self, index: Value, body: &Block, arrays: &BTreeSet<Value>) -> bool {
        // The outermost loop stays.
        let short = self.around.iter().skip(1).filter(|(_, is_short)| *is_short);
        let mut known = Known::of(index, &self.constants);
        known.fixed.extend(short.filter_map(|(index, _)| *index));
        let mut reads = false;
        body.for_each_stmt(&mut |stmt| match &stmt.op {
            Op::Load(access) if arrays.contains(&access.array) => {
                reads |= access
                    .index
                    .iter()
                    .any(|place| known.by_index.contains(place));
            }
            Op::Const(_) | Op::Unary(..) | Op::Binary(..) | Op::Convert(_) => {
                known.note(stmt);
            }
            _other => {}
        });
        reads
    }

    /// The indices of a short loop whose bounds are known.
    fn few_iterations(&self, op: &Op) -> Option<Vec<i32>> {
        let Op::For {
            start, stop, step, ..
        } = op
        else {
            return None;
        };
        let constant = |value| self.constants.get(value).map(|&number| i64::from(number));
        let (start, stop, step) = (constant(start)?, constant(stop)?, constant(step)?);
        if step == 0 || (stop - start) / step >= MOST_ITERATIONS {
            return None;
        }
        let iterations = (0..MOST_ITERATIONS).map(|iteration| start + iteration * step);
        let is_inside = |at: &i64| if step > 0 { *at <= stop } else { *at >= stop };
        Some(
            iterations
                .take_while(is_inside)
                .map(|at| at as i32)
                .collect(),
        )
    }

    /// The number of statements when the short loops inside are written out.
    fn size(&self, block: &Block) -> usize {
        let sizes = block.stmts.iter().map(|stmt| {
            let inner: usize = stmt.op.blocks().map(|inner| self.size(inner)).sum();
            let iterations = self
                .few_iterations(&stmt.op)
                .map_or(1, |iterations| iterations.len());
            inner
                .saturating_mul(iterations)
                .saturating_add(usize::from(!matches!(stmt.op, Op::Const(_))))
        });
        sizes.fold(0, usize::saturating_add)
    }

    /// Whether a choice in the body depends on the index, on those of short loops inside and on constants alone.
    fn chooses_by(&self, index: Value, body: &Block) -> bool {
        let mut known = Known::of(index, &self.constants);
        let mut chooses = false;
        body.for_each_stmt(&mut |stmt| match &stmt.op {
            Op::Select { cond, .. } | Op::If { cond, .. } => {
                chooses |= known.by_index.contains(cond);
            }
            Op::For { index, .. } if self.few_iterations(&stmt.op).is_some() => {
                known.fixed.insert(*index);
            }
            Op::Const(_) | Op::Unary(..) | Op::Binary(..) | Op::Compare(..) | Op::Convert(_) => {
                known.note(stmt);
            }
            _other => {}
        });
        chooses
    }

    /// Whether the place of an element is computed from a quotient, a remainder or a rounded number that depends on the index and on
    /// constants alone: a window that is walked by one index, `x[p + [int(n/3), mod(n,3)]]`. With the index known it is a distance.
    fn places_by(&self, index: Value, body: &Block) -> bool {
        let mut known = Known::of(index, &self.constants);
        let mut bent: BTreeSet<Value> = BTreeSet::new();
        let mut found = false;
        body.for_each_stmt(&mut |stmt| match &stmt.op {
            Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) => {
                found |= access.index.iter().any(|index| bent.contains(index));
            }
            Op::Const(_) | Op::Unary(..) | Op::Binary(..) | Op::Convert(_) => {
                let mut is_bent = false;
                stmt.op
                    .for_each_operand(|value| is_bent |= bent.contains(value));
                if known.note(stmt) {
                    is_bent |= self.bends(stmt);
                }
                if is_bent {
                    bent.extend(&stmt.results);
                }
            }
            _other => {}
        });
        found
    }

    /// Whether equal steps of the operands are not equal steps of the result.
    fn bends(&self, stmt: &Stmt) -> bool {
        match &stmt.op {
            Op::Binary(BinaryOp::IntDiv | BinaryOp::Rem, ..) => true,
            Op::Convert(from) => {
                self.function.values[*from].ty.is_float()
                    && self.function.values[stmt.results[0]].ty == Ty::I32
            }
            _ => false,
        }
    }

    /// Appends the iterations of a loop. Each is a scope that `Continue` leaves, all of them one that `Break` leaves.
    fn write_out(&mut self, stmt: Stmt, iterations: &[i32], output: &mut Vec<Stmt>) {
        let Op::For {
            label, index, body, ..
        } = stmt.op
        else {
            unreachable!("only counted loops have iterations");
        };
        let mut all = Vec::new();
        for &iteration in iterations {
            let mut renaming = Renaming::of_definitions(&body, self.function);
            let at = self.function.values.push(ValueData { ty: Ty::I32 });
            renaming.values.insert(index, at);
            self.constants.insert(at, iteration);
            all.push(Stmt {
                op: Op::Const(Const::I32(iteration)),
                results: vec![at],
                loc: stmt.loc,
            });
            let next = new_label(self.function);
            let mut copy = renaming.block(&body);
            self.note_constants(&copy);
            self.block(&mut copy);
            replace_stmts(&mut copy, &mut |stmt| vec![continued(stmt, label, next)]);
            all.push(scope(next, copy, stmt.loc));
        }
        output.push(scope(label, Block { stmts: all }, stmt.loc));
    }
}

fn scope(label: Label, body: Block, loc: Loc) -> Stmt {
    let results = Vec::new();
    let op = Op::Scope { label, body };
    Stmt { op, results, loc }
}

/// A jump to the next iteration as a jump out of this one.
fn continued(mut stmt: Stmt, label: Label, next: Label) -> Stmt {
    if stmt.op == Op::Continue(label) {
        stmt.op = Op::Break(next);
    }
    stmt
}
