//! `qc doc` and the guide: pages whose links, search and pictures work, and whose examples do what they say.
//!
//! *Invariant:* without Chromium the test in a browser is skipped, never passed; `QC_CHROMIUM` names another one.

use quasar_tests::engines;
use quasar_tests::guide;
use quasar_tests::outcome::{self, Check, SKIP, Test, in_folder};
use quasar_tests::process;
use quasar_tests::repository;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let mut tests = vec![
        test("pages of the library", library_pages),
        test("pages of two files", own_pages),
        test("chapters beside sources", own_chapters),
        test("the same pages again", same_pages),
        test("an example that fails", failing_example),
        test("search in a browser", search_in_browser),
        test("links of the documents", document_links),
        test("files that the documents name", named_files),
        test("decisions have a date and a reason", decisions),
    ];
    let mut pages = repository::files("docs/guide", "md");
    pages.extend(MORE_PAGES.map(|page| repository::root().join(page)));
    for path in pages {
        let name = repository::relative(&path);
        tests.push(Test::new(name.clone(), move || {
            in_folder(&name, |folder| chapter(&path, folder))
        }));
    }
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("documentation", &results));
}

fn test(name: &'static str, check: fn(&Path) -> Check) -> Test<'static> {
    Test::new(name, move || in_folder(name, check))
}

/// A file with all that comments can have, and one without any.
const SHAPES: &str = "% Module: shapes\n% Shapes, and what `area` says of them. See <disk_of>.\n{!doc category=\"Geometry/Plane\"}\n\
    {!author name=\"A. <Person>\"}\n\n% Function: area\n% The number of pixels that are not 0.\n%\n% - one\n% - two\n%\n\
    % Parameters:\n% x - the image, as disk_of makes it\n%\n% Returns:\n% n - how many\n% > area([1,0,1]) == 2\n% > area([1]) > 0\n\
    function n : int = area(x : mat)\n    n = int(sum(x != 0))\nend\n\n% Function: disk_of\n% A disk.\n%\n% Parameters:\n% r - radius\n\
    % | d = disk_of(9)\n% | imshow(d, [0,1])\n% | print size(d)\nfunction x = disk_of(r : int = 3)\n    x = zeros(2*r+1, 2*r+1)\n\
    for m = 0..2*r\n        for n = 0..2*r\n            x[m,n] = within(m-r, n-r, r)\n        end\n    end\nend\n\n\
    % Whether a point lies within.\nfunction y = __device__ within(m : int, n : int, r : int)\n    y = m^2 + n^2 <= r^2 ? 1.0 : 0.0\nend\n";
const INDEX: &str = "function y = twice(x)\n    y = 2*x\nend\nprint \"imported\"\n";

/// Makes the pages of the two files below `pages`.
fn make_own(folder: &Path) -> Result<PathBuf, String> {
    fs::write(folder.join("shapes.q"), SHAPES).map_err(|error| error.to_string())?;
    fs::write(folder.join("index.q"), INDEX).map_err(|error| error.to_string())?;
    make(folder, &["shapes.q", "index.q"], "pages")
}

fn make(folder: &Path, sources: &[&str], pages: &str) -> Result<PathBuf, String> {
    let mut command = engines::qc_command();
    command
        .current_dir(folder)
        .args(["doc", "--format=html", "-o", pages])
        .args(sources);
    let finished = process::run_within(&mut command, process::LIMIT * 5);
    match finished.exited(0) && finished.stderr.is_empty() {
        true => Ok(folder.join(pages)),
        false => Err(finished.describe()),
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Every page has its text.
fn all_there(wanted: &[(&String, &str)]) -> Check {
    let missing = wanted.iter().find(|(page, text)| !page.contains(text));
    match missing {
        None => Ok(()),
        Some((page, text)) => Err(format!("no {text:?} in\n{page}")),
    }
}

fn own_pages(folder: &Path) -> Check {
    let pages = make_own(folder)?;
    let shapes = read(&pages.join("shapes.html"))?;
    let index = read(&pages.join("index.html"))?;
    let wanted = [
        (&shapes, "<h1>shapes</h1>"),
        (&shapes, "A. &lt;Person&gt;"),
        (
            &shapes,
            "<pre class=\"header\"><code><span class=\"k\">function</span> n : int = area(x : mat)</code></pre>",
        ),
        // Links: by backticks, by angles, by a name that is no word.
        (
            &shapes,
            "<code><a href=\"shapes.html#area\">area</a></code>",
        ),
        (&shapes, "See <a href=\"shapes.html#disk_of\">disk_of</a>."),
        (
            &shapes,
            "as <a href=\"shapes.html#disk_of\">disk_of</a> makes it",
        ),
        (&shapes, "<li>one</li>\n<li>two</li>"),
        (&shapes, "Default: <code><span class=\"n\">3</span></code>"),
        (&shapes, "<td>how many</td>"),
        // What the examples gave.
        (&shapes, "<pre class=\"output\"><samp>2</samp></pre>"),
        (&shapes, "<pre class=\"output\"><samp>[19,19]</samp></pre>"),
        (&shapes, "class=\"holds\""),
        (&shapes, "<img src=\"pictures/shapes-1.png\""),
        (&shapes, "<summary>What serves these functions</summary>"),
        (&index, "<h2>Geometry</h2>\n<h3>Plane</h3>"),
        (&index, "<h2>Other modules</h2>"),
        (&index, "<a href=\"index-2.html#twice\">twice</a>"),
    ];
    all_there(&wanted)?;
    if index.contains(">within<") {
        return Err("the index has a function that serves others only".to_owned());
    }
    let picture = fs::read(pages.join("pictures/shapes-1.png")).map_err(|e| e.to_string())?;
    if !picture.starts_with(b"\x89PNG") {
        return Err("the picture is no PNG".to_owned());
    }
    whole(&pages)
}

/// Markdown files of a folder are pages: with its pictures, links among them, and names of functions as links.
fn own_chapters(folder: &Path) -> Check {
    let sources = folder.join("sources");
    let files: [(&str, &[u8]); 6] = [
        ("shapes.q", SHAPES.as_bytes()),
        (
            "README.md",
            b"# Shapes & sizes\n\nStart [here](more/use.md#a-disk). `area` counts.\n\n![A dot](dot.png) ![None](none.png)\n",
        ),
        (
            "more/use.md",
            b"Uses\n====\n\n## A disk\n\n```quasar\nd = disk_of(3)\n```\n\n| a | b |\n|---|---|\n| 1 | <2> |\n\n\
              See [the start](../README.md), [nothing](gone.md), [this](javascript:alert(1)).\n\n## Results\n\n<script>alert(1)</script>\n",
        ),
        ("more/shapes.md", b"no heading\n"),
        ("dot.png", b"\x89PNG dot"),
        ("notes.txt", b"not a chapter"),
    ];
    for (name, bytes) in files {
        let path = sources.join(name);
        let made = fs::create_dir_all(path.parent().expect("it has a folder"));
        made.and_then(|()| fs::write(&path, bytes))
            .map_err(|error| error.to_string())?;
    }
    let pages = make(folder, &["sources"], "pages")?;
    let (start, using) = (
        read(&pages.join("readme.html"))?,
        read(&pages.join("use.html"))?,
    );
    let index = read(&pages.join("index.html"))?;
    let wanted = [
        (&start, "<h1 id=\"shapes--sizes\">Shapes &amp; sizes</h1>"),
        (&start, "Start <a href=\"use.html#a-disk\">here</a>."),
        (
            &start,
            "<code><a href=\"shapes.html#area\">area</a></code> counts",
        ),
        (
            &start,
            "<img src=\"pictures/chapter-1.png\" alt=\"A dot\" /> None",
        ),
        (&using, "d = disk_of(<span class=\"n\">3</span>)"),
        (&using, "<td>&lt;2&gt;</td>"),
        (
            &using,
            "See <a href=\"readme.html\">the start</a>, nothing, this.",
        ),
        (&using, "<h2 id=\"results-1\">Results</h2>"),
        (&using, "&lt;script&gt;alert(1)&lt;/script&gt;"),
        (&index, "<h2>Documents</h2>"),
        (&index, "<a href=\"use.html\">Uses</a>"),
        // A module has the name already.
        (&index, "<a href=\"shapes-2.html\">shapes</a>"),
    ];
    all_there(&wanted)?;
    let picture = fs::read(pages.join("pictures/chapter-1.png")).map_err(|e| e.to_string())?;
    let script = read(&pages.join("entries.js"))?;
    if picture != b"\x89PNG dot" || !script.contains("[\"A disk\",\"section\",\"use.html#a-disk\"")
    {
        return Err(format!("the picture or the search is not right: {script}"));
    }
    whole(&pages)
}

/// The documents for those who work on qc, which its manual leaves out beside the decisions: the list that the manual itself is tested with.
fn for_developers() -> Result<BTreeSet<String>, String> {
    let text = read(&repository::root().join("compiler/src/driver/chapters.rs"))?;
    let list = text
        .split_once("LEFT_OUT: &[&str] = &[")
        .and_then(|(_, list)| list.split_once("];"))
        .ok_or("the manual has no list of what it leaves out")?;
    let names = list.0.split('"').skip(1).step_by(2);
    Ok(names.map(|name| format!("docs/{name}")).collect())
}

fn library_pages(folder: &Path) -> Check {
    let pages = make(folder, &[], "library")?;
    let sources = repository::files("stdlib", "q").len();
    let documents = repository::files("docs", "md");
    let left_out = for_developers()?;
    let is_chapter = |path: &&PathBuf| {
        let name = repository::relative(path);
        !name.starts_with("docs/decisions/") && !left_out.contains(&name)
    };
    let chapters = documents.iter().filter(is_chapter).count();
    let made = links_of_folder(&pages)?.len();
    if made != sources + chapters + 1 {
        return Err(format!(
            "{made} pages of {sources} files, {chapters} documents and an index"
        ));
    }
    let index = read(&pages.join("index.html"))?;
    if index.contains("Other modules") {
        return Err("a file of the library has no category".to_owned());
    }
    whole(&pages)
}

fn same_pages(folder: &Path) -> Check {
    let first = make_own(folder)?;
    let second = make(folder, &["shapes.q", "index.q"], "again")?;
    let (first, second) = (contents(&first)?, contents(&second)?);
    if first.len() < 7 {
        return Err(format!("only {:?}", first.keys()));
    }
    match first == second {
        true => Ok(()),
        false => Err("two runs make different files".to_owned()),
    }
}

fn contents(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut found = BTreeMap::new();
    for place in [folder.to_path_buf(), folder.join("pictures")] {
        for entry in fs::read_dir(&place)
            .map_err(|error| error.to_string())?
            .flatten()
        {
            if entry.path().is_file() {
                let bytes = fs::read(entry.path()).map_err(|error| error.to_string())?;
                found.insert(entry.file_name().to_string_lossy().into_owned(), bytes);
            }
        }
    }
    Ok(found)
}

/// An example that does not hold is an error with its line, and nothing is written.
fn failing_example(folder: &Path) -> Check {
    let source = "% Function: f\n% > f(1) == 1\n% > f(1) == 3\nfunction y = f(x)\n    y = x\nend\n";
    fs::write(folder.join("a.q"), source).map_err(|error| error.to_string())?;
    let mut command = engines::qc_command();
    command
        .current_dir(folder)
        .args(["doc", "--format=html", "a.q", "-o", "pages"]);
    let finished = process::run(&mut command);
    let told = finished.stderr.contains("a.q:3: the example fails")
        && finished.stderr.contains("the condition does not hold")
        && !finished.stderr.contains("a.q:2");
    match finished.exited(1) && told && !folder.join("pages").exists() {
        true => Ok(()),
        false => Err(finished.describe()),
    }
}

/// The values of an attribute in a page.
fn values<'p>(page: &'p str, attribute: &str) -> Vec<&'p str> {
    let start = format!(" {attribute}=\"");
    let parts = page.split(start.as_str()).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

/// The pages of a folder with their anchors and what they refer to.
type Pages = BTreeMap<String, (BTreeSet<String>, Vec<String>)>;

fn links_of_folder(folder: &Path) -> Result<Pages, String> {
    let mut pages = Pages::new();
    for entry in fs::read_dir(folder)
        .map_err(|error| error.to_string())?
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".html") {
            continue;
        }
        let text = read(&entry.path())?;
        let ids = values(&text, "id").into_iter().map(String::from).collect();
        let references = [values(&text, "href"), values(&text, "src")].concat();
        let references = references.into_iter().map(String::from).collect();
        pages.insert(name, (ids, references));
    }
    Ok(pages)
}

