//! What `schedule` asks the runtime: whether a GPU should get a launch.
//!
//! Layer: `calls`.
//!
//! *Invariant:* the cost of the kernel is left open here; `codegen::schedule` knows it, once the kernel is as it will be.

use crate::base::Span;
use crate::hir::{Expr, ExprKind};
use crate::lower::arrays::shape::Extents;
use crate::lower::emit::operand::Operand;
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::frame::language::Language;
use crate::mir::{BinaryOp, RtFn, Ty, Value};

impl FunctionLowering<'_, '_> {
    /// `$takes(kernel, dimensions, dims…, arrays…)`: within kernels whether they are on a GPU, on the host a question to the runtime.
    pub(in crate::lower) fn device_takes(&mut self, args: &[Expr], span: Span) -> Lowered<Operand> {
        let [name, dimensions, rest @ ..] = args else {
            panic!("`$takes` has a kernel and dimensions");
        };
        let (ExprKind::String(name), ExprKind::Int(dimensions)) = (&name.kind, &dimensions.kind)
        else {
            panic!("the kernel and the number of dimensions are known");
        };
        if self.on_device() {
            let on_gpu = self.on_gpu();
            return Ok(Operand::Number(self.convert(on_gpu, Ty::I32).into()));
        }
        let (dims, arrays) = rest.split_at(*dimensions as usize);
        let positions = self.position_count(dims, span)?;
        let name = self.text(name);
        let cost = self.zero(Ty::I64);
        let missing = self.missing_bytes(arrays)?;
        let args = [name, positions, cost, missing];
        let asked = self.runtime1(RtFn::device_takes, &args, &[], Ty::I32);
        Ok(Operand::Number(asked.into()))
    }

    /// The number of positions of a launch, `I64`.
    fn position_count(&mut self, dims: &[Expr], span: Span) -> Lowered<Value> {
        let extents = match self.extents(dims)? {
            Extents::List(values) => values,
            Extents::Array(_) => {
                return self.unsupported(span, "a launch of an unknown number of dimensions");
            }
        };
        let one = self.int(1);
        let mut product = self.convert(one, Ty::I64);
        for extent in extents {
            let extent = self.convert(extent, Ty::I64);
            product = self.binary(BinaryOp::Mul, product, extent);
        }
        Ok(product)
    }

    /// Bytes of the arrays that a GPU would have to be given first, `I64`.
    fn missing_bytes(&mut self, arrays: &[Expr]) -> Lowered<Value> {
        let mut missing = self.zero(Ty::I64);
        for array in arrays {
            if let Operand::Handle(array) = self.eval(array)? {
                let bytes = self.runtime1(RtFn::array_missing, &[array], &[], Ty::I64);
                missing = self.binary(BinaryOp::Add, missing, bytes);
            }
        }
        Ok(missing)
    }
}
