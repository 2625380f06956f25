//! Whether two launches become one, what that costs, and the launch that stands for both.
//!
//! *Invariant:* a pair is judged as it stands; nothing is changed before every question is answered.

use super::footprint::Footprint;
use super::host::{Division, divide};
use super::legal::{Different, Side, check, values};
use super::merge::{Fused, merge};
use super::pair::{Pair, is_written};
use super::reason::Reason;
use super::registers::{self, Register};
use crate::machine::processor::{KERNEL_ROOM, Room};
use crate::mir::{BinaryOp, Block, FuncId, Function, Launch, Op, Stmt, Ty, Value};
use crate::opt::loops::emit::Emitter;
use crate::resolve::fusion::{Request, Strategy};

/// Without an attribute only what is certainly a gain is done.
const CERTAIN: Room = Room {
    operations: 150,
    arrays: 8,
};

/// What a fusion costs and saves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Operations of the kernel.
    pub operations: usize,
    /// Arrays of the kernel.
    pub arrays: usize,
    /// Elements that a position reads or writes no more.
    pub saved: usize,
}

/// What is gained.
#[derive(Clone, Debug, PartialEq)]
pub struct Gain {
    /// The kernel that does both.
    pub kernel: String,
    /// Arrays that became variables.
    pub registers: Vec<Register>,
    /// Pairs of arrays that are compared when the program runs.
    pub different: Vec<(String, String)>,
    /// Whether each part has a condition on the position, since the extents may differ.
    pub guarded: bool,
    /// Whether launches changed their order.
    pub reordered: bool,
    /// What it costs.
    pub costs: Costs,
}

/// A launch in place of two, not yet in its block.
#[derive(Debug)]
pub struct Applied {
    /// The kernel.
    pub kernel: Function,
    /// What is gained.
    pub gain: Gain,
    args: Vec<Value>,
    division: Division,
    different: Different,
    /// Arrays that are not made any more, with their extents.
    pub gone: Vec<(Value, Vec<Value>)>,
}

impl Pair<'_> {
    /// The launch for both.
    ///
    /// # Errors
    /// Why they stay two.
    pub fn fuse(&self) -> Result<Applied, Reason> {
        let request = self.request.clone()?;
        let (one, other) = (self.side(self.first)?, self.side(self.second)?);
        if one.launch.serial || other.launch.serial {
            return Err(Reason::Serial);
        }
        if request.is_none() && (is_written(one.kernel) || is_written(other.kernel)) {
            return Err(Reason::NoAttribute);
        }
        let guarded = self.guarded(one, other, request.is_some())?;
        let stmts = &self.block.stmts;
        let division =
            divide(self.host, stmts, &[self.first, self.second]).map_err(|at| self.between(at))?;
        let reordered = self.reorders(&division, request)?;
        let different = check(self.host, one, other)?;
        let takes_totals =
            !stmts[self.first].results.is_empty() || !stmts[self.second].results.is_empty();
        if let Some(((_, left), (_, right))) = different.first()
            && (request.is_none() || takes_totals || self.is_compared)
        {
            return Err(Reason::MayBeOne(left.clone(), right.clone()));
        }
        let mut fused = merge(one, other, guarded, &|a, b| self.host.same_array(a, b));
        let gone = match guarded || !different.is_empty() {
            true => Vec::new(),
            false => registers::keep(self, &mut fused, &division),
        };
        let costs = self.costs(one, other, &fused, gone.len());
        self.worth(request, costs, &gone, &division)?;
        let gain = Gain {
            kernel: fused.kernel.name.clone(),
            registers: gone.iter().map(|(_, one)| one.clone()).collect(),
            different: names(&different),
            guarded,
            reordered,
            costs,
        };
        Ok(self.applied(fused, gone, different, division, gain))
    }

    fn applied(
        &self,
        fused: Fused,
        gone: Vec<(Value, Register)>,
        different: Different,
        division: Division,
        gain: Gain,
    ) -> Applied {
        Applied {
            gain,
            kernel: fused.kernel,
            args: fused.args,
            division,
            different,
            gone: gone
                .into_iter()
                .map(|(array, _)| (array, self.extents_of(array)))
                .collect(),
        }
    }

    fn extents_of(&self, array: Value) -> Vec<Value> {
        let dims = self.host.made_with(array);
        dims.expect("an array that is made").to_vec()
    }

    fn between(&self, at: usize) -> Reason {
        match at == self.first {
            true => Reason::Total,
            false => Reason::Between(self.block.stmts[at].loc),
        }
    }

    /// Whether the parts need conditions on the position.
    fn guarded(&self, one: Side, other: Side, asked: bool) -> Result<bool, Reason> {
        let (left, right) = (&one.launch.extents, &other.launch.extents);
        if left.len() != right.len() {
            return Err(Reason::Extents);
        }
        let mut pairs = left.iter().zip(right);
        match pairs.all(|(&a, &b)| self.host.same_number(a, b)) {
            true => Ok(false),
            false if asked => Ok(true),
            false => Err(Reason::Extents),
        }
    }

    /// Whether a launch comes to stand before or behind another one.
    fn reorders(&self, division: &Division, request: Option<Request>) -> Result<bool, Reason> {
        let between = division.before.iter().chain(&division.after);
        let is_launch = |at: &&usize| {
            let mut found = false;
            self.block.stmts[**at]
                .for_each_stmt(&mut |stmt| found |= matches!(stmt.op, Op::Launch(_)));
            found
        };
        let mut launches = between.filter(is_launch);
        let Some(&at) = launches.next() else {
            return Ok(false);
        };
        match request {
            Some(request) if request.strategy.reorders() => Ok(true),
            Some(_) | None => Err(Reason::Between(self.block.stmts[at].loc)),
        }
    }

    fn costs(&self, one: Side, other: Side, fused: &Fused, gone: usize) -> Costs {
        let shared = |(_, left): &(usize, Value)| {
            other
                .arrays()
                .any(|(_, right)| self.host.same_array(*left, right))
        };
        let both = one.arrays().filter(shared).count();
        let operations = Footprint::of(&fused.kernel, self.names);
        let is_array =
            |local: &&crate::mir::Local| matches!(fused.kernel.locals[**local].ty, Ty::Array(_));
        Costs {
            operations: operations.map_or(0, |footprint| footprint.operations),
            arrays: fused.kernel.params.iter().filter(is_array).count(),
            saved: both + gone,
        }
    }

    /// Whether the strategy wants it.
    fn worth(
        &self,
        request: Option<Request>,
        costs: Costs,
        gone: &[(Value, Register)],
        division: &Division,
    ) -> Result<(), Reason> {
        let too_large = Err(Reason::TooLarge(costs.operations, costs.arrays));
        let fits = costs.operations <= KERNEL_ROOM.operations && costs.arrays <= KERNEL_ROOM.arrays;
        match request.map(|request| request.strategy) {
            None if costs.saved == 0 => Err(Reason::NoGain),
            None if costs.operations > CERTAIN.operations || costs.arrays > CERTAIN.arrays => {
                too_large
            }
            Some(Strategy::Smart | Strategy::NoReordering | Strategy::MinWorkingMemory)
                if !fits =>
            {
                too_large
            }
            Some(Strategy::MinWorkingMemory) if gone.is_empty() => self.no_new_array(division),
            Some(
                Strategy::Smart
                | Strategy::NoReordering
                | Strategy::MinSyncGrid
                | Strategy::MinWorkingMemory
                | Strategy::Manual,
            )
            | None => Ok(()),
        }
    }

    /// An array that is made before both launches is there during the first one too.
    fn no_new_array(&self, division: &Division) -> Result<(), Reason> {
        let stmts = &self.block.stmts;
        let makes = |at: &&usize| matches!(stmts[**at].op, Op::NewArray { .. });
        let Some(&at) = division.before.iter().find(makes) else {
            return Ok(());
        };
        let array = stmts[at].results[0];
        let second = self.launch(self.second);
        let kernel = &self.program.functions[second.kernel];
        let number = second.args.iter().position(|&arg| arg == array);
        let name = number.and_then(|number| kernel.locals[kernel.params[number]].name.clone());
        Err(Reason::Memory(
            name.unwrap_or_else(|| "a new array".to_owned()),
        ))
    }
}

