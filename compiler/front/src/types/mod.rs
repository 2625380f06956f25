//! Types of the language as the checker knows them: elements, shapes with known or symbolic sizes, modifiers, closures.
//!
//! Every expression of a checked program has exactly one static [`Type`]. Sizes and the number of dimensions are
//! part of the type as far as they are known; they are facts about the value, not another representation.
//!
//! *Invariant:* no function here looks at an expression.

pub mod families;
mod measure;
mod union;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use self::families::{class_type, composite_type, empty_type, number_type};
use crate::define_id;
pub use measure::{DEEPEST, MOST_PARTS, is_within};
pub use quasar_abi::{AccessMode, ElemKind};
pub use union::{carries_type, element_at, intern, member_of, settled, union_of};

define_id!(
    /// A closure type: one function or lambda of the source with the types of what it captured. Data in `hir::Program::closures`.
    pub ClosureId, "closure"
);
define_id!(
    /// An extent that is not known but has a name: equal ids are equal extents.
    pub SizeId, "n"
);
define_id!(
    /// The arrays of `??` that come from one place of the source: they share what the checker learns of their elements.
    pub CellId, "cell"
);

define_id!(
    /// A class of the program, with its type arguments. Data in `hir::Program::classes`.
    pub ClassId, "class"
);
define_id!(
    /// An enumeration of the program. Data in `hir::Program::enums`.
    pub EnumId, "enum"
);

/// A type that the program defines, with its name for messages.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Defined<I> {
    /// Which one.
    pub id: I,
    /// As the program writes it: `point`, `stack[int]`.
    pub name: Arc<str>,
    /// A class whose values are references to objects with open fields: `object`, a `dynamic class`.
    pub open: bool,
    /// The library's class of dictionaries, whose values are references, too.
    pub dictionary: bool,
}

/// What an array is made of. Types of compound elements are interned: equal ones are the same, which matters for types that contain others many times.
#[derive(Clone, Copy, Debug)]
pub enum Elem {
    /// `int`, 32 bits (also `int32`).
    Int,
    /// `scalar`: single or double by the program's setting.
    Scalar,
    /// `cscalar`.
    Complex,
    /// A storage type: 8-, 16- and 64-bit integers, `uint32`, half, or the precision that is not the program's own.
    Storage(ElemKind),
    /// Strings.
    String,
    /// Values of another type, as references: arrays, functions, and what cells hold ([`Type::Tuple`]: a type for every element,
    /// [`Type::Union`]: one of these, [`Type::Unknown`]: whatever is stored somewhere).
    Compound(&'static Type),
}

impl Elem {
    /// A number for the variant and one for what is in it; equal for equal types only.
    fn identity(self) -> (u8, usize) {
        match self {
            Elem::Int => (0, 0),
            Elem::Scalar => (1, 0),
            Elem::Complex => (2, 0),
            Elem::Storage(kind) => (3, kind as usize),
            Elem::String => (4, 0),
            Elem::Compound(ty) => (5, std::ptr::from_ref(ty).addr()),
        }
    }
}

impl PartialEq for Elem {
    fn eq(&self, other: &Elem) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Elem {}

impl Hash for Elem {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl PartialOrd for Elem {
    fn partial_cmp(&self, other: &Elem) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Elem {
    /// Not by addresses, which differ from run to run.
    fn cmp(&self, other: &Elem) -> Ordering {
        match (self, other) {
            (a, b) if a == b => Ordering::Equal,
            (Elem::Compound(a), Elem::Compound(b)) => a.cmp(b),
            (a, b) => a.identity().cmp(&b.identity()),
        }
    }
}

/// One extent of an array type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Size {
    /// Known at compile time.
    Known(i32),
    /// Unknown but named.
    Symbol(SizeId),
    /// Anything.
    Open,
}

/// The modifiers of an array variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Modifiers {
    /// Access mode; none: the rule for the place.
    pub access: Option<AccessMode>,
    /// `'const`
    pub constant: bool,
    /// `'nocopy`
    pub nocopy: bool,
    /// `'hwconst`, `'hwtex_nearest`, `'hwtex_linear`, `'hwtex_const`: hints for GPUs.
    pub hardware: Option<Hardware>,
    /// `'col`: the sizes of such a type are n×1.
    pub column: bool,
    /// `'row`
    pub row: bool,
    /// Made by comparisons and logical operators: as the only index of an array it selects elements (`x[x > 0]`).
    pub mask: bool,
}

/// Where a GPU keeps an array; the meaning is that of ordinary memory but for [`Hardware::TextureLinear`], which interpolates at fractional positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hardware {
    /// `'hwconst`
    Constant,
    /// `'hwtex_nearest(n)`
    TextureNearest(u8),
    /// `'hwtex_linear(n)`
    TextureLinear(u8),
    /// `'hwtex_const`
    NonCoherent,
}

impl Modifiers {
    /// Whether reads of the texture interpolate, and its components; none for other arrays.
    pub fn texture(&self) -> Option<(bool, u8)> {
        match self.hardware {
            Some(Hardware::TextureNearest(components)) => Some((false, components)),
            Some(Hardware::TextureLinear(components)) => Some((true, components)),
            Some(Hardware::Constant | Hardware::NonCoherent) | None => None,
        }
    }
}

/// An array type. `sizes.len()` is the number of dimensions: 1 for `vec` (stored 1×n), 2 for `mat`, 3 for `cube`; the value has no dimension above 1 beyond it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayType {
    /// Elements.
    pub elem: Elem,
    /// Extents.
    pub sizes: Vec<Size>,
    /// `cube{:}`: any number of dimensions; `sizes` is then empty.
    pub any_rank: bool,
    /// Modifiers.
    pub modifiers: Modifiers,
}

