//! Lengths of functions and files, tests left out.
//!
//! *Invariant:* what is longer and stays so stands in a table here, with its reason.

use super::{Source, before_tests, is_test};

/// Lines that nine of ten functions of a crate have at most, from `fn` to the bracket that closes it.
const USUAL: usize = 35;

/// Lines that a function has at most.
const LONGEST: usize = 80;

/// Lines that a file has at most.
const LONGEST_FILE: usize = 1000;

/// Longer functions: file, name, why they stay in one piece.
pub const LONG_FUNCTIONS: &[(&str, &str, &str)] = &[
    (
        "compiler/codegen/src/cuda/body.rs",
        "new",
        "one field after the other of what is known of a kernel",
    ),
    (
        "compiler/codegen/src/spmd/clif/scalar.rs",
        "uniform",
        "an arm for each operation of SPMD code",
    ),
    (
        "compiler/codegen/src/spmd/clif/vector.rs",
        "varying",
        "an arm for each operation of SPMD code",
    ),
    (
        "compiler/codegen/src/spmd/verify.rs",
        "operands",
        "an arm for each operation of SPMD code",
    ),
    (
        "compiler/codegen/src/spmd/x86/select/arithmetic.rs",
        "uniform",
        "an arm for each operation of SPMD code",
    ),
    (
        "compiler/examples/kernel_speed.rs",
        "measure",
        "rows of what is measured, one after the other",
    ),
    (
        "compiler/front/src/hir/print.rs",
        "stmt",
        "an arm for each statement of HIR",
    ),
    (
        "compiler/front/src/hir/print.rs",
        "expr",
        "an arm for each expression of HIR",
    ),
    (
        "compiler/front/src/hir/verify/expression.rs",
        "check_expr",
        "an arm for each expression of HIR",
    ),
    (
        "compiler/front/src/resolve/names.rs",
        "stmt",
        "an arm for each statement of the syntax tree",
    ),
    (
        "compiler/front/src/sroa/instance.rs",
        "stmt",
        "an arm for each statement of HIR",
    ),
    (
        "compiler/middle/src/mir/interpret/resolve.rs",
        "action",
        "an arm for each operation of MIR",
    ),
    (
        "compiler/middle/src/mir/verify.rs",
        "op",
        "an arm for each operation of MIR",
    ),
    (
        "rt/abi/src/kernel_info.rs",
        "encode",
        "the fields of a description in the order that they are read back",
    ),
    (
        "nvrtc-bridge/ptx/src/machine/step.rs",
        "execute_rare",
        "an arm for each instruction of PTX",
    ),
    (
        "nvrtc-bridge/ptx/src/machine/warp.rs",
        "frequent",
        "an arm for each instruction of PTX that runs for a whole warp",
    ),
];

/// Longer files, with reasons.
pub const LONG_FILES: &[(&str, &str)] = &[
    (
        "rt/abi/src/double.rs",
        "the elementary functions of double precision, whose helpers and constants they share",
    ),
    (
        "rt/abi/src/elementary.rs",
        "those of single precision, likewise",
    ),
];

/// A function: its line, its name, how many lines it has.
type Function<'s> = (usize, &'s str, usize);

pub fn functions_are_short(sources: &[Source]) -> Vec<String> {
    let mut violations = Vec::new();
    for source in sources.iter().filter(|source| !is_test(source)) {
        for (line, name, length) in functions(before_tests(&source.text)) {
            let is_kept =
                |(path, kept, _): &(&str, &str, &str)| *path == source.path && *kept == name;
            if length > LONGEST && !LONG_FUNCTIONS.iter().any(is_kept) {
                violations.push(format!(
                    "{}:{line}: `{name}` has {length} lines",
                    source.path
                ));
            }
        }
    }
    violations
}

/// Of a crate, not of all: a small one with long functions would not be seen.
pub fn most_functions_are_of_usual_length(sources: &[Source]) -> Vec<String> {
    let crates = super::circles::CRATES.iter().filter_map(|root| {
        let of_crate = |source: &&Source| source.path.starts_with(root) && !is_test(source);
        let all = sources.iter().filter(of_crate);
        let lengths = all.flat_map(|source| functions(before_tests(&source.text)));
        let length = tenth_longest(lengths.map(|(_, _, length)| length).collect())?;
        (length > USUAL)
            .then(|| format!("{root}: a tenth of the functions has {length} lines and more"))
    });
    crates.collect()
}

