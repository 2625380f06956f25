//! Privatisation: copies of arrays that the chunks of a launch change on their own, `hist[k] += 1` without atomic instructions.
//!
//! *Invariant:* where the order of changes matters, how many copies there are depends on sizes and costs alone, and they are combined in the
//! order of the chunks, so sums of floats too are the same at any number of threads.

use quasar_abi::{AccumulatorClass, AccumulatorOp, CopiedArray};

use crate::array::object::Array;
use crate::threads::pieces::for_each_piece;

/// At most so many copies of an array.
const MAXIMUM_COPIES: i64 = 32;
/// A launch whose estimated time, in nanoseconds, is less than this per element of all copies had better not make them.
const COST_PER_ELEMENT: i64 = 16;
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
    arrays: Vec<Array>,
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
    if chunks == 1 {
        return (Sharing::Alone, 1);
    }
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
        true => 1,
        false => count(elements, chunks, total_cost).min(most_copies),
    };
    let made = (count > 1).then(|| {
        let copies = (0..count).flat_map(|_| originals.iter().zip(copied));
        copies
            .map(|(original, one)| blank(original, one))
            .collect::<Option<Vec<Array>>>()
    });
    if let Some(arrays) = made.flatten() {
        let mut blocks = Vec::with_capacity(count as usize * block.len());
        for own in arrays.chunks(copied.len()) {
            let begin = blocks.len();
            blocks.extend_from_slice(block);
            blocks[begin + alone] = 1;
            for (one, array) in copied.iter().zip(own) {
                blocks[begin + one.slot as usize] = array.as_ptr() as u64;
            }
        }
        let copies = Copies {
            arrays,
            blocks,
            slots: block.len(),
        };
        return (Sharing::Copied(copies), count);
    }
    match copied.iter().any(|one| one.alone != 0) {
        true => (Sharing::Alone, 1),
        false => (Sharing::Shared, chunks),
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

/// An array of the same shape in which nothing is counted yet; nothing where there is no memory.
fn blank(original: &Array, one: &CopiedArray) -> Option<Array> {
    let array = Array::zeros(original.kind(), original.dims()).ok()?;
    let (op, class) = meaning(one);
    let identity = op.identity(class);
    if identity != 0 {
        // SAFETY: nobody else knows the new array.
        match class.is_wide() {
            true => unsafe { elements::<u64>(&array) }.fill(identity),
            false => unsafe { elements::<u32>(&array) }.fill(identity as u32),
        }
    }
    Some(array)
}

impl Copies {
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
    parts: impl Iterator<Item = &'a Array>,
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
unsafe fn combine<'a, T: Copy + Send + Sync + 'a>(
    original: &Array,
    parts: impl Iterator<Item = &'a Array>,
    both: impl Fn(T, T) -> T + Sync,
) {
    // SAFETY: the caller vouches for the arrays.
    let (target, parts) = unsafe {
        let parts: Vec<&[T]> = parts.map(|part| &*elements::<T>(part)).collect();
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
            let mut copy = unsafe {
                let block = std::slice::from_raw_parts(copies.block(chunk), SLOTS + 1);
                assert_eq!((block[0], block[2], block[SLOTS]), (7, 9, 1));
                Array::borrow(block[SLOT] as *mut u8)
            };
            assert!(!copy.is_same(&array));
            for &(at, by) in own {
                let place = &mut copy.elements_mut::<T>()[at];
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
        assert_eq!(count(shared(&array, one, 1, MUCH)), (0, 1));
        assert_eq!(count(shared(&array, one, 8, per_copy)), (0, 1));
        assert_eq!(count(shared(&array, one, 8, 3 * per_copy)), (2, 3));
        assert_eq!(count(shared(&array, one, 100, MUCH)), (2, MAXIMUM_COPIES));
        let shareable = description(Add, I32, false);
        assert_eq!(count(shared(&array, shareable, 8, per_copy)), (1, 8));
        let nothing = Array::zeros(quasar_abi::ElemKind::I32, Dims::row(0)).expect("memory");
        assert_eq!(count(shared(&nothing, one, 3, MUCH)), (2, 3));
    }
}
