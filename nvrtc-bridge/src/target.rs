//! What is compiled for: an architecture, as machine code or as assembly.
//!
//! *Invariant:* nothing here asks a library or the disk.

use crate::error::Error;

/// What NVRTC makes of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Machine code of one architecture.
    Cubin,
    /// Intermediate assembly, which the driver assembles.
    Ptx,
}

/// What is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// What is made.
    pub kind: Kind,
    /// 90 for `sm_90` and `compute_90`.
    pub architecture: i32,
}

impl Target {
    /// NVRTC's option.
    pub fn option(&self) -> String {
        match self.kind {
            Kind::Cubin => format!("-arch=sm_{}", self.architecture),
            Kind::Ptx => format!("-arch=compute_{}", self.architecture),
        }
    }

    /// Whether a driver for that version of CUDA takes what an NVRTC of that version makes: PTX that is no newer, and machine code of the same
    /// major version or an earlier one (CUDA documentation, "Minor Version Compatibility").
    pub fn is_taken(&self, nvrtc: (i32, i32), driver: (i32, i32)) -> bool {
        match self.kind {
            Kind::Cubin => nvrtc.0 <= driver.0,
            Kind::Ptx => nvrtc <= driver,
        }
    }

    /// Chooses for a device of this compute capability and an NVRTC that knows these architectures.
    ///
    /// Machine code of the device's own architecture comes first: a driver older than NVRTC refuses NVRTC's PTX, not its machine code.
    /// A device that is newer than NVRTC takes PTX of the newest architecture before it. The emulated device takes nothing but PTX.
    ///
    /// # Errors
    /// The device is older than everything that this NVRTC makes.
    pub fn choose(capability: (i32, i32), emulated: bool, known: &[i32]) -> Result<Target, Error> {
        let own = capability.0 * 10 + capability.1;
        if known.contains(&own) && !emulated {
            return Ok(Target {
                kind: Kind::Cubin,
                architecture: own,
            });
        }
        let newest = known.iter().copied().filter(|known| *known <= own).max();
        let too_old = || {
            Error::refused(format!(
                "this NVRTC makes no code for a device of compute capability {}.{}: it knows {known:?}",
                capability.0, capability.1
            ))
        };
        Ok(Target {
            kind: Kind::Ptx,
            architecture: newest.ok_or_else(too_old)?,
        })
    }
}
