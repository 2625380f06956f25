//! New arrays whose elements are arrays of known sizes: `vec[vec3](10)`.
//!
//! *Invariant:* every element of such an array is an array of its own from the beginning.

use crate::builtins::Builtin;
use crate::hir::{
    BinaryOp, Element, Expr, ExprKind, Fill, LoopAttributes, Place, Sequence, Stmt, StmtKind,
    Subscript, Target, VarId,
};
use crate::syntax::ast;
use crate::types::{AccessMode, ArrayType, Type, settled};

use super::environment::Slot;
use super::trees::{convert_to, int, sequence};
use super::{BodyState, Checker};

impl<'a> Checker<'a> {
    /// The elements of a type whose elements are arrays of known sizes: `vec[vec3]`.
    pub(super) fn fixed_elements(
        &mut self,
        f: &mut BodyState<'a>,
        annotation: &'a ast::TypeExpr,
    ) -> Option<ArrayType> {
        let ast::TypeKind::Named(named) = &annotation.kind else {
            return None;
        };
        if let Some(ast::TypeDefKind::Alias(target)) = self
            .definitions
            .type_defs
            .get(&named.name.name)
            .map(|def| &def.kind)
        {
            return self.fixed_elements(f, target);
        }
        let Some(ast::TypeArg::Type(inner)) = named.arguments.first() else {
            return None;
        };
        let reports = self.reports.len();
        let ty = self.annotation(f, inner, None);
        // The type of the array itself was looked at before.
        self.reports.truncate(reports);
        match ty {
            Type::Array(array) if array.known_sizes().is_some() => Some(array),
            _ => None,
        }
    }
}

impl<'a> BodyState<'a> {
    /// A new array whose elements are arrays of zeros.
    pub(super) fn with_elements(&mut self, array: Expr, elements: &ArrayType) -> Expr {
        let (ty, span) = (array.ty.clone(), array.span);
        if ty == Type::Error {
            return array;
        }
        let var = self.temporary("arrays", ty.clone(), span);
        let index = self.temporary("index", Type::Int, span);
        let made = Slot::Var(var).read(ty.clone(), span);
        let zeros = Expr {
            ty: Type::Array(elements.clone()),
            span,
            kind: ExprKind::NewArray {
                fill: Fill::Zeros,
                dims: elements
                    .known_sizes()
                    .into_iter()
                    .flatten()
                    .map(|size| int(size, span))
                    .collect(),
            },
        };
        let element = Element {
            array: Box::new(made.clone()),
            place: Place::Subscripts(vec![Subscript::Index(
                Slot::Var(index).read(Type::Int, span),
            )]),
            read: AccessMode::Unchecked,
            write: AccessMode::Unchecked,
        };
        let settled = settled(&zeros.ty);
        let body = vec![Stmt::set(
            Target::Element(element),
            convert_to(zeros, &settled),
            span,
        )];
        let stmts = vec![
            Stmt::set(Target::Var(var), array, span),
            each_element(index, &made, body),
        ];
        sequence(stmts, made, span)
    }
}

/// A loop over the indices of an array, one after the other.
fn each_element(index: VarId, array: &Expr, body: Vec<Stmt>) -> Stmt {
    let span = array.span;
    let made = |ty: Type, kind: ExprKind| Expr { ty, span, kind };
    let count = made(
        Type::Int,
        ExprKind::Builtin(Builtin::Numel, vec![array.clone()]),
    );
    let last = ExprKind::Binary(BinaryOp::Sub, Box::new(count), Box::new(int(1, span)));
    Stmt {
        span,
        kind: StmtKind::For {
            var: index,
            sequence: Sequence::IntRange {
                start: int(0, span),
                step: None,
                stop: made(Type::Int, last),
            },
            body,
            attributes: LoopAttributes {
                serial: true,
                ..LoopAttributes::default()
            },
        },
    }
}
