//! Updates of single elements: in memory, in registers, and atomic ones.
//!
//! Layer: `memory`.
//!
//! *Invariant:* the element that is read is the one that is written.

use crate::hir::{AssignOp, BinaryOp};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::{Number, Operand, ReadAndWrite, Small};
use crate::lower::emit::types::{Lowered, number_ty};
use crate::mir::ElemTypes;
use crate::mir::{
    Access, AtomicOp, BinaryOp as MirBinary, Block, CompareOp, Const, ElemKind, Local, Op, Ty,
    Value,
};
use crate::types::{ArrayType, Elem};

impl Emitter<'_, '_> {
    /// Assigns to an element in memory, which is loaded and stored with these accesses; the result is that of the assignment.
    pub(in crate::lower) fn update_memory(
        &mut self,
        loaded: Access,
        stored: Access,
        op: AssignOp,
        value: Operand,
        elem: Elem,
    ) -> Lowered<Operand> {
        match op {
            AssignOp::Set => {
                self.store_element(stored, value.clone());
                Ok(value)
            }
            AssignOp::Update(op) => {
                let old = self.load_element(loaded).number();
                let new = self.updated(op, old, value.number(), elem);
                self.store_element(stored, new.into());
                Ok(new.into())
            }
            AssignOp::CompareExchange => panic!("compared before"),
            AssignOp::Exchange => {
                let old = self.load_element(loaded);
                self.store_element(stored, value);
                Ok(old)
            }
        }
    }

    /// Replaces an element by `new` where it is the expected one, and gives what it was.
    pub(in crate::lower) fn atomic_comparison(
        &mut self,
        access: Access,
        expected: Number,
        new: Number,
    ) -> Operand {
        let kind = self.elem(access.array);
        let types = kind.access_tys();
        let expected = self.convert(expected.real(), types[0]);
        let new = if kind == ElemKind::U64 {
            self.stored_values(new, kind)[0]
        } else {
            self.convert(new.real(), types[0])
        };
        let op = Op::Atomic(AtomicOp::CompareExchange, access, vec![expected, new]);
        let results = self.emit(op, types);
        self.loaded_element(&results, kind).into()
    }

    /// The new value where the old one is the expected one, else the old one.
    pub(in crate::lower) fn where_expected(
        &mut self,
        old: Number,
        expected: Number,
        new: Number,
    ) -> Number {
        let ty = self.ty(old.real());
        let [expected, new] = [expected, new].map(|number| self.convert(number.real(), ty));
        let same = self.compare(CompareOp::Eq, old.real(), expected);
        Number::Real(self.select(same, new, old.real()))
    }

    /// Whether an update of ints is computed in real numbers.
    pub(in crate::lower) fn is_real_update(&self, access: &Access, value: Number) -> bool {
        let is_float = |ty: &Ty| ty.is_float();
        let ints = !self.elem(access.array).access_tys().iter().any(is_float);
        ints && matches!(value, Number::Real(value) if self.ty(value).is_float())
    }

    /// Whether an update may take an element of `uint64` below 0, where a store writes 0 and no atomic operation of 64 bits does.
    pub(in crate::lower) fn may_saturate(
        &self,
        op: BinaryOp,
        value: Number,
        kind: ElemKind,
    ) -> bool {
        if kind != ElemKind::U64 {
            return false;
        }
        let not_negative = match self.constant_value(value.real()) {
            Some(Const::I32(number)) => number >= 0,
            Some(Const::I64(number)) => number >= 0,
            _ => false,
        };
        let always = matches!(op, BinaryOp::Max | BinaryOp::BitAnd);
        let stays = matches!(
            op,
            BinaryOp::Add | BinaryOp::Min | BinaryOp::BitOr | BinaryOp::BitXor
        );
        !(always || stays && not_negative)
    }

    /// An update that no atomic operation does: the new value is stored unless the old one has changed meanwhile, until it is stored.
    pub(in crate::lower) fn update_by_exchange(
        &mut self,
        access: &Access,
        op: BinaryOp,
        value: Number,
        elem: Elem,
    ) -> Number {
        let ty = number_ty(&elem.value_type(), self.hir.double);
        let (label, result) = (self.label(), self.local(ty, None));
        let (body, ()) = self.block(|s| {
            let old = s.load_element(access.clone()).number();
            let new = s.updated(op, old, value, elem);
            s.set(result, new.real());
            let seen = s.atomic_comparison(access.clone(), old, new).number();
            let stored = s.compare(CompareOp::Eq, seen.real(), old.real());
            let (leave, ()) = s.block(|s| s.break_(label));
            s.push_if(stored, leave, Block::default());
        });
        self.push(Op::Loop { label, body }, Vec::new());
        self.get(result).into()
    }

