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
    /// They cannot be one kernel because of the first, and cannot run in strips of rows because of the second.
    NotInStrips(Box<Reason>, Box<Reason>),
    /// The strategy wants few launches, and strips are many.
    FewLaunches,
    /// The arrays between the passes are small enough for the caches.
    SmallArrays,
    /// A launch adds up numbers, which strips would add up in another order.
    TotalOfStrips,
    /// An array between the passes is not made in front of them.
    NotMadeHere(String),
    /// An array between the passes has one dimension.
    NoRows(String),
    /// An array between the passes is used elsewhere.
    UsedElsewhere(String, Loc),
    /// An array that is changed by operations, which strips would do twice in some rows.
    ChangesTwice(String, Loc),
    /// An array that one pass writes and another one uses, which is not between them.
    UsedByBoth(String),
    /// Which rows of an array are used depends on more than the position.
    RowsUnknown(String, Loc),
    /// The rows that are used are too many.
    FarRows(String, i64),
    /// One pass has other rows than those around it.
    RowsDiffer,
    /// Rows outside of an array are used that a strip does not have.
    AroundTheEnds(String, Loc),
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
            Reason::NotInStrips(one, strips) => {
                let (one, strips) = (one.text(line), strips.text(line));
                format!("{one}; and not in strips of rows: {strips}")
            }
            Reason::FewLaunches => "the strategy wants few launches".to_owned(),
            Reason::SmallArrays => "the arrays between them are small".to_owned(),
            Reason::TotalOfStrips => "a launch adds up numbers".to_owned(),
            Reason::NotMadeHere(array) => format!("`{array}` is not made in front of them"),
            Reason::NoRows(array) => format!("`{array}` has one dimension"),
            Reason::UsedElsewhere(array, loc) => format!("`{array}` is used in {} too", line(*loc)),
            Reason::ChangesTwice(array, loc) => format!(
                "rows around strips would change `{array}` twice ({})",
                line(*loc)
            ),
            Reason::UsedByBoth(array) => {
                format!("one of them writes `{array}`, which another one uses")
            }
            Reason::RowsUnknown(array, loc) => format!(
                "the rows of `{array}` depend on more than the position ({})",
                line(*loc)
            ),
            Reason::FarRows(array, rows) => {
                format!("{rows} rows of `{array}` around each strip are too many")
            }
            Reason::RowsDiffer => "their numbers of rows do not fit each other".to_owned(),
            Reason::AroundTheEnds(array, loc) => format!(
                "`{array}` is read outside of its rows, where 'circular leads to the other end and checks fail ({})",
                line(*loc)
            ),
        }
    }
}
