//! The allocator of programs: the system's, with an answer to memory that is not there.
//!
//! What asks with [`may_fail`] around it gets the refusal as a value. Computations whose workspaces a program decides by its sizes ask by
//! [`refusal`](super::refusal), which gives the caller of the whole computation an error. Code of others, which asks without expecting a
//! refusal, runs [isolated](super::isolation), where one ends the thread that it runs on and nothing else. What is left is small and of the
//! runtime's own; there the program ends in order: what it printed, one line, exit code 1.
//!
//! One call that reads a file, a [`reading`], has a limit for all that it takes at once, which `QC_FILE_MEMORY` sets.
//!
//! *Invariant:* a refused request never becomes a signal; nothing here asks for memory itself.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quasar_abi::RtError;

use super::blocks::Blocks;
use super::byte_count::bytes_of;
use super::places;
use crate::process::ending::EXIT_ERROR;
use crate::process::error::{Raised, read_error};
use crate::process::output;
use nvrtc_bridge::environment;

/// The variable of the environment that sets the limit.
const VARIABLE: &str = "QC_FILE_MEMORY";
/// The limit when nobody sets one: 4 GiB, and of a small file less, so much and so much for each byte of it. Photographs of any size stay
/// below, which have a byte for ten of their pixels at least; what is all one colour is refused from 200 million pixels on. It does not depend
/// on the machine, so that a file is read everywhere or nowhere.
const DEFAULT_LIMIT: u64 = 4 << 30;
const LIMIT_OF_NOTHING: u64 = 1 << 30;
const LIMIT_FOR_A_BYTE: u64 = 256;
/// Nobody has set a limit.
const NOT_SET: u64 = u64::MAX;
/// Requests below this size are only counted where a refusal would end the program.
const SMALL: usize = 64 << 10;

static LIMIT: AtomicU64 = AtomicU64::new(NOT_SET);
/// The most that a call has taken since somebody asked.
static PEAK: AtomicU64 = AtomicU64::new(0);

/// A call that reads a file.
#[derive(Debug)]
pub(crate) struct Call {
    limit: u64,
    used: Cell<u64>,
    peak: Cell<u64>,
    /// Whether the limit was met.
    is_over: Cell<bool>,
}

/// What the requests of a thread mean.
#[derive(Clone, Copy)]
pub(crate) struct State {
    call: *const Call,
    blocks: *const Blocks,
    may_fail: bool,
    /// Bytes of each request that do not count, since nobody has asked for them.
    spare: usize,
    /// A block for the next request that it has room for; null: there is none.
    block: *mut u8,
    room: usize,
}

impl State {
    const PLAIN: State = State {
        call: std::ptr::null(),
        blocks: std::ptr::null(),
        may_fail: false,
        spare: 0,
        block: std::ptr::null_mut(),
        room: 0,
    };

    /// This state for code that is isolated.
    pub(crate) fn isolated(self, blocks: &Blocks) -> State {
        State {
            blocks,
            may_fail: false,
            ..self
        }
    }
}

thread_local! {
    static STATE: Cell<State> = const { Cell::new(State::PLAIN) };
    /// Whether the state is watched, which every request asks: a byte, where the state is copied.
    static WATCHED: Cell<bool> = const { Cell::new(false) };
}

/// The state of this thread.
pub(crate) fn state() -> State {
    STATE.get()
}

/// Gives this thread a state; what it points at must live until it gets another one.
pub(crate) fn set_state(state: State) {
    STATE.set(state);
    WATCHED.set(state.is_watched());
}

/// Sets a state back when it ends.
struct Restored(State);

impl Drop for Restored {
    fn drop(&mut self) {
        set_state(self.0);
    }
}

/// Runs what expects refusals: `try_reserve` and the allocation functions themselves, nothing else.
pub(crate) fn may_fail<T>(body: impl FnOnce() -> T) -> T {
    let outer = Restored(STATE.get());
    set_state(State {
        may_fail: true,
        ..outer.0
    });
    body()
}

/// Makes or frees a block of an array, which has so many bytes more than were asked for and are counted; a refusal is expected.
pub(crate) fn for_array<T>(spare: usize, body: impl FnOnce() -> T) -> T {
    let outer = Restored(STATE.get());
    set_state(State {
        may_fail: true,
        spare,
        ..outer.0
    });
    body()
}

