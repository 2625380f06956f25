//! Streams: work waits in queues and is done in random order, as far as streams, events and the null stream allow.
//!
//! Every piece of work has a number in the order in which it was put into its stream. The null stream and those that were made without
//! `CU_STREAM_NON_BLOCKING` wait for one another: a piece of the one waits until every earlier piece of the others is done.
//!
//! *Invariant:* there is always a piece that can be done, since what a piece waits for has a smaller number.

use crate::engine::{Fault, Launch};
use crate::resident::Shared;
use crate::status::Status;
use crate::texels::Handle;
use crate::transfer::{Fill, Transfer};
use crate::world::World;
use quasar_ptx::Counts;
use std::collections::VecDeque;
use std::ffi::c_void;
use std::io::Write;

/// Something that a device does.
pub enum Work {
    /// A copy.
    Copy(Box<Transfer>),
    /// Memory is set to a pattern.
    Fill(Fill),
    /// A kernel.
    Launch(Box<QueuedLaunch>),
    /// An event happens, for the time of this number.
    Record(Handle, u64),
    /// Nothing goes on until an event has happened for the time of this number.
    Wait(Handle, u64),
    /// Memory is freed.
    Free(u64),
    /// A function of the host is called.
    Host(HostFunction),
    /// A function of one of the libraries computes.
    Function(Box<dyn FnOnce(&mut World) -> Result<(), Fault> + Send>),
}

/// A function of the host with its argument.
#[derive(Clone, Copy)]
pub struct HostFunction {
    /// The function.
    pub function: unsafe extern "C" fn(*mut c_void),
    /// What it gets.
    pub argument: usize,
}

/// A kernel with all that it was launched with.
pub struct QueuedLaunch {
    /// Its module.
    pub module: Handle,
    /// Its shape and arguments.
    pub launch: Launch,
}

/// A stream.
pub struct Stream {
    /// Its device.
    pub device: usize,
    /// Whether it and the null stream do not wait for each other.
    pub independent: bool,
    queue: VecDeque<(u64, Work)>,
}

impl Stream {
    /// An empty stream.
    pub fn new(device: usize, independent: bool) -> Stream {
        Stream {
            device,
            independent,
            queue: VecDeque::new(),
        }
    }

    /// Whether nothing is left to do.
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty()
    }

    /// Whether a copy that is still to come reads or writes memory of the host from here to there.
    pub fn uses_host(&self, from: usize, to: usize) -> bool {
        let uses = |(_, work): &(u64, Work)| match work {
            Work::Copy(transfer) => transfer.uses_host(from, to),
            Work::Fill(_)
            | Work::Launch(_)
            | Work::Record(..)
            | Work::Wait(..)
            | Work::Free(_)
            | Work::Host(_)
            | Work::Function(_) => false,
        };
        self.queue.iter().any(uses)
    }

    fn first(&self) -> Option<u64> {
        self.queue.front().map(|(number, _)| *number)
    }
}

/// When work is done that nobody waits for. It changes whenever something was waited for, and now and then: one of them alone would
/// hide what another shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// When it is waited for, and not before.
    Late,
    /// Now and then.
    Mixed,
    /// As soon as it can be done.
    Early,
}

impl Pace {
    /// Late is what finds most.
    const CHOICE: [Pace; 4] = [Pace::Late, Pace::Late, Pace::Mixed, Pace::Early];
}

/// The pace changes after so many calls, as a rule.
const CALLS_OF_A_PACE: usize = 32;

/// Virtual microseconds that a piece of work takes, so that times repeat.
const STEP_MICROSECONDS: f64 = 1.0;
/// Virtual microseconds that a thousand instructions of threads take.
const KILO_INSTRUCTION_MICROSECONDS: f64 = 0.1;

/// A launch with what it did, as a line.
fn line_of(launch: &Launch, counts: &Counts) -> String {
    let [x, y, z] = launch.grid;
    let [bx, by, bz] = launch.block;
    format!(
        "{} grid={x}x{y}x{z} block={bx}x{by}x{bz} shared={} instructions={} requests={} sectors={} barriers={} atomics={}",
        launch.kernel,
        launch.dynamic_shared,
        counts.thread_instructions,
        counts.memory_requests,
        counts.memory_sectors,
        counts.barriers,
        counts.atomics
    )
}

impl World {
    /// Puts work into a stream.
    pub fn put(&mut self, stream: Handle, work: Work) -> Result<(), Status> {
        self.sequence += 1;
        let sequence = self.sequence;
        let stream = self.streams.get_mut(&stream).ok_or(Status::InvalidHandle)?;
        stream.queue.push_back((sequence, work));
        Ok(())
    }

    /// Lets some work happen or none, as a device does beside the host.
    pub fn happen(&mut self) {
        if self.random(CALLS_OF_A_PACE) == 0 {
            self.change_pace();
        }
        let count = match self.pace {
            Pace::Late => 0,
            Pace::Mixed => self.random(3) / 2,
            Pace::Early => usize::MAX,
        };
        for _ in 0..count {
            if !self.step() {
                break;
            }
        }
    }

