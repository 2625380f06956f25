//! Selection: which machine instructions an SPMD operation becomes.
//!
//! A varying value is one or more vectors; a uniform float lies in the first lane of a vector, everything else uniform in a general
//! register. Constants are made where they are used, addresses and comparisons join the instructions that use them when they stand in
//! the same stretch of code, and what is left over goes as dead code.
//!
//! *Invariant:* the same bits as `clif` makes of the operation; what this room cannot do yet is reported, never approximated.

mod arithmetic;
mod atomic;
mod calls;
mod convert;
mod division;
mod extreme;
mod half;
mod index;
mod interleave;
mod lanes;
mod mask;
mod memory;
mod narrow;
mod neighbours;
mod pairs;
mod short;
mod vector;

use std::collections::BTreeMap;

pub use interleave::is_shuffled;
use rustc_hash::FxHashMap;

use iced_x86::Code;
use regalloc2::{Operand, RegClass, VReg};

use super::super::MOST_AT_ENTRY;
use super::super::intervals;
use super::super::ir::{self, BlockId, Elem, Op, Terminator, Type, Val, Width};
use super::super::short_lanes;
use super::machine::{
    Action, Address, Arg, Base, Condition, Flags, Function, Inst, Level, Operands, Successor,
    registers,
};
use super::table::Row;
use crate::base::IndexVec;
use crate::mir::intervals::Interval;
use crate::mir::{BinaryOp, CompareOp, Loc, UnaryOp};

/// Masks of all lanes go through 32-bit registers.
const MOST_LANES: u32 = 32;
/// Of a vector from which so many lanes are read one by one, each read is a load: one store for all costs less than a shuffle for each. Not so on
/// machines whose vectors have 32 bytes: there the votes of a Hough transform take 0.83 of the time where all lanes are shuffled out.
const LANES_FROM_MEMORY: u32 = 8;

/// Why a function cannot be compiled here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncovered(pub String);

/// The machine code of an SPMD function, before registers are allocated.
///
/// # Errors
/// The function has an operation that is not covered.
pub fn select(function: &ir::Function, level: Level) -> Result<Function, Uncovered> {
    let whole_parts = function.lanes.is_multiple_of(level.lanes(Elem::F32));
    if !whole_parts || function.lanes > MOST_LANES {
        return Err(Uncovered(format!("{} lanes", function.lanes)));
    }
    let mut selector = Selector::new(function, level);
    selector.run();
    match selector.uncovered {
        None => Ok(selector.out),
        Some(what) => Err(Uncovered(what)),
    }
}

struct Selector<'a> {
    function: &'a ir::Function,
    level: Level,
    out: Function,
    /// The registers of each value; none for constants.
    values: IndexVec<Val, Vec<VReg>>,
    /// The operation that defines a value, and its stretch of code.
    definitions: IndexVec<Val, Option<(&'a Op, BlockId)>>,
    /// How many operations read a value.
    uses: IndexVec<Val, u32>,
    /// How many lanes of a whole number are read one by one.
    lanes_read: IndexVec<Val, u32>,
    /// The place in the frame of those of which many are.
    laid_out: FxHashMap<Val, u32>,
    /// The first block of the stretch of code that a block lies in.
    stretches: IndexVec<BlockId, BlockId>,
    /// The machine block that each block starts with.
    blocks: IndexVec<BlockId, usize>,
    /// Vectors of constants, made in the entry.
    constants: BTreeMap<(u32, u64), VReg>,
    constant_insts: Vec<Inst>,
    slots: Vec<u32>,
    /// Quarters of vectors that were taken out in a block.
    quarters: FxHashMap<(usize, VReg, u32), VReg>,
    /// Two vectors mixed in a block: [`pairs`] shares them.
    mixed: FxHashMap<(usize, Row, VReg, VReg, i32), VReg>,
    /// The masks of 64-bit lanes that a mask was made of.
    mask_halves: FxHashMap<VReg, [VReg; 2]>,
    /// What maps of indices need of their extents, made where the extents are.
    extents: BTreeMap<Val, index::Extent>,
    current: usize,
    stretch: BlockId,
    loc: Loc,
    /// How many effects there have been, and before which of them each load stands.
    effects: u32,
    loaded: FxHashMap<Val, u32>,
    /// Loads of lanes that share vectors with others.
    shared: FxHashMap<Val, interleave::Shared>,
    /// What whole numbers can be, where elements of 8 or 16 bits are stored.
    intervals: IndexVec<Val, Interval>,
    /// Values brought to lanes of 32 or 16 bits in a block; true for 16.
    converted: FxHashMap<(usize, Val, bool), Vec<VReg>>,
    /// Those vectors, by block, effects before them, address and offset.
    covers: FxHashMap<(usize, u32, Val, i32, Row), VReg>,
    /// The elements of runs that lanes read, by block, effects before them and the read of the first element.
    runs: FxHashMap<(usize, u32, Op), Vec<Vec<VReg>>>,
    /// Vectors of constants that differ from lane to lane.
    patterns: BTreeMap<Vec<u8>, VReg>,
    uncovered: Option<String>,
}

