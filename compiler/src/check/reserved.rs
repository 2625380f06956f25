//! The names that belong to the launch of a kernel, used for something else.
//!
//! *Invariant:* a name is reserved in a kernel that has it as a special parameter, and nowhere else: variables of a loop that becomes a
//! kernel are renamed, so a loop may use every name.

use crate::diag::{Code, Report};
use crate::hir::{Space, Special};
use crate::syntax::ast;
use crate::types::{Elem, Type};

use super::{Checker, Frame};

/// What the manual says.
const MESSAGE: &str = "Cannot use reserved variable name in this context";

impl<'a> Checker<'a> {
    /// A variable that takes the name of a special parameter over.
    pub(super) fn warn_reserved(&mut self, f: &Frame<'a>, name: ast::Ident) {
        let Some(def) = f.def.filter(|_| f.space == Space::Kernel) else {
            return;
        };
        let mut params = self.params(def).iter();
        let Some(param) = params.find(|param| param.name.name == name.name) else {
            return;
        };
        match self.special(param) {
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

/// Whether a special parameter, other than a group of threads, can have the type.
pub(super) fn can_be_position(ty: &Type) -> bool {
    let number = |elem: Elem| matches!(elem, Elem::Int | Elem::Scalar);
    match ty {
        Type::Array(array) => number(array.elem) && (array.rank() == Some(1) || array.is_small()),
        ty => ty.is_number(),
    }
}
