//! Arguments of calls as they are written: evaluated in order, `...v` taken apart.
//!
//! *Invariant:* every argument is evaluated once, from left to right.

use crate::base::Span;
use crate::check::environment::Slot;
use crate::check::union::{self, is_union};
use crate::check::{Checker, DefId, Frame};
use crate::hir::{Expr, ExprKind, Stmt, StmtKind, Target};
use crate::syntax::ast;
use crate::types::Type;

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

impl<'a> Checker<'a> {
    /// Evaluates arguments; spreads are unpacked, annotations convert.
    pub(in crate::check) fn arguments(
        &mut self,
        f: &mut Frame<'a>,
        args: &'a [ast::Arg],
    ) -> Vec<Argument> {
        self.arguments_to(f, args, None)
    }

    /// The same for a known callee, which tells how many elements a vector of unknown length must have.
    pub(super) fn arguments_to(
        &mut self,
        f: &mut Frame<'a>,
        args: &'a [ast::Arg],
        def: Option<DefId>,
    ) -> Vec<Argument> {
        let mut values = Vec::new();
        for arg in args {
            if let ast::ExprKind::Spread(inner) = &arg.value.kind {
                let vector = self.expr_or_void(f, inner);
                if let (Some(def), true) = (def, open_length(&vector)) {
                    values.extend(self.spread_open(f, vector, (def, args.len() - 1), arg.span));
                    continue;
                }
                values.extend(
                    self.spread(f, vector, arg.span)
                        .into_iter()
                        .map(|value| Argument::new(None, value)),
                );
                continue;
            }
            let mut value = self.expr(f, &arg.value);
            if let Some(annotation) = &arg.ty {
                let ty = self.annotation(f, annotation, Some(&value.ty));
                value = self.coerce(f, value, &ty, "the argument");
            }
            values.push(Argument::new(arg.name, value));
        }
        values
    }

    /// `...v` of unknown length: the rest parameter itself, or as many elements as there are parameters left, checked at run time.
    fn spread_open(
        &mut self,
        f: &mut Frame<'a>,
        vector: Expr,
        (def, others): (DefId, usize),
        span: Span,
    ) -> Vec<Argument> {
        let params = self.params(def);
        if params.last().is_some_and(|param| param.variadic) && others + 1 == params.len() {
            return vec![Argument {
                name: None,
                value: vector,
                whole: true,
            }];
        }
        let count = params.len().saturating_sub(others);
        let (stmts, values) = self.exactly(f, vector, count, span);
        let mut stmts = Some(stmts);
        values
            .into_iter()
            .map(|value| {
                let stmts = stmts.take().unwrap_or_default();
                Argument::new(None, union::sequence(stmts, value, span))
            })
            .collect()
    }

    /// `...v` among arguments: the elements of a vector or the outputs of a call.
    fn spread(&mut self, f: &mut Frame<'a>, value: Expr, span: Span) -> Vec<Expr> {
        let Type::Tuple(parts) = &value.ty else {
            return self.unpack(f, value, span);
        };
        let parts = parts.clone();
        let vars: Vec<_> = parts
            .iter()
            .map(|ty| self.temporary(f, "part", ty.clone(), span))
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
        f: &mut Frame<'a>,
        arguments: Vec<Argument>,
        span: Span,
        call: OnArguments<'_, 'a>,
    ) -> Expr {
        let names: Vec<Option<ast::Ident>> = arguments.iter().map(|arg| arg.name).collect();
        let values = arguments
            .into_iter()
            .map(|argument| argument.value)
            .collect();
        self.distribute(f, values, span, &mut |checker, f, values| {
            call(checker, f, named(&names, values))
        })
    }

    /// Arguments for functions with parameters of function type: a lambda there gets the parameter's signature.
    pub(super) fn arguments_for(
        &mut self,
        f: &mut Frame<'a>,
        defs: &[DefId],
        args: &'a [ast::Arg],
    ) -> Vec<Argument> {
        let [def] = defs else {
            return self.arguments(f, args);
        };
        let params = self.params(*def);
        let mut values = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            let param = match arg.name {
                Some(name) => params.iter().find(|param| param.name.name == name.name),
                None => params.get(index),
            };
            match (&arg.value.kind, param.and_then(|param| param.ty.as_ref())) {
                (ast::ExprKind::Lambda(lambda), Some(annotation)) => {
                    // A generic type is not known before all arguments are.
                    let generic = !self.generics_of(*def).is_empty();
                    let signature = match generic {
                        true => None,
                        false => self.signature(f, annotation),
                    };
                    let value = self.lambda(f, lambda, arg.value.span, signature);
                    values.push(Argument::new(arg.name, value));
                }
                _ => values.extend(self.arguments(f, std::slice::from_ref(arg))),
            }
        }
        values
    }
}

/// What becomes of the arguments of a call in one combination of their types.
type OnArguments<'o, 'a> =
    &'o mut dyn FnMut(&mut Checker<'a>, &mut Frame<'a>, Vec<Argument>) -> Expr;

/// Whether some argument is of one of several types.
pub(super) fn holds_union(arguments: &[Argument]) -> bool {
    arguments
        .iter()
        .any(|argument| is_union(&argument.value.ty))
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

/// Values as the arguments that they were before.
pub(super) fn named(names: &[Option<ast::Ident>], values: Vec<Expr>) -> Vec<Argument> {
    names
        .iter()
        .zip(values)
        .map(|(name, value)| Argument::new(*name, value))
        .collect()
}
