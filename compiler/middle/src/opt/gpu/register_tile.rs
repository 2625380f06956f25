//! Several positions a thread: what neighbours read alike is read once and stays in registers (register tiling), and short kernels have
//! more reads under way.
//!
//! A tile has rows and columns. Rows lie side by side along the outermost dimension, if there are several. Columns are positions the width of a
//! block apart, so that the threads of a warp still read side by side: along the last dimension, or the middle one of three, since the last one
//! may be that of channels. Both pay where positions read the same elements: those that do not depend on the dimension, as weights and
//! the factors of a product, and those that the windows of neighbouring rows have in common. What a thread has to read is estimated, and compared with what its positions read alone.
//!
//! *Technique:* several results a thread (Volkov and Demmel, "Benchmarking GPUs to Tune Dense Linear Algebra", SC 2008).
//!
//! *Invariant:* a kernel has a tile only where all positions of it go through the same loops; what it computes does not depend on it.

use super::interior::{self, Bound, Relative, Seen};
use super::privatisation::private_arrays;
use crate::machine::gpu::{FEW_STATEMENTS, THREAD_STATEMENTS, WARP};
use crate::mir::divergence::Divergence;
use crate::mir::kernel::kernel_data;
use crate::mir::{Function, Local, Op, Value};
use std::collections::BTreeMap;

/// Positions of one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterTile {
    /// The dimension along which some lie side by side.
    pub dimension: usize,
    /// How many there are of these.
    pub adjacent: u32,
    /// Along which dimension others are the width of a block apart: columns.
    pub across: usize,
    /// How many there are of these.
    pub columns: u32,
    /// The width that the text counts on, so that addresses of columns differ by constants; none: any.
    pub width: Option<u32>,
}

/// Rows of a tile of a short kernel, and of a longer one.
const COUNTS: [u32; 2] = [4, 2];
/// A tile reads at most this part of what its positions read alone, in percent.
const WORTH: usize = 70;
/// Fewer reads of a position are done before their time counts.
const FEWEST_READS: usize = 4;
/// A position that makes more accesses has enough reads under way by itself.
const FEW_ACCESSES: usize = 8;
/// The most operations of a loop that a tile repeats.
const MOST_REPEATED: usize = 1200;

/// The tile of a kernel; none where it does not pay.
pub fn of(kernel: &Function) -> Option<RegisterTile> {
    let data = kernel_data(kernel);
    let combines = !data.accumulators.is_empty() || !private_arrays(kernel).is_empty();
    if data.group.is_some() || combines || data.position.len() > 3 {
        return None;
    }
    let found = interior::accesses(kernel);
    let candidate = Candidate {
        kernel,
        accesses: found.seen,
        others: found.others,
        has_open_loops: found.has_open_loops,
        statements: statements(kernel)?,
    };
    let adjacent = candidate.rows();
    let columns = candidate.columns(adjacent);
    let across = candidate.across();
    let has_width = adjacent > 1 && columns > 1 && across == candidate.last();
    (adjacent * columns > 1).then_some(RegisterTile {
        dimension: 0,
        adjacent,
        across,
        columns,
        width: has_width.then_some(WARP),
    })
}

/// A kernel that may have a tile.
struct Candidate<'a> {
    kernel: &'a Function,
    accesses: Vec<Seen>,
    /// How many other accesses there are.
    others: usize,
    has_open_loops: bool,
    statements: usize,
}

impl Candidate<'_> {
    fn last(&self) -> usize {
        kernel_data(self.kernel).position.len() - 1
    }

    /// The dimension of columns.
    fn across(&self) -> usize {
        self.last().min(1)
    }

    /// What a position reads and writes.
    fn alone(&self) -> usize {
        self.others + self.accesses.iter().map(|one| one.times).sum::<usize>()
    }

    /// Whether registers have room for so many positions.
    fn fits(&self, count: u32) -> bool {
        count as usize * self.statements <= THREAD_STATEMENTS
    }

    /// Rows that share so much that it pays.
    fn rows(&self) -> u32 {
        if self.last() == 0 || self.alone() < FEWEST_READS || !goes_together(self.kernel, 0) {
            return 1;
        }
        let pays = |count: &u32| {
            let positions = *count as usize;
            let reads = reads(&self.accesses, 0, positions) + positions * self.others;
            self.fits(*count) && 100 * reads <= WORTH * positions * self.alone()
        };
        COUNTS.into_iter().find(pays).unwrap_or(1)
    }

    /// Columns of so many rows: where they share reads in loops, or where a position does so little that most of its time it waits.
    fn columns(&self, rows: u32) -> u32 {
        let across = self.across();
        if !goes_together(self.kernel, across) {
            return 1;
        }
        let waits = self.accesses.iter().any(|one| one.is_load);
        let is_short = self.alone() <= FEW_ACCESSES && self.statements <= FEW_STATEMENTS;
        let pays = |count: &u32| {
            let positions = *count as usize;
            let shared: usize = self
                .accesses
                .iter()
                .filter(|one| one.is_load && one.depends_on(across) == Some(false))
                .map(|one| one.times)
                .sum();
            let reads = positions * (self.alone() - shared) + shared;
            let shares = self.alone() >= FEWEST_READS * FEWEST_READS
                && 100 * reads <= WORTH * positions * self.alone();
            self.fits(rows * *count) && shares
        };
        match rows == 1 && is_short && waits {
            true => COUNTS[0],
            // A loop that the text repeats has what it shares in registers already.
            false if rows > 1 && self.has_open_loops => COUNTS.into_iter().find(pays).unwrap_or(1),
            false => 1,
        }
    }
}

