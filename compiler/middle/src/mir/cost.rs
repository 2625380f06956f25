//! What a position of a kernel costs: what is known when compiling, and how often its loops run as far as the launch knows that.
//!
//! *Invariant:* only the decisions how many rows make a chunk and which device gets a launch depend on it, and it depends on sizes alone.

use std::collections::BTreeMap;

use super::kernel::kernel_data;
use crate::machine::cost::{self, ITERATIONS, OperationCost};
use crate::machine::processor::ASSUMED_LANES;
use crate::mir::families::{call_op, jump_op, memory_op, pure_op};
use crate::mir::interpret::LaunchNumbers;
use crate::mir::{BinaryOp, Block, Const, Function, Local, Op, Stmt, Ty, Value};

/// Binary places of an estimate in nanoseconds.
pub const COST_BITS: u32 = 6;

/// The most that a cost may be.
pub const MOST: i64 = 1 << 31;

/// An estimate in nanoseconds on one thread, with [`COST_BITS`] binary places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    /// What is always spent.
    pub fixed: i64,
    /// Loops that run as often as the launch tells.
    pub loops: Vec<(Iterations, Cost)>,
}

/// How often a loop runs: `constant + Σ factor · source`, divided by the step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Iterations {
    /// The summand that is known.
    pub constant: i64,
    /// What the launch knows.
    pub terms: Vec<(i64, Source)>,
    /// At least 1.
    pub step: i64,
}

/// A number that a launch knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// An argument, by the parameter's number.
    Argument(usize),
    /// An extent of an array that is an argument.
    Extent(usize, u8),
    /// The number of elements of such an array.
    Numel(usize),
    /// A position, by its dimension: half of the launch's extent on average.
    Position(usize),
}

impl Cost {
    fn fixed(fixed: i64) -> Cost {
        Cost {
            fixed,
            ..Cost::default()
        }
    }

    /// The cost where nothing is known of a launch.
    pub fn without_launch(&self) -> i64 {
        let loops = self.loops.iter().map(|(iterations, body)| {
            let iterations = match iterations.terms.is_empty() {
                true => (iterations.constant / iterations.step).max(0),
                false => ITERATIONS,
            };
            body.without_launch().saturating_mul(iterations)
        });
        loops.fold(self.fixed, i64::saturating_add).min(MOST)
    }

    fn plus(&mut self, other: Cost) {
        self.fixed = self.fixed.saturating_add(other.fixed).min(MOST);
        self.loops.extend(other.loops);
    }

    /// The cost of so many iterations of it.
    fn times(self, iterations: i64) -> Cost {
        let iterations = iterations.max(0);
        let fixed = self.fixed.saturating_mul(iterations).min(MOST);
        let inner = self.loops.into_iter().map(|(mut own, body)| {
            own.constant = own.constant.saturating_mul(iterations);
            own.terms.iter_mut().for_each(|term| term.0 *= iterations);
            (own, body)
        });
        Cost {
            fixed,
            loops: inner.collect(),
        }
    }
}

/// What a position costs, and how many of them are taken at a time.
pub fn position_cost(kernel: &Function) -> (Cost, i64) {
    let mut one_by_one = false;
    kernel.body.for_each_stmt(&mut |stmt| {
        one_by_one |= matches!(
            stmt.op,
            Op::Atomic(..) | Op::NewArray { .. } | Op::Runtime { .. } | Op::Call { .. }
        );
    });
    let estimate = Estimate::of(kernel);
    let together = if one_by_one { 1 } else { ASSUMED_LANES };
    (estimate.block(&kernel.body), together)
}

/// The cost of a row of a launch in nanoseconds, at least 1, as the code of its host computes it.
pub fn row_cost(kernel: &Function, launch: &LaunchNumbers<'_>) -> i64 {
    let extents = launch.extents();
    let positions = match extents[..] {
        [_] => 1,
        [.., inner] => inner,
        [] => panic!("a launch has a dimension"),
    };
    let (cost, together) = position_cost(kernel);
    // Not nothing, however simple.
    let position = (cost.at(launch) / together) | 4;
    (positions.wrapping_mul(position) as u64 >> COST_BITS) as i64 | 1
}

impl Cost {
    /// The cost with the numbers of a launch, at most [`MOST`].
    fn at(&self, launch: &LaunchNumbers<'_>) -> i64 {
        let loops = self.loops.iter();
        loops.fold(self.fixed.min(MOST), |sum, (iterations, body)| {
            sum.saturating_add(iterations.at(launch) * body.at(launch))
                .min(MOST)
        })
    }
}

impl Iterations {
    /// How often the loop runs, from 0 to 2^31.
    fn at(&self, launch: &LaunchNumbers<'_>) -> i64 {
        let terms = self.terms.iter().map(|&(factor, source)| {
            let number = match source {
                Source::Argument(at) => launch.argument(at),
                Source::Extent(at, axis) => launch.extent(at, axis),
                Source::Numel(at) => launch.numel(at),
                Source::Position(dimension) => launch.extents()[dimension] / 2,
            };
            factor.wrapping_mul(number)
        });
        let sum = terms.fold(self.constant, i64::wrapping_add);
        sum.clamp(0, MOST) / self.step
    }
}

