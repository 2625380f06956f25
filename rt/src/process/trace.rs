//! `QC_TRACE=file`: where a program's time went, as a file that chrome://tracing and Perfetto read.
//!
//! The format is the "JSON object" form of the Trace Event Format: complete events (`X`) with a start and a length in microseconds, and
//! names of threads as metadata (`M`). These are the categories:
//!
//! | category | what |
//! |---|---|
//! | `phase` | the run of the program |
//! | `launch` | a kernel with its source line: on the thread that launched it with rows and chunks, or in a stream of a GPU |
//! | `chunk` | what each thread did of a launch |
//! | `copy` | elements of an array on their way to a GPU (`in`), back (`out`) or to another GPU (`peer`), with their bytes |
//! | `wait` | the program waits for what a launch gives it: totals, or whether it has failed |
//! | `compile` | the kernels of the program become code of a GPU |
//! | `evict` | an array gives up its memory on a GPU |
//! | `library` | a function of a library of GPUs, in the stream that it works in |
//!
//! What a GPU does has its own time there, by the events of its driver. The file has the events in the order in which they were begun or
//! given to a GPU.
//!
//! *Invariant:* without the variable nothing is measured and nothing is kept; the file is written whole or not at all.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::process::error::Raised;
use crate::process::whole_file;
use nvrtc_bridge::environment;

/// More events than this are counted, not kept: some 100 MB of text.
const MOST_EVENTS: usize = 1 << 20;

/// Whether events are wanted; what is asked before every launch.
static ON: AtomicBool = AtomicBool::new(false);
static TRACE: Mutex<Option<Trace>> = Mutex::new(None);
/// The streams of GPUs have numbers from here on, more than there are threads: a hundred for each GPU.
const FIRST_STREAM: u32 = 10_000;
/// Numbers for the streams of a GPU.
const STREAMS_OF_A_DEVICE: u32 = 100;

/// The number that the next thread gets.
static THREADS: AtomicU32 = AtomicU32::new(0);

thread_local! {
    static THREAD: Cell<Option<u32>> = const { Cell::new(None) };
}

struct Trace {
    path: String,
    start: Instant,
    events: Vec<Event>,
    omitted: u64,
}

struct Event {
    category: Category,
    name: String,
    thread: u32,
    begin: Instant,
    end: Instant,
    /// The row of the location table; 0 for none.
    location: i32,
    details: Details,
}

/// What an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Category {
    /// A part of the program's life.
    Phase,
    /// A kernel.
    Launch,
    /// A part of a kernel.
    Chunk,
    /// Elements on their way.
    Copy,
    /// The program waits for a GPU.
    Wait,
    /// Kernels become code of a GPU.
    Compile,
    /// An array gives up its memory on a GPU.
    Evict,
    /// A function of a library of GPUs.
    Library,
}

impl Category {
    fn text(self) -> &'static str {
        match self {
            Category::Phase => "phase",
            Category::Launch => "launch",
            Category::Chunk => "chunk",
            Category::Copy => "copy",
            Category::Wait => "wait",
            Category::Compile => "compile",
            Category::Evict => "evict",
            Category::Library => "library",
        }
    }
}

/// A property of an event.
pub(crate) enum Property<'a> {
    /// A number.
    Number(u64),
    /// A text.
    Text(&'a str),
}

/// What is told of an event beside its time.
enum Details {
    Nothing,
    /// Rows and chunks of a launch.
    Work {
        rows: i64,
        chunks: i64,
    },
    /// The rows of a chunk.
    Rows {
        first: i64,
        end: i64,
    },
    /// Properties as they stand in the file.
    Written(String),
}

/// An event whose time a GPU tells later.
#[derive(Clone, Copy)]
pub(crate) struct Place(usize);

/// Where an event happens.
#[derive(Clone, Copy)]
pub(crate) enum Row {
    /// On this thread.
    Thread,
    /// In a stream of a GPU, by their numbers.
    Stream(usize, usize),
}

/// The moment at which something to be told began; nothing when no trace is wanted.
pub struct Began(Option<Instant>);

