//! What the top level of a program defines: read before anything is checked.
//!
//! *Invariant:* nothing here changes once [`Definitions::of`] has returned; the checker has it by a shared reference.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::base::persistent::Set;
use crate::base::{Id, Interner, Span, Symbol};
use crate::diag::{Code, Report};
use crate::hir::Space;
use crate::resolve::{Modules, names};
use crate::syntax::ast;
use crate::syntax::print::print_type;

use super::annotation::names::is_type_name;
use super::reduce::{self, RuleVariables, Rules};
use super::{Arenas, DefId, Options};

/// What the top level of a program defines.
pub(super) struct Definitions<'a> {
    pub(super) modules: &'a Modules,
    pub(super) names: &'a Interner,
    pub(super) options: Options,
    /// The functions in the order of the text, by their ids.
    declared: Vec<Declared<'a>>,
    /// The functions by name.
    pub(super) functions: BTreeMap<Symbol, Vec<DefId>>,
    /// The types by name.
    pub(super) type_defs: BTreeMap<Symbol, &'a ast::TypeDef>,
    /// Where top-level variables are assigned.
    pub(super) script_assignments: Rc<BTreeMap<Symbol, Vec<Span>>>,
    /// The rules of reductions.
    pub(super) rules: Rc<Rules<'a>>,
    /// The top-level variables that rules call.
    rule_variables: Vec<RuleVariables>,
    /// The top-level variables that functions read.
    pub(super) global_names: Set<Symbol>,
    /// What is wrong with these definitions by themselves.
    pub(super) reports: Vec<Report>,
}

/// A function of the top level.
pub(super) struct Declared<'a> {
    pub(super) source: &'a ast::Function,
    /// Names it may read from outside.
    pub(super) free: Vec<Symbol>,
}

impl<'a> Definitions<'a> {
    /// Those of all modules.
    pub(super) fn of(
        modules: &'a Modules,
        names: &'a Interner,
        options: Options,
        arenas: &'a Arenas,
    ) -> Self {
        let script_assignments = script_assignments(modules);
        let mut definitions = Definitions {
            modules,
            names,
            options,
            declared: Vec::new(),
            functions: BTreeMap::new(),
            type_defs: BTreeMap::new(),
            rules: Rc::new(Rules::none(names)),
            rule_variables: reduce::rule_variables(modules, &script_assignments),
            script_assignments: Rc::new(script_assignments),
            global_names: Set::default(),
            reports: Vec::new(),
        };
        for module in &modules.modules {
            definitions.declare(&module.ast.body);
        }
        definitions.find_globals();
        definitions.rules = Rc::new(Rules::of(&definitions, arenas));
        definitions
    }

    /// Registers the functions and types of a module.
    fn declare(&mut self, body: &'a ast::Block) {
        for stmt in &body.stmts {
            match &stmt.kind {
                ast::StmtKind::Function(function) => self.declare_function(function),
                ast::StmtKind::TypeDef(definition) => self.declare_type(definition),
                _ => {}
            }
        }
    }

    fn declare_function(&mut self, function: &'a ast::Function) {
        let name = function.name;
        let mut mistakes = self.mistakes_of_header(function);
        mistakes.extend(self.refuse_second(function));
        mistakes.extend(self.refuse_name_of_launch(name));
        self.reports.extend(mistakes);
        let def = DefId::from_index(self.declared.len());
        self.declared.push(Declared {
            source: function,
            free: self.with_rule_variables(names::free_names(function)),
        });
        self.functions.entry(name.name).or_default().push(def);
    }

    fn declare_type(&mut self, definition: &'a ast::TypeDef) {
        let name = definition.name;
        let text = self.text(name.name);
        if is_type_name(text) {
            let message = format!("`{text}` is a type of the language");
            self.reports.push(
                Report::new(Code::DefinedTwice, name.span, message).label("another name is needed"),
            );
        }
        match self.type_defs.get(&name.name) {
            Some(first) => {
                let report = self.defined_twice(name, first.name.span, "type");
                self.reports.push(report);
            }
            None => {
                self.type_defs.insert(name.name, definition);
            }
        }
    }

    /// Finds the top-level variables that functions read.
    fn find_globals(&mut self) {
        let free = self.declared.iter().flat_map(|function| &function.free);
        let assigned = free.filter(|name| self.script_assignments.contains_key(name));
        self.global_names.extend(assigned.copied());
    }

    /// The functions in the order of the text: each one's place is its id.
    pub(super) fn all_declared(&self) -> &[Declared<'a>] {
        &self.declared
    }