impl ArrayType {
    /// An array without modifiers.
    pub fn new(elem: Elem, sizes: Vec<Size>) -> Self {
        ArrayType {
            elem,
            sizes,
            any_rank: false,
            modifiers: Modifiers::default(),
        }
    }

    /// An array of the given number of dimensions with open sizes.
    pub fn open(elem: Elem, rank: usize) -> Self {
        Self::new(elem, vec![Size::Open; rank])
    }

    /// An array of any number of dimensions.
    pub fn any(elem: Elem) -> Self {
        ArrayType {
            elem,
            sizes: Vec::new(),
            any_rank: true,
            modifiers: Modifiers::default(),
        }
    }

    /// Number of dimensions, none for `cube{:}`.
    pub fn rank(&self) -> Option<usize> {
        (!self.any_rank).then_some(self.sizes.len())
    }

    /// The number of elements when all extents are known.
    pub fn known_numel(&self) -> Option<usize> {
        if self.any_rank {
            return None;
        }
        self.sizes.iter().try_fold(1usize, |n, size| match size {
            Size::Known(k) => n.checked_mul(usize::try_from(*k).ok()?),
            Size::Symbol(_) | Size::Open => None,
        })
    }

    /// All extents when they are known.
    pub fn known_sizes(&self) -> Option<Vec<i32>> {
        if self.any_rank {
            return None;
        }
        self.sizes
            .iter()
            .map(|size| match size {
                Size::Known(k) => Some(*k),
                Size::Symbol(_) | Size::Open => None,
            })
            .collect()
    }

    /// The extent that the array has in a dimension where it is seen as one of `rank` dimensions: a matrix as a vector, a
    /// vector as a matrix of one row.
    pub fn extent_among(&self, dim: usize, rank: usize) -> Size {
        match (rank, self.sizes.as_slice()) {
            _ if self.any_rank => Size::Open,
            (1, [one]) => *one,
            (1, _) => self
                .known_numel()
                .and_then(|count| i32::try_from(count).ok())
                .map_or(Size::Open, Size::Known),
            (_, [columns]) if dim == 1 => *columns,
            (_, [_]) => Size::Known(1),
            (_, sizes) => sizes.get(dim).copied().unwrap_or(Size::Known(1)),
        }
    }

