//! Kernel instances as MIR kernels: parameters, the position and the other special parameters, outputs.
//!
//! *Invariant:* a kernel's parameters are, in order, the ordinary ones, the captured ones, the top-level variables that
//! it reads, the arrays of outputs that are no accumulators, and, when it needs them, the extents and the block size of
//! the launch; `launch.rs` passes them so.

use super::Lowered;
use super::expression::array_type;
use super::facts::{HOST_REGISTERS, InstanceFacts};
use super::function::{Exit, FunctionLowering, KernelState, Slot};
use super::graph::Graph;
use super::loops::accumulator_op;
use super::operand::{Number, Operand, Small};
use super::program::ProgramLowering;
use crate::builtins::groups::WARP;
use crate::hir::walk::{Visitor, walk_assign, walk_block, walk_expr};
use crate::hir::{
    Assign, AssignOp, BinaryOp, Element, Expr, ExprKind, Instance, InstanceId, Special, Stmt,
    StmtKind, Target, Var, VarId,
};
use crate::mir::{
    self, AccumulatorOp, BinaryOp as MirBinary, CompareOp, FunctionBuilder, KernelOrigin, Local,
    Ty, Value,
};
use crate::types::{ArrayType, Type};

/// MIR kernels have at most so many dimensions; further leading ones are folded into the first.
pub(super) const MAXIMUM_RANK: usize = 4;

/// Names a kernel: an instance for launches over a number of dimensions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct KernelKey {
    /// The instance.
    pub(super) instance: InstanceId,
    /// Dimensions of the launch as the program wrote it.
    pub(super) rank: usize,
}

impl KernelKey {
    /// Whether the kernel takes the extents and the block size of the launch as parameters.
    pub(super) fn needs_extents(&self, instance: &Instance) -> bool {
        let asks = instance
            .specials
            .iter()
            .any(|(special, var)| match special {
                Special::Position => is_one_number(&instance.vars[*var].ty) && self.rank > 1,
                other => other.is_about_blocks(),
            });
        asks || self.rank > MAXIMUM_RANK
    }
}

/// Whether a kernel takes a parameter as the values of its elements: small arrays that it only reads, at indices that
/// are known when compiling.
pub(super) fn by_value(facts: &InstanceFacts, var: VarId, ty: &Type) -> bool {
    let few = |ty: &ArrayType| {
        ty.is_small()
            && ty
                .known_numel()
                .is_some_and(|count| count <= HOST_REGISTERS)
    };
    ty.as_array().is_some_and(few) && !facts.stored.contains(&var) && !facts.dynamic.contains(&var)
}

/// Whether a kernel has a group of threads as a parameter.
fn has_group(instance: &Instance) -> bool {
    let mut specials = instance.specials.iter();
    specials.any(|(special, _)| matches!(special, Special::Group(_)))
}

/// The launch as the kernel sees it.
#[derive(Clone)]
pub(super) struct Grid {
    /// The position along each dimension of the launch.
    pub(super) position: Vec<Value>,
    /// Its extents and block size, when the kernel takes them.
    pub(super) extents: Vec<Value>,
    /// One per dimension, like the extents.
    pub(super) block: Vec<Value>,
}

impl<'a, 'p> FunctionLowering<'a, 'p> {
    /// An instance as a kernel, what it needs of objects, and whether its threads act together.
    pub(super) fn kernel(
        program: &'a mut ProgramLowering<'p>,
        key: &KernelKey,
    ) -> (mir::Function, Graph, bool) {
        let instance = &program.hir.instances[key.instance];
        let name = program.unique_name(&instance.name);
        let loc = program.location(instance.span, &instance.name, None);
        let rank = key.rank.min(MAXIMUM_RANK);
        let mut builder = FunctionBuilder::kernel(&name, rank, KernelOrigin::Written, loc);
        builder.set_profile(instance.profile.clone());
        let mut s = FunctionLowering::new(program, builder);
        s.kernel = Some(KernelState::default());
        s.push_frame(key.instance, Exit::Return);
        if let Err(report) = s.kernel_body(instance, key) {
            s.program.reports.push(*report);
        }
        let kernel = s.kernel.take().expect("a kernel is lowered");
        (s.finish(), kernel.graph, kernel.group.acts)
    }

