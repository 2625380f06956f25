//! A mutant: one small change of one place in the compiler's sources.
//!
//! *Invariant:* a mutant is known by what it changes, never by line numbers, so that results and judgements outlive other changes.

/// One small change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    /// The file, below the sources of its crate.
    pub file: String,
    /// The function, behind the types and modules that hold it.
    pub function: String,
    /// What stands there.
    pub before: String,
    /// What the mutant has instead.
    pub after: String,
    /// Which one it is of equal changes in one function, from 1.
    pub nth: u32,
    /// Whether it cannot be chosen at run time: it stands in a constant, or Rust does not accept it.
    pub left_out: bool,
}

impl Mutant {
    /// The name that results and judgements use: five columns.
    pub fn key(&self) -> String {
        let Mutant {
            file,
            function,
            before,
            after,
            nth,
            ..
        } = self;
        format!("{file}\t{function}\t{before}\t{after}\t{nth}")
    }

    /// A line for readers.
    pub fn describe(&self) -> String {
        let Mutant {
            file,
            function,
            before,
            after,
            nth,
            ..
        } = self;
        format!("{file}, {function}: {before} => {after} ({nth})")
    }
}

/// A text in one line, of bounded length.
pub fn one_line(text: &str) -> String {
    shortened(text, 160)
}

/// The same for a part of a text.
pub fn short(text: &str) -> String {
    shortened(text, 60)
}

fn shortened(text: &str, length: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let count = text.chars().count();
    if count <= length {
        return text;
    }
    let half = length / 2;
    let head = text.chars().take(half);
    let tail = text.chars().skip(count - half);
    head.chain(['…']).chain(tail).collect()
}
