//! Barriers of a block.
//!
//! A thread that has left is not waited for, as on devices of compute capability 7.0 and later. `bar.sync` without a count has to be
//! the same instruction for all threads of the block: CUDA C++ demands it of `__syncthreads`.
//!
//! What threads did before they left is taken as ordered by the next barrier of the whole block.
//!
//! *Invariant:* a barrier is passed by all that wait at it, or by none.

use super::state::{BarrierWait, Block, Registers, Resident, State, Thread, WARP, nothing};
use super::step::Flow;
use super::{Machine, Result};
use crate::clocks;
use crate::fault::{Fault, FaultKind, Problem};
use crate::instruction::{Barrier, BarrierKind, Operation};

type Wait = (usize, BarrierWait);

impl Machine<'_, '_> {
    /// A thread comes to a barrier.
    pub fn arrive(
        &mut self,
        barrier: &Barrier,
        block: &mut Block,
        thread: &mut Thread,
        registers: &Registers<'_>,
    ) -> Result<Flow> {
        let number = self.value(barrier.number, block, thread, registers) as u32;
        let count = match barrier.count {
            None => 0,
            Some(count) => self.value(count, block, thread, registers) as u32,
        };
        if number >= 16 || !count.is_multiple_of(WARP) || barrier.count.is_some() && count == 0 {
            let message =
                format!("barrier {number} for {count} threads: there are 16, for multiples of 32");
            return Err(Problem::new(FaultKind::DivergentBarrier, message));
        }
        let predicate = match barrier.kind {
            BarrierKind::Wait => false,
            BarrierKind::Arrive => {
                self.leave_knowledge(block, thread, number);
                return Ok(Flow::Next);
            }
            BarrierKind::Count { predicate, .. }
            | BarrierKind::And { predicate, .. }
            | BarrierKind::Or { predicate, .. } => self.holds(predicate, block, thread, registers),
        };
        Ok(Flow::Wait(State::Barrier(BarrierWait {
            number,
            count,
            predicate,
            aligned: barrier.aligned,
        })))
    }

    /// A thread that does not wait tells those that do what it did.
    fn leave_knowledge(&self, block: &mut Block, thread: &mut Thread, number: u32) {
        let known = self.knowledge(block, thread);
        block.arrived[number as usize] += 1;
        let all = block.arrivals.entry(number).or_insert_with(nothing);
        clocks::merge(all, &known);
        thread.releases += 1;
    }

    /// Opens the barriers that enough threads wait at.
    pub fn meet_at_barriers(&mut self, resident: &mut Resident) -> std::result::Result<(), Fault> {
        let mut live = 0;
        let mut awaited = [0; 16];
        for thread in &resident.threads {
            live += usize::from(thread.state != State::Done);
            if let State::Barrier(wait) = thread.state {
                awaited[wait.number as usize] += 1;
            }
        }
        for number in (0..16).filter(|&number| awaited[number as usize] > 0) {
            let waiting = waiting_at(resident, number, awaited[number as usize]);
            let (_, first) = waiting[0];
            let arrived = waiting.len() + resident.block.arrived[number as usize] as usize;
            let needed = if first.count == 0 {
                live
            } else {
                first.count as usize
            };
            if arrived < needed {
                continue;
            }
            self.check_alignment(resident, &waiting)?;
            resident.block.arrived[number as usize] = 0;
            if let Some(known) = resident.block.arrivals.remove(&number) {
                for &(index, _) in &waiting {
                    clocks::merge(&mut resident.threads[index].known, &known);
                }
            }
            let all_wait = waiting.len() == live;
            let whole = all_wait && first.count == 0 || waiting.len() == resident.threads.len();
            self.open(resident, &waiting, whole);
        }
        Ok(())
    }

    /// Threads that have to execute the same instruction do.
    fn check_alignment(
        &mut self,
        resident: &Resident,
        waiting: &[Wait],
    ) -> std::result::Result<(), Fault> {
        if !self.checks.divergent_barriers {
            return Ok(());
        }
        let place = |index: usize| {
            let thread = &resident.threads[index];
            (thread.function, thread.pc)
        };
        let (first, wait) = waiting[0];
        for &(index, other) in waiting {
            let same_warp = index / WARP as usize == first / WARP as usize;
            let differs = place(index) != place(first) || other.count != wait.count;
            if differs && (wait.aligned || other.aligned) && (wait.count == 0 || same_warp) {
                let line = |index: usize| {
                    let (function, pc) = place(index);
                    self.module.functions[function as usize].places[pc as usize].line
                };
                let message = format!(
                    "thread {index} of the block waits at PTX line {}, thread {first} at PTX line {}",
                    line(index),
                    line(first)
                );
                let problem = Problem::new(FaultKind::DivergentBarrier, message);
                return Err(self.report(resident, index, *problem));
            }
        }
        Ok(())
    }

    fn open(&mut self, resident: &mut Resident, waiting: &[Wait], whole: bool) {
        self.counts.barriers += 1;
        if whole {
            self.begin_epoch(resident);
        } else {
            let members: Vec<usize> = waiting.iter().map(|&(index, _)| index).collect();
            self.share(resident, &members);
        }
        let votes = waiting.iter().filter(|(_, wait)| wait.predicate).count();
        for &(index, _) in waiting {
            let thread = &resident.threads[index];
            let code = &self.module.functions[thread.function as usize].instructions;
            if let Operation::Barrier(barrier) = &code[thread.pc as usize].operation {
                let result = match barrier.kind {
                    BarrierKind::Wait | BarrierKind::Arrive => None,
                    BarrierKind::Count { to, .. } => Some((to, votes as u64)),
                    BarrierKind::And { to, .. } => Some((to, u64::from(votes == waiting.len()))),
                    BarrierKind::Or { to, .. } => Some((to, u64::from(votes > 0))),
                };
                if let Some((to, value)) = result {
                    resident.registers(index)[to as usize] = value;
                }
            }
            let thread = &mut resident.threads[index];
            thread.state = State::Ready;
            thread.pc += 1;
        }
    }
}

/// The threads that wait at a barrier, of which there are so many.
fn waiting_at(resident: &Resident, number: u32, count: usize) -> Vec<Wait> {
    let mut waiting = Vec::with_capacity(count);
    for (index, thread) in resident.threads.iter().enumerate() {
        match thread.state {
            State::Barrier(wait) if wait.number == number => waiting.push((index, wait)),
            State::Barrier(_)
            | State::Ready
            | State::Together(_)
            | State::Gathering
            | State::Done => {}
        }
    }
    waiting
}
