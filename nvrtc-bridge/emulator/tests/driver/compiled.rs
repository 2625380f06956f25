//! Kernels that the real NVRTC compiles, from the cache and not, on the emulated device.
//!
//! `QC_TEST_NVRTC` names the libraries; without it these tests are skipped.

use crate::support::{bytes, context, scenario};
use nvrtc_bridge::{
    Arguments, BuildError, Built, Cache, Context, DeviceMemory, Kind, Launch, Nvrtc, Source,
    Stream, build,
};
use std::path::PathBuf;
use std::process::Output;

/// Vector addition, a stencil with a tile in shared memory, a reduction with shuffles, one whose grid waits, and mistakes.
const TEXT: &str = r#"
extern "C" __global__ void add(const float* a, const float* b, float* sum, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) sum[i] = a[i] + b[i];
}
extern "C" __global__ void blur(const float* in, float* out, int height, int width) {
    __shared__ float tile[10][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    for (int dy = threadIdx.y; dy < 10; dy += 8)
        for (int dx = threadIdx.x; dx < 34; dx += 32) {
            int sy = min(max((int)blockIdx.y * 8 + dy - 1, 0), height - 1);
            int sx = min(max((int)blockIdx.x * 32 + dx - 1, 0), width - 1);
            tile[dy][dx] = in[sy * width + sx];
        }
    __syncthreads();
    if (x >= width || y >= height) return;
    float total = 0;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++) total += tile[threadIdx.y + dy][threadIdx.x + dx];
    out[y * width + x] = total;
}
extern "C" __global__ void reduce(const int* in, int* total, int count) {
    __shared__ int part[32];
    int value = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) value += in[i];
    for (int step = 16; step; step >>= 1) value += __shfl_down_sync(0xffffffffu, value, step);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = value;
    __syncthreads();
    if (threadIdx.x < 32) {
        value = threadIdx.x < (blockDim.x >> 5) ? part[threadIdx.x] : 0;
        for (int step = 16; step; step >>= 1) value += __shfl_down_sync(0xffffffffu, value, step);
        if (threadIdx.x == 0) atomicAdd(total, value);
    }
}
__device__ void wait_for_grid(unsigned* barrier) {
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned add = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1, old, now;
        asm volatile("atom.add.acq_rel.gpu.global.u32 %0,[%1],%2;" : "=r"(old) : "l"(barrier), "r"(add) : "memory");
        do {
            asm volatile("ld.acquire.gpu.global.u32 %0,[%1];" : "=r"(now) : "l"(barrier) : "memory");
        } while (((old ^ now) & 0x80000000u) == 0);
    }
    __syncthreads();
}
extern "C" __global__ void reverse(int* data, unsigned* barrier, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int other = i < count ? data[count - 1 - i] : 0;
    wait_for_grid(barrier);
    if (i < count) data[i] = other;
}
__constant__ float factor = 3;
extern "C" __global__ void scale(float* data, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] *= factor;
}
extern "C" __global__ void beyond(float* data, int count) {
    data[threadIdx.x + count] = 1;
}
extern "C" __global__ void sample(unsigned long long texture, float* out, int width) {
    float value;
    asm("{ .reg .f32 g, b, a; tex.2d.v4.f32.f32 {%0, g, b, a}, [%1, {%2, %3}]; }"
        : "=f"(value) : "l"(texture), "f"(threadIdx.x + 0.5f), "f"(blockIdx.x + 0.5f));
    out[blockIdx.x * width + threadIdx.x] = value;
}
"#;

const SOURCE: Source = Source {
    text: TEXT,
    name: "kernels.cu",
    options: &["-std=c++17", "-lineinfo"],
};

/// The libraries to test with; none are skipped aloud.
fn libraries() -> Vec<PathBuf> {
    let Some(paths) = std::env::var_os("QC_TEST_NVRTC") else {
        eprintln!("skipped: QC_TEST_NVRTC does not name a libnvrtc.so");
        return Vec::new();
    };
    std::env::split_paths(&paths).collect()
}

