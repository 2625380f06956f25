//! Bytes from instructions: branches in their shortest form, constants behind the code.
//!
//! Instructions are encoded once, as they come. Branches are left out until all blocks have their place: each begins with one byte of distance,
//! and takes four where that does not reach (Szymanski, "Assembling code for machines with span-dependent instructions", CACM 21(4), 1978).
//!
//! *Invariant:* the bytes depend on what was appended alone; a place that was noted is that of the same instruction in the end.

use iced_x86::{Encoder, Instruction};

use super::machine::Condition;
use crate::machine::processor::CACHE_LINE;

/// Padding between the code and its constants: `int3`.
const PADDING: u8 = 0xcc;
/// How often branches are lengthened before all that are left become long: nothing grows faster than the code.
const MOST_ITERATIONS: usize = 16;
/// Bytes of a branch with a distance of one byte.
const SHORT: u32 = 2;

/// A place between instructions, which has an offset when all is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Bytes in front of it, without branches.
    straight: u32,
    /// Branches in front of it.
    branches: u32,
}

struct Branch {
    /// Bytes in front of it, without branches.
    straight: u32,
    /// On what; none: in any case.
    condition: Option<Condition>,
    /// The block.
    target: usize,
    is_long: bool,
}

impl Branch {
    fn length(&self) -> u32 {
        match (self.is_long, self.condition) {
            (false, _) => SHORT,
            (true, None) => 5,
            (true, Some(_)) => 6,
        }
    }
}

/// A distance to a constant, which is filled in last.
struct Constant {
    /// The place of its four bytes.
    place: Mark,
    /// What the distance is counted from.
    end: Mark,
    /// The offset among the constants.
    at: u32,
}

/// Code in the making.
pub struct Assembler {
    encoder: Encoder,
    here: Mark,
    branches: Vec<Branch>,
    constants: Vec<Constant>,
    /// By block.
    starts: Vec<Option<Mark>>,
}

/// Code that has its place.
pub struct Assembled {
    /// Instructions, padding, constants.
    pub bytes: Vec<u8>,
    /// Bytes of the instructions.
    pub code_length: usize,
    /// By number of branches in front: bytes of those.
    lengths: Vec<u32>,
}

impl Assembled {
    /// The offset of a place.
    pub fn offset(&self, mark: Mark) -> u32 {
        mark.straight + self.lengths[mark.branches as usize]
    }
}

impl Assembler {
    /// No code yet, for a function of that many blocks.
    pub fn new(blocks: usize) -> Assembler {
        Assembler {
            encoder: Encoder::new(64),
            here: Mark {
                straight: 0,
                branches: 0,
            },
            branches: Vec::new(),
            constants: Vec::new(),
            starts: vec![None; blocks],
        }
    }

    /// The place that was reached.
    pub fn here(&self) -> Mark {
        self.here
    }

    /// A block starts here.
    pub fn start_block(&mut self, block: usize) {
        self.starts[block] = Some(self.here);
    }

    /// Appends an instruction that is no branch.
    pub fn push(&mut self, instruction: &Instruction) {
        self.encoded(instruction);
    }

    /// Appends an instruction whose operand in memory is the constant at an offset; its displacement is left open.
    pub fn push_with_constant(&mut self, instruction: &mut Instruction, at: u32) {
        // Any address that is near.
        instruction.set_memory_displacement64(u64::from(self.here.straight));
        let start = self.here;
        self.encoded(instruction);
        let offsets = self.encoder.get_constant_offsets();
        self.constants.push(Constant {
            place: start.behind(offsets.displacement_offset()),
            end: self.here,
            at,
        });
    }

    /// Appends bytes.
    pub fn push_bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.encoder.write_u8(*byte);
        }
        self.here = self.here.behind(bytes.len());
    }

    /// Appends a branch to a block.
    pub fn branch(&mut self, condition: Option<Condition>, target: usize) {
        self.branches.push(Branch {
            straight: self.here.straight,
            condition,
            target,
            is_long: false,
        });
        self.here.branches += 1;
    }

    fn encoded(&mut self, instruction: &Instruction) {
        let at = u64::from(self.here.straight);
        match self.encoder.encode(instruction, at) {
            Ok(length) => self.here = self.here.behind(length),
            Err(error) => panic!("{:?} cannot be encoded: {error}", instruction.code()),
        }
    }

    /// Lays all out, constants behind the code at the start of a cache line.
    pub fn finish(mut self, pool: &[u8]) -> Assembled {
        let lengths = self.lengths();
        let straight = self.encoder.take_buffer();
        let mut done = Assembled {
            bytes: Vec::new(),
            code_length: 0,
            lengths,
        };
        done.code_length = done.offset(self.here) as usize;
        let pool_start = done.code_length.next_multiple_of(CACHE_LINE as usize);
        done.bytes.reserve_exact(pool_start + pool.len());
        let mut copied = 0;
        for branch in &self.branches {
            let from = branch.straight as usize;
            done.bytes.extend_from_slice(&straight[copied..from]);
            copied = from;
            let end = done.bytes.len() as u32 + branch.length();
            let distance = distance(done.offset(self.start_of(branch.target)), end);
            write_branch(branch, distance, &mut done.bytes);
        }
        done.bytes.extend_from_slice(&straight[copied..]);
        done.bytes.resize(pool_start, PADDING);
        done.bytes.extend_from_slice(pool);
        for constant in &self.constants {
            let place = done.offset(constant.place) as usize;
            let from = done.offset(constant.end);
            let distance = distance(pool_start as u32 + constant.at, from);
            done.bytes[place..place + 4].copy_from_slice(&distance.to_le_bytes());
        }
        done
    }

    fn start_of(&self, block: usize) -> Mark {
        self.starts[block].expect("branches lead to blocks that have code")
    }

    /// Chooses the form of each branch. The result: by number of branches in front, bytes of those.
    fn lengths(&mut self) -> Vec<u32> {
        let mut lengths = Vec::new();
        for round in 0.. {
            lengths.clear();
            lengths.push(0);
            let mut total = 0;
            for branch in &self.branches {
                total += branch.length();
                lengths.push(total);
            }
            let mut has_changed = false;
            for at in 0..self.branches.len() {
                let branch = &self.branches[at];
                let target = self.start_of(branch.target);
                let to = target.straight + lengths[target.branches as usize];
                let distance = distance(to, branch.straight + lengths[at + 1]);
                let reaches = i8::try_from(distance).is_ok() && round < MOST_ITERATIONS;
                if !branch.is_long && !reaches {
                    self.branches[at].is_long = true;
                    has_changed = true;
                }
            }
            if !has_changed {
                break;
            }
        }
        lengths
    }
}

impl Mark {
    fn behind(self, bytes: usize) -> Mark {
        Mark {
            straight: self.straight + bytes as u32,
            branches: self.branches,
        }
    }
}

fn distance(to: u32, from: u32) -> i32 {
    to.wrapping_sub(from) as i32
}

/// Opcodes: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, Jcc and JMP.
fn write_branch(branch: &Branch, distance: i32, bytes: &mut Vec<u8>) {
    let condition = branch.condition.map(Condition::number);
    match (branch.is_long, condition) {
        (false, None) => bytes.push(0xeb),
        (false, Some(number)) => bytes.push(0x70 | number),
        (true, None) => bytes.push(0xe9),
        (true, Some(number)) => bytes.extend([0x0f, 0x80 | number]),
    }
    match branch.is_long {
        true => bytes.extend(distance.to_le_bytes()),
        false => bytes.push(distance as u8),
    }
}
