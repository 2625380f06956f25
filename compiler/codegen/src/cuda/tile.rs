//! Several neighbouring positions in one thread: what `{!kernel_transform enable="simdprocessing"}` asks for on a GPU, and what
//! `opt::gpu::register_tile` finds worth while.
//!
//! The body is repeated for the positions of a tile, statement by statement: the same accesses of all of them stand side by side,
//! where `packed` finds those that fill a word. What is the same for all positions stays once; a branch or loop that some positions
//! leave before others is repeated as a whole.
//!
//! *Invariant:* every position of the tile does what it did, in its order; positions of one launch have no order among each other.

use std::collections::BTreeSet;

use crate::base::IndexVec;
use crate::machine::gpu::{THREAD_STATEMENTS, WORD};
use crate::mir::divergence::Divergence;
use crate::mir::kernel::kernel_data;
use crate::mir::passes::copy::Renaming;
use crate::mir::{
    BinaryOp, Block, Const, ElemKind, Function, Local, LocalData, Op, Stmt, Ty, Value, ValueData,
};
use crate::opt::gpu::register_tile::{self, RegisterTile};

/// Whether the program asks for tiles of a kernel on GPUs.
pub fn is_wanted(kernel: &Function) -> bool {
    let mut attributes = kernel_data(kernel).profile.attributes.iter();
    attributes.any(|attribute| {
        attribute.name == "kernel_transform"
            && attribute.text("enable") == Some("simdprocessing")
            && attribute.counts_on(true)
            && attribute.is_unconditional()
    })
}

/// The positions of a tile, or why there is none.
///
/// # Errors
/// What the kernel does that tiles cannot have.
pub fn width(kernel: &Function) -> Result<u32, &'static str> {
    let data = kernel_data(kernel);
    if data.group.is_some() {
        return Err("its threads act together");
    }
    if !data.accumulators.is_empty() {
        return Err("its positions add up results");
    }
    let divergence = Divergence::of(kernel);
    if divergence.returns || has_return(kernel) {
        return Err("positions end before others");
    }
    if !divergence.leaks.is_empty() {
        return Err("positions leave several loops at once");
    }
    let mut statements = 0;
    kernel.body.for_each_stmt(&mut |_| statements += 1);
    if statements > THREAD_STATEMENTS {
        return Err("it is long");
    }
    let [read, written] = [false, true].map(|stores| widest(kernel, stores));
    read.or(written)
        .ok_or("its arrays have neither halves nor integers of 8 or 16 bits")
}

/// The positions of a tile of a kernel that has tiles, else 1.
pub fn width_or_one(kernel: &Function) -> u32 {
    match is_wanted(kernel) {
        true => width(kernel).unwrap_or(1),
        false => 1,
    }
}

/// The positions of one thread: those that the program asks for, along the last dimension, or those that share reads.
pub fn of(kernel: &Function) -> Option<RegisterTile> {
    let dimension = kernel_data(kernel).position.len() - 1;
    match width_or_one(kernel) {
        1 => register_tile::of(kernel),
        adjacent => Some(RegisterTile {
            dimension,
            adjacent,
            across: dimension,
            columns: 1,
            width: None,
        }),
    }
}

/// The elements of a word, if they have fewer bits.
pub fn elements_of_word(kind: ElemKind) -> Option<u32> {
    (kind.size() < WORD).then(|| (WORD / kind.size()) as u32)
}

fn has_return(kernel: &Function) -> bool {
    let mut found = false;
    kernel
        .body
        .for_each_stmt(&mut |stmt| found |= matches!(stmt.op, Op::Return(_)));
    found
}

/// The most elements of a word among the arrays that are read, or written.
fn widest(kernel: &Function, stores: bool) -> Option<u32> {
    let mut most = None;
    kernel.body.for_each_stmt(&mut |stmt| {
        let access = match &stmt.op {
            Op::Load(access) if !stores => access,
            Op::Store(access, _) if stores => access,
            _ => return,
        };
        if let Ty::Array(kind) = kernel.values[access.array].ty {
            most = most.max(elements_of_word(kind));
        }
    });
    most
}

/// The kernel for the tile of a thread.
pub struct Tiled {
    /// The kernel; its position is the first one of the tile.
    pub function: Function,
    /// The variable that the text sets to the distance of columns, if there are any.
    pub step: Option<Local>,
    /// What indices of loops have become.
    pub loops: BTreeSet<Value>,
}

