//! The page of a Markdown file: CommonMark with tables, as <https://spec.commonmark.org> and GitHub describe them.
//!
//! *Invariant:* HTML in the text is shown, not passed on; a link leads to a page or picture that is there, or to the web, or is plain text.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};

use super::escape::escape;
use super::highlight::highlighted;
use super::words::Links;

/// A Markdown file that becomes a page.
#[derive(Debug, Clone)]
pub struct Chapter {
    /// Its path among the chapters, with `/`.
    pub path: String,
    /// Where it stands.
    pub part: Part,
    /// Its text.
    pub text: String,
    /// Its pictures: as it names them, and their addresses on the pages.
    pub pictures: BTreeMap<String, String>,
}

/// Where a chapter stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Before the modules: what is read from its beginning.
    Guide,
    /// Before the modules: what lies beside them in a folder.
    Documents,
    /// Behind the modules: where things are looked up.
    Reference,
}

impl Part {
    /// All, in their order.
    pub const ALL: [Part; 3] = [Part::Guide, Part::Documents, Part::Reference];

    /// Its heading.
    pub fn heading(self) -> &'static str {
        match self {
            Part::Guide => "Guide",
            Part::Documents => "Documents",
            Part::Reference => "Reference",
        }
    }

    /// Whether it stands before the modules.
    pub fn is_first(self) -> bool {
        match self {
            Part::Guide | Part::Documents => true,
            Part::Reference => false,
        }
    }
}

/// A heading with its anchor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// What it says.
    pub text: String,
    /// The anchor, as GitHub makes it.
    pub anchor: String,
}

/// What a chapter is called, what it is about and its headings but the first.
#[derive(Debug, Clone)]
pub struct Outline {
    /// The first heading, or the file's name.
    pub title: String,
    /// The first sentence behind it.
    pub summary: String,
    /// The other headings, in order.
    pub headings: Vec<Heading>,
    /// The anchors of all headings.
    anchors: Vec<String>,
}

impl Outline {
    /// Whether the page has this anchor.
    pub fn has_anchor(&self, anchor: &str) -> bool {
        self.anchors.iter().any(|own| own == anchor)
    }
}

/// Where a link of a chapter leads.
pub enum Target {
    /// To an address of the pages.
    Page(String),
    /// Nowhere on these pages.
    Missing,
}

/// Anchors that every page has already.
const TAKEN: &[&str] = &["content", "query", "results", "open"];

fn events(text: &str) -> Vec<Event<'_>> {
    Parser::new_ext(text, Options::ENABLE_TABLES).collect()
}

/// Reads the outline of a chapter.
pub fn outline(chapter: &Chapter) -> Outline {
    let events = events(&chapter.text);
    let mut anchors: BTreeSet<String> = TAKEN.iter().map(|name| (*name).to_owned()).collect();
    let mut headings = Vec::new();
    let mut summary = None;
    let mut at = 0;
    while let Some(event) = events.get(at) {
        at += 1;
        match event {
            Event::Start(Tag::Heading { .. }) => {
                let text = plain_text(&events[at..]);
                let slug = slug(&text);
                let numbered = (1..).map(|number| format!("{slug}-{number}"));
                let mut candidates = std::iter::once(slug.clone()).chain(numbered);
                let free = candidates.find(|anchor| !anchors.contains(anchor));
                let anchor = free.unwrap_or_default();
                anchors.insert(anchor.clone());
                headings.push(Heading { text, anchor });
            }
            Event::Start(Tag::Paragraph) if summary.is_none() => {
                summary = Some(first_sentence(&plain_text(&events[at..])));
            }
            _ => {}
        }
    }
    let stem = page_name(&chapter.path);
    let anchors = headings.iter().map(|one| one.anchor.clone()).collect();
    let mut headings = headings.into_iter();
    let title = headings.next().map_or(stem, |heading| heading.text);
    Outline {
        title,
        summary: summary.unwrap_or_default(),
        headings: headings.collect(),
        anchors,
    }
}

/// What the page of a chapter is called, without extension: as its file, or as the folder of a README.
pub fn page_name(path: &str) -> String {
    let path = path.strip_suffix(".md").unwrap_or(path);
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    match (name, folder) {
        ("README", "") => "readme".to_owned(),
        ("README", folder) => folder.rsplit('/').next().unwrap_or(folder).to_owned(),
        (name, _) => name.to_owned(),
    }
}

