//! The calls of a library: its start at the first one, arguments and results, errors as a status and a text.
//!
//! Calls of several threads take turns: the program's values belong to one thread at a time, and each call uses all threads of the pool.
//!
//! *Invariant:* an argument is the caller's memory during the call only; what the program keeps of it is a copy when the call ends. A result
//! belongs to the caller alone.

use std::cell::{Cell, RefCell};
use std::ffi::{CString, c_char};
use std::mem::ManuallyDrop;
use std::sync::{Mutex, MutexGuard, PoisonError};

use quasar_abi::library::{
    ArrayFields, ArrayInterface, FIELDS, INTERFACE, LibraryArgument, LibraryArray, LibraryText,
};
use quasar_abi::{ElemKind, MAXIMUM_DIMENSIONS, ProgramEntry, ProgramView, RtError, Tag, Tagged};

use crate::array::dims::Dims;
use crate::array::object::{self, Array, Text};
use crate::device;
use crate::process::description;
use crate::process::ending;
use crate::process::error::{Pending, Raised, take_pending};
use crate::process::origin::Origin;
use crate::process::output;
use crate::start::program;

/// The entry of a library and its description.
type Program = (ProgramEntry, &'static [u8]);

/// What becomes of the library.
enum State {
    /// No call came yet.
    New,
    /// It is ready, in that process.
    Ready(ProgramView<'static>, Origin),
    /// Its start failed: status and error.
    Failed(i32, Failure),
}

/// An error as callers are told of it.
#[derive(Clone, Default)]
struct Failure {
    text: CString,
    file: CString,
    line: i32,
}

/// The library, and the lock that calls take.
static STATE: Mutex<State> = Mutex::new(State::New);

/// An argument in the caller's memory, and whether the function stores into it.
struct Held {
    array: ManuallyDrop<Array>,
    changes: bool,
}

/// A result that waits for the end of the call.
enum Given {
    Array(Array, usize),
    Text(Text),
}

/// The call that runs.
struct Call {
    number: i32,
    arguments: *const LibraryArgument,
    results: *const *mut u8,
    held: Vec<Held>,
    given: Vec<(*mut u8, Given)>,
}

thread_local! {
    static CALL: RefCell<Option<Call>> = const { RefCell::new(None) };
    static FAILURE: RefCell<Failure> = RefCell::default();
    /// Whether this thread knows the program's description.
    static DESCRIBED: Cell<bool> = const { Cell::new(false) };
}

/// Runs a call: starts the library if it is the first one, then the function. Gives 0, or the code of an error.
///
/// # Safety
/// `dispatcher` is that of the program; arguments and results are those of its function of that number.
pub unsafe fn call(
    program: impl FnOnce() -> Program,
    dispatcher: unsafe extern "C-unwind" fn() -> i32,
    number: i32,
    arguments: *const LibraryArgument,
    results: *const *mut u8,
) -> i32 {
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    if matches!(*state, State::New) {
        *state = start(program());
    }
    let view = match ready(&state) {
        Ok(view) => view,
        Err((status, failure)) => {
            FAILURE.set(failure);
            return status;
        }
    };
    if !DESCRIBED.replace(true) {
        description::describe(&view);
    }
    CALL.set(Some(Call {
        number,
        arguments,
        results,
        held: Vec::new(),
        given: Vec::new(),
    }));
    // SAFETY: the caller vouches for the dispatcher.
    let status = unsafe { dispatcher() };
    finish(status, &view, state)
}

/// The program, if calls can be made.
fn ready(state: &State) -> Result<ProgramView<'static>, (i32, Failure)> {
    match state {
        State::Ready(view, origin) if origin.is_here() => Ok(*view),
        State::Ready(..) | State::New => {
            let message = "the process was forked after the first call of the library, and has none of its threads: start it anew instead";
            let code = RtError::InvalidArgument.code();
            Err((code, Failure::of(message.to_owned(), "", 0)))
        }
        State::Failed(status, failure) => Err((*status, failure.clone())),
    }
}

/// Starts the library: what a program does before its statements, and the statements.
fn start((entry, info): Program) -> State {
    ending::report_bugs();
    let view = ProgramView::new(info).expect("the linker writes a valid description");
    device::allow_libraries();
    if let Err(message) = program::settle() {
        let code = RtError::InvalidArgument.code();
        return State::Failed(code, Failure::of(message, "", 0));
    }
    description::describe(&view);
    DESCRIBED.set(true);
    // SAFETY: the linker has put both into the library, and this is the only call.
    let status = unsafe { entry() };
    let pending = take_pending();
    program::pause();
    match pending {
        Some(pending) if pending.raised.message != READY => {
            State::Failed(status, Failure::of_pending(&pending, &view))
        }
        Some(_) | None => State::Ready(view, Origin::here()),
    }
}

/// The message of what ends the start of a library, which nobody sees.
const READY: &str = "the library is ready";

/// The row of that name.
pub(crate) fn library_ready() -> Result<i32, Raised> {
    Err(Raised {
        row: RtError::Exit,
        message: READY.to_owned(),
    })
}

/// Ends a call: what waits is done, arguments are the caller's again, results become his, or the error is noted.
fn finish(status: i32, view: &ProgramView<'static>, state: MutexGuard<'_, State>) -> i32 {
    let pending = (status != 0).then(take_pending).flatten();
    program::pause();
    let call = CALL.take().expect("it was begun");
    let given = give(call.given, pending.is_none());
    call.held.into_iter().for_each(leave);
    let printed = output::flush();
    drop(state);
    let error = pending.or_else(|| given.and(printed).err().map(Pending::from));
    let Some(error) = error else {
        return 0;
    };
    FAILURE.set(Failure::of_pending(&error, view));
    error.raised.row.code()
}

impl Failure {
    fn of(text: String, file: &str, line: i32) -> Failure {
        // A text with a zero in it ends there.
        let c_text = |text: &str| {
            let text = text.split('\0').next().unwrap_or_default();
            CString::new(text).unwrap_or_default()
        };
        Failure {
            text: c_text(&text),
            file: c_text(file),
            line,
        }
    }

    fn of_pending(error: &Pending, view: &ProgramView<'_>) -> Failure {
        let report = program::report(error, view, false);
        let text = report.trim_start_matches("error: ").trim_end().to_owned();
        let row = error.trace.first().map_or(0, |row| row.abs());
        let (file, line) = description::place(row);
        Failure::of(text, &file, line as i32)
    }
}

/// See `quasar_library_error` of the archive.
pub fn error_text() -> *const c_char {
    FAILURE.with_borrow(|failure| failure.text.as_ptr())
}

/// See `quasar_library_error_file` of the archive.
pub fn error_file() -> *const c_char {
    FAILURE.with_borrow(|failure| failure.file.as_ptr())
}

/// See `quasar_library_error_line` of the archive.
pub fn error_line() -> i32 {
    FAILURE.with_borrow(|failure| failure.line)
}

/// Frees a result by its owner.
///
/// # Safety
/// The owner is null or of a result of this library, and given back once.
pub unsafe fn release(owner: *mut u8) {
    // SAFETY: a result has one owner, which the caller gives up.
    unsafe { object::release(owner) }
}

// ---- Arguments ---------------------------------------------------------------------------------------------------------------

/// The row of that name.
pub(crate) fn library_call() -> i32 {
    CALL.with_borrow(|call| call.as_ref().map_or(-1, |call| call.number))
}

fn argument(index: i32) -> LibraryArgument {
    CALL.with_borrow(|call| {
        let call = call.as_ref().expect("the dispatcher runs during calls");
        // SAFETY: the functions of a library pass as many arguments as the dispatcher asks for.
        unsafe { *call.arguments.add(index as usize) }
    })
}

/// The row of that name.
pub(crate) fn library_int(index: i32) -> i32 {
    argument(index).bits as u32 as i32
}

/// The row of that name.
pub(crate) fn library_long(index: i32) -> i64 {
    argument(index).bits as i64
}

/// The row of that name.
pub(crate) fn library_number(index: i32) -> f64 {
    f64::from_bits(argument(index).bits)
}

/// The row of that name.
pub(crate) fn library_text(index: i32, name: &Text) -> Result<Text, Raised> {
    let LibraryArgument { bits, length } = argument(index);
    let data = bits as usize as *const u8;
    let wrong = |what: &str| Err(Raised::invalid(name.as_str(), what));
    match usize::try_from(length) {
        Ok(0) => Text::allocated(""),
        Err(_) => wrong("the length of the text is negative"),
        Ok(_) if data.is_null() => wrong("a null pointer"),
        Ok(length) => {
            // SAFETY: the caller vouches for so many bytes.
            match std::str::from_utf8(unsafe { std::slice::from_raw_parts(data, length) }) {
                Ok(text) => Text::allocated(text),
                Err(_) => wrong("the text is not UTF-8"),
            }
        }
    }
}

/// The row of that name.
pub(crate) fn library_array(
    index: i32,
    kind: i32,
    changes: i32,
    name: &Text,
    wanted: &[Tagged],
) -> Result<Array, Raised> {
    let kind = ElemKind::from_code(kind).expect("the compiler names a kind");
    let wrong = |what: String| Raised::invalid(name.as_str(), what);
    let given = given_array(argument(index).bits, kind).map_err(|what| wrong(what.to_owned()))?;
    let given = &given;
    let extents = extents(given, kind, wanted).map_err(wrong)?;
    let dims = match extents {
        [length] => Dims::row(*length),
        _ => Dims::checked(name.as_str(), extents)?,
    };
    // Too many elements are an error before anybody looks at them.
    let elements = dims.numel()?;
    if elements == 0 {
        return Array::zeros(kind, dims);
    }
    if given.data.is_null() {
        return Err(wrong("a null pointer to elements".to_owned()));
    }
    let changes = changes != 0;
    let is_whole = is_whole(given, extents, kind);
    let held = if is_whole {
        known(given, kind, &dims, changes)
    } else {
        None
    };
    match held {
        Some(Shared::Same(array)) => Ok(array),
        None if is_whole => borrow(given, kind, dims, changes),
        None | Some(Shared::InPart(false)) if !changes => copy(given, kind, dims, extents),
        Some(Shared::InPart(_)) => Err(wrong(
            "the memory overlaps that of another argument in part, and the function stores into one of them".to_owned(),
        )),
        None => Err(wrong(
            "the function stores into it, so its elements must lie aligned, one behind the other, the last dimension first".to_owned(),
        )),
    }
}

/// The array at the address that an argument is, of elements of that kind where the argument does not tell.
fn given_array(bits: u64, kind: ElemKind) -> Result<LibraryArray, &'static str> {
    let address = (bits & !(INTERFACE | FIELDS)) as usize;
    let null = "a null pointer";
    // SAFETY: the caller vouches for a structure where it passes one, of the kind that the lowest bits tell.
    unsafe {
        match bits & (INTERFACE | FIELDS) {
            0 => (address as *const LibraryArray)
                .as_ref()
                .copied()
                .ok_or(null),
            INTERFACE => {
                let given = (address as *const ArrayInterface).as_ref().ok_or(null)?;
                let element = described_kind(given).map_or(-1, ElemKind::code);
                let ArrayInterface {
                    data,
                    dimensions,
                    extents,
                    strides,
                    ..
                } = *given;
                let fields = ArrayFields {
                    data,
                    dimensions,
                    extents,
                    strides,
                };
                of_fields(&fields, element)
            }
            _fields => {
                let given = (address as *const ArrayFields).as_ref().ok_or(null)?;
                of_fields(given, kind.code())
            }
        }
    }
}

