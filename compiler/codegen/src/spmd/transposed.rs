//! Loops along rows whose lanes are the rows: `for n … s += x[m,n]; y[m,n] = s` where the lanes are different m.
//!
//! ```text
//! strips of as many iterations as there are lanes:
//!     the elements of a strip of each row are read as one vector; transposed they lie in a buffer by iterations
//!     for each iteration: the body, which reads from and writes to buffers
//!     what it has written is transposed back, and stored as one vector for each row
//! the iterations that are left: the body, which gathers and scatters
//! ```
//!
//! A running sum, a recursive filter or dynamic programming along a row waits for the iteration before, so its vectors run across the rows,
//! whose elements are far apart: each lane reads a line of memory of its own. Of these lines a strip uses all that it needs at once.
//!
//! *Technique:* strip-mining and data layout transformation by transposition in registers, in log₂ of the lanes steps of exchanges (Eklundh, "A
//! Fast Computer Method for Matrix Transposing", IEEE Transactions on Computers C-21, 1972).
//!
//! *Invariant:* within a strip nothing is read that the strip stores, except by the iteration that does: what a loop stores is the element of its
//! iteration, of the same array all accesses are to the same element, and of others code has asked whether they are others.

use super::access::{Lanes, memory_of};
use super::construct::{Builder, Mask};
use super::emit::ScopeKind;
use super::ir::{Elem, Memory, Op as SpmdOp, Target, Type, Val};
use super::loops::changes_memory;
use super::row_loops::{Buffers, RowLoop};
use crate::mir::{Access, BinaryOp, Block, CompareOp, Label, Op, Stmt, Value};

/// A strip of an access.
struct Strip<'a> {
    access: &'a Access,
    stores: bool,
    memory: Memory,
    /// A buffer of as many vectors as there are lanes.
    slot: Val,
    /// Where the row of each lane begins to be read or written.
    places: Vec<(Val, i32)>,
}

