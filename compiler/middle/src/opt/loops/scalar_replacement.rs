//! The element that an iteration of a serial loop writes and the next one reads, kept in a variable: in `x[i] = x[i] + x[i-1]` the processor
//! would wait in every iteration for what it has just stored.
//!
//! *Technique:* scalar replacement of a value that one iteration hands to the next (Callahan, Carr and Kennedy, "Improving Register
//! Allocation for Subscripted Variables", PLDI 1990).
//!
//! *Invariant:* nothing else in the loop writes to an array that may be the same, and the storage keeps the values bit for bit.

use super::emit::Emitter;
use super::rematerialise::{can_compute, compute};
use crate::analysis::loops::affine::{AffineForm, Atom, Root};
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::nest::{Nest, NestAccess, Role};
use crate::mir::{
    Access, AccessMode, Block, ElemKind, Function, Label, Local, LocalData, Op, Stmt, StrId, Ty,
    Value,
};
use std::collections::BTreeSet;

/// Arrays with indices that are certainly inside.
pub type Inside = BTreeSet<(Value, Vec<Value>)>;

/// What the making of kernels has found out about a function.
#[derive(Clone, Copy, Debug)]
pub struct Known<'n> {
    /// Accesses that are certainly inside.
    pub inside: &'n Inside,
    /// Loops that stay as they are.
    pub originals: &'n BTreeSet<Label>,
}

/// Keeps the carried elements of all serial loops of a function in variables.
pub fn replace(function: &mut Function, names: &Names, known: Known<'_>) {
    let original = function.clone();
    let def_use = DefUse::of(&original, names);
    let mut replacing = Replacing {
        def_use: &def_use,
        known,
        function,
    };
    let body = replacing.block(&original.body);
    function.body = body;
}

struct Replacing<'a, 'f> {
    def_use: &'a DefUse<'f>,
    known: Known<'a>,
    function: &'a mut Function,
}

impl Replacing<'_, '_> {
    fn block(&mut self, block: &Block) -> Block {
        let stmts = block.stmts.iter().flat_map(|stmt| self.stmt(stmt));
        Block {
            stmts: stmts.collect(),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) -> Vec<Stmt> {
        let parts = ForParts::of(stmt);
        let stays = |parts: &ForParts| self.known.originals.contains(&parts.label);
        if parts.as_ref().is_some_and(stays) {
            return vec![stmt.clone()];
        }
        if parts.is_some() && !has_loops_inside(stmt) {
            let nest = Nest::of(self.def_use, stmt);
            if let Some(carried) =
                replaced(self.def_use, &nest, stmt, self.known.inside, self.function)
            {
                let mut stmts = carried.before;
                stmts.push(carried.stmt);
                return stmts;
            }
        }
        let mut copy = stmt.clone();
        for block in copy.op.blocks_mut() {
            *block = self.block(block);
        }
        vec![copy]
    }
}

fn has_loops_inside(stmt: &Stmt) -> bool {
    let mut loops = 0;
    stmt.for_each_stmt(&mut |inner| loops += usize::from(matches!(inner.op, Op::For { .. })));
    loops > 1
}

/// A loop with what has to stand before it.
struct Carried {
    /// Reads the element for the first iteration.
    before: Vec<Stmt>,
    /// The loop.
    stmt: Stmt,
}

/// The loop with the carried element in a variable, if it has one.
fn replaced(
    def_use: &DefUse,
    nest: &Nest,
    stmt: &Stmt,
    inside: &Inside,
    host: &mut Function,
) -> Option<Carried> {
    let (read, write) = carried(def_use, nest, stmt, inside)?;
    let parts = ForParts::of(stmt)?;
    let (read_at, write_at) = places(parts, read, write)?;
    let (value, name) = loaded(&parts.body.stmts[read_at])?;
    let ty = host.values[value].ty;
    let Op::Store(_, stored) = &parts.body.stmts[write_at].op else {
        return None;
    };
    let fits = stored.len() == 1 && host.values[stored[0]].ty == ty && is_kept_as(write.kind, ty);
    fits.then(|| {
        let local = host.locals.push(LocalData {
            ty,
            name: None,
            loc: stmt.loc,
            kept: None,
        });
        let before = first_read(host, stmt, read, name, local);
        let stmt = in_variable(stmt, read_at, write_at, local, stored[0]);
        Carried { before, stmt }
    })
}

/// The read and the write of the element.
fn carried<'n>(
    def_use: &DefUse,
    nest: &'n Nest,
    stmt: &Stmt,
    inside: &Inside,
) -> Option<(&'n NestAccess, &'n NestAccess)> {
    let mut writes = nest
        .accesses
        .iter()
        .filter(|access| access.role != Role::Read);
    let (Some(write), None) = (writes.next(), writes.next()) else {
        return None;
    };
    let one_loop = nest.loops.len() == 1 && !nest.loops[0].irregular && nest.obstacle.is_none();
    let sure = |access: &NestAccess| {
        !access.conditional && (inside.contains(&access.operands) || names_elements(access))
    };
    let plain = one_loop && write.role == Role::Write && sure(write) && has_no_changes(stmt);
    let step = nest.loops[0].step.as_constant()?;
    let is_it = |read: &&NestAccess| {
        read.role == Role::Read
            && read.root == write.root
            && read.kind == write.kind
            && sure(read)
            && is_a_round_before(nest, read, write, step)
            && can_read_before(def_use, nest, read)
    };
    let read = nest.accesses.iter().find(is_it)?;
    (plain && step != 0).then_some((read, write))
}

