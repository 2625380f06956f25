//! Memory of a device, pinned memory of the host, and copies among them.
//!
//! *Invariant:* the host never touches pinned memory while a copy of this crate may still use it: it waits for the copy first.

use crate::abi::Address;
use crate::abi::sys::CUmemPool_attribute;
use crate::context::Context;
use crate::error::Error;
use crate::stream::{Event, Stream};
use std::ffi::c_void;
use std::ops::Range;
use std::ptr::{self, NonNull};

/// A piece of a device's memory, freed when dropped.
pub struct DeviceMemory {
    context: Context,
    address: Address,
    bytes: usize,
    /// The stream in whose order the memory is freed; without one, freeing waits for the device.
    order: Option<Stream>,
}

impl Context {
    /// Allocates memory, which takes effect at once. Zero bytes are one byte to the driver.
    ///
    /// # Errors
    /// There is too little ([`Error::is_out_of_memory`]).
    pub fn allocate(&self, bytes: usize) -> Result<DeviceMemory, Error> {
        let mut address = 0;
        // SAFETY: the context is current, the place valid for the call.
        unsafe { self.bind()?.memory_allocate(&mut address, bytes.max(1)) }?;
        Ok(DeviceMemory {
            context: self.clone(),
            address,
            bytes,
            order: None,
        })
    }

    /// Lets the pool keep memory that is free, up to this many bytes, instead of giving it back to the system at every wait.
    /// Without pools nothing is done.
    ///
    /// # Errors
    /// The driver refuses.
    pub fn keep_free_memory(&self, bytes: u64) -> Result<(), Error> {
        if !self.has_pools() {
            return Ok(());
        }
        let driver = self.bind()?;
        let mut pool = ptr::null_mut();
        let mut bytes = bytes;
        // SAFETY: the places are valid for the calls; this attribute is a 64-bit number.
        unsafe {
            driver.device_pool(&mut pool, self.device().handle)?;
            let threshold = CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
            driver.pool_set_attribute(pool, threshold, (&raw mut bytes).cast())
        }
    }

    /// Gives the pool's free memory back to the system.
    ///
    /// # Errors
    /// The driver refuses.
    pub fn release_free_memory(&self) -> Result<(), Error> {
        if !self.has_pools() {
            return Ok(());
        }
        let driver = self.bind()?;
        let mut pool = ptr::null_mut();
        // SAFETY: the place is valid for the call, the pool is the device's own.
        unsafe {
            driver.device_pool(&mut pool, self.device().handle)?;
            driver.pool_trim(pool, 0)
        }
    }
}

impl Stream {
    /// Allocates memory in the order of the stream: work that is put into it later may use the memory, and so may work that waits for that.
    /// Where the device or the driver has no pools, the memory is allocated at once.
    ///
    /// # Errors
    /// There is too little ([`Error::is_out_of_memory`]).
    pub fn allocate(&self, bytes: usize) -> Result<DeviceMemory, Error> {
        if !self.context().has_pools() {
            return self.context().allocate(bytes);
        }
        let mut address = 0;
        let driver = self.context().bind()?;
        // SAFETY: the context is current, the place valid for the call, the stream alive.
        match unsafe { driver.memory_allocate_async(&mut address, bytes.max(1), self.handle()) } {
            Err(Error::Unsupported { .. }) => self.context().allocate(bytes),
            Err(error) => Err(error),
            Ok(()) => Ok(DeviceMemory {
                context: self.context().clone(),
                address,
                bytes,
                order: Some(self.clone()),
            }),
        }
    }
}

impl Drop for DeviceMemory {
    fn drop(&mut self) {
        // What fails here has failed before: the context is lost, and its memory with it.
        if let (Some(stream), Ok(driver)) = (&self.order, self.context.bind()) {
            // SAFETY: nobody else has the memory; what still uses it lies before this in the stream or was waited for.
            if unsafe { driver.memory_free_async(self.address, stream.handle()) }.is_ok() {
                return;
            }
        }
        if let Some(driver) = self.context.settle() {
            // SAFETY: nobody else has the memory, and no work uses it.
            let _ = unsafe { driver.memory_free(self.address) };
        }
    }
}

impl DeviceMemory {
    /// The context.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The address, for kernels.
    pub fn address(&self) -> Address {
        self.address
    }

    /// Bytes.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Whether the memory is freed in the order of the stream that it was allocated in; otherwise freeing waits for the device.
    pub fn is_ordered(&self) -> bool {
        self.order.is_some()
    }