    /// Whether it is what `[]` gives: a vector without elements, which may be one of any elements as well.
    pub fn is_start(&self) -> bool {
        self.elem == Elem::Scalar && self.sizes == [Size::Known(0)]
    }

    /// Whether the array may live in registers: all extents known and at most 64 elements (the limit of the manual, 3.3), each of which a
    /// number that is computed with can be.
    pub fn is_small(&self) -> bool {
        self.elem.is_number()
            && !self.elem.is_unsigned_long()
            && self.known_numel().is_some_and(|n| (1..=64).contains(&n))
    }
}

/// Which threads of a kernel a `thread_block` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroupKind {
    /// Those of a warp that are where the group is used.
    Coalesced,
    /// Some of a warp: its value is their mask.
    Tile,
    /// Those of a block.
    Block,
    /// All of the launch.
    Grid,
    /// Those of the launches on all devices.
    MultiGrid,
}

/// A static type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// `int`; also truth values.
    Int,
    /// The integer of 64 bits that elements of `int64`, `uint64` and `uint32` are computed as.
    Long,
    /// `scalar`.
    Scalar,
    /// `cscalar`.
    Complex,
    /// `string`.
    String,
    /// Arrays.
    Array(ArrayType),
    /// `qexception`: an error that was caught.
    Exception,
    /// `thread_block`: a group of threads of a kernel.
    Group(GroupKind),
    /// A function value whose function is known.
    Closure(ClosureId),
    /// An enumeration: an int with names.
    Enum(Defined<EnumId>),
    /// A class by value: its fields.
    Class(Defined<ClassId>),
    /// `^T`: a reference to a shared object of a class, or `nullptr`; a value of a class with open fields.
    Pointer(Defined<ClassId>),
    /// `nullptr` before it is known what it points to.
    Null,
    /// Several values: what a call with several outputs gives.
    Tuple(Vec<Type>),
    /// One of these, which one is known when running; sorted, at least two, none of them a union. See [`union_of`].
    Union(Vec<Type>),
    /// `??` as the element of an array: one of the types that the checker has found to be stored there. No value has this type.
    Unknown(CellId),
    /// No value.
    Void,
    /// The type of an expression that had an error; agrees with everything, so that one mistake gives one report.
    Error,
}

impl Type {
    /// A number without a name, or an enumeration, which is an int.
    pub fn is_number(&self) -> bool {
        matches!(self, number_type!() | Type::Enum(_))
    }

    /// Whether the type, or a part of it, is that of a value that was reported.
    pub fn holds_error(&self) -> bool {
        match self {
            Type::Error => true,
            Type::Tuple(types) | Type::Union(types) => types.iter().any(Type::holds_error),
            Type::Array(array) => match array.elem {
                Elem::Compound(inner) => inner.holds_error(),
                Elem::Int | Elem::Scalar | Elem::Complex | Elem::Storage(_) | Elem::String => false,
            },
            number_type!()
            | Type::String
            | Type::Exception
            | Type::Group(_)
            | Type::Closure(_)
            | Type::Enum(_)
            | Type::Unknown(_)
            | Type::Void
            | class_type!() => false,
        }
    }

    /// An integer of any width.
    pub fn is_integer(&self) -> bool {
        matches!(self, Type::Int | Type::Long)
    }

    /// The class of a value or of what a pointer refers to.
    pub fn class(&self) -> Option<&Defined<ClassId>> {
        match self {
            Type::Class(class) | Type::Pointer(class) => Some(class),
            number_type!()
            | Type::String
            | Type::Exception
            | Type::Group(_)
            | Type::Array(_)
            | composite_type!()
            | Type::Enum(_)
            | Type::Null
            | empty_type!() => None,
        }
    }

    /// The class of objects with open fields.
    pub fn open_class(&self) -> Option<&Defined<ClassId>> {
        self.class().filter(|class| class.open)
    }

    /// The array type, if it is one.
    pub fn as_array(&self) -> Option<&ArrayType> {
        if let Type::Array(array) = self {
            Some(array)
        } else {
            None
        }
    }

