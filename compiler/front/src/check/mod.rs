//! Type inference: from syntax trees to the typed tree.
//!
//! A function without types is a template: each call makes an *instance* for the argument types at hand, shared by
//! all calls with the same types. Within an instance inference follows the flow of control (`environment`,
//! `flow`): every assignment gives the variable its type from there on, joins widen. Loops and recursive functions
//! are walked again until nothing changes.
//!
//! Who knows what, each at most of those above it:
//!
//! | part | what it knows | changes |
//! |---|---|---|
//! | `Definitions` | the top level: functions, types, rules of reductions, options | never |
//! | `Functions` | every function and lambda that was met, and function values | grows |
//! | `DefinedTypes` | classes and enumerations | grows |
//! | `Instances` | the engine: which instances there are, which are open, what is assumed of these | in each walk |
//! | `BodyState` | one body while it is checked | with each statement |
//! | `Checker` | one walk over the program: all of these, and the inference of bodies | |
//!
//! A method belongs to the part whose knowledge it needs; what needs none of them is a function, and takes the reports if it
//! can tell of a mistake. Reductions ask the checker through a trait (`reduce/inference`) and know nothing else of it.
//!
//! Where is a call typed? `Checker::call` in `call/mod.rs` reads what the callee is; `call/name.rs` finds what a name means,
//! `call/overload.rs` chooses among definitions, `Checker::call_def` in `call/definition.rs` binds the arguments
//! (`call/binding.rs`) and asks `Checker::instantiate` in `function/instance.rs` for the instance, which the engine
//! (`instances.rs`) knows or `Checker::check_instance` makes: it walks the body by `Checker::block` in `statement.rs`
//! until its outputs are stable. Other ways in: an expression begins at `Checker::expr` in `expression.rs`, an operator at
//! `Checker::binary` in `operator/mod.rs`, a function of the library at `Checker::call_builtin` in `builtin/mod.rs`, a written
//! type at `Checker::annotation` in `annotation/mod.rs`, an assignment at `assignment/mod.rs`, a loop at `loops.rs`.
//!
//! | file | what it checks |
//! |---|---|
//! | `options` | nothing: what the checker must know of the options |
//! | `definitions` | what the top level defines |
//! | `functions` | functions, lambdas, function values: their tables |
//! | `defined` | classes, enumerations: their tables |
//! | `instances` | the engine of instances |
//! | `body_state` | the state of one body |
//! | `environment` | what is known at one point |
//! | `flow` | joins of branches, loops |
//! | `growth` | walks until nothing grows |
//! | `extent`, `large` | types with too many parts |
//! | `foreign` | functions of C |
//! | `function` | instances: parameters, bodies, outputs |
//! | `function_type` | whether functions are what function types say |
//! | `statement` | statements, branches |
//! | `assignment` | assignments and declarations |
//! | `loops` | loops |
//! | `expression` | expressions, names |
//! | `constant` | what is known at compile time |
//! | `literal` | ranges, vectors, matrices |
//! | `operator` | operators |
//! | `element` | indexing, slices |
//! | `dictionary` | dictionaries |
//! | `json` | classes in JSON |
//! | `endless` | calls that never come back |
//! | `exception` | `try` blocks, fields of exceptions |
//! | `call` | calls, closures, arguments |
//! | `launch` | `parallel_do` and kernels |
//! | `schedule` | which of several kernels to launch |
//! | `versions` | versions of kernels for listed arguments |
//! | `attributes` | attributes of kernels |
//! | `kernel_arg` | what an attribute says of an argument of a kernel |
//! | `builtin` | calls of builtin functions |
//! | `transform` | calls of Fourier transforms |
//! | `files` | builtins that are calls of the runtime: strings, files |
//! | `annotation` | written types |
//! | `class` | classes: definitions, constructors, fields |
//! | `method` | calls of methods |
//! | `handle` | properties and methods of forms and figures |
//! | `generics` | what generic names stand for |
//! | `groups` | groups of threads |
//! | `together` | what the threads of a kernel do together |
//! | `nested` | new arrays of arrays |
//! | `object` | objects with open fields |
//! | `regexp` | what regular expressions are asked for |
//! | `reserved` | names that belong to the launch of a kernel |
//! | `enumeration` | enumerations and their keys |
//! | `kinds` | nothing: what types are |
//! | `trees` | nothing: small trees that all make |
//! | `convert` | conversions between types |
//! | `reduce` | reductions: rewriting expressions before they are checked |
//! | `type_test` | tests of types |
//! | `union` | operations on values whose type is known when running |
//! | `cell` | cells and what their elements are |
//! | `uncalled` | functions that nothing calls |
//! | `prune` | removes what discarded walks left |
//!
//! *Invariant:* the result has no `Type::Error` unless an error was reported; one mistake gives one report.

