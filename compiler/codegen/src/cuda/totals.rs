//! Totals: how the threads of a block combine what each has accumulated.
//!
//! By which algorithm, [`crate::opt::gpu::totals`] says. In a tree the threads lay their accumulators down in shared memory, all of them
//! beside each other, and add them up with one barrier for each of its levels. Shared arrays of the kernel lie in the same memory, since
//! nobody needs them any more. Warp shuffles keep 32 values of each accumulator in memory. One block combines the results of the blocks
//! in the same way, one accumulator after another.
//!
//! *Invariant:* every thread of the block comes here, and a tree takes the memory that a launch was given for it.

use super::body::Body;
use super::expression::{bare, binary, identity};
use super::together::PRESENT;
use super::types;
use crate::base::IndentWriter;
use crate::machine::gpu::LARGEST_BLOCK;
use crate::mir::kernel::kernel_data;
use crate::mir::{Accumulator, AccumulatorOp, Function, Ty, query};
use crate::opt::gpu::memory::shared_arrays;
use crate::opt::gpu::totals::{Algorithm, algorithms, bytes, shared_bytes, ty};

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
            each * LARGEST_BLOCK as usize
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
    writer.line("// Combines the partial results of the blocks, in a fixed order; one block.");
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
