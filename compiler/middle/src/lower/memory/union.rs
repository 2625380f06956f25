//! Values whose type is known when running: unions in locals, elements of cells in memory.
//!
//! A union is a tag and slots: every member keeps its parts in slots of their MIR types, which the members share; slots that
//! the present member does not use hold nothing. An element of a cell is an array that the runtime makes of the parts, marked
//! with the same tag. Arrays of arrays hold the arrays themselves.
//!
//! Layer: `memory`.
//!
//! *Invariant:* the tag of a type is the same everywhere in a program; members of one group (`types::union`) share it.

use crate::base::Span;
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::{Emitter, number_entry};
use crate::lower::emit::operand::{Number, Operand};
use crate::lower::emit::types::{Lowered, OBJECT};
use crate::lower::memory::storage::inside;
use crate::lower::tree::kernel::referred;
use crate::mir::{
    Access, BinaryOp as MirBinary, CompareOp, ElemKind, ListEntry, Local, RtFn, Ty, Value,
};
use crate::types::families::{empty_type, number_type};
use crate::types::{Elem, Type, member_of, settled};

/// The MIR type of an element of a cell.
const ELEMENT: Ty = Ty::Array(ElemKind::Array);

impl Emitter<'_, '_> {
    // ---- Unions in locals --------------------------------------------------------------------------------------------

    /// An operand as a union, or out of one.
    pub(in crate::lower) fn change_union(
        &mut self,
        operand: Operand,
        from: &Type,
        to: &Type,
        span: Span,
    ) -> Lowered<Operand> {
        match (from, to) {
            (Type::Union(from), Type::Union(to)) => self.widen(operand, from, to, span),
            (from, Type::Union(to)) => self.inject(operand, from, to, span),
            (Type::Union(from), to) => self.narrow(operand, from, to, span),
            _ => panic!("neither '{from}' nor '{to}' is a union"),
        }
    }

    /// A value of a member's type as the union.
    fn inject(
        &mut self,
        operand: Operand,
        member: &Type,
        members: &[Type],
        span: Span,
    ) -> Lowered<Operand> {
        let values = self.flatten(operand, span)?;
        let tag = self.program.tag(member);
        let tag = self.int(tag);
        Ok(self.union_value(tag, &values, member, members))
    }

    fn union_value(
        &mut self,
        tag: Value,
        values: &[Value],
        member: &Type,
        members: &[Type],
    ) -> Operand {
        let types = self.program.union_parts(members);
        let mut parts = vec![tag];
        for ty in types.into_iter().skip(1) {
            parts.push(self.zero(ty));
        }
        let slots = self.program.slots(members, member);
        for (slot, &value) in slots.into_iter().zip(values) {
            parts[slot] = value;
        }
        self.unflatten(&Type::Union(members.to_vec()), &mut parts.into_iter())
    }

    /// A union as one with more members.
    fn widen(
        &mut self,
        operand: Operand,
        from: &[Type],
        to: &[Type],
        span: Span,
    ) -> Lowered<Operand> {
        let values = self.flatten(operand, span)?;
        let types = self.program.union_parts(to);
        let own = self.program.union_parts(from);
        let mut left: Vec<(Ty, Value)> = own.into_iter().zip(values).collect();
        let mut parts = Vec::new();
        for ty in types {
            let found = left.iter().position(|(other, _)| *other == ty);
            parts.push(match found {
                Some(index) => left.remove(index).1,
                None => self.zero(ty),
            });
        }
        Ok(self.unflatten(&Type::Union(to.to_vec()), &mut parts.into_iter()))
    }

    /// The value of a union that is known to hold that member.
    fn narrow(
        &mut self,
        operand: Operand,
        members: &[Type],
        to: &Type,
        span: Span,
    ) -> Lowered<Operand> {
        let member = member_of(members, &settled(to)).expect("a union has the member");
        let values = self.flatten(operand, span)?;
        let slots = self.program.slots(members, member);
        let parts: Vec<Value> = slots.into_iter().map(|slot| values[slot]).collect();
        Ok(self.unflatten(to, &mut parts.into_iter()))
    }

    /// A `Bool`: whether a tag is that of the type.
    pub(in crate::lower) fn has_tag(&mut self, tag: Value, ty: &Type) -> Value {
        let wanted = self.program.tag(ty);
        let wanted = self.int(wanted);
        self.compare(CompareOp::Eq, tag, wanted)
    }

    // ---- Elements in memory ------------------------------------------------------------------------------------------

