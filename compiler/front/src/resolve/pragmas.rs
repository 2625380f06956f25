//! Pragmas: switches that are in force for a part of a program's text.
//!
//! `#pragma name on` or `off` holds from its line to the next pragma of that name in the same block, at most to the end of the
//! block: of a loop, a branch, a function, or of the file. Inner blocks follow the outer ones until they say otherwise. Functions
//! follow the place where they are written, not the place of their calls. `force_parallel` and `force_serial` are about the
//! next loop alone. A pragma counts over what the environment and the configuration say, and the command line over the pragma.
//!
//! *Invariant:* what holds at a place depends on the text and the settings alone.

use std::collections::BTreeMap;

use super::Modules;
use crate::base::{Interner, Span};
use crate::diag::{Code, Report, did_you_mean};
use crate::syntax::ast::{Block, Pragma, StmtKind};
use crate::syntax::blocks::inner_blocks;

/// A switch that holds for a part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Switch {
    /// `loop_parallelizer`: loops become kernels.
    LoopParallelizer,
    /// `expression_optimizer`: array expressions become kernels.
    ExpressionOptimizer,
    /// `show_reductions`: tell about every reduction that is applied.
    ShowReductions,
}

/// What a pragma is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A part of the text.
    Part(Switch),
    /// The next loop becomes a kernel.
    ForceParallel,
    /// The next loop stays a loop.
    ForceSerial,
}

/// Every pragma.
pub const TABLE: &[(&str, Meaning)] = &[
    ("loop_parallelizer", Meaning::Part(Switch::LoopParallelizer)),
    (
        "expression_optimizer",
        Meaning::Part(Switch::ExpressionOptimizer),
    ),
    ("show_reductions", Meaning::Part(Switch::ShowReductions)),
    ("force_parallel", Meaning::ForceParallel),
    ("force_serial", Meaning::ForceSerial),
];

/// The pragma of that name.
pub fn meaning(name: &str) -> Option<Meaning> {
    let row = TABLE.iter().find(|(known, _)| *known == name);
    row.map(|(_, meaning)| *meaning)
}

/// What the pragmas of a program switch, and where.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Switches {
    /// By switch: parts of the text in the order of their beginning, with on or off.
    parts: BTreeMap<Switch, Vec<(Span, bool)>>,
    /// What holds elsewhere; a switch that is not here is on, but for `ShowReductions`.
    elsewhere: BTreeMap<Switch, bool>,
    /// What the command line says: it counts over every pragma.
    everywhere: BTreeMap<Switch, bool>,
}

impl Switches {
    /// Those of all modules.
    pub fn of(modules: &Modules, names: &Interner) -> Switches {
        let mut switches = Switches::default();
        for module in &modules.modules {
            switches.block(&module.ast.body, names);
        }
        switches
    }

    /// With what holds where no pragma does.
    #[must_use]
    pub fn with_default(mut self, switch: Switch, enabled: bool) -> Switches {
        self.elsewhere.insert(switch, enabled);
        self
    }

    /// With what holds wherever a pragma says otherwise, too; nothing where nobody asks for that.
    #[must_use]
    pub fn with_override(mut self, switch: Switch, enabled: Option<bool>) -> Switches {
        self.everywhere
            .extend(enabled.map(|enabled| (switch, enabled)));
        self
    }

    /// Whether a switch is on at a place.
    pub fn is_on(&self, switch: Switch, place: Span) -> bool {
        if let Some(enabled) = self.everywhere.get(&switch) {
            return *enabled;
        }
        let parts = self.parts.get(&switch).map_or(&[][..], Vec::as_slice);
        let holds = |(part, _): &&(Span, bool)| {
            part.file == place.file && part.lo <= place.lo && place.lo < part.hi
        };
        // The one that begins last is the innermost, and within a block the latest.
        let innermost = parts.iter().filter(holds).max_by_key(|(part, _)| part.lo);
        let elsewhere = || self.elsewhere.get(&switch).copied();
        let by_itself = switch != Switch::ShowReductions;
        innermost
            .map(|(_, enabled)| *enabled)
            .or_else(elsewhere)
            .unwrap_or(by_itself)
    }

    fn block(&mut self, block: &Block, names: &Interner) {
        for stmt in &block.stmts {
            if let StmtKind::Pragma(pragma) = &stmt.kind {
                self.pragma(pragma, stmt.span, block.span.hi, names);
            }
            for inner in inner_blocks(stmt) {
                self.block(inner, names);
            }
        }
    }

    fn pragma(&mut self, pragma: &Pragma, span: Span, end: u32, names: &Interner) {
        if let Some(Meaning::Part(switch)) = meaning(names.text(pragma.name.name)) {
            let part = Span::new(span.file, span.lo, end.max(span.hi));
            let parts = self.parts.entry(switch).or_default();
            parts.push((part, pragma.enabled));
        }
    }
}

/// The report on a pragma that does not exist.
pub fn unknown(pragma: &Pragma, name: &str) -> Report {
    let message = format!("there is no pragma `{name}`");
    let known = TABLE.iter().map(|(known, _)| *known);
    let list = || known.clone().collect::<Vec<_>>().join(", ");
    let help = did_you_mean(name, known.clone());
    Report::new(Code::UnknownPragma, pragma.name.span, message)
        .label("ignored")
        .help(help.unwrap_or_else(|| format!("the pragmas are {}", list())))
}
