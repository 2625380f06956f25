//! Fourier transforms by cuFFT.
//!
//! Dimensions that lie side by side are one transform of up to three dimensions; others are one after another. Of real numbers only half the
//! transform is computed where it is a single one, and the rest mirrored, as on the processor.
//!
//! *Invariant:* the precision of the plan is that of the result; forward is not scaled, inverse divided by the number of elements.

use std::sync::Arc;

use nvrtc_bridge::{Arguments, DeviceMemory, FftKind, FftLayout, FftPlan, FftShape};
use quasar_abi::ElemKind;

use super::libraries::{Libraries, Stopped, attempt, with_factor};
use crate::array::convert::converted;
use crate::array::create::array_copy;
use crate::array::dims::Dims;
use crate::array::object::Array;
use crate::numeric::fourier_plans::{TransformKind, device_plan};
use crate::process::error::Raised;

/// The dimensions that cuFFT transforms at once, at most.
const TOGETHER: usize = 3;
/// Elements that one thread transforms in a nanosecond, for each factor of two of the length.
const NANOSECONDS: f64 = 0.7;

/// What a transform gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    /// The transform.
    Forward,
    /// The inverse.
    Inverse,
    /// The real part of the inverse.
    RealInverse,
}

/// Transformed dimensions side by side: an array of outer × sizes × inner.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    outer: i64,
    sizes: Vec<i64>,
    inner: i64,
}

/// The groups of the dimensions, which are in ascending order and have more than one element.
fn groups(sizes: &Dims, dims: &[usize]) -> Vec<Group> {
    let mut groups: Vec<(Group, usize)> = Vec::new();
    for &dim in dims {
        let (outer, length, inner) = sizes.around(dim);
        let between = |last: usize| (last + 1..dim).all(|dim| sizes.get(dim) == 1);
        match groups.last_mut() {
            Some((group, last)) if group.sizes.len() < TOGETHER && between(*last) => {
                group.sizes.push(length as i64);
                group.inner = inner as i64;
                *last = dim;
            }
            _ => groups.push((
                Group {
                    outer: outer as i64,
                    sizes: vec![length as i64],
                    inner: inner as i64,
                },
                dim,
            )),
        }
    }
    groups.into_iter().map(|(group, _)| group).collect()
}

impl Group {
    /// The same with half of the last dimension.
    fn half(&self) -> Group {
        let mut half = self.clone();
        let last = half.sizes.last_mut().expect("a group has a dimension");
        *last = *last / 2 + 1;
        half
    }

    fn count(&self) -> i64 {
        self.sizes.iter().product()
    }

    fn elements(&self) -> i64 {
        self.outer * self.count() * self.inner
    }

    fn layout(&self) -> FftLayout {
        FftLayout {
            sizes: self.sizes.clone(),
            stride: self.inner,
            distance: if self.inner == 1 { self.count() } else { 1 },
        }
    }

    /// How many plans the group takes one after another, and how many transforms each has.
    fn parts(&self) -> (i64, i64) {
        match (self.outer, self.inner) {
            (outer, 1) => (1, outer),
            (outer, inner) => (outer, inner),
        }
    }

    /// The sizes, as the helpers take them: three dimensions and the elements behind.
    fn arguments(&self, arguments: Arguments) -> Arguments {
        let mut sizes = [1; TOGETHER];
        sizes[TOGETHER - self.sizes.len()..].copy_from_slice(&self.sizes);
        let arguments = sizes.iter().fold(arguments, |all, size| all.with(*size));
        arguments.with(self.inner)
    }
}

/// A transform on the device, of dimensions of more than one element; none if the processor shall do it.
///
/// # Errors
/// The device has failed.
pub(crate) fn transform(
    array: &Array,
    gives: Gives,
    kind: ElemKind,
    dims: &[usize],
) -> Result<Option<Array>, Raised> {
    if dims.is_empty() || array.numel() == 0 {
        return Ok(None);
    }
    let sizes = array.dims();
    let length: f64 = dims.iter().map(|dim| sizes.get(*dim) as f64).product();
    let cost = array.numel() as f64 * length.log2() * NANOSECONDS;
    let precision = match kind {
        ElemKind::F32 | ElemKind::C32 => ElemKind::F32,
        _ => ElemKind::F64,
    };
    attempt(&[array], cost as i64, |libraries| {
        libraries.fft()?;
        let array = in_precision(array, precision)?;
        let transform = Transform {
            libraries,
            precision,
            groups: groups(&sizes, dims),
            scale: 1.0 / length,
        };
        let memory = match gives {
            Gives::Forward | Gives::Inverse => {
                transform.complex(&array, gives == Gives::Inverse)?
            }
            Gives::RealInverse => transform.real(&array)?,
        };
        libraries.array(kind, sizes, memory)
    })
}

