//! The runtime of Quasar programs: arrays, strings, printing, images, random numbers, errors, the thread pool, and the start of a
//! program.
//!
//! *Invariant:* generated code enters only through [`exports`], the interpreter only through [`dispatch`]; both are expanded from the rows
//! of `quasar_abi` and call the same safe functions in the rooms below.

mod access;
mod algebra;
mod allocator;
mod apart;
mod archive;
mod arguments;
mod beside;
mod bytes;
mod cell;
mod clock;
mod copies;
mod create;
mod csv;
mod data_file;
mod dims;
mod display;
mod element;
mod error;
mod exr_file;
mod failure;
mod figure;
mod files;
mod format;
mod fourier;
mod fourier_plans;
mod gpu;
mod graph;
mod image_file;
mod kernel_memory;
mod lanes;
mod launch;
mod libav;
mod list;
mod mat_file;
mod math;
mod matrix;
mod memory;
mod notices;
mod npy;
mod npz;
mod number;
mod object;
mod output;
mod parallel;
mod pool;
mod program;
mod random;
mod reduce;
pub mod replace;
mod residence;
mod rows;
mod scan;
mod shape;
mod slice;
mod storage;
mod strings;
mod strips;
#[cfg(test)]
mod testing;
mod tiff_file;
mod trace;
mod video;
mod view;
mod whole_file;

use nvrtc_bridge::environment;

pub use allocator::peak_of_reading;
pub use arguments::{Value as ArgumentValue, set as set_arguments};
pub use error::{Pending, Raised, take_pending};
pub use gpu::set_text as set_gpu_text;
pub use launch::{chunks_of_launch, combine as combine_chunks, first_row};
pub use object::live_objects;
pub use output::{capture as capture_output, flush as flush_output};
pub use program::{report as error_report, run as run_program, start};
pub use rows::{EXPORTS, ExportAddress, dispatch, exports};
