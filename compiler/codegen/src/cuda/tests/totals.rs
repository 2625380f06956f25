//! Totals of blocks with many threads: the text runs with a thread of the host for each of its own.
//!
//! *Invariant:* all sums are of whole numbers that every type holds exactly, but where only equal bits of two runs are asked for.

use super::cases::Case;
use super::emulated::{compiled_with_threads, emulated, interpreted, program_of};
use crate::base::Id;
use crate::builtins::profile::{KernelAttribute, KernelProfile, PropertyValue};
use crate::cuda;
use crate::machine::gpu::SHARED_MEMORY;
use crate::mir::*;
use crate::opt::gpu::totals::shared_bytes;
use libloading::Library;

/// What fills shared memory that nobody may touch.
const UNTOUCHED: u8 = 0xa5;
/// Bytes that the four threads of the emulation take which combine what the blocks have put down.
const COMBINED: usize = 4 * 8;

/// A kernel with one accumulator for each type. Number `k` gets `scale*(p*(k+1) + k)` at position `p`.
fn kernel(name: &str, tys: &[Ty], scale: f64, positions: &[i32]) -> FunctionBuilder {
    let rank = positions.len();
    let mut b = FunctionBuilder::kernel(name, rank, KernelOrigin::Written, Loc::from_index(1));
    for (k, &ty) in tys.iter().enumerate() {
        let op = operation(k);
        let local = b.accumulator(ty, &format!("a{k}"), op);
        let mut at = b.position()[0];
        for (axis, &extent) in positions.iter().enumerate().skip(1) {
            let (extent, along) = (b.int(extent), b.position()[axis]);
            let row = b.binary(BinaryOp::Mul, at, extent);
            at = b.binary(BinaryOp::Add, row, along);
        }
        let wide = b.convert(at, ty);
        let (slope, start) = (b.number(ty, (k + 1) as f64), b.number(ty, k as f64));
        let product = b.binary(BinaryOp::Mul, wide, slope);
        let mut value = b.binary(BinaryOp::Add, product, start);
        if ty.is_float() {
            let scale = b.number(ty, scale);
            value = b.binary(BinaryOp::Mul, value, scale);
        }
        let before = b.get(local);
        let binary = match op {
            AccumulatorOp::Min => BinaryOp::Min,
            AccumulatorOp::Max => BinaryOp::Max,
            _add => BinaryOp::Add,
        };
        let after = b.binary(binary, value, before);
        b.set(local, after);
    }
    b
}

/// Sums, with a minimum and a maximum among them.
fn operation(k: usize) -> AccumulatorOp {
    match k % 4 {
        1 => AccumulatorOp::Min,
        2 => AccumulatorOp::Max,
        _add => AccumulatorOp::Add,
    }
}

fn case(builder: FunctionBuilder, name: &str, positions: &[i32], numbers: &[i32]) -> Case {
    Case {
        name: name.to_string(),
        kernel: builder.finish(),
        extents: positions.to_vec(),
        arrays: Vec::new(),
        numbers: numbers.iter().map(|&number| Const::I32(number)).collect(),
    }
}

fn plain(name: &str, tys: &[Ty], positions: &[i32]) -> Case {
    case(kernel(name, tys, 1.0, positions), name, positions, &[])
}

/// A kernel whose threads meet: it takes the extents of the launch and those of a block.
fn group(name: &str, tys: &[Ty], positions: &[i32], block: &[i32]) -> Case {
    let mut b = kernel(name, tys, 1.0, positions);
    let count = positions.len() + block.len();
    (0..count).for_each(|number| {
        b.param(Ty::I32, &format!("extent{number}"));
    });
    b.set_group(GroupData {
        grid: 0,
        shared: Vec::new(),
    });
    b.emit(Op::Together(Together::Barrier(BarrierScope::Block)), &[]);
    let numbers: Vec<i32> = positions.iter().chain(block).copied().collect();
    case(b, name, positions, &numbers)
}

