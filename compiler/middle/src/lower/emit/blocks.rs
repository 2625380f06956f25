//! Blocks that a closure emits: it gets whoever builds the block, with all that this one knows.
//!
//! Layer: `emit`.
//!
//! *Invariant:* each block that is opened is closed by the same call.

use crate::lower::emit::emitter::Emitter;
use crate::mir::{Block, ForHeader, FunctionBuilder, LoopDirective, LoopRange, Ty, Value};

/// Whoever emits into a function.
pub(in crate::lower) trait Blocks: Sized {
    /// What it emits into.
    fn builder(&mut self) -> &mut FunctionBuilder;

    /// Collects what `build` emits into a block of its own.
    fn block<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> (Block, T) {
        self.builder().open_block();
        let result = build(self);
        (self.builder().close_block(), result)
    }

    /// Emits `If` without an else branch.
    fn when<T>(&mut self, cond: Value, then: impl FnOnce(&mut Self) -> T) -> T {
        let (then, result) = self.block(then);
        self.builder().push_if(cond, then, Block::default());
        result
    }

    /// Emits a loop over `0 .. count-1` that the compiler made; `expression` says that its iterations are independent.
    fn count_loop<T>(
        &mut self,
        count: Value,
        expression: bool,
        body: impl FnOnce(&mut Self, Value) -> T,
    ) -> T {
        let builder = self.builder();
        let (start, step) = (builder.int(0), builder.int(1));
        let stop = builder.sub(count, step);
        let (label, index) = (builder.label(), builder.value(Ty::I32));
        let (body, result) = self.block(|s| body(s, index));
        let directive = LoopDirective {
            expression,
            ..LoopDirective::default()
        };
        let range = LoopRange { start, step, stop };
        let header = ForHeader {
            label,
            index,
            range,
            directive,
            name: None,
        };
        self.builder().push_for(header, body);
        result
    }
}

impl Blocks for Emitter<'_, '_> {
    fn builder(&mut self) -> &mut FunctionBuilder {
        self
    }
}
