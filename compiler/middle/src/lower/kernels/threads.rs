//! Groups of threads: the members of a `thread_block` as arithmetic on masks and what threads of a warp exchange.
//!
//! Threads of a block are numbered row by row; 32 that follow each other are a warp. Within a warp a group is a mask, and its
//! threads are numbered in the order of their bits.
//!
//! Layer: `kernels`.
//!
//! *Invariant:* a kernel that uses a group has its [`Grid`], whose values are defined before everything else.

use crate::base::Span;
use crate::builtins::groups::{BarrierScope, MemberOp, PART_SIZES, WARP};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::{Number, Operand, Small};
use crate::lower::emit::state::Grid;
use crate::lower::emit::types::Lowered;
use crate::mir::kernel::MAXIMUM_RANK;
use crate::mir::{
    BinaryOp as MirBinary, Collective, CompareOp, ListEntry, Op, RtFn, Together, Ty, UnaryOp, Value,
};
use crate::types::{GroupKind, Type};

impl Emitter<'_, '_> {
    /// The launch, for a builtin whose threads act together.
    pub(in crate::lower) fn group_grid(&mut self, span: Span) -> Lowered<Grid> {
        self.act_together(span)?;
        let kernel = self.kernel.as_ref().expect("a kernel is lowered");
        let grid = kernel.group.layout.clone();
        let grid = grid.expect("a kernel with a group knows its blocks");
        if grid.position.len() > MAXIMUM_RANK {
            return self.unsupported(
                span,
                "threads that act together in more than four dimensions",
            );
        }
        Ok(grid)
    }

    fn layout(&self) -> Grid {
        let kernel = self.kernel.as_ref().expect("a kernel is lowered");
        kernel.group.layout.clone().expect("the kernel has a group")
    }

    // ---- Where the thread is ---------------------------------------------------------------------------------------------

    /// The number of the thread in its block.
    fn rank_in_block(&mut self) -> Value {
        let grid = self.layout();
        let mut rank = self.int(0);
        for (&position, &block) in grid.position.iter().zip(&grid.block) {
            let within = self.binary(MirBinary::Rem, position, block);
            rank = self.index_step(rank, block, within);
        }
        rank
    }

    /// The number of the thread in its warp.
    fn lane(&mut self) -> Value {
        let (rank, last) = (self.rank_in_block(), self.int(WARP - 1));
        self.binary(MirBinary::And, rank, last)
    }

    fn block_size(&mut self) -> Value {
        let one = self.int(1);
        let block = self.layout().block;
        block.into_iter().fold(one, |size, extent| {
            self.binary(MirBinary::Mul, size, extent)
        })
    }

    /// The number of the block, and how many there are.
    fn block_number(&mut self) -> (Value, Value) {
        let grid = self.layout();
        let (mut number, mut blocks, one) = (self.int(0), self.int(1), self.int(1));
        for ((&position, &extent), &block) in
            grid.position.iter().zip(&grid.extents).zip(&grid.block)
        {
            let up = self.add(extent, block);
            let up = self.sub(up, one);
            let count = self.binary(MirBinary::IntDiv, up, block);
            let index = self.binary(MirBinary::IntDiv, position, block);
            number = self.index_step(number, count, index);
            blocks = self.binary(MirBinary::Mul, blocks, count);
        }
        (number, blocks)
    }

    /// The number of the thread within its group.
    pub(in crate::lower) fn thread_index(&mut self, kind: GroupKind, tile: Operand) -> Value {
        match kind {
            GroupKind::Coalesced | GroupKind::Tile => {
                let mask = self.group_mask(kind, tile);
                self.rank_in_mask(mask)
            }
            GroupKind::Block => self.rank_in_block(),
            GroupKind::Grid | GroupKind::MultiGrid => {
                let (number, _) = self.block_number();
                let (size, rank) = (self.block_size(), self.rank_in_block());
                self.index_step(number, size, rank)
            }
        }
    }

