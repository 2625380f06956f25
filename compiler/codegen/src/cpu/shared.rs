//! What the functions of a program share: declarations, constants, runtime rows.
//!
//! *Invariant:* everything is declared once; data are defined in the order of first use, so the output is the same from run to run.

use std::collections::{BTreeMap, BTreeSet};

use cranelift_codegen::ir::{AbiParam, Signature, types};
use cranelift_module::{DataDescription, DataId, FuncId as ClifFunc, Linkage, Module};
use quasar_abi::{AbiTy, ArrayHeader, ElemKind, Fails, RtFn, StringHeader};

use super::calls::recursive_functions;
use super::types::{POINTER, class_type, clif_type};
use crate::base::{Id, IndexVec};
use crate::description;
use crate::mir::kernel;
use crate::mir::{FuncId, FuncKind, Function, GlobalId, Program, StrId, Ty};

/// Alignment of strings, headers and variables.
const ALIGN: u64 = 8;

/// Declarations and constants of a program.
pub struct Shared<'a> {
    /// Where the code goes.
    pub module: &'a mut dyn Module,
    /// What is compiled.
    pub program: &'a Program,
    /// The symbols of host functions.
    pub symbols: BTreeMap<FuncId, String>,
    recursive: BTreeSet<FuncId>,
    functions: BTreeMap<FuncId, ClifFunc>,
    kernels: BTreeMap<(FuncId, bool), ClifFunc>,
    /// The variables of globals.
    pub globals: IndexVec<GlobalId, DataId>,
    strings: BTreeMap<StrId, DataId>,
    texts: BTreeMap<String, DataId>,
    empty: BTreeMap<Option<ElemKind>, DataId>,
    /// What launches tell the runtime of kernels.
    descriptions: BTreeMap<(FuncId, bool), DataId>,
    rows: BTreeMap<RtFn, ClifFunc>,
}

impl<'a> Shared<'a> {
    /// Declares the program's functions and variables.
    pub fn new(module: &'a mut dyn Module, program: &'a Program) -> Self {
        let globals = program.globals.iter_enumerated();
        let globals = globals
            .map(|(id, data)| define_global(module, id, &data.name))
            .collect();
        let mut shared = Shared {
            module,
            program,
            symbols: host_symbols(program),
            recursive: recursive_functions(program),
            functions: BTreeMap::new(),
            kernels: BTreeMap::new(),
            globals,
            strings: BTreeMap::new(),
            texts: BTreeMap::new(),
            empty: BTreeMap::new(),
            descriptions: BTreeMap::new(),
            rows: BTreeMap::new(),
        };
        shared.declare_functions();
        shared
    }

    fn declare_functions(&mut self) {
        for (id, symbol) in &self.symbols {
            let signature = host_signature(self.module, &self.program.functions[*id]);
            let declared = self
                .module
                .declare_function(symbol, Linkage::Local, &signature);
            self.functions
                .insert(*id, declared.expect("symbols are unique"));
        }
    }

    /// The declaration of a host function.
    pub fn function(&self, id: FuncId) -> ClifFunc {
        self.functions[&id]
    }

    /// Whether a function can call itself, perhaps through others.
    pub fn is_recursive(&self, id: FuncId) -> bool {
        self.recursive.contains(&id)
    }

    /// The entry of a kernel, which the kernels' code generator defines.
    pub fn kernel(&mut self, id: FuncId, serial: bool) -> ClifFunc {
        let signature = kernel_signature(self.module);
        *self.kernels.entry((id, serial)).or_insert_with(|| {
            let symbol = kernel::entry_symbol(id, serial);
            let declared = self
                .module
                .declare_function(&symbol, Linkage::Local, &signature);
            declared.expect("symbols are unique")
        })
    }

    /// The declaration of a row of the runtime.
    pub fn row(&mut self, row: RtFn) -> ClifFunc {
        if let Some(declared) = self.rows.get(&row) {
            return *declared;
        }
        let signature = row_signature(self.module, row);
        let declared = self
            .module
            .declare_function(row.sig().symbol, Linkage::Import, &signature);
        let declared = declared.expect("rows are declared by their table alone");
        self.rows.insert(row, declared);
        declared
    }

    /// The variable of a global.
    pub fn global(&self, id: GlobalId) -> DataId {
        self.globals[id]
    }

    /// A string constant of the program, as an immortal string object.
    pub fn string(&mut self, id: StrId) -> DataId {
        if let Some(known) = self.strings.get(&id) {
            return *known;
        }
        let data = self.text(&self.program.strings[id].clone());
        self.strings.insert(id, data);
        data
    }

    /// Any text, as an immortal string object.
    pub fn text(&mut self, text: &str) -> DataId {
        if let Some(known) = self.texts.get(text) {
            return *known;
        }
        let symbol = format!("q_text_{}", self.texts.len());
        let data = define_bytes(self.module, &symbol, StringHeader::literal(text));
        self.texts.insert(text.to_owned(), data);
        data
    }

    /// What a null handle of a type is at run time: an immortal object without contents.
    pub fn empty(&mut self, ty: Ty) -> DataId {
        let kind = match ty {
            Ty::Array(kind) => Some(kind),
            Ty::Str => return self.text(""),
            Ty::Bool | Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 => panic!("a number is no handle"),
        };
        if let Some(known) = self.empty.get(&kind) {
            return *known;
        }
        let data = define_empty_array(self.module, kind.expect("it was matched"));
        self.empty.insert(kind, data);
        data
    }

