//! Windows along the lanes: a vector whose lanes lie between those of two others is put together from them.
//!
//! ```text
//! for j = -3..3: s += (x[n+j] - y[n+j])²          seven vectors of differences, whose 7·16 lanes have 22 different numbers
//! ```
//!
//! Code that computes the same of neighbouring places, as an unrolled window does, has vectors that are those of other places moved by some
//! lanes. All of them lie between the first and the last one: each lane is one of either. Where a shuffle costs less than what is computed,
//! only those two are computed. Elements are at places by their addresses: the same address, offsets that differ by lanes. What is computed
//! of such elements, and of what is the same in all lanes, is at the place of its operands.
//!
//! *Technique:* superword replacement (Shin, Chame and Hall, "Compiler-Controlled Caching in Superword Register Files for Multimedia
//! Extension Architectures", PACT 2002), across lanes.
//!
//! *Invariant:* every lane is the same operation of the same operands as before, so that all bits stay; nothing is read that was not read.

use rustc_hash::FxHashMap;

use super::ir::{BlockId, Elem, Function, Inst, Memory, Op, Type, Val};
use super::passes::use_counts;
use crate::base::IndexVec;
use crate::machine::cost::lanes::{CALL, LANES_APART, QUOTIENT, SHUFFLE, SHUFFLE_AVX2};
use crate::machine::processor::AVX512;
use crate::mir::{BinaryOp, UnaryOp};

/// Vectors of fewer places are no window.
const FEWEST: usize = 3;

/// Lets vectors that lie between two others be put together from these.
pub(super) fn share(function: &mut Function) {
    let same = same_in_all_lanes(function);
    let ids: Vec<_> = function.blocks.ids().collect();
    let mut uses = use_counts(function);
    for block in ids {
        let loads = function.blocks[block].insts.iter();
        if loads.filter(|inst| load(&inst.op).is_some()).count() < FEWEST {
            continue;
        }
        let windows = Windows::of(function, block, &same);
        let replaced = windows.replaced(function, block, &mut uses);
        if !replaced.is_empty() {
            rebuild(function, block, replaced);
        }
    }
}

/// Varying values whose lanes are all the same.
fn same_in_all_lanes(function: &Function) -> IndexVec<Val, bool> {
    let mut same = IndexVec::filled(false, function.types.len());
    for inst in function.blocks.iter().flat_map(|block| &block.insts) {
        if let (Op::Splat(_) | Op::Const(_), Some(result)) = (&inst.op, inst.result) {
            same[result] = true;
        }
    }
    same
}

/// What values of neighbouring places have in common.
#[derive(PartialEq, Eq, Hash)]
enum Class {
    /// Elements at an address, the bytes from lane to lane, those that are left of the offset, and the effects in front.
    Load {
        memory: Memory,
        address: Val,
        distance: i32,
        rest: i32,
        effects: u32,
    },
    /// An operation without its operands, these, and the type of its result.
    Computed(Op, Vec<Operand>, Type),
}

/// An operand, seen from the first one that has a place.
#[derive(PartialEq, Eq, Hash)]
enum Operand {
    Same(Val),
    Placed(usize, i64),
}

/// The class of a value, and its place among those of the class: how many lanes it is moved by.
#[derive(Clone, Copy)]
struct Place {
    class: usize,
    at: i64,
}

/// The classes of a block.
struct Windows {
    /// The members of each class, with their places.
    members: Vec<Vec<(i64, Val)>>,
    /// What a member of each class costs.
    costs: Vec<u32>,
}

impl Windows {
    fn of(function: &Function, block: BlockId, same: &IndexVec<Val, bool>) -> Windows {
        let mut found = Windows {
            members: Vec::new(),
            costs: Vec::new(),
        };
        let mut classes: FxHashMap<Class, usize> = FxHashMap::default();
        let mut places: FxHashMap<Val, Place> = FxHashMap::default();
        let mut effects = 0;
        for inst in &function.blocks[block].insts {
            effects += u32::from(inst.op.has_effect());
            let varying = inst.result.filter(|result| function.types[*result].varying);
            let Some(result) = varying else {
                continue;
            };
            let placed = match load(&inst.op) {
                Some((class, at)) => Some((class(effects), at)),
                None => computed(&inst.op, function.types[result], &places, same),
            };
            if let Some((class, at)) = placed {
                let new = classes.len();
                let class = *classes.entry(class).or_insert(new);
                let cost = found.cost(&inst.op, &places);
                found.join(class, at, result, cost);
                places.insert(result, Place { class, at });
            }
        }
        found
    }

