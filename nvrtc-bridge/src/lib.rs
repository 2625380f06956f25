//! NVRTC and the CUDA driver behind one safe facade.
//!
//! *Invariant:* a missing library is a value that the caller sees, never a failure to start.
