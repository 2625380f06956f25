//! What the environment and the settings of the compiler say of memory and streams.
//!
//! *Invariant:* a value that means nothing is an error at the start of the program; the values change times, never results.

use nvrtc_bridge::environment;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, Ordering};

/// The variable that says how many streams each GPU has.
const STREAMS: &str = "QC_GPU_STREAMS";
/// The variable of the setting of that name: whether copies go through pinned memory.
const PINNED: &str = "QC_RUNTIME_CUDA_ENABLEPINNEDHOSTMEM";
/// The variable of the setting of that name: whether host and GPU share the memory of all arrays.
const UNIFIED: &str = "QC_RUNTIME_CUDA_UNIFIEDMEMORYMODE";
/// Streams of a GPU when nobody says how many.
const DEFAULT_STREAMS: usize = 4;
/// Streams of a GPU at most.
const MOST_STREAMS: usize = 32;

/// What the program was compiled with.
static PROGRAM_PINNED: AtomicI32 = AtomicI32::new(1);
/// What the program was compiled with.
static PROGRAM_UNIFIED: AtomicI32 = AtomicI32::new(0);

/// The row of that name.
pub(crate) fn device_memory(pinned: i32, unified: i32) {
    PROGRAM_PINNED.store(pinned, Ordering::Relaxed);
    PROGRAM_UNIFIED.store(unified, Ordering::Relaxed);
}

/// The settings of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Streams of each GPU.
    pub streams: usize,
    /// Whether copies between host and GPU go through pinned memory, so that nobody waits for them.
    pub pinned: bool,
    /// Whether arrays lie in memory that host and GPU share.
    pub unified: bool,
}

impl Settings {
    /// What the program was compiled with, and the defaults.
    fn of_program() -> Settings {
        Settings {
            streams: DEFAULT_STREAMS,
            pinned: PROGRAM_PINNED.load(Ordering::Relaxed) != 0,
            unified: PROGRAM_UNIFIED.load(Ordering::Relaxed) != 0,
        }
    }

    /// Reads them by a function that gives the value of a variable; those of the program count where a variable says nothing.
    ///
    /// # Errors
    /// A value that means nothing, with what it could be.
    fn read(
        variable: impl Fn(&str) -> Option<String>,
        program: Settings,
    ) -> Result<Settings, String> {
        let value = |name: &str| variable(name).filter(|text| !text.is_empty());
        let mut settings = program;
        if let Some(text) = value(STREAMS) {
            let number = text.parse().ok();
            let number = number.filter(|number| (1..=MOST_STREAMS).contains(number));
            settings.streams = number.ok_or_else(|| {
                format!("{STREAMS} must be a number from 1 to {MOST_STREAMS}, not '{text}'")
            })?;
        }
        if let Some(text) = value(PINNED) {
            settings.pinned = match text.to_ascii_lowercase().as_str() {
                "true" | "on" | "1" => true,
                "false" | "off" | "0" => false,
                _ => return Err(format!("{PINNED} must be True or False, not '{text}'")),
            };
        }
        if let Some(text) = value(UNIFIED) {
            settings.unified = match text.to_ascii_lowercase().as_str() {
                "always" => true,
                "never" => false,
                _ => return Err(format!("{UNIFIED} must be Always or Never, not '{text}'")),
            };
        }
        Ok(settings)
    }
}

fn of_environment(program: Settings) -> Result<Settings, String> {
    Settings::read(environment::text, program)
}

/// Whether the environment can be understood.
///
/// # Errors
/// The text of the error.
pub(super) fn check() -> Result<(), String> {
    crate::processor::coschedule::check()?;
    of_environment(Settings::of_program()).map(|_| ())
}

/// Streams of each GPU. The program has no say in it, so that a GPU can be opened before it begins.
pub(super) fn streams() -> usize {
    of_environment(Settings::of_program()).map_or(DEFAULT_STREAMS, |settings| settings.streams)
}

/// The settings of this process, which stay as they are from the first question on. The program says its own first.
pub(super) fn settings() -> Settings {
    static SETTINGS: OnceLock<Settings> = OnceLock::new();
    *SETTINGS.get_or_init(|| {
        let program = Settings::of_program();
        // What cannot be understood was told at the start.
        of_environment(program).unwrap_or(program)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: Settings = Settings {
        streams: 4,
        pinned: true,
        unified: false,
    };

    fn read(variables: &[(&str, &str)], program: Settings) -> Result<Settings, String> {
        let value = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.to_string())
        };
        Settings::read(value, program)
    }

    #[test]
    fn the_environment_counts_over_the_program() {
        assert_eq!(read(&[], PROGRAM), Ok(PROGRAM));
        assert_eq!(read(&[(STREAMS, "")], PROGRAM), Ok(PROGRAM));
        let said = [(STREAMS, "1"), (PINNED, "False"), (UNIFIED, "Always")];
        let said = read(&said, PROGRAM).expect("good values");
        assert_eq!((said.streams, said.pinned, said.unified), (1, false, true));
        let back = read(&[(PINNED, "on"), (UNIFIED, "never")], said).expect("good values");
        assert_eq!((back.streams, back.pinned, back.unified), (1, true, false));
    }

    #[test]
    fn nonsense_is_told() {
        for (name, value) in [
            (STREAMS, "0"),
            (STREAMS, "33"),
            (STREAMS, "many"),
            (PINNED, "maybe"),
            (UNIFIED, "sometimes"),
        ] {
            let error = read(&[(name, value)], PROGRAM).expect_err("nonsense");
            assert!(error.contains(name) && error.contains(value), "{error}");
        }
    }
}
