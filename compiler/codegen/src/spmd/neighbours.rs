//! Gathers of neighbours: elements side by side, at another place for each lane, are read together.
//!
//! ```text
//! for k = 0..3: s += w[n,k]*x[m, clamp(first[n]+k)]      four gathers, whose lanes each read four elements in a row
//! ```
//!
//! Interpolation reads two, three or four neighbours at a position that differs from lane to lane. One load brings all that a lane needs, and
//! shuffles turn the lanes' runs into vectors: a transposition. Where a boundary mode maps the indices, elements side by side are so only
//! inside the array. One question for all lanes and runs of a row of code chooses: runs where every lane's are inside, else the gathers.
//!
//! *Invariant:* the values stay; no element is read that the gathers do not read, but the fourth of a run of three that is inside as well.

use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::ir::{
    BlockId, Elem, Function, Inst, MOST_NEIGHBOURS, Memory, Op, Target, Terminator, Type, Val,
};
use super::lane_windows::put_in_order;
use crate::mir::{AccessMode, BinaryOp, Loc};

/// Indices are followed through so many additions, at most.
const DEEPEST: usize = 8;

/// Elements between the first ones of runs that one question is asked for, at most.
const FARTHEST: u32 = 8;

/// Questions for one function, at most: each splits a block.
const MOST_QUESTIONS: usize = 16;

/// Lets gathers of neighbours read them together.
pub(super) fn read_together(function: &mut Function) {
    let mut questions = 0;
    let ids: Vec<_> = function.blocks.ids().collect();
    for block in ids {
        let gathers = function.blocks[block].insts.iter();
        if gathers.filter(|inst| is_gather(inst)).count() < 2 {
            continue;
        }
        join_plain(function, block);
        // What stands behind a question is another block, which may have more of them.
        let mut next = Some(block);
        while let Some(block) = next.filter(|_| questions < MOST_QUESTIONS) {
            next = split(function, block);
            questions += usize::from(next.is_some());
        }
    }
}

fn is_gather(inst: &Inst) -> bool {
    matches!(inst.op, Op::Gather { .. })
}

// ---- Which gathers read runs -------------------------------------------------------------------------------------------------------------

/// What gathers of neighbours have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Family {
    memory: Memory,
    address: Val,
    scale: u32,
    /// The index without the constants that are added to it.
    root: Val,
    /// How it is mapped then.
    map: Option<Map>,
    /// Bytes by which elements lie off those of the others.
    rest: i32,
}

/// A map of an index into a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Map {
    mode: AccessMode,
    extent: Val,
    /// What is added to the mapped index, such as the start of the row.
    more: Option<Val>,
}

/// A gather of a family.
#[derive(Clone, Copy)]
struct Member {
    /// Where it stands in the block.
    at: usize,
    result: Val,
    index: Val,
    /// Elements from the one that the root stands for.
    place: i32,
    loc: Loc,
}

/// Gathers that read elements side by side, in ascending order of their places.
struct Run {
    family: Family,
    members: Vec<Member>,
}

impl Run {
    fn low(&self) -> i32 {
        self.members[0].place
    }

    /// How many elements its gathers read.
    fn count(&self) -> u32 {
        let last = self.members[self.members.len() - 1].place;
        last.abs_diff(self.low()) + 1
    }

    fn members_at(&self) -> impl Iterator<Item = usize> {
        self.members.iter().map(|member| member.at)
    }

    /// The read of one element, as part of a run of `count` that lies at an index.
    fn element(&self, member: &Member, index: Val, offset: i32, count: u32) -> Inst {
        let op = Op::GatherRun {
            memory: self.family.memory,
            address: self.family.address,
            index,
            scale: self.family.scale,
            offset,
            count,
            at: member.place.abs_diff(self.low()),
        };
        let result = Some(member.result);
        let loc = member.loc;
        Inst { op, result, loc }
    }
}

