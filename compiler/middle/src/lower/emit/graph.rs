//! What a kernel needs of objects: the plan of the columns that its launch makes of them.
//!
//! Layer: `emit`.
//!
//! *Invariant:* `columns` and the columns of the plan have the same order, and `roots` and those of the plan.

use std::collections::BTreeSet;

use crate::base::Id;
use crate::mir::{self, FuncId, Local, Op, Ty};
use crate::types::ClassId;
use quasar_abi::{GraphColumn, GraphHolds, GraphPlan, PoolContent};

/// What a kernel needs of objects.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct Graph {
    /// The classes; their places are their numbers in the plan.
    pub(in crate::lower) classes: Vec<ClassId>,
    /// What the launch makes columns of.
    pub(in crate::lower) plan: GraphPlan,
    /// The numbers of the parameters that are pointers or arrays of them.
    pub(in crate::lower) roots: Vec<usize>,
    /// The parameters that are the columns, with their numbers.
    pub(in crate::lower) columns: Vec<(Local, usize)>,
    /// Parameters that must not be arrays of the objects.
    pub(in crate::lower) others: Vec<usize>,
    /// What runs where such a parameter is one.
    pub(in crate::lower) hosted: Option<FuncId>,
}

/// The number of a class in the plan.
pub(in crate::lower) fn class_number(graph: &mut Graph, class: ClassId) -> i32 {
    let found = graph.classes.iter().position(|known| *known == class);
    let number = found.unwrap_or_else(|| {
        graph.classes.push(class);
        graph.classes.len() - 1
    });
    graph.plan.classes = graph.classes.len() as i32;
    number as i32
}

impl Graph {
    /// Whether the kernel has anything to do with objects.
    pub(in crate::lower) fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Whether a parameter is a column.
    pub(in crate::lower) fn has_column(&self, parameter: usize) -> bool {
        self.columns.iter().any(|(_, number)| *number == parameter)
    }

    /// Notes what the finished kernel changes, and which of its arrays must not be among those of the objects: changes of the one would not
    /// be seen through the other.
    pub(in crate::lower) fn finish(&mut self, kernel: &mir::Function) {
        let written = written_parameters(kernel);
        for (root, parameter) in self.plan.roots.iter_mut().zip(&self.roots) {
            root.written = root.many && written.contains(parameter);
        }
        for (column, (_, parameter)) in self.plan.columns.iter_mut().zip(&self.columns) {
            column.written = written.contains(parameter);
        }
        for (number, &param) in kernel.params.iter().enumerate() {
            let Ty::Array(kind) = kernel.locals[param].ty else {
                continue;
            };
            let is_own = self.has_column(number) || self.roots.contains(&number);
            let clashes = |column: &GraphColumn| {
                let content = GraphHolds::Pool(PoolContent::Elements(kind));
                column.holds == content && (column.written || written.contains(&number))
            };
            if !is_own && self.plan.columns.iter().any(clashes) {
                self.others.push(number);
            }
        }
    }
}

/// The numbers of the parameters whose elements a kernel changes.
fn written_parameters(kernel: &mir::Function) -> BTreeSet<usize> {
    let mut read = vec![None; kernel.values.len()];
    let mut written = BTreeSet::new();
    kernel.body.for_each_stmt(&mut |stmt| match &stmt.op {
        Op::Get(local) => {
            read[stmt.results[0].index()] = kernel.params.iter().position(|param| param == local);
        }
        Op::Store(access, _) | Op::Atomic(_, access, _) => {
            written.extend(read[access.array.index()]);
        }
        _ => {}
    });
    written
}
