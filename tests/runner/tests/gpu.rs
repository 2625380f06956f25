//! Programs on the emulated GPU under conditions that a good GPU hides: other orders of its streams, too little memory, several devices.
//!
//! *Invariant:* whatever the conditions, a program prints what its file expects and ends well.

use quasar_tests::engines::{self, ENGINES, Job};
use quasar_tests::outcome::{self, Check, Outcome, Test};
use quasar_tests::process::Finished;
use quasar_tests::source::{self, Expectations};
use quasar_tests::{compare, programs, repository, timeline};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Programs of every kind: copies in all directions, totals, outputs, threads that act together, loops that become kernels.
const PROGRAMS: &[&str] = &[
    "gpu/transfers_chain.q",
    "gpu/transfers_host_read.q",
    "gpu/transfers_host_write.q",
    "gpu/transfers_processor.q",
    "gpu/callback.q",
    "gpu/linked_list.q",
    "gpu/closure_one_way.q",
    "gpu/output_waits.q",
    "gpu/eviction.q",
    "kernels/kernel_outputs.q",
    "kernels/totals_of_groups.q",
    "kernels/totals_shared.q",
];

/// Calls of the driver that take memory.
const ALLOCATIONS: &[&str] = &[
    "cuMemAlloc",
    "cuMemAllocAsync",
    "cuMemHostAlloc",
    "cuEventCreate",
    "cuModuleLoadDataEx",
];

/// The status `CUDA_ERROR_OUT_OF_MEMORY`.
const OUT_OF_MEMORY: u32 = 2;

/// Two chains of launches that do not need each other, and their sum.
const CHAINS: &str = "
function [] = __kernel__ step(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = x[pos] + 1
end
function [] = __kernel__ add(x : vec'unchecked, y : vec'unchecked, pos : int)
    x[pos] += y[pos]
end
n = 2000
a = zeros(n)
b = ones(n)
c = zeros(n)
d = zeros(n)
for k = 1..3
    parallel_do(n, a, c, step)
    parallel_do(n, b, d, step)
    parallel_do(n, c, a, step)
    parallel_do(n, d, b, step)
end
parallel_do(n, a, b, add)
print a[0], \" \", a[n-1]
";

fn main() {
    type Work = fn(&Path) -> Check;
    let checks: &[(&str, Work)] = &[
        ("streams of a GPU work side by side", streams_overlap),
        ("one stream does one thing after another", one_stream),
        (
            "the program goes on while a stream calls the processor",
            goes_on,
        ),
        ("without calls the processor waits", without_calls),
        ("copies go through pinned memory or not", pinned_memory),
        ("devices without a way between them", without_peers),
        ("an evicted array is told", tells_of_evictions),
        ("a launch without room is told", tells_of_launches),
        ("wrong numbers of streams are refused", refuses_nonsense),
        ("what a device cannot hold is told", tells_of_refusals),
        (
            "a launch that does not begin goes elsewhere",
            begins_elsewhere,
        ),
        ("a grid over several devices", several_devices),
        ("temporaries of a fused kernel", allocates_no_temporaries),
        ("calls of a launch", calls_of_a_launch),
        ("zeros are made on the GPU", zeros_are_not_sent),
        ("large arrays go in pieces", large_arrays_go_in_pieces),
        ("a device that fails", goes_on_without),
        ("a device that fails with elements", loses_elements),
    ];
    let mut tests: Vec<Test> = Vec::new();
    for &(name, check) in checks {
        tests.push(Test::new(name, move || on_emulated_device(name, check)));
    }
    for program in PROGRAMS {
        let name = format!("out of memory at every call: {program}");
        let check = move |folder: &Path| out_of_memory(program, folder);
        tests.push(Test::new(name.clone(), move || {
            on_emulated_device(&name, check)
        }));
        let name = format!("any order, any number of devices: {program}");
        let check = move |folder: &Path| any_order(program, folder);
        tests.push(Test::new(name.clone(), move || {
            on_emulated_device(&name, check)
        }));
    }
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("gpu", &results));
}

fn on_emulated_device(name: &str, check: impl Fn(&Path) -> Check) -> Outcome {
    let emulated = ENGINES.iter().find(|engine| engine.is_emulated());
    if !emulated.is_some_and(|engine| engine.runs_here()) {
        return Outcome::Skipped("QC_TEST_NVRTC names no NVRTC".into());
    }
    outcome::in_folder(name, check)
}

