//! Files of text as a whole: `fileread` and `filewrite`.
//!
//! *Invariant:* what is written reads back equal.

use crate::array::object::Text;
use crate::process::allocator::reading;
use crate::process::error::Raised;
use crate::process::refusal::repaired;
use crate::process::whole_file::{contents, store};

pub(crate) fn file_contents(path: &Text) -> Result<Text, Raised> {
    let path = path.as_str();
    reading(path, || Text::allocated(&repaired(&contents(path)?)))
}

pub(crate) fn file_store(path: &Text, text: &Text) -> Result<(), Raised> {
    store(path.as_str(), text.as_str().as_bytes())
}
