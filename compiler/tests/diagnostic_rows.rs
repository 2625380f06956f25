//! Every row of the table of diagnostics: the bad example yields its code, the good one nothing.
//!
//! *Invariant:* every row is compiled; none is left out.

use qc::diag::{Code, Severity};

/// Rows that only a later stage than the parser can yield; their examples are whole programs.
fn is_later_stage(code: Code) -> bool {
    let number: u32 = code.number()[1..]
        .parse()
        .expect("a letter and four digits");
    code.row().severity == Severity::Note || number >= 200
}

#[test]
fn bad_examples_yield_their_code_and_good_ones_nothing() {
    let mut failures = Vec::new();
    for &code in Code::all() {
        let row = code.row();
        let bad = qc::compile_for_test(row.bad, is_later_stage(code));
        let mut codes: Vec<Code> = bad.iter().map(|report| report.code).collect();
        codes.dedup();
        if codes != [code] {
            failures.push(format!(
                "{}: the bad example\n{}yields {bad:#?}",
                row.number, row.bad
            ));
        }
        let good = qc::compile_for_test(row.good, is_later_stage(code));
        if !good.is_empty() {
            failures.push(format!(
                "{}: the good example\n{}yields {good:#?}",
                row.number, row.good
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn numbers_ascend_within_their_letter_and_are_unique() {
    for letter in ["E", "W"] {
        let numbers: Vec<&str> = Code::all()
            .iter()
            .map(|code| code.number())
            .filter(|number| number.starts_with(letter))
            .collect();
        assert!(numbers.is_sorted(), "{numbers:?} is not sorted");
        assert!(
            numbers.windows(2).all(|pair| pair[0] != pair[1]),
            "{numbers:?} has a duplicate"
        );
    }
    assert_eq!(Code::from_number("e0107"), Some(Code::MissingTerminator));
    assert_eq!(Code::from_number("E9999"), None);
}

#[test]
fn every_report_has_a_place_and_the_text_of_a_good_message() {
    for &code in Code::all() {
        for report in qc::compile_for_test(code.row().bad, is_later_stage(code)) {
            assert!(report.span().is_some(), "{code:?} has no place");
            assert!(
                !report.message.ends_with('.'),
                "{code:?}: the message ends with a full stop"
            );
            let says_more = report.labels.iter().any(|label| !label.message.is_empty())
                || !report.helps.is_empty();
            assert!(
                says_more,
                "{code:?} says neither what is wrong at the place nor what to do"
            );
        }
    }
}

#[test]
fn warnings_have_lint_names_and_errors_do_not() {
    for &code in Code::all() {
        let row = code.row();
        assert_eq!(
            row.number.starts_with('W'),
            row.severity == Severity::Warning,
            "{}",
            row.number
        );
        assert_eq!(
            row.lint.is_some(),
            row.severity == Severity::Warning,
            "{}",
            row.number
        );
        assert_eq!(
            row.lint.and_then(Code::from_lint),
            row.lint.map(|_| code),
            "{}: two rows share a lint name",
            row.number
        );
        assert!(
            row.explanation.ends_with('.') && !row.title.ends_with('.'),
            "{}",
            row.number
        );
        assert!(
            row.bad.ends_with('\n') && row.good.ends_with('\n'),
            "{}",
            row.number
        );
    }
}
