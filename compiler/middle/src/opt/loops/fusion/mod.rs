//! Kernel fusion: launches that follow each other in a function become one.
//!
//! A pair of launches is fused when the second one meets what the first wrote only at its own position (`legal`), and when what stands
//! between them can come before or behind both (`host`). Arrays that nothing else needs then become variables of the kernel (`merge`).
//! Launches that stay two because the second one reads rows around its own then run in strips of rows, if they may (`strips`).
//! `{!kernel_fusion strategy=…}` in the function says how far this goes; without it, only loops are fused, where memory is saved.
//!
//! It runs behind the making of kernels, so that loops, array expressions and `parallel_do` are all launches.
//!
//! *Technique:* loop fusion (Kennedy and McKinley, "Maximizing Loop Parallelism and Improving Data Locality via Loop Fusion and
//! Distribution", LCPC 1993), of launches.
//!
//! *Invariant:* every array and number that the program goes on with is the same, bit for bit; behind an error, arrays that the kernels
//! write may hold other elements.

mod channels;
mod footprint;
mod fuse;
mod host;
mod legal;
mod merge;
mod pair;
mod reason;
mod registers;
mod roundings;
mod strip_code;
mod strip_kernels;
mod strips;

use std::collections::{BTreeMap, BTreeSet};

pub use fuse::{Costs, Gain};
pub use reason::Reason;
pub use registers::Register;

use super::patterns::{follow, renumber};
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::verdict::LoopVerdict;
use crate::base::{Id, IndexVec};
use crate::mir::{Block, FuncId, FuncKind, Function, Loc, Location, Op, Program, Value};
use crate::resolve::fusion::{Request, Requests};
use footprint::Footprint;
use fuse::Applied;
use host::{Footprints, Host};
use pair::Pair;
use strip_code::Strips;
use strip_kernels::{Extra, StripKernel, strip_kernel};
use strips::{Plan, Window};

/// Launches further apart than this many others are not tried together.
const FARTHEST: usize = 8;
/// So many passes run in strips together at most.
const MOST_PASSES: usize = 16;

/// What became of two launches.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The function around them.
    pub function: String,
    /// The first launch.
    pub first: Loc,
    /// The second launch.
    pub second: Loc,
    /// The names of their kernels.
    pub kernels: (String, String),
    /// The attribute that they obey.
    pub request: Option<Request>,
    /// What is gained, or why they stay two.
    pub outcome: Result<Done, Reason>,
}

/// What was done with two launches.
#[derive(Clone, Debug, PartialEq)]
pub enum Done {
    /// They are one.
    Fused(Gain),
    /// They run one after the other in each strip of rows.
    Strips(InStrips),
}

/// What is gained by strips.
#[derive(Clone, Debug, PartialEq)]
pub struct InStrips {
    /// Arrays that are as small as a strip.
    pub temporaries: Vec<Register>,
    /// How many rows more than a strip has are computed by the first.
    pub more: i64,
    /// Whether only running tells if the sizes allow it.
    pub sizes_asked: bool,
    /// Pairs of arrays that are compared when the program runs.
    pub different: Vec<(String, String)>,
    /// Whether the program asks for it, so that it is also done where little is gained.
    pub wanted: bool,
}

/// What the passes of fusion tell each other.
#[derive(Debug, Default)]
pub struct Notes {
    /// By host function. Ids stay as they are until [`remove_absorbed`].
    functions: BTreeMap<FuncId, FunctionNotes>,
    /// Kernels whose work another one does now.
    absorbed: BTreeMap<FuncId, FuncId>,
}

/// What became of the launches of one function.
#[derive(Debug, Default)]
struct FunctionNotes {
    decisions: Vec<Decision>,
    /// Pairs that run as two where their arrays turn out to be one.
    compared: BTreeSet<(Loc, Loc)>,
}

/// Whether the program has launches that could be one.
pub fn has_pairs(program: &Program) -> bool {
    program
        .functions
        .iter()
        .any(|function| has_pair(&function.body))
}

