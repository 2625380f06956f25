//! Type inference: from syntax trees to the typed tree.
//!
//! A function without types is a template: each call makes an *instance* for the argument types at hand, shared by
//! all calls with the same types. Within an instance inference follows the flow of control (`environment`,
//! `flow`): every assignment gives the variable its type from there on, joins widen. Loops and recursive functions
//! are walked again until nothing changes.
//!
//! | file | what it checks |
//! |---|---|
//! | `environment` | what is known at one point |
//! | `flow` | joins of branches, loops |
//! | `growth` | walks until nothing grows |
//! | `function` | definitions, instances, outputs |
//! | `function_type` | whether functions are what function types say |
//! | `statement` | statements, branches |
//! | `assignment` | assignments and declarations |
//! | `loops` | loops |
//! | `expression` | expressions, names |
//! | `constant` | what is known at compile time |
//! | `literal` | ranges, vectors, matrices |
//! | `operator` | operators |
//! | `element` | indexing, slices |
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
//! | `groups` | groups of threads |
//! | `together` | what the threads of a kernel do together |
//! | `nested` | new arrays of arrays |
//! | `object` | objects with open fields |
//! | `reserved` | names that belong to the launch of a kernel |
//! | `enumeration` | enumerations and their keys |
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
mod builtin;
mod call;
mod cell;
mod class;
mod constant;
mod convert;
mod element;
mod endless;
mod enumeration;
mod environment;
mod exception;
mod expression;
mod files;
mod flow;
mod function;
mod function_type;
mod groups;
mod growth;
mod handle;
mod kernel_arg;
mod launch;
mod literal;
mod loops;
mod method;
mod nested;
mod object;
mod operator;
mod prune;
mod reduce;
mod reserved;
mod schedule;
mod statement;
#[cfg(test)]
mod tests;
mod texture;
mod together;
mod transform;
mod type_test;
mod uncalled;
mod union;
mod versions;
mod whole;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::base::persistent::{Map, Set};
use crate::base::{Id, IndexVec, Interner, Span, Symbol};
use crate::builtins::profile::{Guard, KernelProfile};
use crate::diag::{self, Code, Report};
use crate::hir::{
    Closure, Enum, GlobalVar, GlobalVarId, Instance, InstanceId, MainParam, Program, Space, Stmt,
    Var, VarId,
};
use crate::resolve::pragmas::{Switch, Switches};
use crate::resolve::{Modules, names};
use crate::syntax::ast;
use crate::types::{ClassId, ClosureId, Defined, EnumId, Size, SizeId, Type};

use environment::{Environment, Slot, Variable};
use growth::Growth;

crate::define_id!(
    /// A function or lambda of the source.
    pub DefId, "def"
);

/// What the checker must know of the options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// `scalar` is double.
    pub double: bool,
    /// How many plans of Fourier transforms a run keeps, if anybody said.
    pub fourier_plans: Option<u32>,
    /// Whether copies between host and GPU go through pinned memory; none: the runtime's own default.
    pub pinned_memory: Option<bool>,
    /// Whether all arrays lie in memory that host and GPU share; none: the runtime's own default.
    pub unified_memory: Option<bool>,
    /// A kernel or device function that calls a function which is chosen when running is an error.
    pub refuses_chosen_functions: bool,
    /// Numbers have the same bits on every device.
    pub strict: bool,
    /// Arithmetic of ints whose result does not fit is an error.
    pub checks_overflow: bool,
    /// How reductions are applied.
    pub reductions: ReductionOptions,
}

/// How reductions are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReductionOptions {
    /// At all.
    pub enabled: bool,
    /// What becomes of unsafe ones.
    pub safety: Safety,
    /// Tell about each that is applied, unless a pragma says otherwise.
    pub show: bool,
    /// What `show` says counts over every pragma.
    pub show_over_pragmas: bool,
}

impl ReductionOptions {
    /// What of `show` counts over pragmas.
    pub fn shown_everywhere(self) -> Option<bool> {
        self.show_over_pragmas.then_some(self.show)
    }
}

impl Default for ReductionOptions {
    fn default() -> Self {
        ReductionOptions {
            enabled: true,
            safety: Safety::default(),
            show: false,
            show_over_pragmas: false,
        }
    }
}

/// What becomes of unsafe reductions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Safety {
    /// They are applied.
    Off,
    /// They are warned of; cycles are errors.
    #[default]
    Safe,
    /// They are errors.
    Strict,
}

