//! Appends statements to a function that is being rewritten or made.
//!
//! *Invariant:* every statement gets the place of the loop that it stands for.

use crate::base::Id;
use crate::mir::{
    BinaryOp, CompareOp, Const, Function, Label, Loc, Local, Op, RtFn, Stmt, Ty, Value, ValueData,
};

/// Statements for a function, not yet in one of its blocks.
#[derive(Debug)]
pub struct Emitter<'a> {
    /// The function, whose tables grow.
    pub function: &'a mut Function,
    /// The statements so far.
    pub stmts: Vec<Stmt>,
    /// Their place.
    pub loc: Loc,
}

impl<'a> Emitter<'a> {
    /// Nothing yet.
    pub fn new(function: &'a mut Function, loc: Loc) -> Self {
        Emitter {
            function,
            stmts: Vec::new(),
            loc,
        }
    }

    /// A value without definition.
    pub fn value(&mut self, ty: Ty) -> Value {
        self.function.values.push(ValueData { ty })
    }

    /// A new label.
    pub fn label(&mut self) -> Label {
        self.function.labels += 1;
        Label::from_index(self.function.labels as usize - 1)
    }

    /// Appends an operation without results.
    pub fn run(&mut self, op: Op) {
        let loc = self.loc;
        self.stmts.push(Stmt {
            op,
            results: Vec::new(),
            loc,
        });
    }

    /// Appends an operation with one result.
    pub fn define(&mut self, op: Op, ty: Ty) -> Value {
        let (result, loc) = (self.value(ty), self.loc);
        self.stmts.push(Stmt {
            op,
            results: vec![result],
            loc,
        });
        result
    }

    /// A constant.
    pub fn constant(&mut self, constant: Const) -> Value {
        self.define(Op::Const(constant), constant.ty())
    }

    /// A binary operation.
    pub fn binary(&mut self, op: BinaryOp, left: Value, right: Value) -> Value {
        let ty = self.function.values[left].ty;
        self.define(Op::Binary(op, left, right), ty)
    }

    /// A comparison.
    pub fn compare(&mut self, op: CompareOp, left: Value, right: Value) -> Value {
        self.define(Op::Compare(op, left, right), Ty::Bool)
    }

    /// A conversion of a number.
    pub fn convert(&mut self, value: Value, ty: Ty) -> Value {
        self.define(Op::Convert(value), ty)
    }

    /// What a row of the runtime without arguments answers.
    pub fn ask(&mut self, func: RtFn) -> Value {
        let asked = Op::Runtime {
            func,
            args: Vec::new(),
            list: Vec::new(),
        };
        self.define(asked, Ty::I32)
    }

    /// The value of a variable.
    pub fn get(&mut self, local: Local) -> Value {
        let ty = self.function.locals[local].ty;
        self.define(Op::Get(local), ty)
    }

    /// Whether the arrays of all pairs are different.
    pub fn all_different(&mut self, pairs: impl IntoIterator<Item = (Value, Value)>) -> Value {
        let mut any = self.constant(Const::I32(0));
        for (left, right) in pairs {
            let op = Op::Runtime {
                func: RtFn::object_same,
                args: vec![left, right],
                list: Vec::new(),
            };
            let one = self.define(op, Ty::I32);
            any = self.binary(BinaryOp::Or, any, one);
        }
        let zero = self.constant(Const::I32(0));
        self.compare(CompareOp::Eq, any, zero)
    }
}
