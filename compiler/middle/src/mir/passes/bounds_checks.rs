//! The pass `bounds-checks`: accesses at the position of a kernel that every launch keeps inside need no check.
//!
//! A launch over the sizes of an array stays inside of it, and of each array that was made with the same sizes or that an
//! assertion says has them. A kernel that does nothing but such accesses runs over one dimension.
//!
//! *Invariant:* sizes of arrays never change, so that what is known of an array value holds wherever the value is visible.

use std::collections::{BTreeMap, BTreeSet};

use crate::mir::data::*;
use crate::mir::query::KernelError;

/// The axes of arrays that come from elsewhere whose extents are looked up among what is known.
const USUAL_AXES: usize = 3;

/// Runs the pass.
pub fn bounds_checks(program: &mut Program) {
    let mut flat = BTreeSet::new();
    for (kernel, proof) in proofs(program) {
        let function = &mut program.functions[kernel];
        let arrays = parameters(function);
        let position = match &function.kind {
            FuncKind::Kernel(data) => data.position.clone(),
            FuncKind::Host => panic!("{} is launched", function.name),
        };
        let site = Site {
            arrays,
            constants: constants(function),
            position,
            proof,
        };
        site.relax(&mut function.body);
        if site.is_pointwise(function) {
            site.flatten(function);
            flat.insert(kernel);
        }
    }
    for function in program.functions.iter_mut() {
        let mut body = std::mem::take(&mut function.body);
        multiply_extents(function, &mut body, &flat);
        function.body = body;
    }
}

// ---- What launches promise ---------------------------------------------------------------------------------------------

/// What every launch of a kernel keeps.
#[derive(Clone, Debug, Default)]
struct Proof {
    /// The position along an axis is below that extent of the array of a parameter: parameter, axis.
    dims: BTreeSet<(usize, usize)>,
    /// The only position is below the number of elements of the array of a parameter.
    whole: BTreeSet<usize>,
    /// The least of the extents that are known of the array of a parameter along an axis.
    extents: BTreeMap<(usize, usize), i32>,
}

/// An array, as far as two mentions of it are known to be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Array {
    /// A parameter that is never assigned.
    Local(Local),
    /// A value.
    Value(Value),
}

/// A number, as far as two mentions of it are known to be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Number {
    Constant(i32),
    Dim(Array, u8),
    Numel(Array),
    Value(Value),
}

fn proofs(program: &Program) -> BTreeMap<FuncId, Proof> {
    let mut proofs = BTreeMap::new();
    for function in &program.functions {
        let mut definitions = BTreeMap::new();
        function.body.for_each_stmt(&mut |stmt| {
            for &result in &stmt.results {
                definitions.insert(result, &stmt.op);
            }
        });
        let mut walk = Walk {
            definitions,
            assigned: function.body.assigned_locals(),
            equal: Vec::new(),
            proofs: &mut proofs,
        };
        walk.block(&function.body);
    }
    proofs
}

/// A walk over a function in the order of the text.
struct Walk<'f> {
    definitions: BTreeMap<Value, &'f Op>,
    assigned: BTreeSet<Local>,
    /// Numbers that are equal here.
    equal: Vec<(Number, Number)>,
    proofs: &'f mut BTreeMap<FuncId, Proof>,
}

