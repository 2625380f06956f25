//! The test runner: a test is data (source and expectation in one file), and
//! this crate reads such files, drives `qc` and the programs it makes, and compares.
//!
//! *Invariant:* it knows `qc` only as a command; nothing here links to the
//! compiler, so what is tested is what a user runs.

pub mod accesses;
pub mod beside;
pub mod campaign;
pub mod compare;
pub mod compiled;
pub mod diagnostics;
pub mod engines;
pub mod evidence;
pub mod expressions;
pub mod features;
pub mod functions;
pub mod guide;
pub mod loops;
pub mod mutate;
pub mod nests;
pub mod oracle;
pub mod outcome;
pub mod process;
pub mod programs;
pub mod reductions;
pub mod rendering;
pub mod repository;
pub mod schedule;
pub mod source;
pub mod stages;
pub mod structure;
pub mod tables;
pub mod timeline;
pub mod together;
pub mod turn;
