//! Where a program asks for kernels to be fused: `{!kernel_fusion strategy=…}` and `{!kernel_fusion barrier}`.
//!
//! The attribute counts for the whole function (or script) that it stands in. Launches in functions that are called there belong to it
//! too, since they are inlined.
//!
//! *Invariant:* what holds at a place depends on the text alone.

use super::Modules;
use crate::base::{Interner, Span};
use crate::diag::{Code, Report};
use crate::syntax::ast::{Attribute, Block, Expr, ExprKind, StmtKind};
use crate::syntax::blocks::inner_blocks;

/// What fusion shall be good at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strategy {
    /// Where the costs say that it is a gain.
    Smart,
    /// As `Smart`, and launches stay in their order.
    NoReordering,
    /// As few launches as possible.
    MinSyncGrid,
    /// As little memory at a time as possible.
    MinWorkingMemory,
    /// All launches between two barriers, whatever it costs.
    Manual,
}

/// The strategies by their names in the source.
const STRATEGIES: &[(&str, Strategy)] = &[
    ("smart", Strategy::Smart),
    ("noreordering", Strategy::NoReordering),
    ("minsyncgrid", Strategy::MinSyncGrid),
    ("minworkingmemory", Strategy::MinWorkingMemory),
    ("manual", Strategy::Manual),
];

impl Strategy {
    /// Its name in the source.
    pub fn name(self) -> &'static str {
        let row = STRATEGIES.iter().find(|(_, strategy)| *strategy == self);
        row.expect("every strategy has a name").0
    }

    /// Whether launches may change their order.
    pub fn reorders(self) -> bool {
        match self {
            Strategy::Smart | Strategy::MinSyncGrid | Strategy::MinWorkingMemory => true,
            Strategy::NoReordering | Strategy::Manual => false,
        }
    }
}

/// A function that asks for fusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The body of the function.
    pub body: Span,
    /// How.
    pub strategy: Strategy,
    /// The attribute.
    pub attribute: Span,
}

/// All that a program says of fusion.
#[derive(Clone, Debug, Default)]
pub struct Requests {
    /// The functions, in the order of the text.
    pub functions: Vec<Request>,
    /// Places that keep launches apart.
    pub barriers: Vec<Span>,
    /// The bodies of all functions.
    bodies: Vec<Span>,
}

impl Requests {
    /// None at all.
    pub const NONE: Requests = Requests {
        functions: Vec::new(),
        barriers: Vec::new(),
        bodies: Vec::new(),
    };

    /// Those of all modules, with warnings about barriers that keep nothing apart.
    pub fn of(modules: &Modules, names: &Interner) -> (Requests, Vec<Report>) {
        let mut requests = Requests::default();
        for module in &modules.modules {
            let body = &module.ast.body;
            requests.bodies.push(body.span);
            requests.block(body, body.span, names);
        }
        let lonely = requests.barriers.iter();
        let lonely = lonely.filter(|barrier| requests.around(**barrier).is_none());
        let reports = lonely.map(|barrier| without_function(*barrier)).collect();
        (requests, reports)
    }

    /// One function that is the whole of a file, for tests.
    #[doc(hidden)]
    pub fn for_all(file: Span, strategy: Strategy) -> Requests {
        let function = Request {
            body: file,
            strategy,
            attribute: file,
        };
        Requests {
            functions: vec![function],
            barriers: Vec::new(),
            bodies: vec![file],
        }
    }

    /// The request of the innermost function around a place.
    pub fn around(&self, place: Span) -> Option<Request> {
        let around = self.bodies.iter().filter(|body| holds(**body, place));
        let innermost = around.max_by_key(|body| body.lo)?;
        let mut functions = self.functions.iter();
        functions.find(|one| one.body == *innermost).copied()
    }

    /// Whether a function that is defined at a place asks for fusion.
    pub fn is_body(&self, place: Span) -> bool {
        self.around(place).is_some()
    }

    /// The barrier between two places of one file, in the order of the text.
    pub fn barrier_between(&self, first: Span, second: Span) -> Option<Span> {
        let between = |barrier: &&Span| {
            barrier.file == first.file && (first.lo..second.lo).contains(&barrier.lo)
        };
        self.barriers.iter().find(between).copied()
    }

    fn block(&mut self, block: &Block, function: Span, names: &Interner) {
        for stmt in &block.stmts {
            if let StmtKind::Attribute(attribute) = &stmt.kind
                && names.text(attribute.name.name) == "kernel_fusion"
            {
                self.attribute(attribute, function, names);
            }
            for inner in inner_blocks(stmt) {
                let is_function = matches!(stmt.kind, StmtKind::Function(_));
                self.bodies.extend(is_function.then_some(inner.span));
                let function = if is_function { inner.span } else { function };
                self.block(inner, function, names);
            }
        }
    }

    fn attribute(&mut self, attribute: &Attribute, function: Span, names: &Interner) {
        let is_barrier = |word: &Expr| {
            word.as_name()
                .is_some_and(|word| names.text(word.name) == "barrier")
        };
        if attribute.arguments.iter().any(is_barrier) {
            self.barriers.push(attribute.span);
            return;
        }
        // A word or strategy that does not exist was reported with the other values of attributes; nothing is fused then.
        let mut given = attribute.properties.iter();
        let given = given.find(|property| names.text(property.name.name) == "strategy");
        let strategy = match given.map(|property| &property.value.kind) {
            Some(ExprKind::String(name)) => STRATEGIES.iter().find(|(known, _)| **known == **name),
            Some(_) => None,
            None => STRATEGIES
                .first()
                .filter(|_| attribute.arguments.is_empty()),
        };
        if let Some((_, strategy)) = strategy {
            self.functions.push(Request {
                body: function,
                strategy: *strategy,
                attribute: attribute.span,
            });
        }
    }
}

fn holds(body: Span, place: Span) -> bool {
    body.file == place.file && body.lo <= place.lo && place.lo < body.hi
}

fn without_function(barrier: Span) -> Report {
    let message = "this barrier of kernel fusion keeps nothing apart";
    Report::new(Code::FusionBarrier, barrier, message)
        .label("the function around it does not ask for fusion")
        .help("add `{!kernel_fusion strategy=\"manual\"}` to the function, or remove the barrier")
}
