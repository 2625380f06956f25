//! Maps and sets that share what they have in common: a copy costs nothing, and two that differ little are compared, united and
//! intersected in little time. What is known at one point of a program and at the next is such a pair.
//!
//! They are treaps: search trees by key that are heaps by a hash of the key. The same keys give the same tree, however it came about.
//!
//! *Invariant:* the order of iteration is that of the keys.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxHasher;

/// A map that is cheap to copy.
#[derive(Clone)]
pub struct Map<K, V> {
    root: Link<K, V>,
}

/// A set that is cheap to copy.
pub type Set<K> = Map<K, ()>;

type Link<K, V> = Option<Rc<Node<K, V>>>;

#[derive(Clone)]
struct Node<K, V> {
    key: K,
    value: V,
    /// No child has a greater one.
    weight: u64,
    left: Link<K, V>,
    right: Link<K, V>,
}

/// What may be a key.
pub trait Key: Copy + Ord + Hash {}

impl<K: Copy + Ord + Hash> Key for K {}

fn weight<K: Key>(key: &K) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    // Neighbouring keys are to have weights in no order (the finalizer of MurmurHash3).
    let mut mixed = hasher.finish();
    mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    mixed ^ (mixed >> 33)
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map { root: None }
    }
}

fn is_same<K, V>(a: &Link<K, V>, b: &Link<K, V>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

impl<K: Key, V: Clone> Node<K, V> {
    /// Whether it stands above another one.
    fn is_above(&self, weight: u64, key: &K) -> bool {
        (self.weight, &self.key) > (weight, key)
    }

    /// The node with other children.
    fn with(self: &Rc<Self>, left: Link<K, V>, right: Link<K, V>) -> Link<K, V> {
        if is_same(&self.left, &left) && is_same(&self.right, &right) {
            return Some(self.clone());
        }
        Some(Rc::new(Node {
            key: self.key,
            value: self.value.clone(),
            weight: self.weight,
            left,
            right,
        }))
    }
}

/// The nodes before a key, its own value, and the nodes behind it.
fn split<K: Key, V: Clone>(
    link: &Link<K, V>,
    key: &K,
) -> (Link<K, V>, Option<Rc<Node<K, V>>>, Link<K, V>) {
    let Some(node) = link else {
        return (None, None, None);
    };
    match key.cmp(&node.key) {
        std::cmp::Ordering::Equal => (node.left.clone(), Some(node.clone()), node.right.clone()),
        std::cmp::Ordering::Less => {
            let (less, own, greater) = split(&node.left, key);
            (less, own, node.with(greater, node.right.clone()))
        }
        std::cmp::Ordering::Greater => {
            let (less, own, greater) = split(&node.right, key);
            (node.with(node.left.clone(), less), own, greater)
        }
    }
}

/// Two trees, all keys of the first before those of the second, as one.
fn merge<K: Key, V: Clone>(left: Link<K, V>, right: Link<K, V>) -> Link<K, V> {
    match (left, right) {
        (None, only) | (only, None) => only,
        (Some(a), Some(b)) if a.is_above(b.weight, &b.key) => {
            a.with(a.left.clone(), merge(a.right.clone(), Some(b)))
        }
        (Some(a), Some(b)) => b.with(merge(Some(a), b.left.clone()), b.right.clone()),
    }
}

fn insert<K: Key, V: Clone>(link: &mut Link<K, V>, key: K, value: V, weight: u64) {
    match link {
        Some(node) if node.key == key => Rc::make_mut(node).value = value,
        Some(node) if node.is_above(weight, &key) => {
            let node = Rc::make_mut(node);
            let side = if key < node.key {
                &mut node.left
            } else {
                &mut node.right
            };
            insert(side, key, value, weight);
        }
        Some(_) | None => {
            let (left, _, right) = split(link, &key);
            *link = Some(Rc::new(Node {
                key,
                value,
                weight,
                left,
                right,
            }));
        }
    }
}

fn remove<K: Key, V: Clone>(link: &mut Link<K, V>, key: &K) {
    let Some(node) = link else { return };
    if node.key == *key {
        *link = merge(node.left.clone(), node.right.clone());
        return;
    }
    let node = Rc::make_mut(node);
    let side = if *key < node.key {
        &mut node.left
    } else {
        &mut node.right
    };
    remove(side, key);
}

fn get_mut<'a, K: Key, V: Clone>(link: &'a mut Link<K, V>, key: &K) -> Option<&'a mut V> {
    let node = Rc::make_mut(link.as_mut()?);
    match key.cmp(&node.key) {
        std::cmp::Ordering::Equal => Some(&mut node.value),
        std::cmp::Ordering::Less => get_mut(&mut node.left, key),
        std::cmp::Ordering::Greater => get_mut(&mut node.right, key),
    }
}

