//! What `qc repl` does with entries from standard input: scripts with what they print; and on a terminal: `tests/prompt/terminal.py`.
//!
//! *Invariant:* what an entry prints shows whether those before it ran once.

use super::formatting::{Script, tests_of};
use quasar_tests::outcome::{Outcome, Test};
use quasar_tests::process;
use quasar_tests::repository;
use std::process::Command;

const SCRIPTS: &[Script] = &[
    Script {
        name: "repl shows values and keeps variables",
        text: "printf '%s\\n' 'x = [1.0, 2.5]' 'n = 70000001' 'print \"once\"' 'x[0] + n*0' 'n' 'x' 'x[1] = 4' 'sum(x);' 'x' | qc repl",
        output: "once\n1\n70000001\n[1,2.5]\n[1,4]\n",
        errors: &[],
    },
    Script {
        name: "repl keeps numbers, texts and arrays of every kind",
        text: "printf '%s\\n' 's = \"Gr\u{fc}\u{df}e \"\"q\"\"\"' 's' 'z = 1+2i' 'z' 'm = mat[uint8](2,2)' 'm[0,1] = 200' 'm' 'v = [\"a\", \"b\"]' 'v' \
               'big = int64(5000000000)' 'big' 'c = ones(2,1,2)' 'c[1,0,1] = 3' 'sum(c)' 'size(c)' 'w = [1i, 2]' 'w' 'e = 0.1' 'e == 0.1' | qc repl",
        output: "Gr\u{fc}\u{df}e \"q\"\n1+2i\n[[0,200],\n [0,0]]\n[\"a\",\"b\"]\n5000000000\n6\n[2,1,2]\n[0+1i,2+0i]\n1\n",
        errors: &[],
    },
    Script {
        name: "repl takes blocks and brackets over several lines",
        text: "printf '%s\\n' 't = 0' 'for k = 1..3' '    t += k' 'end' 't' 'x = [1,' '  2]' 'x' 'function y = f(v)' '    y = 2*v' 'end' 'f(x)' | qc repl",
        output: "6\n[1,2]\n[2,4]\n",
        errors: &[],
    },
    Script {
        name: "repl: a function is defined anew",
        text: "printf '%s\\n' 'function y = f(x)' ' y = x' 'end' 'function y = g(x)' ' y = f(x) + 1' 'end' 'g(1)' 'function y = f(x)' ' y = 10*x' 'end' 'g(1)' | qc repl",
        output: "2\n11\n",
        errors: &[],
    },
    Script {
        name: "repl: functions store into variables",
        text: "printf '%s\\n' 'v = zeros(2)' 'function [] = bump()' ' v[0] += 1' 'end' 'bump()' 'bump()' 'v' | qc repl",
        output: "[2,0]\n",
        errors: &[],
    },
    Script {
        name: "repl: a mistake ends an entry alone",
        text: "printf '%s\\n' 'x = 1' 'x = nobody' 'y = [1,2]' 'y[5]' 'x = 2; y[7] = 1' 'exit(3)' 'if' '' 'x + y[1]' | qc repl; echo $?",
        output: "3\n0\n",
        errors: &[
            "E0201",
            "nobody",
            "entry 2:1",
            "error: index 5 of 'y' is outside its 2 elements",
            "entry 4:1",
            "error: index 7",
            "E0102",
        ],
    },
    Script {
        name: "repl: a variable gets another type",
        text: "printf '%s\\n' 'x = 1' 'x = \"text\"' 'x' 'x = [1,2]' 'x[1]' | qc repl",
        output: "text\n2\n",
        errors: &[],
    },
    Script {
        name: "repl says what it does not keep",
        text: "printf '%s\\n' 'f = x -> x + 1; print f(1)' 'f(2)' | qc repl",
        output: "2\n",
        errors: &["note: `f` is not kept: values of type", "E0204"],
    },
    Script {
        name: "repl knows words of its own, options and imports",
        text: "echo 'function y = four()\ny = 4\nend' > lib.q; printf '%s\\n' 'import \"lib.q\"' 'four()' 'a = 1/3' 'a*3 == 1' ':vars' ':clear' ':vars' ':nothing' ':quit' 'print 9' | qc repl --precision=double",
        output: "4\n1\na\n\n",
        errors: &["there is no command :nothing"],
    },
    Script {
        name: "repl writes pictures",
        text: "printf '%s\\n' 'x = ones(4,4,3)*255' 'imwrite(\"a.png\", x)' 'size(imread(\"a.png\"))' | qc repl; ls",
        output: "[4,4,3]\na.png\n",
        errors: &[],
    },
    Script {
        name: "repl shows pictures as programs do",
        text: "printf '%s\\n' 'imshow(ones(8,8,3)*100)' '1+1' | (unset DISPLAY; qc repl); ls",
        output: "2\nfigure-1.png\n",
        errors: &["figure 1: figure-1.png"],
    },
    Script {
        name: "repl leaves nothing behind",
        text: "mkdir t; printf '%s\\n' 'x = ones(100)' 'x = 2*x' 'sum(x)' | TMPDIR=$PWD/t qc repl; ls t",
        output: "200\n",
        errors: &[],
    },
];

/// The tests.
pub fn tests() -> impl Iterator<Item = Test<'static>> {
    tests_of(SCRIPTS).chain([Test::new("repl on a terminal", on_terminal)])
}

/// Keys are sent, and what they bring is waited for.
fn on_terminal() -> Outcome {
    let python = std::env::var_os("QC_PYTHON").unwrap_or_else(|| "python3".into());
    if Command::new(&python).arg("--version").output().is_err() {
        return Outcome::Skipped("needs Python".into());
    }
    let folder = repository::scratch("command repl on a terminal");
    let mut check = Command::new(&python);
    check.arg(repository::root().join("tests/prompt/terminal.py"));
    let finished = process::run(check.arg(repository::qc()).arg(&folder));
    match finished.exited(0) {
        true => Outcome::Passed,
        false => Outcome::Failed(finished.describe()),
    }
}
