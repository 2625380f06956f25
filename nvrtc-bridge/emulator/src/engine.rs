//! The interpreter behind the driver.
//!
//! *Invariant:* nothing else of the driver knows the interpreter.

use crate::abi::{NORMALIZED_COORDINATES, READ_AS_INTEGER, TextureDescriptor, address_mode};
use crate::kernel::Kernel;
use crate::resident;
use crate::status::Status;
use crate::texels::{Array, Handle, View};
use quasar_ptx as ptx;
use quasar_ptx::{FaultKind, Surroundings, TextureArray, TextureView};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

/// Why work of a device failed.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What the context is lost by.
    pub status: Status,
    /// One line: what, in which kernel, at which line of the source, in which array.
    pub line: String,
}

impl From<ptx::Fault> for Fault {
    fn from(fault: ptx::Fault) -> Fault {
        Fault {
            status: status(fault.kind),
            line: fault.to_string(),
        }
    }
}

/// What the real driver says of such a mistake. What no device notices is a failed launch.
fn status(kind: FaultKind) -> Status {
    match kind {
        FaultKind::OutOfBounds | FaultKind::UseAfterFree | FaultKind::InvalidTexture => {
            Status::IllegalAddress
        }
        FaultKind::Misaligned => Status::MisalignedAddress,
        FaultKind::Trap | FaultKind::InvalidCall => Status::IllegalInstruction,
        FaultKind::Assert => Status::Assert,
        FaultKind::Deadlock | FaultKind::InstructionLimit => Status::LaunchTimeout,
        FaultKind::InvalidLaunch => Status::LaunchOutOfResources,
        FaultKind::RaceGlobal
        | FaultKind::RaceShared
        | FaultKind::DivergentBarrier
        | FaultKind::Poison
        | FaultKind::UnsupportedInstruction
        | FaultKind::InvalidFree => Status::LaunchFailed,
    }
}

/// Memory of a device.
pub struct Memory {
    base: u64,
    memory: ptx::Memory,
}

/// Each device has its addresses in a range of this size, below those of the host.
const RANGE: u64 = 1 << 40;

impl Memory {
    /// The memory of the device of this number.
    pub fn new(ordinal: usize, capacity: u64) -> Memory {
        let base = RANGE * (ordinal as u64 + 1);
        Memory {
            base,
            memory: ptx::Memory::at(base, capacity),
        }
    }

    /// Whether an address belongs to this device.
    pub fn covers(&self, address: u64) -> bool {
        (self.base..self.base + RANGE).contains(&address)
    }

    /// Bytes that are free.
    pub fn available(&self) -> u64 {
        self.memory.available()
    }

    /// Bytes of all memory.
    pub fn capacity(&self) -> u64 {
        self.memory.capacity()
    }

    /// Allocates; nobody has written the bytes yet.
    pub fn allocate(&mut self, bytes: u64) -> Option<u64> {
        self.memory.allocate(bytes)
    }

    /// Start and bytes of the allocation that an address lies in.
    pub fn allocation_of(&self, address: u64) -> Option<(u64, u64)> {
        self.memory.allocation_of(address)
    }

    /// Frees.
    pub fn free(&mut self, address: u64) -> Result<(), Fault> {
        Ok(self.memory.free(address)?)
    }

    /// Frees everything.
    pub fn clear(&mut self) {
        self.memory = ptx::Memory::at(self.base, self.memory.capacity());
    }

    /// Reads.
    pub fn read(&self, address: u64, to: &mut [u8]) -> Result<(), Fault> {
        Ok(self.memory.read(address, to)?)
    }

    /// Writes.
    pub fn write(&mut self, address: u64, from: &[u8]) -> Result<(), Fault> {
        Ok(self.memory.write(address, from)?)
    }

    /// Copies within the device; bytes that nobody has written stay so.
    pub fn copy(&mut self, to: u64, from: u64, bytes: usize) -> Result<(), Fault> {
        Ok(self.memory.copy(to, from, bytes as u64)?)
    }
}

