//! Definitions and instances: parameters, captured names, outputs, recursion, `main`.
//!
//! *Invariant:* an instance is checked once per key; while it is open, calls of it see the output types known so far
//! and it is walked again until they are stable.

use crate::types::families::{class_type, composite_type, empty_type, number_type};
use std::collections::{BTreeMap, HashMap};

use crate::base::{IndexVec, Span, Symbol};
use crate::builtins::groups::group_parameter;
use crate::builtins::profile::KernelProfile;
use crate::diag::{Code, Report};
use crate::hir::{
    Expr, ExprKind, Instance, InstanceId, MainParam, Space, Special, Stmt, StmtKind, Var, VarId,
};
use crate::resolve::names;
use crate::syntax::ast;
use crate::syntax::print::print_type;
use crate::types::{ArrayType, Elem, Size, Type, join};

use super::environment::{Binding, Environment, Slot, Variable};
use super::flow::{assign_stmt, convert_to};
use super::{
    Checker, Def, DefId, DefSource, Frame, InstanceInfo, InstanceKey, InstanceState, Signature,
    empty_instance,
};

/// How deep instances may call for new instances.
const MAXIMUM_DEPTH: usize = 100;
/// How often a recursive function is walked at most.
const MAXIMUM_PASSES: usize = 6;

/// An output of the instance being checked.
pub(super) struct Output<'a> {
    /// None for the values of a lambda.
    pub name: Option<Symbol>,
    pub span: Span,
    pub annotation: Option<&'a ast::TypeExpr>,
    /// The variable that holds the result; made when its type is known.
    pub var: Option<VarId>,
    /// The type as known so far.
    pub ty: Option<Type>,
    /// The type that this walk found.
    pub found: Option<Type>,
}

impl<'a> Checker<'a> {
    /// The definition of a function of the source, made on first sight.
    pub(super) fn define_function(&mut self, function: &'a ast::Function) -> DefId {
        let address = std::ptr::from_ref(function) as usize;
        if let Some(def) = self.def_ids.get(&address) {
            return *def;
        }
        let def = self.defs.push(Def {
            source: DefSource::Function(function),
            name: self.text(function.name.name).to_string(),
            space: space_of(function.qualifier),
            free: names::free_names(function),
            snapshot: BTreeMap::new(),
            outer_types: BTreeMap::new(),
            signature: None,
            own_name: None,
            reassigned: Vec::new(),
            span: function.header,
        });
        self.def_ids.insert(address, def);
        self.check_rest_parameter(function);
        self.check_repeated_names(function);
        def
    }

