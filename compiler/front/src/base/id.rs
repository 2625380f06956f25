//! Typed ids and vectors that are indexed by them.
//!
//! *Invariant:* an id is a dense index that its own `IndexVec` handed out; ids of different kinds do not mix.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense index with a type of its own; made by [`define_id!`](crate::define_id).
pub trait Id: Copy + Eq + Ord + fmt::Debug {
    /// The id with this index.
    fn from_index(index: usize) -> Self;
    /// The index of this id.
    fn index(self) -> usize;
}

/// Defines a `u32` id type: `define_id!(/** doc */ pub ExprId, "e");` prints as `e7`.
#[macro_export]
macro_rules! define_id {
    ($(#[$meta:meta])* $visibility:vis $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $name(u32);

        impl $crate::base::Id for $name {
            fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than 2^32 ids of one kind"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

/// A vector whose positions are ids of one kind.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IndexVec<I: Id, T> {
    items: Vec<T>,
    ids: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> IndexVec<I, T> {
    /// An empty vector.
    pub const fn new() -> Self {
        Self {
            items: Vec::new(),
            ids: PhantomData,
        }
    }

    /// A vector of `count` copies of `item`.
    pub fn filled(item: T, count: usize) -> Self
    where
        T: Clone,
    {
        Self {
            items: vec![item; count],
            ids: PhantomData,
        }
    }

    /// Appends an item and returns its id.
    pub fn push(&mut self, item: T) -> I {
        let id = self.next_id();
        self.items.push(item);
        id
    }

    /// Drops all items but the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.items.truncate(count);
    }

    /// The id that the next [`push`](Self::push) will return.
    pub fn next_id(&self) -> I {
        I::from_index(self.items.len())
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item, or `None` when the id is not of this vector.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// The item to change, or `None` when the id is not of this vector.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// The items in the order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// The items to change, in the order of their ids.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// All ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// Pairs of id and item in order.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items
            .iter()
            .enumerate()
            .map(|(index, item)| (I::from_index(index), item))
    }

    /// The items as a slice.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

impl<I: Id, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter_enumerated()).finish()
    }
}

impl<I: Id, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Id, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(items: A) -> Self {
        Self {
            items: items.into_iter().collect(),
            ids: PhantomData,
        }
    }
}

impl<I: Id, T> IntoIterator for IndexVec<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<'a, I: Id, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    define_id!(/** An id for the tests. */ TestId, "t");

    #[test]
    fn push_returns_the_id_that_finds_the_item() {
        let mut names = IndexVec::<TestId, &str>::new();
        let first = names.push("a");
        let second = names.push("b");
        assert_eq!((names[first], names[second]), ("a", "b"));
        assert_eq!(names.ids().collect::<Vec<_>>(), [first, second]);
        assert_eq!(format!("{second:?} {second}"), "t1 t1");
        assert_eq!(names.get(TestId::from_index(2)), None);
    }
}
