//! The code of wide vectors, which is made on several threads: it needs no module.
//!
//! *Invariant:* what is made does not depend on the number of threads.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::machine::Variant;
use super::x86::{self, Calls, Level};
use super::{Body, SpmdOptions, build_function, cost};
use crate::base::stack;
use crate::mir::Program;

/// Threads beside the one that asks, at most; each body is one piece of work, and few programs have many.
const MOST_THREADS: usize = 3;

/// The code of a body for one machine.
pub(super) enum WideCode {
    /// That of the machine before serves as well.
    Same,
    /// Machine code without a place.
    Code(x86::Encoded),
    /// The vector back end lacks an operation.
    Uncovered,
}

/// The codes of a body by the number of the machine; none where it has no wide vectors.
pub(super) type CodesOfBody = Vec<Option<WideCode>>;

/// The codes of bodies in their order.
#[derive(Default)]
pub(super) struct WideCodes(std::vec::IntoIter<CodesOfBody>);

impl WideCodes {
    /// Those of the next body; none of a program without wide vectors.
    pub(super) fn next(&mut self) -> CodesOfBody {
        self.0.next().unwrap_or_default()
    }
}

/// The work.
pub(super) struct Wide<'a> {
    program: &'a Program,
    bodies: &'a [Body],
    /// Whether each machine fuses products and sums, and its vectors.
    machines: Vec<(bool, Option<Level>)>,
    options: &'a SpmdOptions,
    calls: Calls,
    next: AtomicUsize,
    done: Vec<OnceLock<CodesOfBody>>,
}

impl<'a> Wide<'a> {
    pub(super) fn new(
        program: &'a Program,
        bodies: &'a [Body],
        variants: &[Variant],
        options: &'a SpmdOptions,
        calls: Calls,
    ) -> Self {
        let machines = variants.iter().map(|variant| (variant.fma, variant.level));
        Wide {
            program,
            bodies,
            machines: machines.collect(),
            options,
            calls,
            next: AtomicUsize::new(0),
            done: bodies.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// Makes the codes of bodies that nobody has begun.
    fn work(&self) {
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(body) = self.bodies.get(at) else {
                return;
            };
            let codes = self.codes(body);
            self.done[at].set(codes).ok().expect("a body is begun once");
        }
    }

    /// The codes of all bodies.
    pub(super) fn finish(self) -> WideCodes {
        self.work();
        let codes = self.done.into_iter().map(OnceLock::into_inner);
        let codes: Option<Vec<CodesOfBody>> = codes.collect();
        WideCodes(codes.expect("all bodies are done").into_iter())
    }

    fn codes(&self, body: &Body) -> CodesOfBody {
        let code = |&(fma, level): &(bool, Option<Level>)| {
            let level = level.filter(|_| !body.launched.serial)?;
            Some(self.code(body, fma, level))
        };
        self.machines.iter().map(code).collect()
    }

    fn code(&self, body: &Body, fma: bool, level: Level) -> WideCode {
        let options = SpmdOptions {
            fma,
            ..super::wide(self.options, level)
        };
        let kernel = body.kernel(self.program);
        let function = build_function(self.program, kernel, body.launched.rank, false, &options);
        if level == Level::Avx512 && cost::fewer_lanes(&function).is_some() {
            return WideCode::Same;
        }
        match x86::compile(&function, level, self.calls) {
            Ok(code) => WideCode::Code(code),
            Err(_) => WideCode::Uncovered,
        }
    }
}

/// Runs `host` while other threads do the work, if there is any and the machine has processors for it.
pub(super) fn beside<T>(wide: Option<&Wide<'_>>, host: impl FnOnce() -> T) -> T {
    let Some(wide) = wide else { return host() };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = (processors - 1).min(MOST_THREADS).min(wide.bodies.len());
    std::thread::scope(|scope| {
        let mut started = Vec::new();
        for _ in 0..threads {
            // Without a thread the work is done afterwards.
            started.extend(stack::beside(scope, || wide.work()));
        }
        let result = host();
        wide.work();
        for thread in started {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
        result
    })
}
