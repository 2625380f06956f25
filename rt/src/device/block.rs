//! Memory of a GPU that holds the elements of an array, and the ways of elements to it and from it.
//!
//! Copies between host and GPU go through pinned memory piece by piece: while one piece is on its way, the threads of the program lay down
//! or take up the next one, and do not wait for what they send. A thread alone is slower than the way to the GPU, and much slower where the
//! pages of a new array are touched for the first time. Without pinned memory a copy is waited for.
//!
//! *Invariant:* whoever puts work into a lane has called [`Block::before`] first and tells of it afterwards; so work of other lanes on the
//! same elements keeps the order of the program.

use std::ops::Range;

use nvrtc_bridge::{DeviceMemory, Error, PinnedMemory, Stream};

use super::timeline::Told;
use super::{Gpu, locked, settings, streams::Mark};
use crate::process::trace::{Category, Property};
use crate::threads::pieces;

/// Bytes of a piece at most: the way of a piece takes many times as long as the calls for it, and little memory has to be pinned first.
const PIECE: usize = 2 << 20;
/// Bytes that a thread copies at a time.
const COPIED: usize = 256 << 10;
/// Bytes of a piece of pinned memory at least, so that small arrays find one that is large enough.
const SMALLEST_PIECE: usize = 64 << 10;
/// Pieces of pinned memory that take turns.
const PIECES: usize = 4;

/// Memory of a GPU.
pub(crate) struct Block {
    gpu: &'static Gpu,
    memory: DeviceMemory,
    /// The lane in whose order the memory was allocated.
    lane: usize,
    /// The last work that has changed the elements, if any.
    written: Option<Mark>,
    /// Work since then that reads them: the last of each lane.
    read: Vec<Mark>,
}

/// What is told of an array that moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Label<'a> {
    /// The name of the array where it is used, or nothing.
    pub array: &'a str,
    /// A row of the location table, or 0.
    pub location: i32,
}

impl<'a> Label<'a> {
    /// The name, also where there is none.
    pub(crate) fn name(&self) -> &'a str {
        match self.array {
            "" => "array",
            name => name,
        }
    }
}

impl Block {
    /// Memory for so many bytes, in the order of a lane. Arrays that the launch at hand does not use make room; `kept` are the addresses of
    /// those that it uses.
    ///
    /// # Errors
    /// There is too little, or the device has failed.
    pub(crate) fn new(
        gpu: &'static Gpu,
        bytes: usize,
        lane: usize,
        kept: &[usize],
    ) -> Result<Block, Error> {
        Ok(Block {
            gpu,
            memory: gpu.allocate(bytes, lane, kept)?,
            lane,
            written: None,
            read: Vec::new(),
        })
    }

    /// Memory whose elements the work of a lane makes, up to a mark.
    pub(crate) fn made(gpu: &'static Gpu, memory: DeviceMemory, lane: usize, mark: Mark) -> Block {
        Block {
            gpu,
            memory,
            lane,
            written: Some(mark),
            read: Vec::new(),
        }
    }

    /// The memory itself.
    pub(crate) fn memory(&self) -> &DeviceMemory {
        &self.memory
    }

