//! What generated code and the runtime agree on.
#![no_std]
