//! What a text must have in it: lines in an order, lines that must not be there, numbers of lines.
//!
//! *Invariant:* a check that is not met names its line, and shows the text where it was looked for.

use std::collections::BTreeMap;

/// A line that asserts something of the text.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its line in the file.
    pub line: usize,
    /// What it asserts.
    pub kind: Kind,
    /// As it is written.
    pub pattern: String,
}

/// What a check asserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A later line has it.
    Later,
    /// The next line has it.
    Next,
    /// No line up to the next check has it.
    Not,
    /// So many lines have it.
    Count(usize),
    /// The pass leaves the program as it is.
    Unchanged,
}

/// Words by the names that patterns give them.
type Bound = BTreeMap<String, String>;

impl Check {
    /// The check of a comment; none where it is an ordinary one.
    pub fn of(line: usize, comment: &str) -> Result<Option<Check>, String> {
        let trimmed = comment.trim();
        if trimmed == "unchanged" {
            return Ok(Some(Check {
                line,
                kind: Kind::Unchanged,
                pattern: String::new(),
            }));
        }
        let Some((head, pattern)) = trimmed.split_once(": ") else {
            return Ok(None);
        };
        let kind = match head {
            "check" => Kind::Later,
            "next" => Kind::Next,
            "not" => Kind::Not,
            _ if head.starts_with("count ") => {
                let number = head["count ".len()..].parse();
                Kind::Count(number.map_err(|_| format!("`{head}` has no number"))?)
            }
            _comment => return Ok(None),
        };
        let pattern = one_blank(pattern);
        Ok(Some(Check {
            line,
            kind,
            pattern,
        }))
    }
}

/// Compares a text with what is asserted of it; `before` is the text of the program before the pass.
pub fn compare(checks: &[Check], text: &str, before: &str) -> Result<(), String> {
    let lines: Vec<String> = text.lines().map(one_blank).collect();
    let mut seen = Seen {
        lines: &lines,
        at: 0,
        bound: Bound::new(),
    };
    let mut refused = Vec::new();
    for check in checks {
        match check.kind {
            Kind::Not => refused.push(check),
            Kind::Later | Kind::Next => {
                let from = seen.at;
                let found = seen.find(check)?;
                seen.refuse(&refused, from, found)?;
                refused.clear();
            }
            Kind::Count(wanted) => seen.count(check, wanted)?,
            Kind::Unchanged if text == before => {}
            Kind::Unchanged => return Err(different(check, text, before)),
        }
    }
    seen.refuse(&refused, seen.at, lines.len())
}

/// How far the text is compared.
struct Seen<'t> {
    lines: &'t [String],
    /// The first line behind the last check.
    at: usize,
    bound: Bound,
}

impl Seen<'_> {
    /// The line of a check, behind which the next one is looked for.
    fn find(&mut self, check: &Check) -> Result<usize, String> {
        let end = match check.kind {
            Kind::Next => self.lines.len().min(self.at + 1),
            _later => self.lines.len(),
        };
        for at in self.at..end {
            if let Some(bound) = matches(&check.pattern, &self.lines[at], &self.bound) {
                (self.at, self.bound) = (at + 1, bound);
                return Ok(at);
            }
        }
        let earlier = (0..self.at).find(|&at| self.has(&check.pattern, at));
        let earlier = earlier.map(|at| format!(" (it stands in line {} already)", at + 1));
        let what = match check.kind {
            Kind::Next => "is not in the next line",
            _later => "is in no later line",
        };
        let message = format!("`{}` {what}{}", check.pattern, earlier.unwrap_or_default());
        Err(self.failure(check, &message, self.at))
    }

    fn has(&self, pattern: &str, at: usize) -> bool {
        matches(pattern, &self.lines[at], &self.bound).is_some()
    }

    fn refuse(&self, refused: &[&Check], from: usize, to: usize) -> Result<(), String> {
        for check in refused {
            if let Some(at) = (from..to).find(|&at| self.has(&check.pattern, at)) {
                let message = format!("`{}` must not be here, but is", check.pattern);
                return Err(self.failure(check, &message, at));
            }
        }
        Ok(())
    }

    fn count(&self, check: &Check, wanted: usize) -> Result<(), String> {
        let all = 0..self.lines.len();
        let found: Vec<usize> = all.filter(|&at| self.has(&check.pattern, at)).collect();
        if found.len() == wanted {
            return Ok(());
        }
        let message = format!(
            "`{}` is in {} lines, not in {wanted}",
            check.pattern,
            found.len()
        );
        Err(self.failure(check, &message, found.first().copied().unwrap_or(0)))
    }

    /// What is wrong, with the lines around a place.
    fn failure(&self, check: &Check, message: &str, at: usize) -> String {
        let (from, to) = (at.saturating_sub(4), self.lines.len().min(at + 24));
        let mut text = format!("{}: {message}\nhere the text is\n", check.line);
        for line in from..to {
            let mark = if line == at { ">" } else { " " };
            text += &format!("  {mark}{:4} {}\n", line + 1, self.lines[line]);
        }
        let names: Vec<String> = self
            .bound
            .iter()
            .map(|(name, word)| format!("${name} is {word}"))
            .collect();
        text + &names.join(", ")
    }
}