    /// Does one piece of work that can be done. Whether there was one.
    pub fn step(&mut self) -> bool {
        let ready: Vec<Handle> = self
            .streams
            .keys()
            .copied()
            .filter(|handle| self.is_ready(*handle))
            .collect();
        if ready.is_empty() {
            return false;
        }
        let chosen = ready[self.random(ready.len())];
        let stream = self.streams.get_mut(&chosen).expect("it is ready");
        let device = stream.device;
        let (_, work) = stream.queue.pop_front().expect("it is ready");
        self.clock += STEP_MICROSECONDS;
        self.fetch_pages();
        self.perform(device, work);
        self.store_pages();
        true
    }

    fn is_ready(&self, handle: Handle) -> bool {
        let stream = &self.streams[&handle];
        let Some((number, work)) = stream.queue.front() else {
            return false;
        };
        let null = World::null_stream(stream.device);
        let blocked = if handle == null {
            let earlier = |other: &Stream| other.first().is_some_and(|first| first < *number);
            let same = |other: &&Stream| other.device == stream.device && !other.independent;
            self.streams.values().filter(same).any(earlier)
        } else {
            let first = self.streams[&null].first();
            !stream.independent && first.is_some_and(|first| first < *number)
        };
        !blocked && self.has_what_it_waits_for(work)
    }

    fn has_what_it_waits_for(&self, work: &Work) -> bool {
        match work {
            Work::Wait(event, number) => self
                .events
                .get(event)
                .is_none_or(|event| !event.open.contains(number)),
            Work::Copy(_)
            | Work::Fill(_)
            | Work::Launch(_)
            | Work::Record(..)
            | Work::Free(_)
            | Work::Host(_)
            | Work::Function(_) => true,
        }
    }

    /// Does work until something holds.
    pub fn until(&mut self, holds: impl Fn(&World) -> bool) -> Result<(), Status> {
        while !holds(self) {
            if !self.step() {
                eprintln!("quasar emulator: the streams wait for one another");
                return Err(Status::Unknown);
            }
        }
        self.change_pace();
        Ok(())
    }

    /// Draws another pace.
    pub fn change_pace(&mut self) {
        self.pace = Pace::CHOICE[self.random(Pace::CHOICE.len())];
    }

    /// Does all work of a stream, and tells whether the context still works.
    pub fn finish_stream(&mut self, stream: Handle) -> Result<(), Status> {
        self.until(|world| world.streams.get(&stream).is_none_or(Stream::is_idle))?;
        self.current().map(|_| ())
    }

    /// Does all work of a device.
    pub fn finish_device(&mut self, device: usize) -> Result<(), Status> {
        self.until(|world| {
            let mut own = world
                .streams
                .values()
                .filter(|stream| stream.device == device);
            own.all(Stream::is_idle)
        })
    }

    fn perform(&mut self, device: usize, work: Work) {
        // A lost context does nothing any more, but whoever waits for its events goes on.
        let lost = self.devices[device].lost.is_some();
        let done = match work {
            Work::Record(event, number) => {
                self.record(event, number);
                Ok(())
            }
            Work::Wait(..) => Ok(()),
            Work::Copy(_)
            | Work::Fill(_)
            | Work::Launch(_)
            | Work::Free(_)
            | Work::Host(_)
            | Work::Function(_)
                if lost =>
            {
                Ok(())
            }
            Work::Function(function) => function(self),
            Work::Copy(transfer) => transfer.perform(self),
            Work::Fill(fill) => fill.perform(self),
            Work::Launch(launch) => self.run(device, &launch),
            Work::Free(address) => self.devices[device].memory.free(address),
            Work::Host(host) => {
                // SAFETY: the program gave the function and its argument for this.
                unsafe { (host.function)(host.argument as *mut c_void) };
                Ok(())
            }
        };
        if let Err(fault) = done {
            self.lose(device, &fault);
        }
    }

    /// A fault is told, and the context is lost.
    pub fn lose(&mut self, device: usize, fault: &Fault) {
        eprintln!("quasar emulator: {}", fault.line);
        self.devices[device].lost.get_or_insert(fault.status);
    }

    fn record(&mut self, event: Handle, number: u64) {
        let time = self.clock;
        if let Some(state) = self.events.get_mut(&event) {
            state.open.remove(&number);
            if number == state.recorded {
                state.time = time;
            }
            if state.open.is_empty() && self.ended_events.remove(&event) {
                self.events.remove(&event);
            }
        }
    }

    fn run(&mut self, device: usize, queued: &QueuedLaunch) -> Result<(), Fault> {
        let seed = self.random(usize::MAX) as u64;
        let module = self.modules.get(&queued.module).ok_or_else(|| Fault {
            status: Status::LaunchFailed,
            line: format!(
                "kernel {}: its module was unloaded before it ran",
                queued.launch.kernel
            ),
        })?;
        let memory = &mut self.devices[device].memory;
        let shared_bytes = Shared::of(self.capability).of_block;
        let (views, arrays) = (&self.views, &mut self.arrays);
        let counts =
            module
                .placed
                .run(&queued.launch, seed, shared_bytes, memory, views, arrays)?;
        self.clock += counts.thread_instructions as f64 / 1000.0 * KILO_INSTRUCTION_MICROSECONDS;
        if let Some(file) = &mut self.counts {
            // A file that cannot be written is not worth a failure.
            let _ = writeln!(file, "{}", line_of(&queued.launch, &counts));
        }
        Ok(())
    }
}
