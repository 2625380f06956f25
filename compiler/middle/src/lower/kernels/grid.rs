//! The launch as a kernel sees it: position, extents and block, and the special parameters that are made of them.
//!
//! Layer: `kernels`.
//!
//! *Invariant:* extents and block are parameters only of kernels whose key says so.

use crate::builtins::groups::WARP;
use crate::hir::{Instance, Special};
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::{Number, Operand, Small};
use crate::lower::emit::state::Grid;
use crate::lower::emit::types::Lowered;
use crate::lower::tree::kernel::{KernelKey, is_one_number};
use crate::mir::kernel::MAXIMUM_RANK;
use crate::mir::{BinaryOp as MirBinary, CompareOp, Local, Ty, Value};
use crate::types::{ArrayType, Type};

impl Emitter<'_, '_> {
    // ---- Parameters ----------------------------------------------------------------------------------------------------

    /// Parameters for the parts of a variable, in the memory that its type names.
    pub(in crate::lower) fn kept_parameters(&mut self, ty: &Type, name: &str) -> Vec<Local> {
        self.note_root(ty);
        let kept = self.kept(ty);
        let parts = self.parts_here(ty);
        let parameter = |ty| {
            let local = self.param(ty, name);
            self.keep_in(local, kept);
            local
        };
        parts.into_iter().map(parameter).collect()
    }

    /// The types of the values of all elements of a small array.
    pub(in crate::lower) fn element_parts(&self, ty: &ArrayType) -> Vec<Ty> {
        let count = ty.known_numel().expect("a small array has known sizes");
        let parts = self.number_parts(&ty.elem.value_type());
        (0..count).flat_map(|_| parts.clone()).collect()
    }

    // ---- Position and block --------------------------------------------------------------------------------------------

    /// The launch, with parameters for extents and block where the kernel needs them.
    pub(in crate::lower) fn grid(&mut self, instance: &Instance, key: &KernelKey) -> Grid {
        let mut extents = Vec::new();
        let mut block = Vec::new();
        if key.needs_extents(instance) {
            let first = self.function().params.len();
            self.kernel
                .as_mut()
                .expect("a kernel is lowered")
                .group
                .grid = Some(first);
            extents = (0..key.rank)
                .map(|_| self.param(Ty::I32, "$extent"))
                .collect();
            block = (0..key.rank)
                .map(|_| self.param(Ty::I32, "$block"))
                .collect();
        }
        let extents: Vec<Value> = extents
            .into_iter()
            .map(|local: Local| self.get(local))
            .collect();
        let block: Vec<Value> = block
            .into_iter()
            .map(|local: Local| self.get(local))
            .collect();
        let position = self.unfold(&extents, key.rank);
        Grid {
            position,
            extents,
            block,
        }
    }

    /// The position along every dimension of the launch; the first of the kernel holds all that are too many.
    fn unfold(&mut self, extents: &[Value], rank: usize) -> Vec<Value> {
        let position = self.position().to_vec();
        if rank <= MAXIMUM_RANK {
            return position;
        }
        let folded = rank - MAXIMUM_RANK + 1;
        let mut rest = position[0];
        let mut leading = Vec::new();
        for &extent in extents[1..folded].iter().rev() {
            leading.push(self.binary(MirBinary::Rem, rest, extent));
            rest = self.binary(MirBinary::IntDiv, rest, extent);
        }
        leading.push(rest);
        leading.reverse();
        leading.extend(&position[1..]);
        leading
    }

    /// The values of a special parameter, one per dimension of the launch.
    pub(in crate::lower) fn special_values(
        &mut self,
        special: Special,
        ty: &Type,
        grid: &Grid,
    ) -> Vec<Value> {
        match special {
            Special::Position if is_one_number(ty) => vec![self.number_position(grid)],
            Special::Position => grid.position.clone(),
            Special::BlockPosition => self.per_axis(grid, |s, position, _, block| {
                s.binary(MirBinary::Rem, position, block)
            }),
            Special::BlockDim => grid.block.clone(),
            Special::BlockIndex => self.per_axis(grid, |s, position, _, block| {
                s.binary(MirBinary::IntDiv, position, block)
            }),
            Special::BlockCount => self.per_axis(grid, |s, _, extent, block| {
                let one = s.int(1);
                let sum = s.add(extent, block);
                let sum = s.sub(sum, one);
                s.binary(MirBinary::IntDiv, sum, block)
            }),
            Special::WarpSize => vec![self.int(WARP)],
            Special::Group(_) => panic!("a group of threads is no number"),
        }
    }

    /// A position of type int: the row index, or the linear index of a 1×n launch.
    fn number_position(&mut self, grid: &Grid) -> Value {
        let Some(&first) = grid.extents.first() else {
            return grid.position[0];
        };
        let mut linear = grid.position[0];
        for (&index, &extent) in grid.position.iter().zip(&grid.extents).skip(1) {
            linear = self.index_step(linear, extent, index);
        }
        let one = self.int(1);
        let is_row = self.compare(CompareOp::Eq, first, one);
        self.select(is_row, linear, grid.position[0])
    }

    /// A special parameter of type int: that of the first dimension, or of the second one of a 1×n launch.
    pub(in crate::lower) fn number_along(&mut self, grid: &Grid, values: &[Value]) -> Value {
        match (values, grid.extents.as_slice()) {
            (&[first, second, ..], &[rows, ..]) => {
                let one = self.int(1);
                let is_row = self.compare(CompareOp::Eq, rows, one);
                self.select(is_row, second, first)
            }
            (values, _) => values[0],
        }
    }

    fn per_axis(
        &mut self,
        grid: &Grid,
        value: impl Fn(&mut Self, Value, Value, Value) -> Value,
    ) -> Vec<Value> {
        grid.position
            .iter()
            .zip(&grid.extents)
            .zip(&grid.block)
            .map(|((&position, &extent), &block)| value(self, position, extent, block))
            .collect()
    }

    /// The values of a special parameter as its type wants them: as many as it has elements, as int or scalar.
    pub(in crate::lower) fn special_operand(
        &mut self,
        special: Special,
        ty: &Type,
        mut values: Vec<Value>,
        span: crate::base::Span,
    ) -> Lowered<Operand> {
        let array = match ty {
            Type::Array(array) => array,
            number if number.is_number() => {
                return Ok(self.convert_number(values[0].into(), number).into());
            }
            _ => return self.unsupported(span, &format!("{special:?} of the type {ty}")),
        };
        let Some(count) = array.known_numel().filter(|_| array.is_small()) else {
            return self.unsupported(span, "a position of unknown length");
        };
        let fill = self.int(i32::from(special == Special::BlockDim));
        values.resize(count, fill);
        let elem = array.elem.value_type();
        let elements = values
            .into_iter()
            .map(|value| self.convert_number(Number::Real(value), &elem))
            .collect();
        Ok(Operand::Small(Small {
            ty: array.clone(),
            elements,
        }))
    }
}
