//! Copies of arrays that the chunks of a launch change on their own: `hist[k] += 1` without atomic instructions.
//!
//! *Invariant:* how many copies there are depends on sizes and costs alone, and they are combined in the order of the chunks, so sums
//! of floats too are the same at any number of threads.

use quasar_abi::{AccumulatorClass, AccumulatorOp, CopiedArray};

use crate::object::Array;
use crate::parallel::for_each_piece;

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

/// Decides how the chunks of a launch reach the arrays that they change, and into how many chunks it is divided then. The argument
/// block has `slots` slots and one more: whether the arrays belong to the chunk alone.
///
/// # Safety
/// The block is as described, and the slots that the descriptions name hold live arrays of their classes.
pub unsafe fn share(
    copied: &[CopiedArray],
    block: *const u64,
    slots: usize,
    chunks: i64,
    total_cost: i64,
) -> (Sharing, i64) {
    if chunks == 1 {
        return (Sharing::Alone, 1);
    }
    // SAFETY: by contract.
    let block = unsafe { std::slice::from_raw_parts(block, slots) };
    let originals: Vec<_> = copied
        .iter()
        // SAFETY: by contract.
        .map(|one| unsafe { Array::borrow(block[one.slot as usize] as *mut u8) })
        .collect();
    let elements: i64 = originals.iter().map(|array| array.numel() as i64).sum();
    let worth = total_cost / COST_PER_ELEMENT / elements.max(1);
    let count = worth.min(MAXIMUM_COPIES).min(chunks);
    let made = (count > 1).then(|| {
        let copies = (0..count).flat_map(|_| originals.iter().zip(copied));
        copies
            .map(|(original, one)| blank(original, one))
            .collect::<Option<Vec<Array>>>()
    });
    if let Some(arrays) = made.flatten() {
        let mut blocks = Vec::with_capacity(count as usize * (slots + 1));
        for own in arrays.chunks(copied.len()) {
            let begin = blocks.len();
            blocks.extend_from_slice(block);
            blocks.push(1);
            for (one, array) in copied.iter().zip(own) {
                blocks[begin + one.slot as usize] = array.as_ptr() as u64;
            }
        }
        let copies = Copies {
            arrays,
            blocks,
            slots: slots + 1,
        };
        return (Sharing::Copied(copies), count);
    }
    match copied.iter().any(|one| one.alone != 0) {
        true => (Sharing::Alone, 1),
        false => (Sharing::Shared, chunks),
    }
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
            // SAFETY: by contract; nobody else uses the arrays now.
            unsafe {
                let original = Array::borrow(*block.add(one.slot as usize) as *mut u8);
                let (op, class) = meaning(one);
                match class.is_wide() {
                    true => {
                        let parts = parts.map(|part| elements::<u64>(part)).collect();
                        combine(elements::<u64>(&original), parts, |a, b| {
                            op.combine(class, a, b)
                        });
                    }
                    false => {
                        let parts = parts.map(|part| elements::<u32>(part)).collect();
                        combine(elements::<u32>(&original), parts, |a, b| {
                            op.combine(class, a.into(), b.into()) as u32
                        });
                    }
                }
            }
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

fn combine<T: Copy + Send + Sync>(
    target: &mut [T],
    parts: Vec<&mut [T]>,
    both: impl Fn(T, T) -> T + Sync,
) {
    let parts: Vec<&[T]> = parts.into_iter().map(|part| &*part).collect();
    for_each_piece(target, PIECE, |first, piece| {
        for part in &parts {
            for (place, part) in piece.iter_mut().zip(&part[first..]) {
                *place = both(*place, *part);
            }
        }
    });
}
