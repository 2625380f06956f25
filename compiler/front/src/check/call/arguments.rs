//! Arguments of calls as they are written: evaluated in order, `...v` taken apart.
//!
//! *Invariant:* every argument is evaluated once, from left to right.

use crate::base::Span;
use crate::check::environment::Slot;
use crate::check::kinds::is_union;
use crate::check::trees::{error, sequence};
use crate::check::{BodyState, Checker, DefId, Signature};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Stmt, StmtKind, Target};
use crate::syntax::ast;
use crate::types::{ArrayType, Type};

/// An argument of a call with what it is for.
pub(in crate::check) struct Argument {
    pub name: Option<ast::Ident>,
    pub value: Expr,
    /// All values of a rest parameter: `...v` of unknown length.
    pub whole: bool,
}

impl Argument {
    /// An ordinary argument.
    pub(in crate::check) fn new(name: Option<ast::Ident>, value: Expr) -> Self {
        Argument {
            name,
            value,
            whole: false,
        }
    }
}

/// An argument as it is written, with its value; that of `...v` is still the vector.
#[derive(Clone)]
struct Written<'a> {
    arg: &'a ast::Arg,
    value: Expr,
    spread: bool,
}

/// How many values stand before and behind an argument; none: that is not known.
#[derive(Clone, Copy)]
struct Others {
    before: Option<usize>,
    behind: Option<usize>,
}

impl<'a> Checker<'a> {
    /// Evaluates arguments; spreads are unpacked, annotations convert.
    pub(in crate::check) fn arguments(
        &mut self,
        f: &mut BodyState<'a>,
        args: &'a [ast::Arg],
    ) -> Vec<Argument> {
        self.arguments_to(f, args, None)
    }

    /// The same for a known callee, which tells how many elements a vector of unknown length must have.
    pub(super) fn arguments_to(
        &mut self,
        f: &mut BodyState<'a>,
        args: &'a [ast::Arg],
        def: Option<DefId>,
    ) -> Vec<Argument> {
        let written = args.iter().map(|arg| self.written(f, arg)).collect();
        self.spread_out(f, written, def)
    }

    /// Arguments from what is written: spreads are unpacked.
    fn spread_out(
        &mut self,
        f: &mut BodyState<'a>,
        written: Vec<Written<'a>>,
        def: Option<DefId>,
    ) -> Vec<Argument> {
        let open = |one: &Written<'_>| one.spread && open_length(&one.value);
        let counts: Vec<Option<usize>> = written.iter().map(known_count).collect();
        let mut values = Vec::new();
        for (index, Written { arg, value, spread }) in written.iter().cloned().enumerate() {
            let span = arg.span;
            if !spread {
                values.push(Argument::new(arg.name, value));
            } else if let (Some(def), true) = (def, open(&written[index])) {
                let others = Others {
                    before: counts[..index].iter().copied().sum(),
                    behind: counts[index + 1..].iter().copied().sum(),
                };
                if others.before.is_none() {
                    // The first of several vectors of unknown length has been reported.
                    return vec![Argument::new(None, error(span))];
                }
                values.extend(self.spread_open(f, value, def, others, span));
            } else {
                let parts = self.spread(f, value, span).into_iter();
                values.extend(parts.map(|value| Argument::new(None, value)));
            }
        }
        values
    }

