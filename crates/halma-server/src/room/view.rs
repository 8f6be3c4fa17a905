//! What a client is shown of a table: its state, and the legal moves.

use halma_core::{Preset, SquareSet};
use halma_protocol::{
    CommandId, GameStatus, PieceMoves, PlayerId, SeatState, ServerMsg, State, Turn,
};

use super::audience::Audience;
use super::ballot::Ballot;
use super::table::Table;

/// The game as it stands at time `now`, as this player sees it.
pub(crate) fn state(
    table: &Table,
    audience: &Audience,
    player: Option<PlayerId>,
    id: Option<CommandId>,
    now: i64,
) -> ServerMsg {
    let rules = table.game.rules();
    let position = table.position();
    let seat_state = |seat| SeatState {
        player: table.seats.get(&seat).cloned().flatten(),
        invited: table
            .invited
            .get(&seat)
            .filter(|_| table.holder(seat).is_none())
            .cloned(),
        computer: table.computers.get(&seat).map(|level| level.number()),
        connected: table
            .holder(seat)
            .is_some_and(|player| audience.has(player)),
        made: position.made(seat),
        out: position.is_out(seat),
        home: squares(rules.home(seat)),
        goal: squares(rules.goal(seat)),
    };
    let finished = table.status == GameStatus::Finished;
    ServerMsg::State(Box::new(State {
        id,
        game: table.id,
        seq: table.seq,
        at: table.at,
        status: table.status,
        rules: *rules.ruleset(),
        preset: Preset::whoever_begins(rules.ruleset()).map(|preset| preset.name.to_owned()),
        board: rules.board().size(),
        position: position.to_string(),
        to_move: table.to_move(),
        last: table.last,
        seats: table
            .seats
            .keys()
            .map(|seat| (*seat, seat_state(*seat)))
            .collect(),
        yours: player
            .map(|player| table.seats_of(player).collect())
            .unwrap_or_default(),
        host: table.host.clone(),
        outcome: table.game.outcome().filter(|_| finished).copied(),
        watchers: audience.watchers(table),
        clock: table.clock,
        rated: table.rated,
        clocks: table.clocks(now),
        paused_until: table.paused_until(now),
        now,
        proposal: table.ballot.as_ref().map(Ballot::shown),
        solo: table.is_solo(),
        hints: table.hints || table.is_solo(),
        key: table.key.clone(),
        rematch: table.rematch.keys().copied().collect(),
        predecessor: table.predecessor,
        successor: table.successor.map(|(game, _)| game),
    }))
}

/// The legal moves of the seat to move; none unless the game is being played.
pub(crate) fn turn(table: &Table) -> Option<ServerMsg> {
    let seat = table.to_move()?;
    let pieces = table.game.position().piece_moves();
    let pieces = pieces.into_iter().map(|piece| PieceMoves {
        from: piece.from,
        steps: squares(piece.steps),
        hops: piece
            .hops
            .into_iter()
            .map(|(from, to)| (from, squares(to)))
            .collect(),
        ends: piece.ends.map(squares),
    });
    Some(ServerMsg::Turn(Turn {
        game: table.id,
        at: table.at,
        seat,
        pieces: pieces.collect(),
    }))
}

fn squares(set: SquareSet) -> Vec<halma_core::Square> {
    set.iter().collect()
}
