//! Types of Quasar for debuggers, in the terms of C.
//!
//! | in Quasar | for debuggers |
//! |---|---|
//! | `int`, `int64`, `scalar`, `cscalar` | base types with these names |
//! | `vec[uint8]`, `mat`, `cube(:,:,3)` | a `typedef` with this name of a pointer to the structure `quasar_array_u8` |
//! | the same, kept in registers | a `typedef` with this name of an array in C |
//! | `string` | a `typedef` of a pointer to the structure `quasar_string` |
//! | a key of an enumeration | an enumeration with its name |
//! | a class | a structure with its name |
//! | a reference to an object | a `typedef` of a pointer to a structure, whose members say how they are found (`ObjectField`) |
//! | a function, a union | a structure with the values that it is made of |
//!
//! *Invariant:* a type is described once in a program.

use std::collections::HashMap;

use gimli::constants::{
    DW_AT_byte_size, DW_AT_const_value, DW_AT_count, DW_AT_data_member_location, DW_AT_encoding,
    DW_AT_name, DW_AT_type, DW_ATE_boolean, DW_ATE_complex_float, DW_ATE_float, DW_ATE_signed,
    DW_ATE_unsigned, DW_ATE_unsigned_char, DW_TAG_array_type, DW_TAG_base_type,
    DW_TAG_enumeration_type, DW_TAG_enumerator, DW_TAG_member, DW_TAG_pointer_type,
    DW_TAG_structure_type, DW_TAG_subrange_type, DW_TAG_typedef, DwAte,
};
use gimli::write::{AttributeValue, Expression, Unit, UnitEntryId};
use quasar_abi::{ArrayHeader, ElemKind, MAXIMUM_DIMENSIONS, StringHeader};

use crate::mir::{ObjectField, SourceEnumeration, SourceObject, Ty, VariableForm};

/// The names of structures that objects are begin so; `tools/gdb/quasar.py` knows them by that.
const OBJECT: &str = "quasar_object_";

/// A member of a structure.
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: UnitEntryId,
    /// Where it begins.
    pub place: u64,
}

/// The types that have been described, by what they are.
pub struct Types<'a> {
    known: HashMap<String, UnitEntryId>,
    /// What references refer to.
    objects: &'a [SourceObject],
    enumerations: &'a [SourceEnumeration],
}

/// A string for an attribute: without zero bytes, which would end it.
pub fn text_value(text: &str) -> AttributeValue {
    AttributeValue::String(text.bytes().filter(|byte| *byte != 0).collect())
}

/// Bytes of a part.
pub fn size_of(ty: Ty) -> u64 {
    match ty {
        Ty::Bool => 1,
        Ty::I32 | Ty::F32 => 4,
        Ty::I64 | Ty::F64 | Ty::Array(_) | Ty::Str => 8,
    }
}

/// Where parts lie that lie side by side, as the members of a structure of C.
pub fn offsets_of(types: &[Ty]) -> Vec<u64> {
    let mut end = 0_u64;
    let offsets = types.iter().map(|ty| {
        let offset = end.next_multiple_of(size_of(*ty));
        end = offset + size_of(*ty);
        offset
    });
    offsets.collect()
}

impl<'a> Types<'a> {
    /// Nothing is described yet.
    pub fn new(objects: &'a [SourceObject], enumerations: &'a [SourceEnumeration]) -> Self {
        Types {
            known: HashMap::new(),
            objects,
            enumerations,
        }
    }

    /// The enumeration with this name.
    pub fn keys(&mut self, unit: &mut Unit, name: &str) -> Option<UnitEntryId> {
        let all = self.enumerations;
        let found = all.iter().find(|one| one.name == name)?;
        let id = self.once(unit, format!("keys {name}"), |_, unit| {
            let id = add(unit, DW_TAG_enumeration_type, name);
            let size = AttributeValue::Udata(size_of(Ty::I32));
            unit.get_mut(id).set(DW_AT_byte_size, size);
            for (key, value) in &found.keys {
                let entry = unit.add(id, DW_TAG_enumerator);
                let entry = unit.get_mut(entry);
                let value = AttributeValue::Sdata(i64::from(*value));
                entry.set(DW_AT_name, text_value(key));
                entry.set(DW_AT_const_value, value);
            }
            id
        });
        Some(id)
    }

