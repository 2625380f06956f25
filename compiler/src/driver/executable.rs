//! From MIR to a file: machine code for host and kernels, then the linker.
//!
//! *Invariant:* both linkers get the same code; they differ in how it reaches its data.

use std::collections::BTreeMap;

use cranelift_module::Module;
use cranelift_object::{ObjectBuilder, ObjectModule};

use super::graft::{
    DebugPlace, DebugScope, DebugVariable, Export, GraftModule, LinkError, Names, Program, Runtime,
    Shared, SourceFunction, SourceInfo, SourceRow, archive as linked_archive, link,
};
use crate::base::Id;
use crate::codegen::cpu::target::{Effort, Linking, UnknownTarget, machine};
use crate::codegen::cpu::{self, HostCode, Listing};
use crate::codegen::spmd::{self, Compiled, SpmdOptions};
use crate::mir;
use quasar_abi::graft::LIBRARY_SYMBOLS;

/// The machine that this build of qc runs on.
pub const HOST: &str = env!("QC_HOST_TRIPLE");
/// The version of the code generator.
pub const GENERATOR: &str = cranelift_codegen::VERSION;

/// What to generate code for.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The target triple.
    pub target: &'a str,
    /// Optimise.
    pub optimise: bool,
    /// The folder that file names in the program start from.
    pub folder: String,
    /// What the executable carries for GPUs, as `quasar_abi::GpuProgram` encodes it.
    pub cuda: Option<Vec<u8>>,
    /// How kernels are compiled.
    pub kernels: SpmdOptions,
    /// Keep the names of the runtime's inner functions.
    pub debug: bool,
    /// What is to be said of a library; an executable otherwise.
    pub library: Option<Library>,
}

/// A library, as its callers are told of it.
#[derive(Clone, Debug)]
pub struct Library {
    /// The name of its file.
    pub file_name: String,
    /// What names of its functions that are not the program's begin with.
    pub prefix: String,
    /// Its description, as JSON.
    pub description: String,
}

/// The symbol of the description of any library, beside the one with the library's name: who loads a file by its path asks for this.
pub const DESCRIPTION_SYMBOL: &str = "quasar_description";

/// Why there is no executable.
#[derive(Debug)]
pub enum BuildError {
    /// No code generator for the target.
    Target(UnknownTarget),
    /// The linker gave up.
    Link(LinkError),
    /// The object file could not be made.
    Object(String),
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BuildError::Target(error) => error.fmt(f),
            BuildError::Link(error) => error.fmt(f),
            BuildError::Object(error) => write!(f, "object file: {error}"),
        }
    }
}

impl std::error::Error for BuildError {}

impl From<UnknownTarget> for BuildError {
    fn from(error: UnknownTarget) -> Self {
        BuildError::Target(error)
    }
}

impl From<LinkError> for BuildError {
    fn from(error: LinkError) -> Self {
        BuildError::Link(error)
    }
}

impl Request<'_> {
    fn effort(&self) -> Effort {
        if self.optimise {
            Effort::Speed
        } else {
            Effort::None
        }
    }
}

/// An executable, or a library.
///
/// # Errors
/// No code generator or no runtime for the target, or the linker's reasons.
pub fn executable(program: &mir::Program, request: &Request<'_>) -> Result<Vec<u8>, BuildError> {
    let runtime = match request.library {
        Some(_) => Runtime::for_library(request.target)?,
        None => Runtime::for_triple(request.target)?,
    };
    let mut module = graft_module(request)?;
    let (host, compiled) = compile_both(program, &mut module, request);
    let mut kernels = Vec::new();
    for kernel in compiled {
        module.describe_function(kernel.id, kernel.unwind, kernel.locations);
        kernels.push((kernel.kernel, kernel.symbol));
    }
    let cuda = request.cuda.clone();
    let cuda = cuda.map(|bytes| cpu::define_bytes(&mut module, "q_cuda_text", bytes));
    let library = request.library.as_ref();
    let shared = library.map(|library| exports(&mut module, &host, library));
    let mut source = source_info(program, &host, &kernels, request.folder.clone());
    source.shows_values = request.debug;
    let described = Program {
        entry: host.entry,
        info: Some(host.info),
        cuda,
        source: &source,
        names: match request.debug {
            true => Names::All,
            false => Names::Exported,
        },
        shared: shared.as_ref(),
    };
    Ok(link(&runtime, &module, &described)?)
}

/// A library as an archive for a linker of C.
///
/// # Errors
/// As for [`executable`].
pub fn archive(program: &mir::Program, request: &Request<'_>) -> Result<Vec<u8>, BuildError> {
    let runtime = Runtime::for_library(request.target)?;
    let mut module = graft_module(request)?;
    let (host, compiled) = compile_both(program, &mut module, request);
    for kernel in compiled {
        module.describe_function(kernel.id, kernel.unwind, kernel.locations);
    }
    let cuda = request.cuda.clone();
    let cuda = cuda.map(|bytes| cpu::define_bytes(&mut module, "q_cuda_text", bytes));
    let library = request.library.as_ref().expect("an archive is a library");
    let functions = host.exports.iter();
    let functions = functions.map(|it| (it.name.clone(), Export::Function(it.function)));
    let shared = Shared {
        name: library.file_name.clone(),
        exports: functions.chain(of_runtime(library)).collect(),
    };
    let described = Program {
        entry: host.entry,
        info: Some(host.info),
        cuda,
        source: &SourceInfo::default(),
        names: Names::Exported,
        shared: Some(&shared),
    };
    Ok(linked_archive(
        &runtime,
        &module,
        &described,
        &library.prefix,
    )?)
}

