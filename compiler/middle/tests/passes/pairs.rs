//! Known pairs of loops: whether one kernel may do the work of both.
//!
//! *Invariant:* an expectation follows from what the two loops touch; the lines are those of the statements to blame.

use super::language::program;
use qc_front::base::{FileId, Id, Span};
use qc_front::resolve::fusion::{Requests, Strategy};
use qc_middle::analysis::loops::Options;
use qc_middle::mir::Program;
use qc_middle::opt::loops::fusion::{Done, Reason};
use qc_middle::opt::pipeline::{Settings, walk_part};

/// What becomes of the first two loops of a nest: `fused`, with the arrays that must be different, or what is at another position.
fn word(text: &str) -> String {
    let mut program = program(text, &[]);
    // Where the nest is a function of its own, nothing is known of its arguments: it is not inlined, and not told constants.
    let alone = [
        ("regions", "globals"),
        ("simplify-inlined", "simplify-inlined"),
        ("continues", "dominating-conditions"),
    ];
    for part in alone {
        walk_part(&mut program, &Settings::optimised(), part);
    }
    let everything = Span::new(FileId::from_index(0), 0, u32::MAX);
    let requests = Requests::for_all(everything, Strategy::Manual);
    let settings = Settings {
        loops: Options {
            minimum_work: 0,
            short_work: 0,
            ..Options::default()
        },
        requests: &requests,
        ..Settings::optimised()
    };
    let decisions = walk_part(&mut program, &settings, ("producer-consumer", "absorbed")).decisions;
    let Some(decision) = decisions.first() else {
        return "no two launches".to_owned();
    };
    match &decision.outcome {
        Ok(Done::Fused(gain)) => {
            let pairs = gain.different.iter();
            let pairs = pairs.map(|(one, other)| format!(" {}!{}", short(one), short(other)));
            format!("fused{}", pairs.collect::<String>())
        }
        Ok(Done::Strips(_)) => "strips".to_owned(),
        Err(Reason::NotInStrips(one, _)) => elsewhere(&program, one),
        Err(reason) => elsewhere(&program, reason),
    }
}

/// The name without that of the kernel, which must be there.
fn short(name: &str) -> &str {
    let (kernel, array) = name.split_once('.').expect("a kernel and an array");
    assert!(!kernel.is_empty());
    array
}

fn elsewhere(program: &Program, reason: &Reason) -> String {
    match reason {
        Reason::ReadsElsewhere(name, loc) => {
            format!("reads {name} in {}", program.locations[*loc].line)
        }
        Reason::WritesElsewhere(name, loc) => {
            format!("writes {name} in {}", program.locations[*loc].line)
        }
        other => format!("{other:?}"),
    }
}

