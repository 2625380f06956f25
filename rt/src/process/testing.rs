//! What several rooms' tests need.
//!
//! *Invariant:* a test leaves nothing behind.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of one test that disappears with it.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new folder, which no other test has.
    pub fn new(name: &str) -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let (process, number) = (std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("quasar-rt-{process}-{name}-{number}"));
        fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    /// The names of its files.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the test's folder");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        entries
            .map(|entry| name(entry).to_string_lossy().into_owned())
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
