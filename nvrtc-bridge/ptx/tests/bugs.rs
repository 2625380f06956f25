//! Kernels with one mistake each, compiled by the real NVRTC: the fault names kind, line and array, whatever the order of threads.

mod common;

use common::Argument::{Int, Pointer};
use common::{Device, pack, ptx, with_nvrtc};
use quasar_ptx::{Fault, FaultKind, Launch, Limits, Object};

/// The array that a fault has to name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Array {
    Parameter(usize),
    Variable(&'static str),
    Shared(&'static str),
    Dynamic,
    Local,
    None,
}

struct Bug {
    name: &'static str,
    /// The kernel is `bug`; lines that may be named end in `// here`.
    text: &'static str,
    grid: u32,
    block: u32,
    kind: FaultKind,
    array: Array,
}

const fn bug(
    name: &'static str,
    grid: u32,
    block: u32,
    kind: FaultKind,
    array: Array,
    text: &'static str,
) -> Bug {
    Bug {
        name,
        text,
        grid,
        block,
        kind,
        array,
    }
}

/// The parameters: `a` has 64 floats, `b` has 64 that nobody wrote, `n` is 64, `u` is one word that is 0.
const HEAD: &str =
    "#define KERNEL extern \"C\" __global__ void bug(float* a, float* b, unsigned* u, int n)\n";

const BUGS: &[Bug] = &[
    bug(
        "a read one behind the end",
        1,
        65,
        FaultKind::OutOfBounds,
        Array::Parameter(0),
        "KERNEL {\n float v = *(volatile float*)&a[threadIdx.x]; // here\n if (threadIdx.x < 64) b[threadIdx.x] = v; }",
    ),
    bug(
        "a write one behind the end",
        1,
        65,
        FaultKind::OutOfBounds,
        Array::Parameter(1),
        "KERNEL {\n b[threadIdx.x] = 1; // here\n}",
    ),
    bug(
        "an index of -1",
        1,
        1,
        FaultKind::OutOfBounds,
        Array::Parameter(0),
        "KERNEL {\n b[0] = a[(int)threadIdx.x - n / 64]; // here\n}",
    ),
    bug(
        "an index far away",
        1,
        1,
        FaultKind::OutOfBounds,
        Array::Parameter(0),
        "KERNEL {\n a[n * 100] = 1; // here\n}",
    ),
    bug(
        "a null pointer",
        1,
        1,
        FaultKind::OutOfBounds,
        Array::None,
        "KERNEL { float* p = (float*)(unsigned long long)(n - 64);\n p[0] = 1; // here\n}",
    ),
    bug(
        "an atomic behind the end",
        1,
        1,
        FaultKind::OutOfBounds,
        Array::Parameter(2),
        "KERNEL {\n atomicAdd(&u[n], 1u); // here\n}",
    ),
    bug(
        "a shared array behind its end",
        1,
        32,
        FaultKind::OutOfBounds,
        Array::Shared("tile"),
        "KERNEL { __shared__ float tile[32]; __shared__ float other[32];\n tile[threadIdx.x + n / 64] = 1; // here\n other[threadIdx.x] = 1; __syncthreads(); b[threadIdx.x] = tile[31 - threadIdx.x] + other[31 - threadIdx.x]; }",
    ),
    bug(
        "dynamic shared memory behind its end",
        1,
        32,
        FaultKind::OutOfBounds,
        Array::Dynamic,
        "KERNEL { extern __shared__ float sm[];\n sm[threadIdx.x + n] = 1; // here\n}",
    ),
    bug(
        "a local array behind its end",
        1,
        1,
        FaultKind::OutOfBounds,
        Array::Local,
        "KERNEL { float t[8]; for (int i = 0; i < 8; i++) t[i] = a[i];\n t[n] = 3; // here\n for (int i = 0; i < 8; i++) b[i] = t[(i * n + 1) & 7]; }",
    ),
    bug(
        "a variable of the module behind its end",
        1,
        1,
        FaultKind::OutOfBounds,
        Array::Variable("table"),
        "__device__ int table[4]; KERNEL {\n table[n] = 1; // here\n}",
    ),
    bug(
        "a constant array behind its end",
        1,
        1,
        FaultKind::OutOfBounds,
        Array::Variable("mask"),
        "__constant__ float mask[4]; KERNEL {\n b[0] = mask[n]; // here\n}",
    ),
    bug(
        "a vector that is not aligned",
        1,
        1,
        FaultKind::Misaligned,
        Array::Parameter(0),
        "KERNEL {\n float4 v = *(float4*)(a + n / 64); // here\n b[0] = v.x + v.w; }",
    ),
    bug(
        "a word that is not aligned",
        1,
        1,
        FaultKind::Misaligned,
        Array::Parameter(0),
        "KERNEL {\n *(float*)((char*)a + n / 32) = 1; // here\n}",
    ),
    bug(
        "a shared word that is not aligned",
        1,
        1,
        FaultKind::Misaligned,
        Array::Shared("t"),
        "KERNEL { __shared__ float t[8];\n *(volatile float*)((char*)t + n / 64) = 1; // here\n}",
    ),
    bug(
        "a read of an array that nobody wrote",
        1,
        1,
        FaultKind::Poison,
        Array::Parameter(1),
        "KERNEL {\n a[0] = b[3]; // here\n}",
    ),
    bug(
        "a shared array that nobody wrote",
        1,
        32,
        FaultKind::Poison,
        Array::Shared("t"),
        "KERNEL { __shared__ float t[33]; t[threadIdx.x] = 1; __syncthreads();\n b[threadIdx.x] = t[threadIdx.x + 1]; // here\n}",
    ),
    bug(
        "a local array that nobody wrote",
        1,
        1,
        FaultKind::Poison,
        Array::Local,
        "KERNEL { float t[8]; for (int i = 0; i < n / 16; i++) t[i * 2] = a[i];\n b[0] = t[n / 64]; // here\n}",
    ),
    bug(
        "an atomic on what nobody wrote",
        1,
        1,
        FaultKind::Poison,
        Array::Parameter(1),
        "KERNEL {\n atomicAdd(b, 1.f); // here\n}",
    ),
    bug(
        "a sum in a shared variable without a start",
        1,
        32,
        FaultKind::Poison,
        Array::Shared("sum"),
        "KERNEL { __shared__ int sum;\n atomicAdd(&sum, 1); // here\n __syncthreads(); if (threadIdx.x == 0) b[0] = sum; }",
    ),
    bug(
        "a missing barrier between write and read",
        1,
        64,
        FaultKind::RaceShared,
        Array::Shared("t"),
        "KERNEL { __shared__ float t[64];\n t[63 - threadIdx.x] = 0;\n __syncthreads();\n t[threadIdx.x] = a[threadIdx.x]; // here\n b[threadIdx.x] = t[63 - threadIdx.x]; // here\n}",
    ),
    bug(
        "a missing barrier in the loop of a reduction",
        1,
        64,
        FaultKind::RaceShared,
        Array::Shared("t"),
        "KERNEL { __shared__ float t[64]; t[threadIdx.x] = a[threadIdx.x]; __syncthreads();\n for (int s = n / 2; s > 0; s /= 2) {\n if (threadIdx.x < s) t[threadIdx.x] += t[threadIdx.x + s]; // here\n }\n if (threadIdx.x == 0) b[0] = t[0]; }",
    ),
    bug(
        "a missing barrier before the array is used again",
        1,
        64,
        FaultKind::RaceShared,
        Array::Shared("t"),
        "KERNEL { __shared__ float t[64]; for (int r = 0; r < n / 32; r++) {\n t[threadIdx.x] = a[threadIdx.x] + r; // here\n __syncthreads();\n b[threadIdx.x] = t[63 - threadIdx.x]; // here\n } }",
    ),
    bug(
        "two threads that write different values",
        1,
        64,
        FaultKind::RaceShared,
        Array::Shared("t"),
        "KERNEL { __shared__ float t[32];\n t[threadIdx.x / 2] = a[threadIdx.x]; // here\n __syncthreads(); b[threadIdx.x] = t[threadIdx.x / 2]; }",
    ),
    bug(
        "a count without an atomic",
        1,
        64,
        FaultKind::RaceShared,
        Array::Shared("count"),
        "KERNEL { __shared__ int count; if (threadIdx.x == 0) count = 0; __syncthreads();\n count = count + 1; // here\n __syncthreads(); if (threadIdx.x == 0) b[0] = count; }",
    ),
    bug(
        "warp code without a barrier of the warp",
        1,
        32,
        FaultKind::RaceShared,
        Array::Shared("t"),
        "KERNEL { __shared__ volatile float t[32]; float* p = (float*)t; p[threadIdx.x] = a[threadIdx.x]; __syncwarp();\n float v = p[31 - threadIdx.x]; // here\n p[threadIdx.x] = v; // here\n __syncwarp(); b[threadIdx.x] = p[threadIdx.x]; }",
    ),
    bug(
        "dynamic shared memory without a barrier",
        1,
        64,
        FaultKind::RaceShared,
        Array::Dynamic,
        "KERNEL { extern __shared__ float sm[];\n if (threadIdx.x < 16) { sm[threadIdx.x] = a[threadIdx.x]; } // here\n if (threadIdx.x == 40) sm[3] = 7; // here\n __syncthreads(); b[threadIdx.x] = sm[threadIdx.x & 15]; }",
    ),
    bug(
        "a plain read beside atomics in shared memory",
        1,
        64,
        FaultKind::RaceShared,
        Array::Shared("sum"),
        "KERNEL { __shared__ int sum; if (threadIdx.x == 0) sum = 0; __syncthreads();\n atomicAdd(&sum, 1); // here\n if (threadIdx.x == 5) b[0] = sum; // here\n}",
    ),
    bug(
        "blocks that read each other's results",
        4,
        16,
        FaultKind::RaceGlobal,
        Array::Parameter(0),
        "KERNEL { int i = blockIdx.x * blockDim.x + threadIdx.x;\n a[i] = i; // here\n __syncthreads();\n b[i] = a[(i + 16) & 63]; // here\n}",
    ),
    bug(
        "a stencil in place",
        2,
        32,
        FaultKind::RaceGlobal,
        Array::Parameter(0),
        "KERNEL { int i = blockIdx.x * blockDim.x + threadIdx.x;\n float v = a[(i + 1) & 63]; // here\n a[i] = v + 1; // here\n}",
    ),
    bug(
        "a sum without an atomic",
        2,
        32,
        FaultKind::RaceGlobal,
        Array::Parameter(0),
        "KERNEL {\n a[0] = a[0] + 1; // here\n}",
    ),
    bug(
        "a scatter to equal places",
        1,
        64,
        FaultKind::RaceGlobal,
        Array::Parameter(1),
        "KERNEL {\n b[threadIdx.x / 4] = threadIdx.x; // here\n}",
    ),
    bug(
        "a producer that writes behind its arrival",
        1,
        64,
        FaultKind::RaceShared,
        Array::Shared("t"),
        "KERNEL { __shared__ volatile float t[64]; float* p = (float*)t;\n if (threadIdx.x < 32) { p[threadIdx.x] = 1; asm volatile(\"barrier.arrive 1, 64;\" ::: \"memory\");\n p[threadIdx.x] = 2; } // here\n else { asm volatile(\"barrier.sync 1, 64;\" ::: \"memory\");\n b[threadIdx.x] = p[threadIdx.x - 32]; } // here\n}",
    ),
    bug(
        "a flag without a fence",
        2,
        1,
        FaultKind::RaceGlobal,
        Array::Parameter(0),
        "KERNEL {\n if (blockIdx.x == 0) { a[5] = 7; // here\n atomicExch(u, 1u); }\n else { while (*(volatile unsigned*)u == 0) { }\n b[0] = a[5]; // here\n } }",
    ),
    bug(
        "a flag with a fence of the writer alone",
        2,
        1,
        FaultKind::RaceGlobal,
        Array::Parameter(0),
        "KERNEL {\n if (blockIdx.x == 0) { a[5] = 7; // here\n __threadfence(); atomicExch(u, 1u); }\n else { while (*(volatile unsigned*)u == 0) { }\n b[0] = a[5]; // here\n } }",
    ),
    bug(
        "a barrier in one branch and one in the other",
        1,
        32,
        FaultKind::DivergentBarrier,
        Array::None,
        "KERNEL {\n if (threadIdx.x < 16) { b[threadIdx.x] = 1; __syncthreads(); // here\n b[threadIdx.x] += 1; }\n else { a[threadIdx.x] = 1; __syncthreads(); // here\n a[threadIdx.x] = 2; } }",
    ),
    bug(
        "a barrier in a loop of different length",
        1,
        64,
        FaultKind::DivergentBarrier,
        Array::None,
        "KERNEL { for (int i = 0; i < (int)threadIdx.x / 32 + 1; i++) {\n __syncthreads(); // here\n b[threadIdx.x] = i; }\n __syncthreads(); // here\n a[threadIdx.x] = b[threadIdx.x]; }",
    ),
    bug(
        "barriers of different numbers",
        1,
        64,
        FaultKind::DivergentBarrier,
        Array::None,
        "KERNEL {\n if (threadIdx.x < 32) { asm volatile(\"barrier.sync 1, 64;\"); } // here\n else { asm volatile(\"barrier.sync 2, 64;\"); } // here\n}",
    ),
    bug(
        "a shuffle that half of the warp misses",
        1,
        32,
        FaultKind::Deadlock,
        Array::None,
        "KERNEL { float v = a[threadIdx.x];\n if (threadIdx.x < 16) b[threadIdx.x] = __shfl_xor_sync(0xffffffffu, v, 1); // here\n else __syncthreads();\n}",
    ),
    bug(
        "a thread outside of its own mask",
        1,
        32,
        FaultKind::Deadlock,
        Array::None,
        "KERNEL {\n b[threadIdx.x] = __shfl_sync(0xffffu, a[threadIdx.x], 0); // here\n}",
    ),
    bug(
        "a wait for a flag that nobody sets",
        1,
        1,
        FaultKind::InstructionLimit,
        Array::None,
        "KERNEL { asm volatile(\"// start\");\n while (*(volatile unsigned*)u == 0) { } // here\n b[0] = 1; }",
    ),
    bug(
        "a trap",
        1,
        1,
        FaultKind::Trap,
        Array::None,
        "KERNEL {\n if (a[3] > 0) __trap(); // here\n}",
    ),
    bug(
        "an assertion",
        1,
        1,
        FaultKind::Assert,
        Array::None,
        "extern \"C\" __device__ void __assertfail(const char*, const char*, unsigned, const char*, size_t); KERNEL {\n if (n > 3) __assertfail(\"n <= 3\", \"bug.cu\", 3, \"bug\", 1); // here\n}",
    ),
    bug(
        "freed memory of the kernel's heap",
        1,
        1,
        FaultKind::UseAfterFree,
        Array::None,
        "KERNEL { int* p = (int*)malloc(n); *(volatile int*)p = 3; free(p);\n b[0] = *(volatile int*)p; // here\n}",
    ),
    bug(
        "memory that is freed twice",
        1,
        1,
        FaultKind::UseAfterFree,
        Array::None,
        "KERNEL { int* p = (int*)malloc(n); *(volatile int*)p = n; free(p);\n free(p); // here\n}",
    ),
    bug(
        "memory of the host that a kernel frees",
        1,
        1,
        FaultKind::InvalidFree,
        Array::None,
        "KERNEL {\n free(a); // here\n}",
    ),
    bug(
        "a function pointer that is none",
        1,
        1,
        FaultKind::InvalidCall,
        Array::None,
        "KERNEL { void (*f)(int) = (void (*)(int))(unsigned long long)n;\n f(1); // here\n}",
    ),
    bug(
        "recursion without an end",
        1,
        1,
        FaultKind::InvalidCall,
        Array::None,
        "__device__ __noinline__ int down(int n) {\n return n == -1 ? 0 : (down(n + 1) * 3) ^ n; // here\n} KERNEL { b[0] = down(n); }",
    ),
    bug(
        "an instruction that is not there yet",
        1,
        1,
        FaultKind::UnsupportedInstruction,
        Array::None,
        "KERNEL { unsigned m, d = n;\n asm volatile(\"bmsk.wrap.b32 %0, %1, 3;\" : \"=r\"(m) : \"r\"(d)); // here\n b[0] = m; }",
    ),
    bug(
        "a texture that does not exist",
        1,
        1,
        FaultKind::InvalidTexture,
        Array::None,
        "KERNEL {\n b[0] = tex2D<float>((cudaTextureObject_t)n, 0.5f, 0.5f); // here\n}",
    ),
];

const SEEDS: std::ops::Range<u64> = 0..5;

/// Lines of a text that may be named.
fn marked(text: &str) -> Vec<u32> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| line.ends_with("// here"))
        .map(|(index, _)| index as u32 + 1)
        .collect()
}