    /// Assigns to an element in registers; the result is that of the assignment.
    pub(in crate::lower) fn update_registers(
        &mut self,
        ty: &ArrayType,
        locals: &[Local],
        index: &[Value],
        reach: ReadAndWrite,
        op: AssignOp,
        value: Number,
    ) -> Operand {
        let parts = locals.len() / ty.known_numel().expect("a small array has known sizes");
        if let AssignOp::Update(op) = op
            && self.is_accumulator(locals)
        {
            let (index, inside) = self.small_index(ty, index, reach.write);
            return self.accumulate_register(locals, parts, index, inside, op, value);
        }
        if let AssignOp::Update(op @ (BinaryOp::Add | BinaryOp::Sub)) = op
            && reach.is_one_element()
            && self.is_plain_sum(value, ty.elem)
        {
            let (index, inside) = self.small_index(ty, index, reach.write);
            if self.known_int(index).is_none() {
                let value = self.convert_number(value, &ty.elem.value_type());
                // Sums in places of their own, which a loop may take in any order; a chain of choices of what is stored is no sum.
                self.accumulate_register(locals, parts, index, inside, op, value);
                let elements = self.numbers_of(locals, parts);
                return Operand::Number(self.pick(&elements, index));
            }
        }
        let old = match op {
            AssignOp::Set => None,
            AssignOp::Update(_) | AssignOp::Exchange | AssignOp::CompareExchange => {
                let elements = self.numbers_of(locals, parts);
                let small = Small {
                    ty: ty.clone(),
                    elements,
                };
                Some(self.small_element(&small, index, reach.read))
            }
        };
        let new = match (op, old) {
            (AssignOp::Update(op), Some(old)) => self.updated(op, old, value, ty.elem),
            (
                AssignOp::Update(_)
                | AssignOp::Set
                | AssignOp::Exchange
                | AssignOp::CompareExchange,
                _,
            ) => value,
        };
        let new = self.rounded(new, ty.elem);
        let new = self.convert_number(new, &ty.elem.value_type());
        let (index, inside) = self.small_index(ty, index, reach.write);
        self.write_register(locals, parts, index, inside, new);
        Operand::Number(if op == AssignOp::Exchange {
            old.unwrap_or(new)
        } else {
            new
        })
    }

    /// An update of one element of a kernel's output: every element takes part, those that are not meant by adding what
    /// changes nothing.
    fn accumulate_register(
        &mut self,
        locals: &[Local],
        parts: usize,
        index: Value,
        inside: Option<Value>,
        op: BinaryOp,
        value: Number,
    ) -> Operand {
        for (position, chunk) in locals.chunks(parts).enumerate() {
            let position = self.int(position as i32);
            let here = self.compare(CompareOp::Eq, index, position);
            let here = inside.map_or(here, |inside| self.binary(MirBinary::And, here, inside));
            let neutral = self.neutral(op, value);
            let value = self.select_number(here, value, neutral);
            self.accumulate_locals(chunk, op, value);
        }
        value.into()
    }

    /// Whether adding a value to an element is adding numbers of the element's own kind, without anything that is rounded or saturated.
    fn is_plain_sum(&self, value: Number, elem: Elem) -> bool {
        let is_int = |part: Value| !self.ty(part).is_float() && self.ty(part) != Ty::I64;
        match elem {
            Elem::Int => matches!(value, Number::Real(value) if is_int(value)),
            Elem::Scalar => matches!(value, Number::Real(_)),
            Elem::Complex => true,
            Elem::Storage(_) | Elem::String | Elem::Compound(_) => false,
        }
    }

    /// What changes nothing when it is accumulated.
    fn neutral(&mut self, op: BinaryOp, like: Number) -> Number {
        let is_float = self.ty(like.values()[0]).is_float();
        let value = match op {
            BinaryOp::Mul => 1.0,
            // The constant is the nearest integer of its type.
            BinaryOp::Min if !is_float => f64::INFINITY,
            BinaryOp::Max if !is_float => f64::NEG_INFINITY,
            // Of it and any other the other one is taken.
            BinaryOp::Min | BinaryOp::Max => f64::NAN,
            BinaryOp::BitAnd => -1.0,
            // The sum with it keeps the sign of a zero; what is subtracted is negated before it is added.
            BinaryOp::Add if is_float => -0.0,
            _ => 0.0,
        };
        let values: Vec<Value> = like
            .values()
            .into_iter()
            .map(|part| self.number_like(part, value))
            .collect();
        Number::from_values(&values)
    }

    /// Stores a number into the element with the index: into its own locals when the index is known, else into the locals
    /// of every element, where all but one keep what they have.
    fn write_register(
        &mut self,
        locals: &[Local],
        parts: usize,
        index: Value,
        inside: Option<Value>,
        new: Number,
    ) {
        if let Some(known) = self.known_int(index) {
            let chunk = usize::try_from(known)
                .ok()
                .and_then(|known| locals.chunks(parts).nth(known));
            self.set_where(chunk.unwrap_or_default(), inside, new);
            return;
        }
        for (position, chunk) in locals.chunks(parts).enumerate() {
            let position = self.int(position as i32);
            let here = self.compare(CompareOp::Eq, index, position);
            let here = inside.map_or(here, |inside| self.binary(MirBinary::And, here, inside));
            self.set_where(chunk, Some(here), new);
        }
    }

    /// Stores a number into its locals, under a condition if there is one.
    fn set_where(&mut self, locals: &[Local], cond: Option<Value>, new: Number) {
        for (&local, value) in locals.iter().zip(new.values()) {
            let value = match cond {
                Some(cond) => {
                    let old = self.get(local);
                    self.select(cond, value, old)
                }
                None => value,
            };
            self.set(local, value);
        }
    }
}
