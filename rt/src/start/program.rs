//! Running a program: arguments, the entry, the report of an error, the exit code.
//!
//! *Invariant:* exactly one report is written for a run that fails, after everything the program printed.

use std::ffi::OsString;
use std::fmt::Write;

use quasar_abi::{LocationView, ProgramEntry, ProgramView, RtError};

use crate::array::kernel_memory;
use crate::array::object::live_objects;
use crate::array::storage;
use crate::device;
use crate::figure;
use crate::formats::open_files;
use crate::numeric::fourier_plans;
use crate::process::allocator;
use crate::process::description;
use crate::process::ending::{self, EXIT_ERROR};
use crate::process::error::{Pending, take_pending};
use crate::process::output;
use crate::process::replace;
use crate::process::rooms::Room;
use crate::process::standard_error::write_error_text;
use crate::process::trace;
use crate::processor::coschedule;
use crate::start::arguments::{self, Mistake, Request};
use crate::start::clock;
use crate::start::help;
use crate::start::notices::NOTICES;
use crate::start::progress;
use crate::start::system;
use nvrtc_bridge::environment;

/// Exit code when nobody reads the output any more: what a shell tells of a program that SIGPIPE has ended.
const EXIT_CLOSED: i32 = 128 + libc::SIGPIPE;
/// Exit code of wrong command-line arguments.
const EXIT_USAGE: i32 = 2;
/// Exit code when arrays or strings are left over and `QC_LEAK_CHECK=1` asks.
const EXIT_LEAK: i32 = 102;
/// Calls that are shown of one row at most.
const MOST_INLINED: usize = 100;

/// Rooms that a program may lack; see [`Room`].
#[unsafe(export_name = "quasar_rooms")]
static ROOMS: [Option<&Room>; 3] = [
    Some(&coschedule::ROOM),
    Some(&device::ROOM),
    Some(&figure::ROOM),
];

/// The rooms that this program has.
fn rooms() -> impl Iterator<Item = &'static Room> {
    // The linker has written into the table what the compiler does not know.
    // SAFETY: it can be read, and nothing writes it while the program runs.
    let table = unsafe { std::ptr::read_volatile(&raw const ROOMS) };
    table.into_iter().flatten()
}

/// Runs a linked program to its end and returns the exit code of the process. `info` is its `ProgramInfo` blob.
///
/// # Safety
/// `entry` is the entry of the program that `info` describes.
pub unsafe fn start(entry: ProgramEntry, info: &[u8]) -> i32 {
    ending::report_bugs();
    replace::ignore_size_signal();
    storage::start();
    let program = ProgramView::new(info).expect("the linker writes a valid description");
    device::allow_libraries();
    match command_line() {
        // SAFETY: the caller vouches that this is the entry of the program described; the linker has put both there, and it is called once.
        Ok((name, given)) => run(&program, &name, &given, || unsafe { entry() }),
        Err(message) => {
            let command = None;
            report_usage(&Mistake { message, command }, &program, "program")
        }
    }
}

/// Runs a program with these arguments; `entry` returns a status as a [`ProgramEntry`] does. Gives the exit code.
pub fn run(
    program: &ProgramView<'_>,
    name: &str,
    given: &[String],
    entry: impl FnOnce() -> i32,
) -> i32 {
    clock::mark_program_start();
    if let Err(message) = settle() {
        write_error_text(&format!("error: {message}\n"));
        return EXIT_ERROR;
    }
    let backtrace = match arguments::parse(program, given) {
        Ok(Request::Help(command)) => {
            let command = command.and_then(|number| program.commands().nth(number));
            return tell(&help::help(program, command.as_ref(), name), program);
        }
        Ok(Request::Licenses) => return tell(NOTICES, program),
        Ok(Request::Version) => return tell(&help::version(name), program),
        Ok(Request::Run {
            command,
            values,
            backtrace,
        }) => {
            arguments::set(command, values);
            backtrace || environment::variable("QC_BACKTRACE").is_some_and(|value| value == "1")
        }
        Err(mistake) => return report_usage(&mistake, program, name),
    };
    description::describe(program);
    if let Err(error) = trace::start() {
        return finish(Some(error.into()), program, false);
    }
    let began = trace::begin();
    let status = entry();
    began.phase("program");
    let pending = take_pending();
    assert_eq!(
        status != 0,
        pending.is_some(),
        "a status and a pending error come together"
    );
    finish(pending, program, backtrace)
}

/// Reads the environment, and starts what is to be there before a program.
///
/// # Errors
/// What is wrong with a variable.
pub(crate) fn settle() -> Result<(), String> {
    device::check(environment::variable("QC_DEVICE").as_deref())
        .and_then(|()| rooms().try_for_each(|room| (room.start)()))
        .and_then(|()| kernel_memory::start())
        .and_then(|()| allocator::start())
}

/// What the rooms want done when a call of a library ends.
pub(crate) fn pause() {
    rooms().for_each(|room| (room.pause)());
}

/// Prints a text instead of running the program.
fn tell(text: &str, program: &ProgramView<'_>) -> i32 {
    let written = output::write(text);
    finish(written.err().map(Pending::from), program, false)
}

/// The program's name and its arguments.
fn command_line() -> Result<(String, Vec<String>), String> {
    let mut words = std::env::args_os();
    let path = words.next().unwrap_or_default();
    let name = std::path::Path::new(&path)
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let texts: Result<Vec<String>, _> = words.map(OsString::into_string).collect();
    let texts =
        texts.map_err(|word| format!("the argument '{}' is not UTF-8", word.to_string_lossy()))?;
    Ok((name, texts))
}

