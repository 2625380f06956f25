//! Arrays and strings in memory, by reference counting: making, sharing and freeing them.
//!
//! *Invariant:* an [`Array`] or [`Text`] value is one owner. Counts change on the thread that owns the program's values (kernels only
//! borrow), so they are plain numbers; `elem` of a header never changes after it was made, `numel` and `dims` only where a vector gets longer
//! ([`Array::lengthen`]).

use std::alloc::{Layout, alloc, dealloc};
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use quasar_abi::{ArrayHeader, ElemKind, ObjectKind, StringHeader};

use super::hooks;
use crate::array::dims::Dims;
use crate::array::element::Element;
use crate::array::kernel_memory;
use crate::array::storage::{self, Contents};
use crate::process::allocator;
use crate::process::error::Raised;
use crate::process::refusal;

thread_local! {
    /// Live arrays and strings made by this thread.
    static LIVE: Cell<i64> = const { Cell::new(0) };
}

/// The number of live arrays and strings of this thread.
pub fn live_objects() -> i64 {
    LIVE.get()
}

fn count(change: i64) {
    LIVE.set(LIVE.get() + change);
}

/// An owner of an array.
#[repr(transparent)]
#[derive(Debug)]
pub struct Array {
    header: NonNull<ArrayHeader>,
}

/// What the bytes of arrays with unspecified contents are in builds with checks: numbers far from those that programs have.
const UNSPECIFIED: u8 = 0xcd;

impl Array {
    /// A new array of zeros (empty objects for object kinds).
    ///
    /// # Errors
    /// Too many elements, or no memory.
    pub fn zeros(kind: ElemKind, dims: Dims) -> Result<Array, Raised> {
        Array::allocate(kind, dims, Contents::Zeroed)
    }

    /// A new array with unspecified contents; zeros for object kinds.
    ///
    /// # Errors
    /// Too many elements, or no memory.
    pub fn uninit(kind: ElemKind, dims: Dims) -> Result<Array, Raised> {
        if kind.is_object() {
            return Array::zeros(kind, dims);
        }
        let array = Array::allocate(kind, dims, Contents::Unspecified)?;
        if cfg!(debug_assertions) {
            // Memory that was never written must not be read as numbers in Rust. Release builds of programs leave it as it is, since the
            // kernels write it before anyone reads; the others make sure that whoever reads it all the same notices.
            // SAFETY: the storage has that many bytes, and nobody else has the array yet.
            unsafe {
                array
                    .data()
                    .write_bytes(UNSPECIFIED, array.numel() * kind.size())
            };
        }
        Ok(array)
    }

    /// A 1×n array with these elements.
    ///
    /// # Errors
    /// Too many elements, or no memory.
    pub fn row<T: Element>(values: &[T]) -> Result<Array, Raised> {
        Array::from_elements(Dims::row(values.len() as i64), values)
    }

    /// An array with these elements, as many as the dimensions say.
    ///
    /// # Errors
    /// Too many elements, or no memory.
    pub fn from_elements<T: Element>(dims: Dims, values: &[T]) -> Result<Array, Raised> {
        let mut array = Array::uninit(T::KIND, dims)?;
        array.elements_mut::<T>().copy_from_slice(values);
        Ok(array)
    }

    fn allocate(kind: ElemKind, dims: Dims, contents: Contents) -> Result<Array, Raised> {
        let numel = dims.numel()?;
        let layout = data_layout(kind, numel)?;
        let block_bytes = kernel_memory::charge(layout.size())?;
        let data = storage::allocate(layout, contents)
            .inspect_err(|_| kernel_memory::give_back(block_bytes))?;
        Ok(Array::over(kind, dims, numel, data, block_bytes))
    }

    /// An array over elements that lie at an address, with what its header says of the bytes of their block.
    fn over(kind: ElemKind, dims: Dims, numel: i64, data: *mut u8, block_bytes: i64) -> Array {
        let header = ArrayHeader {
            refs: 1,
            kind: ObjectKind::Array.code(),
            elem: kind.code(),
            ndims: dims.count() as i32,
            flags: 0,
            numel,
            data,
            device: std::ptr::null_mut(),
            block_bytes,
            dims: *dims.padded(),
        };
        count(1);
        Array {
            header: NonNull::from(Box::leak(Box::new(header))),
        }
    }

