//! Launches of kernels.
//!
//! Layer: `launches`.
//!
//! *Invariant:* arguments are passed in the order that `program/kernel.rs` states.

use std::collections::BTreeMap;

use crate::base::Span;
use crate::builtins::Builtin;
use crate::hir::{BinaryOp, Expr, ExprKind, Instance, InstanceId, Special, VarId};
use crate::lower::arrays::shape::Extents;
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::{Number, Operand, Small};
use crate::lower::emit::program::LaunchTarget;
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::frame::language::Language;
use crate::lower::memory::storage::inside;
use crate::lower::tree::expression::array_type;
use crate::lower::tree::kernel::{
    KernelKey, by_value, is_one_number, output_operation, outputs_type,
};
use crate::lower::tree::operator::accumulator_op;
use crate::mir::kernel::MAXIMUM_RANK;
use crate::mir::{
    self, AccumulatorOp, BinaryOp as MirBinary, CompareOp, ListEntry, Op, RtFn, Ty, Value,
};
use crate::types::{GroupKind, Type};

impl FunctionLowering<'_, '_> {
    /// `parallel_do` and `serial_do`.
    pub(in crate::lower) fn launch_kernel(&mut self, expr: &Expr) -> Lowered<Operand> {
        let ExprKind::Launch {
            instance: id,
            dims,
            block,
            args,
            captured,
            serial,
        } = &expr.kind
        else {
            panic!("{expr:?} is not a launch");
        };
        if self.kernel.is_some() {
            return self.unsupported(expr.span, "a launch within a kernel");
        }
        let instance = &self.hir.instances[*id];
        self.require_devices(instance);
        let captured = match captured {
            Some(closure) => self.captured(closure)?,
            None => Vec::new(),
        };
        let extents = self.launch_extents(instance, dims, expr.span)?;
        let key = KernelKey {
            instance: *id,
            rank: extents.len(),
        };
        let form = self.kernel_form(&key);
        let group = self.program.group_of(form);
        let asks = sees_blocks(instance) || group.is_some();
        let block = self.block_extents(asks, block.as_deref(), &extents, expr.span)?;
        let mut values = match form {
            LaunchTarget::Kernel(_) => self.kernel_arguments(*id, args, captured, expr.span)?,
            LaunchTarget::Hosted(_) => self.hosted_arguments(args, captured, expr.span)?,
        };
        let hosted = matches!(form, LaunchTarget::Hosted(_));
        let ordinary = self.ordinary_values(instance);
        let arrays = self.output_arrays(instance, hosted);
        values.extend(
            instance
                .outputs
                .iter()
                .filter_map(|output| arrays.get(output)),
        );
        let totals = match form {
            LaunchTarget::Hosted(function) => {
                self.launch_hosted(function, values, &extents, &block);
                Vec::new()
            }
            LaunchTarget::Kernel(kernel) => {
                if key.needs_extents(instance) {
                    values.extend(&extents);
                    values.extend(&block);
                }
                if let Some(group) = group {
                    self.require_room(&extents, &block);
                    let grid = [extents.as_slice(), &block].concat();
                    self.group_arguments(kernel, &group, grid, &mut values);
                }
                let launch = mir::Launch {
                    kernel,
                    extents: self.fold_extents(extents.clone()),
                    args: values,
                    serial: *serial,
                };
                let types = self.total_types(instance);
                let Some(graph) = self.program.graph(kernel) else {
                    let totals = self.emit(Op::Launch(launch), &types);
                    return Ok(self.launch_result(instance, totals, &arrays));
                };
                let values: Vec<Value> = launch.args.iter().take(ordinary).copied().collect();
                let hosted = graph.hosted;
                self.launch_with_objects(&graph, launch, &types, |s| {
                    let function = hosted.expect("a host function for such launches");
                    s.launch_hosted(function, values, &extents, &block);
                })
            }
        };
        Ok(self.launch_result(instance, totals, &arrays))
    }

    // ---- Extents -------------------------------------------------------------------------------------------------------

    fn launch_extents(
        &mut self,
        instance: &Instance,
        dims: &[Expr],
        span: Span,
    ) -> Lowered<Vec<Value>> {
        if let Some(vector) = sized_vector(dims).filter(|_| has_number_position(instance)) {
            let count = self.numel_of(vector)?;
            return Ok(vec![count.number().real()]);
        }
        match self.extents(dims)? {
            Extents::List(values) => Ok(values),
            Extents::Array(_) => {
                self.unsupported(span, "a launch of an unknown number of dimensions")
            }
        }
    }

