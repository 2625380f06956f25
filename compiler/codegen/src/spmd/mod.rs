//! Kernels of MIR become vector machine code by way of the SPMD representation.
//!
//! ```text
//! MIR kernel ─► divergence, ranges, numbers ─► build (versions, rows, loops, access, math) ─► SPMD ─► passes ─┬─► clif ───► machine code
//!                                                                                                             └─► x86 ──► machine code
//! ```
//!
//! `x86` makes code for the wide vectors of x86, `clif` all other: for machines without them, for kernels that run position by
//! position, and for those with an operation that `x86` does not cover.
//!
//! *Invariant:* semantics are those of MIR's interpreter; this room adds none.

mod access;
mod accumulators;
mod atomic;
mod channels;
mod clif;
mod construct;
mod cost;
mod division;
mod emit;
mod families;
mod flat;
mod forms;
mod gathered;
mod guards;
mod interior;
mod intervals;
pub mod ir;
mod key;
mod lane_windows;
mod linear;
mod loops;
mod machine;
mod magnitudes;
mod math;
mod merged;
mod neighbours;
mod numbers;
mod passes;
mod print;
mod quotients;
mod ranges;
mod row_loops;
mod rows;
mod short_lanes;
mod slanted;
mod sum_loops;
mod sums;
mod transposed;
mod verify;
mod versions;
mod wide;
mod x86;

use std::collections::BTreeMap;
use std::rc::Rc;

use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::{FuncId as ClifFunc, Linkage, Module};

use ir::Width;
use machine::Variant;
pub use machine::{Compiled, Unwind};
use sum_loops::SumLoop;
use wide::Wide;
use x86::{Calls, Level};
pub use x86::{FrameRow, FrameRule};

use crate::cpu::{kernel_signature, source_loc};
use crate::machine::processor::{AVX2, AVX512, BASE, CACHE_LINE};
use crate::mir::divergence::Divergence;
use crate::mir::kernel::{entry_symbol, has_ordered_totals, kernel_data, needed_entries};
use crate::mir::liveness::Liveness;
use crate::mir::{ElemKind, FuncId, Function, Label, Op, Program, Ty};

/// Constants of vectors, and of scalars, that are made at the entry of a function and live as long as it. There are fewer registers; a constant that has left its
/// register is read from the stack, which is no faster than from the pool, and values that live in all of a long function make the time
/// of register allocation grow with its square.
const MOST_AT_ENTRY: usize = 64;

/// How kernels are compiled.
#[derive(Clone, Debug)]
pub struct SpmdOptions {
    /// Lanes of the widest vectors to use: 1, 4, 8 or 16.
    pub lanes: u32,
    /// Whether products and sums stay apart and reductions have an order that does not depend on the lanes.
    pub strict: bool,
    /// Whether the machine fuses products and sums; set for each machine that kernels are compiled for.
    pub fma: bool,
    /// Parts of a varying value; chosen for each kernel without it.
    pub parts: Option<u32>,
    /// Whether there is code of wide vectors too, for launches whose arrays have the extents that the kernel is best for: then this one need
    /// not have a version for those.
    pub beside_wide: bool,
}

impl Default for SpmdOptions {
    fn default() -> Self {
        SpmdOptions {
            lanes: AVX512.lanes(),
            strict: false,
            fma: false,
            parts: None,
            beside_wide: false,
        }
    }
}

/// The options for vectors of a level.
fn wide(options: &SpmdOptions, level: Level) -> SpmdOptions {
    SpmdOptions {
        lanes: level.lanes(ir::Elem::F32),
        ..options.clone()
    }
}

/// The SPMD code of a kernel, optimised.
///
/// # Panics
/// The function is not a kernel.
pub fn build_kernel(
    program: &Program,
    func: FuncId,
    serial: bool,
    options: &SpmdOptions,
) -> ir::Function {
    let kernel = &program.functions[func];
    let rank = kernel_data(kernel).position.len();
    build_function(program, kernel, rank, serial, options)
}

