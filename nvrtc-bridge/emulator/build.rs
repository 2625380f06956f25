//! Gives the library the name by which NVRTC and programs find the driver that is already loaded.
//!
//! *Invariant:* nothing is generated.

fn main() {
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libcuda.so.1");
    println!("cargo:rerun-if-changed=build.rs");
}
