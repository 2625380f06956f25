//! One launch on a device: arguments, the launch itself, totals and errors.
//!
//! *Invariant:* the host goes on without waiting unless the kernel has totals or can fail.

use nvrtc_bridge::{Arguments, DeviceMemory, Error, Function, Launch};
use quasar_abi::{ArgumentClass, ArrayHeader, DeviceArray, DeviceError, DeviceLaunch, KernelView};

use super::{Gpu, Wish, device_for, failure, locked, schedule, shape};
use crate::error::Raised;
use crate::residence;

/// Bytes of a slot.
const SLOT: usize = 8;

/// What a device has made of a launch.
pub(crate) enum Outcome {
    /// It ran there.
    Done,
    /// It did not; the processor shall run it.
    NotTaken,
}

/// A launch that has come to nothing.
enum Stopped {
    /// There is too little memory, or an array that cannot leave the host.
    NotTaken,
    /// The device has failed.
    Device(Error),
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Stopped {
        match error.is_out_of_memory() {
            true => Stopped::NotTaken,
            false => Stopped::Device(error),
        }
    }
}

/// Runs a kernel on a device, if it is to run there; totals go to `out`. `cost` is the estimated time on one processor, in nanoseconds.
///
/// # Errors
/// What a position has raised; a device that must be used and cannot be.
///
/// # Safety
/// The slots are those of a launch of the kernel.
pub(crate) unsafe fn run(
    kernel: KernelView<'_>,
    slots: *const u64,
    cost: i64,
    out: &mut [u64],
) -> Result<Outcome, Raised> {
    if super::wish() == Wish::Auto && kernel.header().group == 0 {
        // SAFETY: by contract.
        let missing = unsafe { residence::missing_on_device(kernel, slots) };
        if !schedule::is_sooner_on_gpu(cost, i64::from(crate::launch::thread_count()), missing) {
            return Ok(Outcome::NotTaken);
        }
    }
    let Some(gpu) = device_for(kernel).map_err(failure::of_device)? else {
        return Ok(Outcome::NotTaken);
    };
    let function = match gpu.kernels() {
        Ok(kernels) => kernels.function(kernel.symbol().expect("it has a text")),
        Err(reason) if super::wish().is_explicit() => return Err(failure::of_device(reason)),
        Err(_) => return Ok(Outcome::NotTaken),
    };
    let function = function.map_err(failure::of_device)?;
    let _turn = locked(&gpu.turn);
    let launching = Launching {
        gpu,
        kernel,
        function,
        slots,
    };
    // SAFETY: by contract.
    match unsafe { launching.run(out) } {
        Ok(error) => failure::raised(&error).map(|()| Outcome::Done),
        Err(Stopped::NotTaken) => Ok(Outcome::NotTaken),
        Err(Stopped::Device(error)) => Err(failure::of_device(error)),
    }
}

struct Launching<'a> {
    gpu: &'static Gpu,
    kernel: KernelView<'a>,
    function: &'static Function,
    slots: *const u64,
}

/// The bytes of a structure that is plain numbers without gaps.
fn bytes<T: Copy>(value: &T) -> &[u8] {
    // SAFETY: the structures that host and device share have no gaps (`quasar_abi` tests it).
    unsafe { std::slice::from_raw_parts((&raw const *value).cast(), size_of::<T>()) }
}

