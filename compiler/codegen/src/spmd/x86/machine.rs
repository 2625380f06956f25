//! Machine code before registers are allocated: x86 instructions over virtual registers, in blocks with parameters.
//!
//! The register classes of the allocator are general registers (`Int`), vectors of the level's full width (`Float`) and the mask
//! registers of AVX-512 (`Vector`). How wide an instruction sees a register is a matter of its code.
//!
//! *Invariant:* a virtual register is defined once; the flags live from one instruction to the next ones that read them, and nothing
//! but moves may come in between.

use iced_x86::{Code, Register};
use quasar_abi::RtFn;
use regalloc2::{Operand, PReg, PRegSet, RegClass, VReg};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::super::ir::Elem;
use crate::machine::processor::{AVX2, AVX512};
use crate::mir::Loc;

/// What the machine can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// 256-bit vectors, sixteen of them; masks are vectors.
    Avx2,
    /// 512-bit vectors, thirty-two of them, and mask registers.
    Avx512,
}

impl Level {
    /// Bytes of a vector.
    pub fn bytes(self) -> u32 {
        match self {
            Level::Avx2 => AVX2.bytes,
            Level::Avx512 => AVX512.bytes,
        }
    }

    /// Lanes in one vector.
    pub fn lanes(self, elem: Elem) -> u32 {
        match elem {
            Elem::Bool | Elem::I32 | Elem::F32 => self.bytes() / 4,
            Elem::I64 | Elem::F64 => self.bytes() / 8,
        }
    }

    /// The class of registers that masks lie in.
    pub fn mask_class(self) -> RegClass {
        match self {
            Level::Avx2 => RegClass::Float,
            Level::Avx512 => RegClass::Vector,
        }
    }
}

/// Where a memory operand starts.
#[derive(Clone, Copy, Debug)]
pub enum Base {
    /// At the address in a general register.
    Register(VReg),
    /// At a constant of the function's pool, by its offset.
    Pool(u32),
    /// In the function's frame, behind the spilled registers.
    Frame(u32),
}

/// A memory operand.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    /// Where it starts.
    pub base: Base,
    /// A register and its factor: 1, 2, 4 or 8.
    pub index: Option<(VReg, u32)>,
    /// Bytes added.
    pub offset: i32,
}

impl Address {
    /// A place of the function's frame.
    pub fn frame(offset: u32) -> Address {
        Address {
            base: Base::Frame(offset),
            index: None,
            offset: 0,
        }
    }

    /// The same address some bytes further on.
    pub fn plus(self, bytes: i32) -> Address {
        let offset = self.offset + bytes;
        Address { offset, ..self }
    }
}

/// An operand of a machine instruction, in the order of the manuals.
#[derive(Clone, Copy, Debug)]
pub enum Arg {
    /// Written.
    Def(VReg),
    /// Read and written: the register of `from` becomes that of `result`.
    Update {
        /// After.
        result: VReg,
        /// Before.
        from: VReg,
    },
    /// Read.
    Use(VReg),
    /// Read, from its register or from where it was spilled.
    Any(VReg),
    /// A memory operand.
    Memory(Address),
    /// A memory operand whose index is a vector, which must survive until the result is written.
    Lanes(Address),
    /// A constant.
    Imm(i32),
}

/// The number of an operand among those that the allocator sees.
pub type OperandNumber = u8;

/// The operands of most instructions, without memory of their own.
pub type Operands = SmallVec<[Operand; 4]>;

/// Where the parts of a machine instruction are found after allocation: numbers count the allocator's operands.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// A register, or the slot it was spilled to.
    Operand(OperandNumber),
    /// Memory.
    Memory {
        /// Where it starts; for a register the number of its operand counts.
        base: Base,
        /// Operand of the base.
        base_operand: OperandNumber,
        /// Operand of the index, and its factor.
        index: Option<(OperandNumber, u8)>,
        /// Bytes added.
        offset: i32,
    },
    /// A constant.
    Imm(i32),
}