    /// The number of threads of a group.
    pub(in crate::lower) fn group_size(&mut self, kind: GroupKind, tile: Operand) -> Value {
        match kind {
            GroupKind::Coalesced | GroupKind::Tile => {
                let mask = self.group_mask(kind, tile);
                self.bit_count(mask)
            }
            GroupKind::Block => self.block_size(),
            GroupKind::Grid | GroupKind::MultiGrid => {
                let (_, blocks) = self.block_number();
                let size = self.block_size();
                self.binary(MirBinary::Mul, blocks, size)
            }
        }
    }

    // ---- Masks -----------------------------------------------------------------------------------------------------------

    fn collective(&mut self, op: Collective, args: Vec<Value>, ty: Ty) -> Value {
        self.emit_one(Op::Together(Together::Collective(op, args)), ty)
    }

    fn active(&mut self) -> Value {
        self.collective(Collective::Active, Vec::new(), Ty::I32)
    }

    /// The mask of a group within a warp.
    pub(in crate::lower) fn group_mask(&mut self, kind: GroupKind, tile: Operand) -> Value {
        match kind {
            GroupKind::Coalesced => self.active(),
            GroupKind::Tile => tile.number().real(),
            GroupKind::Block | GroupKind::Grid | GroupKind::MultiGrid => {
                panic!("a group that is larger than a warp has no mask")
            }
        }
    }

    /// The mask of the members of a group that run this.
    pub(in crate::lower) fn active_mask(&mut self, kind: GroupKind, tile: Operand) -> Value {
        let active = self.active();
        match kind {
            GroupKind::Tile => {
                let own = tile.number().real();
                self.binary(MirBinary::And, active, own)
            }
            GroupKind::Coalesced | GroupKind::Block | GroupKind::Grid | GroupKind::MultiGrid => {
                active
            }
        }
    }

    /// A mask of the first threads of a warp: none to 32.
    fn low_bits(&mut self, count: Value) -> Value {
        let (one, warp, all) = (self.int(1), self.int(WARP), self.int(-1));
        let bit = self.binary(MirBinary::Shl, one, count);
        let low = self.sub(bit, one);
        let is_all = self.compare(CompareOp::Ge, count, warp);
        self.select(is_all, all, low)
    }

    /// The number of bits that are set.
    fn bit_count(&mut self, mask: Value) -> Value {
        let half = |s: &mut Self, value: Value, shift: i32, keep: u32| {
            let (shift, keep) = (s.int(shift), s.int(keep as i32));
            let high = s.binary(MirBinary::Shr, value, shift);
            (s.binary(MirBinary::And, high, keep), keep)
        };
        let (high, _) = half(self, mask, 1, 0x5555_5555);
        let pairs = self.sub(mask, high);
        let (high, keep) = half(self, pairs, 2, 0x3333_3333);
        let low = self.binary(MirBinary::And, pairs, keep);
        let fours = self.add(low, high);
        let four = self.int(4);
        let high = self.binary(MirBinary::Shr, fours, four);
        let (sum, keep) = (self.add(fours, high), self.int(0x0f0f_0f0f));
        let bytes = self.binary(MirBinary::And, sum, keep);
        let (all, top) = (self.int(0x0101_0101), self.int(24));
        let sum = self.binary(MirBinary::Mul, bytes, all);
        self.binary(MirBinary::Shr, sum, top)
    }

    /// The number of the thread among those of a mask.
    fn rank_in_mask(&mut self, mask: Value) -> Value {
        let lane = self.lane();
        let below = self.low_bits(lane);
        let below = self.binary(MirBinary::And, mask, below);
        self.bit_count(below)
    }

    /// The thread of a warp that has a number among those of a mask; by halves.
    fn lane_of_rank(&mut self, mask: Value, rank: Value) -> Value {
        let (mut lane, mut rank) = (self.int(0), rank);
        for width in [16, 8, 4, 2, 1] {
            let (width, low) = (self.int(width), self.int((1 << width) - 1));
            let rest = self.binary(MirBinary::Shr, mask, lane);
            let rest = self.binary(MirBinary::And, rest, low);
            let count = self.bit_count(rest);
            let is_beyond = self.compare(CompareOp::Ge, rank, count);
            let (further, fewer) = (self.add(lane, width), self.sub(rank, count));
            lane = self.select(is_beyond, further, lane);
            rank = self.select(is_beyond, fewer, rank);
        }
        lane
    }

