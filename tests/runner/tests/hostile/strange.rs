//! What takes the place of a source, a configuration or a document and is none: a link to another file, a device, a pipe, a folder.
//!
//! *Invariant:* a line of such a file shows in no message and on no page.

use super::{compile, says};
use quasar_tests::engines;
use quasar_tests::outcome::Check;
use quasar_tests::process;
use quasar_tests::repository;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Lines of these files never show, and what has no end is not read to it.
pub fn imports(folder: &Path) -> Check {
    let secret = "root:x:0:0:secret\n";
    fs::write(folder.join("passwd"), secret).map_err(says)?;
    std::os::unix::fs::symlink("passwd", folder.join("linked.q")).map_err(says)?;
    std::os::unix::fs::symlink("/dev/zero", folder.join("endless.q")).map_err(says)?;
    fs::copy(repository::qc(), folder.join("binary.q")).map_err(says)?;
    fs::create_dir(folder.join("folder.q")).map_err(says)?;
    let long = fs::File::create(folder.join("long.q")).map_err(says)?;
    long.set_len(1 << 32).map_err(says)?;
    process::run(Command::new("mkfifo").arg(folder.join("pipe.q")));
    fs::write(folder.join("good.q"), "function y = f(x)\n    y = x\nend\n").map_err(says)?;
    fs::write(folder.join("a.q"), "import \"good.q\"\nprint f(1)\n").map_err(says)?;
    let good = compile(folder, &["a.q", "-o", "a"]);
    if !good.exited(0) {
        return Err(good.describe());
    }
    for name in [
        "passwd",
        "linked.q",
        "/etc/passwd",
        "/dev/zero",
        "endless.q",
        "binary.q",
        "folder.q",
        "long.q",
        "pipe.q",
    ] {
        fs::write(folder.join("a.q"), format!("import \"{name}\"\nprint 1\n")).map_err(says)?;
        // 1 GiB of addresses, of which qc takes the half for its own stack.
        let mut limited = Command::new("sh");
        limited.args(["-c", "ulimit -v 1500000; exec \"$0\" a.q -o a2"]);
        limited
            .arg(repository::qc())
            .current_dir(folder)
            .env("NO_COLOR", "1");
        let finished = process::run_within(&mut limited, Duration::from_secs(20));
        let says = &finished.stderr;
        let is_one = finished.exited(1) && says.matches("error[").count() == 1;
        if !is_one || says.contains("root:") || !says.contains("cannot read") {
            return Err(format!("{name}: {}", finished.describe()));
        }
    }
    configuration(folder)
}

/// Nor do those of what takes the place of a configuration.
fn configuration(folder: &Path) -> Check {
    fs::write(folder.join("a.q"), "print 1\n").map_err(says)?;
    std::os::unix::fs::symlink("passwd", folder.join("qc.toml")).map_err(says)?;
    let mut command = engines::qc_command();
    command.env_remove("QC_CONFIG").current_dir(folder);
    let finished = process::run(command.args(["a.q", "-o", "a"]));
    let says_why = finished.stderr.contains("another name");
    match finished.exited(2) && says_why && !finished.stderr.contains("root:") {
        true => Ok(()),
        false => Err(format!("qc.toml: {}", finished.describe())),
    }
}

/// The ways to have a program read.
const READINGS: &[&[&str]] = &[
    &[],
    &["check"],
    &["run"],
    &["doc"],
    &["--message-format=json"],
    &["--message-format=short"],
    &["--emit=tokens"],
    &["--emit=quasar"],
];

/// A program whose real name is not that of a source, or that is a link to such a file, may be anything: lines of it never show.
pub fn programs(folder: &Path) -> Check {
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(target, folder.join(name)).map_err(says)
    };
    fs::write(folder.join("secret"), "root:x:0:0:secret\n").map_err(says)?;
    fs::write(folder.join("good.q"), "print 1\n").map_err(says)?;
    link("secret", "linked.q")?;
    link("linked.q", "twice.q")?;
    link("good.q", "again.q")?;
    let secret = folder.join("secret");
    let absolute = secret.to_string_lossy();
    for words in READINGS {
        let read = |name: &str| {
            let mut command = engines::qc_command();
            process::run(command.current_dir(folder).args(*words).arg(name))
        };
        for name in ["good.q", "again.q"] {
            let finished = read(name);
            if !finished.exited(0) {
                return Err(format!("{words:?} {name}: {}", finished.describe()));
            }
        }
        for name in ["secret", &absolute, "linked.q", "twice.q"] {
            let finished = read(name);
            let shown = [&finished.stdout, &finished.stderr];
            let shows = shown.iter().any(|text| text.contains("root"));
            let is_told = ["cannot read", "end in .q", "rename the file"];
            let is_told = is_told.iter().all(|part| finished.stderr.contains(part));
            if !finished.exited(1) || shows || !is_told {
                return Err(format!("{words:?} {name}: {}", finished.describe()));
            }
        }
    }
    program_from_a_pipe(folder)
}

/// What a pipe gives was opened by whoever called qc.
fn program_from_a_pipe(folder: &Path) -> Check {
    let mut shell = Command::new("sh");
    shell.args(["-c", "cat good.q | \"$0\" run /dev/stdin"]);
    let finished = process::run(shell.arg(repository::qc()).current_dir(folder));
    match finished.exited(0) && finished.stdout == "1\n" {
        true => Ok(()),
        false => Err(format!("a pipe: {}", finished.describe())),
    }
}

/// Pages hold what the Markdown files and pictures of a folder hold, and of no other files.
pub fn pages(folder: &Path) -> Check {
    let pages = folder.join("pages");
    fs::create_dir(&pages).map_err(says)?;
    fs::write(folder.join("secret"), "root:x:0:0:secret\n").map_err(says)?;
    fs::write(folder.join("secret.ini"), "root:x:0:0:secret\n").map_err(says)?;
    fs::write(pages.join("a.q"), "function y = f(x)\n    y = x\nend\n").map_err(says)?;
    fs::write(
        pages.join("own.svg"),
        "<svg><desc>own picture</desc></svg>\n",
    )
    .map_err(says)?;
    let text = "# Good\n\n![one](own.svg) ![two](../secret.ini) ![three](linked.svg)\n";
    fs::write(pages.join("good.md"), text).map_err(says)?;
    std::os::unix::fs::symlink("../secret", pages.join("linked.svg")).map_err(says)?;
    let made = compile(folder, &["doc", "--format=html", "pages", "-o", "made"]);
    let shows = |words: &str| {
        let mut grep = Command::new("grep");
        grep.args(["-rq", words, "made"]).current_dir(folder);
        process::run(&mut grep).exited(0)
    };
    if !made.exited(0) || !shows("own picture") || shows("root:x") {
        return Err(format!("pictures: {}", made.describe()));
    }
    std::os::unix::fs::symlink("../secret", pages.join("linked.md")).map_err(says)?;
    let made = compile(folder, &["doc", "--format=html", "pages", "-o", "made"]);
    match made.exited(1) && made.stderr.contains("end in .md") && !shows("root:x") {
        true => Ok(()),
        false => Err(format!("a document: {}", made.describe())),
    }
}
