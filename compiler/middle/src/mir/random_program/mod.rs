//! Random well-typed programs for tests: scalars, loops, jumps, arrays, arrays of arrays, strings, globals, calls, launches, errors.
//!
//! *Invariant:* every program passes the verifier and ends soon; a seed gives the same program for ever.

mod kernels;

use crate::mir::build::{ForHeader, FunctionBuilder, ProgramBuilder};
use crate::mir::data::*;
use crate::mir::interpret::Random;
use crate::mir::testing;
use kernels::RandomKernel;

const NUMBERS: [Ty; 5] = [Ty::Bool, Ty::I32, Ty::I64, Ty::F32, Ty::F64];
const ELEMENTS: [ElemKind; 6] = [
    ElemKind::F32,
    ElemKind::I32,
    ElemKind::U8,
    ElemKind::F64,
    ElemKind::C32,
    ElemKind::U32,
];
const MODES: [AccessMode; 5] = [
    AccessMode::Safe,
    AccessMode::Circular,
    AccessMode::Mirror,
    AccessMode::Clamped,
    AccessMode::Checked,
];
const NESTED: Ty = Ty::Array(ElemKind::Array);

/// The seeds of a test: `count` of them, or that many times `QC_FUZZ` for a long run (read when the tests are built).
pub fn seeds(first: u64, count: u64) -> std::ops::Range<u64> {
    let factor = option_env!("QC_FUZZ").and_then(|text| text.parse::<u64>().ok());
    first..first + count * factor.unwrap_or(1)
}

/// The program of a seed.
pub fn random_program(seed: u64) -> Program {
    let mut program = ProgramBuilder::new(testing::nowhere());
    for line in 1..10 {
        program.location(testing::location(line));
    }
    let generator = Generator {
        random: Random::new(seed),
        globals: Vec::new(),
        helpers: Vec::new(),
        kernels: Vec::new(),
        program,
    };
    generator.program()
}

/// A function that can be called.
struct Helper {
    id: FuncId,
    params: Vec<Ty>,
    results: Vec<Ty>,
}

struct Generator {
    random: Random,
    program: ProgramBuilder,
    globals: Vec<(GlobalId, Ty)>,
    helpers: Vec<Helper>,
    kernels: Vec<RandomKernel>,
}

/// What is around the statement under construction.
struct Context {
    b: FunctionBuilder,
    /// Values that are visible, by block.
    visible: Vec<Vec<Value>>,
    locals: Vec<Local>,
    /// Labels that can be left, with whether they are loops.
    targets: Vec<(Label, bool)>,
    results: Vec<Ty>,
    /// Statements that may still be made.
    budget: u32,
}

impl Context {
    fn add(&mut self, value: Value) {
        self.visible.last_mut().expect("an open block").push(value);
    }
}

