//! Privatisation: copies of arrays that the chunks of a launch change on their own, `hist[k] += 1` without atomic instructions.
//!
//! A copy of few elements has several tables, which lanes side by side take in turn: a lane need not wait for what the one before it has
//! stored into the same element.
//!
//! *Technique:* replicated sub-histograms (Shams and Kennedy, "Efficient Histogram Algorithms for NVIDIA CUDA Compatible Devices", ICSPCS 2007).
//!
//! *Invariant:* where the order of changes matters, how many copies there are depends on sizes and costs alone, and they are combined in the
//! order of the chunks, so sums of floats too are the same at any number of threads.

use std::mem::ManuallyDrop;

use quasar_abi::{AccumulatorClass, AccumulatorOp, COPY_TABLES, CopiedArray, tables_slot};

use crate::array::dims::Dims;
use crate::array::object::Array;
use crate::threads::pieces::for_each_piece;

/// At most so many copies of an array.
const MAXIMUM_COPIES: i64 = 32;
/// A launch whose estimated time, in nanoseconds, is less than this per element of all copies had better not make them.
const COST_PER_ELEMENT: i64 = 16;
/// Copies of at most so many bytes have several tables, which stay in the innermost cache then.
const LARGEST_TABLE: i64 = 8 << 10;
/// Bytes at whose multiples tables begin.
const ALIGNMENT: usize = 64;
/// Elements that a thread combines at a time.
const PIECE: usize = 4096;

/// How chunks reach the arrays.
pub enum Sharing {
    /// There is one chunk, which may change them as it likes.
    Alone,
    /// All chunks change the same arrays by atomic instructions.
    Shared,
    /// Each chunk has an argument block with copies of its own.
    Copied(Copies),
}

/// The copies of a launch.
pub struct Copies {
    /// Chunk after chunk; in each the order of the descriptions.
    arrays: Vec<Tables>,
    /// Chunk after chunk.
    blocks: Vec<u64>,
    slots: usize,
}

/// Decides how the chunks of a launch reach the arrays that they change, and into how many chunks it is divided then. Slot `alone` of the
/// argument block, behind the arguments, tells whether the arrays belong to the chunk alone. There are at most `most_copies`.
///
/// # Safety
/// The slots that the descriptions name hold live arrays of their classes.
pub unsafe fn share(
    copied: &[CopiedArray],
    block: &[u64],
    alone: usize,
    chunks: i64,
    most_copies: i64,
    total_cost: i64,
) -> (Sharing, i64) {
    let originals: Vec<_> = copied
        .iter()
        // SAFETY: the caller vouches that the slot which a description names holds a live array; code generation writes both.
        .map(|one| unsafe { Array::borrow(block[one.slot as usize] as *mut u8) })
        .collect();
    let elements: i64 = originals.iter().map(|array| array.numel() as i64).sum();
    let count = match copied
        .iter()
        .any(|one| has_other_name(&block[..alone], one))
    {
        true => 0,
        false => count(elements, chunks, total_cost).min(most_copies),
    };
    let tables = tables(&originals, count.max(1), total_cost);
    if count > 1 || (count == 1 && chunks == 1 && tables > 1) {
        let made = Copies::new(copied, &originals, block, alone, count, tables);
        if let Some(copies) = made {
            return (Sharing::Copied(copies), count);
        }
    }
    match chunks == 1 || copied.iter().any(|one| one.alone != 0) {
        true => (Sharing::Alone, 1),
        false => (Sharing::Shared, chunks),
    }
}

/// How many tables each of so many copies has.
fn tables(originals: &[ManuallyDrop<Array>], copies: i64, total_cost: i64) -> usize {
    let bytes = |array: &ManuallyDrop<Array>| (array.numel() * array.kind().size()) as i64;
    let elements: i64 = originals.iter().map(|array| array.numel() as i64).sum();
    let all = elements * copies * i64::from(COPY_TABLES);
    let is_small = originals.iter().map(bytes).sum::<i64>() <= LARGEST_TABLE;
    match is_small && all <= total_cost / COST_PER_ELEMENT {
        true => COPY_TABLES as usize,
        false => 1,
    }
}

