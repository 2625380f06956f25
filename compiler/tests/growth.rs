//! Compilation grows with its input: twice the source costs at most 2.3 times, in work and in memory, for every family of sources.
//!
//! What is counted, and why. Instructions would say it all, but hardware counters are missing on many virtual machines, and counting them by
//! an emulator takes fifty times as long. So an ordinary run counts, for every third family in turn, what is the same in every run and costs nothing: the
//! bytes that a compilation allocates and the most of them that are alive at once. What allocates nothing, such as a walk over what was already
//! walked, is seen by instructions alone: an ordinary run counts those of [`COUNTED`] families, chosen by the commit, at smaller sizes, where
//! valgrind is there. `tests/run --deep` counts the instructions of all at their whole sizes, and the memory of the process; `QC` names a
//! compiler to count, as one of a release build. Time is not measured: it doubles by what other programs do to the caches.
//!
//! An ordinary run measures up to a half of the sizes. `QC_GROWTH=name` measures the families whose names contain it, `QC_GROWTH_SHARE=1` at
//! their whole sizes. Each line
//! `growth: family size work memory unit` holds the largest factors of the last two doublings; at whole sizes there are lines for
//! `tests/campaign.py` too.
//!
//! *Invariant:* the work for a program that prints a line is taken off first.

mod growth {
    pub mod families;
}
#[path = "shared/turn.rs"]
mod turn;

use growth::families::{FAMILIES, Family, TOO_DEEP, unknown_names};
use std::collections::BTreeSet;
use std::ffi::{OsString, c_void};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What twice the source may cost.
const BOUND: f64 = 2.3;
/// In how many commits an ordinary run measures a family once.
const ONE_IN: usize = 3;
/// How many families an ordinary run counts the instructions of.
const COUNTED: usize = 2;
/// How much smaller the sources are whose instructions an ordinary run counts.
const SMALLER: usize = 4;
/// Families of sizes up to this double what they make with each step, and are counted as large as they are measured.
const FEW: usize = 50;

// ---- Memory ----------------------------------------------------------------------------------------------------------------------

/// Bytes that were allocated so far.
static TOTAL: AtomicUsize = AtomicUsize::new(0);
/// Bytes that are in use.
static ALIVE: AtomicUsize = AtomicUsize::new(0);
/// The most bytes that were in use.
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn note(bytes: usize) {
    TOTAL.fetch_add(bytes, Relaxed);
    let alive = ALIVE.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(alive, Relaxed);
}

// The runtime within qc has the allocator of Rust, so counting is done below it: an executable's own functions come before the C library's.
unsafe extern "C" {
    fn __libc_malloc(size: usize) -> *mut c_void;
    fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
    fn __libc_realloc(place: *mut c_void, size: usize) -> *mut c_void;
    fn __libc_free(place: *mut c_void);
    fn malloc_usable_size(place: *mut c_void) -> usize;
}

/// Counts a block that the C library has given.
fn noted(place: *mut c_void) -> *mut c_void {
    // SAFETY: the C library has just given the block, or null, for which the size is 0.
    note(unsafe { malloc_usable_size(place) });
    place
}

/// Counts a block that goes back to the C library, or null.
unsafe fn gone(place: *mut c_void) {
    // SAFETY: the caller has a block of the C library, or null.
    ALIVE.fetch_sub(unsafe { malloc_usable_size(place) }, Relaxed);
}

#[unsafe(no_mangle)]
extern "C" fn malloc(size: usize) -> *mut c_void {
    // SAFETY: any size may be asked for.
    noted(unsafe { __libc_malloc(size) })
}

