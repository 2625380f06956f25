//! Streams of work, and events that mark points in them.
//!
//! The driver takes about as long to make an event as to record it, so a context keeps the events that were dropped and gives them out
//! again. What waits in a stream for such an event waits for the point that it stood for then (driver API, `cuStreamWaitEvent`).
//!
//! *Invariant:* a stream or event belongs to the context that made it, which lives as long.

use crate::abi::sys::{CUevent, CUevent_flags, CUstream, CUstream_flags};
use crate::context::Context;
use crate::error::{Error, code};
use std::ffi::{c_uint, c_void};
use std::ptr;
use std::sync::Arc;

/// The stream does not wait for the null stream, nor that for it.
const NON_BLOCKING: c_uint = CUstream_flags::CU_STREAM_NON_BLOCKING as c_uint;
/// The event has no time, and is cheaper.
const UNTIMED: c_uint = CUevent_flags::CU_EVENT_DISABLE_TIMING as c_uint;

/// A queue of work for a device: what is in it happens in order; what lies in different streams, in any order. Copies of it are the same stream.
#[derive(Clone)]
pub struct Stream {
    shared: Arc<SharedStream>,
}

struct SharedStream {
    context: Context,
    handle: CUstream,
}

// SAFETY: streams may be used by several threads (CUDA programming guide, "Streams"; the driver locks).
unsafe impl Send for SharedStream {}
// SAFETY: as above.
unsafe impl Sync for SharedStream {}

impl Drop for SharedStream {
    fn drop(&mut self) {
        if let Ok(driver) = self.context.bind() {
            // SAFETY: nobody else has the stream. Its work is still done (driver API, cuStreamDestroy).
            let _ = unsafe { driver.stream_destroy(self.handle) };
        }
    }
}

/// Whether what was asked about has happened.
fn is_done(result: Result<(), Error>) -> Result<bool, Error> {
    match result {
        Ok(()) => Ok(true),
        Err(error) if error.code() == Some(code::NOT_READY) => Ok(false),
        Err(error) => Err(error),
    }
}

impl Context {
    /// Makes a stream that waits for no other one.
    ///
    /// # Errors
    /// The context is lost or has no memory left.
    pub fn stream(&self) -> Result<Stream, Error> {
        let mut handle = ptr::null_mut();
        // SAFETY: the context is current, the place valid for the call.
        unsafe { self.bind()?.stream_create(&mut handle, NON_BLOCKING) }?;
        let shared = SharedStream {
            context: self.clone(),
            handle,
        };
        Ok(Stream {
            shared: Arc::new(shared),
        })
    }

    /// An event, which means nothing until it is recorded; `timed` for [`Event::milliseconds_since`].
    ///
    /// # Errors
    /// The context is lost or has no memory left.
    pub fn event(&self, timed: bool) -> Result<Event, Error> {
        // In a statement of its own, so that the lock is open again when the driver is called.
        let spare = self.spare_events(timed).pop();
        let handle = match spare {
            Some(handle) => handle,
            None => self.new_event(timed)?,
        };
        Ok(Event {
            context: self.clone(),
            handle,
            timed,
        })
    }

    fn new_event(&self, timed: bool) -> Result<CUevent, Error> {
        let flags = if timed { 0 } else { UNTIMED };
        let mut handle = ptr::null_mut();
        // SAFETY: the context is current, the place valid for the call.
        unsafe { self.bind()?.event_create(&mut handle, flags) }?;
        Ok(handle)
    }
}

impl Stream {
    /// The context.
    pub fn context(&self) -> &Context {
        &self.shared.context
    }

    /// The driver's handle, for other libraries that take a stream (`cufftSetStream`).
    pub(crate) fn handle(&self) -> CUstream {
        self.shared.handle
    }

    /// Waits for all that is in the stream.
    ///
    /// # Errors
    /// The first failure of that work.
    pub fn synchronize(&self) -> Result<(), Error> {
        // SAFETY: the context is current, the stream alive.
        unsafe {
            self.context()
                .bind()?
                .stream_synchronize(self.shared.handle)
        }
    }

