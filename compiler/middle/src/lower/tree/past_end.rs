//! Loops that certainly go past the end of an array: `for k = 1..numel(x)` with `x[k]`, which is a habit of languages that count from 1.
//!
//! Reading there gives 0, which no error tells. Only accesses that every iteration makes count, by the loop's own index and a number,
//! of arrays whose size the loop does not change and that have no modifier for what lies outside.
//!
//! Layer: `tree`.
//!
//! *Invariant:* what is told holds in the last iteration of the loop, whatever the program does before.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Span;
use crate::builtins::Builtin;
use crate::diag::{Code, Report};
use crate::hir::walk::{Visitor, walk_block, walk_element, walk_expr, walk_stmt, walk_target};
use crate::hir::{
    Assign, AssignOp, BinaryOp, Element, Expr, ExprKind, GlobalVarId, Instance, Place, Program,
    Sequence, Stmt, StmtKind, Subscript, Target, VarId,
};

/// The warnings of a program, each once.
pub fn warnings(program: &Program) -> Vec<Report> {
    let mut found: Vec<Report> = Vec::new();
    for instance in &program.instances {
        let mut finder = Finder::new(program, instance);
        walk_block(&mut finder, &instance.body);
        for report in finder.found {
            if !found.iter().any(|other| other.span() == report.span()) {
                found.push(report);
            }
        }
    }
    found
}

/// A variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Local(VarId),
    Global(GlobalVarId),
}

impl Name {
    fn read(expr: &Expr) -> Option<Name> {
        match expr.kind {
            ExprKind::Var(var) => Some(Name::Local(var)),
            ExprKind::Global(global) => Some(Name::Global(global)),
            _ => None,
        }
    }

    fn written(target: &Target) -> Option<Name> {
        match target {
            Target::Var(var) => Some(Name::Local(*var)),
            Target::Global(global) => Some(Name::Global(*global)),
            Target::Element(_)
            | Target::Field(..)
            | Target::Deref(_)
            | Target::Entry(..)
            | Target::Ignore => None,
        }
    }
}

/// What an index is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// A number alone.
    Known,
    /// The number of elements.
    Numel(Name),
    /// The length of a dimension.
    Dimension(Name, usize),
}

/// A loop over the ints from `first` to `extent + offset`.
struct Loop {
    index: Name,
    first: i32,
    extent: Extent,
    offset: i32,
    span: Span,
    assigned: BTreeSet<Name>,
    /// Branches around it.
    conditional: u32,
    /// The accesses by its index, in the order of the text.
    accesses: Vec<Reach>,
}

/// An access by the index of a loop and a number.
struct Reach {
    array: Name,
    axis: Axis,
    offset: i32,
    writes: bool,
    span: Span,
}

/// Which extent limits an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Numel { known: Option<i32>, is_vector: bool },
    Dimension { at: usize, known: Option<i32> },
}

struct Finder<'p> {
    program: &'p Program,
    instance: &'p Instance,
    /// Variables that are assigned once in the function: what they are.
    once: BTreeMap<Name, Option<Expr>>,
    loops: Vec<Loop>,
    /// Branches around the current place.
    conditional: u32,
    found: Vec<Report>,
}

impl<'p> Finder<'p> {
    fn new(program: &'p Program, instance: &'p Instance) -> Self {
        let mut values = Values::default();
        walk_block(&mut values, &instance.body);
        let parameters = instance.params.iter().chain(&instance.captures);
        for param in parameters {
            values
                .assigned
                .entry(Name::Local(*param))
                .and_modify(|value| *value = None);
        }
        Finder {
            program,
            instance,
            once: values.assigned,
            loops: Vec::new(),
            conditional: 0,
            found: Vec::new(),
        }
    }

    /// A loop over ints one by one, when its last index is an extent and a number.
    fn loop_of(&self, var: VarId, sequence: &Sequence, body: &[Stmt], span: Span) -> Option<Loop> {
        let Sequence::IntRange { start, step, stop } = sequence else {
            return None;
        };
        let by_one = step
            .as_ref()
            .is_none_or(|step| step.kind == ExprKind::Int(1));
        let ExprKind::Int(first) = start.kind else {
            return None;
        };
        let mut values = Values::default();
        walk_block(&mut values, body);
        let (extent, offset) = self.limit(stop)?;
        // A loop that can be left may never come to its last iteration, and one over nothing has none.
        let runs = extent != Extent::Known || first <= offset;
        (by_one && runs && !values.leaves).then(|| Loop {
            index: renamed(var, body).unwrap_or(Name::Local(var)),
            first,
            extent,
            offset,
            span,
            assigned: values.assigned.keys().copied().collect(),
            conditional: self.conditional,
            accesses: Vec::new(),
        })
    }

