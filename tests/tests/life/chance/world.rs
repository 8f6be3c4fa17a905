//! A server that is stopped, killed and started again on the same data.

use std::time::Duration;

use halma_protocol::{Event, GameId};
use halma_server::clock::Clock;
use halma_tests::{Data, NOW, Server, Setup};

/// How long a seat may be gone before it is claimed against, in every class.
pub(super) const GRACE: Duration = Duration::from_secs(30);

/// A server that can be ended and started again.
pub(super) struct World<'a> {
    data: &'a Data,
    pub(super) clock: Clock,
    pub(super) server: Server,
    lives: u64,
}

impl<'a> World<'a> {
    pub(super) async fn new(data: &'a Data) -> Self {
        let clock = Clock::manual(NOW);
        let server = setup(data, &clock, 0).start().await;
        Self {
            data,
            clock,
            server,
            lives: 0,
        }
    }

    /// Stops the server as a deploy would, and starts another in its place.
    pub(super) async fn restart(mut self) -> Self {
        let port = self.server.port();
        self.server.stop().await;
        self.lives += 1;
        self.server = setup(self.data, &self.clock, self.lives)
            .start_on(port)
            .await;
        self
    }

    /// Lets the server vanish in the middle of whatever it does, and starts another in its place.
    pub(super) async fn crash(mut self) -> Self {
        let port = self.server.port();
        self.server.kill().await;
        self.lives += 1;
        self.server = setup(self.data, &self.clock, self.lives)
            .start_on(port)
            .await;
        self
    }

    /// The game's events, as the store has them.
    pub(super) async fn stored(&self, game: GameId) -> Vec<Event> {
        let rest = self.server.rest();
        let mut all = Vec::new();
        loop {
            let page = rest.events(game, all.len() as u64).await.unwrap();
            if page.is_empty() {
                return all;
            }
            all.extend(page);
        }
    }
}

fn setup(data: &Data, clock: &Clock, lives: u64) -> Setup {
    let grace = GRACE.as_secs().to_string();
    let flags = ["--claim-untimed", "--claim-fischer", "--claim-per-move"];
    let flags: Vec<&str> = flags.iter().flat_map(|flag| [*flag, &*grace]).collect();
    Setup::with_flags(data, &flags)
        .apart()
        .clock(clock)
        .random(100 + lives)
}
