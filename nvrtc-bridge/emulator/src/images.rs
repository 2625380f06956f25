//! Which images the emulated device takes: PTX, no newer than the driver, for an architecture no newer than the device.
//!
//! *Invariant:* an image is refused by the status that the real driver gives for it.

use crate::status::Status;

/// An image that is refused, with the log of the assembler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status.
    pub status: Status,
    /// The log.
    pub log: String,
}

fn refuse<T>(status: Status, log: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal {
        status,
        log: log.into(),
    })
}

/// Whether these first bytes begin machine code: an ELF file, or a bundle of several (the mark of `fatbinary`).
pub fn is_machine_code(first: [u8; 4]) -> bool {
    first == *b"\x7fELF" || first == 0xBA55_ED50u32.to_le_bytes()
}

/// Checks the head of a PTX text for a driver's version and a device's compute capability.
pub fn check_text(text: &str, driver: i32, capability: (i32, i32)) -> Result<(), Refusal> {
    let Some(version) = directive(text, ".version").and_then(numbers) else {
        return refuse(
            Status::InvalidImage,
            "the image is neither machine code nor PTX",
        );
    };
    let newest = newest_text(driver);
    if version > newest {
        let log = format!(
            "PTX version {}.{} is newer than {}.{}, the newest of this driver",
            version.0, version.1, newest.0, newest.1
        );
        return refuse(Status::UnsupportedPtxVersion, log);
    }
    let target = directive(text, ".target").and_then(architecture);
    let own = capability.0 * 10 + capability.1;
    match target {
        Some(target) if target <= own => Ok(()),
        Some(target) => refuse(
            Status::NoBinaryForGpu,
            format!("PTX for sm_{target} on a device that is sm_{own}"),
        ),
        None => refuse(Status::InvalidPtx, "the PTX has no .target"),
    }
}

/// The newest PTX of a driver (PTX ISA, "Release Notes"): 7.0 came with CUDA 11.0, 8.0 with 12.0, 9.0 with 13.0, the second numbers
/// go along.
fn newest_text(driver: i32) -> (i32, i32) {
    let (major, minor) = (driver / 1000, driver % 1000 / 10);
    (major - 4, minor)
}

/// What stands behind a directive at the beginning of a line.
fn directive<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let line = text
        .lines()
        .find_map(|line| line.trim_start().strip_prefix(name))?;
    line.split_whitespace().next()
}

fn numbers(text: &str) -> Option<(i32, i32)> {
    let (major, minor) = text.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

fn architecture(text: &str) -> Option<i32> {
    let name = text.split(',').next()?.strip_prefix("sm_")?;
    name.trim_end_matches(|letter: char| letter.is_ascii_alphabetic())
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(version: &str, target: &str, driver: i32) -> Option<Status> {
        let text = format!("//\n.version {version}\n.target {target}\n.address_size 64\n");
        check_text(&text, driver, (7, 5))
            .err()
            .map(|refusal| refusal.status)
    }

    #[test]
    fn texts_are_no_newer_than_driver_and_device() {
        assert_eq!(status("8.4", "sm_75", 12040), None);
        assert_eq!(
            status("8.5", "sm_75", 12040),
            Some(Status::UnsupportedPtxVersion)
        );
        assert_eq!(
            status("9.0", "sm_75", 12090),
            Some(Status::UnsupportedPtxVersion)
        );
        assert_eq!(
            status("9.3", "sm_90a, debug", 13090),
            Some(Status::NoBinaryForGpu)
        );
        assert_eq!(status("9.3", "sm_52", 13090), None);
        assert_eq!(status("9.3", "tesla", 13090), Some(Status::InvalidPtx));
        let nothing = check_text("hello", 13090, (7, 5))
            .expect_err("no PTX")
            .status;
        assert_eq!(nothing, Status::InvalidImage);
    }

    #[test]
    fn machine_code_is_known_by_its_first_bytes() {
        assert!(is_machine_code(*b"\x7fELF"));
        assert!(is_machine_code([0x50, 0xED, 0x55, 0xBA]));
        assert!(!is_machine_code(*b"//\n."));
    }
}
