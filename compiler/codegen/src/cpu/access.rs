//! Elements of arrays: where they lie, and what an index outside means.
//!
//! *Invariant:* an address is computed only from indices that the access mode has mapped inside, or is used under a
//! condition that says so.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};
use quasar_abi::{AccessMode, ArrayHeader, RtFn};

use super::function::{Counter, Flow, FunctionCompiler};
use super::runtime::element_kind;
use super::types::{POINTER, clif_type};
use crate::mir::{Access, ElemKind, Ty, Value};

/// The dimension in a message about an index into the row-major sequence.
const SEQUENCE: i32 = -1;

/// An element's place.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    /// What kind of element.
    pub kind: ElemKind,
    /// Where it lies.
    pub address: ir::Value,
    /// Whether the access is inside; `None` when it surely is.
    pub inside: Option<ir::Value>,
}

/// One index of an access.
#[derive(Clone, Copy)]
struct Index {
    /// The index as 64 bits.
    at: ir::Value,
    /// The extent that it goes with.
    extent: ir::Value,
    /// The dimension, for messages.
    dimension: i32,
}

impl FunctionCompiler<'_, '_> {
    /// `Op::Dim`.
    pub fn extent(&mut self, array: Value, axis: u8) -> ir::Value {
        let array = self.value(array);
        let extent = self.header_field(array, ArrayHeader::dim(usize::from(axis)));
        self.builder.ins().ireduce(types::I32, extent)
    }

    /// `Op::Numel`.
    pub fn numel(&mut self, array: Value) -> ir::Value {
        let array = self.value(array);
        let count = self.header_field(array, ArrayHeader::NUMEL);
        self.builder.ins().ireduce(types::I32, count)
    }

    /// A field of eight bytes of an array's header.
    pub fn header_field(&mut self, array: ir::Value, offset: usize) -> ir::Value {
        self.builder
            .ins()
            .load(types::I64, MemFlagsData::trusted(), array, offset as i32)
    }

    /// A field that never changes while the array lives, for use where the array is accessed: Cranelift may read it once for many
    /// accesses, in front of a loop too. It may also read it as late as its value is used, so values that outlive the array come from
    /// [`Self::header_field`].
    fn fixed_field(&mut self, array: ir::Value, offset: usize) -> ir::Value {
        let flags = MemFlagsData::trusted().with_readonly().with_can_move();
        self.builder
            .ins()
            .load(types::I64, flags, array, offset as i32)
    }

    /// The element of an access, its indices mapped by the mode.
    pub fn element(&mut self, access: &Access) -> Element {
        let array = self.value(access.array);
        let kind = element_kind(self.ty(access.array));
        let sequence = access.index.len() == 1;
        let (mut row, mut place) = (None, None);
        let mut inside = None;
        for (position, index) in access.index.iter().enumerate() {
            let field = if sequence {
                ArrayHeader::NUMEL
            } else {
                ArrayHeader::dim(position)
            };
            let (at, beyond) = self.near_counter(access, *index);
            let extent = self.fixed_field(array, field);
            let dimension = if sequence { SEQUENCE } else { position as i32 };
            let index = Index {
                at,
                extent,
                dimension,
            };
            let (mapped, within) = self.map_index(access, index);
            inside = self.both(inside, within);
            if let Some((before, beyond)) = place {
                let whole = self.with_row(row, before);
                let whole = self.builder.ins().iadd_imm_s(whole, beyond);
                row = Some(self.builder.ins().imul(whole, extent));
            }
            place = Some((mapped, beyond));
        }
        let (at, beyond) = place.expect("an access has an index");
        let size = kind.size() as i64;
        let data = self.fixed_field(array, ArrayHeader::DATA);
        let address = self.address(data, row, at, size);
        Element {
            kind,
            address: match beyond {
                0 => address,
                _ => self.builder.ins().iadd_imm_s(address, beyond * size),
            },
            inside,
        }
    }

