//! The environment of the process, as far as it may be trusted.
//!
//! A program that runs with more rights than its caller, because its file says so (setuid, setgid, capabilities), takes nothing from the
//! caller's environment: a variable may name a library to open or a file to write. The system tells by AT_SECURE.
//!
//! *Invariant:* this is the only place of programs that reads the environment.

use std::ffi::OsString;

/// Whether this process has rights that its caller may lack.
pub fn has_raised_rights() -> bool {
    // SAFETY: a question without arguments that could be wrong.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

/// A variable of the environment.
pub fn variable(name: &str) -> Option<OsString> {
    match has_raised_rights() {
        true => None,
        false => std::env::var_os(name),
    }
}

/// A variable that is text.
pub fn text(name: &str) -> Option<String> {
    variable(name)?.into_string().ok()
}

/// All variables.
pub fn all() -> Vec<(OsString, OsString)> {
    match has_raised_rights() {
        true => Vec::new(),
        false => std::env::vars_os().collect(),
    }
}