/// A block whose gathers are looked at.
struct Search<'a> {
    function: &'a Function,
    block: BlockId,
    definitions: FxHashMap<Val, &'a Op>,
    /// Where the values of the block are defined.
    places: FxHashMap<Val, usize>,
}

impl<'a> Search<'a> {
    fn new(function: &'a Function, block: BlockId) -> Search<'a> {
        let all = function.blocks.iter().flat_map(|block| &block.insts);
        let definitions = all.filter_map(|inst| Some((inst.result?, &inst.op)));
        let own = function.blocks[block].insts.iter().enumerate();
        let places = own.filter_map(|(at, inst)| Some((inst.result?, at)));
        Search {
            function,
            block,
            definitions: definitions.collect(),
            places: places.collect(),
        }
    }

    fn insts(&self) -> &'a [Inst] {
        &self.function.blocks[self.block].insts
    }

    /// Stretches of the block without effects.
    fn stretches(&self) -> Vec<Range<usize>> {
        let insts = self.insts().iter().enumerate();
        let effects = insts.filter(|(_, inst)| inst.op.has_effect());
        let ends = effects.map(|(at, _)| at).chain([self.insts().len()]);
        let mut start = 0;
        ends.map(|end| std::mem::replace(&mut start, end + 1)..end)
            .collect()
    }

    /// The runs of a stretch.
    fn runs(&self, stretch: Range<usize>) -> Vec<Run> {
        let mut families: Vec<Run> = Vec::new();
        let mut numbers: FxHashMap<Family, usize> = FxHashMap::default();
        for at in stretch {
            let Some((family, member)) = self.member(at) else {
                continue;
            };
            let next = families.len();
            let number = *numbers.entry(family).or_insert(next);
            if number == next {
                let members = Vec::new();
                families.push(Run { family, members });
            }
            families[number].members.push(member);
        }
        families.into_iter().flat_map(side_by_side).collect()
    }

    fn member(&self, at: usize) -> Option<(Family, Member)> {
        let inst = &self.insts()[at];
        let Op::Gather {
            memory,
            address,
            index,
            scale,
            offset,
        } = inst.op
        else {
            return None;
        };
        if !memory.has_32_bits() || !matches!(scale, 1 | 2 | 4 | 8) {
            return None;
        }
        let size = memory.size() as i32;
        // Elements of a dimension that are side by side.
        let map = self.map(index);
        let map = map.filter(|_| scale == size as u32 && offset == 0);
        let (inner, map) = match map {
            Some((inner, map)) => (inner, Some(map)),
            None => (index, None),
        };
        let (root, added) = self.root(inner);
        let bytes = i64::from(added) * i64::from(scale) + i64::from(offset);
        let bytes = i32::try_from(bytes).ok()?;
        let family = Family {
            memory,
            address,
            scale,
            root,
            map,
            rest: bytes.rem_euclid(size),
        };
        let member = Member {
            at,
            result: inst.result?,
            index,
            place: bytes.div_euclid(size),
            loc: inst.loc,
        };
        Some((family, member))
    }

    /// The index that a mode maps, and how. The row of a matrix, which may be mapped too, is multiplied before it is added.
    fn map(&self, index: Val) -> Option<(Val, Map)> {
        let map = |value: Val, more: Option<Val>| match self.definitions.get(&value)? {
            &&Op::MapIndex {
                mode,
                index,
                extent,
            } => Some((index, Map { mode, extent, more })),
            _ => None,
        };
        match self.definitions.get(&index)? {
            Op::MapIndex { .. } => map(index, None),
            Op::Binary(BinaryOp::Add, a, b) => map(*a, Some(*b)).or_else(|| map(*b, Some(*a))),
            _ => None,
        }
    }