/// Makes one of launches that follow each other, in all host functions.
pub fn fuse(program: &mut Program, requests: &Requests, notes: &mut Notes) {
    in_functions(program, requests, notes, |fuser| {
        loop {
            let mut known = Known::default();
            while let Some((path, pair, applied)) = fuser.next(&mut known) {
                fuser.apply(&path, pair, applied);
            }
            if !fuser.channels() {
                break;
            }
        }
    });
}

/// Lets launches that stay two run in strips of rows, and tells why others do not.
pub fn strip(program: &mut Program, requests: &Requests, notes: &mut Notes) {
    in_functions(program, requests, notes, |fuser| {
        while fuser.strips() {}
        fuser.tell_what_stays();
    });
}

fn in_functions(
    program: &mut Program,
    requests: &Requests,
    notes: &mut Notes,
    work: impl Fn(&mut Fuser),
) {
    for id in program.functions.ids().collect::<Vec<_>>() {
        // A pair that has become one launch has something to tell all the same.
        let known = notes.functions.remove(&id);
        let has_pair = known.is_some() || has_pair(&program.functions[id].body);
        if program.functions[id].kind != FuncKind::Host || !has_pair {
            continue;
        }
        let mut fuser = Fuser {
            names: Names::of(program),
            requests,
            function: program.functions[id].clone(),
            program,
            absorbed: &mut notes.absorbed,
            notes: known.unwrap_or_default(),
        };
        work(&mut fuser);
        let Fuser {
            function,
            notes: found,
            ..
        } = fuser;
        program.functions[id] = function;
        notes.functions.insert(id, found);
    }
}

/// Whether some block of the function has two launches.
fn has_pair(body: &Block) -> bool {
    let here = launches(body).len() > 1;
    let inner = body.stmts.iter().flat_map(|stmt| stmt.op.blocks());
    here || inner.into_iter().any(has_pair)
}

fn launches(block: &Block) -> Vec<usize> {
    let stmts = block.stmts.iter().enumerate();
    let launch = stmts.filter(|(_, stmt)| matches!(stmt.op, Op::Launch(_)));
    launch.map(|(at, _)| at).collect()
}

/// The kernel of a launch.
fn kernel_of(block: &Block, at: usize) -> FuncId {
    match &block.stmts[at].op {
        Op::Launch(launch) => launch.kernel,
        _ => panic!("launches are fused"),
    }
}

fn launched(block: &Block, at: usize) -> Launched {
    match &block.stmts[at].op {
        Op::Launch(launch) => (launch.kernel, launch.args.clone()),
        _ => panic!("launches are fused"),
    }
}

/// The way to a block: the number of a statement and of one of its blocks, from the outside in.
type Path = Vec<(usize, usize)>;

/// A launch, told by its kernel and its arguments: the same kernels may make one elsewhere.
type Launched = (FuncId, Vec<Value>);

/// What is known of kernels from one fusion to the next: a function may have hundreds of launches.
#[derive(Default)]
struct Known {
    footprints: Footprints,
    /// Pairs of launches that were too large for one kernel, which takes long to find out. What becomes of other launches makes them no smaller: an
    /// array between two vanishes where these alone use it.
    refused: BTreeSet<[Launched; 2]>,
}

/// Works on one function.
struct Fuser<'a> {
    names: Names,
    requests: &'a Requests,
    function: Function,
    program: &'a mut Program,
    /// Kernels whose work another one does now.
    absorbed: &'a mut BTreeMap<FuncId, FuncId>,
    notes: FunctionNotes,
}