impl Walk<'_> {
    fn block(&mut self, block: &Block) {
        let known = self.equal.len();
        for stmt in &block.stmts {
            for inner in stmt.op.blocks() {
                self.block(inner);
            }
            match &stmt.op {
                Op::Launch(launch) => self.launch(launch),
                Op::If {
                    cond,
                    then,
                    otherwise,
                } => {
                    if fails(otherwise) {
                        self.learn(*cond, true);
                    }
                    if fails(then) {
                        self.learn(*cond, false);
                    }
                }
                _other => {}
            }
        }
        self.equal.truncate(known);
    }

    /// Notes the equations that a condition says when it has this truth.
    fn learn(&mut self, cond: Value, truth: bool) {
        match self.definitions.get(&cond) {
            Some(Op::Unary(UnaryOp::Not, inner)) => self.learn(*inner, !truth),
            Some(Op::Binary(BinaryOp::And, a, b)) if truth => {
                self.learn(*a, true);
                self.learn(*b, true);
            }
            Some(Op::Binary(BinaryOp::Or, a, b)) if !truth => {
                self.learn(*a, false);
                self.learn(*b, false);
            }
            Some(Op::Compare(CompareOp::Eq, a, b)) if truth => self.note(*a, *b),
            Some(Op::Compare(CompareOp::Ne, a, b)) if !truth => self.note(*a, *b),
            _other => {}
        }
    }

    fn note(&mut self, a: Value, b: Value) {
        let equation = (self.number(a), self.number(b));
        self.equal.push(equation);
    }

    fn launch(&mut self, launch: &Launch) {
        let mut found = Proof::default();
        for (index, &arg) in launch.args.iter().enumerate() {
            for (axis, &extent) in launch.extents.iter().enumerate() {
                if self.same(self.number(extent), self.dim(arg, axis as u8)) {
                    found.dims.insert((index, axis));
                }
            }
            if let &[extent] = launch.extents.as_slice()
                && self.same(self.number(extent), self.numel(arg))
            {
                found.whole.insert(index);
            }
            for axis in 0..self.known_axes(arg) {
                if let Some(extent) = self.constant(self.dim(arg, axis as u8)) {
                    found.extents.insert((index, axis), extent);
                }
            }
        }
        match self.proofs.get_mut(&launch.kernel) {
            None => {
                self.proofs.insert(launch.kernel, found);
            }
            Some(known) => {
                known.dims.retain(|fact| found.dims.contains(fact));
                known.whole.retain(|fact| found.whole.contains(fact));
                known.extents.retain(|place, extent| {
                    let other = found.extents.get(place);
                    *extent = other.map_or(*extent, |other| (*extent).min(*other));
                    other.is_some()
                });
            }
        }
    }

    fn same(&self, a: Number, b: Number) -> bool {
        a == b || self.equals(a).contains(&b)
    }

    /// All numbers that are equal to one here.
    fn equals(&self, number: Number) -> BTreeSet<Number> {
        let mut reached = BTreeSet::from([number]);
        loop {
            let before = reached.len();
            for (x, y) in &self.equal {
                if reached.contains(x) || reached.contains(y) {
                    reached.extend([*x, *y]);
                }
            }
            if reached.len() == before {
                return reached;
            }
        }
    }

    /// The constant that a number is.
    fn constant(&self, number: Number) -> Option<i32> {
        let equals = self.equals(number);
        equals.into_iter().find_map(|number| match number {
            Number::Constant(constant) => Some(constant),
            Number::Dim(..) | Number::Numel(_) | Number::Value(_) => None,
        })
    }

    /// The axes of an array of which something may be known.
    fn known_axes(&self, array: Value) -> usize {
        match self.definitions.get(&array) {
            Some(Op::NewArray { dims, .. }) => dims.len(),
            _other => USUAL_AXES,
        }
    }

    fn number(&self, value: Value) -> Number {
        match self.definitions.get(&value) {
            Some(Op::Const(Const::I32(number))) => Number::Constant(*number),
            Some(Op::Dim(array, axis)) => self.dim(*array, *axis),
            Some(Op::Numel(array)) => self.numel(*array),
            _other => Number::Value(value),
        }
    }

    fn dim(&self, array: Value, axis: u8) -> Number {
        match self.definitions.get(&array) {
            Some(Op::NewArray { dims, .. }) if dims.len() > 1 => dims
                .get(usize::from(axis))
                .map_or(Number::Constant(1), |&dim| self.number(dim)),
            Some(Op::Runtime { func, args, .. }) => self
                .dim_of_result(*func, args, axis)
                .unwrap_or(Number::Dim(self.array(array), axis)),
            _other => Number::Dim(self.array(array), axis),
        }
    }

    /// An extent of what an operation makes of matrices: a transpose has those of its argument the other way round, a product
    /// the rows of its left one. Its columns are those of the right one only where that is no row.
    fn dim_of_result(&self, func: RtFn, args: &[Value], axis: u8) -> Option<Number> {
        match (func, args, axis) {
            (RtFn::array_transpose, &[matrix], 0 | 1) => Some(self.dim(matrix, 1 - axis)),
            (RtFn::matrix_multiply | RtFn::matrix_multiply_transposed, &[left, _], 0) => {
                Some(self.dim(left, 0))
            }
            (_function, _args, _axis) => None,
        }
    }

    /// The number of elements; of a new array with one extent that is not 1, that extent.
    fn numel(&self, array: Value) -> Number {
        let Some(Op::NewArray { dims, .. }) = self.definitions.get(&array) else {
            return Number::Numel(self.array(array));
        };
        let mut others = dims
            .iter()
            .map(|&dim| self.number(dim))
            .filter(|dim| *dim != Number::Constant(1));
        match (others.next(), others.next()) {
            (None, _) => Number::Constant(1),
            (Some(only), None) => only,
            (Some(_), Some(_)) => Number::Numel(self.array(array)),
        }
    }

    fn array(&self, value: Value) -> Array {
        match self.definitions.get(&value) {
            Some(Op::Get(local)) if !self.assigned.contains(local) => Array::Local(*local),
            _other => Array::Value(value),
        }
    }
}

/// Whether a block ends by raising an error.
fn fails(block: &Block) -> bool {
    let last = block.stmts.last().map(|stmt| &stmt.op);
    matches!(last, Some(Op::Runtime { func, .. }) if KernelError::of(*func).is_some())
}

