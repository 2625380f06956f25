//! The settings of the text for GPUs, and what NVRTC is told of them.
//!
//! *Invariant:* the options of NVRTC follow from the settings alone.

use crate::codegen::cuda::Arithmetic;

/// The settings `COMPILER_BACKEND_…` and `CUDA_BACKEND_…` of the text for GPUs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GpuSettings {
    /// The text has comments and the layout of a text for readers.
    pub readable: bool,
    /// Lines of the source are known to NVRTC, and so to debuggers and profilers.
    pub line_info: bool,
    /// Numbers below the smallest normal one are zero.
    pub flush_to_zero: bool,
    /// Quotients are rounded correctly.
    pub precise_division: bool,
    /// Square roots are rounded correctly.
    pub precise_roots: bool,
    /// Everything is as fast as the hardware has it.
    pub fast_math: bool,
    /// 0 to 2; 2 is everything that NVRTC does.
    pub optimisation: u8,
    /// GPUs get kernels whose grid waits as a whole, and whose threads form groups.
    pub cooperative_groups: bool,
    /// GPUs get kernels whose threads exchange values within a warp.
    pub warp_shuffling: bool,
}

impl Default for GpuSettings {
    fn default() -> Self {
        GpuSettings {
            readable: true,
            line_info: true,
            flush_to_zero: false,
            precise_division: true,
            precise_roots: true,
            fast_math: false,
            optimisation: 2,
            cooperative_groups: true,
            warp_shuffling: true,
        }
    }
}

impl GpuSettings {
    /// How the text computes, contraction of sums with products apart.
    pub(super) fn arithmetic(&self) -> Arithmetic {
        Arithmetic {
            precise_division: self.precise_division && !self.fast_math,
            precise_roots: self.precise_roots && !self.fast_math,
            fast_functions: self.fast_math,
            contraction: false,
        }
    }

    /// What NVRTC is told beside the architecture; the options that the settings change come last.
    pub(super) fn nvrtc_options(&self) -> Vec<&'static str> {
        let mut options = vec!["-std=c++17"];
        match self.fast_math {
            true => options.push("--use_fast_math"),
            false => options.push("--fmad=false"),
        }
        let rows = [
            (self.line_info, "-lineinfo"),
            (self.flush_to_zero, "--ftz=true"),
            (!self.precise_division, "--prec-div=false"),
            (!self.precise_roots, "--prec-sqrt=false"),
            (self.optimisation == 0, "--ptxas-options=-O0"),
            (self.optimisation == 1, "--ptxas-options=-O1"),
        ];
        options.extend(rows.iter().filter(|row| row.0).map(|row| row.1));
        options
    }

    /// Those of them that are not there by default.
    pub(super) fn unusual_options(&self) -> Vec<&'static str> {
        let usual = GpuSettings::default().nvrtc_options();
        let mut options = self.nvrtc_options();
        options.retain(|option| !usual.contains(option));
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_become_options_of_nvrtc() {
        let usual = GpuSettings::default();
        assert_eq!(
            usual.nvrtc_options(),
            ["-std=c++17", "--fmad=false", "-lineinfo"]
        );
        assert_eq!(usual.unusual_options(), [""; 0]);
        let all = GpuSettings {
            line_info: false,
            flush_to_zero: true,
            precise_division: false,
            precise_roots: false,
            optimisation: 0,
            ..usual.clone()
        };
        let changed = [
            "--ftz=true",
            "--prec-div=false",
            "--prec-sqrt=false",
            "--ptxas-options=-O0",
        ];
        assert_eq!(all.unusual_options(), changed);
        let fast = GpuSettings {
            fast_math: true,
            ..usual
        };
        assert_eq!(
            fast.nvrtc_options(),
            ["-std=c++17", "--use_fast_math", "-lineinfo"]
        );
        assert!(!fast.arithmetic().precise_division && fast.arithmetic().fast_functions);
    }
}
