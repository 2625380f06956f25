//! Statements, and operations without effect.
//!
//! *Invariant:* behind a jump of all lanes nothing is built.

use crate::base::Id;
use crate::mir::families::{block_op, call_op, jump_op, memory_op};
use crate::mir::{BinaryOp, Block, CompareOp, Const, Op, Stmt, UnaryOp, Value, row_results};
use crate::spmd::ir::{Elem, Val};

use super::Builder;
use super::values::elem_of;

impl<'a> Builder<'a> {
    pub(in crate::spmd) fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            if !self.reachable {
                return;
            }
            self.stmt(stmt);
        }
    }

    pub(in crate::spmd) fn stmt(&mut self, stmt: &Stmt) {
        self.e.loc = stmt.loc;
        match &stmt.op {
            Op::Const(constant) => self.constant(stmt.results[0], *constant),
            Op::Get(local) => {
                let value = self.vars[local.index()].expect("locals are initialised");
                if self.numbers[*local] {
                    self.e.promise_number(value);
                }
                self.define(stmt.results[0], value);
            }
            Op::Set(local, value) => self.set(*local, *value),
            Op::Load(access) => self.load(stmt, access),
            Op::Store(access, values) => self.store(access, values),
            Op::Atomic(op, access, values) => self.atomic(stmt, *op, access, values),
            Op::Runtime { func, args, list } => self.raise(*func, args, list),
            Op::If {
                cond,
                then,
                otherwise,
            } => self.if_(*cond, then, otherwise),
            Op::For {
                label,
                index,
                start,
                stop,
                step,
                body,
                ..
            } => self.for_(*label, *index, [*start, *stop, *step], body),
            Op::Loop { label, body } => self.loop_(*label, body),
            Op::Scope { label, body } => self.scope(*label, body),
            Op::Break(label) => self.break_(*label),
            Op::Continue(label) => self.continue_(*label),
            Op::Return(_) => self.return_(),
            op => self.pure(op, stmt.results[0]),
        }
    }

    fn constant(&mut self, result: Value, constant: Const) {
        let value = match constant {
            Const::Bool(value) => self.e.bool(value),
            Const::OnGpu => self.e.bool(false),
            Const::I32(value) => self.e.i32(value),
            Const::I64(value) => self.e.i64(value),
            Const::F32(value) => self.e.constant(Elem::F32, value.to_bits().into()),
            Const::F64(value) => self.e.constant(Elem::F64, value.to_bits()),
            Const::Null(_) => self.empty_array(),
            Const::Str(id) => {
                self.texts.insert(result, id);
                return;
            }
        };
        self.define(result, value);
    }

    /// Emits an operation without effect whose operands are defined.
    pub(in crate::spmd) fn pure(&mut self, op: &Op, result: Value) {
        if self.interior
            && let Some(&moving) = self.ranges.decided.get(&result)
        {
            let value = self.value(moving);
            return self.define(result, value);
        }
        let value = match op {
            Op::Unary(op, a) => {
                let a = self.value(*a);
                match self.difference_in_a_sum(result, a) {
                    Some(differences) => differences,
                    None => self.unary(*op, a),
                }
            }
            Op::Binary(op, a, b) => {
                let (a, b) = (self.value(*a), self.value(*b));
                self.binary(*op, a, b)
            }
            Op::Compare(op, a, b) => {
                let (a, b) = (self.value(*a), self.value(*b));
                self.e.compare(*op, a, b)
            }
            Op::Math(function, args) => {
                let args: Vec<Val> = args.iter().map(|arg| self.value(*arg)).collect();
                self.math(*function, &args)
            }
            Op::Select {
                cond,
                then,
                otherwise,
            } => {
                let (cond, then) = (self.value(*cond), self.value(*then));
                let otherwise = self.value(*otherwise);
                self.e.select(cond, then, otherwise)
            }
            Op::Convert(a) => {
                let elem = elem_of(self.kernel.values[result].ty);
                let a = self.value(*a);
                self.e.convert(a, elem)
            }
            Op::Dim(array, axis) => {
                let array = self.value(*array);
                let field = quasar_abi::ArrayHeader::dim(usize::from(*axis));
                let extent = self.e.header(array, field);
                self.e.convert(extent, Elem::I32)
            }
            Op::Numel(array) => {
                let array = self.value(*array);
                let count = self.e.header(array, quasar_abi::ArrayHeader::NUMEL);
                self.e.convert(count, Elem::I32)
            }
            Op::Const(constant) => return self.constant(result, *constant),
            Op::Get(_) | Op::Set(..) | Op::Retain(_) | Op::Release(_) => {
                panic!("{op:?} is not pure")
            }
            memory_op!() | call_op!() | block_op!() | jump_op!() => panic!("{op:?} is not pure"),
        };
        self.define(result, value);
    }

    /// An operation on one number; those without an instruction are made of calls.
    fn unary(&mut self, op: UnaryOp, a: Val) -> Val {
        match op.rows() {
            [] => self.e.unary(op, a),
            rows => rows.iter().fold(a, |a, row| {
                let results = row_results(*row);
                let ty = results[0].expect("a number");
                self.call(*row, elem_of(ty), vec![a])
            }),
        }
    }

    /// A binary operation; those without an instruction are made of others.
    pub(in crate::spmd) fn binary(&mut self, op: BinaryOp, a: Val, b: Val) -> Val {
        let elem = self.e.ty(a).elem;
        match (op, op.row(elem.ty())) {
            (_, Some(row)) => self.call(row, elem, vec![a, b]),
            (BinaryOp::Min | BinaryOp::Max, None) if elem.is_float() => self.extreme(op, a, b),
            (_, None) => self.e.binary(op, a, b),
        }
    }

    /// The lesser or greater one, of a number and what is none the number. The machine takes the second one there, so a second one that
    /// is known to be a number needs no more.
    fn extreme(&mut self, op: BinaryOp, a: Val, b: Val) -> Val {
        if a == b || self.e.is_number(b) {
            return self.e.binary(op, a, b);
        }
        if self.e.is_number(a) {
            return self.e.binary(op, b, a);
        }
        let chosen = self.e.binary(op, a, b);
        let alone = self.e.compare(CompareOp::Ne, b, b);
        self.e.select(alone, a, chosen)
    }
}
