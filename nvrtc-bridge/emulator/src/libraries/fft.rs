//! cuFFT: plans with strides, and their execution by the sum that defines the transform.
//!
//! *Invariant:* what a plan reads and writes is what the formula of the advanced data layout names, and nothing between.

use super::library_functions;
use super::numbers::{Kind, Number};
use crate::arguments::{In, Out};
use crate::engine::Fault;
use crate::status::Status;
use crate::texels::Handle;
use crate::world::World;
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Numbers of `cufftType`.
const FROM_REAL: [i32; 2] = [0x2a, 0x6a];
const TO_REAL: [i32; 2] = [0x2c, 0x6c];
const COMPLEX: [i32; 2] = [0x29, 0x69];
/// `CUFFT_INVERSE`
const INVERSE: i32 = 1;

/// Where the elements of one side lie.
#[derive(Clone, Debug, Default)]
struct Layout {
    sizes: Vec<usize>,
    stride: usize,
    distance: usize,
}

#[derive(Clone, Debug, Default)]
struct Plan {
    stream: Handle,
    form: i32,
    sizes: Vec<usize>,
    input: Layout,
    output: Layout,
    batch: usize,
}

static PLANS: Mutex<BTreeMap<i32, Plan>> = Mutex::new(BTreeMap::new());

fn plans() -> MutexGuard<'static, BTreeMap<i32, Plan>> {
    PLANS.lock().unwrap_or_else(PoisonError::into_inner)
}

library_functions! {
    fn cufftCreate(world, handle: Out<i32>) {
        let stream = World::null_stream(world.current()?);
        let mut plans = plans();
        let number = plans.last_key_value().map_or(1, |(last, _)| last + 1);
        plans.insert(number, Plan { stream, ..Plan::default() });
        handle.put(number)
    }

    fn cufftMakePlanMany64(_world, handle: i32, rank: i32, sizes: In<i64>, input: In<i64>, input_stride: i64, input_distance: i64,
        output: In<i64>, output_stride: i64, output_distance: i64, form: i32, batch: i64, work: Out<usize>) {
        let rank = usize::try_from(rank).map_err(|_| Status::InvalidValue)?;
        let list = |list: &In<i64>| -> Result<Vec<usize>, Status> { (0..rank).map(|index| positive(list.at(index)?)).collect() };
        let layout = |list_of: &In<i64>, stride, distance| -> Result<Layout, Status> {
            Ok(Layout { sizes: list(list_of)?, stride: positive(stride)?, distance: positive(distance)? })
        };
        let mut plans = plans();
        let plan = plans.get_mut(&handle).ok_or(Status::InvalidHandle)?;
        let known = [COMPLEX, FROM_REAL, TO_REAL].concat().contains(&form);
        if !(1..=3).contains(&rank) || !known {
            return Err(Status::InvalidValue);
        }
        plan.form = form;
        plan.sizes = list(&sizes)?;
        plan.input = layout(&input, input_stride, input_distance)?;
        plan.output = layout(&output, output_stride, output_distance)?;
        plan.batch = positive(batch)?;
        work.put(0)
    }

    fn cufftSetStream(world, handle: i32, stream: usize) {
        let stream = world.stream(stream)?;
        plans().get_mut(&handle).ok_or(Status::InvalidHandle)?.stream = stream;
        Ok(())
    }

    fn cufftDestroy(_world, handle: i32) {
        plans().remove(&handle).map(|_| ()).ok_or(Status::InvalidHandle)
    }

    fn cufftExecC2C(world, handle: i32, from: u64, to: u64, direction: i32) {
        execute(world, handle, COMPLEX[0], from, to, direction == INVERSE)
    }

    fn cufftExecZ2Z(world, handle: i32, from: u64, to: u64, direction: i32) {
        execute(world, handle, COMPLEX[1], from, to, direction == INVERSE)
    }

    fn cufftExecR2C(world, handle: i32, from: u64, to: u64) {
        execute(world, handle, FROM_REAL[0], from, to, false)
    }

    fn cufftExecD2Z(world, handle: i32, from: u64, to: u64) {
        execute(world, handle, FROM_REAL[1], from, to, false)
    }

    fn cufftExecC2R(world, handle: i32, from: u64, to: u64) {
        execute(world, handle, TO_REAL[0], from, to, true)
    }

    fn cufftExecZ2D(world, handle: i32, from: u64, to: u64) {
        execute(world, handle, TO_REAL[1], from, to, true)
    }
}

fn positive(number: i64) -> Result<usize, Status> {
    match usize::try_from(number) {
        Ok(0) | Err(_) => Err(Status::InvalidValue),
        Ok(size) => Ok(size),
    }
}

fn execute(
    world: &mut World,
    handle: i32,
    form: i32,
    from: u64,
    to: u64,
    inverse: bool,
) -> Result<(), Status> {
    let plan = plans().get(&handle).cloned().ok_or(Status::InvalidHandle)?;
    if plan.form != form || (from == to && !COMPLEX.contains(&form)) {
        return Err(Status::InvalidValue);
    }
    world.put_function(plan.stream, move |world| plan.run(world, from, to, inverse))
}

impl Plan {
    /// The kinds of numbers that go in and out.
    fn kinds(&self) -> (Kind, Kind) {
        match self.form {
            0x2a => (Kind::Single, Kind::ComplexSingle),
            0x6a => (Kind::Double, Kind::ComplexDouble),
            0x2c => (Kind::ComplexSingle, Kind::Single),
            0x6c => (Kind::ComplexDouble, Kind::Double),
            0x69 => (Kind::ComplexDouble, Kind::ComplexDouble),
            _ => (Kind::ComplexSingle, Kind::ComplexSingle),
        }
    }