/// Where blocks that are made ahead begin; code of others that computes with vectors asks for no more.
const BLOCK_ALIGNMENT: usize = 64;

/// Runs code of others that asks for one block of at most so many bytes, and expects no refusal: the block is made before.
///
/// # Errors
/// There is no memory; nothing ran.
pub(crate) fn with_block<T>(bytes: usize, body: impl FnOnce() -> T) -> Result<T, Raised> {
    if bytes < SMALL {
        return Ok(body());
    }
    let layout = Layout::from_size_align(bytes, BLOCK_ALIGNMENT).map_err(|_| refusal(bytes))?;
    // SAFETY: the layout is not empty.
    let block = may_fail(|| unsafe { std::alloc::alloc(layout) });
    if block.is_null() {
        return Err(refusal(bytes));
    }
    let outer = Restored(STATE.get());
    set_state(State {
        block,
        room: bytes,
        ..outer.0
    });
    let result = body();
    let left = STATE.get().block;
    drop(outer);
    if !left.is_null() {
        // SAFETY: nobody has asked for the block, which was made with this layout.
        unsafe { std::alloc::dealloc(left, layout) };
    }
    Ok(result)
}

/// Takes the limit from the environment.
///
/// # Errors
/// What is wrong with the variable's value.
pub(crate) fn start() -> Result<(), String> {
    let given = environment::variable(VARIABLE).filter(|text| !text.is_empty());
    LIMIT.store(limit(given)?, Ordering::Relaxed);
    Ok(())
}

/// The limit for a file.
fn limit_for(path: &str) -> u64 {
    match LIMIT.load(Ordering::Relaxed) {
        NOT_SET => default_limit(places::length(path)),
        given => given,
    }
}

fn default_limit(length: Option<u64>) -> u64 {
    length.map_or(DEFAULT_LIMIT, |bytes| {
        let more = bytes.saturating_mul(LIMIT_FOR_A_BYTE);
        DEFAULT_LIMIT.min(LIMIT_OF_NOTHING.saturating_add(more))
    })
}

fn limit(given: Option<OsString>) -> Result<u64, String> {
    let Some(text) = given else {
        return Ok(NOT_SET);
    };
    let bytes = text.to_str().and_then(bytes_of);
    bytes.map(|bytes| bytes as u64).ok_or_else(|| {
        let text = text.to_string_lossy();
        format!("{VARIABLE} must be a number of bytes such as 65536, 64k, 512M or 2G, not '{text}'")
    })
}

/// Runs a call that reads a file: what it takes at once is limited, the result included.
///
/// # Errors
/// Those of `body`; where the limit caused it, that error.
pub(crate) fn reading<T>(
    path: &str,
    body: impl FnOnce() -> Result<T, Raised>,
) -> Result<T, Raised> {
    let outer = Restored(STATE.get());
    if !outer.0.call.is_null() {
        return body();
    }
    let call = Call {
        limit: limit_for(path),
        used: Cell::new(0),
        peak: Cell::new(0),
        is_over: Cell::new(false),
    };
    set_state(State {
        call: &raw const call,
        ..outer.0
    });
    let result = body();
    drop(outer);
    PEAK.fetch_max(call.peak.get(), Ordering::Relaxed);
    match result {
        Err(_) if call.is_over.get() => Err(too_much(path, call.limit)),
        result => result,
    }
}

fn too_much(path: &str, limit: u64) -> Raised {
    let is_given = LIMIT.load(Ordering::Relaxed) != NOT_SET;
    let why = match is_given {
        true => {
            format!("reading it takes more memory than the {limit} bytes that {VARIABLE} allows")
        }
        false => format!(
            "reading it takes more memory than {limit} bytes, the most for a file of its length unless {VARIABLE} allows more"
        ),
    };
    read_error(path, why)
}

/// The most bytes that calls which read files have held at once, since this was asked the last time.
pub fn peak_of_reading() -> u64 {
    PEAK.swap(0, Ordering::Relaxed)
}

/// Counts bytes that an array takes from those that are kept, which nobody asks the system for.
///
/// # Errors
/// The limit of the call is met.
pub(crate) fn count_kept(bytes: usize) -> Result<(), Raised> {
    let state = STATE.get();
    match state.admits(bytes, 0) {
        true => Ok(()),
        false => Err(refusal(bytes)),
    }
}