/// Runs a scenario for each NVRTC.
fn with_each(name: &str, body: fn()) -> Vec<Output> {
    let run = |path: PathBuf| {
        let path = path.to_str().expect("a path").to_string();
        scenario(name, &[("QC_TEST_NVRTC", &path)], body)
    };
    libraries().into_iter().filter_map(run).collect()
}

fn nvrtc() -> Nvrtc {
    Nvrtc::load(Some(&libraries()[0])).expect("NVRTC")
}

fn built(context: &Context) -> Built {
    let built = build(context, &nvrtc(), &Cache::off(), &SOURCE);
    built.unwrap_or_else(|error| panic!("{error}"))
}

/// Puts a launch into a stream.
fn launch(built: &Built, name: &str, stream: &Stream, shape: Launch, arguments: &Arguments) {
    let kernel = built.module.function(name).expect("a kernel");
    // SAFETY: the arguments are those of the text above, and the memory outlives the stream's work.
    let launched = unsafe { kernel.launch(stream, &shape, arguments) };
    launched.unwrap_or_else(|error| panic!("{error}"));
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|word| f32::from_ne_bytes(word.try_into().expect("four bytes")))
        .collect()
}

fn memory(context: &Context, values: &[f32]) -> DeviceMemory {
    let memory = context.allocate(4 * values.len()).expect("memory");
    let bytes: Vec<u8> = values
        .iter()
        .flat_map(|value| value.to_ne_bytes())
        .collect();
    memory.write(0, &bytes).expect("written");
    memory
}

fn read(memory: &DeviceMemory) -> Vec<f32> {
    let mut bytes = vec![0; memory.len()];
    memory.read(0, &mut bytes).expect("read");
    floats(&bytes)
}

#[test]
fn vectors_are_added() {
    with_each("compiled::vectors_are_added", || {
        let context = context();
        let built = built(&context);
        assert_eq!(built.target.kind, Kind::Ptx);
        assert_eq!(built.target.architecture, 75);
        let stream = context.stream().expect("a stream");
        let a: Vec<f32> = (0..1000).map(|i| i as f32).collect();
        let b: Vec<f32> = (0..1000).map(|i| 0.5 - 3.0 * i as f32).collect();
        let (left, right, sum) = (
            memory(&context, &a),
            memory(&context, &b),
            memory(&context, &[0.0; 1000]),
        );
        let arguments = Arguments::new()
            .with_address(left.address())
            .with_address(right.address())
            .with_address(sum.address())
            .with(1000i32);
        launch(
            &built,
            "add",
            &stream,
            Launch::linear(1000, 128),
            &arguments,
        );
        stream.synchronize().expect("done");
        let expected: Vec<f32> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
        assert_eq!(read(&sum), expected);
    });
}

#[test]
fn a_stencil_reads_its_neighbours() {
    with_each("compiled::a_stencil_reads_its_neighbours", || {
        let context = context();
        let built = built(&context);
        let stream = context.stream().expect("a stream");
        let (height, width) = (19usize, 45usize);
        let image: Vec<f32> = (0..height * width)
            .map(|i| (i * 7919 % 100) as f32)
            .collect();
        let (from, to) = (
            memory(&context, &image),
            memory(&context, &vec![0.0; height * width]),
        );
        let arguments = Arguments::new()
            .with_address(from.address())
            .with_address(to.address())
            .with(height as i32)
            .with(width as i32);
        let shape = Launch {
            grid: [width.div_ceil(32) as u32, height.div_ceil(8) as u32, 1],
            block: [32, 8, 1],
            dynamic_shared: 0,
            cooperative: false,
        };
        launch(&built, "blur", &stream, shape, &arguments);
        stream.synchronize().expect("done");
        // Sums of nine small whole numbers are exact.
        let at = |y: isize, x: isize| {
            let y = y.clamp(0, height as isize - 1) as usize;
            image[y * width + x.clamp(0, width as isize - 1) as usize]
        };
        let around = |y: isize, x: isize| -> f32 {
            (-1..=1)
                .flat_map(|dy| (-1..=1).map(move |dx| (dy, dx)))
                .map(|(dy, dx)| at(y + dy, x + dx))
                .sum()
        };
        let rows = 0..height as isize;
        let expected: Vec<f32> = rows
            .flat_map(|y| (0..width as isize).map(move |x| (y, x)))
            .map(|(y, x)| around(y, x))
            .collect();
        assert_eq!(read(&to), expected);
    });
}

