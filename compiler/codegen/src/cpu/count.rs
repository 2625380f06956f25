//! Counting the owners of arrays and strings.
//!
//! The usual case, an object that has and keeps owners, is two instructions in place; the runtime frees the others.
//!
//! *Invariant:* counts change on the host thread only; an immortal object, whose count is negative, is never written to.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};
use quasar_abi::{ArrayHeader, RtFn};

use super::function::{Flow, FunctionCompiler};
use crate::mir::{Local, Value};

/// Where headers keep the number of owners; strings and arrays agree.
const COUNT: i32 = ArrayHeader::REFS as i32;

impl FunctionCompiler<'_, '_> {
    /// `Op::Retain`.
    pub fn retain(&mut self, value: Value) -> Flow {
        let object = self.value(value);
        self.add_owner(object);
        Flow::Next
    }

    /// `Op::Release`.
    pub fn release(&mut self, local: Local) -> Flow {
        let object = self.local(local);
        self.remove_owner(object);
        let empty = self.zero(self.function.locals[local].ty);
        self.set_local(local, empty);
        Flow::Next
    }

    /// One more owner, unless the object is immortal.
    pub fn add_owner(&mut self, object: ir::Value) {
        let count = self.count(object);
        let mortal = self
            .builder
            .ins()
            .icmp_imm_s(IntCC::SignedGreaterThanOrEqual, count, 0);
        let (counted, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(mortal, counted, &[], next, &[]);
        self.enter(counted);
        self.store_count(object, count, 1);
        self.jump(next);
        self.enter(next);
    }

    /// One owner less; the runtime takes the last one and what is immortal.
    pub fn remove_owner(&mut self, object: ir::Value) {
        let count = self.count(object);
        let shared = self
            .builder
            .ins()
            .icmp_imm_s(IntCC::SignedGreaterThan, count, 1);
        let [counted, last, next] = [(); 3].map(|()| self.builder.create_block());
        self.builder.ins().brif(shared, counted, &[], last, &[]);
        self.enter(counted);
        self.store_count(object, count, -1);
        self.jump(next);
        self.enter(last);
        self.call_row(RtFn::object_release, &[object], &[]);
        self.jump(next);
        self.enter(next);
    }

    fn count(&mut self, object: ir::Value) -> ir::Value {
        self.builder
            .ins()
            .load(types::I64, MemFlagsData::trusted(), object, COUNT)
    }

    fn store_count(&mut self, object: ir::Value, count: ir::Value, change: i64) {
        let changed = self.builder.ins().iadd_imm_s(count, change);
        self.builder
            .ins()
            .store(MemFlagsData::trusted(), changed, object, COUNT);
    }
}
