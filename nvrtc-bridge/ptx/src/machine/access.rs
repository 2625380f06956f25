//! Accesses to memory of every space, and their checks.
//!
//! *Invariant:* an access is checked before it changes anything.

use super::state::{Block, Registers, Thread, WARP};
use super::step::write_optional;
use super::{LOG, Machine, Result};
use crate::bitmap::Bitmap;
use crate::fault::{FaultKind, Object, Problem};
use crate::instruction::{Atomic, AtomicKind, Order};
use crate::layout::DYNAMIC;
use crate::memory::Memory;
use crate::races::{Access, Viewer};
use crate::syntax::Space;
use crate::window;

/// Where bytes lie, after an address was found to be good.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// An allocation and the offset in it.
    Global(usize, usize),
    Shared(usize),
    Local(usize),
    /// Parameters of the kernel.
    Kernel(usize),
    /// Parameter memory of a frame.
    Frame(usize),
    /// Nowhere: a check that is off.
    Ignored,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub reads: bool,
    pub writes: bool,
    pub strong: bool,
}

const LOAD: Kind = Kind {
    reads: true,
    writes: false,
    strong: false,
};
const STORE: Kind = Kind {
    reads: false,
    writes: true,
    strong: false,
};

/// Bytes of a sector.
const SECTOR: u64 = 32;

/// A word of 1, 2, 4 or 8 bytes: sizes that the compiler knows are no calls of memmove.
fn read_bytes(bytes: &[u8], at: usize, size: usize) -> u64 {
    let part = &bytes[at..at + size];
    match *part {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    }
}

fn write_bytes(bytes: &mut [u8], at: usize, size: usize, value: u64) {
    let word = value.to_le_bytes();
    match &mut bytes[at..at + size] {
        [a] => *a = word[0],
        part @ [_, _] => part.copy_from_slice(&word[..2]),
        part @ [_, _, _, _] => part.copy_from_slice(&word[..4]),
        part => part.copy_from_slice(&word[..size]),
    }
}

/// Marks bytes as written; an address may be misaligned where that check is off.
fn set_written(written: &mut Bitmap, at: usize, size: usize) {
    if at.is_multiple_of(size) {
        written.set(at, size);
    } else {
        written.set_range(at, size, true);
    }
}

impl Machine<'_, '_> {
    /// Loads an element of 1, 2, 4 or 8 bytes.
    pub fn load(
        &mut self,
        block: &mut Block,
        thread: &mut Thread,
        space: Space,
        address: u64,
        size: u8,
        order: Order,
    ) -> Result<u64> {
        let size = usize::from(size);
        let place = self.place(thread, space, address, size, false)?;
        self.check_written(block, thread, place, address, size)?;
        let strong = order != Order::Weak;
        self.note(
            block,
            thread,
            place,
            address,
            size,
            Kind { strong, ..LOAD },
            None,
        )?;
        if strong {
            self.observe(block, thread, place);
        }
        if order == Order::Acquire {
            self.fence(block, thread);
        }
        Ok(self.read_place(block, thread, place, size))
    }

    /// Stores an element.
    #[allow(clippy::too_many_arguments)]
    pub fn store(
        &mut self,
        block: &mut Block,
        thread: &mut Thread,
        space: Space,
        address: u64,
        size: u8,
        order: Order,
        value: u64,
    ) -> Result<()> {
        let size = usize::from(size);
        let place = self.place(thread, space, address, size, true)?;
        let strong = order != Order::Weak;
        self.note(
            block,
            thread,
            place,
            address,
            size,
            Kind { strong, ..STORE },
            Some(value),
        )?;
        if order == Order::Release {
            self.fence(block, thread);
        }
        if strong {
            self.publish(block, thread, place);
        }
        self.write_place(block, thread, place, size, value);
        Ok(())
    }

