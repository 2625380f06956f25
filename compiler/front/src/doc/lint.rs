//! The warnings `doc-mismatch` and `undescribed-parameter`: comments that say something else than the header, or less.
//!
//! *Invariant:* only what a comment states in a known form is compared; prose is nobody's business.

use super::comment::{Comment, Item};
use super::signature::{self, Signature, Written, literal, same};
use crate::base::{Interner, SourceMap, Span};
use crate::diag::{Code, Report, did_you_mean};
use crate::syntax::ast::{Ast, Function, Param, StmtKind};
use crate::syntax::print::{print_expr, print_type};

/// Looks at the comments of the functions of a file.
pub fn check(ast: &Ast, sources: &SourceMap, names: &Interner) -> Vec<Report> {
    let mut reports = Vec::new();
    for stmt in &ast.body.stmts {
        let StmtKind::Function(function) = &stmt.kind else {
            continue;
        };
        if let Some(doc) = &function.doc {
            let comment = Comment::of(doc, sources);
            reports.extend(about(function, &comment, names));
        }
    }
    reports
}

/// What is wrong with the comment of a function.
fn about(function: &Function, comment: &Comment, names: &Interner) -> Vec<Report> {
    let mut lint = Lint {
        function,
        name: names.text(function.name.name),
        names,
        reports: Vec::new(),
    };
    lint.title(comment);
    lint.params(comment);
    lint.outputs(comment);
    if let Some(line) = &comment.signature
        && let Some(written) = signature::read(&line.text)
    {
        let base = line.text.as_str();
        // A signature of several lines is marked as a whole: the lines were joined.
        let is_one_line = line.span.len() == base.len();
        let place = |part: &str| match is_one_line {
            true => part_of(line.span, base, part),
            false => line.span,
        };
        lint.signature(&written, line.span, &place);
    }
    lint.reports
}

/// The place of a part of a line.
fn part_of(line: Span, text: &str, part: &str) -> Span {
    let from = line.lo + (part.as_ptr() as usize - text.as_ptr() as usize) as u32;
    Span::new(line.file, from, from + part.len() as u32)
}

struct Lint<'a> {
    function: &'a Function,
    name: &'a str,
    names: &'a Interner,
    reports: Vec<Report>,
}