    // ---- Parts -----------------------------------------------------------------------------------------------------------

    /// The part of a group that the thread is in: so many threads in the order of their numbers.
    pub(in crate::lower) fn partition(
        &mut self,
        kind: GroupKind,
        tile: Operand,
        size: Value,
    ) -> Value {
        self.check_part_size(size);
        let mask = match kind {
            GroupKind::Block => {
                let (rank, lane, size) = (self.rank_in_block(), self.lane(), self.block_size());
                let first = self.sub(rank, lane);
                let left = self.sub(size, first);
                self.low_bits(left)
            }
            _ => self.group_mask(kind, tile),
        };
        let rank = self.rank_in_mask(mask);
        let within = self.binary(MirBinary::Rem, rank, size);
        let first = self.sub(rank, within);
        let end = self.add(first, size);
        let (first, below) = match kind {
            // All threads of the warp have a bit.
            GroupKind::Block => (first, end),
            _ => {
                let last = self.bit_count(mask);
                let beyond = self.compare(CompareOp::Ge, end, last);
                let (first, end) = (self.lane_of_rank(mask, first), self.lane_of_rank(mask, end));
                let warp = self.int(WARP);
                (first, self.select(beyond, warp, end))
            }
        };
        let (before, upto) = (self.low_bits(first), self.low_bits(below));
        let own = self.binary(MirBinary::Xor, before, upto);
        self.binary(MirBinary::And, own, mask)
    }

    fn check_part_size(&mut self, size: Value) {
        if self.constant_value(size).is_some() {
            // The checker has seen it.
            return;
        }
        let mut fits = self.bool(false);
        for count in PART_SIZES {
            let count = self.int(count);
            let same = self.compare(CompareOp::Eq, size, count);
            fits = self.binary(MirBinary::Or, fits, same);
        }
        let unfit = self.unary(UnaryOp::Not, fits);
        self.when(unfit, |s| {
            let text = s.text("a part of a group has 1, 2, 4, 8, 16 or 32 threads");
            s.runtime0(RtFn::error_raise, &[], &[ListEntry::Value(text)]);
        });
    }

    // ---- What threads exchange -------------------------------------------------------------------------------------------

    /// The thread of the warp whose value a shuffle gives.
    pub(in crate::lower) fn source_lane(&mut self, op: MemberOp, mask: Value, by: Value) -> Value {
        let size = self.bit_count(mask);
        if op == MemberOp::Shuffle {
            let rank = self.binary(MirBinary::Rem, by, size);
            let rank = self.add(rank, size);
            let rank = self.binary(MirBinary::Rem, rank, size);
            return self.lane_of_rank(mask, rank);
        }
        let own = self.rank_in_mask(mask);
        let rank = match op {
            MemberOp::ShuffleUp => self.sub(own, by),
            MemberOp::ShuffleDown => self.add(own, by),
            _ => self.binary(MirBinary::Xor, own, by),
        };
        let zero = self.int(0);
        let above = self.compare(CompareOp::Ge, rank, zero);
        let below = self.compare(CompareOp::Lt, rank, size);
        let is_there = self.binary(MirBinary::And, above, below);
        let (other, lane) = (self.lane_of_rank(mask, rank), self.lane());
        self.select(is_there, other, lane)
    }

    /// The value that another lane of the warp has.
    pub(in crate::lower) fn shuffled(
        &mut self,
        ty: &Type,
        value: Operand,
        mask: Value,
        lane: Value,
    ) -> Operand {
        let number = |s: &mut Self, number: Number| {
            let values: Vec<Value> = number
                .values()
                .into_iter()
                .map(|value| {
                    let ty = s.ty(value);
                    s.collective(Collective::Shuffle, vec![mask, lane, value], ty)
                })
                .collect();
            Number::from_values(&values)
        };
        if ty.is_number() {
            return number(self, value.number()).into();
        }
        let small = self.small_of(value, ty);
        let elements = small.elements.into_iter();
        let elements = elements.map(|element| number(self, element)).collect();
        Operand::Small(Small {
            ty: small.ty,
            elements,
        })
    }

