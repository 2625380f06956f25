//! Which statements of a program a debugger looks at, with the variables that have a value there, and the same program with a `print` of these.
//!
//! Programs of `tests/debugger` have one statement in a line. A variable counts from the line behind its first assignment to the end of the block
//! that this stands in.
//!
//! *Invariant:* nothing here knows types or values: what is expected is what the program itself prints.

/// A statement.
#[derive(Debug)]
pub struct Statement {
    /// Its line, from 1.
    pub line: usize,
    /// The function that it stands in; `script` at the top.
    pub function: String,
    /// The variables that have a value there.
    pub names: Vec<String>,
}

/// What a line is.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    /// Nothing, a comment, an attribute, a line of a class.
    Nothing,
    /// Opens a function with these parameters.
    Function(String, Vec<String>),
    /// Opens a class, an enumeration or a function that no debugger sees into.
    Opaque,
    /// Opens a block, in which these variables have a value.
    Opens(Vec<String>),
    /// Closes a block and opens another one.
    Turns(Vec<String>),
    /// Closes a block.
    Closes,
    /// A statement that gives these variables a value.
    Statement(Vec<String>),
}

/// The statements of a program.
pub fn statements(source: &str) -> Vec<Statement> {
    let mut statements = Vec::new();
    // The blocks around the line: their variables, and the functions around it with the number of blocks before each.
    let mut blocks: Vec<Vec<String>> = vec![Vec::new()];
    let mut functions = vec![("script".to_owned(), 0)];
    let mut opaque = 0;
    for (number, text) in source.lines().enumerate() {
        let line = line_of(text);
        if opaque > 0 {
            match line {
                Line::Opaque | Line::Opens(_) | Line::Function(..) => opaque += 1,
                Line::Closes => opaque -= 1,
                Line::Nothing | Line::Turns(_) | Line::Statement(_) => {}
            }
            continue;
        }
        match line {
            Line::Nothing => {}
            Line::Opaque => opaque = 1,
            Line::Function(name, parameters) => {
                functions.push((name, blocks.len()));
                blocks.push(parameters);
            }
            Line::Opens(names) => blocks.push(names),
            Line::Turns(names) => {
                blocks.pop();
                blocks.push(names);
            }
            Line::Closes => {
                blocks.pop();
                if functions
                    .last()
                    .is_some_and(|(_, before)| *before == blocks.len())
                {
                    functions.pop();
                }
            }
            Line::Statement(names) => {
                let (function, before) = functions.last().expect("the script");
                let mut known: Vec<String> = blocks[*before..].concat();
                known.sort();
                known.dedup();
                statements.push(Statement {
                    line: number + 1,
                    function: function.clone(),
                    names: known,
                });
                blocks.last_mut().expect("the script").extend(names);
            }
        }
    }
    statements
}

fn line_of(text: &str) -> Line {
    let text = text.trim();
    let word: String = text.chars().take_while(|c| c.is_alphabetic()).collect();
    match word.as_str() {
        _ if text.is_empty() || text.starts_with(['%', '{']) && !text.starts_with("{}") => {
            Line::Nothing
        }
        "function" if text.contains("__kernel__") || text.contains("__device__") => Line::Opaque,
        "function" => function(text),
        "type" => Line::Opaque,
        "for" => {
            let variable = text["for".len()..].split('=').next().unwrap_or_default();
            Line::Opens(vec![variable.trim().to_owned()])
        }
        "while" | "if" | "repeat" | "try" => Line::Opens(Vec::new()),
        "else" | "elseif" => Line::Turns(Vec::new()),
        "catch" => Line::Turns(vec![text["catch".len()..].trim().to_owned()]),
        "end" | "until" | "endtype" => Line::Closes,
        _ => Line::Statement(assigned(text)),
    }
}

fn function(text: &str) -> Line {
    let head = text["function".len()..].trim();
    let head = head.split_once(" = ").map_or(head, |(_, head)| head);
    let (name, rest) = head.split_once('(').unwrap_or((head, ""));
    let list = rest.rsplit_once(')').map_or(rest, |(list, _)| list);
    // Of functions `print` knows no text.
    let values = list.split(',').filter(|one| !one.contains("->"));
    let names = values.filter_map(|one| {
        let name = one.split([':', '=']).next().unwrap_or_default().trim();
        is_name(name).then(|| name.to_owned())
    });
    Line::Function(name.trim().to_owned(), names.collect())
}

/// The variables that a statement assigns; functions are left out, which `print` knows no text of.
fn assigned(text: &str) -> Vec<String> {
    let Some((target, value)) = text.split_once(" = ") else {
        return Vec::new();
    };
    if value.contains("->") {
        return Vec::new();
    }
    let target = target.trim().trim_start_matches('[').trim_end_matches(']');
    let names = target.split(',').map(|one| {
        let name = one.split(" : ").next().unwrap_or_default();
        name.trim().to_owned()
    });
    names.filter(|name| is_name(name)).collect()
}

fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(char::is_alphabetic)
        && letters.all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// The program with a line in front of each statement that prints the variables, as `trace.py` writes them.
pub fn with_prints(source: &str, statements: &[Statement]) -> String {
    let mut out = String::new();
    let mut next = statements.iter().peekable();
    for (number, text) in source.lines().enumerate() {
        if let Some(statement) = next.next_if(|one| one.line == number + 1) {
            for name in &statement.names {
                let line = statement.line;
                out.push_str(&format!("print \"@@{line} {name}=\", {name}, \"@.\"\n"));
            }
        }
        out.push_str(text);
        out.push('\n');
    }
    out
}

/// Whether the rules above find what a reader does.
pub fn finds_variables() -> Result<(), String> {
    let source = "function y = f(a : int, b)\n    c = a\n    for k = 0..2\n        d = k\n        c += d\n    end\n    y = c\nend\nx = f(1, 2)\n";
    let found: Vec<String> = statements(source)
        .iter()
        .map(|one| format!("{} {} {}", one.line, one.function, one.names.join(",")))
        .collect();
    let wanted = [
        "2 f a,b",
        "4 f a,b,c,k",
        "5 f a,b,c,d,k",
        "7 f a,b,c",
        "9 script ",
    ];
    match found == wanted {
        true => Ok(()),
        false => Err(format!("{found:?}")),
    }
}
