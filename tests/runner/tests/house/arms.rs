//! Catch-all arms over our own enums: where a match decides for the variants one by one, it names them all, so that a new one is a compile error.
//!
//! A match that names fewer than half of the variants asks a question about those; what is new gets the answer of all others. And one that
//! takes a thing out of the one or two variants that have it (`Operand::Array(array) => array`) may panic on the rest, as `expect` does.
//! Everything else is a decision: a catch-all that panics beside three variants or more, or that stands beside half of them or more.
//!
//! What is seen is rustfmt's text: arms of one match begin at one column. Patterns of tuples are not looked at.
//!
//! *Invariant:* an arm that stays although it breaks the rule stands in a table here, with its reason.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, before_tests, is_test};

/// Enums by name: the variants of each of that name.
type Enums<'s> = BTreeMap<&'s str, Vec<BTreeSet<&'s str>>>;

/// Catch-alls that stay: file, enum, reason.
pub const KEPT: &[(&str, &str, &str)] = &[
    (
        "compiler/codegen/src/spmd/x86/select/short.rs",
        "Op",
        "`short_lanes.rs` names the operations in short lanes; those of a new kind are in none until it does",
    ),
    (
        "compiler/middle/src/lower/arrays/small.rs",
        "ExprKind",
        "`is_elementwise` of `lower/tree/operator.rs` has named the kinds of expressions before",
    ),
    (
        "compiler/middle/src/lower/tree/operator.rs",
        "ExprKind",
        "`is_elementwise` above has named the kinds of expressions before",
    ),
    (
        "rt/src/device/algebra.rs",
        "AlgebraOp",
        "what libraries of a GPU do not get stays on the processor, and so does every new function until they do",
    ),
];

/// Beside so many variants a catch-all must not panic.
const DISPATCH: usize = 3;

pub fn no_catch_all_decides(sources: &[Source]) -> Vec<String> {
    let enums = enums(sources);
    let kept = |found: &Found, path: &str| {
        let mut rows = KEPT.iter();
        rows.any(|(file, name, _)| *file == path && *name == found.name)
    };
    let judged = sources.iter().filter(|source| !is_test(source));
    let found = judged.flat_map(|source| {
        let all = catch_alls(before_tests(&source.text), &enums).into_iter();
        let bad = all.filter(|found| found.decides() && !kept(found, &source.path));
        bad.map(|found| format!("{}:{}: {}", source.path, found.line, found.text()))
    });
    found.collect()
}

/// A row of the table that no catch-all needs is a row too many.
pub fn kept_arms_are_needed(sources: &[Source]) -> Vec<String> {
    let enums = enums(sources);
    let is_needed = |(path, name, _): &(&str, &str, &str)| {
        let mut files = sources.iter().filter(|source| source.path == *path);
        files.any(|source| {
            let all = catch_alls(before_tests(&source.text), &enums);
            all.iter()
                .any(|found| found.name == *name && found.decides())
        })
    };
    let needless = KEPT.iter().filter(|row| !is_needed(row));
    needless
        .map(|(path, name, _)| format!("{path}: no catch-all over `{name}` needs its row"))
        .collect()
}

pub fn catch_alls_are_found(_: &[Source]) -> Vec<String> {
    let text = "\
pub enum Shape {
    Round,
    Square { side: u8 },
    Flat(u8),
    Long,
    Wide,
    High,
}
fn decides(shape: Shape) -> u8 {
    match shape {
        Shape::Round | Shape::Flat(_) => 1,
        Shape::Square { side } => {
            side
        }
        _ => 0,
    }
}
fn asks(shape: Shape) -> bool {
    match shape {
        Shape::Round => true,
        _ => false,
    }
}
fn takes_out(shape: Shape) -> u8 {
    match shape {
        Shape::Flat(value) => value,
        other => panic!(\"{other:?} is not flat\"),
    }
}
fn panics(shape: Option<Shape>) -> u8 {
    match shape {
        Some(Shape::Round) => 1,
        Some(Shape::Long | Shape::Wide) => 2,
        _ => {
            unreachable!(\"nobody asks\")
        }
    }
}
fn of_pairs(shape: (Shape, Shape)) -> u8 {
    match shape {
        (Shape::Round, Shape::Flat(_) | Shape::Long | Shape::Wide) => 1,
        _ => 0,
    }
}
fn of_others(order: Ordering) -> u8 {
    match order {
        Ordering::Less | Ordering::Equal => 1,
        _ => 0,
    }
}
";
    let source = Source {
        path: String::new(),
        text: text.to_owned(),
    };
    let sources = [source];
    let all = catch_alls(&sources[0].text, &enums(&sources));
    let lines = |decide: bool| {
        let chosen = all.iter().filter(|found| found.decides() == decide);
        chosen.map(|found| found.line).collect::<Vec<usize>>()
    };
    let mut violations = Vec::new();
    for (decide, expected) in [(true, [15, 34]), (false, [21, 27])] {
        if lines(decide) != expected {
            violations.push(format!("decides: {decide}, found {:?}", lines(decide)));
        }
    }
    violations
}

/// A catch-all arm over one of our own enums.
struct Found<'s> {
    line: usize,
    name: &'s str,
    /// How many variants stand beside it, and of how many.
    beside: usize,
    variants: usize,
    panics: bool,
}

