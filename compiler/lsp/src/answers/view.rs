//! What a question is about: an open text with the program that it is the file of.
//!
//! *Invariant:* documents and program are of the same texts.

use std::rc::Rc;
use std::str::FromStr;

use lsp_types::{Location, Uri};
use qc_front::base::{FileId, Span};
use qc_front::hir;

use crate::document::Document;
use crate::program::{Later, Program};

/// A file of a program.
#[derive(Clone, Debug)]
pub struct File {
    /// What tells it apart.
    pub identity: String,
    /// Its text.
    pub document: Rc<Document>,
}

impl File {
    /// A place in it for the client.
    pub fn location(&self, span: Span) -> Option<Location> {
        let uri = Uri::from_str(&self.document.uri).ok()?;
        let range = self.document.range(span);
        Some(Location { uri, range })
    }
}

/// An open text with its program.
#[derive(Debug)]
pub struct View {
    /// What tells the file of the text apart.
    pub identity: String,
    /// The text.
    pub document: Rc<Document>,
    /// What the front end found out.
    pub program: Rc<Program>,
    /// The files of the program, the library's among them.
    pub files: Vec<File>,
    /// What later stages said, if they have.
    pub later: Option<Rc<Later>>,
}

impl View {
    /// The tree of the program, as far as it goes.
    pub fn tree(&self) -> Option<&hir::Program> {
        self.program.tree.as_ref()
    }

    /// The number that a file has in the tree.
    pub fn number(&self, identity: &str) -> Option<FileId> {
        self.program.files.file(identity)
    }

    /// A place of the text as the tree has it.
    pub fn in_tree(&self, identity: &str, span: Span) -> Option<Span> {
        Some(Span::new(self.number(identity)?, span.lo, span.hi))
    }

    /// The file of the text.
    pub fn own(&self) -> File {
        File {
            identity: self.identity.clone(),
            document: self.document.clone(),
        }
    }
}
