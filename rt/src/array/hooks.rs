//! What devices do for arrays: the only way from an array to a device, which installs the table.
//!
//! An array with elements elsewhere, one that a launch waits with, or one that nobody has written yet, has a field in its header. Who
//! wants its elements on the host asks here, and the table is asked only if the field is there.
//!
//! *Invariant:* the table is installed before any array has the field. Without it an array costs one look at the field, and no call.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use quasar_abi::ArrayHeader;

/// What a device does when something becomes of an array that has the field, and memory that it shares with the host.
pub(crate) struct Hooks {
    /// Makes the host's elements the newest.
    pub(crate) want_to_read: fn(&ArrayHeader),
    /// Makes the host's elements the only ones that count.
    pub(crate) want_to_write: fn(&ArrayHeader),
    /// Takes the field from an array that ends, or whose other elements nobody wants.
    pub(crate) forget: fn(&ArrayHeader),
    /// Notes that an array is new, all zero or with unspecified elements, so that a device need not be sent them.
    pub(crate) is_new: fn(&ArrayHeader, bool),
    /// Takes the field from an array that nothing waits with any more, unless it has elements elsewhere.
    pub(crate) unmark: fn(&ArrayHeader),
    /// Whether arrays lie in memory that host and device share.
    pub(crate) shares_memory: fn() -> bool,
    /// Such memory; none: ordinary memory has to do.
    pub(crate) allocate: fn(usize) -> Option<*mut u8>,
    /// Takes a block back, if it is shared.
    pub(crate) free: fn(*mut u8) -> bool,
}

static HOOKS: OnceLock<&'static Hooks> = OnceLock::new();

/// Installs the table; it stays as it was first.
pub(crate) fn install(hooks: &'static Hooks) {
    HOOKS.get_or_init(|| hooks);
}

/// The field of the header, which devices use as they like.
#[inline]
pub(crate) fn field(header: &ArrayHeader) -> &AtomicPtr<u8> {
    let place = (&raw const header.device).cast_mut();
    // SAFETY: the field is a pointer for as long as the header lives, and only touched as an atomic one once the array is made.
    unsafe { AtomicPtr::from_ptr(place) }
}

/// Whether an array has the field.
#[inline]
pub(crate) fn is_noted(header: &ArrayHeader) -> bool {
    !field(header).load(Ordering::Acquire).is_null()
}

/// The table, for an array that has the field.
#[inline]
fn of(header: &ArrayHeader) -> Option<&'static Hooks> {
    if !is_noted(header) {
        return None;
    }
    Some(HOOKS.get().expect("who gave the field has installed it"))
}

/// Makes the host's elements the newest; nothing to do for most arrays.
#[inline]
pub(crate) fn want_to_read(header: &ArrayHeader) {
    if let Some(hooks) = of(header) {
        (hooks.want_to_read)(header);
    }
}

/// Makes the host's elements the only ones that count; any thread may ask.
#[inline]
pub(crate) fn want_to_write(header: &ArrayHeader) {
    if let Some(hooks) = of(header) {
        (hooks.want_to_write)(header);
    }
}

/// Gives up elements elsewhere, which nobody wants any more.
#[inline]
pub(crate) fn forget(header: &ArrayHeader) {
    if let Some(hooks) = of(header) {
        (hooks.forget)(header);
    }
}

/// The array is new, all zero or with unspecified elements, and whoever writes elements from here on asks first.
#[inline]
pub(crate) fn is_new(header: &ArrayHeader, zeros: bool) {
    if let Some(hooks) = HOOKS.get() {
        (hooks.is_new)(header, zeros);
    }
}

/// Nothing waits with the array any more.
pub(crate) fn unmark(header: &ArrayHeader) {
    if let Some(hooks) = of(header) {
        (hooks.unmark)(header);
    }
}

/// The table, if arrays lie in memory that host and device share; the first array settles it.
#[inline]
fn sharing() -> Option<&'static Hooks> {
    static SHARING: OnceLock<Option<&'static Hooks>> = OnceLock::new();
    *SHARING.get_or_init(|| HOOKS.get().copied().filter(|hooks| (hooks.shares_memory)()))
}

/// Memory that host and device share; none: ordinary memory has to do.
#[inline]
pub(crate) fn allocate(bytes: usize) -> Option<*mut u8> {
    (sharing()?.allocate)(bytes)
}

/// Gives a block back, if it is shared.
#[inline]
pub(crate) fn free(block: *mut u8) -> bool {
    sharing().is_some_and(|hooks| (hooks.free)(block))
}
