//! The network that medians are computed with.
//!
//! *Invariant:* what sorts all sequences of zeros and ones sorts everything (Knuth, The Art of Computer Programming, volume 3, 5.3.4).

use crate::lower::arrays::spread::sorting_network;

#[test]
fn networks_sort_all_sequences_of_zeros_and_ones() {
    for count in 1..=16_usize {
        let pairs = sorting_network(count);
        for bits in 0..1_u32 << count {
            let mut word = bits;
            for &(low, high) in &pairs {
                let (a, b) = (word >> low & 1, word >> high & 1);
                if a > b {
                    word ^= 1 << low | 1 << high;
                }
            }
            let zeros = count - bits.count_ones() as usize;
            let sorted = (1_u64 << count) - (1_u64 << zeros);
            assert_eq!(u64::from(word), sorted, "{count} numbers, {bits:b}");
        }
    }
}
