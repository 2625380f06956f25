//! Linear algebra: calls of one function of the runtime.
//!
//! Layer: `calls`.
//!
//! *Invariant:* a number comes as an array of one element, several results as an array of arrays.

use crate::builtins::algebra::{Algebra, Takes};
use crate::hir::Expr;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::Operand;
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::memory::storage::inside;
use crate::lower::tree::expression::array_type;
use crate::mir::{ElemKind, RtFn, Ty, Value};
use crate::types::{Elem, Type};

impl FunctionLowering<'_, '_> {
    /// A function of linear algebra.
    pub(in crate::lower) fn algebra(
        &mut self,
        expr: &Expr,
        function: &Algebra,
        args: &[Expr],
    ) -> Lowered<Operand> {
        let entries = self.all_entries(args)?;
        let plain = args.len() - function.letters.len();
        let form = function.forms.iter().find(|form| form.len() == plain);
        let form = form.expect("the checker has chosen a form");
        let of_numbers = form
            .iter()
            .zip(args)
            .find(|(takes, _)| **takes != Takes::Ints);
        let elem = of_numbers.and_then(|(_, arg)| arg.ty.elem());
        let kind = self.kind_code(elem.unwrap_or(Elem::Scalar));
        let op = self.int(function.op.code());
        let of_result =
            |s: &Self, ty: &Type| Ty::Array(s.kind(ty.elem().expect("a number or an array")));
        let Type::Tuple(types) = &expr.ty else {
            let ty = of_result(self, &expr.ty);
            let result = self.runtime1(RtFn::algebra, &[op, kind], &entries, ty);
            return Ok(self.algebra_part(result, &expr.ty));
        };
        let several = Ty::Array(ElemKind::Array);
        let results = self.runtime1(RtFn::algebra, &[op, kind], &entries, several);
        let mut parts = Vec::new();
        for (index, ty) in types.iter().enumerate() {
            let index = self.int(index as i32);
            let handle = of_result(self, ty);
            let place = inside(results, index);
            let result = self.load_handle(place, handle);
            parts.push(self.algebra_part(result, ty));
        }
        Ok(Operand::Group(parts))
    }
}

impl Emitter<'_, '_> {
    /// An array that is a result, or the number that it stands for.
    fn algebra_part(&mut self, result: Value, ty: &Type) -> Operand {
        if ty.as_array().is_some() {
            debug_assert!(array_type(ty).elem.is_number());
            return Operand::Handle(result);
        }
        let zero = self.int(0);
        self.load_element(inside(result, zero))
    }
}
