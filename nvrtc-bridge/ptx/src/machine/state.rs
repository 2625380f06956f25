//! Blocks, warps and threads.
//!
//! *Invariant:* the registers of a frame lie behind those of its caller, and so do its local and parameter memory.

use crate::bitmap::Bitmap;
use crate::clocks::{Known, Shared as SharedKnowledge, Stamp};
use crate::instruction::Register;
use crate::layout::DYNAMIC;
use crate::module::{Function, Kernel};
use crate::races::Shadow;
use crate::window;
use std::collections::BTreeMap;
use std::ops::{Index, IndexMut, Range};
use std::rc::Rc;

/// Threads of a warp.
pub const WARP: u32 = 32;

/// A register of every thread of a warp.
pub type Lanes = [u64; WARP as usize];

/// The registers of one thread in its frame.
pub struct Registers<'r> {
    frame: &'r mut [Lanes],
    lane: usize,
}

impl<'r> Registers<'r> {
    /// Those of a lane; the frame begins where the words do.
    pub fn new(frame: &'r mut [Lanes], lane: usize) -> Registers<'r> {
        Registers { frame, lane }
    }
}

impl Index<usize> for Registers<'_> {
    type Output = u64;

    fn index(&self, register: usize) -> &u64 {
        &self.frame[register][self.lane]
    }
}

impl IndexMut<usize> for Registers<'_> {
    fn index_mut(&mut self, register: usize) -> &mut u64 {
        &mut self.frame[register][self.lane]
    }
}

/// What a thread does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    #[default]
    Ready,
    /// Waits at the barrier of a number, for so many threads.
    Barrier(BarrierWait),
    /// Waits for the threads of a mask.
    Together(u32),
    /// Waits at `activemask` for threads that may come.
    Gathering,
    Done,
}

/// A barrier that a thread waits at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarrierWait {
    pub number: u32,
    /// 0 for all threads of the block.
    pub count: u32,
    pub predicate: bool,
    pub aligned: bool,
}

/// Where a function goes on after a call.
#[derive(Clone, Debug)]
pub struct Frame {
    pub function: u32,
    pub pc: u32,
    pub base: usize,
    pub frame_base: u32,
    pub local_base: u32,
    pub stack: u32,
    /// Where the results go: the instruction is the call before `pc`.
    pub call: u32,
}

/// A thread, without its registers. What tells where it stands comes first, within a line of the cache.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Thread {
    pub state: State,
    pub linear: u32,
    pub function: u32,
    pub pc: u32,
    /// The first register of the frame.
    pub base: usize,
    pub frames: Vec<Frame>,
    pub id: [u32; 3],
    pub frame_base: u32,
    pub frame_memory: Vec<u8>,
    pub local_base: u32,
    /// The end of local memory in use.
    pub stack: u32,
    pub local: Vec<u8>,
    pub local_written: Bitmap,
    pub carry: bool,
    /// How often it has waited at `activemask`.
    pub patience: u32,
    /// Releases since the last barrier of the block.
    pub releases: u32,
    pub known: SharedKnowledge,
    /// What relaxed reads have seen and no fence has made known yet.
    pub pending: Option<SharedKnowledge>,
    /// What was known at the last fence, with the thread's own accesses.
    pub fenced: Option<SharedKnowledge>,
}

impl Thread {
    /// A thread at the start of a kernel.
    pub fn new(
        linear: u32,
        size: [u32; 3],
        index: u32,
        function: &Function,
        known: &SharedKnowledge,
    ) -> Thread {
        let [x, y, _] = size;
        let mut thread = Thread {
            state: State::Ready,
            linear,
            id: [linear % x, linear / x % y, linear / x / y],
            function: index,
            pc: 0,
            base: 0,
            frames: Vec::new(),
            frame_base: 0,
            frame_memory: vec![0; function.frame as usize],
            local_base: 0,
            stack: 0,
            local: Vec::new(),
            local_written: Bitmap::default(),
            carry: false,
            patience: 0,
            releases: 0,
            known: Rc::clone(known),
            pending: None,
            fenced: None,
        };
        thread.stack = function.local;
        thread.reserve_local();
        thread
    }

    /// Makes room for local memory up to the end of the stack.
    pub fn reserve_local(&mut self) {
        if self.local.len() < self.stack as usize {
            self.local.resize(self.stack as usize, 0);
            self.local_written.resize(self.stack as usize);
        }
    }

    /// The lane in its warp.
    pub fn lane(&self) -> u32 {
        self.linear % WARP
    }
}

/// Where `.shared` variables lie and which bytes belong to one.
#[derive(Clone, Debug)]
pub struct SharedLayout {
    /// Bytes of the static part, gaps included.
    pub static_end: u32,
    pub dynamic: u32,
    pub valid: Bitmap,
}

impl SharedLayout {
    pub fn new(kernel: &Kernel, dynamic: u32) -> SharedLayout {
        let end = kernel
            .shared
            .iter()
            .map(|variable| variable.offset + variable.size)
            .max();
        let static_end = end.unwrap_or(0).next_multiple_of(16);
        let mut valid = Bitmap::new(static_end as usize);
        for variable in &kernel.shared {
            valid.set_range(variable.offset as usize, variable.size as usize, true);
        }
        SharedLayout {
            static_end,
            dynamic,
            valid,
        }
    }

