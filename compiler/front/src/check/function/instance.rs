//! Instances: a function for types of arguments.
//!
//! *Invariant:* the output types that a finished instance has are those that its last walk found, and callers within that walk
//! assumed no others.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::base::{Span, Symbol, stack};
use crate::check::foreign;
use crate::check::functions::Functions;
use crate::check::generics::Generics;
use crate::check::growth::{self, Growth};
use crate::check::instances::{Known, Refusal};
use crate::check::{BodyState, Checker, Def, DefId, DefSource, InstanceKey, empty_instance};
use crate::diag::{self, Code, Report};
use crate::hir::{Instance, InstanceId, Space, Var};
use crate::resolve::names;
use crate::syntax::ast;
use crate::syntax::blocks::inner_blocks;
use crate::types::{ClosureId, Type};

impl<'a> Checker<'a> {
    /// The instance of a function for argument types (none: the argument is absent). Gives its output types.
    pub(in crate::check) fn instantiate(
        &mut self,
        key: InstanceKey,
        span: Span,
    ) -> Option<(InstanceId, Vec<Type>)> {
        if let Some(known) = self.instances.known(&key) {
            return Some(self.repeat(known));
        }
        match self.instances.refusal(key.def) {
            Some(Refusal::Endless) => self.report_endless_instances(key.def, span),
            Some(Refusal::LongChain(length)) => self.reports.push(long_chain(length, span)),
            None => return Some(self.make(key, span)),
        }
        None
    }

    /// What an instance gives that was made before, with the reports on it.
    fn repeat(&mut self, known: Known) -> (InstanceId, Vec<Type>) {
        let mut missing = known.reports;
        missing.retain(|report| !self.reports.contains(report));
        self.reports.extend(missing);
        (known.id, known.outputs)
    }

    /// Makes an instance for the call at `span`.
    fn make(&mut self, key: InstanceKey, span: Span) -> (InstanceId, Vec<Type>) {
        let outputs = self.initial_outputs(&key);
        let opened = self.instances.open(&key, outputs);
        let id = opened.id;
        let before = self.reports.len();
        let speculating = self.start_instance();
        let outputs = self.check_instance(&key, id);
        self.end_instance(speculating);
        let found = before.min(self.reports.len());
        name_call(&mut self.reports[found..], span);
        let reports = self.reports[found..].to_vec();
        let given = outputs.clone();
        self.instances.close(key, opened, outputs, reports);
        (id, given)
    }

    fn report_endless_instances(&mut self, def: DefId, span: Span) {
        let name = &self.functions.defs[def].name;
        let message = format!("`{name}` calls itself with ever new argument types");
        self.report(
            Report::new(Code::EndlessInstances, span, message)
                .label("needs yet another instance")
                .help("give the parameters types"),
        );
    }

