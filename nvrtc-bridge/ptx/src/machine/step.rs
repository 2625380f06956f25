//! What an instruction does for one thread.
//!
//! *Invariant:* a thread that waits stands on the instruction that it waits at.

use super::state::{Block, Registers, State, Thread};
use super::{Machine, Result};
use crate::bitmap::Bitmap;
use crate::fault::{FaultKind, Problem};
use crate::instruction::{
    Carry, CarryKind, Combine, Condition, Operand, Operation, Register, Special,
};
use crate::integer;
use crate::window;

/// How a thread goes on after an instruction.
pub enum Flow {
    Next,
    Jump(u32),
    /// The thread waits at this instruction.
    Wait(State),
}

impl Machine<'_, '_> {
    /// The value of an operand.
    #[inline(always)]
    pub fn value(
        &self,
        operand: Operand,
        block: &Block,
        thread: &Thread,
        registers: &Registers<'_>,
    ) -> u64 {
        match operand {
            Operand::Register(register) => registers[register as usize],
            Operand::Value(value) => value,
            Operand::Special(_) | Operand::Local(_) | Operand::Frame(_) | Operand::Global(..) => {
                self.fixed_value(operand, block, thread)
            }
        }
    }

    /// The value of an operand that is no register.
    pub fn fixed_value(&self, operand: Operand, block: &Block, thread: &Thread) -> u64 {
        match operand {
            Operand::Register(_) => unreachable!("registers are read by those who have them"),
            Operand::Value(value) => value,
            Operand::Special(special) => self.special(special, block, thread),
            Operand::Local(offset) => u64::from(thread.local_base.wrapping_add(offset)),
            Operand::Frame(offset) => {
                window::FRAME + u64::from(thread.frame_base.wrapping_add(offset))
            }
            Operand::Global(index, addend) => {
                self.loaded.addresses[index as usize].wrapping_add_signed(i64::from(addend))
            }
        }
    }

    /// Whether a predicate holds.
    pub fn holds(
        &self,
        condition: Condition,
        block: &Block,
        thread: &Thread,
        registers: &Registers<'_>,
    ) -> bool {
        (self.value(condition.value, block, thread, registers) != 0) != condition.negated
    }

    #[inline(never)]
    pub fn special(&self, special: Special, block: &Block, thread: &Thread) -> u64 {
        let lane = thread.lane();
        let below = (1u64 << lane) - 1;
        match special {
            Special::Thread(axis) => u64::from(thread.id[usize::from(axis)]),
            Special::BlockSize(axis) => u64::from(self.launch.block[usize::from(axis)]),
            Special::Block(axis) => u64::from(block.id[usize::from(axis)]),
            Special::GridSize(axis) => u64::from(self.launch.grid[usize::from(axis)]),
            Special::Lane => u64::from(lane),
            Special::Warp => u64::from(thread.linear / 32),
            Special::WarpCount => u64::from(self.block_size.div_ceil(32)),
            Special::WarpSize => 32,
            Special::MaskEqual => 1 << lane,
            Special::MaskLess => below,
            Special::MaskLessEqual => below | 1 << lane,
            Special::MaskGreater => !(below | 1 << lane) & 0xffff_ffff,
            Special::MaskGreaterEqual => !below & 0xffff_ffff,
            Special::Clock => self.counts.thread_instructions,
            Special::ClockHigh => self.counts.thread_instructions >> 32,
            Special::GlobalTimer => self.counts.thread_instructions,
            Special::GlobalTimerHigh => self.counts.thread_instructions >> 32,
            Special::ProcessorCount | Special::Grid => 1,
            Special::DynamicShared => u64::from(self.launch.dynamic_shared),
            Special::TotalShared => {
                u64::from(self.launch.dynamic_shared + self.kernel.static_shared)
            }
            Special::Processor | Special::Zero => 0,
        }
    }