/// Every reference of every page, and of the search, has its target; every id is there once.
fn whole(folder: &Path) -> Check {
    let pages = links_of_folder(folder)?;
    let mut broken = Vec::new();
    for (page, (_, references)) in &pages {
        for reference in references {
            if !leads_somewhere(folder, &pages, page, reference) {
                broken.push(format!("{page}: {reference}"));
            }
        }
        let text = read(&folder.join(page))?;
        let ids = values(&text, "id");
        let once: BTreeSet<&str> = ids.iter().copied().collect();
        if once.len() != ids.len() {
            broken.push(format!("{page}: an id is there twice"));
        }
    }
    let script = read(&folder.join("entries.js"))?;
    let rows = script.lines().filter(|line| line.starts_with('['));
    let addresses: Vec<&str> = rows.filter_map(|row| row.split("\",\"").nth(2)).collect();
    if addresses.len() < pages.len() - 1 {
        broken.push("the search does not know every page".to_owned());
    }
    for address in addresses {
        if !leads_somewhere(folder, &pages, "index.html", address) {
            broken.push(format!("entries.js: {address}"));
        }
    }
    all_found(&broken)
}

fn leads_somewhere(folder: &Path, pages: &Pages, page: &str, reference: &str) -> bool {
    if reference.starts_with("https://") {
        return true;
    }
    let (file, anchor) = reference.split_once('#').unwrap_or((reference, ""));
    let file = if file.is_empty() { page } else { file };
    match pages.get(file) {
        Some((ids, _)) => anchor.is_empty() || ids.contains(anchor),
        None => anchor.is_empty() && folder.join(file).is_file(),
    }
}

