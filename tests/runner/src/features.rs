//! Feature accounting: which rows of `tests/features.tsv` a test proves.
//!
//! A row is proven when tests claim it and have, together, each kind of evidence that it needs (`evidence.rs`).
//!
//! *Invariant:* `docs/conformance.md` depends on the test files alone, so it is
//! the same on every machine; the printed count takes only tests that passed.

use crate::evidence::{self, Kind};
use crate::outcome::{Outcome, Result as TestResult};
use crate::repository;
use crate::source::Expectations;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

/// How a test of another suite begins to say what it proves.
const CLAIM: &str = "/// %! features: ";

/// A row of the inventory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// `F001`
    pub id: String,
    /// `1.A`
    pub group: String,
    /// A few words.
    pub title: String,
    /// The kinds of evidence without which it is not shown.
    pub needs: Vec<Kind>,
}

/// The inventory: groups in order with their titles, features in order.
#[derive(Debug, Clone, Default)]
pub struct Inventory {
    /// Group id and title.
    pub groups: Vec<(String, String)>,
    /// All features.
    pub features: Vec<Feature>,
}

/// A test that claims features, and whether it passed in this run.
#[derive(Debug, Clone)]
pub struct Claim<'a> {
    /// The test file.
    pub test: &'a Expectations,
    /// Did it pass?
    pub passed: bool,
}

/// Reads `tests/features.tsv`.
///
/// # Errors
/// A malformed row, with its line.
pub fn inventory() -> Result<Inventory, String> {
    let path = repository::root().join("tests/features.tsv");
    let text =
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut inventory = Inventory::default();
    for (index, line) in text.lines().enumerate() {
        read_row(&mut inventory, line)
            .ok_or_else(|| format!("tests/features.tsv:{}: malformed row", index + 1))?;
    }
    Ok(inventory)
}

/// `1.A<tab>title` opens a group, `F001<tab>title<tab>value,error` is a feature of it, with the kinds of evidence that it needs.
fn read_row(inventory: &mut Inventory, line: &str) -> Option<()> {
    let (id, title) = line.split_once('\t')?;
    if id.starts_with('F') {
        let (title, needs) = title.split_once('\t')?;
        let group = inventory.groups.last()?.0.clone();
        inventory.features.push(Feature {
            id: id.into(),
            group,
            title: title.into(),
            needs: evidence::read(needs)?,
        });
    } else {
        inventory.groups.push((id.into(), title.into()));
    }
    Some(())
}

/// Checks that every claimed id exists.
///
/// # Errors
/// The first id that does not, with file and line.
pub fn check_claims(inventory: &Inventory, claims: &[Claim]) -> Result<(), String> {
    let known: BTreeSet<&str> = inventory
        .features
        .iter()
        .map(|feature| feature.id.as_str())
        .collect();
    for claim in claims {
        if let Some((id, line)) = claim
            .test
            .features
            .iter()
            .find(|(id, _)| !known.contains(id.as_str()))
        {
            return Err(format!(
                "{}:{line}: unknown feature {id}",
                repository::relative(&claim.test.path)
            ));
        }
    }
    Ok(())
}

/// Checks that the claims of each row have, together, the kinds of evidence that it needs.
///
/// # Errors
/// Every claimed row that lacks some, with a test that claims it.
pub fn check_evidence(inventory: &Inventory, claims: &[Claim]) -> Result<(), String> {
    let mut weak = String::new();
    for feature in &inventory.features {
        let tests = || claimants(claims, &feature.id);
        let missing = evidence::missing(&feature.needs, tests());
        if let Some(test) = tests().next().filter(|_| !missing.is_empty()) {
            let place = repository::relative(&test.path);
            let missing = missing.join(", ");
            let _ = writeln!(
                weak,
                "{place}: claims {}, but no claim of it shows: {missing}",
                feature.id
            );
        }
    }
    if weak.is_empty() { Ok(()) } else { Err(weak) }
}

/// The tests that claim a feature and do not wait for anything.
fn claimants<'a>(
    claims: &'a [Claim],
    id: &'a str,
) -> impl Iterator<Item = &'a Expectations> + Clone {
    let tests = claims.iter().map(|claim| claim.test);
    tests.filter(move |test| {
        test.pending.is_none() && test.features.iter().any(|feature| feature.0 == id)
    })
}

/// The claims that stand in doc comments of the other suites, `/// %! features: F395` in front of a test: those are programs around qc, which
/// no single source file can be.
///
/// # Errors
/// A suite that cannot be read.
pub fn suites() -> Result<Vec<Expectations>, String> {
    let folder = repository::root().join("tests/runner/tests");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    paths.sort();
    let mut claimants = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).map_err(failed)?;
        let lines = (1..).zip(text.lines());
        let claims = lines.filter_map(|(number, line)| Some((number, line.strip_prefix(CLAIM)?)));
        let features = claims.flat_map(|(number, ids)| {
            let ids = ids.split_whitespace();
            ids.map(move |id| (id.to_string(), number))
        });
        claimants.push(Expectations {
            features: features.collect(),
            path: path.clone(),
            ..Expectations::default()
        });
    }
    Ok(claimants)
}

