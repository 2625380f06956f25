//! Kernels through the SPMD code: what they store and raise is what the interpreter says.
//!
//! A program fills arrays, launches kernels and prints the arrays. It runs in the interpreter and as machine code in this process.
//!
//! *Invariant:* the interpreter is the oracle; nothing here is copied from the code generator's output.

use cranelift_module::default_libcall_names;
use cranelift_object::{ObjectBuilder, ObjectModule};
use qc::base::{FileId, Id, Span};
use qc::codegen::cpu::target::{Effort, Linking, machine};
use qc::codegen::spmd::{self, SpmdOptions};
use qc::mir::interpret::{self, Random};
use qc::mir::query::combining;
use qc::mir::{
    Access, AccessMode, AccumulatorOp, AtomicOp, BinaryOp, CompareOp, ElemKind, Fill, FuncId,
    Function, FunctionBuilder, KernelOrigin, Launch, Loc, Local, Location, LoopRange, MathFn,
    Program, ProgramBuilder, Ty, UnaryOp, Value,
};

#[path = "shared/native.rs"]
mod native;
#[path = "shared/turn.rs"]
mod turn;

use native::Outcome;
use quasar_abi::RtFn;

// ---- Running ---------------------------------------------------------------------------------------------------------------------------------

fn interpreted(program: &Program) -> Outcome {
    let options = interpret::Options {
        counted: false,
        ..interpret::Options::default()
    };
    let outcome = interpret::execute(program, options);
    Outcome {
        output: outcome.output,
        error: outcome.failure.map(|failure| failure.message),
    }
}

fn native(program: &Program, options: &SpmdOptions) -> Outcome {
    native::run(program, options, Effort::None).0
}

/// Lanes and parts that programs are run with: every second of them by turns, all of them with `QC_TEST_DEEP=1`.
const WIDTHS: [(u32, u32); 6] = [(1, 1), (4, 1), (4, 2), (4, 4), (8, 2), (16, 1)];

fn check(name: &str, program: &Program) {
    let wanted = interpreted(program);
    let turn = name.bytes().map(usize::from).sum::<usize>() + turn::commit();
    let here = |at: usize| turn::is_deep() || (at + turn).is_multiple_of(2);
    let widths = WIDTHS.into_iter().enumerate().filter(|(at, _)| here(*at));
    for (_, (lanes, parts)) in widths {
        let options = SpmdOptions {
            lanes,
            strict: true,
            parts: Some(parts),
            ..SpmdOptions::default()
        };
        let found = native(program, &options);
        if found != wanted {
            eprintln!("{}", qc::mir::print::program(program));
            for (func, serial) in qc::mir::kernel::needed_entries(program) {
                eprintln!("{}", spmd::build_kernel(program, func, serial, &options));
            }
        }
        assert_eq!(found, wanted, "{name}, {lanes} lanes, {parts} parts");
    }
}

// ---- Building --------------------------------------------------------------------------------------------------------------------------------

fn location(line: u32) -> Location {
    Location {
        span: Span::point(FileId::from_index(0), 0),
        file: "test.q".to_owned(),
        line,
        column: 1,
        function: "main".to_owned(),
        call: None,
    }
}

/// A program that launches kernels over arrays of one size.
struct Bench {
    program: ProgramBuilder,
    main: FunctionBuilder,
    shape: Vec<i32>,
    arrays: Vec<Value>,
}

impl Bench {
    fn new(shape: &[i32]) -> Bench {
        let mut program = ProgramBuilder::new(location(0));
        let loc = program.location(location(1));
        Bench {
            program,
            main: FunctionBuilder::host("main", vec![], loc),
            shape: shape.to_vec(),
            arrays: Vec::new(),
        }
    }

    /// An array of the shape whose element k is k * factor modulo 17, plus an offset.
    fn array(&mut self, kind: ElemKind, factor: i32, offset: f64) -> Value {
        let shape = self.shape.clone();
        self.array_of(kind, &shape, factor, offset)
    }

    fn array_of(&mut self, kind: ElemKind, shape: &[i32], factor: i32, offset: f64) -> Value {
        let b = &mut self.main;
        let dims: Vec<Value> = shape.iter().map(|extent| b.int(*extent)).collect();
        let array = b.new_array(kind, &dims, Fill::Zeros);
        let (zero, one) = (b.int(0), b.int(1));
        let last = b.int(shape.iter().product::<i32>() - 1);
        let range = LoopRange {
            start: zero,
            step: one,
            stop: last,
        };
        b.for_(range, |b, _, index| {
            let factor = b.int(factor);
            let product = b.mul(index, factor);
            let period = b.int(17);
            let value = b.binary(BinaryOp::Rem, product, period);
            let tys = match kind {
                ElemKind::F64 => vec![Ty::F64],
                ElemKind::F32 | ElemKind::F16 => vec![Ty::F32],
                ElemKind::C32 => vec![Ty::F32, Ty::F32],
                ElemKind::I64 | ElemKind::U64 | ElemKind::U32 => vec![Ty::I64],
                _ => vec![Ty::I32],
            };
            let values: Vec<Value> = tys
                .iter()
                .enumerate()
                .map(|(part, ty)| {
                    let value = b.convert(value, *ty);
                    let offset = b.number(*ty, offset + part as f64);
                    b.add(value, offset)
                })
                .collect();
            let access = Access {
                array,
                index: vec![index],
                mode: AccessMode::Checked,
                name: None,
            };
            b.store(access, &values);
        });
        self.arrays.push(array);
        array
    }

    fn launch(&mut self, kernel: Function, extents: &[i32], args: &[Value], totals: &[Ty]) {
        let kernel = self.program.add(kernel);
        self.launch_id(kernel, extents, args, totals, false);
    }

