//! What the kernels of PTX files need, and which of their instructions the interpreter lacks.
//!
//! *Invariant:* runs nothing.

use quasar_ptx::Module;

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        match Module::parse(&text) {
            Err(error) => println!("{path}: {error}"),
            Ok(module) => {
                for kernel in module.kernels() {
                    println!(
                        "{path}: {}: {} bytes of parameters, {} of shared memory, {} of local memory, about {} registers",
                        kernel.name(),
                        kernel.parameter_bytes(),
                        kernel.static_shared(),
                        kernel.local_bytes(),
                        kernel.registers()
                    );
                }
                for (line, opcode) in module.unsupported() {
                    println!("{path}:{line}: `{opcode}` is not supported yet");
                }
            }
        }
    }
}
