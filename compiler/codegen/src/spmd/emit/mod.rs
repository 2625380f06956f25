//! Building SPMD code: operations are folded, shared and hoisted while they are emitted.
//!
//! Scopes mirror the structure of the code: the entry, loop bodies and branches. An operation without effect is emitted once per scope
//! that can see it, and in front of the outermost loop in which its operands do not change. Whole-number values carry their *linear
//! form*, from which addresses are made.
//!
//! *Technique:* value numbering along the tree of dominators (Briggs, Cooper and Simpson, "Value Numbering", Software: Practice and
//! Experience 27(6), 1997), with loop-invariant code motion.
//!
//! *Invariant:* a value of scope s is used only in s and in scopes opened inside it; values that leave a scope do so as block parameters.

mod forwarding;
mod in_front;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Id, IndexVec};
use crate::mir::{BinaryOp, CompareOp, Loc, UnaryOp};
use crate::spmd::ir::{BlockId, Elem, Function, Inst, Memory, Op, Target, Terminator, Type, Val};
use crate::spmd::key::Key;
use crate::spmd::linear::Linear;

/// What a scope stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    /// The function.
    Entry,
    /// A loop's body, which repeats.
    Loop,
    /// A branch, which may not run.
    Branch,
    /// A branch that many rows leave out: what it alone needs is computed in it, unless that is the same for the whole launch.
    Aside,
    /// A part of the code around it, which always runs.
    Part,
}

/// A loop over vectors of positions of which none writes what another reads, while its code has not branched.
#[derive(Clone, Copy, Debug)]
struct Settled {
    /// The scope of the loop.
    scope: usize,
    /// The state of memory in front of it.
    memory: u32,
}

struct Scope {
    kind: ScopeKind,
    /// Where the scope goes on, or stood when the next one was opened.
    block: BlockId,
    /// Operations seen here; loads with the state of memory they saw.
    known: FxHashMap<Key, Val>,
    /// Truth values that are false here, since the code has branched away where they are true.
    refuted: FxHashSet<Val>,
    /// The state of memory where it was opened.
    memory: u32,
    /// What repairs of rare lanes have given here.
    repaired: FxHashMap<Repair, (Val, Val)>,
}

/// A repair of lanes that are rarely there: which, and what the others have.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Repair {
    /// The lanes.
    pub lanes: Val,
    /// What all lanes have without it.
    pub common: (Val, Val),
}

/// The function being built, and where.
pub struct Emitter {
    /// The function so far.
    pub function: Function,
    /// Location of what is emitted.
    pub loc: Loc,
    scopes: Vec<Scope>,
    levels: IndexVec<Val, usize>,
    linear: FxHashMap<Val, Linear>,
    /// What defines each value; parameters of blocks have no operation.
    definitions: IndexVec<Val, Option<Op>>,
    /// 64-bit values of 32-bit ones that were cut from them.
    wide: FxHashMap<Val, Val>,
    /// Floats that are known from elsewhere not to be NaN.
    numbers: FxHashSet<Val>,
    /// Fields of array headers that are known in what is being built, by array and offset.
    pub assumed: FxHashMap<(Val, usize), i64>,
    /// Stores that wait for the end of their block, where no array that is read is written: so they come to stand side by side.
    postponed: Option<Vec<Inst>>,
    /// Counts the moments when array elements may have changed.
    memory: u32,
    /// The loop in front of which uniform elements are read.
    settled: Option<Settled>,
    /// Whether vectors convert between whole numbers and double precision at once.
    pub divides_by_products: bool,
}

impl Emitter {
    /// An emitter at the entry of a new function.
    pub fn new(name: &str, lanes: u32) -> Emitter {
        let function = Function::new(name, lanes);
        let entry = Scope {
            kind: ScopeKind::Entry,
            block: function.entry(),
            known: FxHashMap::default(),
            refuted: FxHashSet::default(),
            memory: 0,
            repaired: FxHashMap::default(),
        };
        let levels = IndexVec::filled(0, function.types.len());
        let definitions = IndexVec::filled(None, function.types.len());
        Emitter {
            function,
            loc: Loc::from_index(0),
            scopes: vec![entry],
            levels,
            linear: FxHashMap::default(),
            definitions,
            wide: FxHashMap::default(),
            numbers: FxHashSet::default(),
            assumed: FxHashMap::default(),
            postponed: None,
            memory: 0,
            settled: None,
            divides_by_products: false,
        }
    }

