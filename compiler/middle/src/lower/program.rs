//! The state of lowering that all functions share: tables of the program, the work that is still to do, facts.
//!
//! *Invariant:* functions get their ids in the order of their first use, so that the output is deterministic.

use crate::types::families::{class_type, composite_type, empty_type};
use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::rc::Rc;

use super::Options;
use super::facts::Facts;
use super::function::FunctionLowering;
use super::graph::Graph;
use super::kernel::{KernelKey, by_value};
use crate::base::{FileId, IndexVec, SourceMap, Span};
use crate::diag::{Code, Report};
use crate::hir::{self, GlobalVarId, InstanceId, VarId};
use crate::mir::{self, ElemKind, FuncId, FuncKind, GlobalId, GroupData, Loc, StrId, Ty};
use crate::types::{ClosureId, Elem, GroupKind, Type};

/// A function that is requested and not lowered yet.
#[derive(Clone, Debug)]
enum Work {
    /// An instance as a host function.
    Host(InstanceId),
    /// A kernel as a host function for one position.
    Hosted(KernelKey),
}

/// What a launch of a kernel instance runs.
#[derive(Clone, Copy, Debug)]
pub(super) enum KernelForm {
    /// A kernel.
    Kernel(FuncId),
    /// A host function, called once per position.
    Hosted(FuncId),
}

/// The shared state.
pub(super) struct ProgramLowering<'p> {
    /// The program that is lowered.
    pub(super) hir: &'p hir::Program,
    /// What the analysis of each instance found.
    pub(super) facts: Facts,
    /// Options of the command line.
    pub(super) options: Options,
    /// What is not supported yet.
    pub(super) reports: Vec<Report>,
    /// What the user should know of a program that is lowered.
    warnings: Vec<Report>,
    sources: &'p SourceMap,
    functions: IndexVec<FuncId, Option<mir::Function>>,
    names: BTreeMap<String, u32>,
    hosts: BTreeMap<InstanceId, FuncId>,
    kernels: BTreeMap<KernelKey, KernelForm>,
    /// What kernels that reach objects need of them.
    graphs: BTreeMap<FuncId, Rc<Graph>>,
    queue: VecDeque<(FuncId, Work)>,
    globals: IndexVec<GlobalId, mir::GlobalData>,
    global_parts: IndexVec<GlobalVarId, Vec<GlobalId>>,
    strings: IndexVec<StrId, String>,
    string_ids: BTreeMap<String, StrId>,
    /// The types that unions and cells hold; their places are the numbers of their tags.
    pub(super) tags: Vec<Type>,
    locations: IndexVec<Loc, mir::Location>,
    location_ids: BTreeMap<(FileId, u32, String, Option<Loc>), Loc>,
}

impl<'p> ProgramLowering<'p> {
    /// Nothing lowered yet.
    pub(super) fn new(hir: &'p hir::Program, sources: &'p SourceMap, options: Options) -> Self {
        let mut lowering = ProgramLowering {
            hir,
            facts: Facts::of_program(hir),
            options,
            reports: Vec::new(),
            warnings: Vec::new(),
            sources,
            functions: IndexVec::new(),
            names: BTreeMap::new(),
            hosts: BTreeMap::new(),
            kernels: BTreeMap::new(),
            graphs: BTreeMap::new(),
            queue: VecDeque::new(),
            globals: IndexVec::new(),
            global_parts: IndexVec::new(),
            strings: IndexVec::new(),
            string_ids: BTreeMap::new(),
            tags: Vec::new(),
            locations: IndexVec::new(),
            location_ids: BTreeMap::new(),
        };
        lowering.add_nowhere();
        lowering.add_globals();
        lowering
    }