mod algebra;
mod annotation;
mod assignment;
mod attributes;
mod body_state;
mod builtin;
mod call;
mod cell;
mod class;
mod constant;
mod convert;
mod defined;
mod definitions;
mod dictionary;
mod element;
mod endless;
mod enumeration;
mod environment;
mod exception;
mod expression;
mod extent;
mod files;
mod flow;
mod foreign;
mod fraction;
mod function;
mod function_type;
mod functions;
mod generics;
mod groups;
mod growth;
mod handle;
mod instances;
mod json;
mod kernel_arg;
mod kinds;
mod large;
mod launch;
mod literal;
mod loops;
mod method;
mod nested;
mod object;
mod operator;
mod options;
mod prune;
mod reduce;
mod regexp;
mod reserved;
mod schedule;
mod statement;
#[cfg(test)]
mod tests;
mod texture;
mod together;
mod transform;
mod trees;
mod type_test;
mod uncalled;
mod union;
mod versions;
mod whole;
mod window;

use std::collections::{BTreeMap, HashMap};

use crate::base::{Id, IndexVec, Interner, Span, Symbol};
use crate::builtins::profile::KernelProfile;
use crate::diag::{self, Code, Report, did_you_mean};
use crate::hir::{
    Closure, Command, Export, GlobalVar, GlobalVarId, Instance, InstanceId, Program, Space, Stmt,
};
use crate::resolve::{Modules, names};
use crate::syntax::ast;
use crate::types::{Size, SizeId, Type};

use body_state::BodyState;
use defined::DefinedTypes;
use definitions::Definitions;
use environment::{Environment, Slot};
use functions::{ClosureData, Def, DefSource, Functions, Signature};
use growth::Growth;
use instances::{InstanceKey, Instances};

/// Behind so many reports no name is suggested.
const MOST_SUGGESTED: usize = 200;

pub use annotation::{TYPE_NAMES, is_type_name};
pub use constant::{CONSTANTS, is_constant};
pub use functions::DefId;
pub use options::{ALL_EXPORTS, Options, ReductionOptions, Safety};

/// Checks a program. The program is there when no error was reported.
pub fn check(
    modules: &Modules,
    names: &Interner,
    options: Options,
) -> (Option<Program>, Vec<Report>) {
    let arenas = Arenas::default();
    let names = reduce::with_made_names(names, modules);
    let definitions = Definitions::of(modules, &names, options, &arenas);
    let (mut checker, walked) = Checker::new(&definitions, &arenas).walked();
    let program = checker.program(walked, &[]);
    let mut reports = checker.take_reports();
    if !diag::has_errors(&reports) {
        reports.append(&mut checker.mistakes_of_uncalled());
    }
    diag::tidy(&mut reports);
    let program = (!diag::has_errors(&reports)).then_some(program);
    (program, reports)
}

/// What editors are told of a program: the reports of [`check`], and its tree as far as it goes, with mistakes or without, functions that nothing
/// calls among it. Expressions in that have the error type where something is wrong; it is for reading and not for compiling. `mistaken`: what the
/// parser could not read is in the modules as errors, and was told.
pub fn inspect(
    modules: &Modules,
    names: &Interner,
    options: Options,
    mistaken: bool,
) -> (Program, Vec<Report>) {
    let arenas = Arenas::default();
    let names = reduce::with_made_names(names, modules);
    let definitions = Definitions::of(modules, &names, options, &arenas);
    let checker = Checker {
        mistaken,
        ..Checker::new(&definitions, &arenas)
    };
    let (mut checker, walked) = checker.walked();
    let mut whole = checker.program(walked, &[]);
    let mut reports = checker.take_reports();
    if checker.has_uncalled() {
        let (with_uncalled, mut mistakes) = checker.with_uncalled();
        whole = with_uncalled;
        if !diag::has_errors(&reports) {
            reports.append(&mut mistakes);
        }
    }
    diag::tidy(&mut reports);
    (whole, reports)
}

/// Where a walk over a program leaves what runs first.
struct Walked {
    script: InstanceId,
    commands: Vec<Command>,
    exports: Vec<Export>,
}

