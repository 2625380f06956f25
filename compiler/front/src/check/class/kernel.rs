//! Values of classes and kernels.
//!
//! *Invariant:* no kernel reads a value that only the host has.

use crate::base::Span;
use crate::check::defined::DefinedTypes;
use crate::check::kinds::holds_cells;
use crate::check::{Checker, Reports};
use crate::diag::{Code, Report};
use crate::types::families::{composite_type, empty_type, number_type};
use crate::types::{ClosureId, Elem, Type};

impl<'a> Checker<'a> {
    /// Values of the host do not go to kernels by capture either.
    pub(in crate::check) fn kernel_captures(&mut self, closure: ClosureId, span: Span) -> bool {
        let captures = self.functions.closures[closure].captures.clone();
        let of_class = |ty: &Type| match ty.elem() {
            Some(Elem::Compound(elem)) => elem.class().is_some(),
            Some(_) => false,
            None => ty.class().is_some(),
        };
        let bad = captures
            .iter()
            .find(|(_, ty)| holds_cells(ty) || (of_class(ty) && self.types.holds_host_value(ty)));
        let Some((name, ty)) = bad else {
            return true;
        };
        let text = self.text(*name);
        self.report(
            Report::new(
                Code::HostOnly,
                span,
                format!("the kernel reads `{text}`: values of type `{ty}` do not exist in kernels"),
            )
            .label("only numbers, arrays of numbers, kernel and device functions"),
        );
        false
    }
}

impl<'a> DefinedTypes<'a> {
    /// Whether a value of the type holds something that only the host has. What a pointer refers to is not part of the value.
    pub(in crate::check) fn holds_host_value(&self, ty: &Type) -> bool {
        match ty {
            Type::String => true,
            Type::Pointer(class) => class.open || class.dictionary,
            Type::Class(class) => {
                let fields = &self.classes[class.id].fields;
                fields.iter().any(|field| self.holds_host_value(&field.ty))
            }
            Type::Array(array) => match array.elem {
                Elem::Compound(ty) => self.holds_host_value(ty),
                elem => !elem.is_number(),
            },
            number_type!()
            | Type::Exception
            | Type::Group(_)
            | composite_type!()
            | Type::Enum(_)
            | Type::Null
            | empty_type!() => false,
        }
    }
}

/// A shared object is made on the host.
pub(in crate::check) fn report_object_on_device(reports: &mut Reports, span: Span) {
    reports.push(
        Report::new(
            Code::HostOnly,
            span,
            "kernel and device functions make no shared objects",
        )
        .label("would become an object behind a pointer"),
    );
}
