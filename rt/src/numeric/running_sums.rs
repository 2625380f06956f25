//! Running sums of real numbers along lines, in vectors.
//!
//! Elements are added up in groups: within a group by sums of neighbours, of neighbours' neighbours and so on (Hillis and Steele, "Data
//! parallel algorithms", 1986), so that a group waits for the group before it with one addition only.
//! A long line is divided into segments. One thread walks through them once; several threads add up all segments first, then scan each from
//! the sum of those before it.
//!
//! *Invariant:* the order of operations depends on sizes alone, not on the threads or the width of vectors. Sums run in `f64`. -0 is what
//! sums begin with: added to it, every number is itself, its sign too.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use super::fold::{LANES, fold_piece, halved};
use crate::array::element::Element;
use crate::process::refusal::{collected, filled};
use crate::process::vectors::{Vectorised, in_vectors, vector_level};
use crate::threads::{pieces, pool};

/// Elements of a line that are scanned one after another.
pub(super) const SEGMENT: usize = 1 << 13;
/// Elements that are added up together: so many `f64` as the widest vectors have.
const GROUP: usize = 8;
/// Half of them: as many as the vectors of AVX2 have.
#[cfg(target_arch = "x86_64")]
const HALF_GROUP: usize = GROUP / 2;
/// Segments that a thread takes at a time.
const TOGETHER: usize = 4;
/// Nothing, as a sum.
const NOTHING: f64 = -0.0;

/// Numbers that have running sums.
pub(super) trait Summed: Element {
    /// Scans a segment from the sum before it; gives its own, that of [`sum`].
    fn scan(source: &[Self], target: &mut [Self], before: f64) -> f64;

    /// Scans a line that is one segment: nobody needs its sum.
    fn scan_line(source: &[Self], target: &mut [Self]);
}

impl Summed for f32 {
    fn scan(source: &[f32], target: &mut [f32], before: f64) -> f64 {
        #[cfg(target_arch = "x86_64")]
        match vector_level() {
            // SAFETY: the level says that the machine has these instructions.
            2 => return unsafe { scan_in_64_bytes(source, target, before) },
            // SAFETY: as above.
            1 => return unsafe { scan_in_32_bytes(source, target, before) },
            _ => {}
        }
        scan(source, target, before)
    }

    fn scan_line(source: &[f32], target: &mut [f32]) {
        match cfg!(target_arch = "x86_64") && vector_level() > 0 {
            true => _ = f32::scan(source, target, NOTHING),
            false => plain(source, target, NOTHING),
        }
    }
}

impl Summed for f64 {
    fn scan(source: &[f64], target: &mut [f64], before: f64) -> f64 {
        scan(source, target, before)
    }

    fn scan_line(source: &[f64], target: &mut [f64]) {
        plain(source, target, NOTHING);
    }
}

/// Scans all lines of that length, one after another in both arrays.
pub(super) fn running_sums<T: Summed>(source: &[T], target: &mut [T], length: usize) {
    if length > SEGMENT {
        let alone = pool::thread_count() == 1;
        for (source, target) in source.chunks(length).zip(target.chunks_mut(length)) {
            match alone {
                true => one_walk(source, target),
                false => two_walks(source, target),
            }
        }
        return;
    }
    let lines = (pieces::PIECE / length.max(1)).max(1);
    pieces::for_each_piece(target, lines * length, |start, piece| {
        let source = source[start..].chunks(length);
        for (source, target) in source.zip(piece.chunks_mut(length)) {
            T::scan_line(source, target);
        }
    });
}

/// Scans a long line segment by segment.
fn one_walk<T: Summed>(source: &[T], target: &mut [T]) {
    let mut before = NOTHING;
    for (source, target) in source.chunks(SEGMENT).zip(target.chunks_mut(SEGMENT)) {
        before += T::scan(source, target, before);
    }
}

