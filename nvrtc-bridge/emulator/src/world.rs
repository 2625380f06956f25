//! The emulated machine: devices and everything that programs made on them.
//!
//! Handles are numbers that are never used twice, so that a handle of something that is gone is noticed.
//!
//! *Invariant:* every handle in a table belongs to a device that exists.

use crate::engine::{Memory, Placed};
use crate::managed::Pages;
use crate::queue::{Pace, Stream};
use crate::settings::{Settings, opened};
use crate::status::Status;
use crate::texels::{Array, Handle, View};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;

/// A device.
pub struct Device {
    /// Its memory.
    pub memory: Memory,
    /// Its primary context.
    pub context: Handle,
    /// How often the context was retained.
    pub retained: u32,
    /// Whether the context is lost, and by what: every call in it gives this status.
    pub lost: Option<Status>,
    /// Flags of the context.
    pub flags: u32,
    /// The default pool.
    pub pool: Handle,
    /// Attributes of the pool that were set.
    pub pool_attributes: BTreeMap<u32, u64>,
    /// Limits of the context that were set.
    pub limits: BTreeMap<u32, usize>,
}

/// An event.
pub struct Event {
    /// Its device.
    pub device: usize,
    /// Whether it has a time.
    pub timed: bool,
    /// The number of the last record; 0 if there was none.
    pub recorded: u64,
    /// The numbers of records that have not happened yet. A later one in another stream may happen before an earlier one.
    pub open: BTreeSet<u64>,
    /// When the last record has happened, in microseconds of the emulated machine.
    pub time: f64,
}

impl Event {
    /// Whether the last record has happened, or there was none.
    pub fn has_happened(&self) -> bool {
        !self.open.contains(&self.recorded)
    }
}

/// A module.
pub struct Module {
    /// Its device.
    pub device: usize,
    /// The code with its variables in memory.
    pub placed: Placed,
}

/// A kernel of a module.
pub struct Function {
    /// Its module.
    pub module: Handle,
    /// Its name.
    pub name: String,
    /// Bytes of shared memory that a launch may add.
    pub dynamic_shared: u32,
}

/// Memory of the host that the driver knows.
#[derive(Clone, Copy)]
pub struct HostBlock {
    /// Bytes.
    pub bytes: usize,
    /// Whether the driver allocated it; otherwise it was registered.
    pub own: bool,
}

/// The machine.
pub struct World {
    /// The version of the driver, as 12040.
    pub version: i32,
    /// The compute capability of the devices.
    pub capability: (i32, i32),
    /// Where launches are counted.
    pub counts: Option<File>,
    started: bool,
    /// The devices.
    pub devices: Vec<Device>,
    /// The streams; each device has its null stream under [`World::null_stream`].
    pub streams: BTreeMap<Handle, Stream>,
    /// The events. Those that are destroyed while work refers to them stay until it is done.
    pub events: BTreeMap<Handle, Event>,
    /// Events that nobody can name any more.
    pub ended_events: BTreeSet<Handle>,
    /// The modules.
    pub modules: BTreeMap<Handle, Module>,
    /// The kernels.
    pub functions: BTreeMap<Handle, Function>,
    /// The arrays.
    pub arrays: BTreeMap<Handle, Array>,
    /// Textures and surfaces.
    pub views: BTreeMap<Handle, View>,
    /// Pinned memory by address.
    pub host: BTreeMap<usize, HostBlock>,
    /// Managed memory by address.
    pub managed: BTreeMap<u64, Pages>,
    /// Numbers that order what was put into streams.
    pub sequence: u64,
    /// Microseconds of the emulated machine.
    pub clock: f64,
    /// When work is done that nobody waits for.
    pub pace: Pace,
    /// What the trace tells of the call under way beside its name and status.
    pub remark: String,
    last_handle: Handle,
    random: u64,
}

thread_local! {
    static CURRENT: Cell<Handle> = const { Cell::new(0) };
    static BELOW: RefCell<Vec<Handle>> = const { RefCell::new(Vec::new()) };
}

/// The first handle, far from addresses of the host and from the small numbers that stand for special streams.
const FIRST_HANDLE: Handle = 0x7100_0000_0000;
const HANDLE_STEP: Handle = 0x40;

impl World {
    /// A machine before `cuInit`.
    pub fn new(settings: &Settings) -> World {
        let mut world = World {
            version: settings.version,
            capability: settings.capability,
            counts: settings.counts.as_deref().and_then(opened),
            started: false,
            devices: Vec::new(),
            streams: BTreeMap::new(),
            events: BTreeMap::new(),
            ended_events: BTreeSet::new(),
            modules: BTreeMap::new(),
            functions: BTreeMap::new(),
            arrays: BTreeMap::new(),
            views: BTreeMap::new(),
            host: BTreeMap::new(),
            managed: BTreeMap::new(),
            sequence: 0,
            clock: 0.0,
            pace: Pace::Late,
            remark: String::new(),
            last_handle: FIRST_HANDLE,
            // Zero would stay zero.
            random: settings.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
        };
        world.change_pace();
        for ordinal in 0..settings.devices {
            world.add_device(ordinal, settings.memory);
        }
        world
    }