    /// Lowers the entry function and everything that it reaches.
    pub(super) fn run(mut self) -> Result<(mir::Program, Vec<Report>), Vec<Report>> {
        let entry = self.functions.push(None);
        let name = self.unique_name("script");
        let function = FunctionLowering::entry(&mut self, name);
        self.functions[entry] = Some(function);
        while let Some((id, work)) = self.queue.pop_front() {
            let function = match work {
                Work::Host(instance) => FunctionLowering::host(&mut self, instance),
                Work::Hosted(key) => FunctionLowering::hosted_kernel(&mut self, &key),
            };
            self.functions[id] = Some(function);
        }
        if self.reports.is_empty() {
            let warnings = std::mem::take(&mut self.warnings);
            Ok((self.finish(entry), warnings))
        } else {
            Err(self.reports)
        }
    }

    fn finish(self, entry: FuncId) -> mir::Program {
        let double = self.hir.double;
        let main_params = self
            .hir
            .main_params
            .iter()
            .map(|param| mir::MainParam {
                name: param.name.clone(),
                ty: number_ty(&param.ty, double),
                default: param.default.clone(),
                doc: param.doc.clone(),
            })
            .collect();
        mir::Program {
            functions: self
                .functions
                .into_iter()
                .map(|function| function.expect("every requested function is lowered"))
                .collect(),
            globals: self.globals,
            strings: self.strings,
            locations: self.locations,
            entry,
            main_params,
            main_doc: self.hir.main_doc.clone(),
        }
    }

    fn add_nowhere(&mut self) {
        self.locations.push(mir::Location {
            span: Span::point(<FileId as crate::base::Id>::from_index(0), 0),
            file: String::new(),
            line: 0,
            column: 0,
            function: String::new(),
            call: None,
        });
    }

    fn add_globals(&mut self) {
        for global in self.hir.globals.iter() {
            let parts = self
                .parts(&global.ty)
                .into_iter()
                .map(|ty| {
                    self.globals.push(mir::GlobalData {
                        ty,
                        name: global.name.clone(),
                    })
                })
                .collect();
            self.global_parts.push(parts);
        }
    }

    /// The globals that hold the parts of a top-level variable.
    pub(super) fn global_parts(&self, global: GlobalVarId) -> Vec<GlobalId> {
        self.global_parts[global].clone()
    }

    /// The host function of an instance.
    pub(super) fn host_function(&mut self, instance: InstanceId) -> FuncId {
        if let Some(&id) = self.hosts.get(&instance) {
            return id;
        }
        let id = self.functions.push(None);
        self.hosts.insert(instance, id);
        self.queue.push_back((id, Work::Host(instance)));
        id
    }

    /// The kernel of an instance for the launches that the key describes.
    ///
    /// An instance that needs what kernels cannot have becomes a host function for one position, with a warning.
    pub(super) fn kernel_form(&mut self, key: &KernelKey) -> KernelForm {
        if let Some(&form) = self.kernels.get(key) {
            return form;
        }
        let (names, before) = (self.names.clone(), self.reports.len());
        let (kernel, mut graph, together) = FunctionLowering::kernel(self, key);
        graph.finish(&kernel);
        self.refuse_shared_arrays(key, &graph);
        let form = match self.reports.split_off(before).into_iter().next() {
            None => {
                let id = self.functions.push(Some(kernel));
                self.keep_graph(id, key, graph);
                KernelForm::Kernel(id)
            }
            Some(obstacle) if together => {
                self.reports.push(refused_together(&obstacle));
                KernelForm::Hosted(self.functions.push(None))
            }
            Some(obstacle) => {
                self.names = names;
                self.warn_of_host(key, &obstacle);
                let id = self.functions.push(None);
                self.queue.push_back((id, Work::Hosted(key.clone())));
                KernelForm::Hosted(id)
            }
        };
        self.kernels.insert(key.clone(), form);
        form
    }

