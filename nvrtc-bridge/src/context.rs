//! The primary context of a device.
//!
//! A thread that has made a context current once does not do so again: the driver keeps that for each thread, and so does [`CURRENT`].
//!
//! *Invariant:* every call that needs the context finds it current on its thread. Whoever may change that without this file, as NVIDIA's
//! libraries do, gets the context by [`Context::lend`].

use crate::abi::sys::{CUcontext, CUevent};
use crate::device::{Attribute, Device};
use crate::driver::Driver;
use crate::error::{Error, code};
use crate::occupancy::Limits;
use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Counts contexts that were given back: the driver may give the handle of one of them to the next, which no thread has made current yet.
static RELEASED: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The context that this thread has made current, and how many were given back by then; 0 for none that is known.
    static CURRENT: Cell<(usize, u64)> = const { Cell::new((0, 0)) };
}

/// The primary context of a device, which all libraries of the program share. Copies of it are the same context.
#[derive(Clone)]
pub struct Context {
    shared: Arc<Shared>,
}

struct Shared {
    device: Device,
    handle: CUcontext,
    pools: bool,
    limits: OnceLock<Limits>,
    /// Events that nobody has any more, to be recorded again: those without a time, those with one.
    spare_events: [Mutex<Vec<CUevent>>; 2],
}

// SAFETY: the driver serialises calls in a context; it may be current on several threads (driver API, "Context Management").
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

impl Drop for Shared {
    fn drop(&mut self) {
        // Before the driver can give the handle again.
        RELEASED.fetch_add(1, Ordering::Relaxed);
        self.destroy_events();
        // SAFETY: the context was retained once, and nothing that belongs to it is left.
        // A failure means that the driver is shutting down, which frees everything anyway.
        let _ = unsafe { self.device.driver.primary_release(self.device.handle) };
    }
}

impl Shared {
    /// Destroys the events that were kept; the thread's context may be another one afterwards, which the count of contexts tells.
    fn destroy_events(&mut self) {
        let driver = self.device.driver;
        for spare in &mut self.spare_events {
            let spare = spare.get_mut().unwrap_or_else(PoisonError::into_inner);
            for event in spare.drain(..) {
                // SAFETY: the context is retained, and nobody else has the event. A failure leaves it to the context.
                let _ = unsafe {
                    driver
                        .context_set_current(self.handle)
                        .and_then(|()| driver.event_destroy(event))
                };
            }
        }
    }
}

impl Device {
    /// Retains the primary context.
    ///
    /// # Errors
    /// The device is in use by another program alone, has too little memory, or has failed.
    pub fn context(&self) -> Result<Context, Error> {
        let mut handle = ptr::null_mut();
        // SAFETY: the place is valid for the call.
        unsafe { self.driver.primary_retain(&mut handle, self.handle) }?;
        let shared = Shared {
            device: *self,
            handle,
            pools: self.has(Attribute::MemoryPools),
            limits: OnceLock::new(),
            spare_events: Default::default(),
        };
        Ok(Context {
            shared: Arc::new(shared),
        })
    }
}

impl Context {
    /// Its device.
    pub fn device(&self) -> Device {
        self.shared.device
    }

    /// The driver.
    pub fn driver(&self) -> &'static Driver {
        self.shared.device.driver
    }

    pub(crate) fn handle(&self) -> CUcontext {
        self.shared.handle
    }

    /// Events that nobody has any more, with or without a time.
    pub(crate) fn spare_events(&self, timed: bool) -> MutexGuard<'_, Vec<CUevent>> {
        let spare = &self.shared.spare_events[usize::from(timed)];
        spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether memory can be allocated in the order of a stream.
    pub fn has_pools(&self) -> bool {
        self.shared.pools
    }

    /// What the device has.
    ///
    /// # Errors
    /// The device does not tell.
    pub fn limits(&self) -> Result<&Limits, Error> {
        if let Some(known) = self.shared.limits.get() {
            return Ok(known);
        }
        let limits = Limits::of(&self.device())?;
        Ok(self.shared.limits.get_or_init(|| limits))
    }

    /// Whether this is the same context.
    pub fn is(&self, other: &Context) -> bool {
        self.shared.handle == other.shared.handle
    }

    /// Makes the context current on this thread unless it is, and gives the driver to call.
    ///
    /// # Errors
    /// The context is lost.
    pub fn bind(&self) -> Result<&'static Driver, Error> {
        let handle = self.shared.handle.addr();
        let own = (handle, RELEASED.load(Ordering::Relaxed));
        if CURRENT.get() != own {
            // SAFETY: the context is retained as long as it is here.
            unsafe { self.driver().context_set_current(self.shared.handle) }?;
            CURRENT.set(own);
        }
        Ok(self.driver())
    }

    /// Makes the context current on this thread for a call of a library that uses the driver too, and may leave another one current.
    ///
    /// # Errors
    /// The context is lost.
    pub(crate) fn lend(&self) -> Result<(), Error> {
        self.bind()?;
        CURRENT.set((0, 0));
        Ok(())
    }

    /// Waits for everything that the context was given.
    ///
    /// # Errors
    /// The first failure of that work.
    pub fn synchronize(&self) -> Result<(), Error> {
        // SAFETY: the context is current.
        unsafe { self.bind()?.context_synchronize() }
    }

    /// Makes the context current after everything that it was given is done or has failed, so that something can be destroyed that
    /// this may still use. Nothing if the context is out of reach: what belongs to it is gone then.
    pub(crate) fn settle(&self) -> Option<&'static Driver> {
        let driver = self.bind().ok()?;
        // SAFETY: the context is current. A failure belongs to the work, and was or will be told by others.
        let _ = unsafe { driver.context_synchronize() };
        Some(driver)
    }

    /// Waits for copies that the null stream has taken over from the host.
    pub(crate) fn settle_copies(&self, driver: &Driver) -> Result<(), Error> {
        // SAFETY: the context is current, and has its null stream.
        unsafe { driver.stream_synchronize(ptr::null_mut()) }
    }

    /// Bytes of memory that are free, and of all memory.
    ///
    /// # Errors
    /// The context is lost.
    pub fn memory(&self) -> Result<(u64, u64), Error> {
        let (mut free, mut total) = (0, 0);
        // SAFETY: the context is current, the places valid for the call.
        unsafe { self.bind()?.memory_info(&mut free, &mut total) }?;
        Ok((free as u64, total as u64))
    }

    /// Lets kernels of this context read and write memory of another device.
    ///
    /// # Errors
    /// The devices cannot reach each other.
    pub fn enable_peer(&self, other: &Context) -> Result<(), Error> {
        // SAFETY: the context is current, the other one alive.
        match unsafe { self.bind()?.context_enable_peer(other.shared.handle, 0) } {
            Err(error) if error.code() == Some(code::PEER_ACCESS_ALREADY_ENABLED) => Ok(()),
            other => other,
        }
    }
}