    /// `atom` and `red`
    pub fn atomic(
        &mut self,
        atomic: &Atomic,
        block: &mut Block,
        thread: &mut Thread,
        registers: &mut Registers<'_>,
    ) -> Result<()> {
        let base = self.value(atomic.address.base, block, thread, registers);
        let address = base.wrapping_add_signed(atomic.address.offset);
        let size = usize::from(atomic.size);
        let mask = u64::MAX >> (64 - 8 * size);
        let operand = self.value(atomic.value, block, thread, registers) & mask;
        let other = self.value(atomic.other, block, thread, registers) & mask;
        let place = self.place(thread, atomic.address.space, address, size, true)?;
        if !self.checks.alignment && !address.is_multiple_of(size as u64) {
            return Err(misaligned(address, size));
        }
        self.check_written(block, thread, place, address, size)?;
        let kind = Kind {
            reads: true,
            writes: true,
            strong: true,
        };
        self.note(block, thread, place, address, size, kind, None)?;
        self.counts.atomics += 1;
        self.observe(block, thread, place);
        if matches!(
            atomic.order,
            Order::Acquire | Order::Release | Order::AcquireRelease
        ) {
            self.fence(block, thread);
        }
        self.publish(block, thread, place);
        let old = self.read_place(block, thread, place, size);
        let new = match atomic.kind {
            AtomicKind::Combine(function) => function(old, operand),
            AtomicKind::Swap if old == operand => other,
            AtomicKind::Swap => old,
        };
        self.write_place(block, thread, place, size, new);
        write_optional(registers, atomic.to, old);
        Ok(())
    }

    /// A vector has to be aligned as a whole.
    pub fn check_vector_alignment(&self, address: u64, size: u8, count: usize) -> Result<()> {
        let whole = u64::from(size) * count as u64;
        if self.checks.alignment && whole != 0 && !address.is_multiple_of(whole) {
            return Err(misaligned(address, whole as usize).at(address, self.object(address)));
        }
        Ok(())
    }

    /// Finds where an address lies.
    pub fn place(
        &mut self,
        thread: &Thread,
        space: Space,
        address: u64,
        size: usize,
        writes: bool,
    ) -> Result<Place> {
        let (space, inside) = match space {
            Space::Generic => window::split(address),
            Space::Global | Space::Constant => (Space::Global, address),
            Space::Shared | Space::Local | Space::Parameter => (space, address),
        };
        if self.checks.alignment && !address.is_multiple_of(size as u64) {
            let generic = inside.wrapping_add(window::base(space));
            return Err(misaligned(address, size).at(address, self.object(generic)));
        }
        let found = match space {
            Space::Generic | Space::Global | Space::Constant => {
                return self.global_place(address, size, writes);
            }
            Space::Shared => self.shared.place(inside, size).map(Place::Shared),
            // Formal parameters whose address is taken are local memory (PTX ISA, "Device Function Parameters").
            Space::Local if inside >= window::FRAME => {
                let end = thread.frame_memory.len();
                within(inside - window::FRAME, size, end).map(Place::Frame)
            }
            Space::Local => within(inside, size, thread.stack as usize).map(Place::Local),
            Space::Parameter if inside >= window::FRAME => {
                let end = thread.frame_memory.len();
                within(inside - window::FRAME, size, end).map(Place::Frame)
            }
            Space::Parameter if writes => None,
            Space::Parameter => {
                within(inside, size, self.launch.parameters.len()).map(Place::Kernel)
            }
        };
        match found {
            Some(place) => Ok(place),
            None if !self.checks.bounds => Ok(Place::Ignored),
            None => {
                let generic = inside.wrapping_add(window::base(space));
                let verb = if writes { "write" } else { "read" };
                let message = format!("a {verb} of {size} bytes at {inside:#x}");
                let problem = Problem::new(FaultKind::OutOfBounds, message);
                Err(problem.at(address, self.object(generic)))
            }
        }
    }

    fn global_place(&self, address: u64, size: usize, writes: bool) -> Result<Place> {
        match self.memory.range(address, size as u64) {
            Ok((index, _)) if writes && self.memory.allocations[index].is_constant => {
                let message = format!("a write of {size} bytes to constant memory");
                let problem = Problem::new(FaultKind::OutOfBounds, message);
                Err(problem.at(address, self.object(address)))
            }
            Ok((index, offset)) => Ok(Place::Global(index, offset)),
            Err(_) if !self.checks.bounds => Ok(Place::Ignored),
            Err(kind) => {
                let verb = if writes { "write" } else { "read" };
                let message = format!("a {verb} of {size} bytes at {address:#x}");
                Err(Problem::new(kind, message).at(address, self.object(address)))
            }
        }
    }

