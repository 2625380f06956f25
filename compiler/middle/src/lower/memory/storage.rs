//! Elements in memory and in registers: loads, stores, conversions to and from the kind that an array stores.
//!
//! Layer: `memory`.
//!
//! *Invariant:* outside this file an element is the number that its element type is computed as: `I32`, `I64`, a scalar, a pair.

use crate::base::Span;
use crate::lower::emit::emitter::{Emitter, number_entry};
use crate::lower::emit::operand::{Number, Operand, Small};
use crate::lower::emit::types::Lowered;
use crate::lower::tree::expression::array_type;
use crate::mir::{
    Access, AccessMode, BinaryOp as MirBinary, CompareOp, ElemKind, Fill, ListEntry, RtFn, Ty,
    Value,
};
use crate::types::{ArrayType, GroupKind, Type};

impl Emitter<'_, '_> {
    // ---- Elements ---------------------------------------------------------------------------------------------------

    /// The mode that an access has under the options.
    pub(in crate::lower) fn mode(&self, mode: AccessMode) -> AccessMode {
        if self.program.options.check_bounds {
            AccessMode::Checked
        } else {
            mode
        }
    }

    /// The code of that mode, for rows of the runtime.
    pub(in crate::lower) fn mode_code(&mut self, mode: AccessMode) -> Value {
        let mode = self.mode(mode);
        self.int(mode.code())
    }

    /// Reads an element as the number (or string) that it is computed as.
    pub(in crate::lower) fn load_element(&mut self, access: Access) -> Operand {
        if self.elem(access.array) == ElemKind::Text {
            return Operand::Handle(self.load_handle(access, Ty::Str));
        }
        let kind = self.elem(access.array);
        let values = self.load(access);
        Operand::Number(self.loaded_element(&values, kind))
    }

    /// What a load or atomic operation gave of an element of the kind, as the number that it is computed as.
    pub(in crate::lower) fn loaded_element(&mut self, values: &[Value], kind: ElemKind) -> Number {
        if kind == ElemKind::U64 {
            self.require_signed(values[0]);
        }
        self.loaded(values)
    }

    /// Writes an element.
    pub(in crate::lower) fn store_element(&mut self, access: Access, value: Operand) {
        let values = match value {
            Operand::Number(number) => self.stored_values(number, self.elem(access.array)),
            Operand::Handle(handle) => vec![handle],
            Operand::Nothing | Operand::Small(_) | Operand::View(_) | Operand::Group(_) => {
                panic!("{value:?} is not an element")
            }
        };
        self.store(access, &values);
    }

    /// Adds values as `I32` indices: `a * factor + b`.
    pub(in crate::lower) fn index_step(&mut self, a: Value, factor: Value, b: Value) -> Value {
        let scaled = self.binary(MirBinary::Mul, a, factor);
        self.binary(MirBinary::Add, scaled, b)
    }

    /// Whether a pointer is null: an object has at least one entry, and in kernels a number.
    pub(in crate::lower) fn is_null(&mut self, object: Value) -> Value {
        let count = match self.kernel {
            Some(_) => object,
            None => self.numel(object),
        };
        let zero = self.int(0);
        self.compare(CompareOp::Eq, count, zero)
    }

    // ---- Small arrays -----------------------------------------------------------------------------------------------

    /// Reads all elements of an array of known sizes.
    pub(in crate::lower) fn load_small(&mut self, array: Value, ty: &ArrayType) -> Small {
        let count = ty.known_numel().expect("a small array has known sizes");
        let elements = (0..count)
            .map(|index| {
                let index = self.int(index as i32);
                self.load_element(inside(array, index)).number()
            })
            .collect();
        Small {
            ty: ty.clone(),
            elements,
        }
    }

    /// The elements of an operand of a small array type.
    pub(in crate::lower) fn small_of(&mut self, operand: Operand, ty: &Type) -> Small {
        match operand {
            Operand::Small(small) => small,
            Operand::Handle(array) => self.load_small(array, array_type(ty)),
            other => panic!("{other:?} is not an array"),
        }
    }

    /// The array of an operand on the heap; one in registers becomes a fresh array.
    pub(in crate::lower) fn materialize(&mut self, operand: Operand, span: Span) -> Lowered<Value> {
        match operand {
            Operand::Handle(handle) => Ok(handle),
            Operand::Small(_) if self.kernel.is_some() => {
                self.needs_memory(span, "an array in memory that a kernel makes")
            }
            Operand::Small(small) => Ok(self.allocate_small(&small)),
            Operand::View(_) => {
                self.unsupported(span, "a whole array of an object within a kernel")
            }
            Operand::Nothing | Operand::Number(_) | Operand::Group(_) => {
                panic!("{operand:?} is not an array")
            }
        }
    }

    fn allocate_small(&mut self, small: &Small) -> Value {
        match extents(&small.ty).as_slice() {
            &[rows, columns] => {
                let entries: Vec<ListEntry> = small
                    .elements
                    .iter()
                    .map(|&element| number_entry(element))
                    .collect();
                self.array_from_values(&small.ty, rows, columns, &entries)
            }
            sizes => self.allocate_and_store(small, sizes),
        }
    }