/// What an operation costs by itself, without the blocks in it.
pub fn operation(op: &Op) -> OperationCost {
    match op {
        Op::Const(_) | Op::Get(_) | Op::Set(..) | Op::GetGlobal(_) | Op::SetGlobal(..) => {
            cost::MOVE
        }
        Op::Unary(op, _) if op.is_slow() => cost::SLOW,
        Op::Math(..) => cost::ELEMENTARY,
        Op::Unary(..) | Op::Binary(..) | Op::Compare(..) | Op::Select { .. } | Op::Convert(_) => {
            cost::SIMPLE
        }
        Op::Dim(..) | Op::Numel(_) => cost::SIZE,
        Op::Load(_) | Op::Store(..) => cost::ACCESS,
        Op::Atomic(..) => cost::ATOMIC,
        Op::NewArray { .. } | Op::Runtime { .. } | Op::Call { .. } | Op::Launch(_) => cost::CALL,
        Op::If { .. } => cost::BRANCH,
        Op::For { .. } | Op::Loop { .. } => cost::LOOP,
        // Textures are of GPUs; estimates are for processors.
        Op::Texture(_) | Op::Scope { .. } | Op::Try { .. } => cost::NOTHING,
        Op::Break(_)
        | Op::Continue(_)
        | Op::Return(_)
        | Op::Retain(_)
        | Op::Release(_)
        | Op::Together(_) => cost::JUMP,
    }
}

struct Estimate<'a> {
    kernel: &'a Function,
    definitions: BTreeMap<Value, &'a Op>,
    sets: BTreeMap<Local, u32>,
}

impl<'a> Estimate<'a> {
    fn of(kernel: &'a Function) -> Self {
        let mut estimate = Estimate {
            kernel,
            definitions: BTreeMap::new(),
            sets: BTreeMap::new(),
        };
        kernel.body.for_each_stmt(&mut |stmt: &'a Stmt| {
            let results = stmt.results.iter();
            estimate
                .definitions
                .extend(results.map(|result| (*result, &stmt.op)));
            if let Op::Set(local, _) = stmt.op {
                *estimate.sets.entry(local).or_default() += 1;
            }
        });
        estimate
    }

    fn block(&self, block: &Block) -> Cost {
        let mut cost = Cost::default();
        for stmt in &block.stmts {
            cost.plus(self.op(&stmt.op));
        }
        cost
    }

    fn op(&self, op: &Op) -> Cost {
        let own = Cost::fixed(operation(op).time);
        match op {
            Op::If {
                then, otherwise, ..
            } => {
                let mut both = self.block(then);
                both.plus(self.block(otherwise));
                both.fixed = own.fixed + both.fixed / 2;
                both
            }
            Op::For {
                start,
                stop,
                step,
                body,
                ..
            } => self.counted([*start, *stop, *step], self.block(body)),
            Op::Loop { body, .. } => self.block(body).times(ITERATIONS),
            Op::Scope { body, .. } | Op::Try { body, .. } => self.block(body),
            pure_op!() | memory_op!() | call_op!() | jump_op!() => own,
            Op::Get(_) | Op::Set(..) | Op::Retain(_) | Op::Release(_) => own,
        }
    }

    fn counted(&self, [start, stop, step]: [Value; 3], body: Cost) -> Cost {
        let Some(iterations) = self.iterations(start, stop, step) else {
            return body.times(ITERATIONS);
        };
        if iterations.terms.is_empty() {
            return body.times(iterations.constant / iterations.step);
        }
        Cost {
            fixed: 0,
            loops: vec![(iterations, body)],
        }
    }

    fn iterations(&self, start: Value, stop: Value, step: Value) -> Option<Iterations> {
        let step = self.linear(step)?;
        if !step.terms.is_empty() || step.constant == 0 {
            return None;
        }
        let (first, last) = match step.constant > 0 {
            true => (start, stop),
            false => (stop, start),
        };
        let mut iterations = self.linear(last)?;
        iterations.add(&self.linear(first)?, -1);
        iterations.step = step.constant.abs();
        iterations.constant += iterations.step;
        Some(iterations)
    }

    /// A whole number in terms of what the launch knows.
    fn linear(&self, value: Value) -> Option<Iterations> {
        let position = kernel_data(self.kernel)
            .position
            .iter()
            .position(|position| *position == value);
        if let Some(dimension) = position {
            return Some(Iterations::of(Source::Position(dimension)));
        }
        match self.definitions.get(&value)? {
            Op::Const(Const::I32(number)) => Some(Iterations {
                constant: (*number).into(),
                ..Iterations::default()
            }),
            Op::Get(local) if self.kernel.locals[*local].ty == Ty::I32 => {
                Some(Iterations::of(Source::Argument(self.parameter(*local)?)))
            }
            Op::Dim(array, axis) => {
                Some(Iterations::of(Source::Extent(self.array(*array)?, *axis)))
            }
            Op::Numel(array) => Some(Iterations::of(Source::Numel(self.array(*array)?))),
            Op::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
                let mut sum = self.linear(*a)?;
                let sign = if *op == BinaryOp::Add { 1 } else { -1 };
                sum.add(&self.linear(*b)?, sign);
                Some(sum)
            }
            _ => None,
        }
    }

    fn array(&self, array: Value) -> Option<usize> {
        match self.definitions.get(&array)? {
            Op::Get(local) => self.parameter(*local),
            _ => None,
        }
    }

    /// The number of a parameter that keeps the value of its argument.
    fn parameter(&self, local: Local) -> Option<usize> {
        let found = self.kernel.params.iter().position(|one| *one == local)?;
        (!self.sets.contains_key(&local)).then_some(found)
    }
}

impl Iterations {
    fn of(source: Source) -> Iterations {
        Iterations {
            terms: vec![(1, source)],
            ..Iterations::default()
        }
    }

    fn add(&mut self, other: &Iterations, sign: i64) {
        self.constant += sign * other.constant;
        let terms = other.terms.iter();
        self.terms
            .extend(terms.map(|(factor, source)| (sign * factor, *source)));
    }
}