    /// An extent and a number.
    fn limit(&self, expr: &Expr) -> Option<(Extent, i32)> {
        match &expr.kind {
            ExprKind::Int(number) => Some((Extent::Known, *number)),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                let ExprKind::Int(number) = right.kind else {
                    return None;
                };
                let (extent, offset) = self.limit(left)?;
                let number = if *op == BinaryOp::Add {
                    number
                } else {
                    number.checked_neg()?
                };
                Some((extent, offset.checked_add(number)?))
            }
            ExprKind::Builtin(Builtin::Numel, args) => {
                Some((Extent::Numel(Name::read(&args[0])?), 0))
            }
            ExprKind::Builtin(Builtin::Size, args) if args.len() == 2 => match args[1].kind {
                ExprKind::Int(axis) => {
                    let axis = usize::try_from(axis).ok()?;
                    Some((Extent::Dimension(Name::read(&args[0])?, axis), 0))
                }
                _ => None,
            },
            ExprKind::Var(_) | ExprKind::Global(_) => {
                let value = self.once.get(&Name::read(expr)?)?.as_ref()?;
                let (extent, offset) = self.limit(value)?;
                let steady = match extent {
                    Extent::Known => true,
                    // The array must be the same when the loop runs.
                    Extent::Numel(array) | Extent::Dimension(array, _) => {
                        self.once.get(&array).is_none_or(Option::is_some)
                    }
                };
                steady.then_some((extent, offset))
            }
            _ => None,
        }
    }

    fn note(&mut self, element: &Element, writes: bool) {
        let Some(array) = Name::read(&element.array) else {
            return;
        };
        let Some(ty) = element.array.ty.as_array() else {
            return;
        };
        let Place::Subscripts(subscripts) = &element.place else {
            return;
        };
        if ty.modifiers.access.is_some() || ty.any_rank {
            return;
        }
        let conditional = self.conditional;
        for (at, subscript) in subscripts.iter().enumerate() {
            let Subscript::Index(index) = subscript else {
                continue;
            };
            let Some((name, offset)) = shifted(index) else {
                continue;
            };
            let axis = match subscripts.len() {
                1 => Axis::Numel {
                    known: ty.known_numel().and_then(|count| i32::try_from(count).ok()),
                    is_vector: ty.sizes.len() == 1,
                },
                _ => Axis::Dimension {
                    at,
                    known: ty.known_sizes().and_then(|sizes| sizes.get(at).copied()),
                },
            };
            let span = index.span;
            let reach = Reach {
                array,
                axis,
                offset,
                writes,
                span,
            };
            let found = self.loops.iter_mut().rev().find(|one| one.index == name);
            let certain =
                |one: &&mut Loop| one.conditional == conditional && !one.assigned.contains(&array);
            if let Some(found) = found.filter(certain) {
                found.accesses.push(reach);
            }
        }
    }

    /// Tells of the first access that goes past the end.
    fn finish(&mut self, done: &Loop) {
        let goes_past =
            |one: &&Reach| beyond(done, one).is_some_and(|beyond| is_habit(done, one, beyond));
        let past = done.accesses.iter().filter(goes_past);
        // What is an error counts before what gives 0.
        if let Some(one) = past.min_by_key(|one| !one.writes) {
            let report = self.report(done, one);
            self.found.push(report);
        }
    }

    fn report(&self, done: &Loop, one: &Reach) -> Report {
        let array = self.text(one.array);
        let length = match one.axis {
            Axis::Numel { .. } => format!("numel({array})"),
            Axis::Dimension { at, .. } => format!("size({array},{at})"),
        };
        let (what, effect) = match one.writes {
            true => ("writes", "is an error"),
            false => ("reads", "gives 0"),
        };
        let first = match never_at_first(done, one) {
            true => 0,
            false => done.first,
        };
        let back = 1 + one.offset;
        Report::new(
            Code::PastEnd,
            one.span,
            format!("the last iteration {what} `{array}` past its end, which {effect}"),
        )
        .label("indices start at 0 and end at the length less one")
        .also(done.span, "this loop")
        .help(format!(
            "no iteration goes past the end in `for {} = {first}..{length}-{back}`",
            self.text(done.index),
        ))
    }

    fn text(&self, name: Name) -> &str {
        match name {
            Name::Local(var) => &self.instance.vars[var].name,
            Name::Global(global) => &self.program.globals[global].name,
        }
    }

    fn in_branch(&mut self, visit: impl FnOnce(&mut Self)) {
        self.conditional += 1;
        visit(self);
        self.conditional -= 1;
    }
}

