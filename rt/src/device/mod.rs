//! Kernels on a GPU: whether there is one, and which launches it gets.
//!
//! Nothing is looked for before the first launch that could run there, unless `QC_DEVICE` asks for a GPU by name. What is missing is a
//! reason to use the processor, and an error only if `QC_DEVICE` leaves no choice.
//!
//! *Invariant:* a launch that a GPU does not take runs on the processor, with the same meaning.

mod algebra;
mod block;
mod callback;
mod choice;
pub(crate) mod coherence;
mod configuration;
mod failure;
mod fourier;
mod kernels;
mod launch;
mod libraries;
mod memory_spaces;
mod schedule;
mod settings;
mod streams;
mod textures;
mod timeline;
pub(crate) mod unified;

use std::ffi::OsStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use nvrtc_bridge::{
    Context, Device, DeviceMemory, Driver, Error, Function, PinnedMemory, Places, Stream,
};
use quasar_abi::{DeviceError, GpuProgram, KernelView};

use crate::process::rooms::Room;
use crate::process::standard_error::{is_reported, write_error_text};
use nvrtc_bridge::environment;

pub(crate) use algebra::algebra;
pub(crate) use block::{Block, Label};
pub(crate) use callback::call_behind;
pub(crate) use choice::device_select;
pub(crate) use fourier::{Gives, transform};
use kernels::{Kernels, Unbuilt};
pub(crate) use launch::{Outcome, run};
pub(crate) use libraries::{allow_libraries, blas_version, device_libraries_off};
pub(crate) use schedule::device_takes;
pub(crate) use settings::device_memory;
pub(crate) use streams::Mark;
pub(crate) use textures::{Newest, Textures};

/// What every launch needs of the driver. What is not here has an older way, or is missed before anything runs.
const NEEDED: &[&str] = &[
    "cuDriverGetVersion",
    "cuDeviceGetCount",
    "cuDeviceGet",
    "cuDeviceGetAttribute",
    "cuDevicePrimaryCtxRetain",
    "cuCtxSetCurrent",
    "cuCtxSynchronize",
    "cuMemAlloc_v2",
    "cuMemFree_v2",
    "cuMemcpyHtoD_v2",
    "cuMemcpyDtoH_v2",
    "cuMemcpyHtoDAsync_v2",
    "cuMemcpyDtoHAsync_v2",
    "cuMemsetD8Async",
    "cuStreamCreate",
    "cuStreamDestroy_v2",
    "cuStreamSynchronize",
    "cuStreamWaitEvent",
    "cuEventCreate",
    "cuEventDestroy_v2",
    "cuEventRecord",
    "cuEventSynchronize",
    "cuModuleLoadDataEx",
    "cuModuleGetFunction",
    "cuFuncGetAttribute",
    "cuLaunchKernel",
    "cuLaunchCooperativeKernel",
];
/// Free memory of the device that its pool keeps for the next array.
const KEPT_BYTES: u64 = 1 << 30;

/// Where launches shall run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Wherever they end first.
    Auto,
    /// On the processor.
    Processor,
    /// The same with the emulated GPU in the place of NVIDIA's.
    AutoEmulated,
    /// On NVIDIA's GPU.
    Gpu,
    /// On the emulated GPU.
    Emulated,
}

impl Wish {
    /// What `QC_DEVICE` says; `apart` is for tests, see `coherence`.
    fn parse(text: Option<&OsStr>) -> Option<Wish> {
        match text.unwrap_or_default().to_str()? {
            "" | "auto" => Some(Wish::Auto),
            "auto-emu" => Some(Wish::AutoEmulated),
            "cpu" | "apart" => Some(Wish::Processor),
            "gpu" => Some(Wish::Gpu),
            "emu" => Some(Wish::Emulated),
            _ => None,
        }
    }

    fn is_explicit(self) -> bool {
        match self {
            Wish::Gpu | Wish::Emulated => true,
            Wish::Auto | Wish::AutoEmulated | Wish::Processor => false,
        }
    }

    /// Whether the estimate chooses.
    fn is_open(self) -> bool {
        match self {
            Wish::Auto | Wish::AutoEmulated => true,
            Wish::Processor | Wish::Gpu | Wish::Emulated => false,
        }
    }
}

