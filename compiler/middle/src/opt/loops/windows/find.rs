//! Which windows of a kernel its rows can share.
//!
//! *Invariant:* what is found takes its elements by the sum of row and index alone, and nothing else sees the partial results.

use crate::machine::processor::{AVX2, ROWS_OF_WINDOWS};
use crate::mir::families::pure_op;
use crate::mir::kernel::kernel_data;
use crate::mir::{
    Access, AccessMode, BinaryOp, Block, Const, FuncKind, Function, KernelOrigin, Label, Local, Op,
    Stmt, Ty, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// Rows that are done at a time, at least.
const FEWEST_ROWS: u32 = 2;
/// Windows of fewer elements have too little in common.
const FEWEST_ELEMENTS: i64 = 4;
/// The same where a whole loop stands for an element.
const FEWEST_LOOPS: i64 = 3;
/// Operations that the kernel of all rows has, at most.
const MOST_OPERATIONS: u32 = 1500;

/// A loop that reduces a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The loop.
    pub label: Label,
    /// The operation that combines elements.
    pub op: BinaryOp,
    /// The variable that the result is in.
    pub result: Local,
    /// What is combined with it, where that stands in the loop itself and not in one inside of it.
    pub element: Option<Value>,
    /// Its number of elements, where the text tells.
    pub elements: Option<i64>,
}

/// The windows of a kernel, and how many rows share them; none where that is no gain or cannot be.
pub fn windows(kernel: &Function, rounded: bool) -> Option<(u32, Vec<Window>)> {
    let FuncKind::Kernel(data) = &kernel.kind else {
        return None;
    };
    let is_loop = matches!(
        data.origin,
        KernelOrigin::Loop | KernelOrigin::Expression | KernelOrigin::Prepared
    );
    let is_plain = data.accumulators.is_empty() && data.group.is_none();
    if !is_loop
        || !is_plain
        || data.position.len() < 2
        || interleaving(kernel) == Interleaving::Never
    {
        return None;
    }
    let mut search = Search::of(kernel, data.position[0], rounded);
    search.block(&kernel.body);
    let found = search.found;
    let rows = found.iter().filter_map(|one| one.elements).min();
    let rows = rows.map_or(ROWS_OF_WINDOWS, |least| ROWS_OF_WINDOWS.min(least as u32));
    // Each row has its own variables besides the windows' results, all in use at once.
    let own = kernel
        .body
        .assigned_locals()
        .len()
        .saturating_sub(found.len());
    let rows = rows.min((AVX2.registers / own.max(1) as u32).max(FEWEST_ROWS));
    let mut operations = 0;
    kernel.body.for_each_stmt(&mut |_| operations += 1);
    let fits = !found.is_empty() && operations * 2 * rows <= MOST_OPERATIONS;
    fits.then_some((rows, found))
}

/// Whether positions may run side by side, statement by statement: nothing raises or jumps, and none reads what another one writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interleaving {
    /// No.
    Never,
    /// Yes, and what a position writes is the same however often it runs.
    Always,
    /// Yes, but a position may read the element that it writes, so it must run once.
    Once,
}

/// See [`Interleaving`].
pub(super) fn interleaving(kernel: &Function) -> Interleaving {
    let mut found = Accesses::default();
    kernel
        .body
        .for_each_stmt(&mut |stmt| found.see(stmt, kernel));
    found.interleaving(kernel)
}

/// The arrays of a kernel, by the variables that they are in.
#[derive(Default)]
struct Accesses {
    variables: BTreeMap<Value, Local>,
    read: BTreeSet<Local>,
    written: BTreeSet<Local>,
    /// Those with an element that is not the one at the position itself.
    elsewhere: BTreeSet<Local>,
    /// Whether something raises or jumps, or an array is in no variable.
    hindered: bool,
}

impl Accesses {
    fn see(&mut self, stmt: &Stmt, kernel: &Function) {
        match &stmt.op {
            Op::Get(local) => {
                self.variables.insert(stmt.results[0], *local);
            }
            Op::Load(access) => {
                self.hindered |= access.mode == AccessMode::Checked;
                let array = self.array(access, kernel);
                self.read.extend(array);
            }
            Op::Store(access, _) => {
                self.hindered |= !matches!(access.mode, AccessMode::Safe | AccessMode::Unchecked);
                let array = self.array(access, kernel);
                self.written.extend(array);
            }
            Op::If { .. } | Op::For { .. } | Op::Set(..) | pure_op!() => {}
            _other => self.hindered = true,
        }
    }

