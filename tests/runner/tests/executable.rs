//! What is promised about the executables that qc writes, and about qc itself.
//!
//! *Invariant:* nothing here depends on how fast the machine is; `bench/latency.py` measures the times.

use quasar_tests::engines;
use quasar_tests::outcome::{self, Check, SKIP, Test};
use quasar_tests::process::{self, Finished};
use quasar_tests::repository;
use quasar_tests::timeline;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

type Run = fn(&Path) -> Check;

const TESTS: &[(&str, Run)] = &[
    ("qc works without an environment", works_without_environment),
    (
        "the executable needs the C library alone",
        needs_c_library_alone,
    ),
    (
        "QC_DEVICE concerns programs with something for a GPU",
        wishes_for_devices,
    ),
    (
        "no symbol of the C library is newer than glibc 2.17",
        starts_on_old_systems,
    ),
    ("the executable is small", is_small),
    (
        "the executable has what it uses and no more",
        has_what_it_uses,
    ),
    ("the executable is hardened", is_hardened),
    ("--licenses names all that is inside", names_packages),
    ("two builds are bit-identical", builds_are_identical),
    (
        "what is made does not depend on where the sources lie",
        knows_no_folder,
    ),
    ("strip leaves a working executable", survives_strip),
    ("gdb stops at a line of Quasar", gdb_stops),
    ("the executable may be moved and renamed", may_be_moved),
    ("--linker=cc makes the same program", linker_cc),
    ("--emit=obj writes an object file", emits_object),
    ("--help of a program tells its parameters", helps),
    ("--backtrace shows the calls", shows_calls),
    ("a result is written whole", replaces_its_output),
    ("--gpu-arch=none leaves no CUDA text", has_no_text_for_gpus),
    ("QC_TRACE tells launches and chunks", traces),
    ("QC_TRACE leaves nothing of what fails", traces_failures),
    ("launches of few rows run side by side", runs_side_by_side),
    ("wrong numbers of streams are refused", refuses_streams),
    ("kernels have the vectors of their processor", has_vectors),
    ("endless recursion is an error without /proc", recurses),
];

fn main() {
    let tests: Vec<Test> = TESTS
        .iter()
        .map(|&(name, run)| Test::new(name, move || outcome::in_folder(name, run)))
        .collect();
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("executable", &results));
}

const HELLO: &str = "function y = twice(x)\n    y = 2*x\nend\nprint \"hello \", twice(21)\n";

