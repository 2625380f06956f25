//! Regular expressions: what `regexp` is asked for, and patterns that are known when the program is compiled.
//!
//! *Invariant:* a constant pattern that the runtime would refuse is an error here: both read it by the same package.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::diag::{Code, Report, did_you_mean};
use crate::hir::Expr;
use crate::resolve::REGEXP;
use crate::types::Type;

use super::call::Argument;
use super::trees::error;
use super::{BodyState, Checker, DefId};

/// What `regexp` gives, with the functions for all matches and for the first one.
const WANTED: &[(&str, &str, Option<&str>)] = &[
    ("start", "regexp_start", Some("regexp_first_start")),
    ("match", "regexp_match", Some("regexp_first_match")),
    ("tokens", "regexp_tokens", Some("regexp_first_tokens")),
    ("names", "regexp_named", Some("regexp_named")),
    ("split", "regexp_split", None),
];

impl<'a> Checker<'a> {
    /// `regexp(text, pattern, what, once)`: the function for what is wanted. None: another function is called.
    pub(super) fn regexp_call(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        values: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        let data = &self.functions.defs[def];
        let texts = values
            .iter()
            .take(2)
            .all(|value| value.value.ty == Type::String);
        if data.name != "regexp" || !texts || !self.definitions.is_of(data.span, REGEXP) {
            return None;
        }
        let mut options = Vec::new();
        for option in values.iter().skip(2) {
            match f.known_text(&option.value) {
                Some(text) => options.push(text),
                None => return Some(self.report_option(&option.value, None)),
            }
        }
        let once = options.iter().position(|option| option == "once");
        let once = once.map(|at| options.remove(at)).is_some();
        let wanted = options.first().map_or("start", String::as_str);
        let row = WANTED.iter().find(|(name, ..)| *name == wanted);
        let function = row.and_then(|(_, all, first)| if once { *first } else { Some(*all) });
        let (Some(function), true, true) = (function, options.len() < 2, values.len() > 1) else {
            return Some(self.report_option(&values[values.len() - 1].value, Some(wanted)));
        };
        let given: Vec<Expr> = values[..2]
            .iter()
            .map(|value| value.value.clone())
            .collect();
        if !self.is_pattern(f, &given[1]) {
            return Some(error(span));
        }
        Some(match crate::builtins::find(function) {
            Some(builtin) => self.apply_builtin(f, builtin, given, span),
            None => self.of_library(f, function, given, span),
        })
    }

    fn report_option(&mut self, option: &Expr, wanted: Option<&str>) -> Expr {
        let (message, meant) = match wanted {
            Some(text) => (
                format!("`regexp` does not give \"{text}\" so"),
                did_you_mean(text, WANTED.iter().map(|(name, ..)| *name)),
            ),
            None => ("what `regexp` gives is a constant text".to_string(), None),
        };
        let all = "one of \"start\", \"match\", \"tokens\", \"names\" and \"split\", and behind it \"once\", but for \"split\"";
        self.report(
            Report::new(Code::BadArgument, option.span, message)
                .label("not known")
                .help(meant.unwrap_or_else(|| all.to_string())),
        );
        error(option.span)
    }

    /// Whether a constant is a regular expression, or a report; what is not known is asked when running.
    fn is_pattern(&mut self, f: &BodyState<'a>, pattern: &Expr) -> bool {
        let Some(text) = f.known_text(pattern) else {
            return true;
        };
        let Err(mistake) = regex_lite::Regex::new(&text) else {
            return true;
        };
        self.report(
            Report::new(
                Code::BadArgument,
                pattern.span,
                format!("this is no regular expression: {mistake}"),
            )
            .label("cannot be read")
            .help(
                "a character that means something is written with a backslash: `\\(`, `\\.`, `\\[`",
            ),
        );
        false
    }

    /// Whether the constant pattern of a builtin is one, or a report.
    pub(super) fn has_pattern(
        &mut self,
        f: &BodyState<'a>,
        builtin: Builtin,
        values: &[Expr],
    ) -> bool {
        match (builtin, values) {
            (
                Builtin::Regexprep
                | Builtin::RegexpMatch
                | Builtin::RegexpStart
                | Builtin::RegexpSplit
                | Builtin::RegexpGroups,
                [_, pattern, ..],
            ) => self.is_pattern(f, pattern),
            _ => true,
        }
    }
}