/// The kind of elements that the structure tells, if it is one of the runtime's.
fn described_kind(given: &ArrayInterface) -> Option<ElemKind> {
    ElemKind::ALL.iter().copied().find(|kind| {
        let letter = match kind {
            _ if kind.is_complex() => b'c',
            _ if kind.is_float() => b'f',
            ElemKind::U8 | ElemKind::U16 | ElemKind::U32 | ElemKind::U64 => b'u',
            _ if kind.is_integer() => b'i',
            _other => 0,
        };
        (letter, kind.size() as i32) == (given.letter, given.bytes)
    })
}

/// The array that the fields tell of.
///
/// # Safety
/// There are as many extents and strides as dimensions.
unsafe fn of_fields(given: &ArrayFields, element: i32) -> Result<LibraryArray, &'static str> {
    let dimensions = usize::try_from(given.dimensions).unwrap_or(usize::MAX);
    if dimensions > MAXIMUM_DIMENSIONS {
        return Err("too many dimensions");
    }
    let mut array = LibraryArray {
        data: given.data,
        element,
        dimensions: given.dimensions,
        extents: [1; MAXIMUM_DIMENSIONS],
        strides: [0; MAXIMUM_DIMENSIONS],
        owner: std::ptr::null_mut(),
    };
    for dimension in 0..dimensions {
        // SAFETY: the caller vouches for them.
        unsafe {
            array.extents[dimension] = *given.extents.add(dimension) as i64;
            array.strides[dimension] = *given.strides.add(dimension) as i64;
        }
    }
    Ok(array)
}