impl<'a> Selector<'a> {
    fn new(function: &'a ir::Function, level: Level) -> Self {
        let count = function.types.len();
        let mut selector = Selector {
            function,
            level,
            out: Function::new(level),
            values: IndexVec::filled(Vec::new(), count),
            definitions: IndexVec::filled(None, count),
            uses: IndexVec::filled(0, count),
            lanes_read: IndexVec::filled(0, count),
            laid_out: FxHashMap::default(),
            stretches: IndexVec::new(),
            blocks: IndexVec::new(),
            constants: BTreeMap::new(),
            constant_insts: Vec::new(),
            slots: Vec::new(),
            quarters: FxHashMap::default(),
            mixed: FxHashMap::default(),
            mask_halves: FxHashMap::default(),
            extents: BTreeMap::new(),
            current: 0,
            stretch: function.entry(),
            loc: ir_start(),
            effects: 0,
            loaded: FxHashMap::default(),
            shared: interleave::shared_loads(function),
            intervals: match stores_short_elements(function) {
                true => intervals::of(function),
                false => IndexVec::new(),
            },
            converted: FxHashMap::default(),
            covers: FxHashMap::default(),
            runs: FxHashMap::default(),
            patterns: BTreeMap::new(),
            uncovered: None,
        };
        selector.find_stretches();
        selector.find_definitions();
        selector
    }

    /// A block that only one jump leads to belongs to the stretch of the jump.
    fn find_stretches(&mut self) {
        let blocks = &self.function.blocks;
        let mut from: IndexVec<BlockId, Vec<BlockId>> = IndexVec::filled(Vec::new(), blocks.len());
        for (id, block) in blocks.iter_enumerated() {
            block
                .terminator
                .for_each_target(|target| from[target.block].push(id));
        }
        self.stretches = blocks.ids().collect();
        for block in self.function.reverse_postorder() {
            if let [only] = from[block][..]
                && matches!(blocks[only].terminator, Terminator::Jump(_))
            {
                self.stretches[block] = self.stretches[only];
            }
        }
    }

    fn find_definitions(&mut self) {
        for (id, block) in self.function.blocks.iter_enumerated() {
            for inst in &block.insts {
                if let Op::MapIndex { extent, .. } = inst.op {
                    self.extents.insert(extent, index::Extent::default());
                }
                if let Op::Lane(value, _) = inst.op
                    && self.elem(value) == Elem::I32
                {
                    self.lanes_read[value] += 1;
                }
                let uses = &mut self.uses;
                inst.op.for_each_operand(|value| uses[value] += 1);
                if let Some(result) = inst.result {
                    self.definitions[result] = Some((&inst.op, self.stretches[id]));
                }
            }
            let uses = &mut self.uses;
            block.terminator.for_each_target(|target| {
                target.args.iter().for_each(|value| uses[*value] += 1);
            });
        }
    }

    fn run(&mut self) {
        let function = self.function;
        for (id, block) in function.blocks.iter_enumerated() {
            let made = match id == function.entry() {
                true => 0,
                false => self.out.block(block.cold),
            };
            self.blocks.push(made);
        }
        for &size in &function.slots {
            let slot = self.out.frame_slot(size);
            self.slots.push(slot);
        }
        let order = function.reverse_postorder();
        for &block in &order {
            self.block_params(block);
        }
        for &block in &order {
            self.current = self.blocks[block];
            self.stretch = self.stretches[block];
            for inst in &function.blocks[block].insts {
                self.inst(inst);
            }
            self.terminator(&function.blocks[block].terminator);
        }
        let entry = &mut self.out.blocks[0].insts;
        entry.splice(1..1, std::mem::take(&mut self.constant_insts));
    }