    /// An array whose elements lie in memory that is not the runtime's; it ends by [`Array::end_foreign`] or becomes an ordinary one by
    /// [`Array::own_elements`].
    ///
    /// # Safety
    /// `data` is aligned and has that many elements of the kind, which is no object kind, until then.
    pub unsafe fn of_foreign(kind: ElemKind, dims: Dims, data: *mut u8) -> Result<Array, Raised> {
        Ok(Array::over(kind, dims, dims.numel()?, data, 0))
    }

    /// Ends a foreign array; its elements stay where they are, as the function that got them has left them.
    ///
    /// # Safety
    /// It is from [`Array::of_foreign`], and this is its only owner.
    pub unsafe fn end_foreign(self) {
        hooks::want_to_write(self.header());
        hooks::forget(self.header());
        count(-1);
        // SAFETY: the header came from a box, and no owner is left.
        drop(unsafe { Box::from_raw(ManuallyDrop::new(self).header.as_ptr()) });
    }

    /// Copies the elements of a foreign array, which somebody else refers to as well, into memory of the runtime.
    ///
    /// # Errors
    /// There is no memory.
    ///
    /// # Safety
    /// It is from [`Array::of_foreign`], and nobody holds a reference to its header or elements.
    pub unsafe fn own_elements(&self) -> Result<(), Raised> {
        hooks::want_to_read(self.header());
        let layout = data_layout(self.kind(), self.header().numel)?;
        let own = storage::allocate(layout, Contents::Unspecified)?;
        let bytes = self.numel() * self.kind().size();
        // SAFETY: both have so many bytes, the new ones are nobody else's, and no reference to the header is held.
        unsafe {
            own.copy_from_nonoverlapping(self.header().data, bytes);
            (*self.header.as_ptr()).data = own;
        }
        Ok(())
    }

    /// Bytes of the elements.
    pub(crate) fn bytes(&self) -> usize {
        self.numel() * self.kind().size()
    }

    /// The block that the elements lie in.
    fn block(&self) -> Layout {
        let bytes = match self.header().block_bytes {
            room @ ..0 => room.unsigned_abs() as usize,
            0.. => self.bytes(),
        };
        storage::layout(bytes).expect("the layout was valid when the block was made")
    }

    /// Whether this one owner may make the array longer: nobody else has it, or counts its bytes.
    pub(crate) fn may_lengthen(&self) -> bool {
        self.header().refs == 1 && self.mark() == 0 && self.header().block_bytes <= 0
    }

    /// Makes a row longer by one element, as [`lengthen`](Self::lengthen) does, where its block has the room; tells whether it has.
    pub(crate) fn lengthen_row(&self) -> bool {
        let (header, size) = (self.header(), self.kind().size());
        let is_row = header.ndims == 2 && header.dims[0] == 1;
        let most = (header.block_bytes.unsigned_abs() / size as u64).min(i32::MAX as u64);
        let is_full = header.numel as u64 >= most;
        if !is_row || is_full || !self.may_lengthen() || hooks::is_noted(header) {
            return false;
        }
        // SAFETY: an owner keeps the header alive, and no reference to it is held any more; the block has room for another element.
        unsafe {
            let header = self.header.as_ptr();
            if self.kind().is_object() {
                (*header).data.add(self.bytes()).write_bytes(0, size);
            }
            (*header).numel += 1;
            (*header).dims[1] += 1;
        }
        true
    }