    fn launch_id(
        &mut self,
        kernel: FuncId,
        extents: &[i32],
        args: &[Value],
        totals: &[Ty],
        serial: bool,
    ) {
        let extents = extents
            .iter()
            .map(|extent| self.main.int(*extent))
            .collect();
        let launch = Launch {
            kernel,
            extents,
            args: args.to_vec(),
            serial,
        };
        let totals = self.main.launch(launch, totals);
        if !totals.is_empty() {
            let list = self.main.list(&totals);
            self.main.runtime(RtFn::print, &[], &list);
        }
    }

    fn finish(mut self) -> Program {
        for array in self.arrays {
            let list = self.main.list(&[array]);
            self.main.runtime(RtFn::print, &[], &list);
        }
        let entry = self.program.add(self.main.finish());
        self.program.finish(entry)
    }
}

/// A kernel with array parameters.
struct Kernel {
    b: FunctionBuilder,
    arrays: Vec<Local>,
}

impl Kernel {
    fn new(rank: usize, kinds: &[ElemKind]) -> Kernel {
        let mut b = FunctionBuilder::kernel("k", rank, KernelOrigin::Written, Loc::from_index(1));
        let arrays = kinds
            .iter()
            .map(|kind| b.param(Ty::Array(*kind), "x"))
            .collect();
        Kernel { b, arrays }
    }

    fn access(&mut self, array: usize, index: &[Value], mode: AccessMode) -> Access {
        Access {
            array: self.b.get(self.arrays[array]),
            index: index.to_vec(),
            mode,
            name: None,
        }
    }

    fn load(&mut self, array: usize, index: &[Value], mode: AccessMode) -> Value {
        let access = self.access(array, index, mode);
        self.b.load(access)[0]
    }

    fn store(&mut self, array: usize, index: &[Value], mode: AccessMode, value: Value) {
        let access = self.access(array, index, mode);
        self.b.store(access, &[value]);
    }

    /// A position plus an offset.
    fn at(&mut self, dimension: usize, offset: i32) -> Value {
        let position = self.b.position()[dimension];
        let offset = self.b.int(offset);
        self.b.add(position, offset)
    }
}

const MODES: [AccessMode; 6] = [
    AccessMode::Checked,
    AccessMode::Unchecked,
    AccessMode::Safe,
    AccessMode::Circular,
    AccessMode::Mirror,
    AccessMode::Clamped,
];

// ---- Tests -----------------------------------------------------------------------------------------------------------------------------------

/// `y[m,n] = x[m+i, n+j] + 2*x[m-i, n-j]`.
fn shifted(mode: AccessMode, i: i32, j: i32) -> Function {
    let mut k = Kernel::new(2, &[ElemKind::F32, ElemKind::F32]);
    let index = [k.at(0, i), k.at(1, j)];
    let first = k.load(0, &index, mode);
    let index = [k.at(0, -i), k.at(1, -j)];
    let second = k.load(0, &index, mode);
    let two = k.b.number(Ty::F32, 2.0);
    let second = k.b.mul(second, two);
    let sum = k.b.add(first, second);
    let index = [k.at(0, 0), k.at(1, 0)];
    k.store(1, &index, AccessMode::Checked, sum);
    k.b.finish()
}

#[test]
fn offsets_by_modes_and_sizes() {
    for mode in MODES {
        for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 2), (2, 7), (0, 30)] {
            if matches!(mode, AccessMode::Unchecked) && (i, j) != (0, 0) {
                continue;
            }
            for shape in [[1, 1], [3, 3], [2, 4], [4, 7], [3, 17], [5, 31], [2, 70]] {
                let mut bench = Bench::new(&shape);
                let x = bench.array(ElemKind::F32, 5, 0.5);
                let y = bench.array(ElemKind::F32, 0, 0.0);
                bench.launch(shifted(mode, i, j), &shape, &[x, y], &[]);
                check(&format!("{mode:?} {i} {j} {shape:?}"), &bench.finish());
            }
        }
    }
}

// ---- Random kernels --------------------------------------------------------------------------------------------------------------------------

/// Writes kernels of divergent control flow over whole numbers; every loop ends.
struct Author {
    random: Random,
    k: Kernel,
    locals: Vec<Local>,
    /// Enclosing constructs, and whether they are loops.
    labels: Vec<(qc::mir::Label, bool)>,
    budget: u32,
}

impl Author {
    fn kernel(seed: u64, totals: bool) -> Function {
        let mut k = Kernel::new(2, &[ElemKind::I32, ElemKind::I32, ElemKind::F32]);
        let total = totals.then(|| k.b.accumulator(Ty::I32, "total", AccumulatorOp::Add));
        let locals = (0..4).map(|_| k.b.local(Ty::I32, Some("v"))).collect();
        let mut author = Author {
            random: Random::new(seed),
            k,
            locals,
            labels: Vec::new(),
            budget: 40,
        };
        author.block(0);
        if let Some(total) = total {
            let value = author.expression();
            let old = author.k.b.get(total);
            let new = author.k.b.add(old, value);
            author.k.b.set(total, new);
        }
        for _ in 0..2 {
            author.store();
        }
        author.k.b.finish()
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.random.below(limit)
    }

    fn local(&mut self) -> Local {
        let at = self.below(self.locals.len() as u64) as usize;
        self.locals[at]
    }

