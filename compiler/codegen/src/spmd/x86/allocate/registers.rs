//! Machine registers as small numbers, and sets of them as one word.
//!
//! *Invariant:* general registers have the numbers 0 to 15, vectors 16 to 47, masks 48 to 55; [`NONE`] is no register.

use std::ops::Range;

use regalloc2::{MachineEnv, PReg, PRegSet, RegClass};

use super::super::machine::{Level, registers};

/// A register by its number.
pub type Register = u8;

/// A set of registers, a bit each.
pub type Set = u64;

/// What is not in a register.
pub const NONE: Register = 255;

/// How many registers there can be.
pub const COUNT: usize = 56;

/// The number of the first register of a class.
const FIRST: [usize; 3] = [0, 16, 48];

/// The registers of each class.
pub const CLASSES: [Set; 3] = [0xffff, 0xffff_ffff << FIRST[1], 0xff << FIRST[2]];

/// The number of a register.
pub fn number(register: PReg) -> Register {
    (FIRST[register.class() as usize] + register.hw_enc()) as Register
}

/// The register with a number.
pub fn named(register: Register) -> PReg {
    let at = usize::from(register);
    match at {
        0..16 => PReg::new(at, RegClass::Int),
        16..48 => PReg::new(at - FIRST[1], RegClass::Float),
        _ => PReg::new(at - FIRST[2], RegClass::Vector),
    }
}

/// The set of one register.
pub fn bit(register: Register) -> Set {
    1 << register
}

/// The registers of a set, in ascending order.
pub fn members(set: Set) -> impl Iterator<Item = Register> {
    let mut left = set;
    std::iter::from_fn(move || {
        let next = left.trailing_zeros() as Register;
        let found = (left != 0).then_some(next);
        left &= left.wrapping_sub(1);
        found
    })
}

/// The registers of a machine that values may lie in.
pub struct File {
    /// By class.
    pub classes: [Set; 3],
    /// Those that a callee keeps.
    pub kept: Set,
}

impl File {
    /// The registers of a level.
    pub fn new(level: Level) -> File {
        let kept = registers::KEPT
            .iter()
            .fold(0, |set, register| set | bit(number(*register)));
        let environment = environment(level);
        let classes = [0, 1, 2].map(|class| {
            let preferred = environment.preferred_regs_by_class[class];
            let others = environment.non_preferred_regs_by_class[class];
            set_of(preferred) | set_of(others)
        });
        File { classes, kept }
    }
}

/// A set of regalloc2's.
pub fn set_of(registers: PRegSet) -> Set {
    registers
        .into_iter()
        .fold(0, |set, register| set | bit(number(register)))
}

/// The registers of a machine; those that a callee keeps come last.
pub fn environment(level: Level) -> MachineEnv {
    let (vectors, masks) = match level {
        Level::Avx2 => (16, 0..0),
        // Mask register 0 means "no mask" in most instructions.
        Level::Avx512 => (32, 1..8),
    };
    let set = |class, numbers: Range<usize>| -> PRegSet {
        numbers.map(|number| PReg::new(number, class)).collect()
    };
    let kept: PRegSet = registers::KEPT.into_iter().collect();
    let mut general = set(RegClass::Int, 0..16);
    for register in [registers::RSP, registers::RBP]
        .iter()
        .chain(&registers::KEPT)
    {
        general.remove(*register);
    }
    let (vectors, masks) = (
        set(RegClass::Float, 0..vectors),
        set(RegClass::Vector, masks),
    );
    MachineEnv {
        preferred_regs_by_class: [general, vectors, masks],
        non_preferred_regs_by_class: [kept, PRegSet::empty(), PRegSet::empty()],
        scratch_by_class: [None; 3],
        fixed_stack_slots: Vec::new(),
    }
}

/// What a call destroys.
pub fn caller_saved(level: Level) -> PRegSet {
    let machine = environment(level);
    let mut set = PRegSet::empty();
    for class in machine.preferred_regs_by_class {
        set.union_from(class);
    }
    set
}