    /// An array of two dimensions from its elements.
    pub(in crate::lower) fn array_from_values(
        &mut self,
        ty: &ArrayType,
        rows: i32,
        columns: i32,
        entries: &[ListEntry],
    ) -> Value {
        let kind = self.kind_code(ty.elem);
        let rows = self.number(Ty::I64, f64::from(rows));
        let columns = self.number(Ty::I64, f64::from(columns));
        let result = self.array_ty(ty);
        self.runtime1(
            RtFn::array_from_values,
            &[kind, rows, columns],
            entries,
            result,
        )
    }

    fn allocate_and_store(&mut self, small: &Small, sizes: &[i32]) -> Value {
        let dims: Vec<Value> = sizes.iter().map(|&size| self.int(size)).collect();
        let kind = self.kind(small.elem());
        let array = self.new_array(kind, &dims, Fill::Uninit);
        for (index, &element) in small.elements.iter().enumerate() {
            let index = self.int(index as i32);
            self.store_element(inside(array, index), element.into());
        }
        array
    }

    // ---- Operands ---------------------------------------------------------------------------------------------------

    /// The values of an operand of the type, arrays as handles: what locals, calls and results take.
    pub(in crate::lower) fn flatten(
        &mut self,
        operand: Operand,
        span: Span,
    ) -> Lowered<Vec<Value>> {
        match operand {
            Operand::Nothing => Ok(Vec::new()),
            Operand::Number(number) => Ok(number.values()),
            Operand::Handle(_) | Operand::Small(_) | Operand::View(_) => {
                Ok(vec![self.materialize(operand, span)?])
            }
            Operand::Group(parts) => {
                let mut values = Vec::new();
                for part in parts {
                    values.extend(self.flatten(part, span)?);
                }
                Ok(values)
            }
        }
    }

    /// The inverse of [`flatten`](Self::flatten): takes the values of one operand from the front.
    pub(in crate::lower) fn unflatten(
        &self,
        ty: &Type,
        values: &mut impl Iterator<Item = Value>,
    ) -> Operand {
        let mut next = || values.next().expect("as many values as the type has parts");
        match ty {
            Type::Int | Type::Long | Type::Scalar => Operand::Number(Number::Real(next())),
            Type::Complex => Operand::Number(Number::Complex(next(), next())),
            Type::String
            | Type::Exception
            | Type::Array(_)
            | Type::Pointer(_)
            | Type::Enum(_)
            | Type::Class(_) => Operand::Handle(next()),
            Type::Group(GroupKind::Tile) => Operand::Number(Number::Real(next())),
            Type::Group(_) => Operand::Group(Vec::new()),
            Type::Null => panic!("{ty} is replaced before lowering"),
            Type::Tuple(types) => {
                Operand::Group(types.iter().map(|ty| self.unflatten(ty, values)).collect())
            }
            Type::Closure(_) if self.program.has_no_parts(ty) => Operand::Group(Vec::new()),
            Type::Closure(closure) => {
                let captures = &self.hir.closures[*closure].captures;
                Operand::Group(
                    captures
                        .iter()
                        .map(|ty| self.unflatten(ty, values))
                        .collect(),
                )
            }
            Type::Union(members) => {
                let types = self.program.union_parts(members);
                Operand::Group(
                    types
                        .into_iter()
                        .map(|ty| part_operand(ty, next()))
                        .collect(),
                )
            }
            Type::Void => Operand::Nothing,
            Type::Unknown(_) => panic!("no value has the type of unknown elements"),
            Type::Error => panic!("a checked program has no expression of the error type"),
        }
    }

    /// The entries of a list argument for an operand: numbers, strings, arrays.
    pub(in crate::lower) fn entries(
        &mut self,
        operand: Operand,
        span: Span,
    ) -> Lowered<Vec<ListEntry>> {
        match operand {
            Operand::Number(number) => Ok(vec![number_entry(number)]),
            Operand::Handle(_) | Operand::Small(_) | Operand::View(_) => {
                Ok(vec![ListEntry::Value(self.materialize(operand, span)?)])
            }
            Operand::Nothing => Ok(Vec::new()),
            Operand::Group(_) => self.unsupported(span, "printing a function value"),
        }
    }
}

/// A part of a union.
fn part_operand(ty: Ty, value: Value) -> Operand {
    match ty {
        Ty::Array(_) | Ty::Str => Operand::Handle(value),
        Ty::Bool | Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 => Operand::Number(value.into()),
    }
}

/// The extents in memory of a type with known sizes: a vector is a row.
pub(in crate::lower) fn extents(ty: &ArrayType) -> Vec<i32> {
    let mut sizes = ty.known_sizes().expect("a small array has known sizes");
    if let [count] = sizes[..] {
        return vec![1, count];
    }
    while sizes.len() > 2 && sizes.last() == Some(&1) {
        sizes.pop();
    }
    sizes
}

/// An access by row-major index that is known to be inside.
pub(in crate::lower) fn inside(array: Value, index: Value) -> Access {
    Access {
        array,
        index: vec![index],
        mode: AccessMode::Unchecked,
        name: None,
    }
}
