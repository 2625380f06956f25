//! Random well-typed programs: functions, lambdas, kernels, loops that may become kernels, control flow, small and large arrays.
//!
//! *Invariant:* a program ends, raises no error, and its meaning does not depend on an order that the language leaves open: sums
//! that a loop may take in another order are sums of small whole numbers, and kernels write arrays that nobody else sees.

use super::expressions::{element, int, matrix, scalar, small, triple, truth};
use super::random::Random;
use super::scope::{Kind, Scope};
use super::source::Node;

/// Makes the statements of one program.
pub struct Generator {
    pub random: Random,
    names: usize,
    /// Statements that may still be made: programs stay small.
    budget: usize,
}

/// The kinds that a kernel and a loop that may become one can use.
const ONLY_HOST: [Kind; 3] = [Kind::Changer, Kind::Kernel, Kind::Applier];

pub fn line(text: impl Into<String>) -> Node {
    Node::Line(text.into())
}

pub fn block(head: impl Into<String>, body: Vec<Node>) -> Node {
    Node::Block {
        head: head.into(),
        body,
        more: Vec::new(),
        end: "end".into(),
    }
}

/// A program for the seed.
pub fn program(seed: u64) -> Vec<Node> {
    let mut generator = Generator {
        random: Random::new(seed),
        names: 0,
        budget: 40,
    };
    generator.program()
}