/// The extents of an argument, if elements and extents are those that are wanted.
fn extents<'a>(
    given: &'a LibraryArray,
    kind: ElemKind,
    wanted: &[Tagged],
) -> Result<&'a [i64], String> {
    if given.element != kind.code() {
        let other = ElemKind::from_code(given.element).map_or("unknown", ElemKind::name);
        return Err(format!(
            "expected elements of kind {}, got {other}",
            kind.name()
        ));
    }
    let rank = wanted.len();
    if usize::try_from(given.dimensions) != Ok(rank) {
        return Err(format!(
            "expected {rank} dimensions, got {}",
            given.dimensions
        ));
    }
    let extents = given.extents.get(..rank).ok_or("too many dimensions")?;
    for (number, (extent, wanted)) in extents.iter().zip(wanted).enumerate() {
        let wanted = wanted.bits as u32 as i32;
        if *extent < 0 || (wanted >= 0 && i64::from(wanted) != *extent) {
            return Err(format!(
                "expected {} elements along dimension {number}, got {extent}",
                wanted.max(0)
            ));
        }
    }
    Ok(extents)
}

/// Bytes from one element to the next along each dimension, where they lie one behind the other.
fn strides(extents: &[i64], kind: ElemKind) -> [i64; MAXIMUM_DIMENSIONS] {
    let mut strides = [0; MAXIMUM_DIMENSIONS];
    let mut bytes = kind.size() as i64;
    for number in (0..extents.len()).rev() {
        strides[number] = bytes;
        bytes = bytes.saturating_mul(extents[number].max(1));
    }
    strides
}

