//! Signatures: several values in one parameter are a struct with names, or parameters of their own.
//!
//! A tuple that is taken apart where it comes in, `(a, b): (A, B)`, only shortens the list. The only parameter beside `self` may be one:
//! such functions are mapped over pairs, and a complex number is one. So may a type with a name, like that of a point. A tuple under one name,
//! `at: (A, B)`, only shortens the list where its parts are of different types, or more than two; two of one type are a pair: a size, a complex number.
//!
//! *Invariant:* a parameter is judged by its own text, from the comma before it to the one behind it, outside of brackets.

use super::{Source, code_lines, is_test};

pub fn no_tuples_taken_apart(sources: &[Source]) -> Vec<String> {
    let found = sources.iter().flat_map(|source| {
        let tuples = tuples(&source.text).into_iter();
        tuples.map(|(line, text)| format!("{}:{line}: {text}", source.path))
    });
    found.collect()
}

/// Tuples of different things under one name that stay: file, function, reason.
pub const KEPT: &[(&str, &str, &str)] = &[
    (
        "rt/abi/src/elementary.rs",
        "rarely",
        "the two results that a definition goes on with, which its other branch gives as a pair, too",
    ),
    (
        "rt/src/numeric/scalar.rs",
        "rarely",
        "the same function for numbers",
    ),
];

pub fn no_tuples_of_different_things(sources: &[Source]) -> Vec<String> {
    let judged = sources.iter().filter(|source| !is_test(source));
    let found = judged.flat_map(|source| {
        let kept = |name: &str| {
            KEPT.iter()
                .any(|row| (row.0, row.1) == (&source.path, name))
        };
        let mixed = mixed(&source.text).into_iter();
        let mixed = mixed.filter(move |(_, name, _)| !kept(name));
        mixed.map(|(line, name, text)| format!("{}:{line}: `{name}` takes {text}", source.path))
    });
    found.collect()
}

/// A row of the table that no function needs is a row too many.
pub fn kept_tuples_are_needed(sources: &[Source]) -> Vec<String> {
    let is_needed = |(path, name, _): &(&str, &str, &str)| {
        let mut files = sources.iter().filter(|source| source.path == *path);
        files.any(|source| mixed(&source.text).iter().any(|found| found.1 == *name))
    };
    let needless = KEPT.iter().filter(|row| !is_needed(row));
    needless
        .map(|(path, name, _)| format!("{path}: `{name}` needs no row"))
        .collect()
}

pub fn mixed_tuples_are_found(_: &[Source]) -> Vec<String> {
    let text = "fn one(at: (A, B), x: X) {}\nfn two(at: (A, A), x: X) {}\nfn three(at: (A, B)) {}\nfn four(\n    &self,\n    x: X,\n    at: &(A, Vec<(B, C)>),\n) {}\nfn five(x: X, f: &(dyn F)) {}\n// fn six(x: X, at: (A, B))\nfn seven(x: X, range: (A, A, A)) {}\n";
    let expected = [
        (1, "one", "at: (A, B)"),
        (4, "four", "at: &(A, Vec<(B, C)>)"),
        (11, "seven", "range: (A, A, A)"),
    ];
    let found = mixed(text);
    match found == expected {
        true => Vec::new(),
        false => vec![format!("found {found:?}")],
    }
}

/// The parameters of a text that are tuples of different types under one name beside others, with the lines and names of their functions.
fn mixed(text: &str) -> Vec<(usize, &str, &str)> {
    let mut found = Vec::new();
    for (line, name, others) in signatures(text) {
        if others.len() > 1 {
            let mixed = others.iter().copied().filter(|text| is_mixed(text));
            found.extend(mixed.map(|text| (line, name, text)));
        }
    }
    found
}

fn is_mixed(parameter: &str) -> bool {
    let Some((name, ty)) = parameter.split_once(": ") else {
        return false;
    };
    let ty = ty.trim_start_matches('&');
    let list = bracketed(ty).filter(|list| *list == ty && list.starts_with('('));
    let parts = list.map_or_else(Vec::new, |list| at_commas(&list[1..list.len() - 1]));
    !name.contains('(') && (parts.len() > 2 || parts.iter().any(|part| *part != parts[0]))
}

