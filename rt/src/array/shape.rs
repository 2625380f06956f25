//! Rows about sizes and about other arrangements of the same elements.
//!
//! *Invariant:* results are copies in row-major order; trailing singleton dimensions never matter.

use quasar_abi::{MAXIMUM_DIMENSIONS, RtError, Tagged};

use crate::array::convert::{common_kind, converted};
use crate::array::create::array_copy;
use crate::array::dims::Dims;
use crate::array::element::Element;
use crate::array::list::{self, Item, items, whole_elements, whole_numbers};
use crate::array::object::{Array, Text};
use crate::array::view::{View, is_number, whole_table, with_dims};
use crate::process::error::Raised;
use crate::process::refusal::{all_of, collected, copied, filled};

fn int_row(values: impl IntoIterator<Item = i64>) -> Result<Array, Raised> {
    Array::row(&collected(values.into_iter().map(|value| value as i32)))
}

fn dimension(function: &str, dim: i64) -> Result<usize, Raised> {
    usize::try_from(dim)
        .map_err(|_| Raised::invalid(function, format!("there is no dimension {dim}")))
}

pub(crate) fn array_size(array: &Array) -> Result<Array, Raised> {
    int_row(array.dims().sizes().iter().copied())
}

pub(crate) fn array_sizes(array: &Array, dims: &[Tagged]) -> Result<Array, Raised> {
    let sizes = array.dims();
    let wanted = whole_numbers(dims)?.into_iter();
    let wanted = all_of(wanted.map(|dim| dimension("size", dim)))?;
    int_row(wanted.into_iter().map(|dim| sizes.get(dim)))
}

pub(crate) fn array_dim(array: &Array, dim: i32) -> Result<i64, Raised> {
    Ok(array.dims().get(dimension("size", i64::from(dim))?))
}

pub(crate) fn array_ndims(array: &Array) -> i32 {
    array.header().ndims
}

pub(crate) fn array_numel(array: &Array) -> i64 {
    array.header().numel
}

pub(crate) fn array_require_same_size(
    left: &Array,
    right: &Array,
    operation: &Text,
) -> Result<(), Raised> {
    let (left, right) = (left.dims(), right.dims());
    if left == right {
        Ok(())
    } else {
        Err(Dims::mismatch(operation.as_str(), &left, &right))
    }
}

pub(crate) fn array_require_size(
    array: &Array,
    name: &Text,
    dims: &[Tagged],
) -> Result<(), Raised> {
    let dims = whole_numbers(dims)?;
    let sizes = array.dims();
    let fits = match dims.as_slice() {
        [length] => {
            sizes.vector_dim().is_some_and(|dim| dim < 2)
                && (*length < 0 || *length == array.header().numel)
        }
        _ => {
            let wanted = |dim: usize| dims.get(dim).copied().unwrap_or(1);
            (0..MAXIMUM_DIMENSIONS).all(|dim| wanted(dim) < 0 || wanted(dim) == sizes.get(dim))
        }
    };
    if fits {
        return Ok(());
    }
    let wanted: Vec<String> = dims
        .iter()
        .map(|size| {
            if *size < 0 {
                "?".to_string()
            } else {
                size.to_string()
            }
        })
        .collect();
    let wanted = if dims.len() == 1 {
        format!("vec({})", wanted[0])
    } else {
        wanted.join("x")
    };
    Err(Raised::new(
        RtError::SizeMismatch,
        &[&name.as_str(), &wanted, &sizes],
    ))
}

pub(crate) fn ind2pos(index: i64, size: &[Tagged]) -> Result<Array, Raised> {
    let sizes = whole_numbers(size)?;
    let mut position = filled(0i64, sizes.len());
    let mut rest = index;
    for dim in (0..sizes.len()).rev() {
        let size = sizes[dim].max(1);
        // The first dimension takes what is left, so that an index outside stays recognisable.
        position[dim] = if dim == 0 {
            rest
        } else {
            rest.rem_euclid(size)
        };
        rest = rest.div_euclid(size);
    }
    int_row(position)
}

