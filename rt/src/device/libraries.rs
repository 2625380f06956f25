//! NVIDIA's libraries for functions of the runtime: which calls they get, and what they need of a device.
//!
//! A function asks here with an estimate of its cost; without an answer it computes on the processor. `QC_REPORT=libraries` tells on standard
//! error what was called, and once what is missing.
//!
//! *Invariant:* what is missing, refused or too large is a reason to use the processor, never an error.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

use nvrtc_bridge::{
    Argument, Arguments, Blas, DeviceMemory, Error, Fft, Launch, Module, Places, Solver, Source,
    Stream, build_by_any,
};
use quasar_abi::ElemKind;

use super::launch::device_for;
use super::schedule::Estimate;
use super::timeline::Told;
use super::{Gpu, Machine, Wish, locked, machine, unified, wish};
use crate::array::dims::Dims;
use crate::array::object::Array;
use crate::device::coherence;
use crate::process::error::Raised;
use crate::process::standard_error::{is_reported, write_error_text};
use crate::process::trace::{Category, Property};
use crate::processor::machine::thread_count;
use crate::processor::uses::Use;

/// The lane in whose order all calls work.
const LANE: usize = 0;
/// What NVRTC is told of the helpers beside the architecture.
const OPTIONS: &[&str] = &["-std=c++17", "--fmad=false"];
/// Threads of a block of a helper.
const THREADS: u32 = 256;
/// Threads of a helper at most; each takes several elements then.
const MOST_THREADS: i64 = 1 << 24;

/// The libraries of the device, each looked for when it is asked for first.
pub(crate) struct Libraries {
    gpu: &'static Gpu,
    fft: OnceLock<Option<&'static Fft>>,
    blas: OnceLock<Option<Blas>>,
    solver: OnceLock<Option<Solver>>,
    helpers: OnceLock<Option<Module>>,
    /// The arrays of the call at hand, which keep their memory while room is made.
    kept: Mutex<Vec<usize>>,
}

/// What came of a try.
pub(crate) enum Stopped {
    /// The processor shall do it.
    NotTaken,
    /// The library or the device has refused.
    Failed(Error),
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Stopped {
        Stopped::Failed(error)
    }
}

/// Whether functions of the runtime may use a device at all.
static ALLOWED: AtomicBool = AtomicBool::new(false);

/// Lets functions of the runtime use a device. The interpreter, which others are compared with, does not.
pub(crate) fn allow_libraries() {
    ALLOWED.store(true, Ordering::Relaxed);
}

/// The row of that name.
pub(crate) fn device_libraries_off() {
    ALLOWED.store(false, Ordering::Relaxed);
}

/// A library that does not take part, said once.
fn told<T>(found: Result<T, impl Display>) -> Option<T> {
    found.map_err(|missing| tell(&missing)).ok()
}

/// Tells what happens, if anybody asked.
fn tell(what: &dyn Display) {
    if is_reported("libraries") {
        write_error_text(&format!("libraries: {what}\n"));
    }
}

/// The devices that functions of the runtime may use; none if there is none.
fn usable() -> Option<&'static Machine> {
    static FOUND: OnceLock<Option<&'static Machine>> = OnceLock::new();
    // Memory that host and device share nobody may touch while a call works.
    if !ALLOWED.load(Ordering::Relaxed) || unified::is_on() || super::is_lost() {
        return None;
    }
    *FOUND.get_or_init(|| match wish() {
        Wish::Processor => None,
        Wish::Auto | Wish::AutoEmulated | Wish::Gpu | Wish::Emulated => told(machine()),
    })
}

