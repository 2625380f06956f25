//! Kernels whose threads act together, run as they are written: every thread of a block goes on to where it meets others, and waits.
//!
//! A thread's place is the path to its statement with the iterations of the loops around it. Of the threads that wait, those whose place
//! comes first go on first, so that threads whose ways part meet again behind the construct that parted them. Native code runs such
//! kernels divided (`mir/passes/regions`); this is what the division is tested against.
//!
//! *Invariant:* one thread runs at a time, up to its next meeting.

use std::collections::BTreeMap;

use super::super::arithmetic::{Binary, i32_of, slot_of_i32};
use super::super::data::*;
use super::machine::{Machine, Raised, start_frame};
use super::memory::Literal;
use super::resolve::{Action, Code, Meeting, Node, Routine, Slot};
use super::runtime;
use crate::builtins::groups::WARP;
use quasar_abi::{Tag, Tagged};

/// Where a thread goes on in a block of statements.
struct Level<'a> {
    code: &'a Code,
    /// The branch of an `If` that it is.
    branch: u8,
    /// How often the loop has gone round before.
    iteration: u64,
    next: usize,
    kind: Kind,
}

/// What a block of statements belongs to.
enum Kind {
    /// A branch, or the whole kernel.
    Plain,
    Scope(u32),
    Loop(u32),
    For {
        label: u32,
        index: Slot,
        at: i64,
        step: i64,
        stop: i64,
    },
}

/// A step of the path to a statement, in the order in which they run.
type Place = Vec<(u8, u64, usize)>;

/// How a thread leaves its turn.
enum Turn<'a> {
    Waits(&'a Node, &'a Meeting),
    /// It gives others their turn.
    Yields,
    Ends,
}

/// A thread of a block.
struct Thread<'a> {
    frame: Vec<u64>,
    levels: Vec<Level<'a>>,
    block: usize,
    /// Its number in the block, row by row.
    rank: usize,
    waits: Option<(&'a Node, &'a Meeting)>,
}

/// Threads that run at the same time: of one block, or of all blocks when they wait for each other.
struct Crowd<'a> {
    threads: Vec<Thread<'a>>,
    /// Shared arrays, to be released at the end.
    arrays: Vec<u64>,
}

impl Kind {
    fn label(&self) -> Option<u32> {
        match self {
            Kind::Plain => None,
            Kind::Scope(label) | Kind::Loop(label) | Kind::For { label, .. } => Some(*label),
        }
    }
}

impl<'a> Machine<'a> {
    /// Runs a kernel whose threads act together; gives the totals of its accumulators.
    pub(super) fn launch_together(
        &mut self,
        routine: &'a Routine,
        grid: usize,
        args: &[u64],
    ) -> Result<Vec<u64>, Raised> {
        let rank = routine.position.len();
        let number = |index: usize| i32_of(args[grid + index]);
        let extents: Vec<i32> = (0..rank).map(number).collect();
        let block: Vec<i32> = (rank..2 * rank).map(number).collect();
        let mut totals: Vec<u64> = routine.accumulators.iter().map(|a| a.identity).collect();
        let mut waiting = Vec::new();
        for (number, index) in all_below(&block_counts(&extents, &block))
            .iter()
            .enumerate()
        {
            let start: Vec<i32> = index.iter().zip(&block).map(|(i, size)| i * size).collect();
            for (rank, within) in all_below(&block).iter().enumerate() {
                let position: Vec<i32> = start.iter().zip(within).map(|(a, b)| a + b).collect();
                if position
                    .iter()
                    .zip(&extents)
                    .all(|(at, extent)| at < extent)
                {
                    waiting.push(Thread::new(routine, args, &position, number, rank));
                }
            }
            if !routine.waits_for_grid {
                self.run_threads(routine, std::mem::take(&mut waiting), &mut totals)?;
            }
        }
        self.run_threads(routine, waiting, &mut totals)?;
        Ok(totals)
    }