impl Generator {
    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit as u64) as usize
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.random.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn any_ty(&mut self) -> Ty {
        match self.below(10) {
            0..=5 => self.pick(&NUMBERS),
            6 | 7 => Ty::Array(self.pick(&ELEMENTS)),
            8 => NESTED,
            _rest => Ty::Str,
        }
    }

    fn program(mut self) -> Program {
        let entry = self.program.declare();
        for index in 0..3 {
            let ty = self.any_ty();
            let id = self.program.global(ty, &format!("g{index}"));
            self.globals.push((id, ty));
        }
        for index in 0..self.below(3) {
            self.kernel(index);
        }
        for index in 0..self.below(4) {
            self.helper(index);
        }
        let mut context = self.context("main", vec![], 50);
        for (id, ty) in self.globals.clone() {
            let value = self.fresh(&mut context, ty);
            context.b.set_global(id, value);
        }
        self.body(&mut context);
        self.print_everything(&mut context);
        self.program.define(entry, context.b.finish());
        self.program.finish(entry)
    }

    fn context(&mut self, name: &str, results: Vec<Ty>, budget: u32) -> Context {
        Context {
            b: FunctionBuilder::host(name, results.clone(), testing::line(1)),
            visible: vec![Vec::new()],
            locals: Vec::new(),
            targets: Vec::new(),
            results,
            budget,
        }
    }

    fn helper(&mut self, index: usize) {
        let mut tys = |count: usize| -> Vec<Ty> { (0..count).map(|_| self.any_ty()).collect() };
        let (params, results) = (tys(2), tys(2));
        let mut context = self.context(&format!("helper{index}"), results.clone(), 15);
        for (at, &ty) in params.iter().enumerate() {
            let local = context.b.param(ty, &format!("p{at}"));
            context.locals.push(local);
        }
        self.body(&mut context);
        self.return_(&mut context);
        let id = self.program.add(context.b.finish());
        self.helpers.push(Helper {
            id,
            params,
            results,
        });
    }

    fn body(&mut self, context: &mut Context) {
        for index in 0..6 {
            let ty = self.any_ty();
            let local = context.b.local(ty, Some(&format!("x{index}")));
            context.locals.push(local);
            if !ty.is_handle() || self.chance(70) {
                let value = self.fresh(context, ty);
                context.b.set(local, value);
            }
        }
        self.stmts(context, 0);
    }

    fn stmts(&mut self, context: &mut Context, depth: u32) {
        for _ in 0..3 + self.below(8) {
            if context.budget == 0 || context.b.is_terminated() {
                return;
            }
            context.budget -= 1;
            context
                .b
                .set_loc(testing::line(1 + self.random.below(9) as usize));
            self.stmt(context, depth);
        }
    }

    fn is_kernel(context: &Context) -> bool {
        matches!(context.b.function().kind, FuncKind::Kernel(_))
    }

    fn stmt(&mut self, context: &mut Context, depth: u32) {
        match self.below(20) {
            0..=4 => self.assign(context),
            5 if depth < 3 => self.branch(context, depth),
            6 if depth < 2 => self.counted(context, depth),
            7 if depth < 2 => self.endless(context, depth),
            8 if depth < 3 => self.scope(context, depth),
            9 => self.jump(context),
            10..=13 if Self::is_kernel(context) => self.kernel_load(context),
            18 if Self::is_kernel(context) => self.return_sometimes(context),
            _ if Self::is_kernel(context) => self.assign(context),
            10 | 11 => self.access(context),
            12 | 13 => self.call(context),
            14 => self.set_global(context),
            15 => self.print(context),
            16 => self.store_handle(context),
            17 => self.launch(context),
            18 => self.return_sometimes(context),
            19 if depth < 3 => self.attempt(context, depth),
            _rest => self.assign(context),
        }
    }

    /// A visible value of the type, or a new one.
    fn value(&mut self, context: &mut Context, ty: Ty) -> Value {
        let visible = context.visible.iter().flatten().copied();
        let fitting: Vec<Value> = visible.filter(|&value| context.b.ty(value) == ty).collect();
        if !fitting.is_empty() && self.chance(40) {
            return self.pick(&fitting);
        }
        let locals: Vec<Local> = self.locals_of(context, ty);
        let value = if !locals.is_empty() && self.chance(60) {
            let local = self.pick(&locals);
            context.b.get(local)
        } else if Self::is_kernel(context) || !ty.is_handle() && self.chance(50) {
            self.constant(context, ty)
        } else {
            self.fresh(context, ty)
        };
        if self.chance(60) {
            context.add(value);
        }
        value
    }

    fn locals_of(&self, context: &Context, ty: Ty) -> Vec<Local> {
        let locals = context.locals.iter().copied();
        locals
            .filter(|&local| context.b.local_ty(local) == ty)
            .collect()
    }

    fn constant(&mut self, context: &mut Context, ty: Ty) -> Value {
        match ty {
            Ty::Array(_) | Ty::Str => context.b.constant(Const::Null(ty)),
            number => {
                let value = self.pick(&[0.0, 1.0, 2.0, -1.0, 3.5, -7.25, 1e6, 255.0]);
                context.b.number(number, value)
            }
        }
    }

    /// A value that an operation makes now.
    fn fresh(&mut self, context: &mut Context, ty: Ty) -> Value {
        match ty {
            Ty::Bool => self.comparison(context),
            Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 => self.arithmetic(context, ty),
            Ty::Array(kind) => {
                let dims: Vec<Value> = (0..1 + self.below(2))
                    .map(|_| {
                        let extent = self.random.below(4) as i32;
                        context.b.int(extent)
                    })
                    .collect();
                let number = !kind.is_object();
                let fill = if number && self.chance(50) {
                    Fill::Ones
                } else {
                    Fill::Zeros
                };
                context.b.new_array(kind, &dims, fill)
            }
            Ty::Str => {
                let text = self.pick(&["", "a", "word", "two words"]);
                let id = self.program.string(text);
                let literal = context.b.string(id);
                if self.chance(40) {
                    return literal;
                }
                let number = self.value(context, Ty::I32);
                let made = context.b.list(&[literal, number]);
                context.b.runtime(RtFn::string_from_values, &[], &made)[0]
            }
        }
    }

    /// A comparison of numbers. Its operands are simple, so that making values ends.
    fn comparison(&mut self, context: &mut Context) -> Value {
        let ty = self.pick(&[Ty::I32, Ty::F32, Ty::F64]);
        let (left, right) = (self.operand(context, ty), self.operand(context, ty));
        let op = self.pick(&[CompareOp::Lt, CompareOp::Eq, CompareOp::Ge, CompareOp::Ne]);
        context.b.compare(op, left, right)
    }

    /// A visible value, a local or a constant.
    fn operand(&mut self, context: &mut Context, ty: Ty) -> Value {
        let visible = context.visible.iter().flatten().copied();
        let fitting: Vec<Value> = visible.filter(|&value| context.b.ty(value) == ty).collect();
        let locals = self.locals_of(context, ty);
        match self.below(3) {
            0 if !fitting.is_empty() => self.pick(&fitting),
            1 if !locals.is_empty() => {
                let local = self.pick(&locals);
                context.b.get(local)
            }
            _rest => self.constant(context, ty),
        }
    }

    fn arithmetic(&mut self, context: &mut Context, ty: Ty) -> Value {
        let (left, right) = (self.operand(context, ty), self.operand(context, ty));
        let float = [
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::Div,
            BinaryOp::Min,
            BinaryOp::Max,
            BinaryOp::Rem,
        ];
        let integer = [
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::IntDiv,
            BinaryOp::Rem,
            BinaryOp::IntPow,
            BinaryOp::And,
            BinaryOp::Xor,
            BinaryOp::Shl,
            BinaryOp::Shr,
            BinaryOp::Max,
        ];
        match self.below(5) {
            0 => {
                let from = self.pick(&NUMBERS);
                let value = self.operand(context, from);
                context.b.convert(value, ty)
            }
            1 => {
                let ops = [UnaryOp::Neg, UnaryOp::Abs];
                let op = self.pick(&ops);
                context.b.unary(op, left)
            }
            2 => {
                let cond = self.operand(context, Ty::Bool);
                context.b.select(cond, left, right)
            }
            _binary => {
                let op = if ty.is_float() {
                    self.pick(&float)
                } else {
                    self.pick(&integer)
                };
                context.b.binary(op, left, right)
            }
        }
    }

    fn assign(&mut self, context: &mut Context) {
        let local = self.pick(&context.locals.clone());
        let ty = context.b.local_ty(local);
        let value = self.value(context, ty);
        context.b.set(local, value);
    }

    fn nested(&mut self, context: &mut Context, depth: u32) {
        context.visible.push(Vec::new());
        self.stmts(context, depth + 1);
        context.visible.pop();
    }

    fn branch(&mut self, context: &mut Context, depth: u32) {
        let cond = self.value(context, Ty::Bool);
        context.b.open_block();
        self.nested(context, depth);
        let then = context.b.close_block();
        context.b.open_block();
        if self.chance(60) {
            self.nested(context, depth);
        }
        let otherwise = context.b.close_block();
        context.b.push_if(cond, then, otherwise);
    }

    fn counted(&mut self, context: &mut Context, depth: u32) {
        let (start, step, stop) =
            self.pick(&[(0, 1, 2), (2, -1, 1), (0, 2, 3), (1, 0, 5), (3, 1, 2)]);
        let range = LoopRange {
            start: context.b.int(start),
            step: context.b.int(step),
            stop: context.b.int(stop),
        };
        let header = ForHeader {
            label: context.b.label(),
            index: context.b.value(Ty::I32),
            range,
            directive: LoopDirective::default(),
            name: None,
        };
        context.b.open_block();
        context.targets.push((header.label, true));
        context.visible.push(vec![header.index]);
        self.nested(context, depth);
        context.visible.pop();
        context.targets.pop();
        let body = context.b.close_block();
        context.b.push_for(header, body);
    }

    /// A loop that a counter leaves after two iterations.
    fn endless(&mut self, context: &mut Context, depth: u32) {
        let counter = context.b.local(Ty::I32, None);
        let zero = context.b.int(0);
        context.b.set(counter, zero);
        let label = context.b.label();
        context.b.open_block();
        let (now, one, limit) = (context.b.get(counter), context.b.int(1), context.b.int(2));
        let next = context.b.add(now, one);
        context.b.set(counter, next);
        let over = context.b.compare(CompareOp::Gt, next, limit);
        context.b.if_then(over, |b| b.break_(label));
        context.targets.push((label, true));
        self.nested(context, depth);
        context.targets.pop();
        let body = context.b.close_block();
        context.b.push(Op::Loop { label, body }, Vec::new());
    }

    fn scope(&mut self, context: &mut Context, depth: u32) {
        let label = context.b.label();
        context.b.open_block();
        context.targets.push((label, false));
        self.nested(context, depth);
        context.targets.pop();
        let body = context.b.close_block();
        context.b.push(Op::Scope { label, body }, Vec::new());
    }

    /// Statements that mostly fail somewhere, and a handler that prints why.
    fn attempt(&mut self, context: &mut Context, depth: u32) {
        context.b.open_block();
        context.visible.push(Vec::new());
        self.stmts(context, depth + 1);
        if self.chance(70) {
            self.raise_sometimes(context);
            self.stmts(context, depth + 1);
        }
        context.visible.pop();
        let body = context.b.close_block();
        context.b.open_block();
        context.visible.push(Vec::new());
        let texts = Ty::Array(ElemKind::Text);
        let caught = context.b.runtime_as(RtFn::error_caught, &[], &[], texts);
        if self.chance(70) {
            let zero = context.b.int(0);
            let message = testing::access(caught, &[zero], AccessMode::Checked, None);
            let message = context.b.load_handle(message, Ty::Str);
            context.add(message);
            let list = context.b.list(&[message]);
            context.b.runtime(RtFn::print, &[], &list);
        }
        if self.chance(15) {
            context.b.runtime(RtFn::error_again, &[caught], &[]);
        }
        self.stmts(context, depth + 1);
        context.visible.pop();
        let handler = context.b.close_block();
        context.b.push(Op::Try { body, handler }, Vec::new());
    }

    fn raise_sometimes(&mut self, context: &mut Context) {
        let cond = self.value(context, Ty::Bool);
        let text = self.pick(&["first", "second"]);
        let text = self.program.string(text);
        let reason = context.b.string(text);
        context.b.if_then(cond, |b| {
            let list = b.list(&[reason]);
            b.runtime(RtFn::error_raise, &[], &list);
        });
    }

    fn jump(&mut self, context: &mut Context) {
        if context.targets.is_empty() {
            return;
        }
        let (label, is_loop) = self.pick(&context.targets.clone());
        let cond = self.value(context, Ty::Bool);
        let again = is_loop && self.chance(50);
        let jump = |b: &mut FunctionBuilder| {
            if again {
                b.continue_(label)
            } else {
                b.break_(label)
            }
        };
        if self.chance(80) {
            context.b.if_then(cond, jump);
        } else {
            jump(&mut context.b);
        }
    }

    fn access(&mut self, context: &mut Context) {
        let kind = self.pick(&ELEMENTS);
        let array = self.value(context, Ty::Array(kind));
        let mut index = vec![self.value(context, Ty::I32)];
        if self.chance(30) {
            index = (0..3).map(|_| self.value(context, Ty::I32)).collect();
        }
        // Checked accesses mostly fail, and end the program early.
        let mode = self.pick(&MODES);
        let mode = if mode == AccessMode::Checked && self.chance(80) {
            AccessMode::Safe
        } else {
            mode
        };
        let name = self.program.string("x");
        let access = testing::access(array, &index, mode, Some(name));
        let tys = crate::mir::query::ElemTypes::access_tys(kind);
        match self.below(3) {
            0 => {
                for value in context.b.load(access) {
                    context.add(value);
                }
            }
            1 => {
                let values: Vec<Value> = tys.iter().map(|&ty| self.value(context, ty)).collect();
                context.b.store(access, &values);
            }
            _atomic => {
                let values: Vec<Value> = tys.iter().map(|&ty| self.value(context, ty)).collect();
                let op = self.pick(&[AtomicOp::Add, AtomicOp::Mul, AtomicOp::Exchange]);
                for value in context.b.atomic(op, access, &values) {
                    context.add(value);
                }
            }
        }
    }

    fn call(&mut self, context: &mut Context) {
        if self.helpers.is_empty() {
            return self.assign(context);
        }
        let at = self.below(self.helpers.len());
        let (id, params) = (self.helpers[at].id, self.helpers[at].params.clone());
        let results = self.helpers[at].results.clone();
        let args: Vec<Value> = params.iter().map(|&ty| self.value(context, ty)).collect();
        for value in context.b.call(id, &args, &results) {
            if self.chance(70) {
                context.add(value);
            }
        }
    }

    fn set_global(&mut self, context: &mut Context) {
        let (global, ty) = self.pick(&self.globals.clone());
        if self.chance(50) {
            let value = self.value(context, ty);
            context.b.set_global(global, value);
        } else {
            let value = context.b.get_global(global, ty);
            context.add(value);
        }
    }

    /// Prints a number, or the shape and contents of an array, which may be null.
    fn print(&mut self, context: &mut Context) {
        let ty = self.any_ty();
        let value = self.value(context, ty);
        print_value(&mut context.b, value);
    }

    fn print_everything(&mut self, context: &mut Context) {
        for local in context.locals.clone() {
            let value = context.b.get(local);
            print_value(&mut context.b, value);
        }
    }

    /// Puts an array into an array of arrays, or takes one out.
    fn store_handle(&mut self, context: &mut Context) {
        let outer = self.value(context, NESTED);
        let index = self.value(context, Ty::I32);
        let access = testing::access(outer, &[index], AccessMode::Safe, None);
        if self.chance(60) {
            // Elements have one type in all programs, because a load must know it.
            let inner = self.value(context, Ty::Array(ElemKind::F32));
            context.b.store(access, &[inner]);
        } else {
            let inner = context.b.load_handle(access, Ty::Array(ElemKind::F32));
            context.add(inner);
        }
    }

    fn return_sometimes(&mut self, context: &mut Context) {
        if !self.chance(25) {
            return self.assign(context);
        }
        let cond = self.value(context, Ty::Bool);
        context.b.open_block();
        context.visible.push(Vec::new());
        self.return_(context);
        context.visible.pop();
        let then = context.b.close_block();
        context.b.push_if(cond, then, Block::default());
    }

    fn return_(&mut self, context: &mut Context) {
        let results: Vec<Ty> = context.results.clone();
        let values: Vec<Value> = results.iter().map(|&ty| self.value(context, ty)).collect();
        context.b.return_(&values);
    }
}