impl Fuser<'_> {
    /// The first pair that can be fused: neighbours before those that have others between them.
    fn next(&self, known: &mut Known) -> Option<(Path, (usize, usize), Applied)> {
        self.add_footprints(&mut known.footprints);
        let def_use = DefUse::of(&self.function, &self.names);
        let host = Host {
            def_use: &def_use,
            footprints: &known.footprints,
        };
        let refused = &mut known.refused;
        let mut paths = Vec::new();
        collect(&self.function.body, &mut Vec::new(), &mut paths);
        (1..=FARTHEST).find_map(|distance| {
            paths.iter().find_map(|(path, block)| {
                let places = launches(block);
                let pairs = places.iter().zip(places.iter().skip(distance));
                let mut pairs = pairs.map(|(&first, &second)| (first, second));
                pairs.find_map(|(first, second)| {
                    let launches = [first, second].map(|at| launched(block, at));
                    if refused.contains(&launches) {
                        return None;
                    }
                    let pair = self.pair(&host, block, first, second);
                    match pair.fuse() {
                        Ok(applied) => Some((path.clone(), (first, second), applied)),
                        Err(Reason::TooLarge(..)) => {
                            refused.insert(launches);
                            None
                        }
                        Err(_) => None,
                    }
                })
            })
        })
    }

    fn pair<'h>(
        &'h self,
        host: &'h Host<'h, 'h>,
        block: &'h Block,
        first: usize,
        second: usize,
    ) -> Pair<'h> {
        let locs = (block.stmts[first].loc, block.stmts[second].loc);
        Pair {
            is_compared: self.notes.compared.contains(&locs),
            host,
            program: self.program,
            names: &self.names,
            block,
            first,
            second,
            request: self.request(locs.0, locs.1),
        }
    }

    fn footprints(&self) -> Footprints {
        let mut found = Footprints::new();
        self.add_footprints(&mut found);
        found
    }

    /// Adds those of kernels that have none yet.
    fn add_footprints(&self, found: &mut Footprints) {
        self.function.body.for_each_stmt(&mut |stmt| {
            if let Op::Launch(launch) = &stmt.op {
                let kernel = launch.kernel;
                let of = || Footprint::of(&self.program.functions[kernel], &self.names);
                found.entry(kernel).or_insert_with(of);
            }
        });
    }

    fn apply(&mut self, path: &[(usize, usize)], pair: (usize, usize), applied: Applied) {
        let block = block_at(&self.function.body, path);
        let (first, second) = (kernel_of(block, pair.0), kernel_of(block, pair.1));
        let locs = (block.stmts[pair.0].loc, block.stmts[pair.1].loc);
        self.notes.decisions.push(Decision {
            function: self.function.name.clone(),
            first: locs.0,
            second: locs.1,
            kernels: self.kernel_names(first, second),
            request: self.request(locs.0, locs.1).ok().flatten(),
            outcome: Ok(Done::Fused(applied.gain.clone())),
        });
        if !applied.gain.different.is_empty() {
            self.notes.compared.insert(locs);
        }
        let id = self.program.functions.push(applied.kernel.clone());
        self.names.functions.push(applied.kernel.name.clone());
        self.absorbed.insert(first, id);
        self.absorbed.insert(second, id);
        let mut body = std::mem::take(&mut self.function.body);
        let block = block_at_mut(&mut body, path);
        applied.rewrite(block, pair, id, &mut self.function);
        for (array, dims) in &applied.gone {
            registers::answer_sizes(&mut body, *array, dims);
        }
        self.function.body = body;
    }

    /// Lets the first launches that may run in strips do so; tells whether there were some.
    fn strips(&mut self) -> bool {
        let function = self.function.clone();
        let footprints = self.footprints();
        let def_use = DefUse::of(&function, &self.names);
        let host = Host {
            def_use: &def_use,
            footprints: &footprints,
        };
        let mut paths = Vec::new();
        collect(&function.body, &mut Vec::new(), &mut paths);
        let windows: Vec<_> = paths
            .iter()
            .flat_map(|(path, block)| windows(&host, path, block))
            .collect();
        let (program, requests) = (&*self.program, self.requests);
        let found = windows.iter().find_map(|(path, block, places)| {
            let loc = |at: usize| block.stmts[at].loc;
            let mut pairs = places.windows(2).map(|pair| (loc(pair[0]), loc(pair[1])));
            if pairs.any(|pair| self.notes.compared.contains(&pair)) {
                return None;
            }
            let window = window(program, requests, &host, block, places);
            let plan = window.plan().ok()?;
            Some((path, window, plan))
        });
        let Some((path, window, plan)) = found else {
            return false;
        };
        let (kernels, ids) = strip_kernels(program, &host, &plan);
        let mut decisions = self.in_strips(&plan);
        let mut body = std::mem::take(&mut self.function.body);
        let code = Strips {
            plan: &plan,
            kernels: &ids,
            written: &window.written(&plan),
        };
        code.rewrite(block_at_mut(&mut body, path), &mut self.function);
        for temporary in &plan.temporaries {
            registers::answer_sizes(&mut body, temporary.array, &temporary.dims);
        }
        self.function.body = body;
        for kernel in kernels {
            self.names.functions.push(kernel.name.clone());
            self.program.functions.push(kernel);
        }
        for decision in &decisions {
            self.notes
                .compared
                .insert((decision.first, decision.second));
        }
        self.notes.decisions.append(&mut decisions);
        true
    }

    /// What is told of passes in strips: an entry for every two that follow each other.
    fn in_strips(&self, plan: &Plan) -> Vec<Decision> {
        let names =
            |pair: &((Value, String), (Value, String))| (pair.0.1.clone(), pair.1.1.clone());
        let different: Vec<_> = plan.different.iter().map(names).collect();
        let pairs = plan.stages.windows(2).enumerate();
        let decision = |(number, pair): (usize, &[strips::Stage])| {
            let mine = plan.temporaries.iter().filter(|one| one.stage == number);
            let register = |one: &strips::Temporary| Register {
                name: one.name.clone(),
                made: one.made,
            };
            let (first, second) = (&pair[0], &pair[1]);
            Decision {
                function: self.function.name.clone(),
                first: first.loc,
                second: second.loc,
                kernels: (
                    first.side.kernel.name.clone(),
                    second.side.kernel.name.clone(),
                ),
                request: self.request(first.loc, second.loc).ok().flatten(),
                outcome: Ok(Done::Strips(InStrips {
                    temporaries: mine.map(register).collect(),
                    more: first.around.more(),
                    sizes_asked: !plan.conditions.is_empty(),
                    different: different.clone(),
                    wanted: plan.wanted,
                })),
            }
        };
        pairs.map(decision).collect()
    }

    fn kernel_names(&self, first: FuncId, second: FuncId) -> (String, String) {
        let name = |id: FuncId| self.program.functions[id].name.clone();
        (name(first), name(second))
    }

    /// Why neighbours that are left stay two.
    fn tell_what_stays(&mut self) {
        let footprints = self.footprints();
        let def_use = DefUse::of(&self.function, &self.names);
        let host = Host {
            def_use: &def_use,
            footprints: &footprints,
        };
        let mut paths = Vec::new();
        collect(&self.function.body, &mut Vec::new(), &mut paths);
        let mut found = Vec::new();
        for (_, block) in &paths {
            for pair in launches(block).windows(2) {
                let (first, second) = (pair[0], pair[1]);
                let pair = self.pair(&host, block, first, second);
                let Err(mut reason) = pair.fuse() else {
                    continue;
                };
                if pair.is_compared {
                    continue;
                }
                if let Reason::ReadsElsewhere(..) = reason
                    && let Err(strips) =
                        window(self.program, self.requests, &host, block, &[first, second]).plan()
                {
                    reason = Reason::NotInStrips(Box::new(reason), Box::new(strips));
                }
                let (one, other) = pair.kernels();
                found.push(Decision {
                    function: self.function.name.clone(),
                    first: block.stmts[first].loc,
                    second: block.stmts[second].loc,
                    kernels: (one.name.clone(), other.name.clone()),
                    request: pair.request.clone().ok().flatten(),
                    outcome: Err(reason),
                });
            }
        }
        self.notes.decisions.append(&mut found);
    }

    fn request(&self, first: Loc, second: Loc) -> Result<Option<Request>, Reason> {
        common_request(self.program, self.requests, first, second)
    }
}

