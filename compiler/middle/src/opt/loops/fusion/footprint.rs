//! What a kernel does with its arrays: which elements, seen from its position.
//!
//! *Invariant:* every access of the kernel to an element is in its footprint; a kernel of which that cannot be said has none.

use std::collections::BTreeMap;

use super::reason::Reason;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::base::Id;
use crate::machine::processor::FEWEST_ITERATIONS;
use crate::mir::{
    Access, AccessMode, AtomicOp, BinaryOp, Const, ElemKind, FuncKind, Function, KernelData, Loc,
    Local, Op, Ty, Value,
};

/// What happens to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It is read.
    Read,
    /// It is written.
    Write,
    /// It is changed by one operation, whatever other positions do.
    Change,
}

/// An index: numbers between two bounds, counted from the position along an axis or from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// The axis of the position.
    pub axis: Option<usize>,
    /// The least number.
    pub low: i64,
    /// The greatest number.
    pub high: i64,
}

impl Index {
    /// The distance from the position along an axis, if it is always the same.
    pub fn distance(self, axis: usize) -> Option<i64> {
        (self.axis == Some(axis) && self.low == self.high).then_some(self.low)
    }

    /// The least and the greatest distance from the position along an axis.
    pub fn distances(self, axis: usize) -> Option<(i64, i64)> {
        (self.axis == Some(axis)).then_some((self.low, self.high))
    }

    /// The number, if it is always the same.
    pub fn constant(self) -> Option<i64> {
        (self.axis.is_none() && self.low == self.high).then_some(self.low)
    }
}

/// An access.
#[derive(Clone, Debug, PartialEq)]
pub struct Touch {
    /// What happens.
    pub deed: Deed,
    /// The indices; none for one that depends on more than the position and constants.
    pub index: Vec<Option<Index>>,
    /// What happens outside of the array.
    pub mode: AccessMode,
    /// Where it stands.
    pub loc: Loc,
}

/// What a kernel does with its arrays.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    /// The accesses, by the number of the parameter.
    pub arrays: BTreeMap<usize, Vec<Touch>>,
    /// Parameters whose arrays are asked for their sizes.
    pub measured: Vec<usize>,
    /// The values by which the kernel names arrays there, with the numbers of the parameters.
    pub named: BTreeMap<Value, usize>,
    /// The number of operations.
    pub operations: usize,
}

impl Footprint {
    /// Looks at a kernel.
    ///
    /// # Errors
    /// The reason for which it cannot be part of another one.
    pub fn of(kernel: &Function, names: &Names) -> Result<Footprint, Reason> {
        let FuncKind::Kernel(data) = &kernel.kind else {
            panic!("{} is launched", kernel.name);
        };
        let refuse = |why: &'static str| Err(Reason::Kernel(kernel.name.clone(), why));
        if data.group.is_some() {
            return refuse("its threads wait for each other");
        }
        if !data.profile.attributes.is_empty() {
            return refuse("its attributes say how it is made");
        }
        let mut reader = Reader {
            def_use: DefUse::of(kernel, names),
            data,
            loops: BTreeMap::new(),
            found: Footprint::default(),
        };
        kernel.body.for_each_stmt(&mut |stmt| {
            if let Op::For {
                index, start, stop, ..
            } = stmt.op
            {
                reader.loops.insert(index, (start, stop));
            }
        });
        for accumulator in &data.accumulators {
            if kernel.locals[accumulator.local].ty.is_float() {
                return refuse("the order in which it adds up numbers would change");
            }
        }
        reader.stmts(kernel)?;
        Ok(reader.found)
    }

    /// Whether the kernel writes into the array of a parameter.
    pub fn writes(&self, parameter: usize) -> bool {
        let touches = self.arrays.get(&parameter).into_iter().flatten();
        touches.clone().any(|touch| touch.deed != Deed::Read)
    }

    /// Whether the kernel reads from the array of a parameter.
    pub fn reads(&self, parameter: usize) -> bool {
        let touches = self.arrays.get(&parameter).into_iter().flatten();
        touches.clone().any(|touch| touch.deed != Deed::Write)
    }
}

struct Reader<'f> {
    def_use: DefUse<'f>,
    data: &'f KernelData,
    /// The first and the last index of counted loops.
    loops: BTreeMap<Value, (Value, Value)>,
    found: Footprint,
}

