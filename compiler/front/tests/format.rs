//! Tests of the layout of sources: cases written by hand, every source of the repository, damaged sources.
//!
//! *Invariant:* what a formatted text must share with the text is compared here once more, by what the lexer and the parser make of both.

mod random;

use qc_front::base::stack::on_deep_stack;
use qc_front::base::{Interner, SourceMap, decode};
use qc_front::diag;
use qc_front::syntax::format::{Refusal, format};
use qc_front::syntax::token::TokenKind;
use qc_front::syntax::{dump, lexer, parse};
use random::Random;
use std::path::{Path, PathBuf};

/// The formatted text; none of one with errors.
fn formatted(text: &str) -> Option<String> {
    let mut sources = SourceMap::new();
    let file = sources.add("test.q", text);
    match format(&sources, file, &mut Interner::new()) {
        Ok(text) => Some(text),
        Err(Refusal::Mistakes(reports)) => {
            assert!(diag::has_errors(&reports), "refused without an error");
            None
        }
        Err(Refusal::Changed(what)) => panic!("the {what} would change of\n{text}"),
    }
}

/// What must stay: the tokens as written, what the comments say, the tree.
fn meaning(text: &str) -> (Vec<String>, Vec<String>, String) {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut sources = SourceMap::new();
    let file = sources.add("test.q", text.as_str());
    let mut names = Interner::new();
    let (ast, _) = parse(&sources, file, &mut names);
    let tokens = lexer::lex(file, &text, &mut names).tokens;
    let mut spelled = Vec::new();
    let mut comments = Vec::new();
    let mut end = 0;
    for token in &tokens {
        let between = &text[end..token.span.lo as usize];
        let blanks = [' ', '\t', '\n', '\u{c}', '\u{a0}'];
        for line in between.lines() {
            // A `_` may stand in front.
            let line = line.trim_matches(blanks).trim_start_matches('_');
            comments.push(line.trim_start_matches(blanks).to_owned());
        }
        end = token.span.hi as usize;
        if token.kind != TokenKind::Newline {
            spelled.push(text[token.span.range()].to_owned());
        }
    }
    comments.retain(|comment| !comment.is_empty());
    let tree = dump::dump_ast_without_positions(&ast, &names);
    (spelled, comments, tree)
}

fn assert_formats(text: &str, name: &str) -> Option<String> {
    let laid_out = formatted(text)?;
    let again = formatted(&laid_out);
    assert_eq!(again.as_ref(), Some(&laid_out), "{name}: not stable");
    assert!(
        meaning(text) == meaning(&laid_out),
        "{name}: changed to\n{laid_out}"
    );
    let ends_well = laid_out.is_empty() || laid_out.ends_with('\n') && !laid_out.ends_with("\n\n");
    assert!(ends_well, "{name}: the end of\n{laid_out}");
    assert!(
        !laid_out.contains(['\r']) && !laid_out.contains("\n\n\n"),
        "{name}"
    );
    Some(laid_out)
}

// ------------------------------------------------------------------------------------------------------------------ cases by hand

/// Name, text, formatted text.
fn cases() -> Vec<(String, String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/format/cases.txt");
    let text = std::fs::read_to_string(path).expect("cases.txt");
    let shown = |text: &str| {
        let text = text.replace('→', "\t").replace('·', " ").replace('¶', "\r");
        text.trim_end_matches('\n').to_owned() + "\n"
    };
    let case = |part: &str| {
        let (name, rest) = part.split_once('\n').expect("a name and a text");
        let (before, after) = rest.split_once("\n--\n").unwrap_or((rest, rest));
        (name.to_owned(), shown(before), shown(after))
    };
    text.split("\n== ").skip(1).map(case).collect()
}

