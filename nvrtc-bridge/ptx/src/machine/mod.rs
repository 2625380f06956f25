//! Execution of a launch: blocks and threads in an order that the seed chooses.
//!
//! A thread runs until its time slice ends or it waits. Threads of a block that all wait at a barrier go on together, those of a warp
//! when all that an instruction names have come.
//!
//! *Invariant:* one thread runs at a time, so every instruction is atomic and the whole is a function of the seed.

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

use crate::clocks::Shared as SharedKnowledge;
use crate::fault::{Fault, FaultKind, Problem};
use crate::launch::{Checks, Counts, Launch, Surroundings};
use crate::loaded::Loaded;
use crate::memory::Memory;
use crate::module::{Kernel, Module};
use crate::races::{Lists, MOST_THREADS};
use state::{Block, State, Thread};
use std::collections::BTreeMap;

type Result<T> = std::result::Result<T, Box<Problem>>;

/// A time slice has at most so many instructions.
const SLICE: u64 = 1024;
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
    /// The number of the first instruction of each function, so that every instruction has one.
    first_instruction: Vec<u32>,
    /// The number of the memory access of each instruction that this launch may reach.
    sites: Vec<u32>,
    block_size: u32,
    shared: state::SharedLayout,
    shared_names: state::SharedNames,
    order: Vec<u32>,
}

/// Memory accesses counted through: those of the kernel and of all functions that are no kernels.
fn sites(module: &Module, kernel: &Kernel) -> Vec<u32> {
    let mut count = 0;
    let mut found = Vec::new();
    for (index, function) in module.functions.iter().enumerate() {
        let is_other_kernel = index != kernel.function as usize
            && module
                .kernels
                .iter()
                .any(|other| other.function as usize == index);
        for instruction in &function.instructions {
            found.push(count);
            count += u32::from(!is_other_kernel && instruction.operation.accesses_memory());
        }
    }
    found
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
        let mut first = 0;
        let first_instruction = loaded.module.functions.iter().map(|function| {
            let own = first;
            first += function.instructions.len() as u32;
            own
        });
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
            first_instruction: first_instruction.collect(),
            sites: sites(&loaded.module, kernel),
            memory,
            surroundings,
            counts: Counts::default(),
            random: Random::new(launch.seed),
            lists: Lists::default(),
            released: BTreeMap::new(),
            block_size,
            shared: state::SharedLayout::new(kernel, launch.dynamic_shared),
            shared_names: state::SharedNames::default(),
            order: (0..block_size).collect(),
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
        let mut resident: Vec<Block> = Vec::new();
        loop {
            while resident.len() < window
                && let Some(number) = waiting.pop()
            {
                resident.push(self.new_block(number));
            }
            if resident.is_empty() {
                return Ok(self.counts);
            }
            let chosen = self.random.below(resident.len() as u64) as usize;
            if self.run_block(&mut resident[chosen])? {
                let mut done = resident.swap_remove(chosen);
                self.count_requests(&mut done, 0);
            }
        }
    }

    fn new_block(&self, number: u32) -> Block {
        let [x, y, _] = self.launch.grid;
        let id = [number % x, number / x % y, number / x / y];
        let function = &self.module.functions[self.kernel.function as usize];
        let threads = (0..self.block_size)
            .map(|linear| Thread::new(linear, self.launch.block, self.kernel.function, function))
            .collect();
        Block::new(number, id, threads, &self.shared)
    }

    /// Lets every thread that can go on do so; whether the block is done.
    fn run_block(&mut self, block: &mut Block) -> std::result::Result<bool, Fault> {
        let mut order = std::mem::take(&mut self.order);
        self.random.shuffle(&mut order);
        for &index in &order {
            let index = index as usize;
            if block.threads[index].state != State::Ready {
                continue;
            }
            let mut thread = std::mem::take(&mut block.threads[index]);
            let slice = 1 + self.random.below(SLICE);
            let outcome = self.run_slice(block, &mut thread, slice);
            block.threads[index] = thread;
            if let Err(problem) = outcome {
                return Err(self.report(block, index, *problem));
            }
        }
        self.order = order;
        self.meet(block)
    }

    /// Frees threads that have waited for each other; whether the block is done.
    fn meet(&mut self, block: &mut Block) -> std::result::Result<bool, Fault> {
        let ready = |block: &Block| {
            block
                .threads
                .iter()
                .any(|thread| thread.state == State::Ready)
        };
        self.meet_in_warps(block)?;
        self.gather(block);
        if !ready(block) {
            self.meet_at_barriers(block)?;
        }
        if ready(block) {
            return Ok(false);
        }
        if block
            .threads
            .iter()
            .all(|thread| thread.state == State::Done)
        {
            return Ok(true);
        }
        Err(self.stuck(block))
    }

    /// Nobody can go on.
    fn stuck(&mut self, block: &Block) -> Fault {
        let waiting = |wanted: fn(&State) -> bool| {
            block
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
        self.report(block, index, *problem)
    }

    /// Counts the requests that the log of each warp holds, if they are more than `least`.
    fn count_requests(&mut self, block: &mut Block, least: usize) {
        for log in &mut block.logs {
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
