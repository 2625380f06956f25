//! What elements hold that are read: what a store has just given them, or a load has just found there (store-to-load forwarding).
//!
//! *Invariant:* a value is taken for an element only where no store between may have changed it.

use super::Emitter;
use crate::spmd::ir::{Op, Type, Val};

/// So many operations back is looked for what an element holds.
const FARTHEST: usize = 256;

/// Where the lanes of a load or a store are.
struct LanesOf {
    address: Val,
    offset: i64,
    /// Bytes from lane to lane.
    step: i64,
}

/// How the elements of a store lie to those of a load.
enum Meeting {
    /// They are the same, all of which the store gives this value.
    Same(Val),
    /// Channels of pixels: none are the same.
    Apart,
    Unknown,
}

impl Emitter {
    /// What the elements of a load hold, which no other position writes: what was stored or read here, else what is read now. None where a store
    /// that waits may change some of them.
    pub fn what_is_there(&mut self, load: Op, ty: Type) -> Option<Val> {
        if let Some(known) = self.what_was_there(&load) {
            return Some(known);
        }
        let waiting = self.postponed.iter().flatten();
        let mut meetings = waiting.map(|inst| self.meeting(&inst.op, &load));
        if !meetings.all(|meeting| matches!(meeting, Meeting::Apart)) {
            return None;
        }
        // Not one that is known from before: stores may have come behind it.
        let result = self.function.types.push(ty);
        let scope = self.scopes.len() - 1;
        self.levels.push(scope);
        self.definitions.push(Some(load.clone()));
        self.append(scope, load, Some(result));
        Some(result)
    }

    /// What was last stored to the elements of a load or read from them, in the block at hand.
    pub fn what_was_there(&self, load: &Op) -> Option<Val> {
        let insts = &self.function.blocks[self.current()].insts;
        let waiting = self.postponed.iter().flatten().rev();
        for inst in waiting.chain(insts.iter().rev()).take(FARTHEST) {
            if inst.op == *load {
                return inst.result;
            }
            if inst.op.has_effect() {
                match self.meeting(&inst.op, load) {
                    Meeting::Same(value) => return Some(value),
                    Meeting::Apart => {}
                    Meeting::Unknown => return None,
                }
            }
        }
        None
    }

    /// How the elements of a store lie to those of a load of the same array.
    fn meeting(&self, store: &Op, load: &Op) -> Meeting {
        let (Some(stored), Some(loaded)) = (self.lanes_of(store), self.lanes_of(load)) else {
            return Meeting::Unknown;
        };
        let apart = stored.offset - loaded.offset;
        match (apart, store) {
            _ if stored.address != loaded.address || stored.step != loaded.step => Meeting::Unknown,
            (0, Op::Store { value, mask, .. } | Op::Scatter { value, mask, .. })
                if mask.is_none() =>
            {
                Meeting::Same(*value)
            }
            (0, _) => Meeting::Unknown,
            _ if apart.abs() < loaded.step => Meeting::Apart,
            _ => Meeting::Unknown,
        }
    }

    /// Where the elements of a load or a store lie, if that is a constant number of bytes from lane to lane.
    fn lanes_of(&self, op: &Op) -> Option<LanesOf> {
        let (address, offset, step) = match op {
            Op::Load {
                address,
                offset,
                memory,
            }
            | Op::Store {
                address,
                offset,
                memory,
                ..
            } => (*address, *offset, memory.size()),
            Op::LoadLanes { places, .. } => {
                let [(address, first), (_, second), ..] = places[..] else {
                    return None;
                };
                (address, first, i64::from(second) - i64::from(first))
            }
            Op::Scatter {
                address,
                offset,
                index,
                scale,
                ..
            } => {
                let linear = self.linear_of(*index)?;
                let constant = linear.terms.is_empty() && linear.constant == 0;
                let step = linear.lane * i64::from(*scale);
                constant.then_some((*address, *offset, step))?
            }
            _ => return None,
        };
        let offset = i64::from(offset);
        Some(LanesOf {
            address,
            offset,
            step,
        })
    }
}