    /// An index that is surely inside as the counter of a loop and a number; any other as itself.
    fn near_counter(&mut self, access: &Access, index: Value) -> (ir::Value, i64) {
        match (access.mode, self.counter(index)) {
            (AccessMode::Unchecked, Some(Counter { at, plus })) => (at, plus),
            _ => {
                let at = self.value(index);
                (self.builder.ins().sextend(types::I64, at), 0)
            }
        }
    }

    fn with_row(&mut self, row: Option<ir::Value>, at: ir::Value) -> ir::Value {
        match row {
            None => at,
            Some(row) => self.builder.ins().iadd(row, at),
        }
    }

    /// The row's address first: it does not change in a loop over its elements.
    fn address(
        &mut self,
        data: ir::Value,
        row: Option<ir::Value>,
        at: ir::Value,
        size: i64,
    ) -> ir::Value {
        let start = match row {
            None => data,
            Some(row) => {
                let bytes = self.builder.ins().imul_imm_u(row, size);
                self.builder.ins().iadd(data, bytes)
            }
        };
        let bytes = self.builder.ins().imul_imm_u(at, size);
        self.builder.ins().iadd(start, bytes)
    }

    fn both(&mut self, first: Option<ir::Value>, second: Option<ir::Value>) -> Option<ir::Value> {
        match (first, second) {
            (Some(first), Some(second)) => Some(self.builder.ins().band(first, second)),
            (only, None) | (None, only) => only,
        }
    }

    /// An index inside, and, where the mode lets accesses outside do nothing, whether it is.
    fn map_index(&mut self, access: &Access, index: Index) -> (ir::Value, Option<ir::Value>) {
        match access.mode {
            AccessMode::Unchecked => (index.at, None),
            AccessMode::Safe => (index.at, Some(self.is_inside(index))),
            AccessMode::Checked => {
                let (next, outside) = (self.builder.create_block(), self.builder.create_block());
                self.builder.set_cold_block(outside);
                let beyond = IntCC::UnsignedGreaterThanOrEqual;
                let beyond = self.builder.ins().icmp(beyond, index.at, index.extent);
                self.builder.ins().brif(beyond, outside, &[], next, &[]);
                self.raise_outside(access, index, outside);
                self.enter(next);
                (index.at, None)
            }
            AccessMode::Clamped => (self.mapped(access, index, Self::clamped), None),
            AccessMode::Circular => (self.mapped(access, index, Self::circular), None),
            AccessMode::Mirror => (self.mapped(access, index, Self::mirrored), None),
        }
    }

    /// A single comparison: negative indices are large unsigned ones.
    fn is_inside(&mut self, index: Index) -> ir::Value {
        self.builder
            .ins()
            .icmp(IntCC::UnsignedLessThan, index.at, index.extent)
    }

    /// Maps an index outside; one inside takes the short way.
    fn mapped(
        &mut self,
        access: &Access,
        index: Index,
        map: fn(&mut Self, Index) -> ir::Value,
    ) -> ir::Value {
        let inside = self.is_inside(index);
        let [outside, full, empty, done] = [(); 4].map(|()| self.builder.create_block());
        let result = self.builder.append_block_param(done, types::I64);
        self.builder.set_cold_block(empty);
        self.builder
            .ins()
            .brif(inside, done, &[index.at.into()], outside, &[]);
        self.enter(outside);
        let nothing = self.builder.ins().icmp_imm_s(IntCC::Equal, index.extent, 0);
        self.builder.ins().brif(nothing, empty, &[], full, &[]);
        self.raise_outside(access, index, empty);
        self.enter(full);
        let mapped = map(self, index);
        self.builder.ins().jump(done, &[mapped.into()]);
        self.enter(done);
        result
    }

    /// The nearest index; below is 0, above the last.
    fn clamped(&mut self, index: Index) -> ir::Value {
        let zero = self.long(0);
        let last = self.builder.ins().iadd_imm_s(index.extent, -1);
        let below = self
            .builder
            .ins()
            .icmp_imm_s(IntCC::SignedLessThan, index.at, 0);
        self.builder.ins().select(below, zero, last)
    }

    fn circular(&mut self, index: Index) -> ir::Value {
        self.modulo(index.at, index.extent)
    }

