//! Programs of Python beside programs of Quasar that do the same: what both print is compared number by number.
//!
//! A page has one block `python setup` with the imports of all, and before a program a block `python beside`. All of a page run in one
//! process, each with names of its own, in a copy of the folder, so that no program reads what the other one wrote.
//!
//! *Invariant:* brackets, commas and the last digits are all that may differ; a program of Python that fails agrees with nothing.

use std::collections::BTreeMap;

/// The words behind the fence of a block, and its text.
pub type Block<'b> = (&'b str, &'b str);

/// The block with the imports.
const SETUP: &str = "python setup";
/// A block before the program that it is compared with.
const BESIDE: &str = "python beside";

/// Runs the programs that the arguments behind the first are, and prints `END` behind the output of each.
pub const SCRIPT: &str = "
import os, shutil, sys, traceback
shutil.copytree('.', 'beside')
os.chdir('beside')
setup, *programs = sys.argv[1:]
common = {}
exec(setup, common)
for program in programs:
    try:
        exec(program, dict(common))
    except BaseException:
        traceback.print_exc(file=sys.stdout)
        print('FAILED')
    print('END')
";

/// What the Python beside each program prints, by the number of the program's block.
pub type Outputs = BTreeMap<usize, String>;

/// Whether a page has programs of Python beside others.
#[must_use]
pub fn is_in(page: &str) -> bool {
    page.lines()
        .any(|line| line.strip_prefix("```") == Some(BESIDE))
}

/// Whether a block is such a program, or the imports.
#[must_use]
pub fn is_kind(info: &str) -> bool {
    info == SETUP || info == BESIDE
}

/// The arguments of the script: the imports, and the programs. None where a page has no such program.
#[must_use]
pub fn arguments<'b>(blocks: &[Block<'b>]) -> Option<Vec<&'b str>> {
    let programs: Vec<&str> = beside(blocks).map(|index| blocks[index].1).collect();
    let setup = blocks.iter().find(|(info, _)| *info == SETUP);
    let setup = setup.map_or("", |(_, text)| *text);
    (!programs.is_empty()).then(|| [vec![setup], programs].concat())
}

/// The outputs from what the script printed.
///
/// # Errors
/// It did not come to its end.
pub fn outputs(blocks: &[Block], printed: &str) -> Result<Outputs, String> {
    let parts: Vec<&str> = printed.split("END\n").collect();
    let wanted = beside(blocks).count();
    match parts.len() == wanted + 1 {
        true => {
            let programs = beside(blocks).map(|index| index + 1);
            Ok(programs.zip(parts.into_iter().map(str::to_owned)).collect())
        }
        false => Err(format!("of {wanted} programs of Python not all ended")),
    }
}

fn beside(blocks: &[Block]) -> impl Iterator<Item = usize> {
    (0..blocks.len()).filter(|index| blocks[*index].0 == BESIDE)
}

/// A program of Python that nothing is compared with.
#[must_use]
pub fn is_alone(blocks: &[Block], index: usize) -> bool {
    let behind = blocks.get(index + 1).map(|(info, _)| *info);
    blocks[index].0 == BESIDE && behind != Some("quasar")
}

/// Compares what a program printed with what the Python before it did, if there is some.
///
/// # Errors
/// Both outputs, and the first words that differ.
pub fn agree(outputs: &Outputs, index: usize, printed: &str) -> Result<(), String> {
    let Some(expected) = outputs.get(&index) else {
        return Ok(());
    };
    let (wanted, found) = (words(expected), words(printed));
    let differing = wanted.iter().zip(&found).find(|(a, b)| !alike(a, b));
    let why = match differing {
        Some((a, b)) => format!("{a} is not {b}"),
        None if wanted.is_empty() || wanted.len() != found.len() => {
            format!("{} words are not {}", wanted.len(), found.len())
        }
        None => return Ok(()),
    };
    Err(format!(
        "{why}; the Python before it prints:\n{expected}and this:\n{printed}"
    ))
}

/// Numbers and words without the brackets, quotes and commas that each language sets otherwise.
fn words(output: &str) -> Vec<&str> {
    let is_mark = |c: char| c.is_whitespace() || "[](),'\"".contains(c);
    let words = output.split(is_mark).filter(|word| !word.is_empty());
    words
        .map(|word| match word {
            "True" => "1",
            "False" => "0",
            word => word,
        })
        .collect()
}

/// What single and double precision may differ by, in relation to a number.
const PRECISION: f64 = 1e-5;

/// Whether two words are the same, or numbers whose difference is one of the precision or of the last digit that is shown.
fn alike(wanted: &str, found: &str) -> bool {
    let (Ok(a), Ok(b)) = (wanted.parse::<f64>(), found.parse::<f64>()) else {
        return wanted == found;
    };
    let last = last_digit(wanted).max(last_digit(found));
    let most = (PRECISION * a.abs().max(b.abs())).max(1.001 * last);
    a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= most
}

/// What the last digit behind the point of a number counts; 0 of one without a point, and of one with an exponent.
fn last_digit(number: &str) -> f64 {
    let digits = number.split_once('.').map(|(_, digits)| digits);
    let digits = digits.filter(|digits| digits.bytes().all(|c| c.is_ascii_digit()));
    digits
        .filter(|digits| !digits.is_empty())
        .map_or(0.0, |digits| 0.1_f64.powi(digits.len() as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agreed(python: &str, quasar: &str) -> bool {
        agree(&Outputs::from([(1, python.to_owned())]), 1, quasar).is_ok()
    }

    #[test]
    fn brackets_and_last_digits_may_differ() {
        assert!(agreed("(2, 3) [1. 2.]\n", "[2,3] [1,2]\n"));
        assert!(agreed("[[1 2]\n [3 4]]\n", "[[1,2],\n [3,4]]\n"));
        assert!(agreed("129.06072998046875\n", "129.06072\n"));
        assert!(agreed("True 'a'\n", "1 a\n"));
        assert!(agreed("0.124\n", "0.125\n"));
    }

    #[test]
    fn other_numbers_and_words_differ() {
        assert!(!agreed("12\n", "13\n"));
        assert!(!agreed("0.124\n", "0.126\n"));
        assert!(!agreed("1 2\n", "1 2 3\n"));
        assert!(!agreed("red\n", "blue\n"));
        assert!(!agreed("", ""));
        assert!(!agreed("1\nFAILED\n", "1\n"));
        assert!(!agreed("129.06\n", "129.08\n"));
    }

    #[test]
    fn outputs_belong_to_the_blocks_behind() {
        let kinds = [SETUP, BESIDE, "quasar", "output", BESIDE, "quasar", BESIDE];
        let texts = ["s", "a", "b", "c", "d", "e", "f"];
        let mut blocks: Vec<Block> = kinds.into_iter().zip(texts).collect();
        assert!(is_alone(&blocks, 6) && !is_alone(&blocks, 4));
        blocks.pop();
        assert_eq!(arguments(&blocks).unwrap(), ["s", "a", "d"]);
        let outputs = outputs(&blocks, "1\nEND\n2\nEND\n").unwrap();
        assert_eq!(outputs[&2], "1\n");
        assert_eq!(outputs[&5], "2\n");
        assert!(super::outputs(&blocks, "1\nEND\n2\n").is_err());
    }
}
