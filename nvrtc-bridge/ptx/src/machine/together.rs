//! What threads of a warp do together: shuffles, votes, matches, reductions.
//!
//! Threads meet when all of a mask that have not left wait with this mask. They may stand at different instructions if these do the
//! same: compilers duplicate code. A value from a lane that does not take part is undefined; here it is a number that is easy to see.
//!
//! *Invariant:* all threads give their values before any of them takes a result.

use super::Machine;
use super::state::{Lanes, Resident, State, Thread, WARP};
use super::step::write_optional;
use super::warp::Failure;
use crate::fault::{Fault, FaultKind, Problem};
use crate::instruction::{Operand, Operation, ShuffleMode, Together, VoteMode};
use std::mem::discriminant;

/// What a lane that does not take part seems to hold.
const UNDEFINED: u64 = 0xbadc_0de5;

/// A thread waits so many rounds at `activemask`.
const PATIENCE: u32 = 256;

/// A thread that takes part, with what it does.
struct Member<'m> {
    index: usize,
    lane: u32,
    together: &'m Together,
}

impl<'m> Machine<'m, '_> {
    /// Lets those threads go on that have met.
    pub fn meet_in_warps(&mut self, resident: &mut Resident) -> std::result::Result<(), Fault> {
        for index in 0..resident.threads.len() {
            let State::Together(mask) = resident.threads[index].state else {
                continue;
            };
            if let Err((index, problem)) = self.meet_if_complete(resident, index, mask) {
                return Err(self.report(resident, index, *problem));
            }
        }
        Ok(())
    }

    /// Lets the threads of a mask go on if all that have not left wait with it; a thread of the warp is told.
    pub fn meet_if_complete(
        &mut self,
        resident: &mut Resident,
        index: usize,
        mask: u32,
    ) -> std::result::Result<bool, Failure> {
        let warp = resident.warp(index / WARP as usize);
        let lanes = warp.clone().filter(|at| mask >> (at - warp.start) & 1 == 1);
        let mut awaited = [0; WARP as usize];
        let mut count = 0;
        for at in lanes {
            match resident.threads[at].state {
                State::Done => continue,
                State::Together(other) if other == mask => awaited[count] = at,
                State::Together(_) | State::Ready | State::Barrier(_) | State::Gathering => {
                    return Ok(false);
                }
            }
            count += 1;
        }
        self.run_together(resident, &awaited[..count], mask)?;
        Ok(true)
    }

    /// `activemask`: threads of the warp that stand at the same instruction once all others wait or have left. PTX leaves open who comes
    /// together; devices bring threads together again, and so does this, unless the others never come: they may wait for this thread.
    pub fn gather(&mut self, resident: &mut Resident) {
        let warps = resident.threads.chunks_mut(WARP as usize);
        for (warp, registers) in warps.zip(&mut resident.registers) {
            let gathering = |thread: &&Thread| thread.state == State::Gathering;
            if !warp.iter().any(|thread| gathering(&thread)) {
                continue;
            }
            let others_run = warp.iter().any(|thread| thread.state == State::Ready);
            let patient = warp
                .iter()
                .filter(gathering)
                .all(|thread| thread.patience < PATIENCE);
            if others_run && patient {
                for thread in warp
                    .iter_mut()
                    .filter(|thread| thread.state == State::Gathering)
                {
                    thread.patience += 1;
                }
                continue;
            }
            let place = |thread: &Thread| (thread.function, thread.pc, thread.frames.len());
            let here: Vec<_> = warp
                .iter()
                .filter(gathering)
                .map(|thread| (place(thread), thread.lane()))
                .collect();
            for thread in warp
                .iter_mut()
                .filter(|thread| thread.state == State::Gathering)
            {
                let same = here.iter().filter(|(other, _)| *other == place(thread));
                let mask = same.fold(0u64, |mask, (_, lane)| mask | 1 << lane);
                self.take_mask(thread, registers, mask);
            }
        }
    }

    fn take_mask(&self, thread: &mut Thread, registers: &mut [Lanes], mask: u64) {
        let code = &self.module.functions[thread.function as usize].instructions;
        if let Operation::ActiveMask { to } = code[thread.pc as usize].operation {
            registers[thread.base + to as usize][thread.lane() as usize] = mask;
        }
        thread.state = State::Ready;
        thread.patience = 0;
        thread.pc += 1;
    }

    fn run_together(
        &mut self,
        resident: &mut Resident,
        indices: &[usize],
        mask: u32,
    ) -> std::result::Result<(), Failure> {
        let module = self.module;
        let mut members: Vec<Member<'m>> = Vec::with_capacity(indices.len());
        for &index in indices {
            let thread = &resident.threads[index];
            let code = &module.functions[thread.function as usize].instructions;
            if let Operation::Together { together, .. } = &code[thread.pc as usize].operation {
                members.push(Member {
                    index,
                    lane: thread.lane(),
                    together,
                });
            }
        }
        let Some(first) = members.first() else {
            return Ok(());
        };
        if let Some(other) = members
            .iter()
            .find(|other| !same_kind(first.together, other.together))
        {
            let message =
                "threads of the warp meet here while others do something else with the same mask";
            let problem = Problem::new(FaultKind::Deadlock, message);
            return Err((other.index, problem));
        }
        self.results(resident, &members, mask);
        if matches!(members[0].together, Together::Wait) {
            self.share(resident, indices);
        }
        for &index in indices {
            let thread = &mut resident.threads[index];
            thread.state = State::Ready;
            thread.pc += 1;
        }
        Ok(())
    }

    fn value_of(&self, resident: &Resident, index: usize, operand: Operand) -> u64 {
        let thread = &resident.threads[index];
        if let Operand::Register(register) = operand {
            return resident.register(index, register);
        }
        self.fixed_value(operand, &resident.block, thread)
    }

    /// Computes all results, then writes them.
    fn results(&mut self, resident: &mut Resident, members: &[Member<'m>], mask: u32) {
        let mut writes: Vec<(usize, Option<u32>, u64)> = Vec::with_capacity(2 * members.len());
        for member in members {
            match *member.together {
                Together::Wait => {}
                Together::Shuffle { to, inside, .. } => {
                    let (value, found) = self.shuffle(resident, members, member);
                    writes.push((member.index, Some(to), value));
                    writes.push((member.index, inside, u64::from(found)));
                }
                Together::Vote { to, mode, .. } => {
                    writes.push((member.index, Some(to), self.vote(resident, members, mode)));
                }
                Together::MatchAny { to, .. } => {
                    let own = self.matched(resident, member);
                    let same = members
                        .iter()
                        .filter(|other| self.matched(resident, other) == own);
                    writes.push((member.index, Some(to), lanes_of(same)));
                }
                Together::MatchAll { to, same, .. } => {
                    let own = self.matched(resident, member);
                    let all = members
                        .iter()
                        .all(|other| self.matched(resident, other) == own);
                    let result = if all {
                        u64::from(mask) & lanes_of(members.iter())
                    } else {
                        0
                    };
                    writes.push((member.index, Some(to), result));
                    writes.push((member.index, same, u64::from(all)));
                }
                Together::Reduce {
                    to, combination, ..
                } => {
                    let values = members.iter().map(|other| self.matched(resident, other));
                    let total = values.reduce(combination).unwrap_or(0);
                    writes.push((member.index, Some(to), total));
                }
                Together::Elect { to, elected } => {
                    let chosen = members[0].lane;
                    writes.push((member.index, to, u64::from(chosen)));
                    writes.push((
                        member.index,
                        Some(elected),
                        u64::from(member.lane == chosen),
                    ));
                }
            }
        }
        for (index, to, value) in writes {
            write_optional(&mut resident.registers(index), to, value);
        }
    }

    /// The value that a thread gives to a match or a reduction.
    fn matched(&self, resident: &Resident, member: &Member<'m>) -> u64 {
        match *member.together {
            Together::MatchAny { value, .. }
            | Together::MatchAll { value, .. }
            | Together::Reduce { value, .. }
            | Together::Shuffle { value, .. } => self.value_of(resident, member.index, value),
            Together::Wait | Together::Vote { .. } | Together::Elect { .. } => 0,
        }
    }

    /// PTX ISA, `shfl.sync`: the clamp holds the last lane and, above it, the bits that segments have in common.
    fn shuffle(
        &self,
        resident: &Resident,
        members: &[Member<'m>],
        member: &Member<'m>,
    ) -> (u64, bool) {
        let Together::Shuffle {
            mode, lane, clamp, ..
        } = *member.together
        else {
            return (0, false);
        };
        let distance = self.value_of(resident, member.index, lane) as u32 & 31;
        let clamp = self.value_of(resident, member.index, clamp) as u32;
        let (limit, segment) = (clamp & 31, clamp >> 8 & 31);
        let own = member.lane;
        let least = own & segment;
        let most = least | limit & !segment;
        let (source, inside) = match mode {
            ShuffleMode::Up => {
                let source = i64::from(own) - i64::from(distance);
                (source, source >= i64::from(most))
            }
            ShuffleMode::Down => {
                let source = i64::from(own + distance);
                (source, source <= i64::from(most))
            }
            ShuffleMode::Butterfly => {
                let source = i64::from(own ^ distance);
                (source, source <= i64::from(most))
            }
            ShuffleMode::Index => {
                let source = i64::from(least | distance & !segment);
                (source, source <= i64::from(most))
            }
        };
        let source = if inside { source as u32 } else { own };
        let found = members.iter().find(|other| other.lane == source);
        (
            found.map_or(UNDEFINED, |other| self.matched(resident, other)),
            inside,
        )
    }

    fn vote(&self, resident: &Resident, members: &[Member<'m>], mode: VoteMode) -> u64 {
        let holds = |member: &&Member<'m>| match *member.together {
            Together::Vote { predicate, .. } => {
                (self.value_of(resident, member.index, predicate.value) != 0) != predicate.negated
            }
            Together::Wait
            | Together::Shuffle { .. }
            | Together::MatchAny { .. }
            | Together::MatchAll { .. }
            | Together::Reduce { .. }
            | Together::Elect { .. } => false,
        };
        let count = members.iter().filter(holds).count();
        match mode {
            VoteMode::All => u64::from(count == members.len()),
            VoteMode::Any => u64::from(count > 0),
            VoteMode::Uniform => u64::from(count == 0 || count == members.len()),
            VoteMode::Ballot => lanes_of(members.iter().filter(holds)),
        }
    }
}

fn lanes_of<'a, 'm: 'a>(members: impl Iterator<Item = &'a Member<'m>>) -> u64 {
    members.fold(0, |mask, member| mask | 1 << member.lane)
}

/// Whether two instructions are the same but for their registers.
fn same_kind(a: &Together, b: &Together) -> bool {
    match (a, b) {
        (Together::Shuffle { mode: a, .. }, Together::Shuffle { mode: b, .. }) => a == b,
        (Together::Vote { mode: a, .. }, Together::Vote { mode: b, .. }) => a == b,
        (Together::Reduce { combination: a, .. }, Together::Reduce { combination: b, .. }) => {
            std::ptr::fn_addr_eq(*a, *b)
        }
        (a, b) => discriminant(a) == discriminant(b),
    }
}