/// Takes back what [`count_kept`] has counted, or what an array has given to those that are kept.
pub(crate) fn uncount_kept(bytes: usize) {
    STATE.get().given_back(bytes);
}

impl State {
    fn call(&self) -> Option<&Call> {
        // SAFETY: the call lives until `reading` has set the state back, also for the thread that is isolated meanwhile.
        unsafe { self.call.as_ref() }
    }

    fn blocks(&self) -> Option<&Blocks> {
        // SAFETY: the blocks live until the thread that they belong to has ended.
        unsafe { self.blocks.as_ref() }
    }

    /// Counts a request, where a block of `before` bytes grows to `size`. Small ones that cannot be refused are granted in any case.
    fn admits(&self, size: usize, before: usize) -> bool {
        let Some(call) = self.call() else {
            return true;
        };
        let used = call.used.get().saturating_sub(before as u64) + size as u64;
        let refusable = self.may_fail || !self.blocks.is_null() || size >= SMALL;
        if used > call.limit && size > before && refusable {
            call.is_over.set(true);
            return false;
        }
        call.used.set(used);
        call.peak.set(call.peak.get().max(used));
        true
    }

    fn given_back(&self, size: usize) {
        if let Some(call) = self.call() {
            call.used.set(call.used.get().saturating_sub(size as u64));
        }
    }

    /// What becomes of a request that is refused: null, where somebody looks at it.
    fn refused(&self, bytes: usize) -> *mut u8 {
        if self.may_fail {
            return std::ptr::null_mut();
        }
        match self.blocks() {
            Some(blocks) => blocks.give_up(bytes),
            None => end_program(bytes),
        }
    }

    /// Whether requests are counted or noted; most threads most of the time do neither.
    #[inline]
    fn is_watched(&self) -> bool {
        !self.call.is_null() || !self.blocks.is_null() || !self.block.is_null()
    }

    /// The block that was made ahead, if it is one for this request: whoever gets it owns it, and the system's allocator frees it by its
    /// address.
    #[cold]
    #[inline(never)]
    fn block_for(&self, layout: Layout) -> Option<*mut u8> {
        let fits = layout.size() <= self.room && layout.align() <= BLOCK_ALIGNMENT;
        if self.block.is_null() || !fits || layout.size() < SMALL {
            return None;
        }
        set_state(State {
            block: std::ptr::null_mut(),
            ..*self
        });
        Some(self.block)
    }