    /// Reads an element of an array as a value of the type.
    pub(in crate::lower) fn load_typed(
        &mut self,
        access: Access,
        elem: Elem,
        ty: &Type,
        span: Span,
    ) -> Lowered<Operand> {
        if self.kernel.is_some() && referred(ty).is_some() && !carries_type(elem) {
            return Ok(Operand::Handle(self.load(access)[0]));
        }
        if self.kernel.is_some() && matches!(elem, Elem::Compound(_)) {
            return self.unsupported(span, "an array of arrays within a kernel");
        }
        match (elem, ty) {
            (Elem::Compound(_), _) if carries_type(elem) => {
                let element = self.load_handle(access, ELEMENT);
                self.unpack_element(element, ty, span)
            }
            (Elem::Compound(_), Type::Array(array)) => {
                let kind = self.array_ty(array);
                Ok(Operand::Handle(self.load_handle(access, kind)))
            }
            (Elem::Compound(_), _) => {
                let pointer = self.load_handle(access, OBJECT);
                Ok(Operand::Handle(pointer))
            }
            _ => Ok(self.load_element(access)),
        }
    }

    /// What is stored in an array of these elements for a value of the type.
    pub(in crate::lower) fn element_value(
        &mut self,
        elem: Elem,
        value: Operand,
        ty: &Type,
        span: Span,
    ) -> Lowered<Operand> {
        if carries_type(elem) {
            return Ok(Operand::Handle(self.pack_element(value, ty, span)?));
        }
        match elem {
            Elem::Compound(_) => Ok(Operand::Handle(self.materialize(value, span)?)),
            _ => Ok(value),
        }
    }

    /// A value as an element of a cell.
    pub(in crate::lower) fn pack_element(
        &mut self,
        value: Operand,
        ty: &Type,
        span: Span,
    ) -> Lowered<Value> {
        let Type::Union(members) = ty else {
            return self.pack_single(value, ty, span);
        };
        let values = self.flatten(value, span)?;
        let tag = values[0];
        let local = self.local(ELEMENT, None);
        for member in members {
            let holds = self.has_tag(tag, member);
            let (values, members) = (values.clone(), members.clone());
            self.when(holds, |s| -> Lowered<()> {
                let all = Type::Union(members.clone());
                let operand = s.unflatten(&all, &mut values.into_iter());
                let narrow = s.narrow(operand, &members, member, span)?;
                let element = s.pack_single(narrow, member, span)?;
                s.set(local, element);
                Ok(())
            })?;
        }
        Ok(self.get(local))
    }

    fn pack_single(&mut self, value: Operand, ty: &Type, span: Span) -> Lowered<Value> {
        let entries: Vec<ListEntry> = match value {
            Operand::Number(number) => vec![number_entry(number)],
            other => {
                let values = self.flatten(other, span)?;
                let text = self.element_text(ty, &values);
                text.into_iter()
                    .chain(values)
                    .map(ListEntry::Value)
                    .collect()
            }
        };
        let tag = self.program.tag(ty);
        let tag = self.int(tag);
        Ok(self.runtime1(RtFn::cell_new, &[tag], &entries, ELEMENT))
    }

    /// What prints for an element that neither is a number, a string nor an array.
    fn element_text(&mut self, ty: &Type, values: &[Value]) -> Option<Value> {
        match ty {
            Type::Closure(_) => Some(self.text("function")),
            Type::Pointer(class) => {
                let pointer = Type::Pointer(class.clone()).to_string();
                let (null, object) = (self.text("nullptr"), self.text(&pointer));
                let local = self.local(Ty::Str, None);
                self.set(local, object);
                let is_null = self.is_null(values[0]);
                self.when(is_null, |s| s.set(local, null));
                Some(self.get(local))
            }
            Type::Exception => Some(self.first_text(values[0])),
            Type::Class(_) | Type::Enum(_) => Some(self.box_text(values[0])),
            number_type!()
            | Type::String
            | Type::Array(_)
            | Type::Group(_)
            | Type::Null
            | Type::Tuple(_)
            | Type::Union(_)
            | Type::Unknown(_)
            | Type::Void
            | Type::Error => None,
        }
    }

    /// The text of a boxed value: its last entry, as it is.
    fn box_text(&mut self, boxed: Value) -> Value {
        let (count, one) = (self.numel(boxed), self.int(1));
        let last = self.binary(MirBinary::Sub, count, one);
        let access = inside(boxed, last);
        self.load_handle(access, ELEMENT)
    }

