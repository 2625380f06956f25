//! Slices that array expressions read in place: `x[:,:,c]`, `x[m,:]`, `x[a..b]`, `x[:,0..3]`.
//!
//! The element of a slice lies at `base + i*stride` of its array where one stride tells, so that no copy is needed; otherwise at
//! `base + i*first + j*second + …` of the indices i, j, … that the loops of the expression count. A range that may leave its array without an
//! error gives elements that are accessed by their indices, as the text could.
//!
//! Layer: `arrays`.
//!
//! *Invariant:* only for expressions that store into nothing but their own new result, and whose other operands have no
//! effects: then nobody can tell that the slice was not copied.

use crate::hir::{Element, Expr, ExprKind, Place, Stmt, Subscript, VarId};
use crate::lower::arrays::tree::Tree;
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::{Operand, Small};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::{FunctionLowering, Slot};
use crate::lower::frame::language::Language;
use crate::lower::memory::storage::extents;
use crate::lower::memory::strided::{Indices, Picked, Position, Steps, Strided};
use crate::lower::tree::expression::{array_type, has_effects};
use crate::lower::tree::index::constant;
use crate::lower::tree::operator::{is_elementwise, operands};
use crate::lower::tree::slices::keep_arrays;
use crate::lower::tree::whole_reads::slice_assignment;
use crate::mir::{AccessMode, BinaryOp as MirBinary, CompareOp, ListEntry, RtFn, Ty, Value};
use crate::types::{ArrayType, Size};

/// The most dimensions of a slice that takes an index for each.
const MOST_AXES: usize = 3;

/// The access of a slice that can be read in place, as far as the text tells.
fn sliced(expr: &Expr) -> Option<(&Element, &[Subscript])> {
    let ExprKind::Element(element) = &expr.kind else {
        return None;
    };
    let Place::Subscripts(subscripts) = &element.place else {
        return None;
    };
    let rank = array_type(&element.array.ty).rank()?;
    let spans = subscripts.iter().filter(|subscript| !is_index(subscript));
    let fits = match subscripts.len() {
        1 => subscripts.iter().all(is_range),
        count => count == rank,
    };
    let regular = subscripts.iter().all(is_regular);
    (fits && regular && spans.count() > 0 && (flat(subscripts) || rank <= MOST_AXES))
        .then_some((element, subscripts))
}

fn is_index(subscript: &Subscript) -> bool {
    matches!(subscript, Subscript::Index(_))
}

fn is_range(subscript: &Subscript) -> bool {
    matches!(subscript, Subscript::Range { .. })
}

/// One index, a whole dimension, or a range with a known step.
fn is_regular(subscript: &Subscript) -> bool {
    match subscript {
        Subscript::All | Subscript::Index(_) => true,
        Subscript::Range { .. } => known_step(subscript) != 0,
        Subscript::Vector(_) => false,
    }
}

/// The step of a range; 0 when it is not known.
fn known_step(subscript: &Subscript) -> i32 {
    match subscript {
        Subscript::Range {
            step: Some(step), ..
        } => constant(step).unwrap_or(0),
        Subscript::Range { step: None, .. } | Subscript::All | Subscript::Index(_) => 1,
        Subscript::Vector(_) => 0,
    }
}

/// Whether one stride tells where the elements are: behind the first dimension that counts only whole ones count, side by side, and
/// it has no gaps if there are some.
pub(in crate::lower) fn flat(subscripts: &[Subscript]) -> bool {
    let is_all = |subscript: &&Subscript| matches!(subscript, Subscript::All);
    let singles = subscripts
        .iter()
        .take_while(|subscript| is_index(subscript))
        .count();
    let Some((first, rest)) = subscripts[singles..].split_first() else {
        return true;
    };
    let dense = known_step(first) == 1;
    let whole = rest.iter().take_while(is_all).count();
    rest[whole..].iter().all(is_index) && (dense || whole == 0)
}

impl FunctionLowering<'_, '_> {
    /// Whether a slice can be read in place.
    pub(in crate::lower) fn is_strided(&self, expr: &Expr) -> bool {
        self.kept_slice(expr).is_some() || sliced(expr).is_some()
    }

    /// The slice that a variable stands for.
    pub(in crate::lower) fn kept_slice(&self, expr: &Expr) -> Option<(&Strided, VarId)> {
        match &expr.kind {
            ExprKind::Var(var) => match self.frame().slots.get(var) {
                Some(Slot::Slice(slice, array)) => Some((slice, *array)),
                _ => None,
            },
            _ => None,
        }
    }