    fn block_params(&mut self, block: BlockId) {
        let params = &self.function.blocks[block].params;
        for &param in params {
            let class = self.class(self.ty(param));
            let parts = (0..self.parts_of(param)).map(|_| self.out.register(class));
            self.values[param] = parts.collect();
        }
        if block != self.function.entry() {
            let params = params.iter().flat_map(|param| &self.values[*param]);
            self.out.blocks[self.blocks[block]].params = params.copied().collect();
            return;
        }
        let registers = registers::ARGUMENTS.into_iter();
        let operands = params
            .iter()
            .zip(registers)
            .map(|(param, register)| Operand::reg_fixed_def(self.values[*param][0], register));
        let inst = Inst::new(Action::Parameters, operands.collect::<Operands>(), self.loc);
        self.push(inst);
    }

    // ---- Types and values --------------------------------------------------------------------------------------------------------------

    fn ty(&self, value: Val) -> Type {
        self.function.types[value]
    }

    fn elem(&self, value: Val) -> Elem {
        self.ty(value).elem
    }

    fn class(&self, ty: Type) -> RegClass {
        match (ty.varying, ty.elem) {
            (true, Elem::Bool) => self.level.mask_class(),
            (true, _) | (false, Elem::F32 | Elem::F64) => RegClass::Float,
            (false, Elem::Bool | Elem::I32 | Elem::I64) => RegClass::Int,
        }
    }

    fn part_count(&self, ty: Type) -> usize {
        match ty.varying {
            true => (self.function.lanes / self.level.lanes(ty.elem)) as usize,
            false => 1,
        }
    }

