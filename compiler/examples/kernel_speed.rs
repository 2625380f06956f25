//! Measures kernels against the same kernels in C.
//!
//! `cargo run --release --example kernel_speed -- PEERS.so [names] [size] [parts]`, where PEERS.so is `bench/peers` compiled with gcc. The
//! kernels are built as MIR, as the front end makes them of plain loops, and run on this thread.
//!
//! *Invariant:* results are compared before times are.

#[path = "../tests/shared/native.rs"]
#[allow(
    dead_code,
    reason = "kernels are measured without the host code of a program"
)]
mod native;

use std::time::Instant;

use cranelift_module::Module;
use qc::base::{FileId, Id, Span};
use qc::codegen::cpu::target::Effort;
use qc::codegen::spmd::{self, SpmdOptions};
use qc::mir::kernel::entry_symbol;
use qc::mir::{
    Access, AccessMode, AccumulatorOp, BinaryOp, CompareOp, ElemKind, FuncId, Function,
    FunctionBuilder, KernelOrigin, Launch, Loc, Local, Location, MathFn, Program, ProgramBuilder,
    Ty, UnaryOp, Value,
};
use quasar_abi::{ArrayHeader, KernelEntry};

/// The argument of the peers.
#[repr(C)]
struct Peer {
    a: *const f32,
    b: *const f32,
    out: *mut f32,
    width: i64,
    height: i64,
    aux: *mut f32,
}

struct Kernel {
    b: FunctionBuilder,
    arrays: Vec<Local>,
}

