//! What positions accumulate: the values that it begins with, the places that keep it in the order of `--fp=strict`, its total.
//!
//! *Invariant:* the order in which partial results meet follows from the number of lanes that the language counts, not from the machine's.

use quasar_abi::AccumulatorOp;

use super::construct::{Builder, elem_of};
use super::ir::{Elem, Memory, Op as SpmdOp, Type, Val};
use super::rows::{LOGICAL, Totals};
use crate::mir::kernel::{SLOT, accumulator_class};
use crate::mir::{Accumulator, BinaryOp, Local};

impl<'a> Builder<'a> {
    pub(super) fn identities(&mut self, vector: bool) -> Totals {
        let mut totals = Totals {
            single: Vec::new(),
            lanes: Vec::new(),
        };
        for (at, accumulator) in self.data.accumulators.iter().enumerate() {
            let identity = self.identity(accumulator.local, accumulator.op);
            if self.ordered {
                self.store_identity(at, identity);
                continue;
            }
            totals.single.push(identity);
            if vector {
                totals.lanes.push(self.e.splat(identity));
            }
        }
        totals
    }

    /// What a variable starts with that the operation gathers.
    pub(super) fn identity(&mut self, local: Local, op: AccumulatorOp) -> Val {
        let ty = self.kernel.locals[local].ty;
        self.e
            .constant(elem_of(ty), op.identity(accumulator_class(ty)))
    }

    /// Makes the slot of an accumulator's logical ones.
    fn store_identity(&mut self, at: usize, identity: Val) {
        let memory = memory_of_lane(self.e.ty(identity).elem);
        debug_assert_eq!(at, self.e.function.slots.len());
        self.e.function.slots.push(LOGICAL * memory.size() as u32);
        let address = self.slot(at);
        for number in 0..LOGICAL {
            self.e.effect(SpmdOp::Store {
                memory,
                address,
                offset: (number * memory.size() as u32) as i32,
                value: identity,
                mask: None,
            });
        }
    }

    fn slot(&mut self, at: usize) -> Val {
        self.e
            .emit(SpmdOp::Slot(at as u32), Type::uniform(Elem::I64))
    }

    /// Where the accumulator of the first lane at position `first` lies; vectors start at multiples of [`LOGICAL`].
    fn logical_place(&mut self, at: usize, memory: Memory, first: Val) -> Val {
        let address = self.slot(at);
        if self.vector {
            return address;
        }
        let (mask, size) = (
            self.e.i64(i64::from(LOGICAL) - 1),
            self.e.i64(memory.size()),
        );
        let number = self.e.binary(BinaryOp::And, first, mask);
        let bytes = self.e.mul(number, size);
        self.e.add(address, bytes)
    }

    pub(super) fn load_logical(&mut self, first: Val) -> Vec<Val> {
        let data = self.data;
        let mut values = Vec::new();
        for (at, accumulator) in data.accumulators.iter().enumerate() {
            let elem = elem_of(self.kernel.locals[accumulator.local].ty);
            let memory = memory_of_lane(elem);
            let address = self.logical_place(at, memory, first);
            let varying = self.vector;
            let op = SpmdOp::Load {
                memory,
                address,
                offset: 0,
            };
            values.push(self.e.emit(op, Type { elem, varying }));
        }
        values
    }

    pub(super) fn store_logical(&mut self, first: Val, values: &[Val]) {
        for (at, &value) in values.iter().enumerate() {
            let memory = memory_of_lane(self.e.ty(value).elem);
            let address = self.logical_place(at, memory, first);
            self.e.effect(SpmdOp::Store {
                memory,
                address,
                offset: 0,
                value,
                mask: None,
            });
        }
    }

    /// Combines the logical accumulators in a tree.
    fn combine_logical(&mut self, at: usize, accumulator: &Accumulator) -> Val {
        let memory = memory_of_lane(elem_of(self.kernel.locals[accumulator.local].ty));
        let address = self.slot(at);
        let parts = (0..LOGICAL)
            .map(|number| {
                let offset = number * memory.size() as u32;
                self.e.load(memory, address, offset as i32)
            })
            .collect();
        self.combine_tree(accumulator.op, parts)
    }

    pub(super) fn store_totals(&mut self, totals: &Totals) {
        let partial = self.e.entry_param(3);
        let data = self.data;
        for (at, accumulator) in data.accumulators.iter().enumerate() {
            let total = match self.ordered {
                true => self.combine_logical(at, accumulator),
                false => self.combine_all(at, accumulator, totals),
            };
            let memory = memory_of_lane(self.e.ty(total).elem);
            self.e.effect(SpmdOp::Store {
                memory,
                address: partial,
                offset: at as i32 * SLOT,
                value: total,
                mask: None,
            });
        }
    }

    fn combine_all(&mut self, at: usize, accumulator: &Accumulator, totals: &Totals) -> Val {
        let total = totals.single[at];
        let Some(&lanes) = totals.lanes.get(at) else {
            return total;
        };
        let all = self.combine_lanes(accumulator.op, lanes);
        self.combine_totals(accumulator.op, total, all)
    }

    /// The parts of all lanes together, in a tree that depends on their number alone.
    pub(super) fn combine_lanes(&mut self, op: AccumulatorOp, lanes: Val) -> Val {
        let ty = self.e.ty(lanes);
        if ty.elem == Elem::Bool {
            let parts = (0..self.lanes)
                .map(|lane| {
                    self.e
                        .emit(SpmdOp::Lane(lanes, lane), Type::uniform(ty.elem))
                })
                .collect();
            return self.combine_tree(op, parts);
        }
        let mut parts = lanes;
        let mut apart = self.lanes;
        while apart > 1 {
            apart /= 2;
            let others = self.e.emit(SpmdOp::SwapGroups(parts, apart), ty);
            parts = self.combine_totals(op, parts, others);
        }
        self.e.emit(SpmdOp::Lane(parts, 0), Type::uniform(ty.elem))
    }

    /// Combines values, a power of two of them, in a tree that depends on their number alone.
    fn combine_tree(&mut self, op: AccumulatorOp, mut parts: Vec<Val>) -> Val {
        while parts.len() > 1 {
            let half = parts.len() / 2;
            parts = (0..half)
                .map(|at| self.combine_totals(op, parts[at], parts[at + half]))
                .collect();
        }
        parts[0]
    }

    pub(super) fn combine_totals(&mut self, op: AccumulatorOp, first: Val, second: Val) -> Val {
        match op {
            AccumulatorOp::Add => self.e.add(first, second),
            AccumulatorOp::Mul => self.e.mul(first, second),
            // A tie or NaN keeps the first.
            AccumulatorOp::Min => self.e.min(second, first),
            AccumulatorOp::Max => self.e.max(second, first),
            AccumulatorOp::And => self.e.and(first, second),
            AccumulatorOp::Or => self.e.or(first, second),
            AccumulatorOp::Xor => self.e.binary(BinaryOp::Xor, first, second),
        }
    }
}

/// How a value of the lane type lies in a slot.
fn memory_of_lane(elem: Elem) -> Memory {
    match elem {
        Elem::Bool | Elem::I32 => Memory::I32,
        Elem::I64 => Memory::I64,
        Elem::F32 => Memory::F32,
        Elem::F64 => Memory::F64,
    }
}
