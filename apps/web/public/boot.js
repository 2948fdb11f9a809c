// Runs before the first paint, so that theme, language and menu never flash from one state to another.
(function () {
  // The CSP refuses eval: without this, Zod tries it once and the refusal is reported as a violation.
  globalThis.__zod_globalConfig = { jitless: true };
  // React Aria empties its live region by way of innerHTML: the empty text is let through, and no other.
  if (globalThis.trustedTypes) {
    globalThis.trustedTypes.createPolicy('default', {
      createHTML: function (html) {
        return html === '' ? html : null;
      },
    });
  }
  var root = document.documentElement;
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }
  var theme = stored('theme');
  if (theme !== 'dark' && theme !== 'light') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.dataset.theme = theme;
  root.lang = stored('locale') === 'en' ? 'en' : 'fr';
  root.dataset.nav = stored('collapsedMenu') === 'true' ? 'collapsed' : 'open';
})();
