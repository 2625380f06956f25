//! Kernels that the real NVRTC compiled give the results of their definitions, for several seeds.

mod common;

use common::Argument::{Float, Int, Pointer};
use common::{Device, pack, ptx, with_nvrtc};
use quasar_ptx::{Checks, FaultKind, Launch};

const SEEDS: std::ops::Range<u64> = 0..4;

#[test]
fn a_stencil_through_shared_memory() {
    let text = r#"
extern "C" __global__ void blur(const float* __restrict__ x, float* __restrict__ y, int h, int w) {
    __shared__ float t[10][34];
    int cx = blockIdx.x * 32 + threadIdx.x, cy = blockIdx.y * 8 + threadIdx.y;
    for (int dy = threadIdx.y; dy < 10; dy += 8) for (int dx = threadIdx.x; dx < 34; dx += 32) {
        int yy = min(max((int)(blockIdx.y * 8) + dy - 1, 0), h - 1), xx = min(max((int)(blockIdx.x * 32) + dx - 1, 0), w - 1);
        t[dy][dx] = __ldg(&x[yy * w + xx]);
    }
    __syncthreads();
    if (cx < w && cy < h) {
        float s = 0;
        for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) s += t[threadIdx.y + i][threadIdx.x + j];
        y[cy * w + cx] = s;
    }
}"#;
    with_nvrtc(|nvrtc| {
        let (h, w) = (19usize, 45usize);
        let mut device = Device::new(&ptx(nvrtc, text));
        let input: Vec<f32> = (0..h * w).map(|index| (index * 7 % 23) as f32).collect();
        let x = device.floats(&input);
        let kernel = device.loaded.module().kernel("blur").expect("blur");
        assert_eq!(kernel.static_shared(), 4 * 340);
        assert_eq!(kernel.shared()[0].name, "t");
        for seed in SEEDS {
            let y = device.blank((h * w) as u64);
            let parameters = pack(&[Pointer(x), Pointer(y), Int(h as i32), Int(w as i32)]);
            let launch = Launch {
                seed,
                ..Launch::new("blur", [2, 3, 1], [32, 8, 1], &parameters)
            };
            let counts = launch
                .run(&device.loaded, &mut device.memory)
                .unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(counts.barriers, 6);
            let found = device.read_floats(y, h * w);
            for (at, &found) in found.iter().enumerate() {
                let clamped = |row: isize, column: isize| {
                    let row = (at / w) as isize + row;
                    let column = (at % w) as isize + column;
                    input[row.clamp(0, h as isize - 1) as usize * w
                        + column.clamp(0, w as isize - 1) as usize]
                };
                let expected: f32 = (-1..=1)
                    .flat_map(|i| (-1..=1).map(move |j| (i, j)))
                    .map(|(i, j)| clamped(i, j))
                    .sum();
                assert_eq!(found, expected, "position {at}");
            }
        }
    });
}

#[test]
fn a_reduction_by_shuffles_and_atomics() {
    let text = r#"
extern "C" __global__ void reduce(const float* x, float* out, int n) {
    __shared__ float part[32];
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += x[i];
    for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < (blockDim.x >> 5) ? part[threadIdx.x] : 0.f;
        for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
        if (threadIdx.x == 0) atomicAdd(out, v);
    }
}"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let x = device.floats(&(0..1000).map(|index| index as f32).collect::<Vec<_>>());
        for _ in SEEDS {
            let out = device.floats(&[0.0]);
            let counts = device.run("reduce", 3, 128, &[Pointer(x), Pointer(out), Int(1000)]);
            let counts = counts.unwrap_or_else(|fault| panic!("{fault}"));
            // Integers below 2^24 are exact in any order.
            assert_eq!(device.read_floats(out, 1), [499_500.0]);
            assert_eq!(counts.atomics, 3);
        }
    });
}

