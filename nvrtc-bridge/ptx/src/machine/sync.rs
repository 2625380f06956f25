//! Fences, releases and acquires: how one thread comes to know of another's accesses.
//!
//! A strong read sees what was released at its address, and a fence behind it makes that known. A fence in front of a strong write lets
//! the write release all that the thread knows and did. A read-modify-write adds to what was released before (a release sequence), and
//! a strong write does too, which finds less than the memory model would.
//!
//! *Invariant:* nothing becomes known without a strong access, a fence on each side, or a barrier.

use super::Machine;
use super::access::Place;
use super::state::{Block, Resident, Thread, nothing};
use crate::clocks::{self, Shared as SharedKnowledge};
use std::rc::Rc;

/// Addresses of shared memory of a block, apart from those of global memory.
const SHARED_KEY: u64 = 1 << 63;

impl Machine<'_, '_> {
    fn key(&self, block: &Block, place: Place) -> Option<u64> {
        match place {
            Place::Global(index, offset) => {
                Some(self.memory.allocations[index].start + offset as u64)
            }
            Place::Shared(offset) => {
                Some(SHARED_KEY | u64::from(block.number) << 24 | offset as u64)
            }
            Place::Local(_) | Place::Kernel(_) | Place::Frame(_) | Place::Ignored => None,
        }
    }

    /// A strong read.
    pub fn observe(&mut self, block: &Block, thread: &mut Thread, place: Place) {
        if self.released.is_empty() {
            return;
        }
        let released = self
            .key(block, place)
            .and_then(|key| self.released.get(&key));
        if let Some(released) = released {
            let pending = thread.pending.get_or_insert_with(nothing);
            clocks::merge(pending, released);
        }
    }

    /// A strong write.
    pub fn publish(&mut self, block: &Block, thread: &Thread, place: Place) {
        let Some(fenced) = &thread.fenced else {
            return;
        };
        if let Some(key) = self.key(block, place) {
            let released = self.released.entry(key).or_insert_with(nothing);
            clocks::merge(released, fenced);
        }
    }

    /// What was seen becomes known, and what is known can be released.
    pub fn fence(&mut self, block: &Block, thread: &mut Thread) {
        if let Some(pending) = thread.pending.take() {
            clocks::merge(&mut thread.known, &pending);
        }
        thread.fenced = Some(self.knowledge(block, thread));
        thread.releases += 1;
    }

    /// What a thread knows and did.
    pub fn knowledge(&self, block: &Block, thread: &Thread) -> SharedKnowledge {
        let mut known = Rc::clone(&thread.known);
        let all = Rc::make_mut(&mut known);
        let number = block.number * self.block_size + thread.linear;
        all.threads.insert(number, block.stamp(thread));
        all.blocks.insert(block.number, block.epoch);
        known
    }

    /// Threads that have met know what each of them knew and did.
    pub fn share(&self, resident: &mut Resident, members: &[usize]) {
        let Resident { block, threads, .. } = resident;
        let mut all = nothing();
        for &member in members {
            let thread = &mut threads[member];
            if let Some(pending) = thread.pending.take() {
                clocks::merge(&mut thread.known, &pending);
            }
            clocks::merge(&mut all, &self.knowledge(block, thread));
        }
        for &member in members {
            let thread = &mut threads[member];
            thread.known = Rc::clone(&all);
            thread.releases += 1;
        }
    }

    /// All threads of the block have met: a new epoch begins, which says of the block all that there is to say.
    pub fn begin_epoch(&self, resident: &mut Resident) {
        let Resident { block, threads, .. } = resident;
        let mut all = nothing();
        for thread in threads.iter_mut() {
            if let Some(pending) = thread.pending.take() {
                clocks::merge(&mut thread.known, &pending);
            }
            clocks::merge(&mut all, &thread.known);
        }
        let first = block.number * self.block_size;
        let own = first..first + self.block_size;
        if all.threads.keys().any(|thread| own.contains(thread)) {
            Rc::make_mut(&mut all)
                .threads
                .retain(|thread, _| !own.contains(thread));
        }
        block.epoch += 1;
        for thread in threads.iter_mut() {
            thread.known = Rc::clone(&all);
            thread.releases = 0;
        }
    }
}
