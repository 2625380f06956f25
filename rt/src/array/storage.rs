//! Storage of elements.
//!
//! A program that works on images makes and frees blocks of about the same few sizes again and again, and the system hands out fresh pages
//! for each: the first touch of every page then costs more than the work on it. So large blocks come in size classes and are kept for
//! the next array of their class, fresh ones get large pages where the system has them, and the C library is told to keep what it has for
//! the smaller ones.
//!
//! A program whose arrays take much memory at once makes that much again in its next round, so what is kept has no fixed limit: a thread
//! holds at most so many bytes more than it once used at one time.
//!
//! *Invariant:* what is kept and used together stays under the most that was used plus a fixed number; a block goes back to the thread that
//! frees it; the bytes of a class behind those that were asked for count towards no limit.

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::cell::RefCell;
use std::mem::MaybeUninit;

use quasar_abi::RtError;

use super::hooks;
use crate::process::allocator;
use crate::process::error::Raised;
use crate::threads::pieces;

/// Element storage begins on such a boundary, for aligned vector loads.
pub(crate) const ALIGNMENT: usize = 64;
/// Blocks from this size on are large: they have a class, and are kept.
const KEPT_FROM: usize = 1 << 20;
/// Bytes that a thread holds at most beyond those that it once used at one time.
const KEPT_BYTES: usize = 256 << 20;
/// Larger blocks have no class and are not kept.
const KEPT_UP_TO: usize = 256 << 20;
/// Blocks that are kept at most.
const KEPT_BLOCKS: usize = 64;
/// Classes between a power of two and the next: a block is at most this part larger than what it is for.
const CLASSES: usize = 8;

/// The system's large pages; blocks of at least one begin on a boundary of them.
const LARGE_PAGE: usize = 2 << 20;
/// Room in front of a large block for the address of the memory that it lies in.
const FRONT: usize = 16;
/// Bytes that a thread clears at a time.
const CLEARED: usize = 256 << 10;

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

/// Blocks that were freed, the oldest first, with the rooms that they have.
struct Kept {
    blocks: Vec<(usize, *mut u8)>,
    bytes: usize,
    /// Bytes of large blocks that this thread has made or taken and not freed; a block may be freed by another thread.
    used: usize,
    /// The most of them at one time.
    peak: usize,
}

thread_local! {
    static KEPT: RefCell<Kept> = const { RefCell::new(Kept { blocks: Vec::new(), bytes: 0, used: 0, peak: 0 }) };
}

impl Kept {
    fn take(&mut self, room: usize) -> Option<*mut u8> {
        let index = self.blocks.iter().rposition(|(kept, _)| *kept == room)?;
        self.bytes -= room;
        self.count(room);
        Some(self.blocks.remove(index).1)
    }

    /// Counts a block that is used from now on.
    fn count(&mut self, room: usize) {
        self.used += room;
        self.peak = self.peak.max(self.used);
    }

    /// Counts a block that is used no more.
    fn uncount(&mut self, room: usize) {
        self.used = self.used.saturating_sub(room);
    }

    /// Keeps a block, giving up the oldest ones for it.
    fn keep(&mut self, room: usize, block: *mut u8) {
        self.uncount(room);
        self.bytes += room;
        self.blocks.push((room, block));
        self.give_up();
    }

