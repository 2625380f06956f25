//! Sources with words removed, replaced and exchanged: the compiler reports mistakes, never panics, and soon ends.
//!
//! `QC_MUTATE_SOURCES` and `QC_MUTATE_SECONDS` set how many sources are tried and for how long, `QC_MUTATE_SEED` where to start.
//!
//! A crash that ends the whole test, such as a stack that overflows, leaves the sources that were being compiled in
//! `target/tmp/mutated-*.q`.
//!
//! *Invariant:* source number n is the same in every run; a failure shows the smallest source with the same panic.

use qc::base::stack::STACK;
use qc::base::{Interner, SourceMap};
use qc::codegen::cuda;
use qc::codegen::spmd::SpmdOptions;
use qc::driver::executable::{self, HOST, Request};
use qc::opt::pipeline::{self, Pass, Watcher};
use qc::resolve::{Source, SourceError, SourceProvider};
use qc::{check, diag, lower, mir, resolve, sroa};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[path = "shared/turn.rs"]
mod turn;

/// What one source may take at most.
const LONGEST: Duration = Duration::from_secs(10);
const MOST_KIBIBYTES: u64 = 1 << 20;
/// How many threads share the sources; part of what makes them the same in every run.
const WORKERS: u64 = 2;
/// Ranges of sources that ordinary runs take in turn, chosen by the commit.
const RANGES: u64 = 4;

/// Random numbers with a fixed seed (the 64-bit shift-register generator xorshift64*).
struct Random(u64);

impl Random {
    /// The generator of source number `number`.
    fn of(number: u64) -> Self {
        let mut random = Random(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        random.below(1);
        random
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit.max(1)
    }
}

/// All `.q` files below a folder, in order.
fn sources_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            found.extend(sources_below(&path));
        } else if path.extension().is_some_and(|extension| extension == "q") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The programs of the repository, each split into words and the characters between them.
fn programs() -> Vec<Vec<String>> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the crate lies in the repository");
    let folders = [
        "compiler/front/tests/syntax/programs",
        "tests/programs",
        "tests/diagnostics",
        "tests/stages",
        "samples",
    ];
    let paths = folders
        .iter()
        .flat_map(|folder| sources_below(&repository.join(folder)));
    let read = |path: PathBuf| {
        String::from_utf8_lossy(&std::fs::read(path).expect("a readable file")).into_owned()
    };
    let programs = paths.map(|path| words(&read(path)));
    programs.filter(|words| !words.is_empty()).collect()
}

fn words(text: &str) -> Vec<String> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut words: Vec<String> = Vec::new();
    for character in text.chars() {
        match words.last_mut() {
            Some(word) if is_word(character) && word.ends_with(is_word) => word.push(character),
            _ => words.push(character.to_string()),
        }
    }
    words
}

/// Source number `number`: a program with a few words and lines changed.
fn mutated(programs: &[Vec<String>], number: u64) -> String {
    let random = &mut Random::of(number);
    let mut words = programs[random.below(programs.len())].clone();
    let stranger = &programs[random.below(programs.len())];
    for _ in 0..=random.below(2) {
        if words.is_empty() {
            break;
        }
        match random.below(4) {
            0 => change_lines(&mut words, stranger, random),
            _ => change_word(&mut words, stranger, random),
        }
    }
    words.concat()
}

fn change_word(words: &mut [String], stranger: &[String], random: &mut Random) {
    let (at, other) = (random.below(words.len()), random.below(words.len()));
    match random.below(4) {
        0 => words[at].clear(),
        1 => words[at] = stranger[random.below(stranger.len())].clone(),
        2 => words[at] = words[other].clone(),
        _ => words.swap(at, other),
    }
}

/// Removes a line, says it twice, or adds one of the stranger's.
fn change_lines(words: &mut Vec<String>, stranger: &[String], random: &mut Random) {
    let (start, end) = line_around(words, random.below(words.len()));
    let added = match random.below(3) {
        0 => Vec::new(),
        1 => [&words[start..end], &words[start..end]].concat(),
        _ => {
            let (from, to) = line_around(stranger, random.below(stranger.len()));
            [&words[start..end], &stranger[from..to]].concat()
        }
    };
    words.splice(start..end, added);
}

