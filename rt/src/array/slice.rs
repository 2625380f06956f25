//! Rows that read and store single positions, slices and masked elements.
//!
//! *Invariant:* every index goes through an [`Access`] before it becomes an offset, so no offset leaves the array.

use quasar_abi::{ElemKind, RtError, SliceMarker, Tagged};

use crate::array::boundary::{Access, OUTSIDE};
use crate::array::convert::converted;
use crate::array::create::{array_copy, range_count, single, store_value};
use crate::array::dims::{Dims, LONGEST_EMPTY};
use crate::array::element::{Element, with_element};
use crate::array::list::{Item, Items, items, whole_elements, whole_numbers};
use crate::array::object::{Array, Text};
use crate::array::truth::Truth;
use crate::array::view::{View, whole_table, with_dims};
use crate::process::error::Raised;
use crate::process::refusal::{all_of, collected, filled, with_room};

/// What one dimension of a slice picks.
enum Pick {
    All,
    Indices(Vec<i64>),
    /// The elements of a matrix, whose sizes the slice has where no other dimension is picked.
    Matrix(Vec<i64>, Dims),
}

/// Reads the slices of a list.
fn picks(items: &mut Items<'_>) -> Result<Vec<Pick>, Raised> {
    let mut picks = Vec::new();
    while let Some(item) = items.next() {
        let Item::Slice(marker) = item else {
            unreachable!("each dimension of a slice opens with a marker")
        };
        let mut operand = || items.next().expect("a slice has its operands");
        picks.push(match marker {
            SliceMarker::All => Pick::All,
            SliceMarker::Index => Pick::Indices(vec![operand().whole()]),
            SliceMarker::Range => Pick::Indices(range(operand(), operand(), operand())?),
            SliceMarker::Vector => match operand() {
                Item::Array(array) if is_matrix(&array.dims()) => {
                    Pick::Matrix(whole_elements(&array)?, array.dims())
                }
                Item::Array(array) => Pick::Indices(whole_elements(&array)?),
                _ => unreachable!("an index vector is an array"),
            },
        });
    }
    Ok(picks)
}

/// Whether sizes are those of neither a row nor a column.
fn is_matrix(dims: &Dims) -> bool {
    dims.squeezed().len() > 1
}

/// The sizes of what a matrix of indices alone picks.
fn shape(picks: &[Pick]) -> Option<Dims> {
    match picks {
        [Pick::Matrix(_, dims)] => Some(*dims),
        _ => None,
    }
}

fn range(first: Item, step: Item, last: Item) -> Result<Vec<i64>, Raised> {
    let real = |item: &Item| item.number().expect("a range has numbers").re;
    let count = range_count(real(&first), real(&step), real(&last))?;
    if let (Item::Int(first), Item::Int(step), Item::Int(_)) = (&first, &step, &last) {
        return Ok(collected((0..count).map(|index| first + index * step)));
    }
    let value = |index| (real(&first) + index as f64 * real(&step)) as i64;
    Ok(collected((0..count).map(value)))
}

/// The view that slices mean, which has a table of each dimension.
fn view(array: &Array, access: &Access<'_>, picks: Vec<Pick>) -> Result<View, Raised> {
    let dims = array.dims();
    if array.numel() == 0 && dims.sizes().iter().any(|size| *size > LONGEST_EMPTY) {
        let what = format!("an array of size {dims} has no elements to slice");
        return Err(Raised::invalid("index", what));
    }
    if let [pick] = picks.as_slice() {
        return linear_view(array, access, pick);
    }
    if picks.len() < dims.count() {
        let what = format!("{} indices for an array of size {dims}", picks.len());
        return Err(Raised::invalid("index", what));
    }
    let strides = dims.strides();
    let tables: Result<Vec<_>, Raised> = picks
        .iter()
        .enumerate()
        .map(|(dim, pick)| {
            table(
                access,
                pick,
                dims.get(dim),
                dim as i32,
                strides.get(dim).copied().unwrap_or(1),
            )
        })
        .collect();
    Ok(View::new(tables?))
}

/// One slice addresses the row-major sequence: of a column it gives a column, else a row.
fn linear_view(array: &Array, access: &Access<'_>, pick: &Pick) -> Result<View, Raised> {
    let column = array.dims().count() == 1 && array.numel() != 1;
    let table = table(access, pick, array.header().numel, -1, 1)?;
    Ok(View::new(if column {
        vec![table]
    } else {
        vec![vec![0], table]
    }))
}