/// A kernel for every platform and one for GPUs.
const KERNELS: &str = "function [] = __kernel__ for_gpu(x : vec, pos : int)
    {!kernel name=\"for_gpu\"; target=\"gpu\"}
    x[pos] = 2
end
function [] = __kernel__ for_all(x : vec, pos : int)
    x[pos] += 4
end
function [] = main(n : int = 3)
    x = zeros(n)
    match schedule(n, x, {for_gpu, for_all}) with
    | 0 -> parallel_do(n, x, for_gpu)
    | 1 -> parallel_do(n, x, for_all)
    end
    print x
end
";

/// The text is there without the option, so that looking for it means something. (The runtime has a text of its own for NVIDIA's libraries.)
fn has_no_text_for_gpus(folder: &Path) -> Check {
    fs::write(folder.join("kernels.q"), KERNELS).map_err(|error| error.to_string())?;
    let texts = |option: &[&str]| -> Result<[bool; 2], String> {
        let made = ["kernels.q", "-o", "kernels"];
        build(folder, &[option, &made].concat())?;
        let finished = process::run(&mut Command::new(folder.join("kernels")));
        if !finished.exited(0) || finished.stdout != "[4,4,4]\n" {
            return Err(finished.describe());
        }
        let bytes = fs::read(folder.join("kernels")).map_err(|error| error.to_string())?;
        let has = |text: &str| {
            bytes
                .windows(text.len())
                .any(|part| part == text.as_bytes())
        };
        Ok([has("__global__ void for_gpu"), has("static_assert(sizeof(")])
    };
    if texts(&[])? != [true, true] {
        return Err("there is no CUDA text without the option".to_string());
    }
    if texts(&["--gpu-arch=none"])? != [false, false] {
        return Err("there is CUDA text".to_string());
    }
    Ok(())
}

/// A kernel of floats, whose operations have instructions of their own on every processor.
const ROOTS: &str =
    "function [] = __kernel__ roots(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = max(sqrt(x[pos]), y[pos])
end
x = ones(1000)
y = zeros(1000)
parallel_do(1000, x, y, roots)
print sum(y)
";

/// Kernels have the instructions of SSE, AVX2 and AVX-512 on x86-64, of which the processor chooses at start, and those of Neon on ARM.
///
/// %! features: F327
fn has_vectors(folder: &Path) -> Check {
    fs::write(folder.join("roots.q"), ROOTS).map_err(|error| error.to_string())?;
    for (target, instructions) in [
        (
            "--target=x86_64-unknown-linux-gnu",
            &[
                "sqrtps %xmm",
                "vsqrtps ymm",
                "vmaxps ymm",
                "vsqrtps zmm",
                "vmaxps zmm",
            ][..],
        ),
        (
            "--target=aarch64-unknown-linux-gnu",
            &["fsqrt v", ".4s", "fcmgt v"],
        ),
    ] {
        let mut command = engines::qc_command();
        command
            .current_dir(folder)
            .args(["--emit=asm", target, "roots.q"]);
        let finished = process::run(&mut command);
        let missing = instructions
            .iter()
            .find(|text| !finished.stdout.contains(**text));
        if let (true, Some(missing)) = (finished.exited(0), missing) {
            return Err(format!("{target}: no `{missing}`"));
        }
        succeeded(&finished)?;
    }
    Ok(())
}

/// Calls that never end.
const ENDLESS: &str = "function y = down(n : int)
    if n == 0
        y = 0
    else
        y = 1 + down(n + 1) * 2
    end
end
function [] = main(n : int = 1)
    try
        print down(n)
    catch ex
        print \"caught\"
    end
end
";

/// The limit of the stack is found where the system tells nothing but the limit, whatever it is.
fn recurses(folder: &Path) -> Check {
    fs::write(folder.join("endless.q"), ENDLESS).map_err(|error| error.to_string())?;
    build(folder, &["endless.q", "-o", "endless"])?;
    let alone = |script: &str| {
        let mut command = Command::new("unshare");
        command
            .args(["-Urm", "sh", "-c", script])
            .current_dir(folder);
        command
    };
    let hide = "mount -t tmpfs none /proc && test ! -e /proc/self";
    if !alone(hide)
        .output()
        .is_ok_and(|output| output.status.success())
    {
        return Err(format!("{SKIP}/proc cannot be hidden here"));
    }
    for limit in ["8192", "1024", "unlimited"] {
        let script = format!("{hide} && ulimit -s {limit} && exec ./endless");
        let finished = process::run(&mut alone(&script));
        if !finished.exited(0) || finished.stdout != "caught\n" {
            return Err(finished.describe());
        }
    }
    Ok(())
}

fn hello(folder: &Path) -> Result<PathBuf, String> {
    build(folder, &["hello.q", "-o", "hello"])?;
    Ok(folder.join("hello"))
}

fn build(folder: &Path, arguments: &[&str]) -> Check {
    fs::write(folder.join("hello.q"), HELLO).map_err(|error| error.to_string())?;
    succeeded(&process::run(
        engines::qc_command().current_dir(folder).args(arguments),
    ))
}

fn succeeded(finished: &Finished) -> Check {
    if finished.exited(0) {
        Ok(())
    } else {
        Err(finished.describe())
    }
}

fn says_hello(executable: &Path) -> Check {
    let finished = process::run(&mut Command::new(executable));
    if finished.exited(0) && finished.stdout == "hello 42\n" {
        Ok(())
    } else {
        Err(finished.describe())
    }
}

/// %! features: F395
fn works_without_environment(folder: &Path) -> Check {
    fs::write(folder.join("hello.q"), HELLO).map_err(|error| error.to_string())?;
    let mut command = Command::new(repository::qc());
    command
        .env_clear()
        .current_dir(folder)
        .args(["hello.q", "-o", "hello"]);
    succeeded(&process::run(&mut command))?;
    let finished = process::run(Command::new(folder.join("hello")).env_clear());
    if finished.stdout == "hello 42\n" {
        Ok(())
    } else {
        Err(finished.describe())
    }
}

/// Libraries that come with glibc.
const C_LIBRARY: &[&str] = &[
    "libc.so.6",
    "libm.so.6",
    "libdl.so.2",
    "libpthread.so.0",
    "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1",
];

/// %! features: F395
fn needs_c_library_alone(folder: &Path) -> Check {
    let executable = hello(folder)?;
    let finished = process::run(Command::new("readelf").arg("-d").arg(executable));
    if !finished.exited(0) {
        return Err(format!("{SKIP}readelf is not here"));
    }
    let needed = finished
        .stdout
        .lines()
        .filter(|line| line.contains("(NEEDED)"));
    let foreign: Vec<&str> = needed
        .filter(|line| {
            !C_LIBRARY
                .iter()
                .any(|name| line.contains(&format!("[{name}]")))
        })
        .collect();
    if foreign.is_empty() {
        Ok(())
    } else {
        Err(foreign.join("\n"))
    }
}

/// Position-independent, addresses bound at the start and then read-only, no memory that is writable and executable; no marks of CET, for
/// which all code would need landing pads.
fn is_hardened(folder: &Path) -> Check {
    use object::elf::{
        DF_1_NOW, DT_FLAGS_1, ET_DYN, PF_W, PF_X, PT_GNU_PROPERTY, PT_GNU_RELRO, PT_GNU_STACK,
    };
    use object::read::elf::{Dyn, ElfFile64, FileHeader, ProgramHeader};
    let bytes = fs::read(hello(folder)?).map_err(|error| error.to_string())?;
    let says = |error: object::Error| error.to_string();
    let file: ElfFile64 = ElfFile64::parse(&bytes[..]).map_err(says)?;
    let (header, endian) = (file.elf_header(), file.endian());
    let headers = file.elf_program_headers();
    let with_kind = |kind| {
        headers
            .iter()
            .find(move |header| header.p_type(endian) == kind)
    };
    let flags = |header: &object::elf::ProgramHeader64<_>| header.p_flags(endian);
    let now = headers
        .iter()
        .find_map(|header| header.dynamic(endian, &bytes[..]).ok()?);
    let now = now.is_some_and(|entries| {
        let mut flags = entries
            .iter()
            .filter(|entry| entry.d_tag(endian) == DT_FLAGS_1);
        flags.any(|entry| entry.d_val(endian) & u64::from(DF_1_NOW) != 0)
    });
    let facts = [
        (
            "it is position-independent",
            header.e_type(endian) == ET_DYN,
        ),
        ("addresses are bound at the start", now),
        ("and read-only then", with_kind(PT_GNU_RELRO).is_some()),
        (
            "the stack is not executable",
            with_kind(PT_GNU_STACK).is_some_and(|stack| flags(stack) & PF_X == 0),
        ),
        (
            "no memory is writable and executable",
            !headers
                .iter()
                .any(|header| flags(header) & (PF_W | PF_X) == PF_W | PF_X),
        ),
        (
            "no mark claims what not all code has",
            with_kind(PT_GNU_PROPERTY).is_none(),
        ),
    ];
    match facts.iter().find(|(_, holds)| !holds) {
        Some((fact, _)) => Err(format!("not so: {fact}")),
        None => Ok(()),
    }
}

/// What cargo says the runtime is made of, a program names, and the texts of the licences with it.
fn names_packages(folder: &Path) -> Check {
    let finished = process::run(Command::new(hello(folder)?).arg("--licenses"));
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let tree = ["tree", "--locked", "--offline", "--package", "quasar-rt"];
    let form = [
        "--edges",
        "normal,no-proc-macro",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ];
    let packages = process::run(cargo.current_dir(repository::root()).args(tree).args(form));
    if !finished.exited(0) || !packages.exited(0) {
        return Err(finished.describe() + &packages.describe());
    }
    let mut count = 0;
    for line in packages.stdout.lines() {
        let words: Vec<&str> = line.split(' ').take(2).collect();
        let [name, version] = words[..] else { continue };
        let wanted = format!("\n{name} {}: ", version.trim_start_matches('v'));
        if !finished.stdout.contains(&wanted) {
            return Err(format!("{wanted:?} is not named"));
        }
        count += 1;
    }
    let texts = [
        "Permission is hereby granted",
        "Neither the name",
        "Apache License",
    ];
    match texts.iter().find(|text| !finished.stdout.contains(*text)) {
        None if count > 40 => Ok(()),
        None => Err(format!("{count} packages")),
        Some(text) => Err(format!("{text:?} is not there")),
    }
}

/// An executable carries what its program uses: a line of output little, a picture that is read the formats of images too.
fn is_small(folder: &Path) -> Check {
    let size = |source: &str| -> Result<u64, String> {
        fs::write(folder.join("small.q"), source).map_err(|error| error.to_string())?;
        let mut command = engines::qc_command();
        command.args(["small.q", "-o", "small"]).current_dir(folder);
        succeeded(&process::run(&mut command))?;
        let file = fs::metadata(folder.join("small")).map_err(|error| error.to_string())?;
        Ok(file.len())
    };
    for (source, bound) in [
        ("print \"hello\"\n", 390_000),
        (KERNELS, 980_000),
        ("imwrite(\"b.png\", imread(\"a.png\")/2)\n", 2_430_000),
    ] {
        let size = size(source)?;
        if size > bound {
            return Err(format!("{size} bytes, more than {bound}: {source}"));
        }
    }
    Ok(())
}

/// Rooms of the runtime that a program may lack, by their symbols.
fn has_what_it_uses(folder: &Path) -> Check {
    let has = |source: &str, room: &str| -> Result<bool, String> {
        fs::write(folder.join("uses.q"), source).map_err(|error| error.to_string())?;
        let mut command = engines::qc_command();
        command
            .args(["uses.q", "-g", "-o", "uses"])
            .current_dir(folder);
        succeeded(&process::run(&mut command))?;
        let bytes = fs::read(folder.join("uses")).map_err(|error| error.to_string())?;
        let mut parts = bytes.windows(room.len());
        Ok(parts.any(|part| part == room.as_bytes()))
    };
    let hello = "print \"hello\"\n";
    for (source, room) in [
        ("imshow(ones(3, 3))\n", "quasar_rt6figure"),
        (KERNELS, "quasar_rt6device9coherence"),
        (KERNELS, "quasar_rt9processor10coschedule6settle"),
        ("print abs(fft2(ones(4, 4)))\n", "quasar_rt7numeric7fourier"),
        ("x = imread(\"a.png\")\n", "quasar_rt7formats10image_file"),
    ] {
        if has(hello, room)? {
            return Err(format!("a line of output brings {room}"));
        }
        if !has(source, room)? {
            return Err(format!("{room} is not there: {source}"));
        }
    }
    Ok(())
}

/// A wish that cannot be met is an error, unless nothing of the program would go elsewhere; one that cannot be understood always is.
fn wishes_for_devices(folder: &Path) -> Check {
    let run = |source: &str, wish: &str| -> Result<Finished, String> {
        fs::write(folder.join("wish.q"), source).map_err(|error| error.to_string())?;
        let mut command = engines::qc_command();
        command.args(["wish.q", "-o", "wish"]).current_dir(folder);
        succeeded(&process::run(&mut command))?;
        let mut command = Command::new(folder.join("wish"));
        command
            .env("QC_DEVICE", wish)
            .env("QC_EMU_LIBRARY", "/nowhere/library.so");
        Ok(process::run(&mut command))
    };
    let hello = "print \"hello\"\n";
    for (source, wish, message) in [
        (hello, "emu", None),
        (KERNELS, "emu", Some("QC_DEVICE=emu")),
        (hello, "gpus", Some("QC_DEVICE must be")),
        (KERNELS, "gpus", Some("QC_DEVICE must be")),
    ] {
        let finished = run(source, wish)?;
        let is_right = match message {
            None => finished.exited(0) && finished.stdout == "hello\n",
            Some(text) => finished.exited(1) && finished.stderr.contains(text),
        };
        if !is_right {
            return Err(format!("QC_DEVICE={wish}\n{}", finished.describe()));
        }
    }
    Ok(())
}

/// The versions that the loader of an older system compares with its own.
fn starts_on_old_systems(folder: &Path) -> Check {
    use object::read::elf::ElfFile64;
    let bytes = fs::read(hello(folder)?).map_err(|error| error.to_string())?;
    let says = |error: object::Error| error.to_string();
    let file: ElfFile64 = ElfFile64::parse(&bytes[..]).map_err(says)?;
    let (sections, endian) = (file.elf_section_table(), file.endian());
    let needed = sections.gnu_verneed(endian, &bytes[..]).map_err(says)?;
    let (mut libraries, names) = needed.ok_or("no versions are asked for")?;
    let strings = sections.strings(endian, &bytes[..], names).map_err(says)?;
    let mut count = 0;
    while let Some((_, mut versions)) = libraries.next().map_err(says)? {
        while let Some(version) = versions.next().map_err(says)? {
            let name = version.name(endian, strings).map_err(says)?;
            let name = String::from_utf8_lossy(name).into_owned();
            let numbers = name
                .strip_prefix("GLIBC_")
                .ok_or(format!("another library: {name}"))?;
            let numbers: Vec<u32> = numbers.split('.').flat_map(str::parse).collect();
            if numbers > vec![2, 17] {
                return Err(format!("{name} is asked for"));
            }
            count += 1;
        }
    }
    if count < 3 {
        return Err(format!("only {count} versions were found"));
    }
    Ok(())
}

/// A loop that becomes a kernel of several chunks, and an error if asked for.
const TRACED: &str = "function [] = main(n : int = 400)
    x = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            x[i,j] = sin(i) + cos(j)
        end
    end
    assert(sum(x) < 1e6)
    assert(n < 500)
end
";

/// Builds and runs [`TRACED`] with a trace into that file.
fn traced(folder: &Path, trace: &str, arguments: &[&str]) -> Result<Finished, String> {
    fs::write(folder.join("traced.q"), TRACED).map_err(|error| error.to_string())?;
    let mut command = engines::qc_command();
    command.args(["traced.q", "-o", "traced"]);
    succeeded(&process::run(command.current_dir(folder)))?;
    let mut command = Command::new(folder.join("traced"));
    command.env("QC_NUM_THREADS", "2").env("QC_TRACE", trace);
    Ok(process::run(command.args(arguments).current_dir(folder)))
}

fn traces(folder: &Path) -> Check {
    succeeded(&traced(folder, "trace.json", &[])?)?;
    let events = events_of(&folder.join("trace.json"))?;
    let of = |category: &str| -> Vec<&Value> {
        let events = events.iter();
        events.filter(|event| event["cat"] == category).collect()
    };
    let (launches, chunks) = (of("launch"), of("chunk"));
    let Some(launch) = launches.iter().find(|launch| launch["args"]["line"] == 3) else {
        return Err(format!("no launch at line 3 in {events:?}"));
    };
    let of_launch = chunks
        .iter()
        .filter(|chunk| chunk["name"] == launch["name"]);
    // The rows of the chunks are those of the launch, each once, and they lie within its time.
    let mut rows: Vec<(i64, i64)> = of_launch.clone().map(|chunk| rows_of(chunk)).collect();
    rows.sort_unstable();
    let follow = rows.windows(2).all(|pair| pair[0].1 == pair[1].0);
    let ends = (rows.first().map(|row| row.0), rows.last().map(|row| row.1));
    let (begin, end) = time_of(launch);
    let within = of_launch
        .clone()
        .map(|chunk| time_of(chunk))
        .all(|time| begin <= time.0 && time.1 <= end);
    let right = launch["args"]["file"] == "traced.q"
        && launch["args"]["chunks"] == rows.len()
        && rows.len() > 1
        && ends == (Some(0), launch["args"]["rows"].as_i64())
        && (follow && within)
        && of("phase").len() == 1;
    right.then_some(()).ok_or_else(|| format!("{events:#?}"))
}

fn events_of(path: &Path) -> Result<Vec<Value>, String> {
    timeline::read(path)
}

fn rows_of(chunk: &Value) -> (i64, i64) {
    let row = |name: &str| chunk["args"][name].as_i64().unwrap_or(-1);
    (row("first"), row("end"))
}

/// Begin and end, in nanoseconds.
fn time_of(event: &Value) -> (i64, i64) {
    let nanoseconds = |name: &str| (event[name].as_f64().unwrap_or(f64::NAN) * 1e3).round() as i64;
    (nanoseconds("ts"), nanoseconds("ts") + nanoseconds("dur"))
}

fn traces_failures(folder: &Path) -> Check {
    // A program that ends with an error has a trace; one whose trace cannot be written does not run.
    let failed = traced(folder, "failed.json", &["600"])?;
    let events = events_of(&folder.join("failed.json"))?;
    if !failed.exited(1) || !events.iter().any(|event| event["cat"] == "launch") {
        return Err(failed.describe());
    }
    let refused = traced(folder, "nowhere/trace.json", &[])?;
    let told = refused.stderr.contains("cannot write 'nowhere/trace.json'");
    match refused.exited(1) && told && !folder.join("nowhere").exists() {
        true => Ok(()),
        false => Err(refused.describe()),
    }
}

/// Two launches of two rows, and one that needs both.
const SIDE_BY_SIDE: &str = "function [] = __kernel__ settle(x : vec'unchecked, pos : int)
    s = 0.0
    for k = 1..3000000
        s = s/2 + 1
    end
    x[pos] = s
end
function [] = __kernel__ add(x : vec'unchecked, y : vec'unchecked, z : vec'unchecked, pos : int)
    z[pos] = x[pos] + y[pos]
end
x = zeros(2)
y = zeros(2)
z = zeros(2)
parallel_do(2, x, settle)
parallel_do(2, y, settle)
parallel_do(2, x, y, z, add)
print z
";

/// Runs [`SIDE_BY_SIDE`] with these numbers of threads and streams; gives when the two launches ran, and on which threads their chunks.
fn streams_of_the_processor(
    folder: &Path,
    threads: &str,
    streams: &str,
) -> Result<Vec<(i64, i64)>, String> {
    let trace = folder.join("side.json");
    let mut command = Command::new(folder.join("side"));
    command
        .env("QC_NUM_THREADS", threads)
        .env("QC_CPU_STREAMS", streams)
        .env("QC_DEVICE", "cpu")
        .env("QC_TRACE", &trace);
    let finished = process::run(&mut command);
    if !finished.exited(0) || finished.stdout != "[4,4]\n" {
        return Err(finished.describe());
    }
    let events = events_of(&trace)?;
    let is_launch = |event: &&Value| event["cat"] == "launch" && event["name"] == "settle";
    let launches: Vec<(i64, i64)> = events.iter().filter(is_launch).map(time_of).collect();
    let chunks = events
        .iter()
        .filter(|event| event["cat"] == "chunk" && event["name"] == "settle");
    // A thread alone gets all positions of a row at once.
    let wanted = if threads == "1" { 2 } else { 4 };
    match (launches.len(), chunks.count()) {
        (2, chunks) if chunks == wanted => Ok(launches),
        other => Err(format!("{other:?} launches and chunks in {events:#?}")),
    }
}

/// The timeline has both launches at one time where there are more threads than one of them has chunks, and one after the other
/// where they have all threads, or where the environment says so.
///
/// %! features: F335 F336
fn runs_side_by_side(folder: &Path) -> Check {
    fs::write(folder.join("side.q"), SIDE_BY_SIDE).map_err(|error| error.to_string())?;
    build(folder, &["side.q", "-o", "side"])?;
    for (threads, streams, together) in [
        ("4", "", true),
        ("4", "2", true),
        ("3", "32", true),
        ("4", "1", false),
        ("2", "2", false),
        ("1", "2", false),
    ] {
        let times = streams_of_the_processor(folder, threads, streams)?;
        let overlap = times[0].0 < times[1].1 && times[1].0 < times[0].1;
        if overlap != together {
            return Err(format!("{threads} threads, {streams:?} streams: {times:?}"));
        }
    }
    Ok(())
}

fn refuses_streams(folder: &Path) -> Check {
    let executable = hello(folder)?;
    for number in ["0", "33", "many"] {
        let finished = process::run(Command::new(&executable).env("QC_CPU_STREAMS", number));
        let text = format!("error: QC_CPU_STREAMS must be a number from 1 to 32, not '{number}'\n");
        if !finished.exited(1) || finished.stderr != text {
            return Err(finished.describe());
        }
    }
    Ok(())
}

fn builds_are_identical(folder: &Path) -> Check {
    build(folder, &["hello.q", "-o", "first"])?;
    build(folder, &["hello.q", "-o", "second"])?;
    same_bytes(&folder.join("first"), &folder.join("second"))
}

/// A program with an import, made in two folders: the same executable and the same CUDA text, in which the import is what the program calls it.
fn knows_no_folder(folder: &Path) -> Check {
    let mut made = Vec::new();
    for name in ["here", "elsewhere/there"] {
        let place = folder.join(name);
        fs::create_dir_all(place.join("parts")).map_err(|error| error.to_string())?;
        let sources = [
            (
                "app.q",
                "import \"parts/doubled.q\"\nprint sum(doubled(ones(300, 300)))\n",
            ),
            (
                "parts/doubled.q",
                "function y = doubled(x : mat)\n    y = zeros(size(x))\n    for m = 0..size(x,0)-1\n        for n = 0..size(x,1)-1\n            y[m,n] = 2*x[m,n]\n        end\n    end\nend\n",
            ),
        ];
        for (file, text) in sources {
            fs::write(place.join(file), text).map_err(|error| error.to_string())?;
        }
        for arguments in [&["-o", "app"][..], &["--emit=cuda", "-o", "app.cu"]] {
            let mut command = engines::qc_command();
            command.arg("app.q").args(arguments).current_dir(&place);
            succeeded(&process::run(&mut command))?;
        }
        made.push(place);
    }
    let text = fs::read_to_string(made[0].join("app.cu")).map_err(|error| error.to_string())?;
    if !text.contains(" parts/doubled.q:") {
        return Err(format!("the text does not name the import:\n{text}"));
    }
    ["app", "app.cu"]
        .iter()
        .try_for_each(|name| same_bytes(&made[0].join(name), &made[1].join(name)))
}

fn same_bytes(first: &Path, second: &Path) -> Check {
    let read = |path: &Path| fs::read(path).map_err(|error| error.to_string());
    if read(first)? == read(second)? {
        Ok(())
    } else {
        Err("the files differ".into())
    }
}

fn survives_strip(folder: &Path) -> Check {
    let executable = hello(folder)?;
    if !process::run(Command::new("strip").arg(&executable)).exited(0) {
        return Err(format!("{SKIP}strip is not here or refuses the file"));
    }
    says_hello(&executable)
}

fn gdb_stops(folder: &Path) -> Check {
    hello(folder)?;
    // Without optimisation: the call that the breakpoint stands in is folded away otherwise.
    build(folder, &["-O0", "hello.q", "-o", "hello"])?;
    let executable = folder.join("hello");
    if !process::run(Command::new("gdb").arg("--version")).exited(0) {
        return Err(format!("{SKIP}gdb is not here"));
    }
    let mut gdb = Command::new("gdb");
    gdb.current_dir(folder).args([
        "-batch",
        "-nx",
        "-ex",
        "set breakpoint pending off",
        "-ex",
        "break hello.q:2",
        "-ex",
        "run",
        "-ex",
        "backtrace",
    ]);
    let finished = process::run(gdb.arg(&executable));
    let stopped = finished.stdout.contains("hello.q:2") && finished.stdout.contains("Breakpoint 1");
    if stopped {
        Ok(())
    } else {
        Err(finished.describe())
    }
}

fn may_be_moved(folder: &Path) -> Check {
    let executable = hello(folder)?;
    let moved = folder.join("moved elsewhere");
    fs::rename(&executable, &moved).map_err(|error| error.to_string())?;
    says_hello(&moved)
}

fn linker_cc(folder: &Path) -> Check {
    if !repository::qc().with_file_name("libquasar_rt.a").is_file() {
        return Err(format!(
            "{SKIP}only release builds of qc bring the archive; compiler/tests/foreign.rs makes one"
        ));
    }
    build(folder, &["hello.q", "-o", "hello", "--linker=cc"])?;
    says_hello(&folder.join("hello"))
}

fn emits_object(folder: &Path) -> Check {
    build(folder, &["hello.q", "-o", "hello.o", "--emit=obj"])?;
    let bytes = fs::read(folder.join("hello.o")).map_err(|error| error.to_string())?;
    if bytes.starts_with(b"\x7fELF") {
        Ok(())
    } else {
        Err("it is no ELF file".into())
    }
}

/// Names, types and defaults of `main`, and its doc comment.
fn helps(folder: &Path) -> Check {
    let source = repository::root().join("samples/denoise.q");
    succeeded(&process::run(
        engines::qc_command()
            .current_dir(folder)
            .arg(source)
            .args(["-o", "denoise"]),
    ))?;
    let finished = process::run(Command::new(folder.join("denoise")).arg("--help"));
    let wanted = [
        "input",
        "output",
        "sigma",
        "string",
        "scalar",
        "20",
        "Removes noise",
    ];
    let lacking: Vec<&str> = wanted
        .into_iter()
        .filter(|word| !finished.stdout.contains(word))
        .collect();
    if finished.exited(0) && lacking.is_empty() {
        Ok(())
    } else {
        Err(format!("lacks {lacking:?}: {}", finished.describe()))
    }
}

const FAILS_DEEP: &str = "function y = inner(v, k)\n    y = v[k]\nend\nfunction y = outer(v, k)\n    y = 1 + inner(v, k)\nend\n\
                          function [] = main(k : int = 9)\n    print outer([1,2], k)\nend\n";

fn shows_calls(folder: &Path) -> Check {
    fs::write(folder.join("deep.q"), FAILS_DEEP).map_err(|error| error.to_string())?;
    succeeded(&process::run(
        engines::qc_command()
            .current_dir(folder)
            .args(["deep.q", "-o", "deep"]),
    ))?;
    let finished = process::run(Command::new(folder.join("deep")).arg("--backtrace"));
    let wanted = ["deep.q:2", "deep.q:5", "deep.q:8", "inner", "outer", "main"];
    let lacking: Vec<&str> = wanted
        .into_iter()
        .filter(|word| !finished.stderr.contains(word))
        .collect();
    if finished.exited(1) && lacking.is_empty() {
        Ok(())
    } else {
        Err(format!("lacks {lacking:?}: {}", finished.describe()))
    }
}

/// Compiling over a running program works: the file is replaced, not written into.
fn replaces_its_output(folder: &Path) -> Check {
    let executable = hello(folder)?;
    let before = fs::File::open(&executable).map_err(|error| error.to_string())?;
    build(folder, &["hello.q", "-o", "hello"])?;
    use std::os::unix::fs::MetadataExt;
    let inode = |metadata: std::io::Result<fs::Metadata>| {
        metadata.map(|m| m.ino()).map_err(|error| error.to_string())
    };
    let (old, new) = (inode(before.metadata())?, inode(fs::metadata(&executable))?);
    if old != new {
        says_hello(&executable)
    } else {
        Err("the file was written in place".into())
    }
}
