//! The runtime of Quasar programs.
//!
//! *Invariant:* it knows arrays, strings and errors, never the source of the program.
