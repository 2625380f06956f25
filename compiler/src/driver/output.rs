//! Writing results.
//!
//! *Invariant:* a file appears whole or not at all; a failure leaves nothing behind.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Permissions of executables, before the user's mask.
const EXECUTABLE: u32 = 0o755;
/// Permissions of other files, before the user's mask.
const PLAIN: u32 = 0o644;

/// How long [`run_written`] waits for a file that is still open for writing.
const BUSY: Duration = Duration::from_secs(10);

/// Runs an executable that this process has written. A child that another thread starts meanwhile holds the file open until it
/// runs its own program, and the kernel refuses to run an open file; so that refusal is waited out.
///
/// # Errors
/// The program does not start.
pub fn run_written(command: &mut Command) -> io::Result<Output> {
    let begun = Instant::now();
    loop {
        match command.output() {
            Err(error)
                if error.kind() == io::ErrorKind::ExecutableFileBusy && begun.elapsed() < BUSY =>
            {
                std::thread::sleep(Duration::from_millis(1));
            }
            ended => return ended,
        }
    }
}

/// Writes an executable.
///
/// # Errors
/// The folder is missing or not writable, or the disk is full.
pub fn write_executable(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_whole(path, contents, EXECUTABLE)
}

/// Writes a file that is not run.
///
/// # Errors
/// As [`write_executable`].
pub fn write_file(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_whole(path, contents, PLAIN)
}

/// Writes to standard output; a reader that went away is no error.
///
/// # Errors
/// Standard output is a file on a full disk, say.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Writes beside the target, then renames: nobody sees half a file, and a
/// program that is running keeps its old contents.
fn write_whole(path: &Path, contents: &[u8], mode: u32) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "it is a folder",
        ));
    }
    if is_special(path) {
        return fs::write(path, contents);
    }
    replace_with(path, |temporary| fill(temporary, contents, mode))
}

/// Whether the path names a device or a pipe, which renaming would replace.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

/// Lets `make` write a file at a path beside `path`, then renames it to `path`.
///
/// # Errors
/// Those of `make`, after which the file that it began is gone, or of renaming.
pub fn replace_with<E: From<io::Error>>(
    path: &Path,
    make: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<(), E> {
    let temporary = temporary_beside(path)?;
    let made = make(&temporary).and_then(|()| Ok(fs::rename(&temporary, path)?));
    if made.is_err() {
        // The error that matters is the one that got us here.
        let _ = fs::remove_file(&temporary);
    }
    made
}

/// A name in the same folder, so that renaming stays on one file system.
fn temporary_beside(path: &Path) -> io::Result<PathBuf> {
    let name = path
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(hidden))
}

fn fill(path: &Path, contents: &[u8], mode: u32) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(mode)
        .open(path)?;
    file.write_all(contents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A folder of its own for one test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("qc-output-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        folder
    }

    #[test]
    fn an_executable_replaces_the_old_one() {
        let folder = folder("replace");
        let path = folder.join("app");
        write_executable(&path, b"old").expect("writable");
        write_executable(&path, b"new").expect("writable");
        assert_eq!(fs::read(&path).expect("written"), b"new");
        let mode = fs::metadata(&path).expect("written").permissions().mode();
        assert_ne!(mode & 0o100, 0);
        assert_eq!(fs::read_dir(&folder).expect("exists").count(), 1);
        fs::remove_dir_all(folder).expect("removable");
    }

    #[test]
    fn a_failure_leaves_nothing_behind() {
        let folder = folder("fail");
        fs::create_dir(folder.join("app")).expect("writable");
        assert!(write_executable(&folder.join("app"), b"x").is_err());
        assert!(write_executable(&folder.join("missing/app"), b"x").is_err());
        assert_eq!(fs::read_dir(&folder).expect("exists").count(), 1);
        fs::remove_dir_all(folder).expect("removable");
    }

    #[test]
    fn a_device_is_written_to_not_replaced() {
        write_file(Path::new("/dev/null"), b"x").expect("writable");
        assert!(!fs::metadata("/dev/null").expect("exists").is_file());
    }
}
