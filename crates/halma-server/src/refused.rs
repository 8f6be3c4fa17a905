//! What a failure of the store is to whoever asked.

use halma_protocol::{ErrorCode, ErrorMsg};

use crate::store::StoreError;

impl From<StoreError> for ErrorMsg {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "a request failed at the store");
        match error {
            StoreError::Database(_) => Self::new(
                ErrorCode::StorageUnavailable,
                "the store is away; try again",
            ),
            StoreError::Corrupt { .. } => {
                Self::new(ErrorCode::Internal, "something stored cannot be read")
            }
        }
    }
}