fn table(
    access: &Access<'_>,
    pick: &Pick,
    size: i64,
    dimension: i32,
    stride: i64,
) -> Result<Vec<i64>, Raised> {
    match pick {
        Pick::All => Ok(whole_table(size, stride)),
        Pick::Indices(indices) | Pick::Matrix(indices, _) => {
            let place = |index: &i64| {
                let mapped = access.map(*index, size, dimension)?;
                Ok(if mapped == OUTSIDE {
                    OUTSIDE
                } else {
                    mapped * stride
                })
            };
            all_of(indices.iter().map(place))
        }
    }
}

/// The offset that indices mean, or [`OUTSIDE`].
fn offset(array: &Array, access: &Access<'_>, indices: &[i64]) -> Result<i64, Raised> {
    if let [index] = indices {
        return access.map(*index, array.header().numel, -1);
    }
    let (dims, strides) = (array.dims(), array.dims().strides());
    let mut offset = 0;
    for dim in 0..indices.len().max(dims.count()) {
        let index = indices.get(dim).copied().unwrap_or(0);
        match access.map(index, dims.get(dim), dim as i32)? {
            OUTSIDE => return Ok(OUTSIDE),
            mapped => offset += mapped * strides.get(dim).copied().unwrap_or(1),
        }
    }
    Ok(offset)
}

pub(crate) fn array_offset(
    array: &Array,
    position: &Array,
    mode: i32,
    name: Option<&Text>,
) -> Result<i64, Raised> {
    offset(array, &Access::new(mode, name), &whole_elements(position)?)
}

pub(crate) fn array_offset_at(
    array: &Array,
    mode: i32,
    name: Option<&Text>,
    indices: &[Tagged],
) -> Result<i64, Raised> {
    offset(array, &Access::new(mode, name), &whole_numbers(indices)?)
}

pub(crate) fn slice_read(
    array: &Array,
    mode: i32,
    name: Option<&Text>,
    slices: &[Tagged],
) -> Result<Array, Raised> {
    let picks = picks(&mut items(slices))?;
    let shape = shape(&picks);
    let elements = view(array, &Access::new(mode, name), picks)?.read(array)?;
    match shape {
        Some(dims) => with_dims(&elements, dims),
        None => Ok(elements),
    }
}

pub(crate) fn slice_store(
    array: &Array,
    mode: i32,
    name: Option<&Text>,
    source: &Array,
    slices: &[Tagged],
) -> Result<(), Raised> {
    let picks = picks(&mut items(slices))?;
    if matches!(picks.as_slice(), [Pick::All])
        && source.dims().squeezed() == array.dims().squeezed()
    {
        return array_assign(array, source);
    }
    let operation = "assignment to a slice";
    let shape = shape(&picks);
    let view = view(array, &Access::new(mode, name), picks)?;
    match shape.filter(|_| source.numel() != 1) {
        Some(dims) => {
            require_fit(source, &dims, operation)?;
            let sequence = with_dims(source, view.dims())?;
            store(array, &sequence, &view, operation)
        }
        None => store(array, source, &view, operation),
    }
}

pub(crate) fn slice_fill(
    array: &Array,
    mode: i32,
    name: Option<&Text>,
    list: &[Tagged],
) -> Result<(), Raised> {
    let mut items = items(list);
    let value = single(&items.next().expect("a value to fill with"))?;
    let view = view(array, &Access::new(mode, name), picks(&mut items)?)?;
    store(array, &value, &view, "assignment to a slice")
}

pub(crate) fn array_assign(array: &Array, source: &Array) -> Result<(), Raised> {
    let (dims, strides) = (array.dims(), array.dims().strides());
    if array.numel() == 0 {
        return require_fit(source, &dims, "assignment");
    }
    let tables = (0..dims.count())
        .map(|dim| whole_table(dims.get(dim), strides[dim]))
        .collect();
    store(array, source, &View::new(tables), "assignment")
}

/// Stores into a view: shapes that agree after squeezing, or a single element.
fn store(array: &Array, source: &Array, view: &View, operation: &str) -> Result<(), Raised> {
    require_fit(source, &view.dims(), operation)?;
    let source = if array.kind().is_object() && source.kind() != array.kind() {
        return Err(Raised::invalid(
            operation,
            format!(
                "{} do not fit an array of {}",
                source.kind().name(),
                array.kind().name()
            ),
        ));
    } else if source.is_same(array) {
        array_copy(source)?
    } else {
        converted(source, array.kind())?
    };
    view.write(array, &source);
    Ok(())
}