    /// `w = x[…]` where all that follows only reads w as a whole: the variable stands for the slice until the statements end.
    pub(in crate::lower) fn keep_slice(&mut self, stmt: &Stmt, behind: &[Stmt]) -> Lowered<bool> {
        let Some((var, value)) = slice_assignment(stmt) else {
            return Ok(false);
        };
        let id = self.frame().id;
        let summaries = &self.program.summaries;
        if self.keeps_variables() || !summaries.of(id).slices.contains_key(&var) {
            return Ok(false);
        }
        let Some((element, _)) = sliced(value) else {
            return Ok(false);
        };
        let ExprKind::Var(array) = element.array.kind else {
            return Ok(false);
        };
        if self.kernel.is_some() && self.mode(element.read) == AccessMode::Checked {
            // The error of an index outside comes with the slice, whether it is read or not.
            return Ok(false);
        }
        let kept = keep_arrays(self.hir, summaries, id, var, array, behind);
        if self.prefers_registers(array_type(&value.ty)) || has_effects(value) || !kept {
            return Ok(false);
        }
        if !matches!(
            self.frame().slots.get(&array),
            None | Some(Slot::Locals(_) | Slot::Bound(Operand::Handle(_)))
        ) {
            return Ok(false);
        }
        let Tree::Strided(slice) = self.strided(value)? else {
            panic!("a slice is read in place");
        };
        self.frame_mut()
            .slots
            .insert(var, Slot::Slice(slice, array));
        Ok(true)
    }

    /// Whether the elements of an array expression can be read where they are, without memory for any part of it.
    pub(in crate::lower) fn reads_in_place(&self, expr: &Expr) -> bool {
        let leaf = |expr: &Expr| match &expr.kind {
            ExprKind::Var(var) => matches!(
                self.frame().slots.get(var),
                Some(Slot::Locals(_) | Slot::Bound(Operand::Handle(_)) | Slot::Slice(..))
            ),
            _ => false,
        };
        match sliced(expr) {
            _ if expr.ty.is_number() || leaf(expr) => true,
            Some((element, _)) => leaf(&element.array),
            None => {
                is_elementwise(expr) && operands(expr).iter().all(|part| self.reads_in_place(part))
            }
        }
    }

    /// Whether each element is accessed by its indices: where a range may leave the array and that is no error, and in kernels, which cannot call
    /// the row that raises it for the whole slice.
    fn by_indices(&self, mode: AccessMode, subscripts: &[Subscript]) -> bool {
        match mode {
            AccessMode::Unchecked => false,
            AccessMode::Checked => self.kernel.is_some(),
            AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped => {
                subscripts.iter().any(is_range)
            }
            AccessMode::Safe => true,
        }
    }

    /// The elements of a slice whose size must be that of an array in registers, which is checked.
    pub(in crate::lower) fn small_slice(&mut self, expr: &Expr, ty: ArrayType) -> Lowered<Small> {
        let Tree::Strided(slice) = self.strided(expr)? else {
            panic!("a slice is read in place");
        };
        let sizes = extents(&ty);
        let one = self.int(1);
        for axis in 0..sizes.len().max(slice.dims.len()) {
            let have = slice.dims.get(axis).copied().unwrap_or(one);
            let want = self.int(sizes.get(axis).copied().unwrap_or(1));
            if have != want {
                self.require_equal("size", have, want);
            }
        }
        let count = ty.known_numel().expect("a small array has known sizes");
        let elements = (0..count as i32).map(|flat| {
            let mut rest = flat;
            let mut axes = Vec::new();
            for &size in sizes.iter().rev() {
                axes.push(self.int(rest % size));
                rest /= size;
            }
            axes.reverse();
            let flat = self.int(flat);
            let access = self.strided_access(&slice, &Position { flat, axes });
            self.load_element(access).number()
        });
        let elements = elements.collect();
        Ok(Small { ty, elements })
    }

    /// The leaf of a slice that is read in place.
    pub(in crate::lower) fn strided<'e>(&mut self, expr: &Expr) -> Lowered<Tree<'e>> {
        if let Some((slice, _)) = self.kept_slice(expr) {
            return Ok(Tree::Strided(slice.clone()));
        }
        let (element, subscripts) = sliced(expr).expect("a slice that is read in place");
        let array = match self.eval(&element.array)? {
            Operand::Handle(array) => array,
            operand => self.materialize(operand, element.array.span)?,
        };
        let mut extents = Vec::new();
        for axis in 0..subscripts.len() {
            extents.push(self.slice_extent(element, array, axis, subscripts.len()));
        }
        let mode = self.mode(element.read);
        let by_indices = self.by_indices(mode, subscripts);
        let picked = match by_indices {
            true => self.picked_anywhere(subscripts, &extents)?,
            false => self.picked(element, array, subscripts, &extents)?,
        };
        let dims = match picked.as_slice() {
            [one] => self.linear_dims(array, one.count),
            several => several.iter().map(|one| one.count).collect(),
        };
        let one = self.int(1);
        let count = picked
            .iter()
            .fold(one, |count, next| self.times(count, next.count));
        let dims = without_singles(dims, &picked);
        let (base, steps) = match by_indices {
            true => {
                let name = self.array_name_id(&element.array);
                let indices = Indices { picked, mode, name };
                (self.int(0), Steps::Indices(indices))
            }
            false => self.distances(&picked, &extents, flat(subscripts)),
        };
        Ok(Tree::Strided(Strided {
            array,
            base,
            steps,
            dims,
            count,
        }))
    }