    /// The block size along each dimension: what the program says, or what suits the launch where the kernel can tell.
    fn block_extents(
        &mut self,
        asks: bool,
        block: Option<&[Expr]>,
        extents: &[Value],
        span: Span,
    ) -> Lowered<Vec<Value>> {
        let one = self.int(1);
        let mut values = match block {
            None if asks => return Ok(self.optimal_block(extents)),
            None => Vec::new(),
            Some(block) => match self.extents(block)? {
                Extents::List(values) => values.iter().map(|&v| self.greater(v, one)).collect(),
                Extents::Array(_) => {
                    return self.unsupported(span, "a block of unknown dimensions");
                }
            },
        };
        values.resize(extents.len(), one);
        Ok(values)
    }

    // ---- Arguments -----------------------------------------------------------------------------------------------------

    fn kernel_arguments(
        &mut self,
        id: InstanceId,
        args: &[Expr],
        captured: Vec<Operand>,
        span: Span,
    ) -> Lowered<Vec<Value>> {
        let instance = &self.hir.instances[id];
        let mut values = Vec::new();
        for (&param, arg) in instance.params.iter().zip(args) {
            let operand = if self.passes_elements(id, param) {
                Operand::Small(self.eval_small(arg)?)
            } else {
                self.eval(arg)?
            };
            values.extend(self.kernel_argument(id, param, operand, arg.span)?);
        }
        for (&param, operand) in instance.captures.iter().zip(captured) {
            values.extend(self.kernel_argument(id, param, operand, span)?);
        }
        for global in self.program.summaries.of(id).globals.clone() {
            let operand = self.read_global(global);
            values.extend(self.flatten(operand, span)?);
        }
        Ok(values)
    }

    fn passes_elements(&self, id: InstanceId, param: VarId) -> bool {
        let ty = &self.hir.instances[id].vars[param].ty;
        by_value(self.program.summaries.of(id), param, ty)
    }

    fn kernel_argument(
        &mut self,
        id: InstanceId,
        param: VarId,
        operand: Operand,
        span: Span,
    ) -> Lowered<Vec<Value>> {
        if !self.passes_elements(id, param) {
            return self.flatten(operand, span);
        }
        let ty = &self.hir.instances[id].vars[param].ty;
        let small = self.small_of(operand, ty);
        Ok(small
            .elements
            .iter()
            .flat_map(|element| element.values())
            .collect())
    }

    // ---- Results -------------------------------------------------------------------------------------------------------

    /// An array of zeros for each output that is no accumulator; a hosted kernel has no accumulators.
    fn output_arrays(&mut self, instance: &Instance, hosted: bool) -> BTreeMap<VarId, Value> {
        let mut arrays = BTreeMap::new();
        for &output in &instance.outputs {
            if hosted || output_operation(instance, output).is_none() {
                let ty = &instance.vars[output].ty;
                let kind = self.kind(ty.elem().expect("an output is made of numbers"));
                let (one, count) = (self.int(1), self.int(count_of(ty) as i32));
                arrays.insert(
                    output,
                    self.new_array(kind, &[one, count], mir::Fill::Zeros),
                );
            }
        }
        arrays
    }

    /// The outputs of a launch.
    fn launch_result(
        &mut self,
        instance: &Instance,
        totals: Vec<Value>,
        arrays: &BTreeMap<VarId, Value>,
    ) -> Operand {
        let mut totals = totals.into_iter();
        let mut outputs = Vec::new();
        for &output in &instance.outputs {
            let ty = &instance.vars[output].ty;
            let elements = match (output_operation(instance, output), arrays.get(&output)) {
                (Some(op), None) => self.total_elements(op, ty, &mut totals),
                (_, array) => {
                    let array = *array.expect("an output is an accumulator or an array");
                    self.stored_elements(ty, array)
                }
            };
            outputs.push(match ty {
                Type::Array(ty) => Operand::Small(Small {
                    ty: ty.clone(),
                    elements,
                }),
                _ => elements[0].into(),
            });
        }
        debug_assert_eq!(outputs_type(instance) == Type::Void, outputs.is_empty());
        match outputs.len() {
            0 => Operand::Nothing,
            1 => outputs.remove(0),
            _ => Operand::Group(outputs),
        }
    }
}

impl Emitter<'_, '_> {
    /// How many values a launch passes for what the program passes.
    fn ordinary_values(&self, instance: &Instance) -> usize {
        let params = instance.params.iter().chain(&instance.captures);
        let parts = params.map(|&var| self.program.parts(&instance.vars[var].ty).len());
        parts.sum()
    }