/// The words of the line in which the word at `at` stands, with its end.
fn line_around(words: &[String], at: usize) -> (usize, usize) {
    let is_end = |word: &String| word == "\n";
    let start = words[..at]
        .iter()
        .rposition(is_end)
        .map_or(0, |end| end + 1);
    let end = words[at..].iter().position(is_end);
    (start, end.map_or(words.len(), |end| at + end + 1))
}

/// Imports nothing but the program itself.
struct Itself(Source);

impl SourceProvider for Itself {
    fn import(&mut self, path: &str, _importer: &str) -> Result<Source, SourceError> {
        if path == self.0.name {
            Ok(self.0.clone())
        } else {
            Err(SourceError::NotFound(vec![path.to_string()]))
        }
    }
}

/// Verifies behind each pass, in every build.
struct Verifier;

impl Watcher for Verifier {
    fn after(&mut self, pass: &Pass, program: &mir::Program, ran: bool) -> ControlFlow<()> {
        if ran {
            mir::verify::verify(program, pass.name);
        }
        ControlFlow::Continue(())
    }
}

/// Up to MIR before code generation, each stage verified; none at mistakes.
fn compile_to_mir(source: &str) -> Option<mir::Program> {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let root = Source {
        identity: "example.q".into(),
        name: "example.q".into(),
        bytes: source.as_bytes().to_vec(),
    };
    let (modules, reports) =
        resolve::load(root.clone(), &mut Itself(root), &mut sources, &mut names);
    if diag::has_errors(&reports) {
        return None;
    }
    let (program, reports) = check::check(&modules, &names, check::Options::default());
    let program = program.filter(|_| !diag::has_errors(&reports))?;
    let options = lower::Options::default();
    let (mut program, _) = lower::lower(&sroa::replace(program), &sources, options).ok()?;
    mir::verify::verify(&program, "lower");
    pipeline::walk(
        &mut program,
        &pipeline::Settings::optimised(),
        &mut Verifier,
    );
    Some(program)
}

/// All stages: machine code for the host and the kernels, and CUDA text.
fn compile_to_code(source: &str) {
    let Some(program) = compile_to_mir(source) else {
        return;
    };
    let request = Request {
        target: HOST,
        optimise: false,
        folder: ".".to_owned(),
        cuda: None,
        kernels: SpmdOptions::default(),
        debug: false,
        library: None,
    };
    cuda::module(
        &program,
        cuda::TextStyle::Readable(None),
        cuda::Arithmetic::EXACT,
    );
    let settings = pipeline::Settings::optimised();
    let copy = pipeline::for_processors(&program, &settings, &mut Verifier);
    let program = copy.as_ref().unwrap_or(&program);
    executable::object(program, &request).expect("the host is a target");
}

/// How much is tried.
struct Plan {
    first: u64,
    sources: u64,
    ends: Instant,
}

impl Plan {
    fn new(sources: u64, seconds: u64) -> Plan {
        let set = |name: &str| std::env::var(name).ok()?.parse().ok();
        let range = turn::commit() as u64 % RANGES;
        let seconds = set("QC_MUTATE_SECONDS").unwrap_or(seconds);
        Plan {
            first: set("QC_MUTATE_SEED").unwrap_or(range * sources),
            sources: set("QC_MUTATE_SOURCES").unwrap_or(sources),
            ends: Instant::now() + Duration::from_secs(seconds),
        }
    }

    /// The numbers of the sources of one worker, until the time is over.
    fn numbers(&self, worker: u64) -> impl Iterator<Item = u64> {
        (worker..self.sources)
            .step_by(WORKERS as usize)
            .map(|index| self.first + index)
            .take_while(|_| Instant::now() < self.ends)
    }
}

thread_local! {
    /// Where the last panic of this thread was, and what it said.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Where `compile` panics on a source.
fn panic_of(compile: fn(&str), source: &str) -> Option<String> {
    let outcome = std::panic::catch_unwind(|| compile(source));
    outcome.err().map(|_| PANIC.take())
}

/// Notes the place of a panic instead of printing it. A message differs from source to source, its place does not.
fn note_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map_or(String::new(), std::string::ToString::to_string);
        PANIC.set(place);
        if std::thread::current().name() != Some("mutated") {
            eprintln!("{panic}");
        }
    }));
}

