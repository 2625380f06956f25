//! Kernels that use everything MIR has.
//!
//! *Invariant:* only tests use it.

use crate::base::Id;
use crate::mir::*;

/// A kernel with what it is launched on. Its parameters are the arrays, then the numbers.
pub struct Case {
    /// What it is about.
    pub name: String,
    /// The kernel.
    pub kernel: Function,
    /// Positions.
    pub extents: Vec<i32>,
    /// Element kinds and shapes.
    pub arrays: Vec<(ElemKind, Vec<i32>)>,
    /// Numbers.
    pub numbers: Vec<Const>,
}

/// A kernel under construction.
struct Maker {
    b: FunctionBuilder,
    name: String,
    extents: Vec<i32>,
    arrays: Vec<(ElemKind, Vec<i32>)>,
    params: Vec<Local>,
}

impl Maker {
    fn new(name: &str, extents: &[i32], arrays: &[(ElemKind, &[i32])]) -> Maker {
        let mut b =
            FunctionBuilder::kernel(name, extents.len(), KernelOrigin::Loop, Loc::from_index(1));
        let params = arrays
            .iter()
            .enumerate()
            .map(|(number, (kind, _))| b.param(Ty::Array(*kind), &format!("x{number}")))
            .collect();
        let arrays = arrays
            .iter()
            .map(|(kind, shape)| (*kind, shape.to_vec()))
            .collect();
        Maker {
            b,
            name: name.to_string(),
            extents: extents.to_vec(),
            arrays,
            params,
        }
    }

    fn at(&self, axis: usize) -> Value {
        self.b.position()[axis]
    }

    fn access(&mut self, array: usize, index: &[Value], mode: AccessMode) -> Access {
        let array = self.b.get(self.params[array]);
        Access {
            array,
            index: index.to_vec(),
            mode,
            name: None,
        }
    }

    fn load(&mut self, array: usize, index: &[Value]) -> Vec<Value> {
        let access = self.access(array, index, AccessMode::Unchecked);
        self.b.load(access)
    }

    fn store(&mut self, array: usize, index: &[Value], values: &[Value]) {
        let access = self.access(array, index, AccessMode::Unchecked);
        self.b.store(access, values);
    }

    fn finish(self) -> Case {
        let Maker {
            b,
            name,
            extents,
            arrays,
            ..
        } = self;
        Case {
            name,
            kernel: b.finish(),
            extents,
            arrays,
            numbers: Vec::new(),
        }
    }
}

/// Kinds whose elements are numbers.
pub fn number_kinds() -> impl Iterator<Item = ElemKind> {
    ElemKind::ALL
        .iter()
        .copied()
        .filter(|kind| !kind.is_object() && *kind != ElemKind::Function)
}

/// All kernels.
pub fn all() -> Vec<Case> {
    let mut cases = Vec::new();
    cases.extend(accesses());
    cases.extend(number_kinds().flat_map(atomics));
    for ty in [Ty::I32, Ty::I64, Ty::F32, Ty::F64] {
        cases.push(operations(ty));
        cases.push(accumulators(ty));
        cases.push(conversions(ty));
    }
    cases.push(elementary(Ty::F32));
    cases.push(elementary(Ty::F64));
    cases.extend((1..=4).map(ranks));
    cases.push(control());
    cases.push(swaps());
    cases
}