    /// Runs threads to their end and adds up what they have accumulated.
    fn run_threads(
        &mut self,
        routine: &Routine,
        threads: Vec<Thread<'a>>,
        totals: &mut [u64],
    ) -> Result<(), Raised> {
        let mut crowd = Crowd {
            threads,
            arrays: Vec::new(),
        };
        let outcome = self.run_crowd(&mut crowd);
        for array in crowd.arrays {
            runtime::release(array);
        }
        outcome?;
        for thread in &crowd.threads {
            for (total, item) in totals.iter_mut().zip(&routine.accumulators) {
                *total = (item.combine)(*total, thread.frame[item.slot]);
            }
        }
        Ok(())
    }

    fn run_crowd(&mut self, crowd: &mut Crowd<'a>) -> Result<(), Raised> {
        loop {
            let mut yields = false;
            for thread in &mut crowd.threads {
                if thread.waits.is_none() && !thread.levels.is_empty() {
                    match self.turn(thread)? {
                        Turn::Waits(node, meeting) => thread.waits = Some((node, meeting)),
                        Turn::Yields => yields = true,
                        Turn::Ends => thread.levels.clear(),
                    }
                }
            }
            if yields {
                continue;
            }
            let waiting = crowd.threads.iter().filter(|thread| thread.waits.is_some());
            let Some(place) = waiting.map(Thread::place).min() else {
                return Ok(());
            };
            self.meet(crowd, &place)?;
        }
    }