/// How many statements a kernel has; none where a tile could not have it.
fn statements(kernel: &Function) -> Option<usize> {
    let (mut statements, mut stops) = (0, false);
    kernel.body.for_each_stmt(&mut |stmt| {
        statements += 1;
        stops |= matches!(stmt.op, Op::Return(_) | Op::Together(_) | Op::Texture(_));
    });
    (!stops).then_some(statements)
}

/// Whether a tile repeats a loop in the text, so that reads of its iterations that are the same become one: where that does not take more
/// operations than a thread has registers for.
pub fn repeats(op: &Op, constant: &dyn Fn(Value) -> Option<i64>) -> bool {
    operations(op, constant).is_some_and(|count| count <= MOST_REPEATED)
}

/// How many operations a loop of constant bounds has when it is repeated, with those below it.
fn operations(op: &Op, constant: &dyn Fn(Value) -> Option<i64>) -> Option<usize> {
    let Op::For {
        start,
        stop,
        step,
        body,
        ..
    } = op
    else {
        let below = op.blocks().flat_map(|block| &block.stmts);
        return below
            .map(|stmt| operations(&stmt.op, constant))
            .sum::<Option<usize>>()
            .map(|sum| sum + 1);
    };
    let times = interior::trips(constant(*start)?, constant(*stop)?, constant(*step)?)?;
    let each: Option<usize> = body
        .stmts
        .iter()
        .map(|stmt| operations(&stmt.op, constant))
        .sum();
    times.checked_mul(each?)
}

/// Whether all positions along a dimension go through the same loops.
fn goes_together(kernel: &Function, dimension: usize) -> bool {
    let position = kernel_data(kernel).position[dimension];
    let divergence = Divergence::within(kernel, position, std::iter::empty());
    !divergence.returns && divergence.leaks.is_empty() && divergence.divergent.is_empty()
}

/// What the accesses of a group have in common: array, and the indices that do not depend on the dimension.
type Group<'a> = (Local, Vec<(usize, &'a Relative)>);

/// How many elements a tile along a dimension reads and writes.
fn reads(accesses: &[Seen], dimension: usize, count: usize) -> usize {
    let mut total = 0;
    let mut windows: BTreeMap<Group<'_>, Window> = BTreeMap::new();
    for one in accesses {
        let known: Option<Vec<&Relative>> = one.index.iter().map(Option::as_ref).collect();
        let Some(index) = known.filter(|_| one.is_load) else {
            total += count * one.times;
            continue;
        };
        let numbered = || index.iter().copied().enumerate();
        let of_dimension: Vec<&Relative> = numbered()
            .map(|(_, one)| one)
            .filter(|one| one.axis == Some(dimension))
            .collect();
        match of_dimension[..] {
            [] => total += one.times,
            [along] => match interval(along) {
                Some((low, high)) => {
                    let others = numbered().filter(|(_, one)| one.axis != Some(dimension));
                    let window = windows.entry((one.array, others.collect())).or_default();
                    window.add(low, high, one.times);
                }
                None => total += count * one.times,
            },
            _ => total += count * one.times,
        }
    }
    total
        + windows
            .values()
            .map(|window| window.reads(count))
            .sum::<usize>()
}

/// The constants that an index adds to the position.
fn interval(relative: &Relative) -> Option<(i64, i64)> {
    let constant = |bound: &Bound| bound.terms.is_empty().then_some(bound.constant);
    constant(&relative.low).zip(constant(&relative.high))
}

/// The elements along a dimension that a position reads.
#[derive(Default)]
struct Window {
    /// The first and the last one; none yet.
    ends: Option<(i64, i64)>,
    /// How many reads there are.
    times: usize,
    /// How often each element is read.
    repeats: usize,
}

impl Window {
    fn add(&mut self, low: i64, high: i64, times: usize) {
        let (first, last) = self.ends.unwrap_or((low, high));
        self.ends = Some((first.min(low), last.max(high)));
        self.times += times;
        let width = (high - low + 1).max(1) as usize;
        self.repeats = self.repeats.max(times.div_ceil(width));
    }

    /// What positions side by side read: their windows overlap.
    fn reads(&self, count: usize) -> usize {
        let (first, last) = self.ends.unwrap_or_default();
        let width = (last - first + 1).max(1) as usize;
        (self.repeats * (width + count - 1)).min(count * self.times)
    }
}
