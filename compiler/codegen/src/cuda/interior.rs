//! The test whether a position is in the interior (`opt::gpu::interior`), as text.
//!
//! *Invariant:* nothing in a test overflows: extents are at least 0, constants at most 2^29, and sums with parameters have 64 bits.

use super::body::Body;
pub use crate::opt::gpu::interior::Interior;
use crate::opt::gpu::interior::{Bound, Guard, LARGEST_PARAMETER};

/// The condition of the interior.
pub fn condition(interior: &Interior, guards: &[Guard], body: &Body<'_>) -> String {
    let small = interior.parameters.iter().map(|&local| {
        let most = LARGEST_PARAMETER;
        let name = body.param_name(local);
        format!("{name} >= -{most} && {name} <= {most}")
    });
    let guards = guards.iter().flat_map(|guard| {
        [lower(guard, body), upper(guard, body)]
            .into_iter()
            .flatten()
    });
    let all: Vec<String> = small.chain(guards).collect();
    match all.is_empty() {
        true => "true".to_string(),
        false => all.join(" && "),
    }
}

fn extent(guard: &Guard, body: &Body<'_>) -> String {
    let array = body.param_name(guard.array);
    match guard.dimension {
        Some(dimension) => format!("{array}.dims[{dimension}]"),
        None => format!("(int){array}.numel"),
    }
}

/// A position plus a bound with parameters, in 64 bits.
fn sum(position: Option<String>, bound: &Bound, body: &Body<'_>) -> String {
    let mut text = format!("(long long){}", position.as_deref().unwrap_or("0"));
    for (local, count) in &bound.terms {
        let name = body.param_name(*local);
        text += &match count {
            1 => format!(" + {name}"),
            -1 => format!(" - {name}"),
            count => format!(" + {count}ll * {name}"),
        };
    }
    match bound.constant {
        0 => text,
        constant => format!("{text} + {constant}"),
    }
}

fn position(guard: &Guard) -> Option<String> {
    guard.axis.map(|axis| format!("(int)p{axis}"))
}

/// That the least index is not below 0; none if it cannot be.
fn lower(guard: &Guard, body: &Body<'_>) -> Option<String> {
    let Bound { constant, .. } = guard.low;
    let position = position(guard);
    if guard.low.terms.is_empty() {
        return match position {
            _ if constant >= 0 => None,
            Some(position) => Some(format!("{position} >= {}", -constant)),
            None => Some("false".to_string()),
        };
    }
    Some(format!("{} >= 0", sum(position, &guard.low, body)))
}

/// That the largest index is below the extent.
fn upper(guard: &Guard, body: &Body<'_>) -> Option<String> {
    let Bound { constant, .. } = guard.high;
    let position = position(guard);
    let extent = extent(guard, body);
    if !guard.high.terms.is_empty() || constant < 0 {
        return Some(format!("{} < {extent}", sum(position, &guard.high, body)));
    }
    let position = position.unwrap_or_else(|| "0".to_string());
    Some(match constant {
        0 => format!("{position} < {extent}"),
        _ => format!("{position} < {extent} - {constant}"),
    })
}
