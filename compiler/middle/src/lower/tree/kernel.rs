//! What the text of a kernel tells: how its parameters arrive, which outputs are accumulators, what it asks of its launch.
//!
//! Layer: `tree`.
//!
//! *Invariant:* the kernel and its launches ask the same functions, so that both agree on the parameters.

use crate::hir::walk::{Visitor, walk_assign, walk_block, walk_expr};
use crate::hir::{
    Assign, AssignOp, BinaryOp, Element, Expr, ExprKind, Instance, InstanceId, Special, Stmt,
    StmtKind, Target, VarId,
};
use crate::lower::tree::operator::accumulator_op;
use crate::lower::tree::summaries::Summary;
use crate::machine::processor::HOST_REGISTERS;
use crate::mir::AccumulatorOp;
use crate::mir::kernel::MAXIMUM_RANK;
use crate::types::{ArrayType, ClassId, Elem, Type};

/// The class that a value refers to, and whether it is an array of pointers.
pub(in crate::lower) fn referred(ty: &Type) -> Option<(ClassId, bool)> {
    let (pointer, many) = match ty {
        Type::Array(ArrayType {
            elem: Elem::Compound(elem),
            ..
        }) => (*elem, true),
        other => (other, false),
    };
    match pointer {
        Type::Pointer(class) if !class.open => Some((class.id, many)),
        _ => None,
    }
}

/// Names a kernel: an instance for launches over a number of dimensions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::lower) struct KernelKey {
    /// The instance.
    pub(in crate::lower) instance: InstanceId,
    /// Dimensions of the launch as the program wrote it.
    pub(in crate::lower) rank: usize,
}

impl KernelKey {
    /// Whether the kernel takes the extents and the block size of the launch as parameters.
    pub(in crate::lower) fn needs_extents(&self, instance: &Instance) -> bool {
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
pub(in crate::lower) fn by_value(summary: &Summary, var: VarId, ty: &Type) -> bool {
    let few = |ty: &ArrayType| {
        ty.is_small()
            && ty
                .known_numel()
                .is_some_and(|count| count <= HOST_REGISTERS)
    };
    ty.as_array().is_some_and(few)
        && !summary.stored.contains(&var)
        && !summary.dynamic.contains(&var)
}

/// Whether a kernel has a group of threads as a parameter.
pub(in crate::lower) fn has_group(instance: &Instance) -> bool {
    let mut specials = instance.specials.iter();
    specials.any(|(special, _)| matches!(special, Special::Group(_)))
}

/// The type of what a call of the instance gives.
pub(in crate::lower) fn outputs_type(instance: &Instance) -> Type {
    match instance.outputs.as_slice() {
        [] => Type::Void,
        [output] => instance.vars[*output].ty.clone(),
        outputs => Type::Tuple(
            outputs
                .iter()
                .map(|&o| instance.vars[o].ty.clone())
                .collect(),
        ),
    }
}

/// Whether a special parameter is one number, or a vector of one, which stands for the same.
pub(in crate::lower) fn is_one_number(ty: &Type) -> bool {
    let single = |array: &ArrayType| array.known_numel() == Some(1);
    ty.is_number() || ty.as_array().is_some_and(single)
}

/// Whether an output of the type can be one of a kernel.
pub(in crate::lower) fn is_number_or_small(ty: &Type) -> bool {
    ty.is_number() || ty.as_array().is_some_and(ArrayType::is_small)
}

/// The body without the statements at its start that set outputs to 0: a launch does that once.
pub(in crate::lower) fn without_clearing(instance: &Instance) -> &[Stmt] {
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
pub(in crate::lower) fn output_operation(
    instance: &Instance,
    output: VarId,
) -> Option<AccumulatorOp> {
    let mut uses = OutputUses {
        output,
        operation: None,
        other: false,
    };
    walk_block(&mut uses, without_clearing(instance));
    (!uses.other).then_some(uses.operation.unwrap_or(AccumulatorOp::Add))
}

/// The operation and the contribution of `variable = variable op value`, which is how the checker writes updates.
pub(in crate::lower) fn written_update(var: VarId, value: &Expr) -> Option<(BinaryOp, &Expr)> {
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