    fn check_written(
        &self,
        block: &Block,
        thread: &Thread,
        place: Place,
        address: u64,
        size: usize,
    ) -> Result<()> {
        if !self.checks.uninitialised {
            return Ok(());
        }
        let aligned = address.is_multiple_of(size as u64);
        let written = match place {
            _ if !aligned => true,
            Place::Global(index, offset) => {
                self.memory.allocations[index].written.any(offset, size)
            }
            Place::Shared(offset) => block.shared_written.any(offset, size),
            Place::Local(offset) => thread.local_written.any(offset, size),
            Place::Kernel(_) | Place::Frame(_) | Place::Ignored => true,
        };
        if written {
            return Ok(());
        }
        let message = format!("{size} bytes at {address:#x} that nobody has written");
        let generic = address.wrapping_add(match place {
            Place::Shared(_) if address >> 56 == 0 => window::SHARED,
            Place::Local(_) if address >> 56 == 0 => window::LOCAL,
            Place::Shared(_)
            | Place::Local(_)
            | Place::Global(..)
            | Place::Kernel(_)
            | Place::Frame(_)
            | Place::Ignored => 0,
        });
        Err(Problem::new(FaultKind::Poison, message).at(address, self.object(generic)))
    }

    /// Looks for a race, and counts the request.
    #[allow(clippy::too_many_arguments)]
    fn note(
        &mut self,
        block: &mut Block,
        thread: &mut Thread,
        place: Place,
        address: u64,
        size: usize,
        kind: Kind,
        value: Option<u64>,
    ) -> Result<()> {
        let is_global = match place {
            Place::Global(..) => {
                if self.checks.count_sectors {
                    self.log(block, thread, address);
                }
                self.checks.global_races
            }
            Place::Shared(_) => self.checks.shared_races,
            Place::Local(_) | Place::Kernel(_) | Place::Frame(_) | Place::Ignored => false,
        };
        if !is_global {
            return Ok(());
        }
        let same_value = value.is_some_and(|value| {
            let mask = u64::MAX >> (64 - 8 * size);
            value & mask == self.read_place(block, thread, place, size)
        });
        let offset = match place {
            Place::Global(_, offset) | Place::Shared(offset) => offset,
            Place::Local(_) | Place::Kernel(_) | Place::Frame(_) | Place::Ignored => 0,
        };
        let access = Access {
            offset,
            size,
            reads: kind.reads,
            writes: kind.writes,
            strong: kind.strong,
            same_value,
            instruction: self.instruction,
            launch: self.memory.launches,
        };
        let viewer = Viewer {
            thread: block.number * self.block_size + thread.linear,
            block: block.number,
            block_size: self.block_size,
            stamp: block.stamp(thread),
            known: &thread.known,
        };
        let shadow = match place {
            Place::Global(index, _) => &mut self.memory.allocations[index].shadow,
            Place::Shared(_)
            | Place::Local(_)
            | Place::Kernel(_)
            | Place::Frame(_)
            | Place::Ignored => &mut block.shadow,
        };
        match shadow.access(access, &viewer, &mut self.lists) {
            None => Ok(()),
            Some(conflict) => Err(self.race(place, address, size, kind, conflict)),
        }
    }

    fn log(&mut self, block: &mut Block, thread: &Thread, address: u64) {
        let number = self.loaded.sites[self.instruction as usize] as usize;
        let log = &mut block.logs[(thread.linear / WARP) as usize];
        if log.visits.len() <= number {
            log.visits.resize(number + 1, [0; _]);
        }
        let visit = &mut log.visits[number][thread.lane() as usize];
        let entry = ((number as u64) << 32 | u64::from(*visit), address / SECTOR);
        *visit = visit.wrapping_add(1);
        // What neighbours touch together is one entry.
        if log.sectors.last() != Some(&entry) {
            log.sectors.push(entry);
        }
        if log.sectors.len() >= LOG {
            self.count_requests(block, LOG);
        }
    }

