//! The runtime of Quasar programs: arrays, strings, printing, images, random numbers, errors, the thread pool, and the start of a
//! program.
//!
//! *Invariant:* generated code enters only through [`exports`], the interpreter only through [`dispatch`]; both are expanded from the rows
//! of `quasar_abi` and call the same safe functions in the rooms below. Which rooms each of them may use stands in ARCHITECTURE.md.

mod array;
mod device;
mod figure;
mod formats;
mod launch;
mod numeric;
mod process;
mod processor;
mod start;
mod text;
mod threads;

pub use array::object::live_objects;
pub use device::set_text as set_gpu_text;
pub use process::allocator::peak_of_reading;
pub use process::error::{Pending, Raised, take_pending};
pub use process::output::{capture as capture_output, flush as flush_output};
pub use process::replace;
pub use processor::job::{chunks_of_launch, combine as combine_chunks, first_row};
pub use start::arguments::{Value as ArgumentValue, set as set_arguments};
pub use start::library;
pub use start::program::{report as error_report, run as run_program, start};
pub use start::rows::{EXPORTS, ExportAddress, dispatch, exports};
