//! Where the variables of a host function lie: in variables of Cranelift's frontend, or in memory.
//!
//! The frontend finds out which definition reaches a use, and merges definitions where ways join: its work and that of register
//! allocation grow with variables times blocks. In a large function only variables that live for a short while take part in that, and
//! these share a few variables of the frontend; the others lie in the function's frame. So do floats that a call comes before the use of:
//! calls keep no register for floats, and a chain of sums with calls in it would be one life that is split at each of them.
//!
//! *Invariant:* two variables share one of the frontend's only if neither is read after the other was assigned.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use cranelift_codegen::ir::Type;

use super::types::clif_type;
use crate::base::IndexVec;
use crate::mir::families::call_op;
use crate::mir::{Block, Function, Local, Op, Value};

/// From how many variables times statements on a function is large.
const LARGE: usize = 1 << 16;
/// From how many statements on it is large, whatever variables it has: a value that lives across a thousand calls is kept in a thousand
/// places by register allocation, which tries each place against each call.
const MANY: usize = 2000;
/// For how many statements a variable or a value of a large function may live outside of memory.
const SHORT: usize = 400;

/// Where a variable lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// In a variable of the frontend with this number.
    Variable(usize),
    /// In the frame, at this offset in bytes.
    Frame(u32),
    /// Nothing mentions it.
    Nowhere,
}

/// Where all variables of a function lie, and the values that live for long.
#[derive(Debug)]
pub struct Homes {
    /// Of each variable.
    pub of: IndexVec<Local, Home>,
    /// The offsets of values in the frame.
    far: IndexVec<Value, Option<u32>>,
    /// The types of the variables of the frontend.
    pub variables: Vec<Type>,
    /// Bytes of the frame.
    pub frame: u32,
    /// Whether the variables of the frontend are shared: each is assigned before it is read then.
    pub shared: bool,
}

impl Homes {
    /// Chooses them.
    pub fn of(function: &Function) -> Homes {
        let mut statements = 0;
        function.body.for_each_stmt(&mut |_| statements += 1);
        let uses = function.locals.len().saturating_mul(statements);
        let mut homes = match statements < MANY && uses < LARGE {
            true => Homes::apart(function),
            false => Homes::shared(function),
        };
        homes.lay_out(function);
        homes
    }

    /// Gives variables that last a place in the frame, their parts side by side as the members of a structure of C: debuggers see one value.
    fn lay_out(&mut self, function: &Function) {
        for variable in function.variables.iter().filter(|one| one.is_lasting) {
            self.frame = self.frame.next_multiple_of(8);
            for part in &variable.parts {
                let size = clif_type(function.locals[*part].ty).bytes();
                let offset = self.frame.next_multiple_of(size);
                self.of[*part] = Home::Frame(offset);
                self.frame = offset + size;
            }
        }
        self.frame = self.frame.next_multiple_of(8);
    }

    /// Where in the frame a value lies that is used far from its definition.
    pub fn far(&self, value: Value) -> Option<u32> {
        self.far.get(value).copied().flatten()
    }

    /// A variable of the frontend for each.
    fn apart(function: &Function) -> Homes {
        let ids = function.locals.ids();
        Homes {
            of: ids.enumerate().map(|(k, _)| Home::Variable(k)).collect(),
            variables: function.locals.iter().map(|l| clif_type(l.ty)).collect(),
            far: IndexVec::new(),
            frame: 0,
            shared: false,
        }
    }

    /// Shared variables and the frame.
    fn shared(function: &Function) -> Homes {
        let mut homes = Homes {
            of: IndexVec::filled(Home::Nowhere, function.locals.len()),
            far: IndexVec::filled(None, function.values.len()),
            variables: Vec::new(),
            frame: 0,
            shared: true,
        };
        let lives = Lives::of(function);
        for (value, &(first, last)) in lives.values.iter_enumerated() {
            let is_kept = function.values[value].ty.is_float() && lives.calls_between(first, last);
            if is_kept || last.saturating_sub(first) > SHORT {
                homes.far[value] = Some(homes.frame);
                homes.frame += 8;
            }
        }
        let mut short = Vec::new();
        for (local, life) in lives.lives.iter_enumerated() {
            match life {
                Life::None => {}
                Life::Short { first, last } if last - first <= SHORT => {
                    short.push((*first, *last, local));
                }
                Life::Short { .. } | Life::Long => {
                    homes.of[local] = Home::Frame(homes.frame);
                    homes.frame += 8;
                }
            }
        }
        short.sort_unstable();
        homes.share(function, &short);
        homes
    }