    /// What the runtime is told of a kernel.
    pub fn description(&mut self, id: FuncId, serial: bool) -> DataId {
        if let Some(known) = self.descriptions.get(&(id, serial)) {
            return *known;
        }
        let kind = if serial { "serial" } else { "kernel" };
        let symbol = format!("q_{kind}_info_{}", id.index());
        let bytes = description::of_kernel(self.program, id, serial);
        let data = define_bytes(self.module, &symbol, bytes);
        self.descriptions.insert((id, serial), data);
        data
    }
}

/// A symbol for every host function: no dots, which debuggers take for something else, and unique.
fn host_symbols(program: &Program) -> BTreeMap<FuncId, String> {
    let mut used = BTreeSet::new();
    let mut symbols = BTreeMap::new();
    for (id, function) in program.functions.iter_enumerated() {
        if function.kind != FuncKind::Host {
            continue;
        }
        let plain = format!("q_{}", sanitized(&function.name));
        let unique = match used.insert(plain.clone()) {
            true => plain,
            false => format!("{plain}__{}", id.index()),
        };
        used.insert(unique.clone());
        symbols.insert(id, unique);
    }
    symbols
}

/// The name with every byte that is no letter, digit or underscore replaced.
fn sanitized(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    name.chars().map(plain).collect()
}

/// Bytes of an argument in memory.
pub const ARGUMENT: i32 = 8;

/// The most arguments that are passed one by one. Parameters are values that all live from the entry on, and register allocation takes time with
/// the square of their number.
const MOST_ARGUMENTS: usize = 32;

/// Whether a function gets the address of its arguments, eight bytes for each, instead of the arguments.
pub fn has_arguments_in_memory(function: &Function) -> bool {
    function.params.len() > MOST_ARGUMENTS
}

/// Parameters, or their address, then as results the status and the function's own.
fn host_signature(module: &dyn Module, function: &Function) -> Signature {
    let mut signature = module.make_signature();
    let parameters = function
        .params
        .iter()
        .map(|local| function.locals[*local].ty);
    signature.params = match has_arguments_in_memory(function) {
        true => vec![AbiParam::new(POINTER)],
        false => parameters.map(|ty| AbiParam::new(clif_type(ty))).collect(),
    };
    signature.returns.push(AbiParam::new(types::I32));
    signature.returns.extend(
        function
            .results
            .iter()
            .map(|ty| AbiParam::new(clif_type(*ty))),
    );
    signature
}

/// `quasar_abi::KernelEntry`.
pub fn kernel_signature(module: &dyn Module) -> Signature {
    let mut signature = module.make_signature();
    let parameters = [POINTER, types::I64, types::I64, POINTER];
    signature.params = parameters.map(AbiParam::new).to_vec();
    signature.returns.push(AbiParam::new(types::I32));
    signature
}

/// The machine signature of a row: see `quasar_abi::Fails`.
pub fn row_signature(module: &dyn Module, row: RtFn) -> Signature {
    let sig = row.sig();
    let mut signature = module.make_signature();
    for parameter in sig.params {
        match parameter.class {
            AbiTy::List => signature
                .params
                .extend([POINTER, types::I64].map(AbiParam::new)),
            AbiTy::Ptr | AbiTy::I32 | AbiTy::I64 | AbiTy::F32 | AbiTy::F64 => {
                signature
                    .params
                    .push(AbiParam::new(class_type(parameter.class)));
            }
        }
    }
    match (sig.fails, &sig.result) {
        (Fails::Never, Some(result)) => {
            signature
                .returns
                .push(AbiParam::new(class_type(result.class)));
        }
        (Fails::Never, None) => {}
        (Fails::Raises, result) => {
            signature
                .params
                .extend(result.iter().map(|_| AbiParam::new(POINTER)));
            signature.returns.push(AbiParam::new(types::I32));
        }
    }
    signature
}

/// A variable of eight bytes that starts as zero.
fn define_global(module: &mut dyn Module, id: GlobalId, name: &str) -> DataId {
    let symbol = format!("q_global_{}_{}", sanitized(name), id.index());
    let declared = module.declare_data(&symbol, Linkage::Local, true, false);
    let declared = declared.expect("symbols are unique");
    let mut data = DataDescription::new();
    data.define_zeroinit(8);
    data.set_align(ALIGN);
    module
        .define_data(declared, &data)
        .expect("it is defined once");
    declared
}

/// Read-only bytes.
pub fn define_bytes(module: &mut dyn Module, symbol: &str, bytes: Vec<u8>) -> DataId {
    let declared = module.declare_data(symbol, Linkage::Local, false, false);
    let declared = declared.expect("symbols are unique");
    let mut data = DataDescription::new();
    data.define(bytes.into());
    data.set_align(ALIGN);
    module
        .define_data(declared, &data)
        .expect("it is defined once");
    declared
}

/// What stands in the place of null; its data pointer, which nobody follows, points at itself.
fn define_empty_array(module: &mut dyn Module, kind: ElemKind) -> DataId {
    let symbol = format!("q_empty_{}", kind.name());
    let declared = module.declare_data(&symbol, Linkage::Local, true, false);
    let declared = declared.expect("symbols are unique");
    let mut data = DataDescription::new();
    data.define(ArrayHeader::row_without_elements(kind).to_vec().into());
    data.set_align(ALIGN);
    let itself = module.declare_data_in_data(declared, &mut data);
    data.write_data_addr(ArrayHeader::DATA as u32, itself, 0);
    module
        .define_data(declared, &data)
        .expect("it is defined once");
    declared
}
