//! What tests need that name files by strings of programs.
//!
//! *Invariant:* a test leaves nothing behind.

use super::object::Text;
use crate::process::testing::Folder;

impl Folder {
    /// The path of a file in it.
    pub fn file(&self, name: &str) -> Text {
        Text::new(&self.0.join(name).to_string_lossy())
    }
}
