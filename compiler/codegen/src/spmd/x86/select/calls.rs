//! Calls of the runtime: functions without effect, and errors.
//!
//! *Invariant:* arguments and results lie where the System V convention wants them; everything else that a call destroys is saved by
//! the allocator.

use iced_x86::Code;
use quasar_abi::{AbiTy, Fails, RtFn, Tag, Tagged};
use regalloc2::{Operand, PReg, RegClass, VReg};

use super::super::super::ir::{Elem, RaiseArg, Type, Val};
use super::super::allocate::caller_saved;
use super::super::machine::{Action, Address, Arg, Datum, Inst, Operands, registers};
use super::Selector;
use crate::base::Id;

/// The first vector register: a float's argument and result.
const FLOAT_RESULT: PReg = PReg::new(0, RegClass::Float);
/// How many floats are passed in registers.
const FLOAT_ARGUMENTS: usize = 8;

impl Selector<'_> {
    /// Calls a row that cannot fail.
    pub(super) fn call(&mut self, row: RtFn, args: &[VReg]) -> VReg {
        let sig = row.sig();
        assert_eq!(sig.fails, Fails::Never, "{row:?} fails");
        let class = match &sig.result {
            Some(result) if is_float(result.class) => RegClass::Float,
            _ => RegClass::Int,
        };
        self.call_for(row, args, Some(class))
            .expect("a result was asked for")
    }

    /// The same for every lane.
    pub(super) fn call_lanes(&mut self, row: RtFn, args: &[Val], ty: Type) -> Vec<VReg> {
        self.lane_by_lane(ty, args, |t, lanes| t.call(row, lanes))
    }

    fn call_for(&mut self, row: RtFn, args: &[VReg], result: Option<RegClass>) -> Option<VReg> {
        let mut operands = self.argument_operands(args);
        let mut inst = Inst::new(Action::Call(row), Operands::new(), self.loc);
        inst.clobbers = caller_saved(self.level);
        let result = result.map(|class| {
            let place = match class {
                RegClass::Float => FLOAT_RESULT,
                RegClass::Int | RegClass::Vector => registers::RAX,
            };
            inst.clobbers.remove(place);
            let result = self.out.register(class);
            operands.push(Operand::reg_fixed_def(result, place));
            result
        });
        inst.operands = operands;
        self.push(inst);
        result
    }

    fn argument_operands(&mut self, args: &[VReg]) -> Operands {
        let (mut general, mut floats) = (0, 0);
        let mut operands = Operands::new();
        for arg in args {
            let place = match arg.class() {
                RegClass::Float => {
                    floats += 1;
                    PReg::new(floats - 1, RegClass::Float)
                }
                RegClass::Int | RegClass::Vector => {
                    general += 1;
                    match registers::ARGUMENTS.get(general - 1) {
                        Some(place) => *place,
                        None => {
                            self.give_up("many arguments");
                            continue;
                        }
                    }
                }
            };
            operands.push(Operand::reg_fixed_use(*arg, place));
        }
        assert!(floats <= FLOAT_ARGUMENTS, "a row with many floats");
        operands
    }

    // ---- Data --------------------------------------------------------------------------------------------------------------------------

    fn address_of(&mut self, datum: Datum) -> VReg {
        let result = self.general();
        let operands = [Operand::reg_def(result)];
        let mut inst = Inst::new(Action::AddressOf(datum), operands, self.loc);
        inst.pure = true;
        self.push(inst);
        result
    }

    pub(super) fn address_of_zeros(&mut self) -> VReg {
        self.address_of(Datum::Zeros)
    }

    // ---- Errors ------------------------------------------------------------------------------------------------------------------------

    pub(super) fn raise_index(
        &mut self,
        name: Option<&str>,
        dimension: i32,
        index: Val,
        size: Val,
    ) -> VReg {
        let name = match name {
            Some(name) => self.address_of(Datum::Text(name.to_owned())),
            None => self.long(0),
        };
        let dimension = self.int(dimension);
        let (index, size) = (self.one(index), self.one(size));
        let wide = self.general();
        self.emit(Code::Movsxd_r64_rm32, &[Arg::Def(wide), Arg::Any(index)]);
        self.raise_row(RtFn::error_index, &[name, dimension, wide, size])
    }

    fn raise_row(&mut self, row: RtFn, args: &[VReg]) -> VReg {
        let status = self.call_for(row, args, Some(RegClass::Int));
        let loc = self.int(self.loc.index() as i32);
        self.call_for(RtFn::error_location, &[loc], None);
        status.expect("a result was asked for")
    }

    pub(super) fn raise(&mut self, row: RtFn, args: &[RaiseArg], list: &[RaiseArg]) -> VReg {
        let mut machine: Vec<VReg> = args.iter().map(|arg| self.raise_arg(arg).0).collect();
        let last = row.sig().params.last();
        if last.is_some_and(|param| param.class == AbiTy::List) {
            let size = (list.len().max(1) * Tagged::SIZE) as u32;
            let slot = self.out.frame_slot(size);
            for (at, arg) in list.iter().enumerate() {
                self.list_entry(slot + (at * Tagged::SIZE) as u32, arg);
            }
            let address = self.load_general(Code::Lea_r64_m, Address::frame(slot));
            machine.extend([address, self.long(list.len() as i64)]);
        }
        self.raise_row(row, &machine)
    }

    fn list_entry(&mut self, at: u32, arg: &RaiseArg) {
        let (value, tag) = self.raise_arg(arg);
        let tag = self.long(tag as i64);
        self.store_lane(Elem::I64, Address::frame(at), tag);
        let elem = match arg {
            RaiseArg::Value(value, _) if self.elem(*value) != Elem::Bool => self.elem(*value),
            RaiseArg::Value(..) | RaiseArg::Text(..) | RaiseArg::Null => Elem::I64,
        };
        self.store_lane(elem, Address::frame(at + 8), value);
    }

    fn raise_arg(&mut self, arg: &RaiseArg) -> (VReg, Tag) {
        match arg {
            RaiseArg::Text(text, quoted) => {
                let tag = if *quoted { Tag::Quoted } else { Tag::Text };
                (self.address_of(Datum::Text(text.clone())), tag)
            }
            RaiseArg::Null => (self.long(0), Tag::Text),
            RaiseArg::Value(value, tag) => (self.one(*value), *tag),
        }
    }
}

fn is_float(class: AbiTy) -> bool {
    match class {
        AbiTy::F32 | AbiTy::F64 => true,
        AbiTy::Ptr | AbiTy::I32 | AbiTy::I64 | AbiTy::List => false,
    }
}