    /// Half-sample symmetric: the sequence and its mirror image, repeated.
    fn mirrored(&mut self, index: Index) -> ir::Value {
        let period = self.builder.ins().iadd(index.extent, index.extent);
        let at = self.modulo(index.at, period);
        let image = self.builder.ins().isub(period, at);
        let image = self.builder.ins().iadd_imm_s(image, -1);
        let first_half = self
            .builder
            .ins()
            .icmp(IntCC::SignedLessThan, at, index.extent);
        self.builder.ins().select(first_half, at, image)
    }

    /// The remainder that is never negative.
    fn modulo(&mut self, at: ir::Value, period: ir::Value) -> ir::Value {
        let remainder = self.builder.ins().srem(at, period);
        let lifted = self.builder.ins().iadd(remainder, period);
        let negative = self
            .builder
            .ins()
            .icmp_imm_s(IntCC::SignedLessThan, remainder, 0);
        self.builder.ins().select(negative, lifted, remainder)
    }

    /// Fills a block that raises the error of an index outside.
    fn raise_outside(&mut self, access: &Access, index: Index, block: ir::Block) {
        self.enter(block);
        let name = match access.name {
            Some(name) => {
                let data = self.shared.string(name);
                self.address_of(data)
            }
            None => self.builder.ins().iconst(POINTER, 0),
        };
        let dimension = self.int(index.dimension);
        let args = [name, dimension, index.at, index.extent];
        self.call_row(RtFn::error_index, &args, &[]);
        // The row always fails; this status, which nobody sees, only ends the block.
        let status = self.int(1);
        self.fail(status);
    }

    /// `Op::Load`.
    pub fn load(&mut self, access: &Access, results: &[Value]) -> Flow {
        let element = self.element(access);
        let types: Vec<_> = results.iter().map(|result| self.ty(*result)).collect();
        let values = self.where_inside(element, &types, |compiler| {
            compiler.load_element(element.kind, element.address, &types)
        });
        self.define_all(results, &values)
    }

    /// `Op::Store`.
    pub fn store(&mut self, access: &Access, values: &[Value]) -> Flow {
        let element = self.element(access);
        self.where_inside(element, &[], |compiler| {
            compiler.store_values(element, values);
            Vec::new()
        });
        Flow::Next
    }

    /// Runs `body` for an element inside; outside its results are zeros.
    pub fn where_inside(
        &mut self,
        element: Element,
        types: &[Ty],
        body: impl FnOnce(&mut Self) -> Vec<ir::Value>,
    ) -> Vec<ir::Value> {
        let Some(inside) = element.inside else {
            return body(self);
        };
        let (hit, done) = (self.builder.create_block(), self.builder.create_block());
        let zeros: Vec<ir::BlockArg> = types.iter().map(|ty| self.zero(*ty).into()).collect();
        let results: Vec<_> = types
            .iter()
            .map(|ty| self.builder.append_block_param(done, clif_type(*ty)))
            .collect();
        self.builder.ins().brif(inside, hit, &[], done, &zeros);
        self.enter(hit);
        let values: Vec<ir::BlockArg> = body(self).into_iter().map(Into::into).collect();
        self.builder.ins().jump(done, &values);
        self.enter(done);
        results
    }

    fn store_values(&mut self, element: Element, values: &[Value]) {
        let machine: Vec<_> = values
            .iter()
            .map(|value| (self.value(*value), self.ty(*value)))
            .collect();
        match machine.as_slice() {
            [(value, ty)] if ty.is_handle() => self.replace_handle(element.address, *value, *ty),
            numbers => self.store_element(element.kind, element.address, numbers),
        }
    }

    /// The array owns its elements: the new one gains an owner, the old one loses one, in that order.
    fn replace_handle(&mut self, address: ir::Value, value: ir::Value, ty: Ty) {
        self.add_owner(value);
        let old = self
            .builder
            .ins()
            .load(clif_type(ty), MemFlagsData::trusted(), address, 0);
        self.builder
            .ins()
            .store(MemFlagsData::trusted(), value, address, 0);
        self.call_row(RtFn::object_release, &[old], &[]);
    }
}