/// Whether an access touches the element that its indices name, or none: a read gives 0 then, and a write ends the loop.
fn names_elements(access: &NestAccess) -> bool {
    match access.mode {
        AccessMode::Unchecked => true,
        AccessMode::Safe => access.role == Role::Read,
        AccessMode::Checked => access.role == Role::Write,
        AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped => false,
    }
}

/// Whether the loop has no read-modify-write operations.
fn has_no_changes(stmt: &Stmt) -> bool {
    let mut none = true;
    stmt.for_each_stmt(&mut |inner| none &= !matches!(inner.op, Op::Atomic(..) | Op::Loop { .. }));
    none
}

/// Whether the read names in each iteration what the write has named in the iteration before, and another element than the write names.
fn is_a_round_before(nest: &Nest, read: &NestAccess, write: &NestAccess, step: i64) -> bool {
    let mut moves = false;
    let index = Atom::Index(0);
    let pairs = read.index.iter().zip(&write.index);
    let all = pairs.into_iter().all(|(read, write)| {
        let Some((factor, rest)) = write.coefficient_and_rest(index) else {
            return false;
        };
        let Some(factor) = factor.as_constant().filter(|factor| factor.abs() < 1 << 20) else {
            return false;
        };
        moves |= factor != 0;
        let behind = write.minus(&AffineForm::constant(factor * step));
        can_compute(nest, &rest) && *read == behind
    });
    all && moves && step.abs() < 1 << 20 && read.index.len() == write.index.len()
}

/// Whether the read may be made before the loop.
fn can_read_before(def_use: &DefUse, nest: &Nest, read: &NestAccess) -> bool {
    match read.root {
        Some(Root::Local(local)) => {
            !nest.assigned.contains(&local)
                && matches!(def_use.function.locals[local].ty, Ty::Array(_))
        }
        Some(Root::Value(value)) => !nest.defines(value),
        Some(Root::Global(_)) | None => false,
    }
}

/// Where in the body the read and, behind it, the write stand.
fn places(parts: ForParts, read: &NestAccess, write: &NestAccess) -> Option<(usize, usize)> {
    let position = |wanted: &NestAccess, writes: bool| {
        parts.body.stmts.iter().position(|stmt| match &stmt.op {
            Op::Load(access) => !writes && is_at(access, wanted),
            Op::Store(access, _) => writes && is_at(access, wanted),
            _ => false,
        })
    };
    let (read, write) = (position(read, false)?, position(write, true)?);
    (read < write).then_some((read, write))
}

fn is_at(access: &Access, wanted: &NestAccess) -> bool {
    access.array == wanted.operands.0 && access.index == wanted.operands.1
}

/// What a read gives, and the name of its array.
fn loaded(stmt: &Stmt) -> Option<(Value, Option<StrId>)> {
    match (&stmt.op, stmt.results.as_slice()) {
        (Op::Load(access), &[value]) => Some((value, access.name)),
        _ => None,
    }
}

/// Whether elements of the kind are numbers of the type, bit for bit.
pub fn is_kept_as(kind: ElemKind, ty: Ty) -> bool {
    matches!(
        (kind, ty),
        (ElemKind::F32, Ty::F32)
            | (ElemKind::F64, Ty::F64)
            | (ElemKind::I32, Ty::I32)
            | (ElemKind::I64, Ty::I64)
    )
}

/// Reads what the first iteration reads. The loop may have no iteration, so the element may be outside: it is 0 then.
fn first_read(
    host: &mut Function,
    stmt: &Stmt,
    read: &NestAccess,
    name: Option<StrId>,
    local: Local,
) -> Vec<Stmt> {
    let parts = ForParts::of(stmt).expect("a loop");
    let ty = host.locals[local].ty;
    let mut emitter = Emitter::new(host, stmt.loc);
    let array = match read.root {
        Some(Root::Local(array)) => emitter.get(array),
        Some(Root::Value(value)) => value,
        Some(Root::Global(_)) | None => panic!("an array that cannot be read before the loop"),
    };
    let index = read.index.iter();
    let index = index.map(|form| compute(&mut emitter, form, Some(parts.range.start)));
    let index = index.collect();
    let access = Access {
        array,
        index,
        mode: AccessMode::Safe,
        name,
    };
    let first = emitter.define(Op::Load(access), ty);
    emitter.run(Op::Set(local, first));
    emitter.stmts
}

/// The loop with the read from the variable, which the write also sets.
fn in_variable(stmt: &Stmt, read_at: usize, write_at: usize, local: Local, stored: Value) -> Stmt {
    let mut copy = stmt.clone();
    if let Op::For { body, .. } = &mut copy.op {
        body.stmts[read_at].op = Op::Get(local);
        let set = Stmt {
            op: Op::Set(local, stored),
            results: Vec::new(),
            loc: body.stmts[write_at].loc,
        };
        body.stmts.insert(write_at + 1, set);
    }
    copy
}