#[test]
fn texts_get_their_layout() {
    let mut wrong = String::new();
    let cases = cases();
    assert!(cases.len() >= 40, "only {} cases", cases.len());
    for (name, before, after) in cases {
        match formatted(&before) {
            Some(text) if text == after => drop(assert_formats(&before, &name)),
            Some(text) => wrong.push_str(&format!("== {name}\n{text}")),
            None => wrong.push_str(&format!("== {name}: has errors\n")),
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_text_with_an_error_has_no_layout() {
    for text in [
        "x = (1\n",
        "if x\n",
        "end\n",
        "x = \"a\n",
        "x = ~1\n",
        "x = 1\0\n",
    ] {
        assert_eq!(formatted(text), None, "{text}");
    }
}

#[test]
fn texts_without_a_program() {
    for (text, wanted) in [
        ("", ""),
        ("\n \n\t\n", ""),
        ("  % a", "% a\n"),
        ("\n\n% a\n\n\n  % b\n\n", "% a\n\n% b\n"),
        ("x=1", "x = 1\n"),
        ("x=1 _", "x = 1 _\n"),
        ("_\n\nx=1", "_\n\nx = 1\n"),
    ] {
        assert_eq!(formatted(text).as_deref(), Some(wanted), "{text:?}");
    }
}

/// Behind a blank that is no ordinary one, a comment is none that stands alone on its line, and `#pragma` is a comment.
#[test]
fn comments_behind_other_blanks_stay_what_they_are() {
    let text = "\u{c}#pragma loop_parallelizer off\n\u{a0}% none of f\nfunction y=f(x)\ny=x\nend\n";
    let wanted = "\u{c}#pragma loop_parallelizer off\n\u{a0}% none of f\nfunction y = f(x)\n    y = x\nend\n";
    assert_eq!(assert_formats(text, "blanks").as_deref(), Some(wanted));
    assert_eq!(formatted("x\u{a0}=\u{c}1\n").as_deref(), Some("x = 1\n"));
}

// ------------------------------------------------------------------------------------------------------- the repository's sources

fn repository() -> PathBuf {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    above
        .expect("the crate lies in the repository")
        .to_path_buf()
}

/// All `.q` files below a folder of the repository, in order.
fn sources_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a readable folder");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            sources_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "q") {
            found.push(path);
        }
    }
}

fn sources() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    for folder in [
        "bench",
        "compiler/front/tests",
        "samples",
        "stdlib",
        "tests",
    ] {
        sources_below(&repository().join(folder), &mut paths);
    }
    let read = |path: PathBuf| {
        let text = decode(&std::fs::read(&path).expect("a readable file"));
        (path.display().to_string(), text)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn every_source_keeps_its_meaning() {
    on_deep_stack(|| {
        let (mut done, mut refused) = (0, 0);
        for (name, text) in sources() {
            match assert_formats(&text, &name) {
                Some(_) => done += 1,
                None => refused += 1,
            }
        }
        assert!(
            done > 1500 && refused > 50,
            "{done} done, {refused} refused"
        );
    });
}

/// The blocks of programs in a page.
fn blocks(page: &str) -> Vec<String> {
    let behind = page.split("\n```quasar").skip(1);
    let block = |text: &str| {
        let (_, text) = text.split_once('\n')?;
        text.split_once("```").map(|(block, _)| block.to_owned())
    };
    behind.filter_map(block).collect()
}

#[test]
fn programs_in_pages_keep_their_meaning() {
    let mut count = 0;
    for folder in ["docs", "docs/guide"] {
        for entry in std::fs::read_dir(repository().join(folder)).expect("a readable folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                let page = std::fs::read_to_string(&path).expect("a page");
                let name = path.display().to_string();
                let programs = blocks(&page).into_iter();
                count += programs
                    .filter_map(|block| assert_formats(&block, &name))
                    .count();
            }
        }
    }
    assert!(count > 60, "{count} programs");
}

#[test]
fn the_page_shows_what_becomes_of_its_example() {
    let page = std::fs::read_to_string(repository().join("docs/formatting.md")).expect("the page");
    let blocks = blocks(&page);
    assert_eq!(formatted(&blocks[0]).as_ref(), Some(&blocks[1]));
}

/// The library, the samples and the benchmarks are in the layout.
#[test]
fn what_is_shown_to_users_is_laid_out() {
    let shown = ["/samples/", "/stdlib/", "/bench/"];
    for (name, text) in sources() {
        if shown.iter().any(|folder| name.contains(folder)) {
            assert_eq!(formatted(&text).as_deref(), Some(text.as_str()), "{name}");
        }
    }
}

/// No place of a line in what is shown to users depends on where the line was: it comes back when all of them begin in the first column.
#[test]
fn lost_indentation_comes_back() {
    let shown = ["/samples/", "/stdlib/", "/bench/"];
    let mut lines = 0;
    for (name, text) in sources() {
        if shown.iter().any(|folder| name.contains(folder)) {
            let flat: String = text
                .lines()
                .map(|line| line.trim_start().to_owned() + "\n")
                .collect();
            assert_eq!(formatted(&flat).as_deref(), Some(text.as_str()), "{name}");
            lines += text.lines().count();
        }
    }
    assert!(lines > 8000, "only {lines} lines");
}

