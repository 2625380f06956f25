//! What the tests share: compiling with the real NVRTC, a device, arrays on it.

#![allow(dead_code)]

use nvrtc_bridge::Nvrtc;
use quasar_ptx::{Counts, Fault, Launch, Loaded, Memory, Module};
use std::sync::Arc;

/// Calls a test with every NVRTC that `QC_TEST_NVRTC` names; says so if there is none.
pub fn with_nvrtc(test: impl Fn(&Nvrtc)) {
    let Some(paths) = std::env::var_os("QC_TEST_NVRTC") else {
        eprintln!("skipped: QC_TEST_NVRTC does not name a libnvrtc.so");
        return;
    };
    for path in std::env::split_paths(&paths) {
        test(&Nvrtc::load(Some(&path)).expect("a library of QC_TEST_NVRTC"));
    }
}

/// The PTX of a text.
pub fn ptx(nvrtc: &Nvrtc, text: &str) -> String {
    let options = ["-arch=compute_75", "-std=c++17", "-lineinfo"];
    match nvrtc.compile(text, "kernel.cu", &options) {
        Ok(image) => image.ptx,
        Err(error) => panic!("{}", error.log),
    }
}

/// A module on a device.
pub struct Device {
    pub memory: Memory,
    pub loaded: Loaded,
}

impl Device {
    pub fn new(ptx: &str) -> Device {
        let module = Module::parse(ptx).unwrap_or_else(|error| panic!("{error}\n{ptx}"));
        let mut memory = Memory::new(64 << 20);
        let loaded = Loaded::new(Arc::new(module), &mut memory).expect("room");
        Device { memory, loaded }
    }

    /// An array of 32-bit words.
    pub fn words(&mut self, words: &[u32]) -> u64 {
        let address = self.memory.allocate(4 * words.len() as u64).expect("room");
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.memory.write(address, &bytes).expect("inside");
        address
    }

    pub fn floats(&mut self, floats: &[f32]) -> u64 {
        let words: Vec<u32> = floats.iter().map(|float| float.to_bits()).collect();
        self.words(&words)
    }

    /// An array that nobody has written.
    pub fn blank(&mut self, words: u64) -> u64 {
        self.memory.allocate(4 * words).expect("room")
    }

    pub fn read_words(&self, address: u64, count: usize) -> Vec<u32> {
        let mut bytes = vec![0; 4 * count];
        self.memory.read(address, &mut bytes).expect("inside");
        let words = bytes.chunks_exact(4);
        words
            .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect()
    }

    pub fn read_floats(&self, address: u64, count: usize) -> Vec<f32> {
        self.read_words(address, count)
            .into_iter()
            .map(f32::from_bits)
            .collect()
    }

    pub fn run(
        &mut self,
        kernel: &str,
        grid: u32,
        block: u32,
        parameters: &[Argument],
    ) -> Result<Counts, Fault> {
        let bytes = pack(parameters);
        Launch::new(kernel, [grid, 1, 1], [block, 1, 1], &bytes).run(&self.loaded, &mut self.memory)
    }
}

/// An argument of a kernel.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    Pointer(u64),
    Int(i32),
    Float(f32),
}

/// Arguments as a kernel lays them out.
pub fn pack(arguments: &[Argument]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for argument in arguments {
        match argument {
            Argument::Pointer(address) => {
                bytes.resize(bytes.len().next_multiple_of(8), 0);
                bytes.extend(address.to_le_bytes());
            }
            Argument::Int(value) => bytes.extend(value.to_le_bytes()),
            Argument::Float(value) => bytes.extend(value.to_le_bytes()),
        }
    }
    bytes
}