/// The kernel for tiles of positions, and what has become of the indices of some loops.
pub fn tiled(kernel: &Function, tile: RegisterTile, loops: &BTreeSet<Value>) -> Tiled {
    let rows = Side {
        dimension: tile.dimension,
        count: tile.adjacent,
        step: None,
    };
    let mut tiled = Tiled {
        function: kernel.clone(),
        step: None,
        loops: loops.clone(),
    };
    rows.apply(&mut tiled);
    if tile.columns > 1 {
        tiled.step = Some(tiled.function.locals.push(LocalData {
            ty: Ty::I32,
            name: Some("step".to_string()),
            loc: kernel.loc,
            kept: None,
        }));
        let columns = Side {
            dimension: tile.across,
            count: tile.columns,
            step: tiled.step,
        };
        columns.apply(&mut tiled);
    }
    tiled
}

/// Positions along a dimension, a step apart.
struct Side {
    dimension: usize,
    count: u32,
    /// The variable with the distance; none: 1.
    step: Option<Local>,
}

impl Side {
    /// Repeats the body for each position.
    fn apply(&self, tiled: &mut Tiled) {
        let kernel = tiled.function.clone();
        let function = &mut tiled.function;
        let data = kernel_data(&kernel);
        let position = data.position[self.dimension];
        let totals = data.accumulators.iter().map(|one| one.local);
        let divergence = Divergence::within(&kernel, position, totals);
        let mut start = Vec::new();
        let lanes = (0..self.count)
            .map(|lane| {
                let mut renaming = Renaming::of_definitions(&kernel.body, function);
                if lane > 0 {
                    let moved = self.moved(function, position, lane, &mut start);
                    renaming.values.insert(position, moved);
                    copy_locals(function, &divergence, &mut renaming, &mut start);
                }
                renaming
            })
            .collect();
        let mut tiler = Tiler {
            divergence,
            varying: IndexVec::filled(false, function.values.len()),
            lanes,
        };
        tiler.varying[position] = true;
        let mut body = tiler.block(&kernel.body);
        let loops = tiled.loops.iter();
        tiled.loops = loops.map(|index| tiler.lanes[0].value(*index)).collect();
        start.append(&mut body.stmts);
        function.body = Block { stmts: start };
    }

    /// The position so many behind the first one of the tile.
    fn moved(
        &self,
        function: &mut Function,
        position: Value,
        lane: u32,
        start: &mut Vec<Stmt>,
    ) -> Value {
        let loc = function.loc;
        let mut define = |op| {
            let result = function.values.push(ValueData { ty: Ty::I32 });
            let results = vec![result];
            start.push(Stmt { op, results, loc });
            result
        };
        let mut distance = define(Op::Const(Const::I32(lane as i32)));
        if let Some(step) = self.step {
            let step = define(Op::Get(step));
            distance = define(Op::Binary(BinaryOp::Mul, distance, step));
        }
        define(Op::Binary(BinaryOp::Add, position, distance))
    }
}

/// Variables of its own for a position: what differs between positions. Parameters start with what they are given.
fn copy_locals(
    function: &mut Function,
    divergence: &Divergence,
    renaming: &mut Renaming,
    start: &mut Vec<Stmt>,
) {
    let varying: Vec<Local> = divergence
        .varying
        .iter_enumerated()
        .filter(|(_, varying)| **varying)
        .map(|(local, _)| local)
        .collect();
    for local in varying {
        let data: LocalData = function.locals[local].clone();
        let ty = data.ty;
        let copy = function.locals.push(data);
        renaming.locals.insert(local, copy);
        if function.params.contains(&local) {
            let loc = function.loc;
            let given = function.values.push(ValueData { ty });
            let (read, write) = (Op::Get(local), Op::Set(copy, given));
            start.push(Stmt {
                op: read,
                results: vec![given],
                loc,
            });
            start.push(Stmt {
                op: write,
                results: Vec::new(),
                loc,
            });
        }
    }
}

struct Tiler {
    divergence: Divergence,
    /// Which values differ between positions.
    varying: IndexVec<Value, bool>,
    /// What names mean at each position.
    lanes: Vec<Renaming>,
}

