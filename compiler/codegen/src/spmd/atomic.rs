//! Atomic changes of elements, lane after lane.
//!
//! *Invariant:* lanes that are masked off change nothing, and those of one vector change their elements in their order.

use quasar_abi::{COPY_TABLES, ElemKind};

use super::access::{Lanes, Place, changed_memory, lane_of};
use super::construct::Builder;
use super::ir::{Elem, Memory, Op, Type, Val};
use crate::mir::{Access, AtomicOp, BinaryOp, Stmt, UnaryOp, Value};

/// An atomic operation.
#[derive(Clone, Copy)]
struct Change<'a> {
    op: AtomicOp,
    kind: ElemKind,
    place: &'a Place,
    /// The operands.
    values: &'a [Val],
    /// The lanes that take part; none: all.
    mask: Option<Val>,
    /// Results.
    count: usize,
    /// Whether other threads may change the element at the same time.
    shared: bool,
    /// Bytes from one table of the array to the next, where it may have several.
    tables: Option<Val>,
}

impl Builder<'_> {
    /// `Atomic`: lane after lane.
    pub(super) fn atomic(&mut self, stmt: &Stmt, op: AtomicOp, access: &Access, values: &[Value]) {
        let kind = self.elem_kind(access.array);
        let place = self.locate(access, kind);
        let values: Vec<Val> = values.iter().map(|value| self.value(*value)).collect();
        let mask = self.store_mask(&place);
        let count = stmt.results.len();
        let change = Change {
            op,
            kind,
            place: &place,
            values: &values,
            mask,
            count,
            shared: !self.serial,
            tables: None,
        };
        let results = match self.own_copies {
            Some(own) if self.copied.contains(&access.array) => {
                // The order in which floats are added must not depend on the lanes then.
                let in_order =
                    self.versions.adds_in_order && changed_memory(kind).elem().is_float();
                self.when(own, |builder| {
                    builder.change(&Change {
                        shared: false,
                        tables: builder.table_stride.filter(|_| !in_order),
                        ..change
                    });
                });
                let others = self.e.not(own);
                self.when(others, |builder| {
                    builder.change(&change);
                });
                // Nobody reads them.
                vec![self.e.constant(lane_of(kind), 0); count]
            }
            _ => self.change(&change),
        };
        for (result, value) in stmt.results.iter().zip(results) {
            self.define(*result, value);
        }
    }

    /// The change of an element by each lane; returns the results.
    fn change(&mut self, change: &Change<'_>) -> Vec<Val> {
        if self.vector {
            return self.change_by_lanes(change);
        }
        let Change {
            place,
            mask,
            values,
            ..
        } = *change;
        match mask {
            None => self.change_one(change, place.address, values),
            Some(mask) => {
                let zero = self.e.constant(lane_of(change.kind), 0);
                self.choose(mask, &vec![zero; change.count], |builder| {
                    builder.change_one(change, place.address, values)
                })
            }
        }
    }

    fn change_by_lanes(&mut self, change: &Change<'_>) -> Vec<Val> {
        let Change {
            place,
            mask,
            values,
            count,
            ..
        } = *change;
        let index = match place.lanes {
            Lanes::Together => None,
            Lanes::Consecutive => Some(self.e.lane_index()),
            Lanes::Strided(stride) => Some(self.strided_index(stride, place.size)),
            Lanes::Scattered(index) => Some(index),
        };
        let zero = self.e.constant(lane_of(change.kind), 0);
        let mut results: Vec<Val> = (0..count).map(|_| self.e.splat(zero)).collect();
        let tables = self.tables(change);
        for lane in 0..self.lanes {
            let table = tables[lane as usize % tables.len()];
            let address = match index {
                None => table,
                Some(index) => {
                    let index = self.lane(index, lane);
                    let index = self.e.convert(index, Elem::I64);
                    let size = self.e.i64(place.size);
                    let bytes = self.scaled(index, size);
                    self.e.add(table, bytes)
                }
            };
            let own: Vec<Val> = values.iter().map(|value| self.lane(*value, lane)).collect();
            let done = match mask {
                None => self.change_one(change, address, &own),
                Some(mask) => {
                    let active = self.lane(mask, lane);
                    self.choose(active, &vec![zero; count], |builder| {
                        builder.change_one(change, address, &own)
                    })
                }
            };
            for (result, done) in results.iter_mut().zip(done) {
                let ty = self.e.ty(*result);
                *result = self.e.emit(Op::WithLane(*result, lane, done), ty);
            }
        }
        results
    }

    /// Where the element of an index of 0 is in each of the tables that lanes take in turn.
    fn tables(&mut self, change: &Change<'_>) -> Vec<Val> {
        let first = change.place.address;
        let Some(stride) = change.tables else {
            return vec![first];
        };
        (0..i64::from(COPY_TABLES))
            .map(|table| {
                let table = self.e.i64(table);
                let bytes = self.e.mul(stride, table);
                self.e.add(first, bytes)
            })
            .collect()
    }

    /// One lane of a value.
    fn lane(&mut self, value: Val, lane: u32) -> Val {
        if !self.e.is_varying(value) {
            return value;
        }
        let elem = self.e.ty(value).elem;
        self.e.emit(Op::Lane(value, lane), Type::uniform(elem))
    }

    /// The change of one element.
    fn change_one(&mut self, change: &Change<'_>, address: Val, values: &[Val]) -> Vec<Val> {
        let (memory, offset) = (changed_memory(change.kind), change.place.offset);
        if let (AtomicOp::Mul | AtomicOp::Div, &[re, im]) = (change.op, values) {
            return self.complex_update(change.op, memory, address, offset, [re, im]);
        }
        let (expected, values) = match change.op {
            AtomicOp::CompareExchange => (Some(values[0]), &values[1..]),
            _ => (None, values),
        };
        let mut results = Vec::new();
        for (part, &value) in values.iter().enumerate() {
            let op = Op::Atomic {
                op: change.op,
                memory,
                address,
                offset: offset + part as i32 * memory.size() as i32,
                value,
                expected,
                shared: change.shared,
            };
            results.push(self.e.emit(op, Type::uniform(memory.elem())));
            self.e.memory_changes();
        }
        results
    }

    /// Complex product or quotient; the two parts are not updated as one.
    fn complex_update(
        &mut self,
        op: AtomicOp,
        memory: Memory,
        address: Val,
        offset: i32,
        [re, im]: [Val; 2],
    ) -> Vec<Val> {
        self.e.memory_changes();
        let size = memory.size() as i32;
        let a = self.e.load(memory, address, offset);
        let b = self.e.load(memory, address, offset + size);
        let results = match op {
            AtomicOp::Div => self.complex_quotient([a, b], [re, im]),
            _ => self.complex_product([a, b], [re, im]),
        };
        for (part, value) in results.into_iter().enumerate() {
            self.e.effect(Op::Store {
                memory,
                address,
                offset: offset + part as i32 * size,
                value,
                mask: None,
            });
        }
        results.to_vec()
    }

    fn complex_product(&mut self, [a, b]: [Val; 2], [c, d]: [Val; 2]) -> [Val; 2] {
        let (ac, bd) = (self.e.mul(a, c), self.e.mul(b, d));
        let (ad, bc) = (self.e.mul(a, d), self.e.mul(b, c));
        [self.e.sub(ac, bd), self.e.add(ad, bc)]
    }

    fn complex_quotient(&mut self, left: [Val; 2], [c, d]: [Val; 2]) -> [Val; 2] {
        let minus_d = self.e.unary(UnaryOp::Neg, d);
        let product = self.complex_product(left, [c, minus_d]);
        let (cc, dd) = (self.e.mul(c, c), self.e.mul(d, d));
        let norm = self.e.add(cc, dd);
        product.map(|part| self.e.binary(BinaryOp::Div, part, norm))
    }
}