pub(crate) fn pos2ind(position: &Array, size: &[Tagged]) -> Result<i64, Raised> {
    let (position, sizes) = (whole_elements(position)?, whole_numbers(size)?);
    if position.len() > sizes.len() {
        return Err(Raised::invalid(
            "pos2ind",
            format!(
                "a position of {} indices in {} dimensions",
                position.len(),
                sizes.len()
            ),
        ));
    }
    let index = sizes.iter().enumerate().fold(0i64, |index, (dim, size)| {
        index
            .wrapping_mul(*size)
            .wrapping_add(position.get(dim).copied().unwrap_or(0))
    });
    Ok(index)
}

pub(crate) fn array_reshape(array: &Array, dims: &[Tagged]) -> Result<Array, Raised> {
    let dims = list::dims("reshape", dims)?;
    if dims.numel()? != array.header().numel {
        return Err(Dims::mismatch("reshape", &array.dims(), &dims));
    }
    with_dims(array, dims)
}

/// A view made from what each dimension picks: a function from dimension and size to indices.
fn picked(array: &Array, count: usize, mut indices: impl FnMut(usize, i64) -> Vec<i64>) -> View {
    let (dims, strides) = (array.dims(), array.dims().strides());
    let tables = (0..count).map(|dim| {
        let mut table = indices(dim, dims.get(dim));
        table.iter_mut().for_each(|index| *index *= strides[dim]);
        table
    });
    View::new(tables.collect())
}

pub(crate) fn array_repmat(array: &Array, counts: &[Tagged]) -> Result<Array, Raised> {
    let mut counts = list::whole_numbers(counts)?;
    if counts.len() == 1 {
        // One count is that of copies side by side, as one size is that of a row.
        counts.insert(0, 1);
    }
    let dims = array.dims().count().max(counts.len());
    let copies = |dim: usize| counts.get(dim).copied().unwrap_or(1);
    let grown = (0..dims).map(|dim| array.dims().get(dim).saturating_mul(copies(dim)));
    let grown = Dims::checked("repmat", &grown.collect::<Vec<_>>())?;
    if grown.numel()? == 0 {
        return Array::zeros(array.kind(), grown);
    }
    let view = picked(array, dims, |dim, size| {
        collected((0..size * copies(dim)).map(|index| index % size))
    });
    view.read(array)
}

pub(crate) fn array_squeeze(array: &Array) -> Result<Array, Raised> {
    with_dims(array, Dims::new(&array.dims().squeezed()))
}

pub(crate) fn array_transpose(array: &Array) -> Result<Array, Raised> {
    if array.dims().count() > 2 {
        return Err(Raised::invalid(
            "transpose",
            format!(
                "an array of size {} is not a matrix; use shuffledims",
                array.dims()
            ),
        ));
    }
    shuffled(array, &[1, 0])
}

pub(crate) fn array_herm_transpose(array: &Array) -> Result<Array, Raised> {
    use crate::array::element::{C32, C64};
    let mut result = array_transpose(array)?;
    if array.kind() == C32::KIND {
        result
            .elements_mut::<C32>()
            .iter_mut()
            .for_each(|value| value.im = -value.im);
    } else if array.kind() == C64::KIND {
        result
            .elements_mut::<C64>()
            .iter_mut()
            .for_each(|value| value.im = -value.im);
    }
    Ok(result)
}

fn shuffled(array: &Array, order: &[usize]) -> Result<Array, Raised> {
    let (dims, strides) = (array.dims(), array.dims().strides());
    if array.numel() == 0 {
        let sizes: Vec<i64> = order.iter().map(|dim| dims.get(*dim)).collect();
        return Array::zeros(array.kind(), Dims::new(&sizes));
    }
    View::new(
        order
            .iter()
            .map(|dim| whole_table(dims.get(*dim), strides[*dim]))
            .collect(),
    )
    .read(array)
}

pub(crate) fn array_shuffledims(array: &Array, order: &[Tagged]) -> Result<Array, Raised> {
    let order = whole_numbers(order)?;
    let mut sorted = copied(&order);
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..order.len() as i64) || order.len() > MAXIMUM_DIMENSIONS {
        return Err(Raised::invalid(
            "shuffledims",
            format!("{order:?} does not name each dimension once"),
        ));
    }
    if order.len() < array.dims().count() {
        let what = format!(
            "{} dimensions are given for an array of size {}",
            order.len(),
            array.dims()
        );
        return Err(Raised::invalid("shuffledims", what));
    }
    shuffled(
        array,
        &order.iter().map(|dim| *dim as usize).collect::<Vec<_>>(),
    )
}