    fn kernel_body(&mut self, instance: &'p Instance, key: &KernelKey) -> Lowered<()> {
        self.refuse_references(instance, key.instance)?;
        self.kernel_parameters(instance, key.instance);
        self.kernel_globals(key.instance);
        self.kernel_outputs(instance)?;
        let grid = self.grid(instance, key);
        let kernel = self.kernel.as_mut().expect("a kernel is lowered");
        kernel.group.layout = has_group(instance).then(|| grid.clone());
        for &(special, var) in &instance.specials {
            self.bind_special(special, var, &grid)?;
        }
        self.stmts(without_clearing(instance));
        self.finish_group(key, instance.span)
    }

    // ---- Parameters ----------------------------------------------------------------------------------------------------

    /// Objects with open fields and arrays of arrays have no form in kernels.
    fn refuse_references(&self, instance: &Instance, id: InstanceId) -> Lowered<()> {
        let params = instance.params.iter().chain(&instance.captures);
        let params = params.map(|&var| &instance.vars[var].ty);
        let globals = self.program.facts.of(id).globals.iter();
        let globals = globals.map(|&global| &self.hir.globals[global].ty);
        for ty in params.chain(globals) {
            let known = super::graph::referred(ty).is_some();
            if !known && self.program.parts(ty).contains(&super::object::OBJECT) {
                let what = match ty {
                    Type::Pointer(_) => "a pointer within a kernel",
                    _ => "an array of arrays within a kernel",
                };
                return self.unsupported(instance.span, what);
            }
        }
        Ok(())
    }

    fn kernel_parameters(&mut self, instance: &'p Instance, id: InstanceId) {
        for &var in instance.params.iter().chain(&instance.captures) {
            let data = &instance.vars[var];
            let facts = self.program.facts.of(id);
            let (in_values, assigned) = (
                by_value(facts, var, &data.ty),
                facts.assigned.contains(&var),
            );
            let slot = if in_values {
                let parts = self.element_parts(array_type(&data.ty));
                Slot::Registers(
                    parts
                        .into_iter()
                        .map(|ty| self.param(ty, &data.name))
                        .collect(),
                )
            } else {
                Slot::Locals(self.kept_parameters(&data.ty, &data.name))
            };
            let small = data.ty.as_array().filter(|ty| ty.is_small());
            let slot = match (small, &slot) {
                (Some(ty), Slot::Locals(locals)) if assigned => self.load_registers(ty, locals[0]),
                _ => slot,
            };
            self.frame_mut().slots.insert(var, slot);
        }
    }

    /// Parameters for the parts of a variable, in the memory that its type names.
    fn kept_parameters(&mut self, ty: &Type, name: &str) -> Vec<Local> {
        self.note_root(ty);
        let kept = self.kept(ty);
        let parts = self.parts(ty);
        let parameter = |ty| {
            let local = self.param(ty, name);
            self.keep_in(local, kept);
            local
        };
        parts.into_iter().map(parameter).collect()
    }

    /// A parameter in memory that the kernel assigns: its elements are loaded first.
    fn load_registers(&mut self, ty: &ArrayType, local: Local) -> Slot {
        let array = self.get(local);
        let small = self.load_small(array, ty);
        let locals = self.register_locals(ty, "");
        self.write_registers(&locals, &small.elements);
        Slot::Registers(locals)
    }

    fn element_parts(&self, ty: &ArrayType) -> Vec<Ty> {
        let count = ty.known_numel().expect("a small array has known sizes");
        let parts = self.number_parts(&ty.elem.value_type());
        (0..count).flat_map(|_| parts.clone()).collect()
    }