/// The browser, if there is one.
fn chromium() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("QC_CHROMIUM") {
        return Some(named.into());
    }
    let paths = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&paths).collect();
    let places = ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.into_iter().find(|path| path.is_file())
}

/// Opens the index from the disk with a query and reads what the search made of it.
fn search_in_browser(folder: &Path) -> Check {
    let Some(browser) = chromium() else {
        return Err(format!("{SKIP}there is no Chromium here"));
    };
    let pages = make_own(folder)?;
    let results = |query: &str| {
        let address = format!("file://{}/index.html?q={query}", pages.display());
        let mut command = Command::new(&browser);
        command
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
            .arg(format!(
                "--user-data-dir={}",
                folder.join("profile").display()
            ))
            .arg(address);
        let finished = process::run(&mut command);
        let list = finished.stdout.split("id=\"results\"").nth(1);
        list.and_then(|list| list.split("</header>").next())
            .map(String::from)
            .ok_or_else(|| finished.describe())
    };
    let by_name = results("dsk")?;
    let by_text = results("pixels%20number")?;
    let nothing = results("zzz")?;
    let first = values(&by_name, "href").first().copied();
    if first != Some("shapes.html#disk_of") {
        return Err(format!("the letters of a name do not find it: {by_name}"));
    }
    if values(&by_text, "href") != ["shapes.html#area"] {
        return Err(format!("words of the text do not find it: {by_text}"));
    }
    match nothing.contains("Nothing found") && values(&nothing, "href").is_empty() {
        true => Ok(()),
        false => Err(nothing),
    }
}

