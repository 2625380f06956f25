//! Which accesses make up a word, and which operations on words make up what is stored.
//!
//! *Invariant:* between the first and the last access of a word nothing writes to memory, and nothing needs what it reads.

use std::collections::{BTreeMap, BTreeSet};

use super::packed::{Packed, PackedOp, Packs, Part, Word, row};
use super::tile::elements_of_word;
use crate::mir::{
    Access, AccessMode, BinaryOp, Block, CompareOp, Const, ElemKind, Function, Local, Op, Stmt, Ty,
    UnaryOp, Value,
};

/// How far from its first access a word is looked for.
const REACH: usize = 128;
/// How deep sums of indices, and operations on words, are followed.
const DEPTH: u32 = 7;

/// Elements side by side: the array, the indices in front of the last one, and the last one without its constant.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    array: Local,
    kind: ElemKind,
    mode: AccessMode,
    outer: Vec<Value>,
    terms: BTreeMap<Value, i64>,
}

/// A walk over a kernel that collects its words.
pub struct Finder<'a, 'b> {
    function: &'a Function,
    excluded: &'b BTreeSet<Local>,
    /// The statement of each value.
    pub definitions: BTreeMap<Value, &'a Stmt>,
    /// Of equal operations on equal operands the first.
    canonical: BTreeMap<Value, Value>,
    /// What was found.
    pub packs: Packs<'a>,
}

/// The words of a kernel; arrays in `excluded` are accessed element by element. `uses` loses what only rows need.
pub fn packs<'a>(
    function: &'a Function,
    excluded: &BTreeSet<Local>,
    uses: &mut [u32],
) -> Packs<'a> {
    let mut finder = Finder::new(function, excluded);
    finder.accesses(&function.body, false);
    finder.accesses(&function.body, true);
    let Finder {
        mut packs,
        definitions,
        ..
    } = finder;
    packs.forget(function, &definitions, uses);
    packs
}

impl<'a, 'b> Finder<'a, 'b> {
    /// A walk that has seen which values are equal.
    pub fn new(function: &'a Function, excluded: &'b BTreeSet<Local>) -> Self {
        let mut finder = Finder {
            function,
            excluded,
            definitions: BTreeMap::new(),
            canonical: BTreeMap::new(),
            packs: Packs::default(),
        };
        finder.find_equals();
        finder
    }

    fn find_equals(&mut self) {
        let function = self.function;
        let assigned = function.body.assigned_locals();
        let mut known: BTreeMap<String, Value> = BTreeMap::new();
        function.body.for_each_stmt(&mut |stmt| {
            for &result in &stmt.results {
                self.definitions.insert(result, stmt);
            }
            let constant = matches!(stmt.op, Op::Get(local) if !assigned.contains(&local));
            if stmt.op.is_pure() || constant {
                let mut op = stmt.op.clone();
                op.for_each_operand_mut(|operand| *operand = self.same(*operand));
                let ty = function.values[stmt.results[0]].ty;
                let first = known
                    .entry(format!("{ty:?} {op:?}"))
                    .or_insert(stmt.results[0]);
                self.canonical.insert(stmt.results[0], *first);
            }
        });
    }

    /// The value that stands for all that are equal to this one.
    fn same(&self, value: Value) -> Value {
        self.canonical.get(&value).copied().unwrap_or(value)
    }

