//! A module in the memory of a device.
//!
//! *Invariant:* every variable of the module has an address as long as the memory lives.

use crate::decode::FUNCTIONS;
use crate::fault::{Fault, FaultKind};
use crate::memory::Memory;
use crate::module::{GlobalSpace, Module, Relocation, Target};
use crate::window::SHARED;
use std::sync::Arc;

/// A module whose variables have addresses.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub(crate) module: Arc<Module>,
    pub(crate) addresses: Vec<u64>,
}

impl Loaded {
    /// Places the variables of a module and writes their initial values.
    ///
    /// # Errors
    /// `InvalidLaunch` if the memory is too small.
    pub fn new(module: Arc<Module>, memory: &mut Memory) -> Result<Loaded, Fault> {
        let mut addresses = Vec::new();
        for global in &module.globals {
            let constant = global.space == GlobalSpace::Constant;
            // A variable of unknown size has one byte, so that it has an address.
            let size = global.size.max(1);
            let address = memory.allocate_variable(size, &global.name, constant);
            let Some(address) = address else {
                let message = format!("no memory for the variable `{}`", global.name);
                return Err(Fault::of_host(FaultKind::InvalidLaunch, None, message));
            };
            addresses.push(address);
        }
        for (global, &address) in module.globals.iter().zip(&addresses) {
            let mut bytes = global.initial.clone();
            for relocation in &global.relocations {
                relocate(relocation, &addresses, &mut bytes);
            }
            memory.write(address, &bytes)?;
        }
        Ok(Loaded { module, addresses })
    }

    /// The module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Address and size of a `.global` or `.const` variable.
    pub fn global(&self, name: &str) -> Option<(u64, u64)> {
        let index = self
            .module
            .globals
            .iter()
            .position(|global| global.name == name)?;
        Some((self.addresses[index], self.module.globals[index].size))
    }

    /// Frees the variables.
    ///
    /// # Errors
    /// As `Memory::free`, if they are not in this memory.
    pub fn unload(self, memory: &mut Memory) -> Result<(), Fault> {
        self.addresses
            .iter()
            .try_for_each(|&address| memory.free(address))
    }
}

fn relocate(relocation: &Relocation, addresses: &[u64], bytes: &mut [u8]) {
    let base = match relocation.target {
        Target::Global(index) => addresses[index as usize],
        Target::Function(index) => FUNCTIONS + u64::from(index),
        Target::Shared(offset) => SHARED + u64::from(offset),
    };
    let mut value = base.wrapping_add_signed(relocation.addend);
    if let Some(mask) = relocation.mask.filter(|mask| *mask != 0) {
        value = (value & mask) >> mask.trailing_zeros();
    }
    let end = relocation.offset + relocation.size;
    bytes[relocation.offset..end].copy_from_slice(&value.to_le_bytes()[..relocation.size]);
}
