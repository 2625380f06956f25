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
        let mut out = format!(
            "{:<20} {:>10} {:>10} {:>10}\n",
            "pass", "ms", "operations", "then"
        );
        for time in times {
            line(&mut out, time);
        }
        let all = Time {
            name: "all",
            took: times.iter().map(|time| time.took).sum(),
            before: times.first()?.before,
            after: times.last()?.after,
        };
        line(&mut out, &all);
        Some(out)
    }
}

fn line(out: &mut String, time: &Time) {
    let milliseconds = time.took.as_secs_f64() * 1e3;
    let Time {
        name,
        before,
        after,
        ..
    } = time;
    let _ = writeln!(
        out,
        "{name:<20} {milliseconds:>10.3} {before:>10} {after:>10}"
    );
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
        assert_eq!([words[0], words[2]], ["switches", &before.to_string()]);
        let last = text.lines().last().expect("the sum");
        assert!(last.starts_with("all "), "{text}");
        assert!(last.ends_with(&program.operations().to_string()), "{text}");
        assert!(!text.contains("\nnumbers "), "{text}");
        // Another walk has nothing to tell.
        assert!(for_processors(&program, &Settings::optimised(), &mut watching).is_none());
        assert!(Watching::new(&options).text().is_none());
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