    /// The n-th parameter of the kernel entry.
    pub fn entry_param(&self, index: usize) -> Val {
        self.function.blocks[self.function.entry()].params[index]
    }

    /// The type of a value.
    pub fn ty(&self, value: Val) -> Type {
        self.function.types[value]
    }

    /// Whether each lane has its own value.
    pub fn is_varying(&self, value: Val) -> bool {
        self.ty(value).varying
    }

    /// Scope number in which a value is defined; 0 is the entry.
    pub fn level(&self, value: Val) -> usize {
        self.levels[value]
    }

    /// The operation that defines a value, unless it is a block's parameter.
    pub fn definition(&self, value: Val) -> Option<&Op> {
        self.definitions[value].as_ref()
    }

    // ---- Blocks and scopes ---------------------------------------------------------------------------------------------------------

    /// A new block.
    pub fn block(&mut self) -> BlockId {
        self.function.add_block()
    }

    /// A new parameter of a block, which belongs to the scope that is open now.
    pub fn param(&mut self, block: BlockId, ty: Type) -> Val {
        let value = self.function.add_param(block, ty);
        let level = self.levels.push(self.scopes.len() - 1);
        self.definitions.push(None);
        debug_assert_eq!(value, level);
        value
    }

    /// The block that is being filled.
    pub fn current(&self) -> BlockId {
        self.scopes.last().expect("a scope is open").block
    }

    /// Goes on in another block of the same scope.
    pub fn switch_to(&mut self, block: BlockId) {
        self.store_postponed();
        self.scopes.last_mut().expect("a scope is open").block = block;
    }

    /// Opens a scope that starts in the block.
    pub fn open(&mut self, kind: ScopeKind, block: BlockId) {
        self.store_postponed();
        self.scopes.push(Scope {
            kind,
            block,
            known: FxHashMap::default(),
            refuted: FxHashSet::default(),
            memory: self.memory,
            repaired: FxHashMap::default(),
        });
    }

    /// Closes the innermost scope; returns the block it ended in.
    pub fn close(&mut self) -> BlockId {
        self.store_postponed();
        let scope = self.scopes.pop().expect("a scope is open");
        assert!(!self.scopes.is_empty(), "the entry scope stays open");
        scope.block
    }

    /// What an equal repair has given that is seen from here.
    pub fn repaired(&self, repair: Repair) -> Option<(Val, Val)> {
        let mut scopes = self.scopes.iter().rev();
        scopes.find_map(|scope| scope.repaired.get(&repair).copied())
    }

    /// Takes down what a repair gives.
    pub fn note_repaired(&mut self, repair: Repair, results: (Val, Val)) {
        let scope = self.scopes.last_mut().expect("a scope is open");
        scope.repaired.insert(repair, results);
    }

    /// Ends the current block.
    pub fn terminate(&mut self, terminator: Terminator) {
        let block = self.current();
        self.terminate_block(block, terminator);
    }

    /// Ends a block.
    pub fn terminate_block(&mut self, block: BlockId, terminator: Terminator) {
        self.store_postponed();
        if matches!(terminator, Terminator::Branch { .. }) {
            self.settled = None;
        }
        let slot = &mut self.function.blocks[block].terminator;
        assert_eq!(*slot, Terminator::Open, "a block ends once");
        *slot = terminator;
    }

    /// Ends the current block with a jump.
    pub fn jump(&mut self, block: BlockId, args: Vec<Val>) {
        self.terminate(Terminator::Jump(Target { block, args }));
    }

    /// Ends the current block with a choice between blocks without parameters.
    pub fn branch(&mut self, cond: Val, then: BlockId, otherwise: BlockId) {
        let target = |block| Target {
            block,
            args: Vec::new(),
        };
        let [then, otherwise] = [then, otherwise].map(target);
        self.terminate(Terminator::Branch {
            cond,
            then,
            otherwise,
        });
    }