    /// Evaluates the subscripts; what an index outside means is the matter of each access.
    fn picked_anywhere(
        &mut self,
        subscripts: &[Subscript],
        extents: &[Value],
    ) -> Lowered<Vec<Picked>> {
        let mut picked = Vec::new();
        for (subscript, &extent) in subscripts.iter().zip(extents) {
            picked.push(match subscript {
                Subscript::Index(index) => {
                    let index = self.eval_value(index)?;
                    self.single(index)
                }
                Subscript::Range { start, stop, .. } => {
                    let step = known_step(subscript);
                    let (first, stop) = (self.eval_value(start)?, self.eval_value(stop)?);
                    let known = self.int(step);
                    self.range(first, known, stop, step, extent).0
                }
                Subscript::All | Subscript::Vector(_) => self.all(extent),
            });
        }
        Ok(picked)
    }

    fn slice_extent(&mut self, element: &Element, array: Value, axis: usize, of: usize) -> Value {
        if of == 1 {
            return self.numel(array);
        }
        match array_type(&element.array.ty).sizes[axis] {
            Size::Known(size) => self.int(size),
            Size::Symbol(_) | Size::Open => self.dim(array, axis as u8),
        }
    }

    /// Evaluates the subscripts and checks that they are inside.
    fn picked(
        &mut self,
        element: &Element,
        array: Value,
        subscripts: &[Subscript],
        extents: &[Value],
    ) -> Lowered<Vec<Picked>> {
        if subscripts.iter().any(is_range) {
            return self.picked_ranges(element, array, subscripts, extents);
        }
        let mut picked = Vec::new();
        for (axis, (subscript, &extent)) in subscripts.iter().zip(extents).enumerate() {
            picked.push(match subscript {
                Subscript::Index(index) => {
                    let index = self.eval_value(index)?;
                    let index = self.index_inside(element, axis, index, extent);
                    self.single(index)
                }
                Subscript::All | Subscript::Range { .. } | Subscript::Vector(_) => self.all(extent),
            });
        }
        Ok(picked)
    }

    /// The same where some are ranges. When one leaves the array, the row that copies slices raises its error.
    fn picked_ranges(
        &mut self,
        element: &Element,
        array: Value,
        subscripts: &[Subscript],
        extents: &[Value],
    ) -> Lowered<Vec<Picked>> {
        let entries = self.slice_entries(subscripts)?;
        let values: Vec<Value> = entries
            .iter()
            .filter_map(|entry| match entry {
                ListEntry::Value(value) => Some(*value),
                _ => None,
            })
            .collect();
        let mut values = values.into_iter();
        let (mut picked, mut outside) = (Vec::new(), self.bool(false));
        for (subscript, &extent) in subscripts.iter().zip(extents) {
            let mut next = || values.next().expect("a subscript has its values");
            let (one, leaves) = match subscript {
                Subscript::Index(_) => {
                    let index = next();
                    let inside = self.inside_extent(index, extent);
                    (self.single(index), self.not(inside))
                }
                Subscript::Range { .. } => {
                    let (first, step, stop) = (next(), next(), next());
                    let known_step = known_step(subscript);
                    // A stop far below 0 is as wrong as one step below it, and the distance stays in 32 bits.
                    let stop = match known_step > 0 {
                        true => stop,
                        false => self.binary(MirBinary::Max, stop, step),
                    };
                    self.range(first, step, stop, known_step, extent)
                }
                Subscript::All | Subscript::Vector(_) => (self.all(extent), self.bool(false)),
            };
            picked.push(one);
            outside = self.binary(MirBinary::Or, outside, leaves);
        }
        if self.mode(element.read) == AccessMode::Checked {
            let (mode, name) = (
                self.int(AccessMode::Checked.code()),
                self.array_name(&element.array),
            );
            let ty = self.ty(array);
            self.when(outside, |s| {
                s.runtime1(RtFn::slice_read, &[array, mode, name], &entries, ty);
            });
        }
        Ok(picked)
    }

