//! The caches of the processor.
//!
//! *Invariant:* sizes decide about order and copies alone, never about results.

use std::fs;
use std::sync::OnceLock;

use nvrtc_bridge::environment;

/// The variable of the environment that gives the size.
const VARIABLE: &str = "QC_CACHE_BYTES";

/// Where the system tells the size of the second-level cache of a processor.
const CACHE_FILE: &str = "/sys/devices/system/cpu/cpu0/cache/index2/size";
/// What that cache has where the system does not tell.
const USUAL_CACHE: i64 = 1 << 20;

/// Bytes of the second-level cache of one processor, or what the environment says instead.
pub(crate) fn cache_bytes() -> i64 {
    static BYTES: OnceLock<i64> = OnceLock::new();
    *BYTES.get_or_init(|| {
        if let Some(bytes) = given() {
            return bytes;
        }
        let text = fs::read_to_string(CACHE_FILE).ok();
        let bytes = text.and_then(|text| bytes_of(text.trim()));
        bytes.unwrap_or(USUAL_CACHE)
    })
}

/// The size that the environment gives; none where it gives none, or something else, which a warning tells.
fn given() -> Option<i64> {
    let text = environment::text(VARIABLE)?;
    let bytes = text.trim().parse().ok().filter(|bytes| *bytes > 0);
    if bytes.is_none() {
        eprintln!("warning: {VARIABLE} must be a positive number, not '{text}'; it is ignored");
    }
    bytes
}

/// A size as the system writes it: `1024K`.
fn bytes_of(text: &str) -> Option<i64> {
    let kilobytes: i64 = text.strip_suffix('K')?.parse().ok()?;
    (kilobytes > 0).then_some(kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_caches() {
        assert_eq!(bytes_of("1024K"), Some(1 << 20));
        for text in ["", "K", "0K", "-1K", "1M", "many"] {
            assert_eq!(bytes_of(text), None, "{text}");
        }
    }
}
