//! Vectors that get longer: `append`.
//!
//! A vector that was made longer in place has room behind its last element, half as many bytes again as it needed. A loop that appends
//! n elements to it so copies about 3n of them, and asks for a number of blocks that grows as log n.
//!
//! *Technique:* dynamic arrays with geometric growth (Cormen, Leiserson and Rivest, "Introduction to Algorithms", 1990, section 18.4).
//!
//! *Invariant:* an array that somebody else owns as well keeps its elements and its length; so does every one where there is an error.

use quasar_abi::Tagged;

use crate::array::create::store_value;
use crate::array::dims::Dims;
use crate::array::hooks;
use crate::array::list::{Item, items};
use crate::array::object::{Array, retain};
use crate::process::error::Raised;

/// What is put behind the elements of a vector.
enum Added {
    /// One element.
    Element(Item),
    /// The elements of an array.
    All(Item, usize),
}

impl Added {
    /// From the arguments of a row.
    fn of(whole: i32, value: &[Tagged]) -> Result<Added, Raised> {
        let item = items(value).next().expect("a value to append");
        match (whole, &item) {
            (0, _) => Ok(Added::Element(item)),
            (_, Item::Array(array)) => {
                let (dims, count) = (array.dims(), array.numel());
                if dims.vector_dim().is_none() && count > 0 {
                    return Err(no_vector(&dims));
                }
                Ok(Added::All(item, count))
            }
            (_, other) => unreachable!("the compiler appends all elements of {other:?}"),
        }
    }

    fn count(&self) -> usize {
        match self {
            Added::Element(_) => 1,
            Added::All(_, count) => *count,
        }
    }

    /// Whether the array itself becomes an element.
    fn is_element(&self, array: &Array) -> bool {
        matches!(self, Added::Element(Item::Array(element)) if element.is_same(array))
    }

    /// Stores what is added from an element on.
    fn store(&self, array: &Array, first: usize) -> Result<(), Raised> {
        match self {
            Added::Element(item) => store_value(array, first, item),
            Added::All(Item::Array(source), count) => {
                copy(source, *count, array, first);
                Ok(())
            }
            Added::All(..) => unreachable!("all elements are those of an array"),
        }
    }
}

pub(crate) fn array_append(array: &Array, whole: i32, value: &[Tagged]) -> Result<Array, Raised> {
    let added = Added::of(whole, value)?;
    let dims = longer(array, added.count())?;
    finish(array, &added, Array::uninit(array.kind(), dims)?)
}

pub(crate) fn array_append_own(
    array: &Array,
    whole: i32,
    value: &[Tagged],
) -> Result<Array, Raised> {
    let added = Added::of(whole, value)?;
    if let Added::Element(item) = &added
        && !added.is_element(array)
        && array.lengthen_row()
    {
        store_value(array, array.numel() - 1, item)?;
        return Ok(Array::clone(array));
    }
    let dims = longer(array, added.count())?;
    if !array.may_lengthen() || added.is_element(array) {
        let result = Array::with_room(array.kind(), dims)?;
        return finish(array, &added, result);
    }
    let first = array.numel();
    array.lengthen(dims)?;
    added.store(array, first)?;
    Ok(Array::clone(array))
}

/// The new array with the elements of the old one and what is added.
fn finish(array: &Array, added: &Added, result: Array) -> Result<Array, Raised> {
    copy(array, array.numel(), &result, 0);
    added.store(&result, array.numel())?;
    Ok(result)
}

/// The dimensions of a vector with so many elements more.
fn longer(array: &Array, more: usize) -> Result<Dims, Raised> {
    let (dims, more) = (array.dims(), more as i64);
    match dims.vector_dim() {
        Some(along) => Ok(dims.with(along, dims.get(along) + more)),
        None if array.numel() == 0 => Ok(Dims::row(more)),
        None => Err(no_vector(&dims)),
    }
}

fn no_vector(dims: &Dims) -> Raised {
    let what = format!("an array of size {dims} is no vector");
    Raised::invalid("append", what)
}