/// The libraries of a device.
fn libraries(gpu: &'static Gpu) -> &'static Libraries {
    static ALL: Mutex<Vec<&'static Libraries>> = Mutex::new(Vec::new());
    let mut all = locked(&ALL);
    if let Some(found) = all.iter().find(|one| one.gpu.number == gpu.number) {
        return found;
    }
    let made = Box::leak(Box::new(Libraries {
        gpu,
        fft: OnceLock::new(),
        blas: OnceLock::new(),
        solver: OnceLock::new(),
        helpers: OnceLock::new(),
        kept: Mutex::default(),
    }));
    all.push(made);
    made
}

/// Tries a function on the device, if its arrays are there or it is worth their way: `cost` is the time that the processor's one thread
/// would take, in nanoseconds. None: the processor shall do it.
///
/// # Errors
/// The device has failed, and with it what it has of other arrays.
pub(crate) fn attempt<R>(
    arrays: &[&Array],
    cost: i64,
    work: impl FnOnce(&Libraries) -> Result<R, Stopped>,
) -> Result<Option<R>, Raised> {
    let uses: Vec<Use<'_>> = arrays
        .iter()
        .map(|array| Use::read(array.header()))
        .collect();
    if wish().is_open() {
        let missing = coherence::bytes_of(&uses) - coherence::resident_bytes(&uses, None);
        let estimate = Estimate::of(cost, i64::from(thread_count()), missing as i64);
        if !estimate.prefers_gpu() {
            return Ok(None);
        }
    }
    let found = usable().and_then(|machine| told(device_for(machine, &uses, cost)));
    let Some(libraries) = found.map(libraries) else {
        return Ok(None);
    };
    let _turn = locked(&libraries.gpu.turn);
    *locked(&libraries.kept) = coherence::keys(&uses);
    let result = work(libraries);
    // Whatever came of it, calls in the lane may still read the arrays.
    let ended = libraries.end(&uses);
    match result.and_then(|result| ended.map(|()| result)) {
        Ok(result) => Ok(Some(result)),
        Err(Stopped::NotTaken) => Ok(None),
        Err(Stopped::Failed(error)) if super::gives_up(&error) => Ok(None),
        Err(Stopped::Failed(error)) if error.is_lost_context() => {
            Err(super::failure::of_device(error))
        }
        Err(Stopped::Failed(error)) => {
            tell(&format!("{error}; the processor computes"));
            Ok(None)
        }
    }
}

/// The version of cuBLAS; 0 without it.
pub(crate) fn blas_version() -> i32 {
    let first = usable().and_then(|machine| told(machine.gpu(0)));
    let blas = first.and_then(|gpu| libraries(gpu).blas().ok());
    blas.map_or(0, Blas::version)
}

impl Libraries {
    /// The place of the device among all, from 0.
    pub(crate) fn number(&self) -> usize {
        self.gpu.number
    }

    /// The stream in which all calls work.
    pub(crate) fn stream(&self) -> &'static Stream {
        self.gpu.stream(LANE)
    }

    /// Calls a function of a library and tells of it: `QC_REPORT` what was called, `QC_TRACE` when the device did it.
    pub(crate) fn call<R>(
        &self,
        name: &str,
        work: impl FnOnce() -> Result<R, Error>,
    ) -> Result<R, Stopped> {
        tell(&name);
        let begun = self.gpu.timeline.begin(self.stream());
        let result = work()?;
        let told = Told {
            category: Category::Library,
            name,
            location: 0,
            properties: &[
                ("device", Property::Number(self.gpu.number as u64)),
                ("stream", Property::Number(LANE as u64)),
            ],
        };
        let row = (self.gpu.number, LANE);
        self.gpu.timeline.end(begun, self.stream(), row, &told);
        Ok(result)
    }

    /// Notes that what is in the lane by now reads the arrays.
    fn end(&self, uses: &[Use<'_>]) -> Result<(), Stopped> {
        let mark = self.gpu.mark(LANE)?;
        coherence::launched(uses, self.gpu, &mark);
        Ok(())
    }

    /// cuFFT.
    pub(crate) fn fft(&self) -> Result<&'static Fft, Stopped> {
        let context = &self.gpu.context;
        let found = self
            .fft
            .get_or_init(|| told(Fft::find(&Places::of_this_process(), context)));
        found.ok_or(Stopped::NotTaken)
    }

    /// cuBLAS.
    pub(crate) fn blas(&self) -> Result<&Blas, Stopped> {
        let stream = self.stream();
        let found = self
            .blas
            .get_or_init(|| told(Blas::find(&Places::of_this_process(), stream)));
        found.as_ref().ok_or(Stopped::NotTaken)
    }

    /// cuSOLVER.
    pub(crate) fn solver(&self) -> Result<&Solver, Stopped> {
        let stream = self.stream();
        let found = self
            .solver
            .get_or_init(|| told(Solver::find(&Places::of_this_process(), stream)));
        found.as_ref().ok_or(Stopped::NotTaken)
    }

    fn helpers(&self) -> Result<&Module, Stopped> {
        let compiled = self.helpers.get_or_init(|| {
            let places = Places::of_this_process();
            let source = Source {
                text: include_str!("helpers.cu"),
                name: "helpers.cu",
                options: OPTIONS,
            };
            let context = &self.gpu.context;
            let built = build_by_any(context, &places, &source, super::kernels::tell_failure);
            told(built).map(|built| built.module)
        });
        compiled.as_ref().ok_or(Stopped::NotTaken)
    }

    /// Runs a helper over so many elements.
    ///
    /// # Safety
    /// The arguments are those of the helper of that name for that precision.
    pub(crate) unsafe fn help(
        &self,
        name: &str,
        precision: ElemKind,
        count: i64,
        arguments: &Arguments,
    ) -> Result<(), Stopped> {
        let name = format!("{name}_{}", precision.name());
        let function = self.helpers()?.function(&name)?;
        let launch = Launch::linear(count.min(MOST_THREADS) as u32, THREADS);
        // SAFETY: the caller has laid the arguments in the order of the helper of that name in `helpers.cu`, with memory for so many
        // elements.
        unsafe { function.launch(self.stream(), &launch, arguments) }?;
        Ok(())
    }

    /// Where the newest elements of an array are on the device.
    pub(crate) fn address(&self, array: &Array) -> Result<u64, Stopped> {
        let one = Use::read(array.header());
        let mut kept = locked(&self.kept);
        kept.extend(coherence::keys(&[one]));
        coherence::on_device(&one, self.gpu, LANE, &kept, 0)?.ok_or(Stopped::NotTaken)
    }

    /// Memory of the device for so many elements.
    pub(crate) fn scratch(&self, kind: ElemKind, count: i64) -> Result<DeviceMemory, Stopped> {
        let bytes = count as usize * kind.size();
        let kept = locked(&self.kept);
        Ok(self.gpu.allocate(bytes.max(4), LANE, &kept)?)
    }

    /// An array whose elements are what the stream leaves in memory of the device.
    pub(crate) fn array(
        &self,
        kind: ElemKind,
        dims: Dims,
        memory: DeviceMemory,
    ) -> Result<Array, Stopped> {
        // What has no memory on the host has none on the processor's way either, and is told there.
        let array = Array::uninit(kind, dims).map_err(|_| Stopped::NotTaken)?;
        let mark = self.gpu.mark(LANE)?;
        coherence::made_on_device(&array, memory, self.gpu, LANE, mark);
        Ok(array)
    }
}

/// A factor as a helper takes it.
pub(crate) fn with_factor(arguments: Arguments, precision: ElemKind, factor: f64) -> Arguments {
    fn with(arguments: Arguments, value: impl Argument) -> Arguments {
        arguments.with(value)
    }
    match precision {
        ElemKind::F32 => with(arguments, factor as f32),
        _ => with(arguments, factor),
    }
}
