//! Sorting: the elements of each line of an array in order, the order itself, and the place of an extreme.
//!
//! Numbers are sorted by keys, whole numbers without a sign whose order is that of the numbers: short lines by comparing them, long ones
//! digit by digit from the last (Knuth, The Art of Computer Programming, volume 3, section 5.2.5).
//!
//! *Invariant:* equal elements keep their order; what is no number comes last in ascending order and first in descending order; zeros are
//! equal whatever their sign.

use quasar_abi::{Distinct, ElemKind, LAST_DIMENSION, ReduceOp};

use super::scan::work_kind;
use crate::array::convert::{converted, no_number};
use crate::array::dims::Dims;
use crate::array::element::{Element, zeros};
use crate::array::object::Array;
use crate::array::view::with_dims;
use crate::process::error::Raised;
use crate::process::refusal::{collected, copied, filled};
use crate::threads::pieces;

/// Bits of a digit: the places where elements of each go stay in the nearest cache.
const DIGIT: u32 = 8;
/// From how many elements on a line is sorted digit by digit.
const LONG: usize = 1 << 10;

/// Does something with the type of elements that [`work_kind`] gives; others have no order.
macro_rules! with_sorted {
    ($kind:expr, $T:ident => $body:expr) => {
        with_sorted!(@ $kind, $T, $body, I32 i32, I64 i64, U64 u64, F32 f32, F64 f64)
    };
    (@ $kind:expr, $T:ident, $body:expr, $($variant:ident $type:ty),*) => {
        match $kind {
            $(ElemKind::$variant => {
                type $T = $type;
                $body
            })*
            kind => return Err(no_number(kind)),
        }
    };
}

/// The elements along a dimension in order.
pub(crate) fn sort(array: &Array, dim: i32, descending: i32) -> Result<Array, Raised> {
    if array.kind() == ElemKind::Text {
        let order = order_of_texts(array, dim, descending)?;
        let texts = array.texts();
        let sorted = order.iter().map(|place| texts[*place as usize].as_str());
        return with_dims(&Array::of_texts(&collected(sorted))?, array.dims());
    }
    let lines = Lines::of("sort", array, dim, descending)?;
    let kind = work_kind(array.kind());
    let source = converted(array, kind)?;
    let mut result = Array::uninit(kind, array.dims())?;
    with_sorted!(kind, T => lines.values::<T>(&source, &mut result));
    converted(&result, array.kind())
}

/// Where the elements of `sort` come from: for each its place along the dimension.
pub(crate) fn sort_order(array: &Array, dim: i32, descending: i32) -> Result<Array, Raised> {
    if array.kind() == ElemKind::Text {
        let order = order_of_texts(array, dim, descending)?;
        return Array::from_elements(array.dims(), &order);
    }
    let lines = Lines::of("argsort", array, dim, descending)?;
    let kind = work_kind(array.kind());
    let source = converted(array, kind)?;
    let mut result = Array::uninit(ElemKind::I32, array.dims())?;
    let places = result.elements_mut::<i32>();
    with_sorted!(kind, T => lines.order::<T>(&source, places));
    Ok(result)
}

/// The different elements in ascending order, where each is first, or the number of each element among them: a row. What is no number
/// equals nothing, and zeros are 0 whatever their sign. `order` is the array itself, or the part that is the order of its elements.
pub(crate) fn distinct(part: i32, array: &Array, order: &Array) -> Result<Array, Raised> {
    let part = Distinct::from_code(part).expect("a part of what is asked");
    if i32::try_from(array.numel()).is_err() {
        return Err(too_long("unique"));
    }
    let kind = work_kind(array.kind());
    let knows_order = !order.is_same(array);
    if part == Distinct::Values && !knows_order && kind != ElemKind::Text {
        // The sorted numbers tell; nobody asks where they were.
        let source = converted(array, kind)?;
        let values = with_sorted!(kind, T => Array::row(&distinct_values(source.elements::<T>())));
        return converted(&values?, array.kind());
    }
    let order = match knows_order {
        true => order.clone(),
        false => sort_order(
            &with_dims(array, Dims::row(array.numel() as i64))?,
            LAST_DIMENSION,
            0,
        )?,
    };
    let places = order.elements::<i32>();
    if kind == ElemKind::Text {
        return distinct_texts(part, &array.texts(), places);
    }
    let source = converted(array, kind)?;
    if part != Distinct::Values {
        return with_sorted!(kind, T => Array::row(&distinct_places(part, source.elements::<T>(), places)));
    }
    let values =
        with_sorted!(kind, T => Array::row(&values_of_runs(source.elements::<T>(), places)));
    converted(&values?, array.kind())
}

