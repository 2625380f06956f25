//! The loops of a function: which blocks they consist of, how they are nested, how often code runs.
//!
//! *Invariant:* every retreating edge of the depth-first search leads to the head of a loop.

use regalloc2::OperandConstraint;

use super::super::machine::{Action, Inst};
use super::listing::Listing;
use super::registers::{Set, bit, number};

/// Outside all loops.
pub const OUTSIDE: u32 = u32::MAX;

/// How much more often the code of a loop runs than what is around it.
const TURNS: u32 = 8;
/// Deeper loops count as this depth.
const DEEPEST: u32 = 6;

/// A loop.
pub struct Loop {
    /// The block that it is entered by.
    pub head: usize,
    /// The loop around it, or [`OUTSIDE`].
    pub parent: u32,
    /// How many loops are around it.
    pub depth: u32,
    /// Its first instruction.
    pub first: u32,
    /// Its last instruction that does not run rarely.
    pub last: u32,
    /// The most values of each class that live at once.
    pub pressure: [u32; 3],
    /// Registers that its instructions name, other than calls.
    pub named: Set,
}

/// The loops of a function.
pub struct Loops {
    /// Inner loops stand in front of those around them.
    pub loops: Vec<Loop>,
    /// The innermost loop of each block.
    pub innermost: Vec<u32>,
    /// The loop that a block is the head of.
    pub headed: Vec<u32>,
    /// How often a block runs, in sixteenths.
    pub frequency: Vec<u32>,
}

impl Loops {
    /// Finds the loops.
    pub fn new(listing: &Listing) -> Loops {
        let count = listing.block_count();
        let mut loops = Loops {
            loops: Vec::new(),
            innermost: vec![OUTSIDE; count],
            headed: vec![OUTSIDE; count],
            frequency: Vec::new(),
        };
        for (head, latches) in heads(listing) {
            loops.add(listing, head, latches);
        }
        // Outer loops stand behind their inner ones.
        for at in (0..loops.loops.len()).rev() {
            if let Some(around) = loops.loops.get(loops.loops[at].parent as usize) {
                loops.loops[at].depth = around.depth + 1;
            }
        }
        loops.find_named(listing);
        loops.frequency = (0..count)
            .map(|block| loops.frequency_of(listing, block))
            .collect();
        loops
    }

    /// Adds a loop whose inner loops are known: what reaches the latches without its head.
    fn add(&mut self, listing: &Listing, head: usize, latches: Vec<usize>) {
        let own = self.loops.len() as u32;
        let range = listing.insts_of(head);
        self.loops.push(Loop {
            head,
            parent: OUTSIDE,
            depth: 0,
            first: range.start as u32,
            last: range.end as u32 - 1,
            pressure: [0; 3],
            named: 0,
        });
        self.headed[head] = own;
        self.claim(listing, own, head);
        let mut open = latches;
        while let Some(block) = open.pop() {
            // An inner loop counts as one block, its head.
            if let Some(entry) = self.claim(listing, own, block) {
                let before = listing.predecessors(entry).iter();
                open.extend(before.map(|block| block.index()));
            }
        }
    }

    /// Makes a block, or the outermost loop around it, a part of a loop; what that is entered by, if it was not one yet.
    fn claim(&mut self, listing: &Listing, own: u32, block: usize) -> Option<usize> {
        let range = listing.insts_of(block);
        if !listing.is_cold(block) {
            let last = &mut self.loops[own as usize].last;
            *last = (*last).max(range.end as u32 - 1);
        }
        let mut inner = self.innermost[block];
        if inner == OUTSIDE {
            self.innermost[block] = own;
            return Some(block);
        }
        while inner != own && self.loops[inner as usize].parent != OUTSIDE {
            inner = self.loops[inner as usize].parent;
        }
        if inner == own {
            return None;
        }
        let last = self.loops[inner as usize].last;
        self.loops[inner as usize].parent = own;
        let around = &mut self.loops[own as usize];
        around.last = around.last.max(last);
        Some(self.loops[inner as usize].head)
    }

    /// Collects the registers that the instructions of loops name.
    fn find_named(&mut self, listing: &Listing) {
        for block in 0..listing.block_count() {
            if self.innermost[block] != OUTSIDE && !listing.is_cold(block) {
                let named = named_in(&listing.insts[listing.insts_of(block)]);
                self.loops[self.innermost[block] as usize].named |= named;
            }
        }
        for at in 0..self.loops.len() {
            let (named, parent) = (self.loops[at].named, self.loops[at].parent);
            if let Some(around) = self.loops.get_mut(parent as usize) {
                around.named |= named;
            }
        }
    }

    fn frequency_of(&self, listing: &Listing, block: usize) -> u32 {
        if listing.is_cold(block) {
            return 1;
        }
        let mut frequency = 16;
        let mut around = self.innermost[block];
        for _ in 0..DEEPEST {
            if around == OUTSIDE {
                break;
            }
            frequency *= TURNS;
            around = self.loops[around as usize].parent;
        }
        frequency
    }
}

fn named_in(insts: &[Inst]) -> Set {
    let others = insts
        .iter()
        .filter(|inst| !matches!(inst.action, Action::Call(_) | Action::Return));
    let operands = others.flat_map(|inst| &inst.operands);
    operands.fold(0, |set, operand| match operand.constraint() {
        OperandConstraint::FixedReg(register) => set | bit(number(register)),
        _ => set,
    })
}

/// The heads of loops with the blocks that lead back to them, inner loops first.
fn heads(listing: &Listing) -> Vec<(usize, Vec<usize>)> {
    let mut state = vec![State::New; listing.block_count()];
    let mut latches: Vec<Vec<usize>> = vec![Vec::new(); listing.block_count()];
    let mut found = Vec::new();
    let mut stack = vec![(0, 0)];
    state[0] = State::Open;
    while let Some((block, next)) = stack.pop() {
        let Some(successor) = listing.successors(block).get(next) else {
            state[block] = State::Done;
            if !latches[block].is_empty() {
                found.push((block, std::mem::take(&mut latches[block])));
            }
            continue;
        };
        stack.push((block, next + 1));
        let to = successor.index();
        match state[to] {
            State::Open => latches[to].push(block),
            State::Done => {}
            State::New => {
                state[to] = State::Open;
                stack.push((to, 0));
            }
        }
    }
    found
}

/// How far a block is in a depth-first search.
#[derive(Clone, Copy)]
enum State {
    New,
    Open,
    Done,
}