    fn array(&mut self, access: &Access, kernel: &Function) -> Option<Local> {
        let array = self.variables.get(&access.array).copied();
        self.hindered |= array.is_none();
        if access.index != kernel_data(kernel).position {
            self.elsewhere.extend(array);
        }
        array
    }

    fn interleaving(&self, kernel: &Function) -> Interleaving {
        let mut both = self.read.intersection(&self.written);
        if self.hindered || both.any(|array| self.elsewhere.contains(array)) {
            return Interleaving::Never;
        }
        // An argument may be one that is written: then it is read at the position alone, or the loop would not be parallel.
        let kind = |array: &Local| kernel.locals[*array].ty;
        let kinds: BTreeSet<Ty> = self.written.iter().map(kind).collect();
        let mut read_there = self.read.difference(&self.elsewhere);
        match read_there.any(|array| kinds.contains(&kind(array))) {
            true => Interleaving::Once,
            false => Interleaving::Always,
        }
    }
}

/// How a value depends on the row and on the index of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowDependence {
    /// An int, affine in both: so many times the row and so many times the index, and something else that is the same for all rows.
    Affine { row: i64, index: i64 },
    /// Anything that is computed from the sum of row and index.
    OfSum,
}

impl RowDependence {
    const SAME: RowDependence = RowDependence::Affine { row: 0, index: 0 };

    fn is_same(self) -> bool {
        self == RowDependence::SAME
    }

    /// Whether row and index are in it only as their sum.
    fn is_of_sum(self) -> bool {
        match self {
            RowDependence::Affine { row, index } => row == index,
            RowDependence::OfSum => true,
        }
    }
}

struct Search<'a> {
    kernel: &'a Function,
    rounded: bool,
    /// Variables that the kernel assigns.
    assigned: BTreeSet<Local>,
    /// What is known of values; nothing of what each row has for itself.
    dependences: BTreeMap<Value, RowDependence>,
    constants: BTreeMap<Value, i64>,
    found: Vec<Window>,
}

impl<'a> Search<'a> {
    fn of(kernel: &'a Function, row: Value, rounded: bool) -> Self {
        let FuncKind::Kernel(data) = &kernel.kind else {
            unreachable!("a kernel is searched");
        };
        let others = data.position[1..]
            .iter()
            .map(|other| (*other, RowDependence::SAME));
        let mut dependences: BTreeMap<Value, RowDependence> = others.collect();
        dependences.insert(row, RowDependence::Affine { row: 1, index: 0 });
        Search {
            kernel,
            rounded,
            assigned: kernel.body.assigned_locals(),
            dependences,
            constants: BTreeMap::new(),
            found: Vec::new(),
        }
    }

