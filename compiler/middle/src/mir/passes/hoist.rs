//! The pass `hoist`: what does not change in a loop is computed before it.
//!
//! Only pure operations move, which cannot fail and cost little where the loop runs no iteration. From the branches inside a loop only
//! cheap ones move: others might be computed in vain in every iteration that does not come there. Elements move where all that the loop stores into
//! is certainly another array: of elements of another kind, or one of the two was made in the function and the other is a different one.
//!
//! *Technique:* loop-invariant code motion (Muchnick, "Advanced Compiler Design and Implementation", 1997, chapter 13).
//!
//! *Invariant:* operations keep their order among each other, so operands stay defined before their uses.

use std::collections::{BTreeMap, BTreeSet};

use crate::mir::data::*;

/// Runs the pass on every function.
pub fn hoist(program: &mut Program) {
    for function in program.functions.iter_mut() {
        let arrays = Arrays::of(function);
        hoist_in(&arrays, &mut function.body);
    }
}

/// Where an array comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// The function has made it, here.
    Made(Value),
    /// The caller has it.
    Parameter(Local),
}

/// The arrays of numbers of a function, with their kinds and, where that is known, their origins.
struct Arrays {
    origins: BTreeMap<Value, Origin>,
    /// None in kernels: what their loops read is left to the code generators, which know how lanes share it.
    kinds: BTreeMap<Value, ElemKind>,
}

impl Arrays {
    fn of(function: &Function) -> Arrays {
        let set = function.body.assigned_locals();
        let (mut origins, mut kinds) = (BTreeMap::new(), BTreeMap::new());
        if function.kind != FuncKind::Host {
            return Arrays { origins, kinds };
        }
        function.body.for_each_stmt(&mut |stmt| {
            let [result] = stmt.results[..] else { return };
            let Ty::Array(kind) = function.values[result].ty else {
                return;
            };
            kinds.insert(result, kind);
            let origin = match stmt.op {
                Op::NewArray { .. } => Origin::Made(result),
                Op::Get(local) if function.params.contains(&local) && !set.contains(&local) => {
                    Origin::Parameter(local)
                }
                _ => return,
            };
            origins.insert(result, origin);
        });
        Arrays { origins, kinds }
    }

    /// Whether two arrays are certainly different ones.
    fn differ(&self, a: Value, b: Value) -> bool {
        match (self.origins.get(&a), self.origins.get(&b)) {
            (Some(Origin::Parameter(_)), Some(Origin::Parameter(_))) => self.kinds_differ(a, b),
            (Some(a), Some(b)) => a != b,
            _ => self.kinds_differ(a, b),
        }
    }

    fn kinds_differ(&self, a: Value, b: Value) -> bool {
        let (a, b) = (self.kinds.get(&a), self.kinds.get(&b));
        a.zip(b).is_some_and(|(a, b)| a != b)
    }
}

/// What a loop does to elements of arrays.
enum Stored {
    /// It stores into these arrays.
    Into(BTreeSet<Value>),
    /// What it calls may store into any.
    Anywhere,
}

impl Stored {
    fn of(body: &Block) -> Stored {
        let (mut into, mut anywhere) = (BTreeSet::new(), false);
        body.for_each_stmt(&mut |stmt| match &stmt.op {
            Op::Store(access, _) => {
                into.insert(access.array);
            }
            // Arrays are made and read without changing others.
            Op::NewArray { .. } | Op::Load(_) => {}
            Op::Get(_) | Op::Set(..) | Op::Dim(..) | Op::Numel(_) => {}
            op => anywhere |= !op.is_pure() && !op.is_compound() && !op.is_terminator(),
        });
        match anywhere {
            true => Stored::Anywhere,
            false => Stored::Into(into),
        }
    }
}

