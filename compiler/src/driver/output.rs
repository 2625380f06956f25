//! Writing results.
//!
//! Files take their places as those of programs do, by the runtime's `replace`.
//!
//! *Invariant:* a file appears whole or not at all; a failure leaves nothing behind.

use std::fs::{self, DirBuilder};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use quasar_rt::replace::{Durability, replace};

/// Permissions of executables, before the user's mask.
const EXECUTABLE: u32 = 0o777;
/// Permissions of other files, before the user's mask.
const PLAIN: u32 = 0o666;

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

/// Prepares the process: a file that would be too large is an error, not the end.
pub fn prepare() {
    quasar_rt::replace::ignore_size_signal();
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

/// Replaces a file as a whole: nobody sees half of it, and a program that is running keeps its old contents.
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
    replace(path, contents, mode, Durability::Later)
}

/// Whether the path names a device or a pipe, which renaming would replace.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

/// A new folder that only this user can look into; it goes with all that is in it.
#[derive(Debug)]
pub struct PrivateFolder(PathBuf);

impl PrivateFolder {
    /// A folder within another one, under a name that nobody can foresee.
    ///
    /// # Errors
    /// The other folder takes no entries.
    pub fn within(folder: &Path) -> io::Result<PrivateFolder> {
        loop {
            let number = RandomState::new().build_hasher().finish();
            let path = folder.join(format!("qc-{number:016x}"));
            match DirBuilder::new().mode(0o700).create(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|()| PrivateFolder(path)),
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // What could not be removed is in a folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
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
