//! The parts of a type, and how an object on the heap holds them.
//!
//! *Invariant:* the parts of a class are those of its fields in order.

use crate::types::families::{empty_type, number_type};
use std::ops::Range;
use std::rc::Rc;

use crate::hir::Class;
use crate::types::{ArrayType, ClassId, Elem, Size, Type};

use super::Replacement;
use super::kinds::element_class;

/// A part of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    /// What stands behind the name of the variable: `.x`, `.next`, or nothing.
    pub(super) name: String,
    /// Its type.
    pub(super) ty: Type,
    /// The types that it is a part of, the outermost first; behind them the enumeration that it is a key of.
    pub(super) owners: Vec<String>,
}

/// Where an object holds a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Element `index` of the array that is entry `entry`.
    Element { entry: usize, index: usize },
    /// The entry itself.
    Entry(usize),
    /// Nowhere: the part has no values.
    Nowhere,
}

/// How an object holds the parts of a class: numbers and strings of one type share an array.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    /// Where each part lies.
    pub(super) places: Vec<Place>,
    /// The type of each entry.
    pub(super) entries: Vec<Type>,
}

impl Replacement<'_> {
    /// Whether values of the type have other than one part.
    pub(super) fn is_aggregate(&self, ty: &Type) -> bool {
        matches!(ty, Type::Class(_)) || element_class(ty).is_some()
    }

    /// The class with that id.
    pub(super) fn class(&self, class: ClassId) -> &Class {
        &self.program.classes[class]
    }

    /// The parts of a value of the type.
    pub(super) fn parts(&self, ty: &Type) -> Vec<Part> {
        if let (Type::Array(array), Some(class)) = (ty, element_class(ty)) {
            return self.column_parts(array, class);
        }
        let Type::Class(class) = ty else {
            return vec![Part {
                name: String::new(),
                ty: self.simple_type(ty),
                owners: match ty {
                    Type::Enum(named) => vec![named.name.to_string()],
                    _other => Vec::new(),
                },
            }];
        };
        self.named_class_parts(class.id)
    }

    fn column_parts(&self, array: &ArrayType, class: ClassId) -> Vec<Part> {
        let columns = self.columns(class).into_iter();
        let parts = columns.map(|column| Part {
            name: column.name,
            ty: Type::Array(ArrayType {
                elem: column.elem,
                ..array.clone()
            }),
            owners: vec![array.to_string()],
        });
        parts.collect()
    }

    /// The parts of a class.
    pub(super) fn named_class_parts(&self, class: ClassId) -> Vec<Part> {
        let fields = &self.class(class).fields;
        let parts = fields.iter().flat_map(|field| {
            let inner = self.parts(&field.ty).into_iter();
            inner.map(|part| Part {
                name: format!(".{}{}", field.name, part.name),
                ty: part.ty,
                owners: [vec![self.class(class).name.clone()], part.owners].concat(),
            })
        });
        parts.collect()
    }

    /// The types of the parts.
    pub(super) fn part_types(&self, ty: &Type) -> Vec<Type> {
        self.parts(ty).into_iter().map(|part| part.ty).collect()
    }

    /// The types of the parts of several values.
    pub(super) fn part_types_of(&self, types: &[Type]) -> Vec<Type> {
        types.iter().flat_map(|ty| self.part_types(ty)).collect()
    }

    /// The type of what a call gives.
    pub(super) fn result_type(&self, ty: &Type) -> Type {
        let mut parts = match ty {
            Type::Tuple(types) => self.part_types_of(types),
            Type::Void => return Type::Void,
            other => self.part_types(other),
        };
        match parts.len() {
            0 => Type::Void,
            1 => parts.remove(0),
            _ => Type::Tuple(parts),
        }
    }

    /// What stands for a type that is one part.
    pub(super) fn simple_type(&self, ty: &Type) -> Type {
        match ty {
            Type::Enum(_) | Type::Null => Type::Int,
            Type::Tuple(_) => self.result_type(ty),
            number_type!()
            | Type::String
            | Type::Exception
            | Type::Group(_)
            | Type::Array(_)
            | Type::Closure(_)
            | Type::Class(_)
            | Type::Pointer(_)
            | Type::Union(_)
            | Type::Unknown(_)
            | empty_type!() => ty.clone(),
        }
    }

    /// The types of the parts of a class.
    pub(super) fn class_parts(&self, class: ClassId) -> Vec<Type> {
        let fields = self.class(class).fields.iter();
        fields
            .flat_map(|field| self.part_types(&field.ty))
            .collect()
    }

    /// The parts of a class that belong to one of its fields.
    pub(super) fn field_parts(&self, class: ClassId, field: usize) -> Range<usize> {
        let known = self.field_starts.borrow().get(&class).cloned();
        let starts = known.unwrap_or_else(|| {
            let starts = Rc::new(self.count_field_starts(class));
            let mut known = self.field_starts.borrow_mut();
            known.insert(class, Rc::clone(&starts));
            starts
        });
        starts[field]..starts[field + 1]
    }

    /// Where the parts of each field of a class start, and where the last ones end.
    fn count_field_starts(&self, class: ClassId) -> Vec<usize> {
        let mut starts = vec![0];
        for field in &self.class(class).fields {
            let start = starts[starts.len() - 1];
            starts.push(start + self.parts(&field.ty).len());
        }
        starts
    }

    /// How an object of the class holds its parts.
    pub(super) fn layout(&self, class: ClassId) -> Layout {
        Layout::of(self.class_parts(class))
    }
}

impl Layout {
    /// How an object holds parts of these types.
    pub(super) fn of(parts: Vec<Type>) -> Layout {
        let mut layout = Layout {
            places: Vec::new(),
            entries: Vec::new(),
        };
        let mut groups: Vec<(Elem, usize, usize)> = Vec::new();
        for ty in parts {
            let place = match (&ty, ty.elem()) {
                (Type::Closure(_), _) => Place::Nowhere,
                (Type::Array(_) | Type::Pointer(_), _) | (_, None) => {
                    layout.entries.push(ty);
                    Place::Entry(layout.entries.len() - 1)
                }
                (_, Some(elem)) => grouped(&mut groups, &mut layout.entries, elem),
            };
            layout.places.push(place);
        }
        for (elem, entry, count) in groups {
            layout.entries[entry] = vector(elem, count);
        }
        layout
    }
}

/// The next element of the array for numbers of a type.
fn grouped(groups: &mut Vec<(Elem, usize, usize)>, entries: &mut Vec<Type>, elem: Elem) -> Place {
    if let Some((_, entry, count)) = groups.iter_mut().find(|(found, ..)| *found == elem) {
        *count += 1;
        return Place::Element {
            entry: *entry,
            index: *count - 1,
        };
    }
    entries.push(vector(elem, 1));
    let entry = entries.len() - 1;
    groups.push((elem, entry, 1));
    Place::Element { entry, index: 0 }
}

/// A vector of known length.
pub(super) fn vector(elem: Elem, count: usize) -> Type {
    Type::Array(ArrayType::new(elem, vec![Size::Known(count as i32)]))
}
