//! The test programs with their kernels run by the CUDA text on the host: the output must be that of the interpreter.
//!
//! An ordinary run takes one program of [`ONE_IN`], chosen by the commit: the tests of the language run all of them on the emulated GPU, by NVRTC.
//!
//! *Invariant:* only programs that need no arguments, files or flags take part, and none whose output depends on time.

use super::emulated::{Run, Total, build};
use crate::base::stack::on_deep_stack;
use crate::base::{Id, Interner, SourceMap};
use crate::cuda;
use crate::mir::interpret::{self, Device, Order};
use crate::mir::kernel::kernel_data;
use crate::mir::*;
use crate::opt::gpu::choice::is_for_gpus;
use crate::opt::gpu::interior::mapped_arrays;
use crate::opt::pipeline::{Settings, walked};
use crate::resolve::{Source, SourceError, SourceProvider};
use crate::{check, lower, resolve};
use libloading::Library;
use qc_middle::analysis::loops;
use quasar_abi::{ArrayHeader, DeviceArray, DeviceError, DeviceLaunch, RtError};
use quasar_tests::{repository, turn};
use std::ffi::c_void;
use std::fmt::Write;

/// In how many commits a program has its turn once.
const ONE_IN: u8 = 8;

/// What a program must not have in its text to take part.
const NEEDS_MORE: &[&str] = &[
    "%! args",
    "%! files",
    "%! flags",
    "%! pending",
    "nondeterministic",
    "toc",
    "imread",
    "import ",
    // These leave files behind.
    "fopen",
    "save(",
    "write(",
];

/// A program with its place among the others.
struct Whole {
    number: usize,
    name: String,
    program: Program,
}

fn all_programs() -> Vec<Whole> {
    let mut paths = repository::files("tests/programs", "q");
    paths.retain(|path| turn::has_come(&repository::relative(path), ONE_IN));
    let made = paths.iter().filter_map(|path| {
        let text = std::fs::read_to_string(path).expect("a test program");
        let program = if NEEDS_MORE.iter().any(|word| text.contains(word)) {
            None
        } else {
            made(&text)
        }?;
        Some((path.display().to_string(), program))
    });
    let has_kernels = |program: &Program| {
        program
            .functions
            .iter()
            .any(|one| matches!(one.kind, FuncKind::Kernel(_)))
    };
    // The emulation runs one thread after another, so none may wait for another.
    let has_groups = |program: &Program| {
        program
            .functions
            .iter()
            .any(|one| matches!(&one.kind, FuncKind::Kernel(data) if data.group.is_some()))
    };
    // A kernel for processors alone has no text that could run.
    let all_have_text = |program: &Program| {
        program.functions.iter().all(|one| match &one.kind {
            FuncKind::Kernel(_) => is_for_gpus(one),
            FuncKind::Host => true,
        })
    };
    // Where a program asks for its platform the text means something else.
    made.filter(|(_, program)| has_kernels(program) && !passes::platform::is_open(program))
        .filter(|(_, program)| !has_groups(program) && all_have_text(program))
        .enumerate()
        .map(|(number, (name, program))| Whole {
            number,
            name,
            program,
        })
        .collect()
}

/// Programs without imports.
struct Alone;

impl SourceProvider for Alone {
    fn import(&mut self, path: &str, _importer: &str) -> Result<Source, SourceError> {
        Err(SourceError::NotFound(vec![path.to_string()]))
    }
}

/// The final form of a program; nothing when it does not compile.
fn made(text: &str) -> Option<Program> {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let root = Source {
        identity: "test.q".into(),
        name: "test.q".into(),
        bytes: text.as_bytes().to_vec(),
    };
    let (modules, reports) = resolve::load(root, &mut Alone, &mut sources, &mut names);
    if crate::diag::has_errors(&reports) {
        return None;
    }
    let (program, _) = check::check(&modules, &names, check::Options::default());
    let (mut program, _) = lower::lower(
        &crate::sroa::replace(program?),
        &sources,
        lower::Options::default(),
    )
    .ok()?;
    let settings = Settings {
        loops: loops::Options {
            minimum_work: 0,
            ..loops::Options::default()
        },
        ..Settings::optimised()
    };
    walked(&mut program, &settings);
    verify::verify(&program, "all passes");
    // The host has global memory alone.
    for function in program.functions.iter_mut() {
        let locals = function.locals.iter_mut();
        locals.for_each(|local| local.kept = None);
    }
    Some(program)
}

