//! The functions of a library as callers in C see them: they lay their arguments out and hand the call to the runtime.
//!
//! *Invariant:* parameters and results are those of the header that is written beside the library (`compiler/src/driver/library/header.rs`): a number by
//! value, a text as address and length, an array and each result as an address; the status is what the runtime says. The packed form of a function
//! takes the address of a block: its arguments as the runtime has them, and behind them room for each result, the same for all.

use cranelift_codegen::ir::{
    AbiParam, InstBuilder, MemFlagsData, Signature, StackSlotData, StackSlotKind, Value, types,
};
use cranelift_frontend::FunctionBuilder;
use cranelift_module::{FuncId as ClifFunc, Linkage, Module};
use quasar_abi::graft::LIBRARY_CALL_SYMBOL;
use quasar_abi::library::{LibraryArgument, LibraryArray};

use super::shared::Shared;
use super::types::{POINTER, clif_type};
use crate::mir::{LibraryFunction, Ty};

/// The form of a function for callers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// That of the header.
    Plain,
    /// One block for all, for callers to whom each argument costs much.
    Packed,
}

/// Declares a form of a function.
pub fn declare(
    module: &mut dyn Module,
    function: &LibraryFunction,
    form: Form,
) -> (String, ClifFunc) {
    let kind = match form {
        Form::Plain => "export",
        Form::Packed => "packed",
    };
    let symbol = format!("q_{kind}_{}", function.name);
    let signature = signature(module, function, form);
    let declared = module.declare_function(&symbol, Linkage::Local, &signature);
    (
        symbol,
        declared.expect("names of exported functions are unique"),
    )
}

fn signature(module: &dyn Module, function: &LibraryFunction, form: Form) -> Signature {
    let mut signature = module.make_signature();
    signature.returns.push(AbiParam::new(types::I32));
    if form == Form::Packed {
        signature.params.push(AbiParam::new(POINTER));
        return signature;
    }
    for ty in &function.params {
        signature.params.push(AbiParam::new(clif_type(*ty)));
        if *ty == Ty::Str {
            signature.params.push(AbiParam::new(types::I64));
        }
    }
    let results = std::iter::repeat_n(AbiParam::new(POINTER), function.results);
    signature.params.extend(results);
    signature
}

/// The body of a form of the function of that number.
pub fn build(
    shared: &mut Shared<'_>,
    mut builder: FunctionBuilder<'_>,
    function: &LibraryFunction,
    number: usize,
    form: Form,
) {
    let block = builder.create_block();
    builder.append_block_params_for_function_params(block);
    builder.switch_to_block(block);
    let given = builder.block_params(block).to_vec();
    let size = LibraryArgument::SIZE * function.params.len();
    let (arguments, places) = match form {
        Form::Plain => {
            let arguments = room(&mut builder, size);
            let behind = store_arguments(&mut builder, function, &given, arguments);
            (arguments, given[behind..].to_vec())
        }
        Form::Packed => {
            let at = |index| (size + index * size_of::<LibraryArray>()) as i64;
            let places = (0..function.results)
                .map(|index| builder.ins().iadd_imm_s(given[0], at(index)))
                .collect();
            (given[0], places)
        }
    };
    let results = room(&mut builder, 8 * function.results);
    for (index, place) in places.into_iter().enumerate() {
        store(&mut builder, place, results, 8 * index);
    }
    let program = shared.program;
    let library = program.library.as_ref().expect("there are exports");
    let dispatcher = shared.function(library.dispatcher);
    let dispatcher = shared.module.declare_func_in_func(dispatcher, builder.func);
    let dispatcher = builder.ins().func_addr(POINTER, dispatcher);
    let number = builder.ins().iconst(types::I32, number as i64);
    let mut called = shared.module.make_signature();
    called.params = [POINTER, types::I32, POINTER, POINTER]
        .map(AbiParam::new)
        .to_vec();
    called.returns.push(AbiParam::new(types::I32));
    let callee = shared
        .module
        .declare_function(LIBRARY_CALL_SYMBOL, Linkage::Import, &called);
    let callee = callee.expect("it is declared alike each time");
    let callee = shared.module.declare_func_in_func(callee, builder.func);
    let call = builder
        .ins()
        .call(callee, &[dispatcher, number, arguments, results]);
    let status = builder.inst_results(call)[0];
    builder.ins().return_(&[status]);
    builder.seal_all_blocks();
    let config = shared.module.target_config();
    builder.finalize(config);
}

/// The address of so many bytes of the stack.
fn room(builder: &mut FunctionBuilder<'_>, bytes: usize) -> Value {
    let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes.max(8) as u32, 3);
    let slot = builder.create_sized_stack_slot(data);
    builder.ins().stack_addr(POINTER, slot, 0)
}

fn store(builder: &mut FunctionBuilder<'_>, value: Value, place: Value, offset: usize) {
    let flags = MemFlagsData::trusted();
    builder.ins().store(flags, value, place, offset as i32);
}

/// Lays the arguments out; gives the number of machine arguments that they take.
fn store_arguments(
    builder: &mut FunctionBuilder<'_>,
    function: &LibraryFunction,
    given: &[Value],
    place: Value,
) -> usize {
    let mut values = given.iter().copied();
    for (index, ty) in function.params.iter().enumerate() {
        let offset = index * LibraryArgument::SIZE;
        let mut next = || values.next().expect("the signature has it");
        let value = next();
        match ty {
            // The runtime reads every scalar in double precision.
            Ty::F32 => {
                let wide = builder.ins().fpromote(types::F64, value);
                store(builder, wide, place, offset);
            }
            Ty::Str => {
                let length = next();
                store(builder, value, place, offset);
                store(builder, length, place, offset + size_of::<u64>());
            }
            Ty::Bool | Ty::I32 | Ty::I64 | Ty::F64 | Ty::Array(_) => {
                store(builder, value, place, offset);
            }
        }
    }
    given.len() - values.len()
}
