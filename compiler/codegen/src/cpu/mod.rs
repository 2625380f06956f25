//! Host code through Cranelift.
//!
//! *Invariant:* works over any Cranelift module; only the driver knows where the code goes.

mod access;
mod arithmetic;
mod atomic;
mod calls;
mod coherence;
mod control;
mod count;
mod element;
mod entry;
mod exports;
mod function;
mod homes;
mod launch;
mod runtime;
mod shared;
pub mod target;
mod types;
mod variables;

use std::collections::BTreeMap;
use std::fmt::Write;

use cranelift_codegen::ir::UserFuncName;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::{DataId, FuncId as ClifFunc, Module};

use crate::base::IndexVec;
use crate::mir::{FuncId, GlobalId, Program};
use crate::proofs;
use exports::Form;
use function::FunctionCompiler;
use shared::Shared;

pub use function::source_loc;
pub use shared::{define_bytes, kernel_signature, row_signature};
pub use variables::{FRAME_KEY, PlacedVariable, Scope, VariablePlace};

/// What to print while compiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Nothing.
    None,
    /// Cranelift's own representation, before its optimisations.
    Clif,
    /// Machine code.
    Assembly,
}

/// The outcome of compiling a program's host code.
#[derive(Debug)]
pub struct HostCode {
    /// The function that the runtime calls.
    pub entry: ClifFunc,
    /// The encoded `ProgramInfo`.
    pub info: DataId,
    /// Bytes of the description.
    pub info_length: usize,
    /// The symbols of the host functions, in the order of the functions.
    pub symbols: Vec<(FuncId, String)>,
    /// The variables of the source that debuggers are told of.
    pub variables: BTreeMap<FuncId, Vec<PlacedVariable>>,
    /// Where the top-level variables lie.
    pub globals: IndexVec<GlobalId, DataId>,
    /// What callers of a library have.
    pub exports: Vec<Exported>,
    /// What was asked to be printed.
    pub listing: String,
}

/// A function that callers of a library have.
#[derive(Debug)]
pub struct Exported {
    /// Its name for them.
    pub name: String,
    /// As the header declares it.
    pub function: ClifFunc,
    /// As one that takes a block.
    pub packed: ClifFunc,
}

/// Compiles every host function of a program into `module`.
///
/// The program has passed the `ownership` pass. Entries of kernels are declared, not defined.
///
/// # Panics
/// The program breaks a rule of the MIR, which its verifier would have found.
pub fn compile(program: &Program, module: &mut dyn Module, listing: Listing) -> HostCode {
    let (info, info_length) = entry::define_info(module, program);
    let entry = entry::declare(module);
    let mut shared = Shared::new(module, program);
    let mut compiler = Compiler {
        context: FunctionBuilderContext::new(),
        listing,
        text: String::new(),
    };
    let symbols: Vec<_> = shared.symbols.clone().into_iter().collect();
    let mut variables = BTreeMap::new();
    for (id, symbol) in &symbols {
        let placed = compiler.host_function(&mut shared, *id, symbol);
        if !placed.is_empty() {
            variables.insert(*id, placed);
        }
    }
    compiler.entry(&mut shared, entry);
    let exports = compiler.exports(&mut shared);
    HostCode {
        entry,
        info,
        info_length,
        symbols,
        variables,
        globals: shared.globals,
        exports,
        listing: compiler.text,
    }
}

/// What is kept from function to function.
struct Compiler {
    context: FunctionBuilderContext,
    listing: Listing,
    text: String,
}

impl Compiler {
    fn host_function(
        &mut self,
        shared: &mut Shared<'_>,
        id: FuncId,
        symbol: &str,
    ) -> Vec<PlacedVariable> {
        let check_stack = shared.is_recursive(id);
        let declared = shared.function(id);
        let function = &shared.program.functions[id];
        let mut placed = Vec::new();
        self.define(shared, declared, symbol, |shared, builder| {
            placed = FunctionCompiler::new(shared, function, builder).compile(check_stack);
        });
        placed
    }

    fn entry(&mut self, shared: &mut Shared<'_>, entry: ClifFunc) {
        self.define(shared, entry, quasar_abi::graft::ENTRY_SYMBOL, entry::build);
    }

    /// The functions that callers of a library have.
    fn exports(&mut self, shared: &mut Shared<'_>) -> Vec<Exported> {
        let library = shared.program.library.iter();
        let functions = library.flat_map(|library| &library.functions).enumerate();
        let mut exports = Vec::new();
        for (number, function) in functions {
            let [plain, packed] = [Form::Plain, Form::Packed].map(|form| {
                let (symbol, declared) = exports::declare(shared.module, function, form);
                self.define(shared, declared, &symbol, |shared, builder| {
                    exports::build(shared, builder, function, number, form);
                });
                declared
            });
            exports.push(Exported {
                name: function.name.clone(),
                function: plain,
                packed,
            });
        }
        exports
    }

    /// Builds, compiles and lists one function.
    fn define<'p>(
        &mut self,
        shared: &mut Shared<'p>,
        declared: ClifFunc,
        symbol: &str,
        build: impl FnOnce(&mut Shared<'p>, FunctionBuilder<'_>),
    ) {
        let mut context = shared.module.make_context();
        let declaration = shared.module.declarations().get_function_decl(declared);
        context.func.signature = declaration.signature.clone();
        context.func.name = UserFuncName::user(0, declared.as_u32());
        build(
            shared,
            FunctionBuilder::new(&mut context.func, &mut self.context),
        );
        if self.listing == Listing::Clif {
            let _ = writeln!(self.text, "; {symbol}\n{}", context.func.display());
        }
        context.set_disasm(self.listing == Listing::Assembly);
        proofs::verify(&context, shared.module.isa());
        if let Err(error) = shared.module.define_function(declared, &mut context) {
            panic!(
                "{symbol} does not compile: {error:?}\n{}",
                context.func.display()
            );
        }
        if self.listing == Listing::Assembly {
            let compiled = context
                .compiled_code()
                .and_then(|code| code.vcode.as_deref());
            let _ = writeln!(self.text, "; {symbol}\n{}", compiled.unwrap_or(""));
        }
    }
}

/// Defines `main` for a program that a system linker links with the runtime's archive.
pub fn define_c_main(module: &mut dyn Module, host: &HostCode) {
    let declared = entry::declare_c_main(module);
    let mut context = module.make_context();
    let declaration = module.declarations().get_function_decl(declared);
    context.func.signature = declaration.signature.clone();
    context.func.name = UserFuncName::user(0, declared.as_u32());
    let mut builder_context = FunctionBuilderContext::new();
    let builder = FunctionBuilder::new(&mut context.func, &mut builder_context);
    entry::build_c_main(module, builder, host);
    proofs::verify(&context, module.isa());
    if let Err(error) = module.define_function(declared, &mut context) {
        panic!("main does not compile: {error:?}");
    }
}