/// The SPMD code of a kernel that gets the argument block of a launch of `rank` dimensions.
fn build_function(
    program: &Program,
    kernel: &Function,
    rank: usize,
    serial: bool,
    options: &SpmdOptions,
) -> ir::Function {
    let ordered = options.strict && has_ordered_totals(kernel);
    if !serial && let Some(lanes) = lanes_of_nests(kernel, options) {
        return build_lanes(program, kernel, rank, serial, options, lanes);
    }
    let lanes = match serial || options.lanes == 1 {
        true => 1,
        false if ordered => rows::LOGICAL,
        false => {
            options.lanes
                * options
                    .parts
                    .unwrap_or_else(|| cost::parts(kernel, options.lanes))
        }
    };
    if !ordered && lanes > 1 && options.lanes > BASE.lanes() && accesses_short_elements(kernel) {
        let in_lanes_of = |width: Width| {
            let lanes = options.lanes * 4 / width.bytes();
            let mut function = build_lanes(program, kernel, rank, serial, options, lanes);
            let found = short_lanes::find(&function, width);
            let is_short = found.is_some();
            function.short = found.unwrap_or_default();
            check(&function, "short_lanes");
            (function, is_short)
        };
        if options.lanes == AVX2.lanes() && is_about_bytes(kernel) {
            let (function, is_short) = in_lanes_of(Width::Bytes);
            if is_short {
                return function;
            }
        }
        let (function, is_short) = in_lanes_of(Width::Halves);
        if is_short || lanes == function.lanes {
            return function;
        }
    }
    build_lanes(program, kernel, rank, serial, options, lanes)
}

/// How many lanes share out the iterations of loops that add up around others: as many as two vectors have, or as one has; with the widest vectors
/// also as many as half of one has, which narrower ones compute.
fn lanes_of_nests(kernel: &Function, options: &SpmdOptions) -> Option<u32> {
    let mut has_nests = false;
    kernel.body.for_each_stmt(&mut |stmt| {
        let is_nest = |body| sum_loops::has_loops(body);
        has_nests |= matches!(&stmt.op, Op::For { body, .. } if is_nest(body));
    });
    if !has_nests {
        return None;
    }
    let mut lanes = options.lanes * 2;
    while lanes >= options.lanes.min(AVX2.lanes()) && lanes > 1 {
        if sums_in_lanes(kernel, options, lanes).is_some_and(|found| sum_loops::has_nests(&found)) {
            return Some(lanes);
        }
        lanes /= 2;
    }
    None
}

/// The loops inside positions that so many lanes run along; none in kernels of whose elements nothing is known in front of a row.
fn sums_in_lanes(
    kernel: &Function,
    options: &SpmdOptions,
    lanes: u32,
) -> Option<BTreeMap<Label, Rc<SumLoop>>> {
    let ranges = ranges::Ranges::of(kernel);
    let is_possible = options.lanes > 1 && !ranges.unknown_arrays;
    is_possible.then(|| {
        let (liveness, limits) = (Liveness::of(kernel), ranges.limits(kernel));
        sum_loops::loops_in_lanes(kernel, &liveness, options.strict, limits, lanes)
    })
}

/// Whether some elements that a kernel reads or writes have 8 or 16 bits.
fn accesses_short_elements(kernel: &Function) -> bool {
    let mut found = false;
    kernel.body.for_each_stmt(&mut |stmt| {
        if let Op::Load(access) | Op::Store(access, _) = &stmt.op
            && let Ty::Array(kind) = kernel.values[access.array].ty
        {
            found |= matches!(
                kind,
                ElemKind::I8 | ElemKind::U8 | ElemKind::I16 | ElemKind::U16
            );
        }
    });
    found
}

/// Whether a kernel computes whole numbers of 32 bits alone, and some of its elements are bytes.
fn is_about_bytes(kernel: &Function) -> bool {
    let mut types = kernel.values.iter().map(|value| value.ty);
    let mut elements = types.clone();
    elements.any(|ty| matches!(ty, Ty::Array(ElemKind::I8 | ElemKind::U8)))
        && types.all(|ty| !matches!(ty, Ty::F32 | Ty::F64 | Ty::I64))
}

