//! The page of a file.
//!
//! *Invariant:* whatever comes from a source is escaped before it is part of a page.

use super::escape::escape;
use super::highlight::highlighted;
use super::words::Links;
use super::{Documented, Shown, anchors};
use crate::doc::comment::{Comment, Example, Part, heading};
use crate::doc::model::{Entry, Kind, Value};

/// Lines of a page.
#[derive(Default)]
pub struct Writer {
    /// What was written.
    pub text: String,
}

impl Writer {
    /// Adds a line.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// What stands on the page of a file.
pub fn body(documented: &Documented, links: &Links, number: usize) -> String {
    let module = &documented.module;
    let mut page = Page {
        documented,
        links,
        number,
        out: Writer::default(),
    };
    page.out
        .line(&format!("<h1>{}</h1>", escape(&module.title)));
    page.facts();
    page.text(&module.intro);
    let entries: Vec<(&Entry, String)> = module.entries.iter().zip(anchors(module)).collect();
    let (internal, public): (Vec<_>, Vec<_>) = entries
        .into_iter()
        .partition(|(entry, _)| entry.is_internal);
    page.overview(&public);
    for (entry, anchor) in &public {
        page.entry(entry, anchor);
    }
    page.internal(&internal);
    page.out.text
}

/// The headers of an entry, each line by itself so that it is indented where it is broken.
fn header_block(entry: &Entry) -> String {
    let text = highlighted(&entry.headers.join("\n"));
    let lines: Vec<String> = text
        .lines()
        .map(|line| format!("<code>{line}</code>"))
        .collect();
    format!("<pre class=\"header\">{}</pre>", lines.concat())
}

struct Page<'a> {
    documented: &'a Documented,
    links: &'a Links,
    number: usize,
    out: Writer,
}

