//! Runs the text on the host and compares it with the interpreter, bit for bit.

use super::cases::{self, Case};
use crate::base::{FileId, Id, Span};
use crate::builtins::profile::{KernelAttribute, PropertyValue};
use crate::cuda;
use crate::mir::interpret::{self, Order};
use crate::mir::*;
use libloading::Library;
use quasar_abi::{DeviceArray, DeviceError, DeviceLaunch};
use std::ffi::c_void;
use std::path::PathBuf;
use std::process::Command;

/// A program of these kernels, in order; its entry does nothing.
pub fn program_of(cases: &[Case]) -> Program {
    let mut builder = ProgramBuilder::new(crate::mir::testing::nowhere());
    builder.location(crate::mir::testing::location(1));
    for case in cases {
        builder.add(case.kernel.clone());
    }
    let mut entry = FunctionBuilder::host("main", Vec::new(), Loc::from_index(0));
    entry.return_(&[]);
    let entry = builder.add(entry.finish());
    builder.finish(entry)
}

/// The number that a test array has at a position, for all engines.
fn element(kind: ElemKind, position: usize, array: usize) -> f64 {
    let small = ((position * 7 + array * 13) % 23) as f64 - 5.0;
    let special = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -0.0,
        3.0e9,
        -3.0e9,
        0.5,
        -2.5,
        1e-40,
        87.5,
    ];
    match kind {
        ElemKind::F16 | ElemKind::F32 | ElemKind::F64 => match position % 24 {
            at @ 14..24 => special[at - 14],
            _ => small * 0.37,
        },
        ElemKind::C32 | ElemKind::C64 => small * 0.37 + 0.1,
        ElemKind::I32 | ElemKind::I64 => match position % 24 {
            20 => f64::from(i32::MIN),
            21 => f64::from(i32::MAX),
            _ => small,
        },
        ElemKind::U8 | ElemKind::U16 | ElemKind::U32 | ElemKind::U64 => small.abs(),
        _ => small,
    }
}

/// What the interpreter gives: the elements of all arrays and the totals, one number a line.
pub fn interpreted(case: &Case) -> Vec<String> {
    let mut builder = ProgramBuilder::new(crate::mir::testing::nowhere());
    builder.location(crate::mir::testing::location(1));
    let kernel = builder.add(case.kernel.clone());
    let mut b = FunctionBuilder::host("main", Vec::new(), Loc::from_index(1));
    let arrays: Vec<Value> = case
        .arrays
        .iter()
        .enumerate()
        .map(|(number, (kind, shape))| filled(&mut b, *kind, shape, number))
        .collect();
    let mut args = arrays.clone();
    args.extend(case.numbers.iter().map(|&number| b.constant(number)));
    let extents = case.extents.iter().map(|&extent| b.int(extent)).collect();
    let totals = b.launch(
        Launch {
            kernel,
            extents,
            args,
            serial: false,
        },
        &accumulator_tys(case),
    );
    for (array, (_, shape)) in arrays.into_iter().zip(&case.arrays) {
        print_elements(&mut b, array, shape.iter().product());
    }
    for total in totals {
        b.runtime(RtFn::print, &[], &[ListEntry::Value(total)]);
    }
    b.return_(&[]);
    let entry = builder.add(b.finish());
    let program = builder.finish(entry);
    let options = interpret::Options {
        order: Order::RowMajor,
        depth_limit: 10,
        counted: false,
    };
    let outcome = interpret::execute(&program, options);
    assert_eq!(outcome.failure, None, "{}", case.name);
    outcome.output.lines().map(str::to_string).collect()
}

fn accumulator_tys(case: &Case) -> Vec<Ty> {
    let FuncKind::Kernel(data) = &case.kernel.kind else {
        panic!("a kernel");
    };
    data.accumulators
        .iter()
        .map(|one| case.kernel.locals[one.local].ty)
        .collect()
}

fn filled(b: &mut FunctionBuilder, kind: ElemKind, shape: &[i32], number: usize) -> Value {
    let dims: Vec<Value> = shape.iter().map(|&extent| b.int(extent)).collect();
    let array = b.new_array(kind, &dims, Fill::Zeros);
    let tys = kind.access_tys();
    for position in 0..shape.iter().product::<i32>() as usize {
        let index = vec![b.int(position as i32)];
        let values: Vec<Value> = tys
            .iter()
            .enumerate()
            .map(|(part, &ty)| b.number(ty, element(kind, position, number + part)))
            .collect();
        b.store(
            Access {
                array,
                index,
                mode: AccessMode::Checked,
                name: None,
            },
            &values,
        );
    }
    array
}

