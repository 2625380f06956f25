//! Kernels that work element by element run over all elements as one row.
//!
//! A position that is used for nothing but `x[m,n,c]`, with all its parts in order, need not be taken apart: where the arrays have the
//! launch's extents, element and position have the same number. Colour images, whose rows of three are too short for vectors, gain most.
//!
//! *Technique:* loop coalescing (Polychronopoulos, "Loop Coalescing: A Compiler Transformation for Parallel Machines", ICPP 1987), of all
//! dimensions.
//!
//! *Invariant:* the flat version is used only in launches whose extents are those of every array that is indexed by the position.

use std::collections::BTreeSet;

use crate::base::Id;
use crate::mir::{Access, Block, FuncKind, Function, Local, Op, Ty, Value, ValueData};

/// The flat version of a kernel.
pub struct Flat {
    /// A kernel of one dimension with the same parameters.
    pub kernel: Function,
    /// The parameters, by number, whose sizes must be the extents.
    pub arrays: Vec<usize>,
}

/// The flat version, if the kernel has one.
pub fn flattened(kernel: &Function) -> Option<Flat> {
    let FuncKind::Kernel(data) = &kernel.kind else {
        panic!("{} is not a kernel", kernel.name)
    };
    if data.position.len() < 2 {
        return None;
    }
    let mut search = Search {
        kernel,
        position: &data.position,
        assigned: BTreeSet::new(),
        handles: Vec::new(),
        arrays: BTreeSet::new(),
    };
    kernel.body.for_each_stmt(&mut |stmt| match &stmt.op {
        Op::Set(local, _) => {
            search.assigned.insert(*local);
        }
        Op::Get(local) => search.handles.push((stmt.results[0], *local)),
        _ => {}
    });
    let mut fits = true;
    kernel
        .body
        .for_each_stmt(&mut |stmt| fits = fits && search.allows(&stmt.op));
    (fits && !search.arrays.is_empty()).then(|| Flat {
        kernel: rewritten(kernel, &data.position),
        arrays: search.arrays.iter().copied().collect(),
    })
}

struct Search<'a> {
    kernel: &'a Function,
    position: &'a [Value],
    assigned: BTreeSet<Local>,
    /// Values that read a local.
    handles: Vec<(Value, Local)>,
    /// Parameters that are indexed by the position.
    arrays: BTreeSet<usize>,
}

impl Search<'_> {
    /// Whether the operation uses the position as a whole, in an access, or not at all.
    fn allows(&mut self, op: &Op) -> bool {
        let (access, values) = match op {
            Op::Load(access) => (Some(access), &[][..]),
            Op::Store(access, values) | Op::Atomic(_, access, values) => {
                (Some(access), values.as_slice())
            }
            _ => (None, &[][..]),
        };
        if let Some(access) = access
            && access.index == self.position
        {
            let whole = values.iter().all(|value| !self.position.contains(value));
            return whole && self.note(access);
        }
        let mut uses = false;
        op.for_each_operand(|value| uses |= self.position.contains(value));
        !uses
    }

    /// Notes the parameter that an access is to; false if it is to something else.
    fn note(&mut self, access: &Access) -> bool {
        let found = self.handles.iter().find(|one| one.0 == access.array);
        let Some((_, local)) = found.filter(|one| !self.assigned.contains(&one.1)) else {
            return false;
        };
        let params = self.kernel.params.iter();
        let at = params.zip(0..).find(|(param, _)| *param == local);
        at.is_some_and(|(_, at)| {
            self.arrays.insert(at);
            true
        })
    }
}

/// The kernel with the number of the element in the place of the position.
fn rewritten(kernel: &Function, position: &[Value]) -> Function {
    let mut flat = kernel.clone();
    let number = flat.values.push(ValueData { ty: Ty::I32 });
    debug_assert!(number.index() >= position.len());
    if let FuncKind::Kernel(data) = &mut flat.kind {
        data.position = vec![number];
    }
    rewrite(&mut flat.body, position, number);
    flat
}

fn rewrite(block: &mut Block, position: &[Value], number: Value) {
    for stmt in &mut block.stmts {
        if let Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) = &mut stmt.op
            && access.index == position
        {
            access.index = vec![number];
        }
        for inner in stmt.op.blocks_mut() {
            rewrite(inner, position, number);
        }
    }
}