    fn expression(&mut self) -> Value {
        match self.below(12) {
            0 => {
                let value = self.below(9) as i32 - 4;
                self.k.b.int(value)
            }
            1 => self.k.at(0, 0),
            2 | 3 => self.k.at(1, 0),
            4..=6 => {
                let local = self.local();
                self.k.b.get(local)
            }
            7 => {
                let (i, j) = (self.below(5) as i32 - 2, self.below(5) as i32 - 2);
                let index = [self.k.at(0, i), self.k.at(1, j)];
                let mode = MODES[2 + self.below(4) as usize];
                self.k.load(0, &index, mode)
            }
            8 => {
                let index = [self.small(), self.small()];
                let mode = MODES[2 + self.below(4) as usize];
                self.k.load(0, &index, mode)
            }
            9 => {
                let (a, b) = (self.small(), self.small());
                let op = [
                    BinaryOp::Mul,
                    BinaryOp::IntDiv,
                    BinaryOp::Rem,
                    BinaryOp::Shl,
                    BinaryOp::IntPow,
                ];
                let op = op[self.below(op.len() as u64) as usize];
                self.k.b.binary(op, a, b)
            }
            10 => {
                let (cond, a, b) = (self.condition(), self.small(), self.small());
                self.k.b.select(cond, a, b)
            }
            _ => {
                let (a, b) = (self.small(), self.small());
                let op = [
                    BinaryOp::Add,
                    BinaryOp::Sub,
                    BinaryOp::Min,
                    BinaryOp::Max,
                    BinaryOp::And,
                    BinaryOp::Xor,
                ];
                let op = op[self.below(op.len() as u64) as usize];
                self.k.b.binary(op, a, b)
            }
        }
    }

    fn small(&mut self) -> Value {
        match self.below(3) {
            0 => {
                let value = self.below(7) as i32 - 2;
                self.k.b.int(value)
            }
            1 => self.k.at(1, -1),
            _ => {
                let local = self.local();
                self.k.b.get(local)
            }
        }
    }

    fn condition(&mut self) -> Value {
        let (a, b) = (self.small(), self.small());
        let op = [CompareOp::Lt, CompareOp::Eq, CompareOp::Ge, CompareOp::Ne];
        let op = op[self.below(4) as usize];
        let first = self.k.b.compare(op, a, b);
        if self.below(4) > 0 {
            return first;
        }
        let (a, b) = (self.small(), self.small());
        let second = self.k.b.compare(CompareOp::Gt, a, b);
        self.k.b.binary(BinaryOp::Or, first, second)
    }

    fn store(&mut self) {
        let value = self.expression();
        let (m, n) = (self.k.at(0, 0), self.k.at(1, 0));
        self.k.store(1, &[m, n], AccessMode::Checked, value);
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..1 + self.below(4) {
            if self.budget == 0 || self.k.b.is_terminated() {
                return;
            }
            self.budget -= 1;
            self.statement(depth);
        }
    }

    fn nested(&mut self, depth: u32) -> qc::mir::Block {
        self.k.b.open_block();
        self.block(depth + 1);
        self.k.b.close_block()
    }

    fn statement(&mut self, depth: u32) {
        match self.below(if depth < 4 { 13 } else { 6 }) {
            0..=2 => {
                let (local, value) = (self.local(), self.expression());
                self.k.b.set(local, value);
            }
            3 => self.store(),
            4 | 5 => self.leave(),
            6..=8 => {
                let cond = self.condition();
                let then = self.nested(depth);
                let otherwise = match self.below(2) {
                    0 => qc::mir::Block::default(),
                    _ => self.nested(depth),
                };
                self.k.b.push_if(cond, then, otherwise);
            }
            9 => self.counted(depth),
            10 | 11 => self.endless(depth),
            _ => {
                let label = self.k.b.label();
                self.labels.push((label, false));
                let body = self.nested(depth);
                self.labels.pop();
                self.k.b.push(qc::mir::Op::Scope { label, body }, vec![]);
            }
        }
    }

    fn leave(&mut self) {
        let cond = self.condition();
        let choice = self.below(8);
        self.k.b.open_block();
        match (choice, self.labels.len() as u64) {
            (0, _) => self.k.b.return_(&[]),
            (_, 0) => {}
            (_, count) => {
                let at = self.below(count) as usize;
                let (label, is_loop) = self.labels[at];
                match is_loop && choice.is_multiple_of(2) {
                    true => self.k.b.continue_(label),
                    false => self.k.b.break_(label),
                }
            }
        }
        let then = self.k.b.close_block();
        self.k.b.push_if(cond, then, qc::mir::Block::default());
    }

    fn counted(&mut self, depth: u32) {
        let first = match self.below(3) {
            0 => self.k.at(1, -1),
            _ => {
                let value = self.below(5) as i32 - 2;
                self.k.b.int(value)
            }
        };
        let last = match self.below(4) {
            0 => self.k.at(1, 1),
            1 => {
                let local = self.local();
                let value = self.k.b.get(local);
                let limit = self.k.b.int(7);
                self.k.b.binary(BinaryOp::And, value, limit)
            }
            _ => {
                let value = self.below(5) as i32;
                self.k.b.int(value)
            }
        };
        let step = [1, 1, 2, -1][self.below(4) as usize];
        let step = self.k.b.int(step);
        let (label, index) = (self.k.b.label(), self.k.b.value(Ty::I32));
        self.k.b.open_block();
        self.labels.push((label, true));
        let local = self.local();
        let old = self.k.b.get(local);
        let new = self.k.b.add(old, index);
        self.k.b.set(local, new);
        self.block(depth + 1);
        self.labels.pop();
        let body = self.k.b.close_block();
        let header = qc::mir::ForHeader {
            label,
            index,
            range: LoopRange {
                start: first,
                step,
                stop: last,
            },
            directive: Default::default(),
            name: None,
        };
        self.k.b.push_for(header, body);
    }

    fn endless(&mut self, depth: u32) {
        let iterations = self.k.b.local(Ty::I32, None);
        let zero = self.k.b.int(0);
        self.k.b.set(iterations, zero);
        let limit = self.small();
        let label = self.k.b.label();
        self.k.b.open_block();
        let (old, one) = (self.k.b.get(iterations), self.k.b.int(1));
        let new = self.k.b.add(old, one);
        self.k.b.set(iterations, new);
        let five = self.k.b.int(5);
        let limit = self.k.b.binary(BinaryOp::Min, limit, five);
        let done = self.k.b.compare(CompareOp::Gt, new, limit);
        self.k.b.if_then(done, |b| b.break_(label));
        self.labels.push((label, true));
        self.block(depth + 1);
        self.labels.pop();
        let body = self.k.b.close_block();
        self.k.b.push(qc::mir::Op::Loop { label, body }, vec![]);
    }
}