    /// A launch over several devices has several, or it is an error. Its grids are one there: a device holds the whole of it, or it is
    /// divided as every grid that waits.
    fn require_devices(&mut self, instance: &Instance) {
        let several = Special::Group(GroupKind::MultiGrid);
        if instance
            .specials
            .iter()
            .any(|(special, _)| *special == several)
        {
            let (count, two) = (
                self.runtime1(RtFn::device_count, &[], &[], Ty::I32),
                self.int(2),
            );
            let few = self.compare(CompareOp::Lt, count, two);
            self.when(few, |s| {
                let text = s.text("`this_multi_grid` needs several devices, and there is one");
                s.runtime0(RtFn::error_raise, &[], &[ListEntry::Value(text)]);
            });
        }
    }

    // ---- Extents -------------------------------------------------------------------------------------------------------

    /// At most four extents: the leading ones are multiplied.
    fn fold_extents(&mut self, extents: Vec<Value>) -> Vec<Value> {
        if extents.len() <= MAXIMUM_RANK {
            return extents;
        }
        let (leading, rest) = extents.split_at(extents.len() - MAXIMUM_RANK + 1);
        let first = leading[1..].iter().fold(leading[0], |product, &extent| {
            self.binary(MirBinary::Mul, product, extent)
        });
        std::iter::once(first).chain(rest.iter().copied()).collect()
    }

    // ---- Results -------------------------------------------------------------------------------------------------------

    fn total_types(&self, instance: &Instance) -> Vec<mir::Ty> {
        instance
            .outputs
            .iter()
            .filter(|&&output| output_operation(instance, output).is_some())
            .flat_map(|&output| {
                let ty = &instance.vars[output].ty;
                let elem = ty.elem().expect("an output is made of numbers");
                let parts = self.number_parts(&elem.value_type());
                (0..count_of(ty)).flat_map(move |_| parts.clone())
            })
            .collect()
    }

    /// The elements of an output that is an accumulator: 0 combined with the totals, since outputs start at 0.
    fn total_elements(
        &mut self,
        op: AccumulatorOp,
        ty: &Type,
        totals: &mut impl Iterator<Item = Value>,
    ) -> Vec<Number> {
        let elem = ty
            .elem()
            .expect("an output is made of numbers")
            .value_type();
        (0..count_of(ty))
            .map(|_| {
                let total = self.unflatten(&elem, totals).number();
                self.starting_at_zero(op, total)
            })
            .collect()
    }

    /// The elements of an output that lies in an array.
    fn stored_elements(&mut self, ty: &Type, array: Value) -> Vec<Number> {
        (0..count_of(ty))
            .map(|index| {
                let index = self.int(index as i32);
                self.load_element(inside(array, index)).number()
            })
            .collect()
    }

    fn starting_at_zero(&mut self, op: AccumulatorOp, total: Number) -> Number {
        let op = [
            BinaryOp::Mul,
            BinaryOp::Min,
            BinaryOp::Max,
            BinaryOp::BitAnd,
            BinaryOp::BitOr,
            BinaryOp::BitXor,
        ]
        .into_iter()
        .find(|&candidate| accumulator_op(candidate) == Some(op));
        let Some(op) = op else {
            return total;
        };
        let values: Vec<Value> = total
            .values()
            .into_iter()
            .map(|value| {
                let zero = self.number_like(value, 0.0);
                self.binary_number(op, zero.into(), value.into()).real()
            })
            .collect();
        Number::from_values(&values)
    }
}

/// The number of elements of an output.
fn count_of(ty: &Type) -> usize {
    ty.as_array().and_then(|ty| ty.known_numel()).unwrap_or(1)
}

/// Whether a kernel asks how its positions lie in blocks.
fn sees_blocks(instance: &Instance) -> bool {
    instance
        .specials
        .iter()
        .any(|(special, _)| special.is_about_blocks())
}

fn has_number_position(instance: &Instance) -> bool {
    instance.specials.iter().any(|(special, var)| {
        *special == Special::Position && is_one_number(&instance.vars[*var].ty)
    })
}

/// The vector v of `[size(v,0), size(v,1)]`, whose launch is over its elements.
fn sized_vector(dims: &[Expr]) -> Option<&Expr> {
    let [rows, columns] = dims else {
        return None;
    };
    let (vector, same) = (size_along(rows, 0)?, size_along(columns, 1)?);
    let is_vector = array_type(&vector.ty).rank() == Some(1);
    (is_vector && vector == same).then_some(vector)
}

/// The array of `size(array, axis)`.
fn size_along(expr: &Expr, axis: i32) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Builtin(Builtin::Size, args) => match args.as_slice() {
            [array, along] if along.kind == ExprKind::Int(axis) => Some(array),
            _ => None,
        },
        _ => None,
    }
}
