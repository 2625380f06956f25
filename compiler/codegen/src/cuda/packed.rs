//! Elements that fill a word: four bytes or two half words that lie side by side are read and written at once, and where an
//! instruction computes exactly what the program says, they are computed at once.
//!
//! A group of accesses to neighbouring elements is found in the statements, wherever it comes from: a small vector of the program, or the
//! tiles of `tile`. What is stored is followed back (`words`) to the words that it is made of by the rows of [`TABLE`]; everything else is
//! computed as it is, by 32 bits, and put together for the store.
//!
//! *Invariant:* a row is there only if it gives the same bits as the operations that it stands for, for all elements.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Id;
use crate::mir::{Access, ElemKind, Function, Op, Stmt, Value};

/// What happens to all elements of two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the table says what they are")]
pub enum PackedOp {
    AddSaturating,
    SubSaturating,
    AddWrapping,
    Min,
    Max,
    Difference,
    Average,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    AddHalf,
    SubHalf,
    MulHalf,
}

/// An operation on words of elements of a kind: its name in the text and its instruction, with `%0` from `%1` and `%2`; `%3` is zero.
struct Row {
    op: PackedOp,
    kind: ElemKind,
    name: &'static str,
    instruction: &'static str,
}

macro_rules! rows {
    ($($op:ident $kind:ident $name:literal $instruction:literal;)*) => {
        /// The operations that an instruction computes exactly (PTX ISA, "SIMD Video Instructions" and "Half Precision Floating
        /// Point Instructions"). Of halves these are the ones whose result in single precision, rounded to a half, is the half nearest
        /// to the exact one: single precision has more than twice the bits. A product and a sum rounded once are not among them.
        const TABLE: &[Row] = &[$(Row {
            op: PackedOp::$op,
            kind: ElemKind::$kind,
            name: $name,
            instruction: $instruction,
        }),*];
    };
}

rows! {
    AddSaturating U8 "q_add_u8" "vadd4.u32.u32.u32.sat %0, %1, %2, %3;";
    AddSaturating I8 "q_add_i8" "vadd4.s32.s32.s32.sat %0, %1, %2, %3;";
    AddSaturating U16 "q_add_u16" "vadd2.u32.u32.u32.sat %0, %1, %2, %3;";
    AddSaturating I16 "q_add_i16" "vadd2.s32.s32.s32.sat %0, %1, %2, %3;";
    SubSaturating U8 "q_sub_u8" "vsub4.u32.u32.u32.sat %0, %1, %2, %3;";
    SubSaturating I8 "q_sub_i8" "vsub4.s32.s32.s32.sat %0, %1, %2, %3;";
    SubSaturating U16 "q_sub_u16" "vsub2.u32.u32.u32.sat %0, %1, %2, %3;";
    SubSaturating I16 "q_sub_i16" "vsub2.s32.s32.s32.sat %0, %1, %2, %3;";
    AddWrapping U8 "q_wrap_u8" "vadd4.u32.u32.u32 %0, %1, %2, %3;";
    AddWrapping U16 "q_wrap_u16" "vadd2.u32.u32.u32 %0, %1, %2, %3;";
    Min U8 "q_min_u8" "vmin4.u32.u32.u32 %0, %1, %2, %3;";
    Min I8 "q_min_i8" "vmin4.s32.s32.s32 %0, %1, %2, %3;";
    Min U16 "q_min_u16" "vmin2.u32.u32.u32 %0, %1, %2, %3;";
    Min I16 "q_min_i16" "vmin2.s32.s32.s32 %0, %1, %2, %3;";
    Max U8 "q_max_u8" "vmax4.u32.u32.u32 %0, %1, %2, %3;";
    Max I8 "q_max_i8" "vmax4.s32.s32.s32 %0, %1, %2, %3;";
    Max U16 "q_max_u16" "vmax2.u32.u32.u32 %0, %1, %2, %3;";
    Max I16 "q_max_i16" "vmax2.s32.s32.s32 %0, %1, %2, %3;";
    Difference U8 "q_difference_u8" "vabsdiff4.u32.u32.u32 %0, %1, %2, %3;";
    Difference U16 "q_difference_u16" "vabsdiff2.u32.u32.u32 %0, %1, %2, %3;";
    Average U8 "q_average_u8" "vavrg4.u32.u32.u32 %0, %1, %2, %3;";
    Average U16 "q_average_u16" "vavrg2.u32.u32.u32 %0, %1, %2, %3;";
    Equal U8 "q_equal_u8" "vset4.u32.u32.eq %0, %1, %2, %3;";
    Equal I8 "q_equal_i8" "vset4.s32.s32.eq %0, %1, %2, %3;";
    NotEqual U8 "q_different_u8" "vset4.u32.u32.ne %0, %1, %2, %3;";
    NotEqual I8 "q_different_i8" "vset4.s32.s32.ne %0, %1, %2, %3;";
    Less U8 "q_less_u8" "vset4.u32.u32.lt %0, %1, %2, %3;";
    Less I8 "q_less_i8" "vset4.s32.s32.lt %0, %1, %2, %3;";
    LessEqual U8 "q_at_most_u8" "vset4.u32.u32.le %0, %1, %2, %3;";
    LessEqual I8 "q_at_most_i8" "vset4.s32.s32.le %0, %1, %2, %3;";
    Greater U8 "q_greater_u8" "vset4.u32.u32.gt %0, %1, %2, %3;";
    Greater I8 "q_greater_i8" "vset4.s32.s32.gt %0, %1, %2, %3;";
    GreaterEqual U8 "q_at_least_u8" "vset4.u32.u32.ge %0, %1, %2, %3;";
    GreaterEqual I8 "q_at_least_i8" "vset4.s32.s32.ge %0, %1, %2, %3;";
    AddHalf F16 "q_add_f16" "add.rn.f16x2 %0, %1, %2;";
    SubHalf F16 "q_sub_f16" "sub.rn.f16x2 %0, %1, %2;";
    MulHalf F16 "q_mul_f16" "mul.rn.f16x2 %0, %1, %2;";
}