    /// The type of a variable whose parts make its value in this way.
    pub fn of_value(
        &mut self,
        unit: &mut Unit,
        name: &str,
        form: &VariableForm,
        types: &[Ty],
    ) -> Option<UnitEntryId> {
        Some(match (form, types) {
            (VariableForm::Single, [one]) => self.single(unit, name, *one),
            (VariableForm::Complex, [part, _]) => self.complex(unit, name, *part),
            (VariableForm::Elements { extents, parts }, [first, ..]) => {
                let element = match parts {
                    1 => self.single(unit, part_name(*first), *first),
                    _ => self.complex(unit, "cscalar", *first),
                };
                let array = self.array(unit, element, extents);
                self.named(unit, name, array)
            }
            (VariableForm::List, _) => {
                let mut members = Vec::new();
                let mut end = 0;
                for ((number, ty), place) in types.iter().enumerate().zip(offsets_of(types)) {
                    members.push(Member {
                        name: format!("part{number}"),
                        ty: self.single(unit, part_name(*ty), *ty),
                        place,
                    });
                    end = place + size_of(*ty);
                }
                self.structure(unit, name, &members, end)
            }
            (VariableForm::Single | VariableForm::Complex | VariableForm::Elements { .. }, _) => {
                return None;
            }
        })
    }

    /// A structure of so many bytes with these members.
    pub fn structure(
        &mut self,
        unit: &mut Unit,
        name: &str,
        members: &[Member],
        size: u64,
    ) -> UnitEntryId {
        let texts = members.iter();
        let texts = texts.map(|one| format!("{}:{:?}:{}", one.name, one.ty, one.place));
        let key = format!("structure {name} {size} {:?}", texts.collect::<Vec<_>>());
        self.once(unit, key, |_, unit| {
            let members = members.iter();
            let members = members.map(|one| (one.name.as_str(), one.ty, one.place));
            structure(unit, name, size, &members.collect::<Vec<_>>())
        })
    }

    fn once(
        &mut self,
        unit: &mut Unit,
        key: String,
        make: impl FnOnce(&mut Self, &mut Unit) -> UnitEntryId,
    ) -> UnitEntryId {
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let id = make(self, unit);
        self.known.insert(key, id);
        id
    }

    fn single(&mut self, unit: &mut Unit, name: &str, ty: Ty) -> UnitEntryId {
        match ty {
            Ty::Bool => self.base(unit, name, DW_ATE_boolean, 1),
            Ty::I32 => self.base(unit, name, DW_ATE_signed, 4),
            Ty::I64 => self.base(unit, name, DW_ATE_signed, 8),
            Ty::F32 => self.base(unit, name, DW_ATE_float, 4),
            Ty::F64 => self.base(unit, name, DW_ATE_float, 8),
            Ty::Str => {
                let text = self.string(unit);
                self.named(unit, name, text)
            }
            Ty::Array(kind) => {
                let object = self.objects.iter().find(|one| one.name == name);
                let header = match object {
                    Some(object) => self.object(unit, object),
                    None => self.header(unit, kind),
                };
                let pointer = self.pointer(unit, header);
                self.named(unit, name, pointer)
            }
        }
    }

    /// What a reference refers to. Objects may refer to each other.
    fn object(&mut self, unit: &mut Unit, object: &'a SourceObject) -> UnitEntryId {
        let name = format!("{OBJECT}{}", object.name.trim_start_matches('^'));
        if let Some(known) = self.known.get(&name) {
            return *known;
        }
        let id = structure(unit, &name, ArrayHeader::SIZE as u64, &[]);
        self.known.insert(name, id);
        for field in &object.fields {
            let ty = match (object.is_open, field.element) {
                (true, _) => self.single(unit, "cell", Ty::Array(ElemKind::Array)),
                (false, Some(_)) => self.element(unit, field.kind),
                (false, None) => self.single(unit, &field.ty, Ty::Array(field.kind)),
            };
            let member = unit.add(id, DW_TAG_member);
            let member = unit.get_mut(member);
            member.set(DW_AT_name, text_value(&field.name));
            member.set(DW_AT_type, AttributeValue::UnitRef(ty));
            let place = AttributeValue::Exprloc(place_in_object(field));
            member.set(DW_AT_data_member_location, place);
        }
        id
    }

