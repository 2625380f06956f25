//! Launches of kernels.
//!
//! *Invariant:* the driver reads arguments only where this module has laid them down.

use crate::abi::Address;
use crate::driver::Driver;
use crate::error::{Error, code};
use crate::module::Function;
use crate::stream::Stream;
use std::ffi::c_void;
use std::ptr;

/// Arguments of a kernel, in the order of its parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    bytes: Vec<u8>,
    /// Offset and size of each.
    places: Vec<(usize, usize)>,
}

/// A number that a kernel takes.
pub trait Argument {
    /// Its bytes as they lie in memory; the alignment is their number.
    fn lay(&self) -> Vec<u8>;
}

macro_rules! numbers {
    ($($type:ty)*) => {
        $( impl Argument for $type {
            fn lay(&self) -> Vec<u8> {
                self.to_ne_bytes().to_vec()
            }
        } )*
    };
}

numbers! { u8 i8 u16 i16 u32 i32 u64 i64 f32 f64 }

impl Arguments {
    /// No arguments.
    pub fn new() -> Arguments {
        Arguments::default()
    }

    /// Adds a number.
    #[must_use]
    pub fn with(self, value: impl Argument) -> Arguments {
        let bytes = value.lay();
        let alignment = bytes.len();
        self.with_bytes(&bytes, alignment)
    }

    /// Adds an address of device memory.
    #[must_use]
    pub fn with_address(self, address: Address) -> Arguments {
        self.with(address)
    }

    /// Adds a structure, laid out as C does.
    ///
    /// # Panics
    /// The alignment is not a power of two.
    #[must_use]
    pub fn with_bytes(mut self, bytes: &[u8], alignment: usize) -> Arguments {
        assert!(alignment.is_power_of_two(), "an alignment of {alignment}");
        let offset = self.bytes.len().next_multiple_of(alignment);
        self.bytes.resize(offset, 0);
        self.bytes.extend_from_slice(bytes);
        self.places.push((offset, bytes.len()));
        self
    }

    /// Offset and size of each, as the kernel sees them.
    pub fn places(&self) -> &[(usize, usize)] {
        &self.places
    }

    fn pointers(&self) -> Vec<*mut c_void> {
        let start = self.bytes.as_ptr();
        // The driver reads through these pointers and does not write.
        let pointer = |&(offset, _): &(usize, usize)| start.wrapping_add(offset).cast_mut().cast();
        self.places.iter().map(pointer).collect()
    }
}

/// The shape of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Blocks along x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y, z.
    pub block: [u32; 3],
    /// Bytes of shared memory on top of what the text asks for.
    pub dynamic_shared: u32,
    /// Whether the grid waits as a whole: all of its blocks are then on the device at once.
    pub cooperative: bool,
}

impl Launch {
    /// Enough blocks of this size along x for so many threads.
    pub fn linear(threads: u32, block: u32) -> Launch {
        Launch {
            grid: [threads.div_ceil(block.max(1)).max(1), 1, 1],
            block: [block, 1, 1],
            dynamic_shared: 0,
            cooperative: false,
        }
    }

    fn blocks(&self) -> u64 {
        self.grid
            .iter()
            .map(|&count| u64::from(count))
            .fold(1, u64::saturating_mul)
    }

    fn threads(&self) -> u64 {
        self.block
            .iter()
            .map(|&count| u64::from(count))
            .fold(1, u64::saturating_mul)
    }
}

impl Function {
    /// Puts a launch into a stream.
    ///
    /// # Safety
    /// The arguments are those of the kernel's text, in number, order and size. (Drivers of CUDA 12.4 and later are asked, and a
    /// difference is an error.) What they point to stays until the kernel is over.
    ///
    /// # Errors
    /// The shape does not fit the device or the kernel, or the context is lost.
    pub unsafe fn launch(
        &self,
        stream: &Stream,
        launch: &Launch,
        arguments: &Arguments,
    ) -> Result<(), Error> {
        self.check_arguments(arguments)?;
        let driver = stream.context().bind()?;
        // SAFETY: the caller says that the arguments fit.
        let launched = unsafe { self.start(driver, stream, launch, &mut arguments.pointers()) };
        launched.map_err(|error| Driver::with_detail(error, format!("kernel {}", self.name())))
    }