#[test]
fn a_reduction_adds_everything_once() {
    with_each("compiled::a_reduction_adds_everything_once", || {
        let context = context();
        let built = built(&context);
        let stream = context.stream().expect("a stream");
        let data = context.allocate(4 * 5000).expect("memory");
        data.write(0, &bytes(0..5000)).expect("written");
        let total = context.allocate(4).expect("memory");
        total.fill_words_async(0, 1, 0, &stream).expect("filled");
        let arguments = Arguments::new()
            .with_address(data.address())
            .with_address(total.address())
            .with(5000i32);
        let shape = Launch {
            grid: [5, 1, 1],
            ..Launch::linear(256, 256)
        };
        launch(&built, "reduce", &stream, shape, &arguments);
        stream.synchronize().expect("done");
        let mut result = [0; 4];
        total.read(0, &mut result).expect("read");
        // 0 + 1 + … + 4999
        assert_eq!(i32::from_ne_bytes(result), 4999 * 5000 / 2);
    });
}

#[test]
fn a_grid_waits_as_a_whole() {
    with_each("compiled::a_grid_waits_as_a_whole", || {
        let context = context();
        let built = built(&context);
        let stream = context.stream().expect("a stream");
        let data = context.allocate(4 * 500).expect("memory");
        data.write(0, &bytes(0..500)).expect("written");
        let barrier = context.allocate(4).expect("memory");
        barrier.write(0, &[0; 4]).expect("written");
        let arguments = Arguments::new()
            .with_address(data.address())
            .with_address(barrier.address())
            .with(500i32);
        let shape = Launch {
            cooperative: true,
            ..Launch::linear(500, 64)
        };
        launch(&built, "reverse", &stream, shape, &arguments);
        stream.synchronize().expect("done");
        let mut result = vec![0; 4 * 500];
        data.read(0, &mut result).expect("read");
        assert_eq!(result, bytes((0..500).rev()));
    });
}

#[test]
fn variables_of_a_module_have_addresses() {
    with_each("compiled::variables_of_a_module_have_addresses", || {
        let context = context();
        let built = built(&context);
        let stream = context.stream().expect("a stream");
        let (address, size) = built.module.global("factor").expect("a variable");
        assert!(address != 0 && size == 4);
        let data = memory(&context, &[1.0, 2.0, 3.0]);
        let arguments = Arguments::new().with_address(data.address()).with(3i32);
        launch(&built, "scale", &stream, Launch::linear(3, 32), &arguments);
        stream.synchronize().expect("done");
        assert_eq!(read(&data), [3.0, 6.0, 9.0]);
    });
}

#[test]
fn a_texture_is_read() {
    with_each("compiled::a_texture_is_read", || {
        use nvrtc_bridge::{ArrayShape, Channel, Outside, Sampling};
        let context = context();
        let built = built(&context);
        let stream = context.stream().expect("a stream");
        let shape = ArrayShape {
            width: 8,
            height: 4,
            depth: 0,
            channel: Channel::Float,
            channels: 1,
        };
        let array = context.allocate_array(shape, false).expect("an array");
        let texels: Vec<f32> = (0..32).map(|i| i as f32 * 0.25).collect();
        let bytes: Vec<u8> = texels
            .iter()
            .flat_map(|value| value.to_ne_bytes())
            .collect();
        array.write(&bytes).expect("written");
        let sampling = Sampling {
            outside: [Outside::Clamp; 3],
            linear: false,
            normalised: false,
            integers: false,
        };
        let texture = array.texture(&sampling).expect("a texture");
        // Ten columns and four lines: what lies outside is the last column.
        let out = memory(&context, &[0.0; 40]);
        let arguments = Arguments::new()
            .with(texture.object())
            .with_address(out.address())
            .with(10i32);
        let shape = Launch {
            grid: [4, 1, 1],
            ..Launch::linear(10, 10)
        };
        launch(&built, "sample", &stream, shape, &arguments);
        stream.synchronize().expect("done");
        let expected: Vec<f32> = (0..4)
            .flat_map(|y| (0..10).map(move |x: usize| (y, x.min(7))))
            .map(|(y, x)| texels[y * 8 + x])
            .collect();
        assert_eq!(read(&out), expected);
    });
}

