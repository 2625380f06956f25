//! What the machine has for kernels: threads and lanes.
//!
//! *Invariant:* the answers stay the same while a program runs.

use std::sync::OnceLock;

use crate::threads::pool;
use nvrtc_bridge::environment;

pub(crate) fn vector_level() -> i32 {
    static LEVEL: OnceLock<i32> = OnceLock::new();
    *LEVEL.get_or_init(|| {
        let limit = environment::text("QC_VECTOR_LEVEL");
        let limit = limit.and_then(|text| text.parse().ok());
        machine_level().min(limit.unwrap_or(i32::MAX)).max(0)
    })
}

#[cfg(target_arch = "x86_64")]
fn machine_level() -> i32 {
    let wide = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("bmi2");
    let widest = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    i32::from(wide) + i32::from(wide && widest)
}

#[cfg(not(target_arch = "x86_64"))]
fn machine_level() -> i32 {
    0
}

pub(crate) fn thread_count() -> i32 {
    pool::thread_count() as i32
}
