//! What the search looks through: a script with one array, so that it works for pages opened from a disk.
//!
//! *Invariant:* one row for each module, public entry, chapter and heading, in the order of the pages.

use super::{Site, public};
use crate::doc::model::Kind;

/// The text of `entries.js`: name, kind, address, first sentence, module.
pub fn entries(site: &Site) -> String {
    let mut rows = Vec::new();
    for (number, documented) in site.modules.iter().enumerate() {
        let module = &documented.module;
        let page = format!("{}.html", site.pages[number]);
        let summary = module.intro.summary();
        rows.push(row([&module.title, "module", &page, &summary, ""]));
        for (entry, anchor) in public(module) {
            let kind = match entry.kind {
                Kind::Function => "function",
                Kind::Type => "type",
                Kind::Rule => "reduction",
            };
            let address = format!("{page}#{anchor}");
            let summary = entry.comment.summary();
            rows.push(row([&entry.name, kind, &address, &summary, &module.title]));
        }
    }
    for (outline, page) in site.outlines.iter().zip(&site.chapter_pages) {
        let page = format!("{page}.html");
        rows.push(row([
            &outline.title,
            "chapter",
            &page,
            &outline.summary,
            "",
        ]));
        for heading in &outline.headings {
            let address = format!("{page}#{}", heading.anchor);
            rows.push(row([
                &heading.text,
                "section",
                &address,
                "",
                &outline.title,
            ]));
        }
    }
    format!("window.entries = [\n{}\n];\n", rows.join(",\n"))
}

fn row(values: [&str; 5]) -> String {
    let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
    format!("[{}]", values.join(","))
}

/// A text as a string of JavaScript.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '<' => out.push_str("\\u003c"),
            c if c < ' ' || c == '\u{2028}' || c == '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out + "\""
}