/// A kernel that asks for an algorithm for some of its accumulators.
fn asking(name: &str, tys: &[Ty], asked: &[(usize, &str)]) -> Case {
    let mut b = kernel(name, tys, 1.0, &[300]);
    let attribute = |&(number, algorithm): &(usize, &str)| KernelAttribute {
        name: "kernel_accumulator".to_string(),
        properties: vec![
            (
                "name".to_string(),
                PropertyValue::Written(format!("a{number}")),
            ),
            (
                "algorithm".to_string(),
                PropertyValue::Text(algorithm.to_string()),
            ),
        ],
        guards: Vec::new(),
        span: crate::mir::testing::nowhere().span,
    };
    b.set_profile(KernelProfile {
        attributes: asked.iter().map(attribute).collect(),
        ..KernelProfile::default()
    });
    case(b, name, &[300], &[])
}

const MIXED: [Ty; 8] = [
    Ty::I32,
    Ty::I64,
    Ty::F64,
    Ty::F32,
    Ty::F32,
    Ty::I64,
    Ty::I32,
    Ty::I32,
];

/// Runs a case and tells its totals; no thread touches more shared memory than the launches asked for.
fn run(
    library: &Library,
    number: usize,
    case: &Case,
    grid: [u32; 3],
    block: [u32; 3],
) -> Vec<String> {
    let used = shared_bytes(&case.kernel) * block.iter().product::<u32>() as usize;
    let used = used.max(COMBINED);
    // SAFETY: the emulation has this function, and so many bytes of shared memory, which nobody uses now.
    let memory = unsafe {
        let get = library.get::<unsafe extern "C" fn() -> *mut u8>("shared_memory");
        std::slice::from_raw_parts_mut(get.expect("the emulation")(), SHARED_MEMORY)
    };
    memory.fill(UNTOUCHED);
    let (totals, error) = emulated(library, number, case, grid, block);
    assert_eq!(error.status, 0, "{}", case.name);
    assert!(used <= SHARED_MEMORY, "{}", case.name);
    let is_clean = memory[used..].iter().all(|&byte| byte == UNTOUCHED);
    assert!(is_clean, "{} takes more shared memory", case.name);
    totals
}

fn numbers(totals: &[String]) -> Vec<f64> {
    let number = |text: &String| text.parse().expect("a number");
    totals.iter().map(number).collect()
}

fn compare(cases: &[Case], name: &str, shapes: &[([u32; 3], [u32; 3])]) {
    let Some(library) = compiled_with_threads(cases, name) else {
        return;
    };
    for (number, case) in cases.iter().enumerate() {
        let expected = numbers(&interpreted(case));
        for &(grid, block) in shapes {
            let found = numbers(&run(&library, number, case, grid, block));
            assert_eq!(found, expected, "{} with {grid:?} {block:?}", case.name);
        }
    }
}

/// 48 bytes for each of 1024 threads are 48 KiB: 12 numbers of 4 bytes, 6 of 8 bytes.
#[test]
fn shared_memory_is_computed_from_the_types_up_to_its_limit() {
    let bytes = |tys: &[Ty]| shared_bytes(&plain("k", tys, &[8]).kernel);
    assert_eq!(bytes(&[]), 0);
    assert_eq!(bytes(&[Ty::F32]), 4);
    assert_eq!(bytes(&MIXED), 5 * 4 + 3 * 8);
    assert_eq!(bytes(&[Ty::F32; 12]), 48);
    assert_eq!(bytes(&[Ty::F32; 13]), 0);
    assert_eq!(bytes(&[Ty::I64; 6]), 48);
    assert_eq!(bytes(&[Ty::F64; 7]), 0);
    assert_eq!(bytes(&[Ty::I32; 40]), 0);
}

#[test]
fn each_accumulator_may_have_its_algorithm() {
    let bytes = |count: usize, asked: &[(usize, &str)]| {
        shared_bytes(&asking("k", &vec![Ty::F32; count], asked).kernel)
    };
    assert_eq!(bytes(3, &[(1, "warpshuffle")]), 8);
    assert_eq!(bytes(3, &[(1, "warpshuffle"), (2, "atomicop")]), 4);
    assert_eq!(bytes(13, &[(12, "warpshuffle")]), 48);
    assert_eq!(bytes(40, &[(3, "sharedmemory"), (9, "default")]), 4);
    let all: Vec<_> = (0..13).map(|number| (number, "sharedmemory")).collect();
    assert_eq!(bytes(13, &all), 0);
}