    /// Whether a uniform truth value is known to be false here.
    pub fn is_refuted(&self, cond: Val) -> bool {
        let mut scopes = self.scopes.iter();
        self.as_constant(cond) == Some(0) || scopes.any(|scope| scope.refuted.contains(&cond))
    }

    /// What follows in this scope runs only where the truth value is false.
    pub fn refute(&mut self, cond: Val) {
        let scope = self.scopes.last_mut().expect("a scope is open");
        scope.refuted.insert(cond);
    }

    /// Array elements may have changed: loads before and after differ.
    pub fn memory_changes(&mut self) {
        self.memory += 1;
    }

    /// No position of the loop whose scope is open writes an element that another one reads: until its code branches, elements that are
    /// the same for all of its positions are read in front of it.
    pub fn settle(&mut self) {
        self.settled = Some(Settled {
            scope: self.scopes.len() - 1,
            memory: self.memory,
        });
    }

    /// The state of memory that a load reads in front of the loop at hand; none if it stays inside.
    fn settled_load(&self, op: &Op, ty: Type) -> Option<Settled> {
        let settled = self.settled.filter(|_| matches!(op, Op::Load { .. }))?;
        let inside = &self.scopes[settled.scope + 1..];
        let runs = inside.iter().all(|scope| scope.kind == ScopeKind::Part);
        let level = self.operand_level(op);
        (!ty.varying && runs && level < settled.scope).then_some(settled)
    }

    fn operand_level(&self, op: &Op) -> usize {
        let mut level = 0;
        op.for_each_operand(|value| level = level.max(self.levels[value]));
        level
    }

    // ---- Operations ----------------------------------------------------------------------------------------------------------------

    /// Emits an operation with a result.
    pub fn emit(&mut self, op: Op, ty: Type) -> Val {
        if op.has_effect() {
            self.store_postponed();
        }
        let settled = self.settled_load(&op, ty);
        let scope = match settled {
            Some(settled) => settled.scope - 1,
            None => self.scope_for(&op),
        };
        let memory = settled.map_or(self.memory, |settled| settled.memory);
        let key = Key::of(&op, ty, memory);
        if let Some(key) = &key
            && let Some(known) = self.find(key, scope)
        {
            return known;
        }
        let result = self.function.types.push(ty);
        self.levels.push(scope);
        self.definitions.push(Some(op.clone()));
        self.append(scope, op, Some(result));
        if let Some(key) = key {
            self.scopes[scope].known.insert(key, result);
        }
        result
    }

    /// From here on, no array that is read is written, or nothing is known of that.
    pub fn set_apart(&mut self, apart: bool) {
        self.store_postponed();
        self.postponed = apart.then(Vec::new);
    }

    /// Emits the stores that were postponed: before the code goes on in another block.
    fn store_postponed(&mut self) {
        let waiting = self.postponed.as_mut().map(std::mem::take);
        let block = self.current();
        let insts = &mut self.function.blocks[block].insts;
        insts.extend(waiting.unwrap_or_default());
    }

    /// Emits an operation without result.
    pub fn effect(&mut self, op: Op) {
        if let (Some(waiting), Op::Store { .. } | Op::Scatter { .. }) = (&mut self.postponed, &op) {
            let (result, loc) = (None, self.loc);
            return waiting.push(Inst { op, result, loc });
        }
        self.store_postponed();
        let scope = self.scopes.len() - 1;
        self.append(scope, op, None);
        self.memory_changes();
    }

    fn append(&mut self, scope: usize, op: Op, result: Option<Val>) {
        let block = self.scopes[scope].block;
        let loc = self.loc;
        self.function.blocks[block]
            .insts
            .push(Inst { op, result, loc });
    }

    fn find(&self, key: &Key, scope: usize) -> Option<Val> {
        let mut visible = self.scopes[..=scope].iter().rev();
        visible.find_map(|scope| scope.known.get(key).copied())
    }

    /// The scope of an operation: in front of the outermost loop that does not change its operands.
    fn scope_for(&self, op: &Op) -> usize {
        match op.is_pure() {
            true => self.scope_of_level(self.operand_level(op)),
            false => self.scopes.len() - 1,
        }
    }

