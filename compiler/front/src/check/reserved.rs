//! The names that belong to the launch of a kernel, used for something else.
//!
//! *Invariant:* a name is reserved in a kernel that has it as a special parameter, and nowhere else: variables of a loop that becomes a
//! kernel are renamed, so a loop may use every name.

use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Space, Special};
use crate::resolve::names::{self, Body};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, Size, Type};

use super::environment::Slot;
use super::functions::Functions;
use super::trees::{convert_to, int};
use super::{BodyState, Checker, DefId, DefSource};

/// What the manual says.
const MESSAGE: &str = "Cannot use reserved variable name in this context";

impl<'a> Checker<'a> {
    /// A variable that takes the name of a special parameter over.
    pub(super) fn warn_reserved(&mut self, f: &BodyState<'a>, name: ast::Ident) {
        let Some(def) = f.def.filter(|_| f.space == Space::Kernel) else {
            return;
        };
        let mut params = self.functions.params(def).iter();
        let Some(param) = params.find(|param| param.name.name == name.name) else {
            return;
        };
        match self.definitions.special(param) {
            Some(Special::Group(_)) | None => return,
            Some(
                Special::Position
                | Special::BlockPosition
                | Special::BlockDim
                | Special::BlockIndex
                | Special::BlockCount
                | Special::WarpSize,
            ) => {}
        }
        let text = self.text(name.name);
        self.report(
            Report::new(
                Code::ReservedName,
                name.span,
                format!("{MESSAGE}: the launch gives the kernel its `{text}`"),
            )
            .label("hides the parameter from here on")
            .also(param.name.span, "the parameter")
            .help("give the variable another name"),
        );
    }

    /// A special parameter of a type that no launch gives.
    pub(super) fn report_reserved_type(&mut self, name: ast::Ident, ty: &Type) {
        if *ty == Type::Error {
            return;
        }
        let text = self.text(name.name);
        self.report(
            Report::new(
                Code::TypeMismatch,
                name.span,
                format!("{MESSAGE}: `{text}` of a kernel is no `{ty}`"),
            )
            .label("the launch gives it: an `int` or a vector such as `ivec2`")
            .help("give the parameter another name, and the launch passes an argument for it"),
        );
    }
}

impl<'a> Checker<'a> {
    /// The operands of `pos + offset`: a `pos` without a type has one number for each dimension of the launch, and an offset that
    /// is shorter lies along the first ones.
    pub(super) fn along_position(
        &mut self,
        f: &mut BodyState<'a>,
        left: Expr,
        right: Expr,
    ) -> (Expr, Expr) {
        if f.space != Space::Kernel {
            return (left, right);
        }
        match (
            self.inferred_length(f, &left),
            self.inferred_length(f, &right),
        ) {
            (Some(rank), None) => (left, self.lengthened(f, right, rank)),
            (None, Some(rank)) => (self.lengthened(f, left, rank), right),
            (None, None) | (Some(_), Some(_)) => (left, right),
        }
    }

    /// The length of a special parameter whose type the launch gave.
    fn inferred_length(&self, f: &BodyState<'a>, value: &Expr) -> Option<usize> {
        let ExprKind::Var(var) = value.kind else {
            return None;
        };
        let untyped = |param: &&ast::Param| {
            let variable = f.env.variable(param.name.name);
            let same = variable.is_some_and(|variable| variable.slot == Slot::Var(var));
            same && param.ty.is_none() && self.definitions.special(param).is_some()
        };
        self.functions.params(f.def?).iter().find(untyped)?;
        value.ty.as_array()?.known_numel()
    }

    /// A shorter vector of numbers with zeros behind.
    fn lengthened(&mut self, f: &mut BodyState<'a>, offset: Expr, rank: usize) -> Expr {
        let array = offset.ty.as_array().cloned();
        let Some(array) = array.filter(|array| {
            let short = array
                .known_numel()
                .is_some_and(|count| 1 < count && count < rank);
            short && array.rank() == Some(1) && array.elem.is_number()
        }) else {
            return offset;
        };
        let span = offset.span;
        let mut items = self.unpack(f, offset, span);
        items.resize(rank, convert_to(int(0, span), &array.elem.value_type()));
        let sizes = vec![Size::Known(rank as i32)];
        Expr {
            ty: Type::Array(ArrayType::new(array.elem, sizes)),
            span,
            kind: ExprKind::ArrayLiteral(items),
        }
    }

    /// How many dimensions of the launch a special parameter without a type is about: those that its elements select in an array
    /// where others are selected beside them, as in `x[...pos, :]`.
    pub(super) fn used_rank(&self, f: &BodyState<'a>, param: &ast::Param, rank: usize) -> usize {
        let Some(def) = f.def.filter(|_| param.ty.is_none()) else {
            return rank;
        };
        let body = match self.functions.defs[def].source {
            DefSource::Function(function) => Body::Block(&function.body),
            DefSource::Lambda(lambda) => Body::Expr(&lambda.body),
        };
        let indices = names::spread_indices(body, param.name.name);
        let lengths = indices.into_iter().filter_map(|(array, others)| {
            let array = f.env.variable(array)?.ty.as_array()?.rank()?;
            array.checked_sub(others).filter(|length| *length > 0)
        });
        lengths.min().map_or(rank, |length| length.min(rank))
    }
}

impl<'a> Functions<'a> {
    /// The type of a special parameter: positions are whole numbers, also where `vec2` is written for `ivec2`, unless the kernel
    /// stores into the parameter; without a length they have one number for each dimension of the launch.
    pub(super) fn position_type(
        &self,
        def: DefId,
        param: &ast::Param,
        rank: usize,
        ty: Type,
    ) -> Type {
        let stores = match self.defs[def].source {
            DefSource::Function(function) => {
                names::stores(&function.body).contains_key(&param.name.name)
            }
            DefSource::Lambda(_) => false,
        };
        match ty {
            Type::Scalar => Type::Int,
            Type::Array(mut array) if array.rank() == Some(1) => {
                if array.elem == Elem::Scalar && !stores {
                    array.elem = Elem::Int;
                }
                if array.known_numel().is_none() {
                    array.sizes = vec![Size::Known(rank as i32)];
                }
                Type::Array(array)
            }
            ty => ty,
        }
    }
}

/// Whether a special parameter, other than a group of threads, can have the type.
pub(super) fn can_be_position(ty: &Type) -> bool {
    let number = |elem: Elem| matches!(elem, Elem::Int | Elem::Scalar);
    match ty {
        Type::Array(array) => number(array.elem) && (array.rank() == Some(1) || array.is_small()),
        ty => ty.is_number(),
    }
}