fn report_usage(mistake: &Mistake, program: &ProgramView<'_>, name: &str) -> i32 {
    let command = mistake
        .command
        .and_then(|number| program.commands().nth(number));
    let of_command = command.filter(|command| !command.name.is_empty());
    let asked = of_command.map_or(name.to_string(), |command| {
        format!("{name} {}", command.name)
    });
    write_error_text(&format!(
        "error: {}\n{}\nTry '{asked} --help'.\n",
        mistake.message,
        help::usage(program, command.as_ref(), name)
    ));
    EXIT_USAGE
}

/// Flushes the output, reports what went wrong and chooses the exit code.
fn finish(pending: Option<Pending>, program: &ProgramView<'_>, backtrace: bool) -> i32 {
    rooms().for_each(|room| (room.end)());
    progress::leave();
    let closed = open_files::close_all().err();
    let traced = trace::finish(description::place).err();
    let flushed = output::flush().err().or(closed).or(traced);
    let flushed = flushed.map(Pending::from);
    fourier_plans::report();
    // A program that ends itself has no error to tell, but what it printed may not have been written.
    let (left, pending) =
        match pending.map(|pending| system::exit_code(&pending.raised).ok_or(pending)) {
            Some(Ok(code)) => (Some(code), None),
            Some(Err(error)) => (None, Some(error)),
            None => (None, None),
        };
    let Some(error) = pending.or(flushed) else {
        rooms().for_each(|room| (room.wait)());
        // What was in use where the program left is left over.
        return left.unwrap_or_else(leak_check);
    };
    if error.raised.row == RtError::OutputClosed {
        return EXIT_CLOSED;
    }
    write_error_text(&report(&error, program, backtrace));
    EXIT_ERROR
}

/// The text of an error report.
pub fn report(error: &Pending, program: &ProgramView<'_>, backtrace: bool) -> String {
    let mut text = format!("error: {}\n", error.raised.message);
    let rows = error.trace.iter();
    let calls: Vec<LocationView<'_>> = rows.flat_map(|row| calls_of_row(program, *row)).collect();
    if let Some(origin) = calls.first() {
        let _ = writeln!(
            text,
            " --> {}:{} (in {})",
            origin.file,
            origin.line,
            function_of(origin)
        );
    }
    if backtrace {
        text.push_str("calls, the innermost first:\n");
        for (number, same) in calls.chunk_by(|a, b| a == b).enumerate() {
            let (location, function) = (&same[0], function_of(&same[0]));
            let times = if same.len() > 1 {
                format!(", {} times", same.len())
            } else {
                String::new()
            };
            let _ = writeln!(
                text,
                "{number:4}: {function} at {}:{}:{}{times}",
                location.file, location.line, location.column
            );
        }
        if error.omitted > 0 {
            let _ = writeln!(text, "      and {} more", error.omitted);
        }
    }
    text
}

fn function_of<'a>(location: &LocationView<'a>) -> &'a str {
    if location.function.is_empty() {
        "the script"
    } else {
        location.function
    }
}

/// The statement of a row, and the calls around it where functions were inlined.
fn calls_of_row<'a>(
    program: &ProgramView<'a>,
    row: i32,
) -> impl Iterator<Item = LocationView<'a>> + use<'a> {
    let program = *program;
    let first = program.location(row.unsigned_abs() as usize);
    let calls = std::iter::successors(first, move |inner| {
        let call = inner.call as usize;
        let follows = call != 0 && row > 0;
        follows.then(|| program.location(call)).flatten()
    });
    calls.take(MOST_INLINED)
}

/// Compares the live objects with none, if `QC_LEAK_CHECK=1` asks.
fn leak_check() -> i32 {
    let asked = environment::variable("QC_LEAK_CHECK").is_some_and(|value| value == "1");
    match live_objects() {
        count if asked && count != 0 => {
            write_error_text(&format!("leak check: {count} arrays or strings are left\n"));
            EXIT_LEAK
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::error::Raised;
    use quasar_abi::{Location, ProgramInfo};

    #[test]
    fn reports_show_message_place_and_calls() {
        let location = |function: &str, line| Location {
            file: "a.q".into(),
            function: function.into(),
            line,
            column: 5,
            call: 0,
        };
        let info = ProgramInfo {
            locations: vec![location("", 9), location("f", 3)],
            ..ProgramInfo::default()
        };
        let blob = info.encode();
        let program = ProgramView::new(&blob).expect("a blob");
        let error = Pending {
            raised: Raised {
                row: RtError::User,
                message: "no luck".into(),
            },
            trace: vec![1, 1, 0],
            omitted: 2,
        };
        assert_eq!(
            report(&error, &program, false),
            "error: no luck\n --> a.q:3 (in f)\n"
        );
        let expected = "error: no luck\n --> a.q:3 (in f)\ncalls, the innermost first:\n   0: f at a.q:3:5, 2 times\n   1: the script at a.q:9:5\n      and 2 more\n";
        assert_eq!(report(&error, &program, true), expected);
        let nowhere = Pending::from(Raised {
            row: RtError::User,
            message: "x".into(),
        });
        assert_eq!(report(&nowhere, &program, false), "error: x\n");
        let inlined = Location {
            call: 1,
            ..location("f", 3)
        };
        let info = ProgramInfo {
            locations: vec![location("", 0), location("g", 9), inlined],
            ..ProgramInfo::default()
        };
        let blob = info.encode();
        let program = ProgramView::new(&blob).expect("a blob");
        let error = Pending {
            trace: vec![2],
            ..nowhere
        };
        let text = report(&error, &program, true);
        assert!(
            text.ends_with("   0: f at a.q:3:5\n   1: g at a.q:9:5\n"),
            "{text}"
        );
    }
}
