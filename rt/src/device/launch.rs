//! One launch on a device: arguments, the launch itself, totals and errors.
//!
//! *Invariant:* the host goes on without waiting unless the kernel has totals or can fail.

use nvrtc_bridge::{Arguments, DeviceMemory, Error, Function, Launch};
use quasar_abi::{
    ArgumentClass, CachePreference, DeviceArray, DeviceError, DeviceLaunch, KernelView,
};

use super::memory_spaces::{self, Elsewhere};
use super::schedule::Estimate;
use super::timeline::Told;
use super::{Gpu, Machine, Wish, choice, configuration, failure, locked, machine_for, tell};
use crate::device::coherence;
use crate::process::description;
use crate::process::error::Raised;
use crate::process::trace::{self, Category, Property, Row};
use crate::processor::uses::{Use, lacks_elements, uses};

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
    /// An array cannot leave the host, or the device cannot run such a launch.
    NotTaken,
    /// There is too little memory, and nothing was launched.
    NoMemory,
    /// The device has failed.
    Device(Error),
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Stopped {
        match error.is_out_of_memory() {
            true => Stopped::NoMemory,
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
    if kernel.symbol().is_none() || super::wish() == Wish::Processor {
        return Ok(Outcome::NotTaken);
    }
    let is_chosen = kernel.header().group != 0 || kernel.header().wants_gpu != 0;
    let takes_estimate = super::wish().is_open() && !is_chosen;
    let threads = i64::from(crate::processor::machine::thread_count());
    // Most launches are so small that they would stay even if all arrays were there; nobody looks where these are.
    let is_small = || !Estimate::of(cost, threads, 0).prefers_gpu();
    if takes_estimate && is_small() && !super::is_told() {
        return Ok(Outcome::NotTaken);
    }
    // SAFETY: the caller vouches for the slots of a launch of the kernel (see `processor::uses`).
    if unsafe { lacks_elements(kernel, slots) } {
        // The processor tells what is wrong with a position that reads there.
        return Ok(Outcome::NotTaken);
    }
    // SAFETY: as before.
    let uses: Vec<Use<'_>> = unsafe { uses(kernel, slots) }.collect();
    if takes_estimate {
        let missing = coherence::bytes_of(&uses) - coherence::resident_bytes(&uses, None);
        let estimate = Estimate::of(cost, threads, missing as i64);
        estimate.tell(kernel.name());
        if !estimate.prefers_gpu() {
            return Ok(Outcome::NotTaken);
        }
    }
    let Some(machine) = machine_for(kernel).map_err(failure::of_device)? else {
        return Ok(Outcome::NotTaken);
    };
    let Some((gpu, function)) = kernel_on(machine, kernel, &uses, cost)? else {
        return Ok(Outcome::NotTaken);
    };
    let _turn = locked(&gpu.turn);
    let launching = Launching {
        gpu,
        kernel,
        function,
        slots,
        kept: coherence::keys(&uses),
        uses,
    };
    // SAFETY: the caller vouches for the slots, which `launching` has kept as they are.
    let ended = unsafe { launching.run_with_room(out) };
    if super::unified::is_on() {
        // Memory of the launch that goes back in the order of its stream is work too, and the host may touch no array before it is done.
        gpu.context.synchronize().map_err(failure::of_device)?;
    }
    match ended {
        Ok(error) => failure::raised(&error).map(|()| Outcome::Done),
        Err(Stopped::NotTaken | Stopped::NoMemory) => Ok(Outcome::NotTaken),
        // What the launch would have written counts as written where it has begun: who reads it is told that it is lost.
        Err(Stopped::Device(error)) if super::gives_up(&error) => Ok(Outcome::NotTaken),
        Err(Stopped::Device(error)) => Err(failure::of_device(error)),
    }
}

/// The device for work on these arrays that would take one thread of the processor so many nanoseconds.
pub(super) fn device_for(
    machine: &'static Machine,
    uses: &[Use<'_>],
    cost: i64,
) -> Result<&'static Gpu, &'static str> {
    let count = match super::unified::is_on() {
        true => 1,
        false => machine.devices.len(),
    };
    let all = coherence::bytes_of(uses);
    let side = |device| choice::Side {
        missing: (all - coherence::resident_bytes(uses, Some(device))) as i64,
        is_needed: coherence::is_waited_for(uses, device),
    };
    let sides: Vec<choice::Side> = (0..count).map(side).collect();
    machine.gpu(choice::device(&sides, cost))
}

/// The device for a launch with the kernel's code there; none: the processor runs it.
fn kernel_on(
    machine: &'static Machine,
    kernel: KernelView<'_>,
    uses: &[Use<'_>],
    cost: i64,
) -> Result<Option<(&'static Gpu, &'static Function)>, Raised> {
    let gpu = device_for(machine, uses, cost).map_err(failure::of_device)?;
    let kernels = match gpu.kernels() {
        Ok(kernels) => kernels,
        Err(unbuilt) if super::wish().is_explicit() && !unbuilt.out_of_memory => {
            return Err(failure::of_device(&unbuilt.reason));
        }
        Err(_) => return Ok(None),
    };
    let cache = CachePreference::from_code(kernel.header().cache).expect("a known preference");
    match kernels.function(kernel.symbol().expect("it has a text"), cache) {
        Ok(function) => Ok(Some((gpu, function))),
        Err(error) if error.is_out_of_memory() || super::gives_up(&error) => Ok(None),
        Err(error) => Err(failure::of_device(error)),
    }
}

struct Launching<'a> {
    gpu: &'static Gpu,
    kernel: KernelView<'a>,
    function: &'static Function,
    slots: *const u64,
    uses: Vec<Use<'a>>,
    /// The arrays that keep their memory while room is made.
    kept: Vec<usize>,
}

/// The bytes of a structure that is plain numbers without gaps.
fn bytes<T: Copy>(value: &T) -> &[u8] {
    // SAFETY: the structures that host and device share have no gaps (`quasar_abi` tests it).
    unsafe { std::slice::from_raw_parts((&raw const *value).cast(), size_of::<T>()) }
}

impl Launching<'_> {
    /// Runs the launch; while the device has too little memory for it, arrays that it does not use give theirs up.
    ///
    /// # Safety
    /// The slots are those of a launch of the kernel.
    unsafe fn run_with_room(&self, out: &mut [u64]) -> Result<DeviceError, Stopped> {
        let mut is_last_time = false;
        loop {
            // SAFETY: the caller vouches for the slots of this launch.
            let result = unsafe { self.run(out) };
            if result.is_err() {
                coherence::not_launched(&self.uses, self.gpu);
            }
            match result {
                Err(Stopped::NoMemory) if is_last_time => {
                    let (file, line) = description::place(self.kernel.header().location);
                    tell(|| {
                        format!(
                            "device {} has too little memory for '{}' ({file}:{line})",
                            self.gpu.number,
                            self.kernel.name()
                        )
                    });
                    return Err(Stopped::NoMemory);
                }
                Err(Stopped::NoMemory) => {
                    is_last_time = !self.gpu.make_room(&self.kept).map_err(Stopped::Device)?;
                }
                other => return other,
            }
        }
    }

    /// Runs the launch.
    ///
    /// # Safety
    /// The slots are those of a launch of the kernel.
    unsafe fn run(&self, out: &mut [u64]) -> Result<DeviceError, Stopped> {
        // SAFETY: the caller vouches for the slots of this launch.
        let launch = unsafe { self.shape(!out.is_empty()) }?;
        self.admit(&launch)?;
        let blocks: usize = launch.grid.iter().map(|count| *count as usize).product();
        let marks = coherence::marks(&self.uses, self.gpu);
        let lane = match memory_spaces::fills_constants(self.kernel) {
            // There is one constant memory: whoever fills it does so behind those that have used it.
            true => memory_spaces::CONSTANTS_LANE,
            false => self.gpu.lanes.choose(self.gpu.number, &marks),
        };
        // All memory comes first: behind the launch there is no way back.
        let scratch = self.scratch(blocks, out.len(), lane)?;
        // SAFETY: the caller vouches for the slots of this launch.
        let arguments = unsafe { self.arguments(scratch.as_ref(), lane) }?;
        let stream = self.gpu.lanes.stream(lane);
        let raises = self.kernel.header().raises_on_gpu != 0;
        if raises {
            let whole = 0..size_of::<DeviceError>();
            let error = self.gpu.error(&self.kept)?;
            error.fill_async(whole, 0, stream)?;
        }
        let work = self.gpu.timeline.begin(stream);
        // SAFETY: the arguments are those of the text: the compiler has written both from one list of parameters.
        let launched = unsafe { self.function.launch(stream, &launch, &arguments) };
        launched.map_err(|error| self.not_started(error))?;
        self.told(work, &launch, lane);
        let mark = self.gpu.mark(lane).map_err(Stopped::Device)?;
        coherence::launched(&self.uses, self.gpu, &mark);
        if let Some(scratch) = scratch {
            self.totals(&scratch, blocks, lane, out)
                .map_err(Stopped::Device)?;
        } else if super::unified::is_on() && !raises {
            self.wait(lane, "unified").map_err(Stopped::Device)?;
        }
        match raises {
            true => self.error(lane).map_err(Stopped::Device),
            false => Ok(NO_ERROR),
        }
    }

    /// Blocks, threads and shared memory.
    ///
    /// # Safety
    /// The slots are those of a launch of the kernel.
    unsafe fn shape(&self, has_accumulators: bool) -> Result<Launch, Stopped> {
        // SAFETY: the caller vouches for the slots of this launch.
        let extents = unsafe { self.extents() };
        let mut wide: Vec<u64> = extents.iter().map(|extent| *extent as u64).collect();
        let header = self.kernel.header();
        if let Some(extent) = wide.get_mut(header.tile_dimension as usize) {
            *extent = extent.div_ceil(header.tile.max(1) as u64);
        }
        if let Some(extent) = wide.get_mut(header.column_dimension as usize) {
            *extent = configuration::columns(*extent, header.columns.max(1) as u64);
        }
        let mut launch = match header.group {
            0 => {
                let width = u32::try_from(header.block_width).unwrap_or(0);
                configuration::of(&wide, has_accumulators, (width > 0).then_some(width))
            }
            // SAFETY: the caller vouches for the slots of this launch.
            _ => configuration::of_blocks(&wide, &unsafe { self.block() }),
        };
        if header.has_private_arrays != 0 {
            launch = configuration::with_few_blocks(launch, &wide);
        }
        let threads: u32 = launch.block.iter().product();
        let shared = match u32::try_from(header.shared) {
            Ok(bytes) => bytes,
            Err(_) => self.gpu.largest_shared(self.function)?,
        };
        launch.dynamic_shared = shared.max(threads * header.shared_per_thread as u32);
        launch.cooperative = header.cooperative != 0;
        Ok(launch)
    }

    /// Asks whether the device can run the launch: the block, and whether the grid waits as a whole, are what the program says.
    fn admit(&self, launch: &Launch) -> Result<(), Stopped> {
        if self.kernel.header().group == 0 {
            return Ok(());
        }
        match self.function.prepare(launch)? {
            None => Ok(()),
            Some(reason) => {
                self.tell_refusal(&reason);
                Err(Stopped::NotTaken)
            }
        }
    }

    /// What becomes of a launch that did not begin: the processor can run it, unless the device has failed.
    fn not_started(&self, error: Error) -> Stopped {
        if !error.is_refused_launch() {
            return Stopped::from(error);
        }
        self.tell_refusal(&error.to_string());
        Stopped::NotTaken
    }

    fn tell_refusal(&self, reason: &str) {
        let (file, line) = description::place(self.kernel.header().location);
        tell(|| {
            format!(
                "device {} cannot run '{}' ({file}:{line}): {reason}",
                self.gpu.number,
                self.kernel.name()
            )
        });
    }

    /// Tells the trace of the launch.
    fn told(&self, work: super::timeline::Work, launch: &Launch, lane: usize) {
        let count = |shape: [u32; 3]| shape.iter().map(|count| u64::from(*count)).product::<u64>();
        let told = Told {
            category: Category::Launch,
            name: self.kernel.name(),
            location: self.kernel.header().location,
            properties: &[
                ("blocks", Property::Number(count(launch.grid))),
                ("threads", Property::Number(count(launch.block))),
                ("device", Property::Number(self.gpu.number as u64)),
                ("stream", Property::Number(lane as u64)),
            ],
        };
        let row = (self.gpu.number, lane);
        let stream = self.gpu.lanes.stream(lane);
        self.gpu.timeline.end(work, stream, row, &told);
    }

    /// Waits for what is in a lane, because the launch gives the program something.
    fn wait(&self, lane: usize, what: &str) -> Result<(), Error> {
        let began = trace::begin();
        self.gpu.lanes.stream(lane).synchronize()?;
        began.device(
            Row::Thread,
            Category::Wait,
            what,
            self.kernel.header().location,
            &[("device", Property::Number(self.gpu.number as u64))],
        );
        Ok(())
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

    /// Memory for what the blocks accumulate, and behind that for the totals; none without accumulators.
    fn scratch(
        &self,
        blocks: usize,
        totals: usize,
        lane: usize,
    ) -> Result<Option<DeviceMemory>, Error> {
        match totals {
            0 => Ok(None),
            totals => {
                let slots = (blocks + 1) * totals;
                self.gpu.allocate(slots * SLOT, lane, &self.kept).map(Some)
            }
        }
    }

    /// The arguments; arrays go to the device.
    ///
    /// # Safety
    /// The slots are those of a launch of the kernel.
    unsafe fn arguments(
        &self,
        scratch: Option<&DeviceMemory>,
        lane: usize,
    ) -> Result<Arguments, Stopped> {
        // SAFETY: the caller vouches for the slots of this launch.
        let extents = unsafe { self.extents() };
        let mut given = [1; 4];
        for (place, extent) in given.iter_mut().zip(&extents) {
            *place = (*extent).max(0) as i32;
        }
        let first = DeviceLaunch {
            extents: given,
            error: self.gpu.error(&self.kept)?.address(),
            partials: scratch.map_or(0, DeviceMemory::address),
        };
        let mut arguments = Arguments::new().with_bytes(bytes(&first), align_of::<DeviceLaunch>());
        let mut elsewhere = Elsewhere::new(self.gpu, lane, self.kernel, &self.uses);
        let mut uses = self.uses.iter().peekable();
        for (number, parameter) in self.kernel.parameters().iter().enumerate() {
            // SAFETY: behind the extents lies a slot for each parameter.
            let slot = unsafe { *self.slots.add(extents.len() + number) };
            let class = ArgumentClass::from_code(parameter.class).expect("a known class");
            arguments = match class {
                ArgumentClass::Bool => arguments.with(slot as u8),
                ArgumentClass::I32 => arguments.with(slot as i32),
                ArgumentClass::F32 => arguments.with(f32::from_bits(slot as u32)),
                ArgumentClass::I64 => arguments.with(slot as i64),
                ArgumentClass::F64 => arguments.with(f64::from_bits(slot)),
                ArgumentClass::Shared => arguments,
                ArgumentClass::Array => {
                    let one = uses.next_if(|one| one.parameter == number);
                    let one = one.expect("each array has its use");
                    let array = self.array(one, lane)?;
                    let arguments = arguments.with_bytes(bytes(&array), align_of::<DeviceArray>());
                    match elsewhere.second(one, array.data)? {
                        Some(second) => arguments.with(second),
                        None => arguments,
                    }
                }
            };
        }
        Ok(arguments)
    }

    /// An array as the kernel sees it.
    fn array(&self, one: &Use<'_>, lane: usize) -> Result<DeviceArray, Stopped> {
        let location = self.kernel.header().location;
        let data = coherence::on_device(one, self.gpu, lane, &self.kept, location)?;
        Ok(DeviceArray {
            data: data.ok_or(Stopped::NotTaken)?,
            numel: one.header.numel,
            dims: one.header.dims.map(|extent| extent as i32),
        })
    }

    /// Combines what the blocks have accumulated, and waits for it.
    fn totals(
        &self,
        scratch: &DeviceMemory,
        blocks: usize,
        lane: usize,
        out: &mut [u64],
    ) -> Result<(), Error> {
        let name = format!("{}_total", self.kernel.symbol().expect("it has a text"));
        let kernels = self.gpu.kernels().expect("the kernel comes from them");
        let combine = kernels.function(&name, CachePreference::None)?;
        let offset = blocks * out.len() * SLOT;
        let arguments = Arguments::new()
            .with_address(scratch.address())
            .with(blocks as i32)
            .with_address(scratch.address() + offset as u64);
        let stream = self.gpu.lanes.stream(lane);
        // SAFETY: the arguments are those of the text.
        unsafe { combine.launch(stream, &configuration::of_total(blocks, SLOT), &arguments) }?;
        self.wait(lane, "totals")?;
        let mut found = vec![0u8; out.len() * SLOT];
        scratch.read(offset, &mut found)?;
        for (place, bytes) in out.iter_mut().zip(found.chunks(SLOT)) {
            *place = u64::from_ne_bytes(bytes.try_into().expect("a whole slot"));
        }
        Ok(())
    }

    /// The first error, when all positions have ended.
    fn error(&self, lane: usize) -> Result<DeviceError, Error> {
        self.wait(lane, "error")?;
        let mut bytes = [0u8; size_of::<DeviceError>()];
        self.gpu.error(&self.kept)?.read(0, &mut bytes)?;
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
