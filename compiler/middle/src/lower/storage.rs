//! Elements in memory and in registers: loads, stores, conversions to and from the kind that an array stores.
//!
//! *Invariant:* outside this file an element is the number that its element type is computed as: `I32`, `I64`, a scalar, a pair.

use super::Lowered;
use super::function::FunctionLowering;
use super::operand::{Number, Operand, Small};
use crate::base::Span;
use crate::mir::{
    Access, AccessMode, BinaryOp as MirBinary, CompareOp, ElemKind, ElemTypes, Fill, ListEntry,
    RtFn, Ty, UnaryOp as MirUnary, Value,
};
use crate::types::{ArrayType, Elem, GroupKind, Type};
use quasar_abi::RtError;

impl FunctionLowering<'_, '_> {
    /// Reads an element as the number (or string) that it is computed as.
    pub(super) fn load_element(&mut self, access: Access) -> Operand {
        if self.elem(access.array) == ElemKind::Text {
            return Operand::Handle(self.load_handle(access, Ty::Str));
        }
        let kind = self.elem(access.array);
        let values = self.load(access);
        Operand::Number(self.loaded_element(&values, kind))
    }

    /// What a load or atomic operation gave of an element of the kind, as the number that it is computed as.
    pub(super) fn loaded_element(&mut self, values: &[Value], kind: ElemKind) -> Number {
        if kind == ElemKind::U64 {
            self.require_signed(values[0]);
        }
        self.loaded(values)
    }

    /// What an array or a row gave, as the number that it is computed as.
    pub(super) fn loaded(&mut self, values: &[Value]) -> Number {
        let float = self.float();
        let values: Vec<Value> = values
            .iter()
            .map(|&value| match self.ty(value) {
                Ty::I64 => value,
                ty if ty.is_float() => self.convert(value, float),
                _ => self.convert(value, Ty::I32),
            })
            .collect();
        Number::from_values(&values)
    }

    /// An error where an element of `uint64` is none of the integers of 64 bits, which have a sign.
    fn require_signed(&mut self, value: Value) {
        let zero = self.zero(Ty::I64);
        let beyond = self.compare(CompareOp::Lt, value, zero);
        self.when(beyond, |s| {
            let code = s.int(RtError::IntegerOverflow.code());
            let what = s.text("an int64");
            let (signed, range) = (s.convert(value, Ty::F64), s.number(Ty::F64, 2f64.powi(64)));
            let element = s.binary(MirBinary::Add, signed, range);
            let entries = [element, what].map(|value| number_entry(value.into()));
            s.runtime0(RtFn::error_raise_row, &[code], &entries);
        });
    }

    /// An integer of 64 bits as an int; an error where it does not fit.
    pub(super) fn narrowed(&mut self, value: Value) -> Value {
        let int = self.convert(value, Ty::I32);
        let again = self.convert(int, Ty::I64);
        let differs = self.compare(CompareOp::Ne, again, value);
        self.when(differs, |s| {
            let code = s.int(RtError::IntegerOverflow.code());
            let element = s.convert(value, Ty::F64);
            let int = s.text("an int");
            let entries = [element, int].map(|value| number_entry(value.into()));
            s.runtime0(RtFn::error_raise_row, &[code], &entries);
        });
        int
    }

    /// The values to store for a number in an array of the kind. Storage integers take floats and round them.
    pub(super) fn stored_values(&mut self, number: Number, kind: ElemKind) -> Vec<Value> {
        let types = kind.access_tys();
        let number = match number {
            Number::Real(_) if types.len() == 2 => {
                let (re, im) = self.complex_parts(number);
                Number::Complex(re, im)
            }
            Number::Real(_) | Number::Complex(..) => number,
        };
        let values = number.values();
        values
            .into_iter()
            .zip(types)
            .map(|(value, &ty)| {
                let is_float = self.ty(value).is_float();
                match kind {
                    ElemKind::U64 if !is_float => {
                        let zero = self.number_like(value, 0.0);
                        let value = self.binary(MirBinary::Max, value, zero);
                        self.convert(value, ty)
                    }
                    _ if self.ty(value) == Ty::I64 && ty == Ty::I32 => self.shortened(value, kind),
                    _ if !is_float => self.convert(value, ty),
                    _ if kind.saturation().is_some() => value,
                    ElemKind::I64 | ElemKind::U64 => self.rounded_to_64_bits(value, kind),
                    _ => self.convert(value, ty),
                }
            })
            .collect()
    }

