//! From what an instruction reports to a fault with its place.
//!
//! *Invariant:* the place is that of the instruction that the thread stands on.

use super::Machine;
use super::access::{Kind, Place};
use super::state::Resident;
use crate::fault::{Fault, FaultDetails, FaultKind, Problem};
use crate::races::Conflict;

impl Machine<'_, '_> {
    /// A fault of a thread.
    pub fn report(&self, resident: &Resident, index: usize, problem: Problem) -> Fault {
        let thread = &resident.threads[index];
        let function = &self.module.functions[thread.function as usize];
        let place = function
            .places
            .get(thread.pc as usize)
            .copied()
            .unwrap_or_default();
        let file = self.module.files.get(&place.file);
        Fault::from(FaultDetails {
            kind: problem.kind,
            kernel: self.kernel.name.clone(),
            function: (thread.function != self.kernel.function).then(|| function.name.clone()),
            ptx_line: place.line,
            source: file.map(|file| (file.clone(), place.source_line)),
            thread: thread.id,
            block: resident.block.id,
            address: problem.address,
            object: problem.object,
            message: problem.message,
        })
    }

    /// Two accesses without order.
    pub fn race(
        &self,
        place: Place,
        address: u64,
        size: usize,
        kind: Kind,
        conflict: Conflict,
    ) -> Box<Problem> {
        let shared = matches!(place, Place::Shared(_));
        let fault = if shared {
            FaultKind::RaceShared
        } else {
            FaultKind::RaceGlobal
        };
        let verb = match (kind.reads, kind.writes) {
            (true, true) => "an atomic change",
            (false, true) => "a write",
            (true, false) | (false, false) => "a read",
        };
        let other = if conflict.wrote { "a write" } else { "a read" };
        let who = match (conflict.thread, conflict.block) {
            (Some(thread), Some(block)) => {
                format!("thread {} of block {block}", thread % self.block_size)
            }
            (None, Some(block)) => format!("several threads of block {block}"),
            (Some(_) | None, None) => "threads of several blocks".to_string(),
        };
        let message = format!(
            "{verb} of {size} bytes at {address:#x} without order to {other} by {who}{}",
            self.place_of(conflict.instruction)
        );
        let generic = if shared && address >> 56 == 0 {
            crate::window::SHARED + address
        } else {
            address
        };
        Problem::new(fault, message).at(address, self.object(generic))
    }

    /// Where an instruction stands, by its number in the module.
    fn place_of(&self, instruction: u32) -> String {
        let function = self
            .loaded
            .first_instruction
            .partition_point(|&first| first <= instruction);
        let Some(function) = function.checked_sub(1) else {
            return String::new();
        };
        let pc = instruction - self.loaded.first_instruction[function];
        let Some(place) = self.module.functions[function].places.get(pc as usize) else {
            return String::new();
        };
        match self.module.files.get(&place.file) {
            Some(file) => format!(" at {file}:{} (PTX line {})", place.source_line, place.line),
            None => format!(" at PTX line {}", place.line),
        }
    }
}
