//! Warps: threads that stand at one instruction execute it in one step.
//!
//! Threads that went different ways come together again: of those that can go on, the ones in the innermost frame at the first
//! instruction do, until they come to where others stand. Now and then chance chooses instead, since threads may wait for each other.
//!
//! *Invariant:* a step changes registers and memory as if one thread after the other executed the instruction.

use super::state::{Block, Lanes, Registers, Resident, State, Thread, WARP};
use super::step::{Flow, combined};
use super::{Machine, Result};
use crate::fault::{FaultKind, Problem};
use crate::instruction::{Address, Instruction, Operand, Operation, UNGUARDED};
use crate::syntax::Space;
use crate::window;
use std::cell::Cell;

/// What went wrong, and for which thread of the block.
pub type Failure = (usize, Box<Problem>);
type Step<T> = std::result::Result<T, Failure>;

/// A whole warp.
const ALL: u32 = u32::MAX;
/// In one of so many choices chance says which threads go on.
const CHANCE: u64 = 8;

/// Threads of a warp that stand at one instruction of one frame.
#[derive(Clone, Copy)]
struct Group {
    /// The first thread of the warp.
    first: usize,
    lanes: u32,
    function: u32,
    pc: u32,
    base: usize,
    /// The first instruction ahead that others of the frame stand at.
    bound: u32,
}

/// How a group goes on after an instruction.
enum Course {
    /// All of it at an instruction.
    Together(u32),
    /// Each thread knows where it stands.
    Apart,
    /// All behind this instruction, in the next time slice.
    Later,
}

/// A register of the lanes, which may be read and written in one step.
type Row = [Cell<u64>; WARP as usize];

/// Room for operands that are no registers.
type Room = [Lanes; 3];

/// Gives each of some lanes its turn.
#[inline(always)]
fn each(lanes: u32, mut turn: impl FnMut(usize)) {
    if lanes == ALL {
        (0..WARP as usize).for_each(turn);
        return;
    }
    let mut rest = lanes;
    while rest != 0 {
        turn(rest.trailing_zeros() as usize);
        rest &= rest - 1;
    }
}

/// The same until one fails.
#[inline(always)]
fn try_each(
    lanes: u32,
    mut turn: impl FnMut(usize) -> Result<()>,
) -> std::result::Result<(), (usize, Box<Problem>)> {
    let mut rest = lanes;
    while rest != 0 {
        let lane = rest.trailing_zeros() as usize;
        turn(lane).map_err(|problem| (lane, problem))?;
        rest &= rest - 1;
    }
    Ok(())
}

/// The lanes whose guard lets them execute an instruction.
fn guarded(instruction: &Instruction, frame: &[Lanes], lanes: u32) -> u32 {
    if instruction.guard == UNGUARDED {
        return lanes;
    }
    let holds = mask(&frame[instruction.guard as usize]);
    lanes
        & if instruction.guard_negated {
            !holds
        } else {
            holds
        }
}

/// The lanes that hold something other than zero.
fn mask(lanes: &Lanes) -> u32 {
    let bits = lanes.iter().enumerate();
    bits.fold(0, |mask, (lane, &value)| {
        mask | u32::from(value != 0) << lane
    })
}

/// Sets where threads stand.
fn settle(threads: &mut [Thread], lanes: u32, pc: u32) {
    each(lanes, |lane| threads[lane].pc = pc);
}