fn different(check: &Check, text: &str, before: &str) -> String {
    let pairs = before.lines().zip(text.lines()).enumerate();
    let first = pairs
        .filter(|(_, (one, other))| one != other)
        .map(|(at, _)| at)
        .next();
    let first = first.unwrap_or_else(|| before.lines().count().min(text.lines().count()));
    let line = |text: &str| {
        text.lines()
            .nth(first)
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    format!(
        "{}: the program is another one from line {} on\n  before: {}\n  behind: {}\n\n{text}",
        check.line,
        first + 1,
        line(before),
        line(text)
    )
}

/// A line with one blank where it has several, and none at its ends.
fn one_blank(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a pattern is somewhere in a line; the words by name then.
fn matches(pattern: &str, line: &str, bound: &Bound) -> Option<Bound> {
    let starts = line.char_indices().map(|(at, _)| at);
    let mut starts = starts.chain([line.len()]);
    starts.find_map(|at| here(pattern, line, at, bound))
}

/// Whether a pattern is at this place of a line.
fn here(pattern: &str, line: &str, at: usize, bound: &Bound) -> Option<Bound> {
    let rest = &line[at..];
    if pattern.is_empty() {
        return Some(bound.clone());
    }
    if let Some(behind) = pattern.strip_prefix("...") {
        let ends = rest.char_indices().map(|(length, _)| at + length);
        return ends
            .chain([line.len()])
            .find_map(|end| here(behind, line, end, bound));
    }
    // Inside of a word it is a part of that: `scale$c1`.
    if let Some(named) = pattern
        .strip_prefix('$')
        .filter(|_| !line[..at].ends_with(is_word))
    {
        let length = named
            .find(|one: char| !one.is_ascii_alphanumeric())
            .unwrap_or(named.len());
        if length > 0 {
            return word_here(&named[..length], &named[length..], line, at, bound);
        }
    }
    let one = pattern.chars().next()?;
    let behind = &pattern[one.len_utf8()..];
    match rest.starts_with(one) {
        true => here(behind, line, at + one.len_utf8(), bound),
        false => None,
    }
}

/// Whether a character is one of a word.
fn is_word(one: char) -> bool {
    one.is_alphanumeric() || matches!(one, '_' | '%' | '@' | '$' | '-')
}

/// Whether a named word and the rest of the pattern are at this place.
fn word_here(name: &str, behind: &str, line: &str, at: usize, bound: &Bound) -> Option<Bound> {
    if let Some(word) = bound.get(name) {
        let rest = line[at..].strip_prefix(word.as_str())?;
        let stands = !rest.starts_with(is_word);
        return stands.then(|| here(behind, line, at + word.len(), bound))?;
    }
    let rest = &line[at..];
    // A number may have a fraction; a name has no dot at its end.
    let is_part = |one: char| is_word(one) || one == '.';
    let word = &rest[..rest.find(|one| !is_part(one)).unwrap_or(rest.len())];
    let word = word
        .split("..")
        .next()
        .unwrap_or_default()
        .trim_end_matches('.');
    if word.is_empty() {
        return None;
    }
    let mut bound = bound.clone();
    bound.insert(name.to_owned(), word.to_owned());
    here(behind, line, at + word.len(), &bound)
}

#[test]
fn patterns_are_found_with_their_words() {
    let found = |pattern: &str, line: &str| matches(pattern, line, &Bound::new());
    assert!(found("add $a, 1", "v3: i32 = add v2, 1").is_some());
    assert!(found("$r: i32 = add $a, $a", "v3: i32 = add v2, v1").is_none());
    let bound = found("$r: i32 = add $a, $a", "v3: i32 = add v2, v2").expect("found");
    assert_eq!(bound["r"], "v3");
    assert!(matches("sub $r", "sub v31, 1", &bound).is_none());
    assert!(matches("sub $r", "sub v3, 1", &bound).is_some());
    assert!(found("for ... = $a..1..$b {", "b0: for v4 'i' = 0..1..v3 {").is_some());
    assert!(found("add 1", "add 10").is_some());
    assert!(found("$a.0", "v1").is_none());
    assert!(found("launch scale$c1 [$n]", "launch scale$c1 [v2]").is_some());
}

#[test]
fn checks_are_met_in_their_order() {
    let run = |checks: &[&str], text: &str| {
        let checks = checks.iter().enumerate();
        let checks = checks.filter_map(|(at, line)| Check::of(at + 1, line).expect("a check"));
        compare(&checks.collect::<Vec<_>>(), text, "before")
    };
    let text = "a 1\nb 2\nc 3\n";
    assert_eq!(
        run(&["check: a", "next: b", "check: c", "count 1: 2"], text),
        Ok(())
    );
    assert!(
        run(&["check: b", "check: a"], text).is_err_and(|why| why.contains("in line 1 already"))
    );
    assert!(run(&["check: a", "next: c"], text).is_err());
    assert!(run(&["check: a", "not: b", "check: c"], text).is_err());
    assert_eq!(run(&["check: b", "not: a"], text), Ok(()));
    assert!(run(&["not: c"], text).is_err());
    assert!(run(&["count 2: a"], text).is_err());
    assert!(run(&["unchanged"], text).is_err());
    assert!(Check::of(1, "count x: a").is_err());
}