    /// The operation that defines a value, if it stands in the stretch of code that is being selected.
    fn near(&self, value: Val) -> Option<&'a Op> {
        let (op, stretch) = self.definitions[value]?;
        (stretch == self.stretch).then_some(op)
    }

    /// The bits of a constant, also where it is in all lanes.
    fn constant(&self, value: Val) -> Option<u64> {
        match self.definitions[value]?.0 {
            Op::Const(bits) => Some(*bits),
            Op::Splat(inner) => self.constant(*inner),
            _ => None,
        }
    }

    /// A whole constant that fits into an instruction.
    fn small(&self, value: Val) -> Option<i32> {
        let bits = self.constant(value)?;
        match self.elem(value) {
            Elem::Bool | Elem::I32 => Some(bits as u32 as i32),
            Elem::I64 => i32::try_from(bits as i64).ok(),
            Elem::F32 | Elem::F64 => None,
        }
    }

    /// The registers of a value.
    fn many(&mut self, value: Val) -> Vec<VReg> {
        let ty = self.ty(value);
        if let Some(bits) = self.constant(value) {
            let part = match (ty.varying, ty.elem) {
                (false, Elem::Bool | Elem::I32 | Elem::I64) => self.whole_constant(ty.elem, bits),
                (true, Elem::Bool) => self.mask_constant(bits != 0),
                (_, elem) => self.vector_constant(elem, bits),
            };
            return vec![part; self.part_count(ty)];
        }
        match self.is_short(value) {
            true => self.in_32_bits(value),
            false => self.defined(value),
        }
    }

    /// The registers that a value was given.
    fn defined(&self, value: Val) -> Vec<VReg> {
        self.registers(value).to_vec()
    }

    fn registers(&self, value: Val) -> &[VReg] {
        let parts = &self.values[value];
        assert!(
            !parts.is_empty(),
            "{value} is not defined\n{}",
            self.function
        );
        parts
    }

    /// The register of a uniform value.
    fn one(&mut self, value: Val) -> VReg {
        debug_assert!(!self.ty(value).varying, "{value}\n{}", self.function);
        if self.constant(value).is_none() && !self.is_short(value) {
            return self.registers(value)[0];
        }
        self.many(value)[0]
    }

    fn whole_constant(&mut self, elem: Elem, bits: u64) -> VReg {
        match elem {
            Elem::I64 => self.long(bits as i64),
            _ => self.int(bits as u32 as i32),
        }
    }

    fn int(&mut self, value: i32) -> VReg {
        let result = self.general();
        self.emit(Code::Mov_r32_imm32, &[Arg::Def(result), Arg::Imm(value)]);
        result
    }

    fn long(&mut self, value: i64) -> VReg {
        if u32::try_from(value).is_ok() {
            return self.int(value as u32 as i32);
        }
        if let Ok(small) = i32::try_from(value) {
            let result = self.general();
            self.emit(Code::Mov_rm64_imm32, &[Arg::Def(result), Arg::Imm(small)]);
            return result;
        }
        let address = self.pool(&value.to_le_bytes());
        let result = self.general();
        self.emit(
            Code::Mov_r64_rm64,
            &[Arg::Def(result), Arg::Memory(address)],
        );
        result
    }

    fn pool(&mut self, bytes: &[u8]) -> Address {
        let at = self.out.constant(bytes);
        Address {
            base: Base::Pool(at),
            index: None,
            offset: 0,
        }
    }

    /// A vector with the same bits in every lane, made once at the entry; behind the first [`MOST_AT_ENTRY`] where it is used.
    fn vector_constant(&mut self, elem: Elem, bits: u64) -> VReg {
        let size = if wide(elem) { 8 } else { 4 };
        if let Some(known) = self.constants.get(&(size, bits)) {
            return *known;
        }
        let address = self.pool(&bits.to_le_bytes()[..size as usize]);
        let row = match size {
            4 => Row::BroadcastMemory32,
            _ => Row::BroadcastMemory64,
        };
        let (result, is_kept) = self.constant_from(row, address);
        if is_kept {
            self.constants.insert((size, bits), result);
        }
        result
    }

    /// A vector of given bytes, which the row loads, made as those of [`Self::vector_constant`].
    fn constant_vector(&mut self, row: Row, bytes: Vec<u8>) -> VReg {
        if let Some(known) = self.patterns.get(&bytes) {
            return *known;
        }
        let address = self.pool(&bytes);
        let (result, is_kept) = self.constant_from(row, address);
        if is_kept {
            self.patterns.insert(bytes, result);
        }
        result
    }

    /// Loads a constant at the entry, or here if there are too many; whether at the entry.
    fn constant_from(&mut self, row: Row, address: Address) -> (VReg, bool) {
        let code = row.code(self.level).expect("every level loads constants");
        let result = self.vector();
        let args = [Arg::Def(result), Arg::Memory(address)];
        let inst = Inst::plain(code, &args, None, self.loc);
        let is_kept = self.constant_insts.len() < MOST_AT_ENTRY;
        match is_kept {
            true => self.constant_insts.push(inst),
            false => self.push(inst),
        }
        (result, is_kept)
    }

    // ---- Instructions ------------------------------------------------------------------------------------------------------------------

    fn general(&mut self) -> VReg {
        self.out.register(RegClass::Int)
    }

    fn vector(&mut self) -> VReg {
        self.out.register(RegClass::Float)
    }

    fn mask_register(&mut self) -> VReg {
        self.out.register(self.level.mask_class())
    }

    fn push(&mut self, inst: Inst) {
        self.out.blocks[self.current].insts.push(inst);
    }

    /// A machine instruction.
    fn emit(&mut self, code: Code, args: &[Arg]) {
        let inst = Inst::plain(code, args, None, self.loc);
        self.push(inst);
    }

    /// One that sets the flags and nothing else.
    fn emit_flags(&mut self, code: Code, args: &[Arg]) {
        let mut inst = Inst::plain(code, args, None, self.loc);
        inst.flags = Flags::Set;
        self.push(inst);
    }

    /// One that reads the flags.
    fn emit_by_flags(&mut self, code: Code, args: &[Arg]) {
        let mut inst = Inst::plain(code, args, None, self.loc);
        inst.flags = Flags::Read;
        self.push(inst);
    }

    /// An instruction of the table, if the level has it.
    fn row(&mut self, row: Row, args: &[Arg], mask: Option<Arg>) {
        match row.code(self.level) {
            Some(code) => {
                let inst = Inst::plain(code, args, mask, self.loc);
                self.push(inst);
            }
            None => self.give_up(&format!("{row:?}")),
        }
    }

    /// `row result, a` into a new vector.
    fn row1(&mut self, row: Row, a: VReg) -> VReg {
        let result = self.vector();
        self.row(row, &[Arg::Def(result), Arg::Any(a)], None);
        result
    }

    /// `row result, a, constant` into a new vector.
    fn row1_imm(&mut self, row: Row, a: VReg, constant: i32) -> VReg {
        let result = self.vector();
        let args = [Arg::Def(result), Arg::Use(a), Arg::Imm(constant)];
        self.row(row, &args, None);
        result
    }

    /// `row result, a, b` into a new vector.
    fn row2(&mut self, row: Row, a: VReg, b: VReg) -> VReg {
        let result = self.vector();
        self.row(row, &[Arg::Def(result), Arg::Use(a), Arg::Any(b)], None);
        result
    }

    /// `row result, a, b, constant` into a new vector.
    fn row2_imm(&mut self, row: Row, a: VReg, b: VReg, constant: i32) -> VReg {
        let result = self.vector();
        let args = [
            Arg::Def(result),
            Arg::Use(a),
            Arg::Any(b),
            Arg::Imm(constant),
        ];
        self.row(row, &args, None);
        result
    }

    /// `result = a op b` in general registers, where the machine overwrites `a`.
    fn general2(&mut self, code: Code, a: VReg, b: VReg) -> VReg {
        let result = self.general();
        let args = [Arg::Update { result, from: a }, Arg::Any(b)];
        self.emit(code, &args);
        result
    }

    /// `result = a op constant` in general registers, where the machine overwrites `a`.
    fn general2_imm(&mut self, code: Code, a: VReg, constant: i32) -> VReg {
        let result = self.general();
        let args = [Arg::Update { result, from: a }, Arg::Imm(constant)];
        self.emit(code, &args);
        result
    }

    /// The operation is not covered: what was selected so far is thrown away.
    fn give_up(&mut self, what: &str) {
        self.uncovered.get_or_insert_with(|| what.to_owned());
    }

    /// A register to go on with after giving up.
    fn nothing(&mut self, what: &str, ty: Type) -> Vec<VReg> {
        self.give_up(what);
        let class = self.class(ty);
        (0..self.part_count(ty))
            .map(|_| self.out.register(class))
            .collect()
    }

    // ---- Blocks ------------------------------------------------------------------------------------------------------------------------

    /// Ends the machine block.
    fn end(&mut self, action: Action, operands: Vec<Operand>, successors: Vec<Successor>) {
        let mut inst = Inst::new(action, operands, self.loc);
        if matches!(inst.action, Action::Branch(_)) {
            inst.flags = Flags::Read;
        }
        self.push(inst);
        self.out.blocks[self.current].successors = successors;
    }

    fn end_with_jump(&mut self, block: usize, args: Vec<VReg>) {
        self.end(Action::Jump, Vec::new(), vec![Successor { block, args }]);
    }

    fn end_with_branch(&mut self, condition: Condition, then: usize, otherwise: usize) {
        let successor = |block| Successor {
            block,
            args: Vec::new(),
        };
        let successors = vec![successor(then), successor(otherwise)];
        self.end(Action::Branch(condition), Vec::new(), successors);
    }

    fn inst(&mut self, inst: &'a ir::Inst) {
        self.loc = inst.loc;
        self.select_inst(inst);
        self.effects += u32::from(inst.op.has_effect());
    }

    fn select_inst(&mut self, inst: &'a ir::Inst) {
        let Some(result) = inst.result else {
            return self.effect(&inst.op);
        };
        self.note_load(&inst.op, result);
        if self.constant(result).is_some() || self.changed_in_place(&inst.op, result) {
            return;
        }
        let ty = self.ty(result);
        let parts = match ty.varying {
            true if self.is_short(result) => self.short(&inst.op, result),
            true => match self.load_apart(&inst.op, result) {
                Some(parts) => parts,
                None => self.varying(&inst.op, ty),
            },
            false => vec![self.uniform(&inst.op, ty)],
        };
        debug_assert_eq!(parts.len(), self.parts_of(result), "{:?}", inst.op);
        self.values[result] = parts;
        self.note_extent(result);
        let are_many = self.lanes_read[result] >= LANES_FROM_MEMORY;
        if are_many && self.level == Level::Avx512 && !self.is_short(result) {
            self.lay_out(result);
        }
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Open => panic!("a block of {} is open", self.function.name),
            Terminator::Jump(target) => {
                let successor = self.successor(target);
                self.end(Action::Jump, Vec::new(), vec![successor]);
            }
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let successors = vec![self.successor(then), self.successor(otherwise)];
                let condition = self.condition(*cond);
                self.end(Action::Branch(condition), Vec::new(), successors);
            }
            Terminator::Return(status) => {
                let status = self.one(*status);
                let operand = Operand::reg_fixed_use(status, registers::RAX);
                self.end(Action::Return, vec![operand], Vec::new());
            }
        }
    }

    fn successor(&mut self, target: &ir::Target) -> Successor {
        let args = target.args.iter().flat_map(|value| self.many(*value));
        Successor {
            args: args.collect(),
            block: self.blocks[target.block],
        }
    }
}