/// Whether the elements lie as those of the runtime do.
fn is_whole(given: &LibraryArray, extents: &[i64], kind: ElemKind) -> bool {
    let expected = strides(extents, kind);
    let mut dimensions = extents.iter().zip(&given.strides).zip(&expected);
    let parts = if kind.is_complex() { 2 } else { 1 };
    let alignment = kind.size() / parts;
    given.data.addr().is_multiple_of(alignment)
        && dimensions.all(|((extent, stride), expected)| *extent == 1 || stride == expected)
}

/// What an argument shares with one before it.
enum Shared {
    /// All.
    Same(Array),
    /// Some memory; whether the function stores into the other one.
    InPart(bool),
}

/// Looks for an argument whose memory meets that of this one.
fn known(given: &LibraryArray, kind: ElemKind, dims: &Dims, changes: bool) -> Option<Shared> {
    let start = given.data.addr();
    let end = |array: &Array, start: usize| start + array.numel() * array.kind().size();
    let bytes = dims.numel().unwrap_or(0) as usize * kind.size();
    CALL.with_borrow_mut(|call| {
        let held = &mut call.as_mut()?.held;
        let meets = |one: &&mut Held| {
            let other = one.array.header().data.addr();
            other < start + bytes && start < end(&one.array, other)
        };
        let one = held.iter_mut().find(meets)?;
        let is_same = one.array.header().data == given.data
            && one.array.kind() == kind
            && one.array.dims().sizes() == dims.sizes();
        one.changes |= is_same && changes;
        Some(match is_same {
            true => Shared::Same(Array::clone(&one.array)),
            false => Shared::InPart(one.changes),
        })
    })
}

