//! Reports as text: pictures for people, JSON lines for programs, and the long explanation of a code.
//!
//! *Invariant:* the only file that names miette. The text depends on the arguments alone; whether a terminal listens is for the caller to
//! find out.

use super::{Code, Label, Report, Severity};
use crate::base::{FileId, SourceMap, Span};
use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode,
};
use std::fmt::{self, Write};

/// The form of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// With a picture of the source in the characters of a terminal.
    Terminal {
        /// Whether to colour it.
        color: bool,
    },
    /// The same in ASCII and without colour, for files and pipes.
    Plain,
    /// One line per report, as editors read it: `a.q:3:7: error[E0203]: message: label`.
    Short,
    /// One JSON object per line.
    Json,
}

impl Format {
    /// The form for people: colour on a terminal only, and only when the user has not switched it off with `NO_COLOR`.
    pub fn for_people(is_terminal: bool, no_color: bool) -> Format {
        if is_terminal {
            Format::Terminal { color: !no_color }
        } else {
            Format::Plain
        }
    }
}

/// Lines longer than this are cut in pictures; machine-made sources have such lines.
const LONGEST_LINE: usize = 400;
/// The width at which explanations and pictures are wrapped.
const WIDTH: usize = 100;

/// All reports, pictures with an empty line after each and a last line that counts them, the other forms with a line end.
pub fn render_all(reports: &[Report], sources: &SourceMap, format: Format) -> String {
    let mut text = String::new();
    for report in reports {
        text.push_str(&render(report, sources, format));
        text.push('\n');
    }
    if !matches!(format, Format::Json | Format::Short) {
        text.push_str(&count(reports));
    }
    text
}

/// One report.
pub fn render(report: &Report, sources: &SourceMap, format: Format) -> String {
    match format {
        Format::Terminal { color: true } => {
            picture(report, sources, GraphicalTheme::unicode(), true)
        }
        Format::Terminal { color: false } => {
            picture(report, sources, GraphicalTheme::unicode_nocolor(), false)
        }
        Format::Plain => picture(report, sources, GraphicalTheme::none(), false),
        Format::Short => short(report, sources),
        Format::Json => json(report, sources),
    }
}

/// The text of `qc --explain`.
pub fn explain(code: Code) -> String {
    let row = code.row();
    let mut text = format!("{}[{}]: {}\n\n", row.severity.text(), row.number, row.title);
    text.push_str(&wrap(row.explanation, WIDTH));
    if let Some(lint) = row.lint {
        let advice = match row.silent {
            true => format!("It is silent unless `-W {lint}` asks for it"),
            false => format!("Silence it with `-A {lint}`"),
        };
        let _ = write!(text, "\n{advice}; `--deny={lint}` makes it an error.\n");
    }
    text.push_str("\nThis program yields it:\n\n");
    text.push_str(&indented(row.bad));
    text.push_str("\nThis one does not:\n\n");
    text.push_str(&indented(row.good));
    text
}

fn indented(program: &str) -> String {
    program
        .lines()
        .map(|line| format!("    {}\n", cut(line)))
        .collect()
}

/// A line that is not longer than is good for reading.
fn cut(line: &str) -> String {
    if line.chars().count() <= WIDTH {
        return line.to_string();
    }
    line.chars().take(WIDTH - 2).chain([' ', '…']).collect()
}

fn wrap(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            wrapped.push('\n');
            column = 0;
        } else if column > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += length;
    }
    wrapped.push('\n');
    wrapped
}

/// `2 errors, 1 warning`, or nothing.
fn count(reports: &[Report]) -> String {
    let of = |severity: Severity| {
        reports
            .iter()
            .filter(|report| report.severity == severity)
            .count()
    };
    let part = |severity: Severity| match of(severity) {
        0 => None,
        1 => Some(format!("1 {}", severity.text())),
        many => Some(format!("{many} {}s", severity.text())),
    };
    let parts: Vec<String> = [Severity::Error, Severity::Warning]
        .into_iter()
        .filter_map(part)
        .collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!("{}\n", parts.join(", "))
    }
}

// ------------------------------------------------------------------------------------------------------------------- pictures

