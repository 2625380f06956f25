//! Why two launches stay two.
//!
//! *Invariant:* every reason names what the source calls it, so that a reader can act on it.

use crate::mir::Loc;

/// A reason.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// `{!kernel_fusion barrier}`.
    Barrier,
    /// A kernel, by its name, cannot be part of another one, because of this.
    Kernel(String, &'static str),
    /// One of the launches runs its positions one after the other.
    Serial,
    /// The numbers of positions are not known to be the same.
    Extents,
    /// The second kernel reads elements of an array that the first one writes at other positions.
    ReadsElsewhere(String, Loc),
    /// The second kernel writes elements of an array that the first one uses at other positions.
    WritesElsewhere(String, Loc),
    /// Two arrays may be one, which the kernels use in different ways.
    MayBeOne(String, String),
    /// A statement between them needs the first launch or is needed by the second, or must stay where it is.
    Between(Loc),
    /// The second launch takes a number that the first one gives.
    Total,
    /// The functions around them are different, or only one of them asks for fusion.
    OtherFunction,
    /// Kernels that the program launches by itself are fused only where it asks for that.
    NoAttribute,
    /// Nothing would be saved.
    NoGain,
    /// The costs: this many operations and arrays are too many for one kernel.
    TooLarge(usize, usize),
    /// A new array would live longer.
    Memory(String),
}

impl Reason {
    /// The reason in words; `line` tells where a statement stands.
    pub fn text(&self, line: &impl Fn(Loc) -> String) -> String {
        match self {
            Reason::Barrier => "a barrier of kernel fusion stands between them".to_owned(),
            Reason::Kernel(name, why) => format!("the kernel `{name}` stays alone: {why}"),
            Reason::Serial => "one of them runs its positions one after the other".to_owned(),
            Reason::Extents => "their numbers of positions are not known to be the same".to_owned(),
            Reason::ReadsElsewhere(array, loc) => format!(
                "the second reads `{array}` at other positions than the first writes it ({})",
                line(*loc)
            ),
            Reason::WritesElsewhere(array, loc) => format!(
                "the second writes `{array}` at other positions than the first uses it ({})",
                line(*loc)
            ),
            Reason::MayBeOne(one, other) => {
                format!("`{one}` and `{other}` may be the same array")
            }
            Reason::Between(loc) => {
                format!("{} must stay between them", line(*loc))
            }
            Reason::Total => "the second takes what the first adds up".to_owned(),
            Reason::OtherFunction => {
                "they belong to different calls, or only one of them is to be fused".to_owned()
            }
            Reason::NoAttribute => "the function does not have `{!kernel_fusion}`".to_owned(),
            Reason::NoGain => "nothing would be saved".to_owned(),
            Reason::TooLarge(operations, arrays) => {
                format!("too much for one kernel: {operations} operations on {arrays} arrays")
            }
            Reason::Memory(array) => {
                format!(
                    "`{array}` would have to be there during the first, which takes more memory"
                )
            }
        }
    }
}
