//! Cache blocking by strips of rows: how many rows a filter of several passes computes at a time.
//!
//! What one pass writes is read by the next one while it is in the caches of the processors; the rows around a strip, which the next
//! strip needs too, are computed twice. So strips are as high as caches allow, and small arrays, which are in the caches anyway, have
//! none.
//!
//! *Invariant:* the number of rows changes no result.

use std::sync::OnceLock;

use crate::device;
use crate::processor::cache::cache_bytes;
use crate::threads::pool;
use nvrtc_bridge::environment;

/// The variable of the environment that gives the number of rows.
const VARIABLE: &str = "QC_STRIP_ROWS";
/// Arrays under this size are written and read again fast enough.
const LARGE_BYTES: i64 = 8 << 20;
/// A strip is at least so many times as high as what is computed around it, most by one pass: so at most a quarter is computed twice, as the
/// mean of all passes is half of that.
const LEAST_RATIO: i64 = 2;
/// Strips with fewer rows have too little work for a launch.
const LEAST_ROWS: i64 = 8;
/// Strips of so many rows gain even where they leave the second-level caches: memory that was used before is used again.
const GOOD_ROWS: i64 = 32;

pub(crate) fn strip_rows(rows: i32, row_bytes: i64, more: i32, wanted: i32, alone: i32) -> i32 {
    let rows = i64::from(rows);
    let found = match given() {
        Some(given) => given,
        None => {
            let threads = pool::thread_count() as i64;
            // A thread that has a strip for itself has its own cache, and there are strips for all threads.
            let (caches, most) = match alone != 0 {
                true => (1, rows / threads),
                false => (threads, rows),
            };
            let cache = caches * cache_bytes();
            fitting(rows, row_bytes, i64::from(more), wanted != 0, cache, most)
        }
    };
    match found > 0 && found < rows && !device::may_take_launches() {
        true => found as i32,
        false => 0,
    }
}

/// Rows of a strip that, with `more` rows around it, fills half of the caches, if it can be with at most `most` rows; 0 where strips are no gain.
fn fitting(rows: i64, row_bytes: i64, more: i64, wanted: bool, cache: i64, most: i64) -> i64 {
    if rows <= 0 || row_bytes <= 0 {
        return 0;
    }
    let fits = (cache / 2 / row_bytes - more).min(most);
    let least = LEAST_RATIO * more;
    if wanted {
        return fits.min((rows + 1) / 2).max(least).max(LEAST_ROWS);
    }
    let found = fits.max(least).max(GOOD_ROWS);
    let is_small = |rows: i64, limit: i64| rows.saturating_mul(row_bytes) < limit;
    match is_small(rows, LARGE_BYTES) || !is_small(found + more, LARGE_BYTES / 2) {
        true => 0,
        false => found,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_fill_half_of_the_caches() {
        // 4096 rows of 16 KiB in two caches of 1 MiB: 64 rows, four of them around the strip.
        assert_eq!(fitting(4096, 16 << 10, 4, false, 2 << 20, i64::MAX), 60);
        // Where half of the caches have too few, strips are higher than that: 32 rows, or twice those around.
        assert_eq!(fitting(4096, 48 << 10, 4, false, 2 << 20, i64::MAX), 32);
        assert_eq!(fitting(4096, 16 << 10, 32, false, 2 << 20, i64::MAX), 64);
        // Small, or so wide that 36 rows have more than 4 MiB.
        assert_eq!(fitting(512, 2 << 10, 4, false, 2 << 20, i64::MAX), 0);
        assert_eq!(fitting(4096, 128 << 10, 4, false, 2 << 20, i64::MAX), 0);
        assert_eq!(fitting(0, 16 << 10, 4, true, 2 << 20, i64::MAX), 0);
        assert_eq!(fitting(-3, 16 << 10, 4, false, 2 << 20, i64::MAX), 0);
        // Lower, so that all threads have one.
        assert_eq!(fitting(4096, 16 << 10, 4, false, 2 << 20, 40), 40);
    }

    #[test]
    fn wanted_strips_are_two_at_least() {
        assert_eq!(fitting(100, 400, 2, true, 2 << 20, i64::MAX), 50);
        assert_eq!(fitting(4096, 16 << 10, 64, true, 2 << 20, i64::MAX), 128);
        assert_eq!(fitting(10, 400, 2, true, 2 << 20, i64::MAX), 8);
    }
}
