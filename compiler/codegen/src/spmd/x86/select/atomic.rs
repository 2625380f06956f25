//! Read-modify-write of elements.
//!
//! *Invariant:* where other threads may touch the element at the same time, one locked instruction reads and writes it.

use iced_x86::Code;
use quasar_abi::RtFn;
use regalloc2::{Operand, VReg};

use super::super::super::ir::{Elem, Memory, Op, Val};
use super::super::machine::{Action, Address, Arg, Condition, Inst, Successor, registers};
use super::super::table::Row;
use super::Selector;
use crate::mir::arithmetic::math_row;
use crate::mir::{AtomicOp, BinaryOp, Change, CompareOp};

impl<'a> Selector<'a> {
    /// The new value of an element; for `Exchange` the old one.
    pub(super) fn atomic(&mut self, op: &'a Op) -> VReg {
        let Op::Atomic {
            op,
            memory,
            address,
            offset,
            value,
            expected,
            shared,
        } = *op
        else {
            panic!("{op:?} is not atomic");
        };
        let value = self.one(value);
        if expected.is_some() {
            self.give_up("a comparison with an exchange");
            return value;
        }
        let place = self.address(address, offset);
        match shared {
            false => self.alone(op, memory, place, value),
            true => self.locked(op, memory, place, value),
        }
    }

    /// Changes a whole number in memory by one instruction where no other thread is near and nobody reads the result; whether it did.
    pub(super) fn changed_in_place(&mut self, op: &'a Op, result: Val) -> bool {
        let Op::Atomic {
            op,
            memory,
            address,
            offset,
            value,
            shared: false,
            ..
        } = *op
        else {
            return false;
        };
        if self.uses[result] > 0 {
            return false;
        }
        let wide = match memory {
            Memory::I32 => 0,
            Memory::I64 => 1,
            _ => return false,
        };
        let codes = match op {
            AtomicOp::Add => [Code::Add_rm32_r32, Code::Add_rm64_r64],
            AtomicOp::Sub => [Code::Sub_rm32_r32, Code::Sub_rm64_r64],
            AtomicOp::And => [Code::And_rm32_r32, Code::And_rm64_r64],
            AtomicOp::Or => [Code::Or_rm32_r32, Code::Or_rm64_r64],
            AtomicOp::Xor => [Code::Xor_rm32_r32, Code::Xor_rm64_r64],
            AtomicOp::Mul
            | AtomicOp::Div
            | AtomicOp::Pow
            | AtomicOp::Min
            | AtomicOp::Max
            | AtomicOp::Exchange
            | AtomicOp::CompareExchange => return false,
        };
        let known = self.small(value);
        let place = self.address(address, offset);
        match (op, known) {
            (AtomicOp::Add, Some(number)) => {
                let code = [Code::Add_rm32_imm32, Code::Add_rm64_imm32][wide];
                self.emit(code, &[Arg::Memory(place), Arg::Imm(number)]);
            }
            _ => {
                let value = self.one(value);
                self.emit(codes[wide], &[Arg::Memory(place), Arg::Use(value)]);
            }
        }
        true
    }

    fn alone(&mut self, op: AtomicOp, memory: Memory, place: Address, value: VReg) -> VReg {
        let old = self.load_one(memory, place);
        let new = self.combined(op, memory, old, value);
        self.store_one(memory, new, place);
        if op.gives_old() { old } else { new }
    }

    fn locked(&mut self, op: AtomicOp, memory: Memory, place: Address, value: VReg) -> VReg {
        let at = match memory {
            Memory::I32 => 0,
            Memory::I64 => 1,
            _ => return self.compare_and_swap(op, memory, place, value),
        };
        match op {
            AtomicOp::Exchange => {
                self.exchanged([Code::Xchg_rm32_r32, Code::Xchg_rm64_r64][at], place, value)
            }
            AtomicOp::Add => {
                let add = [Code::Xadd_rm32_r32, Code::Xadd_rm64_r64][at];
                let old = self.exchanged(add, place, value);
                self.combined(op, memory, old, value)
            }
            _ => self.compare_and_swap(op, memory, place, value),
        }
    }

    /// An instruction that leaves the element's old value in the register of the operand.
    fn exchanged(&mut self, code: Code, place: Address, value: VReg) -> VReg {
        let result = self.general();
        let update = Arg::Update {
            result,
            from: value,
        };
        let inst = Inst::plain(code, &[Arg::Memory(place), update], None, self.loc);
        self.push(locking(inst));
        result
    }

    fn compare_and_swap(
        &mut self,
        op: AtomicOp,
        memory: Memory,
        place: Address,
        value: VReg,
    ) -> VReg {
        let raw = match memory.size() {
            1 => Memory::U8,
            2 => Memory::U16,
            4 => Memory::I32,
            _ => Memory::I64,
        };
        let first = self.load_one(raw, place);
        let cold = self.out.blocks[self.current].cold;
        let (again, done) = (self.out.block(cold), self.out.block(cold));
        let expected = self.general();
        self.out.blocks[again].params = vec![expected];
        self.end_with_jump(again, vec![first]);
        self.current = again;
        let old = self.from_raw(memory, expected);
        let new = self.combined(op, memory, old, value);
        let bits = self.to_raw(memory, new);
        let found = self.swapped(memory, place, expected, bits);
        self.end_with_branch(Condition::Equal, done, again);
        self.out.blocks[self.current].successors[1] = Successor {
            block: again,
            args: vec![found],
        };
        self.current = done;
        match op.gives_old() {
            true => old,
            false => self.from_raw(memory, bits),
        }
    }

