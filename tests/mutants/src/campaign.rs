//! The campaign: which trials reach which mutants, and which mutants a trial kills.
//!
//! *Invariant:* a mutant survives only when every trial that reaches it, up to the bound on programs, has passed with it.

use crate::mutant::Mutant;
use crate::rooms;
use crate::tree::{self, Built, Planted};
use crate::trials::{self, End, Trial};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The seed of the sample, unless `QC_MUTANTS_SEED` gives another.
const SEED: u64 = 16;

/// Programs and diagnostics that are tried on one mutant at most, the likeliest first.
const PROGRAMS: usize = 120;

/// What orders the mutants that samples are taken of.
pub fn seed() -> u64 {
    number("QC_MUTANTS_SEED", SEED)
}

/// What became of a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// This trial fails with it.
    Killed(String),
    /// No trial fails.
    Survived,
    /// No trial comes there.
    NotReached,
}

impl Fate {
    fn text(&self) -> String {
        match self {
            Fate::Killed(trial) => format!("killed\t{trial}"),
            Fate::Survived => "survived\t".to_owned(),
            Fate::NotReached => "not reached\t".to_owned(),
        }
    }

    fn read(word: &str, trial: &str) -> Fate {
        match word {
            "killed" => Fate::Killed(trial.to_owned()),
            "survived" => Fate::Survived,
            _ => Fate::NotReached,
        }
    }
}

