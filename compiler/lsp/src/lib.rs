//! The language server: what editors are told of a program while it is written.
//!
//! The protocol stands in `server` alone. Below it a [`workspace::Workspace`] holds the open texts and answers questions about them; it starts no
//! process, reads no file and knows no clock, so that tests ask it directly. Who runs the server gives it a [`Host`], which knows the files.
//!
//! | room | what |
//! |---|---|
//! | `host` | what the server must be given |
//! | `text` | a text under edits: its lines, and positions in the units of the client |
//! | `names` | which name of a tree means what |
//! | `document` | one text with its tokens, its tree and its names |
//! | `program` | what the front end finds out about the program in a file |
//! | `answers` | one file for each family of answers |
//! | `workspace` | all open texts and their programs |
//! | `server` | messages, their order, and what becomes of a panic |
//!
//! *Invariant:* an answer is about the text that the client has now: nothing is kept from a text before.

#![allow(
    clippy::mutable_key_type,
    reason = "the protocol's own table of changes is by addresses, which nobody changes"
)]

pub mod answers;
pub mod document;
pub mod host;
pub mod names;
pub mod program;
pub mod server;
pub mod text;
pub mod workspace;
