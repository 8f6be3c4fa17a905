//! What can go wrong.

use halma_protocol::{ErrorCode, ErrorMsg, GameId, Problem};
use http::StatusCode;

/// Why something could not be done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// This is not the address of a server: `http://host:port` is expected.
    #[error("{0:?} is not an address such as http://localhost:8080")]
    BadAddress(String),
    /// The server refused, and says why. Nothing has changed there.
    #[error("refused: {0}")]
    Refused(Box<ErrorMsg>),
    /// The server closed the socket with this code; 1006 if it went without one.
    #[error("the socket was closed with code {0}")]
    Closed(u16),
    /// The server cannot be reached, or was away for longer than our patience.
    #[error("the server is lost: {0}")]
    Lost(String),
    /// The server said something that this version of the client does not understand.
    #[error("not understood: {text}")]
    NotUnderstood {
        /// The game it is about, if it says so.
        game: Option<GameId>,
        /// What it said, or how it went wrong.
        text: String,
    },
}

/// Closed because of what the client sent: coming back would only repeat it.
const OUR_FAULT: [u16; 3] = [1003, 1008, 1009];

impl Error {
    /// Whether the same may succeed a moment later. A [`Client`](crate::Client) and the reading
    /// methods of [`Rest`](crate::Rest) have tried that already.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Lost(_) => true,
            Self::Closed(code) => !OUR_FAULT.contains(code),
            Self::Refused(refusal) => matches!(
                refusal.code,
                ErrorCode::Busy
                    | ErrorCode::StorageUnavailable
                    | ErrorCode::Unavailable
                    | ErrorCode::RateLimited
            ),
            Self::BadAddress(_) | Self::NotUnderstood { .. } => false,
        }
    }

    /// The code of a refusal.
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Refused(refusal) => Some(refusal.code),
            _ => None,
        }
    }

    pub(crate) fn refused(refusal: ErrorMsg) -> Self {
        Self::Refused(Box::new(refusal))
    }

    /// The refusal in a response that was no success.
    pub(crate) fn response(status: StatusCode, body: &[u8]) -> Self {
        if let Ok(problem) = serde_json::from_slice::<Problem>(body) {
            let mut refusal = ErrorMsg::new(problem.code, problem.detail);
            refusal.details = problem.details;
            return Self::refused(refusal);
        }
        // Not the server's own words: something in between answered.
        let code = match status {
            StatusCode::TOO_MANY_REQUESTS => ErrorCode::RateLimited,
            _ if status.is_server_error() => ErrorCode::Unavailable,
            _ => ErrorCode::BadRequest,
        };
        Self::refused(ErrorMsg::new(code, format!("HTTP {status}")))
    }

    pub(crate) fn not_understood(game: Option<GameId>, text: impl Into<String>) -> Self {
        let text = text.into();
        Self::NotUnderstood { game, text }
    }
}
