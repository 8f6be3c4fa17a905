// What the reader has chosen in this browser: language, theme, sound, and how to play.

const KEY = 'halma.settings';
const DEFAULTS = { language: null, theme: 'auto', sound: false, direct: false, coordinates: true, rated: false, reach: '' };

/** The settings: `get(name)`, `set(name, value)`; `onChange(name, value)` hears of changes. */
export function createSettings({ storage, onChange = () => {} }) {
  let kept = {};
  try {
    kept = JSON.parse(storage.getItem(KEY)) ?? {};
  } catch {
    // Nothing was kept, or it cannot be read.
  }
  return {
    get: (name) => kept[name] ?? DEFAULTS[name],
    set(name, value) {
      kept = { ...kept, [name]: value };
      try {
        storage.setItem(KEY, JSON.stringify(kept));
      } catch {
        // Storage is full or forbidden: the choice lasts as long as the page.
      }
      onChange(name, value);
    },
  };
}
