//! The program's entry, and the description that goes with it.
//!
//! *Invariant:* whatever way the program ends, its globals own nothing afterwards; those of a library, which has no end, stay.

use cranelift_codegen::ir::{self, AbiParam, InstBuilder, MemFlagsData, types};
use cranelift_frontend::FunctionBuilder;
use cranelift_module::{DataId, FuncId as ClifFunc, Linkage, Module};
use quasar_abi::RtFn;
use quasar_abi::graft::ENTRY_SYMBOL;

use super::HostCode;
use super::shared::{Shared, define_bytes};
use super::types::POINTER;
use crate::mir::Program;
use crate::mir::describe::describe;

/// Declares the entry, a `quasar_abi::ProgramEntry`.
pub fn declare(module: &mut dyn Module) -> ClifFunc {
    let mut signature = module.make_signature();
    signature.returns.push(AbiParam::new(types::I32));
    let declared = module.declare_function(ENTRY_SYMBOL, Linkage::Export, &signature);
    declared.expect("no function of the program has this symbol")
}

/// The entry's body: runs the program; after an error it releases the globals.
pub fn build(shared: &mut Shared<'_>, mut builder: FunctionBuilder<'_>) {
    let [start, failed, done] = [(); 3].map(|()| builder.create_block());
    builder.set_cold_block(failed);
    builder.switch_to_block(start);
    let main = shared.function(shared.program.entry);
    let main = shared.module.declare_func_in_func(main, builder.func);
    let call = builder.ins().call(main, &[]);
    let status = builder.inst_results(call)[0];
    builder.ins().brif(status, failed, &[], done, &[]);
    builder.switch_to_block(failed);
    if shared.program.library.is_none() {
        release_globals(shared, &mut builder);
    }
    builder.ins().jump(done, &[]);
    builder.switch_to_block(done);
    builder.ins().return_(&[status]);
    builder.seal_all_blocks();
    let config = shared.module.target_config();
    builder.finalize(config);
}

fn release_globals(shared: &mut Shared<'_>, builder: &mut FunctionBuilder<'_>) {
    let release = shared.row(RtFn::object_release);
    let release = shared.module.declare_func_in_func(release, builder.func);
    for (id, global) in shared.program.globals.iter_enumerated() {
        if global.ty.is_handle() {
            let data = shared
                .module
                .declare_data_in_func(shared.global(id), builder.func);
            let place = builder.ins().symbol_value(POINTER, data);
            let object = load_pointer(builder, place);
            builder.ins().call(release, &[object]);
        }
    }
}

fn load_pointer(builder: &mut FunctionBuilder<'_>, place: ir::Value) -> ir::Value {
    builder
        .ins()
        .load(POINTER, MemFlagsData::trusted(), place, 0)
}

/// The runtime's function that a program in an object file starts with: entry, description, its length.
const START_SYMBOL: &str = "quasar_start";

/// Declares `main` for a program that a system linker links.
pub fn declare_c_main(module: &mut dyn Module) -> ClifFunc {
    let mut signature = module.make_signature();
    signature.returns.push(AbiParam::new(types::I32));
    let declared = module.declare_function("main", Linkage::Export, &signature);
    declared.expect("no function of the program has this symbol")
}

/// The body of `main`: hands the program to the runtime.
pub fn build_c_main(module: &mut dyn Module, mut builder: FunctionBuilder<'_>, host: &HostCode) {
    let block = builder.create_block();
    builder.switch_to_block(block);
    let mut signature = module.make_signature();
    signature.params = [POINTER, POINTER, types::I64].map(AbiParam::new).to_vec();
    signature.returns.push(AbiParam::new(types::I32));
    let start = module.declare_function(START_SYMBOL, Linkage::Import, &signature);
    let start = start.expect("it is declared once");
    let start = module.declare_func_in_func(start, builder.func);
    let entry = module.declare_func_in_func(host.entry, builder.func);
    let entry = builder.ins().func_addr(POINTER, entry);
    let info = module.declare_data_in_func(host.info, builder.func);
    let info = builder.ins().symbol_value(POINTER, info);
    let length = builder.ins().iconst(types::I64, host.info_length as i64);
    let call = builder.ins().call(start, &[entry, info, length]);
    let code = builder.inst_results(call)[0];
    builder.ins().return_(&[code]);
    builder.seal_all_blocks();
    builder.finalize(module.target_config());
}

/// Defines the blob that the runtime reads locations and parameters from; gives its length too.
pub fn define_info(module: &mut dyn Module, program: &Program) -> (DataId, usize) {
    let bytes = describe(program).encode();
    let length = bytes.len();
    (define_bytes(module, "q_program_info", bytes), length)
}
