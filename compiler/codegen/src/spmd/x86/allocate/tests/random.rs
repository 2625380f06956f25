//! Random functions: nests of branches and loops with more values than registers, calls, and registers that are named.
//!
//! *Invariant:* every operand is defined on every way to it, so that the checker's word counts.

use regalloc2::{Operand, RegClass, VReg};

use super::super::super::machine::{
    Action, Condition, Function, Inst, Level, Successor, general, registers,
};
use super::super::{allocate, caller_saved};
use super::{inst, loc};

/// Numbers that look random (Marsaglia, "Xorshift RNGs", 2003).
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

struct Maker {
    chance: Chance,
    out: Function,
    block: usize,
    /// What is defined on every way to here.
    known: Vec<VReg>,
    classes: Vec<RegClass>,
}

#[test]
fn random_functions_are_proven() {
    for seed in 0..400 {
        for level in [Level::Avx2, Level::Avx512] {
            allocate(Maker::function(level, seed));
        }
    }
}

impl Maker {
    fn function(level: Level, seed: u64) -> Function {
        let mut classes = vec![RegClass::Int, RegClass::Float];
        if level == Level::Avx512 {
            classes.push(RegClass::Vector);
        }
        let mut maker = Maker {
            chance: Chance::new(seed + 1),
            out: Function::new(level),
            block: 0,
            known: Vec::new(),
            classes,
        };
        let values = 3 + maker.chance.below(50);
        (0..values).for_each(|_| maker.operation());
        maker.statements(3);
        maker.finish()
    }

    fn finish(mut self) -> Function {
        for value in self.known.clone() {
            if self.chance.below(2) == 0 {
                self.push(vec![Operand::any_use(value)]);
            }
        }
        let status = self.define(RegClass::Int);
        let operands = vec![Operand::reg_fixed_use(status, registers::RAX)];
        let last = Inst::new(Action::Return, operands, loc());
        self.out.blocks[self.block].insts.push(last);
        self.out
    }

    fn push(&mut self, operands: Vec<Operand>) {
        self.out.blocks[self.block].insts.push(inst(operands));
    }

    fn define(&mut self, class: RegClass) -> VReg {
        let value = self.out.register(class);
        self.push(vec![Operand::reg_def(value)]);
        self.known.push(value);
        value
    }

    /// A known value of a class, or a new one.
    fn value(&mut self, class: RegClass) -> VReg {
        let fitting = |value: &&VReg| value.class() == class;
        let known: Vec<VReg> = self.known.iter().filter(fitting).copied().collect();
        match known.is_empty() {
            true => self.define(class),
            false => known[self.chance.below(known.len())],
        }
    }

    fn class(&mut self) -> RegClass {
        self.classes[self.chance.below(self.classes.len())]
    }

    // ---- Statements --------------------------------------------------------------------------------------------------------------------

    fn statements(&mut self, depth: usize) {
        for _ in 0..2 + self.chance.below(8) {
            match self.chance.below(20) {
                0 | 1 if depth > 0 => self.branch(depth - 1),
                2 | 3 if depth > 0 => self.turns(depth - 1),
                4 => self.call(),
                5 | 6 => self.named(),
                _ => self.operation(),
            }
        }
    }

    /// Operands of all kinds and a result or two.
    fn operation(&mut self) {
        let mut operands = Vec::new();
        for _ in 0..self.chance.below(4) {
            let class = self.class();
            let value = self.value(class);
            operands.push(match self.chance.below(4) {
                0 => Operand::any_use(value),
                1 => Operand::reg_use_at_end(value),
                _ => Operand::reg_use(value),
            });
        }
        let mut results = Vec::new();
        if let Some(first) = operands.first()
            && *first == Operand::reg_use(first.vreg())
            && self.chance.below(2) == 0
        {
            let result = self.out.register(first.class());
            operands.push(Operand::reg_reuse_def(result, 0));
            results.push(result);
        }
        if results.is_empty() || self.chance.below(3) == 0 {
            let class = self.class();
            let result = self.out.register(class);
            operands.push(Operand::reg_def(result));
            results.push(result);
        }
        self.push(operands);
        self.known.extend(results);
    }