/// Whether changes give the same in any order: those of integers do.
pub fn are_exact(copied: &[CopiedArray]) -> bool {
    copied.iter().all(|one| match meaning(one).1 {
        AccumulatorClass::I32 | AccumulatorClass::I64 => true,
        AccumulatorClass::F32 | AccumulatorClass::F64 => false,
    })
}

/// Whether the launch has the array under a second name, by which positions would see the array and not the copy.
fn has_other_name(block: &[u64], one: &CopiedArray) -> bool {
    let own = one.slot as usize;
    let mut others = block.iter().enumerate().filter(|(slot, _)| *slot != own);
    others.any(|(_, other)| *other == block[own])
}

/// How many copies of arrays of so many elements together are worth their memory; fewer than 2: none.
pub fn count(elements: i64, chunks: i64, total_cost: i64) -> i64 {
    let worth = total_cost / COST_PER_ELEMENT / elements.max(1);
    worth.min(MAXIMUM_COPIES).min(chunks)
}

/// A copy of an array: tables of the same shape in which nothing is counted yet, of which kernels see the first.
struct Tables {
    /// The elements of all tables.
    elements: Array,
    /// The first table as an array of the shape of the original.
    seen: ManuallyDrop<Array>,
    /// Bytes from table to table.
    stride: usize,
    count: usize,
}

impl Tables {
    /// So many tables as far from each other as is told; nothing where there is no memory.
    fn new(original: &Array, one: &CopiedArray, count: usize, stride: usize) -> Option<Tables> {
        let (size, numel) = (original.kind().size(), original.numel());
        let all = stride / size * (count - 1) + numel;
        let array = Array::zeros(original.kind(), Dims::row(all as i64)).ok()?;
        let (op, class) = meaning(one);
        let identity = op.identity(class);
        if identity != 0 {
            // SAFETY: nobody else knows the new array.
            match class.is_wide() {
                true => unsafe { elements::<u64>(&array) }.fill(identity),
                false => unsafe { elements::<u32>(&array) }.fill(identity as u32),
            }
        }
        // SAFETY: the elements live as long as the tables do, which end the array that lies over them.
        let seen = unsafe { Array::of_foreign(original.kind(), original.dims(), array.data()) };
        Some(Tables {
            seen: ManuallyDrop::new(seen.ok()?),
            elements: array,
            stride,
            count,
        })
    }

    /// The elements of each table.
    ///
    /// # Safety
    /// They have the size of the type, and nobody changes them while the slices live.
    unsafe fn parts<T: 'static>(&self) -> impl Iterator<Item = &[T]> {
        // SAFETY: the caller vouches for that.
        let all: &[T] = unsafe { elements(&self.elements) };
        let stride = self.stride / size_of::<T>();
        (0..self.count).map(move |table| &all[table * stride..][..self.seen.numel()])
    }
}

impl Drop for Tables {
    fn drop(&mut self) {
        // SAFETY: the array is from `of_foreign`, and kernels that saw it have ended.
        unsafe { ManuallyDrop::take(&mut self.seen).end_foreign() };
    }
}

