//! Launches of which one has the channels of an image as a dimension, and the other one in its text.
//!
//! `for c = 0..2` in the loops over the pixels is a dimension where channels are computed alike and lie side by side, and is written out
//! where a channel needs the others (`analysis::loops::jam`). Two such launches have different numbers of dimensions. If they could be one
//! otherwise, the channels of the first kind are written out as well.
//!
//! *Invariant:* a kernel has another form only where it becomes a part of another one.

use super::host::Host;
use super::{Fuser, Path, collect, launches};
use crate::analysis::loops::def_use::DefUse;
use crate::base::Id;
use crate::mir::{Block, FuncId, FuncKind, Function, KernelOrigin, Launch, Op};
use crate::opt::loops::unroll_and_jam::jam_last_dimension;

/// Channels at most.
const MOST_CHANNELS: i32 = 4;
/// Operations that all channels have together, at most.
const MOST_OPERATIONS: usize = 100;
/// Others that may be launched between the two.
const FARTHEST: usize = 2;

/// A launch that gets one dimension less.
struct Candidate {
    path: Path,
    /// Where the two stand.
    pair: (usize, usize),
    /// Which of the two it is.
    at: usize,
    kernel: FuncId,
    channels: i32,
}

impl Fuser<'_> {
    /// Fuses the first two launches that the writing out of channels lets be fused; tells whether there were some.
    pub(super) fn channels(&mut self) -> bool {
        let candidates = self.candidates();
        candidates.iter().any(|one| self.try_without(one))
    }

    fn candidates(&self) -> Vec<Candidate> {
        let footprints = self.footprints();
        let def_use = DefUse::of(&self.function, &self.names);
        let host = Host {
            def_use: &def_use,
            footprints: &footprints,
        };
        let mut paths = Vec::new();
        collect(&self.function.body, &mut Vec::new(), &mut paths);
        let mut found = Vec::new();
        for (path, block) in &paths {
            let places = launches(block);
            for distance in 1..=FARTHEST {
                for (&first, &second) in places.iter().zip(places.iter().skip(distance)) {
                    let pair = (first, second);
                    for at in [first, second] {
                        let other = if at == first { second } else { first };
                        if let Some((kernel, channels)) = self.candidate(&host, block, at, other) {
                            let path = path.clone();
                            found.push(Candidate {
                                path,
                                pair,
                                at,
                                kernel,
                                channels,
                            });
                        }
                    }
                }
            }
        }
        found
    }

    /// The kernel and the channels of the launch at `at`, if it has the dimensions of the other one and channels.
    fn candidate(
        &self,
        host: &Host,
        block: &Block,
        at: usize,
        other: usize,
    ) -> Option<(FuncId, i32)> {
        let (mine, other) = (launch(block, at), launch(block, other));
        let (last, rest) = mine.extents.split_last()?;
        let channels = host.constant(*last)?;
        let same = rest.len() == other.extents.len()
            && rest
                .iter()
                .zip(&other.extents)
                .all(|(&a, &b)| host.same_number(a, b));
        let kernel = &self.program.functions[mine.kernel];
        let fits = (2..=MOST_CHANNELS).contains(&channels)
            && !mine.serial
            && may_be_written_out(kernel, channels as usize);
        (same && fits && !rest.is_empty()).then_some((mine.kernel, channels))
    }

    /// Gives a launch one dimension less, and keeps that if the two become one.
    fn try_without(&mut self, candidate: &Candidate) -> bool {
        let mut kernel = self.program.functions[candidate.kernel].clone();
        jam_last_dimension(&mut kernel, candidate.channels);
        let name = kernel.name.clone();
        let id = self.program.functions.push(kernel);
        self.names.functions.push(name);
        let before = self.function.clone();
        let block = super::block_at_mut(&mut self.function.body, &candidate.path);
        if let Op::Launch(launch) = &mut block.stmts[candidate.at].op {
            launch.kernel = id;
            launch.extents.pop();
        }
        let (first, second) = candidate.pair;
        let applied = {
            let footprints = self.footprints();
            let def_use = DefUse::of(&self.function, &self.names);
            let host = Host {
                def_use: &def_use,
                footprints: &footprints,
            };
            let block = super::block_at(&self.function.body, &candidate.path);
            self.pair(&host, block, first, second).fuse().ok()
        };
        let Some(applied) = applied else {
            self.function = before;
            self.names.functions.truncate(id.index());
            self.program.functions.truncate(id.index());
            return false;
        };
        self.absorbed.insert(candidate.kernel, id);
        self.apply(&candidate.path, candidate.pair, applied);
        true
    }
}

fn launch(block: &Block, at: usize) -> &Launch {
    match &block.stmts[at].op {
        Op::Launch(launch) => launch,
        _ => panic!("launches are fused"),
    }
}

/// Whether the channels of a kernel may stand side by side: loops made it, so that positions are independent, and it only computes, reads and
/// writes.
fn may_be_written_out(kernel: &Function, channels: usize) -> bool {
    let FuncKind::Kernel(data) = &kernel.kind else {
        return false;
    };
    let is_loop = matches!(data.origin, KernelOrigin::Loop | KernelOrigin::Expression);
    let (mut operations, mut plain) = (0, true);
    kernel.body.for_each_stmt(&mut |stmt| {
        operations += 1;
        plain &= stmt.op.is_pure()
            || matches!(
                stmt.op,
                Op::Get(_) | Op::Set(..) | Op::Load(_) | Op::Store(..) | Op::If { .. }
            );
    });
    is_loop
        && data.accumulators.is_empty()
        && data.group.is_none()
        && plain
        && operations * channels <= MOST_OPERATIONS
}
