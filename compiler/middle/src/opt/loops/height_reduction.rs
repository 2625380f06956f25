//! The pass `height-reduction`: what an iteration adds to a sum is added up first, and to the sum at once.
//!
//! ```text
//! s = s + a*a;  s = s + b*b;  s = s + c*c         three sums behind each other in every iteration
//! s = s + (a*a + b*b + c*c)                       one; those of the next iteration do not wait for it
//! ```
//!
//! An iteration of a loop with one sum waits for that of the iteration before. A sum of products that is contracted to one instruction takes
//! longer than a plain sum does, so the text's order was faster without contraction than with it.
//!
//! *Technique:* height reduction of recurrences (Schlansker and Kathail, "Acceleration of First and Second Order Recurrences on Processors
//! with Instruction Level Parallelism", LCPC 1993).
//!
//! In serial loops of host functions, the greatest or least of whole numbers: what the iteration before has left is compared last, once.
//!
//! ```text
//! h = max(d, max(u, h - 1))                       h waits for two comparisons in every iteration
//! h = max(max(d, u), h - 1)                       for one
//! ```
//!
//! *Invariant:* the same elements are added to the same variable once; only sums of floats get another order, in kernels, where the caller allows
//! it. It is the same for all positions, since it is that of the text. The order in which whole numbers are compared changes nothing.

use crate::mir::{
    BinaryOp, Block, FuncKind, Function, Local, Op, Program, Stmt, Ty, Value, ValueData,
};
use std::collections::{BTreeMap, BTreeSet};

/// Fewer elements of an iteration wait for each other no longer than the loop itself takes.
const FEWEST_ELEMENTS: usize = 3;
/// More sums of an iteration do not wait for each other: there is enough to do meanwhile.
const MOST_SUMS: usize = 2;

/// Runs the pass: on kernels if sums may be added in another order.
pub fn reduce_height(program: &mut Program, rounded: bool) {
    for function in program.functions.iter_mut() {
        let rewrite = match function.kind {
            FuncKind::Host => compare_last,
            FuncKind::Kernel(_) if rounded => rewrite,
            FuncKind::Kernel(_) => continue,
        };
        let mut body = std::mem::take(&mut function.body);
        loops(function, rewrite, &mut body);
        function.body = body;
    }
}

/// The loops in a block.
fn loops(function: &mut Function, rewrite: fn(&mut Function, &mut Block), block: &mut Block) {
    for stmt in &mut block.stmts {
        let is_loop = matches!(stmt.op, Op::For { .. } | Op::Loop { .. });
        for inner in stmt.op.blocks_mut() {
            loops(function, rewrite, inner);
            if is_loop {
                rewrite(function, inner);
            }
        }
    }
}

/// What an iteration adds to a variable, one after the other.
struct Sum {
    local: Local,
    op: BinaryOp,
    /// Its value before.
    old: Value,
    /// The sum so far.
    last: Value,
    /// Where the statements stand that add, and what each adds.
    steps: Vec<(usize, Value)>,
    /// Whether the variable gets the sum.
    is_set: bool,
}

/// Lets the elements of an iteration be added to their variable at once.
fn rewrite(function: &mut Function, body: &mut Block) {
    let mut found = sums(function, body);
    found.retain(|sum| sum.is_set && !sum.steps.is_empty());
    if found.len() > MOST_SUMS {
        return;
    }
    found.retain(|sum| sum.steps.len() >= FEWEST_ELEMENTS);
    replace_all(function, body, &found);
}

fn replace_all(function: &mut Function, body: &mut Block, found: &[Sum]) {
    let mut instead = BTreeMap::new();
    for sum in found {
        replace(function, body, sum, &mut instead);
    }
    if instead.is_empty() {
        return;
    }
    let stmts = std::mem::take(&mut body.stmts).into_iter().enumerate();
    let stmts = stmts.flat_map(|(at, stmt)| instead.remove(&at).unwrap_or_else(|| vec![stmt]));
    body.stmts = stmts.collect();
}

/// What stands in the place of the statements that add.
fn replace(
    function: &mut Function,
    body: &Block,
    sum: &Sum,
    instead: &mut BTreeMap<usize, Vec<Stmt>>,
) {
    let (first, mut before) = sum.steps[0];
    instead.insert(first, Vec::new());
    for &(at, element) in &sum.steps[1..] {
        let mut stmt = body.stmts[at].clone();
        stmt.op = Op::Binary(sum.op, before, element);
        before = stmt.results[0];
        instead.insert(at, vec![stmt]);
    }
    let (end, _) = sum.steps[sum.steps.len() - 1];
    let stmts = instead.get_mut(&end).expect("there are several elements");
    let mut whole = stmts[0].clone();
    let ty = function.values[sum.last].ty;
    let elements = function.values.push(ValueData { ty });
    stmts[0].results = vec![elements];
    whole.op = Op::Binary(sum.op, sum.old, elements);
    stmts.push(whole);
}

