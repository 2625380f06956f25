//! Registers: the order of the blocks, edges of their own, dead code, and regalloc2.
//!
//! *Invariant:* what comes out computes what went in; in debug builds regalloc2's checker proves it for every function.

use regalloc2::checker::Checker;
use regalloc2::{
    Algorithm, Block as BlockIndex, Inst as InstIndex, InstRange, MachineEnv, Operand, OperandKind,
    Output, PReg, PRegSet, RegClass, RegallocOptions, VReg,
};

use super::fold::fold_loads;
use super::machine::{Action, Block, Flags, Function, Inst, Level, Successor, registers};

/// A function in the order of its code, with the registers of every instruction.
pub struct Allocated {
    /// Blocks in order, each a range of instructions.
    pub listing: Listing,
    /// What the allocator decided.
    pub output: Output,
}

/// The function as the allocator wants to see it: blocks and instructions by number, in the order of the code.
pub struct Listing {
    level: Level,
    registers: usize,
    /// All instructions.
    pub insts: Vec<Inst>,
    ranges: Vec<InstRange>,
    params: Vec<Vec<VReg>>,
    args: Vec<Vec<Vec<VReg>>>,
    successors: Vec<Vec<BlockIndex>>,
    predecessors: Vec<Vec<BlockIndex>>,
}

/// Removes dead code and gives every value a place.
///
/// # Panics
/// The allocator refuses the function, which is a bug of the selection.
pub fn allocate(mut function: Function) -> Allocated {
    split_edges(&mut function);
    fold_loads(&mut function);
    remove_dead(&mut function);
    let listing = Listing::new(function);
    let machine = environment(listing.level);
    let options = RegallocOptions {
        verbose_log: false,
        validate_ssa: cfg!(debug_assertions),
        algorithm: Algorithm::Ion,
    };
    let output = regalloc2::run(&listing, &machine, &options)
        .unwrap_or_else(|error| panic!("registers: {error:?}"));
    if cfg!(debug_assertions) {
        let mut checker = Checker::new(&listing, &machine);
        checker.prepare(&output);
        checker
            .run()
            .unwrap_or_else(|errors| panic!("registers: {errors:?}"));
    }
    Allocated { listing, output }
}

/// The registers of a machine; those that a callee keeps come last.
fn environment(level: Level) -> MachineEnv {
    let (mut general, mut kept) = (PRegSet::empty(), PRegSet::empty());
    for number in 0..16 {
        let register = PReg::new(number, RegClass::Int);
        match register {
            registers::RSP | registers::RBP => {}
            _ if registers::KEPT.contains(&register) => kept.add(register),
            _ => general.add(register),
        }
    }
    let (vectors, masks) = match level {
        Level::Avx2 => (16, 0),
        Level::Avx512 => (32, 8),
    };
    let set = |class, numbers: std::ops::Range<usize>| {
        let mut set = PRegSet::empty();
        numbers.for_each(|number| set.add(PReg::new(number, class)));
        set
    };
    // Mask register 0 means "no mask" in most instructions.
    let masks = set(RegClass::Vector, 1.min(masks)..masks);
    MachineEnv {
        preferred_regs_by_class: [general, set(RegClass::Float, 0..vectors), masks],
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

/// Gives every edge that passes values, or leads from a choice to a place with other ways in, a block of its own.
fn split_edges(function: &mut Function) {
    let mut entries = vec![0; function.blocks.len()];
    for block in &function.blocks {
        for successor in &block.successors {
            entries[successor.block] += 1;
        }
    }
    for at in 0..function.blocks.len() {
        if function.blocks[at].successors.len() < 2 {
            continue;
        }
        for number in 0..function.blocks[at].successors.len() {
            let edge = function.blocks[at].successors[number].clone();
            if entries[edge.block] > 1 || !edge.args.is_empty() {
                let middle = function.blocks.len();
                function.blocks.push(jump_to(edge, &function.blocks[at]));
                function.blocks[at].successors[number] = Successor {
                    block: middle,
                    args: Vec::new(),
                };
            }
        }
    }
}

fn jump_to(edge: Successor, from: &Block) -> Block {
    let loc = from.insts.last().expect("a block ends with a jump").loc;
    Block {
        params: Vec::new(),
        insts: vec![Inst::new(Action::Jump, Vec::new(), loc)],
        successors: vec![edge],
        cold: from.cold,
    }
}

/// The order of the code: each block behind its dominators, but rare blocks at the end.
fn order(function: &Function) -> Vec<usize> {
    let (rare, usual): (Vec<_>, Vec<_>) = reverse_postorder(function)
        .into_iter()
        .partition(|block| function.blocks[*block].cold);
    [usual, rare].concat()
}

/// The blocks that can be reached, each behind its dominators.
fn reverse_postorder(function: &Function) -> Vec<usize> {
    let mut seen = vec![false; function.blocks.len()];
    let mut stack = vec![(0, 0)];
    let mut order = Vec::new();
    seen[0] = true;
    while let Some((block, next)) = stack.pop() {
        // The last successor is visited first, so that the first one follows directly.
        match function.blocks[block].successors.iter().rev().nth(next) {
            None => order.push(block),
            Some(successor) => {
                stack.push((block, next + 1));
                if !std::mem::replace(&mut seen[successor.block], true) {
                    stack.push((successor.block, 0));
                }
            }
        }
    }
    order.reverse();
    order
}

/// Removes what computes values that nothing reads.
fn remove_dead(function: &mut Function) {
    let mut used = vec![false; function.register_count()];
    for block in &function.blocks {
        for value in block.successors.iter().flat_map(|edge| &edge.args) {
            used[value.vreg()] = true;
        }
    }
    for block in reverse_postorder(function).into_iter().rev() {
        let mut kept = Vec::new();
        let mut wanted = false;
        for inst in std::mem::take(&mut function.blocks[block].insts)
            .into_iter()
            .rev()
        {
            if keeps(&inst, &used, &mut wanted) {
                let reads = inst.operands.iter();
                let reads = reads.filter(|operand| operand.kind() == OperandKind::Use);
                reads.for_each(|operand| used[operand.vreg().vreg()] = true);
                kept.push(inst);
            }
        }
        kept.reverse();
        function.blocks[block].insts = kept;
    }
}

/// Whether an instruction stays; `flags`: whether something behind it reads the flags.
fn keeps(inst: &Inst, used: &[bool], flags: &mut bool) -> bool {
    if inst.flags == Flags::Set {
        return std::mem::take(flags);
    }
    let defines =
        |operand: &Operand| operand.kind() == OperandKind::Def && used[operand.vreg().vreg()];
    let kept = !inst.pure || inst.operands.iter().any(defines);
    if kept && inst.flags == Flags::Read {
        *flags = true;
    }
    kept
}

impl Listing {
    fn new(function: Function) -> Listing {
        let order = order(&function);
        let mut number = vec![0; function.blocks.len()];
        for (at, block) in order.iter().enumerate() {
            number[*block] = at;
        }
        let mut listing = Listing {
            level: function.level,
            registers: function.register_count(),
            insts: Vec::new(),
            ranges: Vec::new(),
            params: Vec::new(),
            args: Vec::new(),
            successors: Vec::new(),
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
        self.params.push(block.params);
        let mut successors = Vec::new();
        let mut args = Vec::new();
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

    /// The blocks behind one.
    pub fn successors(&self, block: usize) -> &[BlockIndex] {
        &self.successors[block]
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