pub fn tuples_are_found(_: &[Source]) -> Vec<String> {
    let text = "fn one((a, b): (A, B)) {}\nfn two(&self, (a, b): (A, B)) {}\n// fn three(x: X, (a, b): (A, B))\nfn four<T: F<A, B>>(\n    &mut self,\n    x: X<A, B>,\n    (mut a, b): (A, B),\n) {}\nfn five(x: (A, B), y: &(dyn F)) {}\nfn six(f: impl Fn(A) -> B, &(a, b): &(A, B)) {}\nfn seven(x: X, (a, b): Pair) {}\n";
    let expected = [(4, "(mut a, b): (A, B)"), (10, "&(a, b): &(A, B)")];
    let found = tuples(text);
    match found == expected {
        true => Vec::new(),
        false => vec![format!("found {found:?}")],
    }
}

/// The parameters of a text that are tuples taken apart beside others, with the lines of their functions.
fn tuples(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (line, _, others) in signatures(text) {
        if others.len() > 1 {
            let tuples = others.iter().copied().filter(|text| is_tuple(text));
            found.extend(tuples.map(|text| (line, text)));
        }
    }
    found
}

/// The functions of a text: their lines, names and parameters beside `self`.
fn signatures(text: &str) -> Vec<(usize, &str, Vec<&str>)> {
    let mut found = Vec::new();
    for (line, code) in code_lines(text) {
        let begin = code.as_ptr().addr() - text.as_ptr().addr();
        let signature = code.find("fn ").map(|at| &text[begin + at..]);
        let Some((signature, parameters)) =
            signature.and_then(|text| Some((text, parameters(text)?)))
        else {
            continue;
        };
        let is_self = |text: &&str| text.split([':', ' ', '&']).any(|word| word == "self");
        let others = parameters.into_iter().filter(|one| !is_self(one)).collect();
        let name = signature["fn ".len()..].split(['(', '<']).next();
        found.push((line, name.unwrap_or_default(), others));
    }
    found
}

/// Whether a parameter is a tuple that is taken apart; a type with a name says what its values are.
fn is_tuple(parameter: &str) -> bool {
    let is_one = |text: &str| text.trim_start_matches('&').starts_with('(');
    let ty = parameter.rsplit_once("): ").map(|(_, ty)| ty);
    is_one(parameter) && ty.is_some_and(is_one)
}

/// The parameters of a signature, which begins with `fn`; none where it is a type or words.
fn parameters(signature: &str) -> Option<Vec<&str>> {
    let mut name = signature["fn ".len()..].char_indices();
    let (open, _) = name.find(|(_, c)| !c.is_alphanumeric() && *c != '_')?;
    let rest = &signature["fn ".len() + open..];
    let start = if rest.starts_with('<') {
        bracketed(rest)?.len()
    } else {
        0
    };
    let list = bracketed(&rest[start..]).filter(|list| list.starts_with('('))?;
    Some(at_commas(&list[1..list.len() - 1]))
}

/// The bracket that a text begins with, up to the one that closes it.
fn bracketed(text: &str) -> Option<&str> {
    let mut depth = 0;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        depth += step(before, c);
        if depth == 0 {
            return text.starts_with(['(', '<']).then_some(&text[..=at]);
        }
        before = c;
    }
    None
}

/// The parts of a list between its commas.
fn at_commas(list: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut before) = (Vec::new(), 0, 0, ' ');
    for (at, c) in list.char_indices() {
        depth += step(before, c);
        if c == ',' && depth == 0 {
            parts.push(list[start..at].trim());
            start = at + 1;
        }
        before = c;
    }
    parts.push(list[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// How much deeper in brackets a letter leads; that of an arrow closes none.
fn step(before: char, c: char) -> i32 {
    match c {
        '(' | '[' | '{' | '<' => 1,
        '>' if before == '-' || before == '=' => 0,
        ')' | ']' | '}' | '>' => -1,
        _ => 0,
    }
}