/// What is stored has the sizes of its place after squeezing, or a single element.
fn require_fit(source: &Array, place: &Dims, operation: &str) -> Result<(), Raised> {
    match source.numel() == 1 || source.dims().squeezed() == place.squeezed() {
        true => Ok(()),
        false => Err(Dims::mismatch(operation, place, &source.dims())),
    }
}

/// Where the mask is not zero.
fn selected(array: &Array, mask: &Array) -> Result<Truth, Raised> {
    if array.dims().squeezed() != mask.dims().squeezed() {
        return Err(Dims::mismatch("mask", &array.dims(), &mask.dims()));
    }
    Truth::of(mask)
}

/// The places of a mask as one table.
fn places(selected: &Truth) -> View {
    let mut places = with_room(selected.count());
    selected.each(|offset| places.push(offset as i64));
    View::new(vec![places])
}

pub(crate) fn mask_read(array: &Array, mask: &Array) -> Result<Array, Raised> {
    fn numbers<T: Element>(array: &Array, selected: &Truth) -> Result<Array, Raised> {
        let mut result = Array::uninit(T::KIND, Dims::new(&[selected.count() as i64]))?;
        let source = array.elements::<T>();
        let mut target = result.elements_mut::<T>().iter_mut();
        selected.each(|offset| *target.next().expect("as many as are counted") = source[offset]);
        Ok(result)
    }
    let selected = selected(array, mask)?;
    with_element!(array.kind(), T => numbers::<T>(array, &selected), places(&selected).read(array))
}

pub(crate) fn mask_store(array: &Array, mask: &Array, source: &Array) -> Result<(), Raised> {
    let selected = selected(array, mask)?;
    let places = places(&selected);
    if source.numel() == array.numel() && source.dims().squeezed() == array.dims().squeezed() {
        return store(array, &places.read(source)?, &places, "masked assignment");
    }
    if source.numel() != 1 && source.numel() != selected.count() {
        let counts = (selected.count(), source.numel());
        return Err(Raised::new(
            RtError::SizeMismatch,
            &[&"masked assignment", &counts.0, &counts.1],
        ));
    }
    let sequence = with_dims(source, Dims::column(source.header().numel))?;
    store(array, &sequence, &places, "masked assignment")
}

pub(crate) fn mask_fill(array: &Array, mask: &Array, value: &[Tagged]) -> Result<(), Raised> {
    fn numbers<T: Element>(array: &Array, selected: &Truth, value: &Item) -> Result<(), Raised> {
        let value = value.element::<T>()?;
        let cells = array.cells::<T>();
        selected.each(|offset| cells[offset].set(value));
        Ok(())
    }
    let value = items(value).next().expect("a value to fill with");
    let selected = selected(array, mask)?;
    if selected.count() == 0 {
        return Ok(());
    }
    with_element!(array.kind(), T => numbers::<T>(array, &selected, &value), {
        let mut result = Ok(());
        selected.each(|offset| {
            if result.is_ok() {
                result = store_value(array, offset, &value);
            }
        });
        result
    })
}

/// The indices of each element that is not zero, at least two.
pub(crate) fn find(array: &Array) -> Result<Array, Raised> {
    let truth = Truth::of(array)?;
    let dims = array.dims();
    let columns = dims.count().max(2);
    let length = dims.get(columns - 1).max(1) as usize;
    let mut result = Array::uninit(
        ElemKind::I32,
        Dims::matrix(truth.count() as i64, columns as i64),
    )?;
    let mut places = result.elements_mut::<i32>().chunks_exact_mut(columns);
    // The row that was found in last, by its first element, and its place in the dimensions in front.
    let (mut first, mut row) = (0, filled(0i32, columns - 1));
    truth.each(|offset| {
        if offset - first >= length {
            first = offset - offset % length;
            set_row(&mut row, offset / length, &dims);
        }
        let place = places.next().expect("as many as are counted");
        for (index, known) in place.iter_mut().zip(&row) {
            *index = *known;
        }
        place[columns - 1] = (offset - first) as i32;
    });
    Ok(result)
}