    /// The scope in which an operation is emitted whose operands are defined in scopes up to this one.
    fn scope_of_level(&self, level: usize) -> usize {
        let scope = self.in_front_of_loops(level);
        let outer = &self.scopes[..=scope];
        let repeats = outer.iter().any(|outer| outer.kind == ScopeKind::Loop);
        let mut inside = self.scopes[scope + 1..].iter();
        match inside.position(|inner| inner.kind == ScopeKind::Aside) {
            Some(at) if repeats => self.in_front_of_loops(scope + 1 + at),
            _ => scope,
        }
    }

    /// Whether operations without effect that need this value alone are emitted in front of a loop that is open.
    pub fn is_invariant(&self, value: Val) -> bool {
        let scope = self.scope_of_level(self.levels[value]);
        let mut inside = self.scopes[scope + 1..].iter();
        inside.any(|inner| inner.kind == ScopeKind::Loop)
    }

    /// The scope in front of the outermost loop inside of a scope, the innermost scope if there is none.
    fn in_front_of_loops(&self, level: usize) -> usize {
        let mut inside = self.scopes[level + 1..].iter();
        match inside.position(|scope| scope.kind == ScopeKind::Loop) {
            Some(at) => level + at,
            None => self.scopes.len() - 1,
        }
    }

    // ---- Constants -----------------------------------------------------------------------------------------------------------------

    /// A uniform constant from its bits.
    pub fn constant(&mut self, elem: Elem, bits: u64) -> Val {
        let value = self.emit(Op::Const(bits), Type::uniform(elem));
        if elem == Elem::I32 {
            self.linear
                .entry(value)
                .or_insert_with(|| Linear::constant(i64::from(bits as u32 as i32)));
        }
        value
    }

    /// A uniform `I32`.
    pub fn i32(&mut self, value: i32) -> Val {
        self.constant(Elem::I32, u64::from(value as u32))
    }

    /// A uniform `I64`.
    pub fn i64(&mut self, value: i64) -> Val {
        self.constant(Elem::I64, value as u64)
    }

    /// A uniform truth value.
    pub fn bool(&mut self, value: bool) -> Val {
        self.constant(Elem::Bool, u64::from(value))
    }

    /// The bits of a constant, uniform or splatted.
    pub fn as_constant(&self, value: Val) -> Option<u64> {
        match self.definitions[value].as_ref()? {
            Op::Const(bits) => Some(*bits),
            Op::Splat(inner) => self.as_constant(*inner),
            _ => None,
        }
    }

    pub(super) fn as_i32(&self, value: Val) -> Option<i32> {
        let is_i32 = self.ty(value).elem == Elem::I32;
        self.as_constant(value)
            .filter(|_| is_i32)
            .map(|bits| bits as u32 as i32)
    }

    pub(super) fn as_i64(&self, value: Val) -> Option<i64> {
        let is_i64 = self.ty(value).elem == Elem::I64;
        self.as_constant(value)
            .filter(|_| is_i64)
            .map(|bits| bits as i64)
    }

    // ---- Arithmetic ----------------------------------------------------------------------------------------------------------------

    /// The value as a varying one.
    pub fn splat(&mut self, value: Val) -> Val {
        let ty = self.ty(value);
        if ty.varying {
            return value;
        }
        let result = self.emit(Op::Splat(value), Type::varying(ty.elem));
        if let Some(linear) = self.linear_of(value) {
            self.linear.insert(result, linear);
        }
        result
    }

    /// Makes all values varying if one is.
    pub fn level_out<const N: usize>(&mut self, values: [Val; N]) -> ([Val; N], bool) {
        let varying = values.iter().any(|value| self.is_varying(*value));
        match varying {
            true => (values.map(|value| self.splat(value)), true),
            false => (values, false),
        }
    }

    /// The numbers of the lanes, varying `I32`.
    pub fn lane_index(&mut self) -> Val {
        let value = self.emit(Op::LaneIndex, Type::varying(Elem::I32));
        self.linear.entry(value).or_insert(Linear {
            lane: 1,
            ..Linear::default()
        });
        value
    }

