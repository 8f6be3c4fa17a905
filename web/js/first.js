// Before anything is drawn: shows the theme kept in this browser, and again whenever another is chosen.

(() => {
  const MEDIA = { light: 'not all', dark: 'all', auto: '(prefers-color-scheme: dark)' };

  function apply(theme) {
    document.getElementById('dark').media = MEDIA[theme] ?? MEDIA.auto;
  }

  function kept() {
    try {
      return JSON.parse(localStorage.getItem('halma.settings'))?.theme;
    } catch {
      return 'auto';
    }
  }

  addEventListener('halma-theme', ({ detail }) => apply(detail));
  apply(kept());
})();
