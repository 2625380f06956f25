//! What rows of the runtime mean for the loop that calls them.
//!
//! *Invariant:* a row that is not named here keeps its loop from being a kernel.

use super::verdict::ObstacleKind;
use crate::mir::{Function, RtFn, Stmt, Ty, Value};

/// Whether a row only raises an error, which kernels may do.
pub fn is_error_row(func: RtFn) -> bool {
    matches!(
        func.sig().name,
        "error_index" | "error_raise" | "error_raise_row" | "error_assertion"
    )
}

/// Why a row of the runtime keeps a loop from being a kernel.
pub fn row_kind(function: &Function, func: RtFn, args: &[Value], stmt: &Stmt) -> ObstacleKind {
    let ty = |value: Value| function.values[value].ty;
    let array = stmt.results.iter().any(|&value| ty(value).is_handle());
    let texts = args
        .iter()
        .chain(&stmt.results)
        .any(|&value| ty(value) == Ty::Str);
    match func.sig().name {
        "print" | "printf" | "fprintf" => ObstacleKind::Strings,
        name if name.starts_with("slice_") => ObstacleKind::Slice,
        name if name.starts_with("foreign_") => ObstacleKind::HostCall,
        name if reads_files(name) => ObstacleKind::HostCall,
        "find" | "mask_read" => ObstacleKind::ResultSize,
        _ if texts => ObstacleKind::Strings,
        _ if array => ObstacleKind::DynamicOperator,
        _ => ObstacleKind::Statement,
    }
}

/// Whether a row that is refused for this reason does what only the host does. To compute a number from an array is none of that.
pub fn acts(func: RtFn, kind: ObstacleKind) -> bool {
    let name = func.sig().name;
    let starts = ["reduce_", "dotprod_", "range_"];
    let computes = matches!(
        name,
        "array_equal" | "array_truth" | "array_dim" | "array_numel"
    ) || starts.iter().any(|start| name.starts_with(start));
    !computes
        && matches!(
            kind,
            ObstacleKind::Strings | ObstacleKind::Statement | ObstacleKind::HostCall
        )
}

/// Whether a row stands for a function of the host that reads a file, and gives what is in it.
fn reads_files(name: &str) -> bool {
    matches!(
        name,
        "image_read"
            | "image_read_native"
            | "exr_read"
            | "tiff_read"
            | "csv_read"
            | "data_load"
            | "file_contents"
    )
}