impl Copies {
    /// So many copies, each of so many tables; nothing where there is no memory.
    fn new(
        copied: &[CopiedArray],
        originals: &[ManuallyDrop<Array>],
        block: &[u64],
        alone: usize,
        count: i64,
        tables: usize,
    ) -> Option<Copies> {
        let bytes = originals
            .iter()
            .map(|array| array.numel() * array.kind().size());
        let stride = bytes.max().unwrap_or(0).next_multiple_of(ALIGNMENT);
        let all = (0..count).flat_map(|_| originals.iter().zip(copied));
        let arrays = all
            .map(|(original, one)| Tables::new(original, one, tables, stride))
            .collect::<Option<Vec<Tables>>>()?;
        let mut blocks = Vec::with_capacity(count as usize * block.len());
        let from_table_to_table = if tables > 1 { stride } else { 0 };
        for own in arrays.chunks(copied.len()) {
            let begin = blocks.len();
            blocks.extend_from_slice(block);
            blocks[begin + alone] = tables_slot(from_table_to_table as u64);
            for (one, array) in copied.iter().zip(own) {
                blocks[begin + one.slot as usize] = array.seen.as_ptr() as u64;
            }
        }
        Some(Copies {
            arrays,
            blocks,
            slots: block.len(),
        })
    }

    /// The argument block of a chunk.
    pub fn block(&self, chunk: usize) -> *const u64 {
        self.blocks[chunk * self.slots..].as_ptr()
    }

    /// Adds what the chunks have counted to the arrays of the launch.
    ///
    /// # Safety
    /// The block is that of the launch, and no chunk runs any more.
    pub unsafe fn combine(&self, copied: &[CopiedArray], block: *const u64) {
        for (number, one) in copied.iter().enumerate() {
            let parts = self.arrays.iter().skip(number).step_by(copied.len());
            // SAFETY: the caller vouches for the block of the launch, whose arrays live, and that no chunk runs any more: nobody else uses
            // them.
            unsafe {
                let original = Array::borrow(*block.add(one.slot as usize) as *mut u8);
                let (op, class) = meaning(one);
                combine_all(op, class, &original, parts);
            }
        }
    }
}

/// Adds what copies have to their array. Sums, the usual case, have loops of their own, which run in vectors.
///
/// # Safety
/// Nobody else uses the arrays, whose elements are of the class.
unsafe fn combine_all<'a>(
    op: AccumulatorOp,
    class: AccumulatorClass,
    original: &Array,
    parts: impl Iterator<Item = &'a Tables>,
) {
    use AccumulatorClass::{F32, F64, I32, I64};
    // SAFETY: the caller vouches for the arrays.
    unsafe {
        match (op, class) {
            (AccumulatorOp::Add, I32) => combine::<i32>(original, parts, i32::wrapping_add),
            (AccumulatorOp::Add, I64) => combine::<i64>(original, parts, i64::wrapping_add),
            (AccumulatorOp::Add, F32) => combine::<f32>(original, parts, |a, b| a + b),
            (AccumulatorOp::Add, F64) => combine::<f64>(original, parts, |a, b| a + b),
            (_, I64 | F64) => combine::<u64>(original, parts, |a, b| op.combine(class, a, b)),
            (_, I32 | F32) => combine::<u32>(original, parts, |a, b| {
                op.combine(class, a.into(), b.into()) as u32
            }),
        }
    }
}

fn meaning(one: &CopiedArray) -> (AccumulatorOp, AccumulatorClass) {
    (
        AccumulatorOp::from_code(one.op).expect("a known operation of an accumulator"),
        AccumulatorClass::from_code(one.class).expect("a known class of an accumulator"),
    )
}

/// The elements of an array as the bits of words.
///
/// # Safety
/// Its elements have that size, and nobody else uses them while the slice lives.
#[allow(
    clippy::mut_from_ref,
    reason = "an array's elements belong to whoever the contract says"
)]
unsafe fn elements<T>(array: &Array) -> &mut [T] {
    match array.numel() {
        0 => &mut [],
        // SAFETY: the storage of an array has as many elements, aligned for any of them.
        count => unsafe { std::slice::from_raw_parts_mut(array.data().cast::<T>(), count) },
    }
}

