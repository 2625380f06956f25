//! Documentation as a folder of HTML pages: one for each file, an index by category, and a search that needs no server. Markdown files
//! become chapters beside the modules.
//!
//! *Invariant:* the same modules and chapters give the same bytes; every link within the pages has its target.

pub mod chapter;
mod escape;
mod highlight;
mod page;
mod search;
mod words;

use std::collections::BTreeMap;

use super::model::{Entry, Kind, Module};
use chapter::{Chapter, Outline, Part, Target};
use escape::escape;
use page::Writer;
use words::Links;

/// What an example gave.
#[derive(Debug, Default)]
pub struct Shown {
    /// What it printed.
    pub output: String,
    /// Its pictures, as links from the pages.
    pub pictures: Vec<String>,
}

/// A file with what its examples gave, by the offset of the example in the file.
#[derive(Debug)]
pub struct Documented {
    /// The file.
    pub module: Module,
    /// The text of the file.
    pub examples: BTreeMap<u32, Shown>,
}

/// A page or another file of the result: its name and its text.
pub type File = (String, String);

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("search.js");

/// Names that pages cannot have.
const TAKEN: &[&str] = &["index"];

/// The names of the pages, without extension: those of the files, then those of the chapters, with a number where two are the same.
pub fn page_names(modules: &[&str], chapters: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let stems = modules
        .iter()
        .map(|file| super::model::stem(file).to_owned());
    let chapters = chapters.iter().map(|path| chapter::page_name(path));
    for stem in stems.chain(chapters) {
        let is_free = |name: &str| !TAKEN.contains(&name) && names.iter().all(|own| own != name);
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        let mut candidates = std::iter::once(stem.clone()).chain(numbered);
        let name = candidates.find(|name| is_free(name)).unwrap_or_default();
        names.push(name);
    }
    names
}

/// All files.
pub fn files(title: &str, modules: &[Documented], chapters: &[Chapter]) -> Vec<File> {
    let site = Site::new(title, modules, chapters);
    let links = Links::of(&site);
    let mut files = vec![
        ("style.css".to_owned(), STYLE.to_owned()),
        ("search.js".to_owned(), SCRIPT.to_owned()),
        ("entries.js".to_owned(), search::entries(&site)),
        ("index.html".to_owned(), index(&site, &links)),
    ];
    for number in 0..modules.len() {
        let text = module_page(&site, &links, number);
        files.push((format!("{}.html", site.pages[number]), text));
    }
    for number in 0..chapters.len() {
        let text = chapter_page(&site, &links, number);
        files.push((format!("{}.html", site.chapter_pages[number]), text));
    }
    files
}

/// All that there is to be shown.
struct Site<'a> {
    title: &'a str,
    modules: &'a [Documented],
    pages: Vec<String>,
    chapters: &'a [Chapter],
    outlines: Vec<Outline>,
    chapter_pages: Vec<String>,
}

/// The page that a navigation stands on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Current {
    Index,
    Module(usize),
    Chapter(usize),
}

/// The heading above files without a category, behind other headings and alone.
const OTHERS: &str = "Other modules";
const ALL: &str = "Modules";

impl<'a> Site<'a> {
    fn new(title: &'a str, modules: &'a [Documented], chapters: &'a [Chapter]) -> Self {
        let files: Vec<&str> = modules.iter().map(|one| one.module.file.as_str()).collect();
        let paths: Vec<&str> = chapters.iter().map(|one| one.path.as_str()).collect();
        let mut pages = page_names(&files, &paths);
        let chapter_pages = pages.split_off(modules.len());
        Site {
            title,
            modules,
            pages,
            chapters,
            outlines: chapters.iter().map(chapter::outline).collect(),
            chapter_pages,
        }
    }

    /// Nothing at all.
    #[cfg(test)]
    fn empty() -> Self {
        Site::new("", &[], &[])
    }

    /// Where an address of a chapter leads that is none of the web.
    fn target(&self, chapter: usize, address: &str) -> Target {
        let own = &self.chapters[chapter];
        if let Some(picture) = own.pictures.get(address) {
            return Target::Page(picture.clone());
        }
        let (path, anchor) = chapter::resolved(&own.path, address);
        let Some(number) = self.chapters.iter().position(|other| other.path == path) else {
            return Target::Missing;
        };
        let page = &self.chapter_pages[number];
        Target::Page(match self.outlines[number].has_anchor(anchor) {
            true => format!("{page}.html#{anchor}"),
            false => format!("{page}.html"),
        })
    }