    /// The place in the block's shared memory, if all bytes belong to variables.
    pub fn place(&self, address: u64, size: usize) -> Option<usize> {
        let size_wide = size as u64;
        if address >= u64::from(DYNAMIC) {
            let offset = address - u64::from(DYNAMIC);
            let inside =
                offset <= u64::from(self.dynamic) && size_wide <= u64::from(self.dynamic) - offset;
            return inside.then_some(self.static_end as usize + offset as usize);
        }
        let end = address.checked_add(size_wide)?;
        let inside = end <= u64::from(self.static_end);
        let offset = address as usize;
        let valid = inside
            && if offset.is_multiple_of(size) {
                self.valid.all(offset, size)
            } else {
                (offset..offset + size).all(|at| self.valid.get(at))
            };
        valid.then_some(offset)
    }
}

/// What the source has in dynamic shared memory, as far as the text tells. All blocks have the same arrays.
#[derive(Clone, Debug, Default)]
pub struct SharedNames {
    /// Address in shared memory, bytes, name.
    arrays: Vec<(u64, u64, String)>,
}

impl SharedNames {
    /// An array at a generic address; it takes the place of what lay there before.
    pub fn add(&mut self, start: u64, size: u32, name: &str) {
        let start = window::split(start).1;
        let size = u64::from(size);
        if self
            .arrays
            .iter()
            .any(|known| known.0 == start && known.1 == size && known.2 == name)
        {
            return;
        }
        let is_apart =
            |known: &(u64, u64, String)| known.0 + known.1 <= start || start + size <= known.0;
        self.arrays.retain(is_apart);
        self.arrays.push((start, size, name.to_string()));
    }

    /// The array that an address lies in or nearest to.
    pub fn nearest(&self, address: u64) -> Option<&str> {
        let distance = |known: &&(u64, u64, String)| {
            let behind = (address + 1).saturating_sub(known.0 + known.1);
            known.0.saturating_sub(address).max(behind)
        };
        let nearest = self.arrays.iter().min_by_key(distance);
        nearest.map(|known| known.2.as_str())
    }
}

/// What the threads of a block share.
pub struct Block {
    pub number: u32,
    pub id: [u32; 3],
    pub shared: Vec<u8>,
    pub shared_written: Bitmap,
    pub shadow: Shadow,
    /// Barriers of the whole block so far.
    pub epoch: u32,
    /// Threads that have arrived without waiting, by barrier.
    pub arrived: [u32; 16],
    /// What these threads knew and did, by barrier.
    pub arrivals: BTreeMap<u32, SharedKnowledge>,
    pub logs: Vec<Log>,
}

/// Accesses to global memory of a warp, until they are counted.
#[derive(Default)]
pub struct Log {
    /// How often each thread has executed each access, by the number of its instruction.
    pub visits: Vec<[u32; WARP as usize]>,
    /// Instruction and visit, sector.
    pub sectors: Vec<(u64, u64)>,
}

impl Block {
    pub fn new(number: u32, id: [u32; 3], threads: u32, layout: &SharedLayout) -> Block {
        let bytes = (layout.static_end + layout.dynamic) as usize;
        let logs = (0..threads.div_ceil(WARP)).map(|_| Log::default());
        Block {
            number,
            id,
            shared: vec![0; bytes],
            shared_written: Bitmap::new(bytes),
            shadow: Shadow::default(),
            epoch: 0,
            arrived: [0; 16],
            arrivals: BTreeMap::new(),
            logs: logs.collect(),
        }
    }

    /// The time of an access of a thread.
    pub fn stamp(&self, thread: &Thread) -> Stamp {
        Stamp::new(self.epoch, thread.releases)
    }
}

/// A block that is resident, with its threads.
pub struct Resident {
    pub block: Block,
    pub threads: Vec<Thread>,
    /// Registers of each warp, frame behind frame.
    pub registers: Vec<Vec<Lanes>>,
    /// Whether each thread goes its own way, and none keeps step with its warp.
    pub is_apart: bool,
}

impl Resident {
    /// The registers of a thread in its frame.
    pub fn registers(&mut self, index: usize) -> Registers<'_> {
        let warp = &mut self.registers[index / WARP as usize];
        let frame = &mut warp[self.threads[index].base..];
        Registers::new(frame, index % WARP as usize)
    }

    /// A register of a thread.
    pub fn register(&self, index: usize, register: Register) -> u64 {
        let warp = &self.registers[index / WARP as usize];
        warp[self.threads[index].base + register as usize][index % WARP as usize]
    }

    /// The threads of a warp.
    pub fn warp(&self, warp: usize) -> Range<usize> {
        let first = warp * WARP as usize;
        first..(first + WARP as usize).min(self.threads.len())
    }
}

/// Knowledge of nothing.
pub fn nothing() -> SharedKnowledge {
    Rc::new(Known::default())
}