// ---------------------------------------------------------------------------------------------------------------- damaged sources

/// Pieces that a mutation puts in. Blanks and line ends, which seldom make an error, are most of them.
const PIECES: &[&str] = &[
    " ",
    "  ",
    "\t",
    "\n",
    "\n\n\n",
    "\r\n",
    "\r",
    "\u{c}",
    "\u{a0}",
    " _\n",
    "_ % a\n",
    "% a\n",
    "  % a\n",
    "# b\n",
    "\n#pragma x\n",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "'",
    "`",
    "\"",
    "\"\"",
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
    "end ",
    "else ",
    "if x ",
    "for i = 0..1 ",
    "match x with\n",
    "| 1 -> ",
    "1 -> ",
    "type a : class\n",
    "repeat ",
    "until x\n",
    "try ",
    "catch ",
    "print ",
    "print -",
    "^",
    "!",
    "-",
    "+",
    "1.",
    ".5",
    "2.*",
    "{!a}",
    "{!a for}",
    "!a for\n",
    "__=",
    "$x",
    "é",
    "x.end",
    "where x\n",
    "reduction (x) -> ",
    "x",
    "x__=1",
    "a[0]",
    " cube{4}",
    "f(",
    "`a,\n",
    "error",
    "symbolic x : int",
    "function y = f(x)\n",
    "macro [] = m()\n",
    "until ",
    "import \"a\"",
    "x:int",
    "'safe",
    "return ",
    "__kernel__",
    "with\n",
    "?",
    "&&",
    "_",
];

fn mutated(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(6) {
        let boundary = |text: &str, at: usize| {
            let mut bytes = at.min(text.len())..=text.len();
            bytes.find(|&at| text.is_char_boundary(at)).unwrap_or(0)
        };
        let at = boundary(&text, random.below(text.len() + 1));
        let piece = PIECES[random.below(PIECES.len())];
        match random.below(4) {
            0 => {
                let until = boundary(&text, at + random.below(4));
                text.replace_range(at..until, "");
            }
            1 => {
                let until = boundary(&text, at + random.below(4));
                text.replace_range(at..until, piece);
            }
            _ => text.insert_str(at, piece),
        }
    }
    text
}

/// Lines of a source, so that a mutation hits more than one in a thousand characters.
fn part(text: &str, random: &mut Random) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let from = random.below(lines.len());
    let until = (from + 1 + random.below(30)).min(lines.len());
    lines[from..until].join("\n")
}

#[test]
fn damaged_sources_keep_their_meaning() {
    on_deep_stack(|| {
        let sources = sources();
        let mut random = Random(0x5EED_0011);
        let mut done = 0;
        for round in 0..6000 {
            let (name, text) = &sources[random.below(sources.len())];
            let text = match round % 3 {
                0 if text.len() < 4000 => text.clone(),
                _ => part(text, &mut random),
            };
            let text = mutated(&text, &mut random);
            let name = format!("round {round}, {name}:\n{text}");
            done += usize::from(assert_formats(&text, &name).is_some());
        }
        assert!(done > 600, "only {done} of the sources were programs");
    });
}

#[test]
fn pieces_of_programs_keep_their_meaning() {
    on_deep_stack(|| {
        let mut random = Random(0x5EED_0012);
        for round in 0..20_000 {
            let count = random.below(12);
            let pieces = (0..count).map(|_| PIECES[random.below(PIECES.len())]);
            let text: String = pieces.collect();
            assert_formats(&text, &format!("round {round}:\n{text}"));
        }
    });
}

#[test]
fn long_texts_take_time_by_their_length() {
    on_deep_stack(|| {
        let texts = [
            format!("x = [{}1]\n", "1, ".repeat(100_000)),
            format!("x = [{}1]\n", "1,\n".repeat(100_000)),
            "x[0] = f(1,2) % a\n".repeat(50_000),
            "  % a\n".repeat(100_000),
            "match k with\n".to_owned() + &"| 1  -> x = 1\n".repeat(10_000) + "end\n",
            format!("x = 1{}\n", " + _\n1".repeat(900)),
        ];
        let begun = std::time::Instant::now();
        for text in texts {
            assert_formats(&text, &text[..20]);
        }
        let took = begun.elapsed().as_secs();
        assert!(took < 60, "{took} seconds");
    });
}
