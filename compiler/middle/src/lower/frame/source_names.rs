//! Which of the variables that were noted for debuggers a function has, under the names that the source has.
//!
//! Layer: `frame`.
//!
//! *Invariant:* a variable that the compiler made up has no name in the source.

use std::collections::{BTreeMap, BTreeSet};

use crate::mir::{self, Local, Op, SourceVariable};

/// Stands before the name of the variable that keeps an output.
const OUTPUT: &str = "$out$";

/// The name that the source has; none for a variable that the compiler made up.
pub(in crate::lower) fn source_name(name: &str) -> Option<&str> {
    let name = name.strip_prefix(OUTPUT).unwrap_or(name);
    (!name.is_empty() && !name.starts_with('$')).then_some(name)
}

/// The function, with what is known of its variables.
pub(in crate::lower) fn with_variables(
    mut function: mir::Function,
    mut variables: Vec<SourceVariable<Local>>,
) -> mir::Function {
    if variables.is_empty() {
        return function;
    }
    // What an output is while its function runs lies in the variable with its name, if the function has one.
    let names: BTreeSet<String> = variables
        .iter()
        .map(|one| one.described.name.clone())
        .collect();
    variables.retain(|one| {
        let output = one.described.name.strip_prefix(OUTPUT);
        output.is_none_or(|name| !names.contains(name))
    });
    let mut sets: BTreeMap<Local, usize> = BTreeMap::new();
    function.body.for_each_stmt(&mut |stmt| {
        if let Op::Set(local, _) = stmt.op {
            *sets.entry(local).or_default() += 1;
        }
    });
    for variable in &mut variables {
        if let Some(name) = source_name(&variable.described.name) {
            variable.described.name = name.to_string();
        }
        let counts = variable.parts.iter().filter_map(|part| sets.get(part));
        variable.assignments = counts.sum();
    }
    function.variables = variables;
    function
}
