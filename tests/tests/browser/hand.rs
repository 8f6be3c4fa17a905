//! The ways to make a move.

use halma_core::{Path, Square};
use halma_tests::{Look, Pointer, Window, keys};

/// A way to make a move; each plans it hop by hop, and confirms it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hand {
    /// Clicks.
    Mouse,
    /// A pen that carries the piece.
    Pen,
    /// Taps.
    Touch,
    /// Keys, and nothing else.
    Keys,
    /// The move, typed in notation.
    Typing,
}

impl Hand {
    /// What a browser for this hand looks like.
    pub(crate) fn look(self) -> Look {
        match self {
            Self::Touch => Look::phone(),
            _ => Look::default(),
        }
    }

    /// Makes a move that can be made.
    pub(crate) async fn make(self, window: &Window, path: &Path) {
        // Whoever is in a hurry waits for the server's word on what can be moved.
        let from = path.from();
        window
            .until_shown(&format!(".movable > [data-square=\"{from}\"]"))
            .await;
        let pointer = match self {
            Self::Mouse => Pointer::Mouse,
            Self::Pen => Pointer::Pen,
            Self::Touch => Pointer::Touch,
            Self::Keys => return make_by_keys(window, path).await,
            Self::Typing => return type_move(window, path).await,
        };
        if self == Self::Pen {
            for hop in path.squares().windows(2) {
                window.drag(pointer, hop[0], hop[1]).await;
            }
        } else {
            window.tap_squares(pointer, path.squares()).await;
        }
        window
            .tap(pointer, &["[data-test=confirm]:not(:disabled)"])
            .await;
    }
}

/// Walks over the board by arrows, and presses Enter once more for the move to be made.
async fn make_by_keys(window: &Window, path: &Path) {
    for square in path.squares() {
        walk_to(window, *square).await;
        window.keys(&keys::ENTER.to_string()).await;
    }
    window.keys(&keys::ENTER.to_string()).await;
}

/// Moves the focus to a square by arrows, as the board lies in the window.
pub(crate) async fn walk_to(window: &Window, square: Square) {
    let way = window
        .script(&format!(
            "const box = (square) => square.getBoundingClientRect();
             const from = box(document.activeElement.closest('[data-square]'));
             const to = box(document.querySelector('[data-square=\"{square}\"]'));
             return [(to.x - from.x) / to.width, (to.y - from.y) / to.height].map(Math.round);"
        ))
        .await;
    let (right, down): (i64, i64) = serde_json::from_value(way).unwrap();
    let times = |count: i64, key: char| {
        let count = usize::try_from(count).unwrap_or_default();
        key.to_string().repeat(count)
    };
    let arrows = times(right, keys::RIGHT)
        + &times(-right, keys::LEFT)
        + &times(down, keys::DOWN)
        + &times(-down, keys::UP);
    if !arrows.is_empty() {
        window.keys(&arrows).await;
    }
}

/// Tabs on until the focus is on something.
pub(crate) async fn tab_to(window: &Window, selector: &str) {
    let found = format!("return document.activeElement.matches('{selector}')");
    for _ in 0..100 {
        if window.script(&found).await == true {
            return;
        }
        window.keys(&keys::TAB.to_string()).await;
    }
    panic!("no way to {selector} by Tab");
}

/// Opens the field by its key if it is not open, writes the move, and presses Enter twice.
async fn type_move(window: &Window, path: &Path) {
    let open = "return document.activeElement.dataset.test === 'typed-move'";
    if window.script(open).await == false {
        window.keys("m").await;
    }
    let enter = keys::ENTER;
    window.keys(&format!("{path}{enter}{enter}")).await;
}
