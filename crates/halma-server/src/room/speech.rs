//! What is said to a whole audience, until everybody has been handed it.
//!
//! A few are told at once. Of a crowd, those who play are, and the others in rounds, a handful at a
//! time with a pause after each in which their sockets are written to. So no player waits until a
//! thousand watchers have been told, and whoever a round comes to late gets all that was said
//! meanwhile in one write.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;

use super::audience::Member;
use crate::session::SessionId;

/// So many are told at once.
const FEW: usize = 64;

/// Of a crowd so many are told before the next pause.
const SOME: usize = 16;

/// In so many turns a round is done, however large the crowd: what it brings must fit an outbox.
const TURNS: usize = 64;

/// The frames that not everybody has been handed yet.
#[derive(Debug, Default)]
pub(super) struct Speech {
    frames: VecDeque<Utf8Bytes>,
    /// How many frames were ever put here.
    end: usize,
    /// Whom the round under way comes to next: the first session from this on.
    next: SessionId,
    /// Up to which frame everybody has heard everything when it is over.
    round_end: usize,
}

impl Speech {
    /// Whether so many can be told at once, with nothing to be remembered.
    pub(super) fn is_for_all(&self, members: usize) -> bool {
        self.frames.is_empty() && members <= FEW
    }

    /// Whether there is somebody who has not heard everything.
    pub(super) fn goes_on(&self) -> bool {
        !self.frames.is_empty()
    }

    /// How far whoever comes now has heard everything.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Adds a frame.
    pub(super) fn say(&mut self, frame: Utf8Bytes) {
        self.end += 1;
        if self.frames.is_empty() {
            self.begin();
        }
        self.frames.push_back(frame);
    }

    fn begin(&mut self) {
        (self.next, self.round_end) = (SessionId::MIN, self.end);
    }

    /// Hands a member what it has not heard. `false`: its socket is gone or given up.
    pub(super) fn hand_to(&self, member: &mut Member) -> bool {
        let missed = self.end - member.heard;
        member.heard = self.end;
        let known = self.frames.len() - missed;
        let mut missed = self.frames.iter().skip(known);
        missed.all(|frame| member.outbox.push(frame.clone()))
    }

    /// Where the round is, and how many it comes to before the next pause.
    pub(super) fn turn(&self, members: usize) -> (SessionId, usize) {
        (self.next, SOME.max(members.div_ceil(TURNS)))
    }

    /// The round comes to this session next, or has come to everybody.
    pub(super) fn turn_ended(&mut self, next: Option<SessionId>) {
        if let Some(next) = next {
            self.next = next;
            return;
        }
        let still = self.end - self.round_end;
        let heard = self.frames.len() - still;
        self.frames.drain(..heard);
        self.begin();
    }
}
