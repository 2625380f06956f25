//! The pass `common`: a pure operation that was computed already, and is visible, is not computed again.
//!
//! *Invariant:* a statement that is replaced has the operation, operands and result type of the one that replaces it.

use std::collections::HashMap;

use super::simplify::is_commutative;
use crate::base::IndexVec;
use crate::mir::build::ConstKey;
use crate::mir::data::*;

/// Runs the pass on every function.
pub fn common(program: &mut Program) {
    for function in program.functions.iter_mut() {
        let mut finder = Finder {
            values: &function.values,
            known: HashMap::new(),
            same_as: IndexVec::filled(None, function.values.len()),
        };
        finder.block(&mut function.body);
    }
}

/// An operation without its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Const(ConstKey),
    Unary(UnaryOp),
    Binary(BinaryOp),
    Compare(CompareOp),
    Math(MathFn),
    Select,
    Convert(Ty),
    Dim(u8),
    Numel,
}

/// What tells pure operations apart.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    kind: Kind,
    operands: Vec<Value>,
}

struct Finder<'a> {
    values: &'a IndexVec<Value, ValueData>,
    /// Visible results.
    known: HashMap<Key, Value>,
    same_as: IndexVec<Value, Option<Value>>,
}

impl Finder<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut here = Vec::new();
        let mut kept = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            stmt.op.for_each_operand_mut(|value| {
                if let Some(other) = self.same_as[*value] {
                    *value = other;
                }
            });
            if let Some(key) = self.key(&stmt) {
                if let Some(&known) = self.known.get(&key) {
                    self.same_as[stmt.results[0]] = Some(known);
                    continue;
                }
                self.known.insert(key.clone(), stmt.results[0]);
                here.push(key);
            }
            for inner in stmt.op.blocks_mut() {
                self.block(inner);
            }
            kept.push(stmt);
        }
        block.stmts = kept;
        for key in here {
            self.known.remove(&key);
        }
    }

    /// The key of a pure operation.
    fn key(&self, stmt: &Stmt) -> Option<Key> {
        let kind = match &stmt.op {
            Op::Const(constant) => Kind::Const(ConstKey::of(*constant)),
            Op::Unary(op, _) => Kind::Unary(*op),
            Op::Binary(op, ..) => Kind::Binary(*op),
            Op::Compare(op, ..) => Kind::Compare(*op),
            Op::Math(function, _) => Kind::Math(*function),
            Op::Select { .. } => Kind::Select,
            Op::Convert(_) => Kind::Convert(self.values[stmt.results[0]].ty),
            Op::Dim(_, axis) => Kind::Dim(*axis),
            Op::Numel(_) => Kind::Numel,
            other => {
                debug_assert!(!other.is_pure(), "{other:?} is pure and has no key");
                return None;
            }
        };
        let mut operands = Vec::new();
        stmt.op.for_each_operand(|&value| operands.push(value));
        if matches!(kind, Kind::Binary(op) if is_commutative(op)) {
            operands.sort();
        }
        Some(Key { kind, operands })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::passes::testing::random_programs_agree;
    use crate::mir::print;
    use crate::mir::testing::program;

    #[test]
    fn what_is_visible_is_computed_once() {
        let mut program = program(|_, b| {
            let x = b.runtime(RtFn::thread_count, &[], &[])[0];
            let y = b.runtime(RtFn::thread_count, &[], &[])[0];
            let less = b.compare(CompareOp::Lt, x, y);
            b.if_(
                less,
                |b| {
                    let product = b.mul(x, y);
                    let list = b.list(&[product]);
                    b.runtime(RtFn::print, &[], &list);
                },
                |_| (),
            );
            let (first, second) = (b.mul(x, y), b.mul(y, x));
            let difference = b.sub(first, second);
            let list = b.list(&[difference]);
            b.runtime(RtFn::print, &[], &list);
        });
        common(&mut program);
        let text = print::function(&program, &program.functions[program.entry]);
        assert_eq!(text.matches(" = mul").count(), 2, "{text}");
        assert!(text.contains("sub v4, v4"), "{text}");
    }

    #[test]
    fn random_programs_keep_their_meaning() {
        random_programs_agree(common);
    }
}
