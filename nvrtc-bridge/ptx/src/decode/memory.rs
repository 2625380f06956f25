//! Loads, stores, atomics, fences and address spaces.
//!
//! *Invariant:* every access has a size of 1, 2, 4 or 8 bytes per element.

use super::{Decoder, Result};
use crate::instruction::{
    Address, Atomic, AtomicKind, Operand, Operation, Order, Register, SharedName, Widen,
};
use crate::modifiers::Modifiers;
use crate::soft::Rounding;
use crate::syntax::{Space, Type, Written};
use crate::{float, integer};

const SPACES: &[(&str, Space)] = &[
    ("global", Space::Global),
    ("const", Space::Constant),
    ("shared", Space::Shared),
    ("local", Space::Local),
    ("param", Space::Parameter),
];

impl Decoder<'_, '_, '_> {
    pub(super) fn memory(&self) -> Result<Option<Operation>> {
        match self.parts[0] {
            "ld" | "ldu" => self.load(),
            "st" => self.store(),
            "atom" | "red" => self.atomic(),
            "cvta" | "isspacep" => self.address_space(),
            "membar" => Ok(Some(Operation::Fence)),
            "fence" => Ok(Some(if self.has("proxy") {
                Operation::Nothing
            } else {
                Operation::Fence
            })),
            "stacksave" => Ok(Some(Operation::StackSave { to: self.to()? })),
            "stackrestore" => Ok(Some(Operation::StackRestore {
                a: self.operand(0, Type::U64)?,
            })),
            "alloca" => Ok(Some(Operation::StackAllocate {
                to: self.to()?,
                size: self.operand(1, Type::U64)?,
                align: match self.operand(2, Type::U64) {
                    Ok(Operand::Value(align)) if align.is_power_of_two() && align <= 4096 => {
                        align as u32
                    }
                    Ok(_) | Err(_) => 8,
                },
            })),
            _ => Ok(Some(Operation::Nothing)),
        }
    }

    /// `name.parameters` counts when the kernel is resolved, `name.shared` when it is met.
    pub(super) fn naming(&self) -> Result<Operation> {
        if !self.has("shared") {
            return Ok(Operation::Nothing);
        }
        let Some(name) = self.written(2)?.name() else {
            return Err("expected a name".to_string());
        };
        Ok(Operation::NameShared(Box::new(SharedName {
            start: self.operand(0, Type::U64)?,
            size: self.operand(1, Type::U32)?,
            name: (*name).to_string(),
        })))
    }

    fn space(&self) -> Space {
        self.parts
            .iter()
            .find_map(|part| SPACES.iter().find(|(name, _)| name == part))
            .map_or(Space::Generic, |&(_, space)| space)
    }

    fn address(&self, index: usize) -> Result<Address> {
        let Written::Address(base, offset) = self.written(index)? else {
            return Err("expected an address".to_string());
        };
        Ok(Address {
            space: self.space(),
            base: self.value(base, Type::U64)?,
            offset: *offset,
        })
    }

    fn order(&self, default: Order) -> Order {
        let orders = [
            ("volatile", Order::Relaxed),
            ("relaxed", Order::Relaxed),
            ("mmio", Order::Relaxed),
            ("acquire", Order::Acquire),
            ("release", Order::Release),
            ("acq_rel", Order::AcquireRelease),
        ];
        let found = orders.iter().find(|(name, _)| self.has(name));
        found.map_or(default, |&(_, order)| order)
    }

    fn widen(&self, class: Type, held: Type) -> Widen {
        let extends = class.is_signed() && held.size() > class.size();
        Widen {
            sign: if extends { 8 * class.size() as u8 } else { 0 },
            mask: held.mask(),
        }
    }

    fn load(&self) -> Result<Option<Operation>> {
        let class = self.class()?;
        let address = self.address(1)?;
        let size = class.size() as u8;
        let order = self.order(Order::Weak);
        if let Written::Vector(parts) = self.written(0)? {
            let mut held = class;
            let mut to = Vec::new();
            for part in parts {
                if *part == Written::Name("_") {
                    to.push(None);
                    continue;
                }
                let (register, found) = self.register_of(part)?;
                held = found;
                to.push(Some(register));
            }
            return Ok(Some(Operation::LoadVector {
                address,
                size,
                widen: self.widen(class, held),
                order,
                to,
            }));
        }
        let (to, held) = self.register_of(self.written(0)?)?;
        Ok(Some(Operation::Load {
            address,
            size,
            widen: self.widen(class, held),
            order,
            to,
        }))
    }

    fn store(&self) -> Result<Option<Operation>> {
        let class = self.class()?;
        let address = self.address(0)?;
        let size = class.size() as u8;
        let order = self.order(Order::Weak);
        if let Written::Vector(parts) = self.written(1)? {
            let from = parts.iter().map(|part| self.value(part, class));
            return Ok(Some(Operation::StoreVector {
                address,
                size,
                order,
                from: from.collect::<Result<_>>()?,
            }));
        }
        Ok(Some(Operation::Store {
            address,
            size,
            order,
            from: self.operand(1, class)?,
        }))
    }

    fn atomic(&self) -> Result<Option<Operation>> {
        let class = self.class()?;
        let returns = self.parts[0] == "atom";
        let first = usize::from(returns);
        let Some(kind) = self.atomic_kind(class) else {
            return Ok(None);
        };
        if matches!(self.written(first)?, Written::Address(..))
            && matches!(self.written(first + 1)?, Written::Vector(_))
        {
            return Ok(None);
        }
        let swaps = matches!(kind, AtomicKind::Swap);
        let to: Option<Register> = if returns {
            self.optional_register(self.written(0)?)?
        } else {
            None
        };
        Ok(Some(Operation::Atomic(Box::new(Atomic {
            kind,
            to,
            address: self.address(first)?,
            size: class.size() as u8,
            value: self.operand(first + 1, class)?,
            other: if swaps {
                self.operand(first + 2, class)?
            } else {
                Operand::Value(0)
            },
            order: self.order(Order::Relaxed),
        }))))
    }

    fn atomic_kind(&self, class: Type) -> Option<AtomicKind> {
        const NAMES: [&str; 10] = [
            "add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec",
        ];
        let name = NAMES.into_iter().find(|name| self.has(name))?;
        if name == "cas" {
            return Some(AtomicKind::Swap);
        }
        let modifiers = Modifiers {
            rounding: Rounding::Nearest,
            // `atom.add.f32` on global memory keeps subnormal numbers; on shared memory it may flush them, which it does not here.
            flush: false,
            saturate: false,
            clamp_low: false,
        };
        let function = match class {
            Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2 | Type::F32 | Type::F64 => {
                float::binary(name, class, modifiers, false)
            }
            Type::U8
            | Type::U16
            | Type::U32
            | Type::U64
            | Type::S8
            | Type::S16
            | Type::S32
            | Type::S64
            | Type::Predicate => integer::binary(name, class),
        };
        function.map(AtomicKind::Combine)
    }

    fn address_space(&self) -> Result<Option<Operation>> {
        let space = self.space();
        let to = self.to()?;
        let a = self.operand(1, Type::U64)?;
        Ok(Some(if self.parts[0] == "isspacep" {
            Operation::IsSpace { space, to, a }
        } else if self.has("to") {
            Operation::FromGeneric { space, to, a }
        } else {
            Operation::ToGeneric { space, to, a }
        }))
    }
}