impl Lint<'_> {
    fn told(&mut self, report: Report) {
        self.reports.push(report);
    }

    fn mismatch(&self, span: Span, message: String) -> Report {
        Report::new(Code::DocMismatch, span, message)
    }

    fn param_names(&self) -> Vec<&str> {
        let params = self.function.params.iter();
        params
            .map(|param| self.names.text(param.name.name))
            .collect()
    }

    fn output_names(&self) -> Vec<&str> {
        let outputs = self.function.outputs.iter();
        outputs
            .map(|output| self.names.text(output.name.name))
            .collect()
    }

    fn param(&self, name: &str) -> Option<&Param> {
        let mut params = self.function.params.iter();
        params.find(|param| self.names.text(param.name.name) == name)
    }

    fn title(&mut self, comment: &Comment) {
        let Some(title) = &comment.title else { return };
        if title.text == self.name {
            return;
        }
        let message = format!(
            "the comment is about `{}`, the function is `{}`",
            title.text, self.name
        );
        let report = self
            .mismatch(title.span, message)
            .label("the name in the comment")
            .also(self.function.name.span, "the function");
        self.told(report.help(format!("write `Function: {}`", self.name)));
    }

    fn params(&mut self, comment: &Comment) {
        let known = self.param_names();
        let mut reports = self.listed(&comment.params, &known, "parameter");
        for item in &comment.params {
            let Some(param) = self.param(&item.name) else {
                continue;
            };
            let stated = item.default.as_deref().or_else(|| default_in(&item.text));
            reports.extend(self.type_differs(param, item.span, item.ty.as_deref()));
            reports.extend(self.default_differs(param, item.span, stated));
        }
        let described = |name: &str| comment.params.iter().any(|item| item.name == name);
        let left_out = self.function.params.iter().filter(|param| {
            let name = self.names.text(param.name.name);
            name != "self" && !described(name)
        });
        if !comment.params.is_empty() {
            reports.extend(left_out.map(|param| self.undescribed(param)));
        }
        self.reports.extend(reports);
    }

    fn undescribed(&self, param: &Param) -> Report {
        let name = self.names.text(param.name.name);
        let message = format!(
            "the comment of `{}` leaves out the parameter `{name}`",
            self.name
        );
        Report::new(Code::UndescribedParameter, param.span, message)
            .label("not below `Parameters:`")
            .help(format!("add a line `% {name} - what it means`"))
    }

    /// What is wrong with a list of names: unknown ones, one twice, another order.
    fn listed(&self, items: &[Item], known: &[&str], what: &str) -> Vec<Report> {
        let mut reports = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let name = item.name.as_str();
            if !known.contains(&name) {
                reports.push(self.unknown(name, item.span, known, what));
            } else if items[..index].iter().any(|before| before.name == name) {
                let message = format!("the {what} `{name}` is described twice");
                reports.push(
                    self.mismatch(item.span, message)
                        .label("for the second time"),
                );
            }
        }
        let order = items
            .iter()
            .filter_map(|item| known.iter().position(|name| *name == item.name));
        let order: Vec<usize> = order.collect();
        if let (true, Some(at)) = (
            reports.is_empty(),
            order.windows(2).position(|two| two[0] > two[1]),
        ) {
            let message = format!(
                "the comment has the {what}s of `{}` in another order",
                self.name
            );
            let report = self.mismatch(items[at + 1].span, message);
            let report = report.label(format!("comes before `{}` in the header", items[at].name));
            reports.push(report.help(format!("the order is {}", known.join(", "))));
        }
        reports
    }

    fn unknown(&self, name: &str, span: Span, known: &[&str], what: &str) -> Report {
        let message = format!("`{}` has no {what} `{name}`", self.name);
        let list = match known {
            [] => format!("it has no {what}s"),
            [..] => format!("its {what}s are {}", known.join(", ")),
        };
        let near = did_you_mean(name, known.iter().copied());
        self.mismatch(span, message)
            .label("described here")
            .also(self.function.header, "the header")
            .help(near.unwrap_or(list))
    }

    fn type_differs(&self, param: &Param, span: Span, stated: Option<&str>) -> Option<Report> {
        let stated = stated?;
        let name = self.names.text(param.name.name);
        let (message, label) = match &param.ty {
            Some(ty) => {
                let real = print_type(ty, self.names);
                if same(&real, stated) {
                    return None;
                }
                (
                    format!("the comment gives `{name}` the type {stated}, the header {real}"),
                    "the type that counts",
                )
            }
            None => (
                format!("the comment gives `{name}` the type {stated}, the header none"),
                "takes any type",
            ),
        };
        let report = self.mismatch(span, message).label("stated here");
        Some(report.also(param.span, label))
    }

    fn default_differs(&self, param: &Param, span: Span, stated: Option<&str>) -> Option<Report> {
        let stated = stated?;
        let name = self.names.text(param.name.name);
        let (message, label) = match &param.default {
            Some(value) => {
                let real = print_expr(value, self.names);
                let comparable = literal(&real).is_some_and(|found| found.len() == real.len());
                if same(&real, stated) || !comparable {
                    return None;
                }
                (
                    format!("the comment gives `{name}` the default {stated}, the header {real}"),
                    "the default that counts",
                )
            }
            None => (
                format!("the comment gives `{name}` the default {stated}, the header none"),
                "has no default",
            ),
        };
        let report = self.mismatch(span, message).label("stated here");
        Some(report.also(param.span, label))
    }

    fn outputs(&mut self, comment: &Comment) {
        let known = self.output_names();
        if let (true, Some(span)) = (known.is_empty(), comment.returns) {
            let message = format!(
                "the comment says that `{}` returns something, and it has no output",
                self.name
            );
            let report = self.mismatch(span, message).label("stated here");
            self.told(report.also(self.function.header, "gives nothing back"));
            return;
        }
        let reports = self.listed(&comment.outputs, &known, "output");
        self.reports.extend(reports);
    }

    /// Compares with the header that the comment repeats.
    fn signature(&mut self, written: &Signature, line: Span, place: &dyn Fn(&str) -> Span) {
        if written.name != self.name {
            let message = format!(
                "the signature in the comment is that of `{}`, the function is `{}`",
                written.name, self.name
            );
            let report = self.mismatch(place(written.name), message);
            let report = report.label("the name in the comment");
            return self.told(report.also(self.function.name.span, "the function"));
        }
        let outputs = self.output_names();
        if written.outputs.as_ref().is_some_and(|own| *own != outputs) {
            let message = format!(
                "the signature in the comment of `{}` has other outputs",
                self.name
            );
            let report = self
                .mismatch(line, message)
                .label("the header in the comment");
            self.told(report.also(self.function.header, "the header"));
        }
        let names: Vec<&str> = written.params.iter().map(|param| param.name).collect();
        let known = self.param_names();
        let reports = match names == known {
            true => self.same_params(written, place),
            false => vec![self.other_params(written, &known, line, place)],
        };
        self.reports.extend(reports);
    }

    fn other_params(
        &self,
        written: &Signature,
        known: &[&str],
        line: Span,
        place: &dyn Fn(&str) -> Span,
    ) -> Report {
        let stray = written
            .params
            .iter()
            .find(|param| !known.contains(&param.name));
        if let Some(stray) = stray {
            return self.unknown(stray.name, place(stray.whole), known, "parameter");
        }
        let message = format!(
            "the signature in the comment of `{}` has other parameters",
            self.name
        );
        self.mismatch(line, message)
            .label("the header in the comment")
            .also(self.function.header, "the header")
            .help(format!("the parameters are {}", known.join(", ")))
    }

    /// Types and defaults of parameters that have the right names.
    fn same_params(&self, written: &Signature, place: &dyn Fn(&str) -> Span) -> Vec<Report> {
        let pairs = written.params.iter().zip(&self.function.params);
        let differences = pairs.flat_map(|(own, param): (&Written, &Param)| {
            let span = place(own.whole);
            let missing = match (own.default, &param.default) {
                (None, Some(_)) => Some(self.default_missing(param, span)),
                (Some(_), _) | (None, None) => None,
            };
            [
                self.type_differs(param, span, own.ty),
                self.default_differs(param, span, own.default),
                missing,
            ]
        });
        differences.flatten().collect()
    }

    fn default_missing(&self, param: &Param, span: Span) -> Report {
        let name = self.names.text(param.name.name);
        let message = format!("the signature in the comment leaves out the default of `{name}`");
        let report = self.mismatch(span, message).label("without a default");
        report.also(param.span, "with one")
    }
}

/// How a text states a default.
const DEFAULTS: &[&str] = &[
    "default value:",
    "default value is",
    "default:",
    "default is",
];

/// The default that a text states, where it is a literal.
fn default_in(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let ends = DEFAULTS
        .iter()
        .filter_map(|word| Some(lower.find(word)? + word.len()));
    literal(&text[ends.min()?..])
}