    /// The GPU.
    pub(crate) fn gpu(&self) -> &'static Gpu {
        self.gpu
    }

    /// The address, for kernels.
    pub(crate) fn address(&self) -> u64 {
        self.memory.address()
    }

    /// What work has to wait for that reads the elements, or also writes them.
    pub(crate) fn marks(&self, writes: bool) -> impl Iterator<Item = &Mark> {
        let readers = match writes {
            true => self.read.as_slice(),
            false => &[],
        };
        self.written.iter().chain(readers)
    }

    /// Lets a lane of a GPU, which may be another one, wait for what is to be done with the elements before.
    ///
    /// # Errors
    /// The device has failed.
    pub(crate) fn before(&self, gpu: &Gpu, lane: usize, writes: bool) -> Result<(), Error> {
        for mark in self.marks(writes) {
            gpu.lanes.wait(gpu.number, lane, mark)?;
        }
        let own = (self.gpu.number, self.lane);
        if self.written.is_none() && own != (gpu.number, lane) {
            // Nobody has used the memory yet: it is there when its lane has come to it.
            let made = self.gpu.mark(self.lane)?;
            gpu.lanes.wait(gpu.number, lane, &made)?;
        }
        Ok(())
    }

    /// Work before this mark changes the elements.
    pub(crate) fn was_written(&mut self, mark: Mark) {
        self.read.clear();
        self.written = Some(mark);
    }

    /// Work before this mark reads the elements.
    pub(crate) fn was_read(&mut self, mark: Mark) {
        self.read.retain(|other| !other.is_in_lane_of(&mark));
        self.read.push(mark);
    }

    /// Copies elements from the host, in the order of a lane.
    ///
    /// # Errors
    /// The device has failed.
    pub(crate) fn copy_in(
        &mut self,
        bytes: &[u8],
        lane: usize,
        label: Label<'_>,
    ) -> Result<(), Error> {
        let gpu = self.gpu;
        self.before(gpu, lane, true)?;
        let stream = gpu.lanes.stream(lane);
        let work = gpu.timeline.begin(stream);
        let pinned = gpu.staging(|staging| staging.send(&self.memory, bytes, stream))?;
        if !pinned {
            stream.synchronize()?;
            self.memory.write(0, bytes)?;
        }
        gpu.told_copy(work, lane, "in", label, bytes.len(), pinned);
        self.was_written(gpu.mark(lane)?);
        Ok(())
    }

    /// Makes all elements zero, in the order of a lane.
    ///
    /// # Errors
    /// The device has failed.
    pub(crate) fn fill(&mut self, lane: usize, label: Label<'_>) -> Result<(), Error> {
        let gpu = self.gpu;
        self.before(gpu, lane, true)?;
        let stream = gpu.lanes.stream(lane);
        let work = gpu.timeline.begin(stream);
        let bytes = self.memory.len();
        self.memory.fill_async(0..bytes, 0, stream)?;
        gpu.told_copy(work, lane, "zeros", label, bytes, false);
        self.was_written(gpu.mark(lane)?);
        Ok(())
    }

    /// Copies elements to the host, when all work that changes them is done.
    ///
    /// # Errors
    /// The device has failed.
    pub(crate) fn copy_out(&mut self, bytes: &mut [u8], label: Label<'_>) -> Result<(), Error> {
        let gpu = self.gpu;
        let own = |mark: &&Mark| mark.device() == gpu.number;
        let lane = self.written.as_ref().filter(own).map(Mark::lane);
        let lane = lane.unwrap_or(self.lane);
        self.before(gpu, lane, false)?;
        let stream = gpu.lanes.stream(lane);
        let work = gpu.timeline.begin(stream);
        let count = bytes.len();
        let pinned = gpu.staging(|staging| staging.receive(&self.memory, bytes, stream))?;
        if !pinned {
            stream.synchronize()?;
            self.memory.read(0, bytes)?;
        }
        gpu.told_copy(work, lane, "out", label, count, pinned);
        Ok(())
    }

    /// Copies elements to pinned memory, in the order of a lane, when all work that changes them is done.
    ///
    /// # Errors
    /// The device has failed.
    pub(crate) fn send_home(
        &self,
        to: &mut PinnedMemory,
        count: usize,
        lane: usize,
        label: Label<'_>,
    ) -> Result<(), Error> {
        let gpu = self.gpu;
        self.before(gpu, lane, false)?;
        let stream = gpu.lanes.stream(lane);
        let work = gpu.timeline.begin(stream);
        self.memory.read_async(0, to, 0..count, stream)?;
        gpu.told_copy(work, lane, "out", label, count, true);
        Ok(())
    }

    /// Copies elements from another GPU, in the order of a lane of this one.
    ///
    /// # Errors
    /// The devices cannot, or one of them has failed.
    pub(crate) fn copy_from(
        &mut self,
        other: &mut Block,
        bytes: usize,
        lane: usize,
        label: Label<'_>,
    ) -> Result<(), Error> {
        let gpu = self.gpu;
        self.before(gpu, lane, true)?;
        other.before(gpu, lane, false)?;
        let stream = gpu.lanes.stream(lane);
        let work = gpu.timeline.begin(stream);
        self.memory.copy_async(0, &other.memory, 0..bytes, stream)?;
        gpu.told_copy(work, lane, "peer", label, bytes, false);
        let mark = gpu.mark(lane)?;
        other.was_read(mark.clone());
        self.was_written(mark);
        Ok(())
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // The memory is freed in the order of its lane, behind all that uses it. Where that fails the device is lost, and its memory too.
        let ordered = self.memory.is_ordered();
        for mark in self.written.iter().chain(&self.read) {
            let _ = match ordered {
                true => self.gpu.lanes.wait(self.gpu.number, self.lane, mark),
                // The driver waits for the memory's own device only.
                false => mark.synchronize(),
            };
        }
    }
}

impl Gpu {
    /// Tells of a copy that was put into a lane.
    fn told_copy(
        &self,
        work: super::timeline::Work,
        lane: usize,
        way: &str,
        label: Label<'_>,
        bytes: usize,
        pinned: bool,
    ) {
        let told = Told {
            category: Category::Copy,
            name: label.name(),
            location: label.location,
            properties: &[
                ("way", Property::Text(way)),
                ("bytes", Property::Number(bytes as u64)),
                ("pinned", Property::Number(u64::from(pinned))),
                ("device", Property::Number(self.number as u64)),
                ("stream", Property::Number(lane as u64)),
            ],
        };
        let row = (self.number, lane);
        self.timeline.end(work, self.lanes.stream(lane), row, &told);
    }