/// Combines the elements of copies with those of their array, copy after copy.
///
/// # Safety
/// Nobody else uses the arrays, whose elements have the size of the type.
unsafe fn combine<'a, T: Copy + Send + Sync + 'static>(
    original: &Array,
    parts: impl Iterator<Item = &'a Tables>,
    both: impl Fn(T, T) -> T + Sync,
) {
    // SAFETY: the caller vouches for the arrays.
    let (target, parts) = unsafe {
        let parts: Vec<&[T]> = parts.flat_map(|part| part.parts::<T>()).collect();
        (elements::<T>(original), parts)
    };
    for_each_piece(target, PIECE, |first, piece| {
        for part in &parts {
            for (place, part) in piece.iter_mut().zip(&part[first..]) {
                *place = both(*place, *part);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::dims::Dims;
    use crate::array::element::Element;
    use AccumulatorClass::{F32, F64, I32, I64};
    use AccumulatorOp::{Add, And, Max, Min, Mul, Or, Xor};

    const SLOTS: usize = 3;
    const SLOT: usize = 1;
    /// Enough for all chunks to have copies of a few elements.
    const MUCH: i64 = 1 << 30;

    fn description(op: AccumulatorOp, class: AccumulatorClass, alone: bool) -> CopiedArray {
        CopiedArray {
            slot: SLOT as i32,
            op: op as i32,
            class: class as i32,
            alone: i32::from(alone),
        }
    }

    fn shared(array: &Array, one: CopiedArray, chunks: i64, cost: i64) -> (Sharing, i64) {
        let block = [7, array.as_ptr() as u64, 9, 0];
        // SAFETY: the slot that the description names holds a live array.
        unsafe { share(&[one], &block, SLOTS, chunks, i64::MAX, cost) }
    }

    /// Changes elements in four chunks with copies and one after another; both give the same elements.
    fn agrees<T: Element + PartialEq + std::fmt::Debug>(
        op: AccumulatorOp,
        class: AccumulatorClass,
        begin: [T; 3],
        changes: &[(usize, T)],
        apply: impl Fn(T, T) -> T,
    ) {
        let mut array = Array::row(&begin).expect("memory");
        let mut expected = begin;
        for &(at, by) in changes {
            expected[at] = apply(expected[at], by);
        }
        let one = description(op, class, false);
        let (Sharing::Copied(copies), 4) = shared(&array, one, 4, MUCH) else {
            panic!("{op:?} {class:?}: each chunk has a copy");
        };
        let each = changes.len().div_ceil(4);
        for (chunk, own) in changes.chunks(each).enumerate() {
            // SAFETY: a block has the slots of the launch and one more; nobody else uses the copy now.
            let copy = unsafe {
                let block = std::slice::from_raw_parts(copies.block(chunk), SLOTS + 1);
                let slots = (block[0], block[2], block[SLOTS]);
                assert_eq!(slots, (7, 9, tables_slot(ALIGNMENT as u64)));
                Array::borrow(block[SLOT] as *mut u8)
            };
            assert!(!copy.is_same(&array));
            for (number, &(at, by)) in own.iter().enumerate() {
                // Lanes take the tables in turn.
                let table = (number + 1) % COPY_TABLES as usize;
                // SAFETY: a copy has so many tables of that distance.
                let place = unsafe {
                    let first = copy.data().add(table * ALIGNMENT).cast::<T>();
                    &mut *first.add(at)
                };
                *place = apply(*place, by);
            }
        }
        let block = [7, array.as_ptr() as u64, 9];
        // SAFETY: the block is the one that the copies were made from.
        unsafe { copies.combine(&[one], block.as_ptr()) };
        assert_eq!(array.elements_mut::<T>(), expected, "{op:?} {class:?}");
    }

    #[test]
    fn an_array_with_a_second_name_has_no_copies() {
        let array = Array::row(&[1i32, 2, 3]).expect("memory");
        let one = description(AccumulatorOp::Add, AccumulatorClass::I32, false);
        let block = [7, array.as_ptr() as u64, array.as_ptr() as u64, 0];
        // SAFETY: the slot that the description names holds a live array.
        let sharing = unsafe { share(&[one], &block, SLOTS, 4, i64::MAX, MUCH) };
        assert!(matches!(sharing, (Sharing::Shared, 4)));
    }

    macro_rules! integers {
        ($class:expr, $int:ty) => {{
            let begin: [$int; 3] = [5, -3, 0b1100];
            let changes = [
                (0, 7),
                (2, 0b0110),
                (0, -9),
                (2, 0b0101),
                (1, <$int>::MAX),
                (0, 2),
                (2, 12),
                (1, -1),
            ];
            agrees(Add, $class, begin, &changes, <$int>::wrapping_add);
            agrees(Add, $class, begin, &changes, <$int>::wrapping_sub);
            agrees(Mul, $class, begin, &changes, <$int>::wrapping_mul);
            agrees(Min, $class, begin, &changes, <$int>::min);
            agrees(Max, $class, begin, &changes, <$int>::max);
            agrees(And, $class, begin, &changes, |a, b| a & b);
            agrees(Or, $class, begin, &changes, |a, b| a | b);
            agrees(Xor, $class, begin, &changes, |a, b| a ^ b);
        }};
    }

    macro_rules! floats {
        ($class:expr, $float:ty) => {{
            // All results are exact, so the order of sums and products does not show.
            let begin: [$float; 3] = [5.0, -3.0, <$float>::INFINITY];
            let changes = [
                (0, 0.5),
                (2, -8.0),
                (0, -4.0),
                (1, 0.25),
                (2, 1.0),
                (1, -6.0),
            ];
            agrees(Add, $class, begin, &changes, |a, b| a + b);
            agrees(Add, $class, begin, &changes, |a, b| a - b);
            agrees(Mul, $class, begin, &changes, |a, b| a * b);
            agrees(
                Min,
                $class,
                begin,
                &changes,
                |a, b| if b < a { b } else { a },
            );
            agrees(
                Max,
                $class,
                begin,
                &changes,
                |a, b| if b > a { b } else { a },
            );
        }};
    }

    #[test]
    fn chunks_with_copies_change_what_one_chunk_would() {
        integers!(I32, i32);
        integers!(I64, i64);
        floats!(F32, f32);
        floats!(F64, f64);
    }

    #[test]
    fn copies_are_made_where_they_are_worth_it() {
        let array = Array::zeros(quasar_abi::ElemKind::I32, Dims::row(1000)).expect("memory");
        let one = description(Add, I32, true);
        let count = |sharing: (Sharing, i64)| match sharing {
            (Sharing::Alone, chunks) => (0, chunks),
            (Sharing::Shared, chunks) => (1, chunks),
            (Sharing::Copied(_), chunks) => (2, chunks),
        };
        let per_copy = 1000 * COST_PER_ELEMENT;
        assert_eq!(count(shared(&array, one, 1, MUCH)), (2, 1));
        assert_eq!(count(shared(&array, one, 1, 3 * per_copy)), (0, 1));
        let large = Array::zeros(quasar_abi::ElemKind::I32, Dims::row(LARGEST_TABLE));
        assert_eq!(count(shared(&large.expect("memory"), one, 1, MUCH)), (0, 1));
        assert_eq!(count(shared(&array, one, 8, per_copy)), (0, 1));
        assert_eq!(count(shared(&array, one, 8, 3 * per_copy)), (2, 3));
        assert_eq!(count(shared(&array, one, 100, MUCH)), (2, MAXIMUM_COPIES));
        let shareable = description(Add, I32, false);
        assert_eq!(count(shared(&array, shareable, 8, per_copy)), (1, 8));
        let nothing = Array::zeros(quasar_abi::ElemKind::I32, Dims::row(0)).expect("memory");
        assert_eq!(count(shared(&nothing, one, 3, MUCH)), (2, 3));
    }
}