    /// An integer of 64 bits as one of 32 that an element of the kind is stored from.
    fn shortened(&mut self, value: Value, kind: ElemKind) -> Value {
        match kind.saturation() {
            Some((low, high)) => {
                let limits = [low, high].map(|limit| self.number(Ty::I64, limit as f64));
                let value = self.limit(value, limits[0], limits[1]);
                self.convert(value, Ty::I32)
            }
            None => self.narrowed(value),
        }
    }

    /// A float as the nearest element of 64 bits; the conversion saturates.
    fn rounded_to_64_bits(&mut self, value: Value, kind: ElemKind) -> Value {
        let value = self.unary(MirUnary::Round, value);
        match kind {
            ElemKind::U64 => self.unsigned_bits(value),
            _ => self.convert(value, Ty::I64),
        }
    }

    /// The bits of the nearest number without a sign: of one that has the highest bit the others are converted.
    fn unsigned_bits(&mut self, value: Value) -> Value {
        let (zero, half) = (self.number_like(value, 0.0), 2f64.powi(63));
        let (half, sign) = (self.number_like(value, half), self.number(Ty::I64, -half));
        let value = self.binary(MirBinary::Max, value, zero);
        let low = self.convert(value, Ty::I64);
        let rest = self.binary(MirBinary::Sub, value, half);
        let rest = self.convert(rest, Ty::I64);
        let high = self.binary(MirBinary::Add, rest, sign);
        let is_high = self.compare(CompareOp::Ge, value, half);
        self.select(is_high, high, low)
    }

    /// Writes an element.
    pub(super) fn store_element(&mut self, access: Access, value: Operand) {
        let values = match value {
            Operand::Number(number) => self.stored_values(number, self.elem(access.array)),
            Operand::Handle(handle) => vec![handle],
            Operand::Nothing | Operand::Small(_) | Operand::View(_) | Operand::Group(_) => {
                panic!("{value:?} is not an element")
            }
        };
        self.store(access, &values);
    }

    /// An access by row-major index that is known to be inside.
    pub(super) fn inside(&self, array: Value, index: Value) -> Access {
        Access {
            array,
            index: vec![index],
            mode: AccessMode::Unchecked,
            name: None,
        }
    }

    /// What reading the element would give after the number was stored in it.
    pub(super) fn rounded(&mut self, number: Number, elem: Elem) -> Number {
        let Elem::Storage(kind) = elem else {
            return number;
        };
        match (kind.saturation(), kind) {
            (Some((low, high)), _) => {
                let (low, high) = (low as f64, high as f64);
                self.round_to_range(number.real(), low, high).into()
            }
            (None, ElemKind::F16 | ElemKind::F32) => self.round_to_float(number, kind).into(),
            (None, ElemKind::I64 | ElemKind::U64) => self.stored_values(number, kind)[0].into(),
            (None, _) => number,
        }
    }

    /// A float as elements of fewer bits keep it, in the precision of the program.
    fn round_to_float(&mut self, number: Number, kind: ElemKind) -> Value {
        let own = self.float();
        let single = self.convert(number.real(), Ty::F32);
        let kept = match kind {
            ElemKind::F16 => self.unary(MirUnary::RoundHalf, single),
            _ => single,
        };
        self.convert(kept, own)
    }

