//! Texts in TOML (version 1.1): read as texts in JSON, so that `stdlib/json.q` takes values from both; written from texts in JSON.
//!
//! Entries stand in the order of the text. Dates and times become texts; what JSON has no number for is written so that its reader gives
//! it: `null` is no number, 1e999 infinity.
//!
//! *Invariant:* the places are those of the nodes that the text in JSON is read into, in their order.

use crate::array::object::{Array, Text};
use crate::process::error::{Raised, read_error};
use crate::process::isolation;
use crate::process::refusal::{append, push, push_to};
use crate::text::json::{Kind, Node, node_in, parsed, quoted, string_of};

mod reader;
mod scalars;
mod tables;

use tables::{Item, Mistake, Table, Value};

/// A text in JSON with the place in TOML of each of its nodes, in bytes.
#[derive(Default)]
struct Read {
    json: String,
    places: Vec<usize>,
}

impl Read {
    fn of(text: &str) -> Result<Read, Mistake> {
        let mut read = Read::default();
        read.table(&reader::read(text)?);
        Ok(read)
    }

    /// Writes several parts with commas between them.
    fn several<T>(&mut self, brackets: [char; 2], parts: &[T], each: impl Fn(&mut Read, &T)) {
        push(&mut self.json, brackets[0]);
        for (number, part) in parts.iter().enumerate() {
            if number > 0 {
                push(&mut self.json, ',');
            }
            each(self, part);
        }
        push(&mut self.json, brackets[1]);
    }

    fn table(&mut self, table: &Table) {
        push_to(&mut self.places, table.at);
        self.several(['{', '}'], &table.entries, |read, entry| {
            push_to(&mut read.places, entry.at);
            append(&mut read.json, &quoted(&entry.name));
            push(&mut read.json, ':');
            read.value(&entry.value);
        });
    }

    fn value(&mut self, item: &Item) {
        match &item.value {
            Value::Table(table) => self.table(table),
            Value::Tables(tables) => {
                push_to(&mut self.places, item.at);
                self.several(['[', ']'], tables, Read::table);
            }
            Value::Array(items) => {
                push_to(&mut self.places, item.at);
                self.several(['[', ']'], items, Read::value);
            }
            Value::Scalar(written) => {
                push_to(&mut self.places, item.at);
                append(&mut self.json, written);
            }
        }
    }
}

/// Lines and columns of bytes, in their order.
fn lines_and_columns(text: &str, places: &[usize]) -> Vec<i32> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|number| places[*number]);
    let mut found = vec![0; 2 * places.len()];
    let (mut at, mut line, mut column) = (0, 1, 1);
    for number in order {
        let place = places[number];
        for character in text[at..place].chars() {
            (line, column) = match character {
                '\n' => (line + 1, 1),
                _ => (line, column + 1),
            };
        }
        at = place;
        found[2 * number..2 * number + 2].copy_from_slice(&[line, column]);
    }
    found
}

/// Reads a text on a thread that may be refused memory; its mistakes are those of a file, or of an argument where the path is "".
fn isolated<T: Send>(text: &str, path: &str, take: impl Fn(Read) -> T + Sync) -> Result<T, Raised> {
    let raised = |what: String| match path {
        "" => Raised::invalid("tomldecode", what),
        _ => read_error(path, what),
    };
    let read = isolation::run(|| Read::of(text).map(&take));
    let read = read.map_err(|lost| lost.of_reading(path))?;
    read.map_err(|mistake| {
        let place = lines_and_columns(text, &[mistake.at.min(text.len())]);
        let (line, column) = (place[0], place[1]);
        raised(format!("line {line}, column {column}: {}", mistake.what))
    })
}

pub(crate) fn toml_json(text: &Text, path: &Text) -> Result<Text, Raised> {
    let json = isolated(text.as_str(), path.as_str(), |read| read.json)?;
    Text::allocated(&json)
}

pub(crate) fn toml_places(text: &Text) -> Result<Array, Raised> {
    let text = text.as_str();
    let places = isolated(text, "", |read| lines_and_columns(text, &read.places))?;
    Array::row(&places)
}

pub(crate) fn toml_text(json: &Text) -> Result<Text, Raised> {
    let json = json.as_str();
    let nodes = parsed(json)?;
    let written = isolation::run(|| {
        let mut writer = Writer {
            json,
            nodes: &nodes,
            out: String::new(),
        };
        let is_table = writer.node(0).kind == Kind::Object;
        is_table.then(|| {
            writer.table(0, "");
            writer.out
        })
    });
    let written = written.map_err(|lost| lost.of_writing(""))?;
    let what = "a text in TOML is a table: only a dictionary or a class has one";
    let written = written.ok_or_else(|| Raised::invalid("tomlencode", what))?;
    Text::allocated(&written)
}