    /// One more member of a class; all cost the same.
    fn join(&mut self, class: usize, at: i64, value: Val, cost: u32) {
        if class == self.members.len() {
            self.members.push(Vec::new());
            self.costs.push(cost);
        }
        self.members[class].push((at, value));
    }

    /// What an operation costs with all that it is computed from.
    fn cost(&self, op: &Op, places: &FxHashMap<Val, Place>) -> u32 {
        let own = match op {
            Op::LoadLanes { .. } => LANES_APART,
            Op::Binary(BinaryOp::Div | BinaryOp::IntDiv | BinaryOp::Rem, ..)
            | Op::Unary(UnaryOp::Sqrt, _) => QUOTIENT,
            Op::Call(..) => CALL,
            _ => 1,
        };
        let mut all = own;
        // What is used twice counts twice, which may grow without end.
        op.for_each_operand(|value| {
            let cost = places
                .get(&value)
                .map_or(0, |place| self.costs[place.class]);
            all = u32::saturating_add(all, cost);
        });
        all
    }

    /// The operations that replace members between the first and the last one. What is computed of others is looked at before these, since
    /// they may be used no more then.
    fn replaced(
        &self,
        function: &Function,
        block: BlockId,
        uses: &mut IndexVec<Val, u32>,
    ) -> FxHashMap<Val, Op> {
        let insts = function.blocks[block].insts.iter();
        let definitions = insts.filter_map(|inst| Some((inst.result?, &inst.op)));
        let mut users = Users {
            definitions: definitions.collect(),
            uses,
        };
        let mut replaced = FxHashMap::default();
        for (members, &cost) in self.members.iter().zip(&self.costs).rev() {
            if cost <= shuffle_cost(function) || members.len() < FEWEST {
                continue;
            }
            for (member, op) in between(function, members, users.uses) {
                users.replace(member, &op);
                replaced.insert(member, op);
            }
        }
        replaced
    }
}

fn shuffle_cost(function: &Function) -> u32 {
    match function.lanes >= AVX512.lanes() {
        true => SHUFFLE,
        false => SHUFFLE_AVX2,
    }
}

/// The members of a class that are used and lie between the first and the last of those, as lanes of these two.
fn between(
    function: &Function,
    members: &[(i64, Val)],
    uses: &IndexVec<Val, u32>,
) -> Vec<(Val, Op)> {
    let is_used = |member: &&(i64, Val)| uses[member.1] > 0;
    let mut window: Vec<(i64, Val)> = members.iter().filter(is_used).copied().collect();
    window.sort_unstable();
    window.dedup_by_key(|member| member.0);
    let [(first, low), ref inner @ .., (last, high)] = window[..] else {
        return Vec::new();
    };
    let apart = last.abs_diff(first);
    let is_near = apart < function.lanes.into();
    if inner.is_empty() || !is_near || function.types[low].elem == Elem::Bool {
        return Vec::new();
    }
    let lanes = |&(place, member): &(i64, Val)| {
        let op = Op::Between {
            low,
            high,
            at: place.abs_diff(first) as u32,
            apart: apart as u32,
        };
        (member, op)
    };
    inner.iter().map(lanes).collect()
}

/// Who uses the values of a block.
struct Users<'a> {
    definitions: FxHashMap<Val, &'a Op>,
    uses: &'a mut IndexVec<Val, u32>,
}

impl Users<'_> {
    /// Another operation gives the value.
    fn replace(&mut self, value: Val, op: &Op) {
        op.for_each_operand(|operand| self.uses[operand] += 1);
        self.release(value);
    }

    /// The operands of a value are not needed for it.
    fn release(&mut self, value: Val) {
        let Some(&op) = self.definitions.get(&value) else {
            return;
        };
        op.for_each_operand(|operand| {
            self.uses[operand] -= 1;
            if self.uses[operand] == 0 {
                self.release(operand);
            }
        });
    }
}

