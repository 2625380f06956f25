//! The names that a random program may use at one place.
//!
//! *Invariant:* every name in a scope has a value of its kind there.

use super::random::Random;

/// Variables of the types that every program has.
const BASICS: [Kind; 7] = [
    Kind::Int,
    Kind::Scalar,
    Kind::Triple,
    Kind::Matrix,
    Kind::Counts,
    Kind::Closure,
    Kind::Record,
];

/// Variables of the other types.
pub const VALUES: [Kind; 7] = [
    Kind::Complex,
    Kind::Text,
    Kind::Bytes,
    Kind::Color,
    Kind::Node,
    Kind::Spots,
    Kind::Mixed,
];

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An int variable.
    Int,
    /// A scalar variable.
    Scalar,
    /// A vector of three scalars.
    Triple,
    /// A matrix of the program's one size, with a modifier for outside reads.
    Matrix,
    /// A vector of ten ints.
    Counts,
    /// A function of a scalar and an int that gives a scalar.
    ScalarFunction,
    /// A function of an int and a scalar that gives an int.
    IntFunction,
    /// A lambda of one scalar that gives a scalar.
    Closure,
    /// A function that changes a matrix: its arguments are a matrix and a scalar.
    Changer,
    /// A kernel of two matrices and a scalar.
    Kernel,
    /// A function of a function and a scalar.
    Applier,
    /// A variable of the program's one class.
    Record,
    /// A complex variable.
    Complex,
    /// A string.
    Text,
    /// A vector of ten unsigned bytes.
    Bytes,
    /// A value of the enumeration.
    Color,
    /// A pointer to an object that may refer to a next one.
    Node,
    /// A vector of ten classes by value.
    Spots,
    /// A cell, or a variable that is one of two types.
    Mixed,
}

/// Names in scope.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    names: Vec<(String, Kind)>,
    /// Variables that may be assigned here; captured variables and loop variables may not.
    assignable: Vec<String>,
    /// Inside a `for` loop, which may take sums of reals in another order.
    in_loop: bool,
    /// In the body of a host function, outside loops that may become kernels.
    on_host: bool,
}

impl Scope {
    /// The same names inside a `for` loop.
    pub fn entering_loop(&self) -> Scope {
        Scope {
            in_loop: true,
            ..self.clone()
        }
    }

    /// The same names in the body of a host function.
    pub fn host(&self) -> Scope {
        Scope {
            on_host: true,
            ..self.clone()
        }
    }

    /// Whether statements that exist on the host alone may stand here.
    pub fn is_on_host(&self) -> bool {
        self.on_host
    }

    /// Whether a `for` loop is around.
    pub fn is_in_loop(&self) -> bool {
        self.in_loop
    }

    /// Adds a name that is only read.
    pub fn add(&mut self, name: &str, kind: Kind) {
        self.names.push((name.to_owned(), kind));
    }

    /// Adds a variable.
    pub fn add_variable(&mut self, name: &str, kind: Kind) {
        self.add(name, kind);
        self.assignable.push(name.to_owned());
    }

    /// The functions and kernels alone: what a function body sees.
    pub fn functions(&self) -> Scope {
        Scope {
            names: self
                .names
                .iter()
                .filter(|(_, kind)| !BASICS.contains(kind) && !VALUES.contains(kind))
                .cloned()
                .collect(),
            assignable: Vec::new(),
            in_loop: false,
            on_host: false,
        }
    }

    /// Without the names of these kinds.
    pub fn without(&self, kinds: &[Kind]) -> Scope {
        Scope {
            names: self
                .names
                .iter()
                .filter(|(_, kind)| !kinds.contains(kind))
                .cloned()
                .collect(),
            assignable: self.assignable.clone(),
            in_loop: self.in_loop,
            on_host: self.on_host,
        }
    }

    /// The same names, none of which may be assigned.
    pub fn read_only(&self) -> Scope {
        Scope {
            names: self.names.clone(),
            assignable: Vec::new(),
            in_loop: self.in_loop,
            on_host: false,
        }
    }

    /// Some name of the kind.
    pub fn pick(&self, random: &mut Random, kind: Kind) -> Option<String> {
        Self::choose(random, self.names.iter().filter(|(_, of)| *of == kind))
    }

    /// Some variable of the kind that may be assigned.
    pub fn pick_assignable(&self, random: &mut Random, kind: Kind) -> Option<String> {
        let fits = |(name, of): &&(String, Kind)| *of == kind && self.assignable.contains(name);
        Self::choose(random, self.names.iter().filter(fits))
    }

    /// All names of the kind.
    pub fn all(&self, kind: Kind) -> impl Iterator<Item = &str> {
        self.names
            .iter()
            .filter(move |(_, of)| *of == kind)
            .map(|(name, _)| name.as_str())
    }

    fn choose<'a>(
        random: &mut Random,
        names: impl Iterator<Item = &'a (String, Kind)>,
    ) -> Option<String> {
        let names: Vec<&String> = names.map(|(name, _)| name).collect();
        match names.is_empty() {
            true => None,
            false => Some(names[random.below(names.len())].clone()),
        }
    }
}
