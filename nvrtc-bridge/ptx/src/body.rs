//! What names stand for in a function while its instructions are read.
//!
//! *Invariant:* a name is looked for in the innermost scope first.

use crate::layout::{self, SharedPlan};
use crate::lexer::Number;
use crate::syntax::{Space, Type, Variable};
use std::collections::BTreeMap;

/// A local variable of a thread may have so many bytes, and all of a frame together as many.
const MAXIMUM_LOCAL: u64 = 1 << 20;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    Register(u32, Type),
    /// `%r<9>`: the first register and how many there are.
    Range(u32, u32, Type),
    Local(u32),
    /// Parameter memory of the frame: offset and size.
    Frame(u32, u32),
    /// A parameter of the kernel, by its offset.
    KernelParameter(u32),
    /// An address in shared memory.
    Shared(u32),
    Global(u32),
    Function(u32),
}

/// The names of a module.
pub struct Names<'t> {
    pub map: BTreeMap<&'t str, Binding>,
}

/// The bits of a number where a type is expected.
pub fn number_bits(number: Number, class: Type) -> u64 {
    match (number, class) {
        (Number::Integer(value), _) => value,
        (Number::Single(bits), Type::F64) => f64::from(f32::from_bits(bits)).to_bits(),
        (Number::Single(bits), _) => u64::from(bits),
        (Number::Double(bits), Type::F32) => u64::from((f64::from_bits(bits) as f32).to_bits()),
        (Number::Double(bits), _) => bits,
    }
}

/// The names and places of a function while its body is resolved.
pub struct Body<'r, 't> {
    pub(crate) names: &'r Names<'t>,
    pub(crate) scopes: Vec<BTreeMap<&'t str, Binding>>,
    /// The scope that a scope lies in, and its labels by instruction.
    pub(crate) labels: Vec<(usize, BTreeMap<&'t str, u32>)>,
    pub(crate) targets: BTreeMap<&'t str, Vec<&'t str>>,
    pub(crate) scope: usize,
    pub(crate) registers: u32,
    pub(crate) local: u32,
    pub(crate) frame: u32,
}

impl<'t> Body<'_, 't> {
    /// What a name stands for here.
    pub fn lookup(&self, name: &str) -> Option<Binding> {
        for scope in self.scopes.iter().rev() {
            if let Some(&binding) = scope.get(name) {
                return Some(binding);
            }
            let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
            if let Some(&Binding::Range(first, count, class)) = scope.get(prefix) {
                let number: u32 = name[prefix.len()..].parse().ok()?;
                return (number < count).then_some(Binding::Register(first + number, class));
            }
        }
        self.names.map.get(name).copied()
    }

    /// The instruction that a label stands before.
    pub fn label(&self, name: &str) -> Option<u32> {
        let mut scope = self.scope;
        loop {
            let (parent, labels) = &self.labels[scope];
            if let Some(&index) = labels.get(name) {
                return Some(index);
            }
            if scope == 0 {
                return None;
            }
            scope = *parent;
        }
    }

    /// The labels of a `.branchtargets`.
    pub fn branch_targets(&self, name: &str) -> Option<&[&'t str]> {
        self.targets.get(name).map(Vec::as_slice)
    }

    pub(crate) fn bind(&mut self, name: &'t str, binding: Binding) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, binding);
        }
    }

    pub(crate) fn register(&mut self, class: Type, name: &'t str, count: Option<u32>) {
        let first = self.registers;
        let binding = match count {
            None => Binding::Register(first, class),
            Some(count) => Binding::Range(first, count, class),
        };
        self.registers = self.registers.saturating_add(count.unwrap_or(1));
        self.bind(name, binding);
    }

    pub(crate) fn frame_parameter(&mut self, variable: &Variable<'t>) -> Option<(u32, u32)> {
        if variable.size() > MAXIMUM_LOCAL {
            return None;
        }
        let size = variable.size() as u32;
        let offset = layout::align_up(self.frame, variable.align);
        self.frame = offset
            .checked_add(size)
            .filter(|&end| u64::from(end) <= MAXIMUM_LOCAL)?;
        self.bind(variable.name, Binding::Frame(offset, size));
        Some((offset, size))
    }

    pub(crate) fn variable(
        &mut self,
        variable: &Variable<'t>,
        plan: &SharedPlan<'_>,
        owner: &str,
    ) -> bool {
        match variable.space {
            Space::Parameter => self.frame_parameter(variable).is_some(),
            Space::Local => {
                let offset = layout::align_up(self.local, variable.align);
                let end = u64::from(offset) + variable.size();
                if end > MAXIMUM_LOCAL {
                    return false;
                }
                self.local = end as u32;
                self.bind(variable.name, Binding::Local(offset));
                true
            }
            Space::Shared => match plan.offset_in(owner, variable.name) {
                Some(offset) => {
                    self.bind(variable.name, Binding::Shared(offset));
                    true
                }
                None => false,
            },
            Space::Generic | Space::Global | Space::Constant => false,
        }
    }
}