    fn kernel_globals(&mut self, id: InstanceId) {
        for global in self.program.facts.of(id).globals.clone() {
            let data = &self.hir.globals[global];
            let locals = self.kept_parameters(&data.ty, &data.name);
            let kernel = self.kernel.as_mut().expect("a kernel is lowered");
            kernel.globals.insert(global, locals);
        }
    }

    // ---- Position and block --------------------------------------------------------------------------------------------

    fn grid(&mut self, instance: &Instance, key: &KernelKey) -> Grid {
        let mut extents = Vec::new();
        let mut block = Vec::new();
        if key.needs_extents(instance) {
            let first = self.function().params.len();
            self.kernel
                .as_mut()
                .expect("a kernel is lowered")
                .group
                .grid = Some(first);
            extents = (0..key.rank)
                .map(|_| self.param(Ty::I32, "$extent"))
                .collect();
            block = (0..key.rank)
                .map(|_| self.param(Ty::I32, "$block"))
                .collect();
        }
        let extents: Vec<Value> = extents
            .into_iter()
            .map(|local: Local| self.get(local))
            .collect();
        let block: Vec<Value> = block
            .into_iter()
            .map(|local: Local| self.get(local))
            .collect();
        let position = self.unfold(&extents, key.rank);
        Grid {
            position,
            extents,
            block,
        }
    }

    /// The position along every dimension of the launch; the first of the kernel holds all that are too many.
    fn unfold(&mut self, extents: &[Value], rank: usize) -> Vec<Value> {
        let position = self.position().to_vec();
        if rank <= MAXIMUM_RANK {
            return position;
        }
        let folded = rank - MAXIMUM_RANK + 1;
        let mut rest = position[0];
        let mut leading = Vec::new();
        for &extent in extents[1..folded].iter().rev() {
            leading.push(self.binary(MirBinary::Rem, rest, extent));
            rest = self.binary(MirBinary::IntDiv, rest, extent);
        }
        leading.push(rest);
        leading.reverse();
        leading.extend(&position[1..]);
        leading
    }

    pub(super) fn bind_special(
        &mut self,
        special: Special,
        var: VarId,
        grid: &Grid,
    ) -> Lowered<()> {
        if let Special::Group(_) = special {
            let slot = Slot::Bound(Operand::Group(Vec::new()));
            self.frame_mut().slots.insert(var, slot);
            return Ok(());
        }
        let data = self.var(var);
        let mut values = self.special_values(special, &data.ty, grid);
        let is_number = is_one_number(&data.ty);
        if is_number && !matches!(special, Special::Position | Special::WarpSize) {
            values = vec![self.number_along(grid, &values)];
        }
        let operand = self.special_operand(special, &data.ty, values, data.span)?;
        let facts = self.program.facts.of(self.frame().id);
        if facts.assigned.contains(&var) || facts.stored.contains(&var) {
            self.set_variable(var, operand, data.span)?;
        } else {
            self.frame_mut().slots.insert(var, Slot::Bound(operand));
        }
        Ok(())
    }

    /// The values of a special parameter, one per dimension of the launch.
    fn special_values(&mut self, special: Special, ty: &Type, grid: &Grid) -> Vec<Value> {
        match special {
            Special::Position if is_one_number(ty) => vec![self.number_position(grid)],
            Special::Position => grid.position.clone(),
            Special::BlockPosition => self.per_axis(grid, |s, position, _, block| {
                s.binary(MirBinary::Rem, position, block)
            }),
            Special::BlockDim => grid.block.clone(),
            Special::BlockIndex => self.per_axis(grid, |s, position, _, block| {
                s.binary(MirBinary::IntDiv, position, block)
            }),
            Special::BlockCount => self.per_axis(grid, |s, _, extent, block| {
                let one = s.int(1);
                let sum = s.add(extent, block);
                let sum = s.sub(sum, one);
                s.binary(MirBinary::IntDiv, sum, block)
            }),
            Special::WarpSize => vec![self.int(WARP)],
            Special::Group(_) => panic!("a group of threads is no number"),
        }
    }

