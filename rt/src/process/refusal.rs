//! Memory that computations ask for in their midst, of a size that the program or its data decide. A refusal unwinds to the row that was
//! called, which raises the error: no function on the way hands it on, and destructors free what was there. What threads of the pool are
//! refused, the pool hands to who waits for them, as it does with panics.
//!
//! Where no row was called there is nobody to raise an error, and the program ends in order as for any other memory. Code in
//! [isolation](super::isolation) ends its thread.
//!
//! *Invariant:* a vector from here has all the room that was asked for; nothing unwinds that is not [`caught`].

use std::alloc::{Layout, alloc_zeroed};
use std::borrow::Cow;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::allocator::{self, may_fail};
use super::error::Raised;

/// What unwinds: so many bytes were refused.
struct Refused(usize);

thread_local! {
    /// Whether somebody on this thread, or who waits for it, catches a refusal.
    static CATCHES: Cell<bool> = const { Cell::new(false) };
}

/// Sets the mark back when it ends, by unwinding or not.
struct Restored(bool);

impl Drop for Restored {
    fn drop(&mut self) {
        CATCHES.set(self.0);
    }
}

/// Runs a row; memory that it is refused is an error.
///
/// # Errors
/// Those of `body`, or no memory.
#[inline]
pub(crate) fn caught<T>(body: impl FnOnce() -> Result<T, Raised>) -> Result<T, Raised> {
    let outer = Restored(CATCHES.replace(true));
    let result = catch_unwind(AssertUnwindSafe(body));
    drop(outer);
    result.unwrap_or_else(|payload| match payload.downcast::<Refused>() {
        Ok(refused) => Err(allocator::refusal(refused.0)),
        Err(bug) => resume_unwind(bug),
    })
}

/// Runs what another thread waits for and takes over the panics of.
pub(crate) fn handed_on<T>(body: impl FnOnce() -> T) -> T {
    let _outer = Restored(CATCHES.replace(true));
    body()
}

/// Answers a refusal.
#[cold]
fn refused(bytes: usize) -> ! {
    match CATCHES.get() {
        true if !allocator::is_isolated() => resume_unwind(Box::new(Refused(bytes))),
        _ => allocator::give_up(bytes),
    }
}

/// Runs code of others that asks for one block of at most so many bytes.
pub(crate) fn with_block<T>(bytes: usize, body: impl FnOnce() -> T) -> T {
    allocator::with_block(bytes, body).unwrap_or_else(|_| refused(bytes))
}

/// Room for so many more elements behind those of a vector.
pub(crate) fn reserve<T>(vector: &mut Vec<T>, more: usize) {
    if may_fail(|| vector.try_reserve(more)).is_err() {
        refused(more.saturating_mul(size_of::<T>()));
    }
}

/// An empty vector with room for so many elements.
pub(crate) fn with_room<T>(count: usize) -> Vec<T> {
    let mut vector = Vec::new();
    if may_fail(|| vector.try_reserve_exact(count)).is_err() {
        refused(count.saturating_mul(size_of::<T>()));
    }
    vector
}

/// A vector of one value.
pub(crate) fn filled<T: Clone>(value: T, count: usize) -> Vec<T> {
    let mut vector = with_room(count);
    vector.resize(count, value);
    vector
}

/// A vector whose elements have no bit set.
///
/// # Safety
/// A `T` without a bit set is a value.
pub(crate) unsafe fn zeroed<T: Copy>(count: usize) -> Vec<T> {
    let bytes = count.saturating_mul(size_of::<T>());
    let Ok(layout) = Layout::array::<T>(count) else {
        refused(bytes);
    };
    if layout.size() == 0 {
        return Vec::new();
    }
    // SAFETY: the layout is not empty.
    let place = may_fail(|| unsafe { alloc_zeroed(layout) });
    if place.is_null() {
        refused(bytes);
    }
    // SAFETY: the allocator gave the place for the layout of so many elements, which are values as the caller vouches.
    unsafe { Vec::from_raw_parts(place.cast(), count, count) }
}

