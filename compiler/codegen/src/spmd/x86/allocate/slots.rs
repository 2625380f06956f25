//! Spill slots: which values share one, and where each lies in the frame.
//!
//! A parameter that arrives in its slot shares it with the values that it is passed, as far as they do not live at the same time, so that
//! passing them costs nothing. Slots that are not needed at the same time lie at the same place: the first that is free in the order of
//! the code (Poletto and Sarkar, "Linear Scan Register Allocation", TOPLAS 1999).
//!
//! *Invariant:* two values with the same place are never alive at once.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use regalloc2::OperandKind;

use super::listing::Listing;
use super::liveness::Liveness;
use super::plan::Plan;
use super::registers::NONE;

/// The most values that share a slot because one is passed to another.
const MOST_PARTNERS: usize = 8;

/// No slot.
const NOWHERE: u32 = u32::MAX;

/// The places of slots.
pub struct Slots {
    /// By value, in units of eight bytes.
    pub places: Vec<u32>,
    /// How many units there are.
    pub size: u32,
}

/// From where to where a group of values lives, in the order of the code.
#[derive(Clone)]
struct Group {
    members: Vec<u32>,
    first: u32,
    last: u32,
}

impl Slots {
    /// Finds places; `units`: how many each class takes, vectors first so that they lie on their boundaries.
    pub fn new(listing: &Listing, live: &Liveness, plan: &Plan, units: [u32; 3]) -> Slots {
        let mut slots = Slots {
            places: vec![NOWHERE; plan.spilled.len()],
            size: 0,
        };
        if !plan.spilled.contains(&true) {
            return slots;
        }
        let mut groups = join(listing, live, plan);
        measure(listing, live, &mut groups);
        let mut groups: Vec<Group> = groups.groups;
        groups.retain(|group| !group.members.is_empty());
        groups.sort_by_key(|group| group.first);
        let class_of = |group: &Group| usize::from(live.classes[group.members[0] as usize]);
        for wide in [true, false] {
            let chosen = groups
                .iter()
                .filter(|group| (units[class_of(group)] > 1) == wide);
            let unit = if wide { units[1] } else { 1 };
            slots.lay(chosen, unit);
        }
        slots
    }

    /// Lays groups of one size, which are in the order in which they start.
    fn lay<'a>(&mut self, groups: impl Iterator<Item = &'a Group>, unit: u32) {
        let mut busy: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
        for group in groups {
            let place = match busy.peek() {
                Some(Reverse((last, place))) if *last < group.first => {
                    let place = *place;
                    busy.pop();
                    place
                }
                _ => {
                    self.size += unit;
                    self.size - unit
                }
            };
            busy.push(Reverse((group.last, place)));
            for member in &group.members {
                self.places[*member as usize] = place;
            }
        }
    }
}

/// Groups of values, and the group of each.
struct Groups {
    groups: Vec<Group>,
    of: Vec<u32>,
}

/// Groups what shares slots: each spilled value alone, then parameters in slots with what they are passed.
fn join(listing: &Listing, live: &Liveness, plan: &Plan) -> Groups {
    let mut groups = Groups {
        groups: Vec::new(),
        of: vec![NOWHERE; plan.spilled.len()],
    };
    let spilled = plan.spilled.iter().enumerate();
    for (value, _) in spilled.filter(|(_, spilled)| **spilled) {
        groups.of[value] = groups.groups.len() as u32;
        groups.groups.push(Group {
            members: vec![value as u32],
            first: u32::MAX,
            last: 0,
        });
    }
    for block in 0..listing.block_count() {
        let entry = plan.entries[block].iter();
        let mut in_slots = entry.filter(|known| known.1 == NONE).peekable();
        for (ordinal, param) in listing.params(block).iter().enumerate() {
            let param = param.vreg() as u32;
            if in_slots.next_if(|known| known.0 == param).is_some() {
                groups.join_args(listing, live, ordinal, param);
            }
        }
    }
    groups
}

