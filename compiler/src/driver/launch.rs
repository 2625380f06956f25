//! `qc run`: an executable that lives as long as its run.
//!
//! *Invariant:* nothing stays behind, whatever way the program ends.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use super::output;

/// Added to the number of a signal, as shells do.
const SIGNALLED: i32 = 128;

/// Runs an executable with arguments; gives its exit code.
///
/// # Errors
/// The executable cannot be written or started.
pub fn run(executable: &[u8], source: &Path, arguments: &[String]) -> io::Result<u8> {
    let folder = TemporaryFolder::new()?;
    let path = folder
        .0
        .join(source.file_stem().unwrap_or("program".as_ref()));
    output::write_executable(&path, executable)?;
    let status = Command::new(&path).args(arguments).status()?;
    Ok(exit_code(status))
}

fn exit_code(status: ExitStatus) -> u8 {
    let signal = status.signal().map(|signal| SIGNALLED + signal);
    status
        .code()
        .or(signal)
        .and_then(|code| u8::try_from(code).ok())
        .unwrap_or(u8::MAX)
}

/// A folder that goes when it is dropped.
struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    fn new() -> io::Result<Self> {
        let path = std::env::temp_dir().join(format!("qc-run-{}", std::process::id()));
        std::fs::create_dir(&path)?;
        Ok(TemporaryFolder(path))
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // It lies among temporary files; there is nothing better to do.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