impl Generator {
    pub fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit)
    }

    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn program(&mut self) -> Vec<Node> {
        let mut scope = Scope::default();
        let mut nodes = Vec::new();
        let with_class = self.below(2) == 0;
        if with_class {
            nodes.extend(self.class(&mut scope));
        }
        let with_values = self.below(3) == 0;
        if with_values {
            nodes.extend(Self::types());
        }
        for _ in 0..self.below(5) {
            nodes.push(self.function(&mut scope));
        }
        let mut scope = scope.host();
        let (height, width) = (2 + self.below(5), 2 + self.below(16));
        let mut body = self.variables(&mut scope);
        if with_class {
            for _ in 0..2 {
                self.record(&mut scope, &mut body);
            }
        }
        if with_values {
            body.extend(self.values(&mut scope));
        }
        for _ in 0..4 + self.below(6) {
            self.statement(&mut scope, 2, &mut body);
        }
        body.extend(Self::prints(&scope));
        body.extend(Self::value_prints(&scope));
        nodes.push(block(
            format!("function [] = main(h : int = {height}, w : int = {width})"),
            body,
        ));
        nodes
    }

    /// Some variables of every kind.
    fn variables(&mut self, scope: &mut Scope) -> Vec<Node> {
        let mut nodes = Vec::new();
        for _ in 0..2 {
            let (n, s) = (self.fresh("n"), self.fresh("s"));
            nodes.push(line(format!("{n} = {}", self.below(30))));
            nodes.push(line(format!("{s} = {}.5", self.below(5))));
            scope.add_variable(&n, Kind::Int);
            scope.add_variable(&s, Kind::Scalar);
        }
        for _ in 0..2 {
            let x = self.fresh("x");
            let mode = ["mirror", "circular", "clamped", "safe"][self.below(4)];
            nodes.push(line(format!("{x} : mat'{mode} = zeros(h, w)")));
            let filled = format!("{x}[i,j] = mod({}*i + 3*j, 7) - 2.5", 1 + self.below(6));
            let row = block("for j = 0..w-1", vec![line(filled)]);
            nodes.push(block("for i = 0..h-1", vec![row]));
            scope.add_variable(&x, Kind::Matrix);
        }
        let (v, c) = (self.fresh("v"), self.fresh("c"));
        nodes.push(line(format!("{v} = [1.0, 2.5, {}.0]", self.below(9))));
        nodes.push(line(format!("{c} = vec[int](10)")));
        scope.add_variable(&v, Kind::Triple);
        scope.add_variable(&c, Kind::Counts);
        nodes
    }

    fn prints(scope: &Scope) -> Vec<Node> {
        let data = [
            Kind::Int,
            Kind::Scalar,
            Kind::Triple,
            Kind::Matrix,
            Kind::Counts,
            Kind::Record,
        ];
        let names = data.into_iter().flat_map(|kind| scope.all(kind));
        names
            .map(|name| line(format!("print \"{name} \", {name}")))
            .collect()
    }

    // ---- Functions ---------------------------------------------------------------------------------------------------

    /// A class with a method that changes its object and a function that changes a copy.
    fn class(&mut self, scope: &mut Scope) -> Vec<Node> {
        let fields = ["count : int", "weight : scalar", "place : vec3"];
        let mut inner = scope.functions();
        inner.add("a", Kind::Scalar);
        inner.add("self", Kind::Record);
        let (moved, copied) = (
            scalar(&mut self.random, &inner, 2),
            int(&mut self.random, &inner, 2),
        );
        vec![
            block("type record : mutable class", fields.map(line).to_vec()),
            block(
                "function [] = move(self : record, a : scalar)",
                vec![
                    line(format!("self.weight += {moved}")),
                    line(format!("self.place[1] = {moved}")),
                ],
            ),
            block(
                "function r = moved_copy(self : record, a : scalar)",
                vec![line("r = self"), line(format!("r.count = {copied}"))],
            ),
        ]
    }

    fn record(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        let name = self.fresh("p");
        let count = int(&mut self.random, scope, 1);
        let weight = scalar(&mut self.random, scope, 1);
        let place = triple(&mut self.random, scope);
        out.push(line(format!(
            "{name} = record(count:={count}, weight:=0.0 + {weight}, place:=1.0*({place}))"
        )));
        scope.add_variable(&name, Kind::Record);
    }

    fn function(&mut self, scope: &mut Scope) -> Node {
        match self.below(7) {
            0 | 1 => self.scalar_function(scope),
            2 => self.int_function(scope),
            3 => self.recursive_function(scope),
            4 => self.changer(scope),
            5 => self.kernel(scope),
            _ => self.applier(scope),
        }
    }

    /// Parameters with and without types mean the same.
    fn typed(&mut self, name: &str, ty: &str) -> String {
        match self.below(2) {
            0 => name.to_owned(),
            _ => format!("{name} : {ty}"),
        }
    }

    fn scalar_function(&mut self, scope: &mut Scope) -> Node {
        let name = self.fresh("f");
        let mut inner = scope.functions().without(&ONLY_HOST);
        inner.add_variable("a", Kind::Scalar);
        inner.add("k", Kind::Int);
        let mut body = vec![line(format!("r = {}", scalar(&mut self.random, &inner, 2)))];
        // A join of int and scalar, or one of scalars.
        inner.add_variable("r", Kind::Scalar);
        self.statement(&mut inner, 1, &mut body);
        let head = format!(
            "function r = __device__ {name}(a : scalar, {})",
            self.typed("k", "int")
        );
        scope.add(&name, Kind::ScalarFunction);
        block(head, body)
    }

    fn int_function(&mut self, scope: &mut Scope) -> Node {
        let name = self.fresh("g");
        let mut inner = scope.functions().without(&ONLY_HOST);
        inner.add("k", Kind::Int);
        inner.add("a", Kind::Scalar);
        let mut body = vec![line("r = k")];
        inner.add_variable("r", Kind::Int);
        self.statement(&mut inner, 1, &mut body);
        body.push(line(format!("r = {}", int(&mut self.random, &inner, 2))));
        scope.add(&name, Kind::IntFunction);
        block(
            format!("function r = __device__ {name}(k : int, a : scalar)"),
            body,
        )
    }

    /// Calls itself with a smaller number, a few times.
    fn recursive_function(&mut self, scope: &mut Scope) -> Node {
        let name = self.fresh("g");
        let mut inner = scope.functions().without(&ONLY_HOST);
        inner.add("k", Kind::Int);
        inner.add("a", Kind::Scalar);
        let step = int(&mut self.random, &inner, 1);
        let body = vec![Node::Block {
            head: "if k <= 0 || k > 6".into(),
            body: vec![line(format!("r = {step}"))],
            more: vec![(
                "else".into(),
                vec![line(format!("r = {name}(k - 1, a*0.5) + {step}"))],
            )],
            end: "end".into(),
        }];
        // Host code alone calls it: kernels do not recurse.

        block(
            format!("function r : int = {name}(k : int, a : scalar)"),
            body,
        )
    }

    fn changer(&mut self, scope: &mut Scope) -> Node {
        let name = self.fresh("p");
        let mut inner = scope.functions().without(&ONLY_HOST);
        inner.add("a", Kind::Scalar);
        inner.add("i", Kind::Int);
        inner.add("j", Kind::Int);
        let value = scalar(&mut self.random, &inner, 2);
        let sign = ["=", "+=", "-=", "*="][self.below(4)];
        let nest = block(
            "for i = 0..size(m,0)-1",
            vec![block(
                "for j = 0..size(m,1)-1",
                vec![line(format!("m[i,j] {sign} {value}"))],
            )],
        );
        scope.add(&name, Kind::Changer);
        let parameter = self.typed("m", "mat");
        block(format!("function [] = {name}({parameter}, a)"), vec![nest])
    }

    fn kernel(&mut self, scope: &mut Scope) -> Node {
        let name = self.fresh("k");
        let mut inner = scope.functions().without(&ONLY_HOST);
        inner.add("s", Kind::Scalar);
        inner.add("x", Kind::Matrix);
        let mut body = vec![line("i = pos[0]"), line("j = pos[1]"), line("t = s")];
        inner.add("i", Kind::Int);
        inner.add("j", Kind::Int);
        inner.add_variable("t", Kind::Scalar);
        self.statement(&mut inner, 1, &mut body);
        let value = scalar(&mut self.random, &inner, 2);
        body.push(line(format!("y[pos] = {value}")));
        scope.add(&name, Kind::Kernel);
        let mode = ["mirror", "circular", "clamped", "safe"][self.below(4)];
        block(
            format!(
                "function [] = __kernel__ {name}(y : mat, x : mat'{mode}, s : scalar, pos : ivec2)"
            ),
            body,
        )
    }

    fn applier(&mut self, scope: &mut Scope) -> Node {
        let name = self.fresh("q");
        scope.add(&name, Kind::Applier);
        let parameter = self.typed("f", "[scalar -> scalar]");
        block(
            format!("function r = {name}({parameter}, a)"),
            vec![line("r = f(a) + f(0.5*a)")],
        )
    }

    // ---- Statements --------------------------------------------------------------------------------------------------

    /// Adds one statement, with the variables that it needs.
    fn statement(&mut self, scope: &mut Scope, depth: usize, out: &mut Vec<Node>) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        match self.below(if depth == 0 { 10 } else { 24 }) {
            0..=2 => self.assign_scalar(scope, out),
            3 | 4 => self.assign_int(scope, out),
            5 => self.assign_triple(scope, out),
            6 => self.count(scope, out),
            7 => self.change_element(scope, out),
            8 => self.change_record(scope, out),
            9 | 10 if scope.pick(&mut self.random, Kind::Text).is_some() => {
                self.change_value(scope, out);
            }
            9 | 10 => self.assign_scalar(scope, out),
            11 => self.choice(scope, depth, out),
            12 => self.counted(scope, depth, out),
            13 => self.conditional_loop(scope, depth, out),
            14 => self.by_match(scope, depth, out),
            15 | 16 => self.nest(scope, depth, out),
            17 => self.matrix_expression(scope, out),
            18 => self.closure(scope, out),
            19 => self.call(scope, out),
            20 if scope.is_on_host() => self.attempt(scope, depth, out),
            21 | 22 => self.chain(scope, out),
            _ => self.slice(scope, out),
        }
    }

    /// A list of statements with a scope of its own: what it introduces is not seen after it.
    fn body(&mut self, scope: &Scope, depth: usize) -> Vec<Node> {
        let mut inner = scope.clone();
        let mut nodes = Vec::new();
        for _ in 0..1 + self.below(2) {
            self.statement(&mut inner, depth - 1, &mut nodes);
        }
        nodes
    }

    fn assign_scalar(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        let value = scalar(&mut self.random, scope, 3);
        let sign = ["=", "=", "+=", "-=", "*=", "^^=", "__="][self.below(7)];
        match scope.pick_assignable(&mut self.random, Kind::Scalar) {
            // Not a sum, a product or a maximum: loops may take those in another order.
            Some(name) if scope.is_in_loop() => out.push(line(format!("{name} = abs({value})"))),
            Some(name) => out.push(line(format!("{name} {sign} {value}"))),
            None => self.new_scalar(scope, out),
        }
    }

    fn new_scalar(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        let name = self.fresh("s");
        out.push(line(format!(
            "{name} = 0.0 + {}",
            scalar(&mut self.random, scope, 2)
        )));
        scope.add_variable(&name, Kind::Scalar);
    }

    fn assign_int(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        let value = int(&mut self.random, scope, 3);
        let sign = ["=", "=", "+=", "-=", "*=", "~=", "&=", "|=", "^^=", "__="][self.below(10)];
        match scope.pick_assignable(&mut self.random, Kind::Int) {
            Some(name) => out.push(line(format!("{name} {sign} {value}"))),
            None => {
                let name = self.fresh("n");
                out.push(line(format!("{name} = {value}")));
                scope.add_variable(&name, Kind::Int);
            }
        }
    }

    fn assign_triple(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        let value = triple(&mut self.random, scope);
        match scope.pick_assignable(&mut self.random, Kind::Triple) {
            Some(name) if self.below(3) == 0 && !scope.is_in_loop() => {
                let element = scalar(&mut self.random, scope, 2);
                out.push(line(format!("{name}[{}] += {element}", self.below(3))));
            }
            // Not a sum or a product: loops may take those in another order.
            Some(name) if scope.is_in_loop() => out.push(line(format!("{name} = abs({value})"))),
            Some(name) => out.push(line(format!("{name} = {value}"))),
            None => {
                let name = self.fresh("v");
                out.push(line(format!("{name} = {value}")));
                scope.add_variable(&name, Kind::Triple);
            }
        }
    }

    pub fn count(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        if let Some(name) = scope.pick_assignable(&mut self.random, Kind::Counts) {
            let place = small(&mut self.random, scope);
            if self.below(4) == 0 {
                // In real numbers, cut off when it is stored.
                let sign = ["-=", "*=", "/="][self.below(3)];
                let by = ["0.5", "0.75", "1.5", "2"][self.below(4)];
                return out.push(line(format!("{name}[{place}] {sign} {by}")));
            }
            let by = small(&mut self.random, scope);
            let sign = ["=", "+=", "-=", "^^=", "|="][self.below(5)];
            out.push(line(format!("{name}[{place}] {sign} {by}")));
        }
    }

    /// An element at a place that is inside, on the host.
    fn change_element(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        if let Some(name) = scope.pick_assignable(&mut self.random, Kind::Matrix) {
            let (row, column) = (
                small(&mut self.random, scope),
                small(&mut self.random, scope),
            );
            let value = scalar(&mut self.random, scope, 2);
            let sign = ["=", "+=", "*="][self.below(3)];
            out.push(line(format!(
                "{name}[mod({row}, h),mod({column}, w)] {sign} {value}"
            )));
        }
    }

    fn choice(&mut self, scope: &mut Scope, depth: usize, out: &mut Vec<Node>) {
        let mut more = Vec::new();
        if self.below(3) == 0 {
            let cond = truth(&mut self.random, scope, 2);
            more.push((format!("elseif {cond}"), self.body(scope, depth)));
        }
        if self.below(2) == 0 {
            more.push(("else".into(), self.body(scope, depth)));
        }
        let cond = truth(&mut self.random, scope, 2);
        out.push(Node::Block {
            head: format!("if {cond}"),
            body: self.body(scope, depth),
            more,
            end: "end".into(),
        });
    }

    fn counted(&mut self, scope: &mut Scope, depth: usize, out: &mut Vec<Node>) {
        let name = self.fresh("i");
        let mut inner = scope.entering_loop();
        inner.add(&name, Kind::Int);
        let mut body = self.body(&inner, depth);
        if self.below(4) == 0 {
            let leave = ["break", "continue"][self.below(2)];
            let cond = truth(&mut self.random, &inner, 1);
            body.insert(0, block(format!("if {cond}"), vec![line(leave)]));
        }
        let range = match self.below(4) {
            0 => format!("{}..-1..0", 1 + self.below(4)),
            1 => format!("0..2..{}", 2 + self.below(6)),
            2 => format!("0..mod({}, 5)", int(&mut self.random, scope, 1)),
            _ => format!("0..{}", 1 + self.below(4)),
        };
        out.push(block(format!("for {name} = {range}"), body));
    }

    fn conditional_loop(&mut self, scope: &mut Scope, depth: usize, out: &mut Vec<Node>) {
        let name = self.fresh("i");
        let mut inner = scope.clone();
        inner.add(&name, Kind::Int);
        let body = self.body(&inner, depth);
        out.push(line(format!("{name} = {}", 1 + self.below(5))));
        let cond = truth(&mut self.random, &inner, 1);
        // The step is part of the head: a smaller program must end too.
        let step = format!("{name} -= 1");
        out.push(match self.below(2) {
            0 => block(format!("while {name} > 0 && {cond}; {step}"), body),
            _ => Node::Block {
                head: format!("repeat; {step}"),
                body,
                more: Vec::new(),
                end: format!("until {name} <= 0 || {cond}"),
            },
        });
    }

    fn by_match(&mut self, scope: &mut Scope, depth: usize, out: &mut Vec<Node>) {
        let value = small(&mut self.random, scope);
        let arm = |generator: &mut Self, pattern: &str| {
            let assigned = scalar(&mut generator.random, scope, 2);
            let first = match scope.pick_assignable(&mut generator.random, Kind::Scalar) {
                Some(name) => format!("| {pattern} -> {name} = abs({assigned})"),
                None => format!("| {pattern} -> {} = {assigned}", generator.fresh("s")),
            };
            (first, generator.body(scope, depth))
        };
        let (first, second, other) = (arm(self, "2"), arm(self, "5"), arm(self, "_"));
        out.push(Node::Block {
            head: format!("match {value} with"),
            body: Vec::new(),
            more: vec![first, second, other],
            end: "end".into(),
        });
    }

    /// Two loops over a matrix: they may become a kernel.
    fn nest(&mut self, scope: &mut Scope, depth: usize, out: &mut Vec<Node>) {
        let Some(target) = scope.pick_assignable(&mut self.random, Kind::Matrix) else {
            return self.counted(scope, depth, out);
        };
        let (i, j) = (self.fresh("i"), self.fresh("j"));
        let mut inner = scope.read_only().without(&ONLY_HOST).entering_loop();
        inner.add(&i, Kind::Int);
        inner.add(&j, Kind::Int);
        let mut body = Vec::new();
        let local = self.fresh("t");
        body.push(line(format!(
            "{local} = 0.0 + {}",
            scalar(&mut self.random, &inner, 2)
        )));
        inner.add_variable(&local, Kind::Scalar);
        self.statement(&mut inner, depth - 1, &mut body);
        let value = scalar(&mut self.random, &inner, 2);
        let place = match self.below(5) {
            0 => format!("{target}[{i},{}]", self.below(2)),
            1 => format!("{target}[h-1-{i},{j}]"),
            _ => format!("{target}[{i},{j}]"),
        };
        let sign = ["=", "=", "=", "+="][self.below(4)];
        body.push(line(format!("{place} {sign} {value}")));
        self.accumulate(scope, &inner, &mut body, out);
        let columns = [
            format!("for {j} = 0..w-1"),
            format!("for {j} = 0..2..w-1"),
            format!("for {j} = w-1..-1..0"),
        ];
        let columns = columns[[0, 0, 0, 1, 2][self.below(5)]].clone();
        out.push(block(
            format!("for {i} = 0..h-1"),
            vec![block(columns, body)],
        ));
    }

    /// Updates of outer variables by the loop body: some can be taken in any order, some cannot.
    fn accumulate(
        &mut self,
        scope: &Scope,
        inner: &Scope,
        body: &mut Vec<Node>,
        before: &mut Vec<Node>,
    ) {
        let scalar_name = scope.pick_assignable(&mut self.random, Kind::Scalar);
        let int_name = scope.pick_assignable(&mut self.random, Kind::Int);
        let counts = scope.pick_assignable(&mut self.random, Kind::Counts);
        match (self.below(8), scalar_name, int_name, counts) {
            (0, Some(name), _, _) => {
                // Whole numbers below a bound, from a whole start: the sum is exact whatever the order.
                let (reset, by) = (
                    int(&mut self.random, inner, 1),
                    small(&mut self.random, inner),
                );
                before.push(line(format!("{name} = {}.0", self.below(9))));
                body.push(line(format!("{name} += {by} - periodize({reset}, 4)")));
            }
            (1, Some(name), _, _) => {
                let value = scalar(&mut self.random, inner, 1);
                body.push(line(format!("{name} = 0.5*{name} + {value}")));
            }
            (2, _, Some(name), _) => {
                let value = int(&mut self.random, inner, 2);
                let sign = ["+=", "-=", "^^=", "__=", "|=", "&="][self.below(6)];
                body.push(line(format!("{name} {sign} {value}")));
            }
            (3, _, _, Some(name)) => {
                let (place, by) = (
                    small(&mut self.random, inner),
                    small(&mut self.random, inner),
                );
                body.push(line(format!("{name}[{place}] += {by}")));
            }
            _ => {}
        }
    }

    fn matrix_expression(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        let value = matrix(&mut self.random, scope, 2);
        match scope.pick_assignable(&mut self.random, Kind::Matrix) {
            Some(name) => out.push(line(format!("{name} = {value}"))),
            None => self.new_scalar(scope, out),
        }
    }

    /// Matrices without modifiers that are read once or twice, by slices too, updated in place, and counted over.
    fn chain(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        let Some(target) = scope.pick_assignable(&mut self.random, Kind::Matrix) else {
            return self.assign_scalar(scope, out);
        };
        let (t, u) = (self.fresh("t"), self.fresh("u"));
        let [first, second, third] = [2, 1, 1].map(|depth| matrix(&mut self.random, scope, depth));
        out.push(line(format!("{t} = 0.5*{first}")));
        out.push(line(match self.below(5) {
            0 => format!("{u} = {t} + {second}"),
            1 => format!("{u} = abs({t}).*{second}"),
            2 => format!("{u} = {t}[h-1..-1..0,:] - {second}"),
            3 => format!("{u} = {t}[:,w-1..-1..0] + {t}"),
            _ => format!("{u} = {t}[0..h-1,0..w-1] - {second}"),
        }));
        if let Some(count) = scope.pick_assignable(&mut self.random, Kind::Scalar) {
            let counted = ["", "[0..h-2,1..w-1]", "[0..2..h-1,:]"][self.below(3)];
            out.push(line(format!(
                "{count} = 0.5*sum({u}{counted} > {t}{counted})"
            )));
        }
        out.extend(
            match self.below(4) {
                0 => vec![format!("{target} = {u} + {third}")],
                1 => vec![format!("{target} = {u}[0..h-1,0..w-1].*{third}")],
                2 => vec![
                    format!("{u} = {u} - 0.5*{third}"),
                    format!("{u} = {u}[:,w-1..-1..0] + {u}"),
                    format!("{target} = {u}"),
                ],
                _ => vec![
                    format!("{t} += {u}[h-1..-1..0,w-1..-1..0]"),
                    format!("{t}[1..h-1,:] = {t}[0..h-2,:] + {t}[1..h-1,:]"),
                    format!("{target} = 1.0*{t}"),
                ],
            }
            .into_iter()
            .map(line),
        );
    }

    fn closure(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        let name = self.fresh("l");
        let mut inner = scope.without(&ONLY_HOST).read_only();
        inner.add("a", Kind::Scalar);
        let value = scalar(&mut self.random, &inner, 2);
        let parameter = ["a", "(a : scalar)"][self.below(2)];
        out.push(line(format!("{name} = {parameter} -> 0.0 + {value}")));
        scope.add(&name, Kind::Closure);
    }

    /// A call for its effects, or of a function that takes a function.
    fn call(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        let target = scope.pick_assignable(&mut self.random, Kind::Matrix);
        let pick = |generator: &mut Self, kind| scope.pick(&mut generator.random, kind);
        let (changer, kernel) = (pick(self, Kind::Changer), pick(self, Kind::Kernel));
        let (applier, closure) = (pick(self, Kind::Applier), pick(self, Kind::Closure));
        let value = scalar(&mut self.random, scope, 1);
        match (self.below(3), target, changer, kernel) {
            (0, Some(target), Some(changer), _) => {
                out.push(line(format!("{changer}({target}, {value})")));
            }
            (1, Some(target), _, Some(kernel)) => {
                let source = matrix(&mut self.random, scope, 1);
                let result = self.fresh("y");
                out.push(line(format!("{result} = zeros(h, w)")));
                out.push(line(format!(
                    "parallel_do([h,w], {result}, {source} + 0.0, 0.0 + {value}, {kernel})"
                )));
                out.push(line(format!("{target} = {result}")));
            }
            _ => match (applier, closure) {
                (Some(applier), Some(closure)) => {
                    let name = self.fresh("s");
                    let argument = format!("0.0 + {value}");
                    out.push(line(format!("{name} = {applier}({closure}, {argument})")));
                    scope.add_variable(&name, Kind::Scalar);
                }
                _ => self.assign_scalar(scope, out),
            },
        }
    }

    fn change_record(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        let Some(name) = scope.pick_assignable(&mut self.random, Kind::Record) else {
            return self.assign_int(scope, out);
        };
        let other = scope.pick(&mut self.random, Kind::Record);
        let other = other.unwrap_or_else(|| name.clone());
        let value = scalar(&mut self.random, scope, 1);
        let count = int(&mut self.random, scope, 1);
        let on_host = scope.is_on_host();
        out.push(line(match self.below(7) {
            0 if on_host => format!("{name}.move({value})"),
            1 if on_host => format!("{name} = {other}.moved_copy({value})"),
            2 => format!("{name} = {other}"),
            3 => format!("{name}.count ^^= {count}"),
            4 => format!("{name}.place[{}] = {value}", self.below(3)),
            5 => format!("{name}.place = {}", triple(&mut self.random, scope)),
            _ => format!("{name}.weight = abs({value})"),
        }));
    }

    /// Something that may raise an error, and what happens then.
    fn attempt(&mut self, scope: &mut Scope, depth: usize, out: &mut Vec<Node>) {
        let mut body = self.body(scope, depth);
        let cond = truth(&mut self.random, scope, 2);
        let raise = match self.below(3) {
            0 => "assert(1 == 0*h, \"never\")".to_owned(),
            1 => match scope.pick(&mut self.random, Kind::Counts) {
                Some(name) => format!("print {name}[10 + {}]", small(&mut self.random, scope)),
                None => "error(\"none\")".to_owned(),
            },
            _ => "error(\"on purpose\")".to_owned(),
        };
        body.push(block(format!("if {cond}"), vec![line(raise)]));
        body.extend(self.body(scope, depth));
        let mut handler = vec![line("print \"caught \", ex")];
        handler.extend(self.body(scope, depth));
        out.push(Node::Block {
            head: "try".into(),
            body,
            more: vec![("catch ex".into(), handler)],
            end: "end".into(),
        });
    }

    /// Whole rows and columns.
    fn slice(&mut self, scope: &mut Scope, out: &mut Vec<Node>) {
        let (Some(target), Some(source)) = (
            scope.pick_assignable(&mut self.random, Kind::Matrix),
            scope.pick(&mut self.random, Kind::Matrix),
        ) else {
            return self.assign_scalar(scope, out);
        };
        let value = scalar(&mut self.random, scope, 1);
        let (a, b) = (self.below(2), self.below(2));
        out.push(line(match self.below(5) {
            0 => format!("{target}[{a},:] = {source}[{b},:]"),
            1 => format!("{target}[:,{a}] = 0.5*{source}[:,{b}]"),
            2 => format!("{target}[0..1,:] = {value}"),
            3 => format!("{target}[:,w-1..-1..0] = {source}"),
            _ => {
                let limit = element(&mut self.random, scope, &source);
                format!("{target}[{source} > {limit}] = {value}")
            }
        }));
    }
}
