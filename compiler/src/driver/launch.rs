//! `qc run`: the process becomes the program.
//!
//! *Invariant:* nothing stays behind, whatever way the program ends: its file has no name any more when it starts.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use super::options::Options;
use super::output::{self, PrivateFolder};

/// Replaces this process by an executable with the program's arguments; comes back only with an error.
pub fn become_program(executable: &[u8], source: &Path, options: &Options) -> io::Error {
    let folder = options.temporary_folder.clone();
    let file = match nameless(executable, &folder.unwrap_or_else(std::env::temp_dir)) {
        Ok(file) => file,
        Err(error) => return error,
    };
    // The name is looked up before the descriptor is closed.
    let mut command = Command::new(format!("/proc/self/fd/{}", file.as_raw_fd()));
    command.arg0(source.file_stem().unwrap_or(OsStr::new("program")));
    command.args(&options.arguments).exec()
}

/// A file with these contents that can be executed and that no folder lists.
fn nameless(executable: &[u8], folder: &Path) -> io::Result<File> {
    let folder = PrivateFolder::within(folder)?;
    let path = folder.path().join("program");
    output::write_executable(&path, executable)?;
    File::open(path)
}
