//! A launch: what runs, how large, with which checks and limits.
//!
//! *Invariant:* a launch is checked as a whole before its first instruction runs.

use crate::fault::{Fault, FaultKind};
use crate::loaded::Loaded;
use crate::module::Kernel;
use crate::texture::Textures;

/// Which checks are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// Accesses beyond arrays. Without it such a load gives zero and such a store does nothing.
    pub bounds: bool,
    /// Addresses that are no multiple of the size.
    pub alignment: bool,
    /// Loads all of whose bytes are uninitialised. A load of a word that was written in part is no fault: structures have padding, and
    /// atomic changes of bytes load the word around them.
    pub uninitialised: bool,
    /// Races in shared memory.
    pub shared_races: bool,
    /// Races in global memory.
    pub global_races: bool,
    /// Threads of a block that meet at `bar.sync` from different instructions.
    pub divergent_barriers: bool,
    /// Counting of memory requests and sectors.
    pub count_sectors: bool,
}

impl Checks {
    /// All of them.
    pub const ALL: Checks = Checks {
        bounds: true,
        alignment: true,
        uninitialised: true,
        shared_races: true,
        global_races: true,
        divergent_barriers: true,
        count_sectors: true,
    };
    /// None of them.
    pub const NONE: Checks = Checks {
        bounds: false,
        alignment: false,
        uninitialised: false,
        shared_races: false,
        global_races: false,
        divergent_barriers: false,
        count_sectors: false,
    };
}

/// Bounds of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions of all threads.
    pub instructions: u64,
    /// Bytes of local memory of a thread.
    pub local_bytes: u32,
    /// Calls within each other.
    pub call_depth: u32,
    /// Bytes of shared memory of a block, static and dynamic.
    pub shared_bytes: u32,
    /// Blocks that are resident at once, where the launch is not cooperative: 16 are what one multiprocessor of compute capability 7.5
    /// holds, and threads may wait for what such neighbours do.
    pub resident_blocks: u32,
    /// Blocks that a cooperative launch may have.
    pub cooperative_blocks: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            instructions: 1 << 34,
            local_bytes: 512 << 10,
            call_depth: 1024,
            shared_bytes: 64 << 10,
            resident_blocks: 16,
            cooperative_blocks: 1 << 12,
        }
    }
}

/// What kernels reach besides memory.
pub struct Surroundings<'s> {
    /// Takes the text of `printf`.
    pub print: &'s mut dyn FnMut(&str),
    /// Knows texture and surface handles.
    pub textures: &'s mut dyn Textures,
}

/// A kernel with its grid and arguments.
#[derive(Clone, Debug)]
pub struct Launch<'a> {
    /// The name of the kernel.
    pub kernel: &'a str,
    /// Blocks in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y and z.
    pub block: [u32; 3],
    /// Bytes of `extern __shared__` memory.
    pub dynamic_shared: u32,
    /// The parameters as the kernel lays them out.
    pub parameters: &'a [u8],
    /// Whether all blocks are resident at once.
    pub cooperative: bool,
    /// Chooses the order of threads and blocks.
    pub seed: u64,
    /// Which checks are made.
    pub checks: Checks,
    /// Bounds.
    pub limits: Limits,
}

/// What a launch did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Instructions, summed over threads.
    pub thread_instructions: u64,
    /// Requests to global memory: an instruction of a warp is one, however many of its threads take part.
    pub memory_requests: u64,
    /// 32-byte sectors that the requests touch; 4 a request is ideal for 4-byte elements.
    pub memory_sectors: u64,
    /// Barriers, summed over blocks.
    pub barriers: u64,
    /// Atomic operations on global and shared memory, summed over threads.
    pub atomics: u64,
}

impl<'a> Launch<'a> {
    /// A launch with all checks, no dynamic shared memory and seed 0.
    pub fn new(
        kernel: &'a str,
        grid: [u32; 3],
        block: [u32; 3],
        parameters: &'a [u8],
    ) -> Launch<'a> {
        Launch {
            kernel,
            grid,
            block,
            dynamic_shared: 0,
            parameters,
            cooperative: false,
            seed: 0,
            checks: Checks::ALL,
            limits: Limits::default(),
        }
    }

    /// The kernel, if it can be launched like this.
    pub(crate) fn check<'l>(&self, loaded: &'l Loaded) -> Result<&'l Kernel, Fault> {
        let invalid = |message: String| {
            let mut fault = Fault::of_host(FaultKind::InvalidLaunch, None, message);
            fault.kernel = self.kernel.to_string();
            Err(fault)
        };
        let Some(kernel) = loaded.module.kernel(self.kernel) else {
            return invalid("the module has no such kernel".to_string());
        };
        let product = |sizes: [u32; 3]| {
            sizes
                .iter()
                .fold(1u64, |all, &size| all.saturating_mul(size.into()))
        };
        let threads = product(self.block);
        let blocks = product(self.grid);
        if threads == 0 || threads > u64::from(kernel.max_threads) {
            let most = kernel.max_threads;
            return invalid(format!(
                "{threads} threads in a block, at most {most} are allowed"
            ));
        }
        if blocks == 0 || blocks > 1 << 31 {
            return invalid(format!("a grid of {blocks} blocks"));
        }
        if (self.parameters.len() as u64) < u64::from(kernel.parameter_bytes()) {
            let (given, needed) = (self.parameters.len(), kernel.parameter_bytes());
            return invalid(format!(
                "{given} bytes of parameters, the kernel has {needed}"
            ));
        }
        let shared = u64::from(kernel.static_shared) + u64::from(self.dynamic_shared);
        if shared > u64::from(self.limits.shared_bytes) {
            let most = self.limits.shared_bytes;
            return invalid(format!(
                "{shared} bytes of shared memory, at most {most} are there"
            ));
        }
        if self.cooperative && blocks > self.limits.cooperative_blocks {
            let most = self.limits.cooperative_blocks;
            return invalid(format!(
                "a cooperative launch of {blocks} blocks, at most {most} are resident"
            ));
        }
        Ok(kernel)
    }
}