impl Reader<'_> {
    fn stmts(&mut self, kernel: &Function) -> Result<(), Reason> {
        let mut result = Ok(());
        kernel.body.for_each_stmt(&mut |stmt| {
            let one = match &stmt.op {
                Op::Load(access) => self.access(kernel, access, Deed::Read, stmt.loc),
                Op::Store(access, _) => self.access(kernel, access, Deed::Write, stmt.loc),
                Op::Atomic(op, access, _) => {
                    let unread = stmt.results.iter().all(|&one| self.def_use.uses(one) == 0);
                    self.change(kernel, Some(*op).filter(|_| unread), access, stmt.loc)
                }
                Op::Dim(array, _) | Op::Numel(array) => self.measure(kernel, *array),
                Op::Set(local, _) if matches!(kernel.locals[*local].ty, Ty::Array(_)) => {
                    Err(self.through_variable(kernel))
                }
                Op::Together(_) => Err(Reason::Kernel(
                    kernel.name.clone(),
                    "its threads wait for each other",
                )),
                Op::For { start, stop, .. } if self.adds_up(kernel, stmt) => {
                    self.short_loop(kernel, *start, *stop)
                }
                Op::Loop { .. } if self.adds_up(kernel, stmt) => Err(self.long_sum(kernel)),
                _ => Ok(()),
            };
            self.found.operations += usize::from(!matches!(stmt.op, Op::Get(_) | Op::Const(_)));
            if result.is_ok() {
                result = one;
            }
        });
        result
    }

    fn through_variable(&self, kernel: &Function) -> Reason {
        let why = "it chooses its arrays when it runs";
        Reason::Kernel(kernel.name.clone(), why)
    }

    fn long_sum(&self, kernel: &Function) -> Reason {
        let why = "the order in which its loops add up numbers could change";
        Reason::Kernel(kernel.name.clone(), why)
    }

    /// Whether a loop changes a float variable from iteration to iteration.
    fn adds_up(&self, kernel: &Function, stmt: &crate::mir::Stmt) -> bool {
        let mut found = false;
        stmt.for_each_stmt(&mut |inner| {
            found |= matches!(inner.op, Op::Set(local, _) if kernel.locals[local].ty.is_float());
        });
        found
    }

    /// More iterations of a loop that adds up floats may be taken several at a time (`codegen/src/spmd/sums.rs`), in an order that depends on
    /// the rest of the kernel.
    fn short_loop(&self, kernel: &Function, start: Value, stop: Value) -> Result<(), Reason> {
        let bound = |value| self.index(value).and_then(Index::constant);
        match (bound(start), bound(stop)) {
            (Some(start), Some(stop)) if stop - start < FEWEST_ITERATIONS as i64 - 1 => Ok(()),
            _ => Err(self.long_sum(kernel)),
        }
    }

    fn measure(&mut self, kernel: &Function, array: Value) -> Result<(), Reason> {
        let parameter = self.parameter(kernel, array);
        let parameter = parameter.ok_or_else(|| self.through_variable(kernel))?;
        self.found.measured.push(parameter);
        self.found.named.insert(array, parameter);
        Ok(())
    }

    /// Sums of floats in memory depend on the order of the positions, and so does a changed element that is read (no `op`).
    fn change(
        &mut self,
        kernel: &Function,
        op: Option<AtomicOp>,
        access: &Access,
        loc: Loc,
    ) -> Result<(), Reason> {
        let exact = match op {
            Some(
                AtomicOp::Add
                | AtomicOp::Sub
                | AtomicOp::And
                | AtomicOp::Or
                | AtomicOp::Xor
                | AtomicOp::Min
                | AtomicOp::Max,
            ) => true,
            Some(
                AtomicOp::Mul
                | AtomicOp::Div
                | AtomicOp::Pow
                | AtomicOp::Exchange
                | AtomicOp::CompareExchange,
            )
            | None => false,
        };
        let ty = kernel.values[access.array].ty;
        if !exact || ty != Ty::Array(ElemKind::I32) {
            let why = "the order in which it changes elements could change";
            return Err(Reason::Kernel(kernel.name.clone(), why));
        }
        self.access(kernel, access, Deed::Change, loc)
    }

    fn access(
        &mut self,
        kernel: &Function,
        access: &Access,
        deed: Deed,
        loc: Loc,
    ) -> Result<(), Reason> {
        let parameter = self.parameter(kernel, access.array);
        let parameter = parameter.ok_or_else(|| self.through_variable(kernel))?;
        self.found.named.insert(access.array, parameter);
        let index = access.index.iter().map(|&value| self.index(value));
        let touch = Touch {
            deed,
            index: index.collect(),
            mode: access.mode,
            loc,
        };
        self.found.arrays.entry(parameter).or_default().push(touch);
        Ok(())
    }

    /// The parameter that a value is read from.
    fn parameter(&self, kernel: &Function, array: Value) -> Option<usize> {
        let Op::Get(local) = self.def_use.definition(self.def_use.see_through(array))?.op else {
            return None;
        };
        parameter_of(kernel, local)
    }

    fn index(&self, value: Value) -> Option<Index> {
        let value = self.def_use.see_through(value);
        let number = |number| Index {
            axis: None,
            low: number,
            high: number,
        };
        if let Some(axis) = self.data.position.iter().position(|&one| one == value) {
            return Some(Index {
                axis: Some(axis),
                ..number(0)
            });
        }
        if let Some(&(start, stop)) = self.loops.get(&value) {
            let (low, high) = (self.index(start)?, self.index(stop)?);
            let (low, high) = (low.constant()?, high.constant()?);
            return Some(Index {
                axis: None,
                low: low.min(high),
                high: low.max(high),
            });
        }
        match self.def_use.definition(value)?.op {
            Op::Const(Const::I32(constant)) => Some(number(constant.into())),
            Op::Binary(BinaryOp::Add, a, b) => sum(self.index(a)?, self.index(b)?),
            Op::Binary(BinaryOp::Sub, a, b) => {
                let b = self.index(b)?;
                let negated = Index {
                    low: -b.high,
                    high: -b.low,
                    ..b
                };
                sum(self.index(a)?, negated).filter(|_| b.axis.is_none())
            }
            _ => None,
        }
    }
}

/// The number of a parameter that keeps what it was given.
pub fn parameter_of(kernel: &Function, local: Local) -> Option<usize> {
    let number = kernel.params.iter().position(|&param| param == local);
    debug_assert!(local.index() < kernel.locals.len());
    number
}

fn sum(a: Index, b: Index) -> Option<Index> {
    if a.axis.is_some() && b.axis.is_some() {
        return None;
    }
    Some(Index {
        axis: a.axis.or(b.axis),
        low: a.low + b.low,
        high: a.high + b.high,
    })
}
