//! A release is made and used: `tools/release` with `tools/wheel`.
//!
//! *Invariant:* what is installed here finds nothing of this repository, no other qc and no network.

use quasar_tests::outcome::{self, Check, SKIP, Test};
use quasar_tests::process;
use quasar_tests::repository;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub fn tests() -> Vec<Test<'static>> {
    vec![Test::new("a release is installed and used", || {
        outcome::in_folder("release", release_is_used)
    })]
}

/// Packs qc twice, which gives the same bytes, and uses what was packed.
fn release_is_used(folder: &Path) -> Check {
    let [first, second] = [pack(folder, "first")?, pack(folder, "second")?];
    if first.len() != 2 || second.len() != 2 {
        return Err(format!("a release is {first:?}"));
    }
    for (one, other) in first.iter().zip(&second) {
        let read = |path: &Path| fs::read(path).map_err(|error| error.to_string());
        if one.file_name() != other.file_name() || read(one)? != read(other)? {
            return Err(format!(
                "two releases of the same sources differ in {one:?}"
            ));
        }
    }
    archive_is_used(folder)?;
    wheel_is_used(folder, &first[1])
}

/// Installs the archive in an empty home as a new user would, makes a program there and takes qc away.
fn archive_is_used(folder: &Path) -> Check {
    fs::create_dir(folder.join("home")).map_err(|error| error.to_string())?;
    fs::write(folder.join("home/hello.q"), "print \"hello\", 6*7\n")
        .map_err(|error| error.to_string())?;
    let script = "set -e; tar xzf first/*.tar.gz; cd qc-*; ./install.sh >/dev/null; cd \"$HOME\"; PATH=$HOME/.local/bin:$PATH
        qc --version; qc hello.q; ./hello; qc run hello.q
        cd .local/share; ls man/man1 bash-completion/completions zsh/site-functions fish/vendor_completions.d doc/qc
        ls doc/qc/docs/guide/README.md; cd \"$HOME\"; ../qc-*/install.sh --remove; find .local -type f";
    let finished = process::run(
        Command::new("sh")
            .args(["-c", script])
            .current_dir(folder)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", folder.join("home")),
    );
    let used = "\nhello42\nhello42\n";
    let papers = "man/man1:\nqc.1\n";
    let removed = finished.stdout.ends_with("/.local\n");
    let all = [used, papers, "LICENSE-MIT", "_qc", "qc.fish", "NOTICES"];
    let is_used = all.iter().all(|part| finished.stdout.contains(part));
    match finished.exited(0) && finished.stderr.is_empty() && is_used && removed {
        true => Ok(()),
        false => Err(finished.describe()),
    }
}

/// A release of the qc under test: its archive and its wheel.
fn pack(folder: &Path, name: &str) -> Result<Vec<PathBuf>, String> {
    let output = folder.join(name);
    let finished = process::run(
        Command::new(repository::root().join("tools/release"))
            .arg("--quick")
            .arg("--qc")
            .arg(repository::qc())
            .arg("--output")
            .arg(&output)
            .env("SOURCE_DATE_EPOCH", "1700000000"),
    );
    match finished.exited(0) {
        true => Ok(finished.stdout.lines().map(PathBuf::from).collect()),
        false => Err(finished.describe()),
    }
}

/// A source of somebody who has installed the wheel.
const FILTERS: &str = "function y = twice(x : mat)\n    {!export}\n    y = 2*x\nend\n";
/// What he does with it. The compiler is that of the wheel, whatever lies on the path, until QC names another.
const USES: &str = "
import os, quasar
from quasar import _cache
print(quasar.compile('filters.q').twice([[1, 2]]).tolist())
assert _cache.find(None) == os.path.join(os.path.realpath(os.path.dirname(quasar.__file__)), 'bin', 'qc')
os.environ['QC'] = '/bin/false'
assert _cache.find(None) == os.path.realpath('/bin/false')
";

/// Installs the wheel by pip in an empty environment, which has NumPy of the one for tests, and nothing else.
fn wheel_is_used(folder: &Path, wheel: &Path) -> Check {
    let python = std::env::var_os("QC_PYTHON").unwrap_or_else(|| "python3".into());
    let places = "import numpy, os, pip; print(os.path.dirname(os.path.dirname(numpy.__file__)))";
    let numpy = process::run(Command::new(&python).args(["-c", places]));
    if !numpy.exited(0) {
        return Err(format!("{SKIP}the wheel needs Python with numpy and pip"));
    }
    let place = folder.join("user");
    fs::create_dir_all(place.join("work")).map_err(|error| error.to_string())?;
    fs::write(place.join("work/filters.q"), FILTERS).map_err(|error| error.to_string())?;
    fs::write(place.join("work/uses.py"), USES).map_err(|error| error.to_string())?;
    fs::write(place.join("work/hello.q"), "print \"hello\", 6*7\n")
        .map_err(|error| error.to_string())?;
    let script = "set -e; \"$1\" -m venv --without-pip env
        \"$1\" -m pip --python env/bin/python --disable-pip-version-check install --quiet --no-index --no-deps --no-compile \"$2\"
        echo \"$3\" >\"$(echo env/lib/python3*/site-packages)\"/numpy.pth
        cd work; ../env/bin/python uses.py; ../env/bin/qc run hello.q; ../env/bin/qc --version
        cd ..; \"$1\" -m pip --python env/bin/python --disable-pip-version-check uninstall --quiet --yes quasar
        find env/lib/python3*/site-packages env/bin -name '*qc*' -o -name 'quasar*'";
    let mut user = Command::new("sh");
    user.args(["-c", script, "sh"])
        .args([python.as_os_str(), wheel.as_os_str()])
        .arg(numpy.stdout.trim_end())
        .current_dir(&place)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("HOME", &place);
    let finished = process::run(&mut user);
    let said = finished.stdout.starts_with("[[2.0, 4.0]]\nhello42\nqc ");
    // Behind the version nothing: all of it is gone again.
    match finished.exited(0) && said && finished.stdout.lines().count() == 3 {
        true => Ok(()),
        false => Err(finished.describe()),
    }
}
