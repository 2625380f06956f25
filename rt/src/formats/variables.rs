//! Arrays with names, and reading them from the bytes of a file, as all formats of data do.
//!
//! *Invariant:* nothing is read behind the end of the bytes.

use std::io::Read;

use quasar_abi::ElemKind;

use crate::array::dims::Dims;
use crate::array::object::Array;
use crate::formats::bytes::{Layout, decode};
use crate::process::allocator;
use crate::process::isolation::{self, Lost};

/// An array and the variable that it was.
#[derive(Debug)]
pub struct Variable {
    /// Its name; empty in formats without names.
    pub name: String,
    /// Its value.
    pub array: Array,
}

/// Why bytes are no file of a format.
pub type Damage = String;

/// What a decoder unpacks, up to so many bytes.
///
/// # Errors
/// Damage, or no memory.
pub fn inflated<R: Read>(decoder: impl Fn() -> R + Sync, most: u64) -> Result<Vec<u8>, Damage> {
    let unpacked = isolation::run(|| {
        let mut bytes = Vec::new();
        let read = decoder().take(most).read_to_end(&mut bytes);
        read.map(|_| bytes)
    });
    match unpacked {
        Ok(Ok(bytes)) => Ok(bytes),
        Err(Lost::Memory(bytes)) => Err(allocator::refusal(bytes).into()),
        Ok(Err(_)) | Err(Lost::Panicked) => Err("the file is damaged or truncated".into()),
    }
}

/// Takes bytes from the front.
pub struct Reader<'a> {
    /// What was not read yet.
    pub rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// The next bytes.
    ///
    /// # Errors
    /// There are not as many.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], Damage> {
        let (taken, rest) = self
            .rest
            .split_at_checked(count)
            .ok_or("the file is truncated")?;
        self.rest = rest;
        Ok(taken)
    }

    /// An array of numbers whose elements come next.
    ///
    /// # Errors
    /// Sizes that no array has, or too few bytes.
    pub fn array(
        &mut self,
        kind: ElemKind,
        sizes: &[i64],
        layout: Layout,
    ) -> Result<Array, Damage> {
        let (dims, length) = extent(kind, sizes)?;
        Ok(decode(kind, dims, self.bytes(length)?, layout)?)
    }
}

/// The dimensions of an array of numbers, and its bytes.
///
/// # Errors
/// Sizes that no array has.
pub fn extent(kind: ElemKind, sizes: &[i64]) -> Result<(Dims, usize), Damage> {
    let dims = Dims::checked("load", sizes)?;
    let length = (dims.numel()? as usize).checked_mul(kind.size());
    Ok((dims, length.ok_or("the file is damaged")?))
}