// ---- What a kernel makes of it -----------------------------------------------------------------------------------------

/// The values of a kernel that hold the array of a parameter that is never assigned, with its number.
fn parameters(kernel: &Function) -> BTreeMap<Value, usize> {
    let assigned = kernel.body.assigned_locals();
    let mut arrays = BTreeMap::new();
    kernel.body.for_each_stmt(&mut |stmt| {
        if let Op::Get(local) = stmt.op
            && !assigned.contains(&local)
            && let Some(index) = kernel.params.iter().position(|param| *param == local)
        {
            arrays.insert(stmt.results[0], index);
        }
    });
    arrays
}

/// The ints of a kernel that are constants.
fn constants(kernel: &Function) -> BTreeMap<Value, i32> {
    let mut constants = BTreeMap::new();
    kernel.body.for_each_stmt(&mut |stmt| {
        if let Op::Const(Const::I32(number)) = stmt.op {
            constants.insert(stmt.results[0], number);
        }
    });
    constants
}

/// A kernel with what is known of its launches.
struct Site {
    arrays: BTreeMap<Value, usize>,
    constants: BTreeMap<Value, i32>,
    position: Vec<Value>,
    proof: Proof,
}

impl Site {
    /// Whether an access lies inside its array.
    fn is_inside(&self, access: &Access) -> bool {
        let Some(&param) = self.arrays.get(&access.array) else {
            return false;
        };
        if let &[index] = access.index.as_slice() {
            return self.position == [index] && self.proof.whole.contains(&param);
        }
        access.index.iter().enumerate().all(|(axis, index)| {
            let place = (param, axis);
            let at_position = self.position.get(axis) == Some(index);
            at_position && self.proof.dims.contains(&place)
                || self.is_constant_inside(place, *index)
        })
    }

    /// Whether an index is a constant below every extent that the array has along an axis.
    fn is_constant_inside(&self, place: (usize, usize), index: Value) -> bool {
        match (self.constants.get(&index), self.proof.extents.get(&place)) {
            (Some(index), Some(extent)) => (0..*extent).contains(index),
            (None, _) | (_, None) => false,
        }
    }

    fn relax(&self, block: &mut Block) {
        for stmt in &mut block.stmts {
            if let Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) = &mut stmt.op
                && self.is_inside(access)
            {
                access.mode = AccessMode::Unchecked;
            }
            for inner in stmt.op.blocks_mut() {
                self.relax(inner);
            }
        }
    }

    /// Whether a kernel over several dimensions uses its position for nothing but elements at it.
    fn is_pointwise(&self, kernel: &Function) -> bool {
        let FuncKind::Kernel(data) = &kernel.kind else {
            return false;
        };
        let rank = self.position.len();
        let (mut uses, mut accesses) = (0, 0);
        kernel.body.for_each_stmt(&mut |stmt| {
            let mut count = 0;
            stmt.op
                .for_each_operand(|value| count += usize::from(self.position.contains(value)));
            uses += count;
            if let Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) = &stmt.op {
                let whole = access.index == self.position && self.is_inside(access);
                accesses += usize::from(whole && count == rank);
            }
        });
        rank > 1 && data.accumulators.is_empty() && accesses > 0 && uses == accesses * rank
    }

    /// Lets the first position count all elements.
    fn flatten(&self, kernel: &mut Function) {
        if let FuncKind::Kernel(data) = &mut kernel.kind {
            data.position.truncate(1);
        }
        self.shorten(&mut kernel.body);
    }

    fn shorten(&self, block: &mut Block) {
        for stmt in &mut block.stmts {
            if let Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) = &mut stmt.op
                && access.index == self.position
            {
                access.index.truncate(1);
            }
            for inner in stmt.op.blocks_mut() {
                self.shorten(inner);
            }
        }
    }
}

/// Launches the kernels that count all elements over the product of their extents, which is the size of an array.
fn multiply_extents(function: &mut Function, block: &mut Block, flat: &BTreeSet<FuncId>) {
    let mut output = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        for inner in stmt.op.blocks_mut() {
            multiply_extents(function, inner, flat);
        }
        if let Op::Launch(launch) = &mut stmt.op
            && flat.contains(&launch.kernel)
        {
            let extents = std::mem::take(&mut launch.extents);
            let product = extents.into_iter().reduce(|product, extent| {
                let value = function.values.push(ValueData { ty: Ty::I32 });
                output.push(Stmt {
                    op: Op::Binary(BinaryOp::Mul, product, extent),
                    results: vec![value],
                    loc: stmt.loc,
                });
                value
            });
            launch.extents.extend(product);
        }
        output.push(stmt);
    }
    block.stmts = output;
}