/// Scans a long line once the sums of all its segments are known.
fn two_walks<T: Summed>(source: &[T], target: &mut [T]) {
    let segments = collected(source.chunks(SEGMENT));
    let mut before = filled(NOTHING, segments.len());
    // Nobody needs the sum of the last one.
    pieces::for_each_piece(&mut before[1..], TOGETHER, |number, places| {
        for (place, segment) in places.iter_mut().zip(&segments[number..]) {
            *place = sum(segment);
        }
    });
    for number in 1..before.len() {
        before[number] += before[number - 1];
    }
    pieces::for_each_piece(target, TOGETHER * SEGMENT, |at, piece| {
        let first = at / SEGMENT;
        for (number, target) in piece.chunks_mut(SEGMENT).enumerate() {
            T::scan(segments[first + number], target, before[first + number]);
        }
    });
}

/// The sum of a segment, apart from its scan, which vectors do worse when it is a part of that.
fn sum<T: Element>(segment: &[T]) -> f64 {
    let add = |sum: f64, value: T| sum + value.to_real();
    fold_piece(segment, NOTHING, &add, &|a, b| a + b)
}

fn scan<T: Element>(source: &[T], target: &mut [T], before: f64) -> f64 {
    plain(source, target, before);
    sum(source)
}

fn plain<T: Element>(source: &[T], target: &mut [T], before: f64) {
    in_vectors(Scan {
        source,
        target,
        before,
    });
}

/// [`scan`] in instructions by name: a compiler makes of arrays of numbers what takes twice as long.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn scan_in_64_bytes(source: &[f32], target: &mut [f32], before: f64) -> f64 {
    let nothing = _mm512_set1_pd(NOTHING);
    let last = _mm512_set1_epi64(GROUP as i64 - 1);
    // The elements that are so many places before, and nothing for the first ones.
    macro_rules! earlier {
        ($values:ident, $distance:literal) => {{
            const KEPT: i32 = GROUP as i32 - $distance;
            let nothing = _mm512_castpd_si512(nothing);
            let values = _mm512_castpd_si512($values);
            _mm512_castsi512_pd(_mm512_alignr_epi64::<KEPT>(values, nothing))
        }};
    }
    let mut before = _mm512_set1_pd(before);
    let mut sums = [nothing; LANES / GROUP];
    let (chunks, rest) = source.as_chunks::<LANES>();
    let (places, rest_places) = target.as_chunks_mut::<LANES>();
    for (chunk, places) in chunks.iter().zip(places) {
        let groups = chunk.as_chunks::<GROUP>().0.iter();
        let places = places.as_chunks_mut::<GROUP>().0;
        for ((group, places), sum) in groups.zip(places).zip(&mut sums) {
            // SAFETY: a group has eight numbers.
            let values = _mm512_cvtps_pd(unsafe { _mm256_loadu_ps(group.as_ptr()) });
            *sum = _mm512_add_pd(*sum, values);
            let pairs = _mm512_add_pd(earlier!(values, 1), values);
            let fours = _mm512_add_pd(earlier!(pairs, 2), pairs);
            let running = _mm512_add_pd(earlier!(fours, 4), fours);
            let totals = _mm512_cvtpd_ps(_mm512_add_pd(before, running));
            // SAFETY: as above.
            unsafe { _mm256_storeu_ps(places.as_mut_ptr(), totals) };
            before = _mm512_add_pd(before, _mm512_permutexvar_pd(last, running));
        }
    }
    let mut lanes = [NOTHING; LANES];
    for (lanes, sum) in lanes.as_chunks_mut::<GROUP>().0.iter_mut().zip(sums) {
        // SAFETY: a group has eight numbers.
        unsafe { _mm512_storeu_pd(lanes.as_mut_ptr(), sum) };
    }
    for (lane, value) in lanes.iter_mut().zip(rest) {
        *lane += f64::from(*value);
    }
    let rest = Scan {
        source: rest,
        target: rest_places,
        before: _mm512_cvtsd_f64(before),
    };
    rest.run();
    halved(lanes, |a, b| a + b)
}