#[unsafe(no_mangle)]
extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    // SAFETY: any size may be asked for.
    noted(unsafe { __libc_calloc(count, size) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn realloc(place: *mut c_void, size: usize) -> *mut c_void {
    // SAFETY: the caller keeps the rules of `realloc`; blocks come from the functions above or their like in the C library.
    unsafe {
        gone(place);
        noted(__libc_realloc(place, size))
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn free(place: *mut c_void) {
    // SAFETY: the caller keeps the rules of `free`; blocks come from the functions above or their like in the C library.
    unsafe {
        gone(place);
        __libc_free(place);
    }
}

// ---- Costs -----------------------------------------------------------------------------------------------------------------------

/// What one compilation cost.
#[derive(Clone, Copy, Debug)]
struct Cost {
    /// Bytes allocated, or instructions.
    work: f64,
    /// The most bytes in use.
    memory: f64,
}

impl Cost {
    /// Without what every compilation costs. The most memory in use is no sum of two parts: it stays.
    fn less(self, base: Cost) -> Cost {
        Cost {
            work: self.work - base.work,
            memory: self.memory,
        }
    }
}

/// A way to measure a compilation of a file.
type Measure = fn(&Path) -> Cost;

fn executable() -> PathBuf {
    folder().join("program")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("growth")
}

/// Compiles in this process.
fn compiled_here(source: &Path) -> Cost {
    let words: [OsString; 3] = [source.into(), "-o".into(), executable().into()];
    let (total, alive) = (TOTAL.load(Relaxed), ALIVE.load(Relaxed));
    PEAK.store(alive, Relaxed);
    let code = qc::cli::main(words);
    assert_eq!(code, ExitCode::SUCCESS, "{}", source.display());
    Cost {
        work: (TOTAL.load(Relaxed) - total) as f64,
        memory: (PEAK.load(Relaxed) - alive) as f64,
    }
}

/// The compiler that is counted: `QC`, or the one that was built with this test.
fn compiler() -> OsString {
    std::env::var_os("QC").unwrap_or_else(|| env!("CARGO_BIN_EXE_qc").into())
}

/// Compiles under valgrind, and once more for the memory.
fn counted_by_valgrind(source: &Path) -> Cost {
    let counts = folder().join("counts");
    let mut valgrind = Command::new("valgrind");
    // Compilations start a thread with a large stack.
    valgrind.args(["--tool=cachegrind", "--cache-sim=no", "--max-threads=64"]);
    valgrind.arg(format!("--cachegrind-out-file={}", counts.display()));
    valgrind.arg(compiler()).arg(source).arg("-o");
    let output = valgrind.arg(executable()).output().expect("valgrind");
    assert!(output.status.success(), "{}", source.display());
    let counts = std::fs::read_to_string(counts).expect("counts");
    let summary = counts
        .lines()
        .find_map(|line| line.strip_prefix("summary:"));
    let instructions = summary.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    Cost {
        work: instructions.expect("a summary of the instructions"),
        memory: resident(source),
    }
}

/// The most memory of a process that compiles a file.
#[expect(
    clippy::zombie_processes,
    reason = "wait4 waits for it, and tells what it used"
)]
fn resident(source: &Path) -> f64 {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    let mut command = Command::new(compiler());
    let child = command.arg(source).arg("-o").arg(executable()).spawn();
    let child = child.expect("the compiler starts");
    let mut status = 0;
    // SAFETY: the places are those of variables, and the process is a child that nobody else waits for.
    let usage = unsafe {
        libc::wait4(child.id() as i32, &raw mut status, 0, usage.as_mut_ptr());
        usage.assume_init()
    };
    assert_eq!(status, 0, "{}", source.display());
    usage.ru_maxrss as f64 * 1024.0
}

/// What is measured: a way, and what it counts.
#[derive(Clone, Copy)]
struct Meter {
    measure: Measure,
    unit: &'static str,
    /// Whether the two doublings of a family are taken together (their geometric mean): between small sources lie limits of the compiler, from
    /// which on it does less, so that one of them costs more and the next one less than twice.
    takes_mean: bool,
}

impl Meter {
    /// The compiler in this process.
    const HERE: Meter = Meter {
        measure: compiled_here,
        unit: "bytes",
        takes_mean: false,
    };

    /// The [`compiler`] as a process of its own.
    const OF_INSTRUCTIONS: Meter = Meter {
        measure: counted_by_valgrind,
        unit: "instructions",
        takes_mean: false,
    };
}

// ---- Factors ---------------------------------------------------------------------------------------------------------------------

/// Writes a source of a family with its files.
fn write(family: &Family, size: usize) -> PathBuf {
    let folder = folder().join(family.name.replace([' ', ','], "-"));
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in (family.imported)(size) {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let path = folder.join(format!("{size}.q"));
    std::fs::write(&path, (family.source)(size)).expect("a file");
    path
}

/// The larger of the factors between the costs of sizes that double, or their mean. What costs less than `least` counts as that.
fn factor(costs: &[Cost], of: fn(&Cost) -> f64, least: f64, takes_mean: bool) -> f64 {
    let factors = costs
        .windows(2)
        .map(|pair| of(&pair[1]) / of(&pair[0]).max(least));
    match takes_mean {
        true => factors.product::<f64>().sqrt(),
        false => factors.fold(0.0, f64::max),
    }
}

/// Measures a family; what is wrong with it, if anything.
fn try_family(family: &Family, share: usize, base: Cost, meter: Meter) -> String {
    let Meter { measure, unit, .. } = meter;
    let size = (family.size / share).max(4);
    let sources = [size / 4, size / 2, size].map(|size| write(family, size));
    let costs = sources.each_ref().map(|source| measure(source).less(base));
    let takes_mean = meter.takes_mean;
    let work = factor(&costs, |cost| cost.work, base.work, takes_mean);
    let memory = factor(&costs, |cost| cost.memory, base.memory, takes_mean);
    let name = family.name.replace(' ', "-").replace(',', "");
    println!("growth: {name} {size} {work:.2} {memory:.2} {unit}");
    if share == 1 {
        let what = format!("{size} {}", family.name);
        println!("campaign\tgrowth\t{what}: {unit}\t{work:.2}\ttimes");
        println!("campaign\tgrowth\t{what}: memory\t{memory:.2}\ttimes");
    }
    let wrong = [
        (work > BOUND, unit, work),
        (memory > BOUND, "memory", memory),
    ];
    let wrong = wrong.into_iter().filter(|(is_wrong, ..)| *is_wrong);
    let lines = wrong.map(|(_, what, factor)| {
        format!("{}: {what} grows by {factor:.2}: {costs:?}\n", family.name)
    });
    lines.collect()
}

/// Measures families, each at its size by `share`; what is wrong with them.
fn try_families(meter: Meter, families: &[(&Family, usize)]) -> String {
    let hello = folder().join("hello.q");
    std::fs::write(&hello, "print \"hello\"\n").expect("a file");
    (meter.measure)(&hello);
    let base = (meter.measure)(&hello);
    let families = families.iter();
    families
        .map(|(family, share)| try_family(family, *share, base, meter))
        .collect()
}

/// The families whose instructions an ordinary run counts: another few for each commit.
fn counted<'a>(families: &[(&'a Family, usize)]) -> Vec<(&'a Family, usize)> {
    let step = (families.len() / COUNTED).max(1);
    let first = turn::commit() % step;
    let turns = families.iter().skip(first).step_by(step).take(COUNTED);
    let smaller = |share, size| if size > FEW { share * SMALLER } else { share };
    turns
        .map(|(family, share)| (*family, smaller(*share, family.size)))
        .collect()
}

