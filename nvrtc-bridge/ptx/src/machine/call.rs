//! Calls and returns.
//!
//! *Invariant:* a frame ends where the next one begins, and is gone when it is left.

use super::state::{Block, Frame, Lanes, Registers, Thread};
use super::step::forget;
use super::{Machine, Result};
use crate::decode::FUNCTIONS;
use crate::fault::{FaultKind, Problem};
use crate::instruction::{Call, Callee, Operation};

impl<'m> Machine<'m, '_> {
    /// Calls a function: arguments are copied into its frame.
    pub fn enter(
        &mut self,
        block: &mut Block,
        thread: &mut Thread,
        registers: &mut Vec<Lanes>,
        call: &'m Call,
    ) -> Result<()> {
        let lane = thread.lane() as usize;
        let own = Registers::new(&mut registers[thread.base..], lane);
        let index = self.callee(block, thread, &own, call)?;
        let function = &self.module.functions[index as usize];
        if let Some(builtin) = function.builtin {
            self.run_builtin(builtin, block, thread, call)?;
            thread.pc += 1;
            return Ok(());
        }
        if !function.has_body {
            let message = format!("a call of `{}`, which has no body", function.name);
            return Err(Problem::new(FaultKind::UnsupportedInstruction, message));
        }
        if thread.frames.len() >= self.launch.limits.call_depth as usize {
            let message = format!("{} calls within each other", thread.frames.len());
            return Err(Problem::new(FaultKind::InvalidCall, message));
        }
        let caller = &self.module.functions[thread.function as usize];
        let new_frame = thread.frame_base + caller.frame;
        thread.frames.push(Frame {
            function: thread.function,
            pc: thread.pc + 1,
            base: thread.base,
            frame_base: thread.frame_base,
            local_base: thread.local_base,
            stack: thread.stack,
            call: thread.pc,
        });
        thread.base += caller.registers as usize;
        let end = thread.base + function.registers as usize;
        if registers.len() < end {
            registers.resize(end, [0; _]);
        }
        for register in &mut registers[thread.base..end] {
            register[lane] = 0;
        }
        thread.frame_memory.truncate(new_frame as usize);
        thread
            .frame_memory
            .resize((new_frame + function.frame) as usize, 0);
        for (&from, &to) in call.arguments.iter().zip(&function.parameters) {
            copy_within(
                thread,
                thread.frame_base + from.0,
                new_frame + to.0,
                from.1.min(to.1),
            );
        }
        thread.frame_base = new_frame;
        thread.local_base = thread.stack;
        self.reserve(thread, function.local)?;
        thread.function = index;
        thread.pc = 0;
        Ok(())
    }

    fn reserve(&self, thread: &mut Thread, bytes: u32) -> Result<()> {
        let limit = self.launch.limits.local_bytes;
        let end = thread.stack.saturating_add(bytes);
        if end > limit {
            let message = format!("{end} bytes of local memory, a thread has {limit}");
            return Err(Problem::new(FaultKind::OutOfBounds, message));
        }
        let start = thread.stack;
        thread.stack = end;
        thread.reserve_local();
        forget(&mut thread.local_written, start, end);
        Ok(())
    }

    fn callee(
        &self,
        block: &Block,
        thread: &Thread,
        registers: &Registers<'_>,
        call: &Call,
    ) -> Result<u32> {
        let pointer = match call.callee {
            Callee::Function(index) => return Ok(index),
            Callee::Pointer(operand) => self.value(operand, block, thread, registers),
        };
        let index = pointer.wrapping_sub(FUNCTIONS);
        let known = usize::try_from(index)
            .ok()
            .and_then(|index| self.module.functions.get(index));
        if known.is_none() {
            let message = format!("{pointer:#x} is not the address of a function");
            return Err(Problem::new(FaultKind::InvalidCall, message));
        }
        Ok(index as u32)
    }

    /// Returns to the caller; false from the kernel itself.
    pub fn leave(&mut self, thread: &mut Thread) -> bool {
        let Some(frame) = thread.frames.pop() else {
            return false;
        };
        let callee = &self.module.functions[thread.function as usize];
        let caller = &self.module.functions[frame.function as usize];
        if let Operation::Call(call) = &caller.instructions[frame.call as usize].operation {
            for (&from, &to) in callee.returns.iter().zip(&call.results) {
                let (source, target) = (thread.frame_base + from.0, frame.frame_base + to.0);
                copy_within(thread, source, target, from.1.min(to.1));
            }
        }
        let end = frame.frame_base + caller.frame;
        thread.frame_memory.truncate(end as usize);
        thread.function = frame.function;
        thread.pc = frame.pc;
        thread.base = frame.base;
        thread.frame_base = frame.frame_base;
        thread.local_base = frame.local_base;
        thread.stack = frame.stack;
        true
    }
}

fn copy_within(thread: &mut Thread, from: u32, to: u32, size: u32) {
    let range = from as usize..(from + size) as usize;
    thread.frame_memory.copy_within(range, to as usize);
}