impl Builder<'_> {
    /// Builds a loop in strips of transposed rows, if it can be here; tells whether it has.
    pub(super) fn transposed_loop(
        &mut self,
        label: Label,
        index: Value,
        bounds: [Val; 3],
        body: &Block,
    ) -> bool {
        let all = self.vector && self.interior && self.mask == Mask::All && !self.partial;
        let together = !self.e.is_varying(bounds[0]) && !self.e.is_varying(bounds[1]);
        if !all || !together || self.is_masked(label) || self.buffers.behind.is_some() {
            return false;
        }
        let Some(row_loop) = self.row_loops.get(&label).cloned() else {
            return false;
        };
        let [start, stop, _] = bounds.map(|value| self.e.convert(value, Elem::I64));
        let more = self.e.i64(i64::from(self.lanes) - 1);
        let (low, high, last, op) = match row_loop.goes_down {
            true => (stop, start, self.e.add(stop, more), CompareOp::Ge),
            false => (start, stop, self.e.sub(stop, more), CompareOp::Le),
        };
        let usual = self.walks_inside(&row_loop.walked, &row_loop.apart, low, high);
        let some = self.e.compare(op, start, last);
        let in_strips = self.e.and(usual, some);
        let rest = self.strips(&row_loop, label, index, [start, last], in_strips, body);
        let rest = self.e.narrow(rest);
        let bounds = [rest, bounds[1], bounds[2]];
        let trip = self.trip(bounds).expect("all lanes agree on it");
        self.counted(label, index, bounds, &trip, body);
        true
    }

    /// The strips whose first iteration is `start` to `last`, if the condition holds; gives the index of the first iteration behind them.
    fn strips(
        &mut self,
        row_loop: &RowLoop,
        label: Label,
        index: Value,
        [start, last]: [Val; 2],
        in_strips: Val,
        body: &Block,
    ) -> Val {
        let (header, after) = (self.e.block(), self.e.block());
        let vars = self.loop_vars(label, body);
        let before = self.var_args(&vars);
        let mut args = before.clone();
        args.push(start);
        self.branch_with(
            in_strips,
            Target::new(header, args.clone()),
            Target::new(after, args),
        );
        self.e.open(ScopeKind::Loop, header);
        if changes_memory(body) {
            self.e.memory_changes();
        }
        self.var_params(header, &vars);
        let at = self.e.param(header, Type::uniform(Elem::I64));
        let strips = self.begin_strip(row_loop, index, at, body);
        self.iterations_of_strip(row_loop, &strips, &vars, index, at, body);
        for strip in strips.iter().filter(|strip| strip.stores) {
            self.end_strip(strip);
        }
        let lanes = self.e.i64(self.lanes.into());
        let (next, op) = match row_loop.goes_down {
            true => (self.e.sub(at, lanes), CompareOp::Ge),
            false => (self.e.add(at, lanes), CompareOp::Le),
        };
        let again = self.e.compare(op, next, last);
        let mut args = self.var_args(&vars);
        args.push(next);
        self.branch_with(
            again,
            Target::new(header, args.clone()),
            Target::new(after, args),
        );
        self.e.close();
        self.e.switch_to(after);
        self.var_params(after, &vars);
        self.e.param(after, Type::uniform(Elem::I64))
    }

    /// Finds where the strips of a loop lie that begin at an iteration, and fills the buffers of those that are read.
    fn begin_strip<'b>(
        &mut self,
        row_loop: &RowLoop,
        index: Value,
        at: Val,
        body: &'b Block,
    ) -> Vec<Strip<'b>> {
        let more = self.e.i64(i64::from(self.lanes) - 1);
        let lowest = match row_loop.goes_down {
            true => self.e.sub(at, more),
            false => at,
        };
        let lowest = self.e.narrow(lowest);
        self.define(index, lowest);
        self.walking = Some(index);
        let mut strips = Vec::new();
        for stmt in &body.stmts {
            if stmt
                .results
                .iter()
                .any(|result| row_loop.front.contains(result))
            {
                self.stmt(stmt);
            }
            let (access, stores) = match &stmt.op {
                Op::Load(access) => (access, false),
                Op::Store(access, _) => (access, true),
                _ => continue,
            };
            if row_loop.strips.contains(&std::ptr::from_ref(access)) {
                strips.extend(self.strip(stmt, access, stores));
            }
        }
        self.walking = None;
        for strip in strips.iter().filter(|strip| !strip.stores) {
            let rows = strip.places.iter().map(|&(address, offset)| {
                let memory = strip.memory;
                let load = SpmdOp::Load {
                    memory,
                    address,
                    offset,
                };
                self.e.emit(load, Type::varying(memory.elem()))
            });
            let rows = rows.collect();
            for (number, value) in self.transposed(rows).into_iter().enumerate() {
                self.e.effect(SpmdOp::Store {
                    memory: in_buffer(strip.memory),
                    address: strip.slot,
                    offset: number as i32 * self.vector_bytes(),
                    value,
                    mask: None,
                });
            }
        }
        strips
    }

    /// The strip of an access whose lanes are rows, all of them inside; others access their elements as in any loop.
    fn strip<'b>(&mut self, stmt: &'b Stmt, access: &'b Access, stores: bool) -> Option<Strip<'b>> {
        self.e.loc = stmt.loc;
        let kind = self.elem_kind(access.array);
        let place = self.locate(access, kind);
        let (Lanes::Strided(stride), None) = (place.lanes, place.inside) else {
            return None;
        };
        let number = self.e.function.slots.len() as u32;
        let bytes = self.vector_bytes() as u32 * self.lanes;
        self.e.function.slots.push(bytes);
        Some(Strip {
            access,
            stores,
            memory: memory_of(kind),
            slot: self.e.emit(SpmdOp::Slot(number), Type::uniform(Elem::I64)),
            places: self.strided_places(place.address, stride, place.offset),
        })
    }

    /// The iterations of a strip, one after the other.
    fn iterations_of_strip(
        &mut self,
        row_loop: &RowLoop,
        strips: &[Strip<'_>],
        vars: &[usize],
        index: Value,
        at: Val,
        body: &Block,
    ) {
        let (header, after) = (self.e.block(), self.e.block());
        let mut args = self.var_args(vars);
        args.push(self.e.i64(0));
        self.e.jump(header, args);
        self.e.open(ScopeKind::Loop, header);
        self.e.memory_changes();
        self.var_params(header, vars);
        let number = self.e.param(header, Type::uniform(Elem::I64));
        let more = self.e.i64(i64::from(self.lanes) - 1);
        let (own, place) = match row_loop.goes_down {
            true => (self.e.sub(at, number), self.e.sub(more, number)),
            false => (self.e.add(at, number), number),
        };
        let own = self.e.narrow(own);
        self.define(index, own);
        let bytes = self.e.i64(self.vector_bytes().into());
        let slots = strips.iter();
        self.buffers = Buffers {
            slots: slots
                .map(|strip| (std::ptr::from_ref(strip.access), strip.slot))
                .collect(),
            behind: Some(self.scaled(place, bytes)),
        };
        self.walking = Some(index);
        self.block(body);
        self.walking = None;
        self.buffers = Buffers::default();
        let (one, lanes) = (self.e.i64(1), self.e.i64(self.lanes.into()));
        let next = self.e.add(number, one);
        let again = self.e.compare(CompareOp::Lt, next, lanes);
        let leaving = self.var_args(vars);
        let mut args = leaving.clone();
        args.push(next);
        self.branch_with(
            again,
            Target::new(header, args),
            Target::new(after, leaving),
        );
        self.e.close();
        self.e.switch_to(after);
        self.var_params(after, vars);
    }

    /// Stores what the iterations of a strip have written to its buffer.
    fn end_strip(&mut self, strip: &Strip<'_>) {
        let memory = in_buffer(strip.memory);
        let iterations = (0..self.lanes as i32).map(|number| {
            let load = SpmdOp::Load {
                memory,
                address: strip.slot,
                offset: number * self.vector_bytes(),
            };
            self.e.emit(load, Type::varying(memory.elem()))
        });
        let iterations = iterations.collect();
        let rows = self.transposed(iterations);
        for (&(address, offset), value) in strip.places.iter().zip(rows) {
            self.e.effect(SpmdOp::Store {
                memory: strip.memory,
                address,
                offset,
                value,
                mask: None,
            });
        }
    }

    /// The place in its buffer of what an access reads or writes in the iteration at hand.
    pub(super) fn in_strip(&mut self, access: &Access) -> Option<Val> {
        let behind = self.buffers.behind?;
        let slot = self
            .buffers
            .slots
            .get(&std::ptr::from_ref(access))
            .copied()?;
        Some(self.e.add(slot, behind))
    }

    /// An element of a buffer for each lane.
    pub(super) fn load_from_strip(&mut self, address: Val, memory: Memory) -> Val {
        let memory = in_buffer(memory);
        let load = SpmdOp::Load {
            memory,
            address,
            offset: 0,
        };
        self.e.emit(load, Type::varying(memory.elem()))
    }

    /// Writes an element for each lane to a buffer.
    pub(super) fn store_in_strip(&mut self, address: Val, memory: Memory, value: Val) {
        let value = self.e.splat(value);
        self.e.effect(SpmdOp::Store {
            memory: in_buffer(memory),
            address,
            offset: 0,
            value,
            mask: None,
        });
    }

    /// As many vectors as there are lanes, transposed: lane i of the j-th is lane j of the i-th.
    fn transposed(&mut self, mut vectors: Vec<Val>) -> Vec<Val> {
        let lane = self.e.lane_index();
        let mut apart = 1;
        while apart < self.lanes {
            let bit = self.e.i32(apart as i32);
            let of_group = self.e.binary(BinaryOp::And, lane, bit);
            let zero = self.e.i32(0);
            let is_first = self.e.compare(CompareOp::Eq, of_group, zero);
            for first in 0..vectors.len() {
                if first & apart as usize != 0 {
                    continue;
                }
                let second = first | apart as usize;
                let [a, b] = [vectors[first], vectors[second]];
                let [swapped_a, swapped_b] = [a, b].map(|value| {
                    let ty = self.e.ty(value);
                    self.e.emit(SpmdOp::SwapGroups(value, apart), ty)
                });
                vectors[first] = self.e.select(is_first, a, swapped_b);
                vectors[second] = self.e.select(is_first, swapped_a, b);
            }
            apart *= 2;
        }
        vectors
    }

    /// Bytes of a vector of lanes of 32 bits.
    fn vector_bytes(&self) -> i32 {
        4 * self.lanes as i32
    }
}

/// The lanes of elements in a buffer.
fn in_buffer(memory: Memory) -> Memory {
    match memory.elem() {
        Elem::F32 => Memory::F32,
        _ => Memory::I32,
    }
}