    /// Writes if the element is as expected; the flags tell, and what was found comes back.
    fn swapped(&mut self, memory: Memory, place: Address, expected: VReg, new: VReg) -> VReg {
        let code = match memory.size() {
            1 => Code::Cmpxchg_rm8_r8,
            2 => Code::Cmpxchg_rm16_r16,
            4 => Code::Cmpxchg_rm32_r32,
            _ => Code::Cmpxchg_rm64_r64,
        };
        let found = self.general();
        let args = [Arg::Memory(place), Arg::Use(new)];
        let mut inst = locking(Inst::plain(code, &args, None, self.loc));
        inst.operands.extend([
            Operand::reg_fixed_use(expected, registers::RAX),
            Operand::reg_fixed_def(found, registers::RAX),
        ]);
        self.push(inst);
        found
    }

    fn from_raw(&mut self, memory: Memory, bits: VReg) -> VReg {
        let code = match memory {
            Memory::I8 => Code::Movsx_r32_rm8,
            Memory::U8 => Code::Movzx_r32_rm8,
            Memory::I16 => Code::Movsx_r32_rm16,
            Memory::U16 => Code::Movzx_r32_rm16,
            Memory::U32 => Code::Mov_r32_rm32,
            Memory::I32 | Memory::I64 => return bits,
            Memory::F16 => {
                let bits = self.from_raw(Memory::U16, bits);
                return self.call(RtFn::half_to_f32, &[bits]);
            }
            Memory::F32 => return self.row1(Row::FromI32, bits),
            Memory::F64 => return self.row1(Row::FromI64, bits),
        };
        let result = self.general();
        self.emit(code, &[Arg::Def(result), Arg::Use(bits)]);
        result
    }

    fn to_raw(&mut self, memory: Memory, value: VReg) -> VReg {
        match memory {
            Memory::F32 => self.to_general(Row::ToI32, value),
            Memory::F64 => self.to_general(Row::ToI64, value),
            Memory::F16 => self.call(RtFn::half_from_f32, &[value]),
            Memory::I8
            | Memory::U8
            | Memory::I16
            | Memory::U16
            | Memory::I32
            | Memory::U32
            | Memory::I64 => value,
        }
    }

    // ---- New values --------------------------------------------------------------------------------------------------------------------

    /// The new element, saturated to what memory can hold.
    fn combined(&mut self, op: AtomicOp, memory: Memory, old: VReg, value: VReg) -> VReg {
        let elem = memory.elem();
        let new = match op.change(elem.ty()) {
            Change::Replace => value,
            Change::Math(function) => self.call(math_row(function, elem.ty()), &[old, value]),
            Change::Bits(binary) => self.combined_bits(binary, elem, old, value),
            Change::Binary(binary) => match binary.row(elem.ty()) {
                Some(row) => self.call(row, &[old, value]),
                None => self.combined_by(binary, elem, old, value),
            },
        };
        self.within(memory, new)
    }

    /// By an operation of the machine.
    fn combined_by(&mut self, op: BinaryOp, elem: Elem, old: VReg, value: VReg) -> VReg {
        match op {
            BinaryOp::Min | BinaryOp::Max if elem.is_float() => self.extreme(op, elem, old, value),
            _ if elem.is_float() => self.float_pair(op, elem, old, value),
            BinaryOp::IntDiv => self.divided(op, elem, old, value, None),
            _ => self.whole_pair(op, elem, old, value),
        }
    }

    /// The lesser or greater of two floats; a value that is not a number changes nothing.
    fn extreme(&mut self, op: BinaryOp, elem: Elem, old: VReg, value: VReg) -> VReg {
        let new = self.float_pair(op, elem, old, value);
        let number = self.compared_part(CompareOp::Eq, elem, value, value);
        self.blend(elem, number, new, old)
    }

    /// The bits of two floats as ints.
    fn combined_bits(&mut self, op: BinaryOp, elem: Elem, old: VReg, value: VReg) -> VReg {
        let [old, value] = [old, value].map(|side| self.scalar_convert(elem, Elem::I32, side));
        let new = self.whole_pair(op, Elem::I32, old, value);
        self.scalar_convert(Elem::I32, elem, new)
    }

    fn within(&mut self, memory: Memory, value: VReg) -> VReg {
        let (low, high) = match memory {
            Memory::I8 => (i64::from(i8::MIN), i64::from(i8::MAX)),
            Memory::U8 => (0, i64::from(u8::MAX)),
            Memory::I16 => (i64::from(i16::MIN), i64::from(i16::MAX)),
            Memory::U16 => (0, i64::from(u16::MAX)),
            Memory::U32 => (0, i64::from(u32::MAX)),
            Memory::F16 => {
                let bits = self.call(RtFn::half_from_f32, &[value]);
                return self.call(RtFn::half_to_f32, &[bits]);
            }
            Memory::I32 | Memory::I64 | Memory::F32 | Memory::F64 => return value,
        };
        let elem = memory.elem();
        let (low, high) = (self.long(low), self.long(high));
        let above = self.chosen_by(BinaryOp::Max, elem, value, low);
        self.chosen_by(BinaryOp::Min, elem, above, high)
    }
}

/// The operation with the lock, and so that it stays.
fn locking(mut inst: Inst) -> Inst {
    inst.pure = false;
    if let Action::Plain { locked, .. } = &mut inst.action {
        *locked = true;
    }
    inst
}