/// Looks for the variable, and whether its file can be written.
///
/// # Errors
/// The file cannot be written: better told before a long run than after it.
pub fn start() -> Result<(), Raised> {
    let Some(path) = environment::variable("QC_TRACE").filter(|path| !path.is_empty()) else {
        return Ok(());
    };
    let path = path.to_string_lossy().into_owned();
    whole_file::check(&path)?;
    thread();
    *trace() = Some(Trace {
        path,
        start: Instant::now(),
        events: Vec::new(),
        omitted: 0,
    });
    ON.store(true, Ordering::Release);
    Ok(())
}

/// Writes the file, if one is wanted; `place` gives file and line of a row of the location table.
///
/// # Errors
/// It cannot be written.
pub fn finish(place: impl Fn(i32) -> (String, u32)) -> Result<(), Raised> {
    ON.store(false, Ordering::Release);
    match trace().take() {
        Some(trace) => whole_file::store(&trace.path, text(&trace, place).as_bytes()),
        None => Ok(()),
    }
}

/// Notes the time, if a trace is wanted.
pub fn begin() -> Began {
    Began(ON.load(Ordering::Relaxed).then(Instant::now))
}

/// Tells the time of an event that a GPU has measured.
pub(crate) fn settle(place: Place, begin: Instant, end: Instant) {
    if let Some(trace) = trace().as_mut() {
        let event = &mut trace.events[place.0];
        (event.begin, event.end) = (begin, end.max(begin));
    }
}

/// Whether a trace is wanted.
pub(crate) fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

