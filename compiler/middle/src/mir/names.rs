//! Names in the text form, read in both directions, of what is no operation on numbers: those have rows of their own (`operations.rs`).
//!
//! *Invariant:* a name stands once, in a row; two operations of one kind have two names.

use super::data::*;

/// Rows of variants and names; a function each way.
macro_rules! names {
    ($(#[$meta:meta])* $name:ident, $named:ident: $ty:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        pub fn $name(one: $ty) -> &'static str {
            match one { $($ty::$variant => $text,)* }
        }

        /// The one with this name.
        pub(super) fn $named(name: &str) -> Option<$ty> {
            match name { $($text => Some($ty::$variant),)* _ => None }
        }
    };
}

names! {
    /// The name of a collective in the text.
    collective_name, collective_named: Collective {
        Active = "active",
        Shuffle = "shuffle",
        Ballot = "ballot",
        Match = "match",
    }
}

names! {
    /// The name of those who wait for each other in the text.
    scope_name, scope_named: BarrierScope {
        Warp = "warp",
        Block = "block",
        Grid = "grid",
    }
}

names! {
    /// Where a kernel comes from, in the text.
    origin_name, origin_named: KernelOrigin {
        Written = "written",
        Loop = "loop",
        Expression = "expression",
        Part = "part",
        GridPart = "part of a grid",
        Strip = "strip",
        WrittenStrip = "written_strip",
        Rows = "rows",
        Repeated = "repeated",
        Prepared = "prepared",
        WrittenPrepared = "written_prepared",
    }
}

names! {
    /// The name of what is made in front of a launch in the text.
    preparation_name, preparation_named: Preparation {
        Tables = "tables",
        Packing = "packing",
    }
}
