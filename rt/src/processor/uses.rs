//! The arrays of a launch, and what its positions do with them.
//!
//! The *slots of a launch* are a contract between generated code, which keeps it where it calls the row `launch`, and all that look at
//! them: first an extent for each dimension of the kernel, then a slot for each parameter of its description, in order. The slot of an
//! array holds a live one, which lives until the launch has ended; of a launch that waits, `coschedule` is one more owner.
//!
//! *Invariant:* of an array that a launch is said to overwrite, nothing that was there is left or looked at.

use quasar_abi::{ArgumentClass, ArrayHeader, KernelView};

/// An array of a launch.
#[derive(Clone, Copy)]
pub(crate) struct Use<'a> {
    /// The array.
    pub header: &'a ArrayHeader,
    /// The kernel; none: a function of the runtime.
    pub kernel: Option<KernelView<'a>>,
    /// The number of the parameter.
    pub parameter: usize,
    /// Whether positions read elements.
    pub reads: bool,
    /// Whether positions write elements.
    pub writes: bool,
    /// Whether nothing of what was there is left or looked at.
    pub overwrites: bool,
}

impl<'a> Use<'a> {
    /// The address by which the array is known while a launch waits.
    pub(crate) fn address(&self) -> usize {
        self.pointer().expose_provenance()
    }

    /// The array as a pointer.
    pub(crate) fn pointer(&self) -> *mut u8 {
        std::ptr::from_ref(self.header).cast_mut().cast()
    }

    /// An array that a function of the runtime reads.
    pub(crate) fn read(header: &'a ArrayHeader) -> Use<'a> {
        Use {
            header,
            kernel: None,
            parameter: 0,
            reads: true,
            writes: false,
            overwrites: false,
        }
    }

    /// The name of the array in the kernel, or nothing.
    pub(crate) fn name(&self) -> &'a str {
        let kernel = self.kernel;
        kernel.map_or("", |kernel| kernel.parameter_name(self.parameter))
    }
}

/// The arrays of a launch.
///
/// # Safety
/// The slots are those of a launch of the kernel.
pub(crate) unsafe fn uses<'a>(
    kernel: KernelView<'a>,
    slots: *const u64,
) -> impl Iterator<Item = Use<'a>> {
    let rank = kernel.header().rank as usize;
    // SAFETY: the caller vouches for the slots.
    let is_complete = !unsafe { lacks_elements(kernel, slots) };
    let parameters = kernel.parameters().iter().enumerate();
    parameters
        .filter(|(_, parameter)| parameter.class == ArgumentClass::Array.code())
        .map(move |(number, parameter)| {
            // SAFETY: the caller vouches for the slots of a launch (see above): extents first, and in the slot of an array a live one.
            let (header, extents) = unsafe {
                let header = *slots.add(rank + number) as *const ArrayHeader;
                (&*header, std::slice::from_raw_parts(slots, rank))
            };
            Use {
                header,
                kernel: Some(kernel),
                parameter: number,
                reads: parameter.is_read != 0,
                writes: parameter.is_written != 0,
                overwrites: is_complete
                    && parameter.is_overwritten != 0
                    && are_those_of(extents, header),
            }
        })
}

/// Whether an array has no elements to which indices outside of it could be mapped, so that positions end with an error.
///
/// # Safety
/// The slots are those of a launch of the kernel.
pub(crate) unsafe fn lacks_elements(kernel: KernelView<'_>, slots: *const u64) -> bool {
    let rank = kernel.header().rank as usize;
    let parameters = kernel.parameters().iter().enumerate();
    let mut mapped = parameters.filter(|(_, parameter)| parameter.is_mapped != 0);
    mapped.any(|(number, _)| {
        // SAFETY: the caller vouches for the slots of a launch: in the slot of an array lies a live one.
        let header = unsafe { &*(*slots.add(rank + number) as *const ArrayHeader) };
        header.numel == 0
    })
}

/// Whether positions of these extents are the elements of the array, each once.
fn are_those_of(extents: &[u64], header: &ArrayHeader) -> bool {
    match extents {
        // One index counts all elements.
        [extent] => *extent == header.numel as u64,
        _ => {
            let (inner, outer) = header.dims.split_at(extents.len());
            let is_extent = |(extent, dim): (&u64, &i64)| *extent == *dim as u64;
            extents.iter().zip(inner).all(is_extent) && outer.iter().all(|dim| *dim == 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::object::Array;

    #[test]
    fn extents_are_those_of_the_whole_array_or_not() {
        let dims = crate::array::dims::Dims::new(&[2, 3, 4]);
        let array = Array::zeros(quasar_abi::ElemKind::F32, dims).expect("memory");
        let are = |extents: &[u64]| are_those_of(extents, array.header());
        assert!(are(&[24]) && are(&[2, 3, 4]) && are(&[2, 3, 4, 1]));
        assert!(!are(&[23]) && !are(&[2, 3]) && !are(&[6, 4]) && !are(&[2, 3, 5]));
    }
}
