//! `--check=nan,inf`: every real number that is assigned to a variable or an element of an array is looked at before.
//!
//! The pass runs on the program as it is made, so that no engine and no other pass can hide a value.
//!
//! *Invariant:* a program whose values all pass computes what it computes without the pass.

use crate::base::IndexVec;
use crate::mir::data::*;
use quasar_abi::RtError;

/// What is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Values that are not numbers.
    pub nan: bool,
    /// Infinite values.
    pub infinity: bool,
}

/// Adds the checks to all functions.
pub fn check_numbers(program: &mut Program, checks: Checks) {
    let Program {
        functions, strings, ..
    } = program;
    for function in functions.iter_mut() {
        let mut body = std::mem::take(&mut function.body);
        let loc = function.loc;
        let mut checker = Checker {
            function,
            strings,
            checks,
            loc,
            out: Vec::new(),
        };
        checker.block(&mut body);
        function.body = body;
    }
}

struct Checker<'p> {
    function: &'p mut Function,
    strings: &'p mut IndexVec<StrId, String>,
    checks: Checks,
    /// The place of the statement being looked at.
    loc: Loc,
    /// The statements of the block being made.
    out: Vec<Stmt>,
}

impl Checker<'_> {
    fn block(&mut self, block: &mut Block) {
        let outer = std::mem::take(&mut self.out);
        for mut stmt in std::mem::take(&mut block.stmts) {
            for inner in stmt.op.blocks_mut() {
                self.block(inner);
            }
            self.loc = stmt.loc;
            self.before(&stmt.op);
            self.out.push(stmt);
        }
        block.stmts = std::mem::replace(&mut self.out, outer);
    }

    /// The checks of what an operation assigns.
    fn before(&mut self, op: &Op) {
        match op {
            Op::Set(local, value) => {
                let name = self.function.locals[*local].name.clone();
                // What the compiler keeps for itself is checked when a variable gets it.
                if let Some(name) = name.filter(|name| !name.starts_with('$')) {
                    self.value(*value, &format!("the value of '{name}'"));
                }
            }
            Op::SetGlobal(_, value) => self.value(*value, "the value of a variable"),
            Op::Store(access, values) | Op::Atomic(_, access, values) => {
                let name = access.name.map(|name| self.strings[name].clone());
                let what = name.map_or("an element".to_owned(), |name| {
                    format!("an element of '{name}'")
                });
                values.iter().for_each(|value| self.value(*value, &what));
            }
            _other => {}
        }
    }

    fn value(&mut self, value: Value, what: &str) {
        let ty = self.function.values[value].ty;
        let limit = match ty {
            Ty::F32 => Const::F32(f32::INFINITY),
            Ty::F64 => Const::F64(f64::INFINITY),
            Ty::Bool | Ty::I32 | Ty::I64 | Ty::Array(_) | Ty::Str => return,
        };
        if self.checks.nan {
            self.raise_when(CompareOp::Ne, value, value, RtError::NotANumber, what);
        }
        if self.checks.infinity {
            let limit = self.emit(Op::Const(limit), ty);
            let negative = self.emit(Op::Unary(UnaryOp::Neg, limit), ty);
            self.raise_when(CompareOp::Eq, value, limit, RtError::NotFinite, what);
            self.raise_when(CompareOp::Eq, value, negative, RtError::NotFinite, what);
        }
    }

    fn raise_when(&mut self, op: CompareOp, left: Value, right: Value, row: RtError, what: &str) {
        let cond = self.emit(Op::Compare(op, left, right), Ty::Bool);
        let outer = std::mem::take(&mut self.out);
        let code = self.emit(Op::Const(Const::I32(row.code())), Ty::I32);
        let text = self.text(what);
        let text = self.emit(Op::Const(Const::Str(text)), Ty::Str);
        let raise = Op::Runtime {
            func: RtFn::error_raise_row,
            args: vec![code],
            list: vec![ListEntry::Value(text)],
        };
        self.push(raise, Vec::new());
        let stmts = std::mem::replace(&mut self.out, outer);
        let branch = Op::If {
            cond,
            then: Block { stmts },
            otherwise: Block::default(),
        };
        self.push(branch, Vec::new());
    }

    fn text(&mut self, text: &str) -> StrId {
        match known_text(self.strings, text) {
            Some(known) => known,
            None => self.strings.push(text.to_owned()),
        }
    }

    fn emit(&mut self, op: Op, ty: Ty) -> Value {
        let value = self.function.values.push(ValueData { ty });
        self.push(op, vec![value]);
        value
    }

    fn push(&mut self, op: Op, results: Vec<Value>) {
        let loc = self.loc;
        self.out.push(Stmt { op, results, loc });
    }
}

/// The constant with this text, if there is one.
fn known_text(strings: &IndexVec<StrId, String>, text: &str) -> Option<StrId> {
    let mut all = strings.iter_enumerated();
    all.find(|(_, known)| *known == text).map(|(id, _)| id)
}