    /// The element of an array, or the number type itself as an element.
    pub fn elem(&self) -> Option<Elem> {
        match self {
            Type::Int | Type::Enum(_) => Some(Elem::Int),
            Type::Long => Some(Elem::LONG),
            Type::Scalar => Some(Elem::Scalar),
            Type::Complex => Some(Elem::Complex),
            Type::String => Some(Elem::String),
            Type::Array(array) => Some(array.elem),
            Type::Exception
            | Type::Group(_)
            | composite_type!()
            | class_type!()
            | empty_type!() => None,
        }
    }
}

impl Elem {
    /// Elements of integers of 64 bits, which [`Type::Long`] is stored as.
    pub const LONG: Elem = Elem::Storage(ElemKind::I64);

    /// Whether elements are numbers, stored as such.
    pub fn is_number(self) -> bool {
        match self {
            Elem::Int | Elem::Scalar | Elem::Complex | Elem::Storage(_) => true,
            Elem::String | Elem::Compound(_) => false,
        }
    }

    /// Whether elements are numbers without an imaginary part.
    pub fn is_real(self) -> bool {
        self.is_number() && self.value_type() != Type::Complex
    }

    /// Whether an element may be a whole number that no [`Type::Long`] can be.
    pub fn is_unsigned_long(self) -> bool {
        self == Elem::Storage(ElemKind::U64)
    }

    /// The type of one element once it is read: storage integers are computed as `int` or in 64 bits, storage floats as `scalar`.
    pub fn value_type(self) -> Type {
        match self {
            Elem::Int => Type::Int,
            Elem::Scalar => Type::Scalar,
            Elem::Complex => Type::Complex,
            Elem::String => Type::String,
            Elem::Compound(ty) => union::element_value(ty),
            Elem::Storage(kind) => match kind {
                ElemKind::F16 | ElemKind::F32 | ElemKind::F64 => Type::Scalar,
                ElemKind::C32 | ElemKind::C64 => Type::Complex,
                ElemKind::Text => Type::String,
                ElemKind::I8 | ElemKind::U8 | ElemKind::I16 | ElemKind::U16 | ElemKind::I32 => {
                    Type::Int
                }
                ElemKind::U32 | ElemKind::I64 | ElemKind::U64 => Type::Long,
                ElemKind::Array | ElemKind::Function => Type::Error,
            },
        }
    }

    /// The same element where the place is not known: of elements with a type each, any of these types.
    pub fn without_places(self) -> Elem {
        match self {
            Elem::Compound(Type::Tuple(_)) => {
                Elem::Compound(intern(Type::Tuple(vec![self.value_type()])))
            }
            elem => elem,
        }
    }
}

impl fmt::Display for Elem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Elem::Int => f.write_str("int"),
            Elem::Scalar => f.write_str("scalar"),
            Elem::Complex => f.write_str("cscalar"),
            Elem::String => f.write_str("string"),
            Elem::Storage(kind) => f.write_str(match kind {
                ElemKind::I8 => "int8",
                ElemKind::I16 => "int16",
                ElemKind::I32 => "int32",
                ElemKind::I64 => "int64",
                ElemKind::U8 => "uint8",
                ElemKind::U16 => "uint16",
                ElemKind::U32 => "uint32",
                ElemKind::U64 => "uint64",
                ElemKind::F16 => "scalar'half",
                ElemKind::F32 => "scalar'single",
                ElemKind::F64 => "scalar'double",
                ElemKind::C32
                | ElemKind::C64
                | ElemKind::Text
                | ElemKind::Array
                | ElemKind::Function => kind.name(),
            }),
            Elem::Compound(ty) => union::element_name(ty, f),
        }
    }
}