    fn round_to_range(&mut self, value: Value, low: f64, high: f64) -> Value {
        let is_wide = high > f64::from(i32::MAX);
        let value = match (self.ty(value), is_wide) {
            (ty, _) if ty.is_float() => self.unary(MirUnary::Round, value),
            _ => value,
        };
        // No float of single precision is the greatest integer of 32 bits.
        let value = if is_wide {
            self.convert(value, Ty::I64)
        } else {
            value
        };
        let (low, high) = (self.number_like(value, low), self.number_like(value, high));
        let limited = self.limit(value, low, high);
        self.convert(limited, if is_wide { Ty::I64 } else { Ty::I32 })
    }

    // ---- Small arrays ------------------------------------------------------------------------------------------------

    /// Reads all elements of an array of known sizes.
    pub(super) fn load_small(&mut self, array: Value, ty: &ArrayType) -> Small {
        let count = ty.known_numel().expect("a small array has known sizes");
        let elements = (0..count)
            .map(|index| {
                let index = self.int(index as i32);
                self.load_element(self.inside(array, index)).number()
            })
            .collect();
        Small {
            ty: ty.clone(),
            elements,
        }
    }

    /// The array of an operand on the heap; one in registers becomes a fresh array.
    pub(super) fn materialize(&mut self, operand: Operand, span: Span) -> Lowered<Value> {
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
    pub(super) fn array_from_values(
        &mut self,
        ty: &ArrayType,
        rows: i32,
        columns: i32,
        entries: &[ListEntry],
    ) -> Value {
        let kind = self.int(self.kind(ty.elem).code());
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
            self.store_element(self.inside(array, index), element.into());
        }
        array
    }

    /// The values of an operand of the type, arrays as handles: what locals, calls and results take.
    pub(super) fn flatten(&mut self, operand: Operand, span: Span) -> Lowered<Vec<Value>> {
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
    pub(super) fn unflatten(&self, ty: &Type, values: &mut impl Iterator<Item = Value>) -> Operand {
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
            Type::Null => panic!("{ty} is split before lowering"),
            Type::Tuple(types) => {
                Operand::Group(types.iter().map(|ty| self.unflatten(ty, values)).collect())
            }
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
    pub(super) fn entries(&mut self, operand: Operand, span: Span) -> Lowered<Vec<ListEntry>> {
        match operand {
            Operand::Number(number) => Ok(vec![number_entry(number)]),
            Operand::Handle(_) | Operand::Small(_) | Operand::View(_) => {
                Ok(vec![ListEntry::Value(self.materialize(operand, span)?)])
            }
            Operand::Nothing => Ok(Vec::new()),
            Operand::Group(_) => self.unsupported(span, "printing a function value"),
        }
    }

    /// Adds values as `I32` indices: `a * factor + b`.
    pub(super) fn index_step(&mut self, a: Value, factor: Value, b: Value) -> Value {
        let scaled = self.binary(MirBinary::Mul, a, factor);
        self.binary(MirBinary::Add, scaled, b)
    }
}

/// A part of a union.
fn part_operand(ty: Ty, value: Value) -> Operand {
    match ty {
        Ty::Array(_) | Ty::Str => Operand::Handle(value),
        Ty::Bool | Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 => Operand::Number(value.into()),
    }
}

/// The entry of a number in a list.
pub(super) fn number_entry(number: Number) -> ListEntry {
    match number {
        Number::Real(value) => ListEntry::Value(value),
        Number::Complex(re, im) => ListEntry::Complex(re, im),
    }
}

/// The extents in memory of a type with known sizes: a vector is a row.
pub(super) fn extents(ty: &ArrayType) -> Vec<i32> {
    let mut sizes = ty.known_sizes().expect("a small array has known sizes");
    if let [count] = sizes[..] {
        return vec![1, count];
    }
    while sizes.len() > 2 && sizes.last() == Some(&1) {
        sizes.pop();
    }
    sizes
}
