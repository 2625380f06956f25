//! The word that was meant by one that nothing is called.
//!
//! *Invariant:* a suggestion differs from the word in a third of its letters at most, and is one of the names.

/// The name that is nearest to a word, if one is near.
pub(super) fn nearest(word: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let bound = word.chars().count().div_ceil(3);
    // Letters left out, put in, replaced or exchanged with the next one.
    let near = names.map(|name| (strsim::osa_distance(word, &name), name));
    let best = near.min_by_key(|(distance, _)| *distance)?;
    (best.0 <= bound).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_names_are_suggested() {
        let names = || ["resize", "info"].into_iter().map(str::to_string);
        assert_eq!(nearest("rezise", names()).as_deref(), Some("resize"));
        assert_eq!(nearest("inf", names()).as_deref(), Some("info"));
        assert_eq!(nearest("blur", names()), None);
        assert_eq!(nearest("blur", std::iter::empty()), None);
    }
}