    /// A new block that is counted and noted.
    ///
    /// # Safety
    /// That of `GlobalAlloc::alloc`; `alloc` is a function of the system's allocator.
    #[cold]
    #[inline(never)]
    unsafe fn watched_alloc(
        &self,
        layout: Layout,
        alloc: unsafe fn(&System, Layout) -> *mut u8,
    ) -> *mut u8 {
        let size = layout.size();
        let counted = size - self.spare;
        if !self.admits(counted, 0) {
            return self.refused(counted);
        }
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`, a layout that is not empty, which is what the system's function
        // asks for.
        let place = unsafe { alloc(&System, layout) };
        if place.is_null() {
            self.given_back(counted);
            return self.refused(counted);
        }
        if let Some(blocks) = self.blocks() {
            blocks.add(place, size);
        }
        place
    }

    /// Takes back what was counted and noted of a block.
    #[cold]
    #[inline(never)]
    fn watched_dealloc(&self, place: *mut u8, size: usize) {
        self.given_back(size - self.spare);
        if let Some(blocks) = self.blocks() {
            blocks.remove(place, size);
        }
    }

    /// Another size of a block that is counted and noted.
    ///
    /// # Safety
    /// That of `GlobalAlloc::realloc`.
    #[cold]
    #[inline(never)]
    unsafe fn watched_realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !self.admits(size, layout.size()) {
            return self.refused(size);
        }
        // SAFETY: the caller keeps the contract of `GlobalAlloc::realloc`: all blocks come from the system's allocator, this one with this
        // layout.
        let moved = unsafe { System.realloc(place, layout, size) };
        if moved.is_null() {
            self.admits(layout.size(), size);
            return self.refused(size);
        }
        if let Some(blocks) = self.blocks() {
            blocks.remove(place, layout.size());
            blocks.add(moved, size);
        }
        moved
    }
}

/// Whether this thread runs code that is isolated.
pub(crate) fn is_isolated() -> bool {
    STATE.get().blocks().is_some()
}

/// Ends the thread, if it is isolated, or the program for want of so many bytes.
pub(crate) fn give_up(bytes: usize) -> ! {
    match STATE.get().blocks() {
        Some(blocks) => blocks.give_up(bytes),
        None => end_program(bytes),
    }
}

/// Ends a program that can get no memory for what it needs itself.
fn end_program(bytes: usize) -> ! {
    static ENDING: AtomicBool = AtomicBool::new(false);
    if !ENDING.swap(true, Ordering::Relaxed) {
        output::flush_at_once();
        let mut line = Line {
            text: [0; 80],
            length: 0,
        };
        // A line that is too long would be cut off, which this one is not.
        let _ = std::fmt::Write::write_fmt(
            &mut line,
            format_args!("error: out of memory ({bytes} bytes asked for)\n"),
        );
        output::write_at_once(2, &line.text[..line.length]);
    }
    // SAFETY: it ends the process, without running what may need memory.
    unsafe { libc::_exit(EXIT_ERROR) }
}

/// A line in memory that is there.
struct Line {
    text: [u8; 80],
    length: usize,
}

impl std::fmt::Write for Line {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let rest = self.text.get_mut(self.length..).unwrap_or_default();
        let length = text.len().min(rest.len());
        rest[..length].copy_from_slice(&text.as_bytes()[..length]);
        self.length += length;
        Ok(())
    }
}

/// The allocator.
#[derive(Debug)]
pub struct Allocator;

// SAFETY: requests are passed on to the system's allocator, or answered with null; what does not return does not unwind either.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if WATCHED.get() {
            let state = STATE.get();
            if let Some(block) = state.block_for(layout) {
                return block;
            }
            // SAFETY: whoever allocates keeps the contract of `alloc`, which is that of the function.
            return unsafe { state.watched_alloc(layout, System::alloc) };
        }
        // SAFETY: as above, and the system's allocator has the same contract.
        let place = unsafe { System.alloc(layout) };
        if place.is_null() {
            return refused(layout.size());
        }
        place
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if WATCHED.get() {
            // SAFETY: whoever allocates keeps the contract of `alloc_zeroed`, which is that of the function.
            return unsafe { STATE.get().watched_alloc(layout, System::alloc_zeroed) };
        }
        // SAFETY: as above, and the system's allocator has the same contract.
        let place = unsafe { System.alloc_zeroed(layout) };
        if place.is_null() {
            return refused(layout.size());
        }
        place
    }

    #[inline]
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        if WATCHED.get() {
            STATE.get().watched_dealloc(place, layout.size());
        }
        // SAFETY: whoever frees keeps the contract of `dealloc`: the block came from `alloc` here with this layout, so from the system's
        // allocator.
        unsafe { System.dealloc(place, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if WATCHED.get() {
            // SAFETY: whoever asks keeps the contract of `realloc`, which is that of the function.
            return unsafe { STATE.get().watched_realloc(place, layout, size) };
        }
        // SAFETY: as above; the block came from `alloc` here, so from the system's allocator.
        let moved = unsafe { System.realloc(place, layout, size) };
        if moved.is_null() {
            return refused(size);
        }
        moved
    }
}

/// What becomes of a request of this thread that is refused.
#[cold]
#[inline(never)]
fn refused(bytes: usize) -> *mut u8 {
    STATE.get().refused(bytes)
}

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

// ---- Vectors that can be refused

/// Room for more elements behind those of a vector.
///
/// # Errors
/// There is no memory.
pub(crate) fn reserve<T>(vector: &mut Vec<T>, more: usize) -> Result<(), Raised> {
    let reserved = may_fail(|| vector.try_reserve(more));
    reserved.map_err(|_| out_of_memory::<T>(more))
}

/// An empty vector with room for so many elements and no more.
///
/// # Errors
/// There is no memory.
pub(crate) fn with_room<T>(count: usize) -> Result<Vec<T>, Raised> {
    let mut vector = Vec::new();
    let reserved = may_fail(|| vector.try_reserve_exact(count));
    reserved.map_err(|_| out_of_memory::<T>(count))?;
    Ok(vector)
}

/// A vector of the same element.
///
/// # Errors
/// There is no memory.
pub(crate) fn filled<T: Copy>(value: T, count: usize) -> Result<Vec<T>, Raised> {
    let mut vector = with_room(count)?;
    vector.resize(count, value);
    Ok(vector)
}

/// Appends bytes.
///
/// # Errors
/// There is no memory.
pub(crate) fn append(bytes: &mut Vec<u8>, more: &[u8]) -> Result<(), Raised> {
    reserve(bytes, more.len())?;
    bytes.extend_from_slice(more);
    Ok(())
}

/// Appends an element.
///
/// # Errors
/// There is no memory.
pub(crate) fn push<T>(vector: &mut Vec<T>, element: T) -> Result<(), Raised> {
    reserve(vector, 1)?;
    vector.push(element);
    Ok(())
}

fn out_of_memory<T>(count: usize) -> Raised {
    refusal(count.saturating_mul(size_of::<T>()))
}

/// The error of so many bytes that were not there.
pub(crate) fn refusal(bytes: usize) -> Raised {
    Raised::new(RtError::OutOfMemory, &[&bytes])
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    fn limited<T>(limit: u64, body: impl FnOnce() -> Result<T, Raised>) -> Result<T, Raised> {
        let call = Call {
            limit,
            used: Cell::new(0),
            peak: Cell::new(0),
            is_over: Cell::new(false),
        };
        let outer = Restored(STATE.get());
        set_state(State {
            call: &raw const call,
            ..outer.0
        });
        body()
    }

    #[test]
    fn a_call_takes_no_more_than_its_limit() {
        let held = limited(1 << 20, || {
            let first = filled(0u8, 600 << 10)?;
            assert!(filled(0u8, 600 << 10).is_err());
            drop(first);
            let mut second = filled(0u8, 600 << 10)?;
            assert!(reserve(&mut second, 600 << 10).is_err());
            Ok(second.len())
        });
        assert_eq!(held, Ok(600 << 10));
        assert!(filled(0u8, 2 << 20).is_ok(), "the limit is gone");
    }

    #[test]
    fn spare_bytes_of_arrays_do_not_count() {
        const SPARE: usize = 64 << 10;
        let layout = Layout::from_size_align((1 << 20) + SPARE, 16).expect("a layout");
        let done = limited(1 << 20, || {
            // SAFETY: the layout is not empty.
            let block = for_array(SPARE, || unsafe { std::alloc::alloc(layout) });
            // A block that nobody looks at need not be allocated.
            let block = std::hint::black_box(block);
            assert!(!block.is_null());
            assert!(filled(0u8, 100 << 10).is_err());
            // SAFETY: the block was allocated with this layout, and is freed once.
            for_array(SPARE, || unsafe { std::alloc::dealloc(block, layout) });
            filled(0u8, 1 << 20)
        });
        assert!(done.is_ok());
    }

    #[test]
    #[expect(clippy::useless_vec, reason = "where it lies is what is asked")]
    fn a_block_is_made_ahead() {
        let bytes = 100 << 10;
        let sizes = with_block(bytes, || {
            let small = vec![1u8; 10];
            let ahead = STATE.get().block;
            let large = vec![1u8; bytes - 5];
            assert_eq!(large.as_ptr(), ahead.cast_const());
            let other = vec![1u8; bytes - 5];
            (small.len(), large.len(), other.len())
        });
        assert_eq!(sizes, Ok((10, bytes - 5, bytes - 5)));
        assert_eq!(with_block(bytes, || 7), Ok(7));
        assert_eq!(with_block(10, || vec![1u8; 20].len()), Ok(20));
        assert!(with_block(1 << 50, || unreachable!("there is no block")).is_err());
    }

    #[test]
    fn what_no_machine_has_is_an_error() {
        assert_eq!(
            filled(0u64, 1 << 58).expect_err("too much").message,
            format!("out of memory ({} bytes asked for)", 1u64 << 61)
        );
        assert!(append(&mut Vec::new(), b"some").is_ok());
    }

    #[test]
    fn limits_are_numbers_of_bytes() {
        assert_eq!(limit(None), Ok(NOT_SET));
        assert_eq!(default_limit(None), DEFAULT_LIMIT);
        assert_eq!(default_limit(Some(400_000)), (1 << 30) + 102_400_000);
        assert_eq!(default_limit(Some(u64::MAX)), DEFAULT_LIMIT);
        assert_eq!(limit(Some("512M".into())), Ok(512 << 20));
        assert!(limit(Some("much".into())).is_err());
    }
}