    fn first_text(&mut self, texts: Value) -> Value {
        let first = self.int(0);
        let access = inside(texts, first);
        self.load_handle(access, Ty::Str)
    }

    /// The value that an element of a cell holds; an error when it is of another type.
    pub(in crate::lower) fn unpack_element(
        &mut self,
        element: Value,
        ty: &Type,
        span: Span,
    ) -> Lowered<Operand> {
        let tag = self.runtime1(RtFn::cell_tag, &[element], &[], Ty::I32);
        let members = match ty {
            Type::Union(members) => members.clone(),
            one => vec![one.clone()],
        };
        let types = self.program.parts(ty);
        let locals: Vec<Local> = types.into_iter().map(|ty| self.local(ty, None)).collect();
        self.unpack_members(element, tag, &members, ty, &locals, span)?;
        let values: Vec<Value> = locals.into_iter().map(|local| self.get(local)).collect();
        Ok(self.unflatten(ty, &mut values.into_iter()))
    }

    /// Tests for one member after the other.
    fn unpack_members(
        &mut self,
        element: Value,
        tag: Value,
        members: &[Type],
        ty: &Type,
        locals: &[Local],
        span: Span,
    ) -> Lowered<()> {
        let Some((member, rest)) = members.split_first() else {
            let wanted = self.text(&ty.to_string());
            self.runtime0(RtFn::cell_mismatch, &[element, wanted], &[]);
            return Ok(());
        };
        let holds = self.has_tag(tag, member);
        let (then, found) = self.block(|s| -> Lowered<()> {
            let mut operand = s.unpack_single(element, member, span)?;
            if let Type::Union(_) = ty {
                operand = s.change_union(operand, member, ty, span)?;
            }
            let values = s.flatten(operand, span)?;
            for (&local, value) in locals.iter().zip(values) {
                s.set(local, value);
            }
            Ok(())
        });
        let (otherwise, other) =
            self.block(|s| s.unpack_members(element, tag, rest, ty, locals, span));
        found.and(other)?;
        self.push_if(holds, then, otherwise);
        Ok(())
    }

    fn unpack_single(&mut self, element: Value, ty: &Type, span: Span) -> Lowered<Operand> {
        match ty {
            number_type!() | Type::String => {
                let elem = ty.elem().expect("a number or a string");
                let kind = Ty::Array(self.kind(elem));
                let part = self.part(element, 0, kind);
                let first = self.int(0);
                Ok(self.load_element(inside(part, first)))
            }
            Type::Array(array) => {
                let kind = self.array_ty(array);
                Ok(Operand::Handle(self.part(element, 0, kind)))
            }
            Type::Exception
            | Type::Pointer(_)
            | Type::Closure(_)
            | Type::Enum(_)
            | Type::Class(_) => {
                let types = self.program.parts(ty);
                let mut values = Vec::new();
                for (index, part) in types.into_iter().enumerate() {
                    // The text comes first.
                    values.push(self.captured_part(element, index + 1, part));
                }
                Ok(self.unflatten(ty, &mut values.into_iter()))
            }
            Type::Group(_)
            | Type::Null
            | Type::Tuple(_)
            | Type::Union(_)
            | Type::Unknown(_)
            | empty_type!() => self.unsupported(span, "a cell of such values"),
        }
    }

    /// One of the captured values of a function in a cell.
    fn captured_part(&mut self, element: Value, index: usize, ty: Ty) -> Value {
        let kind = match ty {
            Ty::Array(_) => return self.part(element, index, ty),
            Ty::Str => ElemKind::Text,
            Ty::I32 | Ty::Bool => ElemKind::I32,
            Ty::I64 => ElemKind::I64,
            Ty::F32 => ElemKind::F32,
            Ty::F64 => ElemKind::F64,
        };
        let part = self.part(element, index, Ty::Array(kind));
        let first = self.int(0);
        match self.load_element(inside(part, first)) {
            Operand::Number(Number::Real(value)) | Operand::Handle(value) => value,
            other => panic!("{other:?} is not one value"),
        }
    }

    fn part(&mut self, element: Value, index: usize, ty: Ty) -> Value {
        let index = self.int(index as i32);
        let access = inside(element, index);
        self.load_handle(access, ty)
    }
}

/// Whether elements of arrays carry their type: what is neither a number, a string nor an array of one type.
fn carries_type(elem: Elem) -> bool {
    match elem {
        Elem::Compound(ty) => crate::types::carries_type(ty),
        Elem::Int | Elem::Scalar | Elem::Complex | Elem::Storage(_) | Elem::String => false,
    }
}