#[test]
fn sectors_show_coalescing() {
    let text = r#"
extern "C" __global__ void dense(float* y) { y[threadIdx.x] = 1; }
extern "C" __global__ void strided(float* y) { y[threadIdx.x * 8] = 1; }"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let y = device.blank(512);
        // 64 threads are two warps; 32 floats lie in 4 sectors, or each in its own.
        let dense = device.run("dense", 1, 64, &[Pointer(y)]).expect("no fault");
        assert_eq!((dense.memory_requests, dense.memory_sectors), (2, 8));
        let strided = device
            .run("strided", 1, 64, &[Pointer(y)])
            .expect("no fault");
        assert_eq!((strided.memory_requests, strided.memory_sectors), (2, 64));
    });
}

#[test]
fn a_histogram_with_atomics_in_shared_memory() {
    let text = r#"
extern "C" __global__ void histogram(const unsigned char* x, unsigned* h, int n) {
    __shared__ unsigned own[16];
    if (threadIdx.x < 16) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[x[i] & 15], 1u);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&h[threadIdx.x], own[threadIdx.x]);
}"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let bytes: Vec<u8> = (0..999u32)
            .map(|index| (index * index % 251) as u8)
            .collect();
        let x = device.memory.allocate(999).expect("room");
        device.memory.write(x, &bytes).expect("inside");
        let h = device.words(&[0; 16]);
        device
            .run("histogram", 4, 64, &[Pointer(x), Pointer(h), Int(999)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        let mut expected = vec![0; 16];
        for byte in bytes {
            expected[usize::from(byte & 15)] += 1;
        }
        assert_eq!(device.read_words(h, 16), expected);
    });
}

#[test]
fn a_maximum_by_compare_and_swap() {
    let text = r#"
extern "C" __global__ void greatest(const float* x, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned* word = (unsigned*)out;
    unsigned seen = *(volatile unsigned*)word, before;
    do { before = seen; if (!(__uint_as_float(before) < x[i])) break; seen = atomicCAS(word, before, __float_as_uint(x[i])); } while (seen != before);
}
extern "C" __global__ void bytes(unsigned char* y, int n) {
    int i = threadIdx.x;
    unsigned* word = (unsigned*)((unsigned long long)(y + i) & ~3ull);
    unsigned shift = ((unsigned long long)(y + i) & 3ull) * 8, seen = *(volatile unsigned*)word, before;
    do { before = seen; seen = atomicCAS(word, before, before + (i << shift)); } while (seen != before);
}"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let x = device.floats(
            &(0..300)
                .map(|index| (index * 37 % 300) as f32)
                .collect::<Vec<_>>(),
        );
        let out = device.floats(&[0.0]);
        device
            .run("greatest", 3, 128, &[Pointer(x), Pointer(out), Int(300)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(device.read_floats(out, 1), [299.0]);
        let y = device.words(&[0; 2]);
        device
            .run("bytes", 1, 8, &[Pointer(y), Int(8)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(device.read_words(y, 2), [0x0302_0100, 0x0706_0504]);
    });
}

const GRID: &str = r#"
__device__ unsigned arrived = 0, round_ = 0;
__device__ inline void grid_barrier() {
    __syncthreads();
    if ((threadIdx.x | threadIdx.y | threadIdx.z) == 0) {
        const unsigned blocks = gridDim.x * gridDim.y * gridDim.z, round = *(volatile unsigned*)&round_;
        __threadfence();
        if (atomicAdd(&arrived, 1u) == blocks - 1) { atomicExch(&arrived, 0u); __threadfence(); atomicAdd(&round_, 1u); }
        else while (*(volatile unsigned*)&round_ == round) { }
        __threadfence();
    }
    __syncthreads();
}
extern "C" __global__ void turn(float* a, float* b, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rounds; r++) {
        if (i < n) b[i] = a[n - 1 - i] + 1;
        grid_barrier();
        if (i < n) a[i] = b[i == n - 1 ? 0 : i + 1];
        grid_barrier();
    }
}
extern "C" __global__ void acquire(const float* a, float* z, float* y, unsigned* bar, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g < n) z[g] = a[g] * 2;
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned add = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1u, old, cur;
        asm volatile("atom.add.acq_rel.gpu.global.u32 %0,[%1],%2;" : "=r"(old) : "l"(bar), "r"(add) : "memory");
        do { asm volatile("ld.acquire.gpu.global.u32 %0,[%1];" : "=r"(cur) : "l"(bar) : "memory"); } while (((old ^ cur) & 0x80000000u) == 0);
    }
    __syncthreads();
    if (g < n) y[g] = z[n - 1 - g];
}"#;

