//! Which elements of an array are not zero: one bit for each, from which whoever picks elements goes from one to the next.
//!
//! A branch for each element is foreseen in half of the cases where truth is random, and costs more than all else; bits are made without one.
//!
//! *Invariant:* bit k of word w belongs to element 64w + k; bits behind the last element are 0.

use crate::array::convert::no_number;
use crate::array::element::{Element, with_element, zeros};
use crate::array::object::Array;
use crate::process::error::Raised;
use crate::threads::pieces;

/// Elements of a word.
const WORD: usize = 64;
/// Words that a thread takes at once.
const WORDS: usize = pieces::PIECE / WORD;

/// The elements of an array that are not zero.
pub(crate) struct Truth {
    words: Vec<u64>,
}

impl Truth {
    /// Of an array of numbers.
    pub(crate) fn of(array: &Array) -> Result<Truth, Raised> {
        with_element!(array.kind(), T => Ok(truth::<T>(array)), Err(no_number(array.kind())))
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        let ones = self.words.iter().map(|word| word.count_ones() as usize);
        ones.sum()
    }

    /// Calls `found` with the index of each, in their order.
    pub(crate) fn each(&self, mut found: impl FnMut(usize)) {
        for (number, word) in self.words.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                found(number * WORD + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}

fn truth<T: Element>(array: &Array) -> Truth {
    let elements = array.elements::<T>();
    let mut words = zeros::<u64>(elements.len().div_ceil(WORD));
    pieces::for_each_piece(&mut words, WORDS, |first, piece| {
        let of_piece = elements[first * WORD..].chunks(WORD);
        for (word, elements) in piece.iter_mut().zip(of_piece) {
            *word = bits(elements);
        }
    });
    Truth { words }
}

/// The bits of at most 64 elements.
fn bits<T: Element>(elements: &[T]) -> u64 {
    let mut flags = [[0u8; 8]; WORD / 8];
    for (flag, value) in flags.as_flattened_mut().iter_mut().zip(elements) {
        *flag = u8::from(value.is_true());
    }
    let bytes = flags
        .iter()
        .map(|eight| gathered(u64::from_le_bytes(*eight)));
    bytes
        .enumerate()
        .fold(0, |bits, (place, byte)| bits | (byte << (8 * place)))
}

/// The lowest bits of the eight bytes as one byte: the product has bit k of it at 56 + k, and no two of its terms meet.
fn gathered(eight: u64) -> u64 {
    eight.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The indices by the definition.
    fn expected<T: Element>(values: &[T]) -> Vec<usize> {
        let found = values
            .iter()
            .enumerate()
            .filter(|(_, value)| value.is_true());
        found.map(|(index, _)| index).collect()
    }

    fn check<T: Element>(values: &[T]) {
        let array = Array::row(values).expect("memory");
        let truth = Truth::of(&array).expect("numbers");
        let mut found = Vec::new();
        truth.each(|index| found.push(index));
        assert_eq!(found, expected(values));
        assert_eq!(truth.count(), found.len());
    }

    #[test]
    fn each_pattern_of_eight_is_its_own() {
        for pattern in 0..256u64 {
            let spread = (0..8).fold(0, |all, bit| all | ((pattern >> bit & 1) << (8 * bit)));
            assert_eq!(gathered(spread), pattern);
        }
    }

    #[test]
    fn every_length_ends_where_it_ends() {
        for count in [
            0,
            1,
            7,
            8,
            63,
            64,
            65,
            127,
            128,
            pieces::PIECE + 1,
            2 * pieces::PIECE + 70,
        ] {
            let value = |index: usize| (index * index + index / 3) % 5 % 2;
            check::<i32>(&(0..count).map(|k| value(k) as i32).collect::<Vec<_>>());
            check::<u8>(&(0..count).map(|k| 255 * value(k) as u8).collect::<Vec<_>>());
            check::<f64>(&vec![1.0; count]);
            check::<i64>(&vec![0; count]);
        }
    }

    #[test]
    fn no_number_is_true_and_zeros_are_not() {
        check(&[f32::NAN, 0.0, -0.0, f32::MIN_POSITIVE, 1e-45]);
        assert!(Truth::of(&Array::of_texts(&["a"]).expect("memory")).is_err());
    }
}
