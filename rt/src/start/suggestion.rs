//! The word that was meant by one that nothing is called.
//!
//! *Technique:* edit distance by dynamic programming over prefixes (R. A. Wagner and M. J. Fischer, The string-to-string correction problem,
//! 1974).
//!
//! *Invariant:* a suggestion differs from the word in a third of its letters at most, and is one of the names.

/// The name that is nearest to a word, if one is near.
pub(super) fn nearest(word: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let bound = word.chars().count().div_ceil(3);
    let near = names.map(|name| (distance(word, &name), name));
    let best = near.min_by_key(|(distance, _)| *distance)?;
    (best.0 <= bound).then_some(best.1)
}

/// How many letters must be replaced, left out or put in to make one word of the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_letters() {
        for (from, to, letters) in [
            ("", "", 0),
            ("a", "", 1),
            ("", "ab", 2),
            ("kitten", "sitting", 3),
            ("rezise", "resize", 2),
        ] {
            assert_eq!(distance(from, to), letters, "{from} {to}");
            assert_eq!(distance(to, from), letters, "{to} {from}");
        }
    }

    #[test]
    fn only_near_names_are_suggested() {
        let names = || ["resize", "info"].into_iter().map(str::to_string);
        assert_eq!(nearest("rezise", names()).as_deref(), Some("resize"));
        assert_eq!(nearest("inf", names()).as_deref(), Some("info"));
        assert_eq!(nearest("blur", names()), None);
        assert_eq!(nearest("blur", std::iter::empty()), None);
    }
}
