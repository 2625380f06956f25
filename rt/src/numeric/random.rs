//! Random numbers from a counter: Philox4x32 with ten rounds (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3).
//!
//! *Invariant:* the i-th number of a seed is a function of seed and i alone, so it does not depend on threads or devices. Single
//! precision is double precision rounded toward zero (uniform) or to nearest (normal).

use std::cell::Cell;

use quasar_abi::{ElemKind, Tagged};

use crate::array::create::kind_of;
use crate::array::list;
use crate::array::object::Array;
use crate::process::error::Raised;
use crate::threads::pieces;

/// The seed of a program that does not call `seed`.
const DEFAULT_SEED: u64 = 0x5155_4153_4152;

/// One block of random bits: four words from a key and a counter.
pub fn philox(key: [u32; 2], counter: [u32; 4]) -> [u32; 4] {
    const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
    const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
    let wide = |a: u32, b: u32| {
        let product = u64::from(a) * u64::from(b);
        ((product >> 32) as u32, product as u32)
    };
    let (mut key, mut state) = (key, counter);
    for _ in 0..10 {
        let (high0, low0) = wide(MULTIPLIERS[0], state[0]);
        let (high1, low1) = wide(MULTIPLIERS[1], state[2]);
        state = [
            high1 ^ state[1] ^ key[0],
            low1,
            high0 ^ state[3] ^ key[1],
            low0,
        ];
        key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
    }
    state
}

/// Where the sequence of this thread's program stands.
#[derive(Clone, Copy)]
struct Sequence {
    seed: u64,
    /// Numbers drawn; a block holds two.
    position: u64,
}

thread_local! {
    static SEQUENCE: Cell<Sequence> = const { Cell::new(Sequence { seed: DEFAULT_SEED, position: 0 }) };
}

/// Two numbers that one block gives.
type Pair = (f64, f64);

impl Sequence {
    fn block(self, index: u64) -> [u32; 4] {
        philox(
            [self.seed as u32, (self.seed >> 32) as u32],
            [index as u32, (index >> 32) as u32, 0, 0],
        )
    }

    /// In [0,1), with 53 bits, or 24 at single precision: never 1 in either.
    fn uniform(self, index: u64, kind: ElemKind) -> Pair {
        let number = |high: u32, low: u32| match kind {
            ElemKind::F32 => f64::from(high >> 8) / f64::from(1u32 << 24),
            _ => ((u64::from(high) << 21) | (u64::from(low) >> 11)) as f64 / (1u64 << 53) as f64,
        };
        let [a, b, c, d] = self.block(index);
        (number(a, b), number(c, d))
    }

    /// Box and Muller's transform. `libm` gives the same bits on every machine.
    fn normal(self, index: u64) -> Pair {
        let (first, second) = self.uniform(index, ElemKind::F64);
        let radius = (-2.0 * libm::log(1.0 - first)).sqrt();
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * second);
        (radius * cos, radius * sin)
    }
}

/// The number of a pair at a position.
fn at(position: u64, pair: impl Fn(u64) -> Pair) -> f64 {
    let (even, odd) = pair(position / 2);
    if position.is_multiple_of(2) {
        even
    } else {
        odd
    }
}

/// Takes `count` numbers from the sequence: the sequence and the first position.
fn draw(count: usize) -> (Sequence, u64) {
    let sequence = SEQUENCE.get();
    SEQUENCE.set(Sequence {
        position: sequence.position + count as u64,
        ..sequence
    });
    (sequence, sequence.position)
}

/// Takes `count` numbers from an even position on, so that each pair is drawn together.
fn draw_pairs(count: usize) -> (Sequence, u64) {
    let sequence = SEQUENCE.get();
    let first = sequence.position.next_multiple_of(2);
    SEQUENCE.set(Sequence {
        position: first + (count as u64).next_multiple_of(2),
        ..sequence
    });
    (sequence, first)
}

pub(crate) fn random_seed(seed: i64) {
    SEQUENCE.set(Sequence {
        seed: seed as u64,
        position: 0,
    });
}

fn filled(
    kind: i32,
    dims: &[Tagged],
    function: &str,
    first: u64,
    pair: impl Fn(u64) -> Pair + Sync,
) -> Result<Array, Raised> {
    let mut array = Array::uninit(kind_of(kind), list::dims(function, dims)?)?;
    match array.kind() {
        ElemKind::F32 => fill(array.elements_mut::<f32>(), first, pair, |value| {
            value as f32
        }),
        ElemKind::F64 => fill(array.elements_mut::<f64>(), first, pair, |value| value),
        other => unreachable!("random numbers of kind {}", other.name()),
    }
    Ok(array)
}