impl fmt::Display for ArrayType {
    /// As a program would write it: `vec(3)`, `mat`, `cube[int](:,:,3)'mirror`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (true, [count, Size::Known(1)]) = (self.modifiers.column, self.sizes.as_slice()) {
            let row = ArrayType::new(self.elem, vec![*count]);
            return write!(f, "{row}'col");
        }
        match self.rank() {
            None => f.write_str("cube{:}")?,
            Some(1) => f.write_str("vec")?,
            Some(2) => f.write_str("mat")?,
            Some(3) => f.write_str("cube")?,
            Some(n) => write!(f, "cube{{{n}}}")?,
        }
        if self.elem != Elem::Scalar {
            write!(f, "[{}]", self.elem)?;
        }
        if self.sizes.iter().any(|size| matches!(size, Size::Known(_))) {
            let sizes: Vec<String> = self
                .sizes
                .iter()
                .map(|size| match size {
                    Size::Known(k) => k.to_string(),
                    Size::Symbol(_) | Size::Open => ":".to_string(),
                })
                .collect();
            write!(f, "({})", sizes.join(","))?;
        }
        match self.modifiers.access {
            None => Ok(()),
            Some(AccessMode::Unchecked) => f.write_str("'unchecked"),
            Some(AccessMode::Checked) => f.write_str("'checked"),
            Some(AccessMode::Safe) => f.write_str("'safe"),
            Some(AccessMode::Circular) => f.write_str("'circular"),
            Some(AccessMode::Mirror) => f.write_str("'mirror"),
            Some(AccessMode::Clamped) => f.write_str("'clamped"),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int => f.write_str("int"),
            Type::Long => f.write_str("int64"),
            Type::Scalar => f.write_str("scalar"),
            Type::Complex => f.write_str("cscalar"),
            Type::String => f.write_str("string"),
            Type::Array(array) => array.fmt(f),
            Type::Exception => f.write_str("qexception"),
            Type::Group(_) => f.write_str("thread_block"),
            Type::Closure(_) => f.write_str("function"),
            Type::Enum(named) => f.write_str(&named.name),
            Type::Class(class) => f.write_str(&class.name),
            Type::Pointer(class) if class.open || class.dictionary => f.write_str(&class.name),
            Type::Pointer(class) => write!(f, "^{}", class.name),
            Type::Null => f.write_str("nullptr"),
            Type::Tuple(types) => {
                let parts: Vec<String> = types.iter().map(Type::to_string).collect();
                write!(f, "({})", parts.join(", "))
            }
            Type::Union(members) => {
                let mut parts: Vec<String> = members.iter().map(Type::to_string).collect();
                // All functions are called so.
                parts.dedup();
                write!(f, "[{}]", parts.join("|"))
            }
            Type::Unknown(_) => f.write_str("??"),
            Type::Void => f.write_str("()"),
            Type::Error => f.write_str("?"),
        }
    }
}

/// The element that holds both: `int` below `int64` below `scalar` below `cscalar`; storage elements join as the number they are computed as. None: no common element.
pub fn join_elem(a: Elem, b: Elem) -> Option<Elem> {
    if a == b {
        return Some(a);
    }
    if let (Elem::Compound(a), Elem::Compound(b)) = (a, b) {
        return union::join_elements(a, b);
    }
    fn rank(elem: Elem) -> Option<u8> {
        match elem.value_type() {
            Type::Int => Some(0),
            Type::Long => Some(1),
            Type::Scalar => Some(2),
            Type::Complex => Some(3),
            Type::String
            | Type::Exception
            | Type::Group(_)
            | Type::Array(_)
            | composite_type!()
            | Type::Enum(_)
            | class_type!()
            | empty_type!() => None,
        }
    }
    Some(match rank(a)?.max(rank(b)?) {
        0 => Elem::Int,
        1 => Elem::LONG,
        2 => Elem::Scalar,
        _ => Elem::Complex,
    })
}

/// The extent that both agree on.
pub fn join_size(a: Size, b: Size) -> Size {
    if a == b { a } else { Size::Open }
}

