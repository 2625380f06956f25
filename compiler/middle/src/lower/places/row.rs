//! Assignments to a row, a column or a part of one in loops, `y[m,:] = 2*x[m,:] + 1`, as loops over its elements.
//!
//! Layer: `places`.
//!
//! *Invariant:* no element that is still to be read is stored before: the array that is stored into is known by one variable alone, which the
//! value reads, if at all, at the very places that it is stored to. An index outside is an error before anything is stored.

use crate::hir::{Assign, AssignOp, Element, Expr, ExprKind, Place, Subscript, Target, VarId};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::operand::{Number, Operand};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::{FunctionLowering, Slot};
use crate::lower::memory::strided::{Indices, Picked, Position, Steps, Strided};
use crate::lower::tree::expression::{array_type, has_effects};
use crate::lower::tree::index::{same_slice, subscripts};
use crate::lower::tree::operator::{is_elementwise, operands};
use crate::mir::{AccessMode, BinaryOp as MirBinary, CompareOp, RtFn, Ty, Value};
use crate::types::Type;

impl FunctionLowering<'_, '_> {
    /// Stores into a row in place, if that is what an assignment does and nobody can tell; false where it is to be lowered otherwise.
    pub(in crate::lower) fn assign_row(&mut self, assign: &Assign) -> Lowered<bool> {
        let Assign {
            target: Target::Element(element),
            op: op @ (AssignOp::Set | AssignOp::Update(_)),
            value,
            ..
        } = assign
        else {
            return Ok(false);
        };
        let Some(var) = self.row_target(element) else {
            return Ok(false);
        };
        let fits = value.ty.is_number() || self.is_row(value, var, element);
        if !fits || has_effects(value) {
            return Ok(false);
        }
        let tree = self.reading_tree(value)?;
        let array = self.eval_handle(&element.array)?;
        let row = self.picked_row(element, array)?;
        if let Some(shape) = tree.shape() {
            let have = self.count_of(&shape);
            self.require_equal("slice", have, row.count);
        }
        let elem = array_type(&element.array.ty).elem;
        self.count_loop(row.count, false, |s, flat| {
            let at = Position {
                flat,
                axes: Vec::new(),
            };
            let number = s.element_of(&tree, &at);
            let access = s.strided_access(&row, &at);
            let number: Number = match op {
                AssignOp::Update(op) => {
                    let old = s.load_element(access.clone()).number();
                    s.updated(*op, old, number, elem)
                }
                _ => s.rounded(number, elem),
            };
            s.store_element(access, number.into());
        });
        Ok(true)
    }

    /// The variable of a row of numbers that is stored into, in a loop of the host.
    fn row_target(&self, element: &Element) -> Option<VarId> {
        let ExprKind::Var(var) = element.array.kind else {
            return None;
        };
        let Place::Subscripts(subscripts) = &element.place else {
            return None;
        };
        let ty = array_type(&element.array.ty);
        let spans = subscripts
            .iter()
            .filter(|subscript| !matches!(subscript, Subscript::Index(_)));
        let whole = subscripts.len() == ty.rank()? && subscripts.len() > 1;
        let plain = subscripts.iter().all(|subscript| match subscript {
            Subscript::All => true,
            Subscript::Index(index) => index.ty == Type::Int && !has_effects(index),
            Subscript::Range { start, step, stop } => {
                let ints = start.ty == Type::Int && stop.ty == Type::Int;
                ints && step.is_none() && !has_effects(start) && !has_effects(stop)
            }
            Subscript::Vector(_) => false,
        });
        let mode = self.mode(element.write);
        let checked = matches!(mode, AccessMode::Checked | AccessMode::Unchecked);
        let numbers = ty.elem.is_number() && ty.elem.value_type() != Type::Complex;
        let in_memory = matches!(
            self.frame().slots.get(&var),
            Some(Slot::Locals(_) | Slot::Bound(Operand::Handle(_)))
        );
        let own = self
            .program
            .summaries
            .of(self.frame().id)
            .own
            .contains(&var);
        let serial = self.frame().loops.iter().any(|around| around.serial);
        let loops = self.kernel.is_none() && self.wants_registers() && !serial;
        (loops && whole && plain && spans.count() == 1 && checked && numbers && in_memory && own)
            .then_some(var)
    }