/// The array in the precision of the transform, real or complex as it is.
fn in_precision(array: &Array, precision: ElemKind) -> Result<Array, Stopped> {
    let kind = match (array.kind().is_complex(), precision) {
        (false, precision) => precision,
        (true, precision) => complex(precision),
    };
    // Constants of the program have no place to note where their copies are.
    let array = match array.header().refs < 0 && array.kind() == kind {
        true => array_copy(array),
        false => converted(array, kind),
    };
    array.map_err(|_| Stopped::NotTaken)
}

fn complex(precision: ElemKind) -> ElemKind {
    match precision {
        ElemKind::F32 => ElemKind::C32,
        _ => ElemKind::C64,
    }
}

struct Transform<'a> {
    libraries: &'a Libraries,
    precision: ElemKind,
    groups: Vec<Group>,
    /// One over the number of elements of a transform.
    scale: f64,
}

impl Transform<'_> {
    fn is_single(&self) -> bool {
        self.precision == ElemKind::F32
    }

    fn elements(&self) -> i64 {
        self.groups[0].elements()
    }

    fn scratch(&self, count: i64) -> Result<DeviceMemory, Stopped> {
        self.libraries.scratch(complex(self.precision), count)
    }

    /// Complex results.
    fn complex(&self, array: &Array, inverse: bool) -> Result<DeviceMemory, Stopped> {
        let from = self.libraries.address(array)?;
        let result = self.scratch(self.elements())?;
        if let ([group], false, false) = (&self.groups[..], array.kind().is_complex(), inverse) {
            let half = group.half();
            let part = self.scratch(half.elements())?;
            self.execute(group, &half, TransformKind::FromReal, from, part.address())?;
            let arguments = Arguments::new()
                .with_address(part.address())
                .with_address(result.address())
                .with(group.elements());
            // SAFETY: both have as many elements as the group and its half.
            unsafe { self.help("mirror", group.elements(), &group.arguments(arguments)) }?;
            return Ok(result);
        }
        let form = if inverse {
            TransformKind::Inverse
        } else {
            TransformKind::Forward
        };
        self.all_groups(array, from, form, &result)?;
        if inverse {
            let numbers = 2 * self.elements();
            let arguments = Arguments::new()
                .with_address(result.address())
                .with(numbers);
            let arguments = with_factor(arguments, self.precision, self.scale);
            // SAFETY: the memory has that many numbers.
            unsafe { self.help("scale", numbers, &arguments) }?;
        }
        Ok(result)
    }

    /// Transforms along all groups, one after another.
    fn all_groups(
        &self,
        array: &Array,
        from: u64,
        form: TransformKind,
        result: &DeviceMemory,
    ) -> Result<(), Stopped> {
        let mut source = from;
        if !array.kind().is_complex() {
            let arguments = Arguments::new()
                .with_address(from)
                .with_address(result.address())
                .with(self.elements());
            // SAFETY: both have that many elements.
            unsafe { self.help("widen", self.elements(), &arguments) }?;
            source = result.address();
        }
        for group in &self.groups {
            self.execute(group, group, form, source, result.address())?;
            source = result.address();
        }
        Ok(())
    }

    /// The real part of the inverse.
    fn real(&self, array: &Array) -> Result<DeviceMemory, Stopped> {
        let from = self.libraries.address(array)?;
        let result = self.libraries.scratch(self.precision, self.elements())?;
        if let ([group], true) = (&self.groups[..], array.kind().is_complex()) {
            let half = group.half();
            let part = self.scratch(half.elements())?;
            let arguments = Arguments::new()
                .with_address(from)
                .with_address(part.address())
                .with(half.elements());
            // SAFETY: both have as many elements as the group and its half.
            unsafe { self.help("halve", half.elements(), &group.arguments(arguments)) }?;
            self.execute(
                &half,
                group,
                TransformKind::ToReal,
                part.address(),
                result.address(),
            )?;
            let arguments = Arguments::new()
                .with_address(result.address())
                .with(self.elements());
            let arguments = with_factor(arguments, self.precision, self.scale);
            // SAFETY: the memory has that many numbers.
            unsafe { self.help("scale", self.elements(), &arguments) }?;
            return Ok(result);
        }
        let whole = self.scratch(self.elements())?;
        self.all_groups(array, from, TransformKind::Inverse, &whole)?;
        let arguments = Arguments::new()
            .with_address(whole.address())
            .with_address(result.address())
            .with(self.elements());
        let arguments = with_factor(arguments, self.precision, self.scale);
        // SAFETY: both have that many elements.
        unsafe { self.help("narrow", self.elements(), &arguments) }?;
        Ok(result)
    }

    /// # Safety
    /// The arguments are those of the helper.
    unsafe fn help(&self, name: &str, count: i64, arguments: &Arguments) -> Result<(), Stopped> {
        // SAFETY: the caller has laid the arguments in the order of the helper in `helpers.cu`.
        unsafe { self.libraries.help(name, self.precision, count, arguments) }
    }

    /// One group from an array of one form to one of another.
    fn execute(
        &self,
        from: &Group,
        to: &Group,
        form: TransformKind,
        source: u64,
        target: u64,
    ) -> Result<(), Stopped> {
        let plan = self.plan(from, to, form)?;
        let (parts, _) = from.parts();
        let bytes = |group: &Group, is_real: bool| {
            let kind = if is_real {
                self.precision
            } else {
                complex(self.precision)
            };
            group.elements() / parts * kind.size() as i64
        };
        let step_in = bytes(from, form == TransformKind::FromReal) as u64;
        let step_out = bytes(to, form == TransformKind::ToReal) as u64;
        self.libraries.call(plan.form().call(), || {
            (0..parts as u64).try_for_each(|part| {
                let (source, target) = (source + part * step_in, target + part * step_out);
                // SAFETY: the groups say where the elements lie, and the memory has all of them.
                unsafe { plan.execute(source, target, form == TransformKind::Inverse) }
            })
        })
    }

    fn plan(&self, from: &Group, to: &Group, form: TransformKind) -> Result<Arc<FftPlan>, Stopped> {
        let sizes = match form {
            TransformKind::ToReal => &to.sizes,
            TransformKind::Forward | TransformKind::Inverse | TransformKind::FromReal => {
                &from.sizes
            }
        };
        let shape = FftShape {
            form: match (form, self.is_single()) {
                (TransformKind::Forward | TransformKind::Inverse, true) => FftKind::ComplexSingle,
                (TransformKind::Forward | TransformKind::Inverse, false) => FftKind::ComplexDouble,
                (TransformKind::FromReal, true) => FftKind::FromRealSingle,
                (TransformKind::FromReal, false) => FftKind::FromRealDouble,
                (TransformKind::ToReal, true) => FftKind::ToRealSingle,
                (TransformKind::ToReal, false) => FftKind::ToRealDouble,
            },
            sizes: sizes.clone(),
            input: from.layout(),
            output: to.layout(),
            batch: from.parts().1,
        };
        let fft = self.libraries.fft()?;
        let stream = self.libraries.stream();
        let texts: Vec<String> = sizes.iter().map(i64::to_string).collect();
        let lengths = texts.join("x");
        let key = format!("device {}, {shape:?}", self.libraries.number());
        device_plan(form, &lengths, self.precision.name(), key, || {
            Ok(Arc::new(fft.plan(stream, &shape)?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimensions_side_by_side_are_one_transform() {
        let of = |sizes: &[i64], dims: &[usize]| groups(&Dims::new(sizes), dims);
        let group = |outer, sizes: &[i64], inner| Group {
            outer,
            sizes: sizes.to_vec(),
            inner,
        };
        assert_eq!(of(&[4, 5, 3], &[0, 1]), [group(1, &[4, 5], 3)]);
        assert_eq!(of(&[4, 5, 3], &[1]), [group(4, &[5], 3)]);
        assert_eq!(of(&[4, 1, 3], &[0, 2]), [group(1, &[4, 3], 1)]);
        assert_eq!(
            of(&[4, 5, 3], &[0, 2]),
            [group(1, &[4], 15), group(20, &[3], 1)]
        );
        assert_eq!(
            of(&[2, 3, 2, 5], &[0, 1, 2, 3]),
            [group(1, &[2, 3, 2], 5), group(12, &[5], 1)]
        );
    }

    #[test]
    fn layouts_reach_every_element_once() {
        let rows = Group {
            outer: 4,
            sizes: vec![5],
            inner: 3,
        };
        assert_eq!(rows.parts(), (4, 3));
        assert_eq!((rows.layout().stride, rows.layout().distance), (3, 1));
        let last = Group {
            outer: 20,
            sizes: vec![8, 6],
            inner: 1,
        };
        assert_eq!(last.parts(), (1, 20));
        assert_eq!(last.half().sizes, [8, 4]);
        assert_eq!(last.half().layout().distance, 32);
    }
}
