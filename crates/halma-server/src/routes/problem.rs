//! The one HTTP error: every refusal as `application/problem+json`.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use halma_protocol::{ErrorCode, ErrorMsg, Problem};

use crate::crowd::Full;
use crate::store::StoreError;

/// A refused request.
#[derive(Debug)]
pub(crate) struct Refusal {
    error: Box<ErrorMsg>,
    status: StatusCode,
}

impl Refusal {
    pub(crate) fn new(code: ErrorCode, message: &str) -> Self {
        ErrorMsg::new(code, message).into()
    }

    /// The same with a status that says more than the code.
    pub(crate) fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// Whether it is refused for this reason.
    pub(crate) fn is(&self, code: ErrorCode) -> bool {
        self.error.code == code
    }
}

impl From<ErrorMsg> for Refusal {
    fn from(error: ErrorMsg) -> Self {
        let status = status(error.code);
        Self {
            error: Box::new(error),
            status,
        }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        ErrorMsg::from(error).into()
    }
}

impl From<Full> for Refusal {
    fn from(full: Full) -> Self {
        match full {
            Full::House => Self::new(ErrorCode::Unavailable, "the server is full; come back"),
            Full::Address => Self::new(
                ErrorCode::RateLimited,
                "too many connections from this address",
            ),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Self { error, status } = self;
        let problem = Problem {
            status: status.as_u16(),
            code: error.code,
            title: status.canonical_reason().unwrap_or_default().to_owned(),
            detail: error.message,
            details: error.details,
        };
        let kind = (
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        let mut response = (status, [kind], crate::json(&problem)).into_response();
        // For whoever counts refusals.
        response.extensions_mut().insert(problem.code);
        if matches!(
            status,
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS
        ) {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

fn status(code: ErrorCode) -> StatusCode {
    use ErrorCode as Code;
    match code {
        Code::BadToken | Code::Unauthorized | Code::WrongLogin => StatusCode::UNAUTHORIZED,
        Code::Banned
        | Code::NotRated
        | Code::Forbidden
        | Code::NotForYou
        | Code::Blocked
        | Code::NotSeated => StatusCode::FORBIDDEN,
        Code::NotFound | Code::NoSuchGame => StatusCode::NOT_FOUND,
        Code::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::NameTaken
        | Code::SeatTaken
        | Code::AlreadyStarted
        | Code::NotStarted
        | Code::GameOver
        | Code::NotOver
        | Code::NotYourTurn
        | Code::TooLate
        | Code::SeatNeeded
        | Code::Stale
        | Code::SeatReserved
        | Code::RatedAlready
        | Code::TooManyGames => StatusCode::CONFLICT,
        Code::BadName
        | Code::BadPassword
        | Code::BadRuleset
        | Code::BadPosition
        | Code::BadField
        | Code::NoSuchSeat
        | Code::BadClock
        | Code::BadLevel => StatusCode::UNPROCESSABLE_ENTITY,
        Code::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        Code::Busy | Code::StorageUnavailable | Code::Unavailable => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    }
}