/// Pairs test files with the results of the run.
pub fn claims<'a>(tests: &'a [Expectations], results: &[TestResult]) -> Vec<Claim<'a>> {
    let passed: BTreeSet<&str> = results
        .iter()
        .filter(|r| r.outcome == Outcome::Passed)
        .map(|r| r.name.as_str())
        .collect();
    let claim = |test: &'a Expectations| Claim {
        test,
        passed: passed.contains(repository::relative(&test.path).as_str()),
    };
    tests.iter().map(claim).collect()
}

/// The ids that passing tests prove.
fn proven_now(inventory: &Inventory, claims: &[Claim]) -> BTreeSet<String> {
    let passed: Vec<Claim> = claims
        .iter()
        .filter(|claim| claim.passed)
        .cloned()
        .collect();
    let rows = inventory
        .features
        .iter()
        .filter(|feature| is_shown(feature, &passed));
    rows.map(|feature| feature.id.clone()).collect()
}

/// Whether tests claim the feature and have all the evidence that it needs.
fn is_shown(feature: &Feature, claims: &[Claim]) -> bool {
    let mut tests = claimants(claims, &feature.id);
    evidence::missing(&feature.needs, tests.clone()).is_empty() && tests.next().is_some()
}

/// "features proven: N of 417", in all and by group.
pub fn summary(inventory: &Inventory, claims: &[Claim]) -> String {
    let proven = proven_now(inventory, claims);
    let mut text = format!(
        "features proven: {} of {}\n",
        proven.len(),
        inventory.features.len()
    );
    for (group, title) in &inventory.groups {
        let rows = inventory
            .features
            .iter()
            .filter(|feature| &feature.group == group);
        let (mut all, mut done) = (0, 0);
        for feature in rows {
            all += 1;
            done += usize::from(proven.contains(&feature.id));
        }
        let _ = writeln!(text, "  {group:5} {done:3} of {all:3}  {title}");
    }
    text
}

/// The text of `docs/conformance.md`.
pub fn conformance(inventory: &Inventory, claims: &[Claim]) -> String {
    let mut proofs = proofs(claims);
    let shown = inventory
        .features
        .iter()
        .filter(|feature| is_shown(feature, claims));
    let shown: BTreeSet<&str> = shown.map(|feature| feature.id.as_str()).collect();
    proofs.retain(|id, _| shown.contains(id.as_str()));
    let mut text = String::from(HEADING);
    let _ = writeln!(
        text,
        "**{} of {} features are proven.**",
        proofs.len(),
        inventory.features.len()
    );
    for (group, title) in &inventory.groups {
        let rows: Vec<&Feature> = inventory
            .features
            .iter()
            .filter(|feature| &feature.group == group)
            .collect();
        let done = rows
            .iter()
            .filter(|feature| proofs.contains_key(&feature.id))
            .count();
        let _ = write!(
            text,
            "\n## {group} {title} ({done} of {})\n\n| feature | what | proven by |\n|---|---|---|\n",
            rows.len()
        );
        for feature in rows {
            let by = proofs
                .get(&feature.id)
                .map_or_else(|| "not yet".to_string(), |proofs| proofs.join(", "));
            let _ = writeln!(text, "| {} | {} | {by} |", feature.id, feature.title);
        }
    }
    text
}

const HEADING: &str = "# Conformance\n\n\
    Which features of the inventory a test proves, with the file of the claim, and its line in a Quasar file. `tests/features.tsv` names the kinds of evidence that\n\
    each needs (`tests/runner/src/evidence.rs`); without them a claim does not count. Written by the test run\n\
    (`QC_BLESS=1 cargo test -p quasar-tests --test language -- conformance`) and checked by every run; do not edit.\n\n";

/// For each feature the places of the tests that claim it and are not pending.
fn proofs(claims: &[Claim]) -> BTreeMap<String, Vec<String>> {
    let mut proofs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for claim in claims.iter().filter(|claim| claim.test.pending.is_none()) {
        for (id, line) in &claim.test.features {
            let places = proofs.entry(id.clone()).or_default();
            let place = place(claim.test, *line);
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    proofs
}

/// Where a claim stands. A suite is named without a line: its lines move with every change, and the id is found by a search.
fn place(test: &Expectations, line: u32) -> String {
    let path = repository::relative(&test.path);
    let short = path.strip_prefix("tests/").unwrap_or(&path);
    match path.ends_with(".rs") {
        true => format!("[{short}](../{path})"),
        false => format!("[{short}:{line}](../{path}#L{line})"),
    }
}
