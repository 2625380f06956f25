//! Asking for elements that a GPU may have changed.
//!
//! *Invariant:* an array that no GPU knows costs the look at one field.

use cranelift_codegen::ir::InstBuilder;
use quasar_abi::{ArrayHeader, RtFn};

use super::function::{Flow, FunctionCompiler};
use crate::mir::Value;

impl FunctionCompiler<'_, '_> {
    /// The rows `array_host_read` and `array_host_write`: called only for arrays that have copies on devices.
    pub fn ask_for_elements(&mut self, row: RtFn, array: Value) -> Flow {
        let array = self.value(array);
        let copies = self.header_field(array, ArrayHeader::DEVICE);
        let (ask, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(ask);
        self.builder.ins().brif(copies, ask, &[], next, &[]);
        self.enter(ask);
        self.call_row(row, &[array], &[]);
        self.builder.ins().jump(next, &[]);
        self.enter(next);
        Flow::Next
    }
}
