//! The frame of a kernel: what is saved, where spilled registers lie, and how to unwind.
//!
//! ```text
//! rbp + 8    return address
//! rbp        the caller's rbp
//! rbp - 8 …  kept registers that the function uses
//! …          up to 56 bytes, so that vectors lie on their boundary
//! rsp + n …  what the code keeps in its frame
//! rsp …      spilled registers, in slots of eight bytes
//! ```
//!
//! *Invariant:* rbp finds the frame everywhere behind the prologue, so its rules need no more rows.

use iced_x86::{Code, Instruction, MemoryOperand, Register};
use regalloc2::{Edit, Output, PReg, PRegSet};

use super::machine::{general_register, registers};

/// How the frame is found, from an offset of the code on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameRow {
    /// Bytes from the start of the code.
    pub offset: u32,
    /// What holds from there on, besides what held before.
    pub rule: FrameRule,
}

/// A rule of unwinding; registers by their DWARF numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameRule {
    /// The caller's stack pointer is that many bytes above the register that is used.
    Distance(i32),
    /// The register that it is found from.
    From(u16),
    /// A register was saved at that distance from the caller's stack pointer.
    Saved(u16, i32),
}

/// DWARF number of rbp.
const DWARF_RBP: u16 = 6;
/// Bytes of a saved register.
const WORD: i32 = 8;

/// The frame of one function.
pub struct Frame {
    saved: Vec<PReg>,
    /// Bytes below the saved registers.
    size: u32,
    /// Where the frame's own bytes start, from rsp.
    pub own: u32,
}

impl Frame {
    /// Lays the frame out; `own`: bytes that the code wants.
    pub fn new(output: &Output, own: u32, alignment: u32) -> Frame {
        let spilled = (8 * output.num_spillslots as u32).next_multiple_of(alignment);
        let written = written(output);
        let saved = registers::KEPT.into_iter();
        Frame {
            saved: saved
                .filter(|register| written.contains(*register))
                .collect(),
            size: (spilled + own).next_multiple_of(alignment),
            own: spilled,
        }
    }

    /// The first instructions.
    pub fn prologue(&self, alignment: u32) -> Vec<Instruction> {
        let mut code = vec![
            push(Register::RBP),
            two(Code::Mov_r64_rm64, Register::RBP, Register::RSP),
        ];
        code.extend(
            self.saved
                .iter()
                .map(|saved| push(general_register(*saved, 8))),
        );
        if self.size > 0 {
            let size = self.size as i32;
            code.push(immediate(Code::Sub_rm64_imm32, Register::RSP, size));
        }
        let mask = -(alignment as i32);
        code.push(immediate(Code::And_rm64_imm8, Register::RSP, mask));
        code
    }

    /// The last instructions.
    pub fn epilogue(&self) -> Vec<Instruction> {
        let below = -i64::from(WORD) * self.saved.len() as i64;
        let place = MemoryOperand::with_base_displ_size(Register::RBP, below, 1);
        let restore = Instruction::with2(Code::Lea_r64_m, Register::RSP, place);
        let mut code = vec![restore.expect("it exists")];
        let saved = self.saved.iter().rev();
        code.extend(saved.map(|saved| pop(general_register(*saved, 8))));
        code.push(pop(Register::RBP));
        code.push(Instruction::with(Code::VEX_Vzeroupper));
        code.push(Instruction::with(Code::Retnq));
        code
    }

    /// How to unwind; `offsets`: of the prologue's instructions.
    pub fn rows(&self, offsets: &[u32]) -> Vec<FrameRow> {
        let row = |offset, rule| FrameRow { offset, rule };
        let mut rows = vec![
            row(offsets[1], FrameRule::Distance(2 * WORD)),
            row(offsets[1], FrameRule::Saved(DWARF_RBP, -2 * WORD)),
            row(offsets[2], FrameRule::From(DWARF_RBP)),
        ];
        for (at, saved) in self.saved.iter().enumerate() {
            let place = -WORD * (at as i32 + 3);
            rows.push(row(offsets[at + 3], FrameRule::Saved(dwarf(*saved), place)));
        }
        rows
    }
}

/// All registers that the code writes.
fn written(output: &Output) -> PRegSet {
    let moved = output.edits.iter().filter_map(|(_, edit)| {
        let Edit::Move { to, .. } = edit;
        to.as_reg()
    });
    let allocated = output.allocs.iter().filter_map(|place| place.as_reg());
    let mut written = PRegSet::empty();
    moved
        .chain(allocated)
        .for_each(|register| written.add(register));
    written
}

/// The DWARF number of a register that a callee keeps: rbx is 3, r12 to r15 have their own numbers.
fn dwarf(register: PReg) -> u16 {
    register.hw_enc() as u16
}

fn push(register: Register) -> Instruction {
    Instruction::with1(Code::Push_r64, register).expect("it exists")
}

fn pop(register: Register) -> Instruction {
    Instruction::with1(Code::Pop_r64, register).expect("it exists")
}

fn two(code: Code, to: Register, from: Register) -> Instruction {
    Instruction::with2(code, to, from).expect("it exists")
}

fn immediate(code: Code, register: Register, value: i32) -> Instruction {
    Instruction::with2(code, register, value).expect("it exists")
}
