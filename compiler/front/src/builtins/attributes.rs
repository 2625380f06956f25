//! Every code attribute, one row each.
//!
//! A row says where the attribute may stand, which words and properties it has, what values these take and what it does. The lints
//! `unknown-attribute` and `attribute-argument` and the checker read the rows, and so does `docs/attributes.md`. An attribute that no row knows is ignored.
//!
//! *Invariant:* no attribute changes what a program computes, but for `parallel`, whose user promises that iterations are independent.

/// Where an attribute has an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Anywhere in a file.
    File,
    /// Before a `for` loop.
    Loop,
    /// Before a `for` loop, or as the first statement within it.
    InLoop,
    /// Within a function, of which it speaks.
    Function,
    /// Within a kernel, or a loop that becomes one.
    Kernel,
    /// Before a statement, or within a function.
    Statement,
    /// Before a function, a type or a variable of the top level.
    Definition,
}

impl Place {
    /// The place in words.
    pub fn text(self) -> &'static str {
        match self {
            Place::File => "at the top level of a file",
            Place::Loop => "before a `for` loop",
            Place::InLoop => "before a `for` loop or within one",
            Place::Function => "within a function",
            Place::Kernel => "within a kernel or a loop",
            Place::Statement => "before a statement",
            Place::Definition => "before a function, a type or a variable of the top level",
        }
    }
}

/// What a property's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text in quotes.
    Text,
    /// One of these texts, in quotes.
    Choice(&'static [&'static str]),
    /// A platform, in quotes: see [`TARGETS`].
    Target,
    /// An int, which may be an expression.
    Int,
    /// `true` or `false`.
    Switch,
    /// The name of a variable.
    Name,
    /// A name or a list of names.
    Names,
    /// `{name, "operator"}`.
    Reduction,
    /// An int or a vector of ints, which may be expressions.
    Ints,
    /// A vector of ints, or `auto`.
    Dimensions,
    /// Combinations of values of parameters: `a==1 && b==2 || a==2`.
    Versions,
    /// Any expression.
    Expression,
}

impl Value {
    /// The value in words.
    pub fn text(self) -> String {
        match self {
            Value::Text => "a text in quotes".to_owned(),
            Value::Choice(_) | Value::Target => quoted(&self.words()),
            Value::Int => "an int".to_owned(),
            Value::Switch => "true or false".to_owned(),
            Value::Name => "the name of a variable".to_owned(),
            Value::Names => "a name or a list of names in braces".to_owned(),
            Value::Reduction => {
                format!("`{{name, \"operator\"}}` with one of {}", quoted(OPERATORS))
            }
            Value::Ints => "an int or a vector of ints".to_owned(),
            Value::Dimensions => "a vector of ints or `auto`".to_owned(),
            Value::Versions => {
                "`a==1 && b==2 || a==2` with parameters of the function around it".to_owned()
            }
            Value::Expression => "an expression".to_owned(),
        }
    }

    /// The texts that the value is one of, where there are such.
    pub fn words(self) -> Vec<&'static str> {
        match self {
            Value::Choice(words) => words.to_vec(),
            Value::Target => TARGETS.map(|(name, _)| name).to_vec(),
            Value::Text
            | Value::Int
            | Value::Switch
            | Value::Name
            | Value::Names
            | Value::Reduction
            | Value::Ints
            | Value::Dimensions
            | Value::Versions
            | Value::Expression => Vec::new(),
        }
    }
}

fn quoted(words: &[&str]) -> String {
    let words: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
    words.join(", ")
}

/// Where code runs, as `$target` and attributes name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// Host code and kernels on the processor.
    Processor,
    /// Kernels as CUDA text.
    Cuda,
    /// Nothing that qc makes code for.
    Foreign,
}

/// The names of platforms.
pub const TARGETS: [(&str, Platform); 9] = [
    ("cpu", Platform::Processor),
    ("gpu", Platform::Cuda),
    ("nvidia_cuda", Platform::Cuda),
    ("nvidia", Platform::Cuda),
    ("nvidia_opencl", Platform::Foreign),
    ("amd_opencl", Platform::Foreign),
    ("amd", Platform::Foreign),
    ("generic_opencl", Platform::Foreign),
    ("opencl", Platform::Foreign),
];

/// The platform of that name.
pub fn platform(name: &str) -> Option<Platform> {
    let known = TARGETS.iter().find(|(target, _)| *target == name);
    known.map(|(_, platform)| *platform)
}

/// A property of an attribute.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: Value,
}

/// One attribute.
#[derive(Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Where it has an effect.
    pub place: Place,
    /// Words that may follow the name.
    pub words: &'static [&'static str],
    /// Its properties.
    pub properties: &'static [Property],
    /// What it does.
    pub meaning: &'static str,
}

const fn property(name: &'static str, value: Value) -> Property {
    Property { name, value }
}

/// Compound assignments that a reduction may use.
pub const OPERATORS: &[&str] = &["+=", "-=", "*=", ".*=", "^^=", "__=", "&=", "|=", "~="];