fn union<K: Key, V: Clone>(a: &Link<K, V>, b: &Link<K, V>) -> Link<K, V> {
    match (a, b) {
        (None, only) | (only, None) => only.clone(),
        (Some(x), Some(y)) if Rc::ptr_eq(x, y) => Some(x.clone()),
        (Some(x), Some(y)) if y.is_above(x.weight, &x.key) => {
            let (less, own, greater) = split(a, &y.key);
            let node = own.as_ref().unwrap_or(y);
            node.with(union(&less, &y.left), union(&greater, &y.right))
        }
        (Some(x), Some(_)) => {
            let (less, _, greater) = split(b, &x.key);
            x.with(union(&x.left, &less), union(&x.right, &greater))
        }
    }
}

fn intersection<K: Key, V: Clone>(a: &Link<K, V>, b: &Link<K, V>) -> Link<K, V> {
    let (Some(node), Some(_)) = (a, b) else {
        return None;
    };
    if is_same(a, b) {
        return a.clone();
    }
    let (less, own, greater) = split(b, &node.key);
    let left = intersection(&node.left, &less);
    let right = intersection(&node.right, &greater);
    match own {
        Some(_) => node.with(left, right),
        None => merge(left, right),
    }
}

fn difference<K: Key, V: Clone>(a: &Link<K, V>, b: &Link<K, V>) -> Link<K, V> {
    let Some(node) = a else {
        return None;
    };
    if b.is_none() {
        return a.clone();
    }
    if is_same(a, b) {
        return None;
    }
    let (less, own, greater) = split(b, &node.key);
    let left = difference(&node.left, &less);
    let right = difference(&node.right, &greater);
    match own {
        Some(_) => merge(left, right),
        None => node.with(left, right),
    }
}

fn differing<K: Key, V: Clone + PartialEq>(a: &Link<K, V>, b: &Link<K, V>, found: &mut Vec<K>) {
    if is_same(a, b) {
        return;
    }
    let Some(node) = a else {
        let rest = Map { root: b.clone() };
        found.extend(rest.keys().copied());
        return;
    };
    let (less, own, greater) = split(b, &node.key);
    differing(&node.left, &less, found);
    if own.is_none_or(|own| own.value != node.value) {
        found.push(node.key);
    }
    differing(&node.right, &greater, found);
}

fn is_equal<K: Key, V: PartialEq>(a: &Link<K, V>, b: &Link<K, V>) -> bool {
    match (a, b) {
        (Some(x), Some(y)) => {
            Rc::ptr_eq(x, y)
                || x.key == y.key
                    && x.value == y.value
                    && is_equal(&x.left, &y.left)
                    && is_equal(&x.right, &y.right)
        }
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

impl<K: Key, V: Clone> Map<K, V> {
    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        let mut link = &self.root;
        while let Some(node) = link {
            link = match key.cmp(&node.key) {
                std::cmp::Ordering::Equal => return Some(&node.value),
                std::cmp::Ordering::Less => &node.left,
                std::cmp::Ordering::Greater => &node.right,
            };
        }
        None
    }

    /// The value of a key, to change it.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        match self.contains_key(key) {
            true => get_mut(&mut self.root, key),
            false => None,
        }
    }

    /// Whether there is a value.
    pub fn contains_key(&self, key: &K) -> bool {
        self.get(key).is_some()
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Gives a key a value, in place of the one that it has.
    pub fn insert(&mut self, key: K, value: V) {
        insert(&mut self.root, key, value, weight(&key));
    }

    /// Takes a key and its value away; tells whether there was one.
    pub fn remove(&mut self, key: &K) -> bool {
        let found = self.contains_key(key);
        if found {
            remove(&mut self.root, key);
        }
        found
    }

    /// All keys of both, with the values of the first where it has some.
    pub fn union(&self, other: &Self) -> Self {
        let root = union(&self.root, &other.root);
        Map { root }
    }

    /// The keys that the other has too.
    pub fn intersection(&self, other: &Self) -> Self {
        let root = intersection(&self.root, &other.root);
        Map { root }
    }

    /// The keys that the other has not.
    pub fn difference(&self, other: &Self) -> Self {
        let root = difference(&self.root, &other.root);
        Map { root }
    }

    /// The keys that do not have the same value in both, in order.
    pub fn differing(&self, other: &Self) -> Vec<K>
    where
        V: PartialEq,
    {
        let mut found = Vec::new();
        differing(&self.root, &other.root, &mut found);
        found
    }

    /// Keeps what `wanted` says.
    pub fn retain(&mut self, mut wanted: impl FnMut(&K, &V) -> bool) {
        let unwanted: Vec<K> = self
            .iter()
            .filter_map(|(key, value)| (!wanted(key, value)).then_some(*key))
            .collect();
        for key in unwanted {
            remove(&mut self.root, &key);
        }
    }

    /// Keys and values, in order.
    pub fn iter(&self) -> Iter<'_, K, V> {
        let mut iter = Iter { open: Vec::new() };
        iter.descend(&self.root);
        iter
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }

    /// The values, in the order of the keys.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }
}

