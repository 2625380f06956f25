//! Where `.shared` variables lie.
//!
//! *Invariant:* a gap lies behind every variable, so that an access beyond one of them never meets another.

use crate::module::SharedVariable;
use crate::parse_error::ParseError;
use crate::source_name::source_name;
use crate::syntax::{Space, Statement, Tree, Variable, Written};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes between two variables.
const GAP: u32 = 256;
/// Where `extern .shared` memory begins, whatever the kernel has besides.
pub const DYNAMIC: u32 = 1 << 24;
/// A variable may have so many bytes: more than any device has.
const MAXIMUM: u64 = 1 << 20;

/// Rounds up to a power of two.
pub fn align_up(value: u32, align: u32) -> u32 {
    value.saturating_add(align - 1) & !(align - 1)
}

/// Bytes of variables laid one after another.
pub fn packed_size(variables: &[SharedVariable]) -> u32 {
    variables.iter().fold(0, |end, variable| {
        align_up(end, variable.align) + variable.size
    })
}

/// Offsets of all shared variables of a module.
pub struct SharedPlan<'t> {
    /// By owner, an empty one for the module, and name.
    places: BTreeMap<(&'t str, &'t str), SharedVariable>,
    dynamic: BTreeSet<&'t str>,
    /// Names that a function mentions.
    mentions: BTreeMap<&'t str, BTreeSet<&'t str>>,
}

/// What a kernel has.
pub struct KernelShared {
    pub variables: Vec<SharedVariable>,
    pub dynamic: bool,
}

/// Gives every variable its place: those of the module and of functions first, then those of kernels.
pub fn plan<'t>(tree: &Tree<'t>) -> Result<SharedPlan<'t>, ParseError> {
    let mut plan = SharedPlan {
        places: BTreeMap::new(),
        dynamic: BTreeSet::new(),
        mentions: BTreeMap::new(),
    };
    let mut end = 0;
    let shared = tree
        .variables
        .iter()
        .filter(|variable| variable.space == Space::Shared);
    for variable in shared {
        if variable.count.is_none() || variable.external {
            plan.dynamic.insert(variable.name);
        } else {
            plan.add("", variable, &mut end)?;
        }
    }
    for is_entry in [false, true] {
        let front = end;
        for function in tree.functions.iter().filter(|f| f.is_entry == is_entry) {
            if is_entry {
                end = front;
            }
            for statement in function.body.as_deref().unwrap_or_default() {
                match statement {
                    Statement::Variable(variable) if variable.space == Space::Shared => {
                        plan.add(function.name, variable, &mut end)?;
                    }
                    Statement::Instruction(line) => {
                        let mentions = plan.mentions.entry(function.name).or_default();
                        line.operands
                            .iter()
                            .for_each(|operand| mention(operand, mentions));
                    }
                    Statement::Open
                    | Statement::Close
                    | Statement::Register(..)
                    | Statement::Variable(_)
                    | Statement::Label(_)
                    | Statement::Targets(..)
                    | Statement::Location(..) => {}
                }
            }
        }
    }
    Ok(plan)
}

fn mention<'t>(operand: &Written<'t>, found: &mut BTreeSet<&'t str>) {
    match operand {
        Written::Name(name) | Written::Sum(name, _) => {
            if !name.starts_with('%') {
                found.insert(name);
            }
        }
        Written::Number(_) => {}
        Written::Not(inner) | Written::Address(inner, _) => mention(inner, found),
        Written::Vector(parts) | Written::Group(parts) => {
            parts.iter().for_each(|part| mention(part, found));
        }
        Written::Texel(a, b) | Written::Pair(a, b) => {
            mention(a, found);
            mention(b, found);
        }
    }
}

impl<'t> SharedPlan<'t> {
    fn add(
        &mut self,
        owner: &'t str,
        variable: &Variable<'t>,
        end: &mut u32,
    ) -> Result<(), ParseError> {
        let offset = align_up(*end, variable.align.max(16));
        let after = u64::from(offset) + variable.size();
        if after > MAXIMUM {
            return Err(ParseError {
                line: 0,
                message: format!("the shared variable `{}` is too large", variable.name),
            });
        }
        *end = after as u32 + GAP;
        let place = SharedVariable {
            name: source_name(variable.name),
            offset,
            size: variable.size() as u32,
            align: variable.align,
        };
        self.places.insert((owner, variable.name), place);
        Ok(())
    }

    /// The place of a variable of the module.
    pub fn module_offset(&self, name: &str) -> Option<u32> {
        if self.dynamic.contains(name) {
            return Some(DYNAMIC);
        }
        self.offset_in("", name)
    }

    /// The place of a variable of a function.
    pub fn offset_in(&self, owner: &str, name: &str) -> Option<u32> {
        self.places.get(&(owner, name)).map(|place| place.offset)
    }

    /// The variables that a kernel and the functions that it may call mention.
    pub fn of_kernel(&self, kernel: &str) -> KernelShared {
        let mut reached = BTreeSet::from([kernel]);
        let mut open = vec![kernel];
        while let Some(function) = open.pop() {
            for &name in self.mentions.get(function).into_iter().flatten() {
                if self.mentions.contains_key(name) && reached.insert(name) {
                    open.push(name);
                }
            }
        }
        // Functions in tables are reached by variables: all of them count then, which is too much at worst.
        let mentioned = |name: &str| {
            reached.iter().any(|function| {
                self.mentions
                    .get(function)
                    .is_some_and(|all| all.contains(name))
            })
        };
        let mut variables: Vec<SharedVariable> = self
            .places
            .iter()
            .filter(|((owner, name), _)| {
                *owner == kernel || reached.contains(owner) || owner.is_empty() && mentioned(name)
            })
            .map(|(_, place)| place.clone())
            .collect();
        variables.sort_by_key(|variable| variable.offset);
        KernelShared {
            variables,
            dynamic: self.dynamic.iter().any(|name| mentioned(name)),
        }
    }
}