/// The least type that holds the values of both (language reference, section 18, "joins"): sizes drop first, then the number of dimensions widens. None: only a dynamic value would do.
pub fn join(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        (Type::Error, other) | (other, Type::Error) => Some(other.clone()),
        (x, y) if x == y => Some(x.clone()),
        (x, y) if x.is_number() && y.is_number() => {
            Some(join_elem(x.elem()?, y.elem()?)?.value_type())
        }
        (Type::Array(x), Type::Array(y)) => join_arrays(x, y).map(Type::Array),
        (Type::Null, pointer @ Type::Pointer(_)) | (pointer @ Type::Pointer(_), Type::Null) => {
            Some(pointer.clone())
        }
        (Type::Tuple(x), Type::Tuple(y)) if x.len() == y.len() => x
            .iter()
            .zip(y)
            .map(|(x, y)| join(x, y))
            .collect::<Option<Vec<_>>>()
            .map(Type::Tuple),
        _ => None,
    }
}

fn join_arrays(a: &ArrayType, b: &ArrayType) -> Option<ArrayType> {
    let elem = match join_elem(a.elem, b.elem) {
        Some(elem) => elem,
        None if a.is_start() => b.elem,
        None if b.is_start() => a.elem,
        None => return None,
    };
    let modifiers = Modifiers {
        access: if a.modifiers.access == b.modifiers.access {
            a.modifiers.access
        } else {
            None
        },
        constant: a.modifiers.constant || b.modifiers.constant,
        nocopy: false,
        hardware: if a.modifiers.hardware == b.modifiers.hardware {
            a.modifiers.hardware
        } else {
            None
        },
        column: a.modifiers.column && b.modifiers.column,
        row: a.modifiers.row && b.modifiers.row,
        mask: a.modifiers.mask && b.modifiers.mask,
    };
    if a.any_rank || b.any_rank {
        return Some(ArrayType {
            modifiers,
            ..ArrayType::any(elem)
        });
    }
    let sizes = if a.sizes.len() == b.sizes.len() {
        a.sizes
            .iter()
            .zip(&b.sizes)
            .map(|(x, y)| join_size(*x, *y))
            .collect()
    } else {
        vec![Size::Open; a.sizes.len().max(b.sizes.len())]
    };
    Some(ArrayType {
        elem,
        sizes,
        any_rank: false,
        modifiers,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_join_upward() {
        assert_eq!(join(&Type::Int, &Type::Scalar), Some(Type::Scalar));
        assert_eq!(join(&Type::Int, &Type::Long), Some(Type::Long));
        assert_eq!(join(&Type::Long, &Type::Scalar), Some(Type::Scalar));
        assert_eq!(join(&Type::Complex, &Type::Scalar), Some(Type::Complex));
        assert_eq!(join(&Type::Int, &Type::String), None);
    }

    #[test]
    fn sizes_drop_before_dimensions_widen() {
        let a = Type::Array(ArrayType::new(
            Elem::Int,
            vec![Size::Known(2), Size::Known(3)],
        ));
        let b = Type::Array(ArrayType::new(
            Elem::Scalar,
            vec![Size::Known(2), Size::Known(4)],
        ));
        let joined = join(&a, &b).and_then(|t| t.as_array().cloned());
        assert_eq!(
            joined,
            Some(ArrayType::new(
                Elem::Scalar,
                vec![Size::Known(2), Size::Open]
            ))
        );
        let c = Type::Array(ArrayType::open(Elem::Scalar, 3));
        assert_eq!(join(&a, &c), Some(c));
    }

    #[test]
    fn what_has_no_elements_joins_with_any() {
        let none = Type::Array(ArrayType::new(Elem::Scalar, vec![Size::Known(0)]));
        let texts = Type::Array(ArrayType::open(Elem::String, 1));
        let one = Type::Array(ArrayType::new(Elem::Scalar, vec![Size::Known(1)]));
        assert_eq!(join(&none, &texts), Some(texts.clone()));
        assert_eq!(join(&texts, &none), Some(texts.clone()));
        assert_eq!(join(&one, &texts), None);
    }

    #[test]
    fn types_print_as_written() {
        let mut a = ArrayType::new(Elem::Int, vec![Size::Open, Size::Open, Size::Known(3)]);
        a.modifiers.access = Some(AccessMode::Mirror);
        assert_eq!(a.to_string(), "cube[int](:,:,3)'mirror");
        assert_eq!(ArrayType::open(Elem::Scalar, 1).to_string(), "vec");
    }
}
