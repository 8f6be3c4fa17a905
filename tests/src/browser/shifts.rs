//! What a page moves of what it showed, though no hand had touched it.

use serde_json::{Value, json};

use super::Window;

/// Writes down each shift when it happens, while what has moved is still there to be named.
///
/// What a document has written down is kept for the next one in the same window.
const WATCH: &str = "
(() => {
    const KEPT = 'halma-tests.shifts';
    const kept = () => JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
    const nameOf = (node) => node?.outerHTML?.slice(0, 100) ?? node?.nodeValue ?? 'something gone';
    const boxOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
    const tell = ({ node, previousRect, currentRect }) => `${nameOf(node)}: ${boxOf(previousRect)} to ${boxOf(currentRect)}`;
    // Another page in the place of the last has not moved.
    const isPage = ({ sources }) => sources.every(({ node }) => node?.id === 'page');
    // Words may give way to words beside them in a line, as at every turn in the strips of seats.
    const isInLine = ({ sources }) => sources.every(({ previousRect: from, currentRect: to }) =>
        from.y === to.y && from.height === to.height && to.height < 30);
    const counts = (entry) => !entry.hadRecentInput && !isPage(entry) && !isInLine(entry);
    const note = (entries) => {
        const more = entries.filter(counts).map(({ value, sources }) => ({ page: location.href, value, moved: sources.map(tell) }));
        if (more.length > 0) sessionStorage.setItem(KEPT, JSON.stringify([...kept(), ...more]));
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    window.halmaTestsShifts = () => { note(observer.takeRecords()); return kept(); };
    addEventListener('pagehide', () => note(observer.takeRecords()));
})();";

/// Asks for all of them once the browser has drawn what it has to draw.
const TELL: &str = "const [done] = arguments; setTimeout(() => done(window.halmaTestsShifts()));";

/// How much may move over a whole test: a tenth of what is commonly called good.
const STILL: f64 = 0.01;

impl Window {
    /// Lets every page it shows from now on note what moves.
    pub(super) async fn watch_shifts(&self) {
        let source = json!({ "source": WATCH });
        self.tools("Page.addScriptToEvaluateOnNewDocument", source)
            .await;
    }

    /// Checks that its pages have moved nothing of what they showed, by themselves.
    pub(super) async fn check_still(&self) {
        let shifts: Vec<Value> = serde_json::from_value(self.script_later(TELL).await).unwrap();
        let sum: f64 = shifts
            .iter()
            .filter_map(|shift| shift["value"].as_f64())
            .sum();
        assert!(sum < STILL, "the page has moved {shifts:#?}");
    }
}