/// All programs in one text, each in a namespace of its own.
fn host_text(programs: &[Whole]) -> String {
    let mut text = "#include \"emulation.h\"\n".to_string();
    for Whole {
        number, program, ..
    } in programs
    {
        let kernels = cuda::module(
            program,
            cuda::TextStyle::Readable(None),
            cuda::Arithmetic::EXACT,
        )
        .replace("extern \"C\" __global__", "__global__");
        write!(text, "namespace p{number} {{\n{kernels}\n}}\n").expect("text");
        for (id, function) in program.functions.iter_enumerated() {
            if matches!(function.kind, FuncKind::Kernel(_)) {
                text.push_str(&entry(*number, program, id, function));
            }
        }
    }
    text
}

fn entry(number: usize, program: &Program, id: FuncId, function: &Function) -> String {
    let (symbol, kernel) = (cuda::symbol(program, id), id.index());
    let mut args = vec![format!("*(p{number}::qc_launch*)args[0]")];
    for (at, &param) in function.params.iter().enumerate() {
        let ty = match function.locals[param].ty {
            Ty::Array(_) => format!("p{number}::qc_array"),
            other => cuda::types::register(other).to_string(),
        };
        args.push(format!("*({ty}*)args[{}]", at + 1));
    }
    let args = args.join(", ");
    let mut text = format!(
        "extern \"C\" void run_{number}_{kernel}(const unsigned int* grid, const unsigned int* block, void** args) {{ q_emulate(grid, block, [&]() {{ p{number}::{symbol}({args}); }}); }}\n"
    );
    if !kernel_data(function).accumulators.is_empty() {
        writeln!(text, "extern \"C\" void total_{number}_{kernel}(const unsigned long long* partials, int blocks, unsigned long long* totals) {{ q_combine([&]() {{ p{number}::{symbol}_total(partials, blocks, totals); }}); }}").expect("text");
    }
    text
}

/// The text as a device of the interpreter.
struct Emulated<'a> {
    library: &'a Library,
    whole: &'a Whole,
}

impl Device for Emulated<'_> {
    fn launch(&self, kernel: FuncId, extents: &[i32], args: &[u64]) -> Result<Vec<u64>, RtError> {
        let function = &self.whole.program.functions[kernel];
        let count = kernel_data(function).accumulators.len();
        let (grid, block) = shape(function);
        let blocks = grid.iter().product::<u32>() as usize;
        let mut error = DeviceError {
            status: 0,
            location: 0,
            text: 0,
            dimension: 0,
            index: 0,
            size: 0,
        };
        let (mut partials, mut totals) = (vec![0u64; count * blocks], vec![0u64; count]);
        let mut all = [1; 4];
        all[..extents.len()].copy_from_slice(extents);
        let mut launch = DeviceLaunch {
            extents: all,
            error: (&raw mut error) as u64,
            partials: partials.as_mut_ptr() as u64,
        };
        let mut views: Vec<DeviceArray> = Vec::new();
        let mut numbers = args.to_vec();
        for (&param, &slot) in function.params.iter().zip(args) {
            if matches!(function.locals[param].ty, Ty::Array(_)) {
                views.push(view(slot));
            }
        }
        // Such launches go to the processor, where the first position ends with this error.
        let mapped = mapped_arrays(function);
        let mut arrays = function.params.iter().zip(args);
        let is_empty =
            |(param, slot): (&Local, &u64)| mapped.contains(param) && view(*slot).numel == 0;
        if arrays.any(is_empty) && extents.iter().all(|one| *one > 0) {
            return Err(RtError::IndexOutOfBounds);
        }
        let mut next_view = views.iter_mut();
        let mut pointers: Vec<*mut c_void> = vec![(&raw mut launch).cast()];
        for (&param, number) in function.params.iter().zip(&mut numbers) {
            pointers.push(match function.locals[param].ty {
                Ty::Array(_) => {
                    (next_view.next().expect("a view for each array") as *mut DeviceArray).cast()
                }
                _ => (number as *mut u64).cast(),
            });
        }
        let (number, kernel) = (self.whole.number, kernel.index());
        // SAFETY: the functions have these types, and all arguments live during the calls.
        unsafe {
            let run = self
                .library
                .get::<Run>(format!("run_{number}_{kernel}"))
                .expect("the kernel's entry");
            run(grid.as_ptr(), block.as_ptr(), pointers.as_mut_ptr());
            if count > 0 {
                let total = self
                    .library
                    .get::<Total>(format!("total_{number}_{kernel}"))
                    .expect("the entry for totals");
                total(partials.as_ptr(), blocks as i32, totals.as_mut_ptr());
            }
        }
        match RtError::from_code(error.status) {
            Some(row) => Err(row),
            None => Ok(totals),
        }
    }
}