impl<K: Key> Set<K> {
    /// Whether it is a member.
    pub fn contains(&self, key: &K) -> bool {
        self.contains_key(key)
    }

    /// Adds a member; tells whether it is new.
    pub fn add(&mut self, key: K) -> bool {
        let is_new = !self.contains_key(&key);
        if is_new {
            self.insert(key, ());
        }
        is_new
    }
}

/// What [`Map::iter`] gives.
pub struct Iter<'a, K, V> {
    /// The nodes that come next, and what is behind them; the next one last.
    open: Vec<&'a Node<K, V>>,
}

impl<'a, K, V> Iter<'a, K, V> {
    fn descend(&mut self, mut link: &'a Link<K, V>) {
        while let Some(node) = link {
            self.open.push(node);
            link = &node.left;
        }
    }
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        let node = self.open.pop()?;
        self.descend(&node.right);
        Some((&node.key, &node.value))
    }
}

impl<'a, K: Key, V: Clone> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K: Key, V: Clone> Extend<(K, V)> for Map<K, V> {
    fn extend<T: IntoIterator<Item = (K, V)>>(&mut self, items: T) {
        for (key, value) in items {
            self.insert(key, value);
        }
    }
}

impl<K: Key> Extend<K> for Set<K> {
    fn extend<T: IntoIterator<Item = K>>(&mut self, items: T) {
        for key in items {
            self.add(key);
        }
    }
}

impl<K: Key> FromIterator<K> for Set<K> {
    fn from_iter<T: IntoIterator<Item = K>>(items: T) -> Self {
        let mut set = Set::default();
        set.extend(items);
        set
    }
}

impl<K: Key, V: Clone + PartialEq> PartialEq for Map<K, V> {
    fn eq(&self, other: &Self) -> bool {
        is_equal(&self.root, &other.root)
    }
}

impl<K: Key + std::fmt::Debug, V: Clone + std::fmt::Debug> std::fmt::Debug for Map<K, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// Random numbers with a fixed seed (the 64-bit shift-register generator xorshift64*).
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 ^= self.0 >> 12;
            self.0 ^= self.0 << 25;
            self.0 ^= self.0 >> 27;
            (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % limit
        }
    }

    #[test]
    fn maps_are_what_other_maps_are() {
        let mut random = Random(7);
        let (mut map, mut expected) = (Map::default(), BTreeMap::new());
        let mut copies = Vec::new();
        for round in 0..4000 {
            let key = random.below(300);
            match random.below(3) {
                0 => {
                    assert_eq!(map.remove(&key), expected.remove(&key).is_some());
                }
                1 => {
                    let found = map.get_mut(&key).map(|value| *value += 1).is_some();
                    assert_eq!(found, expected.get_mut(&key).map(|v| *v += 1).is_some());
                }
                _ => {
                    map.insert(key, round);
                    expected.insert(key, round);
                }
            }
            if round % 500 == 0 {
                copies.push((map.clone(), expected.clone()));
            }
        }
        copies.push((map, expected));
        for (map, expected) in &copies {
            assert!(map.iter().eq(expected.iter()));
        }
        for (a, x) in &copies {
            for (b, y) in &copies {
                let all: BTreeSet<u64> = x.keys().chain(y.keys()).copied().collect();
                let differ: Vec<u64> = all.into_iter().filter(|k| x.get(k) != y.get(k)).collect();
                assert_eq!(a.differing(b), differ);
                assert_eq!(a == b, x == y);
            }
        }
    }

    #[test]
    fn sets_are_united_and_intersected() {
        let mut random = Random(11);
        let mut sets = vec![(Set::default(), BTreeSet::new())];
        for _ in 0..60 {
            let (mut set, mut expected) = sets[random.below(sets.len() as u64) as usize].clone();
            for _ in 0..20 {
                let member = random.below(100);
                if random.below(4) > 0 {
                    assert_eq!(set.add(member), expected.insert(member));
                } else {
                    assert_eq!(set.remove(&member), expected.remove(&member));
                }
            }
            sets.push((set, expected));
        }
        for (a, x) in &sets {
            for (b, y) in &sets {
                assert!(a.union(b).keys().eq(x.union(y)));
                assert!(a.intersection(b).keys().eq(x.intersection(y)));
                assert!(a.difference(b).keys().eq(x.difference(y)));
            }
        }
    }

    #[test]
    fn equal_keys_give_equal_trees_in_any_order() {
        let up: Set<u32> = (0..1000).collect();
        let down: Set<u32> = (0..1000).rev().collect();
        assert!(up == down);
        assert!(up.differing(&down).is_empty());
    }
}
