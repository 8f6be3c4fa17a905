//! Keys that write nothing, as [`Window::keys`](crate::Window::keys) takes them.

/// Tab.
pub const TAB: char = '\u{e004}';
/// Enter.
pub const ENTER: char = '\u{e007}';
/// Escape.
pub const ESCAPE: char = '\u{e00c}';
/// The arrow to the left.
pub const LEFT: char = '\u{e012}';
/// The arrow up.
pub const UP: char = '\u{e013}';
/// The arrow to the right.
pub const RIGHT: char = '\u{e014}';
/// The arrow down.
pub const DOWN: char = '\u{e015}';
