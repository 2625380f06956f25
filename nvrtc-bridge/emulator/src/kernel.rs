//! What the driver knows of a kernel.
//!
//! *Invariant:* the numbers are those that the text says.

/// What is known of a kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Offset and bytes of each parameter.
    pub parameters: Vec<(usize, usize)>,
    /// Bytes of shared memory, from the text.
    pub static_shared: u32,
    /// Threads of a block at most.
    pub max_threads: u32,
    /// Registers of a thread.
    pub registers: u32,
    /// Bytes of local memory of a thread.
    pub local: u32,
}