impl Kernel {
    fn new(arrays: usize) -> Kernel {
        let mut b = FunctionBuilder::kernel("k", 2, KernelOrigin::Loop, Loc::from_index(0));
        let arrays = (0..arrays)
            .map(|_| b.param(Ty::Array(ElemKind::F32), "x"))
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

    fn store(&mut self, array: usize, index: &[Value], value: Value) {
        let access = self.access(array, index, AccessMode::Checked);
        self.b.store(access, &[value]);
    }

    fn position(&self) -> [Value; 2] {
        [self.b.position()[0], self.b.position()[1]]
    }

    fn plus(&mut self, value: Value, offset: i32) -> Value {
        let offset = self.b.int(offset);
        self.b.add(value, offset)
    }

    fn f(&mut self, value: f64) -> Value {
        self.b.number(Ty::F32, value)
    }

    /// A loop from -radius to radius.
    fn around(&mut self, radius: i32, body: impl FnOnce(&mut Kernel, Value)) {
        let (first, one, last) = (self.b.int(-radius), self.b.int(1), self.b.int(radius));
        let (label, index) = (self.b.label(), self.b.value(Ty::I32));
        self.b.open_block();
        body(self, index);
        let block = self.b.close_block();
        let header = qc::mir::ForHeader {
            label,
            index,
            range: qc::mir::LoopRange {
                start: first,
                step: one,
                stop: last,
            },
            directive: Default::default(),
            name: None,
        };
        self.b.push_for(header, block);
    }

    fn accumulate(&mut self, local: Local, value: Value) {
        let old = self.b.get(local);
        let new = self.b.add(old, value);
        self.b.set(local, new);
    }
}

fn kernel_a() -> Function {
    let mut k = Kernel::new(2);
    let [m, n] = k.position();
    let mut sum = None;
    for (offset, weight) in [(-2, 0.0625), (-1, 0.25), (0, 0.375), (1, 0.25), (2, 0.0625)] {
        let at = k.plus(n, offset);
        let x = k.load(0, &[m, at], AccessMode::Mirror);
        let weight = k.f(weight);
        let term = k.b.mul(weight, x);
        sum = Some(match sum {
            None => term,
            Some(sum) => k.b.add(sum, term),
        });
    }
    k.store(1, &[m, n], sum.unwrap());
    k.b.finish()
}

fn kernel_b() -> Function {
    let mut k = Kernel::new(2);
    let [m, n] = k.position();
    let x = |k: &mut Kernel, i, j| {
        let (i, j) = (k.plus(m, i), k.plus(n, j));
        k.load(0, &[i, j], AccessMode::Mirror)
    };
    let half = |k: &mut Kernel, [a, b, c, d, e, f]: [(i32, i32); 6]| {
        let (a, b) = (x(k, a.0, a.1), x(k, b.0, b.1));
        let first = k.b.sub(a, b);
        let (c, d) = (x(k, c.0, c.1), x(k, d.0, d.1));
        let middle = k.b.sub(c, d);
        let two = k.f(2.0);
        let middle = k.b.mul(two, middle);
        let sum = k.b.add(first, middle);
        let (e, f) = (x(k, e.0, e.1), x(k, f.0, f.1));
        let sum = k.b.add(sum, e);
        k.b.sub(sum, f)
    };
    let gx = half(
        &mut k,
        [(-1, 1), (-1, -1), (0, 1), (0, -1), (1, 1), (1, -1)],
    );
    let gy = half(
        &mut k,
        [(1, -1), (-1, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)],
    );
    let (xx, yy) = (k.b.mul(gx, gx), k.b.mul(gy, gy));
    let sum = k.b.add(xx, yy);
    let root = k.b.unary(UnaryOp::Sqrt, sum);
    k.store(1, &[m, n], root);
    k.b.finish()
}

fn kernel_c(vertical: bool) -> Function {
    let mut k = Kernel::new(3);
    let [m, n] = k.position();
    let zero = k.f(0.0);
    let s = k.b.local_with(Some("s"), zero);
    k.around(7, |k, i| {
        let at = k.plus(i, 7);
        let zero = k.b.int(0);
        let w = k.load(2, &[zero, at], AccessMode::Safe);
        let index = match vertical {
            true => [k.b.add(m, i), n],
            false => [m, k.b.add(n, i)],
        };
        let x = k.load(0, &index, AccessMode::Mirror);
        let term = k.b.mul(w, x);
        k.accumulate(s, term);
    });
    let s = k.b.get(s);
    k.store(1, &[m, n], s);
    k.b.finish()
}

fn kernel_d() -> Function {
    let mut k = Kernel::new(3);
    let [m, n] = k.position();
    let x = k.load(0, &[m, n], AccessMode::Safe);
    let y = k.load(1, &[m, n], AccessMode::Safe);
    let c = k.f(0.7);
    let first = k.b.mul(c, x);
    let square = k.b.mul(y, y);
    let sum = k.b.add(first, square);
    let minus = k.b.unary(UnaryOp::Neg, x);
    let e = k.b.math(MathFn::Exp, &[minus]);
    let sum = k.b.add(sum, e);
    k.store(2, &[m, n], sum);
    k.b.finish()
}

fn kernel_e() -> Function {
    let mut k = Kernel::new(2);
    let [m, n] = k.position();
    let (m, n) = (k.plus(m, 3), k.plus(n, 3));
    let centre = k.load(0, &[m, n], AccessMode::Safe);
    let centre = k.b.local_with(Some("centre"), centre);
    let zero = k.f(0.0);
    let s = k.b.local_with(Some("s"), zero);
    let total = k.b.local_with(Some("total"), zero);
    k.around(3, |k, di| {
        k.around(3, |k, dj| {
            let (i, j) = (k.b.add(m, di), k.b.add(n, dj));
            let v = k.load(0, &[i, j], AccessMode::Safe);
            let centre = k.b.get(centre);
            let d = k.b.sub(v, centre);
            let dd = k.b.mul(d, d);
            let range = k.f(-12.5);
            let range = k.b.mul(range, dd);
            let (ii, jj) = (k.b.mul(di, di), k.b.mul(dj, dj));
            let distance = k.b.add(ii, jj);
            let distance = k.b.convert(distance, Ty::F32);
            let space = k.f(0.0555556);
            let space = k.b.mul(space, distance);
            let exponent = k.b.sub(range, space);
            let weight = k.b.math(MathFn::Exp, &[exponent]);
            let term = k.b.mul(weight, v);
            k.accumulate(s, term);
            k.accumulate(total, weight);
        });
    });
    let (s, total) = (k.b.get(s), k.b.get(total));
    let result = k.b.binary(BinaryOp::Div, s, total);
    k.store(1, &[m, n], result);
    k.b.finish()
}

fn kernel_f() -> Function {
    let mut k = Kernel::new(1);
    let s = k.b.accumulator(Ty::F32, "s", AccumulatorOp::Add);
    let q = k.b.accumulator(Ty::F32, "q", AccumulatorOp::Add);
    let [m, n] = k.position();
    let x = k.load(0, &[m, n], AccessMode::Safe);
    k.accumulate(s, x);
    let xx = k.b.mul(x, x);
    k.accumulate(q, xx);
    k.b.finish()
}

fn kernel_h() -> Function {
    let mut k = Kernel::new(1);
    let [m, n] = k.position();
    let array = k.b.get(k.arrays[0]);
    let width = k.b.dim(array, 1);
    let width = k.b.convert(width, Ty::F32);
    let span = k.f(2.5);
    let step = k.b.binary(BinaryOp::Div, span, width);
    let [cr, ci] = [(n, -2.0), (m, -1.25)].map(|(at, base)| {
        let at = k.b.convert(at, Ty::F32);
        let offset = k.b.mul(step, at);
        let base = k.f(base);
        k.b.add(base, offset)
    });
    let zero = k.f(0.0);
    let zr = k.b.local_with(Some("zr"), zero);
    let zi = k.b.local_with(Some("zi"), zero);
    let none = k.b.int(0);
    let count = k.b.local_with(Some("count"), none);
    k.b.while_(
        |b| {
            let (c, limit) = (b.get(count), b.int(256));
            let few = b.compare(CompareOp::Lt, c, limit);
            let no = b.bool(false);
            let go = b.local_with(None, no);
            b.if_then(few, |b| {
                let (r, i) = (b.get(zr), b.get(zi));
                let (rr, ii) = (b.mul(r, r), b.mul(i, i));
                let sum = b.add(rr, ii);
                let four = b.number(Ty::F32, 4.0);
                let near = b.compare(CompareOp::Le, sum, four);
                b.set(go, near);
            });
            b.get(go)
        },
        |b, _| {
            let (r, i) = (b.get(zr), b.get(zi));
            let two = b.number(Ty::F32, 2.0);
            let t = b.mul(two, r);
            let t = b.mul(t, i);
            let (rr, ii) = (b.mul(r, r), b.mul(i, i));
            let difference = b.sub(rr, ii);
            let next = b.add(difference, cr);
            b.set(zr, next);
            let next = b.add(t, ci);
            b.set(zi, next);
            let (c, one) = (b.get(count), b.int(1));
            let next = b.add(c, one);
            b.set(count, next);
        },
    );
    let count = k.b.get(count);
    let count = k.b.convert(count, Ty::F32);
    k.store(0, &[m, n], count);
    k.b.finish()
}

fn kernel_i() -> Function {
    let mut k = Kernel::new(2);
    let [m, n] = k.position();
    let (m, n) = (k.plus(m, 4), k.plus(n, 4));
    let zero = k.f(0.0);
    let s = k.b.local_with(Some("s"), zero);
    let total = k.b.local_with(Some("total"), zero);
    let d = k.b.local(Ty::F32, Some("d"));
    k.around(2, |k, di| {
        k.around(2, |k, dj| {
            let zero = k.f(0.0);
            k.b.set(d, zero);
            k.around(2, |k, i| {
                k.around(2, |k, j| {
                    let (mi, nj) = (k.b.add(m, i), k.b.add(n, j));
                    let x = k.load(0, &[mi, nj], AccessMode::Safe);
                    let (mdi, ndj) = (k.b.add(m, di), k.b.add(n, dj));
                    let (mi, nj) = (k.b.add(mdi, i), k.b.add(ndj, j));
                    let y = k.load(0, &[mi, nj], AccessMode::Safe);
                    let t = k.b.sub(x, y);
                    let tt = k.b.mul(t, t);
                    k.accumulate(d, tt);
                });
            });
            let two = k.f(-2.0);
            let exponent = k.b.get(d);
            let exponent = k.b.mul(two, exponent);
            let weight = k.b.math(MathFn::Exp, &[exponent]);
            let (i, j) = (k.b.add(m, di), k.b.add(n, dj));
            let x = k.load(0, &[i, j], AccessMode::Safe);
            let term = k.b.mul(weight, x);
            k.accumulate(s, term);
            k.accumulate(total, weight);
        });
    });
    let (s, total) = (k.b.get(s), k.b.get(total));
    let result = k.b.binary(BinaryOp::Div, s, total);
    k.store(1, &[m, n], result);
    k.b.finish()
}

/// A program that launches the kernels, so that they are compiled.
fn program(kernels: Vec<Function>) -> Program {
    let location = Location {
        span: Span::point(FileId::from_index(0), 0),
        file: "bench.q".to_owned(),
        line: 1,
        column: 1,
        function: "main".to_owned(),
        call: None,
    };
    let mut program = ProgramBuilder::new(location);
    let mut main = FunctionBuilder::host("main", vec![], Loc::from_index(0));
    for kernel in kernels {
        let kernel = program.add(kernel);
        let launch = Launch {
            kernel,
            extents: vec![],
            args: vec![],
            serial: false,
        };
        main.launch(launch, &[]);
    }
    let entry = program.add(main.finish());
    program.finish(entry)
}

fn header(data: *mut f32, rows: i64, columns: i64) -> ArrayHeader {
    let mut dims = [1; 16];
    (dims[0], dims[1]) = (rows, columns);
    ArrayHeader {
        refs: 1,
        kind: 1,
        elem: ElemKind::F32 as i32,
        ndims: 2,
        flags: 0,
        numel: rows * columns,
        data: data.cast(),
        device: std::ptr::null_mut(),
        block_bytes: 0,
        dims,
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let names = args.get(2).map_or("abcdefhi", String::as_str);
    let sizes: Vec<usize> = match args.get(3) {
        Some(size) => vec![size.parse().expect("a size")],
        None => vec![512, 2048],
    };
    let parts = args.get(4).map(|text| text.parse().expect("parts"));
    // SAFETY: the library has no initialisers.
    let peers = unsafe { libloading::Library::new(&args[1]) }.expect("the peers");
    for name in names.chars() {
        for &size in &sizes {
            measure(&peers, name, size, parts);
        }
    }
}

fn measure(peers: &libloading::Library, name: char, size: usize, parts: Option<u32>) {
    let kernels = match name {
        'a' => vec![kernel_a()],
        'b' => vec![kernel_b()],
        'c' => vec![kernel_c(false), kernel_c(true)],
        'd' => vec![kernel_d()],
        'e' => vec![kernel_e()],
        'f' => vec![kernel_f()],
        'h' => vec![kernel_h()],
        'i' => vec![kernel_i()],
        other => panic!("there is no kernel {other}"),
    };
    let options = SpmdOptions {
        parts,
        ..SpmdOptions::default()
    };
    let program = program(kernels);
    if std::env::var("SHOW").is_ok() {
        let options = SpmdOptions {
            fma: true,
            ..options.clone()
        };
        println!("{}", spmd::print_kernels(&program, &options));
    }
    let start = Instant::now();
    let mut module = native::module(Effort::Speed);
    let compiled = spmd::define_kernels(&mut module, &program, &options);
    module
        .finalize_definitions()
        .expect("all symbols are known");
    let compile_time = start.elapsed();
    let entries: Vec<KernelEntry> = (0..program.functions.len() - 1)
        .map(|index| {
            let symbol = entry_symbol(FuncId::from_index(index), false);
            let Some(cranelift_module::FuncOrDataId::Func(id)) = module.get_name(&symbol) else {
                panic!("{symbol} is not defined")
            };
            if let Ok(path) = std::env::var("DUMP") {
                let Some(cranelift_module::FuncOrDataId::Func(id)) =
                    module.get_name(&format!("{symbol}_avx2"))
                else {
                    panic!()
                };
                let code = module.get_finalized_function(id);
                // SAFETY: the module maps whole pages, and more than these for the kernels of this example.
                let bytes = unsafe { std::slice::from_raw_parts(code, 8000) };
                std::fs::write(&path, bytes).expect("the dump is written");
            }
            // SAFETY: the symbol is that of a kernel entry.
            unsafe { std::mem::transmute(module.get_finalized_function(id)) }
        })
        .collect();
    drop(compiled);
    let count = size * size;
    let mut a: Vec<f32> = (0..count)
        .map(|k| ((k * 7919 + (k >> 9) * 104_729) % 1024) as f32 / 1024.0)
        .collect();
    let mut b: Vec<f32> = (0..count)
        .map(|k| ((k * 31) % 512) as f32 / 512.0)
        .collect();
    let mut ours = vec![0f32; count];
    let mut theirs = vec![0f32; count];
    let (mut aux, mut own_aux) = (vec![0f32; count], vec![0f32; count]);
    let mut weights: Vec<f32> = (-7..8).map(|i| (-((i * i) as f32) / 12.5).exp()).collect();
    let total: f32 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= total);
    let n = size as i64;
    let ha = header(a.as_mut_ptr(), n, n);
    let hb = header(b.as_mut_ptr(), n, n);
    let ho = header(ours.as_mut_ptr(), n, n);
    let hx = header(own_aux.as_mut_ptr(), n, n);
    let hw = header(weights.as_mut_ptr(), 1, 15);
    let address = |header: &ArrayHeader| std::ptr::from_ref(header) as u64;
    let border = match name {
        'e' => 6,
        'i' => 8,
        _ => 0,
    };
    let extent = (n - border) as u64;
    let blocks: Vec<Vec<u64>> = match name {
        'a' | 'b' | 'e' | 'i' => vec![vec![extent, extent, address(&ha), address(&ho)]],
        'c' => vec![
            vec![extent, extent, address(&ha), address(&hx), address(&hw)],
            vec![extent, extent, address(&hx), address(&ho), address(&hw)],
        ],
        'd' => vec![vec![
            extent,
            extent,
            address(&ha),
            address(&hb),
            address(&ho),
        ]],
        'f' => vec![vec![extent, extent, address(&ha)]],
        _ => vec![vec![extent, extent, address(&ho)]],
    };
    let mut totals = [0u64; 2];
    let mut run_ours = || {
        for (entry, block) in entries.iter().zip(&blocks) {
            // SAFETY: the block has the slots of the kernel.
            let status = unsafe { entry(block.as_ptr(), 0, extent as i64, totals.as_mut_ptr()) };
            assert_eq!(status, 0);
        }
    };
    let peer = Peer {
        a: a.as_ptr(),
        b: b.as_ptr(),
        out: theirs.as_mut_ptr(),
        width: n,
        height: n,
        aux: aux.as_mut_ptr(),
    };
    // SAFETY: the peers have this signature.
    let (theirs_entry, set_threads) = unsafe {
        let entry: libloading::Symbol<unsafe extern "C" fn(*const Peer)> =
            peers.get(format!("k_{name}").as_bytes()).expect("the peer");
        let threads: libloading::Symbol<unsafe extern "C" fn(i32)> =
            peers.get(b"set_threads").expect("the peers' setting");
        (entry, threads)
    };
    // SAFETY: the peers have this signature.
    unsafe { set_threads(1) };
    let (mut own_times, mut peer_times) = (Vec::new(), Vec::new());
    let mut spent = 0.0;
    while own_times.len() < 7 || (spent < 1.0 && own_times.len() < 400) {
        let start = Instant::now();
        run_ours();
        own_times.push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        // SAFETY: the structure has the places that the peer reads and writes, and lives during the call.
        unsafe { theirs_entry(&peer) };
        peer_times.push(start.elapsed().as_secs_f64());
        spent += own_times.last().unwrap() + peer_times.last().unwrap();
    }
    if name == 'f' {
        for (at, total) in totals.iter().enumerate() {
            ours[at] = f32::from_bits(*total as u32);
        }
    }
    let worst = ours
        .iter()
        .zip(&theirs)
        .map(|(x, y)| f64::from((x - y).abs()) / f64::from(y.abs().max(1.0)))
        .fold(0.0, f64::max);
    let (own, peer) = (median(own_times), median(peer_times));
    println!(
        "{name} {size:5} ours {:9.3} ms  gcc {:9.3} ms  ratio {:.2}  worst difference {worst:.2e}  compiled in {:.1} ms",
        own * 1e3,
        peer * 1e3,
        own / peer,
        compile_time.as_secs_f64() * 1e3,
    );
}
