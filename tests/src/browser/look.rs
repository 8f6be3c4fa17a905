//! How a browser shows pages: its size, its colours, its language, what hands it has, and how
//! slow its line is.

use serde_json::json;

use super::Window;

/// How a browser shows pages.
#[derive(Debug, Clone)]
pub struct Look {
    /// The width of the page in CSS pixels.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Whether it is asked for dark colours.
    pub dark: bool,
    /// Whether it is asked to move nothing.
    pub still: bool,
    /// Whether it is touched.
    pub touch: bool,
    /// The languages of its reader, the best first.
    pub language: &'static str,
    /// Whether what it asks for comes late, and in an order that hangs on this number.
    pub late: Option<u32>,
}

impl Default for Look {
    /// A desk's, in English, that moves nothing so that tests need not wait for it.
    fn default() -> Self {
        Self {
            width: 1200,
            height: 900,
            dark: false,
            still: true,
            touch: false,
            language: "en",
            late: None,
        }
    }
}

impl Look {
    /// A telephone's.
    pub fn phone() -> Self {
        Self {
            width: 360,
            height: 740,
            touch: true,
            ..Self::default()
        }
    }

    /// Makes a browser look like this.
    pub(super) async fn give(&self, window: &Window) {
        let metrics = json!({
            "width": self.width, "height": self.height,
            "deviceScaleFactor": 1, "mobile": self.touch,
        });
        let theme = if self.dark { "dark" } else { "light" };
        let motion = if self.still {
            "reduce"
        } else {
            "no-preference"
        };
        let media = json!({ "features": [
            { "name": "prefers-color-scheme", "value": theme },
            { "name": "prefers-reduced-motion", "value": motion },
        ] });
        let touch = json!({ "enabled": self.touch, "maxTouchPoints": 5 });
        window.give_line(self.late).await;
        window
            .tools("Emulation.setDeviceMetricsOverride", metrics)
            .await;
        window.tools("Emulation.setEmulatedMedia", media).await;
        window
            .tools("Emulation.setTouchEmulationEnabled", touch)
            .await;
    }
}
