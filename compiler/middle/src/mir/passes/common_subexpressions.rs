//! The pass `common-subexpressions`: what was computed or read already, and is visible, is not computed or read again.
//!
//! A read of an array is the same as an earlier one, or as what was stored there, while nothing may have stored into arrays of that
//! element kind.
//!
//! *Technique:* elimination of common subexpressions, with that of redundant loads (Muchnick, "Advanced Compiler Design and
//! Implementation", 1997, chapters 12 and 13), by value numbering along the tree of blocks (Briggs, Cooper and Simpson, "Value Numbering",
//! Software: Practice and Experience 27(6), 1997).
//!
//! *Invariant:* a statement that is replaced has the operation, operands and result types of the one that replaces it; the test of an index
//! may differ where none of the two finds the index outside.

use crate::mir::families::{block_op, call_op, jump_op, pure_op};
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::base::IndexVec;
use crate::mir::build::ConstKey;
use crate::mir::data::*;
use crate::mir::query::row_params;
use quasar_abi::Role;

/// Runs the pass on every function.
pub fn common_subexpressions(program: &mut Program) {
    for function in program.functions.iter_mut() {
        let mut finder = Finder {
            values: &function.values,
            known: FxHashMap::default(),
            same_as: IndexVec::filled(None, function.values.len()),
            stores: BTreeMap::new(),
            latest: 0,
            within: Vec::new(),
            next: 0,
        };
        finder.summarise(&function.body);
        finder.block(&mut function.body);
    }
}

/// An operation without its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Const(ConstKey),
    Unary(UnaryOp),
    Binary(BinaryOp),
    Compare(CompareOp),
    Math(MathFn),
    Select,
    Convert(Ty),
    Dim(u8),
    Numel,
    /// A read, with the state of the memory that it sees. The type tells apart arrays of arrays read as different arrays.
    Load(AccessMode, Ty, u32),
}

/// What tells operations apart.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    kind: Kind,
    operands: Vec<Value>,
}

struct Finder<'a> {
    values: &'a IndexVec<Value, ValueData>,
    /// Visible results.
    known: FxHashMap<Key, Vec<Value>>,
    same_as: IndexVec<Value, Option<Value>>,
    /// By element kind: the number of the last operation that may have stored; of all kinds under none.
    stores: BTreeMap<Option<ElemKind>, u32>,
    latest: u32,
    /// For each operation with blocks, in the order of the text: what operations in them may store, of each kind or of all.
    within: Vec<BTreeSet<Option<ElemKind>>>,
    /// The next one of these.
    next: usize,
}

/// What an operation may store, its blocks left out.
enum Stored {
    Nothing,
    /// Elements of one kind, or of all under none.
    Elements(Option<ElemKind>),
}

