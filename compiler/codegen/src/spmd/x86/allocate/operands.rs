//! One instruction: its operands come into registers, what it destroys goes elsewhere, its results take their places.
//!
//! *Invariant:* registers that the instruction reads are kept until it has read them; moves in front of it run one after the other.

use regalloc2::{Operand, OperandConstraint, OperandKind, OperandPos};

use super::liveness::{NOBODY, WAY_OUT};
use super::plan::{SLOTS, Spot};
use super::registers::{NONE, Register, Set, bit, members, number, set_of};
use super::state::{COPY, Walk};

/// No place yet.
const OPEN: Spot = u32::MAX;

/// An instruction that is being walked over.
struct Site<'a> {
    at: u32,
    operands: &'a [Operand],
    /// Where its places start.
    first: usize,
    /// Registers that it reads.
    pins: Set,
    /// Registers that it destroys or defines by name.
    lost: Set,
    /// Registers that operands name.
    named: Set,
}

impl Walk<'_> {
    /// Walks over an instruction.
    pub fn inst(&mut self, at: usize) {
        let listing = self.listing;
        let inst = &listing.insts[at];
        let first = self.plan.spots.len();
        self.plan.starts.push(first as u32);
        let operands = &inst.operands[..];
        self.plan.spots.resize(first + operands.len(), OPEN);
        let mut site = Site {
            at: at as u32,
            operands,
            first,
            pins: 0,
            lost: set_of(inst.clobbers),
            named: 0,
        };
        if !operands.is_empty() || site.lost != 0 {
            self.walk_operands(&mut site);
        }
    }

    fn walk_operands(&mut self, site: &mut Site) {
        self.prepare(site);
        if site.named != 0 {
            self.use_named(site);
        }
        self.use_others(site);
        if site.lost != 0 {
            self.rescue(site);
        }
        self.copy_updated(site);
        self.end_uses(site, OperandPos::Early);
        self.define(site);
        self.end_uses(site, OperandPos::Late);
        self.end_unused(site);
    }

    /// Passes the uses, pins what is in registers already, and collects the registers that are named.
    fn prepare(&mut self, site: &mut Site) {
        for operand in site.operands {
            let value = operand.vreg().vreg() as u32;
            let is_use = operand.kind() == OperandKind::Use;
            if is_use {
                self.advance(value, site.at);
                let register = self.register[value as usize];
                if register != NONE {
                    site.pins |= bit(register);
                }
            }
            if let OperandConstraint::FixedReg(register) = operand.constraint() {
                let named = bit(number(register));
                site.named |= named;
                site.lost |= if is_use { 0 } else { named };
            }
        }
    }

    // ---- Uses --------------------------------------------------------------------------------------------------------------------------

    /// Brings operands into the registers that they name.
    fn use_named(&mut self, site: &mut Site) {
        let mut done = 0;
        for (which, operand) in site.operands.iter().enumerate() {
            let OperandConstraint::FixedReg(register) = operand.constraint() else {
                continue;
            };
            if operand.kind() == OperandKind::Use {
                let register = number(register);
                let value = operand.vreg().vreg() as u32;
                self.use_one_named(site, value, register, done);
                done |= bit(register);
                site.pins |= bit(register);
                self.plan.spots[site.first + which] = register.into();
            }
        }
    }

    /// `done`: registers in which operands lie already.
    fn use_one_named(&mut self, site: &Site, value: u32, to: Register, done: Set) {
        if self.occupant[usize::from(to)] == value {
            return;
        }
        if self.free & bit(to) == 0 {
            self.make_room(site, to);
        }
        let from = self.register[value as usize];
        let is_lost = site.lost & bit(to) != 0 && !self.dies(value);
        if from == NONE {
            let slot = self.read_slot(value);
            self.push_move(site.at, slot, to.into());
            self.put(if is_lost { COPY } else { value }, to);
        } else if is_lost || done & bit(from) != 0 {
            self.push_move(site.at, from.into(), to.into());
            self.put(COPY, to);
        } else {
            self.relocate(site.at, from, to);
        }
    }

    /// Moves what is in a register elsewhere, or leaves it to its slot.
    fn make_room(&mut self, site: &Site, register: Register) {
        let value = self.occupant[usize::from(register)];
        let class = self.class(value);
        let others = [class & !site.named & !site.lost, class & !site.named];
        let found = others.into_iter().find_map(|set| self.choose(value, set));
        match found {
            Some(other) => self.relocate(site.at, register, other),
            None => self.vacate(register),
        }
    }

    /// Brings the other operands into registers, or leaves them where they were spilled if that is enough.
    fn use_others(&mut self, site: &mut Site) {
        for (which, operand) in site.operands.iter().enumerate() {
            let place = site.first + which;
            if operand.kind() != OperandKind::Use || self.plan.spots[place] != OPEN {
                continue;
            }
            let value = operand.vreg().vreg() as u32;
            let register = self.register[value as usize];
            self.plan.spots[place] = if register != NONE {
                site.pins |= bit(register);
                register.into()
            } else if operand.constraint() == OperandConstraint::Any
                && self.stays_in_slot(site, value)
            {
                self.read_slot(value)
            } else {
                self.reload(site, which, value)
            };
        }
    }

    /// Whether a value is better read from its slot than brought into a register.
    fn stays_in_slot(&self, site: &Site, value: u32) -> bool {
        let distance = self.distance(value, site.at);
        if self.dies(value) || self.next_is_any(value) || distance >= WAY_OUT - 1 {
            return true;
        }
        let class = self.class(value);
        if self.free & class & !site.named != 0 {
            return false;
        }
        let farthest = self.farthest(class & !site.pins, site.at);
        farthest.is_none_or(|(_, most)| most <= self.weighed(value, site.at))
    }

    fn reload(&mut self, site: &mut Site, which: usize, value: u32) -> Spot {
        let set = self.class(value) & !site.pins & !site.named;
        let register = self.take(value, set, site.at);
        let slot = self.read_slot(value);
        self.push_move(site.at, slot, register.into());
        // What a result takes the place of need not stay.
        let is_copy = is_updated(site.operands, which) && !self.dies(value);
        self.put(if is_copy { COPY } else { value }, register);
        site.pins |= bit(register);
        register.into()
    }

    // ---- Between -----------------------------------------------------------------------------------------------------------------------

    /// Moves what lives on out of the registers that are destroyed.
    fn rescue(&mut self, site: &Site) {
        for register in members(site.lost & !self.free) {
            let value = self.occupant[usize::from(register)];
            if value == COPY || self.dies(value) {
                continue;
            }
            let set = self.class(value) & !site.lost & !site.named;
            match self.choose(value, set) {
                Some(other) => self.relocate(site.at, register, other),
                None => self.vacate(register),
            }
        }
    }

    /// Copies what lives on although a result takes its place.
    fn copy_updated(&mut self, site: &mut Site) {
        let mut consumed: Set = 0;
        for operand in site.operands {
            let OperandConstraint::Reuse(which) = operand.constraint() else {
                continue;
            };
            let value = site.operands[which].vreg().vreg() as u32;
            let register = self.plan.spots[site.first + which] as Register;
            let is_free = self.occupant[usize::from(register)] == COPY
                || (self.dies(value) && !is_read_late(site.operands, value));
            if consumed & bit(register) != 0 || !is_free {
                let result = operand.vreg().vreg() as u32;
                self.split(site, which, result);
            }
            consumed |= bit(self.plan.spots[site.first + which] as Register);
        }
    }

    /// Gives a result that takes the place of a living value a register of its own: it, or the value, gets a new one.
    fn split(&mut self, site: &mut Site, which: usize, result: u32) {
        let place = site.first + which;
        let value = site.operands[which].vreg().vreg() as u32;
        let register = self.plan.spots[place] as Register;
        let set = self.class(value) & !site.pins & !site.lost;
        if self.gives_way(value, result, register)
            && let Some(other) = self.choose(value, set)
        {
            self.relocate(site.at, register, other);
            self.redirect(site, which, value, other);
            self.put(COPY, register);
            site.pins |= bit(other);
            return;
        }
        let copy = self.take(result, set, site.at);
        self.push_move(site.at, register.into(), copy.into());
        self.put(COPY, copy);
        site.pins |= bit(copy);
        self.plan.spots[place] = copy.into();
    }

    /// Whether a living value leaves its register to a result, since the result comes to a parameter that has it.
    fn gives_way(&self, value: u32, result: u32, register: Register) -> bool {
        let target = self.wishes.wanted[result as usize];
        let owns = self.register[value as usize] == register;
        owns && target != NOBODY
            && self.wish(target, bit(register)).is_some()
            && !self.is_resident(value)
    }

    /// Lets the other operands of a value read it from its new register.
    fn redirect(&mut self, site: &Site, except: usize, value: u32, register: Register) {
        for (which, operand) in site.operands.iter().enumerate() {
            let reads = operand.kind() == OperandKind::Use && operand.vreg().vreg() as u32 == value;
            let is_named = matches!(operand.constraint(), OperandConstraint::FixedReg(_));
            if which != except && reads && !is_named {
                self.plan.spots[site.first + which] = register.into();
            }
        }
    }

    /// Frees the registers of uses at a position that are the last ones, and of copies.
    fn end_uses(&mut self, site: &Site, position: OperandPos) {
        for (which, operand) in site.operands.iter().enumerate() {
            if operand.kind() != OperandKind::Use || operand.pos() != position {
                continue;
            }
            let value = operand.vreg().vreg() as u32;
            let spot = self.plan.spots[site.first + which];
            if spot < SLOTS && self.occupant[spot as usize] == COPY {
                self.vacate(spot as Register);
            }
            let register = self.register[value as usize];
            let stays = position == OperandPos::Early && is_read_late(site.operands, value);
            if register != NONE && self.dies(value) && !stays {
                self.vacate(register);
            }
        }
    }

    // ---- Results -----------------------------------------------------------------------------------------------------------------------

    /// Gives results their registers: first those that are said, then the others.
    fn define(&mut self, site: &mut Site) {
        let mut taken = late_registers(site, &self.plan.spots);
        let mut open = false;
        for (which, operand) in site.operands.iter().enumerate() {
            if operand.kind() != OperandKind::Def {
                continue;
            }
            let register = match operand.constraint() {
                OperandConstraint::Reuse(input) => self.plan.spots[site.first + input] as Register,
                OperandConstraint::FixedReg(register) => number(register),
                _ => {
                    open = true;
                    continue;
                }
            };
            taken |= self.result(site, which, register);
        }
        if open {
            self.define_anywhere(site, taken);
        }
    }

    fn define_anywhere(&mut self, site: &Site, mut taken: Set) {
        for (which, operand) in site.operands.iter().enumerate() {
            if operand.kind() == OperandKind::Def && self.plan.spots[site.first + which] == OPEN {
                let value = operand.vreg().vreg() as u32;
                let set = self.class(value) & !taken & !site.lost;
                let register = self.take(value, set, site.at);
                taken |= self.result(site, which, register);
            }
        }
    }

    fn result(&mut self, site: &Site, which: usize, register: Register) -> Set {
        debug_assert_eq!(self.occupant[usize::from(register)], NOBODY);
        self.plan.spots[site.first + which] = register.into();
        self.put(site.operands[which].vreg().vreg() as u32, register);
        bit(register)
    }

    /// Frees the registers of results that nothing uses.
    fn end_unused(&mut self, site: &Site) {
        for operand in site.operands {
            let value = operand.vreg().vreg() as u32;
            let register = self.register[value as usize];
            if operand.kind() == OperandKind::Def && register != NONE && self.dies(value) {
                self.vacate(register);
            }
        }
    }
}

/// Whether a result takes the place of an operand.
fn is_updated(operands: &[Operand], which: usize) -> bool {
    operands
        .iter()
        .any(|operand| operand.constraint() == OperandConstraint::Reuse(which))
}

/// Whether an operand of the value must survive until the results are written.
fn is_read_late(operands: &[Operand], value: u32) -> bool {
    operands.iter().any(|operand| {
        let is_late = operand.kind() == OperandKind::Use && operand.pos() == OperandPos::Late;
        is_late && operand.vreg().vreg() as u32 == value
    })
}

/// The registers that are read until the results are written.
fn late_registers(site: &Site, spots: &[Spot]) -> Set {
    let mut set = 0;
    for (operand, spot) in site.operands.iter().zip(&spots[site.first..]) {
        if operand.kind() == OperandKind::Use && operand.pos() == OperandPos::Late {
            set |= bit(*spot as Register);
        }
    }
    set
}
