//! The rules of SPMD code.
//!
//! *Invariant:* a function that breaks a rule is a bug of this room: the verifier panics and prints the function.

use super::ir::{BlockId, Elem, Function, Inst, Op, Target, Terminator, Type, Val};
use crate::base::IndexVec;

/// Checks a function.
///
/// # Panics
/// The function breaks a rule; the message has the rule and the function.
pub fn verify(function: &Function, pass: &str) {
    let verifier = Verifier {
        function,
        order: function.reverse_postorder(),
    };
    if let Err(problem) = verifier.run() {
        panic!("after {pass}: {problem}\n{function}");
    }
}

struct Verifier<'a> {
    function: &'a Function,
    /// Reachable blocks, each behind its dominators.
    order: Vec<BlockId>,
}

type Verdict = Result<(), String>;

/// Where a value is defined: the block and the number of the instruction behind it.
type Definitions = IndexVec<Val, Option<(BlockId, usize)>>;

impl Verifier<'_> {
    fn run(&self) -> Verdict {
        let definitions = self.definitions()?;
        let dominators = self.dominators();
        for &block in &self.order {
            let data = &self.function.blocks[block];
            for (at, inst) in data.insts.iter().enumerate() {
                let mut found = Ok(());
                inst.op.for_each_operand(|value| {
                    if found.is_ok() {
                        found = check_use(&definitions, &dominators, value, (block, at));
                    }
                });
                found?;
                self.inst(inst)?;
            }
            self.terminator(block, &definitions, &dominators)?;
        }
        Ok(())
    }

    fn definitions(&self) -> Result<Definitions, String> {
        let mut found: Definitions = IndexVec::filled(None, self.function.types.len());
        for &block in &self.order {
            let data = &self.function.blocks[block];
            let params = data.params.iter().map(|param| (*param, 0));
            let results = data.insts.iter().enumerate();
            let results =
                results.filter_map(|(at, inst)| inst.result.map(|result| (result, at + 1)));
            for (value, at) in params.chain(results) {
                if found[value].replace((block, at)).is_some() {
                    return Err(format!("{value} is defined twice"));
                }
            }
        }
        Ok(found)
    }

    /// The immediate dominator of each reachable block; the entry's is itself.
    fn dominators(&self) -> IndexVec<BlockId, Option<BlockId>> {
        let function = self.function;
        let mut rank = IndexVec::<BlockId, usize>::filled(0, function.blocks.len());
        for (at, block) in self.order.iter().enumerate() {
            rank[*block] = at;
        }
        let mut predecessors: IndexVec<BlockId, Vec<BlockId>> =
            IndexVec::filled(Vec::new(), function.blocks.len());
        for &block in &self.order {
            let terminator = &function.blocks[block].terminator;
            terminator.for_each_target(|target| predecessors[target.block].push(block));
        }
        let mut dominators = IndexVec::filled(None, function.blocks.len());
        dominators[function.entry()] = Some(function.entry());
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &block in &self.order[1..] {
                let known = predecessors[block].iter().copied();
                let known = known.filter(|block| dominators[*block].is_some());
                let common = known.reduce(|a, b| meet(&dominators, &rank, a, b));
                if dominators[block] != common {
                    dominators[block] = common;
                    changed = true;
                }
            }
        }
        dominators
    }

    fn ty(&self, value: Val) -> Type {
        self.function.types[value]
    }

    fn terminator(
        &self,
        block: BlockId,
        definitions: &Definitions,
        dominators: &IndexVec<BlockId, Option<BlockId>>,
    ) -> Verdict {
        let data = &self.function.blocks[block];
        let end = (block, data.insts.len());
        let check = |value| check_use(definitions, dominators, value, end);
        match &data.terminator {
            Terminator::Open => return Err(format!("{block} is open")),
            Terminator::Jump(_) => {}
            Terminator::Branch { cond, .. } => {
                check(*cond)?;
                self.expect(*cond, Type::uniform(Elem::Bool))?;
            }
            Terminator::Return(status) => {
                check(*status)?;
                self.expect(*status, Type::uniform(Elem::I32))?;
            }
        }
        let mut found = Ok(());
        data.terminator.for_each_target(|target| {
            if found.is_ok() {
                found = self
                    .target(target)
                    .and_then(|()| target.args.iter().try_for_each(|value| check(*value)));
            }
        });
        found
    }

    fn target(&self, target: &Target) -> Verdict {
        let params = &self.function.blocks[target.block].params;
        if params.len() != target.args.len() {
            return Err(format!("{} gets a wrong number of values", target.block));
        }
        let mut pairs = params.iter().zip(&target.args);
        pairs.try_for_each(|(param, arg)| self.expect(*arg, self.ty(*param)))
    }

    fn expect(&self, value: Val, ty: Type) -> Verdict {
        match self.ty(value) == ty {
            true => Ok(()),
            false => Err(format!(
                "{value} is {} where {ty} is needed",
                self.ty(value)
            )),
        }
    }

    /// The types of an operation's operands.
    fn inst(&self, inst: &Inst) -> Verdict {
        let result = inst.result.map(|value| self.ty(value));
        let address = Type::uniform(Elem::I64);
        match (&inst.op, result) {
            (Op::Unary(_, a), Some(ty)) => self.expect(*a, ty),
            (Op::Binary(_, a, b), Some(ty)) => {
                self.expect(*a, ty)?;
                self.expect(*b, ty)
            }
            (Op::Compare(_, a, b), Some(ty)) => {
                self.expect(*b, self.ty(*a))?;
                self.same_shape(*a, ty)
            }
            (Op::Select(mask, yes, no), Some(ty)) => {
                let varying = ty.varying;
                let elem = Elem::Bool;
                self.expect(*mask, Type { elem, varying })?;
                self.expect(*yes, ty)?;
                self.expect(*no, ty)
            }
            (Op::Convert(a) | Op::Truncate(a) | Op::RoundEven(a) | Op::Bitcast(a), Some(ty)) => {
                self.same_shape(*a, ty)
            }
            (Op::Splat(a), Some(ty)) => self.expect(*a, Type::uniform(ty.elem)),
            (Op::Any(mask) | Op::All(mask), Some(_)) => {
                self.expect(*mask, Type::varying(Elem::Bool))
            }
            (Op::Load { address: at, .. } | Op::Header { array: at, .. }, Some(_)) => {
                self.expect(*at, address)
            }
            (
                Op::Gather {
                    address: at, index, ..
                },
                Some(_),
            ) => {
                self.expect(*at, address)?;
                self.expect(*index, Type::varying(Elem::I32))
            }
            (
                Op::Store {
                    address: at, mask, ..
                }
                | Op::Scatter {
                    address: at, mask, ..
                },
                None,
            ) => {
                self.expect(*at, address)?;
                mask.map_or(Ok(()), |mask| self.expect(mask, Type::varying(Elem::Bool)))
            }
            _ => Ok(()),
        }
    }

    fn same_shape(&self, value: Val, ty: Type) -> Verdict {
        match self.ty(value).varying == ty.varying {
            true => Ok(()),
            false => Err(format!("{value} has another shape than the result {ty}")),
        }
    }
}

