//! The rules of SPMD code.
//!
//! *Invariant:* a function that breaks a rule is a bug of this room: the verifier panics and prints the function.

use super::families::{call_op, load_op, store_op, uniform_op, value_op};
use super::ir::{
    BYTES_AT_ONCE, BlockId, Elem, Function, Inst, MOST_INTERLEAVED, MOST_NEIGHBOURS, Memory, Op,
    Target, Terminator, Type, Val,
};
use crate::base::IndexVec;
use crate::mir::{AccessMode, BinaryOp, UnaryOp};

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

/// Whether SPMD code has an operation for lanes of a type: MIR has it, and it is an instruction, no call of the runtime.
pub fn has_unary(op: UnaryOp, elem: Elem) -> bool {
    op.function(elem.ty()).is_some() && op.rows().is_empty()
}

/// The same of an operation on two operands.
pub fn has_binary(op: BinaryOp, elem: Elem) -> bool {
    op.function(elem.ty()).is_some() && op.row(elem.ty()).is_none()
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
                        found = check_use(&definitions, &dominators, value, block, at);
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
        let end = data.insts.len();
        let check = |value| check_use(definitions, dominators, value, block, end);
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

    fn inst(&self, inst: &Inst) -> Verdict {
        self.result(inst)?;
        self.operation(inst)?;
        self.memory(&inst.op)?;
        self.operands(inst)
    }

    /// Whether there is a result, and its shape, where the operation has it in one shape only.
    fn result(&self, inst: &Inst) -> Verdict {
        let shape = match &inst.op {
            store_op!() => {
                return require(inst.result.is_none(), || {
                    format!("{} has a result", inst.op.name())
                });
            }
            uniform_op!() => Some(false),
            Op::Splat(_)
            | Op::LaneIndex
            | Op::WithLane(..)
            | Op::SwapGroups(..)
            | Op::Between { .. }
            | Op::ByteDifferences(..)
            | Op::LoadBytes { .. }
            | Op::MaskedLoad { .. }
            | Op::LoadLanes { .. }
            | Op::Gather { .. }
            | Op::GatherRun { .. } => Some(true),
            Op::Const(_)
            | Op::Unary(..)
            | Op::Binary(..)
            | Op::ShiftRightLogical(..)
            | Op::Compare(..)
            | Op::Inside(..)
            | Op::Select(..)
            | Op::Convert(_)
            | Op::Truncate(_)
            | Op::RoundEven(_)
            | Op::Bitcast(_)
            | Op::Fma { .. }
            | Op::MapIndex { .. }
            | Op::Load { .. }
            | Op::Call(..) => None,
        };
        let Some(result) = inst.result else {
            return Err(format!("{} has no result", inst.op.name()));
        };
        let ty = self.ty(result);
        require(shape.is_none_or(|varying| ty.varying == varying), || {
            format!("{} with a result that is {ty}", inst.op.name())
        })
    }

    /// Whether SPMD code has the operation for lanes of these types.
    fn operation(&self, inst: &Inst) -> Verdict {
        let Some(result) = inst.result.map(|value| self.ty(value)) else {
            return Ok(());
        };
        let is_whole = |ty: Type| matches!(ty.elem, Elem::I32 | Elem::I64);
        let (legal, ty) = match &inst.op {
            Op::Unary(op, _) => (has_unary(*op, result.elem), result),
            Op::Binary(op, ..) => (has_binary(*op, result.elem), result),
            Op::Compare(op, a, _) => {
                let ty = self.ty(*a);
                (op.function(ty.elem.ty()).is_some(), ty)
            }
            Op::Inside(index, _) => {
                let ty = self.ty(*index);
                (ty.elem == Elem::I32, ty)
            }
            Op::ShiftRightLogical(..) => (is_whole(result), result),
            Op::SwapGroups(_, apart) => {
                let fits = apart.is_power_of_two() && *apart < self.function.lanes;
                (fits && result.elem != Elem::Bool, result)
            }
            Op::Between { at, apart, .. } => {
                let fits = 0 < *at && at < apart && *apart < self.function.lanes;
                (fits && result.elem != Elem::Bool, result)
            }
            Op::Truncate(a) => {
                let ty = self.ty(*a);
                (ty.elem.is_float() && is_whole(result), ty)
            }
            Op::RoundEven(_) | Op::Fma { .. } => (result.elem.is_float(), result),
            Op::Bitcast(a) => (same_width(self.ty(*a).elem, result.elem), self.ty(*a)),
            Op::MapIndex { mode, .. } => (maps(*mode), result),
            Op::Const(_)
            | Op::Select(..)
            | Op::Convert(_)
            | Op::Splat(_)
            | Op::LaneIndex
            | Op::ByteDifferences(..)
            | Op::Any(_)
            | Op::All(_)
            | Op::Lane(..)
            | Op::WithLane(..)
            | Op::FirstLane { .. }
            | Op::Header { .. }
            | Op::Zeros
            | Op::Slot(_) => return Ok(()),
            load_op!() | store_op!() | call_op!() => return Ok(()),
        };
        require(legal, || {
            format!("{} of {ty} is no operation of SPMD code", inst.op.name())
        })
    }

    /// Only atomic operations know 16-bit floats; what loads and stores them converts their bits.
    fn memory(&self, op: &Op) -> Verdict {
        match op {
            Op::Load { memory, .. }
            | Op::MaskedLoad { memory, .. }
            | Op::LoadLanes { memory, .. }
            | Op::Gather { memory, .. }
            | Op::GatherRun { memory, .. }
            | Op::Store { memory, .. }
            | Op::Scatter { memory, .. }
            | Op::StoreInterleaved { memory, .. } => require(*memory != Memory::F16, || {
                format!("{} of 16-bit floats", op.name())
            }),
            Op::LoadBytes { .. } | value_op!() | call_op!() => Ok(()),
        }
    }

    /// The types of an operation's operands.
    fn operands(&self, inst: &Inst) -> Verdict {
        let result = inst.result.map(|value| self.ty(value));
        let address = Type::uniform(Elem::I64);
        match (&inst.op, result) {
            (Op::Unary(_, a), Some(ty)) => self.expect(*a, ty),
            (Op::Binary(_, a, b), Some(ty)) => {
                self.expect(*a, ty)?;
                self.expect(*b, ty)
            }
            (Op::Compare(_, a, b) | Op::Inside(a, b), Some(ty)) => {
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
            (Op::SwapGroups(a, _), Some(ty)) => self.expect(*a, ty),
            (Op::Between { low, high, .. }, Some(ty)) => {
                self.expect(*low, ty)?;
                self.expect(*high, ty)
            }
            (Op::ByteDifferences(a, b), Some(ty)) => {
                self.expect(*a, ty)?;
                self.expect(*b, ty)?;
                self.bytes_at_once(ty)
            }
            (Op::LoadBytes { address: at, .. }, Some(ty)) => {
                self.expect(*at, address)?;
                self.bytes_at_once(ty)
            }
            (Op::Any(mask) | Op::All(mask), Some(_)) => {
                self.expect(*mask, Type::varying(Elem::Bool))
            }
            (Op::Load { address: at, .. } | Op::Header { array: at, .. }, Some(_)) => {
                self.expect(*at, address)
            }
            (
                Op::MaskedLoad {
                    memory,
                    address: at,
                    mask,
                    ..
                },
                Some(_),
            ) => {
                self.expect(*at, address)?;
                self.expect(*mask, Type::varying(Elem::Bool))?;
                require(memory.has_32_bits(), || format!("masked {memory:?}"))
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
                Op::GatherRun {
                    memory,
                    address: from,
                    index,
                    count,
                    at,
                    ..
                },
                Some(_),
            ) => {
                self.expect(*from, address)?;
                self.expect(*index, Type::varying(Elem::I32))?;
                require(memory.has_32_bits(), || format!("runs of {memory:?}"))?;
                let fits = (2..=MOST_NEIGHBOURS).contains(&(*count as usize)) && at < count;
                require(fits, || format!("element {at} of {count}"))
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
            (
                Op::StoreInterleaved {
                    memory,
                    address: at,
                    values,
                    mask,
                    ..
                },
                None,
            ) => {
                self.expect(*at, address)?;
                if let Some(mask) = mask {
                    self.expect(*mask, Type::varying(Elem::Bool))?;
                    require(memory.has_32_bits(), || format!("masked {memory:?}"))?;
                }
                let few = (2..=MOST_INTERLEAVED).contains(&values.len());
                require(few, || format!("{} interleaved values", values.len()))?;
                let mut values = values.iter();
                values.try_for_each(|value| self.expect(*value, Type::varying(memory.elem())))
            }
            (value_op!() | load_op!() | store_op!() | call_op!(), _) => Ok(()),
        }
    }

    fn bytes_at_once(&self, ty: Type) -> Verdict {
        let lanes = self.function.lanes;
        let fits = ty.elem == Elem::I32 && BYTES_AT_ONCE.contains(&lanes);
        require(fits, || format!("{lanes} bytes at once"))
    }

    fn same_shape(&self, value: Val, ty: Type) -> Verdict {
        match self.ty(value).varying == ty.varying {
            true => Ok(()),
            false => Err(format!("{value} has another shape than the result {ty}")),
        }
    }
}

fn require(holds: bool, problem: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(problem()) }
}

/// Whether lanes of the types have equally many bits, all of which count.
fn same_width(a: Elem, b: Elem) -> bool {
    let bits = |elem| match elem {
        Elem::Bool => None,
        Elem::I32 | Elem::F32 => Some(32),
        Elem::I64 | Elem::F64 => Some(64),
    };
    bits(a).is_some() && bits(a) == bits(b)
}

/// Whether the mode brings every index inside.
fn maps(mode: AccessMode) -> bool {
    match mode {
        AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped => true,
        AccessMode::Checked | AccessMode::Safe | AccessMode::Unchecked => false,
    }
}

fn check_use(
    definitions: &Definitions,
    dominators: &IndexVec<BlockId, Option<BlockId>>,
    value: Val,
    block: BlockId,
    at: usize,
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
    use crate::mir::{AtomicOp, CompareOp, Loc};

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

    const ELEMS: [Elem; 5] = [Elem::Bool, Elem::I32, Elem::I64, Elem::F32, Elem::F64];
    const WHOLE: [Elem; 2] = [Elem::I32, Elem::I64];
    const FLOAT: [Elem; 2] = [Elem::F32, Elem::F64];

    /// What is wrong with an operation on values of a type, and with another result than the operands.
    fn problem(of: Type, result: Option<Type>, op: impl FnOnce(Val) -> Op) -> Option<String> {
        let mut function = two_blocks(false);
        let entry = function.entry();
        let operand = function.types.push(of);
        let result = result.map(|ty| function.types.push(ty));
        let ops = [(Op::Const(0), Some(operand)), (op(operand), result)];
        let insts = ops.map(|(op, result)| Inst {
            op,
            result,
            loc: Loc::from_index(0),
        });
        function.blocks[entry].insts.extend(insts);
        let order = function.reverse_postorder();
        let function = &function;
        Verifier { function, order }.run().err()
    }

    /// The types of lanes for which the verifier refuses an operation, which it names; of both shapes.
    fn refused(name: &str, op: impl Fn(Val) -> Op) -> Vec<Elem> {
        let refuses = |elem: &Elem| {
            let found =
                [Type::uniform(*elem), Type::varying(*elem)].map(|ty| problem(ty, Some(ty), &op));
            if let [Some(uniform), Some(varying)] = &found {
                for problem in [uniform, varying] {
                    assert!(problem.starts_with(name), "{problem}");
                    assert!(
                        problem.ends_with("is no operation of SPMD code"),
                        "{problem}"
                    );
                }
            }
            assert_eq!(found[0].is_some(), found[1].is_some(), "{name} {elem:?}");
            found[0].is_some()
        };
        ELEMS.into_iter().filter(refuses).collect()
    }

    #[test]
    fn illegal_operations_on_one_number_are_found() {
        for &op in UnaryOp::ALL {
            let wanted = match op {
                UnaryOp::Neg | UnaryOp::Abs => vec![Elem::Bool],
                UnaryOp::Not => [WHOLE, FLOAT].concat(),
                UnaryOp::BitNot => [&[Elem::Bool], &FLOAT[..]].concat(),
                UnaryOp::Sqrt
                | UnaryOp::Floor
                | UnaryOp::Ceil
                | UnaryOp::Round
                | UnaryOp::Trunc => [&[Elem::Bool], &WHOLE[..]].concat(),
                UnaryOp::RoundHalf => ELEMS.to_vec(),
            };
            assert_eq!(refused(op.name(), |a| Op::Unary(op, a)), wanted, "{op:?}");
        }
    }

    #[test]
    fn illegal_operations_on_two_numbers_are_found() {
        for &op in BinaryOp::ALL {
            let wanted = match op {
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Min | BinaryOp::Max => {
                    vec![Elem::Bool]
                }
                BinaryOp::Div => [&[Elem::Bool], &WHOLE[..]].concat(),
                BinaryOp::IntDiv | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => {
                    [&[Elem::Bool], &FLOAT[..]].concat()
                }
                BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => FLOAT.to_vec(),
                BinaryOp::IntPow => ELEMS.to_vec(),
            };
            let found = refused(op.name(), |a| Op::Binary(op, a, a));
            assert_eq!(found, wanted, "{op:?}");
        }
    }

    #[test]
    fn orders_of_truth_values_are_found() {
        let truth = Type::varying(Elem::Bool);
        for &op in CompareOp::ALL {
            let found = problem(truth, Some(truth), |a| Op::Compare(op, a, a));
            let is_order = !matches!(op, CompareOp::Eq | CompareOp::Ne);
            assert_eq!(found.is_some(), is_order, "{op:?}");
        }
    }

    #[test]
    fn operations_of_spmd_code_alone_have_their_types() {
        assert_eq!(
            refused("ShiftRightLogical", |a| Op::ShiftRightLogical(a, 1)),
            [Elem::Bool, Elem::F32, Elem::F64]
        );
        assert_eq!(
            refused("RoundEven", Op::RoundEven),
            [Elem::Bool, Elem::I32, Elem::I64]
        );
        let product = |a| Op::Fma {
            a,
            b: a,
            c: a,
            negate_product: false,
            negate_summand: false,
        };
        assert_eq!(refused("Fma", product), [Elem::Bool, Elem::I32, Elem::I64]);
        assert_eq!(refused("Bitcast", Op::Bitcast), [Elem::Bool]);
        assert_eq!(refused("Truncate", Op::Truncate), ELEMS);
    }

    #[test]
    fn modes_that_map_no_index_are_found() {
        let ty = Type::uniform(Elem::I32);
        let with = |mode| {
            problem(ty, Some(ty), |index| Op::MapIndex {
                mode,
                index,
                extent: index,
            })
        };
        assert_eq!(with(AccessMode::Mirror), None);
        for mode in [AccessMode::Checked, AccessMode::Safe, AccessMode::Unchecked] {
            let found = with(mode).expect("a problem");
            assert!(found.starts_with("MapIndex of i32"), "{found}");
        }
    }

    #[test]
    fn results_of_another_shape_are_found() {
        let (uniform, varying) = (Type::uniform(Elem::I32), Type::varying(Elem::I32));
        let lane = |ty| problem(varying, Some(ty), |a| Op::Lane(a, 0));
        assert_eq!(lane(uniform), None);
        let found = lane(varying).expect("a problem");
        assert_eq!(found, "Lane with a result that is varying i32");
        let found = problem(uniform, Some(uniform), |_| Op::LaneIndex).expect("a problem");
        assert_eq!(found, "LaneIndex with a result that is i32");
        let found = problem(uniform, None, |a| Op::Unary(UnaryOp::Neg, a)).expect("a problem");
        assert_eq!(found, "neg has no result");
    }

    #[test]
    fn plain_accesses_to_16_bit_floats_are_found() {
        let address = Type::uniform(Elem::I64);
        let load = |memory, address| Op::Load {
            memory,
            address,
            offset: 0,
        };
        let loaded = Type::uniform(Elem::F32);
        let found = problem(address, Some(loaded), |a| load(Memory::F16, a));
        assert_eq!(found.as_deref(), Some("Load of 16-bit floats"));
        let change = |address| Op::Atomic {
            op: AtomicOp::Exchange,
            memory: Memory::F16,
            address,
            offset: 0,
            value: address,
            expected: None,
            shared: true,
        };
        assert_eq!(problem(address, Some(loaded), change), None);
    }
}
