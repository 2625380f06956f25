//! Elements that lie side by side along a loop are read four at a time, in 128 bits: `a[i,k]` of four iterations over `k`.
//!
//! Such a loop has two forms: where the first element of each such row lies at a multiple of 16 bytes, iterations run by fours; what is left, or
//! everything, runs one by one. Reads of all threads of a warp that have the same address, as the factors of a product, cost as much time for
//! one element as for four.
//!
//! *Invariant:* the iterations keep their order, and between the reads of four nothing is written.

use super::body::Body;
use super::types;
use crate::mir::{Access, AccessMode, Block, ElemKind, Local, Op, Stmt, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Elements of 128 bits.
const COUNT: usize = 4;
/// The most statements of a body that is there twice.
const MOST_STATEMENTS: usize = 200;

/// A read that four iterations do at once.
pub(super) struct Wide {
    /// What one iteration reads.
    result: Value,
    /// The name of the four.
    name: String,
    /// The address of the first element, in which `@` stands for the index.
    address: String,
    /// The type of an element.
    element: &'static str,
    /// Whether nobody writes the array during the launch.
    is_only_read: bool,
}

impl Wide {
    fn at(&self, index: &str) -> String {
        self.address.replace('@', index)
    }

    /// Whether the first element lies where four can be read.
    pub(super) fn test(&self, start: &str) -> String {
        format!("q_is_wide({})", self.at(start))
    }

    /// The statement that reads four.
    pub(super) fn read(&self, index: &str) -> String {
        let Wide { name, element, .. } = self;
        let function = match self.is_only_read {
            true => "q_four_unchanged",
            false => "q_four",
        };
        format!(
            "const q_wide<{element}> {name} = {function}({});",
            self.at(index)
        )
    }

    /// The value of one iteration.
    pub(super) fn part(&self, lane: &str) -> (Value, String) {
        (self.result, format!("{}.parts[{lane}]", self.name))
    }
}

/// What is known of values within the body of a loop.
struct Inside<'a> {
    index: Value,
    defined: BTreeMap<Value, &'a Op>,
    set: BTreeSet<Local>,
}

impl<'a> Inside<'a> {
    fn of(index: Value, body: &'a Block) -> Inside<'a> {
        let mut defined = BTreeMap::new();
        body.for_each_stmt(&mut |stmt| {
            defined.extend(stmt.results.iter().map(|result| (*result, &stmt.op)));
        });
        Inside {
            index,
            defined,
            set: body.assigned_locals(),
        }
    }
}

/// Whether a body does nothing but read, compute and branch.
fn only_reads(body: &Block) -> bool {
    let (mut only, mut statements) = (true, 0);
    body.for_each_stmt(&mut |stmt| {
        statements += 1;
        only &= match &stmt.op {
            Op::Load(_) | Op::Set(..) | Op::Get(_) | Op::If { .. } => true,
            op => op.is_pure(),
        };
    });
    only && statements <= MOST_STATEMENTS
}

impl Body<'_> {
    /// The reads of a loop, forward in steps of 1, that four iterations can do at once.
    pub(super) fn wide_reads(&mut self, index: Value, body: &Block) -> Vec<Wide> {
        if !only_reads(body) {
            return Vec::new();
        }
        let inside = Inside::of(index, body);
        let found = body.stmts.iter();
        found.filter_map(|stmt| self.wide(stmt, &inside)).collect()
    }

    fn wide(&mut self, stmt: &Stmt, inside: &Inside<'_>) -> Option<Wide> {
        let Op::Load(access) = &stmt.op else {
            return None;
        };
        let (array, kind) = self.plain_array(access, inside)?;
        let (last, others) = access.index.split_last()?;
        if *last != inside.index || access.mode != AccessMode::Unchecked {
            return None;
        }
        let mut index: Option<Vec<String>> = others
            .iter()
            .map(|&value| self.outside(value, inside))
            .collect();
        index.as_mut()?.push("@".to_string());
        let result = *stmt.results.first()?;
        Some(Wide {
            result,
            name: self.fresh_name(&format!("v{}_four", crate::base::Id::index(result))),
            address: self.address(array, &index?),
            element: types::element(kind),
            is_only_read: self.only_read.contains(&array),
        })
    }

    /// The array of an access, if its elements have 32 bits and lie in memory that the kernel reads as it is.
    fn plain_array(&self, access: &Access, inside: &Inside<'_>) -> Option<(Local, ElemKind)> {
        let local = match inside.defined.get(&access.array) {
            Some(Op::Get(local)) => *local,
            Some(_) => return None,
            None => self.array_local(access.array),
        };
        let kind = self.kind_of(local)?;
        let is_suitable = matches!(kind, ElemKind::F32 | ElemKind::I32);
        (is_suitable && self.is_plain_memory(local)).then_some((local, kind))
    }

    /// The text of an index that is the same in all iterations.
    fn outside(&mut self, value: Value, inside: &Inside<'_>) -> Option<String> {
        match inside.defined.get(&value) {
            Some(Op::Get(local)) if !inside.set.contains(local) => Some(self.local_name(*local)),
            Some(_) => None,
            None if value == inside.index => None,
            None => Some(self.atom(value)),
        }
    }

    /// The loop by fours: `counter` is the variable that counts, `index` the one of the body.
    pub(super) fn by_fours(
        &mut self,
        wide: &[Wide],
        counter: &str,
        index: &str,
        stop: &str,
        body: &Block,
    ) {
        let start: Vec<String> = wide.iter().map(|one| one.test(counter)).collect();
        let last = COUNT - 1;
        self.out.line(&format!(
            "if ({}) for (; {counter} + {last} <= {stop}; {counter} += {COUNT}) {{",
            start.join(" && ")
        ));
        self.out.open();
        for one in wide {
            self.out.line(&one.read(counter));
        }
        self.out.line("_Pragma(\"unroll\")");
        self.out.line(&format!(
            "for (int q_lane = 0; q_lane < {COUNT}; ++q_lane) {{"
        ));
        self.out.open();
        self.out
            .line(&format!("const int {index} = (int){counter} + q_lane;"));
        self.wide = wide.iter().map(|one| one.part("q_lane")).collect();
        self.nested(body);
        self.wide.clear();
        self.out.close();
        self.out.line("}");
        self.out.close();
        self.out.line("}");
    }
}