    /// A unary operation of MIR.
    pub fn unary(&mut self, op: UnaryOp, a: Val) -> Val {
        let ty = self.ty(a);
        if let (UnaryOp::Not, Some(bits)) = (op, self.as_constant(a)) {
            let value = self.bool(bits == 0);
            return if ty.varying { self.splat(value) } else { value };
        }
        if let (UnaryOp::Not, Some(Op::Unary(UnaryOp::Not, inner))) = (op, self.definition(a)) {
            return *inner;
        }
        if let (UnaryOp::Neg, Some(value)) = (op, self.as_i32(a)) {
            let value = self.i32(value.wrapping_neg());
            return if ty.varying { self.splat(value) } else { value };
        }
        let result = self.emit(Op::Unary(op, a), ty);
        if let (UnaryOp::Neg, Some(linear)) = (op, self.linear_of(a)) {
            let negated = Linear::default().plus(&linear, -1);
            self.linear.insert(result, negated);
        }
        result
    }

    /// A binary operation of MIR.
    pub fn binary(&mut self, op: BinaryOp, a: Val, b: Val) -> Val {
        let ([a, b], varying) = self.level_out([a, b]);
        if let Some(folded) = self.fold_binary(op, a, b) {
            return if varying { self.splat(folded) } else { folded };
        }
        if let Some(simpler) = self.simplify_binary(op, a, b) {
            return simpler;
        }
        if let Some(quotient) = self.divided(op, a, b) {
            return quotient;
        }
        let ty = self.ty(a);
        let result = self.emit(Op::Binary(op, a, b), ty);
        if ty.elem == Elem::I32
            && let Some(linear) = self.linear_binary(op, a, b)
        {
            self.linear.insert(result, linear);
        }
        result
    }

    /// Whole-number arithmetic on constants.
    fn fold_binary(&mut self, op: BinaryOp, a: Val, b: Val) -> Option<Val> {
        if let (Some(x), Some(y)) = (self.as_i32(a), self.as_i32(b)) {
            let value = match op {
                BinaryOp::Add => x.wrapping_add(y),
                BinaryOp::Sub => x.wrapping_sub(y),
                BinaryOp::Mul => x.wrapping_mul(y),
                BinaryOp::Min => x.min(y),
                BinaryOp::Max => x.max(y),
                _ => return None,
            };
            return Some(self.i32(value));
        }
        let (x, y) = (self.as_i64(a)?, self.as_i64(b)?);
        let value = match op {
            BinaryOp::Add => x.wrapping_add(y),
            BinaryOp::Sub => x.wrapping_sub(y),
            BinaryOp::Mul => x.wrapping_mul(y),
            BinaryOp::IntDiv if y != 0 => x.wrapping_div(y),
            _ => return None,
        };
        Some(self.i64(value))
    }

    /// Operations with a neutral operand.
    fn simplify_binary(&mut self, op: BinaryOp, a: Val, b: Val) -> Option<Val> {
        let elem = self.ty(a).elem;
        let (x, y) = (self.as_constant(a), self.as_constant(b));
        match (op, elem) {
            (BinaryOp::Add, Elem::I32 | Elem::I64) if x == Some(0) => Some(b),
            (BinaryOp::Add | BinaryOp::Sub, Elem::I32 | Elem::I64) if y == Some(0) => Some(a),
            (BinaryOp::Mul, Elem::I32 | Elem::I64) if x == Some(1) || y == Some(0) => Some(b),
            (BinaryOp::Mul, Elem::I32 | Elem::I64) if y == Some(1) || x == Some(0) => Some(a),
            (BinaryOp::And, Elem::Bool) if x == Some(1) || y == Some(0) || a == b => Some(b),
            (BinaryOp::And, Elem::Bool) if y == Some(1) || x == Some(0) => Some(a),
            (BinaryOp::Or, Elem::Bool) if x == Some(0) || y == Some(1) || a == b => Some(b),
            (BinaryOp::Or, Elem::Bool) if y == Some(0) || x == Some(1) => Some(a),
            (BinaryOp::And, Elem::Bool) if self.are_opposite(a, b) => {
                let never = self.bool(false);
                Some(if self.is_varying(a) {
                    self.splat(never)
                } else {
                    never
                })
            }
            // Either of `a` and of what else is only asked for without `a`.
            (BinaryOp::Or, Elem::Bool) => match (self.besides(a, b), self.besides(b, a)) {
                (Some(rest), _) => Some(self.binary(op, a, rest)),
                (None, Some(rest)) => Some(self.binary(op, b, rest)),
                (None, None) => None,
            },
            _ => None,
        }
    }