/// What the checker makes while it reads: nodes that live as long as those of the source.
#[derive(Default)]
struct Arenas {
    /// Types that were read from expressions.
    types: typed_arena::Arena<ast::TypeExpr>,
    /// Expressions that reductions made.
    exprs: typed_arena::Arena<ast::Expr>,
}

/// What was reported so far. A function that takes nothing else of the checker is about types alone.
type Reports = Vec<Report>;

/// One walk over a program. What it knows of one body while it infers there is a [`BodyState`].
struct Checker<'a> {
    /// What the top level defines: it is read only.
    definitions: &'a Definitions<'a>,
    arenas: &'a Arenas,
    /// The functions of the source and their values.
    functions: Functions<'a>,
    /// The classes and enumerations of the source.
    types: DefinedTypes<'a>,
    /// The engine of instances.
    instances: Instances,
    cells: cell::Cells,
    reductions: reduce::Reductions<'a>,
    /// Aliases that are being read.
    open_aliases: Vec<Symbol>,
    /// Enumerations whose keys are being read.
    open_enums: Vec<Symbol>,
    aliases_read: large::AliasesRead,
    /// A null pointer of the text: it has no use in a program without classes.
    null_pointer: Option<Span>,
    /// Whole numbers that are written and that no int is.
    wholes: HashMap<Span, i64>,
    globals: IndexVec<GlobalVarId, GlobalVar>,
    global_slots: HashMap<(String, Type), GlobalVarId>,
    /// Which names are read after the statements of the program.
    live_names: names::LiveNames<'a>,
    /// Top-level variables as they are now.
    script: Environment,
    reports: Reports,
    /// What was reported on definitions of types and functions, which are read once: it holds whichever walk read them first.
    definition_reports: Vec<Report>,
    next_size: usize,
    /// In functions that nothing calls, parameters without a type have the error type.
    untyped_parameters: bool,
    /// The modules have errors that the parser told of.
    mistaken: bool,
}

impl<'a> Checker<'a> {
    fn new(definitions: &'a Definitions<'a>, arenas: &'a Arenas) -> Self {
        Checker {
            definitions,
            arenas,
            functions: Functions::new(definitions),
            types: DefinedTypes::new(definitions),
            instances: Instances::default(),
            cells: cell::Cells::default(),
            reductions: reduce::Reductions::new(definitions.names),
            open_aliases: Vec::new(),
            open_enums: Vec::new(),
            aliases_read: large::AliasesRead::default(),
            null_pointer: None,
            wholes: HashMap::new(),
            globals: IndexVec::new(),
            global_slots: HashMap::new(),
            live_names: names::LiveNames::default(),
            script: Environment::default(),
            reports: definitions.reports.clone(),
            definition_reports: Vec::new(),
            next_size: 0,
            untyped_parameters: false,
            mistaken: false,
        }
    }

    /// Walks over the program until nothing more is learnt of its cells.
    fn walked(mut self) -> (Self, Walked) {
        let mut walked = self.walk();
        let mut growth = Growth::default();
        while self.cells.next_walk() {
            if let Some(cell) = growth.note(self.cells.take_grown()) {
                self.report_growing_cell(cell);
                break;
            }
            self = self.again();
            walked = self.walk();
        }
        (self, walked)
    }

    /// What was reported, after the last walk.
    fn take_reports(&mut self) -> Reports {
        self.refuse_null_without_classes();
        let mut reports = std::mem::take(&mut self.reports);
        reports.append(&mut self.definition_reports);
        reports
    }

    /// A checker for another walk, which knows the functions, types and cells of the last one.
    fn again(self) -> Self {
        Checker {
            functions: self.functions,
            types: self.types,
            cells: self.cells,
            definition_reports: self.definition_reports,
            mistaken: self.mistaken,
            ..Checker::new(self.definitions, self.arenas)
        }
    }

    /// `nullptr` points to objects of a class; where there is none, nothing can be done with it.
    fn refuse_null_without_classes(&mut self) {
        if let Some(span) = self.null_pointer
            && self.types.classes.is_empty()
            && self.types.enums.is_empty()
        {
            self.unsupported(span, "null pointers in programs that use no class");
        }
    }