    /// What is not on the way of every loop (`warp.rs` has the rest).
    pub fn execute_rare(
        &mut self,
        operation: &Operation,
        block: &mut Block,
        thread: &mut Thread,
        registers: &mut Registers<'_>,
    ) -> Result<Flow> {
        macro_rules! value {
            ($operand:expr) => {
                self.value(*$operand, block, thread, registers)
            };
        }
        match operation {
            Operation::Insert { wide, to, operands } => {
                let [a, b, position, length] = operands.map(|one| value!(&one));
                registers[*to as usize] = integer::insert(a, b, position, length, *wide);
            }
            Operation::Logic3 {
                to,
                operands,
                table,
            } => {
                let [a, b, c] = operands.map(|one| value!(&one));
                registers[*to as usize] = integer::logic3(a, b, c, *table);
            }
            Operation::Carry {
                carry,
                to,
                operands,
            } => {
                let operands = operands.map(|one| value!(&one));
                registers[*to as usize] = with_carry(*carry, operands, &mut thread.carry);
            }
            Operation::Pack { to, parts, bits } => {
                let mask = u64::MAX >> (64 - (*bits).clamp(1, 64));
                let packed = parts.iter().enumerate().fold(0, |word, (at, part)| {
                    word | (value!(part) & mask) << (at as u32 * bits).min(63)
                });
                registers[*to as usize] = packed;
            }
            Operation::Unpack { to, a, bits } => {
                let word = value!(a);
                let mask = u64::MAX >> (64 - (*bits).clamp(1, 64));
                for (at, register) in to.iter().enumerate() {
                    write_optional(
                        registers,
                        *register,
                        word >> (at as u32 * bits).min(63) & mask,
                    );
                }
            }
            Operation::Video {
                video,
                to,
                operands,
            } => {
                let [a, b, c] = operands.map(|one| value!(&one));
                registers[*to as usize] = video.apply(a, b, c);
            }
            Operation::LoadVector {
                address,
                size,
                widen,
                order,
                to,
            } => {
                let at = value!(&address.base).wrapping_add_signed(address.offset);
                self.check_vector_alignment(at, *size, to.len())?;
                for (index, register) in to.iter().enumerate() {
                    let at = at + index as u64 * u64::from(*size);
                    let loaded = self.load(block, thread, address.space, at, *size, *order)?;
                    write_optional(registers, *register, widen.apply(loaded));
                }
            }
            Operation::StoreVector {
                address,
                size,
                order,
                from,
            } => {
                let at = value!(&address.base).wrapping_add_signed(address.offset);
                self.check_vector_alignment(at, *size, from.len())?;
                for (index, operand) in from.iter().enumerate() {
                    let at = at + index as u64 * u64::from(*size);
                    let stored = value!(operand);
                    self.store(block, thread, address.space, at, *size, *order, stored)?;
                }
            }
            Operation::Atomic(atomic) => self.atomic(atomic, block, thread, registers)?,
            Operation::Fence => self.fence(block, thread),
            Operation::IsSpace { space, to, a } => {
                let found = window::split(value!(a)).0 == *space;
                registers[*to as usize] = u64::from(found);
            }
            Operation::BranchIndexed { index, targets } => {
                let index = value!(index) as u32 as usize;
                let Some(target) = targets.get(index) else {
                    let message = format!("entry {index} of {} branch targets", targets.len());
                    return Err(Problem::new(FaultKind::InvalidCall, message));
                };
                return Ok(Flow::Jump(*target));
            }
            Operation::Trap => return Err(Problem::new(FaultKind::Trap, "the kernel gave up")),
            Operation::Barrier(barrier) => return self.arrive(barrier, block, thread, registers),
            Operation::Together { members, .. } => {
                let members = value!(members) as u32;
                if members >> thread.lane() & 1 == 0 {
                    let message =
                        format!("the thread is not in the mask {members:#x} that it gives");
                    return Err(Problem::new(FaultKind::Deadlock, message));
                }
                return Ok(Flow::Wait(State::Together(members)));
            }
            Operation::ActiveMask { .. } => return Ok(Flow::Wait(State::Gathering)),
            Operation::Sample(sample) => self.sample(sample, block, thread, registers)?,
            Operation::SurfaceLoad(access) => {
                self.surface_load(access, block, thread, registers)?
            }
            Operation::SurfaceStore(access) => {
                self.surface_store(access, block, thread, registers)?
            }
            Operation::NameShared(named) => {
                let (start, size) = (value!(&named.start), value!(&named.size) as u32);
                self.shared_names.add(start, size, &named.name);
            }
            Operation::StackSave { to } => registers[*to as usize] = u64::from(thread.stack),
            Operation::StackRestore { a } => {
                let saved = value!(a);
                if saved <= u64::from(thread.stack) {
                    thread.stack = saved as u32;
                }
            }
            Operation::StackAllocate { to, size, align } => {
                let size = value!(size);
                registers[*to as usize] = self.allocate_on_stack(thread, size, *align)?;
            }
            Operation::Unsupported(opcode) => {
                let message = format!("`{opcode}`");
                return Err(Problem::new(FaultKind::UnsupportedInstruction, message));
            }
            Operation::Move { .. }
            | Operation::Unary { .. }
            | Operation::Binary { .. }
            | Operation::Ternary { .. }
            | Operation::Compare { .. }
            | Operation::Select { .. }
            | Operation::Convert { .. }
            | Operation::ToGeneric { .. }
            | Operation::FromGeneric { .. }
            | Operation::Branch(_)
            | Operation::Load { .. }
            | Operation::Store { .. }
            | Operation::Return
            | Operation::Exit
            | Operation::Call(_)
            | Operation::Nothing
            | Operation::Yield => unreachable!("a frequent operation"),
        }
        Ok(Flow::Next)
    }