/// The source with as many lines removed as still give the same panic.
fn smallest(compile: fn(&str), source: &str, place: &str) -> String {
    let mut lines: Vec<&str> = source.lines().collect();
    let mut size = lines.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at < lines.len() {
            let mut fewer = lines.clone();
            fewer.drain(at..(at + size).min(lines.len()));
            if panic_of(compile, &fewer.join("\n")).as_deref() == Some(place) {
                lines = fewer;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    lines.join("\n")
}

/// What a worker compiles, and how much it had computed before.
struct Started {
    /// The worker's folder below `/proc`.
    thread: PathBuf,
    computed: Duration,
    source: String,
}

type Current = Mutex<Option<Started>>;

impl Started {
    fn new(source: &str) -> Started {
        let thread = std::fs::read_link("/proc/thread-self").unwrap_or_default();
        let thread = Path::new("/proc").join(thread);
        Started {
            computed: computed(&thread),
            source: source.to_owned(),
            thread,
        }
    }
}

/// How long a thread has computed, whatever else the machine did; 0 where the system does not tell.
fn computed(thread: &Path) -> Duration {
    let text = std::fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
    let first = text.split_whitespace().next();
    Duration::from_nanos(first.and_then(|word| word.parse().ok()).unwrap_or(0))
}

/// Runs `compile`, which is known as `name`, on mutated programs.
fn survive(name: &str, plan: &Plan, compile: fn(&str)) {
    note_panics();
    let (programs, found) = (programs(), Mutex::new(BTreeMap::new()));
    let (done, running) = (AtomicU64::new(0), AtomicU64::new(WORKERS));
    let current: Vec<Current> = (0..WORKERS).map(|_| Mutex::new(None)).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let work = |worker: u64| {
        let left_behind = folder.join(format!("mutated-{name}-{worker}.q"));
        for number in plan.numbers(worker) {
            let source = mutated(&programs, number);
            std::fs::write(&left_behind, &source).expect("a file in the target folder");
            *current[worker as usize].lock().expect("a lock") = Some(Started::new(&source));
            if let Some(place) = panic_of(compile, &source) {
                let mut found = found.lock().expect("a lock");
                found
                    .entry(place.clone())
                    .or_insert_with(|| (number, smallest(compile, &source, &place)));
            }
            done.fetch_add(1, Ordering::Relaxed);
        }
        *current[worker as usize].lock().expect("a lock") = None;
        std::fs::remove_file(&left_behind).ok();
        running.fetch_sub(1, Ordering::Relaxed);
    };
    std::thread::scope(|scope| {
        for worker in 0..WORKERS {
            let thread = std::thread::Builder::new()
                .name("mutated".into())
                .stack_size(STACK);
            let work = &work;
            thread
                .spawn_scoped(scope, move || work(worker))
                .expect("a thread");
        }
        watch(&current, &running);
    });
    println!("{} mutated sources", done.into_inner());
    let found = found.into_inner().expect("the workers ended");
    for (place, (number, source)) in &found {
        eprintln!("source {number}: the compiler panics at {place} on\n{source}\n");
    }
    assert!(
        found.is_empty(),
        "the compiler panics at {} places",
        found.len()
    );
}

/// Ends the whole test when a source takes too long or too much memory: neither can be stopped from outside.
fn watch(current: &[Current], running: &AtomicU64) {
    while running.load(Ordering::Relaxed) > 0 {
        std::thread::sleep(Duration::from_millis(20));
        let much = resident_kibibytes() > MOST_KIBIBYTES;
        for worker in current {
            let worker = worker.lock().expect("a lock");
            if let Some(started) = &*worker {
                let took = computed(&started.thread).saturating_sub(started.computed);
                if much || took > LONGEST {
                    let source = &started.source;
                    eprintln!("too much memory: {much}, {took:?} on\n{source}");
                    std::process::exit(1);
                }
            }
        }
    }
}

/// What the test holds in memory now; 0 where the system does not tell.
fn resident_kibibytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

#[test]
fn the_front_end_survives_mutated_programs() {
    survive("front-end", &Plan::new(5_000, 8), |source| {
        drop(qc::compile_for_test(source, true));
    });
}

#[test]
fn the_passes_survive_mutated_programs() {
    survive("passes", &Plan::new(50_000, 10), |source| {
        drop(compile_to_mir(source))
    });
}

#[test]
fn the_code_generators_survive_mutated_programs() {
    survive("code", &Plan::new(2_000, 13), compile_to_code);
}
