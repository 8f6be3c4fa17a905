//! The server's flags in tests: no limit that a test did not set.

/// Limits no test comes near, all of which happens to come from one address.
const UNLIMITED: [&str; 6] = [
    "--messages",
    "--connections",
    "--connections-per-address",
    "--requests",
    "--changes",
    "--open-games",
];

/// The flags for every limit that `flags` do not set.
pub(crate) fn unlimited(flags: &[String]) -> impl Iterator<Item = String> {
    let unset = UNLIMITED.into_iter();
    let unset = unset.filter(|limit| !flags.iter().any(|flag| flag == limit));
    unset.flat_map(|limit| [limit.to_owned(), "1000000".to_owned()])
}
