//! Sequences of messages into a room: what is decided applies, replays and has one end.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| halma_server::trial(bytes));
