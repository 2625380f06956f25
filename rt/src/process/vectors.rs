//! The vectors that the machine has, and loops of the runtime compiled for them.
//!
//! *Invariant:* a loop gives the same bits at every width: the compiler of this code fuses and reorders no floating-point operation.

use std::sync::OnceLock;

use nvrtc_bridge::environment;

/// The level of AVX-512.
pub(crate) const WIDEST: i32 = 2;

/// The vectors that may be used: 0 those that every machine of the architecture has, 1 AVX2 with FMA, 2 AVX-512.
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

/// The row of that name.
pub(crate) fn wide_vectors() -> i32 {
    i32::from(!cfg!(target_arch = "x86_64") || vector_level() > 0)
}

/// A loop that is compiled once for each width of vectors.
pub(crate) trait Vectorised {
    /// What it gives.
    type Result;

    /// Runs it. To be inlined, so that it takes on the width of the function around it.
    fn run(self) -> Self::Result;
}

/// Runs a loop in the widest vectors that may be used.
#[cfg(target_arch = "x86_64")]
pub(crate) fn in_vectors<L: Vectorised>(work: L) -> L::Result {
    match vector_level() {
        // SAFETY: the level says that the machine has these instructions.
        2 => unsafe { in_vectors_of_64_bytes(work) },
        // SAFETY: as above.
        1 => unsafe { in_vectors_of_32_bytes(work) },
        _ => work.run(),
    }
}

/// Runs a loop in the vectors that every machine of the architecture has.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn in_vectors<L: Vectorised>(work: L) -> L::Result {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn in_vectors_of_32_bytes<L: Vectorised>(work: L) -> L::Result {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn in_vectors_of_64_bytes<L: Vectorised>(work: L) -> L::Result {
    work.run()
}