    /// Whether one truth value is the opposite of the other.
    fn are_opposite(&self, a: Val, b: Val) -> bool {
        let is_not = |one, of| matches!(self.definition(one), Some(Op::Unary(UnaryOp::Not, inner)) if *inner == of);
        is_not(a, b) || is_not(b, a)
    }

    /// The other operand, if a truth value is that of the opposite of `a` and of it.
    fn besides(&self, a: Val, both: Val) -> Option<Val> {
        let Some(&Op::Binary(BinaryOp::And, x, y)) = self.definition(both) else {
            return None;
        };
        match (self.are_opposite(a, x), self.are_opposite(a, y)) {
            (true, _) => Some(y),
            (false, true) => Some(x),
            (false, false) => None,
        }
    }

    fn linear_binary(&self, op: BinaryOp, a: Val, b: Val) -> Option<Linear> {
        let (x, y) = (self.linear_of(a)?, self.linear_of(b)?);
        match op {
            BinaryOp::Add => Some(x.plus(&y, 1)),
            BinaryOp::Sub => Some(x.plus(&y, -1)),
            BinaryOp::Mul => match (x.as_constant(), y.as_constant()) {
                (Some(factor), _) => Some(Linear::default().plus(&y, factor)),
                (_, Some(factor)) => Some(Linear::default().plus(&x, factor)),
                (None, None) => None,
            },
            _ => None,
        }
    }

    /// The linear form of an `I32`; a uniform value that is nothing better is an atom.
    pub fn linear_of(&self, value: Val) -> Option<Linear> {
        if let Some(linear) = self.linear.get(&value) {
            return Some(linear.clone());
        }
        match self.ty(value) {
            Type {
                elem: Elem::I32,
                varying: false,
            } => Some(Linear::atom(value)),
            _ => None,
        }
    }

    /// `a + b`.
    pub fn add(&mut self, a: Val, b: Val) -> Val {
        self.binary(BinaryOp::Add, a, b)
    }

    /// `a - b`.
    pub fn sub(&mut self, a: Val, b: Val) -> Val {
        self.binary(BinaryOp::Sub, a, b)
    }

    /// `a * b`.
    pub fn mul(&mut self, a: Val, b: Val) -> Val {
        self.binary(BinaryOp::Mul, a, b)
    }

    /// Tells that a float is never NaN where it is looked at.
    pub fn promise_number(&mut self, value: Val) {
        self.numbers.insert(value);
    }

    /// Whether a float is known not to be NaN.
    pub fn is_number(&self, value: Val) -> bool {
        if self.numbers.contains(&value) {
            return true;
        }
        let elem = self.ty(value).elem;
        match self.definition(value) {
            Some(Op::Const(bits)) if elem == Elem::F32 => !f32::from_bits(*bits as u32).is_nan(),
            Some(Op::Const(bits)) => !f64::from_bits(*bits).is_nan(),
            Some(Op::Splat(of)) => self.is_number(*of),
            Some(Op::Convert(of)) => !self.ty(*of).elem.is_float() || self.is_number(*of),
            // The machine takes the second where one is NaN.
            Some(Op::Binary(BinaryOp::Min | BinaryOp::Max, _, second)) => self.is_number(*second),
            _ => false,
        }
    }

    /// The smaller one; of floats the second where one is NaN.
    pub fn min(&mut self, a: Val, b: Val) -> Val {
        self.binary(BinaryOp::Min, a, b)
    }

    /// The larger one; of floats the second where one is NaN.
    pub fn max(&mut self, a: Val, b: Val) -> Val {
        self.binary(BinaryOp::Max, a, b)
    }