    /// The address of a part, if it lies inside.
    fn part(&self, offset: usize, bytes: usize) -> Result<Address, Error> {
        let end = offset.checked_add(bytes);
        if end.is_none_or(|end| end > self.bytes) {
            return Err(Error::refused(format!(
                "a copy of {bytes} bytes at {offset} leaves a piece of {} bytes of device memory",
                self.bytes
            )));
        }
        Ok(self.address + offset as Address)
    }

    /// Copies from the host and waits for it. It does not wait for streams: what they do with the memory must be over.
    ///
    /// # Errors
    /// The bytes do not fit, or the context is lost.
    pub fn write(&self, offset: usize, from: &[u8]) -> Result<(), Error> {
        let to = self.part(offset, from.len())?;
        if from.is_empty() {
            return Ok(());
        }
        let driver = self.context.bind()?;
        // SAFETY: both ends have that many bytes; the driver is done with the host's when it returns.
        unsafe { driver.copy_in(to, from.as_ptr().cast(), from.len()) }?;
        // Bytes that are not pinned may still be on their way then (driver API, "API synchronization behavior").
        self.context.settle_copies(driver)
    }

    /// Copies to the host and waits for it. It does not wait for streams: what they do with the memory must be over.
    ///
    /// # Errors
    /// There are not so many bytes, or the context is lost.
    pub fn read(&self, offset: usize, to: &mut [u8]) -> Result<(), Error> {
        let from = self.part(offset, to.len())?;
        if to.is_empty() {
            return Ok(());
        }
        // SAFETY: both ends have that many bytes; the driver is done with the host's when it returns.
        unsafe {
            self.context
                .bind()?
                .copy_out(to.as_mut_ptr().cast(), from, to.len())
        }
    }

    /// Copies from pinned memory in the order of a stream.
    ///
    /// # Errors
    /// The bytes do not fit, or the context is lost.
    pub fn write_async(
        &self,
        offset: usize,
        from: &mut PinnedMemory,
        range: Range<usize>,
        stream: &Stream,
    ) -> Result<(), Error> {
        from.check(&range)?;
        let to = self.part(offset, range.len())?;
        from.begin(stream)?;
        let driver = stream.context().bind()?;
        // SAFETY: the range lies in the pinned memory, which stays until the copy is over.
        let place = unsafe { from.place.as_ptr().add(range.start) };
        // SAFETY: both ends have that many bytes.
        unsafe { driver.copy_in_async(to, place.cast(), range.len(), stream.handle()) }?;
        from.end(stream)
    }

    /// Copies to pinned memory in the order of a stream.
    ///
    /// # Errors
    /// There are not so many bytes, or the context is lost.
    pub fn read_async(
        &self,
        offset: usize,
        to: &mut PinnedMemory,
        range: Range<usize>,
        stream: &Stream,
    ) -> Result<(), Error> {
        to.check(&range)?;
        let from = self.part(offset, range.len())?;
        to.begin(stream)?;
        let driver = stream.context().bind()?;
        // SAFETY: the range lies in the pinned memory, which stays until the copy is over.
        let place = unsafe { to.place.as_ptr().add(range.start) };
        // SAFETY: both ends have that many bytes.
        unsafe { driver.copy_out_async(place.cast(), from, range.len(), stream.handle()) }?;
        to.end(stream)
    }

    /// Copies from other device memory in the order of a stream, also from another device. The caller keeps both pieces until then.
    ///
    /// # Errors
    /// The bytes do not fit, or the context is lost.
    pub fn copy_async(
        &self,
        offset: usize,
        from: &DeviceMemory,
        range: Range<usize>,
        stream: &Stream,
    ) -> Result<(), Error> {
        let bytes = range.len();
        let to = self.part(offset, bytes)?;
        let source = from.part(range.start, bytes)?;
        if bytes == 0 {
            return Ok(());
        }
        let driver = stream.context().bind()?;
        if self.context.is(&from.context) {
            // SAFETY: both ends have that many bytes of device memory.
            return unsafe { driver.copy_within_async(to, source, bytes, stream.handle()) };
        }
        let (here, there) = (self.context.handle(), from.context.handle());
        // SAFETY: both ends have that many bytes of device memory, in these contexts.
        unsafe { driver.copy_peer_async(to, here, source, there, bytes, stream.handle()) }
    }

    /// Sets bytes in the order of a stream.
    ///
    /// # Errors
    /// There are not so many bytes, or the context is lost.
    pub fn fill_async(&self, range: Range<usize>, value: u8, stream: &Stream) -> Result<(), Error> {
        let to = self.part(range.start, range.len())?;
        if range.is_empty() {
            return Ok(());
        }
        let driver = stream.context().bind()?;
        // SAFETY: the range lies in the memory.
        unsafe { driver.fill_bytes_async(to, value, range.len(), stream.handle()) }
    }