/// What is counted is counted for the whole process: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Waits for other tests, and has no proof of a compilation made: they are no part of what a program costs, those that take turns by the run would be
/// in one size of a family and not in the next, and the proof of registers goes through a nest as often as it is deep.
fn alone() -> MutexGuard<'static, ()> {
    let guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: tests of this process that read or write the environment hold the lock, and what they compile has ended when they let go of it.
    unsafe { std::env::set_var("QC_TEST_TURN", "none") };
    guard
}

#[test]
fn twice_the_source_costs_at_most_2_3_times() {
    let _alone = alone();
    let deep = turn::is_deep();
    let has_valgrind = Command::new("valgrind").arg("--version").output().is_ok();
    let wanted = std::env::var("QC_GROWTH").unwrap_or_default();
    let share = std::env::var("QC_GROWTH_SHARE").ok();
    let share = share.and_then(|share| share.parse().ok());
    let share = share.unwrap_or(if deep { 1 } else { 2 });
    std::fs::create_dir_all(folder()).expect("a folder");
    let families = FAMILIES
        .iter()
        .filter(|family| family.name.contains(&wanted));
    let mut families: Vec<_> = families.map(|family| (family, share)).collect();
    if !deep && wanted.is_empty() {
        let first = turn::commit() % ONE_IN;
        families = families.into_iter().skip(first).step_by(ONE_IN).collect();
    }
    let wrong = match (deep, has_valgrind) {
        (true, true) => try_families(Meter::OF_INSTRUCTIONS, &families),
        (false, true) => {
            let small = Meter {
                takes_mean: true,
                ..Meter::OF_INSTRUCTIONS
            };
            try_families(Meter::HERE, &families) + &try_families(small, &counted(&families))
        }
        (_, false) => try_families(Meter::HERE, &families),
    };
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn twice_the_mistakes_cost_at_most_2_3_times() {
    let _alone = alone();
    std::fs::create_dir_all(folder()).expect("a folder");
    let costs = [1_000, 2_000, 4_000].map(|size| {
        let path = folder().join(format!("mistakes-{size}.q"));
        std::fs::write(&path, unknown_names(size)).expect("a file");
        let words: [OsString; 2] = ["check".into(), path.into()];
        let before = TOTAL.load(Relaxed);
        assert_eq!(qc::cli::main(words), ExitCode::FAILURE);
        (TOTAL.load(Relaxed) - before) as f64
    });
    let factors = [costs[1] / costs[0], costs[2] / costs[1]];
    println!("growth: mistakes {factors:.2?} bytes");
    assert!(factors.iter().all(|factor| *factor < BOUND), "{factors:?}");
}

/// Each family stands on the page of campaigns, at the size that a deep run measures, with instructions and memory; nothing else does.
#[test]
fn the_page_of_campaigns_has_the_families() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/tables/campaign/growth.tsv");
    let table = std::fs::read_to_string(table).expect("a table");
    let what = |line: &str| line.split('\t').nth(1).map(str::to_owned);
    let found: BTreeSet<String> = table.lines().skip(1).filter_map(what).collect();
    let rows = |family: &Family| {
        let what = format!("{} {}", family.size, family.name);
        ["instructions", "memory"].map(|unit| format!("{what}: {unit}"))
    };
    let wanted = FAMILIES.iter().flat_map(rows).collect();
    assert_eq!(found, wanted);
}

#[test]
fn sources_that_are_too_deep_are_one_report() {
    let _alone = alone();
    std::fs::create_dir_all(folder()).expect("a folder");
    for (name, code, source) in TOO_DEEP {
        let path = folder().join(format!("too-deep-{name}.q"));
        std::fs::write(&path, source()).expect("a file");
        let mut command = Command::new(compiler());
        let output = command.arg(&path).arg("-o").arg(executable()).output();
        let output = output.expect("the compiler starts");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {text}");
        assert_eq!(text.matches("error[").count(), 1, "{name}: {text}");
        assert!(text.contains(code), "{name}: {text}");
        assert!(text.contains(".q:"), "{name}: {text}");
    }
}
