//! Figures of a suite for `docs/campaign.md`.
//!
//! *Invariant:* what a suite tells here has a row on that page: a new format, program or family that nobody has recorded is a failure.

use crate::outcome::Check;
use crate::repository;
use std::fmt::Display;
use std::fs;

/// Prints the line of a figure, which `tests/campaign.py record` takes into the tables.
///
/// # Errors
/// The tables have no such row.
pub fn tell(family: &str, what: &str, figure: impl Display, unit: &str) -> Check {
    println!("campaign\t{family}\t{what}\t{figure}\t{unit}");
    let path = repository::root().join(format!("tests/tables/campaign/{family}.tsv"));
    let rows = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let row = format!("{family}\t{what}\t");
    match rows.lines().any(|line| line.starts_with(&row)) {
        true => Ok(()),
        false => Err(format!(
            "the page of campaigns has no row {what:?}; `python3 tests/campaign.py record` takes what this test prints"
        )),
    }
}