    /// Both truths.
    pub fn and(&mut self, a: Val, b: Val) -> Val {
        self.binary(BinaryOp::And, a, b)
    }

    /// Either truth.
    pub fn or(&mut self, a: Val, b: Val) -> Val {
        self.binary(BinaryOp::Or, a, b)
    }

    /// The opposite truth.
    pub fn not(&mut self, a: Val) -> Val {
        self.unary(UnaryOp::Not, a)
    }

    /// The uniform value that all lanes of a value have, if it is one.
    pub(super) fn uniform_of(&self, value: Val) -> Option<Val> {
        match self.definition(value) {
            _ if !self.is_varying(value) => Some(value),
            Some(Op::Splat(inner)) => Some(*inner),
            _ => None,
        }
    }

    /// A comparison of MIR.
    pub fn compare(&mut self, op: CompareOp, a: Val, b: Val) -> Val {
        let ([a, b], varying) = self.level_out([a, b]);
        let constants = (self.as_i32(a), self.as_i32(b));
        if let (Some(x), Some(y)) = constants {
            let value = self.bool(op.holds(x, y));
            return if varying { self.splat(value) } else { value };
        }
        let ty = Type {
            elem: Elem::Bool,
            varying,
        };
        // Floats have NaN, of which neither of two opposites is true.
        let opposite = Op::Compare(op.opposite(), a, b);
        if !self.ty(a).elem.is_float()
            && let Some(key) = Key::of(&opposite, ty, 0)
            && let Some(known) = self.find(&key, self.scopes.len() - 1)
        {
            return self.not(known);
        }
        self.emit(Op::Compare(op, a, b), ty)
    }

    /// Whether an index is at least 0 and less than an extent, which is not negative.
    pub fn inside(&mut self, index: Val, extent: Val) -> Val {
        if let Some(known) = self.as_i32(index) {
            return match known < 0 {
                true => self.bool(false),
                false => self.compare(CompareOp::Lt, index, extent),
            };
        }
        let ([index, extent], varying) = self.level_out([index, extent]);
        let elem = Elem::Bool;
        self.emit(Op::Inside(index, extent), Type { elem, varying })
    }

    /// `mask ? yes : no`.
    pub fn select(&mut self, mask: Val, yes: Val, no: Val) -> Val {
        if yes == no {
            return yes;
        }
        if let Some(bits) = self.as_constant(mask) {
            return if bits != 0 { yes } else { no };
        }
        let varying = [mask, yes, no].iter().any(|value| self.is_varying(*value));
        let (yes, no) = match varying && self.is_varying(mask) {
            true => (self.splat(yes), self.splat(no)),
            false => (yes, no),
        };
        if self.is_varying(mask) || (!self.is_varying(yes) && !self.is_varying(no)) {
            return self.emit_select(mask, yes, no);
        }
        let (mask, yes, no) = (self.splat(mask), self.splat(yes), self.splat(no));
        self.emit_select(mask, yes, no)
    }

    fn emit_select(&mut self, mask: Val, yes: Val, no: Val) -> Val {
        // An inner choice of the same `no` under a narrower mask already keeps `no` here.
        if let Some(Op::Select(inner, _, other)) = self.definition(yes)
            && *other == no
            && self.implies(*inner, mask)
        {
            return yes;
        }
        if let Some(extreme) = self.extreme(mask, yes, no) {
            return extreme;
        }
        let ty = self.ty(yes);
        if ty.elem == Elem::Bool {
            let (yes, not) = (self.and(mask, yes), self.not(mask));
            let no = self.and(not, no);
            return self.or(yes, no);
        }
        self.emit(Op::Select(mask, yes, no), ty)
    }

    /// A choice by the order of its own operands is a minimum or maximum.
    fn extreme(&mut self, mask: Val, yes: Val, no: Val) -> Option<Val> {
        let Some(&Op::Compare(op, a, b)) = self.definition(mask) else {
            return None;
        };
        let less = matches!(op, CompareOp::Lt);
        if !less && !matches!(op, CompareOp::Gt) {
            return None;
        }
        if (a, b) == (yes, no) {
            let op = if less { BinaryOp::Min } else { BinaryOp::Max };
            return Some(self.binary(op, yes, no));
        }
        if (b, a) == (yes, no) {
            let op = if less { BinaryOp::Max } else { BinaryOp::Min };
            return Some(self.binary(op, yes, no));
        }
        None
    }

