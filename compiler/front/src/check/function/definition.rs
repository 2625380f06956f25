//! Functions and lambdas of the source.
//!
//! *Invariant:* a function of the source has one definition, a lambda one per signature that it is used with; what is wrong in a
//! header is reported when the definition is made.

use std::collections::BTreeMap;

use crate::base::Span;
use crate::check::{Checker, Def, DefId, DefSource, Signature};
use crate::diag::{Code, Report};
use crate::hir::Space;
use crate::resolve::names;
use crate::syntax::ast;
use crate::syntax::print::print_type;

impl<'a> Checker<'a> {
    /// The definition of a function of the source, made on first sight.
    pub(in crate::check) fn define_function(&mut self, function: &'a ast::Function) -> DefId {
        let address = std::ptr::from_ref(function) as usize;
        if let Some(def) = self.def_ids.get(&address) {
            return *def;
        }
        let def = self.defs.push(Def {
            source: DefSource::Function(function),
            name: self.text(function.name.name).to_string(),
            space: space_of(function.qualifier),
            free: self.with_rule_variables(names::free_names(function)),
            snapshot: BTreeMap::new(),
            outer_types: BTreeMap::new(),
            signature: None,
            own_name: None,
            reassigned: Vec::new(),
            span: function.header,
        });
        self.def_ids.insert(address, def);
        let first = self.reports.len();
        self.check_rest_parameter(function);
        self.check_repeated_names(function);
        self.keep_definition_reports(first);
        def
    }

    /// Two functions of one file with the same name, kind and parameter types: nobody could tell which is called.
    pub(in crate::check) fn refuse_second(&mut self, function: &'a ast::Function) {
        let defs = self.functions.get(&function.name.name).cloned();
        let first = defs
            .into_iter()
            .flatten()
            .find_map(|def| match self.defs[def].source {
                DefSource::Function(other) if self.same_header(other, function) => Some(other),
                DefSource::Function(_) | DefSource::Lambda(_) => None,
            });
        if let Some(first) = first {
            self.report_twice(function.name, first.name.span, "function");
        }
    }

    /// A function of the top level with the name of a launch: every call of that name launches.
    pub(in crate::check) fn refuse_name_of_launch(&mut self, name: ast::Ident) {
        let text = self.text(name.name);
        if !["parallel_do", "serial_do"].contains(&text) {
            return;
        }
        let message = format!("`{text}` is a launch of the language, which no function replaces");
        self.report(
            Report::new(Code::DefinedTwice, name.span, message)
                .label("could never be called")
                .help("give the function another name"),
        );
    }

    fn same_header(&self, left: &ast::Function, right: &ast::Function) -> bool {
        left.header.file == right.header.file
            && left.qualifier == right.qualifier
            && self.written_types(&left.params) == self.written_types(&right.params)
    }

    /// Whether two definitions take the same parameters, as far as these are written.
    pub(in crate::check) fn same_parameters(&self, left: DefId, right: DefId) -> bool {
        self.written_types(self.params(left)) == self.written_types(self.params(right))
    }

    /// The types of parameters as they are written, and which of these is a rest parameter.
    fn written_types(&self, params: &[ast::Param]) -> Vec<(Option<String>, bool)> {
        let written = |param: &ast::Param| {
            let ty = param.ty.as_ref().map(|ty| print_type(ty, self.names));
            (ty, param.variadic)
        };
        params.iter().map(written).collect()
    }

    /// No two parameters have one name, nor two outputs.
    fn check_repeated_names(&mut self, function: &'a ast::Function) {
        let params = function.params.iter().map(|param| param.name).collect();
        self.refuse_twice("parameter", params);
        let outputs = function.outputs.iter().map(|output| output.name).collect();
        self.refuse_twice("output", outputs);
    }

    fn refuse_twice(&mut self, what: &str, names: Vec<ast::Ident>) {
        for (index, name) in names.iter().enumerate() {
            let earlier = names[..index].iter().find(|other| other.name == name.name);
            if let Some(earlier) = earlier {
                self.report_twice(*name, earlier.span, what);
            }
        }
    }

    /// Only the last parameter can be a rest parameter, and kernels have none.
    fn check_rest_parameter(&mut self, function: &'a ast::Function) {
        let kernel = space_of(function.qualifier) == Space::Kernel;
        let last = function.params.len().saturating_sub(1);
        for (index, param) in function.params.iter().enumerate() {
            if !param.variadic || (index == last && !kernel) {
                continue;
            }
            let name = self.text(param.name.name);
            let report = Report::new(
                Code::RestParameter,
                param.span,
                match kernel {
                    true => format!("a kernel cannot have the rest parameter `{name}`"),
                    false => format!("the rest parameter `{name}` is not the last one"),
                },
            );
            self.report(match kernel {
                true => report
                    .label("kernels take a fixed number of arguments")
                    .help("pass the values in a vector"),
                false => report.label("takes all that is left"),
            });
        }
    }

    /// Whether the body of a function says `{!name}`.
    pub(in crate::check) fn has_attribute(&self, def: DefId, name: &str) -> bool {
        let DefSource::Function(function) = self.defs[def].source else {
            return false;
        };
        function.body.stmts.iter().any(|stmt| match &stmt.kind {
            ast::StmtKind::Attribute(attribute) => self.text(attribute.name.name) == name,
            _ => false,
        })
    }

    /// The definition of a lambda; a typed lambda has one definition per signature.
    pub(in crate::check) fn define_lambda(
        &mut self,
        lambda: &'a ast::Lambda,
        span: Span,
        signature: Option<Signature>,
    ) -> DefId {
        let address = std::ptr::from_ref(lambda) as usize;
        if let Some(def) = self.def_ids.get(&address)
            && self.defs[*def].signature == signature
        {
            return *def;
        }
        let def = self.defs.push(Def {
            source: DefSource::Lambda(lambda),
            name: "lambda".to_string(),
            space: space_of(lambda.qualifier),
            free: self.with_rule_variables(names::free_names_of_lambda(lambda)),
            snapshot: BTreeMap::new(),
            outer_types: BTreeMap::new(),
            signature,
            own_name: None,
            reassigned: Vec::new(),
            span,
        });
        self.def_ids.insert(address, def);
        def
    }

    /// The parameters of a definition.
    pub(in crate::check) fn params(&self, def: DefId) -> &'a [ast::Param] {
        match self.defs[def].source {
            DefSource::Function(function) => &function.params,
            DefSource::Lambda(lambda) => &lambda.params,
        }
    }

    /// The generic parameters of a definition.
    pub(in crate::check) fn generics_of(&self, def: DefId) -> &'a [ast::GenericParam] {
        match self.defs[def].source {
            DefSource::Function(function) => &function.generics,
            DefSource::Lambda(_) => &[],
        }
    }
}

/// Where a function with that qualifier runs.
pub(in crate::check) fn space_of(qualifier: Option<ast::Qualifier>) -> Space {
    match qualifier {
        Some(ast::Qualifier::Kernel) => Space::Kernel,
        Some(ast::Qualifier::Device) => Space::Device,
        Some(ast::Qualifier::Host) | None => Space::Host,
    }
}