impl Safety {
    /// The word in settings.
    pub fn name(self) -> &'static str {
        match self {
            Safety::Off => "off",
            Safety::Safe => "safe",
            Safety::Strict => "strict",
        }
    }
}

/// A function or lambda of the source.
#[derive(Clone, Debug)]
struct Def<'a> {
    source: DefSource<'a>,
    name: String,
    space: Space,
    /// Names it may read from outside.
    free: Vec<Symbol>,
    /// For top-level functions: top-level variables as they were at its definition.
    snapshot: BTreeMap<Symbol, Variable>,
    /// For nested functions: the generic types of the functions around, where it was evaluated last.
    outer_types: BTreeMap<Symbol, Type>,
    /// Input and output types that a typed lambda variable fixed.
    signature: Option<Signature>,
    /// The variable that a lambda is assigned to, by which it can call itself.
    own_name: Option<Symbol>,
    /// Captured variables that their owner assigns more than once.
    reassigned: Vec<Symbol>,
    span: Span,
}

#[derive(Clone, Copy, Debug)]
enum DefSource<'a> {
    Function(&'a ast::Function),
    Lambda(&'a ast::Lambda),
}

/// The types of a function type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Signature {
    inputs: Vec<Type>,
    outputs: Vec<Type>,
}

/// What a closure value of a given type is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ClosureData {
    def: DefId,
    /// Captured names with their types, in order.
    captures: Vec<(Symbol, Type)>,
    /// Those of them that are generic sizes with a known value.
    known: Vec<(Symbol, i32)>,
    /// Generic types of the functions around it.
    types: Vec<(Symbol, Type)>,
}

/// What tells instances apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct InstanceKey {
    def: DefId,
    /// One per parameter; none: the argument is absent and its default is used.
    args: Vec<Option<Type>>,
    closure: Option<ClosureId>,
    /// For kernels: the number of dimensions of the launch.
    rank: Option<usize>,
    /// A lambda without a kind that kernels and device functions call: it is a device function there.
    on_device: bool,
    generics: Vec<(Symbol, i32)>,
    /// Constant strings for parameters that the body matches or compares.
    texts: Vec<(Symbol, String)>,
}

impl InstanceKey {
    /// The instance of a function of the top level for argument types.
    fn of_function(def: DefId, args: Vec<Option<Type>>) -> InstanceKey {
        InstanceKey {
            def,
            args,
            closure: None,
            rank: None,
            on_device: false,
            generics: Vec::new(),
            texts: Vec::new(),
        }
    }
}

