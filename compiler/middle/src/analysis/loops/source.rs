//! Reasons in terms of the source: what the refused operation of the MIR was made from.
//!
//! *Invariant:* only the reason of a verdict changes, never the verdict.

use super::verdict::{LoopVerdict, Obstacle, ObstacleKind, Outcome};
use crate::base::Span;
use crate::lower::origins::{Origin, OriginKind};
use crate::mir::Program;

/// Replaces reasons by more telling ones, where the source has something at their places.
pub fn name_reasons(program: &Program, origins: &[Origin], verdicts: &mut [LoopVerdict]) {
    for verdict in verdicts {
        if let Outcome::Serial(obstacle) = &mut verdict.outcome {
            name_reason(program, origins, obstacle);
        }
    }
}

fn name_reason(program: &Program, origins: &[Origin], obstacle: &mut Obstacle) {
    let Some(place) = obstacle.places.first() else {
        return;
    };
    let place = program.locations[*place].span;
    let fits = |origin: &&Origin| {
        overlap(origin.span, place) && candidates(obstacle.kind).contains(&origin.kind)
    };
    // Of several the one with the strongest word, then the smallest.
    let found = origins
        .iter()
        .filter(fits)
        .min_by_key(|origin| (origin.kind, origin.name.is_empty(), origin.span.len()));
    if let Some(origin) = found {
        obstacle.kind = kind(origin.kind);
        obstacle.name.clone_from(&origin.name);
        obstacle.what.clone_from(&origin.what);
    }
}

/// What an operation that was refused for this reason may come from.
fn candidates(kind: ObstacleKind) -> &'static [OriginKind] {
    match kind {
        ObstacleKind::Slice => &[OriginKind::LongSlice],
        ObstacleKind::HostCall => &[OriginKind::Method, OriginKind::FunctionValue],
        ObstacleKind::Cells | ObstacleKind::DynamicOperator | ObstacleKind::DynamicMemory => &[
            OriginKind::Object,
            OriginKind::Polymorphic,
            OriginKind::Cell,
        ],
        ObstacleKind::Statement => &[OriginKind::Object, OriginKind::Polymorphic],
        ObstacleKind::Strings => &[OriginKind::Polymorphic],
        ObstacleKind::ElementConflict
        | ObstacleKind::UnknownElement
        | ObstacleKind::RoundedChange
        | ObstacleKind::Carried
        | ObstacleKind::LastValue
        | ObstacleKind::CaughtValue
        | ObstacleKind::Objects
        | ObstacleKind::Polymorphic
        | ObstacleKind::Break
        | ObstacleKind::Continue
        | ObstacleKind::ResultSize
        | ObstacleKind::Method
        | ObstacleKind::FunctionValue
        | ObstacleKind::TooManyIterations => &[],
    }
}

fn kind(origin: OriginKind) -> ObstacleKind {
    match origin {
        OriginKind::Object => ObstacleKind::Objects,
        OriginKind::Polymorphic => ObstacleKind::Polymorphic,
        OriginKind::Cell => ObstacleKind::Cells,
        OriginKind::LongSlice => ObstacleKind::DynamicOperator,
        OriginKind::Method => ObstacleKind::Method,
        OriginKind::FunctionValue => ObstacleKind::FunctionValue,
    }
}

fn overlap(left: Span, right: Span) -> bool {
    left.file == right.file && left.lo < right.hi && right.lo < left.hi
}
