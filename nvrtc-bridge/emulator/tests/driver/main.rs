//! The facade on the emulated driver: every scenario runs in a process of its own, since a driver stays loaded and reads its settings once.

mod compiled;
mod devices;
mod failures;
mod kernels;
mod memory;
mod raw;
mod streams;
mod support;
