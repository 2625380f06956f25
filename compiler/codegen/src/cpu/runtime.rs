//! Calls: of the runtime's rows and of the program's own functions.
//!
//! *Invariant:* no other file of this room names a row's machine arguments; a row that raises is always followed by a
//! check of its status.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};
use quasar_abi::{AbiTy, Fails, Fill, RtFn, Tag, Tagged};

use super::function::{Area, Flow, FunctionCompiler};
use super::shared::{ARGUMENT, has_arguments_in_memory};
use super::types::{POINTER, class_type, clif_type};
use crate::mir::{ElemKind, FuncId, ListEntry, Ty, Value, row_stores_pair};

/// Bytes of a list entry.
const ENTRY: i32 = Tagged::SIZE as i32;
/// How many entries of a list are written through one register. Register allocation looks at all uses of a value each time that it divides
/// the value's life, so a value with thousands of uses would cost their square.
const NEAR: usize = 64;
/// Bytes that two results of a row take.
const PAIR: usize = 16;

/// One entry of a list, as machine values.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// A tag and a value, which is looked for when the entry is written: of a long list not all are in registers at once.
    Value(Tag, Value),
    /// A tag and constant bits.
    Constant(Tagged),
}

impl FunctionCompiler<'_, '_> {
    /// Raises an error where the stack is nearly used up: a comparison, since functions that call themselves do little else.
    pub fn check_stack(&mut self) {
        let floor = self.call_row(RtFn::stack_floor, &[], &[]);
        let floor = floor.expect("the row gives an address");
        let here = self.builder.ins().get_stack_pointer(POINTER);
        let is_low = self
            .builder
            .ins()
            .icmp(IntCC::UnsignedLessThan, here, floor);
        let (low, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(low);
        self.builder.ins().brif(is_low, low, &[], next, &[]);
        self.enter(low);
        self.call_row(RtFn::stack_check, &[], &[]);
        self.builder.ins().jump(next, &[]);
        self.enter(next);
    }

    /// Calls a row with machine arguments and checks its status; gives its result, if it has one.
    pub fn call_row(&mut self, row: RtFn, args: &[ir::Value], list: &[Entry]) -> Option<ir::Value> {
        let sig = row.sig();
        let mut machine = args.to_vec();
        if sig.takes_list() {
            machine.extend(self.list(list));
        }
        let raises = sig.fails == Fails::Raises;
        let stored = sig.result.as_ref().filter(|_| raises);
        if stored.is_some() {
            machine.push(self.stack(Area::Results, 8).1);
        }
        let returned = self.call_machine(row, &machine);
        let Some(returned) = returned.filter(|_| raises) else {
            return returned;
        };
        self.check(returned);
        stored.map(|result| self.stored_result(class_type(result.class), 0))
    }

    fn call_machine(&mut self, row: RtFn, machine: &[ir::Value]) -> Option<ir::Value> {
        let declared = self.shared.row(row);
        let callee = self.callee(declared);
        let call = self.builder.ins().call(callee, machine);
        self.builder.inst_results(call).first().copied()
    }

    /// A result that a callee stored.
    fn stored_result(&mut self, ty: ir::Type, offset: i32) -> ir::Value {
        let (_, address) = self.stack(Area::Results, 8);
        self.builder
            .ins()
            .load(ty, MemFlagsData::trusted(), address, offset)
    }

    /// Lays a list on the stack: its address and length.
    fn list(&mut self, list: &[Entry]) -> [ir::Value; 2] {
        let flags = MemFlagsData::trusted();
        let (slot, address) = self.stack(Area::List, Tagged::SIZE * list.len().max(1));
        let mut near = address;
        for (index, entry) in list.iter().enumerate() {
            let at = ENTRY * (index % NEAR) as i32;
            if index > 0 && at == 0 {
                let offset = ENTRY * index as i32;
                near = self.builder.ins().stack_addr(POINTER, slot, offset);
            }
            let (tag, bits) = match *entry {
                Entry::Value(tag, value) => {
                    let value = self.value(value);
                    (tag as u64, self.entry_bits(tag, value))
                }
                Entry::Constant(entry) => (entry.tag, self.long(entry.bits as i64)),
            };
            let tag = self.long(tag as i64);
            self.builder.ins().store(flags, tag, near, at);
            self.builder.ins().store(flags, bits, near, at + 8);
        }
        [address, self.long(list.len() as i64)]
    }

    /// The eight bytes of an entry; 32-bit floats leave the upper half alone.
    fn entry_bits(&mut self, tag: Tag, value: ir::Value) -> ir::Value {
        match tag {
            Tag::I32 | Tag::Bool => self.builder.ins().uextend(types::I64, value),
            Tag::I64
            | Tag::U64
            | Tag::F32
            | Tag::F64
            | Tag::Array
            | Tag::Text
            | Tag::Quoted
            | Tag::Complex32
            | Tag::Complex64
            | Tag::Slice => value,
        }
    }

    fn entries(&self, list: &[ListEntry]) -> Vec<Entry> {
        list.iter().flat_map(|entry| self.entry(entry)).collect()
    }

    fn entry(&self, entry: &ListEntry) -> Vec<Entry> {
        match entry {
            ListEntry::Value(value) => {
                vec![Entry::Value(tag_of(self.ty(*value)), *value)]
            }
            ListEntry::Unsigned(value) => vec![Entry::Value(Tag::U64, *value)],
            ListEntry::Quoted(value) => vec![Entry::Value(Tag::Quoted, *value)],
            ListEntry::Complex(re, im) => {
                let single = self.ty(*re) == Ty::F32;
                let tag = if single {
                    Tag::Complex32
                } else {
                    Tag::Complex64
                };
                [re, im].map(|part| Entry::Value(tag, *part)).to_vec()
            }
            ListEntry::Marker(marker) => vec![Entry::Constant(Tagged::slice(*marker))],
        }
    }

    /// `Op::Runtime`.
    pub fn runtime(
        &mut self,
        row: RtFn,
        args: &[Value],
        list: &[ListEntry],
        results: &[Value],
    ) -> Flow {
        if let RtFn::array_host_read | RtFn::array_host_write = row {
            return self.ask_for_elements(row, args[0]);
        }
        if row == RtFn::stack_check {
            self.check_stack();
            return Flow::Next;
        }
        let mut machine = self.row_arguments(row, args);
        let list = self.entries(list);
        if row_stores_pair(row) {
            machine.push(self.stack(Area::Results, PAIR).1);
            self.call_row(row, &machine, &list);
            let pair = [0, 8].map(|offset| self.stored_result(types::F64, offset));
            return self.define_all(results, &pair);
        }
        let result = self.call_row(row, &machine, &list);
        match results {
            [] => Flow::Next,
            [value] => {
                let result = result.expect("the verifier compared the row's results");
                self.define(*value, result);
                Flow::Next
            }
            [..] => panic!("a row has at most one result"),
        }
    }

    /// Arguments in the classes of the row: truth values are widened.
    fn row_arguments(&mut self, row: RtFn, args: &[Value]) -> Vec<ir::Value> {
        let mut machine = Vec::with_capacity(args.len() + 3);
        for (arg, parameter) in args.iter().zip(row.sig().params) {
            let value = self.value(*arg);
            let widens = self.ty(*arg) == Ty::Bool && parameter.class == AbiTy::I32;
            machine.push(match widens {
                true => self.builder.ins().uextend(types::I32, value),
                false => value,
            });
        }
        machine
    }

    /// `Op::Call`: a host function gives a status, then its results.
    pub fn call(&mut self, func: FuncId, args: &[Value], results: &[Value]) -> Flow {
        let args = match has_arguments_in_memory(&self.shared.program.functions[func]) {
            true => vec![self.arguments_in_memory(args)],
            false => self.values(args),
        };
        let callee = self.callee(self.shared.function(func));
        let call = self.builder.ins().call(callee, &args);
        let returned = self.builder.inst_results(call).to_vec();
        self.check(returned[0]);
        self.define_all(results, &returned[1..])
    }

    /// The address of arguments on the stack, which stay there while the callee runs.
    fn arguments_in_memory(&mut self, args: &[Value]) -> ir::Value {
        let (_, address) = self.stack(Area::List, ARGUMENT as usize * args.len());
        for (number, arg) in args.iter().enumerate() {
            let machine = self.value(*arg);
            let offset = ARGUMENT * number as i32;
            self.builder
                .ins()
                .store(MemFlagsData::trusted(), machine, address, offset);
        }
        address
    }

    /// `Op::NewArray`.
    pub fn new_array(&mut self, dims: &[Value], fill: Fill, ty: Ty) -> ir::Value {
        let kind = element_kind(ty);
        let args = [self.int(kind.code()), self.int(fill.code())];
        let list: Vec<_> = dims
            .iter()
            .map(|dim| Entry::Value(Tag::I32, *dim))
            .collect();
        self.call_row(RtFn::array_new, &args, &list)
            .expect("the row gives an array")
    }

    /// Calls a row that computes one number from numbers.
    pub fn call_function(&mut self, row: RtFn, args: &[ir::Value]) -> ir::Value {
        self.call_row(row, args, &[])
            .expect("the row gives a number")
    }

    /// A value as the eight bytes of a slot.
    pub fn store_in_slot(&mut self, value: Value, address: ir::Value, offset: i32) {
        let machine = self.value(value);
        let wide = match clif_type(self.ty(value)) {
            types::I8 | types::I32 => self.builder.ins().uextend(types::I64, machine),
            _ => machine,
        };
        self.builder
            .ins()
            .store(MemFlagsData::trusted(), wide, address, offset);
    }
}

/// The element kind of an array type.
pub fn element_kind(ty: Ty) -> ElemKind {
    match ty {
        Ty::Array(kind) => kind,
        Ty::Bool | Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 | Ty::Str => panic!("not an array"),
    }
}

/// How a value of a type is tagged in a list.
fn tag_of(ty: Ty) -> Tag {
    match ty {
        Ty::Bool => Tag::Bool,
        Ty::I32 => Tag::I32,
        Ty::I64 => Tag::I64,
        Ty::F32 => Tag::F32,
        Ty::F64 => Tag::F64,
        Ty::Array(_) => Tag::Array,
        Ty::Str => Tag::Text,
    }
}