    /// Whether `mask` is known to hold wherever `narrow` does.
    fn implies(&self, narrow: Val, mask: Val) -> bool {
        narrow == mask
            || match self.definition(narrow) {
                Some(Op::Binary(BinaryOp::And, a, b)) => {
                    self.implies(*a, mask) || self.implies(*b, mask)
                }
                _ => false,
            }
    }

    /// A conversion of MIR.
    pub fn convert(&mut self, value: Val, elem: Elem) -> Val {
        let from = self.ty(value);
        if from.elem == elem {
            return value;
        }
        if elem == Elem::I64
            && let Some(wide) = self.wide.get(&value)
        {
            return *wide;
        }
        if let (Elem::I64, Some(constant)) = (elem, self.as_i32(value)) {
            let constant = self.i64(constant.into());
            return if from.varying {
                self.splat(constant)
            } else {
                constant
            };
        }
        if let (Elem::I32, Elem::F32, Some(constant)) = (from.elem, elem, self.as_i32(value)) {
            let constant = self.constant(Elem::F32, u64::from((constant as f32).to_bits()));
            return if from.varying {
                self.splat(constant)
            } else {
                constant
            };
        }
        if from.varying
            && let Some(Op::Splat(inner)) = self.definition(value)
        {
            let inner = self.convert(*inner, elem);
            return self.splat(inner);
        }
        let varying = from.varying;
        // Lanes of doubles have another width than those of what they become; only the whole conversion knows both.
        let is_alike = (from.elem, elem) == (Elem::F32, Elem::I32);
        let op = match is_alike && self.fits_i32(value) {
            true => Op::Truncate(value),
            false => Op::Convert(value),
        };
        self.emit(op, Type { elem, varying })
    }

    /// Cuts an `I64` that fits to `I32`; widening the result again gives the original.
    pub fn narrow(&mut self, value: Val) -> Val {
        let narrow = self.convert(value, Elem::I32);
        self.wide.insert(narrow, value);
        narrow
    }

    /// An operation with one result of the operand's shape.
    pub fn shaped(&mut self, op: Op, like: Val, elem: Elem) -> Val {
        let varying = self.is_varying(like);
        self.emit(op, Type { elem, varying })
    }

    /// Does any lane of the mask hold? A uniform truth is itself.
    pub fn any(&mut self, mask: Val) -> Val {
        match self.is_varying(mask) {
            true => self.emit(Op::Any(mask), Type::uniform(Elem::Bool)),
            false => mask,
        }
    }

    /// Do all lanes of the mask hold? A uniform truth is itself.
    pub fn all(&mut self, mask: Val) -> Val {
        match self.is_varying(mask) {
            true => self.emit(Op::All(mask), Type::uniform(Elem::Bool)),
            false => mask,
        }
    }

    /// The same bits as another type.
    pub fn bitcast(&mut self, value: Val, elem: Elem) -> Val {
        if let Some(bits) = self.as_constant(value) {
            let constant = self.constant(elem, bits);
            return match self.is_varying(value) {
                true => self.splat(constant),
                false => constant,
            };
        }
        self.shaped(Op::Bitcast(value), value, elem)
    }

    /// A 64-bit field of an array header.
    pub fn header(&mut self, array: Val, offset: usize) -> Val {
        if let Some(&known) = self.assumed.get(&(array, offset)) {
            return self.i64(known);
        }
        let offset = i32::try_from(offset).expect("a header is small");
        self.emit(Op::Header { array, offset }, Type::uniform(Elem::I64))
    }

    /// A uniform load.
    pub fn load(&mut self, memory: Memory, address: Val, offset: i32) -> Val {
        let op = Op::Load {
            memory,
            address,
            offset,
        };
        self.emit(op, Type::uniform(memory.elem()))
    }
}
