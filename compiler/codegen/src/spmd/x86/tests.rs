//! The table against iced's own description of the instructions, and bytes as iced's decoder reads them.
//!
//! *Invariant:* what the tests compare does not come from the code under test.

use iced_x86::{Code, Decoder, DecoderOptions, Instruction, MemoryOperand, OpKind, Register};

use super::assemble::Assembler;
use super::machine::{Condition, Level};
use super::table::Row;

/// Both encodings of a row want the same number of operands, up to the mask that AVX2 passes as one.
#[test]
fn encodings_of_a_row_agree() {
    const MASK_AS_OPERAND: [Row; 8] = [
        Row::BlendI16,
        Row::BlendF32,
        Row::BlendF64,
        Row::GatherF32,
        Row::GatherF64,
        Row::MaskedLoad32,
        Row::MaskedStore32,
        Row::MaskedStore64,
    ];
    for row in Row::ALL {
        let codes = [Level::Avx2, Level::Avx512].map(|level| row.code(level));
        if let [Some(narrow), Some(wide)] = codes {
            let counts = [narrow, wide].map(|code| code.op_code().op_count());
            let extra = u32::from(MASK_AS_OPERAND.contains(row));
            assert_eq!(counts[0], counts[1] + extra, "{row:?}");
        }
    }
}

/// AVX2 code has no EVEX prefix: those machines do not know it.
#[test]
fn narrow_encodings_are_those_of_avx2() {
    for row in Row::ALL {
        if let Some(code) = row.code(Level::Avx2) {
            let name = format!("{code:?}");
            assert!(name.starts_with("VEX_"), "{name}");
        }
    }
}

/// Branches, read back by iced's decoder: each leads to the start of its block, and has one byte of distance where that reaches.
#[test]
fn branches_lead_where_they_should_in_their_shortest_form() {
    for (blocks, longest) in [(1, 4), (7, 90), (60, 40), (200, 12), (300, 3)] {
        let mut seed = blocks as u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        let mut code = Assembler::new(blocks);
        let mut wanted = Vec::new();
        let mut starts = Vec::new();
        for block in 0..blocks {
            code.start_block(block);
            starts.push(code.here());
            code.push_bytes(&vec![NOP; random(longest)]);
            for condition in [Some(Condition::LessEqual), None] {
                let target = random(blocks);
                code.branch(condition, target);
                wanted.push((condition, target));
            }
        }
        let done = code.finish(&[]);
        let code = &done.bytes[..done.code_length];
        let decoded = Decoder::new(64, code, DecoderOptions::NONE);
        let branches: Vec<_> = decoded.into_iter().filter(is_branch).collect();
        assert_eq!(branches.len(), wanted.len());
        for (branch, (condition, target)) in branches.iter().zip(wanted) {
            let to = u64::from(done.offset(starts[target]));
            assert_eq!(branch.near_branch_target(), to);
            let [short, long] = match condition {
                Some(_) => [Code::Jle_rel8_64, Code::Jle_rel32_64],
                None => [Code::Jmp_rel8_64, Code::Jmp_rel32_64],
            };
            let is_short = branch.code() == short;
            assert!(is_short || branch.code() == long);
            let distance = to as i64 - branch.next_ip() as i64;
            // As a short one it would end three or four bytes earlier.
            assert!(is_short || !(-131..=127).contains(&distance), "{distance}");
        }
    }
}

/// What an instruction without operands does: nothing.
const NOP: u8 = 0x90;

fn is_branch(instruction: &Instruction) -> bool {
    instruction.op0_kind() == OpKind::NearBranch64
}

/// Every condition has the number that iced reads.
#[test]
fn conditions_have_their_numbers() {
    let pairs = [
        (Condition::Equal, Code::Je_rel8_64),
        (Condition::NotEqual, Code::Jne_rel8_64),
        (Condition::Less, Code::Jl_rel8_64),
        (Condition::LessEqual, Code::Jle_rel8_64),
        (Condition::Greater, Code::Jg_rel8_64),
        (Condition::GreaterEqual, Code::Jge_rel8_64),
        (Condition::Below, Code::Jb_rel8_64),
        (Condition::AboveEqual, Code::Jae_rel8_64),
        (Condition::Carry, Code::Jb_rel8_64),
        (Condition::NotCarry, Code::Jae_rel8_64),
    ];
    for (condition, read) in pairs {
        let mut code = Assembler::new(1);
        code.start_block(0);
        code.branch(Some(condition), 0);
        let done = code.finish(&[]);
        let branch = Decoder::new(64, &done.bytes, DecoderOptions::NONE).decode();
        assert_eq!(branch.code(), read, "{condition:?}");
        assert_eq!(branch.near_branch_target(), 0, "{condition:?}");
    }
}

/// Distances to constants, in front of an immediate too, are those that iced reads.
#[test]
fn constants_are_found() {
    let mut code = Assembler::new(1);
    code.start_block(0);
    let memory = MemoryOperand::with_base_displ_size(Register::RIP, 0, 8);
    let mut load = Instruction::with2(Code::Mov_r64_rm64, Register::RAX, memory).unwrap();
    code.push_with_constant(&mut load, 8);
    let mut compare = Instruction::with2(Code::Cmp_rm32_imm32, memory, 7_i32).unwrap();
    code.push_with_constant(&mut compare, 4);
    code.branch(None, 0);
    let done = code.finish(&[1; 16]);
    let mut read = Decoder::new(64, &done.bytes, DecoderOptions::NONE);
    let pool = done.bytes.len() as u64 - 16;
    assert_eq!(pool % 64, 0);
    assert_eq!(read.decode().ip_rel_memory_address(), pool + 8);
    let compare = read.decode();
    assert_eq!(compare.ip_rel_memory_address(), pool + 4);
    assert_eq!(compare.immediate32(), 7);
}