/// A copy of elements.
pub(crate) fn copied<T: Copy>(values: &[T]) -> Vec<T> {
    let mut vector = with_room(values.len());
    vector.extend_from_slice(values);
    vector
}

/// All values in a vector.
pub(crate) fn collected<T>(values: impl Iterator<Item = T>) -> Vec<T> {
    let (least, most) = values.size_hint();
    let mut vector = with_room(least);
    if most == Some(least) {
        vector.extend(values);
        return vector;
    }
    for value in values {
        push_to(&mut vector, value);
    }
    vector
}

/// All values in a vector, or the first error.
///
/// # Errors
/// Those of the values.
pub(crate) fn all_of<T, E>(values: impl Iterator<Item = Result<T, E>>) -> Result<Vec<T>, E> {
    let mut vector = with_room(values.size_hint().0);
    for value in values {
        push_to(&mut vector, value?);
    }
    Ok(vector)
}

/// Appends an element.
#[inline]
pub(crate) fn push_to<T>(vector: &mut Vec<T>, value: T) {
    if vector.len() == vector.capacity() {
        reserve(vector, 1);
    }
    vector.push(value);
}

/// Appends a text.
pub(crate) fn append(text: &mut String, more: &str) {
    if may_fail(|| text.try_reserve(more.len())).is_err() {
        refused(more.len());
    }
    text.push_str(more);
}

/// Appends a character.
pub(crate) fn push(text: &mut String, character: char) {
    append(text, character.encode_utf8(&mut [0; 4]));
}

/// Appends one character so many times.
pub(crate) fn push_times(text: &mut String, character: char, count: usize) {
    (0..count).for_each(|_| push(text, character));
}

/// Bytes as a text; what is no UTF-8 becomes replacement characters.
pub(crate) fn repaired(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        append(&mut text, chunk.valid());
        if !chunk.invalid().is_empty() {
            push(&mut text, char::REPLACEMENT_CHARACTER);
        }
    }
    Cow::Owned(text)
}

/// Texts one after another.
pub(crate) fn joined<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut all = String::new();
    texts.into_iter().for_each(|text| append(&mut all, text));
    all
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use std::hint::black_box;

    /// So much is never there.
    const TOO_MUCH: usize = 1 << 50;

    #[test]
    fn refusals_are_errors_of_the_row() {
        let raised = caught(|| Ok(black_box(filled(1u8, TOO_MUCH)))).expect_err("refused");
        assert_eq!(
            raised.message,
            format!("out of memory ({TOO_MUCH} bytes asked for)")
        );
        let within = caught(|| {
            assert!(caught(|| Ok(black_box(with_room::<u16>(TOO_MUCH / 2)))).is_err());
            Ok(collected((0..TOO_MUCH).map(|_| 1u8)))
        });
        assert_eq!(within, Err(raised));
        assert!(!CATCHES.get());
    }

    #[test]
    fn vectors_and_texts_are_what_the_standard_ones_are() {
        assert_eq!(filled(3, 4), vec![3; 4]);
        assert_eq!(copied(&[1, 2, 3]), [1, 2, 3]);
        assert_eq!(collected(0..5), [0, 1, 2, 3, 4]);
        let odd: Vec<i32> = (0..1000).filter(|number| number % 2 == 1).collect();
        assert_eq!(collected((0..1000).filter(|number| number % 2 == 1)), odd);
        let mut text = joined(["a", "", "é€"]);
        push(&mut text, 'ü');
        push_times(&mut text, ' ', 3);
        assert_eq!(text, "aé€ü   ");
        for bytes in [
            &b"plain"[..],
            b"a\xffb",
            b"\xe2\x82",
            b"\xf0\x9f\x98z\xc3\xa9",
        ] {
            assert_eq!(repaired(bytes), String::from_utf8_lossy(bytes));
        }
    }
}