fn run(text: &str, bug: &Bug, seed: u64) -> Option<Fault> {
    let mut device = Device::new(text);
    let a = device.floats(&(0..64).map(|index| index as f32).collect::<Vec<_>>());
    let b = device.blank(64);
    let u = device.words(&[0]);
    let parameters = pack(&[Pointer(a), Pointer(b), Pointer(u), Int(64)]);
    let limits = Limits {
        instructions: 1 << 20,
        ..Limits::default()
    };
    let launch = Launch {
        seed,
        limits,
        dynamic_shared: 64,
        ..Launch::new("bug", [bug.grid, 1, 1], [bug.block, 1, 1], &parameters)
    };
    launch.run(&device.loaded, &mut device.memory).err()
}

fn array_of(fault: &Fault) -> Array {
    match &fault.object {
        Some(Object::Allocation {
            name: Some(name), ..
        }) => Array::Variable(leak(name)),
        Some(Object::Allocation {
            parameter: Some(number),
            ..
        }) => Array::Parameter(*number),
        Some(Object::Shared(name)) => Array::Shared(leak(name)),
        Some(Object::DynamicShared) => Array::Dynamic,
        Some(Object::Local) => Array::Local,
        Some(Object::Allocation { .. } | Object::Parameters) | None => Array::None,
    }
}

