//! qc, a standalone compiler for the Quasar language.