fn check_use(
    definitions: &Definitions,
    dominators: &IndexVec<BlockId, Option<BlockId>>,
    value: Val,
    (block, at): (BlockId, usize),
) -> Verdict {
    let Some((home, place)) = definitions[value] else {
        return Err(format!("{value} is used in {block} and not defined"));
    };
    let visible = match home == block {
        true => place <= at,
        false => dominates(dominators, home, block),
    };
    match visible {
        true => Ok(()),
        false => Err(format!(
            "{value} of {home} is used in {block}, which it does not reach"
        )),
    }
}

fn dominates(
    dominators: &IndexVec<BlockId, Option<BlockId>>,
    home: BlockId,
    mut block: BlockId,
) -> bool {
    while block != home {
        let Some(above) = dominators[block].filter(|above| *above != block) else {
            return false;
        };
        block = above;
    }
    true
}

/// The nearest common dominator.
fn meet(
    dominators: &IndexVec<BlockId, Option<BlockId>>,
    rank: &IndexVec<BlockId, usize>,
    mut a: BlockId,
    mut b: BlockId,
) -> BlockId {
    while a != b {
        if rank[a] > rank[b] {
            a = dominators[a].expect("blocks in front are done");
        } else {
            b = dominators[b].expect("blocks in front are done");
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Id;
    use crate::mir::{BinaryOp, Loc};

    /// An entry that jumps to a block, which returns `status`.
    fn two_blocks(define_in_second: bool) -> Function {
        let mut function = Function::new("f", 4);
        let (entry, second) = (function.entry(), function.add_block());
        let status = function.types.push(Type::uniform(Elem::I32));
        let inst = Inst {
            op: Op::Const(0),
            result: Some(status),
            loc: Loc::from_index(0),
        };
        let home = if define_in_second { second } else { entry };
        function.blocks[home].insts.push(inst);
        let target = Target {
            block: second,
            args: Vec::new(),
        };
        function.blocks[entry].terminator = Terminator::Jump(target);
        function.blocks[second].terminator = Terminator::Return(status);
        function
    }

    #[test]
    fn values_may_be_used_in_blocks_that_their_own_dominates() {
        verify(&two_blocks(false), "test");
        verify(&two_blocks(true), "test");
    }

    #[test]
    #[should_panic(expected = "is open")]
    fn open_blocks_are_found() {
        verify(&Function::new("f", 4), "test");
    }

    #[test]
    #[should_panic(expected = "where varying i32 is needed")]
    fn mixed_shapes_are_found() {
        let mut function = two_blocks(false);
        let entry = function.entry();
        let status = function.blocks[entry].insts[0].result.expect("a constant");
        let sum = function.types.push(Type::varying(Elem::I32));
        function.blocks[entry].insts.push(Inst {
            op: Op::Binary(BinaryOp::Add, status, status),
            result: Some(sum),
            loc: Loc::from_index(0),
        });
        verify(&function, "test");
    }

    #[test]
    #[should_panic(expected = "which it does not reach")]
    fn uses_in_front_of_the_definition_are_found() {
        let mut function = two_blocks(true);
        let entry = function.entry();
        let second = BlockId::from_index(1);
        let status = function.blocks[second].insts[0].result.expect("a constant");
        let more = function.types.push(Type::uniform(Elem::I32));
        function.blocks[entry].insts.push(Inst {
            op: Op::Binary(BinaryOp::Add, status, status),
            result: Some(more),
            loc: Loc::from_index(0),
        });
        verify(&function, "test");
    }
}