/// The same in vectors of four numbers: a group is two of them, the lower and the upper one.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn scan_in_32_bytes(source: &[f32], target: &mut [f32], before: f64) -> f64 {
    let nothing = _mm256_set1_pd(NOTHING);
    // The elements that are one or two places before those of a vector, of which another one lies before it.
    let two_before = |earlier, values| _mm256_permute2f128_pd::<0x21>(earlier, values);
    let one_before = |earlier, values| {
        let two_before = _mm256_permute2f128_pd::<0x21>(earlier, values);
        _mm256_shuffle_pd::<0b0101>(two_before, values)
    };
    let mut before = _mm256_set1_pd(before);
    let mut sums = [nothing; LANES / HALF_GROUP];
    let (chunks, rest) = source.as_chunks::<LANES>();
    let (places, rest_places) = target.as_chunks_mut::<LANES>();
    for (chunk, places) in chunks.iter().zip(places) {
        let groups = chunk.as_chunks::<GROUP>().0.iter();
        let places = places.as_chunks_mut::<GROUP>().0;
        let sums = sums.as_chunks_mut::<{ GROUP / HALF_GROUP }>().0;
        for ((group, places), sums) in groups.zip(places).zip(sums) {
            // SAFETY: half a group has four numbers.
            let values = [0, HALF_GROUP]
                .map(|at| _mm256_cvtps_pd(unsafe { _mm_loadu_ps(group[at..].as_ptr()) }));
            *sums = [0, 1].map(|half| _mm256_add_pd(sums[half], values[half]));
            let [lower, upper] = values;
            let pairs = [
                _mm256_add_pd(one_before(nothing, lower), lower),
                _mm256_add_pd(one_before(lower, upper), upper),
            ];
            let [lower, upper] = pairs;
            let fours = [
                _mm256_add_pd(two_before(nothing, lower), lower),
                _mm256_add_pd(two_before(lower, upper), upper),
            ];
            let [lower, upper] = fours;
            let running = [lower, _mm256_add_pd(lower, upper)];
            for (half, running) in running.into_iter().enumerate() {
                let totals = _mm256_cvtpd_ps(_mm256_add_pd(before, running));
                // SAFETY: half a group has four places.
                unsafe { _mm_storeu_ps(places[half * HALF_GROUP..].as_mut_ptr(), totals) };
            }
            before = _mm256_add_pd(before, _mm256_permute4x64_pd::<0xff>(running[1]));
        }
    }
    let mut lanes = [NOTHING; LANES];
    let places = lanes.as_chunks_mut::<HALF_GROUP>().0;
    for (lanes, sum) in places.iter_mut().zip(sums) {
        // SAFETY: half a group has four numbers.
        unsafe { _mm256_storeu_pd(lanes.as_mut_ptr(), sum) };
    }
    for (lane, value) in lanes.iter_mut().zip(rest) {
        *lane += f64::from(*value);
    }
    let rest = Scan {
        source: rest,
        target: rest_places,
        before: _mm256_cvtsd_f64(before),
    };
    rest.run();
    halved(lanes, |a, b| a + b)
}

struct Scan<'s, T> {
    source: &'s [T],
    target: &'s mut [T],
    before: f64,
}

impl<T: Element> Vectorised for Scan<'_, T> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        let mut before = [self.before; GROUP];
        let (groups, rest) = self.source.as_chunks::<GROUP>();
        let (places, rest_places) = self.target.as_chunks_mut::<GROUP>();
        for (group, places) in groups.iter().zip(places) {
            let running = running(group.map(T::to_real));
            for lane in 0..GROUP {
                places[lane] = T::from_real(before[lane] + running[lane]);
                before[lane] += running[GROUP - 1];
            }
        }
        let running = running(padded(rest));
        for (lane, place) in rest_places.iter_mut().enumerate() {
            *place = T::from_real(before[lane] + running[lane]);
        }
    }
}