/// Moves what it can out of the loops of a block, inner loops first, so that it can move on from there.
fn hoist_in(arrays: &Arrays, block: &mut Block) {
    let mut output = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        stmt.op
            .blocks_mut()
            .for_each(|inner| hoist_in(arrays, inner));
        if let Op::For { body, .. } | Op::Loop { body, .. } = &mut stmt.op {
            let mut mover = Mover {
                arrays,
                stored: Stored::of(body),
                changing: defined_in(body),
                set: body.assigned_locals(),
                moved: &mut output,
            };
            if let Op::For { index, .. } = stmt.op {
                mover.changing.insert(index);
            }
            mover.block(stmt.op.blocks_mut().next().expect("a body"), false);
        }
        output.push(stmt);
    }
    block.stmts = output;
}

/// The values defined in a block and below it.
fn defined_in(block: &Block) -> BTreeSet<Value> {
    let mut found = BTreeSet::new();
    block.for_each_stmt(&mut |stmt| {
        found.extend(&stmt.results);
        if let Op::For { index, .. } = stmt.op {
            found.insert(index);
        }
    });
    found
}

/// Moves statements out of one loop.
struct Mover<'a> {
    arrays: &'a Arrays,
    stored: Stored,
    /// Values that are defined in the loop.
    changing: BTreeSet<Value>,
    /// Locals that the loop sets.
    set: BTreeSet<Local>,
    /// The statements before the loop.
    moved: &'a mut Vec<Stmt>,
}

impl Mover<'_> {
    /// Moves from a block; `conditional`: not every iteration comes there.
    fn block(&mut self, block: &mut Block, conditional: bool) {
        let mut kept = Vec::with_capacity(block.stmts.len());
        let mut conditional = conditional;
        for mut stmt in std::mem::take(&mut block.stmts) {
            if self.moves(&stmt.op, conditional) {
                if let Op::Load(access) = &mut stmt.op {
                    // What shows that the index is inside may be that there is an iteration.
                    if access.mode == AccessMode::Unchecked {
                        access.mode = AccessMode::Safe;
                    }
                }
                for result in &stmt.results {
                    self.changing.remove(result);
                }
                self.moved.push(stmt);
                continue;
            }
            match &mut stmt.op {
                Op::If {
                    then, otherwise, ..
                } => {
                    self.block(then, true);
                    self.block(otherwise, true);
                }
                // An inner loop has given what it can to the block that contains it.
                Op::Scope { body, .. } => self.block(body, conditional),
                Op::Try { body, handler } => {
                    self.block(body, conditional);
                    self.block(handler, true);
                }
                _other => {}
            }
            conditional |= stmt.op.is_compound();
            kept.push(stmt);
        }
        block.stmts = kept;
    }

    fn moves(&self, op: &Op, conditional: bool) -> bool {
        if let Op::Get(local) = op {
            return !self.set.contains(local);
        }
        match op {
            Op::Load(access) if conditional || !self.keeps_elements(access) => return false,
            Op::Load(_) => {}
            op if !op.is_pure() || conditional && !is_cheap(op) => return false,
            _ => {}
        }
        let mut is_fixed = true;
        op.for_each_operand(|value| is_fixed &= !self.changing.contains(value));
        is_fixed
    }
}

impl Mover<'_> {
    /// Whether reading an element cannot fail, and the loop changes none of the array.
    fn keeps_elements(&self, access: &Access) -> bool {
        let is_number = |kind: &ElemKind| !kind.is_object();
        let Stored::Into(into) = &self.stored else {
            return false;
        };
        matches!(access.mode, AccessMode::Safe | AccessMode::Unchecked)
            && self.arrays.kinds.get(&access.array).is_some_and(is_number)
            && into
                .iter()
                .all(|other| self.arrays.differ(access.array, *other))
    }
}

/// Whether an operation may be computed in vain.
fn is_cheap(op: &Op) -> bool {
    match op {
        Op::Const(_) | Op::Dim(..) | Op::Numel(_) | Op::Convert(_) => true,
        Op::Compare(..) | Op::Select { .. } => true,
        Op::Unary(op, _) => !op.is_slow(),
        Op::Binary(op, ..) => !op.is_slow(),
        _other => false,
    }
}
