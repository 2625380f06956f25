//! Two launches of a block.
//!
//! *Invariant:* what is known of a pair holds as it stands; nothing is changed here.

use super::host::Host;
use super::legal::Side;
use super::reason::Reason;
use crate::analysis::loops::def_use::Names;
use crate::mir::{Block, FuncKind, Function, KernelOrigin, Launch, Op, Program};
use crate::resolve::fusion::Request;

/// Two launches.
pub struct Pair<'h> {
    /// The function.
    pub host: &'h Host<'h, 'h>,
    /// The program.
    pub program: &'h Program,
    /// Its names.
    pub names: &'h Names,
    /// The block.
    pub block: &'h Block,
    /// Where the first launch stands.
    pub first: usize,
    /// Where the second launch stands.
    pub second: usize,
    /// The attribute that both obey, or why they have none in common.
    pub request: Result<Option<Request>, Reason>,
    /// Whether these are the two launches of a choice that was made for them before.
    pub is_compared: bool,
}

impl<'h> Pair<'h> {
    /// One of the two.
    pub fn launch(&self, at: usize) -> &'h Launch {
        match &self.block.stmts[at].op {
            Op::Launch(launch) => launch,
            _ => panic!("launches are fused"),
        }
    }

    /// The kernels.
    pub fn kernels(&self) -> (&'h Function, &'h Function) {
        let kernel = |at| &self.program.functions[self.launch(at).kernel];
        (kernel(self.first), kernel(self.second))
    }

    /// What is known of one of the two.
    ///
    /// # Errors
    /// Why its kernel cannot be looked through.
    pub fn side(&self, at: usize) -> Result<Side<'h>, Reason> {
        let launch = self.launch(at);
        match &self.host.footprints[&launch.kernel] {
            Ok(footprint) => Ok(Side {
                launch,
                kernel: &self.program.functions[launch.kernel],
                footprint,
            }),
            Err(reason) => Err(reason.clone()),
        }
    }
}

pub fn is_written(kernel: &Function) -> bool {
    match &kernel.kind {
        FuncKind::Kernel(data) => data.origin == KernelOrigin::Written,
        FuncKind::Host => panic!("{} is launched", kernel.name),
    }
}
