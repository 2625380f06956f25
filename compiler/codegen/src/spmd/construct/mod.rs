//! The body of a kernel as SPMD code: for one position, or for as many consecutive ones as there are lanes.
//!
//! With one position every value is uniform and control flow stays as it is. With several, a varying condition becomes a mask: both
//! branches run, what they assign is selected; a lane that leaves a loop early drops out of the mask until the loop is behind all lanes.
//!
//! | file | what it builds |
//! |---|---|
//! | `values` | values, masks as values, calls |
//! | `variables` | variables where paths meet |
//! | `statements` | statements, operations without effect |
//! | `errors` | what ends the kernel with an error |
//! | `branches` | `if`, uniform and by masks |
//! | `leaving` | scopes, and what leaves them and loops |
//!
//! *Technique:* vectorisation of a whole function (Karrenberg and Hack, "Whole-Function Vectorization", CGO 2011); if-conversion (Allen,
//! Kennedy, Porterfield and Warren, "Conversion of Control Dependence to Data Dependence", POPL 1983).
//!
//! *Invariant:* in lanes outside the mask nothing is stored and no error raised; what they compute is never seen.

mod branches;
mod errors;
mod leaving;
mod statements;
mod values;
mod variables;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::base::IndexVec;
use crate::mir::kernel::copied_arrays;
use crate::mir::liveness::Liveness;
use crate::mir::{FuncKind, Function, KernelData, Label, Local, Program, StrId, Value};

use super::emit::Emitter;
use super::forms::Limits;
use super::ir::{BlockId, Val};
use super::numbers;
use super::ranges::Ranges;
use super::row_loops::{Buffers, RowLoop, row_loops};
use super::sum_loops::{SumLoop, loops_in_lanes};
use crate::mir::divergence::Divergence;

pub(super) use leaving::merge_gone;
pub(super) use values::elem_of;

/// Which lanes are active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mask {
    /// All.
    All,
    /// Those of a varying truth value.
    Some(Val),
    /// None: what follows in the block is not reached by any lane.
    Nothing,
}

/// Why lanes are missing from the mask that were there when the region began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gone {
    /// They wait behind the construct.
    After(Label),
    /// They wait for the loop's next iteration.
    Iteration(Label),
    /// They have ended their position.
    End,
}

/// Where control goes that leaves something, and what it passes.
#[derive(Clone)]
pub(super) struct Exit {
    pub(super) block: BlockId,
    /// The variables whose values are the block's parameters.
    pub(super) vars: Vec<usize>,
}

impl Exit {
    pub(super) fn new(block: BlockId, vars: Vec<usize>) -> Exit {
        Exit { block, vars }
    }
}

/// A loop or scope that is being built.
#[derive(Clone)]
pub(super) struct Construct {
    /// Whether lanes leave one by one, by masks.
    masked: bool,
    /// Where a uniform `Break` goes, with the variables it passes.
    exit: Exit,
    /// Where a uniform `Continue` goes, likewise; loops only.
    next: Option<Exit>,
}

/// Which versions of a kernel are compiled, where launches whose arrays have the right extents may have one of their own.
#[derive(Clone, Copy, Default)]
pub(super) struct Versions {
    /// The code is for wide vectors: it declines other launches (`versions::DECLINED`), which then get the code of the least machine.
    pub(super) is_wide: bool,
    /// The code is that of the least machine beside code of wide vectors.
    pub(super) beside_wide: bool,
    /// The machine stores some lanes of a vector as fast as all of them.
    pub(super) has_masks: bool,
    /// What elements of an array add up to does not depend on the lanes.
    pub(super) adds_in_order: bool,
}

/// Where the lanes of the merged form are.
#[derive(Clone, Copy)]
pub(super) struct Pixel {
    /// Stands for the merged positions, uniform `I32`: the same in all of them, and its number means nothing.
    pub(super) symbol: Val,
    /// Merged dimensions behind the first.
    pub(super) inner: usize,
    /// The element of the first lane, counted in its row.
    pub(super) element: Val,
}