/// Every attribute, in the order of the documentation.
pub const TABLE: &[Row] = &[
    Row {
        name: "author",
        place: Place::File,
        words: &[],
        properties: &[property("name", Value::Text)],
        meaning: "who wrote the file; in `qc doc`",
    },
    Row {
        name: "doc",
        place: Place::File,
        words: &[],
        properties: &[property("category", Value::Text)],
        meaning: "the category of the file, a path with `/`; in `qc doc`",
    },
    Row {
        name: "parallel",
        place: Place::Loop,
        words: &["for"],
        properties: &[
            property("private", Value::Names),
            property("reduction", Value::Reduction),
        ],
        meaning: "the loop becomes a kernel whatever the analysis finds; the iterations must be independent but for the variables that are named",
    },
    Row {
        name: "serial",
        place: Place::Loop,
        words: &["for"],
        properties: &[],
        meaning: "the loop stays a loop",
    },
    Row {
        name: "unroll",
        place: Place::InLoop,
        words: &[],
        properties: &[
            property("times", Value::Int),
            property("multi_device", Value::Switch),
        ],
        meaning: "with `multi_device=true`, launches of the loop's iterations go to so many GPUs in turn, the first iteration's to GPU 0; `times` is a number; otherwise qc chooses how loops are unrolled",
    },
    Row {
        name: "kernel",
        place: Place::Function,
        words: &[],
        properties: &[
            property("name", Value::Text),
            property("target", Value::Target),
            property("cache", Value::Choice(&["shared", "L1", "equal"])),
        ],
        meaning: "the platform that the kernel around it is for, and what a GPU has more of while it runs: shared memory, cache, or the same of both",
    },
    Row {
        name: "kernel_transform",
        place: Place::Kernel,
        words: &[],
        properties: &[property(
            "enable",
            Value::Choice(&["localwindow", "simdprocessing", "sharedmemcaching"]),
        )],
        meaning: "how the kernel is made fast",
    },
    Row {
        name: "kernel_tiling",
        place: Place::Kernel,
        words: &[],
        properties: &[
            property("dims", Value::Dimensions),
            property("mode", Value::Choice(&["global", "local"])),
            property("target", Value::Target),
        ],
        meaning: "the work is divided into blocks: of positions between threads (global), or of elements within a thread (local)",
    },
    Row {
        name: "kernel_accumulator",
        place: Place::Kernel,
        words: &[],
        properties: &[
            property("name", Value::Name),
            property(
                "algorithm",
                Value::Choice(&["default", "sharedmemory", "warpshuffle", "atomicop"]),
            ),
        ],
        meaning: "how a variable that all positions add to is combined on a GPU",
    },
    Row {
        name: "kernel_arg",
        place: Place::Kernel,
        words: &[],
        properties: &[
            property("name", Value::Name),
            property("type", Value::Choice(&["in", "out", "inout"])),
            property("access", Value::Choice(&["shared", "localwindow"])),
            property("op", Value::Choice(OPERATORS)),
            property("cache_slices", Value::Expression),
            property("min", Value::Ints),
            property("max", Value::Ints),
            property("numel", Value::Int),
        ],
        meaning: "how an argument of the kernel is kept close to the threads of a block",
    },
    Row {
        name: "kernel_fusion",
        place: Place::Statement,
        words: &["barrier"],
        properties: &[property(
            "strategy",
            Value::Choice(&[
                "smart",
                "noreordering",
                "minsyncgrid",
                "minworkingmemory",
                "manual",
            ]),
        )],
        meaning: "launches of the function around it become one; `barrier` keeps those before and behind it apart",
    },
    Row {
        name: "command",
        place: Place::Function,
        words: &[],
        properties: &[property("name", Value::Text)],
        meaning: "the function around it is a command of the program, called by its name or the one that is given: see docs/running.md",
    },
    Row {
        name: "export",
        place: Place::Function,
        words: &[],
        properties: &[property("name", Value::Text)],
        meaning: "a library has the function around it for callers in C and Python, by its name or the one that is given: see docs/libraries.md",
    },
    Row {
        name: "extern",
        place: Place::Function,
        words: &[],
        properties: &[
            property("library", Value::Text),
            property("prototype", Value::Text),
        ],
        meaning: "the function around it, which has no statements, is one of C in a library that the program opens: see docs/libraries.md",
    },
    Row {
        name: "private",
        place: Place::Definition,
        words: &[],
        properties: &[],
        meaning: "only the file itself has the function, type or variable that follows: see docs/guide/21-modules.md",
    },
    Row {
        name: "auto_inline",
        place: Place::Function,
        words: &[],
        properties: &[],
        meaning: "calls of the function around it are replaced by its body",
    },
    Row {
        name: "auto_specialize",
        place: Place::Function,
        words: &[],
        properties: &[],
        meaning: "calls with constants get versions of the function around it for them; qc makes a version for each set of types anyway",
    },
    Row {
        name: "specialize",
        place: Place::Function,
        words: &[],
        properties: &[property("args", Value::Versions)],
        meaning: "versions of the kernel around it for the listed values of its parameters, and one for all others",
    },
    Row {
        name: "tuning_param",
        place: Place::Function,
        words: &[],
        properties: &[
            property("name", Value::Text),
            property("default", Value::Expression),
        ],
        meaning: "a constant that tuning may change; `--report=tuning` lists them",
    },
    Row {
        name: "sched",
        place: Place::Statement,
        words: &[],
        properties: &[property("gpu_index", Value::Int)],
        meaning: "the GPU that launches behind it run on, from 0; it holds until the next one says another, and -1 leaves the choice to the program again",
    },
];

/// The row of that name.
pub fn row(name: &str) -> Option<&'static Row> {
    TABLE.iter().find(|row| row.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for (index, row) in TABLE.iter().enumerate() {
            assert!(
                TABLE[index + 1..]
                    .iter()
                    .all(|other| other.name != row.name),
                "{}",
                row.name
            );
        }
    }
}