    /// A position of type int: the row index, or the linear index of a 1×n launch.
    fn number_position(&mut self, grid: &Grid) -> Value {
        let Some(&first) = grid.extents.first() else {
            return grid.position[0];
        };
        let mut linear = grid.position[0];
        for (&index, &extent) in grid.position.iter().zip(&grid.extents).skip(1) {
            linear = self.index_step(linear, extent, index);
        }
        let one = self.int(1);
        let is_row = self.compare(CompareOp::Eq, first, one);
        self.select(is_row, linear, grid.position[0])
    }

    /// A special parameter of type int: that of the first dimension, or of the second one of a 1×n launch.
    fn number_along(&mut self, grid: &Grid, values: &[Value]) -> Value {
        match (values, grid.extents.as_slice()) {
            (&[first, second, ..], &[rows, ..]) => {
                let one = self.int(1);
                let is_row = self.compare(CompareOp::Eq, rows, one);
                self.select(is_row, second, first)
            }
            (values, _) => values[0],
        }
    }

    fn per_axis(
        &mut self,
        grid: &Grid,
        value: impl Fn(&mut Self, Value, Value, Value) -> Value,
    ) -> Vec<Value> {
        grid.position
            .iter()
            .zip(&grid.extents)
            .zip(&grid.block)
            .map(|((&position, &extent), &block)| value(self, position, extent, block))
            .collect()
    }

    /// The values of a special parameter as its type wants them: as many as it has elements, as int or scalar.
    fn special_operand(
        &mut self,
        special: Special,
        ty: &Type,
        mut values: Vec<Value>,
        span: crate::base::Span,
    ) -> Lowered<Operand> {
        let array = match ty {
            Type::Array(array) => array,
            number if number.is_number() => {
                return Ok(self.convert_number(values[0].into(), number).into());
            }
            _ => return self.unsupported(span, &format!("{special:?} of the type {ty}")),
        };
        let Some(count) = array.known_numel().filter(|_| array.is_small()) else {
            return self.unsupported(span, "a position of unknown length");
        };
        let fill = self.int(i32::from(special == Special::BlockDim));
        values.resize(count, fill);
        let elem = array.elem.value_type();
        let elements = values
            .into_iter()
            .map(|value| self.convert_number(Number::Real(value), &elem))
            .collect();
        Ok(Operand::Small(Small {
            ty: array.clone(),
            elements,
        }))
    }

    // ---- Outputs -------------------------------------------------------------------------------------------------------

    /// An output that is only updated by one operation is an accumulator; any other lies in an array of its own.
    fn kernel_outputs(&mut self, instance: &'p Instance) -> Lowered<()> {
        for &output in &instance.outputs {
            let data = &instance.vars[output];
            if !is_number_or_small(&data.ty) {
                return self.unsupported(data.span, "an output of this type of a kernel");
            }
            let slot = match output_operation(instance, output) {
                None => {
                    let elem = data.ty.elem().expect("an output is made of numbers");
                    let ty = Ty::Array(self.kind(elem));
                    Slot::Shared(self.param(ty, &data.name))
                }
                Some(op) => self.accumulator_slot(data, op),
            };
            self.frame_mut().slots.insert(output, slot);
        }
        Ok(())
    }

    fn accumulator_slot(&mut self, data: &Var, op: AccumulatorOp) -> Slot {
        let (types, small) = match &data.ty {
            Type::Array(ty) => (self.element_parts(ty), true),
            ty => (self.program.parts(ty), false),
        };
        let locals: Vec<Local> = types
            .into_iter()
            .map(|ty| self.accumulator(ty, &data.name, op))
            .collect();
        let kernel = self.kernel.as_mut().expect("a kernel is lowered");
        kernel.accumulators.extend(&locals);
        if small {
            Slot::Registers(locals)
        } else {
            Slot::Locals(locals)
        }
    }
}

/// Whether a special parameter is one number, or a vector of one, which stands for the same.
pub(super) fn is_one_number(ty: &Type) -> bool {
    let single = |array: &ArrayType| array.known_numel() == Some(1);
    ty.is_number() || ty.as_array().is_some_and(single)
}

