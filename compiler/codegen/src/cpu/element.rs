//! Elements in memory and in registers.
//!
//! *Invariant:* small integers are widened when they are read and saturate when they are written.

use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};
use quasar_abi::RtFn;

use super::function::FunctionCompiler;
use super::types::POINTER;
use crate::arithmetic::Arithmetic;
use crate::mir::{BinaryOp, ElemKind, Ty};

impl FunctionCompiler<'_, '_> {
    /// Reads an element: one value, or two of a complex number. `types` are the types of the results.
    pub fn load_element(
        &mut self,
        kind: ElemKind,
        address: ir::Value,
        types: &[Ty],
    ) -> Vec<ir::Value> {
        let flags = MemFlagsData::trusted();
        let load = |compiler: &mut Self, ty, offset| {
            compiler
                .builder
                .ins()
                .load(ty, MemFlagsData::trusted(), address, offset)
        };
        let one = match kind {
            ElemKind::I8 => self.builder.ins().sload8(types::I32, flags, address, 0),
            ElemKind::U8 => self.builder.ins().uload8(types::I32, flags, address, 0),
            ElemKind::I16 => self.builder.ins().sload16(types::I32, flags, address, 0),
            ElemKind::U16 => self.builder.ins().uload16(types::I32, flags, address, 0),
            ElemKind::I32 => load(self, types::I32, 0),
            ElemKind::U32 => self.builder.ins().uload32(flags, address, 0),
            ElemKind::I64 | ElemKind::U64 | ElemKind::Function => load(self, types::I64, 0),
            ElemKind::F16 => {
                let bits = self.builder.ins().uload16(types::I32, flags, address, 0);
                self.call_function(RtFn::half_to_f32, &[bits])
            }
            ElemKind::F32 => load(self, types::F32, 0),
            ElemKind::F64 => load(self, types::F64, 0),
            ElemKind::C32 => return [0, 4].map(|at| load(self, types::F32, at)).to_vec(),
            ElemKind::C64 => return [0, 8].map(|at| load(self, types::F64, at)).to_vec(),
            ElemKind::Text | ElemKind::Array => {
                let handle = load(self, POINTER, 0);
                self.never_null(handle, types[0])
            }
        };
        vec![one]
    }

    /// Writes an element from one value, or two of a complex number, with their types.
    pub fn store_element(
        &mut self,
        kind: ElemKind,
        address: ir::Value,
        values: &[(ir::Value, Ty)],
    ) {
        let flags = MemFlagsData::trusted();
        let (first, ty) = values[0];
        match kind {
            ElemKind::I8 | ElemKind::U8 => {
                let value = self.saturated(kind, first, ty);
                self.builder.ins().istore8(flags, value, address, 0);
            }
            ElemKind::I16 | ElemKind::U16 => {
                let value = self.saturated(kind, first, ty);
                self.builder.ins().istore16(flags, value, address, 0);
            }
            ElemKind::U32 => {
                let value = self.saturated(kind, first, ty);
                self.builder.ins().istore32(flags, value, address, 0);
            }
            ElemKind::F16 => {
                let value = self.convert_machine(first, Ty::F32);
                let bits = self.call_function(RtFn::half_from_f32, &[value]);
                self.builder.ins().istore16(flags, bits, address, 0);
            }
            ElemKind::I32 => self.store_as(Ty::I32, first, address, 0),
            ElemKind::I64 | ElemKind::U64 | ElemKind::Function => {
                self.store_as(Ty::I64, first, address, 0);
            }
            ElemKind::F32 => self.store_as(Ty::F32, first, address, 0),
            ElemKind::F64 => self.store_as(Ty::F64, first, address, 0),
            ElemKind::C32 => {
                self.store_as(Ty::F32, first, address, 0);
                self.store_as(Ty::F32, values[1].0, address, 4);
            }
            ElemKind::C64 => {
                self.store_as(Ty::F64, first, address, 0);
                self.store_as(Ty::F64, values[1].0, address, 8);
            }
            ElemKind::Text | ElemKind::Array => panic!("handles are replaced, not stored"),
        }
    }

    fn store_as(&mut self, ty: Ty, value: ir::Value, address: ir::Value, at: i32) {
        let value = self.convert_machine(value, ty);
        self.builder
            .ins()
            .store(MemFlagsData::trusted(), value, address, at);
    }

    /// The value as 64 bits within the range of a small integer: floats are rounded, NaN becomes 0.
    fn saturated(&mut self, kind: ElemKind, value: ir::Value, ty: Ty) -> ir::Value {
        let value = if ty.is_float() {
            self.builder.round(value)
        } else {
            value
        };
        let wide = self.convert_machine(value, Ty::I64);
        let (low, high) = kind.saturation().expect("a storage integer");
        let (low, high) = (self.long(low), self.long(high));
        let raised = self.binary_machine(BinaryOp::Max, Ty::I64, [wide, low], None);
        self.binary_machine(BinaryOp::Min, Ty::I64, [raised, high], None)
    }
}