#[test]
fn a_grid_barrier_orders_all_blocks() {
    with_nvrtc(|nvrtc| {
        let n = 200usize;
        let mut device = Device::new(&ptx(nvrtc, GRID));
        for seed in SEEDS {
            let mut expected: Vec<f32> = (0..n).map(|index| index as f32).collect();
            let a = device.floats(&expected);
            let b = device.blank(n as u64);
            let parameters = pack(&[Pointer(a), Pointer(b), Int(n as i32), Int(3)]);
            let launch = Launch {
                seed,
                cooperative: true,
                ..Launch::new("turn", [7, 1, 1], [32, 1, 1], &parameters)
            };
            launch
                .run(&device.loaded, &mut device.memory)
                .unwrap_or_else(|fault| panic!("{fault}"));
            for _ in 0..3 {
                let turned: Vec<f32> = expected.iter().rev().map(|value| value + 1.0).collect();
                expected = (0..n).map(|index| turned[(index + 1) % n]).collect();
            }
            assert_eq!(device.read_floats(a, n), expected);
        }
    });
}

#[test]
fn a_grid_barrier_by_acquire_and_release() {
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, GRID));
        let a = device.floats(&(0..100).map(|index| index as f32).collect::<Vec<_>>());
        let (z, y, bar) = (device.blank(100), device.blank(100), device.words(&[0]));
        let parameters = pack(&[Pointer(a), Pointer(z), Pointer(y), Pointer(bar), Int(100)]);
        let launch = Launch {
            cooperative: true,
            ..Launch::new("acquire", [4, 1, 1], [32, 1, 1], &parameters)
        };
        launch
            .run(&device.loaded, &mut device.memory)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let expected: Vec<f32> = (0..100).rev().map(|index| 2.0 * index as f32).collect();
        assert_eq!(device.read_floats(y, 100), expected);
    });
}

#[test]
fn the_last_block_sums_what_the_others_left() {
    let text = r#"
__device__ unsigned tickets = 0;
extern "C" __global__ void total(const int* x, int* part, int* out, int n) {
    __shared__ bool last;
    __shared__ int own;
    if (threadIdx.x == 0) own = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own, x[i]);
    __syncthreads();
    if (threadIdx.x == 0) {
        part[blockIdx.x] = own;
        __threadfence();
        last = atomicAdd(&tickets, 1u) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last && threadIdx.x == 0) { int s = 0; for (int b = 0; b < gridDim.x; b++) s += part[b]; *out = s; }
}"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let x = device.words(&(0..500).collect::<Vec<u32>>());
        let (part, out) = (device.blank(8), device.blank(1));
        device
            .run(
                "total",
                8,
                64,
                &[Pointer(x), Pointer(part), Pointer(out), Int(500)],
            )
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(device.read_words(out, 1), [500 * 499 / 2]);
    });
}

#[test]
fn a_lock_orders_plain_accesses() {
    let text = r#"
extern "C" __global__ void locked(unsigned* lock, int* y) {
    if ((threadIdx.x & 31) != 0) return;
    while (atomicCAS(lock, 0u, 1u) != 0u) { }
    __threadfence();
    *y = *y + 1;
    __threadfence();
    atomicExch(lock, 0u);
}"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let lock = device.words(&[0]);
        let y = device.words(&[0]);
        device
            .run("locked", 6, 96, &[Pointer(lock), Pointer(y)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(device.read_words(y, 1), [18]);
    });
}