    /// Copies by way of the pinned memory of the GPU. False: there is none, or no room for what the copies need.
    fn staging(
        &self,
        copy: impl FnOnce(&mut Staging) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        match copy(&mut locked(&self.staging)) {
            Err(error) if error.is_out_of_memory() => Ok(false),
            other => other,
        }
    }
}

/// Pieces of pinned memory that take turns.
#[derive(Default)]
pub(crate) struct Staging {
    pieces: Vec<PinnedMemory>,
    next: usize,
    /// Whether there is none to be had.
    refused: bool,
}

/// The parts of so many bytes that go at once.
fn parts(bytes: usize) -> impl Iterator<Item = Range<usize>> {
    let starts = (0..bytes).step_by(PIECE);
    starts.map(move |start| start..bytes.min(start + PIECE))
}

/// Copies on all threads, as far as they are free.
fn copy(to: &mut [u8], from: &[u8]) {
    pieces::for_each_piece(to, COPIED, |first, part| {
        part.copy_from_slice(&from[first..first + part.len()]);
    });
}

impl Staging {
    /// The number of a piece of at least so many bytes, the one whose turn it is. None: there is no pinned memory.
    fn piece(&mut self, bytes: usize, stream: &Stream) -> Option<usize> {
        if self.refused || !settings::settings().pinned {
            return None;
        }
        let number = self.next % PIECES;
        let is_large = |piece: &PinnedMemory| piece.len() >= bytes;
        if !self.pieces.get(number).is_some_and(is_large) {
            let size = bytes.next_power_of_two().clamp(SMALLEST_PIECE, PIECE);
            match stream.context().allocate_pinned(size) {
                Ok(piece) if number < self.pieces.len() => self.pieces[number] = piece,
                Ok(piece) => self.pieces.push(piece),
                Err(_) => {
                    self.refused = true;
                    return None;
                }
            }
        }
        self.next = number + 1;
        Some(number)
    }

    /// Puts a copy to a GPU into a stream. False: there is no pinned memory, and nothing is certain to have gone.
    fn send(
        &mut self,
        memory: &DeviceMemory,
        bytes: &[u8],
        stream: &Stream,
    ) -> Result<bool, Error> {
        for part in parts(bytes.len()) {
            let Some(number) = self.piece(part.len(), stream) else {
                return Ok(false);
            };
            let piece = &mut self.pieces[number];
            copy(&mut piece.bytes()?[..part.len()], &bytes[part.clone()]);
            memory.write_async(part.start, piece, 0..part.len(), stream)?;
        }
        Ok(true)
    }

    /// Copies from a GPU behind what is in a stream, and waits for it. False: there is no pinned memory, and nothing is certain to have
    /// come.
    fn receive(
        &mut self,
        memory: &DeviceMemory,
        bytes: &mut [u8],
        stream: &Stream,
    ) -> Result<bool, Error> {
        let mut coming: Option<(usize, Range<usize>)> = None;
        for part in parts(bytes.len()) {
            let Some(number) = self.piece(part.len(), stream) else {
                return Ok(false);
            };
            let piece = &mut self.pieces[number];
            memory.read_async(part.start, piece, 0..part.len(), stream)?;
            if let Some((before, part)) = coming.replace((number, part)) {
                self.take(before, part, bytes)?;
            }
        }
        if let Some((last, part)) = coming {
            self.take(last, part, bytes)?;
        }
        Ok(true)
    }

    /// Takes up a part that has come into a piece.
    fn take(&mut self, number: usize, range: Range<usize>, bytes: &mut [u8]) -> Result<(), Error> {
        let length = range.len();
        copy(&mut bytes[range], &self.pieces[number].bytes()?[..length]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_copy_every_byte() {
        for bytes in [0, 1, COPIED, COPIED + 1, 5 * COPIED - 3] {
            let from: Vec<u8> = (0..bytes).map(|at| (at % 251) as u8).collect();
            let mut to = vec![255; bytes];
            copy(&mut to, &from);
            assert!(to == from, "{bytes}");
        }
    }

    #[test]
    fn parts_cover_all_bytes_once() {
        for bytes in [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE + 7] {
            let mut end = 0;
            for part in parts(bytes) {
                assert!(part.start == end && !part.is_empty() && part.len() <= PIECE);
                end = part.end;
            }
            assert_eq!(end, bytes);
        }
    }
}