/// Photographs that the guide's programs may read.
const PHOTOGRAPHS: &[&str] = &["astronaut_noisy.png", "camera.png", "rocket.png"];

/// Pages beside the guide whose blocks are run.
const MORE_PAGES: [&str; 3] = [
    "docs/documentation.md",
    "docs/life-of-a-loop.md",
    "docs/life-of-a-launch.md",
];

fn chapter(path: &Path, folder: &Path) -> Check {
    let page = read(path)?;
    if guide::needs_gpu(&page) && engines::nvrtc_folder().is_none() {
        return Err(format!("{SKIP}QC_TEST_NVRTC names no NVRTC"));
    }
    if guide::needs_python(&page) && !guide::has_python(&page, folder) {
        return Err(format!(
            "{SKIP}needs Python with numpy, and what else the page uses: IPython, scipy, pillow, dask, distributed"
        ));
    }
    if page.contains("\n$ gdb ") && !guide::has_gdb() {
        return Err(format!("{SKIP}gdb with Python is not here"));
    }
    for name in PHOTOGRAPHS {
        let from = repository::root().join("samples/images").join(name);
        fs::copy(from, folder.join(name)).map_err(|error| error.to_string())?;
    }
    let wrong = guide::run(&page, folder)?;
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n\n")),
    }
}

