//! Files that are read or written as a whole.
//!
//! *Invariant:* a file appears complete or not at all: it is written beside its place and renamed. No file takes more memory than the
//! limit allows.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use quasar_abi::RtError;

use crate::error::Raised;
use crate::output::reason;

/// Bytes of a file that are read.
const FILE_BYTES: u64 = 2 << 30;

/// A file cannot be read.
pub fn read_error(path: &str, why: impl Display) -> Raised {
    Raised::new(RtError::FileRead, &[&path, &why])
}

/// A file cannot be written.
pub fn write_error(path: &str, why: impl Display) -> Raised {
    Raised::new(RtError::FileWrite, &[&path, &why])
}

/// What an error that opening a file for reading gave means to the program.
pub fn not_opened(path: &str, error: &io::Error) -> Raised {
    match error.kind() {
        ErrorKind::NotFound => read_error(path, "there is no such file here or in QUASAR_DATA"),
        _ => read_error(path, reason(error)),
    }
}

/// Where a file is: in the working folder, else in a folder of `QUASAR_DATA`.
pub fn locate(path: &str) -> PathBuf {
    let direct = PathBuf::from(path);
    if direct.is_absolute() || direct.exists() {
        return direct;
    }
    let folders = std::env::var_os("QUASAR_DATA").unwrap_or_default();
    let found = std::env::split_paths(&folders)
        .map(|folder| folder.join(path))
        .find(|candidate| candidate.exists());
    found.unwrap_or(direct)
}

/// The bytes of a file.
///
/// # Errors
/// There is none, it is a folder or a device, it cannot be read.
pub fn contents(path: &str) -> Result<Vec<u8>, Raised> {
    let failed = |error: io::Error| read_error(path, reason(&error));
    let file = File::open(locate(path)).map_err(|error| not_opened(path, &error))?;
    let kind = file.metadata().map_err(failed)?.file_type();
    if kind.is_dir() {
        return Err(read_error(path, "it is a folder"));
    }
    if kind.is_char_device() || kind.is_block_device() {
        return Err(read_error(path, "it is no ordinary file"));
    }
    let mut bytes = Vec::new();
    let read = file.take(FILE_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(failed)?;
    if bytes.len() as u64 > FILE_BYTES {
        return Err(read_error(path, "the file is larger than 2 GiB"));
    }
    Ok(bytes)
}

/// Writes a file beside its place and renames it.
///
/// # Errors
/// It cannot be written; then nothing of it is left.
pub fn store(path: &str, bytes: &[u8]) -> Result<(), Raised> {
    let place = writable_place(path)?;
    let temporary = temporary_name(&place);
    let result = write_new(&temporary, bytes).and_then(|()| fs::rename(&temporary, &place));
    result.map_err(|error| {
        // The error to report is the first one; whether the remainder could be removed changes nothing about it.
        let _ = fs::remove_file(&temporary);
        write_error(path, reason(&error))
    })
}

/// Whether [`store`] can write a file there, as far as that can be known before. Nothing is left or changed.
///
/// # Errors
/// It cannot.
pub fn check(path: &str) -> Result<(), Raised> {
    let temporary = temporary_name(&writable_place(path)?);
    let result = write_new(&temporary, b"").and_then(|()| fs::remove_file(&temporary));
    result.map_err(|error| write_error(path, reason(&error)))
}

/// Where a file is to be written: behind a link lies the file that is meant.
fn writable_place(path: &str) -> Result<PathBuf, Raised> {
    let failed = |error: io::Error| write_error(path, reason(&error));
    let place = PathBuf::from(path);
    let Ok(details) = fs::metadata(&place) else {
        return Ok(place);
    };
    if !details.is_file() {
        return Err(write_error(path, "it is no ordinary file"));
    }
    // Renaming would replace a file that may not be written to.
    OpenOptions::new()
        .write(true)
        .open(&place)
        .map_err(failed)?;
    fs::canonicalize(&place).map_err(failed)
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.flush()
}

/// A name in the same folder that no other program uses.
fn temporary_name(place: &Path) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    place.with_file_name(format!(".{name}.{}.{number}.part", std::process::id()))
}