/// An argument as it lies in the caller's memory.
fn borrow(
    given: &LibraryArray,
    kind: ElemKind,
    dims: Dims,
    changes: bool,
) -> Result<Array, Raised> {
    // SAFETY: the caller vouches for the elements during the call, at whose end the array ends or gets its own.
    let array = unsafe { Array::of_foreign(kind, dims, given.data) }?;
    let owner = array.clone();
    CALL.with_borrow_mut(|call| {
        let call = call.as_mut().expect("the dispatcher runs during calls");
        call.held.push(Held {
            array: ManuallyDrop::new(array),
            changes,
        });
    });
    Ok(owner)
}

/// An argument whose elements lie otherwise, as an array of the program.
fn copy(
    given: &LibraryArray,
    kind: ElemKind,
    dims: Dims,
    extents: &[i64],
) -> Result<Array, Raised> {
    let array = Array::uninit(kind, dims)?;
    let (size, target) = (kind.size(), array.data());
    let mut position = [0i64; MAXIMUM_DIMENSIONS];
    for number in 0..array.numel() {
        let places = position.iter().zip(&given.strides).take(extents.len());
        let offset: i64 = places.map(|(at, stride)| at * stride).sum();
        // SAFETY: the caller vouches for an element at each position, and the new array has as many.
        unsafe {
            let from = given.data.cast_const().wrapping_offset(offset as isize);
            target
                .add(number * size)
                .copy_from_nonoverlapping(from, size);
        }
        for dimension in (0..extents.len()).rev() {
            position[dimension] += 1;
            if position[dimension] < extents[dimension] {
                break;
            }
            position[dimension] = 0;
        }
    }
    Ok(array)
}

/// Gives an argument back to the caller. What the program keeps becomes its own.
fn leave(held: Held) {
    let array = ManuallyDrop::into_inner(held.array);
    if array.header().refs == 1 {
        // SAFETY: it was borrowed from the caller, and nobody else refers to it.
        unsafe { array.end_foreign() };
        return;
    }
    // SAFETY: it was borrowed from the caller; the program has only its handle between calls.
    if let Err(raised) = unsafe { array.own_elements() } {
        ending::end_with(&raised.message);
    }
}

// ---- Results -----------------------------------------------------------------------------------------------------------------

/// The row of that name.
pub(crate) fn library_give(values: &[Tagged]) -> Result<(), Raised> {
    let mut entries = values.iter();
    let mut number = 0;
    while let Some(entry) = entries.next() {
        let place = CALL.with_borrow(|call| {
            let call = call.as_ref().expect("the dispatcher runs during calls");
            // SAFETY: the functions of a library pass as many places as the dispatcher gives results.
            unsafe { *call.results.add(number) }
        });
        number += 1;
        let tag = Tag::from_code(entry.tag as i32).expect("the compiler names a tag");
        let rank = match tag {
            Tag::Array => entries.next().map_or(0, |rank| rank.bits as u32 as usize),
            _other => 0,
        };
        if !place.is_null() {
            // SAFETY: the caller vouches for a place of the type in the header, which the tag tells.
            unsafe { note(place, tag, entry.bits, rank) };
        }
    }
    Ok(())
}

