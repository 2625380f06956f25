//! Functions that the device supplies: `printf`, `assert`, `malloc`, `free`, `alloca`.
//!
//! *Invariant:* arguments are read from where the caller has put them, and checked like any access.

use super::access::text_at;
use super::state::{Block, Thread};
use super::{Machine, Result};
use crate::fault::{FaultKind, Problem};
use crate::instruction::{Call, Order};
use crate::module::Builtin;
use crate::print;
use crate::syntax::Space;

/// The alignment of memory that `malloc` and `alloca` give.
const ALIGN: u32 = 16;

impl Machine<'_, '_> {
    pub fn run_builtin(
        &mut self,
        builtin: Builtin,
        block: &mut Block,
        thread: &mut Thread,
        call: &Call,
    ) -> Result<()> {
        let arguments: Vec<u64> = call
            .arguments
            .iter()
            .map(|&(offset, size)| read_frame(thread, offset, size))
            .collect();
        let argument = |index: usize| arguments.get(index).copied().unwrap_or(0);
        let result = match builtin {
            Builtin::Print => self.print(block, thread, argument(0), argument(1))?,
            Builtin::Assert => return Err(self.assertion(&arguments)),
            Builtin::Allocate => self.memory.allocate_in_kernel(argument(0)).unwrap_or(0),
            Builtin::Free => {
                if argument(0) != 0 {
                    self.memory.release(argument(0), true)?;
                }
                0
            }
            Builtin::StackAllocate => {
                let address = self.allocate_on_stack(thread, argument(0), ALIGN)?;
                address + crate::window::LOCAL
            }
        };
        if let Some(&(offset, size)) = call.results.first() {
            let start = (thread.frame_base + offset) as usize;
            let size = (size as usize).min(8);
            thread.frame_memory[start..start + size].copy_from_slice(&result.to_le_bytes()[..size]);
        }
        Ok(())
    }

    /// `__assertfail(message, file, line, function, size of a character)`
    fn assertion(&self, arguments: &[u64]) -> Box<Problem> {
        let text = |index: usize| {
            let bytes = arguments
                .get(index)
                .and_then(|&at| text_at(self.memory, at));
            String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
        };
        let line = arguments.get(2).copied().unwrap_or(0) as u32;
        let message = format!("{}:{line}: {}: `{}`", text(1), text(3), text(0));
        Problem::new(FaultKind::Assert, message)
    }

    /// Prints; the result is the number of arguments.
    fn print(
        &mut self,
        block: &mut Block,
        thread: &mut Thread,
        format: u64,
        arguments: u64,
    ) -> Result<u64> {
        let Some(format) = text_at(self.memory, format) else {
            let problem = Problem::new(FaultKind::OutOfBounds, "the format of printf is no text");
            return Err(problem.at(format, self.object(format)));
        };
        let parts = print::parse(&format);
        let mut at = arguments;
        let mut text = Vec::new();
        let mut count = 0;
        for part in &parts {
            let Some(size) = part.argument_size() else {
                part.write(0, &[], &mut text);
                continue;
            };
            let mut precisions = Vec::new();
            for _ in 0..part.stars() {
                precisions.push(self.next_argument(block, thread, &mut at, 4)? as i32);
            }
            let value = self.next_argument(block, thread, &mut at, size)?;
            count += 1;
            if part.is_text() {
                let bytes = text_at(self.memory, value).unwrap_or_else(|| b"(null)".to_vec());
                part.write_text(&bytes, &precisions, &mut text);
            } else {
                part.write(value, &precisions, &mut text);
            }
        }
        (self.surroundings.print)(&String::from_utf8_lossy(&text));
        Ok(count)
    }

    fn next_argument(
        &mut self,
        block: &mut Block,
        thread: &mut Thread,
        at: &mut u64,
        size: u8,
    ) -> Result<u64> {
        let address = at.next_multiple_of(u64::from(size));
        *at = address + u64::from(size);
        self.load(block, thread, Space::Generic, address, size, Order::Weak)
    }
}

fn read_frame(thread: &Thread, offset: u32, size: u32) -> u64 {
    let start = (thread.frame_base + offset) as usize;
    let mut word = [0; 8];
    let size = (size as usize).min(8);
    word[..size].copy_from_slice(&thread.frame_memory[start..start + size]);
    u64::from_le_bytes(word)
}