    fn text(&self, name: Symbol) -> &'a str {
        self.definitions.text(name)
    }

    fn report(&mut self, report: Report) {
        self.reports.push(report);
    }

    /// The name that was meant by an unknown one. In a program with more reports than anybody reads, nothing: the search goes through all names.
    fn meant<'n>(&self, text: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
        (self.reports.len() < MOST_SUGGESTED)
            .then(|| did_you_mean(text, names))
            .flatten()
    }

    /// Keeps what a definition, which is read in the first walk only, reported since there were `first` reports.
    fn keep_definition_reports(&mut self, first: usize) {
        self.definition_reports
            .extend_from_slice(&self.reports[first..]);
    }

    fn unsupported(&mut self, span: Span, what: impl Into<String>) {
        unsupported(&mut self.reports, span, what);
    }

    fn fresh_size(&mut self) -> Size {
        self.next_size += 1;
        Size::Symbol(SizeId::from_index(self.next_size - 1))
    }

    /// Checks all modules and their script statements, then `main` or the commands.
    fn walk(&mut self) -> Walked {
        let modules = self.definitions.modules;
        self.check_type_definitions();
        self.reductions.put_in_force(self.definitions.rules.clone());
        let script = self.instances.reserve();
        let mut state = self.script_state();
        let mut body = Vec::new();
        for (index, module) in modules.modules.iter().enumerate() {
            let rest = modules.modules[index + 1..].iter().rev();
            state.continuations = rest
                .map(|module| names::Continuation::Rest(&module.ast.body.stmts))
                .collect();
            self.block(&mut state, &module.ast.body, &mut body);
            state.dead = false;
        }
        let exports = self.exports(modules, &mut state);
        let commands = match self.definitions.options.exports {
            None => self.commands(modules, &mut state),
            Some(_) => Vec::new(),
        };
        let instance = Instance {
            vars: state.vars,
            body,
            ..empty_instance()
        };
        self.instances.keep(script, instance);
        Walked {
            script,
            commands,
            exports,
        }
    }

    /// The program that a walk has found, with some instances that nothing calls.
    fn program(&mut self, walked: Walked, kept: &[InstanceId]) -> Program {
        let has_names = walked.commands.iter().any(|it| !it.name.is_empty());
        let about = has_names.then(|| self.definitions.modules.about.clone());
        let program = Program {
            instances: self.instances.take(),
            closures: self
                .functions
                .closures
                .iter()
                .map(|closure| Closure {
                    name: self.functions.defs[closure.def].name.clone(),
                    captures: closure.captures.iter().map(|(_, ty)| ty.clone()).collect(),
                })
                .collect(),
            classes: self.hir_classes(),
            enums: self.types.enums.clone(),
            cells: self.cells.all_stored(),
            globals: std::mem::take(&mut self.globals),
            script: walked.script,
            commands: walked.commands,
            exports: walked.exports,
            about: about.unwrap_or_default(),
            double: self.definitions.options.double,
            fourier_plans: self.definitions.options.fourier_plans,
            pinned_memory: self.definitions.options.pinned_memory,
            unified_memory: self.definitions.options.unified_memory,
            strict: self.definitions.options.strict,
            checks_overflow: self.definitions.options.checks_overflow,
        };
        prune::unreachable(program, kept)
    }

    fn script_state(&mut self) -> BodyState<'a> {
        let assignments = self.definitions.script_assignments.clone();
        BodyState {
            script: true,
            ..BodyState::new(Space::Host, assignments, self.reports.len())
        }
    }
}

/// Tells of something that is parsed only.
fn unsupported(reports: &mut Reports, span: Span, what: impl Into<String>) {
    let what = what.into();
    reports.push(
        Report::new(
            Code::NotSupportedYet,
            span,
            format!("{what} are not supported yet"),
        )
        .label("parsed, but not compiled"),
    );
}

fn empty_instance() -> Instance {
    Instance {
        name: "script".to_string(),
        space: Space::Host,
        params: Vec::new(),
        captures: Vec::new(),
        specials: Vec::new(),
        outputs: Vec::new(),
        vars: IndexVec::new(),
        owners: BTreeMap::new(),
        body: Vec::<Stmt>::new(),
        recursive: false,
        lambda: false,
        inline: false,
        span: Span::point(crate::base::FileId::from_index(0), 0),
        profile: KernelProfile::default(),
    }
}

impl Slot {
    /// The place of a slot as an assignment target.
    fn target(self) -> crate::hir::Target {
        match self {
            Slot::Var(var) => crate::hir::Target::Var(var),
            Slot::Global(global) => crate::hir::Target::Global(global),
        }
    }

    /// The value of a slot.
    fn read(self, ty: Type, span: Span) -> crate::hir::Expr {
        let kind = match self {
            Slot::Var(var) => crate::hir::ExprKind::Var(var),
            Slot::Global(global) => crate::hir::ExprKind::Global(global),
        };
        crate::hir::Expr { ty, span, kind }
    }
}
