//! What C callers give: places for results, structures, names.
//!
//! *Invariant:* a null pointer is a status; any other is what cuda.h says it is, which the callers of the unsafe entry points promise.

use crate::status::Status;
use std::ffi::{CStr, c_char};

/// A place for a result.
#[repr(transparent)]
pub struct Out<T>(*mut T);

impl<T: Copy> Out<T> {
    /// What stands in a place that is not null; some entry points take their arguments so.
    pub fn read(&self) -> T {
        // SAFETY: the caller of the entry point gave a valid place with a value.
        unsafe { self.0.read() }
    }
}

impl<T> Out<T> {
    /// Whether the caller does not want the result.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Gives the result.
    pub fn put(&self, value: T) -> Result<(), Status> {
        if self.0.is_null() {
            return Err(Status::InvalidValue);
        }
        // SAFETY: the caller of the entry point gave a valid place.
        unsafe { self.0.write(value) };
        Ok(())
    }

    /// Gives the result to callers who want it.
    pub fn put_if_wanted(&self, value: T) {
        if !self.0.is_null() {
            // SAFETY: the caller of the entry point gave a valid place.
            unsafe { self.0.write(value) };
        }
    }
}

impl Out<c_char> {
    /// Gives a text with its NUL, cut to the room that there is.
    pub fn put_text(&self, text: &str, room: usize) -> Result<(), Status> {
        if self.0.is_null() || room == 0 {
            return Err(Status::InvalidValue);
        }
        let bytes = &text.as_bytes()[..text.len().min(room - 1)];
        // SAFETY: the caller of the entry point gave that much room.
        unsafe {
            self.0
                .copy_from_nonoverlapping(bytes.as_ptr().cast(), bytes.len());
            self.0.add(bytes.len()).write(0);
        }
        Ok(())
    }
}

/// A structure, or several of them in a row.
#[repr(transparent)]
pub struct In<T>(*const T);

impl<T: Copy> In<T> {
    /// What lies at an address that the program gave.
    pub fn of(address: usize) -> In<T> {
        In(address as *const T)
    }

    /// Whether there is none.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// The structure.
    pub fn get(&self) -> Result<T, Status> {
        self.at(0)
    }

    /// One of several; the caller of the entry point gave as many.
    pub fn at(&self, index: usize) -> Result<T, Status> {
        if self.0.is_null() {
            return Err(Status::InvalidValue);
        }
        // SAFETY: the caller of the entry point gave so many structures.
        Ok(unsafe { self.0.add(index).read_unaligned() })
    }
}

/// A text that ends in NUL.
#[repr(transparent)]
pub struct Text(*const c_char);

impl Text {
    /// The text.
    pub fn get(&self) -> Result<String, Status> {
        if self.0.is_null() {
            return Err(Status::InvalidValue);
        }
        // SAFETY: the caller of the entry point gave a text that ends in NUL.
        let text = unsafe { CStr::from_ptr(self.0) };
        Ok(text.to_string_lossy().into_owned())
    }
}

/// Bytes at an address of the host.
///
/// # Safety
/// There are as many, and nobody changes them during the call.
pub unsafe fn host_bytes(address: usize, bytes: usize) -> Vec<u8> {
    let mut copy = vec![0; bytes];
    // SAFETY: the caller says that there are as many.
    unsafe { (address as *const u8).copy_to_nonoverlapping(copy.as_mut_ptr(), bytes) };
    copy
}

/// Writes bytes to an address of the host.
///
/// # Safety
/// There is room for as many, and nobody else uses it during the call.
pub unsafe fn put_host_bytes(address: usize, bytes: &[u8]) {
    // SAFETY: the caller says that there is room.
    unsafe { (address as *mut u8).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
}
