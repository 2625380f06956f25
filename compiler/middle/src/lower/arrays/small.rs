//! Element-wise expressions of arrays in registers.
//!
//! Layer: `arrays`.
//!
//! *Invariant:* the number of elements follows from the type; an operand in memory is loaded first.

use crate::builtins;
use crate::hir::{Expr, ExprKind};
use crate::lower::emit::operand::{Number, Small, SmallOrNumber};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::tree::expression::array_type;
use crate::lower::tree::operator::{is_elementwise, operands};
use crate::types::{ArrayType, Type};

impl FunctionLowering<'_, '_> {
    /// Whether an argument of small size is best evaluated in registers: always on devices, and on the host unless it
    /// lies in memory already.
    pub(in crate::lower) fn in_registers(&self, ty: &ArrayType, arg: &Expr) -> bool {
        let in_memory = matches!(arg.kind, ExprKind::Global(_));
        self.prefers_registers(ty) && (self.on_device() || !in_memory)
    }

    /// An operand that has the sizes of the result, or is a number. Where its type does not say so, that is checked.
    pub(in crate::lower) fn eval_of_size(
        &mut self,
        expr: &Expr,
        result: &ArrayType,
    ) -> Lowered<SmallOrNumber> {
        let Some(array) = expr.ty.as_array().filter(|array| !array.is_small()) else {
            return self.eval_small_or_number(expr);
        };
        let sized = ArrayType {
            elem: array.elem,
            ..result.clone()
        };
        if is_elementwise(expr) {
            let ty = Type::Array(sized);
            let expr = Expr { ty, ..expr.clone() };
            return Ok(SmallOrNumber::Small(self.small_elementwise(&expr)?));
        }
        if self.is_strided(expr) && self.wants_registers() {
            return Ok(SmallOrNumber::Small(self.small_slice(expr, sized)?));
        }
        let array = self.eval_handle(expr)?;
        let extents: Vec<Option<i32>> = sized
            .known_sizes()
            .map_or_else(Vec::new, |sizes| sizes.into_iter().map(Some).collect());
        self.require_extents_in_kernel(array, &extents, expr.span)?;
        Ok(SmallOrNumber::Small(self.load_small(array, &sized)))
    }

    /// An element-wise expression in registers: the operation at its root, its operands being evaluated before.
    pub(in crate::lower) fn small_elementwise(&mut self, expr: &Expr) -> Lowered<Small> {
        let ty = array_type(&expr.ty);
        let operands = operands(expr).into_iter();
        let operands: Lowered<Vec<SmallOrNumber>> = operands
            .map(|operand| self.eval_of_size(operand, ty))
            .collect();
        let operands = operands?;
        let count = ty.known_numel().expect("a small array has known sizes");
        let elements = (0..count)
            .map(|index| {
                let args: Vec<Number> = operands
                    .iter()
                    .map(|operand| operand.element(index))
                    .collect();
                self.apply_root(expr, &args)
            })
            .collect();
        Ok(Small {
            ty: ty.clone(),
            elements,
        })
    }

    /// The element-wise operation at the root of an expression, on the numbers of one element.
    pub(in crate::lower) fn apply_root(&mut self, expr: &Expr, args: &[Number]) -> Number {
        match &expr.kind {
            ExprKind::Unary(op, _) => self.unary_number(*op, args[0]),
            ExprKind::Binary(op, ..) => self.binary_number(*op, args[0], args[1]),
            ExprKind::Convert(..) => {
                let elem = array_type(&expr.ty).elem;
                let number = if matches!(elem, crate::types::Elem::Storage(_)) {
                    self.rounded(args[0], elem)
                } else {
                    args[0]
                };
                self.convert_number(number, &elem.value_type())
            }
            ExprKind::Builtin(builtin, given) => {
                let operation = builtins::row(*builtin).elementwise(given.len());
                self.builtin_number(operation.expect("the root is element-wise"), args)
            }
            other => panic!("{other:?} is not element-wise"),
        }
    }
}