/// A number of the environment.
pub fn number(name: &str, otherwise: u64) -> u64 {
    let value = std::env::var(name).ok();
    value
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

fn file(name: &str) -> PathBuf {
    tree::folder().join(name)
}

/// The lines of a file of the campaign; none if there is no such file.
pub fn lines(name: &str) -> Vec<String> {
    let text = fs::read_to_string(file(name)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// The mutants that are tried: all of the whole files, and the first of the sample; left out ones among them.
pub struct Chosen {
    /// The mutants.
    pub mutants: Vec<Mutant>,
    /// Their numbers.
    pub planted: Planted,
}

/// Chooses mutants. Numbers follow from the sources alone.
///
/// # Errors
/// Sources that cannot be read.
pub fn choose(whole_only: bool) -> io::Result<Chosen> {
    let seed = seed();
    let mut all = tree::mutants()?;
    all.retain(|mutant| rooms::of(&mutant.file).is_some());
    let whole = |mutant: &Mutant| rooms::of(&mutant.file).is_some_and(|room| room.whole);
    let mut sampled: Vec<&Mutant> = all
        .iter()
        .filter(|mutant| !whole(mutant) && !mutant.left_out)
        .collect();
    sampled.sort_by_cached_key(|mutant| rooms::rank(seed, mutant));
    sampled.truncate(if whole_only {
        0
    } else {
        rooms::SAMPLE + rooms::SPARE
    });
    let sampled: BTreeSet<String> = sampled.iter().map(|mutant| mutant.key()).collect();
    let chosen = |mutant: &Mutant| whole(mutant) || sampled.contains(&mutant.key());
    let mut planted = Planted::new();
    for (at, mutant) in all.iter().enumerate() {
        if chosen(mutant) && !mutant.left_out {
            planted.insert(mutant.key(), at as u32 + 1);
        }
    }
    let mutants = all.into_iter().filter(|mutant| chosen(mutant)).collect();
    Ok(Chosen { mutants, planted })
}

/// Builds with mutants planted, and keeps what was built for later commands.
///
/// # Errors
/// A build that fails.
pub fn plant(whole_only: bool) -> io::Result<Built> {
    let mut chosen = choose(whole_only)?;
    // What Rust did not accept before is not tried again.
    for key in lines(tree::REFUSED) {
        chosen.planted.remove(&key);
    }
    let built = tree::build(&mut chosen.planted, trials::SUITES)?;
    let mut numbers = String::new();
    for (key, number) in &chosen.planted {
        writeln!(numbers, "{number}\t{key}").expect("a string");
    }
    if fs::read_to_string(file("mutants.tsv")).is_ok_and(|old| old != numbers) {
        fs::remove_file(file("reach.tsv")).or_else(missing)?;
    }
    fs::write(file("mutants.tsv"), numbers)?;
    let mut places = format!("qc-program\t{}\n", built.qc.display());
    for (name, path) in &built.tests {
        writeln!(places, "{name}\t{}", path.display()).expect("a string");
    }
    fs::write(file("built.tsv"), places)?;
    Ok(built)
}

fn missing(error: io::Error) -> io::Result<()> {
    match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    }
}

/// Makes later commands ask for another `plant`.
///
/// # Errors
/// A file that cannot be removed.
pub fn forget_built() -> io::Result<()> {
    fs::remove_file(file("built.tsv")).or_else(missing)
}

/// What was built last.
///
/// # Errors
/// That nothing was.
pub fn built() -> io::Result<Built> {
    let mut built = Built {
        tests: Vec::new(),
        qc: PathBuf::new(),
    };
    for line in lines("built.tsv") {
        match line.split_once('\t') {
            Some(("qc-program", path)) => built.qc = path.into(),
            Some((name, path)) => built.tests.push((name.to_owned(), path.into())),
            None => {}
        }
    }
    match built.tests.is_empty() {
        true => Err(io::Error::other("nothing is built; `mutants plant` builds")),
        false => Ok(built),
    }
}

/// Which mutants a trial reaches, and how long it takes; none for one that fails without a mutant.
#[derive(Debug, Clone)]
struct Reach {
    trial: Trial,
    time: Duration,
    numbers: BTreeSet<u32>,
}

/// Runs every trial that was not yet run once, without a mutant, and notes what it reaches; with `again` also those that were, since
/// they may have changed.
///
/// # Errors
/// Files that cannot be written.
pub fn record(built: &Built, words: &[String], again: bool) -> io::Result<()> {
    // What failed may have been mended.
    let known: BTreeSet<String> = lines("reach.tsv")
        .iter()
        .filter(|line| !again && !line.ends_with("\tfails"))
        .filter_map(|line| line.split('\t').next().map(str::to_owned))
        .collect();
    let mut output = OpenOptions::new()
        .append(true)
        .create(true)
        .open(file("reach.tsv"))?;
    for trial in trials::all(built)? {
        let name = trial.text();
        if known.contains(&name)
            || !words.is_empty() && !words.iter().any(|word| name.contains(word))
        {
            continue;
        }
        let numbers = file("numbers");
        fs::write(&numbers, "")?;
        let start = Instant::now();
        let choice = format!("reach:{}", numbers.display());
        let end = trials::run(built, &trial, &choice, Duration::from_secs(400))?;
        let reached = match end {
            End::Passed => fs::read_to_string(&numbers)?
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
            End::Failed | End::TimedOut => "fails".to_owned(),
        };
        writeln!(output, "{name}\t{}\t{reached}", start.elapsed().as_millis())?;
    }
    Ok(())
}

fn reaches() -> Vec<Reach> {
    let read = |line: &String| {
        let mut parts = line.split('\t');
        let trial = Trial::read(parts.next()?)?;
        let time = Duration::from_millis(parts.next()?.parse().ok()?);
        let numbers = parts.next()?.split(' ').map(|number| number.parse().ok());
        Some(Reach {
            trial,
            time,
            numbers: numbers.collect::<Option<_>>()?,
        })
    };
    // The last line on a trial counts, also where it fails now.
    let mut known = BTreeMap::new();
    for line in lines("reach.tsv") {
        let trial = line.split('\t').next().map(str::to_owned);
        known.insert(trial, read(&line));
    }
    known.into_values().flatten().collect()
}

/// What became of the mutants so far, by their keys.
pub fn fates() -> BTreeMap<String, Fate> {
    let read = |line: String| {
        let (rest, trial) = line.rsplit_once('\t')?;
        let (key, word) = rest.rsplit_once('\t')?;
        Some((key.to_owned(), Fate::read(word, trial)))
    };
    lines("results.tsv").into_iter().filter_map(read).collect()
}

/// Which mutants are tried.
pub struct Tried<'w> {
    /// Those whose keys hold one of these words, unless there is none.
    pub words: &'w [String],
    /// Also those that survived.
    pub again: bool,
    /// The sample alone, or the whole files alone.
    pub whole: Option<bool>,
}

impl Tried<'_> {
    fn holds(&self, key: &str) -> bool {
        let of_whole = rooms::of(key).is_some_and(|room| room.whole);
        self.whole.is_none_or(|whole| whole == of_whole)
            && (self.words.is_empty() || self.words.iter().any(|word| key.contains(word)))
    }
}

/// Tries mutants that are not killed yet.
///
/// # Errors
/// Files that cannot be written, trials that cannot be started.
pub fn run(built: &Built, tried: &Tried) -> io::Result<()> {
    let mut hunt = Hunt {
        reaches: reaches(),
        fates: fates(),
        by_function: BTreeMap::new(),
        by_file: BTreeMap::new(),
    };
    for (key, fate) in hunt.fates.clone() {
        if let Fate::Killed(trial) = fate {
            hunt.learn(&key, &trial);
        }
    }
    let mut output = OpenOptions::new()
        .append(true)
        .create(true)
        .open(file("results.tsv"))?;
    for (number, key) in in_order() {
        let open = match hunt.fates.get(&key) {
            None => true,
            Some(Fate::Killed(_)) => false,
            Some(Fate::Survived | Fate::NotReached) => tried.again,
        };
        if open && tried.holds(&key) {
            let fate = hunt.chase(built, number, &key)?;
            if let Fate::Killed(trial) = &fate {
                hunt.learn(&key, trial);
            }
            writeln!(output, "{key}\t{}", fate.text())?;
        }
    }
    Ok(())
}

