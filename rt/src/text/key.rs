//! Keys of dictionaries (`stdlib/dictionaries.q`): their hashes, and which was meant by one that is not there.
//!
//! *Technique:* SipHash (Aumasson and Bernstein 2012) under a key that each process draws anew, so that nobody who writes the keys can choose
//! them to share one hash.
//!
//! *Invariant:* equal keys have equal hashes within a process, and no hash is below 0; nothing that a program prints depends on one.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;

use crate::array::object::{Array, Text};
use crate::process::error::Raised;

/// The hash of a key, as a number from 0 to 2^31-1.
fn hash(key: impl std::hash::Hash) -> i64 {
    static STATE: OnceLock<RandomState> = OnceLock::new();
    let hash = STATE.get_or_init(RandomState::new).hash_one(key);
    (hash >> 33) as i64
}

pub(crate) fn dictionary_hash_text(key: &Text) -> i64 {
    hash(key.as_str())
}

pub(crate) fn dictionary_hash_integer(key: i64) -> i64 {
    hash(key)
}

pub(crate) fn dictionary_hash_number(key: f64) -> i64 {
    // 0 and -0 are one key.
    hash((key + 0.0).to_bits())
}

/// The key that differs least from a word, in a third of its letters at most: letters left out, put in, replaced, or exchanged with the next
/// one; capitals count as small letters.
pub(crate) fn dictionary_nearest(keys: &Array, key: &Text) -> Result<Text, Raised> {
    let word = key.as_str().to_lowercase();
    let bound = (word.chars().count() + 1) / 3;
    let near = keys.texts().into_iter().filter_map(|key| {
        let distance = strsim::osa_distance(&word, &key.to_lowercase());
        (distance <= bound).then_some((distance, key))
    });
    let best = near.min_by_key(|(distance, _)| *distance);
    Text::allocated(best.as_ref().map_or("", |(_, key)| key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::strings::string_split;

    #[test]
    fn equal_keys_have_equal_hashes_from_0_on() {
        let text = |key: &str| dictionary_hash_text(&Text::new(key));
        assert_eq!(text("a key"), text("a key"));
        assert_eq!(dictionary_hash_number(0.0), dictionary_hash_number(-0.0));
        let integers = (-500..500).map(dictionary_hash_integer);
        let numbers = (-500..500).map(|key| dictionary_hash_number(f64::from(key) / 7.0));
        let texts = (0..500).map(|key| text(&format!("key {key}")));
        for hash in integers.chain(numbers).chain(texts) {
            assert!((0..1 << 31).contains(&hash), "{hash}");
        }
    }

    #[test]
    fn only_near_keys_were_meant() {
        let keys = string_split(&Text::new("alpha beta b"), &Text::new(" ")).expect("memory");
        let meant = |key: &str| {
            let found = dictionary_nearest(&keys, &Text::new(key)).expect("memory");
            found.as_str().to_string()
        };
        assert_eq!(meant("aplha"), "alpha");
        assert_eq!(meant("BETA"), "beta");
        assert_eq!(meant("gamma"), "");
        assert_eq!(meant("c"), "");
    }

    #[test]
    fn keys_that_differ_by_multiples_of_a_power_of_two_differ_in_their_low_bits() {
        let places = |hashes: &mut dyn Iterator<Item = i64>| {
            let places: std::collections::BTreeSet<i64> = hashes.map(|hash| hash & 1023).collect();
            places.len()
        };
        // Of 1000 keys drawn to 1024 places, 638 are met in the mean; 500 or fewer would be a miracle.
        assert!(places(&mut (0..1000).map(|key| dictionary_hash_integer(key << 20))) > 500);
        let numbers = (0..1000).map(|key| dictionary_hash_number(f64::from(key << 20)));
        assert!(places(&mut { numbers }) > 500);
    }
}
