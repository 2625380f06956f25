//! The server: messages in their order, one after the other.
//!
//! One thread reads, one answers, and one asks the stages behind the front end when nothing has happened for a while. A request is answered from the
//! texts as they are when it is its turn; diagnostics are published when no message waits.
//!
//! *Invariant:* every request has exactly one answer. A panic ends the request that it happens in and nothing else.

mod capabilities;
pub mod frames;
mod requests;
mod session;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use lsp_server::Message;
use qc_front::base::stack;

use crate::host::Host;
use crate::program::Later;
use crate::workspace::Job;
use frames::Frame;
use session::Session;

/// So long nothing must happen before later stages are asked.
const QUIET: Duration = Duration::from_millis(300);

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The client has said so, first `shutdown` and then `exit`.
    Orderly,
    /// The client is gone, or has left without a word.
    Abrupt,
}

/// What the server waits for.
enum Event {
    Frame(Frame),
    /// Later stages have said something, or had a mistake of their own.
    Done(Box<Job>, Option<Later>),
}

/// Serves one client; has to be called on a deep stack.
///
/// # Errors
/// What is written is not taken.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    host: Arc<dyn Host>,
) -> io::Result<Ending> {
    let (events, happened) = channel();
    let reader = events.clone();
    thread::spawn(move || read_all(input, &reader));
    let (jobs, wanted) = channel();
    thread::scope(|scope| {
        let asked = host.clone();
        stack::beside(scope, move || ask_later(&wanted, &events, &*asked));
        let mut server = Server {
            session: Session::new(host.clone()),
            host,
            output,
            queue: VecDeque::new(),
            happened,
            jobs,
            busy: false,
            quiet: true,
            rested: false,
        };
        server.run()
    })
}

/// Reads messages up to the last one.
fn read_all(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let frame = frames::read(&mut input);
        let is_last = match &frame {
            Frame::End(_) => true,
            Frame::Message(Message::Notification(it)) => it.method == "exit",
            Frame::Message(_) | Frame::Broken(_) => false,
        };
        if events.send(Event::Frame(frame)).is_err() || is_last {
            return;
        }
    }
}

/// Asks later stages whenever there is a job.
fn ask_later(wanted: &Receiver<Box<Job>>, events: &Sender<Event>, host: &dyn Host) {
    while let Ok(job) = wanted.recv() {
        let later = catch_unwind(AssertUnwindSafe(|| job.done(host))).ok();
        if events.send(Event::Done(job, later)).is_err() {
            return;
        }
    }
}

struct Server<'a, W> {
    session: Session,
    host: Arc<dyn Host>,
    output: &'a mut W,
    queue: VecDeque<Event>,
    happened: Receiver<Event>,
    jobs: Sender<Box<Job>>,
    /// Whether later stages are at work.
    busy: bool,
    /// Whether later stages have been asked about all there is.
    quiet: bool,
    /// Whether no message has come for a while.
    rested: bool,
}

impl<W: Write> Server<'_, W> {
    fn run(&mut self) -> io::Result<Ending> {
        loop {
            self.queue.extend(self.happened.try_iter());
            if self.queue.is_empty() && self.session.publish() {
                self.quiet = false;
                self.write()?;
                continue;
            }
            let Some(event) = self.next() else {
                self.start_job();
                continue;
            };
            match event {
                Event::Done(job, later) => {
                    self.busy = false;
                    self.quiet = false;
                    self.session.take(&job, later);
                }
                Event::Frame(Frame::End(why)) => {
                    if let Some(why) = why {
                        self.host.log(&format!("cannot read messages: {why}"));
                    }
                    return Ok(Ending::Abrupt);
                }
                Event::Frame(Frame::Broken(why)) => self.session.refuse_broken(&why),
                Event::Frame(Frame::Message(message)) => {
                    let queue = &self.queue;
                    let is_cancelled = |id: &serde_json::Value| cancels(queue, id);
                    if let Some(ending) = self.session.message(message, &is_cancelled) {
                        self.write()?;
                        return Ok(ending);
                    }
                }
            }
            self.write()?;
        }
    }

    /// The next thing that happens; none when it is time to ask later stages.
    fn next(&mut self) -> Option<Event> {
        if let Some(event) = self.queue.pop_front() {
            self.rested &= matches!(event, Event::Done(..));
            return Some(event);
        }
        if self.rested && !self.busy && !self.quiet {
            return None;
        }
        let event = self.wait()?;
        self.rested &= matches!(event, Event::Done(..));
        Some(event)
    }

    /// Waits for what happens next, but if later stages can be asked, for a while only.
    fn wait(&mut self) -> Option<Event> {
        let gone = || Event::Frame(Frame::End(None));
        if self.busy || self.quiet {
            return Some(self.happened.recv().unwrap_or_else(|_| gone()));
        }
        match self.happened.recv_timeout(QUIET) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => {
                self.rested = true;
                None
            }
            Err(RecvTimeoutError::Disconnected) => Some(gone()),
        }
    }

    fn start_job(&mut self) {
        match self.session.job() {
            Some(job) => self.busy = self.jobs.send(Box::new(job)).is_ok(),
            None => self.quiet = true,
        }
    }

    /// Writes what the session has to say.
    fn write(&mut self) -> io::Result<()> {
        for value in self.session.said() {
            let text = value.to_string();
            write!(self.output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        }
        self.output.flush()
    }
}

/// Whether a request with this number is taken back by a message that waits.
fn cancels(queue: &VecDeque<Event>, id: &serde_json::Value) -> bool {
    queue.iter().any(|event| match event {
        Event::Frame(Frame::Message(Message::Notification(it))) => {
            it.method == "$/cancelRequest" && it.params.get("id") == Some(id)
        }
        Event::Frame(_) | Event::Done(..) => false,
    })
}
