//! The registers at one point of the code: which value lies where, which register is taken for a value, which value has to go.
//!
//! A value that has to go is the one whose next use is farthest away (Belady 1966; Braun and Hack, "Register Spilling and Live-Range
//! Splitting for SSA-Form Programs", CC 2009). It costs nothing there: what has a slot is stored where it is defined.
//!
//! *Invariant:* a value is in one register at most, and `register` and `occupant` agree.

use super::lessons::Lessons;
use super::listing::Listing;
use super::liveness::{Liveness, NEVER, NOBODY, Point};
use super::loops::{Loops, OUTSIDE};
use super::plan::{Move, Plan, Spot, slot};
use super::registers::{COUNT, File, NONE, Register, Set, bit, members};
use super::wishes::Wishes;

/// A copy that only the current instruction reads.
pub const COPY: u32 = u32::MAX - 1;

/// How far wishes are followed.
const LONGEST_WISH: usize = 8;

/// The walk over the code.
pub struct Walk<'a> {
    /// The function.
    pub listing: &'a Listing,
    /// Its values.
    pub live: &'a Liveness,
    /// Its loops.
    pub loops: &'a Loops,
    /// The machine.
    pub file: File,
    /// The register of each value.
    pub register: Vec<Register>,
    /// The value in each register.
    pub occupant: [u32; COUNT],
    /// Registers without a value.
    pub free: Set,
    /// The place of each value's next use.
    pub next: Vec<u32>,
    /// Which registers values should have.
    pub wishes: Wishes,
    /// The last block at whose end a value was alive.
    pub live_out: Vec<u32>,
    /// The block that is walked.
    pub block: usize,
    /// Its innermost loop.
    pub inside: u32,
    /// Its end.
    pub end: u32,
    /// Registers that the innermost loop's parameters come back to.
    pub reserved: Set,
    /// The same for each loop.
    pub returns: Vec<Set>,
    /// The last block that a value was seen at the start of.
    pub seen: Vec<u32>,
    /// By value, a bit for the depth of each loop around the current block at whose start the value has a register.
    pub resident: Vec<u32>,
    /// Registers that a callee keeps and the function has used.
    pub touched: Set,
    /// What was in the registers at the end of each block.
    pub exits: Vec<[u32; COUNT]>,
    /// The decisions.
    pub plan: Plan,
    /// What an earlier walk has taught.
    pub lessons: Lessons,
}

impl<'a> Walk<'a> {
    /// The walk in front of the first block.
    pub fn new(
        listing: &'a Listing,
        live: &'a Liveness,
        loops: &'a Loops,
        lessons: Lessons,
    ) -> Walk<'a> {
        let count = listing.value_count();
        let file = File::new(listing.level());
        Walk {
            register: vec![NONE; count],
            occupant: [NOBODY; COUNT],
            free: file.classes.iter().fold(0, |set, class| set | class),
            next: (0..count).map(|value| live.first_use(value)).collect(),
            wishes: Wishes::new(listing, live, loops),
            live_out: vec![NOBODY; count],
            block: 0,
            inside: OUTSIDE,
            end: 0,
            reserved: 0,
            returns: vec![0; loops.loops.len()],
            seen: vec![NOBODY; count],
            resident: vec![0; count],
            touched: 0,
            exits: Vec::with_capacity(listing.block_count()),
            plan: Plan::new(listing.block_count(), count),
            lessons,
            listing,
            live,
            loops,
            file,
        }
    }
}

