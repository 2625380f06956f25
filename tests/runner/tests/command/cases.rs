//! The cases of the command line, in the order of the help text.
//!
//! *Invariant:* every option has a case that shows what it does and one that shows a wrong use.

use crate::{
    ARGUMENTS, Case, DOCUMENTED, EMPTY, EXPORTS, HELLO, HELPER, LIBRARY, NEAREST, SERIAL, TOOL,
    UNMARKED, USES_LIBRARY,
};

/// Every case.
pub const CASES: &[Case] = &[
    // ------------------------------------------------------------------------------------------------------------- commands
    Case {
        name: "an executable beside the source",
        files: &[HELLO],
        arguments: &["a.q"],
        makes: &["a"],
        ..EMPTY
    },
    Case {
        name: "-o names the executable",
        files: &[HELLO],
        arguments: &["a.q", "-o", "other"],
        makes: &["other"],
        ..EMPTY
    },
    Case {
        name: "lsp without an editor",
        arguments: &["lsp"],
        exit: 1,
        ..EMPTY
    },
    Case {
        name: "lsp and a file",
        files: &[HELLO],
        arguments: &["lsp", "a.q"],
        exit: 2,
        errors: &["`lsp` takes no file", "the editor tells which files"],
        ..EMPTY
    },
    Case {
        name: "lsp and what is made",
        arguments: &["lsp", "--emit=mir"],
        exit: 2,
        errors: &["`lsp` makes nothing"],
        ..EMPTY
    },
    Case {
        name: "fmt --check of a file in the layout",
        files: &[HELLO],
        arguments: &["fmt", "--check", "a.q"],
        ..EMPTY
    },
    Case {
        name: "fmt --check of a file in another one",
        files: &[("a.q", "print  1\n")],
        arguments: &["fmt", "--check", "a.q"],
        exit: 1,
        output: &["a.q\n"],
        ..EMPTY
    },
    Case {
        name: "fmt with -o",
        files: &[HELLO],
        arguments: &["fmt", "a.q", "-o", "b.q"],
        exit: 2,
        errors: &["-o names another one", "qc fmt < OLD.q > NEW.q"],
        ..EMPTY
    },
    Case {
        name: "fmt with checks for a program that runs",
        files: &[("a.q", "print  1\n")],
        arguments: &["fmt", "--check=bounds", "a.q"],
        exit: 2,
        errors: &["`fmt` makes no program", "`qc fmt --check` names the files"],
        ..EMPTY
    },
    Case {
        name: "fmt with --emit",
        files: &[HELLO],
        arguments: &["fmt", "--emit=ast", "a.q"],
        exit: 2,
        errors: &["`fmt` compiles nothing"],
        ..EMPTY
    },
    Case {
        name: "fmt of an object",
        files: &[("a.o", "")],
        arguments: &["fmt", "a.o"],
        exit: 1,
        errors: &["cannot read a.o: its name does not end in .q"],
        ..EMPTY
    },
    Case {
        name: "run passes arguments on, also those with dashes",
        files: &[ARGUMENTS],
        arguments: &["run", "a.q", "x", "--number=5"],
        output: &["x 5\n"],
        ..EMPTY
    },
    Case {
        name: "run drops one pair of dashes behind the source",
        files: &[ARGUMENTS],
        arguments: &["run", "--engine=interpret", "a.q", "--", "x", "7"],
        output: &["x 7\n"],
        ..EMPTY
    },
    Case {
        name: "run gives the exit code of a run-time error",
        files: &[ARGUMENTS],
        arguments: &["run", "a.q", "x", "--number=-1"],
        exit: 1,
        errors: &["negative"],
        ..EMPTY
    },
    Case {
        name: "run gives the exit code of wrong arguments",
        files: &[ARGUMENTS],
        arguments: &["run", "a.q", "x", "y"],
        exit: 2,
        errors: &["number"],
        ..EMPTY
    },
    Case {
        name: "a command of a program",
        files: &[TOOL],
        arguments: &[
            "run",
            "tool.q",
            "resize",
            "3,4",
            "a.png",
            "--dry-run",
            "b.png",
            "--define",
            "x=1",
        ],
        exit: 2,
        output: &["[3,4]small11[\"x=1\"][\"a.png\",\"b.png\"]\n"],
        ..EMPTY
    },
    Case {
        name: "the help of a program with commands lists them",
        files: &[TOOL],
        arguments: &["run", "tool.q", "--help"],
        output: &[
            "Usage: tool <command> …\n\nWorks with pictures.\n\nCommands:\n  resize  Makes pictures smaller.\n  total   Adds numbers.\n",
            "'tool <command> --help' tells more about one.",
        ],
        ..EMPTY
    },
    Case {
        name: "the help of a command shows each comment once",
        files: &[TOOL],
        arguments: &["run", "tool.q", "resize", "--help"],
        output: &[
            "Usage: tool resize [--output=…] [--dry-run] [--[no-]cache] [--define=…] <size> [files…]\n\nMakes pictures smaller. Slowly.\n\nArguments:\n  size   ivec2       rows and columns\n  files  any number  the pictures\n",
            "  --output=…    the folder for the results (string = small)\n  --dry-run\n  --[no-]cache  on by default\n",
        ],
        ..EMPTY
    },
    Case {
        name: "a program tells its version",
        files: &[TOOL],
        arguments: &["run", "tool.q", "--version"],
        output: &["tool, made by qc "],
        ..EMPTY
    },
    Case {
        name: "a program has the notices of what it is made of",
        files: &[TOOL],
        arguments: &["run", "tool.q", "--licenses"],
        output: &["MIT"],
        ..EMPTY
    },
    Case {
        name: "a program with commands and no word for one",
        files: &[TOOL],
        arguments: &["run", "tool.q"],
        exit: 2,
        errors: &[
            "a command is missing; the commands are resize, total",
            "Usage: tool <command> …",
            "Try 'tool --help'.",
        ],
        ..EMPTY
    },
    Case {
        name: "a command that is nearly right",
        files: &[TOOL],
        arguments: &["run", "tool.q", "rezise", "3"],
        exit: 2,
        errors: &["there is no command 'rezise'; did you mean 'resize'?"],
        ..EMPTY
    },
    Case {
        name: "a command that is nothing like one",
        files: &[TOOL],
        arguments: &["run", "tool.q", "sharpen"],
        exit: 2,
        errors: &["there is no command 'sharpen'; the commands are resize, total"],
        ..EMPTY
    },
    Case {
        name: "an option before the command",
        files: &[TOOL],
        arguments: &["run", "tool.q", "--dry-run", "resize"],
        exit: 2,
        errors: &["the option --dry-run stands before the command"],
        ..EMPTY
    },
    Case {
        name: "an argument of a command is missing",
        files: &[TOOL],
        arguments: &["run", "tool.q", "resize"],
        exit: 2,
        errors: &[
            "the argument 'size' is missing",
            "Try 'tool resize --help'.",
        ],
        ..EMPTY
    },
    Case {
        name: "an option of a command that is nearly right",
        files: &[TOOL],
        arguments: &["run", "tool.q", "resize", "1,2", "--defnie=x"],
        exit: 2,
        errors: &["unknown option --defnie; did you mean --define?"],
        ..EMPTY
    },
    Case {
        name: "an option of one letter",
        files: &[TOOL],
        arguments: &["run", "tool.q", "resize", "1,2", "-o", "x"],
        exit: 2,
        errors: &["unknown option -o; did you mean --output?"],
        ..EMPTY
    },
    Case {
        name: "a vector with a number too many",
        files: &[TOOL],
        arguments: &["run", "tool.q", "resize", "1,2,3"],
        exit: 2,
        errors: &["must be 2 whole numbers separated by commas, not '1,2,3'"],
        ..EMPTY
    },
    Case {
        name: "a flag with a value",
        files: &[TOOL],
        arguments: &["run", "tool.q", "resize", "1,2", "--dry-run=x"],
        exit: 2,
        errors: &["the option --dry-run takes no value, but has 'x'"],
        ..EMPTY
    },
    Case {
        name: "a flag and its contrary",
        files: &[TOOL],
        arguments: &["run", "tool.q", "resize", "1,2", "--cache", "--no-cache"],
        exit: 2,
        errors: &["the argument 'cache' is given twice"],
        ..EMPTY
    },
    Case {
        name: "a word where numbers are left",
        files: &[TOOL],
        arguments: &["run", "tool.q", "total", "1", "x"],
        exit: 2,
        errors: &["the argument 'x' must be numbers, not 'x'"],
        ..EMPTY
    },
    Case {
        name: "an exit code that is none",
        files: &[("a.q", "function code = main()\n    code = 256\nend\n")],
        arguments: &["run", "a.q"],
        exit: 1,
        errors: &["the exit code is 256, not 0 to 255"],
        ..EMPTY
    },
    Case {
        name: "run of a program with a mistake",
        files: &[("a.q", "print numle(3)\n")],
        arguments: &["run", "a.q"],
        exit: 1,
        errors: &["did you mean `numel`"],
        ..EMPTY
    },
    Case {
        name: "a module whose name is nearly right",
        files: &[
            ("a.q", "import \"geometri.q\"\nprint area(2)\n"),
            ("geometry.q", "function y = area(r)\n    y = r^2\nend\n"),
        ],
        arguments: &["check", "a.q"],
        exit: 1,
        errors: &["cannot find `geometri.q`", "did you mean `geometry.q`?"],
        ..EMPTY
    },
    Case {
        name: "a module of the library whose name is nearly right",
        files: &[("a.q", "import \"Quasar.Vidio.dll\"\n")],
        arguments: &["check", "a.q"],
        errors: &["there is no module", "did you mean `Quasar.Video"],
        ..EMPTY
    },
    Case {
        name: "attributes, properties and macros whose names are nearly right",
        files: &[(
            "a.q",
            "x = zeros(3)\n{!paralel for}\nfor k = 0..2\n    x[k] = k\nend\n{!doc categorie=\"Filters\"}\nfunction y = f(a)\n    y = a\nend\nprint f(x)\n",
        )],
        arguments: &["check", "-W", "unknown-attribute", "a.q"],
        errors: &["did you mean `parallel`?", "did you mean `category`?"],
        ..EMPTY
    },
    Case {
        name: "check makes nothing",
        files: &[HELLO],
        arguments: &["check", "a.q"],
        ..EMPTY
    },
    Case {
        name: "check finds mistakes",
        files: &[("a.q", "print numle(3)\n")],
        arguments: &["check", "--message-format=short", "a.q"],
        exit: 1,
        errors: &["a.q:1:7: error["],
        ..EMPTY
    },
    Case {
        name: "a command without a source",
        arguments: &["check"],
        exit: 2,
        errors: &["no source file"],
        ..EMPTY
    },
    Case {
        name: "no words at all",
        exit: 2,
        errors: &["no source file", "qc --help"],
        ..EMPTY
    },
    Case {
        name: "two sources",
        files: &[HELLO, ("b.q", "")],
        arguments: &["a.q", "b.q"],
        exit: 2,
        errors: &["two source files: a.q and b.q"],
        ..EMPTY
    },
    Case {
        name: "a source that is missing",
        arguments: &["b.q"],
        exit: 1,
        errors: &[
            "cannot read b.q: there is no such file",
            "the folder has no .q file",
        ],
        ..EMPTY
    },
    Case {
        name: "a source that is missing beside one of nearly that name",
        files: &[("denoise.q", "print 1\n")],
        arguments: &["denosie.q"],
        exit: 1,
        errors: &[
            "cannot read denosie.q: there is no such file",
            "did you mean `denoise.q`?",
        ],
        ..EMPTY
    },
    Case {
        name: "a source in a folder that is missing",
        arguments: &["src/b.q"],
        exit: 1,
        errors: &[
            "cannot read src/b.q: there is no such file",
            "there is no folder src either",
        ],
        ..EMPTY
    },
    // ------------------------------------------------------------------------------------------------ words that are no options
    Case {
        name: "an option that is misspelt",
        files: &[HELLO],
        arguments: &["a.q", "--presicion=double"],
        exit: 2,
        errors: &[
            "there is no option --presicion",
            "did you mean `precision`?",
        ],
        ..EMPTY
    },
    Case {
        name: "an option with one dash",
        files: &[HELLO],
        arguments: &["a.q", "-emit=mir"],
        exit: 2,
        errors: &["there is no option -e", "did you mean `--emit`?"],
        ..EMPTY
    },
    Case {
        name: "a value that is missing",
        files: &[HELLO],
        arguments: &["a.q", "-o"],
        exit: 2,
        errors: &["the option -o needs a value: FILE"],
        ..EMPTY
    },
    Case {
        name: "a value that is not wanted",
        files: &[HELLO],
        arguments: &["a.q", "--version=2"],
        exit: 2,
        errors: &["the option --version takes no value"],
        ..EMPTY
    },
    Case {
        name: "options that contradict each other",
        files: &[HELLO],
        arguments: &["check", "a.q", "-o", "a"],
        exit: 2,
        errors: &[
            "checking makes nothing, -o names a file",
            "leave one of them out",
        ],
        ..EMPTY
    },
    // ----------------------------------------------------------------------------------------------------- values of options
    Case {
        name: "-O",
        files: &[HELLO],
        arguments: &["a.q", "-O3"],
        exit: 2,
        errors: &["the option -O cannot be `3`", "possible values: 0, 1, 2"],
        ..EMPTY
    },
    Case {
        name: "--precision",
        files: &[("a.q", "print 1/3\n")],
        arguments: &["run", "--precision=double", "a.q"],
        output: &["0.3333333333333333\n"],
        ..EMPTY
    },
    Case {
        name: "--precision: the last counts",
        files: &[("a.q", "print 1/3\n")],
        arguments: &["run", "--precision=double", "--precision", "single", "a.q"],
        output: &["0.33333334\n"],
        ..EMPTY
    },
    Case {
        name: "--precision: another value",
        files: &[HELLO],
        arguments: &["a.q", "--precision=half"],
        exit: 2,
        errors: &["possible values: single, double"],
        ..EMPTY
    },
    Case {
        name: "--fp: another value",
        files: &[HELLO],
        arguments: &["a.q", "--fp=exact"],
        exit: 2,
        errors: &["possible values: fast, strict"],
        ..EMPTY
    },
    Case {
        name: "--check: another value",
        files: &[HELLO],
        arguments: &["a.q", "--check=bounds,nans"],
        exit: 2,
        errors: &["possible values: bounds, nan, inf, overflow"],
        ..EMPTY
    },
    Case {
        name: "--check=bounds",
        files: &[(
            "a.q",
            "x : vec'unchecked = zeros(3)\nfor i = 0..3\n    print x[i]\nend\n",
        )],
        arguments: &["run", "--check=bounds", "a.q"],
        exit: 1,
        output: &["0\n0\n0\n"],
        errors: &["index 3", "a.q:3"],
        ..EMPTY
    },
    Case {
        name: "--check=overflow",
        files: &[("a.q", "n = 2147483647\nprint \"before\"\nprint n + 1\n")],
        arguments: &["run", "--check=overflow", "a.q"],
        exit: 1,
        output: &["before\n"],
        errors: &["the value 2147483648 does not fit an int", "a.q:3"],
        ..EMPTY
    },
    Case {
        name: "--emit",
        files: &[HELLO],
        arguments: &["a.q", "--emit=quasar"],
        output: &["print(\"hello\")\n"],
        ..EMPTY
    },
    Case {
        name: "--emit to a file",
        files: &[HELLO],
        arguments: &["a.q", "--emit=tokens", "-o", "tokens.txt"],
        makes: &["tokens.txt"],
        ..EMPTY
    },
    Case {
        name: "--emit: another stage",
        files: &[HELLO],
        arguments: &["a.q", "--emit=llvm"],
        exit: 2,
        errors: &["possible values: tokens, ast"],
        ..EMPTY
    },
    Case {
        name: "--emit=shared makes a library and a header",
        files: &[EXPORTS],
        arguments: &["a.q", "--emit=shared", "-o", "libfilters.so"],
        makes: &["libfilters.so", "libfilters.h"],
        ..EMPTY
    },
    Case {
        name: "--emit=archive makes an archive and a header",
        files: &[EXPORTS],
        arguments: &["a.q", "--emit=archive"],
        makes: &["liba.a", "liba.h"],
        ..EMPTY
    },
    Case {
        name: "--emit=archive for another machine",
        files: &[EXPORTS],
        arguments: &["a.q", "--emit=archive", "--target=arm64"],
        exit: 1,
        errors: &[
            "libraries for aarch64 are not supported yet",
            "is made without --emit",
        ],
        ..EMPTY
    },
    Case {
        name: "repl takes no file",
        files: &[HELLO],
        arguments: &["repl", "a.q"],
        exit: 2,
        errors: &[
            "`repl` takes no file, and a.q is one",
            "`import \"a.q\"` is an entry",
        ],
        ..EMPTY
    },
    Case {
        name: "repl makes nothing",
        arguments: &["repl", "-o", "a"],
        exit: 2,
        errors: &["`repl` makes nothing that stays"],
        ..EMPTY
    },
    Case {
        name: "--emit=shared names the library by the source",
        files: &[EXPORTS],
        arguments: &["a.q", "--emit=shared"],
        makes: &["liba.so", "liba.h"],
        ..EMPTY
    },
    Case {
        name: "--emit=shared of a file without exports",
        files: &[HELLO],
        arguments: &["a.q", "--emit=shared"],
        exit: 1,
        errors: &["a.q exports nothing; write `{!export}`", "--export=NAME"],
        ..EMPTY
    },
    Case {
        name: "--emit=shared does not run a program",
        files: &[EXPORTS],
        arguments: &["run", "--emit=shared", "a.q"],
        exit: 2,
        errors: &["--emit prints a stage instead"],
        ..EMPTY
    },
    Case {
        name: "--emit=shared for another machine",
        files: &[EXPORTS],
        arguments: &["a.q", "--emit=shared", "--target=arm64"],
        exit: 1,
        errors: &[
            "libraries for aarch64 are not supported yet",
            "is made without --emit",
        ],
        ..EMPTY
    },
    Case {
        name: "--export names a function",
        files: &[EXPORTS],
        arguments: &["a.q", "--emit=shared", "--export=half,twice"],
        makes: &["liba.so", "liba.h"],
        ..EMPTY
    },
    Case {
        name: "--export: a function that there is not",
        files: &[EXPORTS],
        arguments: &["a.q", "--emit=shared", "--export=third"],
        exit: 1,
        errors: &["a.q has no function `third` at its top level"],
        ..EMPTY
    },
    Case {
        name: "--export: a function whose parameter has no type",
        files: &[EXPORTS],
        arguments: &["a.q", "--emit=shared", "--export=any"],
        exit: 1,
        errors: &["`x` of the exported function `any` has no type", "x : mat"],
        ..EMPTY
    },
    Case {
        name: "--export=*: all functions of a file that marks none",
        files: &[UNMARKED],
        arguments: &["a.q", "--emit=shared", "--export=*"],
        makes: &["liba.so", "liba.h"],
        ..EMPTY
    },
    Case {
        name: "--export=*: one that callers cannot have",
        files: &[HELPER],
        arguments: &["a.q", "--emit=shared", "--export=*"],
        exit: 1,
        errors: &[
            "`x` of the exported function `helper` has no type",
            "write `{!export}` as a line within each of those",
        ],
        ..EMPTY
    },
    Case {
        name: "--export=*: functions with the attribute alone, where there are such",
        files: &[EXPORTS],
        arguments: &["a.q", "--emit=shared", "--export=*"],
        makes: &["liba.so", "liba.h"],
        ..EMPTY
    },
    Case {
        name: "--export=*: a file without functions",
        files: &[HELLO],
        arguments: &["a.q", "--emit=shared", "--export=*"],
        exit: 1,
        errors: &["a.q exports nothing"],
        ..EMPTY
    },
    Case {
        name: "--export without a library",
        files: &[EXPORTS],
        arguments: &["a.q", "--export=half"],
        exit: 2,
        errors: &["add --emit=shared"],
        ..EMPTY
    },
    Case {
        name: "--after without its stage",
        files: &[HELLO],
        arguments: &["a.q", "--after=inline"],
        exit: 2,
        errors: &["add --emit=mir"],
        ..EMPTY
    },
    Case {
        name: "--after: a pass that there is not",
        files: &[HELLO],
        arguments: &["a.q", "--emit=mir", "--after=fold"],
        exit: 2,
        errors: &["possible values: lower, switches"],
        ..EMPTY
    },
    Case {
        name: "--after: a pass that the options leave out",
        files: &[HELLO],
        arguments: &["a.q", "-O1", "--emit=mir", "--after=fusion"],
        exit: 1,
        errors: &["the pass `fusion` does not run with these options: it runs at -O2"],
        ..EMPTY
    },
    Case {
        name: "--after: a pass that has nothing to do",
        files: &[HELLO],
        arguments: &["a.q", "--emit=mir", "--after=simplify-launches"],
        output: &["entry"],
        ..EMPTY
    },
    Case {
        name: "--help=passes",
        arguments: &["--help=passes"],
        output: &["# Passes over the middle representation", "| `parallel` |"],
        ..EMPTY
    },
    Case {
        name: "--time-passes",
        files: &[HELLO],
        arguments: &["a.q", "--time-passes", "-o", "a"],
        errors: &[
            "time (ms)   of all (%)   operations before   after   change",
            "ownership",
        ],
        makes: &["a"],
        ..EMPTY
    },
    Case {
        name: "--report",
        files: &[SERIAL],
        arguments: &["check", "--report=types", "a.q"],
        output: &["x: vec(1000)"],
        errors: &["serial"],
        ..EMPTY
    },
    Case {
        name: "--report=types: fields of objects, elements of cells",
        files: &[(
            "a.q",
            "o = object()\no.x = 1\no.x = \"one\"\nv = vec[??](2)\nv[0] = 2.5\nv[1] = \"a\"\nprint o, v\n",
        )],
        arguments: &["check", "--report=types", "a.q"],
        output: &[
            "fields of object",
            "    x: [int|string], line 2",
            "known when running: string from line 3",
            "v: vec[??]",
            "known when running: scalar from line 5",
        ],
        ..EMPTY
    },
    Case {
        name: "--report=types=json: fields of objects",
        files: &[("a.q", "o = object()\no.x = 1\no.x = \"one\"\n")],
        arguments: &["check", "--report=types=json", "a.q"],
        output: &[
            "\"class\": \"object\", \"field\": \"x\", \"type\": \"[int|string]\", \"dynamic\": true",
        ],
        ..EMPTY
    },
    Case {
        name: "--report: another one",
        files: &[HELLO],
        arguments: &["a.q", "--report=loop"],
        exit: 2,
        errors: &[
            "possible values: loops, loops=json, types, types=json, kernels, fusion, reductions, tuning",
        ],
        ..EMPTY
    },
    Case {
        name: "--message-format=json",
        files: &[("a.q", "x = 1 @ 2\n")],
        arguments: &["check", "--message-format=json", "a.q"],
        exit: 1,
        errors: &["\"code\"", "\"E0001\""],
        ..EMPTY
    },
    Case {
        name: "--message-format: another one",
        files: &[HELLO],
        arguments: &["a.q", "--message-format=xml"],
        exit: 2,
        errors: &["possible values: rich, short, json"],
        ..EMPTY
    },
    Case {
        name: "--depfile names the imports",
        files: &[USES_LIBRARY, ("library.q", LIBRARY)],
        arguments: &["a.q", "-o", "app", "--depfile", "app.d"],
        makes: &["app", "app.d"],
        ..EMPTY
    },
    Case {
        name: "--depfile to standard output",
        files: &[
            (
                "a.q",
                "import \"sub/b.q\"\nimport \"imfilter.q\"\nprint 1\n",
            ),
            ("sub/b.q", ""),
        ],
        arguments: &["check", "a.q", "--depfile=/dev/stdout"],
        output: &["a: \\\n  sub/b.q \\\n  a.q\n"],
        ..EMPTY
    },
    // -------------------------------------------------------------------------------------------------------------- warnings
    Case {
        name: "a warning is no error",
        files: &[SERIAL],
        arguments: &["check", "--message-format=short", "a.q"],
        errors: &["warning[W0501]"],
        ..EMPTY
    },
    Case {
        name: "a loop that only the library keeps serial is no warning",
        files: &[(
            "a.q",
            "import \"immorphology.q\"\nx = rand(9,9)\nfor k = 0..1\n    y = imdilate(x, disk(1))\nend\n",
        )],
        arguments: &["check", "a.q"],
        ..EMPTY
    },
    Case {
        name: "-A silences",
        files: &[SERIAL],
        arguments: &["check", "-A", "serial-loop", "a.q"],
        ..EMPTY
    },
    Case {
        name: "-A warnings silences all",
        files: &[SERIAL],
        arguments: &["check", "-Awarnings", "a.q"],
        ..EMPTY
    },
    Case {
        name: "-W tells again",
        files: &[SERIAL],
        arguments: &["check", "-Awarnings", "-W", "serial-loop", "a.q"],
        errors: &["W0501"],
        ..EMPTY
    },
    Case {
        name: "--deny makes errors",
        files: &[SERIAL],
        arguments: &[
            "check",
            "--deny=serial-loop",
            "--message-format=short",
            "a.q",
        ],
        exit: 1,
        errors: &["error[W0501]"],
        ..EMPTY
    },
    Case {
        name: "--deny warnings",
        files: &[SERIAL],
        arguments: &["check", "-D", "warnings", "a.q"],
        exit: 1,
        errors: &["W0501"],
        ..EMPTY
    },
    Case {
        name: "a warning that does not exist",
        files: &[HELLO],
        arguments: &["a.q", "-W", "serial-lop"],
        exit: 2,
        errors: &[
            "the option -W cannot be `serial-lop`",
            "did you mean `serial-loop`?",
        ],
        ..EMPTY
    },
    // --------------------------------------------------------------------------------------------------------------- imports
    Case {
        name: "-I",
        files: &[USES_LIBRARY, ("lib/library.q", LIBRARY)],
        arguments: &["run", "-I", "lib", "a.q"],
        output: &["8\n"],
        ..EMPTY
    },
    Case {
        name: "QC_PATH",
        files: &[USES_LIBRARY, ("lib/library.q", LIBRARY)],
        arguments: &["run", "a.q"],
        environment: &[("QC_PATH", "nowhere:lib")],
        output: &["8\n"],
        ..EMPTY
    },
    Case {
        name: "backslashes and parents in the path of an import",
        files: &[
            ("sub/a.q", "import \"..\\lib\\library.q\"\nprint twice(4)\n"),
            ("lib/library.q", LIBRARY),
        ],
        arguments: &["run", "sub/a.q"],
        output: &["8\n"],
        ..EMPTY
    },
    Case {
        name: "modules of the original are built in",
        files: &[(
            "a.q",
            "import \"Quasar.UI.dll\"\nimport \"Quasar.Video.dll\"\nimport \"Quasar.Runtime.dll\"\nimport \"Quasar.DNN.dll\"\nprint 1\n",
        )],
        arguments: &["run", "a.q"],
        output: &["1\n"],
        ..EMPTY
    },
    Case {
        name: "other modules are a warning",
        files: &[("a.q", "import \"Other.Net.dll\"\nprint 1\n")],
        arguments: &["check", "--message-format=short", "a.q"],
        errors: &["a.q:1:8: warning", "there is no module `Other.Net.dll`"],
        ..EMPTY
    },
    // --------------------------------------------------------------------------------------------------------- documentation
    Case {
        name: "doc",
        files: &[DOCUMENTED],
        arguments: &["doc", "a.q"],
        output: &[
            "a.q\ncategory: Image Processing/Corners\nauthor: A. Person\n\nfunction y = corners(x : cube, sigma : scalar = 1, k = 0.05)\n    \
             Finds corners.\n\n    Returns:\n    a map of corners\n",
            "      x : cube            input image\n      sigma : scalar = 1  width of the smoothing\n      k = 0.05\n",
            "\nfunction [] = __kernel__ plain(x : mat)\n      x : mat\n",
        ],
        errors: &["W0407"],
        ..EMPTY
    },
    Case {
        name: "doc --format=markdown",
        files: &[DOCUMENTED],
        arguments: &["doc", "--format=markdown", "a.q"],
        output: &[
            "# a.q\n\nCategory: Image Processing/Corners\n\nAuthor: A. Person\n\n## corners\n\n```quasar\n",
            "| parameter | type | default | meaning |\n|---|---|---|---|\n| x | cube |  | input image |\n| sigma | scalar | 1 | width of the smoothing |\n",
        ],
        errors: &["W0407"],
        ..EMPTY
    },
    Case {
        name: "doc to a file",
        files: &[DOCUMENTED],
        arguments: &["doc", "a.q", "-o", "a.txt"],
        makes: &["a.txt"],
        errors: &["W0407"],
        ..EMPTY
    },
    Case {
        name: "doc of the library that qc carries",
        arguments: &["doc"],
        output: &[
            "<qc>/imfilter.q\ncategory: Image Processing/Filters\nLinear filters of images.\n",
        ],
        ..EMPTY
    },
    Case {
        name: "doc of a folder, as pages",
        files: &[("b/a.q", "function y = f(x)\n    y = x\nend\n")],
        arguments: &["doc", "--format=html", "b"],
        makes: &["doc/index.html"],
        ..EMPTY
    },
    Case {
        name: "doc of a folder without sources",
        files: &[("b/a.txt", "")],
        arguments: &["doc", "b"],
        exit: 1,
        errors: &["there is no .q file in the folder"],
        ..EMPTY
    },
    Case {
        name: "doc to a file where a folder is meant",
        files: &[HELLO, ("pages", "")],
        arguments: &["doc", "--format=html", "a.q", "-o", "pages"],
        exit: 1,
        errors: &["cannot write pages/"],
        ..EMPTY
    },
    Case {
        name: "doc --check",
        files: &[DOCUMENTED],
        arguments: &["doc", "--check", "--message-format=short", "a.q"],
        errors: &[
            "a.q:16:52: warning[W0407]: the comment of `corners` leaves out the parameter `k`",
        ],
        ..EMPTY
    },
    Case {
        name: "doc --check --deny",
        files: &[DOCUMENTED],
        arguments: &["doc", "--check", "--deny=undescribed-parameter", "a.q"],
        exit: 1,
        errors: &["error[W0407]"],
        ..EMPTY
    },
    Case {
        name: "doc of a file with a mistake",
        files: &[("a.q", "function y = f(x\n")],
        arguments: &["doc", "a.q"],
        exit: 1,
        errors: &["error"],
        ..EMPTY
    },
    Case {
        name: "--format of something else",
        files: &[HELLO],
        arguments: &["doc", "--format=pdf", "a.q"],
        exit: 2,
        errors: &["possible values: text, markdown, html"],
        ..EMPTY
    },
    Case {
        name: "--list-tuning",
        files: &[(
            "a.q",
            "function [] = f(x)\n    {!tuning_param name=\"$block\"; default=2*16}\n    print x\nend\nf(1)\n",
        )],
        arguments: &["--list-tuning", "a.q"],
        output: &["a.q:2: $block = 2 * 16\n"],
        ..EMPTY
    },
    // -------------------------------------------------------------------------------------------------------------- settings
    Case {
        name: "config lists defaults",
        arguments: &["config"],
        output: &[
            "COMPILER_OPTIMIZATIONLEVEL                     Full  (default)\n",
            "NVCC_PATH",
            "no effect",
        ],
        ..EMPTY
    },
    Case {
        name: "config lists what --set gives",
        arguments: &["config", "--set=compiler_optimizationlevel=basic"],
        output: &["COMPILER_OPTIMIZATIONLEVEL                     Basic  (--set)\n"],
        ..EMPTY
    },
    Case {
        name: "config lists what an option gives",
        arguments: &["config", "-O1"],
        output: &["COMPILER_OPTIMIZATIONLEVEL                     Moderate  (--optimise)\n"],
        ..EMPTY
    },
    Case {
        name: "config tells meanings",
        arguments: &["config", "--verbose"],
        output: &["    off, safe, strict: off: unsafe reductions are applied silently"],
        ..EMPTY
    },
    Case {
        name: "the environment gives settings",
        arguments: &["config"],
        environment: &[("QC_COMPILER_PERFORM_BOUNDSCHECKS", "1")],
        output: &[
            "COMPILER_PERFORM_BOUNDSCHECKS                  True  (QC_COMPILER_PERFORM_BOUNDSCHECKS)\n",
        ],
        ..EMPTY
    },
    Case {
        name: "a file gives settings, relative to its folder",
        files: &[
            ("qc.toml", "# shared code\nMODULE_DIR = [\"lib\"]\n"),
            ("lib/library.q", LIBRARY),
            ("deep/er/a.q", USES_LIBRARY.1),
        ],
        arguments: &["run", "deep/er/a.q"],
        environment: &[("QC_CONFIG", "qc.toml")],
        output: &["8\n"],
        ..EMPTY
    },
    Case {
        name: "the environment counts over the file, an option over both",
        files: &[(
            "qc.toml",
            "COMPILER_OPTIMIZATIONLEVEL = \"Basic\"\nCOMPILER_PERFORM_NAN_CHECKS = true\n",
        )],
        arguments: &["config", "-O2"],
        environment: &[
            ("QC_CONFIG", "qc.toml"),
            ("QC_COMPILER_OPTIMIZATIONLEVEL", "Moderate"),
        ],
        output: &[
            "Full  (--optimise)",
            "COMPILER_PERFORM_NAN_CHECKS                    True  (qc.toml:2)\n",
        ],
        ..EMPTY
    },
    Case {
        name: "files of a package and of one that it depends on",
        files: &[
            (
                "app/qc.toml",
                "COMPILER_PERFORM_NAN_CHECKS = true\n[package]\nname = \"app\"\nversion = \"1.0\"\nsources = [\"src\", \"more\"]\n[dependencies]\nfilters = { path = \"../filters\" }\n",
            ),
            (
                "app/src/deep/a.q",
                "import \"filters/box.q\" as filters\nimport \"own.q\"\nprint filters.box(3), \" \", own(1)\n",
            ),
            (
                "app/more/own.q",
                "function y = own(x)\n    y = x + 1\nend\n",
            ),
            (
                "filters/qc.toml",
                "[package]\nname = \"filters\"\nsources = [\"q\"]\n",
            ),
            (
                "filters/q/box.q",
                "import \"sub/scale.q\" as scales\nfunction y = box(x)\n    y = x*scales.scale\nend\n",
            ),
            ("filters/q/sub/scale.q", "scale = 10\n"),
        ],
        arguments: &["run", "app/src/deep/a.q"],
        output: &["30 2\n"],
        ..EMPTY
    },
    Case {
        name: "the program of a package is made in its folder with its name",
        files: &[
            (
                "p/qc.toml",
                "[package]\nname = \"tool\"\nprogram = \"src/app.q\"\nsources = [\"src\"]\n",
            ),
            ("p/src/app.q", "import \"own.q\"\nprint own(1)\n"),
            ("p/src/own.q", "function y = own(x)\n    y = x + 1\nend\n"),
        ],
        arguments: &["p"],
        makes: &["p/tool"],
        ..EMPTY
    },
    Case {
        name: "the program of a package where -o says",
        files: &[
            ("p/qc.toml", "[package]\nname = \"tool\"\n"),
            ("p/main.q", "print 1\n"),
        ],
        arguments: &["p", "-o", "made"],
        makes: &["made"],
        ..EMPTY
    },
    Case {
        name: "a package whose name is that of a folder in it",
        files: &[
            (
                "qc.toml",
                "[package]\nname = \"src\"\nsources = [\"src\"]\n",
            ),
            ("src/main.q", "print 1\n"),
        ],
        arguments: &["."],
        makes: &["src.out"],
        ..EMPTY
    },
    Case {
        name: "run of a package takes the program's arguments",
        files: &[
            (
                "qc.toml",
                "[package]\nname = \"tool\"\nsources = [\"src\"]\n",
            ),
            (
                "src/main.q",
                "function [] = main(n : int)\n    print n + 1\nend\n",
            ),
        ],
        arguments: &["run", ".", "6"],
        output: &["7\n"],
        ..EMPTY
    },
    Case {
        name: "a folder without a package",
        files: &[("p/b.q", "print 1\n"), ("p/a.q", "print 1\n")],
        arguments: &["p"],
        exit: 2,
        errors: &[
            "the folder p is no package: it has a.q, b.q",
            "`qc p/a.q` compiles a file; p/qc.toml with `[package]`, `name = \"p\"` and `program = \"a.q\"`",
        ],
        ..EMPTY
    },
    Case {
        name: "a folder with settings alone",
        files: &[("p/qc.toml", "COMPILER_PERFORM_NAN_CHECKS = true\n")],
        arguments: &["run", "p"],
        exit: 2,
        errors: &[
            "the folder p is no package: it has no .q file",
            "`program = \"main.q\"`",
        ],
        ..EMPTY
    },
    Case {
        name: "a package without a program",
        files: &[
            ("p/qc.toml", "[package]\nname = \"filters\"\n"),
            ("p/a.q", "print 1\n"),
        ],
        arguments: &["check", "p"],
        exit: 2,
        errors: &[
            "the package `filters` names no program",
            "in p/qc.toml",
            "it is main.q among the sources",
        ],
        ..EMPTY
    },
    Case {
        name: "a package whose program is missing",
        files: &[("p/qc.toml", "[package]\nname = \"a\"\nprogram = \"b.q\"\n")],
        arguments: &["p"],
        exit: 2,
        errors: &[
            "p/qc.toml:3: there is no file `p/b.q`",
            "paths are relative to the folder of this file",
        ],
        ..EMPTY
    },
    Case {
        name: "a package that is no TOML",
        files: &[("p/qc.toml", "[package\nname = \"a\"\n")],
        arguments: &["p"],
        exit: 2,
        errors: &["p/qc.toml:1: this is not TOML: unclosed table"],
        ..EMPTY
    },
    Case {
        name: "a file without a package does not find those of one",
        files: &[
            ("a.q", "import \"own.q\"\n"),
            ("b/qc.toml", "[package]\nname = \"b\"\n"),
            ("b/own.q", "x = 1\n"),
        ],
        arguments: &["check", "a.q"],
        exit: 1,
        errors: &["E0202", "looked in: own.q\n"],
        ..EMPTY
    },
    Case {
        name: "a package has no such key",
        files: &[
            HELLO,
            ("qc.toml", "[package]\nname = \"a\"\nsorces = [\"q\"]\n"),
        ],
        arguments: &["check", "a.q"],
        exit: 1,
        errors: &[
            "E0208",
            "a package has no `sorces`",
            "qc.toml:3:1",
            "did you mean `sources`?",
        ],
        ..EMPTY
    },
    Case {
        name: "a package that nobody can find",
        files: &[
            HELLO,
            (
                "qc.toml",
                "[package]\nname = \"a\"\n[dependencies]\nb = \"1.0\"\nc = { path = \"../nowhere\" }\n",
            ),
        ],
        arguments: &["check", "a.q"],
        exit: 1,
        errors: &[
            "a package is found by its path: there is no registry",
            "qc.toml:4:5",
            "`b = { path = \"../b\" }`",
            "there is no folder `../nowhere`",
            "qc.toml:5:14",
        ],
        ..EMPTY
    },
    Case {
        name: "a mistake in the package that one depends on",
        files: &[
            ("a.q", "import \"b/x.q\"\n"),
            (
                "qc.toml",
                "[package]\nname = \"a\"\n[dependencies]\nb = { path = \"dep\" }\n",
            ),
            ("dep/qc.toml", "[package]\nname = \"b\"\nsources = \"q\"\n"),
            ("dep/q/x.q", "x = 1\n"),
        ],
        arguments: &["check", "a.q"],
        exit: 1,
        errors: &[
            "E0208",
            "the sources are a list of folders",
            "dep/qc.toml:3:11",
            "`sources = [\"src\"]`",
        ],
        ..EMPTY
    },
    Case {
        name: "one function in two files as an error",
        files: &[
            ("b.q", "function y = f(x)\n    y = x\nend\n"),
            (
                "a.q",
                "import \"b.q\"\nfunction y = f(x)\n    y = 2*x\nend\nprint f(1)\n",
            ),
        ],
        arguments: &["check", "--deny=name-clash", "a.q"],
        exit: 1,
        errors: &["two files define the function `f`", "a.q:2:14", "b.q:1:14"],
        ..EMPTY
    },
    Case {
        name: "the file of the nearest folder above the source",
        files: &[
            ("qc.toml", "COMPILER_OPTIMIZATIONLEVEL = \"Basic\"\n"),
            ("one/qc.toml", "COMPILER_OPTIMIZATIONLEVEL = \"Moderate\"\n"),
            ("one/two/a.q", ""),
        ],
        arguments: &["config", "one/two/a.q"],
        environment: &[("QC_CONFIG", NEAREST)],
        output: &[
            "COMPILER_OPTIMIZATIONLEVEL                     Moderate  (",
            "one/qc.toml:1)\n",
        ],
        ..EMPTY
    },
    Case {
        name: "the user's file",
        files: &[(
            ".config/qc/qc.toml",
            "COMPILER_OPTIMIZATIONLEVEL = \"Basic\"\n",
        )],
        arguments: &["config"],
        environment: &[("QC_CONFIG", NEAREST)],
        output: &[
            "COMPILER_OPTIMIZATIONLEVEL                     Basic  (",
            ".config/qc/qc.toml:1)\n",
        ],
        ..EMPTY
    },
    Case {
        name: "the user's file of the original compiler",
        files: &[(
            ".config/Quasar/Quasar.config.xml",
            "<configuration>\n  <add key=\"COMPILER_OPTIMIZATIONLEVEL\" value=\"Basic\"/>\n</configuration>\n",
        )],
        arguments: &["config"],
        environment: &[("QC_CONFIG", NEAREST)],
        output: &[
            "COMPILER_OPTIMIZATIONLEVEL                     Basic  (",
            ".config/Quasar/Quasar.config.xml:2)\n",
        ],
        ..EMPTY
    },
    Case {
        name: "a file of the original compiler with a mistake",
        files: &[
            HELLO,
            (
                "c.xml",
                "<configuration>\n  <add key=\"A\n</configuration>\n",
            ),
        ],
        arguments: &["check", "a.q"],
        environment: &[("QC_CONFIG", "c.xml")],
        exit: 2,
        errors: &["c.xml:3: this is not XML"],
        ..EMPTY
    },
    Case {
        name: "settings without an effect are noted",
        files: &[HELLO],
        arguments: &["run", "--set=NVCC_PATH=/opt/nvcc", "a.q"],
        output: &["hello\n"],
        errors: &["qc: note: NVCC_PATH (--set) has no effect: qc generates machine code itself"],
        ..EMPTY
    },
    Case {
        name: "notes are no warnings that somebody wants",
        files: &[HELLO],
        arguments: &["run", "--set=NVCC_PATH=/opt/nvcc", "-A", "warnings", "a.q"],
        output: &["hello\n"],
        ..EMPTY
    },
    Case {
        name: "a setting that does not exist",
        arguments: &["config", "--set=COMPILER_OPTIMISATIONLEVEL=Full"],
        exit: 2,
        errors: &[
            "there is no setting",
            "did you mean `COMPILER_OPTIMIZATIONLEVEL`?",
        ],
        ..EMPTY
    },
    Case {
        name: "a setting with a wrong value",
        arguments: &["config", "--set", "COMPILER_REDUCTION_SAFETYLEVEL=high"],
        exit: 2,
        errors: &["`high` is unknown; possible values: off, safe, strict"],
        ..EMPTY
    },
    Case {
        name: "a setting without a value",
        arguments: &["config", "--set", "MODULE_DIR"],
        exit: 2,
        errors: &["write NAME=VALUE"],
        ..EMPTY
    },
    Case {
        name: "a file of settings with a mistake",
        files: &[
            HELLO,
            ("qc.toml", "\nCOMPILER_PERFORM_BOUNDSCHECKS = \"maybe\"\n"),
        ],
        arguments: &["check", "a.q"],
        environment: &[("QC_CONFIG", "qc.toml")],
        exit: 2,
        errors: &["qc.toml:2: COMPILER_PERFORM_BOUNDSCHECKS: `maybe` is not True or False"],
        ..EMPTY
    },
    Case {
        name: "a file of settings with a text that lacks its quotes",
        files: &[HELLO, ("qc.toml", "\nCOMPILER_OPTIMIZATIONLEVEL = Basic\n")],
        arguments: &["check", "a.q"],
        environment: &[("QC_CONFIG", "qc.toml")],
        exit: 2,
        errors: &[
            "qc.toml:2: cannot read `COMPILER_OPTIMIZATIONLEVEL = Basic`: string values must be quoted",
            "a text in quotes, true, false",
        ],
        ..EMPTY
    },
    Case {
        name: "a file of the original compiler with a mistake",
        files: &[
            HELLO,
            ("old.xml", "<configuration>\n  <a>\n</configuration>\n"),
        ],
        arguments: &["check", "a.q"],
        environment: &[("QC_CONFIG", "old.xml")],
        exit: 2,
        errors: &["old.xml:3: this is not XML: expected 'a' tag, not 'configuration'"],
        ..EMPTY
    },
    Case {
        name: "a file that is none of settings, of which no line is shown",
        files: &[HELLO, ("shadow", "\nroot:secret:0:0\n")],
        arguments: &["check", "a.q"],
        environment: &[("QC_CONFIG", "shadow")],
        exit: 2,
        errors: &["shadow:2: cannot read this line: "],
        ..EMPTY
    },
    Case {
        name: "a file of settings that is missing",
        files: &[HELLO],
        arguments: &["check", "a.q"],
        environment: &[("QC_CONFIG", "other.toml")],
        exit: 2,
        errors: &["cannot read other.toml"],
        ..EMPTY
    },
    Case {
        name: "COMPILER_DISPLAY_WARNINGS",
        files: &[SERIAL],
        arguments: &["check", "--set=COMPILER_DISPLAY_WARNINGS=False", "a.q"],
        ..EMPTY
    },
    Case {
        name: "COMPILER_SHOW_MISSED_OPT_OPPORTUNITIES",
        files: &[SERIAL],
        arguments: &[
            "check",
            "--set=COMPILER_SHOW_MISSED_OPT_OPPORTUNITIES=off",
            "a.q",
        ],
        ..EMPTY
    },
    Case {
        name: "COMPILER_AUTO_FORLOOP_PARALLELIZATION",
        files: &[(
            "a.q",
            "function [] = main()\n    x = ones(9000)\n    for i = 0..8999\n        x[i] = 2*x[i]\n    end\n    print x[1]\nend\n",
        )],
        arguments: &[
            "--report=loops",
            "--set=COMPILER_AUTO_FORLOOP_PARALLELIZATION=False",
            "a.q",
        ],
        output: &["a.q:3: loop over i in script: serial, as the source says"],
        makes: &["a"],
        ..EMPTY
    },
    Case {
        name: "COMPILER_EXPRESSION_OPTIMIZER",
        files: &[(
            "a.q",
            "function [] = main()\n    x = ones(9000)\n    y = 2 .* x\n    print y[1]\nend\n",
        )],
        arguments: &[
            "--report=loops",
            "--set=COMPILER_EXPRESSION_OPTIMIZER=False",
            "a.q",
        ],
        output: &["a.q:3: array expression in script: serial, as the source says"],
        makes: &["a"],
        ..EMPTY
    },
    Case {
        name: "INTERMEDIATE_DIR",
        files: &[HELLO],
        arguments: &["run", "--set=INTERMEDIATE_DIR=missing", "a.q"],
        exit: 1,
        errors: &["cannot run the program"],
        ..EMPTY
    },
    Case {
        name: "--gpu-arch",
        files: &[(
            "a.q",
            "function [] = main()\n    x = ones(9000)\n    y = 2 .* x\n    print y[1]\nend\n",
        )],
        arguments: &["--emit=cuda", "--gpu-arch", "sm_90", "a.q"],
        output: &["// nvrtc: --gpu-architecture=sm_90\n"],
        ..EMPTY
    },
    Case {
        name: "a misspelt target",
        files: &[(
            "a.q",
            "function [] = __kernel__ k(x : vec, pos : int)\n    {!kernel name=\"k\"; target=\"nvidia_cude\"}\n    x[pos] = 2\nend\nparallel_do(1, ones(1), k)\n",
        )],
        arguments: &["check", "a.q"],
        errors: &["`target` of `kernel`", "did you mean `nvidia_cuda`?"],
        ..EMPTY
    },
    Case {
        name: "a function of matrices in a kernel, for which the library has small ones",
        files: &[(
            "a.q",
            "function d = __device__ f(x : mat2x2)\n    d = det(x)\nend\nprint f(ones(2,2))\n",
        )],
        arguments: &["check", "a.q"],
        exit: 1,
        errors: &[
            "`det` does not exist in kernel",
            "`import \"linalg.q\"` has `det2x2`, `det3x3` and `det4x4`",
        ],
        ..EMPTY
    },
    Case {
        name: "--gpu-arch that is too old",
        files: &[HELLO],
        arguments: &["--gpu-arch=sm_20", "a.q"],
        exit: 2,
        errors: &["`sm_20` is too old"],
        ..EMPTY
    },
    Case {
        name: "--emit=asm lists kernels, for every machine",
        files: &[(
            "a.q",
            "function [] = main()\n    x = ones(9000)\n    y = 2 .* x\n    print y[1]\nend\n",
        )],
        arguments: &["--emit=asm", "--target=x86_64-unknown-linux-gnu", "a.q"],
        output: &[
            "; qk_kernel_",
            "_sse42\n",
            "_avx2\n",
            "_avx512",
            "ymm",
            "zmm",
        ],
        ..EMPTY
    },
    Case {
        name: "--emit=asm shows bytes at full width",
        files: &[(
            "a.q",
            "function [] = __kernel__ add(a : mat[uint8]'unchecked, b : mat[uint8]'unchecked, r : mat[uint8]'unchecked, pos : ivec2)\n    r[pos] = a[pos] + b[pos]\nend\nfunction [] = __kernel__ less(a : mat[int16]'unchecked, b : mat[int16]'unchecked, r : mat[int16]'unchecked, pos : ivec2)\n    r[pos] = a[pos] - b[pos]\nend\nfunction [] = __kernel__ box(a : mat[uint8]'unchecked, r : mat[uint8]'unchecked, pos : ivec2)\n    r[pos] = (a[pos] + a[pos[0],pos[1]+1] + a[pos[0],pos[1]+2])/3\nend\na = mat[uint8](9,99)\nb = mat[int16](9,99)\nr = mat[uint8](9,90)\nparallel_do(size(a), a, a, a, add)\nparallel_do(size(b), b, b, b, less)\nparallel_do(size(r), a, r, box)\nprint a[0,0], b[0,0], r[0,0]\n",
        )],
        arguments: &["--emit=asm", "--target=x86_64-unknown-linux-gnu", "a.q"],
        output: &[
            "vpaddusb xmm",
            "vpaddusb ymm",
            "vpsubsw ymm",
            "pmovzxwd %xmm",
            "vpmovzxbd",
            "vpackssdw",
            "vpackuswb",
            "vpmovdb",
        ],
        ..EMPTY
    },
    Case {
        name: "--emit=asm shows bytes in the vectors of Neon",
        files: &[(
            "a.q",
            "function [] = __kernel__ add(a : vec[uint8]'unchecked, pos : int)\n    a[pos] = a[pos] + 3\nend\na = vec[uint8](99)\nparallel_do(99, a, add)\nprint a[0]\n",
        )],
        arguments: &["--emit=asm", "--target=aarch64-unknown-linux-gnu", "a.q"],
        output: &["uxtl v", "add v", ".4s"],
        ..EMPTY
    },
    Case {
        name: "--emit=asm shows halves converted a vector at a time",
        files: &[(
            "a.q",
            "function [] = __kernel__ add(a : vec[scalar'half]'unchecked, b : vec[scalar'half]'unchecked, pos : int)\n    b[pos] = 2*a[pos] + b[pos]\nend\na = vec[scalar'half](99)\nparallel_do(99, a, a, add)\nprint a[0]\n",
        )],
        arguments: &["--emit=asm", "--target=x86_64-unknown-linux-gnu", "a.q"],
        output: &[
            "vcvtph2ps ymm",
            "vcvtph2ps zmm",
            "vcvtps2ph xmm",
            "vcvtps2ph ymm",
        ],
        ..EMPTY
    },
    // ------------------------------------------------------------------------------------------------------------ information
    Case {
        name: "--version",
        arguments: &["--version"],
        output: &["qc 0"],
        ..EMPTY
    },
    Case {
        name: "--licenses",
        arguments: &["--licenses"],
        output: &[
            "cranelift-codegen ",
            "exr ",
            "Redistribution and use in source and binary forms",
        ],
        ..EMPTY
    },
    Case {
        name: "--licenses takes no value",
        arguments: &["--licenses=all"],
        exit: 2,
        errors: &["the option --licenses takes no value"],
        ..EMPTY
    },
    Case {
        name: "--version --verbose",
        arguments: &["--version", "--verbose"],
        output: &[
            "machine: ",
            "code generator: Cranelift 0",
            "library: ",
            "system.q",
        ],
        ..EMPTY
    },
    Case {
        name: "--help",
        arguments: &["--help"],
        output: &[
            "usage: qc",
            "qc run [options] FILE.q or folder [arguments]",
            "exit codes",
        ],
        ..EMPTY
    },
    Case {
        name: "--help in a form that does not exist",
        arguments: &["--help=html"],
        exit: 2,
        errors: &["possible values: page, settings, attributes, functions, passes, man"],
        ..EMPTY
    },
    Case {
        name: "--explain",
        arguments: &["--explain", "e0001"],
        output: &["error[E0001]: unexpected character"],
        ..EMPTY
    },
    Case {
        name: "--explain by the name of a warning",
        arguments: &["--explain=unknown-attribute"],
        output: &["W0620", "`-W unknown-attribute` asks for it"],
        ..EMPTY
    },
    Case {
        name: "--explain of a code that does not exist",
        arguments: &["--explain=E9999"],
        exit: 2,
        errors: &["there is no diagnostic E9999"],
        ..EMPTY
    },
    Case {
        name: "--print-targets",
        arguments: &["--print-targets"],
        output: &[
            "x86_64-unknown-linux-gnu    there; also ",
            "aarch64-unknown-linux-gnu",
            "arm64",
        ],
        ..EMPTY
    },
    Case {
        name: "--print-targets with a value",
        arguments: &["--print-targets=arm64"],
        exit: 2,
        errors: &["the option --print-targets takes no value"],
        ..EMPTY
    },
    Case {
        name: "--target by another name",
        files: &[HELLO],
        arguments: &["--emit=asm", "--target=arm64", "a.q"],
        output: &["ret"],
        ..EMPTY
    },
    Case {
        name: "--target of a machine that there is not",
        files: &[HELLO],
        arguments: &["--target=aarhc64", "a.q"],
        exit: 2,
        errors: &["did you mean `aarch64`?"],
        ..EMPTY
    },
    Case {
        name: "run for another machine",
        files: &[HELLO],
        arguments: &["run", "--target=arm64", "a.q"],
        exit: 2,
        errors: &["--target makes it for another machine", "with -o"],
        ..EMPTY
    },
    Case {
        name: "run for this machine by another name",
        files: &[HELLO],
        arguments: &["run", "--target=amd64", "a.q"],
        output: &["hello\n"],
        ..EMPTY
    },
    Case {
        name: "--completions of another shell",
        arguments: &["--completions=tcsh"],
        exit: 2,
        errors: &["possible values: bash, zsh, fish"],
        ..EMPTY
    },
    Case {
        name: "--completions=zsh",
        arguments: &["--completions=zsh"],
        output: &["#compdef qc\n", "--precision=[Precision of `scalar`"],
        ..EMPTY
    },
    Case {
        name: "--completions=fish",
        arguments: &["--completions=fish"],
        output: &["complete -c qc -l precision -x -a 'single double'"],
        ..EMPTY
    },
];
