//! The pass `regions`: kernels whose threads wait for each other, as processors run them.
//!
//! Such a kernel becomes a host function that goes through the kernel's control flow. What lies between two barriers is a
//! *part*: a kernel of its own, which runs for all threads of some blocks before the next part starts. Values that live
//! across a barrier lie in arrays with an element per thread, shared arrays get a dimension for the block, and where threads
//! may go different ways an array tells which of them are on their way here. The kernel itself stays for the CUDA text, and is launched
//! where a device takes it.
//!
//! *Technique:* loop fission at barriers (Stratton, Stone and Hwu, "MCUDA: An Efficient Implementation of CUDA Kernels for Multi-core
//! CPUs", LCPC 2008).
//!
//! *Invariant:* a launch of a kernel with group operations stands only where a device was found to take it, and in front of its parts, which
//! run if the device has had no memory for it.

mod collective;
mod fission;
mod masks;
mod part;
mod plan;
mod prepare;
mod private;
mod shared;
mod uniform;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::simplify::simplify_function;
use crate::mir::data::*;

/// Runs the pass on the program.
pub fn regions(program: &mut Program) {
    let groups: Groups = program
        .functions
        .iter_enumerated()
        .filter_map(|(id, function)| Some((id, extents_of_block(function)?)))
        .collect();
    if groups.is_empty() {
        return;
    }
    let mut wanted = BTreeSet::new();
    for function in program.functions.iter_mut() {
        if !launches_groups(function, &groups) {
            continue;
        }
        // So that the extents of blocks are seen.
        simplify_function(function);
        let known = function.body.constants();
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::Launch(launch) = &stmt.op {
                wanted.extend(Version::of(launch, &groups, &known));
            }
        });
    }
    let made: BTreeMap<Version, FuncId> = wanted
        .into_iter()
        .map(|version| (version, fission::host_function(program, version)))
        .collect();
    let whole: BTreeSet<FuncId> = made
        .keys()
        .map(|version| version.kernel)
        .filter(|kernel| devices_take(&program.functions[*kernel]))
        .collect();
    for function in program.functions.iter_mut() {
        if !launches_groups(function, &groups) {
            continue;
        }
        let mut body = std::mem::take(&mut function.body);
        let mut caller = Caller {
            known: body.constants(),
            groups: &groups,
            made: &made,
            whole: &whole,
            function,
        };
        caller.block(&mut body);
        function.body = body;
    }
}

/// The kernels whose threads do something together, with the parameters that are the extents of a block.
type Groups = BTreeMap<FuncId, Range<usize>>;

/// A form that a kernel gets on processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    kernel: FuncId,
    serial: bool,
    /// The dimension of blocks along which vectors go: the last one that may have more than one thread.
    lane: usize,
}

impl Version {
    /// What a launch needs.
    fn of(launch: &Launch, groups: &Groups, known: &BTreeMap<Value, Const>) -> Option<Version> {
        let extents = &launch.args[groups.get(&launch.kernel)?.clone()];
        let one = Const::I32(1);
        let lane = extents
            .iter()
            .rposition(|extent| known.get(extent) != Some(&one));
        Some(Version {
            kernel: launch.kernel,
            serial: launch.serial,
            lane: lane.unwrap_or(extents.len() - 1),
        })
    }
}

fn launches_groups(function: &Function, groups: &Groups) -> bool {
    let mut found = false;
    function.body.for_each_stmt(&mut |stmt| {
        if let Op::Launch(launch) = &stmt.op {
            found |= groups.contains_key(&launch.kernel);
        }
    });
    found
}

/// The numbers of the parameters that are the extents of a block, in a kernel whose threads do something together.
fn extents_of_block(function: &Function) -> Option<Range<usize>> {
    let FuncKind::Kernel(data) = &function.kind else {
        return None;
    };
    let rank = data.position.len();
    let first = data.group.as_ref()?.grid + rank;
    Some(first..first + rank)
}

/// Whether devices run the kernel whole: their grids have three axes.
fn devices_take(kernel: &Function) -> bool {
    match &kernel.kind {
        FuncKind::Kernel(data) => data.position.len() < 4 && data.profile.is_for_gpus(),
        FuncKind::Host => false,
    }
}

/// Puts calls in the place of launches.
struct Caller<'a> {
    known: BTreeMap<Value, Const>,
    groups: &'a Groups,
    made: &'a BTreeMap<Version, FuncId>,
    /// The kernels that devices run as they are.
    whole: &'a BTreeSet<FuncId>,
    function: &'a mut Function,
}