fn wish() -> Wish {
    static WISH: OnceLock<Wish> = OnceLock::new();
    *WISH.get_or_init(|| {
        let text = environment::variable("QC_DEVICE");
        Wish::parse(text.as_deref()).unwrap_or(Wish::Processor)
    })
}

/// What the program carries for GPUs.
static CARRIED: OnceLock<GpuProgram<'static>> = OnceLock::new();

/// Tells what the program carries for GPUs, before it starts. Bytes that are no text are nothing.
pub fn set_text(bytes: &'static [u8]) {
    if let Some(carried) = GpuProgram::read(bytes) {
        // A second program of the same process would be one of the interpreter's, which launches nothing here.
        let _ = CARRIED.set(carried);
    }
}

/// Whether there are kernels for GPUs at all.
fn has_text() -> bool {
    CARRIED
        .get()
        .is_some_and(|carried| !carried.text.is_empty())
}

/// Whether `QC_REPORT=gpu` asks what becomes of launches.
fn is_told() -> bool {
    is_reported("gpu")
}

/// Tells on standard error what became of a GPU, and what its memory had no room for, if `QC_REPORT=gpu` asks for it.
fn tell(what: impl FnOnce() -> String) {
    if is_told() {
        write_error_text(&format!("gpu: {}\n", what()));
    }
}

/// Whether the variables about devices can be understood.
///
/// # Errors
/// The text of the error.
pub(crate) fn check(wished: Option<&OsStr>) -> Result<(), String> {
    let text = wished.unwrap_or_default().to_string_lossy();
    if Wish::parse(wished).is_none() {
        return Err(format!(
            "QC_DEVICE must be auto, cpu, gpu, emu or auto-emu, not '{text}'"
        ));
    }
    settings::check()
}

/// What a program with anything for a GPU does at its start and at its end.
pub(crate) static ROOM: Room = Room {
    start,
    end: finish_trace,
    ..Room::QUIET
};

/// Whether kernels can run where `QC_DEVICE` wants them: a wish that cannot be met is an error, not another device.
///
/// # Errors
/// The text of the error.
fn start() -> Result<(), String> {
    coherence::install();
    if !wish().is_explicit() {
        return Ok(());
    }
    let text = environment::variable("QC_DEVICE").unwrap_or_default();
    let text = text.to_string_lossy();
    match gpu() {
        Ok(_) => Ok(()),
        Err(reason) => Err(format!("QC_DEVICE={text}: {reason}")),
    }
}

/// A device that launches can run on.
pub(crate) struct Gpu {
    /// Its place among the devices, from 0.
    number: usize,
    context: Context,
    lanes: streams::Lanes,
    timeline: timeline::Timeline,
    staging: Mutex<block::Staging>,
    /// Pinned memory for launches that this device calls.
    spare_pieces: Mutex<Vec<PinnedMemory>>,
    /// Where kernels leave their first error.
    error: OnceLock<DeviceMemory>,
    /// The kernels of the program, once they were needed.
    program: OnceLock<Result<Kernels, Unbuilt>>,
    /// One launch at a time.
    turn: Mutex<()>,
}

/// The devices of the driver. Each is opened when it is used first.
struct Machine {
    devices: Vec<(Device, OnceLock<Result<Gpu, String>>)>,
}

/// The devices, or why there are none, once somebody has asked.
static MACHINE: OnceLock<Result<Machine, String>> = OnceLock::new();

/// Whether a device has failed: what it had is lost, and every later call would fail. The program goes on without any.
static LOST: AtomicBool = AtomicBool::new(false);

/// Whether a device has failed.
fn is_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// Gives up all devices for an error after which theirs is of no use, unless the program must have it. Whether that is so.
fn gives_up(error: &Error) -> bool {
    if !error.is_lost_context() || !wish().is_open() {
        return false;
    }
    if !LOST.swap(true, Ordering::Relaxed) {
        tell(|| format!("it has failed, and the processor goes on: {error}"));
    }
    true
}

/// The devices, or why there are none.
fn machine() -> Result<&'static Machine, &'static str> {
    ROOM.is_linked();
    if is_lost() {
        return Err("the GPU has failed");
    }
    let find = || {
        let found = Machine::find(wish());
        if let Err(reason) = &found {
            tell(|| format!("none: {reason}"));
        }
        found
    };
    MACHINE.get_or_init(find).as_ref().map_err(String::as_str)
}