    fn complex(&mut self, unit: &mut Unit, name: &str, part: Ty) -> UnitEntryId {
        self.base(unit, name, DW_ATE_complex_float, 2 * size_of(part))
    }

    fn base(&mut self, unit: &mut Unit, name: &str, encoding: DwAte, size: u64) -> UnitEntryId {
        let key = format!("base {name} {encoding:?} {size}");
        self.once(unit, key, |_, unit| {
            let id = add(unit, DW_TAG_base_type, name);
            let entry = unit.get_mut(id);
            entry.set(DW_AT_encoding, AttributeValue::Encoding(encoding));
            entry.set(DW_AT_byte_size, AttributeValue::Udata(size));
            id
        })
    }

    fn named(&mut self, unit: &mut Unit, name: &str, ty: UnitEntryId) -> UnitEntryId {
        self.once(unit, format!("name {name} {ty:?}"), |_, unit| {
            let id = add(unit, DW_TAG_typedef, name);
            unit.get_mut(id)
                .set(DW_AT_type, AttributeValue::UnitRef(ty));
            id
        })
    }

    fn pointer(&mut self, unit: &mut Unit, to: UnitEntryId) -> UnitEntryId {
        self.once(unit, format!("pointer {to:?}"), |_, unit| {
            let id = unit.add(unit.root(), DW_TAG_pointer_type);
            let entry = unit.get_mut(id);
            entry.set(DW_AT_byte_size, AttributeValue::Udata(8));
            entry.set(DW_AT_type, AttributeValue::UnitRef(to));
            id
        })
    }

    /// An array of C.
    fn array(&mut self, unit: &mut Unit, of: UnitEntryId, extents: &[u32]) -> UnitEntryId {
        self.once(unit, format!("array {of:?} {extents:?}"), |types, unit| {
            let index = types.base(unit, "int64", DW_ATE_signed, 8);
            let id = unit.add(unit.root(), DW_TAG_array_type);
            unit.get_mut(id)
                .set(DW_AT_type, AttributeValue::UnitRef(of));
            for extent in extents {
                let range = unit.add(id, DW_TAG_subrange_type);
                let range = unit.get_mut(range);
                range.set(DW_AT_type, AttributeValue::UnitRef(index));
                range.set(DW_AT_count, AttributeValue::Udata(u64::from(*extent)));
            }
            id
        })
    }

    /// A pointer to a text.
    fn string(&mut self, unit: &mut Unit) -> UnitEntryId {
        self.once(unit, "string".to_owned(), |types, unit| {
            let int = types.base(unit, "int", DW_ATE_signed, 4);
            let long = types.base(unit, "int64", DW_ATE_signed, 8);
            let byte = types.base(unit, "char", DW_ATE_unsigned_char, 1);
            let text = types.array(unit, byte, &[0]);
            let size = StringHeader::SIZE as u64;
            let members = [
                ("refs", long, 0),
                ("kind", int, 8),
                ("length", long, StringHeader::LENGTH as u64),
                ("text", text, size),
            ];
            let header = structure(unit, "quasar_string", size, &members);
            types.pointer(unit, header)
        })
    }

