//! Bytes: instructions with their registers, moves of the allocator, branches, constants behind the code.
//!
//! *Invariant:* the bytes depend on the function alone; how wide a register is seen is said by the instruction's own description.

use iced_x86::{Code, Instruction, OpCodeOperandKind, OpKind, Register};
use quasar_abi::RtFn;
use regalloc2::{
    Allocation, Block as BlockIndex, Edit, Inst as InstIndex, InstOrEdit, PReg, RegClass,
};

use super::allocate::{Allocated, Listing};
use super::assemble::{Assembler, Mark};
use super::frame::{Frame, FrameRow};
use super::machine::{
    Action, Base, Condition, Datum, Inst, Level, OperandNumber, Place, general_register,
};
use super::operands;
use super::table::Row;
use crate::mir::Loc;

/// A reference to something outside the function: four bytes, relative to their own place plus `addend`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Where the four bytes lie.
    pub offset: u32,
    /// What they lead to.
    pub target: Target,
}

/// What code refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A function of the runtime, which is called.
    Row(RtFn),
    /// A pointer to such a function, through which it is called.
    PointerTo(RtFn),
    /// A datum, whose address is taken.
    Datum(Datum),
}

/// How the runtime is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// It ends up near the code.
    Direct,
    /// It may be anywhere: through pointers near the code.
    ByPointer,
}

/// The code of a function.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// Instructions, then constants.
    pub bytes: Vec<u8>,
    /// Bytes of the instructions.
    pub code_length: usize,
    /// What must be filled in.
    pub references: Vec<Reference>,
    /// Where statements start: (offset, statement).
    pub locations: Vec<(u32, Loc)>,
    /// How to unwind.
    pub frame: Vec<FrameRow>,
}

/// Makes the bytes.
pub fn encode(allocated: &Allocated, pool: &[u8], own: u32, calls: Calls) -> Encoded {
    let alignment = allocated.listing.level().bytes();
    let ends = ends_of_jumps(allocated);
    let mut encoder = Encoder {
        allocated,
        listing: &allocated.listing,
        level: allocated.listing.level(),
        calls,
        frame: Frame::new(&allocated.output, own, alignment),
        following: following(&ends),
        ends,
        code: Assembler::new(allocated.listing.block_count()),
        references: Vec::new(),
        locations: Vec::new(),
    };
    let prologue = encoder.prologue(alignment);
    for block in 0..encoder.listing.block_count() {
        encoder.block(block);
    }
    encoder.finish(pool, &prologue)
}

/// By block: where jumps to it end up. Blocks that do nothing but go on are passed by; those that only lead to each other stay.
fn ends_of_jumps(allocated: &Allocated) -> Vec<usize> {
    let listing = &allocated.listing;
    let goes_on_to = |block: usize| {
        let index = BlockIndex::new(block);
        let mut steps = allocated.output.block_insts_and_edits(listing, index);
        match steps.next() {
            Some(InstOrEdit::Inst(inst))
                if matches!(listing.insts[inst.index()].action, Action::Jump) =>
            {
                Some(listing.successors(block)[0].index())
            }
            _ => None,
        }
    };
    let next: Vec<Option<usize>> = (0..listing.block_count()).map(goes_on_to).collect();
    let mut ends: Vec<Option<usize>> = vec![None; next.len()];
    let mut is_on_way = vec![false; next.len()];
    let mut way = Vec::new();
    for block in 0..next.len() {
        let mut at = block;
        let end = loop {
            if is_on_way[at] {
                break None;
            }
            match (ends[at], next[at]) {
                (Some(end), _) => break Some(end),
                (None, None) => break Some(at),
                (None, Some(following)) => {
                    is_on_way[at] = true;
                    way.push(at);
                    at = following;
                }
            }
        };
        for passed in way.drain(..) {
            is_on_way[passed] = false;
            ends[passed] = Some(end.unwrap_or(passed));
        }
        ends[block] = ends[block].or(end);
    }
    let known = ends.into_iter();
    known.map(|end| end.expect("each was walked")).collect()
}

/// By block: the one whose code comes next.
fn following(ends: &[usize]) -> Vec<Option<usize>> {
    let mut following = vec![None; ends.len()];
    let mut next = None;
    for block in (0..ends.len()).rev() {
        following[block] = next;
        if has_code(ends, block) {
            next = Some(block);
        }
    }
    following
}