    /// Gives the array that [`may_lengthen`](Self::may_lengthen) other dimensions with more elements in all. The new ones are empty
    /// objects, or unspecified.
    ///
    /// # Errors
    /// Too many elements, or no memory; the array is as it was then.
    pub(crate) fn lengthen(&self, dims: Dims) -> Result<(), Raised> {
        debug_assert!(
            self.may_lengthen(),
            "nobody else sees that the array changes"
        );
        let (numel, before) = (dims.numel()?, self.bytes());
        let bytes = numel as usize * self.kind().size();
        hooks::want_to_write(self.header());
        hooks::forget(self.header());
        if bytes > self.block().size() {
            self.move_to(bytes)?;
        }
        // SAFETY: an owner keeps the header alive, and no reference to it is held here; the block has room for so many bytes.
        unsafe {
            let header = self.header.as_ptr();
            if self.kind().is_object() {
                (*header).data.add(before).write_bytes(0, bytes - before);
            }
            (*header).numel = numel;
            (*header).ndims = dims.count() as i32;
            (*header).dims = *dims.padded();
        }
        Ok(())
    }

    /// Moves the elements to a block for so many bytes, with room behind them.
    fn move_to(&self, bytes: usize) -> Result<(), Raised> {
        let (layout, data) = block_with_room(bytes)?;
        // SAFETY: the new block is larger than the elements and nobody else's; the old one is used no more. No reference to the header is held.
        unsafe {
            data.copy_from_nonoverlapping(self.header().data, self.bytes());
            storage::free(self.block(), self.header().data);
            let header = self.header.as_ptr();
            (*header).data = data;
            (*header).block_bytes = -(layout.size() as i64);
        }
        Ok(())
    }

    /// A new array with unspecified contents, empty objects for object kinds, and room behind its elements where there is memory for it.
    ///
    /// # Errors
    /// Too many elements, or no memory.
    pub(crate) fn with_room(kind: ElemKind, dims: Dims) -> Result<Array, Raised> {
        let numel = dims.numel()?;
        let bytes = numel as usize * kind.size();
        let (layout, data) = block_with_room(bytes).or_else(|_| new_block(bytes.max(1)))?;
        if kind.is_object() {
            // SAFETY: the block has so many bytes.
            unsafe { data.write_bytes(0, bytes) };
        }
        let block_bytes = -(layout.size() as i64);
        Ok(Array::over(kind, dims, numel, data, block_bytes))
    }

    /// Views the array behind a pointer without becoming an owner.
    ///
    /// # Safety
    /// `pointer` is an array that stays alive while the view is used.
    pub unsafe fn borrow(pointer: *mut u8) -> ManuallyDrop<Array> {
        // SAFETY: the caller passes a live array, so not null.
        ManuallyDrop::new(unsafe { Array::from_raw(pointer) })
    }

    /// Becomes a second owner of an array that has one owner, and no mark.
    ///
    /// # Safety
    /// `pointer` is null or a live array.
    pub unsafe fn with_one_owner(pointer: *mut u8) -> Option<Array> {
        if pointer.is_null() {
            return None;
        }
        // SAFETY: not null, so the caller vouches for a live array.
        let array = unsafe { Array::borrow(pointer) };
        (array.header().refs == 1 && array.mark() == 0).then(|| Array::clone(&array))
    }

    /// Becomes an owner in the place of the pointer.
    ///
    /// # Safety
    /// `pointer` is a live array and the caller gives up one owner.
    pub unsafe fn from_raw(pointer: *mut u8) -> Array {
        debug_assert!(!pointer.is_null(), "an array pointer is not null");
        // SAFETY: the caller passes a live array, so not null.
        let header = unsafe { NonNull::new_unchecked(pointer.cast::<ArrayHeader>()) };
        Array { header }
    }

    /// The same array with a mark, as an element of a cell has one.
    pub fn marked(self, mark: i32) -> Array {
        // SAFETY: an owner keeps the header alive, and no reference to it is held here.
        unsafe { (*self.header.as_ptr()).flags = mark };
        self
    }

    /// The mark; 0 for all arrays but elements of cells.
    pub fn mark(&self) -> i32 {
        self.header().flags
    }

    /// Gives the owner away as a pointer.
    pub fn into_raw(self) -> *mut u8 {
        ManuallyDrop::new(self).header.as_ptr().cast()
    }

