//! What the runtime knows of a kernel: one constant in the executable for each kernel that is launched.
//!
//! Layout, all `i32`, little endian: the [`KernelHeader`], the parameters, the accumulators, the arrays that chunks may copy, then the name,
//! the symbol in the CUDA text and the names of the parameters, separated by commas, as bytes. Nothing in it is a pointer, so it needs no relocation.
//!
//! *Invariant:* encoding and reading stand side by side here.

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::kernels::{Accumulator, CopiedArray};
use crate::values::numbered;

numbered! {
    /// How an argument of a kernel lies in its slot, and what the GPU is given for it.
    pub enum ArgumentClass {
        /// A truth value; one byte.
        Bool = 0, "bool";
        /// `i32`.
        I32 = 1, "i32";
        /// `i64`.
        I64 = 2, "i64";
        /// `f32`.
        F32 = 3, "f32";
        /// `f64`.
        F64 = 4, "f64";
        /// A pointer to an array's header.
        Array = 5, "array";
        /// An array that the threads of a block share; the launch has nothing for it.
        Shared = 6, "shared";
    }
}

/// A parameter of a kernel.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KernelParameter {
    /// The code of an [`ArgumentClass`].
    pub class: i32,
    /// Not 0: positions read elements of the array.
    pub is_read: i32,
    /// Not 0: positions write elements of the array.
    pub is_written: i32,
    /// The code of a [`ParameterMemory`](crate::ParameterMemory).
    pub memory: i32,
    /// The code of a [`TextureDescriptor`](crate::TextureDescriptor), of a texture; else 0.
    pub texture: i32,
    /// Not 0: each position writes the element at its own place, and none reads the array. A launch whose extents are those of the array
    /// then leaves nothing of what was there.
    pub is_overwritten: i32,
    /// Not 0: indices outside of the array are mapped into it, by its boundary mode. Where it has no elements, positions end with an
    /// error; that is all that can go wrong, so that whoever launches can see it before.
    pub is_mapped: i32,
}

/// Binary places of [`KernelHeader::reread`].
pub const REREAD_BITS: u32 = 8;

/// The fixed part of a kernel's description.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KernelHeader {
    /// Dimensions of a launch, 1 to 4.
    pub rank: i32,
    /// The row of the location table where the kernel stands.
    pub location: i32,
    /// Not 0: a position can end with an error.
    pub raises: i32,
    /// The same where all arrays that are mapped have elements, and in the CUDA text, which is for such launches alone.
    pub raises_on_gpu: i32,
    /// Bytes of dynamic shared memory that a launch on a GPU has for each thread of a block.
    pub shared_per_thread: i32,
    /// Of a kernel whose threads act together: 1 more than the number of the parameter that is the first extent of the launch; the other
    /// extents follow, then the extents of a block. Else 0.
    pub group: i32,
    /// Not 0: all blocks of a launch must be on the device at once.
    pub cooperative: i32,
    /// Bytes of dynamic shared memory that the shared arrays take; -1 if the compiler does not know.
    pub shared: i32,
    /// Positions along a dimension that a thread of a GPU takes at once; below 2: one.
    pub tile: i32,
    /// That dimension, from 0 for the outermost.
    pub tile_dimension: i32,
    /// Positions along a dimension, the width of a block apart, that a thread of a GPU takes at once; below 2: one.
    pub columns: i32,
    /// That dimension.
    pub column_dimension: i32,
    /// Threads of a block along the innermost dimension, which the CUDA text counts on; 0: as the extents suggest.
    pub block_width: i32,
    /// The code of a [`CachePreference`](crate::CachePreference).
    pub cache: i32,
    /// Not 0: blocks of a GPU change arrays in copies of their own, each of which costs time at the end of its block.
    pub has_private_arrays: i32,
    /// Bytes of elements that a row reads and the next row reads again, for each nanosecond of its cost on a processor, times 2 to the power of
    /// [`REREAD_BITS`].
    pub reread: i32,
    /// A bit for each of the first parameters: arrays of which positions read single elements alone, the ones that rows read again among them, by an
    /// index for each dimension, and that may have more columns in a launch, of zeros.
    pub may_be_padded: i32,
    /// Not 0: the program says that a GPU should get the launches, where there is one.
    pub wants_gpu: i32,
    /// Number of parameters.
    pub parameters: i32,
    /// Number of accumulators.
    pub accumulators: i32,
    /// Number of arrays that chunks may copy.
    pub copied: i32,
    /// Bytes of the name.
    pub name_length: i32,
    /// Bytes of the symbol; 0: the CUDA text does not have the kernel.
    pub symbol_length: i32,
    /// Bytes of the names of the parameters.
    pub names_length: i32,
}