/// The row of an operation on elements of a kind, as its number.
pub(super) fn row(op: PackedOp, kind: ElemKind) -> Option<usize> {
    TABLE
        .iter()
        .position(|row| row.op == op && row.kind == kind)
}

/// The name of a row in the text.
pub fn name(row: usize) -> &'static str {
    TABLE[row].name
}

/// The definition of a row's function, by a macro of the text.
pub fn definition(row: usize) -> String {
    let Row {
        name, instruction, ..
    } = &TABLE[row];
    format!("Q_PACKED({name}, \"{instruction}\")\n")
}

/// What a word is computed from.
#[derive(Clone, Debug, PartialEq)]
pub enum Packed {
    /// A word that was read.
    Word(usize),
    /// Known bits.
    Bits(u32),
    /// A row of the table.
    Row(usize, Box<Packed>, Box<Packed>),
    /// Another sign of halves: the bits are changed by these.
    Xor(Box<Packed>, u32),
    /// Halves without sign.
    And(Box<Packed>, u32),
    /// Numbers that are stored one by one.
    Numbers(Vec<Value>),
}

/// A word in memory: the accesses of its elements.
#[derive(Clone, Debug)]
pub struct Word<'a> {
    /// How the elements lie.
    pub kind: ElemKind,
    /// The access of the first element.
    pub first: &'a Access,
    /// What is stored; of a read the numbers that it gives.
    pub what: Packed,
}

/// What a statement is to its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The whole word is read or written here.
    Whole(usize),
    /// It has been, or will be.
    Nothing(usize),
}

/// The words of a kernel.
#[derive(Debug, Default)]
pub struct Packs<'a> {
    /// All words.
    pub words: Vec<Word<'a>>,
    pub(super) parts: BTreeMap<*const Stmt, Part>,
    /// The word and the number in it of each value that was read in a word.
    pub read: BTreeMap<Value, (usize, u32)>,
    /// Values that only rows need.
    pub unused: BTreeSet<Value>,
}

impl<'a> Packs<'a> {
    /// What a statement is to its word, if it belongs to one.
    pub fn part(&self, stmt: &Stmt) -> Option<Part> {
        self.parts.get(&std::ptr::from_ref(stmt)).copied()
    }

    /// The rows that are used.
    pub fn rows(&self) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        for word in &self.words {
            rows_of(&word.what, &mut found);
        }
        found
    }

    /// Takes what the words make superfluous from the numbers of uses.
    pub(super) fn forget(
        &mut self,
        function: &'a Function,
        definitions: &BTreeMap<Value, &'a Stmt>,
        uses: &mut [u32],
    ) {
        let mut dropped = Vec::new();
        function.body.for_each_stmt(&mut |stmt| {
            let Some(part) = self.part(stmt) else { return };
            let (Part::Whole(word) | Part::Nothing(word)) = part;
            let (Op::Load(access) | Op::Store(access, _)) = &stmt.op else {
                panic!("a word of something that is no access");
            };
            if !std::ptr::eq(access, self.words[word].first) {
                dropped.extend(access.index.iter().copied());
            }
            if let Op::Store(_, values) = &stmt.op
                && !matches!(self.words[word].what, Packed::Numbers(_))
            {
                dropped.extend(values.iter().copied());
            }
        });
        while let Some(value) = dropped.pop() {
            let count = &mut uses[value.index()];
            *count -= 1;
            if *count == 0
                && let Some(stmt) = definitions.get(&value)
                && stmt.op.is_pure()
            {
                self.unused.insert(value);
                stmt.op.for_each_operand(|operand| dropped.push(*operand));
            }
        }
    }
}

fn rows_of(packed: &Packed, found: &mut BTreeSet<usize>) {
    match packed {
        Packed::Word(_) | Packed::Bits(_) | Packed::Numbers(_) => {}
        Packed::Row(row, a, b) => {
            found.insert(*row);
            rows_of(a, found);
            rows_of(b, found);
        }
        Packed::Xor(a, _) | Packed::And(a, _) => rows_of(a, found),
    }
}
