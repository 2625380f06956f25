//! What every entry point does before and after its own work.
//!
//! *Invariant:* one call at a time; a panic becomes a status.

use crate::settings::{Settings, opened};
use crate::status::Status;
use crate::world::World;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Entry points that work before `cuInit`.
const EARLY: &[&str] = &[
    "cuInit",
    "cuDriverGetVersion",
    "cuGetErrorName",
    "cuGetErrorString",
    "cuGetProcAddress",
    "cuGetProcAddress_v2",
    "cuGetExportTable",
];

/// An entry point, for `cuGetProcAddress`.
pub struct Entry {
    /// The name in C, with its version.
    pub name: &'static str,
    /// The function.
    pub function: unsafe extern "C" fn(),
}

/// Counts calls, and writes them down where that is asked for.
struct Ledger {
    counts: BTreeMap<&'static str, u64>,
    total: u64,
    trace: Option<File>,
    times: Option<File>,
}

struct Process {
    settings: Settings,
    ledger: Ledger,
    world: World,
}

static PROCESS: LazyLock<Mutex<Process>> = LazyLock::new(|| {
    let settings = Settings::of_this_process();
    let trace = settings.trace.as_deref().and_then(opened);
    let ledger = Ledger {
        counts: BTreeMap::new(),
        total: 0,
        trace,
        times: settings.times.as_deref().and_then(opened),
    };
    let world = World::new(&settings);
    Mutex::new(Process {
        settings,
        ledger,
        world,
    })
});

fn process() -> MutexGuard<'static, Process> {
    // Panics are caught before they leave the lock.
    PROCESS.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    /// Whether this thread is inside of the driver, which then calls a function of the program.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Runs the work of an entry point and gives its status.
pub fn enter(name: &'static str, work: impl FnOnce(&mut World) -> Result<(), Status>) -> i32 {
    if INSIDE.replace(true) {
        return Status::NotPermitted as i32;
    }
    let status = enter_once(name, work);
    INSIDE.set(false);
    status
}

fn enter_once(name: &'static str, work: impl FnOnce(&mut World) -> Result<(), Status>) -> i32 {
    let mut guard = process();
    // Threads that wait for each other here do not count twice.
    let began = Instant::now();
    let process = &mut *guard;
    let count = process.ledger.count(name);
    let total = process.ledger.total;
    let failure = process
        .settings
        .failures
        .iter()
        .find(|failure| failure.hits(name, count, total));
    let status = match failure {
        Some(failure) => failure.status,
        None => run(name, &mut process.world, work),
    };
    let remark = std::mem::take(&mut process.world.remark);
    process.ledger.write(name, status, &remark);
    process.ledger.write_time(name, began);
    status
}

fn run(
    name: &'static str,
    world: &mut World,
    work: impl FnOnce(&mut World) -> Result<(), Status>,
) -> i32 {
    let early = EARLY.contains(&name);
    let caught = catch_unwind(AssertUnwindSafe(|| {
        if !early && !world.is_started() {
            return Err(Status::NotInitialized);
        }
        world.open_pages();
        if !early {
            world.happen();
        }
        let done = work(world);
        world.close_pages();
        done
    }));
    match caught {
        Ok(Ok(())) => 0,
        Ok(Err(status)) => status as i32,
        Err(_) => {
            eprintln!("quasar emulator: {name} panicked");
            Status::Unknown as i32
        }
    }
}

impl Ledger {
    fn count(&mut self, name: &'static str) -> u64 {
        self.total += 1;
        let count = self.counts.entry(name).or_default();
        *count += 1;
        *count
    }

    fn write(&mut self, name: &str, status: i32, remark: &str) {
        if let Some(file) = &mut self.trace {
            // A trace that cannot be written is not worth a failure.
            let line = format!("{} {name} {status} {remark}", self.total);
            let _ = writeln!(file, "{}", line.trim_end());
        }
    }

    /// Last of all, so that the time has everything that a driver would not do.
    fn write_time(&mut self, name: &str, began: Instant) {
        if let Some(file) = &mut self.times {
            let microseconds = began.elapsed().as_nanos() as f64 / 1e3;
            let _ = writeln!(file, "{name} {microseconds:.1}");
        }
    }
}

/// Entry points: each becomes a C function that runs its body under the lock, and a row of `ENTRIES`.
macro_rules! entry_points {
    ($( $(#[$comment:meta])* fn $name:ident($world:pat_param $(, $argument:ident : $type:ty)* $(,)?) $body:block )*) => {
        $(
            #[doc = concat!("`", stringify!($name), "` of the driver API.")]
            $(#[$comment])*
            ///
            /// # Safety
            /// The arguments are what cuda.h asks for.
            #[unsafe(no_mangle)]
            #[allow(non_snake_case, clippy::too_many_arguments)]
            pub unsafe extern "C" fn $name($($argument: $type),*) -> i32 {
                $crate::call::enter(stringify!($name), move |$world| $body)
            }
        )*

        /// The entry points of this file.
        pub const ENTRIES: &[$crate::call::Entry] = &[$( $crate::call::Entry {
            name: stringify!($name),
            // SAFETY: whoever calls the function gives it back the type that cuda.h has.
            function: unsafe {
                std::mem::transmute::<unsafe extern "C" fn($($type),*) -> i32, unsafe extern "C" fn()>($name)
            },
        } ),*];

        #[cfg(test)]
        mod signatures {
            use super::*;
            use crate::shape::{Shape, bindings, infer};

            #[test]
            fn are_those_of_the_bindings() {
                $(
                    let theirs = (bindings::$name as unsafe fn($( infer!($type) ),*) -> _).shape_of();
                    let ours = <unsafe fn($($type),*) -> i32>::shape();
                    assert_eq!(ours, theirs, stringify!($name));
                )*
            }
        }
    };
}

pub(crate) use entry_points;
