// What this browser keeps for the page.

/** Reading `localStorage` itself may fail where a browser forbids it; what is kept then lasts as long as the page. */
export const storage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
};