/// The SPMD code with so many lanes.
fn build_lanes(
    program: &Program,
    kernel: &Function,
    rank: usize,
    serial: bool,
    options: &SpmdOptions,
    lanes: u32,
) -> ir::Function {
    let ordered = options.strict && has_ordered_totals(kernel);
    let mut builder = construct::Builder::new(program, kernel, lanes, serial, ordered, rank)
        .with_versions(construct::Versions {
            is_wide: options.lanes >= Level::Avx2.lanes(ir::Elem::F32),
            beside_wide: options.beside_wide,
            has_masks: options.lanes >= AVX512.lanes(),
            adds_in_order: options.strict,
        });
    builder = builder.with_sums_in_lanes(options.strict);
    // Cranelift converts lane by lane; it gets no more than four at a time.
    if options.lanes > BASE.lanes() {
        builder = builder.with_products_for_quotients();
    }
    let mut function = builder.build();
    check(&function, "build");
    passes::remove_dead_code(&mut function);
    check(&function, "remove_dead_code");
    if accesses_short_elements(kernel) {
        intervals::drop_limits(&mut function);
        passes::remove_dead_code(&mut function);
        check(&function, "drop_limits");
        quotients::multiply(&mut function);
        check(&function, "quotients");
    }
    passes::merge_opposite_stores(&mut function);
    check(&function, "merge_opposite_stores");
    passes::interleave_stores(&mut function);
    check(&function, "interleave_stores");
    if options.fma && !options.strict {
        passes::contract(&mut function);
        passes::remove_dead_code(&mut function);
        check(&function, "contract");
    }
    if options.lanes >= Level::Avx2.lanes(ir::Elem::F32) {
        lane_windows::share(&mut function);
        passes::remove_dead_code(&mut function);
        check(&function, "lane_windows");
        neighbours::read_together(&mut function);
        passes::remove_dead_code(&mut function);
        check(&function, "neighbours");
    }
    function
}

/// The parameters whose sizes must be the extents of a launch that runs as one row over all elements; none for a kernel that never does.
pub fn arrays_of_flat_form(kernel: &Function) -> Option<Vec<usize>> {
    flat::flattened(kernel).map(|flat| flat.arrays)
}

fn check(function: &ir::Function, pass: &str) {
    if cfg!(debug_assertions) {
        verify::verify(function, pass);
    }
}