/// What is known of a kernel whose windows may be cut off anywhere.
pub(super) struct CutOff {
    pub(super) ranges: Ranges,
    pub(super) sum_loops: BTreeMap<Label, Rc<SumLoop>>,
}

/// A kernel under construction.
pub(super) struct Builder<'a> {
    pub(super) e: Emitter,
    pub(super) program: &'a Program,
    pub(super) kernel: &'a Function,
    pub(super) data: &'a KernelData,
    pub(super) divergence: Divergence,
    pub(super) liveness: Liveness,
    pub(super) ranges: Ranges,
    /// Variables that are never NaN.
    numbers: IndexVec<Local, bool>,
    /// Positions run strictly in order.
    pub(super) serial: bool,
    /// Dimensions of the launch, which come before the parameters in the argument block.
    pub(super) launch_rank: usize,
    /// Accumulators do not depend on the lanes.
    pub(super) ordered: bool,
    pub(super) lanes: u32,
    pub(super) versions: Versions,
    /// Arrays that are changed without atomic instructions where they belong to the chunk.
    pub(super) copied: BTreeSet<Value>,
    /// Uniform truth: they do. None: there are none.
    pub(super) own_copies: Option<Val>,
    /// Bytes from one table of a copy to the next, uniform `I64`; 0 where copies have one table.
    pub(super) table_stride: Option<Val>,
    /// Innermost loops whose vectors run along them; then positions run one by one.
    pub(super) sum_loops: BTreeMap<Label, Rc<SumLoop>>,
    /// Differences of bytes, of which but the sum over the lanes counts.
    pub(super) differences: BTreeSet<Value>,
    /// Whether all of these were sums of eight in the nest at hand.
    pub(super) all_at_once: bool,
    /// Whether there are registers for what the nest at hand reads in front of the loops around.
    pub(super) in_front: bool,
    /// The scope of the position at hand.
    pub(super) position_scope: usize,
    /// What is known where windows may be cut off anywhere, until a version for that is built.
    pub(super) cut_off: Option<CutOff>,
    /// Innermost loops along rows, which the lanes are.
    pub(super) row_loops: BTreeMap<Label, Rc<RowLoop>>,
    /// What the loop at hand reads and writes in strips of transposed rows.
    pub(super) buffers: Buffers,
    /// Whether values may differ between lanes in what is being built: several positions, or iterations of a sum.
    pub(super) vector: bool,
    /// The index of a loop that stays inside of all arrays that it is an index of.
    pub(super) walking: Option<Value>,
    /// Whether the lanes outside of the mask have no element at all: what lies side by side is read under the mask.
    pub(super) partial: bool,
    /// In the merged form, for lanes.
    pub(super) pixel: Option<Pixel>,
    /// Whether the positions at hand are those where the covered indices are inside.
    pub(super) interior: bool,
    pub(super) mask: Mask,
    /// The mask that the body began with: the positions that run now, of those that the lanes stand for.
    pub(super) start: Mask,
    /// Values of the locals, then two masks per label: lanes behind it, lanes that wait for its next iteration.
    pub(super) vars: Vec<Option<Val>>,
    /// Where a position ends early.
    pub(super) end: Exit,
    values: IndexVec<Value, Option<Val>>,
    texts: FxHashMap<Value, StrId>,
    constructs: BTreeMap<Label, Construct>,
    /// Enclosing constructs, outermost first.
    nest: Vec<Label>,
    pub(super) gone: Vec<Gone>,
    /// Loops that all lanes run equally often in what is being built, though they do not everywhere.
    pub(super) in_step: BTreeSet<Label>,
    /// How many copies the loops around make of what is built, by being written out.
    pub(super) copies: u64,
    /// How many loops around are written out.
    pub(super) levels: u32,
    pub(super) reachable: bool,
}