    /// The chapters of a part, in order.
    fn part(&self, part: Part) -> impl Iterator<Item = usize> {
        let chapters = self.chapters.iter().enumerate();
        chapters
            .filter(move |(_, chapter)| chapter.part == part)
            .map(|(number, _)| number)
    }

    /// The numbers of the modules by category, in the order of their titles.
    fn categories(&self) -> Vec<(&str, Vec<usize>)> {
        let mut categories: BTreeMap<(bool, &str), Vec<usize>> = BTreeMap::new();
        let mut modules = self.modules.iter();
        let has_categories = modules.any(|documented| documented.module.category.is_some());
        for (number, documented) in self.modules.iter().enumerate() {
            let key = match documented.module.category.as_deref() {
                Some(category) => (false, category),
                None if has_categories => (true, OTHERS),
                None => (true, ALL),
            };
            categories.entry(key).or_default().push(number);
        }
        for numbers in categories.values_mut() {
            numbers.sort_by_key(|number| &self.modules[*number].module.title);
        }
        let named = categories.into_iter();
        named.map(|((_, name), numbers)| (name, numbers)).collect()
    }

    fn module(&self, number: usize) -> &Module {
        &self.modules[number].module
    }
}

/// The anchors of a module's entries: their names, with a number where two are the same.
fn anchors(module: &Module) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    let mut rules = 0;
    for entry in &module.entries {
        let name = match entry.kind {
            Kind::Function | Kind::Type => entry.name.clone(),
            Kind::Rule => {
                rules += 1;
                format!("rule-{rules}")
            }
        };
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        let free = candidates.find(|name| !anchors.contains(name));
        anchors.push(free.unwrap_or_default());
    }
    anchors
}

fn public(module: &Module) -> impl Iterator<Item = (&Entry, String)> {
    let all = module.entries.iter().zip(anchors(module));
    all.filter(|(entry, _)| !entry.is_internal)
}

/// The frame of every page.
fn framed(site: &Site, title: &str, current: Current, body: &str) -> String {
    let navigation = navigation(site, current);
    let (title, site_title) = (escape(title), escape(site.title));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <link rel=\"stylesheet\" href=\"style.css\">\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#content\">Skip to the text</a>\n<header>\n<a class=\"home\" href=\"index.html\">{site_title}</a>\n\
         <div class=\"search\" role=\"search\"><input id=\"query\" type=\"search\" placeholder=\"Search\" aria-label=\"Search\" \
         autocomplete=\"off\" spellcheck=\"false\"><kbd>/</kbd><div id=\"results\" role=\"listbox\" hidden></div></div>\n</header>\n\
         <div class=\"columns\">\n{navigation}<main id=\"content\">\n{body}</main>\n</div>\n\
         <script src=\"entries.js\"></script>\n<script src=\"search.js\"></script>\n</body>\n</html>\n"
    )
}

/// The headings of a category: its first word unless the category above has it too, and what follows.
fn headings<'s>(out: &mut Writer, above: &mut Option<&'s str>, category: &'s str) {
    let (first, rest) = category.split_once('/').unwrap_or((category, ""));
    if above.replace(first) != Some(first) {
        out.line(&format!("<h2>{}</h2>", escape(first)));
    }
    if !rest.is_empty() {
        out.line(&format!("<h3>{}</h3>", escape(rest).replace('/', " / ")));
    }
}

/// The column with all chapters and modules, and the entries of the current one.
fn navigation(site: &Site, current: Current) -> String {
    let mut out = Writer::default();
    let mut above = None;
    out.line("<nav aria-label=\"Pages\">\n<input type=\"checkbox\" id=\"open\"><label for=\"open\">Contents</label>\n<div>");
    for part in Part::ALL.into_iter().filter(|part| part.is_first()) {
        part_navigation(&mut out, site, part, current);
    }
    for (category, numbers) in site.categories() {
        headings(&mut out, &mut above, category);
        out.line("<ul>");
        for number in numbers {
            let entries =
                public(site.module(number)).map(|(entry, anchor)| (entry.name.clone(), anchor));
            let (title, page) = (&site.module(number).title, &site.pages[number]);
            navigation_item(
                &mut out,
                title,
                page,
                current == Current::Module(number),
                entries,
            );
        }
        out.line("</ul>");
    }
    for part in Part::ALL.into_iter().filter(|part| !part.is_first()) {
        part_navigation(&mut out, site, part, current);
    }
    out.line("</div>\n</nav>");
    out.text
}