    /// An instruction whose operands lie where it wants them, as a division.
    fn named(&mut self) {
        let [a, b, c] = [(); 3].map(|()| self.value(RegClass::Int));
        let [x, y] = [(); 2].map(|()| self.out.register(RegClass::Int));
        let at = self.chance.below(3);
        self.push(vec![
            Operand::reg_use(a),
            Operand::reg_fixed_use(b, general(at)),
            Operand::reg_fixed_def(x, general(0)),
        ]);
        self.push(vec![
            Operand::reg_fixed_use(c, general(6)),
            Operand::reg_fixed_use(x, general(7)),
            Operand::reg_fixed_def(y, general(at)),
        ]);
        self.known.extend([x, y]);
    }

    fn call(&mut self) {
        let count = self.chance.below(4);
        let args: Vec<VReg> = (0..count).map(|_| self.value(RegClass::Int)).collect();
        let places = registers::ARGUMENTS;
        let mut operands: Vec<Operand> = args
            .iter()
            .zip(places)
            .map(|(arg, place)| Operand::reg_fixed_use(*arg, place))
            .collect();
        let result = self.out.register(RegClass::Int);
        operands.push(Operand::reg_fixed_def(result, registers::RAX));
        let mut call = inst(operands);
        call.clobbers = caller_saved(self.out.level);
        call.clobbers.remove(registers::RAX);
        self.out.blocks[self.block].insts.push(call);
        self.known.push(result);
    }

    // ---- Control flow ------------------------------------------------------------------------------------------------------------------

    fn end(&mut self, action: Action, successors: Vec<Successor>) {
        let last = Inst::new(action, Vec::<Operand>::new(), loc());
        self.out.blocks[self.block].insts.push(last);
        self.out.blocks[self.block].successors = successors;
    }

    /// Values for the parameters of a block.
    fn args(&mut self, classes: &[RegClass]) -> Vec<VReg> {
        classes.iter().map(|class| self.value(*class)).collect()
    }

    fn some_classes(&mut self) -> Vec<RegClass> {
        let count = self.chance.below(5);
        (0..count).map(|_| self.class()).collect()
    }

    fn params(&mut self, block: usize, classes: &[RegClass]) {
        let params: Vec<VReg> = classes
            .iter()
            .map(|class| self.out.register(*class))
            .collect();
        self.out.blocks[block].params = params.clone();
        self.known.extend(params);
    }

    /// A choice whose second way is sometimes empty, and sometimes rare.
    fn branch(&mut self, depth: usize) {
        let rare = self.chance.below(3) == 0;
        let [then, join] = [rare, false].map(|cold| self.out.block(cold));
        let classes = self.some_classes();
        let args = self.args(&classes);
        let past = edge(join, args);
        self.end(
            Action::Branch(Condition::Less),
            vec![edge(then, Vec::new()), past],
        );
        let outside = self.known.len();
        self.block = then;
        self.statements(depth);
        let args = self.args(&classes);
        self.end(Action::Jump, vec![edge(join, args)]);
        self.known.truncate(outside);
        self.block = join;
        self.params(join, &classes);
    }

    fn turns(&mut self, depth: usize) {
        let [head, body, exit] = [(); 3].map(|()| self.out.block(false));
        let classes = self.some_classes();
        let args = self.args(&classes);
        self.end(Action::Jump, vec![edge(head, args)]);
        self.block = head;
        self.params(head, &classes);
        self.operation();
        let ways = vec![edge(body, Vec::new()), edge(exit, Vec::new())];
        self.end(Action::Branch(Condition::Less), ways);
        let outside = self.known.len();
        self.block = body;
        self.statements(depth);
        let args = self.args(&classes);
        self.end(Action::Jump, vec![edge(head, args)]);
        self.known.truncate(outside);
        self.block = exit;
    }
}

fn edge(block: usize, args: Vec<VReg>) -> Successor {
    Successor { block, args }
}