/// The SPMD code of all kernels that the program launches, as text; at 8 and 16 lanes with what makes machine code of it.
pub fn print_kernels(program: &Program, options: &SpmdOptions) -> String {
    let level = match options.lanes {
        8 => Some(Level::Avx2),
        16 => Some(Level::Avx512),
        _ => None,
    };
    let options = SpmdOptions {
        fma: level.is_some(),
        ..options.clone()
    };
    let entries = needed_entries(program).into_iter();
    let texts = entries.map(|(func, serial)| {
        let function = build_kernel(program, func, serial, &options);
        match level {
            Some(level) => format!("{function}{}\n", code_generator(&function, level)),
            None => function.to_string(),
        }
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// How a kernel is vectorised: the lanes for each machine, for which arrays alone wide ones are, and how its elements are read and written.
pub fn vectors(program: &Program, func: FuncId, options: &SpmdOptions) -> String {
    let mut lanes = Vec::new();
    let mut condition = None;
    for level in [Level::Avx512, Level::Avx2] {
        let own = wide(options, level);
        if own.lanes > options.lanes {
            continue;
        }
        let function = build_kernel(program, func, false, &SpmdOptions { fma: true, ..own });
        let narrower = level == Level::Avx512 && cost::fewer_lanes(&function).is_some();
        if !narrower && x86::compile(&function, level, Calls::Direct).is_ok() {
            lanes.push(level.lanes(ir::Elem::F32).to_string());
            condition = condition.or_else(|| guessed_channels(&program.functions[func], &function));
        }
    }
    lanes.push(options.lanes.min(4).to_string());
    let function = build_kernel(program, func, false, options);
    format!(
        "{} lanes, as the machine has{}; {}",
        lanes.join(", "),
        condition.unwrap_or_default(),
        memory_use(&function)
    )
}

/// The numbers of channels that arrays have to have for code of wide vectors, if it declines others.
fn guessed_channels(kernel: &Function, function: &ir::Function) -> Option<String> {
    if !versions::declines(function) {
        return None;
    }
    let (divergence, ranges) = (Divergence::of(kernel), ranges::Ranges::of(kernel));
    let mut names: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for guess in channels::guesses(kernel, &divergence, &ranges) {
        let name = kernel.locals[guess.array].name.as_ref()?;
        names
            .entry(guess.count)
            .or_default()
            .push(format!("`{name}`"));
    }
    let conditions = names.iter().map(|(count, names)| match &names[..] {
        [name] => format!("{name} has {count} channels"),
        _ => format!("{} have {count} channels", names.join(", ")),
    });
    let conditions: Vec<String> = conditions.collect();
    let some = !conditions.is_empty();
    some.then(|| format!("; 4 lanes unless {}", conditions.join(" and ")))
}

/// Whether a kernel's vectors run along loops inside its positions: sums, or changes of elements.
pub fn has_sums_in_lanes(kernel: &Function, options: &SpmdOptions) -> bool {
    lanes_of_nests(kernel, options).is_some()
        || sums_in_lanes(kernel, options, options.lanes).is_some_and(|found| !found.is_empty())
}

/// How many of the last dimensions of a kernel are one row for vectors, where the arrays have their extents: one at least.
pub fn dimensions_in_a_row(kernel: &Function, options: &SpmdOptions) -> usize {
    let rank = kernel_data(kernel).position.len();
    if options.strict || options.lanes == 1 || has_sums_in_lanes(kernel, options) {
        return 1;
    }
    match (
        flat::flattened(kernel),
        merged::merged(kernel, &Divergence::of(kernel)),
    ) {
        (Some(_), _) => rank,
        (None, Some(merged)) => rank - merged.first,
        (None, None) => 1,
    }
}

/// How varying elements are read and written.
fn memory_use(function: &ir::Function) -> String {
    let [mut whole, mut shuffled, mut together, mut lane_by_lane] = [0; 4];
    for inst in function.blocks.iter().flat_map(|block| &block.insts) {
        let varies =
            |value: Option<ir::Val>| value.is_some_and(|value| function.types[value].varying);
        match &inst.op {
            ir::Op::Load { .. } => whole += u32::from(varies(inst.result)),
            ir::Op::MaskedLoad { .. } => whole += 1,
            ir::Op::Store { value, .. } => whole += u32::from(varies(Some(*value))),
            ir::Op::StoreInterleaved { .. } => shuffled += 1,
            ir::Op::GatherRun { .. } => together += 1,
            ir::Op::LoadLanes { memory, places } if x86::is_shuffled(*memory, places) => {
                shuffled += 1;
            }
            ir::Op::Gather { .. } | ir::Op::LoadLanes { .. } | ir::Op::Scatter { .. } => {
                lane_by_lane += 1;
            }
            _other => {}
        }
    }
    let mut texts = Vec::new();
    texts.extend((whole > 0).then_some("elements side by side"));
    texts.extend((shuffled > 0).then_some("elements a few apart by shuffles"));
    texts.extend((together > 0).then_some("neighbours read together"));
    texts.extend(match (lane_by_lane, texts.is_empty()) {
        (0, true) => Some("no memory of its own"),
        (0, false) => None,
        (_, true) => Some("elements gathered and scattered"),
        (_, false) => Some("others gathered or scattered"),
    });
    texts.join(", ")
}

/// What makes machine code of a function, and why not for wide vectors.
fn code_generator(function: &ir::Function, level: Level) -> String {
    let bits = 8 * level.bytes();
    if level == Level::Avx512
        && let Some(reason) = cost::fewer_lanes(function)
    {
        return format!("machine code: as with 8 lanes, {reason}");
    }
    match x86::compile(function, level, Calls::Direct) {
        Ok(_) => format!("machine code: {bits}-bit vectors"),
        Err(x86::Uncovered(what)) => format!("machine code: Cranelift, not covered: {what}"),
    }
}

/// Compiles the entries of all kernels that the program launches. What a linker may want to know beyond the module comes back.
pub fn define_kernels(
    module: &mut dyn Module,
    program: &Program,
    options: &SpmdOptions,
) -> Vec<Compiled> {
    define_kernels_beside(module, program, options, |_| ()).1
}

/// As [`define_kernels`], while `host` compiles something else into the module: the code of wide vectors is made on other threads.
pub fn define_kernels_beside<T>(
    module: &mut dyn Module,
    program: &Program,
    options: &SpmdOptions,
    host: impl FnOnce(&mut dyn Module) -> T,
) -> (T, Vec<Compiled>) {
    let (result, compiler) = compile_kernels(module, program, options, None, host);
    (result, compiler.compiled)
}

/// The machine code of all kernels that the program launches, for every machine, as text.
pub fn list_kernels(module: &mut dyn Module, program: &Program, options: &SpmdOptions) -> String {
    let listing = Some(String::new());
    let (_, compiler) = compile_kernels(module, program, options, listing, |_| ());
    compiler.listing.unwrap_or_default()
}

fn compile_kernels<T>(
    module: &mut dyn Module,
    program: &Program,
    options: &SpmdOptions,
    listing: Option<String>,
    host: impl FnOnce(&mut dyn Module) -> T,
) -> (T, Compiler) {
    let mut compiler = Compiler {
        listing,
        variants: machine::variants(module.isa(), options.lanes),
        shared: clif::Shared::default(),
        context: FunctionBuilderContext::new(),
        compiled: Vec::new(),
    };
    let bodies = Body::of(program);
    let wide = compiler
        .calls(module, &bodies)
        .map(|calls| Wide::new(program, &bodies, &compiler.variants, options, calls));
    let result = wide::beside(wide.as_ref(), || host(module));
    let mut wide_codes = wide.map(Wide::finish).unwrap_or_default();
    let mut bodies = bodies.into_iter().peekable();
    while let Some(body) = bodies.next() {
        let flat = bodies.next_if(|next| next.flat.is_some());
        compiler.entry(
            module,
            program,
            &body,
            flat.as_ref(),
            &mut wide_codes,
            options,
        );
    }
    (result, compiler)
}

/// The code of a body that is wanted.
struct Wanted {
    /// For this machine, by its number.
    variant: usize,
    /// What the vector back end has made, if it was asked.
    code: Option<wide::WideCode>,
}

impl Wanted {
    fn of(variant: usize, codes: &mut wide::CodesOfBody) -> Wanted {
        let code = codes.get_mut(variant).and_then(Option::take);
        Wanted { variant, code }
    }
}

/// A body that is compiled: the kernel's own or its flat version, which follows it.
struct Body {
    launched: Launched,
    flat: Option<flat::Flat>,
}

impl Body {
    /// Those of all kernels that the program launches, in order.
    fn of(program: &Program) -> Vec<Body> {
        let mut bodies = Vec::new();
        for (func, serial) in needed_entries(program) {
            let kernel = &program.functions[func];
            let launched = Launched {
                func,
                serial,
                rank: kernel_data(kernel).position.len(),
            };
            let flat = match serial {
                true => None,
                false => flat::flattened(kernel),
            };
            bodies.push(Body {
                launched,
                flat: None,
            });
            bodies.extend(flat.map(|flat| Body {
                launched,
                flat: Some(flat),
            }));
        }
        bodies
    }

    fn kernel<'a>(&'a self, program: &'a Program) -> &'a Function {
        match &self.flat {
            Some(flat) => &flat.kernel,
            None => &program.functions[self.launched.func],
        }
    }
}

/// What is kept from kernel to kernel.
struct Compiler {
    variants: Vec<Variant>,
    shared: clif::Shared,
    context: FunctionBuilderContext,
    compiled: Vec<Compiled>,
    /// The text of what is compiled, where somebody wants it.
    listing: Option<String>,
}

/// A kernel and how it is launched.
#[derive(Clone, Copy)]
struct Launched {
    func: FuncId,
    serial: bool,
    rank: usize,
}

impl Compiler {
    /// How code of wide vectors reaches the runtime, if there is any.
    fn calls(&mut self, module: &mut dyn Module, bodies: &[Body]) -> Option<Calls> {
        let some = self.variants.iter().any(|variant| variant.level.is_some())
            && bodies.iter().any(|body| !body.launched.serial);
        some.then(|| self.shared.calls(module))
    }

    /// The entry of a kernel, given its body and the flat one, and the wide code of all bodies that are still to come.
    fn entry(
        &mut self,
        module: &mut dyn Module,
        program: &Program,
        body: &Body,
        flat: Option<&Body>,
        wide_codes: &mut wide::WideCodes,
        options: &SpmdOptions,
    ) {
        let launched = body.launched;
        let symbol = entry_symbol(launched.func, launched.serial);
        let arrays = flat.and_then(|body| body.flat.as_ref());
        let mut choice = clif::Choice {
            rank: launched.rank,
            parameters: program.functions[launched.func].params.len(),
            arrays: arrays.map_or(Vec::new(), |flat| flat.arrays.clone()),
            general: Vec::new(),
            flat: Vec::new(),
        };
        let (mut own, mut other) = (wide_codes.next(), flat.map(|_| wide_codes.next()));
        let origin = kernel_data(&program.functions[launched.func]).origin;
        let is_wide = |variant: &Variant| variant.level.is_some();
        let least = match origin.needs_wide_vectors() {
            true => self.variants.iter().position(is_wide).unwrap_or(0),
            false => 0,
        };
        for at in least..self.variants.len() {
            let symbol = format!("{symbol}{}", self.variants[at].suffix);
            let version = self.version(
                module,
                program,
                body,
                &symbol,
                Wanted::of(at, &mut own),
                options,
            );
            choice.general.extend(version.map(|version| (at, version)));
            if let (Some(flat), Some(other)) = (flat, &mut other) {
                let symbol = format!("{symbol}_flat");
                let version = self.version(
                    module,
                    program,
                    flat,
                    &symbol,
                    Wanted::of(at, other),
                    options,
                );
                choice.flat.extend(version.map(|version| (at, version)));
            }
        }
        let isa = self.variants[0]
            .isa
            .clone()
            .expect("every machine has Cranelift");
        self.define(
            module,
            launched.func,
            &symbol,
            &isa,
            |compiler, module, builder| {
                clif::choose(module, &mut compiler.shared, &choice, builder);
            },
        );
    }

    /// The kernel for one machine, unless that of the machine before serves as well.
    fn version(
        &mut self,
        module: &mut dyn Module,
        program: &Program,
        body: &Body,
        symbol: &str,
        Wanted { variant, code }: Wanted,
        options: &SpmdOptions,
    ) -> Option<ClifFunc> {
        let Launched { func, serial, rank } = body.launched;
        match code {
            Some(wide::WideCode::Same) => return None,
            Some(wide::WideCode::Code(code)) => {
                return Some(self.place(module, func, symbol, &code));
            }
            Some(wide::WideCode::Uncovered) | None => {}
        }
        let isa = self.variants[variant].isa.clone()?;
        let options = SpmdOptions {
            fma: self.variants[variant].fma,
            lanes: options.lanes.min(4),
            beside_wide: self.variants.iter().any(|variant| variant.level.is_some()),
            ..options.clone()
        };
        let function = build_function(program, body.kernel(program), rank, serial, &options);
        // The versions with a fused multiply-add are those for machines with AVX.
        let wide = options.fma;
        let define =
            |compiler: &mut Self, module: &mut dyn Module, builder: FunctionBuilder<'_>| {
                clif::translate(module, &mut compiler.shared, &function, wide, builder);
            };
        Some(self.define(module, func, symbol, &isa, define))
    }

    /// Puts code of the vector back end into the module.
    fn place(
        &mut self,
        module: &mut dyn Module,
        kernel: FuncId,
        symbol: &str,
        code: &x86::Encoded,
    ) -> ClifFunc {
        let signature = kernel_signature(module);
        let declared = module.declare_function(symbol, Linkage::Local, &signature);
        let id = declared.expect("symbols are unique");
        let references = code.references.iter();
        let relocations: Vec<_> = references
            .map(|reference| self.shared.relocation(module, reference))
            .collect();
        module
            .define_function_bytes(id, CACHE_LINE, &code.bytes, &relocations)
            .expect("it is defined once");
        self.list(symbol, || x86::assembly(code));
        let locations = code.locations.iter();
        self.compiled.push(Compiled {
            id,
            symbol: symbol.to_owned(),
            kernel,
            unwind: Some(Unwind::Frame {
                length: code.bytes.len() as u32,
                rows: code.frame.clone(),
            }),
            locations: locations
                .map(|(offset, loc)| (u64::from(*offset), source_loc(*loc).bits()))
                .collect(),
        });
        id
    }

    fn define(
        &mut self,
        module: &mut dyn Module,
        kernel: FuncId,
        symbol: &str,
        isa: &OwnedTargetIsa,
        build: impl FnOnce(&mut Self, &mut dyn Module, FunctionBuilder<'_>),
    ) -> ClifFunc {
        let signature = kernel_signature(module);
        let declared = module.declare_function(symbol, Linkage::Local, &signature);
        let declared = declared.expect("symbols are unique");
        let mut context = module.make_context();
        context.func.signature = signature;
        context.func.name = machine::name(declared);
        let mut builder_context = std::mem::take(&mut self.context);
        let builder = FunctionBuilder::new(&mut context.func, &mut builder_context);
        build(self, module, builder);
        self.context = builder_context;
        context.set_disasm(self.listing.is_some());
        let compiled = machine::define(module, &**isa, declared, symbol, kernel, &mut context);
        self.compiled.push(compiled);
        self.list(symbol, || {
            let code = context.compiled_code();
            code.and_then(|code| code.vcode.clone()).unwrap_or_default()
        });
        declared
    }

    fn list(&mut self, symbol: &str, code: impl FnOnce() -> String) {
        if let Some(listing) = &mut self.listing {
            listing.push_str(&format!("; {symbol}\n{}\n", code()));
        }
    }
}