/// The chapters of a part in the navigation.
fn part_navigation(out: &mut Writer, site: &Site, part: Part, current: Current) {
    if site.part(part).next().is_none() {
        return;
    }
    out.line(&format!(
        "<h2>{}</h2>\n<ul class=\"chapters\">",
        part.heading()
    ));
    for number in site.part(part) {
        let outline = &site.outlines[number];
        let sections = outline.headings.iter();
        let sections = sections.map(|heading| (heading.text.clone(), heading.anchor.clone()));
        let page = &site.chapter_pages[number];
        navigation_item(
            out,
            &outline.title,
            page,
            current == Current::Chapter(number),
            sections,
        );
    }
    out.line("</ul>");
}

/// A page in the navigation; with what stands on it, name and anchor, if it is the current one.
fn navigation_item(
    out: &mut Writer,
    title: &str,
    page: &str,
    is_current: bool,
    inside: impl Iterator<Item = (String, String)>,
) {
    let (title, page) = (escape(title), escape(page));
    if !is_current {
        out.line(&format!("<li><a href=\"{page}.html\">{title}</a></li>"));
        return;
    }
    out.line(&format!(
        "<li class=\"current\"><a href=\"{page}.html\" aria-current=\"page\">{title}</a>\n<ul>"
    ));
    for (name, anchor) in inside {
        let (name, anchor) = (escape(&name), escape(&anchor));
        out.line(&format!("<li><a href=\"#{anchor}\">{name}</a></li>"));
    }
    out.line("</ul></li>");
}

/// The chapters of a part on the index.
fn part_index(out: &mut Writer, site: &Site, part: Part) {
    if site.part(part).next().is_none() {
        return;
    }
    out.line(&format!(
        "<section class=\"category\">\n<h2>{}</h2>",
        part.heading()
    ));
    for number in site.part(part) {
        let outline = &site.outlines[number];
        let page = escape(&site.chapter_pages[number]);
        let title = escape(&outline.title);
        out.line(&format!(
            "<article>\n<h3><a href=\"{page}.html\">{title}</a></h3>"
        ));
        // What it tells of; of a short one the beginning.
        if outline.headings.is_empty() {
            out.line(&format!("<p>{}</p>", escape(&outline.summary)));
        } else {
            out.line("<p class=\"sections\">");
            for heading in &outline.headings {
                let (text, anchor) = (escape(&heading.text), escape(&heading.anchor));
                out.line(&format!("<a href=\"{page}.html#{anchor}\">{text}</a>"));
            }
            out.line("</p>");
        }
        out.line("</article>");
    }
    out.line("</section>");
}

fn index(site: &Site, links: &Links) -> String {
    let mut out = Writer::default();
    out.line(&format!("<h1>{}</h1>", escape(site.title)));
    let mut above = None;
    for part in Part::ALL.into_iter().filter(|part| part.is_first()) {
        part_index(&mut out, site, part);
    }
    for (category, numbers) in site.categories() {
        out.line("<section class=\"category\">");
        headings(&mut out, &mut above, category);
        for number in numbers {
            let module = site.module(number);
            let page = escape(&site.pages[number]);
            let summary = links.inline(&module.intro.summary(), number);
            let title = escape(&module.title);
            out.line(&format!(
                "<article>\n<h3><a href=\"{page}.html\">{title}</a></h3>\n<p>{summary}</p>\n<p class=\"names\">"
            ));
            for (entry, anchor) in public(module) {
                let (name, anchor) = (escape(&entry.name), escape(&anchor));
                out.line(&format!("<a href=\"{page}.html#{anchor}\">{name}</a>"));
            }
            out.line("</p>\n</article>");
        }
        out.line("</section>");
    }
    for part in Part::ALL.into_iter().filter(|part| !part.is_first()) {
        part_index(&mut out, site, part);
    }
    framed(site, site.title, Current::Index, &out.text)
}

fn module_page(site: &Site, links: &Links, number: usize) -> String {
    let documented = &site.modules[number];
    let module = &documented.module;
    let title = format!("{} – {}", module.title, site.title);
    let body = page::body(documented, links, number);
    framed(site, &title, Current::Module(number), &body)
}

fn chapter_page(site: &Site, links: &Links, number: usize) -> String {
    let outline = &site.outlines[number];
    let title = format!("{} – {}", outline.title, site.title);
    let target = |address: &str| site.target(number, address);
    let body = chapter::body(&site.chapters[number], outline, links, &target);
    let body = format!("<article class=\"chapter\">\n{body}</article>\n");
    framed(site, &title, Current::Chapter(number), &body)
}