    /// Gives variables with their first and last statements, in this order, the frontend's variables that are free then.
    fn share(&mut self, function: &Function, short: &[(usize, usize, Local)]) {
        let mut free: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut taken = BinaryHeap::new();
        for (first, last, local) in short {
            while let Some(&Reverse((end, variable))) = taken.peek()
                && end < *first
            {
                taken.pop();
                let ty: Type = self.variables[variable];
                free.entry(ty.to_string()).or_default().push(variable);
            }
            let ty = clif_type(function.locals[*local].ty);
            let variable = free.get_mut(&ty.to_string()).and_then(Vec::pop);
            let variable = variable.unwrap_or_else(|| {
                self.variables.push(ty);
                self.variables.len() - 1
            });
            taken.push(Reverse((*last, variable)));
            self.of[*local] = Home::Variable(variable);
        }
    }
}

/// The parts of variables that debuggers are promised to the end of the function.
pub fn lasting(function: &Function) -> impl Iterator<Item = Local> {
    let variables = function.variables.iter();
    let lasting = variables.filter(|variable| variable.is_lasting);
    lasting.flat_map(|variable| variable.parts.iter().copied())
}

/// When a variable is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    /// Never.
    None,
    /// From an assignment that every other use comes after to the last use, by the numbers of statements.
    Short { first: usize, last: usize },
    /// Anything else.
    Long,
}

/// Finds out when variables are in use, by one walk in the order of the text.
struct Lives {
    lives: IndexVec<Local, Life>,
    /// The statements that define and that last use each value.
    values: IndexVec<Value, (usize, usize)>,
    /// The block of the first use of each variable.
    blocks: IndexVec<Local, usize>,
    /// Whether the walk is within each block.
    open: Vec<bool>,
    /// Where the loops around the present statement start.
    loops: Vec<usize>,
    /// The variables whose lives go on to the end of each of these loops.
    lasting: Vec<Vec<Local>>,
    number: usize,
    /// How many of the statements up to each one call something.
    calls: Vec<usize>,
}

impl Lives {
    fn of(function: &Function) -> Lives {
        let count = function.locals.len();
        let mut lives = Lives {
            lives: IndexVec::filled(Life::None, count),
            values: IndexVec::filled((0, 0), function.values.len()),
            blocks: IndexVec::filled(0, count),
            open: Vec::new(),
            loops: Vec::new(),
            lasting: Vec::new(),
            number: 0,
            calls: vec![0],
        };
        for local in function.params.iter().chain(&function.owned) {
            lives.lives[*local] = Life::Long;
        }
        lives.block(&function.body);
        lives
    }

    fn block(&mut self, block: &Block) {
        let id = self.open.len();
        self.open.push(true);
        for stmt in &block.stmts {
            self.number += 1;
            let number = self.number;
            let calls = self.calls.last().copied().unwrap_or(0);
            self.calls.push(calls + usize::from(may_call(&stmt.op)));
            stmt.op
                .for_each_operand(|value| self.values[*value].1 = number);
            for result in &stmt.results {
                self.values[*result].0 = number;
            }
            if let Op::For { index, .. } = &stmt.op {
                self.values[*index].0 = number;
            }
            match &stmt.op {
                Op::Get(local) | Op::Release(local) => self.mention(*local, id, false),
                Op::Set(local, _) => self.mention(*local, id, true),
                _ => {}
            }
            let is_loop = matches!(stmt.op, Op::For { .. } | Op::Loop { .. });
            if is_loop {
                self.loops.push(self.number);
                self.lasting.push(Vec::new());
            }
            for inner in stmt.op.blocks() {
                self.block(inner);
            }
            if is_loop {
                self.loops.pop();
                for local in self.lasting.pop().unwrap_or_default() {
                    self.extend(local);
                }
            }
        }
        self.open[id] = false;
    }

    /// Whether a statement between the two calls something.
    fn calls_between(&self, first: usize, last: usize) -> bool {
        last > first + 1 && self.calls[last - 1] > self.calls[first]
    }