impl Caller<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut output = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            stmt.op.blocks_mut().for_each(|inner| self.block(inner));
            match &stmt.op {
                Op::Launch(launch) => match Version::of(launch, self.groups, &self.known) {
                    Some(version) => self.call(stmt, self.made[&version], &mut output),
                    None => output.push(stmt),
                },
                _ => output.push(stmt),
            }
        }
        block.stmts = output;
    }

    /// A call of the host function; where a device takes it, the launch, and the call if that has found no memory.
    fn call(&mut self, stmt: Stmt, func: FuncId, output: &mut Vec<Stmt>) {
        let Op::Launch(launch) = &stmt.op else {
            panic!("a call takes the place of a launch");
        };
        let call = Op::Call {
            func,
            args: launch.args.clone(),
        };
        let loc = stmt.loc;
        if launch.serial || !self.whole.contains(&launch.kernel) {
            output.push(Stmt { op: call, ..stmt });
            return;
        }
        let totals = self.totals(&stmt.results, loc);
        let by_parts = self.local(Ty::I32, loc);
        let mut whole = self.way(stmt.op, &totals, loc);
        let refused = self.define(
            ask(RtFn::device_refused_groups),
            Ty::I32,
            loc,
            &mut whole.stmts,
        );
        whole.stmts.push(plain(Op::Set(by_parts, refused), loc));
        let taken = self.define(ask(RtFn::device_takes_groups), Ty::I32, loc, output);
        let one = self.define(Op::Const(Const::I32(1)), Ty::I32, loc, output);
        output.push(plain(Op::Set(by_parts, one), loc));
        self.only_if(taken, whole, loc, output);
        let parts = self.way(call, &totals, loc);
        let open = self.define(Op::Get(by_parts), Ty::I32, loc, output);
        self.only_if(open, parts, loc, output);
        for (&result, local) in stmt.results.iter().zip(totals) {
            output.push(Stmt {
                op: Op::Get(local),
                results: vec![result],
                loc,
            });
        }
    }

    /// A block that runs if an `I32` is not 0.
    fn only_if(&mut self, number: Value, then: Block, loc: Loc, output: &mut Vec<Stmt>) {
        let cond = self.define(Op::Convert(number), Ty::Bool, loc, output);
        let otherwise = Block::default();
        let op = Op::If {
            cond,
            then,
            otherwise,
        };
        output.push(plain(op, loc));
    }

    /// Variables for the results.
    fn totals(&mut self, results: &[Value], loc: Loc) -> Vec<Local> {
        let types = results
            .iter()
            .map(|result| self.function.values[*result].ty);
        let types: Vec<Ty> = types.collect();
        types.into_iter().map(|ty| self.local(ty, loc)).collect()
    }

    /// A new variable.
    fn local(&mut self, ty: Ty, loc: Loc) -> Local {
        self.function.locals.push(LocalData {
            ty,
            name: None,
            loc,
            kept: None,
        })
    }

    /// A block that sets the variables to the results of an operation.
    fn way(&mut self, op: Op, totals: &[Local], loc: Loc) -> Block {
        let new = |local: &Local| {
            let ty = self.function.locals[*local].ty;
            self.function.values.push(ValueData { ty })
        };
        let results: Vec<Value> = totals.iter().map(new).collect();
        let sets = totals.iter().zip(&results).map(|(&local, &value)| Stmt {
            op: Op::Set(local, value),
            results: Vec::new(),
            loc,
        });
        let mut stmts: Vec<Stmt> = sets.collect();
        stmts.insert(0, Stmt { op, results, loc });
        Block { stmts }
    }

    fn define(&mut self, op: Op, ty: Ty, loc: Loc, output: &mut Vec<Stmt>) -> Value {
        let value = self.function.values.push(ValueData { ty });
        output.push(Stmt {
            op,
            results: vec![value],
            loc,
        });
        value
    }
}

/// A question to the runtime.
fn ask(func: RtFn) -> Op {
    Op::Runtime {
        func,
        args: Vec::new(),
        list: Vec::new(),
    }
}

/// A statement without results.
fn plain(op: Op, loc: Loc) -> Stmt {
    Stmt {
        op,
        results: Vec::new(),
        loc,
    }
}
