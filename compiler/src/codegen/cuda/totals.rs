//! Totals: how the threads of a block combine what each has accumulated.
//!
//! Where nothing else is asked for, the threads lay their accumulators down in shared memory, all of them beside each other, and add them
//! up as a tree with one barrier for each of its levels. The memory that this takes is known from the types alone: a launch has
//! [`shared_bytes`] of dynamic shared memory for each thread of a block. Shared arrays of the kernel lie in the same memory, since
//! nobody needs them any more. Too many accumulators are combined by warp shuffles instead, which keep 32 values of each in memory.
//!
//! *Invariant:* only what the program asks to combine by atomic operations depends on the order of the threads.

use super::body::{Body, bare, binary};
use super::together::{PRESENT, shared_arrays};
use super::types;
use crate::base::IndentWriter;
use crate::builtins::profile::{Guard, KernelAttribute};
use crate::codegen::kernel::{accumulator_class, kernel_data};
use crate::mir::query;
use crate::mir::{Accumulator, AccumulatorOp, Const, Function, Ty};
use quasar_abi::AccumulatorClass;

/// Threads of the largest block.
const LARGEST_BLOCK: usize = 1024;
/// Shared memory that a block has on every device. For the largest block these are 48 bytes for each thread, so that no device since
/// sm_75 has fewer threads at work because of them, whatever the size of the blocks.
const SHARED_MEMORY: usize = 48 << 10;

/// How an accumulator is combined within a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Algorithm {
    /// A tree in shared memory.
    Tree,
    /// Shuffles within warps, then the warps in order.
    Shuffle,
    /// Changes of one variable, in the order in which threads come.
    Atomic,
}

/// Bytes of dynamic shared memory for each thread of a block that the totals of a kernel take.
pub fn shared_bytes(function: &Function) -> usize {
    let accumulators = kernel_data(function).accumulators.iter();
    let in_trees = accumulators
        .zip(algorithms(function))
        .filter(|(_, algorithm)| *algorithm == Algorithm::Tree);
    in_trees
        .map(|(accumulator, _)| bytes(ty(function, accumulator)))
        .sum()
}

/// Whether threads exchange what they have accumulated by shuffles.
pub(super) fn has_shuffles(function: &Function) -> bool {
    algorithms(function).contains(&Algorithm::Shuffle)
}

fn ty(function: &Function, accumulator: &Accumulator) -> Ty {
    function.locals[accumulator.local].ty
}

fn bytes(ty: Ty) -> usize {
    match accumulator_class(ty) {
        AccumulatorClass::I32 | AccumulatorClass::F32 => 4,
        AccumulatorClass::I64 | AccumulatorClass::F64 => 8,
    }
}

/// The algorithm of each accumulator: what the program asks for, and trees for the others as far as all of these have room.
fn algorithms(function: &Function) -> Vec<Algorithm> {
    let accumulators = &kernel_data(function).accumulators;
    let asked: Vec<Option<Algorithm>> = accumulators
        .iter()
        .map(|one| asked(function, one))
        .collect();
    let fits = |counts: &dyn Fn(Option<Algorithm>) -> bool| {
        let counted = accumulators.iter().zip(&asked);
        let counted = counted.filter(|(_, asked)| counts(**asked));
        let bytes: usize = counted.map(|(one, _)| bytes(ty(function, one))).sum();
        bytes * LARGEST_BLOCK <= SHARED_MEMORY
    };
    let tree_if = |fits: bool| match fits {
        true => Algorithm::Tree,
        false => Algorithm::Shuffle,
    };
    let trees = tree_if(fits(&|asked| asked == Some(Algorithm::Tree)));
    let others = tree_if(fits(&|asked| {
        asked.is_none_or(|algorithm| algorithm == Algorithm::Tree)
    }));
    let settle = |asked: &Option<Algorithm>| match asked {
        None => others,
        Some(Algorithm::Tree) => trees,
        Some(other) => *other,
    };
    asked.iter().map(settle).collect()
}