/// Whether a block does more than go on; the first one is where the code starts.
fn has_code(ends: &[usize], block: usize) -> bool {
    block == 0 || ends[block] == block
}

struct Encoder<'a> {
    allocated: &'a Allocated,
    listing: &'a Listing,
    level: Level,
    calls: Calls,
    frame: Frame,
    /// By block: where jumps to it end up.
    ends: Vec<usize>,
    /// By block: the one whose code comes next.
    following: Vec<Option<usize>>,
    code: Assembler,
    /// Where the four bytes lie.
    references: Vec<(Mark, Target)>,
    locations: Vec<(Mark, Loc)>,
}

impl Encoder<'_> {
    /// The result: where its instructions start, and where it ends.
    fn prologue(&mut self, alignment: u32) -> Vec<Mark> {
        let mut marks = vec![self.code.here()];
        for instruction in self.frame.prologue(alignment) {
            self.code.push(&instruction);
            marks.push(self.code.here());
        }
        marks
    }

    fn block(&mut self, block: usize) {
        if !has_code(&self.ends, block) {
            return;
        }
        self.code.start_block(block);
        let allocated = self.allocated;
        let steps = allocated
            .output
            .block_insts_and_edits(self.listing, BlockIndex::new(block));
        for step in steps {
            match step {
                InstOrEdit::Inst(inst) => self.inst(block, inst),
                InstOrEdit::Edit(Edit::Move { from, to }) => self.moved(*from, *to),
            }
        }
    }

    fn inst(&mut self, block: usize, index: InstIndex) {
        let inst = &self.listing.insts[index.index()];
        let places = self.allocated.output.inst_allocs(index);
        self.note_location(inst.loc);
        match &inst.action {
            Action::Plain {
                code,
                places: wanted,
                mask,
                locked,
            } => {
                let mut instruction = self.plain(*code, wanted, *mask, places);
                instruction.set_has_lock_prefix(*locked);
                match wanted.iter().find_map(constant) {
                    None => self.code.push(&instruction),
                    Some(at) => self.code.push_with_constant(&mut instruction, at),
                }
            }
            Action::Fixed(code) => {
                self.code.push(&fixed(*code, inst, places));
            }
            Action::Parameters => {}
            Action::Call(row) => self.call(*row),
            Action::AddressOf(datum) => self.address_of(datum, register_of(places[0])),
            Action::Jump => self.jump(block),
            Action::Branch(condition) => self.branch(block, *condition),
            Action::Return => {
                for instruction in self.frame.epilogue() {
                    self.code.push(&instruction);
                }
            }
        }
    }

    fn note_location(&mut self, loc: Loc) {
        if self.locations.last().is_none_or(|last| last.1 != loc) {
            self.locations.push((self.code.here(), loc));
        }
    }

    // ---- Control flow ------------------------------------------------------------------------------------------------------------------

    fn jump(&mut self, block: usize) {
        let target = self.ends[self.listing.successors(block)[0].index()];
        if self.following[block] != Some(target) {
            self.code.branch(None, target);
        }
    }

    fn branch(&mut self, block: usize, condition: Condition) {
        let targets = self.listing.successors(block);
        let [then, otherwise] = [0, 1].map(|at: usize| self.ends[targets[at].index()]);
        let next = self.following[block];
        if next == Some(then) {
            return self.code.branch(Some(condition.negated()), otherwise);
        }
        self.code.branch(Some(condition), then);
        if next != Some(otherwise) {
            self.code.branch(None, otherwise);
        }
    }

    // ---- References --------------------------------------------------------------------------------------------------------------------

    /// Upper halves must be clean when code for narrower vectors runs.
    fn call(&mut self, row: RtFn) {
        self.code.push(&Instruction::with(Code::VEX_Vzeroupper));
        match self.calls {
            Calls::Direct => self.reference(&[0xe8], Target::Row(row)),
            Calls::ByPointer => self.reference(&[0xff, 0x15], Target::PointerTo(row)),
        }
    }

    fn address_of(&mut self, datum: &Datum, register: PReg) {
        let number = register.hw_enc() as u8;
        let prefix = 0x48 | (number >> 3) << 2;
        let operand = (number & 7) << 3 | 5;
        self.reference(&[prefix, 0x8d, operand], Target::Datum(datum.clone()));
    }

    /// An instruction that ends with a reference.
    fn reference(&mut self, opcode: &[u8], target: Target) {
        self.code.push_bytes(opcode);
        self.references.push((self.code.here(), target));
        self.code.push_bytes(&[0; 4]);
    }

    // ---- Plain instructions ------------------------------------------------------------------------------------------------------------

    fn plain(
        &self,
        code: Code,
        wanted: &[Place],
        mask: Option<OperandNumber>,
        places: &[Allocation],
    ) -> Instruction {
        let mut instruction = Instruction::new();
        instruction.set_code(code);
        let description = operands::of(code);
        for (at, place) in wanted.iter().enumerate() {
            let kind = description.kinds[at];
            self.operand(&mut instruction, at as u32, kind, place, places);
        }
        if let Some(mask) = mask {
            let register = register_of(places[usize::from(mask)]);
            instruction.set_op_mask(Register::K0 + register.hw_enc() as u32);
        }
        instruction
    }

    fn operand(
        &self,
        instruction: &mut Instruction,
        at: u32,
        kind: OpCodeOperandKind,
        place: &Place,
        places: &[Allocation],
    ) {
        match *place {
            Place::Operand(operand) => match places[usize::from(operand)].as_reg() {
                Some(register) => {
                    instruction.set_op_kind(at, OpKind::Register);
                    instruction.set_op_register(at, register_for(kind, register));
                }
                None => {
                    instruction.set_op_kind(at, OpKind::Memory);
                    self.stack(instruction, slot_of(places[usize::from(operand)]));
                }
            },
            Place::Memory {
                base,
                base_operand,
                index,
                offset,
            } => {
                instruction.set_op_kind(at, OpKind::Memory);
                if let Some((index, scale)) = index {
                    let register = register_of(places[usize::from(index)]);
                    instruction.set_memory_index(index_register(kind, register));
                    instruction.set_memory_index_scale(scale.into());
                }
                self.memory(
                    instruction,
                    base,
                    || places[usize::from(base_operand)],
                    offset,
                );
            }
            Place::Imm(value) => {
                instruction.set_op_kind(at, immediate_kind(kind));
                instruction.set_immediate_i32(at, value);
            }
        }
    }

    fn memory(
        &self,
        instruction: &mut Instruction,
        base: Base,
        place: impl FnOnce() -> Allocation,
        offset: i32,
    ) {
        match base {
            Base::Register(_) => {
                let register = general_register(register_of(place()), 8);
                based(instruction, register, i64::from(offset));
            }
            Base::Frame(start) => {
                let at = self.frame.own + start;
                based(
                    instruction,
                    Register::RSP,
                    i64::from(at) + i64::from(offset),
                );
            }
            Base::Pool(_) => {
                instruction.set_memory_base(Register::RIP);
                instruction.set_memory_displ_size(8);
            }
        }
    }

    fn stack(&self, instruction: &mut Instruction, slot: usize) {
        based(instruction, Register::RSP, 8 * slot as i64);
    }

    /// A move of the allocator.
    fn moved(&mut self, from: Allocation, to: Allocation) {
        let class = from.as_reg().or(to.as_reg()).map(PReg::class);
        let class = class.expect("the allocator finds a register for moves in memory");
        let (load, store) = move_codes(class, self.level);
        let mut instruction = Instruction::new();
        match to.as_reg() {
            Some(_) => instruction.set_code(load),
            None => instruction.set_code(store),
        }
        let description = operands::of(instruction.code());
        for (at, place) in [to, from].into_iter().enumerate() {
            let kind = description.kinds[at];
            self.operand(
                &mut instruction,
                at as u32,
                kind,
                &Place::Operand(0),
                &[place],
            );
        }
        self.code.push(&instruction);
    }

    // ---- The whole ---------------------------------------------------------------------------------------------------------------------

    fn finish(self, pool: &[u8], prologue: &[Mark]) -> Encoded {
        let done = self.code.finish(pool);
        let prologue: Vec<u32> = prologue.iter().map(|mark| done.offset(*mark)).collect();
        let references = self.references.into_iter();
        let locations = self.locations.into_iter();
        Encoded {
            references: references
                .map(|(mark, target)| Reference {
                    offset: done.offset(mark),
                    target,
                })
                .collect(),
            locations: locations
                .map(|(mark, loc)| (done.offset(mark), loc))
                .collect(),
            frame: self.frame.rows(&prologue),
            bytes: done.bytes,
            code_length: done.code_length,
        }
    }
}