    fn mention(&mut self, local: Local, block: usize, assigns: bool) {
        match self.lives[local] {
            Life::None if assigns => {
                let first = self.number;
                self.lives[local] = Life::Short { first, last: first };
                self.blocks[local] = block;
            }
            Life::Short { first, .. } if self.open[self.blocks[local]] => {
                self.extend(local);
                // What was assigned before a loop is used in all its iterations.
                let outermost = self.loops.partition_point(|start| *start <= first);
                if let Some(lasting) = self.lasting.get_mut(outermost) {
                    lasting.push(local);
                }
            }
            Life::None | Life::Short { .. } | Life::Long => self.lives[local] = Life::Long,
        }
    }

    /// The variable is in use now.
    fn extend(&mut self, local: Local) {
        if let Life::Short { last, .. } = &mut self.lives[local] {
            *last = self.number;
        }
    }
}

/// Whether the operation itself becomes a call.
fn may_call(op: &Op) -> bool {
    matches!(
        op,
        call_op!()
            | Op::Math(..)
            | Op::Runtime { .. }
            | Op::NewArray { .. }
            | Op::Release(_)
            | Op::Together(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Id;
    use crate::mir::parse;

    fn homes(body: &str) -> Homes {
        let text = format!("entry f\nhost f() {{\n{body}}}\n");
        let program = parse::program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        Homes::shared(&program.functions[program.entry])
    }

    fn far(homes: &Homes, value: usize) -> Option<u32> {
        homes.far(Value::from_index(value))
    }

    #[test]
    fn variables_that_are_never_in_use_together_share() {
        let use_of = |name: char, first: usize| {
            let second = first + 1;
            format!("set %{name}, 1\nv{first}: i32 = get %{name}\nv{second}: i32 = get %{name}\n")
        };
        let locals = "local %a: i32\nlocal %b: i32\nlocal %c: i32\n".to_owned();
        let homes = homes(&(locals + &use_of('a', 0) + &use_of('b', 2) + &use_of('c', 4)));
        assert_eq!(homes.of.as_slice(), [Home::Variable(0); 3]);
        assert_eq!((homes.variables.len(), homes.frame), (1, 0));
    }

    #[test]
    fn what_a_loop_reads_is_kept_for_all_its_iterations() {
        let homes = homes(
            "local %before: i32\nlocal %within: i32\nset %before, 1\nb0: for v0 = 1..1..1 {\n\
             v1: i32 = get %before\nset %within, 1\nv2: i32 = get %within\n}\n",
        );
        let [before, within] = [0, 1].map(Local::from_index);
        assert_ne!(homes.of[before], homes.of[within]);
        assert_eq!(homes.frame, 0);
    }

    #[test]
    fn values_that_are_used_far_away_lie_in_the_frame() {
        let read = |number: usize| format!("v{number}: i32 = runtime thread_count()\n");
        let near = "v2: i32 = add v1, v1\n".to_owned();
        let between: String = (3..3 + SHORT).map(read).collect();
        let last = format!("v{}: i32 = add v0, v0\n", 3 + SHORT);
        let homes = homes(&(read(0) + &read(1) + &near + &between + &last));
        assert_eq!((far(&homes, 0), far(&homes, 1)), (Some(0), None));
    }

    #[test]
    fn floats_lie_in_the_frame_across_calls() {
        let homes = homes(
            "local %x: f32\nlocal %n: i32\nset %x, 1.0\nset %n, 1\nv0: f32 = get %x\nv1: i32 = get %n\n\
             v2: f32 = sin(v0)\nv3: f32 = add v2, v0\nv4: i32 = add v1, v1\n",
        );
        // What is used across the call, the result of the call, an int.
        assert_eq!(
            [0, 2, 1].map(|value| far(&homes, value)),
            [Some(0), None, None]
        );
    }

    #[test]
    fn what_may_be_read_before_it_is_assigned_lies_in_the_frame() {
        let homes = homes(
            "local %a: i32\nlocal %b: i32\nlocal %c: i32\nb0: for v0 = 1..1..1 {\nv1: i32 = get %a\nset %a, 1\n\
             if true {\nset %b, 1\n}\nv2: i32 = get %b\n}\n",
        );
        assert_eq!(
            homes.of.as_slice(),
            [Home::Frame(0), Home::Frame(8), Home::Nowhere]
        );
    }
}