    /// Sets words of four bytes in the order of a stream; `offset` is in bytes.
    ///
    /// # Errors
    /// There are not so many bytes, the offset is not a multiple of four, or the context is lost.
    pub fn fill_words_async(
        &self,
        offset: usize,
        count: usize,
        value: u32,
        stream: &Stream,
    ) -> Result<(), Error> {
        let to = self.part(offset, count.saturating_mul(4))?;
        if count == 0 {
            return Ok(());
        }
        let driver = stream.context().bind()?;
        // SAFETY: the range lies in the memory.
        unsafe { driver.fill_words_async(to, value, count, stream.handle()) }
    }
}

/// Memory of the host that stays where it is, so that devices copy from and to it by themselves.
pub struct PinnedMemory {
    context: Context,
    place: NonNull<u8>,
    bytes: usize,
    /// Happens when the last copy is over, if there was one.
    used: Option<Event>,
    /// Whether a copy may still use the memory.
    in_use: bool,
}

// SAFETY: the memory belongs to this value alone; copies are waited for before it is touched.
unsafe impl Send for PinnedMemory {}
// SAFETY: shared references give nothing but the size.
unsafe impl Sync for PinnedMemory {}

impl Context {
    /// Allocates pinned memory, all zero.
    ///
    /// # Errors
    /// The host has too little.
    pub fn allocate_pinned(&self, bytes: usize) -> Result<PinnedMemory, Error> {
        let mut place: *mut c_void = ptr::null_mut();
        // SAFETY: the context is current, the place valid for the call.
        unsafe { self.bind()?.host_allocate(&mut place, bytes.max(1), 0) }?;
        let place = NonNull::new(place.cast::<u8>());
        let place =
            place.ok_or_else(|| Error::refused("the driver gives pinned memory at no place"))?;
        // SAFETY: the driver gave that many bytes.
        unsafe { place.as_ptr().write_bytes(0, bytes.max(1)) };
        Ok(PinnedMemory {
            context: self.clone(),
            place,
            bytes,
            used: None,
            in_use: false,
        })
    }
}

impl PinnedMemory {
    /// Bytes.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Where the bytes are, for a function that a stream calls behind a copy to them. Nobody else waits for that copy.
    pub fn place(&self) -> *const u8 {
        self.place.as_ptr()
    }

    /// The bytes, after the copies from and to them are over.
    ///
    /// # Errors
    /// A copy failed.
    pub fn bytes(&mut self) -> Result<&mut [u8], Error> {
        if let Some(event) = self.used.as_ref().filter(|_| self.in_use) {
            event.synchronize()?;
            self.in_use = false;
        }
        // SAFETY: the memory has that many bytes, all initialised, and no copy uses them any more.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.place.as_ptr(), self.bytes) })
    }

    fn check(&self, range: &Range<usize>) -> Result<(), Error> {
        if range.start > range.end || range.end > self.bytes {
            return Err(Error::refused(format!(
                "bytes {} to {} are not in {} bytes of pinned memory",
                range.start, range.end, self.bytes
            )));
        }
        Ok(())
    }

    /// Before a copy: the event is there, and a copy of another stream, which the event will no longer tell of, comes first.
    fn begin(&mut self, stream: &Stream) -> Result<(), Error> {
        if let Some(event) = self.used.as_ref().filter(|_| self.in_use) {
            stream.wait_for(event)?;
        }
        let fits = |event: &Event| event.context().is(stream.context());
        if !self.used.as_ref().is_some_and(fits) {
            // A failure from here on leaves an event that tells of the copies before.
            self.used = Some(stream.mark(false)?);
        }
        Ok(())
    }

    /// After a copy. If it cannot be marked, it is waited for.
    fn end(&mut self, stream: &Stream) -> Result<(), Error> {
        let recorded = self.used.as_ref().map(|event| stream.record(event));
        self.in_use = true;
        match recorded {
            Some(Ok(())) => Ok(()),
            Some(Err(_)) | None => {
                stream.synchronize()?;
                self.in_use = false;
                Ok(())
            }
        }
    }
}

impl Drop for PinnedMemory {
    fn drop(&mut self) {
        if let Some(event) = self.used.as_ref().filter(|_| self.in_use) {
            // A failed copy uses the memory no more.
            let _ = event.synchronize();
        }
        if let Ok(driver) = self.context.bind() {
            // SAFETY: nobody else has the memory, and no copy uses it.
            let _ = unsafe { driver.host_free(self.place.as_ptr().cast()) };
        }
    }
}