/// A program that is compiled.
struct Built {
    expectations: Expectations,
    executable: PathBuf,
    folder: PathBuf,
}

impl Built {
    fn new(path: &Path, folder: &Path) -> Result<Built, String> {
        let expectations = source::read(path)?;
        let (flags, _) = programs::placed(&expectations, folder);
        let job = Job {
            source: path,
            flags: &flags,
            args: &expectations.args,
            folder,
            environment: &[],
        };
        let (executable, _) = engines::compile(&job, &[]).map_err(|end| end.describe())?;
        Ok(Built {
            executable,
            folder: folder.to_path_buf(),
            expectations,
        })
    }

    fn of(program: &str, folder: &Path) -> Result<Built, String> {
        let path = repository::root().join("tests/programs").join(program);
        Built::new(&path, folder)
    }

    fn of_text(text: &str, folder: &Path) -> Result<Built, String> {
        let path = folder.join("program.q");
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
        Built::new(&path, folder)
    }

    /// Runs it on the emulated GPU with these variables, of which empty ones count for nothing.
    fn run(&self, variables: &[(&str, &str)]) -> Finished {
        let variables = variables.iter().filter(|(_, value)| !value.is_empty());
        let environment: Vec<(String, String)> = variables
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect();
        let job = Job {
            source: &self.expectations.path,
            flags: &[],
            args: &self.expectations.args,
            folder: &self.folder,
            environment: &environment,
        };
        engines::run_native(&job, &self.executable, "2", "emu")
    }