/// The class of a load whose lanes are a constant number of bytes apart, but for the effects in front of it, and its place.
fn load(op: &Op) -> Option<(impl Fn(u32) -> Class + use<>, i64)> {
    let (memory, address, offset, distance) = match op {
        Op::Load {
            memory,
            address,
            offset,
        } => (*memory, *address, *offset, memory.size() as i32),
        Op::LoadLanes { memory, places } => {
            let &[(address, first), (_, second), ..] = &places[..] else {
                return None;
            };
            let distance = second.checked_sub(first)?;
            let is_next = |pair: &[(Val, i32)]| {
                pair[1].0 == address && pair[1].1.checked_sub(pair[0].1) == Some(distance)
            };
            let regular = distance > 0 && places.windows(2).all(is_next);
            regular.then_some((*memory, address, first, distance))?
        }
        _ => return None,
    };
    let class = move |effects| Class::Load {
        memory,
        address,
        distance,
        rest: offset.rem_euclid(distance),
        effects,
    };
    Some((class, offset.div_euclid(distance).into()))
}

/// The class and the place of what is computed lane by lane; none without an operand that has a place, or with one that has none and is not
/// the same in all lanes.
fn computed(
    op: &Op,
    ty: Type,
    places: &FxHashMap<Val, Place>,
    same: &IndexVec<Val, bool>,
) -> Option<(Class, i64)> {
    let by_lane = matches!(
        op,
        Op::Unary(..)
            | Op::Binary(..)
            | Op::ShiftRightLogical(..)
            | Op::Compare(..)
            | Op::Select(..)
            | Op::Convert(_)
            | Op::Truncate(_)
            | Op::RoundEven(_)
            | Op::Bitcast(_)
            | Op::Fma { .. }
            | Op::Call(..)
    );
    let mut first = None;
    let mut operands = Vec::new();
    let mut all = by_lane;
    op.for_each_operand(|value| match places.get(&value) {
        Some(place) => {
            let at = *first.get_or_insert(place.at);
            operands.push(Operand::Placed(place.class, place.at - at));
        }
        None => {
            all &= same[value];
            operands.push(Operand::Same(value));
        }
    });
    let at = first.filter(|_| all)?;
    let mut bare = op.clone();
    let nobody = same.ids().next().expect("there are values");
    bare.for_each_operand_mut(|operand| *operand = nobody);
    Some((Class::Computed(bare, operands, ty), at))
}

/// The block with other operations for some values, each behind its operands. What these are computed from stands before any effect that the
/// replaced one stood before, since loads of a class have the same effects in front.
fn rebuild(function: &mut Function, block: BlockId, mut replaced: FxHashMap<Val, Op>) {
    let mut insts = std::mem::take(&mut function.blocks[block].insts);
    for inst in &mut insts {
        if let Some(op) = inst.result.and_then(|result| replaced.remove(&result)) {
            inst.op = op;
        }
    }
    function.blocks[block].insts = insts;
    put_in_order(function, block);
}

/// Puts each instruction of a block behind what it needs.
pub(super) fn put_in_order(function: &mut Function, block: BlockId) {
    let insts = std::mem::take(&mut function.blocks[block].insts);
    let places = insts.iter().enumerate();
    let defined = places.filter_map(|(at, inst)| Some((inst.result?, at)));
    let mut order = Order {
        defined: defined.collect(),
        left: insts.into_iter().map(Some).collect(),
        done: Vec::new(),
    };
    for at in 0..order.left.len() {
        order.take(at);
    }
    function.blocks[block].insts = order.done;
}

/// Instructions that are put into order.
struct Order {
    /// Where each value of the block was defined.
    defined: FxHashMap<Val, usize>,
    left: Vec<Option<Inst>>,
    done: Vec<Inst>,
}

impl Order {
    /// An instruction, behind what it needs.
    fn take(&mut self, at: usize) {
        let Some(inst) = self.left[at].take() else {
            return;
        };
        let mut needed = Vec::new();
        inst.op.for_each_operand(|value| needed.push(value));
        for value in needed {
            if let Some(&at) = self.defined.get(&value) {
                self.take(at);
            }
        }
        self.done.push(inst);
    }
}