    /// The header of an array with elements of a kind.
    fn header(&mut self, unit: &mut Unit, kind: ElemKind) -> UnitEntryId {
        let name = format!("quasar_array_{}", kind.name());
        self.once(unit, name.clone(), |types, unit| {
            let element = types.element(unit, kind);
            let data = types.pointer(unit, element);
            let int = types.base(unit, "int", DW_ATE_signed, 4);
            let long = types.base(unit, "int64", DW_ATE_signed, 8);
            let dims = types.array(unit, long, &[MAXIMUM_DIMENSIONS as u32]);
            let members = [
                ("refs", long, ArrayHeader::REFS),
                ("kind", int, ArrayHeader::KIND),
                ("elem", int, ArrayHeader::ELEM),
                ("ndims", int, ArrayHeader::NDIMS),
                ("flags", int, std::mem::offset_of!(ArrayHeader, flags)),
                ("numel", long, ArrayHeader::NUMEL),
                ("data", data, ArrayHeader::DATA),
                ("dims", dims, ArrayHeader::dim(0)),
            ];
            let members = members.map(|(name, ty, place)| (name, ty, place as u64));
            structure(unit, &name, ArrayHeader::SIZE as u64, &members)
        })
    }

    /// The type of an element in memory.
    fn element(&mut self, unit: &mut Unit, kind: ElemKind) -> UnitEntryId {
        let (name, encoding) = match kind {
            ElemKind::I8 => ("int8", DW_ATE_signed),
            ElemKind::U8 => ("uint8", DW_ATE_unsigned),
            ElemKind::I16 => ("int16", DW_ATE_signed),
            ElemKind::U16 => ("uint16", DW_ATE_unsigned),
            ElemKind::I32 => ("int", DW_ATE_signed),
            ElemKind::U32 => ("uint32", DW_ATE_unsigned),
            ElemKind::I64 => ("int64", DW_ATE_signed),
            ElemKind::U64 => ("uint64", DW_ATE_unsigned),
            ElemKind::F16 => ("scalar'half", DW_ATE_float),
            ElemKind::F32 | ElemKind::F64 => ("scalar", DW_ATE_float),
            ElemKind::C32 | ElemKind::C64 => ("cscalar", DW_ATE_complex_float),
            ElemKind::Function => ("function", DW_ATE_unsigned),
            ElemKind::Text => return self.string(unit),
            ElemKind::Array => {
                // The elements say themselves what they hold: any header does.
                let any = self.header(unit, ElemKind::U8);
                return self.pointer(unit, any);
            }
        };
        self.base(unit, name, encoding, kind.size() as u64)
    }
}

/// Where a field lies, from the address of the object.
fn place_in_object(field: &ObjectField) -> Expression {
    let mut place = Expression::new();
    element_of(&mut place, field.entry, ElemKind::Array);
    if let Some(number) = field.element {
        place.op_deref();
        element_of(&mut place, number, field.kind);
    }
    place
}

/// From the address of an array to that of an element.
fn element_of(place: &mut Expression, number: usize, kind: ElemKind) {
    place.op_plus_uconst(ArrayHeader::DATA as u64);
    place.op_deref();
    place.op_plus_uconst((number * kind.size()) as u64);
}

/// What a part is called that has no type of its own in the source.
fn part_name(ty: Ty) -> &'static str {
    match ty {
        Ty::Bool => "bool",
        Ty::I32 => "int",
        Ty::I64 => "int64",
        Ty::F32 | Ty::F64 => "scalar",
        Ty::Str => "string",
        Ty::Array(_) => "array",
    }
}

fn add(unit: &mut Unit, tag: gimli::DwTag, name: &str) -> UnitEntryId {
    let id = unit.add(unit.root(), tag);
    if !name.is_empty() {
        unit.get_mut(id).set(DW_AT_name, text_value(name));
    }
    id
}

/// A structure of so many bytes with members: name, type, offset.
fn structure(
    unit: &mut Unit,
    name: &str,
    size: u64,
    members: &[(&str, UnitEntryId, u64)],
) -> UnitEntryId {
    let id = add(unit, DW_TAG_structure_type, name);
    unit.get_mut(id)
        .set(DW_AT_byte_size, AttributeValue::Udata(size));
    for (name, ty, place) in members {
        let member = unit.add(id, DW_TAG_member);
        let member = unit.get_mut(member);
        member.set(DW_AT_name, text_value(name));
        member.set(DW_AT_type, AttributeValue::UnitRef(*ty));
        member.set(DW_AT_data_member_location, AttributeValue::Udata(*place));
    }
    id
}