fn distinct_values<T: Sorted>(elements: &[T]) -> Vec<T> {
    let keys = elements.iter().map(|value| value.key());
    let sorted = in_order(collected(keys), |key| *key);
    let mut values: Vec<T> = collected(sorted.into_iter().map(T::of_key));
    values.dedup_by(|next, value| next == value);
    values
}

/// The elements of an order that differ from the one before, with what they are to their runs: whether they start one.
fn runs<'a, T: PartialEq>(
    elements: &'a [T],
    order: &'a [i32],
) -> impl Iterator<Item = (bool, i32)> + 'a {
    let mut before = None;
    order.iter().map(move |at| {
        let element = &elements[*at as usize];
        let starts = before.is_none_or(|before| before != element);
        before = Some(element);
        (starts, *at)
    })
}

fn values_of_runs<T: Sorted>(elements: &[T], order: &[i32]) -> Vec<T> {
    let first = runs(elements, order).filter(|(starts, _)| *starts);
    collected(first.map(|(_, at)| T::of_key(elements[at as usize].key())))
}

/// Where each run of equal elements begins, the number of its run for each element, or the order itself.
fn distinct_places<T: PartialEq>(part: Distinct, elements: &[T], order: &[i32]) -> Vec<i32> {
    match part {
        Distinct::Order => copied(order),
        Distinct::Values | Distinct::First => {
            let first = runs(elements, order).filter(|(starts, _)| *starts);
            collected(first.map(|(_, at)| at))
        }
        Distinct::Place => {
            let mut numbers = filled(0, order.len());
            let mut started = 0;
            for (starts, at) in runs(elements, order) {
                started += i32::from(starts);
                numbers[at as usize] = started - 1;
            }
            numbers
        }
    }
}

fn distinct_texts(part: Distinct, texts: &[String], order: &[i32]) -> Result<Array, Raised> {
    let places = distinct_places(part, texts, order);
    if part != Distinct::Values {
        return Array::row(&places);
    }
    let values = places.iter().map(|at| texts[*at as usize].as_str());
    Array::of_texts(&collected(values))
}

/// The index of the first least or greatest element, in the order of memory; what is no number counts only where there is nothing else.
pub(crate) fn extreme_place(op: i32, array: &Array) -> Result<i32, Raised> {
    let op = ReduceOp::from_code(op).expect("a known reduction");
    let greatest = op == ReduceOp::Max;
    let name = if greatest { "indmax" } else { "indmin" };
    if array.numel() == 0 {
        return Err(Raised::invalid(name, "there are no elements"));
    }
    let kind = work_kind(array.kind());
    let source = converted(array, kind)?;
    let place = with_sorted!(kind, T => first_extreme::<T>(&source, greatest));
    i32::try_from(place).map_err(|_| too_long(name))
}

fn first_extreme<T: Element>(array: &Array, greatest: bool) -> usize {
    let better = |value: T, best: T| match greatest {
        true => best.is_below(value),
        false => value.is_below(best),
    };
    // Nothing is below what is no number, which stays only until a number comes.
    let no_number = |value: T| value.to_real().is_nan();
    let first = |elements: &[T]| {
        let mut at = 0;
        for (index, value) in elements.iter().enumerate() {
            let best = elements[at];
            if better(*value, best) || (no_number(best) && !no_number(*value)) {
                at = index;
            }
        }
        at
    };
    let elements = array.elements::<T>();
    let places = pieces::map_pieces(elements, 0, first);
    let places = places.iter().enumerate();
    let candidates: Vec<usize> = collected(places.map(|(piece, at)| piece * pieces::PIECE + at));
    let values: Vec<T> = collected(candidates.iter().map(|place| elements[*place]));
    candidates[first(&values)]
}

