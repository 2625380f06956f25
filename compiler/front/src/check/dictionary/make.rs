//! New dictionaries: `dictionary()`, `dictionary("a", 1, "b", 2)`, `dictionary(keys, values)`, `dictionary[string, int]()`.
//!
//! *Invariant:* what the arguments hold is noted for the site before its type is asked for.

use crate::base::Span;
use crate::check::builtin::host_only;
use crate::check::environment::Slot;
use crate::check::kinds::members;
use crate::check::trees::{convert_to, error, sequence};
use crate::check::{BodyState, Checker};
use crate::diag::{Code, Report};
use crate::hir::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, Target};
use crate::syntax::ast;
use crate::types::{Elem, Type};

use super::site::Site;
use super::{NAME, dictionary_class, int_of};

impl<'a> Checker<'a> {
    /// Whether a callee is `dictionary`, without the types of keys and values.
    pub(in crate::check) fn names_dictionary(&self, f: &BodyState<'a>, callee: &ast::Expr) -> bool {
        callee.as_name().is_some_and(|name| {
            self.text(name.name) == NAME
                && !f.env.names.contains_key(&name.name)
                && self
                    .definitions
                    .type_defs
                    .get(&name.name)
                    .is_some_and(|def| self.definitions.is_dictionary(def))
        })
    }

    /// `dictionary(…)`.
    pub(in crate::check) fn new_dictionary(
        &mut self,
        f: &mut BodyState<'a>,
        callee: Span,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        if let Some(name) = args.iter().find_map(|arg| arg.name) {
            self.report(
                Report::new(
                    Code::NamedArgument,
                    name.span,
                    "the arguments of `dictionary` have no names",
                )
                .label("named")
                .help("write `dictionary(\"a\", 1, \"b\", 2)`"),
            );
            return error(span);
        }
        let Some(values) = self.values(f, args) else {
            return error(span);
        };
        if !host_only(&mut self.reports, f, NAME, span) {
            return error(span);
        }
        let site = Site {
            keys: self.cells.at(callee),
            values: self.cells.at(span),
        };
        self.filled_dictionary(f, site, values, span)
    }

    fn filled_dictionary(
        &mut self,
        f: &mut BodyState<'a>,
        site: Site,
        values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let vectors = values
            .first()
            .is_some_and(|key| key.ty.as_array().is_some());
        if values.len() % 2 == 1 || (vectors && values.len() != 2) {
            let message = "`dictionary` takes keys and values in turn, or a vector of each";
            self.report(
                Report::new(Code::ArgumentCount, span, message)
                    .label(format!("{} given", values.len()))
                    .help("write `dictionary()`, `dictionary(\"a\", 1, \"b\", 2)` or `dictionary([\"a\",\"b\"], [1,2])`"),
            );
            return error(span);
        }
        let ty = self.dictionary_at(site);
        let Some(class) = dictionary_class(&ty).cloned() else {
            return error(span);
        };
        if vectors {
            return self.dictionary_of_vectors(f, &class, values, span);
        }
        let made = self.empty_dictionary(&ty, span);
        let var = f.temporary(NAME, ty.clone(), span);
        let dictionary = Slot::Var(var).read(ty, span);
        let mut stmts = vec![Stmt::set(Target::Var(var), made, span)];
        let mut values = values.into_iter();
        while let (Some(key), Some(value)) = (values.next(), values.next()) {
            let set = self.set_entry(f, dictionary.clone(), key, value, span);
            if self.is_started(&class) {
                continue;
            }
            match set {
                Some(assign) => stmts.push(Stmt {
                    kind: StmtKind::Assign(assign),
                    span,
                }),
                None => return error(span),
            }
        }
        if stmts.len() == 1 {
            return self.empty_dictionary(&dictionary.ty, span);
        }
        sequence(stmts, dictionary, span)
    }

    /// A dictionary of a type without entries.
    pub(in crate::check) fn empty_dictionary(&mut self, ty: &Type, span: Span) -> Expr {
        let value = self.types.zero_value(ty, span);
        value.unwrap_or_else(|| error(span))
    }