impl Tiler {
    fn block(&mut self, block: &Block) -> Block {
        let mut stmts = Vec::new();
        for stmt in &block.stmts {
            self.stmt(stmt, &mut stmts);
        }
        Block { stmts }
    }

    fn stmt(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) {
        match &stmt.op {
            Op::Get(local) => self.by(self.divergence.varying[*local], stmt, out),
            Op::Set(local, _) => self.by(self.divergence.varying[*local], stmt, out),
            Op::Atomic(..) => self.by(true, stmt, out),
            Op::If { cond, .. } if self.varying[*cond] => self.by(true, stmt, out),
            Op::For { label, .. } | Op::Loop { label, .. } | Op::Scope { label, .. }
                if self.divergence.divergent.contains(label) =>
            {
                self.by(true, stmt, out);
            }
            Op::If { .. } | Op::For { .. } | Op::Loop { .. } | Op::Scope { .. } => {
                self.around(stmt, out);
            }
            op => {
                let mut varying = false;
                op.for_each_operand(|value| varying |= self.varying[*value]);
                self.by(varying, stmt, out);
            }
        }
    }

    /// A statement for each position, or once for all.
    fn by(&mut self, varying: bool, stmt: &Stmt, out: &mut Vec<Stmt>) {
        if varying {
            for &result in &stmt.results {
                self.varying[result] = true;
            }
            for lane in &self.lanes {
                let alone = Block {
                    stmts: vec![stmt.clone()],
                };
                out.append(&mut lane.block(&alone).stmts);
            }
            return;
        }
        let alone = Block {
            stmts: vec![stmt.clone()],
        };
        out.append(&mut self.lanes[0].block(&alone).stmts);
        self.share(&stmt.results);
    }

    /// Values that are the same at every position have one name.
    fn share(&mut self, values: &[Value]) {
        let (first, others) = self.lanes.split_first_mut().expect("a tile has positions");
        for value in values {
            for lane in &mut *others {
                lane.values.insert(*value, first.value(*value));
            }
        }
    }

    /// A construct that all positions go through together.
    fn around(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) {
        let mut empty = stmt.clone();
        let blocks: Vec<Block> = empty.op.blocks_mut().map(std::mem::take).collect();
        let mut shell = Block { stmts: vec![empty] };
        shell = self.lanes[0].block(&shell);
        if let Op::For { index, .. } = stmt.op {
            self.share(&[index]);
        }
        let mut shell = shell.stmts.remove(0);
        let bodies: Vec<Block> = blocks.iter().map(|block| self.block(block)).collect();
        for (place, body) in shell.op.blocks_mut().zip(bodies) {
            *place = body;
        }
        out.push(shell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::parse;

    const KERNEL: &str = "
entry main
host main() {
}
kernel k(%x: [u8], %n: i32) at [v0] from written {
    v1: i32 = get %n
    v2: i32 = add v1, v1
    v3: [u8] = get %x
    v4: i32 = load v3[v0] unchecked
    v5: i32 = add v4, v2
    store v3[v0] unchecked, v5
}
";

    /// `x[p] = x[p] + n` for bytes: the number that all share stays once, the accesses are there four times.
    #[test]
    fn what_differs_is_repeated() {
        let program = parse::program(KERNEL).expect("a program");
        let mut functions = program.functions.iter();
        let kernel = functions.find(|one| one.name == "k").expect("the kernel");
        assert_eq!(width(kernel), Ok(4));
        let tile = RegisterTile {
            dimension: 0,
            adjacent: 4,
            across: 0,
            columns: 1,
            width: None,
        };
        let tiled = tiled(kernel, tile, &BTreeSet::new()).function;
        let count = |wanted: fn(&Op) -> bool| {
            let mut count = 0;
            tiled
                .body
                .for_each_stmt(&mut |stmt| count += u32::from(wanted(&stmt.op)));
            count
        };
        assert_eq!(count(|op| matches!(op, Op::Load(_))), 4);
        assert_eq!(count(|op| matches!(op, Op::Store(..))), 4);
        // Three positions behind the first, four sums, one doubled number.
        let sums = count(|op| matches!(op, Op::Binary(BinaryOp::Add, ..)));
        assert_eq!(sums, 3 + 4 + 1);
    }
}