impl<'m> Machine<'m, '_> {
    /// Runs threads of a warp for so many instructions, or until none can go on.
    pub fn run_warp(&mut self, resident: &mut Resident, warp: usize, slice: u64) -> Step<()> {
        let mut left = slice;
        while left > 0 {
            let Some(group) = self.choose(resident, warp) else {
                return Ok(());
            };
            self.run_group(resident, group, &mut left)?;
            let limit = self.launch.limits.instructions;
            if self.counts.thread_instructions > limit {
                let message =
                    format!("the launch may take {limit} instructions; does it wait for ever?");
                let leader = group.first + group.lanes.trailing_zeros() as usize;
                return Err((leader, Problem::new(FaultKind::InstructionLimit, message)));
            }
        }
        Ok(())
    }

    /// Threads that go on together.
    fn choose(&mut self, resident: &Resident, warp: usize) -> Option<Group> {
        let range = resident.warp(warp);
        let threads = &resident.threads[range.clone()];
        let mut ready = 0u32;
        let mut foremost = Stand::MAX;
        for (lane, thread) in threads.iter().enumerate() {
            if thread.state == State::Ready {
                ready |= 1 << lane;
                foremost = foremost.min(stand(thread));
            }
        }
        if ready == 0 {
            return None;
        }
        if resident.is_apart {
            let lane = self.any_of(ready);
            let group = group_of(&threads[lane], threads, range.start, ready);
            return Some(Group {
                lanes: 1 << lane,
                bound: u32::MAX,
                ..group
            });
        }
        let leader = threads
            .iter()
            .find(|thread| thread.state == State::Ready && stand(thread) == foremost)?;
        let group = group_of(leader, threads, range.start, ready);
        if group.lanes == ready || self.random.below(CHANCE) != 0 {
            return Some(group);
        }
        let lane = self.any_of(ready);
        Some(Group {
            bound: u32::MAX,
            ..group_of(&threads[lane], threads, range.start, ready)
        })
    }

    /// One of some lanes.
    fn any_of(&mut self, lanes: u32) -> usize {
        let mut rest = lanes;
        for _ in 0..self.random.below(lanes.count_ones().into()) {
            rest &= rest - 1;
        }
        rest.trailing_zeros() as usize
    }

    /// Runs a group until it ends, or the time slice does.
    fn run_group(&mut self, resident: &mut Resident, mut group: Group, left: &mut u64) -> Step<()> {
        let code = &self.module.functions[group.function as usize].instructions;
        let first_number = self.loaded.first_instruction[group.function as usize];
        let mut room: Room = [[0; _]; 3];
        while *left > 0 {
            *left -= 1;
            self.counts.thread_instructions += u64::from(group.lanes.count_ones());
            self.instruction = first_number + group.pc;
            let instruction = &code[group.pc as usize];
            match self.step(resident, &group, instruction, &mut room) {
                Ok(Course::Together(pc)) => group.pc = pc,
                Ok(Course::Apart) => return Ok(()),
                Ok(Course::Later) => {
                    group.pc += 1;
                    *left = 0;
                }
                Err(failure) => {
                    settle(&mut resident.threads[group.first..], group.lanes, group.pc);
                    return Err(failure);
                }
            }
            if group.pc >= group.bound {
                break;
            }
        }
        settle(&mut resident.threads[group.first..], group.lanes, group.pc);
        Ok(())
    }

    /// One instruction.
    #[inline(always)]
    fn step(
        &mut self,
        resident: &mut Resident,
        group: &Group,
        instruction: &'m Instruction,
        room: &mut Room,
    ) -> Step<Course> {
        let next = group.pc + 1;
        let frame = &mut resident.registers[group.first / WARP as usize][group.base..];
        let active = guarded(instruction, frame, group.lanes);
        if active == 0 {
            return Ok(Course::Together(next));
        }
        let threads = &mut resident.threads[group.first..];
        match &instruction.operation {
            Operation::Branch(target) if active == group.lanes => {
                return Ok(Course::Together(*target));
            }
            Operation::Branch(target) => {
                settle(threads, active, *target);
                settle(threads, group.lanes & !active, next);
                return Ok(Course::Apart);
            }
            Operation::Yield => return Ok(Course::Later),
            Operation::Return | Operation::Exit | Operation::Call(_) => {
                settle(threads, group.lanes & !active, next);
                settle(threads, active, group.pc);
                return self.change_frames(resident, group, active, &instruction.operation);
            }
            Operation::Together { .. } => {
                return self.come_together(resident, group, active, &instruction.operation);
            }
            Operation::Atomic(_) => {
                let (first, step) = (
                    self.random.below(32) as u32,
                    self.random.below(16) as u32 * 2 + 1,
                );
                for turn in 0..WARP {
                    let lane = (first + turn * step) % WARP;
                    if active >> lane & 1 == 1 {
                        self.rare(
                            &mut resident.block,
                            threads,
                            frame,
                            1 << lane,
                            &instruction.operation,
                            group,
                        )?;
                    }
                }
            }
            frequent => {
                let known =
                    self.frequent(frequent, &mut resident.block, threads, frame, active, room);
                if !known.map_err(|(lane, problem)| (group.first + lane, problem))? {
                    let went =
                        self.rare(&mut resident.block, threads, frame, active, frequent, group)?;
                    if went != active {
                        settle(threads, went | group.lanes & !active, next);
                        return Ok(Course::Apart);
                    }
                }
            }
        }
        Ok(Course::Together(next))
    }

    /// Executes an instruction for one thread after the other; the lanes that go on behind it, while the others know where they stand.
    fn rare(
        &mut self,
        block: &mut Block,
        threads: &mut [Thread],
        frame: &mut [Lanes],
        active: u32,
        operation: &'m Operation,
        group: &Group,
    ) -> Step<u32> {
        let mut went = 0;
        let tried = try_each(active, |lane| {
            let thread = &mut threads[lane];
            match self.execute_rare(operation, block, thread, &mut Registers::new(frame, lane))? {
                Flow::Next => went |= 1 << lane,
                Flow::Jump(target) => thread.pc = target,
                Flow::Wait(state) => {
                    thread.state = state;
                    thread.pc = group.pc;
                }
            }
            Ok(())
        });
        tried.map_err(|(lane, problem)| (group.first + lane, problem))?;
        Ok(went)
    }

    /// Shuffles, votes and their like: those that are complete go on at once.
    #[inline(never)]
    fn come_together(
        &mut self,
        resident: &mut Resident,
        group: &Group,
        active: u32,
        operation: &'m Operation,
    ) -> Step<Course> {
        let frame = &mut resident.registers[group.first / WARP as usize][group.base..];
        let threads = &mut resident.threads[group.first..];
        self.rare(
            &mut resident.block,
            threads,
            frame,
            active,
            operation,
            group,
        )?;
        settle(threads, group.lanes & !active, group.pc + 1);
        let leader = active.trailing_zeros() as usize;
        let State::Together(mask) = threads[leader].state else {
            return Ok(Course::Apart);
        };
        let complete = self.meet_if_complete(resident, group.first + leader, mask)?;
        let ready = |lane: u32| resident.threads[group.first + lane as usize].state == State::Ready;
        let all_ready = complete
            && mask == active & mask
            && (0..WARP).all(|lane| active >> lane & 1 == 0 || ready(lane));
        Ok(if all_ready {
            Course::Together(group.pc + 1)
        } else {
            Course::Apart
        })
    }

    /// Calls and ends of functions.
    #[inline(never)]
    fn change_frames(
        &mut self,
        resident: &mut Resident,
        group: &Group,
        active: u32,
        operation: &'m Operation,
    ) -> Step<Course> {
        let registers = &mut resident.registers[group.first / WARP as usize];
        let threads = &mut resident.threads[group.first..];
        let block = &mut resident.block;
        let tried = try_each(active, |lane| {
            let thread = &mut threads[lane];
            match operation {
                Operation::Call(call) => self.enter(block, thread, registers, call)?,
                Operation::Return if self.leave(thread) => {}
                _ => thread.state = State::Done,
            }
            Ok(())
        });
        tried.map_err(|(lane, problem)| (group.first + lane, problem))?;
        Ok(Course::Apart)
    }

    /// Executes what is on the way of every loop, for many lanes at once; false for any other instruction.
    #[inline(always)]
    fn frequent(
        &mut self,
        operation: &Operation,
        block: &mut Block,
        threads: &mut [Thread],
        frame: &mut [Lanes],
        active: u32,
        room: &mut Room,
    ) -> std::result::Result<bool, (usize, Box<Problem>)> {
        let frame = Cell::from_mut(frame).as_slice_of_cells();
        let [room_a, room_b, room_c] = room
            .each_mut()
            .map(|room| Cell::from_mut(room).as_array_of_cells());
        macro_rules! row {
            ($operand:expr, $room:ident) => {
                self.row(*$operand, block, threads, frame, $room, active)
            };
        }
        macro_rules! compute {
            ($function:expr, $to:expr; $($operand:ident in $room:ident),+) => {{
                let function = $function;
                $(let $operand = row!($operand, $room);)+
                let to = frame[*$to as usize].as_array_of_cells();
                each(active, |lane| to[lane].set(function($($operand[lane].get()),+)));
            }};
        }
        match operation {
            Operation::Move { to, a } => compute!(|a| a, to; a in room_a),
            Operation::Unary { function, to, a } => compute!(function, to; a in room_a),
            Operation::Binary { function, to, a, b } => {
                compute!(function, to; a in room_a, b in room_b);
            }
            Operation::Ternary {
                function,
                to,
                a,
                b,
                c,
            } => {
                compute!(function, to; a in room_a, b in room_b, c in room_c);
            }
            Operation::Convert {
                conversion,
                mask,
                to,
                a,
            } => {
                compute!(|a| conversion.apply(a, *mask), to; a in room_a);
            }
            Operation::ToGeneric { space, to, a } => {
                let base = window::base(*space);
                compute!(|a: u64| a.wrapping_add(base), to; a in room_a);
            }
            Operation::FromGeneric { space, to, a } => {
                let base = window::base(*space);
                compute!(|a: u64| a.wrapping_sub(base), to; a in room_a);
            }
            Operation::Select {
                to,
                a,
                b,
                condition,
            } => {
                let (value, negated) = (&condition.value, condition.negated);
                compute!(
                    |a, b, value: u64| if (value != 0) != negated { a } else { b },
                    to; a in room_a, b in room_b, value in room_c
                );
            }
            Operation::Compare {
                function,
                to,
                opposite,
                a,
                b,
                combine,
            } => {
                let (a, b) = (row!(a, room_a), row!(b, room_b));
                let other = combine.map(|(combine, condition)| {
                    (combine, row!(&condition.value, room_c), condition.negated)
                });
                let [to, opposite] =
                    [to, opposite].map(|to| to.map(|to| frame[to as usize].as_array_of_cells()));
                each(active, |lane| {
                    let mut found = function(a[lane].get(), b[lane].get()) != 0;
                    let mut inverse = !found;
                    if let Some((combine, value, negated)) = other {
                        let other = (value[lane].get() != 0) != negated;
                        (found, inverse) = (
                            combined(combine, found, other),
                            combined(combine, inverse, other),
                        );
                    }
                    if let Some(to) = to {
                        to[lane].set(u64::from(found));
                    }
                    if let Some(opposite) = opposite {
                        opposite[lane].set(u64::from(inverse));
                    }
                });
            }
            Operation::Load {
                address,
                size,
                widen,
                order,
                to,
            } => {
                let base = row!(&address.base, room_a);
                let to = frame[*to as usize].as_array_of_cells();
                let first = active.trailing_zeros() as usize;
                if is_of_kernel(address) {
                    let at = base[first].get().wrapping_add_signed(address.offset);
                    let loaded =
                        self.load(block, &mut threads[first], address.space, at, *size, *order);
                    let value = widen.apply(loaded.map_err(|problem| (first, problem))?);
                    each(active, |lane| to[lane].set(value));
                    return Ok(true);
                }
                try_each(active, |lane| {
                    let at = base[lane].get().wrapping_add_signed(address.offset);
                    let loaded =
                        self.load(block, &mut threads[lane], address.space, at, *size, *order)?;
                    to[lane].set(widen.apply(loaded));
                    Ok(())
                })?;
            }
            Operation::Store {
                address,
                size,
                order,
                from,
            } => {
                let (base, from) = (row!(&address.base, room_a), row!(from, room_b));
                try_each(active, |lane| {
                    let at = base[lane].get().wrapping_add_signed(address.offset);
                    self.store(
                        block,
                        &mut threads[lane],
                        address.space,
                        at,
                        *size,
                        *order,
                        from[lane].get(),
                    )
                })?;
            }
            Operation::Nothing => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The values of an operand in some lanes.
    #[inline(always)]
    fn row<'a>(
        &self,
        operand: Operand,
        block: &Block,
        threads: &[Thread],
        frame: &'a [Cell<Lanes>],
        room: &'a Row,
        active: u32,
    ) -> &'a Row {
        match operand {
            Operand::Register(register) => return frame[register as usize].as_array_of_cells(),
            Operand::Value(value) => room.iter().for_each(|place| place.set(value)),
            operand => each(active, |lane| {
                room[lane].set(self.fixed_value(operand, block, &threads[lane]));
            }),
        }
        room
    }
}

/// Whether an address is that of a parameter of the kernel, which all threads share.
fn is_of_kernel(address: &Address) -> bool {
    address.space == Space::Parameter && matches!(address.base, Operand::Value(_))
}

/// Where a thread stands, those in inner frames before others.
type Stand = u128;

fn stand(thread: &Thread) -> Stand {
    let depth = u32::MAX - thread.frames.len() as u32;
    u128::from(depth) << 64 | u128::from(thread.function) << 32 | u128::from(thread.pc)
}

/// The threads, of those that are ready, that stand where one does, in the same frame.
fn group_of(leader: &Thread, threads: &[Thread], first: usize, ready: u32) -> Group {
    let mut group = Group {
        first,
        lanes: 0,
        function: leader.function,
        pc: leader.pc,
        base: leader.base,
        bound: u32::MAX,
    };
    each(ready, |lane| {
        let thread = &threads[lane];
        let same_frame = thread.function == leader.function
            && thread.base == leader.base
            && thread.frames.len() == leader.frames.len();
        if same_frame && thread.pc == leader.pc {
            group.lanes |= 1 << lane;
        } else if same_frame && thread.pc > leader.pc {
            group.bound = group.bound.min(thread.pc);
        }
    });
    group
}