fn print_elements(b: &mut FunctionBuilder, array: Value, count: i32) {
    let range = LoopRange {
        start: b.int(0),
        step: b.int(1),
        stop: b.int(count - 1),
    };
    b.for_(range, |b, _, index| {
        let access = Access {
            array,
            index: vec![index],
            mode: AccessMode::Checked,
            name: None,
        };
        for value in b.load(access) {
            b.runtime(RtFn::print, &[], &[ListEntry::Value(value)]);
        }
    });
}

// ---- The text on the host ----------------------------------------------------------------------------------------------------------

/// The text with an entry for each kernel that takes pointers to the arguments, as the driver's launch does.
fn host_text(cases: &[Case]) -> String {
    let program = program_of(cases);
    let mut text = format!(
        "#include \"emulation.h\"\n{}",
        cuda::module(
            &program,
            cuda::TextStyle::Readable(None),
            cuda::Arithmetic::EXACT
        )
    );
    for (number, case) in cases.iter().enumerate() {
        let symbol = cuda::symbol(&program, FuncId::from_index(number));
        let mut args = vec!["*(qc_launch*)args[0]".to_string()];
        for (at, &param) in case.kernel.params.iter().enumerate() {
            let ty = match case.kernel.locals[param].ty {
                Ty::Array(_) => "qc_array",
                other => cuda::types::register(other),
            };
            args.push(format!("*({ty}*)args[{}]", at + 1));
        }
        text.push_str(&format!(
            "extern \"C\" void run_{number}(const unsigned int* grid, const unsigned int* block, void** args) {{ q_emulate(grid, block, [&]() {{ {symbol}({}); }}); }}\n",
            args.join(", ")
        ));
        if !accumulator_tys(case).is_empty() {
            text.push_str(&format!(
                "extern \"C\" void total_{number}(const unsigned long long* partials, int blocks, unsigned long long* totals) {{ q_combine([&]() {{ {symbol}_total(partials, blocks, totals); }}); }}\n"
            ));
        }
    }
    text
}

/// Compiles the text of the cases, for threads that wait for each other; nothing when there is no compiler.
pub fn compiled_with_threads(cases: &[Case], name: &str) -> Option<Library> {
    build(&format!("#define QC_THREADS\n{}", host_text(cases)), name)
}

/// Compiles the text of the cases; nothing when there is no compiler.
fn compiled(cases: &[Case], name: &str) -> Option<Library> {
    build(&host_text(cases), name)
}