impl Machine {
    fn find(wish: Wish) -> Result<Machine, String> {
        let places = Places::of_this_process();
        let driver = match wish {
            Wish::Emulated | Wish::AutoEmulated => Driver::find_emulated(&places),
            Wish::Auto | Wish::Gpu => Driver::find(&places),
            Wish::Processor => return Err("the processor is asked for".to_string()),
        };
        let driver = driver.map_err(|absent| absent.to_string())?;
        if let Some(missing) = NEEDED.iter().find(|symbol| !driver.has(symbol)) {
            return Err(format!("the CUDA driver is too old: it has no {missing}"));
        }
        let devices = driver.devices().map_err(|error| error.to_string())?;
        if devices.is_empty() {
            return Err("the driver has no device".to_string());
        }
        let closed = devices.into_iter().map(|device| (device, OnceLock::new()));
        Ok(Machine {
            devices: closed.collect(),
        })
    }

    /// A device; the first one where that one cannot be used.
    fn gpu(&'static self, number: usize) -> Result<&'static Gpu, &'static str> {
        let (device, opened) = &self.devices[number];
        let alone = self.devices.len() == 1;
        let gpu = opened.get_or_init(|| {
            let found = Gpu::open(device, number, alone);
            tell(|| match &found {
                Ok(gpu) => gpu.description(),
                Err(reason) => format!("none: {reason}"),
            });
            found
        });
        match gpu {
            Ok(gpu) => Ok(gpu),
            Err(_) if number > 0 => self.gpu(0),
            Err(reason) => Err(reason),
        }
    }

    /// The devices that were used.
    fn opened(&'static self) -> impl Iterator<Item = &'static Gpu> {
        let opened = self.devices.iter().filter_map(|(_, opened)| opened.get());
        opened.filter_map(|gpu| gpu.as_ref().ok())
    }
}

/// Whether a driver has answered so far.
pub(crate) fn is_found() -> bool {
    !is_lost() && matches!(MACHINE.get(), Some(Ok(_)))
}

/// The first device, or why there is none.
fn gpu() -> Result<&'static Gpu, &'static str> {
    machine()?.gpu(0)
}

/// Tells the trace of the program what its GPUs have done by now.
fn finish_trace() {
    if let Some(Ok(machine)) = MACHINE.get() {
        machine.opened().for_each(|gpu| gpu.timeline.settle());
    }
}

/// Tells that an array has given up its memory.
pub(crate) fn report_eviction(gpu: &Gpu, bytes: u64) {
    tell(|| {
        format!(
            "an array gives up {bytes} bytes of device {} for others",
            gpu.number
        )
    });
}

impl Gpu {
    fn open(device: &Device, number: usize, alone: bool) -> Result<Gpu, String> {
        let text = |error: Error| error.to_string();
        let context = device.context().map_err(text)?;
        context.keep_free_memory(KEPT_BYTES).map_err(text)?;
        Ok(Gpu {
            number,
            lanes: streams::Lanes::new(&context, settings::streams(), alone).map_err(text)?,
            timeline: timeline::Timeline::default(),
            staging: Mutex::default(),
            spare_pieces: Mutex::default(),
            error: OnceLock::new(),
            context,
            program: OnceLock::new(),
            turn: Mutex::new(()),
        })
    }

    /// Its place among the devices, from 0.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// The stream of a lane.
    fn stream(&self, lane: usize) -> &Stream {
        self.lanes.stream(lane)
    }

    /// Marks the end of what is in a lane by now.
    ///
    /// # Errors
    /// The device has failed.
    pub(crate) fn mark(&self, lane: usize) -> Result<Mark, Error> {
        self.lanes.mark(self.number, lane)
    }

    /// Memory in the order of a lane. While there is too little, arrays that nobody needs at once give theirs up, but for the `kept` ones.
    ///
    /// # Errors
    /// There is too little all the same, or the device has failed.
    pub(crate) fn allocate(
        &self,
        bytes: usize,
        lane: usize,
        kept: &[usize],
    ) -> Result<DeviceMemory, Error> {
        let mut is_last_time = false;
        loop {
            match self.lanes.stream(lane).allocate(bytes) {
                Err(error) if error.is_out_of_memory() && !is_last_time => {
                    is_last_time = !self.make_room(kept)?;
                }
                other => return other,
            }
        }
    }