    /// The pointer, while this owner lives.
    pub fn as_ptr(&self) -> *mut u8 {
        self.header.as_ptr().cast()
    }

    /// The header.
    pub fn header(&self) -> &ArrayHeader {
        // SAFETY: an owner keeps the header alive, and no one holds a mutable reference to it.
        unsafe { self.header.as_ref() }
    }

    /// The kind of the elements.
    pub fn kind(&self) -> ElemKind {
        ElemKind::from_code(self.header().elem).expect("an array has a known element kind")
    }

    /// Number of elements.
    pub fn numel(&self) -> usize {
        self.header().numel as usize
    }

    /// The dimensions.
    pub fn dims(&self) -> Dims {
        Dims::new(&self.header().dims)
    }

    /// Whether both are the same array in memory.
    pub fn is_same(&self, other: &Array) -> bool {
        self.header == other.header
    }

    /// The elements.
    ///
    /// # Panics
    /// When `T` is not the Rust type of the array's kind.
    pub fn elements<T: Element>(&self) -> &[T] {
        assert_eq!(T::KIND, self.kind(), "elements are read as what they are");
        hooks::want_to_read(self.header());
        // SAFETY: the storage holds `numel` elements of this kind, initialised when the array was made.
        unsafe { std::slice::from_raw_parts(self.header().data.cast::<T>(), self.numel()) }
    }

    /// The elements of an array that this function alone has made.
    ///
    /// # Panics
    /// When `T` is not the Rust type of the array's kind.
    pub fn elements_mut<T: Element>(&mut self) -> &mut [T] {
        assert_eq!(
            T::KIND,
            self.kind(),
            "elements are written as what they are"
        );
        hooks::want_to_write(self.header());
        // SAFETY: as above, and the exclusive borrow of the only owner keeps others away.
        unsafe { std::slice::from_raw_parts_mut(self.header().data.cast::<T>(), self.numel()) }
    }

    /// The elements as shared places: storing into an array that others own too.
    ///
    /// # Panics
    /// When `T` is not the Rust type of the array's kind.
    pub fn cells<T: Element>(&self) -> &[Cell<T>] {
        assert_eq!(
            T::KIND,
            self.kind(),
            "elements are written as what they are"
        );
        hooks::want_to_write(self.header());
        // SAFETY: as in `elements`; `Cell<T>` has the layout of `T`, and only the host thread stores.
        unsafe { std::slice::from_raw_parts(self.header().data.cast::<Cell<T>>(), self.numel()) }
    }

    /// The storage as a pointer, for copies that do not look at the elements.
    pub fn data(&self) -> *mut u8 {
        hooks::want_to_write(self.header());
        self.header().data
    }

    /// Adds an owner to every element of an object array that was filled by copying pointers.
    pub fn retain_elements(&self) {
        for pointer in self.objects() {
            // SAFETY: object arrays hold live objects or null.
            unsafe { retain(pointer.get()) }
        }
    }

    /// A 1×n array of strings.
    ///
    /// # Errors
    /// Too many elements, or no memory.
    pub fn of_texts(texts: &[impl AsRef<str>]) -> Result<Array, Raised> {
        let array = Array::zeros(ElemKind::Text, Dims::row(texts.len() as i64))?;
        for (place, text) in array.objects().iter().zip(texts) {
            place.set(Text::allocated(text.as_ref())?.into_raw());
        }
        Ok(array)
    }

    /// The elements of an array of strings; none for other kinds.
    pub fn texts(&self) -> Vec<String> {
        if self.kind() != ElemKind::Text {
            return Vec::new();
        }
        let places = self.objects().iter();
        // SAFETY: an array of strings holds live strings or null.
        let texts = places.map(|place| unsafe { Text::borrow(place.get()) });
        let copies = texts.map(|text| refusal::joined([text.as_str()]));
        refusal::collected(copies)
    }

    /// The elements of an object array as pointers; none for other kinds.
    pub fn objects(&self) -> &[Cell<*mut u8>] {
        if !self.kind().is_object() {
            return &[];
        }
        // SAFETY: an object array holds `numel` pointers, only touched by the host thread.
        unsafe {
            std::slice::from_raw_parts(self.header().data.cast::<Cell<*mut u8>>(), self.numel())
        }
    }
}