fn is_number_or_small(ty: &Type) -> bool {
    ty.is_number() || ty.as_array().is_some_and(ArrayType::is_small)
}

/// The body without the statements at its start that set outputs to 0: a launch does that once.
pub(super) fn without_clearing(instance: &Instance) -> &[Stmt] {
    let clears = |stmt: &&Stmt| match &stmt.kind {
        StmtKind::Assign(Assign {
            target: Target::Var(var),
            op: AssignOp::Set,
            value,
            ..
        }) => instance.outputs.contains(var) && is_zero(value),
        _ => false,
    };
    let count = instance.body.iter().take_while(clears).count();
    &instance.body[count..]
}

fn is_zero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(value) => *value == 0,
        ExprKind::Scalar(value) => *value == 0.0,
        ExprKind::Convert(_, inner) => is_zero(inner),
        ExprKind::NewArray { fill, .. } => *fill == crate::mir::Fill::Zeros,
        _ => false,
    }
}

/// How the contributions to an output are combined; none when the kernel does anything else with it.
pub(super) fn output_operation(instance: &Instance, output: VarId) -> Option<AccumulatorOp> {
    let mut uses = OutputUses {
        output,
        operation: None,
        other: false,
    };
    walk_block(&mut uses, without_clearing(instance));
    (!uses.other).then_some(uses.operation.unwrap_or(AccumulatorOp::Add))
}

/// The operation and the contribution of `variable = variable op value`, which is how the checker writes updates.
pub(super) fn written_update(var: VarId, value: &Expr) -> Option<(BinaryOp, &Expr)> {
    let ExprKind::Binary(op, a, b) = &value.kind else {
        return None;
    };
    accumulator_op(*op)?;
    let is_var = |expr: &Expr| matches!(expr.kind, ExprKind::Var(v) if v == var);
    match (is_var(a), is_var(b)) {
        (true, false) => Some((*op, b)),
        (false, true) if *op != BinaryOp::Sub => Some((*op, a)),
        _ => None,
    }
}

/// What a kernel does with one output.
struct OutputUses {
    output: VarId,
    operation: Option<AccumulatorOp>,
    other: bool,
}

impl OutputUses {
    fn is_output(&self, target: &Target) -> bool {
        match target {
            Target::Var(var) => *var == self.output,
            Target::Element(Element { array, .. }) => {
                matches!(array.kind, ExprKind::Var(var) if var == self.output)
            }
            Target::Global(_)
            | Target::Field(..)
            | Target::Deref(_)
            | Target::Entry(..)
            | Target::Ignore => false,
        }
    }

    /// Notes an assignment to the output and gives its contribution.
    fn update<'e>(&mut self, assign: &'e Assign) -> &'e Expr {
        let (op, value) = match (assign.op, &assign.target) {
            (AssignOp::Update(op), _) => (accumulator_op(op), &assign.value),
            (AssignOp::Set, Target::Var(var)) => match written_update(*var, &assign.value) {
                Some((op, value)) => (accumulator_op(op), value),
                None => (None, &assign.value),
            },
            (AssignOp::Set | AssignOp::Exchange | AssignOp::CompareExchange, _) => {
                (None, &assign.value)
            }
        };
        match (op, self.operation) {
            (Some(op), None) => self.operation = Some(op),
            (Some(op), Some(known)) if op == known => {}
            _ => self.other = true,
        }
        value
    }
}

impl Visitor for OutputUses {
    fn assign(&mut self, assign: &Assign) {
        if !self.is_output(&assign.target) {
            walk_assign(self, assign);
            return;
        }
        let value = self.update(assign);
        self.expr(value);
        if let Target::Element(element) = &assign.target {
            crate::hir::walk::walk_place(self, &element.place);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(var) if *var == self.output => self.other = true,
            ExprKind::Assign(assign) if self.is_output(&assign.target) => self.other = true,
            _ => walk_expr(self, expr),
        }
    }
}
