//! Passwords: argon2id, off the async threads and only so many at a time.

use std::sync::Arc;

use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use halma_protocol::{ErrorCode, ErrorMsg};
use tokio::sync::Semaphore;

/// How many may wait for that; more are told to come back.
const WAITING: usize = 64;

/// Allowed lengths of a password, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=128;

/// Works passwords out.
#[derive(Debug)]
pub(crate) struct Passwords {
    working: Arc<Semaphore>,
    waiting: Semaphore,
}

impl Passwords {
    /// So many are worked out at a time: each takes a processor and 19 MiB.
    pub(crate) fn new(at_once: usize) -> Self {
        Self {
            working: Arc::new(Semaphore::new(at_once)),
            waiting: Semaphore::new(WAITING),
        }
    }

    /// What to store of a new password, with its salt and cost.
    pub(crate) async fn hash(&self, password: String, salt: [u8; 16]) -> Result<String, ErrorMsg> {
        self.work(move || {
            let hash = argon2().hash_password_with_salt(password.as_bytes(), &salt);
            hash.map(|hash| hash.to_string()).map_err(|error| {
                tracing::error!(%error, "a password cannot be hashed");
                ErrorMsg::new(ErrorCode::Internal, "the password cannot be kept")
            })
        })
        .await?
    }

    /// Whether it is the password. Where there is none it takes as long to say no.
    pub(crate) async fn verify(
        &self,
        password: String,
        stored: Option<String>,
    ) -> Result<bool, ErrorMsg> {
        self.work(move || match stored {
            Some(stored) => argon2()
                .verify_password(password.as_bytes(), stored.as_str())
                .is_ok(),
            None => {
                let _ = argon2().hash_password_with_salt(password.as_bytes(), &[0; 16]);
                false
            }
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ErrorMsg> {
        let busy = |_| ErrorMsg::new(ErrorCode::Busy, "too many log in at the moment; try again");
        let _place = self.waiting.try_acquire().map_err(busy)?;
        let failed = || ErrorMsg::new(ErrorCode::Internal, "the password cannot be worked out");
        let turn = Arc::clone(&self.working);
        let turn = turn.acquire_owned().await.map_err(|_| failed())?;
        let worked = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        worked.await.map_err(|_| failed())
    }
}

/// The parameters OWASP recommends; what is stored says with which it was made.
fn argon2() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::DEFAULT)
}

/// Whether a new password will do.
pub(crate) fn check(password: &str, name: &str) -> Result<(), ErrorMsg> {
    let same = password.eq_ignore_ascii_case(name);
    if LENGTHS.contains(&password.chars().count()) && !same {
        return Ok(());
    }
    let text = "a password has 8 to 128 characters and is not the name";
    Err(ErrorMsg::new(ErrorCode::BadPassword, text).field("password"))
}

#[cfg(test)]
mod tests {
    use tokio::task::JoinSet;

    use super::*;

    #[tokio::test]
    async fn a_password_is_known_again_by_what_is_stored() {
        let passwords = Passwords::new(1);
        let stored = passwords
            .hash("correct horse".to_owned(), [7; 16])
            .await
            .unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        let verify = |password: &str, stored| passwords.verify(password.to_owned(), stored);
        assert!(verify("correct horse", Some(stored.clone())).await.unwrap());
        assert!(!verify("correct hoarse", Some(stored)).await.unwrap());
        assert!(!verify("correct horse", None).await.unwrap());
    }

    #[tokio::test]
    async fn only_so_many_are_worked_out_and_only_so_many_wait() {
        let passwords = Arc::new(Passwords::new(3));
        let turns = Arc::clone(&passwords.working).acquire_many_owned(3);
        let turns = turns.await.unwrap();
        let ask = |passwords: Arc<Passwords>| async move {
            let no_hash = Some(String::new());
            passwords.verify("correct horse".to_owned(), no_hash).await
        };
        let mut asking = JoinSet::new();
        for _ in 0..WAITING {
            asking.spawn(ask(Arc::clone(&passwords)));
        }
        while passwords.waiting.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = ask(Arc::clone(&passwords)).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::Busy);
        assert!(asking.try_join_next().is_none(), "nobody has a turn");
        drop(turns);
        assert_eq!(asking.join_all().await, vec![Ok(false); WAITING]);
        assert!(ask(passwords).await.is_ok(), "there is room again");
    }

    #[test]
    fn a_password_is_neither_short_nor_the_name() {
        assert!(check("12345678", "Ada").is_ok());
        for bad in ["1234567", "", &"x".repeat(129), "Ada Lovelace"] {
            assert!(check(bad, "ada lovelace").is_err(), "{bad}");
        }
    }
}