/// Links between Markdown files lead to files and headings that are there.
fn document_links(_: &Path) -> Check {
    let mut pages = repository::files("docs", "md");
    pages.extend(AT_THE_ROOT.map(|page| repository::root().join(page)));
    let mut broken = Vec::new();
    for page in &pages {
        let text = prose(&read(page)?);
        let parent = page.parent().unwrap_or(repository::root());
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            if link.starts_with("https://") || link.starts_with("http://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => parent.join(file),
            };
            let lines = anchor
                .strip_prefix('L')
                .and_then(|n| n.parse::<usize>().ok());
            let is_there = match (anchor, lines) {
                ("", _) => target.exists(),
                (_, Some(line)) => read(&target)?.lines().count() >= line,
                (anchor, None) => read(&target)?
                    .lines()
                    .any(|line| line.starts_with('#') && slug(line) == anchor),
            };
            if !is_there {
                broken.push(format!("{}: {link}", repository::relative(page)));
            }
        }
    }
    all_found(&broken)
}

/// Pages at the root.
const AT_THE_ROOT: [&str; 3] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/// The pages for those who work on qc name files from the root or from one of these folders.
const ROOTS: [&str; 5] = [
    "",
    "compiler",
    "compiler/src",
    "compiler/front/src",
    "compiler/middle/src",
];

/// Files and folders that the pages for those who work on qc name are there.
fn named_files(_: &Path) -> Check {
    let mut pages = repository::files("docs/decisions", "md");
    pages.extend(
        [
            "ARCHITECTURE.md",
            "CONTRIBUTING.md",
            "docs/life-of-a-loop.md",
            "docs/life-of-a-launch.md",
        ]
        .map(|page| repository::root().join(page)),
    );
    let mut missing = Vec::new();
    for page in &pages {
        let text = read(page)?;
        let named = code(&text);
        let gone = named.filter(|name| is_path(name) && !is_there(name));
        missing.extend(gone.map(|name| format!("{}: {name}", repository::relative(page))));
    }
    all_found(&missing)
}

