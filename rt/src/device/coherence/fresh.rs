//! Arrays that nobody has written since they were made: a GPU that wants one makes its elements itself, instead of getting them sent.
//!
//! The field of such an array points to one of the marks below. Only arrays that are made while there is a device are marked; whoever
//! writes elements asks first, which takes the mark away.
//!
//! *Invariant:* a marked array has no copies, and its elements are those that it was made with.

use std::ptr;
use std::sync::atomic::Ordering;

use quasar_abi::{ArrayHeader, ElemKind};

use crate::array::hooks::field;
use crate::device;

/// What the elements of an array are that nobody has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fresh {
    /// All zero.
    Zeros,
    /// Anything.
    Unspecified,
}

/// The marks.
static MARKS: [u8; 2] = [0; 2];

impl Fresh {
    fn mark(self) -> *mut u8 {
        (&raw const MARKS[self as usize]).cast_mut()
    }

    /// What a field says.
    pub(super) fn of(field: *mut u8) -> Option<Fresh> {
        let all = [Fresh::Zeros, Fresh::Unspecified];
        all.into_iter().find(|fresh| fresh.mark() == field)
    }
}

/// Marks a new array, if there is a device that may want to know.
pub(super) fn is_new(header: &ArrayHeader, zeros: bool) {
    let kind = ElemKind::from_code(header.elem).expect("a known element kind");
    if device::is_found() && header.numel > 0 && !kind.is_object() {
        let fresh = match zeros {
            true => Fresh::Zeros,
            false => Fresh::Unspecified,
        };
        field(header).store(fresh.mark(), Ordering::Release);
    }
}

/// Whether nobody has written the array.
pub(super) fn is_fresh(header: &ArrayHeader) -> bool {
    Fresh::of(field(header).load(Ordering::Acquire)).is_some()
}

/// The array may get other elements from here on, or copies. What it had if nobody has written it.
pub(super) fn take(header: &ArrayHeader) -> Option<Fresh> {
    let mark = field(header).load(Ordering::Acquire);
    let fresh = Fresh::of(mark)?;
    // Of two who ask at once, one takes the mark.
    let taken =
        field(header).compare_exchange(mark, ptr::null_mut(), Ordering::AcqRel, Ordering::Acquire);
    taken.ok().map(|_| fresh)
}