    fn add_device(&mut self, ordinal: usize, memory: u64) {
        let device = Device {
            memory: Memory::new(ordinal, memory),
            context: self.new_handle(),
            retained: 0,
            lost: None,
            flags: 0,
            pool: self.new_handle(),
            pool_attributes: BTreeMap::new(),
            limits: BTreeMap::new(),
        };
        self.streams
            .insert(World::null_stream(ordinal), Stream::new(ordinal, false));
        self.devices.push(device);
    }

    /// `cuInit`
    pub fn start(&mut self) -> Result<(), Status> {
        if self.devices.is_empty() {
            return Err(Status::NoDevice);
        }
        self.started = true;
        Ok(())
    }

    /// Whether `cuInit` was called.
    pub fn is_started(&self) -> bool {
        self.started
    }

    /// A handle that was never given before.
    pub fn new_handle(&mut self) -> Handle {
        self.last_handle += HANDLE_STEP;
        self.last_handle
    }

    /// A random number below a bound (xorshift by Marsaglia).
    pub fn random(&mut self, bound: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as usize % bound.max(1)
    }

    /// A device by its number in C.
    pub fn device(&mut self, number: i32) -> Result<&mut Device, Status> {
        let index = self.device_index(number)?;
        Ok(&mut self.devices[index])
    }

    /// The place of a device in the table.
    pub fn device_index(&self, number: i32) -> Result<usize, Status> {
        let index = usize::try_from(number).map_err(|_| Status::InvalidDevice)?;
        if index < self.devices.len() {
            Ok(index)
        } else {
            Err(Status::InvalidDevice)
        }
    }

    /// The device of a context.
    pub fn device_of_context(&self, context: Handle) -> Result<usize, Status> {
        let found = self
            .devices
            .iter()
            .position(|device| device.context == context);
        found.ok_or(Status::InvalidContext)
    }

    /// The device whose context is current on this thread and works.
    pub fn current(&self) -> Result<usize, Status> {
        let index = self.device_of_context(CURRENT.get())?;
        let device = &self.devices[index];
        if device.retained == 0 {
            return Err(Status::ContextIsDestroyed);
        }
        device.lost.map_or(Ok(index), Err)
    }

    /// The handle that stands for a device's null stream in the tables.
    pub fn null_stream(device: usize) -> Handle {
        0x10 + device
    }

    /// A stream by its handle in C: 0 and 1 are the null stream of the current device.
    pub fn stream(&self, handle: Handle) -> Result<Handle, Status> {
        let device = self.current()?;
        match handle {
            0 | 1 => Ok(World::null_stream(device)),
            _ if handle >= FIRST_HANDLE && self.streams.contains_key(&handle) => Ok(handle),
            _ => Err(Status::InvalidHandle),
        }
    }

    /// The device whose memory an address lies in.
    pub fn owner(&self, address: u64) -> Option<usize> {
        self.devices
            .iter()
            .position(|device| device.memory.covers(address))
    }

    /// Whether so many bytes of the host are pinned.
    pub fn is_pinned(&self, address: usize, bytes: usize) -> bool {
        let below = self.host.range(..=address).next_back();
        below.is_some_and(|(start, block)| address + bytes <= start + block.bytes)
    }

    /// What a kernel's handle stands for: its device, its module's code, itself.
    pub fn function(&self, handle: Handle) -> Result<(&Module, &Function), Status> {
        let function = self.functions.get(&handle).ok_or(Status::InvalidHandle)?;
        let module = self
            .modules
            .get(&function.module)
            .ok_or(Status::InvalidHandle)?;
        Ok((module, function))
    }

    /// Ends a context: all that belongs to it goes.
    pub fn reset(&mut self, device: usize) {
        self.streams
            .retain(|handle, stream| stream.device != device || *handle < FIRST_HANDLE);
        self.streams
            .insert(World::null_stream(device), Stream::new(device, false));
        self.events.retain(|_, event| event.device != device);
        self.modules.retain(|_, module| module.device != device);
        let modules = &self.modules;
        self.functions
            .retain(|_, function| modules.contains_key(&function.module));
        self.arrays.retain(|_, array| array.device != device);
        let managed: Vec<u64> = self.managed.keys().copied().collect();
        for address in managed {
            if self.owner(address) == Some(device) {
                self.unmanage(address);
            }
        }
        let state = &mut self.devices[device];
        state.memory.clear();
        state.lost = None;
        state.retained = 0;
    }
}

/// The context that is current on this thread; 0 for none.
pub fn current_context() -> Handle {
    CURRENT.get()
}

/// Makes a context current on this thread.
pub fn set_current_context(context: Handle) {
    CURRENT.set(context);
}

/// Makes a context current on this thread until it is popped.
pub fn push_context(context: Handle) {
    BELOW.with_borrow_mut(|below| below.push(CURRENT.get()));
    CURRENT.set(context);
}

/// Takes the current context away and gives it.
pub fn pop_context() -> Handle {
    let below = BELOW.with_borrow_mut(|below| below.pop().unwrap_or(0));
    CURRENT.replace(below)
}
