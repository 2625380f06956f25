//! Cameras: their frames as arrays, by the kernel's own interface, without any library.
//!
//! A camera is asked for each format that is known here until one has the size and the rate that are wanted; the frames come in buffers of the
//! device, which are copied and given back at once, and become colours afterwards.
//!
//! *Invariant:* what a device answers is measured before it is used: no answer, however wrong, makes the runtime read outside of its buffers,
//! wait for ever or end otherwise than by an error. All that a camera has is given back when it is closed.

mod finding;
mod huffman;
mod kernel;
mod opening;
mod pixels;
#[cfg(test)]
mod tests;

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::array::object::Array;
use crate::formats::image_file::decode_jpeg;
use crate::process::allocator;
use crate::process::error::{Raised, read_error};
use quasar_abi::ElemKind;

pub use finding::not_opened;
use finding::trouble;
use kernel::{Buffer, Buffers, DAMAGED, Device, FRAMES, Node, Request, ask};
use opening::Opening;
pub use opening::Wish;
use pixels::{Coding, Shape};

/// Buffers that are asked for, and the most that are used.
const BUFFERS: u32 = 4;
const MOST_BUFFERS: u32 = 32;
/// Bytes of a buffer at most.
const BUFFER_BYTES: u32 = 1 << 30;
/// How long a camera may send nothing: this, or the time of a few frames.
const PATIENCE: Duration = Duration::from_secs(5);
const PATIENCE_FRAMES: f64 = 4.0;
const MOST_PATIENCE: f64 = 3600.0;
/// From here on a number of a frame is smaller than the one before rather than larger.
const BACKWARDS: u32 = 1 << 31;

/// What one request for a frame gave.
enum Taken {
    /// Nothing is there.
    Nothing,
    /// The bytes are those of a frame.
    Frame,
    /// There was a frame, and it cannot be used.
    Damaged(String),
}

/// The frame that a camera was opened with.
struct First {
    pixels: Vec<u8>,
    /// Whether the program has it.
    is_given: bool,
}

/// A camera that is open.
pub struct Camera {
    path: String,
    place: PathBuf,
    device: Box<dyn Device>,
    shape: Shape,
    /// Frames per second; 0: the device does not say.
    pub rate: f64,
    /// The length of each buffer, and whether the device has it.
    buffers: Vec<(usize, bool)>,
    /// The first frame, until the second one is read.
    first: Option<First>,
    /// The frame that was taken last.
    bytes: Vec<u8>,
    /// When it was taken.
    taken: f64,
    /// When the first frame was taken that was read, and the last one.
    times: Option<(f64, f64)>,
    /// The number of the frame that was taken last.
    number: Option<u32>,
    /// Frames that were not read: they came too fast, or were damaged.
    pub lost: u64,
}

impl Camera {
    /// Opens a camera.
    ///
    /// # Errors
    /// It is none, is used by others or not allowed, or has nothing of what is wanted.
    pub fn open(path: &str, place: &Path, wish: Wish) -> Result<Camera, Raised> {
        let node = Node::open(place);
        let node = node.map_err(|error| read_error(path, not_opened(place, &error)))?;
        let mut camera = Camera::of(path, place, Box::new(node), wish)?;
        camera.look()?;
        Ok(camera)
    }

    /// Reads the first frame, so that a camera without any is not opened.
    fn look(&mut self) -> Result<(), Raised> {
        let mut first = First {
            pixels: Vec::new(),
            is_given: false,
        };
        allocator::append(&mut first.pixels, self.next(false)?.elements())?;
        self.first = Some(first);
        Ok(())
    }

