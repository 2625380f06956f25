//! Programs as machine code in this process; several test targets, and the example that measures kernels, have this file as a module.
//!
//! *Invariant:* code runs only as long as its module lives.

use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::default_libcall_names;
use qc::codegen::cpu::target::{Effort, Linking, machine};
use qc::codegen::cpu::{self, Listing};
use qc::codegen::spmd::{self, SpmdOptions};
use qc::driver::executable::HOST;
use qc::mir::Program;
use quasar_abi::RtFn;

/// What a run printed, and the error that ended it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// On standard output.
    pub output: String,
    /// Its message.
    pub error: Option<String>,
}

/// A module for code of this process, which may call the runtime.
pub fn module(effort: Effort) -> JITModule {
    let isa = machine(HOST, Linking::Graft, effort).expect("the host is a target");
    let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
    for (row, export) in RtFn::ALL.iter().zip(&quasar_rt::EXPORTS) {
        builder.symbol(row.sig().symbol, export.0.cast());
    }
    JITModule::new(builder)
}

/// Runs a program behind all passes; also tells how many objects it leaves behind.
pub fn run(program: &Program, options: &SpmdOptions, effort: Effort) -> (Outcome, i64) {
    let mut module = module(effort);
    let host = cpu::compile(program, &mut module, Listing::None);
    spmd::define_kernels(&mut module, program, options);
    let finalized = module.finalize_definitions();
    finalized.expect("all symbols are known");
    let entry = module.get_finalized_function(host.entry);
    // SAFETY: the entry takes nothing and returns a status, as `quasar_abi::ProgramEntry` says.
    let entry: extern "C-unwind" fn() -> i32 = unsafe { std::mem::transmute(entry) };
    let before = quasar_rt::live_objects();
    let (status, output) = quasar_rt::capture_output(|| entry());
    let error = (status != 0).then(|| {
        let pending = quasar_rt::take_pending().expect("a status comes with an error");
        pending.raised.message
    });
    let left = quasar_rt::live_objects() - before;
    // SAFETY: no code of the module runs any more.
    unsafe { module.free_memory() };
    (Outcome { output, error }, left)
}