impl Walk<'_> {
    /// The registers of a value's class.
    pub fn class(&self, value: u32) -> Set {
        self.file.classes[usize::from(self.live.classes[value as usize])]
    }

    /// Puts a value into a free register.
    pub fn put(&mut self, value: u32, register: Register) {
        self.occupant[usize::from(register)] = value;
        self.free &= !bit(register);
        self.touched |= bit(register) & self.file.kept;
        if value == COPY {
            return;
        }
        self.register[value as usize] = register;
        self.wishes.home[value as usize] = register;
        let partner = self.wishes.wanted[value as usize];
        if partner != NOBODY && self.wishes.home[partner as usize] == NONE {
            self.wishes.home[partner as usize] = register;
        }
    }

    /// Takes the value out of a register.
    pub fn vacate(&mut self, register: Register) {
        let value = std::mem::replace(&mut self.occupant[usize::from(register)], NOBODY);
        self.free |= bit(register);
        if value != COPY && value != NOBODY {
            self.register[value as usize] = NONE;
        }
    }

    /// Notes a move in front of an instruction.
    pub fn push_move(&mut self, at: u32, from: Spot, to: Spot) {
        self.plan.moves.push(Move { at, from, to });
    }

    /// Moves a value to a free register.
    pub fn relocate(&mut self, at: u32, from: Register, to: Register) {
        let value = self.occupant[usize::from(from)];
        self.push_move(at, from.into(), to.into());
        self.vacate(from);
        self.put(value, to);
    }

    /// The slot of a value, which is read in the current block.
    pub fn read_slot(&mut self, value: u32) -> Spot {
        self.read_slot_in(value, self.block)
    }

    /// The slot of a value, which is read in a block.
    pub fn read_slot_in(&mut self, value: u32, block: usize) -> Spot {
        self.plan.spilled[value as usize] = true;
        self.plan.reads.push((value, block as u32));
        slot(value)
    }

    /// The next use of a value in the order of the code.
    pub fn next_use(&self, value: u32) -> u32 {
        let found = self.live.use_at(value as usize, self.next[value as usize]);
        found.map_or(NEVER, |at| at >> 1)
    }

    /// Whether the next use may be a slot.
    pub fn next_is_any(&self, value: u32) -> bool {
        let found = self.live.use_at(value as usize, self.next[value as usize]);
        found.is_some_and(|at| at & 1 == 0)
    }

    /// Whether nothing behind the current instruction uses a value.
    pub fn dies(&self, value: u32) -> bool {
        self.next_use(value) > self.end && self.live_out[value as usize] != self.block as u32
    }

    /// Passes the uses of a value up to an instruction.
    pub fn advance(&mut self, value: u32, at: u32) {
        let number = value as usize;
        while let Some(found) = self.live.use_at(number, self.next[number])
            && found >> 1 <= at
        {
            self.next[number] += 1;
        }
    }

    /// How far the next use of a value is that a register serves: none of the next turn, if the turn starts without it.
    pub fn distance(&self, value: u32, at: u32) -> u32 {
        self.distance_with(value, at, self.resident[value as usize])
    }

    /// How far the next use of a value is, in this turn of loops or in the next one.
    pub fn turn_distance(&self, value: u32, at: u32) -> u32 {
        self.distance_with(value, at, u32::MAX)
    }

    fn distance_with(&self, value: u32, at: u32, resident: u32) -> u32 {
        let point = Point {
            next: self.next_use(value),
            at,
            inside: self.inside,
            resident,
        };
        self.live.distance(self.loops, value as usize, &point)
    }

    /// A register of a set for a value: a free one, or that of the value that is used last, which loses it.
    pub fn take(&mut self, value: u32, set: Set, at: u32) -> Register {
        if let Some(register) = self.choose(value, set) {
            return register;
        }
        let victim = self
            .farthest(set, at)
            .expect("an instruction has fewer operands than the machine registers")
            .0;
        self.vacate(victim);
        victim
    }

    /// A free register of a set that suits a value.
    pub fn choose(&self, value: u32, set: Set) -> Option<Register> {
        let free = self.free & set;
        if free == 0 {
            return None;
        }
        if let Some(wish) = self.wish(value, free) {
            return Some(wish);
        }
        let unused = self.file.kept & !self.touched;
        let crossing = match self.wishes.crosses[value as usize] {
            true => self.file.kept,
            false => 0,
        };
        let sets = [
            free & crossing,
            free & !self.reserved & !unused & !self.named(),
            free & !unused & !self.named(),
            free & !self.named(),
            free,
        ];
        let best = sets.into_iter().find(|set| *set != 0)?;
        Some(best.trailing_zeros() as Register)
    }

    /// Whether the next turn of the innermost loop wants a value where this turn found it.
    pub fn is_resident(&self, value: u32) -> bool {
        let inside = self.loops.loops.get(self.inside as usize);
        let is_outside = |first: u32| self.live.defined[value as usize] < first;
        inside.is_some_and(|inside| {
            is_outside(inside.first)
                && self.resident[value as usize] & 1 << (inside.depth % 32) != 0
        })
    }

    /// The registers that instructions of the innermost loop name.
    pub fn named(&self) -> Set {
        let inside = self.loops.loops.get(self.inside as usize);
        inside.map_or(0, |inside| inside.named)
    }

    /// The free register that a value would have without a later move.
    pub fn wish(&self, value: u32, free: Set) -> Option<Register> {
        let mut at = value;
        for _ in 0..LONGEST_WISH {
            let home = self.wishes.home[at as usize];
            if home != NONE && free & bit(home) != 0 {
                return Some(home);
            }
            // What a parameter with a register is passed to is a matter of the next turn.
            let is_settled = home != NONE && self.wishes.ordinals[at as usize] != NOBODY;
            at = self.wishes.wanted[at as usize];
            if at == NOBODY || is_settled {
                break;
            }
        }
        None
    }

    /// The register of a set whose value is used last, and how far that use is.
    pub fn farthest(&self, set: Set, at: u32) -> Option<(Register, u32)> {
        let mut best = None;
        for register in members(set & !self.free) {
            let value = self.occupant[usize::from(register)];
            if value >= COPY {
                continue;
            }
            let distance = self.weighed(value, at);
            if best.is_none_or(|(_, most)| distance > most) {
                best = Some((register, distance));
            }
        }
        best
    }

    /// How far the next use of a value is, more if it is cheap without a register, and less if it costs a store here.
    pub fn weighed(&self, value: u32, at: u32) -> u32 {
        let distance = self.distance(value, at);
        let home = self.live.home_blocks[value as usize] as usize;
        let is_stored = self.plan.spilled[value as usize]
            || self.loops.frequency[home] < self.loops.frequency[self.block];
        let cheap = if self.next_is_any(value) {
            distance / 2
        } else {
            0
        };
        match is_stored {
            true => distance + cheap,
            false => (distance + cheap) / 2,
        }
    }
}
