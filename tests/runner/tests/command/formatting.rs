//! What `qc fmt` does with files, folders and standard input: scripts with what they print. `prompt.rs` has such scripts, too.
//!
//! *Invariant:* a script runs in an empty folder and shows all that matters of it, files and exit codes included.

use quasar_tests::outcome::{self, Check, Test};
use quasar_tests::process;
use quasar_tests::repository;
use std::path::Path;
use std::process::Command;

/// A script that calls `qc`.
pub struct Script {
    pub name: &'static str,
    pub text: &'static str,
    /// All of its standard output.
    pub output: &'static str,
    /// Must appear on standard error, in this order; none: it must be empty.
    pub errors: &'static [&'static str],
}

const SCRIPTS: &[Script] = &[
    Script {
        name: "fmt changes a file in its place",
        text: "printf 'if x\\ny=1 %% one\\nend' > a.q; qc fmt a.q; echo $?; cat a.q; ls",
        output: "0\nif x\n    y = 1 % one\nend\na.q\n",
        errors: &[],
    },
    Script {
        name: "fmt does not touch a file in the layout",
        text: "echo 'x = 1' > a.q; touch -d 2001-02-03 a.q; ls -i a.q > before; qc fmt a.q; echo $?; ls -i a.q | cmp - before; date -r a.q +%Y; cat a.q",
        output: "0\n2001\nx = 1\n",
        errors: &[],
    },
    Script {
        name: "fmt keeps permissions",
        text: "echo 'x=1' > a.q; chmod 750 a.q; qc fmt a.q; stat -c %a a.q; cat a.q",
        output: "750\nx = 1\n",
        errors: &[],
    },
    Script {
        name: "fmt leaves a read-only file alone",
        text: "echo 'x=1' > a.q; echo 'y=1' > b.q; chmod 444 a.q; qc fmt a.q b.q; echo $?; cat a.q b.q",
        output: "1\nx=1\ny = 1\n",
        errors: &["cannot write a.q: it is read-only", "help: `chmod u+w a.q`"],
    },
    Script {
        name: "fmt --check passes a read-only file that is in the layout",
        text: "echo 'x = 1' > a.q; chmod 444 a.q; qc fmt --check a.q && qc fmt a.q; echo $?",
        output: "0\n",
        errors: &[],
    },
    Script {
        name: "fmt of a program with an error does the other files",
        text: "echo 'x=(1' > a.q; echo 'y=1' > b.q; qc fmt a.q b.q; echo $?; cat a.q b.q",
        output: "1\nx=(1\ny = 1\n",
        errors: &["E0105", "never closed", "a.q:1"],
    },
    Script {
        name: "fmt of a missing file does the other ones",
        text: "echo 'y=1' > b.q; qc fmt a.q b.q; echo $?; cat b.q",
        output: "1\ny = 1\n",
        errors: &["cannot read a.q: No such file"],
    },
    Script {
        name: "fmt of a file by another name",
        text: "echo 'y=1' > b.txt; qc fmt b.txt; echo $?; cat b.txt",
        output: "1\ny=1\n",
        errors: &["cannot read b.txt: its name does not end in .q"],
    },
    Script {
        name: "fmt of a file that is not UTF-8",
        text: "printf 'x=1 %% caf\\351\\n' > a.q; qc fmt a.q; echo $?; wc -c < a.q",
        output: "1\n11\n",
        errors: &["cannot format a.q: it is not UTF-8", "iconv"],
    },
    Script {
        name: "fmt drops a byte order mark and carriage returns",
        text: "printf '\\357\\273\\277if x\\r\\n\\ty=1\\r\\nend\\r\\n' > a.q; qc fmt a.q; cat a.q",
        output: "if x\n    y = 1\nend\n",
        errors: &[],
    },
    Script {
        name: "fmt --check names what would change and changes nothing",
        text: "echo 'x=1' > a.q; echo 'y = 1' > b.q; echo 'z=1' > c.q; qc fmt --check a.q b.q c.q; echo $?; cat a.q b.q c.q; qc fmt --check b.q; echo $?",
        output: "a.q\nc.q\n1\nx=1\ny = 1\nz=1\n0\n",
        errors: &[],
    },
    Script {
        name: "fmt of standard input",
        text: "echo 'x=1' | qc fmt; echo $?; echo 'y=1' | qc fmt -; echo $?; ls",
        output: "x = 1\n0\ny = 1\n0\n",
        errors: &[],
    },
    Script {
        name: "fmt --check of standard input",
        text: "echo 'x=1' | qc fmt --check; echo $?; echo 'x = 1' | qc fmt - --check; echo $?",
        output: "-\n1\n0\n",
        errors: &[],
    },
    Script {
        name: "fmt of standard input with an error prints nothing but it",
        text: "echo 'if x' | qc fmt; echo $?",
        output: "1\n",
        errors: &["never closed", "<standard input>:1"],
    },
    Script {
        name: "fmt of a folder does what is below it, but for links",
        text: "mkdir -p s/t/u other; for f in s/b.q s/t/u/a.q other/o.q s/c.txt; do echo 'x=1' > $f; done
            ln -s ../other s/link; ln -s ../other/o.q s/o.q; ln -s . s/loop; qc fmt --check s; qc fmt s; echo $?; cat s/b.q s/t/u/a.q other/o.q s/c.txt",
        output: "s/b.q\ns/t/u/a.q\n0\nx = 1\nx = 1\nx=1\nx=1\n",
        errors: &[],
    },
    Script {
        name: "fmt of a folder without sources",
        text: "mkdir s; qc fmt s; echo $?",
        output: "1\n",
        errors: &["there is no .q file in the folder s"],
    },
    Script {
        name: "fmt of a link changes what it leads to",
        text: "mkdir s; echo 'x=1' > s/a.q; ln -s s/a.q b.q; qc fmt b.q; echo $?; readlink b.q; cat s/a.q; ls s",
        output: "0\ns/a.q\nx = 1\na.q\n",
        errors: &[],
    },
    Script {
        name: "fmt of a pipe has no place to write to",
        text: "mkfifo p.q; (echo 'x=1' > p.q) & qc fmt p.q; echo $?; wait",
        output: "1\n",
        errors: &["cannot write p.q: it is no ordinary file", "`qc fmt < p.q`"],
    },
    Script {
        name: "fmt takes names with a dash behind --",
        text: "echo 'x=1' > ./-a.q; qc fmt --check -- -a.q; echo $?; qc fmt -- -a.q; cat ./-a.q",
        output: "-a.q\n1\nx = 1\n",
        errors: &[],
    },
    Script {
        name: "fmt reads no configuration",
        text: "echo 'nonsense' > qc.toml; echo 'x=1' > a.q; QC_CONFIG=qc.toml qc fmt a.q; echo $?; cat a.q",
        output: "0\nx = 1\n",
        errors: &[],
    },
    Script {
        name: "fmt of the same program gives the same executable",
        text: "printf 'function [] = main()\\nfor i=0..2\\nprint  i , \" \", - 2*i+1\\nend\\nend' > a.q
            qc run a.q > before; qc fmt a.q; qc run a.q | cmp - before; cat a.q before",
        output: "function [] = main()\n    for i = 0..2\n        print i, \" \", -2*i+1\n    end\nend\n0 1\n1 -1\n2 -3\n",
        errors: &[],
    },
    Script {
        name: "fmt with nowhere to write",
        text: "echo 'x=1' | qc fmt > /dev/full; echo $?",
        output: "1\n",
        errors: &["cannot write -: No space left"],
    },
];

