//! What a program says of how one of its kernels is made: attributes with the conditions around them, and known parameters.
//!
//! *Invariant:* data and its text; nothing here changes what a kernel computes.

use std::fmt;

use super::attributes;
use crate::base::Span;
use quasar_abi::CachePreference;

/// What a program says of how a kernel is made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KernelProfile {
    /// Attributes that speak of kernels, in the order of the text.
    pub attributes: Vec<KernelAttribute>,
    /// Parameters that this version of the kernel is made for one value of.
    pub constants: Vec<(String, i32)>,
    /// A setting keeps the kernel from GPUs.
    pub is_kept_from_gpus: bool,
}

/// An attribute of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelAttribute {
    /// Its name.
    pub name: String,
    /// Its properties, in the order of the text.
    pub properties: Vec<(String, PropertyValue)>,
    /// What must hold for it.
    pub guards: Vec<Guard>,
    /// Its place.
    pub span: Span,
}

/// The value of a property.
#[derive(Clone, Debug, PartialEq)]
pub enum PropertyValue {
    /// An int that is known.
    Int(i32),
    /// A vector.
    List(Vec<PropertyValue>),
    /// A text in quotes.
    Text(String),
    /// A name, or an expression whose value is not known, as it is written.
    Written(String),
}

/// A condition around an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Guard {
    /// The kernel runs on a GPU, or it does not.
    Platform(bool),
    /// A condition that is known only when the program runs, and whether it holds.
    Condition(String, bool),
    /// A condition that does not hold for the known parameters.
    Never,
}

impl KernelProfile {
    /// What `{!kernel cache=…}` asks for, on GPUs.
    pub fn cache(&self) -> Option<CachePreference> {
        let speaks = |one: &&KernelAttribute| {
            let holds = |guard: &Guard| *guard == Guard::Platform(true);
            one.name == "kernel" && one.counts_on(true) && one.guards.iter().all(holds)
        };
        let asked = self.attributes.iter().filter(speaks);
        let last = asked.filter_map(|one| one.text("cache")).next_back()?;
        let preferences = CachePreference::ALL.iter();
        let mut preferences = preferences.filter(|one| **one != CachePreference::None);
        preferences.find(|one| one.name() == last).copied()
    }

    /// Whether `{!kernel target=…}` lets the kernel be made for GPUs.
    pub fn is_for_gpus(&self) -> bool {
        let mut targets = self.attributes.iter().filter(|one| one.name == "kernel");
        !self.is_kept_from_gpus && targets.all(|target| target.counts_on(true))
    }

    /// Whether `{!kernel target=…}` names GPUs.
    pub fn wants_gpu(&self) -> bool {
        let mut targets = self.attributes.iter().filter(|one| one.name == "kernel");
        let named = targets.any(|one| one.text("target").is_some());
        named && self.is_for_gpus()
    }
}

impl KernelAttribute {
    /// Whether it can count on a GPU (true) or on the processor (false), as the conditions and `target=` say.
    pub fn counts_on(&self, gpu: bool) -> bool {
        let wanted = match gpu {
            true => attributes::Platform::Cuda,
            false => attributes::Platform::Processor,
        };
        let target = self.text("target").and_then(attributes::platform);
        target.is_none_or(|target| target == wanted)
            && !self.guards.contains(&Guard::Platform(!gpu))
    }

    /// Whether it counts wherever its platform does.
    pub fn is_unconditional(&self) -> bool {
        let mut guards = self.guards.iter();
        guards.all(|guard| matches!(guard, Guard::Platform(_)))
    }

    /// The text of a property.
    pub fn text(&self, property: &str) -> Option<&str> {
        let found = self.properties.iter().find(|(name, _)| name == property);
        match found {
            Some((_, PropertyValue::Text(text) | PropertyValue::Written(text))) => Some(text),
            Some((_, PropertyValue::Int(_) | PropertyValue::List(_))) | None => None,
        }
    }
}

impl fmt::Display for PropertyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PropertyValue::Int(number) => write!(f, "{number}"),
            PropertyValue::Text(text) => write!(f, "\"{text}\""),
            PropertyValue::Written(text) => f.write_str(text),
            PropertyValue::List(items) => {
                let items: Vec<_> = items.iter().map(PropertyValue::to_string).collect();
                write!(f, "[{}]", items.join(","))
            }
        }
    }
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Guard::Platform(true) => f.write_str("on a GPU"),
            Guard::Platform(false) => f.write_str("on the processor"),
            Guard::Condition(text, true) => write!(f, "if {text}"),
            Guard::Condition(text, false) => write!(f, "unless {text}"),
            Guard::Never => f.write_str("never"),
        }
    }
}

/// The attribute with its values and conditions.
impl fmt::Display for KernelAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let properties = self.properties.iter();
        let properties: Vec<_> = properties
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        write!(f, "{{!{} {}}}", self.name, properties.join(", "))?;
        self.guards
            .iter()
            .try_for_each(|guard| write!(f, ", {guard}"))
    }
}