fn leak(name: &str) -> &'static str {
    Box::leak(name.to_string().into_boxed_str())
}

#[test]
fn every_seeded_bug_is_named() {
    assert!(BUGS.len() >= 30);
    with_nvrtc(|nvrtc| {
        let mut wrong = Vec::new();
        for bug in BUGS {
            let source = format!("{HEAD}{}", bug.text);
            let lines = marked(&source);
            assert!(!lines.is_empty(), "{} has no marked line", bug.name);
            let text = ptx(nvrtc, &source);
            for seed in SEEDS {
                let Some(fault) = run(&text, bug, seed) else {
                    wrong.push(format!("{} (seed {seed}): nothing was found", bug.name));
                    break;
                };
                let line = fault.source.as_ref().map_or(0, |(_, line)| *line);
                // A null pointer has no array: whatever is nearest may be told.
                let array = bug.array == Array::None || array_of(&fault) == bug.array;
                if fault.kind != bug.kind || !lines.contains(&line) || !array {
                    wrong.push(format!("{} (seed {seed}): {fault}", bug.name));
                    break;
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

#[test]
fn a_fault_is_one_readable_line() {
    with_nvrtc(|nvrtc| {
        let bug = &BUGS[0];
        let fault = run(&ptx(nvrtc, &format!("{HEAD}{}", bug.text)), bug, 1).expect("a fault");
        let text = fault.to_string();
        assert!(
            text.starts_with("access out of bounds: a read of 4 bytes at 0x"),
            "{text}"
        );
        assert!(
            text.contains("the array of parameter 0 (256 bytes at 0x"),
            "{text}"
        );
        assert!(
            text.contains("thread (64, 0, 0) of block (0, 0, 0) in kernel `bug`"),
            "{text}"
        );
        assert!(text.contains("kernel.cu:3 (PTX line "), "{text}");
        assert_eq!(text.lines().count(), 1);
    });
}