/// Data of the program that code refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    /// A string constant.
    Text(String),
    /// Zeros that loads may read.
    Zeros,
}

/// A condition on the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the machine's")]
pub enum Condition {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Below,
    AboveEqual,
    Carry,
    NotCarry,
}

impl Condition {
    /// The opposite.
    pub fn negated(self) -> Condition {
        match self {
            Condition::Equal => Condition::NotEqual,
            Condition::NotEqual => Condition::Equal,
            Condition::Less => Condition::GreaterEqual,
            Condition::LessEqual => Condition::Greater,
            Condition::Greater => Condition::LessEqual,
            Condition::GreaterEqual => Condition::Less,
            Condition::Below => Condition::AboveEqual,
            Condition::AboveEqual => Condition::Below,
            Condition::Carry => Condition::NotCarry,
            Condition::NotCarry => Condition::Carry,
        }
    }

    /// Its number in opcodes: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, appendix B.1.4.7.
    pub fn number(self) -> u8 {
        match self {
            Condition::Below | Condition::Carry => 0x2,
            Condition::AboveEqual | Condition::NotCarry => 0x3,
            Condition::Equal => 0x4,
            Condition::NotEqual => 0x5,
            Condition::Less => 0xc,
            Condition::GreaterEqual => 0xd,
            Condition::LessEqual => 0xe,
            Condition::Greater => 0xf,
        }
    }

    /// The truth value as a byte.
    pub fn set(self) -> Code {
        match self {
            Condition::Equal => Code::Sete_rm8,
            Condition::NotEqual => Code::Setne_rm8,
            Condition::Less => Code::Setl_rm8,
            Condition::LessEqual => Code::Setle_rm8,
            Condition::Greater => Code::Setg_rm8,
            Condition::GreaterEqual => Code::Setge_rm8,
            Condition::Below | Condition::Carry => Code::Setb_rm8,
            Condition::AboveEqual | Condition::NotCarry => Code::Setae_rm8,
        }
    }

    /// The conditional move.
    pub fn choose(self, wide: bool) -> Code {
        let codes = match self {
            Condition::Equal => [Code::Cmove_r32_rm32, Code::Cmove_r64_rm64],
            Condition::NotEqual => [Code::Cmovne_r32_rm32, Code::Cmovne_r64_rm64],
            Condition::Less => [Code::Cmovl_r32_rm32, Code::Cmovl_r64_rm64],
            Condition::LessEqual => [Code::Cmovle_r32_rm32, Code::Cmovle_r64_rm64],
            Condition::Greater => [Code::Cmovg_r32_rm32, Code::Cmovg_r64_rm64],
            Condition::GreaterEqual => [Code::Cmovge_r32_rm32, Code::Cmovge_r64_rm64],
            Condition::Below | Condition::Carry => [Code::Cmovb_r32_rm32, Code::Cmovb_r64_rm64],
            Condition::AboveEqual | Condition::NotCarry => {
                [Code::Cmovae_r32_rm32, Code::Cmovae_r64_rm64]
            }
        };
        codes[usize::from(wide)]
    }
}

/// What an instruction does.
#[derive(Clone, Debug)]
pub enum Action {
    /// One machine instruction.
    Plain {
        /// Which.
        code: Code,
        /// Its operands.
        places: SmallVec<[Place; 4]>,
        /// Operand of its mask register.
        mask: Option<OperandNumber>,
        /// Whether it keeps other processors out.
        locked: bool,
    },
    /// A machine instruction whose operands are fixed registers.
    Fixed(Code),
    /// Defines the function's parameters.
    Parameters,
    /// A call of the runtime.
    Call(RtFn),
    /// The address of a datum.
    AddressOf(Datum),
    /// Goes to the only successor.
    Jump,
    /// Goes to the first successor under the condition, else to the second.
    Branch(Condition),
    /// Leaves the function.
    Return,
}