/// The machine's level is chosen once per process, so the lesser variant is run in a process of its own.
#[test]
fn the_variant_for_lesser_machines_agrees() {
    if std::env::var("QC_VECTOR_LEVEL").is_ok() {
        return;
    }
    let program = std::env::current_exe().expect("this program has a path");
    let output = std::process::Command::new(program)
        .env("QC_VECTOR_LEVEL", "0")
        .env("QC_SEEDS", "20")
        .args(["random", "float", "elementary", "element_kind"])
        .output()
        .expect("this program runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

#[test]
fn random_control_flow() {
    let first: u64 = std::env::var("QC_SEED").map_or(1, |text| text.parse().expect("a seed"));
    let count: u64 = std::env::var("QC_SEEDS").map_or(60, |text| text.parse().expect("a count"));
    for seed in first..first + count {
        let totals = seed % 3 == 0;
        let mut bench = Bench::new(&[3, 21]);
        let x = bench.array(ElemKind::I32, 5, -3.0);
        let y = bench.array(ElemKind::I32, 0, 0.0);
        let z = bench.array(ElemKind::F32, 0, 0.0);
        let tys: &[Ty] = if totals { &[Ty::I32] } else { &[] };
        bench.launch(Author::kernel(seed, totals), &[3, 21], &[x, y, z], tys);
        check(&format!("seed {seed}"), &bench.finish());
    }
}

// ---- Kinds, places, functions ------------------------------------------------------------------------------------------------------------------

const KINDS: [ElemKind; 11] = [
    ElemKind::I8,
    ElemKind::U8,
    ElemKind::I16,
    ElemKind::U16,
    ElemKind::I32,
    ElemKind::U32,
    ElemKind::I64,
    ElemKind::U64,
    ElemKind::F16,
    ElemKind::F32,
    ElemKind::F64,
];

#[test]
fn every_element_kind_is_loaded_converted_and_stored() {
    for from in KINDS {
        for to in KINDS {
            let mut k = Kernel::new(2, &[from, to]);
            let index = [k.at(0, 0), k.at(1, 1)];
            let value = k.load(0, &index, AccessMode::Mirror);
            let ty = k.b.ty(value);
            let factor = k.b.number(ty, 37.0);
            let value = k.b.mul(value, factor);
            let target = match to {
                ElemKind::F16 | ElemKind::F32 => Ty::F32,
                ElemKind::F64 => Ty::F64,
                ElemKind::U32 | ElemKind::I64 | ElemKind::U64 => Ty::I64,
                _ => Ty::I32,
            };
            let value = k.b.convert(value, target);
            let index = [k.at(0, 0), k.at(1, 0)];
            k.store(1, &index, AccessMode::Checked, value);
            let mut bench = Bench::new(&[2, 13]);
            let x = bench.array(from, 3, -4.0);
            let y = bench.array(to, 0, 0.0);
            bench.launch(k.b.finish(), &[2, 13], &[x, y], &[]);
            check(&format!("{from:?} {to:?}"), &bench.finish());
        }
    }
}

#[test]
fn floats_round_and_saturate_in_storage() {
    for to in [
        ElemKind::I8,
        ElemKind::U8,
        ElemKind::I16,
        ElemKind::U16,
        ElemKind::U32,
    ] {
        for factor in [0.5, 25.25, -9000.5, 4e9] {
            let mut k = Kernel::new(2, &[ElemKind::F32, to]);
            let index = [k.at(0, 0), k.at(1, 0)];
            let value = k.load(0, &index, AccessMode::Safe);
            let factor = k.b.number(Ty::F32, factor);
            let value = k.b.mul(value, factor);
            k.store(1, &index, AccessMode::Checked, value);
            let mut bench = Bench::new(&[2, 13]);
            let x = bench.array(ElemKind::F32, 3, -4.0);
            let y = bench.array(to, 0, 0.0);
            bench.launch(k.b.finish(), &[2, 13], &[x, y], &[]);
            check(&format!("{to:?}"), &bench.finish());
        }
    }
}

#[test]
fn complex_elements_have_two_parts() {
    let mut k = Kernel::new(2, &[ElemKind::C32, ElemKind::C32]);
    let index = [k.at(0, 0), k.at(1, 1)];
    let access = k.access(0, &index, AccessMode::Circular);
    let parts = k.b.load(access);
    let index = [k.at(0, 0), k.at(1, 0)];
    let access = k.access(1, &index, AccessMode::Checked);
    k.b.store(access, &[parts[1], parts[0]]);
    let mut bench = Bench::new(&[3, 11]);
    let x = bench.array(ElemKind::C32, 3, -4.0);
    let y = bench.array(ElemKind::C32, 0, 0.0);
    bench.launch(k.b.finish(), &[3, 11], &[x, y], &[]);
    check("complex", &bench.finish());
}

/// `y[f(m,n)] = x[g(m,n)]` where the index is computed by `at`.
fn moved(
    mode: AccessMode,
    load_at: impl Fn(&mut Kernel) -> [Value; 2],
    store_at: impl Fn(&mut Kernel) -> [Value; 2],
) -> Function {
    let mut k = Kernel::new(2, &[ElemKind::I32, ElemKind::I32]);
    let index = load_at(&mut k);
    let value = k.load(0, &index, mode);
    let index = store_at(&mut k);
    let mode = match mode {
        AccessMode::Unchecked => AccessMode::Checked,
        mode => mode,
    };
    k.store(1, &index, mode, value);
    k.b.finish()
}

fn here(k: &mut Kernel) -> [Value; 2] {
    [k.at(0, 0), k.at(1, 0)]
}

fn reversed(k: &mut Kernel) -> [Value; 2] {
    let array = k.b.get(k.arrays[0]);
    let width = k.b.dim(array, 1);
    let one = k.b.int(1);
    let last = k.b.sub(width, one);
    let n = k.at(1, 0);
    [k.at(0, 0), k.b.sub(last, n)]
}

fn scaled(k: &mut Kernel) -> [Value; 2] {
    let (n, three) = (k.at(1, 0), k.b.int(3));
    let n = k.b.mul(n, three);
    let eight = k.b.int(8);
    [k.at(0, 0), k.b.sub(n, eight)]
}

fn transposed(k: &mut Kernel) -> [Value; 2] {
    [k.at(1, 0), k.at(0, 0)]
}

fn by_data(k: &mut Kernel) -> [Value; 2] {
    let index = here(k);
    let value = k.load(0, &index, AccessMode::Safe);
    [k.at(0, 0), value]
}

#[test]
fn indices_of_every_form() {
    type At = fn(&mut Kernel) -> [Value; 2];
    let forms: [(&str, At); 5] = [
        ("here", here),
        ("reversed", reversed),
        ("scaled", scaled),
        ("transposed", transposed),
        ("by data", by_data),
    ];
    for mode in MODES {
        for (from_name, from) in forms {
            for (to_name, to) in forms {
                let shape = if from_name == "transposed" || to_name == "transposed" {
                    [14, 14]
                } else {
                    [3, 29]
                };
                let fails = |name| matches!(name, "scaled" | "by data");
                let strict = matches!(mode, AccessMode::Checked | AccessMode::Unchecked);
                if strict && (fails(from_name) || fails(to_name)) {
                    continue;
                }
                // Several positions that store in one place have no order.
                if fails(to_name) && mode != AccessMode::Safe || to_name == "by data" {
                    continue;
                }
                let mut bench = Bench::new(&shape);
                let x = bench.array(ElemKind::I32, 5, -3.0);
                let y = bench.array(ElemKind::I32, 0, 0.0);
                bench.launch(moved(mode, from, to), &shape, &[x, y], &[]);
                check(&format!("{mode:?} {from_name} {to_name}"), &bench.finish());
            }
        }
    }
}

#[test]
fn ranks_from_one_to_four() {
    for shape in [
        vec![37],
        vec![5, 9],
        vec![3, 4, 13],
        vec![2, 3, 2, 9],
        vec![4, 6, 3],
    ] {
        let rank = shape.len();
        let mut k = Kernel::new(rank, &[ElemKind::F32, ElemKind::F32]);
        let mut index: Vec<Value> = (0..rank).map(|dimension| k.at(dimension, 0)).collect();
        let value = k.load(0, &index, AccessMode::Mirror);
        index[rank - 1] = k.at(rank - 1, -1);
        let left = k.load(0, &index, AccessMode::Mirror);
        let value = k.b.add(value, left);
        index[rank - 1] = k.at(rank - 1, 0);
        k.store(1, &index, AccessMode::Checked, value);
        let dims = if rank == 1 {
            vec![1, shape[0]]
        } else {
            shape.clone()
        };
        let mut bench = Bench::new(&dims);
        let x = bench.array(ElemKind::F32, 3, -4.0);
        let y = bench.array(ElemKind::F32, 0, 0.0);
        bench.launch(k.b.finish(), &shape, &[x, y], &[]);
        check(&format!("{shape:?}"), &bench.finish());
    }
}

#[test]
fn in_place_kernels_run_every_position_once() {
    for width in [3, 4, 5, 16, 17, 30] {
        let mut k = Kernel::new(2, &[ElemKind::I32, ElemKind::I32]);
        let index = here(&mut k);
        let value = k.load(0, &index, AccessMode::Safe);
        let two = k.b.int(2);
        let value = k.b.mul(value, two);
        k.store(1, &index, AccessMode::Checked, value);
        let mut bench = Bench::new(&[2, width]);
        let x = bench.array(ElemKind::I32, 3, 1.0);
        bench.launch(k.b.finish(), &[2, width], &[x, x], &[]);
        check(&format!("{width}"), &bench.finish());
    }
}

#[test]
fn accumulators_of_every_operation() {
    for (op, ty) in [
        (AccumulatorOp::Add, Ty::I32),
        (AccumulatorOp::Add, Ty::F32),
        (AccumulatorOp::Add, Ty::F64),
        (AccumulatorOp::Mul, Ty::I32),
        (AccumulatorOp::Min, Ty::F32),
        (AccumulatorOp::Max, Ty::I32),
        (AccumulatorOp::Max, Ty::F64),
        (AccumulatorOp::Xor, Ty::I32),
        (AccumulatorOp::Or, Ty::I64),
    ] {
        let mut k = Kernel::new(2, &[ElemKind::I32]);
        let total = k.b.accumulator(ty, "total", op);
        let index = here(&mut k);
        let value = k.load(0, &index, AccessMode::Safe);
        let (zero, limit) = (k.b.int(0), k.b.int(9));
        let wanted = k.b.compare(CompareOp::Lt, value, limit);
        let positive = k.b.compare(CompareOp::Ne, value, zero);
        let wanted = k.b.binary(BinaryOp::And, wanted, positive);
        let value = k.b.convert(value, ty);
        k.b.if_then(wanted, |b| {
            let old = b.get(total);
            let new = b.binary(combining(op), old, value);
            b.set(total, new);
        });
        let mut bench = Bench::new(&[3, 27]);
        let x = bench.array(ElemKind::I32, 5, -3.0);
        bench.launch(k.b.finish(), &[3, 27], &[x], &[ty]);
        check(&format!("{op:?} {ty:?}"), &bench.finish());
    }
}

#[test]
fn atomic_operations_on_every_kind() {
    let ops = [
        AtomicOp::Add,
        AtomicOp::Sub,
        AtomicOp::Min,
        AtomicOp::Max,
        AtomicOp::And,
        AtomicOp::Or,
        AtomicOp::Xor,
    ];
    for kind in KINDS {
        for op in ops {
            let float = kind.is_float();
            if float && matches!(op, AtomicOp::And | AtomicOp::Or | AtomicOp::Xor) {
                continue;
            }
            let mut k = Kernel::new(2, &[ElemKind::I32, kind]);
            let index = here(&mut k);
            let value = k.load(0, &index, AccessMode::Safe);
            let (zero, mode) = (k.b.int(0), AccessMode::Safe);
            let access = k.access(1, &[zero, value], mode);
            let ty = match kind {
                ElemKind::F16 | ElemKind::F32 => Ty::F32,
                ElemKind::F64 => Ty::F64,
                ElemKind::U32 | ElemKind::I64 | ElemKind::U64 => Ty::I64,
                _ => Ty::I32,
            };
            let two = k.b.number(ty, 2.0);
            k.b.atomic(op, access, &[two]);
            let mut bench = Bench::new(&[3, 21]);
            let x = bench.array(ElemKind::I32, 5, -3.0);
            let y = bench.array_of(kind, &[1, 12], 3, 1.0);
            bench.launch(k.b.finish(), &[3, 21], &[x, y], &[]);
            check(&format!("{kind:?} {op:?}"), &bench.finish());
        }
    }
}

#[test]
fn serial_kernels_run_in_order() {
    let mut k = Kernel::new(1, &[ElemKind::I32, ElemKind::I32]);
    let index = [k.at(0, -1)];
    let before = k.load(0, &index, AccessMode::Safe);
    let index = [k.at(0, 0)];
    let own = k.load(0, &index, AccessMode::Safe);
    let sum = k.b.add(before, own);
    k.store(1, &index, AccessMode::Checked, sum);
    let mut bench = Bench::new(&[1, 40]);
    let x = bench.array(ElemKind::I32, 5, -3.0);
    let kernel = bench.program.add(k.b.finish());
    bench.launch_id(kernel, &[40], &[x, x], &[], true);
    check("serial", &bench.finish());
}

#[test]
fn indices_outside_raise() {
    for width in [1, 6, 25] {
        {
            let mode = AccessMode::Checked;
            // Only the last position of the first row reads outside.
            let mut k = Kernel::new(2, &[ElemKind::I32, ElemKind::I32]);
            let [m, n] = here(&mut k);
            let (zero, last) = (k.b.int(0), k.b.int(width - 1));
            let row = k.b.compare(CompareOp::Eq, m, zero);
            let column = k.b.compare(CompareOp::Eq, n, last);
            let both = k.b.binary(BinaryOp::And, row, column);
            let (some, none) = (k.b.int(5), k.b.int(0));
            let far = k.b.select(both, some, none);
            let at = k.b.add(n, far);
            let value = k.load(0, &[m, at], mode);
            k.store(1, &[m, n], AccessMode::Checked, value);
            let mut bench = Bench::new(&[2, width]);
            let x = bench.array(ElemKind::I32, 5, -3.0);
            let y = bench.array(ElemKind::I32, 0, 0.0);
            bench.launch(k.b.finish(), &[2, width], &[x, y], &[]);
            check(&format!("{mode:?} {width}"), &bench.finish());
        }
    }
}

#[test]
fn errors_of_the_program_raise_in_one_lane() {
    let mut k = Kernel::new(2, &[ElemKind::I32]);
    let [m, n] = here(&mut k);
    let value = k.load(0, &[m, n], AccessMode::Safe);
    let nineteen = k.b.int(19);
    let (twenty, zero) = (k.b.int(20), k.b.int(0));
    let column = k.b.compare(CompareOp::Eq, n, twenty);
    let row = k.b.compare(CompareOp::Eq, m, zero);
    let both = k.b.binary(BinaryOp::And, column, row);
    let value = k.b.add(value, nineteen);
    k.b.if_then(both, |b| {
        let list = b.list(&[value]);
        b.runtime(RtFn::error_raise, &[], &list);
    });
    let mut bench = Bench::new(&[2, 25]);
    let x = bench.array(ElemKind::I32, 5, -3.0);
    bench.launch(k.b.finish(), &[2, 25], &[x], &[]);
    check("error", &bench.finish());
}

#[test]
fn elementary_functions_are_those_of_the_runtime() {
    for &function in MathFn::ALL {
        for (kind, ty) in [(ElemKind::F32, Ty::F32), (ElemKind::F64, Ty::F64)] {
            for factor in [0.03, 1.7, 30_011.0] {
                let mut k = Kernel::new(2, &[kind, kind]);
                let index = here(&mut k);
                let value = k.load(0, &index, AccessMode::Safe);
                let factor = k.b.number(ty, factor);
                let value = k.b.mul(value, factor);
                let args = [value, factor];
                let value = k.b.math(function, &args[..function.arity()]);
                k.store(1, &index, AccessMode::Checked, value);
                let mut bench = Bench::new(&[1, 22]);
                let x = bench.array(kind, 5, -6.5);
                let y = bench.array(kind, 0, 0.0);
                bench.launch(k.b.finish(), &[1, 22], &[x, y], &[]);
                check(&format!("{function:?} {kind:?}"), &bench.finish());
            }
        }
    }
}

#[test]
fn float_operations_in_vectors() {
    let unary = [
        UnaryOp::Neg,
        UnaryOp::Abs,
        UnaryOp::Sqrt,
        UnaryOp::Floor,
        UnaryOp::Ceil,
        UnaryOp::Round,
        UnaryOp::Trunc,
    ];
    let binary = [
        BinaryOp::Sub,
        BinaryOp::Div,
        BinaryOp::Rem,
        BinaryOp::Min,
        BinaryOp::Max,
    ];
    for (kind, ty) in [(ElemKind::F32, Ty::F32), (ElemKind::F64, Ty::F64)] {
        let mut k = Kernel::new(2, &[kind, kind]);
        let index = here(&mut k);
        let value = k.load(0, &index, AccessMode::Safe);
        let half = k.b.number(ty, 0.37);
        let x = k.b.mul(value, half);
        let mut sum = x;
        let halves = (ty == Ty::F32).then_some(UnaryOp::RoundHalf);
        for op in unary.into_iter().chain(halves) {
            let y = k.b.unary(op, x);
            let is_number = k.b.compare(CompareOp::Eq, y, y);
            let zero = k.b.number(ty, 0.0);
            let y = k.b.select(is_number, y, zero);
            sum = k.b.add(sum, y);
        }
        for op in binary {
            let y = k.b.binary(op, sum, value);
            let is_number = k.b.compare(CompareOp::Eq, y, y);
            sum = k.b.select(is_number, y, sum);
        }
        k.store(1, &index, AccessMode::Checked, sum);
        let mut bench = Bench::new(&[2, 22]);
        let x = bench.array(kind, 5, -6.5);
        let y = bench.array(kind, 0, 0.0);
        bench.launch(k.b.finish(), &[2, 22], &[x, y], &[]);
        check(&format!("{kind:?}"), &bench.finish());
    }
}

#[test]
fn strict_sums_do_not_depend_on_the_width() {
    for shape in [[3, 41], [1, 7], [2, 16], [4, 100]] {
        for offset in [0, 3] {
            let mut k = Kernel::new(2, &[ElemKind::F32]);
            let total = k.b.accumulator(Ty::F32, "total", AccumulatorOp::Add);
            let index = [k.at(0, 0), k.at(1, offset)];
            let value = k.load(0, &index, AccessMode::Mirror);
            let factor = k.b.number(Ty::F32, 0.1);
            let value = k.b.mul(value, factor);
            let (old, limit) = (k.b.get(total), k.b.number(Ty::F32, -0.2));
            let new = k.b.add(old, value);
            let wanted = k.b.compare(CompareOp::Gt, value, limit);
            k.b.if_then(wanted, |b| b.set(total, new));
            let mut bench = Bench::new(&shape);
            let x = bench.array(ElemKind::F32, 5, -3.3);
            bench.launch(k.b.finish(), &shape, &[x], &[Ty::F32]);
            let program = bench.finish();
            let outcomes = [1, 4, 8, 16].map(|lanes| {
                let strict = true;
                let options = SpmdOptions {
                    lanes,
                    strict,
                    ..SpmdOptions::default()
                };
                native(&program, &options)
            });
            for outcome in &outcomes[1..] {
                assert_eq!(outcomes[0], *outcome, "{shape:?} {offset}");
            }
            assert_eq!(outcomes[0].error, None);
        }
    }
}

#[test]
fn kernels_compile_for_other_machines() {
    for seed in 1..MathFn::ALL.len() as u64 {
        let mut bench = Bench::new(&[3, 21]);
        let x = bench.array(ElemKind::I32, 5, -3.0);
        let z = bench.array(ElemKind::F32, 0, 0.0);
        bench.launch(
            Author::kernel(seed, seed % 3 == 0),
            &[3, 21],
            &[x, x, z],
            &[Ty::I32][..usize::from(seed % 3 == 0)],
        );
        let mut k = Kernel::new(2, &[ElemKind::U8, ElemKind::F16]);
        let index = here(&mut k);
        let value = k.load(0, &index, AccessMode::Safe);
        let value = k.b.convert(value, Ty::F32);
        let function = MathFn::ALL[seed as usize];
        let value = k.b.math(function, &[value, value][..function.arity()]);
        let wide = k.b.convert(value, Ty::F64);
        let value = k.b.convert(wide, Ty::F32);
        k.store(1, &index, AccessMode::Checked, value);
        let u = bench.array(ElemKind::U8, 1, 0.0);
        let h = bench.array(ElemKind::F16, 1, 0.0);
        bench.launch(k.b.finish(), &[3, 21], &[u, h], &[]);
        let program = bench.finish();
        for target in ["aarch64-unknown-linux-gnu", "x86_64-unknown-linux-gnu"] {
            let isa = machine(target, Linking::Object, Effort::Speed).expect("a known target");
            let builder = ObjectBuilder::new(isa, "kernels", default_libcall_names());
            let mut module = ObjectModule::new(builder.expect("an object"));
            spmd::define_kernels(&mut module, &program, &SpmdOptions::default());
            assert!(module.finish().emit().expect("an object").len() > 1000);
        }
    }
}

#[test]
fn kernels_of_whole_positions_run_flat_where_the_sizes_allow() {
    for (extents, shape) in [
        ([3, 5, 3], [3, 5, 3]),
        ([3, 5, 3], [4, 5, 3]),
        ([2, 7, 2], [2, 7, 3]),
        ([4, 4, 4], [4, 4, 4]),
        ([3, 0, 3], [3, 5, 3]),
    ] {
        for totals in [false, true] {
            let mut k = Kernel::new(3, &[ElemKind::I32, ElemKind::I32]);
            let total = totals.then(|| k.b.accumulator(Ty::I32, "total", AccumulatorOp::Add));
            let index = k.b.position().to_vec();
            let value = k.load(0, &index, AccessMode::Safe);
            let three = k.b.int(3);
            let value = k.b.mul(value, three);
            k.store(1, &index, AccessMode::Checked, value);
            if let Some(total) = total {
                let old = k.b.get(total);
                let new = k.b.add(old, value);
                k.b.set(total, new);
            }
            let mut bench = Bench::new(&shape);
            let x = bench.array(ElemKind::I32, 5, -3.0);
            let y = bench.array(ElemKind::I32, 0, 0.0);
            let tys = &[Ty::I32][..usize::from(totals)];
            bench.launch(k.b.finish(), &extents, &[x, y], tys);
            check(&format!("{extents:?} {shape:?}"), &bench.finish());
        }
    }
}

#[test]
fn two_channels_of_pixels_that_data_choose_are_no_guess() {
    // y[m,n] = x[m,at,0] + x[m,at,1], with the position itself or with an element as `at`.
    let declines = |by_data: bool| {
        let mut k = Kernel::new(2, &[ElemKind::F32, ElemKind::I32, ElemKind::F32]);
        let (m, n) = (k.at(0, 0), k.at(1, 0));
        let element = k.load(1, &[m, n], AccessMode::Safe);
        let at = if by_data { element } else { n };
        let [zero, one] = [0, 1].map(|channel| k.b.int(channel));
        let first = k.load(0, &[m, at, zero], AccessMode::Safe);
        let second = k.load(0, &[m, at, one], AccessMode::Safe);
        let sum = k.b.add(first, second);
        k.store(2, &[m, n], AccessMode::Checked, sum);
        let mut bench = Bench::new(&[3, 40]);
        let x = bench.array_of(ElemKind::F32, &[3, 40, 2], 3, 0.0);
        let places = bench.array(ElemKind::I32, 5, 0.0);
        let y = bench.array(ElemKind::F32, 0, 0.0);
        let kernel = bench.program.add(k.b.finish());
        bench.launch_id(kernel, &[3, 40], &[x, places, y], &[], false);
        let program = bench.finish();
        check("pixels by data", &program);
        let options = SpmdOptions {
            lanes: 8,
            ..SpmdOptions::default()
        };
        let text = spmd::build_kernel(&program, kernel, false, &options).to_string();
        text.contains(&i32::MIN.to_string())
    };
    assert!(declines(false));
    assert!(!declines(true));
}

/// The error of a result with that many bits behind the point of its mantissa, in units of its last place.
fn error_in_units(found: f64, exact: f64, bits: i32) -> f64 {
    let magnitude = exact.abs().max(f64::from(f32::MIN_POSITIVE));
    let unit = 2f64.powi(magnitude.log2().floor() as i32 - bits);
    (found - exact).abs() / unit
}

/// What a kernel in the default mode makes of `first + step * k` for each k below the count, and these arguments.
fn contracted_values(function: MathFn, ty: Ty, range: (f64, f64)) -> Vec<(f64, f64)> {
    let count = 999;
    let narrow = |x: f64| {
        if ty == Ty::F32 {
            f64::from(x as f32)
        } else {
            x
        }
    };
    let (first, step) = (
        narrow(range.0),
        narrow((range.1 - range.0) / f64::from(count)),
    );
    let kind = if ty == Ty::F32 {
        ElemKind::F32
    } else {
        ElemKind::F64
    };
    let mut k = Kernel::new(2, &[kind]);
    let index = here(&mut k);
    let at = k.b.convert(index[1], ty);
    let (slope, base) = (k.b.number(ty, step), k.b.number(ty, first));
    let x = k.b.mul(at, slope);
    // A product that is used twice is not fused, so that the argument is what the test computes.
    let zero = k.b.number(ty, 0.0);
    let same = k.b.mul(x, zero);
    let x = k.b.add(x, same);
    let x = k.b.add(x, base);
    let y = k.b.math(function, &[x]);
    k.store(0, &index, AccessMode::Checked, y);
    let mut bench = Bench::new(&[1, count]);
    let y = bench.array(kind, 0, 0.0);
    bench.launch(k.b.finish(), &[1, count], &[y], &[]);
    let outcome = native(&bench.finish(), &SpmdOptions::default());
    assert_eq!(outcome.error, None);
    let text = outcome.output.replace(['[', ']'], "");
    let found = text
        .split(',')
        .map(|text| text.trim().parse().expect("a number"));
    let found: Vec<f64> = found.collect();
    assert_eq!(found.len(), count as usize);
    let argument = |at: usize| narrow(narrow(at as f64 * step) + first);
    found
        .into_iter()
        .enumerate()
        .map(|(at, found)| (argument(at), found))
        .collect()
}

/// In the default mode products and sums are fused, in the elementary functions too: they stay accurate. The bounds are those of
/// docs/accuracy.md and what the reference may err by, in double precision the C library.
#[test]
fn contracted_functions_are_accurate() {
    type Exact = fn(f64) -> f64;
    let functions: [(MathFn, Exact, f64, f64, f64); 17] = [
        (MathFn::Exp, f64::exp, 0.55, -80.0, 80.0),
        (MathFn::Exp2, f64::exp2, 0.55, -80.0, 80.0),
        (MathFn::Log, f64::ln, 0.55, 1e-3, 500.0),
        (MathFn::Log2, f64::log2, 0.55, 1e-3, 500.0),
        (MathFn::Log10, f64::log10, 2.0, 1e-3, 500.0),
        (MathFn::Sin, f64::sin, 0.6, -40.0, 40.0),
        (MathFn::Cos, f64::cos, 0.6, -40.0, 40.0),
        (MathFn::Tan, f64::tan, 0.65, -1.5, 1.5),
        (MathFn::Asin, f64::asin, 0.6, -1.0, 1.0),
        (MathFn::Acos, f64::acos, 0.6, -1.0, 1.0),
        (MathFn::Atan, f64::atan, 0.6, -9.0, 9.0),
        (MathFn::Sinh, f64::sinh, 2.0, -4.0, 4.0),
        (MathFn::Cosh, f64::cosh, 2.0, -4.0, 4.0),
        (MathFn::Tanh, f64::tanh, 2.5, -4.0, 4.0),
        (MathFn::Asinh, f64::asinh, 4.0, 1.0, 9.0),
        (MathFn::Acosh, f64::acosh, 4.0, 2.0, 9.0),
        (MathFn::Atanh, f64::atanh, 4.0, -0.9, 0.9),
    ];
    for (function, exact, reference, low, high) in functions {
        for (ty, bits, bound) in [(Ty::F32, 23, 2.5), (Ty::F64, 52, 1.0 + reference)] {
            for (x, found) in contracted_values(function, ty, (low, high)) {
                let error = error_in_units(found, exact(x), bits);
                assert!(
                    error <= bound,
                    "{function:?} of {x} is {found}, {error} units off"
                );
            }
        }
    }
}