    /// The sizes with half of the last dimension.
    fn half(&self) -> Vec<usize> {
        let mut half = self.sizes.clone();
        let last = half.last_mut().expect("a plan has a dimension");
        *last = *last / 2 + 1;
        half
    }

    fn run(&self, world: &mut World, from: u64, to: u64, inverse: bool) -> Result<(), Fault> {
        let (kind_in, kind_out) = self.kinds();
        let sizes_in = if TO_REAL.contains(&self.form) {
            self.half()
        } else {
            self.sizes.clone()
        };
        let sizes_out = if FROM_REAL.contains(&self.form) {
            self.half()
        } else {
            self.sizes.clone()
        };
        let mut results = Vec::new();
        for number in 0..self.batch {
            let mut values = Vec::new();
            for place in places(&sizes_in) {
                let at = self.input.offset(number, &place) * kind_in.bytes();
                values.extend(world.numbers(kind_in, from + at as u64, 1)?);
            }
            if TO_REAL.contains(&self.form) {
                values = whole(&values, &self.sizes, &sizes_in);
            }
            results.push(transformed(values, &self.sizes, inverse));
        }
        for (number, values) in results.iter().enumerate() {
            for place in places(&sizes_out) {
                let at = self.output.offset(number, &place) * kind_out.bytes();
                let value = values[index(&self.sizes, &place)];
                world.put_numbers(kind_out, to + at as u64, &[value])?;
            }
        }
        Ok(())
    }
}

impl Layout {
    fn offset(&self, number: usize, place: &[usize]) -> usize {
        number * self.distance + index(&self.sizes, place) * self.stride
    }
}

/// The place of an element among those of an array.
fn index(sizes: &[usize], place: &[usize]) -> usize {
    sizes
        .iter()
        .zip(place)
        .fold(0, |index, (size, place)| index * size + place)
}

/// All places in an array, in order.
fn places(sizes: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    (0..sizes.iter().product()).map(move |mut number: usize| {
        let mut place = vec![0; sizes.len()];
        for (place, size) in place.iter_mut().zip(sizes).rev() {
            *place = number % size;
            number /= size;
        }
        place
    })
}

/// The whole transform that has this half.
fn whole(half: &[Number], sizes: &[usize], half_sizes: &[usize]) -> Vec<Number> {
    let last = sizes.len() - 1;
    let value = |place: Vec<usize>| {
        if place[last] < half_sizes[last] {
            return half[index(half_sizes, &place)];
        }
        let opposite: Vec<usize> = place
            .iter()
            .zip(sizes)
            .map(|(place, size)| (size - place) % size)
            .collect();
        half[index(half_sizes, &opposite)].conj()
    };
    places(sizes).map(value).collect()
}

/// A root of unity; those on the axes and diagonals are exact or rounded once.
fn root(turns: usize, length: usize) -> Number {
    let turns = turns % length;
    match (4 * turns / length, 4 * turns % length) {
        (quarter, 0) => [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
            .map(|(re, im)| Number { re, im })[quarter],
        _ => {
            let (im, re) = (TAU * turns as f64 / length as f64).sin_cos();
            Number { re, im }
        }
    }
}

/// The transform along every dimension, not scaled.
fn transformed(mut values: Vec<Number>, sizes: &[usize], inverse: bool) -> Vec<Number> {
    for dim in 0..sizes.len() {
        let (length, inner): (usize, usize) = (sizes[dim], sizes[dim + 1..].iter().product());
        let roots: Vec<Number> = (0..length)
            .map(|turns| {
                if inverse {
                    root(turns, length)
                } else {
                    root(turns, length).conj()
                }
            })
            .collect();
        let lines = values.len() / length;
        for line in 0..lines {
            let start = line / inner * inner * length + line % inner;
            let given: Vec<Number> = (0..length).map(|at| values[start + at * inner]).collect();
            for k in 0..length {
                let term = |(at, value): (usize, &Number)| *value * roots[k * at % length];
                let sum = given.iter().enumerate().map(term);
                values[start + k * inner] = sum.fold(Number::default(), |sum, term| sum + term);
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transforms_follow_their_definition() {
        let given = [1.0, 2.0, 3.0, 4.0].map(Number::real).to_vec();
        let found = transformed(given.clone(), &[4], false);
        let expected = [(10.0, 0.0), (-2.0, 2.0), (-2.0, 0.0), (-2.0, -2.0)];
        assert_eq!(found, expected.map(|(re, im)| Number { re, im }));
        let back = transformed(found.clone(), &[4], true);
        assert_eq!(back, [4.0, 8.0, 12.0, 16.0].map(Number::real));
        assert_eq!(whole(&found[..3], &[4], &[3]), found);
        let square = transformed(given, &[2, 2], false);
        assert_eq!(square, [10.0, -2.0, -4.0, 0.0].map(Number::real));
    }

    #[test]
    fn layouts_have_strides() {
        let layout = Layout {
            sizes: vec![4, 5],
            stride: 3,
            distance: 1,
        };
        assert_eq!(layout.offset(2, &[1, 2]), 2 + (5 + 2) * 3);
        assert_eq!(
            places(&[2, 2]).collect::<Vec<_>>(),
            [[0, 0], [0, 1], [1, 0], [1, 1]]
        );
    }
}