/// The position of a row of that number in the dimensions in front of the last.
fn set_row(row: &mut [i32], number: usize, dims: &Dims) {
    let mut rest = number;
    for (dim, index) in row.iter_mut().enumerate().rev() {
        let size = dims.get(dim).max(1) as usize;
        *index = (rest % size) as i32;
        rest /= size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::object::live_objects;
    use crate::array::view::replace_object;
    use quasar_abi::{AccessMode, ElemKind, Tag};

    fn matrix() -> Array {
        Array::from_elements(Dims::matrix(3, 4), &(0..12).collect::<Vec<i32>>()).expect("memory")
    }

    fn shown(array: &Array) -> String {
        crate::text::display::array_text(array).replace("\n ", "")
    }

    fn all() -> Vec<Tagged> {
        vec![Tagged::slice(SliceMarker::All)]
    }

    fn index(value: i32) -> Vec<Tagged> {
        vec![Tagged::slice(SliceMarker::Index), Tagged::i32(value)]
    }

    fn stepped(first: i32, step: i32, last: i32) -> Vec<Tagged> {
        vec![
            Tagged::slice(SliceMarker::Range),
            Tagged::i32(first),
            Tagged::i32(step),
            Tagged::i32(last),
        ]
    }

    fn vector(array: &Array) -> Vec<Tagged> {
        vec![
            Tagged::slice(SliceMarker::Vector),
            Tagged::new(Tag::Array, array.as_ptr() as u64),
        ]
    }

    fn read(array: &Array, mode: AccessMode, slices: &[Vec<Tagged>]) -> Result<Array, Raised> {
        slice_read(array, mode.code(), None, &slices.concat())
    }

    #[test]
    fn slices_read_copies() {
        let array = matrix();
        let checked = |slices: &[Vec<Tagged>]| {
            shown(&read(&array, AccessMode::Checked, slices).expect("inside"))
        };
        assert_eq!(checked(&[index(1), all()]), "[4,5,6,7]");
        assert_eq!(checked(&[all(), index(1)]), "[[1],[5],[9]]");
        assert_eq!(
            checked(&[stepped(2, -1, 0), stepped(1, 2, 3)]),
            "[[9,11],[5,7],[1,3]]"
        );
        let order = Array::row(&[3i32, 0]).expect("memory");
        assert_eq!(checked(&[index(0), vector(&order), all()]), "[3,0]");
        assert_eq!(checked(&[stepped(10, 1, 11)]), "[10,11]");
        assert_eq!(checked(&[stepped(1, 1, 0), all()]), "[]");
        assert!(read(&array, AccessMode::Checked, &[index(3), all()]).is_err());
        let cube = Array::zeros(ElemKind::F32, Dims::new(&[2, 2, 2])).expect("memory");
        assert!(read(&cube, AccessMode::Checked, &[all(), all()]).is_err());
    }

    #[test]
    fn a_matrix_of_indices_gives_its_sizes() {
        let array = Array::row(&[10i32, 20, 30]).expect("memory");
        let indices = Array::from_elements(Dims::matrix(2, 2), &[2i32, 0, 1, 1]).expect("memory");
        let table = read(&array, AccessMode::Checked, &[vector(&indices)]);
        assert_eq!(shown(&table.expect("inside")), "[[30,10],[20,20]]");
        let column = Array::from_elements(Dims::column(2), &[2i32, 0]).expect("memory");
        let row = read(&array, AccessMode::Checked, &[vector(&column)]);
        assert_eq!(shown(&row.expect("inside")), "[30,10]");
        let source = Array::from_elements(Dims::matrix(2, 2), &[1i32, 2, 3, 4]).expect("memory");
        slice_store(&array, 0, None, &source, &vector(&indices)).expect("it fits");
        assert_eq!(shown(&array), "[2,4,1]");
        let row = Array::row(&[1i32, 2, 3, 4]).expect("memory");
        assert!(slice_store(&array, 0, None, &row, &vector(&indices)).is_err());
    }

    #[test]
    fn access_modes_reach_outside() {
        let array = matrix();
        let row = |mode| shown(&read(&array, mode, &[index(0), stepped(-2, 1, 5)]).expect("a map"));
        assert_eq!(row(AccessMode::Mirror), "[1,0,0,1,2,3,3,2]");
        assert_eq!(row(AccessMode::Circular), "[2,3,0,1,2,3,0,1]");
        assert_eq!(row(AccessMode::Clamped), "[0,0,0,1,2,3,3,3]");
        assert_eq!(row(AccessMode::Safe), "[0,0,0,1,2,3,0,0]");
    }

    #[test]
    fn slices_store() {
        let array = matrix();
        let source =
            Array::from_elements(Dims::column(4), &[1.5f32, -2.7, 3.0, 4.0]).expect("memory");
        slice_store(&array, 0, None, &source, &[index(1), all()].concat())
            .expect("fits after squeezing");
        assert_eq!(shown(&array), "[[0,1,2,3],[1,-2,3,4],[8,9,10,11]]");
        slice_fill(
            &array,
            0,
            None,
            &[vec![Tagged::i32(7)], all(), index(3)].concat(),
        )
        .expect("fits");
        assert_eq!(shown(&array), "[[0,1,2,7],[1,-2,3,7],[8,9,10,7]]");
        slice_fill(
            &array,
            AccessMode::Safe.code(),
            None,
            &[vec![Tagged::i32(5)], index(9), all()].concat(),
        )
        .expect("dropped");
        assert!(
            slice_store(
                &array,
                0,
                None,
                &source,
                &[index(1), stepped(0, 1, 1)].concat()
            )
            .is_err()
        );
        array_assign(&array, &array).expect("itself");
        slice_store(&array, 0, None, &array, &all()).expect("itself");
        assert!(array_assign(&array, &source).is_err());
    }

    #[test]
    fn positions() {
        let array = matrix();
        let position = Array::row(&[2.0f32, 3.0]).expect("memory");
        assert_eq!(array_offset(&array, &position, 0, None).ok(), Some(11));
        assert_eq!(
            array_offset_at(
                &array,
                0,
                None,
                &[Tagged::i32(1), Tagged::i32(1), Tagged::i32(0)]
            )
            .ok(),
            Some(5)
        );
        assert_eq!(
            array_offset_at(&array, 0, None, &[Tagged::i32(7)]).ok(),
            Some(7)
        );
        let outside = [Tagged::i32(3), Tagged::i32(0)];
        assert_eq!(
            array_offset_at(&array, AccessMode::Safe.code(), None, &outside).ok(),
            Some(OUTSIDE)
        );
        let raised =
            array_offset_at(&array, 0, Some(&Text::new("A")), &outside).expect_err("outside");
        assert_eq!(
            raised.message,
            "index 3 of 'A' is outside dimension 0, which has size 3"
        );
    }

    #[test]
    fn masks() {
        let array = Array::row(&[1.0f32, f32::NAN, 3.0]).expect("memory");
        let mask = Array::row(&[1i32, 0, 1]).expect("memory");
        assert_eq!(shown(&mask_read(&array, &mask).expect("fits")), "[[1],[3]]");
        mask_fill(&array, &mask, &[Tagged::i32(9)]).expect("fits");
        mask_store(&array, &mask, &Array::row(&[5i32, 6]).expect("memory")).expect("in sequence");
        assert_eq!(shown(&array), "[5,nan,6]");
        mask_store(&array, &mask, &Array::row(&[7i32, 8, 9]).expect("memory")).expect("in place");
        assert_eq!(shown(&array), "[7,nan,9]");
        assert!(mask_read(&array, &Array::row(&[1i32]).expect("memory")).is_err());
        assert!(
            mask_store(
                &array,
                &mask,
                &Array::row(&[1i32, 2, 3, 4]).expect("memory")
            )
            .is_err()
        );
    }

    #[test]
    fn find_gives_rows_of_positions() {
        let array =
            Array::from_elements(Dims::matrix(2, 2), &[0.0f32, 2.0, 0.0, -1.0]).expect("memory");
        assert_eq!(shown(&find(&array).expect("memory")), "[[0,1],[1,1]]");
        let column = Array::from_elements(Dims::column(3), &[0i32, 0, 4]).expect("memory");
        assert_eq!(shown(&find(&column).expect("memory")), "[2,0]");
        let none = Array::row(&[0i32]).expect("memory");
        assert_eq!(find(&none).expect("memory").dims(), Dims::matrix(0, 2));
    }

    #[test]
    fn stored_objects_are_owned() {
        let before = live_objects();
        let cells = Array::zeros(ElemKind::Text, Dims::row(3)).expect("memory");
        let text = Text::new("a");
        // SAFETY: a live string for an array of strings.
        unsafe { replace_object(&cells, 0, text.as_ptr()) }
        drop(text);
        let part = slice_read(&cells, 0, None, &stepped(0, 1, 1)).expect("inside");
        slice_store(&cells, 0, None, &part, &stepped(1, 1, 2)).expect("fits");
        slice_store(&cells, 0, None, &cells, &all()).expect("itself");
        assert_eq!(shown(&cells), "[\"a\",\"a\",\"\"]");
        drop((part, cells));
        assert_eq!(live_objects(), before);
    }
}
