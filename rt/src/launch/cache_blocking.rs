//! Cache blocking by strips of rows: how many rows a filter of several passes computes at a time.
//!
//! What one pass writes is read by the next one while it is in the caches of the processors; the rows around a strip, which the next
//! strip needs too, are computed twice. So strips are as high as caches allow, and small arrays, which are in the caches anyway, have
//! none.
//!
//! *Invariant:* the number of rows changes no result.

use std::fs;
use std::sync::OnceLock;

use crate::device;
use crate::threads::pool;
use nvrtc_bridge::environment;

/// The variable of the environment that gives the number of rows.
const VARIABLE: &str = "QC_STRIP_ROWS";
/// Where the system tells the size of the second-level cache of a processor.
const CACHE_FILE: &str = "/sys/devices/system/cpu/cpu0/cache/index2/size";
/// What that cache has where the system does not tell.
const USUAL_CACHE: i64 = 1 << 20;
/// Arrays under this size are written and read again fast enough.
const LARGE_BYTES: i64 = 8 << 20;
/// A strip is at least so many times as high as what is computed around it.
const LEAST_RATIO: i64 = 4;
/// Strips with fewer rows have too little work for a launch.
const LEAST_ROWS: i64 = 8;

pub(crate) fn strip_rows(rows: i32, row_bytes: i64, halo: i32, wanted: i32) -> i32 {
    let rows = i64::from(rows);
    let found = match given() {
        Some(given) => given,
        None => {
            let cache = pool::thread_count() as i64 * cache_bytes();
            fitting(rows, row_bytes, i64::from(halo), wanted != 0, cache)
        }
    };
    match found > 0 && found < rows && !device::may_take_launches() {
        true => found as i32,
        false => 0,
    }
}

/// Rows of a strip that fills half of the caches; 0 where strips are no gain.
fn fitting(rows: i64, row_bytes: i64, halo: i64, wanted: bool, cache: i64) -> i64 {
    if rows <= 0 || row_bytes <= 0 {
        return 0;
    }
    let fits = cache / 2 / row_bytes - 2 * halo;
    let least = LEAST_ROWS.max(2 * LEAST_RATIO * halo);
    match wanted {
        true => fits.min((rows + 1) / 2).max(least),
        false if fits < least || rows.saturating_mul(row_bytes) < LARGE_BYTES => 0,
        false => fits,
    }
}

/// What the environment says; anything but a positive number is ignored with a warning.
fn given() -> Option<i64> {
    static ROWS: OnceLock<Option<i64>> = OnceLock::new();
    *ROWS.get_or_init(|| {
        let text = environment::text(VARIABLE)?;
        let rows = text.trim().parse::<i32>().ok().filter(|rows| *rows > 0);
        if rows.is_none() {
            eprintln!("warning: {VARIABLE} must be a positive number, not '{text}'; it is ignored");
        }
        rows.map(i64::from)
    })
}

/// Bytes of the second-level cache of one processor.
fn cache_bytes() -> i64 {
    static BYTES: OnceLock<i64> = OnceLock::new();
    *BYTES.get_or_init(|| {
        let text = fs::read_to_string(CACHE_FILE).ok();
        let bytes = text.and_then(|text| bytes_of(text.trim()));
        bytes.unwrap_or(USUAL_CACHE)
    })
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

    #[test]
    fn strips_fill_half_of_the_caches() {
        // 4096 rows of 16 KiB in two caches of 1 MiB: 64 rows, two of them on each side around the strip.
        assert_eq!(fitting(4096, 16 << 10, 2, false, 2 << 20), 60);
        // Small, or so wide that most rows would be computed twice.
        assert_eq!(fitting(512, 2 << 10, 2, false, 2 << 20), 0);
        assert_eq!(fitting(4096, 16 << 10, 16, false, 2 << 20), 0);
        assert_eq!(fitting(0, 16 << 10, 2, true, 2 << 20), 0);
        assert_eq!(fitting(-3, 16 << 10, 2, false, 2 << 20), 0);
    }

    #[test]
    fn wanted_strips_are_two_at_least() {
        assert_eq!(fitting(100, 400, 1, true, 2 << 20), 50);
        assert_eq!(fitting(4096, 16 << 10, 16, true, 2 << 20), 128);
        assert_eq!(fitting(10, 400, 1, true, 2 << 20), 8);
    }
}
