//! A function as the allocator sees it: blocks and instructions by number, in the order of the code.
//!
//! *Invariant:* a block stands behind its dominators, and an edge either leaves a block with one successor or enters one with one
//! predecessor and without parameters.

use std::ops::Range;

use regalloc2::{
    Block as BlockIndex, Inst as InstIndex, InstRange, Operand, PRegSet, RegClass, VReg,
};

use super::super::machine::{Action, Block, Function, Inst, Level};
use super::shape::order;

/// The function as the allocator wants to see it: blocks and instructions by number, in the order of the code.
pub struct Listing {
    level: Level,
    registers: usize,
    /// All instructions.
    pub insts: Vec<Inst>,
    ranges: Vec<InstRange>,
    cold: Vec<bool>,
    params: Vec<Vec<VReg>>,
    args: Vec<Vec<Vec<VReg>>>,
    successors: Vec<Vec<BlockIndex>>,
    predecessors: Vec<Vec<BlockIndex>>,
}

impl Listing {
    /// Puts the blocks in order.
    pub fn new(mut function: Function) -> Listing {
        let order = order(&mut function);
        let mut number = vec![0; function.blocks.len()];
        for (at, block) in order.iter().enumerate() {
            number[*block] = at;
        }
        let mut listing = Listing {
            level: function.level,
            registers: function.register_count(),
            insts: Vec::with_capacity(function.blocks.iter().map(|it| it.insts.len()).sum()),
            ranges: Vec::with_capacity(order.len()),
            cold: Vec::with_capacity(order.len()),
            params: Vec::with_capacity(order.len()),
            args: Vec::with_capacity(order.len()),
            successors: Vec::with_capacity(order.len()),
            predecessors: vec![Vec::new(); order.len()],
        };
        let mut blocks: Vec<_> = function.blocks.into_iter().map(Some).collect();
        for block in order {
            let block = blocks[block].take().expect("a block stands once");
            listing.add(block, &number);
        }
        listing
    }

    fn add(&mut self, block: Block, number: &[usize]) {
        let own = BlockIndex::new(self.ranges.len());
        let start = InstIndex::new(self.insts.len());
        self.insts.extend(block.insts);
        let end = InstIndex::new(self.insts.len());
        self.ranges.push(InstRange::new(start, end));
        self.cold.push(block.cold);
        self.params.push(block.params);
        let mut successors = Vec::with_capacity(block.successors.len());
        let mut args = Vec::with_capacity(block.successors.len());
        for edge in block.successors {
            let next = BlockIndex::new(number[edge.block]);
            self.predecessors[next.index()].push(own);
            successors.push(next);
            args.push(edge.args);
        }
        self.successors.push(successors);
        self.args.push(args);
    }

    /// What the code is for.
    pub fn level(&self) -> Level {
        self.level
    }

    /// How many blocks there are.
    pub fn block_count(&self) -> usize {
        self.ranges.len()
    }

    /// How many values there are.
    pub fn value_count(&self) -> usize {
        self.registers
    }

    /// The instructions of a block; the last one says how it ends.
    pub fn insts_of(&self, block: usize) -> Range<usize> {
        let range = self.ranges[block];
        range.first().index()..range.last().index() + 1
    }

    /// The blocks behind one.
    pub fn successors(&self, block: usize) -> &[BlockIndex] {
        &self.successors[block]
    }

    /// The blocks in front of one.
    pub fn predecessors(&self, block: usize) -> &[BlockIndex] {
        &self.predecessors[block]
    }

    /// The parameters of a block.
    pub fn params(&self, block: usize) -> &[VReg] {
        &self.params[block]
    }

    /// The values of the parameters of the only successor that takes some.
    pub fn args(&self, block: usize) -> &[VReg] {
        match &self.args[block][..] {
            [only] => only,
            _ => &[],
        }
    }

    /// Whether a block runs rarely.
    pub fn is_cold(&self, block: usize) -> bool {
        self.cold[block]
    }
}

impl regalloc2::Function for Listing {
    fn num_insts(&self) -> usize {
        self.insts.len()
    }

    fn num_blocks(&self) -> usize {
        self.ranges.len()
    }

    fn entry_block(&self) -> BlockIndex {
        BlockIndex::new(0)
    }

    fn block_insns(&self, block: BlockIndex) -> InstRange {
        self.ranges[block.index()]
    }

    fn block_succs(&self, block: BlockIndex) -> &[BlockIndex] {
        &self.successors[block.index()]
    }

    fn block_preds(&self, block: BlockIndex) -> &[BlockIndex] {
        &self.predecessors[block.index()]
    }

    fn block_params(&self, block: BlockIndex) -> &[VReg] {
        &self.params[block.index()]
    }

    fn is_ret(&self, inst: InstIndex) -> bool {
        matches!(self.insts[inst.index()].action, Action::Return)
    }

    fn is_branch(&self, inst: InstIndex) -> bool {
        matches!(
            self.insts[inst.index()].action,
            Action::Jump | Action::Branch(_)
        )
    }

    fn branch_blockparams(&self, block: BlockIndex, _: InstIndex, successor: usize) -> &[VReg] {
        &self.args[block.index()][successor]
    }

    fn inst_operands(&self, inst: InstIndex) -> &[Operand] {
        &self.insts[inst.index()].operands
    }

    fn inst_clobbers(&self, inst: InstIndex) -> PRegSet {
        self.insts[inst.index()].clobbers
    }

    fn num_vregs(&self) -> usize {
        self.registers
    }

    fn spillslot_size(&self, class: RegClass) -> usize {
        match class {
            RegClass::Int | RegClass::Vector => 1,
            RegClass::Float => self.level.bytes() as usize / 8,
        }
    }
}
