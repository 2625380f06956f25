//! Random kernels and their launches: stencils over several arrays, in one or two dimensions, with accumulators.
//!
//! *Invariant:* a position writes its own element of `out` alone, and no access can fail, so every order of the positions gives the same.

use super::{Context, Generator, NUMBERS};
use crate::mir::build::FunctionBuilder;
use crate::mir::data::*;
use crate::mir::query::{ElemTypes, combining};
use crate::mir::testing;

/// Kinds of the arrays that kernels read.
const INPUTS: [ElemKind; 4] = [ElemKind::F32, ElemKind::I32, ElemKind::U8, ElemKind::C32];
/// Modes that map every index of an array with elements.
const MODES: [AccessMode; 4] = [
    AccessMode::Safe,
    AccessMode::Circular,
    AccessMode::Mirror,
    AccessMode::Clamped,
];
/// Accumulators whose result does not depend on the order.
const ACCUMULATORS: [AccumulatorOp; 4] = [
    AccumulatorOp::Add,
    AccumulatorOp::Min,
    AccumulatorOp::Max,
    AccumulatorOp::Xor,
];

/// A kernel that can be launched.
#[derive(Clone)]
pub struct RandomKernel {
    id: FuncId,
    rank: usize,
    out: ElemKind,
    inputs: Vec<ElemKind>,
}

impl Generator {
    /// Adds a kernel.
    pub fn kernel(&mut self, index: usize) {
        let rank = 1 + self.below(2);
        let out = self.pick(&[ElemKind::F32, ElemKind::I32, ElemKind::U8, ElemKind::F64]);
        let inputs: Vec<ElemKind> = (0..self.below(3)).map(|_| self.pick(&INPUTS)).collect();
        let mut context = self.context("", vec![], 25);
        let name = format!("kernel{index}");
        context.b = FunctionBuilder::kernel(&name, rank, KernelOrigin::Loop, testing::line(1));
        let target = context.b.param(Ty::Array(out), "out");
        for (at, &kind) in inputs.iter().enumerate() {
            let local = context.b.param(Ty::Array(kind), &format!("in{at}"));
            context.locals.push(local);
        }
        let op = self.pick(&ACCUMULATORS);
        let total = context.b.accumulator(Ty::I32, "total", op);
        let position = context.b.position().to_vec();
        for &index in &position {
            context.add(index);
        }
        for _ in 0..3 {
            let ty = self.pick(&NUMBERS);
            let local = context.b.local(ty, None);
            context.locals.push(local);
        }
        let array = context.b.get(target);
        let place = testing::access(array, &position, AccessMode::Safe, None);
        let old = context.b.load(place.clone())[0];
        context.add(old);
        self.stmts(&mut context, 0);
        let ty = out.access_tys()[0];
        let new = self.value(&mut context, ty);
        context.b.store(place, &[new]);
        self.accumulate(&mut context, total, op);
        let id = self.program.add(context.b.finish());
        self.kernels.push(RandomKernel {
            id,
            rank,
            out,
            inputs,
        });
    }

    fn accumulate(&mut self, context: &mut Context, total: Local, op: AccumulatorOp) {
        let more = self.value(context, Ty::I32);
        let before = context.b.get(total);
        let after = context.b.binary(combining(op), before, more);
        context.b.set(total, after);
    }

    /// In a kernel: reads an element of an input near the position, or at any index.
    pub fn kernel_load(&mut self, context: &mut Context) {
        let is_input = |local: &Local| context.b.local_ty(*local).is_handle();
        let inputs: Vec<Local> = context.locals.iter().copied().filter(is_input).collect();
        if inputs.is_empty() {
            return self.assign(context);
        }
        let local = self.pick(&inputs);
        let array = context.b.get(local);
        let position = context.b.position().to_vec();
        let index: Vec<Value> = (0..2)
            .map(|axis| self.near(context, &position, axis))
            .collect();
        let mode = self.pick(&MODES);
        for value in context.b.load(testing::access(array, &index, mode, None)) {
            context.add(value);
        }
    }

    fn near(&mut self, context: &mut Context, position: &[Value], axis: usize) -> Value {
        if self.chance(20) {
            return self.value(context, Ty::I32);
        }
        let offset = self.pick(&[-2, -1, 0, 1, 3]);
        let offset = context.b.int(offset);
        match position.get(axis) {
            Some(&at) => context.b.add(at, offset),
            None => offset,
        }
    }

    /// Launches a kernel over new arrays and prints what it made.
    pub fn launch(&mut self, context: &mut Context) {
        if self.kernels.is_empty() {
            return self.assign(context);
        }
        let at = self.below(self.kernels.len());
        let kernel = self.kernels[at].clone();
        let extents = [1 + self.below(6) as i32, 1 + self.below(24) as i32];
        let out = self.filled(context, kernel.out, extents);
        let mut args = vec![out];
        for &kind in &kernel.inputs {
            // Inputs of another size show that borders are those of the array, not of the launch.
            let smaller = self.chance(30);
            let extents = if smaller { [2, 3] } else { extents };
            args.push(self.filled(context, kind, extents));
        }
        let all = [context.b.int(extents[0]), context.b.int(extents[1])];
        let count = context.b.mul(all[0], all[1]);
        let extents = if kernel.rank == 1 {
            vec![count]
        } else {
            all.to_vec()
        };
        let launch = Launch {
            kernel: kernel.id,
            extents,
            args,
            serial: self.chance(30),
        };
        let totals = context.b.launch(launch, &[Ty::I32]);
        let list = context.b.list(&[totals[0], out]);
        context.b.runtime(RtFn::print, &[], &list);
        context.add(totals[0]);
    }

    /// A new array with different elements.
    fn filled(&mut self, context: &mut Context, kind: ElemKind, extents: [i32; 2]) -> Value {
        let first = self.pick(&[-3, 0, 250]);
        let step = self.pick(&[1, 7, -2]);
        let last = first + step * (extents[0] * extents[1] - 1);
        let [first, step, last] = [first, step, last].map(|number| {
            let number = Const::I64(i64::from(number));
            context.b.constant(number)
        });
        let ints = Ty::Array(ElemKind::I32);
        let row = context
            .b
            .runtime_as(RtFn::range_int, &[first, step, last], &[], ints);
        let dims = extents.map(|extent| context.b.int(extent));
        let dims = context.b.list(&dims);
        let matrix = context
            .b
            .runtime_as(RtFn::array_reshape, &[row], &dims, ints);
        let code = context.b.int(kind.code());
        let func = RtFn::array_convert;
        context
            .b
            .runtime_as(func, &[matrix, code], &[], Ty::Array(kind))
    }
}
