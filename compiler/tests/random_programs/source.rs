//! Sources as trees of statements, so that a failing one can be made smaller.
//!
//! *Invariant:* `text` writes one statement per line; `smaller` lists only trees with fewer statements.

use std::fmt::Write as _;

/// A statement.
#[derive(Clone, Debug)]
pub enum Node {
    /// One line.
    Line(String),
    /// A head line, one or more bodies with the lines between them (`else`, `| 1 ->`), and the last line.
    Block {
        /// The first line.
        head: String,
        /// The first body.
        body: Vec<Node>,
        /// Further bodies with the line before each.
        more: Vec<(String, Vec<Node>)>,
        /// The last line.
        end: String,
    },
}

/// The text of a list of statements.
pub fn text(nodes: &[Node]) -> String {
    let mut out = String::new();
    write_all(nodes, 0, &mut out);
    out
}

fn write_all(nodes: &[Node], depth: usize, out: &mut String) {
    for node in nodes {
        match node {
            Node::Line(line) => write_line(line, depth, out),
            Node::Block {
                head,
                body,
                more,
                end,
            } => {
                write_line(head, depth, out);
                write_all(body, depth + 1, out);
                for (between, body) in more {
                    write_line(between, depth, out);
                    write_all(body, depth + 1, out);
                }
                write_line(end, depth, out);
            }
        }
    }
}

fn write_line(line: &str, depth: usize, out: &mut String) {
    let _ = writeln!(out, "{:1$}{line}", "", 4 * depth);
}

/// Every list of statements that one removal makes of this one: a statement gone, or a block replaced by its first body.
pub fn smaller(nodes: &[Node]) -> Vec<Vec<Node>> {
    let mut found = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        let with = |replacement: Vec<Node>| {
            let mut all = nodes[..index].to_vec();
            all.extend(replacement);
            all.extend_from_slice(&nodes[index + 1..]);
            all
        };
        found.push(with(Vec::new()));
        let Node::Block {
            head,
            body,
            more,
            end,
        } = node
        else {
            continue;
        };
        found.push(with(body.clone()));
        let block = |body: Vec<Node>, more: Vec<(String, Vec<Node>)>| Node::Block {
            head: head.clone(),
            body,
            more,
            end: end.clone(),
        };
        found.extend(
            smaller(body)
                .into_iter()
                .map(|body| with(vec![block(body, more.clone())])),
        );
        for (at, (between, rest)) in more.iter().enumerate() {
            let mut fewer = more.clone();
            fewer.remove(at);
            found.push(with(vec![block(body.clone(), fewer)]));
            for rest in smaller(rest) {
                let mut changed = more.clone();
                changed[at] = (between.clone(), rest);
                found.push(with(vec![block(body.clone(), changed)]));
            }
        }
    }
    found
}
