//! An executable in pieces: what it has in common with the stub is shared, so that it is neither copied nor read before it is written to a file.
//!
//! *Invariant:* pieces follow each other without gaps, and changes lie within the stub's part.

use super::elf::{Header, header_of};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Bytes that are copied where one of them changes.
const PAGE: usize = 4096;

/// The bytes of an executable.
#[derive(Debug)]
pub struct Image {
    /// The stub's part, without changes.
    stub: &'static [u8],
    /// Pages of it that differ, by their numbers.
    changed: BTreeMap<usize, Vec<u8>>,
    /// What follows.
    rest: Vec<Cow<'static, [u8]>>,
    length: usize,
}

impl Image {
    /// The loaded part of a stub.
    pub fn new(stub: &'static [u8]) -> Image {
        Image {
            stub,
            changed: BTreeMap::new(),
            rest: Vec::new(),
            length: stub.len(),
        }
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Appends zeros up to an offset.
    pub fn pad_to(&mut self, offset: usize) {
        if offset > self.length {
            self.append(vec![0; offset - self.length]);
        }
    }

    /// Appends bytes.
    pub fn append(&mut self, piece: impl Into<Cow<'static, [u8]>>) {
        let piece = piece.into();
        self.length += piece.len();
        self.rest.push(piece);
    }

    /// Appends bytes at the next multiple of eight; gives their offset.
    pub fn append_aligned(&mut self, piece: impl Into<Cow<'static, [u8]>>) -> u64 {
        self.pad_to(self.length.next_multiple_of(8));
        let offset = self.length as u64;
        self.append(piece);
        offset
    }

    /// Changes bytes of the stub's part.
    pub fn patch(&mut self, offset: usize, bytes: &[u8]) {
        assert!(offset + bytes.len() <= self.stub.len(), "the stub's part");
        for (at, byte) in (offset..).zip(bytes) {
            self.page(at / PAGE)[at % PAGE] = *byte;
        }
    }

    /// Bytes of the stub's part; none where it ends before.
    pub fn stub_bytes(&self, start: usize, end: usize) -> Option<Vec<u8>> {
        let mut bytes = self.stub.get(start..end)?.to_vec();
        for (at, byte) in (start..).zip(&mut bytes) {
            if let Some(page) = self.changed.get(&(at / PAGE)) {
                *byte = page[at % PAGE];
            }
        }
        Some(bytes)
    }

    /// The header of the file, to be changed.
    pub fn header(&mut self) -> &mut Header {
        header_of(self.page(0))
    }

    fn page(&mut self, number: usize) -> &mut Vec<u8> {
        let stub = self.stub;
        self.changed.entry(number).or_insert_with(|| {
            let start = number * PAGE;
            stub[start..(start + PAGE).min(stub.len())].to_vec()
        })
    }

    /// The pieces, in their order.
    pub fn pieces(&self) -> Vec<&[u8]> {
        let (mut pieces, mut done) = (Vec::new(), 0);
        for (number, page) in &self.changed {
            pieces.push(&self.stub[done..number * PAGE]);
            pieces.push(&page[..]);
            done = number * PAGE + page.len();
        }
        pieces.push(&self.stub[done..]);
        pieces.extend(self.rest.iter().map(|piece| &piece[..]));
        pieces.retain(|piece| !piece.is_empty());
        pieces
    }

    /// All bytes in one piece.
    pub fn bytes(&self) -> Vec<u8> {
        self.pieces().concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static STUB: [u8; 3 * PAGE + 5] = [7; 3 * PAGE + 5];

    #[test]
    fn what_changes_is_copied_and_the_rest_is_not() {
        let mut image = Image::new(&STUB);
        image.patch(2 * PAGE - 1, &[1, 2, 3]);
        image.append_aligned(vec![4]);
        let mut expected = STUB.to_vec();
        expected[2 * PAGE - 1..2 * PAGE + 2].copy_from_slice(&[1, 2, 3]);
        expected.extend([0, 0, 0, 4]);
        assert_eq!(image.bytes(), expected);
        assert_eq!(image.len(), expected.len());
        assert_eq!(
            image.stub_bytes(2 * PAGE, 2 * PAGE + 3),
            Some(vec![2, 3, 7])
        );
        assert_eq!(image.stub_bytes(0, 4 * PAGE), None);
        assert_eq!(image.pieces()[0].as_ptr(), STUB.as_ptr());
    }

    #[test]
    #[should_panic(expected = "the stub's part")]
    fn nothing_behind_the_stub_is_changed() {
        Image::new(&STUB).patch(3 * PAGE + 4, &[0, 0]);
    }
}