impl Groups {
    /// Joins a parameter that arrives in its slot with the values that it is passed, if they are not alive at once.
    fn join_args(&mut self, listing: &Listing, live: &Liveness, ordinal: usize, param: u32) {
        let block = live.home_blocks[param as usize] as usize;
        for before in listing.predecessors(block) {
            let arg = listing.args(before.index())[ordinal].vreg();
            let (own, other) = (self.of[param as usize], self.of[arg]);
            if other != NOWHERE && own != other && self.fit(listing, live, [own, other]) {
                self.merge(own, other);
            }
        }
    }

    /// Whether two groups can be one.
    fn fit(&self, listing: &Listing, live: &Liveness, groups: [u32; 2]) -> bool {
        let [own, other] = groups.map(|at| &self.groups[at as usize].members);
        let mut pairs = own.iter().flat_map(|a| other.iter().map(move |b| (*a, *b)));
        own.len() + other.len() <= MOST_PARTNERS && pairs.all(|(a, b)| !meet(listing, live, a, b))
    }

    fn merge(&mut self, own: u32, other: u32) {
        let members = std::mem::take(&mut self.groups[other as usize].members);
        for member in &members {
            self.of[*member as usize] = own;
        }
        self.groups[own as usize].members.extend(members);
    }

    /// Lets the group of a value, if it has one, live from one place to another at least.
    fn extend(&mut self, value: u32, from: u32, to: u32) {
        let group = self.of[value as usize];
        if group != NOWHERE {
            let group = &mut self.groups[group as usize];
            group.first = group.first.min(from);
            group.last = group.last.max(to);
        }
    }
}

/// Whether two values are alive at once.
fn meet(listing: &Listing, live: &Liveness, a: u32, b: u32) -> bool {
    lives_at_definition(listing, live, a, b) || lives_at_definition(listing, live, b, a)
}

/// Whether a value is alive where another is defined, and read afterwards.
fn lives_at_definition(listing: &Listing, live: &Liveness, value: u32, other: u32) -> bool {
    let block = live.home_blocks[other as usize] as usize;
    let at = live.defined[other as usize];
    let own = value as usize;
    let is_here = live.is_live_in(block, value)
        || (live.home_blocks[own] as usize == block && live.defined[own] <= at);
    if !is_here {
        return false;
    }
    let inst = &listing.insts[at as usize];
    let mut results = inst.operands.iter();
    let is_result = results
        .any(|known| known.kind() == OperandKind::Def && known.vreg().vreg() as u32 == other);
    if !is_result {
        // A parameter, which is there before anything of its block.
        return true;
    }
    let end = listing.insts_of(block).end as u32 - 1;
    let uses = live.uses(own);
    let next = uses.partition_point(|use_at| use_at >> 1 <= at);
    let is_read = uses.get(next).is_some_and(|use_at| use_at >> 1 <= end);
    let mut successors = listing.successors(block).iter();
    let leaves = successors.any(|next| live.is_live_in(next.index(), value));
    is_read || leaves || live.defined[own] == at
}

/// Sets from where to where each group lives.
fn measure(listing: &Listing, live: &Liveness, groups: &mut Groups) {
    for value in 0..groups.of.len() {
        if groups.of[value] == NOWHERE {
            continue;
        }
        let defined = live.defined[value];
        groups.extend(value as u32, defined, defined);
        if let Some(last) = live.uses(value).last() {
            groups.extend(value as u32, last >> 1, last >> 1);
        }
    }
    let mut groups_of_block = |block: usize| {
        let range = listing.insts_of(block);
        let ends = listing.predecessors(block).iter();
        let ends = ends.map(|before| listing.insts_of(before.index()).end as u32 - 1);
        let (Some(least), Some(most)) = (ends.clone().min(), ends.max()) else {
            return;
        };
        // What arrives in its slot was written at the ends of the blocks in front.
        let from = least.min(range.start as u32);
        let to = most.max(range.end as u32 - 1);
        let values = live.live_in(block).iter();
        values.for_each(|value| groups.extend(*value, from, to));
        let params = listing.params(block).iter();
        params.for_each(|param| groups.extend(param.vreg() as u32, from, to));
    };
    (0..listing.block_count()).for_each(&mut groups_of_block);
}
