//! The folder of the cache and its files, as far as they may be trusted: who may write an entry decides what runs on the GPU.
//!
//! *Invariant:* only ordinary files of this user are read, below a folder that only this user can write; nothing is followed, waited
//! for, or read without a limit.

use std::fs::{self, DirBuilder, File, Metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

/// Who may write beside the owner: the group, and everybody.
const OTHERS_WRITE: u32 = 0o022;
/// A folder in which only owners remove files, as `/tmp`.
const STICKY: u32 = 0o1000;

fn refused(what: &str, path: &Path) -> io::Error {
    let message = format!("{what}: {}", path.display());
    io::Error::new(ErrorKind::PermissionDenied, message)
}

fn user() -> u32 {
    // SAFETY: a question without arguments.
    unsafe { libc::geteuid() }
}

/// Makes the folder where it is not there, for this user alone.
///
/// # Errors
/// It cannot be made, or others could write it.
pub fn make(folder: &Path) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    check(folder)
}

/// Whether only this user can write the folder, and nobody else can put another one in its place.
///
/// # Errors
/// Who else can.
pub fn check(folder: &Path) -> io::Result<()> {
    let real = folder.canonicalize()?;
    let details = fs::metadata(&real)?;
    if !details.is_dir() {
        return Err(refused("it is no folder", folder));
    }
    if details.uid() != user() {
        return Err(refused("it belongs to another user", folder));
    }
    if details.mode() & OTHERS_WRITE != 0 {
        return Err(refused("others can write it", folder));
    }
    let above = real.ancestors().skip(1);
    for folder in above {
        let details = fs::metadata(folder)?;
        let is_trusted = [0, user()].contains(&details.uid());
        let is_closed = details.mode() & OTHERS_WRITE == 0 || details.mode() & STICKY != 0;
        if !is_trusted || !is_closed {
            return Err(refused("others can replace a folder that it is in", folder));
        }
    }
    Ok(())
}

/// Whether a file is one that only this user writes.
fn is_own(details: &Metadata) -> bool {
    details.is_file() && details.uid() == user() && details.mode() & OTHERS_WRITE == 0
}

/// The bytes of a file of at most `most` bytes.
///
/// # Errors
/// It is a link, a pipe, a device, another user's, or larger.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // A pipe without a writer would be waited for.
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let file = File::options().read(true).custom_flags(flags).open(path)?;
    let details = file.metadata()?;
    if !is_own(&details) {
        return Err(refused("it is no file of this user alone", path));
    }
    if details.len() > most {
        return Err(refused("it is too large", path));
    }
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a new file, for this user alone.
///
/// # Errors
/// There is one of that name, whatever it is, or it cannot be written; what was begun is gone then.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::options()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)?;
    let written = file.write_all(bytes);
    if written.is_err() {
        // This one was made here. That it cannot be removed is less of a remark than why it is not whole.
        let _ = fs::remove_file(path);
    }
    written
}

/// Notes that a file was used now.
pub fn touch(path: &Path) -> io::Result<()> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let file = File::options()
        .append(true)
        .custom_flags(flags)
        .open(path)?;
    file.set_modified(std::time::SystemTime::now())
}