/// What `{!kernel_accumulator}` asks for.
fn asked(function: &Function, accumulator: &Accumulator) -> Option<Algorithm> {
    let name = function.locals[accumulator.local].name.as_deref();
    let speaks = |attribute: &&KernelAttribute| {
        let holds = |guard: &Guard| *guard == Guard::Platform(true);
        attribute.name == "kernel_accumulator"
            && attribute.guards.iter().all(holds)
            && attribute.text("name") == name
    };
    let mut attributes = kernel_data(function).profile.attributes.iter();
    let last = attributes.rfind(speaks)?;
    match last.text("algorithm") {
        Some("sharedmemory") => Some(Algorithm::Tree),
        Some("warpshuffle") => Some(Algorithm::Shuffle),
        Some("atomicop") => Some(Algorithm::Atomic),
        Some(_) | None => None,
    }
}

/// The variables of the accumulators, with values that change nothing.
pub(super) fn starts(function: &Function, body: &Body<'_>, writer: &mut IndentWriter) {
    for accumulator in &kernel_data(function).accumulators {
        let ty = ty(function, accumulator);
        writer.line(&format!(
            "{} {} = {};",
            types::register(ty),
            body.local_name(accumulator.local),
            identity(accumulator.op, ty)
        ));
    }
}

/// One accumulator in a tree.
struct Summand<'a> {
    number: usize,
    accumulator: &'a Accumulator,
    ty: Ty,
    /// The variable of the thread, and the values of all threads.
    own: String,
    all: String,
}

/// What stands behind the body: every thread of the block comes here.
pub(super) fn partials(function: &Function, body: &mut Body<'_>, writer: &mut IndentWriter) {
    let accumulators = kernel_data(function).accumulators.iter().enumerate();
    let mut summands = Vec::new();
    for ((number, accumulator), algorithm) in accumulators.zip(algorithms(function)) {
        let (ty, own) = (
            ty(function, accumulator),
            body.local_name(accumulator.local),
        );
        let (start, combine) = (identity(accumulator.op, ty), combine(accumulator.op, ty));
        let total = match algorithm {
            Algorithm::Tree => {
                let all = body.fresh_name(&format!("{own}_all"));
                summands.push(Summand {
                    number,
                    accumulator,
                    ty,
                    own,
                    all,
                });
                continue;
            }
            Algorithm::Shuffle => {
                let members = match is_group(function) {
                    true => PRESENT,
                    false => "0xffffffffu",
                };
                format!("q_shuffle_total({members}, {own}, {start}, {combine})")
            }
            Algorithm::Atomic => format!("q_atomic_total({own}, {start}, {combine})"),
        };
        writer.line(&format!(
            "q_put_partial(launch.partials, {number}, {total});"
        ));
    }
    if !summands.is_empty() {
        // Elements of eight bytes first, so that all lie at multiples of their size.
        summands.sort_by_key(|summand| std::cmp::Reverse(bytes(summand.ty)));
        let [team, half, other] = ["team", "half", "other"].map(|name| body.fresh_name(name));
        let tree = Tree {
            function,
            summands,
            team,
            half,
            other,
        };
        tree.print(writer);
    }
}

fn is_group(function: &Function) -> bool {
    kernel_data(function).group.is_some()
}

/// A tree with the names that it uses.
struct Tree<'a> {
    function: &'a Function,
    summands: Vec<Summand<'a>>,
    team: String,
    half: String,
    other: String,
}