/// The attribute that both launches obey.
fn common_request(
    program: &Program,
    requests: &Requests,
    first: Loc,
    second: Loc,
) -> Result<Option<Request>, Reason> {
    let locations = &program.locations;
    let (one, other) = (calls(locations, first), calls(locations, second));
    let level = |calls: &[Loc]| {
        let mut calls = calls.iter().enumerate();
        calls.find_map(|(at, &loc)| Some((at, requests.around(locations[loc].span)?)))
    };
    let (found, expected) = (level(&one), level(&other));
    let Some((at, request)) = found else {
        return match expected {
            Some(_) => Err(Reason::OtherFunction),
            None => Ok(None),
        };
    };
    if found != expected || one[..at] != other[..at] {
        return Err(Reason::OtherFunction);
    }
    let mut apart = one.iter().zip(&other).skip_while(|(a, b)| a == b);
    let between = apart.next().and_then(|(&a, &b)| {
        let (a, b) = (locations[a].span, locations[b].span);
        let (a, b) = if a.lo <= b.lo { (a, b) } else { (b, a) };
        requests.barrier_between(a, b)
    });
    match between {
        Some(_) => Err(Reason::Barrier),
        None => Ok(Some(request)),
    }
}

/// The kernels of all passes that are not there yet, and for every pass the id of its kernel and what its launch gives it beside.
fn strip_kernels(
    program: &Program,
    host: &Host,
    plan: &Plan,
) -> (Vec<Function>, Vec<(FuncId, Vec<Extra>)>) {
    let (mut made, mut ids) = (Vec::new(), Vec::new());
    for number in 0..plan.stages.len() {
        let StripKernel { kernel, extras } = strip_kernel(host, plan, number);
        let known = program.functions.iter_enumerated();
        let known = known.into_iter().find(|(_, function)| **function == kernel);
        let id = match known {
            Some((id, _)) => id,
            None => {
                made.push(kernel);
                FuncId::from_index(program.functions.len() + made.len() - 1)
            }
        };
        ids.push((id, extras));
    }
    (made, ids)
}