impl Launching<'_> {
    /// # Safety
    /// The slots are those of a launch of the kernel.
    unsafe fn run(&self, out: &mut [u64]) -> Result<DeviceError, Stopped> {
        // SAFETY: by contract.
        let extents = unsafe { self.extents() };
        let wide: Vec<u64> = extents.iter().map(|extent| *extent as u64).collect();
        let header = self.kernel.header();
        let mut launch = match header.group {
            0 => shape::of(&wide, !out.is_empty()),
            // SAFETY: by contract.
            _ => shape::of_blocks(&wide, &unsafe { self.block() }),
        };
        let threads: u32 = launch.block.iter().product();
        let shared = match u32::try_from(header.shared) {
            Ok(bytes) => bytes,
            Err(_) => self.gpu.largest_shared(self.function)?,
        };
        launch.dynamic_shared = shared.max(threads * header.shared_per_thread as u32);
        launch.cooperative = header.cooperative != 0;
        let blocks: usize = launch.grid.iter().map(|count| *count as usize).product();
        let partials = self.scratch(blocks * out.len())?;
        let mut given = [1; 4];
        for (place, extent) in given.iter_mut().zip(&extents) {
            *place = *extent as i32;
        }
        let first = DeviceLaunch {
            extents: given,
            error: self.gpu.error.address(),
            partials: partials.as_ref().map_or(0, DeviceMemory::address),
        };
        let arguments = Arguments::new().with_bytes(bytes(&first), align_of::<DeviceLaunch>());
        // SAFETY: by contract.
        let arguments = unsafe { self.arguments(arguments) }?;
        let raises = self.kernel.header().raises != 0;
        if raises {
            let whole = 0..size_of::<DeviceError>();
            self.gpu.error.fill_async(whole, 0, &self.gpu.stream)?;
        }
        // SAFETY: the arguments are those of the text: the compiler has written both from one list of parameters.
        unsafe { self.function.launch(&self.gpu.stream, &launch, &arguments) }?;
        // SAFETY: by contract.
        unsafe { residence::after_device_launch(self.kernel, self.slots) };
        if let Some(partials) = partials {
            self.totals(&partials, blocks, out)?;
        }
        if raises { self.error() } else { Ok(NO_ERROR) }
    }

    /// The extents, outermost first.
    ///
    /// # Safety
    /// The slots are those of a launch of the kernel.
    unsafe fn extents(&self) -> Vec<i64> {
        let rank = self.kernel.header().rank as usize;
        // SAFETY: the first slots are the extents.
        (0..rank)
            .map(|number| unsafe { *self.slots.add(number) } as i64)
            .collect()
    }

    /// The extents of a block, outermost first, of a kernel whose threads act together.
    ///
    /// # Safety
    /// The slots are those of a launch of the kernel.
    unsafe fn block(&self) -> Vec<u32> {
        let header = self.kernel.header();
        let rank = header.rank as usize;
        let first = rank + header.group as usize - 1 + rank;
        // SAFETY: behind the extents of the launch the arguments have those of a block, as `int`.
        (0..rank)
            .map(|number| unsafe { *self.slots.add(first + number) } as u32)
            .collect()
    }

    /// Memory for so many slots, if any.
    fn scratch(&self, slots: usize) -> Result<Option<DeviceMemory>, Error> {
        match slots {
            0 => Ok(None),
            slots => self.gpu.stream.allocate(slots * SLOT).map(Some),
        }
    }

    /// The arguments behind the first; arrays go to the device.
    ///
    /// # Safety
    /// The slots are those of a launch of the kernel.
    unsafe fn arguments(&self, mut arguments: Arguments) -> Result<Arguments, Stopped> {
        let rank = self.kernel.header().rank as usize;
        for (number, parameter) in self.kernel.parameters().iter().enumerate() {
            // SAFETY: behind the extents lies a slot for each parameter.
            let slot = unsafe { *self.slots.add(rank + number) };
            let class = ArgumentClass::from_code(parameter.class).expect("a known class");
            arguments = match class {
                ArgumentClass::Bool => arguments.with(slot as u8),
                ArgumentClass::I32 => arguments.with(slot as i32),
                ArgumentClass::F32 => arguments.with(f32::from_bits(slot as u32)),
                ArgumentClass::I64 => arguments.with(slot as i64),
                ArgumentClass::F64 => arguments.with(f64::from_bits(slot)),
                ArgumentClass::Shared => arguments,
                ArgumentClass::Array => {
                    // SAFETY: the slot of an array holds a live one.
                    let header = unsafe { &*(slot as *const ArrayHeader) };
                    let array = self.array(header)?;
                    arguments.with_bytes(bytes(&array), align_of::<DeviceArray>())
                }
            };
        }
        Ok(arguments)
    }

    /// An array as the kernel sees it.
    fn array(&self, header: &ArrayHeader) -> Result<DeviceArray, Stopped> {
        let data = residence::on_device(header, self.gpu)?.ok_or(Stopped::NotTaken)?;
        Ok(DeviceArray {
            data,
            numel: header.numel,
            dims: header.dims.map(|extent| extent as i32),
        })
    }

    /// Combines what the blocks have accumulated, and waits for it.
    fn totals(
        &self,
        partials: &DeviceMemory,
        blocks: usize,
        out: &mut [u64],
    ) -> Result<(), Stopped> {
        let name = format!("{}_total", self.kernel.symbol().expect("it has a text"));
        let kernels = self.gpu.kernels().expect("the kernel comes from them");
        let combine = kernels.function(&name)?;
        let totals = self.gpu.stream.allocate(out.len() * SLOT)?;
        let arguments = Arguments::new()
            .with_address(partials.address())
            .with(blocks as i32)
            .with_address(totals.address());
        // SAFETY: the arguments are those of the text.
        unsafe { combine.launch(&self.gpu.stream, &Launch::linear(1, 1), &arguments) }?;
        self.gpu.stream.synchronize()?;
        let mut found = vec![0u8; out.len() * SLOT];
        totals.read(0, &mut found)?;
        for (place, bytes) in out.iter_mut().zip(found.chunks(SLOT)) {
            *place = u64::from_ne_bytes(bytes.try_into().expect("a whole slot"));
        }
        Ok(())
    }

    /// The first error, when all positions have ended.
    fn error(&self) -> Result<DeviceError, Stopped> {
        self.gpu.stream.synchronize()?;
        let mut bytes = [0u8; size_of::<DeviceError>()];
        self.gpu.error.read(0, &mut bytes)?;
        // SAFETY: the structure is plain numbers; any bits are one.
        Ok(unsafe { std::ptr::read_unaligned(bytes.as_ptr().cast()) })
    }
}

/// What a kernel leaves that has not failed.
const NO_ERROR: DeviceError = DeviceError {
    status: 0,
    location: 0,
    text: -1,
    dimension: 0,
    index: 0,
    size: 0,
};
