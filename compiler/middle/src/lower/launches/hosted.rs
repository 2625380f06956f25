//! Launches of kernels that are host functions for one position: they are called for one position after another.
//!
//! Layer: `launches`.
//!
//! *Invariant:* arguments are passed in the order that `program/hosted.rs` states.

use crate::base::Span;
use crate::hir::Expr;
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::Operand;
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::frame::language::Language;
use crate::mir::{ForHeader, FuncId, LoopDirective, LoopRange, RtFn, Ty, Value};

impl FunctionLowering<'_, '_> {
    /// The arguments of a launch as a host function takes them.
    pub(in crate::lower) fn hosted_arguments(
        &mut self,
        args: &[Expr],
        captured: Vec<Operand>,
        span: Span,
    ) -> Lowered<Vec<Value>> {
        let mut values = Vec::new();
        for arg in args {
            let operand = self.eval(arg)?;
            values.extend(self.flatten(operand, arg.span)?);
        }
        for operand in captured {
            values.extend(self.flatten(operand, span)?);
        }
        Ok(values)
    }
}

impl Emitter<'_, '_> {
    /// The values of new parameters of type int.
    pub(in crate::lower) fn int_params(&mut self, count: usize, name: &str) -> Vec<Value> {
        let locals: Vec<_> = (0..count).map(|_| self.param(Ty::I32, name)).collect();
        locals.into_iter().map(|local| self.get(local)).collect()
    }

    /// Calls the function of a kernel for every position of a launch. Arrays that are made there count as memory of kernels.
    pub(in crate::lower) fn launch_hosted(
        &mut self,
        function: FuncId,
        values: Vec<Value>,
        extents: &[Value],
        block: &[Value],
    ) {
        self.runtime0(RtFn::kernel_memory_enter, &[], &[]);
        self.for_each_position(extents, &mut Vec::new(), &mut |s, position| {
            let mut args = values.clone();
            args.extend_from_slice(position);
            args.extend_from_slice(extents);
            args.extend_from_slice(block);
            s.call(function, &args, &[]);
        });
        self.runtime0(RtFn::kernel_memory_leave, &[], &[]);
    }

    /// A loop per extent; none of them becomes a kernel.
    fn for_each_position(
        &mut self,
        extents: &[Value],
        position: &mut Vec<Value>,
        body: &mut dyn FnMut(&mut Self, &[Value]),
    ) {
        let Some((&extent, rest)) = extents.split_first() else {
            return body(self, position);
        };
        let (start, step) = (self.int(0), self.int(1));
        let stop = self.sub(extent, step);
        let (label, index) = (self.label(), self.value(Ty::I32));
        position.push(index);
        let (block, ()) = self.block(|s| s.for_each_position(rest, position, body));
        position.pop();
        let directive = LoopDirective {
            force_serial: true,
            ..LoopDirective::default()
        };
        let range = LoopRange { start, step, stop };
        self.push_for(
            ForHeader {
                label,
                index,
                range,
                directive,
                name: None,
            },
            block,
        );
    }
}