    /// Runs it, which must print what the file expects.
    fn check(&self, variables: &[(&str, &str)]) -> Check {
        let finished = self.run(variables);
        let told = |why: String| format!("{variables:?}: {why}\n{}", finished.describe());
        if !finished.exited(0) {
            return Err(told("it does not end well".into()));
        }
        let Expectations {
            output, tolerance, ..
        } = &self.expectations;
        compare::lines(output, &finished.stdout, *tolerance).map_err(told)
    }
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// One call after another has no memory, then all calls of a name: the program does without the GPU, or tries again.
fn out_of_memory(program: &str, folder: &Path) -> Check {
    let built = Built::of(program, folder)?;
    let calls = folder.join("calls");
    built.check(&[("QC_EMU_TRACE", &calls.display().to_string())])?;
    let calls = read(&calls)?;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in calls.lines() {
        let name = line.split(' ').nth(1).unwrap_or_default();
        let name = name.trim_end_matches("_v2");
        if ALLOCATIONS.contains(&name) {
            *counts.entry(name).or_default() += 1;
        }
    }
    if counts.len() < 3 {
        return Err(format!("few calls take memory: {counts:?}"));
    }
    for (name, count) in counts {
        for call in 1..=count {
            built.check(&[("QC_EMU_FAIL", &format!("{name}:{call}={OUT_OF_MEMORY}"))])?;
        }
        built.check(&[("QC_EMU_FAIL", &format!("{name}={OUT_OF_MEMORY}"))])?;
    }
    Ok(())
}

/// Streams go on in several orders, on one device and on several, with and without what makes copies late.
fn any_order(program: &str, folder: &Path) -> Check {
    let built = Built::of(program, folder)?;
    for seed in ["1", "2", "3", "4", "5"] {
        for (devices, streams, pinned) in [
            ("1", "4", "True"),
            ("2", "2", "True"),
            ("3", "1", "True"),
            ("2", "4", "False"),
            ("1", "1", "False"),
        ] {
            built.check(&[
                ("QC_EMU_SEED", seed),
                ("QC_EMU_DEVICES", devices),
                ("QC_GPU_STREAMS", streams),
                ("QC_RUNTIME_CUDA_ENABLEPINNEDHOSTMEM", pinned),
            ])?;
        }
    }
    Ok(())
}

/// Runs [`CHAINS`] with that many streams; gives what its trace tells.
fn chains(built: &Built, streams: &str, seed: &str) -> Result<Vec<Value>, String> {
    let trace = built.folder.join("trace.json");
    let finished = built.run(&[
        ("QC_GPU_STREAMS", streams),
        ("QC_EMU_SEED", seed),
        ("QC_TRACE", &trace.display().to_string()),
    ]);
    // 0 and 1 grow by 1 in each of 6 launches: 6 + 7.
    if !finished.exited(0) || finished.stdout != "13 13\n" {
        return Err(finished.describe());
    }
    timeline::read(&trace)
}

fn streams_overlap(folder: &Path) -> Check {
    let built = Built::of_text(CHAINS, folder)?;
    let mut found = false;
    for seed in ["1", "2", "3", "4", "5", "6"] {
        found |= timeline::overlaps(&chains(&built, "4", seed)?);
    }
    match found {
        true => Ok(()),
        false => Err("no two pieces of work of different streams ever overlap".into()),
    }
}

/// One stream does one thing after another.
///
/// %! features: F336
fn one_stream(folder: &Path) -> Check {
    let built = Built::of_text(CHAINS, folder)?;
    for seed in ["1", "2", "3"] {
        let mut work = timeline::work(&chains(&built, "1", seed)?);
        work.sort_unstable();
        let in_order = work.windows(2).all(|pair| pair[0].1 <= pair[1].0);
        if work.is_empty() || !in_order || work.iter().any(|piece| piece.2 != 0) {
            return Err(format!("work of one stream overlaps: {work:?}"));
        }
    }
    Ok(())
}

/// A launch whose result the next one takes, so often.
const STEADY: &str = "
function [] = __kernel__ step(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = x[pos] + 1
end
n = 500
x = ones(n)
y = zeros(n)
for k = 1..ROUNDS
    parallel_do(n, x, y, step)
    parallel_do(n, y, x, step)
end
print x[7]
";

/// How often a program calls what of the driver, with these variables. It prints this.
fn counted(
    text: &str,
    expected: &str,
    variables: &[(&str, &str)],
    folder: &Path,
) -> Result<BTreeMap<String, usize>, String> {
    let built = Built::of_text(text, folder)?;
    let calls = folder.join("calls");
    let _ = std::fs::remove_file(&calls);
    let path = calls.display().to_string();
    let finished = built.run(&[variables, &[("QC_EMU_TRACE", &path)]].concat());
    if !finished.exited(0) || finished.stdout != expected {
        return Err(finished.describe());
    }
    let mut counts = BTreeMap::new();
    for line in read(&calls)?.lines() {
        let name = line.split(' ').nth(1).unwrap_or_default();
        *counts.entry(name.to_string()).or_default() += 1;
    }
    Ok(counts)
}

/// Another launch is another call of the launch and a mark behind it, and nothing else; with a trace, events with a time around it.
fn calls_of_a_launch(folder: &Path) -> Check {
    let file = folder.join("trace.json").display().to_string();
    for (trace, records, kinds) in [("", 1, 2), (&file, 3, 5)] {
        let calls = |rounds: usize| {
            let text = STEADY.replace("ROUNDS", &rounds.to_string());
            let expected = format!("{}\n", 1 + 2 * rounds);
            counted(&text, &expected, &[("QC_TRACE", trace)], folder)
        };
        let (few, mut more) = (calls(10)?, calls(60)?);
        for (name, count) in &mut more {
            *count = count.saturating_sub(few.get(name).copied().unwrap_or_default());
        }
        more.retain(|_, count| *count > 0);
        let of = |name: &str| more.get(name).copied().unwrap_or_default();
        let launches = 2 * (60 - 10);
        let is_least =
            of("cuLaunchKernel") == launches && of("cuEventRecord") == records * launches;
        if !is_least || more.len() != kinds {
            return Err(format!("{launches} launches, trace '{trace}': {more:?}"));
        }
    }
    Ok(())
}

/// Arrays of zeros that launches add to: one that nobody has written, one that the host has read, one with an element of the host's, one
/// that a launch on the processor has written, and one that was written by another name.
const ZEROS: &str = "
function [] = __kernel__ add(x : vec'unchecked, pos : int)
    x[2*pos] += pos
end
function [] = __kernel__ on_processor(x : vec'unchecked, pos : int)
    {!kernel target=\"cpu\"}
    x[2*pos] += 100
end
n = 1000
fresh = zeros(n)
read = zeros(n)
print read[5]
written = zeros(n)
written[4] = 10
called = zeros(n)
parallel_do(n/2, called, on_processor)
named = zeros(n)
other = named
other[4] = 1000
parallel_do(n/2, fresh, add)
parallel_do(n/2, read, add)
parallel_do(n/2, written, add)
parallel_do(n/2, called, add)
parallel_do(n/2, named, add)
print fresh[4], \" \", read[4], \" \", written[4], \" \", called[4], \" \", named[4]
print fresh[5] + read[5] + written[5] + called[5] + named[5]
";

/// Arrays that are all zero still are filled on the GPU, others are sent.
fn zeros_are_not_sent(folder: &Path) -> Check {
    let expected = "0\n2 2 12 102 1002\n0\n";
    let counts = counted(ZEROS, expected, &[], folder)?;
    let of = |name: &str| counts.get(name).copied().unwrap_or_default();
    let sent = of("cuMemcpyHtoDAsync_v2");
    let filled = of("cuMemsetD8Async");
    match (sent, filled) {
        (3, 2) => Ok(()),
        _ => Err(format!(
            "{sent} arrays are sent and {filled} filled: {counts:?}"
        )),
    }
}

/// An array of five and a half million bytes that goes to the GPU and comes back, with one element changed there.
const LARGE: &str = "
function [] = __kernel__ fill(x : vec'unchecked, pos : int)
    {!kernel target=\"cpu\"}
    x[pos] = mod(pos, 1021)
end
function [] = __kernel__ change(x : vec'unchecked, at : int, pos : int)
    x[at] = -1
end
function [wrong : scalar] = __kernel__ differing(x : vec'unchecked, pos : int)
    {!kernel target=\"cpu\"}
    if x[pos] != mod(pos, 1021)
        wrong += 1
    end
end
n = 1375003
x = zeros(n)
parallel_do(n, x, fill)
parallel_do(1, x, n-2, change)
print parallel_do(n, x, differing), \" \", x[n-2]
";

/// Three pieces of pinned memory go in each direction. The host waits for those that come back; two of them have gone there before, and
/// wait for that in the stream. Where there is no pinned memory for a piece, the array moves all the same.
fn large_arrays_go_in_pieces(folder: &Path) -> Check {
    let calls = |failure: &str| {
        let variables = [("QC_EMU_FAIL", failure)];
        counted(LARGE, "1 -1\n", &variables, folder)
    };
    let counts = calls("")?;
    let of = |name: &str| counts.get(name).copied().unwrap_or_default();
    let moves = ["cuMemcpyHtoDAsync_v2", "cuMemcpyDtoHAsync_v2"].map(of);
    let waits = [of("cuEventSynchronize"), of("cuStreamWaitEvent")];
    if moves != [3, 3] || waits != [3, 2] {
        return Err(format!("{counts:?}"));
    }
    for call in ["", ":1", ":2", ":3", ":4"] {
        calls(&format!("cuMemHostAlloc{call}={OUT_OF_MEMORY}"))?;
    }
    Ok(())
}

/// A launch on the processor behind one on the GPU, and one on the GPU that needs neither.
const CALLED: &str = "
function [] = __kernel__ on_gpu(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = x[pos] + 1
end
function [] = __kernel__ on_processor(y : vec'unchecked, z : vec'unchecked, pos : int)
    {!kernel target=\"cpu\"}
    z[pos] = 3*y[pos]
end
n = 500
x = ones(n)
y = zeros(n)
z = zeros(n)
u = zeros(n)
parallel_do(n, x, y, on_gpu)
parallel_do(n, y, z, on_processor)
parallel_do(n, x, u, on_gpu)
print z[7], \" \", u[8]
";

/// The calls of the driver that [`CALLED`] makes, with these variables.
fn calls_of(folder: &Path, variables: &[(&str, &str)]) -> Result<Vec<String>, String> {
    let built = Built::of_text(CALLED, folder)?;
    let calls = folder.join("calls");
    let _ = std::fs::remove_file(&calls);
    let path = calls.display().to_string();
    let finished = built.run(&[variables, &[("QC_EMU_TRACE", &path)]].concat());
    if !finished.exited(0) || finished.stdout != "6 2\n" {
        return Err(finished.describe());
    }
    let text = read(&calls)?;
    let names = text
        .lines()
        .map(|line| line.split(' ').nth(1).unwrap_or_default());
    Ok(names.map(str::to_string).collect())
}

/// Between the call and the next launch the program waits for nothing.
///
/// %! features: F337
fn goes_on(folder: &Path) -> Check {
    for seed in ["1", "2", "3", "4"] {
        let calls = calls_of(folder, &[("QC_EMU_SEED", seed)])?;
        let called = calls.iter().position(|call| call == "cuLaunchHostFunc");
        let called = called.ok_or("no stream calls the processor")?;
        let behind = &calls[called..];
        let launch = behind.iter().position(|call| call == "cuLaunchKernel");
        let launch = launch.ok_or("no launch comes behind the call")?;
        if behind[..launch]
            .iter()
            .any(|call| call.ends_with("Synchronize"))
        {
            return Err(behind[..launch].join("\n"));
        }
    }
    Ok(())
}

/// One stream of the processor, a driver without the entry point, ordinary memory: the launch is for here and now.
fn without_calls(folder: &Path) -> Check {
    for variables in [
        ("QC_CPU_STREAMS", "1"),
        ("QC_EMU_MISSING", "cuLaunchHostFunc"),
        ("QC_EMU_FAIL", "cuLaunchHostFunc=1"),
        ("QC_RUNTIME_CUDA_ENABLEPINNEDHOSTMEM", "False"),
    ] {
        let calls = calls_of(folder, &[variables])?;
        let called = calls.iter().any(|call| call == "cuLaunchHostFunc");
        if called != (variables.0 == "QC_EMU_FAIL") {
            return Err(format!("{variables:?}: {called}"));
        }
    }
    Ok(())
}

/// Without copies from device to device, elements go by way of the host.
fn without_peers(folder: &Path) -> Check {
    let built = Built::of("gpu/devices_chosen.q", folder)?;
    let trace = folder.join("trace.json");
    let devices = ("QC_EMU_DEVICES", "2");
    let missing = ("QC_EMU_MISSING", "cuMemcpyPeerAsync");
    built.check(&[devices, missing, ("QC_TRACE", &trace.display().to_string())])?;
    let lines = timeline::lines(&timeline::read(&trace)?)?;
    let count = |what: &str| lines.iter().filter(|line| line.starts_with(what)).count();
    // Four of the moves between devices, and the ways back at the end. What the first launches get is zero.
    match (count("peer"), count("zeros"), count("in"), count("out")) {
        (0, 2, 4, 6) => Ok(()),
        _ => Err(lines.join("\n")),
    }
}

/// The setting decides what kind of memory copies go through: in the environment, and when compiling.
fn pinned_memory(folder: &Path) -> Check {
    let setting = "RUNTIME_CUDA_ENABLEPINNEDHOSTMEM";
    for (compiled, environment, expected) in [
        ("", "", true),
        ("", "False", false),
        ("False", "", false),
        ("False", "True", true),
    ] {
        let said = match compiled {
            "" => String::new(),
            value => format!("%! flags: --set {setting}={value}\n"),
        };
        let built = Built::of_text(&format!("{said}{CHAINS}"), folder)?;
        let calls = folder.join("calls");
        let _ = std::fs::remove_file(&calls);
        let finished = built.run(&[
            (&format!("QC_{setting}"), environment),
            ("QC_EMU_TRACE", &calls.display().to_string()),
        ]);
        if !finished.exited(0) || finished.stdout != "13 13\n" {
            return Err(finished.describe());
        }
        let calls = std::fs::read_to_string(&calls).map_err(|error| error.to_string())?;
        let pinned = calls.contains("cuMemHostAlloc") && calls.contains("Async_v2");
        if pinned != expected {
            return Err(format!(
                "compiled with {compiled:?}, run with {environment:?}: pinned memory is {pinned}"
            ));
        }
    }
    Ok(())
}

fn tells_of_evictions(folder: &Path) -> Check {
    let built = Built::of("gpu/eviction.q", folder)?;
    let finished = built.run(&[("QC_EMU_MEMORY", "3500"), ("QC_REPORT", "gpu")]);
    let line = "gpu: an array gives up 1024 bytes of device 0 for others";
    match finished.exited(0) && finished.stderr.matches(line).count() == 2 {
        true => Ok(()),
        false => Err(finished.describe()),
    }
}

fn tells_of_launches(folder: &Path) -> Check {
    let built = Built::of("gpu/eviction.q", folder)?;
    let variables = [("QC_EMU_MEMORY", "1500"), ("QC_REPORT", "gpu")];
    built.check(&variables)?;
    let finished = built.run(&variables);
    let line = "gpu: device 0 has too little memory for 'add' (";
    match finished.stderr.contains(line) && finished.stderr.contains("eviction.q:7)") {
        true => Ok(()),
        false => Err(finished.describe()),
    }
}

fn refuses_nonsense(folder: &Path) -> Check {
    let built = Built::of("gpu/transfers_chain.q", folder)?;
    for (name, value, text) in [
        (
            "QC_GPU_STREAMS",
            "0",
            "must be a number from 1 to 32, not '0'",
        ),
        (
            "QC_GPU_STREAMS",
            "two",
            "must be a number from 1 to 32, not 'two'",
        ),
        (
            "QC_RUNTIME_CUDA_ENABLEPINNEDHOSTMEM",
            "maybe",
            "must be True or False, not 'maybe'",
        ),
    ] {
        let finished = built.run(&[(name, value)]);
        if !finished.exited(1) || !finished.stderr.contains(&format!("{name} {text}")) {
            return Err(finished.describe());
        }
    }
    Ok(())
}

/// Launches that the device cannot hold: which, and for want of what. All others run there.
fn tells_of_refusals(folder: &Path) -> Check {
    let programs: [(&str, &[&str]); 3] = [
        (
            "threads/registers.q",
            &["registers.q:2): its blocks have 1024 threads; the device takes "],
        ),
        (
            "threads/large_shared.q",
            &[
                "large_shared.q:3): its blocks need 250000 bytes of shared memory; the device has 65536",
            ],
        ),
        (
            "threads/grid_tiling.q",
            &[
                "grid_tiling.q:5): its grid waits as a whole and has ",
                "grid_tiling.q:23): its grid waits as a whole and has 16 blocks of 1024 threads; the device holds 4 of them at once",
                "grid_tiling.q:91): its grid waits as a whole and has ",
            ],
        ),
    ];
    for (program, lines) in programs {
        let built = Built::of(program, folder)?;
        let finished = built.run(&[("QC_REPORT", "gpu")]);
        let refused = finished.stderr.matches(" cannot run '").count();
        let told = lines.iter().all(|line| finished.stderr.contains(line));
        if !finished.exited(0) || refused != lines.len() || !told {
            return Err(finished.describe());
        }
    }
    Ok(())
}

/// What was never begun can run on the processor, whatever the driver says about it.
fn begins_elsewhere(folder: &Path) -> Check {
    for program in ["gpu/transfers_chain.q", "threads/transpose.q"] {
        let built = Built::of(program, folder)?;
        for status in ["1", "701"] {
            built.check(&[("QC_EMU_FAIL", &format!("cuLaunchKernel={status}"))])?;
        }
    }
    Ok(())
}

/// A grid over all devices, and what its threads know of it.
const SEVERAL: &str = "
function [] = __kernel__ k(x : vec[int], y : vec[int], this_multi_grid : thread_block, pos : int)
    x[pos] = this_multi_grid.size
    this_multi_grid.sync()
    y[pos] = x[mod(pos + 1, 6000)]
    syncthreads(multi_grid)
    x[pos] = 0
end
x = vec[int](6000)
y = vec[int](6000)
try
    parallel_do([[1,6000],[1,100]], x, y, k)
    print min(y), \" \", max(y), \" \", max(x)
catch ex
    print ex.message
end
";

/// A launch over several devices runs where there are several.
///
/// %! features: F317
fn several_devices(folder: &Path) -> Check {
    let built = Built::of_text(SEVERAL, folder)?;
    for (devices, expected) in [
        (
            "1",
            "`this_multi_grid` needs several devices, and there is one\n",
        ),
        ("2", "6000 6000 0\n"),
    ] {
        let finished = built.run(&[("QC_EMU_DEVICES", devices)]);
        if !finished.exited(0) || finished.stdout != expected {
            return Err(finished.describe());
        }
    }
    Ok(())
}

/// Launches that are large enough for a GPU by the estimate, whose results the host reads.
const ROUNDS: &str = "
function [] = __kernel__ series(x : vec'unchecked, y : vec'unchecked, r : int, pos : int)
    s = 0.0
    for k = 1..30
        s += exp(sin(x[pos]/k))
    end
    y[pos] = s + r
end
function [] = main(rounds : int = 3)
    x = ones(3000)
    y = zeros(3000)
    for r = 1..rounds
        parallel_do(3000, x, y, r, series)
        print r, \" \", y[5] > r
    end
    print sum(x)
end
";

/// A device that fails when the host has all elements: the program goes on without it.
fn goes_on_without(folder: &Path) -> Check {
    let built = Built::of_text(ROUNDS, folder)?;
    for (call, number) in [
        ("cuLaunchKernel", 2),
        ("cuMemAllocAsync", 1),
        ("cuStreamWaitEvent", 1),
    ] {
        let failure = format!("{call}:{number}=719");
        let variables = [
            ("QC_DEVICE", "auto-emu"),
            ("QC_EMU_FAIL", &failure),
            ("QC_REPORT", "gpu"),
        ];
        let finished = built.run(&variables);
        if !finished.exited(0) || finished.stdout != "1 1\n2 1\n3 1\n3000\n" {
            return Err(format!("{failure}: {}", finished.describe()));
        }
    }
    let variables = [
        ("QC_DEVICE", "auto-emu"),
        ("QC_EMU_FAIL", "cuLaunchKernel:2=719"),
        ("QC_REPORT", "gpu"),
    ];
    let finished = built.run(&variables);
    let line = "gpu: it has failed, and the processor goes on: cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (719)";
    match finished.stderr.matches(line).count() {
        1 => Ok(()),
        _ => Err(finished.describe()),
    }
}

/// A device that fails when elements are on it alone: the program ends and says so. One that must be used is no other's to replace.
fn loses_elements(folder: &Path) -> Check {
    let text = ROUNDS
        .replace("        print r, \" \", y[5] > r\n", "")
        .replace("y[pos] = s + r", "y[pos] = y[pos] + s + r");
    let built = Built::of_text(&text.replace("sum(x)", "y[5] > 3"), folder)?;
    for (device, line) in [
        ("auto-emu", "the GPU has lost the elements of an array: "),
        (
            "emu",
            "the GPU: cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (719)",
        ),
    ] {
        let variables = [
            ("QC_DEVICE", device),
            (
                "QC_EMU_FAIL",
                "cuLaunchKernel:2=719,cuMemcpyDtoHAsync=719,cuMemcpyDtoH=719",
            ),
        ];
        let finished = built.run(&variables);
        if !finished.exited(1) || !finished.stderr.contains(line) {
            return Err(format!("{device}: {}", finished.describe()));
        }
    }
    Ok(())
}

/// Two kernels with an array between them; ATTRIBUTE stands for what fuses them or not.
const BETWEEN: &str = "
function [] = __kernel__ products(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = x[pos] * 3
end
function [] = __kernel__ sums(x : vec'unchecked, y : vec'unchecked, z : vec'unchecked, pos : int)
    z[pos] = y[pos] + x[pos]
end
function z = filtered(x : vec'unchecked)
    {!kernel_fusion strategy=\"smart\"}
    y = zeros(numel(x))
    z = zeros(numel(x))
    parallel_do(numel(x), x, y, products)
    ATTRIBUTE
    parallel_do(numel(x), x, y, z, sums)
end
x = ones(5000)
z = filtered(x)
print sum(z)
";

/// An array between kernels that became one has no memory on the GPU, and what has some has it before the kernel begins.
///
/// %! features: F257
fn allocates_no_temporaries(folder: &Path) -> Check {
    let allocations = |attribute: &str, name: &str| -> Result<(usize, bool), String> {
        let folder = folder.join(name);
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let built = Built::of_text(&BETWEEN.replace("ATTRIBUTE", attribute), &folder)?;
        let calls = folder.join("calls");
        let path = calls.display().to_string();
        let finished = built.run(&[("QC_EMU_TRACE", &path)]);
        if !finished.exited(0) || finished.stdout != "20000\n" {
            return Err(finished.describe());
        }
        let text = std::fs::read_to_string(&calls).map_err(|error| error.to_string())?;
        let lines: Vec<&str> = text.lines().collect();
        let first = lines.iter().position(|line| line.contains(" cuLaunch"));
        let takes = |line: &&&str| line.contains(" cuMemAlloc");
        let behind = lines[first.unwrap_or(0)..].iter().find(takes);
        Ok((lines.iter().filter(takes).count(), behind.is_none()))
    };
    let (fused, comes_first) = allocations("", "fused")?;
    let (apart, _) = allocations("{!kernel_fusion barrier}", "apart")?;
    match apart > fused && comes_first {
        true => Ok(()),
        false => Err(format!(
            "{fused} allocations of one kernel, all of them before it: {comes_first}; {apart} of two"
        )),
    }
}