/// What a caller must know of an instance.
#[derive(Clone, Debug)]
struct InstanceInfo {
    id: InstanceId,
    /// Types of the outputs; `Void` for an output that is never assigned.
    outputs: Vec<Type>,
    state: InstanceState,
    /// What was reported on it: said again when a walk that discards its reports was the first to need the instance.
    reports: Vec<Report>,
    /// What was known of instances that were still being checked when this one asked. Where more is known now, it is checked again.
    assumed: Vec<(InstanceKey, Vec<Type>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InstanceState {
    /// Being checked; outputs are what is known so far.
    Open,
    Done,
}

/// Checks a program. The program is there when no error was reported.
pub fn check(
    modules: &Modules,
    names: &Interner,
    options: Options,
) -> (Option<Program>, Vec<Report>) {
    let arena = typed_arena::Arena::new();
    let exprs = typed_arena::Arena::new();
    let names = reduce::with_made_names(names);
    let mut checker = Checker::new(&names, options, &arena, &exprs);
    let mut walked = checker.walk(modules);
    let mut growth = Growth::default();
    while checker.cells.next_walk() {
        if let Some(cell) = growth.note(checker.cells.take_grown()) {
            checker.report_growing_cell(cell);
            break;
        }
        checker = checker.again();
        walked = checker.walk(modules);
    }
    let program = checker.program(walked);
    checker.refuse_null_without_classes();
    let mut reports = std::mem::take(&mut checker.reports);
    reports.append(&mut checker.definition_reports);
    if !diag::has_errors(&reports) {
        reports.append(&mut checker.mistakes_of_uncalled(modules));
    }
    diag::tidy(&mut reports);
    let program = (!diag::has_errors(&reports)).then_some(program);
    (program, reports)
}

/// Where a walk over a program leaves what runs first.
struct Walked {
    script: InstanceId,
    main: Option<InstanceId>,
    main_params: Vec<MainParam>,
    main_doc: String,
}

struct Checker<'a> {
    names: &'a Interner,
    /// Types that were read from expressions.
    arena: &'a typed_arena::Arena<ast::TypeExpr>,
    /// Expressions that reductions made.
    exprs: &'a typed_arena::Arena<ast::Expr>,
    reductions: reduce::Reductions<'a>,
    options: Options,
    /// What pragmas switch, and where.
    switches: Switches,
    defs: IndexVec<DefId, Def<'a>>,
    /// By address of the syntax node.
    def_ids: HashMap<usize, DefId>,
    /// Top-level functions by name.
    functions: BTreeMap<Symbol, Vec<DefId>>,
    /// Names of definitions that are parsed but not supported yet (types, reductions), with what they are.
    unsupported: BTreeMap<Symbol, &'static str>,
    /// Type definitions by name.
    type_defs: BTreeMap<Symbol, &'a ast::TypeDef>,
    /// Aliases that are being read.
    open_aliases: Vec<Symbol>,
    classes: IndexVec<ClassId, class::ClassData<'a>>,
    class_ids: HashMap<class::ClassKey, Defined<ClassId>>,
    enums: IndexVec<EnumId, Enum>,
    enum_ids: BTreeMap<Symbol, Defined<EnumId>>,
    /// The enumeration whose keys are types.
    type_keys: Option<Defined<EnumId>>,
    /// A null pointer of the text: it has no use in a program without classes.
    null_pointer: Option<Span>,
    /// Whole numbers that are written and that no int is.
    wholes: HashMap<Span, i64>,
    closures: IndexVec<ClosureId, ClosureData>,
    closure_ids: HashMap<ClosureData, ClosureId>,
    cells: cell::Cells,
    instances: IndexVec<InstanceId, Instance>,
    infos: HashMap<InstanceKey, InstanceInfo>,
    /// Instances that were called while they were being checked.
    recursive: Vec<InstanceId>,
    /// Instances of host functions whose end nothing reaches: they raise an error on every path.
    endless: BTreeSet<InstanceId>,
    /// What the instances being checked have assumed of others that are.
    assumed: Vec<(InstanceKey, Vec<Type>)>,
    globals: IndexVec<GlobalVarId, GlobalVar>,
    /// Top-level variables that functions read.
    global_names: Set<Symbol>,
    global_slots: HashMap<(String, Type), GlobalVarId>,
    /// Which names are read after the statements of the program.
    live_names: names::LiveNames<'a>,
    /// Top-level variables as they are now.
    script: Environment,
    /// Where top-level variables are assigned.
    script_assignments: Rc<BTreeMap<Symbol, Vec<Span>>>,
    /// The top-level variables that rules call.
    rule_variables: Vec<reduce::RuleVariables>,
    reports: Vec<Report>,
    /// What was reported on definitions of types and functions, which are read once: it holds whichever walk read them first.
    definition_reports: Vec<Report>,
    next_size: usize,
    depth: usize,
    /// How many instances of each definition are being checked.
    open: HashMap<DefId, usize>,
    /// In functions that nothing calls, parameters without a type have the error type.
    untyped_parameters: bool,
}

/// The state of checking one instance.
struct Frame<'a> {
    space: Space,
    vars: IndexVec<VarId, Var>,
    slots: HashMap<(Symbol, Type), VarId>,
    env: Environment,
    /// After `break`, `continue` or `return`.
    dead: bool,
    loops: Vec<flow::Loop<'a>>,
    /// The `try` blocks around, innermost last.
    attempts: Vec<exception::Attempt>,
    /// Names and sizes of generic parameters.
    generics: BTreeMap<Symbol, i32>,
    /// Names of the function being called that written sizes may mention and whose values only the running program knows.
    late_sizes: BTreeSet<Symbol>,
    generic_types: BTreeMap<Symbol, Type>,
    outputs: Vec<function::Output<'a>>,
    /// What runs after the statement being checked, outermost first.
    continuations: Vec<names::Continuation<'a>>,
    assignments: Rc<BTreeMap<Symbol, Vec<Span>>>,
    /// The frame of the script statements.
    script: bool,
    /// The function's own definition and closure type, for calls of itself.
    own: Option<(Symbol, DefId, Option<ClosureId>)>,
    /// The definition that this is an instance of.
    def: Option<DefId>,
    /// Within an expression that reductions have already rewritten as a whole.
    settled: bool,
    /// For kernels: the launch rank.
    serial_loops: bool,
    temporaries: u32,
    /// The conditions around the statement being checked.
    guards: Vec<Guard>,
    /// Names that were bound to functions within the function.
    nested: Set<Symbol>,
    /// The names as functions were told of them last, in the script.
    published: Option<Map<Symbol, environment::Binding>>,
    /// What the function says of how it is made.
    profile: KernelProfile,
    /// How many reports there were when the frame was made.
    first_report: usize,
}