fn stores_short_elements(function: &ir::Function) -> bool {
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    insts.into_iter().any(|inst| match inst.op {
        Op::Store { memory, .. } => short_lanes::is_short(memory, Width::Halves),
        _ => false,
    })
}

/// Whether a lane has 64 bits.
fn wide(elem: Elem) -> bool {
    matches!(elem, Elem::I64 | Elem::F64)
}

/// The place of what stands in front of the first statement.
fn ir_start() -> Loc {
    crate::base::Id::from_index(0)
}

/// The condition that a comparison of whole numbers leaves in the flags.
fn order(op: CompareOp) -> Condition {
    match op {
        CompareOp::Eq => Condition::Equal,
        CompareOp::Ne => Condition::NotEqual,
        CompareOp::Lt => Condition::Less,
        CompareOp::Le => Condition::LessEqual,
        CompareOp::Gt => Condition::Greater,
        CompareOp::Ge => Condition::GreaterEqual,
    }
}

impl Selector<'_> {
    /// Sets the flags by a uniform truth value.
    fn condition(&mut self, cond: Val) -> Condition {
        match self.near(cond) {
            Some(Op::Compare(op, a, b)) if !self.elem(*a).is_float() => {
                self.compare_flags(*a, *b);
                order(*op)
            }
            Some(Op::Inside(index, extent)) => {
                self.compare_flags(*index, *extent);
                Condition::Below
            }
            Some(Op::Unary(UnaryOp::Not, inner)) => self.condition(*inner).negated(),
            Some(Op::Any(mask)) => self.any_flags(*mask),
            Some(Op::All(mask)) => self.all_flags(*mask),
            _ => {
                let value = self.one(cond);
                let args = [Arg::Any(value), Arg::Use(value)];
                self.emit_flags(Code::Test_rm32_r32, &args);
                Condition::NotEqual
            }
        }
    }

    fn compare_flags(&mut self, a: Val, b: Val) {
        let wide = wide(self.elem(a));
        let x = self.one(a);
        if let Some(constant) = self.small(b) {
            let codes = match i8::try_from(constant) {
                Ok(_) => [Code::Cmp_rm32_imm8, Code::Cmp_rm64_imm8],
                Err(_) => [Code::Cmp_rm32_imm32, Code::Cmp_rm64_imm32],
            };
            let code = codes[usize::from(wide)];
            return self.emit_flags(code, &[Arg::Any(x), Arg::Imm(constant)]);
        }
        let y = self.one(b);
        let code = [Code::Cmp_r32_rm32, Code::Cmp_r64_rm64][usize::from(wide)];
        self.emit_flags(code, &[Arg::Use(x), Arg::Any(y)]);
    }

    /// A truth value from the flags.
    fn truth(&mut self, condition: Condition) -> VReg {
        let (byte, result) = (self.general(), self.general());
        self.emit_by_flags(condition.set(), &[Arg::Def(byte)]);
        let args = [Arg::Def(result), Arg::Use(byte)];
        self.emit(Code::Movzx_r32_rm8, &args);
        result
    }

    /// An address that leaves room for an index.
    fn plain_address(&mut self, value: Val, offset: i32) -> Address {
        Address {
            base: Base::Register(self.one(value)),
            index: None,
            offset,
        }
    }

    /// The address of a memory access, with as much as fits into the operand.
    fn address(&mut self, value: Val, offset: i32) -> Address {
        let (base, index) = match self.near(value) {
            Some(Op::Binary(BinaryOp::Add, a, b)) => self.base_and_index(*a, *b),
            _ => (self.one(value), None),
        };
        Address {
            base: Base::Register(base),
            index,
            offset,
        }
    }

    fn base_and_index(&mut self, a: Val, b: Val) -> (VReg, Option<(VReg, u32)>) {
        if let Some((index, scale)) = self.scaled(b) {
            let base = self.one(a);
            return (base, Some((self.one(index), scale)));
        }
        if let Some((index, scale)) = self.scaled(a) {
            let base = self.one(b);
            return (base, Some((self.one(index), scale)));
        }
        let base = self.one(a);
        (base, Some((self.one(b), 1)))
    }

    /// A value that is another one times 2, 4 or 8.
    fn scaled(&self, value: Val) -> Option<(Val, u32)> {
        match self.near(value)? {
            Op::Binary(BinaryOp::Shl, index, count) => match self.small(*count)? {
                shift @ 1..=3 => Some((*index, 1 << shift)),
                _ => None,
            },
            _ => None,
        }
    }
}
