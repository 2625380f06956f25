//! Suggestions for misspelt names.
//!
//! *Invariant:* the answer does not depend on the order of the candidates.

/// The candidate nearest to `name`, when it is near enough to be what was meant.
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match name.chars().count() {
        // Any other letter would be as near.
        0 | 1 => 0,
        letters => letters.max(3) / 3,
    };
    let ranked = candidates
        .into_iter()
        .filter(|candidate| *candidate != name)
        .filter_map(|candidate| {
            let distance = if candidate.eq_ignore_ascii_case(name) {
                0
            } else if is_reordered(name, candidate) {
                1
            } else {
                // Insertions, deletions, replacements and swaps of neighbours.
                strsim::osa_distance(name, candidate)
            };
            (distance <= limit).then_some((distance, candidate))
        });
    ranked.min().map(|(_, candidate)| candidate)
}

/// The help line for a misspelt name, when a candidate is near enough.
pub fn did_you_mean<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    closest(name, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

/// Whether one text has the letters of the other in another order, between the same first and last: `zroes`.
fn is_reordered(from: &str, to: &str) -> bool {
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    let ends = |text: &str| (text.chars().next(), text.chars().last());
    from.len() > 4 && from.len() == to.len() && ends(from) == ends(to) && sorted(from) == sorted(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        assert_eq!(closest("numle", ["numel", "ndims"]), Some("numel"));
        assert_eq!(closest("zroes", ["zeros", "ones"]), Some("zeros"));
        assert_eq!(closest("Zeros", ["zeros", "ones"]), Some("zeros"));
        assert_eq!(closest("foo", ["parallel_do"]), None);
        assert_eq!(closest("x", ["y", "xy"]), None);
        assert_eq!(closest("x", ["X"]), Some("X"));
        assert_eq!(closest("a", ["a"]), None);
    }

    #[test]
    fn ties_go_to_the_first_by_name() {
        assert_eq!(
            closest("mat2", ["mat4", "mat3"]),
            closest("mat2", ["mat3", "mat4"])
        );
    }
}
