//! The state of lowering that all functions share: tables of the program, the work that is still to do, summaries of instances.
//!
//! Layer: `emit`.
//!
//! *Invariant:* functions get their ids in the order of their first use, so that the output is deterministic.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use crate::base::{FileId, IndexVec, SourceMap, Span};
use crate::diag::Report;
use crate::hir::{self, GlobalVarId, InstanceId};
use crate::lower::emit::graph::Graph;
use crate::lower::emit::types::{EXCEPTION, OBJECT, elem_kind, float_ty, number_ty};
use crate::lower::tree::kernel::KernelKey;
use crate::lower::tree::summaries::Summaries;
use crate::mir::{self, FuncId, FuncKind, GlobalId, GroupData, Loc, StrId, Ty};
use crate::types::families::{class_type, composite_type, empty_type, number_type};
use crate::types::{ArrayType, ClosureId, GroupKind, Type, settled};
use quasar_abi::CellContent;

/// What the command line says to lowering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// `--check=bounds`: every access outside an array is an error, whatever the modifiers say.
    pub check_bounds: bool,
    /// `CUDA_BACKEND_HALFTEXTURES`: textures hold floats of 16 bits.
    pub half_textures: bool,
    /// What debuggers are told of variables.
    pub variables: Variables,
}

/// What debuggers are told of variables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variables {
    /// Nothing.
    #[default]
    Unknown,
    /// Where they live, as far as they live anywhere.
    Named,
    /// The same, and each has a place of its own that holds its value to the end of the function: `-g -O0`.
    Kept,
}

/// A function that is requested and not lowered yet.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Work {
    /// An instance as a host function.
    Host(InstanceId),
    /// A kernel as a host function for one position.
    Hosted(KernelKey),
}

/// What a launch of a kernel instance runs.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) enum LaunchTarget {
    /// A kernel.
    Kernel(FuncId),
    /// A host function, called once per position.
    Hosted(FuncId),
}

/// The shared state.
pub(in crate::lower) struct ProgramLowering<'p> {
    /// The program that is lowered.
    pub(in crate::lower) hir: &'p hir::Program,
    /// What the analysis of each instance found.
    pub(in crate::lower) summaries: Summaries,
    /// Options of the command line.
    pub(in crate::lower) options: Options,
    /// Closures that no value belongs to: they captured nothing, or only such closures. Chains of these may be long.
    without_parts: BTreeSet<ClosureId>,
    /// What is not supported yet.
    pub(in crate::lower) reports: Vec<Report>,
    /// What the user should know of a program that is lowered.
    pub(in crate::lower) warnings: Vec<Report>,
    sources: &'p SourceMap,
    /// The functions that were asked for; none until they are lowered.
    pub(in crate::lower) functions: IndexVec<FuncId, Option<mir::Function>>,
    /// How many functions have a name.
    pub(in crate::lower) names: BTreeMap<String, u32>,
    hosts: BTreeMap<InstanceId, FuncId>,
    /// The forms of kernels that were launched.
    pub(in crate::lower) kernels: BTreeMap<KernelKey, LaunchTarget>,
    /// What kernels that reach objects need of them.
    pub(in crate::lower) graphs: BTreeMap<FuncId, Rc<Graph>>,
    /// The functions that are still to be lowered.
    pub(in crate::lower) queue: VecDeque<(FuncId, Work)>,
    /// The parts of top-level variables.
    pub(in crate::lower) globals: IndexVec<GlobalId, mir::GlobalData>,
    global_parts: IndexVec<GlobalVarId, Vec<GlobalId>>,
    /// String constants.
    pub(in crate::lower) strings: IndexVec<StrId, String>,
    string_ids: BTreeMap<String, StrId>,
    /// The types that unions and cells hold; their places are the numbers of their tags.
    pub(in crate::lower) tags: Vec<Type>,
    /// Places in the source.
    pub(in crate::lower) locations: IndexVec<Loc, mir::Location>,
    location_ids: BTreeMap<(FileId, u32, String, Option<Loc>), Loc>,
}

