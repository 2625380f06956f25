//! The tree of a PTX text before names are resolved.
//!
//! *Invariant:* holds what the text says and nothing that is concluded from it.

use crate::lexer::Number;
use std::collections::BTreeMap;

/// A state space (PTX ISA, "State Spaces").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Space {
    Generic,
    Global,
    Constant,
    Shared,
    Local,
    Parameter,
}

/// A fundamental type. Bit types (`.b32`) are unsigned integers here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F16x2,
    Bf16,
    Bf16x2,
    F32,
    F64,
    Predicate,
}

/// Every name of a type, with or without a dot before it.
const TYPES: &[(&str, Type)] = &[
    ("u8", Type::U8),
    ("b8", Type::U8),
    ("u16", Type::U16),
    ("b16", Type::U16),
    ("u32", Type::U32),
    ("b32", Type::U32),
    ("u64", Type::U64),
    ("b64", Type::U64),
    ("s8", Type::S8),
    ("s16", Type::S16),
    ("s32", Type::S32),
    ("s64", Type::S64),
    ("f16", Type::F16),
    ("f16x2", Type::F16x2),
    ("bf16", Type::Bf16),
    ("bf16x2", Type::Bf16x2),
    ("f32", Type::F32),
    ("f64", Type::F64),
    ("pred", Type::Predicate),
];

impl Type {
    /// The type of a name such as `s32`.
    pub fn named(name: &str) -> Option<Type> {
        TYPES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|&(_, class)| class)
    }

    /// Bytes of a value in memory.
    pub fn size(self) -> u32 {
        match self {
            Type::U8 | Type::S8 | Type::Predicate => 1,
            Type::U16 | Type::S16 | Type::F16 | Type::Bf16 => 2,
            Type::U32 | Type::S32 | Type::F32 | Type::F16x2 | Type::Bf16x2 => 4,
            Type::U64 | Type::S64 | Type::F64 => 8,
        }
    }

    /// Whether it is a signed integer.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::S8 | Type::S16 | Type::S32 | Type::S64)
    }

    /// All bits of a value.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - 8 * self.size())
    }
}

/// An operand as it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Written<'t> {
    /// A register, a special register, a symbol or a label.
    Name(&'t str),
    Number(Number),
    /// `symbol + 4` outside of brackets.
    Sum(&'t str, i64),
    /// `!%p1`
    Not(Box<Written<'t>>),
    /// `{a, b}`
    Vector(Vec<Written<'t>>),
    /// `(a, b)` of a call.
    Group(Vec<Written<'t>>),
    /// `[base + offset]`
    Address(Box<Written<'t>>, i64),
    /// `[handle, {x, y}]`
    Texel(Box<Written<'t>>, Box<Written<'t>>),
    /// `%r1|%p1`
    Pair(Box<Written<'t>>, Box<Written<'t>>),
}

impl<'t> Written<'t> {
    /// The name, where there is nothing but one.
    pub fn name(&self) -> Option<&'t str> {
        match self {
            Written::Name(name) => Some(name),
            Written::Number(_)
            | Written::Sum(..)
            | Written::Not(_)
            | Written::Vector(_)
            | Written::Group(_)
            | Written::Address(..)
            | Written::Texel(..)
            | Written::Pair(..) => None,
        }
    }
}

/// A part of an initial value.
#[derive(Clone, Debug, PartialEq)]
pub enum Initial<'t> {
    Number(Number),
    /// The address of a symbol; a mask chooses bytes of it.
    Symbol {
        name: &'t str,
        addend: i64,
        mask: Option<u64>,
    },
}

/// A variable or a parameter.
#[derive(Clone, Debug)]
pub struct Variable<'t> {
    pub space: Space,
    pub name: &'t str,
    pub class: Type,
    pub align: u32,
    /// Elements; none for an array without a size.
    pub count: Option<u64>,
    pub initial: Vec<Initial<'t>>,
    pub external: bool,
}

impl Variable<'_> {
    /// Bytes; 0 for an array without a size.
    pub fn size(&self) -> u64 {
        self.count
            .unwrap_or(0)
            .saturating_mul(u64::from(self.class.size()))
    }
}

/// An instruction as it is written.
#[derive(Clone, Debug)]
pub struct Line<'t> {
    /// The predicate and whether it is negated.
    pub guard: Option<(&'t str, bool)>,
    pub opcode: &'t str,
    pub operands: Vec<Written<'t>>,
    pub line: u32,
}

/// A file number, a line and a column.
pub type Position = (u32, u32, u32);

/// `.loc`
#[derive(Clone, Copy, Debug)]
pub struct Location {
    pub position: Position,
    /// Where the function that it lies in was inlined.
    pub inlined_at: Option<Position>,
}

/// A statement of a body.
#[derive(Clone, Debug)]
pub enum Statement<'t> {
    Open,
    Close,
    /// A type, a name, and a count for `%r<9>`.
    Register(Type, &'t str, Option<u32>),
    Variable(Variable<'t>),
    Label(&'t str),
    /// `.branchtargets` under a name.
    Targets(&'t str, Vec<&'t str>),
    Location(Location),
    Instruction(Line<'t>),
}

/// A function or a kernel.
#[derive(Clone, Debug)]
pub struct FunctionTree<'t> {
    pub name: &'t str,
    pub is_entry: bool,
    pub returns: Vec<Variable<'t>>,
    pub parameters: Vec<Variable<'t>>,
    /// None for a declaration.
    pub body: Option<Vec<Statement<'t>>>,
    /// Threads of a block: the product of `.maxntid` or `.reqntid`.
    pub max_threads: Option<u32>,
    pub line: u32,
}

/// A whole text.
#[derive(Clone, Debug, Default)]
pub struct Tree<'t> {
    pub variables: Vec<Variable<'t>>,
    pub functions: Vec<FunctionTree<'t>>,
    pub files: BTreeMap<u32, &'t str>,
}
