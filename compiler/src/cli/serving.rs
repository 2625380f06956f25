//! `qc lsp`: serves one editor over standard input and output.
//!
//! *Invariant:* nothing but messages of the protocol is written to standard output.

use std::io::{self, BufReader};
use std::process::ExitCode;
use std::sync::Arc;

use crate::base::stack::try_on_deep_stack;
use crate::driver::arguments::CommandLine;
use crate::driver::editors::Programs;
use crate::lsp::server::{self, Ending};

/// Serves until the editor has had enough.
pub fn serve(line: &CommandLine) -> ExitCode {
    let host = Arc::new(Programs::new(line.clone()));
    let served = try_on_deep_stack(|| {
        let input = BufReader::new(io::stdin());
        server::run(input, &mut io::stdout().lock(), host.clone())
    });
    match served {
        Ok(Ok(Ending::Orderly)) => ExitCode::SUCCESS,
        Ok(Ok(Ending::Abrupt)) => ExitCode::from(super::FAILED),
        Ok(Err(error)) => {
            eprintln!("qc: error: standard output: {error}");
            ExitCode::from(super::FAILED)
        }
        Err(no_room) => super::without_room(&no_room),
    }
}
