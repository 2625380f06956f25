//! Tests of the paralleliser: a table of known verdicts, and random nests against the interpreter.
//!
//! *Invariant:* a transformed program is always verified.

mod carried;
mod fusion;
mod language;
mod random;
mod verdicts;