impl Found<'_> {
    fn decides(&self) -> bool {
        match self.panics {
            true => self.beside >= DISPATCH,
            false => 2 * self.beside >= self.variants,
        }
    }

    fn text(&self) -> String {
        let (name, beside, variants) = (self.name, self.beside, self.variants);
        let panics = if self.panics { " panics" } else { "" };
        format!("a catch-all{panics} beside {beside} of the {variants} variants of `{name}`")
    }
}

fn enums(sources: &[Source]) -> Enums<'_> {
    let mut enums = Enums::new();
    for source in sources.iter().filter(|source| !is_test(source)) {
        let lines: Vec<&str> = source.text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let Some((_, head)) = line.split_once("enum ").filter(|_| line.ends_with('{')) else {
                continue;
            };
            let name = word(head);
            let inner = indent(line) + 4;
            let body = lines[index + 1..].iter();
            let body = body.take_while(|line| line.is_empty() || indent(line) >= inner);
            let variants = body
                .filter(|line| {
                    indent(line) == inner && line[inner..].starts_with(char::is_uppercase)
                })
                .map(|line| word(&line[inner..]));
            enums.entry(name).or_default().push(variants.collect());
        }
    }
    enums
}

/// The catch-all arms of a text beside which variants of one of the enums stand.
fn catch_alls<'s>(text: &'s str, enums: &Enums<'s>) -> Vec<Found<'s>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(body) = catch_all(line) else {
            continue;
        };
        let (name, beside, variants) = match beside(&lines, index, enums) {
            Some(known) => known,
            None => continue,
        };
        let mut code = vec![body];
        if body.ends_with('{') || body.ends_with('(') {
            code.extend(lines[index + 1..].iter().take(1));
        }
        let panics = code
            .iter()
            .any(|code| code.contains("panic!(") || code.contains("unreachable!("));
        found.push(Found {
            line: index + 1,
            name,
            beside,
            variants,
            panics,
        });
    }
    found
}

/// What stands behind the arrow of an arm that takes whatever comes.
fn catch_all(line: &str) -> Option<&str> {
    let (pattern, body) = line.trim_start().split_once(" => ")?;
    let is_name = |c: char| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit();
    let is_any = pattern.chars().all(is_name) && pattern != "true" && pattern != "false";
    (is_any && pattern.starts_with(|c: char| !c.is_ascii_digit())).then_some(body)
}

/// The enum whose variants the other arms of a match name: its name, how many, of how many.
fn beside<'s>(
    lines: &[&'s str],
    index: usize,
    enums: &Enums<'s>,
) -> Option<(&'s str, usize, usize)> {
    let column = indent(lines[index]);
    let is_inside = |line: &&&str| line.trim().is_empty() || indent(line) >= column;
    let before = lines[..index].iter().rev().take_while(is_inside);
    let behind = lines[index + 1..].iter().take_while(is_inside);
    let arms = before.chain(behind).filter(|line| indent(line) == column);
    let mut named: BTreeMap<&'s str, BTreeSet<&'s str>> = BTreeMap::new();
    for arm in arms {
        let pattern = arm.split(" =>").next().unwrap_or_default();
        let pattern = pattern.split(" if ").next().unwrap_or_default();
        for (name, variant) in paths(pattern) {
            named.entry(name).or_default().insert(variant);
        }
    }
    named.into_iter().find_map(|(name, variants)| {
        let known = enums.get(name)?.iter();
        let all = known
            .filter(|all| variants.is_subset(all))
            .map(BTreeSet::len)
            .max()?;
        Some((name, variants.len(), all))
    })
}

/// The paths `Enum::Variant` that the alternatives of a pattern begin with, those within `Some` and alike among them.
fn paths(pattern: &str) -> Vec<(&str, &str)> {
    let pattern = pattern.trim().trim_start_matches("| ");
    let mut found = Vec::new();
    for alternative in pattern.split(" | ").filter(|_| !pattern.starts_with('(')) {
        let inner = ["Some(", "Ok(", "Err("];
        let inner = inner.iter().find_map(|name| alternative.strip_prefix(name));
        let path = inner.unwrap_or(alternative).trim_start_matches('&');
        let path = path.split_once(" @ ").map_or(path, |(_, path)| path);
        if let Some((name, rest)) = path.split_once("::")
            && name.starts_with(char::is_uppercase)
            && rest.starts_with(char::is_uppercase)
        {
            found.push((word(name), word(rest)));
        }
    }
    found
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The word that a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}
