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
  // The token of a link leaves the address before anything else loads: no history, log or screen keeps it.
  var places = {
    '/public/sharings': ['localStorage', 'sharingCodeToken'],
    '/public/document-requests': ['sessionStorage', 'requestToken'],
  };
  var place = places[location.pathname];
  var search = new URLSearchParams(location.search);
  var token = search.get('token');
  if (place && token) {
    try {
      var storage = window[place[0]];
      // What another link has proved is not for this one.
      if (storage.getItem(place[1]) !== token) storage.removeItem('sharingAuthToken');
      storage.setItem(place[1], token);
      search.delete('token');
      var rest = String(search);
      history.replaceState(history.state, '', location.pathname + (rest && '?' + rest));
    } catch {
      // Storage is refused: the page keeps it in its memory, and takes it off the address then.
    }
  }
  var theme = stored('theme');
  if (theme !== 'dark' && theme !== 'light') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.dataset.theme = theme;
  var locale = stored('locale');
  // Who comes by a link has chosen nothing yet: their browser says what they read.
  if (!locale && location.pathname.indexOf('/public/') === 0) {
    locale = (navigator.languages || []).find(function (name) {
      return /^(fr|en)\b/i.test(name);
    });
  }
  root.lang = /^en\b/i.test(locale || '') ? 'en' : 'fr';
  root.dataset.nav = stored('collapsedMenu') === 'true' ? 'collapsed' : 'open';
})();
