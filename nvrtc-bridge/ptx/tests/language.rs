//! What CUDA C++ has besides arrays and loops: functions, printf, the heap, halves, textures; by the real NVRTC.

mod common;

use common::Argument::{Int, Pointer};
use common::{Device, pack, ptx, with_nvrtc};
use quasar_ptx::{
    AddressMode, ChannelFormat, Fault, FaultKind, Filter, Launch, NoTextures, Surroundings,
    TextureArray, TextureView, Textures,
};

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
