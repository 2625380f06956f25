//! Dimensions that an array does not have: `sum(A, 2)` of a matrix gives the matrix itself, where other languages sum its rows.
//!
//! *Invariant:* only told where the number of dimensions is written or follows from what is written; a function for arrays of any
//! type may ask for a dimension that some of them do not have.

use crate::builtins::{Builtin, Host, Row, Rule};
use crate::check::{BodyState, Checker, DefSource};
use crate::diag::{Code, Report};
use crate::hir::Expr;
use crate::types::ArrayType;

use super::size::literal_dimension;

impl<'a> Checker<'a> {
    /// Tells of a dimension along which the argument certainly has one element.
    pub(super) fn warn_dimension(&mut self, f: &BodyState<'a>, row: &Row, values: &[Expr]) {
        let [value, dim] = values else {
            return;
        };
        let (Some(array), Some(at)) = (value.ty.as_array(), literal_dimension(dim)) else {
            return;
        };
        let along = matches!(row.rule, Rule::Reduce(..) | Rule::Host(Host::Cumulative(_)));
        let size = row.builtin == Builtin::Size;
        if !(along || size) || !is_beyond(array, at, size) || self.is_for_any_array(f) {
            return;
        }
        let name = row.name;
        let (message, what) = match size {
            true => (
                format!("`{name}` along dimension {at} of a `{array}` is always 1"),
                "the size",
            ),
            false => (
                format!("`{name}` along dimension {at} gives a `{array}` back as it is"),
                "the result",
            ),
        };
        let report = Report::new(Code::MissingDimension, dim.span, message)
            .label("dimensions count from 0")
            .help(help(name, array, what));
        self.report(report);
    }

    /// Whether the function is made for arrays of any type: a parameter has none.
    fn is_for_any_array(&self, f: &BodyState<'a>) -> bool {
        let Some(def) = f.def else {
            return !f.script;
        };
        let params = match self.functions.defs[def].source {
            DefSource::Function(function) => &function.params,
            DefSource::Lambda(lambda) => &lambda.params,
        };
        params.iter().any(|param| param.ty.is_none())
    }
}

/// Whether an array has one element along a dimension whatever its sizes are. A vector is a row. A size is asked for on purpose but
/// for the dimension that counting from 1 would take for the last.
fn is_beyond(array: &ArrayType, dimension: usize, size: bool) -> bool {
    let rank = array.sizes.len();
    let beyond = match size {
        true => dimension == rank.max(2),
        false => dimension >= rank.max(2) || rank == 1 && dimension == 0,
    };
    beyond && !array.any_rank
}

/// What the dimensions of the array mean.
fn help(name: &str, array: &ArrayType, what: &str) -> String {
    match (array.sizes.len(), what) {
        (1, _) => format!("a vector is a row: `{name}(v, 1)` goes along it, as does `{name}(v)`"),
        (2, "the size") => "a matrix has `size(A,0)` rows and `size(A,1)` columns".to_string(),
        (2, _) => format!(
            "`{name}(A, 0)` goes down the columns of a matrix, `{name}(A, 1)` along its rows"
        ),
        (3, "the size") => {
            "a cube has `size(x,0)` rows, `size(x,1)` columns and `size(x,2)` channels".to_string()
        }
        (3, _) => format!(
            "`{name}(x, 2)` goes over the channels of a cube, dimensions 0 and 1 are its rows and columns"
        ),
        (count, _) => format!("this array has the dimensions 0 to {}", count - 1),
    }
}
