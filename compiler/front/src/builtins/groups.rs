//! The groups of threads: what `syncthreads` and `memfence` name, the parameters of type `thread_block`, and what such a group has.
//!
//! *Invariant:* a row is known by its place in its table, which is what the typed tree carries.

use crate::types::GroupKind;

/// Which threads of a kernel wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BarrierScope {
    /// Those of a warp that are on the same way.
    Warp,
    /// Those of a block.
    Block,
    /// All of the launch.
    Grid,
}

/// The groups of `syncthreads` and who waits: the grid of a program's one device is all of its grids, and the host waits for every
/// launch anyway.
pub const BARRIER_GROUPS: [(&str, BarrierScope); 5] = [
    ("warp", BarrierScope::Warp),
    ("block", BarrierScope::Block),
    ("grid", BarrierScope::Grid),
    ("multi_grid", BarrierScope::Grid),
    ("host", BarrierScope::Grid),
];

/// The group of a plain `syncthreads`.
pub const BARRIER_DEFAULT: &str = "block";

/// Who sees what was written before `memfence`. All of them see it after any fence, so they need no numbers.
pub const FENCE_GROUPS: [&str; 3] = ["block", "grid", "system"];

/// The number of a group in [`BARRIER_GROUPS`].
pub fn barrier_number(name: &str) -> Option<usize> {
    BARRIER_GROUPS.iter().position(|&(group, _)| group == name)
}

/// Names as a message offers them: "`a`, `b` or `c`".
pub fn choice(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// The parameters of kernels that are groups of threads.
pub const GROUP_PARAMETERS: [(&str, GroupKind); 4] = [
    ("coalesced_threads", GroupKind::Coalesced),
    ("this_thread_block", GroupKind::Block),
    ("this_grid", GroupKind::Grid),
    ("this_multi_grid", GroupKind::MultiGrid),
];

/// The group that a parameter of that name is.
pub fn group_parameter(name: &str) -> Option<GroupKind> {
    let mut rows = GROUP_PARAMETERS.into_iter();
    rows.find(|(parameter, _)| *parameter == name)
        .map(|(_, kind)| kind)
}

/// Threads of a launch that can wait for each other, those of whole blocks counted: what they keep while they wait lies in arrays with an
/// element for each, and sums of two such numbers are ints.
pub const MOST_TOGETHER: i32 = 1 << 30;

/// Threads of a warp.
pub const WARP: i32 = 32;

/// How many threads a part of a group may have: those that divide a warp.
pub const PART_SIZES: [i32; 6] = [1, 2, 4, 8, 16, WARP];

/// What a `thread_block` has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberOp {
    /// `thread_idx`
    ThreadIndex,
    /// `size`
    Size,
    /// `active_mask`
    ActiveMask,
    /// `sync()`
    Sync,
    /// `partition(n)`
    Partition,
    /// `shfl(value, i)`
    Shuffle,
    /// `shfl_up(value, delta)`
    ShuffleUp,
    /// `shfl_down(value, delta)`
    ShuffleDown,
    /// `shfl_xor(value, mask)`
    ShuffleXor,
    /// `all(predicate)`
    All,
    /// `any(predicate)`
    Any,
    /// `ballot(predicate)`
    Ballot,
    /// `match_any(value)`
    MatchAny,
    /// `match_all(value)`
    MatchAll,
}

/// What a member takes in parentheses, or that it is a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberSignature {
    /// Written without parentheses; an int.
    Property,
    /// `()`; no value.
    Plain,
    /// `(size : int)`; a group.
    Part,
    /// `(value, i : int)`; the value of another thread.
    Exchange,
    /// `(predicate)`; an int.
    Vote,
    /// `(value)`; a mask.
    Match,
}

impl MemberSignature {
    /// The number of arguments; none for a property.
    pub fn arity(self) -> Option<usize> {
        match self {
            MemberSignature::Property => None,
            MemberSignature::Plain => Some(0),
            MemberSignature::Part | MemberSignature::Vote | MemberSignature::Match => Some(1),
            MemberSignature::Exchange => Some(2),
        }
    }
}

/// One property or method of a `thread_block`.
#[derive(Debug)]
pub struct Member {
    /// Which.
    pub op: MemberOp,
    /// Its name.
    pub name: &'static str,
    /// What stands behind the name.
    pub form: MemberSignature,
    /// The groups that have it.
    pub of: &'static [GroupKind],
}

use GroupKind::{Block, Coalesced, Grid, MultiGrid, Tile};

const EVERY: &[GroupKind] = &[Coalesced, Tile, Block, Grid, MultiGrid];
/// A mask has a bit per thread of a warp, and threads exchange values within one.
const IN_WARP: &[GroupKind] = &[Coalesced, Tile];

macro_rules! members {
    ($( $op:ident $name:literal $form:ident of $of:expr; )*) => {
        /// What a `thread_block` has, in the order of [`MemberOp`].
        pub const MEMBERS: &[Member] = &[ $( Member {
            op: MemberOp::$op, name: $name, form: MemberSignature::$form, of: $of,
        }, )* ];
    };
}

members! {
    ThreadIndex "thread_idx" Property of EVERY;
    Size "size" Property of EVERY;
    ActiveMask "active_mask" Property of EVERY;
    Sync "sync" Plain of EVERY;
    Partition "partition" Part of &[Coalesced, Tile, Block];
    Shuffle "shfl" Exchange of IN_WARP;
    ShuffleUp "shfl_up" Exchange of IN_WARP;
    ShuffleDown "shfl_down" Exchange of IN_WARP;
    ShuffleXor "shfl_xor" Exchange of IN_WARP;
    All "all" Vote of IN_WARP;
    Any "any" Vote of IN_WARP;
    Ballot "ballot" Vote of IN_WARP;
    MatchAny "match_any" Match of IN_WARP;
    MatchAll "match_all" Match of IN_WARP;
}

/// The row of that name in [`MEMBERS`].
pub fn member_number(name: &str) -> Option<usize> {
    MEMBERS.iter().position(|member| member.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_reads_as_a_sentence() {
        assert_eq!(choice(&["a", "b", "c"]), "`a`, `b` or `c`");
        assert_eq!(choice(&["a"]), "`a`");
    }

    #[test]
    fn members_stand_in_the_order_of_their_operations() {
        for (index, member) in MEMBERS.iter().enumerate() {
            assert_eq!(member.op as usize, index);
            assert_eq!(member_number(member.name), Some(index));
        }
    }

    #[test]
    fn the_default_is_a_group() {
        assert!(barrier_number(BARRIER_DEFAULT).is_some());
    }
}