impl Clone for Array {
    fn clone(&self) -> Array {
        // SAFETY: `self` is a live object.
        unsafe { retain(self.as_ptr()) }
        Array {
            header: self.header,
        }
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        // SAFETY: `self` is one owner and gone after this.
        unsafe { release(self.header.as_ptr().cast()) }
    }
}

/// An owner of a string.
#[repr(transparent)]
#[derive(Debug)]
pub struct Text {
    header: NonNull<StringHeader>,
}

/// The empty string that null stands for.
static EMPTY_TEXT: StringHeader = StringHeader {
    refs: quasar_abi::IMMORTAL,
    kind: ObjectKind::Text as i32,
    flags: 0,
    length: 0,
};

impl Text {
    /// A new string. Where there is no memory, the program ends.
    pub fn new(text: &str) -> Text {
        let layout = text_layout(text.len());
        // SAFETY: the layout has at least the header's size.
        let place = unsafe { alloc(layout) };
        match Text::written(place, &[text], text.len()) {
            Some(text) => text,
            None => std::alloc::handle_alloc_error(layout),
        }
    }

    /// A new string of a length that a file or the program decides.
    ///
    /// # Errors
    /// There is no memory.
    pub fn allocated(text: &str) -> Result<Text, Raised> {
        Text::of_parts(&[text])
    }

    /// A new string of texts one after another.
    ///
    /// # Errors
    /// There is no memory.
    pub fn of_parts(parts: &[&str]) -> Result<Text, Raised> {
        let length = parts.iter().map(|part| part.len()).sum();
        let layout = text_layout(length);
        // SAFETY: the layout has at least the header's size.
        let place = allocator::may_fail(|| unsafe { alloc(layout) });
        Text::written(place, parts, length).ok_or_else(|| allocator::refusal(layout.size()))
    }

    /// Makes new storage of the right size a string of so many bytes; `None` for null.
    fn written(place: *mut u8, parts: &[&str], length: usize) -> Option<Text> {
        let header = NonNull::new(place.cast::<StringHeader>())?;
        let value = StringHeader {
            refs: 1,
            kind: ObjectKind::Text.code(),
            flags: 0,
            length: length as i64,
        };
        // SAFETY: the new storage has room for the header and the bytes of all parts behind it, which the length counts.
        unsafe {
            header.write(value);
            let mut behind = place.add(StringHeader::SIZE);
            for part in parts {
                std::ptr::copy_nonoverlapping(part.as_ptr(), behind, part.len());
                behind = behind.add(part.len());
            }
        }
        count(1);
        Some(Text { header })
    }

    /// Views the string behind a pointer without becoming an owner; null is the empty string, as in elements of arrays.
    ///
    /// # Safety
    /// `pointer` is null or a string that stays alive while the view is used.
    pub unsafe fn borrow(pointer: *mut u8) -> ManuallyDrop<Text> {
        let header = NonNull::new(pointer.cast::<StringHeader>());
        ManuallyDrop::new(Text {
            header: header.unwrap_or(NonNull::from(&EMPTY_TEXT)),
        })
    }

    /// The same for a pointer that may be null.
    ///
    /// # Safety
    /// As [`Text::borrow`], or null.
    pub unsafe fn borrow_optional(pointer: *mut u8) -> Option<ManuallyDrop<Text>> {
        // SAFETY: not null, so the caller vouches for a live string.
        (!pointer.is_null()).then(|| unsafe { Text::borrow(pointer) })
    }

    /// Gives the owner away as a pointer.
    pub fn into_raw(self) -> *mut u8 {
        ManuallyDrop::new(self).header.as_ptr().cast()
    }

