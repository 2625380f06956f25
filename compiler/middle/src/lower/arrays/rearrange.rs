//! Builtins that move, repeat or combine the elements of small arrays in registers.
//!
//! Layer: `arrays`.
//!
//! *Invariant:* which element goes where is decided when compiling; only the combining emits code.

use crate::builtins::{self, Builtin, Host, Rule};
use crate::hir::{BinaryOp, Expr, ExprKind};
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::{Number, Operand, Small};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::memory::registers::{is_of_ints, restate};
use crate::lower::memory::storage::extents;
use crate::lower::numbers::fold::Fold;
use crate::lower::tree::index::constant;
use crate::types::ArrayType;
use quasar_abi::CumulateOp;

/// The position of a row-major index.
fn position(mut index: usize, extents: &[usize]) -> Vec<usize> {
    let mut position = vec![0; extents.len()];
    for (axis, &extent) in extents.iter().enumerate().rev() {
        position[axis] = index % extent;
        index /= extent;
    }
    position
}

/// The row-major index of a position.
fn index(position: &[usize], extents: &[usize]) -> usize {
    position
        .iter()
        .zip(extents)
        .fold(0, |index, (&at, &extent)| index * extent + at)
}

/// The extents of a type of known sizes, padded with ones.
fn padded(ty: &ArrayType, rank: usize) -> Vec<usize> {
    let mut sizes: Vec<usize> = extents(ty).into_iter().map(|size| size as usize).collect();
    sizes.resize(sizes.len().max(rank), 1);
    sizes
}

/// The ints of arguments that are constants, or of one vector of constants.
fn constants(args: &[Expr]) -> Option<Vec<i32>> {
    match args {
        [
            Expr {
                kind: ExprKind::ArrayLiteral(items),
                ..
            },
        ] => items.iter().map(constant).collect(),
        [
            Expr {
                kind: ExprKind::Convert(_, inner),
                ty,
                ..
            },
        ] if ty.as_array().is_some() => constants(std::slice::from_ref(inner)),
        numbers => numbers.iter().map(constant).collect(),
    }
}

impl FunctionLowering<'_, '_> {
    /// A call that only rearranges or combines elements in registers; none for all others.
    pub(in crate::lower) fn rearrangement(
        &mut self,
        expr: &Expr,
        builtin: Builtin,
        args: &[Expr],
    ) -> Option<Lowered<Operand>> {
        let to = expr.ty.as_array().filter(|ty| self.prefers_registers(ty))?;
        let from = args.first()?.ty.as_array().filter(|ty| ty.is_small())?;
        let in_memory = matches!(args[0].kind, ExprKind::Global(_));
        if in_memory && !self.on_device() {
            return None;
        }
        let sources = sources(builtin, from, to, &args[1..]);
        let how = match sources {
            Some(sources) => Rearranged::Gathered(sources),
            None => along_dimension(builtin, from, &args[1..])?,
        };
        Some(self.eval_small(&args[0]).map(|small| {
            let elements = match how {
                Rearranged::Gathered(sources) => self.gather(builtin, &small, &sources),
                Rearranged::Running(op, axis) => self.running(builtin, op, &small, axis),
                Rearranged::Reduced(fold, axis) => self.reduce_lines(fold, &small, axis),
            };
            let elem = to.elem.value_type();
            let elements = elements
                .into_iter()
                .map(|e| self.convert_number(e, &elem))
                .collect();
            Operand::Small(restate(
                Small {
                    ty: to.clone(),
                    elements,
                },
                to,
            ))
        }))
    }

    /// The results so far along a dimension.
    fn running(
        &mut self,
        builtin: Builtin,
        op: BinaryOp,
        small: &Small,
        axis: usize,
    ) -> Vec<Number> {
        let mut elements = small.elements.clone();
        for line in lines(&small.ty, axis) {
            for pair in line.windows(2) {
                let (before, next) = (elements[pair[0]], elements[pair[1]]);
                elements[pair[1]] = match is_of_ints(small) {
                    true => self.running_int(builtin, op, before, next),
                    false => self.binary_number(op, before, next),
                };
            }
        }
        elements
    }
}

impl Emitter<'_, '_> {
    /// The elements with these indices; 0 where there is none.
    fn gather(
        &mut self,
        builtin: Builtin,
        small: &Small,
        sources: &[Option<usize>],
    ) -> Vec<Number> {
        sources
            .iter()
            .map(|source| match source {
                Some(source) if builtin == Builtin::HermTranspose => {
                    self.conjugate(small.elements[*source])
                }
                Some(source) => small.elements[*source],
                None => self.zero_number(&small.elem().value_type()),
            })
            .collect()
    }

