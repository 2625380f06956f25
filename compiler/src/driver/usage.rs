//! What is wrong with a command line or a configuration.
//!
//! *Invariant:* the message names the word that is wrong.

/// What is wrong with a command line, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl UsageError {
    /// Without a hint.
    pub(super) fn new(message: String) -> Self {
        UsageError {
            message,
            help: None,
        }
    }
}
