//! Waiting for a named thing, never for a time.

use std::time::Duration;

/// Nothing in these tests takes this long, unless it never comes.
const NEVER: Duration = Duration::from_secs(60);

/// How often a thing that cannot announce itself is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Waits for `thing`, whose name the failure tells if it never comes.
///
/// # Panics
///
/// If it does not come.
pub async fn soon<T>(name: &str, thing: impl Future<Output = T>) -> T {
    match tokio::time::timeout(NEVER, thing).await {
        Ok(thing) => thing,
        Err(_) => panic!("waited in vain for {name}"),
    }
}

/// Looks again and again until there is `thing`.
///
/// # Panics
///
/// If it never is.
pub async fn eventually<T, F: Future<Output = Option<T>>>(
    name: &str,
    mut thing: impl FnMut() -> F,
) -> T {
    soon(name, async {
        loop {
            if let Some(thing) = thing().await {
                return thing;
            }
            tokio::time::sleep(LOOK).await;
        }
    })
    .await
}
