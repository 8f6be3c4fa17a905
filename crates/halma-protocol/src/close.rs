//! The codes a socket is closed with.

/// Why the server closed a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u16)]
pub enum CloseCode {
    /// The conversation is over.
    Normal = 1000,
    /// A binary frame, or text that is not UTF-8.
    Unsupported = 1003,
    /// No `hello` in time, a bad token, or far too many messages.
    Policy = 1008,
    /// A frame larger than allowed.
    TooBig = 1009,
    /// The server failed.
    Internal = 1011,
    /// The server restarts: come back in a moment and resume.
    Restart = 1012,
    /// More work than fits: come back later.
    TryLater = 1013,
    /// You read too slowly; come back and resume.
    Lagging = 4000,
    /// Nothing was heard from you for too long.
    Silent = 4001,
}

impl CloseCode {
    /// Every code.
    pub const ALL: [Self; 9] = [
        Self::Normal,
        Self::Unsupported,
        Self::Policy,
        Self::TooBig,
        Self::Internal,
        Self::Restart,
        Self::TryLater,
        Self::Lagging,
        Self::Silent,
    ];

    /// The code as it stands in the close frame.
    pub fn code(self) -> u16 {
        self as u16
    }
}
