//! The rows of the table: what each needs holds where it stands, whatever the settings are.

use super::pipeline::{AT_FIRST, Holds, Only, PASSES, Pass};
use std::collections::BTreeSet;

/// Whether a row runs at a level, where the conditions of `left_out` do not hold.
fn runs(pass: &Pass, level: u8, left_out: &[Only]) -> bool {
    pass.levels.has(level) && !left_out.contains(&pass.only)
}

/// Every set of conditions that do not hold.
fn sets() -> Vec<Vec<Only>> {
    let conditions = [
        Only::Simplifying,
        Only::Divided,
        Only::Checking,
        Only::Requested,
        Only::Pairs,
        Only::Open,
    ];
    let of = |set: usize| {
        let mut chosen = Vec::new();
        for (at, condition) in conditions.into_iter().enumerate() {
            if set >> at & 1 == 1 {
                chosen.push(condition);
            }
        }
        chosen
    };
    (0..1 << conditions.len()).map(of).collect()
}

/// What holds behind the last row; panics where a row needs what does not hold.
fn follow(rows: &[&Pass]) -> Result<BTreeSet<Holds>, String> {
    let mut holds: BTreeSet<Holds> = AT_FIRST.iter().copied().collect();
    for pass in rows {
        for need in pass.needs {
            if !holds.contains(need) {
                return Err(format!("`{}` needs {}", pass.name, need.name()));
            }
        }
        holds.retain(|one| !pass.ends.contains(one));
        holds.extend(pass.makes);
    }
    Ok(holds)
}

#[test]
fn what_a_pass_needs_holds_at_every_level() {
    for level in 0..=2 {
        for left_out in sets() {
            let rows = PASSES.iter().filter(|pass| runs(pass, level, &left_out));
            let holds = follow(&rows.collect::<Vec<_>>())
                .unwrap_or_else(|error| panic!("level {level} without {left_out:?}: {error}"));
            let mut last = vec![Holds::Counted, Holds::Costs];
            if level == 2 {
                last.push(Holds::Kernels);
            }
            if !left_out.contains(&Only::Divided) {
                last.extend([Holds::Divided, Holds::Coherent]);
            }
            for one in last {
                assert!(holds.contains(&one), "level {level}: {}", one.name());
            }
        }
    }
}

/// The needs are strong enough to tell these orders from the right one.
#[test]
fn a_wrong_order_is_told() {
    let wrong = [
        ("parallel", "index-set-splitting"),
        ("common-subexpressions", "producer-consumer"),
        ("common-subexpressions-launches", "fusion"),
        ("ownership", "hoist"),
        ("ownership", "coherence"),
        ("parallel", "continues"),
        ("parallel", "scalar-replacement"),
        ("parallel", "patterns"),
        ("schedule-made", "platform"),
    ];
    for (first, second) in wrong {
        let mut rows: Vec<&Pass> = PASSES.iter().collect();
        let at = |name: &str| PASSES.iter().position(|pass| pass.name == name);
        let (first, second) = (at(first).expect("a row"), at(second).expect("a row"));
        rows.swap(first, second);
        assert!(follow(&rows).is_err(), "{first} and {second} change places");
    }
}

#[test]
fn names_are_words_and_no_two_are_the_same() {
    let mut seen = BTreeSet::new();
    for pass in PASSES {
        let is_word = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(pass.name.chars().all(is_word), "{}", pass.name);
        assert!(seen.insert(pass.name), "{} twice", pass.name);
    }
}