    /// `dictionary(keys, values)`.
    fn dictionary_of_vectors(
        &mut self,
        f: &mut BodyState<'a>,
        class: &crate::types::Defined<crate::types::ClassId>,
        mut values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        for vector in &values {
            let line = vector.ty.as_array().filter(|array| array.rank() == Some(1));
            if line.is_none() {
                let message = format!("a vector is needed, not a `{}`", vector.ty);
                self.report(
                    Report::new(Code::BadArgument, vector.span, message)
                        .label(format!("`{}`", vector.ty))
                        .help("`dictionary(keys, values)` takes a vector of keys and one of as many values"),
                );
                return error(span);
            }
        }
        let [key, value] = [0, 1].map(|index| self.element_types(&values[index].ty));
        if !self.may_be_key(&key, values[0].span) {
            return error(span);
        }
        self.learn_entry(class, &key, &value);
        let ty = Type::Pointer(class.clone());
        if self.is_started(class) {
            return self.empty_dictionary(&ty, span);
        }
        let given = values.remove(1);
        let mut stmts = Vec::new();
        let mut held = |value: Expr, what: &str| {
            let ty = value.ty.clone();
            let var = f.temporary(what, ty.clone(), span);
            stmts.push(Stmt::set(Target::Var(var), value, span));
            Slot::Var(var).read(ty, span)
        };
        let keys = held(values.remove(0), "keys");
        let values = held(given, "values");
        let made = self.empty_dictionary(&ty, span);
        let made = held(made, NAME);
        stmts.push(other_counts(&keys, &values, span));
        let fill = self.of_library(f, "dictionary_fill", vec![made.clone(), keys, values], span);
        if fill.ty == Type::Error {
            return error(span);
        }
        stmts.push(Stmt {
            kind: StmtKind::Expr(fill),
            span,
        });
        sequence(stmts, made, span)
    }

    /// What the elements of a vector are.
    fn element_types(&self, vector: &Type) -> Type {
        match vector.elem() {
            Some(Elem::Compound(Type::Tuple(types))) => {
                let all = types.iter().flat_map(members);
                crate::types::union_of(all).unwrap_or(Type::Error)
            }
            Some(Elem::Compound(Type::Unknown(cell))) => {
                self.cells.known(*cell).unwrap_or(Type::Error)
            }
            Some(elem) => elem.value_type(),
            None => Type::Error,
        }
    }

    /// `dictionary[string, int]()`.
    pub(in crate::check) fn typed_dictionary(
        &mut self,
        f: &mut BodyState<'a>,
        ty: Type,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        if !host_only(&mut self.reports, f, NAME, span) {
            return error(span);
        }
        if let Some(arg) = args.first() {
            self.report(
                Report::new(
                    Code::ArgumentCount,
                    arg.span,
                    format!("`{ty}()` takes no arguments"),
                )
                .label("one too many")
                .help("`dictionary(keys, values)` takes entries; its type follows from them"),
            );
            return error(span);
        }
        let made = self.empty_dictionary(&ty, span);
        convert_to(made, &ty)
    }
}

/// The error for vectors of different lengths.
fn other_counts(keys: &Expr, values: &Expr, span: Span) -> Stmt {
    let count = |value: &Expr| {
        int_of(
            ExprKind::Builtin(crate::builtins::Builtin::Numel, vec![value.clone()]),
            span,
        )
    };
    let differ = ExprKind::Binary(BinaryOp::Ne, Box::new(count(keys)), Box::new(count(values)));
    let text = "dictionary(keys, values) takes as many values as keys";
    let message = Expr {
        ty: Type::String,
        span,
        kind: ExprKind::String(text.to_string()),
    };
    Stmt {
        kind: StmtKind::If {
            cond: int_of(differ, span),
            then: vec![Stmt {
                kind: StmtKind::Error(message),
                span,
            }],
            otherwise: Vec::new(),
        },
        span,
    }
}
