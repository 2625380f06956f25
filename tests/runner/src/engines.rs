//! The ways in which a program test runs, and the flags of qc that they need.
//!
//! *Invariant:* all engines run the same file and must give the same output; an
//! engine that cannot run here is a reason to skip, never to pass.

use crate::outcome::Check;
use crate::process::{self, Finished};
use crate::repository;
use crate::turn;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// What executes the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The interpreter of MIR inside qc.
    Interpreter,
    /// An executable made by qc.
    Native,
}

impl Kind {
    /// The word that `%! run:` uses.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Interpreter => "interpreter",
            Kind::Native => "native",
        }
    }
}

/// One row of the table of engines.
#[derive(Debug, Clone, Copy)]
pub struct Engine {
    /// Name in messages.
    pub name: &'static str,
    /// What executes the program.
    pub kind: Kind,
    /// Flags of qc.
    pub flags: &'static [&'static str],
    /// Value of `QC_VECTOR_LEVEL`: an executable has code for several machines, and this lowers what it takes.
    pub level: &'static str,
    /// Value of `QC_NUM_THREADS`.
    pub threads: &'static str,
    /// Value of `QC_DEVICE`.
    pub device: &'static str,
    /// Lanes of the vectors that it must find on the machine.
    pub vectors: u32,
    /// In how many commits a program has its turn on it once, on average; 1: always.
    pub one_in: u8,
    /// The same for a program of `tests/tables/heavy-programs.txt`.
    pub heavy_one_in: u8,
}

impl Engine {
    /// Whether kernels run on the emulated GPU.
    pub fn is_emulated(&self) -> bool {
        self.device == EMULATED
    }

    /// Whether kernels run on the GPU of this machine.
    pub fn is_real_gpu(&self) -> bool {
        self.device == REAL_GPU
    }

    /// Whether kernels run on a GPU, emulated or real.
    pub fn is_gpu(&self) -> bool {
        self.is_emulated() || self.is_real_gpu()
    }

    /// Whether it is its turn to run this program.
    pub fn has_its_turn(&self, program: &str) -> bool {
        let one_in = match is_heavy(program) {
            true => self.heavy_one_in,
            false => self.one_in,
        };
        turn::has_come(&format!("{} {program}", self.name), one_in)
    }

    /// Whether its executables are for 64-bit ARM, which qemu-user runs.
    pub fn is_arm(&self) -> bool {
        self.flags == ARM
    }

    /// Whether this machine can run it.
    pub fn runs_here(&self) -> bool {
        if self.is_arm() && !runs_arm() {
            return false;
        }
        let has_device = match self.device {
            EMULATED => nvrtc_folder().is_some(),
            REAL_GPU => std::env::var_os("QC_TEST_GPU").is_some_and(|value| value == "1"),
            _ => true,
        };
        self.vectors <= machine_vectors() && has_device
    }
}

/// The value of `QC_DEVICE` for the emulated GPU.
pub const EMULATED: &str = "emu";

/// The value of `QC_DEVICE` for the GPU of this machine. `QC_TEST_GPU=1` says that there is one.
pub const REAL_GPU: &str = "gpu";

/// The flags of an engine for 64-bit ARM.
const ARM: &[&str] = &["--target=aarch64-unknown-linux-gnu"];

/// What runs programs for 64-bit ARM, and where their C library lies: Debian's `qemu-user` and `libc6-arm64-cross`.
const ARM_EMULATOR: &str = "qemu-aarch64";
const ARM_LIBRARIES: &str = "/usr/aarch64-linux-gnu";

/// Whether qc was built with a runtime for 64-bit ARM (`tools/runtimes`) and its programs can run.
fn runs_arm() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        let listed = process::run(qc_command().arg("--print-targets"));
        let mut lines = listed.stdout.lines();
        let is_there = |line: &str| line.starts_with("aarch64") && line.contains("  there;");
        let emulated = Command::new(ARM_EMULATOR).arg("--version").output();
        lines.any(is_there) && emulated.is_ok() && Path::new(ARM_LIBRARIES).is_dir()
    })
}

/// The folder of the NVRTC that compiles for the emulated GPU: the first one that `QC_TEST_NVRTC` names.
pub fn nvrtc_folder() -> Option<PathBuf> {
    let libraries = std::env::var_os("QC_TEST_NVRTC")?;
    let first = std::env::split_paths(&libraries).next()?;
    first.parent().map(Path::to_path_buf)
}

/// Lanes of the widest vectors that executables of qc use on this machine.
#[cfg(target_arch = "x86_64")]
fn machine_vectors() -> u32 {
    let wide = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi2");
    let widest = is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    match (wide, widest) {
        (true, true) => 16,
        (true, false) => 8,
        (false, _) => 4,
    }
}

/// Lanes of the widest vectors that executables of qc use on this machine.
#[cfg(not(target_arch = "x86_64"))]
fn machine_vectors() -> u32 {
    4
}