    /// A value without the constants that are added to it, and their sum.
    fn root(&self, value: Val) -> (Val, i32) {
        let (mut root, mut added) = (value, 0i32);
        for _ in 0..DEEPEST {
            let step = match self.definitions.get(&root) {
                Some(Op::Binary(BinaryOp::Add, a, b)) => match self.constant(*b) {
                    Some(b) => Some((*a, b)),
                    None => self.constant(*a).map(|a| (*b, a)),
                },
                Some(Op::Binary(BinaryOp::Sub, a, b)) => {
                    let negated = self.constant(*b).and_then(i32::checked_neg);
                    negated.map(|b| (*a, b))
                }
                _ => None,
            };
            let sum = step.and_then(|(next, more)| Some((next, added.checked_add(more)?)));
            match sum {
                Some(sum) => (root, added) = sum,
                None => break,
            }
        }
        (root, added)
    }

    fn constant(&self, value: Val) -> Option<i32> {
        match self.definitions.get(&value)? {
            Op::Const(bits) => Some(*bits as u32 as i32),
            Op::Splat(inner) => self.constant(*inner),
            _ => None,
        }
    }

    /// Marks what the block computes for a value from `start` on.
    fn mark(&self, start: usize, value: Val, marked: &mut BTreeSet<usize>) {
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            let place = self.places.get(&value).filter(|at| **at >= start);
            if let Some(&at) = place
                && marked.insert(at)
            {
                self.insts()[at]
                    .op
                    .for_each_operand(|value| work.push(value));
            }
        }
    }
}

/// The runs of a family: two to [`MOST_NEIGHBOURS`] elements, without gaps.
fn side_by_side(mut family: Run) -> Vec<Run> {
    family.members.sort_by_key(|member| member.place);
    let mut runs: Vec<Run> = Vec::new();
    for member in family.members {
        let fits = runs.last().is_some_and(|run| {
            let last = run.members[run.members.len() - 1].place;
            let far = member.place.abs_diff(run.low()) as usize >= MOST_NEIGHBOURS;
            member.place.abs_diff(last) <= 1 && !far
        });
        match runs.last_mut().filter(|_| fits) {
            Some(run) => run.members.push(member),
            None => runs.push(Run {
                family: family.family,
                members: vec![member],
            }),
        }
    }
    runs.retain(|run| run.count() >= 2);
    runs
}

// ---- Runs that are inside anyway -----------------------------------------------------------------------------------------------------------

/// Runs whose elements all lanes have read anyway.
fn join_plain(function: &mut Function, block: BlockId) {
    let search = Search::new(function, block);
    let mut replaced = Vec::new();
    for stretch in search.stretches() {
        for run in search.runs(stretch.clone()) {
            let first = run.members[0];
            let mut needed = BTreeSet::new();
            search.mark(stretch.start, first.index, &mut needed);
            if run.family.map.is_none() && run.members_at().all(|at| !needed.contains(&at)) {
                let Op::Gather { offset, .. } = search.insts()[first.at].op else {
                    panic!("a run is of gathers");
                };
                let elements = run.members.iter();
                replaced.extend(elements.map(|member| {
                    let inst = run.element(member, first.index, offset, run.count());
                    (member.at, inst)
                }));
            }
        }
    }
    if replaced.is_empty() {
        return;
    }
    for (at, inst) in replaced {
        function.blocks[block].insts[at] = inst;
    }
    put_in_order(function, block);
}

// ---- Runs of mapped indices ----------------------------------------------------------------------------------------------------------------

/// What one question is about: whether an index is inside a dimension.
type About = (Val, Val);

