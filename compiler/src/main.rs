//! The command `qc`.

fn main() {}