    /// An argument as it is written, evaluated; an annotation converts it.
    fn written(&mut self, f: &mut BodyState<'a>, arg: &'a ast::Arg) -> Written<'a> {
        if let ast::ExprKind::Spread(inner) = &arg.value.kind {
            let value = self.expr_or_void(f, inner);
            let spread = true;
            return Written { arg, value, spread };
        }
        let mut value = self.expr(f, &arg.value);
        if let Some(annotation) = &arg.ty {
            let ty = self.annotation(f, annotation, Some(&value.ty));
            value = self.coerce(f, value, &ty, "the argument");
        }
        let spread = false;
        Written { arg, value, spread }
    }

    /// `...v` of unknown length: the rest parameter itself, or as many elements as there are parameters left, checked at run time.
    fn spread_open(
        &mut self,
        f: &mut BodyState<'a>,
        vector: Expr,
        def: DefId,
        others: Others,
        span: Span,
    ) -> Vec<Argument> {
        let params = self.functions.params(def);
        let variadic = params.last().is_some_and(|param| param.variadic);
        if variadic && others.before == Some(params.len() - 1) && others.behind == Some(0) {
            return vec![Argument {
                name: None,
                value: vector,
                whole: true,
            }];
        }
        let known = others.before.zip(others.behind);
        let Some((before, behind)) = known.filter(|_| !variadic) else {
            return self.refuse_open_spread(def, variadic, vector.span, span);
        };
        let count = params.len().saturating_sub(before + behind);
        let (stmts, values) = self.exactly(f, vector, count, span);
        let mut stmts = Some(stmts);
        values
            .into_iter()
            .map(|value| {
                let stmts = stmts.take().unwrap_or_default();
                Argument::new(None, sequence(stmts, value, span))
            })
            .collect()
    }

    /// `...v` of unknown length where nobody can tell how many parameters it is for.
    fn refuse_open_spread(
        &mut self,
        def: DefId,
        variadic: bool,
        vector: Span,
        span: Span,
    ) -> Vec<Argument> {
        let name = self.functions.defs[def].name.clone();
        let help = match variadic {
            true => {
                "give its type a size, as in `v : vec(3)`, or let it be all of the rest parameter"
            }
            false => "give its type a size, as in `v : vec(3)`",
        };
        let message = format!("how many parameters of `{name}` this vector is for is not known");
        self.report(
            Report::new(Code::UnknownLength, vector, message)
                .label("of unknown length")
                .also(self.functions.defs[def].span, "defined here")
                .help(help),
        );
        vec![Argument::new(None, error(span))]
    }

    /// `...v` among arguments: the elements of a vector or the outputs of a call.
    fn spread(&mut self, f: &mut BodyState<'a>, value: Expr, span: Span) -> Vec<Expr> {
        let Type::Tuple(parts) = &value.ty else {
            return self.unpack(f, value, span);
        };
        let parts = parts.clone();
        let vars: Vec<_> = parts
            .iter()
            .map(|ty| f.temporary("part", ty.clone(), span))
            .collect();
        let targets = vars.iter().map(|var| Target::Var(*var)).collect();
        let unpack = Stmt {
            span,
            kind: StmtKind::Unpack { targets, value },
        };
        vars.iter()
            .zip(parts)
            .enumerate()
            .map(|(index, (var, ty))| {
                let read = Slot::Var(*var).read(ty.clone(), span);
                if index > 0 {
                    return read;
                }
                Expr {
                    ty,
                    span,
                    kind: ExprKind::Sequence(vec![unpack.clone()], Box::new(read)),
                }
            })
            .collect()
    }

    /// A call with arguments of which some are of one of several types: one arm per combination of types.
    pub(super) fn distribute_arguments(
        &mut self,
        f: &mut BodyState<'a>,
        arguments: Vec<Argument>,
        span: Span,
        call: OnArguments<'_, 'a>,
    ) -> Expr {
        let (forms, values) = taken_apart(arguments);
        self.distribute(f, values, span, &mut |checker, f, values| {
            call(checker, f, put_together(&forms, values))
        })
    }

    /// Arguments for functions with parameters of function type: a lambda there gets the parameter's signature, the name of
    /// several functions is the one that fits it.
    pub(super) fn arguments_for(
        &mut self,
        f: &mut BodyState<'a>,
        defs: &[DefId],
        args: &'a [ast::Arg],
    ) -> Vec<Argument> {
        let [def] = *defs else {
            return self.arguments(f, args);
        };
        let params = self.functions.params(def);
        let mut written = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            let param = match arg.name {
                Some(name) => params.iter().find(|param| param.name.name == name.name),
                None => params.get(index),
            };
            let wanted = param.and_then(|param| param.ty.as_ref());
            let function = wanted.and_then(|wanted| self.function_argument(f, def, arg, wanted));
            written.push(match function {
                Some(value) => Written {
                    arg,
                    value,
                    spread: false,
                },
                None => self.written(f, arg),
            });
        }
        self.spread_out(f, written, Some(def))
    }

    /// A lambda, or the name of several functions, for a parameter that declares a function type.
    fn function_argument(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        arg: &'a ast::Arg,
        wanted: &'a ast::TypeExpr,
    ) -> Option<Expr> {
        if let ast::ExprKind::Lambda(lambda) = &arg.value.kind {
            let signature = self.input_signature(f, def, wanted);
            return Some(self.lambda(f, lambda, arg.value.span, signature));
        }
        arg.value.as_name()?;
        let signature = self.input_signature(f, def, wanted)?;
        self.overload_for(f, &arg.value, wanted, &signature)
    }

    /// The function type that a parameter declares; a generic type is not known before all arguments are.
    fn input_signature(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        annotation: &'a ast::TypeExpr,
    ) -> Option<Signature> {
        let generic = !self.functions.generics_of(def).is_empty();
        let names = self.functions.names_around(def);
        (!generic)
            .then(|| self.signature(f, &names, annotation))
            .flatten()
    }
}

/// What becomes of the arguments of a call in one combination of their types.
type OnArguments<'o, 'a> =
    &'o mut dyn FnMut(&mut Checker<'a>, &mut BodyState<'a>, Vec<Argument>) -> Expr;

/// Whether some argument is of one of several types.
pub(super) fn holds_union(arguments: &[Argument]) -> bool {
    arguments
        .iter()
        .any(|argument| is_union(&argument.value.ty))
}

/// How many values a written argument is, if that is known.
fn known_count(written: &Written<'_>) -> Option<usize> {
    if !written.spread {
        return Some(1);
    }
    if let ExprKind::ArrayLiteral(items) = &written.value.kind {
        return Some(items.len());
    }
    if let Type::Tuple(parts) = &written.value.ty {
        return Some(parts.len());
    }
    let array = written.value.ty.as_array();
    array.map_or(Some(1), ArrayType::known_numel)
}

/// Whether a value is an array of which the number of elements is not known.
fn open_length(value: &Expr) -> bool {
    let literal = matches!(value.kind, ExprKind::ArrayLiteral(_));
    !literal
        && value
            .ty
            .as_array()
            .is_some_and(|array| array.known_numel().is_none())
}

/// What an argument is for, without its value.
#[derive(Clone, Copy)]
pub(super) struct ArgumentRole {
    name: Option<ast::Ident>,
    whole: bool,
}

/// Arguments as what they are for, and their values.
pub(super) fn taken_apart(arguments: Vec<Argument>) -> (Vec<ArgumentRole>, Vec<Expr>) {
    let part = |Argument { name, value, whole }| (ArgumentRole { name, whole }, value);
    arguments.into_iter().map(part).unzip()
}

/// Values as the arguments that they were before.
pub(super) fn put_together(roles: &[ArgumentRole], values: Vec<Expr>) -> Vec<Argument> {
    let pairs = roles.iter().zip(values);
    pairs
        .map(|(&ArgumentRole { name, whole }, value)| Argument { name, value, whole })
        .collect()
}
