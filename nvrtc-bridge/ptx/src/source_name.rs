//! Names of the source from those that the compiler of CUDA makes of them.
//!
//! *Invariant:* a name that is not made stays as it is.

/// The name in the source: `_ZZ1kvE4tile` is the variable `tile` of a function, `_ZN1aE` the variable `a`.
pub(crate) fn source_name(mangled: &str) -> String {
    let local = mangled
        .strip_prefix("_ZZ")
        .and_then(|rest| rest.rsplit_once('E'))
        .map(|(_, last)| last);
    let plain = mangled.strip_prefix("_Z");
    let named = local.or(plain).and_then(length_prefixed);
    named.unwrap_or(mangled).to_string()
}

fn length_prefixed(text: &str) -> Option<&str> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length: usize = text.get(..digits)?.parse().ok()?;
    text.get(digits..digits.checked_add(length)?)
}

#[cfg(test)]
mod tests {
    use super::source_name;

    #[test]
    fn names_of_the_source() {
        assert_eq!(source_name("_ZZ5k_vecE2sh"), "sh");
        assert_eq!(source_name("tile"), "tile");
        assert_eq!(source_name("_ZZ3fooILi3EEvvE4part_0"), "part");
        assert_eq!(source_name("_Z"), "_Z");
    }

    #[test]
    fn local_names_with_a_length_beyond_the_text_stay() {
        assert_eq!(source_name("_ZZ1kvE99x"), "_ZZ1kvE99x");
    }
}
