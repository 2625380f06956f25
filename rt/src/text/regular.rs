//! Regular expressions: `regexp`, `regexprep`.
//!
//! *Technique:* simulation of nondeterministic automata (Thompson 1968), by the package `regex-lite`: the time grows with the length of the
//! text times that of the pattern, whatever both are.
//!
//! *Invariant:* places count characters, not bytes; a pattern is compiled once as long as calls have the same one.

use std::cell::RefCell;
use std::rc::Rc;

use regex_lite::Regex;

use crate::array::object::{Array, Text};
use crate::process::error::Raised;
use crate::process::refusal::{collected, push_to};

thread_local! {
    /// The last pattern.
    static LAST: RefCell<Option<(String, Rc<Regex>)>> = const { RefCell::new(None) };
}

/// A compiled pattern. MATLAB's `(?<name>…)` is known as it stands.
fn compiled(pattern: &Text) -> Result<Rc<Regex>, Raised> {
    let pattern = pattern.as_str();
    LAST.with_borrow_mut(|last| {
        if let Some((known, regex)) = last
            && known == pattern
        {
            return Ok(Rc::clone(regex));
        }
        let regex = Regex::new(pattern).map_err(|error| {
            Raised::invalid("regexp", format!("the pattern \"{pattern}\": {error}"))
        })?;
        let regex = Rc::new(regex);
        *last = Some((pattern.to_string(), Rc::clone(&regex)));
        Ok(regex)
    })
}

/// The parts of the text that match.
pub(crate) fn regexp_match(text: &Text, pattern: &Text) -> Result<Array, Raised> {
    let regex = compiled(pattern)?;
    Array::of_texts(&collected(
        regex.find_iter(text.as_str()).map(|found| found.as_str()),
    ))
}

/// Where the matches begin, in characters.
pub(crate) fn regexp_start(text: &Text, pattern: &Text) -> Result<Array, Raised> {
    let regex = compiled(pattern)?;
    let text = text.as_str();
    let mut starts: Vec<i32> = Vec::new();
    let (mut bytes, mut characters) = (0, 0);
    for found in regex.find_iter(text) {
        characters += text[bytes..found.start()].chars().count();
        bytes = found.start();
        push_to(&mut starts, characters as i32);
    }
    Array::row(&starts)
}

/// The text between matches.
pub(crate) fn regexp_split(text: &Text, pattern: &Text) -> Result<Array, Raised> {
    let regex = compiled(pattern)?;
    Array::of_texts(&collected(regex.split(text.as_str())))
}

/// The groups of each match, one match behind the other; a pattern without groups has its whole match for one. A group that took no part is "".
pub(crate) fn regexp_groups(text: &Text, pattern: &Text) -> Result<Array, Raised> {
    let regex = compiled(pattern)?;
    let first = usize::from(regex.captures_len() > 1);
    let mut groups: Vec<&str> = Vec::new();
    for captures in regex.captures_iter(text.as_str()) {
        for group in captures.iter().skip(first) {
            push_to(&mut groups, group.map_or("", |group| group.as_str()));
        }
    }
    Array::of_texts(&groups)
}

/// The names of the groups, "" for those without.
pub(crate) fn regexp_names(pattern: &Text) -> Result<Array, Raised> {
    let regex = compiled(pattern)?;
    let first = usize::from(regex.captures_len() > 1);
    let names = regex.capture_names().skip(first);
    Array::of_texts(&collected(names.map(|name| name.unwrap_or(""))))
}

/// The text with each match replaced; `$1` and `$name` in the replacement are groups, `$0` the match, `$$` a dollar.
pub(crate) fn regexp_replace(text: &Text, pattern: &Text, with: &Text) -> Result<Text, Raised> {
    let regex = compiled(pattern)?;
    let with = braced(with.as_str());
    Text::allocated(&regex.replace_all(text.as_str(), with.as_str()))
}

/// `$1a` means group 1 and then a letter; the package reads a name there.
fn braced(with: &str) -> String {
    let mut out = String::with_capacity(with.len());
    let mut rest = with;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..=at]);
        rest = &rest[at + 1..];
        if let Some(other) = rest.strip_prefix('$') {
            out.push('$');
            rest = other;
            continue;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            out.push('{');
            out.push_str(&rest[..digits]);
            out.push('}');
            rest = &rest[digits..];
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(array: Result<Array, Raised>) -> Vec<String> {
        array.expect("a pattern").texts()
    }

    #[test]
    fn matches_and_what_is_between_them() {
        let (text, pattern) = (Text::new("é12, b3;c"), Text::new("[0-9]+"));
        assert_eq!(texts(regexp_match(&text, &pattern)), ["12", "3"]);
        assert_eq!(texts(regexp_split(&text, &pattern)), ["é", ", b", ";c"]);
        let starts = regexp_start(&text, &pattern).expect("a pattern");
        assert_eq!(starts.elements::<i32>(), [1, 6]);
    }

    #[test]
    fn groups_and_their_names() {
        let (text, pattern) = (Text::new("a=1 b= c=3"), Text::new("(?<key>[a-z])=([0-9])?"));
        assert_eq!(
            texts(regexp_groups(&text, &pattern)),
            ["a", "1", "b", "", "c", "3"]
        );
        assert_eq!(texts(regexp_names(&pattern)), ["key", ""]);
        assert_eq!(
            texts(regexp_groups(&text, &Text::new("[a-z]"))),
            ["a", "b", "c"]
        );
    }

    #[test]
    fn replacements_name_groups() {
        let replaced = |with: &str| {
            let text = regexp_replace(
                &Text::new("ab cd"),
                &Text::new("([a-z])([a-z])"),
                &Text::new(with),
            );
            text.expect("a pattern").as_str().to_string()
        };
        assert_eq!(replaced("$2$1"), "ba dc");
        assert_eq!(replaced("$1x$$"), "ax$ cx$");
        assert_eq!(replaced("[$0]"), "[ab] [cd]");
    }

    #[test]
    fn what_is_no_pattern_is_an_error_and_no_pattern_takes_long() {
        assert!(regexp_match(&Text::new("a"), &Text::new("(")).is_err());
        let text = Text::new(&"a".repeat(2000));
        assert_eq!(texts(regexp_match(&text, &Text::new("(a*)*b"))).len(), 0);
    }
}
