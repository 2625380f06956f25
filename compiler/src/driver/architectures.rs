//! The GPU architectures that CUDA text can be compiled for.
//!
//! *Invariant:* these are the names that NVRTC knows, the oldest first.

use quasar_abi::option_lines;

use crate::diag::did_you_mean;

/// Architectures that NVRTC compiles for: those of version 12 and the later ones that version 13 adds. Jetson boards have 53, 62, 72
/// and 87; the letter `a` allows what only that architecture has, `f` what its family has.
const KNOWN: &[&str] = &[
    "sm_50", "sm_52", "sm_53", "sm_60", "sm_61", "sm_62", "sm_70", "sm_72", "sm_75", "sm_80",
    "sm_86", "sm_87", "sm_88", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100a", "sm_100f",
    "sm_101", "sm_101a", "sm_103", "sm_103a", "sm_103f", "sm_110", "sm_110a", "sm_110f", "sm_120",
    "sm_120a", "sm_120f", "sm_121", "sm_121a", "sm_121f",
];
/// Architectures that CUDA once had.
const TOO_OLD: &[&str] = &[
    "sm_10", "sm_11", "sm_12", "sm_13", "sm_20", "sm_21", "sm_30", "sm_32", "sm_35", "sm_37",
];

/// In the place of an architecture: no text for GPUs at all.
pub const NONE: &str = "none";

/// Checks the name of an architecture, or `none`.
///
/// # Errors
/// What is wrong with it, and what there is.
pub fn check(name: &str) -> Result<(), String> {
    if name == NONE || KNOWN.contains(&name) {
        return Ok(());
    }
    let oldest = KNOWN[0];
    if TOO_OLD.contains(&name) {
        return Err(format!(
            "`{name}` is too old: NVRTC compiles for {oldest} and later ones"
        ));
    }
    let near = did_you_mean(name, KNOWN.iter().copied());
    let help = near.unwrap_or_else(|| format!("there are {}, and `{NONE}`", KNOWN.join(", ")));
    Err(format!("there is no GPU architecture `{name}`; {help}"))
}

/// The first line of CUDA text for an architecture.
pub fn heading(name: Option<&str>) -> String {
    name.map_or(String::new(), |name| {
        option_lines([format!("--gpu-architecture={name}").as_str()])
    })
}

/// The number of an architecture that is known: 90 for `sm_90a`.
pub fn number(name: &str) -> u32 {
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    digits.parse().expect("known architectures have a number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wrong_name_has_one_clear_line() {
        let message = |name: &str| check(name).expect_err(name);
        assert!(message("sm_35").contains("too old: NVRTC compiles for sm_50"));
        assert!(message("sm_78").contains("did you mean"));
        assert!(message("turing").contains("there are sm_50, sm_52"));
        assert!(message("turing").ends_with("and `none`"));
        assert!(KNOWN.iter().all(|name| check(name).is_ok()));
        assert_eq!(check("none"), Ok(()));
        assert_eq!((number("sm_87"), number("sm_120a")), (87, 120));
        assert!(KNOWN.iter().all(|name| number(name) >= 50));
    }
}
