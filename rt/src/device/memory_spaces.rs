//! Arrays of a launch beside global memory: in constant memory, in textures, or read as what nobody writes.
//!
//! *Invariant:* an array that the launch writes under another name is in global memory alone; launches that fill the constant memory are all
//! in one lane, so that none does it under another that still runs.

use nvrtc_bridge::Error;
use quasar_abi::{ArrayHeader, ElemKind, KernelView, ParameterMemory, TextureDescriptor};

use super::Gpu;
use crate::device::coherence;
use crate::processor::uses::Use;

/// The variable of the text that is the constant memory, and its bytes.
const CONSTANTS: (&str, usize) = ("q_constants", 64 << 10);
/// Arrays in constant memory begin at multiples of this.
const ALIGNMENT: usize = 16;
/// The lane of all launches that fill the constant memory.
pub(super) const CONSTANTS_LANE: usize = 0;

/// Whether launches of the kernel fill the constant memory.
pub(super) fn fills_constants(kernel: KernelView<'_>) -> bool {
    let constant = ParameterMemory::Constant.code();
    let mut parameters = kernel.parameters().iter();
    parameters.any(|parameter| parameter.memory == constant)
}

/// The second arguments of the arrays of one launch.
pub(super) struct Elsewhere<'a> {
    gpu: &'static Gpu,
    lane: usize,
    kernel: KernelView<'a>,
    uses: &'a [Use<'a>],
    /// Bytes of constant memory that are taken.
    taken: usize,
}

impl<'a> Elsewhere<'a> {
    /// For a launch in a lane with these arrays.
    pub(super) fn new(
        gpu: &'static Gpu,
        lane: usize,
        kernel: KernelView<'a>,
        uses: &'a [Use<'a>],
    ) -> Elsewhere<'a> {
        Elsewhere {
            gpu,
            lane,
            kernel,
            uses,
            taken: 0,
        }
    }

    /// The second argument of an array whose elements are at `data` in global memory; `None` if it has none. 0 says that they are there
    /// alone.
    ///
    /// # Errors
    /// The device has failed.
    pub(super) fn second(&mut self, one: &Use<'_>, data: u64) -> Result<Option<u64>, Error> {
        let parameter = self.kernel.parameters()[one.parameter];
        let memory = ParameterMemory::from_code(parameter.memory).expect("a known memory");
        let form = TextureDescriptor::from_code(parameter.texture);
        let alone = !self.is_written_elsewhere(one) && one.header.numel > 0;
        let texture = |form| coherence::texture(one, self.gpu, form);
        let surface = |form| coherence::surface(one, self.gpu, form);
        Ok(match memory {
            ParameterMemory::Global => None,
            _ if !alone => Some(0),
            ParameterMemory::Constant => Some(self.constant(one.header, data)?),
            ParameterMemory::ReadOnly => Some(1),
            ParameterMemory::Texture => Some(form.and_then(texture).unwrap_or(0)),
            ParameterMemory::Surface => Some(form.and_then(surface).unwrap_or(0)),
        })
    }

    /// Whether the launch writes the array as another of its parameters.
    fn is_written_elsewhere(&self, one: &Use<'_>) -> bool {
        self.uses.iter().any(|other| {
            other.parameter != one.parameter
                && std::ptr::eq(other.header, one.header)
                && other.writes
        })
    }

    /// Brings an array into constant memory, in the order of the lane: 1 more than its first byte there, 0 where there is no room.
    fn constant(&mut self, header: &ArrayHeader, data: u64) -> Result<u64, Error> {
        let kind = ElemKind::from_code(header.elem).expect("a known element kind");
        let bytes = header.numel as usize * kind.size();
        let start = self.taken;
        if bytes > CONSTANTS.1 - start {
            return Ok(0);
        }
        let end = (start + bytes).next_multiple_of(ALIGNMENT);
        self.taken = end.min(CONSTANTS.1);
        let kernels = self.gpu.kernels().expect("the kernel comes from them");
        let stream = self.gpu.stream(self.lane);
        // SAFETY: an array has that many bytes at its address, and is kept until all launches that have it are over.
        unsafe {
            kernels
                .variable(CONSTANTS.0)?
                .copy_async(start, data, bytes, stream)
        }?;
        Ok(start as u64 + 1)
    }
}