/// How the interpreter reads a texture object.
fn view(sampling: &TextureDescriptor) -> TextureView {
    let address = |mode| match mode {
        address_mode::WRAP => ptx::AddressMode::Wrap,
        address_mode::MIRROR => ptx::AddressMode::Mirror,
        address_mode::BORDER => ptx::AddressMode::Border,
        _ => ptx::AddressMode::Clamp,
    };
    let filter = match sampling.filter_mode {
        0 => ptx::Filter::Nearest,
        _ => ptx::Filter::Linear,
    };
    TextureView {
        address: sampling.address_modes.map(address),
        filter,
        normalised_coordinates: sampling.flags & NORMALIZED_COORDINATES != 0,
        normalised_values: sampling.flags & READ_AS_INTEGER == 0,
    }
}

/// Textures and surfaces, as kernels see them.
struct Visible<'w> {
    views: &'w BTreeMap<Handle, View>,
    arrays: &'w mut BTreeMap<Handle, Array>,
}

impl ptx::Textures for Visible<'_> {
    fn texture(&self, handle: u64) -> Option<(&TextureArray, TextureView)> {
        let found = self.views.get(&(handle as Handle))?;
        let array = self.arrays.get(&(found.resource.words[0] as Handle))?;
        Some((&array.texels.0, view(found.sampling.as_ref()?)))
    }

    fn surface(&mut self, handle: u64) -> Option<&mut TextureArray> {
        let found = self
            .views
            .get(&(handle as Handle))
            .filter(|view| view.sampling.is_none())?;
        let array = self.arrays.get_mut(&(found.resource.words[0] as Handle))?;
        Some(&mut array.texels.0)
    }
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
    loaded: ptx::Loaded,
}

impl Placed {
    /// Reads PTX and places its variables; the log of what is wrong with it.
    pub fn new(text: &str, memory: &mut Memory) -> Result<Placed, (Status, String)> {
        let module =
            ptx::Module::parse(text).map_err(|error| (Status::InvalidPtx, error.to_string()))?;
        let loaded = ptx::Loaded::new(Arc::new(module), &mut memory.memory);
        let loaded = loaded.map_err(|fault| (Status::OutOfMemory, fault.to_string()))?;
        Ok(Placed { loaded })
    }

    /// Frees the variables.
    pub fn remove(self, memory: &mut Memory) {
        // Only variables that are not there could not be freed.
        let _ = self.loaded.unload(&mut memory.memory);
    }

    /// A kernel.
    pub fn kernel(&self, name: &str) -> Option<Kernel> {
        let kernel = self.loaded.module().kernel(name)?;
        let parameters = kernel.parameters().iter();
        Some(Kernel {
            parameters: parameters
                .map(|one| (one.offset as usize, one.size as usize))
                .collect(),
            static_shared: kernel.static_shared(),
            max_threads: kernel
                .max_threads()
                .min(resident::threads_with(kernel.registers())),
            registers: kernel.registers(),
            local: kernel.local_bytes(),
        })
    }

    /// Address and bytes of a variable.
    pub fn global(&self, name: &str) -> Option<(u64, u64)> {
        self.loaded.global(name)
    }

    /// Runs a kernel and counts what it does.
    pub fn run(
        &self,
        launch: &Launch,
        seed: u64,
        shared_bytes: u32,
        memory: &mut Memory,
        views: &BTreeMap<Handle, View>,
        arrays: &mut BTreeMap<Handle, Array>,
    ) -> Result<ptx::Counts, Fault> {
        let plain = ptx::Launch::new(
            &launch.kernel,
            launch.grid,
            launch.block,
            &launch.parameters,
        );
        let launch = ptx::Launch {
            dynamic_shared: launch.dynamic_shared,
            cooperative: launch.cooperative,
            seed,
            limits: ptx::Limits {
                shared_bytes,
                ..ptx::Limits::default()
            },
            ..plain
        };
        let mut surroundings = Surroundings {
            print: &mut print,
            textures: &mut Visible { views, arrays },
        };
        Ok(launch.run_in(&self.loaded, &mut memory.memory, &mut surroundings)?)
    }
}

/// What kernels print goes where the program prints.
fn print(text: &str) {
    let mut out = std::io::stdout();
    // There is nobody to tell if nobody listens.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_have_addresses_of_their_own() {
        let (mut first, mut second) = (Memory::new(0, 1 << 20), Memory::new(1, 1 << 20));
        let (a, b) = (
            first.allocate(8).expect("room"),
            second.allocate(8).expect("room"),
        );
        assert!(first.covers(a) && !first.covers(b) && second.covers(b) && !second.covers(a));
        assert!(first.write(b, &[1]).is_err());
        first.clear();
        assert_eq!(first.allocation_of(a), None);
    }
}
