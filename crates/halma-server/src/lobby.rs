//! The lobby: which games have a room, and how a new one is made.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use halma_protocol::{CommandId, ErrorCode, ErrorMsg, GameId, PlayerRef};
use tokio::sync::oneshot;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

use crate::room::{
    Command, Input, NotTaken, Order, Origin, Plan, ReplyTo, Room, RoomHandle, Surroundings,
};
use crate::store::StoreError;

/// How often a room is asked to end its game, and how long it has each time.
const ASKS: u32 = 100;
const ASK_AGAIN: Duration = Duration::from_millis(50);

/// Every room of this server.
#[derive(Debug)]
pub(crate) struct Lobby {
    rooms: Mutex<HashMap<GameId, RoomHandle>>,
    around: Surroundings,
    tasks: TaskTracker,
}

impl Lobby {
    pub(crate) fn new(around: Surroundings, tasks: TaskTracker) -> Arc<Self> {
        Arc::new(Self {
            rooms: Mutex::default(),
            around,
            tasks,
        })
    }

    /// The game's room. If it has none, one is started, whose first act is to
    /// replay the game; a game that does not exist is found out there.
    pub(crate) fn room(self: &Arc<Self>, game: GameId) -> RoomHandle {
        let mut rooms = self.rooms();
        // A room whose task failed never took itself out.
        if let Some(room) = rooms.get(&game).filter(|room| !room.is_closed()) {
            return room.clone();
        }
        let room = self.start(game, Origin::Stored);
        rooms.insert(game, room.clone());
        room
    }

    /// The game's room, if it has one.
    pub(crate) fn open(&self, game: GameId) -> Option<RoomHandle> {
        self.rooms().get(&game).cloned()
    }

    /// Makes a game, and returns once it is stored.
    pub(crate) async fn create(self: &Arc<Self>, plan: Plan) -> Result<GameId, ErrorMsg> {
        let host = plan.host.id;
        let kinds = plan.events()?;
        let game = self.around.random.id(self.around.clock.now());
        let (made, stored) = oneshot::channel();
        {
            let mut rooms = self.rooms();
            let room = self.start(game, Origin::New { kinds, host, made });
            rooms.insert(game, room);
        }
        let failed = |_| ErrorMsg::new(ErrorCode::Internal, "the game could not be made");
        stored.await.map_err(failed)??;
        Ok(game)
    }

    /// Has a command carried out that came by no socket: the number of the first event it caused.
    pub(crate) async fn order(
        self: &Arc<Self>,
        game: GameId,
        player: PlayerRef,
        id: CommandId,
        command: Command,
    ) -> Result<u64, ErrorMsg> {
        let (reply, answer) = oneshot::channel();
        let order = Input::Order(Box::new(Order {
            session: None,
            player,
            id,
            command,
            time: self.around.clock.now(),
            lag: 0,
            reply: ReplyTo::Request(reply),
        }));
        let busy = |(NotTaken::Busy | NotTaken::Gone)| {
            ErrorMsg::new(ErrorCode::Busy, "the game has too much to do; try again")
        };
        self.room(game).try_send(order).map_err(busy)?;
        let gone = |_| ErrorMsg::new(ErrorCode::Unavailable, "the server is stopping; try again");
        answer.await.map_err(gone)?
    }

    /// How many games have a room.
    pub(crate) fn count(&self) -> usize {
        self.rooms().len()
    }

    /// Wakes a game; if its room is too busy to notice it is not asleep.
    pub(crate) fn wake(self: &Arc<Self>, game: GameId) {
        let _ = self.room(game).try_send(Input::Wake);
    }

    /// Has a game ended as aborted; false if its room does not get round to it. The room is asked
    /// until the game is over: it may have something else to do at first.
    pub(crate) async fn call_off(self: &Arc<Self>, game: GameId) -> Result<bool, StoreError> {
        for _ in 0..ASKS {
            let row = self.around.store.game(game).await?;
            if row.is_none_or(|row| row.status == "finished") {
                return Ok(true);
            }
            let _ = self.room(game).try_send(Input::CallOff);
            tokio::time::sleep(ASK_AGAIN).await;
        }
        Ok(false)
    }

    /// Forgets a room that is about to end, unless another has taken its place.
    pub(crate) fn forget(&self, game: GameId, room: &RoomHandle) {
        let mut rooms = self.rooms();
        if rooms.get(&game).is_some_and(|known| known.is(room)) {
            rooms.remove(&game);
        }
    }

    fn start(self: &Arc<Self>, game: GameId, origin: Origin) -> RoomHandle {
        let (handle, inputs) = RoomHandle::channel();
        let room = Room::run(
            game,
            origin,
            self.around.clone(),
            handle.clone(),
            inputs,
            Arc::downgrade(self),
        );
        // It outlives the request that opens it.
        let span = tracing::info_span!(parent: None, "room", %game);
        self.tasks.spawn(room.instrument(span));
        handle
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, RoomHandle>> {
        // The map is whole whatever panicked while it was locked.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
