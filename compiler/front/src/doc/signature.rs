//! The header that a comment repeats behind `:function`, taken apart as text.
//!
//! *Invariant:* a text that is no header gives nothing rather than a guess; parts are slices of the text, so that their places are known.

/// A header as it is written in a comment.
#[derive(Debug, PartialEq, Eq)]
pub struct Signature<'t> {
    /// The names of the outputs; none if the comment leaves them out.
    pub outputs: Option<Vec<&'t str>>,
    /// The name.
    pub name: &'t str,
    /// The parameters.
    pub params: Vec<Written<'t>>,
}

/// A parameter as it is written.
#[derive(Debug, PartialEq, Eq)]
pub struct Written<'t> {
    /// All of it.
    pub whole: &'t str,
    /// The name without dots.
    pub name: &'t str,
    /// The type.
    pub ty: Option<&'t str>,
    /// The default.
    pub default: Option<&'t str>,
}

const QUALIFIERS: &[&str] = &["__kernel__", "__device__", "__host__"];

/// Reads a header.
pub fn read(text: &str) -> Option<Signature<'_>> {
    let open = open_paren(text)?;
    let inner = text[open + 1..].trim_end().strip_suffix(')')?;
    let (outputs, name) = match split_top(&text[..open], '=').as_slice() {
        [name] => (None, *name),
        [outputs, name] => (Some(*outputs), *name),
        _ => return None,
    };
    let mut name = name.trim();
    for qualifier in QUALIFIERS {
        name = name.strip_prefix(qualifier).unwrap_or(name).trim_start();
    }
    let name = name.split('[').next().unwrap_or_default().trim();
    let params = match inner.trim() {
        "" => Vec::new(),
        _ => split_top(inner, ',').into_iter().map(written).collect(),
    };
    Some(Signature {
        outputs: outputs.map(output_names),
        name,
        params,
    })
}

/// The parenthesis that opens the list of parameters: the first outside of brackets.
fn open_paren(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' if depth == 0 => return Some(at),
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn output_names(text: &str) -> Vec<&str> {
    let text = text.trim();
    let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    let names = split_top(inner.unwrap_or(text), ',');
    let name = |output: &str| -> usize { output.find(':').unwrap_or(output.len()) };
    let names = names
        .into_iter()
        .map(|output| output[..name(output)].trim());
    names.filter(|name| !name.is_empty()).collect()
}

fn written(text: &str) -> Written<'_> {
    let whole = text.trim();
    let (declared, default) = match split_top(whole, '=').as_slice() {
        [declared, default, ..] => (*declared, Some(default.trim())),
        _ => (whole, None),
    };
    let (name, ty) = match declared.split_once(':') {
        Some((name, ty)) => (name, Some(ty.trim())),
        None => (declared, None),
    };
    let name = name.trim();
    Written {
        whole,
        name: name.strip_prefix("...").unwrap_or(name).trim(),
        ty,
        default,
    }
}

/// The parts between marks that stand outside of brackets and strings.
fn split_top(text: &str, mark: char) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quoted) = (Vec::new(), 0, 0, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ if c == mark && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Whether two texts say the same: but for blanks, and for the form of a number.
pub fn same(left: &str, right: &str) -> bool {
    let plain = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    let (left, right) = (plain(left), plain(right));
    let numbers = left.parse::<f64>().ok().zip(right.parse::<f64>().ok());
    left == right || numbers.is_some_and(|(left, right)| left == right)
}

/// The literal that a text begins with: a number, a string, a vector, `true` or `false`.
pub fn literal(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let end = match text.chars().next()? {
        '"' => 2 + text[1..].find('"')?,
        '[' => 1 + closing(text)?,
        _ => text
            .find(|c: char| c.is_whitespace() || "),;".contains(c))
            .unwrap_or(text.len()),
    };
    let word = &text[..end];
    let word = word.strip_suffix('.').unwrap_or(word);
    let is_literal = word.starts_with(['"', '[']) || word.parse::<f64>().is_ok();
    (is_literal || word == "true" || word == "false").then_some(word)
}

fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '[') - i32::from(c == ']');
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_taken_apart() {
        let text =
            "[a, b : vec] = __device__ f[T](x : cube(:,:,3)'mirror, m = \"a,b\", ...rest : vec[T])";
        let read = read(text).expect("a header");
        assert_eq!(read.outputs, Some(vec!["a", "b"]));
        assert_eq!(read.name, "f");
        let params: Vec<_> = read
            .params
            .iter()
            .map(|param| (param.name, param.ty, param.default))
            .collect();
        assert_eq!(
            params,
            [
                ("x", Some("cube(:,:,3)'mirror"), None),
                ("m", None, Some("\"a,b\"")),
                ("rest", Some("vec[T]"), None)
            ]
        );
    }

    #[test]
    fn other_texts_are_no_headers() {
        assert_eq!(read("of two numbers"), None);
        assert_eq!(read("f(x"), None);
        assert!(read("[] = f()").is_some_and(|read| read.outputs == Some(Vec::new())));
    }

    #[test]
    fn literals_end_where_they_end() {
        assert_eq!(literal(" 0.04)"), Some("0.04"));
        assert_eq!(literal("\"a b\") more"), Some("\"a b\""));
        assert_eq!(literal("[1, [2]] or so"), Some("[1, [2]]"));
        assert_eq!(literal("3."), Some("3"));
        assert_eq!(literal("the middle"), None);
        assert!(same("1", "1.0") && same("[1, 2]", "[1,2]") && !same("1", "2"));
    }
}