pub(crate) fn array_concatenate(dim: i32, parts: &[Tagged]) -> Result<Array, Raised> {
    let dim = dimension("cat", i64::from(dim))?;
    if dim >= MAXIMUM_DIMENSIONS {
        return Err(Raised::invalid(
            "cat",
            format!("there is no dimension {dim}"),
        ));
    }
    let parts = all_of(items(parts).map(|item| part(&item)))?;
    let Some(first) = parts.first() else {
        return Err(Raised::invalid("cat", "there is nothing to join"));
    };
    let kind = parts
        .iter()
        .try_fold(first.kind(), |kind, part| common_kind(kind, part.kind()))?;
    let mut length = 0;
    for part in &parts {
        if part.dims().with(dim, 1) != first.dims().with(dim, 1) {
            return Err(Dims::mismatch("cat", &first.dims(), &part.dims()));
        }
        length += part.dims().get(dim);
    }
    let parts = all_of(parts.iter().map(|part| converted(part, kind)))?;
    join(&parts, dim, first.dims().with(dim, length))
}

fn part(item: &Item) -> Result<Array, Raised> {
    match item {
        Item::Array(array) => Ok(Array::clone(array)),
        other => crate::array::create::single(other),
    }
}

/// Copies parts of the same kind, block by block, into an array of those dimensions.
fn join(parts: &[Array], dim: usize, dims: Dims) -> Result<Array, Raised> {
    let result = Array::uninit(parts[0].kind(), dims)?;
    if result.numel() == 0 {
        return Ok(result);
    }
    let size = result.kind().size();
    let (outer, _, _) = dims.around(dim);
    let mut written = 0;
    for block in 0..outer {
        for part in parts {
            let bytes = part.numel() / outer.max(1) * size;
            // SAFETY: the parts' blocks together are exactly the result's storage, in order.
            unsafe {
                std::ptr::copy_nonoverlapping(
                    part.data().add(block * bytes),
                    result.data().add(written),
                    bytes,
                )
            };
            written += bytes;
        }
    }
    result.retain_elements();
    Ok(result)
}

pub(crate) fn diag(matrix: &Array) -> Result<Array, Raised> {
    let dims = matrix.dims();
    if dims.count() > 2 {
        return Err(Raised::invalid(
            "diag",
            format!("an array of size {dims} is not a matrix"),
        ));
    }
    let strides = dims.strides();
    let row = if dims.count() == 1 { 1 } else { strides[0] };
    let count = dims.get(0).min(dims.get(1));
    View::new(vec![whole_table(1, 1), whole_table(count, row + 1)]).read(matrix)
}

pub(crate) fn diagm(vector: &Array) -> Result<Array, Raised> {
    if vector.dims().vector_dim().is_none() || !is_number(vector.kind()) {
        return Err(Raised::invalid(
            "diagm",
            format!(
                "an array of size {} is not a vector of numbers",
                vector.dims()
            ),
        ));
    }
    let n = vector.header().numel;
    let result = Array::zeros(vector.kind(), Dims::matrix(n, n))?;
    if n > 0 {
        View::new(vec![whole_table(n, n + 1)]).write(&result, vector);
    }
    Ok(result)
}

