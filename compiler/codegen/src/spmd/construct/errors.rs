//! What ends the kernel with an error.
//!
//! *Invariant:* the error that is raised is that of the first active lane.

use crate::mir::{ListEntry, Ty, Value};
use crate::spmd::emit::ScopeKind;
use crate::spmd::ir::{Elem, Op as SpmdOp, RaiseArg, Terminator, Type, Val};
use quasar_abi::{RtFn, Tag};

use super::Builder;

impl<'a> Builder<'a> {
    /// Ends the kernel with the status that `raise` returns, if the uniform condition holds.
    pub(in crate::spmd) fn fail_if(&mut self, cond: Val, raise: impl FnOnce(&mut Self) -> Val) {
        if self.e.is_refuted(cond) {
            return;
        }
        let (failing, after) = (self.e.block(), self.e.block());
        self.e.function.blocks[failing].cold = true;
        self.e.branch(cond, failing, after);
        self.e.open(ScopeKind::Branch, failing);
        let status = raise(self);
        self.e.terminate(Terminator::Return(status));
        self.e.close();
        self.e.switch_to(after);
        self.e.refute(cond);
    }

    /// A runtime row that raises an error, in the first active lane.
    pub(super) fn raise(&mut self, func: RtFn, args: &[Value], list: &[ListEntry]) {
        match self.mask_value() {
            None => {
                let status = self.raise_in(func, None, args, list);
                self.e.terminate(Terminator::Return(status));
                self.reachable = false;
            }
            Some(mask) => {
                let any = self.e.any(mask);
                self.fail_if(any, |builder| {
                    builder.raise_in(func, Some(mask), args, list)
                });
            }
        }
    }

    /// Emits the row with the values of the first active lane; returns the status.
    fn raise_in(
        &mut self,
        func: RtFn,
        mask: Option<Val>,
        args: &[Value],
        list: &[ListEntry],
    ) -> Val {
        let args = args
            .iter()
            .map(|arg| self.raise_arg(mask, *arg, None))
            .collect();
        let mut entries = Vec::new();
        for entry in list {
            match entry {
                ListEntry::Value(value) => entries.push(self.raise_arg(mask, *value, None)),
                ListEntry::Unsigned(value) => {
                    entries.push(self.raise_arg(mask, *value, Some(Tag::U64)));
                }
                ListEntry::Quoted(value) => {
                    entries.push(self.raise_arg(mask, *value, Some(Tag::Quoted)));
                }
                ListEntry::Complex(re, im) => {
                    let tag = match self.kernel.values[*re].ty {
                        Ty::F32 => Tag::Complex32,
                        _ => Tag::Complex64,
                    };
                    entries.push(self.raise_arg(mask, *re, Some(tag)));
                    entries.push(self.raise_arg(mask, *im, Some(tag)));
                }
                ListEntry::Marker(marker) => panic!("{func:?} takes no slice {marker:?}"),
            }
        }
        let list = entries;
        let op = SpmdOp::Raise { func, args, list };
        self.e.emit(op, Type::uniform(Elem::I32))
    }

    /// An argument of an error, from the first active lane. `tag`: what it is in a list, if the type does not tell.
    fn raise_arg(&mut self, mask: Option<Val>, value: Value, tag: Option<Tag>) -> RaiseArg {
        if let Some(id) = self.texts.get(&value) {
            let quoted = tag == Some(Tag::Quoted);
            return RaiseArg::Text(self.program.strings[*id].clone(), quoted);
        }
        let tag = tag.unwrap_or(match self.kernel.values[value].ty {
            Ty::Bool => Tag::Bool,
            Ty::I32 => Tag::I32,
            Ty::I64 => Tag::I64,
            Ty::F32 => Tag::F32,
            Ty::F64 => Tag::F64,
            Ty::Array(_) => Tag::Array,
            Ty::Str => return RaiseArg::Null,
        });
        let value = self.value(value);
        let lane = match mask {
            Some(mask) => self.first_lane(mask, value),
            None if self.e.is_varying(value) => {
                let elem = self.e.ty(value).elem;
                self.e.emit(SpmdOp::Lane(value, 0), Type::uniform(elem))
            }
            None => value,
        };
        RaiseArg::Value(lane, tag)
    }
}