    /// Two functions of one file with the same name, kind and parameter types: nobody could tell which is called.
    pub(super) fn refuse_second(&mut self, function: &'a ast::Function) {
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

    fn same_header(&self, left: &ast::Function, right: &ast::Function) -> bool {
        let types = |function: &ast::Function| {
            let print = |param: &ast::Param| {
                (
                    param.ty.as_ref().map(|ty| print_type(ty, self.names)),
                    param.variadic,
                )
            };
            function.params.iter().map(print).collect::<Vec<_>>()
        };
        left.header.file == right.header.file
            && left.qualifier == right.qualifier
            && types(left) == types(right)
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
    pub(super) fn has_attribute(&self, def: DefId, name: &str) -> bool {
        let DefSource::Function(function) = self.defs[def].source else {
            return false;
        };
        function.body.stmts.iter().any(|stmt| match &stmt.kind {
            ast::StmtKind::Attribute(attribute) => self.text(attribute.name.name) == name,
            _ => false,
        })
    }

    /// The definition of a lambda; a typed lambda has one definition per signature.
    pub(super) fn define_lambda(
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
            free: names::free_names_of_lambda(lambda),
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
    pub(super) fn params(&self, def: DefId) -> &'a [ast::Param] {
        match self.defs[def].source {
            DefSource::Function(function) => &function.params,
            DefSource::Lambda(lambda) => &lambda.params,
        }
    }

    /// The generic parameters of a definition.
    pub(super) fn generics_of(&self, def: DefId) -> &'a [ast::GenericParam] {
        match self.defs[def].source {
            DefSource::Function(function) => &function.generics,
            DefSource::Lambda(_) => &[],
        }
    }

    /// The instance of a function for argument types (none: the argument is absent). Gives its output types.
    pub(super) fn instantiate(
        &mut self,
        key: InstanceKey,
        span: Span,
    ) -> Option<(InstanceId, Vec<Type>)> {
        if let Some(info) = self.infos.get(&key) {
            let (id, outputs, state) = (info.id, info.outputs.clone(), info.state);
            let missing: Vec<Report> = info
                .reports
                .iter()
                .filter(|report| !self.reports.contains(report))
                .cloned()
                .collect();
            self.reports.extend(missing);
            if state == InstanceState::Open && !self.recursive.contains(&id) {
                self.recursive.push(id);
            }
            return Some((id, outputs));
        }
        if self.depth >= MAXIMUM_DEPTH {
            let name = self.defs[key.def].name.clone();
            self.report(
                Report::new(
                    Code::EndlessInstances,
                    span,
                    format!("`{name}` calls itself with ever new argument types"),
                )
                .label("needs yet another instance")
                .help("give the parameters types"),
            );
            return None;
        }
        let id = self.instances.push(empty_instance());
        let outputs = self.initial_outputs(&key);
        self.infos.insert(
            key.clone(),
            InstanceInfo {
                id,
                outputs,
                state: InstanceState::Open,
                reports: Vec::new(),
            },
        );
        let before = self.reports.len();
        self.depth += 1;
        let speculating = self.start_instance();
        let outputs = self.check_instance(&key, id);
        self.end_instance(speculating);
        self.depth -= 1;
        let reports = self.reports[before.min(self.reports.len())..].to_vec();
        let waits = outputs.contains(&Type::Error) && !crate::diag::has_errors(&reports);
        if waits && self.recursive.iter().any(|open| *open != id) {
            // It follows from a function that is still being walked: when more is known of that, it is walked again.
            self.infos.remove(&key);
            return Some((id, outputs));
        }
        self.infos.insert(
            key,
            InstanceInfo {
                id,
                outputs: outputs.clone(),
                state: InstanceState::Done,
                reports,
            },
        );
        Some((id, outputs))
    }

    /// What callers may assume of the outputs before the body was walked.
    fn initial_outputs(&mut self, key: &InstanceKey) -> Vec<Type> {
        match self.defs[key.def].source {
            DefSource::Function(function) => {
                let changed = usize::from(self.changes_self(key));
                vec![Type::Error; function.outputs.len() + changed]
            }
            DefSource::Lambda(lambda) => vec![Type::Error; lambda_outputs(lambda)],
        }
    }

    fn check_instance(&mut self, key: &InstanceKey, id: InstanceId) -> Vec<Type> {
        let mut known: Vec<Option<Type>> = Vec::new();
        let mut assumed = false;
        for pass in 0..MAXIMUM_PASSES {
            let reports = self.reports.len();
            let (mut instance, found) = self.walk_instance(key, &known);
            // A function that only ever calls itself gives nothing to go by: int is as good as any type.
            let endless = found == known
                && found.contains(&Some(Type::Error))
                && !crate::diag::has_errors(&self.reports[reports..]);
            // What is wrong with an int is wrong: without it the next walk would know as little as the one before.
            let refuted = assumed && crate::diag::has_errors(&self.reports[reports..]);
            assumed |= endless;
            let found = if endless {
                found
                    .into_iter()
                    .map(|ty| ty.map(|ty| if ty == Type::Error { Type::Int } else { ty }))
                    .collect()
            } else {
                found
            };
            let stable = found == known || refuted || (pass > 0 && pass + 1 == MAXIMUM_PASSES);
            let single_exit =
                known.is_empty() && !instance_returns_early(&self.defs[key.def].source);
            let recursive = self.recursive.contains(&id);
            if stable || (single_exit && !recursive) {
                instance.recursive = recursive;
                self.instances[id] = instance;
                return found
                    .into_iter()
                    .map(|ty| ty.unwrap_or(Type::Void))
                    .collect();
            }
            self.reports.truncate(reports);
            let outputs = found
                .iter()
                .map(|ty| ty.clone().unwrap_or(Type::Error))
                .collect();
            if let Some(info) = self.infos.get_mut(key) {
                info.outputs = outputs;
            }
            known = found;
        }
        vec![Type::Error; known.len()]
    }

    /// Walks the body once. Gives the instance and the output types found.
    fn walk_instance(
        &mut self,
        key: &InstanceKey,
        known: &[Option<Type>],
    ) -> (Instance, Vec<Option<Type>>) {
        let def = self.defs[key.def].clone();
        let mut f = self.instance_frame(key, &def);
        let mut body = Vec::new();
        let symbols = self.reductions.symbols();
        let mut instance = Instance {
            name: def.name.clone(),
            space: if key.rank.is_some() {
                Space::Kernel
            } else {
                def.space
            },
            lambda: matches!(def.source, DefSource::Lambda(_)),
            inline: self.has_attribute(key.def, "auto_inline"),
            span: def.span,
            ..empty_instance()
        };
        f.space = instance.space;
        self.bind_captures(&mut f, key, &mut instance);
        self.bind_params(&mut f, key, &def, &mut instance, &mut body);
        self.prepare_outputs(&mut f, &def, known);
        self.prepare_changed_self(&mut f, key, known);
        match def.source {
            DefSource::Function(function) => {
                self.block(&mut f, &function.body, &mut body);
                if !f.dead {
                    self.finish(&mut f, &mut body, end_of(function));
                }
                self.settle_changed_self(&mut f, key);
            }
            DefSource::Lambda(lambda) => self.lambda_body(&mut f, &def, lambda, &mut body),
        }
        self.reductions.set_symbols(symbols);
        if f.dead && f.space == Space::Host && !instance_returns_early(&def.source) {
            self.outputs_of_endless(&mut f);
        }
        instance.outputs = f.outputs.iter().filter_map(|output| output.var).collect();
        let found = f
            .outputs
            .iter()
            .map(|output| output.found.clone())
            .collect();
        instance.vars = f.vars;
        instance.profile = f.profile;
        instance.profile.constants = self.constants_of(key);
        instance.body = body;
        (instance, found)
    }

    /// The parameters that an instance is made for one value of.
    fn constants_of(&self, key: &InstanceKey) -> Vec<(String, i32)> {
        let params = self.params(key.def);
        let is_parameter = |name: Symbol| params.iter().any(|param| param.name.name == name);
        let constants = key.generics.iter().filter(|(name, _)| is_parameter(*name));
        constants
            .map(|(name, value)| (self.text(*name).to_owned(), *value))
            .collect()
    }

    /// A function that never comes to its end, as it raises an error, gives outputs of any type: ints.
    fn outputs_of_endless(&mut self, f: &mut Frame<'a>) {
        for index in 0..f.outputs.len() {
            let output = &f.outputs[index];
            let (Some(name), None) = (output.name, &output.found) else {
                continue;
            };
            let var = f.vars.push(Var {
                name: self.text(name).to_string(),
                ty: Type::Int,
                span: output.span,
            });
            f.outputs[index].var = Some(var);
            f.outputs[index].found = Some(Type::Int);
        }
    }

    fn instance_frame(&mut self, key: &InstanceKey, def: &Def<'a>) -> Frame<'a> {
        let assignments = match def.source {
            DefSource::Function(function) => names::assignments(&function.body),
            DefSource::Lambda(_) => BTreeMap::new(),
        };
        let own = match def.source {
            DefSource::Function(function) => Some((function.name.name, key.def, key.closure)),
            DefSource::Lambda(_) => def.own_name.map(|name| (name, key.def, key.closure)),
        };
        Frame {
            space: def.space,
            vars: IndexVec::new(),
            slots: HashMap::new(),
            env: Environment::default(),
            dead: false,
            loops: Vec::new(),
            attempts: Vec::new(),
            generics: key.generics.iter().copied().collect(),
            generic_types: self.closure_types(key.closure),
            outputs: Vec::new(),
            continuations: Vec::new(),
            assignments,
            script: false,
            own,
            def: Some(key.def),
            settled: false,
            serial_loops: false,
            temporaries: 0,
            guards: Vec::new(),
            profile: KernelProfile::default(),
            first_report: self.reports.len(),
        }
    }

    fn closure_types(&self, closure: Option<crate::types::ClosureId>) -> BTreeMap<Symbol, Type> {
        let types = closure.map(|closure| self.closures[closure].types.iter().cloned());
        types.into_iter().flatten().collect()
    }

    fn bind_captures(&mut self, f: &mut Frame<'a>, key: &InstanceKey, instance: &mut Instance) {
        let Some(closure) = key.closure else {
            return;
        };
        let data = self.closures[closure].clone();
        let span = self.defs[data.def].span;
        for (name, ty) in data.captures {
            let var = f.vars.push(Var {
                name: self.text(name).to_string(),
                ty: ty.clone(),
                span,
            });
            f.slots.insert((name, ty.clone()), var);
            instance.captures.push(var);
            let constant = ty.as_array().is_some_and(|array| array.modifiers.constant);
            f.env.bind(
                name,
                Variable {
                    slot: Slot::Var(var),
                    ty,
                    declared: None,
                    flag: None,
                    captured: true,
                    constant,
                    span,
                },
            );
        }
    }

    fn bind_params(
        &mut self,
        f: &mut Frame<'a>,
        key: &InstanceKey,
        def: &Def<'a>,
        instance: &mut Instance,
        body: &mut Vec<Stmt>,
    ) {
        let params = self.params(key.def);
        let mut args = key.args.iter();
        for param in params {
            if let (Some(rank), Some(special)) = (key.rank, self.special(param)) {
                self.bind_special(f, param, special, rank, instance);
                continue;
            }
            let name = param.name;
            match args.next() {
                Some(Some(ty)) => {
                    let ty = self.with_symbols(ty);
                    let var = f.vars.push(Var {
                        name: self.text(name.name).to_string(),
                        ty: ty.clone(),
                        span: name.span,
                    });
                    f.slots.insert((name.name, ty.clone()), var);
                    instance.params.push(var);
                    self.bind_generics(f, def, param, &ty);
                    let constant = ty.as_array().is_some_and(|array| array.modifiers.constant)
                        || param
                            .ty
                            .as_ref()
                            .is_some_and(super::assignment::is_constant);
                    f.env.bind(
                        name.name,
                        Variable {
                            slot: Slot::Var(var),
                            ty,
                            declared: None,
                            flag: None,
                            captured: false,
                            constant,
                            span: name.span,
                        },
                    );
                }
                Some(None) | None => self.bind_default(f, param, body),
            }
        }
        for (name, text) in &key.texts {
            if let Some(variable) = f.env.variable(*name) {
                let slot = variable.slot;
                f.env.texts.insert(slot, text.clone());
            }
        }
        for generic in &key.generics {
            let span = def.span;
            let var = f.vars.push(Var {
                name: self.text(generic.0).to_string(),
                ty: Type::Int,
                span,
            });
            let value = Expr {
                ty: Type::Int,
                span,
                kind: ExprKind::Int(generic.1),
            };
            body.insert(0, assign_stmt(Slot::Var(var).target(), value, span));
            f.env.bind(
                generic.0,
                Variable {
                    slot: Slot::Var(var),
                    ty: Type::Int,
                    declared: None,
                    flag: None,
                    captured: false,
                    constant: true,
                    span,
                },
            );
            f.env.known.insert(Slot::Var(var), Size::Known(generic.1));
        }
    }

    /// Sizes of generic parameters that the declared type of a parameter mentions.
    fn bind_generics(
        &mut self,
        f: &mut Frame<'a>,
        def: &Def<'a>,
        param: &'a ast::Param,
        ty: &Type,
    ) {
        if let DefSource::Function(function) = def.source
            && let Some(annotation) = &param.ty
        {
            for generic in &function.generics {
                if let Some(found) = self.generic_type_in(annotation, generic.name.name, ty) {
                    f.generic_types.insert(generic.name.name, found);
                }
            }
        }
    }

    fn bind_default(&mut self, f: &mut Frame<'a>, param: &'a ast::Param, body: &mut Vec<Stmt>) {
        let Some(default) = &param.default else {
            return;
        };
        let mut value = self.expr(f, default);
        if let Some(annotation) = &param.ty {
            let declared = self.annotation(f, annotation, Some(&value.ty));
            value = self.coerce(f, value, &declared, "the default value");
        }
        let ty = value.ty.clone();
        let span = param.name.span;
        let slot = self.slot(f, param.name.name, &ty, span);
        self.note_known(f, slot, &value);
        body.push(assign_stmt(slot.target(), value, span));
        f.env.bind(
            param.name.name,
            Variable {
                slot,
                ty,
                declared: None,
                flag: None,
                captured: false,
                constant: false,
                span,
            },
        );
    }

    fn bind_special(
        &mut self,
        f: &mut Frame<'a>,
        param: &'a ast::Param,
        special: Special,
        rank: usize,
        instance: &mut Instance,
    ) {
        let default = match special {
            Special::Group(kind) => Type::Group(kind),
            Special::WarpSize => Type::Int,
            Special::Position
            | Special::BlockPosition
            | Special::BlockDim
            | Special::BlockIndex
            | Special::BlockCount => match rank {
                1 => Type::Int,
                _ => Type::Array(ArrayType::new(Elem::Int, vec![Size::Known(rank as i32)])),
            },
        };
        let ty = match &param.ty {
            Some(annotation) => self.annotation(f, annotation, Some(&default)),
            None => default,
        };
        let span = param.name.span;
        let ty = self.special_type(special, ty, param.name);
        let var = f.vars.push(Var {
            name: self.text(param.name.name).to_string(),
            ty: ty.clone(),
            span,
        });
        f.slots.insert((param.name.name, ty.clone()), var);
        instance.specials.push((special, var));
        f.env.bind(
            param.name.name,
            Variable {
                slot: Slot::Var(var),
                ty,
                declared: None,
                flag: None,
                captured: false,
                constant: false,
                span,
            },
        );
    }

    /// The special parameter of kernels that a parameter is by its name.
    pub(super) fn special(&self, param: &ast::Param) -> Option<Special> {
        Some(match self.text(param.name.name) {
            "pos" => Special::Position,
            "blkpos" => Special::BlockPosition,
            "blkdim" => Special::BlockDim,
            "blkidx" => Special::BlockIndex,
            "blkcnt" => Special::BlockCount,
            "warpsize" => Special::WarpSize,
            name => Special::Group(group_parameter(name)?),
        })
    }

    /// The type of a parameter inside: open extents get names.
    pub(super) fn with_symbols(&mut self, ty: &Type) -> Type {
        let Type::Array(array) = ty else {
            return ty.clone();
        };
        let sizes = array
            .sizes
            .iter()
            .map(|size| match size {
                Size::Known(_) => *size,
                Size::Symbol(_) | Size::Open => self.fresh_size(),
            })
            .collect();
        Type::Array(ArrayType {
            sizes,
            ..array.clone()
        })
    }

    fn prepare_outputs(&mut self, f: &mut Frame<'a>, def: &Def<'a>, known: &[Option<Type>]) {
        let DefSource::Function(function) = def.source else {
            return;
        };
        for (index, output) in function.outputs.iter().enumerate() {
            let name = output.name;
            let ty = known.get(index).cloned().flatten();
            f.outputs.push(Output {
                name: Some(name.name),
                span: name.span,
                annotation: output.ty.as_ref(),
                var: None,
                ty,
                found: None,
            });
            if f.space == Space::Kernel {
                self.kernel_output(f, index);
            }
        }
    }

    /// A kernel's output is a variable that all positions share; it starts at 0.
    fn kernel_output(&mut self, f: &mut Frame<'a>, index: usize) {
        let output = &f.outputs[index];
        let (Some(name), span, annotation) = (output.name, output.span, output.annotation) else {
            return;
        };
        let ty = match annotation {
            Some(annotation) => self.annotation(f, annotation, None),
            None => Type::Scalar,
        };
        let vector = |array: &ArrayType| {
            let number = matches!(array.elem, Elem::Int | Elem::Scalar | Elem::Complex);
            number && array.rank() == Some(1) && array.is_small()
        };
        if !ty.is_number() && !ty.as_array().is_some_and(vector) && ty != Type::Error {
            self.report(
                Report::new(
                    Code::KernelOutput,
                    span,
                    format!("a kernel cannot have an output of type `{ty}`"),
                )
                .label("shared by all positions")
                .help("outputs are numbers or vectors of a known length, such as `vec3`; use an array parameter that the kernel writes to"),
            );
        }
        let slot = self.slot(f, name, &ty, span);
        let Slot::Var(var) = slot else { return };
        f.outputs[index].var = Some(var);
        f.outputs[index].found = Some(ty.clone());
        f.env.bind(
            name,
            Variable {
                slot,
                ty: ty.clone(),
                declared: Some(ty),
                flag: None,
                captured: false,
                constant: false,
                span,
            },
        );
    }

    /// Moves the output variables' values into the results; at the end of a function and before `return`.
    pub(super) fn finish(&mut self, f: &mut Frame<'a>, out: &mut Vec<Stmt>, span: Span) {
        if f.space == Space::Kernel {
            return;
        }
        for index in 0..f.outputs.len() {
            let annotation = f.outputs[index].annotation;
            let Some(name) = f.outputs[index].name else {
                continue;
            };
            let value = match f.env.names.get(&name).cloned() {
                // Of several outputs the caller may not want the one that has no value.
                Some(Binding::Variable(variable)) if f.outputs.len() == 1 => {
                    let what = self.output_in_words(f, name);
                    self.read_checked(&variable, what, span)
                }
                Some(Binding::Variable(variable)) => variable.slot.read(variable.ty.clone(), span),
                Some(Binding::Nested(nested)) => self.nested_value(f, &nested, span),
                Some(Binding::Conflict { .. }) | None => continue,
            };
            self.finish_output(f, index, value, annotation, out, span);
        }
    }

    fn output_in_words(&self, f: &Frame<'a>, name: Symbol) -> String {
        let name = self.text(name);
        match f.own {
            Some((_, def, _)) => format!("the output '{name}' of '{}'", self.defs[def].name),
            None => format!("the output '{name}'"),
        }
    }

    fn finish_output(
        &mut self,
        f: &mut Frame<'a>,
        index: usize,
        mut value: Expr,
        annotation: Option<&'a ast::TypeExpr>,
        out: &mut Vec<Stmt>,
        span: Span,
    ) {
        if let Some(annotation) = annotation {
            let declared = self.annotation(f, annotation, Some(&value.ty));
            value = self.coerce(f, value, &declared, "the output");
        }
        let output = &f.outputs[index];
        let (known, name) = ([output.found.clone(), output.ty.clone()], output.name);
        let mut ty = value.ty.clone();
        for other in known.iter().flatten() {
            let joined = match f.space {
                Space::Host => self.join_values(&ty, other),
                Space::Device | Space::Kernel => join(&ty, other),
            };
            match joined {
                Some(joined) => ty = joined,
                None => {
                    let (name, other) =
                        (name.map_or("value", |name| self.text(name)), other.clone());
                    self.report(
                        Report::new(
                            Code::NotSupportedYet,
                            span,
                            format!("the output `{name}` is `{ty}` here and `{other}` elsewhere: such outputs are not supported yet"),
                        )
                        .label("a value of another type"),
                    );
                    return;
                }
            }
        }
        if f.outputs[index].var.is_none_or(|var| f.vars[var].ty != ty) {
            let name = format!("$out${}", name.map_or("", |name| self.text(name)));
            let var = f.vars.push(Var {
                name,
                ty: ty.clone(),
                span,
            });
            f.outputs[index].var = Some(var);
        }
        let var = f.outputs[index].var.expect("made above");
        f.outputs[index].found = Some(ty.clone());
        out.push(assign_stmt(
            Slot::Var(var).target(),
            convert_to(value, &ty),
            span,
        ));
    }

    fn lambda_body(
        &mut self,
        f: &mut Frame<'a>,
        def: &Def<'a>,
        lambda: &'a ast::Lambda,
        body: &mut Vec<Stmt>,
    ) {
        let span = lambda.body.span;
        let values: Vec<Expr> = match &lambda.body.kind {
            ast::ExprKind::Cell(items) => items.iter().map(|item| self.expr(f, item)).collect(),
            ast::ExprKind::Assign(assign) => {
                self.assign_statement(f, assign, span, body);
                Vec::new()
            }
            ast::ExprKind::Block(block) => self.lambda_block(f, block, body),
            _ => {
                let value = self.expr_or_void(f, &lambda.body);
                vec![value]
            }
        };
        let signature = def.signature.clone();
        for (index, value) in values.into_iter().enumerate() {
            if matches!(value.ty, Type::Void | Type::Tuple(_)) {
                body.push(Stmt {
                    span,
                    kind: StmtKind::Expr(value),
                });
                continue;
            }
            let value = match signature
                .as_ref()
                .and_then(|signature| signature.outputs.get(index))
            {
                Some(ty) => self.coerce(f, value, &ty.clone(), "the lambda's value"),
                None => value,
            };
            let ty = value.ty.clone();
            let var = f.vars.push(Var {
                name: format!("$out{index}"),
                ty: ty.clone(),
                span,
            });
            body.push(assign_stmt(Slot::Var(var).target(), value, span));
            f.outputs.push(Output {
                name: None,
                span,
                annotation: None,
                var: Some(var),
                ty: None,
                found: Some(ty),
            });
        }
    }

    fn lambda_block(
        &mut self,
        f: &mut Frame<'a>,
        block: &'a ast::Block,
        body: &mut Vec<Stmt>,
    ) -> Vec<Expr> {
        let Some((last, rest)) = block.stmts.split_last() else {
            return Vec::new();
        };
        for stmt in rest {
            self.statement(f, stmt, body);
        }
        match &last.kind {
            ast::StmtKind::Expr(value) => vec![self.expr_or_void(f, value)],
            _ => {
                self.statement(f, last, body);
                Vec::new()
            }
        }
    }

    /// A call's view of an output type: named sizes of the callee mean nothing outside.
    pub(super) fn outside(&mut self, ty: &Type) -> Type {
        match ty {
            Type::Array(array) => {
                let sizes = array
                    .sizes
                    .iter()
                    .map(|size| match size {
                        Size::Known(_) => *size,
                        Size::Symbol(_) | Size::Open => self.fresh_size(),
                    })
                    .collect();
                Type::Array(ArrayType {
                    sizes,
                    ..array.clone()
                })
            }
            number_type!()
            | Type::String
            | Type::Exception
            | Type::Group(_)
            | composite_type!()
            | Type::Enum(_)
            | class_type!()
            | empty_type!() => ty.clone(),
        }
    }

    /// The `main` of the program: an instance for its declared parameter types.
    pub(super) fn main_function(
        &mut self,
        function: &'a ast::Function,
        frame: &mut Frame<'a>,
    ) -> (Option<InstanceId>, Vec<MainParam>, String) {
        let def = self.define_function(function);
        let doc = function
            .doc
            .as_ref()
            .map(|doc| doc.lines.join("\n"))
            .unwrap_or_default();
        let mut params = Vec::new();
        let mut args = Vec::new();
        for param in &function.params {
            let main_param = self.main_param(param, frame, &doc);
            args.push(Some(main_param.ty.clone()));
            params.push(main_param);
        }
        let key = InstanceKey::of_function(def, args);
        let instance = self.instantiate(key, function.header).map(|(id, _)| id);
        (instance, params, doc)
    }

    fn main_param(&mut self, param: &'a ast::Param, frame: &mut Frame<'a>, doc: &str) -> MainParam {
        let name = self.text(param.name.name).to_string();
        let default = param
            .default
            .as_ref()
            .map(|default| self.expr(frame, default));
        let ty = match (&param.ty, &default) {
            (Some(annotation), _) => self.annotation(frame, annotation, None),
            (None, Some(value)) => value.ty.clone(),
            (None, None) => Type::String,
        };
        if !matches!(ty, Type::Int | Type::Scalar | Type::String) {
            self.report(
                Report::new(
                    Code::MainParameter,
                    param.span,
                    format!("`{name}` of `main` cannot come from the command line"),
                )
                .label(format!("has type `{ty}`"))
                .help("parameters of main are `int`, `scalar` or `string`"),
            );
        }
        let default_value =
            default.map(|value| self.coerce(frame, value, &ty, "the default value"));
        let text = default_value.as_ref().map(default_text);
        let var = self.bind_main_param(param, &ty, frame);
        MainParam {
            doc: param_doc(doc, &name),
            name,
            ty,
            default: text,
            default_value,
            var,
        }
    }

    /// Lets the defaults of later parameters of `main` read this one.
    fn bind_main_param(
        &mut self,
        param: &'a ast::Param,
        ty: &Type,
        frame: &mut Frame<'a>,
    ) -> VarId {
        let span = param.name.span;
        let var = frame.vars.push(Var {
            name: self.text(param.name.name).to_string(),
            ty: ty.clone(),
            span,
        });
        frame.env.bind(
            param.name.name,
            Variable {
                slot: Slot::Var(var),
                ty: ty.clone(),
                declared: None,
                flag: None,
                captured: false,
                constant: false,
                span,
            },
        );
        var
    }
}

/// Where a function with that qualifier runs.
fn space_of(qualifier: Option<ast::Qualifier>) -> Space {
    match qualifier {
        Some(ast::Qualifier::Kernel) => Space::Kernel,
        Some(ast::Qualifier::Device) => Space::Device,
        Some(ast::Qualifier::Host) | None => Space::Host,
    }
}

fn lambda_outputs(lambda: &ast::Lambda) -> usize {
    match &lambda.body.kind {
        ast::ExprKind::Cell(items) => items.len(),
        _ => 1,
    }
}

fn end_of(function: &ast::Function) -> Span {
    function
        .body
        .stmts
        .last()
        .map_or(function.header, |stmt| stmt.span)
}

/// Whether a body has a `return` before its end, so that output types are only known after a first walk.
fn instance_returns_early(source: &DefSource<'_>) -> bool {
    fn block(block: &ast::Block) -> bool {
        block.stmts.iter().any(|stmt| match &stmt.kind {
            ast::StmtKind::Return(_) => true,
            ast::StmtKind::If(statement) => {
                statement
                    .branches
                    .iter()
                    .any(|branch| block_has(&branch.body))
                    || statement.otherwise.as_ref().is_some_and(block_has)
            }
            ast::StmtKind::For(statement) => block_has(&statement.body),
            ast::StmtKind::While(statement) => block_has(&statement.body),
            ast::StmtKind::Repeat(statement) => block_has(&statement.body),
            ast::StmtKind::Match(statement) => {
                statement.arms.iter().any(|arm| block_has(&arm.body))
            }
            ast::StmtKind::Try(statement) => {
                let mut catches = statement.catches.iter();
                block_has(&statement.body) || catches.any(|catch| block_has(&catch.body))
            }
            _ => false,
        })
    }
    fn block_has(inner: &ast::Block) -> bool {
        block(inner)
    }
    match source {
        DefSource::Function(function) => block(&function.body),
        DefSource::Lambda(_) => false,
    }
}

/// A default as text for `--help`.
fn default_text(value: &Expr) -> String {
    match &value.kind {
        ExprKind::Int(number) => number.to_string(),
        ExprKind::Scalar(number) => number.to_string(),
        ExprKind::String(text) => text.clone(),
        ExprKind::Convert(inner) => default_text(inner),
        ExprKind::Unary(crate::hir::UnaryOp::Neg, inner) => format!("-{}", default_text(inner)),
        _ => "computed".to_string(),
    }
}

/// The part of a doc comment that is about one parameter: a line `name - text` or `name : text`.
fn param_doc(doc: &str, name: &str) -> String {
    doc.lines()
        .map(str::trim)
        .find_map(|line| {
            let rest = line.strip_prefix(name)?.trim_start();
            rest.strip_prefix('-')
                .or_else(|| rest.strip_prefix(':'))
                .map(|text| text.trim().to_string())
        })
        .unwrap_or_default()
}
