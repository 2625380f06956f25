//! Random edits of real programs: the server's text is the client's, nothing panics, and what is known at the end is what a new server finds.
//!
//! `QC_LSP_EDITS` makes more edits, `QC_LSP_SEED` other ones; `QC_LSP_KEEP` names a file for the text that is looked at, where a look does not end.
//!
//! *Invariant:* the client's text is edited by code of its own, which shares nothing with the server's.

mod shared;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lsp_types::{Position, Range};
use qc_front::base::stack::on_deep_stack;
use qc_lsp::answers::{
    completion, folding, hints, hover, layout, navigation, renaming, signatures, symbols, tokens,
};
use qc_lsp::text::Encoding;
use qc_lsp::workspace::Workspace;
use shared::{Memory, uri};
use std::sync::Arc;

/// So many edits in all.
const EDITS: u64 = 100_000;
/// In an ordinary run edits end after so long.
const LONGEST: Duration = Duration::from_secs(20);
/// Longer programs are left out: a look at one takes its time.
const LONGEST_PROGRAM: usize = 8_000;
/// The program is looked at behind so many edits on average.
const BETWEEN_LOOKS: u64 = 60;

/// Numbers that follow from a seed (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok();
    given
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

/// The programs that are edited.
fn samples() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = [
        "samples",
        "bench/quasar",
        "stdlib",
        "tests/programs",
        "tests/diagnostics",
    ];
    let mut paths: Vec<PathBuf> = Vec::new();
    folders
        .iter()
        .for_each(|folder| gather(&root.join(folder), &mut paths));
    paths.sort();
    let texts = paths
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok());
    let mut texts: Vec<String> = texts.filter(|text| text.len() < LONGEST_PROGRAM).collect();
    texts.push("é = \"😀😀\"\r\n% ä😀\rx = 1\n\r\n\tif x\r\nend".to_owned());
    texts
}

/// The sources in a folder and the folders in it.
fn gather(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, found);
        } else if path.extension().is_some_and(|it| it == "q") {
            found.push(path);
        }
    }
}

/// Pieces that are put into texts.
const PIECES: &[&str] = &[
    "end",
    "\n",
    "\r\n",
    "\r",
    "(",
    ")",
    "[",
    "]",
    "{!",
    "}",
    "\"",
    "%",
    "function y = f(x)\n",
    "if x\n",
    "for k = 0..9\n",
    "x",
    ".",
    ".y",
    " = ",
    "+=",
    "'",
    "é",
    "😀",
    " : mat",
    "_\n",
    "type t : class\n",
    "print x, y\n",
    "match x with\n|",
    "->",
    "0..",
    "1e9",
    "parallel_do(",
    "import \"a.q\"\n",
    "eval(\"x\")",
    "reduction (x) -> ",
    "$",
    "@",
    "\u{feff}",
    "\0",
    "\u{2028}",
    "try\n",
];

/// The client: a text with lines of its own, counted anew at every edit.
struct Client(Vec<u16>);

impl Client {
    fn new(text: &str) -> Client {
        Client(text.encode_utf16().collect())
    }

    fn text(&self) -> String {
        String::from_utf16(&self.0).expect("characters stay whole")
    }

    /// The line and the unit in it of a unit of the text.
    fn position(&self, at: usize) -> Position {
        let is = |unit: usize, c: char| self.0.get(unit) == Some(&(c as u16));
        let (mut line, mut start) = (0, 0);
        for unit in 0..at {
            let ends = is(unit, '\n') || (is(unit, '\r') && !is(unit + 1, '\n'));
            if ends {
                line += 1;
                start = unit + 1;
            }
        }
        Position::new(line, (at - start) as u32)
    }

    /// A place between characters, and not between the two of a line end.
    fn place(&self, random: &mut Random) -> usize {
        let mut at = random.below(self.0.len() + 1);
        let is_low = |unit: Option<&u16>| unit.is_some_and(|unit| (0xdc00..0xe000).contains(unit));
        while is_low(self.0.get(at)) || self.is_within_line_end(at) {
            at -= 1;
        }
        at
    }

    fn is_within_line_end(&self, at: usize) -> bool {
        at > 0 && self.0[at - 1] == '\r' as u16 && self.0.get(at) == Some(&('\n' as u16))
    }

