//! Values beyond numbers and matrices: complex numbers, strings, small integers, enumerations, shared objects, arrays of classes, cells.
//!
//! *Invariant:* as for the other statements: no error, no open order, an end.

use super::expressions::{int, scalar, small, truth};
use super::generate::{Generator, block, line};
use super::scope::{Kind, Scope, VALUES};
use super::source::Node;

/// The names that the types of [`Generator::types`] need no variable for.
const COLORS: [&str; 3] = ["color.red", "color.green", "color.blue"];

impl Generator {
    /// The types and functions that these values need.
    pub fn types() -> Vec<Node> {
        vec![
            block(
                "type color : enum",
                ["red", "green = 4", "blue"].map(line).to_vec(),
            ),
            block(
                "type node : mutable class",
                ["worth : scalar", "next : ^node"].map(line).to_vec(),
            ),
            block(
                "type spot : class",
                ["x : scalar", "k : int"].map(line).to_vec(),
            ),
            block(
                "function r = worth_of(n : ^node)",
                vec![
                    line("r = 0.0"),
                    block(
                        "while n != nullptr",
                        vec![line("r = 0.5*r + n.worth"), line("n = n.next")],
                    ),
                ],
            ),
        ]
    }

    /// One variable of every kind; the last of the two objects refers to the first, and nothing closes a circle.
    pub fn values(&mut self, scope: &mut Scope) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut introduce = |generator: &mut Self, prefix: &str, kind: Kind, value: String| {
            let name = generator.fresh(prefix);
            nodes.push(line(format!("{name} = {value}")));
            scope.add_variable(&name, kind);
            name
        };
        let (re, color) = (self.below(4), COLORS[self.below(3)]);
        introduce(self, "z", Kind::Complex, format!("{re}.5 - 1.25i"));
        introduce(self, "t", Kind::Text, "\"t\"".into());
        introduce(self, "b", Kind::Bytes, "vec[uint8](10)".into());
        introduce(self, "e", Kind::Color, color.into());
        let first = introduce(
            self,
            "o",
            Kind::Node,
            "node(worth:=1.5, next:=nullptr)".into(),
        );
        introduce(
            self,
            "o",
            Kind::Node,
            format!("node(worth:=2.0, next:={first})"),
        );
        introduce(self, "a", Kind::Spots, "vec[spot](10)".into());
        nodes
    }

    /// What is printed of these values at the end.
    pub fn value_prints(scope: &Scope) -> Vec<Node> {
        let plain = [
            Kind::Complex,
            Kind::Text,
            Kind::Bytes,
            Kind::Color,
            Kind::Mixed,
        ];
        let plain = plain.into_iter().flat_map(|kind| scope.all(kind));
        let plain = plain.map(|name| format!("print \"{name} \", {name}"));
        let nodes = scope
            .all(Kind::Node)
            .map(|name| format!("print \"{name} \", worth_of({name})"));
        let spots = scope
            .all(Kind::Spots)
            .map(|name| format!("print \"{name} \", {name}[2], {name}[9]"));
        plain.chain(nodes).chain(spots).map(line).collect()
    }

    /// One statement about one of these values.
    pub fn change_value(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        let kind = VALUES[self.below(VALUES.len())];
        let Some(name) = scope.pick_assignable(&mut self.random, kind) else {
            return self.new_value(scope, kind, out);
        };
        let real = scalar(&mut self.random, scope, 2);
        let whole = int(&mut self.random, scope, 2);
        let place = small(&mut self.random, scope);
        let text = match kind {
            // Not a sum or a product: loops may take those in another order.
            Kind::Complex if scope.is_in_loop() => format!("{name} = complex({real}, abs({name}))"),
            Kind::Complex => self.complex(&name, &real),
            // Kept short: the text may grow in a loop.
            Kind::Text => format!("{name} = \"t\" + {place}"),
            Kind::Bytes => {
                let sign = ["=", "+=", "-=", "^^="][self.below(4)];
                format!("{name}[{place}] {sign} {whole}")
            }
            Kind::Color => format!("{name} = {}", COLORS[self.below(3)]),
            Kind::Node => format!("{name}.worth = abs({real})"),
            Kind::Spots => match self.below(3) {
                0 => format!("{name}[{place}].k ^^= {whole}"),
                1 => format!("{name}[{place}].x = {real}"),
                _ => format!("{name}[{place}] = spot(x:=0.0 + {real}, k:={whole})"),
            },
            _ => format!("{name} = {}", self.cell(&real, &whole)),
        };
        out.push(line(text));
    }

    fn complex(&mut self, name: &str, real: &str) -> String {
        match self.below(6) {
            0 => format!("{name} = {name}*(0.5 - 0.25i) + {real}"),
            1 => format!("{name} = conj({name}) - 1i*{real}"),
            2 => format!("{name} = complex({real}, imag({name}))"),
            3 => format!("{name} -= {real}"),
            4 => format!("{name} = {name}/(2.0 + 1i)"),
            _ => format!("{name} = abs({name}) + 0i"),
        }
    }

    /// A cell of values of different types.
    fn cell(&mut self, real: &str, whole: &str) -> String {
        match self.below(3) {
            0 => format!("{{{whole}, \"two\", 0.0 + {real}}}"),
            1 => format!("{{\"one\", {whole}}}"),
            _ => format!("{{{whole}, 0.0 + {real}}}"),
        }
    }

    fn new_value(&mut self, scope: &mut Scope, kind: Kind, out: &mut Vec<Node>) {
        match kind {
            Kind::Mixed if scope.is_on_host() => self.new_mixed(scope, out),
            Kind::Color => self.by_color(scope, out),
            _ => self.count(scope, out),
        }
    }

    /// A cell that is read in a loop, or a variable that is one of two types.
    fn new_mixed(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        let name = self.fresh("m");
        let real = scalar(&mut self.random, scope, 1);
        let whole = int(&mut self.random, scope, 1);
        if self.below(2) == 0 {
            out.push(line(format!("{name} = {}", self.cell(&real, &whole))));
            let index = self.fresh("i");
            let print = line(format!("print {name}[{index}]"));
            out.push(block(
                format!("for {index} = 0..numel({name})-1"),
                vec![print],
            ));
            return;
        }
        let cond = truth(&mut self.random, scope, 2);
        out.push(Node::Block {
            head: format!("if {cond}"),
            body: vec![line(format!("{name} = {whole}"))],
            more: vec![("else".into(), vec![line(format!("{name} = \"none\""))])],
            end: "end".into(),
        });
        scope.add(&name, Kind::Mixed);
    }

    /// A choice by an enumeration.
    fn by_color(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        let (Some(color), Some(target)) = (
            scope.pick(&mut self.random, Kind::Color),
            scope.pick_assignable(&mut self.random, Kind::Int),
        ) else {
            return self.count(scope, out);
        };
        let value = small(&mut self.random, scope);
        out.push(Node::Block {
            head: format!("match {color} with"),
            body: Vec::new(),
            more: vec![
                (
                    "| color.green -> ".into(),
                    vec![line(format!("{target} = {value}"))],
                ),
                (
                    "| _ -> ".into(),
                    vec![line(format!("{target} ^^= {value}"))],
                ),
            ],
            end: "end".into(),
        });
    }
}
