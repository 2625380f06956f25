//! How launches are divided into chunks, as far as the interpreter is told.
//!
//! *Invariant:* the numbers are those of the launch, and nothing of the machine that runs it.

use super::super::arithmetic::i32_of;
use super::super::data::FuncId;
use super::memory;

/// How a launch is divided.
#[derive(Clone, Copy, Debug)]
pub struct Divided {
    /// The number of chunks.
    pub chunks: i64,
    /// Whether all positions together are one row.
    pub flat: bool,
}

/// Divides launches.
pub trait Division: Sync {
    /// None for a kernel whose totals do not depend on their order.
    fn divided(&self, kernel: FuncId, launch: &LaunchNumbers<'_>) -> Option<Divided>;
}

/// The numbers of a launch.
pub struct LaunchNumbers<'a> {
    pub(super) extents: &'a [i32],
    pub(super) args: &'a [u64],
    /// One position after another.
    pub serial: bool,
}

impl<'a> LaunchNumbers<'a> {
    /// Of a launch over these extents with these slots.
    pub fn new(extents: &'a [i32], args: &'a [u64], serial: bool) -> LaunchNumbers<'a> {
        LaunchNumbers {
            extents,
            args,
            serial,
        }
    }

    /// The extents, outermost first, at least 0.
    pub fn extents(&self) -> Vec<i64> {
        let extents = self.extents.iter();
        extents.map(|&extent| i64::from(extent.max(0))).collect()
    }

    /// With one dimension its positions, else the lines of the innermost.
    pub fn rows(&self) -> i64 {
        match &self.extents()[..] {
            [positions] => *positions,
            [.., 0] | [] => 0,
            [outer @ .., _] => outer.iter().product(),
        }
    }

    /// Whether an argument is an array with the extents of the launch.
    pub fn covers(&self, at: usize) -> bool {
        let extents = self.extents();
        let mut sizes = extents.iter().zip(0..);
        sizes.all(|(extent, axis)| self.extent(at, axis) == *extent)
            && self.numel(at) == extents.iter().product()
    }

    /// An argument that is an int.
    pub fn argument(&self, at: usize) -> i64 {
        i32_of(self.args[at]).into()
    }

    /// The extent of an argument that is an array.
    pub fn extent(&self, at: usize, axis: u8) -> i64 {
        memory::extent(self.args[at], axis.into())
    }

    /// The number of elements of an argument that is an array.
    pub fn numel(&self, at: usize) -> i64 {
        memory::count(self.args[at])
    }
}
