// What slides over a game: the move list on narrow screens, and the menu; one at a time.

/** The sheets of a page; `onShow(name, shown)` hears of each. */
export function createSheets(page, { onShow }) {
  let open = null;

  function show(name) {
    if (name === open) return;
    const before = open;
    open = name;
    for (const one of [before, name].filter(Boolean)) {
      page.classList.toggle(`${one}-shown`, one === name);
      onShow(one, one === name);
    }
  }

  function onPress(event) {
    if (open === 'menu' && !event.target.closest('.menu, [data-test="menu"]')) show(null);
  }

  document.addEventListener('pointerdown', onPress);
  return {
    toggle: (name) => show(open === name ? null : name),
    /** Closes what is open; says whether anything was. */
    close() {
      const was = open !== null;
      show(null);
      return was;
    },
    stop: () => document.removeEventListener('pointerdown', onPress),
  };
}
