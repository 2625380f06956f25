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
mod frame;
pub mod ir;
mod liveness;
mod loops;
mod math;
mod passes;
mod print;
mod ranges;

use cranelift_codegen::ir::UserFuncName;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::{FuncId as ClifFunc, Linkage, Module};

use super::cpu::kernel_signature;
use super::kernel::{entry_symbol, needed_entries};
use crate::mir::{FuncId, Program};

/// How kernels are compiled.
#[derive(Clone, Debug)]
pub struct SpmdOptions {
    /// Lanes of the machine's vectors to use: 1 or 4.
    pub lanes: u32,
    /// Whether products and sums stay apart and reductions have an order that does not depend on the lanes.
    pub strict: bool,
    /// Whether the machine fuses products and sums.
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
    let lanes = match serial || options.lanes == 1 {
        true => 1,
        false => options.lanes * options.parts.unwrap_or(1),
    };
    let mut function = build::Builder::new(program, kernel, lanes, serial).build();
    passes::remove_dead_code(&mut function);
    if options.fma && !options.strict {
        passes::contract(&mut function);
        passes::remove_dead_code(&mut function);
    }
    function
}

/// The SPMD code of all kernels that the program launches, as text.
pub fn print_kernels(program: &Program, options: &SpmdOptions) -> String {
    let entries = needed_entries(program).into_iter();
    let texts =
        entries.map(|(func, serial)| build_kernel(program, func, serial, options).to_string());
    texts.collect::<Vec<_>>().join("\n")
}

/// Compiles the entries of all kernels that the program launches.
pub fn define_kernels(module: &mut dyn Module, program: &Program, options: &SpmdOptions) {
    let mut shared = clif::Shared::default();
    for (func, serial) in needed_entries(program) {
        define_entry(module, &mut shared, program, func, serial, options);
    }
}

fn define_entry(
    module: &mut dyn Module,
    shared: &mut clif::Shared,
    program: &Program,
    func: FuncId,
    serial: bool,
    options: &SpmdOptions,
) -> ClifFunc {
    let function = build_kernel(program, func, serial, options);
    let symbol = entry_symbol(func, serial);
    let signature = kernel_signature(module);
    let declared = module.declare_function(&symbol, Linkage::Local, &signature);
    let declared = declared.expect("symbols are unique");
    let mut context = module.make_context();
    context.func.signature = signature;
    context.func.name = UserFuncName::user(0, declared.as_u32());
    let mut builder_context = FunctionBuilderContext::new();
    let builder = FunctionBuilder::new(&mut context.func, &mut builder_context);
    clif::translate(module, shared, &function, builder);
    if let Err(error) = module.define_function(declared, &mut context) {
        panic!(
            "{symbol} does not compile: {error:?}\n{}",
            context.func.display()
        );
    }
    declared
}