/// Several threads where their order does not show: neither in sums of floats nor in changes of elements.
fn shape(function: &Function) -> ([u32; 3], [u32; 3]) {
    let mut ordered = !kernel_data(function).accumulators.is_empty();
    function
        .body
        .for_each_stmt(&mut |stmt| ordered |= matches!(stmt.op, Op::Atomic(..)));
    if ordered {
        return ([1; 3], [1; 3]);
    }
    let (mut grid, mut block) = ([2, 2, 2], [3, 2, 1]);
    // The width that a kernel counts on is that of its blocks.
    if let Some(width) = cuda::tile::of(function).and_then(|tile| tile.width) {
        block[0] = width;
    }
    let rank = kernel_data(function).position.len().min(3);
    grid[rank..].fill(1);
    block[rank..].fill(1);
    (grid, block)
}

/// Whether two outputs are the same, where the second has `?` for what errors of kernels tell beside their row.
fn says_the_same(expected: &str, found: &str) -> bool {
    let mut lines = expected.lines().zip(found.lines());
    expected.lines().count() == found.lines().count()
        && lines.all(|(expected, found)| expected == found || found.contains('?'))
}

fn view(handle: u64) -> DeviceArray {
    // SAFETY: array slots of the interpreter hold null or headers that live during the launch.
    match unsafe { (handle as usize as *const ArrayHeader).as_ref() } {
        None => DeviceArray {
            data: 0,
            numel: 0,
            dims: [0; 16],
        },
        Some(header) => DeviceArray {
            data: header.data as u64,
            numel: header.numel,
            dims: header.dims.map(|extent| extent as i32),
        },
    }
}

#[test]
fn programs_give_the_same_output_with_their_kernels_as_text() {
    on_deep_stack(compare_programs);
}

fn compare_programs() {
    let programs = all_programs();
    assert!(
        programs.len() > 30 / usize::from(ONE_IN),
        "only {} programs with kernels",
        programs.len()
    );
    let Some(library) = build(&host_text(&programs), "programs") else {
        return;
    };
    let mut wrong = Vec::new();
    for whole in &programs {
        let options = interpret::Options {
            order: Order::RowMajor,
            depth_limit: 500,
            counted: true,
        };
        let expected = interpret::execute(&whole.program, options);
        let device = Emulated {
            library: &library,
            whole,
        };
        let found = interpret::execute_on(&whole.program, options, Some(&device));
        let row =
            |outcome: &interpret::Outcome| outcome.failure.as_ref().map(|failure| failure.row);
        if !says_the_same(&expected.output, &found.output) || row(&expected) != row(&found) {
            wrong.push(format!(
                "{}\n  interpreter: {:?}\n  text: {:?}",
                whole.name, expected, found
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}\n{}",
        wrong.len(),
        programs.len(),
        wrong.join("\n")
    );
}
