//! Which image a device takes, and how text becomes a module of it.
//!
//! *Invariant:* an image from the cache that the driver refuses is dropped, and the text compiled once more; not twice.

use crate::cache::{Cache, Key, Recipe};
use crate::context::Context;
use crate::error::Error;
use crate::module::Module;
use crate::nvrtc::{CompileError, Nvrtc};
use crate::search::{Missing, Places};
use crate::target::{Kind, Target};
use std::collections::VecDeque;
use std::fmt;

/// Why a text does not become a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// NVRTC does not take the text.
    Compile(CompileError),
    /// The driver does not take the image, or no image fits the device.
    Load(Error),
    /// There is no NVRTC.
    Missing(Missing),
}

impl BuildError {
    /// The device has too little memory left.
    pub fn is_out_of_memory(&self) -> bool {
        matches!(self, BuildError::Load(error) if error.is_out_of_memory())
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Compile(error) => {
                write!(f, "NVRTC (status {}): {}", error.status, error.log)
            }
            BuildError::Load(error) => error.fmt(f),
            BuildError::Missing(missing) => missing.fmt(f),
        }
    }
}

impl std::error::Error for BuildError {}

/// A module with what is worth telling of its making.
pub struct Built {
    /// The module.
    pub module: Module,
    /// Whether NVRTC had nothing to do.
    pub from_cache: bool,
    /// What was compiled for.
    pub target: Target,
    /// Major and minor version of the NVRTC.
    pub version: (i32, i32),
    /// Why the image was not stored, if so.
    pub not_stored: Option<String>,
}

/// A text and the options that it is compiled with, apart from the architecture.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// CUDA C++ that needs no header.
    pub text: &'a str,
    /// What it is called in messages.
    pub name: &'a str,
    /// Options.
    pub options: &'a [&'a str],
}

/// Makes a module of a text by the first NVRTC that can, of all that are found. Of those before it `failed` is told.
///
/// # Errors
/// There is none, or why the first one cannot. For want of memory no other one is tried.
pub fn build_by_any(
    context: &Context,
    places: &Places,
    source: &Source,
    failed: impl Fn(&Nvrtc, &BuildError),
) -> Result<Built, BuildError> {
    let cache = Cache::of(places);
    let mut first = None;
    for nvrtc in compilers(context, places) {
        match build(context, &nvrtc, &cache, source) {
            Err(error) if !error.is_out_of_memory() => {
                failed(&nvrtc, &error);
                first.get_or_insert(error);
            }
            made => return made,
        }
    }
    match (first, Nvrtc::search(places)) {
        (None, Err(missing)) => Err(BuildError::Missing(missing)),
        // One that has come since is tried by itself.
        (None, Ok(nvrtc)) => build(context, &nvrtc, &cache, source),
        (Some(error), _) => Err(error),
    }
}

/// Every NVRTC that is found, those first whose code the driver and the device take; each is opened when it is asked for.
fn compilers(context: &Context, places: &Places) -> impl Iterator<Item = Nvrtc> + use<> {
    let mut each = Nvrtc::each(places);
    let mut others = VecDeque::new();
    let context = context.clone();
    std::iter::from_fn(move || {
        for nvrtc in each.by_ref() {
            match suits(&context, &nvrtc) {
                true => return Some(nvrtc),
                false => others.push_back(nvrtc),
            }
        }
        others.pop_front()
    })
}

fn suits(context: &Context, nvrtc: &Nvrtc) -> bool {
    let driver = context.driver().version();
    let taken = |target: Target| target.is_taken(nvrtc.version(), driver.ok()?).then_some(());
    target(context, nvrtc).ok().and_then(taken).is_some()
}