/// Launches that stand side by side in a block, each but the last writing what one behind it has, the longest sequences first.
fn windows<'b>(host: &Host, path: &Path, block: &'b Block) -> Vec<(Path, &'b Block, Vec<usize>)> {
    let places = launches(block);
    let readers: Vec<usize> = (0..places.len())
        .map(|at| next_reader(host, block, &places, at))
        .collect();
    let lengths = (2..=MOST_PASSES.min(places.len())).rev();
    let windows = lengths.flat_map(|length| {
        let firsts = 0..=places.len() - length;
        let behind = |first: usize| first + length;
        let is_read = |first: &usize| {
            let end = behind(*first);
            readers[*first..end - 1].iter().all(|&reader| reader < end)
        };
        firsts
            .filter(is_read)
            .map(|first| places[first..behind(first)].to_vec())
            .collect::<Vec<_>>()
    });
    windows
        .map(|places| (path.clone(), block, places))
        .collect()
}

/// The number of the next launch that has an array which one writes; a number beyond all if there is none near.
fn next_reader(host: &Host, block: &Block, places: &[usize], at: usize) -> usize {
    let launch = |number: usize| match &block.stmts[places[number]].op {
        Op::Launch(launch) => launch,
        _ => panic!("launches run in strips"),
    };
    let first = launch(at);
    let Ok(footprint) = &host.footprints[&first.kernel] else {
        return usize::MAX;
    };
    let written: Vec<Value> = footprint
        .arrays
        .keys()
        .filter(|&&parameter| footprint.writes(parameter))
        .map(|&parameter| first.args[parameter])
        .collect();
    let has = |number: &usize| {
        let mut args = launch(*number).args.iter();
        args.any(|&arg| written.iter().any(|&one| host.same_array(one, arg)))
    };
    let end = places.len().min(at + MOST_PASSES);
    (at + 1..end).find(has).unwrap_or(usize::MAX)
}

/// Launches of a block, for strips.
fn window<'h>(
    program: &'h Program,
    requests: &Requests,
    host: &'h Host<'h, 'h>,
    block: &'h Block,
    launches: &'h [usize],
) -> Window<'h> {
    let loc = |at: usize| block.stmts[at].loc;
    let pairs = launches.windows(2);
    let known = pairs.map(|pair| common_request(program, requests, loc(pair[0]), loc(pair[1])));
    let known: Result<Vec<_>, Reason> = known.collect();
    Window {
        host,
        program,
        block,
        launches,
        request: known.and_then(|known| match known.iter().all(|one| *one == known[0]) {
            true => Ok(known[0]),
            false => Err(Reason::OtherFunction),
        }),
    }
}