/// The constant that an operand is: its offset among all.
fn constant(place: &Place) -> Option<u32> {
    match *place {
        Place::Memory {
            base: Base::Pool(at),
            offset,
            ..
        } => Some(at + offset as u32),
        _ => None,
    }
}

/// `base + offset`, in its shortest form.
fn based(instruction: &mut Instruction, base: Register, offset: i64) {
    instruction.set_memory_base(base);
    instruction.set_memory_displacement64(offset as u64);
    let needed = offset != 0 || matches!(base, Register::RBP | Register::R13);
    instruction.set_memory_displ_size(u32::from(needed));
}

/// The encodings that move registers of a class, to a register and to memory.
fn move_codes(class: RegClass, level: Level) -> (Code, Code) {
    let vector = |row: Row| row.code(level).expect("every level moves");
    match class {
        RegClass::Int => (Code::Mov_r64_rm64, Code::Mov_rm64_r64),
        RegClass::Float => (vector(Row::Load), vector(Row::Store)),
        // Masks of 16-bit lanes have 32 bits.
        RegClass::Vector => (Code::VEX_Kmovd_kr_km32, Code::VEX_Kmovd_m32_kr),
    }
}

fn register_of(place: Allocation) -> PReg {
    place.as_reg().expect("the operand wants a register")
}