/// Makes a module of a text: from the cache, or by NVRTC.
///
/// # Errors
/// The text does not compile, or the driver does not take the result.
pub fn build(
    context: &Context,
    nvrtc: &Nvrtc,
    cache: &Cache,
    source: &Source,
) -> Result<Built, BuildError> {
    let target = target(context, nvrtc).map_err(BuildError::Load)?;
    let key = key(nvrtc, target, source);
    if let Some(module) = from_cache(context, cache, &key)? {
        return Ok(Built {
            module,
            from_cache: true,
            target,
            version: nvrtc.version(),
            not_stored: None,
        });
    }
    let image = compile(nvrtc, target, source)?;
    let module = context.load(&image).map_err(BuildError::Load)?;
    let stored = cache.store(&key, &image);
    Ok(Built {
        module,
        from_cache: false,
        target,
        version: nvrtc.version(),
        not_stored: stored.err().map(|error| error.to_string()),
    })
}

fn target(context: &Context, nvrtc: &Nvrtc) -> Result<Target, Error> {
    let capability = context.device().capability()?;
    let emulated = context.driver().is_emulated();
    Target::choose(capability, emulated, &nvrtc.architectures())
}

fn key(nvrtc: &Nvrtc, target: Target, source: &Source) -> Key {
    let recipe = Recipe {
        text: source.text,
        options: source.options,
        architecture: target.architecture,
        kind: target.kind,
        version: nvrtc.version(),
        identity: nvrtc.identity(),
    };
    recipe.key()
}

/// The module of an entry. An image that the driver refuses leaves the cache; other errors are not the image's.
fn from_cache(context: &Context, cache: &Cache, key: &Key) -> Result<Option<Module>, BuildError> {
    let Some(image) = cache.load(key) else {
        return Ok(None);
    };
    match context.load(&image) {
        Ok(module) => Ok(Some(module)),
        Err(error) if error.is_refused_image() => {
            cache.discard(key);
            Ok(None)
        }
        Err(error) => Err(BuildError::Load(error)),
    }
}

fn compile(nvrtc: &Nvrtc, target: Target, source: &Source) -> Result<Vec<u8>, BuildError> {
    let architecture = target.option();
    let mut options = source.options.to_vec();
    options.push(&architecture);
    let image = nvrtc
        .compile(source.text, source.name, &options)
        .map_err(BuildError::Compile)?;
    Ok(match target.kind {
        Kind::Cubin => image.cubin,
        Kind::Ptx => image.ptx.into_bytes(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[i32] = &[75, 80, 86, 87, 89, 90, 100];

    fn option(capability: (i32, i32), emulated: bool) -> Result<String, Error> {
        Target::choose(capability, emulated, KNOWN).map(|target| target.option())
    }

    #[test]
    fn a_known_device_gets_machine_code_of_its_own() {
        assert_eq!(option((8, 7), false).as_deref(), Ok("-arch=sm_87"));
        assert_eq!(option((10, 0), false).as_deref(), Ok("-arch=sm_100"));
    }

    #[test]
    fn a_newer_device_gets_text_of_the_newest_architecture_before_it() {
        assert_eq!(option((12, 1), false).as_deref(), Ok("-arch=compute_100"));
        assert_eq!(option((8, 8), false).as_deref(), Ok("-arch=compute_87"));
    }

    #[test]
    fn the_emulated_device_gets_text() {
        assert_eq!(option((7, 5), true).as_deref(), Ok("-arch=compute_75"));
    }

    #[test]
    fn drivers_take_what_is_no_newer() {
        let taken = |kind, nvrtc, driver| {
            let architecture = 90;
            Target { kind, architecture }.is_taken(nvrtc, driver)
        };
        assert!(taken(Kind::Cubin, (12, 9), (12, 2)) && taken(Kind::Cubin, (12, 9), (13, 0)));
        assert!(!taken(Kind::Cubin, (13, 0), (12, 9)));
        assert!(taken(Kind::Ptx, (12, 2), (12, 2)) && !taken(Kind::Ptx, (12, 9), (12, 2)));
    }

    #[test]
    fn an_older_device_is_refused_with_what_is_known() {
        let error = option((6, 1), false).expect_err("too old").to_string();
        assert!(error.contains("6.1") && error.contains("75, 80"), "{error}");
        assert!(Target::choose((9, 0), false, &[]).is_err());
    }
}