    /// Whether a value has its elements one after the other along one dimension, in arrays other than that of the variable or at the same place.
    fn is_row(&self, value: &Expr, var: VarId, target: &Element) -> bool {
        if value.ty.is_number() {
            return true;
        }
        let ty = array_type(&value.ty);
        if ty.is_small() || ty.elem.value_type() == Type::Complex || !ty.elem.is_number() {
            return false;
        }
        match &value.kind {
            ExprKind::Var(other) => {
                let one = match self.kept_slice(value) {
                    Some((slice, array)) => slice.is_row() && array != var,
                    None => ty.rank() == Some(1),
                };
                one && *other != var
            }
            ExprKind::Element(element) => {
                let of_other = matches!(element.array.kind, ExprKind::Var(other) if other != var);
                let row = subscripts(element)
                    .iter()
                    .filter(|subscript| !matches!(subscript, Subscript::Index(_)))
                    .count()
                    == 1;
                self.is_strided(value) && row && (of_other || same_slice(element, target))
            }
            _ => {
                is_elementwise(value)
                    && operands(value)
                        .into_iter()
                        .all(|part| self.is_row(part, var, target))
            }
        }
    }

    /// What the subscripts of a target pick; a range is inside.
    fn picked_row(&mut self, element: &Element, array: Value) -> Lowered<Strided> {
        let of = subscripts(element);
        let may_be_empty = of
            .iter()
            .any(|subscript| matches!(subscript, Subscript::Range { .. }));
        let mut picked = Vec::new();
        for (axis, subscript) in of.iter().enumerate() {
            let extent = self.dim(array, axis as u8);
            let (zero, one) = (self.int(0), self.int(1));
            picked.push(match subscript {
                Subscript::Index(index) => {
                    let index = self.eval_value(index)?;
                    // The accesses test it, but a range may have no elements.
                    if may_be_empty {
                        let inside = self.inside_extent(index, extent);
                        let outside = self.not(inside);
                        self.refuse_index(element, axis, outside, index, extent);
                    }
                    Picked {
                        first: index,
                        step: one,
                        count: one,
                        single: true,
                    }
                }
                Subscript::Range { start, stop, .. } => {
                    let (first, stop) = (self.eval_value(start)?, self.eval_value(stop)?);
                    let distance = self.sub(stop, first);
                    let count = self.add(distance, one);
                    let count = self.binary(MirBinary::Max, count, zero);
                    self.require_range_inside(element, axis, first, stop, extent);
                    Picked {
                        first,
                        step: one,
                        count,
                        single: false,
                    }
                }
                Subscript::All | Subscript::Vector(_) => Picked {
                    first: zero,
                    step: one,
                    count: extent,
                    single: false,
                },
            });
        }
        let row = picked.iter().find(|one| !one.single);
        let count = row.expect("a row has a span").count;
        let indices = Indices {
            picked,
            mode: self.mode(element.write),
            name: self.array_name_id(&element.array),
        };
        Ok(Strided {
            array,
            base: self.int(0),
            steps: Steps::Indices(indices),
            dims: vec![count],
            count,
        })
    }

    /// The error of the first index of a range that leaves the array; a range without elements has none.
    fn require_range_inside(
        &mut self,
        element: &Element,
        axis: usize,
        first: Value,
        stop: Value,
        extent: Value,
    ) {
        let some = self.compare(CompareOp::Le, first, stop);
        let starts = self.inside_extent(first, extent);
        let ends = self.compare(CompareOp::Lt, stop, extent);
        let inside = self.binary(MirBinary::And, starts, ends);
        let leaves = self.not(inside);
        let outside = self.binary(MirBinary::And, some, leaves);
        let wrong = self.select(starts, extent, first);
        self.refuse_index(element, axis, outside, wrong, extent);
    }

    fn refuse_index(
        &mut self,
        element: &Element,
        axis: usize,
        outside: Value,
        index: Value,
        extent: Value,
    ) {
        if self.mode(element.write) != AccessMode::Checked {
            return;
        }
        let name = self.array_name(&element.array);
        self.when(outside, |s| {
            let axis = s.int(axis as i32);
            let (index, extent) = (s.convert(index, Ty::I64), s.convert(extent, Ty::I64));
            s.runtime0(RtFn::error_index, &[name, axis, index, extent], &[]);
        });
    }
}