    /// A block that all rows run as often, of which every statement is run.
    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            match &stmt.op {
                Op::For { index, body, .. } => {
                    if let Some(window) = self.window(stmt) {
                        self.found.push(window);
                    } else if self.has_same_bounds(&stmt.op) {
                        self.dependences.insert(*index, RowDependence::SAME);
                        self.block(body);
                    }
                }
                _ => self.define(stmt),
            }
        }
    }

    fn has_same_bounds(&self, op: &Op) -> bool {
        let Op::For {
            start, stop, step, ..
        } = op
        else {
            return false;
        };
        let same = |value: &Value| {
            self.dependences
                .get(value)
                .is_some_and(|dependence| dependence.is_same())
        };
        [start, stop, step].into_iter().all(same)
    }

    /// Notes what a statement computes.
    fn define(&mut self, stmt: &Stmt) {
        if let Op::Const(Const::I32(number)) = stmt.op {
            self.constants.insert(stmt.results[0], number.into());
        }
        if let Some(dependence) = self.dependence(&stmt.op) {
            for &result in &stmt.results {
                self.dependences.insert(result, dependence);
            }
        }
    }

    fn dependence(&self, op: &Op) -> Option<RowDependence> {
        match op {
            Op::Get(local) => (!self.assigned.contains(local)).then_some(RowDependence::SAME),
            pure_op!() | Op::Load(_) => {
                let mut operands = Vec::new();
                op.for_each_operand(|value| operands.push(*value));
                self.linear(op).or_else(|| self.of_operands(&operands))
            }
            _other => None,
        }
    }

    /// Sums, differences and multiples, which ints have modulo 2³².
    fn linear(&self, op: &Op) -> Option<RowDependence> {
        let &Op::Binary(op, a, b) = op else {
            return None;
        };
        let is_int = self.kernel.values[a].ty == Ty::I32;
        let (RowDependence::Affine { row, index }, RowDependence::Affine { row: c, index: d }) =
            (*self.dependences.get(&a)?, *self.dependences.get(&b)?)
        else {
            return None;
        };
        let found = match (op, self.constants.get(&a), self.constants.get(&b)) {
            (BinaryOp::Add, ..) => (row.checked_add(c)?, index.checked_add(d)?),
            (BinaryOp::Sub, ..) => (row.checked_sub(c)?, index.checked_sub(d)?),
            (BinaryOp::Mul, _, Some(by)) => (row.checked_mul(*by)?, index.checked_mul(*by)?),
            (BinaryOp::Mul, Some(by), _) => (c.checked_mul(*by)?, d.checked_mul(*by)?),
            _ => return None,
        };
        is_int.then_some(RowDependence::Affine {
            row: found.0,
            index: found.1,
        })
    }

    fn of_operands(&self, operands: &[Value]) -> Option<RowDependence> {
        let mut all = RowDependence::SAME;
        for value in operands {
            let dependence = *self.dependences.get(value)?;
            match dependence {
                _ if dependence.is_same() => {}
                _ if dependence.is_of_sum() => all = RowDependence::OfSum,
                _ => return None,
            }
        }
        Some(all)
    }

    // ---- Windows -----------------------------------------------------------------------------------------------------------------------

    /// The loop as a window.
    fn window(&mut self, stmt: &Stmt) -> Option<Window> {
        let Op::For {
            label,
            index,
            start,
            stop,
            step,
            body,
            ..
        } = &stmt.op
        else {
            return None;
        };
        if !self.has_same_bounds(&stmt.op) || self.constants.get(step) != Some(&1) {
            return None;
        }
        let between = (self.constants.get(start), self.constants.get(stop));
        let elements = match between {
            (Some(start), Some(stop)) => Some(stop - start + 1),
            _ => None,
        };
        let (result, op, combined) = update(body)?;
        let fewest = match combined.is_outermost {
            true => FEWEST_ELEMENTS,
            false => FEWEST_LOOPS,
        };
        if elements.is_some_and(|count| count < fewest) {
            return None;
        }
        let mut inside = Search {
            dependences: self.dependences.clone(),
            constants: self.constants.clone(),
            assigned: self.assigned.clone(),
            found: Vec::new(),
            ..*self
        };
        inside
            .dependences
            .insert(*index, RowDependence::Affine { row: 0, index: 1 });
        let sums = inside.is_of_sums(body, result, &combined)?;
        let element = match combined.elements[..] {
            [element] if combined.is_outermost => Some(element),
            _ => None,
        };
        let moves = sums && self.allows(op, self.kernel.locals[result].ty, element.is_some());
        moves.then_some(Window {
            label: *label,
            op,
            result,
            element,
            elements,
        })
    }

    /// Whether partial results may be combined in another order; extremes of floats have no neutral element that is no extreme of its own.
    fn allows(&self, op: BinaryOp, ty: Ty, is_outermost: bool) -> bool {
        match op {
            BinaryOp::Add | BinaryOp::Mul => self.rounded || !ty.is_float(),
            BinaryOp::Min | BinaryOp::Max => is_outermost && (self.rounded || !ty.is_float()),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => is_outermost && ty == Ty::I32,
            BinaryOp::Sub
            | BinaryOp::Div
            | BinaryOp::IntDiv
            | BinaryOp::Rem
            | BinaryOp::IntPow
            | BinaryOp::Shl
            | BinaryOp::Shr => false,
        }
    }

    /// Whether all that a block computes comes from sums of row and index, and whether some of it does; none where not all does.
    fn is_of_sums(&mut self, block: &Block, result: Local, combined: &Combined) -> Option<bool> {
        let mut some = false;
        for stmt in &block.stmts {
            match &stmt.op {
                Op::Get(local) if *local == result => {}
                Op::Set(..) => {}
                Op::Binary(..) if stmt.results[0] == combined.last => {
                    for element in &combined.elements {
                        let dependence = *self.dependences.get(element)?;
                        dependence.is_of_sum().then_some(())?;
                        some |= !dependence.is_same();
                    }
                }
                Op::Binary(..) if combined.sums.contains(&stmt.results[0]) => {}
                Op::For { index, body, .. } if self.has_same_bounds(&stmt.op) => {
                    self.dependences.insert(*index, RowDependence::SAME);
                    some |= self.is_of_sums(body, result, combined)?;
                }
                Op::Load(_) | Op::Get(_) | pure_op!() => {
                    self.define(stmt);
                    self.dependences.get(stmt.results.first()?)?;
                }
                _other => return None,
            }
        }
        Some(some)
    }
}

