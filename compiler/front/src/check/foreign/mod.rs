//! Functions of C: `{!extern library="libm.so.6"; prototype="double cbrt(double)"}` as the body of a function.
//!
//! Such a function has one instance for the types of its parameters, whose body is the call: a builtin with the declaration, as the runtime reads it,
//! and the arguments. Without a prototype the types of C follow from those of the header, as they do for exported functions.
//!
//! *Invariant:* each argument is of a type that the declaration's letter for it takes, or there is a report.

mod prototype;

use std::collections::BTreeMap;

use quasar_abi::ElemKind;
use quasar_abi::foreign::{ForeignFunction, ForeignType};

use self::prototype::{CType, Prototype, Target};
use super::environment::{Slot, Variable};
use super::trees::convert_to;
use super::{BodyState, Checker, Report};
use crate::base::{Span, Symbol, c_names};
use crate::builtins::Builtin;
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, Space, Stmt, StmtKind};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, Type};

/// The attribute of functions of C.
pub(in crate::check) const ATTRIBUTE: &str = "extern";

/// What a help says of the types.
const CROSSING: &str = "numbers, texts and arrays of numbers cross: `int`, `int64`, `scalar`, `string`, `vec`, `mat`, `mat[uint8]`";

impl<'a> Checker<'a> {
    /// The attribute of a function of C.
    pub(super) fn foreign_attribute(
        &self,
        function: &'a ast::Function,
    ) -> Option<&'a ast::Attribute> {
        let mut stmts = function.body.stmts.iter();
        stmts.find_map(|stmt| match &stmt.kind {
            ast::StmtKind::Attribute(found) if self.text(found.name.name) == ATTRIBUTE => {
                Some(found)
            }
            _ => None,
        })
    }

    /// The parameters that a function of C may store into, and where that is said.
    pub(super) fn foreign_stores(
        &self,
        function: &'a ast::Function,
        attribute: &'a ast::Attribute,
    ) -> BTreeMap<Symbol, Span> {
        let mut properties = attribute.properties.iter();
        let given = properties.find(|property| self.text(property.name.name) == "prototype");
        let prototype = given.and_then(|property| match &property.value.kind {
            ast::ExprKind::String(text) => prototype::read(text).ok(),
            _ => None,
        });
        let types = prototype.map(|it| it.params);
        let may_store = |number: usize| {
            let ty = types.as_ref().and_then(|types| types.get(number));
            ty.is_none_or(|ty| ty.ty == ForeignType::Elements)
        };
        let params = function.params.iter().enumerate();
        params
            .filter(|(number, _)| may_store(*number))
            .map(|(_, param)| (param.name.name, attribute.span))
            .collect()
    }

    /// The body of a function of C: the call.
    pub(super) fn foreign_body(
        &mut self,
        f: &mut BodyState<'a>,
        function: &'a ast::Function,
        attribute: &'a ast::Attribute,
        out: &mut Vec<Stmt>,
    ) {
        let Some((declared, args)) = self.foreign_call(f, function, attribute) else {
            self.unknown_result(f, function);
            return;
        };
        let span = attribute.span;
        let ty = match declared.result {
            ForeignType::Void => Type::Void,
            ForeignType::F32 | ForeignType::F64 => Type::Scalar,
            ForeignType::Text => Type::String,
            ForeignType::U32 | ForeignType::I64 | ForeignType::U64 => Type::Long,
            _ => Type::Int,
        };
        let text = ExprKind::String(declared.text());
        let text = Expr {
            ty: Type::String,
            span,
            kind: text,
        };
        let args = std::iter::once(text).chain(args).collect();
        let call = Expr {
            ty: ty.clone(),
            span,
            kind: ExprKind::Builtin(Builtin::Foreign, args),
        };
        match function.outputs.first() {
            Some(output) => {
                let name = output.name;
                let slot = self.slot(f, name.name, &ty, name.span);
                out.push(Stmt::set(slot.target(), call, span));
                f.env.bind(name.name, Variable::local(slot, ty, name.span));
            }
            None => {
                let kind = StmtKind::Expr(call);
                out.push(Stmt { kind, span });
            }
        }
    }

    /// After a mistake the output is what the header says, so that nothing else is told.
    fn unknown_result(&mut self, f: &mut BodyState<'a>, function: &'a ast::Function) {
        for output in &function.outputs {
            let name = output.name;
            let slot = self.slot(f, name.name, &Type::Error, name.span);
            let variable = Variable::local(slot, Type::Error, name.span);
            f.env.bind(name.name, variable);
        }
    }

    /// The function of C and the arguments of its call.
    fn foreign_call(
        &mut self,
        f: &mut BodyState<'a>,
        function: &'a ast::Function,
        attribute: &'a ast::Attribute,
    ) -> Option<(ForeignFunction, Vec<Expr>)> {
        let prototype = self.foreign_prototype(f, function, attribute)?;
        let declared = ForeignFunction {
            library: self
                .foreign_property(attribute, "library")?
                .unwrap_or_default(),
            name: prototype.name,
            result: prototype.result.ty,
            params: prototype.params.iter().map(|ty| ty.ty).collect(),
        };
        if !declared.fits() {
            self.refuse_foreign(
                function.header,
                "a function of C with so many arguments cannot be called",
                "at most 12 of them lie on the stack",
            );
            return None;
        }
        let mut args = Vec::new();
        for (param, ty) in function.params.iter().zip(&prototype.params) {
            args.push(self.foreign_argument(f, param, *ty)?);
        }
        Some((declared, args))
    }

    /// What stands in quotes behind a property of the attribute; nothing where that is a mistake.
    fn foreign_property(
        &mut self,
        attribute: &ast::Attribute,
        name: &str,
    ) -> Option<Option<String>> {
        let mut properties = attribute.properties.iter();
        let given = properties.find(|property| self.text(property.name.name) == name);
        let Some(given) = given else {
            return Some(None);
        };
        match &given.value.kind {
            ast::ExprKind::String(text) if !text.contains(char::is_control) => {
                Some(Some(text.to_string()))
            }
            _ => {
                let message =
                    format!("the {name} of a function of C is a text in quotes, on one line");
                self.refuse_foreign(given.value.span, &message, "expected a text");
                None
            }
        }
    }

    /// The prototype that is written, or the one that the header stands for.
    fn foreign_prototype(
        &mut self,
        f: &mut BodyState<'a>,
        function: &'a ast::Function,
        attribute: &'a ast::Attribute,
    ) -> Option<Prototype> {
        if self.refuse_foreign_form(function) {
            return None;
        }
        let Some(text) = self.foreign_property(attribute, "prototype")? else {
            return self.prototype_of_header(f, function);
        };
        let prototype = match prototype::read(&text) {
            Ok(prototype) => prototype,
            Err(why) => {
                let report = Report::new(
                    Code::Foreign,
                    attribute.span,
                    format!("not a prototype of C: {why}"),
                );
                let help = "write it as the header of the library has it: `prototype=\"double ldexp(double x, int e)\"`";
                self.report(report.label("expected a prototype").help(help));
                return None;
            }
        };
        let (own, of_c) = (function.params.len(), prototype.params.len());
        let gives = prototype.result != CType::VOID;
        let name = self.text(function.name.name);
        let message = if own != of_c {
            format!("`{name}` has {own} parameters, and its prototype {of_c}")
        } else if function.outputs.is_empty() == gives && !function.outputs.is_empty() {
            format!("`{name}` has an output, and its prototype gives nothing")
        } else {
            return Some(prototype);
        };
        self.refuse_foreign(
            attribute.span,
            &message,
            "another function than the header's",
        );
        None
    }

    /// Reports what no function of C has.
    fn refuse_foreign_form(&mut self, function: &'a ast::Function) -> bool {
        let name = self.text(function.name.name);
        let statement = function
            .body
            .stmts
            .iter()
            .find(|stmt| !matches!(stmt.kind, ast::StmtKind::Attribute(_)));
        let (span, message, label) = if let Some(stmt) = statement {
            (
                stmt.span,
                format!("the function `{name}` of C has statements"),
                "its body is in the library",
            )
        } else if function
            .qualifier
            .is_some_and(|it| it != ast::Qualifier::Host)
        {
            (
                function.header,
                format!("the function `{name}` of C runs in host code only"),
                "declared for kernels",
            )
        } else if let Some(param) = function
            .params
            .iter()
            .find(|param| param.ty.is_none() || param.variadic)
        {
            (
                param.span,
                format!("a parameter of the function `{name}` of C has no type"),
                "expected a type behind the name",
            )
        } else if let Some(output) = function.outputs.get(1) {
            (
                output.name.span,
                format!("the function `{name}` of C has several outputs"),
                "a function of C gives one value",
            )
        } else {
            return false;
        };
        self.refuse_foreign(span, &message, label);
        true
    }

    fn refuse_foreign(&mut self, span: Span, message: &str, label: &str) {
        let report = Report::new(Code::Foreign, span, message).label(label);
        self.report(report.help("`function y = cbrt(x : scalar)`, then as its only line `{!extern library=\"libm.so.6\"; prototype=\"double cbrt(double)\"}`"));
    }

    /// The prototype of a function whose header says it: types as those of exported functions.
    fn prototype_of_header(
        &mut self,
        f: &mut BodyState<'a>,
        function: &'a ast::Function,
    ) -> Option<Prototype> {
        let name = self.text(function.name.name).to_owned();
        if !c_names::is_name(&name) || c_names::is_word(&name) {
            let message = format!("`{name}` cannot be the name of a function of C");
            self.refuse_foreign(
                function.name.span,
                &message,
                "a prototype gives it another name",
            );
            return None;
        }
        let mut params = Vec::new();
        for param in &function.params {
            let ty = f.env.variable(param.name.name)?.ty.clone();
            params.push(self.foreign_type(&ty, param.span)?);
        }
        let mut result = CType::VOID;
        if let Some(output) = function.outputs.first() {
            let Some(annotation) = &output.ty else {
                self.refuse_foreign(
                    output.name.span,
                    "what a function of C gives is not known",
                    "expected a type here, or a prototype",
                );
                return None;
            };
            let ty = self.annotation(f, annotation, None);
            result = self.foreign_type(&ty, output.name.span)?;
            if result.ty == ForeignType::Elements {
                self.refuse_foreign(
                    output.name.span,
                    "a function of C gives no array",
                    "an array",
                );
                return None;
            }
        }
        Some(Prototype {
            name,
            result,
            params,
        })
    }

    /// The type of C of a value.
    fn foreign_type(&mut self, ty: &Type, span: Span) -> Option<CType> {
        Some(match ty {
            Type::Error => return None,
            Type::Int => CType::of(ForeignType::I32),
            Type::Long => CType::of(ForeignType::I64),
            Type::Scalar if self.definitions.options.double => CType::of(ForeignType::F64),
            Type::Scalar => CType::of(ForeignType::F32),
            Type::String => CType::of(ForeignType::Text),
            _ => match ty.as_array().and_then(|array| self.foreign_kind(array)) {
                Some(kind) => CType::pointer(kind),
                None => {
                    let report = Report::new(
                        Code::Foreign,
                        span,
                        format!("values of type `{ty}` do not cross to C"),
                    );
                    self.report(report.label("of a function of C").help(CROSSING));
                    return None;
                }
            },
        })
    }

    /// The kind of the elements of an array of numbers.
    fn foreign_kind(&self, array: &ArrayType) -> Option<ElemKind> {
        let double = self.definitions.options.double;
        match array.elem {
            Elem::Int => Some(ElemKind::I32),
            Elem::Scalar if double => Some(ElemKind::F64),
            Elem::Scalar => Some(ElemKind::F32),
            Elem::Complex if double => Some(ElemKind::C64),
            Elem::Complex => Some(ElemKind::C32),
            Elem::Storage(kind) => Some(kind),
            Elem::String | Elem::Compound(_) => None,
        }
    }

    /// A parameter as the argument of the call.
    fn foreign_argument(
        &mut self,
        f: &BodyState<'a>,
        param: &'a ast::Param,
        wanted: CType,
    ) -> Option<Expr> {
        let variable = f.env.variable(param.name.name)?;
        let Slot::Var(var) = variable.slot else {
            return None;
        };
        let ty = variable.ty.clone();
        let value = Expr {
            ty: ty.clone(),
            span: param.span,
            kind: ExprKind::Var(var),
        };
        let is_number = wanted.ty.range().is_some();
        let problem = match (&ty, wanted.ty) {
            (Type::Error, _) => return None,
            (Type::Int | Type::Long, _) if is_number => None,
            (Type::Int | Type::Scalar, ForeignType::F32 | ForeignType::F64) => {
                return Some(convert_to(value, &Type::Scalar));
            }
            (Type::String, ForeignType::Text) => None,
            (Type::Long, ForeignType::Elements | ForeignType::Constant)
                if matches!(wanted.target, Target::Unknown | Target::Anything) =>
            {
                None
            }
            (Type::Array(array), ForeignType::Elements | ForeignType::Constant) => {
                self.foreign_array(array, wanted)
            }
            _ => Some(wanted.words()),
        };
        let Some(expected) = problem else {
            return match ty.as_array() {
                Some(array) if self.refuse_constant(array, wanted, param) => None,
                _ => Some(value),
            };
        };
        let name = self.text(param.name.name);
        let message = format!("`{name}` has type `{ty}`, and the prototype has `{expected}`");
        let report =
            Report::new(Code::Foreign, param.span, message).label("another type than in C");
        self.report(report.help(quasar_type(wanted)));
        None
    }

    /// What the prototype has where an array cannot be passed.
    fn foreign_array(&self, array: &ArrayType, wanted: CType) -> Option<String> {
        let kind = self.foreign_kind(array);
        let fits = match wanted.target {
            Target::Elements(wanted) => kind == Some(wanted),
            Target::Bytes => matches!(kind, Some(ElemKind::I8 | ElemKind::U8)),
            Target::Anything => kind.is_some(),
            Target::Nothing | Target::Unknown => false,
        };
        (!fits).then(|| wanted.words())
    }

    /// Reports an array that nobody stores into, where the function may do so.
    fn refuse_constant(&mut self, array: &ArrayType, wanted: CType, param: &'a ast::Param) -> bool {
        let is_wrong = array.modifiers.constant && wanted.ty == ForeignType::Elements;
        if is_wrong {
            let name = self.text(param.name.name);
            let message = format!("a function of C may store into `{name}`, which is `'const`");
            let report = Report::new(Code::Foreign, param.span, message).label("stays as it is");
            self.report(report.help("if it only reads, the prototype says so: `const float *x`"));
        }
        is_wrong
    }

    /// Reports a function of C that a kernel or a device function calls.
    pub(super) fn refuse_foreign_call(
        &mut self,
        space: Space,
        name: &str,
        defined: Span,
        span: Span,
    ) {
        let place = match space {
            Space::Kernel => "kernel",
            Space::Device | Space::Host => "device function",
        };
        let message = format!("a {place} cannot call the function `{name}` of C");
        let report = Report::new(Code::HostCallInKernel, span, message)
            .label("runs in host code only")
            .also(defined, "declared here");
        self.report(report.help("call it in host code, before the launch, and pass what it gives"));
    }
}

/// The type in Quasar for one of C.
fn quasar_type(wanted: CType) -> String {
    let name = match (wanted.target, wanted.ty) {
        (Target::Unknown, _) => "`int64`: an address, as another function of C gives it",
        (Target::Anything, _) => "an array of numbers, or `int64`: an address",
        (Target::Bytes, _) => "an array of bytes: `vec[uint8]`",
        (Target::Elements(ElemKind::F32), _) => {
            "an array of single precision: `vec`, or with --precision=double `vec[single]`"
        }
        (Target::Elements(ElemKind::F64), _) => {
            "an array of double precision: `vec` with --precision=double, or `vec[double]`"
        }
        (Target::Elements(_), _) => "an array of such elements: `vec[int]`, `vec[uint8]`",
        (Target::Nothing, ForeignType::Text) => "`string`",
        (Target::Nothing, ForeignType::F32 | ForeignType::F64) => "`scalar`",
        (Target::Nothing, _) => "`int`, or `int64` for 64 bits",
    };
    format!("in Quasar that is {name}")
}
