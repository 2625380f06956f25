//! Files that are read or written as a whole.
//!
//! *Invariant:* a file appears complete or not at all. No file takes more memory than the limit allows.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

use crate::process::allocator;
use crate::process::error::{Raised, read_error, write_error};
use crate::process::output::reason;
use crate::process::places::locate;
use crate::process::replace::{Draft, Durability, replace};

/// Bytes of a file that are read.
const FILE_BYTES: u64 = 2 << 30;

/// Bytes that are read where nobody knows how many come, and at once.
const PIECE_BYTES: usize = 64 << 10;
const MOST_AT_ONCE: usize = 16 << 20;

/// What an error that opening a file for reading gave means to the program.
pub fn not_opened(path: &str, error: &io::Error) -> Raised {
    match error.kind() {
        ErrorKind::NotFound => read_error(path, "there is no such file here or in QUASAR_DATA"),
        _ => read_error(path, reason(error)),
    }
}

/// A file that is open for reading.
#[derive(Debug)]
pub struct Opened<'p> {
    path: &'p str,
    file: File,
    /// Its length, as far as it tells.
    pub length: u64,
}

/// Opens a file for reading.
///
/// # Errors
/// There is none, it is a folder or a device, it is too large.
pub fn open(path: &str) -> Result<Opened<'_>, Raised> {
    let file = File::open(locate(path)).map_err(|error| not_opened(path, &error))?;
    let details = file.metadata();
    let details = details.map_err(|error| read_error(path, reason(&error)))?;
    let (kind, length) = (details.file_type(), details.len());
    if kind.is_dir() {
        return Err(read_error(path, "it is a folder"));
    }
    if kind.is_char_device() || kind.is_block_device() {
        return Err(read_error(path, "it is no ordinary file"));
    }
    match length > FILE_BYTES {
        true => Err(too_large(path)),
        false => Ok(Opened { path, file, length }),
    }
}

fn too_large(path: &str) -> Raised {
    read_error(path, "the file is larger than 2 GiB")
}

impl Opened<'_> {
    /// Appends all that comes next.
    ///
    /// # Errors
    /// It cannot be read, it is too large, there is no memory.
    pub fn rest(&mut self, bytes: &mut Vec<u8>) -> Result<(), Raised> {
        // One byte more than there should be, so that the end is found without more room.
        let room = (self.length as usize + 1).saturating_sub(bytes.len());
        allocator::reserve(bytes, room)?;
        while self.some(bytes)? > 0 {
            if bytes.len() as u64 > FILE_BYTES {
                return Err(too_large(self.path));
            }
        }
        Ok(())
    }

    /// Appends what comes next, as much as there is room for, or a piece; gives the number of bytes, 0 at the end.
    ///
    /// # Errors
    /// It cannot be read, there is no memory.
    pub fn some(&mut self, bytes: &mut Vec<u8>) -> Result<usize, Raised> {
        read_some(&mut self.file, bytes).map_err(|stopped| stopped.raised(self.path))
    }

    /// Fills bytes with what comes next.
    ///
    /// # Errors
    /// Why it cannot be read: it ends before, too.
    pub fn fill(&mut self, mut bytes: &mut [u8]) -> Result<(), String> {
        while !bytes.is_empty() {
            let room = bytes.len().min(MOST_AT_ONCE);
            match self.file.read(&mut bytes[..room]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(reason(&error)),
                Ok(0) => return Err("the file is truncated".into()),
                Ok(count) => bytes = &mut bytes[count..],
            }
        }
        Ok(())
    }
}

/// The bytes of a file.
///
/// # Errors
/// There is none, it is a folder or a device, it cannot be read.
pub fn contents(path: &str) -> Result<Vec<u8>, Raised> {
    let mut bytes = Vec::new();
    open(path)?.rest(&mut bytes)?;
    Ok(bytes)
}

/// Why reading stopped.
pub enum Stopped {
    /// The system's reason.
    System(io::Error),
    /// There is no memory.
    Memory(Raised),
}

impl Stopped {
    /// The error of reading that file.
    pub fn raised(self, path: &str) -> Raised {
        match self {
            Stopped::System(error) => read_error(path, reason(&error)),
            Stopped::Memory(raised) => raised,
        }
    }
}

/// Appends bytes of a file, as many as the vector has room for, or a piece; gives their number, 0 at the end of the file.
pub fn read_some(file: &mut impl Read, bytes: &mut Vec<u8>) -> Result<usize, Stopped> {
    if bytes.len() == bytes.capacity() {
        allocator::reserve(bytes, PIECE_BYTES).map_err(Stopped::Memory)?;
    }
    let begin = bytes.len();
    let room = (bytes.capacity() - begin).min(MOST_AT_ONCE);
    bytes.resize(begin + room, 0);
    loop {
        match file.read(&mut bytes[begin..]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => {
                bytes.truncate(begin);
                return Err(Stopped::System(error));
            }
            Ok(count) => {
                bytes.truncate(begin + count);
                return Ok(count);
            }
        }
    }
}

/// Permissions of new files, before the user's mask.
const MODE: u32 = 0o666;

/// Writes a file as a whole; see [`replace`](crate::process::replace).
///
/// # Errors
/// It cannot be written; then nothing of it is left.
pub fn store(path: &str, bytes: &[u8]) -> Result<(), Raised> {
    let place = writable_place(path)?;
    replace(place, bytes, MODE, Durability::AtOnce)
        .map_err(|error| write_error(path, reason(&error)))
}

/// Whether [`store`] can write a file there, as far as that can be known before. Nothing is left or changed.
///
/// # Errors
/// It cannot.
pub fn check(path: &str) -> Result<(), Raised> {
    let draft = Draft::new(writable_place(path)?, MODE);
    draft
        .map(drop)
        .map_err(|error| write_error(path, reason(&error)))
}

/// Where a file is to be written. A link there is replaced, whatever file it names.
fn writable_place(path: &str) -> Result<&Path, Raised> {
    let failed = |error: io::Error| write_error(path, reason(&error));
    let place = Path::new(path);
    let Ok(details) = fs::metadata(place) else {
        return Ok(place);
    };
    if !details.is_file() {
        return Err(write_error(path, "it is no ordinary file"));
    }
    if !place.is_symlink() {
        // Renaming would replace a file that may not be written to.
        let mut options = OpenOptions::new();
        let options = options.write(true).custom_flags(libc::O_NOFOLLOW);
        options.open(place).map_err(failed)?;
    }
    Ok(place)
}