fn picture(report: &Report, sources: &SourceMap, theme: GraphicalTheme, color: bool) -> String {
    let shown = Shown::new(report, sources);
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(WIDTH + 20)
        .with_context_lines(1)
        .without_syntax_highlighting()
        .with_urls(false);
    let mut text = String::new();
    handler
        .render_report(&mut text, &shown)
        .expect("writing to a string succeeds");
    for elsewhere in shown.elsewhere {
        footer(&mut text, "at", &elsewhere, color);
    }
    for note in &report.notes {
        footer(&mut text, "note", note, color);
    }
    for help in &report.helps {
        footer(&mut text, "help", help, color);
    }
    text
}

/// `  help: text`, further lines aligned below.
fn footer(out: &mut String, word: &str, text: &str, color: bool) {
    let (on, off) = if color {
        ("\u{1b}[36m", "\u{1b}[0m")
    } else {
        ("", "")
    };
    let aligned = text.replace('\n', &format!("\n{}", " ".repeat(word.len() + 4)));
    let _ = writeln!(out, "  {on}{word}:{off} {aligned}");
}

/// A report in the form that miette draws.
#[derive(Debug)]
struct Shown {
    title: String,
    severity: Severity,
    source: Option<NamedSource<String>>,
    labels: Vec<LabeledSpan>,
    /// Labels in other files than the first, and in lines too long to draw.
    elsewhere: Vec<String>,
}

impl Shown {
    fn new(report: &Report, sources: &SourceMap) -> Self {
        let title = format!(
            "{}[{}]: {}",
            report.severity.text(),
            report.code.number(),
            report.message
        );
        let file = report.span().map(|span| span.file);
        let drawable =
            |label: &&Label| file == Some(label.span.file) && !is_in_long_line(sources, label.span);
        let source = file.filter(|_| report.labels.iter().any(|label| drawable(&label)));
        Shown {
            title,
            severity: report.severity,
            source: source.map(|file| named_source(sources, file)),
            labels: report
                .labels
                .iter()
                .enumerate()
                .filter(|(_, label)| drawable(label))
                .map(labeled)
                .collect(),
            elsewhere: report
                .labels
                .iter()
                .filter(|label| !drawable(label))
                .map(|label| in_words(sources, label))
                .collect(),
        }
    }
}

fn named_source(sources: &SourceMap, file: FileId) -> NamedSource<String> {
    let file = sources.file(file);
    NamedSource::new(file.name(), file.text().to_string())
}

fn labeled((index, label): (usize, &Label)) -> LabeledSpan {
    let message = (!label.message.is_empty()).then(|| label.message.clone());
    let range = (label.span.lo as usize, label.span.len());
    if index == 0 {
        LabeledSpan::new_primary_with_span(message, range)
    } else {
        LabeledSpan::new_with_span(message, range)
    }
}

fn is_in_long_line(sources: &SourceMap, span: Span) -> bool {
    let file = sources.file(span.file);
    let line = file.position(span.lo).line;
    let near = line.saturating_sub(1).max(1)..=line + 1;
    near.into_iter()
        .any(|line| file.line(line).len() > LONGEST_LINE)
}

/// `a.q:3:5: text`
fn in_words(sources: &SourceMap, label: &Label) -> String {
    let position = sources.position(label.span);
    let place = format!(
        "{}:{}:{}",
        sources.file(label.span.file).name(),
        position.line,
        position.column
    );
    if label.message.is_empty() {
        place
    } else {
        format!("{place}: {}", label.message)
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

impl std::error::Error for Shown {}

impl Diagnostic for Shown {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty())
            .then(|| Box::new(self.labels.iter().cloned()) as Box<dyn Iterator<Item = LabeledSpan>>)
    }
}

// --------------------------------------------------------------------------------------------------------- short lines and JSON

/// `a.q:3:7: error[E0203]: message: label`
fn short(report: &Report, sources: &SourceMap) -> String {
    let place = report.span().map_or(String::new(), |span| {
        let position = sources.position(span);
        format!(
            "{}:{}:{}: ",
            sources.file(span.file).name(),
            position.line,
            position.column
        )
    });
    let label = report
        .labels
        .first()
        .map_or("", |label| label.message.as_str());
    let separator = if label.is_empty() { "" } else { ": " };
    format!(
        "{place}{}[{}]: {}{separator}{label}",
        report.severity.text(),
        report.code.number(),
        report.message
    )
}

