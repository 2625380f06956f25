//! Counted loops, taken apart.
//!
//! *Invariant:* the parts are those of the statement, nothing is computed.

use crate::mir::{Block, Label, LoopDirective, LoopRange, Op, Stmt, Value};

/// A launch has at most this many positions along a dimension.
pub const MAXIMUM_EXTENT: i64 = (1 << 31) - 1;

/// A `For` statement taken apart.
#[derive(Clone, Copy, Debug)]
pub struct ForParts<'s> {
    /// Its label.
    pub label: Label,
    /// Its index.
    pub index: Value,
    /// What its index goes through.
    pub range: LoopRange,
    /// Its body.
    pub body: &'s Block,
    /// Its directive.
    pub directive: &'s LoopDirective,
    /// Its variable.
    pub name: Option<&'s str>,
}

impl<'s> ForParts<'s> {
    /// The parts, if it is the loop of an array expression that nothing keeps from being a kernel.
    pub fn of_expression(stmt: &'s Stmt) -> Option<ForParts<'s>> {
        let may_be_kernel =
            |parts: &ForParts| parts.directive.expression && !parts.directive.force_serial;
        ForParts::of(stmt).filter(may_be_kernel)
    }

    /// The parts, if it is a `For`.
    pub fn of(stmt: &'s Stmt) -> Option<ForParts<'s>> {
        match &stmt.op {
            Op::For {
                label,
                index,
                start,
                stop,
                step,
                body,
                directive,
                name,
            } => Some(ForParts {
                label: *label,
                index: *index,
                range: LoopRange {
                    start: *start,
                    step: *step,
                    stop: *stop,
                },
                body,
                directive,
                name: name.as_deref(),
            }),
            _ => None,
        }
    }
}