/// Copies the first elements of an array to others of one of the same kind, which are empty objects or unspecified. Both may be one array.
fn copy(source: &Array, count: usize, target: &Array, first: usize) {
    assert_eq!(
        source.kind(),
        target.kind(),
        "the compiler appends elements of the same kind"
    );
    hooks::want_to_read(source.header());
    let size = source.kind().size();
    // SAFETY: both have so many elements there, and they do not overlap: those of the target are behind its old ones, or it is new.
    unsafe {
        let place = target.header().data.add(first * size);
        place.copy_from_nonoverlapping(source.header().data, count * size);
    }
    for object in target.objects().iter().skip(first).take(count) {
        // SAFETY: an array of objects holds live ones or null.
        unsafe { retain(object.get()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::element::Element;
    use crate::array::object::{Text, live_objects};
    use quasar_abi::{ElemKind, RtError, Tag};

    /// Appends to an array that its variable gives up.
    fn grown(array: Array, whole: i32, value: Tagged) -> Array {
        // The result is another owner of the array, as the variable is one until it has the result.
        array_append_own(&array, whole, &[value]).expect("memory")
    }

    fn entry(array: &Array) -> Tagged {
        Tagged::new(Tag::Array, array.as_ptr() as u64)
    }

    fn row<T: Element>(values: &[T]) -> Array {
        Array::row(values).expect("memory")
    }

    #[test]
    fn blocks_grow_as_the_logarithm_of_the_length() {
        let (count, before) = (100_000, live_objects());
        let mut array = Array::zeros(ElemKind::I32, Dims::row(0)).expect("memory");
        let (header, mut blocks, mut copied) = (array.as_ptr(), 0, 0);
        for value in 0..count {
            let data = array.header().data;
            array = grown(array, 0, Tagged::i32(value));
            if array.header().data != data {
                blocks += 1;
                copied += value;
            }
        }
        // The first block has 16 elements, and each has half as many again as the one before: 16·1.5^k reaches 100,000 with k = 22.
        assert!(blocks <= 23, "{blocks} blocks");
        assert!(copied <= 3 * count, "{copied} elements were copied");
        assert_eq!(
            (array.as_ptr(), array.header().refs, array.dims()),
            (header, 1, Dims::row(i64::from(count)))
        );
        let expected = 0..count;
        assert!(array.elements::<i32>().iter().copied().eq(expected));
        drop(array);
        assert_eq!(live_objects(), before);
    }

    #[test]
    fn what_others_own_stays() {
        let first = row(&[1.0f64, 2.0]);
        let other = first.clone();
        let longer = grown(first, 0, Tagged::f64(3.0));
        assert_eq!(other.elements::<f64>(), [1.0, 2.0]);
        assert_eq!(longer.elements::<f64>(), [1.0, 2.0, 3.0]);
        let copy = array_append(&longer, 1, &[entry(&other)]).expect("memory");
        assert_eq!(copy.elements::<f64>(), [1.0, 2.0, 3.0, 1.0, 2.0]);
        assert_eq!(longer.numel(), 3);
    }

    #[test]
    fn a_vector_behind_itself() {
        let mut array = row(&[1i32, 2, 3]);
        for _ in 0..3 {
            let itself = entry(&array);
            array = grown(array, 1, itself);
        }
        assert_eq!(array.numel(), 24);
        assert!(
            array
                .elements::<i32>()
                .chunks(3)
                .all(|part| part == [1, 2, 3])
        );
    }

    #[test]
    fn elements_that_are_objects_have_an_owner_more() {
        let before = live_objects();
        let text = Text::new("x");
        let value = Tagged::new(Tag::Text, text.as_ptr() as u64);
        let mut texts = Array::zeros(ElemKind::Text, Dims::row(0)).expect("memory");
        for _ in 0..100 {
            texts = grown(texts, 0, value);
        }
        let copy = array_append(&texts, 1, &[entry(&texts)]).expect("memory");
        drop(text);
        drop(texts);
        assert_eq!(copy.texts(), vec!["x"; 200]);
        drop(copy);
        assert_eq!(live_objects(), before);
    }

    #[test]
    fn an_array_does_not_become_its_own_element() {
        let before = live_objects();
        let array = Array::zeros(ElemKind::Array, Dims::row(1)).expect("memory");
        let itself = entry(&array);
        let longer = grown(array, 0, itself);
        assert_eq!((longer.numel(), longer.header().refs), (2, 1));
        drop(longer);
        assert_eq!(live_objects(), before);
    }

    #[test]
    fn vectors_keep_their_direction() {
        let sizes = |dims: Dims| {
            let array = Array::zeros(ElemKind::U8, dims).expect("memory");
            grown(array, 0, Tagged::f64(2.5)).dims()
        };
        assert_eq!(sizes(Dims::row(0)), Dims::row(1));
        assert_eq!(sizes(Dims::row(1)), Dims::row(2));
        assert_eq!(sizes(Dims::column(0)), Dims::column(1));
        assert_eq!(sizes(Dims::column(4)), Dims::column(5));
        assert_eq!(sizes(Dims::matrix(0, 0)), Dims::row(1));
        assert_eq!(sizes(Dims::new(&[1, 1, 2])), Dims::new(&[1, 1, 3]));
    }

    #[test]
    fn matrices_are_refused() {
        let matrix = Array::zeros(ElemKind::F32, Dims::matrix(2, 2)).expect("memory");
        let vector = row(&[1f32]);
        let value = [Tagged::i32(1)];
        for raised in [
            array_append(&matrix, 0, &value),
            array_append_own(&matrix, 0, &value),
            array_append_own(&vector, 1, &[entry(&matrix)]),
        ] {
            let raised = raised.expect_err("no vector");
            assert_eq!(raised.row, RtError::InvalidArgument);
            assert!(raised.message.contains("an array of size 2x2 is no vector"));
        }
        assert_eq!(vector.numel(), 1);
    }
}