/// Asks the first question of a block, which ends with it: the block with what is behind it.
fn split(function: &mut Function, block: BlockId) -> Option<BlockId> {
    let search = Search::new(function, block);
    let mut stretches = search.stretches().into_iter();
    let (about, chosen) = stretches.find_map(|stretch| Chosen::of(&search, stretch))?;
    let mut insts = std::mem::take(&mut function.blocks[block].insts).into_iter();
    let mut before: Vec<Inst> = insts.by_ref().take(chosen.start).collect();
    let mut behind = Vec::new();
    for (inst, at) in insts.zip(chosen.start..) {
        if chosen.needed.contains(&at) {
            before.push(inst);
        } else if !chosen
            .runs
            .iter()
            .any(|run| run.members_at().any(|one| one == at))
        {
            behind.push(inst);
        }
    }
    let terminator = std::mem::replace(&mut function.blocks[block].terminator, Terminator::Open);
    let cold = function.blocks[block].cold;
    let [together, apart, next] = [(); 3].map(|()| function.add_block());
    for (new, cold) in [(together, cold), (apart, true), (next, cold)] {
        function.blocks[new].cold = cold;
    }
    let loc = chosen.runs[0].members[0].loc;
    let mut writer = Writer {
        function,
        insts: before,
        loc,
    };
    let cond = writer.question(about, &chosen.runs);
    let ways = [together, apart].map(|block| Target {
        block,
        args: Vec::new(),
    });
    let [then, otherwise] = ways;
    let branch = Terminator::Branch {
        cond,
        then,
        otherwise,
    };
    writer.end(block, branch);
    // What the gathers gave is passed now, by either way.
    let all = chosen.runs.iter().flat_map(|run| &run.members);
    let results: Vec<Val> = all.map(|member| member.result).collect();
    for (way, to_itself) in [(together, true), (apart, false)] {
        let mut args = Vec::new();
        for run in &chosen.runs {
            args.extend(match to_itself {
                true => writer.elements(run),
                false => writer.gathers(run),
            });
        }
        let block = next;
        writer.end(way, Terminator::Jump(Target { block, args }));
    }
    function.blocks[next].params = results;
    function.blocks[next].insts = behind;
    function.blocks[next].terminator = terminator;
    Some(next)
}

/// Runs that one question is asked for.
struct Chosen {
    runs: Vec<Run>,
    /// The place of the question in the block, in front of all gathers of the runs.
    start: usize,
    /// What stands behind it and is needed for it and for the runs.
    needed: BTreeSet<usize>,
}

impl Chosen {
    /// The first question of a stretch, with all runs near each other that it serves. What one of them is computed from is none of them.
    fn of(search: &Search, stretch: Range<usize>) -> Option<(About, Chosen)> {
        let mut found: Option<(About, Chosen)> = None;
        for run in search.runs(stretch.clone()) {
            let Some(map) = run.family.map else {
                continue;
            };
            let about = (run.family.root, map.extent);
            if found
                .as_ref()
                .is_some_and(|(asked, chosen)| *asked != about || !chosen.is_near(&run))
            {
                continue;
            }
            let known = found.as_ref().map(|(_, chosen)| &chosen.needed);
            let mut needed = known.cloned().unwrap_or_default();
            let operands = [about.0, about.1, run.family.address];
            for value in operands.into_iter().chain(map.more) {
                search.mark(stretch.start, value, &mut needed);
            }
            let chosen = found.as_ref().map(|(_, chosen)| &chosen.runs[..]);
            let others = chosen.unwrap_or_default().iter().flat_map(Run::members_at);
            if others
                .chain(run.members_at())
                .any(|at| needed.contains(&at))
            {
                continue;
            }
            let (_, chosen) = found.get_or_insert_with(|| (about, Chosen::nothing(stretch.end)));
            chosen.needed = needed;
            chosen.start = run.members_at().fold(chosen.start, usize::min);
            chosen.runs.push(run);
        }
        let (about, mut chosen) = found?;
        chosen.needed = chosen.needed.split_off(&chosen.start);
        Some((about, chosen))
    }

    fn nothing(end: usize) -> Chosen {
        Chosen {
            runs: Vec::new(),
            start: end,
            needed: BTreeSet::new(),
        }
    }

