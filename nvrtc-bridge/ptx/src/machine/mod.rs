//! Execution of a launch: blocks and threads in an order that the seed chooses.
//!
//! A warp runs until its time slice ends or its threads wait. Threads of it that stand at one instruction execute it in one step
//! (`warp.rs`); in some blocks every thread goes its own way, since nothing but barriers makes threads keep step. Threads of a block that
//! all wait at a barrier go on together, those of a warp when all that an instruction names have come.
//!
//! *Invariant:* one thread after the other executes an instruction, so every instruction is atomic and the whole is a function of the seed.

mod access;
mod barrier;
mod builtin;
mod call;
mod report;
mod state;
mod step;
mod sync;
mod texel;
mod together;
mod warp;

use crate::clocks::Shared as SharedKnowledge;
use crate::fault::{Fault, FaultKind, Problem};
use crate::launch::{Checks, Counts, Launch, Surroundings};
use crate::loaded::Loaded;
use crate::memory::Memory;
use crate::module::{Kernel, Module};
use crate::races::{Lists, MOST_THREADS};
use state::{Block, Resident, State, Thread, WARP};
use std::collections::BTreeMap;

type Result<T> = std::result::Result<T, Box<Problem>>;

/// A time slice has at most so many instructions.
const SLICE: u64 = 1024;
/// One in so many blocks has threads that do not keep step.
const APART: u64 = 16;
/// Accesses of a warp that are kept before they are counted.
const LOG: usize = 1 << 16;

/// Numbers that depend on a seed (Marsaglia's xorshift with a multiplication).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    /// A number below a bound.
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) % bound.max(1)
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u64 + 1) as usize;
            items.swap(last, other);
        }
    }
}

/// A launch while it runs.
pub struct Machine<'m, 's> {
    module: &'m Module,
    loaded: &'m Loaded,
    kernel: &'m Kernel,
    launch: &'m Launch<'m>,
    checks: Checks,
    memory: &'m mut Memory,
    surroundings: &'m mut Surroundings<'s>,
    counts: Counts,
    random: Random,
    lists: Lists,
    /// What was released at an address.
    released: BTreeMap<u64, SharedKnowledge>,
    /// The number of the instruction that is executed.
    instruction: u32,
    block_size: u32,
    shared: state::SharedLayout,
    shared_names: state::SharedNames,
    order: Vec<u32>,
}

impl<'m, 's> Machine<'m, 's> {
    /// Prepares a launch that was checked.
    pub fn new(
        launch: &'m Launch<'m>,
        kernel: &'m Kernel,
        loaded: &'m Loaded,
        memory: &'m mut Memory,
        surroundings: &'m mut Surroundings<'s>,
    ) -> Machine<'m, 's> {
        let block_size: u32 = launch.block.iter().product();
        let blocks: u64 = launch.grid.iter().map(|&size| u64::from(size)).product();
        let mut checks = launch.checks;
        if blocks * u64::from(block_size) > MOST_THREADS {
            checks.global_races = false;
            checks.shared_races = false;
        }
        Machine {
            module: &loaded.module,
            loaded,
            kernel,
            launch,
            checks,
            instruction: 0,
            memory,
            surroundings,
            counts: Counts::default(),
            random: Random::new(launch.seed),
            lists: Lists::default(),
            released: BTreeMap::new(),
            block_size,
            shared: state::SharedLayout::new(kernel, launch.dynamic_shared),
            shared_names: state::SharedNames::default(),
            order: (0..block_size.div_ceil(WARP)).collect(),
        }
    }

    /// Runs all blocks.
    pub fn run(mut self) -> std::result::Result<Counts, Fault> {
        let blocks: u64 = self
            .launch
            .grid
            .iter()
            .map(|&size| u64::from(size))
            .product();
        let mut waiting: Vec<u32> = (0..blocks as u32).collect();
        self.random.shuffle(&mut waiting);
        let window = if self.launch.cooperative {
            waiting.len()
        } else {
            self.launch.limits.resident_blocks.max(1) as usize
        };
        let mut resident: Vec<Resident> = Vec::new();
        loop {
            while resident.len() < window
                && let Some(number) = waiting.pop()
            {
                let new = self.new_block(number);
                resident.push(new);
            }
            if resident.is_empty() {
                return Ok(self.counts);
            }
            let chosen = self.random.below(resident.len() as u64) as usize;
            if self.run_block(&mut resident[chosen])? {
                let mut done = resident.swap_remove(chosen);
                self.count_requests(&mut done.block, 0);
            }
        }
    }

