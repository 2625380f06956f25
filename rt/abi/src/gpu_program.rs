//! What an executable carries for GPUs: the CUDA text of its kernels with the options for NVRTC, and images that were compiled when the
//! executable was made.
//!
//! Layout: the text, whose first lines are `// nvrtc: OPTION`, a zero byte, then for each image its architecture, its kind and its length
//! (`u32`, little endian) and its bytes. Without images there is no zero byte.
//!
//! *Invariant:* encoding and reading stand side by side here; bytes that end too early hold fewer images, never wrong ones.

use alloc::string::String;
use alloc::vec::Vec;

/// What an option for NVRTC begins with, in a line of its own.
pub const NVRTC_OPTION: &str = "// nvrtc: ";

/// Bytes before an image.
const HEAD: usize = 12;

/// Kernels compiled for one architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GpuImage<'a> {
    /// 87 for `sm_87` and `compute_87`.
    pub architecture: u32,
    /// PTX, which the driver assembles for this architecture or a later one; else machine code for this one.
    pub is_ptx: bool,
    /// The image.
    pub bytes: &'a [u8],
}

/// What an executable carries for GPUs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GpuProgram<'a> {
    /// The CUDA text, with the options in its first lines.
    pub text: &'a str,
    /// Kernels that need no compiler where the program runs.
    pub images: Vec<GpuImage<'a>>,
}

impl<'a> GpuProgram<'a> {
    /// The bytes that [`GpuProgram::read`] reads.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.text.as_bytes().to_vec();
        if !self.images.is_empty() {
            bytes.push(0);
        }
        for image in &self.images {
            let words = [
                image.architecture,
                u32::from(image.is_ptx),
                image.bytes.len() as u32,
            ];
            words
                .iter()
                .for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
            bytes.extend_from_slice(image.bytes);
        }
        bytes
    }

    /// Reads what `encode` wrote. Bytes that are no text are no program.
    pub fn read(bytes: &'a [u8]) -> Option<GpuProgram<'a>> {
        let end = bytes.iter().position(|byte| *byte == 0);
        let (text, rest) = match end {
            Some(end) => (&bytes[..end], &bytes[end + 1..]),
            None => (bytes, &bytes[..0]),
        };
        let text = core::str::from_utf8(text).ok()?;
        Some(GpuProgram {
            text,
            images: images(rest),
        })
    }

    /// The options for NVRTC.
    pub fn options(&self) -> Vec<&'a str> {
        let lines = self.text.lines();
        lines
            .map_while(|line| line.strip_prefix(NVRTC_OPTION))
            .collect()
    }
}

/// The lines that give a text its options.
pub fn option_lines<'o>(options: impl IntoIterator<Item = &'o str>) -> String {
    let mut lines = String::new();
    for option in options {
        lines.push_str(NVRTC_OPTION);
        lines.push_str(option);
        lines.push('\n');
    }
    lines
}

fn images(mut rest: &[u8]) -> Vec<GpuImage<'_>> {
    let mut found = Vec::new();
    while let Some((head, behind)) = rest.split_at_checked(HEAD) {
        let word = |number: usize| {
            let bytes = &head[4 * number..4 * number + 4];
            u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
        };
        let Some((bytes, next)) = behind.split_at_checked(word(2) as usize) else {
            break;
        };
        found.push(GpuImage {
            architecture: word(0),
            is_ptx: word(1) != 0,
            bytes,
        });
        rest = next;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn a_program_is_read_back() {
        let text = option_lines(["-std=c++17", "--ftz=true"]) + "void k() {}\n";
        let plain = GpuProgram {
            text: &text,
            images: Vec::new(),
        };
        assert_eq!(plain.encode(), text.as_bytes());
        assert_eq!(GpuProgram::read(text.as_bytes()), Some(plain.clone()));
        assert_eq!(plain.options(), ["-std=c++17", "--ftz=true"]);
        let image = |architecture, is_ptx, bytes| GpuImage {
            architecture,
            is_ptx,
            bytes,
        };
        let images = vec![image(87, false, &b"\x7fELF\0"[..]), image(75, true, b"")];
        let whole = GpuProgram { images, ..plain };
        let bytes = whole.encode();
        assert_eq!(GpuProgram::read(&bytes), Some(whole.clone()));
        let cut = GpuProgram::read(&bytes[..bytes.len() - HEAD - 1]).expect("a text");
        assert_eq!((cut.text, cut.images.len()), (whole.text, 0));
        assert_eq!(GpuProgram::read(&[0xff]), None);
    }
}