    fn read_place(&self, block: &Block, thread: &Thread, place: Place, size: usize) -> u64 {
        match place {
            Place::Global(index, at) => read_bytes(&self.memory.allocations[index].bytes, at, size),
            Place::Shared(at) => read_bytes(&block.shared, at, size),
            Place::Local(at) => read_bytes(&thread.local, at, size),
            Place::Kernel(at) => read_bytes(self.launch.parameters, at, size),
            Place::Frame(at) => read_bytes(&thread.frame_memory, at, size),
            Place::Ignored => 0,
        }
    }

    fn write_place(
        &mut self,
        block: &mut Block,
        thread: &mut Thread,
        place: Place,
        size: usize,
        value: u64,
    ) {
        match place {
            Place::Global(index, at) => {
                let allocation = &mut self.memory.allocations[index];
                write_bytes(&mut allocation.bytes, at, size, value);
                set_written(&mut allocation.written, at, size);
            }
            Place::Shared(at) => {
                write_bytes(&mut block.shared, at, size, value);
                set_written(&mut block.shared_written, at, size);
            }
            Place::Local(at) => {
                write_bytes(&mut thread.local, at, size, value);
                set_written(&mut thread.local_written, at, size);
            }
            Place::Frame(at) => write_bytes(&mut thread.frame_memory, at, size, value),
            Place::Kernel(_) | Place::Ignored => {}
        }
    }

    /// What a generic address belongs to, for a message.
    pub fn object(&self, address: u64) -> Option<Object> {
        let (space, inside) = window::split(address);
        match space {
            Space::Shared if inside >= u64::from(DYNAMIC) => {
                let named = self.shared_names.nearest(inside);
                Some(named.map_or(Object::DynamicShared, |name| {
                    Object::Shared(name.to_string())
                }))
            }
            Space::Shared => {
                let distance = |start: u64, size: u64| {
                    start
                        .saturating_sub(inside)
                        .max((inside + 1).saturating_sub(start + size))
                };
                let variables = self.kernel.shared.iter();
                let nearest = variables
                    .min_by_key(|one| distance(u64::from(one.offset), u64::from(one.size)));
                Some(nearest.map_or(Object::DynamicShared, |one| {
                    Object::Shared(one.name.clone())
                }))
            }
            Space::Local => Some(Object::Local),
            Space::Parameter => Some(Object::Parameters),
            Space::Generic | Space::Global | Space::Constant => self.global_object(address),
        }
    }

    fn global_object(&self, address: u64) -> Option<Object> {
        let mut object = self.memory.nearest(address)?;
        if let Object::Allocation {
            start,
            size,
            name,
            parameter,
        } = &mut object
        {
            *parameter = self.parameter_into(*start, *size);
            let told =
                parameter.and_then(|number| self.kernel.parameters[number].source_name.clone());
            *name = name.take().or(told);
        }
        Some(object)
    }

    /// The parameter of the kernel that points into an array.
    fn parameter_into(&self, start: u64, size: u64) -> Option<usize> {
        self.kernel.parameters.iter().position(|parameter| {
            let begin = parameter.offset as usize;
            let bytes = &self.launch.parameters[begin..begin + parameter.size as usize];
            let mut words = bytes.chunks_exact(8);
            words.any(|word| {
                let pointer = read_bytes(word, 0, 8);
                pointer >= start && pointer - start < size
            })
        })
    }
}

fn within(address: u64, size: usize, end: usize) -> Option<usize> {
    let start = usize::try_from(address).ok()?;
    let after = start.checked_add(size)?;
    (after <= end).then_some(start)
}

fn misaligned(address: u64, size: usize) -> Box<Problem> {
    let message = format!("{address:#x} is no multiple of {size}");
    Problem::new(FaultKind::Misaligned, message)
}

/// Bytes of global memory up to a NUL, for messages and formats.
pub fn text_at(memory: &Memory, address: u64) -> Option<Vec<u8>> {
    let mut found = Vec::new();
    for at in address..address.saturating_add(1 << 16) {
        let (index, offset) = memory.range(at, 1).ok()?;
        match memory.allocations[index].bytes[offset] {
            0 => return Some(found),
            byte => found.push(byte),
        }
    }
    None
}