#[test]
fn warps_vote_match_and_shuffle() {
    let text = r#"
extern "C" __global__ void warp(unsigned* y, unsigned* z) {
    unsigned l = threadIdx.x;
    y[l * 8 + 0] = __ballot_sync(~0u, l % 3 == 0);
    y[l * 8 + 1] = __match_any_sync(~0u, l / 8);
    int p; y[l * 8 + 2] = __match_all_sync(~0u, 7, &p) + p;
    y[l * 8 + 3] = __shfl_up_sync(~0u, l, 1, 8);
    y[l * 8 + 4] = __shfl_xor_sync(~0u, l, 5);
    y[l * 8 + 5] = __shfl_sync(~0u, l, 3, 16);
    y[l * 8 + 6] = __any_sync(~0u, l == 40) + 2 * __all_sync(~0u, l < 32);
    y[l * 8 + 7] = __shfl_down_sync(~0u, l, 30);
    unsigned count = __syncthreads_count(l & 1), some = __syncthreads_or(l == 4), every = __syncthreads_and(l < 31);
    if (l == 0) z[0] = count + 100 * some + 1000 * every;
    if (l < 5) { unsigned m = __ballot_sync(31u, l == 2 || l == 3); if (l == 0) z[1] = m; }
}"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let (y, z) = (device.blank(256), device.blank(2));
        device
            .run("warp", 1, 32, &[Pointer(y), Pointer(z)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        let found = device.read_words(y, 256);
        let thirds = (0..32)
            .filter(|lane| lane % 3 == 0)
            .fold(0, |mask, lane| mask | 1u32 << lane);
        for lane in 0..32u32 {
            let expected = [
                thirds,
                0xff << (lane / 8 * 8),
                0xffff_ffffu32.wrapping_add(1),
                if lane % 8 == 0 { lane } else { lane - 1 },
                lane ^ 5,
                lane / 16 * 16 + 3,
                2,
                if lane + 30 < 32 { lane + 30 } else { lane },
            ];
            assert_eq!(found[lane as usize * 8..][..8], expected, "lane {lane}");
        }
        assert_eq!(device.read_words(z, 2), [116, 0b1100]);
    });
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let text = r#"
extern "C" __global__ void order(unsigned* next, unsigned* y) { y[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(next, 1u); }"#;
    with_nvrtc(|nvrtc| {
        let text = ptx(nvrtc, text);
        let run = |seed: u64| {
            let mut device = Device::new(&text);
            let (next, y) = (device.words(&[0]), device.blank(128));
            let parameters = pack(&[Pointer(next), Pointer(y)]);
            let launch = Launch {
                seed,
                ..Launch::new("order", [4, 1, 1], [32, 1, 1], &parameters)
            };
            launch
                .run(&device.loaded, &mut device.memory)
                .expect("no fault");
            device.read_words(y, 128)
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
        let mut all = run(3);
        all.sort_unstable();
        assert_eq!(all, (0..128).collect::<Vec<u32>>());
    });
}

#[test]
fn checks_can_be_switched_off() {
    let text = r#"extern "C" __global__ void wrong(float* y, float f) { y[0] = threadIdx.x + f; y[1000] = y[2000]; }"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let y = device.blank(4);
        let parameters = pack(&[Pointer(y), Float(1.0)]);
        let launch = Launch::new("wrong", [1, 1, 1], [2, 1, 1], &parameters);
        assert!(launch.run(&device.loaded, &mut device.memory).is_err());
        let unchecked = Launch {
            checks: Checks::NONE,
            ..launch
        };
        unchecked
            .run(&device.loaded, &mut device.memory)
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert!([1.0, 2.0].contains(&device.read_floats(y, 1)[0]));
    });
}

