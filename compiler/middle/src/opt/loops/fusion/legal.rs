//! Whether one kernel may do the work of two launches, position by position.
//!
//! *Invariant:* where two positions touch one element, one of them writing, the kernels are found to be apart.

use super::footprint::{Deed, Footprint, Touch};
use super::host::Host;
use super::reason::Reason;
use crate::mir::{AccessMode, Function, Launch, Ty, Value};

/// A launch with what its kernel does.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The launch.
    pub launch: &'a Launch,
    /// Its kernel.
    pub kernel: &'a Function,
    /// What the kernel does.
    pub footprint: &'a Footprint,
}

impl<'a> Side<'a> {
    /// The arrays: numbers of parameters with their arguments.
    pub fn arrays(self) -> impl Iterator<Item = (usize, Value)> + 'a {
        let is_array = move |(number, _): &(usize, Value)| {
            matches!(
                self.kernel.locals[self.kernel.params[*number]].ty,
                Ty::Array(_)
            )
        };
        let args = self.launch.args.iter().copied().enumerate();
        args.filter(is_array)
    }

    /// What the program calls the array of a parameter.
    pub fn name(self, parameter: usize) -> String {
        let local = self.kernel.params[parameter];
        let name = self.kernel.locals[local].name.clone();
        name.unwrap_or_else(|| "an array without a name".to_owned())
    }

    /// The name with the kernel's in front.
    pub fn full_name(self, parameter: usize) -> String {
        format!("{}.{}", self.kernel.name, self.name(parameter))
    }

    /// What the kernel does with the array of a parameter.
    pub fn touches(self, parameter: usize) -> &'a [Touch] {
        self.footprint
            .arrays
            .get(&parameter)
            .map_or(&[], Vec::as_slice)
    }
}

/// Arrays that must be different when the program runs.
pub type Different = Vec<((Value, String), (Value, String))>;

/// The arrays without their names.
pub fn values(different: &Different) -> impl Iterator<Item = (Value, Value)> {
    different
        .iter()
        .map(|((left, _), (right, _))| (*left, *right))
}

/// Whether the second launch may run position by position behind the first.
///
/// # Errors
/// Why it may not.
pub fn check(host: &Host, first: Side, second: Side) -> Result<Different, Reason> {
    let mut different: Different = Vec::new();
    for (one, left) in first.arrays() {
        for (other, right) in second.arrays() {
            if !first.footprint.writes(one) && !second.footprint.writes(other) {
                continue;
            }
            if host.same_array(left, right) {
                in_step(host, first, one, second, other)?;
            } else if host.may_be_one(left, right) {
                let names = (first.full_name(one), second.full_name(other));
                let pair = ((left, names.0), (right, names.1));
                if !different
                    .iter()
                    .any(|((a, _), (b, _))| *a == left && *b == right)
                {
                    different.push(pair);
                }
            }
        }
    }
    Ok(different)
}

/// Whether all that both do with one array, which is their argument `a` and `b`, stays at their own position.
fn in_step(host: &Host, one: Side, a: usize, other: Side, b: usize) -> Result<(), Reason> {
    let (left, right) = (one.touches(a), other.touches(b));
    let writes = |touch: &&Touch| touch.deed != Deed::Read;
    let right_writes = right.iter().any(|touch| writes(&touch));
    let left_writes = left.iter().any(|touch| writes(&touch));
    let counts = |touches: &'_ [Touch], others_write: bool| -> Vec<Touch> {
        let clash = touches.iter().filter(|touch| others_write || writes(touch));
        clash.cloned().collect()
    };
    let (left, right) = (counts(left, right_writes), counts(right, left_writes));
    let Some(pattern) = left
        .first()
        .or(right.first())
        .and_then(|touch| layout(one, touch))
    else {
        let Some(touch) = left.first().or(right.first()) else {
            return Ok(());
        };
        return Err(Reason::WritesElsewhere(one.name(a), touch.loc));
    };
    let fits = |side: Side, number: usize, touch: &Touch| {
        matches(touch, &pattern) && stays(host, side, side.launch.args[number], touch, &pattern)
    };
    if let Some(touch) = left.iter().find(|touch| !fits(one, a, touch)) {
        return Err(Reason::WritesElsewhere(one.name(a), touch.loc));
    }
    match right.iter().find(|touch| !fits(other, b, touch)) {
        Some(touch) if touch.deed == Deed::Read => {
            Err(Reason::ReadsElsewhere(other.name(b), touch.loc))
        }
        Some(touch) => Err(Reason::WritesElsewhere(other.name(b), touch.loc)),
        None => Ok(()),
    }
}

/// Where the axes of the position stand among indices: slot and distance for every axis, and the number of indices.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    slots: Vec<(usize, i64)>,
    length: usize,
}

/// The layout of an access that no other position shares.
pub fn layout(side: Side, touch: &Touch) -> Option<Layout> {
    let rank = side.launch.extents.len();
    let slot = |axis: usize| {
        let found = touch.index.iter().enumerate();
        let mut found = found.filter_map(|(slot, index)| Some((slot, (*index)?.distance(axis)?)));
        found.next()
    };
    Some(Layout {
        slots: (0..rank).map(slot).collect::<Option<_>>()?,
        length: touch.index.len(),
    })
}

fn matches(touch: &Touch, layout: &Layout) -> bool {
    let in_place = |(axis, (slot, distance)): (usize, &(usize, i64))| {
        touch.index[*slot].and_then(|index| index.distance(axis)) == Some(*distance)
    };
    touch.index.len() == layout.length && layout.slots.iter().enumerate().all(in_place)
}

/// Whether different positions stay different elements: modes that map indices do so inside of the array only.
fn stays(host: &Host, side: Side, array: Value, touch: &Touch, layout: &Layout) -> bool {
    match touch.mode {
        AccessMode::Checked | AccessMode::Safe | AccessMode::Unchecked => true,
        AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped => {
            let inside = |(axis, (slot, distance)): (usize, &(usize, i64))| {
                let extent = side.launch.extents[axis];
                *distance == 0 && layout.length > 1 && host.is_dim(extent, array, *slot as u8)
            };
            layout.slots.iter().enumerate().all(inside)
        }
    }
}
