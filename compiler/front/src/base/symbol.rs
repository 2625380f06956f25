//! Interned names.
//!
//! *Invariant:* within one `Interner`, two symbols are equal exactly when their texts are equal. The order of symbols is the order of
//! first sight, so output that must be sorted by name is sorted by text.

use std::collections::HashMap;
use std::fmt;

/// A name; its text is in the [`Interner`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

impl Symbol {
    /// The position in the order of first sight.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sym{}", self.0)
    }
}

/// The table of names of one compilation.
#[derive(Default, Debug, Clone)]
pub struct Interner {
    texts: Vec<Box<str>>,
    symbols: HashMap<Box<str>, Symbol>,
}

impl Interner {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The symbol of this text, made on first sight.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.symbols.get(text) {
            return symbol;
        }
        let symbol = Symbol(u32::try_from(self.texts.len()).expect("more than 2^32 names"));
        self.texts.push(text.into());
        self.symbols.insert(text.into(), symbol);
        symbol
    }

    /// The symbol of this text when it was seen before.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.symbols.get(text).copied()
    }

    /// The text of a symbol of this table.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_give_equal_symbols() {
        let mut interner = Interner::new();
        let (a, b) = (interner.intern("alpha"), interner.intern("beta"));
        assert_ne!(a, b);
        assert_eq!(interner.intern("alpha"), a);
        assert_eq!((interner.text(a), interner.text(b)), ("alpha", "beta"));
        assert_eq!(
            (interner.find("beta"), interner.find("gamma")),
            (Some(b), None)
        );
    }
}