    /// Runs a thread up to its next meeting.
    fn turn(&mut self, thread: &mut Thread<'a>) -> Result<Turn<'a>, Raised> {
        while let Some(level) = thread.levels.last_mut() {
            let Some(node) = level.code.get(level.next) else {
                thread.end_of_level();
                continue;
            };
            level.next += 1;
            match &node.action {
                Action::Together(Meeting::Fence) => return Ok(Turn::Yields),
                Action::Together(meeting) => return Ok(Turn::Waits(node, meeting)),
                Action::If {
                    cond,
                    then,
                    otherwise,
                } => match thread.frame[*cond] != 0 {
                    true => thread.push(then, 0, Kind::Plain),
                    false => thread.push(otherwise, 1, Kind::Plain),
                },
                Action::For {
                    label,
                    index,
                    range,
                    body,
                } => thread.enter_loop(*label, *index, *range, body),
                Action::Loop { label, body } => thread.push(body, 0, Kind::Loop(*label)),
                Action::Scope { label, body } => thread.push(body, 0, Kind::Scope(*label)),
                Action::Break(label) => thread.leave(*label, false),
                Action::Continue(label) => thread.leave(*label, true),
                Action::Return(_) => thread.levels.clear(),
                Action::Try { .. } => panic!("a kernel tries nothing"),
                simple => self
                    .simple(simple, &mut thread.frame)
                    .inspect_err(|_| runtime::add_location(node.loc))?,
            }
        }
        Ok(Turn::Ends)
    }

    /// Lets those go on who wait at a place.
    fn meet(&mut self, crowd: &mut Crowd<'a>, place: &Place) -> Result<(), Raised> {
        let is_here = |thread: &Thread| thread.waits.is_some() && thread.place() == *place;
        let here: Vec<usize> = (0..crowd.threads.len())
            .filter(|&index| is_here(&crowd.threads[index]))
            .collect();
        let (node, meeting) = crowd.threads[here[0]].waits.expect("somebody waits there");
        let met = match meeting {
            Meeting::Fence => panic!("nobody waits at a fence"),
            Meeting::Barrier(scope) => crowd.barrier(*scope, &here),
            Meeting::Shared { local, kind, dims } => self.share(crowd, &here, *local, *kind, dims),
            Meeting::Collective {
                op,
                args,
                equal,
                to,
            } => crowd.collective(&here, *op, args, *equal, *to),
        };
        met.inspect_err(|_| runtime::add_location(node.loc))?;
        for index in here {
            crowd.threads[index].waits = None;
        }
        Ok(())
    }

    /// An array for each block.
    fn share(
        &mut self,
        crowd: &mut Crowd<'a>,
        here: &[usize],
        local: Slot,
        kind: ElemKind,
        dims: &[Slot],
    ) -> Result<(), Raised> {
        let mut arrays: BTreeMap<usize, u64> = BTreeMap::new();
        for &index in here {
            let thread = &mut crowd.threads[index];
            let array = match arrays.get(&thread.block) {
                Some(&array) => array,
                None => {
                    let array = self.new_array(kind, Fill::Zeros, dims, &thread.frame)?;
                    arrays.insert(thread.block, array);
                    array
                }
            };
            thread.frame[local] = array;
        }
        if self.counts() {
            crowd.arrays.extend(arrays.values());
        }
        Ok(())
    }
}

/// The number of blocks along each dimension.
fn block_counts(extents: &[i32], block: &[i32]) -> Vec<i32> {
    let count = |(&extent, &size): (&i32, &i32)| (extent.max(0) + size - 1) / size;
    extents.iter().zip(block).map(count).collect()
}

/// All indices below the extents, the last one fastest.
fn all_below(extents: &[i32]) -> Vec<Vec<i32>> {
    let mut all = vec![Vec::new()];
    for &extent in extents {
        let longer = |index: &Vec<i32>| {
            let index = index.clone();
            (0..extent).map(move |last| [index.as_slice(), &[last]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

impl<'a> Thread<'a> {
    fn new(
        routine: &'a Routine,
        args: &[u64],
        position: &[i32],
        block: usize,
        rank: usize,
    ) -> Thread<'a> {
        let mut frame = start_frame(routine, args);
        for (&slot, &index) in routine.position.iter().zip(position) {
            frame[slot] = slot_of_i32(index);
        }
        for item in &routine.accumulators {
            frame[item.slot] = item.identity;
        }
        let mut thread = Thread {
            frame,
            levels: Vec::new(),
            block,
            rank,
            waits: None,
        };
        thread.push(&routine.body, 0, Kind::Plain);
        thread
    }

    fn push(&mut self, code: &'a Code, branch: u8, kind: Kind) {
        self.levels.push(Level {
            code,
            branch,
            iteration: 0,
            next: 0,
            kind,
        });
    }

    fn place(&self) -> Place {
        let levels = self.levels.iter();
        levels
            .map(|level| (level.branch, level.iteration, level.next))
            .collect()
    }

    fn enter_loop(&mut self, label: u32, index: usize, range: [usize; 3], body: &'a Code) {
        let [at, step, stop] = range.map(|slot| i64::from(i32_of(self.frame[slot])));
        if goes_on(at, step, stop) {
            self.frame[index] = slot_of_i32(at as i32);
            let kind = Kind::For {
                label,
                index,
                at,
                step,
                stop,
            };
            self.push(body, 0, kind);
        }
    }

    /// Behind the last statement of a block: the next iteration, or what follows.
    fn end_of_level(&mut self) {
        let level = self.levels.last_mut().expect("a level ends");
        let again = match &mut level.kind {
            Kind::Plain | Kind::Scope(_) => false,
            Kind::Loop(_) => true,
            Kind::For {
                index,
                at,
                step,
                stop,
                ..
            } => {
                *at += *step;
                self.frame[*index] = slot_of_i32(*at as i32);
                goes_on(*at, *step, *stop)
            }
        };
        if again {
            level.iteration += 1;
            level.next = 0;
        } else {
            self.levels.pop();
        }
    }

    /// Leaves a construct, or its current iteration.
    fn leave(&mut self, label: u32, stays: bool) {
        while let Some(level) = self.levels.last_mut() {
            if level.kind.label() == Some(label) {
                match stays {
                    true => level.next = level.code.len(),
                    false => {
                        self.levels.pop();
                    }
                }
                return;
            }
            self.levels.pop();
        }
        panic!("a jump to b{label} got lost");
    }

    fn lane(&self) -> usize {
        self.rank % WARP as usize
    }

    fn warp(&self) -> Warp {
        (self.block, self.rank / WARP as usize)
    }
}

fn goes_on(at: i64, step: i64, stop: i64) -> bool {
    (step > 0 && at <= stop) || (step < 0 && at >= stop)
}

impl<'a> Crowd<'a> {
    fn barrier(&self, scope: BarrierScope, here: &[usize]) -> Result<(), Raised> {
        match scope {
            BarrierScope::Warp => Ok(()),
            BarrierScope::Block => {
                let came = counts(here.iter().map(|&one| self.threads[one].block));
                let all = counts(self.threads.iter().map(|one| one.block));
                match came.iter().all(|(block, count)| all[block] == *count) {
                    true => Ok(()),
                    false => Err(raise("not all threads of a block reach this barrier")),
                }
            }
            BarrierScope::Grid if here.len() == self.threads.len() => Ok(()),
            BarrierScope::Grid => Err(raise("not all threads of the launch reach this barrier")),
        }
    }

    fn collective(
        &mut self,
        here: &[usize],
        op: Collective,
        args: &[Slot],
        equal: Binary,
        to: Slot,
    ) -> Result<(), Raised> {
        let mut present: BTreeMap<Warp, u32> = BTreeMap::new();
        for thread in &self.threads {
            *present.entry(thread.warp()).or_default() |= 1 << thread.lane();
        }
        let mut warps: BTreeMap<Warp, Vec<usize>> = BTreeMap::new();
        for &index in here {
            let warp = self.threads[index].warp();
            warps.entry(warp).or_default().push(index);
        }
        for (warp, came) in &warps {
            let threads: Vec<&Thread> = came.iter().map(|&one| &self.threads[one]).collect();
            let results = within_warp(&threads, present[warp], op, args, equal)?;
            for (&index, result) in came.iter().zip(results) {
                self.threads[index].frame[to] = result;
            }
        }
        Ok(())
    }
}

/// A block and the number of a warp in it.
type Warp = (usize, usize);

fn counts(blocks: impl Iterator<Item = usize>) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    for block in blocks {
        *counts.entry(block).or_default() += 1;
    }
    counts
}

/// What the threads of a warp get that have come; `present` are those that belong to the launch.
fn within_warp(
    came: &[&Thread],
    present: u32,
    op: Collective,
    args: &[Slot],
    equal: Binary,
) -> Result<Vec<u64>, Raised> {
    let active = mask_of(came.iter().copied());
    let mut results = Vec::new();
    for own in came {
        let Some(&mask) = args.first() else {
            results.push(slot_of_i32(active as i32));
            continue;
        };
        let mask = i32_of(own.frame[mask]) as u32;
        if mask & present & !active != 0 {
            return Err(raise("not all threads of the group come here"));
        }
        let members = came.iter().copied();
        let members = members.filter(|one| mask >> one.lane() & 1 != 0);
        results.push(exchanged(op, args, equal, own, members));
    }
    Ok(results)
}

/// What a thread gets of the members of its group.
fn exchanged<'t, 'a: 't>(
    op: Collective,
    args: &[Slot],
    equal: Binary,
    own: &Thread<'a>,
    mut members: impl Iterator<Item = &'t Thread<'a>>,
) -> u64 {
    let value = |one: &Thread| one.frame[*args.last().expect("an exchange has arguments")];
    match op {
        Collective::Active => panic!("the mask of those that are here has no mask"),
        Collective::Shuffle => {
            let lane = i32_of(own.frame[args[1]]);
            let source = members.find(|one| one.lane() as i32 == lane);
            value(source.unwrap_or(own))
        }
        Collective::Ballot => slot_of_i32(mask_of(members.filter(|one| value(one) != 0)) as i32),
        Collective::Match => {
            let same = mask_of(members.filter(|one| equal(value(one), value(own)) != 0));
            slot_of_i32((same | 1 << own.lane()) as i32)
        }
    }
}

fn mask_of<'t, 'a: 't>(threads: impl Iterator<Item = &'t Thread<'a>>) -> u32 {
    threads.fold(0, |mask, thread| mask | 1 << thread.lane())
}

/// Raises an error with this message.
fn raise(text: &str) -> Raised {
    let text = Literal::new(text);
    let entry = Tagged {
        tag: Tag::Text.code() as u64,
        bits: text.handle(),
    };
    runtime::call(RtFn::error_raise, &[], Some(&[entry])).expect_err("the row always fails")
}
