//! Ports for servers that must come back at the same address.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicU16, Ordering};

/// Below the ports that systems give to outgoing connections: a client that tries to come back
/// while its server is away must not take, or meet itself at, the server's port.
const FIRST: u16 = 20_000;
const COUNT: u16 = 12_000;

static NEXT: AtomicU16 = AtomicU16::new(0);

/// A port on 127.0.0.1 where nobody listens, and which no other test is given.
///
/// # Panics
///
/// If every port is taken.
pub fn free_port() -> u16 {
    // Processes that test at the same time begin at different places.
    let begin = std::process::id().wrapping_mul(97) % u32::from(COUNT);
    let begin = u16::try_from(begin).unwrap();
    (0..COUNT)
        .map(|_| NEXT.fetch_add(1, Ordering::Relaxed) % COUNT)
        .map(|offset| FIRST + (begin + offset) % COUNT)
        .find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok())
        .expect("a port is free")
}
