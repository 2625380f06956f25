//! Examples as programs, and as they are shown.
//!
//! *Invariant:* an example that is shown to hold, or to give a value, was run.

use super::comment::Example;

/// Written before the output of the example: what the import printed comes first.
pub const MARK: &str = "-- the example --";

/// Where an example ends that is one line with a condition.
fn last_part(example: &Example) -> (Vec<&str>, &str) {
    let line = example.lines.first().map_or("", String::as_str);
    let mut parts: Vec<&str> = line.split("; ").collect();
    let condition = parts.pop().unwrap_or_default();
    (parts, condition)
}

/// The program that runs an example of a file.
pub fn program(example: &Example, file: &str) -> String {
    let mut text = format!("import \"{file}\"\nprint \"{MARK}\"\n");
    if !example.holds {
        text.push_str(&example.lines.join("\n"));
        text.push('\n');
        return text;
    }
    let (statements, condition) = last_part(example);
    text.push_str("function [] = example()\n");
    for statement in statements {
        text.push_str(&format!("    {statement}\n"));
    }
    if let Some(value) = compared(condition) {
        text.push_str(&format!("    print {value}\n"));
    }
    text.push_str(&format!(
        "    if !({condition})\n        error(\"the condition does not hold\")\n    end\nend\nexample()\n"
    ));
    text
}

/// How an example is shown: where a value is compared, the value follows as its output.
pub fn code(example: &Example) -> String {
    if !example.holds {
        return example.lines.join("\n");
    }
    let (mut lines, condition) = last_part(example);
    lines.push(compared(condition).unwrap_or(condition));
    lines.join("\n")
}

/// Whether an example is a condition without a value to show.
pub fn is_told_to_hold(example: &Example) -> bool {
    example.holds && compared(last_part(example).1).is_none()
}

/// The left side of a condition that is one comparison by `==`.
fn compared(condition: &str) -> Option<&str> {
    let bytes = condition.as_bytes();
    let (mut depth, mut quoted, mut found) = (0, false, None);
    for at in 0..bytes.len() {
        match bytes[at] {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b'=' if depth == 0 && bytes.get(at + 1) == Some(&b'=') => match found {
                None => found = Some(at),
                Some(_) => return None,
            },
            b'&' | b'|' | b'<' | b'>' | b'!' | b'~' if depth == 0 => return None,
            _ => {}
        }
    }
    let value = condition[..found?].trim();
    // A name that was just assigned tells nothing by itself, its value does.
    (!value.is_empty()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{SourceMap, Span};

    fn example(line: &str) -> Example {
        let mut sources = SourceMap::new();
        let file = sources.add("a.q", "");
        Example {
            lines: vec![line.to_owned()],
            holds: true,
            span: Span::point(file, 0),
        }
    }

    #[test]
    fn a_compared_value_is_shown() {
        let found = example("x = 2; f(x, \"==\") == [1,2]");
        assert_eq!(code(&found), "x = 2\nf(x, \"==\")");
        assert!(!is_told_to_hold(&found));
        assert!(program(&found, "f.q").contains("    print f(x, \"==\")\n"));
    }

    #[test]
    fn other_conditions_are_told_to_hold() {
        for line in ["a < b", "a == 1 && b == 2", "!a", "max(a == b) > 0"] {
            assert!(is_told_to_hold(&example(line)), "{line}");
            assert_eq!(code(&example(line)), line);
        }
    }
}