/// A kernel's description as the compiler makes it.
#[derive(Clone, Debug, Default)]
pub struct KernelInfo<'a> {
    /// The numbers of the fixed part that no list tells.
    pub header: KernelHeader,
    /// In the order of the slots behind the extents.
    pub parameters: Vec<KernelParameter>,
    /// In the order of the results.
    pub accumulators: Vec<Accumulator>,
    /// In the order of their slots.
    pub copied: Vec<CopiedArray>,
    /// Its name in the source.
    pub name: &'a str,
    /// Its name in the CUDA text; empty if it is not there.
    pub symbol: &'a str,
    /// Names of the parameters in the source, separated by commas; empty where there is none.
    pub names: &'a str,
}

impl KernelInfo<'_> {
    /// The bytes of the description; they go to an address that is a multiple of four.
    pub fn encode(&self) -> Vec<u8> {
        let header = KernelHeader {
            parameters: self.parameters.len() as i32,
            accumulators: self.accumulators.len() as i32,
            copied: self.copied.len() as i32,
            name_length: self.name.len() as i32,
            symbol_length: self.symbol.len() as i32,
            names_length: self.names.len() as i32,
            ..self.header
        };
        let KernelHeader {
            rank,
            location,
            raises,
            raises_on_gpu,
            shared_per_thread,
            group,
            cooperative,
            shared,
            tile,
            tile_dimension,
            columns,
            column_dimension,
            block_width,
            cache,
            has_private_arrays,
            reread,
            may_be_padded,
            wants_gpu,
            parameters,
            accumulators,
            copied,
            name_length,
            symbol_length,
            names_length,
        } = header;
        let fixed = [
            rank,
            location,
            raises,
            raises_on_gpu,
            shared_per_thread,
            group,
            cooperative,
            shared,
            tile,
            tile_dimension,
            columns,
            column_dimension,
            block_width,
            cache,
            has_private_arrays,
            reread,
            may_be_padded,
            wants_gpu,
            parameters,
            accumulators,
            copied,
            name_length,
            symbol_length,
            names_length,
        ];
        let listed = self.parameters.iter();
        let parameters = listed.flat_map(|one| {
            [
                one.class,
                one.is_read,
                one.is_written,
                one.memory,
                one.texture,
                one.is_overwritten,
                one.is_mapped,
            ]
        });
        let accumulators = self.accumulators.iter().flat_map(|one| [one.op, one.class]);
        let copied = self.copied.iter();
        let copied = copied.flat_map(|one| [one.slot, one.op, one.class, one.alone]);
        let numbers = fixed
            .into_iter()
            .chain(parameters)
            .chain(accumulators)
            .chain(copied);
        let mut bytes: Vec<u8> = numbers.flat_map(i32::to_le_bytes).collect();
        bytes.extend_from_slice(self.name.as_bytes());
        bytes.extend_from_slice(self.symbol.as_bytes());
        bytes.extend_from_slice(self.names.as_bytes());
        bytes
    }
}

/// A kernel's description in memory.
#[derive(Clone, Copy, Debug)]
pub struct KernelView<'a> {
    start: *const u8,
    memory: PhantomData<&'a [u8]>,
}

