//! How many thread instructions a second the interpreter runs, with all checks and with none.
//!
//! *Invariant:* prints what it measured and judges nothing.

use nvrtc_bridge::Nvrtc;
use quasar_ptx::{Checks, Launch, Loaded, Memory, Module};
use std::sync::Arc;
use std::time::Instant;

const TEXT: &str = r#"
extern "C" __global__ void stencil(const float* x, float* y, int h, int w) {
    int cx = blockIdx.x * blockDim.x + threadIdx.x, cy = blockIdx.y * blockDim.y + threadIdx.y;
    if (cx >= w || cy >= h) return;
    float s = 0;
    for (int i = -2; i <= 2; i++) for (int j = -2; j <= 2; j++) {
        int yy = min(max(cy + i, 0), h - 1), xx = min(max(cx + j, 0), w - 1);
        s += x[yy * w + xx] * (i * j + 1);
    }
    y[cy * w + cx] = s;
}
extern "C" __global__ void arithmetic(float* y, int n) {
    float a = threadIdx.x, b = 1; unsigned k = 1;
    for (int i = 0; i < n; i++) { a = a * 0.99f + b; k = k * 1664525u + 1013904223u; b += k & 1; }
    y[blockIdx.x * blockDim.x + threadIdx.x] = a + b;
}"#;

/// Sets of checks that cost differently.
fn kinds() -> [(&'static str, Checks); 4] {
    let no_counts = Checks {
        count_sectors: false,
        ..Checks::ALL
    };
    let no_races = Checks {
        shared_races: false,
        global_races: false,
        ..no_counts
    };
    [
        ("all", Checks::ALL),
        ("without counts of sectors", no_counts),
        ("without counts and races", no_races),
        ("none", Checks::NONE),
    ]
}

fn main() {
    let Some(paths) = std::env::var_os("QC_TEST_NVRTC") else {
        eprintln!("QC_TEST_NVRTC does not name a libnvrtc.so");
        return;
    };
    let path = std::env::split_paths(&paths).next().expect("a path");
    let nvrtc = Nvrtc::load(Some(&path)).expect("NVRTC");
    let image = nvrtc
        .compile(TEXT, "speed.cu", &["-arch=compute_75"])
        .expect("the text");
    let module = Arc::new(Module::parse(&image.ptx).expect("PTX"));
    let mut memory = Memory::new(1 << 30);
    let loaded = Loaded::new(module, &mut memory).expect("room");
    let x = memory.allocate(4 * 512 * 512).expect("room");
    memory
        .fill(x, &1f32.to_le_bytes(), 512 * 512)
        .expect("inside");
    let y = memory.allocate(4 * 512 * 512).expect("room");
    let pack = |words: &[u64], ints: &[i32]| {
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend(ints.iter().flat_map(|int| int.to_le_bytes()));
        bytes
    };
    let stencil = pack(&[x, y], &[512, 512]);
    let arithmetic = pack(&[y], &[1000]);
    for (name, checks) in kinds() {
        let launches = [
            Launch::new("stencil", [16, 64, 1], [32, 8, 1], &stencil),
            Launch::new("arithmetic", [16, 1, 1], [256, 1, 1], &arithmetic),
        ];
        for launch in launches {
            let launch = Launch { checks, ..launch };
            let start = Instant::now();
            let counts = launch.run(&loaded, &mut memory).expect("no fault");
            let rate = counts.thread_instructions as f64 / start.elapsed().as_secs_f64() / 1e6;
            println!(
                "{}, checks {name}: {rate:.0} million thread instructions a second",
                launch.kernel
            );
        }
    }
}