/// Compiles a text with the host's compiler; nothing when there is none.
pub fn build(text: &str, name: &str) -> Option<Library> {
    let folder = std::env::temp_dir().join(format!("qc-cuda-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/cuda/tests");
    let (source, library) = (folder.join("kernels.cpp"), folder.join("kernels.so"));
    std::fs::write(&source, text).expect("the source");
    let output = Command::new("g++")
        .args([
            "-std=c++17",
            "-shared",
            "-fPIC",
            "-pthread",
            "-ffp-contract=off",
            "-fno-strict-aliasing",
            "-w",
            "-I",
        ])
        .arg(here)
        .arg(&source)
        .arg("-o")
        .arg(&library)
        .output();
    let output = match output {
        Ok(output) => output,
        Err(error) => {
            eprintln!("skipped: no g++ here: {error}");
            return None;
        }
    };
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    // SAFETY: the library is the one just built; it has no initialisers.
    let opened = unsafe { Library::new(&library) }.expect("the library just built");
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
    Some(opened)
}

/// A kernel's entry: grid, block, pointers to the arguments.
pub type Run = unsafe extern "C" fn(*const u32, *const u32, *mut *mut c_void);
/// The entry that combines partial results.
pub type Total = unsafe extern "C" fn(*const u64, i32, *mut u64);

/// What the text gives, as the interpreter prints it, and the error that it recorded.
pub fn emulated(
    library: &Library,
    number: usize,
    case: &Case,
    grid: [u32; 3],
    block: [u32; 3],
) -> (Vec<String>, DeviceError) {
    let mut memory: Vec<Vec<u64>> = case
        .arrays
        .iter()
        .enumerate()
        .map(|(at, (kind, shape))| contents(*kind, shape, at))
        .collect();
    let mut views: Vec<DeviceArray> = case
        .arrays
        .iter()
        .zip(&mut memory)
        .map(|((_, shape), data)| view(shape, data))
        .collect();
    let tys = accumulator_tys(case);
    let blocks = grid.iter().product::<u32>() as usize;
    let mut partials = vec![0u64; tys.len() * blocks];
    let mut error = DeviceError {
        status: 0,
        location: 0,
        text: 0,
        dimension: 0,
        index: 0,
        size: 0,
    };
    let mut extents = [1; 4];
    extents[..case.extents.len()].copy_from_slice(&case.extents);
    let mut launch = DeviceLaunch {
        extents,
        error: (&raw mut error) as u64,
        partials: partials.as_mut_ptr() as u64,
    };
    let mut numbers: Vec<u64> = case
        .numbers
        .iter()
        .map(|&number| arithmetic::slot_of(number).expect("a number"))
        .collect();
    let mut args: Vec<*mut c_void> = vec![(&raw mut launch).cast()];
    args.extend(
        views
            .iter_mut()
            .map(|view| (view as *mut DeviceArray).cast::<c_void>()),
    );
    args.extend(
        numbers
            .iter_mut()
            .map(|number| (number as *mut u64).cast::<c_void>()),
    );
    let mut totals = vec![0u64; tys.len()];
    // SAFETY: the functions have these types, and all arguments live during the calls.
    unsafe {
        let run = library
            .get::<Run>(format!("run_{number}"))
            .expect("the kernel's entry");
        run(grid.as_ptr(), block.as_ptr(), args.as_mut_ptr());
        if !tys.is_empty() {
            let total = library
                .get::<Total>(format!("total_{number}"))
                .expect("the entry for totals");
            total(partials.as_ptr(), blocks as i32, totals.as_mut_ptr());
        }
    }
    let mut lines: Vec<String> = case
        .arrays
        .iter()
        .zip(&memory)
        .flat_map(|((kind, shape), data)| {
            printed(*kind, shape.iter().product::<i32>() as usize, data)
        })
        .collect();
    lines.extend(
        tys.iter()
            .zip(totals)
            .map(|(&ty, bits)| number_text(ty, bits)),
    );
    (lines, error)
}

fn view(shape: &[i32], data: &mut [u64]) -> DeviceArray {
    let mut dims = [1; 16];
    dims[..shape.len()].copy_from_slice(shape);
    if shape.len() == 1 {
        (dims[0], dims[1]) = (1, shape[0]);
    }
    let numel = shape.iter().map(|&extent| i64::from(extent)).product();
    DeviceArray {
        data: data.as_mut_ptr() as u64,
        numel,
        dims,
    }
}

/// The elements in memory, in words.
fn contents(kind: ElemKind, shape: &[i32], number: usize) -> Vec<u64> {
    let count = shape.iter().product::<i32>() as usize;
    let mut bytes = Vec::new();
    for position in 0..count {
        let x = element(kind, position, number);
        match kind {
            ElemKind::I8 | ElemKind::U8 => bytes.push(x as i64 as u8),
            ElemKind::I16 | ElemKind::U16 => bytes.extend((x as i64 as u16).to_le_bytes()),
            ElemKind::I32 | ElemKind::U32 => bytes.extend((x as i64 as u32).to_le_bytes()),
            ElemKind::I64 | ElemKind::U64 => bytes.extend((x as i64 as u64).to_le_bytes()),
            ElemKind::F16 => bytes.extend(half::f16::from_f32(x as f32).to_bits().to_le_bytes()),
            ElemKind::F32 => bytes.extend((x as f32).to_le_bytes()),
            ElemKind::F64 => bytes.extend(x.to_le_bytes()),
            ElemKind::C32 => {
                bytes.extend((x as f32).to_le_bytes());
                bytes.extend((element(kind, position, number + 1) as f32).to_le_bytes());
            }
            ElemKind::C64 => {
                bytes.extend(x.to_le_bytes());
                bytes.extend(element(kind, position, number + 1).to_le_bytes());
            }
            ElemKind::Text | ElemKind::Array | ElemKind::Function => panic!("no numbers"),
        }
    }
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    let word = |chunk: &[u8]| u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
    bytes.chunks(8).map(word).collect()
}

/// The elements as `print` writes them.
fn printed(kind: ElemKind, count: usize, data: &[u64]) -> Vec<String> {
    let bytes: Vec<u8> = data.iter().flat_map(|word| word.to_le_bytes()).collect();
    let part = kind.size() / kind.access_tys().len();
    let parts = bytes.chunks(part).take(count * kind.access_tys().len());
    parts
        .map(|chunk| {
            let mut word = [0; 8];
            word[..part].copy_from_slice(chunk);
            let bits = u64::from_le_bytes(word);
            match kind {
                ElemKind::I8 => (bits as u8 as i8).to_string(),
                ElemKind::I16 => (bits as u16 as i16).to_string(),
                ElemKind::U8 | ElemKind::U16 | ElemKind::U32 => bits.to_string(),
                ElemKind::F16 => float_text(f64::from(half::f16::from_bits(bits as u16).to_f32())),
                ElemKind::I32 => number_text(Ty::I32, bits),
                ElemKind::I64 | ElemKind::U64 => number_text(Ty::I64, bits),
                ElemKind::F32 | ElemKind::C32 => number_text(Ty::F32, bits),
                ElemKind::F64 | ElemKind::C64 => number_text(Ty::F64, bits),
                ElemKind::Text | ElemKind::Array | ElemKind::Function => panic!("no numbers"),
            }
        })
        .collect()
}

fn number_text(ty: Ty, bits: u64) -> String {
    match ty {
        Ty::I32 => (bits as u32 as i32).to_string(),
        Ty::I64 => (bits as i64).to_string(),
        Ty::F32 => float_text(f64::from(f32::from_bits(bits as u32))),
        Ty::F64 => float_text(f64::from_bits(bits)),
        Ty::Bool | Ty::Array(_) | Ty::Str => panic!("no number"),
    }
}

fn float_text(x: f64) -> String {
    format!("{x:?}")
}

/// Whether a printed number of the interpreter is the one of the text: the same bits, or NaN both. Functions of double precision
/// come from two libraries, so they may differ in the last bits.
fn same(case: &Case, interpreted: &str, found: &str) -> bool {
    if interpreted == found {
        return true;
    }
    let (Ok(left), Ok(right)) = (interpreted.parse::<f64>(), found.parse::<f64>()) else {
        return false;
    };
    if case.name == "elementary_f64" && (left - right).abs() <= 1e-13 * left.abs() {
        return true;
    }
    let single =
        (left as f32).to_bits() == (right as f32).to_bits() && right == f64::from(right as f32);
    (left.is_nan() && right.is_nan()) || left.to_bits() == right.to_bits() || single
}

/// Axes beyond the rank of a kernel have extent 1.
fn used_axes(mut shape: [u32; 3], case: &Case) -> [u32; 3] {
    shape[case.extents.len().min(3)..].fill(1);
    shape
}

#[test]
fn the_text_computes_what_the_interpreter_computes() {
    compare(&cases::all(), "all");
}

/// The same with several positions in a thread, of all kernels that can have that.
#[test]
fn tiles_compute_what_the_interpreter_computes() {
    let mut cases = cases::all();
    for case in &mut cases {
        let FuncKind::Kernel(data) = &mut case.kernel.kind else {
            panic!("a kernel");
        };
        let enabled = PropertyValue::Text("simdprocessing".to_string());
        data.profile.attributes.push(KernelAttribute {
            name: "kernel_transform".to_string(),
            properties: vec![("enable".to_string(), enabled)],
            guards: Vec::new(),
            span: Span::point(FileId::from_index(0), 0),
        });
    }
    cases.retain(|case| cuda::tile::width_or_one(&case.kernel) > 1);
    assert!(cases.len() >= 5, "only {} cases have tiles", cases.len());
    compare(&cases, "tiles");
}

/// Compares the text of the cases with the interpreter, on grids of several shapes.
fn compare(cases: &[Case], name: &str) {
    let Some(library) = compiled(cases, name) else {
        return;
    };
    let mut wrong = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let expected = interpreted(case);
        let shapes = match accumulator_tys(case).is_empty() {
            true => [
                ([1, 1, 1], [1, 1, 1]),
                ([2, 1, 1], [3, 2, 1]),
                ([3, 2, 2], [2, 1, 3]),
            ],
            false => [
                ([1, 1, 1], [1, 1, 1]),
                ([3, 2, 1], [1, 1, 1]),
                ([9, 9, 1], [1, 1, 1]),
            ],
        };
        for (grid, block) in shapes {
            let (grid, block) = (used_axes(grid, case), used_axes(block, case));
            let (found, error) = emulated(&library, number, case, grid, block);
            assert_eq!(error.status, 0, "{}", case.name);
            let differs = expected
                .iter()
                .zip(&found)
                .position(|(left, right)| !same(case, left, right));
            if let Some(at) = differs
                .or((expected.len() != found.len()).then_some(expected.len().min(found.len())))
            {
                wrong.push(format!(
                    "{}: number {at}: interpreter {:?}, text {:?}",
                    case.name,
                    expected.get(at),
                    found.get(at)
                ));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn errors_are_recorded_with_their_place() {
    let text = "entry main\nhost main() {\n}\nkernel outside(%x: [f32]) at [v0] from loop { @1\nv1: [f32] = get %x\nstore v1[v0, 2] checked, 1.0 @1\n}\n";
    let program = parse::program(text).unwrap_or_else(|error| panic!("{error}"));
    let mut functions = program.functions.into_iter();
    let kernel = functions.find(|one| one.name == "outside");
    let case = Case {
        name: "outside".to_string(),
        kernel: kernel.expect("the kernel"),
        extents: vec![5],
        arrays: vec![(ElemKind::F32, vec![3, 4])],
        numbers: Vec::new(),
    };
    let Some(library) = compiled(std::slice::from_ref(&case), "errors") else {
        return;
    };
    let (_, error) = emulated(&library, 0, &case, [1, 1, 1], [1, 1, 1]);
    let found = (
        error.status,
        error.location,
        error.text,
        error.dimension,
        error.index,
        error.size,
    );
    assert_eq!(found, (1, 1, -1, 0, 3, 3));
}
