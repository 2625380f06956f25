//! The call of one definition: whether it may be called here, its instance, its outputs.
//!
//! *Invariant:* a call refers to an instance that was made for exactly the types of its arguments.

use crate::base::{Span, Symbol};
use crate::check::foreign;
use crate::check::functions::Functions;
use crate::check::kinds::holds_cells;
use crate::check::trees::error;
use crate::check::{BodyState, Checker, DefId, DefSource, InstanceKey};
use crate::diag::{Code, Report};
use crate::hir::{CallSyntax, Expr, ExprKind, Space, Target, has_effects};
use crate::resolve::names;
use crate::syntax::ast;
use crate::types::{ArrayType, ClosureId, Size, Type};

use super::arguments::{Argument, holds_union};

/// The greatest known extent that joins an instance's key.
const KEY_EXTENT: i32 = 16;

/// The definition that a call means, with all that the callee says of the call.
#[derive(Clone)]
pub(in crate::check) struct Callee {
    def: DefId,
    /// The function value that is called, and what is evaluated for it.
    closure: Option<(ClosureId, Expr)>,
    /// Generic sizes that are written.
    generics: Vec<(Symbol, i32)>,
    /// Where a method leaves its changed `self`.
    object: Option<Target>,
}

impl Callee {
    /// A function by its name.
    pub(in crate::check) fn function(def: DefId) -> Callee {
        Callee {
            def,
            closure: None,
            generics: Vec::new(),
            object: None,
        }
    }

    /// A function of which generic sizes are written: `f[3]`.
    pub(super) fn generic(def: DefId, generics: Vec<(Symbol, i32)>) -> Callee {
        Callee {
            generics,
            ..Callee::function(def)
        }
    }

    /// A function value.
    pub(super) fn value(def: DefId, closure: ClosureId, value: Expr) -> Callee {
        Callee {
            closure: Some((closure, value)),
            ..Callee::function(def)
        }
    }

    /// A method of the object at a place that it may change.
    pub(in crate::check) fn method(def: DefId, object: Option<Target>) -> Callee {
        Callee {
            object,
            ..Callee::function(def)
        }
    }
}

impl<'a> Checker<'a> {
    /// Calls a definition with arguments.
    pub(in crate::check) fn call_def(
        &mut self,
        f: &mut BodyState<'a>,
        callee: Callee,
        values: Vec<Argument>,
        span: Span,
    ) -> Expr {
        let def = callee.def;
        if self.functions.has_misplaced_rest(def)
            || !self.may_call(f, def, span)
            || values
                .iter()
                .any(|argument| argument.value.ty == Type::Error)
        {
            return error(span);
        }
        let values = match self.question_to_dictionary(f, def, values, span) {
            Ok(values) => values,
            Err(answer) => return answer,
        };
        if let Some(done) = self.json_call(f, def, &values, span) {
            return done;
        }
        if let Some(done) = self.regexp_call(f, def, &values, span) {
            return done;
        }
        if holds_union(&values) {
            return self.distribute_arguments(f, values, span, &mut |checker, f, values| {
                checker.call_def(f, callee.clone(), values, span)
            });
        }
        if self.functions.defs[def].space == Space::Device && !self.device_arguments(f, &values) {
            return error(span);
        }
        let Some((mut key, args)) = self.key_for(f, def, values, callee.generics, span) else {
            return error(span);
        };
        let (closure, captured) = callee.closure.unzip();
        key.closure = closure;
        let changes_self = self.changes_self(&key);
        let form = match &captured {
            Some(callee) => form_of(callee),
            None if self.functions.has_self(def) => CallSyntax::Method,
            None => CallSyntax::Function,
        };
        let Some((instance, outputs)) = self.instantiate(key, span) else {
            return error(span);
        };
        let captured = captured
            .filter(|callee| self.functions.counts(closure, callee))
            .map(Box::new);
        let outputs: Vec<Type> = outputs.iter().map(|ty| self.outside(ty)).collect();
        let outputs = self.check_outputs(def, outputs, span);
        let call = Expr {
            ty: given(&outputs),
            span,
            kind: ExprKind::Call {
                instance,
                args,
                captured,
                form,
            },
        };
        if changes_self {
            return f.give_back(call, outputs, callee.object);
        }
        call
    }

