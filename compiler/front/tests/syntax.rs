//! Tests of the room `syntax` through its public interface: forms and their trees, printing and parsing again, damaged sources.
//!
//! *Invariant:* every source here is read from files or made from them with fixed seeds.

mod random;

use qc_front::base::stack::on_deep_stack;
use qc_front::base::{FileId, Interner, SourceMap};
use qc_front::diag::{self, Report};
use qc_front::syntax::ast::Ast;
use qc_front::syntax::{dump, lexer, parse, print};
use random::Random;
use std::path::{Path, PathBuf};

/// A parsed source and all that is needed to print it.
struct Parsed {
    sources: SourceMap,
    file: FileId,
    names: Interner,
    ast: Ast,
    reports: Vec<Report>,
}

impl Parsed {
    fn new(source: &[u8]) -> Self {
        let mut sources = SourceMap::new();
        let file = sources.add_bytes("test.q", source);
        let mut names = Interner::new();
        let (ast, reports) = parse(&sources, file, &mut names);
        Parsed {
            sources,
            file,
            names,
            ast,
            reports,
        }
    }

    fn tree(&self) -> String {
        dump::dump_ast_without_positions(&self.ast, &self.names)
    }

    fn printed(&self) -> String {
        print::print(&self.ast, &self.names)
    }

    fn has_errors(&self) -> bool {
        diag::has_errors(&self.reports)
    }