impl<'a> KernelView<'a> {
    /// The description at an address.
    ///
    /// # Safety
    /// There lie the bytes of [`KernelInfo::encode`], at a multiple of four, for as long as the view lives.
    pub unsafe fn new(start: *const u8) -> KernelView<'a> {
        KernelView {
            start,
            memory: PhantomData,
        }
    }

    /// The fixed part.
    pub fn header(self) -> &'a KernelHeader {
        // SAFETY: the contract of `new`; any bits are a header.
        unsafe { &*self.start.cast::<KernelHeader>() }
    }

    /// A list that begins so many bytes behind the start.
    ///
    /// # Safety
    /// There are `count` elements; any bits are one.
    unsafe fn list<T>(self, offset: usize, count: i32) -> &'a [T] {
        // SAFETY: the caller vouches for so many elements there, as `encode` has written them; any bits are one.
        unsafe { core::slice::from_raw_parts(self.start.add(offset).cast(), count as usize) }
    }

    /// The parameters.
    pub fn parameters(self) -> &'a [KernelParameter] {
        // SAFETY: `encode` writes them there.
        unsafe { self.list(size_of::<KernelHeader>(), self.header().parameters) }
    }

    /// The accumulators.
    pub fn accumulators(self) -> &'a [Accumulator] {
        let before = size_of::<KernelHeader>() + size_of_val(self.parameters());
        // SAFETY: `encode` writes them there.
        unsafe { self.list(before, self.header().accumulators) }
    }

    fn copied_at(self) -> usize {
        size_of::<KernelHeader>()
            + size_of_val(self.parameters())
            + size_of_val(self.accumulators())
    }

    /// The arrays that chunks may copy.
    pub fn copied(self) -> &'a [CopiedArray] {
        // SAFETY: `encode` writes them there.
        unsafe { self.list(self.copied_at(), self.header().copied) }
    }

    /// The name in the source.
    pub fn name(self) -> &'a str {
        self.text(0, self.header().name_length)
    }

    /// A string so many bytes behind the lists.
    fn text(self, offset: i32, length: i32) -> &'a str {
        let before = self.copied_at() + size_of_val(self.copied()) + offset as usize;
        // SAFETY: `encode` writes strings' bytes there, and the fixed part tells where each lies.
        unsafe { core::str::from_utf8_unchecked(self.list(before, length)) }
    }

    /// The name in the CUDA text, if it is there.
    pub fn symbol(self) -> Option<&'a str> {
        let header = self.header();
        let symbol = self.text(header.name_length, header.symbol_length);
        (!symbol.is_empty()).then_some(symbol)
    }

    /// The name of a parameter in the source; empty if it has none.
    pub fn parameter_name(self, number: usize) -> &'a str {
        let header = self.header();
        let names = self.text(
            header.name_length + header.symbol_length,
            header.names_length,
        );
        names.split(',').nth(number).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::{AccumulatorClass, AccumulatorOp};
    use alloc::vec;

    /// The bytes at an address that is a multiple of four.
    fn aligned(bytes: &[u8]) -> Vec<u32> {
        let words = bytes.chunks(4).map(|chunk| {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            u32::from_ne_bytes(word)
        });
        words.collect()
    }

    #[test]
    fn a_description_is_read_back() {
        let parameter = |class: ArgumentClass, is_read, is_written| KernelParameter {
            class: class.code(),
            is_read,
            is_written,
            memory: 3 * is_read,
            texture: 37 * is_read,
            is_overwritten: is_written & !is_read,
            is_mapped: is_read,
        };
        let copied = CopiedArray {
            slot: 3,
            op: AccumulatorOp::Max.code(),
            class: AccumulatorClass::F64.code(),
            alone: 1,
        };
        let info = KernelInfo {
            header: KernelHeader {
                rank: 2,
                location: 17,
                raises: 1,
                shared_per_thread: 12,
                cache: 2,
                has_private_arrays: 1,
                reread: 5,
                may_be_padded: 1,
                ..KernelHeader::default()
            },
            parameters: vec![
                parameter(ArgumentClass::Array, 1, 0),
                parameter(ArgumentClass::F32, 0, 0),
                parameter(ArgumentClass::Array, 0, 1),
            ],
            accumulators: vec![Accumulator::new(AccumulatorOp::Add, AccumulatorClass::I64)],
            copied: vec![copied],
            name: "größe$2",
            symbol: "gr__e_2_7",
            names: "x,,größe",
        };
        for (symbol, expected) in [("gr__e_2_7", Some("gr__e_2_7")), ("", None)] {
            let memory = aligned(
                &KernelInfo {
                    symbol,
                    ..info.clone()
                }
                .encode(),
            );
            // SAFETY: the memory holds a description and lives as long as the view.
            let view = unsafe { KernelView::new(memory.as_ptr().cast()) };
            let header = view.header();
            assert_eq!((header.rank, header.location, header.raises), (2, 17, 1));
            assert_eq!((header.shared_per_thread, header.cache), (12, 2));
            assert_eq!((header.has_private_arrays, header.wants_gpu), (1, 0));
            assert_eq!((header.reread, header.may_be_padded), (5, 1));
            assert_eq!(view.parameters(), info.parameters);
            assert_eq!(view.accumulators(), info.accumulators);
            assert_eq!(view.copied(), info.copied);
            assert_eq!((view.name(), view.symbol()), ("größe$2", expected));
            let names = [0, 1, 2, 3].map(|number| view.parameter_name(number));
            assert_eq!(names, ["x", "", "größe", ""]);
        }
    }
}
