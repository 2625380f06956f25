//! Textures of an array: its elements once more, in the layout that texture hardware reads.
//!
//! A texture is made when a launch wants it first and stays as long as the array has its copies; kernels that write the array keep it as
//! new as global memory by surface writes, or leave it behind, and then it is filled again before the next fetch. An array that
//! the device cannot make a texture of, by its shape or for want of memory, has none: kernels read its elements then.
//!
//! *Invariant:* what a kernel is given is the object of a texture with the newest elements.

use half::f16;
use nvrtc_bridge::{Array, ArrayShape, Channel, DeviceMemory, Outside, Sampling, Surface, Texture};
use quasar_abi::{ArrayHeader, ElemKind, TextureDescriptor};

use super::Gpu;

/// The textures of an array.
#[derive(Default)]
pub(crate) struct Textures {
    filled: Vec<Filled>,
}

/// The elements in one layout, and what reads them.
struct Filled {
    shape: ArrayShape,
    // Before the array that they lie on.
    objects: Vec<(TextureDescriptor, Texture)>,
    surface: Option<Surface>,
    array: Array,
    is_current: bool,
    /// Whether the launch that is being made writes here too.
    follows: bool,
}

/// The newest elements of an array.
pub(crate) struct Newest<'a> {
    /// The array.
    pub(crate) header: &'a ArrayHeader,
    /// On the device.
    pub(crate) device: &'a DeviceMemory,
    /// On the host, if they are there.
    pub(crate) host: Option<&'a [u8]>,
}

impl Newest<'_> {
    fn kind(&self) -> ElemKind {
        ElemKind::from_code(self.header.elem).expect("a known element kind")
    }

    /// The elements as 16-bit floats; `None` if they are not on the host.
    fn halves(&self) -> Option<Vec<u8>> {
        let bytes = self.host?;
        if self.kind() == ElemKind::F16 {
            return Some(bytes.to_vec());
        }
        let half = |word: &[u8]| {
            let number = f32::from_ne_bytes(word.try_into().expect("four bytes"));
            f16::from_f32(number).to_ne_bytes()
        };
        Some(bytes.chunks_exact(4).flat_map(half).collect())
    }
}

impl Textures {
    /// The object of a texture of that form; `None` if the device has none such.
    pub(crate) fn object(
        &mut self,
        gpu: &Gpu,
        form: TextureDescriptor,
        newest: &Newest<'_>,
    ) -> Option<u64> {
        let filled = self.current(gpu, form, newest, false)?;
        let known = filled.objects.iter().position(|(known, _)| *known == form);
        let at = match known {
            Some(at) => at,
            None => {
                let texture = filled.array.texture(&sampling(form)).ok()?;
                filled.objects.push((form, texture));
                filled.objects.len() - 1
            }
        };
        Some(filled.objects[at].1.object())
    }

    /// The object of a surface that a launch writes beside global memory; `None` if the device has none such. `overwritten`: nothing of
    /// what was there is left.
    pub(crate) fn surface(
        &mut self,
        gpu: &Gpu,
        form: TextureDescriptor,
        newest: &Newest<'_>,
        overwritten: bool,
    ) -> Option<u64> {
        let filled = self.current(gpu, form, newest, overwritten)?;
        if filled.surface.is_none() {
            filled.surface = Some(filled.array.surface().ok()?);
        }
        filled.follows = true;
        filled.surface.as_ref().map(Surface::object)
    }

    /// After a launch that writes the array.
    pub(crate) fn written(&mut self) {
        for filled in &mut self.filled {
            filled.is_current &= filled.follows;
            filled.follows = false;
        }
    }

    /// The launch that was being made has come to nothing.
    pub(crate) fn not_written(&mut self) {
        for filled in &mut self.filled {
            // What it would have written is perhaps not what is there.
            filled.is_current &= !filled.follows;
            filled.follows = false;
        }
    }

    /// The elements have changed elsewhere.
    pub(crate) fn outdate(&mut self) {
        self.filled
            .iter_mut()
            .for_each(|filled| filled.is_current = false);
    }

    /// The layout of that form, with the newest elements unless all of them will be written.
    fn current(
        &mut self,
        gpu: &Gpu,
        form: TextureDescriptor,
        newest: &Newest<'_>,
        overwritten: bool,
    ) -> Option<&mut Filled> {
        let shape = shape(newest, form)?;
        let known = self.filled.iter().position(|one| one.shape == shape);
        let at = match known {
            Some(at) => at,
            None => {
                self.filled.push(Filled {
                    shape,
                    objects: Vec::new(),
                    surface: None,
                    array: gpu.context.allocate_array(shape, true).ok()?,
                    is_current: false,
                    follows: false,
                });
                self.filled.len() - 1
            }
        };
        let filled = &mut self.filled[at];
        if !filled.is_current {
            if !overwritten {
                fill(gpu, filled, newest)?;
            }
            filled.is_current = true;
        }
        Some(filled)
    }
}

/// Copies the elements, when all launches that write them or read the texture have ended, in whatever lane; `None` if that fails.
fn fill(gpu: &Gpu, filled: &Filled, newest: &Newest<'_>) -> Option<()> {
    gpu.context.synchronize().ok()?;
    let copied = match filled.shape.channel == Channel::Float {
        true => filled.array.write_from(newest.device),
        false => filled.array.write(&newest.halves()?),
    };
    copied.ok()
}

/// The layout of an array as a texture of that form; `None` if the array has other dimensions.
fn shape(newest: &Newest<'_>, form: TextureDescriptor) -> Option<ArrayShape> {
    let ArrayHeader { numel, dims, .. } = newest.header;
    let components = i64::from(form.components);
    let extents = match (form.dimensions, form.components) {
        (1, 1) => [*numel, 0, 0],
        (1, _) => [dims[0], 0, 0],
        (2, _) => [dims[1], dims[0], 0],
        (3, _) => [dims[2], dims[1], dims[0]],
        _ => return None,
    };
    let texels: i64 = extents.iter().map(|extent| (*extent).max(1)).product();
    if texels * components != *numel || *numel == 0 {
        return None;
    }
    let [width, height, depth] = extents.map(|extent| extent as usize);
    let channel = match newest.kind() {
        ElemKind::F16 => Channel::Half,
        ElemKind::F32 if form.half => Channel::Half,
        ElemKind::F32 => Channel::Float,
        _ => return None,
    };
    Some(ArrayShape {
        width,
        height,
        depth,
        channel,
        channels: u32::from(form.components),
    })
}

fn sampling(form: TextureDescriptor) -> Sampling {
    let outside = match form.outside {
        quasar_abi::Outside::Zero => Outside::Zero,
        quasar_abi::Outside::Clamp => Outside::Clamp,
        quasar_abi::Outside::Mirror => Outside::Mirror,
        quasar_abi::Outside::Wrap => Outside::Wrap,
    };
    // The hardware filters a line along a second axis too, half way to what is outside there.
    let mut along = [Outside::Clamp; 3];
    along[..usize::from(form.dimensions)].fill(outside);
    Sampling {
        outside: along,
        linear: form.linear,
        normalised: form.is_normalised(),
        integers: false,
    }
}