    /// A function of the top level.
    pub(super) fn declared(&self, def: DefId) -> &Declared<'a> {
        &self.declared[def.index()]
    }

    pub(super) fn text(&self, name: Symbol) -> &'a str {
        self.names.text(name)
    }

    /// The names that a function reads from outside, with those that rules may bring in.
    pub(super) fn with_rule_variables(&self, free: Vec<Symbol>) -> Vec<Symbol> {
        reduce::with_rule_variables(&self.rule_variables, free)
    }

    // ---- Mistakes ----------------------------------------------------------------------------------------------------

    /// Two functions with the same name, kind and parameter types: nobody could tell which is called.
    fn refuse_second(&self, function: &'a ast::Function) -> Option<Report> {
        let mut others = self.functions.get(&function.name.name)?.iter();
        let first = others.find_map(|def| {
            let other = self.declared(*def).source;
            self.same_header(other, function).then_some(other)
        })?;
        match first.header.file == function.header.file {
            true => Some(self.defined_twice(function.name, first.name.span, "function")),
            false => self.clash(function.name, first.name.span),
        }
    }

    /// A function that another file has with the same header, so that it is never called. Each file may have a `main`.
    fn clash(&self, again: ast::Ident, first: Span) -> Option<Report> {
        let text = self.text(again.name);
        let message = format!("two files define the function `{text}`");
        let report = Report::new(Code::NameClash, again.span, message);
        let report = report.label("this one is never called");
        let report = report.also(first, "this one is called, whose file comes first").help(
            "give one of them another name, write `{!private}` in front of one that only its file needs, or import a file by `as`",
        );
        (text != "main").then_some(report)
    }

    /// A function of the top level with the name of a launch: every call of that name launches.
    fn refuse_name_of_launch(&self, name: ast::Ident) -> Option<Report> {
        let text = self.text(name.name);
        if !["parallel_do", "serial_do"].contains(&text) {
            return None;
        }
        let message = format!("`{text}` is a launch of the language, which no function replaces");
        Some(
            Report::new(Code::DefinedTwice, name.span, message)
                .label("could never be called")
                .help("give the function another name"),
        )
    }

    fn same_header(&self, left: &ast::Function, right: &ast::Function) -> bool {
        left.qualifier == right.qualifier
            && self.written_types(&left.params) == self.written_types(&right.params)
    }

    /// The types of parameters as they are written, and which of these is a rest parameter.
    pub(super) fn written_types(&self, params: &[ast::Param]) -> Vec<(Option<String>, bool)> {
        let written = |param: &ast::Param| {
            let ty = param.ty.as_ref().map(|ty| print_type(ty, self.names));
            (ty, param.variadic)
        };
        params.iter().map(written).collect()
    }

    /// A name that is defined again.
    pub(super) fn defined_twice(&self, again: ast::Ident, first: Span, what: &str) -> Report {
        let text = self.text(again.name);
        Report::new(
            Code::DefinedTwice,
            again.span,
            format!("the {what} `{text}` is defined twice"),
        )
        .label("again")
        .also(first, "the first definition")
        .help(match what {
            "function" => "one of them needs another name, or parameters of other types, which make it an overload",
            _ => "one of them needs another name",
        })
    }

    /// What is wrong with the header of a function.
    pub(super) fn mistakes_of_header(&self, function: &'a ast::Function) -> Vec<Report> {
        let mut mistakes = self.misplaced_rest_parameters(function);
        let params = function.params.iter().map(|param| param.name).collect();
        mistakes.extend(self.repeated_names("parameter", params));
        let outputs = function.outputs.iter().map(|output| output.name).collect();
        mistakes.extend(self.repeated_names("output", outputs));
        mistakes
    }

    /// No two parameters have one name, nor two outputs.
    fn repeated_names(&self, what: &str, names: Vec<ast::Ident>) -> Vec<Report> {
        let repeated = names.iter().enumerate().filter_map(|(index, name)| {
            let mut earlier = names[..index].iter();
            let earlier = earlier.find(|other| other.name == name.name)?;
            Some(self.defined_twice(*name, earlier.span, what))
        });
        repeated.collect()
    }

    /// Only the last parameter can be a rest parameter, and kernels have none.
    fn misplaced_rest_parameters(&self, function: &'a ast::Function) -> Vec<Report> {
        let kernel = space_of(function.qualifier) == Space::Kernel;
        let last = function.params.len().saturating_sub(1);
        let params = function.params.iter().enumerate();
        params
            .filter(|(index, param)| param.variadic && (kernel || *index != last))
            .map(|(_, param)| self.misplaced_rest_parameter(param, kernel))
            .collect()
    }

    fn misplaced_rest_parameter(&self, param: &ast::Param, kernel: bool) -> Report {
        let name = self.text(param.name.name);
        let report = Report::new(
            Code::RestParameter,
            param.span,
            match kernel {
                true => format!("a kernel cannot have the rest parameter `{name}`"),
                false => format!("the rest parameter `{name}` is not the last one"),
            },
        );
        match kernel {
            true => report
                .label("kernels take a fixed number of arguments")
                .help("pass the values in a vector"),
            false => report.label("takes all that is left"),
        }
    }
}

/// Where the top level assigns its variables.
fn script_assignments(modules: &Modules) -> BTreeMap<Symbol, Vec<Span>> {
    let mut found = BTreeMap::<Symbol, Vec<Span>>::new();
    for module in &modules.modules {
        for (name, spans) in names::assignments(&module.ast.body) {
            found.entry(name).or_default().extend(spans);
        }
    }
    found
}

/// Where a function with that qualifier runs.
pub(super) fn space_of(qualifier: Option<ast::Qualifier>) -> Space {
    match qualifier {
        Some(ast::Qualifier::Kernel) => Space::Kernel,
        Some(ast::Qualifier::Device) => Space::Device,
        Some(ast::Qualifier::Host) | None => Space::Host,
    }
}
