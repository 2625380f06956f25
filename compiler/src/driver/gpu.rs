//! What is made for GPUs: the CUDA text, NVRTC's options for it, and images for the architecture that `--gpu-arch` names.
//!
//! *Invariant:* settings change how kernels are compiled and which of them GPUs get, never which results are right.

use nvrtc_bridge::{Nvrtc, Places};
use quasar_abi::{GpuImage, GpuProgram, option_lines};

use super::architectures;
use super::options::{FloatMode, Options};
use crate::base::SourceMap;
use crate::codegen::cuda::{self, Arithmetic, TextStyle};
use crate::mir;
use crate::opt::gpu::choice::Choice;

/// Which kernels GPUs get with these options; with `--fp=strict` only those that have the same bits there.
pub fn choice(options: &Options) -> Choice {
    Choice {
        has_text: wants_text(options),
        cooperative_groups: options.gpu.cooperative_groups,
        warp_shuffling: options.gpu.warp_shuffling,
        same_bits: options.float == FloatMode::Strict,
    }
}

/// The text for readers, which begins with the options that are unusual; empty when no text is wanted or no kernel has one.
pub fn text_to_read(program: &mir::Program, options: &Options, sources: &SourceMap) -> String {
    let form = match options.gpu.readable {
        true => TextStyle::Readable(Some(sources)),
        false => TextStyle::Plain,
    };
    let Some(text) = text(program, options, form) else {
        return String::new();
    };
    architectures::heading(options.gpu_arch.as_deref())
        + &option_lines(options.gpu.unusual_options())
        + &text
}

/// What the executable carries: the text with its options, and images. None when there is no text.
///
/// # Errors
/// Images are asked for and cannot be made.
pub fn carried(program: &mir::Program, options: &Options) -> Result<Option<Vec<u8>>, String> {
    let form = match options.gpu.line_info {
        true => TextStyle::Placed,
        false => TextStyle::Plain,
    };
    let Some(text) = text(program, options, form) else {
        return Ok(None);
    };
    let text = option_lines(options.gpu.nvrtc_options()) + &text;
    let images = match &options.gpu_arch {
        Some(architecture) => compiled(&text, architecture, options)?,
        None => Vec::new(),
    };
    let carried = GpuProgram {
        text: &text,
        images: images.iter().map(Image::view).collect(),
    };
    Ok(Some(carried.encode()))
}

/// Whether the program shall have a text for GPUs.
fn wants_text(options: &Options) -> bool {
    options.gpu_arch.as_deref() != Some(architectures::NONE)
}

fn text(program: &mir::Program, options: &Options, form: TextStyle<'_>) -> Option<String> {
    if !wants_text(options) {
        return None;
    }
    let arithmetic = Arithmetic {
        contraction: options.float == FloatMode::Fast,
        ..options.gpu.arithmetic()
    };
    let text = cuda::module(program, form, arithmetic);
    (!text.is_empty()).then_some(text)
}

/// An image that was made now.
struct Image {
    architecture: u32,
    is_ptx: bool,
    bytes: Vec<u8>,
}

impl Image {
    fn view(&self) -> GpuImage<'_> {
        GpuImage {
            architecture: self.architecture,
            is_ptx: self.is_ptx,
            bytes: &self.bytes,
        }
    }
}

/// Machine code for an architecture, and PTX for later ones unless its name says that there are none. Only the option `--gpu-arch`
/// insists on them: where a setting names the architecture and NVRTC is missing, the text goes alone.
fn compiled(text: &str, architecture: &str, options: &Options) -> Result<Vec<Image>, String> {
    let number = architectures::number(architecture);
    let places = Places::of_this_process();
    let knows = |nvrtc: &Nvrtc| nvrtc.architectures().contains(&(number as i32));
    // The first one that knows the architecture, else the first one, which says so.
    let found = Nvrtc::each(&places).find(knows);
    let nvrtc = match found.map_or_else(|| Nvrtc::search(&places), Ok) {
        Ok(nvrtc) => nvrtc,
        Err(missing) if options.asks_for_images() => {
            return Err(format!(
                "`--gpu-arch={architecture}` puts machine code for GPUs into the executable, which NVRTC makes: {missing}. Install it \
                 (`pip install nvidia-cuda-nvrtc`), name its folder in QC_CUDA_LIB_DIR, or leave the option out: then it is only \
                 needed where the program runs"
            ));
        }
        Err(_) => return Ok(Vec::new()),
    };
    if !knows(&nvrtc) {
        let known = nvrtc.architectures();
        let (major, minor) = nvrtc.version();
        let known: Vec<String> = known.iter().map(|one| format!("sm_{one}")).collect();
        let message = format!(
            "NVRTC {major}.{minor} makes no code for {architecture}: it knows {}",
            known.join(", ")
        );
        return match options.asks_for_images() {
            true => Err(message),
            false => Ok(Vec::new()),
        };
    }
    let target = format!("--gpu-architecture={architecture}");
    let mut given = options.gpu.nvrtc_options();
    given.push(&target);
    let made = nvrtc
        .compile(text, "kernels.cu", &given)
        .map_err(|error| format!("NVRTC does not take the kernels: {}", error.log))?;
    let machine_code = Image {
        architecture: number,
        is_ptx: false,
        bytes: made.cubin,
    };
    let ptx = Image {
        architecture: number,
        is_ptx: true,
        bytes: made.ptx.into_bytes(),
    };
    let runs_on_later_ones = architecture.ends_with(|last: char| last.is_ascii_digit());
    Ok(match runs_on_later_ones {
        true => vec![machine_code, ptx],
        false => vec![machine_code],
    })
}
