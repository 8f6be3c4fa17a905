//! What hands do to a page: pointers of every kind, and keys.

use std::time::Duration;

use halma_core::Square;
use serde_json::{Value, json};

use super::Window;
use crate::wait::eventually;

/// What points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointer {
    /// A mouse.
    Mouse,
    /// A finger.
    Touch,
    /// A pen.
    Pen,
}

/// What a pointer does next.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// Goes to a point of the page, in CSS pixels.
    To(f64, f64),
    /// Comes down.
    Down,
    /// Lifts.
    Up,
    /// Stays as it is, which is what some gestures are made of.
    Hold(Duration),
}

impl Pointer {
    const fn name(self) -> &'static str {
        match self {
            Self::Mouse => "mouse",
            Self::Touch => "touch",
            Self::Pen => "pen",
        }
    }
}

impl Step {
    fn command(self) -> Value {
        match self {
            Self::To(x, y) => json!({ "type": "pointerMove", "x": x, "y": y, "duration": 0 }),
            Self::Down => json!({ "type": "pointerDown", "button": 0 }),
            Self::Up => json!({ "type": "pointerUp", "button": 0 }),
            Self::Hold(time) => json!({ "type": "pause", "duration": time.as_millis() }),
        }
    }
}

impl Window {
    /// Moves one or more pointers of a kind, all at the same time.
    ///
    /// # Panics
    ///
    /// If the browser does not let them.
    pub async fn gesture(&self, pointer: Pointer, courses: &[&[Step]]) {
        let fingers = courses.iter().enumerate().map(|(number, steps)| {
            let actions: Vec<Value> = steps.iter().map(|step| step.command()).collect();
            json!({
                "type": "pointer", "id": format!("{}-{number}", pointer.name()),
                "parameters": { "pointerType": pointer.name() }, "actions": actions,
            })
        });
        let actions = json!({ "actions": fingers.collect::<Vec<_>>() });
        self.ask("actions", &actions).await.unwrap();
    }

    /// Presses and lifts a pointer in the middle of each of these, one after another, once all of
    /// them are there.
    pub async fn tap(&self, pointer: Pointer, selectors: &[&str]) {
        let mut course = Vec::new();
        for (x, y) in self.spots(selectors).await {
            course.extend([Step::To(x, y), Step::Down, Step::Up]);
        }
        self.gesture(pointer, &[&course]).await;
    }

    /// Presses and lifts a pointer on squares of the board, one after another.
    pub async fn tap_squares(&self, pointer: Pointer, squares: &[Square]) {
        let cells: Vec<String> = squares.iter().map(|square| cell(*square)).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        self.tap(pointer, &cells).await;
    }

    /// Carries what is on a square to another.
    pub async fn drag(&self, pointer: Pointer, from: Square, to: Square) {
        let spots = self.spots(&[&cell(from), &cell(to)]).await;
        let [(x, y), (to_x, to_y)] = [spots[0], spots[1]];
        let half_way = Step::To((x + to_x) / 2.0, (y + to_y) / 2.0);
        let course = [
            Step::To(x, y),
            Step::Down,
            half_way,
            Step::To(to_x, to_y),
            Step::Up,
        ];
        self.gesture(pointer, &[&course]).await;
    }

    /// Where the middle of each of these is in the window, once all of them can be seen.
    ///
    /// # Panics
    ///
    /// If one never can.
    pub async fn spots(&self, selectors: &[&str]) -> Vec<(f64, f64)> {
        let script = "
            const spots = arguments[0].map((selector) => {
                const box = document.querySelector(selector)?.getBoundingClientRect();
                return box?.width > 0 ? [box.x + box.width / 2, box.y + box.height / 2] : null;
            });
            return spots.every(Boolean) ? spots : null;";
        let name = selectors.join(", ");
        eventually(&name, async || {
            let found = self.run(script, &[json!(selectors)]).await.ok()?;
            serde_json::from_value(found).ok()?
        })
        .await
    }

    /// Writes into a field, in the place of what stands in it.
    pub async fn fill(&self, selector: &str, text: &str) {
        self.click(selector).await;
        self.script("document.activeElement.select()").await;
        self.keys(text).await;
    }

    /// Types keys, one after another. What is no character has a name in [`keys`](crate::keys).
    ///
    /// # Panics
    ///
    /// If the browser does not let them.
    pub async fn keys(&self, keys: &str) {
        let pressed = keys.chars().flat_map(|key| {
            [
                json!({ "type": "keyDown", "value": key }),
                json!({ "type": "keyUp", "value": key }),
            ]
        });
        let actions: Vec<Value> = pressed.collect();
        let actions = json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] });
        self.ask("actions", &actions).await.unwrap();
    }
}

/// How a square of the board is found.
pub(super) fn cell(square: Square) -> String {
    format!("[data-square=\"{square}\"]")
}