/// Fewer elements than a group, and nothing behind them.
#[inline(always)]
fn padded<T: Element>(rest: &[T]) -> [f64; GROUP] {
    let mut values = [NOTHING; GROUP];
    for (value, element) in values.iter_mut().zip(rest) {
        *value = element.to_real();
    }
    values
}

/// The running sums of a group.
#[inline(always)]
fn running(values: [f64; GROUP]) -> [f64; GROUP] {
    further::<4>(further::<2>(further::<1>(values)))
}

/// Adds to each element the one that is so many places before it.
#[inline(always)]
fn further<const DISTANCE: usize>(values: [f64; GROUP]) -> [f64; GROUP] {
    let mut sums = values;
    for lane in DISTANCE..GROUP {
        sums[lane] = values[lane - DISTANCE] + values[lane];
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize) -> Vec<f32> {
        (0..count)
            .map(|k| ((k * 7919) % 1009) as f32 - 504.25)
            .collect()
    }

    /// Sums of quarters are exact.
    #[test]
    fn sums_are_those_of_the_definition() {
        for count in [1, 2, 7, 8, 9, 63, SEGMENT, 3 * SEGMENT + 5] {
            let values = numbers(count);
            let (mut found, mut sum) = (vec![0.0; count], 0.0);
            running_sums(&values, &mut found, count);
            for (value, found) in values.iter().zip(&found) {
                sum += f64::from(*value);
                assert_eq!(*found, sum as f32, "of {count}");
            }
        }
    }

    /// Sums that depend on the order of their operations.
    fn check_orders<T: Summed + std::fmt::Debug>() {
        for count in [1, 5, 8, 77, SEGMENT, 2 * SEGMENT + 77] {
            let value = |k: usize| T::from_real(1.0 / (k + 1) as f64);
            let values: Vec<T> = (0..count).map(value).collect();
            let (mut one, mut two) = (values.clone(), values.clone());
            assert_eq!(T::scan(&values, &mut one, NOTHING), sum(&values), "{count}");
            one_walk(&values, &mut one);
            two_walks(&values, &mut two);
            assert!(one == two, "{count}");
            let first = count.min(SEGMENT);
            let mut plain = values[..first].to_vec();
            let scan = Scan {
                source: &values[..first],
                target: &mut plain,
                before: NOTHING,
            };
            scan.run();
            assert!(one[..first] == plain, "{count}");
        }
    }

    #[test]
    fn threads_and_vectors_do_not_matter() {
        check_orders::<f32>();
        check_orders::<f64>();
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn all_vectors_give_the_same() {
        type Vectors = unsafe fn(&[f32], &mut [f32], f64) -> f64;
        let all: [(i32, Vectors); 2] = [(1, scan_in_32_bytes), (2, scan_in_64_bytes)];
        for count in [0, 1, 15, 16, 17, 160, 1000] {
            let values: Vec<f32> = (0..count).map(|k| 1.0 / (k + 1) as f32).collect();
            let mut expected = vec![0.0; count];
            let sum = scan(&values, &mut expected, 0.1);
            for (level, scan_in_vectors) in all {
                if level > vector_level() {
                    continue;
                }
                let mut found = vec![0.0; count];
                // SAFETY: the level says that the machine has these instructions.
                let total = unsafe { scan_in_vectors(&values, &mut found, 0.1) };
                assert_eq!((total, &found), (sum, &expected), "{count}, level {level}");
            }
        }
    }

    #[test]
    fn a_sum_of_negative_zeros_is_one() {
        let mut found = [1.0f32; 10];
        running_sums(&[-0.0; 10], &mut found, 10);
        assert!(
            found
                .iter()
                .all(|value| value.to_bits() == (-0.0f32).to_bits())
        );
    }
}