#[test]
fn a_fault_loses_the_context_and_is_told_with_its_line() {
    let outputs = with_each(
        "compiled::a_fault_loses_the_context_and_is_told_with_its_line",
        || {
            let context = context();
            let built = built(&context);
            let stream = context.stream().expect("a stream");
            let event = context.event(false).expect("an event");
            let data = context.allocate(4 * 40).expect("memory");
            let arguments = Arguments::new().with_address(data.address()).with(40i32);
            launch(&built, "beyond", &stream, Launch::linear(1, 1), &arguments);
            let _ = stream.record(&event);
            let error = stream
                .synchronize()
                .expect_err("it writes behind the memory");
            assert!(
                error
                    .to_string()
                    .contains("CUDA_ERROR_ILLEGAL_ADDRESS (700)"),
                "{error}"
            );
            assert!(error.is_lost_context());
            // From here on everything fails the same way, and nothing hangs.
            assert_eq!(
                context.allocate(4).err().and_then(|error| error.code()),
                Some(700)
            );
            assert_eq!(
                event.synchronize().err().and_then(|error| error.code()),
                Some(700)
            );
            assert_eq!(
                context.memory().err().and_then(|error| error.code()),
                Some(700)
            );
        },
    );
    let line = 1 + TEXT
        .lines()
        .position(|line| line.contains("data[threadIdx.x + count] = 1"))
        .expect("the line");
    for output in outputs {
        let told = String::from_utf8_lossy(&output.stderr);
        for part in [
            "beyond",
            &format!("kernels.cu:{line}"),
            "out of bounds",
            "160",
        ] {
            assert!(told.contains(part), "{part} is not in {told}");
        }
    }
}

#[test]
fn kernels_come_from_the_cache_until_the_driver_refuses_them() {
    with_each(
        "compiled::kernels_come_from_the_cache_until_the_driver_refuses_them",
        || {
            let context = context();
            let nvrtc = nvrtc();
            let folder = std::env::temp_dir().join(format!("qc-built-{}", std::process::id()));
            let cache = Cache::in_folder(&folder, 1 << 20);
            let from_cache = |source: &Source| {
                let built = build(&context, &nvrtc, &cache, source)
                    .unwrap_or_else(|error| panic!("{error}"));
                assert!(built.module.function("add").is_ok() && built.not_stored.is_none());
                built.from_cache
            };
            assert!(!from_cache(&SOURCE) && from_cache(&SOURCE));
            let other = Source {
                options: &["-std=c++17"],
                ..SOURCE
            };
            assert!(!from_cache(&other) && from_cache(&other));
            // A damaged entry is compiled once more.
            let entries = || {
                std::fs::read_dir(&folder)
                    .expect("the cache")
                    .map(|entry| entry.expect("an entry").path())
            };
            for path in entries() {
                let mut bytes = std::fs::read(&path).expect("the entry");
                let last = bytes.len() - 1;
                bytes[last] ^= 1;
                std::fs::write(&path, bytes).expect("written");
            }
            assert!(!from_cache(&SOURCE) && from_cache(&SOURCE));
            // A whole entry that the driver refuses, too.
            let recipe = nvrtc_bridge::Recipe {
                text: SOURCE.text,
                options: SOURCE.options,
                architecture: 75,
                kind: Kind::Ptx,
                version: nvrtc.version(),
                identity: nvrtc.identity(),
            };
            cache
                .store(&recipe.key(), b"\x7fELF of another device")
                .expect("stored");
            assert!(!from_cache(&SOURCE) && from_cache(&SOURCE));
            let error = build(
                &context,
                &nvrtc,
                &cache,
                &Source {
                    text: "void f() { x }",
                    ..SOURCE
                },
            );
            assert!(matches!(error.err(), Some(BuildError::Compile(_))));
            std::fs::remove_dir_all(&folder).expect("removed");
        },
    );
}