    /// Whether all that is in the stream is done.
    ///
    /// # Errors
    /// The first failure of that work.
    pub fn is_idle(&self) -> Result<bool, Error> {
        let driver = self.context().bind()?;
        // SAFETY: the context is current, the stream alive.
        is_done(unsafe { driver.stream_query(self.shared.handle) })
    }

    /// Lets what comes next in the stream wait for an event, of this or another device.
    ///
    /// # Errors
    /// The context is lost.
    pub fn wait_for(&self, event: &Event) -> Result<(), Error> {
        // SAFETY: the context is current, stream and event alive.
        unsafe {
            self.context()
                .bind()?
                .stream_wait_event(self.shared.handle, event.handle, 0)
        }
    }

    /// Calls a function of the host when all that is in the stream by now is done; what comes behind waits until it returns. A thread of the
    /// driver calls it.
    ///
    /// # Errors
    /// The driver is too old, or the context is lost; the function is not called then.
    ///
    /// # Safety
    /// The function may be called once with the argument, from any thread, and calls nothing of the driver.
    pub unsafe fn call(
        &self,
        function: unsafe extern "C" fn(*mut c_void),
        argument: *mut c_void,
    ) -> Result<(), Error> {
        // SAFETY: the context is current, the stream alive, and the caller lets the function be called with the argument.
        unsafe {
            self.context()
                .bind()?
                .launch_host(self.shared.handle, Some(function), argument)
        }
    }

    /// An event at the end of what is in the stream by now; `timed` for [`Event::milliseconds_since`].
    ///
    /// # Errors
    /// The context is lost or has no memory left.
    pub fn mark(&self, timed: bool) -> Result<Event, Error> {
        let event = self.context().event(timed)?;
        self.record(&event)?;
        Ok(event)
    }

    /// Lets an event stand for the end of what is in the stream by now.
    ///
    /// # Errors
    /// The event is of another context, or the context is lost.
    pub fn record(&self, event: &Event) -> Result<(), Error> {
        if !event.context.is(self.context()) {
            return Err(Error::refused(
                "an event is recorded in a stream of another device",
            ));
        }
        // SAFETY: the context is current, stream and event alive.
        unsafe {
            self.context()
                .bind()?
                .event_record(event.handle, self.shared.handle)
        }
    }
}

/// A point in a stream that can be waited for.
pub struct Event {
    context: Context,
    handle: CUevent,
    timed: bool,
}

// SAFETY: events may be used by several threads; the driver locks.
unsafe impl Send for Event {}
// SAFETY: as above.
unsafe impl Sync for Event {}

impl Event {
    /// The context.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Waits until the event has happened.
    ///
    /// # Errors
    /// The first failure of the work before it.
    pub fn synchronize(&self) -> Result<(), Error> {
        // SAFETY: the context is current, the event alive.
        unsafe { self.context.bind()?.event_synchronize(self.handle) }
    }

    /// Whether the event has happened.
    ///
    /// # Errors
    /// The first failure of the work before it.
    pub fn has_happened(&self) -> Result<bool, Error> {
        let driver = self.context.bind()?;
        // SAFETY: the context is current, the event alive.
        is_done(unsafe { driver.event_query(self.handle) })
    }

    /// Milliseconds from another event to this one. Both are timed and have happened.
    ///
    /// # Errors
    /// One of these does not hold.
    pub fn milliseconds_since(&self, earlier: &Event) -> Result<f32, Error> {
        let mut milliseconds = 0.0;
        let driver = self.context.bind()?;
        // SAFETY: the context is current, the events alive, the place valid for the call.
        unsafe { driver.event_elapsed(&mut milliseconds, earlier.handle, self.handle) }?;
        Ok(milliseconds)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        self.context.spare_events(self.timed).push(self.handle);
    }
}