    fn reduce_lines(&mut self, fold: Fold, small: &Small, axis: usize) -> Vec<Number> {
        lines(&small.ty, axis)
            .map(|line| {
                let elements = line.into_iter().map(|at| small.elements[at]).collect();
                let ty = small.ty.clone();
                self.small_reduction(fold, &Small { ty, elements })
            })
            .collect()
    }
}

/// How the elements of the result come from those of the argument.
enum Rearranged {
    /// Each is one of them, or 0.
    Gathered(Vec<Option<usize>>),
    /// Each is the result so far along a dimension.
    Running(BinaryOp, usize),
    /// Each is a reduction along a dimension.
    Reduced(Fold, usize),
}

/// The indices of the elements of each line along a dimension of a small array.
fn lines(ty: &ArrayType, axis: usize) -> impl Iterator<Item = Vec<usize>> {
    let sizes = padded(ty, axis + 1);
    let stride: usize = sizes[axis + 1..].iter().product();
    let count = sizes.iter().product::<usize>();
    let starts = (0..count).filter(move |&at| position(at, &sizes)[axis] == 0);
    let extent = padded(ty, axis + 1)[axis];
    starts.map(move |start| (0..extent).map(|step| start + step * stride).collect())
}

/// For each element of the result the element that it comes from; none when the builtin is no rearrangement.
fn sources(
    builtin: Builtin,
    from: &ArrayType,
    to: &ArrayType,
    args: &[Expr],
) -> Option<Vec<Option<usize>>> {
    let rank = extents(from).len().max(extents(to).len());
    let (old, new) = (padded(from, rank), padded(to, rank));
    let shuffle = |map: &dyn Fn(&[usize]) -> Vec<usize>| {
        let count = new.iter().product();
        (0..count)
            .map(|at| Some(index(&map(&position(at, &new)), &old)))
            .collect()
    };
    match builtin {
        Builtin::Copy | Builtin::DeepCopy | Builtin::Reshape | Builtin::Squeeze => {
            let same = from.known_numel() == to.known_numel();
            same.then(|| (0..from.known_numel().unwrap_or(0)).map(Some).collect())
        }
        Builtin::Transpose | Builtin::HermTranspose if rank == 2 => {
            Some(shuffle(&|at| vec![at[1], at[0]]))
        }
        Builtin::Repmat => Some(shuffle(&|at| {
            at.iter()
                .zip(&old)
                .map(|(at, extent)| at % extent)
                .collect()
        })),
        Builtin::ShuffleDims => {
            let order = constants(args).filter(|order| is_permutation(order, rank))?;
            Some(shuffle(&|at| {
                let mut source = vec![0; rank];
                for (axis, &from) in order.iter().enumerate() {
                    source[from as usize] = at[axis];
                }
                source
            }))
        }
        Builtin::CircShift => {
            let shifts = constants(args).filter(|shifts| shifts.len() == rank)?;
            Some(shuffle(&|at| {
                let moved = at.iter().zip(&shifts).zip(&old);
                moved
                    .map(|((&at, &shift), &n)| (at as i32 + shift).rem_euclid(n as i32) as usize)
                    .collect()
            }))
        }
        Builtin::Diag if rank == 2 => {
            let count = new.iter().product();
            Some((0..count).map(|at| Some(at * old[1] + at)).collect())
        }
        Builtin::Diagm if rank == 2 => {
            let side = new[0];
            let on_diagonal = |at: usize| (at / side == at % side).then_some(at / side);
            Some((0..side * side).map(on_diagonal).collect())
        }
        _ => None,
    }
}

/// Whether every dimension stands once in the order.
fn is_permutation(order: &[i32], rank: usize) -> bool {
    order.len() == rank && (0..rank as i32).all(|axis| order.contains(&axis))
}

/// How a builtin combines elements along a dimension, when it does and the dimension is known.
fn along_dimension(builtin: Builtin, from: &ArrayType, args: &[Expr]) -> Option<Rearranged> {
    let row = builtins::row(builtin);
    let known = |dim: &Expr| usize::try_from(constant(dim)?).ok();
    match (row.rule, args) {
        (Rule::Host(Host::Cumulative(op)), []) => {
            Some(Rearranged::Running(running(op), extents(from).len() - 1))
        }
        (Rule::Host(Host::Cumulative(op)), [dim]) => {
            Some(Rearranged::Running(running(op), known(dim)?))
        }
        (_, [dim]) => Some(Rearranged::Reduced(
            Fold::of(row.reduction()?)?,
            known(dim)?,
        )),
        _ => None,
    }
}

/// The operation of a running reduction.
fn running(op: CumulateOp) -> BinaryOp {
    match op {
        CumulateOp::Sum => BinaryOp::Add,
        CumulateOp::Prod => BinaryOp::Mul,
        CumulateOp::Min => BinaryOp::Min,
        CumulateOp::Max => BinaryOp::Max,
    }
}