fn too_long(name: &str) -> Raised {
    Raised::invalid(name, "a line has more elements than an int can count")
}

// ---- Lines -----------------------------------------------------------------------------------------------------------------------------

/// The lines of an array along a dimension.
struct Lines {
    /// Elements of a line.
    length: usize,
    /// The distance of the elements of a line.
    inner: usize,
    descending: bool,
}

impl Lines {
    fn of(name: &str, array: &Array, dim: i32, descending: i32) -> Result<Lines, Raised> {
        let dim = match dim {
            LAST_DIMENSION => last_of_several(array),
            _ => usize::try_from(dim)
                .map_err(|_| Raised::invalid(name, format!("there is no dimension {dim}")))?,
        };
        let (_, length, inner) = array.dims().around(dim);
        match i32::try_from(length) {
            Ok(_) => Ok(Lines {
                length,
                inner,
                descending: descending != 0,
            }),
            Err(_) => Err(too_long(name)),
        }
    }

    /// The index of an element of a line.
    fn place(&self, line: usize, at: usize) -> usize {
        (line / self.inner * self.length + at) * self.inner + line % self.inner
    }

    fn values<T: Sorted>(&self, source: &Array, result: &mut Array) {
        let source = source.elements::<T>();
        let flip = |key: T::Key| if self.descending { key.flipped() } else { key };
        self.each(result.elements_mut::<T>(), |line, target| {
            let keys = (0..self.length).map(|at| flip(source[self.place(line, at)].exact_key()));
            let sorted = in_order(collected(keys), |key| *key);
            for (place, key) in target.iter_mut().zip(sorted) {
                *place = T::of_key(flip(key));
            }
        });
    }

    fn order<T: Sorted>(&self, source: &Array, places: &mut [i32]) {
        let source = source.elements::<T>();
        let flip = |key: T::Key| if self.descending { key.flipped() } else { key };
        self.each(places, |line, target| {
            let pairs =
                (0..self.length).map(|at| (flip(source[self.place(line, at)].key()), at as i32));
            let sorted = in_order(collected(pairs), |pair| pair.0);
            for (place, (_, at)) in target.iter_mut().zip(sorted) {
                *place = at;
            }
        });
    }

    /// Has `fill` fill the lines of a result, on all threads: those that are not side by side in memory by way of a copy.
    fn each<T: Element>(&self, target: &mut [T], fill: impl Fn(usize, &mut [T]) + Sync) {
        if target.is_empty() {
            return;
        }
        let many = (pieces::PIECE / self.length).max(1) * self.length;
        let fill_all = |target: &mut [T]| {
            pieces::for_each_piece(target, many, |start, piece| {
                for (number, line) in piece.chunks_mut(self.length).enumerate() {
                    fill(start / self.length + number, line);
                }
            });
        };
        if self.inner == 1 {
            return fill_all(target);
        }
        let mut lines = zeros::<T>(target.len());
        fill_all(&mut lines);
        let (length, inner) = (self.length, self.inner);
        pieces::fill(target, |index| {
            let (block, within) = (index / (length * inner), index % (length * inner));
            lines[(block * inner + within % inner) * length + within / inner]
        });
    }
}

/// The last dimension with more than one element, so that columns are lines.
fn last_of_several(array: &Array) -> usize {
    let dims = array.dims();
    let last = dims.count().max(2) - 1;
    (0..=last)
        .rev()
        .find(|dim| dims.get(*dim) > 1)
        .unwrap_or(last)
}

/// The order of strings, by the numbers of their characters.
fn order_of_texts(array: &Array, dim: i32, descending: i32) -> Result<Vec<i32>, Raised> {
    let lines = Lines::of("sort", array, dim, descending)?;
    let texts = array.texts();
    let mut order = filled(0, texts.len());
    for line in 0..texts.len() / lines.length.max(1) {
        let text = |at: &i32| texts[lines.place(line, *at as usize)].as_str();
        let mut places: Vec<i32> = collected(0..lines.length as i32);
        match lines.descending {
            true => places.sort_by(|a, b| text(b).cmp(text(a))),
            false => places.sort_by(|a, b| text(a).cmp(text(b))),
        }
        for (at, place) in places.into_iter().enumerate() {
            order[lines.place(line, at)] = place;
        }
    }
    Ok(order)
}