/// A test for each script.
pub fn tests() -> impl Iterator<Item = Test<'static>> {
    tests_of(SCRIPTS)
}

/// The tests of scripts.
pub fn tests_of(scripts: &'static [Script]) -> impl Iterator<Item = Test<'static>> {
    let test = |script: &'static Script| {
        Test::new(script.name, move || {
            outcome::in_folder(script.name, |folder| run(script, folder))
        })
    };
    scripts.iter().map(test)
}

fn run(script: &Script, folder: &Path) -> Check {
    let text = format!("umask 022; qc() {{ \"$QC\" \"$@\"; }}\n{}", script.text);
    let finished = process::run(
        Command::new("bash")
            .args(["-c", &text])
            .current_dir(folder)
            .env("QC", repository::qc())
            .env("QC_CONFIG", "")
            .env("HOME", folder),
    );
    let mut rest = finished.stderr.as_str();
    let in_order = script.errors.iter().all(|wanted| {
        let found = rest.find(wanted);
        rest = &rest[found.map_or(0, |at| at + wanted.len())..];
        found.is_some()
    });
    let is_silent = !script.errors.is_empty() || finished.stderr.is_empty();
    match finished.exited(0) && finished.stdout == script.output && in_order && is_silent {
        true => Ok(()),
        false => Err(format!(
            "expected\n{}\n{}",
            script.output,
            finished.describe()
        )),
    }
}
