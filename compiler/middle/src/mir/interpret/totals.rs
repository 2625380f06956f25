//! Totals of floats in the order that executables have with `--fp=strict` ([`STRICT_PARTS`] says which).
//!
//! *Invariant:* the positions of a chunk run in row-major order, and of the order of the totals only the number of chunks is given from outside.

use quasar_abi::{AccumulatorClass, AccumulatorOp, STRICT_PARTS};

use super::division::{Divided, LaunchNumbers};
use super::machine::{Machine, Raised, restarted, start_frame};
use super::resolve::{AccumulatorSlot, Routine};
use super::runtime;

/// The parts of every accumulator.
type Parts = Vec<[u64; STRICT_PARTS as usize]>;

impl Machine<'_> {
    /// A launch in chunks, each with totals of its own.
    pub(super) fn launch_divided(
        &mut self,
        routine: &Routine,
        launch: &LaunchNumbers<'_>,
        Divided { chunks, flat }: Divided,
    ) -> Result<Vec<u64>, Raised> {
        let (items, rows) = (&routine.accumulators, launch.rows());
        let mut partials: Vec<u64> = items.iter().map(|item| item.identity).collect();
        if rows > 0 {
            partials.clear();
        }
        for chunk in 0..chunks.min(rows) {
            let of = |chunk| runtime::first_row(chunk, chunks, rows);
            let parts = self.rows(routine, launch, of(chunk)..of(chunk + 1), flat)?;
            partials.extend(items.iter().zip(parts).map(combined));
        }
        let described: Vec<_> = items.iter().map(|item| item.described).collect();
        runtime::combine_chunks(&described, &mut partials);
        partials.truncate(items.len());
        Ok(partials)
    }

    fn rows(
        &mut self,
        routine: &Routine,
        launch: &LaunchNumbers<'_>,
        rows: std::ops::Range<i64>,
        flat: bool,
    ) -> Result<Parts, Raised> {
        let identities = routine.accumulators.iter().map(|item| item.identity);
        let mut parts: Parts = identities
            .map(|bits| [bits; STRICT_PARTS as usize])
            .collect();
        let mut frame = start_frame(routine, launch.args);
        let start = restarted(routine, &frame);
        for row in rows {
            let begin = if flat {
                row * launch.extents().last().unwrap_or(&1)
            } else {
                0
            };
            for position in positions(launch.extents, row) {
                let column = position.last().expect("a launch has a dimension");
                let part = (begin + i64::from(*column)) as usize % STRICT_PARTS as usize;
                for (item, parts) in routine.accumulators.iter().zip(&parts) {
                    frame[item.slot] = parts[part];
                }
                self.position(routine, &mut frame, &start, &position)?;
                for (item, parts) in routine.accumulators.iter().zip(&mut parts) {
                    parts[part] = frame[item.slot];
                }
            }
        }
        Ok(parts)
    }
}

/// The positions of a row.
fn positions(extents: &[i32], row: i64) -> impl Iterator<Item = Vec<i32>> {
    let (inner, outer) = extents.split_last().expect("a launch has a dimension");
    let mut line = vec![0; extents.len()];
    let mut rest = row;
    for (index, &extent) in line.iter_mut().zip(outer).rev() {
        *index = (rest % i64::from(extent)) as i32;
        rest /= i64::from(extent);
    }
    let columns = match outer.is_empty() {
        true => row as i32..row as i32 + 1,
        false => 0..*inner,
    };
    columns.map(move |column| {
        let mut position = line.clone();
        *position.last_mut().expect("a launch has a dimension") = column;
        position
    })
}

/// The parts of an accumulator, combined as halves.
fn combined((item, parts): (&AccumulatorSlot, [u64; STRICT_PARTS as usize])) -> u64 {
    let op = AccumulatorOp::from_code(item.described.op).expect("a known operation");
    let class = AccumulatorClass::from_code(item.described.class).expect("a known class");
    let mut parts = parts.to_vec();
    while parts.len() > 1 {
        let (first, second) = parts.split_at(parts.len() / 2);
        let pairs = first.iter().zip(second);
        parts = pairs.map(|(a, b)| op.combine(class, *a, *b)).collect();
    }
    parts[0]
}