// ---- Keys ------------------------------------------------------------------------------------------------------------------------------

/// A whole number without a sign that stands for an element.
trait Key: Copy + Ord + Default + Send + Sync {
    const BITS: u32;
    /// The bits of a digit, which begins at this one.
    fn digit(self, first: u32) -> usize;
    /// The key for the other direction.
    fn flipped(self) -> Self;
}

/// Elements that have keys.
trait Sorted: Element {
    type Key: Key;
    /// Equal for equal elements.
    fn key(self) -> Self::Key;
    /// Tells all elements apart.
    fn exact_key(self) -> Self::Key;
    /// The element of an exact key.
    fn of_key(key: Self::Key) -> Self;
}

macro_rules! key {
    ($type:ty) => {
        impl Key for $type {
            const BITS: u32 = <$type>::BITS;
            fn digit(self, first: u32) -> usize {
                (self >> first) as usize & ((1 << DIGIT) - 1)
            }
            fn flipped(self) -> Self {
                !self
            }
        }
    };
}
key!(u32);
key!(u64);

macro_rules! whole {
    ($type:ty, $key:ty, $sign:expr) => {
        impl Sorted for $type {
            type Key = $key;
            fn key(self) -> $key {
                self.exact_key()
            }
            fn exact_key(self) -> $key {
                self as $key ^ $sign
            }
            fn of_key(key: $key) -> $type {
                (key ^ $sign) as $type
            }
        }
    };
}
whole!(i32, u32, 1 << 31);
whole!(i64, u64, 1 << 63);
whole!(u64, u64, 0);

macro_rules! real {
    ($type:ty, $key:ty) => {
        impl Sorted for $type {
            type Key = $key;
            fn key(self) -> $key {
                // Adding the other zero leaves one zero only.
                (self + 0.0).exact_key()
            }
            fn exact_key(self) -> $key {
                const SIGN: $key = 1 << (<$key>::BITS - 1);
                let bits = self.to_bits();
                match bits & SIGN == 0 {
                    _ if self.is_nan() => <$key>::MAX,
                    true => bits | SIGN,
                    false => !bits,
                }
            }
            fn of_key(key: $key) -> $type {
                const SIGN: $key = 1 << (<$key>::BITS - 1);
                match key & SIGN == 0 {
                    _ if key == <$key>::MAX => <$type>::NAN,
                    true => <$type>::from_bits(!key),
                    false => <$type>::from_bits(key ^ SIGN),
                }
            }
        }
    };
}
real!(f32, u32);
real!(f64, u64);