/// How an instruction treats the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flags {
    /// Not at all, or it destroys them.
    Ignored,
    /// Setting them is all that it does.
    Set,
    /// It reads them.
    Read,
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Inst {
    /// What it does.
    pub action: Action,
    /// Registers, as the allocator sees them.
    pub operands: Operands,
    /// Registers that it destroys.
    pub clobbers: PRegSet,
    /// What it has to do with the flags.
    pub flags: Flags,
    /// Whether it may go when nobody uses its results.
    pub pure: bool,
    /// The source statement.
    pub loc: Loc,
}

impl Inst {
    /// An instruction that is not plain.
    pub fn new(action: Action, operands: impl IntoIterator<Item = Operand>, loc: Loc) -> Inst {
        Inst {
            action,
            operands: operands.into_iter().collect(),
            clobbers: PRegSet::empty(),
            flags: Flags::Ignored,
            pure: false,
            loc,
        }
    }

    /// A machine instruction with its operands, under a mask if there is one.
    pub fn plain(code: Code, args: &[Arg], mask: Option<Arg>, loc: Loc) -> Inst {
        let mut operands = Operands::new();
        let places = args.iter().map(|arg| place_of(*arg, &mut operands));
        let places = places.collect();
        let mask = mask.map(|arg| match place_of(arg, &mut operands) {
            Place::Operand(operand) => operand,
            Place::Memory { .. } | Place::Imm(_) => panic!("a mask is a register"),
        });
        let defines = |arg: &Arg| matches!(arg, Arg::Def(_) | Arg::Update { .. });
        let pure = args.iter().any(defines);
        let action = Action::Plain {
            code,
            places,
            mask,
            locked: false,
        };
        Inst {
            pure,
            ..Inst::new(action, operands, loc)
        }
    }
}

/// The number of the last operand.
pub fn last_of(operands: &Operands) -> OperandNumber {
    (operands.len() - 1) as OperandNumber
}

/// Adds an operand for the allocator.
fn place_of(arg: Arg, operands: &mut Operands) -> Place {
    let mut add = |operand| {
        operands.push(operand);
        last_of(operands)
    };
    match arg {
        Arg::Def(value) => Place::Operand(add(Operand::reg_def(value))),
        Arg::Update { result, from } => {
            let before = add(Operand::reg_use(from));
            Place::Operand(add(Operand::reg_reuse_def(result, before.into())))
        }
        Arg::Use(value) => Place::Operand(add(Operand::reg_use(value))),
        Arg::Any(value) => Place::Operand(add(Operand::any_use(value))),
        Arg::Memory(address) => memory_place(address, Operand::reg_use, add),
        Arg::Lanes(address) => memory_place(address, Operand::reg_use_at_end, add),
        Arg::Imm(value) => Place::Imm(value),
    }
}

fn memory_place(
    address: Address,
    use_index: fn(VReg) -> Operand,
    mut add: impl FnMut(Operand) -> OperandNumber,
) -> Place {
    let base_operand = match address.base {
        Base::Register(base) => add(Operand::reg_use(base)),
        Base::Pool(_) | Base::Frame(_) => 0,
    };
    let index = address
        .index
        .map(|(index, scale)| (add(use_index(index)), scale as u8));
    Place::Memory {
        base: address.base,
        base_operand,
        index,
        offset: address.offset,
    }
}

/// A block that may follow, and the values of its parameters.
#[derive(Clone, Debug)]
pub struct Successor {
    /// Which.
    pub block: usize,
    /// One value per parameter.
    pub args: Vec<VReg>,
}

/// A block; its last instruction says how it ends.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Values that predecessors pass.
    pub params: Vec<VReg>,
    /// In order.
    pub insts: Vec<Inst>,
    /// Blocks that may follow.
    pub successors: Vec<Successor>,
    /// Whether it runs rarely.
    pub cold: bool,
}

/// A function; block 0 is the entry.
#[derive(Clone, Debug)]
pub struct Function {
    /// What it is made for.
    pub level: Level,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// Constants, whose places are relative to the code.
    pub pool: Vec<u8>,
    /// The pieces of the pool that are known, by their length.
    pieces: FxHashMap<usize, Pieces>,
    /// Bytes of the frame behind the spilled registers.
    pub frame: u32,
    registers: usize,
}

