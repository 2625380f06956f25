//! Kernels that the real NVRTC compiled give the results of their definitions, for several seeds.

mod common;

use common::Argument::{Float, Int, Pointer};
use common::{Device, pack, ptx, with_nvrtc};
use quasar_ptx::{
    AddressMode, ChannelFormat, Checks, Fault, FaultKind, Filter, Launch, NoTextures, Surroundings,
    TextureArray, TextureView, Textures,
};

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
            for at in 0..h * w {
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
                assert_eq!(found[at], expected, "position {at}");
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
fn functions_by_pointer_recursion_and_virtual_ones() {
    let text = r#"
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ __noinline__ float plus(float x) { return x + 1; }
__device__ __noinline__ float twice(float x) { return x * 2; }
typedef float (*function)(float);
__device__ function table[2] = {plus, twice};
struct Base { int a; virtual __device__ int f(int) const = 0; };
struct Sum : Base { __device__ int f(int x) const override { return x + a; } };
struct Product : Base { __device__ int f(int x) const override { return x * a; } };
struct Big { int v[40]; };
__device__ __noinline__ Big changed(Big b, int n) { b.v[n] = n; return b; }
extern "C" __global__ void call(float* y, int n, int m) {
    y[0] = fibonacci(n); y[1] = table[n & 1](y[1]); y[2] = table[m & 1](y[2]);
    Sum s; Product p; s.a = 5; p.a = 6;
    Base* b = n & 1 ? (Base*)&s : (Base*)&p;
    y[3] = b->f(7);
}
extern "C" __global__ void big(int* y, Big b, int n) { Big c = changed(b, n); y[0] = c.v[n + 1]; y[1] = c.v[n]; y[2] = b.v[39]; }"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let y = device.floats(&[0.0, 5.0, 5.0, 0.0]);
        device
            .run("call", 1, 1, &[Pointer(y), Int(10), Int(1)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(device.read_floats(y, 4), [55.0, 6.0, 10.0, 42.0]);
        let y = device.blank(3);
        let mut arguments = vec![Pointer(y)];
        arguments.extend((0..40).map(|index| Int(100 + index)));
        arguments.push(Int(7));
        device
            .run("big", 1, 1, &arguments)
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(device.read_words(y, 3), [108, 7, 139]);
    });
}

#[test]
fn halves_by_inline_instructions() {
    let text = r#"
extern "C" __global__ void halves(const unsigned short* a, unsigned short* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned short two, result; float f = 2.f;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(two) : "f"(f));
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(result) : "h"(a[i]), "h"(two), "h"(a[i]));
    b[i] = result;
}
extern "C" __global__ void pair(unsigned* y) {
    unsigned a = 0x3c004000u, b = 0x44003c00u, c;
    asm("fma.rn.f16x2 %0, %1, %2, %1;" : "=r"(c) : "r"(a), "r"(b));
    y[0] = c;
}"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        // 1, -0.5, 65504: three times as much is 3, -1.5, infinity.
        let a = device.words(&[0xb800_3c00, 0x0000_7bff]);
        let b = device.words(&[0, 0]);
        device
            .run("halves", 1, 32, &[Pointer(a), Pointer(b), Int(3)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(device.read_words(b, 2), [0xbe00_4200, 0x0000_7c00]);
        // Above 1 * 4 + 1 = 5, below 2 * 1 + 2 = 4.
        let y = device.blank(1);
        device
            .run("pair", 1, 1, &[Pointer(y)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(device.read_words(y, 1), [0x4500_4400]);
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
fn printf_malloc_and_assert() {
    let text = r#"
extern "C" __device__ void __assertfail(const char*, const char*, unsigned, const char*, size_t);
extern "C" __global__ void speak(int n) { printf("n=%d %5.2f %s|%c%%\n", n, n * 1.5f, "word", 'x'); }
extern "C" __global__ void heap(int* y, int n) {
    int* p = (int*)malloc(n * sizeof(int));
    if (!p) { y[threadIdx.x] = -1; return; }
    for (int i = 0; i < n; i++) p[i] = i + threadIdx.x;
    int s = 0;
    for (int i = 0; i < n; i++) s += p[i];
    free(p);
    y[threadIdx.x] = s;
}
extern "C" __global__ void check(int n) { if (n != 3) __assertfail("n == 3", "file.cu", 12, "check", 1); }"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let mut said = String::new();
        let parameters = pack(&[Int(7)]);
        let mut print = |text: &str| said.push_str(text);
        let mut surroundings = Surroundings {
            print: &mut print,
            textures: &mut NoTextures,
        };
        let launch = Launch::new("speak", [1, 1, 1], [1, 1, 1], &parameters);
        launch
            .run_in(&device.loaded, &mut device.memory, &mut surroundings)
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(said, "n=7 10.50 word|x%\n");
        let y = device.blank(4);
        device
            .run("heap", 1, 4, &[Pointer(y), Int(5)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(device.read_words(y, 4), [10, 15, 20, 25]);
        device.memory.set_heap_limit(8);
        device
            .run("heap", 1, 4, &[Pointer(y), Int(5)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(device.read_words(y, 4), [u32::MAX; 4]);
        device.run("check", 1, 1, &[Int(3)]).expect("it holds");
        let fault: Fault = device
            .run("check", 1, 1, &[Int(4)])
            .expect_err("it does not hold");
        assert_eq!(fault.kind, FaultKind::Assert);
        assert_eq!(fault.message, "file.cu:12: check: `n == 3`");
    });
}

#[test]
fn elementary_functions_are_close() {
    let text = r#"
extern "C" __global__ void functions(const float* x, float* y, const double* d, double* e) {
    float v = x[threadIdx.x];
    float r[] = { sinf(v), cosf(v), expf(v), logf(v), powf(v, 1.5f), sqrtf(v), rsqrtf(v), tanhf(v), erff(v), cbrtf(v), __sinf(v), __expf(v),
        floorf(v), ceilf(v), roundf(v), fmodf(v, 0.7f), 1.0f / v, v / 3.0f, hypotf(v, 2.0f), atan2f(v, 0.3f) };
    for (int i = 0; i < 20; i++) y[threadIdx.x * 20 + i] = r[i];
    double w = d[threadIdx.x];
    double s[] = { sin(w), exp(w), log(w), pow(w, 2.5), sqrt(w), w / 3.0, 1.0 / w, fmod(w, 0.3) };
    for (int i = 0; i < 8; i++) e[threadIdx.x * 8 + i] = s[i];
}"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let values = [0.25f32, 0.5, 1.0, 1.75, 3.0, 10.5, 40.0, 100000.0];
        let x = device.floats(&values);
        let y = device.blank(20 * 8);
        let d = device.memory.allocate(64).expect("room");
        let bytes: Vec<u8> = values
            .iter()
            .flat_map(|value| f64::from(*value).to_le_bytes())
            .collect();
        device.memory.write(d, &bytes).expect("inside");
        let e = device.blank(2 * 64);
        device
            .run(
                "functions",
                1,
                8,
                &[Pointer(x), Pointer(y), Pointer(d), Pointer(e)],
            )
            .unwrap_or_else(|fault| panic!("{fault}"));
        let found = device.read_floats(y, 160);
        let doubles = device.read_words(e, 128);
        for (index, &value) in values.iter().enumerate() {
            let v = f64::from(value);
            let exact = [
                v.sin(),
                v.cos(),
                v.exp(),
                v.ln(),
                v.powf(1.5),
                v.sqrt(),
                1.0 / v.sqrt(),
                v.tanh(),
                erf(v),
                v.cbrt(),
                v.sin(),
                v.exp(),
                v.floor(),
                v.ceil(),
                v.round(),
                v % f64::from(0.7f32),
                1.0 / v,
                v / 3.0,
                v.hypot(2.0),
                v.atan2(f64::from(0.3f32)),
            ];
            for (which, &expected) in exact.iter().enumerate() {
                let got = found[index * 20 + which];
                // The documented error of `__expf` grows with its argument; all others have at most a few units in the last place.
                let tolerance = if matches!(which, 10 | 11) { 1e-4 } else { 1e-6 };
                let close = (f64::from(got) - expected).abs()
                    <= tolerance * expected.abs().max(1e-3)
                    || got == expected as f32;
                let loose = which == 10 && v > 100.0;
                assert!(close || loose, "function {which} of {v}: {got} {expected}");
            }
            let exact = [
                v.sin(),
                v.exp(),
                v.ln(),
                v.powf(2.5),
                v.sqrt(),
                v / 3.0,
                1.0 / v,
                v % 0.3,
            ];
            for (which, &expected) in exact.iter().enumerate() {
                let at = 2 * (index * 8 + which);
                let got = f64::from_bits(u64::from(doubles[at]) | u64::from(doubles[at + 1]) << 32);
                let close =
                    (got - expected).abs() <= 1e-14 * expected.abs().max(1e-3) || got == expected;
                assert!(close, "double function {which} of {v}: {got} {expected}");
            }
        }
    });
}

/// The error function by its series, or 1 where it is 1 in single precision.
fn erf(x: f64) -> f64 {
    if x > 4.0 {
        return 1.0;
    }
    let mut term = x;
    let mut sum = x;
    for n in 1..120 {
        term *= -x * x / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    sum * 2.0 / std::f64::consts::PI.sqrt()
}

#[test]
fn dynamic_shared_memory_and_constants() {
    let text = r#"
__constant__ float factor[4] = {1, 2, 3, 4};
__device__ float offset = 0.5f;
extern "C" __global__ void turn(float* y, int n) {
    extern __shared__ float sm[];
    int b = blockIdx.x * n;
    sm[threadIdx.x] = y[b + threadIdx.x];
    __syncthreads();
    y[b + threadIdx.x] = sm[n - 1 - threadIdx.x] * factor[blockIdx.x & 3] + offset;
}"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let y = device.floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let (address, size) = device.loaded.global("offset").expect("a variable");
        assert_eq!(size, 4);
        device
            .memory
            .write(address, &0.25f32.to_le_bytes())
            .expect("inside");
        let parameters = pack(&[Pointer(y), Int(3)]);
        let launch = Launch {
            dynamic_shared: 12,
            ..Launch::new("turn", [2, 1, 1], [3, 1, 1], &parameters)
        };
        launch
            .run(&device.loaded, &mut device.memory)
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(
            device.read_floats(y, 6),
            [3.25, 2.25, 1.25, 12.25, 10.25, 8.25]
        );
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

/// One texture, handle 1, and one surface, handle 2, of one array each.
struct Objects {
    texture: TextureArray,
    view: TextureView,
    surface: TextureArray,
}

impl Textures for Objects {
    fn texture(&self, handle: u64) -> Option<(&TextureArray, TextureView)> {
        (handle == 1).then_some((&self.texture, self.view))
    }

    fn surface(&mut self, handle: u64) -> Option<&mut TextureArray> {
        (handle == 2).then_some(&mut self.surface)
    }
}

#[test]
fn textures_filter_and_surfaces_keep_what_is_written() {
    let text = r#"
extern "C" __global__ void sample(cudaTextureObject_t t, cudaSurfaceObject_t s, float* y) {
    int i = threadIdx.x;
    y[i] = tex2D<float>(t, i * 0.5f + 0.5f, 1.0f);
    surf2Dwrite<float>(y[i] + 1, s, i * 4, 0);
    float r; surf2Dread(&r, s, i * 4, 0, cudaBoundaryModeClamp);
    y[8 + i] = r;
}
extern "C" __global__ void beyond(cudaSurfaceObject_t s) { surf2Dwrite<float>(1.f, s, 4 * 8, 0); }"#;
    with_nvrtc(|nvrtc| {
        let mut device = Device::new(&ptx(nvrtc, text));
        let mut texture = TextureArray::new([4, 2, 1], 1, 1, ChannelFormat::F32);
        for (index, bytes) in texture.bytes.chunks_exact_mut(4).enumerate() {
            bytes.copy_from_slice(&(index as f32 * 8.0).to_le_bytes());
        }
        let view = TextureView {
            address: [AddressMode::Clamp; 3],
            filter: Filter::Linear,
            normalised_coordinates: false,
            normalised_values: false,
        };
        let surface = TextureArray::new([8, 1, 1], 1, 1, ChannelFormat::F32);
        let mut objects = Objects {
            texture,
            view,
            surface,
        };
        let y = device.blank(16);
        let parameters = pack(&[Pointer(1), Pointer(2), Pointer(y)]);
        let mut surroundings = Surroundings {
            print: &mut |_| {},
            textures: &mut objects,
        };
        let launch = Launch::new("sample", [1, 1, 1], [8, 1, 1], &parameters);
        launch
            .run_in(&device.loaded, &mut device.memory, &mut surroundings)
            .unwrap_or_else(|fault| panic!("{fault}"));
        // Between the rows: 16 more than half of the way; along x from 0 to 24 in steps of 4, then clamped.
        let expected: Vec<f32> = (0..8)
            .map(|index| (index as f32 * 4.0).min(24.0) + 16.0)
            .collect();
        assert_eq!(device.read_floats(y, 8), expected);
        let written: Vec<f32> = expected.iter().map(|value| value + 1.0).collect();
        assert_eq!(device.read_floats(y + 32, 8), written);
        let parameters = pack(&[Pointer(2)]);
        let launch = Launch::new("beyond", [1, 1, 1], [1, 1, 1], &parameters);
        let fault = launch
            .run_in(&device.loaded, &mut device.memory, &mut surroundings)
            .expect_err("column 8 of 8");
        assert_eq!(fault.kind, FaultKind::InvalidTexture);
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