/// What has a key in the order of the keys; of equal ones the first stays first.
fn in_order<I: Copy + Default, K: Key>(mut items: Vec<I>, key: impl Fn(&I) -> K) -> Vec<I> {
    if items.len() < LONG {
        items.sort_by_key(|item| key(item));
        return items;
    }
    let passes = K::BITS.div_ceil(DIGIT) as usize;
    let mut counts = filled(0usize, passes << DIGIT);
    for item in &items {
        let key = key(item);
        for (pass, counts) in counts.chunks_mut(1 << DIGIT).enumerate() {
            counts[key.digit(pass as u32 * DIGIT)] += 1;
        }
    }
    let mut other = filled(I::default(), items.len());
    for (pass, places) in counts.chunks_mut(1 << DIGIT).enumerate() {
        // A digit that all have changes nothing.
        if places.contains(&items.len()) {
            continue;
        }
        let mut before = 0;
        for place in places.iter_mut() {
            before += std::mem::replace(place, before);
        }
        for item in &items {
            let place = &mut places[key(item).digit(pass as u32 * DIGIT)];
            other[*place] = *item;
            *place += 1;
        }
        std::mem::swap(&mut items, &mut other);
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_abi::RtError;

    /// Numbers that look random, some of them equal.
    fn numbers(count: usize) -> Vec<i64> {
        let mut state = 1u64;
        let next = |_| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 40) as i64 % 5000 - 2500
        };
        (0..count).map(next).collect()
    }

    fn sorted<T: Element>(array: &Array, dim: i32, descending: bool) -> Vec<T> {
        let result = sort(array, dim, i32::from(descending)).expect("a result");
        assert_eq!(result.dims(), array.dims());
        result.elements::<T>().to_vec()
    }

    /// Of each kind, lines short and long, in both directions, by the definition.
    #[test]
    fn lines_of_every_length_are_in_order() {
        for count in [0, 1, 2, 3, LONG - 1, LONG, 70_001] {
            let values = numbers(count);
            for descending in [false, true] {
                let mut expected = values.clone();
                expected.sort();
                if descending {
                    expected.reverse();
                }
                macro_rules! check {
                    ($($type:ty),*) => { $({
                        let of_kind = |values: &[i64]| values.iter().map(|v| *v as $type).collect::<Vec<_>>();
                        let array = Array::row(&of_kind(&values)).expect("memory");
                        let mut expected = of_kind(&expected);
                        // Negative numbers may have wrapped.
                        expected.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
                        if descending {
                            expected.reverse();
                        }
                        let found = sorted::<$type>(&array, LAST_DIMENSION, descending);
                        assert!(found == expected, "{count} {}", stringify!($type));
                    })* };
                }
                check!(i8, u8, i16, u16, i32, u32, i64, u64, f32, f64);
            }
        }
    }

    #[test]
    fn every_dimension_has_lines() {
        let array = Array::from_elements(
            Dims::new(&[2, 3, 2]),
            &[5i32, 0, 3, 9, 4, 1, 7, 7, 2, 8, 6, -1],
        );
        let array = array.expect("memory");
        assert_eq!(
            sorted::<i32>(&array, 0, false),
            [5, 0, 2, 8, 4, -1, 7, 7, 3, 9, 6, 1]
        );
        assert_eq!(
            sorted::<i32>(&array, 1, false),
            [3, 0, 4, 1, 5, 9, 2, -1, 6, 7, 7, 8]
        );
        assert_eq!(
            sorted::<i32>(&array, 2, true),
            [5, 0, 9, 3, 4, 1, 7, 7, 8, 2, 6, -1]
        );
        assert!(sort(&array, -1, 0).is_err());
        let column = Array::from_elements(Dims::column(3), &[5i32, 0, 3]).expect("memory");
        assert_eq!(sorted::<i32>(&column, LAST_DIMENSION, false), [0, 3, 5]);
    }

    /// Of equal elements the first comes first, in both directions; that is also how long lines are told from short ones.
    #[test]
    fn the_order_is_stable() {
        for count in [7, LONG, 40_000] {
            let values: Vec<i32> = numbers(count)
                .iter()
                .map(|value| (value % 10) as i32)
                .collect();
            let array = Array::row(&values).expect("memory");
            for descending in [false, true] {
                let order = sort_order(&array, LAST_DIMENSION, i32::from(descending));
                let order = order.expect("an order");
                let mut expected: Vec<i32> = (0..count as i32).collect();
                let value = |at: &i32| values[*at as usize];
                expected.sort_by_key(|at| if descending { -value(at) } else { value(at) });
                assert!(order.elements::<i32>() == expected, "{count} {descending}");
            }
        }
    }

    #[test]
    fn what_is_no_number_comes_last_and_zeros_are_equal() {
        let array = Array::row(&[2.0f32, f32::NAN, 0.0, -0.0, -1.0, f32::NEG_INFINITY]);
        let array = array.expect("memory");
        let order = |descending| {
            let order = sort_order(&array, LAST_DIMENSION, descending).expect("an order");
            order.elements::<i32>().to_vec()
        };
        assert_eq!(order(0), [5, 4, 2, 3, 0, 1]);
        assert_eq!(order(1), [1, 0, 2, 3, 4, 5]);
        let values = sorted::<f32>(&array, LAST_DIMENSION, false);
        assert!(values[5].is_nan());
        assert_eq!(values[..5], [f32::NEG_INFINITY, -1.0, 0.0, 0.0, 2.0]);
    }

    #[test]
    fn strings_are_sorted_by_their_characters() {
        let array = Array::of_texts(&["pear", "apple", "Zoo", "", "apple"]).expect("memory");
        let texts = sort(&array, LAST_DIMENSION, 0).expect("a result").texts();
        assert_eq!(texts, ["", "Zoo", "apple", "apple", "pear"]);
        let order = sort_order(&array, LAST_DIMENSION, 1).expect("an order");
        assert_eq!(order.elements::<i32>(), [0, 1, 4, 2, 3]);
    }

    /// Of each part, short and long, by the definition.
    #[test]
    fn different_elements_are_found_once() {
        // Each part by itself, and found from the order.
        let parts = |array: &Array, check: &dyn Fn(&dyn Fn(Distinct) -> Array)| {
            let part =
                |part: Distinct, order: &Array| distinct(part.code(), array, order).expect("a row");
            check(&|which| part(which, array));
            let order = part(Distinct::Order, array);
            check(&|which| part(which, &order));
        };
        for count in [0, 1, 5, LONG, 20_000] {
            let values: Vec<f32> = numbers(count).iter().map(|v| (v / 100) as f32).collect();
            let array = Array::row(&values).expect("memory");
            let mut expected = values.clone();
            expected.sort_by(f32::total_cmp);
            expected.dedup_by(|a, b| a == b);
            let first = |value: &f32| values.iter().position(|v| v == value).expect("there") as i32;
            let places: Vec<i32> = expected.iter().map(first).collect();
            parts(&array, &|part| {
                assert!(part(Distinct::Values).elements::<f32>() == expected);
                assert!(part(Distinct::First).elements::<i32>() == places);
                let place = part(Distinct::Place);
                let named = place
                    .elements::<i32>()
                    .iter()
                    .map(|at| expected[*at as usize]);
                assert!(named.eq(values.iter().copied()));
            });
        }
        let array = Array::row(&[f32::NAN, 0.0, f32::NAN, -0.0]).expect("memory");
        parts(&array, &|part| {
            let values = part(Distinct::Values);
            assert!(values.elements::<f32>()[0].to_bits() == 0 && values.numel() == 3);
            assert_eq!(part(Distinct::First).elements::<i32>(), [1, 0, 2]);
            assert_eq!(part(Distinct::Place).elements::<i32>(), [1, 0, 2, 0]);
        });
        let bytes = Array::from_elements(Dims::matrix(2, 2), &[9u8, 2, 2, 9]).expect("memory");
        parts(&bytes, &|part| {
            let values = part(Distinct::Values);
            assert_eq!(
                (values.dims(), values.elements::<u8>()),
                (Dims::row(2), &[2, 9][..])
            );
        });
        let texts = Array::of_texts(&["b", "a", "b"]).expect("memory");
        parts(&texts, &|part| {
            assert_eq!(part(Distinct::Values).texts(), ["a", "b"]);
            assert_eq!(part(Distinct::First).elements::<i32>(), [1, 0]);
            assert_eq!(part(Distinct::Place).elements::<i32>(), [1, 0, 1]);
        });
    }

    #[test]
    fn the_first_extreme_is_found() {
        let mut values = vec![3.0f32; 2 * pieces::PIECE + 5];
        values[pieces::PIECE + 7] = 9.0;
        values[2 * pieces::PIECE + 1] = 9.0;
        values[0] = f32::NAN;
        let array = Array::row(&values).expect("memory");
        let place = |op: ReduceOp| extreme_place(op.code(), &array).expect("a place");
        assert_eq!(place(ReduceOp::Max), pieces::PIECE as i32 + 7);
        assert_eq!(place(ReduceOp::Min), 1);
        let nothing = Array::row(&[f32::NAN, f32::NAN]).expect("memory");
        assert_eq!(
            extreme_place(ReduceOp::Max.code(), &nothing).expect("a place"),
            0
        );
        let empty = Array::row::<f32>(&[]).expect("memory");
        let raised = extreme_place(ReduceOp::Min.code(), &empty).expect_err("no place");
        assert_eq!(raised.row, RtError::InvalidArgument);
    }
}