/// Prints what can be seen of a value without a null reaching the runtime.
fn print_value(b: &mut FunctionBuilder, value: Value) {
    match b.ty(value) {
        Ty::Bool | Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 => {
            let list = b.list(&[value]);
            b.runtime(RtFn::print, &[], &list);
        }
        Ty::Array(kind) => {
            let count = b.numel(value);
            let list = b.list(&[count]);
            b.runtime(RtFn::print, &[], &list);
            if !kind.is_object() {
                let zero = b.int(0);
                let some = b.compare(CompareOp::Gt, count, zero);
                b.if_then(some, |b| {
                    let list = b.list(&[value]);
                    b.runtime(RtFn::print, &[], &list);
                });
            }
        }
        // A string may be null, and nothing tells.
        Ty::Str => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::interpret::{Options, execute};
    use crate::mir::print;
    use crate::mir::verify::verify;

    #[test]
    fn programs_are_well_typed_and_end() {
        let mut failures = 0;
        for seed in 0..200 {
            let program = random_program(seed);
            verify(&program, "the generator");
            assert!(!print::program(&program).is_empty());
            let options = Options {
                counted: false,
                ..Options::default()
            };
            let outcome = execute(&program, options);
            assert_eq!(outcome.leaked, 0, "seed {seed}");
            failures += usize::from(outcome.failure.is_some());
        }
        assert!(
            (5..120).contains(&failures),
            "{failures} of 200 end with an error"
        );
    }
}