    /// The pointer, while this owner lives.
    pub fn as_ptr(&self) -> *mut u8 {
        self.header.as_ptr().cast()
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        // SAFETY: an owner keeps the object alive; `length` bytes of UTF-8 follow the header, by construction or by the compiler.
        unsafe {
            let length = self.header.as_ref().length as usize;
            let bytes = std::slice::from_raw_parts(
                self.header.as_ptr().cast::<u8>().add(StringHeader::SIZE),
                length,
            );
            std::str::from_utf8_unchecked(bytes)
        }
    }
}

impl Clone for Text {
    fn clone(&self) -> Text {
        // SAFETY: `self` is a live object.
        unsafe { retain(self.as_ptr()) }
        Text {
            header: self.header,
        }
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        // SAFETY: `self` is one owner and gone after this.
        unsafe { release(self.header.as_ptr().cast()) }
    }
}

/// Adds an owner; null and immortal objects stay as they are.
///
/// # Safety
/// `object` is null or a live array or string.
pub unsafe fn retain(object: *mut u8) {
    if object.is_null() {
        return;
    }
    // SAFETY: both headers begin with the count; a negative one may lie in read-only memory and is not written.
    unsafe {
        let refs = object.cast::<i64>();
        if *refs >= 0 {
            *refs += 1;
        }
    }
}

/// Gives up an owner and frees the object with the last one; null and immortal objects stay as they are.
///
/// # Safety
/// `object` is null or a live array or string of which the caller gives up one owner.
pub unsafe fn release(object: *mut u8) {
    // SAFETY: the caller vouches for the object, which nobody owns after its last owner.
    unsafe {
        if gives_up(object) {
            free(object);
        }
    }
}

/// Gives up an owner; tells whether it was the last one.
///
/// # Safety
/// As of [`release`].
unsafe fn gives_up(object: *mut u8) -> bool {
    if object.is_null() {
        return false;
    }
    // SAFETY: both headers begin with the count; a negative one may lie in read-only memory and is not written.
    unsafe {
        let refs = object.cast::<i64>();
        if *refs < 0 {
            return false;
        }
        *refs -= 1;
        *refs == 0
    }
}

/// Gives up what devices have of an array, whose elements on the host are the only ones that count.
pub fn let_go_of_devices(array: &Array) {
    hooks::forget(array.header());
}

/// Frees an object without owners, and what it owned alone. What waits for that is a list in the counts, so that a chain of any length needs no
/// more of the stack than one object, and no memory.
///
/// # Safety
/// `object` is a live array or string without owners.
unsafe fn free(object: *mut u8) {
    let mut waiting = std::ptr::null_mut();
    // SAFETY: the caller vouches for the object; in the list are objects whose last owner is gone.
    unsafe {
        put_in_front(object, &mut waiting);
        while !waiting.is_null() {
            let object = waiting;
            waiting = object.cast::<*mut u8>().read();
            free_one(object, &mut waiting);
        }
    }
}

/// Puts an object in front of a list that goes on in its count.
///
/// # Safety
/// The object is live and has no owners.
unsafe fn put_in_front(object: *mut u8, waiting: &mut *mut u8) {
    // SAFETY: both headers begin with the count, which has the size of a pointer; nobody reads it any more.
    unsafe { object.cast::<*mut u8>().write(*waiting) };
    *waiting = object;
}

/// Frees an object, and puts what it owned alone in front of a list.
///
/// # Safety
/// `object` is a live array or string without owners.
unsafe fn free_one(object: *mut u8, waiting: &mut *mut u8) {
    count(-1);
    // SAFETY: the kind lies at the same offset in both headers; each was made by the matching allocation above.
    unsafe {
        let kind = *object
            .add(std::mem::offset_of!(StringHeader, kind))
            .cast::<i32>();
        match ObjectKind::from_code(kind).expect("an object has a known kind") {
            ObjectKind::Array => free_array(object.cast(), waiting),
            ObjectKind::Text => {
                let length = (*object.cast::<StringHeader>()).length as usize;
                dealloc(object, text_layout(length));
            }
        }
    }
}