    /// Reports a kernel whose arrays could be those of objects, where the host function for such launches would not do.
    fn refuse_shared_arrays(&mut self, key: &KernelKey, graph: &Graph) {
        let instance = &self.hir.instances[key.instance];
        let facts = self.facts.of(key.instance);
        let mut params = instance.params.iter().chain(&instance.captures);
        let small = |&var: &VarId| by_value(facts, var, &instance.vars[var].ty);
        let suits = instance.outputs.is_empty() && !params.any(small);
        if !graph.others.is_empty() && !suits && self.reports.is_empty() {
            let what = "an array that may also be one of an object, beside outputs or small arrays, is not supported yet";
            let report = Report::new(Code::NotSupportedYet, instance.span, what);
            self.reports.push(report);
        }
    }

    /// Keeps what a kernel needs of objects, and asks for the host function where its arrays could be those of objects.
    fn keep_graph(&mut self, kernel: FuncId, key: &KernelKey, mut graph: Graph) {
        if graph.is_empty() {
            return;
        }
        if !graph.others.is_empty() {
            let id = self.functions.push(None);
            self.queue.push_back((id, Work::Hosted(key.clone())));
            graph.hosted = Some(id);
        }
        self.graphs.insert(kernel, Rc::new(graph));
    }

    /// What a kernel needs of objects.
    pub(super) fn graph(&self, kernel: FuncId) -> Option<Rc<Graph>> {
        self.graphs.get(&kernel).cloned()
    }

    /// What the threads of a kernel do together.
    pub(super) fn group_of(&self, form: KernelForm) -> Option<GroupData> {
        match form {
            KernelForm::Kernel(id) => match &self.lowered(id).kind {
                FuncKind::Kernel(data) => data.group.clone(),
                FuncKind::Host => None,
            },
            KernelForm::Hosted(_) => None,
        }
    }

    fn lowered(&self, kernel: FuncId) -> &mir::Function {
        let function = self.functions[kernel].as_ref();
        function.expect("kernels are lowered before their launches")
    }

    /// The number of parameters of a kernel.
    pub(super) fn parameter_count(&self, kernel: FuncId) -> usize {
        self.lowered(kernel).params.len()
    }

    /// The type of a parameter of a kernel.
    pub(super) fn parameter_ty(&self, kernel: FuncId, number: usize) -> mir::Ty {
        let function = self.lowered(kernel);
        function.locals[function.params[number]].ty
    }

    /// Tells that a kernel runs as host code, and why.
    fn warn_of_host(&mut self, key: &KernelKey, obstacle: &Report) {
        let name = &self.hir.instances[key.instance].name;
        let span = obstacle.span().expect("an obstacle has a place");
        let (code, message) = match obstacle.code {
            Code::KernelMemory => (
                Code::KernelMemory,
                format!("the kernel `{name}` needs dynamic kernel memory"),
            ),
            _ => (
                Code::SerialKernel,
                format!("the kernel `{name}` runs position by position"),
            ),
        };
        let report = Report::new(code, span, message).label(reason(obstacle));
        if !self.warnings.contains(&report) {
            self.warnings.push(report);
        }
    }

    /// The source name, or that name with a number when it is taken.
    pub(super) fn unique_name(&mut self, name: &str) -> String {
        let count = self.names.entry(name.to_string()).or_insert(0);
        *count += 1;
        if *count == 1 {
            name.to_string()
        } else {
            format!("{name}${count}")
        }
    }

    /// The id of a string constant.
    pub(super) fn string(&mut self, text: &str) -> StrId {
        if let Some(&id) = self.string_ids.get(text) {
            return id;
        }
        let id = self.strings.push(text.to_string());
        self.string_ids.insert(text.to_string(), id);
        id
    }

    /// The row of the location table for the start of a span within a function; `call` is the call that the function stands for in place.
    pub(super) fn location(&mut self, span: Span, function: &str, call: Option<Loc>) -> Loc {
        let key = (span.file, span.lo, function.to_string(), call);
        if let Some(&loc) = self.location_ids.get(&key) {
            return loc;
        }
        let position = self.sources.position(span);
        let loc = self.locations.push(mir::Location {
            span,
            file: self.sources.file(span.file).name().to_string(),
            line: position.line,
            column: position.column,
            function: function.to_string(),
            call,
        });
        self.location_ids.insert(key, loc);
        loc
    }

