//! Whoever has left waits at no table: games that have not started go on without them.

use halma_protocol::{CommandId, ErrorCode, ErrorMsg, GameId, PlayerRef};

use crate::live::Live;
use crate::room::Command;
use crate::store::{GameFilter, GameRow};

/// How many games are seen to at a time.
const PAGE: u32 = 100;

/// Calls off the open games a player has made or is awaited in, and gives back its seats in others.
pub(crate) async fn leave_open_games(live: &Live, player: &PlayerRef) -> Result<(), ErrorMsg> {
    let mut filter = GameFilter {
        concerning: Some(player.id),
        private: true,
        limit: PAGE,
        ..GameFilter::default()
    };
    loop {
        let games = live.store.games(&filter).await?;
        let Some(last) = games.last().map(|game| game.id) else {
            return Ok(());
        };
        for game in &games {
            leave(live, player, game).await?;
        }
        filter.before = Some(last);
    }
}

async fn leave(live: &Live, player: &PlayerRef, game: &GameRow) -> Result<(), ErrorMsg> {
    if game.host.id == player.id {
        return order(live, player, game.id, Command::Abort { seat: None }).await;
    }
    // Though it sits there already: a seat that is kept for it nobody else may take.
    if game
        .seats
        .iter()
        .any(|seat| seat.invited == Some(player.id))
    {
        if !live.lobby.call_off(game.id).await? {
            tracing::warn!(game = %game.id, "a game that awaits who has left is not called off");
        }
        return Ok(());
    }
    let holds = |seat: &&crate::store::SeatRow| {
        let holder = seat.player.as_ref();
        holder.is_some_and(|holder| holder.id == player.id)
    };
    for held in game.seats.iter().filter(holds) {
        let seat = Some(held.seat);
        order(live, player, game.id, Command::Stand { seat }).await?;
    }
    Ok(())
}

/// What the room refuses is no longer so: the game has started, or is over.
async fn order(
    live: &Live,
    player: &PlayerRef,
    game: GameId,
    command: Command,
) -> Result<(), ErrorMsg> {
    let id = CommandId::from(live.random.id(live.clock.now()));
    let done = live.lobby.order(game, player.clone(), id, command).await;
    match done {
        Err(refusal) if is_passing(refusal.code) => Err(refusal),
        _ => Ok(()),
    }
}

fn is_passing(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::Busy | ErrorCode::StorageUnavailable | ErrorCode::Unavailable
    )
}
