//! Co-scheduling: launches that do not need each other run side by side, each on a part of the threads.
//!
//! A launch that cannot keep all threads at work waits for company: until another launch comes that does not need it, or until somebody
//! wants its arrays. Then all that wait become one job of the pool, which gives every thread its part of all their chunks. So no thread is
//! added, nothing runs while the program goes on, and which launches meet follows the program alone, not the clock.
//!
//! A launch that comes behind work of a GPU waits for it in a stream of that GPU, which calls it back (the room `device`); it is
//! done when its mark there is.
//!
//! *Invariant:* a launch that waits has no results and cannot fail. While it waits, its arrays are alive, and have a field in their headers
//! that lets whoever wants their elements ask here first.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use quasar_abi::{ArrayHeader, KernelView};

use super::job::{Company, Job, run_coscheduled};
use super::uses::Use;
use crate::array::hooks;
use crate::array::object::Array;
use crate::process::rooms::Room;
use nvrtc_bridge::environment;

/// The variable that says how many launches run side by side.
const STREAMS: &str = "QC_CPU_STREAMS";
/// Launches side by side when nobody says how many.
const DEFAULT_STREAMS: usize = 2;
/// Launches side by side at most.
const MOST_STREAMS: usize = 32;
/// A launch of less estimated time, in nanoseconds, does not wait for company: to wait takes a part of a microsecond.
pub(crate) const WORTH_WAITING: i64 = 50_000;
/// A kernel that has waited so often for nothing waits no more.
const PATIENCE: u8 = 4;

/// A launch that waits.
struct Waiting {
    /// Its arrays, and whether it writes them.
    uses: Vec<(usize, bool)>,
    /// Arrays that have their field because of this launch.
    marked: Vec<usize>,
    how: How,
    kept: Kept,
}

/// Owners of the arrays of a launch: an array that the program needs no more lives on until the launch is done.
pub(crate) struct Kept(Vec<Array>);

impl Kept {
    /// One more owner of each array that counts them. The program's own thread calls this.
    pub(crate) fn of(uses: &[Use<'_>]) -> Kept {
        let counted = uses.iter().filter(|one| one.header.refs >= 0);
        // SAFETY: the arrays of a launch are alive.
        let owned = counted.map(|one| Array::clone(&*unsafe { Array::borrow(one.pointer()) }));
        Kept(owned.collect())
    }
}

// SAFETY: the count of owners is touched by the program's own thread alone, see `let_go`.
unsafe impl Send for Kept {}

/// A launch that a device calls.
pub(crate) trait InFlight: Send {
    /// Waits until it has run.
    fn finish(&self);
}

/// What a launch waits for.
enum How {
    /// Company.
    Company(Company),
    /// A device, which calls it.
    Device(Box<dyn InFlight>),
}

/// How many launches wait for company: what is asked before every launch.
static COMPANY: AtomicUsize = AtomicUsize::new(0);
/// How many launches wait: what is asked whenever an array has a field.
static COUNT: AtomicUsize = AtomicUsize::new(0);
static WAITING: Mutex<Vec<Waiting>> = Mutex::new(Vec::new());
/// Owners that are not needed any more.
static FREE: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

thread_local! {
    /// Whether launches of this thread have waited: it is the program's own.
    static IS_OWNER: Cell<bool> = const { Cell::new(false) };
}
/// How often kernels have waited in a row without company.
static ALONE: Mutex<BTreeMap<usize, u8>> = Mutex::new(BTreeMap::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn parsed(text: Option<&str>) -> Result<usize, String> {
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return Ok(DEFAULT_STREAMS);
    };
    let number = text.parse().ok();
    let number = number.filter(|number| (1..=MOST_STREAMS).contains(number));
    number
        .ok_or_else(|| format!("{STREAMS} must be a number from 1 to {MOST_STREAMS}, not '{text}'"))
}

/// Whether the environment can be understood.
///
/// # Errors
/// The text of the error.
pub(crate) fn check() -> Result<(), String> {
    parsed(environment::text(STREAMS).as_deref()).map(|_| ())
}

/// How many launches run side by side.
fn streams() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| {
        let text = environment::text(STREAMS);
        // What cannot be understood was told at the start.
        parsed(text.as_deref()).unwrap_or(DEFAULT_STREAMS)
    })
}

/// Whether launches may wait at all.
pub(crate) fn is_on() -> bool {
    streams() > 1
}

/// Whether a launch of this kernel may wait at all: it gives nothing back, cannot fail, and has no copies of its own.
pub(crate) fn may_wait(kernel: KernelView<'_>) -> bool {
    kernel.header().raises == 0 && is_silent(kernel)
}

/// Whether a launch of this kernel gives nothing back unless it fails, and has no copies of its own.
pub(crate) fn is_silent(kernel: KernelView<'_>) -> bool {
    let has_group = kernel.header().group != 0;
    !has_group && kernel.accumulators().is_empty() && kernel.copied().is_empty()
}

/// Whether a launch of that many chunks, which may wait and takes long enough, should wait for company.
pub(crate) fn should_wait(kernel: KernelView<'_>, chunks: i64, threads: usize) -> bool {
    let narrow = chunks < threads as i64;
    let others = COMPANY.load(Ordering::Relaxed);
    narrow && others + 1 < streams() && {
        let alone = locked(&ALONE);
        alone
            .get(&key(kernel))
            .is_none_or(|times| *times < PATIENCE)
    }
}

fn key(kernel: KernelView<'_>) -> usize {
    std::ptr::from_ref(kernel.header()).addr()
}

/// Whether any launch waits for company.
pub(crate) fn has_company() -> bool {
    COMPANY.load(Ordering::Relaxed) != 0
}

