//! Messages of clients: what is read is written as what is read again, and whatever cannot be read
//! has an error of its own.

#![no_main]

use halma_protocol::{ClientMsg, ErrorCode, decode, unknown_fields};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    unknown_fields(text);
    match decode(text) {
        Ok(message) => {
            let written = serde_json::to_string(&message).expect("messages are JSON");
            let read: ClientMsg = decode(&written).expect("what is written is read");
            assert_eq!(read, message);
            assert_eq!(unknown_fields(&written), None);
        }
        Err(error) => {
            let is_json = serde_json::from_str::<serde_json::Value>(text).is_ok();
            assert_eq!(error.code == ErrorCode::BadJson, !is_json, "{error:?}");
        }
    }
});
