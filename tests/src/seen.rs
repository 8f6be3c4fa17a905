//! What a person would see of a game: its messages folded, and each of them checked.

use std::collections::BTreeMap;

use halma_core::{Outcome, Path, Seat, Square};
use halma_protocol::{
    Event, EventKind, GameId, GameStatus, PlayerRef, Presence, ServerMsg, State, Turn,
};

/// The pieces on a board, by their letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board(BTreeMap<(u8, u8), char>);

/// A game as one connection sees it.
#[derive(Debug, Clone)]
pub struct Seen {
    /// The game.
    pub game: GameId,
    /// The last event.
    pub seq: u64,
    /// The last event that changed the position.
    pub at: u64,
    /// Where the game stands; only a state or the first event tells.
    pub status: Option<GameStatus>,
    /// The board, once a state has told it.
    pub board: Option<Board>,
    /// The seat to move.
    pub to_move: Option<Seat>,
    /// Who sits where.
    pub seats: BTreeMap<Seat, Option<PlayerRef>>,
    /// How the game has ended.
    pub outcome: Option<Outcome>,
    /// Who is connected.
    pub presence: Option<Presence>,
    /// The legal moves, if they are ours to choose from.
    pub turn: Option<Turn>,
    /// Every event received, in order.
    pub events: Vec<Event>,
}

impl Board {
    /// The board in a position's text.
    ///
    /// # Panics
    ///
    /// If the text is none.
    pub fn read(position: &str) -> Self {
        let rows: Vec<&str> = position.split(' ').next().unwrap().split('/').collect();
        let mut pieces = BTreeMap::new();
        for (down, row) in rows.iter().enumerate() {
            let rank = u8::try_from(rows.len() - 1 - down).unwrap();
            let (mut file, mut run) = (0u8, 0u8);
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = run * 10 + u8::try_from(digit).unwrap();
                } else {
                    file += std::mem::take(&mut run);
                    pieces.insert((file, rank), letter);
                    file += 1;
                }
            }
        }
        Self(pieces)
    }

    /// What a person would move, or take off.
    fn take(&mut self, kind: &EventKind) {
        match kind {
            EventKind::Moved { path, .. } => self.carry(path),
            EventKind::Resigned { seat, .. }
            | EventKind::MissedDeadline { seat, .. }
            | EventKind::Flagged { seat, .. }
            | EventKind::Claimed {
                seat,
                next: Some(_),
                ..
            } => self.clear(*seat),
            EventKind::TakenBack { position, .. }
            | EventKind::Undone { position, .. }
            | EventKind::Redone { position, .. } => *self = Self::read(position),
            _ => {}
        }
    }

    fn carry(&mut self, path: &Path) {
        let place = |square: Square| (square.file(), square.rank());
        let piece = self.0.remove(&place(path.from())).expect("a piece moved");
        let there = self.0.insert(place(path.to()), piece);
        assert_eq!(there, None, "{path} ends on a piece");
    }

    fn clear(&mut self, seat: Seat) {
        self.0
            .retain(|_, piece| !piece.eq_ignore_ascii_case(&seat.letter()));
    }
}

impl Seen {
    /// A game of which the events up to `since` are known, and nothing else.
    pub fn since(game: GameId, since: u64) -> Self {
        Self {
            game,
            seq: since,
            at: 0,
            status: None,
            board: None,
            to_move: None,
            seats: BTreeMap::new(),
            outcome: None,
            presence: None,
            turn: None,
            events: Vec::new(),
        }
    }

    /// Takes a message in.
    ///
    /// # Panics
    ///
    /// If it does not follow from those before it.
    pub fn take(&mut self, message: &ServerMsg) {
        match message {
            ServerMsg::State(state) if state.game == self.game => self.state(state),
            ServerMsg::Events(missed) if missed.game == self.game => {
                for event in &missed.events {
                    self.event(event);
                }
                assert_eq!(missed.seq, self.seq, "the gap's end");
                assert!(self.at == 0 || missed.at == self.at, "the gap's `at`");
                self.at = missed.at;
            }
            ServerMsg::Event(event) if event.game == self.game => self.event(&event.event),
            ServerMsg::Turn(turn) if turn.game == self.game => {
                assert_eq!(turn.at, self.at, "a turn is for the current position");
                assert!(self.to_move.is_none_or(|seat| seat == turn.seat));
                self.turn = Some(turn.clone());
            }
            ServerMsg::Presence(presence) if presence.game == self.game => {
                self.presence = Some(presence.clone());
            }
            _ => {}
        }
    }

    fn state(&mut self, state: &State) {
        assert!(
            state.seq >= self.seq || state.id.is_some(),
            "a state from the past"
        );
        let board = Board::read(&state.position);
        if state.seq == self.seq && self.board.is_some() {
            assert_eq!(
                self.board.as_ref(),
                Some(&board),
                "the events made another board"
            );
            assert_eq!(self.at, state.at);
            assert_eq!(self.to_move, state.to_move);
        }
        self.seq = state.seq;
        self.at = state.at;
        self.status = Some(state.status);
        self.board = Some(board);
        self.to_move = state.to_move;
        self.outcome = state.outcome;
        self.seats = state
            .seats
            .iter()
            .map(|(seat, held)| (*seat, held.player.clone()))
            .collect();
    }

    fn event(&mut self, event: &Event) {
        assert_eq!(event.seq, self.seq + 1, "no gap and no double");
        let may_follow = matches!(
            event.kind,
            EventKind::RematchOffered { .. } | EventKind::Succeeded { .. }
        );
        assert!(
            may_follow || self.status != Some(GameStatus::Finished),
            "nothing else follows the end"
        );
        self.seq = event.seq;
        if let EventKind::Moved { seat, .. } | EventKind::Passed { seat, .. } = event.kind {
            let fits = self.to_move.is_none_or(|next| next == seat);
            assert!(fits, "{seat} moved, but {:?} was to", self.to_move);
        }
        if let Some(next) = event.kind.next() {
            self.at = event.seq;
            self.to_move = next;
            self.turn = None;
        }
        match &event.kind {
            EventKind::Created { .. } => self.status = Some(GameStatus::Open),
            EventKind::Seated { seat, player } => {
                let before = self.seats.insert(*seat, Some(player.clone()));
                assert!(before.flatten().is_none(), "{seat} was taken already");
            }
            EventKind::Stood { seat } => {
                self.seats.insert(*seat, None);
            }
            EventKind::Started { .. } => self.status = Some(GameStatus::Playing),
            EventKind::Finished { winners, reason } => {
                self.status = Some(GameStatus::Finished);
                self.to_move = None;
                self.outcome = Some(Outcome {
                    winners: winners.iter().copied().collect(),
                    reason: *reason,
                });
            }
            kind => {
                if let Some(board) = &mut self.board {
                    board.take(kind);
                }
            }
        }
        self.events.push(event.clone());
    }
}