pub(crate) fn circshift(array: &Array, shifts: &[Tagged]) -> Result<Array, Raised> {
    let mut shifts = whole_numbers(shifts)?;
    if let ([shift], Some(dim)) = (shifts.as_slice(), array.dims().vector_dim()) {
        let shift = *shift;
        shifts = vec![0; dim];
        shifts.push(shift);
    }
    if array.numel() == 0 {
        return array_copy(array);
    }
    let view = picked(array, array.dims().count(), |dim, size| {
        let shift = shifts.get(dim).copied().unwrap_or(0);
        collected((0..size).map(|index| (index + shift.rem_euclid(size)) % size))
    });
    view.read(array)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_abi::Tag;

    fn matrix(rows: i64, columns: i64) -> Array {
        let values: Vec<i32> = (0..(rows * columns) as i32).collect();
        Array::from_elements(Dims::matrix(rows, columns), &values).expect("memory")
    }

    fn ints(values: &[i32]) -> Vec<Tagged> {
        values.iter().map(|value| Tagged::i32(*value)).collect()
    }

    fn entry(array: &Array) -> Tagged {
        Tagged::new(Tag::Array, array.as_ptr() as u64)
    }

    fn shown(array: Result<Array, Raised>) -> String {
        crate::text::display::array_text(&array.expect("a result")).replace("\n ", "")
    }

    #[test]
    fn sizes() {
        let array = matrix(2, 3);
        assert_eq!(shown(array_size(&array)), "[2,3]");
        assert_eq!(
            shown(array_size(
                &Array::from_elements(Dims::column(4), &[0u8; 4]).expect("memory")
            )),
            "[4]"
        );
        assert_eq!(shown(array_sizes(&array, &ints(&[1, 2, 0]))), "[3,1,2]");
        assert_eq!(array_dim(&array, 5).ok(), Some(1));
        assert!(array_dim(&array, -1).is_err());
        assert_eq!((array_ndims(&array), array_numel(&array)), (2, 6));
    }

    #[test]
    fn declared_sizes_are_checked() {
        let (array, row, name) = (matrix(2, 3), matrix(1, 3), Text::new("A"));
        assert!(array_require_size(&array, &name, &ints(&[2, -1])).is_ok());
        assert!(array_require_size(&row, &name, &ints(&[3])).is_ok());
        let raised = array_require_size(&array, &name, &ints(&[-1, 4])).expect_err("another size");
        assert_eq!(
            raised.message,
            "A: the sizes ?x4 and 2x3 do not fit together"
        );
        assert!(array_require_size(&array, &name, &ints(&[6])).is_err());
        assert!(array_require_same_size(&array, &row, &name).is_err());
    }

    #[test]
    fn positions_and_indices() {
        assert_eq!(shown(ind2pos(7, &ints(&[2, 3, 4]))), "[0,1,3]");
        let position = Array::row(&[1.0f32, 2.0, 3.0]).expect("memory");
        assert_eq!(pos2ind(&position, &ints(&[2, 3, 4])).ok(), Some(23));
    }

    #[test]
    fn rearrangements() {
        let array = matrix(2, 3);
        assert_eq!(shown(array_transpose(&array)), "[[0,3],[1,4],[2,5]]");
        assert_eq!(
            shown(array_reshape(&array, &ints(&[3, 2]))),
            "[[0,1],[2,3],[4,5]]"
        );
        assert!(array_reshape(&array, &ints(&[4])).is_err());
        assert_eq!(
            shown(array_repmat(&matrix(1, 2), &ints(&[2, 2]))),
            "[[0,1,0,1],[0,1,0,1]]"
        );
        assert_eq!(shown(array_repmat(&matrix(1, 2), &ints(&[2]))), "[0,1,0,1]");
        assert!(array_repmat(&matrix(1, 2), &ints(&[2_000_000_000])).is_err());
        assert_eq!(shown(circshift(&matrix(1, 4), &ints(&[1]))), "[1,2,3,0]");
        assert_eq!(
            shown(circshift(&array, &ints(&[1, -1]))),
            "[[5,3,4],[2,0,1]]"
        );
        // A vector, as the documents say: a row.
        assert_eq!(shown(diag(&array)), "[0,4]");
        assert_eq!(shown(diagm(&matrix(1, 2))), "[[0,0],[0,1]]");
        let cube = Array::from_elements(Dims::new(&[1, 1, 3]), &[1u8, 2, 3]).expect("memory");
        assert_eq!(shown(array_squeeze(&cube)), "[[1],[2],[3]]");
        assert_eq!(
            array_shuffledims(&cube, &ints(&[2, 0, 1]))
                .expect("a result")
                .dims(),
            Dims::column(3)
        );
        assert!(array_shuffledims(&cube, &ints(&[0, 0, 1])).is_err());
        assert!(array_transpose(&cube).is_err());
    }

    #[test]
    fn joins() {
        let (upper, lower) = (matrix(1, 2), matrix(2, 2));
        assert_eq!(
            shown(array_concatenate(0, &[entry(&upper), entry(&lower)])),
            "[[0,1],[0,1],[2,3]]"
        );
        assert_eq!(
            shown(array_concatenate(1, &[entry(&lower), entry(&lower)])),
            "[[0,1,0,1],[2,3,2,3]]"
        );
        assert_eq!(
            shown(array_concatenate(1, &[entry(&upper), Tagged::f32(2.5)])),
            "[0,1,2.5]"
        );
        assert!(array_concatenate(1, &[entry(&upper), entry(&lower)]).is_err());
    }
}