/// How a window's variable is updated.
struct Combined {
    /// What it is combined with, one after the other.
    elements: Vec<Value>,
    /// The values after each.
    sums: BTreeSet<Value>,
    /// The last of them.
    last: Value,
    /// Whether that stands in the window's loop itself.
    is_outermost: bool,
}

/// The one variable that a block assigns, once, to itself combined with something, and that it reads for nothing else.
fn update(block: &Block) -> Option<(Local, BinaryOp, Combined)> {
    let assigned = block.assigned_locals();
    let result = *assigned.first().filter(|_| assigned.len() == 1)?;
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let mut uses: BTreeMap<Value, u32> = BTreeMap::new();
    let mut definitions: BTreeMap<Value, (BinaryOp, Value, Value)> = BTreeMap::new();
    block.for_each_stmt(&mut |stmt| {
        match stmt.op {
            Op::Get(local) if local == result => before.push(stmt.results[0]),
            Op::Set(_, value) => after.push(value),
            Op::Binary(op, a, b) => {
                definitions.insert(stmt.results[0], (op, a, b));
            }
            _ => {}
        }
        stmt.op
            .for_each_operand(|value| *uses.entry(*value).or_default() += 1);
    });
    let (&[old], &[last]) = (&before[..], &after[..]) else {
        return None;
    };
    let op = definitions.get(&last)?.0;
    let (elements, sums) = chain(&definitions, op, old, last)?;
    let is_outermost = in_order(block, old, last, result);
    let once = uses[&old] == 1 && sums.iter().all(|sum| uses[sum] == 1);
    let fits = once && (is_outermost || is_in_order_inside(block, old, last, result));
    fits.then_some((
        result,
        op,
        Combined {
            elements,
            sums,
            last,
            is_outermost,
        },
    ))
}

/// What `old` is combined with to give `last`, and the values on the way.
fn chain(
    definitions: &BTreeMap<Value, (BinaryOp, Value, Value)>,
    op: BinaryOp,
    old: Value,
    last: Value,
) -> Option<(Vec<Value>, BTreeSet<Value>)> {
    let mut elements = Vec::new();
    let mut sums = BTreeSet::new();
    let mut at = last;
    while at != old {
        let &(own, a, b) = definitions.get(&at)?;
        let goes_on = |value: Value| definitions.get(&value).is_some_and(|found| found.0 == op);
        sums.insert(at);
        let (before, element) = match (a == old, b == old) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            // Of two sums the first one is looked into.
            (false, false) if goes_on(a) => (a, b),
            (false, false) if goes_on(b) => (b, a),
            _ => return None,
        };
        (own == op).then_some(())?;
        elements.push(element);
        at = before;
    }
    Some((elements, sums))
}

/// Whether a block itself, not one inside of it, reads the variable, combines it and assigns it, in this order.
fn in_order(block: &Block, old: Value, sum: Value, result: Local) -> bool {
    let at = |is: &dyn Fn(&Stmt) -> bool| block.stmts.iter().position(is);
    let read = at(&|stmt| stmt.results.first() == Some(&old));
    let set = at(&|stmt| stmt.op == Op::Set(result, sum));
    read.is_some() && set.is_some() && read < set
}

fn is_in_order_inside(block: &Block, old: Value, sum: Value, result: Local) -> bool {
    let inner = block.stmts.iter().flat_map(|stmt| stmt.op.blocks());
    inner.into_iter().any(|inner| {
        in_order(inner, old, sum, result) || is_in_order_inside(inner, old, sum, result)
    })
}
