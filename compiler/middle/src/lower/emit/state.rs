//! What a kernel under construction has beyond a function.
//!
//! Layer: `emit`.
//!
//! *Invariant:* it is there as long as a kernel is lowered, and never in a host function.

use std::collections::{BTreeMap, BTreeSet};

use crate::hir::GlobalVarId;
use crate::lower::emit::graph::Graph;
use crate::mir::{Local, Value};

/// What a kernel under construction has beyond a function.
#[derive(Default)]
pub(in crate::lower) struct KernelState {
    /// Where the top-level variables that it reads arrive.
    pub(in crate::lower) globals: BTreeMap<GlobalVarId, Vec<Local>>,
    /// The locals of its outputs.
    pub(in crate::lower) accumulators: BTreeSet<Local>,
    /// What its threads do together.
    pub(in crate::lower) group: GroupState,
    /// The objects that it reaches.
    pub(in crate::lower) graph: Graph,
}

/// The launch as the kernel sees it.
#[derive(Clone)]
pub(in crate::lower) struct Grid {
    /// The position along each dimension of the launch.
    pub(in crate::lower) position: Vec<Value>,
    /// Its extents and block size, when the kernel takes them.
    pub(in crate::lower) extents: Vec<Value>,
    /// One per dimension, like the extents.
    pub(in crate::lower) block: Vec<Value>,
}

/// What a kernel under construction does together.
#[derive(Default)]
pub(in crate::lower) struct GroupState {
    /// Whether its threads act together.
    pub(in crate::lower) acts: bool,
    /// The number of the parameter that is the first extent, when it takes them.
    pub(in crate::lower) grid: Option<usize>,
    /// The numbers of the parameters that are shared arrays.
    pub(in crate::lower) shared: Vec<usize>,
    /// The launch, when the kernel has a group of threads.
    pub(in crate::lower) layout: Option<Grid>,
}
