//! Loops that pragmas or settings leave as they are.
//!
//! *Invariant:* a loop that the source forces to be parallel stays so.

use crate::base::IndexVec;
use crate::mir::{Block, FuncKind, Loc, Location, LoopDirective, Op, Program};
use crate::resolve::pragmas::{Switch, Switches};

/// Marks the loops of host functions that stand where their kind of loop is switched off.
pub fn switch_off(program: &mut Program, switches: &Switches) {
    let Program {
        functions,
        locations,
        ..
    } = program;
    for function in functions.iter_mut() {
        if function.kind == FuncKind::Host {
            block(&mut function.body, locations, switches);
        }
    }
}

fn block(body: &mut Block, locations: &IndexVec<Loc, Location>, switches: &Switches) {
    for stmt in &mut body.stmts {
        let place = locations[stmt.loc].span;
        if let Op::For { directive, .. } = &mut stmt.op {
            directive.force_serial |=
                !switches.is_on(switch(directive), place) && !directive.force_parallel;
        }
        for inner in stmt.op.blocks_mut() {
            block(inner, locations, switches);
        }
    }
}

/// The switch that a loop obeys.
fn switch(directive: &LoopDirective) -> Switch {
    match directive.expression {
        true => Switch::ExpressionOptimizer,
        false => Switch::LoopParallelizer,
    }
}