/// `{"code":…,"severity":…,"message":…,"labels":[…],"notes":[…],"helps":[…]}`; the first label is the cause.
fn json(report: &Report, sources: &SourceMap) -> String {
    let labels: Vec<String> = report
        .labels
        .iter()
        .map(|label| json_label(label, sources))
        .collect();
    format!(
        "{{\"code\":{},\"severity\":{},\"message\":{},\"labels\":[{}],\"notes\":{},\"helps\":{}}}",
        quoted(report.code.number()),
        quoted(report.severity.text()),
        quoted(&report.message),
        labels.join(","),
        json_list(&report.notes),
        json_list(&report.helps),
    )
}

fn json_label(label: &Label, sources: &SourceMap) -> String {
    let file = sources.file(label.span.file);
    let (start, end) = (file.position(label.span.lo), file.position(label.span.hi));
    format!(
        "{{\"file\":{},\"line\":{},\"column\":{},\"end_line\":{},\"end_column\":{},\"message\":{}}}",
        quoted(file.name()),
        start.line,
        start.column,
        end.line,
        end.column,
        quoted(&label.message),
    )
}

fn json_list(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    format!("[{}]", quoted.join(","))
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> (SourceMap, Report) {
        let mut sources = SourceMap::new();
        let file = sources.add("a.q", "if x > 0\n    y = 1\n");
        let other = sources.add("b.q", "x = 1\n");
        let report = Report::new(
            Code::MissingTerminator,
            Span::new(file, 0, 2),
            "this `if` is never closed",
        )
        .label("needs `end`")
        .also(Span::new(other, 0, 1), "x comes from here")
        .note("a fact")
        .help("add \"end\"");
        (sources, report)
    }

    #[test]
    fn plain_pictures_are_ascii_without_escapes() {
        let (sources, report) = sample();
        let text = render(&report, &sources, Format::Plain);
        assert!(text.is_ascii() && !text.contains('\u{1b}'), "{text}");
        for part in [
            "error[E0107]: this `if` is never closed",
            "a.q:1:1",
            "needs `end`",
            "at: b.q:1:1: x comes from here",
            "note: a fact",
            "help: add",
        ] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
    }

    #[test]
    fn colour_only_where_it_is_asked_for() {
        let (sources, report) = sample();
        assert_eq!(Format::for_people(false, false), Format::Plain);
        let colored = render(&report, &sources, Format::for_people(true, false));
        let uncolored = render(&report, &sources, Format::for_people(true, true));
        assert!(colored.contains('\u{1b}') && !uncolored.contains('\u{1b}'));
    }

    #[test]
    fn json_has_every_part() {
        let (sources, report) = sample();
        let expected = concat!(
            r#"{"code":"E0107","severity":"error","message":"this `if` is never closed","labels":["#,
            r#"{"file":"a.q","line":1,"column":1,"end_line":1,"end_column":3,"message":"needs `end`"},"#,
            r#"{"file":"b.q","line":1,"column":1,"end_line":1,"end_column":2,"message":"x comes from here"}],"#,
            r#""notes":["a fact"],"helps":["add \"end\""]}"#
        );
        assert_eq!(render(&report, &sources, Format::Json), expected);
    }

    #[test]
    fn the_short_form_is_one_line() {
        let (sources, report) = sample();
        let expected = "a.q:1:1: error[E0107]: this `if` is never closed: needs `end`";
        assert_eq!(render(&report, &sources, Format::Short), expected);
    }

    #[test]
    fn very_long_lines_are_not_drawn() {
        let mut sources = SourceMap::new();
        let file = sources.add("long.q", "(".repeat(100_000));
        let report =
            Report::new(Code::NestingTooDeep, Span::new(file, 200, 201), "too deep").label("here");
        let text = render(&report, &sources, Format::Plain);
        assert!(
            text.len() < 200 && text.contains("long.q:1:201: here"),
            "{text}"
        );
    }

    #[test]
    fn counts_errors_and_warnings() {
        let (_, report) = sample();
        let warning = Report::without_place(Code::TildeNotEqual, "w");
        assert_eq!(
            count(&[report.clone(), report, warning]),
            "2 errors, 1 warning\n"
        );
        assert_eq!(count(&[]), "");
    }

    #[test]
    fn explanations_show_both_programs() {
        let text = explain(Code::TildeNotEqual);
        for part in [
            "warning[W0101]",
            "-A tilde-not-equal",
            "    if x ~= 3",
            "    if x != 3",
        ] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
    }
}
