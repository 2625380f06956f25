//! Running text: code between backticks, addresses, and links at the names of what is documented.
//!
//! *Invariant:* a link is made to an entry that has a page, and to nothing else.

use std::collections::BTreeMap;

use super::escape::escape;
use super::{Site, anchors};
use crate::doc::model::Kind;

/// Where names lead.
pub struct Links {
    /// The module and the address of each name; the first module that has it.
    targets: BTreeMap<String, (usize, String)>,
}

impl Links {
    /// The names of functions and types that have a page.
    pub(super) fn of(site: &Site) -> Links {
        let mut targets = BTreeMap::new();
        for (number, documented) in site.modules.iter().enumerate() {
            let module = &documented.module;
            for (entry, anchor) in module.entries.iter().zip(anchors(module)) {
                if entry.is_internal || entry.kind == Kind::Rule {
                    continue;
                }
                let address = format!("{}.html#{anchor}", site.pages[number]);
                targets
                    .entry(entry.name.clone())
                    .or_insert((number, address));
            }
        }
        Links { targets }
    }

    /// A paragraph of the page of a module.
    pub fn inline(&self, text: &str, module: usize) -> String {
        let mut out = String::new();
        for (index, piece) in text.split('`').enumerate() {
            let is_code = index % 2 == 1;
            match is_code {
                true => out.push_str(&format!("<code>{}</code>", self.code(piece))),
                false => self.prose(&mut out, piece, module),
            }
        }
        out
    }

    /// Code in text: a name with its parameters leads to what it is.
    pub fn code(&self, text: &str) -> String {
        let name = text.split(['(', ' ']).next().unwrap_or_default();
        match self.targets.get(name) {
            Some((_, address)) => link(address, text),
            None => escape(text),
        }
    }

    fn prose(&self, out: &mut String, text: &str, module: usize) {
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(length) = address_length(rest) {
                out.push_str(&link(&rest[..length], &rest[..length]));
                rest = &rest[length..];
                continue;
            }
            if let Some((name, behind)) = in_angles(rest)
                && let Some((_, address)) = self.targets.get(name)
            {
                out.push_str(&link(address, name));
                rest = behind;
                continue;
            }
            let length = word_length(rest);
            let word = &rest[..length];
            let is_call = rest[length..].starts_with('(');
            match self.targets.get(word) {
                Some((home, address)) if is_call || *home == module || is_unlike_words(word) => {
                    out.push_str(&link(address, word));
                }
                Some(_) | None => out.push_str(&escape(word)),
            }
            rest = &rest[length..];
        }
    }
}

fn link(address: &str, text: &str) -> String {
    format!("<a href=\"{}\">{}</a>", escape(address), escape(text))
}

/// Whether a name is none that ordinary text has.
fn is_unlike_words(name: &str) -> bool {
    name.contains(|c: char| c == '_' || c.is_ascii_digit())
        || name[1..].contains(|c: char| c.is_uppercase())
        || name.starts_with("im") && name.len() > 6
}

/// The length of an address of the web that a text begins with.
fn address_length(text: &str) -> Option<usize> {
    if !(text.starts_with("https://") || text.starts_with("http://")) {
        return None;
    }
    let end = text.find(|c: char| c.is_whitespace() || "<>\"".contains(c));
    let address = &text[..end.unwrap_or(text.len())];
    Some(address.trim_end_matches(['.', ',', ')', ';']).len())
}

/// `<name>`, and what follows it.
fn in_angles(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('<')?.split_once('>')
}

/// The length of the word, or of the one character, that a text begins with.
fn word_length(text: &str) -> usize {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    match text.chars().next() {
        Some(c) if in_word(c) => text.find(|c: char| !in_word(c)).unwrap_or(text.len()),
        Some(c) => c.len_utf8(),
        None => 0,
    }
}
