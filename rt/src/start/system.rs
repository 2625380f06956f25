//! What a program asks of the system around it: its environment, the time, other programs, its own end.
//!
//! *Invariant:* what the program printed comes before what another program prints.

use std::ffi::{CString, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;
use std::time::{SystemTime, UNIX_EPOCH};

use nvrtc_bridge::environment;
use quasar_abi::RtError;

use crate::array::object::Text;
use crate::process::allocator::append;
use crate::process::error::Raised;
use crate::process::output::{self, reason};

/// What a shell adds to the number of a signal that has ended a program.
const SIGNALLED: i32 = 128;
/// Bytes of a time as text, at most.
const MOST_BYTES: usize = 1 << 16;

pub(crate) fn environment_variable(name: &Text, instead: &Text) -> Result<Text, Raised> {
    let name = name.as_str();
    // The system's function takes neither.
    let is_name = !name.is_empty() && !name.contains(['=', '\0']);
    let value = environment::variable(name).filter(|_| is_name);
    match value.map(OsString::into_string) {
        None => Text::allocated(instead.as_str()),
        Some(Ok(value)) => Text::allocated(&value),
        Some(Err(_)) => Err(Raised::invalid(
            "getenv",
            format!("the value of '{name}' is not UTF-8"),
        )),
    }
}

pub(crate) fn time_now() -> i64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_secs() as i64,
        Err(before) => -(before.duration().as_secs() as i64),
    }
}

pub(crate) fn time_text(time: i64, format: &Text) -> Result<Text, Raised> {
    // SAFETY: all its parts are numbers and a pointer that may be null.
    let mut parts: libc::tm = unsafe { std::mem::zeroed() };
    // SAFETY: both places are there.
    if unsafe { libc::localtime_r(&raw const time, &raw mut parts) }.is_null() {
        return Err(Raised::invalid(
            "datestr",
            format!("{time} seconds are beyond the years that there are"),
        ));
    }
    let format = format.as_str();
    if format.contains('\0') {
        return Err(Raised::invalid("datestr", "the format has a character 0"));
    }
    // A letter in front, so that only a place that is too small gives nothing.
    let pattern = format!("-{format}\0");
    let mut size = 64;
    while size <= MOST_BYTES.max(16 * pattern.len()) {
        let mut bytes = vec![0u8; size];
        // SAFETY: the place has that many bytes, and the pattern ends with a zero.
        let length = unsafe {
            libc::strftime(
                bytes.as_mut_ptr().cast(),
                size,
                pattern.as_ptr().cast(),
                &raw const parts,
            )
        };
        if length > 0 {
            return Text::allocated(&String::from_utf8_lossy(&bytes[1..length]));
        }
        size *= 2;
    }
    Err(Raised::invalid("datestr", "the text is too long"))
}

/// A command as C takes it, when everything that was printed before is there.
fn command_of(function: &str, command: &Text) -> Result<CString, Raised> {
    output::flush()?;
    let command = CString::new(command.as_str());
    command.map_err(|_| Raised::invalid(function, "the command has a character 0"))
}

/// The exit code that the system's status says, or 128 and the number of the signal.
fn code_of(status: i32) -> i32 {
    match libc::WIFSIGNALED(status) {
        true => SIGNALLED + libc::WTERMSIG(status),
        false => libc::WEXITSTATUS(status),
    }
}

pub(crate) fn command_text(command: &Text) -> Result<Text, Raised> {
    let failed = |why: String| Raised::invalid("systemtext", why);
    let command = command_of("systemtext", command)?;
    // SAFETY: both texts end with a zero.
    let stream = unsafe { libc::popen(command.as_ptr(), c"re".as_ptr()) };
    if stream.is_null() {
        return Err(failed(reason(&io::Error::last_os_error())));
    }
    // SAFETY: the stream is open, and so is its descriptor until `pclose`; `ManuallyDrop` leaves that to it.
    let mut reader = ManuallyDrop::new(unsafe { File::from_raw_fd(libc::fileno(stream)) });
    let mut bytes = Vec::new();
    let read = read_all(&mut reader, &mut bytes);
    // SAFETY: it was opened by `popen` and is not used behind this.
    let status = unsafe { libc::pclose(stream) };
    read?;
    if status < 0 {
        return Err(failed(reason(&io::Error::last_os_error())));
    }
    match code_of(status) {
        0 => {}
        code => return Err(failed(format!("the command ends with exit code {code}"))),
    }
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| failed("what the command prints is not UTF-8".to_string()))?;
    Text::allocated(text.strip_suffix('\n').unwrap_or(&text))
}