pub fn files_are_short(sources: &[Source]) -> Vec<String> {
    let long = sources.iter().filter(|source| {
        let is_kept = LONG_FILES.iter().any(|(path, _)| *path == source.path);
        !is_test(source) && !is_kept && source.text.lines().count() > LONGEST_FILE
    });
    let length = |source: &Source| source.text.lines().count();
    long.map(|source| format!("{} has {} lines", source.path, length(source)))
        .collect()
}

/// What the tables excuse is longer than the rule says.
pub fn kept_lengths_are_needed(sources: &[Source]) -> Vec<String> {
    let of = |path: &str| {
        let mut files = sources.iter().filter(move |source| source.path == path);
        files.next()
    };
    let short = LONG_FUNCTIONS.iter().filter(|(path, name, _)| {
        let all = of(path).map_or_else(Vec::new, |source| functions(before_tests(&source.text)));
        !all.iter()
            .any(|(_, found, length)| found == name && *length > LONGEST)
    });
    let short = short.map(|(path, name, _)| format!("{path}: `{name}` needs no row"));
    let small = LONG_FILES.iter().filter(|(path, _)| {
        of(path).is_none_or(|source| source.text.lines().count() <= LONGEST_FILE)
    });
    let small = small.map(|(path, _)| format!("{path} needs no row"));
    short.chain(small).collect()
}

pub fn lengths_are_found(_: &[Source]) -> Vec<String> {
    let text = "fn one() {\n    two();\n}\n\nimpl A {\n    pub(super) const fn two(\n        a: u8,\n    ) {\n        fn three() {}\n    }\n}\ntrait B {\n    fn four(&self);\n}\n";
    let found = functions(text);
    let expected = [(1, "one", 3), (6, "two", 5), (9, "three", 1)];
    let mut violations = Vec::new();
    if found != expected {
        violations.push(format!("found {found:?}"));
    }
    let tenth = tenth_longest((1..=20).collect());
    if tenth != Some(19) {
        violations.push(format!("a tenth of 1 to 20 has {tenth:?} and more"));
    }
    violations
}

/// The length that a tenth of the functions has at least.
fn tenth_longest(mut lengths: Vec<usize>) -> Option<usize> {
    lengths.sort_unstable();
    let rank = lengths.len() - lengths.len() / 10;
    lengths
        .get(rank.min(lengths.len().checked_sub(1)?))
        .copied()
}

/// The functions with a body, in rustfmt's text: the line that closes a function begins at the column of the one that opens it.
fn functions(text: &str) -> Vec<Function<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(name) = name(line) else {
            continue;
        };
        if line.ends_with('}') {
            found.push((index + 1, name, 1));
            continue;
        }
        let column = line.len() - line.trim_start().len();
        let is_end = |line: &&&str| {
            line.len() - line.trim_start().len() == column && !line.trim().is_empty()
        };
        let mut ends = lines[index + 1..].iter().enumerate();
        // The list of parameters may close at the same column.
        let goes_on = |line: &str| line.starts_with([')', '{']) || line.starts_with("where");
        let end = ends.find(|(_, line)| is_end(line) && !goes_on(line.trim_start()));
        if let Some((at, end)) = end
            && end.trim_start() == "}"
        {
            found.push((index + 1, name, at + 2));
        }
    }
    found
}

/// The name of the function that a line of code begins.
fn name(line: &str) -> Option<&str> {
    let (before, rest) = line.split_once("fn ")?;
    let is_word = |word: &str| {
        matches!(word, "pub" | "const" | "unsafe" | "async" | "extern")
            || word.starts_with("pub(")
            || ["in", "crate", "super"]
                .iter()
                .any(|one| word.starts_with(one))
            || word.starts_with('"')
    };
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let opens = rest[end..].starts_with(['(', '<']);
    let is_item = before.split_whitespace().all(is_word);
    (opens && end > 0 && is_item && !line.ends_with(';')).then_some(&rest[..end])
}