/// Every access mode for every kind of element, with one index and with two.
fn accesses() -> Vec<Case> {
    let mut cases = Vec::new();
    for kind in number_kinds() {
        for &mode in AccessMode::ALL {
            // Outside by three on both sides, where the mode has a meaning for that.
            let margin = if matches!(mode, AccessMode::Checked | AccessMode::Unchecked) {
                0
            } else {
                3
            };
            let shape: &[i32] = &[4, 5];
            let name = format!("{}_{}", mode.name(), kind.name());
            let mut m = Maker::new(
                &name,
                &[4 + 2 * margin, 5 + 2 * margin],
                &[(kind, shape), (kind, &[10, 11])],
            );
            let shift = m.b.int(-margin);
            let (i, j) = (m.at(0), m.at(1));
            let (row, column) = (m.b.add(i, shift), m.b.add(j, shift));
            let access = m.access(0, &[row, column], mode);
            let values = m.b.load(access);
            m.store(1, &[i, j], &values);
            cases.push(m.finish());

            let name = format!("{}_{}_linear", mode.name(), kind.name());
            let mut m = Maker::new(&name, &[20 + 2 * margin], &[(kind, &[26]), (kind, shape)]);
            let shift = m.b.int(-margin);
            let i = m.at(0);
            let place = m.b.add(i, shift);
            let values = m.load(0, &[i]);
            // Each element once, so that the order of the positions does not matter.
            if mode == AccessMode::Safe || margin == 0 {
                let access = m.access(1, &[place], mode);
                m.b.store(access, &values);
            } else {
                let access = m.access(1, &[place], mode);
                let read = m.b.load(access);
                m.store(0, &[i], &read);
            }
            cases.push(m.finish());
        }
    }
    cases
}

/// Every read-modify-write on elements of a kind; one position for each element.
fn atomics(kind: ElemKind) -> Vec<Case> {
    let ops = [
        AtomicOp::Add,
        AtomicOp::Sub,
        AtomicOp::Mul,
        AtomicOp::Div,
        AtomicOp::Pow,
        AtomicOp::And,
        AtomicOp::Or,
        AtomicOp::Xor,
        AtomicOp::Min,
        AtomicOp::Max,
        AtomicOp::Exchange,
    ];
    let allowed = |op: &AtomicOp| match op {
        AtomicOp::Pow
        | AtomicOp::And
        | AtomicOp::Or
        | AtomicOp::Xor
        | AtomicOp::Min
        | AtomicOp::Max => !kind.is_complex(),
        AtomicOp::Add | AtomicOp::Sub | AtomicOp::Mul | AtomicOp::Div | AtomicOp::Exchange => true,
        // It takes two values; programs test it.
        AtomicOp::CompareExchange => false,
    };
    let one = |op: AtomicOp| {
        let name = format!("atomic_{}_{}", op.name(), kind.name());
        let mut m = Maker::new(
            &name,
            &[12],
            &[(kind, &[3, 4]), (kind, &[12]), (kind, &[12])],
        );
        let (i, four) = (m.at(0), m.b.int(4));
        let (row, column) = (
            m.b.binary(BinaryOp::IntDiv, i, four),
            m.b.binary(BinaryOp::Rem, i, four),
        );
        let values = m.load(1, &[i]);
        let access = m.access(0, &[row, column], AccessMode::Safe);
        let results = m.b.atomic(op, access, &values);
        m.store(2, &[i], &results);
        m.finish()
    };
    ops.into_iter().filter(allowed).map(one).collect()
}

fn kind_of(ty: Ty) -> ElemKind {
    match ty {
        Ty::I32 => ElemKind::I32,
        Ty::I64 => ElemKind::I64,
        Ty::F32 => ElemKind::F32,
        Ty::F64 => ElemKind::F64,
        Ty::Bool | Ty::Array(_) | Ty::Str => panic!("no elements of {ty:?}"),
    }
}

