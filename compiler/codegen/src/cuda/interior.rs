//! The test whether a position is in the interior (`opt::gpu::interior`), as text.
//!
//! *Invariant:* nothing in a test overflows: extents are at least 0, constants at most 2^29, and sums with parameters have 64 bits.

use super::body::Body;
use super::tile_text::TileText;
pub use crate::opt::gpu::interior::Interior;
use crate::opt::gpu::interior::{Bound, Guard, LARGEST_PARAMETER};
use crate::opt::gpu::register_tile::RegisterTile;

/// The condition of the interior for one position, or for all those of a tile that lies in the extents.
pub fn condition(interior: &Interior, tile: Option<&TileText>, body: &Body<'_>) -> String {
    let small = interior.parameters.iter().map(|&local| {
        let most = LARGEST_PARAMETER;
        let name = body.param_name(local);
        format!("{name} >= -{most} && {name} <= {most}")
    });
    let guards = interior.guards.iter().flat_map(|guard| {
        let upper = upper(guard, tile, body);
        [lower(guard, body), Some(upper)].into_iter().flatten()
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

/// That the largest index, of the last position of a tile, is below the extent.
fn upper(guard: &Guard, tile: Option<&TileText>, body: &Body<'_>) -> String {
    let mut position = position(guard);
    let mut bound = guard.high.clone();
    if let Some(tile) = tile {
        let RegisterTile {
            dimension,
            adjacent,
            across,
            columns,
            ..
        } = tile.of_thread;
        if guard.axis == Some(dimension) {
            bound.constant += i64::from(adjacent) - 1;
        }
        if guard.axis == Some(across)
            && let (Some(step), Some(position)) = (&tile.step, &mut position)
        {
            position.push_str(&format!(" + {} * {step}", columns - 1));
        }
    }
    let extent = extent(guard, body);
    if !bound.terms.is_empty() || bound.constant < 0 {
        return format!("{} < {extent}", sum(position, &bound, body));
    }
    let position = position.unwrap_or_else(|| "0".to_string());
    match bound.constant {
        0 => format!("{position} < {extent}"),
        constant => format!("{position} < {extent} - {constant}"),
    }
}
