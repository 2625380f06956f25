//! What the environment says about the emulated machine.
//!
//! | variable | meaning |
//! |---|---|
//! | `QC_EMU_DEVICES` | how many devices there are; 1 |
//! | `QC_EMU_MEMORY` | bytes of memory of each, with K, M or G behind the number; 1G |
//! | `QC_EMU_SEED` | the seed of all that is left to chance; 1 |
//! | `QC_EMU_DRIVER_VERSION` | what the driver says it supports, as 12.4; 13.9 |
//! | `QC_EMU_CAPABILITY` | the compute capability of the devices, as 9.0; 7.5. Shared memory goes with it; the interpreter has what PTX for 7.5 has |
//! | `QC_EMU_FAIL` | calls that fail, as `cuMemAlloc:3=2,cuInit=100`: the third call of the one gives status 2, every call of the other 100; `*:7=2` is the seventh call of all |
//! | `QC_EMU_MISSING` | entry points that are not there, separated by commas |
//! | `QC_EMU_COUNTS` | a file that gets a line for every launch: instructions of all threads, requests of warps to global memory, sectors of 32 bytes that they touch, barriers, atomic operations |
//! | `QC_EMU_TRACE` | a file that gets a line for every call |
//! | `QC_EMU_TIMES` | a file that gets the microseconds of every call that the program waited for the emulator |
//!
//! *Invariant:* what cannot be read is told on standard error, and the default counts.

use std::fs::File;
use std::path::{Path, PathBuf};

/// The settings of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many devices there are.
    pub devices: usize,
    /// Bytes of memory of each.
    pub memory: u64,
    /// The seed of all that is left to chance.
    pub seed: u64,
    /// As `cuDriverGetVersion` tells it: 12040 for 12.4.
    pub version: i32,
    /// The compute capability.
    pub capability: (i32, i32),
    /// Calls that fail.
    pub failures: Vec<Failure>,
    /// Entry points that are not there.
    pub missing: Vec<String>,
    /// A file that gets a line for every launch.
    pub counts: Option<PathBuf>,
    /// A file that gets a line for every call.
    pub trace: Option<PathBuf>,
    /// A file that gets the time of every call.
    pub times: Option<PathBuf>,
}

/// A call that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The entry point, with or without its version; `*` for all.
    name: String,
    /// Which of the calls, from 1; all if none is said.
    call: Option<u64>,
    /// The status that it gives.
    pub status: i32,
}

impl Failure {
    fn parse(text: &str) -> Option<Failure> {
        let (what, status) = text.split_once('=')?;
        let (name, call) = match what.split_once(':') {
            Some((name, call)) => (name, Some(call.parse().ok()?)),
            None => (what, None),
        };
        Some(Failure {
            name: name.to_string(),
            call,
            status: status.parse().ok()?,
        })
    }

    /// Whether it is this call: the `count`th of its name, the `total`th of all.
    pub fn hits(&self, name: &str, count: u64, total: u64) -> bool {
        let number = if self.name == "*" { total } else { count };
        let named = self.name == "*" || self.name == name || self.name == without_version(name);
        named && self.call.is_none_or(|call| call == number)
    }
}

/// `cuMemAlloc` of `cuMemAlloc_v2`.
pub fn without_version(name: &str) -> &str {
    match name.rsplit_once("_v") {
        Some((base, digits)) if digits.bytes().all(|byte| byte.is_ascii_digit()) => base,
        _ => name,
    }
}