impl Finder<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut here = Vec::new();
        let mut kept = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            stmt.op.for_each_operand_mut(|value| {
                if let Some(other) = self.same_as[*value] {
                    *value = other;
                }
            });
            if let Some(key) = self.key(&stmt) {
                if let Some(known) = self.visible(&key) {
                    let known = known.clone();
                    for (&result, value) in stmt.results.iter().zip(known) {
                        self.same_as[result] = Some(value);
                    }
                    continue;
                }
                self.known.insert(key.clone(), stmt.results.clone());
                here.push(key);
            }
            self.note_stores(&stmt.op);
            here.extend(self.remember_store(&stmt.op));
            for inner in stmt.op.blocks_mut() {
                self.block(inner);
            }
            kept.push(stmt);
        }
        block.stmts = kept;
        for key in here {
            self.known.remove(&key);
        }
    }

    /// The results of an equal operation. A read that was tested, or needed no test, gives what one gives that is 0 outside.
    fn visible(&self, key: &Key) -> Option<&Vec<Value>> {
        let found = self.known.get(key);
        let Kind::Load(AccessMode::Safe, ty, state) = key.kind else {
            return found;
        };
        let mut modes = [AccessMode::Checked, AccessMode::Unchecked].into_iter();
        found.or_else(|| {
            modes.find_map(|mode| {
                let kind = Kind::Load(mode, ty, state);
                let operands = key.operands.clone();
                self.known.get(&Key { kind, operands })
            })
        })
    }

    /// The key of a pure operation or a read.
    fn key(&self, stmt: &Stmt) -> Option<Key> {
        let kind = match &stmt.op {
            Op::Const(constant) => Kind::Const(ConstKey::of(*constant)),
            Op::Unary(op, _) => Kind::Unary(*op),
            Op::Binary(op, ..) => Kind::Binary(*op),
            Op::Compare(op, ..) => Kind::Compare(*op),
            Op::Math(function, _) => Kind::Math(*function),
            Op::Select { .. } => Kind::Select,
            Op::Convert(_) => Kind::Convert(self.values[stmt.results[0]].ty),
            Op::Dim(_, axis) => Kind::Dim(*axis),
            Op::Numel(_) => Kind::Numel,
            Op::Load(access) => self.load_kind(access, self.values[stmt.results[0]].ty),
            other => {
                debug_assert!(!other.is_pure(), "{other:?} is pure and has no key");
                return None;
            }
        };
        let mut operands = Vec::new();
        stmt.op.for_each_operand(|&value| operands.push(value));
        if matches!(kind, Kind::Binary(op) if op.commutes()) {
            operands.sort();
        }
        Some(Key { kind, operands })
    }

    fn elem(&self, access: &Access) -> ElemKind {
        match self.values[access.array].ty {
            Ty::Array(kind) => kind,
            other => panic!("an element of {other:?}"),
        }
    }

    fn load_kind(&self, access: &Access, ty: Ty) -> Kind {
        let last = |key| self.stores.get(&key).copied().unwrap_or(0);
        let state = last(None).max(last(Some(self.elem(access))));
        Kind::Load(access.mode, ty, state)
    }

    /// Fills in what the blocks of operations may store, in one walk; gives what the block may store.
    fn summarise(&mut self, block: &Block) -> BTreeSet<Option<ElemKind>> {
        let mut stored = BTreeSet::new();
        for stmt in &block.stmts {
            if let Stored::Elements(kind) = self.stored(&stmt.op) {
                stored.insert(kind);
            }
            if stmt.op.blocks().next().is_none() {
                continue;
            }
            let place = self.within.len();
            self.within.push(BTreeSet::new());
            let mut inner = BTreeSet::new();
            for block in stmt.op.blocks() {
                inner.extend(self.summarise(block));
            }
            stored.extend(&inner);
            self.within[place] = inner;
        }
        stored
    }

    /// Notes what an operation, its blocks included, may store.
    fn note_stores(&mut self, op: &Op) {
        if let Stored::Elements(kind) = self.stored(op) {
            self.note_store(kind);
        }
        if op.blocks().next().is_some() {
            for kind in std::mem::take(&mut self.within[self.next]) {
                self.note_store(kind);
            }
            self.next += 1;
        }
    }

    fn note_store(&mut self, kind: Option<ElemKind>) {
        self.latest += 1;
        self.stores.insert(kind, self.latest);
    }

    fn stored(&self, op: &Op) -> Stored {
        match op {
            Op::Store(access, _) | Op::Atomic(_, access, _) => {
                Stored::Elements(Some(self.elem(access)))
            }
            call_op!() | Op::Together(_) => Stored::Elements(None),
            Op::Runtime { func, .. } if may_store(*func) => Stored::Elements(None),
            pure_op!()
            | block_op!()
            | jump_op!()
            | Op::Runtime { .. }
            | Op::Get(_)
            | Op::Set(..)
            | Op::GetGlobal(_)
            | Op::SetGlobal(..)
            | Op::NewArray { .. }
            | Op::Load(_)
            | Op::Texture(_)
            | Op::Retain(_)
            | Op::Release(_) => Stored::Nothing,
        }
    }

    /// A read of what was just stored gives it, where the element holds every value and the store is never dropped.
    fn remember_store(&mut self, op: &Op) -> Option<Key> {
        let Op::Store(access, values) = op else {
            return None;
        };
        if access.mode == AccessMode::Safe || !holds_every_value(self.elem(access)) {
            return None;
        }
        let kind = self.load_kind(access, self.values[values[0]].ty);
        let operands = std::iter::once(access.array).chain(access.index.iter().copied());
        let operands = operands.collect();
        let key = Key { kind, operands };
        self.known.insert(key.clone(), values.clone());
        Some(key)
    }
}

/// Whether a row may store into an array that it gets. Lists are only read, but for those that go to a function of C.
pub fn may_store(func: RtFn) -> bool {
    let takes_array = |role| matches!(role, Role::Array | Role::Object | Role::Raw);
    is_foreign(func) || row_params(func).iter().any(|param| takes_array(param.role))
}

/// Whether a row calls a function of C.
fn is_foreign(func: RtFn) -> bool {
    [RtFn::foreign_whole, RtFn::foreign_real, RtFn::foreign_text].contains(&func)
}

/// Whether an element gives back what was stored.
pub fn holds_every_value(kind: ElemKind) -> bool {
    match kind {
        ElemKind::I32
        | ElemKind::I64
        | ElemKind::U64
        | ElemKind::F32
        | ElemKind::F64
        | ElemKind::C32
        | ElemKind::C64 => true,
        ElemKind::I8
        | ElemKind::U8
        | ElemKind::I16
        | ElemKind::U16
        | ElemKind::U32
        | ElemKind::F16
        | ElemKind::Text
        | ElemKind::Array
        | ElemKind::Function => false,
    }
}