    /// The text of the program under a span.
    pub(super) fn source_text(&self, span: Span) -> &'p str {
        self.sources.text(span)
    }

    /// The MIR types of a value of the type, arrays as handles.
    pub(super) fn parts(&self, ty: &Type) -> Vec<Ty> {
        match ty {
            Type::Int | Type::Long | Type::Scalar | Type::String => {
                vec![number_ty(ty, self.hir.double)]
            }
            Type::Complex => vec![float_ty(self.hir.double); 2],
            Type::Array(array) => vec![Ty::Array(elem_kind(array.elem, self.hir.double))],
            Type::Exception => vec![EXCEPTION],
            Type::Group(GroupKind::Tile) => vec![Ty::I32],
            Type::Group(_) => Vec::new(),
            Type::Closure(closure) => self.capture_parts(*closure),
            // Behind the split a class value or a key is a box.
            Type::Pointer(_) | Type::Enum(_) | Type::Class(_) => vec![super::object::OBJECT],
            Type::Null => panic!("{ty} is split before lowering"),
            Type::Tuple(types) => types.iter().flat_map(|ty| self.parts(ty)).collect(),
            Type::Union(members) => self.union_parts(members),
            Type::Void => Vec::new(),
            Type::Unknown(_) => panic!("no value has the type of unknown elements"),
            Type::Error => panic!("a checked program has no expression of the error type"),
        }
    }

    fn capture_parts(&self, closure: ClosureId) -> Vec<Ty> {
        self.hir.closures[closure]
            .captures
            .iter()
            .flat_map(|ty| self.parts(ty))
            .collect()
    }
}

/// The MIR type of a `qexception`: the strings that the runtime makes of an error, the message first.
pub(super) const EXCEPTION: Ty = Ty::Array(ElemKind::Text);

/// The MIR type of `scalar`.
pub(super) fn float_ty(double: bool) -> Ty {
    if double { Ty::F64 } else { Ty::F32 }
}

/// The MIR type of a value that is one value and no array.
pub(super) fn number_ty(ty: &Type, double: bool) -> Ty {
    match ty {
        Type::Int => Ty::I32,
        Type::Long => Ty::I64,
        Type::Scalar => float_ty(double),
        Type::String => Ty::Str,
        Type::Complex
        | Type::Exception
        | Type::Group(_)
        | Type::Array(_)
        | composite_type!()
        | Type::Enum(_)
        | class_type!()
        | empty_type!() => panic!("{ty} is not one value"),
    }
}

/// How elements lie in memory.
pub(super) fn elem_kind(elem: Elem, double: bool) -> ElemKind {
    match (elem, double) {
        (Elem::Int, _) => ElemKind::I32,
        (Elem::Scalar, false) => ElemKind::F32,
        (Elem::Scalar, true) => ElemKind::F64,
        (Elem::Complex, false) => ElemKind::C32,
        (Elem::Complex, true) => ElemKind::C64,
        (Elem::Storage(kind), _) => kind,
        (Elem::String, _) => ElemKind::Text,
        (Elem::Compound(_), _) => ElemKind::Array,
    }
}

/// What keeps a kernel from being one, without what follows from it.
fn reason(obstacle: &Report) -> &str {
    obstacle
        .message
        .trim_end_matches(" is not supported yet")
        .trim_end_matches(" needs dynamic kernel memory")
}

/// The report about a kernel that would have to run position by position, which threads that act together cannot.
fn refused_together(obstacle: &Report) -> Report {
    let span = obstacle.span().expect("an obstacle has a place");
    let message = format!(
        "{}, beside threads that act together, is not supported yet",
        reason(obstacle)
    );
    let report = Report::new(Code::NotSupportedYet, span, message)
        .label("for this the kernel would run position by position");
    match obstacle.code {
        Code::KernelMemory => report
            .help("arrays of up to 64 elements of a known size stay in registers; a larger one can be shared by the block: `shared(n)`"),
        _ => report,
    }
}