impl<'p> ProgramLowering<'p> {
    /// Nothing lowered yet.
    pub(in crate::lower) fn new(
        hir: &'p hir::Program,
        sources: &'p SourceMap,
        options: Options,
    ) -> Self {
        let mut lowering = ProgramLowering {
            hir,
            summaries: Summaries::of_program(hir),
            options,
            without_parts: BTreeSet::new(),
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
        lowering.find_closures_without_parts();
        lowering.add_nowhere();
        lowering.add_globals();
        lowering
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
    pub(in crate::lower) fn global_parts(&self, global: GlobalVarId) -> Vec<GlobalId> {
        self.global_parts[global].clone()
    }

    /// The host function of an instance.
    pub(in crate::lower) fn host_function(&mut self, instance: InstanceId) -> FuncId {
        if let Some(&id) = self.hosts.get(&instance) {
            return id;
        }
        let id = self.functions.push(None);
        self.hosts.insert(instance, id);
        self.queue.push_back((id, Work::Host(instance)));
        id
    }

    /// What a kernel needs of objects.
    pub(in crate::lower) fn graph(&self, kernel: FuncId) -> Option<Rc<Graph>> {
        self.graphs.get(&kernel).cloned()
    }

    /// What the threads of a kernel do together.
    pub(in crate::lower) fn group_of(&self, form: LaunchTarget) -> Option<GroupData> {
        match form {
            LaunchTarget::Kernel(id) => match &self.lowered(id).kind {
                FuncKind::Kernel(data) => data.group.clone(),
                FuncKind::Host => None,
            },
            LaunchTarget::Hosted(_) => None,
        }
    }

    fn lowered(&self, kernel: FuncId) -> &mir::Function {
        let function = self.functions[kernel].as_ref();
        function.expect("kernels are lowered before their launches")
    }

    /// The number of parameters of a kernel.
    pub(in crate::lower) fn parameter_count(&self, kernel: FuncId) -> usize {
        self.lowered(kernel).params.len()
    }

    /// The type of a parameter of a kernel.
    pub(in crate::lower) fn parameter_ty(&self, kernel: FuncId, number: usize) -> mir::Ty {
        let function = self.lowered(kernel);
        function.locals[function.params[number]].ty
    }

    /// The source name, or that name with a number when it is taken.
    pub(in crate::lower) fn unique_name(&mut self, name: &str) -> String {
        let count = self.names.entry(name.to_string()).or_insert(0);
        *count += 1;
        if *count == 1 {
            name.to_string()
        } else {
            format!("{name}${count}")
        }
    }

    /// The id of a string constant.
    pub(in crate::lower) fn string(&mut self, text: &str) -> StrId {
        if let Some(&id) = self.string_ids.get(text) {
            return id;
        }
        let id = self.strings.push(text.to_string());
        self.string_ids.insert(text.to_string(), id);
        id
    }

    /// The row of the location table for the start of a span within a function; `call` is the call that the function stands for in place.
    pub(in crate::lower) fn location(
        &mut self,
        span: Span,
        function: &str,
        call: Option<Loc>,
    ) -> Loc {
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
    pub(in crate::lower) fn source_text(&self, span: Span) -> &'p str {
        self.sources.text(span)
    }

    // ---- Types ------------------------------------------------------------------------------------------------------

    /// The MIR types of a value of the type, arrays as handles.
    pub(in crate::lower) fn parts(&self, ty: &Type) -> Vec<Ty> {
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
            // Behind scalar replacement a class value or a key is a box.
            Type::Pointer(_) | Type::Enum(_) | Type::Class(_) => vec![OBJECT],
            Type::Null => panic!("{ty} is replaced before lowering"),
            Type::Tuple(types) => types.iter().flat_map(|ty| self.parts(ty)).collect(),
            Type::Union(members) => self.union_parts(members),
            Type::Void => Vec::new(),
            Type::Unknown(_) => panic!("no value has the type of unknown elements"),
            Type::Error => panic!("a checked program has no expression of the error type"),
        }
    }

    /// Finds the closures without parts. A closure stands behind those that it captured.
    fn find_closures_without_parts(&mut self) {
        for (id, closure) in self.hir.closures.iter_enumerated() {
            if closure.captures.iter().all(|ty| self.has_no_parts(ty)) {
                self.without_parts.insert(id);
            }
        }
    }

    /// Whether a value of the type consists of nothing, as far as that is known without a look at all that closures captured.
    pub(in crate::lower) fn has_no_parts(&self, ty: &Type) -> bool {
        match ty {
            Type::Closure(closure) => self.without_parts.contains(closure),
            _ => false,
        }
    }

    fn capture_parts(&self, closure: ClosureId) -> Vec<Ty> {
        if self.without_parts.contains(&closure) {
            return Vec::new();
        }
        self.hir.closures[closure]
            .captures
            .iter()
            .flat_map(|ty| self.parts(ty))
            .collect()
    }

    /// The MIR types of a union: the tag, then the slots.
    pub(in crate::lower) fn union_parts(&self, members: &[Type]) -> Vec<Ty> {
        let mut slots: Vec<Ty> = Vec::new();
        for member in members {
            let own = self.parts(member);
            for (index, ty) in own.iter().enumerate() {
                let needed = own[..=index].iter().filter(|other| *other == ty).count();
                if slots.iter().filter(|other| *other == ty).count() < needed {
                    slots.push(*ty);
                }
            }
        }
        let mut parts = vec![Ty::I32];
        parts.extend(slots);
        parts
    }

    /// Where the parts of a member lie among the parts of a union.
    pub(in crate::lower) fn slots(&self, members: &[Type], member: &Type) -> Vec<usize> {
        let all = self.union_parts(members);
        let mut taken = vec![0];
        for ty in self.parts(member) {
            let free = (0..all.len()).find(|index| all[*index] == ty && !taken.contains(index));
            taken.push(free.expect("a union has slots for each of its members"));
        }
        taken.split_off(1)
    }

    /// The tag of a type.
    pub(in crate::lower) fn tag(&mut self, ty: &Type) -> i32 {
        let group = match settled(ty) {
            Type::Array(array) => Type::Array(ArrayType::any(array.elem)),
            other => other,
        };
        let form = match &group {
            number_type!() | Type::String => CellContent::Value,
            Type::Array(_) => CellContent::Array,
            Type::Exception
            | Type::Group(_)
            | Type::Enum(_)
            | class_type!()
            | composite_type!()
            | empty_type!() => CellContent::Other,
        };
        let known = self.tags.iter().position(|other| *other == group);
        let number = known.unwrap_or_else(|| {
            self.tags.push(group);
            self.tags.len() - 1
        });
        form.tag(number as i32)
    }
}