    fn op(&self, value: Value) -> Option<&'a Op> {
        self.definitions.get(&value).map(|stmt| &stmt.op)
    }

    fn int(&self, value: Value) -> Option<i32> {
        match self.op(value) {
            Some(Op::Const(Const::I32(number))) => Some(*number),
            _ => None,
        }
    }

    // ---- Where ---------------------------------------------------------------------------------------------------------------------

    /// The line of an access and the constant of its last index.
    fn line(&self, access: &Access) -> Option<(Line, i64)> {
        let Some(Op::Get(array)) = self.op(access.array) else {
            return None;
        };
        let Ty::Array(kind) = self.function.values[access.array].ty else {
            return None;
        };
        elements_of_word(kind)?;
        if self.excluded.contains(array) {
            return None;
        }
        let (last, outer) = access.index.split_last()?;
        let mut terms = BTreeMap::new();
        let mut constant = 0;
        self.add_terms(*last, 1, DEPTH, &mut terms, &mut constant);
        terms.retain(|_, factor| *factor != 0);
        let line = Line {
            array: *array,
            kind,
            mode: access.mode,
            outer: outer.iter().map(|index| self.same(*index)).collect(),
            terms,
        };
        Some((line, constant))
    }

    fn add_terms(
        &self,
        value: Value,
        factor: i64,
        depth: u32,
        terms: &mut BTreeMap<Value, i64>,
        constant: &mut i64,
    ) {
        match self.op(value) {
            Some(Op::Const(Const::I32(number))) => *constant += factor * i64::from(*number),
            Some(Op::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b)) if depth > 0 => {
                let second = if *op == BinaryOp::Add {
                    factor
                } else {
                    -factor
                };
                self.add_terms(*a, factor, depth - 1, terms, constant);
                self.add_terms(*b, second, depth - 1, terms, constant);
            }
            _ => *terms.entry(self.same(value)).or_insert(0) += factor,
        }
    }

    // ---- Groups --------------------------------------------------------------------------------------------------------------------

    /// Finds the words that a block and the blocks below it read, or write.
    pub fn accesses(&mut self, block: &'a Block, stores: bool) {
        for (at, stmt) in block.stmts.iter().enumerate() {
            for inner in stmt.op.blocks() {
                self.accesses(inner, stores);
            }
            if let Some((members, kind)) = self.group(&block.stmts[at..], stores) {
                self.add(&members, kind);
            }
        }
    }

    /// The accesses of the word that begins with the first statement.
    fn group(&self, stmts: &'a [Stmt], stores: bool) -> Option<(Vec<&'a Stmt>, ElemKind)> {
        let first = self.free_access(&stmts[0], stores)?;
        let (line, start) = self.line(first)?;
        let modes: &[AccessMode] = match stores {
            true => &[AccessMode::Unchecked],
            false => &[AccessMode::Unchecked, AccessMode::Safe],
        };
        if !modes.contains(&line.mode) {
            return None;
        }
        let wanted = elements_of_word(line.kind)? as usize;
        let mut members = vec![&stmts[0]];
        for stmt in stmts.iter().take(REACH).skip(1) {
            let mut needs = false;
            stmt.op.for_each_operand(|operand| {
                needs |= members
                    .iter()
                    .any(|member| member.results.contains(operand));
            });
            let passes = stmt.op.is_pure()
                || match stmt.op {
                    Op::Get(_) | Op::Set(..) => true,
                    Op::Load(_) => !stores,
                    Op::Store(..) => stores,
                    _ => false,
                };
            if needs || !passes {
                return None;
            }
            let next = self
                .free_access(stmt, stores)
                .and_then(|access| self.line(access));
            if next == Some((line.clone(), start + members.len() as i64)) {
                members.push(stmt);
            } else if stores && matches!(stmt.op, Op::Store(..)) {
                return None;
            }
            if members.len() == wanted {
                return Some((members, line.kind));
            }
        }
        None
    }

    /// The access of a statement that belongs to no word yet.
    fn free_access(&self, stmt: &'a Stmt, stores: bool) -> Option<&'a Access> {
        let access = match &stmt.op {
            Op::Load(access) if !stores => access,
            Op::Store(access, _) if stores => access,
            _ => return None,
        };
        self.packs.part(stmt).is_none().then_some(access)
    }

    fn add(&mut self, members: &[&'a Stmt], kind: ElemKind) {
        let number = self.packs.words.len();
        let (first, what) = match &members[0].op {
            Op::Load(access) => {
                for (lane, member) in members.iter().enumerate() {
                    self.packs
                        .read
                        .insert(member.results[0], (number, lane as u32));
                }
                (access, Packed::Word(number))
            }
            Op::Store(access, _) => {
                let values = members.iter().map(|member| match &member.op {
                    Op::Store(_, values) => values[0],
                    other => panic!("{other:?} among stores"),
                });
                let values: Vec<Value> = values.collect();
                let what = self.stored(&values, kind);
                (access, what.unwrap_or(Packed::Numbers(values)))
            }
            other => panic!("{other:?} is no access"),
        };
        self.packs.words.push(Word { kind, first, what });
        let (last, others) = members.split_last().expect("a word has elements");
        for other in others {
            let key = std::ptr::from_ref::<Stmt>(other);
            self.packs.parts.insert(key, Part::Nothing(number));
        }
        let key = std::ptr::from_ref::<Stmt>(last);
        self.packs.parts.insert(key, Part::Whole(number));
    }

    // ---- What is stored --------------------------------------------------------------------------------------------------------------

    /// The word that stores of these numbers leave.
    fn stored(&self, values: &[Value], kind: ElemKind) -> Option<Packed> {
        match kind {
            ElemKind::F16 => self.rounded(values, DEPTH),
            _ => self.saturated(values, kind, DEPTH),
        }
    }

    /// The operands of an operation that all values are results of.
    fn operands(&self, values: &[Value], wanted: BinaryOp) -> Option<(Vec<Value>, Vec<Value>)> {
        let pair = |value: &Value| match self.op(*value) {
            Some(Op::Binary(op, a, b)) if *op == wanted => Some((*a, *b)),
            _ => None,
        };
        values.iter().map(pair).collect()
    }

    /// As [`Self::operands`], of one operand.
    fn operand(&self, values: &[Value], wanted: UnaryOp) -> Option<Vec<Value>> {
        let inner = |value: &Value| match self.op(*value) {
            Some(Op::Unary(op, a)) if *op == wanted => Some(*a),
            _ => None,
        };
        values.iter().map(inner).collect()
    }

    fn all_are(&self, values: &[Value], number: i64) -> bool {
        let mut values = values.iter();
        values.all(|value| self.int(*value).map(i64::from) == Some(number))
    }

    /// `x` of `min(max(x, low), high)`.
    fn limited(&self, values: &[Value], kind: ElemKind) -> Option<Vec<Value>> {
        let (low, high) = kind.saturation()?;
        let (raised, most) = self.operands(values, BinaryOp::Min)?;
        let (inner, least) = self.operands(&raised, BinaryOp::Max)?;
        (self.all_are(&least, low) && self.all_are(&most, high)).then_some(inner)
    }

    fn two(
        &self,
        op: PackedOp,
        kind: ElemKind,
        a: &[Value],
        b: &[Value],
        depth: u32,
    ) -> Option<Packed> {
        let row = row(op, kind)?;
        let (a, b) = (self.exact(a, kind, depth)?, self.exact(b, kind, depth)?);
        Some(Packed::Row(row, Box::new(a), Box::new(b)))
    }

    /// The word of ints that are limited to the range of the elements.
    fn saturated(&self, values: &[Value], kind: ElemKind, depth: u32) -> Option<Packed> {
        let depth = depth.checked_sub(1)?;
        if let Some(inner) = self.limited(values, kind) {
            return self.saturated(&inner, kind, depth);
        }
        if let Some((a, b)) = self.operands(values, BinaryOp::Add) {
            let sum = self.two(PackedOp::AddSaturating, kind, &a, &b, depth);
            return sum.or_else(|| self.less(&a, &b, kind, depth));
        }
        if let Some((a, b)) = self.operands(values, BinaryOp::Sub) {
            return self.two(PackedOp::SubSaturating, kind, &a, &b, depth);
        }
        self.exact(values, kind, depth)
    }

    /// `a + b` with constants below zero, which unsigned elements cannot be.
    fn less(&self, a: &[Value], b: &[Value], kind: ElemKind, depth: u32) -> Option<Packed> {
        let negated = |value: &Value| self.int(*value)?.checked_neg();
        let numbers: Option<Vec<i32>> = b.iter().map(negated).collect();
        let bits = bits_of(&numbers?, kind)?;
        let row = row(PackedOp::SubSaturating, kind)?;
        let a = self.exact(a, kind, depth)?;
        Some(Packed::Row(row, Box::new(a), Box::new(Packed::Bits(bits))))
    }

    /// The word of numbers that are within the range of the elements.
    fn exact(&self, values: &[Value], kind: ElemKind, depth: u32) -> Option<Packed> {
        let depth = depth.checked_sub(1)?;
        if let Some(word) = self.word(values, kind) {
            return Some(word);
        }
        if kind == ElemKind::F16 {
            return self.exact_halves(values, depth);
        }
        let numbers: Option<Vec<i32>> = values.iter().map(|value| self.int(*value)).collect();
        if let Some(numbers) = numbers {
            return bits_of(&numbers, kind).map(Packed::Bits);
        }
        if let Some(inner) = self.limited(values, kind) {
            return self.saturated(&inner, kind, depth);
        }
        for (op, packed) in [
            (BinaryOp::Min, PackedOp::Min),
            (BinaryOp::Max, PackedOp::Max),
        ] {
            if let Some((a, b)) = self.operands(values, op) {
                return self.two(packed, kind, &a, &b, depth);
            }
        }
        self.difference(values, kind, depth)
            .or_else(|| self.wrapped(values, kind, depth))
            .or_else(|| self.average(values, kind, depth))
            .or_else(|| self.compared(values, kind, depth))
    }

    /// All elements of a word that was read.
    fn word(&self, values: &[Value], kind: ElemKind) -> Option<Packed> {
        let &(word, _) = self.packs.read.get(&values[0])?;
        let whole = values
            .iter()
            .enumerate()
            .all(|(lane, value)| self.packs.read.get(value) == Some(&(word, lane as u32)));
        (whole && self.packs.words[word].kind == kind).then_some(Packed::Word(word))
    }

    /// `abs(a - b)`.
    fn difference(&self, values: &[Value], kind: ElemKind, depth: u32) -> Option<Packed> {
        let inner = self.operand(values, UnaryOp::Abs)?;
        let (a, b) = self.operands(&inner, BinaryOp::Sub)?;
        self.two(PackedOp::Difference, kind, &a, &b, depth)
    }

    /// `and(a + b, 255)`.
    fn wrapped(&self, values: &[Value], kind: ElemKind, depth: u32) -> Option<Packed> {
        let (sum, mask) = self.operands(values, BinaryOp::And)?;
        let (_, most) = kind.saturation()?;
        let (a, b) = self.operands(&sum, BinaryOp::Add)?;
        let packed = self.two(PackedOp::AddWrapping, kind, &a, &b, depth);
        packed.filter(|_| self.all_are(&mask, most))
    }

    /// `shr(a + b + 1, 1)`.
    fn average(&self, values: &[Value], kind: ElemKind, depth: u32) -> Option<Packed> {
        let (sum, count) = self.operands(values, BinaryOp::Shr)?;
        let (inner, one) = self.operands(&sum, BinaryOp::Add)?;
        let (a, b) = self.operands(&inner, BinaryOp::Add)?;
        let packed = self.two(PackedOp::Average, kind, &a, &b, depth);
        packed.filter(|_| self.all_are(&count, 1) && self.all_are(&one, 1))
    }

    /// A comparison, which is 0 or 1.
    fn compared(&self, values: &[Value], kind: ElemKind, depth: u32) -> Option<Packed> {
        let mut ops = Vec::new();
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for value in values {
            let Some(Op::Convert(truth)) = self.op(*value) else {
                return None;
            };
            let Some(Op::Compare(op, a, b)) = self.op(*truth) else {
                return None;
            };
            ops.push(*op);
            left.push(*a);
            right.push(*b);
        }
        if ops.iter().any(|op| *op != ops[0]) {
            return None;
        }
        let op = match ops[0] {
            CompareOp::Eq => PackedOp::Equal,
            CompareOp::Ne => PackedOp::NotEqual,
            CompareOp::Lt => PackedOp::Less,
            CompareOp::Le => PackedOp::LessEqual,
            CompareOp::Gt => PackedOp::Greater,
            CompareOp::Ge => PackedOp::GreaterEqual,
        };
        self.two(op, kind, &left, &right, depth)
    }

    // ---- Halves ----------------------------------------------------------------------------------------------------------------------

    /// The word of the halves that are next to the numbers.
    fn rounded(&self, values: &[Value], depth: u32) -> Option<Packed> {
        let depth = depth.checked_sub(1)?;
        if let Some(inner) = self.operand(values, UnaryOp::RoundHalf) {
            return self.rounded(&inner, depth);
        }
        for (op, packed) in [
            (BinaryOp::Add, PackedOp::AddHalf),
            (BinaryOp::Sub, PackedOp::SubHalf),
            (BinaryOp::Mul, PackedOp::MulHalf),
        ] {
            let single = self.function.values[values[0]].ty == Ty::F32;
            if let (true, Some((a, b))) = (single, self.operands(values, op)) {
                return self.two(packed, ElemKind::F16, &a, &b, depth);
            }
        }
        self.exact(values, ElemKind::F16, depth)
    }

    /// The word of numbers that are halves.
    fn exact_halves(&self, values: &[Value], depth: u32) -> Option<Packed> {
        let number = |value: &Value| match self.op(*value) {
            Some(Op::Const(Const::F32(number))) => Some(*number),
            _ => None,
        };
        let numbers: Option<Vec<f32>> = values.iter().map(number).collect();
        if let Some(numbers) = numbers {
            return bits_of_halves(&numbers).map(Packed::Bits);
        }
        if let Some(inner) = self.operand(values, UnaryOp::RoundHalf) {
            return self.rounded(&inner, depth);
        }
        if let Some(inner) = self.operand(values, UnaryOp::Neg) {
            let inner = self.exact(&inner, ElemKind::F16, depth)?;
            return Some(Packed::Xor(Box::new(inner), 0x8000_8000));
        }
        let inner = self.operand(values, UnaryOp::Abs)?;
        let inner = self.exact(&inner, ElemKind::F16, depth)?;
        Some(Packed::And(Box::new(inner), 0x7fff_7fff))
    }
}

/// The word of these elements, if they can be such.
fn bits_of(numbers: &[i32], kind: ElemKind) -> Option<u32> {
    let (low, high) = kind.saturation()?;
    let bits = 32 / numbers.len() as u32;
    let mask = (1u64 << bits) - 1;
    let mut word = 0;
    for (lane, &number) in numbers.iter().enumerate() {
        if !(low..=high).contains(&i64::from(number)) {
            return None;
        }
        word |= (number as u32 as u64 & mask) << (lane as u32 * bits);
    }
    Some(word as u32)
}

/// The word of these halves, if they are such.
fn bits_of_halves(numbers: &[f32]) -> Option<u32> {
    let mut word = 0;
    for (lane, &number) in numbers.iter().enumerate() {
        let half = half::f16::from_f32(number);
        if half.to_f32().to_bits() != number.to_bits() {
            return None;
        }
        word |= u32::from(half.to_bits()) << (16 * lane);
    }
    Some(word)
}
