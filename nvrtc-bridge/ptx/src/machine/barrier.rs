//! Barriers of a block.
//!
//! A thread that has left is not waited for, as on devices of compute capability 7.0 and later. `bar.sync` without a count has to be
//! the same instruction for all threads of the block: CUDA C++ demands it of `__syncthreads`.
//!
//! What threads did before they left is taken as ordered by the next barrier of the whole block.
//!
//! *Invariant:* a barrier is passed by all that wait at it, or by none.

use super::state::{BarrierWait, Block, State, Thread, WARP, nothing};
use super::step::{Flow, Registers};
use super::{Machine, Result};
use crate::clocks;
use crate::fault::{Fault, FaultKind, Problem};
use crate::instruction::{Barrier, BarrierKind, Operation};

type Wait = (usize, BarrierWait);

impl<'m> Machine<'m, '_> {
    /// A thread comes to a barrier.
    pub fn arrive(
        &mut self,
        barrier: &Barrier,
        block: &mut Block,
        thread: &mut Thread,
        registers: &Registers,
    ) -> Result<Flow<'m>> {
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
    pub fn meet_at_barriers(&mut self, block: &mut Block) -> std::result::Result<(), Fault> {
        for number in 0..16 {
            let waiting: Vec<Wait> = block
                .threads
                .iter()
                .enumerate()
                .filter_map(|(index, thread)| match thread.state {
                    State::Barrier(wait) if wait.number == number => Some((index, wait)),
                    State::Barrier(_)
                    | State::Ready
                    | State::Together(_)
                    | State::Gathering
                    | State::Done => None,
                })
                .collect();
            let Some(&(_, first)) = waiting.first() else {
                continue;
            };
            let live = block
                .threads
                .iter()
                .filter(|thread| thread.state != State::Done)
                .count();
            let arrived = waiting.len() + block.arrived[number as usize] as usize;
            let needed = if first.count == 0 {
                live
            } else {
                first.count as usize
            };
            if arrived < needed {
                continue;
            }
            self.check_alignment(block, &waiting)?;
            block.arrived[number as usize] = 0;
            if let Some(known) = block.arrivals.remove(&number) {
                for &(index, _) in &waiting {
                    clocks::merge(&mut block.threads[index].known, &known);
                }
            }
            let all_wait = waiting.len() == live;
            let whole = all_wait && first.count == 0 || waiting.len() == block.threads.len();
            self.open(block, &waiting, whole);
        }
        Ok(())
    }

    /// Threads that have to execute the same instruction do.
    fn check_alignment(
        &mut self,
        block: &Block,
        waiting: &[Wait],
    ) -> std::result::Result<(), Fault> {
        if !self.checks.divergent_barriers {
            return Ok(());
        }
        let place = |index: usize| {
            let thread = &block.threads[index];
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
                return Err(self.report(block, index, *problem));
            }
        }
        Ok(())
    }

    fn open(&mut self, block: &mut Block, waiting: &[Wait], whole: bool) {
        self.counts.barriers += 1;
        if whole {
            self.begin_epoch(block);
        } else {
            let members: Vec<usize> = waiting.iter().map(|&(index, _)| index).collect();
            self.share(block, &members);
        }
        let votes = waiting.iter().filter(|(_, wait)| wait.predicate).count();
        for &(index, _) in waiting {
            let thread = &mut block.threads[index];
            let code = &self.module.functions[thread.function as usize].instructions;
            if let Operation::Barrier(barrier) = &code[thread.pc as usize].operation {
                let result = match barrier.kind {
                    BarrierKind::Wait | BarrierKind::Arrive => None,
                    BarrierKind::Count { to, .. } => Some((to, votes as u64)),
                    BarrierKind::And { to, .. } => Some((to, u64::from(votes == waiting.len()))),
                    BarrierKind::Or { to, .. } => Some((to, u64::from(votes > 0))),
                };
                if let Some((to, value)) = result {
                    let base = thread.base;
                    thread.registers[base + to as usize] = value;
                }
            }
            thread.state = State::Ready;
            thread.pc += 1;
        }
    }
}
