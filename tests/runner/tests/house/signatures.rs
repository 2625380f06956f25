//! Signatures: several values in one parameter are a struct with names, or parameters of their own.
//!
//! A tuple that is taken apart where it comes in, `(a, b): (A, B)`, only shortens the list. The only parameter beside `self` may be one:
//! such functions are mapped over pairs, and a complex number is one. So may a type with a name, like that of a point.
//!
//! *Invariant:* a parameter is judged by its own text, from the comma before it to the one behind it, outside of brackets.

use super::{Source, code_lines};

pub fn no_tuples_taken_apart(sources: &[Source]) -> Vec<String> {
    let found = sources.iter().flat_map(|source| {
        let tuples = tuples(&source.text).into_iter();
        tuples.map(|(line, text)| format!("{}:{line}: {text}", source.path))
    });
    found.collect()
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
    for (line, code) in code_lines(text) {
        let begin = code.as_ptr().addr() - text.as_ptr().addr();
        let signature = code.find("fn ").map(|at| &text[begin + at..]);
        let Some(parameters) = signature.and_then(parameters) else {
            continue;
        };
        let is_self = |text: &&str| text.split([':', ' ', '&']).any(|word| word == "self");
        let others: Vec<&str> = parameters.into_iter().filter(|one| !is_self(one)).collect();
        let tuples = others.iter().copied().filter(|text| is_tuple(text));
        if others.len() > 1 {
            found.extend(tuples.map(|text| (line, text)));
        }
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