fn publish(waiting: &[Waiting]) {
    let company = waiting
        .iter()
        .filter(|one| matches!(one.how, How::Company(_)));
    COMPANY.store(company.count(), Ordering::Relaxed);
    COUNT.store(waiting.len(), Ordering::Release);
}

/// Whether any launch waits.
fn is_any() -> bool {
    COUNT.load(Ordering::Acquire) != 0
}

fn add(uses: &[Use<'_>], marked: Vec<usize>, how: How) {
    let kept = Kept::of(uses);
    let uses = uses.iter().map(|one| (one.address(), one.writes)).collect();
    ROOM.is_linked();
    IS_OWNER.set(true);
    let mut waiting = locked(&WAITING);
    waiting.push(Waiting {
        uses,
        marked,
        how,
        kept,
    });
    publish(&waiting);
    drop(waiting);
    let_go();
}

/// Gives up owners that are not needed any more, if this is the thread that may. No lock is held meanwhile: an array that ends asks here.
fn let_go() {
    if IS_OWNER.get() {
        let free = std::mem::take(&mut *locked(&FREE));
        free.into_iter().for_each(|kept| drop(kept.0));
    }
}

/// Lets a launch wait for company. Nothing that waits already needs it, or is needed by it; `marked` are the
/// arrays that have got their field for it.
pub(crate) fn wait_for_company(uses: &[Use<'_>], marked: Vec<usize>, company: Company) {
    add(uses, marked, How::Company(company));
}

/// Notes a launch that a device calls back; `marked` are the arrays that have got their field for it.
pub(crate) fn wait_for_device(uses: &[Use<'_>], marked: Vec<usize>, called: Box<dyn InFlight>) {
    add(uses, marked, How::Device(called));
}

/// Before somebody reads the elements of an array on the host, or also writes them: what waits and writes them, or also reads them, is
/// done first.
pub(crate) fn before(header: &ArrayHeader, writes: bool) {
    if !is_any() {
        return;
    }
    let address = std::ptr::from_ref(header).addr();
    let meets = |one: &Waiting| {
        let mut uses = one.uses.iter();
        uses.any(|(used, writing)| *used == address && (writes || *writing))
    };
    // The lock is held until all is done: other threads may want the same elements. Kernels ask for nothing.
    let mut waiting = locked(&WAITING);
    let is_met = |one: &Waiting| matches!(one.how, How::Company(_)) && meets(one);
    if waiting.iter().any(is_met) {
        run_company(&mut waiting, None);
    }
    for one in take(&mut waiting, meets) {
        finish(one, &mut waiting);
    }
    publish(&waiting);
    drop(waiting);
    let_go();
}

/// What a program with launches that may wait does at its end.
pub(crate) static ROOM: Room = Room {
    end: settle,
    pause: settle,
    ..Room::QUIET
};

/// Does all that waits.
pub(crate) fn settle() {
    let mut waiting = locked(&WAITING);
    run_company(&mut waiting, None);
    for one in take(&mut waiting, |_| true) {
        finish(one, &mut waiting);
    }
    publish(&waiting);
    drop(waiting);
    let_go();
}

fn take(waiting: &mut Vec<Waiting>, wanted: impl Fn(&Waiting) -> bool) -> Vec<Waiting> {
    let (taken, rest) = std::mem::take(waiting).into_iter().partition(wanted);
    *waiting = rest;
    taken
}

/// Runs a launch beside those that wait for company.
pub(crate) fn join(launch: &Job<'_>) {
    let mut waiting = locked(&WAITING);
    run_company(&mut waiting, Some(launch));
    publish(&waiting);
    drop(waiting);
    let_go();
}

/// Runs all that wait for company, beside a launch if there is one.
fn run_company(waiting: &mut Vec<Waiting>, launch: Option<&Job<'_>>) {
    let taken = take(waiting, |one| matches!(one.how, How::Company(_)));
    if taken.is_empty() && launch.is_none() {
        return;
    }
    let company: Vec<&Company> = taken
        .iter()
        .filter_map(|one| match &one.how {
            How::Company(company) => Some(company),
            How::Device(_) => None,
        })
        .collect();
    let is_alone = company.len() + usize::from(launch.is_some()) == 1;
    let mut alone = locked(&ALONE);
    for one in &company {
        let times = alone.entry(key(one.kernel)).or_insert(0);
        *times = if is_alone { *times + 1 } else { 0 };
    }
    drop(alone);
    run_coscheduled(&company, launch);
    taken.into_iter().for_each(|one| unmark(one, waiting));
}

fn finish(one: Waiting, rest: &mut [Waiting]) {
    if let How::Device(called) = &one.how {
        called.finish();
    }
    unmark(one, rest);
}

/// A launch is done: its arrays lose their field, but for those that others wait with, and their owner.
fn unmark(one: Waiting, rest: &mut [Waiting]) {
    locked(&FREE).push(one.kept);
    for address in one.marked {
        let uses = |other: &&mut Waiting| other.uses.iter().any(|(used, _)| *used == address);
        match rest.iter_mut().find(uses) {
            Some(other) => other.marked.push(address),
            // SAFETY: the launch keeps its arrays alive.
            None => hooks::unmark(unsafe {
                &*std::ptr::with_exposed_provenance::<ArrayHeader>(address)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_streams() {
        assert_eq!(parsed(None), Ok(DEFAULT_STREAMS));
        assert_eq!(parsed(Some("")), Ok(DEFAULT_STREAMS));
        assert_eq!(parsed(Some("1")), Ok(1));
        assert_eq!(parsed(Some("32")), Ok(32));
        for text in ["0", "33", "-1", "two", "1.5"] {
            let error = parsed(Some(text)).expect_err("nonsense");
            assert!(error.contains(STREAMS) && error.contains(text), "{error}");
        }
    }
}