/// The planted mutants: whole files first, then the sample in its own order.
fn in_order() -> Vec<(u32, String)> {
    let seed = seed();
    let mut planted = planted();
    planted.sort_by_cached_key(|(number, key)| {
        let whole = rooms::of(key).is_some_and(|room| room.whole);
        match whole {
            true => (false, *number, String::new()),
            false => (
                true,
                0,
                quasar_tests::compiled::hash(&format!("{seed} {key}")),
            ),
        }
    });
    let whole = |key: &str| rooms::of(key).is_some_and(|room| room.whole);
    let count = planted.iter().filter(|(_, key)| whole(key)).count();
    planted.truncate(count + rooms::SAMPLE);
    planted
}

/// Numbers and keys of the mutants that were planted.
pub fn planted() -> Vec<(u32, String)> {
    let read = |line: String| {
        let (number, key) = line.split_once('\t')?;
        Some((number.parse().ok()?, key.to_owned()))
    };
    lines("mutants.tsv").into_iter().filter_map(read).collect()
}

/// The keys of the mutants that count: planted, within the sample.
pub fn counted() -> BTreeSet<String> {
    in_order().into_iter().map(|(_, key)| key).collect()
}

struct Hunt {
    reaches: Vec<Reach>,
    fates: BTreeMap<String, Fate>,
    /// How many mutants of a function each trial has killed.
    by_function: BTreeMap<(String, String), u32>,
    /// How many mutants of a file.
    by_file: BTreeMap<(String, String), u32>,
}

impl Hunt {
    fn learn(&mut self, key: &str, trial: &str) {
        let (file, function) = place(key);
        *self
            .by_function
            .entry((function, trial.to_owned()))
            .or_default() += 1;
        *self.by_file.entry((file, trial.to_owned())).or_default() += 1;
    }

    /// The trials that reach a mutant, the likeliest to kill it first, quick ones before slow ones.
    fn trials(&self, number: u32, key: &str) -> Vec<&Reach> {
        let (file, function) = place(key);
        let mut trials: Vec<&Reach> = self
            .reaches
            .iter()
            .filter(|one| one.numbers.contains(&number))
            .collect();
        trials.sort_by_cached_key(|one| {
            let text = one.trial.text();
            let near = self
                .by_function
                .get(&(function.clone(), text.clone()))
                .copied()
                .unwrap_or(0);
            let beside = self
                .by_file
                .get(&(file.clone(), text.clone()))
                .copied()
                .unwrap_or(0);
            let slow = one.time > Duration::from_secs(2) && near == 0;
            (
                slow,
                one.trial.is_of_language() && near == 0,
                Reverse(near),
                Reverse(beside),
                one.time,
                text,
            )
        });
        let mut programs = 0;
        trials.retain(|one| one.time <= slowest());
        trials.retain(|one| {
            programs += usize::from(one.trial.is_of_language());
            !one.trial.is_of_language() || programs <= number_of_programs()
        });
        trials
    }

    fn chase(&self, built: &Built, number: u32, key: &str) -> io::Result<Fate> {
        let trials = self.trials(number, key);
        if trials.is_empty() {
            return Ok(Fate::NotReached);
        }
        for one in trials {
            let limit = trials::limit(one.time);
            match trials::run(built, &one.trial, &number.to_string(), limit)? {
                End::Passed => {}
                End::Failed => return Ok(Fate::Killed(one.trial.text())),
                End::TimedOut => return Ok(Fate::Killed(format!("{} (no end)", one.trial.text()))),
            }
        }
        Ok(Fate::Survived)
    }
}

/// Tests that take longer are left out.
fn slowest() -> Duration {
    Duration::from_secs(number("QC_MUTANTS_SLOWEST", 600))
}

fn number_of_programs() -> usize {
    number("QC_MUTANTS_PROGRAMS", PROGRAMS as u64) as usize
}

/// The file of a mutant, and the file with the function.
fn place(key: &str) -> (String, String) {
    let mut parts = key.split('\t');
    let file = parts.next().unwrap_or_default().to_owned();
    let function = format!("{file} {}", parts.next().unwrap_or_default());
    (file, function)
}
