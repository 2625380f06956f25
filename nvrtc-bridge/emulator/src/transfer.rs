//! Copies between host, devices and arrays, and patterns in memory.
//!
//! *Invariant:* memory of a device is touched by the checked functions of its [`Memory`](crate::engine::Memory) only.

use crate::arguments::{host_bytes, put_host_bytes};
use crate::engine::Fault;
use crate::status::Status;
use crate::texels::Handle;
use crate::world::World;

/// One end of a copy.
#[derive(Clone, Debug)]
pub enum Place {
    /// Memory of the host that will be read or written when the copy is done.
    Host(usize),
    /// Bytes of the host as they were when the copy was asked for.
    Snapshot(Vec<u8>),
    /// Memory of a device.
    Device(u64),
    /// An array.
    Array(Handle),
}

/// Where the lines of one end lie.
#[derive(Clone, Debug)]
pub struct End {
    /// What it is.
    pub place: Place,
    /// Bytes before the first column, lines before the first, planes before the first.
    pub start: [usize; 3],
    /// Bytes from line to line.
    pub pitch: usize,
    /// Lines from plane to plane.
    pub lines: usize,
}

impl End {
    /// Bytes in a row.
    pub fn row(place: Place) -> End {
        End {
            place,
            start: [0; 3],
            pitch: 0,
            lines: 0,
        }
    }

    /// Bytes before a line.
    fn offset(&self, line: usize, plane: usize) -> usize {
        let [x, y, z] = self.start;
        ((plane + z) * self.lines + line + y) * self.pitch + x
    }
}

/// A copy.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// Where the bytes come from.
    pub from: End,
    /// Where they go.
    pub to: End,
    /// Bytes of a line, lines, planes.
    pub extent: [usize; 3],
}

impl Transfer {
    /// A copy of bytes in a row.
    pub fn row(from: Place, to: Place, bytes: usize) -> Transfer {
        Transfer {
            from: End::row(from),
            to: End::row(to),
            extent: [bytes, 1, 1],
        }
    }

    /// Bytes from the first to behind the last at one end.
    pub fn span(&self, end: &End) -> usize {
        let [width, height, depth] = self.extent;
        match height * depth {
            0 => 0,
            _ => end.offset(height - 1, depth - 1) + width,
        }
    }

    /// Whether it touches memory of the host from here to there.
    pub fn uses_host(&self, from: usize, to: usize) -> bool {
        let touches = |end: &End| match end.place {
            Place::Host(address) => address < to && from < address + self.span(end),
            Place::Snapshot(_) | Place::Device(_) | Place::Array(_) => false,
        };
        touches(&self.from) || touches(&self.to)
    }

    /// Does it, line by line; all lines are read before the first is written, so that both ends may overlap.
    pub fn perform(&self, world: &mut World) -> Result<(), Fault> {
        let [width, height, depth] = self.extent;
        let lines = || (0..depth).flat_map(move |plane| (0..height).map(move |line| (line, plane)));
        if width == 0 {
            return Ok(());
        }
        if let Some((owner, to, from)) = world.same_device(&self.to.place, &self.from.place) {
            // What nobody has written stays so.
            let memory = &mut world.devices[owner].memory;
            return lines().try_for_each(|(line, plane)| {
                let (to_at, from_at) = (self.to.offset(line, plane), self.from.offset(line, plane));
                memory.copy(to + to_at as u64, from + from_at as u64, width)
            });
        }
        let mut read = Vec::with_capacity(height * depth);
        for (line, plane) in lines() {
            read.push(world.read(&self.from.place, self.from.offset(line, plane), width)?);
        }
        for ((line, plane), bytes) in lines().zip(read) {
            world.write(&self.to.place, self.to.offset(line, plane), &bytes)?;
        }
        Ok(())
    }
}

fn fault(line: String) -> Fault {
    Fault {
        status: Status::IllegalAddress,
        line,
    }
}

impl World {
    /// The device and both addresses, if both ends are memory of one device.
    fn same_device(&self, to: &Place, from: &Place) -> Option<(usize, u64, u64)> {
        match (to, from) {
            (Place::Device(to), Place::Device(from)) => {
                let owner = self.owner(*to)?;
                (self.owner(*from) == Some(owner)).then_some((owner, *to, *from))
            }
            (Place::Host(_) | Place::Snapshot(_) | Place::Device(_) | Place::Array(_), _) => None,
        }
    }

    fn read(&self, place: &Place, offset: usize, bytes: usize) -> Result<Vec<u8>, Fault> {
        match place {
            // SAFETY: the program promised that the host's memory is there until the copy is done.
            Place::Host(address) => Ok(unsafe { host_bytes(address + offset, bytes) }),
            Place::Snapshot(data) => {
                let part = data.get(offset..offset + bytes);
                part.map(<[u8]>::to_vec)
                    .ok_or_else(|| fault("a copy leaves its source".into()))
            }
            Place::Device(address) => {
                let mut data = vec![0; bytes];
                let address = address + offset as u64;
                let device = self.owner(address).ok_or_else(|| stray(address, bytes))?;
                self.devices[device].memory.read(address, &mut data)?;
                Ok(data)
            }
            Place::Array(handle) => {
                let array = self
                    .arrays
                    .get(handle)
                    .ok_or_else(|| fault("a copy from an array that is gone".into()))?;
                let part = array.texels.bytes().get(offset..offset + bytes);
                part.map(<[u8]>::to_vec)
                    .ok_or_else(|| fault("a copy leaves its array".into()))
            }
        }
    }

    fn write(&mut self, place: &Place, offset: usize, bytes: &[u8]) -> Result<(), Fault> {
        match place {
            Place::Host(address) => {
                // SAFETY: the program promised that the host's memory is there until the copy is done.
                unsafe { put_host_bytes(address + offset, bytes) };
                Ok(())
            }
            Place::Snapshot(_) => Err(fault(
                "a copy into bytes that only exist for reading".into(),
            )),
            Place::Device(address) => {
                let address = address + offset as u64;
                let device = self
                    .owner(address)
                    .ok_or_else(|| stray(address, bytes.len()))?;
                self.devices[device].memory.write(address, bytes)
            }
            Place::Array(handle) => {
                let array = self
                    .arrays
                    .get_mut(handle)
                    .ok_or_else(|| fault("a copy to an array that is gone".into()))?;
                let part = array
                    .texels
                    .bytes_mut()
                    .get_mut(offset..offset + bytes.len());
                let part = part.ok_or_else(|| fault("a copy leaves its array".into()))?;
                part.copy_from_slice(bytes);
                Ok(())
            }
        }
    }
}

fn stray(address: u64, bytes: usize) -> Fault {
    fault(format!(
        "a copy of {bytes} bytes at {address:#x}, which is no memory of a device"
    ))
}

/// A pattern that fills memory, in lines.
#[derive(Clone, Debug)]
pub struct Fill {
    /// The first line.
    pub address: u64,
    /// Bytes of one element.
    pub pattern: Vec<u8>,
    /// Elements of a line.
    pub count: usize,
    /// Lines.
    pub height: usize,
    /// Bytes from line to line.
    pub pitch: usize,
}

impl Fill {
    /// Does it.
    pub fn perform(&self, world: &mut World) -> Result<(), Fault> {
        let bytes = self.pattern.repeat(self.count);
        if bytes.is_empty() {
            return Ok(());
        }
        for line in 0..self.height {
            world.write(&Place::Device(self.address), line * self.pitch, &bytes)?;
        }
        Ok(())
    }
}
