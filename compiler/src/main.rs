//! The command `qc`.
//!
//! *Invariant:* everything it does is in the library; this file only passes arguments on.

use std::process::ExitCode;

fn main() -> ExitCode {
    qc::cli::main(std::env::args_os().skip(1))
}
