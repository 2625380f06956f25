//! The runtime of Quasar programs.