impl<'a> Checker<'a> {
    fn new(
        names: &'a Interner,
        options: Options,
        arena: &'a typed_arena::Arena<ast::TypeExpr>,
        exprs: &'a typed_arena::Arena<ast::Expr>,
    ) -> Self {
        Checker {
            names,
            arena,
            exprs,
            reductions: reduce::Reductions::new(names),
            options,
            switches: Switches::default(),
            defs: IndexVec::new(),
            def_ids: HashMap::new(),
            functions: BTreeMap::new(),
            unsupported: BTreeMap::new(),
            type_defs: BTreeMap::new(),
            open_aliases: Vec::new(),
            classes: IndexVec::new(),
            class_ids: HashMap::new(),
            enums: IndexVec::new(),
            enum_ids: BTreeMap::new(),
            type_keys: None,
            null_pointer: None,
            wholes: HashMap::new(),
            closures: IndexVec::new(),
            closure_ids: HashMap::new(),
            cells: cell::Cells::default(),
            instances: IndexVec::new(),
            infos: HashMap::new(),
            recursive: Vec::new(),
            endless: BTreeSet::new(),
            assumed: Vec::new(),
            globals: IndexVec::new(),
            global_names: Set::default(),
            global_slots: HashMap::new(),
            live_names: names::LiveNames::default(),
            script: Environment::default(),
            script_assignments: Rc::default(),
            rule_variables: Vec::new(),
            reports: Vec::new(),
            definition_reports: Vec::new(),
            next_size: 0,
            depth: 0,
            open: HashMap::new(),
            untyped_parameters: false,
        }
    }

    /// A checker for another walk, which knows the definitions, function values and cells of the last one.
    fn again(self) -> Self {
        Checker {
            defs: self.defs,
            def_ids: self.def_ids,
            closures: self.closures,
            closure_ids: self.closure_ids,
            cells: self.cells,
            classes: self.classes,
            class_ids: self.class_ids,
            enums: self.enums,
            enum_ids: self.enum_ids,
            type_keys: self.type_keys,
            definition_reports: self.definition_reports,
            ..Checker::new(self.names, self.options, self.arena, self.exprs)
        }
    }

    /// `nullptr` points to objects of a class; where there is none, nothing can be done with it.
    fn refuse_null_without_classes(&mut self) {
        if let Some(span) = self.null_pointer
            && self.classes.is_empty()
            && self.enums.is_empty()
        {
            self.unsupported(span, "null pointers in programs that use no class");
        }
    }