/// The text of an element whose start was just before.
fn plain_text(events: &[Event]) -> String {
    let mut text = String::new();
    let mut depth = 0;
    for event in events {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) if depth == 0 => break,
            Event::End(_) => depth -= 1,
            Event::Text(piece) | Event::Code(piece) => text.push_str(piece),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    text
}

/// Up to the first point behind a word; one behind a number may be part of it.
fn first_sentence(text: &str) -> String {
    let ends = |at: &usize| !text[..*at].ends_with(|c: char| c.is_ascii_digit());
    let mut points = text.match_indices(". ").map(|(at, _)| at);
    let end = points.find(ends).map_or(text.len(), |at| at + 1);
    text[..end].to_owned()
}

/// The anchor of a heading: lower case, without punctuation, blanks as dashes.
fn slug(text: &str) -> String {
    let kept = text.chars().filter_map(|c| match c {
        ' ' | '-' => Some('-'),
        c if c.is_alphanumeric() || c == '_' => Some(c),
        _ => None,
    });
    kept.flat_map(char::to_lowercase).collect()
}

/// The pictures beside the chapter that it shows, as it names them.
pub fn pictures(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for event in events(text) {
        if let Event::Start(Tag::Image { dest_url, .. }) = event
            && !is_web(&dest_url)
        {
            found.push(dest_url.into_string());
        }
    }
    found
}

/// Whether an address is one of the web.
pub fn is_web(address: &str) -> bool {
    ["https://", "http://", "mailto:"]
        .iter()
        .any(|start| address.starts_with(start))
}

/// What stands on the page; `target` tells where an address that is not one of the web leads.
pub fn body(
    chapter: &Chapter,
    outline: &Outline,
    links: &Links,
    target: &dyn Fn(&str) -> Target,
) -> String {
    let mut anchors = outline.anchors.iter();
    let mut out: Vec<Event> = Vec::new();
    // Whether each open link or picture is kept.
    let mut kept = Vec::new();
    let mut code: Option<(String, String)> = None;
    for event in events(&chapter.text) {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.into_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                code = Some((info, String::new()));
            }
            Event::End(TagEnd::CodeBlock) => {
                let (info, text) = code.take().unwrap_or_default();
                out.push(Event::Html(code_block(&info, &text).into()));
            }
            Event::Text(text) if code.is_some() => {
                let open = code.as_mut().expect("it is open");
                open.1.push_str(&text);
            }
            Event::Start(Tag::Heading {
                level,
                classes,
                attrs,
                ..
            }) => {
                let id = anchors.next().map(|anchor| CowStr::from(anchor.clone()));
                out.push(Event::Start(Tag::Heading {
                    level,
                    id,
                    classes,
                    attrs,
                }));
            }
            Event::Start(Tag::Table(columns)) => {
                out.push(Event::Html("<div class=\"wide\">\n".into()));
                out.push(Event::Start(Tag::Table(columns)));
            }
            Event::End(TagEnd::Table) => {
                out.push(Event::End(TagEnd::Table));
                out.push(Event::Html("</div>\n".into()));
            }
            Event::Start(tag @ (Tag::Link { .. } | Tag::Image { .. })) => {
                let tag = with_target(tag, target);
                kept.push(tag.is_some());
                out.extend(tag.map(Event::Start));
            }
            Event::End(end @ (TagEnd::Link | TagEnd::Image)) => {
                if kept.pop().unwrap_or_default() {
                    out.push(Event::End(end));
                }
            }
            Event::Code(text) => {
                let in_link = kept.contains(&true);
                let text = match in_link {
                    true => escape(&text),
                    false => links.code(&text),
                };
                out.push(Event::InlineHtml(format!("<code>{text}</code>").into()));
            }
            Event::Html(text) | Event::InlineHtml(text) => out.push(Event::Text(text)),
            event => out.push(event),
        }
    }
    let mut page = String::new();
    html::push_html(&mut page, out.into_iter());
    page
}

fn code_block(info: &str, text: &str) -> String {
    let language = info.split_whitespace().next().unwrap_or_default();
    let text = text.trim_end();
    match language {
        "quasar" => format!("<pre><code>{}</code></pre>\n", highlighted(text)),
        "output" | "error" | "diagnostic" => {
            format!(
                "<pre class=\"output\"><samp>{}</samp></pre>\n",
                escape(text)
            )
        }
        _ => format!("<pre><code>{}</code></pre>\n", escape(text)),
    }
}