/// The place with the calls that lead to it, outermost first.
fn calls(locations: &IndexVec<Loc, Location>, loc: Loc) -> Vec<Loc> {
    let mut found = vec![loc];
    while let Some(call) = locations[found[found.len() - 1]].call {
        found.push(call);
    }
    found.reverse();
    found
}

/// All blocks, but for those within `try`: what an error leaves behind can be seen there.
fn collect<'b>(block: &'b Block, path: &mut Path, found: &mut Vec<(Path, &'b Block)>) {
    found.push((path.clone(), block));
    for (at, stmt) in block.stmts.iter().enumerate() {
        if matches!(stmt.op, Op::Try { .. }) {
            continue;
        }
        for (number, inner) in stmt.op.blocks().enumerate() {
            path.push((at, number));
            collect(inner, path, found);
            path.pop();
        }
    }
}

fn block_at<'b>(body: &'b Block, path: &[(usize, usize)]) -> &'b Block {
    path.iter().fold(body, |block, &(at, number)| {
        let mut blocks = block.stmts[at].op.blocks();
        blocks.nth(number).expect("a block of the statement")
    })
}

fn block_at_mut<'b>(body: &'b mut Block, path: &[(usize, usize)]) -> &'b mut Block {
    path.iter().fold(body, |block, &(at, number)| {
        let mut blocks = block.stmts[at].op.blocks_mut();
        blocks.nth(number).expect("a block of the statement")
    })
}

/// Drops the kernels that nothing launches any more; verdicts follow their kernels. The decisions come in the order of functions.
pub fn remove_absorbed(
    program: &mut Program,
    notes: &mut Notes,
    verdicts: &mut [LoopVerdict],
) -> Vec<Decision> {
    let Notes {
        functions,
        absorbed,
    } = std::mem::take(notes);
    if !absorbed.is_empty() {
        remove(program, &absorbed, verdicts);
    }
    let functions = functions.into_values();
    functions.flat_map(|one| one.decisions).collect()
}

fn remove(
    program: &mut Program,
    absorbed: &BTreeMap<FuncId, FuncId>,
    verdicts: &mut [LoopVerdict],
) {
    let mut used = IndexVec::filled(false, program.functions.len());
    for function in &program.functions {
        function.body.for_each_stmt(&mut |stmt| {
            if let Some(callee) = stmt.op.callee() {
                used[callee] = true;
            }
        });
    }
    let functions = std::mem::take(&mut program.functions);
    let mut moved: BTreeMap<FuncId, FuncId> = BTreeMap::new();
    for (number, function) in functions.into_iter().enumerate() {
        let id = FuncId::from_index(number);
        if used[id] || !absorbed.contains_key(&id) {
            moved.insert(id, program.functions.push(function));
        }
    }
    for (&gone, &into) in absorbed.iter().rev() {
        // A kernel that absorbs another one has a greater id.
        if let Some(&id) = moved.get(&into) {
            moved.entry(gone).or_insert(id);
        }
    }
    for function in program.functions.iter_mut() {
        renumber_all(&mut function.body, &moved);
        if let FuncKind::Kernel(data) = &mut function.kind
            && let Some(of) = &mut data.stands_for
        {
            of.kernel = moved[&of.kernel];
        }
    }
    program.entry = moved[&program.entry];
    if let Some(library) = &mut program.library {
        library.dispatcher = moved[&library.dispatcher];
    }
    for verdict in verdicts {
        follow(&mut verdict.outcome, &moved);
    }
}

fn renumber_all(block: &mut Block, moved: &BTreeMap<FuncId, FuncId>) {
    renumber(block, moved);
    renumber_calls(block, moved);
}

fn renumber_calls(block: &mut Block, moved: &BTreeMap<FuncId, FuncId>) {
    for stmt in &mut block.stmts {
        if let Op::Call { func, .. } = &mut stmt.op {
            *func = moved[func];
        }
        let inner = stmt.op.blocks_mut();
        inner.for_each(|block| renumber_calls(block, moved));
    }
}