    fn text(&self, name: Symbol) -> &'a str {
        self.names.text(name)
    }

    fn report(&mut self, report: Report) {
        self.reports.push(report);
    }

    /// Keeps what a definition, which is read in the first walk only, reported since there were `first` reports.
    fn keep_definition_reports(&mut self, first: usize) {
        self.definition_reports
            .extend_from_slice(&self.reports[first..]);
    }

    fn unsupported(&mut self, span: Span, what: impl Into<String>) {
        let what = what.into();
        self.report(
            Report::new(
                Code::NotSupportedYet,
                span,
                format!("{what} are not supported yet"),
            )
            .label("parsed, but not compiled"),
        );
    }

    fn fresh_size(&mut self) -> Size {
        self.next_size += 1;
        Size::Symbol(SizeId::from_index(self.next_size - 1))
    }

    /// Checks all modules and their script statements, then `main`.
    fn walk(&mut self, modules: &'a Modules) -> Walked {
        self.switches = Switches::of(modules, self.names)
            .with_default(Switch::ShowReductions, self.options.reductions.show)
            .with_override(
                Switch::ShowReductions,
                self.options.reductions.shown_everywhere(),
            );
        self.find_script_assignments(modules);
        self.find_rule_variables(modules);
        for module in &modules.modules {
            self.declare(&module.ast.body);
        }
        self.check_type_definitions();
        self.find_globals();
        self.collect_reductions(modules);
        let script = self.instances.push(empty_instance());
        let mut frame = self.script_frame();
        let mut body = Vec::new();
        for (index, module) in modules.modules.iter().enumerate() {
            let rest = modules.modules[index + 1..].iter().rev();
            frame.continuations = rest
                .map(|module| names::Continuation::Rest(&module.ast.body.stmts))
                .collect();
            self.block(&mut frame, &module.ast.body, &mut body);
            frame.dead = false;
        }
        let (main, main_params, main_doc) = self.main(modules, &mut frame);
        self.instances[script] = Instance {
            vars: frame.vars,
            body,
            ..empty_instance()
        };
        Walked {
            script,
            main,
            main_params,
            main_doc,
        }
    }

    /// The program that a walk has found.
    fn program(&mut self, walked: Walked) -> Program {
        let program = Program {
            instances: std::mem::take(&mut self.instances),
            closures: self
                .closures
                .iter()
                .map(|closure| Closure {
                    name: self.defs[closure.def].name.clone(),
                    captures: closure.captures.iter().map(|(_, ty)| ty.clone()).collect(),
                })
                .collect(),
            classes: self.hir_classes(),
            enums: self.enums.clone(),
            cells: self.cells.all_stored(),
            globals: std::mem::take(&mut self.globals),
            script: walked.script,
            main: walked.main,
            main_params: walked.main_params,
            main_doc: walked.main_doc,
            double: self.options.double,
            fourier_plans: self.options.fourier_plans,
            pinned_memory: self.options.pinned_memory,
            unified_memory: self.options.unified_memory,
            strict: self.options.strict,
            checks_overflow: self.options.checks_overflow,
        };
        prune::unreachable(program)
    }

    /// Registers the top-level functions of a module.
    fn declare(&mut self, body: &'a ast::Block) {
        for stmt in &body.stmts {
            match &stmt.kind {
                ast::StmtKind::Function(function) => {
                    let def = self.define_function(function);
                    self.refuse_second(function);
                    self.refuse_name_of_launch(function.name);
                    self.functions
                        .entry(function.name.name)
                        .or_default()
                        .push(def);
                }
                ast::StmtKind::TypeDef(definition) => {
                    self.declare_type(definition);
                }
                _ => {}
            }
        }
    }

    /// Finds where the top level assigns its variables.
    fn find_script_assignments(&mut self, modules: &'a Modules) {
        for module in &modules.modules {
            for (name, spans) in names::assignments(&module.ast.body) {
                Rc::make_mut(&mut self.script_assignments)
                    .entry(name)
                    .or_default()
                    .extend(spans);
            }
        }
    }

    /// Finds the top-level variables that functions read.
    fn find_globals(&mut self) {
        let mut found = Set::default();
        for defs in self.functions.values() {
            for def in defs {
                let free = self.defs[*def].free.iter().copied();
                found.extend(free.filter(|name| self.script_assignments.contains_key(name)));
            }
        }
        self.global_names = found;
    }

    fn script_frame(&mut self) -> Frame<'a> {
        Frame {
            space: Space::Host,
            vars: IndexVec::new(),
            slots: HashMap::new(),
            env: Environment::default(),
            dead: false,
            loops: Vec::new(),
            attempts: Vec::new(),
            generics: BTreeMap::new(),
            late_sizes: BTreeSet::new(),
            generic_types: BTreeMap::new(),
            outputs: Vec::new(),
            continuations: Vec::new(),
            assignments: self.script_assignments.clone(),
            script: true,
            own: None,
            def: None,
            settled: false,
            serial_loops: false,
            temporaries: 0,
            guards: Vec::new(),
            nested: Set::default(),
            published: None,
            profile: KernelProfile::default(),
            first_report: self.reports.len(),
        }
    }

    /// Checks the `main` of the program file, if there is one.
    fn main(
        &mut self,
        modules: &'a Modules,
        frame: &mut Frame<'a>,
    ) -> (Option<InstanceId>, Vec<MainParam>, String) {
        let Some(program) = modules.modules.last() else {
            return (None, Vec::new(), String::new());
        };
        let main = program
            .ast
            .body
            .stmts
            .iter()
            .rev()
            .find_map(|stmt| match &stmt.kind {
                ast::StmtKind::Function(function) if self.text(function.name.name) == "main" => {
                    Some(&**function)
                }
                _ => None,
            });
        match main {
            Some(function) => self.main_function(function, frame),
            None => (None, Vec::new(), String::new()),
        }
    }
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