unsafe fn free_array(header: *mut ArrayHeader, waiting: &mut *mut u8) {
    // SAFETY: the header came from a box, the data from `storage` with the same layout; no owner is left.
    unsafe {
        let array = ManuallyDrop::new(Array {
            header: NonNull::new_unchecked(header),
        });
        for pointer in array.objects() {
            if gives_up(pointer.get()) {
                put_in_front(pointer.get(), waiting);
            }
        }
        let layout = array.block();
        hooks::forget(array.header());
        storage::free(layout, array.header().data);
        kernel_memory::give_back(array.header().block_bytes);
        drop(Box::from_raw(header));
    }
}

/// The least room that a block with room has.
const LEAST_ROOM: usize = 64;
/// What part of its bytes a block has room for beside them: half of them, or an eighth where there is not so much memory. With less, each of the
/// elements that still fit would move all others.
const ROOMS: [usize; 2] = [2, 8];

/// A block for so many bytes with room behind them.
fn block_with_room(bytes: usize) -> Result<(Layout, *mut u8), Raised> {
    let roomy = |part| bytes.saturating_add(bytes / part).max(LEAST_ROOM);
    let mut made = ROOMS.into_iter().map(|part| new_block(roomy(part)));
    made.find_map(Result::ok)
        .ok_or_else(|| allocator::refusal(bytes))
}

fn new_block(bytes: usize) -> Result<(Layout, *mut u8), Raised> {
    let layout = storage::layout(bytes)?;
    Ok((layout, storage::allocate(layout, Contents::Unspecified)?))
}

fn text_layout(length: usize) -> Layout {
    Layout::from_size_align(StringHeader::SIZE + length, align_of::<StringHeader>())
        .expect("a string fits the address space")
}

fn data_layout(kind: ElemKind, numel: i64) -> Result<Layout, Raised> {
    storage::layout(numel as usize * kind.size())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_abi::RtError;

    #[test]
    fn owners_are_counted_and_the_last_one_frees() {
        let before = live_objects();
        let first = Array::row(&[1.0f32, 2.0]).expect("memory");
        let second = first.clone();
        assert_eq!((first.header().refs, live_objects()), (2, before + 1));
        drop(first);
        assert_eq!(second.elements::<f32>(), [1.0, 2.0]);
        drop(second);
        assert_eq!(live_objects(), before);
    }

    #[test]
    fn chains_of_any_length_are_freed() {
        let before = live_objects();
        let mut chain = Array::row(&[1.0f32]).expect("memory");
        for _ in 0..100_000 {
            let link = Array::zeros(ElemKind::Array, Dims::row(1)).expect("memory");
            link.objects()[0].set(chain.into_raw());
            chain = link;
        }
        drop(chain);
        assert_eq!(live_objects(), before);
    }

    #[test]
    fn object_arrays_own_their_elements() {
        let before = live_objects();
        let cells = Array::zeros(ElemKind::Text, Dims::row(2)).expect("memory");
        cells.objects()[0].set(Text::new("x").into_raw());
        let copy = cells.clone();
        drop(cells);
        assert_eq!(live_objects(), before + 2);
        drop(copy);
        assert_eq!(live_objects(), before);
    }

    #[test]
    fn immortal_strings_are_left_alone() {
        let before = live_objects();
        let mut literal: Vec<u64> = vec![0; 4];
        let bytes = StringHeader::literal("hi");
        // SAFETY: the words have room for 26 bytes and the alignment of the header.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), literal.as_mut_ptr().cast(), bytes.len())
        };
        let pointer = literal.as_mut_ptr().cast::<u8>();
        // SAFETY: the bytes are a string object that outlives the view.
        unsafe {
            retain(pointer);
            assert_eq!(Text::borrow(pointer).as_str(), "hi");
            release(pointer);
            release(pointer);
        }
        assert_eq!(live_objects(), before);
        assert_eq!(literal[0] as i64, quasar_abi::IMMORTAL);
    }

    #[test]
    fn too_many_elements_are_an_error() {
        let raised =
            Array::zeros(ElemKind::U8, Dims::new(&[1 << 20, 1 << 20])).expect_err("an error");
        assert_eq!(raised.row, RtError::InvalidArgument);
    }
}
