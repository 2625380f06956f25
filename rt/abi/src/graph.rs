//! What a launch makes of the objects that its kernel can reach: a number for each, and columns that hold their parts.
//!
//! The compiler writes the plan as text, a constant of the program; the runtime reads it at each launch. The objects of a class have the
//! numbers 1, 2, … ; 0 is null. A column has an entry for each number, 0 included.
//!
//! *Invariant:* reading gives what was written; both sides are of one build, so anything else is a panic.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::values::ElemKind;

/// A parameter of the kernel from which it reaches objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphRoot {
    /// The number of the class.
    pub class: i32,
    /// An array of pointers; else one.
    pub many: bool,
    /// Whether the kernel replaces elements of the array.
    pub written: bool,
}

/// What a column holds. The numbers of classes are those of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphHolds {
    /// So many elements for each object: those of an entry that is an array of just that size.
    Numbers {
        /// Their kind.
        kind: ElemKind,
        /// How many.
        count: i32,
    },
    /// The number of the object that an entry refers to.
    Pointer {
        /// Its class.
        class: i32,
    },
    /// Where the elements of an entry that is an array begin in the pool of this content.
    First(PoolContent),
    /// The extent of such an entry along an axis, or of all its elements for -1.
    Extent {
        /// The axis.
        axis: i32,
    },
    /// The elements of all arrays of this content, each array once.
    Pool(PoolContent),
}

/// What the arrays of a pool hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolContent {
    /// Elements of a kind.
    Elements(ElemKind),
    /// Pointers to objects of a class, as their numbers.
    Pointers(i32),
}

/// A column: an array that the kernel has as a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphColumn {
    /// The number of the class; 0 for pools, which serve all classes.
    pub class: i32,
    /// The entry of the objects; 0 for pools.
    pub entry: i32,
    /// What it holds.
    pub holds: GraphHolds,
    /// Whether the kernel changes it.
    pub written: bool,
}

/// The plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphPlan {
    /// How many classes there are.
    pub classes: i32,
    /// In the order of the kernel's parameters.
    pub roots: Vec<GraphRoot>,
    /// In the order in which the kernel has come across them.
    pub columns: Vec<GraphColumn>,
}

/// Numbers that say what a pool holds.
fn content(content: PoolContent) -> [i32; 2] {
    match content {
        PoolContent::Elements(kind) => [kind.code(), -1],
        PoolContent::Pointers(class) => [0, class],
    }
}

fn content_of(kind: i32, class: i32) -> PoolContent {
    match class {
        -1 => PoolContent::Elements(kind_of(kind)),
        class => PoolContent::Pointers(class),
    }
}

fn kind_of(code: i32) -> ElemKind {
    ElemKind::from_code(code).expect("a known element kind")
}

impl GraphHolds {
    fn numbers(self) -> [i32; 3] {
        match self {
            GraphHolds::Numbers { kind, count } => [0, kind.code(), count],
            GraphHolds::Pointer { class } => [1, class, 0],
            GraphHolds::First(of) => [2, content(of)[0], content(of)[1]],
            GraphHolds::Extent { axis } => [3, axis, 0],
            GraphHolds::Pool(of) => [4, content(of)[0], content(of)[1]],
        }
    }

    fn of(numbers: [i32; 3]) -> GraphHolds {
        match numbers {
            [0, kind, count] => GraphHolds::Numbers {
                kind: kind_of(kind),
                count,
            },
            [1, class, _] => GraphHolds::Pointer { class },
            [2, kind, class] => GraphHolds::First(content_of(kind, class)),
            [3, axis, _] => GraphHolds::Extent { axis },
            [4, kind, class] => GraphHolds::Pool(content_of(kind, class)),
            other => panic!("{other:?} is no column"),
        }
    }

    /// The kind of the column's elements.
    pub fn kind(self) -> ElemKind {
        match self {
            GraphHolds::Numbers { kind, .. } | GraphHolds::Pool(PoolContent::Elements(kind)) => {
                kind
            }
            GraphHolds::Pointer { .. }
            | GraphHolds::First(_)
            | GraphHolds::Extent { .. }
            | GraphHolds::Pool(PoolContent::Pointers(_)) => ElemKind::I32,
        }
    }
}

impl GraphPlan {
    /// The plan as text.
    pub fn write(&self) -> String {
        let mut numbers = Vec::from([self.classes, self.roots.len() as i32]);
        for root in &self.roots {
            numbers.extend([root.class, root.many.into(), root.written.into()]);
        }
        for column in &self.columns {
            numbers.extend([column.class, column.entry, column.written.into()]);
            numbers.extend(column.holds.numbers());
        }
        let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    /// The plan from its text.
    ///
    /// # Panics
    /// When the text is none.
    pub fn read(text: &str) -> GraphPlan {
        let words = text.split(' ');
        let numbers: Vec<i32> = words
            .map(|word| word.parse().expect("a plan is made of numbers"))
            .collect();
        let (head, rest) = numbers.split_at(2);
        let (roots, columns) = rest.split_at(3 * head[1] as usize);
        let root = |numbers: &[i32]| GraphRoot {
            class: numbers[0],
            many: numbers[1] != 0,
            written: numbers[2] != 0,
        };
        let column = |numbers: &[i32]| GraphColumn {
            class: numbers[0],
            entry: numbers[1],
            written: numbers[2] != 0,
            holds: GraphHolds::of([numbers[3], numbers[4], numbers[5]]),
        };
        GraphPlan {
            classes: head[0],
            roots: roots.chunks(3).map(root).collect(),
            columns: columns.chunks(6).map(column).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn a_plan_reads_back() {
        let column = |entry, holds| GraphColumn {
            class: 1,
            entry,
            holds,
            written: entry % 2 == 0,
        };
        let plan = GraphPlan {
            classes: 2,
            roots: vec![
                GraphRoot {
                    class: 0,
                    many: false,
                    written: false,
                },
                GraphRoot {
                    class: 1,
                    many: true,
                    written: true,
                },
            ],
            columns: vec![
                column(
                    0,
                    GraphHolds::Numbers {
                        kind: ElemKind::F32,
                        count: 3,
                    },
                ),
                column(1, GraphHolds::Pointer { class: 0 }),
                column(2, GraphHolds::First(PoolContent::Elements(ElemKind::I8))),
                column(3, GraphHolds::Extent { axis: -1 }),
                column(4, GraphHolds::Pool(PoolContent::Pointers(1))),
            ],
        };
        assert_eq!(GraphPlan::read(&plan.write()), plan);
        let empty = GraphPlan::default();
        assert_eq!(GraphPlan::read(&empty.write()), empty);
    }
}