/// A link or picture with the address that it has on the pages; none where it leads nowhere.
fn with_target<'t>(tag: Tag<'t>, target: &dyn Fn(&str) -> Target) -> Option<Tag<'t>> {
    let found = |address: CowStr<'t>| {
        if is_web(&address) {
            return Some(address);
        }
        match target(&address) {
            Target::Page(address) => Some(address.into()),
            Target::Missing => None,
        }
    };
    match tag {
        Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        } => Some(Tag::Link {
            link_type,
            dest_url: found(dest_url)?,
            title,
            id,
        }),
        Tag::Image {
            link_type,
            dest_url,
            title,
            id,
        } => Some(Tag::Image {
            link_type,
            dest_url: found(dest_url)?,
            title,
            id,
        }),
        other => Some(other),
    }
}

/// An address of a chapter as a path among the chapters, and its anchor.
pub fn resolved<'a>(chapter: &str, address: &'a str) -> (String, &'a str) {
    let (file, anchor) = address.split_once('#').unwrap_or((address, ""));
    if file.is_empty() {
        return (chapter.to_owned(), anchor);
    }
    let mut parts: Vec<&str> = chapter.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        match part {
            "." | "" => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    (parts.join("/"), anchor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chapter(text: &str) -> Chapter {
        Chapter {
            path: "guide/one.md".to_owned(),
            part: Part::Guide,
            text: text.to_owned(),
            pictures: BTreeMap::new(),
        }
    }

    fn page(text: &str) -> String {
        let chapter = chapter(text);
        let links = Links::of(&super::super::Site::empty());
        let target = |address: &str| match resolved(&chapter.path, address) {
            (path, anchor) if path == "guide/two.md" => Target::Page(format!("two.html#{anchor}")),
            _ => Target::Missing,
        };
        body(&chapter, &outline(&chapter), &links, &target)
    }

    #[test]
    fn headings_have_anchors_of_their_own() {
        let outline = outline(&chapter(
            "# The `title`\n\nAbout *this*. More.\n\n## Results\n\n## A, b\n\n## A b\n",
        ));
        assert_eq!(outline.title, "The title");
        assert_eq!(outline.summary, "About this.");
        let anchors: Vec<&str> = outline
            .headings
            .iter()
            .map(|heading| heading.anchor.as_str())
            .collect();
        // The search has an element `results`.
        assert_eq!(anchors, ["results-1", "a-b", "a-b-1"]);
    }

    #[test]
    fn without_a_heading_the_file_gives_the_title() {
        assert_eq!(outline(&chapter("text")).title, "one");
    }

    #[test]
    fn links_lead_to_pages_or_are_text() {
        assert_eq!(
            page("[a](two.md#x) [b](../other.md) [c](https://example.org) ![d](none.png)"),
            "<p><a href=\"two.html#x\">a</a> b <a href=\"https://example.org\">c</a> d</p>\n"
        );
    }

    #[test]
    fn markup_in_the_text_is_shown() {
        let shown = page("a <b>bold</b> `<i>`\n\n<script>alert(1)</script>\n");
        assert!(!shown.contains("<b>") && !shown.contains("<script>") && !shown.contains("<i>"));
        assert!(shown.contains("&lt;b&gt;") && shown.contains("<code>&lt;i&gt;</code>"));
        assert!(!page("[x](javascript:alert(1))").contains("href"));
    }

    #[test]
    fn code_has_colours_where_it_is_quasar() {
        let shown = page("```quasar\nfor i = 0..3\n```\n\n```output\n<1>\n```\n");
        assert!(shown.contains("<span class=\"k\">for</span>"));
        assert!(shown.contains("<samp>&lt;1&gt;</samp>"));
    }

    #[test]
    fn paths_are_relative_to_the_chapter() {
        assert_eq!(resolved("guide/a.md", "../b.md#c"), ("b.md".into(), "c"));
        assert_eq!(resolved("guide/a.md", "#c"), ("guide/a.md".into(), "c"));
        assert_eq!(resolved("a.md", "../b.md"), ("../b.md".into(), ""));
    }
}
