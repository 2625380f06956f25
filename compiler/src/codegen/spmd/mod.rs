//! Kernels of MIR become vector machine code by way of the SPMD representation.
//!
//! ```text
//! MIR kernel ─► divergence, liveness, ranges ─► build (frame, loops, access, math) ─► SPMD ─► passes ─► clif ─► machine code
//! ```
//!
//! *Invariant:* semantics are those of MIR's interpreter; this room adds none.

mod access;
mod build;
mod clif;
mod cost;
mod divergence;
mod emit;
mod flat;
mod frame;
pub mod ir;
mod liveness;
mod loops;
mod machine;
mod math;
mod passes;
mod print;
mod ranges;
mod verify;

use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::{FuncId as ClifFunc, Linkage, Module};

pub use machine::Compiled;
use machine::Variant;

use super::cpu::kernel_signature;
use super::kernel::{entry_symbol, kernel_data, needed_entries};
use crate::mir::{FuncId, Function, Program};

/// How kernels are compiled.
#[derive(Clone, Debug)]
pub struct SpmdOptions {
    /// Lanes of the machine's vectors to use: 1 or 4.
    pub lanes: u32,
    /// Whether products and sums stay apart and reductions have an order that does not depend on the lanes.
    pub strict: bool,
    /// Whether the machine fuses products and sums; set for each machine that kernels are compiled for.
    pub fma: bool,
    /// Parts of a varying value; chosen for each kernel without it.
    pub parts: Option<u32>,
}

impl Default for SpmdOptions {
    fn default() -> Self {
        SpmdOptions {
            lanes: 4,
            strict: false,
            fma: false,
            parts: None,
        }
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
    let ordered = options.strict && frame::has_ordered_totals(kernel, kernel_data(kernel));
    let lanes = match serial || options.lanes == 1 {
        true => 1,
        false if ordered => frame::LOGICAL,
        false => options.lanes * options.parts.unwrap_or_else(|| cost::parts(kernel)),
    };
    let builder = build::Builder::new(program, kernel, lanes, serial, ordered, rank);
    let mut function = builder.build();
    check(&function, "build");
    passes::remove_dead_code(&mut function);
    check(&function, "remove_dead_code");
    if options.fma && !options.strict {
        passes::contract(&mut function);
        passes::remove_dead_code(&mut function);
        check(&function, "contract");
    }
    function
}

fn check(function: &ir::Function, pass: &str) {
    if cfg!(debug_assertions) {
        verify::verify(function, pass);
    }
}

/// The SPMD code of all kernels that the program launches, as text.
pub fn print_kernels(program: &Program, options: &SpmdOptions) -> String {
    let entries = needed_entries(program).into_iter();
    let texts =
        entries.map(|(func, serial)| build_kernel(program, func, serial, options).to_string());
    texts.collect::<Vec<_>>().join("\n")
}

/// Compiles the entries of all kernels that the program launches. What a linker may want to know beyond the module comes back.
pub fn define_kernels(
    module: &mut dyn Module,
    program: &Program,
    options: &SpmdOptions,
) -> Vec<Compiled> {
    let mut compiler = Compiler {
        variants: machine::variants(module.isa()),
        shared: clif::Shared::default(),
        context: FunctionBuilderContext::new(),
        compiled: Vec::new(),
    };
    for (func, serial) in needed_entries(program) {
        compiler.entry(module, program, (func, serial), options);
    }
    compiler.compiled
}

/// What is kept from kernel to kernel.
struct Compiler {
    variants: Vec<Variant>,
    shared: clif::Shared,
    context: FunctionBuilderContext,
    compiled: Vec<Compiled>,
}

impl Compiler {
    fn entry(
        &mut self,
        module: &mut dyn Module,
        program: &Program,
        (func, serial): (FuncId, bool),
        options: &SpmdOptions,
    ) {
        let symbol = entry_symbol(func, serial);
        let kernel = &program.functions[func];
        let rank = kernel_data(kernel).position.len();
        let flat = match serial {
            true => None,
            false => flat::flattened(kernel),
        };
        let mut choice = clif::Choice {
            rank,
            arrays: flat.as_ref().map_or(Vec::new(), |flat| flat.arrays.clone()),
            variants: Vec::new(),
        };
        for at in 0..self.variants.len() {
            let options = SpmdOptions {
                fma: self.variants[at].fma,
                ..options.clone()
            };
            let symbol = format!("{symbol}{}", self.variants[at].suffix);
            let function = build_function(program, kernel, rank, serial, &options);
            let general = self.translated(module, (func, &symbol), at, &function);
            let flat = flat.as_ref().map(|flat| {
                let function = build_function(program, &flat.kernel, rank, serial, &options);
                let symbol = format!("{symbol}_flat");
                self.translated(module, (func, &symbol), at, &function)
            });
            choice.variants.push((general, flat));
        }
        self.define(module, (func, &symbol), 0, |compiler, module, builder| {
            clif::choose(module, &mut compiler.shared, &choice, builder);
        });
    }

    fn translated(
        &mut self,
        module: &mut dyn Module,
        symbol: (FuncId, &str),
        variant: usize,
        function: &ir::Function,
    ) -> ClifFunc {
        self.define(module, symbol, variant, |compiler, module, builder| {
            clif::translate(module, &mut compiler.shared, function, builder);
        })
    }

    fn define(
        &mut self,
        module: &mut dyn Module,
        (kernel, symbol): (FuncId, &str),
        variant: usize,
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
        let isa = &*self.variants[variant].isa;
        let compiled = machine::define(module, isa, (declared, symbol), kernel, &mut context);
        self.compiled.push(compiled);
        declared
    }
}
