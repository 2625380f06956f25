//! The interpreter behind the driver.
//!
//! *Invariant:* nothing else of the driver knows the interpreter.

use crate::status::Status;
use crate::world::{Array, Handle, View};
use quasar_ptx::Module;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why work of a device failed.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What the context is lost by.
    pub status: Status,
    /// One line: what, in which kernel, at which line of the source, in which array.
    pub line: String,
}

/// Memory of a device.
pub struct Memory {
    base: u64,
    capacity: u64,
    next: u64,
    blocks: BTreeMap<u64, Vec<u8>>,
}

/// Each device has its addresses in a range of this size.
const RANGE: u64 = 1 << 40;
/// Allocations begin at multiples of this, as cuda.h promises.
const ALIGNMENT: u64 = 256;

impl Memory {
    /// The memory of the device of this number.
    pub fn new(ordinal: usize, capacity: u64) -> Memory {
        let base = RANGE * (ordinal as u64 + 1);
        Memory {
            base,
            capacity,
            next: base,
            blocks: BTreeMap::new(),
        }
    }

    /// Whether an address belongs to this device.
    pub fn covers(&self, address: u64) -> bool {
        (self.base..self.base + RANGE).contains(&address)
    }

    /// Bytes that are free.
    pub fn available(&self) -> u64 {
        self.capacity
            - self
                .blocks
                .values()
                .map(|block| block.len() as u64)
                .sum::<u64>()
    }

    /// Bytes of all memory.
    pub fn capacity(&self) -> u64 {
        self.capacity
    }

    /// Allocates.
    pub fn allocate(&mut self, bytes: u64) -> Option<u64> {
        if bytes > self.available() {
            return None;
        }
        let address = self.next;
        self.next += bytes.next_multiple_of(ALIGNMENT) + ALIGNMENT;
        self.blocks.insert(address, vec![0xCD; bytes as usize]);
        Some(address)
    }

    /// Start and bytes of the allocation that an address lies in.
    pub fn allocation_of(&self, address: u64) -> Option<(u64, u64)> {
        let (start, block) = self.blocks.range(..=address).next_back()?;
        (address < start + block.len() as u64).then_some((*start, block.len() as u64))
    }

    /// Frees.
    pub fn free(&mut self, address: u64) -> Result<(), Fault> {
        self.blocks
            .remove(&address)
            .map(|_| ())
            .ok_or_else(|| outside("a free", address, 0))
    }

    /// Frees everything.
    pub fn clear(&mut self) {
        self.blocks.clear();
    }

    /// Reads.
    pub fn read(&self, address: u64, to: &mut [u8]) -> Result<(), Fault> {
        let (start, _) = self
            .allocation_of(address)
            .ok_or_else(|| outside("a read", address, to.len()))?;
        let offset = (address - start) as usize;
        let part = self.blocks[&start].get(offset..offset + to.len());
        to.copy_from_slice(part.ok_or_else(|| outside("a read", address, to.len()))?);
        Ok(())
    }

    /// Writes.
    pub fn write(&mut self, address: u64, from: &[u8]) -> Result<(), Fault> {
        let (start, _) = self
            .allocation_of(address)
            .ok_or_else(|| outside("a write", address, from.len()))?;
        let offset = (address - start) as usize;
        let part = self
            .blocks
            .get_mut(&start)
            .and_then(|block| block.get_mut(offset..offset + from.len()));
        part.ok_or_else(|| outside("a write", address, from.len()))?
            .copy_from_slice(from);
        Ok(())
    }
}

fn outside(what: &str, address: u64, bytes: usize) -> Fault {
    Fault {
        status: Status::IllegalAddress,
        line: format!("{what} of {bytes} bytes at {address:#x} leaves every allocation"),
    }
}

/// What is known of a kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Offset and bytes of each parameter.
    pub parameters: Vec<(usize, usize)>,
    /// Bytes of shared memory, from the text.
    pub static_shared: u32,
    /// Threads of a block at most.
    pub max_threads: u32,
    /// Registers of a thread.
    pub registers: u32,
    /// Bytes of local memory of a thread.
    pub local: u32,
}

/// A kernel to run.
pub struct Launch {
    /// Its name.
    pub kernel: String,
    /// Blocks along x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y, z.
    pub block: [u32; 3],
    /// Bytes of shared memory on top of what the text asks for.
    pub dynamic_shared: u32,
    /// The parameters, as they lie in memory.
    pub parameters: Vec<u8>,
    /// Whether the grid waits as a whole.
    pub cooperative: bool,
}

/// A module with its variables in the memory of a device.
pub struct Placed {
    module: Arc<Module>,
}

impl Placed {
    /// Reads PTX and places its variables; the log of what is wrong with it.
    pub fn new(text: &str, _memory: &mut Memory) -> Result<Placed, (Status, String)> {
        let module =
            Module::parse(text).map_err(|error| (Status::InvalidPtx, error.to_string()))?;
        Ok(Placed {
            module: Arc::new(module),
        })
    }

    /// Frees the variables.
    pub fn remove(self, _memory: &mut Memory) {}

    /// A kernel.
    pub fn kernel(&self, name: &str) -> Option<Kernel> {
        let kernel = self.module.kernel(name)?;
        let parameters = kernel.parameters().iter();
        Some(Kernel {
            parameters: parameters
                .map(|one| (one.offset as usize, one.size as usize))
                .collect(),
            static_shared: kernel.static_shared(),
            max_threads: kernel.max_threads(),
            registers: kernel.registers(),
            local: kernel.local_bytes(),
        })
    }

    /// Address and bytes of a variable.
    pub fn global(&self, _name: &str) -> Option<(u64, u64)> {
        None
    }

    /// Runs a kernel and counts the instructions of its threads.
    pub fn run(
        &self,
        launch: &Launch,
        _seed: u64,
        _memory: &mut Memory,
        _views: &BTreeMap<Handle, View>,
        _arrays: &BTreeMap<Handle, Array>,
    ) -> Result<u64, Fault> {
        Err(Fault {
            status: Status::NotSupported,
            line: format!("kernel {} does not run yet", launch.kernel),
        })
    }
}
