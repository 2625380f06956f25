//! The kernel's interface to cameras: its structures and requests, and a device that answers them.
//!
//! Structures and numbers are those of `linux/videodev2.h` on 64-bit machines, where x86-64 and ARM agree; fields that nothing here looks at
//! are named for their place. A device is a trait, so that tests answer in its place.
//!
//! *Technique:* streaming by mapped memory ("Video for Linux API", version 2, The kernel development community, 2002 to 2024).
//!
//! *Invariant:* nothing outside of an area that was mapped is ever read, whatever a device says.

use std::ffi::c_void;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::ptr::null_mut;
use std::time::{Duration, Instant};

use crate::process::allocator;
use crate::process::error::Raised;

/// What a device can do.
pub const CAPTURE: u32 = 0x1;
/// It gives pictures in several planes.
pub const CAPTURE_IN_PLANES: u32 = 0x1000;
/// It fills buffers by itself.
pub const STREAMING: u32 = 0x0400_0000;
/// What it can do stands for each of its nodes alone.
const OF_NODES: u32 = 0x8000_0000;
/// Its rate can be set.
pub const HAS_RATE: u32 = 0x1000;
/// A frame is damaged.
pub const DAMAGED: u32 = 0x40;
/// Buffers of frames that are captured, in memory that is mapped.
pub const FRAMES: u32 = 1;
const MAPPED: u32 = 1;
/// Signals between a question and its answer.
const MOST_SIGNALS: usize = 1000;
/// The fields of a format behind this number are there.
const EXTENDED: u32 = 0xfeed_cafe;

/// `v4l2_capability`.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Capability {
    driver: [u8; 16],
    /// The camera's name, which ends with a zero.
    pub card: [u8; 32],
    bus: [u8; 32],
    version: u32,
    /// What the device can do, all of its nodes together.
    pub of_device: u32,
    /// What this node can do.
    pub of_node: u32,
    reserved: [u32; 3],
}

impl Capability {
    /// What can be done with the node that was opened.
    pub fn abilities(&self) -> u32 {
        match self.of_device & OF_NODES {
            0 => self.of_device,
            _ => self.of_node,
        }
    }

    /// Whether it is a camera that this runtime can use.
    pub fn is_camera(&self) -> bool {
        self.abilities() & (CAPTURE | STREAMING) == CAPTURE | STREAMING
    }

    /// The camera's name.
    pub fn name(&self) -> String {
        let length = self.card.iter().position(|byte| *byte == 0);
        let name = String::from_utf8_lossy(&self.card[..length.unwrap_or(self.card.len())]);
        name.chars().filter(|c| !c.is_control()).collect()
    }
}

/// `v4l2_fmtdesc`: one of the formats of a device, by its number.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Description {
    /// The number.
    pub index: u32,
    /// Of frames.
    pub kind: u32,
    flags: u32,
    text: [u8; 32],
    /// Four letters.
    pub letters: u32,
    code: u32,
    reserved: [u32; 3],
}

impl Description {
    /// The one of that number.
    pub fn numbered(index: u32) -> Description {
        Description {
            index,
            kind: FRAMES,
            ..Description::default()
        }
    }
}

/// `v4l2_format`, where it is about pictures in one plane.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Format {
    /// Of frames.
    pub kind: u32,
    gap: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Four letters.
    pub letters: u32,
    /// Whether rows are in order, and of one time.
    pub field: u32,
    /// From row to row.
    pub stride: u32,
    /// Bytes of a frame at most.
    pub bytes: u32,
    /// Which colours there are.
    pub space: u32,
    extended: u32,
    flags: u32,
    encoding: u32,
    range: u32,
    transfer: u32,
    rest: [u64; 19],
}

impl Format {
    /// The wish for a format and a size.
    pub fn wish(letters: u32, size: (u32, u32)) -> Format {
        Format {
            kind: FRAMES,
            width: size.0,
            height: size.1,
            letters,
            field: 1,
            extended: EXTENDED,
            ..Format::default()
        }
    }

    /// The encoding of colours and the range of values by their numbers, 0: as their space says. Old kernels leave them out.
    pub fn encoding_and_range(&self) -> (u32, u32) {
        match self.extended {
            EXTENDED => (self.encoding, self.range),
            _ => (0, 0),
        }
    }

    /// Says both.
    #[cfg(test)]
    pub fn say(&mut self, encoding: u32, range: u32) {
        (self.encoding, self.range) = (encoding, range);
    }
}