    /// `line:column code message` of every report.
    fn told(&self) -> String {
        let line = |report: &Report| {
            let position = self
                .sources
                .position(report.span().expect("syntax reports have a place"));
            format!(
                "{}:{} {} {}\n",
                position.line,
                position.column,
                report.code.number(),
                report.message
            )
        };
        self.reports.iter().map(line).collect()
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the crate lies in the repository")
        .to_path_buf()
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

/// The sources of the repository that parse without errors.
fn good_sources() -> Vec<PathBuf> {
    let folders = [
        "compiler/front/tests/syntax/programs",
        "tests/programs",
        "samples",
        "stdlib",
    ];
    folders
        .iter()
        .flat_map(|folder| sources_below(&repository().join(folder)))
        .collect()
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The cases of `forms.txt`: name, source, tree.
fn forms() -> Vec<(String, String, String)> {
    let text = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syntax/forms.txt"),
    )
    .expect("forms.txt");
    let case = |part: &str| {
        let (name, rest) = part.split_once('\n').expect("a name and a source");
        let (source, tree) = rest
            .split_once("\n--\n")
            .unwrap_or_else(|| panic!("{name}: `--` is missing"));
        (
            name.to_string(),
            source.to_string(),
            tree.trim_end().to_string(),
        )
    };
    text.split("\n== ").skip(1).map(case).collect()
}

#[test]
fn every_form_parses_as_intended() {
    let mut wrong = String::new();
    for (name, source, tree) in forms() {
        let parsed = Parsed::new(source.as_bytes());
        if parsed.tree().trim_end() != tree || !parsed.reports.is_empty() {
            wrong.push_str(&format!(
                "== {name}\nexpected\n{tree}\ngot\n{}{}\n",
                parsed.tree(),
                parsed.told()
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_row_of_the_groups_on_syntax_has_a_form() {
    let named: Vec<String> = forms()
        .iter()
        .flat_map(|form| form.0.split(' ').map(str::to_string).collect::<Vec<_>>())
        .collect();
    // F009 is a rule on types; F022 is tested by the diagnostics on missing terminators; F187 is covered by F186's forms.
    let elsewhere = [9, 22, 187];
    let rows = (1..=46)
        .chain(183..=191)
        .filter(|row| !elsewhere.contains(row));
    let missing: Vec<String> = rows
        .map(|row| format!("F{row:03}"))
        .filter(|row| !named.contains(row))
        .collect();
    assert!(missing.is_empty(), "no form for {missing:?}");
}

#[test]
fn good_sources_parse_without_errors() {
    on_deep_stack(|| {
        for path in good_sources() {
            let parsed = Parsed::new(&read(&path));
            assert!(
                !parsed.has_errors(),
                "{}\n{}",
                path.display(),
                parsed.told()
            );
        }
    });
}

fn assert_prints_again(source: &[u8], name: &str) {
    let parsed = Parsed::new(source);
    if parsed.has_errors() {
        return;
    }
    let printed = parsed.printed();
    let again = Parsed::new(printed.as_bytes());
    assert!(
        !again.has_errors(),
        "{name}: the printed source has errors\n{printed}\n{}",
        again.told()
    );
    assert_eq!(parsed.tree(), again.tree(), "{name}: printed as\n{printed}");
    assert_eq!(printed, again.printed(), "{name}: printing is not stable");
}

#[test]
fn printed_sources_parse_to_the_same_tree() {
    on_deep_stack(|| {
        for path in good_sources() {
            assert_prints_again(&read(&path), &path.display().to_string());
        }
        for (name, source, _) in forms() {
            assert_prints_again(source.as_bytes(), &name);
        }
    });
}

/// Compares with a stored text; `QC_BLESS=1` rewrites it.
fn assert_golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/syntax/golden")
        .join(name);
    if std::env::var_os("QC_BLESS").is_some() {
        std::fs::write(&path, text).expect("the golden file can be written");
    }
    let stored = String::from_utf8(read(&path)).expect("UTF-8");
    assert_eq!(stored, text, "{name} differs; QC_BLESS=1 rewrites it");
}

#[test]
fn tokens_and_trees_print_as_stored() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syntax/programs/small.q");
    let parsed = Parsed::new(&read(&source));
    let lexed = lexer::lex(
        parsed.file,
        parsed.sources.file(parsed.file).text(),
        &mut Interner::new(),
    );
    assert_golden(
        "small.tokens",
        &dump::dump_tokens(&lexed.tokens, &parsed.sources),
    );
    assert_golden(
        "small.ast",
        &dump::dump_ast(&parsed.ast, &parsed.sources, &parsed.names),
    );
    assert_golden("small.quasar", &parsed.printed());
}

// ------------------------------------------------------------------------------------------------------------- damaged sources

/// Pieces that a mutation inserts.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "{!",
    "'",
    "`",
    "\"",
    "->",
    "<-",
    "..",
    "...",
    "=",
    "==",
    "~=",
    ":",
    ":=",
    ",",
    ";",
    "\n",
    "_",
    "_\n",
    "end",
    "else",
    "endif",
    "if ",
    "for ",
    "function ",
    "match ",
    "with",
    "|",
    "type ",
    "class",
    "reduction ",
    "repeat",
    "until ",
    "try",
    "catch ",
    "print ",
    "macro ",
    "??",
    "^",
    "!",
    "-",
    "1.",
    "0x",
    "1e",
    "$",
    "%",
    "#pragma ",
    "é",
    "\0",
    "\r",
    "__kernel__ ",
    "return ",
];

fn mutated(source: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = source.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let until = (at + random.below(12)).min(bytes.len());
        match random.below(4) {
            0 => drop(bytes.drain(at..until)),
            1 => drop(bytes.splice(at..at, PIECES[random.below(PIECES.len())].bytes())),
            2 => drop(bytes.splice(at..until, PIECES[random.below(PIECES.len())].bytes())),
            _ => {
                let from = random.below(bytes.len() + 1);
                let piece = bytes[from..(from + random.below(80)).min(bytes.len())].to_vec();
                drop(bytes.splice(at..at, piece));
            }
        }
    }
    bytes
}

fn assert_spans_are_sound(parsed: &Parsed) {
    let length = parsed.sources.file(parsed.file).text().len() as u32;
    for label in parsed.reports.iter().flat_map(|report| &report.labels) {
        assert!(
            label.span.lo <= label.span.hi && label.span.hi <= length,
            "{label:?} lies outside of the file"
        );
        assert!(
            parsed
                .sources
                .file(parsed.file)
                .text()
                .get(label.span.range())
                .is_some(),
            "{label:?} splits a character"
        );
    }
}

#[test]
fn damaged_sources_give_trees_and_reports() {
    on_deep_stack(|| {
        let sources: Vec<Vec<u8>> = good_sources().iter().map(|path| read(path)).collect();
        let mut random = Random(0x5EED_0001);
        for round in 0..2500 {
            let source = mutated(&sources[random.below(sources.len())], &mut random);
            let parsed = Parsed::new(&source);
            assert_spans_are_sound(&parsed);
            assert!(
                parsed.reports.len() <= 120,
                "round {round}: {} reports",
                parsed.reports.len()
            );
            assert_prints_again(
                &source,
                &format!("round {round}:\n{}", String::from_utf8_lossy(&source)),
            );
        }
    });
}

#[test]
fn a_single_damage_gives_few_reports() {
    on_deep_stack(|| {
        let sources: Vec<Vec<u8>> = good_sources().iter().map(|path| read(path)).collect();
        let mut random = Random(0x5EED_0002);
        let (mut damaged, mut reports) = (0, 0);
        for _ in 0..2000 {
            let mut source = sources[random.below(sources.len())].clone();
            let at = random.below(source.len());
            let until = (at + 1 + random.below(3)).min(source.len());
            drop(source.drain(at..until));
            let errors = Parsed::new(&source)
                .reports
                .iter()
                .filter(|report| report.is_error())
                .count();
            damaged += usize::from(errors > 0);
            reports += errors;
        }
        assert!(damaged > 100, "only {damaged} of the sources were damaged");
        assert!(
            reports * 20 < damaged * 21,
            "{reports} reports on {damaged} damaged sources: mistakes cascade"
        );
    });
}

#[test]
fn random_bytes_and_tokens_are_survived() {
    on_deep_stack(|| {
        let mut random = Random(0x5EED_0003);
        for _ in 0..2000 {
            let bytes: Vec<u8> = (0..random.below(300))
                .map(|_| random.below(256) as u8)
                .collect();
            assert_spans_are_sound(&Parsed::new(&bytes));
            let pieces: String = (0..random.below(200))
                .map(|_| PIECES[random.below(PIECES.len())])
                .collect();
            assert_spans_are_sound(&Parsed::new(pieces.as_bytes()));
        }
    });
}

#[test]
fn huge_and_deep_sources_give_one_error() {
    on_deep_stack(|| {
        let chain = format!("x = 1{}", " + 1".repeat(100_000));
        let calls = format!("x = f{}", "(1)".repeat(100_000));
        let negations = format!("x = {}1", "-".repeat(100_000));
        let powers = format!("x = 2{}", "^2".repeat(100_000));
        let lambdas = format!("f = {}1", "x -> ".repeat(100_000));
        let types = format!("x : {}int", "^".repeat(20_000));
        let assigns = format!("{}1", "x = ".repeat(100_000));
        let conditions = format!("x = {}1{}", "c ? ".repeat(50_000), " : 2".repeat(50_000));
        let blocks = "if x\n".repeat(20_000);
        let brackets = ["(", "[", "{", "f(", "x[", "(["]
            .map(|piece| format!("x = {}", piece.repeat((1 << 20) / piece.len())));
        let mismatched = format!("x = {}{}", "(".repeat(1 << 19), "]".repeat(1 << 19));
        let sources = [
            mismatched, chain, calls, negations, powers, lambdas, types, assigns, conditions,
            blocks,
        ];
        for source in sources.iter().chain(&brackets) {
            let parsed = Parsed::new(source.as_bytes());
            assert_eq!(
                parsed.reports.len(),
                1,
                "{:.40}…\n{}",
                source,
                parsed.told()
            );
        }
    });
}

#[test]
fn long_but_sensible_sources_are_read() {
    on_deep_stack(|| {
        let sum = format!("x = 1{}\n", " + 1".repeat(900));
        let list = format!("x = [{}1]\n", "1, ".repeat(200_000));
        let lines = "x[0] = f(1, 2)\n".repeat(50_000);
        let parens = format!("x = {}1{}\n", "(".repeat(90), ")".repeat(90));
        for source in [sum, list, lines, parens] {
            let parsed = Parsed::new(source.as_bytes());
            assert!(
                parsed.reports.is_empty(),
                "{:.40}…\n{}",
                source,
                parsed.told()
            );
        }
    });
}

// --------------------------------------------------------------------------------------------------- encodings, reports, places

#[test]
fn encodings_and_line_ends() {
    let unix = Parsed::new(b"% caf\xe9\nx = 1\n\ty = 2\n");
    assert_eq!(
        (unix.tree().as_str(), unix.reports.len()),
        ("assign x = 1\nassign y = 2\n", 0)
    );
    let windows = Parsed::new(b"if a\r\n  x = f(1,_\r\n 2)\r\nend\r\n");
    assert_eq!(
        (windows.tree().as_str(), windows.reports.len()),
        ("if\n    when a\n        assign x = (call f 1 2)\n", 0)
    );
    let latin = Parsed::new(b"x = \xe9\xe8 + 1\ny = 2\n");
    assert_eq!(latin.told(), "1:5 E0001 unexpected character `éè`\n");
    let nul = Parsed::new(b"x = 1\0\0\0\ny\0 = 2\n");
    assert_eq!(nul.told(), "1:6 E0001 the file contains a NUL byte\n");
    assert!(Parsed::new(b"").reports.is_empty());
}

#[test]
fn spans_cover_what_they_name() {
    let parsed = Parsed::new(b"f(a + b, c)\n");
    let qc_front::syntax::ast::StmtKind::Expr(call) = &parsed.ast.body.stmts[0].kind else {
        panic!("a call")
    };
    assert_eq!(parsed.sources.text(call.span), "f(a + b, c)");
    let qc_front::syntax::ast::ExprKind::Call(call) = &call.kind else {
        panic!("a call")
    };
    assert_eq!(parsed.sources.text(call.args[0].span), "a + b");
    assert_eq!(parsed.sources.text(parsed.ast.body.span), "f(a + b, c)");
}

#[test]
fn expressions_that_have_the_form_of_types_read_as_types() {
    let types = [
        ("vec[int]", "vec[int]"),
        ("vec[int](4)", "vec[int](4)"),
        ("cube(:,:,3)", "cube(:, :, 3)"),
        ("mat[vec[??]]", "mat[vec[??]]"),
        ("cube{4}[int16](2, n)", "cube{4}[int16](2, n)"),
        ("scalar'half", "scalar'half"),
        ("mat[scalar]'mirror", "mat[scalar]'mirror"),
        ("[scalar -> scalar]", "[scalar -> scalar]"),
        ("[(scalar, mat) -> vec[int]]", "[(scalar, mat) -> vec[int]]"),
        ("{string, scalar}", "{string, scalar}"),
        ("stack[T, 2*N]", "stack[T, 2 * N]"),
        ("^node", "^node"),
    ];
    for (source, expected) in types {
        let parsed = Parsed::new(format!("x = f({source})\n").as_bytes());
        let argument = first_argument(&parsed.ast);
        let ty = argument
            .as_type()
            .unwrap_or_else(|| panic!("{source} is no type"));
        assert_eq!(print::print_type(&ty, &parsed.names), expected);
    }
    for source in [
        "1",
        "a + b",
        "\"text\"",
        "x.y",
        "f(a := 1)",
        "[1, 2]",
        "x -> x^2",
    ] {
        let parsed = Parsed::new(format!("x = f({source})\n").as_bytes());
        assert_eq!(first_argument(&parsed.ast).as_type(), None, "{source}");
    }
}

/// The first argument of the call in `x = f(…)`.
fn first_argument(ast: &Ast) -> &qc_front::syntax::ast::Expr {
    use qc_front::syntax::ast::{ExprKind, StmtKind};
    let StmtKind::Assign(assign) = &ast.body.stmts[0].kind else {
        panic!("an assignment")
    };
    let ExprKind::Call(call) = &assign.value.kind else {
        panic!("a call")
    };
    &call.args[0].value
}