/// Engine 0 is the oracle: it shares as little as possible with what it checks.
/// Engines with equal flags share one executable.
pub const ENGINES: &[Engine] = &[
    Engine {
        name: "interpreter, plain",
        kind: Kind::Interpreter,
        flags: &["--engine=interpret", "-O0"],
        level: "2",
        threads: "1",
        device: "cpu",
        vectors: 0,
        one_in: 1,
        heavy_one_in: 4,
    },
    Engine {
        name: "interpreter, optimised",
        kind: Kind::Interpreter,
        flags: &["--engine=interpret"],
        level: "2",
        threads: "1",
        device: "cpu",
        vectors: 0,
        one_in: 3,
        heavy_one_in: 4,
    },
    Engine {
        name: "native, 16 lanes, 1 thread",
        kind: Kind::Native,
        flags: &[],
        level: "2",
        threads: "1",
        device: "cpu",
        vectors: 16,
        one_in: 1,
        heavy_one_in: 2,
    },
    Engine {
        name: "native, 8 lanes, 3 threads",
        kind: Kind::Native,
        flags: &[],
        level: "1",
        threads: "3",
        device: "cpu",
        vectors: 8,
        one_in: 1,
        heavy_one_in: 1,
    },
    Engine {
        name: "native, 4 lanes, 1 thread",
        kind: Kind::Native,
        flags: &[],
        level: "0",
        threads: "1",
        device: "cpu",
        vectors: 0,
        one_in: 1,
        heavy_one_in: 4,
    },
    Engine {
        name: "native, 4 lanes, 3 threads",
        kind: Kind::Native,
        flags: &[],
        level: "0",
        threads: "3",
        device: "cpu",
        vectors: 0,
        one_in: 1,
        heavy_one_in: 4,
    },
    Engine {
        name: "native, 1 lane, 1 thread",
        kind: Kind::Native,
        flags: &["--lanes=1"],
        level: "2",
        threads: "1",
        device: "cpu",
        vectors: 0,
        one_in: 8,
        heavy_one_in: 8,
    },
    // Executables for one width only: their code for four lanes uses the wider registers' instructions, which no other engine has.
    Engine {
        name: "native, 4 lanes only, 3 threads",
        kind: Kind::Native,
        flags: &["--lanes=4"],
        level: "2",
        threads: "3",
        device: "cpu",
        vectors: 0,
        one_in: 8,
        heavy_one_in: 32,
    },
    Engine {
        name: "native, 8 lanes at most, 1 thread",
        kind: Kind::Native,
        flags: &["--lanes=8"],
        level: "2",
        threads: "1",
        device: "cpu",
        vectors: 8,
        one_in: 8,
        heavy_one_in: 32,
    },
    // The same program for another machine, whose instructions qemu translates.
    Engine {
        name: "native, 64-bit ARM, 3 threads",
        kind: Kind::Native,
        flags: ARM,
        level: "2",
        threads: "3",
        device: "cpu",
        vectors: 0,
        one_in: 1,
        heavy_one_in: 8,
    },
    // What kernels have written lies in memory of its own afterwards, so whoever forgets to ask for it reads something else.
    Engine {
        name: "native, arrays apart",
        kind: Kind::Native,
        flags: &[],
        level: "2",
        threads: "2",
        device: "apart",
        vectors: 0,
        one_in: 1,
        heavy_one_in: 4,
    },
    // The CUDA text of the same program, compiled by NVRTC and interpreted with checks of every access.
    Engine {
        name: "native, emulated GPU",
        kind: Kind::Native,
        flags: &[],
        level: "2",
        threads: "2",
        device: EMULATED,
        vectors: 0,
        one_in: 3,
        heavy_one_in: 3,
    },
    // The same on NVIDIA's own driver, where there is one.
    Engine {
        name: "native, GPU",
        kind: Kind::Native,
        flags: &[],
        level: "2",
        threads: "2",
        device: REAL_GPU,
        vectors: 0,
        one_in: 1,
        heavy_one_in: 1,
    },
];

/// Whether a program is one of `tests/tables/heavy-programs.txt`.
pub fn is_heavy(program: &str) -> bool {
    heavy_programs().contains(program)
}

/// The programs that take longest on all engines together, by `QC_TEST_TIMES`: engines take turns with them.
fn heavy_programs() -> &'static BTreeSet<String> {
    static HEAVY: OnceLock<BTreeSet<String>> = OnceLock::new();
    HEAVY.get_or_init(|| {
        let path = repository::root().join("tests/tables/heavy-programs.txt");
        let text = std::fs::read_to_string(path).expect("the list of heavy programs");
        let names = text.lines().filter(|line| !line.starts_with('#'));
        let named = |name: &str| {
            let stands = repository::root().join(name).is_file();
            assert!(stands, "tests/tables/heavy-programs.txt names {name}");
            name.to_string()
        };
        names.map(named).collect()
    })
}

