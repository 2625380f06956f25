//! Kernels on a GPU: whether there is one, and which launches it gets.
//!
//! Nothing is looked for before the first launch that could run there, unless `QC_DEVICE` asks for a GPU by name. What is missing is a
//! reason to use the processor, and an error only if `QC_DEVICE` leaves no choice.
//!
//! *Invariant:* a launch that a GPU does not take runs on the processor, with the same meaning.

mod failure;
mod launch;
mod schedule;
mod shape;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use nvrtc_bridge::{
    Cache, Context, DeviceMemory, Driver, Error, Function, Limits, Module, Nvrtc, Places, Source,
    Stream, build,
};
use quasar_abi::{DeviceError, KernelView};

pub(crate) use launch::{Outcome, run};

/// What NVRTC is told beside the architecture.
const OPTIONS: &[&str] = &["-std=c++17", "--fmad=false", "-lineinfo"];
/// Bytes of shared memory that a block has on every device without asking for more.
const USUAL_SHARED: u32 = 48 << 10;
/// Free memory of the device that its pool keeps for the next array.
const KEPT_BYTES: u64 = 1 << 30;

/// Where launches shall run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Wherever they end first.
    Auto,
    /// On the processor.
    Processor,
    /// On NVIDIA's GPU.
    Gpu,
    /// On the emulated GPU.
    Emulated,
}

impl Wish {
    /// What `QC_DEVICE` says; `apart` is for tests, see `residence`.
    fn parse(text: Option<&OsStr>) -> Option<Wish> {
        match text.unwrap_or_default().to_str()? {
            "" | "auto" => Some(Wish::Auto),
            "cpu" | "apart" => Some(Wish::Processor),
            "gpu" => Some(Wish::Gpu),
            "emu" => Some(Wish::Emulated),
            _ => None,
        }
    }

    fn is_explicit(self) -> bool {
        match self {
            Wish::Gpu | Wish::Emulated => true,
            Wish::Auto | Wish::Processor => false,
        }
    }
}

fn wish() -> Wish {
    static WISH: OnceLock<Wish> = OnceLock::new();
    *WISH.get_or_init(|| {
        let text = std::env::var_os("QC_DEVICE");
        Wish::parse(text.as_deref()).unwrap_or(Wish::Processor)
    })
}

/// The CUDA text of the program.
static TEXT: OnceLock<&'static str> = OnceLock::new();

/// Tells the text of the program's kernels, before it starts. Bytes that are no text are none.
pub fn set_text(bytes: &'static [u8]) {
    let text = std::str::from_utf8(bytes).unwrap_or("");
    // A second program of the same process would be one of the interpreter's, which launches nothing here.
    let _ = TEXT.set(text);
}

/// Whether kernels can run where `QC_DEVICE` wants them: a wish that cannot be met is an error, not another device.
///
/// # Errors
/// The text of the error.
pub(crate) fn check(wished: Option<&OsStr>) -> Result<(), String> {
    let text = wished.unwrap_or_default().to_string_lossy();
    let Some(wish) = Wish::parse(wished) else {
        return Err(format!(
            "QC_DEVICE must be auto, cpu, gpu or emu, not '{text}'"
        ));
    };
    if !wish.is_explicit() {
        return Ok(());
    }
    match gpu() {
        Ok(_) => Ok(()),
        Err(reason) => Err(format!("QC_DEVICE={text}: {reason}")),
    }
}

/// A device that launches can run on.
pub(crate) struct Gpu {
    context: Context,
    stream: Stream,
    /// Where kernels leave their first error.
    error: DeviceMemory,
    /// The kernels of the program, once they were needed.
    program: OnceLock<Result<Kernels, String>>,
    /// One launch at a time.
    turn: Mutex<()>,
}

/// The kernels of the program on the device.
struct Kernels {
    module: Module,
    functions: Mutex<BTreeMap<String, &'static Function>>,
}

/// The device, or why there is none.
fn gpu() -> Result<&'static Gpu, &'static str> {
    static GPU: OnceLock<Result<Gpu, String>> = OnceLock::new();
    GPU.get_or_init(|| Gpu::open(wish()))
        .as_ref()
        .map_err(String::as_str)
}