impl Page<'_> {
    /// How the file is imported, its category and author.
    fn facts(&mut self) {
        let module = &self.documented.module;
        let name = module.file.rsplit('/').next().unwrap_or(&module.file);
        let import = highlighted(&format!("import \"{name}\""));
        let mut facts = format!("<p class=\"facts\"><code>{import}</code>");
        for value in [&module.category, &module.author].into_iter().flatten() {
            let value = escape(value).replace('/', " / ");
            facts.push_str(&format!(" <span>{value}</span>"));
        }
        self.out.line(&(facts + "</p>"));
    }

    /// A table of the entries with their first sentences.
    fn overview(&mut self, entries: &[(&Entry, String)]) {
        if entries.len() < 2 {
            return;
        }
        self.out
            .line("<div class=\"wide\"><table class=\"overview\">");
        for (entry, anchor) in entries {
            let summary = self.links.inline(&entry.comment.summary(), self.number);
            let (name, anchor) = (escape(&entry.name), escape(anchor));
            self.out.line(&format!(
                "<tr><td><a href=\"#{anchor}\"><code>{name}</code></a></td><td>{summary}</td></tr>"
            ));
        }
        self.out.line("</table></div>");
    }

    fn entry(&mut self, entry: &Entry, anchor: &str) {
        let (name, anchor) = (escape(&entry.name), escape(anchor));
        let kind = match entry.kind {
            Kind::Function => "function",
            Kind::Type => "type",
            Kind::Rule => "reduction",
        };
        self.out.line(&format!(
            "<section class=\"entry\" id=\"{anchor}\">\n<h2><a href=\"#{anchor}\">{name}</a> <small>{kind}</small></h2>"
        ));
        self.out.line(&header_block(entry));
        // What the parameters are is read before the examples that use them.
        let first = entry
            .comment
            .parts
            .iter()
            .position(|part| match part {
                Part::Example(_) => true,
                Part::Text(line) => line.starts_with("Returns "),
            })
            .unwrap_or(entry.comment.parts.len());
        let (before, behind) = entry.comment.parts.split_at(first);
        self.parts(before);
        self.values("Parameters", &entry.params);
        self.values("Returns", &entry.outputs);
        self.parts(behind);
        self.out.line("</section>");
    }

    fn values(&mut self, title: &str, values: &[Value]) {
        if values.iter().all(|value| value.text.is_empty()) {
            return;
        }
        self.out.line(&format!(
            "<h3>{title}</h3>\n<div class=\"wide\"><table class=\"values\">"
        ));
        for value in values {
            let text = self.links.inline(&value.text, self.number);
            let ty = match value.ty.as_str() {
                "" => String::new(),
                ty => format!("<code>{}</code>", highlighted(ty)),
            };
            let default = match value.default.as_str() {
                "" => String::new(),
                default => format!(
                    " <span class=\"default\">Default: <code>{}</code></span>",
                    highlighted(default)
                ),
            };
            self.out.line(&format!(
                "<tr><td><code>{}</code></td><td>{ty}</td><td>{text}{default}</td></tr>",
                escape(&value.name)
            ));
        }
        self.out.line("</table></div>");
    }

    fn text(&mut self, comment: &Comment) {
        self.parts(&comment.parts);
    }

    /// Paragraphs, lists, headings and examples.
    fn parts(&mut self, parts: &[Part]) {
        let mut paragraph: Vec<&str> = Vec::new();
        for part in parts {
            match part {
                Part::Text(line) if line.is_empty() => self.close(&mut paragraph),
                Part::Text(line) if heading(line).is_some() => {
                    self.close(&mut paragraph);
                    let word = heading(line).unwrap_or_default();
                    self.out.line(&format!("<h3>{}</h3>", escape(word)));
                }
                Part::Text(line) => paragraph.push(line),
                Part::Example(example) => {
                    self.close(&mut paragraph);
                    self.example(example);
                }
            }
        }
        self.close(&mut paragraph);
    }

    /// Writes a paragraph, in which lines with a dash are a list.
    fn close(&mut self, lines: &mut Vec<&str>) {
        let is_item = |line: &&str| line.starts_with("- ") || line.starts_with("* ");
        let first = lines.iter().position(is_item).unwrap_or(lines.len());
        if first > 0 {
            let text = self.links.inline(&lines[..first].join(" "), self.number);
            self.out.line(&format!("<p>{text}</p>"));
        }
        let mut items: Vec<String> = Vec::new();
        for line in &lines[first..] {
            match items.last_mut() {
                Some(last) if !is_item(line) => {
                    last.push(' ');
                    last.push_str(line);
                }
                Some(_) | None => items.push(line[2..].to_owned()),
            }
        }
        if !items.is_empty() {
            self.out.line("<ul>");
            for item in items {
                let text = self.links.inline(&item, self.number);
                self.out.line(&format!("<li>{text}</li>"));
            }
            self.out.line("</ul>");
        }
        lines.clear();
    }

    fn example(&mut self, example: &Example) {
        let nothing = Shown::default();
        let shown = self.documented.examples.get(&example.span.lo);
        let shown = shown.unwrap_or(&nothing);
        let code = super::super::example::code(example);
        let holds = match super::super::example::is_told_to_hold(example) {
            true => {
                " <span class=\"holds\" title=\"Checked whenever these pages are made\">holds</span>"
            }
            false => "",
        };
        self.out.line(&format!(
            "<figure class=\"example\">\n<pre><code>{}</code>{holds}</pre>",
            highlighted(&code)
        ));
        if !shown.output.is_empty() {
            self.out.line(&format!(
                "<pre class=\"output\"><samp>{}</samp></pre>",
                escape(shown.output.trim_end())
            ));
        }
        if !shown.pictures.is_empty() {
            let image = |picture: &String| {
                let address = escape(picture);
                format!("<img src=\"{address}\" alt=\"What the example shows\" loading=\"lazy\">\n")
            };
            let images: String = shown.pictures.iter().map(image).collect();
            self.out
                .line(&format!("<div class=\"pictures\">\n{images}</div>"));
        }
        self.out.line("</figure>");
    }

    /// What serves the rest of the file, by header and first sentence.
    fn internal(&mut self, entries: &[(&Entry, String)]) {
        if entries.is_empty() {
            return;
        }
        self.out
            .line("<details class=\"internal\">\n<summary>What serves these functions</summary>");
        for (entry, anchor) in entries {
            let summary = self.links.inline(&entry.comment.summary(), self.number);
            self.out.line(&format!(
                "<div id=\"{}\">{}\n<p>{summary}</p></div>",
                escape(anchor),
                header_block(entry)
            ));
        }
        self.out.line("</details>");
    }
}