/// Fills with the numbers from a position on, each pair computed once.
fn fill<T: Send>(
    target: &mut [T],
    first: u64,
    pair: impl Fn(u64) -> Pair + Sync,
    convert: impl Fn(f64) -> T + Sync,
) {
    pieces::for_each_piece(target, pieces::PIECE, |start, piece| {
        let mut position = first + start as u64;
        let mut places = piece.iter_mut();
        while let Some(place) = places.next() {
            let (even, odd) = pair(position / 2);
            if !position.is_multiple_of(2) {
                *place = convert(odd);
                position += 1;
                continue;
            }
            *place = convert(even);
            if let Some(next) = places.next() {
                *next = convert(odd);
            }
            position += 2;
        }
    });
}

/// Number of elements, before the array is made.
fn count(function: &str, dims: &[Tagged]) -> Result<usize, Raised> {
    Ok(list::dims(function, dims)?.numel()? as usize)
}

pub(crate) fn random_uniform(kind: i32, dims: &[Tagged]) -> Result<Array, Raised> {
    let (sequence, first) = draw(count("rand", dims)?);
    filled(kind, dims, "rand", first, |index| {
        sequence.uniform(index, kind_of(kind))
    })
}

pub(crate) fn random_normal(kind: i32, dims: &[Tagged]) -> Result<Array, Raised> {
    let (sequence, first) = draw_pairs(count("randn", dims)?);
    filled(kind, dims, "randn", first, |index| sequence.normal(index))
}

pub(crate) fn random_uniform_value(kind: i32) -> f64 {
    let (sequence, first) = draw(1);
    at(first, |index| sequence.uniform(index, kind_of(kind)))
}

pub(crate) fn random_normal_value(kind: i32) -> f64 {
    let (sequence, first) = draw_pairs(1);
    let value = at(first, |index| sequence.normal(index));
    if kind_of(kind) == ElemKind::F32 {
        f64::from(value as f32)
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn philox_gives_the_published_vectors() {
        // Known answers of the reference implementation, Random123 (kat_vectors, philox4x32 10).
        assert_eq!(
            philox([0, 0], [0; 4]),
            [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]
        );
        assert_eq!(
            philox([u32::MAX; 2], [u32::MAX; 4]),
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
        );
        let counter = [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344];
        assert_eq!(
            philox([0xa409_3822, 0x299f_31d0], counter),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }

    fn draw_array(normal: bool, kind: ElemKind, n: i32) -> Vec<f64> {
        let list = [Tagged::i32(n)];
        let array = if normal {
            random_normal(kind.code(), &list)
        } else {
            random_uniform(kind.code(), &list)
        };
        let array = array.expect("memory");
        match kind {
            ElemKind::F32 => array
                .elements::<f32>()
                .iter()
                .copied()
                .map(f64::from)
                .collect(),
            _ => array.elements::<f64>().to_vec(),
        }
    }

    #[test]
    fn moments_are_right() {
        random_seed(1);
        let n = if cfg!(miri) { 100 } else { 100_000 };
        let slack = 5.0 / f64::from(n).sqrt();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let uniform = draw_array(false, ElemKind::F32, n);
        assert!(uniform.iter().all(|value| (0.0..1.0).contains(value)));
        assert!((mean(&uniform) - 0.5).abs() < slack);
        let normal = draw_array(true, ElemKind::F64, n);
        let squares: Vec<f64> = normal.iter().map(|value| value * value).collect();
        assert!(mean(&normal).abs() < slack && (mean(&squares) - 1.0).abs() < 2.0 * slack);
    }

    #[test]
    fn sequences_depend_on_the_seed_alone() {
        random_seed(7);
        let whole = draw_array(false, ElemKind::F64, 6);
        random_seed(7);
        let parts: Vec<f64> = [
            draw_array(false, ElemKind::F64, 2),
            vec![random_uniform_value(ElemKind::F64.code())],
            draw_array(false, ElemKind::F64, 3),
        ]
        .concat();
        assert_eq!(whole, parts);
        random_seed(7);
        let single = draw_array(false, ElemKind::F32, 6);
        assert!(
            whole
                .iter()
                .zip(&single)
                .all(|(double, single)| (double - single).abs() < 1e-7)
        );
        random_seed(8);
        assert_ne!(whole, draw_array(false, ElemKind::F64, 6));
    }
}