/// `v4l2_streamparm`, where it is about capture.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Rate {
    /// Of frames.
    pub kind: u32,
    /// Whether it can be set.
    pub ability: u32,
    mode: u32,
    /// The seconds of a frame: so many,
    pub numerator: u32,
    /// divided by this.
    pub denominator: u32,
    extended: u32,
    buffers: u32,
    rest: [[u32; 22]; 2],
}

impl Rate {
    /// The wish for frames of so many seconds.
    pub fn wish(numerator: u32, denominator: u32) -> Rate {
        Rate {
            kind: FRAMES,
            numerator,
            denominator,
            ..Rate::default()
        }
    }
}

/// `v4l2_requestbuffers`.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Buffers {
    /// How many.
    pub count: u32,
    kind: u32,
    memory: u32,
    abilities: u32,
    flags: u32,
}

impl Buffers {
    /// So many, of mapped memory.
    pub fn of_memory(count: u32) -> Buffers {
        Buffers {
            count,
            kind: FRAMES,
            memory: MAPPED,
            ..Buffers::default()
        }
    }
}

/// `v4l2_buffer`.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Buffer {
    /// Its number.
    pub index: u32,
    kind: u32,
    /// Bytes of the frame in it.
    pub used: u32,
    /// Whether the frame is damaged.
    pub flags: u32,
    field: u32,
    gap: u32,
    /// When the frame was taken.
    pub seconds: i64,
    /// Behind the seconds.
    pub microseconds: i64,
    code: [u32; 4],
    /// The number of the frame.
    pub sequence: u32,
    memory: u32,
    /// Where it can be mapped.
    pub offset: u32,
    high: u32,
    /// Its bytes.
    pub length: u32,
    reserved: u32,
    request: i32,
    end: u32,
}

impl Buffer {
    /// The one of that number.
    pub fn numbered(index: u32) -> Buffer {
        Buffer {
            index,
            kind: FRAMES,
            memory: MAPPED,
            ..Buffer::default()
        }
    }
}

/// `v4l2_frmsizeenum`: one of the sizes of a format, by its number.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Size {
    /// The number.
    pub index: u32,
    /// Four letters.
    pub letters: u32,
    /// One size, or a range of them.
    pub kind: u32,
    /// Columns and rows; of a range the least and the largest number of columns, their step, and the same of rows.
    pub sides: [u32; 6],
    reserved: [u32; 2],
}

impl Size {
    /// The one of that number.
    pub fn numbered(index: u32, letters: u32) -> Size {
        Size {
            index,
            letters,
            ..Size::default()
        }
    }
}

/// What [`Size::kind`] is for one size.
pub const ONE_SIZE: u32 = 1;