/// Reads to the end, in memory that may be refused.
fn read_all(reader: &mut File, bytes: &mut Vec<u8>) -> Result<(), Raised> {
    let mut piece = [0; 4096];
    loop {
        match reader.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(count) => append(bytes, &piece[..count])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Raised::invalid("systemtext", reason(&error))),
        }
    }
}

pub(crate) fn run_command(command: &Text) -> Result<i32, Raised> {
    let command = command_of("system", command)?;
    // SAFETY: the text ends with a zero. The function is the system's own, which also cares for the signals meanwhile.
    let status = unsafe { libc::system(command.as_ptr()) };
    if status < 0 {
        let why = reason(&io::Error::last_os_error());
        return Err(Raised::invalid("system", why));
    }
    Ok(code_of(status))
}

pub(crate) fn program_exit(code: i64) -> Result<(), Raised> {
    match (0..=255).contains(&code) {
        true => Err(Raised::new(RtError::Exit, &[&code])),
        false => {
            let message = format!("the exit code is {code}, not 0 to 255");
            Err(Raised::invalid("exit", message))
        }
    }
}

/// The exit code of a program that ends itself.
pub(crate) fn exit_code(raised: &Raised) -> Option<i32> {
    match raised.row {
        RtError::Exit => raised.message.parse().ok(),
        _ => None,
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    fn text(time: i64, format: &str) -> String {
        time_text(time, &Text::new(format))
            .expect("a time")
            .as_str()
            .to_string()
    }

    #[test]
    fn times_are_texts() {
        assert!(time_now() > 1_700_000_000);
        assert_eq!(text(86_400 * 365, "%Y"), "1971");
        assert_eq!(text(0, ""), "");
        assert_eq!(text(0, &"x".repeat(5000)).len(), 5000);
        assert!(time_text(i64::MAX, &Text::new("%Y")).is_err());
        assert!(time_text(0, &Text::new("a\0b")).is_err());
    }

    #[test]
    fn commands_have_their_exit_codes() {
        let run = |command: &str| run_command(&Text::new(command));
        assert_eq!(run("exit 7"), Ok(7));
        assert_eq!(run("kill -9 $$"), Ok(137));
        assert!(run("a\0b").is_err());
    }

    #[test]
    fn commands_have_their_output() {
        let text = |command: &str| command_text(&Text::new(command));
        let read = |command: &str| text(command).expect("a text").as_str().to_string();
        assert_eq!(read("echo a; echo; printf b"), "a\n\nb");
        assert_eq!(read("true"), "");
        assert_eq!(read("printf '\\n\\n'"), "\n");
        assert_eq!(read("seq 20000 | tail -c 6"), "20000");
        for (command, part) in [
            ("echo x; exit 3", "exit code 3"),
            ("kill -9 $$", "exit code 137"),
            ("printf '\\377'", "not UTF-8"),
            ("a\0b", "a character 0"),
        ] {
            let error = text(command).expect_err("a mistake");
            assert!(error.message.contains(part), "{}", error.message);
        }
    }

    #[test]
    fn exit_codes_have_a_byte() {
        let code = |code| program_exit(code).expect_err("the end");
        assert_eq!(exit_code(&code(255)), Some(255));
        assert_eq!(exit_code(&code(256)), None);
        assert_eq!(exit_code(&code(-1)), None);
    }

    #[test]
    fn variables_that_are_missing_have_another_value() {
        let value = |name: &str| environment_variable(&Text::new(name), &Text::new("none"));
        for name in ["", "A=B", "QC NO SUCH VARIABLE", "a\0b"] {
            assert_eq!(value(name).expect("a text").as_str(), "none");
        }
        assert_ne!(value("PATH").expect("a text").as_str(), "none");
    }
}