    /// What callers may assume of the outputs before the body was walked.
    fn initial_outputs(&mut self, key: &InstanceKey) -> Vec<Type> {
        match self.functions.defs[key.def].source {
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
        let mut growth = Growth::default();
        loop {
            let reports = self.reports.len();
            let (mut instance, found, endless_body) = self.walk_instance(key, &known);
            // A function that only ever calls itself gives nothing to go by: int is as good as any type.
            let endless = found == known
                && found.contains(&Some(Type::Error))
                && !diag::has_errors(&self.reports[reports..]);
            // What is wrong with an int is wrong: without it the next walk would know as little as the one before.
            let refuted = assumed && diag::has_errors(&self.reports[reports..]);
            assumed |= endless;
            let found = if endless {
                found
                    .into_iter()
                    .map(|ty| ty.map(|ty| if ty == Type::Error { Type::Int } else { ty }))
                    .collect()
            } else {
                found
            };
            let endless = growth.note(grown_outputs(&known, &found));
            // Where something else is wrong, the type may grow for that reason.
            if let Some(output) = endless
                && !diag::has_errors(&self.reports[reports..])
            {
                self.report_growing_output(key, output, found[output].as_ref());
            }
            let stable = found == known || refuted || endless.is_some();
            let single_exit =
                known.is_empty() && !instance_returns_early(&self.functions.defs[key.def].source);
            let recursive = self.instances.is_recursive(id);
            if stable || (single_exit && !recursive) {
                instance.recursive = recursive;
                self.instances.keep(id, instance);
                if endless_body {
                    self.instances.note_endless(id);
                }
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
            self.instances.learn(key, outputs);
            known = found;
        }
    }

    /// An output whose type grows whenever the function calls itself.
    fn report_growing_output(&mut self, key: &InstanceKey, output: usize, ty: Option<&Type>) {
        let def = &self.functions.defs[key.def];
        let (span, function) = (def.span, def.name.clone());
        let named = match def.source {
            DefSource::Function(function) => function.outputs.get(output),
            DefSource::Lambda(_) => None,
        };
        let place = named.map_or(span, |output| output.name.span);
        let what = match named {
            Some(output) => format!("the output `{}`", self.text(output.name.name)),
            None => "the value".to_string(),
        };
        let message = format!("{what} of `{function}` has a new type for each call of itself");
        self.report(
            Report::new(Code::EndlessType, place, message)
                .label("made of what the function gives itself")
                .help(growth::advice(ty.unwrap_or(&Type::Error))),
        );
    }

    /// Walks the body once. Gives the instance, the output types found, and whether nothing reaches its end.
    fn walk_instance(
        &mut self,
        key: &InstanceKey,
        known: &[Option<Type>],
    ) -> (Instance, Vec<Option<Type>>, bool) {
        let def = self.functions.defs[key.def].clone();
        let mut f = self.instance_frame(key, &def);
        let mut body = Vec::new();
        let symbols = self.reductions.symbols();
        let mut instance = Instance {
            name: def.name.clone(),
            space: match (key.rank, key.on_device) {
                (Some(_), _) => Space::Kernel,
                (None, true) => Space::Device,
                (None, false) => def.space,
            },
            lambda: matches!(def.source, DefSource::Lambda(_)),
            inline: self.functions.has_attribute(key.def, "auto_inline")
                || self.functions.has_attribute(key.def, foreign::ATTRIBUTE),
            span: def.span,
            ..empty_instance()
        };
        f.space = instance.space;
        self.bind_captures(&mut f, key, &mut instance, &mut body);
        self.bind_params(&mut f, key, &def, &mut instance, &mut body);
        self.prepare_outputs(&mut f, &def, known);
        self.prepare_changed_self(&mut f, key, known);
        match def.source {
            DefSource::Function(function) => {
                match self.foreign_attribute(function) {
                    Some(attribute) => self.foreign_body(&mut f, function, attribute, &mut body),
                    None => self.block(&mut f, &function.body, &mut body),
                }
                if !f.dead {
                    self.finish(&mut f, &mut body, end_of(function));
                }
                self.settle_changed_self(&mut f, key);
            }
            DefSource::Lambda(lambda) => self.lambda_body(&mut f, &def, lambda, &mut body),
        }
        self.reductions.set_symbols(symbols);
        let endless = f.dead && f.space == Space::Host && !instance_returns_early(&def.source);
        if endless {
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
        instance.profile.constants = self.functions.constants_of(key);
        instance.body = body;
        (instance, found, endless)
    }

    /// A function that never comes to its end, as it raises an error, gives outputs of any type: that which is declared, or ints.
    fn outputs_of_endless(&mut self, f: &mut BodyState<'a>) {
        for index in 0..f.outputs.len() {
            let output = &f.outputs[index];
            let (Some(name), None) = (output.name, &output.found) else {
                continue;
            };
            let (annotation, span) = (output.annotation, output.span);
            let ty = self.output_of_endless(f, annotation);
            let var = f.vars.push(Var {
                name: self.text(name).to_string(),
                ty: ty.clone(),
                span,
            });
            f.outputs[index].var = Some(var);
            f.outputs[index].found = Some(ty);
        }
    }

    fn output_of_endless(
        &mut self,
        f: &mut BodyState<'a>,
        annotation: Option<&'a ast::TypeExpr>,
    ) -> Type {
        let before = self.reports.len();
        let declared = annotation.map(|annotation| self.annotation(f, annotation, None));
        self.reports.truncate(before);
        declared
            .filter(|ty| *ty != Type::Error)
            .unwrap_or(Type::Int)
    }

    fn instance_frame(&mut self, key: &InstanceKey, def: &Def<'a>) -> BodyState<'a> {
        let assignments = match def.source {
            DefSource::Function(function) => Rc::new(names::assignments(&function.body)),
            DefSource::Lambda(_) => Rc::default(),
        };
        let own = match def.source {
            DefSource::Function(function) => Some((function.name.name, key.def, key.closure)),
            DefSource::Lambda(_) => def.own_name.map(|name| (name, key.def, key.closure)),
        };
        BodyState {
            generics: Rc::new(Generics {
                sizes: key.generics.iter().copied().collect(),
                types: self.functions.closure_types(key.closure),
                late: BTreeSet::new(),
            }),
            own,
            def: Some(key.def),
            ..BodyState::new(def.space, assignments, self.reports.len())
        }
    }
}

impl<'a> Functions<'a> {
    /// The parameters that an instance is made for one value of.
    fn constants_of(&self, key: &InstanceKey) -> Vec<(String, i32)> {
        let params = self.params(key.def);
        let is_parameter = |name: Symbol| params.iter().any(|param| param.name.name == name);
        let constants = key.generics.iter().filter(|(name, _)| is_parameter(*name));
        constants
            .map(|(name, value)| (self.definitions.text(*name).to_owned(), *value))
            .collect()
    }

    fn closure_types(&self, closure: Option<ClosureId>) -> BTreeMap<Symbol, Type> {
        let types = closure.map(|closure| self.closures[closure].types.iter().cloned());
        types.into_iter().flatten().collect()
    }
}

/// The outputs of which a walk has found another type than was known.
fn grown_outputs(known: &[Option<Type>], found: &[Option<Type>]) -> Vec<usize> {
    let differs = |index: &usize| known.get(*index) != found.get(*index);
    (0..found.len()).filter(differs).collect()
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
    fn returns(block: &ast::Block) -> bool {
        block.stmts.iter().any(|stmt| match &stmt.kind {
            ast::StmtKind::Return(_) => true,
            // What returns there ends another function.
            ast::StmtKind::Function(_) | ast::StmtKind::Macro(_) => false,
            _ => inner_blocks(stmt).into_iter().any(returns),
        })
    }
    match source {
        DefSource::Function(function) => returns(&function.body),
        DefSource::Lambda(_) => false,
    }
}

fn long_chain(length: usize, span: Span) -> Report {
    let message = "functions call each other too deep to be read";
    Report::new(Code::NestingTooDeep, span, message)
        .label(format!("the {length}th call within another one"))
        .help("make one function of some of those that only call the next one")
        .maybe_note(stack::note())
}

/// Mistakes in a function of another file, such as one of the library, tell of the call that the arguments come from.
fn name_call(reports: &mut [Report], call: Span) {
    for report in reports.iter_mut().filter(|report| report.is_error()) {
        let lies_elsewhere = !report.labels.is_empty()
            && report
                .labels
                .iter()
                .all(|label| label.span.file != call.file);
        if lies_elsewhere {
            *report = report.clone().also(call, "called here");
        }
    }
}
