//! Managed memory: one address for host and device, and the driver moves the pages.
//!
//! *Invariant:* this crate never touches the bytes; who does waits for the device first.

use crate::abi::Address;
use crate::abi::sys::CUmemAttach_flags;
use crate::context::Context;
use crate::error::Error;
use std::ffi::c_uint;
use std::ptr::NonNull;

/// Kernels of all streams may use the memory.
const GLOBAL: c_uint = CUmemAttach_flags::CU_MEM_ATTACH_GLOBAL as c_uint;

/// Memory that host and device reach by the same address, freed when dropped.
pub struct ManagedMemory {
    context: Context,
    place: NonNull<u8>,
    bytes: usize,
}

// SAFETY: the memory belongs to this value; nothing here touches it.
unsafe impl Send for ManagedMemory {}
// SAFETY: as above.
unsafe impl Sync for ManagedMemory {}

impl Context {
    /// Allocates managed memory, which kernels of all streams may use. On devices without concurrent access the host may touch none of it
    /// while the device is at work (CUDA programming guide, "Unified Memory Programming"). Zero bytes are one byte to the driver.
    ///
    /// # Errors
    /// There is too little, or the device has none.
    pub fn allocate_managed(&self, bytes: usize) -> Result<ManagedMemory, Error> {
        let mut address: Address = 0;
        // SAFETY: the context is current, the place valid for the call.
        unsafe {
            self.bind()?
                .memory_allocate_managed(&mut address, bytes.max(1), GLOBAL)
        }?;
        let place = NonNull::new(std::ptr::with_exposed_provenance_mut(address as usize));
        let place =
            place.ok_or_else(|| Error::refused("the driver gives managed memory at no place"))?;
        Ok(ManagedMemory {
            context: self.clone(),
            place,
            bytes,
        })
    }
}

impl ManagedMemory {
    /// The address, for host and device.
    pub fn place(&self) -> NonNull<u8> {
        self.place
    }

    /// Bytes.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }
}

impl Drop for ManagedMemory {
    fn drop(&mut self) {
        if let Some(driver) = self.context.settle() {
            let address = self.place.as_ptr().expose_provenance() as Address;
            // SAFETY: nobody else has the memory, and no work uses it.
            let _ = unsafe { driver.memory_free(address) };
        }
    }
}
