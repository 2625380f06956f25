//! Opening libraries and finding symbols in them.
//!
//! *Invariant:* a library that was opened stays open until the program ends.

use libloading::Library;
use std::fmt;
use std::path::{Path, PathBuf};

/// A library or symbol that is not there, with what was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// What was looked for, and why it was not found.
    pub reason: String,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Missing {}

/// Opens a library for the rest of the program's life.
pub(crate) fn open(path: &Path) -> Result<&'static Library, Missing> {
    // SAFETY: NVIDIA's libraries run no initialisers that depend on the program's state.
    let opened = unsafe { Library::new(path) };
    match opened {
        // Closing a CUDA library while its threads run is not safe.
        Ok(library) => Ok(Box::leak(Box::new(library))),
        Err(error) => Err(Missing {
            reason: format!("{}: {error}", path.display()),
        }),
    }
}

/// Opens the first library of a list that can be opened.
pub(crate) fn open_first(paths: &[PathBuf]) -> Result<&'static Library, Missing> {
    let mut reasons = Vec::new();
    for path in paths {
        match open(path) {
            Ok(library) => return Ok(library),
            Err(missing) => reasons.push(missing.reason),
        }
    }
    Err(Missing {
        reason: reasons.join("; "),
    })
}

/// A function of a library.
///
/// # Safety
/// `F` is the type of the function of that name.
pub(crate) unsafe fn function<F: Copy>(
    library: &'static Library,
    name: &str,
) -> Result<F, Missing> {
    // SAFETY: the caller names the function's type.
    let symbol = unsafe { library.get::<F>(name) };
    symbol.map(|symbol| *symbol).map_err(|_| Missing {
        reason: format!("the symbol {name} is missing"),
    })
}