    /// One index under the access mode: an error outside, or the mode's map.
    fn index_inside(
        &mut self,
        element: &Element,
        axis: usize,
        index: Value,
        extent: Value,
    ) -> Value {
        let known = self.known_int(index).zip(self.known_int(extent));
        if known.is_some_and(|(index, extent)| (0..extent).contains(&index)) {
            return index;
        }
        match self.mode(element.read) {
            AccessMode::Unchecked | AccessMode::Safe => index,
            AccessMode::Checked => {
                let inside = self.inside_extent(index, extent);
                let outside = self.not(inside);
                let name = self.array_name(&element.array);
                self.when(outside, |s| {
                    let axis = s.int(axis as i32);
                    let (index, extent) = (s.convert(index, Ty::I64), s.convert(extent, Ty::I64));
                    s.runtime0(RtFn::error_index, &[name, axis, index, extent], &[]);
                });
                index
            }
            AccessMode::Circular => self.periodize(index, extent),
            AccessMode::Mirror => self.mirror(index, extent),
            AccessMode::Clamped => {
                let (zero, one) = (self.int(0), self.int(1));
                let last = self.sub(extent, one);
                self.limit(index, zero, last)
            }
        }
    }
}

impl Emitter<'_, '_> {
    /// One subscript addresses the row-major sequence: of a column it gives a column, else a row.
    fn linear_dims(&mut self, array: Value, count: Value) -> Vec<Value> {
        let (one, all) = (self.int(1), self.numel(array));
        let rows = self.dim(array, 0);
        let (tall, several) = (
            self.compare(CompareOp::Eq, rows, all),
            self.compare(CompareOp::Ne, all, one),
        );
        let column = self.binary(MirBinary::And, tall, several);
        vec![
            self.select(column, count, one),
            self.select(column, one, count),
        ]
    }

    /// Where the first element lies, and the distances of the others.
    fn distances(&mut self, picked: &[Picked], extents: &[Value], flat: bool) -> (Value, Steps) {
        let mut strides = vec![self.int(1); picked.len()];
        for axis in (1..picked.len()).rev() {
            strides[axis - 1] = self.times(strides[axis], extents[axis]);
        }
        let mut base = self.int(0);
        for (one, &stride) in picked.iter().zip(&strides) {
            base = self.step(one.first, stride, base);
        }
        let stepped: Vec<Value> = picked
            .iter()
            .zip(&strides)
            .map(|(one, &stride)| self.times(one.step, stride))
            .collect();
        let last = picked.iter().rposition(|one| !one.single);
        let steps = match flat {
            true => Steps::Flat(stepped[last.expect("a slice has a span")]),
            false => Steps::Axes(stepped),
        };
        (base, steps)
    }

    fn single(&mut self, index: Value) -> Picked {
        let one = self.int(1);
        Picked {
            first: index,
            step: one,
            count: one,
            single: true,
        }
    }

    /// What a whole dimension picks.
    fn all(&mut self, extent: Value) -> Picked {
        Picked {
            first: self.int(0),
            step: self.int(1),
            count: extent,
            single: false,
        }
    }

    /// What a range picks, and whether that leaves the dimension.
    fn range(
        &mut self,
        first: Value,
        step: Value,
        stop: Value,
        known_step: i32,
        extent: Value,
    ) -> (Picked, Value) {
        let (zero, one) = (self.int(0), self.int(1));
        let forward = known_step > 0;
        let some = match forward {
            true => self.compare(CompareOp::Le, first, stop),
            false => self.compare(CompareOp::Ge, first, stop),
        };
        let distance = match known_step {
            -1 => self.sub(first, stop),
            _ => self.sub(stop, first),
        };
        let steps = match known_step {
            1 | -1 => distance,
            _ => self.binary(MirBinary::IntDiv, distance, step),
        };
        let last = match known_step {
            1 => stop,
            _ => self.step(steps, step, first),
        };
        let count = self.add(steps, one);
        let count = match known_step {
            1 | -1 => self.binary(MirBinary::Max, count, zero),
            _ => self.select(some, count, zero),
        };
        let (starts, ends) = (
            self.inside_extent(first, extent),
            self.inside_extent(last, extent),
        );
        let inside = self.binary(MirBinary::And, starts, ends);
        let outside = self.not(inside);
        let outside = self.binary(MirBinary::And, some, outside);
        let picked = Picked {
            first,
            step,
            count,
            single: false,
        };
        (picked, outside)
    }
}

/// The dimensions of a slice: behind the last that counts there are none of extent 1, but for two at least.
fn without_singles(mut dims: Vec<Value>, picked: &[Picked]) -> Vec<Value> {
    if picked.len() > 1 {
        let last = picked.iter().rposition(|one| !one.single);
        dims.truncate(last.map_or(2, |last| (last + 1).max(2)));
    }
    dims
}