/// Every operation on one and two numbers of a type, in a table: a column for each.
fn operations(ty: Ty) -> Case {
    use BinaryOp::*;
    let kind = kind_of(ty);
    let mut m = Maker::new(
        &format!("operations_{}", kind.name()),
        &[24, 24],
        &[(kind, &[24]), (kind, &[24, 24, 40])],
    );
    let (i, j) = (m.at(0), m.at(1));
    let (a, b) = (m.load(0, &[i])[0], m.load(0, &[j])[0]);
    let mut results = Vec::new();
    let binary: &[BinaryOp] = match ty.is_float() {
        true => &[Add, Sub, Mul, Div, Rem, Min, Max],
        false => &[
            Add, Sub, Mul, IntDiv, Rem, Min, Max, IntPow, And, Or, Xor, Shl, Shr,
        ],
    };
    results.extend(binary.iter().map(|&op| m.b.binary(op, a, b)));
    let unary: &[UnaryOp] = match ty.is_float() {
        true => &[
            UnaryOp::Neg,
            UnaryOp::Abs,
            UnaryOp::Sqrt,
            UnaryOp::Floor,
            UnaryOp::Ceil,
            UnaryOp::Round,
            UnaryOp::Trunc,
        ],
        false => &[UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Abs],
    };
    results.extend(unary.iter().map(|&op| m.b.unary(op, a)));
    if ty == Ty::F32 {
        results.push(m.b.unary(UnaryOp::RoundHalf, a));
    }
    let compares = [
        CompareOp::Eq,
        CompareOp::Ne,
        CompareOp::Lt,
        CompareOp::Le,
        CompareOp::Gt,
        CompareOp::Ge,
    ];
    for op in compares {
        let truth = m.b.compare(op, a, b);
        let other = m.b.compare(CompareOp::Lt, b, a);
        let not = m.b.unary(UnaryOp::Not, other);
        for logic in [And, Or, Xor] {
            let both = m.b.binary(logic, truth, not);
            let chosen = m.b.select(both, a, b);
            results.push(chosen);
        }
        let number = m.b.convert(truth, ty);
        results.push(number);
    }
    for (column, result) in results.into_iter().enumerate().take(40) {
        let column = m.b.int(column as i32);
        m.store(1, &[i, j, column], &[result]);
    }
    m.finish()
}

/// Conversions from a type to all others and back to a double.
fn conversions(ty: Ty) -> Case {
    let kind = kind_of(ty);
    let mut m = Maker::new(
        &format!("conversions_{}", kind.name()),
        &[24],
        &[(kind, &[24]), (ElemKind::F64, &[24, 5])],
    );
    let i = m.at(0);
    let a = m.load(0, &[i])[0];
    for (column, to) in [Ty::Bool, Ty::I32, Ty::I64, Ty::F32, Ty::F64]
        .into_iter()
        .enumerate()
    {
        let converted = m.b.convert(a, to);
        let wide = m.b.convert(converted, Ty::F64);
        let column = m.b.int(column as i32);
        m.store(1, &[i, column], &[wide]);
    }
    m.finish()
}

/// All elementary functions.
fn elementary(ty: Ty) -> Case {
    let kind = kind_of(ty);
    let mut m = Maker::new(
        &format!("elementary_{}", kind.name()),
        &[24, 24],
        &[(kind, &[24]), (kind, &[24, 24, MathFn::ALL.len() as i32])],
    );
    let (i, j) = (m.at(0), m.at(1));
    let (a, b) = (m.load(0, &[i])[0], m.load(0, &[j])[0]);
    for (column, &function) in MathFn::ALL.iter().enumerate() {
        let result = m.b.math(function, &[a, b][..function.arity()]);
        let column = m.b.int(column as i32);
        m.store(1, &[i, j, column], &[result]);
    }
    m.finish()
}

/// Accumulators of all operations of a type.
fn accumulators(ty: Ty) -> Case {
    let kind = kind_of(ty);
    let mut m = Maker::new(
        &format!("accumulators_{}", kind.name()),
        &[5, 4],
        &[(kind, &[5, 4])],
    );
    let (i, j) = (m.at(0), m.at(1));
    let a = m.load(0, &[i, j])[0];
    let ops: &[(AccumulatorOp, BinaryOp)] = match ty.is_float() {
        true => &[
            (AccumulatorOp::Min, BinaryOp::Min),
            (AccumulatorOp::Max, BinaryOp::Max),
        ],
        false => &[
            (AccumulatorOp::Add, BinaryOp::Add),
            (AccumulatorOp::Mul, BinaryOp::Mul),
            (AccumulatorOp::Min, BinaryOp::Min),
            (AccumulatorOp::Max, BinaryOp::Max),
            (AccumulatorOp::And, BinaryOp::And),
            (AccumulatorOp::Or, BinaryOp::Or),
            (AccumulatorOp::Xor, BinaryOp::Xor),
        ],
    };
    for &(accumulate, op) in ops {
        let local = m.b.accumulator(ty, accumulate.name(), accumulate);
        let before = m.b.get(local);
        let after = m.b.binary(op, a, before);
        m.b.set(local, after);
    }
    m.finish()
}

