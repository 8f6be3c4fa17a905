//! How a game is made: from a request, or to follow another.

use std::collections::BTreeMap;

use halma_core::{Game, Position, Rules, Ruleset, Seat, SeatSet};
use halma_engine::Level;
use halma_protocol::{ErrorCode, ErrorMsg, EventKind, GameId, PlayerRef, TimeControl};

use super::consequences::start_of;
use super::table::Table;

/// What a game is made of.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) rules: Ruleset,
    /// The position it starts from, if not the usual one.
    pub(crate) start: Option<String>,
    pub(crate) host: PlayerRef,
    pub(crate) clock: TimeControl,
    pub(crate) key: Option<String>,
    /// Seats kept for players.
    pub(crate) invited: BTreeMap<Seat, PlayerRef>,
    /// Seats the computer plays, and its level in each.
    pub(crate) computers: BTreeMap<Seat, Level>,
    /// Whether everybody may ask for hints.
    pub(crate) hints: bool,
    /// Whether it is to be rated.
    pub(crate) rated: bool,
    /// Seats taken at once.
    pub(crate) seated: BTreeMap<Seat, PlayerRef>,
    pub(crate) predecessor: Option<GameId>,
}

impl Plan {
    /// The events that make the game: created, seated, and started if every seat is taken.
    pub(crate) fn events(self) -> Result<Vec<EventKind>, ErrorMsg> {
        let game = new_game(&self.rules, self.start.as_deref())?;
        self.clock
            .check()
            .map_err(|bad| ErrorMsg::new(ErrorCode::BadClock, bad.to_string()).field(bad.field))?;
        let seats = game.rules().seats();
        let given = self
            .seated
            .keys()
            .chain(self.invited.keys())
            .chain(self.computers.keys());
        let mut given: Vec<Seat> = given.copied().collect();
        if let Some(seat) = given.iter().find(|seat| !seats.contains(seat)) {
            return Err(no_such_seat(*seat));
        }
        given.sort_unstable();
        if let Some([seat, _]) = given.array_windows().find(|[one, other]| one == other) {
            return Err(ErrorMsg::new(
                ErrorCode::SeatTaken,
                format!("{seat} is given away twice"),
            ));
        }
        let full = self.seated.len() + self.computers.len() == seats.len();
        let seated = self.seated.into_iter();
        let mut events = vec![EventKind::Created {
            rules: self.rules,
            start: self.start,
            host: self.host,
            clock: self.clock,
            key: self.key,
            invited: self.invited,
            computers: self
                .computers
                .iter()
                .map(|(seat, level)| (*seat, level.number()))
                .collect(),
            hints: self.hints,
            rated: self.rated,
            predecessor: self.predecessor,
        }];
        events.extend(seated.map(|(seat, player)| EventKind::Seated { seat, player }));
        if full {
            events.extend(start_of(&game));
        }
        Ok(events)
    }
}

impl Table {
    /// The game that follows this one, with the same players in the same seats.
    pub(super) fn successor_plan(&self, (rules, start): (Ruleset, Option<String>)) -> Plan {
        let seated = self
            .seats
            .iter()
            .filter_map(|(seat, player)| Some((*seat, player.clone()?)));
        Plan {
            rules,
            start,
            host: self.host.clone(),
            clock: self.clock,
            key: self.key.clone(),
            invited: BTreeMap::new(),
            computers: self.computers.clone(),
            hints: self.hints,
            rated: self.rated,
            seated: seated.collect(),
            predecessor: Some(self.id),
        }
    }

    /// The same rules and start.
    pub(super) fn same_again(&self) -> (Ruleset, Option<String>) {
        (*self.game.rules().ruleset(), self.start.clone())
    }

    /// The same rules and start, but the next seat clockwise moves first.
    pub(super) fn rotated(&self) -> (Ruleset, Option<String>) {
        let (mut ruleset, start) = self.same_again();
        let next = |first: Seat, among: SeatSet| {
            first
                .clockwise()
                .skip(1)
                .find(|seat| among.contains(*seat))
                .unwrap_or(first)
        };
        let seats = self.game.rules().seats().iter().copied().collect();
        ruleset.first = next(ruleset.first, seats);
        let start = start.map(|start| {
            let mut setup = self.game.start().setup();
            setup.to_move = next(setup.to_move, self.game.start().seats_in());
            let turned = Rules::new(ruleset)
                .ok()
                .and_then(|rules| Position::from_setup(&rules, &setup).ok());
            turned.map_or(start, |turned| turned.to_string())
        });
        (ruleset, start)
    }

    /// The seat that moves first in a rematch.
    pub(super) fn first_of_rematch(&self) -> Option<Seat> {
        let (rules, start) = self.rotated();
        let game = new_game(&rules, start.as_deref()).ok()?;
        let goes_on = game.outcome().is_none();
        goes_on.then(|| game.position().to_move())
    }
}

/// A game from its rules and start, both of which a client may have made up.
pub(super) fn new_game(rules: &Ruleset, start: Option<&str>) -> Result<Game, ErrorMsg> {
    let rules = Rules::new(*rules)
        .map_err(|clash| ErrorMsg::new(ErrorCode::BadRuleset, clash.to_string()))?;
    let Some(start) = start else {
        return Ok(Game::new(rules));
    };
    let position = Position::parse(&rules, start).map_err(|error| {
        let mut refusal = ErrorMsg::new(ErrorCode::BadPosition, error.to_string());
        refusal.details.column = error.column().and_then(|column| u32::try_from(column).ok());
        refusal
    })?;
    Ok(Game::from_position(position))
}

pub(super) fn no_such_seat(seat: Seat) -> ErrorMsg {
    ErrorMsg::new(
        ErrorCode::NoSuchSeat,
        format!("this game has no {seat} seat"),
    )
}