    /// The types of what a function gives for arguments, without calling it.
    pub(in crate::check) fn outputs_of_call(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        closure: ClosureId,
        values: Vec<Argument>,
        span: Span,
    ) -> Option<Vec<Type>> {
        let (mut key, _) = self.key_for(f, def, values, Vec::new(), span)?;
        key.closure = Some(closure);
        let (_, outputs) = self.instantiate(key, span)?;
        Some(outputs)
    }

    /// The instance that arguments ask for, but for the closure, with those arguments that are given.
    fn key_for(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        values: Vec<Argument>,
        mut generics: Vec<(Symbol, i32)>,
        span: Span,
    ) -> Option<(InstanceKey, Vec<Expr>)> {
        let args = self.bind_arguments(f, def, values, &mut generics, span)?;
        let types = args
            .iter()
            .map(|arg| arg.as_ref().map(|arg| arg.ty.clone()))
            .collect();
        let texts = self.constant_texts(f, def, &args);
        let params: Vec<&'a ast::Param> = self.functions.params(def).iter().collect();
        self.specialise(f, def, &params, &args, &mut generics);
        let lambda = matches!(self.functions.defs[def].source, DefSource::Lambda(_));
        let key = InstanceKey {
            on_device: lambda && f.space != Space::Host,
            generics,
            texts,
            ..InstanceKey::of_function(def, types)
        };
        Some((key, args.into_iter().flatten().collect()))
    }

    /// `{!auto_specialize}`: parameters that get known ints are constants of the instance, like generic sizes.
    pub(in crate::check) fn specialise(
        &self,
        f: &BodyState<'a>,
        def: DefId,
        params: &[&'a ast::Param],
        args: &[Option<Expr>],
        generics: &mut Vec<(Symbol, i32)>,
    ) {
        let DefSource::Function(function) = self.functions.defs[def].source else {
            return;
        };
        if !self.functions.has_attribute(def, "auto_specialize") {
            return;
        }
        let assigned = names::assignments(&function.body);
        for (param, arg) in params.iter().zip(args) {
            let name = param.name.name;
            let known = arg
                .as_ref()
                .filter(|arg| arg.ty == Type::Int && !assigned.contains_key(&name))
                .map(|arg| self.known_size(f, arg));
            if let Some(Size::Known(value)) = known {
                generics.push((name, value));
            }
        }
    }

    /// Arrays of elements of unknown types do not go to device functions; strings, types and objects only from host code.
    fn device_arguments(&mut self, f: &BodyState<'a>, values: &[Argument]) -> bool {
        let host_only = |ty: &Type| {
            *ty == Type::String || self.types.is_type_value(ty) || ty.open_class().is_some()
        };
        let found = values.iter().find_map(|argument| {
            let ty = &argument.value.ty;
            let why = match (host_only(ty), f.space) {
                (true, Space::Host) => return None,
                (true, Space::Device | Space::Kernel) => "exists in host code only",
                (false, _) if holds_cells(ty) => {
                    "the types of its elements are known only when running"
                }
                (false, _) => return None,
            };
            Some((argument.value.span, ty.clone(), why))
        });
        let Some((span, ty, why)) = found else {
            return true;
        };
        let message = format!("values of type `{ty}` cannot be passed to a device function");
        let message = match host_only(&ty) {
            true => format!("{message} from a kernel or device function"),
            false => message,
        };
        self.report(Report::new(Code::HostOnly, span, message).label(why));
        false
    }

    /// Constant strings for parameters that the body matches: the instance is made for them.
    fn constant_texts(
        &self,
        f: &BodyState<'a>,
        def: DefId,
        args: &[Option<Expr>],
    ) -> Vec<(Symbol, String)> {
        let DefSource::Function(function) = self.functions.defs[def].source else {
            return Vec::new();
        };
        let matched = names::matched_names(&function.body);
        function
            .params
            .iter()
            .zip(args)
            .filter(|(param, _)| matched.contains(&param.name.name))
            .filter_map(|(param, arg)| Some((param.name.name, f.known_text(arg.as_ref()?)?)))
            .collect()
    }

    /// Outputs that are never assigned are reported once.
    fn check_outputs(&mut self, def: DefId, outputs: Vec<Type>, span: Span) -> Vec<Type> {
        let DefSource::Function(function) = self.functions.defs[def].source else {
            return outputs;
        };
        let missing = function
            .outputs
            .iter()
            .zip(&outputs)
            .find(|(_, ty)| **ty == Type::Void);
        if let Some((output, _)) = missing {
            let is_first = function.outputs[0].name.name == output.name.name;
            self.report_without_output(def, output, is_first, span);
        }
        outputs
            .into_iter()
            .map(|ty| if ty == Type::Void { Type::Error } else { ty })
            .collect()
    }

    /// Says once that an output is never assigned; again where a walk that said it was discarded.
    fn report_without_output(
        &mut self,
        def: DefId,
        output: &ast::Output,
        is_first: bool,
        span: Span,
    ) {
        let (name, text) = (&self.functions.defs[def].name, self.text(output.name.name));
        let report = Report::new(
            Code::OutputNotSet,
            output.name.span,
            format!("`{name}` never gives its output `{text}` a value"),
        );
        let said =
            |earlier: &Report| earlier.span() == report.span() && earlier.message == report.message;
        let only = match is_first {
            true => "",
            false => "; what stands behind `return` is the first output",
        };
        if !self.reports.iter().any(said) {
            self.report(
                report
                    .label("an output without a value")
                    .help(format!(
                        "assign `{text}` on every way through the function: `{text} = …`{only}"
                    ))
                    .also(span, "called here"),
            );
        }
    }

    /// Kernels are launched, host functions do not run in kernels.
    fn may_call(&mut self, f: &BodyState<'a>, def: DefId, span: Span) -> bool {
        let (space, name) = (
            self.functions.defs[def].space,
            self.functions.defs[def].name.clone(),
        );
        let lambda = matches!(self.functions.defs[def].source, DefSource::Lambda(_));
        match (f.space, space) {
            (_, Space::Kernel) => {
                self.report(
                    Report::new(
                        Code::KernelCalled,
                        span,
                        format!("the kernel `{name}` cannot be called"),
                    )
                    .label("runs only in a launch")
                    .help(format!("write `parallel_do(dims, …, {name})`")),
                );
                false
            }
            (Space::Kernel | Space::Device, Space::Host)
                if self.functions.has_attribute(def, foreign::ATTRIBUTE) =>
            {
                let defined = self.functions.defs[def].span;
                self.refuse_foreign_call(f.space, &name, defined, span);
                false
            }
            (Space::Kernel | Space::Device, Space::Host) if !lambda => {
                let place = if f.space == Space::Kernel {
                    "kernel"
                } else {
                    "device function"
                };
                self.report(
                    Report::new(
                        Code::HostCallInKernel,
                        span,
                        format!("a {place} cannot call the host function `{name}`"),
                    )
                    .label("a host function")
                    .also(self.functions.defs[def].span, "defined here")
                    .help("declare it `__device__`"),
                );
                false
            }
            _ => true,
        }
    }
}

impl<'a> Functions<'a> {
    /// Whether the value that is called is evaluated: it hands captured values on, or does more than name a function.
    fn counts(&self, closure: Option<ClosureId>, callee: &Expr) -> bool {
        closure.is_some_and(|closure| {
            !self.closures[closure].captures.is_empty() || has_effects(callee)
        })
    }

