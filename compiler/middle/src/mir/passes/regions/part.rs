//! Parts: the kernels between barriers, one row of threads of a block after another.
//!
//! *Invariant:* a part has two dimensions. The first counts the rows of threads of all its blocks, the second the threads of a row, along
//! the last dimension of a block that may have more than one thread.

use std::collections::BTreeMap;

use crate::mir::data::*;
use crate::mir::{FunctionBuilder, KernelOrigin};

/// A part under construction.
pub(super) struct Part {
    /// Its statements.
    pub(super) b: FunctionBuilder,
    /// Values of the host that it gets, with the parameters that they arrive in.
    pub(super) inputs: Vec<(Value, Local)>,
    /// The values of the kernel that it knows.
    pub(super) values: BTreeMap<Value, Value>,
    /// The variables of the kernel that it has.
    pub(super) locals: BTreeMap<Local, Local>,
    /// The labels of the kernel in it.
    pub(super) labels: BTreeMap<Label, Label>,
    /// The block, counted from the first of this run.
    pub(super) block: Value,
    /// The position of the thread in arrays with an element per thread.
    pub(super) thread: [Value; 2],
    /// Whether the thread belongs to the launch.
    pub(super) inside: Value,
}

/// What the host knows of the launch.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    /// The extents of the launch.
    pub(super) extents: Vec<Value>,
    /// The extents of a block.
    pub(super) block: Vec<Value>,
    /// The dimension along which the threads of a row lie; those behind it have one thread.
    pub(super) lane: usize,
    /// The number of blocks along each dimension.
    pub(super) counts: Vec<Value>,
    /// Rows of threads in a block, threads in a row.
    pub(super) shape: [Value; 2],
    /// The first block of this run.
    pub(super) first: Value,
    /// Blocks in this run.
    pub(super) blocks: Value,
    /// Rows of threads in this run.
    pub(super) rows: Value,
}

impl Part {
    /// A part that knows its position, and the values of the kernel that are its position in the block.
    pub(super) fn new(
        name: &str,
        origin: KernelOrigin,
        position: &[Value],
        in_block: &BTreeMap<Value, usize>,
        geometry: &Geometry,
        loc: Loc,
    ) -> Part {
        let b = FunctionBuilder::kernel(name, 2, origin, loc);
        let [row, column] = [b.position()[0], b.position()[1]];
        let mut part = Part {
            b,
            inputs: Vec::new(),
            values: BTreeMap::new(),
            locals: BTreeMap::new(),
            labels: BTreeMap::new(),
            block: row,
            thread: [row, column],
            inside: row,
        };
        let (indices, threads) = part.positions(geometry);
        part.values.extend(
            in_block
                .iter()
                .map(|(&value, &axis)| (value, threads[axis])),
        );
        part.inside = part.b.bool(true);
        for ((&value, index), &extent) in position.iter().zip(indices).zip(&geometry.extents) {
            let extent = part.input(extent);
            let within = part.b.compare(CompareOp::Lt, index, extent);
            part.inside = part.b.binary(BinaryOp::And, part.inside, within);
            part.values.insert(value, index);
        }
        part
    }

    /// A value of the host, of the given type.
    pub(super) fn input_as(&mut self, value: Value, ty: Ty) -> Value {
        let known = self.inputs.iter().find(|(input, _)| *input == value);
        let local = match known {
            Some(&(_, local)) => local,
            None => {
                let local = self.b.param(ty, "$given");
                self.inputs.push((value, local));
                local
            }
        };
        self.b.get(local)
    }

    /// An int of the host.
    fn input(&mut self, value: Value) -> Value {
        self.input_as(value, Ty::I32)
    }

    /// The position in the launch, and that in the block.
    fn positions(&mut self, geometry: &Geometry) -> (Vec<Value>, Vec<Value>) {
        let [row, column] = self.thread;
        let mut threads = Vec::new();
        if geometry.lane > 0 {
            let lines = self.input(geometry.shape[0]);
            self.block = self.b.binary(BinaryOp::IntDiv, row, lines);
            let line = self.b.binary(BinaryOp::Rem, row, lines);
            threads = self.unfold(line, &geometry.block[..geometry.lane]);
        }
        threads.push(column);
        let zero = self.b.int(0);
        threads.resize(geometry.extents.len(), zero);
        let first = self.input(geometry.first);
        let number = self.b.add(first, self.block);
        let blocks = self.unfold(number, &geometry.counts);
        let mut position = Vec::new();
        for ((index, &thread), &size) in blocks.into_iter().zip(&threads).zip(&geometry.block) {
            let size = self.input(size);
            let start = self.b.mul(index, size);
            position.push(self.b.add(start, thread));
        }
        (position, threads)
    }

    /// An index along each extent, from their row-major index.
    fn unfold(&mut self, index: Value, extents: &[Value]) -> Vec<Value> {
        let mut rest = index;
        let mut indices = Vec::new();
        for &extent in extents[1..].iter().rev() {
            let extent = self.input(extent);
            indices.push(self.b.binary(BinaryOp::Rem, rest, extent));
            rest = self.b.binary(BinaryOp::IntDiv, rest, extent);
        }
        indices.push(rest);
        indices.reverse();
        indices
    }

    /// The thread's element of an array of the host.
    pub(super) fn own(&mut self, array: Value, kind: ElemKind) -> Access {
        let index = self.thread.to_vec();
        self.access(array, kind, index)
    }

    /// An element of an array of the host.
    pub(super) fn access(&mut self, array: Value, kind: ElemKind, index: Vec<Value>) -> Access {
        Access {
            array: self.input_as(array, Ty::Array(kind)),
            index,
            mode: AccessMode::Unchecked,
            name: None,
        }
    }
}

/// The threads that run the steps of a construct.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mask {
    /// An int per thread.
    pub(super) array: Value,
    /// The construct.
    pub(super) label: Option<Label>,
    /// Whether it tells of the current iteration only.
    pub(super) is_iteration: bool,
}
