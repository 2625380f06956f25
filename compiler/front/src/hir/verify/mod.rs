//! The verifier of the typed tree: what lowering relies on, as far as a tree shows it by itself.
//!
//! It runs behind the checker and behind scalar replacement, in every build: all engines share what these two make, so that no
//! comparison of engines finds their mistakes.
//!
//! | file | whose rules |
//! |---|---|
//! | `program` | instances, their variables, the script, `main` |
//! | `statement` | statements |
//! | `assignment` | assignments and targets |
//! | `expression` | operators, conversions, literals, values of classes |
//! | `access` | elements and slices |
//! | `call` | calls, launches, function values |
//! | `builtin` | builtin functions, new arrays |
//! | `types` | what types have in common |
//!
//! *Invariant:* a tree that passes names only what exists, and every node has the types of parts and result that `data.rs` says.

mod access;
mod assignment;
mod builtin;
mod call;
mod expression;
mod program;
mod statement;
#[cfg(test)]
mod tests;
mod types;

use super::data::{Assign, Element, Expr, ExprKind, Instance, InstanceId, Program, Stmt, Target};
use super::print;
use super::walk::{
    Visitor, walk_assign, walk_block, walk_element, walk_expr, walk_stmt, walk_target,
};

/// What has been done to a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It comes from the checker.
    Checked,
    /// Classes and enumerations are taken apart.
    Sroa,
}

impl Stage {
    fn name(self) -> &'static str {
        match self {
            Stage::Checked => "check",
            Stage::Sroa => "scalar replacement of aggregates",
        }
    }
}

/// Checks a program; panics with every violation and the text of the instances concerned.
///
/// # Panics
/// When the program breaks a rule: a defect of the compiler.
pub fn verify(program: &Program, stage: Stage) {
    let violations = check(program, stage);
    if violations.is_empty() {
        return;
    }
    let mut message = format!("the typed tree is broken after {}:\n", stage.name());
    for violation in &violations {
        message.push_str(&format!("  {}\n", violation.text(program)));
    }
    let mut instances: Vec<InstanceId> = violations.iter().filter_map(|it| it.instance).collect();
    instances.dedup();
    for id in instances {
        message.push_str(&print::instance(program, id));
    }
    panic!("{message}");
}

/// A rule that a program breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Where; none for the program as a whole.
    pub instance: Option<InstanceId>,
    /// What is wrong.
    pub message: String,
}

impl Violation {
    fn text(&self, program: &Program) -> String {
        match self.instance {
            Some(id) => format!("{}: {}", program.instances[id].name, self.message),
            None => self.message.clone(),
        }
    }
}

/// All violations, in the order of the program's text.
pub fn check(program: &Program, stage: Stage) -> Vec<Violation> {
    let mut violations = program::check(program);
    for (id, instance) in program.instances.iter_enumerated() {
        let mut checker = Checker::new(program, stage, id);
        checker.instance(instance);
        walk_block(&mut checker, &instance.body);
        violations.extend(checker.violations);
    }
    violations.extend(program::check_defaults(program, stage));
    violations
}

/// Checks one instance.
struct Checker<'a> {
    program: &'a Program,
    instance: &'a Instance,
    id: InstanceId,
    stage: Stage,
    /// How many loops are around.
    loops: u32,
    violations: Vec<Violation>,
}

impl<'a> Checker<'a> {
    fn new(program: &'a Program, stage: Stage, id: InstanceId) -> Self {
        Checker {
            program,
            instance: &program.instances[id],
            id,
            stage,
            loops: 0,
            violations: Vec::new(),
        }
    }

    fn violate(&mut self, message: String) {
        self.violations.push(Violation {
            instance: Some(self.id),
            message,
        });
    }

    /// A rule of the instance or of a statement.
    fn require(&mut self, holds: bool, rule: impl FnOnce() -> String) {
        if !holds {
            self.violate(rule());
        }
    }

    /// A rule of an expression, which the message shows.
    fn require_of(&mut self, expr: &Expr, holds: bool, rule: impl FnOnce() -> String) {
        if !holds {
            let text = print::expr(self.program, self.id, expr);
            self.violate(format!("{}: `{text}` : {}", rule(), expr.ty));
        }
    }
}

impl Visitor for Checker<'_> {
    fn expr(&mut self, expr: &Expr) {
        self.check_expr(expr);
        walk_expr(self, expr);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.check_stmt(stmt);
        let inner = statement::is_loop(stmt);
        self.loops += u32::from(inner);
        walk_stmt(self, stmt);
        self.loops -= u32::from(inner);
    }

    fn assign(&mut self, assign: &Assign) {
        self.check_assign(assign);
        walk_assign(self, assign);
    }

    fn target(&mut self, target: &Target) {
        self.check_target(target);
        walk_target(self, target);
    }

    fn element(&mut self, element: &Element) {
        self.check_element(element);
        walk_element(self, element);
    }
}

/// Whether an expression is the value of nothing.
fn is_nothing(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::ArrayLiteral(items) if items.is_empty())
}