    /// Room on the stack of a thread; the address is one of local memory.
    pub fn allocate_on_stack(&mut self, thread: &mut Thread, size: u64, align: u32) -> Result<u64> {
        let start = crate::layout::align_up(thread.stack, align.max(16));
        let end = u64::from(start) + size;
        if end > u64::from(self.launch.limits.local_bytes) {
            let message = format!(
                "{size} bytes on a stack of {}",
                self.launch.limits.local_bytes
            );
            return Err(Problem::new(FaultKind::OutOfBounds, message));
        }
        thread.stack = end as u32;
        thread.reserve_local();
        thread
            .local_written
            .set_range(start as usize, size as usize, false);
        Ok(u64::from(start))
    }
}

/// Writes a register, if there is one.
pub fn write_optional(registers: &mut Registers<'_>, to: Option<Register>, value: u64) {
    if let Some(to) = to {
        registers[to as usize] = value;
    }
}

pub fn combined(combine: Combine, a: bool, b: bool) -> bool {
    match combine {
        Combine::And => a && b,
        Combine::Or => a || b,
        Combine::Xor => a != b,
    }
}

/// Extended-precision arithmetic (PTX ISA, "Extended-Precision Integer Arithmetic Instructions"). A borrow is a carry here.
fn with_carry(carry: Carry, operands: [u64; 3], flag: &mut bool) -> u64 {
    let bits = if carry.wide { 64 } else { 32 };
    let mask = u64::MAX >> (64 - bits);
    let [a, b, c] = operands.map(|value| value & mask);
    let carried = u128::from(carry.carry_in && *flag);
    let extend = |value: u64| ((value << (64 - bits)) as i64 >> (64 - bits)) as i128;
    let product = |signed: bool| {
        if signed {
            (extend(a) * extend(b)) as u128
        } else {
            u128::from(a) * u128::from(b)
        }
    };
    let (first, second) = match carry.kind {
        CarryKind::Add => (a, b),
        CarryKind::Subtract => {
            let whole = u128::from(a)
                .wrapping_sub(u128::from(b))
                .wrapping_sub(carried);
            if carry.carry_out {
                *flag = whole >> bits != 0;
            }
            return whole as u64 & mask;
        }
        CarryKind::MultiplyLow { signed } => (product(signed) as u64 & mask, c),
        CarryKind::MultiplyHigh { signed } => ((product(signed) >> bits) as u64 & mask, c),
    };
    let whole = u128::from(first) + u128::from(second) + carried;
    if carry.carry_out {
        *flag = whole >> bits != 0;
    }
    whole as u64 & mask
}

/// Bits that are set anew when a frame is entered.
pub fn forget(written: &mut Bitmap, start: u32, end: u32) {
    if end > start {
        written.set_range(start as usize, (end - start) as usize, false);
    }
}
