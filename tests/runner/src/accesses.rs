//! Random reads and writes outside arrays under every access modifier: their
//! Quasar text, and what they give by the definition of the modifiers.
//!
//! *Invariant:* the maps here are written from the specification, not from the compiler.

use crate::mutate::Random;
use std::fmt::Write as _;

/// An access modifier with a defined result outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Half-sample symmetric, period 2N.
    Mirror,
    /// Modulo N.
    Circular,
    /// The nearest element.
    Clamped,
    /// Reads give 0, writes are dropped.
    Safe,
}

/// All modes.
pub const MODES: [Mode; 4] = [Mode::Mirror, Mode::Circular, Mode::Clamped, Mode::Safe];

impl Mode {
    /// The modifier in the source.
    pub fn word(self) -> &'static str {
        match self {
            Mode::Mirror => "mirror",
            Mode::Circular => "circular",
            Mode::Clamped => "clamped",
            Mode::Safe => "safe",
        }
    }

    /// The element that index `n` of `size` means; none outside under `'safe`.
    pub fn map(self, n: i64, size: i64) -> Option<i64> {
        match self {
            Mode::Circular => Some(n.rem_euclid(size)),
            Mode::Clamped => Some(n.clamp(0, size - 1)),
            Mode::Safe => (0..size).contains(&n).then_some(n),
            Mode::Mirror => {
                let folded = n.rem_euclid(2 * size);
                Some(if folded < size {
                    folded
                } else {
                    2 * size - 1 - folded
                })
            }
        }
    }
}

/// A program and what it prints.
#[derive(Debug, Clone, Default)]
pub struct Case {
    /// Quasar text.
    pub text: String,
    /// Expected standard output.
    pub output: String,
}

/// A table of positions of which every coordinate may lie far outside.
fn positions(random: &mut Random, sizes: &[i64], count: usize) -> Vec<Vec<i64>> {
    let coordinate = |random: &mut Random, size: i64| match random.below(3) {
        0 => random.below(size as usize) as i64,
        1 => random.below(4 * size as usize + 2) as i64 - 2 * size,
        _ => random.below(60) as i64 - 30,
    };
    (0..count)
        .map(|_| sizes.iter().map(|&size| coordinate(random, size)).collect())
        .collect()
}

fn list(values: &[i64]) -> String {
    format!(
        "[{}]",
        values
            .iter()
            .map(i64::to_string)
            .collect::<Vec<_>>()
            .join(",")
    )
}

/// Row-major offset of the element that a position means under a mode.
fn offset(mode: Mode, position: &[i64], sizes: &[i64]) -> Option<usize> {
    let mut at = 0;
    for (&n, &size) in position.iter().zip(sizes) {
        at = at * size + mode.map(n, size)?;
    }
    Some(at as usize)
}

/// An array of one to three dimensions, read and written at random positions
/// under every mode, in a kernel and in host code.
pub fn random(random: &mut Random) -> Case {
    let rank = 1 + random.below(3);
    let sizes: Vec<i64> = (0..rank).map(|_| 1 + random.below(7) as i64).collect();
    let positions = positions(random, &sizes, 12);
    let mut case = Case::default();
    declare(&mut case, &sizes, &positions);
    for mode in MODES {
        kernel_reads(&mut case, mode, &sizes, &positions);
        host_reads(&mut case, mode, &sizes, &positions[..3]);
        host_writes(&mut case, mode, &sizes, &positions[3..6]);
    }
    case
}

fn type_name(rank: usize) -> &'static str {
    ["vec", "mat", "cube"][rank - 1]
}

fn dimensions(sizes: &[i64]) -> String {
    sizes
        .iter()
        .map(i64::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

/// `x` holds 1, 2, 3 … in row-major order, `p` the positions.
fn declare(case: &mut Case, sizes: &[i64], positions: &[Vec<i64>]) {
    let count: i64 = sizes.iter().product();
    let rows: Vec<String> = positions.iter().map(|position| list(position)).collect();
    let table = if sizes.len() == 1 {
        list(&positions.iter().map(|p| p[0]).collect::<Vec<_>>())
    } else {
        format!("[{}]", rows.join(","))
    };
    let _ = write!(
        case.text,
        "x = reshape(1..{count}, [{}]).*1.0\np = {table}\ny = zeros({})\n",
        shape(sizes),
        positions.len()
    );
}

/// A vector is stored as one row.
fn shape(sizes: &[i64]) -> String {
    if sizes.len() == 1 {
        format!("1,{}", sizes[0])
    } else {
        dimensions(sizes)
    }
}

/// `p[k,0],p[k,1]`
fn index_text(rank: usize, k: &str) -> String {
    if rank == 1 {
        return format!("p[{k}]");
    }
    (0..rank)
        .map(|d| format!("p[{k},{d}]"))
        .collect::<Vec<_>>()
        .join(",")
}

fn kernel_reads(case: &mut Case, mode: Mode, sizes: &[i64], positions: &[Vec<i64>]) {
    let rank = sizes.len();
    let table = if rank == 1 { "vec[int]" } else { "mat[int]" };
    let (word, array) = (mode.word(), type_name(rank));
    let _ = write!(
        case.text,
        "function [] = __kernel__ read_{word}(x : {array}'{word}, p : {table}, y : vec, pos : int)\n    y[pos] = x[{}]\nend\n\
         parallel_do({}, x, p, y, read_{word})\nprint y\n",
        index_text(rank, "pos"),
        positions.len()
    );
    let value = |position: &Vec<i64>| offset(mode, position, sizes).map_or(0, |at| at as i64 + 1);
    let _ = writeln!(
        case.output,
        "{}",
        list(&positions.iter().map(value).collect::<Vec<_>>())
    );
}

fn host_reads(case: &mut Case, mode: Mode, sizes: &[i64], positions: &[Vec<i64>]) {
    let (word, array) = (mode.word(), type_name(sizes.len()));
    let _ = writeln!(case.text, "r_{word} : {array}'{word} = x");
    for position in positions {
        let _ = writeln!(case.text, "print r_{word}[{}]", dimensions(position));
        let _ = writeln!(
            case.output,
            "{}",
            offset(mode, position, sizes).map_or(0, |at| at as i64 + 1)
        );
    }
}

fn host_writes(case: &mut Case, mode: Mode, sizes: &[i64], positions: &[Vec<i64>]) {
    let (word, array) = (mode.word(), type_name(sizes.len()));
    let count: i64 = sizes.iter().product();
    let mut values = vec![0; count as usize];
    let _ = writeln!(
        case.text,
        "w_{word} : {array}'{word} = zeros({})",
        shape(sizes)
    );
    for (k, position) in positions.iter().enumerate() {
        let _ = writeln!(case.text, "w_{word}[{}] = {}", dimensions(position), k + 7);
        if let Some(at) = offset(mode, position, sizes) {
            values[at] = k as i64 + 7;
        }
    }
    let _ = writeln!(case.text, "print reshape(w_{word}, [1,{count}])");
    let _ = writeln!(case.output, "{}", list(&values));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_those_of_the_specification() {
        let mirrored: Vec<_> = (-9..12).filter_map(|n| Mode::Mirror.map(n, 4)).collect();
        assert_eq!(
            mirrored,
            [
                0, 0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3
            ]
        );
        assert_eq!(Mode::Circular.map(-1, 4), Some(3));
        assert_eq!(Mode::Clamped.map(9, 4), Some(3));
        assert_eq!(Mode::Safe.map(4, 4), None);
    }
}