/// A program to run: the file, its flags, its arguments and where it runs.
#[derive(Debug, Clone)]
pub struct Job<'a> {
    /// The source file.
    pub source: &'a Path,
    /// More flags for qc.
    pub flags: &'a [String],
    /// Arguments of the program.
    pub args: &'a [String],
    /// Working folder of the program.
    pub folder: &'a Path,
    /// Variables of the environment for qc and the program.
    pub environment: &'a [(String, String)],
}

impl Job<'_> {
    /// A command `qc` with the job's environment; an empty value takes a variable out.
    pub fn qc(&self) -> Command {
        let mut command = qc_command();
        for (name, value) in self.environment {
            match value.is_empty() {
                true => command.env_remove(name),
                false => command.env(name, value),
            };
        }
        command
    }
}

/// A command `qc` in the root of the repository, without colour.
pub fn qc_command() -> Command {
    let mut command = Command::new(repository::qc());
    command
        .current_dir(repository::root())
        .env("NO_COLOR", "1")
        .env("QC_CONFIG", "")
        .env_remove("QC_PATH")
        // Figures of tests are files, also on a desk with a display.
        .env_remove("DISPLAY");
    command
}

/// Compiles with these engine flags; gives the executable.
///
/// # Errors
/// What qc wrote when it did not succeed.
pub fn compile(job: &Job, flags: &[&str]) -> Result<(PathBuf, Finished), Finished> {
    let executable = job
        .folder
        .join(format!("program{}", flags.join("").replace('=', "-")));
    let mut command = job.qc();
    command
        .args(flags)
        .args(job.flags)
        .arg(repository::relative(job.source))
        .arg("-o")
        .arg(&executable);
    let finished = process::run(&mut command);
    if finished.exited(0) {
        Ok((executable, finished))
    } else {
        Err(finished)
    }
}

/// The executables of one program, made once for each set of flags.
#[derive(Debug, Default)]
pub struct Executables(BTreeMap<&'static [&'static str], PathBuf>);

impl Executables {
    /// Runs the program on an engine; `compiled` sees what qc says when it makes an executable.
    ///
    /// # Errors
    /// That qc does not compile the program, or what `compiled` finds.
    pub fn run(
        &mut self,
        job: &Job,
        engine: &Engine,
        compiled: impl FnOnce(&Finished) -> Check,
    ) -> Result<Finished, String> {
        if engine.kind == Kind::Interpreter {
            return Ok(interpret(job, engine.flags));
        }
        if !self.0.contains_key(engine.flags) {
            let (executable, said) = compile(job, engine.flags)
                .map_err(|finished| format!("qc does not compile it: {}", finished.describe()))?;
            compiled(&said)?;
            self.0.insert(engine.flags, executable);
        }
        Ok(run_engine(job, &self.0[engine.flags], engine))
    }
}

/// Runs an executable as an engine does, with the leak check on.
fn run_engine(job: &Job, executable: &Path, engine: &Engine) -> Finished {
    let started = match engine.is_arm() {
        true => emulated(executable),
        false => Command::new(executable),
    };
    let mut command = native(job, started, engine.threads, engine.device);
    command.env("QC_VECTOR_LEVEL", engine.level);
    process::run(command.envs(job.environment.iter().cloned()))
}

/// An executable for 64-bit ARM under qemu-user.
fn emulated(executable: &Path) -> Command {
    let mut command = Command::new(ARM_EMULATOR);
    command.arg("-L").arg(ARM_LIBRARIES).arg(executable);
    command
}

/// Runs an executable with the leak check on.
pub fn run_native(job: &Job, executable: &Path, threads: &str, device: &str) -> Finished {
    process::run(&mut native(job, Command::new(executable), threads, device))
}

/// A program that is started so, with what a job gives it.
fn native(job: &Job, mut command: Command, threads: &str, device: &str) -> Command {
    command.args(job.args).current_dir(job.folder);
    command
        .env("QC_NUM_THREADS", threads)
        .env("QC_LEAK_CHECK", "1")
        .env("QC_DEVICE", device)
        .env_remove("DISPLAY")
        .envs(device_environment(device))
        .envs(job.environment.iter().cloned());
    command
}

/// What the emulated GPU needs: its library, NVRTC, and a place for compiled kernels that runs of the tests share.
pub fn device_environment(device: &str) -> Vec<(&'static str, PathBuf)> {
    let Some(nvrtc) = nvrtc_folder().filter(|_| device == EMULATED) else {
        return Vec::new();
    };
    vec![
        ("QC_EMU_LIBRARY", repository::emulator().to_path_buf()),
        ("QC_CUDA_LIB_DIR", nvrtc),
        (
            "QC_CACHE_DIR",
            repository::root().join("target/kernel-cache"),
        ),
    ]
}

/// Runs the program in the interpreter of qc.
pub fn interpret(job: &Job, flags: &[&str]) -> Finished {
    let mut command = job.qc();
    command.current_dir(job.folder).env("QC_LEAK_CHECK", "1");
    command
        .arg("run")
        .args(flags)
        .args(job.flags)
        .arg(job.source)
        .arg("--")
        .args(job.args);
    process::run(&mut command)
}