#[test]
fn blocks_of_whole_warps_give_the_totals() {
    let cases = [
        plain("trees", &MIXED, &[300]),
        plain("planes", &[Ty::I32, Ty::F64], &[7, 40]),
        plain("most", &[Ty::F32; 12], &[300]),
        plain("shuffles", &[Ty::F32; 13], &[300]),
        plain("doubles", &[Ty::F64; 7], &[300]),
        asking(
            "asking",
            &MIXED,
            &[
                (0, "atomicop"),
                (1, "warpshuffle"),
                (2, "atomicop"),
                (3, "atomicop"),
            ],
        ),
    ];
    let shapes = [
        ([1, 1, 1], [1, 1, 1]),
        ([3, 1, 1], [32, 1, 1]),
        ([2, 1, 1], [96, 1, 1]),
        ([1, 1, 1], [256, 1, 1]),
    ];
    compare(&cases, "totals", &shapes);
}

#[test]
fn threads_outside_of_a_launch_are_not_waited_for() {
    let line = [
        group("line", &MIXED, &[70], &[32]),
        group("line_shuffled", &[Ty::I32; 13], &[70], &[32]),
    ];
    compare(&line, "lines", &[([3, 1, 1], [32, 1, 1])]);
    let plane = [
        group("plane", &MIXED, &[5, 11], &[4, 8]),
        group("plane_shuffled", &[Ty::I32; 13], &[5, 11], &[4, 8]),
    ];
    compare(&plane, "planes", &[([2, 2, 1], [8, 4, 1])]);
    let odd = [
        group("odd", &MIXED, &[5, 17], &[3, 15]),
        group("odd_shuffled", &[Ty::I32; 13], &[5, 17], &[3, 15]),
    ];
    compare(&odd, "odd", &[([2, 2, 1], [15, 3, 1])]);
}

#[test]
fn sums_of_floats_have_the_same_bits_in_every_run() {
    let positions = [997];
    let cases = [3, 14].map(|count| {
        let b = kernel("tenths", &vec![Ty::F32; count], 0.1, &positions);
        case(b, "tenths", &positions, &[])
    });
    let Some(library) = compiled_with_threads(&cases, "bits") else {
        return;
    };
    for (number, case) in cases.iter().enumerate() {
        let once = run(&library, number, case, [3, 1, 1], [64, 1, 1]);
        for _round in 0..5 {
            let again = run(&library, number, case, [3, 1, 1], [64, 1, 1]);
            assert_eq!(again, once);
        }
    }
}

#[test]
fn a_tree_reads_like_its_source() {
    let case = plain("pair", &[Ty::F32, Ty::I64], &[8]);
    let text = cuda::module(
        &program_of(std::slice::from_ref(&case)),
        cuda::TextStyle::Readable(None),
        cuda::Arithmetic::EXACT,
    );
    let expected =
        "    // The totals of the block: 12 bytes of shared memory for each thread, at most 12288.
    {
        const q_team team = q_whole_block();
        long long* const a1_all = (long long*)(q_shared_memory + 0 * team.threads);
        float* const a0_all = (float*)(q_shared_memory + 8 * team.threads);
        a1_all[team.thread] = a1;
        a0_all[team.thread] = a0;
        for (int half = q_upper_half(team.threads); half > 0; half >>= 1) {
            __syncthreads();
            const int other = team.thread + half;
            if (team.thread < half && other < team.threads) {
                a1_all[team.thread] = q_min(a1_all[other], a1_all[team.thread]);
                a0_all[team.thread] = a0_all[team.thread] + a0_all[other];
            }
        }
        q_put_partial(launch.partials, 1, a1_all[team.thread]);
        q_put_partial(launch.partials, 0, a0_all[team.thread]);
    }
";
    assert!(text.contains(expected), "{text}");
}