impl Tree<'_> {
    fn print(&self, writer: &mut IndentWriter) {
        let each = shared_bytes(self.function);
        writer.line(&format!(
            "// The totals of the block: {each} bytes of shared memory for each thread, at most {}.",
            each * LARGEST_BLOCK
        ));
        writer.line("{");
        writer.indented(|inner| {
            self.lay_down(inner);
            self.levels(inner);
            for Summand { number, all, .. } in &self.summands {
                inner.line(&format!(
                    "q_put_partial(launch.partials, {number}, {all}[{}.thread]);",
                    self.team
                ));
            }
        });
        writer.line("}");
    }

    /// Where the values of all threads lie, and each thread's own.
    fn lay_down(&self, writer: &mut IndentWriter) {
        let team = &self.team;
        let members = match is_group(self.function) {
            true => {
                let rank = kernel_data(self.function).position.len();
                format!("q_inside_block(launch.extents, {rank})")
            }
            false => "q_whole_block()".to_string(),
        };
        writer.line(&format!("const q_team {team} = {members};"));
        let mut offset = 0;
        for Summand { ty, all, .. } in &self.summands {
            let register = types::register(*ty);
            writer.line(&format!(
                "{register}* const {all} = ({register}*)(q_shared_memory + {offset} * {team}.threads);"
            ));
            offset += bytes(*ty);
        }
        if !shared_arrays(self.function).is_empty() {
            writer.line("__syncthreads();");
        }
        for Summand { own, all, .. } in &self.summands {
            writer.line(&format!("{all}[{team}.thread] = {own};"));
        }
    }

    fn levels(&self, writer: &mut IndentWriter) {
        let Tree {
            team, half, other, ..
        } = self;
        writer.line(&format!(
            "for (int {half} = q_upper_half({team}.threads); {half} > 0; {half} >>= 1) {{"
        ));
        writer.indented(|level| {
            level.line("__syncthreads();");
            level.line(&format!("const int {other} = {team}.thread + {half};"));
            level.line(&format!(
                "if ({team}.thread < {half} && {other} < {team}.threads) {{"
            ));
            level.indented(|deepest| {
                for summand in &self.summands {
                    deepest.line(&self.step(summand));
                }
            });
            level.line("}");
        });
        writer.line("}");
    }

    /// What one thread does in a level of the tree.
    fn step(&self, summand: &Summand<'_>) -> String {
        let all = &summand.all;
        let left = format!("{all}[{}.thread]", self.team);
        let right = format!("{all}[{}]", self.other);
        let sum = combined(summand.accumulator.op, summand.ty, &left, &right);
        format!("{left} = {};", bare(&sum))
    }
}

/// The kernel that combines the partial results of the blocks.
pub(super) fn of_blocks(function: &Function, symbol: &str, writer: &mut IndentWriter) {
    writer.newline();
    writer.line("// Combines the partial results of the blocks, in their order; one thread.");
    writer.line(&format!(
        "extern \"C\" __global__ void {symbol}_total(const unsigned long long* partials, int blocks, unsigned long long* totals)"
    ));
    writer.line("{");
    writer.indented(|inner| {
        for (number, accumulator) in kernel_data(function).accumulators.iter().enumerate() {
            let ty = ty(function, accumulator);
            let combine = combine(accumulator.op, ty);
            inner.line(&format!(
                "q_total<{}>(partials, {number}, blocks, totals, {combine});",
                types::register(ty)
            ));
        }
    });
    writer.line("}");
}

/// The value that changes nothing.
fn identity(op: AccumulatorOp, ty: Ty) -> String {
    let class = accumulator_class(ty);
    let bits = op.identity(class);
    types::constant(match class {
        AccumulatorClass::I32 => Const::I32(bits as u32 as i32),
        AccumulatorClass::I64 => Const::I64(bits as i64),
        AccumulatorClass::F32 => Const::F32(f32::from_bits(bits as u32)),
        AccumulatorClass::F64 => Const::F64(f64::from_bits(bits)),
    })
}

/// A function that combines two partial results, the earlier one first.
fn combine(op: AccumulatorOp, ty: Ty) -> String {
    let register = types::register(ty);
    let body = combined(op, ty, "a", "b");
    format!("[]({register} a, {register} b) {{ return {body}; }}")
}

/// Two partial results combined.
fn combined(op: AccumulatorOp, ty: Ty, earlier: &str, later: &str) -> String {
    let (op, first, second) = query::combined(op, earlier, later);
    binary(op, ty, first, second)
}