/// What stands between backticks outside of blocks.
fn code(page: &str) -> impl Iterator<Item = &str> {
    let outside = page.split("```").step_by(2);
    outside.flat_map(|text| text.split('`').skip(1).step_by(2))
}

/// Names of folders and of files, from a folder on.
fn is_path(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "/_.-".contains(c);
    let (folder, rest) = name.split_once('/').unwrap_or_default();
    let is_name = |c: char| c.is_ascii_lowercase() || "_-".contains(c);
    !rest.is_empty() && name.chars().all(is_part) && folder.chars().all(is_name)
}

fn is_there(name: &str) -> bool {
    let root = repository::root();
    ROOTS
        .iter()
        .any(|folder| root.join(folder).join(name).exists())
}

/// Each decision has its date and its reason, and each page of decisions is in the index.
fn decisions(_: &Path) -> Check {
    let folder = repository::root().join("docs/decisions");
    let index = read(&folder.join("README.md"))?;
    let mut wrong = Vec::new();
    for path in repository::files("docs/decisions", "md") {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name == "README.md" {
            continue;
        }
        if !index.contains(&format!("| [{name}]({name}) |")) {
            wrong.push(format!("{name} is not in the index"));
        }
        wrong.extend(flaws(&name, &read(&path)?));
    }
    let found = flaws("sample.md", SAMPLE_OF_DECISIONS);
    if found.len() != 3 {
        wrong.push(format!("of the sample with three flaws: {found:?}"));
    }
    all_found(&wrong)
}

/// Decisions without a date, a reason, an alternative; and two that lack nothing.
const SAMPLE_OF_DECISIONS: &str = "# Samples

## One

Said on a day.

*Reason:* none.

*Not chosen:* another.

## Two

Decided 2026-11-26.

*Not chosen:* another.

## Three

Decided 2026-11-26.

*Reason:* none.

## Four

Decided 2026-11-24.

*Reason:* none.

## Five

Decided 2026-11-25.

*Reason:* none.

*Not chosen:* another.
";

/// What the decisions of a page lack.
fn flaws(name: &str, page: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for decision in page.split("\n## ").skip(1) {
        let (title, body) = decision.split_once('\n').unwrap_or((decision, ""));
        if !is_dated(body.trim_start()) || !body.contains("\n*Reason:* ") {
            wrong.push(format!("{name}, {title}: no date, or no reason"));
        }
        if is_recent(body) && !body.contains("\n*Not chosen:* ") {
            wrong.push(format!("{name}, {title}: no alternative that lost"));
        }
    }
    wrong
}

/// From this day on a decision names the alternative that lost; of older ones none may be on record.
const ALTERNATIVES_SINCE: &str = "2026-11-25";

/// Whether a decision was made, or made anew, when alternatives were written down; dates are written so that their order is that of the texts.
fn is_recent(body: &str) -> bool {
    let date = body.trim_start().strip_prefix("Decided ");
    date.and_then(|rest| rest.get(..10))
        .is_some_and(|date| date >= ALTERNATIVES_SINCE)
}

/// Whether a text begins with `Decided` and a date.
fn is_dated(body: &str) -> bool {
    let date = body
        .strip_prefix("Decided ")
        .and_then(|rest| rest.get(..10));
    date.is_some_and(|date| {
        let mut parts = date
            .split('-')
            .map(|part| (part.len(), part.parse::<u32>()));
        let mut next = |length| {
            parts
                .next()
                .is_some_and(|(n, part)| n == length && part.is_ok())
        };
        next(4) && next(2) && next(2)
    })
}

/// Nothing is wrong.
fn all_found(wrong: &[String]) -> Check {
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n")),
    }
}

/// A page without code, which may look like a link.
fn prose(page: &str) -> String {
    let blocks = page.split("```").step_by(2);
    let lines: String = blocks.collect();
    lines.split('`').step_by(2).collect()
}

/// The anchor of a heading.
fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