impl<'a> Builder<'a> {
    /// A builder at the entry of the kernel's function.
    pub(super) fn new(
        program: &'a Program,
        kernel: &'a Function,
        lanes: u32,
        serial: bool,
        ordered: bool,
        launch_rank: usize,
    ) -> Self {
        let FuncKind::Kernel(data) = &kernel.kind else {
            panic!("{} is not a kernel", kernel.name)
        };
        let e = Emitter::new(&kernel.name, lanes);
        let end = Exit::new(e.current(), Vec::new());
        Builder {
            e,
            program,
            kernel,
            data,
            divergence: Divergence::of(kernel),
            liveness: Liveness::of(kernel),
            ranges: Ranges::of(kernel),
            numbers: numbers::of(kernel),
            serial,
            launch_rank,
            ordered,
            lanes,
            versions: Versions::default(),
            copied: match serial {
                true => BTreeSet::new(),
                false => copied_arrays(kernel).values,
            },
            own_copies: None,
            table_stride: None,
            sum_loops: BTreeMap::new(),
            differences: BTreeSet::new(),
            all_at_once: true,
            in_front: false,
            position_scope: 0,
            cut_off: None,
            row_loops: match lanes {
                1 => BTreeMap::new(),
                _ => row_loops(kernel),
            },
            buffers: Buffers::default(),
            vector: false,
            pixel: None,
            interior: false,
            walking: None,
            partial: false,
            mask: Mask::All,
            start: Mask::All,
            vars: vec![None; kernel.locals.len() + 2 * kernel.labels as usize],
            end,
            values: IndexVec::filled(None, kernel.values.len()),
            texts: FxHashMap::default(),
            constructs: BTreeMap::new(),
            nest: Vec::new(),
            gone: Vec::new(),
            in_step: BTreeSet::new(),
            copies: 1,
            levels: 0,
            reachable: true,
        }
    }

    /// With the versions of the kernel that are compiled.
    pub(super) fn with_versions(mut self, versions: Versions) -> Self {
        self.versions = versions;
        self
    }

    /// Lets vectors run along the loops inside positions where elements lie so that this is better.
    pub(super) fn with_sums_in_lanes(mut self, strict: bool) -> Self {
        // Elements of arrays that are not known in front of the row are checked one by one.
        let in_lanes = self.lanes > 1 && !self.ranges.unknown_arrays;
        let (kernel, liveness, lanes) = (self.kernel, &self.liveness, self.lanes);
        let sum_loops = |limits| match in_lanes {
            true => loops_in_lanes(kernel, liveness, strict, limits, lanes),
            false => BTreeMap::new(),
        };
        let (limits, decides) = (self.ranges.limits(kernel), self.ranges.decides_windows);
        self.sum_loops = sum_loops(limits);
        let without_windows = decides.then(|| Ranges::without_windows(kernel));
        match without_windows {
            Some(ranges) if in_lanes && limits == Limits::Away => {
                self.cut_off = Some(CutOff {
                    ranges,
                    sum_loops: sum_loops(Limits::Anywhere),
                });
            }
            Some(ranges) => self.ranges = ranges,
            None => {}
        }
        self
    }

    /// Lets vectors divide whole numbers by multiplying with reciprocals in double precision.
    pub(super) fn with_products_for_quotients(mut self) -> Self {
        self.e.divides_by_products = true;
        self
    }

    /// Emits the body for the positions whose values are defined, those of the mask. Returns whether its end is reached; the accumulators
    /// are in `vars`.
    pub(super) fn body(&mut self, mask: Mask) -> bool {
        let kernel = self.kernel;
        (self.mask, self.start) = (mask, mask);
        self.position_scope = self.e.innermost();
        self.gone.clear();
        self.reachable = true;
        self.block(&kernel.body);
        self.reachable
    }
}