    fn of(
        path: &str,
        place: &Path,
        mut device: Box<dyn Device>,
        wish: Wish,
    ) -> Result<Camera, Raised> {
        let mut opening = Opening {
            path: place,
            device: &mut *device,
        };
        let offer = opening.check().and_then(|()| opening.settle(wish));
        let offer = offer.map_err(|why| read_error(path, why))?;
        let mut camera = Camera {
            path: path.to_string(),
            place: place.to_path_buf(),
            device,
            shape: offer.shape,
            rate: offer.rate.unwrap_or(0.0),
            buffers: Vec::new(),
            first: None,
            bytes: Vec::new(),
            taken: 0.0,
            times: None,
            number: None,
            lost: 0,
        };
        let started = camera.start();
        started.map_err(|why| read_error(path, why))?;
        Ok(camera)
    }

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.shape.width, self.shape.height)
    }

    /// Where the camera is.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// When the frame was taken that was read last, in seconds from the first one.
    pub fn time(&self) -> f64 {
        self.times.map_or(0.0, |(first, last)| last - first)
    }

    fn why(&self, error: &io::Error) -> String {
        trouble(&self.place, error)
    }

    fn ask(&mut self, request: Request<'_>) -> Result<(), String> {
        ask(&mut *self.device, request).map_err(|error| self.why(&error))
    }

    /// Makes buffers, gives all of them to the device and lets it begin.
    fn start(&mut self) -> Result<(), String> {
        let mut made = Buffers::of_memory(BUFFERS);
        let answer = ask(&mut *self.device, Request::Buffers(&mut made));
        answer.map_err(|error| match error.raw_os_error() {
            Some(libc::EINVAL) => {
                "it has no memory that programs can map, which is not supported yet".into()
            }
            _ => self.why(&error),
        })?;
        if made.count == 0 {
            return Err("the system has no memory for its frames".into());
        }
        for number in 0..made.count.min(MOST_BUFFERS) {
            self.add(number)?;
        }
        self.ask(Request::Start(&mut { FRAMES }))
    }

    /// Maps a buffer and gives it to the device.
    fn add(&mut self, number: u32) -> Result<(), String> {
        let mut buffer = Buffer::numbered(number);
        self.ask(Request::Place(&mut buffer))?;
        let is_usable = (1..=BUFFER_BYTES).contains(&buffer.length);
        if !is_usable || (buffer.length as usize) < self.shape.bytes() {
            return Err(format!(
                "its buffers are of {} bytes, its frames of {}",
                buffer.length,
                self.shape.bytes()
            ));
        }
        let length = buffer.length as usize;
        let mapped = self.device.map(length, buffer.offset);
        mapped.map_err(|error| self.why(&error))?;
        self.buffers.push((length, false));
        self.give(number as usize)
    }

    /// Gives a buffer to the device.
    fn give(&mut self, number: usize) -> Result<(), String> {
        self.ask(Request::Give(&mut Buffer::numbered(number as u32)))?;
        self.buffers[number].1 = true;
        Ok(())
    }

    /// The next frame; those that wait already count as lost if only the newest one is wanted.
    ///
    /// # Errors
    /// None came in time, or the camera is no longer there.
    pub fn frame(&mut self, is_newest: bool) -> Result<Array, Raised> {
        match &mut self.first {
            Some(first) if !first.is_given && !is_newest => {
                first.is_given = true;
                Array::from_elements(self.shape.dims(), &first.pixels)
            }
            _ => {
                self.first = None;
                self.next(is_newest)
            }
        }
    }

    /// Goes back to the first frame, as long as it is the only one that was read; whether it is.
    pub fn rewind(&mut self) -> bool {
        if let Some(first) = &mut self.first {
            first.is_given = false;
        }
        self.first.is_some()
    }

    /// The next frame that the device sends.
    fn next(&mut self, is_newest: bool) -> Result<Array, Raised> {
        let begin = self.device.elapsed();
        let patience = self.patience();
        let mut damaged: Option<(usize, String)> = None;
        loop {
            let taken = match is_newest {
                true => self.take_newest()?,
                false => self.take()?,
            };
            let why = match taken {
                Taken::Frame => match self.pixels()? {
                    Ok(array) => {
                        let first = self.times.map_or(self.taken, |(first, _)| first);
                        self.times = Some((first, self.taken));
                        return Ok(array);
                    }
                    Err(why) => Some(why),
                },
                Taken::Damaged(why) => Some(why),
                Taken::Nothing => None,
            };
            if let Some(why) = why {
                self.lost += 1;
                damaged = Some((damaged.map_or(0, |(count, _)| count) + 1, why));
            }
            let waited = self.device.elapsed().saturating_sub(begin);
            if waited >= patience {
                return Err(self.error(out_of_time(patience, damaged)));
            }
            self.wait(patience - waited)?;
        }
    }

    fn error(&self, why: String) -> Raised {
        read_error(&self.path, why)
    }

    /// How long nothing may come.
    fn patience(&self) -> Duration {
        let seconds = match self.rate > 0.0 {
            true => (PATIENCE_FRAMES / self.rate).min(MOST_PATIENCE),
            false => 0.0,
        };
        PATIENCE.max(Duration::from_secs_f64(seconds))
    }

    fn wait(&mut self, longest: Duration) -> Result<(), Raised> {
        match self.device.wait(longest) {
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                Err(self.error(self.why(&error)))
            }
            _ => Ok(()),
        }
    }

    /// Takes the newest of the frames that wait.
    fn take_newest(&mut self) -> Result<Taken, Raised> {
        let mut newest = Taken::Nothing;
        // A device that has always one more is no reason to go on for ever.
        for _ in 0..=self.buffers.len() {
            match self.take()? {
                Taken::Nothing => break,
                taken => {
                    self.lost += u64::from(!matches!(newest, Taken::Nothing));
                    newest = taken;
                }
            }
        }
        Ok(newest)
    }

    /// Copies the next frame that waits, and gives its buffer back.
    fn take(&mut self) -> Result<Taken, Raised> {
        let mut buffer = Buffer::numbered(0);
        match ask(&mut *self.device, Request::Take(&mut buffer)) {
            Ok(()) => {}
            Err(error) => {
                return match error.raw_os_error() {
                    Some(libc::EAGAIN) => Ok(Taken::Nothing),
                    // A signal that was lost for a moment.
                    Some(libc::EIO) => Ok(Taken::Damaged("the signal was lost".into())),
                    _ => Err(self.error(self.why(&error))),
                };
            }
        }
        let number = buffer.index as usize;
        let length = match self.buffers.get_mut(number) {
            Some((length, has)) if *has => {
                *has = false;
                *length
            }
            _ => {
                let why = format!("it answers with buffer {number}, which it does not have");
                return Err(self.error(why));
            }
        };
        let used = buffer.used as usize;
        let wanted = match self.shape.coding {
            Coding::Jpeg => used,
            _ => used.min(self.shape.bytes()),
        };
        self.device
            .copy(number, wanted.min(length), &mut self.bytes)?;
        self.give(number).map_err(|why| self.error(why))?;
        self.count(&buffer);
        Ok(judged(&buffer, length, self.shape.bytes()))
    }

    /// Notes the time and the number of a frame, and how many are missing before it.
    fn count(&mut self, buffer: &Buffer) {
        self.taken = buffer.seconds as f64 + buffer.microseconds as f64 / 1e6;
        let missing = self
            .number
            .map_or(0, |last| buffer.sequence.wrapping_sub(last.wrapping_add(1)));
        if missing < BACKWARDS {
            self.lost += u64::from(missing);
        }
        self.number = Some(buffer.sequence);
    }

    /// The colours of the frame that was taken, or why it has none.
    fn pixels(&mut self) -> Result<Result<Array, String>, Raised> {
        let dims = self.shape.dims();
        if self.shape.coding != Coding::Jpeg {
            let mut array = Array::uninit(ElemKind::U8, dims)?;
            let is_whole = self.shape.unpack(&self.bytes, array.elements_mut());
            return Ok(match is_whole {
                true => Ok(array),
                false => Err("they are too short".into()),
            });
        }
        huffman::complete(&mut self.bytes)?;
        match decode_jpeg(&self.path, &self.bytes) {
            Ok((size, pixels)) if size == self.size() => {
                Array::from_elements(dims, &pixels).map(Ok)
            }
            Ok((size, _)) => Ok(Err(format!("they are of {}×{}", size.0, size.1))),
            // Memory that is refused is no damage.
            Err(raised) if raised.row == quasar_abi::RtError::FileRead => {
                Ok(Err("they are no JPEG pictures".into()))
            }
            Err(raised) => Err(raised),
        }
    }
}

/// Whether a buffer has a frame.
fn judged(buffer: &Buffer, length: usize, least: usize) -> Taken {
    let used = buffer.used as usize;
    if buffer.flags & DAMAGED != 0 {
        return Taken::Damaged("the device says so".into());
    }
    if used > length {
        return Taken::Damaged(format!("they have {used} bytes in buffers of {length}"));
    }
    match used < least {
        true => Taken::Damaged(format!("they have {used} bytes instead of {least}")),
        false => Taken::Frame,
    }
}

/// Why a camera is given up.
fn out_of_time(patience: Duration, damaged: Option<(usize, String)>) -> String {
    let seconds = patience.as_secs_f64().round();
    match damaged {
        None => format!(
            "it has sent no frame for {seconds} seconds; plug it in again, or close what else uses its USB bus"
        ),
        Some((count, why)) => format!(
            "it has sent no whole frame for {seconds} seconds; all {count} were damaged ({why})"
        ),
    }
}

impl Drop for Camera {
    fn drop(&mut self) {
        // What a camera that is no longer there answers does not matter.
        _ = self.ask(Request::Stop(&mut { FRAMES }));
        self.device.unmap();
        _ = self.ask(Request::Buffers(&mut Buffers::of_memory(0)));
    }
}