    /// Whether a run lies where one question for it and for the others is rarely denied because of it.
    fn is_near(&self, run: &Run) -> bool {
        self.runs
            .iter()
            .all(|other| other.low().abs_diff(run.low()) <= FARTHEST)
    }
}

/// Code that is written to the end of a block.
struct Writer<'a> {
    function: &'a mut Function,
    insts: Vec<Inst>,
    loc: Loc,
}

impl Writer<'_> {
    fn end(&mut self, block: BlockId, terminator: Terminator) {
        self.function.blocks[block].insts = std::mem::take(&mut self.insts);
        self.function.blocks[block].terminator = terminator;
    }

    fn emit(&mut self, op: Op, ty: Type) -> Val {
        let value = self.function.types.push(ty);
        let (result, loc) = (Some(value), self.loc);
        self.insts.push(Inst { op, result, loc });
        value
    }

    /// Whether the index of every lane is inside for all elements of the runs.
    fn question(&mut self, (root, extent): About, runs: &[Run]) -> Val {
        let low = runs.iter().map(Run::low).min().expect("there are runs");
        let ends = runs.iter().map(|run| run.low() + elements_read(run) as i32);
        let end = ends.max().expect("there are runs");
        let (number, truth) = (Type::uniform(Elem::I32), Type::varying(Elem::Bool));
        let first = self.moved(root, low);
        let others = self.emit(Op::Const((end - low - 1) as u64), number);
        let limit = self.emit(Op::Binary(BinaryOp::Sub, extent, others), number);
        let none = self.emit(Op::Const(0), number);
        let limit = self.emit(Op::Binary(BinaryOp::Max, limit, none), number);
        let limit = self.emit(Op::Splat(limit), Type::varying(Elem::I32));
        let inside = self.emit(Op::Inside(first, limit), truth);
        self.emit(Op::All(inside), Type::uniform(Elem::Bool))
    }

    /// An index a few elements farther.
    fn moved(&mut self, index: Val, by: i32) -> Val {
        let ty = Type::varying(Elem::I32);
        match by {
            0 => index,
            _ => {
                let by = self.emit(Op::Const(u64::from(by as u32)), ty);
                self.emit(Op::Binary(BinaryOp::Add, index, by), ty)
            }
        }
    }

    /// An index with what is added to the mapped one.
    fn with_more(&mut self, run: &Run, index: Val) -> Val {
        match run.family.map.and_then(|map| map.more) {
            Some(more) => self.emit(
                Op::Binary(BinaryOp::Add, index, more),
                Type::varying(Elem::I32),
            ),
            None => index,
        }
    }

    /// The elements of a run whose indices are mapped to themselves.
    fn elements(&mut self, run: &Run) -> Vec<Val> {
        let first = self.moved(run.family.root, run.low());
        let index = self.with_more(run, first);
        let elements = run.members.iter();
        elements
            .map(|member| {
                let inst = run.element(member, index, 0, elements_read(run));
                self.emit(inst.op, Type::varying(run.family.memory.elem()))
            })
            .collect()
    }

    /// The gathers as they were.
    fn gathers(&mut self, run: &Run) -> Vec<Val> {
        let map = run.family.map.expect("the indices of the run are mapped");
        let gathers = run.members.iter();
        gathers
            .map(|member| {
                let index = self.moved(run.family.root, member.place);
                let op = Op::MapIndex {
                    mode: map.mode,
                    index,
                    extent: map.extent,
                };
                let mapped = self.emit(op, Type::varying(Elem::I32));
                let gather = Op::Gather {
                    memory: run.family.memory,
                    address: run.family.address,
                    index: self.with_more(run, mapped),
                    scale: run.family.scale,
                    offset: 0,
                };
                self.emit(gather, Type::varying(run.family.memory.elem()))
            })
            .collect()
    }
}

/// Elements that are read for a run whose question is asked: four are as fast as three.
fn elements_read(run: &Run) -> u32 {
    match run.count() {
        3 => 4,
        count => count,
    }
}