    /// What the members of a mask say together.
    pub(in crate::lower) fn vote(&mut self, op: MemberOp, mask: Value, cond: Value) -> Value {
        let cond = match op {
            MemberOp::All => self.not(cond),
            _ => cond,
        };
        let votes = self.collective(Collective::Ballot, vec![mask, cond], Ty::I32);
        let zero = self.int(0);
        let test = match op {
            MemberOp::All => CompareOp::Eq,
            MemberOp::Any => CompareOp::Ne,
            _ => return self.ranked(mask, votes),
        };
        let holds = self.compare(test, votes, zero);
        self.convert(holds, Ty::I32)
    }

    /// The members of a mask that have the same value.
    pub(in crate::lower) fn matching(&mut self, op: MemberOp, mask: Value, value: Number) -> Value {
        let mut same = mask;
        for part in value.values() {
            let here = self.collective(Collective::Match, vec![mask, part], Ty::I32);
            same = self.binary(MirBinary::And, same, here);
        }
        if op == MemberOp::MatchAll {
            let yes = self.bool(true);
            let here = self.collective(Collective::Ballot, vec![mask, yes], Ty::I32);
            let (is_all, zero) = (self.compare(CompareOp::Eq, same, here), self.int(0));
            same = self.select(is_all, same, zero);
        }
        self.ranked(mask, same)
    }

    /// A mask of threads of the warp as one with a bit per thread of the group, in the order of their numbers: the bits under the
    /// mask move together, in five steps by 1, 2, 4, 8 and 16 places.
    fn ranked(&mut self, mask: Value, lanes: Value) -> Value {
        let (one, all) = (self.int(1), self.int(-1));
        let mut left = mask;
        let mut bits = self.binary(MirBinary::And, lanes, mask);
        let gaps = self.binary(MirBinary::Xor, mask, all);
        let mut gaps = self.binary(MirBinary::Shl, gaps, one);
        for places in [1, 2, 4, 8, 16] {
            let odd = self.parity_below(gaps);
            let moving = self.binary(MirBinary::And, odd, left);
            left = self.move_down(left, moving, places);
            let moving = self.binary(MirBinary::And, bits, moving);
            bits = self.move_down(bits, moving, places);
            let even = self.binary(MirBinary::Xor, odd, all);
            gaps = self.binary(MirBinary::And, gaps, even);
        }
        bits
    }

    /// Bit k tells whether an odd number of the bits up to k are set.
    fn parity_below(&mut self, bits: Value) -> Value {
        let mut parity = bits;
        for places in [1, 2, 4, 8, 16] {
            let places = self.int(places);
            let shifted = self.binary(MirBinary::Shl, parity, places);
            parity = self.binary(MirBinary::Xor, parity, shifted);
        }
        parity
    }

    /// Moves some of the bits down; what is in front of them is free.
    fn move_down(&mut self, bits: Value, moving: Value, places: i32) -> Value {
        let staying = self.binary(MirBinary::Xor, bits, moving);
        let (distance, kept) = (self.int(places), self.int(i32::MAX >> (places - 1)));
        let moved = self.binary(MirBinary::Shr, moving, distance);
        let moved = self.binary(MirBinary::And, moved, kept);
        self.binary(MirBinary::Or, staying, moved)
    }

    // ---- Barriers --------------------------------------------------------------------------------------------------------

    /// A barrier for the members of a group.
    pub(in crate::lower) fn group_barrier(&mut self, kind: GroupKind, tile: Operand) -> Operand {
        let scope = match kind {
            GroupKind::Coalesced => BarrierScope::Warp,
            GroupKind::Block => BarrierScope::Block,
            GroupKind::Grid | GroupKind::MultiGrid => BarrierScope::Grid,
            GroupKind::Tile => {
                let (mask, yes) = (tile.number().real(), self.bool(true));
                self.collective(Collective::Ballot, vec![mask, yes], Ty::I32);
                return Operand::Nothing;
            }
        };
        self.emit(Op::Together(Together::Barrier(scope)), &[]);
        Operand::Nothing
    }
}