fn slot_of(place: Allocation) -> usize {
    place
        .as_stack()
        .expect("what is in no register was spilled")
        .index()
}

/// A machine instruction on fixed registers; only the divisor is free.
fn fixed(code: Code, inst: &Inst, places: &[Allocation]) -> Instruction {
    match operands::of(code).kinds {
        [] => Instruction::with(code),
        [kind, ..] => {
            let register = register_of(places[0]);
            debug_assert!(!inst.operands.is_empty());
            Instruction::with1(code, register_for(*kind, register)).expect("it exists")
        }
    }
}

/// The register as an operand of the kind sees it.
fn register_for(kind: OpCodeOperandKind, register: PReg) -> Register {
    use OpCodeOperandKind as Kind;
    let number = register.hw_enc() as u32;
    match kind {
        Kind::r8_or_mem | Kind::r8_reg => general_register(register, 1),
        Kind::r16_or_mem | Kind::r16_reg => general_register(register, 2),
        Kind::r32_or_mem | Kind::r32_reg | Kind::r32_rm | Kind::r32_vvvv | Kind::r32_opcode => {
            general_register(register, 4)
        }
        Kind::r64_or_mem | Kind::r64_reg | Kind::r64_rm | Kind::r64_vvvv => {
            general_register(register, 8)
        }
        Kind::xmm_or_mem | Kind::xmm_reg | Kind::xmm_rm | Kind::xmm_vvvv | Kind::xmm_is4 => {
            Register::XMM0 + number
        }
        Kind::ymm_or_mem | Kind::ymm_reg | Kind::ymm_rm | Kind::ymm_vvvv | Kind::ymm_is4 => {
            Register::YMM0 + number
        }
        Kind::zmm_or_mem | Kind::zmm_reg | Kind::zmm_rm | Kind::zmm_vvvv => Register::ZMM0 + number,
        Kind::k_or_mem | Kind::k_reg | Kind::k_rm | Kind::k_vvvv => Register::K0 + number,
        // iced's enum; the table uses no other kinds.
        other => panic!("an operand of kind {other:?}"),
    }
}

/// The register as an index of the memory operand sees it.
fn index_register(kind: OpCodeOperandKind, register: PReg) -> Register {
    use OpCodeOperandKind as Kind;
    let number = register.hw_enc() as u32;
    match kind {
        Kind::mem_vsib32x | Kind::mem_vsib64x => Register::XMM0 + number,
        Kind::mem_vsib32y | Kind::mem_vsib64y => Register::YMM0 + number,
        Kind::mem_vsib32z | Kind::mem_vsib64z => Register::ZMM0 + number,
        _ => general_register(register, 8),
    }
}

fn immediate_kind(kind: OpCodeOperandKind) -> OpKind {
    use OpCodeOperandKind as Kind;
    match kind {
        Kind::imm8 => OpKind::Immediate8,
        Kind::imm8sex32 => OpKind::Immediate8to32,
        Kind::imm8sex64 => OpKind::Immediate8to64,
        Kind::imm32 => OpKind::Immediate32,
        Kind::imm32sex64 => OpKind::Immediate32to64,
        // iced's enum; the table uses no other kinds.
        other => panic!("an immediate of kind {other:?}"),
    }
}
