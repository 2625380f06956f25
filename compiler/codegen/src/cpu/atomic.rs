//! Read-modify-write of array elements.
//!
//! *Invariant:* host code runs on one thread, so plain loads and stores are atomic enough; kernels have code of their own.

use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData};

use super::access::Element;
use super::function::{Flow, FunctionCompiler};
use super::types::clif_type;
use crate::mir::arithmetic::math_row;
use crate::mir::{Access, AtomicOp, Change, ElemTypes, Ty, Value};

/// One part of a number with its type.
type Typed = (ir::Value, Ty);

impl FunctionCompiler<'_, '_> {
    /// `Op::Atomic`.
    pub fn atomic(
        &mut self,
        op: AtomicOp,
        access: &Access,
        values: &[Value],
        results: &[Value],
    ) -> Flow {
        let element = self.element(access);
        let types: Vec<_> = results.iter().map(|result| self.ty(*result)).collect();
        let operands: Vec<_> = values
            .iter()
            .map(|value| (self.value(*value), self.ty(*value)))
            .collect();
        let outcome = self.where_inside(element, &types, |compiler| {
            compiler.modify(op, element, &operands, &types)
        });
        self.define_all(results, &outcome)
    }

    /// The stored values afterwards, or the old ones of an exchange; as many as `types`.
    fn modify(
        &mut self,
        op: AtomicOp,
        element: Element,
        operands: &[Typed],
        types: &[Ty],
    ) -> Vec<ir::Value> {
        let tys = element.kind.access_tys();
        let old = self.load_element(element.kind, element.address, tys);
        let old: Vec<Typed> = old.into_iter().zip(tys.iter().copied()).collect();
        let new = self.combine(op, &old, operands);
        self.store_element(element.kind, element.address, &new);
        if types.is_empty() {
            return Vec::new();
        }
        match op.gives_old() {
            true => old.into_iter().map(|(value, _)| value).collect(),
            false => self.load_element(element.kind, element.address, types),
        }
    }

    fn combine(&mut self, op: AtomicOp, old: &[Typed], operands: &[Typed]) -> Vec<Typed> {
        if op == AtomicOp::Exchange {
            return operands.to_vec();
        }
        if op == AtomicOp::CompareExchange {
            panic!("host code compares and stores");
        }
        match old {
            [(old, ty)] => {
                let operand = self.convert_machine(operands[0].0, *ty);
                vec![(self.combine_real(op, *old, operand, *ty), *ty)]
            }
            [re, im] => {
                let operands = [operands[0].0, operands[1].0];
                let parts = self.combine_complex(op, [re.0, im.0], operands);
                parts.map(|part| (part, re.1)).to_vec()
            }
            _ => panic!("an element is one number or two"),
        }
    }

    fn combine_real(&mut self, op: AtomicOp, old: ir::Value, new: ir::Value, ty: Ty) -> ir::Value {
        match op.change(ty) {
            Change::Binary(op) => self.binary_machine(op, ty, [old, new], None),
            Change::Bits(op) => {
                let sides = [old, new].map(|side| self.convert_machine(side, Ty::I32));
                let bits = self.binary_machine(op, Ty::I32, sides, None);
                self.convert_machine(bits, ty)
            }
            Change::Math(function) => self.call_function(math_row(function, ty), &[old, new]),
            Change::Replace => panic!("an exchange computes nothing"),
        }
    }

    fn combine_complex(
        &mut self,
        op: AtomicOp,
        old: [ir::Value; 2],
        new: [ir::Value; 2],
    ) -> [ir::Value; 2] {
        match op {
            AtomicOp::Add => [0, 1].map(|part| self.builder.ins().fadd(old[part], new[part])),
            AtomicOp::Sub => [0, 1].map(|part| self.builder.ins().fsub(old[part], new[part])),
            AtomicOp::Mul => self.complex_product(old, new),
            AtomicOp::Div => self.complex_quotient(old, new),
            AtomicOp::Pow
            | AtomicOp::And
            | AtomicOp::Or
            | AtomicOp::Xor
            | AtomicOp::Min
            | AtomicOp::Max
            | AtomicOp::Exchange
            | AtomicOp::CompareExchange => panic!("{op:?} is not for complex numbers"),
        }
    }

    fn complex_product(&mut self, x: [ir::Value; 2], y: [ir::Value; 2]) -> [ir::Value; 2] {
        let product =
            |compiler: &mut Self, i: usize, j: usize| compiler.builder.ins().fmul(x[i], y[j]);
        let (rr, ii) = (product(self, 0, 0), product(self, 1, 1));
        let (ri, ir) = (product(self, 0, 1), product(self, 1, 0));
        [
            self.builder.ins().fsub(rr, ii),
            self.builder.ins().fadd(ri, ir),
        ]
    }

    /// Product with the conjugate, divided by the square of the magnitude.
    fn complex_quotient(&mut self, x: [ir::Value; 2], y: [ir::Value; 2]) -> [ir::Value; 2] {
        let conjugate = [y[0], self.builder.ins().fneg(y[1])];
        let product = self.complex_product(x, conjugate);
        let squares = y.map(|part| self.builder.ins().fmul(part, part));
        let magnitude = self.builder.ins().fadd(squares[0], squares[1]);
        product.map(|part| self.builder.ins().fdiv(part, magnitude))
    }

    /// A slot's value in the type of a result.
    pub fn load_slot(&mut self, ty: Ty, address: ir::Value, offset: i32) -> ir::Value {
        self.builder
            .ins()
            .load(clif_type(ty), MemFlagsData::trusted(), address, offset)
    }
}