/// The functions of the runtime that callers have, under the library's name.
fn of_runtime(library: &Library) -> impl Iterator<Item = (String, Export)> {
    let named = |(symbol, end)| (format!("{}_{end}", library.prefix), Export::Runtime(symbol));
    LIBRARY_SYMBOLS.into_iter().map(named)
}

/// What callers of a library find: its functions, those of the runtime under the library's name, and its description.
fn exports(module: &mut GraftModule, host: &HostCode, library: &Library) -> Shared {
    let functions = host.exports.iter().flat_map(|exported| {
        let packed = format!("{}_packed_{}", library.prefix, exported.name);
        [
            (exported.name.clone(), Export::Function(exported.function)),
            (packed, Export::Function(exported.packed)),
        ]
    });
    let mut exports: Vec<_> = functions.collect();
    exports.extend(of_runtime(library));
    let text = format!("{}\0", library.description).into_bytes();
    let data = cpu::define_bytes(module, "q_library_description", text);
    exports.push((
        format!("{}_description", library.prefix),
        Export::Data(data),
    ));
    exports.push((DESCRIPTION_SYMBOL.to_owned(), Export::Data(data)));
    Shared {
        name: library.file_name.clone(),
        exports,
    }
}

/// Host code and kernels.
fn compile_both(
    program: &mir::Program,
    module: &mut dyn Module,
    request: &Request<'_>,
) -> (HostCode, Vec<Compiled>) {
    spmd::define_kernels_beside(module, program, &request.kernels, |module| {
        cpu::compile(program, module, Listing::None)
    })
}

/// A module for qc's own linker.
fn graft_module(request: &Request<'_>) -> Result<GraftModule, BuildError> {
    let of = |effort| machine(request.target, Linking::Graft, effort);
    Ok(GraftModule::new(of(request.effort())?, of(Effort::None)?))
}

/// The text of the host code, in Cranelift's representation or as machine code.
///
/// # Errors
/// No code generator for the target.
pub fn listing(
    program: &mir::Program,
    request: &Request<'_>,
    listing: Listing,
) -> Result<String, BuildError> {
    let mut module = graft_module(request)?;
    let host = cpu::compile(program, &mut module, listing).listing;
    Ok(match listing {
        Listing::Assembly => host + &spmd::list_kernels(&mut module, program, &request.kernels),
        Listing::Clif | Listing::None => host,
    })
}

/// The bytes of an object file, which exports `main` and needs the runtime's archive.
///
/// # Errors
/// No code generator for the target.
pub fn object(program: &mir::Program, request: &Request<'_>) -> Result<Vec<u8>, BuildError> {
    let failed = |error: &dyn std::fmt::Display| BuildError::Object(error.to_string());
    let isa = machine(request.target, Linking::Object, request.effort())?;
    let names = cranelift_module::default_libcall_names();
    let builder = ObjectBuilder::new(isa, "quasar_program", names);
    let mut module = ObjectModule::new(builder.map_err(|error| failed(&error))?);
    let (host, _) = compile_both(program, &mut module, request);
    cpu::define_c_main(&mut module, &host);
    module.finish().emit().map_err(|error| failed(&error))
}

/// Where the code came from, for debuggers: the rows are those of the location table.
fn source_info(
    program: &mir::Program,
    host: &HostCode,
    kernels: &[(mir::FuncId, String)],
    folder: String,
) -> SourceInfo {
    let mut files = Vec::new();
    let mut numbers = BTreeMap::new();
    let mut rows = Vec::with_capacity(program.locations.len());
    for location in &program.locations {
        let number = *numbers.entry(location.file.as_str()).or_insert_with(|| {
            files.push(location.file.clone());
            files.len() as u32 - 1
        });
        rows.push(SourceRow {
            file: number,
            line: location.line,
            column: location.column,
        });
    }
    let described = |id: mir::FuncId, symbol: String| {
        let function = &program.functions[id];
        let declared = rows[function.loc.index()];
        SourceFunction {
            symbol,
            name: function.name.clone(),
            declared,
            variables: known_variables(host, id, &rows),
        }
    };
    let symbols = host.symbols.iter().chain(kernels);
    let functions = symbols
        .map(|(id, symbol)| described(*id, symbol.clone()))
        .collect();
    SourceInfo {
        folder,
        files,
        rows,
        functions,
        globals: known_globals(program, host),
        objects: program.objects.clone(),
        enumerations: program.enumerations.clone(),
        shows_values: false,
    }
}

/// What debuggers are told of the variables of a function.
fn known_variables(host: &HostCode, id: mir::FuncId, rows: &[SourceRow]) -> Vec<DebugVariable> {
    let position = |row: SourceRow| (row.line, row.column);
    let placed = host.variables.get(&id).into_iter().flatten();
    let known = placed.map(|placed| {
        let places = placed.places.as_ref();
        let places = places.map(|all| all.iter().copied().map(DebugPlace::Code).collect());
        let known = described(&placed.variable, places);
        DebugVariable {
            scope: placed.scope.map(|scope| DebugScope {
                after: position(rows[scope.after.index()]),
                until: position(rows[scope.until.index()]),
            }),
            ..known
        }
    });
    known.collect()
}

/// What they are told of top-level variables.
fn known_globals(program: &mir::Program, host: &HostCode) -> Vec<DebugVariable> {
    let known = program.variables.iter().map(|variable| {
        let parts = variable.parts.iter();
        let places = parts.map(|part| DebugPlace::Static(host.globals[*part]));
        described(variable, Some(places.collect()))
    });
    known.collect()
}

fn described<Part>(
    variable: &mir::SourceVariable<Part>,
    places: Option<Vec<DebugPlace>>,
) -> DebugVariable {
    DebugVariable {
        described: variable.described.clone(),
        places,
        scope: None,
    }
}