/// What a device is asked.
pub enum Request<'a> {
    /// What it can do.
    Capability(&'a mut Capability),
    /// One of its formats.
    Description(&'a mut Description),
    /// Sets the format, or the nearest one.
    Format(&'a mut Format),
    /// Sets the rate, or the nearest one.
    Rate(&'a mut Rate),
    /// One of the sizes of a format.
    Size(&'a mut Size),
    /// Makes buffers, or frees all of them.
    Buffers(&'a mut Buffers),
    /// Where a buffer is.
    Place(&'a mut Buffer),
    /// Gives a buffer to be filled.
    Give(&'a mut Buffer),
    /// Takes a buffer that is full.
    Take(&'a mut Buffer),
    /// Begins to fill buffers.
    Start(&'a mut u32),
    /// Ends that.
    Stop(&'a mut u32),
}

const FROM_DEVICE: u32 = 2 << 30;
const TO_DEVICE: u32 = 1 << 30;
const BOTH: u32 = FROM_DEVICE | TO_DEVICE;

/// The number of a request, as `_IOC` in `asm-generic/ioctl.h` makes it, and its argument.
fn part<T>(direction: u32, number: u32, argument: &mut T) -> (u32, *mut c_void) {
    let size = (size_of::<T>() as u32) << 16;
    let code = direction | size | u32::from(b'V') << 8 | number;
    (code, (&raw mut *argument).cast())
}

impl Request<'_> {
    fn parts(&mut self) -> (u32, *mut c_void) {
        match self {
            Request::Capability(it) => part(FROM_DEVICE, 0, *it),
            Request::Description(it) => part(BOTH, 2, *it),
            Request::Format(it) => part(BOTH, 5, *it),
            Request::Buffers(it) => part(BOTH, 8, *it),
            Request::Place(it) => part(BOTH, 9, *it),
            Request::Give(it) => part(BOTH, 15, *it),
            Request::Take(it) => part(BOTH, 17, *it),
            Request::Start(it) => part(TO_DEVICE, 18, *it),
            Request::Stop(it) => part(TO_DEVICE, 19, *it),
            Request::Rate(it) => part(BOTH, 22, *it),
            Request::Size(it) => part(BOTH, 74, *it),
        }
    }
}

/// A camera, as far as the kernel has to do with it.
pub trait Device {
    /// Asks it once.
    ///
    /// # Errors
    /// The system's.
    fn ask(&mut self, request: &mut Request<'_>) -> io::Result<()>;

    /// Waits until a frame may be there; whether one may.
    ///
    /// # Errors
    /// The system's.
    fn wait(&mut self, longest: Duration) -> io::Result<bool>;

    /// Maps the memory of the next buffer.
    ///
    /// # Errors
    /// The system's.
    fn map(&mut self, length: usize, offset: u32) -> io::Result<()>;

    /// Gives the memory of all buffers back.
    fn unmap(&mut self);

    /// Replaces bytes by the first ones of a buffer, as many as wanted and no more than it has.
    ///
    /// # Errors
    /// No memory.
    fn copy(&self, buffer: usize, wanted: usize, bytes: &mut Vec<u8>) -> Result<(), Raised>;

    /// The time since the device was opened.
    fn elapsed(&self) -> Duration;
}

/// Asks a device, again where a signal came between.
///
/// # Errors
/// The system's.
pub fn ask(device: &mut dyn Device, mut request: Request<'_>) -> io::Result<()> {
    for _ in 0..MOST_SIGNALS {
        match device.ask(&mut request) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            answer => return answer,
        }
    }
    Err(ErrorKind::Interrupted.into())
}

/// Memory of a device.
struct Area {
    start: *mut c_void,
    length: usize,
}

/// A node of the file system that is a device.
pub struct Node {
    file: File,
    areas: Vec<Area>,
    begin: Instant,
}

impl Node {
    /// Opens a device.
    ///
    /// # Errors
    /// The system's.
    pub fn open(path: &Path) -> io::Result<Node> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true);
        let file = options
            .custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY)
            .open(path)?;
        Ok(Node {
            file,
            areas: Vec::new(),
            begin: Instant::now(),
        })
    }
}

impl Device for Node {
    fn ask(&mut self, request: &mut Request<'_>) -> io::Result<()> {
        let (code, argument) = request.parts();
        // SAFETY: the argument is the structure whose size is a part of the number, and lives as long as the call.
        let answer = unsafe { libc::ioctl(self.file.as_raw_fd(), code.into(), argument) };
        match answer {
            0.. => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }

    fn wait(&mut self, longest: Duration) -> io::Result<bool> {
        let mut entry = libc::pollfd {
            fd: self.file.as_raw_fd(),
            events: libc::POLLIN,
            revents: 0,
        };
        let milliseconds = longest.as_millis().clamp(1, 60_000) as i32;
        // SAFETY: one entry.
        let count = unsafe { libc::poll(&raw mut entry, 1, milliseconds) };
        if count < 0 {
            return Err(io::Error::last_os_error());
        }
        if count > 0 && entry.revents & libc::POLLIN == 0 {
            // The next request tells why. Where it says that nothing is there, nobody turns in circles.
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(count > 0)
    }

    fn map(&mut self, length: usize, offset: u32) -> io::Result<()> {
        let rights = libc::PROT_READ | libc::PROT_WRITE;
        let descriptor = self.file.as_raw_fd();
        self.areas.reserve(1);
        // SAFETY: new memory of a place that the system chooses.
        let start = unsafe {
            libc::mmap64(
                null_mut(),
                length,
                rights,
                libc::MAP_SHARED,
                descriptor,
                offset.into(),
            )
        };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        self.areas.push(Area { start, length });
        Ok(())
    }

    fn unmap(&mut self) {
        for area in self.areas.drain(..) {
            // SAFETY: the area was mapped with this length, and nothing refers to it: `copy` is all that reads it.
            unsafe { libc::munmap(area.start, area.length) };
        }
    }

    fn copy(&self, buffer: usize, wanted: usize, bytes: &mut Vec<u8>) -> Result<(), Raised> {
        bytes.clear();
        let Some(area) = self.areas.get(buffer) else {
            return Ok(());
        };
        let count = wanted.min(area.length);
        allocator::reserve(bytes, count)?;
        // SAFETY: the area is mapped and has so many bytes, and there is room for them; whatever the device writes meanwhile, they are bytes.
        unsafe {
            area.start
                .cast::<u8>()
                .copy_to_nonoverlapping(bytes.as_mut_ptr(), count);
            bytes.set_len(count);
        }
        Ok(())
    }

    fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.unmap();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    /// What `VIDIOC_…` of `linux/videodev2.h` (linux-libc-dev 6.1) are on x86-64 and on 64-bit ARM.
    #[test]
    fn requests_have_the_numbers_of_the_header() {
        let (mut capability, mut description) = Default::default();
        let (mut format, mut rate, mut size) = Default::default();
        let (mut buffers, mut buffer, mut kind) = Default::default();
        let requests = [
            (Request::Capability(&mut capability), 0x8068_5600),
            (Request::Description(&mut description), 0xc040_5602),
            (Request::Format(&mut format), 0xc0d0_5605),
            (Request::Buffers(&mut buffers), 0xc014_5608),
            (Request::Rate(&mut rate), 0xc0cc_5616),
            (Request::Size(&mut size), 0xc02c_564a),
        ];
        for (mut request, number) in requests {
            assert_eq!(request.parts().0, number, "{number:#x}");
        }
        assert_eq!(Request::Place(&mut buffer).parts().0, 0xc058_5609);
        assert_eq!(Request::Give(&mut buffer).parts().0, 0xc058_560f);
        assert_eq!(Request::Take(&mut buffer).parts().0, 0xc058_5611);
        assert_eq!(Request::Start(&mut kind).parts().0, 0x4004_5612);
        assert_eq!(Request::Stop(&mut kind).parts().0, 0x4004_5613);
    }

    /// Where the fields that are used lie, by `offsetof` in the same header.
    #[test]
    fn fields_lie_where_the_header_has_them() {
        let places = [
            (offset_of!(Capability, card), 16),
            (offset_of!(Capability, of_device), 84),
            (offset_of!(Capability, of_node), 88),
            (offset_of!(Description, index), 0),
            (offset_of!(Description, kind), 4),
            (offset_of!(Description, letters), 44),
            (offset_of!(Format, kind), 0),
            (offset_of!(Format, width), 8),
            (offset_of!(Format, height), 12),
            (offset_of!(Format, letters), 16),
            (offset_of!(Format, field), 20),
            (offset_of!(Format, stride), 24),
            (offset_of!(Format, bytes), 28),
            (offset_of!(Format, space), 32),
            (offset_of!(Format, extended), 36),
            (offset_of!(Format, encoding), 44),
            (offset_of!(Format, range), 48),
            (offset_of!(Rate, ability), 4),
            (offset_of!(Rate, numerator), 12),
            (offset_of!(Rate, denominator), 16),
            (offset_of!(Buffers, kind), 4),
            (offset_of!(Buffers, memory), 8),
            (offset_of!(Buffer, kind), 4),
            (offset_of!(Buffer, used), 8),
            (offset_of!(Buffer, flags), 12),
            (offset_of!(Buffer, seconds), 24),
            (offset_of!(Buffer, microseconds), 32),
            (offset_of!(Buffer, sequence), 56),
            (offset_of!(Buffer, memory), 60),
            (offset_of!(Buffer, offset), 64),
            (offset_of!(Buffer, length), 72),
            (offset_of!(Size, letters), 4),
            (offset_of!(Size, kind), 8),
            (offset_of!(Size, sides), 12),
        ];
        for (row, (place, expected)) in places.into_iter().enumerate() {
            assert_eq!(place, expected, "row {row}");
        }
    }

    #[test]
    #[cfg(not(miri))]
    fn a_device_of_another_kind_is_none() {
        let mut node = Node::open(Path::new("/dev/null")).expect("a device");
        let asked = ask(&mut node, Request::Capability(&mut Capability::default()));
        let number = asked.map_err(|error| error.raw_os_error());
        assert_eq!(number, Err(Some(libc::ENOTTY)));
        assert!(node.map(4096, 0).is_err());
        let mut bytes = vec![1];
        node.copy(0, 10, &mut bytes).expect("memory");
        assert!(bytes.is_empty() && node.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn names_end_with_a_zero() {
        let mut capability = Capability::default();
        assert_eq!(capability.name(), "");
        capability.card = [b'x'; 32];
        assert_eq!(capability.name().len(), 32);
        capability.card[3..6].copy_from_slice(b"\n\xff\0");
        assert_eq!(capability.name(), "xxx\u{fffd}");
    }

    #[test]
    fn a_node_counts_for_itself_where_it_says_so() {
        let camera = CAPTURE | STREAMING;
        let with = |of_device, of_node| Capability {
            of_device,
            of_node,
            ..Capability::default()
        };
        assert!(with(camera, 0).is_camera());
        assert!(!with(camera | OF_NODES, STREAMING).is_camera());
        assert!(with(OF_NODES, camera).is_camera());
    }
}
