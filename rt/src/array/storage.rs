//! Storage of elements.
//!
//! A program that works on images makes and frees blocks of the same few sizes again and again, and the system hands out fresh pages
//! for each: the first touch of every page then costs more than the work on it. So a few large blocks are kept for the next array of
//! their size, and the C library is told to keep what it has for the smaller ones.
//!
//! *Invariant:* kept blocks stay under a fixed total; a block goes back to the thread that frees it.

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::cell::RefCell;

use quasar_abi::RtError;

use super::hooks;
use crate::process::allocator;
use crate::process::error::Raised;

/// Element storage begins on such a boundary, for aligned vector loads.
pub(crate) const ALIGNMENT: usize = 64;
/// Blocks from this size on are kept.
const KEPT_FROM: usize = 1 << 20;
/// Bytes that are kept at most.
const KEPT_BYTES: usize = 256 << 20;
/// Blocks that are kept at most.
const KEPT_BLOCKS: usize = 16;

/// Free bytes that the C library keeps at the end of its heap, for blocks that are not kept here.
const HEAP_KEPT: usize = 64 << 20;
/// Bytes that its heap grows by at least.
const HEAP_STEP: usize = 4 << 20;

/// Settles what the C library does with blocks that are not kept here. Left alone it gives the end of its heap back to the system with
/// every 256 KiB or so, the size of a picture of 256×256, only to ask for it again with the next array.
pub(crate) fn start() {
    // Blocks that are kept here come from the system one by one; their alignment makes them larger.
    let settings = [
        (libc::M_MMAP_THRESHOLD, KEPT_FROM + 2 * ALIGNMENT),
        (libc::M_TRIM_THRESHOLD, HEAP_KEPT),
        (libc::M_TOP_PAD, HEAP_STEP),
    ];
    for (name, bytes) in settings {
        // SAFETY: numbers are set and nothing else.
        unsafe { libc::mallopt(name, bytes as i32) };
    }
}

/// Whether new storage is cleared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// All bytes are 0.
    Zeroed,
    /// Whatever was there.
    Unspecified,
}

/// Blocks that were freed, the oldest first.
struct Kept {
    blocks: Vec<(Layout, *mut u8)>,
    bytes: usize,
}

thread_local! {
    static KEPT: RefCell<Kept> = const { RefCell::new(Kept { blocks: Vec::new(), bytes: 0 }) };
}

impl Kept {
    fn take(&mut self, layout: Layout) -> Option<*mut u8> {
        let index = self.blocks.iter().rposition(|(kept, _)| *kept == layout)?;
        self.bytes -= layout.size();
        Some(self.blocks.remove(index).1)
    }

    /// Keeps a block, giving up the oldest ones for it.
    fn keep(&mut self, layout: Layout, block: *mut u8) {
        while self.blocks.len() >= KEPT_BLOCKS
            || (self.bytes + layout.size() > KEPT_BYTES && !self.blocks.is_empty())
        {
            let (oldest, place) = self.blocks.remove(0);
            self.bytes -= oldest.size();
            // SAFETY: a kept block was allocated with its layout and belongs to nobody else.
            unsafe { dealloc(place, oldest) };
        }
        self.bytes += layout.size();
        self.blocks.push((layout, block));
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        for (layout, place) in self.blocks.drain(..) {
            // SAFETY: as in `keep`.
            unsafe { dealloc(place, layout) };
        }
    }
}

/// The layout of that many bytes.
pub(crate) fn layout(bytes: usize) -> Result<Layout, Raised> {
    Layout::from_size_align(bytes, ALIGNMENT).map_err(|_| out_of_memory(bytes))
}

fn out_of_memory(bytes: usize) -> Raised {
    Raised::new(RtError::OutOfMemory, &[&bytes])
}

/// New storage; a dangling pointer for no bytes.
pub(crate) fn allocate(layout: Layout, contents: Contents) -> Result<*mut u8, Raised> {
    if layout.size() == 0 {
        return Ok(std::ptr::without_provenance_mut(ALIGNMENT));
    }
    if layout.size() >= KEPT_FROM
        && let Ok(Some(block)) = KEPT.try_with(|kept| kept.borrow_mut().take(layout))
    {
        if let Err(refused) = allocator::count_kept(layout.size()) {
            // SAFETY: the block has that layout and belongs to nobody else.
            unsafe { free(layout, block) };
            return Err(refused);
        }
        if contents == Contents::Zeroed {
            // SAFETY: the block has that size and belongs to nobody else.
            unsafe { std::ptr::write_bytes(block, 0, layout.size()) };
        }
        return Ok(block);
    }
    if let Some(block) = hooks::allocate(layout.size()) {
        if contents == Contents::Zeroed {
            // SAFETY: the block has that size and belongs to nobody else.
            unsafe { std::ptr::write_bytes(block, 0, layout.size()) };
        }
        return Ok(block);
    }
    // SAFETY: the size is not zero.
    let block = allocator::may_fail(|| unsafe {
        match contents {
            Contents::Zeroed => alloc_zeroed(layout),
            Contents::Unspecified => alloc(layout),
        }
    });
    if block.is_null() {
        Err(out_of_memory(layout.size()))
    } else {
        Ok(block)
    }
}

/// Gives storage back.
///
/// # Safety
/// `block` came from [`allocate`] with the same layout and is not used afterwards.
pub(crate) unsafe fn free(layout: Layout, block: *mut u8) {
    if layout.size() == 0 || hooks::free(block) {
        return;
    }
    let large = layout.size() >= KEPT_FROM && layout.size() <= KEPT_BYTES;
    // The thread may be ending, its kept blocks gone already.
    let kept = large
        && KEPT
            .try_with(|kept| kept.borrow_mut().keep(layout, block))
            .is_ok();
    match kept {
        true => allocator::uncount_kept(layout.size()),
        // SAFETY: the caller vouches that the block came from `allocate` with this layout and is used no more; it is neither empty, shared
        // nor kept.
        false => unsafe { dealloc(block, layout) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept() -> (usize, usize) {
        KEPT.with_borrow(|kept| (kept.blocks.len(), kept.bytes))
    }

    #[test]
    fn large_blocks_return_clean() {
        let size = layout(KEPT_FROM).expect("a layout");
        // SAFETY: the block is used within its size and freed once.
        unsafe {
            let block = allocate(size, Contents::Zeroed).expect("memory");
            block.write(7);
            free(size, block);
            assert_eq!(kept(), (1, KEPT_FROM));
            let again = allocate(size, Contents::Zeroed).expect("memory");
            assert_eq!((again, again.read(), kept()), (block, 0, (0, 0)));
            free(size, again);
        }
    }

    #[test]
    fn what_is_kept_has_limits() {
        let blocks: Vec<_> = (0..KEPT_BLOCKS + 3)
            .map(|index| {
                let size = layout(KEPT_FROM + 64 * index).expect("a layout");
                (size, allocate(size, Contents::Unspecified).expect("memory"))
            })
            .collect();
        for (size, block) in blocks {
            // SAFETY: each block is freed once, with its layout.
            unsafe { free(size, block) };
        }
        assert_eq!(kept().0, KEPT_BLOCKS);
        let small = layout(100).expect("a layout");
        let block = allocate(small, Contents::Unspecified).expect("memory");
        // SAFETY: as above.
        unsafe { free(small, block) };
        assert_eq!(kept().0, KEPT_BLOCKS);
    }
}
