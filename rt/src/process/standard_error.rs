//! Standard error: what is told beside the output, and whether somebody has asked for it.
//!
//! *Invariant:* a standard error that is closed or full is no error.

use std::sync::OnceLock;

use nvrtc_bridge::environment;

/// Standard error may be closed or full; then there is nobody left to tell.
pub(crate) fn write_error_text(text: &str) {
    use std::io::Write as _;
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Whether `QC_REPORT`, a list of words, asks for what belongs to one.
pub(crate) fn is_reported(word: &str) -> bool {
    static ASKED: OnceLock<String> = OnceLock::new();
    let asked = ASKED.get_or_init(|| environment::text("QC_REPORT").unwrap_or_default());
    // Every launch asks.
    !asked.is_empty() && asked.split(',').any(|asked| asked.trim() == word)
}