    /// Gives up the oldest blocks while there are too many, in number or beside those that are used.
    fn give_up(&mut self) {
        while self.blocks.len() > KEPT_BLOCKS || self.bytes + self.used > self.peak + KEPT_BYTES {
            let (oldest, place) = self.blocks.remove(0);
            self.bytes -= oldest;
            // SAFETY: a kept block was made with its room and belongs to nobody else.
            unsafe { give_back(oldest, 0, place) };
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        for (room, place) in self.blocks.drain(..) {
            // SAFETY: as in `keep`.
            unsafe { give_back(room, 0, place) };
        }
    }
}

/// The bytes of the class that a large block of so many bytes has; blocks that are never kept have no more than they are for.
fn room(bytes: usize) -> usize {
    if bytes > KEPT_UP_TO {
        return bytes;
    }
    let step = (bytes.next_power_of_two() / 2 / CLASSES).max(ALIGNMENT);
    bytes.next_multiple_of(step)
}

/// Where a block of so much room begins in memory: on a boundary of this size.
fn boundary(room: usize) -> usize {
    match room >= LARGE_PAGE {
        true => LARGE_PAGE,
        false => ALIGNMENT,
    }
}

/// The memory that a large block lies in, aligned as all of the C library's is, so that it need not clear what is fresh from the system.
fn memory_of(room: usize) -> Layout {
    Layout::from_size_align(room + boundary(room) + FRONT, FRONT)
        .expect("the room was valid as a layout with more to spare")
}

/// A new large block for so many bytes; none where there is no memory.
fn make(bytes: usize, contents: Contents) -> Option<*mut u8> {
    let room = room(bytes);
    let memory = memory_of(room);
    // SAFETY: the size is not zero.
    let start = allocator::for_array(memory.size() - bytes, || unsafe {
        match contents {
            Contents::Zeroed => alloc_zeroed(memory),
            Contents::Unspecified => alloc(memory),
        }
    });
    if start.is_null() {
        return None;
    }
    let offset = (start.addr() + FRONT).next_multiple_of(boundary(room)) - start.addr();
    // SAFETY: the memory is larger than the room by the boundary and the front, so the block ends in it, and the place of an address in
    // front of the block, which is aligned for one, lies behind its start.
    unsafe {
        let block = start.add(offset);
        block.cast::<*mut u8>().sub(1).write(start);
        ask_for_large_pages(block, room);
        Some(block)
    }
}

/// Asks the system for large pages, of which 512 times fewer are touched for the first time. It may have none; then nothing is lost.
///
/// # Safety
/// The block has that room.
unsafe fn ask_for_large_pages(block: *mut u8, room: usize) {
    let whole = room - room % LARGE_PAGE;
    if whole != 0 && !cfg!(miri) {
        // SAFETY: the pages lie in the block, which the caller vouches for; the advice leaves their contents as they are.
        unsafe { libc::madvise(block.cast(), whole, libc::MADV_HUGEPAGE) };
    }
}

/// Gives a large block back to the system, of which so many bytes are counted.
///
/// # Safety
/// `block` came from [`make`] with that room and is not used afterwards.
unsafe fn give_back(room: usize, counted: usize, block: *mut u8) {
    let memory = memory_of(room);
    // SAFETY: `make` has noted there where the memory begins, which it got with this layout.
    allocator::for_array(memory.size() - counted, || unsafe {
        dealloc(block.cast::<*mut u8>().sub(1).read(), memory);
    });
}

/// Clears a block, a large one on all threads.
///
/// # Safety
/// The block has that size and belongs to the caller alone.
pub(crate) unsafe fn clear(block: *mut u8, bytes: usize) {
    // SAFETY: the caller vouches for the bytes, which may hold anything.
    let bytes = unsafe { std::slice::from_raw_parts_mut(block.cast::<MaybeUninit<u8>>(), bytes) };
    pieces::for_each_piece(bytes, CLEARED, |_, piece| {
        piece.fill(MaybeUninit::new(0));
    });
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
    let bytes = layout.size();
    if bytes == 0 {
        return Ok(std::ptr::without_provenance_mut(ALIGNMENT));
    }
    let used = match take_kept(bytes)? {
        None => hooks::allocate(bytes),
        kept => kept,
    };
    if let Some(block) = used {
        if contents == Contents::Zeroed {
            // SAFETY: the block has that size and belongs to nobody else.
            unsafe { clear(block, bytes) };
        }
        return Ok(block);
    }
    let block = match bytes >= KEPT_FROM {
        true => make_counted(bytes, contents),
        false => make_small(layout, contents),
    };
    block.ok_or_else(|| out_of_memory(bytes))
}

/// A new large block, for which kept ones are given up where both together were too much.
fn make_counted(bytes: usize, contents: Contents) -> Option<*mut u8> {
    // A thread that is ending keeps nothing.
    let _ = KEPT.try_with(|kept| {
        let mut kept = kept.borrow_mut();
        kept.count(room(bytes));
        kept.give_up();
    });
    let block = make(bytes, contents);
    if block.is_none() {
        let _ = KEPT.try_with(|kept| kept.borrow_mut().uncount(room(bytes)));
    }
    block
}

/// A kept block that has room for so many bytes and not much more; none where there is none.
fn take_kept(bytes: usize) -> Result<Option<*mut u8>, Raised> {
    if !(KEPT_FROM..=KEPT_UP_TO).contains(&bytes) {
        return Ok(None);
    }
    let take = |kept: &RefCell<Kept>| kept.borrow_mut().take(room(bytes));
    let Ok(Some(block)) = KEPT.try_with(take) else {
        return Ok(None);
    };
    if let Err(refused) = allocator::count_kept(bytes) {
        // Nothing of it is counted, so it goes where it came from.
        KEPT.with_borrow_mut(|kept| kept.keep(room(bytes), block));
        return Err(refused);
    }
    Ok(Some(block))
}

/// A new block of less than a large one; none where there is no memory.
fn make_small(layout: Layout, contents: Contents) -> Option<*mut u8> {
    // SAFETY: the size is not zero.
    let block = allocator::may_fail(|| unsafe {
        match contents {
            Contents::Zeroed => alloc_zeroed(layout),
            Contents::Unspecified => alloc(layout),
        }
    });
    (!block.is_null()).then_some(block)
}

/// Gives storage back.
///
/// # Safety
/// `block` came from [`allocate`] with the same layout and is not used afterwards.
pub(crate) unsafe fn free(layout: Layout, block: *mut u8) {
    let bytes = layout.size();
    if bytes == 0 || hooks::free(block) {
        return;
    }
    if bytes < KEPT_FROM {
        // SAFETY: the caller vouches that the block came from `allocate` with this layout and is used no more; it is neither empty, large
        // nor shared.
        return unsafe { dealloc(block, layout) };
    }
    let keep = |kept: &RefCell<Kept>| kept.borrow_mut().keep(room(bytes), block);
    // The thread may be ending, its kept blocks gone already.
    if bytes <= KEPT_UP_TO && KEPT.try_with(keep).is_ok() {
        return allocator::uncount_kept(bytes);
    }
    let _ = KEPT.try_with(|kept| kept.borrow_mut().uncount(room(bytes)));
    // SAFETY: as above; a large block came from `make`, and is not kept.
    unsafe { give_back(room(bytes), bytes, block) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept() -> (usize, usize) {
        KEPT.with_borrow(|kept| (kept.blocks.len(), kept.bytes))
    }

    fn new(bytes: usize, contents: Contents) -> (Layout, *mut u8) {
        let size = layout(bytes).expect("a layout");
        (size, allocate(size, contents).expect("memory"))
    }

    #[test]
    fn large_blocks_return_clean() {
        let (size, block) = new(KEPT_FROM, Contents::Zeroed);
        // SAFETY: the block is used within its size and freed once.
        unsafe {
            block.write(7);
            block.add(KEPT_FROM - 1).write(7);
            free(size, block);
            assert_eq!(kept(), (1, KEPT_FROM));
            let again = allocate(size, Contents::Zeroed).expect("memory");
            assert_eq!((again, kept()), (block, (0, 0)));
            assert_eq!([again.read(), again.add(KEPT_FROM - 1).read()], [0, 0]);
            free(size, again);
        }
    }

    #[test]
    fn blocks_of_one_class_stand_in_for_each_other() {
        let (size, block) = new(16 * KEPT_FROM, Contents::Unspecified);
        // SAFETY: each block is used within its size and freed once.
        unsafe {
            free(size, block);
            let (shorter, again) = new(16 * KEPT_FROM - 65, Contents::Unspecified);
            assert_eq!((again, kept().0), (block, 0));
            again.add(shorter.size() - 1).write(7);
            free(shorter, again);
            // The next class is no more than an eighth below.
            let (other, much_shorter) = new(14 * KEPT_FROM, Contents::Unspecified);
            assert_ne!(much_shorter, block);
            free(other, much_shorter);
        }
    }

    #[test]
    fn classes_waste_an_eighth_at_most() {
        for bytes in (KEPT_FROM..KEPT_UP_TO).step_by(KEPT_FROM / 3 + 1) {
            let room = room(bytes);
            assert!(room >= bytes && room - bytes <= bytes / CLASSES, "{bytes}");
            assert_eq!(super::room(room), room, "a class is one of its own");
        }
        assert_eq!(room(KEPT_UP_TO), KEPT_UP_TO);
        assert_eq!(room(KEPT_UP_TO + 1), KEPT_UP_TO + 1);
    }

    #[test]
    fn blocks_begin_on_their_boundary() {
        for bytes in [KEPT_FROM, 3 * KEPT_FROM + 7, KEPT_UP_TO + 9] {
            let (size, block) = new(bytes, Contents::Zeroed);
            assert_eq!(block.addr() % boundary(room(bytes)), 0);
            // SAFETY: the block is used within its size and freed once.
            unsafe {
                assert_eq!([block.read(), block.add(bytes - 1).read()], [0, 0]);
                free(size, block);
            }
        }
    }

    #[test]
    fn what_is_kept_has_limits() {
        let blocks: Vec<_> = (0..KEPT_BLOCKS + 3)
            .map(|index| new(KEPT_FROM + 64 * index, Contents::Unspecified))
            .collect();
        for (size, block) in blocks {
            // SAFETY: each block is freed once, with its layout.
            unsafe { free(size, block) };
        }
        assert_eq!(kept().0, KEPT_BLOCKS);
        let (small, block) = new(100, Contents::Unspecified);
        // SAFETY: as above.
        unsafe { free(small, block) };
        assert_eq!(kept().0, KEPT_BLOCKS);
    }

    /// The most that was used, and what is kept and used now.
    fn held() -> (usize, usize) {
        KEPT.with_borrow(|kept| (kept.peak, kept.bytes + kept.used))
    }

    fn freed(blocks: Vec<(Layout, *mut u8)>) {
        for (size, block) in blocks {
            // SAFETY: each block is freed once, with its layout.
            unsafe { free(size, block) };
        }
    }

    #[test]
    fn as_much_is_kept_as_was_used_at_once() {
        let round = |bytes: usize| {
            (0..5)
                .map(|_| new(bytes, Contents::Unspecified))
                .collect::<Vec<_>>()
        };
        freed(round(KEPT_BYTES / 2));
        assert_eq!(held(), (5 * KEPT_BYTES / 2, 5 * KEPT_BYTES / 2));
        let places = |blocks: &[(Layout, *mut u8)]| {
            let mut places: Vec<_> = blocks.iter().map(|(_, block)| *block).collect();
            places.sort();
            places
        };
        let again = round(KEPT_BYTES / 2);
        let before = places(&again);
        freed(again);
        let again = round(KEPT_BYTES / 2);
        assert_eq!(places(&again), before);
        freed(again);
        // Blocks of another class take the place of the oldest once they are too many together.
        let others = round(KEPT_BYTES / 4);
        let (peak, now) = held();
        assert!(
            now <= peak + KEPT_BYTES && peak == 5 * KEPT_BYTES / 2,
            "{now} of {peak}"
        );
        assert!(kept().0 < 5);
        freed(others);
    }

    #[test]
    fn what_is_not_kept_is_not_counted_as_used() {
        let before = held().1;
        let (size, block) = new(KEPT_UP_TO + 1, Contents::Unspecified);
        assert!(held().1 > before);
        // SAFETY: the block is freed once, with its layout.
        unsafe { free(size, block) };
        assert_eq!(held().1, before);
    }
}
