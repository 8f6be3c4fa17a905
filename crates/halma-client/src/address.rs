//! Where a server is.

use std::str::FromStr;

use http::Uri;
use http::uri::Authority;

use crate::Error;

/// A server's address, read from `http://host`, `http://host:port` or `http://host:port/prefix`.
#[derive(Debug, Clone)]
pub(crate) struct Address {
    authority: Authority,
    /// What comes before `/api` and `/ws`, without a slash at its end.
    prefix: Box<str>,
}

impl FromStr for Address {
    type Err = Error;

    fn from_str(url: &str) -> Result<Self, Error> {
        let bad = || Error::BadAddress(url.to_owned());
        let uri: Uri = url.parse().map_err(|_| bad())?;
        if uri.scheme_str() != Some("http") || uri.query().is_some() {
            return Err(bad());
        }
        let authority = uri.authority().ok_or_else(bad)?.clone();
        let prefix = uri.path().trim_end_matches('/').into();
        Ok(Self { authority, prefix })
    }
}

impl Address {
    /// The address of something served over HTTP.
    pub(crate) fn http(&self, path: &str) -> String {
        format!("http://{}{}{path}", self.authority, self.prefix)
    }

    /// The socket's address.
    pub(crate) fn socket(&self) -> String {
        format!("ws://{}{}/ws", self.authority, self.prefix)
    }

    /// The host, as it is looked up, and the port.
    pub(crate) fn host_and_port(&self) -> (&str, u16) {
        let host = self.authority.host();
        let host = host
            .strip_prefix('[')
            .and_then(|inner| inner.strip_suffix(']'))
            .unwrap_or(host);
        (host, self.authority.port_u16().unwrap_or(80))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        let address: Address = "http://[::1]:8080/halma/".parse().unwrap();
        assert_eq!(address.http("/api/me"), "http://[::1]:8080/halma/api/me");
        assert_eq!(address.socket(), "ws://[::1]:8080/halma/ws");
        assert_eq!(address.host_and_port(), ("::1", 8080));
        let address: Address = "http://localhost".parse().unwrap();
        assert_eq!(address.host_and_port(), ("localhost", 80));
    }

    #[test]
    fn what_cannot_be_reached_is_refused() {
        for bad in [
            "localhost:8080",
            "https://localhost",
            "http://",
            "",
            "http://h/?q=1",
        ] {
            assert!(
                matches!(bad.parse::<Address>(), Err(Error::BadAddress(_))),
                "{bad}"
            );
        }
    }
}