impl Settings {
    /// Reads them by a function that gives the value of a variable.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Settings {
        let list = |name: &str| -> Vec<String> {
            let text = variable(name).unwrap_or_default();
            let parts = text
                .split(',')
                .map(str::trim)
                .filter(|part| !part.is_empty());
            parts.map(String::from).collect()
        };
        let failure = |text: &String| read("QC_EMU_FAIL", text, Failure::parse(text));
        let number = |name: &str, parse: fn(&str) -> Option<u64>, default: u64| {
            let text = variable(name);
            text.and_then(|text| read(name, &text, parse(&text)))
                .unwrap_or(default)
        };
        let path = |name: &str| {
            let path = variable(name).filter(|path| !path.is_empty());
            path.map(PathBuf::from)
        };
        Settings {
            devices: number("QC_EMU_DEVICES", |text| text.parse().ok(), 1) as usize,
            memory: number("QC_EMU_MEMORY", bytes, 1 << 30),
            seed: number("QC_EMU_SEED", |text| text.parse().ok(), 1),
            version: number("QC_EMU_DRIVER_VERSION", version, 13090) as i32,
            capability: {
                let both = number("QC_EMU_CAPABILITY", version, 7050) as i32;
                (both / 1000, both % 1000 / 10)
            },
            failures: list("QC_EMU_FAIL").iter().filter_map(failure).collect(),
            missing: list("QC_EMU_MISSING"),
            counts: path("QC_EMU_COUNTS"),
            trace: path("QC_EMU_TRACE"),
            times: path("QC_EMU_TIMES"),
        }
    }

    /// Reads them from the environment of the process.
    pub fn of_this_process() -> Settings {
        Settings::read(|name| std::env::var(name).ok())
    }
}

/// A file that lines are added to; a line on standard error where it cannot be written.
pub fn opened(path: &Path) -> Option<File> {
    let opened = File::options().create(true).append(true).open(path);
    opened
        .inspect_err(|error| eprintln!("quasar emulator: {}: {error}", path.display()))
        .ok()
}

fn read<T>(name: &str, text: &str, value: Option<T>) -> Option<T> {
    if value.is_none() {
        eprintln!("quasar emulator: {name} has {text:?}, which means nothing");
    }
    value
}

fn bytes(text: &str) -> Option<u64> {
    let units = [('K', 10), ('M', 20), ('G', 30)];
    let unit = units.iter().find(|(letter, _)| text.ends_with(*letter));
    let (digits, shift) = unit.map_or((text, 0), |(_, shift)| (&text[..text.len() - 1], *shift));
    digits.parse::<u64>().ok()?.checked_mul(1 << shift)
}

fn version(text: &str) -> Option<u64> {
    let (major, minor) = text.split_once('.')?;
    let (major, minor): (u64, u64) = (major.parse().ok()?, minor.parse().ok()?);
    (major < 100 && minor < 100).then_some(major * 1000 + minor * 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(variables: &[(&str, &str)]) -> Settings {
        Settings::read(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.to_string())
        })
    }

    #[test]
    fn the_defaults_are_one_device_that_never_fails() {
        let plain = settings(&[]);
        assert_eq!(
            (plain.devices, plain.memory, plain.version),
            (1, 1 << 30, 13090)
        );
        assert_eq!(plain.capability, (7, 5));
        assert!(plain.failures.is_empty() && plain.missing.is_empty() && plain.trace.is_none());
    }

    #[test]
    fn values_are_read_and_nonsense_is_not() {
        let read = settings(&[
            ("QC_EMU_DEVICES", "2"),
            ("QC_EMU_MEMORY", "3M"),
            ("QC_EMU_DRIVER_VERSION", "12.4"),
            ("QC_EMU_CAPABILITY", "12.1"),
            ("QC_EMU_MISSING", "cuMemAllocAsync, cuX"),
            ("QC_EMU_SEED", "many"),
        ]);
        assert_eq!(
            (read.devices, read.memory, read.version, read.seed),
            (2, 3 << 20, 12040, 1)
        );
        assert_eq!(read.missing, ["cuMemAllocAsync", "cuX"]);
        assert_eq!(read.capability, (12, 1));
    }

    #[test]
    fn failures_hit_the_call_they_name() {
        let read = settings(&[("QC_EMU_FAIL", "cuMemAlloc:3=2,cuInit=100,*:7=999,broken")]);
        let [third, every, seventh] = &read.failures[..] else {
            panic!("{read:?}");
        };
        assert!(third.hits("cuMemAlloc_v2", 3, 9) && !third.hits("cuMemAlloc_v2", 2, 3));
        assert!(!third.hits("cuMemAllocAsync", 3, 3));
        assert!(every.hits("cuInit", 1, 1) && every.hits("cuInit", 2, 5));
        assert!(seventh.hits("cuFree", 1, 7) && !seventh.hits("cuFree", 7, 8));
        assert_eq!((third.status, every.status), (2, 100));
    }
}
