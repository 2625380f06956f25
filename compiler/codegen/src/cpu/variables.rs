//! Where a debugger finds the variables of the source in host code.
//!
//! A variable that lasts lies in the frame, at one place for the whole function. Of others is told where Cranelift has the value, if there is one
//! value only: a parameter that is never assigned, a number that is assigned once. What is assigned again would show what it was before wherever the
//! older value still lives; of arrays somebody may have released the last owner.
//!
//! *Invariant:* what is told of a variable is its value; where nothing is told, debuggers say that it is optimised out.

use std::collections::BTreeMap;

use super::homes::{Home, Homes};
use super::shared::has_arguments_in_memory;
use crate::base::Id;
use crate::mir::{Function, Local, Op, SourceVariable, VariableRole};

/// The key of the slot in the frame that variables which last lie in.
pub const FRAME_KEY: u64 = 1;

/// Where a part of a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariablePlace {
    /// At this offset in the slot of the frame that has the key [`FRAME_KEY`].
    Frame(u32),
    /// Where Cranelift has the values with this label.
    Label(u32),
}

/// A variable with its parts.
#[derive(Clone, Debug)]
pub struct PlacedVariable {
    /// What the source says of it.
    pub variable: SourceVariable<Local>,
    /// Where its parts are, unless some part is nowhere.
    pub places: Option<Vec<VariablePlace>>,
}

/// The locals whose values get labels: the numbers of the labels are those of the locals.
pub fn labelled(function: &Function) -> BTreeMap<Local, u32> {
    if function.variables.is_empty() || has_arguments_in_memory(function) {
        return BTreeMap::new();
    }
    let mut sets: BTreeMap<Local, usize> = BTreeMap::new();
    function.body.for_each_stmt(&mut |stmt| {
        if let Op::Set(local, _) | Op::Release(local) = stmt.op {
            *sets.entry(local).or_default() += 1;
        }
    });
    let has_one_value = |variable: &&SourceVariable<Local>| {
        let is_parameter = variable.role == VariableRole::Parameter;
        let counts = variable.parts.iter();
        let counts: Vec<usize> = counts
            .map(|part| sets.get(part).copied().unwrap_or(0))
            .collect();
        let is_handle = |part: &Local| function.locals[*part].ty.is_handle();
        let most = usize::from(!is_parameter);
        !variable.is_lasting
            && counts.iter().sum::<usize>() == variable.assignments
            && counts.iter().all(|count| *count == most)
            && (is_parameter || !variable.parts.iter().any(is_handle))
    };
    let known = function.variables.iter().filter(has_one_value);
    let parts = known.flat_map(|variable| &variable.parts);
    parts.map(|part| (*part, part.index() as u32)).collect()
}

/// All variables of a function, with their places.
pub fn placed(
    function: &Function,
    homes: &Homes,
    labels: &BTreeMap<Local, u32>,
) -> Vec<PlacedVariable> {
    let place = |part: &Local| match (labels.get(part), homes.of[*part]) {
        (_, Home::Frame(offset)) => Some(VariablePlace::Frame(offset)),
        (Some(label), Home::Variable(_)) => Some(VariablePlace::Label(*label)),
        (None, Home::Variable(_)) | (_, Home::Nowhere) => None,
    };
    let variables = function.variables.iter();
    let placed = variables.map(|variable| {
        let known = |part: &Local| variable.is_lasting || labels.contains_key(part);
        let all = variable.parts.len() == variable.types.len();
        let parts = variable.parts.iter();
        let places = parts.map(|part| known(part).then(|| place(part)).flatten());
        PlacedVariable {
            variable: variable.clone(),
            places: places.collect::<Option<Vec<_>>>().filter(|_| all),
        }
    });
    placed.collect()
}