    /// The call itself.
    ///
    /// # Safety
    /// The pointers are those of arguments that fit the kernel.
    unsafe fn start(
        &self,
        driver: &Driver,
        stream: &Stream,
        launch: &Launch,
        pointers: &mut [*mut c_void],
    ) -> Result<(), Error> {
        let ([gx, gy, gz], [bx, by, bz]) = (launch.grid, launch.block);
        let (shared, queue, arguments) = (
            launch.dynamic_shared,
            stream.handle(),
            pointers.as_mut_ptr(),
        );
        if launch.cooperative {
            // SAFETY: the function and the stream are alive; the caller knows the arguments.
            return unsafe {
                driver.launch_cooperative(
                    self.handle,
                    gx,
                    gy,
                    gz,
                    bx,
                    by,
                    bz,
                    shared,
                    queue,
                    arguments,
                )
            };
        }
        // SAFETY: the function and the stream are alive; the caller knows the arguments.
        unsafe {
            driver.launch(
                self.handle,
                gx,
                gy,
                gz,
                bx,
                by,
                bz,
                shared,
                queue,
                arguments,
                ptr::null_mut(),
            )
        }
    }

    fn check_arguments(&self, arguments: &Arguments) -> Result<(), Error> {
        match self.parameters() {
            Some(parameters) if parameters != arguments.places => Err(Error::refused(format!(
                "the kernel {} takes parameters at {parameters:?} (offset, bytes), the arguments are at {:?}",
                self.name(),
                arguments.places
            ))),
            Some(_) | None => Ok(()),
        }
    }

    /// Makes the device ready for launches of this shape. Gives why it cannot run them, where it has too few threads, registers or bytes of
    /// shared memory for a block, or cannot hold a grid that waits as a whole.
    ///
    /// # Errors
    /// The device does not tell what it has.
    pub fn prepare(&self, launch: &Launch) -> Result<Option<String>, Error> {
        let limits = self.context().limits()?;
        if let Some(reason) = limits.refusal(self.needs(), launch.block, launch.dynamic_shared) {
            return Ok(Some(reason));
        }
        let axes = launch.grid.iter().zip(limits.grid_shape);
        if axes.into_iter().any(|(&blocks, most)| blocks > most) {
            let most = limits.grid_shape;
            return Ok(Some(format!(
                "its grid has {:?} blocks; the device takes {most:?}",
                launch.grid
            )));
        }
        if launch.cooperative && !limits.cooperative {
            let reason = "its grid waits as a whole, which the device cannot do";
            return Ok(Some(reason.to_string()));
        }
        if launch.dynamic_shared > limits.usual_shared {
            self.allow_shared(launch.dynamic_shared)?;
        }
        if !launch.cooperative {
            return Ok(None);
        }
        let limit = self.cooperative_limit(launch)?;
        let (blocks, threads) = (launch.blocks(), launch.threads());
        Ok((blocks > limit).then(|| {
            format!(
                "its grid waits as a whole and has {blocks} blocks of {threads} threads; the device holds {limit} of them at once"
            )
        }))
    }

    /// Blocks that the device holds at once for this shape of block.
    ///
    /// # Errors
    /// The device does not tell what it has.
    pub fn cooperative_limit(&self, launch: &Launch) -> Result<u64, Error> {
        let threads = u32::try_from(launch.threads()).unwrap_or(u32::MAX);
        let limits = self.context().limits()?;
        let driver = self.context().bind()?;
        let mut count = 0;
        let block = i32::try_from(threads).unwrap_or(i32::MAX);
        // SAFETY: the function is alive, the place valid for the call.
        match unsafe {
            driver.occupancy_blocks(
                &mut count,
                self.handle,
                block,
                launch.dynamic_shared as usize,
            )
        } {
            Ok(()) => Ok(u64::try_from(count).unwrap_or(0) * u64::from(limits.multiprocessors)),
            // The driver's own count is exact; ours serves where it has none.
            Err(Error::Unsupported { .. }) => {
                Ok(limits.cooperative_limit(self.needs(), threads, launch.dynamic_shared))
            }
            Err(error) if error.code() == Some(code::INVALID_VALUE) => Ok(0),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_lie_as_c_lays_a_structure() {
        let arguments = Arguments::new()
            .with(1u8)
            .with_address(0x1_0000)
            .with(2i32)
            .with_bytes(&[1, 2, 3, 4, 5, 6], 2)
            .with(0.5f32);
        assert_eq!(
            arguments.places(),
            [(0, 1), (8, 8), (16, 4), (20, 6), (28, 4)]
        );
        assert_eq!(arguments.bytes.len(), 32);
        assert_eq!(arguments.bytes[28..], 0.5f32.to_ne_bytes());
    }

    #[test]
    fn a_line_of_threads_gets_enough_blocks() {
        assert_eq!(Launch::linear(1000, 256).grid, [4, 1, 1]);
        assert_eq!(Launch::linear(0, 256).grid, [1, 1, 1]);
        assert_eq!(Launch::linear(1024, 256).blocks(), 4);
    }

    #[test]
    #[should_panic(expected = "an alignment of 3")]
    fn alignments_are_powers_of_two() {
        let _ = Arguments::new().with_bytes(&[1, 2, 3], 3);
    }
}
