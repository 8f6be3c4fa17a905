//! How many there are at a time of what is short, in all and by address: connections, and exports.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::address::network;

/// Those who are connected now.
#[derive(Debug)]
pub(crate) struct Crowd {
    most: u32,
    most_by_address: u32,
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    connections: u32,
    /// Nobody stays in here who is not connected.
    by_address: HashMap<IpAddr, u32>,
}

/// Why somebody must stay out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Full {
    /// The server has as many connections as it takes.
    House,
    /// This address has.
    Address,
}

/// A place among those who are connected, free again when dropped.
#[derive(Debug)]
pub(crate) struct Guest {
    crowd: Arc<Crowd>,
    connections: u32,
    address: Option<IpAddr>,
}

impl Crowd {
    pub(crate) fn new(most: u32, most_by_address: u32) -> Arc<Self> {
        Arc::new(Self {
            most,
            most_by_address,
            table: Mutex::default(),
        })
    }

    /// A connection comes in; `from` is left out for a proxy, behind which many are.
    pub(crate) fn connection(self: &Arc<Self>, from: Option<IpAddr>) -> Result<Guest, Full> {
        self.admit(1, from)
    }

    /// A socket comes in over a proxy's connection, which is counted already; its address is not.
    pub(crate) fn through_proxy(self: &Arc<Self>, from: IpAddr) -> Result<Guest, Full> {
        self.admit(0, Some(from))
    }

    /// How many connections there may be.
    pub(crate) fn most(&self) -> u32 {
        self.most
    }

    /// How many connections there are.
    pub(crate) fn connections(&self) -> u32 {
        self.table().connections
    }

    fn admit(self: &Arc<Self>, connections: u32, from: Option<IpAddr>) -> Result<Guest, Full> {
        let mut table = self.table();
        if table.connections + connections > self.most {
            return Err(Full::House);
        }
        let address = from.map(network);
        if let Some(address) = address {
            let here = table.by_address.get(&address).copied().unwrap_or_default();
            if here >= self.most_by_address {
                return Err(Full::Address);
            }
            table.by_address.insert(address, here + 1);
        }
        table.connections += connections;
        Ok(Guest {
            crowd: Arc::clone(self),
            connections,
            address,
        })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // The table is whole whatever panicked while it was locked.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut table = self.crowd.table();
        table.connections -= self.connections;
        let Some(address) = self.address else {
            return;
        };
        match table.by_address.get_mut(&address) {
            Some(here) if *here > 1 => *here -= 1,
            _ => {
                table.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn the_house_and_each_address_have_so_many_places() {
        let crowd = Crowd::new(3, 2);
        let one = crowd.connection(Some(at("192.0.2.1"))).unwrap();
        let _two = crowd.connection(Some(at("192.0.2.1"))).unwrap();
        let full = crowd.connection(Some(at("192.0.2.1"))).unwrap_err();
        assert_eq!(full, Full::Address);
        let _other = crowd.connection(Some(at("192.0.2.2"))).unwrap();
        assert_eq!(crowd.connection(None).unwrap_err(), Full::House);
        drop(one);
        assert!(crowd.connection(Some(at("192.0.2.1"))).is_ok());
    }

    #[test]
    fn those_behind_a_proxy_are_counted_by_their_own_address() {
        let crowd = Crowd::new(10, 1);
        let _proxy = [crowd.connection(None), crowd.connection(None)];
        let _one = crowd.through_proxy(at("2001:db8::1")).unwrap();
        let full = crowd.through_proxy(at("2001:db8::2")).unwrap_err();
        assert_eq!(full, Full::Address);
        assert!(crowd.through_proxy(at("2001:db8:1::1")).is_ok());
    }

    #[test]
    fn nobody_is_remembered_after_leaving() {
        let crowd = Crowd::new(1_000, 1_000);
        let guests: Vec<_> = (0..100_u32)
            .map(|n| crowd.connection(Some(IpAddr::V4(n.into()))).unwrap())
            .collect();
        drop(guests);
        assert!(crowd.table().by_address.is_empty());
        assert_eq!(crowd.table().connections, 0);
    }
}