impl Function {
    /// A function with an empty entry.
    pub fn new(level: Level) -> Function {
        Function {
            level,
            blocks: vec![Block::default()],
            pool: Vec::new(),
            pieces: FxHashMap::default(),
            frame: 0,
            registers: 0,
        }
    }

    /// A new virtual register.
    pub fn register(&mut self, class: RegClass) -> VReg {
        self.registers += 1;
        VReg::new(self.registers - 1, class)
    }

    /// How many virtual registers there are.
    pub fn register_count(&self) -> usize {
        self.registers
    }

    /// A new block.
    pub fn block(&mut self, cold: bool) -> usize {
        self.blocks.push(Block {
            cold,
            ..Block::default()
        });
        self.blocks.len() - 1
    }

    /// The offset of a constant of the pool.
    pub fn constant(&mut self, bytes: &[u8]) -> u32 {
        let pieces = self.pieces.entry(bytes.len()).or_default();
        if let Some(at) = pieces.find(&self.pool, bytes) {
            return at;
        }
        let at = self.pool.len().next_multiple_of(bytes.len());
        self.pool.resize(at, 0);
        self.pool.extend_from_slice(bytes);
        at as u32
    }

    /// Bytes of the frame, aligned for a vector.
    pub fn frame_slot(&mut self, bytes: u32) -> u32 {
        let at = self.frame.next_multiple_of(self.level.bytes());
        self.frame = at + bytes;
        at
    }
}

/// The pieces of one length that a pool consists of, each by the offset at which it stands first.
#[derive(Clone, Debug, Default)]
struct Pieces {
    offsets: FxHashMap<Box<[u8]>, u32>,
    /// The bytes of the pool that were looked at.
    seen: usize,
}

impl Pieces {
    /// The offset of some bytes in a pool that has only grown since the last call.
    fn find(&mut self, pool: &[u8], bytes: &[u8]) -> Option<u32> {
        for piece in pool[self.seen..].chunks_exact(bytes.len()) {
            self.offsets.entry(piece.into()).or_insert(self.seen as u32);
            self.seen += piece.len();
        }
        self.offsets.get(bytes).copied()
    }
}

/// A general register by its number in the encoding.
pub const fn general(number: usize) -> PReg {
    PReg::new(number, RegClass::Int)
}

/// The general registers with roles, by their numbers in the encoding.
pub mod registers {
    use super::{PReg, general};

    /// Results, dividends.
    pub const RAX: PReg = general(0);
    /// Fourth argument.
    pub const RCX: PReg = general(1);
    /// Third argument, upper half of dividends.
    pub const RDX: PReg = general(2);
    /// The stack.
    pub const RSP: PReg = general(4);
    /// The frame.
    pub const RBP: PReg = general(5);
    /// Second argument.
    pub const RSI: PReg = general(6);
    /// First argument.
    pub const RDI: PReg = general(7);
    /// Fifth argument.
    pub const R8: PReg = general(8);
    /// Sixth argument.
    pub const R9: PReg = general(9);
    /// The registers of arguments, in order.
    pub const ARGUMENTS: [PReg; 6] = [RDI, RSI, RDX, RCX, R8, R9];
    /// What a callee keeps, besides the frame's: rbx, r12 to r15.
    pub const KEPT: [PReg; 5] = [
        general(3),
        general(12),
        general(13),
        general(14),
        general(15),
    ];
}

/// A general register by its size in bytes.
pub fn general_register(register: PReg, bytes: u32) -> Register {
    let number = register.hw_enc() as u32;
    match bytes {
        1 if number < 4 => Register::AL + number,
        1 if number < 8 => Register::SPL + (number - 4),
        1 => Register::R8L + (number - 8),
        2 => Register::AX + number,
        4 => Register::EAX + number,
        _ => Register::RAX + number,
    }
}