    /// Whether a rest parameter stands where none can; that was reported at the definition.
    pub(in crate::check) fn has_misplaced_rest(&self, def: DefId) -> bool {
        let params = self.params(def);
        let last = params.len().saturating_sub(1);
        let kernel = self.defs[def].space == Space::Kernel;
        params
            .iter()
            .enumerate()
            .any(|(index, param)| param.variadic && (kernel || index != last))
    }
}

/// The type of what a call with these outputs gives.
pub(in crate::check) fn given(outputs: &[Type]) -> Type {
    match outputs {
        [] => Type::Void,
        [output] => output.clone(),
        _ => Type::Tuple(outputs.to_vec()),
    }
}

/// A type as it joins an instance's key: small known extents stay, others are forgotten.
pub(super) fn key_type(ty: &Type) -> Type {
    let Type::Array(array) = ty else {
        return ty.clone();
    };
    let small = array.is_small();
    let sizes = array
        .sizes
        .iter()
        .map(|size| match size {
            Size::Known(n) if small || *n <= KEY_EXTENT => *size,
            Size::Known(_) | Size::Symbol(_) | Size::Open => Size::Open,
        })
        .collect();
    Type::Array(ArrayType {
        sizes,
        ..array.clone()
    })
}

/// How a call through a value says which function it means.
fn form_of(callee: &Expr) -> CallSyntax {
    if let ExprKind::Var(var) = callee.kind {
        CallSyntax::Variable(var)
    } else if let ExprKind::Global(global) = callee.kind {
        CallSyntax::Global(global)
    } else {
        CallSyntax::Expression
    }
}