impl Began {
    /// Something that concerns a GPU has ended, or was given to it; `location` is a row of the location table or 0. None when no trace is
    /// wanted or it is full.
    pub(crate) fn device(
        self,
        row: Row,
        category: Category,
        name: &str,
        location: i32,
        properties: &[(&str, Property<'_>)],
    ) -> Option<Place> {
        let begin = self.0?;
        let mut written = Vec::new();
        for (name, value) in properties {
            written.push(match value {
                Property::Number(number) => format!("\"{name}\":{number}"),
                Property::Text(text) => format!("\"{name}\":{}", quoted(text)),
            });
        }
        keep(Event {
            category,
            name: name.to_owned(),
            thread: match row {
                Row::Thread => thread(),
                Row::Stream(device, stream) => {
                    FIRST_STREAM + device as u32 * STREAMS_OF_A_DEVICE + stream as u32
                }
            },
            begin,
            end: Instant::now(),
            location,
            details: Details::Written(written.join(",")),
        })
    }

    /// A part of the program's life has ended.
    pub fn phase(self, name: &str) {
        self.ended(Category::Phase, name, 0, Details::Nothing);
    }

    /// A launch has ended.
    pub fn launch(self, kernel: &str, location: i32, rows: i64, chunks: i64) {
        self.ended(
            Category::Launch,
            kernel,
            location,
            Details::Work { rows, chunks },
        );
    }

    /// A launch was given to a GPU that calls it; [`settle`] tells its time.
    pub(crate) fn called(
        self,
        kernel: &str,
        location: i32,
        rows: i64,
        chunks: i64,
    ) -> Option<Place> {
        let begin = self.0?;
        keep(Event {
            category: Category::Launch,
            name: kernel.to_owned(),
            thread: thread(),
            begin,
            end: begin,
            location,
            details: Details::Work { rows, chunks },
        })
    }

    /// A chunk of a launch has ended.
    pub fn chunk(self, kernel: &str, location: i32, first: i64, end: i64) {
        self.ended(
            Category::Chunk,
            kernel,
            location,
            Details::Rows { first, end },
        );
    }

    fn ended(self, category: Category, name: &str, location: i32, details: Details) {
        let Some(begin) = self.0 else {
            return;
        };
        let event = Event {
            category,
            name: name.to_owned(),
            thread: thread(),
            begin,
            end: Instant::now(),
            location,
            details,
        };
        keep(event);
    }
}

/// Keeps an event, if there is still room.
fn keep(event: Event) -> Option<Place> {
    let mut trace = trace();
    let trace = trace.as_mut()?;
    if trace.events.len() >= MOST_EVENTS {
        trace.omitted += 1;
        return None;
    }
    trace.events.push(event);
    Some(Place(trace.events.len() - 1))
}

/// A panic elsewhere leaves at most an event too few.
fn trace() -> MutexGuard<'static, Option<Trace>> {
    TRACE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of this thread; the program's own is 0.
fn thread() -> u32 {
    THREAD.get().unwrap_or_else(|| {
        let number = THREADS.fetch_add(1, Ordering::Relaxed);
        THREAD.set(Some(number));
        number
    })
}

fn text(trace: &Trace, place: impl Fn(i32) -> (String, u32)) -> String {
    let mut text = String::from("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    // One by one: a set that is collected is sorted first, by code of 6 kB that no program would have otherwise.
    let mut threads = BTreeSet::new();
    threads.extend(trace.events.iter().map(|event| event.thread));
    threads.insert(0);
    for thread in threads {
        let name = match thread.checked_sub(FIRST_STREAM) {
            Some(number) => format!(
                "gpu {}, stream {}",
                number / STREAMS_OF_A_DEVICE,
                number % STREAMS_OF_A_DEVICE
            ),
            None if thread == 0 => "program".to_string(),
            None => format!("worker {thread}"),
        };
        let _ = writeln!(
            text,
            "{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":{thread},\"args\":{{\"name\":\"{name}\"}}}},"
        );
    }
    for event in &trace.events {
        write_event(&mut text, event, trace.start, &place);
        text.push_str(",\n");
    }
    // The last event closes the list: JSON has no comma there.
    let _ = writeln!(
        text,
        "{{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{{\"name\":\"qc\"}}}}\n],\n\"otherData\":{{\"omitted\":{}}}}}",
        trace.omitted
    );
    text
}

fn write_event(
    text: &mut String,
    event: &Event,
    start: Instant,
    place: &impl Fn(i32) -> (String, u32),
) {
    let category = event.category.text();
    let microseconds =
        |moment: Instant| moment.saturating_duration_since(start).as_nanos() as f64 / 1e3;
    let (begin, end) = (microseconds(event.begin), microseconds(event.end));
    let _ = write!(
        text,
        "{{\"ph\":\"X\",\"cat\":\"{category}\",\"name\":{},\"pid\":1,\"tid\":{},\"ts\":{begin:.3},\"dur\":{:.3},\"args\":{{",
        quoted(&event.name),
        event.thread,
        end - begin
    );
    let mut details = Vec::new();
    let (file, line) = place(event.location);
    if line > 0 {
        details.push(format!("\"file\":{},\"line\":{line}", quoted(&file)));
    }
    match &event.details {
        Details::Nothing => {}
        Details::Work { rows, chunks } => {
            details.push(format!("\"rows\":{rows},\"chunks\":{chunks}"));
        }
        Details::Rows { first, end } => details.push(format!("\"first\":{first},\"end\":{end}")),
        Details::Written(text) if text.is_empty() => {}
        Details::Written(text) => details.push(text.clone()),
    }
    let _ = write!(text, "{}}}}}", details.join(","));
}

/// A string of JSON.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("a\"b\\c\nd"), "\"a\\\"b\\\\c\\u000ad\"");
    }

    #[test]
    fn events_tell_name_place_and_work() {
        let start = Instant::now();
        let event = |category, details| Event {
            category,
            name: "blur$loop2".into(),
            thread: 1,
            begin: start,
            end: start,
            location: 3,
            details,
        };
        let trace = Trace {
            path: String::new(),
            start,
            events: vec![
                event(Category::Launch, Details::Work { rows: 7, chunks: 2 }),
                event(Category::Chunk, Details::Rows { first: 3, end: 7 }),
            ],
            omitted: 5,
        };
        let text = text(&trace, |row| (format!("f{row}.q"), 12));
        for part in [
            "\"cat\":\"launch\",\"name\":\"blur$loop2\",\"pid\":1,\"tid\":1,\"ts\":0.000,\"dur\":0.000,\"args\":{\"file\":\"f3.q\",\"line\":12,\"rows\":7,\"chunks\":2}}",
            "\"cat\":\"chunk\"",
            "\"first\":3,\"end\":7",
            "\"name\":\"worker 1\"",
            "\"omitted\":5",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }

    #[test]
    fn nothing_is_kept_unasked() {
        assert!(begin().0.is_none());
    }
}