/// Lets what the iteration before has left be compared with the greatest, or least, of all others.
fn compare_last(function: &mut Function, body: &mut Block) {
    let mut found = comparisons(function, body);
    found.retain(|one| one.is_set && one.steps.len() > 1);
    replace_all(function, body, &found);
}

/// The greatest and least whole numbers of what an iteration computes of a variable and of something else, in a block itself.
fn comparisons(function: &Function, body: &Block) -> Vec<Sum> {
    let set = locals_set(body);
    let uses = uses(body);
    // Which variable a value is computed from, of those that the block sets; none of several.
    let mut from: BTreeMap<Value, Option<Local>> = BTreeMap::new();
    let mut found: Vec<Sum> = Vec::new();
    for (at, stmt) in body.stmts.iter().enumerate() {
        match stmt.op {
            Op::Get(local) if set.contains(&local) => {
                from.insert(stmt.results[0], Some(local));
                continue;
            }
            Op::Set(local, value) => {
                for one in &mut found {
                    one.is_set |= one.local == local && one.last == value;
                }
            }
            Op::Binary(op @ (BinaryOp::Max | BinaryOp::Min), a, b)
                if is_whole(function.values[a].ty) =>
            {
                let comparison = Comparison {
                    at,
                    op,
                    operands: [a, b],
                    result: stmt.results[0],
                };
                compared(&mut found, &from, &uses, &comparison);
            }
            _ => {}
        }
        let mut sources: Vec<Option<Local>> = Vec::new();
        stmt.for_each_stmt(&mut |inner| {
            inner
                .op
                .for_each_operand(|value| sources.extend(from.get(value)));
        });
        if let Some(&first) = sources.first() {
            let source = first.filter(|_| sources.iter().all(|other| *other == first));
            from.extend(stmt.results.iter().map(|result| (*result, source)));
        }
    }
    found
}

/// The greater or lesser of two whole numbers.
struct Comparison {
    /// Where the statement stands.
    at: usize,
    op: BinaryOp,
    operands: [Value; 2],
    result: Value,
}

/// Takes in a comparison of what is computed from a variable with something else: a first one, or the next one of what is there.
fn compared(
    found: &mut Vec<Sum>,
    from: &BTreeMap<Value, Option<Local>>,
    uses: &BTreeMap<Value, u32>,
    comparison: &Comparison,
) {
    let [a, b] = comparison.operands;
    let (old, element) = match (from.get(&a), from.get(&b)) {
        (Some(_), None) => (a, b),
        (None, Some(_)) => (b, a),
        _ => return,
    };
    let goes_on = |one: &&mut Sum| one.last == old && one.op == comparison.op && uses[&old] == 1;
    if let Some(one) = found.iter_mut().find(goes_on) {
        one.steps.push((comparison.at, element));
        one.last = comparison.result;
    } else if let Some(Some(local)) = from.get(&old) {
        found.push(Sum {
            local: *local,
            op: comparison.op,
            old,
            last: comparison.result,
            steps: vec![(comparison.at, element)],
            is_set: false,
        });
    }
}

fn is_whole(ty: Ty) -> bool {
    matches!(ty, Ty::I32 | Ty::I64)
}

fn locals_set(body: &Block) -> BTreeSet<Local> {
    let sets = body.stmts.iter().filter_map(|stmt| match stmt.op {
        Op::Set(local, _) => Some(local),
        _ => None,
    });
    sets.collect()
}

fn uses(body: &Block) -> BTreeMap<Value, u32> {
    let mut uses: BTreeMap<Value, u32> = BTreeMap::new();
    body.for_each_stmt(&mut |stmt| {
        stmt.op
            .for_each_operand(|value| *uses.entry(*value).or_default() += 1);
    });
    uses
}

/// The sums of floats in a block itself, not in one inside of it.
fn sums(function: &Function, body: &Block) -> Vec<Sum> {
    let uses = uses(body);
    let mut found: Vec<Sum> = Vec::new();
    for (at, stmt) in body.stmts.iter().enumerate() {
        match stmt.op {
            Op::Get(local) if function.locals[local].ty.is_float() => found.push(Sum {
                local,
                op: BinaryOp::Add,
                old: stmt.results[0],
                last: stmt.results[0],
                steps: Vec::new(),
                is_set: false,
            }),
            Op::Binary(BinaryOp::Add, a, b) => {
                let goes_on = |sum: &&mut Sum| {
                    (sum.last == a || sum.last == b) && a != b && uses[&sum.last] == 1
                };
                if let Some(sum) = found.iter_mut().find(goes_on) {
                    let element = if sum.last == a { b } else { a };
                    sum.steps.push((at, element));
                    sum.last = stmt.results[0];
                }
            }
            Op::Set(local, value) => {
                let is_of = |sum: &&mut Sum| sum.local == local && sum.last == value;
                if let Some(sum) = found.iter_mut().find(is_of) {
                    sum.is_set = true;
                }
            }
            _ => {}
        }
    }
    found
}