#[test]
fn launches_that_do_not_fit_are_refused() {
    let text = r#"extern "C" __global__ void __launch_bounds__(64) k(float* y) { __shared__ float t[1000]; t[threadIdx.x] = 1; y[0] = t[0]; }"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let y = device.blank(1);
        let parameters = pack(&[Pointer(y)]);
        let good = Launch::new("k", [1, 1, 1], [64, 1, 1], &parameters);
        let bad = [
            (
                Launch {
                    kernel: "other",
                    ..good.clone()
                },
                "no such kernel",
            ),
            (
                Launch {
                    block: [65, 1, 1],
                    ..good.clone()
                },
                "65 threads",
            ),
            (
                Launch {
                    block: [0, 1, 1],
                    ..good.clone()
                },
                "0 threads",
            ),
            (
                Launch {
                    grid: [0, 1, 1],
                    ..good.clone()
                },
                "0 blocks",
            ),
            (
                Launch {
                    parameters: &[],
                    ..good.clone()
                },
                "0 bytes of parameters",
            ),
            (
                Launch {
                    dynamic_shared: 62_000,
                    ..good.clone()
                },
                "66000 bytes of shared memory",
            ),
            (
                Launch {
                    cooperative: true,
                    grid: [5000, 1, 1],
                    ..good.clone()
                },
                "5000 blocks",
            ),
        ];
        for (launch, expected) in bad {
            let fault = launch
                .run(&device.loaded, &mut device.memory)
                .expect_err(expected);
            assert_eq!(fault.kind, FaultKind::InvalidLaunch);
            assert!(fault.message.contains(expected), "{fault}");
        }
    });
}

#[test]
fn active_threads_are_those_that_come_together() {
    let text = r#"
extern "C" __global__ void active(unsigned* y, unsigned* flag) {
    y[threadIdx.x] = __ballot_sync(__activemask(), threadIdx.x < 40);
    if (threadIdx.x % 3 == 0) { unsigned m = __activemask(); y[64 + threadIdx.x] = m; }
}
extern "C" __global__ void waits(unsigned* y, unsigned* flag) {
    if (threadIdx.x == 0) { while (atomicAdd(flag, 0u) == 0) { } y[0] = 7; }
    else { y[1] = __activemask(); atomicExch(flag, 1u); }
}"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let y = device.words(&[0; 128]);
        let flag = device.words(&[0]);
        device
            .run("active", 1, 48, &[Pointer(y), Pointer(flag)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        let found = device.read_words(y, 128);
        // The second warp has 16 threads, 8 of them below 40.
        assert!(found[..32].iter().all(|mask| *mask == u32::MAX));
        assert!(found[32..48].iter().all(|mask| *mask == 0xff));
        let thirds = |first: u32, end: u32| {
            let lanes = (first..end).filter(|thread| thread % 3 == 0);
            lanes.fold(0u32, |mask, thread| mask | 1 << (thread % 32))
        };
        assert_eq!(found[64], thirds(0, 32));
        assert_eq!(found[64 + 33], thirds(32, 48));
        // A thread that waits for another one does not keep it from going on.
        device
            .run("waits", 1, 2, &[Pointer(y), Pointer(flag)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(device.read_words(y, 2), [7, 0b10]);
    });
}

#[test]
fn threads_that_have_left_are_not_waited_for() {
    let text = r#"
extern "C" __global__ void leave(const int* x, int* y, int n) {
    __shared__ int t[64];
    if (threadIdx.x >= n) return;
    t[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = t[n - 1 - threadIdx.x];
}
extern "C" __global__ void producers(const int* x, int* y) {
    __shared__ int t[32];
    if (threadIdx.x < 32) {
        t[threadIdx.x] = x[threadIdx.x] * 2;
        asm volatile("barrier.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("barrier.sync 1, 64;" ::: "memory");
        y[threadIdx.x - 32] = t[63 - threadIdx.x];
    }
}"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let x = device.words(&(0..64).collect::<Vec<u32>>());
        let y = device.blank(64);
        device
            .run("leave", 1, 64, &[Pointer(x), Pointer(y), Int(40)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(
            device.read_words(y, 40),
            (0..40).rev().collect::<Vec<u32>>()
        );
        device
            .run("producers", 1, 64, &[Pointer(x), Pointer(y)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(
            device.read_words(y, 32),
            (0..32).rev().map(|x| 2 * x).collect::<Vec<u32>>()
        );
    });
}