// ---- In the block --------------------------------------------------------------------------------------------------------

impl Applied {
    /// Puts the launch of kernel `id` in the place of the two at `pair`.
    pub fn rewrite(
        &self,
        block: &mut Block,
        pair: (usize, usize),
        id: FuncId,
        function: &mut Function,
    ) {
        let mut stmts: Vec<Option<Stmt>> = block.stmts.drain(..).map(Some).collect();
        let mut take = |at: usize| stmts[at].take().expect("a statement is taken once");
        let mut output: Vec<Stmt> = (0..pair.0).map(&mut take).collect();
        output.extend(self.division.before.iter().map(|&at| take(at)));
        let (first, second) = (take(pair.0), take(pair.1));
        output.append(&mut self.launches(first, second, id, function));
        output.extend(self.division.after.iter().map(|&at| take(at)));
        output.extend(stmts.into_iter().flatten());
        let gone = |stmt: &Stmt| {
            let result = stmt.results.first();
            self.gone.iter().any(|(array, _)| result == Some(array))
        };
        output.retain(|stmt| !gone(stmt));
        block.stmts = output;
    }

    /// The launch of both, or a choice between it and the two.
    fn launches(
        &self,
        first: Stmt,
        second: Stmt,
        id: FuncId,
        function: &mut Function,
    ) -> Vec<Stmt> {
        let (Op::Launch(one), Op::Launch(other)) = (&first.op, &second.op) else {
            panic!("launches are fused");
        };
        let mut emitter = Emitter::new(function, first.loc);
        let extents = match self.gain.guarded {
            false => one.extents.clone(),
            true => {
                let pairs = one.extents.iter().zip(&other.extents);
                pairs
                    .map(|(&a, &b)| emitter.binary(BinaryOp::Max, a, b))
                    .collect()
            }
        };
        let launch = Launch {
            kernel: id,
            extents,
            args: self.args.clone(),
            serial: false,
        };
        let fused = Stmt {
            op: Op::Launch(launch),
            results: [first.results.as_slice(), &second.results].concat(),
            loc: first.loc,
        };
        if self.different.is_empty() {
            emitter.stmts.push(fused);
            return emitter.stmts;
        }
        let cond = emitter.all_different(values(&self.different));
        emitter.run(Op::If {
            cond,
            then: Block { stmts: vec![fused] },
            otherwise: Block {
                stmts: vec![first, second],
            },
        });
        emitter.stmts
    }
}

/// The names of arrays that must be different.
fn names(different: &Different) -> Vec<(String, String)> {
    let pairs = different.iter();
    pairs
        .map(|((_, one), (_, other))| (one.clone(), other.clone()))
        .collect()
}