/// How far past the last element the last iteration reaches: 0 is the first that is not there.
fn beyond(done: &Loop, one: &Reach) -> Option<i32> {
    let last = done.offset.checked_add(one.offset)?;
    match (done.extent, one.axis) {
        (Extent::Known, Axis::Numel { known, .. } | Axis::Dimension { known, .. }) => {
            last.checked_sub(known?)
        }
        (Extent::Numel(array), Axis::Numel { .. }) if array == one.array => Some(last),
        (
            Extent::Dimension(array, 1),
            Axis::Numel {
                is_vector: true, ..
            },
        ) if array == one.array => Some(last),
        (Extent::Dimension(array, axis), Axis::Dimension { at, .. })
            if array == one.array && axis == at =>
        {
            Some(last)
        }
        _ => None,
    }
}

/// Whether an access past the end is a slip: the loop itself goes too far, or it counts from 1 and never comes to the first element.
/// A neighbour that lies outside, `x[k+1]`, is what the rule for the outside is made for.
fn is_habit(done: &Loop, one: &Reach, beyond: i32) -> bool {
    let too_far = one.offset == 0 && done.first <= 1;
    beyond == 0 && (too_far || never_at_first(done, one))
}

/// Whether the loop counts from 1 and never reaches what is at 0.
fn never_at_first(done: &Loop, one: &Reach) -> bool {
    let same = |other: &&Reach| other.array == one.array && other.axis == one.axis;
    let mut others = done.accesses.iter().filter(same);
    done.first == 1 && others.all(|other| other.offset >= 0)
}

/// The variable that the source has for the index of a loop: its first statement gives it the index.
fn renamed(var: VarId, body: &[Stmt]) -> Option<Name> {
    match &body.first()?.kind {
        StmtKind::Assign(assign) if assign.value.kind == ExprKind::Var(var) => {
            Name::written(&assign.target)
        }
        _ => None,
    }
}

/// A variable and a number.
fn shifted(expr: &Expr) -> Option<(Name, i32)> {
    match &expr.kind {
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
            let ExprKind::Int(number) = right.kind else {
                return None;
            };
            let number = if *op == BinaryOp::Add {
                number
            } else {
                number.checked_neg()?
            };
            let (name, offset) = shifted(left)?;
            Some((name, offset.checked_add(number)?))
        }
        _ => Name::read(expr).map(|name| (name, 0)),
    }
}

impl Visitor for Finder<'_> {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Element(element) => {
                self.note(element, false);
                walk_expr(self, expr);
            }
            ExprKind::Ternary(cond, then, otherwise) => {
                self.expr(cond);
                self.in_branch(|s| {
                    s.expr(then);
                    s.expr(otherwise);
                });
            }
            _ => walk_expr(self, expr),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::For {
                var,
                sequence,
                body,
                ..
            } => match self.loop_of(*var, sequence, body, stmt.span) {
                Some(one) => {
                    self.loops.push(one);
                    walk_block(self, body);
                    let done = self.loops.pop().expect("the loop that was pushed");
                    self.finish(&done);
                }
                None => walk_stmt(self, stmt),
            },
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => {
                self.expr(cond);
                self.in_branch(|s| {
                    walk_block(s, then);
                    walk_block(s, otherwise);
                });
            }
            StmtKind::While { .. } | StmtKind::Repeat { .. } | StmtKind::Try { .. } => {
                self.in_branch(|s| walk_stmt(s, stmt));
            }
            _ => walk_stmt(self, stmt),
        }
    }

    fn target(&mut self, target: &Target) {
        if let Target::Element(element) = target {
            self.note(element, true);
        }
        walk_target(self, target);
    }

    fn element(&mut self, element: &Element) {
        walk_element(self, element);
    }
}

/// What is assigned, and what it gets where that is the only assignment; whether a loop or the function is left.
#[derive(Default)]
struct Values {
    assigned: BTreeMap<Name, Option<Expr>>,
    leaves: bool,
}

impl Values {
    fn assign_name(&mut self, target: &Target, value: Option<&Expr>) {
        if let Some(name) = Name::written(target) {
            let again = self.assigned.contains_key(&name);
            let value = value.filter(|_| !again).cloned();
            self.assigned.insert(name, value);
        }
    }
}

impl Visitor for Values {
    fn assign(&mut self, assign: &Assign) {
        let value = (assign.op == AssignOp::Set).then_some(&assign.value);
        self.assign_name(&assign.target, value);
        self.expr(&assign.value);
        self.target(&assign.target);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Break | StmtKind::Continue | StmtKind::Return | StmtKind::Error(_) => {
                self.leaves = true
            }
            StmtKind::Unpack { targets, .. } | StmtKind::UnpackVector { targets, .. } => {
                targets
                    .iter()
                    .for_each(|target| self.assign_name(target, None));
            }
            _ => {}
        }
        walk_stmt(self, stmt);
    }
}
