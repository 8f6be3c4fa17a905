//! A browser's line to the server: what is still on its way, and how late it comes.

use serde_json::json;

use super::Window;

/// Counts what a page has asked for and not yet got, and holds every answer back if it is `LATE`.
///
/// What the socket says is late too, but stays in order.
const LINE: &str = "
(() => {
    const late = LATE;
    const wait = (steps) => new Promise((go) => { setTimeout(go, steps * 150); });
    const ask = window.fetch;
    let asked = 0;
    window.halmaTestsAwaited = 0;
    // Whoever waits for an answer has taken it in before it counts as here.
    const here = () => setTimeout(() => { window.halmaTestsAwaited -= 1; });
    window.fetch = async (...args) => {
        const turn = asked++;
        window.halmaTestsAwaited += 1;
        try {
            const answer = await ask(...args);
            if (late !== null) await wait((turn * 3 + late) % 7);
            const read = answer.json.bind(answer);
            answer.json = () => read().finally(here);
            return answer;
        } catch (failure) {
            here();
            throw failure;
        }
    };
    if (late === null) return;
    window.WebSocket = class extends WebSocket {
        set onmessage(hear) { super.onmessage = (event) => wait(3).then(() => hear(event)); }
    };
})();";

impl Window {
    /// Gives every page it shows from now on such a line: see [`Look::late`](super::Look::late).
    pub(super) async fn give_line(&self, late: Option<u32>) {
        let late = late.map_or_else(|| "null".to_owned(), |late| late.to_string());
        let source = json!({ "source": LINE.replace("LATE", &late) });
        self.tools("Page.addScriptToEvaluateOnNewDocument", source)
            .await;
    }

    /// Waits until the page has got all that it has asked for.
    pub async fn until_answered(&self) {
        self.until("window.halmaTestsAwaited === 0").await;
    }
}
