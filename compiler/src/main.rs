//! The command `qc`.

use std::process::ExitCode;

fn main() -> ExitCode {
    qc::cli::main(std::env::args_os().skip(1))
}
