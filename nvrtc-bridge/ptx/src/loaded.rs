//! A module in the memory of a device.
//!
//! *Invariant:* every variable of the module has an address as long as the memory lives.

use crate::decode::FUNCTIONS;
use crate::fault::{Fault, FaultKind};
use crate::memory::Memory;
use crate::module::{Function, GlobalSpace, Module, Relocation, Target};
use crate::window::SHARED;
use std::sync::Arc;

/// A module whose variables have addresses.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub(crate) module: Arc<Module>,
    pub(crate) addresses: Vec<u64>,
    /// The number of the first instruction of each function, so that every instruction has one.
    pub(crate) first_instruction: Vec<u32>,
    /// The number of the memory access of each instruction among those that a launch may reach.
    pub(crate) sites: Vec<u32>,
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
        let mut first = 0;
        let first_instruction = module.functions.iter().map(|function| {
            first += function.instructions.len() as u32;
            first - function.instructions.len() as u32
        });
        let first_instruction = first_instruction.collect();
        let sites = sites(&module);
        Ok(Loaded {
            module,
            addresses,
            first_instruction,
            sites,
        })
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

/// Memory accesses counted through: those of functions that are no kernels, and behind them those of each kernel, since a launch has one.
fn sites(module: &Module) -> Vec<u32> {
    let is_kernel = |index: usize| {
        let mut kernels = module.kernels.iter();
        kernels.any(|kernel| kernel.function as usize == index)
    };
    let accesses = |function: &Function| {
        let instructions = function.instructions.iter();
        instructions
            .filter(|instruction| instruction.operation.accesses_memory())
            .count() as u32
    };
    let functions = || module.functions.iter().enumerate();
    let shared: u32 = functions()
        .filter(|(index, _)| !is_kernel(*index))
        .map(|(_, function)| accesses(function))
        .sum();
    let mut next = 0;
    let mut found = Vec::new();
    for (index, function) in functions() {
        let (kernel, mut of_kernel) = (is_kernel(index), shared);
        for instruction in &function.instructions {
            let count = if kernel { &mut of_kernel } else { &mut next };
            found.push(*count);
            *count += u32::from(instruction.operation.accesses_memory());
        }
    }
    found
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
