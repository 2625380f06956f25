//! The kernels of the program on a device: from an image that the executable carries, or from its text by NVRTC.
//!
//! An image of the device's own architecture comes first: nothing is gained by compiling the text once more. Then NVRTC, and where that is
//! missing PTX of an earlier architecture, which the driver assembles.
//!
//! *Invariant:* an image that the driver refuses is a reason to try the next way, never a failure while there is one.

use std::collections::BTreeMap;
use std::sync::Mutex;

use nvrtc_bridge::{
    BuildError, CacheConfig, Context, Error, Function, Module, Nvrtc, Places, Source, Variable,
    build_by_any,
};
use quasar_abi::{CachePreference, GpuImage, GpuProgram};

use super::{locked, tell};
use crate::process::trace::{self, Category, Property, Row};

/// What compilers and traces call the text.
const TEXT_NAME: &str = "kernels.cu";

/// The kernels of the program on a device.
pub(super) struct Kernels {
    module: Module,
    functions: Mutex<BTreeMap<String, &'static Function>>,
}

/// Why there are no kernels.
#[derive(Clone, Debug)]
pub(super) struct Unbuilt {
    /// The text.
    pub(super) reason: String,
    /// The device has too little memory for their code.
    pub(super) out_of_memory: bool,
}

impl Unbuilt {
    /// For want of something else than memory.
    pub(super) fn because(reason: impl ToString) -> Unbuilt {
        Unbuilt {
            reason: reason.to_string(),
            out_of_memory: false,
        }
    }
}

impl Kernels {
    /// Loads what the program carries on the device of that number.
    ///
    /// # Errors
    /// Why no way leads to a module.
    pub(super) fn of(
        context: &Context,
        number: usize,
        carried: &GpuProgram<'_>,
    ) -> Result<Kernels, Unbuilt> {
        let began = trace::begin();
        let capability = context.device().capability();
        let (major, minor) = capability.map_err(Unbuilt::because)?;
        let own = (10 * major + minor) as u32;
        let needs_ptx = context.driver().is_emulated();
        let mut lacks_memory = false;
        let compiled = match ready(context, carried, own, needs_ptx, &mut lacks_memory) {
            Some(module) => Ok((module, true)),
            None => compiled(context, carried),
        };
        let (module, cached) = compiled.or_else(|unbuilt| {
            let earlier = earlier(context, carried, own, &mut lacks_memory);
            earlier.map(|module| (module, true)).ok_or(Unbuilt {
                out_of_memory: unbuilt.out_of_memory || lacks_memory,
                ..unbuilt
            })
        })?;
        let properties = [
            ("device", Property::Number(number as u64)),
            ("cached", Property::Number(u64::from(cached))),
        ];
        began.device(Row::Thread, Category::Compile, TEXT_NAME, 0, &properties);
        Ok(Kernels {
            module,
            functions: Mutex::new(BTreeMap::new()),
        })
    }

    /// The kernel of that name, which prefers that division of memory. What was asked for once stays for the life of the process, as
    /// the module does.
    pub(super) fn function(
        &self,
        name: &str,
        cache: CachePreference,
    ) -> Result<&'static Function, Error> {
        let mut functions = locked(&self.functions);
        if let Some(&known) = functions.get(name) {
            return Ok(known);
        }
        let function = &*Box::leak(Box::new(self.module.function(name)?));
        // A hint: a driver that does not take it runs the kernel all the same.
        let _ = match cache {
            CachePreference::None => Ok(()),
            CachePreference::Shared => function.prefer(CacheConfig::Shared),
            CachePreference::L1 => function.prefer(CacheConfig::L1),
            CachePreference::Equal => function.prefer(CacheConfig::Equal),
        };
        functions.insert(name.to_string(), function);
        Ok(function)
    }

    /// A variable of the text in the device's memory.
    pub(super) fn variable(&self, name: &str) -> Result<Variable, Error> {
        self.module.variable(name)
    }
}

/// The image of the device's own architecture.
fn ready(
    context: &Context,
    carried: &GpuProgram<'_>,
    own: u32,
    needs_ptx: bool,
    lacks_memory: &mut bool,
) -> Option<Module> {
    let fits = |image: &&GpuImage<'_>| image.architecture == own && image.is_ptx == needs_ptx;
    carried
        .images
        .iter()
        .filter(fits)
        .find_map(|image| load(context, image, lacks_memory))
}

/// The latest PTX of an earlier architecture.
fn earlier(
    context: &Context,
    carried: &GpuProgram<'_>,
    own: u32,
    lacks_memory: &mut bool,
) -> Option<Module> {
    let images = carried.images.iter();
    let latest = images
        .filter(|image| image.is_ptx && image.architecture <= own)
        .max_by_key(|image| image.architecture)?;
    load(context, latest, lacks_memory)
}

/// The module of an image; `None` if the driver refuses it, which may be for want of memory.
fn load(context: &Context, image: &GpuImage<'_>, lacks_memory: &mut bool) -> Option<Module> {
    let name = match image.is_ptx {
        true => format!("PTX of compute_{}", image.architecture),
        false => format!("machine code of sm_{}", image.architecture),
    };
    match context.load(image.bytes) {
        Ok(module) => {
            tell(|| format!("kernels: {name}, from the executable"));
            Some(module)
        }
        Err(error) => {
            tell(|| format!("{name} of the executable is refused: {error}"));
            *lacks_memory |= error.is_out_of_memory();
            None
        }
    }
}

/// The module of the text, and whether it was compiled before.
fn compiled(context: &Context, carried: &GpuProgram<'_>) -> Result<(Module, bool), Unbuilt> {
    let options = carried.options();
    let source = Source {
        text: carried.text,
        name: TEXT_NAME,
        options: &options,
    };
    let built = build_by_any(context, &Places::of_this_process(), &source, tell_failure);
    let built = built.map_err(|error| Unbuilt {
        out_of_memory: error.is_out_of_memory(),
        ..Unbuilt::because(error)
    })?;
    tell(|| {
        let how = match built.from_cache {
            true => "from the cache".to_string(),
            false => {
                let (major, minor) = built.version;
                format!("compiled by NVRTC {major}.{minor}")
            }
        };
        let target = built.target.option();
        format!("kernels: {target} {}, {how}", options.join(" "))
    });
    if let Some(reason) = &built.not_stored {
        tell(|| format!("the cache keeps nothing: {reason}"));
    }
    Ok((built.module, built.from_cache))
}

/// Tells of an NVRTC that another one stands in for, if there is one.
pub(super) fn tell_failure(nvrtc: &Nvrtc, error: &BuildError) {
    tell(|| {
        let (major, minor) = nvrtc.version();
        format!("NVRTC {major}.{minor} is of no use: {error}")
    });
}