const TABLE: &[(&str, &str)] = &[
    // The second reads what the first writes.
    (
        "(x[1], y[1], n) { for i = 0 to n-1 {\n x[i] = i }\n for j = 0 to n-1 {\n y[j] = x[j] } }",
        "fused x!y",
    ),
    (
        "(x[1], n) { new y[n]; for i = 0 to n-1 {\n x[i] = i }\n for j = 0 to n-1 {\n y[j] = x[j+1] } }",
        "reads x in 4",
    ),
    (
        "(x[1], n) { new y[n]; for i = 0 to n-1 {\n x[i] = i }\n for j = 0 to n-1 {\n y[j] = x[j] +\n x[j-1] } }",
        "reads x in 5",
    ),
    (
        "(x[1], n) { new y[n]; for i = 0 to n-1 {\n x[i] = i }\n for j = 0 to n-1 {\n y[j] = x[0] } }",
        "reads x in 4",
    ),
    (
        "(x[1], n) { new y[n]; for i = 0 to n-1 {\n x[i+1] = i }\n for j = 0 to n-1 {\n y[j] = x[j+1] } }",
        "fused",
    ),
    // The second writes what the first reads.
    (
        "(x[1], y[1], n) { for i = 0 to n-1 {\n y[i] = x[i] }\n for j = 0 to n-1 {\n x[j] = j } }",
        "fused y!x",
    ),
    (
        "(x[1], n) { new y[n]; for i = 0 to n-1 {\n y[i] = x[i] }\n for j = 0 to n-1 {\n x[j+1] = j } }",
        "writes x in 4",
    ),
    (
        "(x[1], n) { new y[n]; for i = 0 to n-1 {\n y[i] = x[i] +\n x[i+1] }\n for j = 0 to n-1 {\n x[j] = j } }",
        "writes x in 3",
    ),
    // Both write.
    (
        "(x[1], n) { for i = 0 to n-1 {\n x[i] = i }\n for j = 0 to n-1 {\n x[j] = x[j] + j } }",
        "fused",
    ),
    (
        "(x[1], n) { for i = 0 to n-1 {\n x[i] = i }\n for j = 0 to n-1 {\n x[j+1] = j } }",
        "writes x in 4",
    ),
    // Neither writes: where they read does not matter.
    (
        "(x[1], n) { new y[n] new z[n]; for i = 0 to n-1 {\n y[i] = x[i+1] }\n for j = 0 to n-1 {\n z[j] = x[j] } }",
        "fused",
    ),
    // Where the position is, is not told.
    (
        "(x[1], n) { new y[n]; for i = 0 to n-1 {\n x[2*i] = i }\n for j = 0 to n-1 {\n y[j] = x[2*j] } }",
        "writes x in 2",
    ),
    (
        "(x[1], n) { new y[n]; for i = 0 to n-1 {\n y[i] = x[2*i] }\n for j = 0 to n-1 {\n x[j] = j } }",
        "writes x in 2",
    ),
    (
        "(x[1], n) { new y[n]; for i = 0 to n-1 {\n x[i] = i }\n for j = 0 to n-1 {\n y[j] = x[2*j] } }",
        "reads x in 4",
    ),
    // Rows: what stays in the row of the position.
    (
        "(x[2], n) { new y[n]; for i = 0 to n-1 {\n x[i,0] = x[i,1] }\n for j = 0 to n-1 {\n y[j] = x[j,2] } }",
        "fused",
    ),
    (
        "(x[2], n) { new y[n]; for i = 0 to n-1 {\n x[i,0] = i }\n for j = 0 to n-1 {\n y[j] = x[2,j] } }",
        "reads x in 4",
    ),
    (
        "(x[2], n) { new y[n]; for i = 0 to n-1 {\n x[i,0] = i }\n for j = 0 to n-1 {\n y[j] = x[j] } }",
        "reads x in 4",
    ),
    // What the first reads matters only where the second writes.
    (
        "(x[2], n) { new y[n]; for i = 0 to n-1 {\n x[i,0] = x[0,1] }\n for j = 0 to n-1 {\n y[j] = x[j,0] } }",
        "fused",
    ),
    (
        "(x[2], n) { new y[n]; for i = 0 to n-1 {\n x[i,0] =\n x[0,1] }\n for j = 0 to n-1 {\n x[j,1] = j } }",
        "writes x in 3",
    ),
    (
        "(x[2], n) { new y[n]; for i = 0 to n-1 {\n y[i] = x[i,0] }\n for j = 0 to n-1 {\n x[j,0] =\n x[0,1] } }",
        "fused",
    ),
    (
        "(x[2], n) { new y[n]; for i = 0 to n-1 {\n x[i,1] = i }\n for j = 0 to n-1 {\n x[j,0] =\n x[0,1] } }",
        "reads x in 5",
    ),
    // Two axes.
    (
        "(x[2], n) { new y[n,n]; for i = 0 to n-1 { for k = 0 to n-1 {\n x[i,k] = i } }\n for j = 0 to n-1 { for l = 0 to n-1 {\n y[j,l] = x[j,l] } } }",
        "fused",
    ),
    (
        "(x[2], n) { new y[n,n]; for i = 0 to n-1 { for k = 0 to n-1 {\n x[i,k] = i } }\n for j = 0 to n-1 { for l = 0 to n-1 {\n y[j,l] = x[l,j] } } }",
        "reads x in 4",
    ),
    (
        "(x[2], n) { new y[n,n]; for i = 0 to n-1 { for k = 0 to n-1 {\n x[i,k] = i } }\n for j = 0 to n-1 { for l = 0 to n-1 {\n y[j,l] = x[j,l+1] } } }",
        "reads x in 4",
    ),
    (
        "(x[2], n) { new y[n,n]; for i = 0 to n-1 { for k = 0 to n-1 {\n x[i,k] = i } }\n for j = 0 to n-1 { for l = 0 to n-1 {\n y[j,l] = x[j+1,l] } } }",
        "reads x in 4",
    ),
    (
        "(x[2], n) { new y[n,n]; for i = 0 to n-1 { for k = 0 to n-1 {\n x[k,i] = i } }\n for j = 0 to n-1 { for l = 0 to n-1 {\n y[l,j] = x[l,j] } } }",
        "fused",
    ),
    // Modes that map indices into the array do so beyond it only, and there each index has its own extent.
    (
        "(x[2] mirror, n) { new y[n,n]; for i = 0 to dim(x,0)-1 { for k = 0 to dim(x,1)-1 {\n x[i,k] = i } }\n for j = 0 to dim(x,0)-1 { for l = 0 to dim(x,1)-1 {\n y[j,l] = x[j,l] } } }",
        "fused",
    ),
    (
        "(x[2] mirror, n) { new y[n,n]; for i = 0 to n-1 { for k = 0 to n-1 {\n y[i,k] = x[i,k] } }\n for j = 0 to dim(x,0)-1 { for l = 0 to dim(x,1)-1 {\n x[j,l] = j } } }",
        "writes x in 2",
    ),
    (
        "(x[2] circular, n) { new y[n,n]; for i = 0 to dim(x,0)-1 { for k = 0 to dim(x,1)-1 {\n x[i,k] = i } }\n for j = 0 to n-1 { for l = 0 to dim(x,1)-1 {\n y[j,l] = x[j,l] } } }",
        "reads x in 4",
    ),
    (
        "(x[2] clamped, n) { new y[n,n]; for i = 0 to dim(x,0)-1 { for k = 0 to dim(x,1)-1 {\n x[i,k] = i } }\n for j = 0 to dim(x,0)-1 { for l = 0 to n-1 {\n y[j,l] = x[j,l] } } }",
        "reads x in 4",
    ),
];

#[test]
fn known_pairs_get_their_decisions() {
    let mut wrong = Vec::new();
    for (text, expected) in TABLE {
        let found = word(&format!("fn {text}"));
        if found != *expected {
            wrong.push(format!("expected {expected}, found {found}\n    {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
