//! What a client asks of the lobby.

use std::sync::Arc;

use halma_protocol::{
    Challenge, ChallengeMade, CommandId, Done, ErrorCode, ErrorMsg, OnGame, OnLobby, Seek,
    ServerMsg,
};

use super::Session;
use crate::auth::Who;
use crate::matchmaker::Wish;
use crate::news::Item;
use crate::{frame, wish};

impl Session {
    pub(super) fn subscribe(&self, OnLobby { id }: OnLobby) -> Result<(), ErrorMsg> {
        let told = self.live.news.tell(Item::Subscribe(self.id, id.clone()));
        told.then_some(()).ok_or_else(|| busy(id))
    }

    pub(super) fn unsubscribe(&self, OnLobby { id }: OnLobby) -> ServerMsg {
        self.live.sockets.subscribe(self.id, false);
        ServerMsg::Done(Done { id })
    }

    pub(super) fn seek(&self, seek: Seek) -> Result<(), ErrorMsg> {
        let who = self.somebody(&seek.id)?;
        let id = seek.id.clone();
        let taken = self
            .live
            .seeks
            .wish(Wish::Seek(self.id, Box::new(who), seek));
        taken.then_some(()).ok_or_else(|| busy(id))
    }

    pub(super) fn cancel(&self, OnLobby { id }: OnLobby) -> Result<(), ErrorMsg> {
        let taken = self.live.seeks.wish(Wish::Cancel(self.id, id.clone()));
        taken.then_some(()).ok_or_else(|| busy(id))
    }

    /// Looks things up apart from the session, which goes on; the message budget bounds how often.
    pub(super) fn challenge(&self, challenge: Challenge) -> Result<(), ErrorMsg> {
        let (id, challenge) = challenge.split();
        let who = self.somebody(&id)?;
        let (live, outbox) = (Arc::clone(&self.live), self.outbox.clone());
        self.live.tasks.spawn(async move {
            let made = async {
                let who = live.as_now(&who).await?;
                wish::challenge(&live, &who, challenge).await
            };
            let answer = match made.await {
                Ok(game) => ServerMsg::ChallengeMade(ChallengeMade { id, game }),
                Err(refusal) => refused(refusal, id),
            };
            outbox.push(frame(&answer));
        });
        Ok(())
    }

    pub(super) fn decline(&self, OnGame { id, game }: OnGame) -> Result<(), ErrorMsg> {
        let who = self.somebody(&id)?;
        let (live, outbox) = (Arc::clone(&self.live), self.outbox.clone());
        self.live.tasks.spawn(async move {
            let answer = match wish::decline(&live, &who, game).await {
                Ok(()) => ServerMsg::Done(Done { id }),
                Err(refusal) => refused(refusal, id),
            };
            outbox.push(frame(&answer));
        });
        Ok(())
    }

    fn somebody(&self, id: &CommandId) -> Result<Who, ErrorMsg> {
        self.who.clone().ok_or_else(|| {
            let text = "only a known player may do this";
            let mut refusal = ErrorMsg::new(ErrorCode::Unauthorized, text);
            refusal.id = Some(id.clone());
            refusal
        })
    }
}

fn refused(mut refusal: ErrorMsg, id: CommandId) -> ServerMsg {
    refusal.id = Some(id);
    ServerMsg::Error(refusal)
}

fn busy(id: CommandId) -> ErrorMsg {
    let text = "too much to do at the moment; send the command again";
    let mut busy = ErrorMsg::new(ErrorCode::Busy, text);
    busy.id = Some(id);
    busy
}