/// Writes the nodes of a text in JSON.
struct Writer<'j> {
    json: &'j str,
    nodes: &'j [i32],
    out: String,
}

/// How an entry of a table is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `name = value`, in front of all tables.
    Line,
    /// Below `[name]`.
    Table,
    /// Each below `[[name]]`.
    Tables,
}

impl Writer<'_> {
    /// A node of the text that was read.
    fn node(&self, number: usize) -> Node {
        node_in(self.json, self.nodes, number).expect("a node of this text")
    }

    /// The numbers of the nodes in an array, or of names and values in an object.
    fn parts(&self, number: usize) -> Vec<usize> {
        let end = self.node(number).next;
        let mut parts = Vec::new();
        let mut at = number + 1;
        while at < end {
            push_to(&mut parts, at);
            at = self.node(at).next;
        }
        parts
    }

    fn name(&self, number: usize) -> String {
        let name = string_of(self.json, self.node(number));
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        match !name.is_empty() && name.bytes().all(is_plain) {
            true => name,
            false => in_quotes(&name),
        }
    }

    fn form(&self, number: usize) -> Form {
        let is_table = |number: usize| self.node(number).kind == Kind::Object;
        let node = self.node(number);
        match node.kind {
            Kind::Object => Form::Table,
            Kind::Array if node.count > 0 && self.parts(number).into_iter().all(is_table) => {
                Form::Tables
            }
            _ => Form::Line,
        }
    }

    /// The entries of a table whose name is that path, "" for the root.
    fn table(&mut self, object: usize, path: &str) {
        let parts = self.parts(object);
        let (lines, tables): (Vec<_>, Vec<_>) = parts
            .chunks_exact(2)
            .partition(|entry| self.form(entry[1]) == Form::Line);
        for entry in lines {
            let name = self.name(entry[0]);
            self.say(&[&name, " = "]);
            self.value(entry[1]);
            self.say(&["\n"]);
        }
        for entry in tables {
            let name = self.name(entry[0]);
            let path = match path {
                "" => name,
                _ => format!("{path}.{name}"),
            };
            match self.form(entry[1]) {
                Form::Table => self.below(&["[", &path, "]\n"], entry[1], &path),
                Form::Tables | Form::Line => {
                    for element in self.parts(entry[1]) {
                        self.below(&["[[", &path, "]]\n"], element, &path);
                    }
                }
            }
        }
    }

    fn below(&mut self, header: &[&str], object: usize, path: &str) {
        if !self.out.is_empty() {
            self.say(&["\n"]);
        }
        self.say(header);
        self.table(object, path);
    }

    fn say(&mut self, texts: &[&str]) {
        texts.iter().for_each(|text| append(&mut self.out, text));
    }

    /// A value on its line.
    fn value(&mut self, number: usize) {
        let node = self.node(number);
        let written = match node.kind {
            Kind::Null => "nan".to_owned(),
            Kind::False | Kind::True => self.json[node.start..node.end].to_owned(),
            Kind::Number => number_in_toml(&self.json[node.start..node.end]),
            Kind::String => in_quotes(&string_of(self.json, node)),
            Kind::Array => return self.listed(number, ["[", "]"], 1),
            Kind::Object => return self.listed(number, ["{", "}"], 2),
        };
        self.say(&[&written]);
    }

    /// Elements, or names and values, in brackets.
    fn listed(&mut self, number: usize, brackets: [&str; 2], width: usize) {
        self.say(&[brackets[0]]);
        for (place, part) in self.parts(number).chunks_exact(width).enumerate() {
            if place > 0 {
                self.say(&[", "]);
            }
            if let [name, _] = *part {
                let name = self.name(name);
                self.say(&[&name, " = "]);
            }
            self.value(part[width - 1]);
        }
        self.say(&[brackets[1]]);
    }
}

fn number_in_toml(written: &str) -> String {
    let is_integer = !written.contains(['.', 'e', 'E']);
    match written.parse::<f64>() {
        Ok(value) if !is_integer && value.is_infinite() => format!("{value}"),
        Ok(value) if !is_integer => format!("{value:?}"),
        _ => written.to_owned(),
    }
}

/// A text in quotes: as in JSON, and without a raw DEL.
fn in_quotes(text: &str) -> String {
    quoted(text).replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests;