    /// An edit of a few characters, as a range and the text for it.
    fn edit(&mut self, random: &mut Random) -> (Option<Range>, String) {
        let from = self.place(random);
        let mut to = (from + random.below(12).saturating_sub(6)).min(self.0.len());
        let is_low = |unit: Option<&u16>| unit.is_some_and(|unit| (0xdc00..0xe000).contains(unit));
        while is_low(self.0.get(to)) || self.is_within_line_end(to) {
            to -= 1;
        }
        let to = to.max(from);
        let range = Range::new(self.position(from), self.position(to));
        let text = match random.below(4) {
            0 => String::new(),
            1 => self.piece(random),
            _ => PIECES[random.below(PIECES.len())].to_owned(),
        };
        self.0.splice(from..to, text.encode_utf16());
        (Some(range), text)
    }

    /// A part of the text itself.
    fn piece(&self, random: &mut Random) -> String {
        let from = self.place(random);
        let to = (from + random.below(30)).min(self.0.len());
        String::from_utf16_lossy(&self.0[from..to]).replace('\u{fffd}', "")
    }
}

/// Asks everything at a place.
fn ask(workspace: &Workspace, offset: u32) {
    let address = uri("a.q");
    let view = workspace.view(&address).expect("it is open");
    let views = workspace.views_with(&view, offset);
    let whole = Range::new(Position::new(0, 0), Position::new(u32::MAX, 0));
    hover::at(&view, offset);
    completion::at(&view, offset, &|_| vec!["b.q".to_owned()]);
    signatures::at(&view, offset);
    navigation::definition(&view, offset);
    navigation::highlights(&view, offset);
    navigation::references(&view, &views, offset, true);
    let _ = renaming::prepared(&view, offset);
    let _ = renaming::edits(&view, &views, offset, "other_name");
    hints::within(&view, whole);
    tokens::of(&view);
    symbols::of(&view.document);
    folding::of(&view.document);
    let _ = layout::edits(&view.document);
}

fn workspace(text: &str) -> Workspace {
    let mut workspace = Workspace::new(Arc::new(Memory(Vec::new())), Encoding::Utf16);
    workspace.open(&uri("a.q"), Some(0), text);
    workspace
}

/// Keeps the text that is looked at next, for the case that the look does not end.
fn keep(client: &Client) {
    if let Some(file) = std::env::var_os("QC_LSP_KEEP") {
        fs::write(file, client.text()).expect("the file can be written");
    }
}

/// Edits one program; how many edits it made.
fn edit(text: &str, seed: u64, edits: u64) -> u64 {
    let mut random = Random(seed);
    let mut client = Client::new(text);
    let mut server = workspace(text);
    for number in 0..edits {
        let edit = client.edit(&mut random);
        assert!(server.change(&uri("a.q"), None, std::slice::from_ref(&edit)));
        if number % 16 == 0 || number + 1 == edits {
            let document = server.document(&uri("a.q")).expect("it is open");
            assert_eq!(
                document.text().whole(),
                client.text(),
                "seed {seed}, edit {edit:?}"
            );
        }
        if random.next().is_multiple_of(BETWEEN_LOOKS) {
            keep(&client);
            let at = client.place(&mut random);
            let document = server.document(&uri("a.q")).expect("it is open");
            ask(&server, document.offset(client.position(at)));
            server.diagnostics();
        }
    }
    let text = client.text();
    server.diagnostics();
    let mut anew = workspace(&text);
    let expected: Vec<_> = anew.diagnostics();
    server.close(&uri("a.q"));
    server.diagnostics();
    server.open(&uri("a.q"), Some(0), &text);
    assert_eq!(server.diagnostics(), expected, "seed {seed}\n{text}");
    edits
}

#[test]
fn random_edits_keep_the_text_and_end_as_a_new_server() {
    let wanted = number("QC_LSP_EDITS", EDITS);
    let seed = number("QC_LSP_SEED", 1);
    let is_limited = std::env::var_os("QC_LSP_EDITS").is_none();
    let samples = samples();
    assert!(
        samples.len() > 1_000,
        "the programs are not where this test looks for them"
    );
    let done = on_deep_stack(|| {
        let begun = Instant::now();
        let mut done = 0;
        let mut round = 0;
        while done < wanted && !(is_limited && begun.elapsed() > LONGEST) {
            // Another part of the programs with each seed.
            let text = &samples[(seed as usize * 251 + round * 7) % samples.len()];
            done += edit(text, seed.wrapping_add(round as u64), 400);
            round += 1;
        }
        println!("{done} edits of {round} programs in {:?}", begun.elapsed());
        done
    });
    assert!(done >= 2_000, "{done} edits only");
}