/// Stores a number, or notes an object until the call ends.
///
/// # Safety
/// The place is one for a value of that tag, and an object lives.
unsafe fn note(place: *mut u8, tag: Tag, bits: u64, rank: usize) {
    let pointer = bits as usize as *mut u8;
    // SAFETY: the caller vouches for place and object.
    let given = unsafe {
        match tag {
            Tag::I32 | Tag::F32 | Tag::Bool => return place.cast::<u32>().write(bits as u32),
            Tag::Array => Given::Array(Array::clone(&Array::borrow(pointer)), rank),
            Tag::Text | Tag::Quoted => Given::Text(Text::clone(&Text::borrow(pointer))),
            Tag::I64 | Tag::U64 | Tag::F64 => return place.cast::<u64>().write(bits),
            Tag::Complex32 | Tag::Complex64 | Tag::Slice => {
                panic!("no result is given as {}", tag.name())
            }
        }
    };
    CALL.with_borrow_mut(|call| {
        let call = call.as_mut().expect("the dispatcher runs during calls");
        call.given.push((place, given));
    });
}

/// Makes the results the caller's, if the call was good.
fn give(results: Vec<(*mut u8, Given)>, is_good: bool) -> Result<(), Raised> {
    if !is_good {
        return Ok(());
    }
    for (place, given) in results {
        // SAFETY: the places are those of the header's types.
        unsafe {
            match given {
                Given::Array(array, rank) => {
                    place.cast::<LibraryArray>().write(handed_out(array, rank)?);
                }
                Given::Text(text) => place.cast::<LibraryText>().write(text_out(&text)?),
            }
        }
    }
    Ok(())
}

/// An array as the caller gets it: one that nobody else refers to.
fn handed_out(array: Array, rank: usize) -> Result<LibraryArray, Raised> {
    let is_alone = array.header().refs == 1;
    let own = match is_alone {
        true => array,
        false => copy_of(&array)?,
    };
    let (data, kind) = (own.data(), own.kind());
    object::let_go_of_devices(&own);
    let mut extents = [1; MAXIMUM_DIMENSIONS];
    match rank {
        1 => extents[0] = own.numel() as i64,
        _ => extents.copy_from_slice(own.dims().padded()),
    }
    Ok(LibraryArray {
        data,
        element: kind.code(),
        dimensions: rank as i32,
        extents,
        strides: strides(&extents[..rank], kind),
        owner: own.into_raw(),
    })
}

/// The same elements in memory of their own.
fn copy_of(array: &Array) -> Result<Array, Raised> {
    let copy = Array::uninit(array.kind(), array.dims())?;
    let bytes = array.numel() * array.kind().size();
    // SAFETY: both have that many bytes, and the copy is new.
    unsafe { copy.data().copy_from_nonoverlapping(array.data(), bytes) };
    Ok(copy)
}

/// A text as the caller gets it.
fn text_out(text: &Text) -> Result<LibraryText, Raised> {
    let length = text.as_str().len();
    // The zero behind it is for callers in C, and no part of the length.
    let own = Text::of_parts(&[text.as_str(), "\0"])?;
    Ok(LibraryText {
        data: own.as_str().as_ptr(),
        length: length as i64,
        owner: own.into_raw(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_lie_one_behind_the_other() {
        assert_eq!(strides(&[2, 3, 4], ElemKind::F32)[..3], [48, 16, 4]);
        assert_eq!(strides(&[5], ElemKind::C64)[..1], [16]);
    }
}