/// Every rank, with an extent along each axis.
fn ranks(rank: usize) -> Case {
    let extents = &[3, 2, 4, 5][..rank];
    let shape: Vec<i32> = if rank == 1 {
        vec![1, extents[0]]
    } else {
        extents.to_vec()
    };
    let mut m = Maker::new(&format!("rank_{rank}"), extents, &[(ElemKind::I32, &shape)]);
    let index: Vec<Value> = (0..rank).map(|axis| m.at(axis)).collect();
    let array = m.b.get(m.params[0]);
    let mut value = m.b.numel(array);
    for (axis, &one) in index.iter().enumerate() {
        let extent = m.b.dim(array, axis as u8);
        let scaled = m.b.mul(value, extent);
        value = m.b.add(scaled, one);
    }
    m.store(0, &index, &[value]);
    m.finish()
}

/// Loops, jumps, early ends of positions, variables.
fn control() -> Case {
    let mut m = Maker::new(
        "control",
        &[12],
        &[(ElemKind::I32, &[12]), (ElemKind::I32, &[12])],
    );
    let i = m.at(0);
    let (zero, one, two, nine) = (m.b.int(0), m.b.int(1), m.b.int(2), m.b.int(9));
    let minus = m.b.int(-1);
    let total = m.b.local(Ty::I32, Some("float"));
    let source = m.params[0];
    let skip = m.b.compare(CompareOp::Eq, i, two);
    m.b.if_then(skip, |b| b.return_(&[]));
    let range = LoopRange {
        start: zero,
        step: one,
        stop: i,
    };
    m.b.for_(range, |b, outer, row| {
        let range = LoopRange {
            start: nine,
            step: one,
            stop: zero,
        };
        b.for_(range, |b, _, _| b.break_(outer));
        let range = LoopRange {
            start: nine,
            step: minus,
            stop: zero,
        };
        b.for_(range, |b, inner, column| {
            let same = b.compare(CompareOp::Eq, row, column);
            b.if_then(same, |b| b.continue_(outer));
            let sum = b.add(row, column);
            let large = b.compare(CompareOp::Gt, sum, nine);
            b.if_then(large, |b| b.continue_(inner));
            let (before, array) = (b.get(total), b.get(source));
            let access = Access {
                array,
                index: vec![column],
                mode: AccessMode::Safe,
                name: None,
            };
            let element = b.load(access)[0];
            let after = b.add(before, element);
            b.set(total, after);
        });
    });
    let count = m.b.local(Ty::I32, None);
    m.b.scope(|b, scope| {
        b.while_(
            |b| {
                let (now, limit) = (b.get(count), b.int(20));
                b.compare(CompareOp::Lt, now, limit)
            },
            |b, _| {
                let now = b.get(count);
                let step = b.int(3);
                let next = b.add(now, step);
                b.set(count, next);
                let enough = b.compare(CompareOp::Gt, next, i);
                b.if_then(enough, |b| b.break_(scope));
            },
        );
    });
    let (left, right) = (m.b.get(total), m.b.get(count));
    let sum = m.b.add(left, right);
    m.store(1, &[i], &[sum]);
    m.finish()
}

/// Values that are read before their variable changes and used after it.
fn swaps() -> Case {
    let mut m = Maker::new(
        "swaps",
        &[6],
        &[(ElemKind::I32, &[6]), (ElemKind::I32, &[6])],
    );
    let i = m.at(0);
    let first = m.load(0, &[i])[0];
    let (a, b) = (
        m.b.local_with(Some("a"), first),
        m.b.local_with(Some("b"), i),
    );
    let (old_a, old_b) = (m.b.get(a), m.b.get(b));
    m.b.set(a, old_b);
    m.b.set(b, old_a);
    let (new_a, new_b) = (m.b.get(a), m.b.get(b));
    let truth = m.b.compare(CompareOp::Gt, new_a, new_b);
    let sum = m.b.sub(new_a, new_b);
    m.b.if_then(truth, |builder| builder.set(a, sum));
    let last = m.b.get(a);
    m.store(1, &[i], &[last]);
    m.finish()
}
