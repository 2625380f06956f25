//! Runs launches.
//!
//! *Invariant:* a launch that cannot be is a fault before anything runs.

use crate::fault::Fault;
use crate::launch::{Counts, Launch, Surroundings};
use crate::loaded::Loaded;
use crate::machine::Machine;
use crate::memory::Memory;
use crate::texture::NoTextures;

impl Launch<'_> {
    /// Runs the kernel to its end, without textures; what it prints is lost.
    ///
    /// # Errors
    /// The first fault.
    pub fn run(&self, loaded: &Loaded, memory: &mut Memory) -> Result<Counts, Fault> {
        let mut surroundings = Surroundings {
            print: &mut |_| {},
            textures: &mut NoTextures,
        };
        self.run_in(loaded, memory, &mut surroundings)
    }

    /// Runs the kernel to its end.
    ///
    /// # Errors
    /// The first fault.
    pub fn run_in(
        &self,
        loaded: &Loaded,
        memory: &mut Memory,
        surroundings: &mut Surroundings<'_>,
    ) -> Result<Counts, Fault> {
        let kernel = self.check(loaded)?;
        memory.launches += 1;
        Machine::new(self, kernel, loaded, memory, surroundings).run()
    }
}