    fn new_block(&mut self, number: u32) -> Resident {
        let [x, y, _] = self.launch.grid;
        let id = [number % x, number / x % y, number / x / y];
        let function = &self.module.functions[self.kernel.function as usize];
        let known = state::nothing();
        let size = self.launch.block;
        let threads = |linear| Thread::new(linear, size, self.kernel.function, function, &known);
        let registers = vec![[0; _]; function.registers as usize];
        Resident {
            block: Block::new(number, id, self.block_size, &self.shared),
            threads: (0..self.block_size).map(threads).collect(),
            registers: vec![registers; self.block_size.div_ceil(WARP) as usize],
            is_apart: self.random.below(APART) == 0,
        }
    }

    /// Lets every warp that can go on do so; whether the block is done.
    fn run_block(&mut self, resident: &mut Resident) -> std::result::Result<bool, Fault> {
        let mut order = std::mem::take(&mut self.order);
        self.random.shuffle(&mut order);
        for &warp in &order {
            let slice = 1 + self.random.below(SLICE);
            if let Err((index, problem)) = self.run_warp(resident, warp as usize, slice) {
                return Err(self.report(resident, index, *problem));
            }
        }
        self.order = order;
        self.meet(resident)
    }

    /// Frees threads that have waited for each other; whether the block is done.
    fn meet(&mut self, resident: &mut Resident) -> std::result::Result<bool, Fault> {
        let ready = |resident: &Resident| {
            resident
                .threads
                .iter()
                .any(|thread| thread.state == State::Ready)
        };
        self.meet_in_warps(resident)?;
        self.gather(resident);
        if !ready(resident) {
            self.meet_at_barriers(resident)?;
        }
        if ready(resident) {
            return Ok(false);
        }
        if resident
            .threads
            .iter()
            .all(|thread| thread.state == State::Done)
        {
            return Ok(true);
        }
        Err(self.stuck(resident))
    }

    /// Nobody can go on.
    fn stuck(&mut self, resident: &Resident) -> Fault {
        let waiting = |wanted: fn(&State) -> bool| {
            resident
                .threads
                .iter()
                .position(|thread| wanted(&thread.state))
        };
        let at_barrier = waiting(|state| matches!(state, State::Barrier(_)));
        let in_warp = waiting(|state| matches!(state, State::Together(_)));
        let (index, problem) = match (at_barrier, in_warp) {
            (Some(_), Some(index)) => (
                index,
                Problem::new(
                    FaultKind::Deadlock,
                    "threads of the warp wait here for threads that wait at a barrier",
                ),
            ),
            (None, Some(index)) => (
                index,
                Problem::new(
                    FaultKind::Deadlock,
                    "threads of the warp wait here for threads that wait elsewhere",
                ),
            ),
            (Some(index), None) => (
                index,
                Problem::new(
                    FaultKind::DivergentBarrier,
                    "threads of the block wait at different barriers, or too few come",
                ),
            ),
            (None, None) => (0, Problem::new(FaultKind::Deadlock, "no thread can go on")),
        };
        self.report(resident, index, *problem)
    }

    /// Counts the requests that the log of each warp holds, if they are more than `least`.
    fn count_requests(&mut self, block: &mut Block, least: usize) {
        for log in &mut block.logs {
            let log = &mut log.sectors;
            if log.len() < least {
                continue;
            }
            log.sort_unstable();
            log.dedup();
            self.counts.memory_sectors += log.len() as u64;
            log.dedup_by_key(|entry| entry.0);
            self.counts.memory_requests += log.len() as u64;
            log.clear();
        }
    }
}