impl Gpu {
    fn open(wish: Wish) -> Result<Gpu, String> {
        let places = Places::of_this_process();
        let driver = match wish {
            Wish::Emulated => Driver::find_emulated(&places),
            Wish::Auto | Wish::Gpu => Driver::find(&places),
            Wish::Processor => return Err("the processor is asked for".to_string()),
        };
        let driver = driver.map_err(|absent| absent.to_string())?;
        let text = |error: Error| error.to_string();
        let devices = driver.devices().map_err(text)?;
        let device = devices.first().ok_or("the driver has no device")?;
        let context = device.context().map_err(text)?;
        context.keep_free_memory(KEPT_BYTES).map_err(text)?;
        Ok(Gpu {
            stream: context.stream().map_err(text)?,
            error: context.allocate(size_of::<DeviceError>()).map_err(text)?,
            context,
            program: OnceLock::new(),
            turn: Mutex::new(()),
        })
    }

    /// The stream in which everything happens.
    pub(crate) fn stream(&self) -> &Stream {
        &self.stream
    }

    /// The most dynamic shared memory that a launch of the kernel may have.
    fn largest_shared(&self, function: &Function) -> Result<u32, Error> {
        let limits = Limits::of(&self.context.device())?;
        let needs = function.needs();
        Ok(USUAL_SHARED
            .min(limits.block_shared)
            .saturating_sub(needs.static_shared))
    }

    /// The kernels of the program, compiled when they are asked for first.
    fn kernels(&self) -> Result<&Kernels, &str> {
        let compiled = self.program.get_or_init(|| {
            let places = Places::of_this_process();
            let nvrtc = Nvrtc::search(&places).map_err(|missing| missing.to_string())?;
            let source = Source {
                text: TEXT.get().copied().unwrap_or(""),
                name: "kernels.cu",
                options: OPTIONS,
            };
            let built = build(&self.context, &nvrtc, &Cache::of(&places), &source);
            let module = built.map_err(|error| error.to_string())?.module;
            Ok(Kernels {
                module,
                functions: Mutex::new(BTreeMap::new()),
            })
        });
        compiled.as_ref().map_err(String::as_str)
    }
}

impl Kernels {
    /// The kernel of that name. What was asked for once stays for the life of the process, as the module does.
    fn function(&self, name: &str) -> Result<&'static Function, Error> {
        let mut functions = locked(&self.functions);
        if let Some(&known) = functions.get(name) {
            return Ok(known);
        }
        let function = &*Box::leak(Box::new(self.module.function(name)?));
        functions.insert(name.to_string(), function);
        Ok(function)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The row of that name.
pub(crate) fn device_takes_groups() -> i32 {
    let has_text = TEXT.get().is_some_and(|text| !text.is_empty());
    let usable = || gpu().is_ok_and(|gpu| gpu.kernels().is_ok());
    i32::from(has_text && wish() != Wish::Processor && usable())
}

/// The device that a launch may run on; none if it is for the processor.
///
/// # Errors
/// The reason why a device that must be used cannot be.
fn device_for(kernel: KernelView<'_>) -> Result<Option<&'static Gpu>, &'static str> {
    let has_text = TEXT.get().is_some_and(|text| !text.is_empty());
    if kernel.symbol().is_none() || !has_text {
        return Ok(None);
    }
    // Who launches a kernel whose threads act together has asked before.
    let is_group = kernel.header().group != 0;
    match wish() {
        Wish::Processor => Ok(None),
        Wish::Gpu | Wish::Emulated => gpu().map(Some),
        Wish::Auto if is_group => gpu().map(Some),
        // Without a GPU the processor is no compromise.
        Wish::Auto => Ok(gpu().ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_words() {
        let parse = |text: &str| Wish::parse(Some(OsStr::new(text)));
        assert_eq!(Wish::parse(None), Some(Wish::Auto));
        assert_eq!(parse("cpu"), Some(Wish::Processor));
        assert_eq!(parse("gpu"), Some(Wish::Gpu));
        assert_eq!(parse("emu"), Some(Wish::Emulated));
        assert_eq!((parse("GPU"), parse("cuda")), (None, None));
        assert!(check(Some(OsStr::new("cuda"))).is_err());
        assert_eq!(check(Some(OsStr::new("cpu"))), Ok(()));
    }
}