    /// Lets the array that was not used for the longest time give up its memory. False: there is none, and all that was free before is free
    /// for every purpose now.
    fn make_room(&self, kept: &[usize]) -> Result<bool, Error> {
        let gave = coherence::evict(self, kept);
        // What was freed in the order of a lane is free when the lane has come to it.
        self.context.synchronize()?;
        if !gave {
            self.context.release_free_memory()?;
        }
        Ok(gave)
    }

    /// Where kernels leave their first error.
    fn error(&self, kept: &[usize]) -> Result<&DeviceMemory, Error> {
        if let Some(error) = self.error.get() {
            return Ok(error);
        }
        let memory = self.allocate(size_of::<DeviceError>(), 0, kept)?;
        // From here on all lanes may use it.
        self.lanes.stream(0).synchronize()?;
        Ok(self.error.get_or_init(|| memory))
    }

    /// The most dynamic shared memory that a launch of the kernel may have.
    fn largest_shared(&self, function: &Function) -> Result<u32, Error> {
        let limits = self.context.limits()?;
        let needs = function.needs();
        Ok(limits.usual_shared.saturating_sub(needs.static_shared))
    }

    /// The kernels of the program, compiled when they are asked for first.
    fn kernels(&self) -> Result<&Kernels, &Unbuilt> {
        let build = || {
            let built = match CARRIED.get() {
                Some(carried) => Kernels::of(&self.context, self.number, carried),
                None => Err(Unbuilt::because("the program has no kernels for GPUs")),
            };
            if let Err(unbuilt) = &built {
                tell(|| format!("no kernels: {}", unbuilt.reason));
            }
            built
        };
        self.program.get_or_init(build).as_ref()
    }

    /// Which device it is, and with what driver.
    fn description(&self) -> String {
        let device = self.context.device();
        let name = device.name().unwrap_or_default();
        let capability = device.capability().unwrap_or_default();
        let driver = self.context.driver().version().unwrap_or_default();
        format!(
            "{name}, compute capability {}.{}, driver for CUDA {}.{}",
            capability.0, capability.1, driver.0, driver.1
        )
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The row of that name.
pub(crate) fn device_takes_groups() -> i32 {
    // A device that has no room for the place of an error has none for a launch.
    let usable = || gpu().is_ok_and(|gpu| gpu.kernels().is_ok() && gpu.error(&[]).is_ok());
    i32::from(has_text() && wish() != Wish::Processor && usable())
}

/// The row of that name.
pub(crate) fn device_count() -> i32 {
    let devices = || machine().map_or(0, |machine| machine.devices.len());
    match has_text() && wish() != Wish::Processor {
        true => i32::try_from(devices()).unwrap_or(i32::MAX),
        false => 0,
    }
}

/// Whether launches may go to a device: then they stay whole, as the device's text has them.
pub(crate) fn may_take_launches() -> bool {
    wish().is_explicit() || device_takes_groups() != 0
}

/// The devices that a launch may run on; none if it is for the processor.
///
/// # Errors
/// The reason why a device that must be used cannot be.
fn machine_for(kernel: KernelView<'_>) -> Result<Option<&'static Machine>, &'static str> {
    if kernel.symbol().is_none() || !has_text() {
        return Ok(None);
    }
    let usable = || {
        let machine = machine()?;
        machine.gpu(0).map(|_| machine)
    };
    // Who launches a kernel whose threads act together has asked before.
    let is_group = kernel.header().group != 0;
    match wish() {
        Wish::Processor => Ok(None),
        Wish::Gpu | Wish::Emulated => usable().map(Some),
        Wish::Auto | Wish::AutoEmulated if is_group => usable().map(Some),
        // Without a GPU the processor is no compromise.
        Wish::Auto | Wish::AutoEmulated => Ok(usable().ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_words() {
        let parse = |text: &str| Wish::parse(Some(OsStr::new(text)));
        assert_eq!(Wish::parse(None), Some(Wish::Auto));
        assert_eq!(parse("auto-emu"), Some(Wish::AutoEmulated));
        assert_eq!(parse("cpu"), Some(Wish::Processor));
        assert_eq!(parse("gpu"), Some(Wish::Gpu));
        assert_eq!(parse("emu"), Some(Wish::Emulated));
        assert_eq!((parse("GPU"), parse("cuda")), (None, None));
        assert!(check(Some(OsStr::new("cuda"))).is_err());
        assert_eq!(check(Some(OsStr::new("cpu"))), Ok(()));
    }
}
