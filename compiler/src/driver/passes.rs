//! What `--after` and `--time-passes` show of the passes over the middle representation.
//!
//! *Invariant:* watching changes nothing: the program is the same with these options and without.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::options::Options;
use crate::mir::Program;
use crate::opt::pipeline::{self, Pass, Settings, Watcher};

/// Times the passes, and ends the walk behind the one that `--after` names.
pub struct Watching<'o> {
    after: Option<&'o str>,
    /// None where nobody wants to know.
    times: Option<Vec<Time>>,
    started: Option<(Instant, usize)>,
}

/// What a pass took, and the operations before and after it.
struct Time {
    name: &'static str,
    took: Duration,
    before: usize,
    after: usize,
}

impl<'o> Watching<'o> {
    /// As the options say.
    pub fn new(options: &'o Options) -> Watching<'o> {
        Watching {
            after: options.after.as_deref(),
            times: options.time_passes.then(Vec::new),
            started: None,
        }
    }

    /// A line for each pass that ran, with a heading and the sum; nothing where nobody wants to know.
    pub fn text(&self) -> Option<String> {
        let times = self.times.as_ref()?;
        let all = Time {
            name: "all",
            took: times.iter().map(|time| time.took).sum(),
            before: times.first()?.before,
            after: times.last()?.after,
        };
        let width = times.iter().map(|time| time.name.len()).max()?;
        let mut out = format!("{:width$}{HEADING}\n", "pass");
        for time in times.iter().chain([&all]) {
            let _ = writeln!(out, "{}", time.line(width, all.took));
        }
        Some(out)
    }
}

/// What the columns behind the names are, with their units; the numbers below end where these words end.
const HEADING: &str = "   time (ms)   of all (%)   operations before   after   change";

impl Time {
    /// The columns of the heading; a change of nothing is left out.
    fn line(&self, width: usize, all: Duration) -> String {
        let milliseconds = self.took.as_secs_f64() * 1e3;
        let share = 100.0 * self.took.as_secs_f64() / all.as_secs_f64().max(1e-9);
        let change = match self.after as i64 - self.before as i64 {
            0 => String::new(),
            change => format!("{change:+}"),
        };
        let (name, before, after) = (self.name, self.before, self.after);
        let line = format!(
            "{name:width$}{milliseconds:>12.3}{share:>13.1}{before:>20}{after:>8}{change:>9}"
        );
        line.trim_end().to_owned()
    }
}

impl Watcher for Watching<'_> {
    fn before(&mut self, _pass: &Pass, program: &Program) {
        if self.times.is_some() {
            let operations = program.operations();
            self.started = Some((Instant::now(), operations));
        }
    }

    fn after(&mut self, pass: &Pass, program: &Program, ran: bool) -> ControlFlow<()> {
        if let (Some(times), Some((start, before)), true) =
            (&mut self.times, self.started.take(), ran)
        {
            times.push(Time {
                name: pass.name,
                took: start.elapsed(),
                before,
                after: program.operations(),
            });
        }
        match self.after == Some(pass.name) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Why the pass that `--after` names cannot run with these settings, if it cannot.
pub fn ruled_out(name: &str, settings: &Settings<'_>) -> Option<String> {
    let pass = pipeline::pass(name)?;
    let condition = if !pass.levels.has(settings.level) {
        format!("runs at {}", pass.levels.text().replace('`', ""))
    } else if pass.only.is_ruled_out(settings) {
        format!("runs only {}", pass.only.text())
    } else {
        return None;
    };
    Some(format!(
        "the pass `{name}` does not run with these options: it {condition}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::random_program::random_program;
    use crate::opt::pipeline::{NAMES, Of, PASSES, for_processors, walk};

    fn options(after: Option<&str>, time_passes: bool) -> Options {
        Options {
            after: after.map(str::to_owned),
            time_passes,
            ..Options::default()
        }
    }

    #[test]
    fn every_name_ends_the_walk_behind_its_pass() {
        let (original, settings) = (random_program(5), Settings::optimised());
        for pass in PASSES {
            let options = options(Some(pass.name), false);
            let mut watching = Watching::new(&options);
            let mut program = original.clone();
            let ended = walk(&mut program, &settings, &mut watching).is_none();
            assert_eq!(ended, pass.of == Of::Program, "{}", pass.name);
        }
        assert_eq!(NAMES.len(), PASSES.len() + 1);
        assert!(
            NAMES
                .iter()
                .skip(1)
                .eq(PASSES.iter().map(|pass| &pass.name))
        );
    }

    #[test]
    fn passes_that_ran_are_timed_with_what_they_did() {
        let options = options(None, true);
        let mut watching = Watching::new(&options);
        let mut program = random_program(5);
        let before = program.operations();
        walk(&mut program, &Settings::optimised(), &mut watching);
        let text = watching.text().expect("times");
        let first = text.lines().nth(1).expect("a pass");
        let words: Vec<&str> = first.split_whitespace().collect();
        assert_eq!([words[0], words[3]], ["switches", &before.to_string()]);
        let last: Vec<&str> = text
            .lines()
            .last()
            .expect("the sum")
            .split_whitespace()
            .collect();
        let after = program.operations();
        assert_eq!(last[0], "all", "{text}");
        assert_eq!(
            last[2..5],
            ["100.0", &before.to_string(), &after.to_string()]
        );
        assert_eq!(last[5], format!("{:+}", after as i64 - before as i64));
        assert!(!text.contains("\nnumbers "), "{text}");
        // Another walk has nothing to tell.
        assert!(for_processors(&program, &Settings::optimised(), &mut watching).is_none());
        assert!(Watching::new(&options).text().is_none());
    }

    #[test]
    fn numbers_stand_below_their_headings() {
        let long = "common-subexpressions-launches";
        let time = |name, before, after| Time {
            name,
            took: Duration::from_micros(250),
            before,
            after,
        };
        let times = vec![time("hoist", 7, 7), time(long, 1_234_567, 1_200_000)];
        let text = Watching {
            after: None,
            times: Some(times),
            started: None,
        };
        let text = text.text().expect("times");
        let lines: Vec<&str> = text.lines().collect();
        let ends = |words: &[&str]| -> Vec<usize> {
            let end = |word: &&str| lines[0].find(*word).expect("a heading") + word.len();
            words.iter().map(end).collect()
        };
        let columns = ends(&["(ms)", "(%)", "before", "after", "change"]);
        let numbers = |line: &str| -> Vec<usize> {
            let behind = line.char_indices().filter(|(at, c)| {
                *c != ' '
                    && *at > long.len()
                    && line[at + 1..].chars().next().is_none_or(|c| c == ' ')
            });
            behind.map(|(at, _)| at + 1).collect()
        };
        assert_eq!(numbers(lines[1]), columns[..4], "{text}");
        assert_eq!(numbers(lines[2]), columns, "{text}");
        assert_eq!(numbers(lines[3]), columns, "{text}");
        assert!(lines[2].ends_with("-34567"), "{text}");
    }

    #[test]
    fn passes_that_options_leave_out_say_when_they_run() {
        let plain = Settings::plain();
        let message = ruled_out("fusion", &plain).expect("a reason");
        assert!(message.ends_with("it runs at -O2"), "{message}");
        let message = ruled_out("numbers", &plain).expect("a reason");
        assert!(
            message.ends_with("it runs only with `--check=nan` or `--check=inf`"),
            "{message}"
        );
        assert_eq!(ruled_out("ownership", &plain), None);
        assert_eq!(ruled_out("simplify-launches", &Settings::optimised()), None);
    }
}
